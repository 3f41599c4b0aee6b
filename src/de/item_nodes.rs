//! The items of a body as nodes of trees.

use std::num::NonZeroU32;

use crate::span::offset;
pub(super) use crate::syntax::tree::view::Node;
use crate::syntax::tree::view::View;
use crate::syntax::tree::{BodyNode, ItemId};

#[derive(Clone, Copy)]
pub(super) enum BodyItems<'a> {
    /// A slice of the item list of a body in one source.
    Adjacent(&'a [ItemId]),
    /// Such a slice, in which no two items have the same name.
    Distinct(&'a [ItemId]),
    Selected(&'a [ItemNode]),
}

/// The input of an item by the index of its origin, and the node of the item in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct ItemNode {
    pub(super) input: usize,
    pub(super) node: Node,
    /// The content of the item, if several layers define it.
    pub(super) layers: Option<LayersId>,
}

/// The index of a list of items that several layers define. Stored plus one, so that an optional index is no larger.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct LayersId(NonZeroU32);

impl LayersId {
    pub(super) fn new(index: usize) -> Self {
        LayersId(NonZeroU32::MIN.saturating_add(offset(index)))
    }

    pub(super) fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl<'a> BodyItems<'a> {
    /// Returns all items of a body.
    pub(super) fn of_body(view: View<'_, 'a>, body: BodyNode) -> Self {
        let nodes = view.item_ids(body);
        if body.is_distinct {
            BodyItems::Distinct(nodes)
        } else {
            BodyItems::Adjacent(nodes)
        }
    }

    /// Returns the nodes, if they are a slice of the item list of a body in one source.
    pub(super) fn adjacent(self) -> Option<&'a [ItemId]> {
        match self {
            BodyItems::Adjacent(nodes) | BodyItems::Distinct(nodes) => Some(nodes),
            BodyItems::Selected(_) => None,
        }
    }

    pub(super) fn len(self) -> usize {
        match self {
            BodyItems::Adjacent(nodes) | BodyItems::Distinct(nodes) => nodes.len(),
            BodyItems::Selected(places) => places.len(),
        }
    }

    pub(super) fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns the item at an index. `input` is the input of the body.
    pub(super) fn get(self, at: usize, input: usize) -> ItemNode {
        match self {
            BodyItems::Adjacent(nodes) | BodyItems::Distinct(nodes) => ItemNode {
                input,
                node: Node::Item(nodes[at]),
                layers: None,
            },
            BodyItems::Selected(places) => places[at],
        }
    }

    pub(super) fn only(self, at: usize) -> BodyItems<'a> {
        self.range(at, at)
    }

    /// Returns the items from one index to another.
    pub(super) fn range(self, first: usize, last: usize) -> BodyItems<'a> {
        match self {
            BodyItems::Adjacent(nodes) => BodyItems::Adjacent(&nodes[first..=last]),
            BodyItems::Distinct(nodes) => BodyItems::Distinct(&nodes[first..=last]),
            BodyItems::Selected(places) => BodyItems::Selected(&places[first..=last]),
        }
    }
}
