//! Blocks by their labels. For a visitor that may be a map or a struct ([`LabelledAccess`]), labels are keys or fields.

use std::any::TypeId;
use std::cell::OnceCell;

use serde::de::{DeserializeSeed, MapAccess, Visitor};

use super::BlocksDeserializer;
use crate::de::body::{BodyAccess, VisitorKind};
use crate::de::content::Content;
use crate::de::culprit;
use crate::de::guesses::{FirstKey, Labels, type_id};
use crate::de::key::ConvertedKeys;
use crate::de::parts::unread_entries;
use crate::de::repeats::Repeats;
use crate::de::survey::BodyFailure;
use crate::de::text::TextDeserializer;
use crate::error::{Error, Result};
use crate::path::PathStep;
use crate::protocol::field::LABEL;
use crate::span::Span;

/// Reads the labels at one index of all blocks, if there is more than one block.
fn read_labels<'de, 'a>(blocks: &Content<'de, 'a>, depth: usize) -> Vec<TextDeserializer<'de, 'a>> {
    match blocks.items.len() {
        1 => Vec::new(),
        count => (0..count).map(|at| read_label(blocks, at, depth)).collect(),
    }
}

/// Reads a label of the block at an index.
#[inline]
fn read_label<'de, 'a>(
    blocks: &Content<'de, 'a>,
    at: usize,
    depth: usize,
) -> TextDeserializer<'de, 'a> {
    let (input, item) = blocks.item(at);
    let label = item.node.nth_label(input.view(), depth);
    let label = label.expect("blocks come here only while they have labels left");
    let text = input.view().normalized_label(label);
    TextDeserializer::at(text, label.span, input.origin)
}

/// Blocks with remaining labels, for a visitor that asks for a map: labels are the keys of maps, but fields of structs.
/// Serde asks for a struct with `#[serde(flatten)]` and for an internally tagged enum as for a map; the first request
/// tells which of them it is ([`FirstKey`]).
pub(super) struct LabelledAccess<'de, 'a> {
    blocks: BlocksDeserializer<'de, 'a>,
    /// Only the blocks.
    content: &'a Content<'de, 'a>,
    /// The first remaining labels that have not been given yet, if there is more than one block.
    labels: Vec<TextDeserializer<'de, 'a>>,
    repeats: Repeats,
    /// The index of the next block.
    next: usize,
    keys: ConvertedKeys,
    /// The body of the only block, which only a struct asks for. Boxed to save stack, as blocks nest.
    body: &'a OnceCell<Box<Content<'de, 'a>>>,
    visitor_kind: VisitorKind<'de, 'a>,
}

impl<'de, 'a> LabelledAccess<'de, 'a> {
    /// Creates the access to blocks. Boxed to save stack, as blocks nest.
    #[inline(never)]
    fn boxed(
        blocks: BlocksDeserializer<'de, 'a>,
        content: &'a Content<'de, 'a>,
        body: &'a OnceCell<Box<Content<'de, 'a>>>,
    ) -> Box<Self> {
        let labels = read_labels(content, blocks.labels_read);
        let names: Vec<&str> = labels.iter().map(|it| &*it.text).collect();
        let repeats = Repeats::find(&names);
        Box::new(LabelledAccess {
            blocks,
            content,
            labels,
            repeats,
            next: 0,
            keys: ConvertedKeys::default(),
            body,
            visitor_kind: VisitorKind::Undecided,
        })
    }
}

impl<'de, 'a> LabelledAccess<'de, 'a> {
    /// Visits the blocks, which are the items of `content`.
    pub(super) fn visit<V: Visitor<'de>>(
        blocks: BlocksDeserializer<'de, '_>,
        content: &Content<'de, '_>,
        visitor: V,
    ) -> Result<V::Value> {
        let body = OnceCell::new();
        let mut access = LabelledAccess::boxed(blocks, content, &body);
        let first = access.label(0).span().unwrap_or_default();
        content
            .input(0)
            .within_label(first, || match visitor.visit_map(&mut *access) {
                Ok(value) => access.end().map(|()| value),
                Err(error) => Err(access.complete(error, type_id::<V::Value>())),
            })
    }

    /// Reads the first remaining label of the block at an index.
    fn label(&self, at: usize) -> TextDeserializer<'de, 'a> {
        read_label(self.content, at, self.blocks.labels_read)
    }

    /// Fails if the visitor has not read everything: it would be lost.
    fn end(&mut self) -> Result<()> {
        if let VisitorKind::Struct(body) = &mut self.visitor_kind {
            return body.end();
        }
        let count = self.content.items.len();
        let mut left = self.next..count;
        match left.find(|at| !self.repeats.is_repeat(*at)) {
            Some(_) => Err(unread_entries(count, self.next)),
            None => Ok(()),
        }
    }

    fn complete(&mut self, error: Error, owner: TypeId) -> Error {
        match &mut self.visitor_kind {
            VisitorKind::Struct(body) => body.complete(error, owner),
            VisitorKind::Undecided | VisitorKind::Map => error,
        }
    }

    fn locate(&self, error: Error, at: usize, span: Option<Span>) -> Error {
        let node = self.content.node(at);
        self.content.record_failure(BodyFailure::Labelled(node));
        let label = self.label(at);
        let error = error
            .at_span(span)
            .prepend_step(PathStep::Key((*label.text).into()));
        self.content.in_source(error, at)
    }

    /// Adds the place and the label to an error of the blocks with one label.
    fn block_error(&self, error: Error, first: usize) -> Error {
        let error = match self.repeats.next(first) {
            None => culprit::locate(error, culprit::Within::Block(self.content, first)),
            Some(_) => error,
        };
        self.locate(error, first, Some(self.content.block_at(first).header))
    }

    /// Reads the first key, which determines the kind of the visitor.
    fn first_key<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let mut asks_for = Labels::AsKeys;
        let key = self.next_label(FirstKey {
            seed,
            field: LABEL.into(),
            asks_for: &mut asks_for,
        });
        if asks_for == Labels::AsKeys {
            self.visitor_kind = VisitorKind::Map;
            return key;
        }
        let (input, block) = self.blocks.only()?;
        let content = Content::of_block(input, block, self.blocks.labels_read);
        let content: &Content<'_, '_> = self.body.get_or_init(|| Box::new(content));
        content.record_visit(None);
        let mut body = BodyAccess::begin_hidden(content)?;
        // The visitor has already received the key of the first label.
        body.next_item();
        self.visitor_kind = VisitorKind::Struct(body);
        key
    }

    /// Gives the next label to the seed of a key.
    fn next_label<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let count = self.content.items.len();
        while self.next < count && self.repeats.is_repeat(self.next) {
            self.next += 1;
        }
        if self.next == count {
            return Ok(None);
        }
        let at = self.next;
        self.next += 1;
        let label = match self.labels.get_mut(at) {
            Some(label) => std::mem::take(label),
            None => self.label(at),
        };
        let span = label.span();
        let (content, depth) = (self.content, self.blocks.labels_read);
        let label_at = |at| read_label(content, at, depth);
        self.keys
            .read(label, at, seed, &label_at)
            .map(Some)
            .map_err(|error| self.locate(error.without_values(), at, span))
    }

    /// Decodes the blocks with the last label given.
    fn labelled_value<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let first = self
            .next
            .checked_sub(1)
            .expect("serde asks for a value only after its key");
        let blocks = BlocksDeserializer {
            labels_read: self.blocks.labels_read + 1,
            ..BlocksDeserializer::of_type(self.content, &self.repeats, first)
        };
        match seed.deserialize(blocks) {
            Ok(value) => Ok(value),
            Err(error) => Err(self.block_error(error, first)),
        }
    }
}

impl<'de> MapAccess<'de> for LabelledAccess<'de, '_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        match &mut self.visitor_kind {
            VisitorKind::Undecided => self.first_key(seed),
            VisitorKind::Map => self.next_label(seed),
            VisitorKind::Struct(body) => body.next_key_seed(seed),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        match &mut self.visitor_kind {
            VisitorKind::Undecided | VisitorKind::Map => self.labelled_value(seed),
            VisitorKind::Struct(body) => body.next_value_seed(seed),
        }
    }

    fn next_entry_seed<K: DeserializeSeed<'de>, V: DeserializeSeed<'de>>(
        &mut self,
        key: K,
        value: V,
    ) -> Result<Option<(K::Value, V::Value)>> {
        if matches!(self.visitor_kind, VisitorKind::Undecided) {
            self.visitor_kind = VisitorKind::Map;
        }
        match self.next_key_seed(key)? {
            Some(key) => Ok(Some((key, self.next_value_seed(value)?))),
            None => Ok(None),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        match &self.visitor_kind {
            VisitorKind::Undecided | VisitorKind::Map => {
                // With repeated labels, there are fewer keys than blocks, and they are not counted.
                let left = self.content.items.len() - self.next;
                self.repeats.is_empty().then_some(left)
            }
            VisitorKind::Struct(body) => body.size_hint(),
        }
    }
}
