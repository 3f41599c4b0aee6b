//! Joined tokens, for sources that probably have no errors.
//!
//! Most lines of most configurations are a name with a literal value, or open or close a block. A lexer that joins
//! tokens makes one of successive lines `name = literal`, [`Token::LiteralItems`], one of a line that opens a block,
//! [`Token::BlockLine`], and one of a line that closes it, [`Token::BodyClose`]. The parser makes nodes of their parts,
//! which the lexer hands over beside the tokens. Without joined tokens, `from_str` takes twice the time (benchmark
//! `serde`). A source that the parser refuses is lexed again without joining, so that messages speak of single tokens.
//!
//! A join that does not succeed takes nothing, and the lexer goes on with the next single token. This file therefore
//! reports no errors.

use super::line::{LineEnd, LineReader, line_end};
use super::scan;
use super::token::{SpannedToken, Token};
use super::{JoinedParts, Lexer, LexerMode};

impl<'s> Lexer<'s> {
    /// The same lexer, which joins tokens. The parser takes their parts from `parts`.
    pub(crate) fn joining(self, parts: &'s JoinedParts) -> Self {
        Lexer {
            parts: Some(parts),
            ..self
        }
    }

    /// Joins the lines with items that begin here, or the line that opens a block.
    pub(super) fn join_lines(&mut self) -> Option<SpannedToken> {
        // A body is nested one deeper, and a tuple in an object two.
        let parts = self
            .parts
            .filter(|_| self.frame.inner_depth() < self.max_depth)?;
        let bytes = self.bytes;
        let mut parts = parts.borrow_mut();
        let mut reader = LineReader::new(self.text, &mut parts);
        let Some(mut last) = reader.attempt(|it| it.item(self.at)) else {
            if self.frame.mode != LexerMode::Body {
                return None;
            }
            let line = reader.attempt(|it| it.header(self.at))?;
            // What follows the closing brace on its line is read like a part of the header.
            self.frame.mode = LexerMode::Header;
            self.enter(LexerMode::Body, line.token - 1).ok()?;
            return Some(self.take_line(Token::BlockLine, line));
        };
        while let Some(next) = reader.attempt(|it| it.item(scan::space(bytes, last.next_line))) {
            last = next;
        }
        Some(self.take_line(Token::LiteralItems, last))
    }

    /// Joins the brace here, which closes a block, and the end of its line.
    pub(super) fn body_close(&mut self) -> Option<SpannedToken> {
        if self.parts.is_none() || self.frame.mode != LexerMode::Body {
            return None;
        }
        let token = self.at + 1;
        let next_line = line_end(self.bytes, token)?;
        self.leave();
        self.frame.mode = LexerMode::Body;
        Some(self.take_line(Token::BodyClose, LineEnd { token, next_line }))
    }

    fn take_line(&mut self, token: Token, line: LineEnd) -> SpannedToken {
        let token = self.take_to(token, line.token);
        self.at = line.next_line;
        self.previous = Token::Newline;
        token
    }
}
