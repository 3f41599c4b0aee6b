//! JSON strings (RFC 8259, section 7): where they end, their decoded text, and the source position of each byte of it.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::span::{Span, offset};
use crate::swar;

/// How the content of a string is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StringForm {
    /// ASCII text without escape sequences and without `$` and `%`.
    Verbatim,
    /// Text without escape sequences and without template sequences.
    Text,
    /// Text with escape sequences, but without template sequences.
    Escaped,
    /// Text with template sequences, and with or without escape sequences.
    Template { is_escaped: bool },
}

/// The error in a string, with the byte at fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// There is no closing quote.
    Unterminated,
    /// It contains a control character, such as the end of a line.
    Control(usize),
    /// A backslash does not begin an escape sequence.
    Escape(usize),
}

/// Writes a text as a JSON string.
pub(crate) fn write_string(output: &mut String, text: &str) {
    output.push('"');
    for character in text.chars() {
        match character {
            '"' => output.push_str("\\\""),
            '\\' => output.push_str("\\\\"),
            '\n' => output.push_str("\\n"),
            '\r' => output.push_str("\\r"),
            '\t' => output.push_str("\\t"),
            '\0'..' ' | '\u{7f}' => {
                // Writing to a string does not fail.
                let _ = write!(output, "\\u{:04x}", u32::from(character));
            }
            _ => output.push(character),
        }
    }
    output.push('"');
}

/// Finds the closing quote of the string whose content begins at `start`.
#[inline]
pub(crate) fn scan(text: &str, start: usize) -> Result<(StringForm, usize), Fault> {
    let bytes = text.as_bytes();
    let at = swar::plain_text(bytes, start);
    if bytes.get(at) == Some(&b'"') {
        return Ok((StringForm::Verbatim, at));
    }
    scan_special(text, start, at)
}

/// Finds the closing quote of a string in which the byte `at` is the first that is not plain text.
fn scan_special(text: &str, start: usize, mut at: usize) -> Result<(StringForm, usize), Fault> {
    let bytes = text.as_bytes();
    let (mut is_escaped, mut has_sequence, mut may_have_sequence) = (false, false, false);
    let end = loop {
        match bytes.get(at) {
            Some(b'"') => break at,
            Some(b'\\') => {
                let (character, length) = escape(text, at)?;
                is_escaped = true;
                may_have_sequence |= length > 2 && matches!(character, '$' | '%' | '{');
                at += length;
            }
            Some(b'$' | b'%') => {
                has_sequence |= bytes.get(at + 1) == Some(&b'{');
                at += 1;
            }
            Some(0..0x20) => return Err(Fault::Control(at)),
            Some(_) => at += 1,
            None => return Err(Fault::Unterminated),
        }
        at = swar::plain_text(bytes, at);
    };
    if may_have_sequence && !has_sequence {
        let decoded = decode(&text[start..end]);
        let mut pairs = decoded.as_bytes().windows(2);
        has_sequence = pairs.any(|pair| matches!(pair, b"${" | b"%{"));
    }
    let form = match (has_sequence, is_escaped) {
        (true, is_escaped) => StringForm::Template { is_escaped },
        (false, true) => StringForm::Escaped,
        (false, false) => StringForm::Text,
    };
    Ok((form, end))
}

/// The character of the escape sequence at a backslash, and the length of the sequence in bytes.
fn escape(text: &str, at: usize) -> Result<(char, usize), Fault> {
    let character = match text.as_bytes().get(at + 1) {
        Some(b'"') => '"',
        Some(b'\\') => '\\',
        Some(b'/') => '/',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => return unicode_escape(text, at),
        _ => return Err(Fault::Escape(at)),
    };
    Ok((character, 2))
}

/// The character of one `\u` escape, or of two that are a surrogate pair. RFC 8259 allows a single surrogate; as in the
/// reference implementation, it becomes the replacement character.
fn unicode_escape(text: &str, at: usize) -> Result<(char, usize), Fault> {
    let Some(first) = code_unit(text, at) else {
        return Err(Fault::Escape(at));
    };
    let second = match first {
        0xd800..0xdc00 => code_unit(text, at + 6).filter(|unit| (0xdc00..0xe000).contains(unit)),
        _ => None,
    };
    let length = if second.is_some() { 12 } else { 6 };
    let character = char::decode_utf16(std::iter::once(first).chain(second)).next();
    let character = character.and_then(Result::ok);
    Ok((character.unwrap_or(char::REPLACEMENT_CHARACTER), length))
}

/// The UTF-16 code unit of the `\u` escape at a byte.
fn code_unit(text: &str, at: usize) -> Option<u16> {
    let digits = text.as_bytes().get(at..at + 6)?.strip_prefix(b"\\u")?;
    digits.iter().try_fold(0, |unit, digit| {
        let digit = char::from(*digit).to_digit(16)?;
        Some(unit << 4 | u16::try_from(digit).ok()?)
    })
}

/// Decodes the text between the quotes of a string, which [`scan`] has accepted.
pub(crate) fn decode(inner: &str) -> Cow<'_, str> {
    if memchr::memchr(b'\\', inner.as_bytes()).is_none() {
        return Cow::Borrowed(inner);
    }
    Cow::Owned(decode_escapes(inner, |_, _| {}))
}

/// Decodes a string, and records the source position of each of its bytes. `inner` is the span between the quotes.
pub(crate) fn decode_with_offsets(text: &str, inner: Span) -> (String, StringOffsets) {
    let mut offsets = vec![(0, inner.start())];
    let decoded = decode_escapes(&text[inner.range()], |decoded, written| {
        offsets.push((offset(decoded), inner.start() + offset(written)));
    });
    (decoded, StringOffsets(offsets))
}

/// Decodes a text. After each escape sequence, `after_escape` gets the offsets in the decoded text and in the source.
fn decode_escapes(inner: &str, mut after_escape: impl FnMut(usize, usize)) -> String {
    let mut decoded = String::with_capacity(inner.len());
    let mut at = 0;
    while let Some(length) = memchr::memchr(b'\\', &inner.as_bytes()[at..]) {
        decoded.push_str(&inner[at..at + length]);
        at += length;
        // A string that has been scanned has only valid escape sequences.
        let (character, length) = escape(inner, at).unwrap_or((char::REPLACEMENT_CHARACTER, 1));
        decoded.push(character);
        at += length;
        after_escape(decoded.len(), at);
    }
    decoded.push_str(&inner[at..]);
    decoded
}

/// The source positions of the bytes of a decoded string.
#[derive(Clone, Debug, Default)]
pub(crate) struct StringOffsets(
    /// Offsets in the string, each with its offset in the source. From one offset up to the next, the bytes are those
    /// of the source.
    Vec<(u32, u32)>,
);

impl StringOffsets {
    /// The span in the source of a part of the string.
    pub(crate) fn place(&self, span: Span) -> Span {
        Span::new(self.written(span.start()), self.written(span.end()))
    }

    fn written(&self, decoded: u32) -> u32 {
        let next = self.0.partition_point(|(place, _)| *place <= decoded);
        match next.checked_sub(1).map(|index| self.0[index]) {
            Some((place, written)) => written + (decoded - place),
            None => decoded,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        let template = |is_escaped| Ok(StringForm::Template { is_escaped });
        for (inner, expected) in [
            ("abc", Ok(StringForm::Verbatim)),
            ("", Ok(StringForm::Verbatim)),
            ("é", Ok(StringForm::Text)),
            ("5 $ and 3 % {}", Ok(StringForm::Text)),
            (r"a\nb", Ok(StringForm::Escaped)),
            (r"\u0024", Ok(StringForm::Escaped)),
            (r"\ud83e\udd80", Ok(StringForm::Escaped)),
            ("${a}", template(false)),
            ("$${a}", template(false)),
            ("%{ if a }", template(false)),
            (r"\n${a}", template(true)),
            (r"\u0024{a}", template(true)),
            (r"$\u007ba}", template(true)),
            (r"\\${a}", template(true)),
            ("a\tb", Err(Fault::Control(2))),
            (r"a\q", Err(Fault::Escape(2))),
            (r"\u12g4", Err(Fault::Escape(1))),
            (r"\ud800", Ok(StringForm::Escaped)),
            (r"\ud800\u0024{", template(true)),
        ] {
            let text = format!("\"{inner}\"");
            let found = scan(&text, 1).map(|(form, end)| {
                assert_eq!(end, text.len() - 1, "{inner}");
                form
            });
            assert_eq!(found, expected, "{inner}");
        }
        assert_eq!(scan("\"abc", 1), Err(Fault::Unterminated));
        assert_eq!(scan("\"abc\\\"", 1), Err(Fault::Unterminated));
    }

    #[test]
    fn halves_of_characters() {
        for (inner, expected) in [
            (r"\ud83e\udd80", "🦀"),
            (r"\ud83e", "\u{fffd}"),
            (r"\udd80", "\u{fffd}"),
            (r"\ud83e\u0041", "\u{fffd}A"),
            (r"\ud83e\ud83e\udd80", "\u{fffd}🦀"),
        ] {
            assert_eq!(decode(inner), expected, "{inner}");
        }
    }

    #[test]
    fn each_byte_has_its_place() {
        let text = r#""a\n\u00e9\"x\ud83e\udd80y""#;
        let end = u32::try_from(text.len() - 1).expect("it is short");
        let (decoded, offsets) = decode_with_offsets(text, Span::new(1, end));
        assert_eq!(decoded, "a\né\"x🦀y");
        for (part, written) in [
            ("a", "a"),
            ("\n", r"\n"),
            ("é", r"\u00e9"),
            ("x", "x"),
            ("🦀", r"\ud83e\udd80"),
            ("y", "y"),
        ] {
            let start = decoded.find(part).expect("it is a part");
            let span = Span::between(start, start + part.len());
            assert_eq!(&text[offsets.place(span).range()], written);
        }
    }
}
