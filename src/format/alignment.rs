//! Alignment of assignments and comments in consecutive lines.

use crate::source::count_columns;

/// Cells beyond this column are not aligned and do not move others: padding must stay proportional to the
/// text.
pub(crate) const MAX_COLUMNS: usize = 1000;

/// Collects lines of up to three cells (the beginning of the line, an assignment, a comment) and writes them
/// aligned.
pub(super) struct Alignment {
    out: String,
    /// The text of the lines that are not written yet, without the gaps between their cells.
    pending: String,
    lines: Vec<PendingLine>,
    /// The current line, and the offset of its last cell in the pending text.
    line: PendingLine,
    cell_start: usize,
    /// The cells of the lines that are written, if somebody asks for them.
    cells: Option<Vec<LineCells>>,
}

/// Where the aligned cells of a line begin, as offsets in the text that is written.
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

/// The spaces before an assignment or a comment.
#[derive(Clone, Copy)]
struct Gap {
    /// Their offset in the pending text.
    at: usize,
    /// The width of the cell before them, in columns.
    columns: usize,
    spaces: usize,
}

impl Alignment {
    /// Appends to `out`, and to `cells` an element for each line.
    pub(super) fn new(out: String, cells: Option<Vec<LineCells>>) -> Self {
        Alignment {
            out,
            cells,
            pending: String::new(),
            lines: Vec::new(),
            line: PendingLine::default(),
            cell_start: 0,
        }
    }

    /// Writes a part of a cell.
    #[inline]
    pub(super) fn write(&mut self, text: &str) {
        self.pending.push_str(text);
    }

    /// Writes spaces that belong to a cell.
    #[inline]
    pub(super) fn write_spaces(&mut self, count: usize) {
        push_spaces(&mut self.pending, count);
    }

    /// Begins the assignment of the current line.
    pub(super) fn begin_assignment(&mut self) {
        self.line.assignment = Some(self.end_cell());
    }

    /// Begins the comment of the current line.
    pub(super) fn begin_comment(&mut self) {
        self.line.comment = Some(self.end_cell());
    }

    fn end_cell(&mut self) -> Gap {
        let at = self.pending.len();
        let columns = count_columns(&self.pending[self.cell_start..]);
        self.cell_start = at;
        Gap {
            at,
            columns,
            spaces: 1,
        }
    }

    /// Ends a line.
    pub(super) fn end_line(&mut self, newline: &str) {
        self.pending.push_str(newline);
        let line = std::mem::take(&mut self.line);
        if line.assignment.or(line.comment).is_some() {
            self.lines.push(line);
        } else {
            // The lines before and after this one are not aligned with one another.
            self.flush();
            if let Some(cells) = &mut self.cells {
                cells.push(LineCells::default());
            }
        }
        self.cell_start = self.pending.len();
    }

    /// Ends the last line and returns the text, and the cells of its lines.
    pub(super) fn finish(mut self) -> (String, Vec<LineCells>) {
        self.end_line("");
        self.flush();
        (self.out, self.cells.unwrap_or_default())
    }

    /// Writes the pending lines.
    fn flush(&mut self) {
        align(&mut self.lines, PendingLine::assignment);
        // The columns before a comment depend on the aligned assignments.
        align(&mut self.lines, PendingLine::comment);
        let mut start = 0;
        for line in self.lines.drain(..) {
            let mut write = |gap: Gap| {
                self.out.push_str(&self.pending[start..gap.at]);
                push_spaces(&mut self.out, gap.spaces);
                start = gap.at;
                self.out.len()
            };
            let written = LineCells {
                assignment: line.assignment.map(&mut write),
                comment: line.comment.map(&mut write),
            };
            if let Some(cells) = &mut self.cells {
                cells.push(written);
            }
        }
        self.out.push_str(&self.pending[start..]);
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
        let lead = self.assignment.map_or(0, |it| it.columns + it.spaces);
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

/// Pads the gap of each line to one column after the widest cell.
fn pad(
    lines: &mut [PendingLine],
    gap: fn(&mut PendingLine) -> Option<(&mut Gap, usize)>,
    widest: usize,
) {
    for (gap, columns) in lines.iter_mut().filter_map(gap) {
        gap.spaces = widest - columns + 1;
    }
}

fn push_spaces(text: &mut String, mut count: usize) {
    const SPACES: &str = "                                                                ";
    while count > SPACES.len() {
        text.push_str(SPACES);
        count -= SPACES.len();
    }
    text.push_str(&SPACES[..count]);
}
