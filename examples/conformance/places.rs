//! Where something is wrong with a document in JSON syntax.
//!
//! The library says which bytes are wrong, with lines and with columns in grapheme clusters. The reference counts in
//! another way, which its answers show:
//!
//! * Between tokens, a tab is two columns and a carriage return none.
//! * Of a string that is broken, one byte is the place. Columns in it are bytes. If the source ends in it, the place is
//!   the byte after the source. If a line ends in it, the line break is a column of that line.
//! * Of a character that is not ASCII, the place is the first byte.
//!
//! None of this is a place that a user could be shown, so the library does not say so. The option `--places reference`
//! of this example converts what the library says, so that places can be compared: the first byte stays what it is.

use hcl::{Diagnostic, Source, Span};

use super::json;

/// A diagnostic of a source in JSON syntax, with the places that the reference counts.
pub(crate) fn diagnostic(diagnostic: &Diagnostic) -> String {
    let place = diagnostic.subject().zip(diagnostic.source());
    let place = place.map(|(span, source)| reference(source, span, diagnostic));
    json::diagnostic_at(diagnostic, place)
}

/// The place of a diagnostic as the reference counts it.
fn reference(source: &Source, span: Span, diagnostic: &Diagnostic) -> [[usize; 3]; 2] {
    let text = source.text();
    let start = span.range().start;
    let quote = diagnostic.context();
    let quote = quote.filter(|_| diagnostic.summary() == "Invalid JSON string");
    let is_character = text
        .as_bytes()
        .get(start)
        .is_some_and(|byte| !byte.is_ascii());
    let from = match quote {
        Some(quote) => {
            let quote = quote.range().start;
            let [line, column, _] = between_tokens(source, quote);
            [line, column + start - quote, start]
        }
        None => between_tokens(source, start),
    };
    let to = if quote.is_some() || is_character {
        let [line, column, byte] = from;
        [line, column + 1, byte + 1]
    } else {
        between_tokens(source, span.range().end)
    };
    [from, to]
}

/// The line, column and offset of a byte, with the white space before it as the reference counts it.
fn between_tokens(source: &Source, byte: usize) -> [usize; 3] {
    let position = source.position(u32::try_from(byte).unwrap_or(u32::MAX));
    let line = source.text()[..byte]
        .rsplit('\n')
        .next()
        .unwrap_or_default();
    let (mut tabs, mut returns) = (0, 0);
    let mut in_string = false;
    let mut bytes = line.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => in_string = !in_string,
            b'\\' if in_string => drop(bytes.next()),
            b'\t' if !in_string => tabs += 1,
            b'\r' if !in_string => returns += 1,
            _ => {}
        }
    }
    [position.line(), position.column() + tabs - returns, byte]
}
