//! Names and numbers as nodes: what evaluation would find out about each of them again every time is found out
//! once, while its text is at hand.
//!
//! Knows nothing of the values that names stand for.

use std::hash::{BuildHasher, Hasher};
use std::sync::LazyLock;

use hashbrown::DefaultHashBuilder;

use super::arena::{Node, NodeKind};
use crate::number::Small;
use crate::span::Span;

/// A name by which something is looked up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Name<'a> {
    /// Compared first: it tells nearly all names apart.
    pub(crate) hash: u32,
    /// Not known to be text, so that taking them out of a source takes no look at them.
    bytes: &'a [u8],
}

impl<'a> Name<'a> {
    pub(crate) fn new(name: &'a str) -> Self {
        Name {
            hash: hash(name.as_bytes()),
            bytes: name.as_bytes(),
        }
    }

    /// Whether the name is this text, which has this hash.
    #[inline]
    pub(crate) fn is(self, hash: u32, text: &str) -> bool {
        self.hash == hash && self.bytes == text.as_bytes()
    }

    pub(crate) fn text(self) -> &'a str {
        str::from_utf8(self.bytes).unwrap_or_default()
    }
}

/// The hash of a name: the same for each tree and each table, but another one in each process, so that nobody can
/// choose names that collide.
#[inline]
fn hash(name: &[u8]) -> u32 {
    static STATE: LazyLock<DefaultHashBuilder> = LazyLock::new(DefaultHashBuilder::default);
    let mut hasher = STATE.build_hasher();
    hasher.write(name);
    (hasher.finish() >> 32) as u32
}

impl Node {
    /// A word that stands on its own: a variable, or the literal of that name.
    pub(crate) fn identifier(text: &str, span: Span) -> Node {
        let name = &text.as_bytes()[span.range()];
        let kind = match name {
            b"true" => NodeKind::True,
            b"false" => NodeKind::False,
            b"null" => NodeKind::Null,
            _ => NodeKind::Variable,
        };
        Node {
            kind,
            flags: 0,
            start: span.start(),
            end: span.end(),
            data: hash(name),
        }
    }

    /// A numeric literal.
    pub(crate) fn number(text: &str, span: Span) -> Node {
        let small = Small::parse_literal(&text.as_bytes()[span.range()]);
        let stored =
            small.and_then(|it| Some((it.places + 1, u32::try_from(it.coefficient).ok()?)));
        let (flags, data) = stored.unwrap_or_default();
        Node {
            kind: NodeKind::Number,
            flags,
            start: span.start(),
            end: span.end(),
            data,
        }
    }

    /// The number of a numeric literal, unless it has many digits.
    #[inline]
    pub(crate) fn small(self) -> Option<Small> {
        let places = self.flags.checked_sub(1)?;
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
