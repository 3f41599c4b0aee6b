//! Blocks with labels, for a visitor that asks for a map: labels are the keys of maps, but fields of structs.
//!
//! Serde asks for a struct behind `#[serde(flatten)]` and for an internally tagged enum as for a map. They are told
//! from one by what they do first, and by nothing else:
//!
//! | the visitor first asks for | as | it is | labels are |
//! |---|---|---|---|
//! | a key with its value (`next_entry`) | anything | a map, or what serde holds back for an untagged enum | keys |
//! | a key (`next_key`) | a string, a number, an enum, … | a map | keys |
//! | a key (`next_key`) | an identifier | a derived struct with `flatten` | fields |
//! | a key (`next_key`) | anything (`deserialize_any`) | an internally tagged enum | fields |
//!
//! A map of a type's own that reads key by key and asks for each as anything cannot be told from the last. There, and
//! for a field of a label that asks for anything, the label is an error, because it could be held back and lost.
//!
//! Knows nothing of expressions.

use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};

use super::block::BlocksDeserializer;
use super::content::Content;
use super::forward::forward_deserializer;
use super::items::{BodyAccess, LabelsAndRest};
use super::label::LabelAccess;
use crate::error::{Error, Result};
use crate::protocol::field::LABEL;

/// The map of blocks that have labels left.
pub(super) struct LabelledAccess<'de, 'a> {
    blocks: BlocksDeserializer<'de, 'a>,
    /// The body of the first of them.
    body: &'a Content<'de, 'a>,
    labels: LabelAccess<'de, 'a>,
    visitor_kind: VisitorKind<'de, 'a>,
}

/// What the visitor is, as far as it is known.
enum VisitorKind<'de, 'a> {
    Undecided,
    /// A map by label.
    Map,
    /// A struct, to which its block's body goes.
    Struct(Box<BodyAccess<'de, 'a>>),
}

impl<'de> LabelledAccess<'de, '_> {
    /// Gives a visitor the blocks, which are `content`.
    pub(super) fn visit<V: Visitor<'de>>(
        blocks: BlocksDeserializer<'de, '_>,
        content: &Content<'de, '_>,
        visitor: V,
    ) -> Result<V::Value> {
        let labels = LabelAccess::new(content, blocks.labels_read);
        let body = Content::of_block(content.input_and_node(0), blocks.labels_read);
        let first = labels.first_label();
        let mut access = LabelledAccess {
            blocks,
            body: &body,
            labels,
            visitor_kind: VisitorKind::Undecided,
        };
        content.input(0).within_label(first, || {
            visitor
                .visit_map(&mut access)
                .map_err(|error| match &mut access.visitor_kind {
                    VisitorKind::Struct(body) => body.complete(error),
                    VisitorKind::Undecided | VisitorKind::Map => error,
                })
        })
    }

    /// The first key, by which it is decided what the visitor is.
    fn first_key<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let mut is_struct = false;
        let first = FirstKey {
            seed,
            is_struct: &mut is_struct,
        };
        let key = self.labels.next_key_seed(first);
        if !is_struct {
            self.visitor_kind = VisitorKind::Map;
            return key;
        }
        self.blocks.only()?;
        let labels = Some(Box::new(LabelsAndRest::offered(self.body)));
        let mut body = BodyAccess::new(self.body, None, labels, self.body.repeats()?);
        // The visitor has already received the key of the first label.
        body.next_item();
        self.visitor_kind = VisitorKind::Struct(Box::new(body));
        key
    }
}

impl<'de> MapAccess<'de> for LabelledAccess<'de, '_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        match &mut self.visitor_kind {
            VisitorKind::Undecided => self.first_key(seed),
            VisitorKind::Map => self.labels.next_key_seed(seed),
            VisitorKind::Struct(body) => body.next_key_seed(seed),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        match &mut self.visitor_kind {
            VisitorKind::Undecided | VisitorKind::Map => self.labels.next_value_seed(seed),
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
            VisitorKind::Undecided | VisitorKind::Map => self.labels.size_hint(),
            VisitorKind::Struct(body) => body.size_hint(),
        }
    }
}

/// The seed of the first key, which records what is requested.
struct FirstKey<'k, S> {
    seed: S,
    is_struct: &'k mut bool,
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for FirstKey<'_, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, label: D) -> Result<S::Value, D::Error> {
        self.seed.deserialize(FirstKeyDeserializer {
            label,
            is_struct: self.is_struct,
        })
    }
}

/// The first label for a map, and the name of its field for a struct.
struct FirstKeyDeserializer<'k, D> {
    label: D,
    is_struct: &'k mut bool,
}

impl<'de, D: Deserializer<'de>> FirstKeyDeserializer<'_, D> {
    fn visit_field<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        *self.is_struct = true;
        visitor.visit_borrowed_str(LABEL)
    }

    fn decode_label<T>(self, decode: impl FnOnce(D) -> Result<T, D::Error>) -> Result<T, D::Error> {
        decode(self.label)
    }
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for FirstKeyDeserializer<'_, D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.visit_field(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.visit_field(visitor)
    }

    forward_deserializer! { Self::decode_label, bool numbers option newtype structs enums others }
}
