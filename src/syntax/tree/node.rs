//! The nodes of a tree: expressions, templates, items of bodies and objects, and blocks.
//!
//! Each kind of node is a variant with named fields. Children are ids, or lists of ids. Names, numbers and text are
//! spans of the source. [`Tree`](super::Tree) owns the nodes; [`View`](super::view::View) reads them together with the
//! source.

use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::num::NonZeroU32;

use super::operator::{BinaryOperator, UnaryOperator};
use crate::number::{Places, Small};
use crate::span::{Span, offset};
use crate::swar;

/// Declares a type of ids: the index of a node among all nodes of its type, or of a step in its traversal.
macro_rules! ids {
    ($($(#[$documentation:meta])* $id:ident)*) => {$(
        $(#[$documentation])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        // The index plus one, so that an optional id has the same size.
        pub(crate) struct $id(NonZeroU32);

        impl $id {
            pub(super) fn new(index: usize) -> Self {
                $id(NonZeroU32::MIN.saturating_add(offset(index)))
            }

            pub(super) fn index(self) -> usize {
                self.0.get() as usize - 1
            }
        }
    )*};
}

ids! {
    ExprId
    ItemId
    BlockId
    /// A [`GeneratedBlock`].
    GeneratedId
    /// A JSON [`Structure`].
    StructureId
    TemplateId
    IfId
    TemplateForId
    ForId
    CallId
    /// The parts of a chain of conditionals.
    ConditionalId
    /// The elements of a tuple.
    TupleId
    /// The items of an object.
    ObjectId
    OperationsId
    TraversalId
    /// A text that is not verbatim in the source: the label of a generated block, or a JSON string with escape
    /// sequences.
    TextId
    /// A JSON string with template sequences.
    StringId
    /// A value that a variable is bound to.
    BindingId
    /// A [`Step`] of a traversal.
    StepIndex
}

/// A list of successive nodes, or of successive ids of nodes.
#[derive(Debug)]
pub(crate) struct List<T> {
    start: u32,
    len: u32,
    of: PhantomData<fn() -> T>,
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for List<T> {}

/// Lists are equal if their nodes are the same ones.
impl<T> PartialEq for List<T> {
    fn eq(&self, other: &Self) -> bool {
        (self.start, self.len) == (other.start, other.len)
    }
}

impl<T> Eq for List<T> {}

impl<T> Hash for List<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.start, self.len).hash(state);
    }
}

impl<T> List<T> {
    pub(crate) const EMPTY: List<T> = List {
        start: 0,
        len: 0,
        of: PhantomData,
    };

    /// Appends `nodes` to `all`.
    pub(crate) fn append(all: &mut Vec<T>, nodes: &[T]) -> Self
    where
        T: Copy,
    {
        let start = all.len();
        all.extend_from_slice(nodes);
        List {
            start: offset(start),
            len: offset(nodes.len()),
            of: PhantomData,
        }
    }

    /// The nodes of the list.
    pub(super) fn of(self, all: &[T]) -> &[T] {
        &all[self.start as usize..][..self.len as usize]
    }

    pub(crate) fn len(self) -> usize {
        self.len as usize
    }
}

// ---- Expressions

#[derive(Clone, Copy, Debug)]
pub(crate) struct Expr {
    pub(crate) span: Span,
    pub(crate) kind: ExprKind,
}

#[derive(Clone, Copy, Debug)]
// Eight bytes: a list is a node of its own, and the number of decimal places is stored next to the tag.
pub(crate) enum ExprKind {
    Null,
    Bool(bool),
    /// A numeric literal with few digits: `coefficient × 10^-places`.
    ShortNumber {
        coefficient: u32,
        places: u8,
    },
    /// Any other numeric literal.
    LongNumber,
    /// A variable, and the value that it is bound to in the content of a `dynamic` block.
    Variable {
        bound: Option<BindingId>,
    },
    /// An expression whose value is unknown, whatever its source text says.
    Unknown,
    /// A quoted template without template sequences, and whether it is known to need no decoding.
    QuotedLiteral {
        is_verbatim: bool,
    },
    /// A heredoc without template sequences.
    HeredocLiteral,
    /// A JSON string with escape sequences, but without template sequences. Its decoded text may be kept.
    JsonString {
        text: Option<TextId>,
    },
    /// A JSON string with template sequences.
    JsonTemplate(StringId),
    /// A template with sequences: quoted, a heredoc, or a whole source.
    Template(TemplateId),
    Parentheses(ExprId),
    Unary(UnaryOperator, ExprId),
    /// Operands with binary operators of one level of precedence between them.
    Operations(OperationsId),
    /// `p ? a : q ? b : c` as the list p, a, q, b, c.
    Conditional(ConditionalId),
    Tuple(TupleId),
    Object(ObjectId),
    /// An array or an object in JSON syntax.
    Structure(StructureId),
    For(ForId),
    FunctionCall(CallId),
    /// Accesses, indexes and splats after an expression.
    Traversal(TraversalId),
}

impl ExprKind {
    /// Converts a numeric literal to an [`ExprKind::ShortNumber`], if it has few enough digits.
    fn short_number(small: Small) -> Option<Self> {
        Some(ExprKind::ShortNumber {
            coefficient: u32::try_from(small.coefficient).ok()?,
            places: u8::try_from(small.places.count()).ok()?,
        })
    }

    /// Whether the kind alone shows that the value is not null.
    pub(crate) fn is_never_null(self) -> bool {
        matches!(
            self,
            ExprKind::Bool(_)
                | ExprKind::ShortNumber { .. }
                | ExprKind::LongNumber
                | ExprKind::QuotedLiteral { .. }
                | ExprKind::HeredocLiteral
                | ExprKind::JsonString { .. }
                | ExprKind::Tuple(_)
                | ExprKind::Object(_)
        )
    }

    /// The value of an [`ExprKind::ShortNumber`].
    pub(crate) fn value_of_short(coefficient: u32, places: u8) -> Small {
        Small {
            coefficient: i64::from(coefficient),
            places: Places::new(usize::from(places)).unwrap_or(Places::NONE),
        }
    }
}

impl Expr {
    pub(crate) fn new(kind: ExprKind, span: Span) -> Self {
        Expr { span, kind }
    }

    pub(crate) fn number(text: &str, span: Span) -> Self {
        let small = Small::parse_literal(&text.as_bytes()[span.range()]);
        let kind = small.and_then(ExprKind::short_number);
        Expr::new(kind.unwrap_or(ExprKind::LongNumber), span)
    }

    /// A quoted template without template sequences.
    pub(crate) fn quoted_literal(text: &str, span: Span) -> Self {
        let inner = span.start() as usize + 1;
        let is_verbatim = swar::plain_text(text.as_bytes(), inner) + 1 == span.end() as usize;
        Expr::new(ExprKind::QuotedLiteral { is_verbatim }, span)
    }

    /// An identifier as an expression: a variable, or one of the literals `true`, `false` and `null`.
    pub(crate) fn identifier(text: &str, span: Span) -> Self {
        let kind = match &text.as_bytes()[span.range()] {
            b"true" => ExprKind::Bool(true),
            b"false" => ExprKind::Bool(false),
            b"null" => ExprKind::Null,
            _ => ExprKind::Variable { bound: None },
        };
        Expr::new(kind, span)
    }
}

/// `a + b - c`: an operand, and operators of one level of precedence with an operand after each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OperationsNode {
    pub(crate) first: ExprId,
    pub(crate) rest: List<Operation>,
}

/// A binary operator and the operand after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operation {
    pub(crate) operator: BinaryOperator,
    pub(crate) operand: ExprId,
}

/// `source.name[0][*]`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TraversalNode {
    pub(crate) source: ExprId,
    pub(crate) steps: List<Step>,
    pub(crate) first_full_splat: Option<StepIndex>,
}

/// A step after the source of a traversal. The span begins with its dot or bracket, and ends with its name, digits,
/// star or bracket. After a dot, there can be white space and comments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) span: Span,
    pub(crate) kind: StepKind,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum StepKind {
    /// `.name`, and the attribute-only splat that applies the access to each element.
    GetAttr(Option<StepIndex>),
    /// `.0`, and the attribute-only splat that applies the access to each element.
    LegacyIndex(Option<StepIndex>),
    /// `[key]`
    Index(ExprId),
    /// `.*`, and the first full splat after it.
    AttributeSplat(Option<StepIndex>),
    /// `[*]`, and the first full splat after it.
    FullSplat(Option<StepIndex>),
}

impl Step {
    pub(crate) fn is_splat(self) -> bool {
        matches!(
            self.kind,
            StepKind::AttributeSplat(_) | StepKind::FullSplat(_)
        )
    }

    /// Whether the step is `.name` or `.0`.
    pub(crate) fn is_attribute_access(self) -> bool {
        matches!(self.kind, StepKind::GetAttr(_) | StepKind::LegacyIndex(_))
    }

    /// Stores in each step which splats it depends on, so that the kind of a part of a traversal is known without going
    /// through all its steps. Returns the first full splat.
    pub(crate) fn connect_splats(steps: &mut [Step]) -> Option<StepIndex> {
        let mut attribute_splat = None;
        for (index, step) in steps.iter_mut().enumerate() {
            match &mut step.kind {
                StepKind::GetAttr(splat) | StepKind::LegacyIndex(splat) => *splat = attribute_splat,
                StepKind::AttributeSplat(_) => attribute_splat = Some(StepIndex::new(index)),
                StepKind::Index(_) | StepKind::FullSplat(_) => attribute_splat = None,
            }
        }
        if !steps.iter().any(|step| step.is_splat()) {
            return None;
        }
        let mut full_splat = None;
        for (index, step) in steps.iter_mut().enumerate().rev() {
            match &mut step.kind {
                StepKind::AttributeSplat(next) => *next = full_splat,
                StepKind::FullSplat(next) => {
                    *next = full_splat;
                    full_splat = Some(StepIndex::new(index));
                }
                _ => {}
            }
        }
        full_splat
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct ForNode {
    pub(crate) key: Option<Span>,
    pub(crate) value: Span,
    pub(crate) collection: ExprId,
    /// `Some` in an object `for`.
    pub(crate) key_expression: Option<ExprId>,
    pub(crate) value_expression: ExprId,
    pub(crate) condition: Option<ExprId>,
    pub(crate) grouping: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct CallNode {
    /// The name with its namespaces, as written.
    pub(crate) name: Span,
    pub(crate) arguments: List<ExprId>,
    pub(crate) expand_final: bool,
}

// ---- Templates

/// A template with sequences, or the text between two directives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TemplateNode {
    pub(crate) span: Span,
    pub(crate) form: TemplateForm,
    pub(crate) parts: List<Part>,
}

/// How a template is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TemplateForm {
    Quoted,
    /// `indent` leading white-space characters are removed from each line.
    Heredoc {
        indent: u32,
    },
    /// A whole source, or a branch of a directive. `indent` is the smallest indentation of its lines, not counting
    /// blank ones; `None` if there are no other lines.
    Bare {
        indent: Option<u32>,
    },
}

/// A part of a template.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    Literal(Span),
    Interpolation { span: Span, expression: ExprId },
    If(IfId),
    For(TemplateForId),
}

/// An `if` directive.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IfNode {
    pub(crate) span: Span,
    pub(crate) predicate: ExprId,
    pub(crate) yes: TemplateId,
    pub(crate) no: Option<TemplateId>,
}

/// A `for` directive.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TemplateForNode {
    pub(crate) span: Span,
    pub(crate) key: Option<Span>,
    pub(crate) value: Span,
    pub(crate) collection: ExprId,
    pub(crate) body: TemplateId,
}

// ---- Bodies and objects

/// An item of a body or of an object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    /// The name of an attribute or of an item of an object, or the type of a block; in JSON, without its quotes. For an
    /// item whose key is an expression, the span of that expression.
    pub(crate) name: Span,
    pub(crate) kind: ItemKind,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum ItemKind {
    /// An attribute of a body.
    Attribute(ExprId),
    Block(BlockId),
    /// A block that is generated by a `dynamic` block, or is the result of overlaying several blocks.
    Generated(GeneratedId),
    /// An item of an object with a bare name.
    Named(ExprId),
    /// An item of an object with an expression as its key.
    Keyed {
        key: ExprId,
        value: ExprId,
    },
    /// A property in JSON syntax: an item of an object or of a body.
    Property {
        name: PropertyName,
        value: ExprId,
    },
}

/// How the name of a property is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PropertyName {
    /// The text between its quotes, which needs no decoding.
    Verbatim,
    /// The string or the template of this expression, written without escape sequences.
    Expression(ExprId),
    /// The string or the template of this expression, written with escape sequences.
    Escaped(ExprId),
}

/// A body: its items, and what is known about their names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyNode {
    pub(crate) items: List<ItemId>,
    /// Whether all items are known to have different names.
    pub(crate) is_distinct: bool,
    /// Placeholders for the blocks that `dynamic` blocks without elements would have generated.
    pub(crate) absent: List<ItemId>,
}

impl BodyNode {
    pub(crate) const EMPTY: BodyNode = BodyNode {
        items: List::EMPTY,
        is_distinct: true,
        absent: List::EMPTY,
    };

    pub(crate) fn of_items(items: List<ItemId>) -> Self {
        BodyNode {
            items,
            is_distinct: false,
            absent: List::EMPTY,
        }
    }
}

/// An object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ObjectNode {
    pub(crate) items: List<ItemId>,
    /// Whether all keys are known to be different names that consist of ASCII characters: each key is then its text in
    /// the source.
    pub(crate) has_plain_keys: bool,
}

/// A block as it is written. Its type is the name of its item.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockNode {
    /// The spans of the labels, including their quotes.
    pub(crate) labels: List<Span>,
    pub(crate) body: BodyNode,
    /// The end of the type and the labels.
    pub(crate) header_end: u32,
    pub(crate) end: u32,
    /// Whether the closing brace is in the source. A parser that recovers from errors may have supplied it.
    pub(crate) is_closed: bool,
}

/// A block that is not written as a block in the source.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GeneratedBlock {
    /// The `dynamic` block that generates it.
    pub(crate) span: Span,
    pub(crate) block_type: Span,
    /// The decoded type, if it is written with escape sequences.
    pub(crate) escaped_type: Option<TextId>,
    pub(crate) header: Span,
    /// The span between its braces.
    pub(crate) content: Span,
    pub(crate) labels: List<GeneratedLabel>,
    pub(crate) body: BodyNode,
    pub(crate) count: GeneratedCount,
}

/// A label of a generated block: its origin in the source, and its text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GeneratedLabel {
    pub(crate) span: Span,
    pub(crate) text: TextId,
}

/// The number of blocks that a generated block stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GeneratedCount {
    One,
    /// Any number, because its `for_each` is unknown.
    Unknown,
    /// No block, and the number of labels is unknown. An absent block with known labels is one of
    /// [`BodyNode::absent`] instead.
    NoneOfUnknownLabels,
}

// ---- JSON syntax

/// An array or an object in JSON syntax.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Structure {
    /// Its content as an expression: everything written in it.
    pub(crate) content: StructureContent,
    /// Its content as a body. In the body of an object, comments are left out, and `dynamic` blocks are replaced by the
    /// blocks that they generate. An array is a body only at the root: as the value of a property, it is several
    /// bodies, and this one is empty.
    pub(crate) body: BodyNode,
    /// `None` at the root.
    pub(crate) owner: Option<Owner>,
    /// Whether it stands for any number of blocks. As an expression it is unknown.
    pub(crate) is_unknown: bool,
}

impl Structure {
    /// An empty array or object in this property.
    pub(crate) fn new(owner: Option<Owner>) -> Self {
        Structure {
            content: StructureContent::Object(List::EMPTY),
            body: BodyNode::EMPTY,
            owner,
            is_unknown: false,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum StructureContent {
    Array(List<ExprId>),
    Object(List<ItemId>),
}

/// The innermost property around an array or an object, and the object with that property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Owner {
    pub(crate) property: ItemId,
    /// `None` if the property is an item of a body that is not an object of the tree.
    pub(crate) object: Option<ExprId>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_small() {
        assert_eq!((size_of::<Expr>(), size_of::<Item>()), (16, 20));
        assert_eq!((size_of::<Step>(), size_of::<OperationsNode>()), (16, 12));
        assert_eq!((size_of::<Operation>(), size_of::<BlockNode>()), (8, 40));
        assert_eq!(size_of::<Option<ExprId>>(), 4);
    }
}
