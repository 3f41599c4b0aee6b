//! Expressions that are literal: numbers with or without a minus, strings, bools, null, tuples and objects, in
//! parentheses or not.
//!
//! A literal goes from the tree to the visitor, converted to what was asked for, with nothing in between.
//!
//! Knows nothing of bodies and blocks.

use std::borrow::Cow;

use serde::de::{Deserializer, Error as _, Unexpected, Visitor};

use super::Input;
use super::enum_::{UnitVariant, Variant};
use super::number::{Written, for_each_number, unsuitable};
use super::object::{self, ObjectAccess};
use super::text::TextDeserializer;
use super::tuple::TupleAccess;
use super::unevaluated::unevaluated;
use crate::error::{Error, Result};
use crate::protocol::NUMBER;
use crate::syntax::tree::view::{LiteralView, Shape, View};
use crate::syntax::tree::{NodeId, UnaryOperator};

/// The expression of an attribute, or a part of it.
#[derive(Clone, Copy)]
pub(super) struct ExpressionDeserializer<'de, 'a> {
    pub(super) input: &'a Input<'de, 'a>,
    pub(super) id: NodeId,
}

/// What a literal expression says.
#[derive(Clone, Copy)]
pub(super) enum Literal<'de, 'a> {
    Null,
    Bool(bool),
    Number(Written<'de>),
    String(LiteralView),
    /// The elements.
    Tuple(&'a [u32]),
    /// The items.
    Object(&'a [u32]),
}

/// Reads an expression that is literal.
pub(super) fn literal<'de, 'a>(view: View<'de, 'a>, id: NodeId) -> Result<Literal<'de, 'a>> {
    let mut at = id;
    let (mut is_signed, mut negative) = (false, false);
    loop {
        match view.shape(at) {
            Shape::Number(text) => return Ok(Literal::Number(Written { text, negative })),
            Shape::Parentheses(inner) => at = inner,
            Shape::Unary(UnaryOperator::Negate, operand) => {
                (is_signed, negative) = (true, !negative);
                at = operand;
            }
            _ if is_signed => return Err(unevaluated(view, id)),
            Shape::Literal(literal) => return Ok(Literal::String(literal)),
            Shape::Bool(bool) => return Ok(Literal::Bool(bool)),
            Shape::Null => return Ok(Literal::Null),
            Shape::Tuple(elements) => return Ok(Literal::Tuple(elements)),
            Shape::Object(items) => return Ok(Literal::Object(items)),
            _ => return Err(unevaluated(view, at)),
        }
    }
}

/// Whether an expression is the literal `null`.
pub(super) fn is_null(view: View<'_, '_>, mut id: NodeId) -> bool {
    loop {
        match view.shape(id) {
            Shape::Null => return true,
            Shape::Parentheses(inner) => id = inner,
            _ => return false,
        }
    }
}

impl<'de, 'a> ExpressionDeserializer<'de, 'a> {
    fn literal(self) -> Result<Literal<'de, 'a>> {
        literal(self.input.view, self.id)
    }

    fn text(self, literal: LiteralView) -> TextDeserializer<'de> {
        TextDeserializer(self.input.view.literal(literal))
    }

    /// Gives the visitor the literal as it is.
    fn visit<V: Visitor<'de>>(self, literal: Literal<'de, 'a>, visitor: V) -> Result<V::Value> {
        match literal {
            Literal::Null => visitor.visit_unit(),
            Literal::Bool(bool) => visitor.visit_bool(bool),
            Literal::Number(written) => written.visit(visitor),
            Literal::String(literal) => self.text(literal).deserialize_any(visitor),
            Literal::Tuple(elements) => TupleAccess::visit(self.input, elements, visitor),
            Literal::Object(items) => ObjectAccess::visit(self, (items, None), visitor),
        }
    }
}

macro_rules! numbers {
    ($($deserialize:ident $visit:ident $read:ident,)*) => {$(
        fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.literal()? {
                Literal::Number(written) => visitor.$visit(written.$read().map_err(unsuitable)?),
                Literal::String(literal) => self.text(literal).$deserialize(visitor),
                other => self.visit(other, visitor),
            }
        }
    )*};
}

/// Requests that a literal meets by what it is.
macro_rules! as_it_is {
    ($($deserialize:ident($($argument:ident: $type:ty),*))*) => {$(
        fn $deserialize<V: Visitor<'de>>(self, $($argument: $type,)* visitor: V) -> Result<V::Value> {
            $(let _ = $argument;)*
            self.deserialize_any(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for ExpressionDeserializer<'de, '_> {
    type Error = Error;

    for_each_number!(numbers);

    as_it_is! {
        deserialize_unit()
        deserialize_seq()
        deserialize_tuple(len: usize)
        deserialize_tuple_struct(name: &'static str, len: usize)
        deserialize_map()
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit(self.literal()?, visitor)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.literal()? {
            Literal::String(literal) => self.text(literal).deserialize_bool(visitor),
            other => self.visit(other, visitor),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let literal = self.literal()?;
        match to_text(self.input.view, literal)? {
            Some(text) => TextDeserializer(text).deserialize_any(visitor),
            None => self.visit(literal, visitor),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.literal()? {
            Literal::String(literal) => self.text(literal).deserialize_bytes(visitor),
            other => self.visit(other, visitor),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if is_null(self.input.view, self.id) {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    /// As it is written: `{}`.
    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        match self.literal()? {
            Literal::Object([]) => visitor.visit_unit(),
            other => self.visit(other, visitor),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        if name != NUMBER {
            return visitor.visit_newtype_struct(self);
        }
        match self.literal()? {
            Literal::Number(Written { text, negative }) if !negative => {
                visitor.visit_borrowed_str(text)
            }
            Literal::Number(Written { text, .. }) => visitor.visit_string(format!("-{text}")),
            other => self.visit(other, visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.literal()? {
            Literal::Object(items) => ObjectAccess::visit(self, (items, Some(fields)), visitor),
            // A derived struct would take it, field by field.
            Literal::Tuple(_) => Err(Error::invalid_type(Unexpected::Seq, &visitor)),
            other => self.visit(other, visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let view = self.input.view;
        match self.literal()? {
            Literal::String(literal) => visitor.visit_enum(UnitVariant(view.literal(literal))),
            Literal::Object([item]) => {
                let item = object::item(view, *item)?;
                visitor.visit_enum(Variant {
                    name: item.key,
                    name_span: item.key_span,
                    is_label: false,
                    content: ExpressionDeserializer {
                        id: item.value,
                        ..self
                    },
                    content_span: view.tree.span(item.value),
                })
            }
            Literal::Object(items) => {
                let found = format!("an object with {} keys", items.len());
                let expected = "an object with one key, which names the variant";
                Err(Error::invalid_type(Unexpected::Other(&found), &expected))
            }
            other => self.visit(other, visitor),
        }
    }

    /// Nobody wants to know: whatever the expression is, it is not looked at.
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }
}

/// The string that a literal stands for where a string is wanted whatever it is.
pub(super) fn to_text<'de>(
    view: View<'de, '_>,
    literal: Literal<'de, '_>,
) -> Result<Option<Cow<'de, str>>> {
    Ok(match literal {
        Literal::String(literal) => Some(view.literal(literal)),
        Literal::Bool(bool) => Some(Cow::Borrowed(if bool { "true" } else { "false" })),
        Literal::Number(written) => Some(match written.canonical() {
            Some(text) => Cow::Borrowed(text),
            None => Cow::Owned(written.number().map_err(unsuitable)?.to_string()),
        }),
        Literal::Null | Literal::Tuple(_) | Literal::Object(_) => None,
    })
}
