//! The nodes of what the lexer has joined: items whose values are literal.
//!
//! Knows nothing of the generated parser and of diagnostics.

use super::Builder;
use crate::span::Span;
use crate::syntax::lexer::{Part, PartKind};
use crate::syntax::tree::{Node, NodeKind, VERBATIM};

impl Builder<'_> {
    /// The items that the next parts stand for. A collection owns the elements or items before it, an item the value.
    pub(crate) fn literal_items(&mut self, parts: u16) {
        let queue = self.parts;
        for part in queue.borrow_mut().drain(..usize::from(parts)) {
            let node = self.literal_node(part);
            let id = self.tree.push(node);
            if matches!(part.kind, PartKind::Attribute | PartKind::Item) {
                self.pending.push(id.0);
            }
        }
    }

    /// The same behind other items of an object.
    pub(crate) fn more_items(&mut self, mark: u32, parts: u16) -> u32 {
        self.literal_items(parts);
        mark
    }

    #[inline]
    fn literal_node(&mut self, Part { kind, start, end }: Part) -> Node {
        let span = Span::new(start, end);
        let (kind, flags, data) = match kind {
            PartKind::Plain => (NodeKind::QuotedLiteral, VERBATIM, 0),
            PartKind::Quoted => (NodeKind::QuotedLiteral, 0, 0),
            PartKind::Attribute => (NodeKind::Attribute, 0, self.tree.last().0),
            PartKind::Item => (NodeKind::NamedItem, 0, self.tree.last().0),
            PartKind::Number(coefficient, places) => {
                return Node::short_number(Some((coefficient, places)), span);
            }
            PartKind::LongNumber => return Node::short_number(None, span),
            PartKind::Word => return Node::identifier(self.text, span),
            PartKind::Tuple(count) => (NodeKind::Tuple, 0, self.tree.push_last(u32::from(count))),
            PartKind::Object(count) => {
                let mark = self.mark() - u32::from(count);
                (NodeKind::Object, 0, self.counted(mark))
            }
        };
        Node {
            kind,
            flags,
            start,
            end,
            data,
        }
    }
}
