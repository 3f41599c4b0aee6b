//! The items of an object in a tree. Of the items with one key, the last counts.
//!
//! Knows nothing of bodies and blocks.

use std::borrow::Cow;

use super::data::ObjectData;
use super::expression::{ExpressionData, literal, to_text};
use super::input::Input;
use super::repeats::Repeats;
use super::text::TextDeserializer;
use crate::error::{Category, Error, Result};
use crate::span::Span;
use crate::syntax::fingerprint::{Fingerprints, ascii_fingerprint};
use crate::syntax::tree::text::normalize;
use crate::syntax::tree::view::{KeyView, View};

/// The items of an object.
pub(super) struct ObjectItems<'de, 'a> {
    object: ExpressionData<'de, 'a>,
    ids: &'a [u32],
    /// The keys, unless these are [plain](are_plain).
    keys: Option<Box<ObjectKeys<'de>>>,
}

/// The keys of all items of an object.
struct ObjectKeys<'de> {
    texts: Vec<Cow<'de, str>>,
    /// Those that occur more than once.
    repeats: Repeats,
}

/// Whether all keys are ASCII names with distinct fingerprints: they need no normalization and differ. Without this
/// shortcut, `from_str` executes 7 % more instructions for 1,000 blocks with an object of two items each.
#[inline(never)]
fn are_plain(view: View<'_, '_>, ids: &[u32]) -> bool {
    let mut names = Fingerprints::default();
    ids.iter().all(|id| {
        let name = view.item_name(*id);
        let name = name.map(|span| &view.text.as_bytes()[span.range()]);
        name.and_then(ascii_fingerprint)
            .is_some_and(|fingerprint| names.add(fingerprint))
    })
}

impl<'de> ObjectKeys<'de> {
    #[inline(never)]
    fn read(input: &Input<'de, '_>, ids: &[u32]) -> Result<Box<Self>> {
        let texts = ids.iter().map(|id| read_key(input, *id));
        let texts = texts.collect::<Result<Vec<_>>>()?;
        Ok(Box::new(ObjectKeys::new(texts)))
    }

    fn new(texts: Vec<Cow<'de, str>>) -> Self {
        let repeats = Repeats::find(texts.len(), &|at| &*texts[at]);
        ObjectKeys { texts, repeats }
    }

    /// The key at an index, unless it is repeated.
    #[inline(never)]
    fn get(&self, index: usize) -> Option<Cow<'de, str>> {
        let is_last = self.repeats.next(index).is_none();
        is_last.then(|| self.texts[index].clone())
    }
}

impl<'de, 'a> ObjectItems<'de, 'a> {
    /// Reads the keys of the items of an object.
    #[inline]
    pub(super) fn read(object: ExpressionData<'de, 'a>) -> Result<Self> {
        let ids = object.items();
        let keys = if are_plain(object.input.view, ids) {
            None
        } else {
            Some(ObjectKeys::read(object.input, ids)?)
        };
        Ok(ObjectItems { object, ids, keys })
    }

    /// The items of an object with their keys as templates of the JSON syntax.
    pub(super) fn unevaluated(object: ExpressionData<'de, 'a>) -> Result<Self> {
        let (ids, view) = (object.items(), object.input.view);
        let key = |id: &u32| {
            let template = match view.object_item(*id).0 {
                KeyView::Name(_) => None,
                KeyView::Expression(key) => object.at(key).handle().key_template_text(),
            };
            match template {
                Some(text) => Ok(Cow::Owned(text)),
                None => read_key(object.input, *id),
            }
        };
        let texts = ids.iter().map(key).collect::<Result<Vec<_>>>()?;
        Ok(ObjectItems {
            object,
            ids,
            keys: Some(Box::new(ObjectKeys::new(texts))),
        })
    }
}

impl ObjectItems<'_, '_> {
    /// Whether a key is repeated.
    pub(super) fn has_repeats(&self) -> bool {
        self.keys
            .as_ref()
            .is_some_and(|keys| !keys.repeats.is_empty())
    }
}

impl<'de, 'a> ObjectData<'de> for ObjectItems<'de, 'a> {
    type Value = ExpressionData<'de, 'a>;

    #[inline]
    fn len(&self) -> usize {
        self.ids.len()
    }

    fn key(&self, index: usize) -> Option<TextDeserializer<'de, '_>> {
        let view = self.object.input.view;
        let span = match view.object_item(self.ids[index]).0 {
            KeyView::Name(span) => span,
            KeyView::Expression(id) => view.tree.span(id),
        };
        let text = match &self.keys {
            None => Cow::Borrowed(view.slice(span)),
            Some(keys) => keys.get(index)?,
        };
        Some(TextDeserializer::at(text, span, self.object.input.origin))
    }

    #[expect(
        clippy::inline_always,
        reason = "it is there to save a call where nearly every key is read"
    )]
    #[inline(always)]
    fn plain_key(&self, index: usize) -> Option<TextDeserializer<'de, '_>> {
        if self.keys.is_some() {
            return None;
        }
        let Input { view, origin, .. } = *self.object.input;
        let span = view.item_name(self.ids[index])?;
        Some(TextDeserializer::at(view.slice(span), span, origin))
    }

    #[inline]
    fn value(&self, index: usize) -> ExpressionData<'de, 'a> {
        let (_, id) = self.object.input.view.object_item(self.ids[index]);
        ExpressionData { id, ..self.object }
    }

    /// Of an object over several lines, its bracket says enough.
    fn span_of_missing(&self) -> Option<Span> {
        let span = self.object.place();
        let is_long = self.object.input.view.slice(span).contains('\n');
        Some(if is_long {
            Span::new(span.start(), span.start() + 1)
        } else {
            span
        })
    }

    fn is_exhaustive(&self) -> bool {
        self.object.input.shared.options.exhaustive
    }

    fn is_json(&self) -> bool {
        self.object.input.view.is_json_structure(self.object.id)
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
    to_text(input, literal)?.ok_or_else(|| {
        let detail = "The key of an object is a string; null, a tuple or an object cannot be one.";
        Error::of(Category::Data, "Incorrect key type", detail).at(view.tree.span(key))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::de::expression::tests::look;

    #[test]
    fn plain_keys_are_what_reading_gives() {
        for (object, expected) in [
            ("{}", true),
            ("{ a = 1 }", true),
            ("{ LOG = 1, REGION = 2 }", true),
            ("{\n  a = 1\n  b-c = 2\n}", true),
            ("{ a = 1, a = 2 }", false),
            ("{ \"a\" = 1 }", false),
            ("{ (\"a\") = 1 }", false),
            ("{ 5 = 1 }", false),
            ("{ e\u{301} = 1 }", false),
        ] {
            look(object, |data| {
                let input = data.input;
                let ids = input.view.elements(data.id);
                let items = ObjectItems::read(data).expect("the keys are literal");
                assert_eq!(items.keys.is_none(), expected, "{object}");
                for index in 0..items.len() {
                    let plain = items.plain_key(index);
                    assert_eq!(plain.is_some(), expected, "{object}");
                    let key = items.key(index).map(|key| (key.text, key.span));
                    let plain = plain.map(|key| (key.text, key.span));
                    assert!(plain.is_none() || plain == key, "{object}");
                }
                let read = ObjectItems {
                    keys: Some(ObjectKeys::read(input, ids).expect("the keys are literal")),
                    ..items
                };
                let entries = |items: &ObjectItems<'_, '_>| {
                    let entries = items.entries();
                    let entries =
                        entries.map(|(key, value)| (key.text.into_owned(), key.span, value.id));
                    entries.collect::<Vec<_>>()
                };
                let items = ObjectItems::read(data).expect("the keys are literal");
                assert_eq!(entries(&items), entries(&read), "{object}");
            });
        }
    }
}
