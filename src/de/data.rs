//! Data: the expression of an attribute in a tree, or a value. [`Data`] gives its [`DataKind`] and its content.
//!
//! All requests of types are answered in one place, `requests`. Decoding takes this path:
//!
//! 1. The attributes of a body, the values of an object and the elements of a tuple are an [`ExpressionData`] each: a
//!    node of a tree. A literal goes directly to the visitor, with strings borrowed from the text.
//! 2. Any other expression is [`DataKind::Unevaluated`] until its content is requested. Its value, or the error of its
//!    evaluation, is a [`ValueData`], which answers the same request. It still knows its expression, for types that
//!    capture expressions.
//! 3. The parts of data are a [`SequenceData`] or an [`ObjectData`], whose elements and entries are data again. `parts`
//!    passes them to visitors.
//!
//! The check for null is separate ([`Data::present`]), for an `Option` and for the fields of a struct. The type in the
//! `Option` or the field then gets the evaluated data, so that no function is called twice. A failure is kept too: it
//! is reported when the content is requested, and not at all by a type that captures the expression.
//!
//! Data is converted to the requested type as in HCL: a string that spells a number or a bool becomes one, numbers and
//! bools become strings. Anything else is given unchanged to the visitor, which reports what it expected.

mod requests;

use std::borrow::Cow;

use super::expression::ExpressionData;
use super::expression::data::ObjectItems;
use super::input::Input;
use super::kind::{DataKind, Functions};
use super::number::Numeral;
use super::text::TextDeserializer;
use super::value::data::{ValueData, ValueParts};
use crate::error::{Error, Result};
use crate::number::Small;
use crate::source::Source;
use crate::span::Span;
use crate::syntax::tree::ExprId;
use crate::value::Value;

/// An expression or a value that is decoded.
///
/// The caller checks the [`DataKind`] first: each method that returns content is for data of one kind only.
pub(super) enum Data<'de, 'a> {
    Expression(ExpressionData<'de, 'a>),
    /// A value, which may have been evaluated from an expression. Boxed, so that data is no larger than an expression,
    /// which is the most common case: otherwise `from_str` of 100 lines (benchmark `serde`) takes 9 % longer.
    Value(Box<ValueData<'de, 'a>>),
}

impl<'de, 'a> From<ExpressionData<'de, 'a>> for Data<'de, 'a> {
    #[inline]
    fn from(expression: ExpressionData<'de, 'a>) -> Self {
        Data::Expression(expression)
    }
}

impl<'de, 'a> From<ValueData<'de, 'a>> for Data<'de, 'a> {
    #[inline]
    fn from(value: ValueData<'de, 'a>) -> Self {
        Data::Value(Box::new(value))
    }
}

impl<'de, 'a> Data<'de, 'a> {
    /// Returns the data of a value that does not come from an expression.
    pub(super) fn of_value(value: Cow<'de, Value>) -> Self {
        ValueData::new(value).into()
    }

    #[inline]
    pub(super) fn kind(&self) -> DataKind {
        match self {
            Data::Expression(it) => it.kind(),
            Data::Value(it) => it.kind(),
        }
    }

    /// Returns the text of a string.
    pub(super) fn text(&self) -> Cow<'de, str> {
        match self {
            Data::Expression(it) => it.text(),
            Data::Value(it) => it.text(),
        }
    }

    /// Returns the string if it can be borrowed from the text, as most can. Without this shortcut and the one for
    /// numbers, `from_str` of 1,000 blocks (benchmark `serde`) takes 19 % longer.
    #[inline]
    fn borrowed_text(&self) -> Option<&'de str> {
        match self {
            Data::Expression(it) => it.borrowed_text(),
            Data::Value(_) => None,
        }
    }

    pub(super) fn number(&self) -> Numeral<'de> {
        match self {
            Data::Expression(it) => it.number(),
            Data::Value(it) => it.number(),
        }
    }

    /// Returns the number if the parser has already read it, as it has most numbers.
    #[inline]
    fn short_number(&self) -> Option<Small> {
        match self {
            Data::Expression(it) => it.short_number(),
            Data::Value(_) => None,
        }
    }

    /// Converts a string, number or bool to a string.
    fn to_text(&self) -> Result<Cow<'de, str>> {
        match self {
            Data::Expression(it) => it.to_text(),
            Data::Value(it) => it.to_text(),
        }
    }

    #[inline]
    pub(super) fn sequence(self) -> Result<SequenceData<'de, 'a>> {
        Ok(match self {
            Data::Expression(it) => SequenceData::Tuple {
                input: it.input,
                elements: it.sequence(),
            },
            Data::Value(it) => SequenceData::Value(it.parts()?),
        })
    }

    #[inline]
    pub(super) fn object(self) -> Result<ObjectData<'de, 'a>> {
        Ok(match self {
            Data::Expression(it) => ObjectData::Items(ObjectItems::read(it)?),
            Data::Value(it) => ObjectData::Value(it.parts()?),
        })
    }

    /// Evaluates an expression. If that fails, the result holds the error.
    #[inline(never)]
    pub(super) fn evaluate(self) -> Self {
        self.into_value().into()
    }

    /// Returns the kind of the data, which is evaluated if that is needed to know it.
    #[inline]
    fn known_kind(&mut self) -> DataKind {
        match self {
            Data::Expression(it) if it.kind() == DataKind::Unevaluated => {
                *self = Data::Expression(*it).evaluate();
                self.kind()
            }
            _ => self.kind(),
        }
    }

    fn into_value(self) -> ValueData<'de, 'a> {
        match self {
            Data::Expression(it) => ValueData::of_expression(it.value(), it),
            Data::Value(it) => *it,
        }
    }

    /// Returns the error of data without content: evaluation has failed, or serde cannot represent the value.
    fn error(self) -> Error {
        self.into_value().error()
    }

    /// Returns the data unless it is null. An expression is evaluated if that is needed to know.
    pub(super) fn present(self, functions: Functions) -> Option<Self> {
        match self.kind() {
            DataKind::Null => None,
            DataKind::Unevaluated if self.may_be_null(functions) => {
                let evaluated = self.evaluate();
                (evaluated.kind() != DataKind::Null).then_some(evaluated)
            }
            _ => Some(self),
        }
    }

    /// Whether the data is an expression whose value could be null, judged without evaluation.
    fn may_be_null(&self, functions: Functions) -> bool {
        matches!(self, Data::Expression(it) if it.may_be_null(functions))
    }

    /// Returns the span of the expression, or of the one that the value has been evaluated from.
    pub(super) fn span(&self) -> Option<Span> {
        match self {
            Data::Expression(it) => Some(it.place()),
            Data::Value(it) => it.span(),
        }
    }

    /// Returns the source of the span, if it is known.
    fn source(&self) -> Option<&Source> {
        match self {
            Data::Expression(it) => Some(it.input.origin.source()),
            Data::Value(it) => it.source(),
        }
    }

    /// Hands over the expression itself to the type that requested it by this private name.
    fn capture(self, name: &'static str) -> Error {
        match self {
            Data::Expression(it) => it.capture(name),
            Data::Value(it) => it.capture(name),
        }
    }

    /// Returns the expression, if the options leave it as text for types that accept anything.
    fn unevaluated(&self) -> Option<ExpressionData<'de, 'a>> {
        let expression = self.own_expression()?;
        let options = expression.input.shared.options;
        options.is_unevaluated.then_some(expression)
    }

    /// Returns the expression that the data is, or that it was evaluated from as a whole.
    fn own_expression(&self) -> Option<ExpressionData<'de, 'a>> {
        match self {
            Data::Expression(it) => Some(*it),
            Data::Value(it) => it.own_expression(),
        }
    }

    /// Whether a survey leaves the data out of the list, map or struct that it is in.
    #[inline]
    pub(super) fn is_left_out(&self) -> bool {
        match self {
            Data::Expression(it) => it.is_left_out(),
            Data::Value(_) => false,
        }
    }

    /// Reports to the survey, if there is one, that the data has failed as a part of a list, map or struct.
    pub(super) fn record_failure(&self) {
        if let Data::Expression(it) = self {
            it.record_failure();
        }
    }
}

/// The elements of a tuple, list or set.
pub(super) enum SequenceData<'de, 'a> {
    Tuple {
        input: Input<'de, 'a>,
        elements: &'a [ExprId],
    },
    Value(ValueParts<'de, 'a>),
}

impl<'de, 'a> SequenceData<'de, 'a> {
    #[inline]
    pub(super) fn len(&self) -> usize {
        match self {
            SequenceData::Tuple { elements, .. } => elements.len(),
            SequenceData::Value(it) => it.elements().len(),
        }
    }

    #[inline]
    pub(super) fn element(&self, index: usize) -> Data<'de, 'a> {
        match self {
            SequenceData::Tuple { input, elements } => {
                Data::Expression(ExpressionData::new(*input, elements[index]))
            }
            SequenceData::Value(it) => it.element(index).into(),
        }
    }
}

/// The entries of an object or map. A later entry may replace an earlier one.
pub(super) enum ObjectData<'de, 'a> {
    Items(ObjectItems<'de, 'a>),
    Value(ValueParts<'de, 'a>),
}

impl<'de, 'a> ObjectData<'de, 'a> {
    /// Returns the number of entries, including replaced ones.
    #[inline]
    pub(super) fn len(&self) -> usize {
        match self {
            ObjectData::Items(it) => it.len(),
            ObjectData::Value(it) => it.entries().len(),
        }
    }

    /// Returns the key of the entry at an index; `None` if another entry replaces it.
    pub(super) fn key(&self, index: usize) -> Option<TextDeserializer<'de, '_>> {
        match self {
            ObjectData::Items(it) => it.key(index),
            ObjectData::Value(it) => Some(it.key(index)),
        }
    }

    #[inline]
    pub(super) fn value(&self, index: usize) -> Data<'de, 'a> {
        match self {
            ObjectData::Items(it) => Data::Expression(it.value(index)),
            ObjectData::Value(it) => it.value(index).into(),
        }
    }

    /// Whether a survey leaves the value of an entry out.
    #[inline]
    pub(super) fn is_left_out(&self, index: usize) -> bool {
        match self {
            ObjectData::Items(it) => it.is_left_out(index),
            ObjectData::Value(_) => false,
        }
    }

    /// Returns the keys and values of the entries, without replaced ones.
    pub(super) fn entries(
        &self,
    ) -> impl Iterator<Item = (TextDeserializer<'de, '_>, Data<'de, 'a>)> {
        (0..self.len()).filter_map(|index| Some((self.key(index)?, self.value(index))))
    }

    /// Returns the span for an error about a missing entry.
    pub(super) fn span_of_missing(&self) -> Option<Span> {
        match self {
            ObjectData::Items(it) => Some(it.span_of_missing()),
            ObjectData::Value(it) => it.span(),
        }
    }

    /// Whether an unknown name is an error.
    pub(super) fn is_exhaustive(&self) -> bool {
        match self {
            ObjectData::Items(it) => it.is_exhaustive(),
            ObjectData::Value(it) => it.is_exhaustive(),
        }
    }

    /// Whether the object is written in JSON syntax, and may be a block as well.
    pub(super) fn is_json(&self) -> bool {
        match self {
            ObjectData::Items(it) => it.is_json(),
            ObjectData::Value(_) => false,
        }
    }
}
