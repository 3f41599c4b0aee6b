//! The deserializer of strings: string literals, the keys of maps and the labels of blocks.
//!
//! A string converts to a number and to a bool as in HCL ("Primitive Type Conversions"); if it is neither, the
//! visitor gets the string and accepts or refuses it. It names a variant without content.
//!
//! Knows nothing of trees.

use std::borrow::Cow;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer, Unexpected,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::input::Origin;
use super::number::{NumberText, for_each_number, unsuitable};
use super::spanned::{SpannedAccess, ValuePlace};
use crate::error::{ChoiceContent, Error, Result};
use crate::number::NumberErrorKind;
use crate::protocol::{NUMBER, SPANNED};
use crate::span::Span;

/// A string.
pub(super) struct TextDeserializer<'de, 'a> {
    pub(super) text: Cow<'de, str>,
    /// Its span, if that is known.
    pub(super) span: Option<Span>,
    /// What the span is in, if that is known.
    pub(super) origin: Option<&'a Origin<'de>>,
}

impl<'de, 'a> TextDeserializer<'de, 'a> {
    /// A string without a span.
    pub(super) fn new(text: impl Into<Cow<'de, str>>) -> Self {
        TextDeserializer {
            text: text.into(),
            span: None,
            origin: None,
        }
    }

    /// A string with its span.
    pub(super) fn at(text: impl Into<Cow<'de, str>>, span: Span, origin: &'a Origin<'de>) -> Self {
        TextDeserializer {
            text: text.into(),
            span: Some(span),
            origin: Some(origin),
        }
    }

    /// The place of the string, if it has a span.
    pub(super) fn place(&self) -> Option<ValuePlace> {
        let source = self.origin.map(Origin::source);
        Some(ValuePlace::new(self.span?, source))
    }

    fn visit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.text {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        }
    }

    fn visit_number<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match NumberText::string(&self.text).number() {
            Ok(_) => self.visit(visitor),
            Err(error) if error.kind() == NumberErrorKind::Syntax => {
                Err(Error::invalid_type(Unexpected::Str(&self.text), &visitor))
            }
            Err(error) => Err(unsuitable(error)),
        }
    }
}

/// The bool that a string converts to.
pub(super) fn read_bool(text: &str) -> Option<bool> {
    match text {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}

macro_rules! numbers {
    ($($deserialize:ident $visit:ident $read:ident,)*) => {$(
        fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match NumberText::string(&self.text).$read() {
                Ok(number) => visitor.$visit(number),
                Err(error) if error.kind() == NumberErrorKind::Syntax => self.visit(visitor),
                Err(error) => Err(unsuitable(error)),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for TextDeserializer<'de, '_> {
    type Error = Error;

    for_each_number!(numbers);

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit(visitor)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match read_bool(&self.text) {
            Some(bool) => visitor.visit_bool(bool),
            None => self.visit(visitor),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.text {
            Cow::Borrowed(text) => visitor.visit_borrowed_bytes(text.as_bytes()),
            Cow::Owned(text) => visitor.visit_byte_buf(text.into_bytes()),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        match name {
            NUMBER => self.visit_number(visitor),
            SPANNED => match self.place() {
                Some(place) => SpannedAccess::visit(place, self, visitor),
                None => visitor.visit_newtype_struct(self),
            },
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_enum(UnitVariant(self.text))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        char str string identifier unit unit_struct seq tuple tuple_struct map struct
    }
}

impl<'de> IntoDeserializer<'de, Error> for TextDeserializer<'de, '_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// A variant without content.
pub(super) struct UnitVariant<'de>(pub(super) Cow<'de, str>);

impl<'de> EnumAccess<'de> for UnitVariant<'de> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self)> {
        let variant = seed.deserialize(TextDeserializer::new(self.0.clone()))?;
        Ok((variant, self))
    }
}

impl UnitVariant<'_> {
    #[cold]
    fn refuse<T>(self, content: ChoiceContent) -> Result<T> {
        Err(Error::choice_without_content(&self.0, content))
    }
}

impl<'de> VariantAccess<'de> for UnitVariant<'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<()> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, _seed: S) -> Result<S::Value> {
        self.refuse(ChoiceContent::Any)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, _visitor: V) -> Result<V::Value> {
        self.refuse(ChoiceContent::Elements)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        _visitor: V,
    ) -> Result<V::Value> {
        self.refuse(ChoiceContent::Items)
    }
}
