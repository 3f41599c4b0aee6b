//! A lexer with fewer tokens, for sources that probably have no errors.
//!
//! Most lines of most configurations are a name with a literal value, or open or close a block. Each of these is
//! one token here: [`Token::LiteralAttribute`], [`Token::BodyOpen`] and [`Token::BodyClose`].
//!
//! A join is tried wherever one may begin. If it does not succeed, it takes nothing, and [`Lexer`] makes the
//! next token. This file therefore reports no errors.

use super::error::LexError;
use super::scan::{self, QuotedEnd};
use super::token::{LiteralKind, SpannedToken, Token};
use super::{Lexer, LexerMode, number_end};

/// A lexer that joins tokens.
pub(crate) struct JoiningLexer<'s> {
    lexer: Lexer<'s>,
}

impl<'s> JoiningLexer<'s> {
    pub(crate) fn new(lexer: Lexer<'s>) -> Self {
        JoiningLexer { lexer }
    }

    /// The joined token where an item of a body may begin or a block may end.
    fn body_item(&mut self) -> Option<SpannedToken> {
        let lexer = &mut self.lexer;
        let start = scan::space(lexer.bytes, lexer.at);
        let name_end = scan::identifier(lexer.text, start);
        if name_end == start {
            return lexer.body_close(start);
        }
        let sign = scan::blanks(lexer.bytes, name_end);
        if lexer.bytes.get(sign) != Some(&b'=') {
            return None;
        }
        let value = scan::blanks(lexer.bytes, sign + 1);
        let (kind, value_end) = literal(lexer.text, value)?;
        let next_line = line_end(lexer.bytes, value_end)?;
        lexer.at = start;
        let token = lexer.take_to(Token::LiteralAttribute(kind), value_end);
        lexer.at = next_line;
        lexer.previous = Token::Newline;
        Some(token)
    }
}

impl Iterator for JoiningLexer<'_> {
    type Item = Result<SpannedToken, LexError>;

    fn next(&mut self) -> Option<Self::Item> {
        let joined = match self.lexer.frame.mode {
            LexerMode::Body => self.body_item(),
            LexerMode::Header => self.lexer.body_open(),
            _ => None,
        };
        match joined {
            Some(token) => Some(Ok(token)),
            None => self.lexer.next(),
        }
    }
}

impl Lexer<'_> {
    /// A joined token of the brace that opens the body of a block, and the end of its line.
    fn body_open(&mut self) -> Option<SpannedToken> {
        let brace = scan::blanks(self.bytes, self.at);
        if self.bytes.get(brace) != Some(&b'{') {
            return None;
        }
        let next_line = line_end(self.bytes, brace + 1)?;
        self.enter(LexerMode::Body, brace).ok()?;
        self.at = brace;
        let token = self.take(Token::BodyOpen, 1);
        self.at = next_line;
        self.previous = Token::Newline;
        Some(token)
    }

    /// A joined token of the brace at a byte, if one is there, that closes a block, and the end of its line.
    fn body_close(&mut self, brace: usize) -> Option<SpannedToken> {
        if self.bytes.get(brace) != Some(&b'}') {
            return None;
        }
        let next_line = line_end(self.bytes, brace + 1)?;
        self.leave();
        self.at = brace;
        let token = self.take(Token::BodyClose, 1);
        self.at = next_line;
        self.previous = Token::Newline;
        self.frame.mode = LexerMode::Body;
        Some(token)
    }
}

/// The kind and the end of the literal that begins at a byte: a quoted template without sequences, a number or a
/// keyword. Whether what follows continues the expression is not checked.
fn literal(text: &str, at: usize) -> Option<(LiteralKind, usize)> {
    let bytes = text.as_bytes();
    Some(match bytes.get(at)? {
        b'"' => match scan::plain_quoted(bytes, at + 1) {
            Some(quote) => (LiteralKind::VerbatimString, quote + 1),
            None => match scan::quoted(text, at + 1) {
                (quote, QuotedEnd::Quote) => (LiteralKind::String, quote + 1),
                _ => return None,
            },
        },
        b'0'..=b'9' => (LiteralKind::Number, number_end(text, at).ok()?),
        b't' | b'f' | b'n' => {
            let end = scan::identifier(text, at);
            match &bytes[at..end] {
                b"true" | b"false" | b"null" => (LiteralKind::Keyword, end),
                _ => return None,
            }
        }
        _ => return None,
    })
}

/// The offset of the next line, if only blanks and a line comment stand from `at` to the end of this line. A last line
/// without a newline is not joined.
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
