//! Assignments and comments of consecutive lines, one below the other.
//!
//! Knows nothing of pieces.

use crate::source::count_columns;

/// What begins further to the right is not aligned, and moves nothing: padding must stay in
/// proportion to the text.
const MAX_COLUMNS: usize = 1000;

/// Takes lines of up to three cells (what leads the line, an assignment, a comment) and writes them.
pub(super) struct Alignment {
    out: String,
    /// The lines that wait for those after them, without the gaps between their cells.
    pending: String,
    lines: Vec<Line>,
    /// The line at hand, and where its last cell begins in the pending text.
    line: Line,
    cell_start: usize,
}

/// The gaps of a line.
#[derive(Clone, Copy, Default)]
struct Line {
    assignment: Option<Gap>,
    comment: Option<Gap>,
}

/// The spaces before an assignment or a comment.
#[derive(Clone, Copy)]
struct Gap {
    /// Where they belong in the pending text.
    at: usize,
    /// The columns of the cell before them.
    columns: usize,
    spaces: usize,
}

impl Alignment {
    /// Writes after what is in `out`.
    pub(super) fn new(out: String) -> Self {
        Alignment {
            out,
            pending: String::new(),
            lines: Vec::new(),
            line: Line::default(),
            cell_start: 0,
        }
    }

    /// Writes a part of a cell.
    #[inline]
    pub(super) fn write(&mut self, text: &str) {
        self.pending.push_str(text);
    }

    /// Writes spaces in a cell.
    #[inline]
    pub(super) fn write_spaces(&mut self, count: usize) {
        push_spaces(&mut self.pending, count);
    }

    /// What is written next is an assignment.
    pub(super) fn begin_assignment(&mut self) {
        self.line.assignment = Some(self.end_cell());
    }

    /// What is written next is a comment.
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
            // Nothing is aligned across this line.
            self.flush();
        }
        self.cell_start = self.pending.len();
    }

    /// Ends the last line and returns the text.
    pub(super) fn finish(mut self) -> String {
        self.end_line("");
        self.flush();
        self.out
    }

    /// Writes everything that waits.
    fn flush(&mut self) {
        align(&mut self.lines, Line::assignment);
        // The columns before a comment are known once the assignments have their places.
        align(&mut self.lines, Line::comment);
        let mut start = 0;
        for line in self.lines.drain(..) {
            for gap in [line.assignment, line.comment].into_iter().flatten() {
                self.out.push_str(&self.pending[start..gap.at]);
                push_spaces(&mut self.out, gap.spaces);
                start = gap.at;
            }
        }
        self.out.push_str(&self.pending[start..]);
        self.pending.clear();
    }
}

impl Line {
    /// The gap before the assignment, and the columns before that.
    fn assignment(&mut self) -> Option<(&mut Gap, usize)> {
        let gap = self.assignment.as_mut()?;
        let columns = gap.columns;
        Some((gap, columns))
    }

    /// The gap before the comment, and the columns before that.
    fn comment(&mut self) -> Option<(&mut Gap, usize)> {
        let gap = self.comment.as_mut()?;
        let lead = self.assignment.map_or(0, |it| it.columns + it.spaces);
        let columns = lead + gap.columns;
        Some((gap, columns))
    }
}

/// Makes one kind of gap end in the same column in consecutive lines that have it.
fn align(lines: &mut [Line], gap: fn(&mut Line) -> Option<(&mut Gap, usize)>) {
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

/// Makes a gap of each line end one column after the widest.
fn pad(lines: &mut [Line], gap: fn(&mut Line) -> Option<(&mut Gap, usize)>, widest: usize) {
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
