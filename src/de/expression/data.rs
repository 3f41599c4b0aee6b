//! Expressions as data: the answers to what a type asks of one.
//!
//! Knows nothing of bodies and blocks.

use std::borrow::Cow;

use serde::de::{Deserializer, Visitor};

use super::{ExpressionData, Literal, TupleElements, calls_functions, embedded, literal, to_text};
use crate::de::capture;
use crate::de::data::{Data, DataKind, Functions};
use crate::de::data_deserializer::DataDeserializer;
use crate::de::json::JsonStructure;
use crate::de::number::{NumberText, Numeral, Short};
use crate::de::object_items::ObjectItems;
use crate::de::text::TextDeserializer;
use crate::de::unevaluated;
use crate::de::value::ValueData;
use crate::error::{Error, Result};
use crate::protocol::Handover;
use crate::source;
use crate::span::Span;
use crate::syntax::tree::view::{ExpressionView, PartView, View};
use crate::syntax::tree::{NodeId, NodeKind};

impl<'de, 'a> Data<'de> for ExpressionData<'de, 'a> {
    type Evaluated = ValueData<'de, 'a>;
    type Structure<'s>
        = JsonStructure<'s, 'de, 'a>
    where
        Self: 's;
    type Sequence = TupleElements<'de, 'a>;
    type Object = ObjectItems<'de, 'a>;

    #[inline]
    fn kind(&self) -> DataKind {
        match self.node().kind {
            NodeKind::Number => DataKind::Number,
            NodeKind::True => DataKind::Bool(true),
            NodeKind::False => DataKind::Bool(false),
            NodeKind::QuotedLiteral | NodeKind::HeredocLiteral | NodeKind::JsonString => {
                DataKind::String
            }
            NodeKind::Tuple => DataKind::Sequence,
            NodeKind::Object => DataKind::Object,
            NodeKind::Null => DataKind::Null,
            NodeKind::JsonTemplate if self.is_raw_text() => DataKind::String,
            NodeKind::Parentheses | NodeKind::Unary => self.inner_kind(),
            _ => DataKind::Unevaluated,
        }
    }

    fn text(&self) -> Cow<'de, str> {
        match literal(self.input.view, self.id) {
            Some(Literal::String(literal)) => self.input.view.literal(literal),
            None if self.is_raw_text() => self.input.view.raw_text(self.id),
            _ => Cow::default(),
        }
    }

    #[inline]
    fn plain_text(&self) -> Option<&'de str> {
        self.input.view.plain_literal(self.id)
    }

    fn number(&self) -> Numeral<'de> {
        Numeral::Text(match literal(self.input.view, self.id) {
            Some(Literal::Number(written)) => written,
            _ => NumberText::string(""),
        })
    }

    #[inline]
    fn short_number(&self) -> Option<Short> {
        let node = self.node();
        let is_number = node.kind == NodeKind::Number;
        is_number.then(|| node.small().map(Short)).flatten()
    }

    fn to_text(&self) -> Result<Cow<'de, str>> {
        let text = match literal(self.input.view, self.id) {
            Some(literal) => to_text(self.input, literal)?,
            None if self.is_raw_text() => Some(self.input.view.raw_text(self.id)),
            None => None,
        };
        Ok(text.unwrap_or_default())
    }

    #[inline]
    fn sequence(self) -> Result<TupleElements<'de, 'a>> {
        Ok(TupleElements {
            input: self.input,
            elements: self.input.view.elements(self.inner()),
        })
    }

    #[inline]
    fn object(self) -> Result<ObjectItems<'de, 'a>> {
        ObjectItems::read(self)
    }

    fn error(self) -> Error {
        self.evaluate().error()
    }

    fn evaluate(self) -> ValueData<'de, 'a> {
        ValueData::of_expression(self.input.evaluate(self.id), self)
    }

    fn may_be_null(&self, functions: Functions) -> bool {
        let mut view: View<'_, '_> = self.input.view;
        let mut id = self.id;
        loop {
            id = match view.expression_inlined(id) {
                ExpressionView::Parentheses(inner) => inner,
                ExpressionView::Embedded => match embedded(view, id) {
                    Some((template, root)) => {
                        view = template;
                        root
                    }
                    None => return false,
                },
                // Only a template that is one interpolation is not a string.
                ExpressionView::Template => match *view.template(id).parts {
                    [part] => match view.part(part) {
                        PartView::Interpolation(inner) => inner,
                        _ => return false,
                    },
                    _ => return false,
                },
                ExpressionView::FunctionCall(_) => {
                    return functions == Functions::Called && self.call_may_be_null(view, id);
                }
                ExpressionView::Variable(_) | ExpressionView::Null => return true,
                ExpressionView::GetAttr(..)
                | ExpressionView::LegacyIndex(..)
                | ExpressionView::Index(..)
                | ExpressionView::Conditional(_) => {
                    return functions == Functions::Called || !calls_functions(view, id);
                }
                _ => return false,
            };
        }
    }

    fn span(&self) -> Option<Span> {
        Some(self.place())
    }

    fn source(&self) -> Option<&source::Source> {
        Some(self.input.origin.source())
    }

    #[inline]
    fn structure(&self) -> Option<JsonStructure<'_, 'de, 'a>> {
        let is_structure = self.input.view.is_json_structure(self.id);
        is_structure.then_some(JsonStructure(std::slice::from_ref(self)))
    }

    fn capture(self, name: &'static str) -> Error {
        capture::hand_over(&self.handle(), name)
    }

    #[inline]
    fn visit_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.input.shared.options.is_unevaluated {
            return unevaluated::visit(self, visitor);
        }
        DataDeserializer(self).visit(visitor)
    }

    fn visit_value<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.input.shared.options.is_unevaluated {
            return unevaluated::visit_value(self, visitor);
        }
        let view = self.input.view;
        match literal(view, self.id) {
            Some(Literal::Null) => visitor.visit_unit(),
            Some(Literal::Bool(bool)) => visitor.visit_bool(bool),
            Some(Literal::String(literal)) => {
                TextDeserializer::new(view.literal(literal)).deserialize_any(visitor)
            }
            Some(Literal::Number(written)) if written.is_short_integer() => {
                Numeral::Text(written).natural()?.visit(visitor)
            }
            _ => {
                let value = self.input.evaluate(self.id)?;
                Err(Error::handover(Handover::new(value)))
            }
        }
    }
}

impl ExpressionData<'_, '_> {
    /// Whether the function that the expression calls, if it calls one, could give null.
    fn call_may_be_null(self, view: View<'_, '_>, id: NodeId) -> bool {
        let name = view.function_name(view.call(id));
        let function = self
            .input
            .shared
            .options
            .ctx
            .as_ref()
            .and_then(|ctx| ctx.function(&name));
        function.is_some_and(|function| !function.is_never_null())
    }
}
