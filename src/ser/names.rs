//! The names within one body or object, of which no two may be equal.
//!
//! Most names are found to differ by a few bits of each; only where that is not enough are they compared.
//!
//! Knows nothing of what stands behind a name.

use std::borrow::Cow;

use hashbrown::HashSet;

use super::error;
use crate::error::{PathStep, Result};
use crate::syntax::tree::text::normalize;

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

impl Names {
    pub(super) fn open(&self) -> Scope {
        Scope {
            first: self.starts.len(),
            seen: [0; 2],
            is_doubtful: false,
        }
    }

    pub(super) fn add(&mut self, scope: &mut Scope, name: &str) {
        let bytes = name.as_bytes();
        let sum = bytes.iter().fold(0_u32, |sum, byte| {
            scope.is_doubtful |= !byte.is_ascii();
            sum.wrapping_mul(31).wrapping_add(u32::from(*byte))
        });
        // The high bits of the product depend on all of the sum.
        let place = sum.wrapping_mul(0x9e37_79b9) >> 25;
        let word = &mut scope.seen[usize::from(place >= 64)];
        let bit = 1 << (place % 64);
        scope.is_doubtful |= *word & bit != 0;
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

    #[cold]
    fn compare(&self, first: usize) -> Result<()> {
        let starts = &self.starts[first..];
        let mut seen = HashSet::with_capacity(starts.len());
        for (index, start) in starts.iter().enumerate() {
            let end = starts.get(index + 1).copied();
            let name = &self.text[*start..end.unwrap_or(self.text.len())];
            let name = normalize(Cow::Borrowed(name));
            if seen.contains(&name) {
                let step = PathStep::Attribute(&name);
                return Err(error::repeated_name(&name).prepend_step(step));
            }
            seen.insert(name);
        }
        Ok(())
    }
}
