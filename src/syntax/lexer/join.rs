//! A lexer with fewer tokens, for sources that probably have no errors. It joins runs of items with literal
//! values, and the lines that open and close a block, into one token each.
//!
//! Most lines of most configurations are a name with a literal value. The parser would take, look up, shift
//! and reduce four tokens for each of them. Here a whole run of such lines is one token, and the lexer itself
//! adds the nodes of the run to the tree ([`Draft`]). The token says how many items the run has; the builder
//! puts them into the body around them when the parser reduces the token.
//!
//! A block that holds nothing but such items is an item of the run around it. If something else stands in a
//! block, the run ends there: the lines that open this block and the open blocks around it become tokens
//! ([`Token::BlockStart`]), with the items before, between and inside of them as tokens of their own. No
//! block is read twice.
//!
//! A join is tried wherever one may begin. If it does not succeed, it takes nothing, and [`Lexer`] makes the
//! next token. This file therefore reports no errors.

mod literals;

use std::cell::RefCell;

use super::draft::Draft;
use super::error::LexError;
use super::scan;
use super::token::{SpannedToken, Token};
use super::{Lexer, LexerMode};
use crate::span::offset;
use crate::syntax::duplicate::{self, Repetition};
use crate::syntax::node::{CLOSED, DISTINCT, Node, NodeKind, name_flags};
use literals::{ItemStart, Literals, line_end};

/// Number of words in the queue after which a run ends. It keeps the queue short, and the number of items fits into
/// its token.
const MAX_RUN_WORDS: usize = 1_024;

/// Number of blocks that a run may have open. Each of them costs tokens when the run ends inside of it.
const MAX_OPEN_BLOCKS: usize = 16;

/// A lexer that joins tokens.
pub(crate) struct JoiningLexer<'s, 'p> {
    lexer: Lexer<'s>,
    draft: &'p RefCell<Draft>,
    /// The item at which the last run ended: no run is tried there again.
    last_item: ItemStart,
    /// The blocks that the run has opened and not closed, innermost last.
    open: Vec<OpenBlock>,
    /// The remaining tokens of a run, the next one last. While there are any, the lexer is at the start of a
    /// body item.
    tokens: Vec<SpannedToken>,
}

/// A block that the run has opened and not closed.
struct OpenBlock {
    start: u32,
    /// The offset of the brace that opens it.
    brace: u32,
    /// The index in the queue of the words of the block, as the tree stores them: its header, the number of its items, and the
    /// items.
    header: usize,
    /// The index in the queue of its first item.
    first_item: usize,
}

impl OpenBlock {
    /// Closes the block with the `}` at `at`: adds its node to the tree and puts it into the queue in place of its header and
    /// its items. Returns the offset of the next line. A block with repeated attributes is left to the builder, which
    /// reports them.
    fn close(&self, text: &str, at: usize, draft: &mut Draft) -> Option<usize> {
        let bytes = text.as_bytes();
        if bytes.get(at) != Some(&b'}') {
            return None;
        }
        let line_end = line_end(bytes, at + 1)?;
        let Draft { storage, queue } = draft;
        let items = &queue[self.first_item..];
        let distinct = match duplicate::repetition(text, storage, items) {
            Repetition::None => DISTINCT,
            Repetition::Unknown => 0,
            Repetition::Attributes => return None,
        };
        queue[self.first_item - 1] = offset(items.len());
        let data = storage.push_words(&queue[self.header..]);
        let block_type = &bytes[self.start as usize..queue[self.header] as usize];
        let block = storage.push(Node {
            kind: NodeKind::Block,
            flags: name_flags(block_type) | CLOSED | distinct,
            start: self.start,
            end: offset(at + 1),
            data,
        });
        queue.truncate(self.header);
        queue.push(block.0);
        Some(line_end)
    }
}

impl<'s, 'p> JoiningLexer<'s, 'p> {
    pub(crate) fn new(lexer: Lexer<'s>, draft: &'p RefCell<Draft>) -> Self {
        let nowhere = usize::MAX;
        let last_item = ItemStart {
            start: nowhere,
            name_end: nowhere,
            next: nowhere,
        };
        JoiningLexer {
            lexer,
            draft,
            last_item,
            open: Vec::new(),
            tokens: Vec::new(),
        }
    }

    /// The next joined token where an item of a body may begin or a block may end.
    #[inline(never)]
    fn body_item(&mut self) -> Option<SpannedToken> {
        if let Some(token) = self.tokens.pop() {
            return Some(token);
        }
        // Room for an object and a tuple in it.
        if !self.lexer.has_room(2) {
            return None;
        }
        if self.last_item.start != self.lexer.at
            && let Some(token) = self.run()
        {
            return Some(token);
        }
        let ItemStart {
            start,
            name_end,
            next,
        } = self.last_item;
        if name_end == start {
            self.lexer.block_end()
        } else if self.lexer.sets_attribute(next) {
            Some(self.lexer.name_equal(name_end, next))
        } else {
            None
        }
    }

    /// Reads a run of items with literal values, and returns its first token if there are any such items.
    fn run(&mut self) -> Option<SpannedToken> {
        let mut draft = self.draft.borrow_mut();
        let draft = &mut *draft;
        let literals = Literals(self.lexer.text);
        let first = draft.queue.len();
        let mut at = self.lexer.at;
        self.last_item = loop {
            let checkpoint = draft.checkpoint();
            let start = literals.skip(at);
            let (name_end, next) = literals.name(start);
            let item = ItemStart {
                start,
                name_end,
                next,
            };
            let line_end = if name_end == start {
                self.close_block(start, draft)
            } else if draft.queue.len() - first >= MAX_RUN_WORDS {
                None
            } else if literals.byte(next) == Some(b'=') {
                let value = literals.attribute(item, draft);
                value.and_then(|end| line_end(self.lexer.bytes, end))
            } else {
                self.open_block(item, draft)
            };
            let Some(line_end) = line_end else {
                draft.roll_back(checkpoint);
                break item;
            };
            at = line_end;
        };
        self.finish_run(first, draft.queue.len())
    }

    /// Opens a block, or takes a whole block that is empty. Returns the offset of the next line.
    fn open_block(&mut self, item: ItemStart, draft: &mut Draft) -> Option<usize> {
        let (
            lexer,
            ItemStart {
                start,
                name_end,
                next,
            },
        ) = (&self.lexer, item);
        // The words of the header: the end of the type, the end of the header, the number of labels, and the labels.
        let header = draft.queue.len();
        draft.queue.extend([offset(name_end), offset(name_end), 0]);
        let mut brace = next;
        while *lexer.bytes.get(brace)? != b'{' {
            let end = match lexer.bytes[brace] {
                b'"' => scan::plain_quoted(lexer.bytes, brace + 1)? + 1,
                _ => scan::identifier(lexer.text, brace),
            };
            if end == brace {
                return None;
            }
            draft.queue.extend([offset(brace), offset(end)]);
            draft.queue[header + 1] = offset(end);
            draft.queue[header + 2] += 1;
            brace = scan::blanks(lexer.bytes, end);
        }
        // The number of items, which is known when the block is closed.
        draft.queue.push(0);
        // Room for the open blocks, this one, and an object with a tuple in it.
        let levels = u32::try_from(self.open.len()).ok()? + 3;
        if self.open.len() == MAX_OPEN_BLOCKS || !lexer.has_room(levels) {
            return None;
        }
        // Made where it is stored: to copy what has just been written field by field makes the processor wait.
        let block = || OpenBlock {
            start: offset(start),
            brace: offset(brace),
            header,
            first_item: draft.queue.len(),
        };
        if let Some(line_end) = line_end(lexer.bytes, brace + 1) {
            self.open.push(block());
            return Some(line_end);
        }
        let (empty, close) = (block(), scan::blanks(lexer.bytes, brace + 1));
        empty.close(lexer.text, close, draft)
    }

    /// Closes the innermost block of the run. Returns the offset of the next line.
    fn close_block(&mut self, at: usize, draft: &mut Draft) -> Option<usize> {
        let line_end = self.open.last()?.close(self.lexer.text, at, draft)?;
        self.open.pop();
        Some(line_end)
    }

    /// Makes the tokens of a run: of the items from `first` to `end` in the queue, and of the blocks that are still open.
    /// Returns the first token.
    fn finish_run(&mut self, first: usize, mut end: usize) -> Option<SpannedToken> {
        let (lexer, mut at) = (&mut self.lexer, offset(self.last_item.start));
        for block in &self.open {
            // The frame around a block stays in this mode for the rest of the line after its `}`.
            lexer.frame.mode = LexerMode::Header;
            let entered = lexer.enter(LexerMode::Body, block.brace as usize);
            debug_assert!(entered.is_ok(), "there was room for the block");
        }
        lexer.previous = Token::Newline;
        lexer.frame.mode = LexerMode::Body;
        while let Some(block) = self.open.pop() {
            let brace = block.brace + 1;
            let items = literal_items(end - block.first_item, brace, at);
            self.tokens.extend(items);
            self.tokens.push((block.start, Token::BlockStart, brace));
            (end, at) = (block.header, block.start);
        }
        let items = literal_items(end - first, offset(lexer.at), at);
        lexer.at = self.last_item.start;
        items.or_else(|| self.tokens.pop())
    }

    /// A joined token of the items of an object that have literal values, with their separators.
    #[inline(never)]
    fn object_items(&mut self) -> Option<SpannedToken> {
        let lexer = &mut self.lexer;
        let literals = Literals(lexer.text);
        // Room for a tuple.
        if !lexer.has_room(1) {
            return None;
        }
        lexer.at = literals.skip(lexer.at);
        let run = literals.items(lexer.at, &mut self.draft.borrow_mut());
        let (start, end) = (offset(lexer.at), offset(run.end));
        let (_, token, _) = literal_items(run.count, start, end)?;
        Some(lexer.take_to(token, run.end))
    }
}

impl Iterator for JoiningLexer<'_, '_> {
    type Item = Result<SpannedToken, LexError>;

    fn next(&mut self) -> Option<Self::Item> {
        // The functions that join are not inlined here: they would take registers from the code that runs for
        // each token.
        let joined = match self.lexer.frame.mode {
            LexerMode::Body => self.body_item(),
            LexerMode::Object if self.lexer.at_object_item() => self.object_items(),
            _ => None,
        };
        match joined {
            Some(token) => Some(Ok(token)),
            None => self.lexer.next(),
        }
    }
}

/// The token of `count` joined items, if there are any.
#[inline]
fn literal_items(count: usize, start: u32, end: u32) -> Option<SpannedToken> {
    let count = u16::try_from(count).ok().filter(|count| *count > 0)?;
    Some((start, Token::LiteralItems(count), end))
}

impl Lexer<'_> {
    /// Whether `levels` more constructs may be open.
    fn has_room(&self, levels: u32) -> bool {
        self.frame.depth + levels <= self.max_depth
    }

    /// A joined token of a line that closes a block and holds nothing else.
    fn block_end(&mut self) -> Option<SpannedToken> {
        if self.bytes.get(self.at) != Some(&b'}') {
            return None;
        }
        let line_end = line_end(self.bytes, self.at + 1)?;
        self.leave();
        let token = self.take(Token::BlockEnd, 1);
        self.at = line_end;
        self.previous = Token::Newline;
        self.frame.mode = LexerMode::Body;
        Some(token)
    }
}
