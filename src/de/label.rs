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

use super::block::{BlocksDeserializer, Group, block};
use super::content::{Content, EnclosingBlock};
use super::culprit;
use super::items::Fields;
use super::key::{ConvertedKeys, Repeat};
use super::repeats::Repeats;
use super::text::TextDeserializer;
use crate::diagnostic::Diagnostic;
use crate::error::{Category, Error, Result};
use crate::path::PathStepRef;
use crate::protocol::SPANNED;
use crate::protocol::field::PrivateField;
use crate::span::Span;
use crate::syntax::tree::view::{LabelView, View};

/// A label that has been read.
#[derive(Default)]
struct Label<'de> {
    text: Cow<'de, str>,
    span: Span,
}

/// The labels at one place from the left, as the keys of a map.
pub(super) struct LabelAccess<'de, 'a> {
    /// Nothing but the blocks.
    blocks: &'a Content<'de, 'a>,
    /// The labels of those that have not been given yet, if there is more than one block.
    labels: Vec<Label<'de>>,
    repeats: Repeats,
    /// How many labels are before this one.
    depth: usize,
    next: usize,
    keys: ConvertedKeys,
}

impl<'de, 'a> LabelAccess<'de, 'a> {
    /// The blocks by the first of their labels that is left.
    pub(super) fn new(blocks: &'a Content<'de, 'a>, depth: usize) -> Self {
        let labels = read_labels(blocks, depth);
        let repeats = Repeats::find(labels.len(), |at| &*labels[at].text);
        LabelAccess {
            blocks,
            labels,
            repeats,
            depth,
            next: 0,
            keys: ConvertedKeys::default(),
        }
    }

    /// The span of the first label.
    pub(super) fn first_label(&self) -> Span {
        read_label(self.blocks, 0, self.depth).span
    }

    #[cold]
    fn locate(&self, error: Error, (at, span): (usize, Span)) -> Error {
        let Label { text, .. } = read_label(self.blocks, at, self.depth);
        let error = error.at(span).prepend_step(PathStepRef::Key(&text));
        self.blocks.in_source(error, at)
    }

    /// Adds to an error of the blocks with a label where they are and which label it is.
    #[cold]
    fn block_error(&self, error: Error, first: usize) -> Error {
        let within = match self.repeats.next(first) {
            None => culprit::Within::Block(self.blocks, first),
            Some(_) => culprit::Within::Nothing,
        };
        let error = culprit::locate(error, within);
        self.locate(error, (first, block(self.blocks, first).header))
    }
}

/// The error of a label that has become the same key as an earlier one.
#[cold]
fn repeated_label(blocks: &Content<'_, '_>, depth: usize, (repeat, at): (&Repeat, usize)) -> Error {
    let earlier = read_label(blocks, repeat.earlier, depth);
    let later = read_label(blocks, at, depth);
    let diagnostic = repeat.diagnostic(&earlier.text, &later.text);
    blocks.second(diagnostic, (repeat.earlier, earlier.span), (at, later.span))
}

/// The labels at one place of all blocks, if there is more than one.
fn read_labels<'de>(blocks: &Content<'de, '_>, depth: usize) -> Vec<Label<'de>> {
    match blocks.items.len() {
        1 => Vec::new(),
        count => (0..count).map(|at| read_label(blocks, at, depth)).collect(),
    }
}

/// A label of the block at an index.
fn read_label<'de>(blocks: &Content<'de, '_>, at: usize, depth: usize) -> Label<'de> {
    let (input, node) = blocks.source(at);
    let label = input.view.nth_label(node, depth);
    let label = label.expect("blocks come here only while they have labels left");
    Label {
        text: input.view.normalized_label(label),
        span: label.span,
    }
}

impl<'de> MapAccess<'de> for LabelAccess<'de, '_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let count = self.blocks.items.len();
        while self.next < count && self.repeats.is_repeat(self.next) {
            self.next += 1;
        }
        if self.next == count {
            return Ok(None);
        }
        let at = self.next;
        self.next += 1;
        let Label { text, span } = match self.labels.get_mut(at) {
            Some(label) => std::mem::take(label),
            None => read_label(self.blocks, at, self.depth),
        };
        let (blocks, depth) = (self.blocks, self.depth);
        let repeated = |repeat: &Repeat| repeated_label(blocks, depth, (repeat, at));
        self.keys
            .read(TextDeserializer::at(text, span), at, seed, repeated)
            .map(Some)
            .map_err(|error| self.locate(error, (at, span)))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let first = self
            .next
            .checked_sub(1)
            .expect("serde asks for a value only after its key");
        let blocks = BlocksDeserializer {
            group: Group::new(self.blocks, &self.repeats, first),
            labels_read: self.depth + 1,
            is_element: false,
        };
        match seed.deserialize(blocks) {
            Ok(value) => Ok(value),
            Err(error) => Err(self.block_error(error, first)),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        // With repeated labels there are fewer keys, of which nobody has counted how many.
        let left = self.blocks.items.len() - self.next;
        self.repeats.is_empty().then_some(left)
    }
}

/// How labels that are left get to the fields of the struct that its block becomes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Labels {
    /// To those of the known fields that ask for them.
    ByFields,
    /// Each is offered as the field of its index: within `flatten` and `tag`, serde does not say what the fields are.
    Offered,
}

/// The fields of a struct that ask for labels of its block.
pub(super) struct LabelFields {
    /// Those of the fields that have not been looked at yet.
    fields: Fields,
    /// How many of the labels have been offered.
    offered: usize,
    labels: Labels,
}

/// What a field asks for: one of the labels that are left, by its place among them, or all of them.
#[derive(Clone, Copy)]
enum Wanted {
    One(usize),
    All,
}

fn wanted(field: &str) -> Option<Wanted> {
    match PrivateField::parse(field)? {
        PrivateField::Label(place) => Some(Wanted::One(place)),
        PrivateField::Labels => Some(Wanted::All),
        PrivateField::Rest => None,
    }
}

/// How many labels fields ask for: those up to the last that one of them names. A field for all labels asks for one at
/// least.
pub(super) fn count_labels(fields: Fields) -> usize {
    let counts = fields.iter().map(|field| match wanted(field) {
        Some(Wanted::One(place)) => place + 1,
        Some(Wanted::All) => 1,
        None => 0,
    });
    counts.max().unwrap_or_default()
}

/// The field that asks for the label at a place.
fn field_for(place: usize) -> Cow<'static, str> {
    PrivateField::Label(place).name()
}

/// The error if there is a label that is left.
pub(super) fn check_labels(content: &Content<'_, '_>) -> Result<()> {
    LabelFields::new(content, &[], Labels::ByFields).map(|_| ())
}

impl LabelFields {
    /// Those of the private fields of what is asked for that are for labels; an error if there is a label that none of
    /// them reads.
    #[inline]
    pub(super) fn new(content: &Content<'_, '_>, private: Fields, labels: Labels) -> Result<Self> {
        let fields = LabelFields {
            fields: private,
            offered: 0,
            labels,
        };
        if labels == Labels::ByFields && content.labels_left() > 0 {
            fields.check(content)?;
        }
        Ok(fields)
    }

    /// Whether there is nothing that a label could be for.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.labels == Labels::ByFields
    }

    fn check(&self, content: &Content<'_, '_>) -> Result<()> {
        let Some(block) = content.block else {
            return Ok(());
        };
        let view = content.first_input().view;
        let labels = view.labels(&block.view(view));
        for (place, label) in labels.skip(block.labels_read).enumerate() {
            let reads = |field: &&str| match wanted(field) {
                Some(Wanted::One(other)) => other == place,
                Some(Wanted::All) => true,
                None => false,
            };
            if !self.fields.iter().any(reads) {
                let unread = Unread {
                    view,
                    block,
                    place,
                    label,
                    labels: Labels::ByFields,
                };
                return Err(unread.error());
            }
        }
        Ok(())
    }

    /// The next of the fields for which there is something. To a struct whose fields are hidden, each label that is left
    /// is offered as the field of its place.
    #[inline]
    pub(super) fn next(&mut self, content: &Content<'_, '_>) -> Option<LabelName> {
        if self.is_empty() {
            return None;
        }
        self.next_of_block(content)
    }

    fn next_of_block(&mut self, content: &Content<'_, '_>) -> Option<LabelName> {
        content.block?;
        let count = content.labels_left();
        if self.labels == Labels::Offered {
            let place = self.offered;
            self.offered += 1;
            let name = LabelName(field_for(place), Wanted::One(place), Reader::Offered);
            return (place < count).then_some(name);
        }
        while let [field, rest @ ..] = self.fields {
            self.fields = rest;
            match wanted(field) {
                Some(Wanted::One(place)) if place >= count => {}
                Some(wanted) => {
                    let name = Cow::Borrowed(*field);
                    return Some(LabelName(name, wanted, Reader::Field));
                }
                None => {}
            }
        }
        None
    }
}

/// The name of a field that asks for labels, what it asks for, and whether it is there.
pub(super) struct LabelName(pub(super) Cow<'static, str>, Wanted, Reader);

/// Who reads a label.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reader {
    /// A field.
    Field,
    /// A field of this name, if there is one: serde does not say what the fields are.
    Offered,
}

impl LabelName {
    /// What the field gets.
    pub(super) fn field<'de, 'a>(&self, content: &Content<'de, 'a>) -> LabelField<'de, 'a> {
        let enclosing = content
            .block
            .expect("only fields of a block ask for labels");
        let view = content.first_input().view;
        let block = enclosing.view(view);
        let mut labels = view.labels(&block).skip(enclosing.labels_read);
        match self.1 {
            Wanted::One(place) => {
                let label = labels.nth(place).expect("the block has that many labels");
                let unread = (self.2 == Reader::Offered).then_some(Unread {
                    view,
                    block: enclosing,
                    place,
                    label,
                    labels: Labels::Offered,
                });
                LabelField {
                    value: LabelValue::One(view.normalized_label(label), label.span),
                    unread,
                }
            }
            Wanted::All => {
                let texts = labels
                    .map(|label| TextDeserializer::at(view.normalized_label(label), label.span));
                LabelField {
                    value: LabelValue::All(texts.collect(), block.header),
                    unread: None,
                }
            }
        }
    }
}

/// A label that may not be read by anybody.
struct Unread<'de, 'a> {
    view: View<'de, 'a>,
    block: EnclosingBlock,
    /// Which of the labels that are left it is.
    place: usize,
    label: LabelView,
    labels: Labels,
}

impl Unread<'_, '_> {
    #[cold]
    fn error(&self) -> Error {
        let block = self.block.view(self.view);
        let block_type = self.view.block_type(&block);
        let field = field_for(self.place);
        let ways = if self.labels == Labels::Offered {
            format!(
                "give the struct itself, and not what it flattens, a field renamed to \"{field}\" that asks for a string \
                 and not for any value; an enum can have it as its tag"
            )
        } else {
            format!("give the struct a field renamed to \"{field}\" or \"$labels\"")
        };
        let note = format!(
            "To read the label, decode \"{block_type}\" into a map keyed by label, such as HashMap<String, T>, or {ways}."
        );
        let text = self.view.normalized_label(self.label);
        let detail = match self.place + self.block.labels_read {
            0 => format!("A \"{block_type}\" block has no label here. Remove \"{text}\"."),
            1 => format!("A \"{block_type}\" block has only one label here. Remove \"{text}\"."),
            count => {
                format!("A \"{block_type}\" block has only {count} labels here. Remove \"{text}\".")
            }
        };
        let summary = format!("Extraneous label for {block_type}");
        let diagnostic = Diagnostic::error(summary, detail)
            .with_subject(self.label.span)
            .with_context(block.header);
        Error::new(Category::Data, diagnostic).with_note(&note)
    }
}

/// A field that asks for labels, with what it gets.
pub(super) struct LabelField<'de, 'a> {
    value: LabelValue<'de>,
    /// For a label that is only offered: the error if no field takes it.
    unread: Option<Unread<'de, 'a>>,
}

/// What a field that asks for labels gets.
enum LabelValue<'de> {
    One(Cow<'de, str>, Span),
    All(Vec<TextDeserializer<'de>>, Span),
}

impl LabelField<'_, '_> {
    /// Its span.
    pub(super) fn span(&self) -> Span {
        match self.value {
            LabelValue::One(_, span) | LabelValue::All(_, span) => span,
        }
    }

    /// Fails if an offered label is requested as any type or is ignored: serde may buffer it for a flattened field that
    /// does not exist.
    fn check(&self) -> Result<()> {
        match &self.unread {
            Some(unread) => Err(unread.error()),
            None => Ok(()),
        }
    }
}

macro_rules! forward_to_text {
    ($($deserialize:ident)*) => {$(
        fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.value {
                LabelValue::One(text, _) => TextDeserializer::new(text).$deserialize(visitor),
                LabelValue::All(..) => self.deserialize_any(visitor),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for LabelField<'de, '_> {
    type Error = Error;

    forward_to_text! {
        deserialize_bool deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128 deserialize_f32
        deserialize_f64 deserialize_bytes deserialize_byte_buf deserialize_char deserialize_str deserialize_string
        deserialize_identifier
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.check()?;
        match self.value {
            LabelValue::One(text, _) => TextDeserializer::new(text).deserialize_any(visitor),
            LabelValue::All(texts, _) => {
                let mut sequence = SeqDeserializer::new(texts.into_iter());
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
        match self.value {
            LabelValue::One(text, span) if name == SPANNED => {
                TextDeserializer::at(text, span).deserialize_newtype_struct(name, visitor)
            }
            LabelValue::One(text, _) => {
                TextDeserializer::new(text).deserialize_newtype_struct(name, visitor)
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
        match self.value {
            LabelValue::One(text, _) => {
                TextDeserializer::new(text).deserialize_enum(name, variants, visitor)
            }
            LabelValue::All(..) => self.deserialize_any(visitor),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.check()?;
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        unit unit_struct seq tuple tuple_struct map struct
    }
}

impl<'de> IntoDeserializer<'de, Error> for TextDeserializer<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}
