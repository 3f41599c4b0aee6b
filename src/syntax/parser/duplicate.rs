//! Repeated names in a body: attributes that are defined twice ("Attribute Definitions"), and whether any two
//! items have the same name.
//!
//! Knows nothing of diagnostics.

use std::collections::hash_map::Entry;

use foldhash::{HashMap, HashMapExt as _};

use crate::syntax::tree::NodeId;
use crate::syntax::tree::view::View;

/// Up to this many items are compared with one another, which is faster than hashing their names.
const COMPARISON_LIMIT: usize = 32;

/// Calls `report` for each attribute among `items` whose name an earlier attribute has, with its index and
/// the earlier attribute. Returns whether all items are known to have different names, attributes and blocks
/// together.
pub(super) fn redefined(
    view: View<'_, '_>,
    items: &[u32],
    report: impl FnMut(usize, NodeId),
) -> bool {
    if items.len() <= COMPARISON_LIMIT {
        compare(view, items, report)
    } else {
        hash(view, items, report)
    }
}

/// The name of an item, and whether the item is a block.
#[inline]
fn name<'s>(view: View<'s, '_>, id: u32) -> (&'s [u8], bool) {
    let head = view.item_head(id);
    (&view.text.as_bytes()[head.name.range()], head.is_block())
}

fn compare(view: View<'_, '_>, items: &[u32], mut report: impl FnMut(usize, NodeId)) -> bool {
    let mut is_distinct = true;
    // A set of the fingerprints of the names before. Most names have a new fingerprint and need no
    // comparison.
    let mut seen = 0_u64;
    for (index, id) in items.iter().enumerate() {
        let bit = 1 << view.tree.node(NodeId(*id)).fingerprint();
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

/// The first attribute among `items` that has the name of the attribute `id`, and whether no item has this
/// name.
#[inline(never)]
fn earlier(view: View<'_, '_>, items: &[u32], id: u32) -> (Option<NodeId>, bool) {
    let this = name(view, id);
    let fingerprint = |id: u32| view.tree.node(NodeId(id)).fingerprint();
    let same = items
        .iter()
        .filter(|other| fingerprint(**other) == fingerprint(id) && name(view, **other).0 == this.0);
    let is_new = same.clone().next().is_none();
    let (_, is_block) = this;
    let mut attributes = same.filter(|other| name(view, **other) == this);
    let first = if is_block { None } else { attributes.next() };
    (first.map(|id| NodeId(*id)), is_new)
}

fn hash(view: View<'_, '_>, items: &[u32], mut report: impl FnMut(usize, NodeId)) -> bool {
    // The hasher is seeded at random, so that nobody can write a body whose names collide.
    let mut seen = HashMap::new();
    let mut is_distinct = true;
    for (index, id) in items.iter().enumerate() {
        let (this, is_block) = name(view, *id);
        if is_block {
            // A long list of blocks nearly always repeats a block type, so that checking their names is not
            // worth the time.
            is_distinct = false;
            continue;
        }
        if seen.is_empty() {
            seen.reserve(items.len() - index);
        }
        match seen.entry(this) {
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
