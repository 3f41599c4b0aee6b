//! Merged bodies in which blocks of one type come from both syntaxes.
//!
//! What a property of JSON is, an attribute or blocks, is decided by the type that asks. Where blocks of native syntax
//! have the same name, it is blocks, and they have as many labels.

use foldhash::{HashMap, HashMapExt as _};

use super::input::Origin;
use super::item_nodes::{ItemNode, Node};
use crate::syntax::tree::ItemId;
use crate::syntax::tree::blocks::{BlockRequest, JsonBlock};
use crate::syntax::tree::view::View;

/// The items of a merged body, with blocks in the place of the properties that share their names with blocks. `origins`
/// are the sources of the items.
pub(super) fn read_as_blocks(
    origins: &[Origin<'_>],
    items: impl Iterator<Item = (usize, ItemId)> + Clone,
) -> Vec<ItemNode> {
    let label_counts = label_counts(origins, items.clone());
    let mut read = Vec::new();
    for (input, id) in items {
        let view = origins[input].view();
        let labels = label_counts.get(view.item_text(id));
        match labels.and_then(|labels| blocks(view, id, *labels)) {
            Some(blocks) => {
                let blocks = blocks.into_iter().map(Node::Block);
                read.extend(blocks.map(|node| ItemNode { input, node }));
            }
            None => read.push(ItemNode {
                input,
                node: Node::Item(id),
            }),
        }
    }
    read
}

/// How many labels the blocks of native syntax have whose types are names of properties.
fn label_counts<'a>(
    origins: &'a [Origin<'_>],
    items: impl Iterator<Item = (usize, ItemId)>,
) -> HashMap<&'a str, usize> {
    let mut counts = HashMap::new();
    let is_json = |origin: &Origin<'_>| origin.view().tree.is_json();
    if origins.len() < 2 || !origins.iter().any(is_json) {
        return counts;
    }
    for (input, id) in items {
        let view = origins[input].view();
        if view.is_block(id) {
            let count = counts.entry(view.item_text(id));
            count.or_insert_with(|| view.label_count(id));
        }
    }
    counts
}

/// The blocks that an item is, if it is a property and can be blocks with this number of labels.
fn blocks(view: View<'_, '_>, item: ItemId, labels: usize) -> Option<Vec<JsonBlock>> {
    let value = view.property_value(item)?;
    let found = view.blocks_of_value(value, BlockRequest::Labels(labels));
    found.diagnostics.is_empty().then_some(found.blocks)
}
