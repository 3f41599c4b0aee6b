//! Fewer tokens, for a source that may have no errors: runs of items whose values are literal, and the lines that open
//! and close a block.
//!
//! Most lines of most configurations are a name with a literal. As tokens, each is taken, looked up, shifted and reduced
//! by a parser that could do nothing else with them. Here a run of them is one token, and what it is made of stands
//! in a queue beside the tokens, values before their names, so that whoever takes the token makes the nodes in that order.
//! Blocks of nothing but such items are items of the run around them. Where something else stands in a block, the lines
//! that open it and the blocks around it become tokens between the runs that stand before, in and between them, so that
//! no block is read twice.
//!
//! Each join is tried where it may begin. Where something else stands there, nothing is taken, and the lexer
//! goes on a token at a time; so no error is found here.

mod literals;

use std::cell::RefCell;

use super::scan;
use super::token::{Header, LexError, SpannedToken, Token};
use super::{Lexer, Mode, offset};
use crate::syntax::node::{CLOSED, Node, NodeKind, name_flags};
use literals::{Head, Literals, MOST, line_end};

/// A run ends behind the item that brings it to so many parts. The queue stays short, and a token can count them.
pub(crate) const ENOUGH_PARTS: usize = 1_024;

// The last item is an attribute, whose object holds no more than tuples.
const _: () = assert!(ENOUGH_PARTS + (MOST * (MOST + 2) + 2) as usize <= u16::MAX as usize);

/// So many blocks may a run have open, so that it makes few tokens.
const MOST_OPEN: usize = 16;

/// What the tokens [`Token::LiteralItems`] are made of: names and values, each behind its own parts. The `data` of a
/// collection is how many elements or items it has, that of a block is its [`Header`] and how many items it has, that of
/// another item is open.
pub(crate) type Parts = RefCell<Vec<Node>>;

/// A lexer that joins tokens.
pub(crate) struct JoiningLexer<'s, 'p> {
    lexer: Lexer<'s>,
    parts: &'p Parts,
    /// What a run has last looked at: where it ends, nothing is joined.
    head: Head,
    /// The blocks that the run has opened and not closed, innermost last.
    open: Vec<OpenBlock>,
    /// The further tokens of a run, the next one last. While there are any, an item of a body begins behind them.
    tokens: Vec<SpannedToken>,
}

/// A block whose end a run has not reached.
struct OpenBlock {
    header: Header,
    start: u32,
    /// The brace that opens it.
    brace: u32,
    /// How many parts stand before those of its items.
    parts: usize,
    /// How many items of the run stand before it in the body around it.
    items: u32,
}

impl OpenBlock {
    /// The node of the block with so many items, and where the next line begins, if `}` closes it at `at`.
    fn closed(&self, bytes: &[u8], at: usize, items: u32) -> Option<(Node, usize)> {
        if bytes.get(at) != Some(&b'}') {
            return None;
        }
        let line_end = line_end(bytes, at + 1)?;
        let block_type = &bytes[self.start as usize..][..usize::from(self.header.block_type)];
        let node = Node {
            kind: NodeKind::Block,
            flags: name_flags(block_type) | CLOSED,
            start: self.start,
            end: offset(at + 1),
            data: self.header.with_items(u8::try_from(items).ok()?),
        };
        Some((node, line_end))
    }
}

impl<'s, 'p> JoiningLexer<'s, 'p> {
    pub(crate) fn new(lexer: Lexer<'s>, parts: &'p Parts) -> Self {
        let nowhere = usize::MAX;
        let head = Head {
            start: nowhere,
            name: nowhere,
            next: nowhere,
        };
        JoiningLexer {
            lexer,
            parts,
            head,
            open: Vec::new(),
            tokens: Vec::new(),
        }
    }

    /// What begins at the start of an item of a body.
    #[inline(never)]
    fn body_item(&mut self) -> Option<SpannedToken> {
        if let Some(token) = self.tokens.pop() {
            return Some(token);
        }
        // An object, and a tuple in it.
        if !self.lexer.has_room(2) {
            return None;
        }
        if self.head.start != self.lexer.at
            && let Some(token) = self.run()
        {
            return Some(token);
        }
        let Head { start, name, next } = self.head;
        if name == start {
            self.lexer.block_end()
        } else if self.lexer.sets_attribute(next) {
            Some(self.lexer.name_equal(name, next))
        } else {
            None
        }
    }

    /// Reads items with literal values, each with its line; the first token of them, if there are any.
    fn run(&mut self) -> Option<SpannedToken> {
        let mut parts = self.parts.borrow_mut();
        let literals = Literals(self.lexer.text);
        let before = parts.len();
        let (mut at, mut items) = (self.lexer.at, 0);
        self.head = loop {
            let kept = parts.len();
            let start = literals.skip(at);
            let (name, next) = literals.name(start);
            let head = Head { start, name, next };
            let line_end = if kept - before >= ENOUGH_PARTS {
                None
            } else if name == start {
                self.close_block(start, &mut parts, &mut items)
            } else if literals.byte(next) == Some(b'=') {
                items += 1;
                let value = literals.attribute(head, &mut parts);
                value.and_then(|end| line_end(self.lexer.bytes, end))
            } else {
                self.open_block(head, &mut parts, &mut items)
            };
            let Some(line_end) = line_end else {
                parts.truncate(kept);
                break head;
            };
            at = line_end;
        };
        let end = parts.len();
        self.finish_run(before, end)
    }

    /// The line that opens a block with no more than two labels, or is all of one without items.
    fn open_block(&mut self, head: Head, parts: &mut Vec<Node>, items: &mut u32) -> Option<usize> {
        let (lexer, Head { start, name, next }) = (&self.lexer, head);
        let from_start = |at: usize| u8::try_from(at - start).ok();
        let mut labels = [0; 2];
        let mut brace = next;
        for label in &mut labels {
            let end = match lexer.bytes.get(brace)? {
                b'{' => break,
                b'"' => scan::plain_quoted(lexer.bytes, brace + 1)? + 1,
                _ => scan::identifier(lexer.text, brace),
            };
            if end == brace {
                return None;
            }
            *label = from_start(end)?;
            brace = scan::blanks(lexer.bytes, end);
        }
        // What stands in it has as much room as what stands beside it.
        let levels = u32::try_from(self.open.len()).ok()? + 3;
        let has_room = self.open.len() < MOST_OPEN && lexer.has_room(levels);
        if lexer.bytes.get(brace) != Some(&b'{') || !has_room {
            return None;
        }
        let block = OpenBlock {
            header: Header {
                block_type: from_start(name)?,
                labels,
            },
            start: offset(start),
            brace: offset(brace),
            parts: parts.len(),
            items: *items,
        };
        let Some(line_end) = line_end(lexer.bytes, brace + 1) else {
            let close = scan::blanks(lexer.bytes, brace + 1);
            let (node, line_end) = block.closed(lexer.bytes, close, 0)?;
            parts.push(node);
            *items += 1;
            return Some(line_end);
        };
        self.open.push(block);
        *items = 0;
        Some(line_end)
    }

    /// The line that closes a block of the run.
    fn close_block(&mut self, at: usize, parts: &mut Vec<Node>, items: &mut u32) -> Option<usize> {
        let block = self.open.last()?;
        let (node, line_end) = block.closed(self.lexer.bytes, at, *items)?;
        parts.push(node);
        *items = block.items + 1;
        self.open.pop();
        Some(line_end)
    }

    /// Makes tokens of the parts from `before` to `end`, and of the blocks that are open; the first of them.
    fn finish_run(&mut self, before: usize, mut end: usize) -> Option<SpannedToken> {
        let (lexer, mut at) = (&mut self.lexer, offset(self.head.start));
        for block in &self.open {
            lexer.frame.mode = Mode::Header;
            let entered = lexer.enter(Mode::Body, block.brace as usize);
            debug_assert!(entered.is_ok(), "there was room for the block");
        }
        lexer.previous = Token::Newline;
        lexer.frame.mode = Mode::Body;
        while let Some(block) = self.open.pop() {
            let brace = block.brace + 1;
            let items = literal_items(end - block.parts, brace, at);
            let token = Token::BlockStart(block.header);
            self.tokens.extend(items);
            self.tokens.push((block.start, token, brace));
            (end, at) = (block.parts, block.start);
        }
        let items = literal_items(end - before, offset(lexer.at), at);
        lexer.at = self.head.start;
        items.or_else(|| self.tokens.pop())
    }

    /// Items of an object with literal values, and what separates them.
    #[inline(never)]
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
        let (start, end) = (offset(lexer.at), offset(items.end));
        let (_, token, _) = literal_items(parts.len() - before, start, end)?;
        Some(lexer.take_to(token, items.end))
    }
}

impl Iterator for JoiningLexer<'_, '_> {
    type Item = Result<SpannedToken, LexError>;

    fn next(&mut self) -> Option<Self::Item> {
        // What joins stands apart, so that it takes no registers from what is done for each token.
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

/// The token of items that are made of so many parts; nothing if there are none.
#[inline]
fn literal_items(parts: usize, start: u32, end: u32) -> Option<SpannedToken> {
    let parts = u16::try_from(parts).ok().filter(|parts| *parts > 0)?;
    Some((start, Token::LiteralItems(parts), end))
}

impl Lexer<'_> {
    /// Whether so many constructs more may be open.
    fn has_room(&self, levels: u32) -> bool {
        self.frame.depth + levels <= self.max_depth
    }

    /// The line that closes a block, and nothing else.
    fn block_end(&mut self) -> Option<SpannedToken> {
        if self.bytes.get(self.at) != Some(&b'}') {
            return None;
        }
        let line_end = line_end(self.bytes, self.at + 1)?;
        self.leave();
        let token = self.take(Token::BlockEnd, 1);
        self.at = line_end;
        self.previous = Token::Newline;
        self.frame.mode = Mode::Body;
        Some(token)
    }
}
