//! A value with its span: what [`Spanned`] asks for.
//!
//! Knows nothing of what the value is.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::U32Deserializer;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error as _, IntoDeserializer};
use serde::de::{SeqAccess, Visitor};

use crate::error::{Error, Noted, Result};
use crate::protocol::SPANNED;
use crate::span::{Span, Spanned};

/// The start, the end and the value, in this order.
pub(super) struct SpannedAccess<D> {
    span: Span,
    /// How many of the three have been given.
    given: u8,
    value: Option<D>,
}

impl<D> SpannedAccess<D> {
    /// Gives a visitor the three.
    pub(super) fn visit<'de, V: Visitor<'de>>(span: Span, value: D, visitor: V) -> Result<V::Value>
    where
        D: Deserializer<'de, Error = Error>,
    {
        visitor.visit_seq(SpannedAccess {
            span,
            given: 0,
            value: Some(value),
        })
    }
}

impl<'de, D: Deserializer<'de, Error = Error>> SeqAccess<'de> for SpannedAccess<D> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let byte = match self.given {
            0 => self.span.start(),
            1 => self.span.end(),
            _ => {
                let value = self.value.take();
                return value.map(|value| seed.deserialize(value)).transpose();
            }
        };
        self.given += 1;
        let byte: U32Deserializer<Error> = byte.into_deserializer();
        seed.deserialize(byte).map(Some)
    }
}

/// From this crate's own formats with the span, from any other without.
impl<'de, T: Deserialize<'de>> Deserialize<'de> for Spanned<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(SPANNED, SpannedVisitor(PhantomData))
    }
}

struct SpannedVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for SpannedVisitor<T> {
    type Value = Spanned<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value with its span")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Spanned<T>, A::Error> {
        let missing = |index| A::Error::invalid_length(index, &"a start, an end and a value");
        let start = parts.next_element()?.ok_or_else(|| missing(0))?;
        let end = parts.next_element()?.ok_or_else(|| missing(1))?;
        let value = parts.next_element()?.ok_or_else(|| missing(2))?;
        Ok(Spanned::new(value, Span::new(start, end)))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, plain: D) -> Result<Spanned<T>, D::Error> {
        if Error::is_type::<D::Error>() {
            return Err(D::Error::custom(Noted {
                message: format_args!("The place of this value is not known any more."),
                note: "There is no span here: what serde holds back for #[serde(flatten)], for a tagged or an untagged \
                       enum loses it. Write the field out where it belongs, or wrap the whole in \"hcl::Spanned\".",
            }));
        }
        T::deserialize(plain).map(Spanned::from)
    }
}
