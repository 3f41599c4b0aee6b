//! What is around the value that is serialized: how many other values, and how the text will be decoded.
//!
//! Knows nothing of how values are written.

use super::error::{self, MAX_LEVELS};
use crate::error::Result;

/// The maximum number of newtypes and options around a value, which leave no trace in the text.
const MAX_WRAPPERS: u32 = 4 * MAX_LEVELS;

/// What is around a value.
#[derive(Clone, Copy)]
pub(super) struct Surroundings {
    pub(super) depth: Depth,
    pub(super) decoding: Decoding,
}

/// How the text of a value is decoded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Decoding {
    /// By a type that says what it expects.
    Typed,
    /// Through the buffer that serde keeps for `flatten`: it does not know the type, so that a list of one block looks
    /// like one block.
    Buffered,
}

/// The number of values around a value.
#[derive(Clone, Copy)]
pub(super) struct Depth {
    levels: u32,
    wrappers: u32,
}

impl Surroundings {
    /// Those of the whole configuration.
    pub(super) const ROOT: Surroundings = Surroundings {
        depth: Depth::ROOT,
        decoding: Decoding::Typed,
    };

    /// The surroundings within a sequence, map, struct or variant.
    #[inline]
    pub(super) fn deeper(self) -> Result<Self> {
        let depth = self.depth.deeper()?;
        Ok(Surroundings { depth, ..self })
    }

    /// The surroundings within a newtype or an option.
    #[inline]
    pub(super) fn wrapped(self) -> Result<Self> {
        let depth = self.depth.wrapped()?;
        Ok(Surroundings { depth, ..self })
    }
}

impl Depth {
    /// The depth of the whole value.
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
