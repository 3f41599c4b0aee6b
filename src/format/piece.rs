//! The pieces that a line is laid out from: what white space may stand between.
//!
//! The lexer says where literal text, template sequences and what is no token stand; it takes for
//! one token what always stands together, and drops comments and most newlines. Between these
//! landmarks, code is therefore read once more, piece by piece, which needs no context.
//!
//! Knows nothing of how they are laid out.

use crate::syntax::lexer::scan;
use crate::syntax::lexer::{LexErrorKind, Lexer, SpannedToken, Start, Token};

/// A part of the source without white space around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// What a piece is, as far as white space depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// The end of a line.
    Newline,
    /// A comment up to the end of its line.
    LineComment,
    /// `/* … */`
    InlineComment,
    /// An identifier or a keyword.
    Word,
    Number,
    ParenOpen,
    ParenClose,
    BracketOpen,
    BracketClose,
    BraceOpen,
    BraceClose,
    /// `${` or `%{`, with its strip marker.
    SequenceOpen,
    /// The `}` of a template sequence, with its strip marker.
    SequenceClose,
    Comma,
    Dot,
    Ellipsis,
    /// `::`
    DoubleColon,
    /// `=` that sets something.
    Equal,
    Minus,
    Not,
    /// An operator between two operands, `:` or `?`: a minus after it is a sign.
    Infix,
    /// `=>`
    Arrow,
    /// A quoted template or a heredoc without template sequences.
    Literal,
    /// The quote that opens a template with sequences.
    QuoteOpen,
    /// The introduction of a heredoc with sequences, its newline included.
    HeredocOpen,
    /// What ends one of them.
    TemplateClose,
    /// Text between template sequences.
    Text,
    /// A character that no token begins with.
    Character,
    /// What is no token and cannot be taken apart.
    Bad,
}

impl Kind {
    /// 1 for what opens a bracket, -1 for what closes one.
    pub(super) fn brackets(self) -> isize {
        match self {
            Kind::ParenOpen | Kind::BracketOpen | Kind::BraceOpen | Kind::SequenceOpen => 1,
            Kind::ParenClose | Kind::BracketClose | Kind::BraceClose | Kind::SequenceClose => -1,
            _ => 0,
        }
    }
}

/// Reads the pieces of a source, in order, whatever is wrong with it.
pub(super) fn read(text: &str, sink: impl FnMut(Piece)) {
    let mut reader = Reader { text, at: 0, sink };
    // What is open is kept on the heap; nothing here is too deep.
    let mut lexer = Lexer::new(text, Start::Body, u32::MAX);
    while let Some(token) = lexer.next() {
        match token {
            Ok(token) => reader.token(token),
            Err(error) => {
                let start = lexer.wrong_token_start();
                let (.., end) = lexer.skip_error(error);
                if !is_character(error.kind) {
                    reader.take(Kind::Bad, start, end as usize);
                }
            }
        }
    }
    reader.code(text.len());
}

/// Whether an error is about a character of its own, which is a piece like any other.
fn is_character(kind: LexErrorKind) -> bool {
    matches!(
        kind,
        LexErrorKind::InvalidCharacter | LexErrorKind::UnsupportedOperator
    )
}

/// Reads the source a second time, up to one landmark after the other.
struct Reader<'s, S> {
    text: &'s str,
    /// What is before has been read.
    at: usize,
    sink: S,
}

impl<S: FnMut(Piece)> Reader<'_, S> {
    /// Takes a token, if it is a landmark.
    #[inline]
    fn token(&mut self, (start, token, end): SpannedToken) {
        let (start, end) = (start as usize, end as usize);
        match token {
            Token::QuotedLiteral | Token::HeredocLiteral => self.take(Kind::Literal, start, end),
            Token::QuoteOpen => self.take(Kind::QuoteOpen, start, end),
            Token::HeredocOpen => self.take(Kind::HeredocOpen, start, end),
            Token::TemplateClose => {
                self.take(Kind::TemplateClose, start, end);
            }
            Token::TemplateLiteral => self.take(Kind::Text, start, end),
            Token::InterpolationOpen | Token::DirectiveIf | Token::DirectiveFor => {
                self.open_sequence(start);
            }
            Token::DirectiveElse | Token::DirectiveEndIf | Token::DirectiveEndFor => {
                self.open_sequence(start);
                self.take(Kind::SequenceClose, end - 1 - self.strip(end - 2), end);
            }
            Token::SequenceClose => self.take(Kind::SequenceClose, start, end),
            _ => {}
        }
    }

    /// Takes what opens a template sequence. The words of a directive are code.
    fn open_sequence(&mut self, start: usize) {
        self.take(Kind::SequenceOpen, start, start + 2 + self.strip(start + 2));
    }

    /// The length of the strip marker at `at`.
    fn strip(&self, at: usize) -> usize {
        usize::from(self.text.as_bytes().get(at) == Some(&b'~'))
    }

    /// Takes a landmark, after the code before it.
    fn take(&mut self, kind: Kind, start: usize, end: usize) {
        self.code(start);
        (self.sink)(Piece { kind, start, end });
        self.at = end;
    }

    /// Reads the code before `to`, in which there is no landmark.
    fn code(&mut self, to: usize) {
        let text = &self.text[..to];
        loop {
            let start = scan::blanks(text.as_bytes(), self.at);
            if start >= to {
                return;
            }
            let (kind, end) = piece(text, start);
            (self.sink)(Piece { kind, start, end });
            self.at = end;
        }
    }
}

/// The piece of code that begins at `at`, and where it ends.
fn piece(text: &str, at: usize) -> (Kind, usize) {
    let bytes = text.as_bytes();
    let (kind, length) = match (bytes[at], bytes.get(at + 1)) {
        (b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80.., _) => return word(text, at),
        (b'0'..=b'9', _) => return (Kind::Number, scan::number(bytes, at).0),
        (b'\n', _) => (Kind::Newline, 1),
        (b'\r', Some(b'\n')) => (Kind::Newline, 2),
        // Without a blank after it, it could become a part of the newline.
        (b'\r', _) => (Kind::Bad, 1),
        (b'#', _) | (b'/', Some(b'/' | b'*')) => return comment(bytes, at),
        (b'(', _) => (Kind::ParenOpen, 1),
        (b')', _) => (Kind::ParenClose, 1),
        (b'[', _) => (Kind::BracketOpen, 1),
        (b']', _) => (Kind::BracketClose, 1),
        (b'{', _) => (Kind::BraceOpen, 1),
        (b'}', _) => (Kind::BraceClose, 1),
        (b',', _) => (Kind::Comma, 1),
        (b'.', _) if bytes[at..].starts_with(b"...") => (Kind::Ellipsis, 3),
        (b'.', _) => (Kind::Dot, 1),
        (b':', Some(b':')) => (Kind::DoubleColon, 2),
        (b'=', Some(b'>')) => (Kind::Arrow, 2),
        (b'=' | b'!' | b'<' | b'>', Some(b'=')) | (b'&', Some(b'&')) | (b'|', Some(b'|')) => {
            (Kind::Infix, 2)
        }
        (b'=', _) => (Kind::Equal, 1),
        (b'-', _) => (Kind::Minus, 1),
        (b'!', _) => (Kind::Not, 1),
        (b'+' | b'*' | b'/' | b'%' | b'<' | b'>' | b':' | b'?', _) => (Kind::Infix, 1),
        _ => (Kind::Character, 1),
    };
    (kind, at + length)
}

/// An identifier, or a character that none begins with.
fn word(text: &str, at: usize) -> (Kind, usize) {
    let end = scan::identifier(text, at);
    if end > at {
        return (Kind::Word, end);
    }
    let character = text[at..].chars().next();
    let kind = match character {
        // At the start of the source, it would be a byte order mark.
        Some('\u{feff}') => Kind::Bad,
        _ => Kind::Character,
    };
    (kind, at + character.map_or(1, char::len_utf8))
}

/// A comment, of which the newline that ends it is no part.
fn comment(bytes: &[u8], at: usize) -> (Kind, usize) {
    if let Some(end) = scan::inline_comment(bytes, at) {
        return (Kind::InlineComment, end);
    }
    let Some(end) = scan::line_comment(bytes, at) else {
        return (Kind::Bad, bytes.len());
    };
    let newline = match &bytes[at..end] {
        [.., b'\r', b'\n'] => 2,
        [.., b'\n'] => 1,
        _ => 0,
    };
    (Kind::LineComment, end - newline)
}
