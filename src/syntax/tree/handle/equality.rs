//! Equality of what is written, wherever it stands.
//!
//! Two things are equal if they consist of equal parts in the same order. White space, comments, spans, sources and the
//! spelling of a literal make no difference: `"a"` is a heredoc of the same text, `1.0` is `1`. Nothing is evaluated:
//! `1 + 1` is not `2`, and `(a)` is not `a`.
//!
//! Trees are compared without recursion: chains of operators have any number of links.

use super::expression::number;
use super::{Attribute, Block, Body, BodyItem, Expression, FunctionCall, Label, Template};
use crate::syntax::tree::NodeId;
use crate::syntax::tree::text::Form;
use crate::syntax::tree::view::{ForView, KeyView, PartView, Shape, View};

/// Two trees, and what is still to be compared of them.
struct Comparison<'a> {
    views: [View<'a, 'a>; 2],
    /// The splat whose elements each of the two expressions begins with.
    elements: [Option<NodeId>; 2],
    pending: Vec<Pair>,
}

/// Two parts at the same place of the two trees.
enum Pair {
    Expressions([NodeId; 2]),
    /// Templates, with the way their text is written if they are branches of directives.
    Templates([(NodeId, Option<Form>); 2]),
}

/// A part of a template, in which text that is written in several pieces is one part.
enum Part {
    Text(String),
    Sequence(PartView, Form),
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

    /// Compares two expressions but for what they consist of; nothing if they differ.
    fn expressions(&mut self, [left, right]: [NodeId; 2]) -> Option<()> {
        let ends = [
            Some(left) == self.elements[0],
            Some(right) == self.elements[1],
        ];
        if ends.contains(&true) {
            return same(ends[0], ends[1]);
        }
        let views = self.views;
        match (views[0].shape(left), views[1].shape(right)) {
            (Shape::Null, Shape::Null) | (Shape::Unknown, Shape::Unknown) => Some(()),
            (Shape::Bool(one), Shape::Bool(other)) => same(one, other),
            (Shape::Number(one), Shape::Number(other)) => {
                (one == other || number(one) == number(other)).then_some(())
            }
            (Shape::Variable(one), Shape::Variable(other)) => {
                same(one, other)?;
                let bindings = [views[0].tree.binding(left), views[1].tree.binding(right)];
                let is_one_tree = std::ptr::eq(views[0].tree, views[1].tree);
                (bindings == [None, None] || (is_one_tree && bindings[0] == bindings[1]))
                    .then_some(())
            }
            (Shape::Literal(_) | Shape::Template, Shape::Literal(_) | Shape::Template) => {
                let pair = Pair::Templates([(left, None), (right, None)]);
                self.pending.push(pair);
                Some(())
            }
            (Shape::Tuple(one), Shape::Tuple(other)) => self.push_all(one, other),
            (Shape::Object(one), Shape::Object(other)) => self.objects(one, other),
            (Shape::For(one), Shape::For(other)) => self.fors(one, other),
            (Shape::FunctionCall(one), Shape::FunctionCall(other)) => {
                same(views[0].function_name(one), views[1].function_name(other))?;
                same(one.expand_final, other.expand_final)?;
                self.push_all(one.arguments, other.arguments)
            }
            (one, other) => self.operations(one, other),
        }
    }

    fn operations(&mut self, left: Shape<'_, '_>, right: Shape<'_, '_>) -> Option<()> {
        let [left_view, right_view] = self.views;
        match (left, right) {
            (Shape::Parentheses(left), Shape::Parentheses(right))
            | (Shape::AttributeSplat(left), Shape::AttributeSplat(right))
            | (Shape::FullSplat(left), Shape::FullSplat(right)) => self.push(left, right),
            (Shape::Unary(one, left), Shape::Unary(other, right)) => {
                same(one, other)?;
                self.push(left, right);
            }
            (Shape::Binary(one, left, left_end), Shape::Binary(other, right, right_end)) => {
                same(one, other)?;
                self.push(left, right);
                self.push(left_end, right_end);
            }
            (Shape::Conditional(left), Shape::Conditional(right)) => {
                let pairs = left.into_iter().zip(right);
                pairs.for_each(|(left, right)| self.push(left, right));
            }
            (Shape::GetAttr(left, one), Shape::GetAttr(right, other)) => {
                same(left_view.slice(one), right_view.slice(other))?;
                self.push(left, right);
            }
            (Shape::LegacyIndex(left, one), Shape::LegacyIndex(right, other)) => {
                let digits = [left_view.slice(one), right_view.slice(other)];
                same(number(digits[0]), number(digits[1]))?;
                self.push(left, right);
            }
            (Shape::Index(left, one), Shape::Index(right, other)) => {
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

    fn templates(&mut self, templates: [(NodeId, Option<Form>); 2]) -> Option<()> {
        let [left, right] = [0, 1].map(|at| parts(self.views[at], templates[at]));
        same(left.len(), right.len())?;
        for (left, right) in left.into_iter().zip(right) {
            match (left, right) {
                (Part::Text(one), Part::Text(other)) => same(one, other)?,
                (Part::Sequence(left, form), Part::Sequence(right, other)) => {
                    self.sequences((left, form), (right, other))?;
                }
                _ => return None,
            }
        }
        Some(())
    }

    fn sequences(&mut self, left: (PartView, Form), right: (PartView, Form)) -> Option<()> {
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
fn parts(view: View<'_, '_>, (id, form): (NodeId, Option<Form>)) -> Vec<Part> {
    if let Shape::Literal(literal) = view.shape(id) {
        let text = view.literal(literal).into_owned();
        return Some(text)
            .filter(|it| !it.is_empty())
            .map(Part::Text)
            .into_iter()
            .collect();
    }
    let template = match form {
        Some(form) => view.branch(id, form),
        None => view.template(id),
    };
    let mut parts = Vec::with_capacity(template.parts.len());
    for id in template.parts {
        match view.part(*id) {
            PartView::Literal(span) => {
                let text = view.template_literal(span, template.form);
                match parts.last_mut() {
                    Some(Part::Text(before)) => before.push_str(&text),
                    _ if text.is_empty() => {}
                    _ => parts.push(Part::Text(text.into_owned())),
                }
            }
            sequence => parts.push(Part::Sequence(sequence, template.form)),
        }
    }
    parts
}

/// By what they consist of: `a + 1` is equal to `a+1`, wherever the two stand.
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

/// By their parts, however the text in them is spelled.
impl PartialEq for Template {
    fn eq(&self, other: &Self) -> bool {
        let forms = [self, other].map(|it| it.branch().map(|branch| branch.form));
        let comparison = Comparison {
            views: [self.view(), other.view()],
            elements: [None, None],
            pending: vec![Pair::Templates([
                (self.id(), forms[0]),
                (other.id(), forms[1]),
            ])],
        };
        comparison.run()
    }
}

impl Eq for Template {}

/// By name and expression.
impl PartialEq for Attribute {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name() && self.expression() == other.expression()
    }
}

impl Eq for Attribute {}

/// By block type, labels and body.
impl PartialEq for Block {
    fn eq(&self, other: &Self) -> bool {
        have_same_header(self, other) && self.body() == other.body()
    }
}

impl Eq for Block {}

/// By attributes and blocks in their order; comments make no difference.
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

/// By text.
impl PartialEq for Label<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}

impl Eq for Label<'_> {}

/// Whether the text is this one.
impl PartialEq<str> for Label<'_> {
    fn eq(&self, text: &str) -> bool {
        self.text() == text
    }
}

/// Whether the text is this one.
impl PartialEq<&str> for Label<'_> {
    fn eq(&self, text: &&str) -> bool {
        self == *text
    }
}

/// By name and arguments.
impl PartialEq for FunctionCall {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
            && self.arguments == other.arguments
            && self.expand_final == other.expand_final
    }
}

impl Eq for FunctionCall {}
