//! What a tree is made of: small nodes of one size.
//!
//! Nodes are sixteen bytes: what a node means by its two position fields and its `data` field stands at its [`NodeKind`].
//!
//! Knows nothing of how they are stored, and of tokens and grammar.

use crate::number::Small;
use crate::quote::words;
use crate::span::Span;

/// The index of a node in its tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NodeId(pub(crate) u32);

/// The word of a list that stands for "there is none".
pub(crate) const NONE: u32 = u32::MAX;

/// The flag of a block whose closing brace is written; a parser that recovers may have made it up.
pub(crate) const CLOSED: u8 = 1;

/// The flag of a body, or of the block around it, in which no two items have the same name. Without it they may all the
/// same have different ones.
pub(crate) const DISTINCT: u8 = 2;

/// How many bits of the flags of an attribute or a block are not about what its name [looks] like.
const LOOKS: u8 = 2;

/// The flag of a generated block that stands for any number of blocks, since what it is generated for is unknown.
pub(crate) const UNKNOWN: u8 = 4;

/// The flag of a generated block that stands for no block, of which not even the number of its labels is known.
pub(crate) const UNKNOWN_LABELS: u8 = 8;

/// The flag of a quoted literal that stands for exactly what is between its quotes. Others may do so too.
pub(crate) const VERBATIM: u8 = 1;

/// The flag of variables, numbers and bools, of operations on nothing but those and other such operations, and of each
/// of them in parentheses.
pub(crate) const PLAIN: u8 = 0x80;

/// What a node is, and what its fields hold.
///
/// Unless it says otherwise, `start..end` is the node's span. `[a, b…]` is a list in
/// the words of the tree that begins at `data`; "counted" lists begin with their length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NodeKind {
    /// A body: counted list of attributes and blocks. `flags` may have [`DISTINCT`].
    Body,
    /// An attribute: `start..end` is its name, `data` its expression, `flags` are [`name_flags`].
    Attribute,
    /// A block: `[type end, header end, number of labels, (label start, label end)…]`, then its
    /// body as a counted list. `flags` may have [`CLOSED`] and [`DISTINCT`] beside [`name_flags`].
    Block,
    /// A block that a `dynamic` block generates, which is what `start..end` is: `[type start, type
    /// end, header start, header end, content start, content end, number of labels, (label start,
    /// label end, text)…]`, then its body as a counted list, then a counted list of the generated blocks that stand for
    /// none: where in the body no block was generated. The text is one of `Tree::label`. `flags` may have [`UNKNOWN`]
    /// and [`UNKNOWN_LABELS`].
    GeneratedBlock,
    /// A numeric literal. If it has few digits, `data` is its coefficient, and the low bits of `flags`
    /// one more than its decimal places; otherwise those are 0.
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
    /// An expression that is unknown, whatever is written.
    Unknown,
    /// A quoted template without template sequences. `flags` may have [`VERBATIM`].
    QuotedLiteral,
    /// A heredoc without template sequences.
    HeredocLiteral,
    /// A quoted template with sequences: `[indent, then a counted list of parts]`.
    QuotedTemplate,
    /// A heredoc with sequences: the same list. `indent` is how many leading white-space
    /// characters a flush heredoc takes from each line.
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
    /// An expression in parentheses: `data` is that expression. The high bits of `flags` here, in the two
    /// kinds below, and in the leaves above are those that `leaf` defines.
    Parentheses,
    /// A unary operation: the low bits of `flags` the operator, `data` the operand.
    Unary,
    /// A binary operation: the low bits of `flags` the operator, `data` the left and *`end`* the right operand.
    /// Its end is that of the right operand.
    Binary,
    /// A conditional: `[predicate, true result, false result]`.
    Conditional,
    /// A tuple: counted list of expressions.
    Tuple,
    /// An object: counted list of items.
    Object,
    /// An item of an object with a bare name: `start..end` is the name, `data` the value.
    NamedItem,
    /// An item of an object with an expression as its key: *`start`* is the key, `data` the value.
    KeyedItem,
    /// A tuple `for`: `[key start, key end, value start, value end, collection, key expression,
    /// value expression, condition]`; what is absent is `NONE`.
    ForTuple,
    /// An object `for`: the same list; `flags` is 1 in grouping mode.
    ForObject,
    /// A function call: `[name end, then a counted list of arguments]`; `flags` is 1 if the final
    /// argument is expanded.
    FunctionCall,
    /// Attribute access: `data` is where its dot stands; the node before it is its source. Here
    /// and in the kinds below, `flags` is 1 if a splat is among the sources or the node is one.
    GetAttr,
    /// A legacy index such as `.0`: the same.
    LegacyIndex,
    /// An index: `[source, key]`.
    Index,
    /// An attribute-only splat: `data` is its source.
    AttributeSplat,
    /// A full splat: `data` is its source.
    FullSplat,
}

impl NodeKind {
    /// Whether a node of this kind is an expression, and no part of a structure or a template.
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
        )
    }

    /// Whether a node of this kind is a literal, be it a number, a word or a text.
    pub(crate) fn is_literal(self) -> bool {
        matches!(
            self,
            NodeKind::Number
                | NodeKind::True
                | NodeKind::False
                | NodeKind::Null
                | NodeKind::QuotedLiteral
                | NodeKind::HeredocLiteral
        )
    }

    /// Whether a node of this kind is an expression that is a template.
    pub(crate) fn is_template(self) -> bool {
        matches!(
            self,
            NodeKind::QuotedLiteral
                | NodeKind::HeredocLiteral
                | NodeKind::QuotedTemplate
                | NodeKind::HeredocTemplate
        )
    }

    /// Whether a node of this kind is an operation that stands behind its source.
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

    /// A numeric literal of this value, if that has few digits.
    #[inline]
    pub(crate) fn short_number(small: Small, span: Span) -> Option<Self> {
        let data = u32::try_from(small.coefficient).ok()?;
        let leaf = Node::leaf(NodeKind::Number, PLAIN | (small.places + 1), span);
        Some(Node { data, ..leaf })
    }

    /// What the name of the node, which is an attribute or a block as it was parsed, [looks] like.
    #[inline]
    pub(crate) fn looks(self) -> u8 {
        self.flags >> LOOKS
    }

    /// Whether the node, which is a variable, is bound to a value.
    #[inline]
    pub(crate) fn is_bound(&self) -> bool {
        self.flags & 1 != 0
    }

    /// Whether the node is an operation with a splat among its sources, or is a splat.
    pub(crate) fn follows_splat(self) -> bool {
        self.flags == 1 && self.kind.is_postfix()
    }
}

/// The flags of an attribute or a block that has this name.
#[inline]
pub(crate) fn name_flags(name: &[u8]) -> u8 {
    looks(name) << LOOKS
}

/// A number below 64 that is mostly different for different names, to tell most of them apart without comparing them.
#[inline]
pub(crate) fn looks(name: &[u8]) -> u8 {
    mixed(words(name))
}

/// What a name [looks] like if it is ASCII.
#[inline]
pub(crate) fn ascii_looks(name: &[u8]) -> Option<u8> {
    let ends = words(name);
    let are_ascii = (ends[0] | ends[1]) & 0x8080_8080_8080_8080 == 0;
    // Of a short name, the ends are all there is.
    let is_ascii = are_ascii && (name.len() <= 16 || name.is_ascii());
    is_ascii.then(|| mixed(ends))
}

#[inline]
fn mixed([first, last]: [u64; 2]) -> u8 {
    let mixed = first ^ last.rotate_left(32);
    // The fractional part of the golden ratio: what comes close to one another in names is far apart in the high bits.
    (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_sixteen_bytes() {
        assert_eq!(size_of::<Node>(), 16);
    }

    #[test]
    fn what_is_not_ascii_is_seen_in_each_place() {
        for length in 0..40 {
            let mut name = vec![b'n'; length];
            assert_eq!(ascii_looks(&name), Some(looks(&name)));
            for place in 0..length {
                name[place] = 0xc3;
                assert_eq!(ascii_looks(&name), None, "{place} of {length}");
                name[place] = b'n';
            }
        }
    }
}
