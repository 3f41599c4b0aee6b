//! Equality of source constructs, independent of where they stand.
//!
//! Two constructs are equal if they consist of equal parts in the same order. White space, comments, spans,
//! sources and the spelling of a literal are ignored: `"a"` equals a heredoc with the text `a`, `1.0` equals
//! `1`. Nothing is evaluated: `1 + 1` does not equal `2`, and `(a)` does not equal `a`.
//!
//! Trees are compared without recursion, since chains of operators have any number of links.

use super::expression::number;
use super::{Attribute, Block, Body, BodyItem, Expression, FunctionCall, Label, Template};
use crate::syntax::tree::NodeId;
use crate::syntax::tree::text::Notation;
use crate::syntax::tree::view::{ExpressionView, ForView, KeyView, PartView, View};

/// Two trees and the pairs that are still to be compared.
struct Comparison<'a> {
    views: [View<'a, 'a>; 2],
    /// The splat whose element each of the two expressions begins with.
    elements: [Option<NodeId>; 2],
    pending: Vec<Pair>,
}

/// Two parts that correspond to each other.
enum Pair {
    Expressions([NodeId; 2]),
    /// Templates, with their notation if they are branches of directives.
    Templates([(NodeId, Option<Notation>); 2]),
}

/// A part of a template. Adjacent literal texts are one part.
enum ComparedPart {
    Text(String),
    Sequence(PartView, Notation),
}

impl Comparison<'_> {
    fn run(mut self) -> bool {
        while let Some(pair) = self.pending.pop() {
            let is_equal = match pair {
                Pair::Expressions(ids) => self.expressions(ids),
                Pair::Templates(templates) => self.templates(templates),
            };
            if is_equal.is_none() {
                return false;
            }
        }
        true
    }

    fn push(&mut self, left: NodeId, right: NodeId) {
        self.pending.push(Pair::Expressions([left, right]));
    }

    fn push_all(&mut self, left: &[u32], right: &[u32]) -> Option<()> {
        same(left.len(), right.len())?;
        let pairs = left.iter().zip(right);
        let pairs = pairs.map(|(left, right)| Pair::Expressions([NodeId(*left), NodeId(*right)]));
        self.pending.extend(pairs);
        Some(())
    }

    fn push_optional(&mut self, left: Option<NodeId>, right: Option<NodeId>) -> Option<()> {
        match (left, right) {
            (Some(left), Some(right)) => self.push(left, right),
            (None, None) => {}
            _ => return None,
        }
        Some(())
    }

    /// Compares two expressions without their children, which become pending. Returns `None` if they differ.
    fn expressions(&mut self, [left, right]: [NodeId; 2]) -> Option<()> {
        let ends = [
            Some(left) == self.elements[0],
            Some(right) == self.elements[1],
        ];
        if ends.contains(&true) {
            return same(ends[0], ends[1]);
        }
        let views = self.views;
        match (views[0].expression(left), views[1].expression(right)) {
            (ExpressionView::Null, ExpressionView::Null)
            | (ExpressionView::Unknown, ExpressionView::Unknown) => Some(()),
            (ExpressionView::Bool(one), ExpressionView::Bool(other)) => same(one, other),
            (ExpressionView::Number(one), ExpressionView::Number(other)) => {
                (one == other || number(one) == number(other)).then_some(())
            }
            (ExpressionView::Variable(one), ExpressionView::Variable(other)) => {
                same(one, other)?;
                let bindings = [views[0].tree.binding(left), views[1].tree.binding(right)];
                let is_one_tree = std::ptr::eq(views[0].tree, views[1].tree);
                (bindings == [None, None] || (is_one_tree && bindings[0] == bindings[1]))
                    .then_some(())
            }
            (
                ExpressionView::Literal(_) | ExpressionView::Template,
                ExpressionView::Literal(_) | ExpressionView::Template,
            ) => {
                let pair = Pair::Templates([(left, None), (right, None)]);
                self.pending.push(pair);
                Some(())
            }
            (
                ExpressionView::Embedded,
                ExpressionView::Literal(_) | ExpressionView::Template | ExpressionView::Embedded,
            )
            | (ExpressionView::Literal(_) | ExpressionView::Template, ExpressionView::Embedded) => {
                self.embedded([left, right])
            }
            (ExpressionView::Tuple(one), ExpressionView::Tuple(other)) => self.push_all(one, other),
            (ExpressionView::Object(one), ExpressionView::Object(other)) => {
                self.objects(one, other)
            }
            (ExpressionView::For(one), ExpressionView::For(other)) => self.fors(one, other),
            (ExpressionView::FunctionCall(one), ExpressionView::FunctionCall(other)) => {
                same(views[0].function_name(one), views[1].function_name(other))?;
                same(one.expand_final, other.expand_final)?;
                self.push_all(one.arguments, other.arguments)
            }
            (one, other) => self.operations(one, other),
        }
    }

    /// Compares two templates of which one at least is a string of JSON.
    fn embedded(&self, ids: [NodeId; 2]) -> Option<()> {
        let side = |side: usize| {
            let (view, id) = (self.views[side], ids[side]);
            match view.embedded(id) {
                Some(embedded) => embedded.view(),
                None => Some((view, id)),
            }
        };
        let (left, right) = match (side(0), side(1)) {
            (Some(left), Some(right)) => (left, right),
            (None, None) => {
                return same(
                    self.views[0].raw_text(ids[0]),
                    self.views[1].raw_text(ids[1]),
                );
            }
            _ => return None,
        };
        // No string of JSON is in the native syntax of another one.
        let comparison = Comparison {
            views: [left.0, right.0],
            elements: [None, None],
            pending: vec![Pair::Templates([(left.1, None), (right.1, None)])],
        };
        comparison.run().then_some(())
    }

    fn operations(
        &mut self,
        left: ExpressionView<'_, '_>,
        right: ExpressionView<'_, '_>,
    ) -> Option<()> {
        let [left_view, right_view] = self.views;
        match (left, right) {
            (ExpressionView::Parentheses(left), ExpressionView::Parentheses(right))
            | (ExpressionView::AttributeSplat(left), ExpressionView::AttributeSplat(right))
            | (ExpressionView::FullSplat(left), ExpressionView::FullSplat(right)) => {
                self.push(left, right);
            }
            (ExpressionView::Unary(one, left), ExpressionView::Unary(other, right)) => {
                same(one, other)?;
                self.push(left, right);
            }
            (
                ExpressionView::Binary(one, left, left_end),
                ExpressionView::Binary(other, right, right_end),
            ) => {
                same(one, other)?;
                self.push(left, right);
                self.push(left_end, right_end);
            }
            (ExpressionView::Conditional(left), ExpressionView::Conditional(right)) => {
                let pairs = left.into_iter().zip(right);
                pairs.for_each(|(left, right)| self.push(left, right));
            }
            (ExpressionView::GetAttr(left, one), ExpressionView::GetAttr(right, other)) => {
                same(left_view.slice(one), right_view.slice(other))?;
                self.push(left, right);
            }
            (ExpressionView::LegacyIndex(left, one), ExpressionView::LegacyIndex(right, other)) => {
                let digits = [left_view.slice(one), right_view.slice(other)];
                same(number(digits[0]), number(digits[1]))?;
                self.push(left, right);
            }
            (ExpressionView::Index(left, one), ExpressionView::Index(right, other)) => {
                self.push(left, right);
                self.push(one, other);
            }
            _ => return None,
        }
        Some(())
    }

    fn objects(&mut self, left: &[u32], right: &[u32]) -> Option<()> {
        same(left.len(), right.len())?;
        let [left_view, right_view] = self.views;
        for (left, right) in left.iter().zip(right) {
            let (left_key, left) = left_view.object_item(*left);
            let (right_key, right) = right_view.object_item(*right);
            match (left_key, right_key) {
                (KeyView::Name(one), KeyView::Name(other)) => {
                    same(left_view.slice(one), right_view.slice(other))?;
                }
                (KeyView::Expression(one), KeyView::Expression(other)) => self.push(one, other),
                _ => return None,
            }
            self.push(left, right);
        }
        Some(())
    }

    fn fors(&mut self, left: ForView, right: ForView) -> Option<()> {
        let [left_view, right_view] = self.views;
        same(
            left.key.map(|name| left_view.slice(name)),
            right.key.map(|name| right_view.slice(name)),
        )?;
        same(left_view.slice(left.value), right_view.slice(right.value))?;
        same(left.grouping, right.grouping)?;
        self.push(left.collection, right.collection);
        self.push_optional(left.key_expression, right.key_expression)?;
        self.push(left.value_expression, right.value_expression);
        self.push_optional(left.condition, right.condition)
    }

    fn templates(&mut self, templates: [(NodeId, Option<Notation>); 2]) -> Option<()> {
        let parts = |at: usize| {
            let (id, notation) = templates[at];
            parts(self.views[at], id, notation)
        };
        let (left, right) = (parts(0), parts(1));
        same(left.len(), right.len())?;
        for (left, right) in left.into_iter().zip(right) {
            match (left, right) {
                (ComparedPart::Text(one), ComparedPart::Text(other)) => same(one, other)?,
                (ComparedPart::Sequence(left, notation), ComparedPart::Sequence(right, other)) => {
                    self.sequences((left, notation), (right, other))?;
                }
                _ => return None,
            }
        }
        Some(())
    }

    fn sequences(&mut self, left: (PartView, Notation), right: (PartView, Notation)) -> Option<()> {
        let [left_view, right_view] = self.views;
        let branches = |one, other| Pair::Templates([(one, Some(left.1)), (other, Some(right.1))]);
        match (left.0, right.0) {
            (PartView::Interpolation(one), PartView::Interpolation(other)) => self.push(one, other),
            (
                PartView::If { predicate, yes, no },
                PartView::If {
                    predicate: other,
                    yes: other_yes,
                    no: other_no,
                },
            ) => {
                self.push(predicate, other);
                self.pending.push(branches(yes, other_yes));
                match (no, other_no) {
                    (Some(no), Some(other_no)) => self.pending.push(branches(no, other_no)),
                    (None, None) => {}
                    _ => return None,
                }
            }
            (
                PartView::For {
                    key,
                    value,
                    collection,
                    body,
                },
                PartView::For {
                    key: other_key,
                    value: other_value,
                    collection: other,
                    body: other_body,
                },
            ) => {
                same(
                    key.map(|name| left_view.slice(name)),
                    other_key.map(|name| right_view.slice(name)),
                )?;
                same(left_view.slice(value), right_view.slice(other_value))?;
                self.push(collection, other);
                self.pending.push(branches(body, other_body));
            }
            _ => return None,
        }
        Some(())
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "callers compare what they have just made"
)]
fn same<T: PartialEq>(left: T, right: T) -> Option<()> {
    (left == right).then_some(())
}

/// The parts of a template.
fn parts(view: View<'_, '_>, id: NodeId, notation: Option<Notation>) -> Vec<ComparedPart> {
    let text = match view.expression(id) {
        ExpressionView::Literal(literal) => Some(view.literal(literal)),
        ExpressionView::Embedded => Some(view.raw_text(id)),
        _ => None,
    };
    if let Some(text) = text {
        let text = text.into_owned();
        return Some(text)
            .filter(|it| !it.is_empty())
            .map(ComparedPart::Text)
            .into_iter()
            .collect();
    }
    let template = match notation {
        Some(notation) => view.branch(id, notation),
        None => view.template(id),
    };
    let mut parts = Vec::with_capacity(template.parts.len());
    for id in template.parts {
        match view.part(*id) {
            PartView::Literal(span) => {
                let text = view.template_literal(span, template.notation);
                match parts.last_mut() {
                    Some(ComparedPart::Text(before)) => before.push_str(&text),
                    _ if text.is_empty() => {}
                    _ => parts.push(ComparedPart::Text(text.into_owned())),
                }
            }
            sequence => parts.push(ComparedPart::Sequence(sequence, template.notation)),
        }
    }
    parts
}

/// Compares structure: `a + 1` equals `a+1`, wherever the two stand.
impl PartialEq for Expression {
    fn eq(&self, other: &Self) -> bool {
        let comparison = Comparison {
            views: [self.view(), other.view()],
            elements: [self.element(), other.element()],
            pending: vec![Pair::Expressions([self.id(), other.id()])],
        };
        comparison.run()
    }
}

impl Eq for Expression {}

/// Compares the parts, independent of how the text in them is spelled.
impl PartialEq for Template {
    fn eq(&self, other: &Self) -> bool {
        if self.embedded().is_some() || other.embedded().is_some() {
            let (left, right) = (self.embedded(), other.embedded());
            let left = left.as_ref().unwrap_or(self);
            return left == right.as_ref().unwrap_or(other);
        }
        let notation = |template: &Template| template.branch().map(|branch| branch.notation);
        let comparison = Comparison {
            views: [self.view(), other.view()],
            elements: [None, None],
            pending: vec![Pair::Templates([
                (self.id(), notation(self)),
                (other.id(), notation(other)),
            ])],
        };
        comparison.run()
    }
}

impl Eq for Template {}

/// Compares name and expression.
impl PartialEq for Attribute {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name() && self.expression() == other.expression()
    }
}

impl Eq for Attribute {}

/// Compares block type, labels and body.
impl PartialEq for Block {
    fn eq(&self, other: &Self) -> bool {
        have_same_header(self, other) && self.body() == other.body()
    }
}

impl Eq for Block {}

/// Compares attributes and blocks in their order; comments are ignored.
impl PartialEq for Body {
    fn eq(&self, other: &Self) -> bool {
        let mut pending = vec![(self.clone(), other.clone())];
        while let Some((left, right)) = pending.pop() {
            if left.items().len() != right.items().len() {
                return false;
            }
            for items in left.items().zip(right.items()) {
                let is_equal = match items {
                    (BodyItem::Attribute(one), BodyItem::Attribute(other)) => one == other,
                    (BodyItem::Block(one), BodyItem::Block(other)) => {
                        pending.push((one.body(), other.body()));
                        have_same_header(&one, &other)
                    }
                    _ => false,
                };
                if !is_equal {
                    return false;
                }
            }
        }
        true
    }
}

impl Eq for Body {}

fn have_same_header(left: &Block, right: &Block) -> bool {
    left.block_type() == right.block_type() && left.labels().eq(right.labels())
}

/// Compares the text.
impl PartialEq for Label<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}

impl Eq for Label<'_> {}

/// Compares the text.
impl PartialEq<str> for Label<'_> {
    fn eq(&self, text: &str) -> bool {
        self.text() == text
    }
}

/// Compares the text.
impl PartialEq<&str> for Label<'_> {
    fn eq(&self, text: &&str) -> bool {
        self == *text
    }
}

/// Compares name and arguments.
impl PartialEq for FunctionCall {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
            && self.arguments == other.arguments
            && self.expand_final == other.expand_final
    }
}

impl Eq for FunctionCall {}
