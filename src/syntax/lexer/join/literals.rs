//! Reads items with literal values and adds the nodes that they consist of to the tree.
//!
//! Each function returns `None` where anything else stands. The caller then removes the nodes that were
//! added in vain.
//!
//! Knows nothing of tokens and of open constructs.

use super::super::draft::Draft;
use super::super::number_end;
use super::super::scan::{self, QuotedEnd};
use crate::number::Small;
use crate::span::{Span, offset};
use crate::syntax::node::{Node, NodeKind, PLAIN, VERBATIM, name_flags};
use crate::syntax::storage::Storage;

/// Number of elements or items that a collection in a run may have. It limits how much is read in vain and
/// then once more by the parser.
const MAX_ITEMS: usize = 64;

/// The beginning of an item.
#[derive(Clone, Copy)]
pub(super) struct ItemStart {
    pub(super) start: usize,
    /// The end of its name; equal to `start` if it has no name.
    pub(super) name_end: usize,
    /// The offset of what follows the name after blanks.
    pub(super) next: usize,
}

/// The offset of the next line, if only blanks and a line comment stand from `at` to the end of this line. A last line
/// without a newline is not joined.
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
    /// Number of its items, which are the last in the queue.
    pub(super) count: usize,
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

    /// Reads the attribute that begins with `item` and whose next byte is `=`, and puts it into the queue. Returns its end
    /// if its value is literal.
    #[inline]
    pub(super) fn attribute(self, item: ItemStart, draft: &mut Draft) -> Option<usize> {
        let value = scan::blanks(self.0.as_bytes(), item.next + 1);
        let end = match self.byte(value)? {
            b'{' => self.object(value, draft)?,
            b'[' => self.tuple(value, &mut draft.storage)?,
            _ => self.scalar(value, &mut draft.storage)?,
        };
        let flags = name_flags(&self.0.as_bytes()[item.start..item.name_end]);
        draft.push_item(NodeKind::Attribute, flags, span(item.start, item.name_end));
        Some(end)
    }

    /// Reads the item of an object that begins at `start`, and puts it into the queue. Returns its end if its value is
    /// literal.
    #[inline]
    fn item(self, start: usize, draft: &mut Draft) -> Option<usize> {
        let (name, next) = self.name(start);
        if !matches!(self.byte(next), Some(b'=' | b':')) || name == start {
            return None;
        }
        let value = scan::blanks(self.0.as_bytes(), next + 1);
        let end = match self.byte(value)? {
            b'[' => self.tuple(value, &mut draft.storage)?,
            _ => self.scalar(value, &mut draft.storage)?,
        };
        draft.push_item(NodeKind::NamedItem, 0, span(start, name));
        Some(end)
    }

    /// Reads a quoted template, a number or a keyword, and returns its end. The caller checks that what
    /// follows does not continue the expression. Not inlined, for the same reason as [`Literals::name`].
    #[inline(never)]
    fn scalar(self, at: usize, storage: &mut Storage) -> Option<usize> {
        let (kind, flags, end) = match self.byte(at)? {
            b'"' => match scan::plain_quoted(self.0.as_bytes(), at + 1) {
                Some(end) => (NodeKind::QuotedLiteral, VERBATIM, end + 1),
                None => match scan::quoted(self.0, at + 1) {
                    (end, QuotedEnd::Quote) => (NodeKind::QuotedLiteral, 0, end + 1),
                    _ => return None,
                },
            },
            b'0'..=b'9' => return self.number(at, storage),
            _ => match &self.0.as_bytes()[at..] {
                [b't', b'r', b'u', b'e', ..] => (NodeKind::True, PLAIN, at + 4),
                [b'f', b'a', b'l', b's', b'e', ..] => (NodeKind::False, PLAIN, at + 5),
                [b'n', b'u', b'l', b'l', ..] => (NodeKind::Null, 0, at + 4),
                _ => return None,
            },
        };
        storage.push(Node::leaf(kind, flags, span(at, end)));
        Some(end)
    }

    /// Reads a numeric literal and returns its end.
    #[inline]
    fn number(self, at: usize, storage: &mut Storage) -> Option<usize> {
        if let Some((small, length)) = Small::parse_prefix(&self.0.as_bytes()[at..])
            && !matches!(self.byte(at + length), Some(b'.' | b'e' | b'E'))
            && let Some(number) = Node::short_number(small, span(at, at + length))
        {
            storage.push(number);
            return Some(at + length);
        }
        let end = number_end(self.0, at).ok()?;
        storage.push(Node::number(self.0, span(at, end)));
        Some(end)
    }

    /// Reads a tuple of scalars and returns its end. Not inlined, for the same reason as [`Literals::name`].
    #[inline(never)]
    fn tuple(self, open: usize, storage: &mut Storage) -> Option<usize> {
        let mut at = self.skip(open + 1);
        let mut count = 0;
        let first = storage.next_id();
        while self.byte(at)? != b']' {
            at = self.skip(self.scalar(at, storage)?);
            count += 1;
            match self.byte(at)? {
                b',' if count < MAX_ITEMS => at = self.skip(at + 1),
                b']' => {}
                _ => return None,
            }
        }
        let data = storage.push_range(first..storage.next_id());
        let tuple = Node::leaf(NodeKind::Tuple, 0, span(open, at + 1));
        storage.push(Node { data, ..tuple });
        Some(at + 1)
    }

    /// Reads an object whose items are names with scalars or tuples, and returns its end. Not inlined, for the same
    /// reason as [`Literals::name`].
    #[inline(never)]
    fn object(self, open: usize, draft: &mut Draft) -> Option<usize> {
        let start = self.skip(open + 1);
        if self.0.as_bytes()[start..].starts_with(b"for") {
            return None;
        }
        let run = self.items(start, draft);
        let Draft { storage, queue } = draft;
        let first = queue.len() - run.count;
        let data = storage.push_counted(&queue[first..]);
        queue.truncate(first);
        if self.byte(run.next)? != b'}' {
            return None;
        }
        let end = run.next + 1;
        let object = Node::leaf(NodeKind::Object, 0, span(open, end));
        storage.push(Node { data, ..object });
        Some(end)
    }

    /// Reads the items of an object with literal values from `at` on, and puts them into the queue.
    pub(super) fn items(self, at: usize, draft: &mut Draft) -> ObjectRun {
        let mut run = ObjectRun {
            count: 0,
            end: at,
            next: at,
        };
        while run.count < MAX_ITEMS && self.byte(run.next) != Some(b'}') {
            let checkpoint = draft.checkpoint();
            let item = self.item(run.next, draft);
            let separated = item.and_then(|end| Some((end, self.separator(end)?)));
            let Some(separated) = separated else {
                draft.roll_back(checkpoint);
                break;
            };
            (run.end, run.next) = separated;
            run.count += 1;
        }
        run
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
    Span::ordered(offset(start), offset(end))
}
