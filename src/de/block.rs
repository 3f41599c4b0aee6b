//! Blocks of one type: one or many.
//!
//! A struct or a map takes exactly one, a sequence takes all of them in order, and labels are the keys of enclosing
//! maps. For a type that accepts anything, one block is a map, and several are a sequence.
//!
//! This file has the deserializer of the blocks, and the blocks as a sequence. Blocks by their labels are in `labels`.

mod labels;

use serde::de::{
    DeserializeSeed, Deserializer, Error as _, Expected, SeqAccess, Unexpected, Visitor,
};

use self::labels::LabelledAccess;
use super::body::{self, BodyDeserializer};
use super::body_requests::BodyRequests;
use super::content::{Content, EnclosingBlock, conflict_error};
use super::culprit;
use super::forward::{answer_requests, body_requests};
use super::input::{Input, Shared};
use super::item_nodes::{BodyItems, ItemNode};
use super::label_fields::check_labels;
use super::origin::Origin;
use super::parts::check_length;
use super::repeats::{NO_REPEATS, Repeats};
use super::spanned::ValuePlace;
use super::survey::BodyFailure;
use super::text::{Variant, VariantForm};
use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::error::{Error, Result};
use crate::path::PathStep;
use crate::protocol;
use crate::protocol::field::{REST, StructFields};
use crate::quote::{counted, quote, quote_whole};
use crate::source::Source;
use crate::span::Span;
use crate::syntax::tree::view::{BlockView, ItemHead};
use crate::value::Value;

/// Blocks that have one type, or one type and the same first labels.
#[derive(Clone, Copy)]
pub(super) struct BlocksDeserializer<'de, 'a> {
    /// The items that contain the blocks.
    content: &'a Content<'de, 'a>,
    /// The items with one type, or with one type and the same first labels.
    repeats: &'a Repeats,
    /// The index of the first block.
    first: usize,
    /// Number of labels, from the left, that have been read.
    pub(super) labels_read: usize,
    /// Whether the block is an element of a list.
    is_element: bool,
}

impl<'de, 'a> BlocksDeserializer<'de, 'a> {
    /// All blocks of the type of the block at `first`, with none of their labels read.
    pub(super) fn of_type(
        content: &'a Content<'de, 'a>,
        repeats: &'a Repeats,
        first: usize,
    ) -> Self {
        BlocksDeserializer {
            content,
            repeats,
            first,
            labels_read: 0,
            is_element: false,
        }
    }

    fn block_type(self) -> &'a str {
        self.content.name(self.first)
    }

    fn source(self) -> &'a Source {
        self.content.input(self.first).origin.source()
    }

    fn indexes(self) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(self.first), move |at| self.repeats.next(*at))
    }

    fn second(self) -> Option<usize> {
        self.repeats.next(self.first)
    }

    /// Returns the blocks as a range of items, if no other item is between them.
    fn neighbours(self) -> Option<BodyItems<'a>> {
        let mut last = self.first;
        for at in self.indexes().skip(1) {
            if at != last + 1 {
                return None;
            }
            last = at;
        }
        Some(self.content.items.range(self.first, last))
    }

    fn nodes(self) -> Vec<ItemNode> {
        self.indexes().map(|at| self.content.node(at)).collect()
    }

    fn input(self) -> Input<'de, 'a> {
        self.content.input(self.first)
    }

    fn block(self, at: usize) -> BlockView {
        self.content.block_at(at)
    }

    /// Returns the only block with its input; an error if there are several.
    #[inline]
    pub(super) fn only(&self) -> Result<(Input<'de, 'a>, ItemNode)> {
        self.check_only()?;
        Ok(self.content.item(self.first))
    }

    /// Fails if there are several blocks.
    #[inline]
    fn check_only(&self) -> Result<()> {
        match self.second() {
            None => Ok(()),
            Some(second) => Err(self.duplicate(second)),
        }
    }

    fn duplicate(&self, second: usize) -> Error {
        let block_type = self.block_type();
        let labels = |at| {
            let view = self.content.input(at).view();
            let labels = view.labels(&self.block(at));
            let labels = labels.map(|label| view.normalized_label(label));
            labels.collect::<Vec<_>>()
        };
        let all = labels(second);
        // An overlay merges blocks only if their labels are equal.
        let difference = if all == labels(self.first) {
            ""
        } else {
            ", with other labels"
        };
        let labels = all[..self.labels_read].iter();
        let labels = labels.map(|label| [" ", &quote(label)].concat());
        let labels = labels.collect::<Vec<_>>().concat();
        let labelled = if labels.is_empty() { "" } else { " labelled" };
        let detail = format!(
            "Only one \"{block_type}\" block{labelled}{labels} is allowed here, but there is already one before \
             it{difference}. Remove one of the two, or merge them."
        );
        let title = Code::DuplicateBlock.titled(format!("Duplicate {block_type} block"));
        self.conflict_error(Diagnostic::of(title, detail), second)
    }

    /// Returns a diagnostic about a later block as an error, with the places of that block and of the first one.
    fn conflict_error(self, diagnostic: Diagnostic, second: usize) -> Error {
        let site = |at| self.content.site(at, self.block(at).header);
        conflict_error(diagnostic, site(self.first), site(second))
    }

    /// Returns the number of unread labels. It must be the same for all blocks, so that they can become maps.
    #[inline(never)]
    fn labels_left(&self) -> Result<usize> {
        let count = self.label_count(self.first);
        for at in self.indexes().skip(1) {
            if self.label_count(at) != count {
                return Err(self.mixed(at));
            }
        }
        Ok(count - self.labels_read)
    }

    #[inline]
    fn label_count(&self, at: usize) -> usize {
        let (input, item) = self.content.item(at);
        item.node.label_count(input.view())
    }

    fn mixed(&self, other: usize) -> Error {
        let count = |at| match self.label_count(at) {
            0 => "no labels".to_owned(),
            count => counted(count, "label"),
        };
        if self.labels_read == 0 && !self.is_json() {
            let counts = [self.first, other].map(|at| (self.label_count(at), at));
            if let [(0, without), (1, with)] | [(1, with), (0, without)] = counts
                && let Some(error) = self.forgotten_label(without, &[])
                && let Some(diagnostic) = error.into_diagnostics().pop()
            {
                let content = self.content;
                let site = |at| content.site(at, self.block(at).header);
                return conflict_error(diagnostic, site(with), site(without));
            }
        }
        let (first_count, other_count) = (count(self.first), count(other));
        let block_type = self.block_type();
        let detail = format!(
            "This \"{block_type}\" block has {other_count}, but the first one has {first_count}. Give all of them the \
             same number of labels."
        );
        self.conflict_error(
            Diagnostic::of(Code::InconsistentNumberOfLabels, detail),
            other,
        )
    }

    fn content<T>(&self, decode: impl FnOnce(&Content<'de, '_>) -> Result<T>) -> Result<T> {
        self.check_only()?;
        decode(&self.first_content())
    }

    /// Returns the content of the first block. Kept out of line: a level of nesting then takes less stack.
    #[inline(never)]
    fn first_content(&self) -> Content<'de, '_> {
        let (input, block) = self.content.item(self.first);
        Content::of_block(input, block, self.labels_read)
    }

    /// Visits the body of the only block as a struct. Not inlined, like the other functions that call visitors: a level
    /// of nesting then takes the stack of one of them instead of all.
    #[inline(never)]
    fn visit_struct<V: Visitor<'de>>(self, fields: StructFields, visitor: V) -> Result<V::Value> {
        let value = self.content(|content| body::visit_items(content, Some(fields), visitor));
        value.map_err(|error| error.in_struct(fields.all))
    }

    /// Completes the error of a block without labels that is decoded as a map, whose keys are the names in it. If the
    /// values of the map are structs with fields of these names, a label is missing, and the error is only a
    /// consequence. Kept out of line: a level of nesting then takes less stack.
    #[inline(never)]
    fn suggest_label(self, mut error: Error) -> Error {
        let view = self.input().view();
        let block = self.block(self.first);
        let fields = error.facts_mut().fields.take().unwrap_or_default();
        let is_field = match error.path().steps() {
            // A struct that takes the rest of a body has fields of any name.
            [PathStep::Attribute(_)] if fields.contains(&REST) => true,
            // The item at fault is meant as a field if it has the name of one.
            [PathStep::Attribute(name), ..] => fields.contains(&&**name),
            _ => self.written_names().any(|name| fields.contains(&name)),
        };
        if is_field && let Some(forgotten) = self.forgotten_label(self.first, &[]) {
            return forgotten;
        }
        if let Some(first) = view.item_ids(block.body).first()
            && let ItemHead { name, expression } = view.item_head(*first)
            && let Some(expression) = expression
            && error.span() == Some(view.tree.span(expression))
        {
            let header = view.slice(block.header).trim_end();
            return error.suggest_label(header, block.header, view.slice(name));
        }
        error
    }

    /// Completes the error of a block without labels that is decoded as an enum: unless one of its names is a variant,
    /// or a misspelling of one, the label that names the variant is missing.
    #[inline(never)]
    fn suggest_variant(self, error: Error, variants: &'static [&'static str]) -> Error {
        let is_meant = |name: &str| {
            variants.contains(&name) || suggest(name, variants.iter().copied()).is_some()
        };
        if self.second().is_some() || self.is_json() || self.written_names().any(is_meant) {
            return error;
        }
        let forgotten = self.forgotten_label(self.first, variants);
        forgotten.unwrap_or(error)
    }

    /// Returns the names of all items in the first block; none in JSON syntax, where each property states what it is.
    fn written_names(&self) -> impl Iterator<Item = &'a str> {
        let view = self.input().view();
        let block = self.block(self.first);
        let items = if self.is_json() {
            &[]
        } else {
            view.item_ids(block.body)
        };
        items.iter().map(move |id| view.item_text(*id))
    }

    fn is_json(&self) -> bool {
        self.input().view().tree.is_json()
    }

    /// Returns the error of the block at an index, which lacks one label. `None` if the block is generated: it then has
    /// the header of the block that generates it.
    fn forgotten_label(self, at: usize, variants: &[&str]) -> Option<Error> {
        let view = self.content.input(at).view();
        let block = self.block(at);
        let header = view.slice(block.header).trim_end();
        let is_own = header.starts_with(self.block_type());
        is_own.then(|| {
            let error = Error::forgotten_label(self.block_type(), header, 1, variants);
            error.at(block.header)
        })
    }

    /// Whether one of the blocks stands for any number of blocks.
    fn has_unknown(&self) -> bool {
        let mut blocks = self.indexes().map(|at| self.block(at));
        blocks.any(|block| block.is_unknown())
    }

    /// Visits the body of the only block as a map.
    #[inline(never)]
    fn visit_unlabelled<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let value = self.content(|content| body::visit_items(content, None, visitor));
        value.map_err(|error| self.suggest_label(error))
    }

    /// Whether the blocks are a list for a type that accepts anything.
    #[inline(never)]
    fn is_list(&self) -> Result<bool> {
        let lists = &self.input().shared.options.block_lists;
        let is_asked_for = !self.is_element && lists.has(self.block_type());
        let may_be_list = is_asked_for || self.second().is_some();
        Ok(may_be_list && self.labels_left()? == 0)
    }

    #[inline(never)]
    fn visit_list<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let mut access = BlocksAccess {
            blocks: self,
            next: Some(self.first),
            taken: 0,
        };
        let value = visitor.visit_seq(&mut access)?;
        if access.next.is_some() {
            check_length(self.indexes().count(), access.taken)?;
        }
        Ok(value)
    }

    /// Visits the blocks by their remaining labels, which are the keys of maps or fields.
    #[inline(never)]
    fn visit_labels<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let nodes;
        let items = if let Some(items) = self.neighbours() {
            items
        } else {
            nodes = self.nodes();
            BodyItems::Selected(&nodes)
        };
        let content = boxed_content(self.content, items);
        LabelledAccess::visit(self, &content, visitor)
    }
}

/// Returns the content with only these items. It is boxed to save stack, as blocks nest.
#[inline(never)]
fn boxed_content<'de, 'a>(
    content: &'a Content<'de, 'a>,
    items: BodyItems<'a>,
) -> Box<Content<'de, 'a>> {
    Box::new(content.with_items(items))
}

impl<'de> BodyRequests<'de> for BlocksDeserializer<'de, '_> {
    fn unsuitable<T>(self, expected: &dyn Expected) -> Result<T> {
        let what = if self.second().is_some() {
            "blocks"
        } else {
            "a block"
        };
        let view = self.input().view();
        let labels = view.labels(&self.block(self.first));
        let labels = labels.take(self.labels_read).collect::<Vec<_>>();
        // Each label that has been read is a key or the name of a variant.
        let value = labels.iter().rfold("…".to_owned(), |value, label| {
            format!("{{ {} = {value} }}", quote_whole(&view.label(*label)))
        });
        let found = format!(
            "{what}; an attribute is written `{} = {value}`",
            self.block_type()
        );
        Err(Error::invalid_type(Unexpected::Other(&found), expected))
    }

    fn visit_empty<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let is_empty = self.content(|content| Ok(content.items.is_empty()))?;
        if is_empty && self.labels_left()? == 0 {
            return visitor.visit_unit();
        }
        let found = Unexpected::Other("a block that is not empty");
        Err(Error::invalid_type(found, &visitor))
    }

    /// Visits the only block as a body, if no label would be lost.
    fn visit_body<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.content(|content| {
            check_labels(content, &[])?;
            BodyDeserializer(content).deserialize_newtype_struct(protocol::BODY, visitor)
        })
    }

    /// Visits the blocks as a value, which is unknown if one of them stands for any number of blocks.
    fn visit_value<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.has_unknown() {
            return Err(Error::handover(Value::dynamic()));
        }
        self.deserialize_any(visitor)
    }

    /// Returns the place from the first block to the last.
    fn place(self) -> ValuePlace {
        let first = self.block(self.first).span;
        let blocks = self.indexes().map(|at| self.block(at).span);
        ValuePlace::new(blocks.fold(first, Span::join), Some(self.source()))
    }
}

impl<'de> Deserializer<'de> for BlocksDeserializer<'de, '_> {
    type Error = Error;

    body_requests! {}

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.is_list()? {
            self.visit_list(visitor)
        } else {
            self.deserialize_map(visitor)
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.labels_left()? == 0 {
            self.visit_unlabelled(visitor)
        } else {
            self.visit_labels(visitor)
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.visit_struct(StructFields::of(fields), visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit_list(visitor)
    }

    /// The first remaining label names the variant; without labels, the only item of the body does.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let (input, ItemNode { node: block, .. }) = self.only()?;
        let Some(label) = block.nth_label(input.view(), self.labels_read) else {
            let value = self.content(|content| body::visit_enum(content, variants, visitor));
            return value.map_err(|error| self.suggest_variant(error, variants));
        };
        let variant = Variant {
            name: input.view().normalized_label(label),
            name_span: Some(label.span),
            form: VariantForm::Label,
            content: BlocksDeserializer {
                labels_read: self.labels_read + 1,
                ..self
            },
            content_span: Some(block.block(input.view()).header),
        };
        input.within_label(label.span, || visitor.visit_enum(variant))
    }
}

/// The blocks as a sequence.
struct BlocksAccess<'de, 'a> {
    blocks: BlocksDeserializer<'de, 'a>,
    /// The index of the next block among the items.
    next: Option<usize>,
    taken: usize,
}

impl<'de> SeqAccess<'de> for BlocksAccess<'de, '_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some(at) = self.next else {
            return Ok(None);
        };
        let blocks = self.blocks;
        self.next = blocks.repeats.next(at);
        self.taken += 1;
        let content = blocks.content.with_items(blocks.content.items.only(at));
        let block = BlocksDeserializer {
            content: &content,
            repeats: &NO_REPEATS,
            first: 0,
            is_element: true,
            ..blocks
        };
        seed.deserialize(block).map(Some).map_err(|error| {
            let node = blocks.content.node(at);
            blocks.content.record_failure(BodyFailure::Block(node));
            let error = culprit::locate(error, culprit::Within::Block(blocks.content, at));
            let error = error.at(blocks.block(at).header);
            let labels_read = blocks.labels_read;
            let element = blocks.content.element_steps(node, labels_read);
            let error = error.insert_element(None, &element);
            blocks.content.in_source(error, at)
        })
    }
}

/// Blocks of one type that are not in one body: those that JSON values stand for.
pub(super) struct BlockNodes<'de, 'a> {
    /// The source of the body, or of the first block.
    pub(super) origin: &'a Origin<'de>,
    pub(super) nodes: Vec<ItemNode>,
    pub(super) shared: &'a Shared<'de, 'a>,
    pub(super) block: Option<EnclosingBlock>,
    pub(super) span: Span,
}

impl<'de> BlockNodes<'de, '_> {
    /// Decodes the blocks. The part that does not depend on the type is in [`BlockNodes::content`], which is compiled
    /// once.
    pub(super) fn decode<T>(
        &self,
        labels_read: usize,
        decode: impl FnOnce(BlocksDeserializer<'de, '_>) -> Result<T>,
    ) -> Result<T> {
        let content = self.content();
        let repeats = Repeats::all(self.nodes.len());
        decode(BlocksDeserializer {
            labels_read,
            ..BlocksDeserializer::of_type(&content, &repeats, 0)
        })
    }

    fn content(&self) -> Content<'de, '_> {
        Content {
            origin: self.origin,
            shared: self.shared,
            items: BodyItems::Selected(&self.nodes),
            block: self.block,
            span: self.span,
        }
    }
}
