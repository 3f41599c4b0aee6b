//! Passes a value of this crate to this crate's serializer, through serde's interface.
//!
//! A type serializes itself as a newtype around its plain form, which any other format uses. This crate's serializer
//! recognises the name of the newtype and requests the value itself: it serializes the newtype with a serializer that
//! always fails, and the error carries the value.

use std::cell::Cell;
use std::error::Error as StdError;
use std::fmt;

use serde::ser::{Impossible, Serialize, Serializer};

use super::Handover;

/// Serializes a value as a newtype around its plain form. This crate's serializers recognise the name and request the
/// value itself.
pub(crate) fn offer<S: Serializer, T: Clone + 'static>(
    serializer: S,
    name: &'static str,
    value: &T,
    plain: &impl Serialize,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_newtype_struct(name, &Offer { value, plain })
}

/// The value that is serialized by [`offer`], directly or inside other newtypes, if it is of this type.
pub(crate) fn ask<T: Clone + 'static>(newtype: &(impl Serialize + ?Sized)) -> Option<T> {
    let ask = Ask {
        room: empty_room::<T>(),
        newtypes: 0,
    };
    match newtype.serialize(ask) {
        Ok(refused) => match refused {},
        Err(Answer(Handover(room))) => room.take(),
    }
}

/// The content of the newtype.
struct Offer<'a, T, P> {
    value: &'a T,
    plain: &'a P,
}

impl<T: Clone + 'static, P: Serialize> Serialize for Offer<'_, T, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let result = self.plain.serialize(serializer);
        if let Err(error) = &result
            && let Some(source) = error.source()
            && let Some(Handover(room)) = source.downcast_ref::<Room<T>>()
        {
            room.set(Some(self.value.clone()));
        }
        result
    }
}

/// The place where an error carries the value.
type Room<T> = Handover<Cell<Option<T>>>;

/// Maximum number of newtypes around the requested value. A newtype may contain itself.
const MAX_NEWTYPES: u32 = 1024;

/// The serializer that always fails.
struct Ask<T> {
    room: Room<T>,
    /// The number of newtypes around the value.
    newtypes: u32,
}

/// The error of [`Ask`], with the place for the value.
struct Answer<T>(Room<T>);

/// The result type of [`Ask`], which has no values.
enum Refused {}

fn empty_room<T>() -> Room<T> {
    Handover(Cell::new(None))
}

impl<T: 'static> StdError for Answer<T> {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        Some(&self.0)
    }
}

impl<T> fmt::Debug for Answer<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl<T> fmt::Display for Answer<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the value itself is asked for")
    }
}

/// The error of a value without a plain form. The value itself is requested nevertheless.
impl<T: 'static> serde::ser::Error for Answer<T> {
    fn custom<M: fmt::Display>(_: M) -> Self {
        Answer(empty_room())
    }
}

macro_rules! refuse {
    ($($serialize:ident($($argument:ty),*) -> $ok:ty;)*) => {$(
        fn $serialize(self, $(_: $argument),*) -> Result<$ok, Self::Error> {
            Err(Answer(self.room))
        }
    )*};
}

impl<T: 'static> Serializer for Ask<T> {
    type Ok = Refused;
    type Error = Answer<T>;
    type SerializeSeq = Impossible<Refused, Answer<T>>;
    type SerializeTuple = Impossible<Refused, Answer<T>>;
    type SerializeTupleStruct = Impossible<Refused, Answer<T>>;
    type SerializeTupleVariant = Impossible<Refused, Answer<T>>;
    type SerializeMap = Impossible<Refused, Answer<T>>;
    type SerializeStruct = Impossible<Refused, Answer<T>>;
    type SerializeStructVariant = Impossible<Refused, Answer<T>>;

    refuse! {
        serialize_bool(bool) -> Refused;
        serialize_i8(i8) -> Refused;
        serialize_i16(i16) -> Refused;
        serialize_i32(i32) -> Refused;
        serialize_i64(i64) -> Refused;
        serialize_i128(i128) -> Refused;
        serialize_u8(u8) -> Refused;
        serialize_u16(u16) -> Refused;
        serialize_u32(u32) -> Refused;
        serialize_u64(u64) -> Refused;
        serialize_u128(u128) -> Refused;
        serialize_f32(f32) -> Refused;
        serialize_f64(f64) -> Refused;
        serialize_char(char) -> Refused;
        serialize_str(&str) -> Refused;
        serialize_bytes(&[u8]) -> Refused;
        serialize_none() -> Refused;
        serialize_unit() -> Refused;
        serialize_unit_struct(&'static str) -> Refused;
        serialize_unit_variant(&'static str, u32, &'static str) -> Refused;
        serialize_seq(Option<usize>) -> Self::SerializeSeq;
        serialize_tuple(usize) -> Self::SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_map(Option<usize>) -> Self::SerializeMap;
        serialize_struct(&'static str, usize) -> Self::SerializeStruct;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }

    fn serialize_some<V: Serialize + ?Sized>(self, _: &V) -> Result<Refused, Self::Error> {
        Err(Answer(self.room))
    }

    fn serialize_newtype_struct<V: Serialize + ?Sized>(
        self,
        _: &'static str,
        newtype: &V,
    ) -> Result<Refused, Self::Error> {
        if self.newtypes == MAX_NEWTYPES {
            return Err(Answer(self.room));
        }
        newtype.serialize(Ask {
            newtypes: self.newtypes + 1,
            ..self
        })
    }

    fn serialize_newtype_variant<V: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &V,
    ) -> Result<Refused, Self::Error> {
        Err(Answer(self.room))
    }

    fn collect_str<V: fmt::Display + ?Sized>(self, _: &V) -> Result<Refused, Self::Error> {
        Err(Answer(self.room))
    }
}
