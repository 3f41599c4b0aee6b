//! Attributes that a body defines twice ("Attribute Definitions").

use foldhash::{HashMap, HashMapExt as _};

use crate::repeated::first_repeated;
use crate::span::Span;

/// The name of an item of a body.
#[derive(Clone, Copy)]
pub(super) struct ItemName {
    pub(super) span: Span,
    pub(super) is_block: bool,
}

/// Calls `report` for each attribute whose name an earlier attribute has, with the index of both. Returns whether all
/// items are known to have different names, attributes and blocks together.
pub(super) fn report_redefined(
    text: &str,
    items: impl ExactSizeIterator<Item = ItemName> + Clone,
    mut report: impl FnMut(usize, usize),
) -> bool {
    let name = |item: &ItemName| &text.as_bytes()[item.span.range()];
    if first_repeated(items.clone().map(|item| name(&item))).is_none() {
        return true;
    }
    let attributes: Vec<_> = items.clone().filter(|item| !item.is_block).collect();
    if first_repeated(attributes.iter().map(name)).is_none() {
        return false;
    }
    let mut seen = HashMap::new();
    for (index, item) in items.enumerate() {
        if !item.is_block {
            let first = *seen.entry(name(&item)).or_insert(index);
            if first < index {
                report(index, first);
            }
        }
    }
    false
}
