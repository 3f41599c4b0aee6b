//! Sequences of the elements of arrays and objects of JSON.
//!
//! The number of blocks in an object depends on the number of labels of a block, which only the element's type tells.

use std::cell::Cell;

use serde::de::{DeserializeSeed, Deserializer, Error as _, SeqAccess, Visitor};

use super::variants::JsonVariant;
use super::{BlockData, blocks};
use crate::de::content::index_by_labels;
use crate::de::data::{Data as _, DataDeserializer};
use crate::de::expression::ExpressionData;
use crate::de::forward::forward_deserializer;
use crate::de::label_fields::count_labels;
use crate::de::parts::check_length;
use crate::de::spanned::{SpannedAccess, ValuePlace};
use crate::error::{Error, Result};
use crate::path::PathStep;
use crate::protocol;
use crate::span::Span;
use crate::syntax::tree::ExprId;

/// The elements of arrays and objects as a sequence. The type of the elements decides what they are: values, blocks
/// with a number of labels, or variants of an enum.
pub(super) struct JsonElements<'de, 'a> {
    /// The remaining elements, the next one last.
    pending: Vec<JsonElement<'de, 'a>>,
    /// All blocks, in their order, if the elements are blocks with labels.
    labelled: Vec<BlockData<'de, 'a>>,
    taken: usize,
}

#[derive(Clone, Copy)]
pub(super) enum JsonElement<'de, 'a> {
    Value(ExpressionData<'de, 'a>),
    Block(BlockData<'de, 'a>),
    Variant(JsonVariant<'de, 'a>),
}

impl<'de, 'a> JsonElement<'de, 'a> {
    pub(super) fn value(self) -> ExpressionData<'de, 'a> {
        match self {
            JsonElement::Value(value) => value,
            JsonElement::Block(block) => block.body(),
            JsonElement::Variant(variant) => variant.value,
        }
    }
}

impl<'de, 'a> JsonElements<'de, 'a> {
    pub(super) fn visit<V: Visitor<'de>>(
        values: &[ExpressionData<'de, 'a>],
        visitor: V,
    ) -> Result<V::Value> {
        let mut pending = Vec::new();
        for value in values {
            let alone = [value.id];
            let elements = value.elements().unwrap_or(&alone).iter();
            pending.extend(elements.map(|id| JsonElement::Value(value.at(*id))));
        }
        pending.reverse();
        let mut access = JsonElements {
            pending,
            labelled: Vec::new(),
            taken: 0,
        };
        let value = visitor.visit_seq(&mut access)?;
        check_length(access.taken + access.pending.len(), access.taken)?;
        Ok(value)
    }
}

impl JsonElements<'_, '_> {
    /// The steps to the element that has been taken last.
    #[cold]
    fn element_steps(&self) -> Vec<PathStep> {
        // Elements that are not blocks with labels are named by their index.
        let last = self.labelled.len().checked_sub(self.pending.len() + 1);
        let Some(last) = last else {
            return vec![PathStep::Index(self.taken)];
        };
        let blocks = self.labelled.iter().map(|it| it.label_steps());
        let blocks: Vec<_> = blocks.enumerate().collect();
        index_by_labels(&blocks, last)
    }
}

impl<'de> SeqAccess<'de> for JsonElements<'de, '_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some(next) = self.pending.last() else {
            return Ok(None);
        };
        let (place, source) = (next.value().place(), next.value().input.origin);
        let is_over = Cell::new(false);
        let element = ElementDeserializer {
            pending: &mut self.pending,
            labelled: &mut self.labelled,
            is_over: &is_over,
        };
        match seed.deserialize(element) {
            Ok(value) => {
                self.taken += 1;
                Ok(Some(value))
            }
            // The type has told its number of labels, and there are no more blocks with that number.
            Err(_) if is_over.get() => Ok(None),
            Err(error) => {
                let error = error.at(place).with_source(source.source());
                Err(error.insert_element(None, &self.element_steps()))
            }
        }
    }
}

/// The deserializer of the next element.
struct ElementDeserializer<'de, 'a, 'e> {
    pending: &'e mut Vec<JsonElement<'de, 'a>>,
    labelled: &'e mut Vec<BlockData<'de, 'a>>,
    /// Set if there is no next element.
    is_over: &'e Cell<bool>,
}

impl<'de, 'a> ElementDeserializer<'de, 'a, '_> {
    fn next(&mut self) -> Result<JsonElement<'de, 'a>> {
        self.pending.pop().ok_or_else(|| {
            self.is_over.set(true);
            Error::custom("there is no other block")
        })
    }

    fn decode<T>(
        mut self,
        decode: impl FnOnce(DataDeserializer<ExpressionData<'de, 'a>>) -> Result<T>,
    ) -> Result<T> {
        decode(DataDeserializer(self.next()?.value()))
    }

    /// Replaces the remaining values by the blocks in them with this number of labels.
    fn read_labels(&mut self, labels: usize) -> Result<()> {
        let mut values = Vec::with_capacity(self.pending.len());
        for element in self.pending.iter().rev() {
            let value = element.value();
            // An object without properties is not a block.
            if !(value.is_object() && value.items().is_empty()) {
                values.push(value);
            }
        }
        *self.labelled = blocks(&values, labels)?;
        self.pending.clear();
        let blocks = self.labelled.iter().rev();
        self.pending.extend(blocks.copied().map(JsonElement::Block));
        Ok(())
    }

    /// Replaces the next object by variants: one for each property. All blocks in the property are one so far, see
    /// [`JsonVariant`]; where others stand beside it, an empty array is the blocks of a variant that has none.
    fn read_variants(&mut self) {
        let Some(JsonElement::Value(object)) = self.pending.last().copied() else {
            return;
        };
        if !object.is_object() {
            return;
        }
        self.pending.pop();
        let start = self.pending.len();
        let tree = object.input.view.tree;
        let properties = tree.body_items(object.id).unwrap_or_default();
        for property in properties {
            let Some(value) = object.input.view.property_value(*property) else {
                continue;
            };
            let value = object.at(value);
            let is_empty = value.elements().is_some_and(<[ExprId]>::is_empty);
            if !is_empty || properties.len() == 1 {
                let variant = JsonVariant::new(*property, value);
                self.pending.push(JsonElement::Variant(variant));
            }
        }
        self.pending[start..].reverse();
    }
}

impl<'de> Deserializer<'de> for ElementDeserializer<'de, '_, '_> {
    type Error = Error;

    forward_deserializer! { Self::decode, any identifier bool numbers others }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.pending.last() {
            None => visitor.visit_none(),
            // Only a value that is neither an object nor an array can be null: what is a block or a variant is there.
            Some(JsonElement::Value(value)) if value.structure().is_none() => {
                self.decode(|value| value.deserialize_option(visitor))
            }
            Some(_) => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        match name {
            protocol::SPANNED => {
                let value = self.pending.last().map(|it| it.value());
                let span = value.map_or(Span::default(), ExpressionData::place);
                let source = value.map(|value| value.input.origin.source());
                SpannedAccess::visit(ValuePlace::new(span, source), self, visitor)
            }
            _ if protocol::is_private(name) => {
                self.decode(|value| value.deserialize_newtype_struct(name, visitor))
            }
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        mut self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let labels = count_labels(fields);
        if labels > 0 && matches!(self.pending.last(), Some(JsonElement::Value(_))) {
            self.read_labels(labels)?;
        }
        let next = self.next()?;
        let value = next.value();
        let is_body = value.input.view.tree.body_items(value.id).is_some();
        match next {
            JsonElement::Block(block) => block.visit_struct(fields, visitor),
            _ if is_body && labels == 0 => BlockData::of_body(value)?.visit_struct(fields, visitor),
            _ => DataDeserializer(value).deserialize_struct(name, fields, visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        mut self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.read_variants();
        match self.next()? {
            JsonElement::Variant(variant) => variant.visit(self.pending, self.is_over, visitor),
            other => DataDeserializer(other.value()).deserialize_enum(name, variants, visitor),
        }
    }
}
