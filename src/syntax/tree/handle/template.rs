//! Templates ("Templates").

use std::fmt;
use std::sync::Arc;

use super::{Document, Expression};
use crate::source::Source;
use crate::span::Span;
use crate::syntax::tree::text::Notation;
use crate::syntax::tree::view::{ExpressionView, PartView, TemplateView, View};
use crate::syntax::tree::{NodeId, NodeKind};

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
    id: NodeId,
    /// The notation of the text if the template is a branch of a directive.
    notation: Option<Notation>,
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
    pub(crate) fn new(document: Arc<Document>, id: NodeId) -> Self {
        Template {
            document,
            id,
            notation: None,
        }
    }

    /// A branch of a directive in a template with this notation.
    pub(super) fn of_branch(
        document: Arc<Document>,
        id: NodeId,
        notation: Option<Notation>,
    ) -> Self {
        Template {
            document,
            id,
            notation,
        }
    }

    /// The notation of the text in the template; `None` if it has no sequences.
    pub(super) fn notation(&self) -> Option<Notation> {
        match (self.notation, self.view().expression(self.id)) {
            (Some(notation), _) => Some(notation),
            (None, ExpressionView::Literal(_) | ExpressionView::Embedded) => None,
            (None, _) => Some(self.view().template(self.id).notation),
        }
    }

    /// The template that is the whole source.
    pub(crate) fn root(document: Arc<Document>) -> Self {
        let id = document.tree.root();
        Template::new(document, id)
    }

    /// The template in a source of its own that a string of JSON is, unless something is wrong with it.
    pub(super) fn embedded(&self) -> Option<Template> {
        let embedded = self.view().embedded(self.id)?;
        let document = self.document.with_embedded(Arc::clone(embedded))?;
        Some(Template::root(document))
    }

    /// The parts, in the order of the source. A string of JSON that is no template after all, because something is
    /// wrong with its template sequences, is literal text.
    pub fn parts(&self) -> Vec<TemplatePart> {
        match (self.view().expression(self.id), self.branch()) {
            (ExpressionView::Embedded, _) => match self.embedded() {
                Some(template) => template.parts(),
                None => vec![TemplatePart::Literal(
                    self.view().raw_text(self.id).into_owned(),
                )],
            },
            (ExpressionView::Literal(literal), _) => {
                vec![TemplatePart::Literal(
                    self.view().literal(literal).into_owned(),
                )]
            }
            (_, Some(branch)) => self.parts_of(branch),
            _ => self.parts_of(self.view().template(self.id)),
        }
    }

    fn parts_of(&self, template: TemplateView<'_>) -> Vec<TemplatePart> {
        let part = |id: &u32| self.part(*id, template.notation);
        template.parts.iter().map(part).collect()
    }

    fn part(&self, id: u32, notation: Notation) -> TemplatePart {
        let view = self.view();
        match view.part(id) {
            PartView::Literal(span) => {
                TemplatePart::Literal(view.template_literal(span, notation).into_owned())
            }
            PartView::Interpolation(id) => TemplatePart::Interpolation(self.expression(id)),
            PartView::If { predicate, yes, no } => TemplatePart::If {
                predicate: self.expression(predicate),
                true_branch: self.branch_at(yes, notation),
                false_branch: no.map(|id| self.branch_at(id, notation)),
            },
            PartView::For {
                key,
                value,
                collection,
                body,
            } => TemplatePart::For {
                key_variable: key.map(|name| view.slice(name).to_owned()),
                value_variable: view.slice(value).to_owned(),
                collection: self.expression(collection),
                body: self.branch_at(body, notation),
            },
        }
    }

    pub(crate) fn expression(&self, id: NodeId) -> Expression {
        Expression::new(Arc::clone(&self.document), id)
    }

    fn branch_at(&self, id: NodeId, notation: Notation) -> Template {
        Template {
            document: Arc::clone(&self.document),
            id,
            notation: Some(notation),
        }
    }

    /// The template as it is written, with its quotes or heredoc markers if it has any.
    pub fn text(&self) -> &str {
        self.view().slice(self.document.tree.span(self.id))
    }

    /// Whether the template is a whole source, without quotes and heredoc markers.
    pub(crate) fn is_bare(&self) -> bool {
        self.notation.is_none() && self.document.tree.node(self.id).kind == NodeKind::BareTemplate
    }

    /// The source.
    pub fn source(&self) -> &Source {
        self.document.source_of(self.document.tree.span(self.id))
    }

    /// The bytes of the source that it covers.
    pub fn span(&self) -> Span {
        self.document.span(self.id)
    }

    /// The parts and the notation of a template that is a branch of a directive.
    pub(crate) fn branch(&self) -> Option<TemplateView<'_>> {
        self.notation
            .map(|notation| self.view().branch(self.id, notation))
    }

    pub(crate) fn id(&self) -> NodeId {
        self.id
    }

    pub(crate) fn document(&self) -> &Arc<Document> {
        &self.document
    }

    pub(crate) fn view(&self) -> View<'_, '_> {
        self.document.view()
    }
}

impl fmt::Debug for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
