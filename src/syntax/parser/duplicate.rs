//! Names that a body gives to more than one item: attributes that it sets twice ("Attribute Definitions"), and whether
//! there is anything repeated at all.
//!
//! Knows nothing of diagnostics.

use std::hash::BuildHasher;

use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};

use crate::syntax::tree::NodeId;
use crate::syntax::tree::view::View;

/// Up to this many items are compared with one another, which is faster than hashing them.
const FEW: usize = 32;

/// Calls `report` with each attribute among `items` whose name an earlier one has: its index among the items, and the
/// earlier one. Returns whether it is known that no two items have the same name, be they attributes or blocks.
pub(super) fn redefined(
    view: View<'_, '_>,
    items: &[u32],
    report: impl FnMut(usize, NodeId),
) -> bool {
    if items.len() <= FEW {
        compare(view, items, report)
    } else {
        hash(view, items, report)
    }
}

/// The name of an item, and whether that is a block.
#[inline]
fn name<'s>(view: View<'s, '_>, id: u32) -> (&'s [u8], bool) {
    let head = view.item_head(id);
    (&view.text.as_bytes()[head.name.range()], head.is_block())
}

fn compare(view: View<'_, '_>, items: &[u32], mut report: impl FnMut(usize, NodeId)) -> bool {
    let mut is_distinct = true;
    // A set of what the names before look like: most names are new at first sight.
    let mut seen = 0_u64;
    for (index, id) in items.iter().enumerate() {
        let bit = 1 << view.tree.node(NodeId(*id)).looks();
        if seen & bit != 0 {
            let (before, is_new) = earlier(view, &items[..index], *id);
            is_distinct &= is_new;
            if let Some(first) = before {
                report(index, first);
            }
        }
        seen |= bit;
    }
    is_distinct
}

/// The first of some items that is an attribute like `id`, and whether none of them has its name.
#[inline(never)]
fn earlier(view: View<'_, '_>, items: &[u32], id: u32) -> (Option<NodeId>, bool) {
    let this = name(view, id);
    let looks = |id: u32| view.tree.node(NodeId(id)).looks();
    let same = items
        .iter()
        .filter(|other| looks(**other) == looks(id) && name(view, **other).0 == this.0);
    let is_new = same.clone().next().is_none();
    let (_, is_block) = this;
    let mut attributes = same.filter(|other| name(view, **other) == this);
    let first = if is_block { None } else { attributes.next() };
    (first.map(|id| NodeId(*id)), is_new)
}

fn hash(view: View<'_, '_>, items: &[u32], mut report: impl FnMut(usize, NodeId)) -> bool {
    // The hasher is seeded at random, so that nobody can write a body whose names collide.
    let hasher = DefaultHashBuilder::default();
    let mut seen: HashTable<u32> = HashTable::with_capacity(items.len());
    let mut is_distinct = true;
    for (index, id) in items.iter().enumerate() {
        let (this, is_block) = name(view, *id);
        if is_block {
            // Many blocks are mostly of one type, which only takes time to find out here.
            is_distinct = false;
            continue;
        }
        let rehash = |id: &u32| hasher.hash_one(name(view, *id).0);
        let is_same = |other: &u32| name(view, *other).0 == this;
        match seen.entry(hasher.hash_one(this), is_same, rehash) {
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
