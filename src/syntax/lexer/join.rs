//! Tokens for what mostly stands together: a name with a literal, the line that opens a block.
//!
//! Each is tried where it may begin. Where something else stands there, nothing is taken, and the lexer goes on a token
//! at a time.

use super::scan::{self, QuotedEnd};
use super::token::{Header, LexError, Literal, Pair, SpannedToken, Token};
use super::{Lexer, Mode};

impl Lexer<'_> {
    /// An attribute or an item of an object whose name ends at `name`, and whose value begins at `value` or behind
    /// blanks, if that is a literal and nothing follows that belongs to it.
    pub(super) fn pair(&mut self, name: usize, value: usize) -> Option<SpannedToken> {
        let start = scan::blanks(self.bytes, value);
        let (literal, end) = match self.bytes.get(start)? {
            b'"' => match scan::plain_quoted(self.bytes, start + 1) {
                Some(end) => (Literal::Plain, end + 1),
                None => match scan::quoted(self.text, start + 1) {
                    (end, QuotedEnd::Quote) => (Literal::Quoted, end + 1),
                    _ => return None,
                },
            },
            b'0'..=b'9' => (Literal::Number, self.number_end(start).ok()?),
            b't' | b'f' => match scan::identifier(self.text, start) {
                end if matches!(&self.bytes[start..end], b"true" | b"false") => {
                    (Literal::Bool, end)
                }
                _ => return None,
            },
            _ => return None,
        };
        let pair = Pair {
            name: u8::try_from(name - self.at).ok()?,
            value: u8::try_from(start - self.at).ok()?,
            literal,
        };
        let next = scan::blanks(self.bytes, end);
        match self.frame.mode {
            Mode::Body => self.line(Token::LiteralPair(pair), (end, next)),
            Mode::Object => {
                let is_whole = matches!(self.bytes.get(next), Some(b'\n' | b'\r' | b',' | b'}'));
                is_whole.then(|| self.take_to(Token::LiteralPair(pair), end))
            }
            _ => None,
        }
    }

    /// The line that opens a block whose type ends at `block_type`, if there is no more than one label in it.
    pub(super) fn block_start(
        &mut self,
        block_type: usize,
    ) -> Result<Option<SpannedToken>, LexError> {
        let start = scan::blanks(self.bytes, block_type);
        let end = match self.bytes.get(start) {
            Some(b'{') => start,
            Some(b'"') => scan::plain_quoted(self.bytes, start + 1).map_or(start, |end| end + 1),
            _ => scan::identifier(self.text, start),
        };
        let brace = scan::blanks(self.bytes, end);
        let newline = scan::blanks(self.bytes, brace + 1);
        let is_line =
            self.bytes.get(brace) == Some(&b'{') && scan::newline_len(self.bytes, newline) > 0;
        let from_start = |at: usize| u8::try_from(at - self.at);
        let (Ok(block_type), Ok(label_start), Ok(label_end), true) = (
            from_start(block_type),
            from_start(start),
            from_start(end),
            is_line,
        ) else {
            return Ok(None);
        };
        let label = if start < end {
            (label_start, label_end)
        } else {
            (0, 0)
        };
        self.frame.mode = Mode::Header;
        self.enter(Mode::BlockStart, brace)?;
        let header = Header { block_type, label };
        Ok(self.line(Token::BlockStart(header), (brace + 1, newline)))
    }

    /// Takes the bytes up to `end` as a token if the line ends at `newline`, behind blanks.
    #[inline]
    fn line(&mut self, token: Token, (end, newline): (usize, usize)) -> Option<SpannedToken> {
        let length = scan::newline_len(self.bytes, newline);
        if length == 0 {
            return None;
        }
        let token = self.take_to(token, end);
        self.at = newline + length;
        self.previous = Token::Newline;
        self.frame.mode = Mode::Body;
        Some(token)
    }
}
