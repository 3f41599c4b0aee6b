//! An application's own checks of decoded data, reported at the places of fields.
//!
//! A path such as `server["web"].port` is followed through the body that the data was decoded from, so that neither the
//! types nor the checks have to carry places.
//!
//! Knows nothing of serde and of values.

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use crate::diagnostic::Diagnostic;
use crate::error::{Error, Result};
use crate::path::{Path, PathStep};
use crate::span::Span;
use crate::syntax::tree::handle::{Block, Body, Expression, ExpressionKind, ObjectKey};

/// Collects what an application finds wrong with decoded data, at the places of the fields.
///
/// A field is named by its path in the data: the names of fields, the keys of maps, the labels of blocks, and numbers
/// for the elements of lists. A [`Path`] can be given as text, as in errors, or as a tuple or array of its steps;
/// labels and keys that come from data are best given as steps, because a text with a point is two of them.
///
/// The report shows the path as errors do: a block is named by its labels, also where the given path has its index.
/// In JSON syntax, the types alone tell labels and keys from names, so that the path is shown as it is given:
/// `service["web"].port` for a text of this form, and `service.web.port` for `("service", "web", "port")`. In a body
/// that was [overlaid](Body::overlay), the place is in the file that says what is checked.
///
/// A label itself is named as the field that has it: `$label` is the first label that the path does not name, or the
/// first one if it names all; `$label.1` is the next, and `$labels` are all of them.
///
/// # What is not written
///
/// A path is followed as far as the body goes. A path beyond that is no error, since a field may have its default, and
/// a check may miss a field: the report is at the nearest place around, and its detail says what is not set there. That
/// is the block that lacks the field. If there is no such block, it is the end of the body where it could be added; so
/// it is if several blocks have the type, and none of them has the label. The types are not known here, so that a
/// misspelt path is reported in this way too; test checks with a body that has all fields, and
/// [`is_set`](Validation::is_set). Within a value that is computed, as by a function call, the report is at the
/// expression.
///
/// # Secrets
///
/// The texts of reports are shown as they are given. Decoded data does not know which variables were
/// [secret](crate::EvalContext::with_secret): leave such values out of details, or say what is wrong in other words.
///
/// The collector can be narrowed with [`within`](Validation::within): what checks a nested struct need not know where
/// it is. Both collect into one list, of which [`finish`](Validation::finish) makes a result.
///
/// ```
/// use std::collections::BTreeMap;
///
/// #[derive(serde_derive::Deserialize)]
/// struct Config {
///     server: BTreeMap<String, Server>,
/// }
///
/// #[derive(serde_derive::Deserialize)]
/// struct Server {
///     port: u16,
///     alias: Vec<String>,
/// }
///
/// impl Server {
///     fn check(&self, validation: &hcl::Validation) {
///         if self.port < 1024 {
///             validation.error("port", "Privileged port", "Ports below 1024 are for root.");
///         }
///         for (index, alias) in self.alias.iter().enumerate() {
///             if alias.is_empty() {
///                 validation.error(("alias", index), "Empty alias", "An alias needs a name.");
///             }
///         }
///     }
/// }
///
/// let text = "server \"web\" {\n  port  = 80\n  alias = [\"www\", \"\"]\n}\n";
/// let body = hcl::ParseOptions::new().with_filename("app.hcl").parse(text)?;
/// let config: Config = hcl::from_body(&body)?;
/// let validation = hcl::Validation::new(&body);
/// for (name, server) in &config.server {
///     server.check(&validation.within(["server", name]));
/// }
/// let error = validation.finish().unwrap_err();
/// assert_eq!(error.diagnostics().len(), 2);
/// assert_eq!(
///     error.diagnostics()[1].to_string(),
///     r#"error: Empty alias
///  --> app.hcl:3:19
///   |
/// 3 |   alias = ["www", ""]
///   |                   ^^
///   |
///   = note: An alias needs a name.
///   = path: server["web"].alias[1]"#
/// );
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct Validation {
    target: PathTarget,
    path: Path,
    /// The number of steps at the end of the path that the body does not have.
    unset: usize,
    found: Arc<Mutex<Vec<Diagnostic>>>,
}

/// What a path in a body leads to.
#[derive(Clone)]
enum PathTarget {
    Body(Body),
    Blocks(BlocksTarget),
    /// The labels of a block with these numbers, counted from 0.
    Labels(Block, Range<usize>),
    Expression(Expression),
}

/// Blocks of one type.
#[derive(Clone)]
struct BlocksTarget {
    /// The body that they are in.
    around: Body,
    blocks: Vec<Block>,
    /// Number of labels that have been followed.
    followed: usize,
    /// Whether the path says which one by its index, so that a name is not a label any more.
    is_element: bool,
}

impl Validation {
    /// A collector for what was decoded from a body.
    pub fn new(body: &Body) -> Self {
        Validation {
            target: PathTarget::Body(body.clone()),
            path: Path::new(),
            unset: 0,
            found: Arc::default(),
        }
    }

    /// A collector for a part of the data. What it collects is what this one collects.
    ///
    /// ```
    /// let body = hcl::parse("server \"web\" {\n  alias = [\"www\", \"\"]\n}\n")?;
    /// let validation = hcl::Validation::new(&body);
    /// let label = String::from("web");
    /// let server = validation.within(("server", &label));
    /// server.error(("alias", 1), "Empty alias", "An alias needs a name.");
    /// server.error("port", "Missing port", "Set it.");
    /// let error = validation.finish().unwrap_err();
    /// assert_eq!(error.path(), r#"server["web"].alias[1]"#);
    /// assert_eq!(error.diagnostics()[1].detail(), "Set it. \"port\" is not set here.");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[must_use]
    pub fn within(&self, path: impl Into<Path>) -> Self {
        let mut part = self.clone();
        for step in path.into() {
            let next = match part.unset {
                0 => part.target.part(&step),
                _ => None,
            };
            if let Some((target, steps)) = next {
                part.target = target;
                part.path.extend(steps);
            } else {
                part.unset += 1;
                part.path.push(step);
            }
        }
        part
    }

    /// Whether the body has all of a path: not where a field has its default, and not within a value that is computed.
    ///
    /// ```
    /// let body = hcl::parse("port = 80\nhosts = split(\",\", all)\n")?;
    /// let validation = hcl::Validation::new(&body);
    /// assert!(validation.is_set("port") && validation.is_set("hosts"));
    /// assert!(!validation.is_set("prot") && !validation.is_set("hosts[0]"));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn is_set(&self, path: impl Into<Path>) -> bool {
        self.within(path).unset == 0
    }

    /// Reports an error at a field. The summary is a few words without a full stop, the detail full sentences.
    pub fn error(
        &self,
        path: impl Into<Path>,
        summary: impl Into<String>,
        detail: impl Into<String>,
    ) {
        self.report(path, Diagnostic::error(summary.into(), detail));
    }

    /// Reports a warning at a field.
    pub fn warning(
        &self,
        path: impl Into<Path>,
        summary: impl Into<String>,
        detail: impl Into<String>,
    ) {
        self.report(path, Diagnostic::warning(summary.into(), detail));
    }

    /// Reports a diagnostic of your own at a field: whatever place and path it has are replaced.
    pub fn report(&self, path: impl Into<Path>, diagnostic: Diagnostic) {
        self.within(path).push(diagnostic, None);
    }

    /// Reports a diagnostic of your own at a field, as [`report`](Validation::report), with the place of another field
    /// that it is about: the excerpt shows both, or the detail says in which file and line the other one is. A field
    /// that is not set is not shown.
    ///
    /// ```
    /// let parse = |name: &str, text| hcl::ParseOptions::new().with_filename(name).parse(text);
    /// let body = hcl::Body::overlay([
    ///     parse("system.hcl", "pool \"a\" {\n  port = 80\n}\n")?,
    ///     parse("user.hcl", "pool \"b\" {\n  port = 80\n}\n")?,
    /// ])?;
    /// let validation = hcl::Validation::new(&body);
    /// let repeated = hcl::Diagnostic::error("Repeated port", "Each pool has a port of its own.");
    /// validation.report_beside(("pool", "b", "port"), ("pool", "a", "port"), repeated);
    /// assert_eq!(
    ///     validation.finish().unwrap_err().to_string(),
    ///     r#"error: Repeated port
    ///  --> user.hcl:2:10
    ///   |
    /// 2 |   port = 80
    ///   |          ^^
    ///   |
    ///   = note: Each pool has a port of its own. See "pool["a"].port" in system.hcl:2.
    ///   = path: pool["b"].port"#
    /// );
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn report_beside(
        &self,
        path: impl Into<Path>,
        other: impl Into<Path>,
        diagnostic: Diagnostic,
    ) {
        let other = self.within(other);
        let other = (other.unset == 0).then_some(&other);
        self.within(path).push(diagnostic, other);
    }

    /// Adds a diagnostic at this field.
    fn push(self, diagnostic: Diagnostic, other: Option<&Validation>) {
        let mut diagnostic = self.located(diagnostic);
        if let Some(other) = other {
            diagnostic = other.shown_in(diagnostic);
        }
        if self.unset > 0 && self.target.says_all() {
            let words = format!("\"{}\" is not set here.", self.unset_text());
            add_to_detail(&mut diagnostic, &words);
        }
        let diagnostic = diagnostic.with_path(self.path);
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.push(diagnostic);
    }

    /// A diagnostic with the place of this field as another one.
    fn shown_in(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        let place = self.located(Diagnostic::error("", ""));
        let (Some(source), Some(span)) = (place.source(), place.subject()) else {
            return diagnostic;
        };
        if diagnostic.source().is_some_and(|it| it.is(source)) {
            return diagnostic.with_context(span);
        }
        let line = source.position(span.start()).line();
        let place = match source.name() {
            Some(name) => format!("{name}:{line}"),
            None => format!("line {line} of another file"),
        };
        let words = format!("See \"{}\" in {place}.", self.path);
        add_to_detail(&mut diagnostic, &words);
        diagnostic
    }

    /// What has been reported so far.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.clone()
    }

    /// Ends the validation. Warnings alone are no error: to show them, print [`Validation::diagnostics`] before.
    ///
    /// # Errors
    ///
    /// If an error was reported, with everything that was reported. It is of [`Category::Data`](crate::Category::Data).
    pub fn finish(&self) -> Result<()> {
        Error::check(self.diagnostics())
    }
}

impl fmt::Debug for Validation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Validation")
            .field("path", &self.path)
            .field("diagnostics", &self.diagnostics())
            .finish_non_exhaustive()
    }
}

impl Validation {
    /// The first step that the body does not have.
    fn first_unset(&self) -> Option<&PathStep> {
        let written = self.path.steps().len() - self.unset;
        self.path.steps().get(written)
    }

    /// A diagnostic at the place of the field, or at the nearest one around.
    fn located(&self, diagnostic: Diagnostic) -> Diagnostic {
        match (&self.target, self.first_unset()) {
            (PathTarget::Blocks(blocks), Some(step)) if blocks.lack(step) => {
                at_end(&blocks.around, diagnostic)
            }
            (target, _) => target.located(diagnostic),
        }
    }

    /// The part of the path that the body does not have, from the name of an attribute or a block type on.
    fn unset_text(&self) -> String {
        let steps = self.path.steps();
        let mut first = steps.len() - self.unset;
        let lacks_block = match (&self.target, self.first_unset()) {
            (PathTarget::Blocks(blocks), Some(step)) => blocks.lack(step),
            _ => false,
        };
        let is_name = |at: &usize| matches!(steps.get(*at), Some(PathStep::Attribute(_)));
        if lacks_block || !is_name(&first) {
            first = (0..first).rev().find(is_name).unwrap_or(first);
        }
        match &steps[first..] {
            [PathStep::Attribute(name)] => name.to_string(),
            steps => Path::from(steps).to_string(),
        }
    }
}

impl BlocksTarget {
    /// Whether what a step names is another block of this type, which is not there.
    fn lack(&self, step: &PathStep) -> bool {
        let has_more_labels = |block: &Block| block.labels().len() > self.followed;
        !self.is_element
            && match step {
                PathStep::Attribute(_) => self.blocks.len() > 1,
                PathStep::Key(_) => self.blocks.iter().any(has_more_labels),
                PathStep::Index(_) => true,
                PathStep::Element => false,
            }
    }
}

fn add_to_detail(diagnostic: &mut Diagnostic, words: &str) {
    diagnostic.set_detail(match diagnostic.detail() {
        "" => words.to_owned(),
        detail => format!("{detail} {words}"),
    });
}

/// A diagnostic at the end of a body, where what is not there can be added.
fn at_end(body: &Body, diagnostic: Diagnostic) -> Diagnostic {
    let end = body.span().end();
    diagnostic.at((Span::new(end, end), body.source()))
}

impl PathTarget {
    /// A diagnostic at this place.
    fn located(&self, diagnostic: Diagnostic) -> Diagnostic {
        match self {
            PathTarget::Body(body) => at_end(body, diagnostic),
            PathTarget::Blocks(target) => match target.blocks.first() {
                Some(block) => diagnostic.at((block.header_span(), block.source())),
                None => diagnostic,
            },
            PathTarget::Labels(block, numbers) => {
                let labels = block.labels().take(numbers.end).skip(numbers.start);
                let span = labels.map(|it| it.span()).reduce(Span::join);
                diagnostic.at((span.unwrap_or(block.header_span()), block.source()))
            }
            PathTarget::Expression(expression) => diagnostic.at(expression),
        }
    }

    /// Whether everything that is in this part is written there: not in a value that is computed.
    fn says_all(&self) -> bool {
        match self {
            PathTarget::Body(_) | PathTarget::Blocks(_) | PathTarget::Labels(..) => true,
            PathTarget::Expression(expression) => is_literal(expression),
        }
    }

    /// The part that a step leads to, and the steps that a path has there.
    fn part(&self, step: &PathStep) -> Option<(PathTarget, Vec<PathStep>)> {
        match self {
            PathTarget::Body(body) => item_of(body, step),
            PathTarget::Blocks(target) => target.part(step),
            PathTarget::Labels(..) => None,
            PathTarget::Expression(expression) => {
                let part = part_of_expression(expression, step)?;
                Some((PathTarget::Expression(part), vec![step.clone()]))
            }
        }
    }
}

fn is_literal(expression: &Expression) -> bool {
    match expression.kind() {
        ExpressionKind::Parentheses(inner) => is_literal(&inner),
        ExpressionKind::Null
        | ExpressionKind::Bool(_)
        | ExpressionKind::Number(_)
        | ExpressionKind::Tuple(_) => true,
        ExpressionKind::Object(items) => items.iter().all(|item| match &item.key {
            ObjectKey::Name(_) => true,
            ObjectKey::Expression(key) => key.literal_text().is_some(),
        }),
        _ => expression.literal_text().is_some(),
    }
}

fn item_of(body: &Body, step: &PathStep) -> Option<(PathTarget, Vec<PathStep>)> {
    let name = step.name()?;
    let target = match body.attribute(name) {
        Some(attribute) => PathTarget::Expression(attribute.expression()),
        None => PathTarget::Blocks(BlocksTarget {
            around: body.clone(),
            blocks: blocks_of(body, name)?,
            followed: 0,
            is_element: false,
        }),
    };
    Some((target, vec![PathStep::from(name)]))
}

fn blocks_of(body: &Body, block_type: &str) -> Option<Vec<Block>> {
    let blocks: Vec<Block> = body.blocks_of_type(block_type).collect();
    (!blocks.is_empty()).then_some(blocks)
}

impl BlocksTarget {
    /// The part that a step leads to, and the steps that a path has there.
    fn part(&self, step: &PathStep) -> Option<(PathTarget, Vec<PathStep>)> {
        if let PathStep::Index(index) = step {
            let element = BlocksTarget {
                blocks: vec![self.blocks.get(*index)?.clone()],
                is_element: true,
                ..self.clone()
            };
            let steps = element_steps(&self.blocks, self.followed, *index);
            return Some((PathTarget::Blocks(element), steps));
        }
        let name = step.name()?;
        let labelled = self.with_label(name);
        if !labelled.is_empty() {
            let labelled = BlocksTarget {
                blocks: labelled,
                followed: self.followed + 1,
                ..self.clone()
            };
            let step = PathStep::Key(name.into());
            return Some((PathTarget::Blocks(labelled), vec![step]));
        }
        let [block] = self.blocks.as_slice() else {
            return None;
        };
        item_of(&block.body(), step).or_else(|| {
            let labels = self.label_field(block, name)?;
            let target = PathTarget::Labels(block.clone(), labels);
            Some((target, vec![step.clone()]))
        })
    }

    /// The blocks whose next label is this one.
    fn with_label(&self, text: &str) -> Vec<Block> {
        if self.is_element {
            return Vec::new();
        }
        let has_label = |block: &&Block| {
            let label = block.labels().nth(self.followed);
            label.is_some_and(|label| *label.text() == *text)
        };
        self.blocks.iter().filter(has_label).cloned().collect()
    }

    /// The labels of a block that a field `$label`, `$label.1` or `$labels` has: of those that the path does not name
    /// or, if it names all, of all.
    fn label_field(&self, block: &Block, field: &str) -> Option<Range<usize>> {
        let count = block.labels().len();
        let first = if self.followed < count {
            self.followed
        } else {
            0
        };
        let labels = match field.strip_prefix("$label")? {
            "s" => first..count,
            "" => first..first + 1,
            number => {
                let number: usize = number.strip_prefix('.')?.parse().ok()?;
                let at = first.checked_add(number)?;
                at..at.checked_add(1)?
            }
        };
        (!labels.is_empty() && labels.end <= count).then_some(labels)
    }
}

/// The steps to one of several blocks, as errors have them: its labels, and an index if others have the same.
fn element_steps(blocks: &[Block], followed: usize, at: usize) -> Vec<PathStep> {
    let labels = |block: &Block| -> Vec<Arc<str>> {
        let labels = block.labels().skip(followed);
        labels.map(|label| label.text().as_ref().into()).collect()
    };
    let own = labels(&blocks[at]);
    if own.is_empty() {
        return vec![PathStep::Index(at)];
    }
    let alike = |blocks: &[Block]| blocks.iter().filter(|it| labels(it) == own).count();
    let index = (alike(blocks) > 1).then(|| PathStep::Index(alike(&blocks[..at])));
    own.into_iter().map(PathStep::Key).chain(index).collect()
}

fn part_of_expression(expression: &Expression, step: &PathStep) -> Option<Expression> {
    let part = match (expression.kind(), step) {
        (ExpressionKind::Parentheses(inner), _) => return part_of_expression(&inner, step),
        (ExpressionKind::Tuple(elements), PathStep::Index(index)) => elements.get(*index)?.clone(),
        (ExpressionKind::Object(items), _) => {
            let name = step.name()?;
            let is_named = |key: &ObjectKey| match key {
                ObjectKey::Name(key) => **key == *name,
                ObjectKey::Expression(key) => key.literal_text().is_some_and(|it| *it == *name),
            };
            // Of a repeated key, the last counts.
            let mut items = items.into_iter().rev();
            items.find(|item| is_named(&item.key))?.value
        }
        _ => return None,
    };
    Some(part)
}
