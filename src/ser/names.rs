//! The names within one body or object, of which no two may be equal.
//!
//! Most names come again with every value of their type: such a name is known, has a bit, and is kept as it is written.
//! Other names differ if they ascend, as the keys of most maps do; only where they do not are they compared.
//!
//! Knows nothing of what stands behind a name.

use std::borrow::Cow;

use hashbrown::HashSet;

use super::error;
use crate::error::{Error, PathStep, Result};
use crate::identifier::is_identifier;
use crate::quote::{copy, is_ascii, is_ascii_identifier, is_snake, words};
use crate::syntax::tree::text::normalize;

/// So many names are compared with each other faster than they are put into a set.
const FEW: usize = 16;

/// A name that has been looked at.
#[derive(Clone, Copy)]
pub(super) struct Name<'a> {
    pub(super) text: &'a str,
    pub(super) look: Look,
}

/// What is to be seen of a name, which is one number because it is handed on for each value: the number of a known name, or
/// another one, and a bit that says whether it is no identifier.
#[derive(Clone, Copy)]
pub(super) struct Look(u8);

impl Look {
    /// Of a name that is not known.
    fn unknown(name: &str) -> Self {
        Look::new(UNKNOWN, is_identifier(name))
    }

    fn new(number: u8, is_identifier: bool) -> Self {
        Look(if is_identifier {
            number
        } else {
            number | NO_IDENTIFIER
        })
    }

    /// The bit of a known name.
    #[inline]
    fn bit(self) -> u64 {
        1 << (usize::from(self.number()) % MOST_KNOWN)
    }

    #[inline]
    fn number(self) -> u8 {
        self.0 & !NO_IDENTIFIER
    }
}

/// The bit of what is no identifier.
const NO_IDENTIFIER: u8 = 0x80;

/// The number of no known name.
const UNKNOWN: u8 = 0x7f;

impl Name<'static> {
    /// The name of nothing.
    pub(super) const EMPTY: Self = Name {
        text: "",
        look: Look(UNKNOWN | NO_IDENTIFIER),
    };
}

impl Name<'_> {
    #[inline]
    pub(super) fn is_identifier(&self) -> bool {
        self.look.0 & NO_IDENTIFIER == 0
    }
}

/// What is known of the names so far.
pub(super) struct Names {
    known: Vec<Known>,
    /// Their bits.
    bits: Bits,
    /// The numbers of the known names of fields, by where they are in memory.
    fields: [u8; FIELDS],
    /// Those of the known keys, by their text.
    keys: [u8; KEYS],
    /// The other names of all bodies and objects on the way to the value at hand, each before its length and a short one
    /// before zeros.
    others: Vec<u8>,
    /// The first bytes of the name that was added last, and where it ends.
    last: ([u8; SHORT], usize),
}

/// There are so many places for the numbers of known names of fields,
const FIELDS: usize = 512;

/// and so many for those of known keys.
const KEYS: usize = 256;

/// Each name may have one of so many places.
const CHOICES: usize = 4;

/// So many names are known at most: one for each bit of a word.
const MOST_KNOWN: usize = 64;

/// So many names may be known when a key becomes one of them: there is room for fields behind any number of keys.
const MOST_KEYS: usize = 32;

/// Known names are not longer.
const MAX_KNOWN: usize = 32;

/// Keys that are known are not longer, so that two words tell them apart.
const MAX_KNOWN_KEY: usize = 16;

/// A known name: a short one of ASCII characters.
pub(super) struct Known {
    /// The name and spaces behind it.
    pub(super) padded: [u8; MAX_KNOWN],
    pub(super) len: u8,
    /// Which of the names of fields or of the keys of this length it is.
    identity: Identity,
    /// The number is that of the first known name of the same text.
    look: Look,
    /// The bit of that number, or none if the name is no identifier.
    bit: u64,
}

/// What tells apart names of fields of one length, and short keys of one length.
///
/// For a field it is where the name is in memory: a text at the same place is the same, because it is there all the time.
/// For a key it is the text.
type Identity = [u64; 2];

/// What a name is that of.
#[derive(Clone, Copy)]
enum Of {
    Fields,
    Keys,
}

/// The names of one body or object.
#[derive(Clone)]
pub(super) struct Scope {
    /// The bits of the known names that are not among them.
    free: u64,
    /// Where its other names begin and end.
    start: usize,
    end: usize,
    /// Whether one of those was not above the one before it, or may not be normalized: two of them may be the same.
    is_doubtful: bool,
    /// What came again first: the number of a known name, from one, or `OTHERS`; or zero while none did that is known.
    repeated: u8,
}

impl Default for Scope {
    fn default() -> Self {
        Scope {
            free: u64::MAX,
            start: 0,
            end: 0,
            is_doubtful: false,
            repeated: 0,
        }
    }
}

impl Scope {
    /// Whether some of the names are not known.
    #[inline]
    fn has_others(&self) -> bool {
        self.end != 0
    }
}

/// Not a known name but one of the others came again before any other did.
const OTHERS: u8 = u8::MAX;

/// How long the length of a name is.
const LENGTH: usize = size_of::<usize>();

/// Names are kept in at least so many bytes, with zeros behind a short one.
const SHORT: usize = 16;

/// There is room for so many bytes of other names and their lengths at first.
const ROOM_FOR_OTHERS: usize = FEW * (SHORT + LENGTH);

/// A bit for each of some names, which may be the same for two of them.
#[derive(Clone, Copy, Default)]
struct Bits([u64; 2]);

impl Bits {
    /// Adds the bit of a name, and says whether it was there.
    fn add(&mut self, words: [u64; 2]) -> bool {
        let bit = hash(words);
        let word = &mut self.0[usize::from(bit >= 128)];
        let bit = 1 << (bit / 2 % 64);
        let is_there = *word & bit != 0;
        *word |= bit;
        is_there
    }
}

/// A number that depends on all of a short name, and on both ends of a long one.
#[inline]
fn hash([head, tail]: [u64; 2]) -> u8 {
    spread(head.wrapping_mul(ODD) ^ tail)
}

/// A number that depends on all of a word.
#[inline]
pub(super) fn spread(word: u64) -> u8 {
    // The high bits of the product depend on all of the factor.
    word.wrapping_mul(ODD).to_be_bytes()[0]
}

/// A factor whose bits have no pattern.
const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Where a name is in memory says which of one length it is.
#[inline]
fn identity_of_field(name: &'static str) -> Identity {
    [name.as_ptr().addr() as u64, 0]
}

/// The first of the places for the name of a field. Most names of one program are close together in memory: each of those
/// has a place of its own.
#[inline]
fn place_of_field(name: &'static str) -> usize {
    name.as_ptr().addr() % FIELDS
}

impl Known {
    #[inline]
    fn is(&self, name: &str, identity: Identity) -> bool {
        self.identity == identity && usize::from(self.len) == name.len()
    }

    fn text(&self) -> &[u8] {
        &self.padded[..usize::from(self.len)]
    }
}

impl Names {
    pub(super) fn new() -> Self {
        Names {
            known: Vec::with_capacity(FEW),
            bits: Bits::default(),
            fields: [UNKNOWN; FIELDS],
            keys: [UNKNOWN; KEYS],
            others: Vec::new(),
            last: ([0; SHORT], 0),
        }
    }

    /// Looks at the name of a field.
    #[inline(never)]
    pub(super) fn field(&mut self, name: &'static str) -> Name<'static> {
        let look = match self.known_field(name) {
            Some(known) => known.look,
            None => self.other_field(name),
        };
        Name { text: name, look }
    }

    /// The name of a field, if it is known and in the first of its places.
    #[inline]
    fn known_field(&self, name: &'static str) -> Option<&Known> {
        let number = self.fields[place_of_field(name)];
        let known = self.known.get(usize::from(number))?;
        // What is there is the name of a field, of whose identity the other half is zero.
        let [identity, _] = identity_of_field(name);
        let is_known = known.identity[0] == identity && usize::from(known.len) == name.len();
        is_known.then_some(known)
    }

    /// Looks at the name of a field and adds it, if it is seen at once to be known, an identifier, and new.
    #[inline]
    pub(super) fn add_known_field(&self, scope: &mut Scope, name: &'static str) -> Option<Look> {
        let known = self.known_field(name)?;
        let bit = known.bit & scope.free;
        scope.free ^= bit;
        (bit != 0).then_some(known.look)
    }

    /// Looks at the name of a field that need not be in the first of its places.
    #[inline]
    pub(super) fn other_field(&mut self, name: &'static str) -> Look {
        let place = place_of_field(name);
        self.other(name, identity_of_field(name), (Of::Fields, place))
    }

    /// Looks at a key.
    #[inline]
    pub(super) fn key<'a>(&mut self, key: &'a str) -> Name<'a> {
        let words = words(key.as_bytes());
        let place = usize::from(hash(words));
        let known = self.known.get(usize::from(self.keys[place]));
        let look = match known.filter(|known| known.is(key, words)) {
            Some(known) => known.look,
            None => self.other_key(key),
        };
        Name { text: key, look }
    }

    #[inline(never)]
    fn other_key(&mut self, key: &str) -> Look {
        let words = words(key.as_bytes());
        let place = usize::from(hash(words));
        self.other(key, words, (Of::Keys, place))
    }

    /// Looks at a name that is not known at its first place.
    #[expect(
        clippy::inline_always,
        reason = "fields and keys have an instance each, which knows what it is for"
    )]
    #[inline(always)]
    fn other(&mut self, name: &str, identity: Identity, (of, first): (Of, usize)) -> Look {
        let (numbers, most): (&[u8], _) = match of {
            Of::Fields => (&self.fields, MOST_KNOWN),
            Of::Keys if name.len() > MAX_KNOWN_KEY => return Look::unknown(name),
            Of::Keys => (&self.keys, MOST_KEYS),
        };
        for place in (0..CHOICES).map(|choice| first ^ choice) {
            match self.known.get(usize::from(numbers[place])) {
                Some(known) if known.is(name, identity) => return known.look,
                Some(_) => {}
                None => {
                    let (look, number) = self.learn(name, identity, most);
                    match of {
                        Of::Fields => self.fields[place] = number,
                        Of::Keys => self.keys[place] = number,
                    }
                    return look;
                }
            }
        }
        Look::unknown(name)
    }

    /// Looks at a name, and makes it known if it can be and fewer than so many are. The number is its own.
    #[expect(
        clippy::inline_always,
        reason = "fields and keys have an instance each, which knows what it is for"
    )]
    #[inline(always)]
    fn learn(&mut self, name: &str, identity: Identity, most: usize) -> (Look, u8) {
        let (len, count) = (name.len(), self.known.len());
        if len > MAX_KNOWN || count >= most {
            return (Look::unknown(name), UNKNOWN);
        }
        let words = words(name.as_bytes());
        let is_ascii_identifier = is_snake(name, words) || is_ascii_identifier(name);
        if !is_ascii_identifier && !is_ascii(name) {
            return (Look::unknown(name), UNKNOWN);
        }
        let mut same = None;
        if self.bits.add(words) {
            let is_same = |known: &Known| known.text() == name.as_bytes();
            same = self.known.iter().position(is_same);
        }
        let number = |index| u8::try_from(index).unwrap_or(UNKNOWN);
        let own = number(count);
        let look = Look::new(same.map_or(own, number), is_ascii_identifier);
        self.known.push(Known {
            padded: [b' '; MAX_KNOWN],
            len: number(len),
            identity,
            look,
            bit: u64::from(is_ascii_identifier) * look.bit(),
        });
        if let Some(known) = self.known.last_mut() {
            copy(name.as_bytes(), &mut known.padded[..len]);
        }
        (look, own)
    }

    /// What is known of a name that is an identifier.
    #[inline]
    pub(super) fn known(&self, look: Look) -> Option<&Known> {
        self.known.get(usize::from(look.0))
    }

    /// Adds a name.
    #[inline]
    pub(super) fn add(&mut self, scope: &mut Scope, name: Name<'_>) {
        if name.look.number() == UNKNOWN {
            self.add_key(scope, name.text);
            return;
        }
        let bit = name.look.bit();
        let is_there = scope.free & bit == 0;
        scope.free &= !bit;
        if is_there {
            self.repeat(scope, name.look);
        }
    }

    /// Keeps what came again first, when a known name has come again.
    #[cold]
    fn repeat(&mut self, scope: &mut Scope, look: Look) {
        if scope.repeated == 0 {
            let is_repeat_of_other = scope.has_others() && self.compare(scope).is_err();
            scope.repeated = if is_repeat_of_other {
                OTHERS
            } else {
                look.number() + 1
            };
        }
    }

    /// Adds a key that need not be a name.
    pub(super) fn add_key(&mut self, scope: &mut Scope, key: &str) {
        let mut bytes = [0; SHORT];
        if let Some(first) = key.as_bytes().first_chunk() {
            bytes = *first;
        } else {
            copy(key.as_bytes(), &mut bytes[..key.len()]);
        }
        // These numbers are in the same order as names are. If they are equal, the names need not be.
        let number = u128::from_be_bytes(bytes);
        if scope.has_others() {
            // Names of bodies and objects within have been taken out, unless somebody has ignored an error.
            self.others.truncate(scope.end);
            let (last, end) = self.last;
            let is_above = end == scope.end && u128::from_be_bytes(last) < number;
            scope.is_doubtful |= !is_above && !is_last_below(&self.others, key);
        } else {
            self.others.reserve(ROOM_FOR_OTHERS);
            scope.start = self.others.len();
        }
        if key.len() <= SHORT {
            scope.is_doubtful |= number & NO_ASCII != 0;
            self.others.extend_from_slice(&bytes);
        } else {
            scope.is_doubtful |= !is_ascii(key);
            self.others.extend_from_slice(key.as_bytes());
        }
        self.others.extend_from_slice(&key.len().to_ne_bytes());
        scope.end = self.others.len();
        self.last = (bytes, scope.end);
    }

    /// Ends a body or object, of which no two names may be equal.
    #[inline]
    pub(super) fn close(&mut self, scope: &Scope) -> Result<()> {
        if scope.repeated == 0 && !scope.has_others() {
            return Ok(());
        }
        self.close_doubtful(scope)
    }

    /// The same where there is something to compare, or where a name has come again.
    fn close_doubtful(&mut self, scope: &Scope) -> Result<()> {
        let first = usize::from(scope.repeated).checked_sub(1);
        if let Some(known) = first.and_then(|number| self.known.get(number)) {
            return Err(repeated(&String::from_utf8_lossy(known.text())));
        }
        if scope.has_others() {
            if scope.is_doubtful || scope.free != u64::MAX {
                self.compare(scope)?;
            }
            self.others.truncate(scope.start);
        }
        Ok(())
    }

    fn compare(&self, scope: &Scope) -> Result<()> {
        let mut rest = self.others.get(scope.start..scope.end).unwrap_or_default();
        let others = std::iter::from_fn(|| {
            let (before, name) = split_last(rest)?;
            rest = before;
            Some(name)
        });
        let is_there = |(number, _): &(usize, &Known)| scope.free >> number & 1 == 0;
        let known = self.known.iter().enumerate().rev().filter(is_there);
        let known = known.map(|(_, known)| known.text());
        let names = others.chain(known).map(String::from_utf8_lossy);
        let mut names: Vec<Cow<'_, str>> = names.collect();
        names.reverse();
        if names.len() <= FEW && names.iter().all(|name| name.is_ascii()) {
            let is_repeat = |index: &usize| names[..*index].contains(&names[*index]);
            return match (0..names.len()).find(is_repeat) {
                Some(index) => Err(repeated(&names[index])),
                None => Ok(()),
            };
        }
        let mut seen = HashSet::with_capacity(names.len());
        for name in names {
            let name = normalize(name);
            if seen.contains(&name) {
                return Err(repeated(&name));
            }
            seen.insert(name);
        }
        Ok(())
    }
}

/// The bits that no ASCII character has.
const NO_ASCII: u128 = u128::from_ne_bytes([0x80; SHORT]);

/// Whether the last of names that stand before their lengths is below another.
#[inline(never)]
fn is_last_below(names: &[u8], key: &str) -> bool {
    split_last(names).is_some_and(|(_, last)| last < key.as_bytes())
}

/// Takes off the last of names that stand before their lengths.
fn split_last(names: &[u8]) -> Option<(&[u8], &[u8])> {
    let (names, length) = names.split_last_chunk()?;
    let length = usize::from_ne_bytes(*length);
    let (names, name) = names.split_at_checked(names.len().checked_sub(length.max(SHORT))?)?;
    Some((names, name.get(..length)?))
}

#[cold]
fn repeated(name: &str) -> Error {
    error::repeated_name(name).prepend_step(PathStep::Attribute(name))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::{Names, Scope, normalize};

    /// The keys of an object, each with those of an object within it.
    #[derive(Clone, Debug)]
    struct Keys {
        entries: Vec<(String, Keys)>,
        /// Whether somebody has ignored an error, and the object was not ended.
        is_left: bool,
    }

    impl Keys {
        fn add_to(&self, names: &mut Names) {
            let (mut scope, mut seen) = (Scope::default(), HashSet::new());
            let mut is_repeated = false;
            for (key, within) in &self.entries {
                within.add_to(names);
                names.add_key(&mut scope, key);
                is_repeated |= !seen.insert(normalize(key.into()));
            }
            if !self.is_left {
                assert_eq!(names.close(&scope).is_err(), is_repeated, "{self:?}");
            }
        }
    }

    /// Keys of which many are equal or begin alike, about as long as those that are compared as numbers.
    fn key() -> impl Strategy<Value = String> {
        let lengths = prop_oneof![0..3_usize, 14..19_usize];
        let ends = prop_oneof![Just(""), Just("b"), Just("\0"), Just("é"), Just("e\u{301}")];
        (lengths, ends).prop_map(|(length, end)| "a".repeat(length) + end)
    }

    fn keys() -> impl Strategy<Value = Keys> {
        let object = |entries, is_sorted, is_left| {
            let mut keys = Keys { entries, is_left };
            if is_sorted {
                keys.entries.sort_by(|(a, _), (b, _)| a.cmp(b));
            }
            keys
        };
        let none = object(Vec::new(), false, false);
        Just(none).prop_recursive(3, 32, 6, move |within| {
            (vec((key(), within), 0..6), any::<bool>(), any::<bool>())
                .prop_map(move |(entries, is_sorted, is_left)| object(entries, is_sorted, is_left))
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

        #[test]
        fn keys_are_repeated_if_a_set_has_them(keys in keys()) {
            keys.add_to(&mut Names::new());
        }
    }
}
