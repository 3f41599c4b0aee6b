//! An application's own checks of decoded data, reported at the places of fields.
//!
//! A path such as `server["web"].port` is followed through the body that the data was decoded from, so that neither the
//! types nor the checks have to carry places.
//!
//! Knows nothing of serde and of values.

use std::fmt;
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
/// In a body that was [overlaid](Body::overlay), the place is in the file that says what is checked.
///
/// # What is not written
///
/// A path is followed as far as the body goes. A path beyond that is no error, since a field may have its default, and
/// a check may miss a field: the report is at the nearest place around, at most the end of the file, and its detail
/// says what is not set there. The types are not known here, so that a misspelt path is reported in this way too; test
/// checks with a body that has all fields, and [`is_set`](Validation::is_set). Within a value that is computed, as by a
/// function call, the report is at the expression.
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
    /// Blocks of one type, of whose labels this number has been followed.
    Blocks(Vec<Block>, usize),
    Expression(Expression),
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
        let field = self.within(path);
        let mut diagnostic = field.target.located(diagnostic);
        if field.unset > 0 && field.target.says_all() {
            let written = field.path.steps().len() - field.unset;
            let unset: Path = field.path.iter().skip(written).cloned().collect();
            let words = format!("\"{unset}\" is not set here.");
            diagnostic.set_detail(match diagnostic.detail() {
                "" => words,
                detail => format!("{detail} {words}"),
            });
        }
        let diagnostic = diagnostic.with_path(field.path);
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.push(diagnostic);
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

impl PathTarget {
    /// A diagnostic at this place.
    fn located(&self, diagnostic: Diagnostic) -> Diagnostic {
        match self {
            // What is not there can be added at the end.
            PathTarget::Body(body) => {
                let end = body.span().end();
                diagnostic.at((Span::new(end, end), body.source()))
            }
            PathTarget::Blocks(blocks, _) => match blocks.first() {
                Some(block) => diagnostic.at((block.header_span(), block.source())),
                None => diagnostic,
            },
            PathTarget::Expression(expression) => diagnostic.at(expression),
        }
    }

    /// Whether everything that is in this part is written there: not in a value that is computed.
    fn says_all(&self) -> bool {
        match self {
            PathTarget::Body(_) | PathTarget::Blocks(..) => true,
            PathTarget::Expression(expression) => is_literal(expression),
        }
    }

    /// The part that a step leads to, and the steps that a path has there.
    fn part(&self, step: &PathStep) -> Option<(PathTarget, Vec<PathStep>)> {
        match self {
            PathTarget::Body(body) => item_of(body, step),
            PathTarget::Blocks(blocks, labels) => part_of_blocks(blocks, *labels, step),
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

/// The name or key that a step is.
fn name_of(step: &PathStep) -> Option<&Arc<str>> {
    match step {
        PathStep::Attribute(name) | PathStep::Key(name) => Some(name),
        PathStep::Index(_) | PathStep::Element => None,
    }
}

fn item_of(body: &Body, step: &PathStep) -> Option<(PathTarget, Vec<PathStep>)> {
    let name = name_of(step)?;
    let target = match body.attribute(name) {
        Some(attribute) => PathTarget::Expression(attribute.expression()),
        None => PathTarget::Blocks(blocks_of(body, name)?, 0),
    };
    Some((target, vec![PathStep::Attribute(Arc::clone(name))]))
}

fn blocks_of(body: &Body, block_type: &str) -> Option<Vec<Block>> {
    let blocks: Vec<Block> = body.blocks_of_type(block_type).collect();
    (!blocks.is_empty()).then_some(blocks)
}

fn part_of_blocks(
    blocks: &[Block],
    labels: usize,
    step: &PathStep,
) -> Option<(PathTarget, Vec<PathStep>)> {
    if let PathStep::Index(index) = step {
        let block = blocks.get(*index)?.clone();
        let steps = element_steps(blocks, labels, *index);
        let labels = block.labels().count();
        return Some((PathTarget::Blocks(vec![block], labels), steps));
    }
    let name = name_of(step)?;
    let has_label = |block: &&Block| {
        let label = block.labels().nth(labels);
        label.is_some_and(|label| *label.text() == **name)
    };
    let labelled: Vec<Block> = blocks.iter().filter(has_label).cloned().collect();
    if !labelled.is_empty() {
        let step = PathStep::Key(Arc::clone(name));
        return Some((PathTarget::Blocks(labelled, labels + 1), vec![step]));
    }
    match blocks {
        [block] => item_of(&block.body(), step),
        _ => None,
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
            let name = name_of(step)?;
            let is_named = |key: &ObjectKey| match key {
                ObjectKey::Name(key) => **key == **name,
                ObjectKey::Expression(key) => key.literal_text().is_some_and(|it| *it == **name),
            };
            // Of a repeated key, the last counts.
            let mut items = items.into_iter().rev();
            items.find(|item| is_named(&item.key))?.value
        }
        _ => return None,
    };
    Some(part)
}
