//! Data: the expression of an attribute in a tree, or a value. What both answer is the trait [`Data`].
//!
//! It says of which [`DataKind`] it is and gives its content. Everything that a type may ask is answered once, in
//! `data_deserializer`. Decoding goes this way:
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
//! Knows nothing of trees and values.

use std::borrow::Cow;

use serde::de::Visitor;

use super::number::{Numeral, Short};
use super::text::TextDeserializer;
use crate::error::{Error, Result};
use crate::source;
use crate::span::Span;

/// An expression or a value that is decoded.
///
/// The caller looks at the [`DataKind`] first: each method for a content is for data of that kind only.
pub(super) trait Data<'de>: Sized {
    /// The result of evaluation; a value is that already.
    type Evaluated: Data<'de>;
    /// An object or an array that may be blocks as well.
    type Structure<'s>: Structure<'de>
    where
        Self: 's;
    type Sequence: SequenceData<'de>;
    type Object: ObjectData<'de>;

    /// The kind of the data.
    fn kind(&self) -> DataKind;

    /// The text of a string.
    fn text(&self) -> Cow<'de, str>;

    /// The string, if it can be borrowed from the text, as most can. Without this shortcut and that for numbers,
    /// `from_str` takes 19 % longer for 1,000 blocks.
    #[inline]
    fn plain_text(&self) -> Option<&'de str> {
        None
    }

    /// A number.
    fn number(&self) -> Numeral<'de>;

    /// The number, if the parser has already read it, as it has most.
    #[inline]
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

    /// The object or array that may be blocks as well, if the data is one: in JSON syntax, the type decides.
    #[inline]
    fn structure(&self) -> Option<Self::Structure<'_>> {
        None
    }
}

/// An object or an array of JSON, which is an expression to a type that asks for one, and a body, or several, to one
/// that asks for those.
pub(super) trait Structure<'de>: Sized {
    fn visit_struct<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value>;

    fn visit_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value>;

    fn visit_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value>;

    /// Gives the structure to the visitor of a [`Body`](crate::Body), if it is one body.
    fn visit_body<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value>;

    /// Whether the structure is one block without attributes and blocks.
    fn is_empty_body(&self) -> bool;
}

/// The structure of data that never is one.
pub(super) enum NoStructure {}

impl<'de> Structure<'de> for NoStructure {
    fn visit_struct<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        _visitor: V,
    ) -> Result<V::Value> {
        match self {}
    }

    fn visit_map<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value> {
        match self {}
    }

    fn visit_seq<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value> {
        match self {}
    }

    fn visit_body<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value> {
        match self {}
    }

    fn is_empty_body(&self) -> bool {
        match *self {}
    }
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
    #[inline]
    fn plain_key(&self, _index: usize) -> Option<TextDeserializer<'de, '_>> {
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
