//! Reads items whose values are literal, wherever they stand, into the nodes that they make.
//!
//! Each function returns nothing where something else stands. What it has pushed then is for the caller to take back.
//!
//! Knows nothing of tokens and of what is open.

use super::super::number_end;
use super::super::offset;
use super::super::scan::{self, QuotedEnd};
use crate::number::Small;
use crate::span::Span;
use crate::syntax::node::{Node, NodeKind, PLAIN, VERBATIM, name_flags};

/// So many elements or items may a collection have: what is looked at in vain, and once more by the parser, stays little.
pub(super) const MOST: u32 = 64;

/// What an item begins with.
#[derive(Clone, Copy)]
pub(super) struct Head {
    pub(super) start: usize,
    /// Where its name ends; where it starts, if it has none.
    pub(super) name: usize,
    /// What follows the name, behind blanks.
    pub(super) next: usize,
}

/// The byte behind the newline that ends the line, if nothing but blanks and a line comment stands before it.
#[inline]
pub(super) fn line_end(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes.get(at)? {
        b'\n' => Some(at + 1),
        _ => commented_line_end(bytes, at),
    }
}

fn commented_line_end(bytes: &[u8], at: usize) -> Option<usize> {
    let at = scan::blanks(bytes, at);
    match scan::newline_len(bytes, at) {
        0 if at < bytes.len() => scan::line_comment(bytes, at),
        0 => None,
        length => Some(at + length),
    }
}

/// A run of items of an object.
pub(super) struct Items {
    count: u32,
    /// Where the last of them ends.
    pub(super) end: usize,
    /// What stands behind them and what separates them from it.
    next: usize,
}

/// Reads literals, wherever they stand.
#[derive(Clone, Copy)]
pub(super) struct Literals<'s>(pub(super) &'s str);

impl Literals<'_> {
    pub(super) fn byte(self, at: usize) -> Option<u8> {
        self.0.as_bytes().get(at).copied()
    }

    /// Where the name ends that begins at `start`, or `start` if none does, and what follows it behind blanks.
    #[inline]
    pub(super) fn name(self, start: usize) -> (usize, usize) {
        let name = scan::identifier(self.0, start);
        (name, scan::blanks(self.0.as_bytes(), name))
    }

    /// The attribute with that head, which an `=` follows, if its value is literal; its end.
    #[inline]
    pub(super) fn attribute(self, head: Head, parts: &mut Vec<Node>) -> Option<usize> {
        let value = scan::blanks(self.0.as_bytes(), head.next + 1);
        let end = match self.byte(value)? {
            b'{' => self.object(value, parts)?,
            b'[' => self.tuple(value, parts)?,
            _ => self.scalar(value, parts)?,
        };
        let flags = name_flags(&self.0.as_bytes()[head.start..head.name]);
        parts.push(leaf(NodeKind::Attribute, flags, (head.start, head.name)));
        Some(end)
    }

    /// An item of an object with a literal value that begins at `start`; its end.
    #[inline]
    fn item(self, start: usize, parts: &mut Vec<Node>) -> Option<usize> {
        let (name, next) = self.name(start);
        if !matches!(self.byte(next), Some(b'=' | b':')) || name == start {
            return None;
        }
        let value = scan::blanks(self.0.as_bytes(), next + 1);
        let end = match self.byte(value)? {
            b'[' => self.tuple(value, parts)?,
            _ => self.scalar(value, parts)?,
        };
        parts.push(leaf(NodeKind::NamedItem, 0, (start, name)));
        Some(end)
    }

    /// A quoted template, a number or a word; its end. What follows is not looked at: it must be nothing that belongs to it.
    #[inline]
    fn scalar(self, at: usize, parts: &mut Vec<Node>) -> Option<usize> {
        let (kind, flags, end) = match self.byte(at)? {
            b'"' => match scan::plain_quoted(self.0.as_bytes(), at + 1) {
                Some(end) => (NodeKind::QuotedLiteral, VERBATIM, end + 1),
                None => match scan::quoted(self.0, at + 1) {
                    (end, QuotedEnd::Quote) => (NodeKind::QuotedLiteral, 0, end + 1),
                    _ => return None,
                },
            },
            b'0'..=b'9' => return self.number(at, parts),
            _ => match &self.0.as_bytes()[at..] {
                [b't', b'r', b'u', b'e', ..] => (NodeKind::True, PLAIN, at + 4),
                [b'f', b'a', b'l', b's', b'e', ..] => (NodeKind::False, PLAIN, at + 5),
                [b'n', b'u', b'l', b'l', ..] => (NodeKind::Null, 0, at + 4),
                _ => return None,
            },
        };
        parts.push(leaf(kind, flags, (at, end)));
        Some(end)
    }

    /// A numeric literal; its end.
    #[inline]
    fn number(self, at: usize, parts: &mut Vec<Node>) -> Option<usize> {
        if let Some((small, length)) = Small::parse_prefix(&self.0.as_bytes()[at..])
            && !matches!(self.byte(at + length), Some(b'.' | b'e' | b'E'))
            && let Some(number) = Node::short_number(small, span(at, at + length))
        {
            parts.push(number);
            return Some(at + length);
        }
        let end = number_end(self.0, at).ok()?;
        parts.push(Node::number(self.0, span(at, end)));
        Some(end)
    }

    /// A tuple of scalars; its end.
    fn tuple(self, open: usize, parts: &mut Vec<Node>) -> Option<usize> {
        let mut at = self.skip(open + 1);
        let mut count = 0;
        while self.byte(at)? != b']' {
            at = self.skip(self.scalar(at, parts)?);
            count += 1;
            match self.byte(at)? {
                b',' if count < MOST => at = self.skip(at + 1),
                b']' => {}
                _ => return None,
            }
        }
        let tuple = leaf(NodeKind::Tuple, 0, (open, at + 1));
        parts.push(Node {
            data: count,
            ..tuple
        });
        Some(at + 1)
    }

    /// An object of names with scalars and tuples; its end.
    fn object(self, open: usize, parts: &mut Vec<Node>) -> Option<usize> {
        let start = self.skip(open + 1);
        if self.0.as_bytes()[start..].starts_with(b"for") {
            return None;
        }
        let items = self.items(start, parts);
        if self.byte(items.next)? != b'}' {
            return None;
        }
        let end = items.next + 1;
        let object = leaf(NodeKind::Object, 0, (open, end));
        let data = items.count;
        parts.push(Node { data, ..object });
        Some(end)
    }

    /// The items of an object with literal values from `at` on.
    pub(super) fn items(self, at: usize, parts: &mut Vec<Node>) -> Items {
        let mut items = Items {
            count: 0,
            end: at,
            next: at,
        };
        while items.count < MOST {
            let kept = parts.len();
            let item = self.item(items.next, parts);
            let separated = item.and_then(|end| Some((end, self.separator(end)?)));
            let Some(separated) = separated else {
                parts.truncate(kept);
                break;
            };
            (items.end, items.next) = separated;
            items.count += 1;
        }
        items
    }

    /// What stands behind an item that ends at `at`, and behind what separates the two.
    #[inline]
    fn separator(self, at: usize) -> Option<usize> {
        let at = scan::blanks(self.0.as_bytes(), at);
        match self.byte(at)? {
            b'}' => Some(at),
            b',' => Some(self.skip(at + 1)),
            _ => Some(self.skip(line_end(self.0.as_bytes(), at)?)),
        }
    }

    /// Skips blanks, newlines and comments.
    #[inline]
    pub(super) fn skip(self, at: usize) -> usize {
        scan::space(self.0.as_bytes(), at)
    }
}

#[inline]
fn span(start: usize, end: usize) -> Span {
    Span::new(offset(start), offset(end))
}

#[inline]
fn leaf(kind: NodeKind, flags: u8, (start, end): (usize, usize)) -> Node {
    Node::leaf(kind, flags, span(start, end))
}
