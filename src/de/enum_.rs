//! Variants with content: an object of one key, an item of a body, or a labelled block.
//!
//! Knows nothing of trees.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, VariantAccess, Visitor};

use super::text::TextDeserializer;
use crate::error::{Category, Error, Result};
use crate::path::PathStepRef;
use crate::span::Span;

/// A variant with its content: an item of an object or of a body, or a block after its label.
pub(super) struct Variant<'de, D> {
    pub(super) name: Cow<'de, str>,
    /// The span of the name; none if it has been evaluated.
    pub(super) name_span: Option<Span>,
    pub(super) form: VariantForm,
    pub(super) content: D,
    pub(super) content_span: Option<Span>,
}

/// What names a variant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum VariantForm {
    /// The label of a block.
    Label,
    /// A block type.
    Block,
    /// An attribute, a key of an object or a property of JSON.
    Value,
}

impl<D> Variant<'_, D> {
    fn decode<T>(self, decode: impl FnOnce(D) -> Result<T>) -> Result<T> {
        let (name, form, span) = (self.name, self.form, self.content_span);
        decode(self.content).map_err(|error| Self::locate(&name, form, error, span))
    }

    #[cold]
    fn locate(name: &str, form: VariantForm, error: Error, span: Option<Span>) -> Error {
        let step = match form {
            VariantForm::Label => PathStepRef::Key(name),
            VariantForm::Block | VariantForm::Value => PathStepRef::Attribute(name),
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
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self)> {
        let name = TextDeserializer::new(self.name.clone());
        match seed.deserialize(name) {
            Ok(variant) => Ok((variant, self)),
            Err(error) => Err(Self::locate(&self.name, self.form, error, self.name_span)),
        }
    }
}

#[cold]
fn unwanted(name: &str, form: VariantForm) -> Error {
    let advice = match form {
        VariantForm::Label | VariantForm::Block => {
            "Write its block without other labels and with nothing between the braces."
        }
        VariantForm::Value => "Remove the content, or write null in its place.",
    };
    let detail = format!("\"{name}\" takes no content, but has some here. {advice}");
    Error::of(Category::Data, "Unsuitable value type", detail)
}

impl<'de, D: Deserializer<'de, Error = Error>> VariantAccess<'de> for Variant<'de, D> {
    type Error = Error;

    fn unit_variant(self) -> Result<()> {
        let (name, form) = (self.name.clone(), self.form);
        self.decode(|content| {
            // An error with a place of its own is about something else.
            <()>::deserialize(content).map_err(|error| match error.span() {
                Some(_) => error,
                None => unwanted(&name, form),
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
