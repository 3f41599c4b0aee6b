//! Values as expressions: what stands in an attribute.
//!
//! "Literal Values" and "Collection Values" of the native syntax specification.
//!
//! Knows nothing of blocks.

use serde::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant,
};

use super::Serializer;
use super::collection::{ObjectState, TupleState};
use super::depth::Depth;
use super::error;
use super::heredoc;
use super::key::KeySerializer;
use super::names::Name;
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

    /// Writes a string that ends with a newline, as a heredoc if it can be one.
    fn lines(&mut self, text: &str) {
        if self.options.has_heredocs && heredoc::is_possible(text) {
            heredoc::write(self, text);
        } else {
            self.text.push_quoted(text);
        }
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
