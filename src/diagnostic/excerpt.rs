//! The excerpts of a source that a report shows: the lines around the spans, with long lines cut.
//!
//! Sources may be hostile and large: control characters are replaced, and the work does not depend on the
//! parts that are not shown.
//!
//! Knows nothing of how the lines are drawn.

use std::ops::Range;

use crate::source::{Source, floor_char_boundary};
use crate::span::Span;

/// A subject of up to this many lines is drawn as a whole, a longer one by its first line. A context farther
/// away from the subject than this gets an excerpt of its own.
const MAX_LINES: usize = 1000;

/// The reason why a part of the source is underlined.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MarkRole {
    Subject,
    Context,
}

/// Consecutive lines of the source, ready to be drawn.
pub(super) struct Excerpt {
    /// The name of the source with the line and column of the first mark.
    pub(super) place: String,
    /// The displayed lines.
    pub(super) text: String,
    /// The number of the first line.
    pub(super) first_line: usize,
    /// The ranges to underline, as bytes of `text`.
    pub(super) marks: Vec<(MarkRole, Range<usize>)>,
}

/// The excerpts of a subject and, if it adds information, of its context.
pub(super) fn excerpts(source: &Source, subject: Span, context: Option<Span>) -> Vec<Excerpt> {
    let subject = clip(source, subject);
    let last_line = source.line_of(subject.end);
    let subject_mark = (MarkRole::Subject, subject.clone());
    let context = context.and_then(|context| useful_context(source, &subject, context));
    let Some(context) = context else {
        return vec![Excerpt::new(source, &[subject_mark])];
    };
    let context_line = source.line_of(context.start);
    let context_mark = (MarkRole::Context, context);
    let subject_line = source.line_of(subject.start);
    let distance = last_line.max(context_line) - subject_line.min(context_line);
    if distance <= MAX_LINES {
        vec![Excerpt::new(source, &[subject_mark, context_mark])]
    } else {
        let excerpt = Excerpt::new(source, &[subject_mark]);
        vec![excerpt, Excerpt::new(source, &[context_mark])]
    }
}

impl Excerpt {
    /// The lines that contain all marks. Each mark is a role and a range of bytes of the source.
    fn new(source: &Source, marks: &[(MarkRole, Range<usize>)]) -> Self {
        let main = marks.first().map_or(0, |(_, range)| range.start);
        let start = marks.iter().map(|(_, range)| range.start).min();
        let end = marks.iter().map(|(_, range)| range.end).max();
        let first_line = source.line_of(start.unwrap_or(0));
        let last_line = source.line_of(end.unwrap_or(0));
        let mut text = String::new();
        let mut lines = Vec::new();
        for line in first_line..=last_line {
            let range = source.line_range(line);
            let line = CutLine::new(source.text(), &range, focus(&range, marks));
            if !text.is_empty() {
                text.push('\n');
            }
            let offset = text.len();
            line.write(source.text(), &mut text);
            lines.push((offset, line));
        }
        let map = |byte: usize| {
            let index = source.line_of(byte) - first_line;
            let (offset, line) = &lines[index];
            offset + line.offset_of(source.text(), byte)
        };
        Excerpt {
            place: place(source, main),
            marks: marks
                .iter()
                .map(|(role, range)| (*role, map(range.start)..map(range.end)))
                // A context that was cut away must not leave a mark elsewhere.
                .filter(|(role, range)| *role == MarkRole::Subject || !range.is_empty())
                .collect(),
            text,
            first_line,
        }
    }
}

/// The name of the source with the line and column of a byte.
fn place(source: &Source, byte: usize) -> String {
    let position = source.position(to_u32(byte));
    let (line, column) = (position.line(), position.column());
    match source.name() {
        Some(name) => format!("{}:{line}:{column}", clean(name).replace('\n', " ")),
        None => format!("line {line}, column {column}"),
    }
}

/// The bytes of a span that are underlined: inside the source, without newlines at the end, and only those of
/// its first line if there are too many lines.
fn clip(source: &Source, span: Span) -> Range<usize> {
    let text = source.text();
    let start = source.position(span.start()).byte();
    let end = floor_char_boundary(text, span.range().end).max(start);
    let end = start + text[start..end].trim_end_matches(['\r', '\n']).len();
    if source.line_of(end) - source.line_of(start) < MAX_LINES {
        start..end
    } else {
        first_line_of(source, start..end)
    }
}

fn first_line_of(source: &Source, range: Range<usize>) -> Range<usize> {
    let line_end = source.line_range(source.line_of(range.start)).end;
    range.start..range.end.min(line_end).max(range.start)
}

/// The first line of a context, unless it shows the same as the subject.
fn useful_context(source: &Source, subject: &Range<usize>, context: Span) -> Option<Range<usize>> {
    let context = first_line_of(source, clip(source, context));
    let overlaps = context.start < subject.end.max(subject.start + 1)
        && subject.start < context.end.max(context.start + 1);
    (!overlaps && !context.is_empty()).then_some(context)
}

fn to_u32(byte: usize) -> u32 {
    u32::try_from(byte).unwrap_or(u32::MAX)
}

/// The byte around which a long line is cut: the start of the first mark in the line or, if that mark began
/// on an earlier line, its end.
fn focus(line: &Range<usize>, marks: &[(MarkRole, Range<usize>)]) -> usize {
    for (_, mark) in marks {
        for byte in [mark.start, mark.end] {
            if line.start <= byte && byte <= line.end {
                return byte;
            }
        }
    }
    line.start
}

/// Maximum of displayed columns of a long line.
const MAX_WIDTH: usize = 120;

/// Number of them before the focus.
const WIDTH_BEFORE: usize = 40;

/// Replaces the part of a long line that is cut.
const ELLIPSIS: &str = "...";

/// The displayed part of a line.
struct CutLine {
    shown: Range<usize>,
    cut_before: bool,
    cut_after: bool,
}

impl CutLine {
    fn new(text: &str, line: &Range<usize>, focus: usize) -> Self {
        let shown = if prefix(text[line.clone()].chars(), MAX_WIDTH) == line.len() {
            line.clone()
        } else {
            let before = prefix(text[line.start..focus].chars().rev(), WIDTH_BEFORE);
            let start = focus - before;
            start..start + prefix(text[start..line.end].chars(), MAX_WIDTH)
        };
        CutLine {
            cut_before: shown.start > line.start,
            cut_after: shown.end < line.end,
            shown,
        }
    }

    fn write(&self, text: &str, target: &mut String) {
        if self.cut_before {
            target.push_str(ELLIPSIS);
        }
        target.push_str(&clean(&text[self.shown.clone()]));
        if self.cut_after {
            target.push_str(ELLIPSIS);
        }
    }

    /// The offset in the displayed line of a byte of the source, or of the nearest byte that is displayed.
    fn offset_of(&self, text: &str, byte: usize) -> usize {
        let byte = byte.clamp(self.shown.start, self.shown.end);
        let before = if self.cut_before { ELLIPSIS.len() } else { 0 };
        before + clean(&text[self.shown.start..byte]).len()
    }
}

/// The number of bytes of the characters that fit into a width. Characters beyond ASCII count as wide ones.
fn prefix(characters: impl Iterator<Item = char>, width: usize) -> usize {
    let mut columns = 0;
    characters
        .take_while(|c| {
            columns += match c {
                '\t' => 4,
                c if c.is_ascii() => 1,
                _ => 2,
            };
            columns <= width
        })
        .map(char::len_utf8)
        .sum()
}

/// Replaces every character that a terminal would execute instead of show.
pub(super) fn clean(text: &str) -> String {
    text.chars().map(clean_character).collect()
}

fn clean_character(character: char) -> char {
    match character {
        '\n' | '\t' => character,
        // The Unicode block "Control Pictures" repeats the ASCII control characters in their order.
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(character)).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        '\u{80}'..='\u{9f}'
        | '\u{61c}'
        | '\u{200b}'
        | '\u{200e}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}' => '\u{fffd}',
        _ => character,
    }
}
