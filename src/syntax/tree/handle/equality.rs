//! Equality of source constructs, independent of their locations.
//!
//! Two constructs are equal if they consist of equal parts in the same order. White space, comments, spans,
//! sources and the spelling of a literal are ignored: `"a"` equals a heredoc with the text `a`, `1.0` equals
//! `1`. Nothing is evaluated: `1 + 1` does not equal `2`, and `(a)` does not equal `a`.

use std::borrow::Cow;

use super::expression::number;
use super::{Attribute, Block, Body, BodyItem, Expression, FunctionCall, Label, Template};
use crate::syntax::tree::text::Notation;
use crate::syntax::tree::view::{ExpressionView, KeyView, TemplateView, View};
use crate::syntax::tree::{ExprId, ForNode, ItemId, Part, Step, StepKind, TemplateId};

/// Two trees whose parts are compared. Nested parts are kept in a list instead of on the stack: parentheses may nest as
/// deep as the parser allows, and each pair may contain a chain of operators for each level of precedence.
struct Comparison<'a> {
    left: View<'a, 'a>,
    right: View<'a, 'a>,
    /// The pairs still to be compared.
    pending: Vec<Pair<'a>>,
}

/// A part of the left tree, and the part of the right tree to compare it with.
enum Pair<'a> {
    Expressions(ExprId, ExprId),
    /// The branches of template directives.
    Branches(TemplateView<'a>, TemplateView<'a>),
}

/// A part of a template as it is compared: adjacent literal text is one part.
enum ComparedPart {
    Text(String),
    Sequence(Part, Notation),
}

impl<'a> Comparison<'a> {
    fn new(left: View<'a, 'a>, right: View<'a, 'a>) -> Self {
        Comparison {
            left,
            right,
            pending: Vec::new(),
        }
    }

    /// Compares the pending pairs, and returns whether all are equal. `is_equal` is the result of the comparisons so
    /// far.
    fn finish(mut self, mut is_equal: bool) -> bool {
        while is_equal && let Some(pair) = self.pending.pop() {
            is_equal = match pair {
                Pair::Expressions(left, right) => self.expressions(left, right),
                Pair::Branches(left, right) => {
                    self.parts(parts(self.left, left), parts(self.right, right))
                }
            };
        }
        is_equal
    }

    /// Compares two expressions later.
    fn ids(&mut self, left: ExprId, right: ExprId) -> bool {
        self.pending.push(Pair::Expressions(left, right));
        true
    }

    fn expressions(&mut self, left: ExprId, right: ExprId) -> bool {
        let views = (self.left.expression(left), self.right.expression(right));
        match views {
            (ExpressionView::Variable(one), ExpressionView::Variable(other)) => {
                let bindings = (self.left.tree.binding(left), self.right.tree.binding(right));
                let is_one_tree = std::ptr::eq(self.left.tree, self.right.tree);
                // Equal bindings have equal values only within one tree.
                let are_bound_alike =
                    bindings == (None, None) || is_one_tree && bindings.0 == bindings.1;
                one == other && are_bound_alike
            }
            (ExpressionView::Embedded, _) | (_, ExpressionView::Embedded) => {
                self.embedded(left, right)
            }
            (left, right) => self.views(left, right),
        }
    }

    fn lists(&mut self, left: &[ExprId], right: &[ExprId]) -> bool {
        let mut pairs = left.iter().zip(right);
        left.len() == right.len() && pairs.all(|(left, right)| self.ids(*left, *right))
    }

    fn optional(&mut self, left: Option<ExprId>, right: Option<ExprId>) -> bool {
        match (left, right) {
            (Some(left), Some(right)) => self.ids(left, right),
            (left, right) => left.is_none() && right.is_none(),
        }
    }

    /// Compares two expressions, except variables and JSON strings with template sequences.
    fn views(&mut self, left: ExpressionView<'a, 'a>, right: ExpressionView<'a, 'a>) -> bool {
        match (left, right) {
            (ExpressionView::Null, ExpressionView::Null)
            | (ExpressionView::Unknown, ExpressionView::Unknown) => true,
            (ExpressionView::Bool(one), ExpressionView::Bool(other)) => one == other,
            (ExpressionView::Number(one), ExpressionView::Number(other)) => {
                one == other || number(one) == number(other)
            }
            (ExpressionView::Literal(one), ExpressionView::Literal(other)) => {
                self.left.literal(one) == self.right.literal(other)
            }
            (
                ExpressionView::Literal(_) | ExpressionView::Template(_),
                ExpressionView::Literal(_) | ExpressionView::Template(_),
            ) => self.parts(parts_of(self.left, left), parts_of(self.right, right)),
            (ExpressionView::Tuple(one), ExpressionView::Tuple(other)) => self.lists(one, other),
            (ExpressionView::Object(one), ExpressionView::Object(other)) => {
                self.objects(one, other)
            }
            (ExpressionView::For(one), ExpressionView::For(other)) => self.fors(one, other),
            (ExpressionView::FunctionCall(one), ExpressionView::FunctionCall(other)) => {
                self.left.function_name(one) == self.right.function_name(other)
                    && one.expand_final == other.expand_final
                    && self.lists(
                        &self.left.tree[one.arguments],
                        &self.right.tree[other.arguments],
                    )
            }
            (ExpressionView::Parentheses(one), ExpressionView::Parentheses(other)) => {
                self.ids(one, other)
            }
            (ExpressionView::Unary(operator, one), ExpressionView::Unary(others, other)) => {
                operator == others && self.ids(one, other)
            }
            (ExpressionView::Operations(one), ExpressionView::Operations(other)) => {
                let mut pairs = one.rest.iter().zip(other.rest);
                self.ids(one.first, other.first)
                    && one.rest.len() == other.rest.len()
                    && pairs.all(|(one, other)| {
                        one.operator == other.operator && self.ids(one.operand, other.operand)
                    })
            }
            (ExpressionView::Conditional(one), ExpressionView::Conditional(other)) => {
                self.lists(one, other)
            }
            (ExpressionView::Traversal(one), ExpressionView::Traversal(other)) => {
                self.ids(one.source, other.source)
                    && one.steps.len() == other.steps.len()
                    && self.steps(one.steps, other.steps)
            }
            _ => false,
        }
    }

    fn steps(&mut self, left: &[Step], right: &[Step]) -> bool {
        left.iter().zip(right).all(|(one, other)| {
            let names = || (self.left.accessed(*one), self.right.accessed(*other));
            match (one.kind, other.kind) {
                (StepKind::GetAttr(_), StepKind::GetAttr(_)) => names().0 == names().1,
                (StepKind::LegacyIndex(_), StepKind::LegacyIndex(_)) => {
                    number(names().0) == number(names().1)
                }
                (StepKind::Index(one), StepKind::Index(other)) => self.ids(one, other),
                (StepKind::AttributeSplat(_), StepKind::AttributeSplat(_))
                | (StepKind::FullSplat(_), StepKind::FullSplat(_)) => true,
                _ => false,
            }
        })
    }

    /// Compares two expressions of which at least one is a JSON string with template sequences.
    fn embedded(&mut self, left: ExprId, right: ExprId) -> bool {
        // A JSON string that could not be parsed has no view.
        let embedded = |view: View<'a, 'a>, id| match view.embedded(id) {
            Some(embedded) => embedded.view(),
            None => Some((view, id)),
        };
        match (embedded(self.left, left), embedded(self.right, right)) {
            (Some((one, left)), Some((other, right))) => {
                let mut comparison = Comparison::new(one, other);
                let views = (one.expression(left), other.expression(right));
                let is_equal = is_template(views.0)
                    && is_template(views.1)
                    && comparison.parts(parts_of(one, views.0), parts_of(other, views.1));
                comparison.finish(is_equal)
            }
            (None, None) => self.left.raw_text(left) == self.right.raw_text(right),
            _ => false,
        }
    }

    fn objects(&mut self, left: &[ItemId], right: &[ItemId]) -> bool {
        let mut pairs = left.iter().zip(right);
        left.len() == right.len()
            && pairs.all(|(left, right)| {
                let (left_key, left) = self.left.object_item(*left);
                let (right_key, right) = self.right.object_item(*right);
                let keys_are_equal = match (left_key, right_key) {
                    (KeyView::Name(one), KeyView::Name(other)) => {
                        self.left.slice(one) == self.right.slice(other)
                    }
                    (KeyView::Expression(one), KeyView::Expression(other)) => self.ids(one, other),
                    _ => false,
                };
                keys_are_equal && self.ids(left, right)
            })
    }

    fn fors(&mut self, left: &ForNode, right: &ForNode) -> bool {
        let own = left.key.map(|name| self.left.slice(name));
        own == right.key.map(|name| self.right.slice(name))
            && self.left.slice(left.value) == self.right.slice(right.value)
            && left.grouping == right.grouping
            && self.ids(left.collection, right.collection)
            && self.optional(left.key_expression, right.key_expression)
            && self.ids(left.value_expression, right.value_expression)
            && self.optional(left.condition, right.condition)
    }

    fn parts(&mut self, left: Vec<ComparedPart>, right: Vec<ComparedPart>) -> bool {
        left.len() == right.len() && { left.into_iter().zip(right) }.all(|pair| match pair {
            (ComparedPart::Text(one), ComparedPart::Text(other)) => one == other,
            (ComparedPart::Sequence(one, notation), ComparedPart::Sequence(other, others)) => {
                self.sequences((one, other), (notation, others))
            }
            _ => false,
        })
    }

    /// Compares two branches of directives in templates with these notations later.
    fn branches(
        &mut self,
        left: TemplateId,
        right: TemplateId,
        notations: (Notation, Notation),
    ) -> bool {
        let left = self.left.branch(left, notations.0);
        let right = self.right.branch(right, notations.1);
        self.pending.push(Pair::Branches(left, right));
        true
    }

    fn sequences(&mut self, parts: (Part, Part), notations: (Notation, Notation)) -> bool {
        match parts {
            (
                Part::Interpolation {
                    expression: one, ..
                },
                Part::Interpolation {
                    expression: other, ..
                },
            ) => self.ids(one, other),
            (Part::If(one), Part::If(other)) => {
                let (one, other) = (self.left.tree[one], self.right.tree[other]);
                let no_is_equal = match (one.no, other.no) {
                    (Some(one), Some(other)) => self.branches(one, other, notations),
                    (one, other) => one.is_none() && other.is_none(),
                };
                no_is_equal
                    && self.ids(one.predicate, other.predicate)
                    && self.branches(one.yes, other.yes, notations)
            }
            (Part::For(one), Part::For(other)) => {
                let (one, other) = (self.left.tree[one], self.right.tree[other]);
                let key = one.key.map(|name| self.left.slice(name));
                key == other.key.map(|name| self.right.slice(name))
                    && self.left.slice(one.value) == self.right.slice(other.value)
                    && self.ids(one.collection, other.collection)
                    && self.branches(one.body, other.body, notations)
            }
            _ => false,
        }
    }
}

fn is_template(view: ExpressionView<'_, '_>) -> bool {
    matches!(
        view,
        ExpressionView::Literal(_) | ExpressionView::Template(_)
    )
}

/// The parts of a literal or of a template with sequences.
fn parts_of(view: View<'_, '_>, expression: ExpressionView<'_, '_>) -> Vec<ComparedPart> {
    match expression {
        ExpressionView::Template(template) => parts(view, view.template(template)),
        ExpressionView::Literal(literal) => text_parts(view.literal(literal)),
        _ => Vec::new(),
    }
}

/// The parts of literal text: none if it is empty.
fn text_parts(text: Cow<'_, str>) -> Vec<ComparedPart> {
    let text = Some(text.into_owned()).filter(|text| !text.is_empty());
    text.map(ComparedPart::Text).into_iter().collect()
}

fn parts(view: View<'_, '_>, template: TemplateView<'_>) -> Vec<ComparedPart> {
    let mut parts = Vec::with_capacity(template.parts.len());
    for part in template.parts {
        match *part {
            Part::Literal(span) => {
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

impl PartialEq for Expression {
    fn eq(&self, other: &Self) -> bool {
        if self.layers().is_some() || other.layers().is_some() {
            return self.kind() == other.kind();
        }
        let mut comparison = Comparison::new(self.view(), other.view());
        // If both expressions begin with the element of a splat, only the steps after that splat are compared.
        let is_equal = match (self.element(), other.element(), self.shape(), other.shape()) {
            (
                None,
                None,
                ExpressionView::Traversal(_)
                | ExpressionView::Operations(_)
                | ExpressionView::Conditional(_),
                _,
            ) => comparison.views(self.shape(), other.shape()),
            (None, None, ..) if self.is_whole() && other.is_whole() => {
                comparison.ids(self.id(), other.id())
            }
            (
                Some(one),
                Some(others),
                ExpressionView::Traversal(left),
                ExpressionView::Traversal(right),
            ) => {
                let (left, right) = (&left.steps[one + 1..], &right.steps[others + 1..]);
                left.len() == right.len() && comparison.steps(left, right)
            }
            _ => false,
        };
        comparison.finish(is_equal)
    }
}

impl Eq for Expression {}

impl PartialEq for Template {
    fn eq(&self, other: &Self) -> bool {
        let (left, right) = (self.embedded(), other.embedded());
        if left.is_some() || right.is_some() {
            return left.as_ref().unwrap_or(self) == right.as_ref().unwrap_or(other);
        }
        let mut comparison = Comparison::new(self.view(), other.view());
        let parts = |template: &Template| match template.tree_parts() {
            Some(view) => parts(template.view(), view),
            None => text_parts(template.literal()),
        };
        let is_equal = comparison.parts(parts(self), parts(other));
        comparison.finish(is_equal)
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
