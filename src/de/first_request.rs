//! The first request that a visitor makes for the elements of a list, or the values of a map. The visitor is given one
//! element or entry, which records the request and has no value.

use std::iter;

// This must not be the error of this crate: types such as `Body` check for that one and then expect data that serde
// cannot carry.
use serde::de::value::{Error, MapDeserializer, SeqDeserializer};
use serde::de::{Deserializer, Error as _, IntoDeserializer, Visitor};

use super::forward::answer_requests;
use crate::protocol;
use crate::protocol::field::Fields;

/// Maximum number of wrappers around the requested type. Types can be infinitely recursive.
const MAX_WRAPPERS: usize = 16;

/// The first request of a type, without the wrappers that serde removes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FirstRequest {
    Anything,
    Text,
    Bool,
    Number,
    Struct(Fields),
    Enum(Fields),
    Other,
}

impl FirstRequest {
    /// Returns the request that the visitor of a list makes for its first element.
    pub(super) fn of_element<'de, V: Visitor<'de>>(visitor: V) -> Self {
        Self::recorded(|recorder| {
            let elements = SeqDeserializer::new(iter::once(recorder));
            let _ = visitor.visit_seq(elements);
        })
    }

    /// Returns the request that the visitor of a map with string keys makes for its first value.
    pub(super) fn of_entry<'de, V: Visitor<'de>>(visitor: V) -> Self {
        Self::recorded(|recorder| {
            let entries = MapDeserializer::new(iter::once(("name", recorder)));
            let _ = visitor.visit_map(entries);
        })
    }

    fn recorded(visit: impl FnOnce(Recorder<'_>)) -> Self {
        let mut first = FirstRequest::Other;
        visit(Recorder {
            first: &mut first,
            wrappers: 0,
        });
        first
    }
}

struct Recorder<'r> {
    first: &'r mut FirstRequest,
    /// Number of wrappers removed.
    wrappers: usize,
}

impl Recorder<'_> {
    fn record<T>(self, request: FirstRequest) -> Result<T, Error> {
        *self.first = request;
        end()
    }

    fn inside(self) -> Result<Self, Error> {
        if self.wrappers == MAX_WRAPPERS {
            return end();
        }
        Ok(Recorder {
            wrappers: self.wrappers + 1,
            ..self
        })
    }
}

fn end<T>() -> Result<T, Error> {
    Err(Error::custom("no value"))
}

impl IntoDeserializer<'_, Error> for Recorder<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Recorder<'_> {
    type Error = Error;

    answer_requests! { (self, _)
        Anything | Ignored => self.record(FirstRequest::Anything),
        Char | Text | Identifier => self.record(FirstRequest::Text),
        Bool => self.record(FirstRequest::Bool),
        Number => self.record(FirstRequest::Number),
        Bytes | Unit | Sequence | Tuple(_) | Map => self.record(FirstRequest::Other),
        Struct(fields) => self.record(FirstRequest::Struct(fields)),
        Enum(variants) => self.record(FirstRequest::Enum(variants)),
    }
    answer_requests! { (self, visitor)
        Option => visitor.visit_some(self.inside()?),
        Newtype(name) => match name {
            protocol::VALUE | protocol::EXPRESSION => self.record(FirstRequest::Anything),
            protocol::NUMBER => self.record(FirstRequest::Number),
            protocol::BODY | protocol::TEMPLATE | protocol::TRAVERSAL => end(),
            protocol::ONE_OR_MANY => visitor.visit_some(self.inside()?),
            _ => visitor.visit_newtype_struct(self.inside()?),
        },
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde::de::{Deserializer, Error as _};
    use serde::forward_to_deserialize_any;

    use super::*;
    use crate::error::Error;
    use crate::{OneOrMany, Spanned, Value};

    /// Passes the visitor of a list to the function under test.
    struct Asking<'f>(&'f mut Option<FirstRequest>);

    impl<'de> Deserializer<'de> for Asking<'_> {
        type Error = Error;

        fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            *self.0 = Some(FirstRequest::of_element(visitor));
            Err(Error::custom("asked"))
        }

        forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
            newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
        }
    }

    fn of<T: for<'de> Deserialize<'de>>() -> FirstRequest {
        let mut first = None;
        let _ = Vec::<T>::deserialize(Asking(&mut first));
        first.unwrap_or(FirstRequest::Other)
    }

    #[derive(Deserialize, Debug)]
    struct Port {
        #[serde(rename = "port")]
        _port: u16,
    }

    #[derive(Deserialize, Debug)]
    struct Endless(#[expect(dead_code, reason = "it has no end")] Box<Endless>);

    #[test]
    fn wrappers_are_taken_off() {
        assert_eq!(of::<Vec<u8>>(), FirstRequest::Other);
        assert_eq!(of::<Endless>(), FirstRequest::Other);
        assert_eq!(of::<Option<Box<bool>>>(), FirstRequest::Bool);
        assert_eq!(of::<Spanned<String>>(), FirstRequest::Text);
        assert_eq!(of::<OneOrMany<u8>>(), FirstRequest::Number);
        assert_eq!(of::<Value>(), FirstRequest::Anything);
        assert_eq!(of::<Port>(), FirstRequest::Struct(&["port"]));
    }
}
