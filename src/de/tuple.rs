//! Tuples as sequences.
//!
//! Knows nothing of bodies and blocks.

use serde::de::{DeserializeSeed, Error as _, SeqAccess, Visitor};

use super::expression::ExpressionDeserializer;
use super::input::Input;
use crate::error::{Error, PathStep, Result};
use crate::syntax::tree::NodeId;

/// The elements of a tuple.
pub(super) struct TupleAccess<'de, 'a> {
    input: &'a Input<'de, 'a>,
    elements: &'a [u32],
    next: usize,
}

impl<'de, 'a> TupleAccess<'de, 'a> {
    /// Gives the visitor all of the elements.
    #[inline]
    pub(super) fn visit<V: Visitor<'de>>(
        input: &'a Input<'de, 'a>,
        elements: &'a [u32],
        visitor: V,
    ) -> Result<V::Value> {
        let mut access = TupleAccess {
            input,
            elements,
            next: 0,
        };
        let value = visitor.visit_seq(&mut access)?;
        check_length(elements.len(), access.next)?;
        Ok(value)
    }

    /// Adds to an error of the element before the next what is known of its place.
    #[cold]
    fn locate(&self, error: Error) -> Error {
        let index = self.next - 1;
        let span = self.input.view.tree.span(NodeId(self.elements[index]));
        error.at(span).prepend_step(PathStep::Index(index))
    }
}

/// An error if a visitor left elements of a sequence: they would be lost.
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

impl<'de> SeqAccess<'de> for TupleAccess<'de, '_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some(element) = self.elements.get(self.next) else {
            return Ok(None);
        };
        self.next += 1;
        let (input, id) = (self.input, NodeId(*element));
        match seed.deserialize(ExpressionDeserializer { input, id }) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(self.locate(error)),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.elements.len() - self.next)
    }
}
