//! Which items of a list share their name with an earlier one: blocks of one type, blocks of one label, keys of an
//! object.
//!
//! Linear in the number of items. A short list is compared rather than hashed, and costs no allocation while all of
//! its names differ.
//!
//! Knows nothing of serde.

use hashbrown::HashMap;
use std::borrow::Cow;

use crate::syntax::tree::looks;

/// Lists up to this length are compared.
const SHORT: usize = 32;

/// The repeated names of a list, by the indexes of the items that bear them.
#[derive(Debug)]
pub(super) struct Repeats {
    /// The indexes of an item and of the last one before it that has its name, in ascending order of the first.
    by_later: Vec<(usize, usize)>,
    /// The same pairs the other way round, in ascending order of the earlier one.
    by_earlier: Vec<(usize, usize)>,
}

/// Of a list in which no name is repeated.
pub(super) static NO_REPEATS: Repeats = Repeats::NONE;

impl Repeats {
    /// Of a list in which no name is repeated.
    pub(super) const NONE: Self = Repeats {
        by_later: Vec::new(),
        by_earlier: Vec::new(),
    };

    /// Finds the repeated names among `count` items. Not inlined: its stack is given back before a level is entered.
    #[inline(never)]
    pub(super) fn find<'n>(count: usize, name: impl Fn(usize) -> Cow<'n, str>) -> Self {
        let by_later = if count <= SHORT {
            compare(count, name)
        } else {
            hash(count, name)
        };
        let mut by_earlier: Vec<_> = by_later
            .iter()
            .map(|(later, earlier)| (*earlier, *later))
            .collect();
        by_earlier.sort_unstable();
        Repeats {
            by_later,
            by_earlier,
        }
    }

    /// Whether an earlier item has the name of this one.
    pub(super) fn is_repeat(&self, at: usize) -> bool {
        search(&self.by_later, at).is_some()
    }

    /// The next item with the name of this one.
    pub(super) fn next(&self, at: usize) -> Option<usize> {
        search(&self.by_earlier, at)
    }

    /// The pairs of an item and the next one that has its name.
    pub(super) fn pairs(&self) -> &[(usize, usize)] {
        &self.by_earlier
    }
}

fn search(pairs: &[(usize, usize)], at: usize) -> Option<usize> {
    // Mostly there are none, and this is asked for each item.
    if pairs.is_empty() {
        return None;
    }
    let index = pairs.binary_search_by_key(&at, |pair| pair.0).ok()?;
    Some(pairs[index].1)
}

fn compare<'n>(count: usize, name: impl Fn(usize) -> Cow<'n, str>) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    // A set of what the names before look like: most names are new at first sight.
    let mut seen = 0_u64;
    for later in 0..count {
        let this = name(later);
        let bit = 1 << looks(this.as_bytes());
        if seen & bit != 0
            && let Some(earlier) = (0..later).rev().find(|earlier| name(*earlier) == this)
        {
            pairs.push((later, earlier));
        }
        seen |= bit;
    }
    pairs
}

fn hash<'n>(count: usize, name: impl Fn(usize) -> Cow<'n, str>) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let mut last = HashMap::with_capacity(count);
    for later in 0..count {
        if let Some(earlier) = last.insert(name(later), later) {
            pairs.push((later, earlier));
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_and_long_lists_agree() {
        for modulus in [1, 3, 7, 30, 100] {
            let names: Vec<_> = (0..100).map(|at| (at % modulus).to_string()).collect();
            for count in [0, 1, 2, 20, 32, 33, 100] {
                let name = |at: usize| Cow::Borrowed(names[at].as_str());
                assert_eq!(compare(count, name), hash(count, name));
                let repeats = Repeats::find(count, name);
                for at in 0..count {
                    assert_eq!(repeats.is_repeat(at), at >= modulus);
                    let next = at + modulus;
                    assert_eq!(repeats.next(at), (next < count).then_some(next));
                }
            }
        }
    }
}
