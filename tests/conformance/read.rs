//! JSON with all digits of its numbers, in a form that is compared by `==`.

use std::collections::BTreeMap;

use bigdecimal::num_traits::Zero;
use bigdecimal::{BigDecimal, RoundingMode};
use serde_json::value::RawValue;

/// The number of digits that are compared. The reference rounds binary numbers, so the last digits of our decimal
/// numbers can differ.
const DIGITS: u64 = 40;

/// A JSON text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    Number(BigDecimal),
    String(String),
    Array(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

impl Json {
    /// Reads a JSON text.
    pub(crate) fn read(text: &str) -> Self {
        let text = text.trim();
        match text.as_bytes()[0] {
            b'n' => Json::Null,
            b't' | b'f' => Json::Bool(text == "true"),
            b'"' => Json::String(serde_json::from_str(text).unwrap()),
            b'[' => {
                let elements: Vec<&RawValue> = serde_json::from_str(text).unwrap();
                Json::Array(
                    elements
                        .into_iter()
                        .map(|it| Json::read(it.get()))
                        .collect(),
                )
            }
            b'{' => {
                let members: BTreeMap<String, &RawValue> = serde_json::from_str(text).unwrap();
                let members = members.into_iter();
                Json::Object(
                    members
                        .map(|(key, it)| (key, Json::read(it.get())))
                        .collect(),
                )
            }
            _ => Json::Number(rounded(&text.parse().unwrap())),
        }
    }

    /// Returns a member of an object. Returns `None` if the object has no member with this name, or if this is not an
    /// object.
    pub(crate) fn member(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Object(members) => members.get(name),
            _ => None,
        }
    }

    /// Returns the text of a string.
    pub(crate) fn as_str(&self) -> Option<&str> {
        match self {
            Json::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the elements of an array, and no elements for any other value.
    pub(crate) fn elements(this: Option<&Json>) -> &[Json] {
        match this {
            Some(Json::Array(elements)) => elements,
            _ => &[],
        }
    }
}

/// Rounds a number to the digits that are compared, and removes zeros at the end.
fn rounded(number: &BigDecimal) -> BigDecimal {
    if number.is_zero() {
        return BigDecimal::zero();
    }
    let number = number.with_precision_round(DIGITS.try_into().unwrap(), RoundingMode::HalfEven);
    number.normalized()
}
