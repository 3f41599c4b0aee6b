//! How data answers the requests of a type: the deserializer of an expression or a value.

use std::cell::Cell;
use std::convert::Infallible;
use std::{fmt, iter};

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{Deserializer, Error as _, Expected, Unexpected, Visitor};

use super::{Data, ObjectData};
use crate::analysis::template::escaped;
use crate::de::capture;
use crate::de::expression::data::ObjectItems;
use crate::de::expression::{ExpressionData, Literal, literal};
use crate::de::first_request::FirstRequest;
use crate::de::foreign;
use crate::de::forward::answer_requests;
use crate::de::guesses;
use crate::de::input::cold_path;
use crate::de::json::{self, JsonValue, JsonValues};
use crate::de::kind::{DataKind, Functions};
use crate::de::number::{Numeral, for_each_number, unsuitable};
use crate::de::parts::{NOT_EMPTY, ObjectAccess, SequenceAccess, SequenceForm};
use crate::de::spanned::{SpannedAccess, ValuePlace};
use crate::de::text::{TextDeserializer, UnitVariant, Variant, VariantForm, not_one_key};
use crate::error::{Error, Result};
use crate::number::{Exact, Small};
use crate::protocol;
use crate::protocol::field::StructFields;
use crate::protocol::foreign::ForeignScalar;
use crate::value::Value;

/// Gives a visitor a number in its natural form. A number that no type of serde's data model can hold without loss is
/// an error, unless the visitor accepts its digits.
fn visit_number<'de, V: Visitor<'de>>(number: &Numeral<'de>, visitor: V) -> Result<V::Value> {
    match number.natural() {
        Ok(natural) => natural.visit(visitor),
        Err(error) => cold_path(|| {
            let value = foreign::visit_digits(number.to_string(), visitor);
            value.ok_or(error)
        }),
    }
}

/// Gives a number to a visitor that has not requested one.
fn visit_unasked_number<'de, V: Visitor<'de>>(
    number: &Numeral<'de>,
    visitor: V,
) -> Result<V::Value> {
    match number.natural() {
        Ok(Exact::U64(integer)) => visitor.visit_u64(integer),
        Ok(Exact::I64(integer)) => visitor.visit_i64(integer),
        Ok(Exact::F64(float)) => visitor.visit_f64(float),
        // A visitor's default for 128-bit integers would compile to much code.
        Ok(Exact::U128(_) | Exact::I128(_)) | Err(_) => Err(unasked_number(number, &visitor)),
    }
}

/// The error of a number that was not requested.
fn unasked_number(number: &Numeral<'_>, expected: &dyn Expected) -> Error {
    let found = format!("the number {number}");
    Error::invalid_type(Unexpected::Other(&found), expected)
}

/// Answers a request and returns, if the data is a JSON object or array: the type decides whether that is an expression
/// or blocks.
macro_rules! answer_structure {
    ($self:ident.$request:ident($($argument:expr),*)) => {
        if json::IS_READ && let Some(value) = $self.structure() {
            return JsonValues::new(&[value], &Cell::default()).$request($($argument),*);
        }
    };
}

impl<'de, 'a> Data<'de, 'a> {
    /// Returns the data as a JSON value, if it is a JSON object or array.
    #[inline]
    fn structure(&self) -> Option<JsonValue<'de, 'a>> {
        match self {
            Data::Expression(it) if it.is_structure() => Some(JsonValue::alone(*it)),
            _ => None,
        }
    }

    /// Returns the data as a JSON value, if it is an object that several layers define.
    #[inline]
    fn layered(&self) -> Option<JsonValue<'de, 'a>> {
        let expression = match self {
            Data::Expression(it) => Some(*it),
            Data::Value(_) => self.unevaluated(),
        };
        let layered = expression.filter(|it| it.layers.is_some() && !it.is_unknown_blocks());
        layered.map(JsonValue::alone)
    }

    /// Gives the visitor of a [`Value`] the value, with its type and every digit.
    fn visit_value<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if let Some(expression) = self.unevaluated() {
            return match expression.layers {
                None => visit_value_unevaluated(expression, visitor),
                Some(_) => Data::Expression(expression).deserialize_any(visitor),
            };
        }
        match self {
            Data::Expression(it) => visit_value_of_expression(it, visitor),
            Data::Value(it) => Err(Error::handover(it.into_value()?)),
        }
    }

    /// Gives the natural form of the data to a visitor that accepts any type.
    #[inline]
    fn visit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        match self.known_kind() {
            DataKind::Number => visit_number(&self.number(), visitor),
            _ => self.visit_content(visitor),
        }
    }

    /// Gives the visitor a kind of data that it has not requested. The visitor reports what it expected, or accepts it.
    #[inline(never)]
    fn visit_unasked<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit_content(visitor)
    }

    /// Gives the visitor the content of data that it has not requested. A number with too many digits is an error.
    #[expect(
        clippy::inline_always,
        reason = "a level of nesting takes the stack of one function less"
    )]
    #[inline(always)]
    fn visit_content<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        match self.known_kind() {
            DataKind::Sequence => {
                SequenceAccess::visit(self.sequence()?, SequenceForm::List, visitor)
            }
            DataKind::Object => ObjectAccess::visit(self.object()?, None, visitor),
            _ => self.visit_scalar(visitor),
        }
    }

    /// Gives the visitor a scalar that it has not requested, or fails for data without content. Not inlined: a level of
    /// nesting then takes less stack.
    #[inline(never)]
    fn visit_scalar<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.kind() {
            DataKind::Null => visitor.visit_unit(),
            DataKind::Bool(bool) => visitor.visit_bool(bool),
            DataKind::String => TextDeserializer::new(self.text()).deserialize_any(visitor),
            DataKind::Number => visit_unasked_number(&self.number(), visitor),
            _ => Err(self.error()),
        }
    }

    fn visit_sequence<V: Visitor<'de>>(
        mut self,
        form: SequenceForm,
        visitor: V,
    ) -> Result<V::Value> {
        answer_structure!(self.visit_sequence(form, visitor));
        match self.known_kind() {
            DataKind::Sequence => SequenceAccess::visit(self.sequence()?, form, visitor),
            DataKind::Failed if guesses::is_list_of_captured::<V::Value>() => {
                Err(self.list_required())
            }
            DataKind::Null | DataKind::Failed => self.visit_unasked(visitor),
            _ => self.visit_no_list(visitor),
        }
    }

    /// The error of an expression where a list of captured expressions is requested.
    fn list_required(&self) -> Error {
        let text = self.source().zip(self.span());
        let text = text.and_then(|(source, span)| source.text().get(span.range()));
        capture::list_required(text)
    }

    /// Gives data that is not a list to the visitor of a list. The error says what may be written instead.
    #[inline(never)]
    fn visit_no_list<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if !guesses::is_of_serde::<V>() {
            return self.visit_unasked(visitor);
        }
        let error = self.refused(&visitor);
        Err(error.unless_element(FirstRequest::of_element(visitor)))
    }

    /// Returns the error of a visitor that refuses everything that it has not requested.
    fn refused(self, expected: &dyn Expected) -> Error {
        let Err(error) = self.visit_unasked(Refusing::like(expected));
        error
    }

    /// Gives a string, number or bool to the visitor of a map. If the values of the map are structs, the error says
    /// that they may be written as blocks.
    #[inline(never)]
    fn visit_no_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if !guesses::is_of_serde::<V>() {
            return self.visit_unasked(visitor);
        }
        let error = self.refused(&visitor);
        Err(error.unless_entry(FirstRequest::of_entry(visitor)))
    }

    /// Gives the visitor of a unit struct an object, which must be empty.
    fn visit_empty<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.object()?.len() {
            0 => visitor.visit_unit(),
            _ => Err(Error::invalid_type(NOT_EMPTY, &visitor)),
        }
    }

    /// Gives the visitor the data as a string.
    #[inline(never)]
    fn visit_text<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        match self.known_kind() {
            DataKind::String => TextDeserializer::new(self.to_text()?).deserialize_any(visitor),
            DataKind::Number => self.visit_converted("number", visitor),
            DataKind::Bool(_) => self.visit_converted("bool", visitor),
            _ => self.visit_unasked(visitor),
        }
    }

    /// Gives the visitor a number or a bool as a string. An error of the visitor itself quotes the original.
    fn visit_converted<V: Visitor<'de>>(self, kind: &str, visitor: V) -> Result<V::Value> {
        let text = TextDeserializer::new(self.to_text()?);
        let value = text.deserialize_any(visitor);
        value.map_err(|error| error.with_converted(kind))
    }

    /// Gives the visitor of a [`Number`](crate::Number) the number with every digit.
    fn visit_number<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        match self.known_kind() {
            DataKind::Number => self.number().visit_exact(visitor),
            DataKind::String => TextDeserializer::new(self.text())
                .deserialize_newtype_struct(protocol::NUMBER, visitor),
            _ => self.visit_unasked(visitor),
        }
    }

    /// Gives the visitor of a [`OneOrMany`](crate::OneOrMany) a sequence, or a single element that is not one.
    fn visit_one_or_many<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        // In JSON syntax, an object may be several blocks.
        answer_structure!(self.deserialize_seq(visitor));
        match self.known_kind() {
            DataKind::Null => visitor.visit_seq(SeqDeserializer::new(std::iter::empty::<()>())),
            DataKind::Sequence => self.deserialize_seq(visitor),
            _ => visitor.visit_some(self),
        }
    }
}

/// Refuses everything, with the expectation of another visitor.
struct Refusing(String);

impl Refusing {
    fn like(visitor: &dyn Expected) -> Self {
        Refusing(visitor.to_string())
    }
}

impl Visitor<'_> for Refusing {
    type Value = Infallible;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

macro_rules! numbers {
    ($($deserialize:ident $visit:ident $read:ident,)*) => {$(
        fn $deserialize<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
            // The parser has already read most numbers: those with few digits.
            if let Some(number) = self.short_number().and_then(Small::$read) {
                return visitor.$visit(number);
            }
            cold_path(|| {
                match self.known_kind() {
                    DataKind::Number => visitor.$visit(self.number().$read().map_err(unsuitable)?),
                    DataKind::String => TextDeserializer::new(self.text()).$deserialize(visitor),
                    _ => self.visit_unasked(visitor),
                }
            })
        }
    )*};
}

/// The requests for a string, or for something that is read from one.
macro_rules! as_text {
    ($($deserialize:ident)*) => {$(
        fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            // Most strings have no escape sequences.
            match self.borrowed_text() {
                Some(text) => visitor.visit_borrowed_str(text),
                None => self.visit_text(visitor),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Data<'de, '_> {
    type Error = Error;

    for_each_number!(numbers);

    as_text! { deserialize_str deserialize_string deserialize_char deserialize_identifier }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if json::IS_READ
            && let Some(value) = self.layered()
        {
            return JsonValues::new(&[value], &Cell::default()).deserialize_map(visitor);
        }
        match self.unevaluated() {
            Some(expression) => visit_unevaluated(expression, visitor),
            None => self.visit(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        match self.known_kind() {
            DataKind::Bool(bool) => visitor.visit_bool(bool),
            DataKind::String => TextDeserializer::new(self.text()).deserialize_bool(visitor),
            _ => self.visit_unasked(visitor),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        match self.known_kind() {
            DataKind::String => TextDeserializer::new(self.text()).deserialize_bytes(visitor),
            _ => self.visit_unasked(visitor),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        answer_structure!(self.visit_empty(visitor));
        self.visit_unasked(visitor)
    }

    /// A unit struct is written as an empty object.
    fn deserialize_unit_struct<V: Visitor<'de>>(
        mut self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        answer_structure!(self.visit_empty(visitor));
        match self.known_kind() {
            DataKind::Object => self.visit_empty(visitor),
            _ => self.visit_unasked(visitor),
        }
    }

    /// Null is `None`. An expression that could be null is evaluated to find out, and the inner type gets the result;
    /// where evaluation fails, the inner type decides whether that is an error.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let functions = if guesses::is_option_of_captured::<V::Value>() {
            Functions::NotCalled
        } else {
            Functions::Called
        };
        match self.present(functions) {
            Some(data) => visitor.visit_some(data),
            None => visitor.visit_none(),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        match name {
            protocol::NUMBER => self.visit_number(visitor),
            protocol::VALUE => self.visit_value(visitor),
            protocol::SPANNED => {
                let place = ValuePlace::new(self.span().unwrap_or_default(), self.source());
                SpannedAccess::visit(place, self, visitor)
            }
            protocol::ONE_OR_MANY => self.visit_one_or_many(visitor),
            protocol::EXPRESSION | protocol::TEMPLATE | protocol::TRAVERSAL => {
                Err(self.capture(name))
            }
            protocol::BODY => {
                answer_structure!(self.visit_body(visitor));
                let found = Unexpected::Other("an attribute; only a block has a body");
                Err(Error::invalid_type(found, &visitor))
            }
            _ => visitor.visit_newtype_struct(self),
        }
    }

    answer_requests! { (self, visitor)
        Sequence => self.visit_sequence(SequenceForm::List, visitor),
        Tuple(_) => self.visit_sequence(SequenceForm::Tuple, visitor),
    }

    fn deserialize_map<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        answer_structure!(self.deserialize_map(visitor));
        match self.known_kind() {
            DataKind::Object => ObjectAccess::visit(self.object()?, None, visitor),
            DataKind::String | DataKind::Number | DataKind::Bool(_) => self.visit_no_map(visitor),
            _ => self.visit_unasked(visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        mut self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        answer_structure!(self.visit_struct(StructFields::of(fields), visitor));
        let object = match (self.known_kind(), fields) {
            (DataKind::Object, _) => self.object()?,
            (DataKind::String, [field]) if ForeignScalar::named(name).is_some() => {
                let entry = (*field, TextDeserializer::new(self.text()));
                return visitor.visit_map(MapDeserializer::new(iter::once(entry)));
            }
            // The visitor of a derived struct would accept a sequence, one element for each field.
            (DataKind::Sequence, _) => {
                let error = Error::invalid_type(Unexpected::Seq, &visitor);
                return Err(error.in_struct(fields));
            }
            _ => {
                let value = self.visit_scalar(visitor);
                return value.map_err(|error| error.in_struct(fields));
            }
        };
        ObjectAccess::visit(object, Some(fields), visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        mut self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        answer_structure!(self.visit_variant(variants, visitor));
        match self.known_kind() {
            DataKind::String => visitor.visit_enum(UnitVariant(self.text())),
            DataKind::Object => visitor.visit_enum(only_entry(&self.object()?)?),
            _ => self.visit_unasked(visitor),
        }
    }

    /// The data is ignored, and not evaluated.
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }
}

/// Returns the only entry of an object as a variant, which the key names.
fn only_entry<'de, 'a>(
    object: &ObjectData<'de, 'a>,
) -> Result<Variant<'de, 'static, Data<'de, 'a>>> {
    let mut entries = object.entries();
    match (entries.next(), entries.next()) {
        (Some((key, value)), None) => Ok(Variant {
            name_span: key.span(),
            name: key.text,
            form: VariantForm::Value,
            content_span: value.span(),
            content: value,
        }),
        _ => Err(not_one_key(object.entries().count())),
    }
}

/// Gives the visitor of a [`Value`] the value of an expression. Literals are passed directly.
fn visit_value_of_expression<'de, V: Visitor<'de>>(
    data: ExpressionData<'de, '_>,
    visitor: V,
) -> Result<V::Value> {
    let view = data.input.view();
    match literal(view, data.id) {
        Some(Literal::Null) => visitor.visit_unit(),
        Some(Literal::Bool(bool)) => visitor.visit_bool(bool),
        Some(Literal::String(literal)) => {
            TextDeserializer::new(view.literal(literal)).deserialize_any(visitor)
        }
        Some(Literal::Number(written)) if written.is_short_integer() => {
            Numeral::Text(written).natural()?.visit(visitor)
        }
        _ => Err(Error::handover(data.value()?)),
    }
}

/// Gives the visitor the expression as it would be written in JSON.
fn visit_unevaluated<'de, V: Visitor<'de>>(
    data: ExpressionData<'de, '_>,
    visitor: V,
) -> Result<V::Value> {
    match data.kind() {
        DataKind::Number => match data.number().natural() {
            Ok(number @ (Exact::U64(_) | Exact::I64(_) | Exact::F64(_))) => number.visit(visitor),
            _ => visit_template(data, visitor),
        },
        DataKind::String if !data.is_raw_text() => {
            TextDeserializer::new(escaped(data.text())).deserialize_any(visitor)
        }
        DataKind::Object => {
            let items = ObjectData::Items(ObjectItems::unevaluated(data)?);
            ObjectAccess::visit(items, None, visitor)
        }
        DataKind::Unevaluated => visit_template(data, visitor),
        _ => Data::Expression(data).visit_unasked(visitor),
    }
}

/// Gives the visitor of a [`Value`] the expression as it would be written in JSON, except that numbers keep every
/// digit.
fn visit_value_unevaluated<'de, V: Visitor<'de>>(
    data: ExpressionData<'de, '_>,
    visitor: V,
) -> Result<V::Value> {
    if data.kind() == DataKind::Number {
        let number = Value::from(data.number().number().map_err(unsuitable)?);
        return Err(Error::handover(number));
    }
    visit_unevaluated(data, visitor)
}

/// Gives the visitor the template with the value of an expression. An unknown expression has no template, and is
/// evaluated.
fn visit_template<'de, V: Visitor<'de>>(
    data: ExpressionData<'de, '_>,
    visitor: V,
) -> Result<V::Value> {
    match data.handle().template_text() {
        Some(text) => visitor.visit_string(data.input.paid_text(text)?),
        None => Data::Expression(data).evaluate().visit(visitor),
    }
}
