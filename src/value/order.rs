//! A total order of values, for sets.
//!
//! It agrees with `==` with two exceptions, which it cannot distinguish: capsule values, for which
//! applications define only equality, and null and unknown values of different types.
//!
//! Knows nothing of the operators `<` and `>`, which take only numbers.

use std::cmp::Ordering;

use super::{Repr, Value};

/// Compares the content: known values first, then unknown ones, null last.
pub(super) fn compare(left: &Value, right: &Value) -> Ordering {
    match (&left.0, &right.0) {
        (Repr::Bool(left), Repr::Bool(right)) => left.cmp(right),
        (Repr::Number(left), Repr::Number(right)) => left.cmp(right),
        (Repr::String(left), Repr::String(right)) => left.cmp(right),
        (Repr::List(left), Repr::List(right)) | (Repr::Set(left), Repr::Set(right)) => {
            compare_all(&left.elements, &right.elements)
        }
        (Repr::Tuple(left), Repr::Tuple(right)) => compare_all(&left.elements, &right.elements),
        (Repr::Map(left), Repr::Map(right)) => {
            compare_entries(left.entries.as_slice(), right.entries.as_slice())
        }
        (Repr::Object(left), Repr::Object(right)) => {
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

fn compare_entries<N: Ord>(left: &[(N, Value)], right: &[(N, Value)]) -> Ordering {
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
        Repr::Bool(_) => 0,
        Repr::Number(_) => 1,
        Repr::String(_) => 2,
        Repr::List(_) => 3,
        Repr::Set(_) => 4,
        Repr::Map(_) => 5,
        Repr::Tuple(_) => 6,
        Repr::Object(_) => 7,
        Repr::Capsule(_) => 8,
        Repr::Unknown(_) => 9,
        Repr::Null(_) => 10,
    }
}
