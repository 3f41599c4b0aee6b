//! Values as expressions: the values of attributes.
//!
//! "Literal Values" and "Collection Values" of the native syntax specification.

use serde::ser::Serialize;

use super::ask::ask;
use super::error;
use super::float;
use super::foreign::{StructOrScalar, TakeNumber};
use super::guesses::{KeyKind, float_for_buffer, is_flattened};
use super::key::PendingKey;
use super::macros::{elements, entries, fields, sequences};
use super::names::{Equality, NameScope};
use super::output::{JsonShape, Output, PartsOutput};
use super::surroundings::{Decoding, Surroundings};
use super::verbatim;
use super::writer::{ExpressionPosition, Layout, OpenObject, OpenTuple, Writer};
use crate::error::{Error, Result};
use crate::number::Number;
use crate::path::PathStep;
use crate::protocol::field::PrivateField;
use crate::protocol::{BODY, EXPRESSION, NUMBER, TEMPLATE, TRAVERSAL};
use crate::syntax::options::Syntax;

#[expect(
    clippy::inline_always,
    reason = "the name of a field is a constant where this is inlined"
)]
#[inline(always)]
pub(super) fn write_attribute<T: Serialize + ?Sized>(
    output: &mut Output,
    name: &str,
    value: &T,
    surroundings: Surroundings,
) -> Result<()> {
    output.writer.begin_attribute(name);
    value.serialize(ExpressionSerializer {
        output,
        position: ExpressionPosition::Assignment,
        surroundings,
    })?;
    output.writer.end_assignment();
    Ok(())
}

/// Whether a value can be an expression: one with labels or a body cannot.
pub(super) fn is_possible<T: Serialize + ?Sized>(value: &T, surroundings: Surroundings) -> bool {
    let output = &mut Output::new(Layout::default());
    write_attribute(output, "_", value, surroundings).is_ok()
}

struct ExpressionSerializer<'s> {
    output: &'s mut Output,
    position: ExpressionPosition,
    surroundings: Surroundings,
}

/// Writes a tuple, which may be the content of a variant.
pub struct TupleSerializer<'s> {
    output: PartsOutput<'s>,
    state: OpenTuple,
    count: usize,
    /// The shape of the elements so far. After a first element that is a scalar, no element is read as a block.
    elements: Option<JsonShape>,
    within: Surroundings,
    variant: Option<OpenVariant>,
}

/// Writes an object, which may be the content of a variant.
struct ObjectSerializer<'s> {
    output: PartsOutput<'s>,
    state: OpenObject,
    names: NameScope,
    within: Surroundings,
    variant: Option<OpenVariant>,
    key: PendingKey,
    /// [`JsonShape::Blocks`] if it is a struct, or has an item that is one.
    shape: JsonShape,
}

/// A variant whose content is being written.
struct OpenVariant {
    name: &'static str,
    /// The object whose only item is the variant; `None` if the variant is an attribute of a body.
    object: Option<OpenObject>,
}

impl OpenVariant {
    fn begin_object(writer: &mut Writer, name: &'static str) -> Self {
        let mut object = writer.begin_object();
        writer.begin_object_item(&mut object, name);
        OpenVariant {
            name,
            object: Some(object),
        }
    }

    fn begin_attribute(writer: &mut Writer, name: &'static str) -> Self {
        writer.begin_attribute(name);
        OpenVariant { name, object: None }
    }

    #[inline]
    fn end(&self, writer: &mut Writer) {
        writer.end_assignment();
        if let Some(object) = &self.object {
            writer.end_object(object);
        }
    }

    /// Adds the step into a variant, if the value is the content of one.
    fn step_into(variant: Option<&Self>, error: Error) -> Error {
        match variant {
            Some(variant) => error.prepend_step(PathStep::from(variant.name)),
            None => error,
        }
    }
}

impl<'s> TupleSerializer<'s> {
    /// Begins the tuple of a variant, as an attribute of a body.
    pub(super) fn attribute(
        output: &'s mut Output,
        variant: &'static str,
        surroundings: Surroundings,
    ) -> Result<Self> {
        let variant = OpenVariant::begin_attribute(&mut output.writer, variant);
        TupleSerializer::new(output, surroundings, Some(variant))
    }

    #[inline]
    fn new(
        output: &'s mut Output,
        surroundings: Surroundings,
        variant: Option<OpenVariant>,
    ) -> Result<Self> {
        let state = output.writer.begin_tuple();
        let within = surroundings.deeper();
        Ok(TupleSerializer {
            within: within.map_err(|error| OpenVariant::step_into(variant.as_ref(), error))?,
            output: PartsOutput::new(output),
            state,
            count: 0,
            elements: None,
            variant,
        })
    }

    fn push<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<()> {
        let output = self.output.take()?;
        output.shape = JsonShape::Scalar;
        output.writer.begin_element(&mut self.state);
        let written = element.serialize(ExpressionSerializer {
            output: &mut *output,
            position: ExpressionPosition::Element,
            surroundings: self.within,
        });
        if let Err(error) = written {
            return Err(self.step_into_element(error));
        }
        output.writer.end_element(&mut self.state);
        self.elements = Some(match self.elements {
            None => output.shape,
            Some(JsonShape::Scalar) => JsonShape::Scalar,
            Some(elements) => elements.max(output.shape),
        });
        self.output.put_back(output);
        self.count += 1;
        Ok(())
    }

    fn step_into_element(&self, error: Error) -> Error {
        let error = error.prepend_step(PathStep::Index(self.count));
        OpenVariant::step_into(self.variant.as_ref(), error)
    }

    #[inline]
    fn finish(mut self) -> Result<()> {
        let output = self.output.take()?;
        output.writer.end_tuple(&self.state);
        if let Some(variant) = &self.variant {
            variant.end(&mut output.writer);
        }
        output.shape = match self.elements {
            Some(JsonShape::Blocks) => JsonShape::Blocks,
            _ => JsonShape::Attribute,
        };
        Ok(())
    }
}

impl<'s> ObjectSerializer<'s> {
    #[inline]
    fn new(
        output: &'s mut Output,
        surroundings: Surroundings,
        variant: Option<OpenVariant>,
    ) -> Result<Self> {
        let state = output.writer.begin_object();
        let within = surroundings.deeper();
        Ok(ObjectSerializer {
            within: within.map_err(|error| OpenVariant::step_into(variant.as_ref(), error))?,
            names: output.names.begin(Equality::Normalized),
            output: PartsOutput::new(output),
            state,
            variant,
            key: PendingKey::default(),
            shape: JsonShape::Attribute,
        })
    }

    /// Begins the object of a struct.
    #[inline]
    fn of_struct(
        output: &'s mut Output,
        surroundings: Surroundings,
        variant: Option<OpenVariant>,
    ) -> Result<Self> {
        let object = ObjectSerializer::new(output, surroundings, variant)?;
        Ok(ObjectSerializer {
            shape: JsonShape::Blocks,
            ..object
        })
    }

    #[inline]
    fn push<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Result<()> {
        let output = self.output.take()?;
        output.names.add(self.names, key);
        output.shape = JsonShape::Scalar;
        let key_offset = output.writer.begin_object_item(&mut self.state, key);
        let written = value.serialize(ExpressionSerializer {
            output: &mut *output,
            position: ExpressionPosition::Assignment,
            surroundings: self.within,
        });
        if let Err(error) = written {
            return Err(self.step_into_item(error, key));
        }
        output.writer.end_assignment();
        if output.shape == JsonShape::Blocks {
            // A buffered value is decoded without its type, so the keys in it are templates.
            if self.within.decoding != Decoding::Buffered {
                output.writer.note_block_key(key_offset);
            }
            self.shape = JsonShape::Blocks;
        }
        self.output.put_back(output);
        Ok(())
    }

    fn step_into_item(&self, error: Error, key: &str) -> Error {
        let error = error.prepend_step(PathStep::from(key));
        OpenVariant::step_into(self.variant.as_ref(), error)
    }

    /// Writes a field of a struct. Fails for labels and the rest of a body, which an object cannot have.
    #[inline]
    fn push_field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<()> {
        match PrivateField::parse(name) {
            None => self.push(name, value),
            Some(PrivateField::Rest) => {
                self.output.fail();
                Err(error::body_without_block())
            }
            Some(PrivateField::Label(_) | PrivateField::Labels) => {
                self.output.fail();
                Err(error::label_without_block(name))
            }
        }
    }

    #[inline]
    fn push_entry<T: Serialize + ?Sized>(
        &mut self,
        key: &str,
        kind: KeyKind,
        value: &T,
    ) -> Result<()> {
        match kind {
            KeyKind::Field => self.push_field(key, value),
            KeyKind::Data => self.push(key, value),
        }
    }

    #[inline]
    fn finish(&mut self) -> Result<()> {
        let output = self.output.take()?;
        if let Some(key) = output.names.end(self.names) {
            return Err(self.step_into_item(error::repeated_key(&key), &key));
        }
        output.writer.end_object(&self.state);
        if let Some(variant) = &self.variant {
            variant.end(&mut output.writer);
        }
        output.shape = self.shape;
        Ok(())
    }
}

impl ExpressionSerializer<'_> {
    /// Writes the native syntax of a newtype with a private name. If it has none, writes the string that other formats
    /// see.
    fn verbatim<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Result<()> {
        match verbatim::text(name, value) {
            Some(text)
                if name == TRAVERSAL && self.output.writer.layout().syntax == Syntax::Json =>
            {
                serde::Serializer::serialize_str(self, &verbatim::json_traversal(&text))
            }
            Some(text) => {
                verbatim::write(&mut self.output.writer, self.position, &text);
                Ok(())
            }
            None => serde::Serializer::serialize_some(self, value),
        }
    }

    #[expect(
        clippy::unnecessary_wraps,
        reason = "it is what serde's methods end with"
    )]
    #[inline]
    fn literal(self, integer: impl itoa::Integer) -> Result<()> {
        let digits = &mut itoa::Buffer::new();
        self.output.writer.literal(digits.format(integer));
        Ok(())
    }

    /// Writes an integer of more than 64 bits. Serde cannot buffer such an integer: if the value will be buffered, a
    /// float with the same value is written, if there is one.
    fn large_integer(self, integer: impl itoa::Integer + Into<Number> + Copy) -> Result<()> {
        if self.surroundings.decoding == Decoding::Buffered
            && let Some(float) = float_for_buffer(&integer.into())
        {
            return serde::Serializer::serialize_f64(self, float);
        }
        self.literal(integer)
    }

    fn number<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        match ask::<Number>(value) {
            Some(number) if number.is_infinite() => Err(error::infinite()),
            Some(number) => {
                self.output.writer.display(number);
                Ok(())
            }
            None => serde::Serializer::serialize_some(self, value),
        }
    }
}

impl TakeNumber for ExpressionSerializer<'_> {
    /// Writes the number as it is, so that a float remains a float.
    fn take_number(self, text: &str) -> Result<()> {
        let number: Number = text.parse().map_err(error::invalid_number)?;
        let is_large = number.as_u64().is_none() && number.as_i64().is_none();
        if self.surroundings.decoding == Decoding::Buffered
            && is_large
            && number.is_integer()
            && let Some(float) = float_for_buffer(&number)
        {
            serde::Serializer::serialize_f64(self, float)
        } else if is_literal(text) {
            self.output.writer.literal(text);
            Ok(())
        } else {
            self.output.writer.display(number);
            Ok(())
        }
    }
}

/// Whether the text of a number is a literal, possibly after a minus sign.
fn is_literal(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let bytes = digits.as_bytes();
    let point = bytes.iter().position(|byte| *byte == b'.');
    is_digit(bytes.first()) && point.is_none_or(|point| is_digit(bytes.get(point + 1)))
}

macro_rules! integers {
    ($($serialize:ident($integer:ty))*) => {$(
        #[inline]
        fn $serialize(self, integer: $integer) -> Result<()> {
            self.literal(integer)
        }
    )*};
}

impl<'s> serde::Serializer for ExpressionSerializer<'s> {
    type Ok = ();
    type Error = Error;
    type SerializeTupleVariant = TupleSerializer<'s>;
    type SerializeMap = ObjectSerializer<'s>;
    type SerializeStruct = StructOrScalar<ObjectSerializer<'s>, Self>;
    type SerializeStructVariant = ObjectSerializer<'s>;

    sequences! { TupleSerializer<'s>, |self| TupleSerializer::new(self.output, self.surroundings, None) }

    integers! {
        serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64) serialize_u8(u8)
        serialize_u16(u16) serialize_u32(u32) serialize_u64(u64)
    }

    fn serialize_i128(self, integer: i128) -> Result<()> {
        if i64::try_from(integer).is_ok() || u64::try_from(integer).is_ok() {
            return self.literal(integer);
        }
        self.large_integer(integer)
    }

    fn serialize_u128(self, integer: u128) -> Result<()> {
        if u64::try_from(integer).is_ok() {
            return self.literal(integer);
        }
        self.large_integer(integer)
    }

    #[inline]
    fn serialize_bool(self, value: bool) -> Result<()> {
        let text = if value { "true" } else { "false" };
        self.output.writer.literal(text);
        Ok(())
    }

    fn serialize_f32(self, float: f32) -> Result<()> {
        if !float.is_finite() {
            return Err(error::infinite());
        }
        self.output.writer.display(format_args!("{float:?}"));
        Ok(())
    }

    #[inline]
    fn serialize_f64(self, float: f64) -> Result<()> {
        if !float.is_finite() {
            return Err(error::infinite());
        }
        float::write_float(&mut self.output.writer, float);
        Ok(())
    }

    fn serialize_char(self, character: char) -> Result<()> {
        self.serialize_str(character.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, text: &str) -> Result<()> {
        self.output.writer.string(text, self.position);
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<()> {
        self.collect_seq(bytes)
    }

    #[inline]
    fn serialize_none(self) -> Result<()> {
        self.serialize_unit()
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        value.serialize(ExpressionSerializer {
            surroundings: self.surroundings.wrapped()?,
            ..self
        })
    }

    #[inline]
    fn serialize_unit(self) -> Result<()> {
        self.output.writer.literal("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<()> {
        let object = self.output.writer.begin_object();
        self.output.writer.end_object(&object);
        self.output.shape = JsonShape::Blocks;
        Ok(())
    }

    #[inline]
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<()> {
        self.serialize_str(variant)
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        match name {
            EXPRESSION | TEMPLATE | TRAVERSAL => self.verbatim(name, value),
            NUMBER => self.number(value),
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
        let mut object = ObjectSerializer::new(self.output, self.surroundings, None)?;
        object.push(variant, value)?;
        object.finish()
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<TupleSerializer<'s>> {
        let within = self.surroundings.deeper()?;
        let variant = OpenVariant::begin_object(&mut self.output.writer, variant);
        TupleSerializer::new(self.output, within, Some(variant))
    }

    #[inline]
    fn serialize_map(self, len: Option<usize>) -> Result<ObjectSerializer<'s>> {
        if is_flattened(len) {
            let surroundings = self.surroundings.buffered();
            return ObjectSerializer::of_struct(self.output, surroundings, None);
        }
        ObjectSerializer::new(self.output, self.surroundings, None)
    }

    #[inline]
    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Self::SerializeStruct> {
        StructOrScalar::new(name, self, |it| {
            ObjectSerializer::of_struct(it.output, it.surroundings, None)
        })
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<ObjectSerializer<'s>> {
        let within = self.surroundings.deeper()?;
        let variant = OpenVariant::begin_object(&mut self.output.writer, variant);
        ObjectSerializer::of_struct(self.output, within, Some(variant))
    }
}

elements! {
    TupleSerializer<'_>, fn end(self) -> Result<(), Error> { self.finish() },
    SerializeTupleVariant::serialize_field
}

fields! { ObjectSerializer<'_>, #[inline] fn end(mut self) -> Result<()> { self.finish() } }

entries! { ObjectSerializer<'_> }
