//! Text to tokens ("Lexical Elements", and the modes that "Expressions" and "Templates" of the
//! native syntax specification imply).
//!
//! # Why a regular lexer fails
//!
//! What a character means in HCL depends on what is open around it. In
//!
//! ```text
//! greeting = "hello ${[for name in names : upper(name)][0]}"
//! ```
//!
//! `=` makes `greeting` the name of an attribute only because a body item begins there; the first `"` opens a template
//! whose spaces are text; `${` opens an expression, in which spaces are insignificant; `for` is a keyword only directly
//! after `[`, `in` only after the names, and the `[` of `[0]` is an index only because an operand comes before it; the
//! `}` ends the interpolation only because no brace is open inside. Newlines end an attribute or an item of an object,
//! and are insignificant within parentheses and brackets.
//!
//! The lexer therefore keeps one stack of [`Frame`]s: the open constructs, innermost last. Only [`Lexer::enter`] and
//! [`Lexer::leave`] add and remove frames; a token may change the mode of the innermost one. Everything for which the
//! grammar would need more than one token of look-ahead is decided here, so that the grammar is LR(1) without
//! conflicts: newline significance, keywords, the four meanings of a brace, the two of a bracket. Tokens that always
//! occur together are one token: `name =`, `name (`, `.name`, `[*]`, `%{ if`, and every quoted template or heredoc
//! without template sequences.

mod error;
mod frame;
mod lines;
pub(crate) mod scan;
pub(crate) mod template;
pub(crate) mod token;
pub(crate) mod tolerant;

pub(crate) use error::{BadToken, LexError, LexErrorKind};
pub(crate) use frame::{Frame, LexerMode, SourceKind};
pub(crate) use lines::{ItemsOf, LineEnd};
pub(crate) use token::{SpannedToken, Token};

use crate::span::offset;
use error::error;
use scan::Newlines;

/// The lexer: an iterator over the tokens of a source, beginning with the start marker. Invalid text becomes a
/// [`Token::Bad`], after which lexing continues.
pub(crate) struct Lexer<'s> {
    text: &'s str,
    bytes: &'s [u8],
    at: usize,
    /// The innermost frame. `outer` holds the frames around it.
    frame: Frame,
    outer: Vec<Frame>,
    previous: Token,
    /// Whether `for` has been read and `in` has not.
    in_names: bool,
    kind: SourceKind,
    max_depth: u32,
    /// The last invalid token.
    bad: Option<BadToken>,
}

impl<'s> Lexer<'s> {
    /// Creates a lexer of `text` in which constructs may nest `max_depth` deep.
    pub(crate) fn new(text: &'s str, kind: SourceKind, max_depth: u32) -> Self {
        Lexer::new_at(text, kind, max_depth, 0)
    }

    /// Creates a lexer that begins at the byte `at` of the text.
    pub(crate) fn new_at(text: &'s str, kind: SourceKind, max_depth: u32, at: usize) -> Self {
        Lexer {
            text,
            bytes: text.as_bytes(),
            at,
            frame: Frame {
                mode: LexerMode::Start,
                open: 0,
                depth: 0,
                conditionals: 0,
                directives: 0,
                prefixes: 0,
                in_sequence: false,
            },
            outer: Vec::new(),
            previous: Token::Newline,
            in_names: false,
            kind,
            max_depth,
            bad: None,
        }
    }

    /// The mode in which the text at the current position is read.
    pub(crate) fn mode(&self) -> LexerMode {
        self.frame.mode
    }

    pub(crate) fn open_count(&self) -> usize {
        self.outer.len()
    }

    fn enter(&mut self, mode: LexerMode, open: usize) -> Result<(), LexError> {
        let depth = self.frame.inner_depth();
        if depth > self.max_depth {
            return error(open, LexErrorKind::TooDeep);
        }
        self.in_names = false;
        let is_sequence = matches!(mode, LexerMode::Sequence | LexerMode::ForSequence);
        self.outer.push(self.frame);
        self.frame = Frame {
            mode,
            open: offset(open),
            depth,
            conditionals: 0,
            directives: 0,
            prefixes: 0,
            in_sequence: self.frame.in_sequence || is_sequence,
        };
        Ok(())
    }

    /// Enters the sequence of a directive that has branches. The branches count as nested in the template
    /// around the directive until its end is read.
    fn enter_directive(&mut self, mode: LexerMode, open: usize) -> Result<(), LexError> {
        self.enter(mode, open)?;
        if let Some(template) = self.outer.last_mut() {
            template.directives += 1;
        }
        Ok(())
    }

    fn leave(&mut self) {
        if let Some(frame) = self.outer.pop() {
            self.frame = frame;
        }
        self.in_names = false;
    }

    /// Takes `length` bytes as a token.
    fn take(&mut self, token: Token, length: usize) -> SpannedToken {
        self.take_to(token, self.at + length)
    }

    /// Takes the bytes up to `end` as a token.
    fn take_to(&mut self, token: Token, end: usize) -> SpannedToken {
        let start = self.at;
        self.at = end;
        self.previous = token;
        SpannedToken::new(offset(start), token, offset(end))
    }

    /// The start marker, which tells the grammar the kind of the source.
    fn start(&mut self) -> SpannedToken {
        let (mode, token) = match self.kind {
            SourceKind::Body => (LexerMode::Body, Token::StartBody),
            SourceKind::Expression => (LexerMode::Paren, Token::StartExpression),
            SourceKind::Template | SourceKind::JsonString => {
                (LexerMode::Bare, Token::StartTemplate)
            }
        };
        self.frame.mode = mode;
        let marker = self.take(token, 0);
        self.previous = Token::Newline;
        marker
    }

    /// The next token outside literal text.
    fn code_token(&mut self) -> Option<Result<SpannedToken, LexError>> {
        loop {
            self.at = scan::blanks(self.bytes, self.at);
            let Some(&byte) = self.bytes.get(self.at) else {
                return self.end_of_source().map(Ok);
            };
            let token = match byte {
                b'\n' | b'\r' | b'#' | b'/' => match self.newline_or_comment(byte) {
                    Ok(Some(token)) => Ok(token),
                    Ok(None) => continue,
                    Err(error) => Err(error),
                },
                b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80.. => self.word(),
                b'0'..=b'9' => self.number(Token::Number, self.at),
                b'"' => self.open_quote(),
                b'.' => self.point(),
                b'{' => self.open_brace(),
                b'}' => Ok(self.close_brace(1)),
                b'[' => self.open_bracket(),
                b']' => Ok(self.close(
                    Token::BracketClose,
                    &[LexerMode::Bracket, LexerMode::ForTuple],
                )),
                b'(' => self
                    .enter(LexerMode::Paren, self.at)
                    .map(|()| self.take(Token::ParenOpen, 1)),
                b')' => Ok(self.close(Token::ParenClose, &[LexerMode::Paren])),
                _ => self.operator(byte),
            };
            return Some(token);
        }
    }

    /// A body always ends with a newline token, whether the source ends with a newline or not.
    fn end_of_source(&mut self) -> Option<SpannedToken> {
        let wanted = matches!(
            self.frame.mode,
            LexerMode::AfterBrace | LexerMode::Header | LexerMode::AttributeValue
        );
        if !wanted {
            return None;
        }
        self.frame.mode = LexerMode::Body;
        Some(self.take(Token::Newline, 0))
    }

    /// Reads a newline, a comment or the operator `/`. Returns `None` for a newline or comment that is insignificant.
    fn newline_or_comment(&mut self, byte: u8) -> Result<Option<SpannedToken>, LexError> {
        let length = scan::newline_len(self.bytes, self.at);
        let end = if length > 0 {
            self.at + length
        } else if let Some(end) = scan::line_comment(self.bytes, self.at) {
            end
        } else if let Some(end) = scan::inline_comment(self.bytes, self.at) {
            self.at = end;
            return Ok(None);
        } else if self.bytes[self.at..].starts_with(b"/*") {
            return error(self.at, LexErrorKind::UnterminatedComment);
        } else if byte == b'/' {
            return Ok(Some(self.take(Token::BinaryOperator, 1)));
        } else {
            return error(self.at, LexErrorKind::InvalidCharacter);
        };
        let at_item_start = match self.frame.mode {
            LexerMode::Body => true,
            LexerMode::Object => self.at_object_item(),
            _ => false,
        };
        if at_item_start || self.frame.mode.newlines() == Newlines::Skipped {
            self.at = end;
            return Ok(None);
        }
        if self.frame.mode != LexerMode::Object {
            self.frame.mode = LexerMode::Body;
        }
        self.frame.forget_pending();
        Ok(Some(self.take_to(Token::Newline, end)))
    }

    /// Whether an item of an object begins here.
    fn at_object_item(&self) -> bool {
        matches!(
            self.previous,
            Token::ObjectOpen | Token::Comma | Token::Newline
        )
    }

    /// An identifier, a keyword, or one of the tokens that begin with an identifier.
    fn word(&mut self) -> Result<SpannedToken, LexError> {
        let end = scan::identifier(self.text, self.at);
        if end == self.at {
            return error(self.at, LexErrorKind::InvalidCharacter);
        }
        if let Some(token) = self.keyword(end) {
            return Ok(self.take_to(token, end));
        }
        let next = scan::insignificant(self.bytes, end, self.frame.mode.newlines());
        let names_item = match self.frame.mode {
            LexerMode::Body | LexerMode::AfterBrace => self.sets_attribute(next),
            LexerMode::Object => self.at_object_item() && self.sets_item(next),
            _ => false,
        };
        if names_item {
            return Ok(self.name_equal(end, next));
        }
        match self.frame.mode {
            LexerMode::Body | LexerMode::AfterBrace => self.frame.mode = LexerMode::Header,
            LexerMode::Header => {}
            _ if self.bytes.get(next) == Some(&b'(') => {
                self.enter(LexerMode::Paren, next)?;
                let token = self.take_to(Token::CallOpen, end);
                self.at = next + 1;
                return Ok(token);
            }
            _ => {}
        }
        Ok(self.take_to(Token::Identifier, end))
    }

    /// Joins the name of an item, which ends at `name`, with the `=` or `:` at `sign`.
    fn name_equal(&mut self, name: usize, sign: usize) -> SpannedToken {
        let token = self.take_to(Token::NameEqual, name);
        self.at = sign + 1;
        if self.frame.mode != LexerMode::Object {
            self.frame.mode = LexerMode::AttributeValue;
        }
        token
    }

    /// The keyword `in` after the names of a `for`, or `if` after its result.
    fn keyword(&mut self, end: usize) -> Option<Token> {
        if !matches!(
            self.frame.mode,
            LexerMode::ForTuple | LexerMode::ForObject | LexerMode::ForSequence
        ) {
            return None;
        }
        let word = &self.bytes[self.at..end];
        let after_operand = self.previous.ends_operand();
        if self.in_names && after_operand && word == b"in" {
            self.in_names = false;
            return Some(Token::In);
        }
        let after_result = after_operand || self.previous == Token::Ellipsis;
        let conditional = self.frame.mode != LexerMode::ForSequence && !self.in_names;
        if conditional && after_result && word == b"if" {
            self.frame.forget_pending();
            return Some(Token::If);
        }
        None
    }

    /// Whether the `=` of an attribute is at the offset `at`.
    fn sets_attribute(&self, at: usize) -> bool {
        self.bytes.get(at) == Some(&b'=') && !matches!(self.bytes.get(at + 1), Some(b'=' | b'>'))
    }

    /// Whether the `=` or `:` of an item of an object is at the offset `at`.
    fn sets_item(&self, at: usize) -> bool {
        self.sets_attribute(at)
            || (self.bytes.get(at) == Some(&b':') && self.bytes.get(at + 1) != Some(&b':'))
    }

    /// Reads the numeric literal at `digits` as a `token`.
    #[inline]
    fn number(&mut self, token: Token, digits: usize) -> Result<SpannedToken, LexError> {
        match scan::valid_number(self.text, digits) {
            Ok(end) => Ok(self.take_to(token, end)),
            Err(kind) => error(digits, kind),
        }
    }

    /// `...`, or a dot together with the name, index or star that it accesses.
    fn point(&mut self) -> Result<SpannedToken, LexError> {
        let rest = &self.bytes[self.at..];
        if rest.starts_with(b"...") {
            return Ok(self.take(Token::Ellipsis, 3));
        }
        if !self.previous.ends_operand() {
            return Ok(self.take(Token::Dot, 1));
        }
        let end = scan::identifier(self.text, self.at + 1);
        if end > self.at + 1 {
            return Ok(self.take_to(Token::GetAttr, end));
        }
        let next = scan::insignificant(self.bytes, self.at + 1, self.frame.mode.newlines());
        match self.bytes.get(next) {
            Some(b'*') => Ok(self.take_to(Token::Splat, next + 1)),
            Some(b'0'..=b'9') => self.legacy_index(next),
            _ => match scan::identifier(self.text, next) {
                end if end > next => Ok(self.take_to(Token::GetAttr, end)),
                _ => Ok(self.take(Token::Dot, 1)),
            },
        }
    }

    /// `.0`. A number with a point, as in `.0.1`, would be two such indexes, which the specification forbids;
    /// it becomes a [`Token::Dot`], which the parser rejects.
    fn legacy_index(&mut self, digits: usize) -> Result<SpannedToken, LexError> {
        match scan::valid_number(self.text, digits) {
            Ok(end) if !self.bytes[digits..end].contains(&b'.') => {
                Ok(self.take_to(Token::LegacyIndex, end))
            }
            Err(kind @ LexErrorKind::NumberOutOfRange) => error(digits, kind),
            _ => Ok(self.take(Token::Dot, 1)),
        }
    }

    fn open_brace(&mut self) -> Result<SpannedToken, LexError> {
        let (token, mode) = match self.frame.mode {
            LexerMode::Header => (Token::BlockOpen, LexerMode::AfterBrace),
            LexerMode::Body | LexerMode::AfterBrace => (Token::ObjectOpen, LexerMode::Object),
            _ => match self.for_keyword() {
                Some(end) => return self.open_for(Token::ForObjectOpen, LexerMode::ForObject, end),
                None => (Token::ObjectOpen, LexerMode::Object),
            },
        };
        self.enter(mode, self.at)?;
        Ok(self.take(token, 1))
    }

    fn open_bracket(&mut self) -> Result<SpannedToken, LexError> {
        if self.previous.ends_operand() {
            let newlines = self.frame.mode.newlines();
            let star = scan::insignificant(self.bytes, self.at + 1, newlines);
            if self.bytes.get(star) == Some(&b'*') {
                let close = scan::insignificant(self.bytes, star + 1, newlines);
                if self.bytes.get(close) == Some(&b']') {
                    return Ok(self.take_to(Token::Splat, close + 1));
                }
            }
            self.enter(LexerMode::Bracket, self.at)?;
            return Ok(self.take(Token::IndexOpen, 1));
        }
        if let Some(end) = self.for_keyword() {
            return self.open_for(Token::ForTupleOpen, LexerMode::ForTuple, end);
        }
        self.enter(LexerMode::Bracket, self.at)?;
        Ok(self.take(Token::TupleOpen, 1))
    }

    /// The end of the word `for` if it directly follows the bracket here.
    fn for_keyword(&self) -> Option<usize> {
        let start = scan::insignificant(self.bytes, self.at + 1, Newlines::Skipped);
        if !self.bytes[start..].starts_with(b"for") {
            return None;
        }
        let end = start + 3;
        (scan::identifier(self.text, start) == end).then_some(end)
    }

    fn open_for(
        &mut self,
        token: Token,
        mode: LexerMode,
        end: usize,
    ) -> Result<SpannedToken, LexError> {
        self.enter(mode, self.at)?;
        self.in_names = true;
        Ok(self.take_to(token, end))
    }

    /// A `}` of `length` bytes (two with a strip marker).
    fn close_brace(&mut self, length: usize) -> SpannedToken {
        match self.frame.mode {
            LexerMode::Sequence | LexerMode::ForSequence => {
                self.leave();
                self.take(Token::SequenceClose, length)
            }
            LexerMode::Object | LexerMode::ForObject if length == 1 => {
                self.leave();
                self.take(Token::BraceClose, 1)
            }
            _ if length == 2 => {
                self.leave_to_sequence();
                self.take(Token::SequenceClose, 2)
            }
            LexerMode::Paren | LexerMode::Bracket | LexerMode::ForTuple => {
                if self.frame.in_sequence {
                    self.leave_to_braces();
                    return self.close_brace(1);
                }
                self.take(Token::BraceClose, 1)
            }
            _ => {
                // After the body of a block, the rest of the line belongs to its header, whose frame is the
                // next outer one.
                self.leave();
                self.take(Token::BraceClose, 1)
            }
        }
    }

    /// Leaves the parentheses and brackets that are still open before a brace in a template sequence. These are an
    /// error, but the text after the sequence must still be read as text.
    fn leave_to_braces(&mut self) {
        while let LexerMode::Paren | LexerMode::Bracket | LexerMode::ForTuple = self.frame.mode
            && self.frame.in_sequence
        {
            self.leave();
        }
    }

    /// Leaves a template sequence that ends with a strip marker, and the constructs that are still open inside it.
    /// These are an error, but the text after the sequence must still be read as text.
    fn leave_to_sequence(&mut self) {
        // `in_sequence` tells whether there is a sequence to leave: searching all frames at each marker would take
        // quadratic time.
        while self.frame.in_sequence {
            let is_sequence = matches!(
                self.frame.mode,
                LexerMode::Sequence | LexerMode::ForSequence
            );
            self.leave();
            if is_sequence {
                return;
            }
        }
    }

    /// A closing bracket, which ends the innermost frame if that is one of `modes`.
    fn close(&mut self, token: Token, modes: &[LexerMode]) -> SpannedToken {
        if modes.contains(&self.frame.mode) {
            self.leave();
        }
        self.take(token, 1)
    }

    /// Operators and the remaining punctuation.
    fn operator(&mut self, byte: u8) -> Result<SpannedToken, LexError> {
        let second = self.bytes.get(self.at + 1).copied().unwrap_or(0);
        let (token, length) = match (byte, second) {
            (b',', _) => (Token::Comma, 1),
            (b'=' | b'!' | b'<' | b'>', b'=') | (b'&', b'&') | (b'|', b'|') => {
                (Token::BinaryOperator, 2)
            }
            (b'=', b'>') => (Token::Arrow, 2),
            (b'=', _) => (Token::Equal, 1),
            (b'<', b'<') => return self.open_heredoc(),
            (b'+' | b'*' | b'%' | b'<' | b'>', _) => (Token::BinaryOperator, 1),
            (b'-', _) => (Token::Minus, 1),
            (b'!', _) => (Token::Not, 1),
            (b':', b':') => (Token::DoubleColon, 2),
            (b':', _) => (Token::Colon, 1),
            (b'?', _) => (Token::Question, 1),
            (b'~', b'}') => return Ok(self.close_brace(2)),
            (b'&' | b'|' | b'^' | b'~', _) => {
                return error(self.at, LexErrorKind::UnsupportedOperator);
            }
            _ => return error(self.at, LexErrorKind::InvalidCharacter),
        };
        self.count(token)?;
        Ok(self.take(token, length))
    }

    /// Counts prefix operators and conditionals, which nest without brackets.
    fn count(&mut self, token: Token) -> Result<(), LexError> {
        let frame = &mut self.frame;
        match token {
            Token::Minus | Token::Not if !self.previous.ends_operand() => frame.prefixes += 1,
            Token::Comma | Token::Equal | Token::Arrow => frame.forget_pending(),
            _ => {
                frame.prefixes = 0;
                match token {
                    Token::Question => frame.conditionals += 1,
                    Token::Colon => frame.conditionals = frame.conditionals.saturating_sub(1),
                    _ => return Ok(()),
                }
            }
        }
        if frame.depth + frame.conditionals + frame.prefixes > self.max_depth {
            return error(self.at, LexErrorKind::TooDeep);
        }
        Ok(())
    }
}

impl Iterator for Lexer<'_> {
    type Item = SpannedToken;

    fn next(&mut self) -> Option<SpannedToken> {
        let token = match self.frame.mode {
            LexerMode::Quote | LexerMode::Heredoc | LexerMode::Bare => self.template_token(),
            LexerMode::Start => Some(Ok(self.start())),
            _ => self.code_token(),
        };
        Some(token?.unwrap_or_else(|error| self.bad_token(error)))
    }
}
