//! The items of a body as nodes of trees.
//!
//! Knows nothing of what they are.

use crate::syntax::tree::view::{BodyView, View};

/// The items of a body.
#[derive(Clone, Copy)]
pub(super) enum BodyItems<'a> {
    /// A part of the list of items that a body in the first source has, and whether it is known that no two of them
    /// have the same name.
    Adjacent(&'a [u32], bool),
    Selected(&'a [ItemNode]),
}

/// The input of an item by its index, and the node of the item in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct ItemNode {
    pub(super) input: usize,
    pub(super) node: u32,
}

impl<'a> BodyItems<'a> {
    /// All items of a body.
    #[inline]
    pub(super) fn of_body(view: View<'_, 'a>, body: BodyView) -> Self {
        BodyItems::Adjacent(view.item_ids(body), body.is_distinct)
    }

    #[inline]
    pub(super) fn len(self) -> usize {
        match self {
            BodyItems::Adjacent(nodes, _) => nodes.len(),
            BodyItems::Selected(places) => places.len(),
        }
    }

    pub(super) fn is_empty(self) -> bool {
        self.len() == 0
    }

    #[inline]
    pub(super) fn get(self, at: usize) -> ItemNode {
        match self {
            BodyItems::Adjacent(nodes, _) => ItemNode {
                input: 0,
                node: nodes[at],
            },
            BodyItems::Selected(places) => places[at],
        }
    }

    /// The item at that index alone.
    pub(super) fn only(self, at: usize) -> BodyItems<'a> {
        self.range(at, at)
    }

    /// The items from one index to another.
    pub(super) fn range(self, first: usize, last: usize) -> BodyItems<'a> {
        match self {
            BodyItems::Adjacent(nodes, is_distinct) => {
                BodyItems::Adjacent(&nodes[first..=last], is_distinct || first == last)
            }
            BodyItems::Selected(places) => BodyItems::Selected(&places[first..=last]),
        }
    }
}
