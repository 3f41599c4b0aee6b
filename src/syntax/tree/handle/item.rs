//! Items of bodies for internal use: in a tree, lowered from JSON syntax, or combined from several layers.
//!
//! The public types are in [`body`](super::body).

use std::sync::Arc;

use foldhash::{HashSet, HashSetExt as _};

use super::Document;
use super::body::{Attribute, Block, Body, BodyItem, Items, Selection};
use crate::diagnostic::Diagnostic;
use crate::syntax::tree::blocks::{BlockRequest, JsonBlock};
use crate::syntax::tree::view::Node;
use crate::syntax::tree::{ExprId, ExprKind, GeneratedCount, ItemId};

/// An attribute or a block, and its document.
#[derive(Clone)]
pub(crate) struct ItemHandle {
    pub(crate) document: Arc<Document>,
    pub(crate) node: Node,
    /// Its content, if it is combined from several layers.
    pub(crate) layered: Option<Layered>,
}

/// An item of a body, borrowed from the body.
#[derive(Clone, Copy)]
pub(crate) struct ItemRef<'b> {
    pub(crate) document: &'b Arc<Document>,
    pub(crate) node: Node,
    pub(crate) layered: Option<&'b Layered>,
}

/// The content of one block, or of one JSON property that is an object, combined from several layers. The tree of the
/// item contains only the part from the last layer.
#[derive(Clone)]
pub(crate) struct Layered {
    pub(crate) body: Arc<Selection>,
    /// The content of an object that is read as an expression, if it differs: in it, comments and `dynamic` blocks are
    /// properties, too.
    pub(crate) own_properties: Option<Arc<Selection>>,
    /// Whether one of the blocks stands for any number of blocks.
    pub(crate) is_unknown: bool,
}

impl Layered {
    /// The items of the content that is read as an expression.
    pub(crate) fn properties(&self) -> impl ExactSizeIterator<Item = ItemRef<'_>> {
        let properties = self.own_properties.as_ref().unwrap_or(&self.body);
        properties.selected.items.iter().map(ItemHandle::as_ref)
    }
}

impl ItemHandle {
    pub(crate) fn as_ref(&self) -> ItemRef<'_> {
        ItemRef {
            document: &self.document,
            node: self.node,
            layered: self.layered.as_ref(),
        }
    }
}

impl<'b> ItemRef<'b> {
    pub(crate) fn of_tree(document: &'b Arc<Document>, id: ItemId) -> Self {
        ItemRef {
            document,
            node: Node::Item(id),
            layered: None,
        }
    }

    pub(crate) fn to_handle(self) -> ItemHandle {
        ItemHandle {
            document: Arc::clone(self.document),
            node: self.node,
            layered: self.layered.cloned(),
        }
    }

    /// The item as an attribute or a block.
    pub(crate) fn item(self) -> BodyItem {
        match self.attribute() {
            Some(attribute) => BodyItem::Attribute(attribute),
            None => BodyItem::Block(self.to_block()),
        }
    }

    pub(crate) fn attribute(self) -> Option<Attribute> {
        let Node::Item(id) = self.node else {
            return None;
        };
        Some(Attribute {
            expression: self.document.view().item_head(id).expression?,
            document: Arc::clone(self.document),
            id,
            layered: self.layered.cloned(),
        })
    }

    pub(crate) fn block(self) -> Option<Block> {
        self.is_block().then(|| self.to_block())
    }

    fn to_block(self) -> Block {
        let mut view = self.node.block(self.document.view());
        if self.layered.is_some_and(|it| it.is_unknown) {
            view.count = GeneratedCount::Unknown;
        }
        Block {
            document: Arc::clone(self.document),
            view,
            layered: self.layered.cloned(),
        }
    }

    /// The name of the attribute, or the type of the block.
    pub(crate) fn name(self) -> &'b str {
        self.node.text(self.document.view())
    }

    pub(crate) fn is_block(self) -> bool {
        self.node.is_block(self.document.view())
    }

    /// Whether it is a JSON property, which may be an attribute or blocks.
    pub(crate) fn is_property(self) -> bool {
        self.node.is_property(self.document.view())
    }

    /// Whether it is an item of its tree, without content from other layers.
    pub(crate) fn is_in_tree(self) -> bool {
        self.layered.is_none() && matches!(self.node, Node::Item(_))
    }

    pub(crate) fn with_layers(self, layered: Layered) -> ItemHandle {
        ItemHandle {
            layered: Some(layered),
            ..self.to_handle()
        }
    }

    /// The number of labels; 0 for an attribute.
    pub(crate) fn label_count(self) -> usize {
        self.node.label_count(self.document.view())
    }

    /// The labels of a block in the form in which they are compared.
    pub(super) fn labels(self) -> Vec<String> {
        let view = self.document.view();
        let labels = view.labels(&self.node.block(view));
        labels
            .map(|label| view.normalized_label(label).into_owned())
            .collect()
    }

    /// The body of a block, or of the object in a JSON property.
    pub(crate) fn body(self) -> Body {
        let view = self.document.view();
        let block = match self.value() {
            Some(body) => view.json_block(JsonBlock { body, labels: 0 }),
            None => self.node.block(view),
        };
        Body::of_block(self.document, &block, self.layered)
    }

    /// The properties of the object in a JSON property as if they were a body, if they differ from the items of its
    /// body: some are comments, or `dynamic` blocks.
    pub(crate) fn properties(self) -> Option<Body> {
        let view = self.document.view();
        let value = self.value()?;
        let items = if let Some(layered) = self.layered {
            Items::Selected(Arc::clone(layered.own_properties.as_ref()?))
        } else {
            let properties = view.properties(value);
            if view.item_ids(properties) == view.item_ids(view.json_body(value)) {
                return None;
            }
            Items::Written(properties)
        };
        Some(Body {
            items,
            ..self.body()
        })
    }

    /// Whether it is a JSON property whose value is an object.
    pub(super) fn is_json_object(self) -> bool {
        let view = self.document.view();
        self.value().is_some_and(|value| view.is_json_object(value))
    }

    /// Whether it is an attribute or a property that is null.
    pub(super) fn is_null(self) -> bool {
        let value = self.value().or_else(|| self.attribute_value());
        value.is_some_and(|value| matches!(self.document.tree[value].kind, ExprKind::Null))
    }

    /// Whether it stands for any number of blocks.
    pub(crate) fn is_unknown(self) -> bool {
        let view = self.document.view();
        let is_unknown = match self.value() {
            Some(value) => view.tree.is_unknown_blocks(value),
            None => self.node.block(view).is_unknown(),
        };
        is_unknown || self.layered.is_some_and(|it| it.is_unknown)
    }

    /// The value of a JSON property.
    pub(crate) fn value(self) -> Option<ExprId> {
        match self.node {
            Node::Item(id) => self.document.view().property_value(id),
            Node::Block(_) => None,
        }
    }

    /// The value of an attribute of native syntax.
    pub(super) fn attribute_value(self) -> Option<ExprId> {
        match self.node {
            Node::Item(id) if !self.is_property() => self.document.view().item_head(id).expression,
            _ => None,
        }
    }

    /// The blocks that a JSON property stands for, in the order of the source, and the diagnostics about its value.
    pub(crate) fn blocks(self, request: BlockRequest<'_>) -> (Vec<ItemRef<'b>>, Vec<Diagnostic>) {
        let (mut blocks, mut diagnostics) = (Vec::new(), Vec::new());
        self.push_blocks(request, 0, &mut blocks, &mut diagnostics);
        (blocks, diagnostics)
    }

    /// Adds the blocks that a JSON property stands for. `labels_read` of their labels are the names of properties
    /// around it.
    fn push_blocks(
        self,
        request: BlockRequest<'_>,
        labels_read: usize,
        blocks: &mut Vec<ItemRef<'b>>,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        if let Some(layered) = self.layered
            && labels_read < request.labels()
            && layered.properties().len() > 0
        {
            for item in layered.properties() {
                item.push_blocks(request, labels_read + 1, blocks, diagnostics);
            }
            return;
        }
        let Some(value) = self.value() else {
            return;
        };
        let view = self.document.view();
        let found = view.blocks_of_value(value, request, labels_read);
        let source = &self.document.source;
        let wrong = found.diagnostics.into_iter();
        diagnostics.extend(wrong.map(|it| it.with_source(source.clone())));
        blocks.extend(found.blocks.into_iter().map(|block| ItemRef {
            node: Node::Block(block),
            ..self
        }));
    }
}

/// The documents of items and of everything in them, each once: those of lower layers before those of higher ones.
pub(crate) fn documents_of<'i>(items: impl Iterator<Item = ItemRef<'i>>) -> Vec<&'i Arc<Document>> {
    let mut documents = Vec::new();
    let mut known = HashSet::new();
    // Items are taken from the end: the document of an item is the highest of its layers.
    let mut pending: Vec<ItemRef<'i>> = items.collect();
    while let Some(item) = pending.pop() {
        if known.insert(Arc::as_ptr(item.document)) {
            documents.push(item.document);
        }
        if let Some(layered) = item.layered {
            pending.extend(layered.properties());
        }
    }
    documents.reverse();
    documents
}
