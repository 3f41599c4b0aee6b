//! Blocks of one type: one or many.
//!
//! A struct or a map takes exactly one, a sequence takes all of them in order, and labels are the keys of maps around
//! them. For a type that accepts anything, one block is a map, and several are a sequence.
//!
//! Knows nothing of expressions.

use serde::de::{
    DeserializeSeed, Deserializer, Error as _, Expected, SeqAccess, Unexpected, Visitor,
};

use super::body::{self, BodyDeserializer};
use super::content::Content;
use super::culprit;
use super::enum_::{Variant, VariantForm};
use super::forward::body_requests;
use super::group::BlockGroup;
use super::input::Input;
use super::item_nodes::BodyItems;
use super::items;
use super::label_fields::check_labels;
use super::labelled::LabelledAccess;
use super::repeats::NO_REPEATS;
use super::spanned::ValuePlace;
use super::survey::{self, BodyFailure};
use super::tuple::check_length;
use crate::diagnostic::Diagnostic;
use crate::error::{Error, Result};
use crate::protocol::field::StructFields;
use crate::protocol::{self, Handover};
use crate::span::Span;
use crate::syntax::tree::view::ItemView;
use crate::value::Value;

/// The deserializer of a group of blocks.
#[derive(Clone, Copy)]
pub(super) struct BlocksDeserializer<'de, 'a> {
    pub(super) group: BlockGroup<'de, 'a>,
    /// The number of labels, from the left, that have been read.
    pub(super) labels_read: usize,
    /// Whether the group is an element of a list.
    pub(super) is_element: bool,
}

impl<'de, 'a> BlocksDeserializer<'de, 'a> {
    /// All blocks of a type, with none of their labels read.
    pub(super) fn of_type(group: BlockGroup<'de, 'a>) -> Self {
        BlocksDeserializer {
            group,
            labels_read: 0,
            is_element: false,
        }
    }

    fn block_type(self) -> &'de str {
        let block = self.group.block(self.group.first);
        self.group.input().view.slice(block.block_type)
    }

    /// The input and the node of the only block; an error if there are several.
    #[inline]
    pub(super) fn only(&self) -> Result<(&'a Input<'de, 'a>, u32)> {
        let BlockGroup { content, first, .. } = self.group;
        match self.group.second() {
            None => Ok(content.input_and_node(first)),
            Some(second) => Err(self.duplicate(second)),
        }
    }

    #[cold]
    fn duplicate(&self, second: usize) -> Error {
        let block_type = self.block_type();
        let view = self.group.content.input(second).view;
        let block = self.group.block(second);
        let labels = view.labels(&block).take(self.labels_read);
        let labels = labels.map(|label| format!(" \"{}\"", view.label(label)));
        let labels = labels.collect::<Vec<_>>().concat();
        let labelled = if labels.is_empty() { "" } else { " labelled" };
        let detail = format!(
            "Only one \"{block_type}\" block{labelled}{labels} is allowed here, and there is one before it. Remove one of \
             them, or merge the two."
        );
        let summary = format!("Duplicate {block_type} block");
        self.conflict_error(Diagnostic::error(summary, detail), second)
    }

    /// Adds the places of the first block and of another one to a diagnostic about the other one.
    #[cold]
    fn conflict_error(self, diagnostic: Diagnostic, second: usize) -> Error {
        let group = self.group;
        let place = |at| (at, group.block(at).header);
        group
            .content
            .conflict_error(diagnostic, place(group.first), place(second))
    }

    /// The number of labels that have not been read. It must be the same for all blocks, so that they can become maps.
    #[inline(never)]
    fn labels_left(self) -> Result<usize> {
        let count = self.label_count(self.group.first);
        for at in self.group.indexes().skip(1) {
            if self.label_count(at) != count {
                return Err(self.mixed(at));
            }
        }
        Ok(count - self.labels_read)
    }

    #[inline]
    fn label_count(self, at: usize) -> usize {
        let (input, node) = self.group.content.input_and_node(at);
        input.view.label_count(node)
    }

    #[cold]
    fn mixed(self, other: usize) -> Error {
        let count = |at| match self.label_count(at) {
            0 => "no labels".to_owned(),
            1 => "1 label".to_owned(),
            count => format!("{count} labels"),
        };
        let (first_count, other_count) = (count(self.group.first), count(other));
        let block_type = self.block_type();
        let detail = format!(
            "This \"{block_type}\" block has {other_count}, but the first one has {first_count}. Give all of them the \
             same number of labels."
        );
        self.conflict_error(
            Diagnostic::error("Inconsistent number of labels", detail),
            other,
        )
    }

    /// Decodes the content of the only block.
    fn content<T>(&self, decode: impl FnOnce(&Content<'de, '_>) -> Result<T>) -> Result<T> {
        let block = self.only()?;
        decode(&Content::of_block(block, self.labels_read))
    }

    /// Visits the body of the only block as a struct. Like the other functions that call visitors it is not inlined: a
    /// level of nesting then takes the stack of one of them instead of all.
    #[inline(never)]
    fn visit_struct<V: Visitor<'de>>(self, fields: StructFields, visitor: V) -> Result<V::Value> {
        self.content(|content| items::visit(content, Some(fields), visitor))
    }

    /// Adds to the error of a map without labels that a label may be missing, if its first value does not fit.
    #[cold]
    fn suggest_label(self, error: Error) -> Error {
        let view = self.group.input().view;
        let block = self.group.block(self.group.first);
        let first = view.item_ids(block.body).first();
        match first.map(|id| view.item(*id)) {
            Some(ItemView::Attribute(attribute))
                if error.span() == Some(view.tree.span(attribute.expression)) =>
            {
                let header = view.slice(block.header).trim_end();
                error.suggest_label(header, block.header, view.slice(attribute.name))
            }
            _ => error,
        }
    }

    /// The error of a request that a block cannot answer.
    #[cold]
    fn unsuitable<T>(self, visitor: &dyn Expected) -> Result<T> {
        let found = format!(
            "a block; an attribute is written \"{} = …\"",
            self.block_type()
        );
        Err(Error::invalid_type(Unexpected::Other(&found), visitor))
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
        let mut blocks = self.group.indexes().map(|at| self.group.block(at));
        if blocks.any(|block| block.is_unknown) {
            return Err(Error::handover(Handover::new(Value::dynamic())));
        }
        visitor.visit_newtype_struct(self)
    }

    /// The place from the first block to the last.
    fn place(self) -> ValuePlace {
        let first = self.group.block(self.group.first).span;
        let blocks = self.group.indexes().map(|at| self.group.block(at).span);
        ValuePlace::new(blocks.fold(first, Span::join), Some(self.group.source()))
    }

    /// Visits the body of the only block as a map.
    #[inline(never)]
    fn visit_unlabelled<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let value = self.content(|content| items::visit(content, None, visitor));
        value.map_err(|error| self.suggest_label(error))
    }

    /// Whether the blocks are a list for a type that accepts anything.
    #[inline(never)]
    fn is_list(self) -> Result<bool> {
        let lists = &self.group.input().shared.options.block_lists;
        let is_asked_for = !self.is_element && lists.has(self.block_type());
        let may_be_list = is_asked_for || self.group.second().is_some();
        Ok(may_be_list && self.labels_left()? == 0)
    }

    /// Visits the blocks as a sequence.
    #[inline(never)]
    fn visit_list<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let mut access = BlocksAccess {
            blocks: self,
            next: Some(self.group.first),
            taken: 0,
        };
        let value = visitor.visit_seq(&mut access)?;
        if access.next.is_some() {
            check_length(self.group.indexes().count(), access.taken)?;
        }
        Ok(value)
    }

    /// Visits the blocks by their remaining labels, which are the keys of maps or fields.
    #[inline(never)]
    fn visit_labels<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let nodes;
        let items = if let Some(items) = self.group.neighbours() {
            items
        } else {
            nodes = self.group.nodes();
            BodyItems::Selected(&nodes)
        };
        let content = self.group.content.with_items(items);
        LabelledAccess::visit(self, &content, visitor)
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

    /// The variant is the first remaining label, or without labels the only item of the body.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let (input, block) = self.only()?;
        let Some(label) = input.view.nth_label(block, self.labels_read) else {
            return self.content(|content| body::visit_enum(content, variants, visitor));
        };
        let variant = Variant {
            name: input.view.normalized_label(label),
            name_span: Some(label.span),
            form: VariantForm::Label,
            content: BlocksDeserializer {
                labels_read: self.labels_read + 1,
                ..self
            },
            content_span: Some(input.view.block(block).header),
        };
        input.within_label(label.span, || visitor.visit_enum(variant))
    }
}

/// The blocks of a group as a sequence.
struct BlocksAccess<'de, 'a> {
    blocks: BlocksDeserializer<'de, 'a>,
    /// The index of the next one among the items.
    next: Option<usize>,
    taken: usize,
}

impl<'de> SeqAccess<'de> for BlocksAccess<'de, '_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some(at) = self.next else {
            return Ok(None);
        };
        let group = self.blocks.group;
        self.next = group.repeats.next(at);
        self.taken += 1;
        let content = group.content.with_items(group.content.items.only(at));
        let block = BlocksDeserializer {
            group: BlockGroup::new(&content, &NO_REPEATS, 0),
            is_element: true,
            ..self.blocks
        };
        seed.deserialize(block).map(Some).map_err(|error| {
            let node = group.content.items.get(at);
            survey::record_failure(group.content, BodyFailure::Block(node));
            let error = culprit::locate(error, culprit::Within::Block(group.content, at));
            let error = error.at(group.block(at).header);
            let labels_read = self.blocks.labels_read;
            let element = group.content.element_steps(at, labels_read);
            let error = error.insert_element(None, &element);
            group.content.in_source(error, at)
        })
    }
}
