//! The items of a body: the fields of a struct, or the entries of a map.
//!
//! Knows nothing of the form that an item takes.

use serde::ser::{Serialize, SerializeMap, SerializeStruct, SerializeStructVariant};

use super::Serializer;
use super::depth::Depth;
use super::error;
use super::field::{FieldsKind, Place};
use super::key::KeySerializer;
use super::label;
use super::names::Given;
use crate::error::{Error, PathStep, Result};

/// The field that holds the items which have no field of their own.
const BODY: &str = "$body";

/// What the items are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The whole configuration.
    Root,
    /// Part of a body that has other items, too.
    Rest,
    /// The content of a block, whose header is the last one.
    Block,
}

/// What a name in a body is.
enum Added {
    /// That of an item.
    Item,
    /// That of an item which is not written any more.
    Nothing,
    /// No identifier.
    Special,
}

/// Writes the items of a body.
pub struct Fields<'s> {
    serializer: &'s mut Serializer,
    depth: Depth,
    part: Part,
    kind: FieldsKind,
    place: Place,
    /// Whether a name turned out to be none.
    is_refused: bool,
    /// Whether an item can be written at once: a header there may be has been opened, and no name refused.
    is_ready: bool,
}

impl<'s> Fields<'s> {
    /// The fields of a struct or the entries of a map that are the whole configuration.
    pub(super) fn root(serializer: &'s mut Serializer, depth: Depth, place: Place) -> Self {
        serializer.names.open();
        Fields {
            part: Part::Root,
            ..Fields::rest(serializer, depth, place)
        }
    }

    /// The fields or entries that are part of the body at hand.
    pub(super) fn rest(serializer: &'s mut Serializer, depth: Depth, place: Place) -> Self {
        Fields {
            depth,
            part: Part::Rest,
            kind: FieldsKind::Struct,
            place,
            is_refused: false,
            is_ready: true,
            serializer,
        }
    }

    /// The content of the block that was just begun.
    pub(super) fn block(serializer: &'s mut Serializer, depth: Depth, kind: FieldsKind) -> Self {
        let is_flattened = kind == FieldsKind::Flattened;
        let place = if is_flattened {
            Place::Item
        } else {
            Place::Field
        };
        Fields {
            part: Part::Block,
            kind,
            is_ready: false,
            ..Fields::root(serializer, depth, place)
        }
    }

    /// The same as what can be no block.
    pub(super) fn refused(mut self) -> Self {
        self.is_refused = true;
        self.is_ready = false;
        self
    }

    fn push<T: Serialize + ?Sized>(&mut self, given: Given<'_>, value: &T) -> Result<()> {
        let name = given.text();
        let known = match given {
            Given::Field(name) => self.serializer.names.known(name),
            Given::Key(_) => None,
        };
        if let Some(bit) = known.filter(|_| self.is_ready || self.begin()) {
            self.serializer.names.add_known(bit);
        } else {
            match self.add(given) {
                Added::Item => {}
                Added::Nothing => return Ok(()),
                Added::Special => return self.push_special(name, value),
            }
        }
        let written = (self.serializer).item(name, value, (self.place, self.depth));
        written.map_err(|error| self.within_item(error, name))
    }

    /// Adds the name of an item, in front of which the header is there.
    #[inline(never)]
    fn add(&mut self, given: Given<'_>) -> Added {
        let looked = self.serializer.names.look(given);
        if !looked.is_identifier {
            return Added::Special;
        }
        if !self.is_ready && !self.begin() {
            return Added::Nothing;
        }
        self.serializer.names.add(looked);
        Added::Item
    }

    /// Makes an item possible, unless none of them is to be written.
    fn begin(&mut self) -> bool {
        if !self.is_refused {
            self.open();
            self.is_ready = true;
        }
        self.is_ready
    }

    fn open(&mut self) {
        if self.part == Part::Block {
            self.serializer.open_header();
        }
    }

    /// What is no identifier.
    #[cold]
    fn push_special<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<()> {
        if self.is_refused {
            return Ok(());
        }
        if name.starts_with('$') {
            // A name such as `$label` is none in what is written.
            let written = self.push_part(name, value);
            return written.map_err(|error| self.within_variant(error));
        }
        let refused = self.refuse(name);
        refused.map_err(|error| self.within_item(error, name))
    }

    /// A label, or the items without a field of their own.
    fn push_part<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<()> {
        if label::is_label(name) {
            return if self.part == Part::Block {
                self.serializer.take_label(name, value)
            } else {
                Err(error::label_without_block(name))
            };
        }
        if name != BODY {
            return self.refuse(name);
        }
        self.open();
        self.serializer.items(value, self.depth)
    }

    /// What is no identifier cannot be the name of an item.
    #[cold]
    fn refuse(&mut self, name: &str) -> Result<()> {
        if self.kind != FieldsKind::Flattened {
            return Err(error::no_identifier(name));
        }
        self.is_refused = true;
        self.is_ready = false;
        Ok(())
    }

    #[cold]
    fn within_item(&self, error: Error, name: &str) -> Error {
        self.within_variant(error.prepend_step(PathStep::Attribute(name)))
    }

    #[cold]
    fn within_variant(&self, error: Error) -> Error {
        match self.kind {
            FieldsKind::Variant(variant) => error.prepend_step(PathStep::Label(variant)),
            FieldsKind::Struct | FieldsKind::Flattened => error,
        }
    }

    pub(super) fn finish(self) -> Result<()> {
        let ended = match self.part {
            Part::Root => self.serializer.names.close(),
            Part::Rest => Ok(()),
            Part::Block => {
                let closed = self.serializer.names.close();
                closed.and_then(|()| self.serializer.finish_header())
            }
        };
        ended.map_err(|error| self.within_variant(error))?;
        if self.part == Part::Block {
            self.serializer.close_body();
        }
        self.serializer.is_refused |= self.is_refused;
        Ok(())
    }
}

/// What the traits of structs ask for, which differ in nothing.
macro_rules! fields {
    ($($serialize:ident)*) => {$(
        impl $serialize for Fields<'_> {
            type Ok = ();
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<()> {
                self.push(Given::Field(name), value)
            }

            fn end(self) -> Result<()> {
                self.finish()
            }
        }
    )*};
}

fields! { SerializeStruct SerializeStructVariant }

impl SerializeMap for Fields<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        self.serializer.take_key(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let key = self.serializer.given_key()?;
        self.push(Given::Key(&key), value)
    }

    /// Takes the key where it is, without a copy.
    fn serialize_entry<K: Serialize + ?Sized, T: Serialize + ?Sized>(
        &mut self,
        key: &K,
        value: &T,
    ) -> Result<()> {
        key.serialize(KeySerializer(|key: &str| self.push(Given::Key(key), value)))
    }

    fn end(self) -> Result<()> {
        self.serializer.end_keys()?;
        self.finish()
    }
}
