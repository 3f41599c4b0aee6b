//! Assignments of consecutive lines, whose `=` stand one below the other.
//!
//! How far to the right that is can be known only when all lines are there. But most bodies of one type have the same
//! names: the place is guessed from those before, and the lines are written again if the guess was wrong.
//!
//! Knows nothing of values.

use std::iter;

use super::Serializer;
use super::text::{Gap, Text};
use crate::source::count_columns;

/// What has more columns before its assignment is not aligned, and moves nothing: so it is in the formatter.
const MAX_COLUMNS: u16 = 1000;

/// So many guesses are kept.
const GUESSES: usize = 256;

/// Where the assignment is of an attribute or of an item of an object.
#[derive(Clone, Copy, Default)]
pub(super) struct Assignment {
    /// Where the spaces begin that align it.
    start: usize,
    spaces: u16,
    /// How many columns there are before them.
    columns: u16,
}

/// The number of a line with an assignment.
#[derive(Clone, Copy)]
pub(super) struct AssignmentLine(usize);

/// Consecutive lines at the end of the text, the one at hand aside.
pub(super) struct Run {
    lines: Vec<Assignment>,
    widest: u16,
    /// How many columns and spaces there are before all assignments together.
    all: usize,
    /// How wide the widest line is expected to be.
    guess: u16,
    /// The place of that guess.
    place: usize,
    /// How wide the widest lines were.
    guesses: [u16; GUESSES],
    /// A number by which bodies of one type and length are known.
    body: usize,
}

impl Run {
    pub(super) fn new() -> Self {
        Run {
            lines: Vec::with_capacity(16),
            widest: 0,
            all: 0,
            guess: 0,
            place: 0,
            guesses: [0; GUESSES],
            body: 0,
        }
    }

    /// What comes next is a body of so many items, and of a type of this name if it has one.
    #[inline]
    pub(super) fn begin_body(&mut self, name: &'static str, len: usize) {
        self.body = name.as_ptr().addr().wrapping_add(len << 8);
    }

    /// How many spaces are expected to align a line of this width.
    #[inline]
    fn spaces(&mut self, columns: u16) -> u16 {
        if self.lines.is_empty() {
            let spread = (self.body ^ usize::from(columns)).wrapping_mul(0x9e37_79b1);
            self.place = spread / 0x1_0000 % GUESSES;
            self.guess = self.guesses[self.place];
        }
        self.guess.saturating_sub(columns)
    }

    #[inline]
    fn push(&mut self, line: Assignment) {
        self.widest = self.widest.max(line.columns);
        self.all += usize::from(line.columns + line.spaces);
        self.lines.push(line);
    }

    /// How many columns there are before all assignments together once they are aligned.
    fn aligned(&self) -> usize {
        usize::from(self.widest) * self.lines.len()
    }

    /// Gives each line the spaces that it should have.
    fn align(&self, text: &mut Text) {
        let gaps = self.lines.iter().map(|line| Gap {
            start: line.start,
            spaces: usize::from(line.spaces),
            wanted: usize::from(self.widest - line.columns),
        });
        if self.guess > self.widest {
            text.narrow(gaps);
        } else {
            text.widen(gaps.rev(), self.aligned() - self.all);
        }
    }
}

impl Serializer {
    /// Begins the assignment to a name, at the beginning of a line.
    #[inline]
    pub(super) fn begin_named_assignment(&mut self, name: &str) -> AssignmentLine {
        let indent = self.level * usize::from(self.options.indent);
        let columns = if self.names.are_ascii {
            indent + name.len()
        } else {
            indent + count_columns(name)
        };
        let columns = limited(columns);
        let spaces = self.run.spaces(columns);
        self.assignment = Assignment {
            start: self.text.len() + indent + name.len(),
            spaces,
            columns,
        };
        self.assignment_line = self.line;
        self.text
            .push_assignment(indent, name, usize::from(spaces) + 1);
        AssignmentLine(self.line)
    }

    /// Begins the assignment to the name that was just written.
    pub(super) fn begin_assignment(&mut self) -> AssignmentLine {
        let start = self.text.len();
        let columns = if self.names.are_ascii {
            start - self.line_start
        } else {
            self.text.columns(self.line_start..start)
        };
        let columns = limited(columns);
        let spaces = self.run.spaces(columns);
        self.assignment = Assignment {
            start,
            spaces,
            columns,
        };
        self.assignment_line = self.line;
        self.text.push_assignment(0, "", usize::from(spaces) + 1);
        AssignmentLine(self.line)
    }

    /// Ends the line of an assignment. One of several lines is not aligned.
    #[inline]
    pub(super) fn end_assignment(&mut self, line: AssignmentLine) {
        if self.line == line.0 {
            self.align();
        }
        self.newline();
    }

    /// Aligns the assignment on the line at hand, although its value goes on on other lines.
    #[inline]
    pub(super) fn align(&mut self) {
        if self.options.is_aligned {
            if self.assignment.columns > MAX_COLUMNS {
                return self.close_run();
            }
            self.run.push(self.assignment);
        }
    }

    /// Ends the lines whose assignments are aligned: what comes next is something else, or on a line of its own.
    #[inline]
    pub(super) fn close_run(&mut self) {
        if self.run.lines.is_empty() {
            return;
        }
        if self.run.all != self.run.aligned() {
            self.align_run();
        }
        let run = &mut self.run;
        run.guesses[run.place] = run.widest;
        run.lines.clear();
        (run.widest, run.all) = (0, 0);
    }

    #[inline(never)]
    fn align_run(&mut self) {
        let before = self.text.len();
        self.run.align(&mut self.text);
        // The line at hand has moved.
        let move_it = |place: &mut usize| *place = *place + self.text.len() - before;
        move_it(&mut self.line_start);
        if self.assignment_line == self.line {
            move_it(&mut self.assignment.start);
        }
        self.elements.iter_mut().for_each(move_it);
    }

    /// How many spaces of the line at hand are there because lines are aligned.
    pub(super) fn added(&self) -> usize {
        if self.assignment_line == self.line {
            usize::from(self.assignment.spaces)
        } else {
            0
        }
    }

    /// Takes those spaces back.
    pub(super) fn remove_added(&mut self) {
        let added = self.added();
        if added > 0 {
            self.text.narrow(iter::once(Gap {
                start: self.assignment.start,
                spaces: added,
                wanted: 0,
            }));
            self.elements
                .iter_mut()
                .for_each(|element| *element -= added);
            self.assignment.spaces = 0;
        }
    }
}

/// A number of columns as far as it matters.
fn limited(columns: usize) -> u16 {
    u16::try_from(columns).unwrap_or(u16::MAX)
}
