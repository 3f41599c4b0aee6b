//! What is in a body, as an attribute or as blocks.
//!
//! The block form is taken if every leaf can be a block. Whether that is so is known only at the end: blocks are
//! written while it seems so, and taken back for an attribute if it turns out otherwise. Within an attribute there is
//! nothing to decide, so that no part is written more often than there are levels around it.
//!
//! Knows nothing of what the whole configuration is made of.

use serde::ser::{Serialize, SerializeMap};

use super::Serializer;
use super::body::Fields;
use super::depth::Depth;
use super::entries::Entries;
use super::error;
use super::label::{Header, Label};
use super::names::{Look, Name};
use super::native::{self, Newtype};
use super::sequence::Sequence;
use crate::error::{Error, PathStep, Result};
use crate::protocol::{ATTRIBUTE, BLOCK, BODY, EXPRESSION, NUMBER, TEMPLATE, TRAVERSAL, VALUE};

/// What a value is a part of, which decides the forms it may have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// A field of a struct that is a body: `None` is left out.
    Field,
    /// An entry of a map that is a body, or the only item of one.
    Item,
    /// One of the items of a body, among which the name may come again.
    OneItem,
    /// An element of a sequence of blocks.
    Element,
    /// An entry of a map of labelled blocks.
    Entry,
    /// The content of a variant, which is a label.
    Variant,
}

impl Place {
    /// Whether the value may become an attribute here.
    pub(super) fn is_item(self) -> bool {
        matches!(self, Place::Field | Place::Item | Place::OneItem)
    }

    /// Whether the value may become more than one block here.
    pub(super) fn takes_many(self) -> bool {
        matches!(self, Place::Field | Place::Item | Place::Entry)
    }
}

/// What has become of an item of a body, or of a part of it.
///
/// It is as large as an error, so that either is handed over in a register.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub enum Outcome {
    Written,
    /// It cannot be blocks, and cannot be an attribute where it stands: all of the item is to be one.
    Refused,
}

/// Around a whole body, nothing else could be done.
impl From<Outcome> for () {
    fn from(_: Outcome) {}
}

/// Writes an item of a body, or part of its blocks.
pub(super) struct FieldSerializer<'s, 'n> {
    pub(super) serializer: &'s mut Serializer,
    pub(super) item: Item<'n>,
}

/// An item of a body, or a part of it.
#[derive(Clone, Copy)]
pub(super) struct Item<'n> {
    pub(super) name: Name<'n>,
    /// The last of the labels that keys and variants around the value are.
    pub(super) label: Option<&'n Label<'n>>,
    pub(super) depth: Depth,
    pub(super) place: Place,
    /// Whether blocks have been asked for.
    pub(super) is_block: bool,
}

impl<'n> Item<'n> {
    /// A whole item.
    pub(super) const fn new(name: Name<'n>, place: Place, depth: Depth) -> Self {
        Item {
            name,
            label: None,
            depth,
            place,
            is_block: false,
        }
    }

    /// Whether a value that is no block is an attribute here.
    #[inline]
    fn is_attribute(&self) -> bool {
        self.place.is_item() && !self.is_block
    }
}

impl Serializer {
    /// Writes an item of a body in the form that it takes.
    #[inline]
    pub(super) fn item<T: Serialize + ?Sized>(
        &mut self,
        name: Name<'_>,
        (place, depth): (Place, Depth),
        value: &T,
    ) -> Result<()> {
        // That of the block around this item is kept by its header.
        self.first_block = None;
        let outcome = value.serialize(FieldSerializer {
            serializer: self,
            item: Item::new(name, place, depth),
        });
        match outcome {
            Ok(Outcome::Written) => Ok(()),
            Ok(Outcome::Refused) => self.refused_item(name.text, name.look, value, depth),
            Err(error) => {
                self.leave_line();
                Err(error)
            }
        }
    }

    /// Writes an item that could not be blocks.
    #[cold]
    fn refused_item<T: Serialize + ?Sized>(
        &mut self,
        text: &str,
        look: Look,
        value: &T,
        depth: Depth,
    ) -> Result<()> {
        if let Some(mark) = self.first_block.take() {
            self.take_back(mark);
        }
        self.attribute(Name { text, look }, value, depth)
    }
}

/// Refuses something that cannot be blocks, for which they may have been asked.
#[inline]
fn refuse(is_block: bool) -> Result<Outcome> {
    if is_block {
        return Err(error::no_block_form());
    }
    Ok(Outcome::Refused)
}

impl<'s> FieldSerializer<'s, '_> {
    /// Goes on with the same value as another item, or a part of it.
    fn part<'p>(self, item: Item<'p>) -> FieldSerializer<'s, 'p> {
        FieldSerializer {
            serializer: self.serializer,
            item,
        }
    }

    /// Writes an attribute, or refuses to be a block.
    #[inline]
    fn attribute<T: Serialize + ?Sized>(self, value: &T) -> Result<Outcome> {
        let Item { name, depth, .. } = self.item;
        if self.item.is_attribute() {
            self.serializer.attribute(name, value, depth)?;
            return Ok(Outcome::Written);
        }
        refuse(self.item.is_block)
    }

    /// Whether a map of so many entries, if that is known, is the content of one block.
    fn is_body(&self, len: Option<usize>) -> bool {
        self.item.is_block || len.is_none()
    }

    /// Begins a block whose content is a struct, or a map that takes the place of one.
    fn block(self, kind: FieldsKind) -> Result<Fields<'s, Outcome>> {
        let within = self.item.depth.deeper()?;
        let header = Header::begin(self.serializer, &self.item);
        Ok(Fields::block(self.serializer, header, (within, kind)))
    }
}

/// What the content of a block is in Rust.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FieldsKind {
    /// A struct, or a map of which a block has been asked for.
    Struct,
    /// A variant of this name, which is a label.
    Variant(&'static str),
    /// A map of unknown length: a struct with flattened fields, it may be.
    Flattened,
}

/// Values whose attribute is one line, which is written at once.
macro_rules! lines {
    ($($serialize:ident($value:ty) => $write:ident;)*) => {$(
        #[inline]
        fn $serialize(self, value: $value) -> Result<Outcome> {
            if self.item.is_attribute() {
                let Name { text, look } = self.item.name;
                self.serializer.$write(text, look, value);
                return Ok(Outcome::Written);
            }
            refuse(self.item.is_block)
        }
    )*};
}

/// Integers that are written as wider ones, so that there is less code for all of them.
macro_rules! widened {
    ($($serialize:ident($integer:ty) => $wider:ident;)*) => {$(
        #[inline]
        fn $serialize(self, integer: $integer) -> Result<Outcome> {
            self.$wider(integer.into())
        }
    )*};
}

macro_rules! scalars {
    ($($serialize:ident($scalar:ty))*) => {$(
        fn $serialize(self, scalar: $scalar) -> Result<Outcome> {
            self.attribute(&scalar)
        }
    )*};
}

impl<'s, 'n> serde::Serializer for FieldSerializer<'s, 'n> {
    type Ok = Outcome;
    type Error = Error;
    type SerializeSeq = Sequence<'s, 'n, Outcome>;
    type SerializeTuple = Sequence<'s, 'n, Outcome>;
    type SerializeTupleStruct = Sequence<'s, 'n, Outcome>;
    type SerializeTupleVariant = Sequence<'s, 'n, Outcome>;
    type SerializeMap = Map<'s, 'n>;
    type SerializeStruct = Fields<'s, Outcome>;
    type SerializeStructVariant = Fields<'s, Outcome>;

    lines! {
        serialize_bool(bool) => attribute_of_bool;
        serialize_i64(i64) => attribute_of_integer;
        serialize_i128(i128) => attribute_of_integer;
        serialize_u64(u64) => attribute_of_integer;
        serialize_u128(u128) => attribute_of_integer;
    }

    widened! {
        serialize_i8(i8) => serialize_i64;
        serialize_i16(i16) => serialize_i64;
        serialize_i32(i32) => serialize_i64;
        serialize_u8(u8) => serialize_u64;
        serialize_u16(u16) => serialize_u64;
        serialize_u32(u32) => serialize_u64;
    }

    scalars! {
        serialize_f32(f32) serialize_char(char) serialize_bytes(&[u8])
    }

    #[inline]
    fn serialize_f64(self, float: f64) -> Result<Outcome> {
        if self.item.is_attribute() {
            let Name { text, look } = self.item.name;
            self.serializer.attribute_of_float(text, look, float)?;
            return Ok(Outcome::Written);
        }
        refuse(self.item.is_block)
    }

    #[inline]
    fn serialize_str(self, text: &str) -> Result<Outcome> {
        // A text of several lines may become a heredoc.
        if self.item.is_attribute() && !text.ends_with('\n') {
            let Name { text: name, look } = self.item.name;
            self.serializer.attribute_of_text(name, look, text);
            return Ok(Outcome::Written);
        }
        self.attribute(text)
    }

    fn serialize_none(self) -> Result<Outcome> {
        if self.item.place == Place::Field {
            return Ok(Outcome::Written);
        }
        self.attribute(&())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Outcome> {
        let item = Item {
            depth: self.item.depth.wrapped()?,
            ..self.item
        };
        value.serialize(self.part(item))
    }

    fn serialize_unit(self) -> Result<Outcome> {
        self.attribute(&())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Outcome> {
        self.block(FieldsKind::Struct)?.finish()
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Outcome> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<Outcome> {
        match name {
            EXPRESSION | TEMPLATE | TRAVERSAL | NUMBER => self.attribute(&Newtype(name, value)),
            ATTRIBUTE | VALUE => {
                // Whoever asks for an attribute here gets one, whatever has been asked for around it.
                let item = Item {
                    is_block: false,
                    ..self.item
                };
                self.part(item).attribute(value)
            }
            BLOCK => {
                let item = Item {
                    is_block: true,
                    ..self.item
                };
                self.part(item).serialize_some(value)
            }
            BODY => native::write_block(self, value),
            _ => self.serialize_some(value),
        }
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Outcome> {
        if self.item.place == Place::Variant {
            // Blocks of one type have the same number of labels: a variant is one of them.
            return self.attribute(value);
        }
        let item = Item {
            label: Some(&Label::variant(variant, self.item.label)),
            place: Place::Variant,
            depth: self.item.depth.deeper()?,
            ..self.item
        };
        let written = value.serialize(self.part(item));
        written.map_err(|error| error.prepend_step(PathStep::Label(variant)))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Sequence<'s, 'n, Outcome>> {
        Ok(Sequence::new(self))
    }

    /// The same of elements that are all there.
    fn collect_seq<I: IntoIterator<Item: Serialize>>(self, elements: I) -> Result<Outcome> {
        let mut sequence = Sequence::new(self);
        sequence.extend(elements.into_iter())?;
        sequence.finish()
    }

    fn serialize_tuple(self, _: usize) -> Result<Sequence<'s, 'n, Outcome>> {
        Ok(Sequence::new(self))
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Sequence<'s, 'n, Outcome>> {
        Ok(Sequence::new(self))
    }

    /// An object of one item, which is an expression: only the attribute can be that.
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Sequence<'s, 'n, Outcome>> {
        if self.item.is_block {
            return Err(error::no_block_form());
        }
        Ok(Sequence::refused(self))
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Map<'s, 'n>> {
        if !self.is_body(len) {
            return Ok(Map::Labelled(Entries::new(self, len)));
        }
        let kind = if self.item.is_block {
            FieldsKind::Struct
        } else {
            FieldsKind::Flattened
        };
        self.serializer.run.begin_body("", len.unwrap_or_default());
        Ok(Map::Body(self.block(kind)?))
    }

    /// The same of entries that are all there.
    fn collect_map<K: Serialize, V: Serialize, I: IntoIterator<Item = (K, V)>>(
        self,
        entries: I,
    ) -> Result<Outcome> {
        let mut entries = entries.into_iter();
        let (least, most) = entries.size_hint();
        let len = most.filter(|most| *most == least);
        if self.is_body(len) {
            let mut map = self.serialize_map(len)?;
            entries.try_for_each(|(key, value)| map.serialize_entry(&key, &value))?;
            return map.end();
        }
        let mut map = Entries::new(self, len);
        entries.try_for_each(|(key, value)| map.serialize_entry(&key, &value))?;
        map.finish()
    }

    fn serialize_struct(self, name: &'static str, len: usize) -> Result<Fields<'s, Outcome>> {
        self.serializer.run.begin_body(name, len);
        self.block(FieldsKind::Struct)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Fields<'s, Outcome>> {
        self.serializer.run.begin_body(variant, len);
        let is_nested = self.item.place == Place::Variant;
        let within = self.item.depth.deeper()?.deeper()?;
        let item = Item {
            label: Some(&Label::variant(variant, self.item.label)),
            ..self.item
        };
        let header = Header::begin(self.serializer, &item);
        let kind = FieldsKind::Variant(variant);
        let fields = Fields::block(self.serializer, header, (within, kind));
        Ok(if is_nested { fields.refused() } else { fields })
    }
}

/// A map, as what is in one block or as labelled blocks.
pub(super) enum Map<'s, 'n> {
    Body(Fields<'s, Outcome>),
    Labelled(Entries<'s, 'n>),
}

impl SerializeMap for Map<'_, '_> {
    type Ok = Outcome;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        match self {
            Map::Body(fields) => fields.serialize_key(key),
            Map::Labelled(entries) => entries.serialize_key(key),
        }
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        match self {
            Map::Body(fields) => fields.serialize_value(value),
            Map::Labelled(entries) => entries.serialize_value(value),
        }
    }

    fn serialize_entry<K: Serialize + ?Sized, T: Serialize + ?Sized>(
        &mut self,
        key: &K,
        value: &T,
    ) -> Result<()> {
        match self {
            Map::Body(fields) => fields.serialize_entry(key, value),
            Map::Labelled(entries) => entries.serialize_entry(key, value),
        }
    }

    fn end(self) -> Result<Outcome> {
        match self {
            Map::Body(fields) => SerializeMap::end(fields),
            Map::Labelled(mut entries) => entries.finish(),
        }
    }
}
