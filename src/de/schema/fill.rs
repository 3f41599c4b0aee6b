//! A deserializer that invents a value for each request, where it can.

// Not the error of this crate: for a deserializer with that error, this crate's types request data that serde cannot
// carry.
use serde::de::value::{Error, MapDeserializer, SeqDeserializer, StrDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use crate::protocol;

/// Maximum number of nested types to probe between two names. A type that nests deeper may be infinitely recursive.
pub(super) const MAX_PROBED_DEPTH: usize = 32;

/// Ends a probe of a type.
pub(super) fn end_probe<T, E: serde::de::Error>() -> Result<T, E> {
    Err(E::custom("the type is only looked at"))
}

/// Provides values without meaning.
#[derive(Clone, Copy)]
pub(super) struct Fill {
    depth: usize,
}

impl Fill {
    pub(super) fn new() -> Self {
        Fill { depth: 0 }
    }

    fn inside(self) -> Result<Self, Error> {
        if self.depth == MAX_PROBED_DEPTH {
            return end_probe();
        }
        Ok(Fill {
            depth: self.depth + 1,
        })
    }
}

macro_rules! visits {
    ($($deserialize:ident $visit:ident($($value:expr)?);)*) => {$(
        fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            visitor.$visit($($value)?)
        }
    )*};
}

impl<'de> Deserializer<'de> for Fill {
    type Error = Error;

    visits! {
        deserialize_any visit_u8(0);
        deserialize_bool visit_bool(false);
        deserialize_char visit_char('a');
        deserialize_str visit_borrowed_str("");
        deserialize_string visit_borrowed_str("");
        deserialize_bytes visit_borrowed_bytes(&[]);
        deserialize_byte_buf visit_borrowed_bytes(&[]);
        deserialize_option visit_none();
        deserialize_unit visit_unit();
        deserialize_identifier visit_borrowed_str("");
        deserialize_ignored_any visit_unit();
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
        visitor.visit_seq(SeqDeserializer::new(std::iter::empty::<Fill>()))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Error> {
        let elements = std::iter::repeat_n(self.inside()?, len);
        visitor.visit_seq(SeqDeserializer::new(elements))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_tuple(len, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_map(MapDeserializer::new(std::iter::empty::<(&str, Fill)>()))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let fill = self.inside()?;
        let fields = names.iter().map(|name| (*name, fill));
        visitor.visit_map(MapDeserializer::new(fields))
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

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64
    }
}

impl IntoDeserializer<'_, Error> for Fill {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
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

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_tuple(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_struct("", names, visitor)
    }
}
