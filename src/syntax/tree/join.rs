//! Joins trees of several sources into one tree of the joined text, in which bodies are laid over each other.
//!
//! All nodes of a tree are copied after those that are there already. Everything that a node says of places is moved:
//! offsets of the text, and ids.

use std::sync::Arc;

use super::arena::{Bindings, Nodes, TextPart};
use super::{
    Access, BlockNode, BodyNode, CallNode, Expr, ExprKind, ForNode, GeneratedBlock, GeneratedLabel,
    IfNode, Item, ItemKind, OperationsNode, Owner, Part, PropertyName, Step, StepKind, Strings,
    Structure, StructureContent, TemplateForNode, TemplateNode, TraversalNode, Tree,
};
use crate::span::Span;

/// A tree of several sources that is being joined.
pub(super) struct Joined<'t> {
    nodes: Nodes,
    strings: Option<Strings>,
    parts: Vec<TextPart>,
    bindings: Vec<&'t Arc<dyn Bindings>>,
    binding_count: usize,
}

/// How far the places that a tree speaks of are moved when it is joined to others: bytes of the text, and the number of
/// nodes of each type that are there already.
pub(super) struct Offsets {
    text: u32,
    expressions: usize,
    items: usize,
    blocks: usize,
    generated: usize,
    structures: usize,
    templates: usize,
    ifs: usize,
    template_fors: usize,
    fors: usize,
    calls: usize,
    operations: usize,
    traversals: usize,
    texts: usize,
    strings: usize,
    bindings: usize,
    list_expressions: usize,
    list_items: usize,
    list_operators: usize,
    list_steps: usize,
    list_parts: usize,
    list_labels: usize,
    list_generated_labels: usize,
}

impl Offsets {
    /// The id in the joined tree of an item of the tree that was added.
    pub(super) fn item(&self, id: super::ItemId) -> super::ItemId {
        id.moved(self.items)
    }

    fn span(&self, span: Span) -> Span {
        let moved = |at: u32| at.saturating_add(self.text);
        Span::new(moved(span.start()), moved(span.end()))
    }

    fn expression(&self, Expr { span, kind }: Expr) -> Expr {
        let id = |id: super::ExprId| id.moved(self.expressions);
        let kind = match kind {
            kind @ (ExprKind::Null
            | ExprKind::Bool(_)
            | ExprKind::Number(_)
            | ExprKind::Unknown
            | ExprKind::QuotedLiteral { .. }
            | ExprKind::HeredocLiteral) => kind,
            ExprKind::Variable { bound } => ExprKind::Variable {
                bound: bound.map(|bound| bound.moved(self.bindings)),
            },
            ExprKind::JsonString { text } => ExprKind::JsonString {
                text: text.map(|text| text.moved(self.texts)),
            },
            ExprKind::JsonTemplate(string) => ExprKind::JsonTemplate(string.moved(self.strings)),
            ExprKind::Template(template) => ExprKind::Template(template.moved(self.templates)),
            ExprKind::Parentheses(inner) => ExprKind::Parentheses(id(inner)),
            ExprKind::Unary(operator, operand) => ExprKind::Unary(operator, id(operand)),
            ExprKind::Operations(it) => ExprKind::Operations(it.moved(self.operations)),
            ExprKind::Conditional(list) => ExprKind::Conditional(list.moved(self.list_expressions)),
            ExprKind::Tuple(list) => ExprKind::Tuple(list.moved(self.list_expressions)),
            ExprKind::Object(list) => ExprKind::Object(list.moved(self.list_items)),
            ExprKind::Structure(it) => ExprKind::Structure(it.moved(self.structures)),
            ExprKind::For(it) => ExprKind::For(it.moved(self.fors)),
            ExprKind::FunctionCall(it) => ExprKind::FunctionCall(it.moved(self.calls)),
            ExprKind::Traversal(it) => ExprKind::Traversal(it.moved(self.traversals)),
        };
        Expr {
            span: self.span(span),
            kind,
        }
    }

    fn item_node(&self, Item { name, kind }: Item) -> Item {
        let id = |id: super::ExprId| id.moved(self.expressions);
        let kind = match kind {
            ItemKind::Attribute(value) => ItemKind::Attribute(id(value)),
            ItemKind::Named(value) => ItemKind::Named(id(value)),
            ItemKind::Block(block) => ItemKind::Block(block.moved(self.blocks)),
            ItemKind::Generated(block) => ItemKind::Generated(block.moved(self.generated)),
            ItemKind::Keyed { key, value } => ItemKind::Keyed {
                key: id(key),
                value: id(value),
            },
            ItemKind::Property { name, value } => ItemKind::Property {
                name: match name {
                    PropertyName::Verbatim => PropertyName::Verbatim,
                    PropertyName::Expression(key) => PropertyName::Expression(id(key)),
                    PropertyName::Escaped(key) => PropertyName::Escaped(id(key)),
                },
                value: id(value),
            },
        };
        Item {
            name: self.span(name),
            kind,
        }
    }

    fn body(&self, body: BodyNode) -> BodyNode {
        BodyNode {
            items: body.items.moved(self.list_items),
            is_distinct: body.is_distinct,
            absent: body.absent.moved(self.list_items),
        }
    }

    fn block(&self, block: BlockNode) -> BlockNode {
        BlockNode {
            labels: block.labels.moved(self.list_labels),
            body: self.body(block.body),
            header_end: block.header_end.saturating_add(self.text),
            end: block.end.saturating_add(self.text),
            is_closed: block.is_closed,
        }
    }

    fn generated_block(&self, block: GeneratedBlock) -> GeneratedBlock {
        GeneratedBlock {
            span: self.span(block.span),
            block_type: self.span(block.block_type),
            header: self.span(block.header),
            content: self.span(block.content),
            labels: block.labels.moved(self.list_generated_labels),
            body: self.body(block.body),
            ..block
        }
    }

    fn structure(&self, structure: Structure) -> Structure {
        Structure {
            content: match structure.content {
                StructureContent::Array(list) => {
                    StructureContent::Array(list.moved(self.list_expressions))
                }
                StructureContent::Object(list) => {
                    StructureContent::Object(list.moved(self.list_items))
                }
            },
            body: structure.body.map(|body| self.body(body)),
            owner: structure.owner.map(|owner| Owner {
                property: self.item(owner.property),
                object: owner.object.map(|it| it.moved(self.expressions)),
            }),
            ..structure
        }
    }

    fn template(&self, template: TemplateNode) -> TemplateNode {
        TemplateNode {
            span: self.span(template.span),
            form: template.form,
            parts: template.parts.moved(self.list_parts),
        }
    }

    fn part(&self, part: Part) -> Part {
        match part {
            Part::Literal(span) => Part::Literal(self.span(span)),
            Part::Interpolation { span, expression } => Part::Interpolation {
                span: self.span(span),
                expression: expression.moved(self.expressions),
            },
            Part::If(id) => Part::If(id.moved(self.ifs)),
            Part::For(id) => Part::For(id.moved(self.template_fors)),
        }
    }

    fn if_directive(&self, it: IfNode) -> IfNode {
        let IfNode {
            span,
            predicate,
            yes,
            no,
        } = it;
        IfNode {
            span: self.span(span),
            predicate: predicate.moved(self.expressions),
            yes: yes.moved(self.templates),
            no: no.map(|no| no.moved(self.templates)),
        }
    }

    fn for_directive(&self, it: TemplateForNode) -> TemplateForNode {
        TemplateForNode {
            span: self.span(it.span),
            key: it.key.map(|key| self.span(key)),
            value: self.span(it.value),
            collection: it.collection.moved(self.expressions),
            body: it.body.moved(self.templates),
        }
    }

    fn for_expression(&self, it: ForNode) -> ForNode {
        let id = |id: super::ExprId| id.moved(self.expressions);
        ForNode {
            key: it.key.map(|key| self.span(key)),
            value: self.span(it.value),
            collection: id(it.collection),
            key_expression: it.key_expression.map(id),
            value_expression: id(it.value_expression),
            condition: it.condition.map(id),
            grouping: it.grouping,
        }
    }

    fn call(&self, call: CallNode) -> CallNode {
        CallNode {
            name: self.span(call.name),
            arguments: call.arguments.moved(self.list_expressions),
            expand_final: call.expand_final,
        }
    }

    fn operations_node(&self, it: OperationsNode) -> OperationsNode {
        OperationsNode {
            operands: it.operands.moved(self.list_expressions),
            operators: it.operators.moved(self.list_operators),
        }
    }

    fn traversal(&self, it: TraversalNode) -> TraversalNode {
        TraversalNode {
            source: it.source.moved(self.expressions),
            steps: it.steps.moved(self.list_steps),
            ..it
        }
    }

    fn access(&self, it: Access) -> Access {
        Access {
            start: it.start.saturating_add(self.text),
            ..it
        }
    }

    fn step(&self, Step { span, kind }: Step) -> Step {
        let kind = match kind {
            StepKind::GetAttr(it) => StepKind::GetAttr(self.access(it)),
            StepKind::LegacyIndex(it) => StepKind::LegacyIndex(self.access(it)),
            StepKind::Index(key) => StepKind::Index(key.moved(self.expressions)),
            StepKind::AttributeSplat(_) | StepKind::FullSplat(_) => kind,
        };
        Step {
            span: self.span(span),
            kind,
        }
    }

    fn label(&self, label: GeneratedLabel) -> GeneratedLabel {
        GeneratedLabel {
            span: self.span(label.span),
            text: label.text.moved(self.texts),
        }
    }
}

/// Appends copies of `others` that `moved` makes.
fn append<T: Copy>(nodes: &mut Vec<T>, others: &[T], moved: impl Fn(T) -> T) {
    nodes.extend(others.iter().map(|node| moved(*node)));
}

impl<'t> Joined<'t> {
    pub(super) fn new() -> Self {
        Joined {
            nodes: Nodes::default(),
            strings: None,
            parts: Vec::new(),
            bindings: Vec::new(),
            binding_count: 0,
        }
    }

    fn offsets(&self, text: u32) -> Offsets {
        let (nodes, lists) = (&self.nodes, &self.nodes.lists);
        let strings = self.strings.as_ref();
        Offsets {
            text,
            expressions: nodes.expressions.len(),
            items: nodes.items.len(),
            blocks: nodes.blocks.len(),
            generated: nodes.generated.len(),
            structures: nodes.structures.len(),
            templates: nodes.templates.len(),
            ifs: nodes.ifs.len(),
            template_fors: nodes.template_fors.len(),
            fors: nodes.fors.len(),
            calls: nodes.calls.len(),
            operations: nodes.operations.len(),
            traversals: nodes.traversals.len(),
            texts: nodes.texts.len(),
            strings: strings.map_or(0, |strings| strings.templates.len()),
            bindings: self.binding_count,
            list_expressions: lists.expressions.len(),
            list_items: lists.items.len(),
            list_operators: lists.operators.len(),
            list_steps: lists.steps.len(),
            list_parts: lists.parts.len(),
            list_labels: lists.labels.len(),
            list_generated_labels: lists.generated_labels.len(),
        }
    }

    /// Adds a tree whose text begins at `text` of the joined text. Returns how far its nodes were moved.
    pub(super) fn append(&mut self, other: &'t Tree, text: u32) -> Offsets {
        let by = self.offsets(text);
        let (own, others) = (&mut self.nodes, &other.nodes);
        append(&mut own.expressions, &others.expressions, |it| {
            by.expression(it)
        });
        append(&mut own.items, &others.items, |it| by.item_node(it));
        append(&mut own.blocks, &others.blocks, |it| by.block(it));
        append(&mut own.generated, &others.generated, |it| {
            by.generated_block(it)
        });
        append(&mut own.structures, &others.structures, |it| {
            by.structure(it)
        });
        append(&mut own.templates, &others.templates, |it| by.template(it));
        append(&mut own.ifs, &others.ifs, |it| by.if_directive(it));
        append(&mut own.template_fors, &others.template_fors, |it| {
            by.for_directive(it)
        });
        append(&mut own.fors, &others.fors, |it| by.for_expression(it));
        append(&mut own.calls, &others.calls, |it| by.call(it));
        append(&mut own.operations, &others.operations, |it| {
            by.operations_node(it)
        });
        append(&mut own.traversals, &others.traversals, |it| {
            by.traversal(it)
        });
        own.texts.extend(others.texts.iter().cloned());
        let (own, others) = (&mut own.lists, &others.lists);
        append(&mut own.expressions, &others.expressions, |id| {
            id.moved(by.expressions)
        });
        append(&mut own.items, &others.items, |id| by.item(id));
        append(&mut own.operators, &others.operators, |it| it);
        append(&mut own.steps, &others.steps, |it| by.step(it));
        append(&mut own.parts, &others.parts, |it| by.part(it));
        append(&mut own.labels, &others.labels, |it| by.span(it));
        append(&mut own.generated_labels, &others.generated_labels, |it| {
            by.label(it)
        });
        self.append_context(other, text);
        by
    }

    /// Adds what is known of a tree besides its nodes.
    fn append_context(&mut self, other: &'t Tree, text: u32) {
        match (&mut self.strings, other.strings()) {
            (Some(strings), Some(more)) => strings.append(more, text),
            (None, Some(more)) => {
                let mut strings = more.without_templates();
                strings.append(more, text);
                self.strings = Some(strings);
            }
            (_, None) => {}
        }
        if let Some(bindings) = other.shared_bindings() {
            self.binding_count += bindings.len();
            self.bindings.push(bindings);
        }
        let own = [TextPart {
            start: 0,
            is_json: other.is_json(),
        }];
        let parts = match other.parts() {
            [] => &own,
            parts => parts,
        };
        self.parts.extend(parts.iter().map(|part| TextPart {
            start: part.start.saturating_add(text),
            ..*part
        }));
    }

    /// The joined tree, whose root is to be set.
    pub(super) fn finish(self) -> Tree {
        let mut tree = Tree::new(self.nodes, super::Root::default());
        if let Some(strings) = self.strings {
            tree.set_strings(strings);
        }
        if let Some((first, others)) = self.bindings.split_first() {
            let others: Vec<&dyn Bindings> = others.iter().map(|it| &***it).collect();
            tree.bind(first.followed_by(&others));
        }
        tree.set_parts(self.parts);
        tree
    }
}
