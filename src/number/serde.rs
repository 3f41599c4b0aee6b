//! Numbers in any serde format.
//!
//! Knows nothing of this crate's own deserializer and serializer, but uses the private newtype name by which
//! they recognise a number and keep all its digits.

use std::fmt;

use serde::de::{Deserializer, Visitor};
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

/// A number that is serialized as the nearest `f64`.
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

/// Deserializes a plain number of any type. A float is taken by its shortest decimal digits.
impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        protocol::take(deserializer, NUMBER, Asked)
    }
}

/// The visitor for the private newtype name.
struct Asked;

/// The visitor for a plain number of any format.
struct Plain;

/// The number types of serde, which both visitors accept.
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
