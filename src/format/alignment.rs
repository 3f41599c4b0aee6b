//! Alignment of assignments and comments in consecutive lines.
//!
//! The serializer also pads its lines with [`write_padded`].

use crate::source::count_columns;

/// Cells beyond this column are not aligned and do not move others: padding must stay proportional to the
/// text.
pub(crate) const MAX_COLUMNS: usize = 1000;

/// Appends `text`, which begins at the offset `start`, and inserts spaces in it. For each gap, `gaps` gives the offset
/// and the number of spaces.
#[inline]
pub(crate) fn write_padded(
    out: &mut String,
    text: &str,
    mut start: usize,
    gaps: impl Iterator<Item = (usize, usize)>,
) {
    let mut rest = text;
    for (at, spaces) in gaps {
        let (before, after) = rest.split_at(at - start);
        out.push_str(before);
        push_spaces(out, spaces);
        (start, rest) = (at, after);
    }
    out.push_str(rest);
}

/// Collects lines of up to three cells (the beginning of the line, an assignment, a comment) and writes them
/// aligned.
pub(super) struct Alignment {
    out: String,
    /// The text of the lines that are not written yet, with one space between their cells.
    pending: String,
    lines: Vec<PendingLine>,
    /// The current line, and the offset of its last cell in the pending text.
    line: PendingLine,
    cell_start: usize,
    /// The cells of the lines written so far.
    cells: Vec<LineCells>,
}

/// The offsets of the aligned cells of a line in the written text.
#[derive(Clone, Copy, Default)]
pub(crate) struct LineCells {
    pub(crate) assignment: Option<usize>,
    pub(crate) comment: Option<usize>,
}

/// The gaps of a line.
#[derive(Clone, Copy, Default)]
struct PendingLine {
    assignment: Option<Gap>,
    comment: Option<Gap>,
}

/// The space before an assignment or a comment.
#[derive(Clone, Copy)]
struct Gap {
    /// Its offset in the pending text.
    at: usize,
    /// The width of the cell before it, in columns.
    columns: usize,
    /// Number of spaces added to it.
    spaces: usize,
}

impl Alignment {
    /// Creates an alignment that appends its text to `out`.
    pub(super) fn new(out: String) -> Self {
        Alignment {
            out,
            cells: Vec::new(),
            pending: String::new(),
            lines: Vec::new(),
            line: PendingLine::default(),
            cell_start: 0,
        }
    }

    /// Writes a part of a cell.
    pub(super) fn write(&mut self, text: &str) {
        self.pending.push_str(text);
    }

    /// Writes spaces that belong to a cell.
    #[inline]
    pub(super) fn write_spaces(&mut self, count: usize) {
        push_spaces(&mut self.pending, count);
    }

    pub(super) fn begin_assignment(&mut self) {
        self.line.assignment = Some(self.end_cell());
    }

    pub(super) fn begin_comment(&mut self) {
        self.line.comment = Some(self.end_cell());
    }

    fn end_cell(&mut self) -> Gap {
        let at = self.pending.len();
        let columns = count_columns(&self.pending[self.cell_start..]);
        self.pending.push(' ');
        self.cell_start = self.pending.len();
        Gap {
            at,
            columns,
            spaces: 0,
        }
    }

    pub(super) fn end_line(&mut self, newline: &str) {
        self.pending.push_str(newline);
        let line = std::mem::take(&mut self.line);
        if line.assignment.or(line.comment).is_some() {
            self.lines.push(line);
        } else {
            // The lines before and after this one are not aligned with one another.
            self.flush();
            self.cells.push(LineCells::default());
        }
        self.cell_start = self.pending.len();
    }

    /// Ends the last line and returns the text, and the cells of its lines.
    pub(super) fn finish(mut self) -> (String, Vec<LineCells>) {
        self.end_line("");
        self.flush();
        (self.out, self.cells)
    }

    fn flush(&mut self) {
        align(&mut self.lines, PendingLine::assignment);
        // The columns before a comment depend on the aligned assignments.
        align(&mut self.lines, PendingLine::comment);
        let mut before = self.out.len();
        let mut place = |gap: Gap| {
            before += gap.spaces;
            before + gap.at + 1
        };
        self.cells.extend(self.lines.iter().map(|line| LineCells {
            assignment: line.assignment.map(&mut place),
            comment: line.comment.map(&mut place),
        }));
        let gaps = self
            .lines
            .iter()
            .flat_map(|line| [line.assignment, line.comment]);
        let gaps = gaps.flatten().map(|gap| (gap.at, gap.spaces));
        write_padded(&mut self.out, &self.pending, 0, gaps);
        self.lines.clear();
        self.pending.clear();
    }
}

impl PendingLine {
    /// The gap before the assignment, and the columns before the gap.
    fn assignment(&mut self) -> Option<(&mut Gap, usize)> {
        let gap = self.assignment.as_mut()?;
        let columns = gap.columns;
        Some((gap, columns))
    }

    /// The gap before the comment, and the columns before the gap.
    fn comment(&mut self) -> Option<(&mut Gap, usize)> {
        let gap = self.comment.as_mut()?;
        let lead = self.assignment.map_or(0, |it| it.columns + 1 + it.spaces);
        let columns = lead + gap.columns;
        Some((gap, columns))
    }
}

/// Aligns the gaps of one kind in consecutive lines.
fn align(lines: &mut [PendingLine], gap: fn(&mut PendingLine) -> Option<(&mut Gap, usize)>) {
    let mut start = 0;
    let mut widest = 0;
    for index in 0..lines.len() {
        match gap(&mut lines[index]) {
            Some((_, columns)) if columns <= MAX_COLUMNS => widest = widest.max(columns),
            _ => {
                pad(&mut lines[start..index], gap, widest);
                (start, widest) = (index + 1, 0);
            }
        }
    }
    pad(&mut lines[start..], gap, widest);
}

/// Widens the gap of each line, so that all end one column after the widest cell.
fn pad(
    lines: &mut [PendingLine],
    gap: fn(&mut PendingLine) -> Option<(&mut Gap, usize)>,
    widest: usize,
) {
    for (gap, columns) in lines.iter_mut().filter_map(gap) {
        gap.spaces = widest - columns;
    }
}

/// Adds spaces in pieces of constant length, which are copied without a call.
#[inline]
pub(crate) fn push_spaces(text: &mut String, count: usize) {
    for _ in 0..count / 8 {
        text.push_str("        ");
    }
    if count & 4 != 0 {
        text.push_str("    ");
    }
    if count & 2 != 0 {
        text.push_str("  ");
    }
    if count & 1 != 0 {
        text.push(' ');
    }
}
