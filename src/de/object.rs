//! Objects as maps and structs. Of the items with one key, the last counts.
//!
//! Knows nothing of bodies and blocks.

use std::borrow::Cow;

use serde::de::{DeserializeSeed, Error as _, MapAccess, Visitor};

use super::expression::{ExpressionDeserializer, Presence, literal, to_text};
use super::input::{Input, apart};
use super::repeats::Repeats;
use super::text::TextDeserializer;
use super::value::ValueDeserializer;
use crate::diagnostic::Diagnostic;
use crate::error::{Category, Error, PathStep, Result};
use crate::protocol::field::{PrivateField, REST};
use crate::span::Span;
use crate::syntax::tree::NodeId;
use crate::syntax::tree::ascii_looks;
use crate::syntax::tree::text::normalize;
use crate::syntax::tree::view::{KeyView, View};
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
    /// The keys, unless these are [plain](are_plain).
    keys: Option<Box<Keys<'de>>>,
}

/// The keys of all items of an object.
struct Keys<'de> {
    texts: Vec<Cow<'de, str>>,
    /// Those that occur more than once.
    repeats: Repeats,
}

/// Whether all keys are ASCII names no two of which look the same: they are where they stand, and differ.
#[inline]
fn are_plain(view: View<'_, '_>, ids: &[u32]) -> bool {
    let mut seen = 0_u64;
    ids.iter().all(|id| {
        let Some(looks) = view.item_name(*id).and_then(ascii_looks) else {
            return false;
        };
        let bit = 1 << looks;
        let is_new = seen & bit == 0;
        seen |= bit;
        is_new
    })
}

impl<'de> Keys<'de> {
    fn unless_plain(input: &Input<'de, '_>, ids: &[u32]) -> Result<Option<Box<Self>>> {
        if are_plain(input.view, ids) {
            Ok(None)
        } else {
            Keys::read(input, ids).map(Some)
        }
    }

    #[inline(never)]
    fn read(input: &Input<'de, '_>, ids: &[u32]) -> Result<Box<Self>> {
        let texts = ids.iter().map(|id| read_key(input, *id));
        let texts = texts.collect::<Result<Vec<_>>>()?;
        let repeats = Repeats::find(texts.len(), |at| &*texts[at]);
        Ok(Box::new(Keys { texts, repeats }))
    }
}

impl<'de, 'a> Items<'de, 'a> {
    /// Reads the items that these nodes are.
    #[inline]
    pub(super) fn read(input: &'a Input<'de, 'a>, ids: &'a [u32]) -> Result<Self> {
        let keys = Keys::unless_plain(input, ids)?;
        Ok(Items { input, ids, keys })
    }

    /// Whether a later item has the key of the one at that place.
    fn is_replaced(&self, at: usize) -> bool {
        let keys = self.keys.as_deref();
        keys.is_some_and(|keys| keys.repeats.next(at).is_some())
    }

    /// The item at that place.
    pub(super) fn get(&self, at: usize) -> Item<'de> {
        let view = self.input.view;
        let (key, value) = view.object_item(self.ids[at]);
        let key_span = match key {
            KeyView::Name(span) => span,
            KeyView::Expression(id) => view.tree.span(id),
        };
        Item {
            key: match &self.keys {
                Some(keys) => keys.texts[at].clone(),
                None => Cow::Borrowed(view.slice(key_span)),
            },
            key_span,
            value,
        }
    }

    #[inline]
    fn expression(&self, id: NodeId) -> ExpressionDeserializer<'de, 'a> {
        ExpressionDeserializer {
            input: self.input,
            id,
        }
    }
}

fn read_key<'de>(input: &Input<'de, '_>, id: u32) -> Result<Cow<'de, str>> {
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
    /// The nodes of the items, if their keys are plain and a name that no field has is nothing special. Otherwise there
    /// are none here.
    plain: &'a [u32],
    next: usize,
    /// The item before the next, if its key has been given, but not its value.
    current: Current,
    /// The value of that item, if it had to be evaluated to see that the item counts.
    evaluated: Option<Value>,
    /// The fields of the struct that is asked for.
    fields: Option<&'static [&'static str]>,
}

/// What the key that was given last belongs to.
#[derive(Clone, Copy)]
enum Current {
    Nothing,
    /// An expression.
    Written(NodeId),
    /// One whose value is held beside it.
    Evaluated(NodeId),
}

impl<'de, 'a> ObjectAccess<'de, 'a> {
    /// Gives the visitor the items of the object that `expression` is: to a map all of them, to a struct with those
    /// fields all but those that null takes away.
    pub(super) fn visit<V: Visitor<'de>>(
        expression: ExpressionDeserializer<'de, 'a>,
        (ids, fields): (&'a [u32], Option<&'static [&'static str]>),
        visitor: V,
    ) -> Result<V::Value> {
        let input = expression.input;
        let items = Items::read(input, ids)?;
        let mut access = ObjectAccess {
            plain: if items.keys.is_none() && !input.shared.exhaustive {
                ids
            } else {
                &[]
            },
            items,
            next: 0,
            current: Current::Nothing,
            evaluated: None,
            fields,
        };
        let value = visitor.visit_map(&mut access);
        value.map_err(|error| access.complete(access.refused(error), expression))
    }

    /// The error of a visitor that has read a key and does not ask for the value: it is about that key.
    #[cold]
    fn refused(&self, error: Error) -> Error {
        if matches!(self.current, Current::Nothing) || error.span().is_some() {
            return error;
        }
        let item = self.items.get(self.next - 1);
        error
            .at(item.key_span)
            .prepend_step(PathStep::Attribute(&item.key))
    }

    /// Adds to an error of the value that was given last what is known of its place.
    #[cold]
    fn locate(&self, error: Error) -> Error {
        let item = self.items.get(self.next - 1);
        error
            .at(self.items.expression(item.value).span())
            .prepend_step(PathStep::Attribute(&item.key))
    }

    /// Adds to an error of the object as a whole what is known of its place.
    #[cold]
    fn complete(&self, error: Error, expression: ExpressionDeserializer<'de, 'a>) -> Error {
        let missing = error.missing_field_name();
        let Some(field) = missing.filter(|_| error.span().is_none()) else {
            return error;
        };
        let mut items = (0..self.items.ids.len()).map(|at| self.items.get(at));
        let null = items.find(|item| item.key == field && self.is_absent(item.value));
        if let Some(item) = null {
            return Error::null_field(field)
                .at(self.items.expression(item.value).span())
                .prepend_step(PathStep::Attribute(field));
        }
        let error = if field == REST {
            Error::hidden_body()
        } else if PrivateField::is_label(field) {
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

    fn is_absent(&self, value: NodeId) -> bool {
        matches!(self.items.expression(value).presence(), Presence::Absent)
    }

    /// The key of the next item, if a glance is enough for it, as it is for most.
    #[expect(
        clippy::inline_always,
        reason = "it is there to save a call where nearly every key is read"
    )]
    #[inline(always)]
    fn glance(&mut self) -> Option<(&'de str, Span)> {
        let view = self.items.input.view;
        let (key, value) = view.object_item(*self.plain.get(self.next)?);
        let KeyView::Name(span) = key else {
            return None;
        };
        if self.fields.is_some() && self.items.expression(value).is_uncertain() {
            return None;
        }
        self.current = Current::Written(value);
        self.next += 1;
        Some((view.slice(span), span))
    }

    /// The next item that counts.
    #[inline(never)]
    fn advance(&mut self) -> Result<Option<Item<'de>>> {
        while self.next < self.items.ids.len() {
            let at = self.next;
            self.next += 1;
            if self.items.is_replaced(at) {
                continue;
            }
            let item = self.items.get(at);
            self.current = match self.presence(&item)? {
                Presence::Absent => continue,
                Presence::Present => Current::Written(item.value),
                Presence::Evaluated(value) => {
                    self.evaluated = Some(value);
                    Current::Evaluated(item.value)
                }
            };
            return Ok(Some(item));
        }
        self.current = Current::Nothing;
        Ok(None)
    }

    /// Whether null takes an item away from the struct that is asked for; an error if it has no place at all. One that
    /// no field asks for stays, to be refused or ignored under its key.
    fn presence(&self, item: &Item<'de>) -> Result<Presence> {
        match self.fields {
            Some(fields) if fields.contains(&&*item.key) => {
                Ok(self.items.expression(item.value).presence())
            }
            Some(fields) if self.items.input.shared.exhaustive => {
                let error = Error::unknown_field(&item.key, fields).at(item.key_span);
                Err(error.prepend_step(PathStep::Attribute(&item.key)))
            }
            _ => Ok(Presence::Present),
        }
    }

    /// Reads the key of an item.
    #[inline]
    fn key<S: DeserializeSeed<'de>>(
        &self,
        key: TextDeserializer<'de>,
        seed: S,
    ) -> Result<Option<S::Value>> {
        let key = seed.deserialize(key);
        key.map(Some).map_err(|error| self.refused(error))
    }

    /// Reads a value that has been evaluated.
    fn evaluated<S: DeserializeSeed<'de>>(&mut self, id: NodeId, seed: S) -> Result<S::Value> {
        let value = self.evaluated.take().unwrap_or_default();
        let expression = self.items.expression(id);
        seed.deserialize(ValueDeserializer::of_expression(value, expression))
    }
}

impl<'de> MapAccess<'de> for ObjectAccess<'de, '_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        if let Some((key, span)) = self.glance() {
            return self.key(TextDeserializer::at(key, span), seed);
        }
        if self.next == self.items.ids.len() {
            self.current = Current::Nothing;
            return Ok(None);
        }
        apart(|| match self.advance()? {
            Some(item) => self.key(TextDeserializer::at(item.key, item.key_span), seed),
            None => Ok(None),
        })
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let value = match std::mem::replace(&mut self.current, Current::Nothing) {
            Current::Written(id) => seed.deserialize(self.items.expression(id)),
            Current::Evaluated(id) => apart(|| self.evaluated(id, seed)),
            Current::Nothing => unreachable!("serde asks for a value only after its key"),
        };
        match value {
            Ok(value) => Ok(value),
            Err(error) => Err(self.locate(error)),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.ids.len() - self.next)
    }
}
