//! Finds the request of a type at a place: the type is deserialized without data, and its request is recorded.

use std::any::TypeId;
use std::iter;

// This must not be the error of this crate: types such as `Body` check for that one and then expect data that serde
// cannot carry.
use serde::de::value::{Error, MapDeserializer, SeqDeserializer, StrDeserializer};
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::fill::{Fill, MAX_PROBED_DEPTH, end_probe};
use crate::de::forward::{answer_requests, forward_deserializer};
use crate::de::guesses::type_id;
use crate::protocol;
use crate::protocol::field::Fields;

/// The path to a place in a type: names of fields of structs, and of variants of enums. Options, lists and maps on the
/// path have no names.
pub(super) type TypePath<'p> = &'p [&'static str];

/// The request of a type at a place, and the maps and lists around it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Request {
    /// Number of maps around the place, since the last name of its path.
    pub(super) maps: usize,
    /// Number of these maps that are outside the innermost list around the place; `None` without a list.
    pub(super) list: Option<usize>,
    pub(super) kind: RequestKind,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) enum RequestKind {
    /// Anything, or what serde hides: the fields of a struct with `flatten`, the form of an untagged enum.
    #[default]
    Unknown,
    Text,
    /// Any other value that is not a body.
    Value,
    Body,
    Struct(TypeKey),
    Enum(TypeKey),
}

/// Identifies a struct or an enum: its visitor and its names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct TypeKey {
    visitor: TypeId,
    pub(super) names: Fields,
}

/// Returns the request of a type at a place.
pub(super) fn request<'de, T: Deserialize<'de>>(path: TypePath<'_>) -> Request {
    let mut request = Request::default();
    let _ = T::deserialize(Probe {
        path,
        depth: 0,
        request: &mut request,
    });
    request
}

/// Records the request, and gives no value.
struct Probe<'p> {
    /// The rest of the path.
    path: TypePath<'p>,
    /// Number of types nested around the place since the last name. Types can be infinitely recursive.
    depth: usize,
    request: &'p mut Request,
}

impl<'p> Probe<'p> {
    /// Returns the probe of the inner type.
    fn inside(self) -> Result<Self, Error> {
        if self.depth == MAX_PROBED_DEPTH {
            return end_probe();
        }
        Ok(Probe {
            depth: self.depth + 1,
            ..self
        })
    }

    /// Returns the next name and the probe of the field or variant with it.
    fn named(self) -> Option<(&'static str, Probe<'p>)> {
        let (name, path) = self.path.split_first()?;
        *self.request = Request::default();
        Some((
            name,
            Probe {
                path,
                depth: 0,
                ..self
            },
        ))
    }

    fn found<T>(self, kind: RequestKind) -> Result<T, Error> {
        if self.path.is_empty() {
            self.request.kind = kind;
        }
        end_probe()
    }
}

impl<'de> Deserializer<'de> for Probe<'_> {
    type Error = Error;

    answer_requests! { (self, _)
        Anything | Ignored => self.found(RequestKind::Unknown),
        Char | Text => self.found(RequestKind::Text),
        Bool | Number | Identifier | Bytes | Unit => self.found(RequestKind::Value),
    }
    answer_requests! { (self, visitor)
        Option => visitor.visit_some(self.inside()?),
        Newtype(name) => match name {
            protocol::BODY => self.found(RequestKind::Body),
            protocol::VALUE => self.found(RequestKind::Unknown),
            protocol::NUMBER | protocol::EXPRESSION | protocol::TEMPLATE | protocol::TRAVERSAL => {
                self.found(RequestKind::Value)
            }
            protocol::ONE_OR_MANY => {
                self.request.list = Some(self.request.maps);
                visitor.visit_some(self.inside()?)
            }
            _ => visitor.visit_newtype_struct(self.inside()?),
        },
        Sequence | Tuple(_) => {
            self.request.list = Some(self.request.maps);
            visitor.visit_seq(SeqDeserializer::new(iter::once(self.inside()?)))
        },
        Map => visitor.visit_map(OneKey {
            probe: Some(self.inside()?),
        }),
        Struct(names) => {
            if self.path.is_empty() {
                let visitor = type_id::<V>();
                return self.found(RequestKind::Struct(TypeKey { visitor, names }));
            }
            visitor.visit_map(MapDeserializer::new(self.named().into_iter()))
        },
        Enum(names) => {
            if self.path.is_empty() {
                let visitor = type_id::<V>();
                return self.found(RequestKind::Enum(TypeKey { visitor, names }));
            }
            visitor.visit_enum(OneVariant {
                value: self.named(),
            })
        },
    }
}

impl IntoDeserializer<'_, Error> for Probe<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// A map with one key. If the key is requested as the name of a field, the visitor is a struct whose fields are hidden,
/// and the probe ends.
struct OneKey<'p> {
    probe: Option<Probe<'p>>,
}

impl<'de> MapAccess<'de> for OneKey<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        let key = seed.deserialize(KeyProbe)?;
        if let Some(probe) = &mut self.probe {
            probe.request.maps += 1;
        }
        Ok(Some(key))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        match self.probe.take() {
            Some(probe) => seed.deserialize(probe),
            None => end_probe(),
        }
    }
}

/// A key of a map. A struct asks for the name of a field, and a tagged enum for anything.
struct KeyProbe;

/// Provides a key without meaning.
fn filled<T>(_: KeyProbe, request: impl FnOnce(Fill) -> Result<T, Error>) -> Result<T, Error> {
    request(Fill::new())
}

impl<'de> Deserializer<'de> for KeyProbe {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        end_probe()
    }

    forward_to_deserialize_any! { identifier }
    forward_deserializer! { filled, bool numbers option newtype structs enums others }
}

struct OneVariant<'p> {
    value: Option<(&'static str, Probe<'p>)>,
}

impl<'de, 'p> EnumAccess<'de> for OneVariant<'p> {
    type Error = Error;
    type Variant = Probe<'p>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Probe<'p>), Error> {
        let Some((name, probe)) = self.value else {
            return end_probe();
        };
        let variant = seed.deserialize(StrDeserializer::<Error>::new(name))?;
        Ok((variant, probe))
    }
}

impl<'de> VariantAccess<'de> for Probe<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        self.found(RequestKind::Value)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, names: Fields, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_struct("", names, visitor)
    }
}
