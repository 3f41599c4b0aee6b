//! Nodes of names and numbers, and of operations that consist only of these. What evaluation needs to know
//! about them is computed once, while they are parsed.

use std::hash::{BuildHasher, Hasher};
use std::sync::LazyLock;

use foldhash::fast::RandomState;

use crate::number::{MAX_SMALL_SCALE, Small};
use crate::span::Span;
use crate::syntax::node::{Node, NodeKind, PLAIN};

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
}
