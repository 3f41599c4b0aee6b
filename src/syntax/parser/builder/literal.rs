//! The nodes of what the lexer has joined: items whose values are literal.
//!
//! Knows nothing of the generated parser and of diagnostics.

use super::Builder;
use crate::syntax::tree::{NodeId, NodeKind};

impl Builder<'_> {
    /// The items that the next parts stand for. A collection owns the elements or items before it, an item the value.
    pub(crate) fn literal_items(&mut self, parts: u16) {
        let parts = usize::from(parts);
        let mut queue = self.parts.borrow_mut();
        let first = self.tree.extend(&queue[..parts]);
        for (id, part) in (first.0..).zip(&queue[..parts]) {
            let data = match part.kind {
                NodeKind::Attribute | NodeKind::NamedItem => {
                    self.pending.push(id);
                    id - 1
                }
                NodeKind::Tuple => self.tree.push_range(id - part.data..id),
                NodeKind::Object => {
                    let mark = self.mark() - part.data;
                    self.counted(mark)
                }
                _ => continue,
            };
            self.tree.node_mut(NodeId(id)).data = data;
        }
        queue.drain(..parts);
    }

    /// The same in an object.
    pub(crate) fn more_items(&mut self, mark: u32, parts: u16) -> u32 {
        self.literal_items(parts);
        mark
    }
}
