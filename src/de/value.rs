//! Values to any type that serde can build, with the same conversions as literals: what expressions are evaluated to,
//! and what an application has made itself.
//!
//! Knows nothing of trees.

use std::borrow::Cow;

use serde::de::{DeserializeOwned, DeserializeSeed, Error as _, MapAccess, SeqAccess};
use serde::de::{Deserializer, Unexpected, Visitor};

use super::capture;
use super::enum_::{UnitVariant, Variant};
use super::expression::{ExpressionDeserializer, not_one_key};
use super::forward::forward_deserializer;
use super::number::{Evaluated, for_each_number, unsuitable};
use super::spanned::SpannedAccess;
use super::text::TextDeserializer;
use super::tuple::check_length;
use crate::diagnostic::Diagnostic;
use crate::error::{Category, Error, PathStep, Result};
use crate::number::Number;
use crate::protocol::field::{PrivateField, REST};
use crate::protocol::{self, Handover};
use crate::span::Span;
use crate::value::Value;

/// Decodes a value.
///
/// It converts to what is asked for as the literals of a configuration do: the string `"8080"` into a `u16`, a list,
/// set or tuple into a `Vec`, a map or object into a struct, in which null is as good as absent.
///
/// # Errors
///
/// If the value does not fit `T`, or if a part of it is unknown that `T` does not take as a [`Value`]. The error has no
/// place in a source, but the path to the part at fault.
///
/// ```
/// use hcl::Value;
///
/// #[derive(serde_derive::Deserialize)]
/// struct Server {
///     name: String,
///     ports: Vec<u16>,
/// }
///
/// let value = Value::object([("name", Value::from("web")), ("ports", Value::from(vec![80, 443]))])?;
/// let server: Server = hcl::from_value(value.clone())?;
/// assert_eq!((server.name.as_str(), server.ports[1]), ("web", 443));
///
/// let error = hcl::from_value::<std::collections::BTreeMap<String, String>>(value).unwrap_err();
/// assert_eq!(error.path(), Some("ports"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T> {
    T::deserialize(value)
}

/// From an owned value; its strings are copied.
impl<'de> Deserializer<'de> for Value {
    type Error = Error;

    forward_deserializer!(owned);
}

/// From a borrowed value, whose strings can be borrowed.
impl<'de> Deserializer<'de> for &'de Value {
    type Error = Error;

    forward_deserializer!(borrowed);
}

fn owned<'de, T>(
    value: Value,
    decode: impl FnOnce(ValueDeserializer<'de, 'de>) -> Result<T>,
) -> Result<T> {
    decode(ValueDeserializer::new(Cow::Owned(value)))
}

fn borrowed<'de, T>(
    value: &'de Value,
    decode: impl FnOnce(ValueDeserializer<'de, 'de>) -> Result<T>,
) -> Result<T> {
    decode(ValueDeserializer::new(Cow::Borrowed(value)))
}

/// A value from which something is asked.
pub(super) struct ValueDeserializer<'de, 'a> {
    value: Cow<'de, Value>,
    /// What the value has been evaluated from.
    expression: Option<ExpressionDeserializer<'de, 'a>>,
    surroundings: Surroundings,
}

/// What a value and its parts have in common.
#[derive(Clone, Copy)]
struct Surroundings {
    /// Where the expression stands that it has been evaluated from; empty if there is none.
    span: Span,
    /// How many levels there may be.
    levels: u32,
    /// Whether a name that no field has is an error everywhere.
    exhaustive: bool,
}

/// What a value is.
enum Kind<'v> {
    Null,
    Bool(bool),
    Number(&'v Number),
    String(&'v str),
    Sequence(usize),
    Entries(usize),
}

impl<'de, 'a> ValueDeserializer<'de, 'a> {
    fn new(value: Cow<'de, Value>) -> Self {
        ValueDeserializer {
            value,
            expression: None,
            surroundings: Surroundings {
                span: Span::default(),
                levels: u32::MAX,
                exhaustive: false,
            },
        }
    }

    /// What the expression has been evaluated to.
    pub(super) fn of_expression(value: Value, expression: ExpressionDeserializer<'de, 'a>) -> Self {
        ValueDeserializer {
            value: Cow::Owned(value),
            expression: Some(expression),
            surroundings: Surroundings {
                span: expression.span(),
                levels: expression.input.levels_left(),
                exhaustive: expression.input.shared.exhaustive,
            },
        }
    }

    /// What the value is, or the error that it is nothing that Rust knows of.
    fn kind(&self) -> Result<Kind<'_>> {
        let value = &*self.value;
        Ok(if let Some(text) = value.as_str() {
            Kind::String(text)
        } else if let Some(number) = value.as_number() {
            Kind::Number(number)
        } else if let Some(bool) = value.as_bool() {
            Kind::Bool(bool)
        } else if value.is_null() {
            Kind::Null
        } else if let Some(elements) = value.as_slice() {
            Kind::Sequence(elements.len())
        } else if let Some(entries) = value.as_entries() {
            Kind::Entries(entries.len())
        } else {
            return Err(without_content(value));
        })
    }

    /// The string that the value is.
    fn text(self) -> TextDeserializer<'de> {
        match self.value {
            Cow::Borrowed(value) => TextDeserializer::new(value.as_str().unwrap_or_default()),
            Cow::Owned(value) => {
                TextDeserializer::new(value.as_str().unwrap_or_default().to_owned())
            }
        }
    }

    /// Gives the visitor the value as it is.
    fn visit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.kind()? {
            Kind::Null => visitor.visit_unit(),
            Kind::Bool(bool) => visitor.visit_bool(bool),
            Kind::Number(number) => Evaluated(number).visit(visitor),
            Kind::String(_) => self.text().deserialize_any(visitor),
            Kind::Sequence(length) => ElementAccess::visit(self, length, visitor),
            Kind::Entries(_) => EntryAccess::visit(self, None, visitor),
        }
    }

    /// Gives the visitor the string that stands for the value.
    fn visit_text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.kind()? {
            Kind::Bool(bool) => visitor.visit_str(if bool { "true" } else { "false" }),
            Kind::Number(number) => visitor.visit_string(number.to_string()),
            _ => self.visit(visitor),
        }
    }

    /// Gives the visitor of a number what keeps every digit.
    pub(super) fn visit_number<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.kind()? {
            Kind::Number(number) => Err(Error::handover(Handover::new(number.clone()))),
            Kind::String(_) => self
                .text()
                .deserialize_newtype_struct(protocol::NUMBER, visitor),
            _ => self.visit(visitor),
        }
    }

    /// One element, if it is no list of them.
    pub(super) fn visit_one_or_many<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.kind()? {
            Kind::Sequence(_) => self.visit(visitor),
            Kind::Null => ElementAccess::visit(self, 0, visitor),
            _ => visitor.visit_some(self),
        }
    }

    /// The surroundings of what is in the value.
    fn deeper(&self) -> Result<Surroundings> {
        let surroundings = self.surroundings;
        let levels = surroundings.levels.checked_sub(1).ok_or_else(|| {
            let detail = "The value of this expression nests too deep for its place. Raise the limit of nesting, or \
                          use a value with fewer levels.";
            Error::new(
                Category::Limit,
                Diagnostic::error("Nesting too deep", detail),
            )
        })?;
        Ok(Surroundings {
            levels,
            ..surroundings
        })
    }

    /// A part of the value.
    fn part(
        &self,
        surroundings: Surroundings,
        part: impl for<'v> FnOnce(&'v Value) -> &'v Value,
    ) -> Self {
        ValueDeserializer {
            value: match &self.value {
                Cow::Borrowed(value) => Cow::Borrowed(part(value)),
                Cow::Owned(value) => Cow::Owned(part(value).clone()),
            },
            expression: None,
            surroundings,
        }
    }

    fn element(&self, surroundings: Surroundings, index: usize) -> Self {
        self.part(surroundings, |value| match value.as_slice() {
            Some(elements) => &elements[index],
            None => &Value::NULL,
        })
    }

    fn entry(&self, surroundings: Surroundings, index: usize) -> Self {
        self.part(surroundings, |value| match value.as_entries() {
            Some(entries) => &entries[index].1,
            None => &Value::NULL,
        })
    }

    fn key(&self, index: usize) -> Cow<'de, str> {
        fn key(value: &Value, index: usize) -> &str {
            value.as_entries().map_or("", |entries| &entries[index].0)
        }
        match &self.value {
            Cow::Borrowed(value) => Cow::Borrowed(key(value, index)),
            Cow::Owned(value) => Cow::Owned(key(value, index).to_owned()),
        }
    }
}

/// The error of a value that cannot be taken apart.
#[cold]
fn without_content(value: &Value) -> Error {
    let ty = value.ty().description();
    if value.is_known() {
        let detail = format!(
            "This is a value of the type {ty}, which belongs to the application. Only \"hcl::Value\" takes it."
        );
        return Error::new(
            Category::Data,
            Diagnostic::error("Unsuitable value type", detail),
        );
    }
    let detail = format!(
        "The value here is not known yet ({ty}). Decode once it is known; only \"hcl::Value\" takes what is unknown."
    );
    Error::new(
        Category::Evaluation,
        Diagnostic::error("Unknown value", detail),
    )
}

macro_rules! numbers {
    ($($deserialize:ident $visit:ident $read:ident,)*) => {$(
        fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.kind()? {
                Kind::Number(number) => visitor.$visit(Evaluated(number).$read().map_err(unsuitable)?),
                Kind::String(_) => self.text().$deserialize(visitor),
                _ => self.visit(visitor),
            }
        }
    )*};
}

macro_rules! requests {
    ($visit:ident: $($deserialize:ident($($argument:ident: $type:ty),*))*) => {$(
        fn $deserialize<V: Visitor<'de>>(self, $($argument: $type,)* visitor: V) -> Result<V::Value> {
            $(let _ = $argument;)*
            self.$visit(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for ValueDeserializer<'de, '_> {
    type Error = Error;

    for_each_number!(numbers);

    requests! { visit:
        deserialize_any()
        deserialize_unit()
        deserialize_seq()
        deserialize_tuple(len: usize)
        deserialize_tuple_struct(name: &'static str, len: usize)
        deserialize_map()
    }

    requests! { visit_text:
        deserialize_str() deserialize_string() deserialize_char() deserialize_identifier()
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.kind()? {
            Kind::String(_) => self.text().deserialize_bool(visitor),
            _ => self.visit(visitor),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.kind()? {
            Kind::String(_) => self.text().deserialize_bytes(visitor),
            _ => self.visit(visitor),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.value.is_null() {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        match self.kind()? {
            Kind::Entries(0) => visitor.visit_unit(),
            _ => self.visit(visitor),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        match (name, self.expression) {
            (protocol::NUMBER, _) => self.visit_number(visitor),
            (protocol::VALUE, _) => Err(Error::handover(Handover::new(self.value.into_owned()))),
            (protocol::ONE_OR_MANY, _) => self.visit_one_or_many(visitor),
            (protocol::SPANNED, _) => SpannedAccess::visit(self.surroundings.span, self, visitor),
            (protocol::EXPRESSION | protocol::TEMPLATE | protocol::TRAVERSAL, Some(expression)) => {
                Err(capture::hand_over(expression, name))
            }
            (protocol::EXPRESSION, None) => Err(capture::hand_over_value(&self.value)),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.kind()? {
            Kind::Entries(_) => EntryAccess::visit(self, Some(fields), visitor),
            // A derived struct would take it, field by field.
            Kind::Sequence(_) => Err(Error::invalid_type(Unexpected::Seq, &visitor)),
            _ => self.visit(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.kind()? {
            Kind::String(text) => visitor.visit_enum(UnitVariant(Cow::Owned(text.to_owned()))),
            Kind::Entries(1) => {
                let within = self.deeper()?;
                visitor.visit_enum(Variant {
                    name: self.key(0),
                    name_span: None,
                    is_label: false,
                    content: self.entry(within, 0),
                    content_span: None,
                })
            }
            Kind::Entries(count) => Err(not_one_key(count)),
            _ => self.visit(visitor),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }
}

/// The elements of a list, set or tuple.
struct ElementAccess<'de, 'a> {
    parent: ValueDeserializer<'de, 'a>,
    within: Surroundings,
    next: usize,
    length: usize,
}

impl<'de, 'a> ElementAccess<'de, 'a> {
    fn visit<V: Visitor<'de>>(
        parent: ValueDeserializer<'de, 'a>,
        length: usize,
        visitor: V,
    ) -> Result<V::Value> {
        let mut access = ElementAccess {
            within: parent.deeper()?,
            parent,
            next: 0,
            length,
        };
        let value = visitor.visit_seq(&mut access)?;
        check_length(length, access.next)?;
        Ok(value)
    }
}

impl<'de> SeqAccess<'de> for ElementAccess<'de, '_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let index = self.next;
        if index == self.length {
            return Ok(None);
        }
        self.next += 1;
        let element = seed.deserialize(self.parent.element(self.within, index));
        element
            .map(Some)
            .map_err(|error| error.prepend_step(PathStep::Index(index)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.length - self.next)
    }
}

/// The entries of a map or object.
struct EntryAccess<'de, 'a> {
    parent: ValueDeserializer<'de, 'a>,
    within: Surroundings,
    next: usize,
    /// The entry whose key has been given, but not its value.
    current: Option<usize>,
    /// The fields of the struct that is asked for.
    fields: Option<&'static [&'static str]>,
}

impl<'de, 'a> EntryAccess<'de, 'a> {
    fn visit<V: Visitor<'de>>(
        parent: ValueDeserializer<'de, 'a>,
        fields: Option<&'static [&'static str]>,
        visitor: V,
    ) -> Result<V::Value> {
        let mut access = EntryAccess {
            within: parent.deeper()?,
            parent,
            next: 0,
            current: None,
            fields,
        };
        let value = visitor.visit_map(&mut access);
        value.map_err(|error| access.complete(error))
    }

    fn entries(&self) -> &[(std::sync::Arc<str>, Value)] {
        self.parent.value.as_entries().unwrap_or_default()
    }

    /// Adds to an error of the value as a whole which part it is about.
    #[cold]
    fn complete(&self, error: Error) -> Error {
        if let Some(at) = self.current {
            return error.prepend_step(PathStep::Attribute(&self.entries()[at].0));
        }
        let Some(field) = error
            .missing_field_name()
            .filter(|_| error.path().is_none())
        else {
            return error;
        };
        let error = match self.parent.value.get(field) {
            Some(value) if value.is_null() => Error::null_field(field),
            _ if field == REST => return Error::hidden_body(),
            _ if PrivateField::is_label(field) => return Error::label_without_block(field),
            _ => error,
        };
        error.prepend_step(PathStep::Attribute(field))
    }
}

impl<'de> MapAccess<'de> for EntryAccess<'de, '_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        self.current = None;
        while let Some((key, value)) = self.entries().get(self.next) {
            let at = self.next;
            let is_field = self.fields.is_none_or(|fields| fields.contains(&&**key));
            let is_absent = self.fields.is_some() && is_field && value.is_null();
            if !is_field && self.within.exhaustive {
                let fields = self.fields.unwrap_or_default();
                let error = Error::unknown_field(key, fields);
                return Err(error.prepend_step(PathStep::Attribute(key)));
            }
            self.next += 1;
            if is_absent {
                continue;
            }
            self.current = Some(at);
            let key = TextDeserializer::new(self.parent.key(at));
            return seed.deserialize(key).map(Some);
        }
        Ok(None)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let at = self
            .current
            .take()
            .expect("serde asks for a value only after its key");
        let value = seed.deserialize(self.parent.entry(self.within, at));
        value.map_err(|error| error.prepend_step(PathStep::Attribute(&self.entries()[at].0)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries().len() - self.next)
    }
}
