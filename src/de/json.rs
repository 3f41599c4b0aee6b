//! Objects and arrays of JSON: expressions or blocks, as the type that is asked for decides ("Blocks" of the JSON
//! syntax).
//!
//! | asked for | an object gives | an array gives |
//! |---|---|---|
//! | struct | the body of a block, inside a level of objects for each field of a label | the one block in it |
//! | map | its properties, whether they are labels, attributes or keys | the properties of its objects |
//! | sequence | the one block that it is; a block for each label that its elements ask for, or for each variant | its elements, likewise |
//! | [`Body`](crate::Body) | the body of a block | that of the one block in it |
//! | anything else | what an object gives as an expression | what a tuple gives |
//!
//! A property that is repeated is all of its values one after the other.

mod elements;

use serde::de::{Deserializer, Error as _, Expected, Unexpected, Visitor};

use self::elements::JsonElements;
pub(super) use self::elements::PropertyVariants;
use super::block::{BlockGroup, BlocksDeserializer};
use super::body;
use super::content::{Content, Origins, Site, label_steps, with_other_place};
use super::data::StructureRequest;
use super::expression::data::ObjectItems;
use super::expression::{ExpressionData, TupleElements};
use super::forward::body_requests;
use super::input::Input;
use super::item_nodes::{BodyItems, ItemNode, LayersId, Node};
use super::label_fields::count_labels;
use super::parts::{ObjectAccess, SequenceAccess};
use super::repeats::Repeats;
use super::spanned::ValuePlace;
use crate::diagnostic::Diagnostic;
use crate::error::{Category, Error, Result};
use crate::path::PathStep;
use crate::protocol;
use crate::protocol::field::{Fields, StructFields};
use crate::span::Span;
use crate::syntax::tree::ExprId;
use crate::syntax::tree::blocks::{BlockRequest, JsonBlock};
use crate::value::Value;

/// The values of a property: an object or an array, or all values of a property that is repeated.
#[derive(Clone, Copy)]
pub(super) struct JsonValues<'s, 'de, 'a>(pub(super) &'s [ExpressionData<'de, 'a>]);

/// A block that a value of JSON stands for.
#[derive(Clone, Copy)]
pub(super) struct BlockData<'de, 'a> {
    pub(super) input: Input<'de, 'a>,
    block: JsonBlock,
    /// What is in it, if several layers say it.
    layers: Option<LayersId>,
}

impl<'de, 'a> BlockData<'de, 'a> {
    /// The block without labels whose body is an object, or within an array an array of objects.
    fn of_body(body: ExpressionData<'de, 'a>) -> Self {
        BlockData {
            input: body.input,
            block: JsonBlock {
                body: body.id,
                labels: 0,
            },
            layers: body.layers,
        }
    }

    /// The block as an item whose source has this index.
    pub(super) fn node(self, input: usize) -> ItemNode {
        ItemNode {
            input,
            node: Node::Block(self.block),
            layers: self.layers,
        }
    }

    fn content(self) -> Content<'de, 'a> {
        Content::of_block(self.input, self.node(0), 0)
    }

    fn visit_struct<V: Visitor<'de>>(self, fields: Fields, visitor: V) -> Result<V::Value> {
        body::visit_items(&self.content(), Some(StructFields::of(fields)), visitor)
    }

    /// Where the block begins.
    fn header(self) -> Span {
        self.input.view().json_block(self.block).header
    }

    /// The labels as steps of a path.
    fn label_steps(self) -> Vec<PathStep> {
        let view = self.input.view();
        label_steps(view, &view.json_block(self.block))
    }

    fn body(self) -> ExpressionData<'de, 'a> {
        ExpressionData {
            layers: self.layers,
            ..ExpressionData::new(self.input, self.block.body)
        }
    }
}

/// The blocks that values stand for.
pub(super) fn all_blocks<'de, 'a>(
    values: &[ExpressionData<'de, 'a>],
    labels: usize,
) -> Result<Vec<BlockData<'de, 'a>>> {
    let mut all = Vec::new();
    for value in values {
        push_blocks(*value, BlockRequest::Labels(labels), 0, &mut all)?;
    }
    Ok(all)
}

/// Adds the blocks that a value stands for. `labels_read` of their labels are properties around it.
fn push_blocks<'de, 'a>(
    value: ExpressionData<'de, 'a>,
    request: BlockRequest<'_>,
    labels_read: usize,
    blocks: &mut Vec<BlockData<'de, 'a>>,
) -> Result<()> {
    let ExpressionData { input, id, layers } = value;
    if labels_read < request.labels()
        && let Some(layers) = value.layers()
        && !layers.properties().is_empty()
    {
        let values = value.values_of(layers, layers.properties()).into_iter();
        let mut values = values.map(|(_, value)| value);
        return values.try_for_each(|it| push_blocks(it, request, labels_read + 1, blocks));
    }
    let found = input.view().blocks_of_value(id, request, labels_read);
    if let Some(wrong) = found.diagnostics.into_iter().next() {
        return Err(wrong_part(&value, wrong));
    }
    blocks.extend(found.blocks.into_iter().map(|block| BlockData {
        input,
        block,
        layers,
    }));
    Ok(())
}

/// Decodes the blocks that values stand for as blocks of native syntax are decoded.
fn decode_blocks<'de, T>(
    values: &[ExpressionData<'de, '_>],
    labels: usize,
    decode: impl FnOnce(BlocksDeserializer<'de, '_>) -> Result<T>,
) -> Result<T> {
    let blocks = all_blocks(values, labels)?;
    if blocks.is_empty() {
        return Err(missing_block(values));
    }
    let origins: Vec<_> = blocks.iter().map(|it| it.input.origin).collect();
    let items = blocks.iter().enumerate();
    let items: Vec<_> = items.map(|(input, it)| it.node(input)).collect();
    let content = Content {
        origins: Origins::Listed(&origins),
        shared: values[0].input.shared,
        items: BodyItems::Selected(&items),
        block: None,
        span: values[0].place(),
    };
    // All of them have one type, which is the name of the values.
    let repeats = Repeats::find(items.iter().map(|_| ""));
    let group = BlockGroup::new(&content, &repeats, 0);
    decode(BlocksDeserializer::of_type(group))
}

/// The error of values that are no block where one is required.
#[cold]
fn missing_block(values: &[ExpressionData<'_, '_>]) -> Error {
    let detail = "One block is required here: an object with what is in it.";
    let error = Error::of(Category::Data, "Missing block", detail);
    match values.first() {
        Some(value) => error.at(value.place()),
        None => error,
    }
}

/// The error of a part of a value that is not what it has to be.
#[cold]
fn wrong_part(value: &ExpressionData<'_, '_>, wrong: Diagnostic) -> Error {
    Error::new(Category::Data, wrong).with_source(value.input.origin.source())
}

/// Visits all properties of objects, or of arrays of objects, as a map.
fn visit_properties<'de, V: Visitor<'de>>(
    values: &[ExpressionData<'de, '_>],
    visitor: V,
) -> Result<V::Value> {
    let Some(first) = values.first() else {
        return visitor.visit_map(serde::de::value::MapDeserializer::new(std::iter::empty::<(
            (),
            (),
        )>()));
    };
    let mut origins = Vec::new();
    let mut nodes = Vec::new();
    for value in values {
        let input = origins.len();
        if let Some(layers) = value.layers() {
            origins.extend(&layers.origins);
            nodes.extend(layers.properties().iter().map(|it| ItemNode {
                input: input + it.input,
                ..*it
            }));
            continue;
        }
        // In a merged body, the values may come from several sources.
        origins.push(value.input.origin);
        let alone = [value.id];
        let objects = value.elements().unwrap_or(&alone).iter();
        for object in objects.map(|id| value.at(*id)) {
            if !object.is_object() {
                let wrong = BlockRequest::Labels(1).not_labelled(0);
                let wrong = wrong.at(value.input.view().wrong_part(object.id));
                return Err(wrong_part(value, wrong));
            }
            let properties = object.items().iter();
            nodes.extend(properties.map(|id| ItemNode {
                input,
                node: Node::Item(*id),
                layers: None,
            }));
        }
    }
    let content = Content {
        origins: Origins::Listed(&origins),
        shared: first.input.shared,
        items: BodyItems::Selected(&nodes),
        block: None,
        span: first.place(),
    };
    body::visit_items(&content, None, visitor)
}

impl<'de, 'a> JsonValues<'_, 'de, 'a> {
    /// Answers a request for the only value.
    pub(super) fn visit<V: Visitor<'de>>(
        self,
        request: StructureRequest,
        visitor: V,
    ) -> Result<V::Value> {
        match request {
            StructureRequest::Struct(fields) => self.deserialize_struct("", fields, visitor),
            StructureRequest::Map => self.deserialize_map(visitor),
            StructureRequest::Sequence => self.deserialize_seq(visitor),
            StructureRequest::Body => self.visit_body(visitor),
        }
    }

    /// The only value, if it is an object.
    fn only_object(self) -> Option<ExpressionData<'de, 'a>> {
        match self.0 {
            [value] if value.is_object() && value.layers.is_none() => Some(*value),
            _ => None,
        }
    }

    /// The elements of the only value, if it is an array of what cannot be blocks.
    fn only_elements(self) -> Option<TupleElements<'de, 'a>> {
        let [value] = self.0 else {
            return None;
        };
        let elements = value.elements()?;
        let is_scalar = |id: &ExprId| !value.input.view().is_json_structure(*id);
        let are_scalars = elements.first().is_none_or(is_scalar);
        are_scalars.then(|| TupleElements::new(value.input, elements))
    }

    fn place(self) -> ValuePlace {
        let places = self.0.iter().map(|value| value.place());
        let span = places.reduce(Span::join).unwrap_or_default();
        let source = self.0.first().map(|value| value.input.origin.source());
        ValuePlace::new(span, source)
    }

    /// Visits the values as one, which is unknown if one of them is blocks whose number is.
    fn visit_value<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.0.iter().any(|value| value.is_unknown_blocks()) {
            return Err(Error::handover(Value::dynamic()));
        }
        visitor.visit_newtype_struct(self)
    }

    fn visit_body<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        decode_blocks(self.0, 0, |blocks| {
            blocks.deserialize_newtype_struct(protocol::BODY, visitor)
        })
    }

    #[expect(
        clippy::needless_pass_by_value,
        reason = "`body_requests` gives every deserializer of bodies its visitor"
    )]
    fn visit_empty<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.unsuitable(&visitor)
    }

    /// The error of a property that is set twice, but can be only one value.
    #[cold]
    fn unsuitable<T>(self, _expected: &dyn Expected) -> Result<T> {
        let [first, second, ..] = self.0 else {
            return Err(Error::custom("the property is set twice"));
        };
        let detail = "The property is set twice, but only one value is expected here. Remove one of the two.";
        let [first, second] = [first, second].map(|value| Site {
            input: value.input,
            span: value.place(),
        });
        let diagnostic = Diagnostic::error("Attribute redefined", detail);
        let error = Error::new(Category::Data, with_other_place(diagnostic, first, second));
        Err(error.with_source(second.input.origin.source()))
    }
}

impl<'de> Deserializer<'de> for JsonValues<'_, 'de, '_> {
    type Error = Error;

    body_requests! {}

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.unsuitable(&visitor)
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let is_block = |value: &ExpressionData<'_, '_>| value.is_structure();
        if self.0.iter().all(is_block) {
            self.deserialize_seq(visitor)
        } else {
            self.unsuitable(&visitor)
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.only_elements() {
            Some(elements) => SequenceAccess::visit(elements, visitor),
            None => JsonElements::visit(self.0, visitor),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if let Some(object) = self.only_object() {
            let items = ObjectItems::read(object)?;
            if !items.has_repeats() {
                return ObjectAccess::visit(items, None, visitor);
            }
        }
        visit_properties(self.0, visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let labels = count_labels(fields);
        match self.only_object() {
            Some(object) if labels == 0 => BlockData::of_body(object).visit_struct(fields, visitor),
            _ => decode_blocks(self.0, labels, |blocks| {
                blocks.deserialize_struct(name, fields, visitor)
            }),
        }
    }
}

/// Whether an object or an array is one block without attributes and blocks.
pub(super) fn is_empty_body(value: ExpressionData<'_, '_>) -> bool {
    if let Some(layers) = value.layers() {
        return layers.body.is_empty();
    }
    let tree = value.input.view().tree;
    let is_empty = |id: &ExprId| tree.body_items(*id).is_some_and(<[_]>::is_empty);
    match value.elements() {
        None => is_empty(&value.id),
        Some(elements) => matches!(elements, [only] if is_empty(only)),
    }
}

/// Fails if the root is an array with an element that is not an object.
pub(super) fn check_root(root: ExpressionData<'_, '_>) -> Result<()> {
    let elements = root.elements().unwrap_or_default().iter();
    let mut elements = elements.map(|id| root.at(*id));
    let Some(wrong) = elements.find(|it| !it.is_object()) else {
        return Ok(());
    };
    let found = Unexpected::Other("an element that is not an object");
    let expected = "objects only: a body in JSON syntax is one object, or an array of objects";
    Err(Error::invalid_type(found, &expected).at(wrong.place()))
}
