//! The strings that literal text stands for ("Template Expressions", "Template Literals"): escape
//! sequences, escaped introductions, strip markers, the indentation that a flush heredoc removes,
//! and NFC normalization.
//!
//! Nothing is decoded before somebody asks, and text that stands for itself is not copied.
//!
//! Knows nothing of tokens, grammar and trees.

use std::borrow::Cow;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use super::NONE;
use crate::span::Span;
use crate::syntax::lexer::scan::{self, Introduction};
use crate::syntax::lexer::swar;
use crate::syntax::lexer::template::{heredoc_end, heredoc_introduction};

/// How literal text is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// Between quotes, with escape sequences.
    Quoted,
    /// In a heredoc or a template on its own; of every line that many leading white-space
    /// characters are removed.
    Lines { indent: u32 },
}

/// The string of a quoted template without sequences; `span` includes the quotes.
#[inline]
pub(crate) fn quoted_literal(text: &str, span: Span) -> Cow<'_, str> {
    let inner = &text[span.start() as usize + 1..span.end() as usize - 1];
    decode(inner, Form::Quoted)
}

/// The string of a heredoc without sequences; `span` is all of it.
pub(crate) fn heredoc_literal(text: &str, span: Span) -> Cow<'_, str> {
    let (content, flush) = heredoc_content(text, span);
    let literal = &text[content.range()];
    let indent = if flush { indent(literal) } else { 0 };
    decode(literal, Form::Lines { indent })
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
    let content = Span::new(offset(introduction.content), offset(line));
    debug_assert!(heredoc_end(text.as_bytes(), line, introduction.marker).is_some());
    (content, introduction.flush)
}

/// The string of literal text between template sequences, strip markers applied.
pub(crate) fn template_literal(text: &str, span: Span, form: Form) -> Cow<'_, str> {
    let Form::Lines { indent } = form else {
        return quoted_part(text, span);
    };
    let (stripped, starts_line) = strip_lines(text, span);
    let literal = &text[stripped.range()];
    if indent == 0 || starts_line {
        return decode(literal, form);
    }
    // Only what follows its first newline begins a line.
    let (first, rest) = literal.split_at(line_length(literal));
    let mut string = decode(first, Form::Lines { indent: 0 }).into_owned();
    string.push_str(&decode(rest, form));
    Cow::Owned(string)
}

/// The string of literal text in a quoted template. Strip markers act on what escape sequences
/// stand for.
fn quoted_part(text: &str, span: Span) -> Cow<'_, str> {
    let (strip_start, strip_end) = strip_markers(text, span);
    let mut string = decode(&text[span.range()], Form::Quoted);
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

/// Whether the sequences before and behind literal text have strip markers towards it.
fn strip_markers(text: &str, span: Span) -> (bool, bool) {
    let before = &text[..span.start() as usize];
    let behind = &text[span.end() as usize..];
    let opens = behind.starts_with("${~") || behind.starts_with("%{~");
    (before.ends_with("~}"), opens)
}

/// The length of the first line, its newline included.
fn line_length(text: &str) -> usize {
    text.find('\n').map_or(text.len(), |newline| newline + 1)
}

/// Takes the white space that strip markers remove from literal text that is read by lines, and
/// says whether what is left begins a line. A strip marker reaches no further than the line it
/// stands on.
fn strip_lines(text: &str, span: Span) -> (Span, bool) {
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
        end = (line + literal[line..].trim_end().len()).max(start);
    }
    let begins_line = span.start() == 0 || text[..span.start() as usize].ends_with('\n');
    let stripped = Span::new(span.start() + offset(start), span.start() + offset(end));
    (stripped, begins_line && !strip_start)
}

/// Whether the template sequence at `at` stands where a line begins. With a strip marker it takes
/// the newline before it away, and stands at the end of the line before.
pub(crate) fn sequence_begins_line(text: &str, at: u32) -> bool {
    let (before, behind) = text.split_at(at as usize);
    before.ends_with('\n') && behind.as_bytes().get(2) != Some(&b'~')
}

/// How many leading white-space characters a flush heredoc removes because of this literal text
/// between sequences; [`NONE`] if it has no line that counts.
pub(crate) fn template_indent(text: &str, span: Span) -> u32 {
    let (stripped, starts_line) = strip_lines(text, span);
    let literal = &text[stripped.range()];
    let is_partial = !text[span.range()].ends_with('\n') && stripped.end() < span.end();
    if is_partial && (literal.ends_with('\n') || (literal.is_empty() && starts_line)) {
        // A strip marker has taken all there is of the last line.
        return 0;
    }
    if starts_line {
        least_indent(literal)
    } else {
        least_indent(&literal[line_length(literal)..])
    }
}

/// How many leading white-space characters a flush heredoc of this text removes.
fn indent(text: &str) -> u32 {
    match least_indent(text) {
        NONE => 0,
        least => least,
    }
}

/// The least number of leading white-space characters over the lines that hold anything else, or
/// are not ended; [`NONE`] if there is no such line.
fn least_indent(text: &str) -> u32 {
    let mut least = NONE;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_start();
        if trimmed.is_empty() && line.ends_with('\n') {
            continue;
        }
        let spaces = line[..line.len() - trimmed.len()].chars().count();
        least = least.min(offset(spaces));
    }
    least
}

/// Decodes literal text, in which nothing introduces a sequence.
#[inline]
fn decode(literal: &str, form: Form) -> Cow<'_, str> {
    let is_indented = matches!(form, Form::Lines { indent } if indent > 0);
    if !is_indented && swar::is_plain(literal.as_bytes()) {
        return Cow::Borrowed(literal);
    }
    decode_special(literal, form)
}

/// The same for text that a glance does not show to stand for itself.
#[inline(never)]
fn decode_special(literal: &str, form: Form) -> Cow<'_, str> {
    let stands_for_itself = match form {
        Form::Quoted => memchr::memchr3(b'\\', b'$', b'%', literal.as_bytes()).is_none(),
        Form::Lines { indent } => {
            indent == 0 && memchr::memchr2(b'$', b'%', literal.as_bytes()).is_none()
        }
    };
    if stands_for_itself {
        return normalize(Cow::Borrowed(literal));
    }
    let mut string = String::with_capacity(literal.len());
    match form {
        Form::Quoted => unescape(literal, form, &mut string),
        Form::Lines { indent } => {
            for line in literal.split_inclusive('\n') {
                unescape(without_indent(line, indent), form, &mut string);
            }
        }
    }
    normalize(Cow::Owned(string))
}

/// A line without so many leading white-space characters; a line of white space alone keeps them.
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

fn unescape(literal: &str, form: Form, string: &mut String) {
    let bytes = literal.as_bytes();
    let mut from = 0;
    let mut at = 0;
    while let Some(length) = memchr::memchr3(b'\\', b'$', b'%', &bytes[at..]) {
        at += length;
        let mark = bytes[at];
        if mark == b'\\' {
            match scan::escape(bytes, at).filter(|_| form == Form::Quoted) {
                Some((character, end)) => {
                    string.push_str(&literal[from..at]);
                    string.push(character);
                    (from, at) = (end, end);
                }
                None => at += 1,
            }
            continue;
        }
        match scan::introduction(bytes, at, mark) {
            Introduction::Escaped(end) => {
                // The last two of the run stand for one.
                string.push_str(&literal[from..end - 2]);
                (from, at) = (end - 1, end);
            }
            Introduction::Text(end) => at = end,
            Introduction::Sequence => at += 1,
        }
    }
    string.push_str(&literal[from..]);
}

/// The text in NFC.
#[inline]
pub(crate) fn normalize(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.is_ascii() {
        return text;
    }
    normalize_unicode(text)
}

fn normalize_unicode(text: Cow<'_, str>) -> Cow<'_, str> {
    if is_nfc_quick(text.chars()) == IsNormalized::Yes {
        return text;
    }
    Cow::Owned(text.nfc().collect())
}

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(NONE)
}
