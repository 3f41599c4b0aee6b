//! A tree: one list of nodes for each type of node, and the data about the whole tree.

use std::ops::{Deref, DerefMut, Index, IndexMut};
use std::sync::{Arc, OnceLock};

use super::bound::BoundValues;
use super::node::{
    BindingId, BlockId, BlockNode, BodyNode, CallId, CallNode, ConditionalId, Expr, ExprId,
    ExprKind, ForId, ForNode, GeneratedBlock, GeneratedId, GeneratedLabel, IfId, IfNode, Item,
    ItemId, ItemKind, List, ObjectId, ObjectNode, Operation, OperationsId, OperationsNode, Owner,
    Part, Step, StringId, Structure, StructureId, TemplateForId, TemplateForNode, TemplateId,
    TemplateNode, TextId, TraversalId, TraversalNode, TupleId,
};
use crate::diagnostic::Diagnostic;
use crate::json_text::string::StringOffsets;
use crate::limits::ParseLimits;
use crate::span::Span;

/// A whole tree.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    pub(super) nodes: Nodes,
    pub(crate) root: Root,
    /// The values that variables are bound to, if there are any.
    pub(crate) bindings: Option<Arc<BoundValues>>,
    /// The data about the strings of the source, if it is in JSON syntax.
    pub(crate) strings: Option<Strings>,
}

/// The root of a tree: the kind of the whole source.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Root {
    Body(BodyNode),
    /// An expression or a template. In JSON syntax, a body is an object or an array.
    Expression(ExprId),
}

impl Default for Root {
    fn default() -> Self {
        Root::Body(BodyNode::EMPTY)
    }
}

/// The nodes of a tree, each type in order of creation, and the lists of their children.
#[derive(Clone, Debug, Default)]
pub(crate) struct Nodes {
    pub(super) expressions: Vec<Expr>,
    pub(super) items: Vec<Item>,
    pub(super) blocks: Vec<BlockNode>,
    pub(super) generated: Vec<GeneratedBlock>,
    pub(super) structures: Vec<Structure>,
    pub(super) templates: Vec<TemplateNode>,
    pub(super) ifs: Vec<IfNode>,
    pub(super) template_fors: Vec<TemplateForNode>,
    pub(super) fors: Vec<ForNode>,
    pub(super) calls: Vec<CallNode>,
    pub(super) conditionals: Vec<ExprList>,
    pub(super) tuples: Vec<ExprList>,
    pub(super) objects: Vec<ObjectNode>,
    pub(super) operations: Vec<OperationsNode>,
    pub(super) traversals: Vec<TraversalNode>,
    pub(super) texts: Vec<Box<str>>,
    pub(super) lists: Lists,
    /// The length of the source in bytes, from which the number of nodes is estimated. 0 if no source is read.
    source_len: usize,
}

// An alias, because the macro `nodes` takes identifiers, not types with parameters.
type ExprList = List<ExprId>;

/// The lengths of the lists that [`Nodes::truncate`] shortens, at the time of [`Nodes::lengths`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodesLengths {
    expressions: usize,
    items: usize,
    blocks: usize,
    tuples: usize,
    objects: usize,
    listed_expressions: usize,
    listed_items: usize,
    labels: usize,
}

/// The lists of children. A node has a [`List`] of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    pub(super) expressions: Vec<ExprId>,
    pub(super) items: Vec<ItemId>,
    pub(super) operations: Vec<Operation>,
    pub(super) steps: Vec<Step>,
    pub(super) parts: Vec<Part>,
    pub(super) labels: Vec<Span>,
    pub(super) generated_labels: Vec<GeneratedLabel>,
}

/// Defines how to add and read the nodes of one type.
macro_rules! nodes {
    ($($nodes:ident: $node:ident by $id:ident, $push:ident)*) => {$(
        impl Nodes {
            #[inline]
            pub(crate) fn $push(&mut self, node: $node) -> $id {
                if self.$nodes.len() == self.$nodes.capacity() {
                    let more = self.expected_after(self.$nodes.len());
                    self.$nodes.reserve_exact(more);
                }
                self.$nodes.push(node);
                $id::new(self.$nodes.len() - 1)
            }
        }

        impl Index<$id> for Nodes {
            type Output = $node;

            fn index(&self, id: $id) -> &$node {
                &self.$nodes[id.index()]
            }
        }

        impl IndexMut<$id> for Nodes {
            fn index_mut(&mut self, id: $id) -> &mut $node {
                &mut self.$nodes[id.index()]
            }
        }
    )*};
}

nodes! {
    expressions: Expr by ExprId, push_expression
    items: Item by ItemId, push_item
    blocks: BlockNode by BlockId, push_block
    generated: GeneratedBlock by GeneratedId, push_generated
    structures: Structure by StructureId, push_structure
    templates: TemplateNode by TemplateId, push_template
    ifs: IfNode by IfId, push_if
    template_fors: TemplateForNode by TemplateForId, push_template_for
    fors: ForNode by ForId, push_for
    calls: CallNode by CallId, push_call
    conditionals: ExprList by ConditionalId, push_conditional
    tuples: ExprList by TupleId, push_tuple
    objects: ObjectNode by ObjectId, push_object
    operations: OperationsNode by OperationsId, push_operations
    traversals: TraversalNode by TraversalId, push_traversal
}

/// Defines how to add and read the lists of one type.
macro_rules! lists {
    ($($lists:ident: $element:ident, $push:ident)*) => {$(
        impl Nodes {
            pub(crate) fn $push(&mut self, list: &[$element]) -> List<$element> {
                let len = self.lists.$lists.len() + list.len();
                if len > self.lists.$lists.capacity() {
                    let more = list.len() + self.expected_after(len);
                    self.lists.$lists.reserve_exact(more);
                }
                List::append(&mut self.lists.$lists, list)
            }
        }

        impl Index<List<$element>> for Nodes {
            type Output = [$element];

            fn index(&self, list: List<$element>) -> &[$element] {
                list.of(&self.lists.$lists)
            }
        }
    )*};
}

lists! {
    expressions: ExprId, list_expressions
    items: ItemId, list_items
    operations: Operation, list_operations
    steps: Step, list_steps
    parts: Part, list_parts
    labels: Span, list_labels
    generated_labels: GeneratedLabel, list_generated_labels
}

/// Bytes of source per expression and per item, to estimate the initial capacity. Most sources are close to it.
const BYTES_PER_NODE: usize = 24;

/// Maximum initial capacity for expressions and for items. Beyond that, their number can be estimated from the part
/// already read.
const MOST_AT_FIRST: usize = 4096;

/// Minimum capacity of a list of nodes.
const FIRST_NODES: usize = 4;

/// Maximum growth of a list at once, as a multiple of its length.
const MOST_GROWTH: u64 = 10;

impl Nodes {
    /// Empty lists, with capacity for the nodes of a source of this length.
    pub(crate) fn for_source(bytes: usize) -> Self {
        let count = (bytes / BYTES_PER_NODE).min(MOST_AT_FIRST);
        Nodes {
            expressions: Vec::with_capacity(count),
            items: Vec::with_capacity(count),
            lists: Lists {
                items: Vec::with_capacity(count),
                ..Lists::default()
            },
            source_len: bytes,
            ..Nodes::default()
        }
    }

    /// Additional capacity for a full list of `len` nodes: the number of nodes in the rest of the source if it is like
    /// the part already read.
    #[cold]
    fn expected_after(&self, len: usize) -> usize {
        // Doubling the capacity would leave most of it unused. Growing in small steps would copy the list often, and
        // take new pages from the system for each copy.
        let expression = self.expressions.last().map_or(0, |it| it.span.end());
        let item = self.items.last().map_or(0, |it| it.name.end());
        let (len, read) = (len as u64, u64::from(expression.max(item)));
        let rest = (self.source_len as u64).saturating_sub(read);
        let expected = if read == 0 || rest == 0 {
            len
        } else {
            let expected = len * rest / read;
            // With few exceptions, each node has at least one byte of its own.
            (expected + expected / 512)
                .min(MOST_GROWTH * len)
                .max(len / 8)
                .min(rest)
        };
        usize::try_from(expected).unwrap_or(0).max(FIRST_NODES)
    }

    /// The current numbers of nodes and children of literal items and blocks.
    pub(crate) fn lengths(&self) -> NodesLengths {
        NodesLengths {
            expressions: self.expressions.len(),
            items: self.items.len(),
            blocks: self.blocks.len(),
            tuples: self.tuples.len(),
            objects: self.objects.len(),
            listed_expressions: self.lists.expressions.len(),
            listed_items: self.lists.items.len(),
            labels: self.lists.labels.len(),
        }
    }

    /// Removes the nodes of literal items and blocks that were added after `lengths` was taken.
    pub(crate) fn truncate(&mut self, lengths: NodesLengths) {
        self.expressions.truncate(lengths.expressions);
        self.items.truncate(lengths.items);
        self.tuples.truncate(lengths.tuples);
        self.objects.truncate(lengths.objects);
        self.lists.expressions.truncate(lengths.listed_expressions);
        self.lists.items.truncate(lengths.listed_items);
        self.blocks.truncate(lengths.blocks);
        self.lists.labels.truncate(lengths.labels);
    }

    #[inline]
    pub(crate) fn expression(&mut self, kind: ExprKind, span: Span) -> ExprId {
        self.push_expression(Expr::new(kind, span))
    }

    /// Adds a text that is not verbatim in the source.
    pub(crate) fn push_text(&mut self, text: Box<str>) -> TextId {
        self.texts.push(text);
        TextId::new(self.texts.len() - 1)
    }

    /// The text of a label that comes from evaluation, or of a JSON string with escape sequences.
    pub(crate) fn text(&self, id: TextId) -> &str {
        &self.texts[id.index()]
    }

    /// The bytes of the source that an item covers.
    pub(crate) fn item_span(&self, id: ItemId) -> Span {
        let Item { name, kind } = self[id];
        match kind {
            ItemKind::Attribute(value) | ItemKind::Named(value) | ItemKind::Keyed { value, .. } => {
                Span::new(name.start(), self[value].span.end())
            }
            ItemKind::Property { value, .. } => Span::new(name.start() - 1, self[value].span.end()),
            ItemKind::Block(block) => Span::new(name.start(), self[block].end),
            ItemKind::Generated(block) => self[block].span,
        }
    }

    /// The JSON array or object, if the expression is one.
    #[inline]
    pub(crate) fn structure(&self, id: ExprId) -> Option<&Structure> {
        match self[id].kind {
            ExprKind::Structure(structure) => Some(&self[structure]),
            _ => None,
        }
    }

    /// The JSON array or object, mutably, if the expression is one.
    pub(crate) fn structure_mut(&mut self, id: ExprId) -> Option<&mut Structure> {
        match self[id].kind {
            ExprKind::Structure(structure) => Some(&mut self[structure]),
            _ => None,
        }
    }

    /// The number of nodes and children that a budget counts.
    pub(crate) fn len(&self) -> usize {
        let lists = &self.lists;
        self.expressions.len()
            + self.items.len()
            + self.generated.len()
            + self.structures.len()
            + lists.parts.len()
            + lists.steps.len()
            + lists.items.len()
            + lists.generated_labels.len()
    }
}

impl Deref for Tree {
    type Target = Nodes;

    fn deref(&self) -> &Nodes {
        &self.nodes
    }
}

impl DerefMut for Tree {
    fn deref_mut(&mut self) -> &mut Nodes {
        &mut self.nodes
    }
}

impl Tree {
    pub(crate) fn new(nodes: Nodes, root: Root) -> Self {
        Tree {
            nodes,
            root,
            ..Tree::default()
        }
    }

    pub(crate) fn is_bound(&self) -> bool {
        self.bindings.is_some()
    }

    pub(crate) fn is_json(&self) -> bool {
        self.strings.is_some()
    }

    /// The root, if the whole source is an expression or a template. In JSON syntax, it may be a body.
    pub(crate) fn root_expression(&self) -> Option<ExprId> {
        match self.root {
            Root::Expression(id) => Some(id),
            Root::Body(_) => None,
        }
    }

    pub(crate) fn span(&self, id: ExprId) -> Span {
        self[id].span
    }

    pub(crate) fn expression_ids(&self) -> impl Iterator<Item = ExprId> + use<> {
        (0..self.expressions.len()).map(ExprId::new)
    }

    pub(crate) fn traversal_sources(&self) -> impl Iterator<Item = ExprId> {
        self.traversals.iter().map(|it| it.source)
    }

    pub(crate) fn item_ids(&self) -> impl Iterator<Item = ItemId> + use<> {
        (0..self.items.len()).map(ItemId::new)
    }

    /// The value that the expression is bound to, if it is a bound variable.
    pub(crate) fn binding(&self, id: ExprId) -> Option<BindingId> {
        match self[id].kind {
            ExprKind::Variable { bound } => bound,
            _ => None,
        }
    }

    /// The innermost property that contains a JSON object or array, as its value or inside it, and the object with that
    /// property.
    pub(crate) fn owner(&self, id: ExprId) -> Option<Owner> {
        self.structure(id)?.owner
    }

    /// Whether a JSON object or array stands for any number of blocks.
    pub(crate) fn is_unknown_blocks(&self, id: ExprId) -> bool {
        self.structure(id).is_some_and(|it| it.is_unknown)
    }
}
/// Native syntax in a JSON string: a source of its own with a tree of its own.
#[derive(Clone, Debug)]
pub(crate) struct Embedded {
    /// The decoded string. The spans of the tree refer to it.
    pub(super) text: String,
    pub(super) offsets: StringOffsets,
    /// The tree, or why the text could not be parsed as requested: diagnostics with spans of the text.
    pub(super) parsed: Result<Arc<Tree>, Vec<Diagnostic>>,
}

/// The data of a tree about the strings in its source.
#[derive(Clone, Debug)]
pub(crate) struct Strings {
    pub(super) limits: ParseLimits,
    pub(super) templates: Vec<StringSlot>,
}

/// A string with template sequences.
#[derive(Clone, Debug, Default)]
pub(super) struct StringSlot {
    /// Number of objects and arrays around it.
    pub(super) depth: u32,
    /// The decoded text, if the string has escape sequences.
    text: Option<Box<str>>,
    pub(super) template: OnceLock<Arc<Embedded>>,
}

impl Strings {
    pub(crate) fn new(limits: ParseLimits) -> Self {
        Strings {
            limits,
            templates: Vec::new(),
        }
    }

    /// Adds a string with template sequences.
    pub(crate) fn push(&mut self, depth: u32, text: Option<Box<str>>) -> StringId {
        self.push_slot(StringSlot {
            depth,
            text,
            template: OnceLock::new(),
        })
    }

    pub(super) fn slot(&self, id: StringId) -> Option<&StringSlot> {
        self.templates.get(id.index())
    }

    pub(super) fn push_slot(&mut self, slot: StringSlot) -> StringId {
        self.templates.push(slot);
        StringId::new(self.templates.len() - 1)
    }

    /// The decoded text of a string with template sequences, if the string also has escape sequences.
    pub(crate) fn text(&self, id: StringId) -> Option<&str> {
        self.slot(id)?.text.as_deref()
    }
}
