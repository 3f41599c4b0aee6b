//! Assignments of consecutive lines, whose `=` stand one below the other.
//!
//! How far to the right that is can be known only when all lines are there. But most bodies of one type have the same
//! names: the place is guessed from those before, and the lines are written again if the guess was wrong.
//!
//! Knows nothing of values.

use super::Serializer;
use super::names::{Name, spread};
use crate::source::count_columns;

/// What has more columns before its assignment is not aligned, and moves nothing: so it is in the formatter.
const MAX_ALIGNED: usize = 1000;

/// So many guesses are kept.
const GUESSES: usize = 256;

/// The assignment of an attribute or of an item of an object.
#[derive(Clone, Copy)]
struct Assignment {
    /// Where the spaces begin that align it.
    start: usize,
    /// How many columns there are before them.
    columns: usize,
}

/// Consecutive lines at the end of the text. While a value is being written, the last of them is the line at hand.
pub(super) struct Run {
    lines: Vec<Assignment>,
    /// How wide a line is at most; none is so narrow if nothing is aligned.
    max_width: usize,
    /// How wide the widest line is, unless all are narrower than was expected.
    widest: usize,
    /// How wide the widest line is expected to be: as wide as that are all others with the spaces that align them.
    guess: u8,
    /// The place of that guess.
    place: usize,
    /// How wide the widest lines were, unless a wrong guess of that would be dear.
    guesses: [u8; GUESSES],
    /// A number by which bodies of one type and length are known.
    body: u64,
}

impl Run {
    pub(super) fn new(is_aligned: bool) -> Self {
        Run {
            max_width: if is_aligned { MAX_ALIGNED } else { 0 },
            lines: Vec::with_capacity(16),
            widest: 0,
            guess: 0,
            place: 0,
            guesses: [0; GUESSES],
            body: 0,
        }
    }

    /// What comes next is a body of so many items, and of a type of this name if it has one. Lines of a body of which
    /// nobody says so are guessed as those of the last one.
    #[inline]
    pub(super) fn begin_body(&mut self, name: &'static str, len: usize) {
        self.body = (name.as_ptr().addr() as u64).wrapping_add((len as u64) << 32);
    }

    /// How many spaces align a line of this width, as is expected.
    #[inline]
    fn spaces(&self, columns: usize) -> usize {
        usize::from(self.guess).saturating_sub(columns)
    }

    /// Begins a line of this width, unless it is too wide: how many spaces are expected to align it.
    #[inline]
    fn begin_line(&mut self, start: usize, columns: usize) -> Option<usize> {
        if columns > self.max_width {
            return None;
        }
        if self.lines.is_empty() {
            self.place = usize::from(spread(self.body ^ (columns as u64) << 48));
            self.guess = self.guesses[self.place];
        }
        self.lines.push(Assignment { start, columns });
        let guess = usize::from(self.guess);
        if columns < guess {
            return Some(guess - columns);
        }
        self.widest = self.widest.max(columns);
        Some(0)
    }

    /// Takes out the last line.
    fn pop(&mut self) -> Option<Assignment> {
        let last = self.lines.pop()?;
        self.measure();
        Some(last)
    }

    /// Finds out how wide the widest line is, also if it is narrower than was expected.
    fn measure(&mut self) {
        let widths = self.lines.iter().map(|line| line.columns);
        self.widest = widths.max().unwrap_or_default();
    }

    pub(super) fn clear(&mut self) {
        self.lines.clear();
        self.widest = 0;
    }
}

impl Serializer {
    /// Begins a line with a name and the assignment to it.
    #[expect(
        clippy::inline_always,
        reason = "each line is written by it, and its callers are few"
    )]
    #[inline(always)]
    pub(super) fn begin_named_assignment(&mut self, name: Name<'_>) {
        if let Some(known) = self.names.known(name.look) {
            let (indent, len) = (self.indentation, usize::from(known.len));
            let start = self.text.len() + indent + len;
            if let Some(spaces) = self.run.begin_line(start, indent + len) {
                self.text.push_head(indent, &known.padded, len + spaces);
                return;
            }
        }
        self.begin_other_assignment(name.text);
    }

    /// The same for a name that is not known.
    #[inline(never)]
    fn begin_other_assignment(&mut self, name: &str) {
        let (indent, len) = (self.indentation, name.len());
        let columns = indent + count_columns(name);
        let spaces = self.begin_aligned(indent + len, columns);
        self.text.push_spaces(indent);
        self.text.push_str(name);
        self.text.push_spaces(spaces);
        self.text.push_str(" = ");
    }

    /// Begins the assignment to the name that was just written.
    pub(super) fn begin_assignment(&mut self) {
        let columns = self.text.columns(self.line_start..self.text.len());
        let spaces = self.begin_aligned(0, columns);
        self.text.push_spaces(spaces);
        self.text.push_str(" = ");
    }

    /// How many spaces are to align the assignment that will be written so many bytes from here.
    fn begin_aligned(&mut self, bytes: usize, columns: usize) -> usize {
        if let Some(spaces) = self.run.begin_line(self.text.len() + bytes, columns) {
            return spaces;
        }
        self.close_run();
        0
    }

    /// Something of several lines begins, which keeps the line at hand from being aligned.
    pub(super) fn leave_run(&mut self) {
        if let Some(line) = self.run.pop() {
            let spaces = self.run.spaces(line.columns);
            if spaces > 0 {
                self.text.remove(line.start..line.start + spaces);
                self.tuple.start = self.tuple.start.saturating_sub(spaces);
            }
            self.close_run();
        }
    }

    /// Ends the lines whose assignments are aligned: what comes next is something else, or on a line of its own.
    #[inline]
    pub(super) fn close_run(&mut self) {
        if self.run.lines.is_empty() {
            return;
        }
        if self.run.widest != usize::from(self.run.guess) {
            self.align_run();
        }
        let run = &mut self.run;
        run.guesses[run.place] = u8::try_from(run.widest).unwrap_or_default();
        run.clear();
    }

    /// Gives each line the spaces that it should have.
    #[inline(never)]
    fn align_run(&mut self) {
        let before = self.text.len();
        if usize::from(self.run.guess) < self.run.widest {
            self.widen_gaps();
        } else {
            self.run.measure();
            self.narrow_gaps();
        }
        // The line at hand has moved. If nobody asks where it begins, the place is that of an earlier one and of no use.
        let after = self.text.len();
        for place in [&mut self.line_start, &mut self.tuple.start] {
            *place = (*place + after).saturating_sub(before);
        }
    }

    /// Gives lines more spaces, from the last one on.
    fn widen_gaps(&mut self) {
        let (run, text) = (&self.run, &mut self.text);
        let guess = usize::from(run.guess);
        let missing = |line: &Assignment| run.widest - line.columns.max(guess);
        let mut more: usize = run.lines.iter().map(missing).sum();
        let mut end = text.len();
        text.push_spaces(more);
        for line in run.lines.iter().rev() {
            // What is behind the gap moves by all that is inserted before it.
            text.copy_within(line.start..end, line.start + more);
            end = line.start;
            let missing = missing(line);
            more -= missing;
            text.write_spaces(end + more, missing);
        }
    }

    /// Gives lines fewer spaces, from the first one on.
    fn narrow_gaps(&mut self) {
        let (run, text) = (&self.run, &mut self.text);
        let surplus = |line: &Assignment| run.spaces(line.columns) - (run.widest - line.columns);
        let mut fewer = 0;
        for (index, line) in run.lines.iter().enumerate() {
            let end = run
                .lines
                .get(index + 1)
                .map_or(text.len(), |next| next.start);
            let to = line.start - fewer;
            fewer += surplus(line);
            text.copy_within(line.start + surplus(line)..end, to);
        }
        text.truncate(text.len() - fewer);
    }

    /// How many spaces of the line at hand are there because lines are aligned.
    #[inline]
    pub(super) fn added(&self) -> usize {
        let line = self.run.lines.last();
        line.map_or(0, |line| self.run.spaces(line.columns))
    }
}
