//! Scalars of other crates, which these read as the only field of a struct (row 7 of [`guesses`](super::guesses)).

use std::mem;

use serde::de::value::StringDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, Error as _, Expected, IntoDeserializer, MapAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use crate::error::{Error, Result};
use crate::protocol::foreign::JSON_NUMBER;

/// What the type expects that `serde_json` reads a number of any length from.
const DIGITS_EXPECTATION: &str = "string containing a number";

/// Gives a visitor the digits of a number that no number type of Rust holds, as those of `serde_json` with its feature
/// `arbitrary_precision` take them. `None` if the visitor takes no such number.
pub(super) fn visit_digits<'de, V: Visitor<'de>>(digits: String, visitor: V) -> Option<V::Value> {
    let field = Field {
        name: JSON_NUMBER,
        text: digits,
        state: State::Name,
        is_number: true,
    };
    visitor.visit_map(field).ok()
}

/// Gives a visitor a text as the only field of a struct.
pub(super) fn visit_text<'de, V: Visitor<'de>>(
    field: &'static str,
    text: String,
    visitor: V,
) -> Result<V::Value> {
    visitor.visit_map(Field {
        name: field,
        text,
        state: State::Name,
        is_number: false,
    })
}

/// A struct of one field.
struct Field {
    name: &'static str,
    text: String,
    state: State,
    is_number: bool,
}

/// What is asked for next.
enum State {
    Name,
    Text,
    End,
}

impl<'de> MapAccess<'de> for Field {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        match self.state {
            State::Name => {
                self.state = State::Text;
                seed.deserialize(self.name.into_deserializer()).map(Some)
            }
            State::Text | State::End => Ok(None),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        self.state = State::End;
        seed.deserialize(FieldText {
            text: mem::take(&mut self.text),
            is_number: self.is_number,
        })
    }
}

/// The text of the field.
struct FieldText {
    text: String,
    is_number: bool,
}

impl<'de> Deserializer<'de> for FieldText {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        // Any other type would take the digits for a string.
        let expected = (&visitor as &dyn Expected).to_string();
        if self.is_number && expected != DIGITS_EXPECTATION {
            return Err(Error::custom("this type takes no digits"));
        }
        let text: StringDeserializer<Error> = self.text.into_deserializer();
        text.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
