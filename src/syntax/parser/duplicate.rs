//! Attributes that a body sets twice ("Attribute Definitions").
//!
//! Knows nothing of diagnostics.

use std::hash::BuildHasher;

use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};

use crate::syntax::tree::{NodeId, NodeKind, Tree};

/// Up to this many items are compared with one another, which is faster than hashing them.
const FEW: usize = 12;

/// Calls `report` with each attribute among `items` whose name an earlier one has: its index among
/// the items, and the earlier one.
pub(super) fn redefined(text: &str, tree: &Tree, items: &[u32], report: impl FnMut(usize, NodeId)) {
    if items.len() <= FEW {
        compare(text, tree, items, report);
    } else {
        hash(text, tree, items, report);
    }
}

/// The name of an attribute; nothing for a block.
fn name<'s>(text: &'s str, tree: &Tree, id: u32) -> Option<&'s [u8]> {
    let node = tree.node(NodeId(id));
    let is_attribute = node.kind == NodeKind::Attribute;
    is_attribute.then(|| &text.as_bytes()[node.start as usize..node.end as usize])
}

fn compare(text: &str, tree: &Tree, items: &[u32], mut report: impl FnMut(usize, NodeId)) {
    for (index, id) in items.iter().enumerate().skip(1) {
        let Some(this) = name(text, tree, *id) else {
            continue;
        };
        let before = &items[..index];
        if let Some(first) = before
            .iter()
            .find(|other| name(text, tree, **other) == Some(this))
        {
            report(index, NodeId(*first));
        }
    }
}

fn hash(text: &str, tree: &Tree, items: &[u32], mut report: impl FnMut(usize, NodeId)) {
    // The hasher is seeded at random, so that nobody can write a body whose names collide.
    let hasher = DefaultHashBuilder::default();
    let mut seen: HashTable<u32> = HashTable::with_capacity(items.len());
    for (index, id) in items.iter().enumerate() {
        let Some(this) = name(text, tree, *id) else {
            continue;
        };
        let rehash = |id: &u32| hasher.hash_one(name(text, tree, *id).unwrap_or_default());
        let is_same = |other: &u32| name(text, tree, *other) == Some(this);
        match seen.entry(hasher.hash_one(this), is_same, rehash) {
            Entry::Occupied(first) => report(index, NodeId(*first.get())),
            Entry::Vacant(place) => {
                place.insert(*id);
            }
        }
    }
}
