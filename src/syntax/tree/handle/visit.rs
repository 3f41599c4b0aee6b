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

impl Body {
    /// Visits everything in the body, in the order of the source.
    pub fn walk(&self, visitor: &mut impl Visitor) {
        let mut items = Vec::new();
        push_items(self, &mut items);
        while let Some(item) = items.pop() {
            match item {
                BodyItem::Attribute(attribute) => {
                    if visitor.attribute(&attribute).is_continue() {
                        attribute.expression().walk(visitor);
                    }
                }
                BodyItem::Block(block) => {
                    if visitor.block(&block).is_continue() {
                        push_items(&block.body(), &mut items);
                    }
                }
            }
        }
    }
}

impl Expression {
    /// Visits this expression and those in it, in the order of the source.
    pub fn walk(&self, visitor: &mut impl Visitor) {
        walk(self.document(), self.id(), visitor);
    }
}

impl Template {
    /// Visits the expressions in the template, in the order of the source.
    pub fn walk(&self, visitor: &mut impl Visitor) {
        walk(self.document(), self.id(), visitor);
    }
}

/// Puts the items of a body where the first of them is taken first.
fn push_items(body: &Body, items: &mut Vec<BodyItem>) {
    let start = items.len();
    items.extend(body.items());
    items[start..].reverse();
}

/// Visits the node `root` and those below it.
fn walk(document: &Arc<Document>, root: NodeId, visitor: &mut impl Visitor) {
    let view = document.view();
    let mut ids = vec![root];
    // The next link of a chain, with what is known of the splats in it.
    let mut link: Option<Expression> = None;
    while let Some(id) = ids.pop() {
        let expression = link
            .take()
            .unwrap_or_else(|| Expression::new(Arc::clone(document), id));
        let node = document.tree.node(id);
        if !node.kind.is_expression() || visitor.expression(&expression).is_continue() {
            let start = ids.len();
            view.for_each_child(id, |child| ids.push(child));
            ids[start..].reverse();
            if node.follows_splat() {
                link = ids.last().map(|source| expression.with_source(*source));
            }
        }
    }
}
