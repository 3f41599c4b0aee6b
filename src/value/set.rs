//! Sets of values, without repeated elements and in an order that depends only on the elements.
//!
//! "Collection Types" of the information model. The order is a ruling: numbers ascending, strings by code
//! point, `false` before `true`. It agrees with `==` except for values that it cannot distinguish: capsule values, for
//! which applications define only equality, and null and unknown values of different types.

use std::cmp::Ordering;

use super::{Text, Value, ValueRepr};

/// Sorts the elements and keeps one of several equal elements.
///
/// All unknown elements are kept, since each of them may turn out to be different from the others.
pub(super) fn distinct(mut elements: Vec<Value>) -> Vec<Value> {
    elements.sort_by(compare);
    let mut kept = Vec::with_capacity(elements.len());
    // The index of the first kept element that the order cannot distinguish from the last kept one.
    let mut start = 0;
    for element in elements {
        if let Some(last) = kept.last()
            && compare(last, &element) != Ordering::Equal
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
    let start = elements.partition_point(|other| compare(other, element) == Ordering::Less);
    elements[start..]
        .iter()
        .take_while(|other| compare(other, element) == Ordering::Equal)
        .any(|other| other == element)
}

/// Compares two values. Known values come first, then unknown ones, then null.
fn compare(left: &Value, right: &Value) -> Ordering {
    if let (Some(left), Some(right)) = (left.as_str(), right.as_str()) {
        return left.cmp(right);
    }
    match (&left.0, &right.0) {
        (ValueRepr::Bool(left), ValueRepr::Bool(right)) => left.cmp(right),
        (ValueRepr::Number(left), ValueRepr::Number(right)) => left.cmp(right),
        _ => rank(left)
            .cmp(&rank(right))
            .then_with(|| compare_parts(left, right)),
    }
}

/// Compares the parts of two values of the same kind.
fn compare_parts(left: &Value, right: &Value) -> Ordering {
    if let (Some(left), Some(right)) = (left.as_slice(), right.as_slice()) {
        return compare_all(left, right);
    }
    match (left.as_entries(), right.as_entries()) {
        (Some(left), Some(right)) => compare_entries(left, right),
        _ => Ordering::Equal,
    }
}

fn compare_all(left: &[Value], right: &[Value]) -> Ordering {
    let pairs = left.iter().zip(right);
    first_difference(pairs.map(|(left, right)| compare(left, right)))
        .then(left.len().cmp(&right.len()))
}

fn compare_entries(left: &[(Text, Value)], right: &[(Text, Value)]) -> Ordering {
    let pairs = left.iter().zip(right);
    let orderings = pairs.map(|((left_name, left), (right_name, right))| {
        left_name.cmp(right_name).then_with(|| compare(left, right))
    });
    first_difference(orderings).then(left.len().cmp(&right.len()))
}

fn first_difference(mut orderings: impl Iterator<Item = Ordering>) -> Ordering {
    orderings
        .find(|ordering| ordering.is_ne())
        .unwrap_or(Ordering::Equal)
}

fn rank(value: &Value) -> u8 {
    match &value.0 {
        ValueRepr::Bool(_) => 0,
        ValueRepr::Number(_) => 1,
        ValueRepr::ShortString(_) | ValueRepr::LongString(_) => 2,
        ValueRepr::List(_) => 3,
        ValueRepr::Set(_) => 4,
        ValueRepr::Map(_) => 5,
        ValueRepr::Tuple(_) => 6,
        ValueRepr::Object(_) => 7,
        ValueRepr::Capsule(_) => 8,
        ValueRepr::Unknown(_) => 9,
        ValueRepr::Null(_) => 10,
    }
}
