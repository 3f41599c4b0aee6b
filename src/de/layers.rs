//! Bodies of several sources: merged bodies, and blocks and JSON objects that several layers define.
//!
//! The items of such a body are a list of nodes, each with the index of its source. The content of an item that several
//! layers define is another list, which the item refers to by a [`LayersId`].

use std::sync::Arc;

use foldhash::{HashMap, HashMapExt as _};

use super::item_nodes::{ItemNode, LayersId};
use super::origin::Origin;
use crate::syntax::tree::handle::{Body, Document, Expression, ItemHandle, ItemRef, Layered};

/// The items of a body with their nested content, in the form that decoding reads.
#[derive(Debug, Default)]
pub(super) struct BodyLayers<'de> {
    /// The sources of the items of the body, the source of the body first.
    pub(super) origins: Vec<Origin<'de>>,
    pub(super) items: Vec<ItemNode>,
    /// The layered items, indexed by [`LayersId`].
    pub(super) lists: Vec<LayeredItems<'de>>,
}

/// The content of an item that several layers define.
#[derive(Debug)]
pub(super) struct LayeredItems<'de> {
    pub(super) layered: &'de Layered,
    /// The sources of the items. The first is the source of the enclosing item.
    pub(super) origins: Vec<Origin<'de>>,
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
        let mut sources = Sources::starting_with(body.document());
        layers.items = layers.nodes(body.item_refs(), &mut sources);
        layers.origins = sources.origins;
        layers
    }

    /// Returns the layered items of an expression and the id of the expression's own content among them, if several
    /// layers define it.
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

    /// Adds the content of an item that several layers define. `document` is the document of the item.
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
