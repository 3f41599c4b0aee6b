//! Properties of JSON as variants of an enum: one for each block in a property.

use std::cell::Cell;

use serde::de::{Deserializer, Error as _, Visitor};

use super::elements::JsonElement;
use super::{BlockData, blocks, missing_block};
use crate::de::data::{Data as _, DataDeserializer};
use crate::de::expression::ExpressionData;
use crate::de::forward::forward_deserializer;
use crate::de::label_fields::count_labels;
use crate::de::spanned::{SpannedAccess, ValuePlace};
use crate::de::text::{Variant, VariantForm};
use crate::error::{Error, Result};
use crate::protocol;
use crate::span::Span;
use crate::syntax::tree::blocks::JsonBlock;
use crate::syntax::tree::{ExprId, ItemId};

/// A property as a variant.
#[derive(Clone, Copy)]
pub(super) struct JsonVariant<'de, 'a> {
    /// The property, whose name is the variant.
    property: ItemId,
    /// What is in it: blocks whose number of labels is not known yet, or the body of one of them.
    pub(super) value: ExpressionData<'de, 'a>,
    /// Whether the value is the body of one block, whose labels have been read.
    is_block: bool,
}

impl<'de, 'a> JsonVariant<'de, 'a> {
    pub(super) fn new(property: ItemId, value: ExpressionData<'de, 'a>) -> Self {
        JsonVariant {
            property,
            value,
            is_block: false,
        }
    }

    /// Another block in the property.
    fn with_block(self, value: ExpressionData<'de, 'a>, is_block: bool) -> Self {
        JsonVariant {
            value,
            is_block,
            ..self
        }
    }

    /// Visits the variant. Where it is several, the others are added to the pending elements.
    pub(super) fn visit<V: Visitor<'de>>(
        self,
        pending: &mut Vec<JsonElement<'de, 'a>>,
        is_over: &Cell<bool>,
        visitor: V,
    ) -> Result<V::Value> {
        let view = self.value.input.view;
        visitor.visit_enum(Variant {
            name: view.item_key(self.property),
            name_span: Some(view.item_head(self.property).name),
            form: VariantForm::Value,
            content_span: Some(self.value.place()),
            content: BlocksContent {
                variant: self,
                pending,
                is_over,
            },
        })
    }
}

/// The content of a variant: the blocks in a property. A type that asks for a struct takes the first of them, and
/// leaves the others to the next elements, each of which is the same variant. How many labels they have, the fields of
/// the struct say. To a content that asks for a sequence, an array of objects is the elements.
struct BlocksContent<'de, 'a, 'e> {
    variant: JsonVariant<'de, 'a>,
    pending: &'e mut Vec<JsonElement<'de, 'a>>,
    is_over: &'e Cell<bool>,
}

impl<'de, 'a> BlocksContent<'de, 'a, '_> {
    fn whole<T>(
        self,
        decode: impl FnOnce(DataDeserializer<ExpressionData<'de, 'a>>) -> Result<T>,
    ) -> Result<T> {
        decode(DataDeserializer(self.variant.value))
    }

    /// Takes the first block, which has no labels, and leaves the others to the next elements.
    fn first<T>(
        self,
        decode: impl FnOnce(DataDeserializer<ExpressionData<'de, 'a>>) -> Result<T>,
    ) -> Result<T> {
        let Some(objects) = objects(self.variant.value) else {
            return self.whole(decode);
        };
        let variant = self.variant;
        let block = |id: &ExprId| variant.value.at(*id);
        let Some((first, others)) = objects.split_first() else {
            // There is no block, and no element after this one.
            self.is_over.set(self.pending.is_empty());
            return self.whole(decode);
        };
        let others = others.iter().rev();
        let others = others.map(|id| variant.with_block(block(id), false));
        self.pending.extend(others.map(JsonElement::Variant));
        decode(DataDeserializer(block(first)))
    }

    /// Takes the first block that has this number of labels, and leaves the others to the next elements.
    fn first_labelled(self, labels: usize) -> Result<BlockData<'de, 'a>> {
        let variant = self.variant;
        let blocks = if variant.is_block {
            let (input, body) = (variant.value.input, variant.value.id);
            let block = JsonBlock { body, labels };
            vec![BlockData { input, block }]
        } else {
            blocks(&[variant.value], labels)?
        };
        let Some((first, others)) = blocks.split_first() else {
            self.is_over.set(self.pending.is_empty());
            return Err(missing_block(&[variant.value]));
        };
        let others = others.iter().rev();
        let others = others.map(|block| variant.with_block(block.body(), true));
        self.pending.extend(others.map(JsonElement::Variant));
        Ok(*first)
    }
}

impl<'de> Deserializer<'de> for BlocksContent<'de, '_, '_> {
    type Error = Error;

    forward_deserializer! { Self::whole, any identifier bool numbers text sequences }

    forward_deserializer! { Self::first, enums maps_and_units }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match count_labels(fields) {
            0 => self.first(|value| value.deserialize_struct(name, fields, visitor)),
            _ if !is_blocks(self.variant.value) => {
                self.whole(|value| value.deserialize_struct(name, fields, visitor))
            }
            labels => {
                let first = self.first_labelled(labels)?;
                first
                    .visit_struct(fields, visitor)
                    .map_err(|error| error.at(first.header()).prepend_path(&first.label_steps()))
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if is_blocks(self.variant.value) {
            visitor.visit_some(self)
        } else {
            self.whole(|value| value.deserialize_option(visitor))
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        if !is_blocks(self.variant.value) {
            return self.whole(|value| value.deserialize_newtype_struct(name, visitor));
        }
        match name {
            protocol::BODY => self.first(|value| value.deserialize_newtype_struct(name, visitor)),
            protocol::SPANNED => {
                let first = objects(self.variant.value).and_then(<[ExprId]>::first);
                let first = first.map(|id| self.variant.value.at(*id));
                let span = first.unwrap_or(self.variant.value).place();
                let source = Some(self.variant.value.input.origin.source());
                SpannedAccess::visit(ValuePlace::new(span, source), self, visitor)
            }
            _ if protocol::is_private(name) => {
                self.whole(|value| value.deserialize_newtype_struct(name, visitor))
            }
            _ => visitor.visit_newtype_struct(self),
        }
    }
}

/// A property of a body as variants: several if there are several blocks in it.
#[derive(Default)]
pub(in crate::de) struct PropertyVariants<'de, 'a> {
    /// The remaining variants, the next one last.
    pending: Vec<JsonElement<'de, 'a>>,
    /// Whether some of the variants have been taken.
    is_begun: bool,
}

impl<'de, 'a> PropertyVariants<'de, 'a> {
    /// Begins with a property, if it can be several variants.
    pub(in crate::de) fn begin(&mut self, property: ItemId, value: ExpressionData<'de, 'a>) {
        let is_empty = objects(value).is_some_and(<[ExprId]>::is_empty);
        if value.structure().is_some() && is_blocks(value) && !is_empty {
            let variant = JsonVariant::new(property, value);
            self.pending.push(JsonElement::Variant(variant));
        }
        self.is_begun = false;
    }

    /// Number of remaining variants, as far as it is known.
    pub(in crate::de) fn len(&self) -> usize {
        self.pending.len()
    }

    /// The place of the next variant, if it is a part of the property.
    pub(in crate::de) fn place(&self) -> Option<Span> {
        let next = self.pending.last().filter(|_| self.is_begun)?;
        Some(next.value().place())
    }

    /// Leaves the property to a type that takes it as a whole.
    pub(in crate::de) fn take_whole(&mut self) -> Result<()> {
        if self.is_begun && !self.pending.is_empty() {
            return Err(Error::custom(
                "there are several blocks here, each of which is a variant and must be read as one",
            ));
        }
        self.pending.clear();
        Ok(())
    }

    /// Visits the next variant.
    pub(in crate::de) fn visit<V: Visitor<'de>>(
        &mut self,
        visitor: V,
    ) -> std::result::Result<Result<V::Value>, V> {
        let Some(JsonElement::Variant(variant)) = self.pending.pop() else {
            return Err(visitor);
        };
        self.is_begun = true;
        // A property without blocks is an error of its own here: other items may follow.
        let is_over = Cell::new(false);
        Ok(variant.visit(&mut self.pending, &is_over, visitor))
    }
}

/// The elements of an array of objects; `None` of anything else.
fn objects<'a>(value: ExpressionData<'_, 'a>) -> Option<&'a [ExprId]> {
    let elements = value.elements()?;
    let is_object = |id: &ExprId| value.at(*id).is_object();
    elements.iter().all(is_object).then_some(elements)
}

/// Whether a value can be blocks: an object, or an array of objects.
fn is_blocks(value: ExpressionData<'_, '_>) -> bool {
    value.is_object() || objects(value).is_some()
}
