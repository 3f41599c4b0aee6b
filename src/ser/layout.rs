//! Where lines begin in the text, what stands at their beginning, and which tuples are broken into several.
//!
//! What is written here is what the formatter would make of it, so that most configurations need no second pass: items
//! of a body on lines of their own, blank lines around blocks, the `=` of consecutive lines one below the other.
//!
//! Knows nothing of serde.

use std::fmt::Write as _;
use std::mem;

use super::Serializer;
use super::error;
use super::field::Item;
use super::label::{LabelCount, Patch};
use super::names::{Look, Name};
use super::number;
use crate::error::Result;

/// A tuple of scalars stays on its line while that has no more bytes, alignment aside.
const MAX_TUPLE_LINE: usize = 80;

/// The last item of a body.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Last {
    /// Nothing yet, at the beginning of a line.
    #[default]
    Nothing,
    /// Nothing yet, on the line behind the brace that opens the body.
    Brace,
    Attribute,
    Block,
}

/// Where blocks begin that may have to be taken back.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    start: usize,
    last: Last,
    /// The labels of the first of them that is an entry of a map.
    pub(super) labels: Option<LabelCount>,
}

/// The tuple on the line at hand, if there is one.
pub(super) struct TupleLine {
    /// Where the line has to end for it.
    end: usize,
    /// Where its first element begins.
    pub(super) start: usize,
    /// How many elements there are besides the first one, and how far behind it each begins.
    count: usize,
    elements: [u8; MAX_ELEMENTS],
}

/// The end of no line.
const NO_END: usize = usize::MAX;

/// On one line, there is no room for more elements with a comma and a space between them.
const MAX_ELEMENTS: usize = MAX_TUPLE_LINE / 2;

impl TupleLine {
    /// There is none.
    pub(super) const NONE: Self = TupleLine {
        end: NO_END,
        start: 0,
        count: 0,
        elements: [0; MAX_ELEMENTS],
    };

    #[inline]
    pub(super) fn is_there(&self) -> bool {
        self.end != NO_END
    }

    /// Begins an element other than the first one. On a line that is not too long, there is room for it, and it is not far.
    #[inline]
    fn begin_element(&mut self, at: usize) {
        let element = self.elements.get_mut(self.count);
        if let (Some(element), Ok(behind)) = (element, u8::try_from(at.saturating_sub(self.start)))
        {
            *element = behind;
            self.count += 1;
        }
    }
}

impl Serializer {
    #[inline]
    pub(super) fn newline(&mut self) {
        self.text.push_str("\n");
        self.line_start = self.text.len();
    }

    #[inline]
    pub(super) fn indent(&mut self) {
        self.text.push_spaces(self.indentation);
    }

    /// Begins lines within a body or brackets.
    #[inline]
    pub(super) fn begin_level(&mut self) {
        self.indentation += usize::from(self.options.indent);
    }

    /// Ends them, which may not have begun if somebody has ignored an error.
    #[inline]
    pub(super) fn end_level(&mut self) {
        let indent = usize::from(self.options.indent);
        self.indentation = self.indentation.saturating_sub(indent);
    }

    /// Begins an attribute of a body.
    #[inline]
    pub(super) fn begin_attribute(&mut self, name: Name<'_>) {
        self.begin_attribute_line();
        self.line_start = self.text.len();
        self.begin_named_assignment(name);
    }

    /// Begins an attribute that has one line, of which nobody asks where it begins.
    #[inline]
    fn begin_short_attribute(&mut self, name: Name<'_>) {
        self.begin_attribute_line();
        self.begin_named_assignment(name);
    }

    /// Writes an attribute that is a text on one line. What it takes is so many registers.
    #[inline(never)]
    pub(super) fn attribute_of_text(&mut self, name: &str, look: Look, text: &str) {
        self.begin_short_attribute(Name { text: name, look });
        self.text.push_quoted_line(text);
    }

    #[inline(never)]
    pub(super) fn attribute_of_bool(&mut self, name: &str, look: Look, value: bool) {
        self.begin_short_attribute(Name { text: name, look });
        if value {
            self.text.push_line("true");
        } else {
            self.text.push_line("false");
        }
    }

    #[inline(never)]
    pub(super) fn attribute_of_integer<I: itoa::Integer + TryInto<u16> + Copy>(
        &mut self,
        name: &str,
        look: Look,
        value: I,
    ) {
        self.begin_short_attribute(Name { text: name, look });
        number::write_integer_line(&mut self.text, value);
    }

    #[inline(never)]
    pub(super) fn attribute_of_float(&mut self, name: &str, look: Look, value: f64) -> Result<()> {
        self.begin_short_attribute(Name { text: name, look });
        self.float(value)?;
        self.text.push_str("\n");
        Ok(())
    }

    /// Begins an attribute whose value has several lines, so that it is not aligned with those before it.
    pub(super) fn begin_attribute_of_lines(&mut self, name: Name<'_>) {
        self.close_run();
        self.begin_attribute_line();
        self.push_name(name);
        self.text.push_str(" = ");
    }

    #[inline]
    fn begin_attribute_line(&mut self) {
        if self.last == Last::Block {
            self.text.push_str("\n");
        }
        self.last = Last::Attribute;
    }

    /// Writes a name at the beginning of a line.
    #[inline]
    fn push_name(&mut self, name: Name<'_>) {
        let indent = self.indentation;
        if let Some(known) = self.names.known(name.look) {
            let len = usize::from(known.len);
            self.text.push_padded(indent, &known.padded, len);
        } else {
            self.indent();
            self.text.push_str(name.text);
        }
    }

    /// Begins a block: its type and the labels that are known, up to where other labels would stand.
    #[inline]
    pub(super) fn begin_block(&mut self, item: &Item<'_>) {
        // The mark must not move.
        self.close_run();
        if self.first_block.is_none() {
            self.first_block = Some(Mark {
                start: self.text.len(),
                last: self.last,
                labels: None,
            });
        }
        self.leave_last();
        self.push_name(item.name);
        if let Some(label) = item.label {
            label.write(&mut self.text);
        }
    }

    /// Leaves a line blank, unless the body has no items yet.
    #[inline]
    fn leave_last(&mut self) {
        if matches!(self.last, Last::Attribute | Last::Block) {
            self.text.push_str("\n");
        }
    }

    /// Begins an item that is written as it is, on lines of its own.
    #[inline]
    pub(super) fn begin_item_as_written(&mut self) {
        self.close_run();
        self.leave_last();
    }

    /// Opens the body of a block.
    #[inline]
    pub(super) fn open_body(&mut self) {
        self.text.push_str(" {\n");
        self.last = Last::Brace;
        self.begin_level();
    }

    /// Ends a body and its block.
    #[expect(
        clippy::inline_always,
        reason = "each block is ended by it, and its callers are few"
    )]
    #[inline(always)]
    pub(super) fn close_body(&mut self) {
        self.end_level();
        self.close_run();
        if self.last == Last::Brace {
            self.close_empty_body();
        } else {
            self.text.push_padded(self.indentation, b"}\n", 2);
        }
        self.last = Last::Block;
    }

    /// Ends a body without items on the line of its header.
    #[cold]
    fn close_empty_body(&mut self) {
        // If somebody has ignored an error, there may be the header of a block that was not opened.
        if self.text.is_at_line_start() {
            self.text.truncate(self.text.len() - 1);
        }
        self.text.push_str("}\n");
    }

    /// Begins a tuple on the line at hand, and its first element.
    #[inline(never)]
    pub(super) fn begin_tuple(&mut self) {
        // A tuple around this one has an element that is not a scalar.
        if self.tuple.is_there() {
            self.break_line();
        }
        self.tuple.end = self.line_start + self.added() + MAX_TUPLE_LINE;
        self.tuple.start = self.text.len();
        self.tuple.count = 0;
    }

    /// Begins another element of the tuple on the line at hand.
    #[inline]
    pub(super) fn begin_element(&mut self) {
        self.tuple.begin_element(self.text.len());
    }

    /// Begins another element of a tuple on a line of its own.
    #[inline(never)]
    pub(super) fn begin_element_line(&mut self) {
        self.newline();
        self.indent();
    }

    /// Ends the tuple on the line at hand, if it fits there.
    #[inline]
    pub(super) fn end_tuple(&mut self) -> bool {
        if self.exceeds_line(1) {
            self.break_line();
            return false;
        }
        self.tuple.end = NO_END;
        true
    }

    /// Whether there is a tuple on the line at hand, and the line is too long for it with so much more.
    #[inline]
    pub(super) fn exceeds_line(&self, more: usize) -> bool {
        self.text.len() + more > self.tuple.end
    }

    /// Something of several lines begins: ends aligned lines and breaks the tuple on the line at hand.
    pub(super) fn break_line(&mut self) {
        self.leave_run();
        if !self.tuple.is_there() {
            return;
        }
        self.begin_level();
        let tuple = mem::replace(&mut self.tuple, TupleLine::NONE);
        let elements = &tuple.elements[..tuple.count];
        let more = (elements.len() + 1) * (self.indentation + "\n,".len());
        let aside = self.text.set_aside(tuple.start, more);
        let mut from = 0;
        for next in elements.iter().map(|next| usize::from(*next)) {
            self.begin_element_line();
            self.text
                .push_from(&aside, from..next.saturating_sub(", ".len()));
            self.text.push_str(",");
            from = next;
        }
        self.begin_element_line();
        self.text.push_from(&aside, from..usize::MAX);
        self.text.forget(&aside);
    }

    /// Forgets what is pending on a line that an error has left as it is.
    #[cold]
    pub(super) fn leave_line(&mut self) {
        self.run.clear();
        self.tuple = TupleLine::NONE;
    }

    /// Writes a number, or whatever else has a text that needs no quotes.
    pub(super) fn plain(&mut self, value: impl std::fmt::Display) {
        // Writing to a text does not fail.
        let _ = write!(self.text, "{value}");
    }

    /// Writes a float.
    pub(super) fn float(&mut self, float: f64) -> Result<()> {
        if !float.is_finite() {
            return Err(error::infinite());
        }
        if !number::write_few_digits(&mut self.text, float) {
            self.plain(format_args!("{float:?}"));
        }
        Ok(())
    }

    /// Takes back the blocks from a mark on.
    #[cold]
    pub(super) fn take_back(&mut self, mark: Mark) {
        self.leave_line();
        self.text.truncate(mark.start);
        self.line_start = mark.start;
        self.last = mark.last;
        // What is to be replaced in them was said last.
        let before = |patch: &Patch| patch.start < mark.start;
        let kept = self.patches.iter().rposition(before);
        self.patches.truncate(kept.map_or(0, |last| last + 1));
        // The lines before it are not aligned with what takes its place.
        self.needs_format = true;
    }
}
