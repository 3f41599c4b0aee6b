//! Labels of blocks: as the keys of maps, and as fields of the struct that the block becomes.
//!
//! The field `$label` is the first label that no map around the block has taken, `$label.1` the next, `$labels` all of
//! them. A label that nothing reads is an error, because it would be lost.
//!
//! Knows nothing of expressions.

use std::borrow::Cow;

use serde::de::value::SeqDeserializer;
use serde::de::{DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::Input;
use super::block::{BlocksDeserializer, Group, block};
use super::repeats::Repeats;
use super::text::TextDeserializer;
use crate::diagnostic::Diagnostic;
use crate::error::{Category, Error, PathStep, Result};
use crate::span::Span;
use crate::syntax::tree::text::normalize;
use crate::syntax::tree::view::{BlockView, LabelView, View};

/// The string of a label.
pub(super) fn text_of<'de>(view: View<'de, '_>, label: LabelView) -> Cow<'de, str> {
    normalize(view.label(label))
}

/// The labels at one place from the left, as the keys of a map.
pub(super) struct LabelAccess<'de, 'a> {
    input: &'a Input<'de, 'a>,
    blocks: &'a [u32],
    repeats: &'a Repeats,
    /// How many labels are before this one.
    depth: usize,
    next: usize,
}

impl<'de> LabelAccess<'de, '_> {
    /// Gives a visitor a map of the blocks by the first of their labels that is left.
    pub(super) fn visit<V: Visitor<'de>>(
        blocks: BlocksDeserializer<'de, '_>,
        visitor: V,
    ) -> Result<V::Value> {
        let BlocksDeserializer {
            input,
            group,
            labels_read: depth,
        } = blocks;
        let view = input.view;
        let nodes = group.nodes();
        let label = |at: usize| text_of(view, label(view, nodes[at], depth));
        let repeats = Repeats::find(nodes.len(), label);
        let access = LabelAccess {
            input,
            blocks: &nodes,
            repeats: &repeats,
            depth,
            next: 0,
        };
        let value = behind(input, self::label(view, nodes[0], depth).span, || {
            visitor.visit_map(access)
        });
        value.map_err(|error| complete(error, view, &block(view, nodes[0])))
    }
}

/// Decodes what is behind a label, unless there are too many labels before it.
pub(super) fn behind<T>(
    input: &Input<'_, '_>,
    label: Span,
    decode: impl FnOnce() -> Result<T>,
) -> Result<T> {
    let labels = input.labels.get();
    if labels >= input.max_labels {
        return Err(too_deep(input.max_labels).at(label));
    }
    input.labels.set(labels + 1);
    let value = decode();
    input.labels.set(labels);
    value
}

#[cold]
fn too_deep(limit: u32) -> Error {
    let detail = format!(
        "Each label is a level of nesting, and there may be no more than {limit} labels on the way to a value. Write \
         the blocks with fewer labels, or raise the limit."
    );
    Error::new(
        Category::Limit,
        Diagnostic::error("Nesting too deep", detail),
    )
}

/// Adds to an error of a map of labels as a whole what is known of its place.
///
/// Such a map goes to a struct only through `flatten` and `tag`, which do not say what the fields are: had they said
/// that one of them asks for the label, it would be no key.
#[cold]
fn complete(error: Error, view: View<'_, '_>, block: &BlockView) -> Error {
    match error.missing_field_name() {
        Some(field) if error.span().is_none() && field.starts_with("$label") => {
            Error::hidden_label(view.slice(block.block_type), field).at(block.header)
        }
        _ => error,
    }
}

/// A label of the block that a node is.
fn label(view: View<'_, '_>, node: u32, depth: usize) -> LabelView {
    let block = block(view, node);
    view.labels(&block)
        .nth(depth)
        .expect("blocks come here only while they have labels left")
}

impl<'de> MapAccess<'de> for LabelAccess<'de, '_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        while self.next < self.blocks.len() && self.repeats.is_repeat(self.next) {
            self.next += 1;
        }
        let Some(node) = self.blocks.get(self.next) else {
            return Ok(None);
        };
        self.next += 1;
        let label = label(self.input.view, *node, self.depth);
        let text = text_of(self.input.view, label);
        seed.deserialize(TextDeserializer(text.clone()))
            .map(Some)
            .map_err(|error| error.at(label.span).prepend_step(PathStep::Label(&text)))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let first = self
            .next
            .checked_sub(1)
            .expect("serde asks for a value only after its key");
        let blocks = BlocksDeserializer {
            input: self.input,
            group: Group::new(self.blocks, self.repeats, first),
            labels_read: self.depth + 1,
        };
        seed.deserialize(blocks).map_err(|error| {
            let view = self.input.view;
            let node = self.blocks[first];
            let text = text_of(view, label(view, node, self.depth));
            error
                .at(block(view, node).header)
                .prepend_step(PathStep::Label(&text))
        })
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.blocks.len() - self.next)
    }
}

/// The fields of a struct that ask for labels of its block.
pub(super) struct LabelFields<'a> {
    /// The block, and how many of its labels have been read.
    block: Option<(&'a BlockView, usize)>,
    /// Those of the fields that have not been looked at yet.
    fields: &'static [&'static str],
}

/// What a field asks for: one of the labels that are left, by its place among them, or all of them.
#[derive(Clone, Copy)]
enum Asked {
    One(usize),
    All,
}

fn asked(field: &str) -> Option<Asked> {
    match field.strip_prefix("$label")? {
        "" => Some(Asked::One(0)),
        "s" => Some(Asked::All),
        rest => rest.strip_prefix('.')?.parse().ok().map(Asked::One),
    }
}

impl<'a> LabelFields<'a> {
    pub(super) fn new(
        block: Option<(&'a BlockView, usize)>,
        fields: &'static [&'static str],
    ) -> Self {
        LabelFields { block, fields }
    }

    /// An error if there is a label that nobody reads.
    pub(super) fn check(&self, view: View<'_, '_>) -> Result<()> {
        let Some((block, read)) = self.block else {
            return Ok(());
        };
        for (place, label) in view.labels(block).skip(read).enumerate() {
            let reads = |field: &&str| match asked(field) {
                Some(Asked::One(other)) => other == place,
                Some(Asked::All) => true,
                None => false,
            };
            if !self.fields.iter().any(reads) {
                return Err(unread(view, block, (label, place)));
            }
        }
        Ok(())
    }

    /// The next of the fields for which there is something.
    pub(super) fn next<'de>(
        &mut self,
        view: View<'de, '_>,
    ) -> Option<(&'static str, LabelValue<'de>)> {
        let (block, read) = self.block?;
        while let [field, rest @ ..] = self.fields {
            self.fields = rest;
            let mut labels = view.labels(block).skip(read);
            match asked(field) {
                Some(Asked::One(place)) => {
                    if let Some(label) = labels.nth(place) {
                        return Some((field, LabelValue::One(text_of(view, label), label.span)));
                    }
                }
                Some(Asked::All) => {
                    let texts = labels.map(|label| text_of(view, label)).collect();
                    return Some((field, LabelValue::All(texts, block.header)));
                }
                None => {}
            }
        }
        None
    }
}

#[cold]
fn unread(view: View<'_, '_>, block: &BlockView, (label, place): (LabelView, usize)) -> Error {
    let block_type = view.slice(block.block_type);
    let field = match place {
        0 => "$label".to_owned(),
        place => format!("$label.{place}"),
    };
    let detail = format!(
        "No label is expected here, and \"{}\" would be lost. To read it, decode \"{block_type}\" into a map keyed by \
         label, such as HashMap<String, T>, or give the struct a field renamed to \"{field}\" or \"$labels\".",
        text_of(view, label)
    );
    let diagnostic = Diagnostic::error(format!("Extraneous label for {block_type}"), detail)
        .with_subject(label.span)
        .with_context(block.header);
    Error::new(Category::Data, diagnostic)
}

/// What a field that asks for labels gets.
pub(super) enum LabelValue<'de> {
    One(Cow<'de, str>, Span),
    All(Vec<Cow<'de, str>>, Span),
}

impl LabelValue<'_> {
    /// Where it stands.
    pub(super) fn span(&self) -> Span {
        match self {
            LabelValue::One(_, span) | LabelValue::All(_, span) => *span,
        }
    }
}

macro_rules! forward_to_text {
    ($($deserialize:ident)*) => {$(
        fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self {
                LabelValue::One(text, _) => TextDeserializer(text).$deserialize(visitor),
                LabelValue::All(..) => self.deserialize_any(visitor),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for LabelValue<'de> {
    type Error = Error;

    forward_to_text! {
        deserialize_bool deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128 deserialize_f32
        deserialize_f64 deserialize_bytes deserialize_byte_buf
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self {
            LabelValue::One(text, _) => TextDeserializer(text).deserialize_any(visitor),
            LabelValue::All(texts, _) => {
                let mut sequence = SeqDeserializer::new(texts.into_iter().map(TextDeserializer));
                let value = visitor.visit_seq(&mut sequence)?;
                sequence.end()?;
                Ok(value)
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        match self {
            LabelValue::One(text, _) => {
                TextDeserializer(text).deserialize_newtype_struct(name, visitor)
            }
            LabelValue::All(..) => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self {
            LabelValue::One(text, _) => {
                TextDeserializer(text).deserialize_enum(name, variants, visitor)
            }
            LabelValue::All(..) => self.deserialize_any(visitor),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        char str string identifier unit unit_struct seq tuple tuple_struct map struct
    }
}

impl<'de> IntoDeserializer<'de, Error> for TextDeserializer<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}
