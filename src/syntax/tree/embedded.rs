//! Native syntax in the strings of JSON ("Strings", "Static Analysis" of the JSON syntax): a string is a template, or
//! an expression, in a source of its own.
//!
//! The meaning of a string depends on its use: literal text without an evaluation context, a template with one, an
//! expression in static analysis. It is therefore parsed when it is used, and its errors are reported then. The tree of
//! a template is kept beside the string.
//!
//! Knows nothing of how native syntax is parsed.

use std::sync::Arc;

use super::arena::{Embedded, Strings, Tree};
use super::view::View;
use super::{NodeId, NodeKind};
use crate::diagnostic::Diagnostic;
use crate::identifier::is_identifier;
use crate::span::Span;
use crate::syntax::json_string;
use crate::syntax::lexer::SourceKind;

impl Embedded {
    /// The tree, if the text could be parsed.
    pub(crate) fn tree(&self) -> Option<&Arc<Tree>> {
        self.tree.as_ref()
    }

    /// The decoded text of the string.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The tree beside the text, and its root.
    pub(crate) fn view(&self) -> Option<(View<'_, '_>, NodeId)> {
        let tree = self.tree.as_deref()?;
        let view = View {
            text: &self.text,
            tree,
        };
        Some((view, tree.root()))
    }

    /// Where a part of the text is written in the source.
    pub(crate) fn place(&self, span: Span) -> Span {
        self.offsets.place(span)
    }

    /// What is wrong with the text, in terms of the source.
    pub(crate) fn diagnostics(&self) -> Vec<Diagnostic> {
        self.placed(self.diagnostics.clone())
    }

    /// Diagnostics in terms of the text as diagnostics in terms of the source.
    pub(crate) fn placed(&self, mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
        for diagnostic in &mut diagnostics {
            diagnostic.map_places(|span| self.place(span));
        }
        diagnostics
    }
}

impl<'s, 't> View<'s, 't> {
    /// What stands between the quotes of the string `id`.
    fn inner(self, id: NodeId) -> Span {
        let node = self.tree.node(id);
        Span::new(node.start + 1, node.end - 1)
    }

    /// The template that the string `id`, one with template sequences, is.
    pub(crate) fn embedded(self, id: NodeId) -> Option<&'t Arc<Embedded>> {
        let node = self.tree.node(id);
        if node.kind != NodeKind::JsonTemplate {
            return None;
        }
        let strings = self.tree.strings()?;
        let slot = strings.templates.get(node.data as usize)?;
        Some(slot.template.get_or_init(|| {
            Arc::new(self.read(strings, self.inner(id), (SourceKind::Template, slot.depth)))
        }))
    }

    /// The name that an expression is in static analysis: a word of native syntax, or a string of JSON that is one.
    pub(crate) fn keyword(self, id: NodeId) -> Option<&'s str> {
        let node = self.tree.node(id);
        let is_word = matches!(
            node.kind,
            NodeKind::Variable | NodeKind::True | NodeKind::False | NodeKind::Null
        );
        match (node.kind, self.tree.is_json_at(self.tree.span(id).start())) {
            (NodeKind::QuotedLiteral, true) => {
                let name = self.slice(self.inner(id));
                is_identifier(name).then_some(name)
            }
            (_, false) if is_word => Some(self.slice(self.tree.span(id))),
            _ => None,
        }
    }

    /// The expression that a string of JSON is in static analysis, if it can be parsed as one.
    pub(crate) fn embedded_expression(self, id: NodeId) -> Option<Embedded> {
        let strings = self.tree.strings()?;
        let is_string = matches!(
            self.tree.node(id).kind,
            NodeKind::QuotedLiteral | NodeKind::JsonString | NodeKind::JsonTemplate
        );
        let expression =
            is_string.then(|| self.read(strings, self.inner(id), (SourceKind::Expression, 0)))?;
        expression.tree.is_some().then_some(expression)
    }

    fn read(self, strings: &Strings, inner: Span, (kind, depth): (SourceKind, u32)) -> Embedded {
        let (text, offsets) = json_string::decode_with_offsets(self.text, inner);
        let [max_depth, links] = strings.limits;
        let max_depth = max_depth.saturating_sub(depth);
        let (tree, diagnostics) = match (strings.reader)(&text, kind, max_depth, links) {
            Ok(tree) => (Some(Arc::new(tree)), Vec::new()),
            Err(diagnostics) => (None, diagnostics),
        };
        Embedded {
            text,
            offsets,
            tree,
            diagnostics,
        }
    }
}
