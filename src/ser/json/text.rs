//! The text of JSON (RFC 7159).

use crate::diagnostic::Code;
use crate::error::{Error, Result};
use crate::json_text::string::write_string;
use crate::limits::MAX_DEPTH;
use crate::span::Span;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum JsonLayout {
    /// No white space.
    Compact,
    /// A line for each property and element, indented by two spaces for each level.
    Lines,
}

/// The text that is being written.
pub(super) struct JsonText {
    text: String,
    layout: JsonLayout,
    depth: usize,
    /// Whether the innermost object or array is still empty.
    is_empty: bool,
    /// Sorted offsets, in the native syntax, of the keys whose values are blocks.
    block_keys: Vec<usize>,
}

impl JsonText {
    /// `block_keys` are the sorted offsets of the object keys whose values are read as blocks.
    pub(super) fn new(layout: JsonLayout, block_keys: Vec<usize>) -> Self {
        JsonText {
            text: String::new(),
            layout,
            depth: 0,
            is_empty: true,
            block_keys,
        }
    }

    /// Whether the value of a key is read as a block, so that the key is a label: literal text, not a template.
    pub(super) fn is_block_key(&self, key: Span) -> bool {
        self.block_keys.binary_search(&key.range().start).is_ok()
    }

    /// The whole text, with a newline at the end if it has lines.
    pub(super) fn finish(mut self) -> String {
        if self.layout == JsonLayout::Lines {
            self.text.push('\n');
        }
        self.text
    }

    /// Writes an object whose properties `content` writes.
    pub(super) fn object(&mut self, content: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.nested(['{', '}'], content)
    }

    /// Writes an array whose elements `content` writes.
    pub(super) fn array(&mut self, content: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.nested(['[', ']'], content)
    }

    fn nested(
        &mut self,
        [open, close]: [char; 2],
        content: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        if self.depth == MAX_DEPTH {
            return Err(too_deep());
        }
        self.text.push(open);
        self.depth += 1;
        self.is_empty = true;
        content(self)?;
        self.depth -= 1;
        if !self.is_empty {
            self.break_line();
        }
        self.text.push(close);
        self.is_empty = false;
        Ok(())
    }

    pub(super) fn begin_element(&mut self) {
        if !self.is_empty {
            self.text.push(',');
        }
        self.is_empty = false;
        self.break_line();
    }

    pub(super) fn begin_property(&mut self, name: &str) {
        self.begin_element();
        self.string(name);
        self.text.push_str(match self.layout {
            JsonLayout::Compact => ":",
            JsonLayout::Lines => ": ",
        });
    }

    /// Writes text that is JSON already: a number, `true`, `false` or `null`.
    pub(super) fn literal(&mut self, literal: &str) {
        self.text.push_str(literal);
    }

    pub(super) fn string(&mut self, text: &str) {
        write_string(&mut self.text, text);
    }

    fn break_line(&mut self) {
        if self.layout == JsonLayout::Lines {
            self.text.push('\n');
            self.text.extend(std::iter::repeat_n("  ", self.depth));
        }
    }
}

fn too_deep() -> Error {
    let detail = format!(
        "In JSON, each block, label, list and object is a level of nesting, and there may be no more than {MAX_DEPTH}."
    );
    Error::of(Code::NestingTooDeep, detail)
}
