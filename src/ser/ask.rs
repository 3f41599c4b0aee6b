//! Takes a value of this crate out of the newtype as which it serializes itself (see
//! [`offer`](crate::protocol::offer)).

use std::cell::Cell;
use std::error::Error as StdError;
use std::fmt;

use serde::ser::{Impossible, Serialize, Serializer};

use super::macros::{refused, scalars, sequences};
use crate::protocol::{Handover, Room};

/// The value that is serialized by [`offer`](crate::protocol::offer), directly or inside other newtypes, if it is of
/// this type.
pub(super) fn ask<T: Clone + 'static>(newtype: &(impl Serialize + ?Sized)) -> Option<T> {
    let ask = Ask {
        room: empty_room::<T>(),
        newtypes: 0,
    };
    match newtype.serialize(ask) {
        Ok(refused) => match refused {},
        Err(Answer(Handover(room))) => room.take(),
    }
}

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

impl<T: 'static> Serializer for Ask<T> {
    type Ok = Refused;
    type Error = Answer<T>;
    type SerializeTupleVariant = Impossible<Refused, Answer<T>>;
    type SerializeMap = Impossible<Refused, Answer<T>>;
    type SerializeStruct = Impossible<Refused, Answer<T>>;
    type SerializeStructVariant = Impossible<Refused, Answer<T>>;

    sequences! { Impossible<Refused, Answer<T>>, |self| Err(Answer(self.room)) }

    scalars! { |self| Err(Answer(self.room)) }

    refused! {
        |self| Answer(self.room),
        serialize_none() -> Refused;
        serialize_some<V>(&V) -> Refused;
        serialize_unit() -> Refused;
        serialize_unit_struct(&'static str) -> Refused;
        serialize_unit_variant(&'static str, u32, &'static str) -> Refused;
        serialize_newtype_variant<V>(&'static str, u32, &'static str, &V) -> Refused;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_map(Option<usize>) -> Self::SerializeMap;
        serialize_struct(&'static str, usize) -> Self::SerializeStruct;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
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

    fn collect_str<V: fmt::Display + ?Sized>(self, _: &V) -> Result<Refused, Self::Error> {
        Err(Answer(self.room))
    }
}
