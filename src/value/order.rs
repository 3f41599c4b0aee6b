//! A total order of values, for sets.
//!
//! It agrees with `==` except for values that it cannot distinguish: capsule values, for which applications
//! define only equality, and null and unknown values of different types.

use std::cmp::Ordering;

use super::{Text, Value, ValueRepr};

/// Compares two values. Known values come first, then unknown ones, then null.
pub(super) fn compare(left: &Value, right: &Value) -> Ordering {
    if let (Some(left), Some(right)) = (left.as_str(), right.as_str()) {
        return left.cmp(right);
    }
    match (&left.0, &right.0) {
        (ValueRepr::Bool(left), ValueRepr::Bool(right)) => left.cmp(right),
        (ValueRepr::Number(left), ValueRepr::Number(right)) => left.cmp(right),
        (ValueRepr::List(left), ValueRepr::List(right))
        | (ValueRepr::Set(left), ValueRepr::Set(right)) => {
            compare_all(&left.elements, &right.elements)
        }
        (ValueRepr::Tuple(left), ValueRepr::Tuple(right)) => {
            compare_all(&left.elements, &right.elements)
        }
        (ValueRepr::Map(left), ValueRepr::Map(right)) => {
            compare_entries(left.entries.as_slice(), right.entries.as_slice())
        }
        (ValueRepr::Object(left), ValueRepr::Object(right)) => {
            compare_entries(left.entries.as_slice(), right.entries.as_slice())
        }
        _ => rank(left).cmp(&rank(right)),
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
