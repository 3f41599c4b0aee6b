//! Numbers of other crates, which these read as the only field of a struct (row 7 of [`guesses`](super::guesses)).

use std::mem;

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
    let field = DigitsField {
        digits,
        is_named: false,
    };
    visitor.visit_map(field).ok()
}

/// A struct with the digits as its only field.
struct DigitsField {
    digits: String,
    /// Whether the name of the field has been given.
    is_named: bool,
}

impl<'de> MapAccess<'de> for DigitsField {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        if mem::replace(&mut self.is_named, true) {
            return Ok(None);
        }
        seed.deserialize(JSON_NUMBER.into_deserializer()).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        seed.deserialize(Digits(mem::take(&mut self.digits)))
    }
}

struct Digits(String);

impl<'de> Deserializer<'de> for Digits {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        // Any other type would take the digits for a string.
        let expected = (&visitor as &dyn Expected).to_string();
        if expected != DIGITS_EXPECTATION {
            return Err(Error::custom("this type takes no digits"));
        }
        visitor.visit_string(self.0)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
