//! Labels of a block that are fields of the struct which the block is made of.
//!
//! The field `$label` is the first label after those that are keys of maps around the block, `$label.1` the next,
//! `$labels` are all of them. They are written in the header of the block, wherever they are among the fields.
//!
//! Knows nothing of how labels are written.

use serde::ser::{Impossible, Serialize};

use super::error;
use super::key::KeySerializer;
use super::macros::{elements, refused, sequences};
use crate::error::{Error, Result};
use crate::path::PathStepRef;
use crate::protocol::field::PrivateField;

/// The labels of a block that are fields.
#[derive(Default)]
pub(super) struct FieldLabels {
    /// Single ones with their index, in ascending order.
    single: Vec<(usize, String)>,
    /// All of them, if a field says so.
    all: Option<Vec<String>>,
    /// Whether two fields say so.
    has_two_lists: bool,
}

impl FieldLabels {
    /// Takes the label or labels that a field is.
    pub(super) fn take<T: Serialize + ?Sized>(
        &mut self,
        field: PrivateField,
        value: &T,
    ) -> Result<()> {
        if let PrivateField::Label(index) = field {
            let mut texts = Vec::new();
            value.serialize(LabelSerializer {
                texts: &mut texts,
                is_sequence: false,
            })?;
            if let Some(text) = texts.pop() {
                let position = self.single.partition_point(|(other, _)| *other <= index);
                self.single.insert(position, (index, text));
            }
            return Ok(());
        }
        self.has_two_lists |= self.all.is_some();
        value.serialize(LabelSerializer {
            texts: self.all.insert(Vec::new()),
            is_sequence: true,
        })
    }

    /// The labels in order, without those that are missing.
    pub(super) fn texts(&self) -> Vec<String> {
        if let Some(all) = &self.all {
            return all.clone();
        }
        self.single.iter().map(|(_, text)| text.clone()).collect()
    }

    /// Fails if a label is missing before another one, if one is repeated, or if two contradict each other.
    pub(super) fn check(&self) -> Result<()> {
        if self.has_two_lists {
            return Err(error::repeated_labels());
        }
        let mut before = None;
        for (position, (index, label)) in self.single.iter().enumerate() {
            match &self.all {
                Some(all) if all.get(*index) != Some(label) => {
                    return Err(error::contradictory_label(*index, label));
                }
                None if *index > position => return Err(error::label_gap(*index)),
                _ if before == Some(index) => return Err(error::repeated_label(*index)),
                _ => before = Some(index),
            }
        }
        Ok(())
    }
}

/// Takes labels: one, which is a value that can be a map key, or a sequence of them. An absent option is no label.
struct LabelSerializer<'a> {
    texts: &'a mut Vec<String>,
    is_sequence: bool,
}

impl LabelSerializer<'_> {
    fn take<T: Serialize + ?Sized>(self, label: &T) -> Result<()> {
        if self.is_sequence {
            return Err(error::unsuitable_label());
        }
        label.serialize(KeySerializer(|text: &str| {
            self.texts.push(text.to_owned());
            Ok(())
        }))
    }

    /// Begins a sequence of labels.
    fn elements(self) -> Result<Self> {
        if self.is_sequence {
            Ok(self)
        } else {
            Err(error::unsuitable_label())
        }
    }

    fn push<T: Serialize + ?Sized>(&mut self, label: &T) -> Result<()> {
        let taken = label.serialize(LabelSerializer {
            texts: self.texts,
            is_sequence: false,
        });
        taken.map_err(|error| error.prepend_step(PathStepRef::Index(self.texts.len())))
    }
}

macro_rules! labels {
    ($($serialize:ident($label:ty))*) => {$(
        fn $serialize(self, label: $label) -> Result<()> {
            self.take(&label)
        }
    )*};
}

impl serde::Serializer for LabelSerializer<'_> {
    type Ok = ();
    type Error = Error;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Impossible<(), Error>;
    type SerializeStruct = Impossible<(), Error>;
    type SerializeStructVariant = Impossible<(), Error>;

    sequences! { Self, |self| self.elements() }

    labels! {
        serialize_bool(bool) serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64)
        serialize_i128(i128) serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64)
        serialize_u128(u128) serialize_f32(f32) serialize_f64(f64) serialize_char(char) serialize_str(&str)
    }

    refused! {
        |self| error::unsuitable_label(),
        serialize_bytes(&[u8]) -> ();
        serialize_unit() -> ();
        serialize_unit_struct(&'static str) -> ();
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_map(Option<usize>) -> Self::SerializeMap;
        serialize_struct(&'static str, usize) -> Self::SerializeStruct;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }

    fn serialize_none(self) -> Result<()> {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<()> {
        self.take(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<()> {
        Err(error::unsuitable_label())
    }
}

elements! { LabelSerializer<'_>, fn end(self) -> Result<(), Error> { Ok(()) } }
