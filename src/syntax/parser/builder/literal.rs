//! The nodes of what the lexer has joined: items whose values are literal.
//!
//! Knows nothing of the generated parser and of diagnostics.

use super::Builder;
use crate::syntax::lexer::Header;
use crate::syntax::tree::{Node, NodeId, NodeKind};

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
                NodeKind::Block => self.literal_block(id, *part),
                _ => continue,
            };
            self.tree.node_mut(NodeId(id)).data = data;
        }
        queue.drain(..parts);
    }

    /// A block that owns the items before it; its data.
    fn literal_block(&mut self, id: u32, part: Node) -> u32 {
        let (header, items) = Header::and_items(part.data);
        let mark = self.pending.len();
        header.push_positions(self.text.as_bytes(), part.start, &mut self.pending);
        let data = self.tree.push_header(&self.pending[mark..]);
        self.pending.truncate(mark);
        let (_, distinct) = self.body(self.mark() - u32::from(items));
        self.tree.node_mut(NodeId(id)).flags |= distinct;
        self.pending.push(id);
        data
    }

    /// The same in an object.
    pub(crate) fn more_items(&mut self, mark: u32, parts: u16) -> u32 {
        self.literal_items(parts);
        mark
    }
}
