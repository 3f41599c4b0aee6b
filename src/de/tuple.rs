//! Tuples, lists and sets as sequences.
//!
//! Knows nothing of bodies and blocks.

use serde::de::{DeserializeSeed, Error as _, SeqAccess, Visitor};

use super::data::{Data, SequenceData};
use super::data_deserializer::DataDeserializer;
use crate::error::{Error, Result};
use crate::path::PathStepRef;

/// The elements of a sequence, one after the other.
pub(super) struct SequenceAccess<S> {
    sequence: S,
    next: usize,
}

impl<'de, S: SequenceData<'de>> SequenceAccess<S> {
    /// Gives the visitor all of the elements.
    #[inline]
    pub(super) fn visit<V: Visitor<'de>>(sequence: S, visitor: V) -> Result<V::Value> {
        let mut access = SequenceAccess { sequence, next: 0 };
        let value = visitor.visit_seq(&mut access)?;
        check_length(access.sequence.len(), access.next)?;
        Ok(value)
    }

    /// Adds the place of the last element to an error of it.
    #[cold]
    fn locate(&self, error: Error) -> Error {
        let index = self.next - 1;
        let error = match self.sequence.element(index).span() {
            Some(span) => error.at(span),
            None => error,
        };
        error.prepend_step(PathStepRef::Index(index))
    }
}

/// Fails if a visitor has not taken all elements of a sequence: they would be lost.
#[inline]
pub(super) fn check_length(length: usize, taken: usize) -> Result<()> {
    if length == taken {
        Ok(())
    } else {
        Err(wrong_length(length, taken))
    }
}

#[cold]
fn wrong_length(length: usize, taken: usize) -> Error {
    let noun = if taken == 1 { "element" } else { "elements" };
    let expected = format!("{taken} {noun}");
    Error::invalid_length(length, &expected.as_str())
}

impl<'de, T: SequenceData<'de>> SeqAccess<'de> for SequenceAccess<T> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        if self.next == self.sequence.len() {
            return Ok(None);
        }
        let element = self.sequence.element(self.next);
        self.next += 1;
        match seed.deserialize(DataDeserializer(element)) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(self.locate(error)),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.sequence.len() - self.next)
    }
}
