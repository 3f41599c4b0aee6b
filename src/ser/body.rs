//! The items of a body: the fields of a struct, or the entries of a map.
//!
//! Knows nothing of the form that an item takes.

use std::marker::PhantomData;
use std::mem;

use serde::ser::{Serialize, SerializeMap, SerializeStruct, SerializeStructVariant};

use super::Serializer;
use super::depth::Depth;
use super::error;
use super::field::{FieldsKind, Outcome, Place};
use super::key::KeySerializer;
use super::label::{self, Header};
use super::names::{Look, Name, Scope};
use crate::error::{Error, PathStep, Result};

/// The field that holds the items which have no field of their own.
const BODY: &str = "$body";

/// What the items are.
enum Part {
    /// The whole configuration.
    Root,
    /// Part of a body that has other items, too.
    Rest,
    /// The content of a block.
    Block(Header),
}

/// Writes the items of a body, and says what has become of it as the serializer around it does.
pub struct Fields<'s, O> {
    serializer: &'s mut Serializer,
    outcome: PhantomData<O>,
    names: Scope,
    depth: Depth,
    part: Part,
    kind: FieldsKind,
    /// The place of the entries of a map.
    place: Place,
    /// Whether a name turned out to be none.
    is_refused: bool,
    /// Whether an item can be written at once: a header there may be has been opened, and no name refused.
    is_ready: bool,
}

impl<'s, O: From<Outcome>> Fields<'s, O> {
    /// The fields of a struct or the entries of a map that are the whole configuration.
    pub(super) fn root(serializer: &'s mut Serializer, depth: Depth, place: Place) -> Self {
        Fields {
            serializer,
            outcome: PhantomData,
            names: Scope::default(),
            depth,
            part: Part::Root,
            kind: FieldsKind::Struct,
            place,
            is_refused: false,
            is_ready: true,
        }
    }

    /// The fields or entries that are part of the body at hand.
    pub(super) fn rest(serializer: &'s mut Serializer, depth: Depth, place: Place) -> Self {
        let names = serializer.rest.clone();
        Fields {
            part: Part::Rest,
            names,
            ..Fields::root(serializer, depth, place)
        }
    }

    /// The content of the block that was just begun.
    #[inline]
    pub(super) fn block(
        serializer: &'s mut Serializer,
        header: Header,
        (depth, kind): (Depth, FieldsKind),
    ) -> Self {
        Fields {
            serializer,
            outcome: PhantomData,
            names: Scope::default(),
            depth,
            part: Part::Block(header),
            kind,
            place: if kind == FieldsKind::Flattened {
                Place::Item
            } else {
                Place::Field
            },
            is_refused: false,
            is_ready: false,
        }
    }

    /// The same as what can be no block.
    pub(super) fn refused(mut self) -> Self {
        self.is_refused = true;
        self.is_ready = false;
        self
    }

    fn push_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<()> {
        let names = &self.serializer.names;
        let look = match names.add_known_field(&mut self.names, name) {
            Some(look) => look,
            None => match self.add_other_field(name) {
                Some(look) => look,
                None => return self.push_special(name, value),
            },
        };
        if !self.is_ready && !self.begin() {
            return Ok(());
        }
        self.push_item(Name { text: name, look }, Place::Field, value)
    }

    /// Adds the name of a field, unless it is no identifier, or no item is to be written: whatever is wrong with those is
    /// found in the attribute that takes their place.
    #[inline(never)]
    fn add_other_field(&mut self, name: &'static str) -> Option<Look> {
        if self.is_refused {
            return None;
        }
        let look = self.serializer.names.other_field(name);
        let name = Name { text: name, look };
        if !name.is_identifier() {
            return None;
        }
        self.serializer.names.add(&mut self.names, name);
        Some(look)
    }

    fn push<T: Serialize + ?Sized>(&mut self, name: Name<'_>, value: &T) -> Result<()> {
        if !name.is_identifier() {
            return self.push_special(name.text, value);
        }
        if !self.is_ready && !self.begin() {
            return Ok(());
        }
        self.serializer.names.add(&mut self.names, name);
        self.push_item(name, self.place, value)
    }

    #[inline]
    fn push_item<T: Serialize + ?Sized>(
        &mut self,
        name: Name<'_>,
        place: Place,
        value: &T,
    ) -> Result<()> {
        let within = (place, self.depth);
        let written = self.serializer.item(name, within, value);
        written.map_err(|error| self.within_item(error, name.text))
    }

    /// Makes an item possible, unless none of them is to be written.
    #[inline(never)]
    fn begin(&mut self) -> bool {
        if !self.is_refused {
            self.open();
            self.is_ready = true;
        }
        self.is_ready
    }

    fn open(&mut self) {
        if let Part::Block(header) = &mut self.part {
            header.open(self.serializer);
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
            return match &mut self.part {
                Part::Block(header) => header.take_label(self.serializer, name, value),
                Part::Root | Part::Rest => Err(error::label_without_block(name)),
            };
        }
        if name != BODY {
            return self.refuse(name);
        }
        self.open();
        // Their names are among those of this body.
        mem::swap(&mut self.serializer.rest, &mut self.names);
        let written = self.serializer.items(value, self.depth);
        mem::swap(&mut self.serializer.rest, &mut self.names);
        written
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

    pub(super) fn finish(mut self) -> Result<O> {
        match self.close() {
            Ok(outcome) => Ok(outcome.into()),
            Err(error) => Err(self.within_variant(error)),
        }
    }

    #[inline]
    fn close(&mut self) -> Result<Outcome> {
        let serializer = &mut *self.serializer;
        let mut outcome = Outcome::Written;
        match &mut self.part {
            Part::Rest => serializer.rest = mem::take(&mut self.names),
            Part::Root => serializer.names.close(&self.names)?,
            Part::Block(header) => {
                serializer.names.close(&self.names)?;
                outcome = header.finish(serializer)?;
                serializer.close_body();
            }
        }
        Ok(if self.is_refused {
            Outcome::Refused
        } else {
            outcome
        })
    }
}

/// What the traits of structs ask for, which differ in nothing.
macro_rules! fields {
    ($($serialize:ident)*) => {$(
        impl<O: From<Outcome>> $serialize for Fields<'_, O> {
            type Ok = O;
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<()> {
                self.push_field(name, value)
            }

            fn end(self) -> Result<O> {
                self.finish()
            }
        }
    )*};
}

fields! { SerializeStruct SerializeStructVariant }

impl<O: From<Outcome>> SerializeMap for Fields<'_, O> {
    type Ok = O;
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

    fn end(self) -> Result<O> {
        self.serializer.end_keys()?;
        self.finish()
    }
}
