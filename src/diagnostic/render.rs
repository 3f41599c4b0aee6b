//! Renders diagnostics as reports: the summary, the location, the lines of the source with marks, the detail, the path.
//!
//! The layout is that of rustc's messages, as drawn by the crate annotate-snippets; a test compares the two. The crate
//! itself is not used, because it took a tenth of the time of a cold release build and of the size of a small program.
//! Sources may be hostile and large: control characters are replaced, and long lines are cut. In the parts that are not
//! shown, only lines and columns are counted.

#[cfg(test)]
mod tests;

use std::ops::Range;

use unicode_width::UnicodeWidthChar;

use super::{Diagnostic, RenderStyle, Severity};
use crate::source::{Source, floor_char_boundary};
use crate::span::{Span, offset};

/// Maximum number of lines of a subject that is drawn as a whole; of a longer one, only the first line is drawn. Also
/// the maximum distance between subject and context in one excerpt; a context farther away gets an excerpt of its own.
const MAX_LINES: usize = 1000;

/// Maximum number of displayed columns of a line.
const MAX_WIDTH: usize = 120;

/// Number of columns of a cut line that are displayed before its first mark.
const WIDTH_BEFORE: usize = 40;

/// Number of lines displayed at the beginning of a mark of many lines.
const LINES_OF_BEGINNING: usize = 4;

/// Columns between a line number and the text of the line: a blank, the bar and a blank.
const GUTTER: usize = 3;

/// Stands for omitted lines and parts of lines.
const ELLIPSIS: &str = "...";

impl Diagnostic {
    /// Renders the report in a style: the summary, the location, the source around it and the detail. Without colour,
    /// this is the same as `Display`.
    ///
    /// ```
    /// use hcl::RenderStyle;
    ///
    /// let diagnostic =
    ///     hcl::Diagnostic::warning("Deprecated argument", "Use \"port\" instead.");
    /// assert_eq!(
    ///     diagnostic.to_string(),
    ///     "warning: Deprecated argument\n  Use \"port\" instead."
    /// );
    /// assert!(diagnostic.render(RenderStyle::Ansi).starts_with("\u{1b}["));
    /// ```
    pub fn render(&self, style: RenderStyle) -> String {
        let excerpts = match (self.source(), self.subject()) {
            (Some(source), Some(subject)) => excerpts(source, subject, self.context()),
            _ => Vec::new(),
        };
        let mut report = Report::new(&excerpts);
        report.title(self.severity(), self.summary());
        for (index, excerpt) in excerpts.iter().enumerate() {
            if index > 0 {
                report.bar();
            }
            report.place(if index == 0 { "--> " } else { "::: " }, &excerpt.place());
            report.bar();
            report.excerpt(excerpt);
        }
        let name = self.source().and_then(displayed_name);
        let (detail, path) = (clean(self.detail()), cut(&clean(&self.readable_path())));
        let needed_by = clean(&self.needed_by().unwrap_or_default());
        if let (None, []) = (&name, excerpts.as_slice()) {
            report.indented("", &detail);
            report.indented("path: ", &path);
            report.indented("needed by: ", &needed_by);
        } else {
            if let (Some(name), []) = (&name, excerpts.as_slice()) {
                report.place("--> ", name);
            } else if !detail.is_empty() || !path.is_empty() {
                report.bar();
            }
            report.note("note", &detail);
            report.note("path", &path);
            report.note("needed by", &needed_by);
        }
        report.text(self.severity(), style)
    }
}

/// The reason why a part of the source is underlined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MarkRole {
    Subject,
    Context,
}

/// A part of the source that is underlined. Only a subject can have several lines.
struct Mark {
    role: MarkRole,
    bytes: Range<usize>,
    first_line: usize,
    last_line: usize,
}

impl Mark {
    fn new(source: &Source, role: MarkRole, bytes: Range<usize>) -> Self {
        Mark {
            role,
            first_line: source.line_of(bytes.start),
            last_line: source.line_of(bytes.end),
            bytes,
        }
    }

    fn is_long(&self) -> bool {
        self.first_line < self.last_line
    }
}

/// Lines of a source with marks. The first mark is the main one.
struct Excerpt<'s> {
    source: &'s Source,
    marks: Vec<Mark>,
}

/// The excerpts of a subject and, if it adds information, of its context.
fn excerpts(source: &Source, subject: Span, context: Option<Span>) -> Vec<Excerpt<'_>> {
    let bytes = clip(source, subject);
    let context = context.and_then(|context| useful_context(source, &bytes, context));
    let subject = Mark::new(source, MarkRole::Subject, bytes);
    let Some(context) = context.map(|bytes| Mark::new(source, MarkRole::Context, bytes)) else {
        return vec![Excerpt::new(source, vec![subject])];
    };
    let first_line = subject.first_line.min(context.first_line);
    let last_line = subject.last_line.max(context.last_line);
    if last_line - first_line <= MAX_LINES {
        vec![Excerpt::new(source, vec![subject, context])]
    } else {
        let excerpt = Excerpt::new(source, vec![subject]);
        vec![excerpt, Excerpt::new(source, vec![context])]
    }
}

/// The bytes of a span that are underlined: within the source, without newlines at the end, and limited to the first
/// line if there are too many lines.
fn clip(source: &Source, span: Span) -> Range<usize> {
    let text = source.text();
    let start = source.floor(span.range().start);
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

/// The first line of a context, unless it is empty or overlaps the subject.
fn useful_context(source: &Source, subject: &Range<usize>, context: Span) -> Option<Range<usize>> {
    let context = first_line_of(source, clip(source, context));
    let overlaps = context.start < subject.end.max(subject.start + 1)
        && subject.start < context.end.max(context.start + 1);
    (!overlaps && !context.is_empty()).then_some(context)
}

impl<'s> Excerpt<'s> {
    fn new(source: &'s Source, marks: Vec<Mark>) -> Self {
        let mut excerpt = Excerpt { source, marks };
        // If the context is in a cut part of its line, its mark would be drawn in the wrong place.
        if let [_, context] = excerpt.marks.as_slice() {
            let line = excerpt.line(context.first_line);
            let end = line.start + line.content.len();
            if context.bytes.end <= line.start || end <= context.bytes.start {
                excerpt.marks.pop();
            }
        }
        excerpt
    }

    /// The name of the source with the line and column of the main mark.
    fn place(&self) -> String {
        let start = self.marks.first().map_or(0, |mark| mark.bytes.start);
        let position = self.source.position(offset(start));
        let (line, column) = (position.line(), position.column());
        match displayed_name(self.source) {
            Some(name) => format!("{name}:{line}:{column}"),
            None => format!("line {line}, column {column}"),
        }
    }

    fn line(&self, number: usize) -> Line<'s> {
        let line = self.source.line_range(number);
        let text = self.source.text();
        let content = &text[line.clone()];
        if fitting_len(content.chars(), MAX_WIDTH) == content.len() {
            return Line {
                start: line.start,
                content,
                before: "",
                after: "",
            };
        }
        // A long line is cut around the start of its first mark or, if that is on an earlier line, around the end of
        // the mark.
        let ends = self
            .marks
            .iter()
            .flat_map(|mark| [mark.bytes.start, mark.bytes.end]);
        let mut ends = ends.filter(|byte| (line.start..=line.end).contains(byte));
        let focus = ends.next().unwrap_or(line.start);
        let start = focus - fitting_len(text[line.start..focus].chars().rev(), WIDTH_BEFORE);
        let end = start + fitting_len(text[start..line.end].chars(), MAX_WIDTH);
        Line {
            start,
            content: &text[start..end],
            before: if start > line.start { ELLIPSIS } else { "" },
            after: if end < line.end { ELLIPSIS } else { "" },
        }
    }

    /// The mark that covers several lines.
    fn long_mark(&self) -> Option<&Mark> {
        self.marks.first().filter(|mark| mark.is_long())
    }

    /// The marks within a line, with their columns.
    fn short_marks(
        &self,
        number: usize,
    ) -> impl DoubleEndedIterator<Item = (MarkRole, Range<usize>)> {
        let line = self.line(number);
        let marks = self.marks.iter();
        let marks = marks.filter(move |mark| !mark.is_long() && mark.first_line == number);
        marks.map(move |mark| {
            let start = line.column(mark.bytes.start);
            // An empty mark is drawn as one character.
            let end = line.column(mark.bytes.end).max(start + 1);
            (mark.role, start..end)
        })
    }

    /// The lines to display: those with marks, and the first and last ones of a long mark.
    fn shown(&self) -> Vec<usize> {
        let says_something = |number: &usize| says_something(&clean(self.line(*number).content));
        let mut shown = Vec::new();
        for mark in &self.marks {
            let (first, last) = (mark.first_line, mark.last_line);
            let middle = last.min(first + LINES_OF_BEGINNING);
            let until = (first..middle).rev().find(says_something);
            shown.extend(first..=until.unwrap_or(first));
            if middle + 1 < last && says_something(&(last - 1)) {
                shown.push(last - 1);
            }
            shown.push(last);
        }
        shown.sort_unstable();
        shown.dedup();
        shown
    }

    /// Whether the vertical bar of the long mark is drawn at a line.
    fn has_bar(&self, number: usize) -> bool {
        let mark = self.long_mark();
        mark.is_some_and(|mark| mark.first_line < number && number <= mark.last_line)
    }

    /// Whether the long mark begins at a line, with only blanks before it and no other mark.
    fn begins_whole(&self, number: usize) -> bool {
        let mark = self.long_mark().filter(|mark| mark.first_line == number);
        mark.is_some_and(|mark| {
            let line = self.line(number);
            let text = line.text();
            let indentation = width(&text) - width(text.trim_start());
            indentation >= line.column(mark.bytes.start)
                && self.short_marks(number).next().is_none()
        })
    }

    /// If the long mark begins or ends at a line with an arrow: the character below its vertical bar, and the column of
    /// the arrow.
    fn arrow(&self, number: usize) -> Option<(char, usize)> {
        let mark = self.long_mark()?;
        let line = self.line(number);
        if mark.last_line == number {
            Some(('|', line.column(mark.bytes.end).saturating_sub(1)))
        } else if mark.first_line == number && !self.begins_whole(number) {
            Some((' ', line.column(mark.bytes.start)))
        } else {
            None
        }
    }
}

/// The displayed part of a line, with ellipses for cut parts.
struct Line<'s> {
    start: usize,
    content: &'s str,
    before: &'static str,
    after: &'static str,
}

impl Line<'_> {
    fn text(&self) -> String {
        [self.before, &displayed(self.content), self.after].concat()
    }

    /// The column of a byte of the source, or of the nearest byte that is displayed.
    fn column(&self, byte: usize) -> usize {
        let end = byte.saturating_sub(self.start).min(self.content.len());
        self.before.len() + width(&displayed(&self.content[..end]))
    }
}

/// Whether a line is worth displaying next to omitted lines: not if it is empty or has only a bracket or a comment with
/// the mark `//`, the one that annotate-snippets knows.
fn says_something(line: &str) -> bool {
    let line = line.trim();
    let is_comment = line.starts_with("//") && !line.starts_with("///") && !line.starts_with("//!");
    !is_comment && !["", "{", "}", "(", ")", "[", "]"].contains(&line)
}

/// Number of bytes of the first characters that fit into a width. Characters beyond ASCII count as two columns.
fn fitting_len(characters: impl Iterator<Item = char>, width: usize) -> usize {
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

/// Cuts the middle out of a text that is wider than a line. Paths can have keys of any length.
fn cut(text: &str) -> String {
    if fitting_len(text.chars(), MAX_WIDTH) == text.len() {
        return text.to_owned();
    }
    let half = (MAX_WIDTH - ELLIPSIS.len()) / 2;
    let start = fitting_len(text.chars(), half);
    let end = text.len() - fitting_len(text.chars().rev(), half);
    [&text[..start], ELLIPSIS, &text[end..]].concat()
}

/// Replaces every character that a terminal would interpret instead of display.
fn clean(text: &str) -> String {
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

/// A line to display: control characters are replaced, a tab becomes four blanks, and zero-width joiners are left out,
/// because terminals treat them differently.
fn displayed(line: &str) -> String {
    clean(line).replace('\t', "    ").replace('\u{200d}', "")
}

/// The name of a source, on one line.
fn displayed_name(source: &Source) -> Option<String> {
    let name = source.name()?;
    Some(clean(name).replace(['\n', '\t'], " "))
}

/// Number of columns that a displayed text takes on a terminal.
fn width(text: &str) -> usize {
    text.chars()
        .map(|character| character.width().unwrap_or(1))
        .sum()
}

/// The role of a character in a report, which decides its colour.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Paint {
    Text,
    Emphasis,
    Gutter,
    Subject,
    Context,
}

/// One row: characters, each with its paint.
#[derive(Default)]
struct Row(Vec<(char, Paint)>);

impl Row {
    /// Puts a character at a column; blanks fill the gap before it.
    fn put(&mut self, column: usize, character: char, paint: Paint) {
        self.fill_to(column + 1);
        self.0[column] = (character, paint);
    }

    /// Adds blanks until the row has this many columns.
    fn fill_to(&mut self, columns: usize) {
        let columns = columns.max(self.0.len());
        self.0.resize(columns, (' ', Paint::Text));
    }

    fn append(&mut self, text: &str, paint: Paint) {
        self.0.extend(text.chars().map(|c| (c, paint)));
    }
}

struct Report {
    /// Number of digits of the largest line number.
    number_width: usize,
    /// The column at which the text of lines begins.
    text_column: usize,
    rows: Vec<Row>,
}

impl Report {
    fn new(excerpts: &[Excerpt]) -> Self {
        let marks = excerpts.iter().flat_map(|excerpt| &excerpt.marks);
        let number = marks.map(|mark| mark.last_line).max();
        let number_width = number.map_or(0, |number| number.to_string().len());
        let has_bar = excerpts.iter().any(|excerpt| excerpt.long_mark().is_some());
        Report {
            number_width,
            text_column: number_width + GUTTER + if has_bar { 2 } else { 0 },
            rows: Vec::new(),
        }
    }

    /// Adds a row that begins with blanks, and returns it.
    fn row(&mut self, indentation: usize) -> &mut Row {
        let mut row = Row::default();
        row.fill_to(indentation);
        self.rows.push(row);
        self.rows.last_mut().expect("it has been pushed")
    }

    fn title(&mut self, severity: Severity, summary: &str) {
        let row = self.row(0);
        row.append(severity.as_str(), Paint::Subject);
        row.append(": ", Paint::Emphasis);
        row.append(&displayed(&summary.replace('\n', " ")), Paint::Emphasis);
    }

    /// Adds the location of an excerpt after a sign: `-->` for the first location, `:::` for others.
    fn place(&mut self, sign: &str, place: &str) {
        let row = self.row(self.number_width);
        row.append(sign, Paint::Gutter);
        row.append(place, Paint::Text);
    }

    /// Adds a row that has only the bar of the gutter, and returns it.
    fn bar(&mut self) -> &mut Row {
        let row = self.row(self.number_width + 1);
        row.append("|", Paint::Gutter);
        row
    }

    /// Adds a text of one or more lines after a label.
    fn note(&mut self, label: &str, text: &str) {
        let indentation = self.number_width + GUTTER + label.len() + 2;
        for (index, line) in text.lines().enumerate() {
            let row = self.row(if index == 0 {
                self.number_width + 1
            } else {
                indentation
            });
            if index == 0 {
                row.append("= ", Paint::Gutter);
                row.append(label, Paint::Emphasis);
                row.append(": ", Paint::Text);
            }
            row.append(line, Paint::Text);
        }
    }

    /// Adds a text of a report without a location.
    fn indented(&mut self, label: &str, text: &str) {
        for line in text.lines() {
            let row = self.row(2);
            row.append(label, Paint::Text);
            row.append(line, Paint::Text);
        }
    }

    /// Adds the lines of an excerpt and their marks.
    fn excerpt(&mut self, excerpt: &Excerpt) {
        let mut previous = None;
        for number in excerpt.shown() {
            match previous.map_or(1, |previous| number - previous) {
                1 => {}
                // A single omitted line takes no more space than the ellipsis.
                2 => self.line(excerpt, number - 1),
                _ => {
                    let bar = self.number_width + GUTTER;
                    let row = self.row(0);
                    row.append(ELLIPSIS, Paint::Gutter);
                    if excerpt.has_bar(number) {
                        row.put(bar, '|', Paint::Subject);
                    }
                }
            }
            previous = Some(number);
            self.line(excerpt, number);
            self.marks(excerpt, number);
        }
    }

    fn line(&mut self, excerpt: &Excerpt, number: usize) {
        let (bar, text_column) = (self.number_width + GUTTER, self.text_column);
        let digits = format!("{number:>0$}", self.number_width);
        let row = self.bar();
        for (column, digit) in digits.chars().enumerate() {
            row.put(column, digit, Paint::Gutter);
        }
        if excerpt.has_bar(number) {
            row.put(bar, '|', Paint::Subject);
        } else if excerpt.begins_whole(number) {
            row.put(bar, '/', Paint::Subject);
        }
        row.fill_to(text_column);
        row.append(&excerpt.line(number).text(), Paint::Text);
    }

    /// Adds a row with the marks of a line, if it has any.
    fn marks(&mut self, excerpt: &Excerpt, number: usize) {
        let arrow = excerpt.arrow(number);
        if arrow.is_none() && excerpt.short_marks(number).next().is_none() {
            return;
        }
        let (bar, text_column) = (self.number_width + GUTTER, self.text_column);
        let row = self.bar();
        if let Some((_, column)) = arrow {
            for place in bar + 1..text_column + column {
                row.put(place, '_', Paint::Subject);
            }
        }
        // The subject is the first mark. It is drawn last, over the context.
        for (role, columns) in excerpt.short_marks(number).rev() {
            let (sign, paint) = match role {
                MarkRole::Subject => ('^', Paint::Subject),
                MarkRole::Context => ('-', Paint::Context),
            };
            for column in columns {
                row.put(text_column + column, sign, paint);
            }
        }
        if let Some((corner, column)) = arrow {
            row.put(bar, corner, Paint::Subject);
            row.put(text_column + column, '^', Paint::Subject);
        }
    }

    /// The rows as text. In a plain report, blanks at the ends of lines are removed; excerpts can contain them.
    fn text(&self, severity: Severity, style: RenderStyle) -> String {
        let rows = self.rows.iter().map(|row| match style {
            RenderStyle::Plain => {
                let text: String = row.0.iter().map(|(character, _)| character).collect();
                text.trim_end().to_owned()
            }
            RenderStyle::Ansi => coloured(row, severity),
        });
        rows.collect::<Vec<_>>().join("\n")
    }
}

/// A row with ANSI escape sequences.
fn coloured(row: &Row, severity: Severity) -> String {
    let mut text = String::new();
    for run in row
        .0
        .chunk_by(|left, right| code(left.1, severity) == code(right.1, severity))
    {
        let code = code(run[0].1, severity);
        text.push_str(code);
        text.extend(run.iter().map(|(character, _)| character));
        if !code.is_empty() {
            text.push_str("\u{1b}[0m");
        }
    }
    text
}

/// The ANSI escape sequences of a paint. Some colours are hard to read on the console of Windows.
fn code(paint: Paint, severity: Severity) -> &'static str {
    match (paint, severity) {
        (Paint::Text, _) => "",
        (Paint::Emphasis, _) if cfg!(windows) => "\u{1b}[1m\u{1b}[97m",
        (Paint::Emphasis, _) => "\u{1b}[1m",
        (Paint::Gutter | Paint::Context, _) if cfg!(windows) => "\u{1b}[1m\u{1b}[96m",
        (Paint::Gutter | Paint::Context, _) => "\u{1b}[1m\u{1b}[94m",
        (Paint::Subject, Severity::Error) => "\u{1b}[1m\u{1b}[91m",
        (Paint::Subject, Severity::Warning) if cfg!(windows) => "\u{1b}[1m\u{1b}[93m",
        (Paint::Subject, Severity::Warning) => "\u{1b}[1m\u{1b}[33m",
    }
}
