//! JSON objects and arrays: expressions or blocks, depending on the requested type ("Blocks" of the JSON syntax).
//!
//! | requested | an object gives | an array gives |
//! |---|---|---|
//! | struct | the body of a block, inside one level of objects for each label field | the one block in it |
//! | map | its properties: labels, if their values are requested as blocks, and the attributes of an object otherwise | the labels in its objects |
//! | sequence | the one block that it is; a block for each label that its elements ask for, or for each variant | its elements, in the same way |
//! | enum | the variant that its property names | the one in its objects |
//! | [`Body`](crate::Body) | the body of a block | the body of the one block in it |
//! | anything else | what an object gives as an expression | what a tuple gives |
//!
//! A repeated property is a list of all of its values if blocks are requested, and an error otherwise. Once it is known
//! that values are blocks, and how many labels they have, they are decoded like blocks of native syntax.

mod elements;
mod map;

use std::any::TypeId;
use std::cell::Cell;

use serde::de::{DeserializeSeed, Deserializer, Error as _, Expected, Unexpected, Visitor};

use self::elements::JsonElements;
pub(super) use self::elements::PropertyVariants;
use self::map::JsonMap;
use super::asked::Asked;
use super::block::{BlockNodes, BlocksDeserializer};
use super::body;
use super::content::{Content, Site, conflict_error, label_steps};
use super::data::{Data, ObjectData, SequenceData};
use super::expression::ExpressionData;
use super::expression::data::ObjectItems;
use super::forward::{answer_requests, forward_deserializer};
use super::guesses::expects_tagged;
use super::input::Input;
use super::item_nodes::ItemNode;
use super::kind::DataKind;
use super::parts::{NOT_EMPTY, ObjectAccess, SequenceAccess, SequenceForm};
use super::repeats::Repeats;
use super::spanned::{SpannedAccess, ValuePlace};
use super::text::{Variant, VariantForm, not_one_key};
use crate::diagnostic::{Code, Diagnostic};
use crate::error::{Category, Cause, Error, Result};
use crate::path::PathStep;
use crate::protocol;
use crate::protocol::field::{StructFields, count_labels};
use crate::span::Span;
use crate::syntax::json::COMMENT;
use crate::syntax::tree::blocks::BlockRequest;
use crate::syntax::tree::view::{BlockView, View};
use crate::syntax::tree::{ExprId, ItemId};
use crate::value::Value;

/// Whether the JSON syntax is supported. If it is not, no tree has what this folder decodes, and the compiler removes
/// the code that this constant guards for each decoded type.
pub(super) const IS_READ: bool = cfg!(feature = "json");

/// A JSON value, and the property that it belongs to.
#[derive(Clone, Copy)]
pub(super) struct JsonValue<'de, 'a> {
    data: ExpressionData<'de, 'a>,
    /// `None` for an element of an array.
    property: Option<ItemId>,
}

/// The values of a property: several if it is repeated.
#[derive(Clone, Copy)]
pub(super) struct JsonValues<'s, 'de, 'a> {
    values: &'s [JsonValue<'de, 'a>],
    /// The body that has the property, if the values may be its blocks.
    body: Option<&'s Content<'de, 'a>>,
    /// Number of labels read on the path to the values, if they are blocks.
    labels_read: usize,
    asked: &'s Cell<Asked>,
}

/// A block that a JSON value stands for.
#[derive(Clone, Copy)]
pub(super) struct BlockData<'de, 'a> {
    body: ExpressionData<'de, 'a>,
    /// Number of its labels.
    labels: usize,
    /// Number of its labels that have been read.
    labels_read: usize,
}

/// Returns the [blocks](ExpressionData::blocks) that a value stands for.
fn blocks<'de, 'a>(
    value: ExpressionData<'de, 'a>,
    labels: usize,
    labels_read: usize,
) -> Result<Vec<BlockData<'de, 'a>>> {
    let blocks = value.blocks(labels, labels_read)?.into_iter();
    let block = |(body, labels)| BlockData {
        body,
        labels,
        labels_read,
    };
    Ok(blocks.map(block).collect())
}

/// Whether a value stands for no block, in a field that takes one block.
fn is_no_block(value: ExpressionData<'_, '_>, owner: TypeId, field: &str) -> bool {
    let shared = value.input.shared;
    if !shared.has_single_blocks {
        return false;
    }
    let labels = shared.single_blocks.labels(owner, field);
    labels.is_some_and(|labels| blocks(value, labels, 0).is_ok_and(|blocks| blocks.is_empty()))
}

/// Returns the items of a body without those that [stand for no block](is_no_block); `None` if no item does. A null
/// stays if it is the first item of its name, so that an error can point to it.
pub(super) fn present_items(content: &Content<'_, '_>, owner: TypeId) -> Option<Vec<ItemNode>> {
    if !content.shared.has_single_blocks {
        return None;
    }
    let repeats = Repeats::find(&content.names());
    let is_present = |at: &usize| {
        let value = content.expression(*at);
        let value = value.filter(|it| it.is_structure() || repeats.is_repeat(*at));
        !value.is_some_and(|value| is_no_block(value, owner, content.name(*at)))
    };
    let items = (0..content.items.len()).filter(is_present);
    let items: Vec<_> = items.map(|at| content.node(at)).collect();
    (items.len() < content.items.len()).then_some(items)
}

/// Fails if a source is a JSON array with an element that is not an object. The items of the body do not include such
/// an element. The error has no source yet.
pub(super) fn check_root(view: View<'_, '_>) -> Result<()> {
    let root = view.tree.root_expression();
    match root.and_then(|root| view.wrong_elements(root).next()) {
        Some(wrong) => Err(wrong_element(view, wrong)),
        None => Ok(()),
    }
}

/// The error for an element that is not an object. It has no source yet.
pub(super) fn wrong_element(view: View<'_, '_>, wrong: ExprId) -> Error {
    let found = Unexpected::Other("an element that is not an object");
    let expected = "objects only: a body in JSON syntax is one object, or an array of objects";
    Error::invalid_type(found, &expected).at(view.tree.span(wrong))
}

/// The error of an unsuitable part of a value.
fn wrong_part(value: ExpressionData<'_, '_>, wrong: Diagnostic) -> Error {
    Error::new(Category::Data, wrong).with_source(value.input.origin.source())
}

impl<'de, 'a> JsonValue<'de, 'a> {
    /// The value of an attribute, an element or an entry.
    pub(super) fn alone(data: ExpressionData<'de, 'a>) -> Self {
        JsonValue {
            data,
            property: None,
        }
    }

    pub(super) fn of_property(property: ItemId, data: ExpressionData<'de, 'a>) -> Self {
        JsonValue {
            data,
            property: Some(property),
        }
    }

    /// Returns the place of the property's name, or of the value itself if it has no property.
    fn site(self) -> Site<'de, 'a> {
        let Input { origin, .. } = self.data.input;
        let name = self.property.map(|id| origin.view().item_head(id).name);
        let span = name.unwrap_or_else(|| self.data.place());
        Site { origin, span }
    }

    /// Returns the values of all properties of an object.
    fn in_object(object: ExpressionData<'de, 'a>) -> impl Iterator<Item = Self> {
        let properties = object.properties().into_iter();
        properties.map(|(id, value)| JsonValue::of_property(id, value))
    }

    /// Whether a property may name a variant. In the object of a block, a property with this name is a comment.
    fn may_be_variant(self, variants: &[&str]) -> bool {
        map::label(self) != COMMENT || variants.contains(&COMMENT)
    }

    /// Returns the objects in the value, which are levels of labels or the bodies of blocks. An array of values that
    /// cannot be blocks is the value of an attribute, which is not `expected`.
    fn objects(self, expected: &dyn Expected) -> Result<Vec<ExpressionData<'de, 'a>>> {
        let view = self.data.input.view();
        let values = self.data.elements_or_self();
        if !values.is_empty() && values.iter().all(|it| !view.is_json_structure(it.id)) {
            return Err(not_an_object(expected));
        }
        match values.iter().find(|it| !view.is_json_object(it.id)) {
            Some(wrong) => {
                let subject = view.wrong_part(wrong.id);
                let wrong = BlockRequest::Labels(1).not_labelled(0);
                Err(wrong_part(self.data, wrong.at(subject)))
            }
            None => Ok(values),
        }
    }
}

impl<'de, 'a> BlockData<'de, 'a> {
    /// Returns the block as an item.
    pub(super) fn node(self) -> ItemNode {
        self.body.as_block(self.labels)
    }

    fn view(self) -> BlockView {
        self.node().node.block(self.body.input.view())
    }

    fn content(self) -> Content<'de, 'a> {
        Content::of_block(self.body.input, self.node(), self.labels_read)
    }

    fn visit_struct<V: Visitor<'de>>(self, fields: StructFields, visitor: V) -> Result<V::Value> {
        body::visit_items(&self.content(), Some(fields), visitor)
    }

    /// Returns the unread labels as steps of a path.
    fn label_steps(self) -> Vec<PathStep> {
        let mut steps = label_steps(self.body.input.view(), &self.view());
        steps.drain(..self.labels_read);
        steps
    }
}

impl<'s, 'de, 'a> JsonValues<'s, 'de, 'a> {
    pub(super) fn new(values: &'s [JsonValue<'de, 'a>], asked: &'s Cell<Asked>) -> Self {
        JsonValues::below_labels(values, 0, asked)
    }

    /// Values that are reached through this number of labels, if they are blocks.
    fn below_labels(
        values: &'s [JsonValue<'de, 'a>],
        labels_read: usize,
        asked: &'s Cell<Asked>,
    ) -> Self {
        JsonValues {
            values,
            body: None,
            labels_read,
            asked,
        }
    }

    /// The same values, as those of a property of this body.
    pub(super) fn in_body(self, body: &'s Content<'de, 'a>) -> Self {
        let body = Some(body);
        JsonValues { body, ..self }
    }

    pub(super) fn visit_sequence<V: Visitor<'de>>(
        self,
        form: SequenceForm,
        visitor: V,
    ) -> Result<V::Value> {
        if self.only_scalar().is_some() {
            return self.attribute(|it| it.deserialize_seq(visitor));
        }
        match self.only_elements() {
            Some(elements) => SequenceAccess::visit(elements, form, visitor),
            None => JsonElements::visit(self, form, visitor),
        }
    }

    fn ask(self, asked: Asked) {
        self.asked.set(self.asked.get().max(asked));
    }

    /// Records what a type asks for where there is no value to decode, and returns it.
    fn ask_for_nothing<'v, S: DeserializeSeed<'v>>(self, labels_read: usize, seed: S) -> Asked {
        let asked = Cell::default();
        let _ = seed.deserialize(JsonValues::below_labels(&[], labels_read, &asked));
        self.ask(asked.get());
        asked.get()
    }

    /// Returns the only value, if it is an object.
    fn only_object(self) -> Option<ExpressionData<'de, 'a>> {
        match self.values {
            [value] if value.data.is_object() => Some(value.data),
            _ => None,
        }
    }

    /// Returns the only value, if it is neither an object nor an array.
    fn only_scalar(self) -> Option<ExpressionData<'de, 'a>> {
        match self.values {
            [value] if !value.data.is_structure() => Some(value.data),
            _ => None,
        }
    }

    /// Returns the elements of the only value, if it is an array whose elements cannot be blocks.
    fn only_elements(self) -> Option<SequenceData<'de, 'a>> {
        let [JsonValue { data, .. }] = self.values else {
            return None;
        };
        let elements = data.elements()?;
        let is_scalar = |id| !data.input.view().is_json_structure(id);
        if let Some(first) = elements.first() {
            self.ask(Asked::Attribute);
            if !is_scalar(*first) {
                return None;
            }
        }
        Some(SequenceData::Tuple {
            input: data.input,
            elements,
        })
    }

    fn place(self) -> ValuePlace {
        let places = self.values.iter().map(|value| value.data.place());
        let span = places.reduce(Span::join).unwrap_or_default();
        let source = self.values.first();
        let source = source.map(|value| value.data.input.origin.source());
        ValuePlace::new(span, source)
    }

    /// Decodes the values as the value of an attribute; an error if there are several.
    fn attribute<T>(self, decode: impl FnOnce(Data<'de, 'a>) -> Result<T>) -> Result<T> {
        self.ask(Asked::Attribute);
        decode(self.only()?.into())
    }

    /// Returns the only value; an error if there are several.
    fn only(self) -> Result<ExpressionData<'de, 'a>> {
        match self.values {
            [value] => Ok(value.data),
            _ => Err(self.redefined()),
        }
    }

    /// The error of a property that is set twice, but takes only one value.
    fn redefined(self) -> Error {
        let [first, second, ..] = self.values else {
            return missing_block(self, 0);
        };
        let name = first
            .property
            .map(|id| first.data.input.view().item_text(id));
        let name = name.unwrap_or_default();
        let (first, second) = (first.site(), second.site());
        let diagnostic = if self.labels_read > 0 {
            Diagnostic::duplicate_attribute(name, second.span)
        } else {
            Diagnostic::argument_redefined(name, "")
        };
        conflict_error(diagnostic, first, second)
    }

    /// Returns the blocks that the values stand for. Each has this number of labels, after those that have been read.
    fn blocks(self, labels: usize) -> Result<Vec<BlockData<'de, 'a>>> {
        let labels = self.labels_read + labels;
        let values = self.values.iter();
        let blocks = values.map(|value| blocks(value.data, labels, self.labels_read));
        Ok(blocks.collect::<Result<Vec<_>>>()?.concat())
    }

    /// Decodes the values like blocks of native syntax.
    fn decode_blocks<T>(
        self,
        labels: usize,
        decode: impl FnOnce(BlocksDeserializer<'de, '_>) -> Result<T>,
    ) -> Result<T> {
        self.block_nodes(labels)?.decode(self.labels_read, decode)
    }

    fn block_nodes(self, labels: usize) -> Result<BlockNodes<'de, 'a>> {
        self.ask(Asked::Blocks);
        let blocks = self.blocks(labels)?;
        let Some(first) = blocks.first() else {
            return Err(missing_block(self, labels));
        };
        Ok(BlockNodes {
            origin: first.body.input.origin,
            nodes: blocks.iter().map(|it| it.node()).collect(),
            shared: first.body.input.shared,
            block: None,
            span: first.body.place(),
        })
    }

    /// Visits the values as one block.
    pub(super) fn visit_struct<V: Visitor<'de>>(
        self,
        fields: StructFields,
        visitor: V,
    ) -> Result<V::Value> {
        let labels = count_labels(fields.private);
        let Some(object) = self.only_object().filter(|_| labels == 0) else {
            return self.decode_blocks(labels, |blocks| {
                blocks.deserialize_struct("", fields.all, visitor)
            });
        };
        if ObjectItems::has_computed_keys(object) {
            self.ask(Asked::Attribute);
            let items = ObjectData::Items(ObjectItems::read(object)?);
            return ObjectAccess::visit(items, Some(fields.all), visitor);
        }
        self.ask(Asked::Blocks);
        let block = BlockData {
            body: object,
            labels: self.labels_read,
            labels_read: self.labels_read,
        };
        block.visit_struct(fields, visitor)
    }

    pub(super) fn visit_body<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.decode_blocks(0, |blocks| {
            blocks.deserialize_newtype_struct(protocol::BODY, visitor)
        })
    }

    pub(super) fn visit_empty<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.only_scalar().is_some() {
            return self.attribute(|it| it.deserialize_unit(visitor));
        }
        self.check_empty(&visitor)?;
        visitor.visit_unit()
    }

    /// Fails unless the values are one block without items.
    fn check_empty(self, expected: &dyn Expected) -> Result<()> {
        self.ask(Asked::Blocks);
        match self.blocks(0).as_deref() {
            Ok([block]) if block.content().items.is_empty() => Ok(()),
            Ok([]) => Err(missing_block(self, 0)),
            Ok([_]) => Err(Error::invalid_type(NOT_EMPTY, expected)),
            Ok(_) | Err(_) => Err(Error::invalid_type(Unexpected::Seq, expected)),
        }
    }

    /// Visits the property in the objects as a variant.
    pub(super) fn visit_variant<V: Visitor<'de>>(
        self,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let mut properties = self.properties(&visitor)?;
        properties.retain(|it| it.may_be_variant(variants));
        let variant = self.variant(&properties, variants)?;
        visitor.visit_enum(variant)
    }

    fn properties(self, expected: &dyn Expected) -> Result<Vec<JsonValue<'de, 'a>>> {
        if let Some(object) = self.only_object() {
            return Ok(JsonValue::in_object(object).collect());
        }
        let mut properties = Vec::new();
        for value in self.values {
            for object in value.objects(expected)? {
                properties.extend(JsonValue::in_object(object));
            }
        }
        Ok(properties)
    }

    /// Returns the variant that all these properties of the values name.
    fn variant<'p>(
        self,
        properties: &'p [JsonValue<'de, 'a>],
        variants: &[&str],
    ) -> Result<Variant<'de, 'p, JsonValues<'p, 'de, 'a>>>
    where
        's: 'p,
    {
        let Some(first) = properties.first() else {
            return Err(missing_block(self, 1));
        };
        let name_of = |value: &JsonValue<'de, 'a>| {
            let id = value.property.expect("it is the value of a property");
            (value.data.input.view(), id)
        };
        let (view, property) = name_of(first);
        let is_same = |value: &JsonValue<'de, 'a>| {
            let (other, id) = name_of(value);
            other.item_text(id) == view.item_text(property)
        };
        if !properties.iter().all(is_same) {
            return Err(not_one_key(properties.len()));
        }
        let name = map::label(*first);
        let name = if variants.contains(&&*name) {
            name
        } else {
            map::key(*first)?
        };
        Ok(Variant {
            name,
            name_span: Some(view.item_head(property).name),
            form: VariantForm::Asked(self.asked, self.labels_read + 1),
            content_span: Some(first.data.place()),
            content: JsonValues::below_labels(properties, self.labels_read + 1, self.asked),
        })
    }

    /// Whether each value is an object, or an array of objects.
    fn are_blocks(self) -> bool {
        self.values.iter().all(|value| is_blocks(value.data))
    }
}

/// Whether a value is an object, or an array of objects.
fn is_blocks(value: ExpressionData<'_, '_>) -> bool {
    let view = value.input.view();
    let is_object = |id: &ExprId| view.is_json_object(*id);
    match view.json_elements(value.id) {
        Some(elements) => elements.iter().all(is_object),
        None => is_object(&value.id),
    }
}

/// The error of values without a block, where one with this number of labels is required.
fn missing_block(values: JsonValues<'_, '_, '_>, labels: usize) -> Error {
    let detail = "One block is required here: an object with its content.";
    let error = Error::of(Code::MissingBlock, detail).with_cause(Cause::MissingBlock(labels));
    match values.values.first() {
        Some(value) => error.at(value.data.place()),
        None => error,
    }
}

impl<'de> Deserializer<'de> for JsonValues<'_, 'de, '_> {
    type Error = Error;

    forward_deserializer! { Self::attribute, identifier bool numbers text }

    answer_requests! { (self, visitor)
        Sequence => self.visit_sequence(SequenceForm::List, visitor),
        Tuple(_) => self.visit_sequence(SequenceForm::Tuple, visitor),
        Unit => self.visit_empty(visitor),
        Ignored => visitor.visit_unit(),
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        // An internally tagged enum is one block, like a struct, so that the keys on the path to it are labels.
        let is_block = self.only_object().is_some() && expects_tagged(&visitor);
        self.ask(if is_block {
            Asked::Blocks
        } else {
            Asked::Anything
        });
        match self.values {
            [value] => Data::Expression(value.data).deserialize_any(visitor),
            [] => Err(missing_block(self, 0)),
            _ if self.are_blocks() => self.deserialize_seq(visitor),
            _ => Err(self.redefined()),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.only_scalar() {
            Some(scalar) if scalar.kind() == DataKind::Null => visitor.visit_none(),
            // `Data` evaluates the scalar once for both the null check and the content.
            Some(scalar) => Data::Expression(scalar).deserialize_option(visitor),
            None => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        match name {
            protocol::SPANNED => SpannedAccess::visit(self.place(), self, visitor),
            protocol::BODY if self.only_scalar().is_none() => self.visit_body(visitor),
            protocol::ONE_OR_MANY if self.only_scalar().is_none() => self.deserialize_seq(visitor),
            protocol::VALUE if self.values.iter().any(|it| it.data.is_unknown_blocks()) => {
                Err(Error::handover(Value::dynamic()))
            }
            protocol::VALUE if self.values.len() > 1 => self.deserialize_any(visitor),
            protocol::VALUE => {
                self.ask(Asked::Anything);
                Data::Expression(self.only()?).deserialize_newtype_struct(name, visitor)
            }
            _ if protocol::is_private(name) => {
                self.attribute(|value| value.deserialize_newtype_struct(name, visitor))
            }
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.only_scalar() {
            Some(_) => self.attribute(|it| it.deserialize_map(visitor)),
            None => JsonMap::visit(self, visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.only_scalar() {
            // Null stands for no block.
            Some(scalar) if scalar.kind() != DataKind::Null => {
                self.ask(Asked::Blocks);
                Data::Expression(scalar).deserialize_struct(name, fields, visitor)
            }
            _ => self.visit_struct(StructFields::of(fields), visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.only_scalar() {
            Some(_) => self.attribute(|it| it.deserialize_enum(name, variants, visitor)),
            None => self.visit_variant(variants, visitor),
        }
    }
}

/// The error of an array where the entries of an object are requested.
fn not_an_object(expected: &dyn Expected) -> Error {
    Error::invalid_type(Unexpected::Seq, expected)
}
