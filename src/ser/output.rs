//! The output of a serializer: the text, and the names whose equality is checked.
//!
//! Knows nothing of serde.

use super::error;
use super::names::{Equality, NameScope, Names};
use super::writer::{Layout, Writer};
use crate::error::Result;
use crate::path::PathStepRef;

/// The text that has been written, and the names of the bodies and objects that are not ended yet.
pub(super) struct Output {
    pub(super) writer: Writer,
    pub(super) names: Names,
}

impl Output {
    pub(super) fn new(layout: Layout) -> Self {
        Output {
            writer: Writer::new(layout),
            names: Names::new(),
        }
    }

    /// Ends a body or an object, and fails if two of its names are equal.
    #[inline]
    pub(super) fn end_names(&mut self, scope: NameScope, equality: Equality) -> Result<()> {
        match self.names.end(scope) {
            None => Ok(()),
            Some(name) => {
                let error = match equality {
                    Equality::Exact => error::repeated_name(&name),
                    Equality::Normalized => error::repeated_key(&name),
                };
                Err(error.prepend_step(PathStepRef::Attribute(&name)))
            }
        }
    }
}
