//! Finds names that are repeated: of attributes and blocks in a body, of keys in an object, of labels.

use std::collections::hash_map::Entry;
use std::hash::{BuildHasher as _, Hash};

use foldhash::fast::RandomState;
use foldhash::{HashMap, HashMapExt as _};

/// The maximum number of names that are compared in pairs; for more, hashing them is faster.
const MAX_PAIRED: usize = 16;

/// The first name that is equal to one before it: the index of the first such name before it, and its own.
///
/// The hasher is seeded at random, so that nobody can choose names whose hashes collide.
pub(crate) fn first_repeated<N: Copy + Ord + Hash>(
    names: impl ExactSizeIterator<Item = N> + Clone,
) -> Option<(usize, usize)> {
    if names.len() <= MAX_PAIRED {
        return first_repeated_in_pairs(names);
    }
    // The keys of a sorted map need no hashing.
    if names.clone().is_sorted_by(|one, other| one < other) {
        return None;
    }
    if have_different_hashes(names.clone()) {
        return None;
    }
    let mut seen = HashMap::with_capacity(names.len());
    names
        .enumerate()
        .find_map(|(index, name)| match seen.entry(name) {
            Entry::Occupied(first) => Some((*first.get(), index)),
            Entry::Vacant(place) => {
                place.insert(index);
                None
            }
        })
}

/// Whether no two names have one hash, and are therefore different. Eight bytes for each name are enough to find that out,
/// a third of what a table of the names takes.
fn have_different_hashes<N: Hash>(names: impl Iterator<Item = N>) -> bool {
    let state = RandomState::default();
    let mut hashes: Vec<u64> = names.map(|name| state.hash_one(name)).collect();
    hashes.sort_unstable();
    hashes.is_sorted_by(|one, other| one < other)
}

/// The first two of at most [`MAX_PAIRED`] names that are equal, by their indices: each is compared with all before it.
fn first_repeated_in_pairs<N: Copy + Eq>(names: impl Iterator<Item = N>) -> Option<(usize, usize)> {
    let mut before = [None; MAX_PAIRED];
    for (index, name) in names.enumerate() {
        let name = Some(name);
        if let Some(first) = before[..index].iter().position(|other| *other == name) {
            return Some((first, index));
        }
        before[index] = name;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{MAX_PAIRED, first_repeated};

    #[test]
    fn the_first_that_is_equal_to_one_before() {
        for count in [MAX_PAIRED, MAX_PAIRED + 1, 100] {
            let mut names: Vec<String> = (0..count).map(|index| format!("{index:03}")).collect();
            assert_eq!(first_repeated(names.iter()), None);
            names.swap(0, 1);
            assert_eq!(first_repeated(names.iter()), None, "not in order");
            names[7] = names[3].clone();
            names[9] = names[3].clone();
            names[10] = names[1].clone();
            assert_eq!(first_repeated(names.iter()), Some((3, 7)));
        }
        assert_eq!(first_repeated([""; 0].iter()), None);
        assert_eq!(first_repeated(["", ""].iter()), Some((0, 1)));
    }
}
