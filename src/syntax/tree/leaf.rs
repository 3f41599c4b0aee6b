//! Nodes of names and numbers, and of operations that consist only of these. What evaluation needs to know
//! about them is computed once, while they are parsed.
//!
//! Knows nothing of the values that names stand for.

use std::hash::{BuildHasher, Hasher};
use std::sync::LazyLock;

use foldhash::fast::RandomState;

use super::arena::Tree;
use crate::number::{MAX_SMALL_SCALE, Small};
use crate::span::Span;
use crate::syntax::node::{Node, NodeId, NodeKind, PLAIN};

/// A name for looking something up, with its hash.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Name<'a> {
    /// Compared first: it tells nearly all names apart.
    pub(crate) hash: u32,
    /// Bytes instead of a `str`: slicing them out of a source needs no check of character boundaries.
    bytes: &'a [u8],
}

impl<'a> Name<'a> {
    pub(crate) fn new(name: &'a str) -> Self {
        Name {
            hash: hash(name.as_bytes()),
            bytes: name.as_bytes(),
        }
    }

    /// Whether the name is `text`, whose hash is `hash`.
    #[inline]
    pub(crate) fn is(self, hash: u32, text: &str) -> bool {
        self.hash == hash && self.bytes == text.as_bytes()
    }

    pub(crate) fn text(self) -> &'a str {
        str::from_utf8(self.bytes).unwrap_or_default()
    }
}

/// The hash of a name: the same for all trees and tables of a process. Each process has another seed, so that
/// nobody can choose names that collide.
#[inline]
fn hash(name: &[u8]) -> u32 {
    static STATE: LazyLock<RandomState> = LazyLock::new(RandomState::default);
    let mut hasher = STATE.build_hasher();
    hasher.write(name);
    (hasher.finish() >> 32) as u32
}

/// The flag of a binary operation whose left operand is a binary operation.
pub(crate) const CONTINUES_CHAIN: u8 = 0x40;

/// The flag of a binary operation that is stored before its right operand, which is another operation.
pub(crate) const WAITS: u8 = 0x20;

/// The flag of that right operand.
pub(crate) const AWAITED: u8 = 0x10;

// The flags above must not overlap with the decimal places that a number has in its flags.
const _: () = assert!(MAX_SMALL_SCALE + 1 < WAITS);

impl Node {
    /// Whether the node is an operation or parentheses, and consists only of variables, literals and such
    /// operations.
    #[inline]
    pub(crate) fn is_plain_operation(self) -> bool {
        let is_operation = matches!(
            self.kind,
            NodeKind::Parentheses | NodeKind::Unary | NodeKind::Binary
        );
        self.flags & PLAIN != 0 && is_operation
    }

    /// Whether the left operand of this binary operation is a binary operation.
    #[inline]
    pub(crate) fn continues_chain(self) -> bool {
        self.flags & CONTINUES_CHAIN != 0
    }

    /// Whether this binary operation is stored before its right operand.
    #[inline]
    pub(crate) fn waits(self) -> bool {
        self.flags & WAITS != 0
    }

    /// An identifier as an expression: a variable, or one of the literals `true`, `false` and `null`.
    pub(crate) fn identifier(text: &str, span: Span) -> Node {
        let name = &text.as_bytes()[span.range()];
        let (kind, data) = match name {
            b"true" => (NodeKind::True, 0),
            b"false" => (NodeKind::False, 0),
            b"null" => (NodeKind::Null, 0),
            _ => (NodeKind::Variable, hash(name)),
        };
        Node {
            kind,
            flags: if kind == NodeKind::Null { 0 } else { PLAIN },
            start: span.start(),
            end: span.end(),
            data,
        }
    }

    /// The value of a numeric literal that has few digits.
    #[inline]
    pub(crate) fn small(self) -> Option<Small> {
        let places = (self.flags & !PLAIN).checked_sub(1)?;
        Some(Small {
            coefficient: i64::from(self.data),
            places,
        })
    }

    /// The name of a variable in the source `text`.
    #[inline]
    pub(crate) fn name(self, text: &str) -> Name<'_> {
        Name {
            hash: self.data,
            bytes: &text.as_bytes()[self.start as usize..self.end as usize],
        }
    }
}

impl Tree {
    /// The nodes of the plain operation `id`. Each follows its operands, except operations that
    /// [wait](Node::waits) for their right operand.
    #[inline]
    pub(crate) fn plain_nodes(&self, id: NodeId) -> &[Node] {
        let (mut first, mut last) = (id, id);
        let mut node = self.node(first);
        while node.is_plain_operation() {
            first = NodeId(node.data);
            node = self.node(first);
        }
        let mut node = self.node(last);
        while node.kind == NodeKind::Binary && node.waits() {
            last = NodeId(node.end);
            node = self.node(last);
        }
        let nodes = self.nodes(first, last);
        // Among them may be an operation that waits for this one; it need not be plain.
        debug_assert!(
            nodes.iter().all(|it| it.flags & PLAIN != 0 || it.waits()),
            "nothing else stands between the nodes of a plain operation"
        );
        nodes
    }
}
