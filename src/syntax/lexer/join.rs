//! Fewer tokens, for a source that may have no errors: runs of items whose values are literal, and the lines that open
//! and close a block.
//!
//! Most lines of most configurations are a name with a literal. As tokens, each is taken, looked up, shifted and reduced
//! by a parser that could do nothing else with them. Here a run of them is one token, and what it is made of stands
//! in a queue beside the tokens, values before their names, so that whoever takes the token makes the nodes in that order.
//!
//! Each join is tried where it may begin. Where something else stands there, nothing is taken, and the lexer
//! goes on a token at a time; so no error is found here.

use std::cell::RefCell;

use super::scan::{self, QuotedEnd};
use super::token::{Header, LexError, SpannedToken, Token};
use super::{Lexer, Mode, offset};
use crate::number::Small;
use crate::span::Span;
use crate::syntax::node::{Node, NodeKind, PLAIN, VERBATIM, name_flags};

/// So many elements or items may a collection have: what is looked at in vain, and once more by the parser, stays little.
const MOST: u32 = 64;

/// A run ends behind the attribute that brings it to so many parts. The queue stays short, and a token can count them.
const ENOUGH: usize = 1_024;

/// What the tokens [`Token::LiteralItems`] are made of: names and values, each behind its own parts. The `data` of a
/// collection is how many elements or items it has, that of an item is open.
pub(crate) type Parts = RefCell<Vec<Node>>;

/// A lexer that joins tokens.
pub(crate) struct JoiningLexer<'s, 'p> {
    lexer: Lexer<'s>,
    parts: &'p Parts,
    /// What the lexer has last looked at to find out where a run ends.
    head: Head,
}

/// What an item begins with.
#[derive(Clone, Copy)]
struct Head {
    start: usize,
    /// Where its name ends; where it starts, if it has none.
    name: usize,
    /// What follows the name, behind blanks.
    next: usize,
}

impl<'s, 'p> JoiningLexer<'s, 'p> {
    pub(crate) fn new(lexer: Lexer<'s>, parts: &'p Parts) -> Self {
        let nowhere = usize::MAX;
        let head = Head {
            start: nowhere,
            name: nowhere,
            next: nowhere,
        };
        JoiningLexer { lexer, parts, head }
    }

    /// What begins at the start of an item of a body.
    fn body_item(&mut self) -> Option<SpannedToken> {
        let literals = Literals(self.lexer.text);
        if self.head.start != self.lexer.at {
            self.lexer.at = literals.skip(self.lexer.at);
            self.head = literals.head(self.lexer.at);
        }
        let Head { start, name, next } = self.head;
        if name == start {
            return self.lexer.block_end();
        }
        if !self.lexer.sets_attribute(next) {
            return self.lexer.block_start(name, next);
        }
        let attributes = self.attributes(literals);
        attributes.or_else(|| Some(self.lexer.name_equal(name, next)))
    }

    /// Attributes with literal values, each with its line.
    fn attributes(&mut self, literals: Literals<'s>) -> Option<SpannedToken> {
        let lexer = &mut self.lexer;
        // A tuple in an object.
        if !lexer.has_room(2) {
            return None;
        }
        let mut parts = self.parts.borrow_mut();
        let (before, mut end) = (parts.len(), lexer.at);
        while parts.len() - before < ENOUGH {
            let kept = parts.len();
            let value = literals.attribute(self.head, &mut parts);
            let line = value.and_then(|end| Some((end, line_end(lexer.bytes, end)?)));
            let Some((value, next)) = line else {
                parts.truncate(kept);
                break;
            };
            end = value;
            self.head = literals.head(literals.skip(next));
        }
        let token = lexer.literal_items(parts.len() - before, end)?;
        Some(lexer.end_line(token, self.head.start))
    }

    /// Items of an object with literal values, and what separates them.
    fn object_items(&mut self) -> Option<SpannedToken> {
        let lexer = &mut self.lexer;
        let literals = Literals(lexer.text);
        // A tuple.
        if !lexer.has_room(1) {
            return None;
        }
        lexer.at = literals.skip(lexer.at);
        let mut parts = self.parts.borrow_mut();
        let before = parts.len();
        let items = literals.items(lexer.at, &mut parts);
        lexer.literal_items(parts.len() - before, items.end)
    }
}

impl Iterator for JoiningLexer<'_, '_> {
    type Item = Result<SpannedToken, LexError>;

    fn next(&mut self) -> Option<Self::Item> {
        let joined = match self.lexer.frame.mode {
            Mode::Body => self.body_item(),
            Mode::Object if self.lexer.at_object_item() => self.object_items(),
            _ => None,
        };
        match joined {
            Some(token) => Some(Ok(token)),
            None => self.lexer.next(),
        }
    }
}

/// The byte behind the newline that ends the line, if nothing but blanks and a line comment stands before it.
#[inline]
fn line_end(bytes: &[u8], at: usize) -> Option<usize> {
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
struct Items {
    count: u32,
    /// Where the last of them ends.
    end: usize,
    /// What stands behind them and what separates them from it.
    next: usize,
}

/// Reads literals, wherever they stand.
#[derive(Clone, Copy)]
struct Literals<'s>(&'s str);

impl Literals<'_> {
    fn byte(self, at: usize) -> Option<u8> {
        self.0.as_bytes().get(at).copied()
    }

    #[inline]
    fn head(self, start: usize) -> Head {
        let name = scan::identifier(self.0, start);
        let next = scan::blanks(self.0.as_bytes(), name);
        Head { start, name, next }
    }

    /// The attribute with that head, if its value is literal; its end.
    #[inline]
    fn attribute(self, head: Head, parts: &mut Vec<Node>) -> Option<usize> {
        if self.byte(head.next) != Some(b'=') || head.name == head.start {
            return None;
        }
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

    /// An item of an object with a literal value that begins at `at`; its end.
    #[inline]
    fn item(self, at: usize, parts: &mut Vec<Node>) -> Option<usize> {
        let Head { start, name, next } = self.head(at);
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
        let end = super::number_end(self.0, at).ok()?;
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
    fn items(self, at: usize, parts: &mut Vec<Node>) -> Items {
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
    fn skip(self, at: usize) -> usize {
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

impl Lexer<'_> {
    /// Whether so many constructs more may be open.
    fn has_room(&self, levels: u32) -> bool {
        self.frame.depth + levels <= self.max_depth
    }

    /// The token of items that are made of so many parts and end there; nothing if there are none.
    #[inline]
    fn literal_items(&mut self, parts: usize, end: usize) -> Option<SpannedToken> {
        let parts = u16::try_from(parts).ok().filter(|parts| *parts > 0)?;
        Some(self.take_to(Token::LiteralItems(parts), end))
    }

    /// The line that closes a block, and nothing else.
    fn block_end(&mut self) -> Option<SpannedToken> {
        if self.bytes.get(self.at) != Some(&b'}') {
            return None;
        }
        let line_end = line_end(self.bytes, self.at + 1)?;
        self.leave();
        let token = self.take(Token::BlockEnd, 1);
        Some(self.end_line(token, line_end))
    }

    /// The rest of a line within a body, taken with the token.
    #[inline]
    fn end_line(&mut self, token: SpannedToken, line_end: usize) -> SpannedToken {
        self.at = line_end;
        self.previous = Token::Newline;
        self.frame.mode = Mode::Body;
        token
    }

    /// The line that opens a block whose type ends at `block_type`, if there is no more than one label in it.
    fn block_start(&mut self, block_type: usize, start: usize) -> Option<SpannedToken> {
        let end = match self.bytes.get(start) {
            Some(b'{') => start,
            Some(b'"') => scan::plain_quoted(self.bytes, start + 1)? + 1,
            _ => scan::identifier(self.text, start),
        };
        let brace = scan::blanks(self.bytes, end);
        if self.bytes.get(brace) != Some(&b'{') {
            return None;
        }
        let line_end = line_end(self.bytes, brace + 1)?;
        let from_start = |at: usize| u8::try_from(at - self.at).ok();
        let label = if start < end {
            (from_start(start)?, from_start(end)?)
        } else {
            (0, 0)
        };
        let block_type = from_start(block_type)?;
        let mode = self.frame.mode;
        self.frame.mode = Mode::Header;
        if self.enter(Mode::Body, brace).is_err() {
            self.frame.mode = mode;
            return None;
        }
        let header = Header { block_type, label };
        let token = self.take_to(Token::BlockStart(header), brace + 1);
        Some(self.end_line(token, line_end))
    }
}
