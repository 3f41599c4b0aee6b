//! The text so far, and where on it lines begin, assignments are aligned and tuples are broken into lines.
//!
//! What is written here is what the formatter would make of it, so that most configurations need no second pass: items
//! of a body on lines of their own, blank lines around blocks, the `=` of consecutive lines one below the other.
//!
//! Knows nothing of serde.

use std::fmt::Write as _;
use std::mem;

use super::Serializer;
use super::field::Item;
use super::label::LabelCount;
use crate::quote::{is_plain, write_quoted};

/// A tuple of scalars stays on its line while that has no more columns, alignment aside.
const MAX_COLUMNS: usize = 80;

/// The formatter leaves alone what begins further to the right: it decides on such lines.
const MAX_ALIGNED: usize = 500;

/// The last item of a body.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Last {
    /// Nothing yet, at the beginning of a line.
    #[default]
    Nothing,
    /// Nothing yet, behind the brace that opens the body.
    Brace,
    Attribute,
    Block,
}

/// Where blocks begin that may have to be taken back.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    start: usize,
    last: Last,
    /// How many patches are due before it.
    patches: usize,
    /// The labels of the first of them that is an entry of a map.
    pub(super) labels: Option<LabelCount>,
}

/// Where the assignment of an attribute or of an item of an object is.
#[derive(Clone, Copy)]
pub(super) struct Assignment {
    line_start: usize,
    /// Where the space before its `=` is.
    equals: usize,
}

/// How many columns there are before the spaces of aligned assignments.
#[derive(Clone, Copy, Default)]
struct Widths {
    widest: usize,
    /// In all lines together.
    all: usize,
}

/// Lines of which the assignments are aligned, and the tuple that is on one line so far.
pub(super) struct Pending {
    /// Consecutive lines at the end of the text, the one at hand aside.
    run: Vec<Assignment>,
    widths: Widths,
    /// Where the elements of the tuple begin.
    elements: Vec<usize>,
    /// Whether there is such a tuple.
    has_tuple: bool,
    scratch: String,
}

impl Assignment {
    /// How many columns there are before the space.
    fn width(&self) -> usize {
        self.equals - self.line_start
    }
}

impl Pending {
    pub(super) fn new() -> Self {
        Pending {
            run: Vec::with_capacity(16),
            widths: Widths::default(),
            elements: Vec::with_capacity(16),
            has_tuple: false,
            scratch: String::with_capacity(256),
        }
    }
}

fn push_spaces(text: &mut String, columns: usize) {
    // Texts of known lengths are written in place, others by a call.
    for _ in 0..columns / 8 {
        text.push_str("        ");
    }
    if columns & 4 != 0 {
        text.push_str("    ");
    }
    if columns & 2 != 0 {
        text.push_str("  ");
    }
    if columns & 1 != 0 {
        text.push(' ');
    }
}

impl Serializer {
    pub(super) fn newline(&mut self) {
        self.text.push('\n');
        self.line_start = self.text.len();
    }

    pub(super) fn indent(&mut self) {
        let columns = self.level * usize::from(self.options.indent);
        push_spaces(&mut self.text, columns);
    }

    pub(super) fn quoted(&mut self, text: &str) {
        if is_plain(text) {
            self.text.push('"');
            self.text.push_str(text);
            self.text.push('"');
            return;
        }
        // Writing to a string does not fail.
        let _ = write_quoted(&mut self.text, text);
    }

    /// Begins an attribute of a body.
    #[inline]
    pub(super) fn begin_attribute(&mut self, name: &str) -> Assignment {
        if matches!(self.last, Last::Brace | Last::Block) {
            self.newline();
        }
        self.last = Last::Attribute;
        self.indent();
        self.text.push_str(name);
        self.begin_assignment()
    }

    /// Writes an attribute whose value has this text.
    pub(super) fn plain_attribute(&mut self, name: &str, value: &str) {
        let assignment = self.begin_attribute(name);
        self.text.push_str(value);
        self.align(assignment);
        self.newline();
    }

    /// Writes an attribute whose value is this string, between quotes.
    pub(super) fn quoted_attribute(&mut self, name: &str, value: &str) {
        let assignment = self.begin_attribute(name);
        self.quoted(value);
        self.align(assignment);
        self.newline();
    }

    /// Begins the assignment to the name that was just written.
    pub(super) fn begin_assignment(&mut self) -> Assignment {
        let equals = self.text.len();
        self.text.push_str(" = ");
        Assignment {
            line_start: self.line_start,
            equals,
        }
    }

    /// Ends the line of an assignment. One of several lines is not aligned.
    pub(super) fn end_assignment(&mut self, assignment: Assignment) {
        if self.line_start == assignment.line_start {
            self.align(assignment);
        }
        self.newline();
    }

    /// Aligns an assignment, although its value goes on on other lines.
    pub(super) fn align(&mut self, assignment: Assignment) {
        if self.options.is_aligned {
            let Pending { run, widths, .. } = &mut self.pending;
            run.push(assignment);
            widths.widest = widths.widest.max(assignment.width());
            widths.all += assignment.width();
        }
    }

    /// Ends the lines whose assignments are aligned: what comes next is something else, or on a line of its own.
    pub(super) fn close_run(&mut self) {
        if self.pending.run.len() > 1 {
            self.align_run();
        }
        self.pending.run.clear();
        self.pending.widths = Widths::default();
    }

    /// Puts spaces before the `=` of all lines but the widest.
    #[inline(never)]
    fn align_run(&mut self) {
        let Pending {
            run,
            widths: Widths { widest, all },
            scratch,
            ..
        } = &mut self.pending;
        let text = &mut self.text;
        let widest = *widest;
        let is_ascii = |line: &Assignment| text[line.line_start..line.equals].is_ascii();
        if widest > MAX_ALIGNED || !(self.names.are_ascii || run.iter().all(is_ascii)) {
            self.needs_format = true;
        }
        let added = widest * run.len() - *all;
        if added == 0 || self.needs_format {
            return;
        }
        let mut from = run[0].equals;
        scratch.clear();
        scratch.push_str(&text[from..]);
        text.truncate(from);
        let mut rest = scratch.as_str();
        for line in run.iter().filter(|line| line.width() < widest) {
            let (before, behind) = rest.split_at(line.equals - from);
            text.push_str(before);
            push_spaces(text, widest - line.width());
            rest = behind;
            from = line.equals;
        }
        text.push_str(rest);
        // The line at hand has moved.
        self.line_start += added;
        for element in &mut self.pending.elements {
            *element += added;
        }
    }

    /// Begins a block: its type and the labels that are known, up to where other labels would stand.
    pub(super) fn begin_block(&mut self, item: &Item<'_>) {
        // The mark must not move.
        self.close_run();
        self.first_block.get_or_insert(Mark {
            start: self.text.len(),
            last: self.last,
            patches: self.patches.len(),
            labels: None,
        });
        self.begin_item_as_written();
        self.indent();
        self.text.push_str(item.name);
        if let Some(label) = item.label {
            label.write(&mut self.text);
        }
    }

    /// Begins an item that is written as it is, on lines of its own.
    pub(super) fn begin_item_as_written(&mut self) {
        self.close_run();
        if self.last != Last::Nothing {
            self.newline();
        }
    }

    /// Opens the body of a block.
    pub(super) fn open_body(&mut self) {
        self.text.push_str(" {");
        self.last = Last::Brace;
        self.level += 1;
    }

    /// Ends a body and its block.
    pub(super) fn close_body(&mut self) {
        self.level -= 1;
        if self.last != Last::Brace {
            self.close_run();
            self.indent();
        }
        self.text.push('}');
        self.newline();
        self.last = Last::Block;
    }

    /// Begins a tuple on the line at hand.
    pub(super) fn begin_tuple(&mut self) {
        self.pending.has_tuple = true;
        self.pending.elements.clear();
    }

    /// Whether there is a tuple that has not been broken into lines.
    pub(super) fn has_tuple(&self) -> bool {
        self.pending.has_tuple
    }

    /// Begins another element of the tuple on the line at hand.
    pub(super) fn begin_element(&mut self) {
        if !self.pending.elements.is_empty() {
            self.text.push_str(", ");
        }
        self.pending.elements.push(self.text.len());
    }

    /// Ends the tuple on the line at hand, if it fits there.
    pub(super) fn end_tuple(&mut self) -> bool {
        if self.exceeds_line(1) {
            self.break_line();
            return false;
        }
        self.pending.has_tuple = false;
        true
    }

    /// Whether the line is too long with so much more.
    pub(super) fn exceeds_line(&self, more: usize) -> bool {
        self.text.len() - self.line_start + more > MAX_COLUMNS
    }

    /// Something of several lines begins: ends aligned lines and breaks the tuple on the line at hand.
    pub(super) fn break_line(&mut self) {
        self.close_run();
        if !mem::take(&mut self.pending.has_tuple) {
            return;
        }
        self.level += 1;
        let elements = mem::take(&mut self.pending.elements);
        let mut scratch = mem::take(&mut self.pending.scratch);
        if let Some(&base) = elements.first() {
            scratch.clear();
            scratch.push_str(&self.text[base..]);
            self.text.truncate(base);
            for (index, start) in elements.iter().enumerate() {
                let end = elements.get(index + 1).map(|next| next - base - ", ".len());
                self.newline();
                self.indent();
                self.text
                    .push_str(&scratch[start - base..end.unwrap_or(scratch.len())]);
                if end.is_some() {
                    self.text.push(',');
                }
            }
        }
        self.pending.elements = elements;
        self.pending.scratch = scratch;
    }

    /// Writes a number, or whatever else has a text that needs no quotes.
    pub(super) fn plain(&mut self, value: impl std::fmt::Display) {
        // Writing to a string does not fail.
        let _ = write!(self.text, "{value}");
    }

    /// Takes back the blocks from a mark on.
    #[cold]
    pub(super) fn take_back(&mut self, mark: Mark) {
        self.text.truncate(mark.start);
        self.line_start = mark.start;
        self.last = mark.last;
        self.patches.truncate(mark.patches);
        // The lines before it are not aligned with what takes its place.
        self.needs_format = true;
    }
}
