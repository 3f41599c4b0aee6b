//! The actions for templates.
//!
//! Knows nothing of the generated parser and of the text of diagnostics.

use super::{Builder, ByteRange, Chain, ForVariables};
use crate::span::Span;
use crate::syntax::tree::{NONE, NodeId, NodeKind, text};

impl Builder<'_> {
    pub(crate) fn literal(&mut self, mark: u32, start: u32, end: u32) -> u32 {
        let literal = self.node(NodeKind::TemplateLiteral, (start, end), 0);
        self.item(mark, literal)
    }

    pub(crate) fn interpolation(&mut self, mark: u32, start: u32, inner: Chain, end: u32) -> u32 {
        let interpolation = self.node(NodeKind::Interpolation, (start, end), inner.root.0);
        self.item(mark, interpolation)
    }

    pub(crate) fn template(&mut self, kind: NodeKind, parts: u32, start: u32, end: u32) -> Chain {
        let indent = self.indent(kind, parts, start);
        let data = self.storage().push_words(&[indent]);
        self.counted(parts);
        Chain::single(self.node(kind, (start, end), data))
    }

    /// The indentation that a flush heredoc removes, over its own text and the branches of its directives.
    /// For a branch, it is [`NONE`] if no line of it counts.
    fn indent(&self, kind: NodeKind, parts: u32, start: u32) -> u32 {
        let mut least = NONE;
        // A branch begins directly after a directive, not at the start of a line.
        let mut begins_line = kind == NodeKind::HeredocTemplate;
        for part in &self.pending[parts as usize..] {
            let node = self.stored(NodeId(*part));
            let is_literal = node.kind == NodeKind::TemplateLiteral;
            let span = Span::new(node.start, node.end);
            let nested = match node.kind {
                NodeKind::TemplateLiteral => text::template_indent(self.text, span),
                _ if begins_line => 0,
                NodeKind::TemplateIf => self.branch_indent(node.data, 1..3),
                NodeKind::TemplateFor => self.branch_indent(node.data, 5..6),
                _ => NONE,
            };
            least = least.min(nested);
            begins_line = is_literal && text::ends_line(self.text, span);
        }
        match kind {
            // The directive that ends a branch may stand at the start of a line itself.
            NodeKind::BareTemplate if begins_line => 0,
            NodeKind::BareTemplate => least,
            _ if least == NONE => 0,
            NodeKind::HeredocTemplate if self.text[start as usize..].starts_with("<<-") => least,
            _ => 0,
        }
    }

    /// The smallest indentation of the templates among the words of a directive.
    fn branch_indent(&self, data: u32, words: std::ops::Range<u32>) -> u32 {
        words
            .map(|word| self.storage().word(data + word))
            .filter(|template| *template != NONE)
            .map(|template| self.stored(NodeId(template)).data)
            .map(|parts| self.storage().word(parts))
            .min()
            .unwrap_or(NONE)
    }

    pub(crate) fn branch(&mut self, parts: u32, start: u32, end: u32) -> NodeId {
        self.template(NodeKind::BareTemplate, parts, start, end)
            .root
    }

    pub(crate) fn template_if(
        &mut self,
        range: ByteRange,
        predicate: Chain,
        yes: NodeId,
        no: Option<NodeId>,
    ) -> NodeId {
        let no = no.map_or(NONE, |template| template.0);
        let data = self.storage().push_words(&[predicate.root.0, yes.0, no]);
        self.node(NodeKind::TemplateIf, range, data)
    }

    pub(crate) fn template_for(
        &mut self,
        range: ByteRange,
        variables: ForVariables,
        collection: Chain,
        body: NodeId,
    ) -> NodeId {
        let data = self.close_for(variables, [collection.root.0, body.0]);
        self.node(NodeKind::TemplateFor, range, data)
    }
}
