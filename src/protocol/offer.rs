//! Passes a value of this crate to this crate's serializer, through serde's interface.
//!
//! A type serializes itself as a newtype around its plain form, which any other format uses. This crate's serializer
//! recognises the name of the newtype and requests the value itself (`ser::ask`): it serializes the newtype with a
//! serializer that always fails, and the error carries the value.

use std::cell::Cell;
use std::error::Error as _;

use serde::ser::{Serialize, Serializer};

use super::Handover;

/// Serializes a value as a newtype around its plain form. This crate's serializers recognise the name and request the
/// value itself.
pub(crate) fn offer<S: Serializer, T: Clone + 'static>(
    serializer: S,
    name: &'static str,
    value: &T,
    plain: &impl Serialize,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_newtype_struct(name, &Offer { value, plain })
}

/// The content of the newtype.
struct Offer<'a, T, P> {
    value: &'a T,
    plain: &'a P,
}

impl<T: Clone + 'static, P: Serialize> Serialize for Offer<'_, T, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let result = self.plain.serialize(serializer);
        if let Err(error) = &result
            && let Some(source) = error.source()
            && let Some(Handover(room)) = source.downcast_ref::<Room<T>>()
        {
            room.set(Some(self.value.clone()));
        }
        result
    }
}

/// The place where an error carries the value.
pub(crate) type Room<T> = Handover<Cell<Option<T>>>;
