//! Merged bodies in which blocks of one type come from both syntaxes.
//!
//! What a property of JSON is, an attribute or blocks, is decided by the type that asks. Where blocks of native syntax
//! have the same name, it is blocks, and they have as many labels.

use foldhash::{HashMap, HashMapExt as _};

use super::input::Origin;
use super::item_nodes::ItemNode;
use crate::syntax::tree::ItemId;
use crate::syntax::tree::blocks::{BlockRequest, JsonBlock};
use crate::syntax::tree::view::View;

/// Makes blocks of the properties that share their names with blocks. `origins` are the sources of the items.
pub(super) fn read_as_blocks(origins: &mut [Origin<'_>], items: Vec<ItemNode>) -> Vec<ItemNode> {
    let label_counts = label_counts(origins, &items);
    if label_counts.is_empty() {
        return items;
    }
    let mut read = Vec::with_capacity(items.len());
    let mut new_blocks = HashMap::<usize, Vec<NewBlock>>::new();
    for item in items {
        let view = origins[item.input].view();
        let name = view.item_text(item.node);
        let labels = label_counts.get(name).copied();
        let bodies = labels.and_then(|labels| bodies(view, item.node, labels));
        let Some(bodies) = bodies else {
            read.push(item);
            continue;
        };
        for body in bodies {
            let place = read.len();
            let of_source = new_blocks.entry(item.input).or_default();
            of_source.push(NewBlock { body, place });
            read.push(item);
        }
    }
    for (input, blocks) in new_blocks {
        let nodes = origins[input].add_blocks(blocks.iter().map(|it| it.body));
        for (block, node) in blocks.iter().zip(nodes) {
            read[block.place].node = node;
        }
    }
    read
}

/// A block that a property is.
struct NewBlock {
    body: JsonBlock,
    /// Which of the items it becomes.
    place: usize,
}

/// How many labels the blocks of native syntax have whose types are names of properties.
fn label_counts(origins: &[Origin<'_>], items: &[ItemNode]) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    let is_json = |origin: &Origin<'_>| origin.view().tree.is_json();
    if origins.len() < 2 || !origins.iter().any(is_json) {
        return counts;
    }
    for item in items {
        let view = origins[item.input].view();
        if view.is_block(item.node) {
            let block_type = view.item_text(item.node).to_owned();
            counts
                .entry(block_type)
                .or_insert_with(|| view.label_count(item.node));
        }
    }
    counts
}

/// The bodies of the blocks that an item is, if it is a property and can be blocks with this number of labels.
fn bodies(view: View<'_, '_>, item: ItemId, labels: usize) -> Option<Vec<JsonBlock>> {
    if !view.is_property(item) {
        return None;
    }
    let value = view.property_value(item)?;
    let found = view.blocks_of_value(value, BlockRequest::Labels(labels));
    // A type that is written with escape sequences is not the text between the quotes.
    let is_plain = view.plain_item(item).is_some();
    (is_plain && found.diagnostics.is_empty()).then_some(found.blocks)
}
