//! What is known of an error in data besides its message, kept to find its location and to improve the message.

use serde::de::Unexpected;

use crate::protocol::field::Fields;

/// What is known of an error in data.
#[derive(Default)]
pub(crate) struct Facts {
    /// The unexpected value that serde reports.
    pub(crate) found: Option<Found>,
    pub(crate) mismatch: Option<Mismatch>,
    pub(crate) missing_field: Option<&'static str>,
    /// The number of labels of the required block that is missing.
    pub(crate) missing_block: Option<usize>,
    /// The fields of the outermost struct that contains the error.
    pub(crate) fields: Option<Fields>,
    pub(crate) accepted: Option<Accepted>,
}

/// What is accepted in place of the value found, as far as the type of elements or entries tells.
#[derive(Clone, Copy)]
pub(crate) enum Accepted {
    /// A list of values that no block can be, such as strings.
    Values,
    /// Blocks with this number of labels.
    Blocks(usize),
}

/// An unexpected value that serde reports.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Found {
    Null,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Float(f64),
    Text(String),
    List,
    /// A list with this number of elements.
    Elements(usize),
    Object,
    /// The name of an attribute or block type, or the key of an object.
    Name(String),
    /// A string that names a choice, without the content that the choice requires.
    Choice(String, ChoiceContent),
}

/// The kind of content of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChoiceContent {
    /// Attributes and blocks.
    Items,
    Elements,
    /// Not known.
    Any,
}

impl ChoiceContent {
    /// An example of an object with this content, in native syntax.
    pub(crate) fn object(self, name: &str) -> String {
        match self {
            ChoiceContent::Elements => format!("{{ {name} = [ … ] }}"),
            ChoiceContent::Items | ChoiceContent::Any => format!("{{ {name} = … }}"),
        }
    }
}

impl Found {
    pub(crate) fn of(unexpected: Unexpected<'_>) -> Option<Self> {
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

/// The types of the found value and the expected value, as texts for the report.
pub(crate) struct Mismatch {
    pub(crate) expected: String,
    pub(crate) found: String,
}

impl Mismatch {
    /// The sentence that says what was expected and what was found.
    pub(crate) fn sentence(&self) -> String {
        format!("Expected {}, but found {}.", self.expected, self.found)
    }
}
