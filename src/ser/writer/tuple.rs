//! Tuples: on one line if they fit there, or with each element on a line of its own.
//!
//! "Collection Values" of the native syntax specification. A tuple stays on its line if all elements do and the line
//! does not become too long. Until that is known, the offsets of the elements are kept, so that the line can be broken.

use super::Writer;

/// Maximum length in bytes of a line with a tuple, without the spaces that align it.
const MAX_LINE: usize = 80;

/// A tuple that is being written.
pub(in super::super) enum OpenTuple {
    /// It has no elements so far.
    Empty,
    /// All of it is on one line so far.
    OnLine,
    /// Each element has lines of its own.
    Broken,
}

impl Writer {
    pub(in super::super) fn begin_tuple(&mut self) -> OpenTuple {
        self.push("[");
        OpenTuple::Empty
    }

    pub(in super::super) fn begin_element(&mut self, tuple: &mut OpenTuple) {
        match tuple {
            OpenTuple::Empty => {
                // A tuple that contains this one on the same line has an element that is not a scalar, so it is broken.
                self.break_tuple();
                self.elements.push(self.text.len());
                *tuple = OpenTuple::OnLine;
            }
            OpenTuple::OnLine => {
                self.push(", ");
                self.elements.push(self.text.len());
            }
            OpenTuple::Broken => {
                self.newline();
                self.indent();
            }
        }
    }

    pub(in super::super) fn end_element(&mut self, tuple: &mut OpenTuple) {
        if matches!(tuple, OpenTuple::OnLine) {
            // The bracket or a comma follows.
            if self.text.len() + 1 > self.line_start + MAX_LINE {
                self.break_line();
            }
            if self.elements.is_empty() {
                *tuple = OpenTuple::Broken;
            }
        }
        if matches!(tuple, OpenTuple::Broken) {
            self.push(",");
        }
    }

    pub(in super::super) fn end_tuple(&mut self, tuple: &OpenTuple) {
        match tuple {
            OpenTuple::Empty => {}
            OpenTuple::OnLine => self.elements.clear(),
            OpenTuple::Broken => {
                self.newline();
                self.end_level();
                self.indent();
            }
        }
        self.push("]");
    }

    /// Breaks the tuple on the current line, if there is one: each element gets a line of its own.
    pub(super) fn break_tuple(&mut self) {
        let Some(first) = self.elements.first().copied() else {
            return;
        };
        let elements = std::mem::take(&mut self.elements);
        let line = self.text.split_off(first);
        self.run.remove_last_line();
        self.close_run();
        self.begin_level();
        let mut rest = line.as_str();
        for (element, next) in elements.iter().zip(&elements[1..]) {
            let (this, after) = rest.split_at(next - element);
            self.newline();
            self.indent();
            self.push(&this[..this.len() - ", ".len()]);
            self.push(",");
            rest = after;
        }
        self.newline();
        self.indent();
        self.push(rest);
        self.elements = elements;
        self.elements.clear();
    }
}
