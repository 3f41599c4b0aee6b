//! A lexer with fewer tokens, for sources that probably have no errors. It joins runs of items with literal
//! values, and the lines that open and close a block, into one token each.
//!
//! Most lines of most configurations are a name with a literal value. The parser would take, look up, shift
//! and reduce four tokens for each of them. Here a whole run of such lines is one token. The nodes of the run
//! are pushed to a queue beside the tokens ([`JoinedNodes`]) in the order in which the tree stores them: each
//! value before its name. The builder moves them from the queue into the tree when the parser reduces the
//! token.
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

use super::error::{LexError, offset};
use super::scan;
use super::token::{Header, SpannedToken, Token};
use super::{Lexer, Mode};
use crate::syntax::node::{CLOSED, Node, NodeKind, name_flags};
use literals::{ItemStart, Literals, MAX_ITEMS, line_end};

/// Number of nodes after which a run ends. It keeps the queue short, and the length of a run fits into its
/// token.
pub(crate) const MAX_RUN_NODES: usize = 1_024;

// The item that exceeds the limit is at most one attribute whose value is an object of tuples.
const _: () =
    assert!(MAX_RUN_NODES + (MAX_ITEMS * (MAX_ITEMS + 2) + 2) as usize <= u16::MAX as usize);

/// Number of blocks that a run may have open. Each of them costs tokens when the run ends inside of it.
const MAX_OPEN_BLOCKS: usize = 16;

/// The queue between lexer and builder: the nodes of the tokens [`Token::LiteralItems`], each after the nodes
/// it consists of. In a collection, `data` is the number of its elements or items; in a block, it is its
/// [`Header`] with the number of its items; in other nodes it is set by the builder.
pub(crate) type JoinedNodes = RefCell<Vec<Node>>;

/// A lexer that joins tokens.
pub(crate) struct JoiningLexer<'s, 'p> {
    lexer: Lexer<'s>,
    joined: &'p JoinedNodes,
    /// The item at which the last run ended: nothing can be joined there.
    last_item: ItemStart,
    /// The blocks that the run has opened and not closed, innermost last.
    open: Vec<OpenBlock>,
    /// The remaining tokens of a run, the next one last. While there are any, the lexer is at the start of a
    /// body item.
    tokens: Vec<SpannedToken>,
}

/// A block that the run has opened and not closed.
struct OpenBlock {
    header: Header,
    start: u32,
    /// The offset of the brace that opens it.
    brace: u32,
    /// The length of the queue when the block was opened: its first node has this index.
    first_node: usize,
    /// Number of items of the run before it in the body around it.
    items: u32,
}

impl OpenBlock {
    /// Closes the block with the `}` at `at`: adds its node, which has `items` items, to the queue. Returns the offset of
    /// the next line.
    #[inline]
    fn close(&self, bytes: &[u8], at: usize, items: u32, nodes: &mut Vec<Node>) -> Option<usize> {
        if bytes.get(at) != Some(&b'}') {
            return None;
        }
        let line_end = line_end(bytes, at + 1)?;
        let block_type = &bytes[self.start as usize..][..usize::from(self.header.block_type)];
        let data = self.header.with_items(u8::try_from(items).ok()?);
        nodes.push(Node {
            kind: NodeKind::Block,
            flags: name_flags(block_type) | CLOSED,
            start: self.start,
            end: offset(at + 1),
            data,
        });
        Some(line_end)
    }
}

impl<'s, 'p> JoiningLexer<'s, 'p> {
    pub(crate) fn new(lexer: Lexer<'s>, joined: &'p JoinedNodes) -> Self {
        let nowhere = usize::MAX;
        let last_item = ItemStart {
            start: nowhere,
            name_end: nowhere,
            next: nowhere,
        };
        JoiningLexer {
            lexer,
            joined,
            last_item,
            open: Vec::new(),
            tokens: Vec::new(),
        }
    }

    /// A joined token that begins with an item of a body.
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
        let mut nodes = self.joined.borrow_mut();
        let literals = Literals(self.lexer.text);
        let before = nodes.len();
        let (mut at, mut items) = (self.lexer.at, 0);
        self.last_item = loop {
            let kept = nodes.len();
            let start = literals.skip(at);
            let (name_end, next) = literals.name(start);
            let item = ItemStart {
                start,
                name_end,
                next,
            };
            let line_end = if kept - before >= MAX_RUN_NODES {
                None
            } else if name_end == start {
                self.close_block(start, &mut nodes, &mut items)
            } else if literals.byte(next) == Some(b'=') {
                items += 1;
                let value = literals.attribute(item, &mut nodes);
                value.and_then(|end| line_end(self.lexer.bytes, end))
            } else {
                self.open_block(item, &mut nodes, &mut items)
            };
            let Some(line_end) = line_end else {
                nodes.truncate(kept);
                break item;
            };
            at = line_end;
        };
        let end = nodes.len();
        self.finish_run(before, end)
    }

    /// Opens a block whose header has at most two labels, or takes a whole block that is empty. Returns the
    /// offset of the next line.
    fn open_block(
        &mut self,
        item: ItemStart,
        nodes: &mut Vec<Node>,
        items: &mut u32,
    ) -> Option<usize> {
        let (
            lexer,
            ItemStart {
                start,
                name_end,
                next,
            },
        ) = (&self.lexer, item);
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
        // Literal values in this block may nest as deep as those beside it.
        let levels = u32::try_from(self.open.len()).ok()? + 3;
        let has_room = self.open.len() < MAX_OPEN_BLOCKS && lexer.has_room(levels);
        if lexer.bytes.get(brace) != Some(&b'{') || !has_room {
            return None;
        }
        let block_type = from_start(name_end)?;
        // Made where it is stored: to copy what has just been written field by field makes the processor wait.
        let block = |items| OpenBlock {
            header: Header { block_type, labels },
            start: offset(start),
            brace: offset(brace),
            first_node: nodes.len(),
            items,
        };
        if let Some(line_end) = line_end(lexer.bytes, brace + 1) {
            self.open.push(block(*items));
            *items = 0;
            return Some(line_end);
        }
        let (empty, close) = (block(*items), scan::blanks(lexer.bytes, brace + 1));
        let line_end = empty.close(lexer.bytes, close, 0, nodes)?;
        *items += 1;
        Some(line_end)
    }

    /// Closes the innermost block of the run. Returns the offset of the next line.
    fn close_block(&mut self, at: usize, nodes: &mut Vec<Node>, items: &mut u32) -> Option<usize> {
        let block = self.open.last()?;
        let line_end = block.close(self.lexer.bytes, at, *items, nodes)?;
        *items = block.items + 1;
        self.open.pop();
        Some(line_end)
    }

    /// Makes the tokens of a run: of the nodes from `before` to `end`, and of the blocks that are still open.
    /// Returns the first token.
    fn finish_run(&mut self, before: usize, mut end: usize) -> Option<SpannedToken> {
        let (lexer, mut at) = (&mut self.lexer, offset(self.last_item.start));
        for block in &self.open {
            lexer.frame.mode = Mode::Header;
            let entered = lexer.enter(Mode::Body, block.brace as usize);
            debug_assert!(entered.is_ok(), "there was room for the block");
        }
        lexer.previous = Token::Newline;
        lexer.frame.mode = Mode::Body;
        while let Some(block) = self.open.pop() {
            let brace = block.brace + 1;
            let items = literal_items(end - block.first_node, brace, at);
            let token = Token::BlockStart(block.header);
            self.tokens.extend(items);
            self.tokens.push((block.start, token, brace));
            (end, at) = (block.first_node, block.start);
        }
        let items = literal_items(end - before, offset(lexer.at), at);
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
        let mut nodes = self.joined.borrow_mut();
        let before = nodes.len();
        let items = literals.items(lexer.at, &mut nodes);
        let (start, end) = (offset(lexer.at), offset(items.end));
        let (_, token, _) = literal_items(nodes.len() - before, start, end)?;
        Some(lexer.take_to(token, items.end))
    }
}

impl Iterator for JoiningLexer<'_, '_> {
    type Item = Result<SpannedToken, LexError>;

    fn next(&mut self) -> Option<Self::Item> {
        // The functions that join are not inlined here: they would take registers from the code that runs for
        // each token.
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

/// The token of `nodes` joined nodes, if there are any.
#[inline]
fn literal_items(nodes: usize, start: u32, end: u32) -> Option<SpannedToken> {
    let nodes = u16::try_from(nodes).ok().filter(|nodes| *nodes > 0)?;
    Some((start, Token::LiteralItems(nodes), end))
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
        self.frame.mode = Mode::Body;
        Some(token)
    }
}
