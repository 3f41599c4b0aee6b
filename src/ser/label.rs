//! Labels of a block that are fields of the struct which the block is made of.
//!
//! The field `$label` is the first label behind those that are keys of maps around the block, `$label.1` the next,
//! `$labels` are all of them. They stand in the header of the block, whatever their place among the fields.
//!
//! Knows nothing of what is in the body.

use std::mem;

use serde::ser::{Impossible, Serialize, SerializeSeq, SerializeTuple, SerializeTupleStruct};

use super::Serializer;
use super::error;
use super::field::{Item, Outcome};
use super::key::KeySerializer;
use super::layout::Mark;
use super::text::Text;
use crate::error::{Error, PathStep, Result};
use crate::quote::write_quoted;

/// Whether a field of this name is a label.
pub(super) fn is_label(name: &str) -> bool {
    place(name).is_some()
}

/// Which of the labels a field of this name is.
fn place(name: &str) -> Option<Place> {
    match name {
        "$label" => Some(Place::At(0)),
        "$labels" => Some(Place::Rest),
        _ => {
            let place = name.strip_prefix("$label.")?.parse().ok()?;
            Some(Place::At(place))
        }
    }
}

#[derive(Clone, Copy)]
enum Place {
    At(usize),
    Rest,
}

/// A label of blocks to come, which is the key of a map or a variant.
pub(super) struct Label<'n> {
    text: &'n str,
    /// The label before it.
    before: Option<&'n Label<'n>>,
    /// How many labels there are up to this one.
    count: u32,
    /// Whether one of them is the key of a map.
    has_key: bool,
}

/// What replaces a part of the text when all of it is there.
pub(super) struct Patch {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) text: String,
}

/// The header of a block, behind the labels that are keys.
pub(super) struct Header {
    /// Where its other labels begin.
    start: usize,
    is_open: bool,
    /// Where the blocks of the item begin of which the block around it is one.
    first_block: Option<Mark>,
    /// How many labels are before them, if one of these is the key of a map.
    keyed: Option<u32>,
    /// The place of the labels that are fields, if there are any.
    labels: Option<u32>,
}

/// How many labels a block has that is an entry of a map.
#[derive(Clone, Copy)]
pub(super) struct LabelCount {
    labels: u32,
    /// Whether some of them are fields.
    has_fields: bool,
}

/// The labels of a block that are fields.
#[derive(Default)]
pub(super) struct Labels {
    /// With their places.
    single: Vec<(usize, String)>,
    /// All of them, if a field says so.
    all: Option<Vec<String>>,
    /// Whether two fields say so.
    has_two_lists: bool,
    /// Where they end in the text, once those have been written that were there.
    end: Option<usize>,
    /// Whether labels came that have not been written.
    is_late: bool,
}

impl<'n> Label<'n> {
    /// The key of a map.
    #[inline]
    pub(super) fn key(text: &'n str, before: Option<&'n Label<'n>>) -> Self {
        Label {
            has_key: true,
            ..Label::variant(text, before)
        }
    }

    /// The name of a variant.
    #[inline]
    pub(super) fn variant(text: &'n str, before: Option<&'n Label<'n>>) -> Self {
        Label {
            text,
            before,
            count: before.map_or(0, |before| before.count) + 1,
            has_key: before.is_some_and(|before| before.has_key),
        }
    }

    /// Writes the labels up to this one.
    pub(super) fn write(&self, text: &mut Text) {
        if let Some(before) = self.before {
            before.write(text);
        }
        text.push_str(" ");
        text.push_quoted(self.text);
    }

    /// How many labels there are up to this one, if one of them is the key of a map.
    #[inline]
    fn keyed_count(&self) -> Option<u32> {
        self.has_key.then_some(self.count)
    }
}

impl Header {
    /// Begins a block, up to where the labels would stand that are fields.
    #[inline]
    pub(super) fn begin(serializer: &mut Serializer, item: &Item<'_>) -> Header {
        serializer.begin_block(item);
        Header {
            start: serializer.text.len(),
            is_open: false,
            first_block: serializer.first_block,
            keyed: item.label.and_then(Label::keyed_count),
            labels: None,
        }
    }

    /// Takes the label or labels that a field is.
    pub(super) fn take_label<T: Serialize + ?Sized>(
        &mut self,
        serializer: &mut Serializer,
        name: &str,
        value: &T,
    ) -> Result<()> {
        // No value is so deep that there are more of them.
        let count = u32::try_from(serializer.labels.len()).unwrap_or(u32::MAX);
        let place = *self.labels.get_or_insert(count) as usize;
        // Those of blocks within have been written, unless somebody has ignored an error.
        serializer.labels.resize_with(place + 1, Labels::default);
        let labels = &mut serializer.labels[place];
        labels.is_late |= self.is_open;
        labels.take(name, value)
    }

    /// Writes the labels and opens the body, unless that has been done.
    #[inline]
    pub(super) fn open(&mut self, serializer: &mut Serializer) {
        if !mem::replace(&mut self.is_open, true) {
            if let Some(place) = self.labels {
                serializer.write_labels(place as usize);
            }
            serializer.open_body();
        }
    }

    /// Ends the header.
    #[expect(
        clippy::inline_always,
        reason = "each block is ended by it, and its callers are few"
    )]
    #[inline(always)]
    pub(super) fn finish(&mut self, serializer: &mut Serializer) -> Result<Outcome> {
        self.open(serializer);
        serializer.first_block = self.first_block;
        if let Some(place) = self.labels {
            return self.finish_labels(serializer, place as usize);
        }
        self.compare_labels(serializer, None)
    }

    #[cold]
    fn finish_labels(&mut self, serializer: &mut Serializer, place: usize) -> Result<Outcome> {
        serializer.labels.truncate(place + 1);
        let Some(labels) = serializer.labels.pop() else {
            return Ok(Outcome::Written);
        };
        let outcome = self.compare_labels(serializer, Some(labels.count()))?;
        labels.finish(serializer, self.start)?;
        Ok(outcome)
    }

    /// Refuses a block with so many labels that are fields if the first one of its map has more or fewer labels.
    #[inline]
    fn compare_labels(&self, serializer: &mut Serializer, fields: Option<u32>) -> Result<Outcome> {
        match self.keyed {
            Some(before) => serializer.compare_labels(LabelCount {
                labels: before.saturating_add(fields.unwrap_or_default()),
                has_fields: fields.is_some(),
            }),
            None => Ok(Outcome::Written),
        }
    }
}

impl Serializer {
    /// Writes the labels that are there.
    #[cold]
    fn write_labels(&mut self, place: usize) {
        if let Some(labels) = self.labels.get_mut(place) {
            self.text.push_str(&labels.text());
            labels.end = Some(self.text.len());
        }
    }

    /// Refuses blocks of one map if they differ in the number of their labels: from such, nobody could make out the map.
    #[inline]
    fn compare_labels(&mut self, labels: LabelCount) -> Result<Outcome> {
        let Some(mark) = &mut self.first_block else {
            return Ok(Outcome::Written);
        };
        let first = *mark.labels.get_or_insert(labels);
        if first.labels == labels.labels {
            return Ok(Outcome::Written);
        }
        refuse_labels(first, labels)
    }
}

#[cold]
fn refuse_labels(first: LabelCount, labels: LabelCount) -> Result<Outcome> {
    if first.has_fields || labels.has_fields {
        // They have no place in an attribute either.
        return Err(error::mixed_labels(first.labels, labels.labels));
    }
    Ok(Outcome::Refused)
}

impl Labels {
    /// Takes the label or labels that a field is.
    fn take<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<()> {
        if let Some(Place::At(place)) = place(name) {
            let mut texts = Vec::new();
            value.serialize(LabelSerializer(&mut texts))?;
            self.single.extend(texts.pop().map(|text| (place, text)));
            return Ok(());
        }
        self.has_two_lists |= self.all.is_some();
        value.serialize(LabelsSerializer(self.all.insert(Vec::new())))
    }

    /// Checks the labels, and has them replace what was written of them if some came too late for that.
    fn finish(mut self, serializer: &mut Serializer, start: usize) -> Result<()> {
        let text = self.text();
        self.check()?;
        if self.is_late {
            serializer.patches.push(Patch {
                start,
                end: self.end.unwrap_or(start),
                text,
            });
        }
        Ok(())
    }

    fn count(&self) -> u32 {
        let count = self.all.as_ref().map_or(self.single.len(), Vec::len);
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// Refuses labels without the one before, and labels that come twice or contradict each other.
    fn check(&self) -> Result<()> {
        if self.has_two_lists {
            return Err(error::repeated_labels());
        }
        let mut before = None;
        for (index, (place, label)) in self.single.iter().enumerate() {
            match &self.all {
                Some(all) if all.get(*place) != Some(label) => {
                    return Err(error::contradictory_label(*place, label));
                }
                None if *place > index => return Err(error::label_gap(*place)),
                _ if before == Some(place) => return Err(error::repeated_label(*place)),
                _ => before = Some(place),
            }
        }
        Ok(())
    }

    /// The labels in order, as they are written.
    fn text(&mut self) -> String {
        self.single.sort_by_key(|(place, _)| *place);
        let mut text = String::new();
        let mut push = |label: &String| {
            text.push(' ');
            // Writing to a string does not fail.
            let _ = write_quoted(&mut text, label);
        };
        match &self.all {
            Some(all) => all.iter().for_each(&mut push),
            None => self.single.iter().for_each(|(_, label)| push(label)),
        }
        text
    }
}

/// Takes one label: whatever a key can be, or nothing.
struct LabelSerializer<'a>(&'a mut Vec<String>);

/// Takes labels in order: a sequence, or nothing.
struct LabelsSerializer<'a>(&'a mut Vec<String>);

impl LabelSerializer<'_> {
    fn take<T: Serialize + ?Sized>(self, label: &T) -> Result<()> {
        label.serialize(KeySerializer(|text: &str| {
            self.0.push(text.to_owned());
            Ok(())
        }))
    }
}

macro_rules! labels {
    ($($serialize:ident($label:ty))*) => {$(
        fn $serialize(self, label: $label) -> Result<()> {
            self.take(&label)
        }
    )*};
}

macro_rules! unsuitable {
    ($($serialize:ident($($argument:ty),*) -> $ok:ty;)*) => {$(
        fn $serialize(self, $(_: $argument),*) -> Result<$ok> {
            Err(error::unsuitable_label())
        }
    )*};
}

/// Both serializers go through options and newtypes to what is in them.
macro_rules! transparent {
    () => {
        fn serialize_none(self) -> Result<()> {
            Ok(())
        }

        fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
            value.serialize(self)
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
    };
}

impl serde::Serializer for LabelSerializer<'_> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Impossible<(), Error>;
    type SerializeTuple = Impossible<(), Error>;
    type SerializeTupleStruct = Impossible<(), Error>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Impossible<(), Error>;
    type SerializeStruct = Impossible<(), Error>;
    type SerializeStructVariant = Impossible<(), Error>;

    transparent!();

    labels! {
        serialize_bool(bool) serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64)
        serialize_i128(i128) serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64)
        serialize_u128(u128) serialize_f32(f32) serialize_f64(f64) serialize_char(char) serialize_str(&str)
    }

    unsuitable! {
        serialize_bytes(&[u8]) -> ();
        serialize_unit() -> ();
        serialize_unit_struct(&'static str) -> ();
        serialize_seq(Option<usize>) -> Self::SerializeSeq;
        serialize_tuple(usize) -> Self::SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_map(Option<usize>) -> Self::SerializeMap;
        serialize_struct(&'static str, usize) -> Self::SerializeStruct;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<()> {
        self.take(variant)
    }
}

impl<'a> serde::Serializer for LabelsSerializer<'a> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = LabelsSerializer<'a>;
    type SerializeTuple = LabelsSerializer<'a>;
    type SerializeTupleStruct = LabelsSerializer<'a>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Impossible<(), Error>;
    type SerializeStruct = Impossible<(), Error>;
    type SerializeStructVariant = Impossible<(), Error>;

    transparent!();

    unsuitable! {
        serialize_bool(bool) -> ();
        serialize_i8(i8) -> ();
        serialize_i16(i16) -> ();
        serialize_i32(i32) -> ();
        serialize_i64(i64) -> ();
        serialize_u8(u8) -> ();
        serialize_u16(u16) -> ();
        serialize_u32(u32) -> ();
        serialize_u64(u64) -> ();
        serialize_f32(f32) -> ();
        serialize_f64(f64) -> ();
        serialize_char(char) -> ();
        serialize_str(&str) -> ();
        serialize_bytes(&[u8]) -> ();
        serialize_unit() -> ();
        serialize_unit_struct(&'static str) -> ();
        serialize_unit_variant(&'static str, u32, &'static str) -> ();
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_map(Option<usize>) -> Self::SerializeMap;
        serialize_struct(&'static str, usize) -> Self::SerializeStruct;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self> {
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self> {
        Ok(self)
    }
}

/// What the traits of sequences and tuples ask for, which differ in the name of one method.
macro_rules! elements {
    ($($serialize:ident::$push:ident)*) => {$(
        impl $serialize for LabelsSerializer<'_> {
            type Ok = ();
            type Error = Error;

            fn $push<T: Serialize + ?Sized>(&mut self, label: &T) -> Result<()> {
                let taken = label.serialize(LabelSerializer(self.0));
                taken.map_err(|error| error.prepend_step(PathStep::Index(self.0.len())))
            }

            fn end(self) -> Result<()> {
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
