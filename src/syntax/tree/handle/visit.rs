//! Walking a tree without recursion.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Attribute, Block, Body, BodyItem, Document, Expression, Template};
use crate::syntax::tree::NodeId;

/// What is done at each attribute, block and expression of a walk.
///
/// Each method is called before what the thing consists of is visited, in the order of the source.
/// With [`ControlFlow::Break`] it says that the walk shall not go into the thing. The walk needs
/// no stack that grows with the depth of the tree.
///
/// Accesses, indexes and splats that stand in a row are visited link by link, the last one first,
/// each with everything before it: of `a[*].b` those are `a[*].b`, `a[*]` and `a`. The links behind
/// a splat belong to it, so that the [`kind`](Expression::kind) of each of them is that splat.
///
/// ```
/// use std::ops::ControlFlow;
/// use hcl::{Expression, ExpressionKind, Visitor};
///
/// #[derive(Default)]
/// struct Calls(Vec<String>);
///
/// impl Visitor for Calls {
///     fn expression(&mut self, expression: &Expression) -> ControlFlow<()> {
///         if let ExpressionKind::FunctionCall(call) = expression.kind() {
///             self.0.push(call.name);
///         }
///         ControlFlow::Continue(())
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
    fn attribute(&mut self, attribute: &Attribute) -> ControlFlow<()> {
        let _ = attribute;
        ControlFlow::Continue(())
    }

    /// Called at each block.
    fn block(&mut self, block: &Block) -> ControlFlow<()> {
        let _ = block;
        ControlFlow::Continue(())
    }

    /// Called at each expression.
    fn expression(&mut self, expression: &Expression) -> ControlFlow<()> {
        let _ = expression;
        ControlFlow::Continue(())
    }
}

/// What a walk has still to visit.
enum Step {
    Item(BodyItem),
    Expression(NodeId),
}

impl Body {
    /// Visits everything in the body, in the order of the source.
    pub fn walk(&self, visitor: &mut impl Visitor) {
        let mut steps = Vec::new();
        push_items(self, &mut steps);
        walk(self.document(), steps, visitor);
    }
}

impl Expression {
    /// Visits this expression and those in it, in the order of the source.
    pub fn walk(&self, visitor: &mut impl Visitor) {
        walk(self.document(), vec![Step::Expression(self.id())], visitor);
    }
}

impl Template {
    /// Visits the expressions in the template, in the order of the source.
    pub fn walk(&self, visitor: &mut impl Visitor) {
        walk(self.document(), vec![Step::Expression(self.id())], visitor);
    }
}

fn push_items(body: &Body, steps: &mut Vec<Step>) {
    let start = steps.len();
    steps.extend(body.items().map(Step::Item));
    steps[start..].reverse();
}

fn walk(document: &Arc<Document>, mut steps: Vec<Step>, visitor: &mut impl Visitor) {
    while let Some(step) = steps.pop() {
        match step {
            Step::Item(BodyItem::Attribute(attribute)) => {
                if visitor.attribute(&attribute).is_continue() {
                    steps.push(Step::Expression(attribute.expression().id()));
                }
            }
            Step::Item(BodyItem::Block(block)) => {
                if visitor.block(&block).is_continue() {
                    push_items(&block.body(), &mut steps);
                }
            }
            Step::Expression(id) => {
                let expression = Expression::new(Arc::clone(document), id);
                let is_expression = document.tree.node(id).kind.is_expression();
                if !is_expression || visitor.expression(&expression).is_continue() {
                    let start = steps.len();
                    let view = document.view();
                    view.for_each_child(id, |child| steps.push(Step::Expression(child)));
                    steps[start..].reverse();
                }
            }
        }
    }
}
