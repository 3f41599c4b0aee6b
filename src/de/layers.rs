//! Bodies of several sources: merged bodies, and blocks and JSON objects that several layers define.
//!
//! The items of such a body are a list of nodes, each with the index of its source in one list for the whole decoding.
//! The content of an item that several layers define is another list of nodes, which the item refers to by a
//! [`LayersId`].

use std::sync::Arc;

use foldhash::HashMap;

use super::item_nodes::{ItemNode, LayersId};
use super::origin::Origin;
use crate::syntax::tree::handle::{Body, Document, Expression, ItemHandle, ItemRef, Layered};

/// The items of a body or of an expression with their nested content, in the form that decoding reads.
#[derive(Debug, Default)]
pub(super) struct BodyLayers<'de> {
    /// The sources of all items, the source of the body or of the expression first.
    pub(super) origins: Vec<Origin<'de>>,
    /// The items of the body; empty for an expression.
    pub(super) items: Vec<ItemNode>,
    /// The layered items, indexed by [`LayersId`].
    pub(super) lists: Vec<LayeredItems<'de>>,
}

/// The content of an item that several layers define.
#[derive(Debug)]
pub(super) struct LayeredItems<'de> {
    pub(super) layered: &'de Layered,
    /// The index of the source of the enclosing item.
    pub(super) input: usize,
    pub(super) body: Vec<ItemNode>,
    /// The properties of an object that is read as an expression, if they differ from the items of its body.
    properties: Option<Vec<ItemNode>>,
}

/// The indexes of the sources of one list of items, by the addresses of their documents. Each list has sources of its
/// own: a document that is in two lists has two indexes, so that an index and a node together are unique.
type SourceIndexes = HashMap<*const Document, usize>;

impl LayeredItems<'_> {
    /// Returns the properties of an object, including comments.
    pub(super) fn properties(&self) -> &[ItemNode] {
        self.properties.as_deref().unwrap_or(&self.body)
    }
}

impl<'de> BodyLayers<'de> {
    pub(super) fn of(body: &'de Body) -> Self {
        let mut layers = BodyLayers::default();
        let mut indexes = SourceIndexes::default();
        layers.index(body.document(), &mut indexes);
        layers.items = layers.nodes(body.item_refs(), &mut indexes);
        layers
    }

    /// Returns the layered items of an expression, and the id of the expression's own content among them, if several
    /// layers define it.
    pub(super) fn of_expression(expression: &'de Expression) -> (Self, Option<LayersId>) {
        let mut layers = BodyLayers::default();
        let document = expression.document();
        layers.index(document, &mut SourceIndexes::default());
        let id = expression.layered().map(|it| layers.add(document, it));
        (layers, id)
    }

    fn nodes(
        &mut self,
        items: impl Iterator<Item = ItemRef<'de>>,
        indexes: &mut SourceIndexes,
    ) -> Vec<ItemNode> {
        let node = |item: ItemRef<'de>| ItemNode {
            input: self.index(item.document, indexes),
            node: item.node,
            layers: item.layered.map(|layered| self.add(item.document, layered)),
        };
        items.map(node).collect()
    }

    /// Adds the content of an item that several layers define. `document` is the document of the item.
    fn add(&mut self, document: &'de Arc<Document>, layered: &'de Layered) -> LayersId {
        let mut indexes = SourceIndexes::default();
        let input = self.index(document, &mut indexes);
        let body = layered.body.selected.items.iter().map(ItemHandle::as_ref);
        let body = self.nodes(body, &mut indexes);
        let properties = layered.own_properties.as_ref().map(|properties| {
            let properties = properties.selected.items.iter().map(ItemHandle::as_ref);
            self.nodes(properties, &mut indexes)
        });
        self.lists.push(LayeredItems {
            layered,
            input,
            body,
            properties,
        });
        LayersId::new(self.lists.len() - 1)
    }

    /// Returns the index of the source of a document in a list.
    fn index(&mut self, document: &'de Arc<Document>, indexes: &mut SourceIndexes) -> usize {
        let next = self.origins.len();
        *indexes.entry(Arc::as_ptr(document)).or_insert_with(|| {
            self.origins.push(Origin::of(document, next));
            next
        })
    }
}
