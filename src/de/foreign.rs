//! Number types of other crates, which read a number as the only field of a struct (row 7 of
//! [`guesses`](super::guesses)).

use serde::de::value::MapDeserializer;
use serde::de::{Deserializer, Error as _, Expected, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

use crate::error::{Error, Result};
use crate::protocol::foreign::JSON_NUMBER;

/// The `expecting` text of the type through which `serde_json` reads a number of any length.
const DIGITS_EXPECTATION: &str = "string containing a number";

/// Gives a visitor the digits of a number that no number type of Rust can hold, in the form that numbers of
/// `serde_json` with its feature `arbitrary_precision` accept. `None` if the visitor does not accept such a number.
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
        // Any other type would read the digits as a string.
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
