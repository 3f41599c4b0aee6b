//! What makes elements a set: each once, in an order that does not depend on the past.
//!
//! "Collection Types" of the information model; the order is a ruling: numbers
//! ascending, strings by code point, `false` before `true`, anything else in the order of
//! [`super::order`].
//!
//! Knows nothing of element types.

use std::cmp::Ordering;

use super::{Value, order};

/// Sorts, and keeps one of equal elements.
///
/// An unknown element may turn out to be any other or none, so all of them stay.
pub(super) fn distinct(mut elements: Vec<Value>) -> Vec<Value> {
    elements.sort_by(order::compare);
    let mut kept = Vec::with_capacity(elements.len());
    // Where the elements begin that the order cannot tell from the last one.
    let mut start = 0;
    for element in elements {
        if let Some(last) = kept.last()
            && order::compare(last, &element) != Ordering::Equal
        {
            start = kept.len();
        }
        if !element.is_wholly_known() || !kept[start..].contains(&element) {
            kept.push(element);
        }
    }
    kept
}

/// Whether a set, given by its elements in order, has an element.
pub(super) fn contains(elements: &[Value], element: &Value) -> bool {
    let start = elements.partition_point(|other| order::compare(other, element) == Ordering::Less);
    elements[start..]
        .iter()
        .take_while(|other| order::compare(other, element) == Ordering::Equal)
        .any(|other| other == element)
}
