//! Writes strings as quoted templates, and formats quotations and counts for messages.
//!
//! "Template Literals" of the native syntax specification.

use std::borrow::Cow;
use std::fmt;

use crate::limits::MAX_QUOTED;
use crate::swar;

/// The meaning of a byte between quotes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Itself.
    Plain,
    /// Something else: the byte must be escaped.
    Escaped,
    /// Itself, unless a brace follows.
    Marker,
    /// The first byte of U+0080 to U+00BF, some of which are control characters.
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

/// The text, cut where it is too long for a message.
pub(crate) fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// The text in double quotes, on one line and shortened if it is long.
pub(crate) fn quote(text: &str) -> String {
    quote_whole(&shortened(text))
}

/// The text in double quotes, on one line.
pub(crate) fn quote_whole(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '"' | '\\' => quoted.extend(['\\', character]),
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

/// A count with its noun, for messages: `1 element`, `2 elements`.
pub(crate) fn counted(count: usize, thing: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{ending}")
}

/// Whether a text is ASCII without `$`, `%` and characters that must be escaped, so that it is written between quotes
/// as it is.
pub(crate) fn is_plain(text: &str) -> bool {
    swar::plain_text(text.as_bytes(), 0) == text.len()
}

/// A text as a quoted template, without interpolations.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    // Writing to a string does not fail.
    let _ = write_quoted(&mut quoted, text);
    quoted
}

/// Writes a text as a quoted template, without interpolations.
pub(crate) fn write_quoted<W: fmt::Write>(out: &mut W, text: &str) -> fmt::Result {
    out.write_char('"')?;
    write_quoted_text(out, text)?;
    out.write_char('"')
}

/// Writes a text as the content of a quoted template.
pub(crate) fn write_quoted_text<W: fmt::Write>(out: &mut W, text: &str) -> fmt::Result {
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

/// The length of the run of equal markers at `at`.
fn run_length(bytes: &[u8], at: usize) -> usize {
    let run = bytes[at..].iter().take_while(|byte| **byte == bytes[at]);
    run.count()
}

/// Writes a character that must be escaped, or a run of markers before a brace.
///
/// The last marker is doubled, so that no interpolation or directive begins. The markers before it are written as
/// escape sequences, so that they are not a part of the doubled one.
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
    use super::{is_plain, write_quoted_text};

    /// Returns texts of up to twenty characters. Each of the first 0x180 characters occurs at each position.
    fn texts() -> impl Iterator<Item = String> {
        let others = (1..20).flat_map(|count| (0..count).map(move |place| (count, place)));
        others.flat_map(|(count, place)| {
            ('\0'..'\u{180}').map(move |character| {
                let (before, after) = (place, count - 1 - place);
                format!("{}{character}{}", "a".repeat(before), "z".repeat(after))
            })
        })
    }

    /// A text is plain if it is written unchanged, is ASCII, and contains no `$` or `%`.
    #[test]
    fn plain_texts_are_written_as_their_characters() {
        for text in texts() {
            let mut written = String::new();
            write_quoted_text(&mut written, &text).expect("a string takes every write");
            let is_expected = text.is_ascii() && written == text && !text.contains(['$', '%']);
            assert_eq!(is_plain(&text), is_expected, "{text:?}");
        }
    }
}
