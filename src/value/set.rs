//! Sets of values, without repeated elements and in an order that depends only on the elements.
//!
//! "Collection Types" of the information model. The order is a ruling: numbers ascending, strings by code
//! point, `false` before `true`, anything else in the order of [`super::order`].

use std::cmp::Ordering;

use super::{Value, order};

/// Sorts the elements and keeps one of several equal elements.
///
/// All unknown elements are kept, since each of them may turn out to be different from the others.
pub(super) fn distinct(mut elements: Vec<Value>) -> Vec<Value> {
    elements.sort_by(order::compare);
    let mut kept = Vec::with_capacity(elements.len());
    // The index of the first kept element that the order cannot distinguish from the last kept one.
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

/// Whether a set contains an element. The elements of the set must be in set order.
pub(super) fn contains(elements: &[Value], element: &Value) -> bool {
    let start = elements.partition_point(|other| order::compare(other, element) == Ordering::Less);
    elements[start..]
        .iter()
        .take_while(|other| order::compare(other, element) == Ordering::Equal)
        .any(|other| other == element)
}
