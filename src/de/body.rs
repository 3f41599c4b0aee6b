//! Bodies as maps and structs of attributes by name and blocks by type, as lists of their items, and as a whole.
//!
//! A map gets all items as keys and values. A struct gets the items of its fields, and also the labels of the block and
//! the rest of the body if it has fields for them. An attribute is decoded by `expression`, the blocks of one type by
//! `block`.

mod errors;
mod items;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::cell::Cell;

use serde::de::{
    DeserializeSeed, Deserializer, Error as _, Expected, MapAccess, Unexpected, Visitor,
};

use self::items::ItemAccess;
use super::asked::Asked;
use super::block::{BlockNodes, BlocksDeserializer};
use super::body_requests::BodyRequests;
use super::content::{Content, EnclosingBlock};
use super::culprit;
use super::data::Data;
use super::expression::ExpressionData;
use super::forward::{answer_requests, body_requests};
use super::guesses::type_id;
use super::item_nodes::{BodyItems, ItemNode};
use super::json::{self, JsonValue, JsonValues};
use super::kind::Functions;
use super::label_fields::{LabelDeserializer, LabelFields, check_labels};
use super::repeats::{NO_REPEATS, Repeats};
use super::spanned::ValuePlace;
use super::text::{TextDeserializer, Variant, VariantForm};
use super::value::data::ValueData;
use crate::diagnostic::{Code, expected_names};
use crate::error::{Error, Result};
use crate::path::PathStep;
use crate::protocol::field::{Fields, REST, StructFields};
use crate::span::Span;
use crate::syntax::tree::{ExprId, ExprKind, ItemId};

/// The deserializer of a body.
#[derive(Clone, Copy)]
pub(super) struct BodyDeserializer<'de, 'a>(pub(super) &'a Content<'de, 'a>);

/// Visits the only item of a body as an enum: its name is the variant.
pub(super) fn visit_enum<'de, V: Visitor<'de>>(
    content: &Content<'de, '_>,
    variants: &'static [&'static str],
    visitor: V,
) -> Result<V::Value> {
    let repeats = content.repeats()?;
    let mut firsts = (0..content.items.len()).filter(|at| !repeats.is_repeat(*at));
    let (Some(at), None) = (firsts.next(), firsts.next()) else {
        return Err(not_a_variant(content, variants));
    };
    let (name, name_span) = (content.key(at), content.head(at).name);
    let value = match content.expression(at) {
        Some(expression) => visitor.visit_enum(Variant {
            name,
            name_span: Some(name_span),
            form: VariantForm::Value,
            content: Data::Expression(expression),
            content_span: Some(expression.place()),
        }),
        None => visitor.visit_enum(Variant {
            name,
            name_span: Some(name_span),
            form: VariantForm::Block,
            content: BlocksDeserializer::of_type(content, &repeats, at),
            content_span: Some(content.block_at(at).header),
        }),
    };
    value.map_err(|error| content.in_source(error, at))
}

fn not_a_variant(content: &Content<'_, '_>, variants: &[&str]) -> Error {
    let is_empty = content.items.is_empty();
    let found = if is_empty { "nothing" } else { "more" };
    let detail = format!(
        "Expected exactly one attribute or block here, whose name selects the choice, but found {found}.{}",
        expected_names(variants)
    );
    let error = Error::of(Code::UnsupportedValue, detail);
    content.locate(error, false)
}

impl<'de> BodyRequests<'de> for BodyDeserializer<'de, '_> {
    fn place(self) -> ValuePlace {
        ValuePlace::new(self.0.span, Some(self.0.own_input().origin.source()))
    }

    fn visit_value<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_any(visitor)
    }

    fn visit_body<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value> {
        Err(Error::handover(self.0.body()))
    }

    fn unsuitable<T>(self, expected: &dyn Expected) -> Result<T> {
        let found = Unexpected::Other("a body, which consists of attributes and blocks");
        let error = Error::invalid_type(found, expected).with_note(
            "Decode a body into a struct, a map or an enum, or into a list of enums that are named by attribute or \
             block type.",
        );
        Err(self.0.locate(error, false))
    }

    /// Visits an empty body as a unit. The items of any other body would be lost.
    fn visit_empty<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.0.items.is_empty() {
            return visitor.visit_unit();
        }
        let found = Unexpected::Other("a body that is not empty");
        Err(Error::invalid_type(found, &visitor))
    }
}

impl<'de> Deserializer<'de> for BodyDeserializer<'de, '_> {
    type Error = Error;

    body_requests! {}

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visit_items(self.0, None, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_any(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        visit_items(self.0, Some(StructFields::of(fields)), visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        visit_enum(self.0, variants, visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        ItemAccess::visit(self.0, visitor)
    }
}

/// The items of a body, preceded by the labels that fields ask for and followed by the rest.
pub(super) struct BodyAccess<'de, 'a> {
    content: &'a Content<'de, 'a>,
    /// `None` if the body is known to give only its items, each with its own name, as most bodies do.
    special: Option<Box<SpecialItems>>,
    /// The nodes of the leading items that need no check. Empty if labels or the rest are requested, or if the items
    /// come from several sources. Ends before the first item that shares its name with a later one.
    distinct: &'a [ItemId],
    /// The index of the next item.
    next: usize,
    /// What the last key belongs to: for an attribute or block, the item at `next - 1`.
    current: CurrentItem<'de, 'a>,
    /// The fields of the requested struct; `None` for a map, and for a struct whose fields serde does not reveal.
    fields: Option<Fields>,
    /// The error of the name that the struct has refused.
    refused: Option<Error>,
    /// The request for the value of the last JSON property that may be blocks.
    asked: Cell<Asked>,
}

/// What a key belongs to.
enum CurrentItem<'de, 'a> {
    Nothing,
    /// An attribute from [`BodyAccess::distinct`] whose kind shows that it is not null.
    NeverNull(ExprId),
    /// Any other attribute.
    Attribute,
    /// A JSON property that may be blocks, with all items that repeat its name, or blocks and such properties with one
    /// name.
    Property,
    /// The first block of its type.
    Block,
    /// An attribute that has been evaluated to see whether it is null.
    Evaluated(Box<ValueData<'de, 'a>>),
    Label(Box<(Cow<'static, str>, LabelDeserializer<'de, 'a>)>),
    /// The items that no other field takes.
    Rest(Vec<ItemNode>),
}

/// The kind of a visitor that asks for a map of labelled blocks, or of the properties of JSON objects.
pub(super) enum VisitorKind<'de, 'a> {
    /// Not known yet.
    Undecided,
    /// A map by label or by name.
    Map,
    /// A struct that serde presents as a map. It gets the body of the block.
    Struct(Box<BodyAccess<'de, 'a>>),
}

/// Visits the items of a body as a map, or as a struct with these fields. For a struct, null attributes are left out.
pub(super) fn visit_items<'de, V: Visitor<'de>>(
    content: &Content<'de, '_>,
    fields: Option<StructFields>,
    visitor: V,
) -> Result<V::Value> {
    if json::IS_READ && content.shared.has_single_blocks {
        visit_present(content, fields, visitor)
    } else {
        visit_all(content, fields, visitor)
    }
}

/// Visits all items. Kept out of line, like the other functions that call visitors.
#[inline(never)]
fn visit_all<'de, V: Visitor<'de>>(
    content: &Content<'de, '_>,
    fields: Option<StructFields>,
    visitor: V,
) -> Result<V::Value> {
    content.record_visit(fields.map(|fields| fields.all));
    let special = SpecialItems::read(content, fields)?;
    let mut access = BodyAccess::new(content, fields, special);
    // The value stays in the caller's place: a copy would take more stack.
    let mut value = visitor.visit_map(&mut access);
    if let Err(error) = value {
        return Err(access.complete(error, type_id::<V::Value>()));
    }
    if let Err(error) = access.end() {
        value = Err(error);
    }
    value
}

/// Visits the items without those that [stand for no block](json::present_items) for the type.
#[inline(never)]
fn visit_present<'de, V: Visitor<'de>>(
    content: &Content<'de, '_>,
    fields: Option<StructFields>,
    visitor: V,
) -> Result<V::Value> {
    match json::present_items(content, type_id::<V::Value>()) {
        None => visit_all(content, fields, visitor),
        Some(items) => {
            let content = content.with_items(BodyItems::Selected(&items));
            visit_all(&content, fields, visitor)
        }
    }
}

impl<'de, 'a> BodyAccess<'de, 'a> {
    /// Starts reading the body of a block, for a struct whose fields serde does not reveal: each remaining label is
    /// offered as the field of its index.
    pub(super) fn begin_hidden(content: &'a Content<'de, 'a>) -> Result<Box<Self>> {
        let special = SpecialItems {
            repeats: content.repeats()?,
            distinct: 0,
            labels: LabelFields::Offered(0),
            rest: None,
            unknown: Vec::new(),
        };
        let access = BodyAccess::new(content, None, Some(Box::new(special)));
        Ok(Box::new(access))
    }

    /// Starts reading a body, for a map or for a struct with these fields.
    #[inline]
    fn new(
        content: &'a Content<'de, 'a>,
        fields: Option<StructFields>,
        special: Option<Box<SpecialItems>>,
    ) -> Self {
        let adjacent = content.items.adjacent().unwrap_or_default();
        BodyAccess {
            content,
            distinct: match &special {
                None => adjacent,
                Some(special) => adjacent.get(..special.distinct).unwrap_or_default(),
            },
            special,
            next: 0,
            current: CurrentItem::Nothing,
            fields: fields.map(|fields| fields.all),
            refused: None,
            asked: Cell::default(),
        }
    }

    fn repeats(&self) -> &Repeats {
        self.special.as_ref().map_or(&NO_REPEATS, |it| &it.repeats)
    }

    /// Returns the name of the next item, if it is in [`BodyAccess::distinct`] and is certainly not null, which is true
    /// of most. Without this shortcut, `from_str` of 1,000 blocks (benchmark `serde`) executes 27 % more instructions.
    #[expect(
        clippy::inline_always,
        reason = "it is there to save a call where nearly every key is read"
    )]
    #[inline(always)]
    fn distinct_item(&mut self) -> Option<(&'de str, Span)> {
        let node = *self.distinct.get(self.next)?;
        let view = self.content.own_input().view();
        let (text, head) = view.verbatim_item(node)?;
        self.current = match head.expression {
            None => CurrentItem::Block,
            Some(id) => {
                let kind = view.tree[id].kind;
                if matches!(kind, ExprKind::Structure(_)) {
                    CurrentItem::Property
                } else if kind.is_never_null() {
                    CurrentItem::NeverNull(id)
                } else {
                    return None;
                }
            }
        };
        self.next += 1;
        Some((text, head.name))
    }

    /// Returns the key of the next item of any kind: a label, an attribute or block, or the rest.
    pub(super) fn next_item(&mut self) -> Option<TextDeserializer<'de, 'a>> {
        let content = self.content;
        if let Some(special) = &mut self.special
            && let Some((name, label)) = special.labels.next(content)
        {
            self.current = CurrentItem::Label(Box::new((name.clone(), label)));
            return Some(TextDeserializer::new(name));
        }
        let has_rest = self.special.as_ref().is_some_and(|it| it.rest.is_some());
        while self.next < self.content.items.len() {
            let at = self.next;
            self.next += 1;
            let is_repeat = self.repeats().is_repeat(at);
            if is_repeat && !has_rest {
                continue;
            }
            let (input, item) = self.content.item(at);
            let node = item.node;
            let head = node.head(input.view());
            let name = node.text(input.view());
            if self.is_left(at, name) || is_repeat {
                continue;
            }
            self.current = match head.expression {
                None if self.has_property(at) => CurrentItem::Property,
                None => CurrentItem::Block,
                Some(id) if self.may_be_blocks(at, id) => CurrentItem::Property,
                Some(id) => {
                    let layers = item.layers;
                    let expression = ExpressionData { input, id, layers };
                    match self.attribute(name, expression) {
                        Some(item) => item,
                        None => continue,
                    }
                }
            };
            return Some(TextDeserializer::at(
                node.key(input.view()),
                head.name,
                input.origin,
            ));
        }
        let special = self.special.as_mut();
        let Some(rest) = special.and_then(|it| it.rest.take()) else {
            self.current = CurrentItem::Nothing;
            return None;
        };
        self.current = CurrentItem::Rest(rest);
        Some(TextDeserializer::new(REST))
    }

    /// Returns the indexes of an item and of those that repeat its name.
    fn repeated(&self, first: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(first), |at| self.repeats().next(*at))
    }

    /// Whether an attribute is a JSON property that may be blocks: an object, an array, or one that is repeated.
    fn may_be_blocks(&self, at: usize, id: ExprId) -> bool {
        self.repeats().next(at).is_some() || self.content.input(at).view().is_json_structure(id)
    }

    /// Whether there is a JSON property among the blocks of a type.
    fn has_property(&self, first: usize) -> bool {
        !self.repeats().is_empty() && self.repeated(first).any(|at| self.content.is_property(at))
    }

    /// Returns the index of the item that the last key belongs to.
    #[inline]
    fn current_index(&self) -> usize {
        self.next - 1
    }

    /// Returns an attribute as an item; `None` if it is null and a field of the struct, which is then absent. An
    /// attribute that no field asks for is returned, so that the struct refuses or ignores its name.
    fn attribute(
        &self,
        name: &str,
        expression: ExpressionData<'de, 'a>,
    ) -> Option<CurrentItem<'de, 'a>> {
        let is_field = self.fields.is_some_and(|fields| fields.contains(&name));
        if !is_field {
            return Some(CurrentItem::Attribute);
        }
        let present = Data::Expression(expression).present(Functions::NotCalled)?;
        Some(match present {
            Data::Expression(_) => CurrentItem::Attribute,
            Data::Value(value) => CurrentItem::Evaluated(value),
        })
    }

    /// Whether an item is withheld from the struct because no field asks for it: it belongs to the field for the rest,
    /// or is recorded as an error.
    fn is_left(&mut self, at: usize, name: &str) -> bool {
        let Some(special) = &mut self.special else {
            return false;
        };
        let is_field = self.fields.is_none_or(|fields| fields.contains(&name));
        if is_field {
            return false;
        }
        if let Some(rest) = &mut special.rest {
            rest.push(self.content.node(at));
            return true;
        }
        let is_exhaustive = self.content.shared.options.exhaustive;
        if is_exhaustive && !special.repeats.is_repeat(at) {
            special.unknown.push(at);
        }
        is_exhaustive
    }
}

// Each kind of value has its own function, so that each call uses only the stack that its kind needs.
impl<'de, 'a> BodyAccess<'de, 'a> {
    /// Returns the expression of the current item, which is an attribute.
    fn current_expression(&self) -> ExpressionData<'de, 'a> {
        let expression = self.content.expression(self.current_index());
        expression.expect("the item is an attribute")
    }

    /// Decodes the value of the current attribute, from its expression or from the value that the expression was
    /// evaluated to.
    fn attribute_value<S: DeserializeSeed<'de>>(
        &self,
        data: Data<'de, 'a>,
        seed: S,
    ) -> Result<S::Value> {
        match seed.deserialize(data) {
            Ok(value) => Ok(value),
            Err(error) => Err(self.attribute_error(error, self.current_expression())),
        }
    }

    /// Decodes all values of a JSON property that may be blocks. Kept out of line: it takes more stack than blocks do.
    #[inline(never)]
    fn property_value<S: DeserializeSeed<'de>>(&self, seed: S) -> Result<S::Value> {
        self.asked.set(Asked::Nothing);
        let (only, repeated);
        let values = if self.repeats().next(self.current_index()).is_none() {
            only = self.property_at(self.current_index());
            only.as_slice()
        } else {
            match self.property_as_blocks() {
                Ok(Some(blocks)) => {
                    let value = blocks.decode(0, |blocks| seed.deserialize(blocks));
                    return value.map_err(|error| self.name_error(error));
                }
                Ok(None) => {
                    repeated = self.property_values();
                    repeated.as_slice()
                }
                Err(error) => return Err(self.name_error(error)),
            }
        };
        let values = JsonValues::new(values, &self.asked).in_body(self.content);
        let value = seed.deserialize(values);
        value.map_err(|error| self.property_error(error))
    }

    /// Returns the values of a JSON property and of all that repeat its name.
    fn property_values(&self) -> Vec<JsonValue<'de, 'a>> {
        let indexes = self.repeated(self.current_index());
        indexes.filter_map(|at| self.property_at(at)).collect()
    }

    /// Returns the value of the JSON property at an index.
    fn property_at(&self, at: usize) -> Option<JsonValue<'de, 'a>> {
        let (input, item) = self.content.item(at);
        let id = item.node.item(input.view())?;
        Some(JsonValue::of_property(id, self.content.expression(at)?))
    }

    /// Adds the name of the last key and its place to an error.
    fn name_error(&self, error: Error) -> Error {
        let at = self.current_index();
        self.locate(error, at, self.content.head(at).name)
    }

    /// Returns JSON properties and blocks with one name as blocks with the number of labels that the first block has;
    /// `None` if there is no block among them.
    fn property_as_blocks(&self) -> Result<Option<BlockNodes<'de, 'a>>> {
        let mut indexes = self.repeated(self.current_index());
        let Some(block) = indexes.find(|at| self.content.is_block(*at)) else {
            return Ok(None);
        };
        self.asked.set(Asked::Blocks);
        let (input, item) = self.content.item(block);
        let labels = item.node.label_count(input.view());
        let mut nodes = Vec::new();
        for at in self.repeated(self.current_index()) {
            nodes.extend(self.content.block_nodes(at, labels)?);
        }
        Ok(Some(BlockNodes {
            origin: self.content.origin,
            nodes,
            shared: self.content.shared,
            block: self.content.block,
            span: self.content.span,
        }))
    }

    /// Decodes a value other than [`CurrentItem::NeverNull`]. Kept out of line: most fields are such attributes, and
    /// each field has its own copy of [`MapAccess::next_value_seed`].
    #[inline(never)]
    fn other_value<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        match std::mem::replace(&mut self.current, CurrentItem::Nothing) {
            CurrentItem::Property if json::IS_READ => self.property_value(seed),
            CurrentItem::Block => self.blocks_value(seed),
            CurrentItem::Attribute => self.attribute_value(self.current_expression().into(), seed),
            CurrentItem::Evaluated(value) => self.attribute_value(Data::Value(value), seed),
            CurrentItem::Label(label) => label_value(&label.0, label.1, seed),
            CurrentItem::Rest(rest) => self.rest_value(&rest, seed),
            CurrentItem::Property | CurrentItem::NeverNull(_) | CurrentItem::Nothing => {
                unreachable!(
                    "serde asks for a value only after its key, and only JSON has properties"
                )
            }
        }
    }

    fn blocks_value<S: DeserializeSeed<'de>>(&self, seed: S) -> Result<S::Value> {
        let (repeats, first) = (self.repeats(), self.current_index());
        match seed.deserialize(BlocksDeserializer::of_type(self.content, repeats, first)) {
            Ok(value) => Ok(value),
            Err(error) => Err(self.block_error(error)),
        }
    }

    fn rest_value<S: DeserializeSeed<'de>>(&self, rest: &[ItemNode], seed: S) -> Result<S::Value> {
        let content = self.content.with_items(BodyItems::Selected(rest));
        // Its labels belong to the other fields.
        let content = Content {
            block: content.block.map(|block| EnclosingBlock {
                labels_read: block.label_count(),
                labels_left: 0,
                ..block
            }),
            ..content
        };
        seed.deserialize(BodyDeserializer(&content))
    }

    fn block_error(&self, error: Error) -> Error {
        let at = self.current_index();
        let header = self.content.block_at(at).header;
        let error = match self.repeats().next(at) {
            None => culprit::locate(error, culprit::Within::Block(self.content, at)),
            Some(_) => error,
        };
        self.locate(error, at, header)
    }
}

fn label_value<'de, S: DeserializeSeed<'de>>(
    name: &str,
    label: LabelDeserializer<'de, '_>,
    seed: S,
) -> Result<S::Value> {
    let span = label.span();
    seed.deserialize(label)
        .map_err(|error| label_error(error, name, span))
}

fn label_error(error: Error, name: &str, span: Span) -> Error {
    let error = error.at(span).without_values();
    error.prepend_step(PathStep::from(name))
}

impl<'de> MapAccess<'de> for BodyAccess<'de, '_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let key = match self.distinct_item() {
            Some((name, span)) => TextDeserializer::at(name, span, self.content.origin),
            // If there are distinct items, no labels precede them and no rest follows: this was the last one.
            None if !self.distinct.is_empty() && self.next == self.content.items.len() => {
                self.current = CurrentItem::Nothing;
                return Ok(None);
            }
            None => {
                if let Some((survey, name)) = self.content.asked_name() {
                    return survey.ask_field(name, seed);
                }
                match self.next_item() {
                    Some(key) => key,
                    None => return Ok(None),
                }
            }
        };
        match seed.deserialize(key) {
            Ok(key) => Ok(Some(key)),
            Err(error) => self.refuse(error).map(|()| None),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let CurrentItem::NeverNull(id) = self.current else {
            return self.other_value(seed);
        };
        self.current = CurrentItem::Nothing;
        let expression = ExpressionData::new(self.content.own_input(), id);
        self.attribute_value(expression.into(), seed)
    }

    fn size_hint(&self) -> Option<usize> {
        // With repeated names, there are fewer keys than items, and they are not counted.
        let left = self.content.items.len() - self.next;
        self.repeats().is_empty().then_some(left)
    }
}

/// The repeated names of a body, and what it gives in addition to its items or withholds.
struct SpecialItems {
    repeats: Repeats,
    /// Number of leading items that need no check; see [`BodyAccess::distinct`].
    distinct: usize,
    labels: LabelFields,
    /// The items that no other field asks for, if there is a field for them.
    rest: Option<Vec<ItemNode>>,
    /// The indexes of the items that no field asks for, where that is an error.
    unknown: Vec<usize>,
}

impl SpecialItems {
    /// Looks at the names and labels of a body, for a map or for a struct with these fields. `None` if it is known to
    /// give only its items, each with its own name, as most bodies do.
    ///
    /// # Errors
    ///
    /// If two items exclude each other, or if a label of the block would be lost.
    fn read(content: &Content<'_, '_>, fields: Option<StructFields>) -> Result<Option<Box<Self>>> {
        let private = fields.map_or(&[][..], |fields| fields.private);
        let has_labels_or_rest =
            !private.is_empty() || content.labels_left() > 0 || content.shared.options.exhaustive;
        if content.is_distinct() && !has_labels_or_rest {
            return Ok(None);
        }
        check_labels(content, private)?;
        let repeats = content.repeats()?;
        let distinct = repeats.first().unwrap_or(content.items.len());
        Ok(Some(Box::new(SpecialItems {
            repeats,
            distinct: if has_labels_or_rest { 0 } else { distinct },
            labels: LabelFields::Known(private),
            rest: private.contains(&REST).then(Vec::new),
            unknown: Vec::new(),
        })))
    }
}
