//! Templates ("Templates").

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::{Document, Expression};
use crate::source::Source;
use crate::span::Span;
use crate::syntax::tree::text::Notation;
use crate::syntax::tree::view::{ExpressionView, TemplateView, View};
use crate::syntax::tree::{
    ExprId, ExprKind, IfNode, Part, TemplateForNode, TemplateForm, TemplateId,
};

/// A template: literal text, interpolations and directives.
///
/// ```
/// use hcl::TemplatePart;
///
/// let template = hcl::parse_template("Hello, ${name}!")?;
/// let parts = template.parts();
/// assert!(matches!(&parts[0], TemplatePart::Literal(text) if text == "Hello, "));
/// assert!(matches!(&parts[1], TemplatePart::Interpolation(it) if it.text() == "name"));
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct Template {
    document: Arc<Document>,
    node: TemplateRef,
}

/// A reference to a template in the tree.
#[derive(Clone, Copy)]
pub(crate) enum TemplateRef {
    Expression(ExprId),
    /// A branch of a directive in a template with this notation.
    Branch {
        id: TemplateId,
        notation: Notation,
        /// The outermost template around the directive.
        within: ExprId,
    },
}

/// A part of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TemplatePart {
    /// Literal text: the string that it stands for.
    Literal(String),
    /// An interpolation: `${expression}`.
    Interpolation(Expression),
    /// An `if` directive.
    #[non_exhaustive]
    If {
        /// The condition.
        predicate: Expression,
        /// The template for a true condition.
        true_branch: Template,
        /// The template after `else`.
        false_branch: Option<Template>,
    },
    /// A `for` directive.
    #[non_exhaustive]
    For {
        /// The variable for each key.
        key_variable: Option<String>,
        /// The variable for each value.
        value_variable: String,
        /// The collection that is iterated over.
        collection: Expression,
        /// The template that is repeated.
        body: Template,
    },
}

impl Template {
    pub(crate) fn new(document: Arc<Document>, id: ExprId) -> Self {
        let node = TemplateRef::Expression(id);
        Template { document, node }
    }

    /// A branch of a directive in a template with this notation.
    pub(super) fn branch(&self, id: TemplateId, notation: Notation) -> Self {
        let within = self.expression_id();
        Template {
            document: Arc::clone(&self.document),
            node: TemplateRef::Branch {
                id,
                notation,
                within,
            },
        }
    }

    /// The expression of the template; for a branch of a directive, the expression of the outermost template around it.
    pub(crate) fn expression_id(&self) -> ExprId {
        match self.node {
            TemplateRef::Expression(id) => id,
            TemplateRef::Branch { within, .. } => within,
        }
    }

    /// The template that is the whole source.
    pub(crate) fn root(document: Arc<Document>) -> Self {
        let id = document.tree.root_expression();
        let id = id.expect("the source was parsed as a template");
        Template::new(document, id)
    }

    pub(crate) fn node(&self) -> TemplateRef {
        self.node
    }

    /// The template of a JSON string, in a source of its own, unless it is invalid.
    pub(super) fn embedded(&self) -> Option<Template> {
        let TemplateRef::Expression(id) = self.node else {
            return None;
        };
        let embedded = self.view().embedded(id)?;
        let document = self.document.with_embedded(Arc::clone(embedded))?;
        Some(Template::root(document))
    }

    /// The parts in the tree, if the template has sequences and is not in a JSON string.
    pub(crate) fn tree_parts(&self) -> Option<TemplateView<'_>> {
        let view = self.view();
        match self.node {
            TemplateRef::Branch { id, notation, .. } => Some(view.branch(id, notation)),
            TemplateRef::Expression(id) => match view.expression(id) {
                ExpressionView::Template(template) => Some(view.template(template)),
                _ => None,
            },
        }
    }

    /// The parts, in the order of the source. A JSON string whose template sequences are invalid is literal text.
    pub fn parts(&self) -> Vec<TemplatePart> {
        if let Some(TemplateView { parts, notation }) = self.tree_parts() {
            return parts.iter().map(|it| self.part(*it, notation)).collect();
        }
        match self.embedded() {
            Some(template) => template.parts(),
            None => vec![TemplatePart::Literal(self.literal().into_owned())],
        }
    }

    /// The text of a template without sequences, or of one that could not be parsed.
    pub(super) fn literal(&self) -> Cow<'_, str> {
        let view = self.view();
        match self.node {
            TemplateRef::Expression(id) => match view.expression(id) {
                ExpressionView::Literal(literal) => view.literal(literal),
                _ => view.raw_text(id),
            },
            TemplateRef::Branch { .. } => Cow::Borrowed(""),
        }
    }

    fn part(&self, part: Part, notation: Notation) -> TemplatePart {
        let view = self.view();
        let branch = |id| self.branch(id, notation);
        match part {
            Part::Literal(span) => {
                TemplatePart::Literal(view.template_literal(span, notation).into_owned())
            }
            Part::Interpolation { expression, .. } => {
                TemplatePart::Interpolation(self.expression(expression))
            }
            Part::If(id) => {
                let IfNode {
                    predicate, yes, no, ..
                } = view.tree[id];
                TemplatePart::If {
                    predicate: self.expression(predicate),
                    true_branch: branch(yes),
                    false_branch: no.map(branch),
                }
            }
            Part::For(id) => {
                let TemplateForNode {
                    key,
                    value,
                    collection,
                    body,
                    ..
                } = view.tree[id];
                TemplatePart::For {
                    key_variable: key.map(|name| view.slice(name).to_owned()),
                    value_variable: view.slice(value).to_owned(),
                    collection: self.expression(collection),
                    body: branch(body),
                }
            }
        }
    }

    pub(crate) fn expression(&self, id: ExprId) -> Expression {
        Expression::new(Arc::clone(&self.document), id)
    }

    /// The template as written, with its quotes or heredoc markers if it has any.
    pub fn text(&self) -> &str {
        self.view().slice(self.tree_span())
    }

    /// Whether the template is a whole source, without quotes and heredoc markers.
    pub(crate) fn is_bare(&self) -> bool {
        let TemplateRef::Expression(id) = self.node else {
            return false;
        };
        match self.document.tree[id].kind {
            ExprKind::Template(template) => {
                matches!(self.document.tree[template].form, TemplateForm::Bare { .. })
            }
            _ => false,
        }
    }

    /// The source.
    pub fn source(&self) -> &Source {
        &self.document.source
    }

    /// The bytes of the source that it covers.
    pub fn span(&self) -> Span {
        self.document.place(self.tree_span())
    }

    /// The span of the template in the text of the tree.
    pub(crate) fn tree_span(&self) -> Span {
        match self.node {
            TemplateRef::Expression(id) => self.document.tree.span(id),
            TemplateRef::Branch { id, .. } => self.document.tree[id].span,
        }
    }

    pub(crate) fn document(&self) -> &Arc<Document> {
        &self.document
    }

    pub(crate) fn view(&self) -> View<'_, '_> {
        self.document.view()
    }
}

impl fmt::Display for Template {
    /// Writes the template in a form that can be parsed again: a whole source with
    /// [`parse_template`](crate::parse_template), anything else, with its quotes or heredoc markers, with
    /// [`parse_expression`](crate::parse_expression). A branch of a directive is written as in the source.
    ///
    /// ```
    /// let template = hcl::parse_template("Hello, ${name}!")?;
    /// assert_eq!(template.to_string(), "Hello, ${name}!");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.node {
            TemplateRef::Expression(id) => self.expression(id).fmt(f),
            TemplateRef::Branch { .. } => f.write_str(self.text()),
        }
    }
}

impl fmt::Debug for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
