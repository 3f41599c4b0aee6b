//! The nesting depth of the value that is serialized.
//!
//! Knows nothing of how values are written.

use super::error;
use crate::error::Result;

/// The maximum number of sequences, maps, structs and variants around a value.
const MAX_LEVELS: u32 = error::MAX_LEVELS;

/// The maximum number of newtypes and options around a value, which leave no trace in the text.
const MAX_WRAPPERS: u32 = 4 * MAX_LEVELS;

/// The number of values around a value.
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

    /// The depth within a sequence, map, struct or variant.
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

    /// The depth within a newtype or an option.
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
