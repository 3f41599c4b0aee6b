//! What a whole body is made of: a struct, a map, an enum, or a sequence of enums in order.
//!
//! Knows nothing of the form that an item takes.

use std::borrow::Cow;
use std::collections::HashMap;

use serde::ser::{Serialize, SerializeSeq, SerializeTuple, SerializeTupleStruct};

use super::Serializer;
use super::body::Fields;
use super::depth::Depth;
use super::error;
use super::field::{FieldsKind, Item, Place};
use super::label::Header;
use super::layout::Last;
use super::names::Name;
use super::native;
use super::sequence::Sequence;
use crate::error::{Error, PathStep, Result};
use crate::protocol::{BODY, EXPRESSION, NUMBER, TEMPLATE, TRAVERSAL};
use crate::syntax::tree::text::normalize;

impl Serializer {
    /// Writes the items of a field that stands for the rest of a body.
    pub(super) fn items<T: Serialize + ?Sized>(&mut self, value: &T, depth: Depth) -> Result<()> {
        // They are no items of the sequence in which the block of this body may be one.
        let outer = self.items.take();
        let written = value.serialize(BodySerializer {
            serializer: self,
            is_item: false,
            is_rest: true,
            depth,
        });
        self.items = outer;
        written.inspect_err(|_| self.leave_line())
    }

    /// Serializes the whole configuration.
    pub(super) fn whole(&mut self) -> BodySerializer<'_> {
        if !self.text.is_at_line_start() {
            self.leave_line();
        }
        BodySerializer {
            serializer: self,
            is_item: false,
            is_rest: false,
            depth: Depth::ROOT,
        }
    }
}

/// Writes a body, or one item of a sequence that is a body.
pub(super) struct BodySerializer<'s> {
    serializer: &'s mut Serializer,
    is_item: bool,
    /// Whether the body has other items than these.
    is_rest: bool,
    depth: Depth,
}

impl<'s> BodySerializer<'s> {
    fn fields(self, place: Place) -> Fields<'s, ()> {
        if self.is_rest {
            Fields::rest(self.serializer, self.depth, place)
        } else {
            Fields::root(self.serializer, self.depth, place)
        }
    }

    fn place(&self) -> Place {
        if self.is_item {
            Place::OneItem
        } else {
            Place::Item
        }
    }

    /// The block that a variant is.
    fn block(mut self, variant: &'static str, kind: FieldsKind) -> Result<Fields<'s, ()>> {
        let name = self.identifier(variant)?;
        self.serializer.add_item(variant, Last::Block)?;
        let within = self.depth.deeper()?;
        let item = Item::new(name, self.place(), within);
        let header = Header::begin(self.serializer, &item);
        Ok(Fields::block(self.serializer, header, (within, kind)))
    }

    fn identifier(&mut self, variant: &'static str) -> Result<Name<'static>> {
        let name = self.serializer.names.field(variant);
        if name.is_identifier() {
            Ok(name)
        } else {
            Err(error::no_identifier(variant))
        }
    }

    fn unsuitable<T>(&self, found: &str) -> Result<T> {
        Err(if self.is_item {
            error::no_item(found)
        } else {
            error::no_body(found)
        })
    }
}

macro_rules! unsuitable {
    ($($serialize:ident($argument:ty), $found:literal;)*) => {$(
        fn $serialize(self, _: $argument) -> Result<()> {
            self.unsuitable($found)
        }
    )*};
}

impl<'s> serde::Serializer for BodySerializer<'s> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Items<'s>;
    type SerializeTuple = Items<'s>;
    type SerializeTupleStruct = Items<'s>;
    type SerializeTupleVariant = Sequence<'s, 'static, ()>;
    type SerializeMap = Fields<'s, ()>;
    type SerializeStruct = Fields<'s, ()>;
    type SerializeStructVariant = Fields<'s, ()>;

    unsuitable! {
        serialize_bool(bool), "a bool";
        serialize_i8(i8), "a number";
        serialize_i16(i16), "a number";
        serialize_i32(i32), "a number";
        serialize_i64(i64), "a number";
        serialize_i128(i128), "a number";
        serialize_u8(u8), "a number";
        serialize_u16(u16), "a number";
        serialize_u32(u32), "a number";
        serialize_u64(u64), "a number";
        serialize_u128(u128), "a number";
        serialize_f32(f32), "a number";
        serialize_f64(f64), "a number";
        serialize_char(char), "a character";
        serialize_str(&str), "a string";
        serialize_bytes(&[u8]), "bytes";
    }

    fn serialize_none(self) -> Result<()> {
        self.unsuitable("an absent option")
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        value.serialize(BodySerializer {
            depth: self.depth.wrapped()?,
            ..self
        })
    }

    /// The empty body.
    fn serialize_unit(self) -> Result<()> {
        if self.is_item {
            return self.unsuitable("a unit");
        }
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<()> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<()> {
        self.block(variant, FieldsKind::Struct)?.finish()
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        match name {
            BODY if !self.is_item => native::write_items(self.serializer, value),
            EXPRESSION | TEMPLATE | TRAVERSAL => self.unsuitable("an expression"),
            NUMBER => self.unsuitable("a number"),
            _ => self.serialize_some(value),
        }
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        mut self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<()> {
        let name = self.identifier(variant)?;
        let within = (self.place(), self.depth);
        let written = self.serializer.item(name, within, value);
        written.map_err(|error| error.prepend_step(PathStep::Attribute(variant)))?;
        let form = self.serializer.last;
        self.serializer.add_item(variant, form)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Items<'s>> {
        if self.is_item {
            return self.unsuitable("a sequence");
        }
        Ok(Items {
            outer: self.serializer.items.replace(HashMap::new()),
            serializer: self.serializer,
            depth: self.depth,
            count: 0,
        })
    }

    fn serialize_tuple(self, _: usize) -> Result<Items<'s>> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Items<'s>> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_variant(
        mut self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Sequence<'s, 'static, ()>> {
        let name = self.identifier(variant)?;
        self.serializer.add_item(variant, Last::Attribute)?;
        let begun = Sequence::attribute(self.serializer, name, self.depth);
        begun.map_err(|error| error.prepend_step(PathStep::Attribute(variant)))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Fields<'s, ()>> {
        if self.is_item {
            return self.unsuitable("a map");
        }
        Ok(self.fields(Place::Item))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Fields<'s, ()>> {
        if self.is_item {
            return self.unsuitable("a struct");
        }
        Ok(self.fields(Place::Field))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Fields<'s, ()>> {
        self.block(variant, FieldsKind::Struct)
    }
}

impl Serializer {
    /// Remembers an item of a sequence: an attribute stands alone.
    fn add_item(&mut self, name: &'static str, form: Last) -> Result<()> {
        let items = self.items.as_mut();
        let normalized = normalize(Cow::Borrowed(name));
        match items.and_then(|items| items.insert(normalized.clone(), form)) {
            Some(before) if [before, form].contains(&Last::Attribute) => {
                let step = PathStep::Attribute(&normalized);
                Err(error::repeated_name(&normalized).prepend_step(step))
            }
            Some(_) => Ok(()),
            None => {
                // The body may have a field of this name, too.
                let name = self.names.field(name);
                self.names.add(&mut self.rest, name);
                Ok(())
            }
        }
    }
}

/// Writes a sequence of variants as the items of a body.
pub struct Items<'s> {
    serializer: &'s mut Serializer,
    depth: Depth,
    /// The items of the body around this one, if that is a sequence.
    outer: Option<HashMap<Cow<'static, str>, Last>>,
    count: usize,
}

impl Items<'_> {
    fn push<T: Serialize + ?Sized>(&mut self, item: &T) -> Result<()> {
        let written = item.serialize(BodySerializer {
            serializer: self.serializer,
            is_item: true,
            is_rest: true,
            depth: self.depth,
        });
        written.map_err(|error| {
            self.serializer.leave_line();
            error.prepend_step(PathStep::Index(self.count))
        })?;
        self.count += 1;
        Ok(())
    }
}

/// What the traits of sequences and tuples ask for, which differ in the name of one method.
macro_rules! elements {
    ($($serialize:ident::$push:ident)*) => {$(
        impl $serialize for Items<'_> {
            type Ok = ();
            type Error = Error;

            fn $push<T: Serialize + ?Sized>(&mut self, item: &T) -> Result<()> {
                self.push(item)
            }

            fn end(self) -> Result<()> {
                self.serializer.items = self.outer;
                Ok(())
            }
        }
    )*};
}

elements! {
    SerializeSeq::serialize_element
    SerializeTuple::serialize_element
    SerializeTupleStruct::serialize_field
}
