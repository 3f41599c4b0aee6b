//! Scanning eight bytes at a time: SIMD within a register, in safe code.
//!
//! A loop over single bytes mispredicts its end at nearly every word. Here the end of a short word
//! is computed: each byte of a `u64` gets its highest bit set or not, and the number of zeros below
//! the first set bit says where it is.

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
pub(super) fn spaces(bytes: &[u8], at: usize) -> usize {
    find(bytes, at, |word| word ^ every(b' '), |byte| byte == b' ')
}

/// The offset of the first byte from `at` on that is not an ASCII letter, digit, `_` or `-`.
#[inline]
pub(super) fn identifier(bytes: &[u8], at: usize) -> usize {
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
pub(super) fn digits(bytes: &[u8], at: usize) -> usize {
    let others = |word: u64| (!in_range(word, b'0', b'9') | word) & HIGH;
    find(bytes, at, others, |byte| byte.is_ascii_digit())
}

/// The offset of the first byte from `at` on that may be other than text between quotes: a quote, a
/// backslash, `$`, `%` or a control character.
#[inline]
pub(super) fn quoted_text(bytes: &[u8], at: usize) -> usize {
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

/// The offset of the first byte from `at` on that is not plain ASCII text between quotes: where
/// [`quoted_text`] stops, or the first byte that is not ASCII.
#[inline]
pub(super) fn plain_text(bytes: &[u8], at: usize) -> usize {
    let special = |word: u64| {
        // Unlike in `quoted_special`, bytes that are not ASCII need not be told from bytes that wrap below 0:
        // both stop the scan.
        let quotes = (word ^ every(b'"')).wrapping_sub(every(1));
        let backslashes = (word ^ every(b'\\')).wrapping_sub(every(1));
        let marks = (word & !every(1) ^ every(b'$')).wrapping_sub(every(1));
        let controls = word.wrapping_sub(every(0x20));
        (quotes | backslashes | marks | controls | word) & HIGH
    };
    let continues = |byte: u8| byte.is_ascii() && is_quoted_text(byte);
    find(bytes, at, special, continues)
}

/// Whether all bytes are ASCII and mean themselves in every literal text: no backslash, `$` or `%`.
#[inline]
pub(crate) fn is_plain(bytes: &[u8]) -> bool {
    let is_plain = |word: u64| {
        let backslashes = zeros(word ^ every(b'\\'));
        let marks = zeros((word & !every(1)) ^ every(b'$'));
        (backslashes | marks | word & HIGH) == 0
    };
    let (words, _) = bytes.as_chunks();
    if !words.iter().all(|word| is_plain(u64::from_le_bytes(*word))) {
        return false;
    }
    // The last word overlaps the one before; a text shorter than a word is padded with letters.
    let last = bytes.last_chunk().copied().unwrap_or_else(|| {
        let mut last = [b'a'; 8];
        last[..bytes.len()].copy_from_slice(bytes);
        last
    });
    is_plain(u64::from_le_bytes(last))
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
        let word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        agrees(identifier, b'a', word);
        agrees(identifier, b'_', word);
        agrees(digits, b'7', |byte| byte.is_ascii_digit());
        agrees(quoted_text, b' ', is_quoted_text);
        agrees(quoted_text, 0xe9, is_quoted_text);
        agrees(plain_text, b' ', |byte| byte < 0x80 && is_quoted_text(byte));
    }

    #[test]
    fn plain_bytes() {
        for byte in 0..=255 {
            let expected = byte < 0x80 && !matches!(byte, b'\\' | b'$' | b'%');
            for length in 1..20 {
                for place in 0..length {
                    let mut bytes = vec![b' '; length];
                    bytes[place] = byte;
                    assert_eq!(is_plain(&bytes), expected, "byte {byte:#x} at {place}");
                }
            }
        }
        assert!(is_plain(b""));
    }

    #[test]
    fn what_is_shorter_than_a_word() {
        assert_eq!(identifier(b"abc", 0), 3);
        assert_eq!(identifier(b"abcdefgh i", 0), 8);
        assert_eq!(digits(b"x1234567.", 1), 8);
        assert_eq!(quoted_text(b"", 0), 0);
    }
}
