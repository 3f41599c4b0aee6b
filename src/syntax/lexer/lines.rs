//! Items that are read as a whole: where they may begin, and where the lexer continues after them.
//!
//! The parser reads such items itself (`parser/builder/joined.rs`) and takes them from the lexer as a joined token.

use super::scan;
use super::token::{SpannedToken, Token};
use super::{Lexer, LexerMode};

/// The construct that contains the items.
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
    /// The start of the next line.
    pub(crate) next_line: usize,
}

impl LineEnd {
    /// The end of the line on which a token ends at the offset `token`, if only blanks and a line comment follow the
    /// token. `None` also if the source ends there without a newline: such a line is not read as a whole.
    #[inline]
    pub(crate) fn after(bytes: &[u8], token: usize) -> Option<LineEnd> {
        let next_line = match bytes.get(token)? {
            b'\n' => token + 1,
            _ => LineEnd::after_blanks(bytes, token)?,
        };
        Some(LineEnd { token, next_line })
    }

    /// The start of the next line, if only blanks and a line comment follow the offset `at` on its line.
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
    /// Skips the space before the next item of a body or an object and returns its offset, if an item may begin here.
    /// The brace that closes the construct may be there instead.
    pub(crate) fn item_start(&mut self) -> Option<(usize, ItemsOf)> {
        let of = match self.frame.mode {
            LexerMode::Body => ItemsOf::Body,
            LexerMode::Object if self.at_object_item() => ItemsOf::Object,
            _ => return None,
        };
        self.at = scan::space(self.bytes, self.at);
        Some((self.at, of))
    }

    /// The number of levels by which constructs may still nest here.
    pub(crate) fn room(&self) -> u32 {
        self.max_depth.saturating_sub(self.frame.inner_depth() - 1)
    }

    /// Takes a line that opens a block.
    pub(crate) fn take_block_line(&mut self, line: LineEnd) -> Option<SpannedToken> {
        // Text after the closing brace on its line is read like a part of the header.
        self.frame.mode = LexerMode::Header;
        self.enter(LexerMode::Body, line.token - 1).ok()?;
        Some(self.take_lines(Token::BlockLine, line))
    }

    /// Takes the brace that comes next, which closes a block, and the end of its line.
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
