//! Values written in native syntax.
//!
//! "Literal Values", "Template Expressions" and "Collection Values" of the native syntax specification.

use std::fmt::{self, Write as _};

use super::{Text, Value, ValueRepr};
use crate::identifier::is_bare_key;
use crate::quote::write_quoted;

/// Writes an expression of the native syntax that evaluates to the value, or for collections to a value that
/// converts to it: lists and sets are written as tuples, maps as objects, infinities as the quotients `1/0`
/// and `-1/0`.
///
/// Unknown values and capsule values have no expression. They are written as `(unknown string)` and `(bytes)`, for
/// people to read.
impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            ValueRepr::Bool(value) => write!(formatter, "{}", bool::from(*value)),
            ValueRepr::Number(number) if number.is_infinite() => {
                formatter.write_str(if number.is_negative() { "-1/0" } else { "1/0" })
            }
            ValueRepr::Number(number) => write!(formatter, "{number}"),
            ValueRepr::ShortString(text) => write!(formatter, "{}", QuotedText(text.as_str())),
            ValueRepr::LongString(text) => write!(formatter, "{}", QuotedText(text)),
            ValueRepr::List(sequence) | ValueRepr::Set(sequence) => {
                write_elements(formatter, &sequence.elements)
            }
            ValueRepr::Tuple(tuple) => write_elements(formatter, &tuple.elements),
            ValueRepr::Map(map) => write_entries(formatter, map.entries.as_slice()),
            ValueRepr::Object(object) => write_entries(formatter, object.entries.as_slice()),
            ValueRepr::Capsule(capsule) => write!(formatter, "({})", capsule.type_name()),
            ValueRepr::Null(_) => formatter.write_str("null"),
            ValueRepr::Unknown(unknown) => write!(formatter, "(unknown {})", unknown.ty()),
        }
    }
}

/// Also writes native syntax, which is easy to read in the messages of failed tests.
impl fmt::Debug for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            ValueRepr::Null(_) => write!(formatter, "Value(null: {})", self.ty()),
            ValueRepr::List(_) | ValueRepr::Set(_) | ValueRepr::Map(_) => {
                write!(formatter, "Value({self}: {})", self.ty())
            }
            _ => write!(formatter, "Value({self})"),
        }
    }
}

fn write_elements(formatter: &mut fmt::Formatter<'_>, elements: &[Value]) -> fmt::Result {
    formatter.write_char('[')?;
    for (index, element) in elements.iter().enumerate() {
        let separator = if index == 0 { "" } else { ", " };
        write!(formatter, "{separator}{element}")?;
    }
    formatter.write_char(']')
}

fn write_entries(formatter: &mut fmt::Formatter<'_>, entries: &[(Text, Value)]) -> fmt::Result {
    if entries.is_empty() {
        return formatter.write_str("{}");
    }
    for (index, (name, value)) in entries.iter().enumerate() {
        let separator = if index == 0 { "{ " } else { ", " };
        write!(formatter, "{separator}{} = {value}", ObjectKeyText(name))?;
    }
    formatter.write_str(" }")
}

/// A key in an object: an identifier if possible, otherwise a quoted template.
pub(super) struct ObjectKeyText<'a>(pub(super) &'a str);

impl fmt::Display for ObjectKeyText<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The key may be the first one.
        if is_bare_key(self.0, true) {
            formatter.write_str(self.0)
        } else {
            write!(formatter, "{}", QuotedText(self.0))
        }
    }
}

/// A text as a quoted template without interpolations.
pub(super) struct QuotedText<'a>(pub(super) &'a str);

impl fmt::Display for QuotedText<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_quoted(formatter, self.0)
    }
}
