//! Numbers in any serde format.
//!
//! A private newtype name lets this crate's own serializers keep all digits.

use std::fmt;

use serde::de::{self, Deserializer, Error as _, Unexpected, Visitor};
use serde::ser::{Error as _, Serializer};
use serde::{Deserialize, Serialize};

use super::{Number, NumberError};
use crate::protocol::{self, NUMBER};

/// Serializes a plain number: an integer as the first of `u64`, `i64`, `u128` and `i128` that holds it,
/// anything else as the nearest `f64`.
///
/// An integer beyond 128 bits is serialized as an `f64` only if that is exactly equal. Otherwise, and for
/// infinities and numbers beyond the range of `f64`, serializing fails: an integer never changes silently,
/// and most formats have no infinities.
impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.exact() {
            Some(Exact::U64(integer)) => serializer.serialize_u64(integer),
            Some(Exact::I64(integer)) => serializer.serialize_i64(integer),
            Some(Exact::U128(integer)) => serializer.serialize_u128(integer),
            Some(Exact::I128(integer)) => serializer.serialize_i128(integer),
            Some(Exact::F64(float)) => serializer.serialize_f64(float),
            None => protocol::offer(serializer, NUMBER, self, &Nearest(self)),
        }
    }
}

/// A number as a type of serde's data model that holds it exactly.
#[derive(Clone, Copy)]
pub(crate) enum Exact {
    U64(u64),
    I64(i64),
    U128(u128),
    I128(i128),
    F64(f64),
}

impl Exact {
    /// Gives the number to a visitor.
    pub(crate) fn visit<'de, V: Visitor<'de>, E: de::Error>(
        self,
        visitor: V,
    ) -> Result<V::Value, E> {
        match self {
            Exact::U64(integer) => visitor.visit_u64(integer),
            Exact::I64(integer) => visitor.visit_i64(integer),
            Exact::U128(integer) => visitor.visit_u128(integer),
            Exact::I128(integer) => visitor.visit_i128(integer),
            Exact::F64(float) => visitor.visit_f64(float),
        }
    }
}

impl Number {
    fn exact(&self) -> Option<Exact> {
        let integer = self.exact_integer();
        integer.or_else(|| self.exact_float().map(Exact::F64))
    }

    /// The number as the first integer type that holds it.
    pub(crate) fn exact_integer(&self) -> Option<Exact> {
        (self.as_u64().map(Exact::U64))
            .or_else(|| self.as_i64().map(Exact::I64))
            .or_else(|| self.as_u128().map(Exact::U128))
            .or_else(|| self.as_i128().map(Exact::I128))
    }

    /// The float that has the value of the number, if there is one.
    pub(crate) fn exact_float(&self) -> Option<f64> {
        let float = f64::try_from(self).ok()?;
        (self.is_finite() && self.is_equal_to(float)).then_some(float)
    }

    /// Whether the shortest digits of a float are those of the number.
    pub(crate) fn is_equal_to(&self, float: f64) -> bool {
        Number::try_from(float).as_ref() == Ok(self)
    }

    /// The nearest `f64`, or the reason why the number cannot be serialized.
    fn nearest_float(&self) -> Result<f64, String> {
        if self.is_infinite() {
            return Err("An infinite number cannot be serialized.".to_owned());
        }
        if self.is_integer() {
            return Err(NumberError::float_digits(self).to_string());
        }
        f64::try_from(self).map_err(|error| error.to_string())
    }
}

/// A number that is serialized as the nearest `f64`.
struct Nearest<'a>(&'a Number);

impl Serialize for Nearest<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0.nearest_float().map_err(S::Error::custom)?)
    }
}

/// Deserializes a plain number of any type. A float becomes the number with its shortest decimal digits.
impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        protocol::take(deserializer, NUMBER, NumberVisitor { accepts_text: true })
    }
}

/// The visitor of a number, or of its text if the private newtype name may hold one.
struct NumberVisitor {
    accepts_text: bool,
}

impl<'de> Visitor<'de> for NumberVisitor {
    type Value = Number;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a number")
    }

    fn visit_i64<E: serde::de::Error>(self, integer: i64) -> Result<Number, E> {
        Ok(Number::from(integer))
    }

    fn visit_u64<E: serde::de::Error>(self, integer: u64) -> Result<Number, E> {
        Ok(Number::from(integer))
    }

    fn visit_i128<E: serde::de::Error>(self, integer: i128) -> Result<Number, E> {
        Ok(Number::from(integer))
    }

    fn visit_u128<E: serde::de::Error>(self, integer: u128) -> Result<Number, E> {
        Ok(Number::from(integer))
    }

    fn visit_f32<E: serde::de::Error>(self, float: f32) -> Result<Number, E> {
        Number::try_from(float).map_err(E::custom)
    }

    fn visit_f64<E: serde::de::Error>(self, float: f64) -> Result<Number, E> {
        Number::try_from(float).map_err(E::custom)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Number, E> {
        if !self.accepts_text {
            return Err(E::invalid_type(Unexpected::Str(text), &self));
        }
        text.parse().map_err(E::custom)
    }

    /// Visits the newtype with the private name. No other newtype is accepted around a number.
    fn visit_newtype_struct<D: Deserializer<'de>>(self, plain: D) -> Result<Number, D::Error> {
        if !self.accepts_text {
            return Err(D::Error::invalid_type(Unexpected::NewtypeStruct, &self));
        }
        plain.deserialize_any(NumberVisitor {
            accepts_text: false,
        })
    }
}
