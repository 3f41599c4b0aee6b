//! The items of a body: the fields of a struct, or the entries of a map.
//!
//! Knows nothing of the form that an item takes.

use std::mem;

use serde::ser::{Serialize, SerializeMap, SerializeStruct, SerializeStructVariant};

use super::Serializer;
use super::depth::Depth;
use super::error;
use super::field::{FieldsKind, Place};
use super::key::KeySerializer;
use super::label::{self, Header};
use super::names::Scope;
use crate::error::{Error, PathStep, Result};
use crate::quote::is_identifier;

/// The field that holds the items which have no field of their own.
const BODY: &str = "$body";

/// Writes the items of a body.
pub struct Fields<'s> {
    serializer: &'s mut Serializer,
    depth: Depth,
    names: Scope,
    /// The header of the block, unless the body is the whole configuration.
    header: Option<Header>,
    kind: FieldsKind,
    place: Place,
    /// Whether a name turned out to be none.
    is_refused: bool,
}

impl<'s> Fields<'s> {
    /// The fields of a struct or the entries of a map that are the whole configuration.
    pub(super) fn root(serializer: &'s mut Serializer, depth: Depth, place: Place) -> Self {
        Fields {
            depth,
            names: serializer.names.open(),
            header: None,
            kind: FieldsKind::Struct,
            place,
            is_refused: false,
            serializer,
        }
    }

    /// The content of the block that was just begun.
    pub(super) fn block(
        serializer: &'s mut Serializer,
        header: Header,
        (kind, depth): (FieldsKind, Depth),
    ) -> Self {
        let is_flattened = kind == FieldsKind::Flattened;
        let place = if is_flattened {
            Place::Item
        } else {
            Place::Field
        };
        Fields {
            header: Some(header),
            kind,
            ..Fields::root(serializer, depth, place)
        }
    }

    /// The same as what can be no block.
    pub(super) fn refused(mut self) -> Self {
        self.is_refused = true;
        self
    }

    fn push<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<()> {
        if self.is_refused {
            return Ok(());
        }
        let pushed = self.push_item(name, value);
        pushed.map_err(|error| {
            // A name such as `$label` is none in what is written.
            self.within_variant(if name.starts_with('$') {
                error
            } else {
                error.prepend_step(PathStep::Attribute(name))
            })
        })
    }

    fn push_item<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<()> {
        if name.starts_with('$') {
            return self.push_special(name, value);
        }
        if !is_identifier(name) {
            return self.refuse(name);
        }
        if let Some(header) = &mut self.header {
            header.open(self.serializer);
        }
        self.serializer.names.add(&mut self.names, name);
        self.serializer.item(name, value, (self.place, self.depth))
    }

    /// A label, or the items without a field of their own.
    #[cold]
    fn push_special<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<()> {
        if label::is_label(name) {
            return match &mut self.header {
                Some(header) => header.take(name, value),
                None => Err(error::label_without_block(name)),
            };
        }
        if name != BODY {
            return self.refuse(name);
        }
        if let Some(header) = &mut self.header {
            header.open(self.serializer);
        }
        self.serializer.items(value, self.depth)
    }

    /// What is no identifier cannot be the name of an item.
    #[cold]
    fn refuse(&mut self, name: &str) -> Result<()> {
        if self.kind != FieldsKind::Flattened {
            return Err(error::no_identifier(name));
        }
        self.is_refused = true;
        Ok(())
    }

    #[cold]
    fn within_variant(&self, error: Error) -> Error {
        match self.kind {
            FieldsKind::Variant(variant) => error.prepend_step(PathStep::Label(variant)),
            FieldsKind::Struct | FieldsKind::Flattened => error,
        }
    }

    pub(super) fn finish(mut self) -> Result<()> {
        let closed = self.serializer.names.close(&self.names);
        let header = mem::take(&mut self.header);
        let is_block = header.is_some();
        let ended = match header {
            Some(header) => closed.and_then(|()| header.finish(self.serializer)),
            None => closed,
        };
        ended.map_err(|error| self.within_variant(error))?;
        if is_block {
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
                self.push(name, value)
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
        self.push(&key, value)
    }

    /// Takes the key where it is, without a copy.
    fn serialize_entry<K: Serialize + ?Sized, T: Serialize + ?Sized>(
        &mut self,
        key: &K,
        value: &T,
    ) -> Result<()> {
        key.serialize(KeySerializer(|key: &str| self.push(key, value)))
    }

    fn end(self) -> Result<()> {
        self.serializer.end_keys()?;
        self.finish()
    }
}
