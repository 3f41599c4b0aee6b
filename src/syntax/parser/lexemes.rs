//! All tokens of an invalid source, and the body items that they form.
//!
//! An item that does not close its brackets includes the items after it. If a later line begins like an item
//! and is indented no deeper than the invalid one, the invalid item is cut off there.

use crate::span::{Span, offset};
use crate::syntax::lexer::scan::{self, Newlines};
use crate::syntax::lexer::tolerant::OpenBlocks;
use crate::syntax::lexer::{
    BadToken, LexError, LexErrorKind, Lexer, LexerMode, SourceKind, SpannedToken, Token,
};

/// A token, valid or not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexeme {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) token: Token,
    /// Whether an item of a body that consists of whole lines begins here.
    begins_item: bool,
    /// Number of open constructs before it.
    open: u32,
}

impl Lexeme {
    pub(super) fn span(self) -> Span {
        Span::new(self.start, self.end)
    }

    /// The token that stands for the end of the source.
    pub(super) fn end(text: &str) -> Self {
        let end = offset(text.len());
        Lexeme {
            start: end,
            end,
            token: Token::Newline,
            begins_item: false,
            open: 0,
        }
    }
}

/// Where an item without an end is cut off.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    /// The offset of the line after the item.
    pub(super) at: u32,
    /// Number of constructs that stay open.
    open: u32,
}

/// The tokens of a source.
pub(super) struct Lexemes<'s> {
    pub(super) text: &'s str,
    /// The tokens; the first is the start marker.
    pub(super) list: Vec<Lexeme>,
    /// The errors of invalid tokens, with the indexes of these tokens.
    pub(super) errors: Vec<(usize, LexError)>,
    /// Whether the source nests so deep that lexing stopped before its end.
    pub(super) is_cut_short: bool,
    /// The blocks that are never closed, if nothing else is open at the end.
    unclosed: Option<OpenBlocks>,
    /// Number of blocks that are treated as closed at the end.
    closed: usize,
}

impl<'s> Lexemes<'s> {
    /// The word for the whole source in messages: a template or an expression may be a part of a file.
    pub(super) fn whole(&self) -> &'static str {
        match self.list.first().map(|lexeme| lexeme.token) {
            Some(Token::StartTemplate) => "template",
            Some(Token::StartExpression) => "text",
            _ => "file",
        }
    }

    /// Lexes a source, valid or not.
    pub(super) fn new(text: &'s str, kind: SourceKind, max_depth: u32, cuts: &[Cut]) -> Self {
        let mut lexemes = Lexemes {
            text,
            list: Vec::new(),
            errors: Vec::new(),
            is_cut_short: false,
            unclosed: None,
            closed: 0,
        };
        let mut lexer = Lexer::new(text, kind, max_depth);
        let mut cuts = cuts.iter().peekable();
        loop {
            if let Some(cut) = cuts.next_if(|cut| lexer.next_line() >= cut.at as usize) {
                lexer.resume(cut.at as usize, cut.open as usize, LexerMode::Body);
            }
            let begins_item = lexer.mode() == LexerMode::Body;
            let open = lexer.open_count();
            lexer.enter_wrong_item();
            let Some(token) = lexer.next() else {
                break;
            };
            if let Some(BadToken { error, .. }) = lexer.bad() {
                lexemes.errors.push((lexemes.list.len(), error));
                lexemes.is_cut_short |= error.kind == LexErrorKind::TooDeep;
            }
            // A closing brace belongs to the block that it closes, if there is one.
            let no_item = match token.token {
                Token::Newline | Token::StartBody => true,
                Token::BraceClose => open > 0,
                _ => false,
            };
            lexemes.list.push(Lexeme {
                start: token.start(),
                end: token.end(),
                token: token.token,
                begins_item: begins_item && !no_item,
                open: offset(open),
            });
            if lexemes.is_cut_short {
                break;
            }
        }
        lexemes.unclosed = lexer.open_blocks();
        lexemes
    }

    /// The brace of the innermost block that is not closed, if nothing but blocks is open at the end.
    pub(super) fn unclosed_block(&self) -> Option<u32> {
        self.unclosed.as_ref().map(|blocks| blocks.innermost)
    }

    /// Treats the unclosed blocks as closed at the end of the source.
    pub(super) fn close_blocks(&mut self) {
        self.closed = self.unclosed.take().map_or(0, |blocks| blocks.count);
    }

    /// The token at `index` after the last token of the source. Each block that is treated as closed gets a brace and a
    /// newline.
    pub(super) fn closer(&self, index: usize) -> Option<SpannedToken> {
        let end = offset(self.text.len());
        let token = [Token::BraceClose, Token::Newline][index % 2];
        (index < self.closed * 2).then_some(SpannedToken::new(end, token, end))
    }

    /// Removes the item that begins at the byte `from`, and everything after it. The blocks around it are treated as
    /// closed.
    pub(super) fn truncate(&mut self, from: u32) {
        let item = self
            .list
            .partition_point(|lexeme| lexeme.start < from)
            .max(1);
        if let Some(lexeme) = self.list.get(item) {
            // Where an item begins, only blocks are open.
            self.closed = lexeme.open as usize;
            self.unclosed = None;
            self.list.truncate(item);
        }
    }

    /// The error of an invalid token.
    pub(super) fn error(&self, index: usize) -> Option<LexError> {
        let found = self.errors.iter().find(|(at, _)| *at == index);
        found.map(|(_, error)| *error)
    }

    /// The index of the first token of the innermost item around the token `at`.
    pub(super) fn item_around(&self, at: usize) -> Option<usize> {
        let open = self.list.get(at).map_or(u32::MAX, |lexeme| lexeme.open);
        let upto = self.list.len().min(at + 1);
        self.list[..upto]
            .iter()
            .rposition(|lexeme| lexeme.begins_item && lexeme.open <= open)
    }

    /// The name of the block around the item that begins at the token `at`, if the block has no labels.
    pub(super) fn unlabelled_block_around(&self, at: usize) -> Option<Span> {
        let open = self.list.get(at)?.open;
        let is_around = |lexeme: &Lexeme| lexeme.begins_item && lexeme.open < open;
        let header = self.list[..at].iter().rposition(is_around)?;
        let [name, brace] = self.list.get(header..header + 2)? else {
            return None;
        };
        (brace.token == Token::BlockOpen).then(|| name.span())
    }

    /// The offset of the end of the item from the token `item` to the token `last`, including the items after it that
    /// look like its remainder.
    pub(super) fn rest_end(&self, item: usize, last: usize) -> u32 {
        let open = self.list[item].open;
        let mut last = last;
        while let Some(next) = self.list.get(last + 1)
            && next.begins_item
            && next.open == open
            && is_rest(next.token)
            && let Some(end) = self.item_end(last + 1, last + 1)
        {
            last = end;
        }
        match self.list.get(last + 1) {
            Some(next) => next.start,
            // Past the final newline token, which is empty.
            None => u32::MAX,
        }
    }

    /// The index of the last token of the item that begins at `item`, searched from the token `at` on: the
    /// newline that ends it, or the token before the brace that closes the block around it.
    pub(super) fn item_end(&self, item: usize, at: usize) -> Option<usize> {
        let open = self.list[item].open;
        let mut after = self.list.iter().enumerate().skip(at.max(item));
        let (index, lexeme) = after.find(|(_, lexeme)| {
            lexeme.open < open || (lexeme.open == open && lexeme.token == Token::Newline)
        })?;
        if lexeme.open == open {
            return Some(index);
        }
        // `index` is the first token outside the block; the brace is the token before it.
        Some(index.saturating_sub(2).max(item))
    }

    /// Where to cut off the item that begins at `item` and has no end.
    pub(super) fn cut(&self, item: usize) -> Option<Cut> {
        let Lexeme { start, open, .. } = self.list[item];
        let bytes = self.text.as_bytes();
        let line = memchr::memrchr(b'\n', &bytes[..start as usize]).map_or(0, |at| at + 1);
        let indent = start as usize - line;
        let newlines = memchr::memchr_iter(b'\n', &bytes[start as usize..]);
        let mut lines = newlines.map(|newline| start as usize + newline + 1);
        let at = lines.find(|line| self.is_item_line(*line, indent))?;
        Some(Cut {
            at: offset(at),
            open,
        })
    }

    /// Whether the line at `line` begins like an item that is indented by at most `indent`, or closes a block
    /// that is indented by less.
    fn is_item_line(&self, line: usize, indent: usize) -> bool {
        let bytes = self.text.as_bytes();
        let start = scan::blanks(bytes, line);
        if start - line > indent {
            return false;
        }
        let name = scan::identifier(self.text, start);
        if name == start {
            return bytes.get(start) == Some(&b'}') && start - line < indent;
        }
        let next = scan::insignificant(bytes, name, Newlines::Significant);
        match bytes.get(next) {
            Some(b'=') => bytes.get(next + 1) != Some(&b'='),
            Some(b'{' | b'"') => true,
            _ => false,
        }
    }
}

/// Whether the token cannot begin an item, so that it is probably a part of the previous item.
fn is_rest(token: Token) -> bool {
    !matches!(
        token,
        Token::Identifier
            | Token::NameEqual
            | Token::Equal
            | Token::QuotedLiteral
            | Token::QuoteOpen
            | Token::Bad
    )
}
