//! The public serializer, and the methods of the options that use it.

use std::io::Write;

use serde::ser::Serialize;

use super::body::BodySerializer;
use super::expression::TupleSerializer;
use super::items::{ItemSequence, ItemsSerializer};
use super::options::EncodeOptions;
use super::output::Output;
use crate::error::{Error, Result};
use crate::format::format;

/// A serde serializer that writes values as a body.
///
/// Use it with crates that work with any [`serde::Serializer`]. The trait is implemented for `&mut Serializer`. Values
/// that are serialized one after another become one body. After an error, the text is not usable.
///
/// ```
/// use serde::Serialize;
/// use serde_json::json;
///
/// let mut serializer = hcl::Serializer::new();
/// json!({ "http": 80 }).serialize(&mut serializer)?;
/// json!({ "https": 443 }).serialize(&mut serializer)?;
/// assert_eq!(serializer.into_string(), "http  = 80\nhttps = 443\n");
/// # Ok::<(), hcl::Error>(())
/// ```
pub struct Serializer {
    output: Output,
}

impl Default for Serializer {
    fn default() -> Self {
        Serializer::new()
    }
}

impl Serializer {
    /// A serializer with the default options.
    pub fn new() -> Self {
        Serializer::with_options(EncodeOptions::new())
    }

    /// A serializer with options.
    ///
    /// ```
    /// use serde::Serialize;
    ///
    /// let options = hcl::EncodeOptions::new().without_alignment();
    /// let mut serializer = hcl::Serializer::with_options(options);
    /// serde_json::json!({ "http": 80, "https": 443 }).serialize(&mut serializer)?;
    /// assert_eq!(serializer.into_string(), "http = 80\nhttps = 443\n");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn with_options(options: EncodeOptions) -> Self {
        Serializer {
            output: Output::new(options.layout),
        }
    }

    /// Returns the text that has been written.
    pub fn into_string(self) -> String {
        let (text, needs_formatter) = self.output.writer.finish();
        if needs_formatter { format(&text) } else { text }
    }

    /// The native text to convert to JSON, and the offsets of the keys whose values are blocks there.
    pub(super) fn into_parts_for_json(self) -> (String, Vec<usize>) {
        self.output.writer.finish_for_json()
    }

    fn items(&mut self) -> ItemsSerializer<'_> {
        ItemsSerializer::whole(&mut self.output)
    }
}

impl EncodeOptions {
    /// Writes a configuration, like [`to_string`](crate::to_string).
    ///
    /// # Errors
    ///
    /// The same as for [`to_string`](crate::to_string).
    pub fn to_string<T: Serialize + ?Sized>(&self, value: &T) -> Result<String> {
        let mut serializer = Serializer::with_options(*self);
        value.serialize(&mut serializer)?;
        Ok(serializer.into_string())
    }

    /// Writes a configuration as bytes, like [`to_vec`](crate::to_vec).
    ///
    /// # Errors
    ///
    /// The same as for [`to_vec`](crate::to_vec).
    pub fn to_vec<T: Serialize + ?Sized>(&self, value: &T) -> Result<Vec<u8>> {
        self.to_string(value).map(String::into_bytes)
    }

    /// Writes a configuration to a writer, like [`to_writer`](crate::to_writer).
    ///
    /// # Errors
    ///
    /// The same as for [`to_writer`](crate::to_writer).
    pub fn to_writer<W: Write, T: Serialize + ?Sized>(
        &self,
        mut writer: W,
        value: &T,
    ) -> Result<()> {
        let text = self.to_string(value)?;
        writer.write_all(text.as_bytes()).map_err(Error::writing)
    }

    /// Writes an expression. Its lines break as in an attribute with this name.
    #[cfg(feature = "edit")]
    pub(crate) fn expression<T: Serialize + ?Sized>(self, name: &str, value: &T) -> Result<String> {
        let mut serializer = Serializer::with_options(self);
        super::expression::write_attribute(
            &mut serializer.output,
            name,
            value,
            super::surroundings::Surroundings::ROOT,
        )?;
        let text = serializer.into_string();
        // In the canonical form, one space follows the equals sign.
        let (_, expression) = text.split_once(" = ").unwrap_or_default();
        Ok(expression.trim_end_matches('\n').to_owned())
    }
}

macro_rules! forward {
    ($($serialize:ident$(<$value:ident>)?($($argument:ident: $ty:ty),*) -> $ok:ty;)*) => {$(
        fn $serialize$(<$value: Serialize + ?Sized>)?(self, $($argument: $ty),*) -> Result<$ok> {
            self.items().$serialize($($argument),*)
        }
    )*};
}

impl<'s> serde::Serializer for &'s mut Serializer {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = ItemSequence<'s>;
    type SerializeTuple = ItemSequence<'s>;
    type SerializeTupleStruct = ItemSequence<'s>;
    type SerializeTupleVariant = TupleSerializer<'s>;
    type SerializeMap = BodySerializer<'s>;
    type SerializeStruct = BodySerializer<'s>;
    type SerializeStructVariant = BodySerializer<'s>;

    forward! {
        serialize_bool(value: bool) -> ();
        serialize_i8(value: i8) -> ();
        serialize_i16(value: i16) -> ();
        serialize_i32(value: i32) -> ();
        serialize_i64(value: i64) -> ();
        serialize_i128(value: i128) -> ();
        serialize_u8(value: u8) -> ();
        serialize_u16(value: u16) -> ();
        serialize_u32(value: u32) -> ();
        serialize_u64(value: u64) -> ();
        serialize_u128(value: u128) -> ();
        serialize_f32(value: f32) -> ();
        serialize_f64(value: f64) -> ();
        serialize_char(value: char) -> ();
        serialize_str(value: &str) -> ();
        serialize_bytes(value: &[u8]) -> ();
        serialize_none() -> ();
        serialize_some<T>(value: &T) -> ();
        serialize_unit() -> ();
        serialize_unit_struct(name: &'static str) -> ();
        serialize_unit_variant(name: &'static str, index: u32, variant: &'static str) -> ();
        serialize_newtype_struct<T>(name: &'static str, value: &T) -> ();
        serialize_newtype_variant<T>(name: &'static str, index: u32, variant: &'static str, value: &T) -> ();
        serialize_seq(len: Option<usize>) -> Self::SerializeSeq;
        serialize_tuple(len: usize) -> Self::SerializeTuple;
        serialize_tuple_struct(name: &'static str, len: usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(name: &'static str, index: u32, variant: &'static str, len: usize)
            -> Self::SerializeTupleVariant;
        serialize_map(len: Option<usize>) -> Self::SerializeMap;
        serialize_struct(name: &'static str, len: usize) -> Self::SerializeStruct;
        serialize_struct_variant(name: &'static str, index: u32, variant: &'static str, len: usize)
            -> Self::SerializeStructVariant;
    }
}
