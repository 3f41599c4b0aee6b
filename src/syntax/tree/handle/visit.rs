//! Visits all parts of a tree without recursion.
//!
//! Knows nothing of what visitors do.

use std::sync::Arc;

use super::{Attribute, Block, Body, BodyItem, Document, Expression, Template};
use crate::syntax::tree::text::Notation;
use crate::syntax::tree::{NodeId, NodeKind};

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
/// Each method is called before the children are visited, in the order of the source, and says how the walk
/// continues. The walk needs no stack that grows with the depth of the tree.
///
/// A chain of accesses, indexes and splats is visited link by link, the last link first, each together with
/// everything before it: `a[*].b` is visited as `a[*].b`, `a[*]` and `a`. The links after a splat belong to
/// it, so that the [`kind`](Expression::kind) of each of them is that splat.
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
        let mut items = Vec::new();
        push_items(self, &mut items);
        while let Some(item) = items.pop() {
            let control = match item {
                BodyItem::Attribute(attribute) => match visitor.attribute(&attribute) {
                    WalkControl::Continue => walk_expression(&attribute.expression(), visitor),
                    control => control,
                },
                BodyItem::Block(block) => {
                    let control = visitor.block(&block);
                    if control == WalkControl::Continue {
                        push_items(&block.body(), &mut items);
                    }
                    control
                }
            };
            if control == WalkControl::Stop {
                return;
            }
        }
    }
}

impl Expression {
    /// Visits this expression and what is in it, in the order of the source.
    pub fn walk(&self, visitor: &mut impl Visitor) {
        walk_expression(self, visitor);
    }
}

impl Template {
    /// Visits this template and what is in it, in the order of the source.
    pub fn walk(&self, visitor: &mut impl Visitor) {
        let mut walk = Walk::new(self.document(), None);
        if walk.template(self, visitor) == WalkControl::Continue {
            walk.run(visitor);
        }
    }
}

/// Pushes the items of a body in reverse, so that the first one is popped first.
fn push_items(body: &Body, items: &mut Vec<BodyItem>) {
    let start = items.len();
    items.extend(body.items());
    items[start..].reverse();
}

fn walk_expression(expression: &Expression, visitor: &mut impl Visitor) -> WalkControl {
    let mut walk = Walk::new(expression.document(), expression.element());
    walk.pending.push((expression.id(), None));
    walk.link = Some(expression.clone());
    walk.run(visitor)
}

/// A walk through the nodes of a tree.
struct Walk<'a> {
    document: &'a Arc<Document>,
    /// The splat whose element the expression begins with. The walk ends there.
    element: Option<NodeId>,
    /// The nodes still to be visited, with the notation of the template that each is a part of.
    pending: Vec<(NodeId, Option<Notation>)>,
    /// The next link of a chain, with what is known of the splats in it.
    link: Option<Expression>,
}

impl<'a> Walk<'a> {
    fn new(document: &'a Arc<Document>, element: Option<NodeId>) -> Self {
        Walk {
            document,
            element,
            pending: Vec::new(),
            link: None,
        }
    }

    /// Visits all pending nodes.
    fn run(&mut self, visitor: &mut impl Visitor) -> WalkControl {
        while let Some((id, notation)) = self.pending.pop() {
            let control = if self.document.tree.node(id).kind.is_expression() {
                self.expression(id, visitor)
            } else if self.document.tree.node(id).kind == NodeKind::BareTemplate {
                let template = Template::of_branch(Arc::clone(self.document), id, notation);
                self.template(&template, visitor)
            } else {
                self.push_children(id, notation);
                WalkControl::Continue
            };
            if control == WalkControl::Stop {
                return control;
            }
        }
        WalkControl::Continue
    }

    fn expression(&mut self, id: NodeId, visitor: &mut impl Visitor) -> WalkControl {
        let link = self.link.take();
        let expression = link.unwrap_or_else(|| Expression::new(Arc::clone(self.document), id));
        let control = visitor.expression(&expression);
        if control != WalkControl::Continue || Some(id) == self.element {
            return control;
        }
        let node = self.document.tree.node(id);
        if node.kind.is_template() {
            let template = Template::new(Arc::clone(self.document), id);
            return self.template(&template, visitor);
        }
        self.push_children(id, None);
        if node.follows_splat() {
            let source = self.pending.last();
            self.link = source.map(|(source, _)| expression.with_source(*source));
        }
        WalkControl::Continue
    }

    fn template(&mut self, template: &Template, visitor: &mut impl Visitor) -> WalkControl {
        let control = visitor.template(template);
        if control == WalkControl::Continue {
            if let Some(embedded) = template.embedded() {
                // No string of JSON is in the native syntax of another one.
                let mut walk = Walk::new(embedded.document(), None);
                walk.push_children(embedded.id(), embedded.notation());
                return walk.run(visitor);
            }
            self.push_children(template.id(), template.notation());
        }
        control
    }

    fn push_children(&mut self, id: NodeId, notation: Option<Notation>) {
        let start = self.pending.len();
        let view = self.document.view();
        view.for_each_child(id, &mut |child| self.pending.push((child, notation)));
        self.pending[start..].reverse();
    }
}
