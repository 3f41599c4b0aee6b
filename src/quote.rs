//! Strings as the native syntax writes them.
//!
//! "Template Literals" of the native syntax specification, in the direction of writing.
//!
//! Knows nothing of values and trees.

use std::fmt;

/// Whether something is so of all bytes, of eight of them at once.
#[inline]
fn all_words(bytes: &[u8], is_so: impl Fn(u64) -> bool) -> bool {
    let Some(last) = bytes.last_chunk() else {
        return word(bytes).is_none_or(is_so);
    };
    let is_so = |bytes: &[u8; 8]| is_so(u64::from_le_bytes(*bytes));
    // What is left after the last whole word is part of the last eight bytes.
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

/// Whether all characters of a text are ASCII: `str::is_ascii` asks byte by byte about so short texts as names are.
#[inline]
pub(crate) fn is_ascii(text: &str) -> bool {
    let bytes = text.as_bytes();
    if bytes.len() <= 16 {
        let [head, tail] = words(bytes);
        (head | tail) & eight(0x80) == 0
    } else {
        text.is_ascii()
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

/// Whether eight bytes stand for themselves within quotes, as far as can be seen at once: others may do so, too.
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
#[inline]
pub(crate) fn is_plain(text: &str) -> bool {
    all_words(text.as_bytes(), are_plain)
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
    use super::{is_ascii, is_plain, write_by_character};

    /// Texts of up to twenty characters, of which one, at each place, is each of the first 0x180.
    fn texts() -> impl Iterator<Item = String> {
        let others = (1..20).flat_map(|count| (0..count).map(move |place| (count, place)));
        others.flat_map(|(count, place)| {
            ('\0'..'\u{180}').map(move |character| {
                let (before, after) = (place, count - 1 - place);
                format!("{}{character}{}", "a".repeat(before), "z".repeat(after))
            })
        })
    }

    #[test]
    fn words_are_judged_as_their_characters() {
        assert!(is_plain("") && is_ascii(""));
        for text in texts() {
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
}
