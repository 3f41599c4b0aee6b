//! Data: the expression of an attribute in a tree, or a value. What both answer is the trait [`Data`].
//!
//! It says of which [`DataKind`] it is and gives its content. Everything that a type may ask is answered once, by
//! [`DataDeserializer`]. Decoding goes this way:
//!
//! 1. The attributes of a body, the values of an object and the elements of a tuple are an `ExpressionData` each: a
//!    node of a tree. A literal goes to the visitor without a value in between, strings borrowed from the text.
//! 2. Any other expression is [`DataKind::Unevaluated`] until its content is asked for. Its value, or the error that it
//!    has none, is a `ValueData`, which answers the same request. It still knows its expression, for types that capture
//!    that.
//! 3. The parts of data are a [`SequenceData`] or an [`ObjectData`], whose elements and entries are data again. `tuple`
//!    and `object` give them to visitors.
//!
//! Whether data is null can be asked separately ([`presence`]), for an `Option` and for the fields of a struct. The
//! type in the `Option` or the field then gets what has been evaluated, so that no function is called twice. A failure
//! is kept too: it is reported when the content is asked for, and not at all by a type that captures the expression.
//!
//! Data is converted to the requested type as HCL does: a string that spells a number or a bool becomes one, numbers
//! and bools become strings. Anything else is given to the visitor as it is, which reports what it expected.

use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt;

use serde::de::value::SeqDeserializer;
use serde::de::{Deserializer, Error as _, Expected, Unexpected, Visitor};

use super::capture;
use super::first_request::FirstRequest;
use super::foreign;
use super::forward::sequence_requests;
use super::guesses;
use super::input::cold_path;
use super::number::{Natural, Numeral, Short, for_each_number, unsuitable};
use super::parts::{ObjectAccess, SequenceAccess};
use super::spanned::{SpannedAccess, ValuePlace};
use super::text::{TextDeserializer, UnitVariant, Variant, VariantForm};
use crate::error::{Error, Result};
use crate::protocol;
use crate::protocol::field::Fields;
use crate::protocol::foreign::ForeignScalar;
use crate::source;
use crate::span::Span;

/// An expression or a value that is decoded.
///
/// The caller looks at the [`DataKind`] first: each method for a content is for data of that kind only.
pub(super) trait Data<'de>: Sized {
    /// The result of evaluation; a value is that already.
    type Evaluated: Data<'de>;
    type Sequence: SequenceData<'de>;
    type Object: ObjectData<'de>;
    type Structure: Structure<'de>;

    /// The kind of the data.
    fn kind(&self) -> DataKind;

    /// The text of a string.
    fn text(&self) -> Cow<'de, str>;

    /// The string, if it can be borrowed from the text, as most can. Without this shortcut and that for numbers,
    /// `from_str` of 1,000 blocks (benchmark `serde`) takes 19 % longer.
    fn borrowed_text(&self) -> Option<&'de str> {
        None
    }

    /// A number.
    fn number(&self) -> Numeral<'de>;

    /// The number, if the parser has already read it, as it has most.
    fn short_number(&self) -> Option<Short> {
        None
    }

    /// A string, number or bool as a string.
    fn to_text(&self) -> Result<Cow<'de, str>>;

    /// The elements of a sequence.
    fn sequence(self) -> Result<Self::Sequence>;

    /// The entries of an object.
    fn object(self) -> Result<Self::Object>;

    /// Evaluates the data. If that fails, the result holds the error.
    fn evaluate(self) -> Self::Evaluated;

    /// The error of data without content: evaluation has failed, or serde cannot represent the value.
    fn error(self) -> Error;

    /// Whether the result of evaluation could be null, as far as the expression shows.
    fn may_be_null(&self, functions: Functions) -> bool;

    /// The span of the expression, or of the one that the value has been evaluated from.
    fn span(&self) -> Option<Span>;

    /// The source of the span, if it is known.
    fn source(&self) -> Option<&source::Source>;

    /// Hands over the expression itself to the type that asked for it by this private name.
    fn capture(self, name: &'static str) -> Error;

    /// Gives the visitor of a [`Value`](crate::Value) the value, with its type and every digit.
    fn visit_value<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value>;

    /// Gives the natural form to a visitor that accepts any type.
    fn visit_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value>;

    /// Whether a survey leaves the data out of the list, map or struct that it is in.
    fn is_left_out(&self) -> bool {
        false
    }

    /// Tells a survey that the data has failed as a part of a list, map or struct.
    fn tell_failure(&self) {}

    /// The data, if it is an object or an array of JSON: the type decides whether it is an expression or blocks.
    fn structure(&self) -> Option<Self::Structure>;
}

/// An object or an array of JSON, which may be blocks. It has a method for each request that blocks can answer.
pub(super) trait Structure<'de>: Sized {
    /// Whether there can be any. Otherwise the compiler leaves out what they answer, for each type that is decoded.
    const EXISTS: bool;

    fn visit_struct<V: Visitor<'de>>(self, fields: Fields, visitor: V) -> Result<V::Value>;

    fn visit_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value>;

    fn visit_sequence<V: Visitor<'de>>(self, form: SequenceForm, visitor: V) -> Result<V::Value>;

    fn visit_one_or_many<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value>;

    fn visit_body<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value>;

    fn visit_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value>;

    fn visit_enum<V: Visitor<'de>>(
        self,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value>;
}

/// What is found where there must be nothing.
pub(super) const NOT_EMPTY: Unexpected<'static> = Unexpected::Other("an object that is not empty");

/// What a sequence is asked for as.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SequenceForm {
    List,
    /// Each element has a type of its own.
    Tuple,
}

/// The kind of data. It is one byte; the content is fetched by separate methods of [`Data`], so that nothing large is
/// returned for each value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DataKind {
    Null,
    Bool(bool),
    Number,
    String,
    Sequence,
    Object,
    /// It has to be evaluated first.
    Unevaluated,
    /// Evaluation has failed, or serde cannot represent the value.
    Failed,
}

/// The elements of a tuple, list or set.
pub(super) trait SequenceData<'de> {
    type Element: Data<'de>;

    fn len(&self) -> usize;

    fn element(&self, index: usize) -> Self::Element;
}

/// The entries of an object or map, of which a later one may replace an earlier one.
pub(super) trait ObjectData<'de> {
    type Value: Data<'de>;

    /// The number of entries, including replaced ones.
    fn len(&self) -> usize;

    /// The key of the entry at an index; `None` if another entry replaces it.
    fn key(&self, index: usize) -> Option<TextDeserializer<'de, '_>>;

    /// The key of the entry at an index, if it can be borrowed from the text without a check.
    fn borrowed_key(&self, _index: usize) -> Option<TextDeserializer<'de, '_>> {
        None
    }

    /// The value of the entry at an index.
    fn value(&self, index: usize) -> Self::Value;

    /// The keys and values of the entries that no other one replaces.
    fn entries<'s>(&'s self) -> impl Iterator<Item = (TextDeserializer<'de, 's>, Self::Value)>
    where
        'de: 's,
    {
        (0..self.len()).filter_map(move |index| Some((self.key(index)?, self.value(index))))
    }

    /// Where the object lacks something.
    fn span_of_missing(&self) -> Option<Span>;

    /// Whether a name that no field has is an error.
    fn is_exhaustive(&self) -> bool;

    /// Whether the object is written in JSON syntax, and may be a block as well.
    fn is_json(&self) -> bool {
        false
    }
}

/// Whether functions may be called to find out whether an expression is null.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Functions {
    Called,
    NotCalled,
}

/// Whether data has a value for an `Option` or a field of a struct, which treat null as absent.
pub(super) enum Presence<S, E> {
    Absent,
    Present(S),
    /// It has been evaluated to find out.
    Evaluated(Box<E>),
}

/// Finds out whether data is null, evaluating it if that is needed.
pub(super) fn presence<'de, D: Data<'de>>(
    data: D,
    functions: Functions,
) -> Presence<D, D::Evaluated> {
    match data.kind() {
        DataKind::Null => Presence::Absent,
        DataKind::Unevaluated if data.may_be_null(functions) => {
            let evaluated = data.evaluate();
            match evaluated.kind() {
                DataKind::Null => Presence::Absent,
                _ => Presence::Evaluated(Box::new(evaluated)),
            }
        }
        _ => Presence::Present(data),
    }
}

/// The deserializer of an expression or a value.
pub(super) struct DataDeserializer<D>(pub(super) D);

/// Gives a visitor a number in its natural form. One that no type of serde's data model holds without a loss is an error,
/// unless the visitor takes its digits.
fn visit_number<'de, V: Visitor<'de>>(number: &Numeral<'de>, visitor: V) -> Result<V::Value> {
    match number.natural() {
        Ok(natural) => natural.visit(visitor),
        Err(error) => cold_path(|| {
            let value = foreign::visit_digits(number.to_string(), visitor);
            value.ok_or(error)
        }),
    }
}

/// A number in its natural form, for a visitor that has not asked for one.
fn natural_number(number: &Numeral<'_>, expected: &dyn Expected) -> Result<Natural> {
    number.natural().map_err(|_| {
        let found = format!("the number {number}");
        Error::invalid_type(Unexpected::Other(&found), expected)
    })
}

/// Answers a request by the kind of the data. An expression that has to be evaluated first is evaluated, and its value
/// answers the same request.
macro_rules! answer {
    ($self:ident.$request:ident($($argument:expr),*) { $($kinds:tt)* }) => {
        match $self.0.kind() {
            DataKind::Unevaluated => DataDeserializer($self.0.evaluate()).$request($($argument),*),
            $($kinds)*
        }
    };
}

/// Answers a request, and returns, if the data is an object or an array of JSON.
macro_rules! answer_structure {
    ($self:ident.$request:ident($($argument:expr),*)) => {
        if D::Structure::EXISTS && let Some(structure) = $self.0.structure() {
            return structure.$request($($argument),*);
        }
    };
}

impl<'de, D: Data<'de>> DataDeserializer<D> {
    /// Gives the visitor the natural form of the data. A number that no type of serde's data model holds
    /// without a loss is an error.
    pub(super) fn visit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        answer!(self.visit(visitor) {
            DataKind::Null => visitor.visit_unit(),
            DataKind::Bool(bool) => visitor.visit_bool(bool),
            DataKind::Number => visit_number(&self.0.number(), visitor),
            DataKind::String => TextDeserializer::new(self.0.text()).deserialize_any(visitor),
            DataKind::Sequence => {
                SequenceAccess::visit(self.0.sequence()?, SequenceForm::List, visitor)
            }
            DataKind::Object => ObjectAccess::visit(self.0.object()?, None, visitor),
            DataKind::Failed => Err(self.0.error()),
        })
    }

    /// Gives the visitor a kind that it has not asked for. The visitor reports what it expected, or accepts it.
    #[inline(never)]
    fn visit_unasked<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.0.kind() != DataKind::Number {
            return self.visit(visitor);
        }
        match natural_number(&self.0.number(), &visitor) {
            Ok(natural) => natural.visit(visitor),
            Err(error) => Err(error),
        }
    }

    fn visit_sequence<V: Visitor<'de>>(self, form: SequenceForm, visitor: V) -> Result<V::Value> {
        answer_structure!(self.visit_sequence(form, visitor));
        answer!(self.visit_sequence(form, visitor) {
            DataKind::Sequence => SequenceAccess::visit(self.0.sequence()?, form, visitor),
            DataKind::Failed if guesses::is_list_of_captured::<V::Value>() => {
                Err(self.list_required())
            }
            DataKind::Null | DataKind::Failed => self.visit_unasked(visitor),
            _ => self.visit_no_list(visitor),
        })
    }

    /// The error of an expression where a list of what is captured is asked for.
    fn list_required(&self) -> Error {
        let text = self.0.source().zip(self.0.span());
        let text = text.and_then(|(source, span)| source.text().get(span.range()));
        capture::list_required(text)
    }

    /// Gives the visitor of a list what is none. The error says what may be written instead.
    #[inline(never)]
    fn visit_no_list<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if !guesses::is_of_serde::<V>() {
            return self.visit_unasked(visitor);
        }
        let error = self.refused(&visitor);
        Err(error.unless_element(FirstRequest::of_element(visitor)))
    }

    /// The error of a visitor that refuses everything that it has not asked for.
    fn refused(self, expected: &dyn Expected) -> Error {
        let Err(error) = self.visit_unasked(Refusing::like(expected));
        error
    }

    /// Gives the visitor of a map a string, number or bool. If the values of the map are structs, the error says so.
    #[inline(never)]
    fn visit_no_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if !guesses::is_of_serde::<V>() {
            return self.visit_unasked(visitor);
        }
        let error = self.refused(&visitor);
        Err(error.unless_entry(FirstRequest::of_entry(visitor)))
    }

    /// Gives the visitor of a struct what is no object. Types of other crates may be read from it nevertheless.
    #[inline(never)]
    fn visit_scalar<V: Visitor<'de>>(
        self,
        name: &str,
        fields: Fields,
        visitor: V,
    ) -> Result<V::Value> {
        match fields {
            [field]
                if ForeignScalar::named(name).is_some() && self.0.kind() == DataKind::String =>
            {
                foreign::visit_text(field, self.0.text().into_owned(), visitor)
            }
            _ => self
                .visit_unasked(visitor)
                .map_err(|error| error.in_struct(fields)),
        }
    }

    /// Gives the visitor of a unit struct an object, which must be without entries.
    fn visit_empty<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0.object()?.len() {
            0 => visitor.visit_unit(),
            _ => Err(Error::invalid_type(NOT_EMPTY, &visitor)),
        }
    }

    /// Gives the visitor the data as a string.
    #[inline(never)]
    fn visit_text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        answer!(self.visit_text(visitor) {
            DataKind::String => TextDeserializer::new(self.0.to_text()?).deserialize_any(visitor),
            DataKind::Number => self.visit_converted("number", visitor),
            DataKind::Bool(_) => self.visit_converted("bool", visitor),
            _ => self.visit(visitor),
        })
    }

    /// Gives the visitor a number or a bool as a string. An error of the visitor itself tells what is written.
    fn visit_converted<V: Visitor<'de>>(self, kind: &str, visitor: V) -> Result<V::Value> {
        let text = TextDeserializer::new(self.0.to_text()?);
        let value = text.deserialize_any(visitor);
        value.map_err(|error| error.with_converted(kind))
    }

    /// Gives the visitor of a [`Number`](crate::Number) what keeps every digit.
    fn visit_number<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        answer!(self.visit_number(visitor) {
            DataKind::Number => self.0.number().visit_exact(visitor),
            DataKind::String => TextDeserializer::new(self.0.text())
                .deserialize_newtype_struct(protocol::NUMBER, visitor),
            _ => self.visit(visitor),
        })
    }

    /// Gives the visitor of a [`OneOrMany`](crate::OneOrMany) a sequence, or a single element that is not one.
    fn visit_one_or_many<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        // In JSON syntax, an object may be several blocks.
        answer_structure!(self.visit_one_or_many(visitor));
        answer!(self.visit_one_or_many(visitor) {
            DataKind::Null => visitor.visit_seq(SeqDeserializer::new(std::iter::empty::<()>())),
            DataKind::Sequence => self.deserialize_seq(visitor),
            _ => visitor.visit_some(self),
        })
    }
}

/// Refuses everything, with what another visitor expects.
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
        fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            // The tree has read most numbers: those of few digits.
            if let Some(number) = self.0.short_number().and_then(Short::$read) {
                return visitor.$visit(number);
            }
            cold_path(|| answer!(self.$deserialize(visitor) {
                DataKind::Number => visitor.$visit(self.0.number().$read().map_err(unsuitable)?),
                DataKind::String => TextDeserializer::new(self.0.text()).$deserialize(visitor),
                _ => self.visit(visitor),
            }))
        }
    )*};
}

/// The requests for a string, or for something that is read from one.
macro_rules! as_text {
    ($($deserialize:ident)*) => {$(
        fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            // Most strings have no escape sequences.
            match self.0.borrowed_text() {
                Some(text) => visitor.visit_borrowed_str(text),
                None => self.visit_text(visitor),
            }
        }
    )*};
}

impl<'de, D: Data<'de>> Deserializer<'de> for DataDeserializer<D> {
    type Error = Error;

    for_each_number!(numbers);

    as_text! { deserialize_str deserialize_string deserialize_char deserialize_identifier }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.0.visit_any(visitor)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        answer!(self.deserialize_bool(visitor) {
            DataKind::Bool(bool) => visitor.visit_bool(bool),
            DataKind::String => TextDeserializer::new(self.0.text()).deserialize_bool(visitor),
            _ => self.visit_unasked(visitor),
        })
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        answer!(self.deserialize_bytes(visitor) {
            DataKind::String => TextDeserializer::new(self.0.text()).deserialize_bytes(visitor),
            _ => self.visit_unasked(visitor),
        })
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        answer_structure!(self.visit_unit(visitor));
        answer!(self.deserialize_unit(visitor) {
            _ => self.visit_unasked(visitor),
        })
    }

    /// A unit struct is written as an object without items.
    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        answer_structure!(self.visit_unit(visitor));
        answer!(self.deserialize_unit_struct(name, visitor) {
            DataKind::Object => self.visit_empty(visitor),
            _ => self.visit_unasked(visitor),
        })
    }

    /// Null is `None`. An expression is evaluated to find out if it could be null, and the inner type gets what that
    /// gives; where evaluation fails, the inner type decides whether that is an error.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let functions = if guesses::is_option_of_captured::<V::Value>() {
            Functions::NotCalled
        } else {
            Functions::Called
        };
        match presence(self.0, functions) {
            Presence::Absent => visitor.visit_none(),
            Presence::Present(data) => visitor.visit_some(DataDeserializer(data)),
            Presence::Evaluated(data) => visitor.visit_some(DataDeserializer(*data)),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        match name {
            protocol::NUMBER => self.visit_number(visitor),
            protocol::VALUE => self.0.visit_value(visitor),
            protocol::SPANNED => {
                let place = ValuePlace::new(self.0.span().unwrap_or_default(), self.0.source());
                SpannedAccess::visit(place, self, visitor)
            }
            protocol::ONE_OR_MANY => self.visit_one_or_many(visitor),
            protocol::EXPRESSION | protocol::TEMPLATE | protocol::TRAVERSAL => {
                Err(self.0.capture(name))
            }
            protocol::BODY => {
                answer_structure!(self.visit_body(visitor));
                let found = Unexpected::Other("an attribute; only a block has a body");
                Err(Error::invalid_type(found, &visitor))
            }
            _ => visitor.visit_newtype_struct(self),
        }
    }

    sequence_requests! {}

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        answer_structure!(self.visit_map(visitor));
        answer!(self.deserialize_map(visitor) {
            DataKind::Object => ObjectAccess::visit(self.0.object()?, None, visitor),
            DataKind::String | DataKind::Number | DataKind::Bool(_) => self.visit_no_map(visitor),
            _ => self.visit_unasked(visitor),
        })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        answer_structure!(self.visit_struct(fields, visitor));
        answer!(self.deserialize_struct(name, fields, visitor) {
            DataKind::Object => ObjectAccess::visit(self.0.object()?, Some(fields), visitor),
            // The visitor of a derived struct would accept it, one element for each field.
            DataKind::Sequence => Err(Error::invalid_type(Unexpected::Seq, &visitor)),
            _ => self.visit_scalar(name, fields, visitor),
        })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        answer_structure!(self.visit_enum(variants, visitor));
        answer!(self.deserialize_enum(name, variants, visitor) {
            DataKind::String => visitor.visit_enum(UnitVariant(self.0.text())),
            DataKind::Object => visitor.visit_enum(only_entry(&self.0.object()?)?),
            _ => self.visit_unasked(visitor),
        })
    }

    /// The data is ignored, and not evaluated.
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }
}

/// The one entry of an object, whose key is the variant of an enum.
fn only_entry<'de, O: ObjectData<'de>>(
    object: &O,
) -> Result<Variant<'de, 'static, DataDeserializer<O::Value>>> {
    let mut entries = object.entries();
    match (entries.next(), entries.next()) {
        (Some((key, value)), None) => Ok(Variant {
            name: key.text,
            name_span: key.span,
            form: VariantForm::Value,
            content_span: value.span(),
            content: DataDeserializer(value),
        }),
        _ => Err(not_one_key(object.entries().count())),
    }
}

/// The error of an object that is to name a variant.
fn not_one_key(count: usize) -> Error {
    let found = format!("an object with {count} keys");
    let expected = "an object with one key, which names the choice";
    Error::invalid_type(Unexpected::Other(&found), &expected)
}
