//! The requests of types, which determine what a JSON property is.
//!
//! In JSON syntax, `[]` and null stand for no block. A field that takes one block is then absent; a field that takes a
//! list is empty. Which kind a field is shows only when its type requests the value. Therefore a field that requested
//! one block and found none is recorded, and the whole input is decoded again without it.

use std::any::TypeId;
use std::sync::{Mutex, MutexGuard, PoisonError};

use foldhash::HashMap;

use crate::error::Result;

/// The request of a type for JSON values, made by the type itself or by types inside it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) enum Asked {
    #[default]
    Nothing,
    Anything,
    Attribute,
    Blocks,
}

/// The fields that take one block, by the type that declares them, with the number of labels of the block.
#[derive(Debug, Default)]
pub(super) struct SingleBlocks(Mutex<HashMap<(TypeId, Box<str>), usize>>);

impl SingleBlocks {
    fn known(&self) -> MutexGuard<'_, HashMap<(TypeId, Box<str>), usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.known().is_empty()
    }

    /// Decodes the whole input, and again as long as a failed attempt has recorded another field.
    pub(super) fn attempt<T>(&self, decode: impl Fn() -> Result<T>) -> Result<T> {
        loop {
            let known = self.known().len();
            let result = decode();
            if result.is_ok() || self.known().len() == known {
                return result;
            }
        }
    }

    /// Records a field that takes one block.
    pub(super) fn add(&self, owner: TypeId, field: &str, labels: usize) {
        self.known().insert((owner, field.into()), labels);
    }

    /// Returns the number of labels of the one block that a field takes, if that is known.
    pub(super) fn labels(&self, owner: TypeId, field: &str) -> Option<usize> {
        self.known().get(&(owner, field.into())).copied()
    }
}
