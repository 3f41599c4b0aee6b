//! The context of the value that is serialized: the number of values around it, and how the text will be decoded.

use super::error;
use crate::error::Result;
use crate::limits::MAX_DEPTH;

/// Maximum number of newtypes, options and fields `$body` around a value. They leave no trace in the text.
const MAX_WRAPPERS: usize = 4 * MAX_DEPTH;

/// The context of a value.
#[derive(Clone, Copy)]
pub(super) struct Surroundings {
    /// The number of sequences, maps, structs and variants.
    levels: usize,
    /// The number of newtypes, options and fields `$body`.
    wrappers: usize,
    pub(super) decoding: Decoding,
}

/// How the text of a value is decoded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Decoding {
    /// By a type that tells serde what it expects.
    Typed,
    /// Through serde's buffer for `flatten`, which does not know the type: a list of one block looks like a single
    /// block (see [`guesses`](super::guesses)).
    Buffered,
}

impl Surroundings {
    /// The surroundings of the whole value.
    pub(super) const ROOT: Surroundings = Surroundings {
        levels: 0,
        wrappers: 0,
        decoding: Decoding::Typed,
    };

    /// The surroundings of a value that serde buffers when it is decoded.
    pub(super) fn buffered(self) -> Self {
        Surroundings {
            decoding: Decoding::Buffered,
            ..self
        }
    }

    /// The surroundings within a sequence, map, struct or variant.
    #[inline]
    pub(super) fn deeper(self) -> Result<Self> {
        if self.levels == MAX_DEPTH {
            return Err(error::too_deep(MAX_DEPTH));
        }
        Ok(Surroundings {
            levels: self.levels + 1,
            ..self
        })
    }

    /// The surroundings within a newtype, an option or a field `$body`.
    #[inline]
    pub(super) fn wrapped(self) -> Result<Self> {
        if self.wrappers == MAX_WRAPPERS {
            return Err(error::too_deep(MAX_DEPTH));
        }
        Ok(Surroundings {
            wrappers: self.wrappers + 1,
            ..self
        })
    }
}
