//! Repeated names in a body: attributes that are defined twice ("Attribute Definitions"), and whether any two
//! items have the same name.
//!
//! Knows nothing of diagnostics.

use std::collections::hash_map::Entry;

use foldhash::{HashMap, HashMapExt as _};

use super::fingerprint::Fingerprints;
use super::node::{NodeId, NodeKind};
use super::storage::Storage;

/// Up to this many items are compared with one another, which is faster than hashing their names.
const COMPARISON_LIMIT: usize = 32;

/// Whether items of a body have the same name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Repetition {
    /// All have different names.
    None,
    /// No two attributes have the same name. Of the blocks it is not known.
    Unknown,
    /// Two attributes have the same name, which is an error.
    Attributes,
}

/// Finds out whether items of a body have the same name.
#[inline]
pub(super) fn repetition(text: &str, storage: &Storage, items: &[u32]) -> Repetition {
    let mut is_redefined = false;
    let is_distinct = report_redefined(text, storage, items, |_, _| is_redefined = true);
    match (is_distinct, is_redefined) {
        (true, _) => Repetition::None,
        (false, false) => Repetition::Unknown,
        (false, true) => Repetition::Attributes,
    }
}

/// Calls `report` for each attribute among `items` whose name an earlier attribute has, with its index and
/// the earlier attribute. Returns whether all items are known to have different names, attributes and blocks
/// together.
#[inline]
pub(super) fn report_redefined(
    text: &str,
    storage: &Storage,
    items: &[u32],
    report: impl FnMut(usize, NodeId),
) -> bool {
    if items.len() > COMPARISON_LIMIT {
        hash(text, storage, items, report)
    } else if have_distinct_fingerprints(storage, items) {
        true
    } else {
        compare(text, storage, items, report)
    }
}

/// Whether no two items have the same fingerprint, as in most bodies: then all names differ and need no comparison.
#[inline]
fn have_distinct_fingerprints(storage: &Storage, items: &[u32]) -> bool {
    let mut names = Fingerprints::default();
    let mut nodes = items.iter().map(|id| storage.node(NodeId(*id)));
    nodes.all(|node| names.add(node.fingerprint()))
}

/// The name of an item, and whether the item is a block.
#[inline]
fn name<'s>(text: &'s str, storage: &Storage, id: u32) -> (&'s [u8], bool) {
    let node = storage.node(NodeId(id));
    let is_block = node.kind == NodeKind::Block;
    let end = if is_block {
        storage.word(node.data)
    } else {
        node.end
    };
    (
        &text.as_bytes()[node.start as usize..end as usize],
        is_block,
    )
}

#[inline(never)]
fn compare(
    text: &str,
    storage: &Storage,
    items: &[u32],
    mut report: impl FnMut(usize, NodeId),
) -> bool {
    let fingerprint = |id: u32| storage.node(NodeId(id)).fingerprint();
    let mut names = Fingerprints::default();
    for id in items {
        names.add(fingerprint(*id));
    }
    let mut is_distinct = true;
    for (index, id) in items.iter().enumerate() {
        // A block is never reported.
        let is_block = storage.node(NodeId(*id)).kind == NodeKind::Block;
        let is_needed = is_distinct || !is_block;
        if is_needed && names.is_repeated(fingerprint(*id)) {
            let (before, is_new) = earlier(text, storage, &items[..index], *id);
            is_distinct &= is_new;
            if let Some(first) = before {
                report(index, first);
            }
        }
    }
    is_distinct
}

/// The first attribute among `items` that has the name of the attribute `id`, and whether no item has this
/// name.
#[inline(never)]
fn earlier(text: &str, storage: &Storage, items: &[u32], id: u32) -> (Option<NodeId>, bool) {
    let name = |id: u32| name(text, storage, id);
    let this = name(id);
    let fingerprint = |id: u32| storage.node(NodeId(id)).fingerprint();
    let same = items
        .iter()
        .filter(|other| fingerprint(**other) == fingerprint(id) && name(**other).0 == this.0);
    let is_new = same.clone().next().is_none();
    let (_, is_block) = this;
    let mut attributes = same.filter(|other| name(**other) == this);
    let first = if is_block { None } else { attributes.next() };
    (first.map(|id| NodeId(*id)), is_new)
}

fn hash(
    text: &str,
    storage: &Storage,
    items: &[u32],
    mut report: impl FnMut(usize, NodeId),
) -> bool {
    // The hasher is seeded at random, so that nobody can write a body whose names collide.
    let mut seen = HashMap::new();
    let mut is_distinct = true;
    for (index, id) in items.iter().enumerate() {
        if storage.node(NodeId(*id)).kind == NodeKind::Block {
            // A long list of blocks nearly always repeats a block type, so that checking their names is not
            // worth the time.
            is_distinct = false;
            continue;
        }
        if seen.is_empty() {
            seen.reserve(items.len() - index);
        }
        let (name, _) = name(text, storage, *id);
        match seen.entry(name) {
            Entry::Occupied(first) => {
                is_distinct = false;
                report(index, NodeId(*first.get()));
            }
            Entry::Vacant(place) => {
                place.insert(*id);
            }
        }
    }
    is_distinct
}
