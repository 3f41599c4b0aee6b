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
    debug_assert!(heredoc_end(text, line, introduction.marker).is_some());
    (content, introduction.flush)
}

/// The string of literal text between template sequences, strip markers applied.
pub(crate) fn template_literal(text: &str, span: Span, form: Form) -> Cow<'_, str> {
    match form {
        Form::Quoted => quoted_part(text, span),
        Form::Lines { indent: 0 } => decode(&text[stripped(text, span).range()], form),
        Form::Lines { indent } => {
            let mut string = String::with_capacity(span.range().len());
            for line in lines(text, span) {
                let indent = if line.begins_line { indent } else { 0 };
                unescape(without_indent(line.text, indent), form, &mut string);
            }
            normalize(Cow::Owned(string))
        }
    }
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

/// What strip markers leave of literal text that is read by lines. A strip marker reaches no further
/// than the line it stands on.
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

/// How many bytes of the last line before a strip marker stay: all but the white space at its end.
///
/// For the reference, a `$` or `%` that introduces nothing is a literal of its own at the end of a
/// line, with the byte between it and the newline. A strip marker acts on the adjacent literal alone,
/// which is the newline then, so that such a byte stays.
fn kept_before_marker(line: &str) -> usize {
    let kept = line.trim_end().len();
    let after_mark = line[..kept].ends_with(['$', '%']);
    match &line.as_bytes()[kept..] {
        [0..0x80, b'\n'] | [0..0x80, b'\r', b'\n'] if after_mark => kept + 1,
        _ => kept,
    }
}

/// A line of literal text, or the part of a line at one of its ends.
struct Line<'s> {
    /// What strip markers leave of it.
    text: &'s str,
    /// Whether a line begins with it, which is decided after stripping: a newline that a strip
    /// marker has taken begins none.
    begins_line: bool,
}

/// The lines of literal text between sequences in a heredoc or a template on its own.
fn lines(text: &str, span: Span) -> impl Iterator<Item = Line<'_>> {
    let kept = stripped(text, span).range();
    let mut end = span.start() as usize;
    // A sequence before the literal ends with a brace, the introduction of a heredoc with a newline.
    let mut begins_line = end == 0 || text[..end].ends_with('\n');
    text[span.range()].split_inclusive('\n').map(move |line| {
        let start = end;
        end += line.len();
        let kept = start.max(kept.start)..end.min(kept.end);
        let text = text.get(kept).unwrap_or_default();
        let line = Line { text, begins_line };
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

/// How many leading white-space characters a flush heredoc removes because of this literal text
/// between sequences; [`NONE`] if it has no line that counts.
pub(crate) fn template_indent(text: &str, span: Span) -> u32 {
    let lines = lines(text, span).filter(|line| line.begins_line);
    least_indent(lines.map(|line| line.text))
}

/// How many leading white-space characters a flush heredoc of this text removes.
fn indent(text: &str) -> u32 {
    match least_indent(text.split_inclusive('\n')) {
        NONE => 0,
        least => least,
    }
}

/// The least number of leading white-space characters over the lines that hold anything else, or
/// are not ended; [`NONE`] if there is no such line.
fn least_indent<'s>(lines: impl Iterator<Item = &'s str>) -> u32 {
    let mut least = NONE;
    for line in lines {
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
