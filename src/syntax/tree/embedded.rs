//! Native syntax in JSON strings ("Strings", "Static Analysis" of the JSON syntax): a string is a template, or an
//! expression, in a source of its own.
//!
//! The meaning of a string depends on its use: literal text without an evaluation context, a template with one, an
//! expression in static analysis. It is therefore parsed when it is used, and its errors are reported then. The tree of
//! a template is cached with the string.

use std::sync::Arc;

use super::arena::{Embedded, Strings, Tree};
use super::view::View;
use super::{ExprId, ExprKind};
use crate::diagnostic::Diagnostic;
use crate::identifier::is_identifier;
use crate::json_text::string;
use crate::limits::ParseLimits;
use crate::span::Span;
use crate::syntax::lexer::SourceKind;
use crate::syntax::parser;

impl Embedded {
    pub(crate) fn tree(&self) -> Option<&Arc<Tree>> {
        self.parsed.as_ref().ok()
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The view of the tree with its text, and the root expression.
    pub(crate) fn view(&self) -> Option<(View<'_, '_>, ExprId)> {
        let tree = self.tree()?;
        let view = View {
            text: &self.text,
            tree,
        };
        Some((view, tree.root_expression()?))
    }

    /// Converts a span of the text to a span of the source.
    pub(crate) fn place(&self, span: Span) -> Span {
        self.offsets.place(span)
    }

    /// The diagnostics about the text, with spans of the source.
    pub(crate) fn diagnostics(&self) -> Vec<Diagnostic> {
        match &self.parsed {
            Ok(_) => Vec::new(),
            Err(diagnostics) => self.placed(diagnostics.clone()),
        }
    }

    /// Converts diagnostics with spans of the text to spans of the source.
    pub(crate) fn placed(&self, mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
        for diagnostic in &mut diagnostics {
            diagnostic.map_places(|span| self.place(span));
        }
        diagnostics
    }
}

impl<'s, 't> View<'s, 't> {
    /// The span between the quotes of the string `id`.
    fn inner(self, id: ExprId) -> Span {
        self.tree.span(id).inner()
    }

    /// The template in the string `id`, if it has template sequences.
    pub(crate) fn embedded(self, id: ExprId) -> Option<&'t Arc<Embedded>> {
        let ExprKind::JsonTemplate(string) = self.tree[id].kind else {
            return None;
        };
        let strings = self.tree.strings.as_ref()?;
        let slot = strings.slot(string)?;
        Some(slot.template.get_or_init(|| {
            Arc::new(self.read(strings, self.inner(id), SourceKind::JsonString, slot.depth))
        }))
    }

    /// The view of the template in the string `id` with its root expression, unless it has errors.
    pub(crate) fn embedded_view(self, id: ExprId) -> Option<(View<'t, 't>, ExprId)> {
        self.embedded(id)?.view()
    }

    /// The name that an expression represents in static analysis: an identifier in native syntax, or a JSON string that
    /// consists of one.
    pub(crate) fn keyword(self, id: ExprId) -> Option<&'s str> {
        let is_json = self.tree.is_json();
        match self.tree[id].kind {
            ExprKind::QuotedLiteral { .. } if is_json => {
                let name = self.slice(self.inner(id));
                is_identifier(name).then_some(name)
            }
            ExprKind::Variable { .. } | ExprKind::Bool(_) | ExprKind::Null if !is_json => {
                Some(self.slice(self.tree.span(id)))
            }
            _ => None,
        }
    }

    /// The expression that a JSON string represents in static analysis, if it can be parsed as one.
    pub(crate) fn embedded_expression(self, id: ExprId) -> Option<Embedded> {
        let strings = self.tree.strings.as_ref()?;
        let is_string = matches!(
            self.tree[id].kind,
            ExprKind::QuotedLiteral { .. }
                | ExprKind::JsonString { .. }
                | ExprKind::JsonTemplate(_)
        );
        let expression =
            is_string.then(|| self.read(strings, self.inner(id), SourceKind::Expression, 0))?;
        expression.parsed.is_ok().then_some(expression)
    }

    /// Parses the text between the quotes of a string with `depth` levels of nesting around it.
    fn read(self, strings: &Strings, inner: Span, kind: SourceKind, depth: u32) -> Embedded {
        let (text, offsets) = string::decode_with_offsets(self.text, inner);
        let limits = ParseLimits {
            depth: strings.limits.depth.saturating_sub(depth),
            ..strings.limits
        };
        let parsed = parser::parse(&text, kind, limits).map_err(|failure| failure.diagnostics);
        Embedded {
            text,
            offsets,
            parsed,
        }
    }
}
