//! The pieces that a line is laid out from: what white space may stand between.
//!
//! The lexer says where literal text, template sequences and what is no token stand; it takes for
//! one token what always stands together, and drops comments and most newlines. Between these
//! landmarks, code is therefore read once more, piece by piece, which needs no context.
//!
//! Knows nothing of how they are laid out.

use crate::syntax::lexer::scan;
use crate::syntax::lexer::{LexErrorKind, Lexer, Start, Token};

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
    /// An operator between two operands, `:` or `?`: a minus behind it is a sign.
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

    /// What a token that code cannot be read without is; nothing for those that are read once more.
    fn landmark(token: Token) -> Option<Self> {
        Some(match token {
            Token::QuotedLiteral | Token::HeredocLiteral => Kind::Literal,
            Token::QuoteOpen => Kind::QuoteOpen,
            Token::HeredocOpen => Kind::HeredocOpen,
            Token::QuoteClose | Token::HeredocClose => Kind::TemplateClose,
            Token::TemplateLiteral => Kind::Text,
            Token::InterpolationOpen
            | Token::DirectiveIf
            | Token::DirectiveElse
            | Token::DirectiveEndIf
            | Token::DirectiveFor
            | Token::DirectiveEndFor => Kind::SequenceOpen,
            Token::SequenceClose => Kind::SequenceClose,
            Token::Bad => Kind::Bad,
            _ => return None,
        })
    }
}

/// Reads the pieces of a source, in order, whatever is wrong with it.
pub(super) fn read(text: &str, mut sink: impl FnMut(Piece)) {
    // What is open is kept on the heap, so that nothing needs to be too deep here.
    let mut lexer = Lexer::new(text, Start::Body, u32::MAX);
    let mut read_to = 0;
    while let Some(token) = lexer.next() {
        let (start, token, end) = match token {
            Ok((start, token, end)) => (start as usize, token, end as usize),
            Err(error) => {
                let start = lexer.wrong_token_start();
                let (_, token, end) = lexer.skip_error(error);
                if is_character(error.kind) {
                    continue;
                }
                (start, token, end as usize)
            }
        };
        let Some(kind) = Kind::landmark(token) else {
            continue;
        };
        code(text, read_to, start, &mut sink);
        read_to = end;
        if kind == Kind::SequenceOpen {
            read_to = directive(text, start, end, token, &mut sink);
        } else {
            sink(Piece { kind, start, end });
        }
    }
    code(text, read_to, text.len(), &mut sink);
}

/// Whether an error is about a character of its own, which is a piece like any other.
fn is_character(kind: LexErrorKind) -> bool {
    matches!(
        kind,
        LexErrorKind::InvalidCharacter | LexErrorKind::UnsupportedOperator
    )
}

/// Reads the token that opens a template sequence, which of a directive has words in it and of some
/// the end as well. Returns what has been read.
fn directive(
    text: &str,
    start: usize,
    end: usize,
    token: Token,
    sink: &mut impl FnMut(Piece),
) -> usize {
    let strip = |at: usize| usize::from(text.as_bytes().get(at) == Some(&b'~'));
    let inside = start + 2 + strip(start + 2);
    sink(Piece {
        kind: Kind::SequenceOpen,
        start,
        end: inside,
    });
    let is_whole = matches!(
        token,
        Token::DirectiveElse | Token::DirectiveEndIf | Token::DirectiveEndFor
    );
    if !is_whole {
        return inside;
    }
    let close = end - 1 - strip(end - 2);
    code(text, inside, close, sink);
    sink(Piece {
        kind: Kind::SequenceClose,
        start: close,
        end,
    });
    end
}

/// Reads the pieces of code without literal text between two bytes.
fn code(text: &str, from: usize, to: usize, sink: &mut impl FnMut(Piece)) {
    let text = &text[..to];
    let mut start = scan::blanks(text.as_bytes(), from);
    while start < to {
        let (kind, end) = piece(text, start);
        sink(Piece { kind, start, end });
        start = scan::blanks(text.as_bytes(), end);
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
        (b'=' | b'!' | b'<' | b'>', Some(b'=')) => (Kind::Infix, 2),
        (b'&', Some(b'&')) | (b'|', Some(b'|')) => (Kind::Infix, 2),
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
    let length = text[at..].chars().next().map_or(1, char::len_utf8);
    (Kind::Character, at + length)
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
