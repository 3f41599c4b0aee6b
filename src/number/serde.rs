//! Numbers in any format of serde.
//!
//! Knows nothing of this crate's own deserializer and serializer, but has a name by
//! which they can tell that a number is wanted, or given with more digits than a plain
//! number has.

use std::fmt;

use serde::de::{Deserializer, Visitor};
use serde::ser::{Error as _, Serializer};
use serde::{Deserialize, Serialize};

use super::{Number, NumberError};
use crate::protocol::{self, NUMBER};

/// As a plain number: an integer as the first of `u64`, `i64`, `u128` and `i128` that
/// holds it, anything else as the nearest `f64`.
///
/// An integer beyond 128 bits goes out as an `f64` only if that names the same number.
/// Where it does not, and for the infinities and what lies beyond `f64`, serializing is
/// an error: an integer never changes on its way, and infinities have no place in most
/// formats.
impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some(integer) = self.as_u64() {
            return serializer.serialize_u64(integer);
        }
        if let Some(integer) = self.as_i64() {
            return serializer.serialize_i64(integer);
        }
        if let Some(integer) = self.as_u128() {
            return serializer.serialize_u128(integer);
        }
        if let Some(integer) = self.as_i128() {
            return serializer.serialize_i128(integer);
        }
        if let Ok(float) = f64::try_from(self)
            && self.is_finite()
            && Number::try_from(float).as_ref() == Ok(self)
        {
            return serializer.serialize_f64(float);
        }
        protocol::offer(serializer, NUMBER, self, &Nearest(self))
    }
}

/// A number that no plain number is equal to.
struct Nearest<'a>(&'a Number);

impl Serialize for Nearest<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Nearest(number) = self;
        if number.is_infinite() {
            return Err(S::Error::custom("An infinite number cannot be serialized."));
        }
        if number.is_integer() {
            return Err(S::Error::custom(NumberError::float_digits(number)));
        }
        serializer.serialize_f64(f64::try_from(*number).map_err(S::Error::custom)?)
    }
}

/// From a plain number of any type; a float comes in by its shortest decimal digits.
impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        protocol::take(deserializer, NUMBER, Asked)
    }
}

/// Meets the deserializer that was asked for a number by name.
struct Asked;

/// Meets the format's own plain number.
struct Plain;

/// What both visitors take: the number types of serde.
macro_rules! visit_numbers {
    () => {
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
    };
}

impl<'de> Visitor<'de> for Asked {
    visit_numbers!();

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Number, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, plain: D) -> Result<Number, D::Error> {
        plain.deserialize_any(Plain)
    }
}

impl Visitor<'_> for Plain {
    visit_numbers!();
}
