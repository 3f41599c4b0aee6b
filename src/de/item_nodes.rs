//! The items of a body as nodes of trees.

use std::borrow::Cow;

use crate::span::Span;
use crate::syntax::tree::ItemId;
use crate::syntax::tree::blocks::JsonBlock;
use crate::syntax::tree::view::{BlockView, BodyView, ItemHead, LabelView, View};

/// The items of a body.
#[derive(Clone, Copy)]
pub(super) enum BodyItems<'a> {
    /// A part of the list of items that a body in the first source has.
    Adjacent(&'a [ItemId]),
    /// Such a part, of which it is known that no two items have the same name.
    Distinct(&'a [ItemId]),
    Selected(&'a [ItemNode]),
}

/// The input of an item by its index, and the node of the item in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct ItemNode {
    pub(super) input: usize,
    pub(super) node: Node,
}

/// What an item is in its tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Node {
    Item(ItemId),
    /// One of the blocks that a property of JSON stands for.
    Block(JsonBlock),
}

impl Node {
    /// The item: of a block in JSON syntax, the property whose name is its type.
    #[inline]
    pub(super) fn item(self, view: View<'_, '_>) -> Option<ItemId> {
        match self {
            Node::Item(id) => Some(id),
            Node::Block(block) => view.property_of_block(block),
        }
    }

    /// The block that the item is.
    #[inline]
    pub(super) fn block(self, view: View<'_, '_>) -> BlockView {
        match self {
            Node::Item(id) => view.block(id),
            Node::Block(block) => view.json_block(block),
        }
    }

    #[inline]
    pub(super) fn is_block(self, view: View<'_, '_>) -> bool {
        match self {
            Node::Item(id) => view.is_block(id),
            Node::Block(_) => true,
        }
    }

    /// Whether the item is a property of JSON, which may be attributes or blocks.
    pub(super) fn is_property(self, view: View<'_, '_>) -> bool {
        matches!(self, Node::Item(id) if view.is_property(id))
    }

    /// The name, without the rest of the item.
    #[inline]
    pub(super) fn head(self, view: View<'_, '_>) -> ItemHead {
        match self {
            Node::Item(id) => view.item_head(id),
            Node::Block(block) => ItemHead {
                name: view.json_block(block).block_type,
                expression: None,
            },
        }
    }

    /// The name of an attribute, or the type of a block.
    #[inline]
    pub(super) fn text<'s: 't, 't>(self, view: View<'s, 't>) -> &'t str {
        self.item(view).map_or("", |id| view.item_text(id))
    }

    /// The same, borrowed from the source if possible.
    #[inline]
    pub(super) fn key<'s>(self, view: View<'s, '_>) -> Cow<'s, str> {
        self.item(view)
            .map_or(Cow::Borrowed(""), |id| view.item_key(id))
    }

    pub(super) fn span(self, view: View<'_, '_>) -> Span {
        match self {
            Node::Item(id) => view.tree.item_span(id),
            Node::Block(block) => view.json_block(block).span,
        }
    }

    /// The span of a block, its body and the number of its labels.
    #[inline]
    pub(super) fn body_of_block(self, view: View<'_, '_>) -> (Span, BodyView, usize) {
        match self {
            Node::Item(id) => view.body_of_block(id),
            Node::Block(JsonBlock { body, labels }) => {
                (view.tree.span(body), view.json_body(body), labels)
            }
        }
    }

    /// The number of labels; 0 for an attribute.
    #[inline]
    pub(super) fn label_count(self, view: View<'_, '_>) -> usize {
        match self {
            Node::Item(id) => view.label_count(id),
            Node::Block(block) => block.labels,
        }
    }

    /// The label at an index.
    #[inline]
    pub(super) fn nth_label(self, view: View<'_, '_>, index: usize) -> Option<LabelView> {
        match self {
            Node::Item(id) => view.nth_label(id, index),
            Node::Block(block) => view.labels(&view.json_block(block)).nth(index),
        }
    }
}

impl<'a> BodyItems<'a> {
    /// All items of a body.
    #[inline]
    pub(super) fn of_body(view: View<'_, 'a>, body: BodyView) -> Self {
        let nodes = view.item_ids(body);
        if body.is_distinct {
            BodyItems::Distinct(nodes)
        } else {
            BodyItems::Adjacent(nodes)
        }
    }

    /// The nodes, if they are a part of the list of a body in the first source.
    #[inline]
    pub(super) fn adjacent(self) -> Option<&'a [ItemId]> {
        match self {
            BodyItems::Adjacent(nodes) | BodyItems::Distinct(nodes) => Some(nodes),
            BodyItems::Selected(_) => None,
        }
    }

    #[inline]
    pub(super) fn len(self) -> usize {
        match self {
            BodyItems::Adjacent(nodes) | BodyItems::Distinct(nodes) => nodes.len(),
            BodyItems::Selected(places) => places.len(),
        }
    }

    pub(super) fn is_empty(self) -> bool {
        self.len() == 0
    }

    #[inline]
    pub(super) fn get(self, at: usize) -> ItemNode {
        match self {
            BodyItems::Adjacent(nodes) | BodyItems::Distinct(nodes) => ItemNode {
                input: 0,
                node: Node::Item(nodes[at]),
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
            BodyItems::Adjacent(nodes) => BodyItems::Adjacent(&nodes[first..=last]),
            BodyItems::Distinct(nodes) => BodyItems::Distinct(&nodes[first..=last]),
            BodyItems::Selected(places) => BodyItems::Selected(&places[first..=last]),
        }
    }
}
