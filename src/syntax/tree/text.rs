//! The strings that literal text stands for ("Template Expressions", "Template Literals"): escape sequences,
//! escaped introductions, strip markers, the indentation that a flush heredoc removes, and NFC normalization.
//!
//! Text is decoded only on request. Text that needs no decoding is borrowed from the source.

use std::borrow::Cow;

use crate::json_text::string;
use crate::nfc::normalize;
use crate::span::{Span, offset};
use crate::swar::plain_text;
use crate::syntax::lexer::scan::{self, Introduction};
use crate::syntax::lexer::template::{heredoc_end, heredoc_introduction};

/// How literal text is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Notation {
    /// Between quotes, with escape sequences.
    Quoted,
    /// In a heredoc or a template on its own. `indent` leading white-space characters are removed from every
    /// line.
    Lines { indent: u32 },
}

/// The string of a quoted template without sequences; `span` includes the quotes.
pub(crate) fn quoted_literal(text: &str, span: Span) -> Cow<'_, str> {
    let inner = &text[span.inner().range()];
    decode(inner, Notation::Quoted)
}

/// The decoded text of a JSON string; `span` includes the quotes.
pub(crate) fn json_string(text: &str, span: Span) -> Cow<'_, str> {
    let inner = &text[span.inner().range()];
    normalize(string::decode(inner))
}

/// The string of a heredoc without sequences; `span` is all of it.
pub(crate) fn heredoc_literal(text: &str, span: Span) -> Cow<'_, str> {
    let (content, flush) = heredoc_content(text, span);
    let literal = &text[content.range()];
    let indent = if flush {
        least_indent(literal.split_inclusive('\n')).unwrap_or(0)
    } else {
        0
    };
    decode(literal, Notation::Lines { indent })
}

/// The lines between the introduction and the end marker of a heredoc, and whether it is flush.
pub(crate) fn heredoc_content(text: &str, span: Span) -> (Span, bool) {
    let start = span.start() as usize;
    let Some(introduction) = heredoc_introduction(text, start) else {
        return (span, false);
    };
    let line = text[..span.end() as usize]
        .rfind('\n')
        .map_or(introduction.content, |newline| newline + 1);
    let content = Span::between(introduction.content, line);
    debug_assert!(heredoc_end(text, line, introduction.marker).is_some());
    (content, introduction.flush)
}

/// The string of literal text between template sequences, after strip markers have been applied.
pub(crate) fn template_literal(text: &str, span: Span, notation: Notation) -> Cow<'_, str> {
    match notation {
        Notation::Quoted => quoted_part(text, span),
        Notation::Lines { indent: 0 } => decode(&text[stripped(text, span).range()], notation),
        Notation::Lines { indent } => {
            let mut string = String::with_capacity(span.range().len());
            for line in lines(text, span) {
                let indent = if line.begins_line { indent } else { 0 };
                unescape(without_indent(line.text, indent), notation, &mut string);
            }
            normalize(Cow::Owned(string))
        }
    }
}

/// The string of literal text in a quoted template. Strip markers act on the decoded text.
fn quoted_part(text: &str, span: Span) -> Cow<'_, str> {
    let (strip_start, strip_end) = strip_markers(text, span);
    let mut string = decode(&text[span.range()], Notation::Quoted);
    if strip_start {
        string = match string {
            Cow::Borrowed(string) => Cow::Borrowed(string.trim_start()),
            Cow::Owned(string) => Cow::Owned(string.trim_start().to_owned()),
        };
    }
    if strip_end {
        string = match string {
            Cow::Borrowed(string) => Cow::Borrowed(string.trim_end()),
            Cow::Owned(string) => Cow::Owned(string.trim_end().to_owned()),
        };
    }
    string
}

/// Whether the sequences before and after literal text have strip markers towards it.
fn strip_markers(text: &str, span: Span) -> (bool, bool) {
    let before = &text[..span.start() as usize];
    let after = &text[span.end() as usize..];
    let opens = after.starts_with("${~") || after.starts_with("%{~");
    (before.ends_with("~}"), opens)
}

/// The length of the first line, including its newline.
fn line_length(text: &str) -> usize {
    text.find('\n').map_or(text.len(), |newline| newline + 1)
}

/// The part of literal text that remains after strip markers, for text that is read line by line. A strip marker does
/// not act beyond its line.
fn stripped(text: &str, span: Span) -> Span {
    let (strip_start, strip_end) = strip_markers(text, span);
    let literal = &text[span.range()];
    let (mut start, mut end) = (0, literal.len());
    if strip_start {
        let line = line_length(literal);
        start = line - literal[..line].trim_start().len();
    }
    if strip_end {
        let body = literal.strip_suffix('\n').unwrap_or(literal);
        let line = body.rfind('\n').map_or(0, |newline| newline + 1);
        end = (line + kept_before_marker(&literal[line..])).max(start);
    }
    Span::new(span.start() + offset(start), span.start() + offset(end))
}

/// The number of bytes that remain of the last line before a strip marker: all except the white space at its end.
///
/// There is one exception, as in the reference implementation: at the end of a line, a `$` or `%` that introduces
/// nothing forms a separate literal with the byte between it and the newline. A strip marker acts only on the adjacent
/// literal, in this case the newline, so the byte is kept.
fn kept_before_marker(line: &str) -> usize {
    let kept = line.trim_end().len();
    let after_mark = line[..kept].ends_with(['$', '%']);
    match &line.as_bytes()[kept..] {
        [0..0x80, b'\n'] | [0..0x80, b'\r', b'\n'] if after_mark => kept + 1,
        _ => kept,
    }
}

/// A line of literal text. The first and the last one may be parts of lines.
struct TemplateLine<'s> {
    /// The text of the line after stripping.
    text: &'s str,
    /// Whether a line begins here. This is decided after stripping: no line begins after a newline that a
    /// strip marker has removed.
    begins_line: bool,
}

/// The lines of literal text between sequences in a heredoc or a template on its own.
fn lines(text: &str, span: Span) -> impl Iterator<Item = TemplateLine<'_>> {
    let kept = stripped(text, span).range();
    let mut end = span.start() as usize;
    // A sequence before the literal ends with a brace, the introduction of a heredoc with a newline.
    let mut begins_line = end == 0 || text[..end].ends_with('\n');
    text[span.range()].split_inclusive('\n').map(move |line| {
        let start = end;
        end += line.len();
        let kept = start.max(kept.start)..end.min(kept.end);
        let text = text.get(kept).unwrap_or_default();
        let line = TemplateLine { text, begins_line };
        begins_line = text.ends_with('\n');
        line
    })
}

/// Whether a line begins after this literal text, which ends at a template sequence.
pub(crate) fn ends_line(text: &str, span: Span) -> bool {
    text[span.range()].ends_with('\n')
        && lines(text, span)
            .last()
            .is_some_and(|line| line.text.ends_with('\n'))
}

/// The smallest indentation of the lines that begin in this literal text between sequences. A flush heredoc removes at
/// most that many leading white-space characters from each line. `None` if no such line counts.
pub(crate) fn template_indent(text: &str, span: Span) -> Option<u32> {
    let lines = lines(text, span).filter(|line| line.begins_line);
    least_indent(lines.map(|line| line.text))
}

/// The smallest number of leading white-space characters over all lines that contain other characters or end without a
/// newline. `None` if there is no such line.
fn least_indent<'s>(lines: impl Iterator<Item = &'s str>) -> Option<u32> {
    let indents = lines.filter_map(|line| {
        let trimmed = line.trim_start();
        if trimmed.is_empty() && line.ends_with('\n') {
            return None;
        }
        Some(offset(line[..line.len() - trimmed.len()].chars().count()))
    });
    indents.min()
}

/// Whether a fast check shows that literal text needs no decoding in any notation.
pub(super) fn is_verbatim(text: &str) -> bool {
    plain_text(text.as_bytes(), 0) == text.len()
}

/// Decodes literal text that contains no sequence.
fn decode(literal: &str, notation: Notation) -> Cow<'_, str> {
    if is_verbatim(literal) {
        return Cow::Borrowed(literal);
    }
    let stands_for_itself = match notation {
        Notation::Quoted => memchr::memchr3(b'\\', b'$', b'%', literal.as_bytes()).is_none(),
        Notation::Lines { indent } => {
            indent == 0 && memchr::memchr2(b'$', b'%', literal.as_bytes()).is_none()
        }
    };
    if stands_for_itself {
        return normalize(Cow::Borrowed(literal));
    }
    let mut string = String::with_capacity(literal.len());
    match notation {
        Notation::Quoted => unescape(literal, notation, &mut string),
        Notation::Lines { indent } => {
            for line in literal.split_inclusive('\n') {
                unescape(without_indent(line, indent), notation, &mut string);
            }
        }
    }
    normalize(Cow::Owned(string))
}

/// Removes `indent` leading white-space characters of a line. A line that consists only of white space keeps them.
fn without_indent(line: &str, indent: u32) -> &str {
    let trimmed = line.trim_start();
    if trimmed.is_empty() && line.ends_with('\n') {
        return line;
    }
    let spaces = &line[..line.len() - trimmed.len()];
    let removed = spaces
        .char_indices()
        .nth(indent as usize)
        .map_or(spaces.len(), |(at, _)| at);
    &line[removed..]
}

fn unescape(literal: &str, notation: Notation, string: &mut String) {
    let bytes = literal.as_bytes();
    let mut from = 0;
    let mut at = 0;
    while let Some(length) = memchr::memchr3(b'\\', b'$', b'%', &bytes[at..]) {
        at += length;
        if bytes[at] == b'\\' {
            match scan::escape(bytes, at).filter(|_| notation == Notation::Quoted) {
                Some((character, end)) => {
                    string.push_str(&literal[from..at]);
                    string.push(character);
                    (from, at) = (end, end);
                }
                None => at += 1,
            }
            continue;
        }
        match scan::introduction(bytes, at) {
            Introduction::Escaped(end) => {
                // The last two marks of the run stand for one.
                string.push_str(&literal[from..end - 2]);
                (from, at) = (end - 1, end);
            }
            Introduction::Text(end) => at = end,
            Introduction::Sequence => at += 1,
        }
    }
    string.push_str(&literal[from..]);
}
