//! The values that are a whole body: a struct, a map, an enum, or a sequence of enums.
//!
//! Knows nothing of how items are written.

use std::collections::HashMap;

use serde::ser::{Serialize, SerializeTupleVariant};

use super::blocks;
use super::body::{Body, Fields, ItemContext, write_item_as};
use super::depth::Depth;
use super::error;
use super::expression::{Context, Tuple};
use super::form::{Form, Place, Reader};
use super::macros::elements;
use super::names::Scope;
use super::native;
use super::output::Output;
use crate::error::{Error, Result};
use crate::identifier::is_identifier;
use crate::path::PathStepRef;
use crate::protocol::{BODY, EXPRESSION, NUMBER, TEMPLATE, TRAVERSAL};

/// Writes the items of a field that stands for the rest of a body, among whose names theirs are.
pub(super) fn write_rest<T: Serialize + ?Sized>(
    output: &mut Output,
    names: Scope,
    value: &T,
    (depth, reader): (Depth, Reader),
) -> Result<()> {
    value.serialize(Root {
        output,
        names: Some(names),
        items: None,
        depth,
        reader,
    })
}

/// Writes a body, or one item of a sequence that is a body.
pub(super) struct Root<'s> {
    output: &'s mut Output,
    /// The names of the body, if it has other items than these.
    names: Option<Scope>,
    /// The items before this one, if it is in a sequence.
    items: Option<&'s mut Seen>,
    depth: Depth,
    reader: Reader,
}

/// The forms of the items of a sequence so far, by their names.
type Seen = HashMap<&'static str, Form>;

impl<'s> Root<'s> {
    /// The whole configuration.
    pub(super) fn whole(output: &'s mut Output) -> Self {
        // An error may have left a body that is not ended.
        output.writer.recover(0);
        Root {
            output,
            names: None,
            items: None,
            depth: Depth::ROOT,
            reader: Reader::Typed,
        }
    }

    fn body(self, fields: Fields) -> Body<'s> {
        match self.names {
            Some(names) => Body::rest(self.output, names, fields, (self.depth, self.reader)),
            None => Body::whole(self.output, fields, self.depth),
        }
    }

    fn is_item(&self) -> bool {
        self.items.is_some()
    }

    /// The block that a variant is.
    fn block(mut self, variant: &'static str) -> Result<Body<'s>> {
        self.add(variant, Form::Blocks)?;
        let depth = self.depth.deeper()?;
        Ok(blocks::begin_variant(
            self.output,
            variant,
            (depth, self.reader),
        ))
    }

    /// Adds an item to the names of the body. In a sequence, blocks may have one name, but an attribute stands alone.
    fn add(&mut self, name: &'static str, form: Form) -> Result<()> {
        if !is_identifier(name) {
            return Err(error::invalid_name(name));
        }
        let before = self.items.as_mut().and_then(|it| it.insert(name, form));
        match (before, self.names) {
            (Some(before), _) if [before, form] != [Form::Blocks; 2] => {
                Err(error::repeated_name(name).prepend_step(PathStepRef::Attribute(name)))
            }
            // The body may have a field of this name, too.
            (None, Some(names)) => {
                self.output.names.add(names, name);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn unsuitable<T>(&self, found: &str) -> Result<T> {
        Err(if self.is_item() {
            error::unsuitable_item(found)
        } else {
            error::unsuitable_body(found)
        })
    }

    fn native<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        let body = native::body(value).ok_or_else(|| error::unsuitable_body("a string"))?;
        if let Some(scope) = self.names {
            // The body may have a field of this name, too.
            let names = &mut self.output.names;
            for name in native::names(&body) {
                names.add(scope, &name);
            }
        }
        native::write_body(&mut self.output.writer, &body);
        Ok(())
    }
}

macro_rules! unsuitable {
    ($($serialize:ident($argument:ty), $found:literal;)*) => {$(
        fn $serialize(self, _: $argument) -> Result<()> {
            self.unsuitable($found)
        }
    )*};
}

impl<'s> serde::Serializer for Root<'s> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Items<'s>;
    type SerializeTuple = Items<'s>;
    type SerializeTupleStruct = Items<'s>;
    type SerializeTupleVariant = RootTuple<'s>;
    type SerializeMap = Body<'s>;
    type SerializeStruct = Body<'s>;
    type SerializeStructVariant = Body<'s>;

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
        value.serialize(Root {
            depth: self.depth.wrapped()?,
            ..self
        })
    }

    /// The empty body.
    fn serialize_unit(self) -> Result<()> {
        if self.is_item() {
            return self.unsuitable("a unit");
        }
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<()> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<()> {
        self.block(variant)?.finish()
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        match name {
            BODY if !self.is_item() => self.native(value),
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
        let item = ItemContext {
            place: if self.is_item() {
                Place::Item
            } else {
                Place::Entry
            },
            depth: self.depth,
            reader: self.reader,
        };
        let form = item.form(value);
        self.add(variant, form)?;
        let written = write_item_as(self.output, variant, value, item, form);
        written.map_err(|error| error.prepend_step(PathStepRef::Attribute(variant)))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Items<'s>> {
        if self.is_item() {
            return self.unsuitable("a sequence");
        }
        Ok(Items {
            output: self.output,
            names: self.names,
            seen: Seen::new(),
            depth: self.depth,
            reader: self.reader,
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
    ) -> Result<RootTuple<'s>> {
        self.add(variant, Form::Attribute)?;
        self.output.writer.begin_attribute(variant);
        let context = Context {
            depth: self.depth,
            reader: self.reader,
        };
        match Tuple::begin(self.output, context) {
            Ok(tuple) => Ok(RootTuple { variant, tuple }),
            Err(error) => Err(error.prepend_step(PathStepRef::Attribute(variant))),
        }
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Body<'s>> {
        if self.is_item() {
            return self.unsuitable("a map");
        }
        Ok(self.body(match len {
            Some(_) => Fields::Map,
            None => Fields::Flattened,
        }))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Body<'s>> {
        if self.is_item() {
            return self.unsuitable("a struct");
        }
        Ok(self.body(Fields::Struct))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Body<'s>> {
        self.block(variant)
    }
}

/// Writes the tuple that a variant holds, as an attribute of the body.
pub struct RootTuple<'s> {
    variant: &'static str,
    tuple: Tuple<'s>,
}

impl SerializeTupleVariant for RootTuple<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<()> {
        let written = self.tuple.push(element);
        written.map_err(|error| error.prepend_step(PathStepRef::Attribute(self.variant)))
    }

    fn end(self) -> Result<()> {
        self.tuple.close().writer.end_assignment();
        Ok(())
    }
}

/// Writes a sequence of variants as the items of a body.
pub struct Items<'s> {
    output: &'s mut Output,
    names: Option<Scope>,
    seen: Seen,
    depth: Depth,
    reader: Reader,
    count: usize,
}

impl Items<'_> {
    fn push<T: Serialize + ?Sized>(&mut self, item: &T) -> Result<()> {
        let indentation = self.output.writer.indentation();
        let written = item.serialize(Root {
            output: self.output,
            names: self.names,
            items: Some(&mut self.seen),
            depth: self.depth,
            reader: self.reader,
        });
        written.map_err(|error| {
            self.output.writer.recover(indentation);
            error.prepend_step(PathStepRef::Index(self.count))
        })?;
        self.count += 1;
        Ok(())
    }

    #[expect(
        clippy::unnecessary_wraps,
        clippy::unused_self,
        reason = "it is what serde's method ends with"
    )]
    fn finish(self) -> Result<()> {
        Ok(())
    }
}

elements! { Items<'_>, (), Error }
