//! Visits all parts of a tree. The parts still to be visited are kept in a list instead of on the stack: parentheses
//! may nest as deep as the parser allows, and each pair may contain a chain of operators for each level of precedence.

use std::sync::Arc;

use super::{Attribute, Block, Body, BodyItem, Expression, Template};
use crate::syntax::tree::view::ExpressionView;
use crate::syntax::tree::{IfNode, Part, StepKind, TemplateForNode};

/// How a walk continues after a [`Visitor`] method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum WalkControl {
    /// Visit the children, then what follows.
    #[default]
    Continue,
    /// Skip the children and visit what follows.
    Skip,
    /// End the walk.
    Stop,
}

/// The methods that a walk calls at each attribute, block, expression and template.
///
/// Each method is called before the children are visited, in the order of the source, and determines how the walk
/// continues. The walk does not recurse, so deep trees cannot overflow the stack.
///
/// A chain of accesses, indexes and splats is visited link by link, the last link first, each together with everything
/// before it: `a[*].b` is visited as `a[*].b`, `a[*]` and `a`. The links after a splat belong to it: the
/// [`kind`](Expression::kind) of each of them is that splat.
///
/// ```
/// use hcl::{Expression, ExpressionKind, Visitor, WalkControl};
///
/// #[derive(Default)]
/// struct Calls(Vec<String>);
///
/// impl Visitor for Calls {
///     fn expression(&mut self, expression: &Expression) -> WalkControl {
///         if let ExpressionKind::FunctionCall(call) = expression.kind() {
///             self.0.push(call.name);
///         }
///         WalkControl::Continue
///     }
/// }
///
/// let body = hcl::parse("a = upper(trim(b))\nc {\n  d = lower(e)\n}\n")?;
/// let mut calls = Calls::default();
/// body.walk(&mut calls);
/// assert_eq!(calls.0, ["upper", "trim", "lower"]);
/// # Ok::<(), hcl::Error>(())
/// ```
pub trait Visitor {
    /// Called at each attribute.
    fn attribute(&mut self, attribute: &Attribute) -> WalkControl {
        let _ = attribute;
        WalkControl::Continue
    }

    /// Called at each block.
    fn block(&mut self, block: &Block) -> WalkControl {
        let _ = block;
        WalkControl::Continue
    }

    /// Called at each expression.
    fn expression(&mut self, expression: &Expression) -> WalkControl {
        let _ = expression;
        WalkControl::Continue
    }

    /// Called at each template: after [`Visitor::expression`] for a template expression, and at each branch
    /// of a directive.
    fn template(&mut self, template: &Template) -> WalkControl {
        let _ = template;
        WalkControl::Continue
    }
}

impl Body {
    /// Visits everything in the body, in the order of the source.
    pub fn walk(&self, visitor: &mut impl Visitor) {
        let mut visits = Vec::new();
        push_items(self, &mut visits);
        walk(visits, visitor);
    }
}

impl Expression {
    /// Visits this expression and everything in it, in the order of the source.
    pub fn walk(&self, visitor: &mut impl Visitor) {
        walk(vec![Visit::Expression(self.clone())], visitor);
    }
}

impl Template {
    /// Visits this template and everything in it, in the order of the source.
    pub fn walk(&self, visitor: &mut impl Visitor) {
        walk(vec![Visit::Template(self.clone())], visitor);
    }
}

/// A part still to be visited.
enum Visit {
    Item(BodyItem),
    Expression(Expression),
    Template(Template),
}

/// Visits all parts of a list, from the last to the first, and their children.
fn walk(mut visits: Vec<Visit>, visitor: &mut dyn Visitor) {
    while let Some(visit) = visits.pop() {
        let start = visits.len();
        let control = match visit {
            Visit::Item(BodyItem::Attribute(attribute)) => {
                visits.push(Visit::Expression(attribute.expression()));
                visitor.attribute(&attribute)
            }
            Visit::Item(BodyItem::Block(block)) => {
                push_items(&block.body(), &mut visits);
                visitor.block(&block)
            }
            Visit::Expression(expression) => {
                let control = visitor.expression(&expression);
                if control == WalkControl::Continue {
                    push_children(&expression, &mut visits);
                    visits[start..].reverse();
                }
                control
            }
            Visit::Template(template) => {
                let control = visitor.template(&template);
                if control == WalkControl::Continue {
                    push_parts(&template, &mut visits);
                    visits[start..].reverse();
                }
                control
            }
        };
        match control {
            WalkControl::Continue => {}
            WalkControl::Skip => visits.truncate(start),
            WalkControl::Stop => return,
        }
    }
}

/// Adds the items of a body in reverse order.
fn push_items(body: &Body, visits: &mut Vec<Visit>) {
    let start = visits.len();
    visits.extend(body.items().map(Visit::Item));
    visits[start..].reverse();
}

/// Adds the children of an expression, in the order of the source. A chain is visited as if it were nested.
fn push_children(expression: &Expression, visits: &mut Vec<Visit>) {
    let mut push = |child: Expression| visits.push(Visit::Expression(child));
    if let Some(properties) = expression.layers() {
        for property in properties {
            property.key_expression().map(&mut push);
            push(property.value);
        }
        return;
    }
    match expression.shape() {
        ExpressionView::Operations(it) => {
            let last = it.rest.len() - 1;
            push(expression.with_operators(it.first, last));
            push(expression.at(it.rest[last].operand));
        }
        ExpressionView::Conditional(parts) => {
            push(expression.at(parts[0]));
            push(expression.at(parts[1]));
            push(expression.false_result(parts));
        }
        ExpressionView::Traversal(it) => {
            let from = expression.element().map_or(0, |splat| splat + 1);
            let Some(last) = it.steps.len().checked_sub(1).filter(|last| *last >= from) else {
                return;
            };
            push(expression.with_steps(it.source, last));
            if let StepKind::Index(key) = it.steps[last].kind {
                push(expression.at(key));
            }
        }
        ExpressionView::Literal(_) | ExpressionView::Template(_) | ExpressionView::Embedded => {
            let document = Arc::clone(expression.document());
            visits.push(Visit::Template(Template::new(document, expression.id())));
        }
        _ => {
            let view = expression.view();
            view.for_each_child(expression.id(), &mut |id| push(expression.at(id)));
        }
    }
}

/// Adds the children of a template, in the order of the source.
fn push_parts(template: &Template, visits: &mut Vec<Visit>) {
    // The native syntax in a JSON string contains no further JSON string.
    let embedded = template.embedded();
    let template = embedded.as_ref().unwrap_or(template);
    let Some(view) = template.tree_parts() else {
        return;
    };
    let branch = |id| Visit::Template(template.branch(id, view.notation));
    let expression = |id| Visit::Expression(template.expression(id));
    for part in view.parts {
        match *part {
            Part::Literal(_) => {}
            Part::Interpolation { expression: id, .. } => visits.push(expression(id)),
            Part::If(id) => {
                let IfNode {
                    predicate, yes, no, ..
                } = template.document().tree[id];
                visits.extend([expression(predicate), branch(yes)]);
                visits.extend(no.map(branch));
            }
            Part::For(id) => {
                let TemplateForNode {
                    collection, body, ..
                } = template.document().tree[id];
                visits.extend([expression(collection), branch(body)]);
            }
        }
    }
}
