//! Merged bodies in which blocks of one type come from both syntaxes.
//!
//! What a property of JSON is, an attribute or blocks, is decided by the type that asks. Where blocks of native syntax
//! have the same name, it is blocks, and they have as many labels.

use foldhash::{HashMap, HashMapExt as _};

use super::input::Origin;
use super::item_nodes::{ItemNode, Node};
use crate::syntax::tree::blocks::{BlockRequest, JsonBlock};
use crate::syntax::tree::view::View;

/// The items of a merged body, with blocks in the place of the properties that share their names with blocks. `origins`
/// are the sources of the items.
pub(super) fn read_as_blocks(
    origins: &[Origin<'_>],
    items: impl Iterator<Item = ItemNode> + Clone,
) -> Vec<ItemNode> {
    let label_counts = label_counts(origins, items.clone());
    let mut read = Vec::new();
    for item in items {
        let view = origins[item.input].view();
        let labels = label_counts.get(item.node.text(view));
        match labels.and_then(|labels| blocks(view, item.node, *labels)) {
            Some(blocks) => {
                let blocks = blocks.into_iter().map(Node::Block);
                read.extend(blocks.map(|node| ItemNode { node, ..item }));
            }
            None => read.push(item),
        }
    }
    read
}

/// How many labels the blocks of native syntax have whose types are names of properties.
fn label_counts<'a>(
    origins: &'a [Origin<'_>],
    items: impl Iterator<Item = ItemNode>,
) -> HashMap<&'a str, usize> {
    let mut counts = HashMap::new();
    let is_json = |origin: &Origin<'_>| origin.view().tree.is_json();
    if origins.len() < 2 || !origins.iter().any(is_json) {
        return counts;
    }
    for ItemNode { input, node } in items {
        let view = origins[input].view();
        if node.is_block(view) {
            let count = counts.entry(node.text(view));
            count.or_insert_with(|| node.label_count(view));
        }
    }
    counts
}

/// The blocks that an item is, if it is a property and can be blocks with this number of labels.
fn blocks(view: View<'_, '_>, item: Node, labels: usize) -> Option<Vec<JsonBlock>> {
    let value = match item {
        Node::Item(id) => view.property_value(id)?,
        Node::Block(_) => return None,
    };
    let found = view.blocks_of_value(value, BlockRequest::Labels(labels));
    found.diagnostics.is_empty().then_some(found.blocks)
}
