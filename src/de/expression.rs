//! Expressions of a tree as sources.
//!
//! Literal are numbers with or without a minus, strings, bools, null, tuples and objects, in parentheses or not. The
//! elements of a tuple or an object may be of either kind.
//!
//! Knows nothing of bodies and blocks.

use std::borrow::Cow;
use std::sync::Arc;

use serde::de::{Deserializer, Visitor};

use super::capture;
use super::deserializer::SourceDeserializer;
use super::input::Input;
use super::json::JsonStructure;
use super::number::{Numeral, Short, Written, unsuitable};
use super::object_items::ObjectItems;
use super::source::{Functions, Kind, Sequence, Source};
use super::text::TextDeserializer;
use super::unevaluated;
use super::value::ValueSource;
use crate::error::{Error, Result};
use crate::protocol::Handover;
use crate::source;
use crate::span::Span;
use crate::syntax::tree::handle::Expression;
use crate::syntax::tree::view::{ExpressionView, LiteralView, PartView, View};
use crate::syntax::tree::{Node, NodeId, NodeKind, UnaryOperator};

/// The expression of an attribute, or a part of it.
#[derive(Clone, Copy)]
pub(super) struct ExpressionSource<'de, 'a> {
    pub(super) input: &'a Input<'de, 'a>,
    pub(super) id: NodeId,
}

/// What a literal expression says.
#[derive(Clone, Copy)]
pub(super) enum Literal<'de> {
    Null,
    Bool(bool),
    Number(Written<'de>),
    String(LiteralView),
    Tuple,
    Object,
}

/// Reads an expression, if it is literal.
pub(super) fn literal<'de>(view: View<'de, '_>, id: NodeId) -> Option<Literal<'de>> {
    let mut at = id;
    let (mut is_signed, mut negative) = (false, false);
    loop {
        match view.expression(at) {
            ExpressionView::Number(text) => {
                return Some(Literal::Number(Written { text, negative }));
            }
            ExpressionView::Parentheses(inner) => at = inner,
            ExpressionView::Unary(UnaryOperator::Negate, operand) => {
                (is_signed, negative) = (true, !negative);
                at = operand;
            }
            _ if is_signed => return None,
            ExpressionView::Literal(literal) => return Some(Literal::String(literal)),
            ExpressionView::Bool(bool) => return Some(Literal::Bool(bool)),
            ExpressionView::Null => return Some(Literal::Null),
            ExpressionView::Tuple(_) => return Some(Literal::Tuple),
            ExpressionView::Object(_) => return Some(Literal::Object),
            _ => return None,
        }
    }
}

/// A literal as a string: numbers and bools are strings too. None for null, tuples and objects.
pub(super) fn to_text<'de>(
    input: &Input<'de, '_>,
    literal: Literal<'de>,
) -> Result<Option<Cow<'de, str>>> {
    Ok(match literal {
        Literal::String(literal) => Some(input.view.literal(literal)),
        Literal::Bool(bool) => Some(Cow::Borrowed(if bool { "true" } else { "false" })),
        Literal::Number(written) => Some(match written.canonical() {
            Some(text) => Cow::Borrowed(text),
            None => Cow::Owned(input.number_text(&written.number().map_err(unsuitable)?)?),
        }),
        Literal::Null | Literal::Tuple | Literal::Object => None,
    })
}

impl<'a> ExpressionSource<'_, 'a> {
    /// A handle of the expression.
    pub(super) fn handle(self) -> Expression {
        Expression::new(Arc::clone(self.input.origin.document()), self.id)
    }

    /// The nodes of the items of an object.
    pub(super) fn items(self) -> &'a [u32] {
        self.input.view.elements(self.inner())
    }

    #[inline]
    fn node(self) -> Node {
        self.input.view.tree.node(self.id)
    }

    /// The expression in the parentheses around it, if there are any.
    #[inline]
    fn inner(self) -> NodeId {
        let mut source = self;
        while source.node().kind == NodeKind::Parentheses {
            source.id = NodeId(source.node().data);
        }
        source.id
    }

    /// What is in parentheses or has a sign.
    #[inline(never)]
    fn inner_kind(self) -> Kind {
        match literal(self.input.view, self.id) {
            Some(Literal::Null) => Kind::Null,
            Some(Literal::Bool(bool)) => Kind::Bool(bool),
            Some(Literal::Number(_)) => Kind::Number,
            Some(Literal::String(_)) => Kind::String,
            Some(Literal::Tuple) => Kind::Sequence,
            Some(Literal::Object) => Kind::Object,
            None => Kind::Unevaluated,
        }
    }

    /// Whether the expression is a string of JSON with template sequences that are literal text: there is no context.
    #[inline]
    fn is_raw_text(self) -> bool {
        self.node().kind == NodeKind::JsonTemplate && self.input.shared.ctx.is_none()
    }

    /// Whether the expression is written in JSON syntax.
    pub(super) fn is_json(self) -> bool {
        self.input.view.tree.strings().is_some()
    }

    /// The span of the expression.
    pub(super) fn place(self) -> Span {
        self.input.view.tree.span(self.id)
    }

    /// Whether there is a function call in the expression.
    pub(super) fn calls_functions(self) -> bool {
        calls_functions(self.input.view, self.id)
    }

    /// Whether the function that the expression calls, if it calls one, could give null.
    fn call_may_be_null(self, view: View<'_, '_>, id: NodeId) -> bool {
        let name = view.function_name(view.call(id));
        let function = self.input.shared.ctx.and_then(|ctx| ctx.function(&name));
        function.is_some_and(|function| !function.is_never_null())
    }
}

impl<'de, 'a> Source<'de> for ExpressionSource<'de, 'a> {
    type Evaluated = ValueSource<'de, 'a>;
    type Structure = JsonStructure<'de, 'a>;
    type Sequence = TupleElements<'de, 'a>;
    type Object = ObjectItems<'de, 'a>;

    #[inline]
    fn kind(&self) -> Kind {
        match self.node().kind {
            NodeKind::Number => Kind::Number,
            NodeKind::True => Kind::Bool(true),
            NodeKind::False => Kind::Bool(false),
            NodeKind::QuotedLiteral | NodeKind::HeredocLiteral | NodeKind::JsonString => {
                Kind::String
            }
            NodeKind::Tuple => Kind::Sequence,
            NodeKind::Object => Kind::Object,
            NodeKind::Null => Kind::Null,
            NodeKind::JsonTemplate if self.is_raw_text() => Kind::String,
            NodeKind::Parentheses | NodeKind::Unary => self.inner_kind(),
            _ => Kind::Unevaluated,
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
        Numeral::Written(match literal(self.input.view, self.id) {
            Some(Literal::Number(written)) => written,
            _ => Written::string(""),
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
        ObjectItems::read(self, self.items())
    }

    fn error(self) -> Error {
        self.evaluate().error()
    }

    fn evaluate(self) -> ValueSource<'de, 'a> {
        ValueSource::of_expression(self.input.evaluate(self.id), self)
    }

    fn may_be_null(&self, functions: Functions) -> bool {
        let mut view: View<'_, '_> = self.input.view;
        let mut id = self.id;
        loop {
            id = match view.expression(id) {
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
                ExpressionView::Variable(_) => return true,
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
    fn structure(&self) -> Option<JsonStructure<'de, 'a>> {
        let is_structure = self.input.view.is_json_structure(self.id);
        is_structure.then_some(JsonStructure(ExpressionSource { ..*self }))
    }

    fn capture<V: Visitor<'de>>(self, name: &'static str, _visitor: V) -> Result<V::Value> {
        Err(capture::hand_over(self, name))
    }

    #[inline]
    fn visit_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.input.shared.is_unevaluated {
            return unevaluated::visit(self, visitor);
        }
        SourceDeserializer(self).visit(visitor)
    }

    fn visit_value<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.input.shared.is_unevaluated {
            return unevaluated::visit_value(self, visitor);
        }
        let view = self.input.view;
        match literal(view, self.id) {
            Some(Literal::Null) => visitor.visit_unit(),
            Some(Literal::Bool(bool)) => visitor.visit_bool(bool),
            Some(Literal::String(literal)) => {
                TextDeserializer::new(view.literal(literal)).deserialize_any(visitor)
            }
            Some(Literal::Number(written)) if written.short().is_some() => {
                Numeral::Written(written).natural()?.visit(visitor)
            }
            _ => {
                let value = self.input.evaluate(self.id)?;
                Err(Error::handover(Handover::new(value)))
            }
        }
    }
}

/// The template in a string of JSON, unless something is wrong with it.
fn embedded<'a>(view: View<'_, 'a>, id: NodeId) -> Option<(View<'a, 'a>, NodeId)> {
    view.embedded(id)?.view()
}

/// Whether there is a function call in an expression.
fn calls_functions(view: View<'_, '_>, id: NodeId) -> bool {
    let mut open = vec![id];
    while let Some(id) = open.pop() {
        let is_call = match view.expression(id) {
            ExpressionView::FunctionCall(_) => true,
            // No string of JSON is in the native syntax of another one.
            ExpressionView::Embedded => {
                embedded(view, id).is_some_and(|(view, root)| calls_functions(view, root))
            }
            _ => false,
        };
        if is_call {
            return true;
        }
        view.for_each_child(id, |child| open.push(child));
    }
    false
}

/// The elements of a tuple.
pub(super) struct TupleElements<'de, 'a> {
    input: &'a Input<'de, 'a>,
    elements: &'a [u32],
}

impl<'de, 'a> TupleElements<'de, 'a> {
    pub(super) fn new(input: &'a Input<'de, 'a>, elements: &'a [u32]) -> Self {
        TupleElements { input, elements }
    }
}

impl<'de, 'a> Sequence<'de> for TupleElements<'de, 'a> {
    type Element = ExpressionSource<'de, 'a>;

    #[inline]
    fn len(&self) -> usize {
        self.elements.len()
    }

    #[inline]
    fn element(&self, index: usize) -> ExpressionSource<'de, 'a> {
        ExpressionSource {
            input: self.input,
            id: NodeId(self.elements[index]),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::de::Deserializer;
    use crate::syntax::tree::view::ItemView;

    /// Looks at the expression of an attribute.
    pub(in crate::de) fn look(expression: &str, look: impl FnOnce(ExpressionSource<'_, '_>)) {
        let text = format!("x = {expression}\n");
        let deserializer = Deserializer::parse(&text).expect("it is an expression");
        let looked = deserializer.decode(|body| {
            if let ItemView::Attribute(attribute) = body.0.item(0) {
                let (input, id) = (body.0.first_input(), attribute.expression);
                look(ExpressionSource { input, id });
            }
            Ok(())
        });
        looked.expect("looking does not fail");
    }

    #[test]
    fn plain_text_is_what_reading_gives() {
        for (expression, is_plain) in [
            ("\"abc\"", true),
            ("\"\"", true),
            ("\"a b-c.d/e_f\"", true),
            ("\"a\\n\"", false),
            ("\"$${a}\"", false),
            ("\"e\u{301}\"", false),
            ("<<E\na\nE", false),
            ("(\"abc\")", false),
        ] {
            look(expression, |source| {
                let plain = source.plain_text();
                assert_eq!(plain.is_some(), is_plain, "{expression}");
                assert!(plain.is_none_or(|plain| source.text() == plain));
                assert_eq!(source.kind(), Kind::String, "{expression}");
            });
        }
    }

    #[test]
    fn kinds_are_what_literals_say() {
        for expression in [
            "5",
            "-5",
            "(5)",
            "true",
            "false",
            "(true)",
            "null",
            "(null)",
            "\"a\"",
            "(\"a\")",
            "<<E\na\nE",
            "[1]",
            "([1])",
            "{ a = 1 }",
            "({ a = 1 })",
            "a",
            "f()",
            "-a",
            "-true",
            "!true",
            "\"${a}\"",
            "a.b",
            "a[0]",
            "1 + 1",
            "a ? b : c",
            "[for a in b : a]",
            "a.*.b",
        ] {
            look(expression, |source| {
                assert_eq!(source.kind(), source.inner_kind(), "{expression}");
            });
        }
    }

    #[test]
    fn short_numbers_are_what_reading_gives() {
        for (expression, is_short) in [
            ("0", true),
            ("80", true),
            ("4294967295", true),
            ("1.5", true),
            ("0.30", true),
            ("80.0", true),
            ("4294967296", false),
            ("1e3", false),
            ("-5", false),
            ("(5)", false),
        ] {
            look(expression, |source| {
                let short = source.short_number();
                assert_eq!(short.is_some(), is_short, "{expression}");
                assert_eq!(source.kind(), Kind::Number, "{expression}");
                let number = source.number();
                if let Some(integer) = short.and_then(Short::integer::<u64>) {
                    assert_eq!(number.integer::<u64>(), Ok(integer), "{expression}");
                }
                if let Some(float) = short.and_then(Short::f64) {
                    assert_eq!(number.f64().map(f64::to_bits), Ok(float.to_bits()));
                }
                if let Some(float) = short.and_then(Short::f32) {
                    assert_eq!(number.f32().map(f32::to_bits), Ok(float.to_bits()));
                }
            });
        }
        look("\"5\"", |source| assert!(source.short_number().is_none()));
    }
}
