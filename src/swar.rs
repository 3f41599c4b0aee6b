//! Quoted text is scanned eight bytes at a time, and short texts are compared as words: SIMD within a register, in safe
//! code.
//!
//! The bytes of a `u64` are marked by their highest bits. The number of zeros below the first mark gives the position
//! of its byte. Everything else is scanned with loops, or with the crate memchr where runs are long.

/// A word of eight equal bytes.
const fn every(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

const HIGH: u64 = every(0x80);

/// The offset of the first byte from `at` on that may need special treatment between quotes: a quote, a backslash, `$`,
/// `%`, a control character or a byte that is not ASCII.
///
/// Not inlined: readers of strings would become so large that they are inlined themselves only by chance.
pub(crate) fn plain_text(bytes: &[u8], at: usize) -> usize {
    let mut rest = &bytes[at..];
    while let Some((word, after)) = rest.split_first_chunk() {
        let marks = plain_text_others(u64::from_le_bytes(*word)) & HIGH;
        if marks != 0 {
            return bytes.len() - rest.len() + (marks.trailing_zeros() / 8) as usize;
        }
        rest = after;
    }
    let end = rest.iter().position(|byte| !is_plain_text(*byte));
    end.map_or(bytes.len(), |end| bytes.len() - rest.len() + end)
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
    // Of ASCII, only 127 overflows into the highest bit; 255, which `word` marks, may carry into the next byte. The
    // test differs from those above so that the compiler does not use vectors: moving the word to them takes longer.
    let controls = word.wrapping_sub(every(0x20)) | word.wrapping_add(every(1));
    quotes | backslashes | marks | controls | word
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

/// The first eight bytes of a text in one word, [padded](padded_word) if there are fewer.
#[inline]
pub(crate) fn start_word(bytes: &[u8]) -> u64 {
    match bytes.first_chunk() {
        Some(first) => u64::from_le_bytes(*first),
        None => padded_word(bytes).unwrap_or_default(),
    }
}

/// Each byte of a word plus one; 255 becomes 0.
pub(crate) const fn increments(word: u64) -> u64 {
    ((word & !HIGH) + every(1)) ^ (word & HIGH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_scanned_like_bytes() {
        for byte in 0..=255 {
            for place in 0..16 {
                let mut bytes = [b' '; 24];
                bytes[place] = byte;
                let expected = if is_plain_text(byte) { 24 } else { place };
                assert_eq!(plain_text(&bytes, 0), expected, "byte {byte:#x} at {place}");
            }
        }
        assert_eq!(plain_text(b"", 0), 0);
        assert_eq!(plain_text(b"a\"", 1), 1);
        assert_eq!(plain_text(b"abcdefgh\" ", 0), 8);
    }
}
