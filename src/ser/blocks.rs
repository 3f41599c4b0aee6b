//! Items of a body that are blocks: one, repeated ones, or labelled ones.
//!
//! The form of the value has already been decided. The value may still be something else if `hcl::block` requires
//! blocks, or if the type's `Serialize` gives something else the second time.

#![expect(
    clippy::inline_always,
    reason = "the block and its body are then not moved"
)]

use serde::ser::{Impossible, Serialize, SerializeMap};

use super::ask::ask;
use super::body::{BodyKind, BodySerializer};
use super::error;
use super::form::ItemRole;
use super::guesses::{KeyKind, is_flattened};
use super::header::{BlockHeader, LabelComparison, StartedBlock};
use super::key::PendingKey;
use super::macros::{elements, entries, refused, scalars, sequences};
use super::names::{Equality, NameScope};
use super::output::{Output, PartsOutput};
use super::surroundings::Surroundings;
use super::verbatim;
use super::writer::Writer;
use crate::error::{Error, Result};
use crate::path::PathStep;
use crate::protocol::foreign::ForeignScalar;
use crate::protocol::{BLOCK, BODY, EXPRESSION, NUMBER, TEMPLATE, TRAVERSAL, VALUE};
use crate::syntax::tree::handle::Body;

/// Writes an item of a body as blocks.
pub(super) fn write<T: Serialize + ?Sized>(
    output: &mut Output,
    block_type: &str,
    value: &T,
    role: ItemRole,
    surroundings: Surroundings,
) -> Result<()> {
    value.serialize(BlocksSerializer {
        output,
        first: &mut None,
        context: &BlocksContext {
            header: BlockHeader::Type(block_type),
            label_count: 0,
            has_key: false,
            role,
            is_forced: false,
            surroundings,
        },
    })
}

/// The context of the blocks of a value, which comes from the values around it.
#[derive(Clone, Copy)]
struct BlocksContext<'n> {
    header: BlockHeader<'n>,
    /// Number of labels in the header.
    label_count: usize,
    /// Whether one of them is the key of a map.
    has_key: bool,
    role: ItemRole,
    /// Whether `hcl::block` requires blocks.
    is_forced: bool,
    surroundings: Surroundings,
}

impl<'n> BlocksContext<'n> {
    /// Begins a block: writes its header up to the labels that are fields.
    #[inline(always)]
    fn begin_block<'s>(
        &self,
        writer: &mut Writer,
        first: &'s mut Option<usize>,
    ) -> StartedBlock<'s> {
        self.header.write(writer);
        let comparison = self.has_key.then_some(LabelComparison {
            first,
            label_count: self.label_count,
        });
        StartedBlock::new(writer, comparison)
    }

    /// The context one level deeper, with one more label in the header.
    fn labelled<'l>(&'l self, label: &'l str, role: ItemRole) -> Result<BlocksContext<'l>>
    where
        'n: 'l,
    {
        Ok(BlocksContext {
            header: BlockHeader::Label(&self.header, label),
            label_count: self.label_count + 1,
            has_key: self.has_key || role == ItemRole::Labelled,
            role,
            surroundings: self.surroundings.deeper()?,
            ..*self
        })
    }

    /// The error of a value that cannot be blocks.
    fn unsuitable(&self) -> Error {
        if self.is_forced {
            error::unsuitable_block()
        } else {
            error::changed_form()
        }
    }
}

struct BlocksSerializer<'s, 'n> {
    output: &'s mut Output,
    /// Number of labels of the first block in a map, with which the other blocks are compared.
    first: &'s mut Option<usize>,
    context: &'n BlocksContext<'n>,
}

impl<'s, 'n> BlocksSerializer<'s, 'n> {
    /// Begins a block, up to its content.
    #[inline(always)]
    fn block(self, kind: BodyKind) -> Result<BodySerializer<'s>> {
        let surroundings = self.context.surroundings.deeper()?;
        let block = self
            .context
            .begin_block(&mut self.output.writer, self.first);
        Ok(BodySerializer::of_block(
            self.output,
            block,
            kind,
            surroundings,
        ))
    }

    fn with_context<'l>(self, context: &'l BlocksContext<'l>) -> BlocksSerializer<'s, 'l> {
        BlocksSerializer {
            output: self.output,
            first: self.first,
            context,
        }
    }

    /// Writes a block whose body is given as native syntax.
    fn verbatim_block<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        let Some(body) = ask::<Body>(value) else {
            return serde::Serializer::serialize_some(self, value);
        };
        let writer = &mut self.output.writer;
        let mut block = self.context.begin_block(writer, self.first);
        block.open(writer);
        verbatim::write_body(writer, &body)?;
        block.finish(writer)
    }

    fn elements(self) -> Result<BlockElements<'s, 'n>> {
        if self.context.role.takes_many() {
            Ok(BlockElements {
                output: PartsOutput::new(self.output),
                first: self.first,
                context: BlocksContext {
                    role: ItemRole::Element,
                    ..*self.context
                },
                count: 0,
            })
        } else {
            Err(self.context.unsuitable())
        }
    }
}

/// Writes the elements of a sequence as repeated blocks.
struct BlockElements<'s, 'n> {
    output: PartsOutput<'s>,
    first: &'s mut Option<usize>,
    context: BlocksContext<'n>,
    count: usize,
}

impl BlockElements<'_, '_> {
    fn push<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<()> {
        let output = self.output.take()?;
        let written = element.serialize(BlocksSerializer {
            output: &mut *output,
            first: self.first,
            context: &self.context,
        });
        written.map_err(|error| error.prepend_step(PathStep::Index(self.count)))?;
        self.output.put_back(output);
        self.count += 1;
        Ok(())
    }
}

/// Writes the entries of a map as labelled blocks.
struct LabelledBlocks<'s, 'n> {
    output: PartsOutput<'s>,
    first: &'s mut Option<usize>,
    context: BlocksContext<'n>,
    keys: NameScope,
    key: PendingKey,
}

impl LabelledBlocks<'_, '_> {
    fn push_entry<T: Serialize + ?Sized>(
        &mut self,
        key: &str,
        _: KeyKind,
        value: &T,
    ) -> Result<()> {
        let output = self.output.take()?;
        output.names.add(self.keys, key);
        let written = self
            .context
            .labelled(key, ItemRole::Labelled)
            .and_then(|context| {
                value.serialize(BlocksSerializer {
                    output: &mut *output,
                    first: self.first,
                    context: &context,
                })
            });
        written.map_err(|error| error.prepend_step(PathStep::Key(key.into())))?;
        self.output.put_back(output);
        Ok(())
    }

    fn finish(&mut self) -> Result<()> {
        match self.output.take()?.names.end(self.keys) {
            None => Ok(()),
            Some(label) => {
                let error = error::repeated_key(&label);
                Err(error.prepend_step(PathStep::Key((*label).into())))
            }
        }
    }
}

/// Writes a map, as the content of one block or as labelled blocks.
enum BlocksOfMap<'s, 'n> {
    Body(BodySerializer<'s>),
    Labelled(LabelledBlocks<'s, 'n>),
}

impl<'s, 'n> serde::Serializer for BlocksSerializer<'s, 'n> {
    type Ok = ();
    type Error = Error;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = BlocksOfMap<'s, 'n>;
    type SerializeStruct = BodySerializer<'s>;
    type SerializeStructVariant = BodySerializer<'s>;

    sequences! { BlockElements<'s, 'n>, |self| self.elements() }

    scalars! { |self| Err(self.context.unsuitable()) }

    refused! {
        |self| self.context.unsuitable(),
        serialize_none() -> ();
        serialize_unit() -> ();
        serialize_unit_variant(&'static str, u32, &'static str) -> ();
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        let surroundings = self.context.surroundings.wrapped()?;
        let context = BlocksContext {
            surroundings,
            ..*self.context
        };
        value.serialize(self.with_context(&context))
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<()> {
        self.block(BodyKind::Struct)?.finish()
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        match name {
            BODY => self.verbatim_block(value),
            EXPRESSION | TEMPLATE | TRAVERSAL | NUMBER | VALUE => Err(self.context.unsuitable()),
            BLOCK => {
                let context = BlocksContext {
                    is_forced: true,
                    ..*self.context
                };
                self.with_context(&context).serialize_some(value)
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
        if self.context.role == ItemRole::Variant {
            return Err(self.context.unsuitable());
        }
        let context = self.context.labelled(variant, ItemRole::Variant)?;
        let written = value.serialize(self.with_context(&context));
        written.map_err(|error| error.prepend_step(PathStep::Key(variant.into())))
    }

    fn serialize_map(self, len: Option<usize>) -> Result<BlocksOfMap<'s, 'n>> {
        if is_flattened(len) {
            Ok(BlocksOfMap::Body(self.block(BodyKind::Flattened)?))
        } else if self.context.is_forced {
            Ok(BlocksOfMap::Body(self.block(BodyKind::Map)?))
        } else if self.context.role.takes_many() {
            self.output.names.reserve(len.unwrap_or_default());
            Ok(BlocksOfMap::Labelled(LabelledBlocks {
                keys: self.output.names.begin(Equality::Normalized),
                output: PartsOutput::new(self.output),
                first: self.first,
                context: *self.context,
                key: PendingKey::default(),
            }))
        } else {
            Err(self.context.unsuitable())
        }
    }

    #[inline(always)]
    fn serialize_struct(self, name: &'static str, _: usize) -> Result<BodySerializer<'s>> {
        if ForeignScalar::named(name).is_some() {
            return Err(self.context.unsuitable());
        }
        self.block(BodyKind::Struct)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<BodySerializer<'s>> {
        if self.context.role == ItemRole::Variant {
            return Err(self.context.unsuitable());
        }
        let context = self.context.labelled(variant, ItemRole::Variant)?;
        let body = self
            .with_context(&context)
            .block(BodyKind::Variant(variant));
        body.map_err(|error| error.prepend_step(PathStep::Key(variant.into())))
    }
}

elements! { BlockElements<'_, '_>, fn end(self) -> Result<(), Error> { self.output.end().map(drop) } }

entries! { LabelledBlocks<'_, '_> }

impl SerializeMap for BlocksOfMap<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        match self {
            BlocksOfMap::Body(body) => body.serialize_key(key),
            BlocksOfMap::Labelled(blocks) => blocks.serialize_key(key),
        }
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        match self {
            BlocksOfMap::Body(body) => body.serialize_value(value),
            BlocksOfMap::Labelled(blocks) => blocks.serialize_value(value),
        }
    }

    fn serialize_entry<K: Serialize + ?Sized, T: Serialize + ?Sized>(
        &mut self,
        key: &K,
        value: &T,
    ) -> Result<()> {
        match self {
            BlocksOfMap::Body(body) => body.serialize_entry(key, value),
            BlocksOfMap::Labelled(blocks) => blocks.serialize_entry(key, value),
        }
    }

    fn end(self) -> Result<()> {
        match self {
            BlocksOfMap::Body(body) => SerializeMap::end(body),
            BlocksOfMap::Labelled(blocks) => SerializeMap::end(blocks),
        }
    }
}
