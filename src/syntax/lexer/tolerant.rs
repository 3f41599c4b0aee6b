//! How the lexer continues after an error, and queries for the diagnosis of an invalid source.

use super::error::{BadToken, LexError, LexErrorKind};
use super::scan::{self, Newlines};
use super::{Frame, Lexer, LexerMode, SpannedToken, Token};
use crate::span::offset;

/// The blocks that are open at the end of a source.
pub(crate) struct OpenBlocks {
    /// The offset of the brace of the innermost one.
    pub(crate) innermost: u32,
    pub(crate) count: usize,
}

impl Lexer<'_> {
    /// Continues at `at`, with only `open_count` constructs left open and the innermost of them in `mode`.
    pub(crate) fn resume(&mut self, at: usize, open_count: usize, mode: LexerMode) {
        while self.outer.len() > open_count {
            self.leave();
        }
        self.frame.mode = mode;
        self.frame.forget_pending();
        self.previous = Token::Newline;
        self.at = at;
    }

    /// The last token, if it is invalid.
    pub(crate) fn bad(&self) -> Option<BadToken> {
        self.bad.filter(|_| self.previous == Token::Bad)
    }

    /// The offset of the next token, after blanks, newlines and comments.
    pub(crate) fn next_line(&self) -> usize {
        match self.frame.mode {
            LexerMode::Quote | LexerMode::Heredoc | LexerMode::Bare => self.at,
            _ => scan::insignificant(self.bytes, self.at, Newlines::Skipped),
        }
    }

    /// If the text here cannot begin an item of a body, reads it as one anyway, so that the end of its line becomes a
    /// token.
    pub(crate) fn enter_wrong_item(&mut self) {
        let at = scan::insignificant(self.bytes, self.at, Newlines::Skipped);
        let is_word = scan::identifier(self.text, at) > at;
        let closes = self.bytes.get(at) == Some(&b'}') && !self.outer.is_empty();
        if self.frame.mode == LexerMode::Body && at < self.bytes.len() && !is_word && !closes {
            self.at = at;
            self.frame.mode = LexerMode::Header;
        }
    }

    /// The open blocks, if at least one block and nothing else is open.
    pub(crate) fn open_blocks(&self) -> Option<OpenBlocks> {
        let is_block = |frame: &Frame| {
            matches!(
                frame.mode,
                LexerMode::Body
                    | LexerMode::AfterBrace
                    | LexerMode::Header
                    | LexerMode::AttributeValue
            )
        };
        // The outermost frame is the source itself.
        let around = self.outer.get(1..)?;
        let are_blocks = around.iter().chain([&self.frame]).all(is_block);
        are_blocks.then_some(OpenBlocks {
            innermost: self.frame.open,
            count: self.outer.len(),
        })
    }

    /// Turns the text that the error is about into a [`Token::Bad`], and continues after it.
    pub(super) fn bad_token(&mut self, error: LexError) -> SpannedToken {
        self.bad = Some(BadToken {
            start: offset(self.at),
            error,
        });
        let start = error.at as usize;
        let end = match error.kind {
            LexErrorKind::InvalidCharacter | LexErrorKind::UnsupportedOperator => self.text
                [start..]
                .chars()
                .next()
                .map_or(start, |it| start + it.len_utf8()),
            LexErrorKind::InvalidNumber | LexErrorKind::NumberOutOfRange => {
                scan::number(self.bytes, start).0
            }
            LexErrorKind::MultiLineString => self.leave_line(start),
            LexErrorKind::InvalidEscape => self.enter_quote(invalid_escape(self.text, start)),
            LexErrorKind::TemplateInLabel => self.enter_quote(start + 2),
            LexErrorKind::InvalidDirective => self.enter_wrong_directive(start),
            LexErrorKind::TooDeep
            | LexErrorKind::UnterminatedLabel
            | LexErrorKind::UnterminatedComment => self.bytes.len(),
            LexErrorKind::UnterminatedString | LexErrorKind::UnterminatedHeredoc => {
                if matches!(self.frame.mode, LexerMode::Quote | LexerMode::Heredoc) {
                    self.leave();
                }
                self.bytes.len()
            }
        };
        self.at = end;
        self.previous = Token::Bad;
        SpannedToken::new(error.at, Token::Bad, offset(end))
    }

    /// Leaves the string that a newline interrupts, and the strings around it that began on the same line.
    fn leave_line(&mut self, newline: usize) -> usize {
        if self.frame.mode != LexerMode::Quote {
            return newline;
        }
        let line = memchr::memrchr(b'\n', &self.bytes[..newline]).map_or(0, |at| at + 1);
        self.leave();
        // The frames that began on this line are the innermost ones: the search stops at the first other
        // frame.
        let frames = self.outer.iter().chain([&self.frame]).rev();
        let on_line = frames.take_while(|frame| frame.open as usize >= line);
        let depths = on_line
            .enumerate()
            .filter(|(_, frame)| frame.mode == LexerMode::Quote);
        let leave = depths.map(|(depth, _)| depth + 1).last().unwrap_or(0);
        for _ in 0..leave {
            self.leave();
        }
        newline
    }

    /// Continues in the text of the quoted template whose error ends at `end`.
    fn enter_quote(&mut self, end: usize) -> usize {
        if self.frame.mode != LexerMode::Quote && self.bytes.get(self.at) == Some(&b'"') {
            let open = self.at;
            // If nesting is too deep, the rest of the quoted text is read as code. Nothing in it is reported,
            // so that this does no harm.
            let _ = self.enter(LexerMode::Quote, open);
        }
        end
    }

    /// Continues inside an invalid directive.
    fn enter_wrong_directive(&mut self, start: usize) -> usize {
        let _ = self.enter(LexerMode::Sequence, start);
        start + 2 + usize::from(self.bytes.get(start + 2) == Some(&b'~'))
    }
}

/// The end of the invalid escape sequence at `at`.
pub(crate) fn invalid_escape(text: &str, at: usize) -> usize {
    let mut characters = text[at..].char_indices().skip(1);
    let Some((_, selector)) = characters.next() else {
        return text.len();
    };
    let digits = match selector {
        'u' => 4,
        'U' => 8,
        _ => 0,
    };
    let end = characters
        .enumerate()
        .find(|(index, (_, character))| *index >= digits || !character.is_ascii_hexdigit());
    end.map_or(text.len(), |(_, (offset, _))| at + offset)
}
