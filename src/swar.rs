//! Scans over long runs of bytes in a source, eight at a time: SIMD within a register, in safe code.
//!
//! The bytes of a `u64` are marked by their highest bits. The number of zeros below the first mark gives the position
//! of its byte. Everything else is scanned with loops, or with the crate memchr where runs are long.

/// A word of eight equal bytes.
const fn every(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

const HIGH: u64 = every(0x80);

/// Marks the bytes of `word` from `low` to `high`, which are ASCII. Correct until the first byte that is not ASCII.
const fn in_range(word: u64, low: u8, high: u8) -> u64 {
    let not_below = word.wrapping_add(every(0x80 - low));
    let above = word.wrapping_add(every(0x7f - high));
    not_below & !above
}

/// The offset of the first byte from `at` on that is not white space in JSON.
#[inline]
pub(crate) fn json_space(bytes: &[u8], at: usize) -> usize {
    find(bytes, at, json_space_others, is_json_space)
}

fn is_json_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Marks the bytes of `word` that are not [`is_json_space`]. Only the lowest mark is reliable.
const fn json_space_others(word: u64) -> u64 {
    let newlines = in_range(word, b'\t', b'\n') | in_range(word, b'\r', b'\r');
    !(newlines | in_range(word, b' ', b' ')) | word
}

/// The offset of the first byte from `at` on that may need special treatment between quotes: a quote, a backslash, `$`,
/// `%`, a control character or a byte that is not ASCII.
#[inline]
pub(crate) fn plain_text(bytes: &[u8], at: usize) -> usize {
    find(bytes, at, plain_text_others, is_plain_text)
}

fn is_plain_text(byte: u8) -> bool {
    (0x20..0x7f).contains(&byte) && !matches!(byte, b'"' | b'\\' | b'$' | b'%')
}

/// Marks the bytes of `word` that are not [`is_plain_text`]. Only the lowest mark is reliable.
const fn plain_text_others(word: u64) -> u64 {
    let quotes = (word ^ every(b'"')).wrapping_sub(every(1));
    let backslashes = (word ^ every(b'\\')).wrapping_sub(every(1));
    // `$` and `%` differ in the lowest bit only.
    let marks = (word & !every(1) ^ every(b'$')).wrapping_sub(every(1));
    let controls = word.wrapping_sub(every(0x20)) | (word ^ every(0x7f)).wrapping_sub(every(1));
    quotes | backslashes | marks | controls | word
}

/// The offset of the first byte from `at` on that ends the scan: in whole words, the first byte that `marks` marks; in
/// the rest, the first for which `continues` is false.
#[inline]
fn find(
    bytes: &[u8],
    at: usize,
    marks: impl Fn(u64) -> u64,
    continues: impl Fn(u8) -> bool,
) -> usize {
    let mut rest = &bytes[at..];
    while let Some((word, after)) = rest.split_first_chunk() {
        let marks = marks(u64::from_le_bytes(*word)) & HIGH;
        if marks != 0 {
            return bytes.len() - rest.len() + (marks.trailing_zeros() / 8) as usize;
        }
        rest = after;
    }
    let end = rest.iter().position(|byte| !continues(*byte));
    end.map_or(bytes.len(), |end| bytes.len() - rest.len() + end)
}

/// The words at both ends of a text. They cover all of it if it has at most 16 bytes.
#[inline]
pub(crate) fn end_words(bytes: &[u8]) -> [u64; 2] {
    match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => [u64::from_le_bytes(*first), u64::from_le_bytes(*last)],
        _ => [short_word(bytes).unwrap_or_default(), 0],
    }
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

/// The bytes of a text in one word, the first one lowest, padded with bytes of 255. `None` if there are more than
/// eight.
#[inline]
pub(crate) fn padded_word(bytes: &[u8]) -> Option<u64> {
    let absent = 8_usize.checked_sub(bytes.len())?;
    let half = |bytes: &[u8; 4]| u64::from(u32::from_le_bytes(*bytes));
    Some(match (bytes.first_chunk(), bytes.last_chunk()) {
        _ if absent == 0 => u64::from_le_bytes(*bytes.first_chunk()?),
        (Some(first), Some(last)) => {
            u64::MAX << (8 * bytes.len()) | half(first) | half(last) << (8 * (4 - absent))
        }
        _ => {
            let later_first = bytes.iter().rev();
            later_first.fold(u64::MAX, |word, byte| word << 8 | u64::from(*byte))
        }
    })
}

/// Each byte of a word plus one; 255 becomes 0.
pub(crate) const fn increments(word: u64) -> u64 {
    ((word & !HIGH) + every(1)) ^ (word & HIGH)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares a scan with a loop over bytes, for each byte value at each offset in a word.
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
    fn words_are_scanned_like_bytes() {
        agrees(plain_text, b' ', is_plain_text);
        agrees(json_space, b' ', is_json_space);
        agrees(json_space, b'\n', is_json_space);
        assert_eq!(json_space(b"\t  ", 0), 3);
        assert_eq!(json_space(b" \r\n\t    x ", 0), 8);
        assert_eq!(plain_text(b"", 0), 0);
    }
}
