//! Stable sorting.
//!
//! Each type that the standard library sorts brings another copy of its algorithm, 2,000 lines of intermediate code.
//! Here the algorithm sorts positions, and what is compiled for each type only compares and moves the items.
//!
//! Knows nothing of what is sorted.

use std::cmp::Ordering;

/// Sorts by name. Items with the same name keep their order.
pub(crate) fn by_name<T>(items: &mut [T], name: impl Fn(&T) -> &str) {
    by(items, |left, right| name(left).cmp(name(right)));
}

/// Sorts by number. Items with the same number keep their order.
pub(crate) fn by_number<T>(items: &mut [T], number: impl Fn(&T) -> u64) {
    by(items, |left, right| number(left).cmp(&number(right)));
}

/// Sorts by an order of the items. Equal items keep their order.
pub(crate) fn by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let targets = targets(items.len(), &|left, right| {
        compare(&items[left], &items[right])
    });
    arrange(targets, &mut |one, other| items.swap(one, other));
}

/// The place of each item in the order. The items are told by their present places.
fn targets(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|left, right| compare(*left, *right));
    let mut targets = vec![0; count];
    for (target, place) in places.into_iter().enumerate() {
        targets[place] = target;
    }
    targets
}

/// Moves each item to its target. `swap` swaps the items at two places.
fn arrange(mut targets: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for place in 0..targets.len() {
        while targets[place] != place {
            let target = targets[place];
            swap(place, target);
            targets.swap(place, target);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn sorts_as_the_stable_sort_does(names in proptest::collection::vec("[a-c]{0,2}", 0..40)) {
            let mut items: Vec<(String, usize)> = names.into_iter().zip(0..).collect();
            let mut by_name = items.clone();
            super::by_name(&mut by_name, |(name, _)| name);
            let mut by_number = items.clone();
            super::by_number(&mut by_number, |(name, _)| name.len() as u64);
            let mut by_length = items.clone();
            by_length.sort_by_key(|(name, _)| name.len());
            prop_assert_eq!(by_number, by_length);
            items.sort_by(|(left, _), (right, _)| left.cmp(right));
            prop_assert_eq!(by_name, items);
        }
    }
}
