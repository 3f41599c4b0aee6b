//! Decides whether there is a space between two pieces of a line.

use super::piece::{Piece, PieceKind};

/// Whether there is a space after the piece at `index` of a line.
pub(super) fn is_spaced(text: &str, line: &[Piece], index: usize) -> bool {
    let left = line[index];
    let Some(&right) = line.get(index + 1) else {
        return false;
    };
    let before = index.checked_sub(1).map(|index| line[index].kind);
    match by_pair(left.kind, right.kind) {
        SpacingRule::Always => true,
        SpacingRule::Never => left.end < right.start && would_fuse(text, line, index),
        // After any other word, the bracket opens an index.
        SpacingRule::AfterIn => {
            before == Some(PieceKind::Word) && &text[left.start..left.end] == "in"
        }
        SpacingRule::UnlessSign => !before.is_none_or(precedes_sign),
    }
}

/// The rule for the space between two pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SpacingRule {
    Always,
    /// No space, unless the two pieces would then be read as something else.
    Never,
    /// A space only if the left piece is the keyword `in`.
    AfterIn,
    /// A space unless the left piece is a sign.
    UnlessSign,
}

/// The rule for two adjacent pieces; the first rule that matches applies.
#[allow(
    clippy::match_same_arms,
    reason = "their order is what they say, each with its own reason"
)]
fn by_pair(left: PieceKind, right: PieceKind) -> SpacingRule {
    use PieceKind::{
        BraceClose, BraceOpen, BracketOpen, Comma, Dot, DoubleColon, Ellipsis, HeredocOpen, Minus,
        Not, Number, ParenOpen, QuoteOpen, SequenceClose, SequenceOpen, TemplateClose, Text, Word,
    };
    match (left, right) {
        (Word, ParenOpen) | (Dot | DoubleColon, _) | (_, Dot | DoubleColon | Comma | Ellipsis) => {
            SpacingRule::Never
        }
        (Comma, _) => SpacingRule::Always,
        // White space in a template is its text.
        (QuoteOpen | HeredocOpen | Text, _) | (_, Text | TemplateClose) => SpacingRule::Never,
        (Word, BracketOpen) => SpacingRule::AfterIn,
        (Number, BracketOpen) | (Not, _) => SpacingRule::Never,
        (closer, BracketOpen) if closer.brackets() < 0 => SpacingRule::Never,
        (Minus, _) => SpacingRule::UnlessSign,
        (BraceOpen, BraceClose) => SpacingRule::Never,
        // The braces of an object that is a whole template sequence are separated from the braces of the sequence.
        (BraceOpen, _)
        | (_, BraceClose)
        | (SequenceOpen, BraceOpen)
        | (BraceClose, SequenceClose) => SpacingRule::Always,
        (SequenceClose, SequenceOpen) => SpacingRule::Never,
        (opener, _) if opener.brackets() > 0 => SpacingRule::Never,
        (_, closer) if closer.brackets() < 0 => SpacingRule::Never,
        _ => SpacingRule::Always,
    }
}

/// Whether a minus after such a piece is a sign.
fn precedes_sign(kind: PieceKind) -> bool {
    matches!(
        kind,
        PieceKind::ParenOpen
            | PieceKind::BraceOpen
            | PieceKind::BracketOpen
            | PieceKind::Equal
            | PieceKind::Comma
            | PieceKind::Infix
            | PieceKind::Minus
            | PieceKind::Not
    )
}

/// Whether the pieces around a space would be read differently without it, as in `a.0 .1`.
fn would_fuse(text: &str, line: &[Piece], index: usize) -> bool {
    let first_byte = |piece: Piece| text.as_bytes()[piece.start];
    let (left, right) = (line[index], line[index + 1]);
    let in_number = |byte: u8| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E');
    match (left.kind, right.kind) {
        (PieceKind::Not, _) => first_byte(right) == b'=',
        (PieceKind::SequenceOpen, PieceKind::Character) => first_byte(right) == b'~',
        (PieceKind::Character, PieceKind::SequenceClose) => first_byte(left) == b'~',
        (PieceKind::Infix, PieceKind::DoubleColon) => first_byte(left) == b':',
        (PieceKind::Dot, PieceKind::Dot | PieceKind::Ellipsis) => true,
        (PieceKind::Dot, _) => {
            let before = index.checked_sub(1).map(|index| line[index].kind);
            before == Some(PieceKind::Number) && in_number(first_byte(right))
        }
        (PieceKind::Number, PieceKind::Dot | PieceKind::Ellipsis) => line
            .get(index + 2)
            .is_some_and(|next| in_number(first_byte(*next))),
        _ => false,
    }
}
