//! The names within one body or object, of which no two may be equal.
//!
//! The names of fields come again with every value of their type: each gets a bit. Of other names, most are found to
//! differ by a few bits of each; only where that is not enough are they compared.
//!
//! Knows nothing of what stands behind a name.

use std::borrow::Cow;
use std::mem;

use hashbrown::HashSet;

use super::error;
use crate::error::{Error, PathStep, Result};
use crate::quote::{is_ascii, is_ascii_identifier, is_identifier, word};
use crate::syntax::tree::text::normalize;

/// So many names are compared with each other faster than they are put into a set.
const FEW: usize = 16;

/// A name as serde gives it.
#[derive(Clone, Copy)]
pub(super) enum Given<'a> {
    /// That of a field, which is there all the time.
    Field(&'static str),
    /// The key of a map.
    Key(&'a str),
}

impl<'a> Given<'a> {
    #[inline]
    pub(super) fn text(self) -> &'a str {
        match self {
            Given::Field(name) | Given::Key(name) => name,
        }
    }
}

/// A name that has been looked at.
#[derive(Clone, Copy)]
pub(super) struct Name<'a> {
    given: Given<'a>,
    pub(super) is_identifier: bool,
    is_ascii: bool,
    /// The bit that it has, if it is that of a field; or none.
    bit: u64,
}

/// The names of all bodies and objects on the way to the value at hand.
pub(super) struct Names {
    fields: [Option<Field>; FIELDS],
    /// The bits of the texts of the fields.
    field_bits: Bits,
    /// Whether all names so far are ASCII.
    pub(super) are_ascii: bool,
    /// The body or object at hand.
    scope: Scope,
    /// Those around it.
    outer: Vec<Scope>,
    /// Where each of the other names ends.
    ends: Vec<usize>,
    others: String,
}

/// The name of a field.
#[derive(Clone, Copy)]
struct Field {
    name: &'static str,
    /// That of the place of the first name of this text.
    bit: u64,
    is_identifier: bool,
}

/// There is room for so many names of fields: one for each bit of a word.
const FIELDS: usize = 64;

/// So many places there are for one name.
const PLACES: usize = 4;

/// The names of one body or object.
#[derive(Default)]
struct Scope {
    /// The fields among them.
    fields: u64,
    /// Those that came again.
    repeated: u64,
    /// Where the others begin.
    first: usize,
    text_start: usize,
    bits: Bits,
    /// Whether two of the others had the same bit, or one may not be normalized.
    is_doubtful: bool,
}

impl Scope {
    /// Adds the name of a field.
    fn add(&mut self, bit: u64) {
        self.repeated |= self.fields & bit;
        self.fields |= bit;
    }
}

/// A bit for each of some names, which may be the same for two of them.
#[derive(Clone, Copy, Default)]
struct Bits([u64; 2]);

impl Bits {
    /// Adds the bit of a name, and says whether it was there.
    fn add(&mut self, name: &str) -> bool {
        let bit = bit(name.as_bytes());
        let word = &mut self.0[usize::from(bit >= 64)];
        let bit = 1 << (bit % 64);
        let is_there = *word & bit != 0;
        *word |= bit;
        is_there
    }
}

/// A number below 128 that depends on all of a short name, and on both ends of a long one.
fn bit(name: &[u8]) -> u8 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

    let [head, tail] = match (name.first_chunk(), name.last_chunk()) {
        (Some(head), Some(tail)) => [head, tail].map(|word| u64::from_le_bytes(*word)),
        _ => [word(name).unwrap_or_default(), 0],
    };
    // The high bits of the product depend on all of the factor.
    (head.wrapping_mul(ODD) ^ tail)
        .wrapping_mul(ODD)
        .to_be_bytes()[0]
        / 2
}

/// The first of the places for the name of a field: it depends on where the name is in memory.
fn place_of(name: &'static str) -> usize {
    let spread = (name.as_ptr().addr() ^ name.len()).wrapping_mul(0x9e37_79b1);
    spread / 0x1_0000 % FIELDS
}

impl Field {
    /// A text at the same place in memory is the same: it is there all the time.
    fn is(&self, name: &'static str) -> bool {
        std::ptr::eq(self.name, name)
    }

    fn looked(self) -> Name<'static> {
        Name {
            given: Given::Field(self.name),
            is_identifier: self.is_identifier,
            is_ascii: true,
            bit: self.bit,
        }
    }
}

impl Names {
    pub(super) fn new() -> Self {
        Names {
            fields: [None; FIELDS],
            field_bits: Bits::default(),
            are_ascii: true,
            scope: Scope::default(),
            outer: Vec::with_capacity(8),
            ends: Vec::with_capacity(FEW),
            others: String::with_capacity(256),
        }
    }

    /// Looks at a name.
    pub(super) fn look<'a>(&mut self, given: Given<'a>) -> Name<'a> {
        if let Given::Field(name) = given
            && let Some(field) = self.field(name)
        {
            return field.looked();
        }
        let text = given.text();
        let is_ascii_identifier = is_ascii_identifier(text);
        let is_ascii = is_ascii_identifier || is_ascii(text);
        self.are_ascii &= is_ascii;
        Name {
            given,
            is_identifier: is_ascii_identifier || is_identifier(text),
            is_ascii,
            bit: 0,
        }
    }

    /// The name of a field, if there is a place for it.
    fn field(&mut self, name: &'static str) -> Option<Field> {
        let first = place_of(name);
        let mut places = (0..PLACES).map(|place| first ^ place);
        let is_for_it = |place: &usize| match &self.fields[*place] {
            Some(field) => field.is(name),
            None => true,
        };
        let place = places.find(is_for_it)?;
        if let Some(field) = self.fields[place] {
            return Some(field);
        }
        let is_identifier = is_ascii_identifier(name);
        // What is not ASCII may be equal to another only once they are normalized.
        if !is_identifier && !name.is_ascii() {
            return None;
        }
        let mut field = Field {
            name,
            bit: 1 << place,
            is_identifier,
        };
        if self.field_bits.add(name) {
            let mut others = self.fields.iter().flatten();
            let equal = others.find(|other| other.name == name);
            field.bit = equal.map_or(field.bit, |equal| equal.bit);
        }
        self.fields[place] = Some(field);
        Some(field)
    }

    /// Begins a body or object.
    #[inline]
    pub(super) fn open(&mut self) {
        let scope = Scope {
            first: self.ends.len(),
            text_start: self.others.len(),
            ..Scope::default()
        };
        self.outer.push(mem::replace(&mut self.scope, scope));
    }

    /// The bit of a field whose name is known as an identifier.
    #[inline]
    pub(super) fn known(&self, name: &'static str) -> Option<u64> {
        let place = place_of(name);
        let is_known = |field: &Field| field.is(name) && field.is_identifier;
        let first = self.fields[place].filter(is_known);
        let field = first.or_else(|| self.fields[place ^ 1].filter(is_known));
        field.map(|field| field.bit)
    }

    /// Adds the name of a field that has this bit.
    #[inline]
    pub(super) fn add_known(&mut self, bit: u64) {
        self.scope.add(bit);
    }

    /// Adds a name.
    #[inline]
    pub(super) fn add(&mut self, name: Name<'_>) {
        if name.bit == 0 {
            self.add_text(name.given.text(), name.is_ascii);
        } else {
            self.scope.add(name.bit);
        }
    }

    /// Adds a key that need not be a name.
    pub(super) fn add_key(&mut self, key: &str) {
        self.add_text(key, is_ascii(key));
    }

    #[inline]
    fn add_text(&mut self, name: &str, is_ascii: bool) {
        self.scope.is_doubtful |= self.scope.bits.add(name) || !is_ascii;
        self.others.push_str(name);
        self.ends.push(self.others.len());
    }

    /// Ends a body or object, of which no two names may be equal.
    #[inline]
    pub(super) fn close(&mut self) -> Result<()> {
        let scope = mem::replace(&mut self.scope, self.outer.pop().unwrap_or_default());
        if scope.repeated != 0 {
            return Err(self.repeated_field(&scope));
        }
        if self.ends.len() > scope.first {
            if scope.is_doubtful || scope.fields != 0 {
                self.compare(&scope)?;
            }
            self.ends.truncate(scope.first);
            self.others.truncate(scope.text_start);
        }
        Ok(())
    }

    #[cold]
    fn repeated_field(&self, scope: &Scope) -> Error {
        let mut fields = self.fields.iter().flatten();
        let field = fields.find(|field| scope.repeated & field.bit != 0);
        repeated(field.map_or("", |field| field.name))
    }

    #[cold]
    fn compare(&self, scope: &Scope) -> Result<()> {
        let is_field = |place: &usize| scope.fields >> place & 1 != 0;
        let fields = (0..FIELDS).filter(is_field);
        let mut names: Vec<&str> = fields
            .filter_map(|place| Some(self.fields[place]?.name))
            .collect();
        let mut start = scope.text_start;
        for end in &self.ends[scope.first..] {
            names.push(&self.others[start..*end]);
            start = *end;
        }
        if names.len() <= FEW && names.iter().all(|name| name.is_ascii()) {
            let is_repeat = |index: &usize| names[..*index].contains(&names[*index]);
            return match (0..names.len()).find(is_repeat) {
                Some(index) => Err(repeated(names[index])),
                None => Ok(()),
            };
        }
        let mut seen = HashSet::with_capacity(names.len());
        for name in names {
            let name = normalize(Cow::Borrowed(name));
            if seen.contains(&name) {
                return Err(repeated(&name));
            }
            seen.insert(name);
        }
        Ok(())
    }
}

#[cold]
fn repeated(name: &str) -> Error {
    error::repeated_name(name).prepend_step(PathStep::Attribute(name))
}
