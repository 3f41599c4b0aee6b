//! Untyped data in little memory. The maps of `serde_json::Value` take 600 bytes for one entry, so the measured growth
//! would show at which size they no longer fit the processor caches.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// Any data that can be decoded.
#[derive(Debug)]
#[allow(dead_code, reason = "only decoding counts")]
pub enum Anything {
    /// Null, a bool, or a number, which all take the same memory.
    Scalar,
    /// A string.
    Text(Box<str>),
    /// A list.
    List(Vec<Anything>),
    /// A map, in the order of the entries.
    Map(Vec<(Box<str>, Anything)>),
}

impl<'de> Deserialize<'de> for Anything {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnythingVisitor)
    }
}

struct AnythingVisitor;

impl<'de> Visitor<'de> for AnythingVisitor {
    type Value = Anything;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("anything")
    }

    fn visit_unit<E>(self) -> Result<Anything, E> {
        Ok(Anything::Scalar)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Anything, E> {
        Ok(Anything::Scalar)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Anything, E> {
        Ok(Anything::Scalar)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Anything, E> {
        Ok(Anything::Scalar)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Anything, E> {
        Ok(Anything::Scalar)
    }

    fn visit_str<E>(self, text: &str) -> Result<Anything, E> {
        Ok(Anything::Text(text.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Anything, A::Error> {
        let mut list = Vec::new();
        while let Some(element) = access.next_element()? {
            list.push(element);
        }
        Ok(Anything::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Anything, A::Error> {
        let mut map = Vec::new();
        while let Some(entry) = access.next_entry::<String, Anything>()? {
            map.push((entry.0.into_boxed_str(), entry.1));
        }
        Ok(Anything::Map(map))
    }
}
