//! The properties of JSON objects as the entries of a map: labels of blocks, or attributes of an object.
//!
//! The type of the values determines which of the two they are, and serde requests the value after the key. Both give
//! the same key, except for a name with template sequences: a label is literal, the name of an attribute is evaluated.
//! In a map that requests the key together with its value, such as those of the standard library, such a value is
//! decoded before its key. Any other map gets attributes.

use std::any::TypeId;
use std::borrow::Cow;
use std::cell::{Cell, OnceCell};

use foldhash::{HashMap, HashMapExt as _};
use serde::de::{DeserializeSeed, MapAccess, Visitor};

use super::{JsonValue, JsonValues, is_no_block, not_an_object, present_items};
use crate::de::asked::Asked;
use crate::de::body::{BodyAccess, VisitorKind};
use crate::de::content::{Content, Site};
use crate::de::expression::data::{duplicate_attribute, read_key};
use crate::de::guesses::{FirstKey, Labels, type_id};
use crate::de::item_nodes::{BodyItems, ItemNode};
use crate::de::key::ConvertedKeys;
use crate::de::parts::unread_entries;
use crate::de::repeats::Repeats;
use crate::de::text::TextDeserializer;
use crate::error::{Error, Result};
use crate::path::PathStep;

/// Returns the name of a property as a label.
pub(super) fn label<'de>(value: JsonValue<'de, '_>) -> Cow<'de, str> {
    match value.property {
        Some(id) => value.data.input.view().normalized_key(id),
        None => Cow::Borrowed(""),
    }
}

/// Returns the name of a property as a key of an object.
pub(super) fn key<'de>(value: JsonValue<'de, '_>) -> Result<Cow<'de, str>> {
    match value.property {
        Some(id) => read_key(value.data.input, id),
        None => Ok(Cow::Borrowed("")),
    }
}

/// Returns the name of a property, which has been read as this text.
fn name<'de, 'a>(value: JsonValue<'de, 'a>, text: Cow<'de, str>) -> TextDeserializer<'de, 'a> {
    let Site { origin, span } = value.site();
    TextDeserializer::at(text, span, origin)
}

/// Whether the name of a property has template sequences.
fn is_template(value: JsonValue<'_, '_>) -> bool {
    let view = value.data.input.view();
    let property = value.property;
    property.is_some_and(|id| view.template_name(id).is_some())
}

/// The properties of objects, for a visitor that asks for a map.
pub(super) struct JsonMap<'de, 'a> {
    values: JsonValues<'a, 'de, 'a>,
    /// The properties of all objects.
    properties: Vec<JsonValue<'de, 'a>>,
    /// Their names as labels.
    labels: Vec<Cow<'de, str>>,
    repeats: Repeats,
    /// The index of the next property.
    next: usize,
    keys: ConvertedKeys,
    /// The keys of attributes, to find repeated ones if some have to be evaluated.
    evaluated: HashMap<Cow<'de, str>, usize>,
    has_templates: bool,
    /// The visited type.
    owner: TypeId,
    /// The body of the block that the values stand for, which only a struct asks for.
    body: &'a BodyCell<'de, 'a>,
    visitor_kind: VisitorKind<'de, 'a>,
}

/// The body of a block, if it has been requested.
#[derive(Default)]
struct BodyCell<'de, 'a> {
    content: OnceCell<Box<Content<'de, 'a>>>,
    /// Its items, if some items of the block are left out.
    items: OnceCell<Vec<ItemNode>>,
}

impl<'de> JsonMap<'de, '_> {
    pub(super) fn visit<V: Visitor<'de>>(
        values: JsonValues<'_, 'de, '_>,
        visitor: V,
    ) -> Result<V::Value> {
        let properties = values.properties(&visitor)?;
        let body = BodyCell::default();
        let mut access = JsonMap::new(values, properties, type_id::<V::Value>(), &body);
        match visitor.visit_map(&mut access) {
            Ok(value) => access.check_end().map(|()| value),
            Err(error) => Err(access.complete(error)),
        }
    }
}

impl<'de, 'a> JsonMap<'de, 'a> {
    fn new(
        values: JsonValues<'a, 'de, 'a>,
        mut properties: Vec<JsonValue<'de, 'a>>,
        owner: TypeId,
        body: &'a BodyCell<'de, 'a>,
    ) -> Self {
        properties.retain(|it| !is_no_block(it.data, owner, ""));
        let labels: Vec<_> = properties.iter().map(|it| label(*it)).collect();
        let names: Vec<&str> = labels.iter().map(|it| &**it).collect();
        JsonMap {
            values,
            has_templates: properties.iter().any(|it| is_template(*it)),
            properties,
            repeats: Repeats::find(&names),
            labels,
            next: 0,
            keys: ConvertedKeys::default(),
            evaluated: HashMap::new(),
            owner,
            body,
            visitor_kind: VisitorKind::Undecided,
        }
    }

    /// Whether the values can be the value of an attribute: one object.
    fn is_attribute(&self) -> bool {
        match self.values.values {
            [JsonValue { data, .. }] => data.input.view().is_json_object(data.id),
            _ => false,
        }
    }

    /// Moves to the next entry, and returns its index.
    fn advance(&mut self) -> Option<usize> {
        while self.next < self.properties.len() {
            let at = self.next;
            self.next += 1;
            if !self.repeats.is_repeat(at) && !self.properties[at].data.is_left_out() {
                return Some(at);
            }
        }
        None
    }

    fn indexes(&self, first: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(first), |at| self.repeats.next(*at))
    }

    /// Decodes the value of an entry. `asked` records the request of its type.
    fn value<S: DeserializeSeed<'de>>(
        &self,
        at: usize,
        seed: S,
        asked: &Cell<Asked>,
    ) -> Result<S::Value> {
        let repeated: Vec<_>;
        let values = if self.repeats.next(at).is_none() {
            std::slice::from_ref(&self.properties[at])
        } else {
            repeated = self.indexes(at).map(|at| self.properties[at]).collect();
            &repeated
        };
        let values = JsonValues {
            values,
            labels_read: self.values.labels_read + 1,
            asked,
            ..self.values
        };
        let value = seed.deserialize(values);
        self.values.ask(asked.get());
        match asked.get() {
            Asked::Attribute if !self.is_attribute() => Err(self.not_an_attribute()),
            Asked::Anything if self.is_attribute() && values.values.len() > 1 => {
                Err(self.locate(values.redefined(), at, asked.get()))
            }
            asked => value.map_err(|error| self.value_error(error, at, asked)),
        }
    }

    fn value_error(&self, mut error: Error, at: usize, asked: Asked) -> Error {
        self.properties[at].data.record_failure();
        if let Some(labels) = error.facts_mut().take_missing_block() {
            let shared = self.properties[at].data.input.shared;
            shared.single_blocks.add(self.owner, "", labels);
        }
        self.locate(error, at, asked)
    }

    /// Adds the place of an entry to an error in its value.
    fn locate(&self, error: Error, at: usize, asked: Asked) -> Error {
        let value = self.properties[at];
        let error = if asked == Asked::Blocks {
            error
                .at(value.site().span)
                .prepend_step(PathStep::Key((*self.labels[at]).into()))
        } else {
            error
                .at(value.data.place())
                .prepend_step(PathStep::from(&*self.labels[at]))
        };
        error.with_source(value.data.input.origin.source())
    }

    /// The error of values that cannot be an attribute, although one is requested.
    fn not_an_attribute(&self) -> Error {
        match self.values.values {
            [_] => not_an_object(&"a map"),
            _ => self.values.redefined(),
        }
    }

    /// Returns the key of an entry. `asked` is the request for its value.
    fn key(&mut self, at: usize, asked: Asked) -> Result<TextDeserializer<'de, 'a>> {
        let value = self.properties[at];
        let is_literal = !self.has_templates || asked == Asked::Blocks || !self.is_attribute();
        let text = if is_literal || !is_template(value) {
            self.labels[at].clone()
        } else {
            key(value).map_err(|error| error.at(value.site().span))?
        };
        if !is_literal && let Some(first) = self.evaluated.insert(text.clone(), at) {
            let names = [first, at].map(|at| self.properties[at].site().span);
            return Err(duplicate_attribute(&text, names[0], names[1]));
        }
        Ok(name(value, text))
    }

    /// Gives the key of an entry to a seed.
    fn read_key<S: DeserializeSeed<'de>>(
        &mut self,
        at: usize,
        asked: Asked,
        seed: S,
    ) -> Result<S::Value> {
        let key = self.key(at, asked)?;
        let (labels, properties) = (&self.labels, &self.properties);
        let label_at = |at: usize| name(properties[at], labels[at].clone());
        let key = self.keys.read(key, at, seed, &label_at);
        key.map_err(|error| {
            let is_evaluated = is_template(self.properties[at]) && asked != Asked::Blocks;
            let error = if is_evaluated {
                error
            } else {
                error.without_values()
            };
            self.locate(error.at(self.properties[at].site().span), at, asked)
        })
    }

    /// Returns access to the items of the only block that the values stand for.
    fn as_struct(&self) -> Result<Box<BodyAccess<'de, 'a>>> {
        let found = self.values.blocks(0)?;
        let [block] = found.as_slice() else {
            return self.values.decode_blocks(0, |blocks| {
                blocks.only()?;
                Err(not_an_object(&"a map"))
            });
        };
        let content = self.body.content.get_or_init(|| {
            let content = block.content();
            let items = present_items(&content, self.owner);
            let items = items.map(|items| &**self.body.items.get_or_init(|| items));
            let items = items.map_or(content.items, BodyItems::Selected);
            Box::new(Content { items, ..content })
        });
        BodyAccess::begin_hidden(content)
    }

    /// Records that the visitor is a struct.
    fn visit_struct(&mut self, body: Box<BodyAccess<'de, 'a>>) {
        self.values.ask(Asked::Blocks);
        if let Some(content) = self.body.content.get() {
            content.record_visit(None);
        }
        self.visitor_kind = VisitorKind::Struct(body);
    }

    /// Reads the first key, which determines the kind of the visitor.
    fn first_key<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let mut body = self.as_struct();
        let mut field = Cow::Borrowed("");
        if let Ok(body) = &mut body {
            let Some(first) = body.next_item() else {
                // An object with nothing but comments has no items for a struct.
                self.next = self.properties.len();
                return Ok(None);
            };
            field = first.text;
        }
        let Some(at) = self.advance() else {
            return Ok(None);
        };
        let mut asks_for = Labels::AsKeys;
        let seed = FirstKey {
            seed,
            field,
            asks_for: &mut asks_for,
        };
        let key = self.read_key(at, Asked::Nothing, seed).map(Some);
        match asks_for {
            Labels::AsKeys => self.visitor_kind = VisitorKind::Map,
            // A body has no computed names: this is the object of an attribute.
            Labels::AsFields if self.has_templates && self.is_attribute() => {
                self.values.ask(Asked::Attribute);
                self.visitor_kind = VisitorKind::Map;
            }
            Labels::AsFields => self.visit_struct(body?),
        }
        key
    }

    /// Records what the type of a value asks for, if there are no entries. Fails if that is an attribute, which these
    /// values cannot be.
    fn ask_without_entries<S: DeserializeSeed<'de>>(&self, seed: S) -> Result<()> {
        if !self.properties.is_empty() || self.is_attribute() {
            return Ok(());
        }
        let labels_read = self.values.labels_read + 1;
        match self.values.ask_for_nothing(labels_read, seed) {
            Asked::Attribute => Err(self.not_an_attribute()),
            _ => Ok(()),
        }
    }

    /// Fails if the visitor has not read all entries.
    fn check_end(&mut self) -> Result<()> {
        match &mut self.visitor_kind {
            VisitorKind::Struct(body) => body.end(),
            VisitorKind::Undecided | VisitorKind::Map => {
                let taken = self.next;
                match self.advance() {
                    Some(_) => Err(unread_entries(self.properties.len(), taken)),
                    None => Ok(()),
                }
            }
        }
    }

    /// Completes the error of the map as a whole.
    fn complete(&mut self, error: Error) -> Error {
        if let VisitorKind::Struct(body) = &mut self.visitor_kind {
            return body.complete(error, self.owner);
        }
        if error.facts().missing_field().is_none() || !error.is_without_place() {
            return error;
        }
        match self.as_struct() {
            Ok(mut body) => {
                body.next_item();
                let error = body.complete(error, self.owner);
                self.visit_struct(body);
                error
            }
            Err(_) => error,
        }
    }
}

impl<'de> MapAccess<'de> for JsonMap<'de, '_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        match &mut self.visitor_kind {
            VisitorKind::Undecided => self.first_key(seed),
            VisitorKind::Struct(body) => body.next_key_seed(seed),
            VisitorKind::Map => match self.advance() {
                Some(at) => self.read_key(at, Asked::Nothing, seed).map(Some),
                None => Ok(None),
            },
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        match &mut self.visitor_kind {
            VisitorKind::Struct(body) => body.next_value_seed(seed),
            VisitorKind::Undecided | VisitorKind::Map => {
                self.value(self.next - 1, seed, &Cell::default())
            }
        }
    }

    fn next_entry_seed<K: DeserializeSeed<'de>, V: DeserializeSeed<'de>>(
        &mut self,
        key: K,
        value: V,
    ) -> Result<Option<(K::Value, V::Value)>> {
        if let VisitorKind::Struct(body) = &mut self.visitor_kind {
            return body.next_entry_seed(key, value);
        }
        self.visitor_kind = VisitorKind::Map;
        let Some(at) = self.advance() else {
            self.ask_without_entries(value)?;
            return Ok(None);
        };
        let asked = Cell::default();
        if self.has_templates && is_template(self.properties[at]) {
            let value = self.value(at, value, &asked)?;
            let key = self.read_key(at, asked.get(), key)?;
            return Ok(Some((key, value)));
        }
        let key = self.read_key(at, Asked::Nothing, key)?;
        let value = self.value(at, value, &asked)?;
        Ok(Some((key, value)))
    }

    fn size_hint(&self) -> Option<usize> {
        match &self.visitor_kind {
            VisitorKind::Undecided | VisitorKind::Map => {
                let left = self.properties.len() - self.next;
                self.repeats.is_empty().then_some(left)
            }
            VisitorKind::Struct(body) => body.size_hint(),
        }
    }
}
