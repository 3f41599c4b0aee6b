//! Numbers of other crates, which these read as the only field of a struct (row 7 of [`guesses`](super::guesses)).

use serde::de::value::MapDeserializer;
use serde::de::{Deserializer, Error as _, Expected, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

use crate::error::{Error, Result};
use crate::protocol::foreign::JSON_NUMBER;

/// What the type expects that `serde_json` reads a number of any length from.
const DIGITS_EXPECTATION: &str = "string containing a number";

/// Gives a visitor the digits of a number that no number type of Rust holds, as those of `serde_json` with its feature
/// `arbitrary_precision` take them. `None` if the visitor takes no such number.
pub(super) fn visit_digits<'de, V: Visitor<'de>>(digits: String, visitor: V) -> Option<V::Value> {
    let field = std::iter::once((JSON_NUMBER, Digits(digits)));
    visitor.visit_map(MapDeserializer::new(field)).ok()
}

struct Digits(String);

impl IntoDeserializer<'_, Error> for Digits {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

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
