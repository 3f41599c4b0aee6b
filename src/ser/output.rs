//! The output of a serializer: the text, and the names that are checked for repetition.

use super::error;
use super::names::OpenNames;
use super::writer::{Layout, Writer};
use crate::error::Result;

/// The text written so far, and the names of the open bodies and objects.
pub(super) struct Output {
    pub(super) writer: Writer,
    pub(super) names: OpenNames,
    /// The shape in JSON of the last expression that was written.
    pub(super) shape: JsonShape,
}

/// The shape of an expression in JSON, where an object is read as a block if a struct is requested.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum JsonShape {
    /// Neither an object nor an array.
    Scalar,
    /// An object or array without blocks.
    Attribute,
    /// Blocks, or an object or array that contains blocks.
    Blocks,
}

impl Output {
    pub(super) fn new(layout: Layout) -> Self {
        Output {
            writer: Writer::new(layout),
            names: OpenNames::new(),
            shape: JsonShape::Scalar,
        }
    }

    /// Resets the output if an error has left something open.
    pub(super) fn clear_unended(&mut self) {
        if !self.writer.is_between_items() || !self.names.is_empty() {
            *self = Output::new(self.writer.layout());
        }
    }
}

/// The output of a sequence, struct or map.
pub(super) type PartsOutput<'s> = UntilFailure<&'s mut Output>;

/// The output of a sequence, struct or map, until one of its parts fails. After that, a `Serialize` that ignores the
/// error of the part cannot continue.
pub(super) struct UntilFailure<T>(Option<T>);

impl<T> UntilFailure<T> {
    #[inline]
    pub(super) fn new(output: T) -> Self {
        UntilFailure(Some(output))
    }

    /// Takes the output, to write a part. It is [put back](Self::put_back) after each part that does not fail.
    #[inline]
    pub(super) fn take(&mut self) -> Result<T> {
        self.0.take().ok_or_else(error::ignored_error)
    }

    #[inline]
    pub(super) fn put_back(&mut self, output: T) {
        self.0 = Some(output);
    }

    /// Records that a part failed before any of it was written.
    pub(super) fn fail(&mut self) {
        self.0 = None;
    }

    /// Returns the output. Fails if a part has failed.
    #[inline]
    pub(super) fn end(mut self) -> Result<T> {
        self.take()
    }
}
