//! Walking a tree without recursion.

use std::sync::Arc;

use super::{Attribute, Block, Body, BodyItem, Document, Expression, Template};
use crate::syntax::tree::text::Form;
use crate::syntax::tree::{NodeId, NodeKind};

/// How a walk goes on after a [`Visitor`] has seen something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum WalkControl {
    /// Into it, and on from there.
    #[default]
    Continue,
    /// On to what stands after it: what it consists of is not visited.
    Skip,
    /// No further: the walk ends.
    Stop,
}

/// What is done at each attribute, block, expression and template of a walk.
///
/// Each method is called before what the thing consists of is visited, in the order of the source,
/// and says how the walk goes on. The walk needs no stack that grows with the depth of the tree.
///
/// Accesses, indexes and splats that stand in a row are visited link by link, the last one first,
/// each with everything before it: of `a[*].b` those are `a[*].b`, `a[*]` and `a`. The links behind
/// a splat belong to it, so that the [`kind`](Expression::kind) of each of them is that splat.
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

    /// Called at each template: after [`Visitor::expression`] for an expression that is one, and at each branch of a
    /// directive.
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

/// Puts the items of a body where the first of them is taken first.
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
    /// The splat whose elements the expression begins with, which ends it.
    element: Option<NodeId>,
    /// What is still to be visited, with the way text is written in the template that it is a part of.
    pending: Vec<(NodeId, Option<Form>)>,
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

    /// Visits all that is pending.
    fn run(&mut self, visitor: &mut impl Visitor) -> WalkControl {
        while let Some((id, form)) = self.pending.pop() {
            let control = if self.document.tree.node(id).kind.is_expression() {
                self.expression(id, visitor)
            } else if self.document.tree.node(id).kind == NodeKind::BareTemplate {
                let template = Template::of_branch(Arc::clone(self.document), id, form);
                self.template(&template, visitor)
            } else {
                self.push_children(id, form);
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
            self.push_children(template.id(), template.form());
        }
        control
    }

    fn push_children(&mut self, id: NodeId, form: Option<Form>) {
        let start = self.pending.len();
        let view = self.document.view();
        view.for_each_child(id, |child| self.pending.push((child, form)));
        self.pending[start..].reverse();
    }
}
