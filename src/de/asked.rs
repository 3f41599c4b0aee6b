//! What types ask for, by which it is decided what a property of JSON is.
//!
//! In JSON syntax, `[]` and null stand for no block. A field that takes one block is then absent; a field that takes a
//! list is empty. Which of the two a field is shows only when its type asks for the value. A field that asked for one
//! block and found none is therefore noted, and the whole is decoded again without it.

use std::any::TypeId;
use std::sync::{Mutex, MutexGuard, PoisonError};

use foldhash::HashMap;

/// What a type has asked values of JSON for, itself or in what is in them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) enum Asked {
    #[default]
    Nothing,
    Anything,
    Attribute,
    Blocks,
}

/// The fields that take one block, by the type that has them, with the number of labels of the block.
#[derive(Debug, Default)]
pub(super) struct SingleBlocks(Mutex<HashMap<(TypeId, Box<str>), usize>>);

impl SingleBlocks {
    fn known(&self) -> MutexGuard<'_, HashMap<(TypeId, Box<str>), usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of fields that are known.
    pub(super) fn len(&self) -> usize {
        self.known().len()
    }

    /// Takes note of a field that takes one block.
    pub(super) fn add(&self, owner: TypeId, field: &str, labels: usize) {
        self.known().insert((owner, field.into()), labels);
    }

    /// The number of labels of the one block that a field takes, if that is known.
    pub(super) fn labels(&self, owner: TypeId, field: &str) -> Option<usize> {
        self.known().get(&(owner, field.into())).copied()
    }
}
