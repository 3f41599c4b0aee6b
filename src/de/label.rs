//! Labels of blocks as the keys of maps.
//!
//! Knows nothing of expressions.

use std::borrow::Cow;

use serde::de::{DeserializeSeed, MapAccess};

use super::block::BlocksDeserializer;
use super::content::Content;
use super::culprit;
use super::group::BlockGroup;
use super::key::{ConvertedKeys, Repeat};
use super::repeats::Repeats;
use super::survey::{self, BodyFailure};
use super::text::TextDeserializer;
use crate::error::{Error, Result};
use crate::path::PathStepRef;
use crate::span::Span;

/// A label that has been read.
#[derive(Default)]
struct ReadLabel<'de> {
    text: Cow<'de, str>,
    span: Span,
}

/// The labels at one index, as the keys of a map.
pub(super) struct LabelAccess<'de, 'a> {
    /// Only the blocks.
    blocks: &'a Content<'de, 'a>,
    /// The labels of blocks that have not been given yet, if there is more than one block.
    labels: Vec<ReadLabel<'de>>,
    repeats: Repeats,
    /// The index of the label: the number of labels before it.
    depth: usize,
    next: usize,
    keys: ConvertedKeys,
}

impl<'de, 'a> LabelAccess<'de, 'a> {
    /// The blocks by the first of their labels that is left.
    pub(super) fn new(blocks: &'a Content<'de, 'a>, depth: usize) -> Self {
        let labels = read_labels(blocks, depth);
        let repeats = Repeats::find(labels.len(), &|at| &*labels[at].text);
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
    fn locate(&self, error: Error, at: usize, span: Span) -> Error {
        let node = self.blocks.items.get(at);
        survey::record_failure(self.blocks, BodyFailure::Labelled(node));
        let ReadLabel { text, .. } = read_label(self.blocks, at, self.depth);
        let error = error.at(span).prepend_step(PathStepRef::Key(&text));
        self.blocks.in_source(error, at)
    }

    /// Adds to an error of the blocks with a label where they are and which label it is.
    #[cold]
    fn block_error(&self, error: Error, first: usize) -> Error {
        let error = match self.repeats.next(first) {
            None => culprit::locate(error, culprit::Within::Block(self.blocks, first)),
            Some(_) => error,
        };
        self.locate(error, first, self.blocks.block_at(first).header)
    }
}

/// The error of a label that has become the same key as an earlier one.
#[cold]
fn repeated_label(blocks: &Content<'_, '_>, depth: usize, repeat: &Repeat, at: usize) -> Error {
    let earlier = read_label(blocks, repeat.earlier, depth);
    let later = read_label(blocks, at, depth);
    let diagnostic = repeat.diagnostic(&earlier.text, &later.text);
    blocks.conflict_error(diagnostic, (repeat.earlier, earlier.span), (at, later.span))
}

/// The labels at one index of all blocks, if there is more than one block.
fn read_labels<'de>(blocks: &Content<'de, '_>, depth: usize) -> Vec<ReadLabel<'de>> {
    match blocks.items.len() {
        1 => Vec::new(),
        count => (0..count).map(|at| read_label(blocks, at, depth)).collect(),
    }
}

/// A label of the block at an index.
#[inline]
fn read_label<'de>(blocks: &Content<'de, '_>, at: usize, depth: usize) -> ReadLabel<'de> {
    let (input, node) = blocks.input_and_node(at);
    let label = input.view.nth_label(node, depth);
    let label = label.expect("blocks come here only while they have labels left");
    ReadLabel {
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
        let ReadLabel { text, span } = match self.labels.get_mut(at) {
            Some(label) => std::mem::take(label),
            None => read_label(self.blocks, at, self.depth),
        };
        let (blocks, depth) = (self.blocks, self.depth);
        let repeated = |repeat: &Repeat| repeated_label(blocks, depth, repeat, at);
        self.keys
            .read(
                TextDeserializer::at(text, span, blocks.input(at).origin),
                at,
                seed,
                repeated,
            )
            .map(Some)
            .map_err(|error| self.locate(error.without_values(), at, span))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let first = self
            .next
            .checked_sub(1)
            .expect("serde asks for a value only after its key");
        let blocks = BlocksDeserializer {
            group: BlockGroup::new(self.blocks, &self.repeats, first),
            labels_read: self.depth + 1,
            is_element: false,
        };
        match seed.deserialize(blocks) {
            Ok(value) => Ok(value),
            Err(error) => Err(self.block_error(error, first)),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        // With repeated labels there are fewer keys, which are not counted.
        let left = self.blocks.items.len() - self.next;
        self.repeats.is_empty().then_some(left)
    }
}
