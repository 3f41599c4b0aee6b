//! The actions for the tokens that the lexer has joined: they move the joined nodes into the tree.
//!
//! Knows nothing of the generated parser and of diagnostics.

use super::Builder;
use crate::syntax::lexer::Header;
use crate::syntax::tree::{Node, NodeId, NodeKind};

impl Builder<'_> {
    /// Moves the next `count` nodes of the queue into the tree. A collection takes the elements or items
    /// before it, an attribute or item takes the value before it.
    pub(crate) fn literal_items(&mut self, count: u16) {
        let count = usize::from(count);
        let mut queue = self.joined.borrow_mut();
        let first = self.tree.extend(&queue[..count]);
        for (id, node) in (first.0..).zip(&queue[..count]) {
            let data = match node.kind {
                NodeKind::Attribute | NodeKind::NamedItem => {
                    self.pending.push(id);
                    id - 1
                }
                NodeKind::Tuple => self.tree.push_range(id - node.data..id),
                NodeKind::Object => {
                    let mark = self.mark() - node.data;
                    self.counted(mark)
                }
                NodeKind::Block => self.literal_block(id, *node),
                _ => continue,
            };
            self.tree.node_mut(NodeId(id)).data = data;
        }
        queue.drain(..count);
    }

    /// Completes a block, which takes the items before it. Returns its data.
    fn literal_block(&mut self, id: u32, node: Node) -> u32 {
        let (header, items) = Header::from_data(node.data);
        let mark = self.pending.len();
        header.push_positions(self.text.as_bytes(), node.start, &mut self.pending);
        let data = self.tree.push_header(&self.pending[mark..]);
        self.pending.truncate(mark);
        let (_, distinct) = self.body(self.mark() - u32::from(items));
        self.tree.node_mut(NodeId(id)).flags |= distinct;
        self.pending.push(id);
        data
    }

    /// Moves the next nodes of the queue into the object whose items begin at `mark`.
    pub(crate) fn more_items(&mut self, mark: u32, count: u16) -> u32 {
        self.literal_items(count);
        mark
    }
}
