//! The blocks of a body that have one type, or one type and the same first labels.
//!
//! Knows nothing of how blocks are decoded.

use super::content::Content;
use super::input::Input;
use super::item_nodes::{BodyItems, ItemNode};
use super::repeats::Repeats;
use crate::source::Source;
use crate::syntax::tree::view::BlockView;

/// Blocks that have one type, or one type and the same first labels.
#[derive(Clone, Copy)]
pub(super) struct BlockGroup<'de, 'a> {
    /// The items among which they are.
    pub(super) content: &'a Content<'de, 'a>,
    /// Which items belong together.
    pub(super) repeats: &'a Repeats,
    /// The index of the first of them.
    pub(super) first: usize,
}

impl<'de, 'a> BlockGroup<'de, 'a> {
    /// The item at `first` and those that repeat it.
    pub(super) fn new(content: &'a Content<'de, 'a>, repeats: &'a Repeats, first: usize) -> Self {
        BlockGroup {
            content,
            repeats,
            first,
        }
    }

    /// The source text of the first block.
    pub(super) fn source(self) -> &'a Source {
        self.content.input(self.first).origin.source()
    }

    pub(super) fn indexes(self) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(self.first), move |at| self.repeats.next(*at))
    }

    pub(super) fn second(self) -> Option<usize> {
        self.repeats.next(self.first)
    }

    /// The blocks as a range of items, if no other item is between them.
    pub(super) fn neighbours(self) -> Option<BodyItems<'a>> {
        let mut last = self.first;
        for at in self.indexes().skip(1) {
            if at != last + 1 {
                return None;
            }
            last = at;
        }
        Some(self.content.items.range(self.first, last))
    }

    /// The nodes of the blocks.
    pub(super) fn nodes(self) -> Vec<ItemNode> {
        let items = self.content.items;
        self.indexes().map(|at| items.get(at)).collect()
    }

    /// The input of the first block.
    pub(super) fn input(self) -> &'a Input<'de, 'a> {
        self.content.input(self.first)
    }

    pub(super) fn block(self, at: usize) -> BlockView {
        self.content.block_at(at)
    }
}
