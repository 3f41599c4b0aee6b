//! Objects as maps and structs. Of the items with one key, the last counts.
//!
//! Knows nothing of bodies and blocks.

use std::borrow::Cow;

use serde::de::{DeserializeSeed, MapAccess, Visitor};

use super::Input;
use super::expression::{ExpressionDeserializer, is_null, literal, to_text};
use super::repeats::Repeats;
use super::text::TextDeserializer;
use crate::diagnostic::Diagnostic;
use crate::error::{Category, Error, PathStep, Result};
use crate::span::Span;
use crate::syntax::tree::NodeId;
use crate::syntax::tree::text::normalize;
use crate::syntax::tree::view::{KeyView, View};

/// An item of an object.
pub(super) struct Item<'de> {
    pub(super) key: Cow<'de, str>,
    pub(super) key_span: Span,
    pub(super) value: NodeId,
}

/// The items of an object.
pub(super) struct ObjectAccess<'de, 'a> {
    input: &'a Input<'de, 'a>,
    items: &'a [u32],
    repeats: Repeats,
    next: usize,
    /// The item whose key has been given, but not its value.
    current: Option<(u32, NodeId)>,
    /// The fields of the struct that is asked for.
    fields: Option<&'static [&'static str]>,
}

/// Reads an item.
pub(super) fn item<'de>(view: View<'de, '_>, id: u32) -> Result<Item<'de>> {
    let (key, value) = view.object_item(id);
    let (key, key_span) = match key {
        KeyView::Name(span) => (normalize(Cow::Borrowed(view.slice(span))), span),
        KeyView::Expression(id) => (expression_key(view, id)?, view.tree.span(id)),
    };
    Ok(Item {
        key,
        key_span,
        value,
    })
}

fn expression_key<'de>(view: View<'de, '_>, id: NodeId) -> Result<Cow<'de, str>> {
    let literal = literal(view, id)?;
    to_text(view, literal)?.ok_or_else(|| {
        let detail = "The key of an object is a string; null, a tuple or an object cannot be one.";
        let diagnostic = Diagnostic::error("Incorrect key type", detail);
        Error::new(Category::Data, diagnostic.with_subject(view.tree.span(id)))
    })
}

impl<'de, 'a> ObjectAccess<'de, 'a> {
    /// Gives the visitor the items of the object that `expression` is: to a map all of them, to a struct with those
    /// fields all but those that null takes away.
    pub(super) fn visit<V: Visitor<'de>>(
        expression: ExpressionDeserializer<'de, 'a>,
        (items, fields): (&'a [u32], Option<&'static [&'static str]>),
        visitor: V,
    ) -> Result<V::Value> {
        let ExpressionDeserializer { input, id } = expression;
        // A key that cannot be read is reported when its turn comes.
        let key =
            |at: usize| item(input.view, items[at]).map_or(Cow::Borrowed(""), |item| item.key);
        let mut access = ObjectAccess {
            input,
            items,
            repeats: Repeats::find(items.len(), key),
            next: 0,
            current: None,
            fields,
        };
        let value = visitor.visit_map(&mut access);
        value.map_err(|error| complete(access.refused(error), input.view, (id, items)))
    }

    /// The error of a visitor that has read a key and does not ask for the value: it is about that key.
    #[cold]
    fn refused(&self, error: Error) -> Error {
        let view = self.input.view;
        match self.current {
            Some((id, _)) if error.span().is_none() => match item(view, id) {
                Ok(item) => error.at(item.key_span).prepend_key(view, id),
                Err(_) => error,
            },
            _ => error,
        }
    }

    fn is_absent(&self, item: &Item<'de>) -> bool {
        self.fields.is_some_and(|fields| {
            is_null(self.input.view, item.value) && fields.contains(&&*item.key)
        })
    }
}

/// Adds to an error of the object as a whole what is known of its place.
#[cold]
fn complete(error: Error, view: View<'_, '_>, (id, items): (NodeId, &[u32])) -> Error {
    let Some(field) = error
        .missing_field_name()
        .filter(|_| error.span().is_none())
    else {
        return error;
    };
    let mut items = items.iter().filter_map(|id| item(view, *id).ok());
    if let Some(item) = items.find(|item| item.key == field && is_null(view, item.value)) {
        return Error::null_field(field)
            .at(view.tree.span(item.value))
            .prepend_step(PathStep::Attribute(field));
    }
    let error = if field.starts_with("$label") {
        Error::label_without_block(field)
    } else {
        error.prepend_step(PathStep::Attribute(field))
    };
    let span = view.tree.span(id);
    if view.slice(span).contains('\n') {
        // Of an object over several lines, its bracket says enough.
        error.at(Span::new(span.start(), span.start() + 1))
    } else {
        error.at(span)
    }
}

impl<'de> MapAccess<'de> for ObjectAccess<'de, '_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        while let Some(id) = self.items.get(self.next) {
            let at = self.next;
            self.next += 1;
            if self.repeats.next(at).is_some() {
                continue;
            }
            let item = item(self.input.view, *id)?;
            if self.is_absent(&item) {
                continue;
            }
            self.current = Some((*id, item.value));
            let view = self.input.view;
            return seed
                .deserialize(TextDeserializer(item.key))
                .map(Some)
                .map_err(|error| error.at(item.key_span).prepend_key(view, *id));
        }
        self.current = None;
        Ok(None)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let input = self.input;
        let (item, id) = self
            .current
            .take()
            .expect("serde asks for a value only after its key");
        seed.deserialize(ExpressionDeserializer { input, id })
            .map_err(|error| {
                error
                    .at(input.view.tree.span(id))
                    .prepend_key(input.view, item)
            })
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len() - self.next)
    }
}

impl Error {
    /// Puts the key of an item in front of the path.
    #[cold]
    fn prepend_key(self, view: View<'_, '_>, id: u32) -> Self {
        match item(view, id) {
            Ok(item) => self.prepend_step(PathStep::Attribute(&item.key)),
            Err(_) => self,
        }
    }
}
