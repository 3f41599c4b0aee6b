//! Expressions: what is literal goes from the tree to the visitor with nothing in between, converted to what was asked
//! for; everything else is evaluated first.
//!
//! Literal are numbers with or without a minus, strings, bools, null, tuples and objects, in parentheses or not. The
//! elements of a tuple or an object may be of either kind.
//!
//! Knows nothing of bodies and blocks.

use std::borrow::Cow;

use serde::de::{Deserializer, Error as _, Unexpected, Visitor};

use super::capture;
use super::enum_::{UnitVariant, Variant};
use super::input::{Input, apart};
use super::number::{Short, Written, for_each_number, unsuitable};
use super::object::{Items, ObjectAccess};
use super::spanned::SpannedAccess;
use super::text::TextDeserializer;
use super::tuple::TupleAccess;
use super::value::ValueDeserializer;
use crate::error::{Error, Result};
use crate::protocol::{self, Handover};
use crate::span::Span;
use crate::syntax::tree::view::{LiteralView, PartView, Shape, View};
use crate::syntax::tree::{NodeId, NodeKind, UnaryOperator};
use crate::value::Value;

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

/// Whether there is anything in an expression for a field of a struct, to which null is as good as nothing.
pub(super) enum Presence {
    Absent,
    Present,
    /// It has been evaluated to find out.
    Evaluated(Value),
}

/// Reads an expression, if it is literal.
pub(super) fn literal<'de, 'a>(view: View<'de, 'a>, id: NodeId) -> Option<Literal<'de, 'a>> {
    let mut at = id;
    let (mut is_signed, mut negative) = (false, false);
    loop {
        match view.shape(at) {
            Shape::Number(text) => return Some(Literal::Number(Written { text, negative })),
            Shape::Parentheses(inner) => at = inner,
            Shape::Unary(UnaryOperator::Negate, operand) => {
                (is_signed, negative) = (true, !negative);
                at = operand;
            }
            _ if is_signed => return None,
            Shape::Literal(literal) => return Some(Literal::String(literal)),
            Shape::Bool(bool) => return Some(Literal::Bool(bool)),
            Shape::Null => return Some(Literal::Null),
            Shape::Tuple(elements) => return Some(Literal::Tuple(elements)),
            Shape::Object(items) => return Some(Literal::Object(items)),
            _ => return None,
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
    pub(super) fn span(self) -> Span {
        self.input.view.tree.span(self.id)
    }

    pub(super) fn literal(self) -> Option<Literal<'de, 'a>> {
        literal(self.input.view, self.id)
    }

    /// Whether the expression is a bool, and which.
    #[inline]
    fn bool(self) -> Option<bool> {
        match self.input.view.tree.node(self.id).kind {
            NodeKind::True => Some(true),
            NodeKind::False => Some(false),
            _ => None,
        }
    }

    /// Whether a look at the expression shows that it is literal and not null.
    #[inline]
    fn is_something(self) -> bool {
        let kind = self.input.view.tree.node(self.id).kind;
        let is_collection = matches!(kind, NodeKind::Tuple | NodeKind::Object);
        is_collection || (kind.is_literal() && kind != NodeKind::Null)
    }

    /// The number that the expression is, if it is one of few digits.
    #[inline]
    fn short(self) -> Option<Short> {
        let node = self.input.view.tree.node(self.id);
        let is_number = node.kind == NodeKind::Number;
        is_number.then(|| node.small().map(Short)).flatten()
    }

    /// The elements or items of the expression, if it is of this kind, which has some.
    #[inline]
    fn elements(self, kind: NodeKind) -> Option<&'a [u32]> {
        let node = self.input.view.tree.node(self.id);
        (node.kind == kind).then(|| self.input.view.tree.counted(node.data))
    }

    /// Evaluates the expression and decodes what it gives.
    #[inline(never)]
    fn evaluated<T>(
        self,
        decode: impl FnOnce(ValueDeserializer<'de, 'a>) -> Result<T>,
    ) -> Result<T> {
        let value = self.input.evaluate(self.id)?;
        decode(ValueDeserializer::of_expression(value, self))
    }

    /// Whether a look at the expression leaves open whether it is null.
    #[inline]
    pub(super) fn is_uncertain(self) -> bool {
        matches!(
            self.input.view.tree.node(self.id).kind,
            NodeKind::Null
                | NodeKind::Parentheses
                | NodeKind::Variable
                | NodeKind::GetAttr
                | NodeKind::LegacyIndex
                | NodeKind::Index
                | NodeKind::Conditional
                | NodeKind::QuotedTemplate
                | NodeKind::HeredocTemplate
                | NodeKind::BareTemplate
        )
    }

    /// Whether a field gets anything from the expression, as far as that can be known without calling a function: a
    /// field may ask for the expression itself, and then nothing is to happen.
    pub(super) fn presence(self) -> Presence {
        let view = self.input.view;
        if is_null(view, self.id) {
            return Presence::Absent;
        }
        if !may_be_null(view, self.id) || calls(view, self.id) {
            return Presence::Present;
        }
        match self.input.evaluate_recoverable(self.id) {
            (value, diagnostics) if diagnostics.is_empty() && value.is_null() => Presence::Absent,
            (value, diagnostics) if diagnostics.is_empty() => Presence::Evaluated(value),
            _ => Presence::Present,
        }
    }

    #[inline]
    fn text(self, literal: LiteralView) -> TextDeserializer<'de> {
        TextDeserializer::new(self.input.view.literal(literal))
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

    /// Gives the visitor the string that stands for the expression.
    #[inline(never)]
    fn visit_text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let view = self.input.view;
        if let Shape::Literal(literal) = view.shape(self.id) {
            return self.text(literal).deserialize_any(visitor);
        }
        let Some(literal) = self.literal() else {
            return self.evaluated(|value| value.deserialize_str(visitor));
        };
        match to_text(view, literal)? {
            Some(text) => TextDeserializer::new(text).deserialize_any(visitor),
            None => self.visit(literal, visitor),
        }
    }

    /// Gives the visitor of a [`Value`] what it stands for, with its type and every digit.
    fn visit_value<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.literal() {
            Some(Literal::Null) => visitor.visit_unit(),
            Some(Literal::Bool(bool)) => visitor.visit_bool(bool),
            Some(Literal::String(literal)) => self.text(literal).deserialize_any(visitor),
            Some(Literal::Number(written)) if written.short().is_some() => written.visit(visitor),
            _ => Err(Error::handover(Handover::new(
                self.input.evaluate(self.id)?,
            ))),
        }
    }

    /// One element, if it is no list of them.
    fn visit_one_or_many<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.literal() {
            Some(Literal::Tuple(_)) => self.deserialize_seq(visitor),
            Some(Literal::Null) => TupleAccess::visit(self.input, &[], visitor),
            Some(_) => visitor.visit_some(self),
            None => self.evaluated(|value| value.visit_one_or_many(visitor)),
        }
    }

    fn visit_number<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.literal() {
            Some(Literal::Number(Written { text, negative })) if !negative => {
                visitor.visit_borrowed_str(text)
            }
            Some(Literal::Number(Written { text, .. })) => visitor.visit_string(format!("-{text}")),
            Some(other) => self.visit(other, visitor),
            None => self.evaluated(|value| value.visit_number(visitor)),
        }
    }
}

/// Whether the value of an expression could be null at all: most can be seen not to be.
fn may_be_null(view: View<'_, '_>, mut id: NodeId) -> bool {
    loop {
        match view.shape(id) {
            Shape::Parentheses(inner) => id = inner,
            Shape::Variable(_)
            | Shape::GetAttr(..)
            | Shape::LegacyIndex(..)
            | Shape::Index(..)
            | Shape::Conditional(_) => return true,
            // Only a template that is one interpolation is not a string.
            Shape::Template => match *view.template(id).parts {
                [part] => match view.part(part) {
                    PartView::Interpolation(inner) => id = inner,
                    _ => return false,
                },
                _ => return false,
            },
            _ => return false,
        }
    }
}

/// Whether there is a function call in an expression.
fn calls(view: View<'_, '_>, id: NodeId) -> bool {
    let mut open = vec![id];
    while let Some(id) = open.pop() {
        if matches!(view.shape(id), Shape::FunctionCall(_)) {
            return true;
        }
        view.for_each_child(id, |child| open.push(child));
    }
    false
}

/// What the expression says literally, or else the answer of the value that it has.
macro_rules! literal_or_value {
    ($this:ident.$deserialize:ident($($argument:ident),*)) => {
        match $this.literal() {
            Some(literal) => literal,
            None => return $this.evaluated(|value| value.$deserialize($($argument),*)),
        }
    };
}

macro_rules! numbers {
    ($($deserialize:ident $visit:ident $read:ident,)*) => {$(
        fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            // Most numbers are a few digits, which the tree has read.
            if let Some(number) = self.short().and_then(Short::$read) {
                return visitor.$visit(number);
            }
            apart(|| match literal_or_value!(self.$deserialize(visitor)) {
                Literal::Number(written) => visitor.$visit(written.$read().map_err(unsuitable)?),
                Literal::String(literal) => self.text(literal).$deserialize(visitor),
                other => self.visit(other, visitor),
            })
        }
    )*};
}

/// Requests that are those for a string.
macro_rules! as_text {
    ($($deserialize:ident)*) => {$(
        fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            // What is asked for as a string mostly is one without escape sequences.
            match self.input.view.plain_literal(self.id) {
                Some(text) => visitor.visit_borrowed_str(text),
                None => self.visit_text(visitor),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for ExpressionDeserializer<'de, '_> {
    type Error = Error;

    for_each_number!(numbers);

    as_text! { deserialize_str deserialize_string deserialize_char deserialize_identifier }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let literal = literal_or_value!(self.deserialize_any(visitor));
        self.visit(literal, visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.elements(NodeKind::Tuple) {
            Some(elements) => TupleAccess::visit(self.input, elements, visitor),
            None => apart(|| self.deserialize_any(visitor)),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.elements(NodeKind::Object) {
            Some(items) => ObjectAccess::visit(self, (items, None), visitor),
            None => apart(|| self.deserialize_any(visitor)),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_any(visitor)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if let Some(bool) = self.bool() {
            return visitor.visit_bool(bool);
        }
        apart(|| match literal_or_value!(self.deserialize_bool(visitor)) {
            Literal::String(literal) => self.text(literal).deserialize_bool(visitor),
            other => self.visit(other, visitor),
        })
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match literal_or_value!(self.deserialize_bytes(visitor)) {
            Literal::String(literal) => self.text(literal).deserialize_bytes(visitor),
            other => self.visit(other, visitor),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.is_something() {
            return visitor.visit_some(self);
        }
        apart(|| match self.literal() {
            Some(Literal::Null) => visitor.visit_none(),
            None if !capture::is_option_of_captured::<V>() => {
                self.evaluated(|value| value.deserialize_option(visitor))
            }
            _ => visitor.visit_some(self),
        })
    }

    /// As it is written: `{}`.
    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        match literal_or_value!(self.deserialize_unit_struct(name, visitor)) {
            Literal::Object([]) => visitor.visit_unit(),
            other => self.visit(other, visitor),
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
            protocol::SPANNED => SpannedAccess::visit(self.span(), self, visitor),
            protocol::ONE_OR_MANY => self.visit_one_or_many(visitor),
            protocol::EXPRESSION | protocol::TEMPLATE | protocol::TRAVERSAL => {
                Err(capture::hand_over(self, name))
            }
            protocol::BODY => {
                let found = Unexpected::Other("an attribute; only a block has a body");
                Err(Error::invalid_type(found, &visitor))
            }
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        if let Some(items) = self.elements(NodeKind::Object) {
            return ObjectAccess::visit(self, (items, Some(fields)), visitor);
        }
        match literal_or_value!(self.deserialize_struct(name, fields, visitor)) {
            Literal::Object(items) => ObjectAccess::visit(self, (items, Some(fields)), visitor),
            // A derived struct would take it, field by field.
            Literal::Tuple(_) => Err(Error::invalid_type(Unexpected::Seq, &visitor)),
            other => self.visit(other, visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let view = self.input.view;
        match literal_or_value!(self.deserialize_enum(name, variants, visitor)) {
            Literal::String(literal) => visitor.visit_enum(UnitVariant(view.literal(literal))),
            Literal::Object(ids @ [_]) => {
                let item = Items::read(self.input, ids)?.get(0);
                visitor.visit_enum(Variant {
                    name: item.key,
                    name_span: Some(item.key_span),
                    is_label: false,
                    content: ExpressionDeserializer {
                        id: item.value,
                        ..self
                    },
                    content_span: Some(view.tree.span(item.value)),
                })
            }
            Literal::Object(items) => Err(not_one_key(items.len())),
            other => self.visit(other, visitor),
        }
    }

    /// Nobody wants to know: whatever the expression is, it is not looked at.
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }
}

/// The error of an object that is to name a variant.
#[cold]
pub(super) fn not_one_key(count: usize) -> Error {
    let found = format!("an object with {count} keys");
    let expected = "an object with one key, which names the variant";
    Error::invalid_type(Unexpected::Other(&found), &expected)
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
