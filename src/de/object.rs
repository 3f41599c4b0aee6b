//! Objects as maps and structs. Of the items with one key, the last counts.
//!
//! Knows nothing of bodies and blocks.

use std::borrow::Cow;

use serde::de::{DeserializeSeed, Error as _, MapAccess, Visitor};

use super::expression::{ExpressionDeserializer, Literal, Presence, literal, to_text};
use super::input::Input;
use super::repeats::Repeats;
use super::text::TextDeserializer;
use super::value::ValueDeserializer;
use crate::diagnostic::Diagnostic;
use crate::error::{Category, Error, PathStep, Result};
use crate::span::Span;
use crate::syntax::tree::NodeId;
use crate::syntax::tree::text::normalize;
use crate::syntax::tree::view::KeyView;
use crate::value::Value;

/// An item of an object.
pub(super) struct Item<'de> {
    pub(super) key: Cow<'de, str>,
    pub(super) key_span: Span,
    pub(super) value: NodeId,
}

/// The items of an object.
pub(super) struct Items<'de, 'a> {
    input: &'a Input<'de, 'a>,
    ids: &'a [u32],
    /// The keys of all of them, if there is one among them that must be evaluated.
    keys: Vec<Cow<'de, str>>,
}

impl<'de, 'a> Items<'de, 'a> {
    /// Reads the items that these nodes are.
    pub(super) fn read(input: &'a Input<'de, 'a>, ids: &'a [u32]) -> Result<Self> {
        let view = input.view;
        let is_computed = |id: &u32| match view.object_item(*id).0 {
            KeyView::Name(_) => false,
            KeyView::Expression(key) => !matches!(literal(view, key), Some(Literal::String(_))),
        };
        let keys = if ids.iter().any(is_computed) {
            let keys = ids.iter().map(|id| computed_key(input, *id));
            keys.collect::<Result<_>>()?
        } else {
            Vec::new()
        };
        Ok(Items { input, ids, keys })
    }

    /// The item at that place.
    pub(super) fn get(&self, at: usize) -> Item<'de> {
        let (key, value) = self.input.view.object_item(self.ids[at]);
        Item {
            key: self.key(at),
            key_span: match key {
                KeyView::Name(span) => span,
                KeyView::Expression(id) => self.input.view.tree.span(id),
            },
            value,
        }
    }

    #[inline]
    fn key(&self, at: usize) -> Cow<'de, str> {
        let view = self.input.view;
        match view.object_item(self.ids[at]).0 {
            KeyView::Name(span) => normalize(Cow::Borrowed(view.slice(span))),
            KeyView::Expression(id) => match literal(view, id) {
                Some(Literal::String(literal)) => view.literal(literal),
                _ => self.keys[at].clone(),
            },
        }
    }

    fn value(&self, at: usize) -> ExpressionDeserializer<'de, 'a> {
        ExpressionDeserializer {
            input: self.input,
            id: self.input.view.object_item(self.ids[at]).1,
        }
    }
}

fn computed_key<'de>(input: &Input<'de, '_>, id: u32) -> Result<Cow<'de, str>> {
    let view = input.view;
    let key = match view.object_item(id).0 {
        KeyView::Name(span) => return Ok(normalize(Cow::Borrowed(view.slice(span)))),
        KeyView::Expression(key) => key,
    };
    let Some(literal) = literal(view, key) else {
        return input.evaluate_key(key).map(Cow::Owned);
    };
    to_text(view, literal)?.ok_or_else(|| {
        let detail = "The key of an object is a string; null, a tuple or an object cannot be one.";
        let diagnostic = Diagnostic::error("Incorrect key type", detail);
        Error::new(Category::Data, diagnostic.with_subject(view.tree.span(key)))
    })
}

/// The items of an object, one after the other.
pub(super) struct ObjectAccess<'de, 'a> {
    items: Items<'de, 'a>,
    repeats: Repeats,
    next: usize,
    /// The item whose key has been given, but not its value, which may have been evaluated.
    current: Option<(usize, Option<Value>)>,
    /// The fields of the struct that is asked for.
    fields: Option<&'static [&'static str]>,
}

impl<'de, 'a> ObjectAccess<'de, 'a> {
    /// Gives the visitor the items of the object that `expression` is: to a map all of them, to a struct with those
    /// fields all but those that null takes away.
    pub(super) fn visit<V: Visitor<'de>>(
        expression: ExpressionDeserializer<'de, 'a>,
        (ids, fields): (&'a [u32], Option<&'static [&'static str]>),
        visitor: V,
    ) -> Result<V::Value> {
        let items = Items::read(expression.input, ids)?;
        let mut access = ObjectAccess {
            repeats: Repeats::find(ids.len(), |at| items.key(at)),
            items,
            next: 0,
            current: None,
            fields,
        };
        let value = visitor.visit_map(&mut access);
        value.map_err(|error| access.complete(access.refused(error), expression))
    }

    /// The error of a visitor that has read a key and does not ask for the value: it is about that key.
    #[cold]
    fn refused(&self, error: Error) -> Error {
        match self.current {
            Some((at, _)) if error.span().is_none() => {
                let item = self.items.get(at);
                error
                    .at(item.key_span)
                    .prepend_step(PathStep::Attribute(&item.key))
            }
            _ => error,
        }
    }

    /// Adds to an error of the object as a whole what is known of its place.
    #[cold]
    fn complete(&self, error: Error, expression: ExpressionDeserializer<'de, 'a>) -> Error {
        let missing = error.missing_field_name();
        let Some(field) = missing.filter(|_| error.span().is_none()) else {
            return error;
        };
        let mut items = (0..self.items.ids.len()).map(|at| (self.items.get(at), at));
        let null = items.find(|(item, at)| item.key == field && self.is_absent(*at));
        if let Some((_, at)) = null {
            return Error::null_field(field)
                .at(self.items.value(at).span())
                .prepend_step(PathStep::Attribute(field));
        }
        let error = if field == "$body" {
            Error::hidden_body()
        } else if field.starts_with("$label") {
            Error::label_without_block(field)
        } else {
            error.prepend_step(PathStep::Attribute(field))
        };
        let span = expression.span();
        if expression.input.view.slice(span).contains('\n') {
            // Of an object over several lines, its bracket says enough.
            error.at(Span::new(span.start(), span.start() + 1))
        } else {
            error.at(span)
        }
    }

    fn is_absent(&self, at: usize) -> bool {
        matches!(self.items.value(at).presence(), Presence::Absent)
    }

    /// The next item that counts, with its value if that had to be evaluated to see that it counts.
    fn advance(&mut self) -> Result<Option<Item<'de>>> {
        while self.next < self.items.ids.len() {
            let at = self.next;
            self.next += 1;
            if self.repeats.next(at).is_some() {
                continue;
            }
            let item = self.items.get(at);
            let is_field = self.fields.map(|fields| fields.contains(&&*item.key));
            if is_field == Some(false) && self.items.input.shared.exhaustive {
                let fields = self.fields.unwrap_or_default();
                let error = Error::unknown_field(&item.key, fields).at(item.key_span);
                return Err(error.prepend_step(PathStep::Attribute(&item.key)));
            }
            let value = match is_field {
                Some(true) => match self.items.value(at).presence() {
                    Presence::Absent => continue,
                    Presence::Present => None,
                    Presence::Evaluated(value) => Some(value),
                },
                _ => None,
            };
            self.current = Some((at, value));
            return Ok(Some(item));
        }
        self.current = None;
        Ok(None)
    }
}

impl<'de> MapAccess<'de> for ObjectAccess<'de, '_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some(item) = self.advance()? else {
            return Ok(None);
        };
        let Item { key, key_span, .. } = item;
        let key = seed.deserialize(TextDeserializer::at(key, key_span));
        key.map(Some).map_err(|error| self.refused(error))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let (at, value) = self
            .current
            .take()
            .expect("serde asks for a value only after its key");
        let expression = self.items.value(at);
        let value = match value {
            None => seed.deserialize(expression),
            Some(value) => seed.deserialize(ValueDeserializer::of_expression(value, expression)),
        };
        value.map_err(|error| {
            let key = self.items.get(at).key;
            error
                .at(expression.span())
                .prepend_step(PathStep::Attribute(&key))
        })
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.ids.len() - self.next)
    }
}
