//! The layout of new lines among the lines of a source that is not in the canonical form.
//!
//! New lines get the layout of the formatter. Their assignments and comments are aligned with those of the surrounding
//! lines. The surrounding lines move only if they are aligned as in the canonical form and something new is too wide
//! for their column. All other lines keep every byte.

use std::ops::Range;

use super::layout::{count_visible, indent_of, is_visible};
use crate::format::{LineCells, MAX_COLUMNS, format_with_cells};
use crate::source::count_columns;

/// The origin of a line. A line of several parts has the greatest of their origins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LineOrigin {
    /// A line of the source in the canonical form.
    Source,
    /// A line with new text.
    New,
    /// A line of the source in another layout, which it keeps even if something in it changes.
    Fixed,
    /// A line of a commented-out item with a heredoc: the formatter must not indent it.
    CommentedHeredoc,
}

struct Line {
    text: String,
    origin: LineOrigin,
    assignment: Option<usize>,
    comment: Option<usize>,
}

/// Selects the cell to align in a line: the offset of its first byte.
type CellOf = fn(&mut Line) -> &mut Option<usize>;

/// Lays out the new lines of a text. Lines after the end of `origins` are from the source.
pub(super) fn laid_out(text: &str, origins: &[LineOrigin]) -> String {
    let (formatted, cells) = format_with_cells(text);
    let formatted: Vec<&str> = formatted.split_inclusive('\n').collect();
    let mut lines: Vec<Line> = Vec::with_capacity(formatted.len());
    let origins = origins.iter().chain(std::iter::repeat(&LineOrigin::Source));
    for ((line, formatted), origin) in text.split_inclusive('\n').zip(&formatted).zip(origins) {
        lines.push(Line::new(line, formatted, *origin));
    }
    let cells = Cells::new(&cells, &formatted);
    for (index, offset) in cells.assignments.iter().flatten() {
        lines[*index].assignment = lines[*index].offset(formatted[*index], *offset);
    }
    for (index, offset) in cells.comments.iter().flatten() {
        lines[*index].comment = lines[*index].offset(formatted[*index], *offset);
    }
    // The columns before a comment depend on the aligned assignments.
    align(&mut lines, &cells.assignments, |line| &mut line.assignment);
    align(&mut lines, &cells.comments, |line| &mut line.comment);
    lines.into_iter().map(|line| line.text).collect()
}

/// The cells that the formatter has found, each with the index of its line and its offset in the line.
struct Cells {
    assignments: Vec<Option<(usize, usize)>>,
    comments: Vec<Option<(usize, usize)>>,
}

impl Cells {
    fn new(cells: &[LineCells], lines: &[&str]) -> Self {
        let mut starts = Vec::with_capacity(lines.len());
        let mut start = 0;
        for line in lines {
            starts.push(start);
            start += line.len();
        }
        let place = |at: usize| {
            let index = starts.partition_point(|start| *start <= at) - 1;
            (index, at - starts[index])
        };
        Cells {
            assignments: cells.iter().map(|it| it.assignment.map(place)).collect(),
            comments: cells.iter().map(|it| it.comment.map(place)).collect(),
        }
    }
}

impl Line {
    fn new(line: &str, formatted: &str, origin: LineOrigin) -> Self {
        let text = match origin {
            LineOrigin::New if !line.trim().is_empty() => {
                let content = formatted.trim_start_matches(BLANKS);
                [indent_of(line), content].concat()
            }
            _ => line.to_owned(),
        };
        Line {
            text,
            origin,
            assignment: None,
            comment: None,
        }
    }

    /// Converts an offset in the formatted line to one in this line: only blanks differ.
    fn offset(&self, formatted: &str, at: usize) -> Option<usize> {
        let before = count_visible(&formatted[..at]);
        let bytes = self.text.bytes().enumerate();
        let mut bytes = bytes.filter(|(_, byte)| is_visible(*byte));
        bytes.nth(before).map(|(offset, _)| offset)
    }

    /// The blanks before an offset.
    fn gap(&self, at: usize) -> Range<usize> {
        self.text[..at].trim_end_matches(BLANKS).len()..at
    }

    fn move_to(&mut self, cell: CellOf, column: usize) {
        let Some(at) = *cell(self) else {
            return;
        };
        let gap = self.gap(at);
        let spaces = column.saturating_sub(count_columns(&self.text[..gap.start]));
        let end = gap.start + spaces;
        self.text.replace_range(gap, &" ".repeat(spaces));
        let cells = [&mut self.assignment, &mut self.comment];
        for offset in cells.into_iter().flatten() {
            if *offset >= at {
                *offset = *offset + end - at;
            }
        }
    }
}

const BLANKS: [char; 2] = [' ', '\t'];

/// Aligns one cell of each line with those of the lines above and below.
fn align(lines: &mut [Line], places: &[Option<(usize, usize)>], cell: CellOf) {
    for run in places.split(Option::is_none) {
        let run: Vec<usize> = run.iter().flatten().map(|(index, _)| *index).collect();
        align_run(lines, &run, cell);
    }
}

/// A cell that is aligned with others.
struct AlignedCell {
    line: usize,
    origin: LineOrigin,
    /// The column in which the cell begins, and the first column in which it could begin.
    column: usize,
    least: usize,
}

fn align_run(lines: &mut [Line], run: &[usize], cell: CellOf) {
    let cell_of = |index: &usize| {
        let line = &mut lines[*index];
        let at = (*cell(line))?;
        let gap = line.gap(at);
        Some(AlignedCell {
            line: *index,
            origin: line.origin,
            column: count_columns(&line.text[..at]),
            least: count_columns(&line.text[..gap.start]) + 1,
        })
    };
    let cells: Vec<AlignedCell> = run.iter().filter_map(cell_of).collect();
    let (new, kept): (Vec<_>, Vec<_>) = cells.iter().partition(|it| it.origin == LineOrigin::New);
    let widest = |cells: &[&AlignedCell]| cells.iter().map(|it| it.least).max();
    let Some(widest_new) = widest(&new) else {
        return;
    };
    let widest = widest(&kept).map_or(widest_new, |kept| kept.max(widest_new));
    if widest > MAX_COLUMNS {
        return;
    }
    let shared = match kept.as_slice() {
        [first, rest @ ..] if rest.iter().all(|it| it.column == first.column) => Some(first.column),
        _ => None,
    };
    let is_canonical = kept.iter().all(|it| it.origin == LineOrigin::Source);
    let column = shared.filter(|it| *it >= widest_new).unwrap_or(widest);
    let kept_moves = shared.is_some_and(|it| it < widest_new) && is_canonical;
    for aligned in &cells {
        if aligned.origin == LineOrigin::New || kept_moves {
            lines[aligned.line].move_to(cell, column);
        }
    }
}
