//! The nodes of what the lexer has joined: items whose values are literal.
//!
//! Knows nothing of the generated parser and of diagnostics.

use super::Builder;
use crate::syntax::tree::{Node, NodeKind};

impl Builder<'_> {
    /// The items that the next parts stand for. A collection owns the elements or items before it, an item the value.
    pub(crate) fn literal_items(&mut self, parts: u16) {
        let parts = usize::from(parts);
        let mut queue = self.parts.borrow_mut();
        for part in &queue[..parts] {
            let data = match part.kind {
                NodeKind::Attribute | NodeKind::NamedItem => self.tree.last().0,
                NodeKind::Tuple => self.tree.push_last(part.data),
                NodeKind::Object => {
                    let mark = self.mark() - part.data;
                    self.counted(mark)
                }
                _ => {
                    self.tree.push(*part);
                    continue;
                }
            };
            let id = self.tree.push(Node { data, ..*part });
            if matches!(part.kind, NodeKind::Attribute | NodeKind::NamedItem) {
                self.pending.push(id.0);
            }
        }
        queue.drain(..parts);
    }

    /// The same behind other items of an object.
    pub(crate) fn more_items(&mut self, mark: u32, parts: u16) -> u32 {
        self.literal_items(parts);
        mark
    }
}
