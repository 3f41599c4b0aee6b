//! Finds repeated names within one body or object.
//!
//! The names of all open bodies and objects are in one list. The names of a body or an object are compared when it
//! ends, and only if two of them may be equal: a bit filter distinguishes most names.

#![expect(
    clippy::inline_always,
    reason = "the name of a field is a constant where this is inlined"
)]

use std::borrow::Cow;
use std::ops::Range;

use crate::nfc::normalize;
use crate::repeated::first_repeated;
use crate::swar::end_words;

/// When two names are equal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Equality {
    /// If they have the same characters: names of attributes and block types.
    Exact,
    /// If they have the same normal form: keys of objects, and labels.
    Normalized,
}

const NAME_CAPACITY: usize = 24;

/// Maximum number of names to reserve memory for, if a map gives its length.
const MAX_RESERVED: usize = 1 << 16;

/// Bytes reserved for each name.
const USUAL_LENGTH: usize = 16;

const SCOPE_CAPACITY: usize = 8;

/// The names of all open bodies and objects.
pub(super) struct OpenNames {
    scopes: Vec<OpenScope>,
    /// The names, one after the other.
    text: String,
    /// For each name, the length of the text up to its end.
    ends: Vec<usize>,
}

/// The index of an open scope: a body, an object or a map of labelled blocks whose names are compared.
#[derive(Clone, Copy)]
pub(super) struct NameScope(usize);

/// An open scope: the names of a body, an object or a map of labelled blocks.
struct OpenScope {
    /// Index of the first name.
    first: usize,
    /// Length of the text before the first name.
    start: usize,
    equality: Equality,
    /// A filter that distinguishes most names: each name sets one bit of it.
    filter: u128,
    /// Whether two names have set the same bit, so that they may be equal.
    may_repeat: bool,
    /// Whether names that differ may have the same normal form.
    must_normalize: bool,
}

impl OpenNames {
    pub(super) fn new() -> Self {
        OpenNames {
            scopes: Vec::with_capacity(SCOPE_CAPACITY),
            text: String::with_capacity(USUAL_LENGTH * NAME_CAPACITY),
            ends: Vec::with_capacity(NAME_CAPACITY),
        }
    }

    /// Whether no scope is left open.
    pub(super) fn is_empty(&self) -> bool {
        self.scopes.is_empty()
    }

    /// Reserves memory for the names of a map that gives its length. If these buffers grew while the map is written,
    /// they would take the memory after the text, and the text would have to be copied to grow.
    pub(super) fn reserve(&mut self, count: usize) {
        let count = count.min(MAX_RESERVED);
        self.text.reserve(USUAL_LENGTH * count);
        self.ends.reserve(count);
    }

    /// Begins a body or an object.
    #[inline]
    pub(super) fn begin(&mut self, equality: Equality) -> NameScope {
        self.scopes.push(OpenScope {
            first: self.ends.len(),
            start: self.text.len(),
            equality,
            filter: 0,
            may_repeat: false,
            must_normalize: false,
        });
        NameScope(self.scopes.len() - 1)
    }

    /// Adds a name to a body or an object.
    #[inline(always)]
    pub(super) fn add(&mut self, scope: NameScope, name: &str) {
        let bit = filter_bit(name);
        let scope = &mut self.scopes[scope.0];
        scope.may_repeat |= scope.filter & bit != 0;
        scope.filter |= bit;
        scope.must_normalize |= scope.equality == Equality::Normalized && !name.is_ascii();
        self.text.push_str(name);
        self.ends.push(self.text.len());
    }

    /// Ends a body or an object, and returns the first name that is repeated in it.
    #[inline]
    pub(super) fn end(&mut self, scope: NameScope) -> Option<String> {
        let OpenScope {
            first,
            start,
            may_repeat,
            must_normalize,
            ..
        } = self.scopes[scope.0];
        let repeated = if may_repeat || must_normalize {
            self.repeated(first..self.ends.len(), must_normalize)
        } else {
            None
        };
        self.scopes.truncate(scope.0);
        self.ends.truncate(first);
        self.text.truncate(start);
        repeated
    }

    #[inline(never)]
    fn repeated(&self, all: Range<usize>, must_normalize: bool) -> Option<String> {
        let count = all.len();
        let name = |index: usize| self.get(all.start + index);
        if must_normalize {
            let names: Vec<Cow<'_, str>> = (0..count).map(|index| normalize(name(index))).collect();
            let (_, repeated) = first_repeated(count, |index| names[index].as_bytes())?;
            return Some(names[repeated].clone().into_owned());
        }
        let (_, repeated) = first_repeated(count, |index| name(index).as_bytes())?;
        Some(name(repeated).to_owned())
    }

    fn get(&self, index: usize) -> &str {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[index]]
    }
}

/// The bit of a name in the filter of its scope, from its first and last eight bytes.
#[inline]
fn filter_bit(name: &str) -> u128 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let [head, tail] = end_words(name.as_bytes());
    let hash = (head.wrapping_mul(ODD) ^ tail).wrapping_mul(ODD);
    // The high bits of a product depend on all of its factors.
    1 << (hash >> 57)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::{Equality, OpenNames, normalize};

    /// The keys of an object, each with the keys of the object that it contains.
    #[derive(Clone, Debug)]
    struct Keys {
        entries: Vec<(String, Keys)>,
        is_exact: bool,
    }

    impl Keys {
        fn add_to(&self, names: &mut OpenNames) {
            let scope = names.begin(if self.is_exact {
                Equality::Exact
            } else {
                Equality::Normalized
            });
            let (mut seen, mut repeated) = (HashSet::new(), None);
            for (key, within) in &self.entries {
                names.add(scope, key);
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
            assert_eq!(names.end(scope), repeated, "{self:?}");
        }
    }

    fn key() -> impl Strategy<Value = String> {
        let lengths = prop_oneof![0..3_usize, 14..19_usize];
        let ends = prop_oneof![Just(""), Just("b"), Just("\0"), Just("é"), Just("e\u{301}")];
        (lengths, ends).prop_map(|(length, end)| "a".repeat(length) + end)
    }

    fn keys() -> impl Strategy<Value = Keys> {
        let object = |entries, is_sorted, is_exact| {
            let mut keys = Keys { entries, is_exact };
            if is_sorted {
                keys.entries.sort_by(|(a, _), (b, _)| a.cmp(b));
            }
            keys
        };
        let none = object(Vec::new(), false, false);
        Just(none).prop_recursive(3, 32, 6, move |within| {
            (vec((key(), within), 0..24), any::<bool>(), any::<bool>()).prop_map(
                move |(entries, is_sorted, is_exact)| object(entries, is_sorted, is_exact),
            )
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1_000) })]

        #[test]
        fn keys_are_repeated_if_a_set_has_them(keys in keys()) {
            keys.add_to(&mut OpenNames::new());
        }
    }
}
