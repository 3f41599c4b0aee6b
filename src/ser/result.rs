//! Results of functions that serde encodes.

use serde::Serialize;

use super::to_value;
use crate::function::IntoValue;
use crate::value::{Type, Value, ValueError};

/// The result of a [function made from a closure](crate::function::Function::from_fn) that serde encodes, like
/// [`to_value`]. [`Decoded`](crate::Decoded) has an example.
///
/// Its HCL type is not known before the call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Encoded<T>(pub T);

impl<T: Serialize> IntoValue for Encoded<T> {
    fn result_type() -> Type {
        Type::DYNAMIC
    }

    fn into_value(self) -> Result<Value, ValueError> {
        to_value(&self.0).map_err(ValueError::of_error)
    }
}
