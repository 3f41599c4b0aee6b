//! The lines that a lexer joins: `name = literal`, and the beginning of a block.
//!
//! A line is read as a whole, and its parts are kept for the parser, or it is not joined. `join.rs` has the tokens.

use std::cell::RefCell;

use super::scan::{self, QuotedEnd};
use crate::span::{Span, offset};
use crate::swar;

/// The parts of joined tokens, which the lexer adds and the parser takes.
pub(crate) type JoinedParts = RefCell<PartQueue>;

/// Parts in the order of the source.
#[derive(Default)]
pub(crate) struct PartQueue {
    parts: Vec<JoinedPart>,
    /// The number of parts that are taken.
    taken: usize,
}

impl PartQueue {
    /// Takes the next part, if the token that ends at a byte has one more.
    pub(crate) fn next(&mut self, token_end: u32) -> Option<JoinedPart> {
        let part = *self.parts.get(self.taken)?;
        if part.span.end() > token_end {
            return None;
        }
        self.taken += 1;
        if self.taken == self.parts.len() {
            self.parts.clear();
            self.taken = 0;
        }
        Some(part)
    }
}

/// A part of a joined token, without the brackets and signs that its place tells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JoinedPart {
    pub(crate) kind: PartKind,
    pub(crate) span: Span,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum PartKind {
    /// The name of an item, or the type of a block.
    Name,
    Label,
    Scalar(Scalar),
    /// `[`, before the elements of a tuple.
    TupleOpen,
    /// `]`, after them.
    TupleClose,
    /// `{`, before the names and values of an object.
    ObjectOpen,
    /// `}`, after them.
    ObjectClose,
}

/// A literal that is neither a tuple nor an object.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Scalar {
    /// A quoted template without sequences. It may be known to stand for exactly the text between its quotes.
    String {
        is_verbatim: bool,
    },
    Number,
    /// `true`, `false` or `null`.
    Keyword,
}

/// The end of a line that is joined.
#[derive(Clone, Copy)]
pub(super) struct LineEnd {
    /// The end of the token.
    pub(super) token: usize,
    /// Where the next line begins.
    pub(super) next_line: usize,
}

/// Reads lines, and keeps their parts.
pub(super) struct LineReader<'s, 'p> {
    text: &'s str,
    bytes: &'s [u8],
    parts: &'p mut Vec<JoinedPart>,
}

impl<'s, 'p> LineReader<'s, 'p> {
    pub(super) fn new(text: &'s str, queue: &'p mut PartQueue) -> Self {
        LineReader {
            text,
            bytes: text.as_bytes(),
            parts: &mut queue.parts,
        }
    }

    fn take(&mut self, kind: PartKind, start: usize, end: usize) {
        let span = Span::ordered(offset(start), offset(end));
        self.parts.push(JoinedPart { kind, span });
    }

    /// The result of reading a line. The parts of a line that is not joined are forgotten.
    pub(super) fn attempt(
        &mut self,
        read: impl FnOnce(&mut Self) -> Option<LineEnd>,
    ) -> Option<LineEnd> {
        let count = self.parts.len();
        let end = read(self);
        if end.is_none() {
            self.parts.truncate(count);
        }
        end
    }

    /// Reads a line `name = literal`. A literal is a scalar, a tuple of scalars, or an object whose values are such.
    pub(super) fn item(&mut self, at: usize) -> Option<LineEnd> {
        let value = self.name(at)?;
        let token = match self.bytes.get(value)? {
            b'{' => self.object(value)?,
            _ => self.element(value)?,
        };
        let next_line = line_end(self.bytes, token)?;
        Some(LineEnd { token, next_line })
    }

    /// Reads `name =`, and returns where the value begins.
    fn name(&mut self, at: usize) -> Option<usize> {
        let name = scan::identifier(self.text, at);
        let sign = scan::blanks(self.bytes, name);
        if name == at || self.bytes.get(sign) != Some(&b'=') {
            return None;
        }
        self.take(PartKind::Name, at, name);
        Some(scan::blanks(self.bytes, sign + 1))
    }

    /// Reads an object, and returns its end.
    fn object(&mut self, open: usize) -> Option<usize> {
        self.take(PartKind::ObjectOpen, open, open + 1);
        let mut at = scan::space(self.bytes, open + 1);
        // It may be a `for`.
        if self.bytes[at..].starts_with(b"for") {
            return None;
        }
        while *self.bytes.get(at)? != b'}' {
            let value = self.name(at)?;
            let end = scan::blanks(self.bytes, self.element(value)?);
            at = match self.bytes.get(end)? {
                b'}' => end,
                b',' => scan::space(self.bytes, end + 1),
                _ => scan::space(self.bytes, line_end(self.bytes, end)?),
            };
        }
        self.take(PartKind::ObjectClose, at, at + 1);
        Some(at + 1)
    }

    /// Reads a scalar or a tuple of scalars, and returns its end.
    fn element(&mut self, at: usize) -> Option<usize> {
        match self.bytes.get(at)? {
            b'[' => self.tuple(at),
            _ => self.scalar(at),
        }
    }

    /// Reads a tuple of scalars, and returns its end.
    fn tuple(&mut self, open: usize) -> Option<usize> {
        self.take(PartKind::TupleOpen, open, open + 1);
        let mut at = scan::space(self.bytes, open + 1);
        while *self.bytes.get(at)? != b']' {
            at = scan::space(self.bytes, self.scalar(at)?);
            match self.bytes.get(at)? {
                b',' => at = scan::space(self.bytes, at + 1),
                b']' => {}
                _ => return None,
            }
        }
        self.take(PartKind::TupleClose, at, at + 1);
        Some(at + 1)
    }

    /// Reads a quoted template without sequences, a number or a keyword, and returns its end. Whether what follows
    /// continues the expression is not checked.
    fn scalar(&mut self, at: usize) -> Option<usize> {
        let (scalar, end) = match self.bytes.get(at)? {
            b'"' => self.string(at)?,
            b'0'..=b'9' => (Scalar::Number, scan::valid_number(self.text, at).ok()?),
            b't' | b'f' | b'n' => {
                let end = scan::identifier(self.text, at);
                match &self.bytes[at..end] {
                    b"true" | b"false" | b"null" => (Scalar::Keyword, end),
                    _ => return None,
                }
            }
            _ => return None,
        };
        self.take(PartKind::Scalar(scalar), at, end);
        Some(end)
    }

    fn string(&self, at: usize) -> Option<(Scalar, usize)> {
        let plain = swar::plain_text(self.bytes, at + 1);
        let is_verbatim = self.bytes.get(plain) == Some(&b'"');
        let quote = if is_verbatim {
            plain
        } else {
            match scan::quoted(self.text, plain) {
                (quote, QuotedEnd::Quote) => quote,
                _ => return None,
            }
        };
        Some((Scalar::String { is_verbatim }, quote + 1))
    }

    /// Reads the type and the labels of a block, and the brace that opens its body.
    pub(super) fn header(&mut self, at: usize) -> Option<LineEnd> {
        let mut end = scan::identifier(self.text, at);
        self.take(PartKind::Name, at, end);
        loop {
            let label = scan::blanks(self.bytes, end);
            end = match self.bytes.get(label)? {
                b'{' => {
                    let token = label + 1;
                    let next_line = line_end(self.bytes, token)?;
                    return Some(LineEnd { token, next_line });
                }
                b'"' => self.string(label)?.1,
                _ => scan::identifier(self.text, label),
            };
            if end == label {
                return None;
            }
            self.take(PartKind::Label, label, end);
        }
    }
}

/// The offset of the next line, if only blanks and a line comment stand from `at` to the end of this line. A last line
/// without a newline is not joined.
pub(super) fn line_end(bytes: &[u8], at: usize) -> Option<usize> {
    let at = scan::blanks(bytes, at);
    match scan::newline_len(bytes, at) {
        0 if at < bytes.len() => scan::line_comment(bytes, at),
        0 => None,
        length => Some(at + length),
    }
}
