//! What a field is written as: an attribute or blocks.

use std::iter;

// This must not be the error of this crate: types such as `Body` check for that one and then expect data that serde
// cannot carry.
use serde::de::value::{Error, MapDeserializer, SeqDeserializer};
use serde::de::{Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

use crate::de::label_fields::count_labels;
use crate::protocol;
use crate::protocol::field::LABELS;

/// What a field is written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    Attribute,
    /// Blocks with that many labels, if it is known how many.
    Block(Option<usize>),
}

/// Records what is requested, and gives no value.
pub(super) struct ShapeProbe<'p> {
    shape: &'p mut Shape,
    /// How many maps there are around the place: each takes a label.
    labels: usize,
    /// How much nests around the place. Types can be recursive without end.
    depth: usize,
}

/// Levels of a type that are looked at. A type that nests deeper may be one without end.
pub(super) const MAX_PROBED_DEPTH: usize = 32;

/// Ends a probe of a type.
pub(super) fn end_probe<T, E: serde::de::Error>() -> Result<T, E> {
    Err(E::custom("the type is only looked at"))
}

impl<'p> ShapeProbe<'p> {
    pub(super) fn new(shape: &'p mut Shape) -> Self {
        ShapeProbe {
            shape,
            labels: 0,
            depth: 0,
        }
    }

    /// The probe of what is inside.
    fn inside(self) -> Result<Self, Error> {
        if self.depth == MAX_PROBED_DEPTH {
            return end_probe();
        }
        Ok(ShapeProbe {
            depth: self.depth + 1,
            ..self
        })
    }
}

impl<'de> Deserializer<'de> for ShapeProbe<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        end_probe()
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self.inside()?)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        match name {
            protocol::BODY => {
                *self.shape = Shape::Block(Some(self.labels));
                end_probe()
            }
            protocol::ONE_OR_MANY => visitor.visit_some(self.inside()?),
            _ => visitor.visit_newtype_struct(self.inside()?),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(SeqDeserializer::new(iter::once(self.inside()?)))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let labels = self.labels + 1;
        let probe = ShapeProbe {
            labels,
            ..self.inside()?
        };
        visitor.visit_map(MapDeserializer::new(iter::once(("label", probe))))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Error> {
        let is_known = !fields.contains(&LABELS);
        let labels = is_known.then(|| count_labels(fields).saturating_add(self.labels));
        *self.shape = Shape::Block(labels);
        end_probe()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct tuple tuple_struct enum identifier ignored_any
    }
}

impl IntoDeserializer<'_, Error> for ShapeProbe<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}
