//! The names within one body or object, of which no two may be equal.
//!
//! Most names are found to differ by a few bits of each; only where that is not enough are they compared.
//!
//! Knows nothing of what stands behind a name.

use std::borrow::Cow;

use hashbrown::HashSet;

use super::error;
use crate::error::{Error, PathStep, Result};
use crate::syntax::tree::text::normalize;

/// So many names are compared with each other faster than they are put into a set.
const FEW: usize = 16;

/// The names of all bodies and objects on the way to the value at hand.
#[derive(Default)]
pub(super) struct Names {
    text: String,
    /// Where each name begins.
    starts: Vec<usize>,
}

/// The names of one body or object.
pub(super) struct Scope {
    first: usize,
    /// A bit for each name.
    seen: [u64; 2],
    /// Whether two names had the same bit, or one may not be normalized.
    is_doubtful: bool,
}

/// A number below 128 that depends on all of a short name, and on both ends of a long one.
fn bit(name: &[u8]) -> u32 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

    let word = |part: &[u8]| {
        part.iter()
            .fold(0, |word, byte| word << 8 | u64::from(*byte))
    };
    let ends = match (name.first_chunk::<8>(), name.last_chunk::<8>()) {
        (Some(first), Some(last)) => {
            u64::from_le_bytes(*first).wrapping_mul(ODD) ^ u64::from_le_bytes(*last)
        }
        _ => word(name),
    };
    // The high bits of the product depend on all of the factor.
    u32::try_from(ends.wrapping_mul(ODD) >> 57).unwrap_or_default()
}

impl Names {
    pub(super) fn open(&self) -> Scope {
        Scope {
            first: self.starts.len(),
            seen: [0; 2],
            is_doubtful: false,
        }
    }

    pub(super) fn add(&mut self, scope: &mut Scope, name: &str) {
        let place = bit(name.as_bytes());
        let word = &mut scope.seen[usize::from(place >= 64)];
        let bit = 1 << (place % 64);
        scope.is_doubtful |= *word & bit != 0 || !name.is_ascii();
        *word |= bit;
        self.starts.push(self.text.len());
        self.text.push_str(name);
    }

    /// Forgets the names of a scope, unless two of them are equal.
    pub(super) fn close(&mut self, scope: &Scope) -> Result<()> {
        if scope.is_doubtful {
            self.compare(scope.first)?;
        }
        if let Some(start) = self.starts.get(scope.first) {
            self.text.truncate(*start);
            self.starts.truncate(scope.first);
        }
        Ok(())
    }

    fn compare(&self, first: usize) -> Result<()> {
        let starts = &self.starts[first..];
        let name = |index: usize| {
            let end = starts.get(index + 1).copied();
            &self.text[starts[index]..end.unwrap_or(self.text.len())]
        };
        if starts.len() <= FEW && self.text[starts[0]..].is_ascii() {
            let is_repeat = |index: &usize| (0..*index).any(|other| name(other) == name(*index));
            return match (0..starts.len()).find(is_repeat) {
                Some(index) => Err(repeated(name(index))),
                None => Ok(()),
            };
        }
        let mut seen = HashSet::with_capacity(starts.len());
        for index in 0..starts.len() {
            let name = normalize(Cow::Borrowed(name(index)));
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
