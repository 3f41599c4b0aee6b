//! The private names by which the types of this crate and its serializer and deserializer recognise each
//! other.
//!
//! Serde's data model cannot represent a value with its HCL type, an unevaluated expression or a span. A type of this
//! crate therefore requests a newtype with a name from this file. Other formats see a newtype around plain data, and no
//! private name ever becomes a key or a value in the data of a user. This crate's deserializer recognises the names. A
//! visitor can only receive what serde's data model has. To pass anything else, the deserializer fails with an error
//! that carries the object as its source, a [`Handover`]; the requesting type takes it out of the error at once.
//! Objects are passed to this crate's serializer in the same way (see `offer`).

pub(crate) mod field;
pub(crate) mod foreign;
mod offer;

use std::fmt;

use serde::de::{Deserializer, Visitor};

pub(crate) use self::offer::{Room, offer};

/// The newtype name of a number: its plain data is decimal text, which keeps every digit, or a plain number.
pub(crate) const NUMBER: &str = "$hcl::Number";

/// The newtype name of a value that keeps its HCL type.
pub(crate) const VALUE: &str = "$hcl::Value";

/// The newtype name of an unevaluated expression; in other formats it is a string.
pub(crate) const EXPRESSION: &str = "$hcl::Expression";

/// The newtype name of an unevaluated template; in other formats it is a string.
pub(crate) const TEMPLATE: &str = "$hcl::Template";

/// The newtype name of an unevaluated traversal; in other formats it is a string.
pub(crate) const TRAVERSAL: &str = "$hcl::Traversal";

/// The newtype name of a body as it is written.
pub(crate) const BODY: &str = "$hcl::Body";

/// The newtype name of a value with its place: a sequence of the place, which is handed over, and the value. In other
/// formats it is the value.
pub(crate) const SPANNED: &str = "$hcl::Spanned";

/// The newtype name of a list that may be written as its only element.
pub(crate) const ONE_OR_MANY: &str = "$hcl::OneOrMany";

/// The newtype name of a value that is to be written as an attribute.
pub(crate) const ATTRIBUTE: &str = "$hcl::attribute";

/// The newtype name of a value that is to be written as blocks.
pub(crate) const BLOCK: &str = "$hcl::block";

/// Whether the name of a newtype is one of the private names, which all have the same prefix.
pub(crate) fn is_private(name: &str) -> bool {
    name.starts_with("$hcl::")
}

/// A value that a deserializer of this crate passes to a type of this crate, as the source of an error.
pub(crate) struct Handover<T>(pub(crate) T);

impl<T> std::error::Error for Handover<T> {}

impl<T> fmt::Display for Handover<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value of the crate hcl that no type has taken from the error")
    }
}

impl<T> fmt::Debug for Handover<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Handover")
    }
}

/// Deserializes a newtype by its private name: returns the object that is handed over, or the result of the visitor for
/// plain data.
pub(crate) fn take<'de, D: Deserializer<'de>, T: Clone + 'static>(
    deserializer: D,
    name: &'static str,
    visitor: impl Visitor<'de, Value = T>,
) -> Result<T, D::Error> {
    let result = deserializer.deserialize_newtype_struct(name, visitor);
    result.or_else(handed_over)
}

/// The object that is handed over in an error, or the error itself.
pub(crate) fn handed_over<T: Clone + 'static, E: std::error::Error>(error: E) -> Result<T, E> {
    let source = error.source();
    match source.and_then(<dyn std::error::Error>::downcast_ref) {
        Some(Handover(value)) => Ok(T::clone(value)),
        None => Err(error),
    }
}
