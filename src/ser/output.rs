//! What is written so far: the text and the names in it.
//!
//! Knows nothing of serde.

use super::error;
use super::names::{Equality, Names, Scope};
use super::writer::{Layout, Writer};
use crate::error::{PathStep, Result};

/// The text, and the names of the bodies and objects on the way to the value at hand.
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

    /// Ends a body or an object, of which no two names may be equal.
    #[inline]
    pub(super) fn end_names(&mut self, scope: Scope, equality: Equality) -> Result<()> {
        match self.names.end(scope) {
            None => Ok(()),
            Some(name) => {
                let error = match equality {
                    Equality::Exact => error::repeated_name(&name),
                    Equality::Normalized => error::repeated_key(&name),
                };
                Err(error.prepend_step(PathStep::Attribute(&name)))
            }
        }
    }
}
