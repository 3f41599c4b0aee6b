//! What is known of an error in data besides its message, kept to find its location and to improve the message.

use serde::de::Unexpected;

use crate::protocol::field::Fields;

/// What is known of an error in data.
#[derive(Default)]
pub(crate) struct Facts {
    pub(crate) cause: Cause,
    /// The fields of the outermost struct that contains the error.
    pub(crate) fields: Option<Fields>,
    pub(crate) accepted: Option<Accepted>,
}

/// What is wrong, as far as the messages and the search for the location distinguish it.
#[derive(Default)]
pub(crate) enum Cause {
    #[default]
    Other,
    Mismatch(Mismatch),
    /// A name, a choice or a number of elements that is not expected.
    Unexpected(Found),
    MissingField(&'static str),
    /// The required block is missing; it has this number of labels.
    MissingBlock(usize),
}

impl Facts {
    /// What has been found instead of something else.
    pub(crate) fn found(&self) -> Option<&Found> {
        match &self.cause {
            Cause::Mismatch(mismatch) => mismatch.value.as_ref(),
            Cause::Unexpected(found) => Some(found),
            _ => None,
        }
    }

    pub(crate) fn mismatch(&self) -> Option<&Mismatch> {
        match &self.cause {
            Cause::Mismatch(mismatch) => Some(mismatch),
            _ => None,
        }
    }

    pub(crate) fn missing_field(&self) -> Option<&'static str> {
        match self.cause {
            Cause::MissingField(field) => Some(field),
            _ => None,
        }
    }

    /// Takes the number of labels of the missing block.
    pub(crate) fn take_missing_block(&mut self) -> Option<usize> {
        let Cause::MissingBlock(labels) = self.cause else {
            return None;
        };
        self.cause = Cause::Other;
        Some(labels)
    }
}

/// What is accepted in place of the value found, as far as the type of elements or entries tells.
#[derive(Clone, Copy)]
pub(crate) enum Accepted {
    /// A list of values that no block can be, such as strings.
    Values,
    /// Blocks with this number of labels.
    Blocks(usize),
}

/// Something that is not what was expected.
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

/// A value of another type than expected, or out of range.
pub(crate) struct Mismatch {
    /// The value, as far as it is known.
    pub(crate) value: Option<Found>,
    /// What is expected, in words.
    pub(crate) expected: String,
    /// What is found, in words.
    pub(crate) found: String,
}

impl Mismatch {
    /// The sentence that says what was expected and what was found.
    pub(crate) fn sentence(&self) -> String {
        format!("Expected {}, but found {}.", self.expected, self.found)
    }
}
