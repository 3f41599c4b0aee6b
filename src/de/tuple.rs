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
}

/// An error if a visitor left elements of a sequence: they would be lost.
pub(super) fn check_length(length: usize, taken: usize) -> Result<()> {
    if length == taken {
        return Ok(());
    }
    let noun = if taken == 1 { "element" } else { "elements" };
    let expected = format!("{taken} {noun}");
    Err(Error::invalid_length(length, &expected.as_str()))
}

impl<'de> SeqAccess<'de> for TupleAccess<'de, '_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let index = self.next;
        let Some(element) = self.elements.get(index) else {
            return Ok(None);
        };
        self.next += 1;
        let (input, id) = (self.input, NodeId(*element));
        match seed.deserialize(ExpressionDeserializer { input, id }) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(error
                .at(input.view.tree.span(id))
                .prepend_step(PathStep::Index(index))),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.elements.len() - self.next)
    }
}
