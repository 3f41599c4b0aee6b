//! A deserializer that makes up a value for each request, where it can.
//!
//! Knows nothing of why the values are needed.

// Another error than that of this crate: from those who report that one, this crate's types ask for what serde
// cannot carry.
use serde::de::value::{Error, StrDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::shape::end_probe;
use crate::protocol;

/// Gives values that have no meaning.
#[derive(Clone, Copy)]
pub(super) struct Fill {
    depth: usize,
}

/// A type that nests deeper may be one without end.
const MAX_DEPTH: usize = 32;

impl Fill {
    pub(super) fn new() -> Self {
        Fill { depth: 0 }
    }

    fn inside(self) -> Result<Self, Error> {
        if self.depth == MAX_DEPTH {
            return end_probe();
        }
        Ok(Fill {
            depth: self.depth + 1,
        })
    }
}

impl<'de> Deserializer<'de> for Fill {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_u8(0)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_bool(false)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_char('a')
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_str("")
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_str("")
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_bytes(&[])
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_bytes(&[])
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_none()
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        let text = match name {
            protocol::ONE_OR_MANY => return self.deserialize_seq(visitor),
            protocol::BODY => "",
            protocol::EXPRESSION | protocol::TEMPLATE | protocol::TRAVERSAL => "a",
            _ => return visitor.visit_newtype_struct(self.inside()?),
        };
        visitor.visit_newtype_struct(StrDeserializer::new(text))
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(FilledSequence {
            fill: self,
            left: 0,
        })
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        left: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        let fill = self.inside()?;
        visitor.visit_seq(FilledSequence { fill, left })
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        left: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_tuple(left, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_map(FilledStruct {
            fill: self,
            names: &[],
        })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let fill = self.inside()?;
        visitor.visit_map(FilledStruct { fill, names })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let Some(name) = variants.first() else {
            return end_probe();
        };
        let fill = self.inside()?;
        visitor.visit_enum(FilledVariant { fill, name })
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_str("")
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64
    }
}

/// A sequence of a given number of elements.
struct FilledSequence {
    fill: Fill,
    left: usize,
}

impl<'de> SeqAccess<'de> for FilledSequence {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        seed.deserialize(self.fill).map(Some)
    }
}

/// All fields of a struct.
struct FilledStruct {
    fill: Fill,
    names: &'static [&'static str],
}

impl<'de> MapAccess<'de> for FilledStruct {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        let Some((name, rest)) = self.names.split_first() else {
            return Ok(None);
        };
        self.names = rest;
        seed.deserialize(StrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        seed.deserialize(self.fill)
    }
}

/// The first variant of an enum, with any content.
struct FilledVariant {
    fill: Fill,
    name: &'static str,
}

impl<'de> EnumAccess<'de> for FilledVariant {
    type Error = Error;
    type Variant = Fill;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Fill), Error> {
        let variant = seed.deserialize(StrDeserializer::<Error>::new(self.name))?;
        Ok((variant, self.fill))
    }
}

impl<'de> VariantAccess<'de> for Fill {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, left: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_tuple(left, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_struct("", names, visitor)
    }
}
