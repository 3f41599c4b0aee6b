//! Stable sorting by names and by numbers.
//!
//! Each type that the standard library sorts brings another copy of its algorithm, 2,000 lines of intermediate code. Here
//! the algorithm sorts keys with positions, and what is compiled for each type only moves the items.
//!
//! Knows nothing of what is sorted.

/// Sorts by name. Items with the same name keep their order.
pub(crate) fn by_name<T>(items: &mut [T], name: impl Fn(&T) -> &str) {
    let mut names = Vec::with_capacity(items.len());
    for item in items.iter() {
        names.push((name(item), names.len()));
    }
    let targets = targets(names);
    arrange(items, targets);
}

/// Sorts by number. Items with the same number keep their order.
pub(crate) fn by_number<T>(items: &mut [T], number: impl Fn(&T) -> u64) {
    let mut numbers = Vec::with_capacity(items.len());
    for item in items.iter() {
        numbers.push((number(item), numbers.len()));
    }
    let targets = targets(numbers);
    arrange(items, targets);
}

/// The place of each item in the order of the keys. Each key comes with the present place of its item.
fn targets<K: Ord>(mut keys: Vec<(K, usize)>) -> Vec<usize> {
    let mut targets = vec![0; keys.len()];
    keys.sort();
    for (target, (_, place)) in keys.into_iter().enumerate() {
        targets[place] = target;
    }
    targets
}

/// Moves each item to its target.
fn arrange<T>(items: &mut [T], mut targets: Vec<usize>) {
    for place in 0..items.len() {
        while targets[place] != place {
            let target = targets[place];
            items.swap(place, target);
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
