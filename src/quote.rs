//! Names and strings as the native syntax writes them.
//!
//! "Identifiers" and "Template Literals" of the native syntax specification, in the direction of writing.
//!
//! Knows nothing of values and trees.

use std::fmt;

/// Whether a name is an identifier of ASCII characters.
#[inline]
pub(crate) fn is_ascii_identifier(name: &str) -> bool {
    let bytes = name.as_bytes();
    let begins = |first: &u8| first.is_ascii_alphabetic() || *first == b'_';
    bytes.first().is_some_and(begins) && all_words(bytes, may_continue)
}

/// Whether a short name, of which these are the words at both ends, is of small letters and underscores, as most are.
#[inline]
pub(crate) fn is_snake(name: &str, [head, tail]: [u64; 2]) -> bool {
    name.len() <= 16 && are_snake(head) && (name.len() < 8 || are_snake(tail))
}

/// Whether a text, a short one mostly, is ASCII.
pub(crate) fn is_ascii(text: &str) -> bool {
    all_words(text.as_bytes(), |word| word & eight(0x80) == 0)
}

/// Whether something is so of all bytes, of eight of them at once.
#[inline]
fn all_words(bytes: &[u8], is_so: impl Fn(u64) -> bool) -> bool {
    let Some(last) = bytes.last_chunk() else {
        return word(bytes).is_none_or(is_so);
    };
    let is_so = |bytes: &[u8; 8]| is_so(u64::from_le_bytes(*bytes));
    // What is left behind the last whole word is part of the last eight bytes.
    let (words, _) = bytes[..bytes.len() - 1].as_chunks();
    words.iter().all(&is_so) && is_so(last)
}

/// All bytes of a text of fewer than eight in one word, some of them more than once.
#[inline]
fn word(bytes: &[u8]) -> Option<u64> {
    if let (Some(head), Some(tail)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let [head, tail] = [head, tail].map(|word| u64::from(u32::from_le_bytes(*word)));
        return Some(head | tail << 32);
    }
    let middle = u32::from(*bytes.get(bytes.len() / 2)?);
    let [first, last] = [bytes.first()?, bytes.last()?].map(|byte| u32::from(*byte));
    Some(u64::from(first | middle << 8 | last << 16 | last << 24) * 0x1_0000_0001)
}

/// The words at both ends of a text, which are all of it if it is short.
#[inline]
pub(crate) fn words(bytes: &[u8]) -> [u64; 2] {
    match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(head), Some(tail)) => [head, tail].map(|word| u64::from_le_bytes(*word)),
        _ => [word(bytes).unwrap_or_default(), 0],
    }
}

/// A word of eight such bytes.
const fn eight(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// The high bit of each byte that is not equal to another, for bytes below 0x80.
fn differs(word: u64, byte: u8) -> u64 {
    (word ^ eight(byte)).wrapping_add(eight(0x7f))
}

/// The high bit of each byte that is at least another, for bytes below 0x80.
fn is_from(word: u64, byte: u8) -> u64 {
    word.wrapping_add(eight(0x80 - byte))
}

/// Whether eight bytes are small letters and underscores.
fn are_snake(word: u64) -> bool {
    // Between the underscore and the letters is the grave accent.
    let range = is_from(word, b'_') & !is_from(word, b'z' + 1);
    range & differs(word, b'`') & !word & eight(0x80) == eight(0x80)
}

/// Whether an identifier may consist of these eight ASCII characters.
fn may_continue(word: u64) -> bool {
    let lower = word | eight(0x20);
    let letters = is_from(lower, b'a') & !is_from(lower, b'z' + 1);
    let digits = is_from(word, b'0') & !is_from(word, b'9' + 1);
    let others = !(differs(word, b'-') & differs(word, b'_'));
    // A sum that goes beyond its byte comes of a byte that is not ASCII.
    (letters | digits | others) & !word & eight(0x80) == eight(0x80)
}

/// Whether eight bytes stand for themselves within quotes, as far as can be seen at once: others may do so, too. These are
/// the bytes of which none `is_other`.
fn are_plain(word: u64) -> bool {
    // Between the quote and the percent sign is the dollar sign; the number sign between them is taken for another.
    let printable = is_from(word, b' ') & (!is_from(word, b'"') | is_from(word, b'%' + 1));
    let plain = printable & differs(word, b'\\') & !(is_from(word, 0x7f) | word);
    plain & eight(0x80) == eight(0x80)
}

/// What a byte means within quotes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Itself.
    Plain,
    /// Something else, or the end of the string.
    Escaped,
    /// Itself, unless a brace follows.
    Marker,
    /// The first byte of characters of which some are control characters.
    Lead,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Plain; 256];
    let mut control = 0;
    while control < 0x20 {
        classes[control] = Class::Escaped;
        control += 1;
    }
    classes[0x7f] = Class::Escaped;
    classes[b'"' as usize] = Class::Escaped;
    classes[b'\\' as usize] = Class::Escaped;
    classes[b'$' as usize] = Class::Marker;
    classes[b'%' as usize] = Class::Marker;
    classes[0xc2] = Class::Lead;
    classes
};

/// Whether a text is seen at once to stand for itself within quotes.
pub(crate) fn is_plain(text: &str) -> bool {
    all_words(text.as_bytes(), are_plain)
}

/// Copies a text to as many bytes, if it is seen at once to stand for itself within quotes. Otherwise, what is there
/// afterwards is of no use.
#[expect(
    clippy::inline_always,
    reason = "each string is written by it, and its callers are few"
)]
#[inline(always)]
pub(crate) fn copy_plain(text: &[u8], to: &mut [u8]) -> bool {
    if text.len() <= 16 {
        // It is all in the words at both ends.
        if let (Some(head), Some(tail)) = (text.first_chunk(), text.last_chunk()) {
            copy_ends::<8>(to, head, tail);
            return are_plain_ends(head, tail);
        }
        if let (Some(head), Some(tail)) = (text.first_chunk(), text.last_chunk()) {
            copy_ends::<4>(to, head, tail);
            let [head, tail] = [head, tail].map(|word| u64::from(u32::from_le_bytes(*word)));
            return are_plain(head | tail << 32);
        }
    }
    copy_plain_words(text, to)
}

/// The same for a text of more than sixteen bytes, or fewer than four.
#[inline(never)]
fn copy_plain_words(text: &[u8], to: &mut [u8]) -> bool {
    let (Some(tail), Some(room)) = (text.last_chunk(), to.last_chunk_mut()) else {
        return copy_plain_bytes(text, to);
    };
    // What is left behind the last whole piece is part of the last sixteen bytes.
    *room = *tail;
    let pieces = text.as_chunks().0.iter().zip(to.as_chunks_mut().0);
    for (piece, room) in pieces {
        *room = *piece;
        if !is_plain_piece(piece) {
            return false;
        }
    }
    is_plain_piece(tail)
}

/// The same for a text of fewer than four bytes.
#[inline(never)]
fn copy_plain_bytes(text: &[u8], to: &mut [u8]) -> bool {
    to.copy_from_slice(text);
    all_words(text, are_plain)
}

/// Copies a text, a short one mostly, to as many bytes.
#[inline]
pub(crate) fn copy(text: &[u8], to: &mut [u8]) {
    match (text.first_chunk(), text.last_chunk()) {
        (Some(head), Some(tail)) if text.len() <= 16 => copy_ends::<8>(to, head, tail),
        _ => match (text.first_chunk(), text.last_chunk()) {
            (Some(head), Some(tail)) if text.len() < 8 => copy_ends::<4>(to, head, tail),
            _ => to.copy_from_slice(text),
        },
    }
}

/// Whether sixteen bytes stand for themselves within quotes, as far as can be seen at once.
#[inline]
fn is_plain_piece(piece: &[u8; 16]) -> bool {
    !piece
        .iter()
        .fold(false, |found, byte| found | is_other(*byte))
}

/// Whether the eight bytes at both ends of a text do.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "what is in memory is looked at eight bytes at once, and not taken apart"
)]
#[inline(never)]
fn are_plain_ends(head: &[u8; 8], tail: &[u8; 8]) -> bool {
    !head.iter().zip(tail).fold(false, |found, (head, tail)| {
        found | is_other(*head) | is_other(*tail)
    })
}

/// Whether a byte may stand for something else within quotes. There are no branches, so that the compiler looks at many bytes
/// with one instruction where there is one.
#[inline]
fn is_other(byte: u8) -> bool {
    // One more than the byte, as a number with a sign, is at most zero for what is not ASCII and for the last control character.
    let is_unprintable = byte.wrapping_add(1).cast_signed() <= b' '.cast_signed();
    // From the quote to the percent sign.
    let is_marker = byte.wrapping_sub(b'"') <= b'%' - b'"';
    let is_backslash = byte == b'\\';
    is_unprintable | is_marker | is_backslash
}

/// Copies the bytes at both ends of a text, which may overlap, to as many bytes as it has.
#[inline]
fn copy_ends<const N: usize>(to: &mut [u8], head: &[u8; N], tail: &[u8; N]) {
    if let Some(room) = to.first_chunk_mut() {
        *room = *head;
    }
    if let Some(room) = to.last_chunk_mut() {
        *room = *tail;
    }
}

/// Writes a text as a quoted template that stands for it, without interpolations.
pub(crate) fn write_quoted<W: fmt::Write>(out: &mut W, text: &str) -> fmt::Result {
    out.write_char('"')?;
    write_quoted_text(out, text)?;
    out.write_char('"')
}

/// Writes a text as it stands within a quoted template.
pub(crate) fn write_quoted_text<W: fmt::Write>(out: &mut W, text: &str) -> fmt::Result {
    if is_plain(text) {
        return out.write_str(text);
    }
    write_by_character(out, text)
}

/// The same, for any text.
#[inline(never)]
fn write_by_character<W: fmt::Write>(out: &mut W, text: &str) -> fmt::Result {
    let bytes = text.as_bytes();
    let (mut from, mut at) = (0, 0);
    while let Some(byte) = bytes.get(at) {
        let length = match CLASSES[usize::from(*byte)] {
            Class::Plain => {
                at += 1;
                continue;
            }
            Class::Escaped => 1,
            Class::Lead if bytes[at + 1] < 0xa0 => 2,
            Class::Lead => {
                at += 2;
                continue;
            }
            Class::Marker => {
                let run = run_length(bytes, at);
                if bytes.get(at + run) != Some(&b'{') {
                    at += run;
                    continue;
                }
                run
            }
        };
        out.write_str(&text[from..at])?;
        write_escaped(out, &text[at..at + length])?;
        at += length;
        from = at;
    }
    out.write_str(&text[from..])
}

/// How many markers of one kind there are in a row.
fn run_length(bytes: &[u8], at: usize) -> usize {
    let run = bytes[at..].iter().take_while(|byte| **byte == bytes[at]);
    run.count()
}

/// Writes one character that does not stand for itself, or markers before a brace.
///
/// The last marker is doubled, so that no interpolation or directive begins, and those before it are written as
/// escapes, so that the doubled one stands alone.
fn write_escaped<W: fmt::Write>(out: &mut W, text: &str) -> fmt::Result {
    match text {
        "\"" => out.write_str("\\\""),
        "\\" => out.write_str("\\\\"),
        "\n" => out.write_str("\\n"),
        "\r" => out.write_str("\\r"),
        "\t" => out.write_str("\\t"),
        _ => {
            let is_marker = text.starts_with(['$', '%']);
            let escapes = text.len() - usize::from(is_marker);
            for character in text[..escapes].chars() {
                write!(out, "\\u{:04x}", u32::from(character))?;
            }
            let marker = &text[escapes..];
            out.write_str(marker)?;
            out.write_str(marker)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        copy, copy_plain, is_ascii, is_ascii_identifier, is_plain, is_snake, words,
        write_by_character,
    };
    use crate::identifier::is_identifier;

    /// Texts of up to twenty characters, of which one, at each place, is each of the first 0x180.
    fn texts() -> impl Iterator<Item = String> {
        let others = (1..20).flat_map(|count| (0..count).map(move |place| (count, place)));
        others.flat_map(|(count, place)| {
            ('\0'..'\u{180}').map(move |character| {
                let (before, behind) = (place, count - 1 - place);
                format!("{}{character}{}", "a".repeat(before), "z".repeat(behind))
            })
        })
    }

    #[test]
    fn words_are_judged_as_their_characters() {
        assert!(!is_ascii_identifier("") && is_plain("") && is_ascii(""));
        for text in texts() {
            let expected = text.is_ascii() && is_identifier(&text);
            assert_eq!(is_ascii_identifier(&text), expected, "{text:?}");
            assert_eq!(is_ascii(&text), text.is_ascii(), "{text:?}");
            let mut written = String::new();
            write_by_character(&mut written, &text).expect("a string takes every write");
            assert!(!is_plain(&text) || written == text, "{text:?}");
            let is_usual = text.is_ascii() && !text.contains('#') && written == text;
            assert!(
                is_plain(&text) || !is_usual || text.contains(['$', '%']),
                "{text:?}"
            );
        }
    }

    #[test]
    fn short_texts_are_copied_and_judged_as_their_bytes() {
        for length in 0..40 {
            for place in 0..length.max(1) {
                for byte in 0..=u8::MAX {
                    let mut text = vec![b'a'; length];
                    text.iter_mut()
                        .skip(place)
                        .take(1)
                        .for_each(|it| *it = byte);
                    let mut copied = vec![0; length];
                    copy(&text, &mut copied);
                    assert_eq!(copied, text);
                    let mut copied = vec![0; length];
                    let is_copied = copy_plain(&text, &mut copied);
                    assert!(!is_copied || copied == text, "{text:?}");
                    let Ok(text) = str::from_utf8(&text) else {
                        assert!(!is_copied, "{text:?}");
                        continue;
                    };
                    assert_eq!(is_copied, is_plain(text), "{text:?}");
                    let is_small = |it: u8| it.is_ascii_lowercase() || it == b'_';
                    let expected = (1..=16).contains(&length) && text.bytes().all(is_small);
                    assert_eq!(is_snake(text, words(text.as_bytes())), expected, "{text:?}");
                }
            }
        }
    }
}
