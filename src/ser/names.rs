//! The names within one body or object, of which no two may be equal.
//!
//! All names on the way to the value at hand are in one buffer. They are compared when their body or object ends, and
//! only if two of them may be equal: a set of bits tells most names that differ apart, and a hash the rest.
//!
//! Knows nothing of what has the names.

use std::borrow::Cow;
use std::ops::Range;

use hashbrown::HashSet;

use crate::swar::{end_words, is_ascii};
use crate::syntax::tree::text::normalize;

/// Most names that are compared in pairs, which is faster than a set for so few.
const MAX_PAIRED: usize = 16;

/// When two names are equal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Equality {
    /// If they have the same characters: names of attributes and block types.
    Exact,
    /// If they have the same normal form: keys of objects, and labels.
    Normalized,
}

/// Names for which there is room at first.
const CAPACITY: usize = 32;

/// The names of all scopes on the way to the value at hand.
pub(super) struct Names {
    text: String,
    entries: Vec<Entry>,
}

struct Entry {
    /// Where the name ends in the text; it starts where the one before it ends.
    end: usize,
    hash: u64,
}

/// The names of one body or object, at the end of all names.
pub(super) struct Scope {
    first: usize,
    count: usize,
    equality: Equality,
    bits: Bits,
    /// Whether two names have the same bit.
    is_doubtful: bool,
    /// Whether names that differ may have the same normal form.
    must_normalize: bool,
}

/// 256 bits, of which each name has one.
#[derive(Default)]
struct Bits([u64; 4]);

impl Bits {
    /// Adds the bit of a hash, and says whether it was there.
    #[inline]
    fn add(&mut self, hash: u64) -> bool {
        // The high bits of a product depend on all of its factors.
        let [index, ..] = hash.to_be_bytes();
        let word = &mut self.0[usize::from(index / 64)];
        let bit = 1 << (index % 64);
        let is_there = *word & bit != 0;
        *word |= bit;
        is_there
    }
}

impl Names {
    pub(super) fn new() -> Self {
        Names {
            text: String::with_capacity(16 * CAPACITY),
            entries: Vec::with_capacity(CAPACITY),
        }
    }

    /// Begins a body or an object.
    #[inline]
    pub(super) fn begin(&self, equality: Equality) -> Scope {
        Scope {
            first: self.entries.len(),
            count: 0,
            equality,
            bits: Bits::default(),
            is_doubtful: false,
            must_normalize: false,
        }
    }

    #[expect(
        clippy::inline_always,
        reason = "the name of a field is a constant: its hash is then made at compile time, and its bytes are copied without a call"
    )]
    #[inline(always)]
    pub(super) fn add(&mut self, scope: &mut Scope, name: &str) {
        // A scope within that was not ended because of an error may have left names.
        let count = scope.first + scope.count;
        if self.entries.len() > count {
            self.truncate(count);
        }
        let hash = hash(name);
        scope.is_doubtful |= scope.bits.add(hash);
        scope.must_normalize |=
            scope.equality == Equality::Normalized && !is_ascii(name.as_bytes());
        scope.count += 1;
        self.text.push_str(name);
        let end = self.text.len();
        self.entries.push(Entry { end, hash });
    }

    /// Ends a body or an object, and gives the first name that is repeated in it.
    #[inline]
    pub(super) fn end(&mut self, scope: &Scope) -> Option<String> {
        let repeated = if scope.is_doubtful || scope.must_normalize {
            self.repeated(scope)
        } else {
            None
        };
        self.truncate(scope.first);
        repeated
    }

    fn truncate(&mut self, count: usize) {
        self.entries.truncate(count);
        let end = self.entries.last().map_or(0, |last| last.end);
        self.text.truncate(end);
    }

    #[inline(never)]
    fn repeated(&self, scope: &Scope) -> Option<String> {
        let all = scope.first..scope.first + scope.count;
        if scope.must_normalize {
            return self.repeated_normalized(all);
        }
        let is_repeated = |index: &usize| self.is_repeated(scope.first, *index);
        let mut names = all.clone().map(|index| self.get(index));
        let repeated = if all.len() <= MAX_PAIRED {
            all.clone().find(is_repeated)
        } else if names.clone().zip(names.clone().skip(1)).all(|(a, b)| a < b) {
            None
        } else {
            let mut seen = HashSet::with_capacity(all.len());
            let place = names.position(|name| !seen.insert(name));
            place.map(|place| scope.first + place)
        };
        repeated.map(|index| self.get(index).to_owned())
    }

    /// Whether a name is equal to one before it, from the first on.
    fn is_repeated(&self, first: usize, index: usize) -> bool {
        let hash = self.entries[index].hash;
        (first..index)
            .any(|other| self.entries[other].hash == hash && self.get(other) == self.get(index))
    }

    fn repeated_normalized(&self, all: Range<usize>) -> Option<String> {
        let mut seen = HashSet::with_capacity(all.len());
        let mut names = all.map(|index| normalize(Cow::Borrowed(self.get(index))));
        names
            .find(|name| !seen.insert(name.clone()))
            .map(Cow::into_owned)
    }

    fn get(&self, index: usize) -> &str {
        let before = index.checked_sub(1);
        let start = before.map_or(0, |before| self.entries[before].end);
        &self.text[start..self.entries[index].end]
    }
}

/// A number that depends on the length and on both ends of a name.
#[inline]
fn hash(name: &str) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let [head, tail] = end_words(name.as_bytes());
    (head.wrapping_mul(ODD) ^ tail).wrapping_mul(ODD) ^ name.len() as u64
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::{Equality, Names, normalize};

    /// The keys of an object, each with those of an object within it.
    #[derive(Clone, Debug)]
    struct Keys {
        entries: Vec<(String, Keys)>,
        is_exact: bool,
        /// Whether an error was ignored, and the object was not ended.
        is_left: bool,
    }

    impl Keys {
        fn add_to(&self, names: &mut Names) {
            let mut scope = names.begin(if self.is_exact {
                Equality::Exact
            } else {
                Equality::Normalized
            });
            let (mut seen, mut repeated) = (HashSet::new(), None);
            for (key, within) in &self.entries {
                names.add(&mut scope, key);
                within.add_to(names);
                let key = if self.is_exact {
                    key.into()
                } else {
                    normalize(key.into())
                };
                if !seen.insert(key.clone()) && repeated.is_none() {
                    repeated = Some(key.into_owned());
                }
            }
            if !self.is_left {
                assert_eq!(names.end(&scope), repeated, "{self:?}");
            }
        }
    }

    fn key() -> impl Strategy<Value = String> {
        let lengths = prop_oneof![0..3_usize, 14..19_usize];
        let ends = prop_oneof![Just(""), Just("b"), Just("\0"), Just("é"), Just("e\u{301}")];
        (lengths, ends).prop_map(|(length, end)| "a".repeat(length) + end)
    }

    fn keys() -> impl Strategy<Value = Keys> {
        let object = |entries, is_sorted, is_exact, is_left| {
            let mut keys = Keys {
                entries,
                is_exact,
                is_left,
            };
            if is_sorted {
                keys.entries.sort_by(|(a, _), (b, _)| a.cmp(b));
            }
            keys
        };
        let none = object(Vec::new(), false, false, false);
        Just(none).prop_recursive(3, 32, 6, move |within| {
            (
                vec((key(), within), 0..24),
                any::<bool>(),
                any::<bool>(),
                any::<bool>(),
            )
                .prop_map(move |(entries, is_sorted, is_exact, is_left)| {
                    object(entries, is_sorted, is_exact, is_left)
                })
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1_000) })]

        #[test]
        fn keys_are_repeated_if_a_set_has_them(keys in keys()) {
            keys.add_to(&mut Names::new());
        }
    }
}
