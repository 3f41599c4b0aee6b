//! Whether a space stands between two pieces of a line.
//!
//! Knows nothing of lines and columns.

use super::piece::{Kind, Piece};

/// Whether a space stands after the piece at `index` of a line.
pub(super) fn is_spaced(text: &str, line: &[Piece], index: usize) -> bool {
    let left = line[index];
    let Some(&right) = line.get(index + 1) else {
        return false;
    };
    let before = index.checked_sub(1).map(|index| line[index].kind);
    match by_pair(left.kind, right.kind) {
        Rule::Always => true,
        Rule::Never => left.end < right.start && would_fuse(text, line, index),
        // After any other word, the bracket is that of an index.
        Rule::Word => before == Some(Kind::Word) && &text[left.start..left.end] == "in",
        Rule::Minus => !before.is_none_or(precedes_sign),
    }
}

/// What two pieces say about the space between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rule {
    Always,
    /// None, unless the two would be read as something else then.
    Never,
    /// It depends on whether the left one is the keyword `in`.
    Word,
    /// It depends on whether the left one is a sign.
    Minus,
}

/// The rule for two neighbours; the first that fits counts.
#[allow(
    clippy::match_same_arms,
    reason = "their order is what they say, each with its own reason"
)]
fn by_pair(left: Kind, right: Kind) -> Rule {
    use Kind::{
        BraceClose, BraceOpen, BracketOpen, Comma, Dot, DoubleColon, Ellipsis, HeredocOpen, Minus,
        Not, Number, ParenOpen, QuoteOpen, SequenceClose, SequenceOpen, TemplateClose, Text, Word,
    };
    match (left, right) {
        (Word, ParenOpen) | (Dot | DoubleColon, _) | (_, Dot | DoubleColon | Comma | Ellipsis) => {
            Rule::Never
        }
        (Comma, _) => Rule::Always,
        // White space in a template is its text.
        (QuoteOpen | HeredocOpen | Text, _) | (_, Text | TemplateClose) => Rule::Never,
        (Word, BracketOpen) => Rule::Word,
        (Number, BracketOpen) | (Not, _) => Rule::Never,
        (closer, BracketOpen) if closer.brackets() < 0 => Rule::Never,
        (Minus, _) => Rule::Minus,
        (BraceOpen, BraceClose) => Rule::Never,
        // An object that is all of a sequence keeps its braces apart from those of the sequence.
        (BraceOpen, _)
        | (_, BraceClose)
        | (SequenceOpen, BraceOpen)
        | (BraceClose, SequenceClose) => Rule::Always,
        (SequenceClose, SequenceOpen) => Rule::Never,
        (opener, _) if opener.brackets() > 0 => Rule::Never,
        (_, closer) if closer.brackets() < 0 => Rule::Never,
        _ => Rule::Always,
    }
}

/// Whether a minus after such a piece is taken for a sign.
fn precedes_sign(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::ParenOpen
            | Kind::BraceOpen
            | Kind::BracketOpen
            | Kind::Equal
            | Kind::Comma
            | Kind::Infix
            | Kind::Minus
            | Kind::Not
    )
}

/// Whether the pieces around a space would be read as others without it, as `a.0 .1` would.
fn would_fuse(text: &str, line: &[Piece], index: usize) -> bool {
    let first_byte = |piece: Piece| text.as_bytes()[piece.start];
    let (left, right) = (line[index], line[index + 1]);
    let in_number = |byte: u8| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E');
    match (left.kind, right.kind) {
        (Kind::Not, _) => first_byte(right) == b'=',
        (Kind::SequenceOpen, Kind::Character) => first_byte(right) == b'~',
        (Kind::Character, Kind::SequenceClose) => first_byte(left) == b'~',
        (Kind::Infix, Kind::DoubleColon) => first_byte(left) == b':',
        (Kind::Dot, Kind::Dot | Kind::Ellipsis) => true,
        (Kind::Dot, _) => {
            let before = index.checked_sub(1).map(|index| line[index].kind);
            before == Some(Kind::Number) && in_number(first_byte(right))
        }
        (Kind::Number, Kind::Dot | Kind::Ellipsis) => line
            .get(index + 2)
            .is_some_and(|next| in_number(first_byte(*next))),
        _ => false,
    }
}
