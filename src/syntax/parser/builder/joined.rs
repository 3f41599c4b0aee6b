//! Lines that are read as a whole, and the actions for the joined tokens of them (`parser/joined.rs`).

use super::{Builder, Mark, mark};
use crate::span::{Span, offset};
use crate::swar;
use crate::syntax::lexer::LineEnd;
use crate::syntax::lexer::scan::{self, QuotedEnd};
use crate::syntax::tree::{Expr, ExprId, ExprKind, Item, ItemId, ItemKind};

/// Which kind of item a name and its value make.
type KindOfItem = fn(ExprId) -> ItemKind;

/// A node and the offset after it in the source.
type Read<T> = (T, usize);

impl Builder<'_> {
    /// Items of a body or an object, which were read before the parser took their token.
    pub(crate) fn literal_items(&mut self, mark: Mark) -> Mark {
        // Successive lines are one token, so that all items that wait are of this one.
        self.open.items.append(&mut self.read_items);
        mark
    }

    /// The type and the labels of a block, in a line that begins at a byte.
    pub(crate) fn joined_header(&mut self, start: u32) -> Mark {
        let header = mark(&self.open.labels);
        let labels = &mut self.open.labels;
        header_line(self.text, start as usize, |span| labels.push(span));
        header
    }

    /// Reads successive lines `name = literal` that begin at a byte. A literal is a scalar, a tuple of scalars, or an
    /// object whose values are such.
    pub(crate) fn read_literal_items(&mut self, at: usize, kind: KindOfItem) -> Option<LineEnd> {
        let mut last = self.read_line(at, kind)?;
        let bytes = self.text.as_bytes();
        while let Some(next) = self.read_line(scan::space(bytes, last.next_line), kind) {
            last = next;
        }
        Some(last)
    }

    /// Reads a line. Of a line that cannot be read as a whole, no nodes are left.
    fn read_line(&mut self, at: usize, kind: KindOfItem) -> Option<LineEnd> {
        let nodes = self.nodes.lengths();
        let open = (self.open.elements.len(), self.open.items.len());
        let line = self.read_item(at, kind).and_then(|(item, end)| {
            let line = LineEnd::after(self.text.as_bytes(), end)?;
            self.read_items.push(item);
            Some(line)
        });
        if line.is_none() {
            self.nodes.truncate(nodes);
            self.open.elements.truncate(open.0);
            self.open.items.truncate(open.1);
        }
        line
    }

    /// Reads `name = literal`.
    fn read_item(&mut self, at: usize, kind: KindOfItem) -> Option<Read<ItemId>> {
        let (name, start) = self.read_name(at)?;
        let (value, end) = match self.text.as_bytes().get(start)? {
            b'{' => self.read_object(start)?,
            _ => self.read_element(start)?,
        };
        Some((self.push_item(name, kind(value)), end))
    }

    fn push_item(&mut self, name: Span, kind: ItemKind) -> ItemId {
        self.nodes.push_item(Item { name, kind })
    }

    /// Reads `name =`, and returns where the value begins.
    fn read_name(&self, at: usize) -> Option<Read<Span>> {
        let bytes = self.text.as_bytes();
        let end = scan::identifier(self.text, at);
        let sign = scan::blanks(bytes, end);
        if end == at || bytes.get(sign) != Some(&b'=') {
            return None;
        }
        let name = Span::ordered(offset(at), offset(end));
        Some((name, scan::blanks(bytes, sign + 1)))
    }

    fn read_object(&mut self, open: usize) -> Option<Read<ExprId>> {
        let bytes = self.text.as_bytes();
        let mark = self.items_mark();
        let mut at = scan::space(bytes, open + 1);
        // It may be a `for`.
        if bytes[at..].starts_with(b"for") {
            return None;
        }
        while *bytes.get(at)? != b'}' {
            let (name, start) = self.read_name(at)?;
            let (value, end) = self.read_element(start)?;
            let item = self.push_item(name, ItemKind::Named(value));
            self.open.items.push(item);
            let end = scan::blanks(bytes, end);
            at = match bytes.get(end)? {
                b'}' => end,
                b',' => scan::space(bytes, end + 1),
                _ => scan::space(bytes, LineEnd::after(bytes, end)?.next_line),
            };
        }
        let items = self.items(mark);
        Some(self.read_expression(ExprKind::Object(items), open, at + 1))
    }

    fn read_expression(&mut self, kind: ExprKind, start: usize, end: usize) -> Read<ExprId> {
        (self.expression(kind, offset(start), offset(end)), end)
    }

    /// Reads a scalar or a tuple of scalars.
    fn read_element(&mut self, at: usize) -> Option<Read<ExprId>> {
        match self.text.as_bytes().get(at)? {
            b'[' => self.read_tuple(at),
            _ => self.read_scalar(at),
        }
    }

    fn read_tuple(&mut self, open: usize) -> Option<Read<ExprId>> {
        let bytes = self.text.as_bytes();
        let mark = self.elements_mark();
        let mut at = scan::space(bytes, open + 1);
        while *bytes.get(at)? != b']' {
            let (element, end) = self.read_scalar(at)?;
            self.open.elements.push(element);
            at = scan::space(bytes, end);
            match bytes.get(at)? {
                b',' => at = scan::space(bytes, at + 1),
                b']' => {}
                _ => return None,
            }
        }
        let elements = self.elements(mark);
        Some(self.read_expression(ExprKind::Tuple(elements), open, at + 1))
    }

    /// Reads a quoted template without sequences, a number or a keyword. Whether what follows continues the expression
    /// is not checked.
    fn read_scalar(&mut self, at: usize) -> Option<Read<ExprId>> {
        match self.text.as_bytes().get(at)? {
            b'"' => {
                let (is_verbatim, end) = quoted(self.text, at)?;
                Some(self.read_expression(ExprKind::QuotedLiteral { is_verbatim }, at, end))
            }
            b'0'..=b'9' => {
                let end = scan::valid_number(self.text, at).ok()?;
                let span = Span::ordered(offset(at), offset(end));
                let number = Expr::number(self.text, span);
                Some((self.nodes.push_expression(number), end))
            }
            _ => {
                let (keyword, end) = match &self.text.as_bytes()[at..] {
                    [b't', b'r', b'u', b'e', ..] => (ExprKind::Bool(true), at + 4),
                    [b'f', b'a', b'l', b's', b'e', ..] => (ExprKind::Bool(false), at + 5),
                    [b'n', b'u', b'l', b'l', ..] => (ExprKind::Null, at + 4),
                    _ => return None,
                };
                Some(self.read_expression(keyword, at, end))
            }
        }
    }
}

/// The end of a quoted template without sequences, and whether it stands for exactly the text between its quotes.
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

/// Reads the type and the labels of a block and the brace that opens its body, in a line that begins at a byte. `take`
/// gets the spans of the type and the labels, also of a line that is not read to its end.
pub(crate) fn header_line(text: &str, at: usize, mut take: impl FnMut(Span)) -> Option<LineEnd> {
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
