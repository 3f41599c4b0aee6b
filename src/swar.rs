//! Scans of bytes, eight at a time: SIMD within a register, in safe code.
//!
//! A loop over single bytes mispredicts its end at nearly every word. Here the end of a short word is
//! computed: each byte of a `u64` gets a mark, which is its highest bit, or none. The number of zeros below the
//! first mark is the position of its byte.
//!
//! All inner loops over bytes of names and strings are in this file. The `memchr` crate is used where runs are
//! long.
//!
//! Knows nothing of tokens and of how strings are escaped.

use crate::identifier::is_ascii_continue;

/// A word of eight equal bytes.
const fn every(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

const HIGH: u64 = every(0x80);

/// Number of bytes before the first byte that has a mark.
#[inline]
fn before_first(marks: u64) -> usize {
    (marks.trailing_zeros() / 8) as usize
}

/// The offset of the first byte from `at` on that is not part of what is scanned: in whole words, the first
/// byte for which `marks` sets a bit; in the rest, the first for which `continues` is false.
#[inline]
fn find(
    bytes: &[u8],
    at: usize,
    marks: impl Fn(u64) -> u64,
    continues: impl Fn(u8) -> bool,
) -> usize {
    let mut rest = &bytes[at..];
    while let Some((word, after)) = rest.split_first_chunk() {
        let marks = marks(u64::from_le_bytes(*word));
        if marks != 0 {
            return bytes.len() - rest.len() + before_first(marks);
        }
        rest = after;
    }
    bytes.len() - rest.len() + count(rest, continues)
}

/// Number of bytes at the beginning that continue. Kept out of line: inlined, it would take registers from
/// the loop over words.
#[cold]
#[inline(never)]
fn count(bytes: &[u8], continues: impl Fn(u8) -> bool) -> usize {
    let end = bytes.iter().position(|byte| !continues(*byte));
    end.unwrap_or(bytes.len())
}

/// Marks the bytes of `word` from `low` to `high`, which are ASCII. Correct until the first byte that is not
/// ASCII.
#[inline]
const fn in_range(word: u64, low: u8, high: u8) -> u64 {
    let not_below = word.wrapping_add(every(0x80 - low));
    let above = word.wrapping_add(every(0x7f - high));
    not_below & !above & HIGH
}

/// Marks the bytes of `word` that are equal to `byte`, which is ASCII. Correct until the first byte that is
/// not ASCII.
#[inline]
const fn equals(word: u64, byte: u8) -> u64 {
    !(word ^ every(byte)).wrapping_add(every(0x7f)) & HIGH
}

/// Marks the zero bytes of `word`. Only the lowest mark is reliable.
#[inline]
const fn zeros(word: u64) -> u64 {
    word.wrapping_sub(every(1)) & !word & HIGH
}

/// The offset of the first byte from `at` on that is not a space.
#[inline]
pub(crate) fn spaces(bytes: &[u8], at: usize) -> usize {
    find(bytes, at, |word| word ^ every(b' '), |byte| byte == b' ')
}

/// The offset of the first byte from `at` on that is not an ASCII letter, digit, `_` or `-`.
#[inline]
pub(crate) fn identifier(bytes: &[u8], at: usize) -> usize {
    match bytes[at..].first_chunk() {
        None => long_identifier(bytes, at),
        Some(word) => match identifier_others(u64::from_le_bytes(*word)) {
            0 => long_identifier(bytes, at + 8),
            others => at + before_first(others),
        },
    }
}

/// [`identifier`] for names longer than a word, and at the end of the source. Kept out of line: inlined, it
/// would take registers from the short path.
#[inline(never)]
fn long_identifier(bytes: &[u8], at: usize) -> usize {
    find(bytes, at, identifier_others, is_ascii_continue)
}

/// Marks the bytes of `word` that are not part of an ASCII identifier. Only the lowest mark is reliable.
#[inline]
const fn identifier_others(word: u64) -> u64 {
    // Setting this bit maps capital letters to small ones.
    let small = word | every(0x20);
    let letters = in_range(small, b'a', b'z');
    let digits = in_range(word, b'0', b'9');
    let dashes = equals(word, b'-') | equals(word, b'_');
    (!(letters | digits | dashes) | word) & HIGH
}

/// The offset of the first byte from `at` on that is not a digit.
#[inline]
pub(crate) fn digits(bytes: &[u8], at: usize) -> usize {
    let others = |word: u64| (!in_range(word, b'0', b'9') | word) & HIGH;
    find(bytes, at, others, |byte| byte.is_ascii_digit())
}

/// The offset of the first byte from `at` on that may be other than text between quotes: a quote, a
/// backslash, `$`, `%` or a control character.
#[inline]
pub(crate) fn quoted_text(bytes: &[u8], at: usize) -> usize {
    find(bytes, at, quoted_special, is_quoted_text)
}

fn is_quoted_text(byte: u8) -> bool {
    byte >= 0x20 && !matches!(byte, b'"' | b'\\' | b'$' | b'%')
}

/// Marks the bytes of `word` that are not [`is_quoted_text`]. Only the lowest mark is reliable.
#[inline]
const fn quoted_special(word: u64) -> u64 {
    let quotes = zeros(word ^ every(b'"'));
    let backslashes = zeros(word ^ every(b'\\'));
    // `$` and `%` differ in the lowest bit only.
    let marks = zeros((word & !every(1)) ^ every(b'$'));
    let controls = word.wrapping_sub(every(0x20)) & !word & HIGH;
    quotes | backslashes | marks | controls
}

/// The offset of the first byte from `at` on that is not plain ASCII text between quotes: where [`quoted_text`]
/// stops, or the first byte that is not ASCII.
#[inline]
pub(crate) fn plain_text(bytes: &[u8], at: usize) -> usize {
    let continues = |byte: u8| byte.is_ascii() && is_quoted_text(byte);
    find(bytes, at, |word| plain_special(word) & HIGH, continues)
}

/// Marks the bytes of `word` that are not plain ASCII text between quotes. Only the lowest mark is reliable. The
/// other bits of the result have no meaning.
#[inline]
const fn plain_special(word: u64) -> u64 {
    // Unlike in `quoted_special`, bytes that are not ASCII need not be told from bytes that wrap below 0:
    // both are special.
    let quotes = (word ^ every(b'"')).wrapping_sub(every(1));
    let backslashes = (word ^ every(b'\\')).wrapping_sub(every(1));
    let marks = (word & !every(1) ^ every(b'$')).wrapping_sub(every(1));
    let controls = word.wrapping_sub(every(0x20));
    quotes | backslashes | marks | controls | word
}

/// Whether all bytes are ASCII and mean themselves in every literal text that is read: no backslash, `$` or `%`.
#[inline]
pub(crate) fn is_plain_literal(bytes: &[u8]) -> bool {
    all_words(bytes, |word| {
        let backslashes = zeros(word ^ every(b'\\'));
        let marks = zeros((word & !every(1)) ^ every(b'$'));
        (backslashes | marks | word & HIGH) == 0
    })
}

/// Whether all bytes are ASCII and can be written between quotes as they are. A text with `$` or `%` often can, too,
/// but needs a closer look.
#[inline]
pub(crate) fn is_plain_quoted(bytes: &[u8]) -> bool {
    all_words(bytes, |word| {
        let deletes = (word ^ every(0x7f)).wrapping_sub(every(1));
        (plain_special(word) | deletes) & HIGH == 0
    })
}

/// Whether all bytes are ASCII. For the short texts that most names are, `<[u8]>::is_ascii` compares byte by byte.
#[inline]
pub(crate) fn is_ascii(bytes: &[u8]) -> bool {
    if bytes.len() <= 16 {
        let [first, last] = end_words(bytes);
        (first | last) & HIGH == 0
    } else {
        bytes.is_ascii()
    }
}

/// The words at both ends of a text. They cover all of it if it has at most 16 bytes.
#[inline]
pub(crate) fn end_words(bytes: &[u8]) -> [u64; 2] {
    match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => [u64::from_le_bytes(*first), u64::from_le_bytes(*last)],
        _ => [short_word(bytes).unwrap_or_default(), 0],
    }
}

/// Whether a condition holds for all bytes. It is evaluated for words of eight bytes, which may overlap.
#[inline]
fn all_words(bytes: &[u8], condition: impl Fn(u64) -> bool) -> bool {
    let Some(last) = bytes.last_chunk() else {
        return short_word(bytes).is_none_or(condition);
    };
    let condition = |bytes: &[u8; 8]| condition(u64::from_le_bytes(*bytes));
    // The rest after the last whole word is a part of the last eight bytes.
    let (words, _) = bytes[..bytes.len() - 1].as_chunks();
    words.iter().all(&condition) && condition(last)
}

/// The bytes of a text of less than eight bytes in one word, some of them several times; `None` if it is empty.
#[inline]
fn short_word(bytes: &[u8]) -> Option<u64> {
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let half = |bytes: &[u8; 4]| u64::from(u32::from_le_bytes(*bytes));
        return Some(half(first) | half(last) << 32);
    }
    let middle = u32::from(*bytes.get(bytes.len() / 2)?);
    let (first, last) = (u32::from(*bytes.first()?), u32::from(*bytes.last()?));
    Some(u64::from(first | middle << 8 | last << 16 | last << 24) * 0x1_0000_0001)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares a scan with a loop over bytes, for each byte at each offset of a word.
    fn agrees(scan: fn(&[u8], usize) -> usize, fill: u8, continues: fn(u8) -> bool) {
        for byte in 0..=255 {
            for place in 0..16 {
                let mut bytes = [fill; 24];
                bytes[place] = byte;
                let expected = if continues(byte) { 24 } else { place };
                assert_eq!(scan(&bytes, 0), expected, "byte {byte:#x} at {place}");
            }
        }
    }

    #[test]
    fn each_byte_in_each_place() {
        let word = is_ascii_continue;
        agrees(identifier, b'a', word);
        agrees(identifier, b'_', word);
        agrees(digits, b'7', |byte| byte.is_ascii_digit());
        agrees(quoted_text, b' ', is_quoted_text);
        agrees(quoted_text, 0xe9, is_quoted_text);
        agrees(plain_text, b' ', |byte| byte < 0x80 && is_quoted_text(byte));
    }

    /// Compares the checks of whole texts with their definitions, for each byte at each offset.
    #[test]
    fn whole_texts_are_checked_like_their_bytes() {
        for byte in 0..=255 {
            let is_mark = matches!(byte, b'$' | b'%');
            let is_literal = byte < 0x80 && byte != b'\\' && !is_mark;
            let is_quoted = (0x20..0x7f).contains(&byte) && is_literal && byte != b'"';
            for length in 1..20 {
                for place in 0..length {
                    let mut bytes = vec![b' '; length];
                    bytes[place] = byte;
                    let case = format!("byte {byte:#x} at {place} of {length}");
                    assert_eq!(is_plain_literal(&bytes), is_literal, "{case}");
                    assert_eq!(is_plain_quoted(&bytes), is_quoted, "{case}");
                    assert_eq!(is_ascii(&bytes), byte < 0x80, "{case}");
                }
            }
        }
        assert!(is_plain_literal(b"") && is_plain_quoted(b"") && is_ascii(b""));
    }

    #[test]
    fn texts_shorter_than_a_word() {
        assert_eq!(identifier(b"abc", 0), 3);
        assert_eq!(identifier(b"abcdefgh i", 0), 8);
        assert_eq!(digits(b"x1234567.", 1), 8);
        assert_eq!(quoted_text(b"", 0), 0);
    }
}
