//! A writer of native syntax: lines, indentation, attributes, blocks, tuples, objects and strings.
//!
//! The text has the layout of the formatter, so that most configurations need no second pass: items of a body on lines
//! of their own, blank lines around blocks, aligned `=` on consecutive lines.

#![expect(
    clippy::inline_always,
    reason = "the name of a field is a constant where this is inlined"
)]

mod alignment;
mod heredoc;
#[cfg(test)]
mod tests;
mod tuple;

use std::fmt::{Display, Write as _};
use std::ops::Range;

use self::alignment::AlignedLines;
pub(super) use self::tuple::OpenTuple;
use crate::format::push_spaces;
use crate::identifier::is_bare_key;
use crate::quote::{is_plain, write_quoted};
use crate::source::count_columns;
use crate::syntax::options::Syntax;
use crate::syntax::tree::handle::BodyItemKind;

/// Initial capacity of the text in bytes.
const CAPACITY: usize = 4096;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// Spaces for each level.
    pub(super) indent: u8,
    /// Whether text of several lines becomes a heredoc.
    pub(super) has_heredocs: bool,
    /// Whether the `=` of consecutive lines are aligned.
    pub(super) is_aligned: bool,
    /// The final syntax. For JSON, native syntax is an intermediate step.
    pub(super) syntax: Syntax,
}

impl Layout {
    /// Whether the formatter keeps the layout: indentation and alignment must be those of the formatter, which does not
    /// change heredocs.
    pub(super) fn is_canonical(self) -> bool {
        let Layout {
            indent,
            is_aligned,
            has_heredocs: _,
            syntax: _,
        } = self;
        let canonical = Layout::default();
        (indent, is_aligned) == (canonical.indent, canonical.is_aligned)
    }
}

impl Default for Layout {
    fn default() -> Self {
        Layout {
            indent: 2,
            has_heredocs: true,
            is_aligned: true,
            syntax: Syntax::Native,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ExpressionPosition {
    /// After an `=`, where a heredoc is possible.
    Assignment,
    /// In a tuple.
    Element,
}

/// An object that is being written.
pub(super) struct OpenObject {
    is_empty: bool,
}

/// Native syntax that is being written.
pub(super) struct Writer {
    text: String,
    layout: Layout,
    /// Spaces at the beginning of a line.
    indentation: usize,
    /// Offset of the current line.
    line_start: usize,
    /// The kind of the last item of the current body; `None` while the body is empty.
    last_item: Option<BodyItemKind>,
    /// The lines whose `=` will be aligned.
    run: AlignedLines,
    /// Offsets of the elements of the tuple on the current line; empty if it has no tuple.
    elements: Vec<usize>,
    /// Whether some native syntax was written as it was given. The formatter lays it out at the end.
    has_verbatim_parts: bool,
    /// Offsets of the keys of objects whose values are blocks in JSON.
    block_keys: Vec<usize>,
}

impl Writer {
    pub(super) fn new(layout: Layout) -> Self {
        Writer {
            text: String::with_capacity(CAPACITY),
            layout,
            indentation: 0,
            line_start: 0,
            last_item: None,
            run: AlignedLines::new(layout.is_aligned),
            elements: Vec::with_capacity(16),
            has_verbatim_parts: false,
            block_keys: Vec::new(),
        }
    }

    /// The text, and whether the formatter has to lay it out: it does if some of the text was given as native syntax
    /// and the layout is that of the formatter.
    pub(super) fn finish(mut self) -> (String, bool) {
        self.close_run();
        if self.text.len() < CAPACITY / 4 {
            self.text.shrink_to_fit();
        }
        let needs_formatter = self.has_verbatim_parts && self.layout.is_canonical();
        (self.text, needs_formatter)
    }

    pub(super) fn layout(&self) -> Layout {
        self.layout
    }

    /// The native text to convert to JSON, which is not formatted, and the sorted offsets of the keys whose values are
    /// blocks.
    pub(super) fn finish_for_json(mut self) -> (String, Vec<usize>) {
        self.block_keys.sort_unstable();
        (self.text, self.block_keys)
    }

    /// Whether the writer is between top-level items of the configuration.
    pub(super) fn is_between_items(&self) -> bool {
        self.is_at_line_start() && self.indentation == 0
    }

    /// Whether the first element of a tuple comes next: no other text ends with a bracket.
    pub(super) fn is_at_tuple_start(&self) -> bool {
        self.text.ends_with('[')
    }

    fn is_at_line_start(&self) -> bool {
        self.text.is_empty() || self.text.ends_with('\n')
    }

    // Attributes and blocks.

    /// Begins an attribute of a body, up to its value.
    #[inline(always)]
    pub(super) fn begin_attribute(&mut self, name: &str) {
        if self.last_item == Some(BodyItemKind::Block) {
            self.newline();
        }
        self.last_item = Some(BodyItemKind::Attribute);
        self.begin_assignment(name);
    }

    /// Ends the line of an attribute or of an item of an object.
    #[inline]
    pub(super) fn end_assignment(&mut self) {
        self.newline();
    }

    /// Begins a block, up to its labels.
    #[inline]
    pub(super) fn begin_block(&mut self, block_type: &str) {
        self.begin_item_of_lines();
        self.indent();
        self.push(block_type);
    }

    /// Writes a label of the block that was begun.
    #[inline]
    pub(super) fn label(&mut self, label: &str) {
        self.push(" ");
        self.push_quoted(label);
    }

    /// The offset at which the next label would be written.
    #[inline]
    pub(super) fn header_end(&self) -> usize {
        self.text.len()
    }

    /// Replaces labels of a block whose body has been opened.
    pub(super) fn replace_labels(&mut self, range: Range<usize>, labels: &[&str]) {
        self.close_run();
        let body = self.text.split_off(range.end);
        self.text.truncate(range.start);
        for label in labels {
            self.label(label);
        }
        // The keys in the body are the last ones.
        let keys = self.block_keys.iter_mut().rev();
        for key in keys.take_while(|it| **it >= range.end) {
            *key = *key - range.end + self.text.len();
        }
        self.push(&body);
    }

    /// Opens the body of the block that was begun.
    #[inline]
    pub(super) fn open_block(&mut self) {
        self.push(" {\n");
        self.last_item = None;
        self.begin_level();
    }

    /// Ends the body of a block, on the line of its header if it is empty.
    #[inline]
    pub(super) fn close_block(&mut self) {
        self.end_level();
        self.close_run();
        if self.last_item.is_none() && self.is_at_line_start() {
            self.text.pop();
        } else {
            self.indent();
        }
        self.push("}\n");
        self.last_item = Some(BodyItemKind::Block);
    }

    /// Leaves a blank line before an item of several lines, unless it is the first of its body.
    #[inline]
    fn begin_item_of_lines(&mut self) {
        self.close_run();
        if self.last_item.is_some() {
            self.newline();
        }
    }

    // Objects.

    #[inline]
    pub(super) fn begin_object(&mut self) -> OpenObject {
        self.push("{");
        OpenObject { is_empty: true }
    }

    /// Begins an item of an object, up to its value. Returns the offset of its key.
    #[inline]
    pub(super) fn begin_object_item(&mut self, object: &mut OpenObject, key: &str) -> usize {
        let is_first = object.is_empty;
        if is_first {
            self.begin_items(object);
        }
        if is_bare_key(key, is_first) {
            self.begin_assignment(key);
        } else {
            self.begin_quoted_assignment(key);
        }
        self.line_start + self.indentation
    }

    /// Records that the value of the key at an offset is a block in JSON, so that the key is a label there.
    pub(super) fn note_block_key(&mut self, offset: usize) {
        if self.layout.syntax == Syntax::Json {
            self.block_keys.push(offset);
        }
    }

    #[inline(never)]
    fn begin_items(&mut self, object: &mut OpenObject) {
        object.is_empty = false;
        self.break_line();
        self.newline();
        self.begin_level();
    }

    #[inline]
    pub(super) fn end_object(&mut self, object: &OpenObject) {
        if !object.is_empty {
            self.close_run();
            self.end_level();
            self.indent();
        }
        self.push("}");
    }

    // Lines that assign.

    /// Begins a line with a name and the assignment to it.
    #[inline(always)]
    fn begin_assignment(&mut self, name: &str) {
        self.begin_line();
        self.push(name);
        let columns = if name.is_ascii() {
            name.len()
        } else {
            count_columns(name)
        };
        self.assign(self.indentation + columns);
    }

    /// Begins a line with a quoted key and the assignment to it.
    fn begin_quoted_assignment(&mut self, key: &str) {
        self.begin_line();
        let start = self.text.len();
        self.push_quoted(key);
        let columns = count_columns(&self.text[start..]);
        self.assign(self.indentation + columns);
    }

    /// Writes the `=` after the name on the line. `columns` is the width of the line up to there.
    #[inline]
    fn assign(&mut self, columns: usize) {
        if !self.run.add(self.text.len(), columns) {
            self.close_run();
        }
        self.push(" = ");
    }

    #[inline]
    fn begin_line(&mut self) {
        self.elements.clear();
        self.line_start = self.text.len();
        self.indent();
    }

    /// Ends the run of lines whose `=` are aligned.
    #[inline]
    fn close_run(&mut self) {
        self.line_start += self.run.close(&mut self.text);
    }

    /// Prepares the current line for something of several lines: the line is not aligned with those before it, and a
    /// tuple on it is broken into lines.
    fn break_line(&mut self) {
        self.break_tuple();
        self.run.remove_last_line();
        self.close_run();
    }

    // Parts of expressions.

    /// Writes a string between quotes, or as a heredoc if possible.
    #[inline]
    pub(super) fn string(&mut self, text: &str, position: ExpressionPosition) {
        if is_plain(text) {
            self.push_plain(text);
        } else {
            self.special_string(text, position);
        }
    }

    /// Writes a string that may need escapes, or that may become a heredoc.
    #[inline(never)]
    fn special_string(&mut self, text: &str, position: ExpressionPosition) {
        let may_be_heredoc = position == ExpressionPosition::Assignment && self.layout.has_heredocs;
        if may_be_heredoc && heredoc::is_possible(text) {
            let indent = usize::from(self.layout.indent);
            heredoc::write(&mut self.text, text, self.indentation, indent);
        } else {
            self.push_escaped(text);
        }
    }

    /// Writes a number, `true`, `false` or `null`.
    #[inline]
    pub(super) fn literal(&mut self, text: &str) {
        self.push(text);
    }

    /// Writes a value that displays as a literal, such as a number.
    pub(super) fn display(&mut self, literal: impl Display) {
        // Writing to a string does not fail.
        let _ = write!(self.text, "{literal}");
    }

    // Native syntax that is written as given.

    /// Writes an expression of one line as it was given.
    pub(super) fn verbatim(&mut self, text: &str) {
        self.has_verbatim_parts = true;
        self.push(text);
    }

    /// Writes an expression of several lines as it was given.
    pub(super) fn verbatim_lines(&mut self, text: &str) {
        self.break_line();
        self.verbatim(text);
    }

    /// Writes items of a body as they were given. If they begin with an attribute, they follow another attribute
    /// without a blank line.
    pub(super) fn verbatim_items(&mut self, text: &str, first: BodyItemKind, last: BodyItemKind) {
        if self.last_item == Some(BodyItemKind::Attribute) && first == BodyItemKind::Attribute {
            self.close_run();
        } else {
            self.begin_item_of_lines();
        }
        self.verbatim(text);
        self.last_item = Some(last);
    }

    // Text.

    #[inline]
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn push_quoted(&mut self, text: &str) {
        if is_plain(text) {
            self.push_plain(text);
        } else {
            self.push_escaped(text);
        }
    }

    fn push_escaped(&mut self, text: &str) {
        // Writing to a string does not fail.
        let _ = write_quoted(&mut self.text, text);
    }

    #[inline]
    fn push_plain(&mut self, text: &str) {
        self.push("\"");
        self.push(text);
        self.push("\"");
    }

    #[inline]
    fn newline(&mut self) {
        self.push("\n");
        self.line_start = self.text.len();
    }

    #[inline]
    fn indent(&mut self) {
        push_spaces(&mut self.text, self.indentation);
    }

    #[inline]
    fn begin_level(&mut self) {
        self.indentation += usize::from(self.layout.indent);
    }

    #[inline]
    fn end_level(&mut self) {
        self.indentation -= usize::from(self.layout.indent);
    }
}
