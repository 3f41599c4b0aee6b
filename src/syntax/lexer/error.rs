//! The errors of the lexer ("Lexical Elements").

use crate::span::offset;

/// The reason why text is not a valid token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LexErrorKind {
    /// A character that no token begins with.
    InvalidCharacter,
    /// `&`, `|`, `^` or `~`.
    UnsupportedOperator,
    /// A numeric literal such as `1.2.3`.
    InvalidNumber,
    /// An inline comment without `*/`.
    UnterminatedComment,
    /// A numeric literal beyond the limits of numbers.
    NumberOutOfRange,
    /// A newline inside a quoted template.
    MultiLineString,
    /// The end of the source inside a quoted template.
    UnterminatedString,
    /// The end of the source inside the label of a block.
    UnterminatedLabel,
    /// The end of the source inside a heredoc.
    UnterminatedHeredoc,
    /// A backslash that does not begin an escape sequence.
    InvalidEscape,
    /// A template sequence in the label of a block.
    TemplateInLabel,
    /// `%{` that does not begin a valid directive.
    InvalidDirective,
    /// Brackets, blocks, templates and prefix operators nest too deep.
    TooDeep,
}

/// A lexical error and the offset at which the invalid text begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LexError {
    pub(crate) at: u32,
    pub(crate) kind: LexErrorKind,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct BadToken {
    /// The offset of its start. The error may be further inside.
    pub(crate) start: u32,
    pub(crate) error: LexError,
}

pub(super) fn error<T>(at: usize, kind: LexErrorKind) -> Result<T, LexError> {
    Err(LexError {
        at: offset(at),
        kind,
    })
}
