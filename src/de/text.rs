//! Strings, and the variants of enums that they name.
//!
//! String literals, the keys of maps and the labels of blocks are given as [`TextDeserializer`]. A string converts to a
//! number and to a bool as in HCL ("Primitive Type Conversions"); if it is neither, the visitor gets the string and
//! accepts or refuses it. A string can name a variant without content ([`UnitVariant`]). A [`Variant`] with content is
//! an object with one key, an item of a body, or a labelled block.

use std::borrow::Cow;
use std::cell::Cell;

use serde::Deserialize;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer, Unexpected,
    VariantAccess, Visitor,
};

use super::asked::Asked;
use super::content::Site;
use super::forward::answer_requests;
use super::number::{NumberText, for_each_number, unsuitable};
use super::origin::Origin;
use super::spanned::{SpannedAccess, ValuePlace};
use crate::diagnostic::Code;
use crate::error::{ChoiceContent, Error, Result};
use crate::number::{Number, NumberErrorKind};
use crate::path::PathStep;
use crate::protocol::field::Fields;
use crate::protocol::{NUMBER, SPANNED};
use crate::span::Span;

#[derive(Default)]
pub(super) struct TextDeserializer<'de, 'a> {
    pub(super) text: Cow<'de, str>,
    /// Where the string is, if known.
    pub(super) site: Option<Site<'de, 'a>>,
    /// Where a number or a bool that the string converts to is recorded, if it is the key of a map.
    pub(super) converted: Option<&'a mut Option<Converted>>,
}

/// What a string was converted to.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Converted {
    Bool(bool),
    Number(Number),
    /// The bits of a float: different numbers may round to the same float.
    Float(u64),
}

impl Converted {
    pub(super) fn what(&self) -> &'static str {
        match self {
            Converted::Bool(_) => "bools",
            Converted::Number(_) | Converted::Float(_) => "numbers",
        }
    }

    // The string as the requested number. `None` if it is not a number, which the visitor then refuses.

    fn integer(text: &str) -> Option<Self> {
        NumberText::string(text)
            .number()
            .ok()
            .map(Converted::Number)
    }

    fn f32(text: &str) -> Option<Self> {
        let float = f64::from(NumberText::string(text).f32().ok()?);
        Some(Converted::Float(float.to_bits()))
    }

    fn f64(text: &str) -> Option<Self> {
        let float = NumberText::string(text).f64().ok()?;
        Some(Converted::Float(float.to_bits()))
    }
}

impl<'de, 'a> TextDeserializer<'de, 'a> {
    pub(super) fn new(text: impl Into<Cow<'de, str>>) -> Self {
        TextDeserializer {
            text: text.into(),
            site: None,
            converted: None,
        }
    }

    pub(super) fn at(text: impl Into<Cow<'de, str>>, span: Span, origin: &'a Origin<'de>) -> Self {
        TextDeserializer {
            text: text.into(),
            site: Some(Site { origin, span }),
            converted: None,
        }
    }

    /// Returns the span of the string, if known.
    pub(super) fn span(&self) -> Option<Span> {
        self.site.map(|site| site.span)
    }

    /// Returns the place of the string; an empty one if it has no span.
    pub(super) fn place(&self) -> ValuePlace {
        let source = self.site.map(|site| site.origin.source());
        ValuePlace::new(self.span().unwrap_or_default(), source)
    }

    /// Records what the string converts to, if it is the key of a map.
    fn record(&mut self, convert: impl FnOnce(&str) -> Option<Converted>) {
        if let Some(converted) = &mut self.converted {
            **converted = convert(&self.text);
        }
    }

    fn visit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.text {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        }
    }

    fn visit_number<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        self.record(Converted::integer);
        match NumberText::string(&self.text).number() {
            Ok(_) => self.visit(visitor),
            Err(error) if error.kind() == NumberErrorKind::Syntax => {
                Err(Error::invalid_type(Unexpected::Str(&self.text), &visitor))
            }
            Err(error) => Err(unsuitable(error)),
        }
    }
}

/// Returns the bool that a string converts to.
pub(super) fn read_bool(text: &str) -> Option<bool> {
    match text {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}

macro_rules! numbers {
    ($($deserialize:ident $visit:ident $read:ident,)*) => {$(
        fn $deserialize<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
            self.record(Converted::$read);
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

    fn deserialize_bool<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        self.record(|text| read_bool(text).map(Converted::Bool));
        match read_bool(&self.text) {
            Some(bool) => visitor.visit_bool(bool),
            None => self.visit(visitor),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        match name {
            NUMBER => self.visit_number(visitor),
            SPANNED => SpannedAccess::visit(self.place(), self, visitor),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    answer_requests! { (self, visitor)
        Char | Text | Identifier | Unit | Sequence | Tuple(_) | Map | Struct(_) => self.visit(visitor),
        Bytes => match self.text {
            Cow::Borrowed(text) => visitor.visit_borrowed_bytes(text.as_bytes()),
            Cow::Owned(text) => visitor.visit_byte_buf(text.into_bytes()),
        },
        Option => visitor.visit_some(self),
        Enum(_) => visitor.visit_enum(UnitVariant(self.text)),
        Ignored => visitor.visit_unit(),
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

/// The error of an object that should have one key, which names a variant.
pub(super) fn not_one_key(count: usize) -> Error {
    let found = format!("an object with {count} keys");
    let expected = "an object with one key, which names the choice";
    Error::invalid_type(Unexpected::Other(&found), &expected)
}

/// A variant with its content: an item of an object or of a body, or a block after its label.
pub(super) struct Variant<'de, 'f, D> {
    pub(super) name: Cow<'de, str>,
    /// The span of the name; `None` if the name was evaluated.
    pub(super) name_span: Option<Span>,
    pub(super) form: VariantForm<'f>,
    pub(super) content: D,
    pub(super) content_span: Option<Span>,
}

/// What names a variant.
#[derive(Clone, Copy)]
pub(super) enum VariantForm<'f> {
    /// The label of a block.
    Label,
    /// A block type.
    Block,
    /// An attribute, or a key of an object.
    Value,
    /// A JSON property: the request for its value determines whether it is an attribute or blocks. The number is the
    /// count of labels read, the variant included, if it is blocks.
    Asked(&'f Cell<Asked>, usize),
}

impl<D> Variant<'_, '_, D> {
    fn decode<T>(self, decode: impl FnOnce(D) -> Result<T>) -> Result<T> {
        let (name, form, span) = (self.name, self.form, self.content_span);
        decode(self.content).map_err(|error| Self::locate(&name, form, error, span))
    }

    fn locate(name: &str, form: VariantForm<'_>, error: Error, span: Option<Span>) -> Error {
        let is_label = match form {
            VariantForm::Label => true,
            VariantForm::Block | VariantForm::Value => false,
            VariantForm::Asked(asked, labels_read) => {
                asked.get() == Asked::Blocks && labels_read > 0
            }
        };
        let step = if is_label {
            PathStep::Key(name.into())
        } else {
            PathStep::from(name)
        };
        error.at_span(span).prepend_step(step)
    }
}

impl<'de, D: Deserializer<'de, Error = Error>> EnumAccess<'de> for Variant<'de, '_, D> {
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

fn unwanted(name: &str, form: VariantForm<'_>) -> Error {
    let advice = match form {
        VariantForm::Label | VariantForm::Block => {
            "Write its block without other labels and with nothing between the braces."
        }
        VariantForm::Value | VariantForm::Asked(..) => {
            "Remove the content, or write null in its place."
        }
    };
    let detail = format!("\"{name}\" takes no content, but has some here. {advice}");
    Error::of(Code::UnsuitableValueType, detail)
}

impl<'de, D: Deserializer<'de, Error = Error>> VariantAccess<'de> for Variant<'de, '_, D> {
    type Error = Error;

    fn unit_variant(self) -> Result<()> {
        let (name, form) = (self.name.clone(), self.form);
        self.decode(|content| {
            // An error that already has a place is about something else.
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
