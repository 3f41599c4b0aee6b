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

/// The items of a body with their nested content, in the form that decoding reads.
#[derive(Debug, Default)]
pub(super) struct BodyLayers<'de> {
    /// The sources of all items, the source of the body first.
    pub(super) origins: Vec<Origin<'de>>,
    /// The indexes of the sources by the addresses of their documents.
    indexes: HashMap<*const Document, usize>,
    pub(super) items: Vec<ItemNode>,
    /// The layered items, indexed by [`LayersId`].
    pub(super) lists: Vec<LayeredItems<'de>>,
}

/// The content of an item that several layers define.
#[derive(Debug)]
pub(super) struct LayeredItems<'de> {
    pub(super) layered: &'de Layered,
    pub(super) body: Vec<ItemNode>,
    /// The properties of an object that is read as an expression, if they differ from the items of its body.
    properties: Option<Vec<ItemNode>>,
}

impl LayeredItems<'_> {
    /// Returns the properties of an object, including comments.
    pub(super) fn properties(&self) -> &[ItemNode] {
        self.properties.as_deref().unwrap_or(&self.body)
    }
}

impl<'de> BodyLayers<'de> {
    pub(super) fn of(body: &'de Body) -> Self {
        let mut layers = BodyLayers::default();
        layers.index(body.document());
        layers.items = layers.nodes(body.item_refs());
        layers
    }

    /// Returns the layered items of an expression, and the id of the expression's own content among them, if several
    /// layers define it.
    pub(super) fn of_expression(expression: &'de Expression) -> (Self, Option<LayersId>) {
        let mut layers = BodyLayers::default();
        layers.index(expression.document());
        let id = expression.layered().map(|it| layers.add(it));
        (layers, id)
    }

    fn nodes(&mut self, items: impl Iterator<Item = ItemRef<'de>>) -> Vec<ItemNode> {
        let node = |item: ItemRef<'de>| ItemNode {
            input: self.index(item.document),
            node: item.node,
            layers: item.layered.map(|layered| self.add(layered)),
        };
        items.map(node).collect()
    }

    /// Adds the content of an item that several layers define.
    fn add(&mut self, layered: &'de Layered) -> LayersId {
        let body = self.nodes(layered.body.items.iter().map(ItemHandle::as_ref));
        let is_other = !Arc::ptr_eq(&layered.body, &layered.properties);
        let properties =
            is_other.then(|| self.nodes(layered.properties.items.iter().map(ItemHandle::as_ref)));
        self.lists.push(LayeredItems {
            layered,
            body,
            properties,
        });
        LayersId::new(self.lists.len() - 1)
    }

    /// Returns the index of the source of a document.
    fn index(&mut self, document: &'de Arc<Document>) -> usize {
        let next = self.origins.len();
        let address = Arc::as_ptr(document);
        *self.indexes.entry(address).or_insert_with(|| {
            self.origins.push(Origin::of(document, next));
            next
        })
    }
}
