//! Items of a body that are blocks: one, repeated ones, or labelled ones.
//!
//! The form of the value has been decided before. The value may still be something else if blocks were asked for by
//! `hcl::block`, or if the type's `Serialize` gives something else the second time.
//!
//! Knows nothing of what is in a block.

use serde::ser::{Impossible, Serialize, SerializeMap};

use super::body::{Body, Fields, ItemContext};
use super::depth::Depth;
use super::error;
use super::form::{Place, Reader};
use super::header::{Block, Comparison, LabelCount};
use super::key::{PendingKey, with_key};
use super::macros::{elements, scalars};
use super::names::{Equality, Scope};
use super::native;
use super::output::Output;
use super::writer::Writer;
use crate::error::{Error, Result};
use crate::path::PathStepRef;
use crate::protocol::{ATTRIBUTE, BLOCK, BODY, EXPRESSION, NUMBER, TEMPLATE, TRAVERSAL, VALUE};

/// Writes an item of a body as blocks.
#[inline]
pub(super) fn write<T: Serialize + ?Sized>(
    output: &mut Output,
    block_type: &str,
    value: &T,
    item: ItemContext,
) -> Result<()> {
    value.serialize(BlocksSerializer {
        output,
        first: &mut None,
        item: &Item {
            header: Header::Type(block_type),
            labels: 0,
            has_key: false,
            place: item.place,
            is_forced: false,
            depth: item.depth,
            reader: item.reader,
        },
    })
}

/// Begins the block of a variant, in a body that is a sequence of variants.
pub(super) fn begin_variant<'s>(
    output: &'s mut Output,
    block_type: &str,
    context: (Depth, Reader),
) -> Body<'s> {
    output.writer.begin_block(block_type);
    let block = Block::new(&output.writer, None);
    Body::of_block(output, block, Fields::Struct, context)
}

/// The type of a block and the labels that are known before its body.
#[derive(Clone, Copy)]
enum Header<'n> {
    Type(&'n str),
    /// A header and one more label, which is the key of a map or a variant.
    Label(&'n Header<'n>, &'n str),
}

impl Header<'_> {
    #[inline]
    fn begin(&self, writer: &mut Writer) {
        match self {
            Header::Type(block_type) => writer.begin_block(block_type),
            Header::Label(header, label) => {
                header.begin(writer);
                writer.label(label);
            }
        }
    }
}

/// What is known about the blocks that a value becomes.
#[derive(Clone, Copy)]
struct Item<'n> {
    header: Header<'n>,
    /// The number of labels in the header.
    labels: usize,
    /// Whether one of them is the key of a map.
    has_key: bool,
    place: Place,
    /// Whether blocks have been asked for.
    is_forced: bool,
    depth: Depth,
    reader: Reader,
}

impl<'n> Item<'n> {
    /// What is known about the blocks within, which have one more label.
    #[inline]
    fn labelled<'l>(&'l self, label: &'l str, place: Place) -> Result<Item<'l>>
    where
        'n: 'l,
    {
        Ok(Item {
            header: Header::Label(&self.header, label),
            labels: self.labels + 1,
            has_key: self.has_key || place == Place::Labelled,
            place,
            depth: self.depth.deeper()?,
            ..*self
        })
    }

    /// The error of a value that cannot be blocks.
    #[cold]
    fn unsuitable(&self) -> Error {
        if self.is_forced {
            error::unsuitable_block()
        } else {
            error::changed_form()
        }
    }
}

/// Writes blocks.
struct BlocksSerializer<'s, 'n> {
    output: &'s mut Output,
    /// The labels of the first block of the item that is in a map.
    first: &'s mut Option<LabelCount>,
    item: &'n Item<'n>,
}

impl<'s, 'n> BlocksSerializer<'s, 'n> {
    /// Begins a block, whose content is given as these fields at this depth.
    #[expect(clippy::inline_always, reason = "the body is then not moved")]
    #[inline(always)]
    fn block(self, fields: Fields, depth: Depth) -> Result<Body<'s>> {
        let Item {
            header,
            labels,
            has_key,
            reader,
            ..
        } = *self.item;
        let depth = depth.deeper()?;
        header.begin(&mut self.output.writer);
        let comparison = has_key.then_some(Comparison {
            first: self.first,
            labels,
        });
        let block = Block::new(&self.output.writer, comparison);
        Ok(Body::of_block(self.output, block, fields, (depth, reader)))
    }

    /// Begins the block of a body that is written as it is.
    fn native_block<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        let Some(body) = native::body(value) else {
            return serde::Serializer::serialize_some(self, value);
        };
        let Item {
            header,
            labels,
            has_key,
            ..
        } = *self.item;
        let writer = &mut self.output.writer;
        header.begin(writer);
        let comparison = has_key.then_some(Comparison {
            first: self.first,
            labels,
        });
        let mut block = Block::new(writer, comparison);
        block.open(writer);
        native::write_body(writer, &body);
        block.finish(writer)
    }

    #[inline]
    fn elements(self) -> Result<Elements<'s, 'n>> {
        if self.item.place.takes_many() {
            Ok(Elements {
                output: self.output,
                first: self.first,
                item: Item {
                    place: Place::Element,
                    ..*self.item
                },
                count: 0,
            })
        } else {
            Err(self.item.unsuitable())
        }
    }
}

/// Writes the elements of a sequence as repeated blocks.
struct Elements<'s, 'n> {
    output: &'s mut Output,
    first: &'s mut Option<LabelCount>,
    item: Item<'n>,
    count: usize,
}

impl Elements<'_, '_> {
    #[inline]
    fn push<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<()> {
        let written = element.serialize(BlocksSerializer {
            output: self.output,
            first: self.first,
            item: &self.item,
        });
        written.map_err(|error| error.prepend_step(PathStepRef::Index(self.count)))?;
        self.count += 1;
        Ok(())
    }

    #[expect(
        clippy::unnecessary_wraps,
        clippy::unused_self,
        reason = "it is what serde's method ends with"
    )]
    #[inline]
    fn finish(self) -> Result<()> {
        Ok(())
    }
}

/// Writes the entries of a map as labelled blocks.
struct Entries<'s, 'n> {
    output: &'s mut Output,
    first: &'s mut Option<LabelCount>,
    item: Item<'n>,
    labels: Scope,
    key: PendingKey,
}

impl Entries<'_, '_> {
    #[inline]
    fn push<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Result<()> {
        self.output.names.add(self.labels, key);
        let written = self.item.labelled(key, Place::Labelled).and_then(|item| {
            value.serialize(BlocksSerializer {
                output: self.output,
                first: self.first,
                item: &item,
            })
        });
        written.map_err(|error| error.prepend_step(PathStepRef::Key(key)))
    }

    #[inline]
    fn finish(self) -> Result<()> {
        self.key.end()?;
        self.output.end_names(self.labels, Equality::Normalized)
    }
}

/// Writes a map, as the content of one block or as labelled blocks.
enum Map<'s, 'n> {
    Body(Body<'s>),
    Labelled(Entries<'s, 'n>),
}

impl<'s, 'n> serde::Serializer for BlocksSerializer<'s, 'n> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Elements<'s, 'n>;
    type SerializeTuple = Elements<'s, 'n>;
    type SerializeTupleStruct = Elements<'s, 'n>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Map<'s, 'n>;
    type SerializeStruct = Body<'s>;
    type SerializeStructVariant = Body<'s>;

    scalars! { |self| Err(self.item.unsuitable()) }

    fn serialize_none(self) -> Result<()> {
        Err(self.item.unsuitable())
    }

    fn serialize_unit(self) -> Result<()> {
        Err(self.item.unsuitable())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result<()> {
        Err(self.item.unsuitable())
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant> {
        Err(self.item.unsuitable())
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        let depth = self.item.depth.wrapped()?;
        value.serialize(BlocksSerializer {
            item: &Item {
                depth,
                ..*self.item
            },
            output: self.output,
            first: self.first,
        })
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<()> {
        let depth = self.item.depth;
        self.block(Fields::Struct, depth)?.finish()
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        match name {
            BODY => self.native_block(value),
            EXPRESSION | TEMPLATE | TRAVERSAL | NUMBER | ATTRIBUTE | VALUE => {
                Err(self.item.unsuitable())
            }
            BLOCK => {
                let item = &Item {
                    is_forced: true,
                    ..*self.item
                };
                BlocksSerializer {
                    output: self.output,
                    first: self.first,
                    item,
                }
                .serialize_some(value)
            }
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
        if self.item.place == Place::Variant {
            return Err(self.item.unsuitable());
        }
        let written = value.serialize(BlocksSerializer {
            output: self.output,
            first: self.first,
            item: &self.item.labelled(variant, Place::Variant)?,
        });
        written.map_err(|error| error.prepend_step(PathStepRef::Key(variant)))
    }

    #[inline]
    fn serialize_seq(self, _: Option<usize>) -> Result<Elements<'s, 'n>> {
        self.elements()
    }

    #[inline]
    fn serialize_tuple(self, _: usize) -> Result<Elements<'s, 'n>> {
        self.elements()
    }

    #[inline]
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Elements<'s, 'n>> {
        self.elements()
    }

    #[inline]
    fn serialize_map(self, len: Option<usize>) -> Result<Map<'s, 'n>> {
        let depth = self.item.depth;
        if len.is_none() {
            Ok(Map::Body(self.block(Fields::Flattened, depth)?))
        } else if self.item.is_forced {
            Ok(Map::Body(self.block(Fields::Map, depth)?))
        } else if self.item.place.takes_many() {
            self.output.names.reserve(len.unwrap_or_default());
            Ok(Map::Labelled(Entries {
                labels: self.output.names.begin(Equality::Normalized),
                output: self.output,
                first: self.first,
                item: *self.item,
                key: PendingKey::default(),
            }))
        } else {
            Err(self.item.unsuitable())
        }
    }

    #[expect(clippy::inline_always, reason = "the body is then not moved")]
    #[inline(always)]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Body<'s>> {
        let depth = self.item.depth;
        self.block(Fields::Struct, depth)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Body<'s>> {
        if self.item.place == Place::Variant {
            return Err(self.item.unsuitable());
        }
        let item = self.item.labelled(variant, Place::Variant)?;
        let within = BlocksSerializer {
            output: self.output,
            first: self.first,
            item: &item,
        };
        within.block(Fields::Variant(variant), item.depth)
    }
}

elements! { Elements<'_, '_>, (), Error }

impl SerializeMap for Map<'_, '_> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        match self {
            Map::Body(body) => body.serialize_key(key),
            Map::Labelled(entries) => entries.key.set(key),
        }
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        match self {
            Map::Body(body) => body.serialize_value(value),
            Map::Labelled(entries) => {
                let (key, _) = entries.key.take()?;
                entries.push(&key, value)
            }
        }
    }

    #[inline]
    fn serialize_entry<K: Serialize + ?Sized, T: Serialize + ?Sized>(
        &mut self,
        key: &K,
        value: &T,
    ) -> Result<()> {
        match self {
            Map::Body(body) => body.serialize_entry(key, value),
            Map::Labelled(entries) => with_key(key, |key, _| entries.push(key, value)),
        }
    }

    #[inline]
    fn end(self) -> Result<()> {
        match self {
            Map::Body(body) => SerializeMap::end(body),
            Map::Labelled(entries) => entries.finish(),
        }
    }
}
