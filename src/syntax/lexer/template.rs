//! The lexer inside templates: literal text, `${` and `%{`, quotes and heredocs ("Template Expressions" and "Templates"
//! of the native syntax specification).

use super::error::{LexError, LexErrorKind, error};
use super::scan::{self, Introduction, Newlines, QuotedEnd};
use super::{Lexer, LexerMode, SourceKind, SpannedToken, Token};
use crate::source::BYTE_ORDER_MARK;

/// The words that may follow `%{`.
const DIRECTIVES: [(&str, Token); 5] = [
    ("if", Token::DirectiveIf),
    ("else", Token::DirectiveElse),
    ("endif", Token::DirectiveEndIf),
    ("for", Token::DirectiveFor),
    ("endfor", Token::DirectiveEndFor),
];

/// The parsed introduction of a heredoc.
pub(crate) struct HeredocIntroduction<'s> {
    /// The identifier that ends the heredoc on a line of its own.
    pub(crate) marker: &'s str,
    /// Whether the introduction is `<<-`.
    pub(crate) flush: bool,
    /// The offset of the first line.
    pub(crate) content: usize,
}

/// Reads the introduction of a heredoc at `at`, if it is one.
pub(crate) fn heredoc_introduction(text: &str, at: usize) -> Option<HeredocIntroduction<'_>> {
    let bytes = text.as_bytes();
    if !bytes[at..].starts_with(b"<<") {
        return None;
    }
    let flush = bytes.get(at + 2) == Some(&b'-');
    let start = at + 2 + usize::from(flush);
    let end = scan::identifier(text, start);
    let newline = scan::newline_len(bytes, end);
    (end > start && newline > 0).then(|| HeredocIntroduction {
        marker: &text[start..end],
        flush,
        content: end + newline,
    })
}

/// The offset of the end marker and the offset after the white space that follows it, if the line that begins at `line`
/// is the last one of a heredoc. Any Unicode white space may surround the marker.
pub(crate) fn heredoc_end(text: &str, line: usize, marker: &str) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let start = white_space(text, line);
    if !bytes[start..].starts_with(marker.as_bytes()) {
        return None;
    }
    let marker_end = start + marker.len();
    let end = white_space(text, marker_end);
    // A carriage return directly before the line feed is part of the newline.
    let end = end - usize::from(end > marker_end && bytes[end - 1] == b'\r');
    (scan::newline_len(bytes, end) > 0).then_some((start, end))
}

/// Skips all white space of a line except its newline.
fn white_space(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let at = scan::blanks(bytes, at);
    match bytes.get(at) {
        Some(b'\r' | 0x0b | 0x0c | 0x80..) => {
            let is_space = |character: char| character.is_whitespace() && character != '\n';
            let rest = &text[at..];
            at + rest.len() - rest.trim_start_matches(is_space).len()
        }
        _ => at,
    }
}

impl Lexer<'_> {
    /// A whole quoted template without sequences, or the quote that opens one with them.
    pub(super) fn open_quote(&mut self) -> Result<SpannedToken, LexError> {
        let is_label = self.frame.mode == LexerMode::Header;
        match scan::quoted(self.text, self.at + 1) {
            (end, QuotedEnd::Quote) => Ok(self.take_to(Token::QuotedLiteral, end + 1)),
            (end, QuotedEnd::Error(LexErrorKind::UnterminatedString)) if is_label => {
                error(end, LexErrorKind::UnterminatedLabel)
            }
            (end, QuotedEnd::Error(kind)) => error(end, kind),
            (end, QuotedEnd::Sequence) if is_label => error(end, LexErrorKind::TemplateInLabel),
            (_, QuotedEnd::Sequence) => {
                self.enter(LexerMode::Quote, self.at)?;
                Ok(self.take(Token::QuoteOpen, 1))
            }
        }
    }

    /// Reads a whole heredoc without sequences, or the introduction of one with sequences. A `<<` that does not
    /// introduce a heredoc is the operator `<` twice.
    pub(super) fn open_heredoc(&mut self) -> Result<SpannedToken, LexError> {
        let Some(introduction) = heredoc_introduction(self.text, self.at) else {
            return Ok(self.take(Token::BinaryOperator, 1));
        };
        let HeredocIntroduction {
            marker, content, ..
        } = introduction;
        match self.heredoc_text(content, marker) {
            Some((_, Some(end))) => Ok(self.take_to(Token::HeredocLiteral, end)),
            Some((_, None)) => {
                self.enter(LexerMode::Heredoc, self.at)?;
                Ok(self.take_to(Token::HeredocOpen, content))
            }
            None => error(self.at, LexErrorKind::UnterminatedHeredoc),
        }
    }

    /// Scans the text of a heredoc from `at`. Returns the end of the text and, if the end marker ends it, the end of
    /// that marker. Returns `None` if the source ends first.
    fn heredoc_text(&self, mut at: usize, marker: &str) -> Option<(usize, Option<usize>)> {
        let bytes = self.bytes;
        loop {
            if bytes[at - 1] == b'\n'
                && let Some((_, end)) = heredoc_end(self.text, at, marker)
            {
                return Some((at, Some(end)));
            }
            at += memchr::memchr3(b'\n', b'$', b'%', &bytes[at..])?;
            if bytes[at] == b'\n' {
                at += 1;
                continue;
            }
            match scan::introduction(bytes, at) {
                Introduction::Sequence => return Some((at, None)),
                Introduction::Escaped(end) | Introduction::Text(end) => at = end,
            }
        }
    }

    /// The next token in the text of a template.
    pub(super) fn template_token(&mut self) -> Option<Result<SpannedToken, LexError>> {
        let start = self.at;
        let (end, close) = match self.frame.mode {
            LexerMode::Quote => match scan::quoted(self.text, start) {
                (end, QuotedEnd::Quote) => (end, Some((Token::TemplateClose, end + 1))),
                (end, QuotedEnd::Sequence) => (end, None),
                (end, QuotedEnd::Error(kind)) => return Some(error(end, kind)),
            },
            LexerMode::Heredoc => {
                let open = self.frame.open as usize;
                let HeredocIntroduction { marker, .. } = heredoc_introduction(self.text, open)?;
                match self.heredoc_text(start, marker) {
                    Some((end, close)) => (end, close.map(|end| (Token::TemplateClose, end))),
                    None => return Some(error(open, LexErrorKind::UnterminatedHeredoc)),
                }
            }
            // A byte order mark is an error only at the start of a source; anywhere else it is an ordinary character.
            _ if start == 0
                && self.kind == SourceKind::Template
                && self.text.starts_with(BYTE_ORDER_MARK) =>
            {
                return Some(error(start, LexErrorKind::InvalidCharacter));
            }
            _ => (self.bare_text(start), None),
        };
        if end > start {
            return Some(Ok(self.take_to(Token::TemplateLiteral, end)));
        }
        match close {
            Some((token, end)) => {
                self.leave();
                Some(Ok(self.take_to(token, end)))
            }
            None if start == self.bytes.len() => None,
            None => Some(self.open_sequence()),
        }
    }

    /// Scans the text of a template that is the whole source.
    fn bare_text(&self, mut at: usize) -> usize {
        while let Some(length) = memchr::memchr2(b'$', b'%', &self.bytes[at..]) {
            at += length;
            match scan::introduction(self.bytes, at) {
                Introduction::Sequence => return at,
                Introduction::Escaped(end) | Introduction::Text(end) => at = end,
            }
        }
        self.bytes.len()
    }

    /// `${` or one of the directives, with the strip marker.
    fn open_sequence(&mut self) -> Result<SpannedToken, LexError> {
        let strip = usize::from(self.bytes.get(self.at + 2) == Some(&b'~'));
        let inside = self.at + 2 + strip;
        if self.bytes[self.at] == b'$' {
            self.enter(LexerMode::Sequence, self.at)?;
            return Ok(self.take_to(Token::InterpolationOpen, inside));
        }
        let word = scan::insignificant(self.bytes, inside, Newlines::Skipped);
        let end = scan::identifier(self.text, word);
        let name = &self.text[word..end];
        let Some((_, token)) = DIRECTIVES.iter().find(|(directive, _)| *directive == name) else {
            return error(self.at, LexErrorKind::InvalidDirective);
        };
        match token {
            Token::DirectiveIf => self.enter_directive(LexerMode::Sequence, self.at)?,
            Token::DirectiveFor => {
                self.enter_directive(LexerMode::ForSequence, self.at)?;
                self.in_names = true;
            }
            _ => return self.whole_directive(*token, end),
        }
        Ok(self.take_to(*token, end))
    }

    /// A directive without an expression, up to its closing brace.
    fn whole_directive(&mut self, token: Token, word: usize) -> Result<SpannedToken, LexError> {
        let mut end = scan::insignificant(self.bytes, word, Newlines::Skipped);
        end += usize::from(self.bytes.get(end) == Some(&b'~'));
        if self.bytes.get(end) != Some(&b'}') {
            return error(self.at, LexErrorKind::InvalidDirective);
        }
        if token != Token::DirectiveElse {
            self.frame.directives = self.frame.directives.saturating_sub(1);
        }
        Ok(self.take_to(token, end + 1))
    }
}
