//! Writes strings as quoted templates, and formats quotations and counts for messages.
//!
//! "Template Literals" of the native syntax specification.

use std::borrow::Cow;
use std::fmt;

use crate::limits::{MAX_LISTED, MAX_QUOTED};
use crate::swar;

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

/// The first of these names in double quotes, with the number of the others, for messages: `"a", "b" and 3 more`.
pub(crate) fn quoted_names<'n>(names: impl ExactSizeIterator<Item = &'n str>) -> String {
    let others = names.len().saturating_sub(MAX_LISTED);
    let names: Vec<String> = names.take(MAX_LISTED).map(quote).collect();
    let names = names.join(", ");
    match others {
        0 => names,
        _ => format!("{names} and {others} more"),
    }
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
    loop {
        at = swar::plain_text(bytes, at);
        let length = match bytes.get(at) {
            None => break,
            Some(b'$' | b'%') => {
                let run = run_length(bytes, at);
                if bytes.get(at + run) != Some(&b'{') {
                    at += run;
                    continue;
                }
                run
            }
            // U+0080 to U+009F are control characters.
            Some(0xc2) if bytes[at + 1] < 0xa0 => 2,
            Some(0x80..) => {
                let others = bytes[at + 1..].iter();
                at += 1 + others
                    .take_while(|it| !it.is_ascii() && **it != 0xc2)
                    .count();
                continue;
            }
            Some(_) => 1,
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

    fn escaped(character: char) -> String {
        match character {
            '"' | '\\' => format!("\\{character}"),
            '\n' => "\\n".to_owned(),
            '\r' => "\\r".to_owned(),
            '\t' => "\\t".to_owned(),
            _ if character.is_control() => format!("\\u{:04x}", u32::from(character)),
            _ => character.to_string(),
        }
    }

    /// A text is plain if it is written unchanged, is ASCII, and contains no `$` or `%`.
    #[test]
    fn plain_texts_are_written_as_their_characters() {
        let beyond_ascii = "\u{540d}\u{85}\u{e9}\u{a0}\u{9f}".to_owned();
        for text in texts().chain([beyond_ascii]) {
            let mut written = String::new();
            write_quoted_text(&mut written, &text).expect("a string takes every write");
            assert_eq!(written, text.chars().map(escaped).collect::<String>());
            let is_expected = text.is_ascii() && written == text && !text.contains(['$', '%']);
            assert_eq!(is_plain(&text), is_expected, "{text:?}");
        }
    }
}
