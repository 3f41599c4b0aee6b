//! Finds names that are repeated: of attributes and blocks in a body, of keys in an object, of labels.

use std::collections::hash_map::Entry;
use std::hash::BuildHasher as _;

use foldhash::fast::RandomState;
use foldhash::{HashMap, HashMapExt as _};

use crate::swar::start_word;

/// The maximum number of names that are compared in pairs; for more, hashing them is faster.
const MAX_PAIRED: usize = 16;

/// Finds the first of `count` names that is equal to an earlier one. Returns the index of the earliest equal name, and
/// the index of the repeated name. `name` returns the bytes of the name at an index.
pub(crate) fn first_repeated<'n>(
    count: usize,
    name: impl Fn(usize) -> &'n [u8],
) -> Option<(usize, usize)> {
    if count > MAX_PAIRED {
        return first_repeated_of_many(count, &name);
    }
    // If there are only a few names, each is compared with all names before it: first by the bytes that fit in a word.
    let mut starts = [0; MAX_PAIRED];
    for index in 0..count {
        let own = name(index);
        let start = start_word(own);
        let is_equal = |other: &usize| starts[*other] == start && name(*other) == own;
        if let Some(first) = (0..index).find(is_equal) {
            return Some((first, index));
        }
        starts[index] = start;
    }
    None
}

/// [`first_repeated`] for more than [`MAX_PAIRED`] names.
fn first_repeated_of_many<'n>(
    count: usize,
    name: &dyn Fn(usize) -> &'n [u8],
) -> Option<(usize, usize)> {
    let (mut is_ascending, mut is_repeated) = (true, false);
    for index in 1..count {
        let order = name(index - 1).cmp(name(index));
        is_ascending &= order.is_lt();
        is_repeated |= order.is_eq();
    }
    // The keys of a sorted map are in ascending order, and blocks of one type are adjacent: neither case needs the
    // hashes.
    if is_ascending || !is_repeated && have_different_hashes(count, name) {
        return None;
    }
    let mut seen = HashMap::new();
    (0..count).find_map(|index| match seen.entry(name(index)) {
        Entry::Occupied(first) => Some((*first.get(), index)),
        Entry::Vacant(place) => {
            place.insert(index);
            None
        }
    })
}

/// Whether all names have different hashes, so that all names are different.
fn have_different_hashes<'n>(count: usize, name: &dyn Fn(usize) -> &'n [u8]) -> bool {
    // The hasher is seeded at random, so that an attacker cannot choose names whose hashes collide. The hashes take a
    // third of the memory of a table of the names.
    let state = RandomState::default();
    let hashes = (0..count).map(|index| state.hash_one(name(index)));
    let mut hashes: Vec<u64> = hashes.collect();
    hashes.sort_unstable();
    hashes.is_sorted_by(|one, other| one < other)
}

#[cfg(test)]
mod tests {
    use super::MAX_PAIRED;

    fn first_repeated(names: &[String]) -> Option<(usize, usize)> {
        super::first_repeated(names.len(), |index| names[index].as_bytes())
    }

    #[test]
    fn the_first_that_is_equal_to_one_before() {
        let counts = [MAX_PAIRED, MAX_PAIRED + 1, 100];
        let prefixes = ["", "of_eight", "of_more_than_eight"];
        for (count, prefix) in counts
            .into_iter()
            .flat_map(|it| prefixes.map(|prefix| (it, prefix)))
        {
            let names = (0..count).map(|index| format!("{prefix}{index:03}"));
            let mut names: Vec<String> = names.collect();
            assert_eq!(first_repeated(&names), None);
            names.swap(0, 1);
            assert_eq!(first_repeated(&names), None, "not in order");
            names[7] = names[3].clone();
            names[9] = names[3].clone();
            names[10] = names[1].clone();
            assert_eq!(first_repeated(&names), Some((3, 7)));
            names.swap(8, 10);
            names[9] = names[8].clone();
            assert_eq!(
                first_repeated(&names),
                Some((3, 7)),
                "with equal neighbours"
            );
        }
        assert_eq!(first_repeated(&[]), None);
        assert_eq!(
            first_repeated(&[String::new(), String::new()]),
            Some((0, 1))
        );
    }
}
