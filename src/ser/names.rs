//! The names within one body or object, of which no two may be equal.
//!
//! The names of all bodies and objects that are not ended yet are in one list. Those of a body or an object are
//! compared when it ends, and only if two of them may be equal: a filter of bits tells most names apart.

#![expect(
    clippy::inline_always,
    reason = "the name of a field is a constant where this is inlined"
)]

use std::borrow::Cow;
use std::ops::Range;

use foldhash::{HashSet, HashSetExt as _};

use crate::nfc::normalize;
use crate::swar::end_words;

/// The maximum number of names that are compared in pairs; for more, a set is faster.
const MAX_PAIRED: usize = 16;

/// When two names are equal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Equality {
    /// If they have the same characters: names of attributes and block types.
    Exact,
    /// If they have the same normal form: keys of objects, and labels.
    Normalized,
}

/// Initial capacity for names.
const NAME_CAPACITY: usize = 24;

/// The maximum number of names that are reserved because a map says how many entries it has.
const MAX_RESERVED: usize = 1 << 16;

/// Bytes that are reserved for each name.
const USUAL_LENGTH: usize = 16;

/// Initial capacity for scopes.
const SCOPE_CAPACITY: usize = 8;

/// The names of all bodies and objects that are not ended yet.
pub(super) struct Names {
    scopes: Vec<OpenScope>,
    /// The names that are not constants, one after the other.
    text: String,
    entries: Vec<NameEntry>,
}

/// One name.
struct NameEntry {
    /// The name, if it is a constant. Any other is in the text.
    constant: Option<&'static str>,
    /// Where the text ends after this name.
    end: usize,
    hash: u64,
}

/// A body, an object or a map of labelled blocks whose names are compared: its index among those that are not ended
/// yet.
#[derive(Clone, Copy)]
pub(super) struct NameScope(usize);

/// One scope: the names of a body, an object or a map of labelled blocks that is not ended.
struct OpenScope {
    /// Index of the first name.
    first: usize,
    /// Where the text ends before the first name.
    start: usize,
    equality: Equality,
    filter: HashFilter,
    /// Whether two names have set the same bit, so that they may be equal.
    may_repeat: bool,
    /// Whether names that differ may have the same normal form.
    must_normalize: bool,
}

/// A filter that tells names apart: 256 bits, of which each name sets one.
#[derive(Default)]
struct HashFilter([u64; 4]);

impl HashFilter {
    /// Sets the bit of a hash, and says whether it was set before.
    #[inline]
    fn add(&mut self, hash: u64) -> bool {
        // The high bits of a product depend on all of its factors.
        let [index, ..] = hash.to_be_bytes();
        let word = &mut self.0[usize::from(index / 64)];
        let bit = 1 << (index % 64);
        let was_set = *word & bit != 0;
        *word |= bit;
        was_set
    }
}

impl Names {
    pub(super) fn new() -> Self {
        Names {
            scopes: Vec::with_capacity(SCOPE_CAPACITY),
            text: String::with_capacity(USUAL_LENGTH * NAME_CAPACITY),
            entries: Vec::with_capacity(NAME_CAPACITY),
        }
    }

    /// Reserves memory for the names of a map that says how many entries it has. If these buffers grew while the map is
    /// written, they would take the memory after the text, and the text would have to be copied to grow.
    pub(super) fn reserve(&mut self, count: usize) {
        let count = count.min(MAX_RESERVED);
        self.text.reserve(USUAL_LENGTH * count);
        self.entries.reserve(count);
    }

    /// Begins a body or an object.
    #[inline]
    pub(super) fn begin(&mut self, equality: Equality) -> NameScope {
        self.scopes.push(OpenScope {
            first: self.entries.len(),
            start: self.text.len(),
            equality,
            filter: HashFilter::default(),
            may_repeat: false,
            must_normalize: false,
        });
        NameScope(self.scopes.len() - 1)
    }

    /// Adds a name.
    #[inline]
    pub(super) fn add(&mut self, scope: NameScope, name: &str) {
        let hash = hash(name);
        self.record(scope, name, hash);
        self.text.push_str(name);
        self.entries.push(NameEntry {
            constant: None,
            end: self.text.len(),
            hash,
        });
    }

    /// Adds a name that need not be copied.
    #[inline(always)]
    pub(super) fn add_constant(&mut self, scope: NameScope, name: &'static str) {
        let hash = hash(name);
        self.record(scope, name, hash);
        self.entries.push(NameEntry {
            constant: Some(name),
            end: self.text.len(),
            hash,
        });
    }

    /// Adds a name to the filter of its scope.
    #[inline(always)]
    fn record(&mut self, scope: NameScope, name: &str, hash: u64) {
        self.leave_inner(scope);
        let scope = &mut self.scopes[scope.0];
        scope.may_repeat |= scope.filter.add(hash);
        scope.must_normalize |= scope.equality == Equality::Normalized && !name.is_ascii();
    }

    /// Ends a body or an object, and gives the first name that is repeated in it.
    #[inline]
    pub(super) fn end(&mut self, scope: NameScope) -> Option<String> {
        self.leave_inner(scope);
        let OpenScope {
            may_repeat,
            must_normalize,
            ..
        } = self.scopes[scope.0];
        let repeated = if may_repeat || must_normalize {
            self.repeated(&self.scopes[scope.0])
        } else {
            None
        };
        self.drop_from(scope.0);
        repeated
    }

    /// Drops the scopes within one that were not ended because of an error.
    #[inline]
    fn leave_inner(&mut self, scope: NameScope) {
        if self.scopes.len() > scope.0 + 1 {
            self.drop_from(scope.0 + 1);
        }
    }

    /// Drops the scopes from an index on, with their names.
    #[inline]
    fn drop_from(&mut self, index: usize) {
        let OpenScope { first, start, .. } = self.scopes[index];
        self.scopes.truncate(index);
        self.entries.truncate(first);
        self.text.truncate(start);
    }

    #[inline(never)]
    fn repeated(&self, scope: &OpenScope) -> Option<String> {
        let all = scope.first..self.entries.len();
        if scope.must_normalize {
            return self.repeated_normalized(all);
        }
        let is_repeated = |index: &usize| self.is_repeated(scope.first, *index);
        let mut names = all.clone().map(|index| self.get(index));
        let repeated = if all.len() <= MAX_PAIRED {
            all.clone().find(is_repeated)
        } else if names.clone().is_sorted_by(|a, b| a < b) {
            None
        } else {
            let mut seen = HashSet::with_capacity(all.len());
            let position = names.position(|name| !seen.insert(name));
            position.map(|position| scope.first + position)
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
        if let Some(name) = self.entries[index].constant {
            return name;
        }
        let before = index.checked_sub(1);
        let start = before.map_or(0, |before| self.entries[before].end);
        &self.text[start..self.entries[index].end]
    }
}

/// Hash of the length and of the first and last eight bytes. It may be equal for different long names: they are then
/// compared.
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
            let scope = names.begin(if self.is_exact {
                Equality::Exact
            } else {
                Equality::Normalized
            });
            let (mut seen, mut repeated) = (HashSet::new(), None);
            for (index, (key, within)) in self.entries.iter().enumerate() {
                match constant(key) {
                    Some(key) if index % 2 == 0 => names.add_constant(scope, key),
                    _ => names.add(scope, key),
                }
                within.add_to(names);
                let key = if self.is_exact {
                    key.into()
                } else {
                    normalize(key.as_str())
                };
                if !seen.insert(key.clone()) && repeated.is_none() {
                    repeated = Some(key.into_owned());
                }
            }
            if !self.is_left {
                assert_eq!(names.end(scope), repeated, "{self:?}");
            }
        }
    }

    fn constant(key: &str) -> Option<&'static str> {
        ["", "a", "aab", "aaé"].into_iter().find(|it| *it == key)
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
