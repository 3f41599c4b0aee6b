//! Sequences of what stands in values of JSON: elements of arrays, blocks with labels, or variants of an enum.
//!
//! How many blocks an object is depends on the number of labels of a block, which only the type of an element tells.
//! Each element is therefore [`Pending`] until its type asks. What it does not take is left to the next elements.

use std::cell::Cell;

use serde::de::{DeserializeSeed, Deserializer, Error as _, SeqAccess, Visitor};

use super::{BlockData, all_blocks, missing_block};
use crate::de::content::index_by_labels;
use crate::de::data::DataDeserializer;
use crate::de::expression::ExpressionData;
use crate::de::forward::forward_deserializer;
use crate::de::label_fields::count_labels;
use crate::de::parts::check_length;
use crate::de::spanned::{SpannedAccess, ValuePlace};
use crate::de::text::{Variant, VariantForm};
use crate::error::{Error, Result};
use crate::path::PathStep;
use crate::protocol;
use crate::span::Span;
use crate::syntax::tree::{ExprId, ItemId};

/// What has not been decoded yet.
#[derive(Clone, Copy)]
struct Pending<'de, 'a> {
    /// The property whose name is the variant, if it is a variant of an enum.
    variant: Option<ItemId>,
    content: PendingContent<'de, 'a>,
}

#[derive(Clone, Copy)]
enum PendingContent<'de, 'a> {
    /// An element of an array.
    Element(ExpressionData<'de, 'a>),
    /// The value of a property that is a variant, or one of the objects in it. If these are blocks, the number of their
    /// labels is not known yet.
    Property(ExpressionData<'de, 'a>),
    /// A block whose number of labels its type has told.
    Block(BlockData<'de, 'a>),
}

impl<'de, 'a> Pending<'de, 'a> {
    fn new(content: PendingContent<'de, 'a>) -> Self {
        Pending {
            variant: None,
            content,
        }
    }

    fn value(self) -> ExpressionData<'de, 'a> {
        match self.content {
            PendingContent::Element(value) | PendingContent::Property(value) => value,
            PendingContent::Block(block) => block.body(),
        }
    }

    /// Where the first block is, or what is not a block.
    fn place(self) -> Span {
        let value = self.value();
        let objects = match self.content {
            PendingContent::Property(value) => objects(value),
            PendingContent::Element(_) | PendingContent::Block(_) => None,
        };
        let first = objects.and_then(<[ExprId]>::first);
        first.map_or(value, |id| value.at(*id)).place()
    }
}

/// The elements of arrays and objects as a sequence.
pub(super) struct JsonElements<'de, 'a> {
    /// The remaining elements, the next one last.
    pending: Vec<Pending<'de, 'a>>,
    /// All blocks, in their order, if the elements are blocks with labels.
    labelled: Vec<BlockData<'de, 'a>>,
    taken: usize,
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
            pending.extend(elements.map(|id| Pending::new(PendingContent::Element(value.at(*id)))));
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
        let Some(next) = self.pending.pop() else {
            return Ok(None);
        };
        let (place, source) = (next.value().place(), next.value().input.origin);
        let is_over = Cell::new(false);
        let element = ElementDeserializer {
            next,
            pending: &mut self.pending,
            labelled: Some(&mut self.labelled),
            is_over: &is_over,
        };
        match seed.deserialize(element) {
            Ok(value) => {
                self.taken += 1;
                Ok(Some(value))
            }
            // The type has told what it takes, and there is no more of it.
            Err(_) if is_over.get() => Ok(None),
            Err(error) => {
                let error = error.at(place).with_source(source.source());
                Err(error.insert_element(None, &self.element_steps()))
            }
        }
    }
}

/// The deserializer of the next element, and of the content of a variant.
struct ElementDeserializer<'de, 'a, 'e> {
    next: Pending<'de, 'a>,
    /// What is after it, the next one last.
    pending: &'e mut Vec<Pending<'de, 'a>>,
    /// Where all blocks with labels are noted, for the paths of errors. Nothing in the content of a variant.
    labelled: Option<&'e mut Vec<BlockData<'de, 'a>>>,
    /// Set if there is no next element.
    is_over: &'e Cell<bool>,
}

impl<'de, 'a> ElementDeserializer<'de, 'a, '_> {
    /// Takes all that the next element is.
    fn whole<T>(
        self,
        decode: impl FnOnce(DataDeserializer<ExpressionData<'de, 'a>>) -> Result<T>,
    ) -> Result<T> {
        decode(DataDeserializer(self.next.value()))
    }

    /// Takes the first of the objects that a property is, and leaves the others to the next elements. Anything else is
    /// taken as a whole.
    fn first<T>(
        mut self,
        decode: impl FnOnce(DataDeserializer<ExpressionData<'de, 'a>>) -> Result<T>,
    ) -> Result<T> {
        if let PendingContent::Property(value) = self.next.content
            && self.next.variant.is_none()
            && let Some(objects) = objects(value)
        {
            let object = |id: &ExprId| Pending::new(PendingContent::Property(value.at(*id)));
            self.pending.extend(objects.iter().rev().map(object));
            match self.pending.pop() {
                Some(first) => self.next = first,
                None => self.is_over.set(true),
            }
        }
        self.whole(decode)
    }

    /// Replaces what is left by the blocks in it with this number of labels.
    fn read_labels(&mut self, labels: usize) -> Result<()> {
        let left = std::iter::once(&self.next).chain(self.pending.iter().rev());
        // As an element, an object without properties is not a block.
        let is_nothing =
            |value: ExpressionData<'_, '_>| value.is_object() && value.is_without_items();
        let values = left.filter_map(|it| match it.content {
            PendingContent::Element(value) if is_nothing(value) => None,
            _ => Some(it.value()),
        });
        let values: Vec<_> = values.collect();
        let blocks = all_blocks(&values, labels)?;
        self.pending.clear();
        let pending = blocks
            .iter()
            .rev()
            .map(|block| Pending::new(PendingContent::Block(*block)));
        self.pending.extend(pending);
        if let Some(labelled) = &mut self.labelled {
            **labelled = blocks;
        }
        self.take_next()
    }

    fn take_next(&mut self) -> Result<()> {
        let Some(next) = self.pending.pop() else {
            self.is_over.set(true);
            return Err(missing_block(&[self.next.value()]));
        };
        self.next = next;
        Ok(())
    }

    /// Replaces objects by variants, one for each property. All blocks in the property are one so far. Where others
    /// stand beside it, an empty array is the blocks of a variant that has none.
    fn read_variants(&mut self) -> Result<()> {
        while let PendingContent::Element(object) = self.next.content
            && object.is_object()
        {
            let properties = object.body_properties();
            let count = properties.len();
            for (property, value) in properties.into_iter().rev() {
                let is_empty = value.elements().is_some_and(<[_]>::is_empty);
                if !is_empty || count == 1 {
                    self.pending.push(Pending {
                        variant: Some(property),
                        content: PendingContent::Property(value),
                    });
                }
            }
            self.take_next()?;
        }
        Ok(())
    }
}

impl<'de> Deserializer<'de> for ElementDeserializer<'de, '_, '_> {
    type Error = Error;

    forward_deserializer! { Self::whole, any identifier bool numbers text sequences }

    forward_deserializer! { Self::first, maps_and_units }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        // Only a value that is neither an object nor an array can be null. The value of a variant is not asked for yet.
        if self.next.variant.is_some() || self.next.value().is_structure() {
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
        match name {
            protocol::BODY => self.first(|value| value.deserialize_newtype_struct(name, visitor)),
            protocol::SPANNED => {
                let source = Some(self.next.value().input.origin.source());
                let place = ValuePlace::new(self.next.place(), source);
                SpannedAccess::visit(place, self, visitor)
            }
            _ if protocol::is_private(name) => {
                self.whole(|value| value.deserialize_newtype_struct(name, visitor))
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
        let may_be_blocks = match self.next.content {
            PendingContent::Element(_) => true,
            // A type that does not ask for a variant takes it as a whole.
            PendingContent::Property(value) => self.next.variant.is_none() && is_blocks(value),
            PendingContent::Block(_) => false,
        };
        if labels > 0 && may_be_blocks {
            self.read_labels(labels)?;
        }
        match self.next.content {
            PendingContent::Block(block) if self.labelled.is_none() => {
                let value = block.visit_struct(fields, visitor);
                value.map_err(|error| error.at(block.header()).prepend_path(&block.label_steps()))
            }
            PendingContent::Block(block) => block.visit_struct(fields, visitor),
            PendingContent::Element(value)
                if labels == 0 && value.input.view().tree.body_items(value.id).is_some() =>
            {
                BlockData::of_body(value).visit_struct(fields, visitor)
            }
            _ => self.first(|value| value.deserialize_struct(name, fields, visitor)),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        mut self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.read_variants()?;
        match self.next.variant {
            Some(property) => visit_variant(
                property,
                self.next.content,
                self.pending,
                self.is_over,
                visitor,
            ),
            None => self.first(|value| value.deserialize_enum(name, variants, visitor)),
        }
    }
}

/// Visits a property as a variant. What the variant leaves of it, other blocks, is added to the pending elements, each of
/// them as the same variant.
fn visit_variant<'de, 'a, V: Visitor<'de>>(
    property: ItemId,
    content: PendingContent<'de, 'a>,
    pending: &mut Vec<Pending<'de, 'a>>,
    is_over: &Cell<bool>,
    visitor: V,
) -> Result<V::Value> {
    let next = Pending::new(content);
    let value = next.value();
    let view = value.input.view();
    let mut others = Vec::new();
    let is_without_blocks = Cell::new(false);
    let visited = visitor.visit_enum(Variant {
        name: view.item_key(property),
        name_span: Some(view.item_head(property).name),
        form: VariantForm::Value,
        content_span: Some(value.place()),
        content: ElementDeserializer {
            next,
            pending: &mut others,
            labelled: None,
            is_over: &is_without_blocks,
        },
    });
    is_over.set(is_without_blocks.get() && pending.is_empty());
    let variant = Some(property);
    pending.extend(others.into_iter().map(|other| Pending { variant, ..other }));
    visited
}

/// A property of a body as variants: several if there are several blocks in it.
#[derive(Default)]
pub(in crate::de) struct PropertyVariants<'de, 'a> {
    /// The remaining variants, the next one last.
    pending: Vec<Pending<'de, 'a>>,
    /// Whether some of the variants have been taken.
    is_begun: bool,
}

impl<'de, 'a> PropertyVariants<'de, 'a> {
    /// Begins with a property, if it can be several variants.
    pub(in crate::de) fn begin(&mut self, property: ItemId, value: ExpressionData<'de, 'a>) {
        let is_empty = objects(value).is_some_and(<[ExprId]>::is_empty);
        if is_blocks(value) && !is_empty {
            self.pending.push(Pending {
                variant: Some(property),
                content: PendingContent::Property(value),
            });
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
        let Some((property, next)) = self.pending.pop().and_then(|it| Some((it.variant?, it)))
        else {
            return Err(visitor);
        };
        self.is_begun = true;
        // A property without blocks is an error of its own here: other items may follow.
        let is_over = Cell::new(false);
        Ok(visit_variant(
            property,
            next.content,
            &mut self.pending,
            &is_over,
            visitor,
        ))
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
    value.is_structure() && (value.is_object() || objects(value).is_some())
}
