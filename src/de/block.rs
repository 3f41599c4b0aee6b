//! Blocks of one type: one or many.
//!
//! A struct or a map takes exactly one, a sequence takes all of them in order, and labels are the keys of maps around
//! them. What the type does not say, `deserialize_any` decides: one block is a map, several are a sequence.
//!
//! Knows nothing of expressions.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde::de::{DeserializeSeed, Deserializer, Error as _, SeqAccess, Unexpected, Visitor};

use super::Input;
use super::body::{self, Content};
use super::enum_::Variant;
use super::label::{LabelAccess, behind, text_of};
use super::repeats::{NO_REPEATS, Repeats};
use super::tuple::check_length;
use crate::diagnostic::Diagnostic;
use crate::error::{Category, Error, PathStep, Result};
use crate::protocol::NUMBER;
use crate::syntax::tree::view::{BlockView, ItemView, View};

/// Blocks of one type that have some of their labels in common.
#[derive(Clone, Copy)]
pub(super) struct Group<'a> {
    /// The nodes of a list of items in which they are.
    items: &'a [u32],
    /// Which items belong together.
    repeats: &'a Repeats,
    /// The index of the first of them.
    first: usize,
}

/// A group of blocks from which something is asked.
#[derive(Clone, Copy)]
pub(super) struct BlocksDeserializer<'de, 'a> {
    pub(super) input: &'a Input<'de, 'a>,
    pub(super) group: Group<'a>,
    /// How many labels, from the left, have been read.
    pub(super) labels_read: usize,
}

impl<'a> Group<'a> {
    /// The item at `first` and those that repeat it.
    pub(super) fn new(items: &'a [u32], repeats: &'a Repeats, first: usize) -> Self {
        Group {
            items,
            repeats,
            first,
        }
    }

    /// That item alone.
    fn one(self, at: usize) -> Self {
        Group::new(&self.items[at..=at], &NO_REPEATS, 0)
    }

    fn indexes(self) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(self.first), move |at| self.repeats.next(*at))
    }

    fn second(self) -> Option<usize> {
        self.repeats.next(self.first)
    }

    /// The nodes of the blocks.
    pub(super) fn nodes(self) -> Cow<'a, [u32]> {
        if self.second().is_none() {
            return Cow::Borrowed(&self.items[self.first..=self.first]);
        }
        self.indexes().map(|at| self.items[at]).collect()
    }
}

/// The block that a node is.
pub(super) fn block(view: View<'_, '_>, node: u32) -> BlockView {
    match view.item(node) {
        ItemView::Block(block) => block,
        ItemView::Attribute(_) => unreachable!("a group consists of blocks"),
    }
}

impl<'de, 'a> BlocksDeserializer<'de, 'a> {
    /// All blocks of a type, with none of their labels read.
    pub(super) fn of_type(input: &'a Input<'de, 'a>, group: Group<'a>) -> Self {
        BlocksDeserializer {
            input,
            group,
            labels_read: 0,
        }
    }

    fn block(self, at: usize) -> BlockView {
        block(self.input.view, self.group.items[at])
    }

    fn block_type(self) -> &'de str {
        self.input
            .view
            .slice(self.block(self.group.first).block_type)
    }

    /// The one block that there must be.
    fn only(self) -> Result<BlockView> {
        match self.group.second() {
            None => Ok(self.block(self.group.first)),
            Some(second) => Err(self.duplicate(second)),
        }
    }

    #[cold]
    fn duplicate(self, second: usize) -> Error {
        let view = self.input.view;
        let (first, second) = (self.block(self.group.first), self.block(second));
        let block_type = self.block_type();
        let mut labels = view.labels(&second).take(self.labels_read).peekable();
        let mut of = if labels.peek().is_some() {
            " labelled"
        } else {
            ""
        }
        .to_owned();
        for label in labels {
            let _ = write!(of, " \"{}\"", view.label(label));
        }
        let detail = format!(
            "Only one \"{block_type}\" block{of} is allowed here, and there is one before it. Remove one of them, or \
             merge the two."
        );
        let diagnostic = Diagnostic::error(format!("Duplicate {block_type} block"), detail)
            .with_subject(second.header)
            .with_context(first.header);
        Error::new(Category::Data, diagnostic)
    }

    /// How many labels of the blocks are left, of which all must have the same number to become maps.
    fn labels_left(self) -> Result<usize> {
        let view = self.input.view;
        let first = self.block(self.group.first);
        let count = view.labels(&first).len();
        for at in self.group.indexes().skip(1) {
            let other = self.block(at);
            if view.labels(&other).len() != count {
                return Err(self.mixed(&first, &other));
            }
        }
        Ok(count - self.labels_read)
    }

    #[cold]
    fn mixed(self, first: &BlockView, other: &BlockView) -> Error {
        let view = self.input.view;
        let [first_count, other_count] = [first, other].map(|block| view.labels(block).len());
        let [first_count, other_count] = [first_count, other_count].map(|count| match count {
            0 => "no labels".to_owned(),
            1 => "1 label".to_owned(),
            count => format!("{count} labels"),
        });
        let block_type = self.block_type();
        let detail = format!(
            "This \"{block_type}\" block has {other_count}, but the first one has {first_count}. Give all of them the \
             same number of labels."
        );
        let diagnostic = Diagnostic::error("Inconsistent number of labels", detail)
            .with_subject(other.header)
            .with_context(first.header);
        Error::new(Category::Data, diagnostic)
    }

    fn visit_body<V: Visitor<'de>>(
        self,
        fields: Option<&'static [&'static str]>,
        visitor: V,
    ) -> Result<V::Value> {
        let block = self.only()?;
        body::visit(self.input, self.content(&block), fields, visitor)
    }

    /// The error of a map without labels: where its first value does not fit, a label may be missing.
    #[cold]
    fn suggest_label(self, error: Error) -> Error {
        let view = self.input.view;
        let block = self.block(self.group.first);
        let first = view.item_ids(block.body).first();
        match first.map(|id| view.item(*id)) {
            Some(ItemView::Attribute(attribute))
                if self.labels_read == 0
                    && error.span() == Some(view.tree.span(attribute.expression)) =>
            {
                error.suggest_label(self.block_type(), block.header)
            }
            _ => error,
        }
    }

    fn content(self, block: &BlockView) -> Content<'_> {
        Content {
            body: block.body,
            block: Some((block, self.labels_read)),
        }
    }

    /// The error of something asked for that a block cannot be.
    #[cold]
    fn unsuitable<T>(self, visitor: &dyn serde::de::Expected) -> Result<T> {
        let found = format!(
            "a block; an attribute is written \"{} = …\"",
            self.block_type()
        );
        Err(Error::invalid_type(Unexpected::Other(&found), visitor))
    }

    fn visit_empty<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let block = self.only()?;
        let is_empty = self.input.view.item_ids(block.body).is_empty();
        if is_empty && self.labels_left()? == 0 {
            return visitor.visit_unit();
        }
        let found = Unexpected::Other("a block that is not empty");
        Err(Error::invalid_type(found, &visitor))
    }
}

macro_rules! unsuitable {
    ($($deserialize:ident)*) => {$(
        fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            self.unsuitable(&visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for BlocksDeserializer<'de, '_> {
    type Error = Error;

    unsuitable! {
        deserialize_bool deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128 deserialize_f32
        deserialize_f64 deserialize_char deserialize_str deserialize_string deserialize_bytes deserialize_byte_buf
        deserialize_identifier
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.group.second().is_some() && self.labels_left()? == 0 {
            self.deserialize_seq(visitor)
        } else {
            self.deserialize_map(visitor)
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.labels_left()? == 0 {
            self.visit_body(None, visitor)
                .map_err(|error| self.suggest_label(error))
        } else {
            LabelAccess::visit(self, visitor)
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.visit_body(Some(fields), visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
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

    fn deserialize_tuple<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        if name == NUMBER {
            return self.unsuitable(&visitor);
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit_empty(visitor)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        self.visit_empty(visitor)
    }

    /// The first label that is left is the variant, without labels the only item of the body.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let block = self.only()?;
        let view = self.input.view;
        let Some(label) = view.labels(&block).nth(self.labels_read) else {
            return body::visit_enum(self.input, self.content(&block), visitor);
        };
        let variant = Variant {
            name: text_of(view, label),
            name_span: label.span,
            is_label: true,
            content: BlocksDeserializer {
                labels_read: self.labels_read + 1,
                ..self
            },
            content_span: block.header,
        };
        behind(self.input, label.span, || visitor.visit_enum(variant))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
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
        let index = self.taken;
        let group = self.blocks.group;
        self.next = group.repeats.next(at);
        self.taken += 1;
        let block = BlocksDeserializer {
            group: group.one(at),
            ..self.blocks
        };
        seed.deserialize(block).map(Some).map_err(|error| {
            error
                .at(self.blocks.block(at).header)
                .prepend_step(PathStep::Index(index))
        })
    }
}
