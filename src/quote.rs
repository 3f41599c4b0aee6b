//! Names and strings as the native syntax writes them.
//!
//! "Identifiers" and "Template Literals" of the native syntax specification, in the direction of writing.
//!
//! Knows nothing of values and trees.

use std::fmt;

/// Whether a name is an identifier.
pub(crate) fn is_identifier(name: &str) -> bool {
    let bytes = name.as_bytes();
    if bytes.iter().all(|byte| CONTINUES[usize::from(*byte)]) {
        return bytes
            .first()
            .is_some_and(|first| first.is_ascii_alphabetic() || *first == b'_');
    }
    !name.is_ascii() && is_unicode_identifier(name)
}

/// The ASCII characters of which an identifier may consist.
const CONTINUES: [bool; 256] = {
    let mut continues = [false; 256];
    let mut byte = 0_u8;
    while byte < 0x80 {
        continues[byte as usize] = byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        byte += 1;
    }
    continues
};

fn is_unicode_identifier(name: &str) -> bool {
    let mut characters = name.chars();
    let first = characters.next();
    first.is_some_and(|first| first == '_' || unicode_ident::is_xid_start(first))
        && characters.all(|character| character == '-' || unicode_ident::is_xid_continue(character))
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

/// Writes a text as a quoted template that stands for it, without interpolations.
pub(crate) fn write_quoted<W: fmt::Write>(out: &mut W, text: &str) -> fmt::Result {
    out.write_char('"')?;
    write_quoted_text(out, text)?;
    out.write_char('"')
}

/// Writes a text as it stands within a quoted template.
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
