//! Reads items with literal values and pushes the nodes that they consist of.
//!
//! Each function returns `None` where anything else stands. The caller then removes the nodes that were
//! pushed in vain.
//!
//! Knows nothing of tokens and of open constructs.

use super::super::error::offset;
use super::super::number_end;
use super::super::scan::{self, QuotedEnd};
use crate::number::Small;
use crate::span::Span;
use crate::syntax::node::{Node, NodeKind, PLAIN, VERBATIM, name_flags};

/// Number of elements or items that a collection in a run may have. It limits how much is read in vain and
/// then once more by the parser.
pub(super) const MAX_ITEMS: u32 = 64;

/// The beginning of an item.
#[derive(Clone, Copy)]
pub(super) struct ItemStart {
    pub(super) start: usize,
    /// The end of its name; equal to `start` if it has no name.
    pub(super) name_end: usize,
    /// The offset of what follows the name after blanks.
    pub(super) next: usize,
}

/// The offset of the next line, if only blanks and a line comment stand from `at` to the end of this line.
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
pub(super) struct ObjectRun {
    count: u32,
    /// The end of the last item.
    pub(super) end: usize,
    /// The offset of what follows the last item and its separator.
    next: usize,
}

/// Reads literals in a source.
#[derive(Clone, Copy)]
pub(super) struct Literals<'s>(pub(super) &'s str);

impl Literals<'_> {
    pub(super) fn byte(self, at: usize) -> Option<u8> {
        self.0.as_bytes().get(at).copied()
    }

    /// The end of the name that begins at `start` (or `start` if none does), and the offset of what follows
    /// after blanks. Not inlined: in the loop over the items it would leave too few registers to the loop, and a file of
    /// 1,000 blocks takes 7 % longer to parse.
    #[inline(never)]
    pub(super) fn name(self, start: usize) -> (usize, usize) {
        let name = scan::identifier(self.0, start);
        (name, scan::blanks(self.0.as_bytes(), name))
    }

    /// Reads the attribute that begins with `item` and whose next byte is `=`. Returns its end if its value
    /// is literal.
    #[inline]
    pub(super) fn attribute(self, item: ItemStart, nodes: &mut Vec<Node>) -> Option<usize> {
        let value = scan::blanks(self.0.as_bytes(), item.next + 1);
        let end = match self.byte(value)? {
            b'{' => self.object(value, nodes)?,
            b'[' => self.tuple(value, nodes)?,
            _ => self.scalar(value, nodes)?,
        };
        let flags = name_flags(&self.0.as_bytes()[item.start..item.name_end]);
        nodes.push(leaf(NodeKind::Attribute, flags, item.start, item.name_end));
        Some(end)
    }

    /// Reads the item of an object that begins at `start`. Returns its end if its value is literal.
    #[inline]
    fn item(self, start: usize, nodes: &mut Vec<Node>) -> Option<usize> {
        let (name, next) = self.name(start);
        if !matches!(self.byte(next), Some(b'=' | b':')) || name == start {
            return None;
        }
        let value = scan::blanks(self.0.as_bytes(), next + 1);
        let end = match self.byte(value)? {
            b'[' => self.tuple(value, nodes)?,
            _ => self.scalar(value, nodes)?,
        };
        nodes.push(leaf(NodeKind::NamedItem, 0, start, name));
        Some(end)
    }

    /// Reads a quoted template, a number or a keyword, and returns its end. The caller checks that what
    /// follows does not continue the expression. Not inlined, for the same reason as [`Literals::name`].
    #[inline(never)]
    fn scalar(self, at: usize, nodes: &mut Vec<Node>) -> Option<usize> {
        let (kind, flags, end) = match self.byte(at)? {
            b'"' => match scan::plain_quoted(self.0.as_bytes(), at + 1) {
                Some(end) => (NodeKind::QuotedLiteral, VERBATIM, end + 1),
                None => match scan::quoted(self.0, at + 1) {
                    (end, QuotedEnd::Quote) => (NodeKind::QuotedLiteral, 0, end + 1),
                    _ => return None,
                },
            },
            b'0'..=b'9' => return self.number(at, nodes),
            _ => match &self.0.as_bytes()[at..] {
                [b't', b'r', b'u', b'e', ..] => (NodeKind::True, PLAIN, at + 4),
                [b'f', b'a', b'l', b's', b'e', ..] => (NodeKind::False, PLAIN, at + 5),
                [b'n', b'u', b'l', b'l', ..] => (NodeKind::Null, 0, at + 4),
                _ => return None,
            },
        };
        nodes.push(leaf(kind, flags, at, end));
        Some(end)
    }

    /// Reads a numeric literal and returns its end.
    #[inline]
    fn number(self, at: usize, nodes: &mut Vec<Node>) -> Option<usize> {
        if let Some((small, length)) = Small::parse_prefix(&self.0.as_bytes()[at..])
            && !matches!(self.byte(at + length), Some(b'.' | b'e' | b'E'))
            && let Some(number) = Node::short_number(small, span(at, at + length))
        {
            nodes.push(number);
            return Some(at + length);
        }
        let end = number_end(self.0, at).ok()?;
        nodes.push(Node::number(self.0, span(at, end)));
        Some(end)
    }

    /// Reads a tuple of scalars and returns its end.
    fn tuple(self, open: usize, nodes: &mut Vec<Node>) -> Option<usize> {
        let mut at = self.skip(open + 1);
        let mut count = 0;
        while self.byte(at)? != b']' {
            at = self.skip(self.scalar(at, nodes)?);
            count += 1;
            match self.byte(at)? {
                b',' if count < MAX_ITEMS => at = self.skip(at + 1),
                b']' => {}
                _ => return None,
            }
        }
        let tuple = leaf(NodeKind::Tuple, 0, open, at + 1);
        nodes.push(Node {
            data: count,
            ..tuple
        });
        Some(at + 1)
    }

    /// Reads an object whose items are names with scalars or tuples, and returns its end.
    fn object(self, open: usize, nodes: &mut Vec<Node>) -> Option<usize> {
        let start = self.skip(open + 1);
        if self.0.as_bytes()[start..].starts_with(b"for") {
            return None;
        }
        let items = self.items(start, nodes);
        if self.byte(items.next)? != b'}' {
            return None;
        }
        let end = items.next + 1;
        let object = leaf(NodeKind::Object, 0, open, end);
        let data = items.count;
        nodes.push(Node { data, ..object });
        Some(end)
    }

    /// Reads the items of an object with literal values from `at` on.
    pub(super) fn items(self, at: usize, nodes: &mut Vec<Node>) -> ObjectRun {
        let mut items = ObjectRun {
            count: 0,
            end: at,
            next: at,
        };
        while items.count < MAX_ITEMS {
            let kept = nodes.len();
            let item = self.item(items.next, nodes);
            let separated = item.and_then(|end| Some((end, self.separator(end)?)));
            let Some(separated) = separated else {
                nodes.truncate(kept);
                break;
            };
            (items.end, items.next) = separated;
            items.count += 1;
        }
        items
    }

    /// The offset of what follows the item that ends at `at` and its separator.
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
fn leaf(kind: NodeKind, flags: u8, start: usize, end: usize) -> Node {
    Node::leaf(kind, flags, span(start, end))
}
