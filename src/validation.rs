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
/// A field is named by its path in the data: the names of fields, the keys of maps, the labels of blocks, and numbers for
/// the elements of lists. The steps that a body has are followed in it, and where the body ends, for instance because a
/// value is computed or because a field has its default, the nearest place around is reported, at most the end of the file. Whether a field has that name is not checked. The report shows the path
/// either way. In a body that was [overlaid](Body::overlay), the place is in the file that says what is checked.
///
/// The collector can be narrowed with [`within`](Validation::within): what checks a nested struct need not know where it
/// is. Both collect into one list, of which [`finish`](Validation::finish) makes a result.
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
///             validation.error(["port"], "Privileged port", "Ports below 1024 are for root.");
///         }
///         for (index, alias) in self.alias.iter().enumerate() {
///             if alias.is_empty() {
///                 validation.error([hcl::PathStep::from("alias"), index.into()], "Empty alias", "An alias needs a name.");
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
    place: Place,
    path: Path,
    found: Arc<Mutex<Vec<Diagnostic>>>,
}

/// A part of a body.
#[derive(Clone)]
enum Place {
    Body(Body),
    /// Blocks of one type, of whose labels this number has been followed.
    Blocks(Vec<Block>, usize),
    Expression(Expression),
}

impl Validation {
    /// A collector for what was decoded from a body.
    pub fn new(body: &Body) -> Self {
        Validation {
            place: Place::Body(body.clone()),
            path: Path::new(),
            found: Arc::default(),
        }
    }

    /// A collector for a part of the data. What it collects is what this one collects.
    #[must_use]
    pub fn within<S: Into<PathStep>>(&self, path: impl IntoIterator<Item = S>) -> Self {
        let mut part = self.clone();
        let mut is_followed = true;
        for step in path {
            let step = step.into();
            let next = part.place.part(&step).filter(|_| is_followed);
            is_followed = next.is_some();
            let (place, step) = next.unwrap_or_else(|| (part.place.clone(), step));
            part.place = place;
            part.path.push(step);
        }
        part
    }

    /// Reports an error at a field. The summary is a few words without a full stop, the detail full sentences.
    pub fn error<S: Into<PathStep>>(
        &self,
        path: impl IntoIterator<Item = S>,
        summary: impl Into<String>,
        detail: impl Into<String>,
    ) {
        self.report(path, Diagnostic::error(summary.into(), detail));
    }

    /// Reports a warning at a field.
    pub fn warning<S: Into<PathStep>>(
        &self,
        path: impl IntoIterator<Item = S>,
        summary: impl Into<String>,
        detail: impl Into<String>,
    ) {
        self.report(path, Diagnostic::warning(summary.into(), detail));
    }

    /// Reports a diagnostic of your own at a field: whatever place and path it has are replaced.
    pub fn report<S: Into<PathStep>>(
        &self,
        path: impl IntoIterator<Item = S>,
        diagnostic: Diagnostic,
    ) {
        let field = self.within(path);
        let diagnostic = field.place.located(diagnostic).with_path(field.path);
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

impl Place {
    /// A diagnostic at this place.
    fn located(&self, diagnostic: Diagnostic) -> Diagnostic {
        match self {
            // What is not there can be added at the end.
            Place::Body(body) => {
                let end = body.span().end();
                diagnostic.at((Span::new(end, end), body.source()))
            }
            Place::Blocks(blocks, _) => match blocks.first() {
                Some(block) => diagnostic.at((block.header_span(), block.source())),
                None => diagnostic,
            },
            Place::Expression(expression) => diagnostic.at(expression),
        }
    }

    /// The part that a step leads to, and the step as a path has it there.
    fn part(&self, step: &PathStep) -> Option<(Place, PathStep)> {
        match self {
            Place::Body(body) => item_of(body, step),
            Place::Blocks(blocks, labels) => part_of_blocks(blocks, *labels, step),
            Place::Expression(expression) => part_of_expression(expression, step),
        }
    }
}

/// The name or key that a step is.
fn name_of(step: &PathStep) -> Option<&Arc<str>> {
    match step {
        PathStep::Attribute(name) | PathStep::Key(name) => Some(name),
        PathStep::Index(_) | PathStep::Element => None,
    }
}

fn item_of(body: &Body, step: &PathStep) -> Option<(Place, PathStep)> {
    let name = name_of(step)?;
    let place = match body.attribute(name) {
        Some(attribute) => Place::Expression(attribute.expression()),
        None => Place::Blocks(blocks_of(body, name)?, 0),
    };
    Some((place, PathStep::Attribute(Arc::clone(name))))
}

fn blocks_of(body: &Body, block_type: &str) -> Option<Vec<Block>> {
    let blocks: Vec<Block> = body.blocks_of_type(block_type).collect();
    (!blocks.is_empty()).then_some(blocks)
}

fn part_of_blocks(blocks: &[Block], labels: usize, step: &PathStep) -> Option<(Place, PathStep)> {
    if let PathStep::Index(index) = step {
        let block = blocks.get(*index)?.clone();
        return Some((Place::Blocks(vec![block], labels), step.clone()));
    }
    let name = name_of(step)?;
    let has_label = |block: &&Block| {
        let label = block.labels().nth(labels);
        label.is_some_and(|label| *label.text() == **name)
    };
    let labelled: Vec<Block> = blocks.iter().filter(has_label).cloned().collect();
    if !labelled.is_empty() {
        let step = PathStep::Key(Arc::clone(name));
        return Some((Place::Blocks(labelled, labels + 1), step));
    }
    match blocks {
        [block] => item_of(&block.body(), step),
        _ => None,
    }
}

fn part_of_expression(expression: &Expression, step: &PathStep) -> Option<(Place, PathStep)> {
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
    Some((Place::Expression(part), step.clone()))
}
