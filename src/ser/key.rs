//! The keys of maps and the labels of blocks as text.

use std::fmt;

use serde::ser::{Impossible, Serialize, Serializer};

use super::error;
use super::foreign::{StructOrScalar, TakeNumber};
use super::guesses::KeyKind;
use super::macros::{refused, scalars};
use super::surroundings::Surroundings;
use crate::error::{Error, Result};

/// Calls a function with the text and the kind of a key.
pub(super) fn with_key<K: Serialize + ?Sized, T>(
    key: &K,
    take: impl FnOnce(&str, KeyKind) -> Result<T>,
) -> Result<T> {
    key.serialize(KeySerializer::new(
        |key| take(key_text(key)?, KeyKind::of::<K>()),
        error::unsuitable_key,
    ))
}

/// A map key whose value has not been serialized yet. Boxed, because most bodies never have one.
#[derive(Default)]
pub(super) struct PendingKey(Option<Box<(String, KeyKind)>>);

impl PendingKey {
    pub(super) fn set<K: Serialize + ?Sized>(&mut self, key: &K) -> Result<()> {
        self.end()?;
        let key = with_key(key, |text, kind| Ok((text.to_owned(), kind)))?;
        self.0 = Some(Box::new(key));
        Ok(())
    }

    /// Takes the key, for its value.
    pub(super) fn take(&mut self) -> Result<(String, KeyKind)> {
        self.0
            .take()
            .map(|key| *key)
            .ok_or_else(error::keys_and_values)
    }

    /// Fails if there is a key without a value. Called at the next key and at the end of a map.
    pub(super) fn end(&self) -> Result<()> {
        match &self.0 {
            Some(_) => Err(error::keys_and_values()),
            None => Ok(()),
        }
    }
}

/// Converts a key or a label to text and calls a function with it; with `None` for an absent option.
///
/// Keys become strings as in other formats of serde: numbers by their digits, bools, characters, unit variants by name.
pub(super) struct KeySerializer<F> {
    take: F,
    /// The error of something else, which is described.
    unsuitable: fn(&str) -> Error,
    /// The context of the key within the map.
    surroundings: Surroundings,
}

impl<T, F: FnOnce(Option<&str>) -> Result<T>> KeySerializer<F> {
    pub(super) fn new(take: F, unsuitable: fn(&str) -> Error) -> Self {
        KeySerializer {
            take,
            unsuitable,
            surroundings: Surroundings::ROOT,
        }
    }
}

/// The text of a key of a map, which an absent option cannot be.
fn key_text(key: Option<&str>) -> Result<&str> {
    key.ok_or_else(|| error::unsuitable_key("an absent option"))
}

impl<T, F: FnOnce(Option<&str>) -> Result<T>> TakeNumber for KeySerializer<F> {}

macro_rules! unsuitable {
    ($($found:literal: $serialize:ident $(<$value:ident>)? ($($argument:ty),*) -> $ok:ty;)*) => {
        $(refused! {
            |self| (self.unsuitable)($found),
            $serialize $(<$value>)? ($($argument),*) -> $ok;
        })*
    };
}

impl<T, F: FnOnce(Option<&str>) -> Result<T>> Serializer for KeySerializer<F> {
    type Ok = T;
    type Error = Error;
    type SerializeSeq = Impossible<T, Error>;
    type SerializeTuple = Impossible<T, Error>;
    type SerializeTupleStruct = Impossible<T, Error>;
    type SerializeTupleVariant = Impossible<T, Error>;
    type SerializeMap = Impossible<T, Error>;
    type SerializeStruct = StructOrScalar<Impossible<T, Error>, Self>;
    type SerializeStructVariant = Impossible<T, Error>;

    scalars! {
        |self, key| self.collect_str(&key),
        serialize_bool(bool) serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64)
        serialize_i128(i128) serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64)
        serialize_u128(u128)
    }

    scalars! {
        |self, key| if key.is_finite() {
            self.collect_str(&format_args!("{key:?}"))
        } else {
            Err((self.unsuitable)("a number without digits"))
        },
        serialize_f32(f32) serialize_f64(f64)
    }

    unsuitable! {
        "bytes": serialize_bytes(&[u8]) -> T;
        "a unit": serialize_unit() -> T;
        "a unit struct": serialize_unit_struct(&'static str) -> T;
        "a sequence": serialize_seq(Option<usize>) -> Self::SerializeSeq;
        "a tuple": serialize_tuple(usize) -> Self::SerializeTuple;
        "a tuple struct": serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        "a variant with content": serialize_newtype_variant<V>(&'static str, u32, &'static str, &V) -> T;
        "a variant with content":
            serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        "a map": serialize_map(Option<usize>) -> Self::SerializeMap;
        "a variant with content":
            serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Self::SerializeStruct> {
        StructOrScalar::new(name, self, |key| Err((key.unsuitable)("a struct")))
    }

    fn serialize_none(self) -> Result<T> {
        (self.take)(None)
    }

    fn serialize_char(self, key: char) -> Result<T> {
        (self.take)(Some(key.encode_utf8(&mut [0; 4])))
    }

    fn serialize_str(self, key: &str) -> Result<T> {
        (self.take)(Some(key))
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<T> {
        (self.take)(Some(variant))
    }

    fn serialize_some<V: Serialize + ?Sized>(self, key: &V) -> Result<T> {
        key.serialize(KeySerializer {
            surroundings: self.surroundings.wrapped()?,
            ..self
        })
    }

    fn serialize_newtype_struct<V: Serialize + ?Sized>(
        self,
        _: &'static str,
        key: &V,
    ) -> Result<T> {
        self.serialize_some(key)
    }

    fn collect_str<V: fmt::Display + ?Sized>(self, key: &V) -> Result<T> {
        (self.take)(Some(&key.to_string()))
    }
}
