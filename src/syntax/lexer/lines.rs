//! Items that are read as a whole: where they may begin, and where the lexer goes on after them.
//!
//! The parser reads such items itself (`parser/builder/joined.rs`) and takes them from the lexer as a joined token.

use super::scan;
use super::token::{SpannedToken, Token};
use super::{Lexer, LexerMode};

/// Where items stand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ItemsOf {
    Body,
    Object,
}

/// The end of a line.
#[derive(Clone, Copy)]
pub(crate) struct LineEnd {
    /// The end of the token.
    pub(crate) token: usize,
    /// Where the next line begins.
    pub(crate) next_line: usize,
}

impl LineEnd {
    /// The end of a line whose token ends at a byte, if only blanks and a line comment follow it. A last line without a
    /// newline is not read as a whole.
    #[inline]
    pub(crate) fn after(bytes: &[u8], token: usize) -> Option<LineEnd> {
        let next_line = match bytes.get(token)? {
            b'\n' => token + 1,
            _ => LineEnd::after_blanks(bytes, token)?,
        };
        Some(LineEnd { token, next_line })
    }

    /// Where the next line begins, if only blanks and a line comment stand from a byte to the end of its line.
    fn after_blanks(bytes: &[u8], at: usize) -> Option<usize> {
        let at = scan::blanks(bytes, at);
        match scan::newline_len(bytes, at) {
            0 if at < bytes.len() => scan::line_comment(bytes, at),
            0 => None,
            length => Some(at + length),
        }
    }
}

impl Lexer<'_> {
    /// Where an item of a body or an object, or the brace after the items, begins, if it is next.
    pub(crate) fn item_start(&mut self) -> Option<(usize, ItemsOf)> {
        let of = match self.frame.mode {
            LexerMode::Body => ItemsOf::Body,
            LexerMode::Object if self.at_object_item() => ItemsOf::Object,
            _ => return None,
        };
        self.at = scan::space(self.bytes, self.at);
        Some((self.at, of))
    }

    /// How deep constructs may nest here.
    pub(crate) fn room(&self) -> u32 {
        self.max_depth.saturating_sub(self.frame.inner_depth() - 1)
    }

    /// Takes a line that opens a block.
    pub(crate) fn take_block_line(&mut self, line: LineEnd) -> Option<SpannedToken> {
        // What follows the closing brace on its line is read like a part of the header.
        self.frame.mode = LexerMode::Header;
        self.enter(LexerMode::Body, line.token - 1).ok()?;
        Some(self.take_lines(Token::BlockLine, line))
    }

    /// Takes the brace here, which closes a block, and the end of its line.
    pub(crate) fn take_body_close(&mut self) -> Option<SpannedToken> {
        let line = LineEnd::after(self.bytes, self.at + 1)?;
        self.leave();
        self.frame.mode = LexerMode::Body;
        Some(self.take_lines(Token::BodyClose, line))
    }

    /// Takes whole lines, up to the end of the last one, as a token.
    pub(crate) fn take_lines(&mut self, token: Token, last: LineEnd) -> SpannedToken {
        let token = self.take_to(token, last.token);
        self.at = last.next_line;
        self.previous = Token::Newline;
        token
    }
}
