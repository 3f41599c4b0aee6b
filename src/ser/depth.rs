//! How deep the Rust value nests that is being serialized.
//!
//! Knows nothing of what it becomes.

use super::error;
use crate::error::Result;

/// How many values that hold others there may be on the way to one.
pub(super) const MAX_LEVELS: u16 = 256;

/// How many newtypes and options there may be on the way, which leave nothing in what is written.
const MAX_WRAPPERS: u16 = 4 * MAX_LEVELS;

/// The way from the root to a value, as far as its length matters.
#[derive(Clone, Copy, Default)]
pub(super) struct Depth {
    levels: u16,
    wrappers: u16,
}

impl Depth {
    /// Within a sequence, map, struct or variant.
    pub(super) fn deeper(self) -> Result<Self> {
        if self.levels == MAX_LEVELS {
            return Err(error::too_deep());
        }
        Ok(Depth {
            levels: self.levels + 1,
            ..self
        })
    }

    /// Within a newtype or an option.
    pub(super) fn wrapped(self) -> Result<Self> {
        if self.wrappers == MAX_WRAPPERS {
            return Err(error::too_deep());
        }
        Ok(Depth {
            wrappers: self.wrappers + 1,
            ..self
        })
    }
}
