//! How deep the Rust value nests that is being serialized.
//!
//! Knows nothing of what it becomes.

use super::error;
use crate::error::Result;

/// The most values that hold others on the way to one.
const MAX_LEVELS: u32 = error::MAX_LEVELS;

/// The most newtypes and options on the way, which leave nothing in what is written.
const MAX_WRAPPERS: u32 = 4 * MAX_LEVELS;

/// The way from the root to a value, as far as its length matters.
#[derive(Clone, Copy)]
pub(super) struct Depth {
    levels: u32,
    wrappers: u32,
}

impl Depth {
    pub(super) const ROOT: Depth = Depth {
        levels: 0,
        wrappers: 0,
    };

    /// Within a sequence, map, struct or variant.
    #[inline]
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
    #[inline]
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
