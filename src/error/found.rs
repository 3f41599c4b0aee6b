//! What serde says that it has found, kept so that its place can be looked for.
//!
//! Knows nothing of places.

use serde::de::Unexpected;

/// What serde found, where it says so without knowing where that stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Found {
    Null,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Float(f64),
    Text(String),
    List,
    /// A list, by its number of elements.
    Elements(usize),
    Object,
    /// The name of an attribute or block type, or the key of an object.
    Name(String),
}

impl Found {
    pub(super) fn of(unexpected: Unexpected<'_>) -> Option<Self> {
        Some(match unexpected {
            Unexpected::Bool(value) => Found::Bool(value),
            Unexpected::Unsigned(value) => Found::Unsigned(value),
            Unexpected::Signed(value) => Found::Signed(value),
            Unexpected::Float(value) => Found::Float(value),
            Unexpected::Char(value) => Found::Text(value.to_string()),
            Unexpected::Str(value) => Found::Text(value.to_owned()),
            Unexpected::Unit | Unexpected::Option => Found::Null,
            Unexpected::Seq => Found::List,
            Unexpected::Map => Found::Object,
            _ => return None,
        })
    }
}

/// A value of one type where another is asked for, in the words of the report.
pub(super) struct Mismatch {
    pub(super) expected: String,
    pub(super) found: String,
}
