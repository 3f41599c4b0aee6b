//! Static traversals ("Static Traversal").

use std::fmt;

use super::Expression;
use super::expression::number;
use crate::diagnostic::{Code, Diagnostic};
use crate::number::Number;
use crate::path::{Path, PathStep};
use crate::quote::write_quoted;
use crate::source::Source;
use crate::span::Span;
use crate::syntax::tree::view::{ExpressionView, View};
use crate::syntax::tree::{ExprId, Step, StepKind};

/// A path from a variable through attributes and elements, known without evaluation.
///
/// `true`, `false` and `null` are variable names here. A traversal displays in native syntax. Two traversals are equal
/// if they have the same root and steps, regardless of their locations.
///
/// ```
/// let traversal = hcl::parse_traversal("aws_instance.web [0].id")?;
/// assert_eq!(traversal.root(), "aws_instance");
/// assert_eq!(traversal.steps().len(), 3);
/// assert_eq!(traversal.to_string(), "aws_instance.web[0].id");
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct Traversal {
    root: String,
    root_span: Span,
    steps: Vec<TraversalStep>,
    source: Source,
}

/// A step of a traversal.
///
/// Two steps are equal if they have the same name or key, regardless of their locations.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum TraversalStep {
    /// Attribute access.
    #[non_exhaustive]
    GetAttr {
        /// The name.
        name: String,
        /// The bytes from the dot to the end of the name.
        span: Span,
    },
    /// An index with a literal key, or a legacy index.
    #[non_exhaustive]
    Index {
        /// The key.
        key: TraversalKey,
        /// The bytes of the brackets with their content, or from the dot to the end of the number.
        span: Span,
    },
}

impl TraversalStep {
    /// The bytes of the step, starting with its dot or bracket.
    pub fn span(&self) -> Span {
        match self {
            TraversalStep::GetAttr { span, .. } | TraversalStep::Index { span, .. } => *span,
        }
    }

    /// The name, if the step is attribute access.
    ///
    /// ```
    /// let traversal = hcl::parse_traversal("module.vpc[0]")?;
    /// let names: Vec<_> = traversal.steps().iter().map(|step| step.name()).collect();
    /// assert_eq!(names, [Some("vpc"), None]);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn name(&self) -> Option<&str> {
        match self {
            TraversalStep::GetAttr { name, .. } => Some(name),
            TraversalStep::Index { .. } => None,
        }
    }

    /// The key, if the step is an index.
    pub fn key(&self) -> Option<&TraversalKey> {
        match self {
            TraversalStep::GetAttr { .. } => None,
            TraversalStep::Index { key, .. } => Some(key),
        }
    }
}

/// Converts to the path step that leads to the same part: an attribute by name, an element by index, or the key of a
/// map. A number that is not an index becomes the key that it converts to as a string.
///
/// ```
/// use hcl::PathStep;
///
/// let traversal = hcl::parse_traversal("module.vpc[0][\"a\"]")?;
/// let steps: Vec<PathStep> = traversal.steps().iter().map(PathStep::from).collect();
/// let expected = [
///     PathStep::Attribute("vpc".into()),
///     PathStep::Index(0),
///     PathStep::Key("a".into()),
/// ];
/// assert_eq!(steps, expected);
/// # Ok::<(), hcl::Error>(())
/// ```
impl From<&TraversalStep> for PathStep {
    fn from(step: &TraversalStep) -> Self {
        match step {
            TraversalStep::GetAttr { name, .. } => PathStep::from(name),
            TraversalStep::Index { key, .. } => match key {
                TraversalKey::String(key) => PathStep::Key(key.as_str().into()),
                TraversalKey::Number(number) => match index_of(number) {
                    Some(index) => PathStep::Index(index),
                    None => PathStep::Key(number.to_string().into()),
                },
            },
        }
    }
}

fn index_of(number: &Number) -> Option<usize> {
    usize::try_from(number.as_u64()?).ok()
}

/// The key of an index in a traversal.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TraversalKey {
    /// An element of a list or tuple.
    Number(Number),
    /// An element of a map or an attribute of an object.
    String(String),
}

impl Traversal {
    /// The name of the variable.
    pub fn root(&self) -> &str {
        &self.root
    }

    /// The bytes of the variable's name.
    pub fn root_span(&self) -> Span {
        self.root_span
    }

    /// The steps after the variable.
    pub fn steps(&self) -> &[TraversalStep] {
        &self.steps
    }

    /// The traversal as a path, which starts with the name of the variable.
    ///
    /// A traversal is part of a source, and has locations. A [`Path`] names a part of a value; errors have one. Both
    /// display in the same form.
    ///
    /// ```
    /// let traversal = hcl::parse_traversal("module.vpc [0].id")?;
    /// assert_eq!(traversal.path(), "module.vpc[0].id");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn path(&self) -> Path {
        let root = PathStep::from(&self.root);
        let steps = self.steps.iter().map(PathStep::from);
        std::iter::once(root).chain(steps).collect()
    }

    /// The bytes from the root to the last step.
    pub fn span(&self) -> Span {
        let last = self.steps.last();
        last.map_or(self.root_span, |step| self.root_span.join(step.span()))
    }

    /// The source.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The traversal of an expression, or the diagnostic if it is not a static traversal.
    pub(crate) fn required(expression: &Expression) -> Result<Self, Diagnostic> {
        Traversal::of(expression).ok_or_else(|| {
            let quotes = if expression.is_json() { "" } else { "quotes, " };
            let detail = format!(
                "A static variable reference is required here: a name, with access to attributes by name and to \
                 elements by literal keys. Write it without {quotes}operators, function calls and templates."
            );
            Diagnostic::of(Code::InvalidExpression, detail).at(expression)
        })
    }

    /// The static traversal of an expression, or of the native syntax in a JSON string: a variable with accesses by
    /// name or by literal key ("Static Traversal").
    pub(crate) fn of(expression: &Expression) -> Option<Self> {
        Traversal::of_native(expression)
            .or_else(|| Traversal::of_native(&expression.embedded_expression()?))
    }

    /// The traversal of an expression, if it is static.
    fn of_native(expression: &Expression) -> Option<Self> {
        let view = expression.view();
        let place = |span| expression.document().place(span);
        let (root, links): (_, &[Step]) = match expression.shape() {
            ExpressionView::Traversal(traversal) => (traversal.source, traversal.steps),
            _ => (expression.id(), &[]),
        };
        // `true`, `false` and `null` are names in native syntax; in JSON they are values.
        let is_name = match view.expression(root) {
            ExpressionView::Variable(_) => true,
            ExpressionView::Bool(_) | ExpressionView::Null => !expression.is_json(),
            _ => false,
        };
        if !is_name || expression.element().is_some() {
            return None;
        }
        let mut steps = Vec::with_capacity(links.len());
        for link in links {
            let span = place(link.span);
            steps.push(match link.kind {
                StepKind::GetAttr(_) => TraversalStep::GetAttr {
                    name: view.accessed(*link).to_owned(),
                    span,
                },
                StepKind::LegacyIndex(_) => TraversalStep::Index {
                    key: TraversalKey::Number(number(view.accessed(*link))),
                    span,
                },
                StepKind::Index(key) => TraversalStep::Index {
                    key: literal_key(view, key)?,
                    span,
                },
                StepKind::AttributeSplat(_) | StepKind::FullSplat(_) => return None,
            });
        }
        let root_span = view.tree.span(root);
        Some(Traversal {
            root: view.slice(root_span).to_owned(),
            root_span: place(root_span),
            steps,
            source: expression.source().clone(),
        })
    }
}

impl PartialEq for Traversal {
    fn eq(&self, other: &Self) -> bool {
        self.root == other.root && self.steps == other.steps
    }
}

impl Eq for Traversal {}

impl PartialEq for TraversalStep {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::GetAttr { name, .. }, Self::GetAttr { name: other, .. }) => name == other,
            (Self::Index { key, .. }, Self::Index { key: other, .. }) => key == other,
            _ => false,
        }
    }
}

impl Eq for TraversalStep {}

impl fmt::Display for Traversal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.root)?;
        for step in &self.steps {
            match step {
                TraversalStep::GetAttr { name, .. } => write!(formatter, ".{name}")?,
                TraversalStep::Index { key, .. } => match key {
                    TraversalKey::Number(number) => write!(formatter, "[{number}]")?,
                    TraversalKey::String(key) => {
                        formatter.write_str("[")?;
                        write_quoted(formatter, key)?;
                        formatter.write_str("]")?;
                    }
                },
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Traversal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

/// The key of an index, if it is a literal number or string.
fn literal_key(view: View<'_, '_>, id: ExprId) -> Option<TraversalKey> {
    match view.expression(id) {
        ExpressionView::Number(text) => Some(TraversalKey::Number(number(text))),
        ExpressionView::Literal(literal) => {
            Some(TraversalKey::String(view.literal(literal).into_owned()))
        }
        _ => None,
    }
}
