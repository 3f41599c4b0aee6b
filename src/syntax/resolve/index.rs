//! The items of a body by name, and its blocks by type and labels ("Blocks").

use std::sync::{Arc, OnceLock};

use foldhash::HashMap;

use super::parts::{Parts, hint, invalid, no_name};
use crate::error::Error;
use crate::path::PathStep;
use crate::quote::quote;
use crate::source::Source;
use crate::span::Span;
use crate::syntax::tree::handle::{Attribute, Block, Body, BodyItem, BodyItemKind};

/// The items of a body by name. Collected at the first lookup.
#[derive(Debug)]
pub(crate) struct BodyIndex {
    pub(crate) body: Body,
    items: OnceLock<IndexedItems>,
}

#[derive(Debug)]
struct IndexedItems {
    all: Vec<IndexedItem>,
    attributes: HashMap<String, NamedAttributes>,
    last_attribute: Option<usize>,
    /// The nodes of a trie: one for each list of names with which a block begins (its type and any number of its first
    /// labels). The first node is for the empty list. They take memory in proportion to the labels.
    nodes: Vec<BlockNames>,
}

/// The attributes with the same name. In JSON syntax, there may be several.
#[derive(Debug, Default)]
struct NamedAttributes {
    /// Their indices among the items.
    indices: Vec<usize>,
    parts: OnceLock<Arc<Parts>>,
}

/// An attribute that a path leads to.
#[derive(Clone)]
pub(crate) struct FoundAttribute {
    /// In JSON syntax, the first property with the name.
    pub(crate) attribute: Attribute,
    /// Its content; in JSON syntax, that of all properties with the name.
    pub(super) parts: Arc<Parts>,
}

/// A node of the trie in [`IndexedItems`]: the blocks that begin with the same list of names.
#[derive(Debug, Default)]
pub(super) struct BlockNames {
    /// Their indices among the items, in order.
    pub(super) blocks: Vec<usize>,
    /// The indices of the blocks without further names.
    pub(super) whole: Vec<usize>,
    /// The index of the node with one more name, which is in NFC.
    longer: HashMap<String, usize>,
}

/// An item and, if it is a block, the items in it.
#[derive(Debug)]
pub(crate) struct IndexedItem {
    pub(crate) item: BodyItem,
    body: OnceLock<Arc<BodyIndex>>,
}

impl BlockNames {
    /// The index of the node with one more name, which is in NFC.
    pub(super) fn longer(&self, name: &str) -> Option<usize> {
        self.longer.get(name).copied()
    }
}

impl IndexedItems {
    fn new(body: &Body) -> Self {
        let mut items = IndexedItems {
            all: Vec::with_capacity(body.items().len()),
            attributes: HashMap::default(),
            last_attribute: None,
            nodes: vec![BlockNames::default()],
        };
        for (index, item) in body.items().enumerate() {
            match &item {
                BodyItem::Attribute(attribute) => {
                    let name = attribute.name().to_owned();
                    let named = items.attributes.entry(name).or_default();
                    named.indices.push(index);
                    items.last_attribute = Some(index);
                }
                BodyItem::Block(block) => items.insert_block(block, index),
            }
            let body = OnceLock::new();
            items.all.push(IndexedItem { item, body });
        }
        items
    }

    fn insert_block(&mut self, block: &Block, index: usize) {
        let mut node = 0;
        for name in block.names() {
            let new = self.nodes.len();
            node = *self.nodes[node].longer.entry(name).or_insert(new);
            if node == new {
                self.nodes.push(BlockNames::default());
            }
            self.nodes[node].blocks.push(index);
        }
        self.nodes[node].whole.push(index);
    }
}

impl BodyIndex {
    pub(crate) fn new(body: Body) -> Arc<Self> {
        let items = OnceLock::new();
        Arc::new(BodyIndex { body, items })
    }

    fn indexed(&self) -> &IndexedItems {
        self.items.get_or_init(|| IndexedItems::new(&self.body))
    }

    pub(super) fn node(&self, index: usize) -> &BlockNames {
        &self.indexed().nodes[index]
    }

    /// Whether there is an attribute or a block of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        let items = self.indexed();
        items.attributes.contains_key(name) || items.nodes[0].longer.contains_key(name)
    }

    /// The items in the order of the source.
    pub(crate) fn items(&self) -> &[IndexedItem] {
        &self.indexed().all
    }

    /// The index of the last item that begins at `start` or before.
    pub(crate) fn item_at(&self, start: u32) -> Option<usize> {
        let after = self
            .items()
            .partition_point(|it| it.span().start() <= start);
        after.checked_sub(1)
    }

    /// The steps to an item: the name of an attribute, or the type and the labels of a block, and its index if other
    /// blocks begin with the same names. `None` if the name leads to another item.
    pub(crate) fn steps_to(&self, item: usize) -> Option<Vec<PathStep>> {
        let items = self.indexed();
        let found = &items.all[item].item;
        let first = items.attributes.get(found.name());
        let first = first.and_then(|it| it.indices.first());
        let Some(block) = found.as_block() else {
            return (first == Some(&item)).then(|| vec![PathStep::from(found.name())]);
        };
        let names = block.names();
        let mut node = &items.nodes[0];
        for name in &names {
            node = &items.nodes[node.longer(name)?];
        }
        let (block_type, labels) = names.split_first().filter(|_| first.is_none())?;
        let mut steps = vec![PathStep::from(block_type)];
        steps.extend(label_steps(labels, &node.blocks, item)?);
        Some(steps)
    }

    pub(crate) fn last_attribute(&self) -> Option<&BodyItem> {
        let items = self.indexed();
        items.last_attribute.map(|index| &items.all[index].item)
    }

    /// The items with the same name: attributes, or blocks of one type.
    pub(crate) fn named(&self, name: &str) -> impl Iterator<Item = &IndexedItem> {
        let items = self.indexed();
        let attributes = items.attributes.get(name);
        let attributes = attributes.into_iter().flat_map(|it| &it.indices);
        let blocks = items.nodes[0].longer(name);
        let blocks = blocks.into_iter().flat_map(|it| &items.nodes[it].blocks);
        attributes.chain(blocks).map(|it| &items.all[*it])
    }

    /// The attribute of a name, with its content.
    pub(super) fn found_attribute(&self, name: &str) -> Option<FoundAttribute> {
        let items = self.indexed();
        let named = items.attributes.get(name)?;
        let parts = named.parts.get_or_init(|| {
            let indices = named.indices.iter();
            let attributes = indices.filter_map(|index| items.all[*index].item.as_attribute());
            Parts::of(&attributes.cloned().collect::<Vec<_>>())
        });
        Some(FoundAttribute {
            attribute: self.attribute(name)?,
            parts: Arc::clone(parts),
        })
    }

    pub(crate) fn attribute(&self, name: &str) -> Option<Attribute> {
        let items = self.indexed();
        let first = items.attributes.get(name)?.indices.first()?;
        items.all[*first].item.as_attribute().cloned()
    }

    /// The end of the body, where missing items can be added.
    pub(super) fn end(&self) -> (Span, &Source) {
        let end = self.body.span().end();
        (Span::new(end, end), self.body.source())
    }

    /// The error for a step that names no item of the body.
    pub(crate) fn no_item(&self, step: &PathStep) -> Error {
        let Some(name) = step.name() else {
            return no_name();
        };
        let hint = hint(name, self.items().iter().map(|it| it.item.name()));
        invalid(format!(
            "There is no attribute or block named {} here.{hint}",
            quote(name)
        ))
    }
}

/// The labels of an item as steps, and its index among `blocks` if it is not the only one.
pub(super) fn label_steps(
    labels: &[String],
    blocks: &[usize],
    item: usize,
) -> Option<Vec<PathStep>> {
    let index = blocks.binary_search(&item).ok()?;
    let mut steps = Vec::with_capacity(labels.len() + 1);
    for label in labels {
        steps.push(PathStep::Key(label.as_str().into()));
    }
    if blocks.len() > 1 {
        steps.push(PathStep::Index(index));
    }
    Some(steps)
}

impl Default for BodyIndex {
    fn default() -> Self {
        BodyIndex {
            body: Body::empty(),
            items: OnceLock::new(),
        }
    }
}

impl IndexedItem {
    pub(crate) fn span(&self) -> Span {
        self.item.span()
    }

    pub(crate) fn kind(&self) -> BodyItemKind {
        self.item.kind()
    }

    /// The body of a block.
    pub(crate) fn body(&self) -> Option<&Arc<BodyIndex>> {
        let block = self.item.as_block()?;
        Some(self.body.get_or_init(|| BodyIndex::new(block.body())))
    }
}
