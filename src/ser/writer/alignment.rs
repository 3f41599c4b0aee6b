//! Alignment of the `=` of consecutive lines, as in the formatter.
//!
//! The lines of a run are padded once, when the run ends and its widest line is known.

use crate::format::{MAX_COLUMNS, write_padded};

/// An assignment: of an attribute, or of an item of an object.
#[derive(Clone, Copy)]
struct Assignment {
    /// Offset of the space before its `=`.
    at: usize,
    /// Columns of the line before that space.
    columns: usize,
}

/// Consecutive lines at the end of the text. The last of them may be the current line.
pub(super) struct AlignedLines {
    lines: Vec<Assignment>,
    /// Columns of the widest line.
    widest: usize,
    /// Columns of all lines together.
    total: usize,
    /// Maximum number of columns for a line of the run; zero if nothing is aligned.
    max_columns: usize,
    /// A buffer for the unpadded text from the first padded line on.
    unpadded: String,
}

impl AlignedLines {
    pub(super) fn new(is_aligned: bool) -> Self {
        AlignedLines {
            lines: Vec::with_capacity(16),
            widest: 0,
            total: 0,
            max_columns: if is_aligned { MAX_COLUMNS } else { 0 },
            unpadded: String::new(),
        }
    }

    /// Adds the current line, with the offset of the space before its `=` and the columns before it, unless it is too
    /// wide. Returns whether it was added.
    #[inline]
    pub(super) fn add(&mut self, at: usize, columns: usize) -> bool {
        let is_aligned = columns <= self.max_columns;
        if is_aligned {
            self.lines.push(Assignment { at, columns });
            self.widest = self.widest.max(columns);
            self.total += columns;
        }
        is_aligned
    }

    /// Removes the current line.
    pub(super) fn remove_last_line(&mut self) {
        if let Some(last) = self.lines.pop() {
            self.total -= last.columns;
            if last.columns == self.widest {
                let columns = self.lines.iter().map(|line| line.columns);
                self.widest = columns.max().unwrap_or(0);
            }
        }
    }

    /// Ends the run: pads its lines, and returns the number of bytes added to the text.
    #[inline]
    pub(super) fn close(&mut self, text: &mut String) -> usize {
        let added = self.widest * self.lines.len() - self.total;
        if added > 0 {
            self.pad(text);
        }
        self.lines.clear();
        (self.widest, self.total) = (0, 0);
        added
    }

    /// Rewrites the lines, each with the spaces that align it.
    fn pad(&mut self, text: &mut String) {
        let widest = self.widest;
        let mut gaps = self
            .lines
            .iter()
            .filter(|line| line.columns < widest)
            .map(|line| (line.at, widest - line.columns))
            .peekable();
        let Some((start, _)) = gaps.peek().copied() else {
            return;
        };
        self.unpadded.clear();
        self.unpadded.push_str(&text[start..]);
        text.truncate(start);
        write_padded(text, &self.unpadded, start, gaps);
    }
}
