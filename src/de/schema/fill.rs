//! A deserializer that invents a value for each request, where it can.

use std::iter;

// Not the error of this crate: for a deserializer with that error, this crate's types request data that serde cannot
// carry.
use serde::de::value::{Error, MapDeserializer, SeqDeserializer, StrDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, VariantAccess, Visitor,
};

use crate::de::forward::answer_requests;
use crate::protocol;
use crate::protocol::field::Fields;

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

impl<'de> Deserializer<'de> for Fill {
    type Error = Error;

    answer_requests! { (self, visitor)
        Anything | Number => visitor.visit_u8(0),
        Ignored | Unit => visitor.visit_unit(),
        Bool => visitor.visit_bool(false),
        Char => visitor.visit_char('a'),
        Text | Identifier => visitor.visit_borrowed_str(""),
        Bytes => visitor.visit_borrowed_bytes(&[]),
        Option => visitor.visit_none(),
        Newtype(name) => {
            let text = match name {
                protocol::ONE_OR_MANY => return self.deserialize_seq(visitor),
                protocol::BODY => "",
                protocol::EXPRESSION | protocol::TEMPLATE | protocol::TRAVERSAL => "a",
                _ => return visitor.visit_newtype_struct(self.inside()?),
            };
            visitor.visit_newtype_struct(StrDeserializer::new(text))
        },
        Sequence => visitor.visit_seq(SeqDeserializer::new(iter::empty::<Fill>())),
        Tuple(len) => {
            let elements = iter::repeat_n(self.inside()?, len);
            visitor.visit_seq(SeqDeserializer::new(elements))
        },
        Map => visitor.visit_map(MapDeserializer::new(iter::empty::<(&str, Fill)>())),
        Struct(names) => {
            let fill = self.inside()?;
            let fields = names.iter().map(|name| (*name, fill));
            visitor.visit_map(MapDeserializer::new(fields))
        },
        Enum(variants) => {
            let Some(name) = variants.first() else {
                return end_probe();
            };
            let fill = self.inside()?;
            visitor.visit_enum(FilledVariant { fill, name })
        },
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

    fn struct_variant<V: Visitor<'de>>(self, names: Fields, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_struct("", names, visitor)
    }
}
