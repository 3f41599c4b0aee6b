//! How deep the Rust value nests that is being serialized.
//!
//! Knows nothing of what it becomes.

use super::error;
use crate::error::Result;

/// How many values that hold others there may be on the way to one.
pub(super) const MAX_LEVELS: u32 = 256;

/// How many newtypes and options there may be on the way, which leave nothing in what is written.
const MAX_WRAPPERS: u32 = 4 * MAX_LEVELS;

/// The way from the root to a value, as far as its length matters: levels in the lower half, wrappers in the upper one.
///
/// It is one number because it is handed on for each value.
#[derive(Clone, Copy)]
pub(super) struct Depth(u32);

/// What a wrapper adds.
const WRAPPER: u32 = 0x1_0000;

impl Depth {
    pub(super) const ROOT: Depth = Depth(0);

    /// Within a sequence, map, struct or variant.
    #[inline]
    pub(super) fn deeper(self) -> Result<Self> {
        if self.0 % WRAPPER == MAX_LEVELS {
            return Err(error::too_deep());
        }
        Ok(Depth(self.0 + 1))
    }

    /// Within a newtype or an option.
    #[inline]
    pub(super) fn wrapped(self) -> Result<Self> {
        if self.0 / WRAPPER == MAX_WRAPPERS {
            return Err(error::too_deep());
        }
        Ok(Depth(self.0 + WRAPPER))
    }
}
