//! What stands in a tuple or an object, one part behind the other.
//!
//! "Collection Values" of the native syntax specification. A tuple of scalars stays on its line if it fits there;
//! otherwise, each element of a tuple and each item of an object has lines of its own.
//!
//! Knows nothing of what becomes a tuple or an object.

use std::mem;

use serde::ser::Serialize;

use super::Serializer;
use super::depth::Depth;
use super::expression::{ExpressionSerializer, Position};
use super::names::{Name, Scope};
use crate::error::{Error, PathStep, Result};

impl Serializer {
    /// Leaves the line on which an error occurred, which may be ignored.
    #[cold]
    fn leave_failed(&mut self, error: Error, step: PathStep<'_>) -> Error {
        self.leave_line();
        error.prepend_step(step)
    }

    /// Begins the lines of an object.
    #[inline(never)]
    pub(super) fn begin_lines(&mut self) {
        self.break_line();
        self.newline();
        self.begin_level();
    }

    /// Begins a line with the key of an item and the assignment to it.
    #[expect(
        clippy::inline_always,
        reason = "each item is written by it, and its callers are few"
    )]
    #[inline(always)]
    pub(super) fn begin_key(&mut self, key: Name<'_>, is_first: bool) {
        // At the beginning of an object, `for` would begin a `for` expression.
        if key.is_identifier() && !(is_first && key.text == "for") {
            self.begin_named_assignment(key);
        } else {
            self.begin_quoted_assignment(key.text);
        }
    }

    /// The same for a key that is a string.
    #[inline(never)]
    fn begin_quoted_assignment(&mut self, key: &str) {
        self.indent();
        self.text.push_quoted(key);
        self.begin_assignment();
    }
}

/// The elements of a tuple so far.
pub(super) struct TupleState {
    within: Depth,
    count: usize,
    /// Whether all of it is on one line.
    is_on_line: bool,
}

impl TupleState {
    #[inline]
    pub(super) fn begin(serializer: &mut Serializer, depth: Depth) -> Result<Self> {
        serializer.text.push_str("[");
        Ok(TupleState {
            within: depth.deeper()?,
            count: 0,
            is_on_line: true,
        })
    }

    pub(super) fn push<T: Serialize + ?Sized>(
        &mut self,
        serializer: &mut Serializer,
        element: &T,
    ) -> Result<()> {
        self.begin_element(serializer);
        element
            .serialize(ExpressionSerializer {
                serializer,
                position: Position::Element,
                depth: self.within,
            })
            .map_err(|error| {
                self.is_on_line = false;
                serializer.leave_failed(error, PathStep::Index(self.count))
            })?;
        if self.is_on_line {
            if serializer.exceeds_line(1) {
                serializer.break_line();
            }
            self.is_on_line = serializer.tuple.is_there();
        }
        if !self.is_on_line {
            serializer.text.push_str(",");
        }
        self.count += 1;
        Ok(())
    }

    #[expect(
        clippy::inline_always,
        reason = "each element is written by it, and its caller is one"
    )]
    #[inline(always)]
    fn begin_element(&self, serializer: &mut Serializer) {
        if !self.is_on_line {
            serializer.begin_element_line();
        } else if self.count == 0 {
            serializer.begin_tuple();
        } else {
            serializer.text.push_str(", ");
            serializer.begin_element();
        }
    }

    pub(super) fn end(&self, serializer: &mut Serializer) {
        if self.count > 0 && self.is_on_line && !serializer.end_tuple() {
            serializer.text.push_str(",");
            end_lines(serializer);
        } else if !self.is_on_line {
            end_lines(serializer);
        }
        serializer.text.push_str("]");
    }
}

/// Ends the lines of a tuple or object.
fn end_lines(serializer: &mut Serializer) {
    serializer.newline();
    serializer.end_level();
    serializer.indent();
}

/// The items of an object so far.
pub(super) struct ObjectState {
    within: Depth,
    is_empty: bool,
    names: Scope,
}

impl ObjectState {
    #[inline]
    pub(super) fn begin(serializer: &mut Serializer, depth: Depth) -> Result<Self> {
        serializer.text.push_str("{");
        Ok(ObjectState {
            within: depth.deeper()?,
            is_empty: true,
            names: Scope::default(),
        })
    }

    #[expect(
        clippy::inline_always,
        reason = "each item is written by it, and its callers are few"
    )]
    #[inline(always)]
    pub(super) fn push<T: Serialize + ?Sized>(
        &mut self,
        serializer: &mut Serializer,
        name: Name<'_>,
        value: &T,
    ) -> Result<()> {
        self.begin_item(serializer, name);
        value
            .serialize(ExpressionSerializer {
                serializer,
                position: Position::Assignment,
                depth: self.within,
            })
            .map_err(|error| serializer.leave_failed(error, PathStep::Attribute(name.text)))?;
        serializer.newline();
        Ok(())
    }

    /// Writes the key of an item.
    #[expect(
        clippy::inline_always,
        reason = "each item is written by it, and its caller is one"
    )]
    #[inline(always)]
    fn begin_item(&mut self, serializer: &mut Serializer, name: Name<'_>) {
        serializer.names.add(&mut self.names, name);
        let is_first = mem::replace(&mut self.is_empty, false);
        if is_first {
            serializer.begin_lines();
        }
        serializer.begin_key(name, is_first);
    }

    pub(super) fn end(&self, serializer: &mut Serializer) -> Result<()> {
        serializer.names.close(&self.names)?;
        if !self.is_empty {
            serializer.close_run();
            serializer.end_level();
            serializer.indent();
        }
        serializer.text.push_str("}");
        Ok(())
    }
}
