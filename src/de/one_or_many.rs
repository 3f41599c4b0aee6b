//! Lists that may be written as their only element.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserialize, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::protocol::ONE_OR_MANY;

/// A list that can also be written as its only element: `ports = 80` means the same as `ports = [80]`.
///
/// For blocks, a `Vec` is usually enough: it takes all blocks of a type, whether one or many. But serde buffers the
/// data of flattened structs and of tagged and untagged enums before it knows the inner type, and one block becomes a
/// single value. Use this type there.
///
/// Null is the empty list. An element that is itself a list cannot be distinguished from the list around it.
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct Service {
///     #[serde(flatten)]
///     common: Common,
/// }
///
/// #[derive(serde::Deserialize)]
/// struct Common {
///     backend: hcl::OneOrMany<Backend>,
/// }
///
/// #[derive(serde::Deserialize)]
/// struct Backend {
///     host: String,
/// }
///
/// let service: Service = hcl::from_str("backend {\n  host = \"a\"\n}\n")?;
/// assert_eq!(service.common.backend[0].host, "a");
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OneOrMany<T>(Vec<T>);

impl<T> OneOrMany<T> {
    /// Returns the elements.
    pub fn into_vec(self) -> Vec<T> {
        self.0
    }
}

impl<T> Default for OneOrMany<T> {
    fn default() -> Self {
        OneOrMany(Vec::new())
    }
}

impl<T> Deref for OneOrMany<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> DerefMut for OneOrMany<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}

impl<T> From<Vec<T>> for OneOrMany<T> {
    fn from(elements: Vec<T>) -> Self {
        OneOrMany(elements)
    }
}

impl<T> FromIterator<T> for OneOrMany<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        OneOrMany(elements.into_iter().collect())
    }
}

impl<T> IntoIterator for OneOrMany<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a OneOrMany<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// Serializes the elements as a list.
impl<T: Serialize> Serialize for OneOrMany<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// Deserializes from a list, or from anything else as its only element.
impl<'de, T: Deserialize<'de>> Deserialize<'de> for OneOrMany<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(ONE_OR_MANY, OneOrManyVisitor(PhantomData))
    }
}

/// The visitor for this crate's own deserializer, which distinguishes a list from a single element.
struct OneOrManyVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for OneOrManyVisitor<T> {
    type Value = OneOrMany<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list, or one element of it")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, elements: A) -> Result<OneOrMany<T>, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(elements)).map(OneOrMany)
    }

    fn visit_some<D: Deserializer<'de>>(self, element: D) -> Result<OneOrMany<T>, D::Error> {
        T::deserialize(element).map(|element| OneOrMany(vec![element]))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, plain: D) -> Result<Self::Value, D::Error> {
        plain.deserialize_any(PlainVisitor(PhantomData))
    }
}

/// The visitor for other formats, which determine themselves whether the data is a sequence.
struct PlainVisitor<T>(PhantomData<T>);

macro_rules! visit_one {
    ($($visit:ident($type:ty))*) => {$(
        fn $visit<E: serde::de::Error>(self, element: $type) -> Result<OneOrMany<T>, E> {
            OneOrManyVisitor(PhantomData).visit_some(element.into_deserializer())
        }
    )*};
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for PlainVisitor<T> {
    type Value = OneOrMany<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        OneOrManyVisitor::<T>(PhantomData).expecting(formatter)
    }

    visit_one! {
        visit_bool(bool) visit_i64(i64) visit_i128(i128) visit_u64(u64) visit_u128(u128) visit_f64(f64)
        visit_str(&str) visit_string(String) visit_bytes(&[u8])
    }

    fn visit_unit<E>(self) -> Result<OneOrMany<T>, E> {
        Ok(OneOrMany::default())
    }

    fn visit_none<E>(self) -> Result<OneOrMany<T>, E> {
        Ok(OneOrMany::default())
    }

    fn visit_some<D: Deserializer<'de>>(self, plain: D) -> Result<OneOrMany<T>, D::Error> {
        plain.deserialize_any(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, elements: A) -> Result<OneOrMany<T>, A::Error> {
        OneOrManyVisitor(PhantomData).visit_seq(elements)
    }

    fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<OneOrMany<T>, A::Error> {
        OneOrManyVisitor(PhantomData).visit_some(MapAccessDeserializer::new(entries))
    }
}
