//! Copies parts of one tree into another tree of the same source. This gives generated blocks an ordinary tree.

use super::view::{BlockView, KeyView, View};
use super::{
    BindingId, BlockNode, BodyNode, CallNode, ExprId, ExprKind, ForNode, GeneratedBlock,
    GeneratedCount, GeneratedLabel, IfNode, Item, ItemId, ItemKind, List, Nodes, ObjectNode,
    Operation, OperationsId, OperationsNode, Part, Step, StepKind, StructureContent,
    TemplateForNode, TemplateId, TemplateNode, TraversalId, TraversalNode, Tree,
};
use crate::span::Span;

/// The label of a generated block before it is added to a tree: the span of its origin, and its text.
#[derive(Clone)]
pub(crate) struct NewLabel {
    pub(crate) span: Span,
    pub(crate) text: Box<str>,
}

/// The items of a body in the new tree.
#[derive(Default)]
pub(crate) struct CopiedItems {
    pub(crate) items: Vec<ItemId>,
    /// Placeholders for the blocks that `dynamic` blocks without elements would have generated.
    pub(crate) absent: Vec<ItemId>,
}

/// A variable that is copied: its name, and the value to which it is bound.
pub(crate) struct CopiedVariable {
    pub(crate) name: Span,
    pub(crate) bound: Option<BindingId>,
}

/// Copies expressions of a tree.
struct Copy<'a> {
    from: &'a Tree,
    to: &'a mut Nodes,
    /// The value that a variable is bound to in the copy, if it is bound.
    binding: &'a mut dyn FnMut(CopiedVariable) -> Option<BindingId>,
}

impl Copy<'_> {
    fn all(&mut self, list: &[ExprId]) -> List<ExprId> {
        let copies: Vec<ExprId> = list.iter().map(|id| self.expression(*id)).collect();
        self.to.list_expressions(&copies)
    }

    fn tuple(&mut self, list: &[ExprId]) -> ExprKind {
        let elements = self.all(list);
        ExprKind::Tuple(self.to.push_tuple(elements))
    }

    fn object(&mut self, list: &[ItemId], has_plain_keys: bool) -> ExprKind {
        let view = View {
            text: "",
            tree: self.from,
        };
        let mut copies = Vec::with_capacity(list.len());
        for id in list {
            let name = self.from[*id].name;
            let (key, value) = view.object_item(*id);
            let kind = match key {
                KeyView::Name(_) => ItemKind::Named(self.expression(value)),
                KeyView::Expression(key) => ItemKind::Keyed {
                    key: self.expression(key),
                    value: self.expression(value),
                },
            };
            copies.push(self.to.push_item(Item { name, kind }));
        }
        let items = self.to.list_items(&copies);
        let object = self.to.push_object(ObjectNode {
            items,
            has_plain_keys,
        });
        ExprKind::Object(object)
    }

    /// Copies an expression. The depth of the recursion is the nesting depth of the source.
    fn expression(&mut self, id: ExprId) -> ExprId {
        let from = self.from;
        let original = from[id];
        let kind = match original.kind {
            kind @ (ExprKind::Null
            | ExprKind::Bool(_)
            | ExprKind::ShortNumber { .. }
            | ExprKind::LongNumber
            | ExprKind::Unknown
            | ExprKind::QuotedLiteral { .. }
            | ExprKind::HeredocLiteral
            | ExprKind::JsonTemplate(_)) => kind,
            ExprKind::Variable { bound } => ExprKind::Variable {
                bound: (self.binding)(CopiedVariable {
                    name: original.span,
                    bound,
                }),
            },
            ExprKind::JsonString { text } => ExprKind::JsonString {
                text: text.map(|text| self.to.push_text(from.text(text).into())),
            },
            ExprKind::Template(template) => ExprKind::Template(self.template(template)),
            ExprKind::Parentheses(inner) => ExprKind::Parentheses(self.expression(inner)),
            ExprKind::Unary(operator, operand) => {
                ExprKind::Unary(operator, self.expression(operand))
            }
            ExprKind::Operations(id) => ExprKind::Operations(self.operations(from[id])),
            ExprKind::Conditional(id) => {
                let parts = self.all(&from[from[id]]);
                ExprKind::Conditional(self.to.push_conditional(parts))
            }
            ExprKind::Tuple(id) => self.tuple(&from[from[id]]),
            ExprKind::Object(id) => {
                let object = from[id];
                self.object(&from[object.items], object.has_plain_keys)
            }
            ExprKind::Structure(structure) => match from[structure].content {
                StructureContent::Array(elements) => self.tuple(&from[elements]),
                StructureContent::Object(items) => self.object(&from[items], false),
            },
            ExprKind::For(id) => {
                let it = from[id];
                let copy = ForNode {
                    collection: self.expression(it.collection),
                    key_expression: it.key_expression.map(|id| self.expression(id)),
                    value_expression: self.expression(it.value_expression),
                    condition: it.condition.map(|id| self.expression(id)),
                    ..it
                };
                ExprKind::For(self.to.push_for(copy))
            }
            ExprKind::FunctionCall(id) => {
                let call = from[id];
                let arguments = self.all(&from[call.arguments]);
                ExprKind::FunctionCall(self.to.push_call(CallNode { arguments, ..call }))
            }
            ExprKind::Traversal(id) => ExprKind::Traversal(self.traversal(from[id])),
        };
        self.to.expression(kind, original.span)
    }

    fn operations(&mut self, OperationsNode { first, rest }: OperationsNode) -> OperationsId {
        let first = self.expression(first);
        let rest = self.from[rest].iter().map(|it| Operation {
            operand: self.expression(it.operand),
            ..*it
        });
        let rest: Vec<Operation> = rest.collect();
        let rest = self.to.list_operations(&rest);
        self.to.push_operations(OperationsNode { first, rest })
    }

    fn traversal(&mut self, node: TraversalNode) -> TraversalId {
        let source = self.expression(node.source);
        let steps = self.from[node.steps].iter().map(|step| self.step(*step));
        let steps: Vec<Step> = steps.collect();
        let steps = self.to.list_steps(&steps);
        self.to.push_traversal(TraversalNode {
            source,
            steps,
            ..node
        })
    }

    fn step(&mut self, step: Step) -> Step {
        match step.kind {
            StepKind::Index(key) => Step {
                kind: StepKind::Index(self.expression(key)),
                ..step
            },
            _ => step,
        }
    }

    fn template(&mut self, id: TemplateId) -> TemplateId {
        let template = self.from[id];
        let mut parts = Vec::with_capacity(template.parts.len());
        for part in &self.from[template.parts] {
            parts.push(match *part {
                Part::Literal(span) => Part::Literal(span),
                Part::Interpolation { span, expression } => Part::Interpolation {
                    span,
                    expression: self.expression(expression),
                },
                Part::If(id) => {
                    let IfNode {
                        predicate, yes, no, ..
                    } = self.from[id];
                    let copy = IfNode {
                        span: self.from[id].span,
                        predicate: self.expression(predicate),
                        yes: self.template(yes),
                        no: no.map(|no| self.template(no)),
                    };
                    Part::If(self.to.push_if(copy))
                }
                Part::For(id) => {
                    let it = self.from[id];
                    let copy = TemplateForNode {
                        collection: self.expression(it.collection),
                        body: self.template(it.body),
                        ..it
                    };
                    Part::For(self.to.push_template_for(copy))
                }
            });
        }
        let parts = self.to.list_parts(&parts);
        self.to.push_template(TemplateNode { parts, ..template })
    }
}

impl Tree {
    /// Copies an expression. `binding` returns the value to which each of its variables is bound, if it is bound.
    pub(crate) fn copy_expression(
        &mut self,
        from: &Tree,
        id: ExprId,
        mut binding: impl FnMut(CopiedVariable) -> Option<BindingId>,
    ) -> ExprId {
        let mut copy = Copy {
            from,
            to: self,
            binding: &mut binding,
        };
        copy.expression(id)
    }

    /// Copies an expression of a tree whose variables are bound to the same values.
    pub(crate) fn copy_unchanged(&mut self, from: &Tree, id: ExprId) -> ExprId {
        self.bindings.clone_from(&from.bindings);
        self.copy_expression(from, id, |variable| variable.bound)
    }

    /// Adds an attribute whose name has this span.
    pub(crate) fn push_attribute(&mut self, name: Span, expression: ExprId) -> ItemId {
        let kind = ItemKind::Attribute(expression);
        self.push_item(Item { name, kind })
    }

    /// Adds an object of one item. Its key is the name at the span `key`, bare or quoted.
    pub(crate) fn object_of_one(&mut self, key: Span, is_quoted: bool, value: ExprId) -> ExprId {
        let kind = if is_quoted {
            let text = ExprKind::QuotedLiteral { is_verbatim: false };
            let key = self.expression(text, key);
            ItemKind::Keyed { key, value }
        } else {
            ItemKind::Named(value)
        };
        let item = self.push_item(Item { name: key, kind });
        let items = self.list_items(&[item]);
        let object = self.push_object(ObjectNode {
            items,
            has_plain_keys: false,
        });
        self.expression(ExprKind::Object(object), key)
    }

    /// Copies a block with other items. The copy stands for any number of blocks if `is_unknown` is set or if the block
    /// already does.
    pub(crate) fn copy_block(
        &mut self,
        from: View<'_, '_>,
        block: &BlockView,
        items: &CopiedItems,
        is_unknown: bool,
    ) -> ItemId {
        let is_unknown = is_unknown || block.is_unknown();
        if let Some(written) = block.written()
            && !is_unknown
            && items.absent.is_empty()
        {
            let labels = self.list_labels(&from.tree[written.labels]);
            let body = self.push_body(items);
            let node = self.push_block(BlockNode {
                labels,
                body,
                ..written
            });
            return self.push_item(Item {
                name: block.block_type,
                kind: ItemKind::Block(node),
            });
        }
        let labels = from.labels(block);
        let labels = labels.map(|label| NewLabel {
            span: label.span,
            text: from.label(label).into(),
        });
        let block_type = from.block_type(block);
        let is_escaped = block_type != from.slice(block.block_type);
        let block = GeneratedBlock {
            span: block.span,
            block_type: block.block_type,
            escaped_type: is_escaped.then(|| self.push_text(block_type.into())),
            header: block.header,
            content: from.content(block),
            labels: self.push_labels(labels.collect()),
            body: self.push_body(items),
            count: if is_unknown {
                GeneratedCount::Unknown
            } else {
                block.count
            },
        };
        self.push_generated_block(block)
    }

    pub(crate) fn push_labels(&mut self, labels: Vec<NewLabel>) -> List<GeneratedLabel> {
        let labels = labels.into_iter();
        let labels = labels.map(|NewLabel { span, text }| GeneratedLabel {
            span,
            text: self.push_text(text),
        });
        let labels: Vec<GeneratedLabel> = labels.collect();
        self.list_generated_labels(&labels)
    }

    /// Adds a body. The names of its items may differ from the copied ones, so it is not known whether they are
    /// distinct.
    pub(crate) fn push_body(&mut self, body: &CopiedItems) -> BodyNode {
        BodyNode {
            absent: self.list_items(&body.absent),
            ..BodyNode::of_items(self.list_items(&body.items))
        }
    }

    pub(crate) fn push_generated_block(&mut self, block: GeneratedBlock) -> ItemId {
        let name = block.block_type;
        let kind = ItemKind::Generated(self.push_generated(block));
        self.push_item(Item { name, kind })
    }
}
