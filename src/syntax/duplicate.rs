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

/// Calls `report` for each attribute whose name an earlier attribute has, with the index of both. `item` gives the name
/// of the item at an index. Returns whether all items are known to have different names, attributes and blocks together.
pub(super) fn report_redefined(
    text: &str,
    count: usize,
    item: impl Fn(usize) -> ItemName,
    mut report: impl FnMut(usize, usize),
) -> bool {
    if first_repeated(count, |index| name(text, item(index))).is_none() {
        return true;
    }
    report_attributes(text, count, &item, &mut report);
    false
}

/// Calls `report` for the attributes if several of the items have one name.
fn report_attributes(
    text: &str,
    count: usize,
    item: &dyn Fn(usize) -> ItemName,
    report: &mut dyn FnMut(usize, usize),
) {
    let is_attribute = |index: &usize| !item(*index).is_block;
    let attributes: Vec<usize> = (0..count).filter(is_attribute).collect();
    let mut seen = HashMap::new();
    for index in attributes {
        let first = *seen.entry(name(text, item(index))).or_insert(index);
        if first < index {
            report(index, first);
        }
    }
}

fn name(text: &str, item: ItemName) -> &[u8] {
    &text.as_bytes()[item.span.range()]
}
