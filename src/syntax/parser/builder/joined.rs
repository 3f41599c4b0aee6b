//! Joined tokens, for sources that probably have no errors.
//!
//! In most configurations, most items have literal values, and most other lines open or close a block. The generated
//! parser gets one token for successive items with literal values and blocks of such items: [`Token::LiteralItems`].
//! For other blocks, it gets [`Token::BlockLine`] for the line that opens one, and [`Token::BodyClose`] for the line
//! that closes it. Without these tokens, `from_str` takes twice as long (benchmark `serde`). The builder reads the
//! items and makes their nodes as soon as the parser asks for the token, and the action for the token adds them to the
//! open construct.
//!
//! An item that cannot be read as a whole is left to the lexer and its single tokens. This file therefore reports no
//! errors, and a source that the parser rejects is lexed again without joining, so that messages refer to single
//! tokens.

use super::{Builder, Mark, SharedBuilder, mark};
use crate::span::{Span, offset};
use crate::swar;
use crate::syntax::lexer::scan::{self, QuotedEnd};
use crate::syntax::lexer::{ItemsOf, Lexer, LineEnd, SpannedToken, Token};
use crate::syntax::tree::{Expr, ExprId, ExprKind, Item, ItemId, ItemKind, NodesLengths};

/// Maximum nesting depth of blocks that are read as a whole. They are read by recursion.
const MAX_BLOCK_DEPTH: u32 = 16;

/// Maximum nesting depth of tuples and objects in literals that are read as a whole. A value that turns out not to be a
/// literal is read again at each of its levels, so this limit bounds how often a text is read.
const MAX_VALUE_DEPTH: u32 = 3;

/// The current numbers of everything that literal items and blocks consist of.
struct Lengths {
    nodes: NodesLengths,
    elements: usize,
    items: usize,
    labels: usize,
    violations: usize,
}

/// A node and the offset after it in the source.
type Read<T> = (T, usize);

/// The tokens of a lexer, some of them joined.
pub(in super::super) struct JoinedTokens<'s, 'b> {
    text: &'s str,
    lexer: Lexer<'s>,
    builder: &'b SharedBuilder<'s>,
}

impl<'s, 'b> JoinedTokens<'s, 'b> {
    /// Creates the tokens of `text`. `lexer` must be at its beginning.
    pub(in super::super) fn new(
        text: &'s str,
        lexer: Lexer<'s>,
        builder: &'b SharedBuilder<'s>,
    ) -> Self {
        JoinedTokens {
            text,
            lexer,
            builder,
        }
    }

    /// A joined token, if one is next.
    fn joined(&mut self) -> Option<SpannedToken> {
        let (at, of) = self.lexer.item_start()?;
        if of == ItemsOf::Body && self.text.as_bytes().get(at) == Some(&b'}') {
            return self.lexer.take_body_close();
        }
        let room = self.lexer.room();
        // The parser asks for tokens only between two actions, so no action borrows the builder now.
        if let Some(last) = self.builder.borrow_mut().read_literal_items(at, of, room) {
            return Some(self.lexer.take_lines(Token::LiteralItems, last));
        }
        if of == ItemsOf::Object || room == 0 {
            return None;
        }
        let line = header_line(self.text, at, |_| {})?;
        self.lexer.take_block_line(line)
    }
}

impl Iterator for JoinedTokens<'_, '_> {
    type Item = SpannedToken;

    fn next(&mut self) -> Option<SpannedToken> {
        self.joined().or_else(|| self.lexer.next())
    }
}

impl Builder<'_> {
    /// Adds the items of a joined token, which were read before the parser took the token.
    pub(crate) fn literal_items(&mut self, mark: Mark) -> Mark {
        // Successive items are one token, so all waiting items belong to this one.
        self.open.items.append(&mut self.read_items);
        mark
    }

    /// Adds the type and the labels of the block whose line begins at the byte `start`. Returns their mark.
    pub(crate) fn joined_header(&mut self, start: u32) -> Mark {
        let header = mark(&self.open.labels);
        let labels = &mut self.open.labels;
        header_line(self.text, start as usize, |span| labels.push(span));
        header
    }

    /// Reads successive literal items from the byte `at` on, each with the end of its line. A literal item is `name =
    /// literal`, or a block of such items; a literal is a scalar, or a tuple or an object of literals. Constructs may
    /// nest `room` levels deep in them.
    fn read_literal_items(&mut self, at: usize, of: ItemsOf, room: u32) -> Option<LineEnd> {
        let room = room.min(MAX_BLOCK_DEPTH);
        let mut last = self.read_line(at, of, room)?;
        let bytes = self.text.as_bytes();
        while let Some(next) = self.read_line(scan::space(bytes, last.next_line), of, room) {
            last = next;
        }
        Some(last)
    }

    /// Reads an item and the end of its line. If the item cannot be read as a whole, removes everything that was read
    /// of it.
    fn read_line(&mut self, at: usize, of: ItemsOf, room: u32) -> Option<LineEnd> {
        let before = Lengths {
            nodes: self.nodes.lengths(),
            elements: self.open.elements.len(),
            items: self.open.items.len(),
            labels: self.open.labels.len(),
            violations: self.violations.len(),
        };
        let line = self.read_item(at, of, room).and_then(|(item, end)| {
            let line = LineEnd::after(self.text.as_bytes(), end)?;
            self.read_items.push(item);
            Some(line)
        });
        if line.is_none() {
            self.nodes.truncate(before.nodes);
            self.open.elements.truncate(before.elements);
            self.open.items.truncate(before.items);
            self.open.labels.truncate(before.labels);
            self.violations.truncate(before.violations);
        }
        line
    }

    /// Reads `name = literal`, or a block in a body.
    fn read_item(&mut self, at: usize, of: ItemsOf, room: u32) -> Option<Read<ItemId>> {
        let bytes = self.text.as_bytes();
        let end = scan::identifier(self.text, at);
        if end == at {
            return None;
        }
        let sign = scan::blanks(bytes, end);
        if bytes.get(sign) != Some(&b'=') {
            return match of {
                ItemsOf::Body => self.read_block(at, room),
                ItemsOf::Object => None,
            };
        }
        let start = scan::blanks(bytes, sign + 1);
        let (value, value_end) = self.read_value(start, room.min(MAX_VALUE_DEPTH))?;
        let item = Item {
            name: Span::ordered(offset(at), offset(end)),
            kind: match of {
                ItemsOf::Body => ItemKind::Attribute(value),
                ItemsOf::Object => ItemKind::Named(value),
            },
        };
        Some((self.nodes.push_item(item), value_end))
    }

    fn read_block(&mut self, at: usize, room: u32) -> Option<Read<ItemId>> {
        if at < self.tried {
            return None;
        }
        let bytes = self.text.as_bytes();
        let room = room.checked_sub(1)?;
        let header = mark(&self.open.labels);
        let labels = &mut self.open.labels;
        let line = header_line(self.text, at, |span| labels.push(span))?;
        let body = self.items_mark();
        let mut at = scan::space(bytes, line.next_line);
        while *bytes.get(at)? != b'}' {
            self.tried = at;
            let (item, end) = self.read_item(at, ItemsOf::Body, room)?;
            self.open.items.push(item);
            at = scan::space(bytes, LineEnd::after(bytes, end)?.next_line);
        }
        let end = at + 1;
        let block = self.make_block(header, body, Span::ordered(offset(at), offset(end)));
        Some((block, end))
    }

    /// Reads a literal. Does not check whether the expression continues after it.
    fn read_value(&mut self, at: usize, room: u32) -> Option<Read<ExprId>> {
        match &self.text.as_bytes()[at..] {
            [b'"', ..] => {
                let (is_verbatim, end) = quoted(self.text, at)?;
                Some(self.read_expression(ExprKind::QuotedLiteral { is_verbatim }, at, end))
            }
            [b'0'..=b'9', ..] => {
                let end = scan::valid_number(self.text, at).ok()?;
                let span = Span::ordered(offset(at), offset(end));
                let number = Expr::number(self.text, span);
                Some((self.nodes.push_expression(number), end))
            }
            [b'[', ..] => self.read_tuple(at, room.checked_sub(1)?),
            [b'{', ..] => self.read_object(at, room.checked_sub(1)?),
            [b't', b'r', b'u', b'e', ..] => {
                Some(self.read_expression(ExprKind::Bool(true), at, at + 4))
            }
            [b'f', b'a', b'l', b's', b'e', ..] => {
                Some(self.read_expression(ExprKind::Bool(false), at, at + 5))
            }
            [b'n', b'u', b'l', b'l', ..] => Some(self.read_expression(ExprKind::Null, at, at + 4)),
            _ => None,
        }
    }

    fn read_expression(&mut self, kind: ExprKind, start: usize, end: usize) -> Read<ExprId> {
        (self.expression(kind, offset(start), offset(end)), end)
    }

    fn read_tuple(&mut self, open: usize, room: u32) -> Option<Read<ExprId>> {
        let bytes = self.text.as_bytes();
        let mark = self.elements_mark();
        let mut at = scan::space(bytes, open + 1);
        while *bytes.get(at)? != b']' {
            let (element, end) = self.read_value(at, room)?;
            self.open.elements.push(element);
            at = scan::space(bytes, end);
            match bytes.get(at)? {
                b',' => at = scan::space(bytes, at + 1),
                b']' => {}
                _ => return None,
            }
        }
        let elements = self.elements(mark);
        let tuple = self.nodes.push_tuple(elements);
        Some(self.read_expression(ExprKind::Tuple(tuple), open, at + 1))
    }

    fn read_object(&mut self, open: usize, room: u32) -> Option<Read<ExprId>> {
        let bytes = self.text.as_bytes();
        let mark = self.items_mark();
        let mut at = scan::space(bytes, open + 1);
        // It may be a `for`.
        if bytes[at..].starts_with(b"for") {
            return None;
        }
        while *bytes.get(at)? != b'}' {
            let (item, end) = self.read_item(at, ItemsOf::Object, room)?;
            self.open.items.push(item);
            let end = scan::blanks(bytes, end);
            at = match bytes.get(end)? {
                b'}' => end,
                b',' => scan::space(bytes, end + 1),
                _ => scan::space(bytes, LineEnd::after(bytes, end)?.next_line),
            };
        }
        let object = self.object_node(mark);
        Some(self.read_expression(ExprKind::Object(object), open, at + 1))
    }
}

/// Whether a quoted template without sequences is verbatim, and the offset of its end.
fn quoted(text: &str, at: usize) -> Option<(bool, usize)> {
    let plain = swar::plain_text(text.as_bytes(), at + 1);
    if text.as_bytes().get(plain) == Some(&b'"') {
        return Some((true, plain + 1));
    }
    match scan::quoted(text, plain) {
        (quote, QuotedEnd::Quote) => Some((false, quote + 1)),
        _ => None,
    }
}

/// Reads the type and the labels of a block and the opening brace, on the line that begins at the byte `at`. `take`
/// gets the spans of the type and the labels, even if the rest of the line cannot be read.
fn header_line(text: &str, at: usize, mut take: impl FnMut(Span)) -> Option<LineEnd> {
    let bytes = text.as_bytes();
    let mut start = at;
    let mut end = scan::identifier(text, at);
    loop {
        if end == start {
            return None;
        }
        take(Span::ordered(offset(start), offset(end)));
        start = scan::blanks(bytes, end);
        end = match bytes.get(start)? {
            b'{' => return LineEnd::after(bytes, start + 1),
            b'"' => quoted(text, start)?.1,
            _ => scan::identifier(text, start),
        };
    }
}
