//! Scanners over bytes that need no context: blanks, identifiers, numbers, quoted text.
//!
//! Each takes the source and the offset to begin at, and returns the offset after the recognized text.

use super::error::LexErrorKind;
use crate::identifier::{is_ascii_continue, is_ascii_start, is_continue, is_start};
use crate::number;
use crate::swar;

/// The offset of the first byte from `at` on for which `continues` is false.
///
/// Reading eight bytes at a time is slower: a processor predicts the ends of short runs.
#[inline]
fn skip(bytes: &[u8], mut at: usize, continues: impl Fn(u8) -> bool) -> usize {
    while let Some(byte) = bytes.get(at)
        && continues(*byte)
    {
        at += 1;
    }
    at
}

/// Skips spaces and tabs.
pub(crate) fn blanks(bytes: &[u8], at: usize) -> usize {
    skip(bytes, at, |byte| matches!(byte, b' ' | b'\t'))
}

/// The length of the newline sequence at `at`, 0 if there is none.
pub(crate) fn newline_len(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at) {
        Some(b'\n') => 1,
        Some(b'\r') if bytes.get(at + 1) == Some(&b'\n') => 2,
        _ => 0,
    }
}

/// The end of the inline comment at `at`, if one begins there and is closed.
pub(crate) fn inline_comment(bytes: &[u8], at: usize) -> Option<usize> {
    if !bytes[at..].starts_with(b"/*") {
        return None;
    }
    memchr::memmem::find(&bytes[at + 2..], b"*/").map(|length| at + 2 + length + 2)
}

/// The end of the line comment at `at`, including its newline, if one begins there.
pub(crate) fn line_comment(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = &bytes[at..];
    if rest[0] != b'#' && !rest.starts_with(b"//") {
        return None;
    }
    Some(memchr::memchr(b'\n', rest).map_or(bytes.len(), |length| at + length + 1))
}

/// Skips blanks, newlines and comments.
#[inline]
pub(crate) fn space(bytes: &[u8], at: usize) -> usize {
    let at = skip(bytes, at, |byte| matches!(byte, b' ' | b'\t' | b'\n'));
    match bytes.get(at) {
        Some(b'\r' | b'#' | b'/') => insignificant_slow(bytes, at, Newlines::Skipped),
        _ => at,
    }
}

/// Skips blanks and inline comments and, if `newlines` says so, newlines and line comments.
#[inline]
pub(crate) fn insignificant(bytes: &[u8], at: usize, newlines: Newlines) -> usize {
    if newlines == Newlines::Skipped {
        return space(bytes, at);
    }
    let at = blanks(bytes, at);
    match bytes.get(at) {
        Some(b'/') => insignificant_slow(bytes, at, newlines),
        _ => at,
    }
}

/// Whether a newline ends something or is skipped like a blank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Newlines {
    Significant,
    Skipped,
}

fn insignificant_slow(bytes: &[u8], mut at: usize, newlines: Newlines) -> usize {
    let skips_newlines = newlines == Newlines::Skipped;
    loop {
        at = blanks(bytes, at);
        let end = match bytes.get(at) {
            Some(b'\n' | b'\r') if skips_newlines => Some(at + newline_len(bytes, at)),
            Some(b'#') if skips_newlines => line_comment(bytes, at),
            Some(b'/') if skips_newlines => {
                line_comment(bytes, at).or_else(|| inline_comment(bytes, at))
            }
            Some(b'/') => inline_comment(bytes, at),
            _ => None,
        };
        match end {
            Some(end) if end > at => at = end,
            _ => return at,
        }
    }
}

/// The end of the identifier at `at`, or `at` itself if none begins there.
#[inline]
pub(crate) fn identifier(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    match bytes.get(at) {
        Some(byte) if is_ascii_start(*byte) => {}
        Some(0x80..) => return unicode_identifier(text, at, at),
        _ => return at,
    }
    let end = skip(bytes, at + 1, is_ascii_continue);
    match bytes.get(end) {
        Some(0x80..) => unicode_identifier(text, at, end),
        _ => end,
    }
}

fn unicode_identifier(text: &str, start: usize, from: usize) -> usize {
    let mut end = from;
    for character in text[from..].chars() {
        let fits = if end == start {
            is_start(character)
        } else {
            is_continue(character)
        };
        if !fits {
            break;
        }
        end += character.len_utf8();
    }
    end
}

/// A literal of at most this many characters and without an exponent is within every limit of numbers.
const SAFE_LENGTH: usize = 100;

/// The end of the digits at `at`.
fn digits(bytes: &[u8], at: usize) -> usize {
    let others = bytes[at..].iter().position(|byte| !byte.is_ascii_digit());
    others.map_or(bytes.len(), |count| at + count)
}

/// The end of the numeric literal at `at`, if it has the right form and is within the limits of numbers. Every reader
/// of the tree relies on these checks.
#[inline]
pub(crate) fn valid_number(text: &str, at: usize) -> Result<usize, LexErrorKind> {
    let bytes = text.as_bytes();
    let end = digits(bytes, at + 1);
    let is_whole = !matches!(bytes.get(end), Some(b'.' | b'e' | b'E'));
    if is_whole && end - at <= SAFE_LENGTH {
        return Ok(end);
    }
    long_number(text, at)
}

fn long_number(text: &str, at: usize) -> Result<usize, LexErrorKind> {
    let (end, is_valid) = number(text.as_bytes(), at);
    let literal = &text[at..end];
    let has_exponent = || literal.bytes().any(|byte| matches!(byte, b'e' | b'E'));
    if !is_valid {
        Err(LexErrorKind::InvalidNumber)
    } else if literal.len() <= SAFE_LENGTH && !has_exponent()
        || number::parse_literal(literal).is_ok()
    {
        Ok(end)
    } else {
        Err(LexErrorKind::NumberOutOfRange)
    }
}

/// The end of the numeric literal at `at`, which is a digit, and whether it has the form of `NumericLit`. Everything
/// that looks like a part of the number belongs to it, so that `1.2.3` is one invalid number instead of two valid ones.
/// A point at the very end does not belong to it.
#[inline]
pub(crate) fn number(bytes: &[u8], at: usize) -> (usize, bool) {
    let end = digits(bytes, at + 1);
    match bytes.get(end) {
        Some(b'.' | b'e' | b'E') => number_slow(bytes, end),
        _ => (end, true),
    }
}

fn number_slow(bytes: &[u8], from: usize) -> (usize, bool) {
    let (mut end, mut at) = (from, from);
    let (mut points, mut exponents, mut valid) = (0, 0, true);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'0'..=b'9' => {
                at += 1;
                end = at;
            }
            b'.' => {
                points += 1;
                at += 1;
            }
            b'e' | b'E' => {
                let sign = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
                if !bytes.get(at + 1 + sign).is_some_and(u8::is_ascii_digit) {
                    break;
                }
                exponents += 1;
                at += 1 + sign;
            }
            _ => break,
        }
        if at == end {
            // Decided at each digit, so that points after the last digit do not count.
            valid = points <= 1 && exponents <= 1;
        }
    }
    let text = &bytes[from..end];
    let point = text.iter().position(|byte| *byte == b'.');
    let mark = text.iter().position(|byte| matches!(byte, b'e' | b'E'));
    let in_order = !matches!((point, mark), (Some(point), Some(mark)) if point > mark);
    (end, valid && in_order)
}

/// What ends a run of quoted text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum QuotedEnd {
    /// The closing quote.
    Quote,
    /// `${` or `%{`.
    Sequence,
    /// An error at the returned offset.
    Error(LexErrorKind),
}

/// Scans quoted text from `at` to the closing quote, a template sequence or an error, and returns its offset.
#[inline]
pub(crate) fn quoted(text: &str, mut at: usize) -> (usize, QuotedEnd) {
    let bytes = text.as_bytes();
    loop {
        at = swar::plain_text(bytes, at);
        match bytes.get(at) {
            Some(b'"') => return (at, QuotedEnd::Quote),
            Some(b'\\') => match escape(bytes, at) {
                Some((_, end)) => at = end,
                None => return (at, QuotedEnd::Error(LexErrorKind::InvalidEscape)),
            },
            Some(b'$' | b'%') => match introduction(bytes, at) {
                Introduction::Sequence => return (at, QuotedEnd::Sequence),
                Introduction::Escaped(end) | Introduction::Text(end) => at = end,
            },
            None => return (at, QuotedEnd::Error(LexErrorKind::UnterminatedString)),
            Some(_) if newline_len(bytes, at) > 0 => {
                return (at, QuotedEnd::Error(LexErrorKind::MultiLineString));
            }
            Some(_) => at += 1,
        }
    }
}

/// What begins at a `$` or `%` in literal text.
pub(crate) enum Introduction {
    /// `${` or `%{`: a template sequence.
    Sequence,
    /// An escaped introduction such as `$${`; ends at this offset, after its brace.
    Escaped(usize),
    /// Ordinary text until this offset.
    Text(usize),
}

/// Looks at the run of equal marks at `at`. Before a brace, a single mark begins a sequence; in a longer run, the
/// last two marks stand for one mark of text.
pub(crate) fn introduction(bytes: &[u8], at: usize) -> Introduction {
    let mark = bytes[at];
    let run = bytes[at..].iter().take_while(|byte| **byte == mark).count();
    match (run, bytes.get(at + run)) {
        (1, Some(b'{')) => Introduction::Sequence,
        (_, Some(b'{')) => Introduction::Escaped(at + run + 1),
        _ => Introduction::Text(at + run),
    }
}

/// The character that the escape sequence at `at` (a backslash) stands for, and the offset after it.
pub(crate) fn escape(bytes: &[u8], at: usize) -> Option<(char, usize)> {
    let digits = match bytes.get(at + 1)? {
        b'n' => return Some(('\n', at + 2)),
        b'r' => return Some(('\r', at + 2)),
        b't' => return Some(('\t', at + 2)),
        b'"' => return Some(('"', at + 2)),
        b'\\' => return Some(('\\', at + 2)),
        b'u' => 4,
        b'U' => 8,
        _ => return None,
    };
    let mut code = 0;
    for byte in bytes.get(at + 2..at + 2 + digits)? {
        code = code << 4 | char::from(*byte).to_digit(16)?;
    }
    Some((char::from_u32(code)?, at + 2 + digits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identifier::is_identifier;

    /// The lexer scans identifiers eight bytes at a time; `is_identifier` checks them character by character.
    #[test]
    fn scans_of_identifiers_agree_with_is_identifier() {
        for character in '\0'..=char::MAX {
            for text in [
                character.to_string(),
                format!("a{character}"),
                format!("long-name_{character}9"),
            ] {
                assert_eq!(
                    identifier(&text, 0) == text.len(),
                    is_identifier(&text),
                    "{text:?}"
                );
            }
        }
    }
}
