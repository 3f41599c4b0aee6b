//! The pieces of a source: the parts between which white space may change.
//!
//! The lexer finds literal text, template sequences and invalid text. It joins some tokens and drops comments and most
//! newlines. The code between these landmarks is therefore read again, piece by piece, which needs no context.

use crate::syntax::lexer::scan;
use crate::syntax::lexer::{LexErrorKind, Lexer, SourceKind, SpannedToken, Token};

/// A part of the source without surrounding white space.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) kind: PieceKind,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The kind of a piece, with the distinctions on which white space depends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PieceKind {
    /// The end of a line.
    Newline,
    /// A comment until the end of its line.
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
    /// `=` of an assignment.
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
    /// The end of a template with sequences.
    TemplateClose,
    /// Text between template sequences.
    Text,
    /// A character that does not begin a token.
    Character,
    /// Invalid text that cannot be divided into pieces.
    Bad,
}

impl PieceKind {
    /// 1 for an opening bracket, -1 for a closing one.
    pub(super) fn brackets(self) -> isize {
        match self {
            PieceKind::ParenOpen
            | PieceKind::BracketOpen
            | PieceKind::BraceOpen
            | PieceKind::SequenceOpen => 1,
            PieceKind::ParenClose
            | PieceKind::BracketClose
            | PieceKind::BraceClose
            | PieceKind::SequenceClose => -1,
            _ => 0,
        }
    }
}

/// Reads the pieces of a source, valid or not, in order.
pub(super) fn read(text: &str, sink: impl FnMut(Piece)) {
    let mut reader = PieceReader { text, at: 0, sink };
    // Open constructs are stored on the heap, so nesting needs no limit.
    let mut lexer = Lexer::new(text, SourceKind::Body, u32::MAX);
    while let Some(token) = lexer.next() {
        match lexer.bad() {
            None => reader.token(token),
            Some(bad) if is_character(bad.error.kind) => {}
            Some(bad) => {
                reader.take(PieceKind::Bad, bad.start as usize, token.end() as usize);
            }
        }
    }
    reader.code(text.len());
}

/// Whether an error is about a single character, which becomes a piece.
fn is_character(kind: LexErrorKind) -> bool {
    matches!(
        kind,
        LexErrorKind::InvalidCharacter | LexErrorKind::UnsupportedOperator
    )
}

/// Reads the code between landmarks.
struct PieceReader<'s, S> {
    text: &'s str,
    /// Everything before this offset has been read.
    at: usize,
    sink: S,
}

impl<S: FnMut(Piece)> PieceReader<'_, S> {
    /// Takes a token if it is a landmark.
    fn token(&mut self, token: SpannedToken) {
        let (start, end) = (token.start() as usize, token.end() as usize);
        match token.token {
            Token::QuotedLiteral | Token::HeredocLiteral => {
                self.take(PieceKind::Literal, start, end);
            }
            Token::QuoteOpen => self.take(PieceKind::QuoteOpen, start, end),
            Token::HeredocOpen => self.take(PieceKind::HeredocOpen, start, end),
            Token::TemplateClose => {
                self.take(PieceKind::TemplateClose, start, end);
            }
            Token::TemplateLiteral => self.take(PieceKind::Text, start, end),
            Token::InterpolationOpen | Token::DirectiveIf | Token::DirectiveFor => {
                self.open_sequence(start);
            }
            Token::DirectiveElse | Token::DirectiveEndIf | Token::DirectiveEndFor => {
                self.open_sequence(start);
                self.take(PieceKind::SequenceClose, end - 1 - self.strip(end - 2), end);
            }
            Token::SequenceClose => self.take(PieceKind::SequenceClose, start, end),
            _ => {}
        }
    }

    /// Takes the opening mark of a template sequence. The words of a directive are code.
    fn open_sequence(&mut self, start: usize) {
        self.take(
            PieceKind::SequenceOpen,
            start,
            start + 2 + self.strip(start + 2),
        );
    }

    /// The length of the strip marker at `at`.
    fn strip(&self, at: usize) -> usize {
        usize::from(self.text.as_bytes().get(at) == Some(&b'~'))
    }

    /// Takes a landmark, after the code before it.
    fn take(&mut self, kind: PieceKind, start: usize, end: usize) {
        self.code(start);
        (self.sink)(Piece { kind, start, end });
        self.at = end;
    }

    /// Reads the code before `to`, which contains no landmark.
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

/// The kind and the end of the piece of code that begins at `at`.
fn piece(text: &str, at: usize) -> (PieceKind, usize) {
    let bytes = text.as_bytes();
    let (kind, length) = match (bytes[at], bytes.get(at + 1)) {
        (b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80.., _) => return word(text, at),
        (b'0'..=b'9', _) => return (PieceKind::Number, scan::number(bytes, at).0),
        (b'\n', _) => (PieceKind::Newline, 1),
        (b'\r', Some(b'\n')) => (PieceKind::Newline, 2),
        // Without a blank after it, it could become a part of a newline sequence.
        (b'\r', _) => (PieceKind::Bad, 1),
        (b'#', _) | (b'/', Some(b'/' | b'*')) => return comment(bytes, at),
        (b'(', _) => (PieceKind::ParenOpen, 1),
        (b')', _) => (PieceKind::ParenClose, 1),
        (b'[', _) => (PieceKind::BracketOpen, 1),
        (b']', _) => (PieceKind::BracketClose, 1),
        (b'{', _) => (PieceKind::BraceOpen, 1),
        (b'}', _) => (PieceKind::BraceClose, 1),
        (b',', _) => (PieceKind::Comma, 1),
        (b'.', _) if bytes[at..].starts_with(b"...") => (PieceKind::Ellipsis, 3),
        (b'.', _) => (PieceKind::Dot, 1),
        (b':', Some(b':')) => (PieceKind::DoubleColon, 2),
        (b'=', Some(b'>')) => (PieceKind::Arrow, 2),
        (b'=' | b'!' | b'<' | b'>', Some(b'=')) | (b'&', Some(b'&')) | (b'|', Some(b'|')) => {
            (PieceKind::Infix, 2)
        }
        (b'=', _) => (PieceKind::Equal, 1),
        (b'-', _) => (PieceKind::Minus, 1),
        (b'!', _) => (PieceKind::Not, 1),
        (b'+' | b'*' | b'/' | b'%' | b'<' | b'>' | b':' | b'?', _) => (PieceKind::Infix, 1),
        _ => (PieceKind::Character, 1),
    };
    (kind, at + length)
}

/// An identifier, or a character that does not begin one.
fn word(text: &str, at: usize) -> (PieceKind, usize) {
    let end = scan::identifier(text, at);
    if end > at {
        return (PieceKind::Word, end);
    }
    let character = text[at..].chars().next();
    let kind = match character {
        // At the start of the source, it would be a byte order mark.
        Some('\u{feff}') => PieceKind::Bad,
        _ => PieceKind::Character,
    };
    (kind, at + character.map_or(1, char::len_utf8))
}

/// A comment without the newline that ends it.
fn comment(bytes: &[u8], at: usize) -> (PieceKind, usize) {
    if let Some(end) = scan::inline_comment(bytes, at) {
        return (PieceKind::InlineComment, end);
    }
    let Some(end) = scan::line_comment(bytes, at) else {
        return (PieceKind::Bad, bytes.len());
    };
    let newline = match &bytes[at..end] {
        [.., b'\r', b'\n'] => 2,
        [.., b'\n'] => 1,
        _ => 0,
    };
    (PieceKind::LineComment, end - newline)
}
