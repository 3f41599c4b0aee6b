//! Bodies of several sources: merged ones, and what several layers say in a block or in an object of JSON.
//!
//! The items of such a body are a list of nodes, each with the index of its source. What several layers say in an item
//! is another list, which the item names by a [`LayersId`].

use std::sync::Arc;

use foldhash::{HashMap, HashMapExt as _};

use super::item_nodes::{ItemNode, LayersId};
use super::origin::Origin;
use crate::syntax::tree::handle::{Body, Document, Expression, ItemHandle, ItemRef, Layered};

/// The items of a body with all that is in them, as a decoding reads them.
#[derive(Debug, Default)]
pub(super) struct BodyLayers<'de> {
    /// The sources of the items of the body, the source of the body first.
    pub(super) origins: Vec<Origin<'de>>,
    pub(super) items: Vec<ItemNode>,
    /// By their ids.
    pub(super) lists: Vec<LayeredItems<'de>>,
}

/// What several layers say in an item.
#[derive(Debug)]
pub(super) struct LayeredItems<'de> {
    pub(super) layered: &'de Layered,
    /// The sources of the items, the source of the item that they are in first.
    pub(super) origins: Vec<Origin<'de>>,
    pub(super) body: Vec<ItemNode>,
    /// What an object is as an expression, if that is not the same.
    properties: Option<Vec<ItemNode>>,
}

impl LayeredItems<'_> {
    /// The properties of an object, comments among them.
    pub(super) fn properties(&self) -> &[ItemNode] {
        self.properties.as_deref().unwrap_or(&self.body)
    }
}

impl<'de> BodyLayers<'de> {
    pub(super) fn of(body: &'de Body) -> Self {
        let mut layers = BodyLayers::default();
        let mut sources = Sources::starting_with(body.document());
        layers.items = layers.nodes(body.item_refs(), &mut sources);
        layers.origins = sources.origins;
        layers
    }

    /// What several layers say in an expression, and the id of it.
    pub(super) fn of_expression(
        expression: &'de Expression,
    ) -> (Vec<LayeredItems<'de>>, Option<LayersId>) {
        let mut layers = BodyLayers::default();
        let id = expression
            .layered()
            .map(|it| layers.add(expression.document(), it));
        (layers.lists, id)
    }

    fn nodes(
        &mut self,
        items: impl Iterator<Item = ItemRef<'de>>,
        sources: &mut Sources<'de>,
    ) -> Vec<ItemNode> {
        let node = |item: ItemRef<'de>| ItemNode {
            input: sources.index(item.document),
            node: item.node,
            layers: item.layered.map(|layered| self.add(item.document, layered)),
        };
        items.map(node).collect()
    }

    /// Adds what several layers say in an item of a document.
    fn add(&mut self, document: &'de Arc<Document>, layered: &'de Layered) -> LayersId {
        let mut sources = Sources::starting_with(document);
        let body = layered.body.items.iter().map(ItemHandle::as_ref);
        let body = self.nodes(body, &mut sources);
        let is_other = !Arc::ptr_eq(&layered.body, &layered.properties);
        let properties = is_other.then(|| {
            let properties = layered.properties.items.iter().map(ItemHandle::as_ref);
            self.nodes(properties, &mut sources)
        });
        self.lists.push(LayeredItems {
            layered,
            origins: sources.origins,
            body,
            properties,
        });
        LayersId::new(self.lists.len() - 1)
    }
}

/// The sources of a list, and their indexes by the addresses of their documents.
struct Sources<'de> {
    origins: Vec<Origin<'de>>,
    indexes: HashMap<*const Document, usize>,
}

impl<'de> Sources<'de> {
    fn starting_with(document: &'de Arc<Document>) -> Self {
        let mut sources = Sources {
            origins: Vec::new(),
            indexes: HashMap::new(),
        };
        sources.index(document);
        sources
    }

    fn index(&mut self, document: &'de Arc<Document>) -> usize {
        *self
            .indexes
            .entry(Arc::as_ptr(document))
            .or_insert_with(|| {
                self.origins.push(Origin::of(document));
                self.origins.len() - 1
            })
    }
}
