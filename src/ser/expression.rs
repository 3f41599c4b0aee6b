//! Values as expressions: what stands in an attribute.
//!
//! "Literal Values" and "Collection Values" of the native syntax specification. A tuple of scalars stays on its line
//! if it fits there; otherwise, each element of a tuple and each item of an object has lines of its own.
//!
//! Knows nothing of blocks.

use std::mem;

use serde::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant,
};

use super::Serializer;
use super::depth::Depth;
use super::error;
use super::heredoc;
use super::key::KeySerializer;
use super::names::{Name, Scope};
use super::native;
use crate::error::{Error, PathStep, Result};
use crate::protocol::{BODY, EXPRESSION, NUMBER, TEMPLATE, TRAVERSAL};

/// Where an expression stands.
#[derive(Clone, Copy)]
pub(super) enum Position {
    /// Behind an `=`, where a heredoc is possible.
    Assignment,
    /// In a tuple.
    Element,
}

/// Writes an expression.
pub(super) struct ExpressionSerializer<'s> {
    pub(super) serializer: &'s mut Serializer,
    pub(super) position: Position,
    pub(super) depth: Depth,
}

impl Serializer {
    /// Writes an attribute, whatever its value is.
    pub(super) fn attribute<T: Serialize + ?Sized>(
        &mut self,
        name: Name<'_>,
        value: &T,
        depth: Depth,
    ) -> Result<()> {
        self.begin_attribute(name);
        value.serialize(ExpressionSerializer {
            serializer: self,
            position: Position::Assignment,
            depth,
        })?;
        self.newline();
        Ok(())
    }

    /// Leaves the line on which an error occurred, which may be ignored.
    #[cold]
    fn leave_failed(&mut self, error: Error, step: PathStep<'_>) -> Error {
        self.leave_line();
        error.prepend_step(step)
    }

    /// Begins the lines of an object.
    #[inline(never)]
    fn begin_lines(&mut self) {
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
    fn begin_key(&mut self, key: Name<'_>, is_first: bool) {
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

    /// Writes a string that ends with a newline, as a heredoc if it can be one.
    fn lines(&mut self, text: &str) {
        if self.options.has_heredocs && heredoc::is_possible(text) {
            heredoc::write(self, text);
        } else {
            self.text.push_quoted(text);
        }
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
        reason = "each is written by it, and its callers are few"
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

/// Writes a tuple, which may be the content of a variant.
pub(super) struct Tuple<'s> {
    serializer: &'s mut Serializer,
    state: TupleState,
    variant: Option<&'static str>,
}

/// Writes an object, which may be the content of a variant.
pub(super) struct Object<'s> {
    serializer: &'s mut Serializer,
    state: ObjectState,
    variant: Option<&'static str>,
}

/// Begins the object of one item that a variant is, around its content: it is on lines of its own.
fn begin_variant(serializer: &mut Serializer, name: &'static str) {
    serializer.text.push_str("{");
    serializer.begin_lines();
    let name = serializer.names.field(name);
    serializer.begin_key(name, true);
}

/// Ends the object that a variant is.
fn end_variant(serializer: &mut Serializer) {
    serializer.newline();
    serializer.close_run();
    serializer.end_level();
    serializer.indent();
    serializer.text.push_str("}");
}

impl Tuple<'_> {
    fn push<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<()> {
        let pushed = self.state.push(self.serializer, element);
        pushed.map_err(|error| within_variant(error, self.variant))
    }

    #[expect(
        clippy::unnecessary_wraps,
        reason = "it is what serde's traits end with"
    )]
    fn finish(self) -> Result<()> {
        self.state.end(self.serializer);
        if self.variant.is_some() {
            end_variant(self.serializer);
        }
        Ok(())
    }
}

impl Object<'_> {
    fn push<T: Serialize + ?Sized>(&mut self, key: Name<'_>, value: &T) -> Result<()> {
        let pushed = self.state.push(self.serializer, key, value);
        pushed.map_err(|error| within_variant(error, self.variant))
    }

    fn push_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<()> {
        if super::label::is_label(key) {
            return Err(error::label_without_block(key));
        }
        let name = self.serializer.names.field(key);
        self.push(name, value)
    }

    fn finish(self) -> Result<()> {
        let ended = self.state.end(self.serializer);
        ended.map_err(|error| within_variant(error, self.variant))?;
        if self.variant.is_some() {
            end_variant(self.serializer);
        }
        Ok(())
    }
}

#[cold]
fn within_variant(error: Error, variant: Option<&'static str>) -> Error {
    match variant {
        Some(variant) => error.prepend_step(PathStep::Attribute(variant)),
        None => error,
    }
}

impl<'s> ExpressionSerializer<'s> {
    fn tuple(self, depth: Depth, variant: Option<&'static str>) -> Result<Tuple<'s>> {
        Ok(Tuple {
            state: TupleState::begin(self.serializer, depth)?,
            serializer: self.serializer,
            variant,
        })
    }

    fn object(self, depth: Depth, variant: Option<&'static str>) -> Result<Object<'s>> {
        Ok(Object {
            state: ObjectState::begin(self.serializer, depth)?,
            serializer: self.serializer,
            variant,
        })
    }
}

macro_rules! integers {
    ($($serialize:ident($integer:ty))*) => {$(
        fn $serialize(self, integer: $integer) -> Result<()> {
            let digits = &mut itoa::Buffer::new();
            self.serializer.text.push_str(digits.format(integer));
            Ok(())
        }
    )*};
}

impl<'s> serde::Serializer for ExpressionSerializer<'s> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Tuple<'s>;
    type SerializeTuple = Tuple<'s>;
    type SerializeTupleStruct = Tuple<'s>;
    type SerializeTupleVariant = Tuple<'s>;
    type SerializeMap = Object<'s>;
    type SerializeStruct = Object<'s>;
    type SerializeStructVariant = Object<'s>;

    integers! {
        serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64)
        serialize_i128(i128) serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64)
        serialize_u128(u128)
    }

    fn serialize_bool(self, value: bool) -> Result<()> {
        let text = if value { "true" } else { "false" };
        self.serializer.text.push_str(text);
        Ok(())
    }

    fn serialize_f32(self, float: f32) -> Result<()> {
        if !float.is_finite() {
            return Err(error::infinite());
        }
        self.serializer.plain(format_args!("{float:?}"));
        Ok(())
    }

    fn serialize_f64(self, float: f64) -> Result<()> {
        self.serializer.float(float)
    }

    fn serialize_char(self, character: char) -> Result<()> {
        self.serialize_str(character.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, text: &str) -> Result<()> {
        let serializer = self.serializer;
        match self.position {
            Position::Assignment if text.ends_with('\n') => serializer.lines(text),
            Position::Assignment => serializer.text.push_quoted(text),
            Position::Element => {
                // Moving a long text to a line of its own later would cost as much as writing it.
                if serializer.exceeds_line(text.len()) {
                    serializer.break_line();
                }
                serializer.text.push_quoted(text);
            }
        }
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<()> {
        self.collect_seq(bytes)
    }

    fn serialize_none(self) -> Result<()> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        value.serialize(ExpressionSerializer {
            depth: self.depth.wrapped()?,
            ..self
        })
    }

    fn serialize_unit(self) -> Result<()> {
        self.serializer.text.push_str("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<()> {
        self.serializer.text.push_str("{}");
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<()> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        match name {
            EXPRESSION | TEMPLATE | TRAVERSAL => native::write(self, name, value),
            NUMBER => native::write_number(self, value),
            BODY => Err(error::body_without_block()),
            _ => self.serialize_some(value),
        }
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<()> {
        let mut object = self.serialize_map(Some(1))?;
        let name = object.serializer.names.field(variant);
        object.push(name, value)?;
        object.finish()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Tuple<'s>> {
        let depth = self.depth;
        self.tuple(depth, None)
    }

    fn serialize_tuple(self, _: usize) -> Result<Tuple<'s>> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Tuple<'s>> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Tuple<'s>> {
        let within = self.depth.deeper()?;
        begin_variant(self.serializer, variant);
        self.tuple(within, Some(variant))
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Object<'s>> {
        self.serializer.run.begin_body("", len.unwrap_or_default());
        let depth = self.depth;
        self.object(depth, None)
    }

    fn serialize_struct(self, name: &'static str, len: usize) -> Result<Object<'s>> {
        self.serializer.run.begin_body(name, len);
        let depth = self.depth;
        self.object(depth, None)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Object<'s>> {
        let within = self.depth.deeper()?;
        begin_variant(self.serializer, variant);
        self.object(within, Some(variant))
    }
}

/// What the traits of sequences and tuples ask for, which differ in the name of one method.
macro_rules! elements {
    ($($serialize:ident::$push:ident)*) => {$(
        impl $serialize for Tuple<'_> {
            type Ok = ();
            type Error = Error;

            fn $push<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<()> {
                self.push(element)
            }

            fn end(self) -> Result<()> {
                self.finish()
            }
        }
    )*};
}

elements! {
    SerializeSeq::serialize_element
    SerializeTuple::serialize_element
    SerializeTupleStruct::serialize_field
    SerializeTupleVariant::serialize_field
}

/// What the traits of structs ask for, which differ in nothing.
macro_rules! fields {
    ($($serialize:ident)*) => {$(
        impl $serialize for Object<'_> {
            type Ok = ();
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<()> {
                self.push_field(name, value)
            }

            fn end(self) -> Result<()> {
                self.finish()
            }
        }
    )*};
}

fields! { SerializeStruct SerializeStructVariant }

impl SerializeMap for Object<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        self.serializer.take_key(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let key = self.serializer.given_key()?;
        let name = self.serializer.names.key(&key);
        self.push(name, value)
    }

    /// Takes the key where it is, without a copy.
    fn serialize_entry<K: Serialize + ?Sized, T: Serialize + ?Sized>(
        &mut self,
        key: &K,
        value: &T,
    ) -> Result<()> {
        key.serialize(KeySerializer(|key: &str| {
            let name = self.serializer.names.key(key);
            self.push(name, value)
        }))
    }

    fn end(self) -> Result<()> {
        self.serializer.end_keys()?;
        self.finish()
    }
}
