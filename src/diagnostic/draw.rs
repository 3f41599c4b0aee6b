//! The layout of reports: rows of characters for the title, excerpts with underlined marks, notes.
//!
//! The layout is that of rustc's messages, as the crate annotate-snippets draws it; a test compares the two. The crate
//! itself is not used: it took a tenth of a cold release build and of the size of a small program.
//!
//! Knows nothing of sources: an excerpt is text with marks.

#[cfg(test)]
mod tests;

use unicode_width::UnicodeWidthChar;

use super::excerpt::{Excerpt, MarkRole};
use super::{RenderStyle, Severity};

/// Columns between a line number and the text of the line: a blank, the bar and a blank.
const GUTTER: usize = 3;

/// Lines with a deeper common indentation are displayed with a part of it only.
const MAX_INDENT: usize = 26;

/// Columns of indentation that are displayed of such lines.
const SHORT_INDENT: usize = 22;

/// Replaces omitted lines and indentation.
const ELLIPSIS: &str = "...";

/// The role of a character in a report, which decides its colour.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Paint {
    Text,
    Emphasis,
    Gutter,
    Subject,
    Context,
}

/// A report that is being drawn.
pub(super) struct Drawing {
    severity: Severity,
    /// Number of digits of the largest line number.
    number_width: usize,
    /// The column at which the text of lines begins.
    text_column: usize,
    rows: Vec<Row>,
}

/// One row: characters, each with its paint.
#[derive(Default)]
struct Row(Vec<(char, Paint)>);

impl Row {
    /// Puts a character at a column; blanks fill the gap before it.
    fn put(&mut self, column: usize, character: char, paint: Paint) {
        if column >= self.0.len() {
            self.0.resize(column + 1, (' ', Paint::Text));
        }
        self.0[column] = (character, paint);
    }

    fn put_text(&mut self, column: usize, text: &str, paint: Paint) {
        for (index, character) in text.chars().enumerate() {
            self.put(column + index, character, paint);
        }
    }

    fn append(&mut self, text: &str, paint: Paint) {
        self.0.extend(text.chars().map(|c| (c, paint)));
    }
}

/// A point in an excerpt: the index of a line and a column of the terminal.
#[derive(Clone, Copy, PartialEq, Eq)]
struct ExcerptPoint {
    line: usize,
    column: usize,
}

impl ExcerptPoint {
    fn new(text: &str, byte: usize) -> Self {
        let before = &text[..byte];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        ExcerptPoint {
            line: before.matches('\n').count(),
            column: width(&before[line_start..]),
        }
    }
}

/// An excerpt with its marks as points.
struct ExcerptLayout<'a> {
    lines: Vec<&'a str>,
    first_line: usize,
    /// Marks within one line: role, index of the line, columns.
    short: Vec<(MarkRole, usize, std::ops::Range<usize>)>,
    /// The mark that covers several lines. Only a subject does.
    long: Option<(ExcerptPoint, ExcerptPoint)>,
    /// Number of columns of indentation that are omitted.
    cut: usize,
}

impl<'a> ExcerptLayout<'a> {
    fn new(excerpt: &'a Excerpt) -> Self {
        let mut short = Vec::new();
        let mut long = None;
        for (role, range) in &excerpt.marks {
            let start = ExcerptPoint::new(&excerpt.text, range.start);
            let end = ExcerptPoint::new(&excerpt.text, range.end);
            if start.line == end.line {
                // An empty mark is drawn as one character.
                let end = end.column.max(start.column + 1);
                short.push((*role, start.line, start.column..end));
            } else {
                long = Some((start, end));
            }
        }
        let mut layout = ExcerptLayout {
            lines: excerpt.text.split('\n').collect(),
            first_line: excerpt.first_line,
            short,
            long,
            cut: 0,
        };
        layout.cut = layout.indent_to_cut();
        layout
    }

    fn indent_to_cut(&self) -> usize {
        let lines = self.shown().into_iter().map(|line| self.lines[line]);
        let indents = lines.filter(|line| !line.trim().is_empty()).map(|line| {
            line.chars()
                .take_while(|c| c.is_whitespace())
                .map(indent)
                .sum()
        });
        let mut least = indents.min().unwrap_or(0);
        for (_, _, columns) in &self.short {
            least = least.min(columns.start);
        }
        if let Some((start, end)) = self.long {
            least = least.min(start.column).min(end.column.saturating_sub(1));
        }
        if least > MAX_INDENT {
            least - SHORT_INDENT
        } else {
            0
        }
    }

    /// The indices of the lines to display: those with marks, and the first and last ones of a long mark.
    fn shown(&self) -> Vec<usize> {
        let mut shown = vec![false; self.lines.len()];
        for (_, line, _) in &self.short {
            shown[*line] = true;
        }
        if let Some((ExcerptPoint { line: start, .. }, ExcerptPoint { line: end, .. })) = self.long
        {
            let middle = end.min(start + 4);
            let says_something = |line: usize| says_something(self.lines[line]);
            let until = (start..middle).rev().find(|line| says_something(*line));
            shown[end] = true;
            shown[start..=until.unwrap_or(start)].fill(true);
            if middle < end - 1 && says_something(end - 1) {
                shown[end - 1] = true;
            }
        }
        (0..shown.len()).filter(|line| shown[*line]).collect()
    }

    /// Whether the vertical bar of the long mark is drawn at a line.
    fn has_bar(&self, line: usize) -> bool {
        self.long
            .is_some_and(|(start, end)| start.line < line && line <= end.line)
    }

    /// If the long mark begins or ends at a line: the character below its vertical bar and the column of its arrow.
    fn arrow(&self, line: usize) -> Option<(char, usize)> {
        let (start, end) = self.long?;
        if end.line == line {
            Some(('|', end.column.saturating_sub(1)))
        } else if start.line == line && !self.begins_whole(line) {
            Some((' ', start.column))
        } else {
            None
        }
    }

    /// Whether the long mark begins at a line, with only blanks before it and no other mark.
    fn begins_whole(&self, line: usize) -> bool {
        let is_alone = self.short.iter().all(|(_, other, _)| *other != line);
        let Some((start, _)) = self
            .long
            .filter(|(start, _)| start.line == line && is_alone)
        else {
            return false;
        };
        let text = printable(self.lines[line]);
        width(&text) - width(text.trim_start()) >= start.column
    }
}

/// Whether a line is worth displaying at the end of an omission: not if it has only a comment or a bracket.
fn says_something(line: &str) -> bool {
    let line = line.trim();
    let is_comment = line.starts_with("//") && !line.starts_with("///") && !line.starts_with("//!");
    !is_comment && !["", "{", "}", "(", ")", "[", "]"].contains(&line)
}

impl Drawing {
    /// Begins a report with its title.
    pub(super) fn new(severity: Severity, summary: &str, excerpts: &[Excerpt]) -> Self {
        let last_line = |excerpt: &Excerpt| {
            let end = excerpt.marks.iter().map(|(_, range)| range.end).max();
            let before = &excerpt.text[..end.unwrap_or(0)];
            excerpt.first_line + before.matches('\n').count()
        };
        let is_long = |excerpt: &Excerpt| {
            let mut marks = excerpt.marks.iter();
            marks.any(|(_, range)| excerpt.text[range.clone()].contains('\n'))
        };
        let number = excerpts.iter().map(last_line).max();
        let number_width = number.map_or(0, |number| number.to_string().len());
        let bar_width = if excerpts.iter().any(is_long) { 2 } else { 0 };
        let mut title = Row::default();
        title.append(severity.as_str(), Paint::Subject);
        title.append(": ", Paint::Emphasis);
        title.append(&printable(summary), Paint::Emphasis);
        Drawing {
            severity,
            number_width,
            text_column: number_width + GUTTER + bar_width,
            rows: vec![title],
        }
    }

    /// Adds the place of an excerpt, after the sign for the first or for a further place.
    pub(super) fn place(&mut self, sign: &str, place: &str) {
        let mut row = Row::default();
        row.append(&" ".repeat(self.number_width), Paint::Text);
        row.append(sign, Paint::Gutter);
        row.append(place, Paint::Text);
        self.rows.push(row);
    }

    /// Adds a row that has only the bar of the gutter.
    pub(super) fn bar(&mut self) {
        let row = self.row_with_bar();
        self.rows.push(row);
    }

    /// Adds a text of one or more lines after a label.
    pub(super) fn note(&mut self, word: &str, text: &str) {
        let indent = self.number_width + GUTTER + word.len() + 2;
        for (index, line) in text.split('\n').enumerate() {
            let mut row = Row::default();
            if index == 0 {
                row.put_text(self.number_width + 1, "= ", Paint::Gutter);
                row.append(word, Paint::Emphasis);
                row.append(": ", Paint::Text);
            } else {
                row.append(&" ".repeat(indent), Paint::Text);
            }
            row.append(line, Paint::Text);
            self.rows.push(row);
        }
    }

    /// Adds the lines of an excerpt and their marks.
    pub(super) fn excerpt(&mut self, excerpt: &Excerpt) {
        let layout = ExcerptLayout::new(excerpt);
        let mut previous = None;
        for line in layout.shown() {
            match previous.map_or(1, |previous| line - previous) {
                1 => {}
                // One line takes no more room than the ellipsis.
                2 => {
                    self.line(&layout, line - 1);
                }
                _ => {
                    let mut row = Row::default();
                    row.put_text(0, ELLIPSIS, Paint::Gutter);
                    if layout.has_bar(line) {
                        row.put(self.number_width + GUTTER, '|', Paint::Subject);
                    }
                    self.rows.push(row);
                }
            }
            previous = Some(line);
            let left = self.line(&layout, line);
            self.marks(&layout, line, left);
        }
    }

    /// Adds a line of an excerpt; returns the number of its columns that are omitted.
    fn line(&mut self, layout: &ExcerptLayout, line: usize) -> usize {
        let mut row = self.row_with_bar();
        let number = format!("{:>1$}", layout.first_line + line, self.number_width);
        row.put_text(0, &number, Paint::Gutter);
        let text = printable(layout.lines[line]);
        let (mut characters, mut column) = (text.chars(), self.text_column);
        let left = skip(&mut characters, layout.cut.min(width(&text)));
        if layout.cut > 0 {
            row.put_text(column, ELLIPSIS, Paint::Gutter);
            column += skip(&mut characters, ELLIPSIS.len());
        }
        row.put_text(column, characters.as_str(), Paint::Text);
        if layout.has_bar(line) {
            row.put(self.number_width + GUTTER, '|', Paint::Subject);
        } else if layout.begins_whole(line) {
            row.put(self.number_width + GUTTER, '/', Paint::Subject);
        }
        self.rows.push(row);
        left
    }

    /// Adds a row with the marks of a line, if it has any.
    fn marks(&mut self, layout: &ExcerptLayout, line: usize, left: usize) {
        let mut row = self.row_with_bar();
        let columns = row.0.len();
        let column = |column: usize| (self.text_column + column).saturating_sub(left);
        let bar = self.number_width + GUTTER;
        let arrow = layout.arrow(line);
        if let Some((_, arrow)) = arrow {
            for place in bar + 1..column(arrow) {
                row.put(place, '_', Paint::Subject);
            }
        }
        // The subject is the first mark. It is drawn last, over the context.
        for (role, _, range) in layout.short.iter().rev().filter(|mark| mark.1 == line) {
            let (sign, paint) = match role {
                MarkRole::Subject => ('^', Paint::Subject),
                MarkRole::Context => ('-', Paint::Context),
            };
            for place in range.clone() {
                row.put(column(place), sign, paint);
            }
        }
        if let Some((corner, arrow)) = arrow {
            row.put(bar, corner, Paint::Subject);
            row.put(column(arrow), '^', Paint::Subject);
        }
        if row.0.len() > columns {
            self.rows.push(row);
        }
    }

    fn row_with_bar(&self) -> Row {
        let mut row = Row::default();
        row.put(self.number_width + 1, '|', Paint::Gutter);
        row
    }

    /// The rows as text.
    pub(super) fn text(&self, style: RenderStyle) -> String {
        let mut text = String::new();
        for (index, row) in self.rows.iter().enumerate() {
            if index > 0 {
                text.push('\n');
            }
            let mut current = "";
            for (character, paint) in &row.0 {
                let code = match style {
                    RenderStyle::Plain => "",
                    RenderStyle::Ansi => code(*paint, self.severity),
                };
                change_colour(&mut text, current, code);
                current = code;
                text.push(*character);
            }
            change_colour(&mut text, current, "");
        }
        text
    }
}

fn change_colour(text: &mut String, from: &str, to: &str) {
    if from != to {
        if !from.is_empty() {
            text.push_str("\u{1b}[0m");
        }
        text.push_str(to);
    }
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

/// Skips characters of a width of at least `columns`; returns their width.
fn skip(characters: &mut std::str::Chars, columns: usize) -> usize {
    let mut skipped = 0;
    while skipped < columns {
        let Some(character) = characters.next() else {
            break;
        };
        skipped += char_width(character);
    }
    skipped
}

/// The text to display: a tab is four blanks, and joiners are left out because terminals treat them differently.
fn printable(text: &str) -> String {
    text.replace('\t', "    ").replace('\u{200d}', "")
}

fn width(text: &str) -> usize {
    text.chars().map(char_width).sum()
}

/// Number of columns that a character takes on a terminal.
fn char_width(character: char) -> usize {
    match character {
        '\t' => 4,
        _ => character.width().unwrap_or(1),
    }
}

/// Number of columns by which a blank indents.
fn indent(blank: char) -> usize {
    if blank == '\t' { 4 } else { 1 }
}
