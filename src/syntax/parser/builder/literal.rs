//! The nodes of what the lexer has joined: items whose values are literal.
//!
//! Knows nothing of the generated parser and of diagnostics.

use super::Builder;
use crate::syntax::lexer::{Part, PartKind};
use crate::syntax::tree::{Node, NodeKind, PLAIN, VERBATIM};

impl Builder<'_> {
    /// The items that the next parts stand for. A collection owns the elements or items before it, an item the value.
    pub(crate) fn literal_items(&mut self, parts: u16) {
        let parts = usize::from(parts);
        let mut queue = self.parts.borrow_mut();
        for part in &queue[..parts] {
            self.literal_node(*part);
        }
        queue.drain(..parts);
    }

    /// The same behind other items of an object.
    pub(crate) fn more_items(&mut self, mark: u32, parts: u16) -> u32 {
        self.literal_items(parts);
        mark
    }

    #[inline]
    fn literal_node(&mut self, part: Part) {
        let data = match part.kind {
            PartKind::Attribute | PartKind::Item => self.tree.last().0,
            PartKind::Tuple => self.tree.push_last(part.data),
            PartKind::Object => {
                let mark = self.mark() - part.data;
                self.counted(mark)
            }
            _ => part.data,
        };
        let (kind, flags) = NODES[part.kind as usize];
        let id = self.tree.push(Node {
            kind,
            flags: flags | part.places,
            start: part.start,
            end: part.end,
            data,
        });
        if matches!(part.kind, PartKind::Attribute | PartKind::Item) {
            self.pending.push(id.0);
        }
    }
}

/// What the node of a part is, and its flags, in the order of [`PartKind`].
const NODES: [(NodeKind, u8); 10] = [
    (NodeKind::QuotedLiteral, 0),
    (NodeKind::QuotedLiteral, VERBATIM),
    (NodeKind::Number, PLAIN),
    (NodeKind::True, PLAIN),
    (NodeKind::False, PLAIN),
    (NodeKind::Null, 0),
    (NodeKind::Tuple, 0),
    (NodeKind::Object, 0),
    (NodeKind::Attribute, 0),
    (NodeKind::NamedItem, 0),
];
