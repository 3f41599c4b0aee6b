//! Sequences in JSON values: elements of arrays, blocks with labels, or variants of an enum.
//!
//! The number of blocks in an object depends on the number of labels of a block, which only the type of an element
//! reveals. Each element is therefore [`Pending`] until its type makes a request. What the type does not take is left
//! to the next elements.

use std::cell::Cell;

use serde::de::{DeserializeSeed, Deserializer, Error as _, SeqAccess, Visitor};

use super::{BlockData, JsonValue, JsonValues, blocks, is_blocks, missing_block, wrong_part};
use crate::de::asked::Asked;
use crate::de::content::index_by_labels;
use crate::de::expression::ExpressionData;
use crate::de::forward::forward_deserializer;
use crate::de::guesses::expects_tagged;
use crate::de::parts::{SequenceForm, check_length};
use crate::de::spanned::{SpannedAccess, ValuePlace};
use crate::de::text::{Variant, VariantForm};
use crate::error::{Error, Result};
use crate::path::PathStep;
use crate::protocol;
use crate::protocol::field::{StructFields, count_labels};
use crate::span::Span;
use crate::syntax::tree::blocks::BlockRequest;
use crate::syntax::tree::{ExprId, ItemId};

/// Data that has not been decoded yet.
#[derive(Clone, Copy)]
struct Pending<'de, 'a> {
    /// The property that names the variant, if this is a variant of an enum.
    variant: Option<ItemId>,
    content: PendingContent<'de, 'a>,
    /// Number of labels read on the path to the content, if it is blocks.
    labels_read: usize,
}

#[derive(Clone, Copy)]
enum PendingContent<'de, 'a> {
    /// An element of an array.
    Element(ExpressionData<'de, 'a>),
    /// The value of a property that names a variant, or one of the objects in it. If these are blocks, the number of
    /// their labels is not known yet.
    Property(ExpressionData<'de, 'a>),
    /// A block whose number of labels is known from its type.
    Block(BlockData<'de, 'a>),
}

impl<'de, 'a> Pending<'de, 'a> {
    fn value(self) -> ExpressionData<'de, 'a> {
        match self.content {
            PendingContent::Element(value) | PendingContent::Property(value) => value,
            PendingContent::Block(block) => block.body,
        }
    }

    /// Returns the objects in the array that is the value of a property.
    fn objects(self) -> Option<&'a [ExprId]> {
        match self.content {
            PendingContent::Property(value) => objects(value),
            PendingContent::Element(_) | PendingContent::Block(_) => None,
        }
    }

    /// Returns the place of the first block, or of the value if it is not an array of objects.
    fn place(self) -> Span {
        let value = self.value();
        let first = self.objects().and_then(<[ExprId]>::first);
        first.map_or(value, |id| value.at(*id)).place()
    }
}

/// The elements of arrays and objects as a sequence.
pub(super) struct JsonElements<'s, 'de, 'a> {
    all: AllElements<'s, 'de, 'a>,
    form: SequenceForm,
    /// The remaining elements, the next one last.
    pending: Vec<Pending<'de, 'a>>,
    /// Number of elements that have been taken, or left out by a survey.
    taken: usize,
}

/// The sequence as a whole.
struct AllElements<'s, 'de, 'a> {
    values: JsonValues<'s, 'de, 'a>,
    /// All blocks in order, if the elements are blocks. Used for the paths of errors.
    blocks: Vec<BlockData<'de, 'a>>,
    /// Whether no element has been taken yet.
    are_whole: bool,
    /// Whether all elements are objects, like blocks without labels.
    are_objects: bool,
    /// Whether there are several values, not all of which are blocks.
    are_redefined: bool,
}

impl<'s, 'de, 'a> JsonElements<'s, 'de, 'a> {
    pub(super) fn visit<V: Visitor<'de>>(
        values: JsonValues<'s, 'de, 'a>,
        form: SequenceForm,
        visitor: V,
    ) -> Result<V::Value> {
        let mut access = JsonElements::new(values, form);
        let value = visitor.visit_seq(&mut access)?;
        check_length(access.taken + access.pending.len(), access.taken)?;
        Ok(value)
    }

    fn new(values: JsonValues<'s, 'de, 'a>, form: SequenceForm) -> Self {
        let mut pending = Vec::new();
        for value in values.values {
            for element in value.data.elements_or_self() {
                pending.push(Pending {
                    variant: None,
                    content: PendingContent::Element(element),
                    labels_read: values.labels_read,
                });
            }
        }
        pending.reverse();
        JsonElements {
            all: AllElements {
                values,
                blocks: Vec::new(),
                are_whole: true,
                are_objects: pending.iter().all(|it| it.value().is_object()),
                are_redefined: values.values.len() > 1 && !values.are_blocks(),
            },
            form,
            pending,
            taken: 0,
        }
    }

    /// Returns the index of the last element given among the blocks, if the elements are blocks.
    fn last_block(&self) -> Option<usize> {
        self.all.blocks.len().checked_sub(self.pending.len() + 1)
    }

    /// Returns the path steps to the last element taken.
    fn element_steps(&self) -> Vec<PathStep> {
        let Some(last) = self.last_block() else {
            return vec![PathStep::Index(self.taken)];
        };
        let values = &self.all.values;
        if let Some(body) = values.body {
            return body.element_steps(self.all.blocks[last].node(), values.labels_read);
        }
        let blocks = self.all.blocks.iter().map(|it| it.label_steps());
        let blocks: Vec<_> = blocks.enumerate().collect();
        index_by_labels(&blocks, &last)
    }

    /// Returns the next element. Elements that a survey leaves out count as taken.
    fn next(&mut self) -> Option<Pending<'de, 'a>> {
        loop {
            let next = self.pending.pop()?;
            if self.form == SequenceForm::Tuple || !next.value().is_left_out() {
                return Some(next);
            }
            self.taken += 1;
        }
    }

    /// Returns the data of the last element given.
    fn last(&self, next: Pending<'de, 'a>) -> ExpressionData<'de, 'a> {
        let last = self.last_block();
        last.map_or(next.value(), |last| self.all.blocks[last].body)
    }

    /// Records what the type of an element asks for, if there are no elements. Fails if that is an attribute, which
    /// several values cannot be.
    fn ask_without_elements<S: DeserializeSeed<'de>>(&self, seed: S) -> Result<()> {
        let values = self.all.values;
        if self.taken > 0 || values.values.len() == 1 {
            return Ok(());
        }
        match values.ask_for_nothing(values.labels_read, seed) {
            Asked::Attribute => Err(values.redefined()),
            _ => Ok(()),
        }
    }
}

impl<'de> SeqAccess<'de> for JsonElements<'_, 'de, '_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some(next) = self.next() else {
            self.ask_without_elements(seed)?;
            return Ok(None);
        };
        let (place, source) = (next.value().place(), next.value().input.origin);
        let is_over = Cell::new(false);
        let element = ElementDeserializer {
            next,
            pending: &mut self.pending,
            asked: self.all.values.asked,
            all: Some(&mut self.all),
            is_optional: false,
            is_over: &is_over,
        };
        match seed.deserialize(element) {
            Ok(value) => {
                self.taken += 1;
                self.all.are_whole = false;
                Ok(Some(value))
            }
            // The request shows what the type takes, and there are no more such elements.
            Err(_) if is_over.get() => Ok(None),
            Err(error) => {
                if self.form == SequenceForm::List {
                    self.last(next).record_failure();
                }
                let error = error.at(place).with_source(source.source());
                Err(error.insert_element(None, &self.element_steps()))
            }
        }
    }
}

/// The deserializer of the next element, and of the content of a variant.
struct ElementDeserializer<'de, 'a, 'e, 's> {
    next: Pending<'de, 'a>,
    /// The remaining elements, the next one last.
    pending: &'e mut Vec<Pending<'de, 'a>>,
    /// The sequence of the element; `None` in the content of a variant.
    all: Option<&'e mut AllElements<'s, 'de, 'a>>,
    /// Whether the element may be null.
    is_optional: bool,
    /// Set if there is no next element.
    is_over: &'e Cell<bool>,
    asked: &'e Cell<Asked>,
}

impl<'de, 'a> ElementDeserializer<'de, 'a, '_, '_> {
    /// Takes the next element as a whole.
    fn whole<T>(self, decode: impl FnOnce(JsonValues<'_, 'de, 'a>) -> Result<T>) -> Result<T> {
        let value = JsonValue::alone(self.next.value());
        decode(JsonValues::below_labels(
            &[value],
            self.next.labels_read,
            self.asked,
        ))
    }

    /// Takes the next element as a whole, as part of an attribute; an error if there are several values.
    fn attribute<T>(self, decode: impl FnOnce(JsonValues<'_, 'de, 'a>) -> Result<T>) -> Result<T> {
        match &self.all {
            Some(all) if all.values.values.len() > 1 => Err(all.values.redefined()),
            _ => self.whole(decode),
        }
    }

    /// Takes the first of the objects in a property, and leaves the others to the next elements. Anything else is taken
    /// as a whole, except for an array in an array, which is an error.
    fn first<T>(mut self, decode: impl FnOnce(JsonValues<'_, 'de, 'a>) -> Result<T>) -> Result<T> {
        if self.is_nested() && self.all.is_some() {
            let nested = self.next.value();
            let place = nested.input.view().wrong_part(nested.id);
            return Err(wrong_part(
                nested,
                BlockRequest::Labels(0).not_body().at(place),
            ));
        }
        if self.next.variant.is_none()
            && let Some(objects) = self.next.objects()
        {
            let value = self.next.value();
            let object = |id: &ExprId| Pending {
                content: PendingContent::Property(value.at(*id)),
                ..self.next
            };
            self.pending.extend(objects.iter().rev().map(object));
            match self.pending.pop() {
                Some(first) => self.next = first,
                None => self.is_over.set(true),
            }
        }
        self.whole(decode)
    }

    /// Replaces the remaining elements with the blocks in them, which have this number of labels.
    fn read_blocks(&mut self, labels: usize) -> Result<()> {
        let found = match &self.all {
            Some(all) if all.are_whole || self.is_nested() => all.values.blocks(labels)?,
            _ => self.blocks_left(labels)?,
        };
        self.pending.clear();
        let pending = found.iter().rev().map(|block| Pending {
            variant: None,
            content: PendingContent::Block(*block),
            labels_read: block.labels_read,
        });
        self.pending.extend(pending);
        // If some elements were taken before, the path of the others is their index in the sequence.
        if let Some(all) = &mut self.all
            && all.are_whole
        {
            all.blocks = found;
        }
        self.take_next(labels)
    }

    /// Whether the next element is an array in an array, which is not a block.
    fn is_nested(&self) -> bool {
        self.next.value().elements().is_some()
    }

    /// Returns the blocks in the remaining elements.
    fn blocks_left(&self, labels: usize) -> Result<Vec<BlockData<'de, 'a>>> {
        let mut found = Vec::new();
        for pending in std::iter::once(&self.next).chain(self.pending.iter().rev()) {
            let value = pending.value();
            let labels_read = pending.labels_read;
            found.extend(blocks(value, labels_read + labels, labels_read)?);
        }
        Ok(found)
    }

    fn take_next(&mut self, labels: usize) -> Result<()> {
        let next = loop {
            match self.pending.pop() {
                Some(next) if self.all.is_some() && next.value().is_left_out() => {}
                next => break next,
            }
        };
        let Some(next) = next else {
            self.is_over.set(true);
            let value = JsonValue::alone(self.next.value());
            return Err(missing_block(JsonValues::new(&[value], self.asked), labels));
        };
        self.next = next;
        Ok(())
    }

    /// Replaces objects with variants, one for each property. The blocks in one property are still one variant. If an
    /// object has several properties, an empty array stands for a variant without blocks, and is dropped.
    fn read_variants(&mut self, variants: &[&str]) -> Result<()> {
        while let PendingContent::Element(object) = self.next.content
            && object.input.view().is_json_object(object.id)
        {
            let properties = JsonValue::in_object(object);
            let properties: Vec<_> = properties
                .filter(|it| it.may_be_variant(variants))
                .collect();
            let count = properties.len();
            for value in properties.into_iter().rev() {
                let is_empty = value.data.elements().is_some_and(<[_]>::is_empty);
                if !is_empty || count == 1 {
                    self.pending.push(Pending {
                        variant: value.property,
                        content: PendingContent::Property(value.data),
                        labels_read: self.next.labels_read + 1,
                    });
                }
            }
            self.take_next(1)?;
        }
        Ok(())
    }
}

impl<'de> Deserializer<'de> for ElementDeserializer<'de, '_, '_, '_> {
    type Error = Error;

    forward_deserializer! { Self::attribute, identifier bool numbers text sequences }

    forward_deserializer! { Self::whole, ignored }

    forward_deserializer! { Self::first, maps_and_units }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match &self.all {
            Some(all) if all.are_redefined => Err(all.values.redefined()),
            // For a type that accepts anything, an array of objects is one value; an internally tagged enum is one of
            // the objects.
            _ if self.next.objects().is_some() && expects_tagged(&visitor) => {
                self.first(|value| value.deserialize_any(visitor))
            }
            _ => self.whole(|value| value.deserialize_any(visitor)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        // Only a value that is neither an object nor an array can be null. The value of a variant has not been
        // requested yet.
        if self.next.variant.is_some() || self.next.value().is_structure() {
            self.is_optional = true;
            visitor.visit_some(self)
        } else {
            self.attribute(|value| value.deserialize_option(visitor))
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
        let are_blocks = match self.next.content {
            PendingContent::Element(_) => {
                let are_objects = self.all.as_ref().is_some_and(|all| all.are_objects);
                labels > 0 || !self.is_optional && (are_objects || self.is_nested())
            }
            // A type that does not request a variant takes the property as a whole.
            PendingContent::Property(value) => {
                labels > 0 && self.next.variant.is_none() && is_blocks(value)
            }
            PendingContent::Block(_) => false,
        };
        if are_blocks {
            self.asked.set(Asked::Blocks);
            self.read_blocks(labels)?;
        }
        match self.next.content {
            PendingContent::Block(block) if self.all.is_none() => {
                let value = block.visit_struct(StructFields::of(fields), visitor);
                value.map_err(|error| {
                    error
                        .at(block.view().header)
                        .prepend_path(&block.label_steps())
                })
            }
            PendingContent::Block(block) => block.visit_struct(StructFields::of(fields), visitor),
            _ => self.first(|value| value.deserialize_struct(name, fields, visitor)),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        mut self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.read_variants(variants)?;
        match self.next.variant {
            Some(property) => {
                let next = self.next;
                visit_variant(
                    property,
                    next,
                    self.pending,
                    self.is_over,
                    self.asked,
                    visitor,
                )
            }
            None if self.next.value().is_structure() => {
                self.first(|value| value.deserialize_enum(name, variants, visitor))
            }
            None => self.attribute(|value| value.deserialize_enum(name, variants, visitor)),
        }
    }
}

/// Visits a property as a variant. The other blocks of the property, which the variant does not take, are added to the
/// pending elements, each as the same variant.
fn visit_variant<'de, 'a, V: Visitor<'de>>(
    property: ItemId,
    content: Pending<'de, 'a>,
    pending: &mut Vec<Pending<'de, 'a>>,
    is_over: &Cell<bool>,
    asked: &Cell<Asked>,
    visitor: V,
) -> Result<V::Value> {
    let next = Pending {
        variant: None,
        ..content
    };
    let value = next.value();
    let view = value.input.view();
    let mut others = Vec::new();
    let is_without_blocks = Cell::new(false);
    let asked_here = Cell::default();
    let visited = visitor.visit_enum(Variant {
        name: view.item_key(property),
        name_span: Some(view.item_head(property).name),
        form: VariantForm::Asked(&asked_here, next.labels_read),
        content_span: Some(value.place()),
        content: ElementDeserializer {
            next,
            pending: &mut others,
            all: None,
            is_optional: false,
            is_over: &is_without_blocks,
            asked: &asked_here,
        },
    });
    asked.set(asked.get().max(asked_here.get()));
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
    /// Starts a property, if it can be several variants.
    pub(in crate::de) fn begin(&mut self, property: ItemId, value: ExpressionData<'de, 'a>) {
        let is_empty = objects(value).is_some_and(<[ExprId]>::is_empty);
        if is_blocks(value) && !is_empty {
            self.pending.push(Pending {
                variant: Some(property),
                content: PendingContent::Property(value),
                labels_read: 0,
            });
        }
        self.is_begun = false;
    }

    /// Returns the number of remaining variants, as far as it is known.
    pub(in crate::de) fn len(&self) -> usize {
        self.pending.len()
    }

    /// Returns the place of the next variant, if it is a part of the property.
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
        // A property without blocks is an error here, and not the end of the list: other items may follow.
        let (is_over, asked) = (Cell::new(false), Cell::default());
        Ok(visit_variant(
            property,
            next,
            &mut self.pending,
            &is_over,
            &asked,
            visitor,
        ))
    }
}

/// Returns the elements of an array of objects; `None` for anything else.
fn objects<'a>(value: ExpressionData<'_, 'a>) -> Option<&'a [ExprId]> {
    value
        .input
        .view()
        .json_elements(value.id)
        .filter(|_| is_blocks(value))
}
