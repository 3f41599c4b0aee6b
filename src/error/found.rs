//! Facts that serde reports about an error in data, kept to find its location and to improve the message.

use serde::de::Unexpected;

/// The unexpected value that serde reports, kept while the location of the error is not known.
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
