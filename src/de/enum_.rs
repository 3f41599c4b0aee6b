//! Enums: a string is a unit variant; an object of one key, an item or a labelled block is a variant with content.
//!
//! Knows nothing of trees.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, VariantAccess, Visitor};

use super::text::TextDeserializer;
use crate::diagnostic::Diagnostic;
use crate::error::{Category, Error, Result};
use crate::path::PathStepRef;
use crate::span::Span;

/// A variant without content.
pub(super) struct UnitVariant<'de>(pub(super) Cow<'de, str>);

/// What is left of it once its name is read.
pub(super) struct NoContent<'de>(Cow<'de, str>);

impl<'de> EnumAccess<'de> for UnitVariant<'de> {
    type Error = Error;
    type Variant = NoContent<'de>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, NoContent<'de>)> {
        let variant = seed.deserialize(TextDeserializer::new(self.0.clone()))?;
        Ok((variant, NoContent(self.0)))
    }
}

impl NoContent<'_> {
    #[cold]
    fn refuse<T>(self) -> Result<T> {
        let name = self.0;
        let detail = format!(
            "\"{name}\" needs content. Write an object with this name as its one key, as in {{ {name} = … }}."
        );
        Err(Error::new(
            Category::Data,
            Diagnostic::error("Unsuitable value type", detail),
        ))
    }
}

impl<'de> VariantAccess<'de> for NoContent<'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<()> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, _seed: S) -> Result<S::Value> {
        self.refuse()
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, _visitor: V) -> Result<V::Value> {
        self.refuse()
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        _visitor: V,
    ) -> Result<V::Value> {
        self.refuse()
    }
}

/// A variant with its content: an item of an object or of a body, or a block after its label.
pub(super) struct Variant<'de, D> {
    pub(super) name: Cow<'de, str>,
    /// The span of the name; none if it has been evaluated.
    pub(super) name_span: Option<Span>,
    /// Whether the name is a label, and not an attribute, a key or a block type.
    pub(super) is_label: bool,
    pub(super) content: D,
    pub(super) content_span: Option<Span>,
}

/// The content of a variant once its name is read.
pub(super) struct Content<'de, D>(Variant<'de, D>);

impl<D> Variant<'_, D> {
    #[cold]
    fn locate(name: &str, is_label: bool, (error, span): (Error, Option<Span>)) -> Error {
        let step = if is_label {
            PathStepRef::Key(name)
        } else {
            PathStepRef::Attribute(name)
        };
        let error = match span {
            Some(span) => error.at(span),
            None => error,
        };
        error.prepend_step(step)
    }
}

impl<'de, D: Deserializer<'de, Error = Error>> EnumAccess<'de> for Variant<'de, D> {
    type Error = Error;
    type Variant = Content<'de, D>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self::Variant)> {
        let name = TextDeserializer::new(self.name.clone());
        match seed.deserialize(name) {
            Ok(variant) => Ok((variant, Content(self))),
            Err(error) => {
                let place = (error, self.name_span);
                Err(Self::locate(&self.name, self.is_label, place))
            }
        }
    }
}

#[cold]
fn unwanted(name: &str) -> Error {
    let detail = format!(
        "\"{name}\" takes no content, but has some here. Remove the content, or write null in its place."
    );
    Error::new(
        Category::Data,
        Diagnostic::error("Unsuitable value type", detail),
    )
}

impl<D> Content<'_, D> {
    fn decode<T>(self, decode: impl FnOnce(D) -> Result<T>) -> Result<T> {
        let variant = self.0;
        let (name, is_label, span) = (variant.name, variant.is_label, variant.content_span);
        decode(variant.content)
            .map_err(|error| Variant::<D>::locate(&name, is_label, (error, span)))
    }
}

impl<'de, D: Deserializer<'de, Error = Error>> VariantAccess<'de> for Content<'de, D> {
    type Error = Error;

    fn unit_variant(self) -> Result<()> {
        let name = self.0.name.clone();
        self.decode(|content| {
            // An error with a place of its own is about something else.
            <()>::deserialize(content).map_err(|error| match error.span() {
                Some(_) => error,
                None => unwanted(&name),
            })
        })
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value> {
        self.decode(|content| seed.deserialize(content))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        self.decode(|content| content.deserialize_tuple(len, visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.decode(|content| content.deserialize_struct("", fields, visitor))
    }
}
