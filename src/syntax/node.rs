//! The nodes of a tree, all of one size.
//!
//! A node is sixteen bytes. The meaning of its two position fields and of its `data` field is documented at
//! its [`NodeKind`].

use super::fingerprint::fingerprint;
use crate::number::Small;
use crate::span::Span;

/// The index of a node in its tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NodeId(pub(crate) u32);

/// The word of a list that stands for an absent node or position.
pub(crate) const NONE: u32 = u32::MAX;

/// The flag of a block whose closing brace is in the source. A parser that recovers from errors may have
/// supplied the brace.
pub(crate) const CLOSED: u8 = 1;

/// The flag of a body, or of the block around it, in which all items are known to have different names.
/// Without the flag they may still be different.
pub(crate) const DISTINCT: u8 = 2;

/// The lowest bit of the name's [`fingerprint`] in the flags of an attribute or a block.
const FINGERPRINT_SHIFT: u8 = 2;

/// The flag of a generated block that stands for any number of blocks, because its `for_each` is unknown.
pub(crate) const UNKNOWN: u8 = 4;

/// The flag of a generated block that stands for no block, and whose number of labels is not known either.
pub(crate) const UNKNOWN_LABELS: u8 = 8;

/// The flag of a quoted literal that is known to stand for exactly the text between its quotes.
pub(crate) const VERBATIM: u8 = 1;

/// The flag of a generated block, or of an object of JSON, that bodies of several layers were made into. Its items may
/// stand in several sources.
pub(crate) const OVERLAID: u8 = 0x80;

/// The flag of an object or a tuple in JSON syntax. Two words precede its list: the innermost property around it, and
/// the object with that property; both are [`NONE`] at the root.
pub(crate) const JSON: u8 = 1;

/// The flag of an object or a tuple in JSON syntax whose list is followed by a second one: its items as a body. These
/// are its properties without comments, or those of all objects in the tuple.
pub(crate) const BODY_ITEMS: u8 = 4;

/// The flag of an object of JSON whose list of body items is followed by the absent blocks of that body: generated
/// blocks that show where no block was generated.
pub(crate) const ABSENT: u8 = 8;

/// The flag of an object of JSON that a `dynamic` block generates for a label: its property names are labels.
pub(crate) const LABEL_LEVEL: u8 = 0x10;

/// The flag of an object or an array of JSON that a `dynamic` block generates as the body of a block.
pub(crate) const GENERATED_BODY: u8 = 0x20;

/// The flag of an object or an array of JSON that, as the body of a block, stands for any number of blocks, and of an
/// array of blocks with one of these. As expressions they are unknown.
pub(crate) const UNKNOWN_BODY: u8 = 0x40;

/// The flag of a string of JSON whose `data` is the index of its decoded text for `Tree::label`.
pub(crate) const STORED: u8 = 2;

/// The flag of a property whose name is an expression, which is the node before it.
pub(crate) const KEYED: u8 = 1;

/// The flag of a property whose name is written with escape sequences.
pub(crate) const ESCAPED: u8 = 2;

/// The flag of variables, numbers and bools, and of the operations and parentheses that consist only of nodes
/// with this flag. Evaluation has a fast path for them.
pub(crate) const PLAIN: u8 = 0x80;

/// The kind of a node, and the meaning of its fields.
///
/// Unless stated otherwise, `start..end` is the node's span. `[a, b…]` is a list in the words of the tree
/// that begins at `data`; "counted" lists begin with their length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NodeKind {
    /// A body: counted list of attributes and blocks. `flags` may have [`DISTINCT`].
    Body,
    /// An attribute: `start..end` is its name, `data` its expression, `flags` are [`name_flags`].
    Attribute,
    /// A block: `[type end, header end, number of labels, (label start, label end)…]`, then its
    /// body as a counted list. `flags` may have [`CLOSED`] and [`DISTINCT`] beside [`name_flags`].
    Block,
    /// A block that a `dynamic` block generates. `start..end` is the span of the `dynamic` block. `[type
    /// start, type end, header start, header end, content start, content end, number of labels, (label start,
    /// label end, text)…]`, then its body as a counted list, then the absent blocks of the body as a counted
    /// list: generated blocks that show where no block was generated. The text is an index for `Tree::label`.
    /// `flags` may have [`UNKNOWN`], [`UNKNOWN_LABELS`] and [`OVERLAID`]: with the last, it is a block of a body that
    /// several bodies were laid over each other for, and `start..end` is the uppermost of its blocks.
    GeneratedBlock,
    /// A numeric literal. If it has few digits, `data` is its coefficient, and the low bits of `flags` are
    /// the number of its decimal places plus one; otherwise both are 0.
    Number,
    /// The literal `true`.
    True,
    /// The literal `false`.
    False,
    /// The literal `null`.
    Null,
    /// A variable: `data` is the hash of its name. If the lowest bit of `flags` is 1, `data` is the
    /// index of the value that it is bound to; see `Tree::bind`.
    Variable,
    /// An expression whose value is unknown, whatever its source text says. In JSON, `data` may be the object or the
    /// array that gives blocks instead; otherwise it is 0.
    Unknown,
    /// A quoted template without template sequences. `flags` may have [`VERBATIM`].
    QuotedLiteral,
    /// A heredoc without template sequences.
    HeredocLiteral,
    /// A string of JSON with escape sequences, but without template sequences. `flags` may have [`STORED`], as that of
    /// the name of a property has.
    JsonString,
    /// A string of JSON with template sequences: `data` is an index for `Tree::embedded`.
    JsonTemplate,
    /// A quoted template with sequences: `[indent, then a counted list of parts]`.
    QuotedTemplate,
    /// A heredoc with sequences: the same list. `indent` is the number of leading white-space characters that
    /// a flush heredoc removes from each line.
    HeredocTemplate,
    /// A template on its own, or the text between two directives: the same list.
    BareTemplate,
    /// Literal text of a template.
    TemplateLiteral,
    /// An interpolation: `data` is its expression.
    Interpolation,
    /// An `if` directive: `[predicate, template, template of else or NONE]`.
    TemplateIf,
    /// A `for` directive: `[key start, key end, value start, value end, collection, template]`;
    /// the first two are `NONE` without a key variable.
    TemplateFor,
    /// An expression in parentheses: `data` is that expression. `flags` of this kind, of the two
    /// kinds below and of the leaves above may have [`PLAIN`]; their other high bits are defined in `tree/leaf.rs`.
    Parentheses,
    /// A unary operation: the low bits of `flags` the operator, `data` the operand.
    Unary,
    /// A binary operation: the low bits of `flags` the operator, `data` the left and *`end`* the right operand.
    /// Its end is that of the right operand.
    Binary,
    /// A conditional: `[predicate, true result, false result]`.
    Conditional,
    /// A tuple: counted list of expressions. In JSON, `flags` has [`JSON`] and may have the flags of JSON after it.
    Tuple,
    /// An object: counted list of items. In JSON, `flags` has [`JSON`] and may have [`DISTINCT`], [`OVERLAID`] and the
    /// flags of JSON after it.
    Object,
    /// An item of an object with a bare name: `start..end` is the name, `data` the value.
    NamedItem,
    /// An item of an object with an expression as its key: *`start`* is the key, `data` the value.
    KeyedItem,
    /// A property in JSON syntax, which is an item of an object or of a body: `start..end` is the name without its
    /// quotes, `data` the value. `flags` may have [`KEYED`] and [`ESCAPED`] beside [`name_flags`].
    Property,
    /// A tuple `for`: `[key start, key end, value start, value end, collection, key expression,
    /// value expression, condition]`; what is absent is `NONE`.
    ForTuple,
    /// An object `for`: the same list; `flags` is 1 in grouping mode.
    ForObject,
    /// A function call: `[name end, then a counted list of arguments]`; `flags` is 1 if the final
    /// argument is expanded.
    FunctionCall,
    /// Attribute access: `data` is the offset of its point; the node before it is its source. Here and in the
    /// kinds below, `flags` is 1 if the node is a splat or a splat is among its sources.
    GetAttr,
    /// A legacy index such as `.0`: same fields as [`NodeKind::GetAttr`].
    LegacyIndex,
    /// An index: `[source, key]`.
    Index,
    /// An attribute-only splat: `data` is its source.
    AttributeSplat,
    /// A full splat: `data` is its source.
    FullSplat,
}

impl NodeKind {
    /// Whether a node of this kind is an expression.
    pub(crate) fn is_expression(self) -> bool {
        !matches!(
            self,
            NodeKind::Body
                | NodeKind::Attribute
                | NodeKind::Block
                | NodeKind::GeneratedBlock
                | NodeKind::BareTemplate
                | NodeKind::TemplateLiteral
                | NodeKind::Interpolation
                | NodeKind::TemplateIf
                | NodeKind::TemplateFor
                | NodeKind::NamedItem
                | NodeKind::KeyedItem
                | NodeKind::Property
        )
    }

    /// Whether a node of this kind is an expression that is a template.
    pub(crate) fn is_template(self) -> bool {
        matches!(
            self,
            NodeKind::QuotedLiteral
                | NodeKind::HeredocLiteral
                | NodeKind::JsonString
                | NodeKind::JsonTemplate
                | NodeKind::QuotedTemplate
                | NodeKind::HeredocTemplate
        )
    }

    /// Whether a node of this kind is a postfix operation: access, index or splat.
    pub(crate) fn is_postfix(self) -> bool {
        matches!(
            self,
            NodeKind::GetAttr
                | NodeKind::LegacyIndex
                | NodeKind::Index
                | NodeKind::AttributeSplat
                | NodeKind::FullSplat
        )
    }
}

/// One node; see [`NodeKind`] for what its fields mean.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) kind: NodeKind,
    pub(crate) flags: u8,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) data: u32,
}

impl Node {
    /// A node without children.
    #[inline]
    pub(crate) fn leaf(kind: NodeKind, flags: u8, span: Span) -> Self {
        Node {
            kind,
            flags,
            start: span.start(),
            end: span.end(),
            data: 0,
        }
    }

    /// A numeric literal.
    pub(crate) fn number(text: &str, span: Span) -> Self {
        let small = Small::parse_literal(&text.as_bytes()[span.range()]);
        let short = small.and_then(|small| Node::short_number(small, span));
        short.unwrap_or_else(|| Node::leaf(NodeKind::Number, PLAIN, span))
    }

    /// A numeric literal of this value, if it has few digits.
    #[inline]
    pub(crate) fn short_number(small: Small, span: Span) -> Option<Self> {
        let data = u32::try_from(small.coefficient).ok()?;
        let leaf = Node::leaf(NodeKind::Number, PLAIN | (small.places + 1), span);
        Some(Node { data, ..leaf })
    }

    /// The [`fingerprint`] of the name of this attribute or block, which must not be a generated block.
    #[inline]
    pub(crate) fn fingerprint(self) -> u8 {
        self.flags >> FINGERPRINT_SHIFT
    }

    /// Whether this object or array of JSON is blocks whose number is unknown.
    #[inline]
    pub(crate) fn is_unknown_blocks(&self) -> bool {
        let is_structure = matches!(self.kind, NodeKind::Object | NodeKind::Tuple);
        is_structure && self.flags & (JSON | UNKNOWN_BODY) == JSON | UNKNOWN_BODY
    }

    /// Whether this variable is bound to a value.
    #[inline]
    pub(crate) fn is_bound(&self) -> bool {
        self.flags & 1 != 0
    }

    /// Whether the node is a splat, or a postfix operation with a splat among its sources.
    pub(crate) fn follows_splat(self) -> bool {
        self.flags == 1 && self.kind.is_postfix()
    }
}

/// The flags of an attribute or a block that has this name.
#[inline]
pub(crate) fn name_flags(name: &[u8]) -> u8 {
    fingerprint(name) << FINGERPRINT_SHIFT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_sixteen_bytes() {
        assert_eq!(size_of::<Node>(), 16);
    }
}
