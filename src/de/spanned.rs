//! A value with its span, for [`Spanned`].

use std::fmt;
use std::marker::PhantomData;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error as _, IgnoredAny, SeqAccess, Visitor,
};

use super::guesses;
use super::messages::Noted;
use crate::error::{Error, Result};
use crate::protocol::{self, SPANNED};
use crate::source::Source;
use crate::span::Span;
use crate::spanned::Spanned;

/// Where a value was read from.
#[derive(Clone)]
pub(super) struct ValuePlace {
    span: Span,
    /// The source, if it is known. Creating the first handle of a source copies its text.
    source: Option<Source>,
}

impl ValuePlace {
    /// A span of this source.
    pub(super) fn new(span: Span, source: Option<&Source>) -> Self {
        let source = source.cloned();
        ValuePlace { span, source }
    }
}

/// The place, which is handed over, and the value, in this order.
pub(super) struct SpannedAccess<D> {
    place: Option<ValuePlace>,
    value: Option<D>,
}

impl<D> SpannedAccess<D> {
    /// Gives both to a visitor.
    pub(super) fn visit<'de, V: Visitor<'de>>(
        place: ValuePlace,
        value: D,
        visitor: V,
    ) -> Result<V::Value>
    where
        D: Deserializer<'de, Error = Error>,
    {
        visitor.visit_seq(SpannedAccess {
            place: Some(place),
            value: Some(value),
        })
    }
}

impl<'de, D: Deserializer<'de, Error = Error>> SeqAccess<'de> for SpannedAccess<D> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        if let Some(place) = self.place.take() {
            return Err(Error::handover(place));
        }
        let value = self.value.take();
        value.map(|value| seed.deserialize(value)).transpose()
    }
}

/// Deserializes with the span from this crate's own formats, and without it from any other.
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
        let missing = |index| A::Error::invalid_length(index, &"a place and a value");
        let place: ValuePlace = match parts.next_element::<IgnoredAny>() {
            Ok(None) => return Err(missing(0)),
            Ok(Some(_)) => return Err(A::Error::custom("expected a place in a source")),
            Err(error) => protocol::handed_over(error)?,
        };
        let value = parts.next_element()?.ok_or_else(|| missing(1))?;
        let spanned = Spanned::new(value, place.span);
        Ok(match place.source {
            Some(source) => spanned.with_source(source),
            None => spanned,
        })
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, plain: D) -> Result<Spanned<T>, D::Error> {
        if guesses::is_held_back::<D::Error>() {
            return Err(D::Error::custom(Noted {
                message: format_args!("The location of this value is no longer known."),
                note: "The values that serde buffers for #[serde(flatten)] and for tagged and untagged enums lose \
                       their spans. Declare the field in the struct itself, or wrap the whole value in \
                       \"hcl::Spanned\".",
            }));
        }
        T::deserialize(plain).map(Spanned::from)
    }
}
