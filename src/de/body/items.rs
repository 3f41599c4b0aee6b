//! The items of a body as the elements of a list.

use serde::de::{DeserializeSeed, Deserializer, SeqAccess, Visitor};

use super::BodyDeserializer;
use crate::de::content::Content;
use crate::de::forward::forward_deserializer;
use crate::de::item_nodes::Node;
use crate::de::json::{self, PropertyVariants};
use crate::de::parts::check_length;
use crate::de::spanned::{SpannedAccess, ValuePlace};
use crate::error::{Error, Result};
use crate::protocol;

/// The items of a body as a sequence of bodies of one item each, in the order of the source. An array of blocks in JSON
/// syntax is one item for each.
pub(super) struct ItemAccess<'de, 'a> {
    content: &'a Content<'de, 'a>,
    next: usize,
    /// The remaining variants of the last item.
    variants: PropertyVariants<'de, 'a>,
}

impl<'de, 'a> ItemAccess<'de, 'a> {
    pub(super) fn visit<V: Visitor<'de>>(
        content: &'a Content<'de, 'a>,
        visitor: V,
    ) -> Result<V::Value> {
        let mut access = ItemAccess {
            content,
            next: 0,
            variants: PropertyVariants::default(),
        };
        let value = visitor.visit_seq(&mut access)?;
        check_length(content.items.len() + access.variants.len(), access.next)?;
        Ok(value)
    }

    /// Starts the next item and returns its index; `None` after the last one.
    fn begin_next(&mut self) -> Option<usize> {
        let at = self.next;
        if self.variants.len() > 0 {
            return at.checked_sub(1);
        }
        if at == self.content.items.len() {
            return None;
        }
        self.next += 1;
        if let Some(expression) = self.content.expression(at)
            && let Node::Item(property) = self.content.node(at).node
        {
            self.variants.begin(property, expression);
        }
        Some(at)
    }
}

impl<'de> SeqAccess<'de> for ItemAccess<'de, '_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some(at) = self.begin_next() else {
            return Ok(None);
        };
        let content = self.content.with_items(self.content.items.only(at));
        let body = BodyDeserializer(&content);
        let variants = &mut self.variants;
        let item = seed.deserialize(ItemDeserializer { body, variants });
        item.map(Some).map_err(|error| {
            let error = error.at(self.content.head(at).name);
            self.content
                .in_source(self.content.with_item_path(error, at), at)
        })
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.content.items.len() - self.next + self.variants.len())
    }
}

/// The deserializer of a body of one item, or of the next one of the item's variants.
struct ItemDeserializer<'de, 'a, 'e> {
    body: BodyDeserializer<'de, 'e>,
    variants: &'e mut PropertyVariants<'de, 'a>,
}

impl<'de, 'e> ItemDeserializer<'de, '_, 'e> {
    fn body<T>(self, decode: impl FnOnce(BodyDeserializer<'de, 'e>) -> Result<T>) -> Result<T> {
        self.variants.take_whole()?;
        decode(self.body)
    }
}

impl<'de> Deserializer<'de> for ItemDeserializer<'de, '_, '_> {
    type Error = Error;

    forward_deserializer! { Self::body, any identifier bool numbers structs others }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        match name {
            protocol::SPANNED => {
                let (input, item) = self.body.0.item(0);
                let span = item.node.span(input.view());
                let span = self.variants.place().unwrap_or(span);
                let place = ValuePlace::new(span, Some(input.origin.source()));
                SpannedAccess::visit(place, self, visitor)
            }
            _ if protocol::is_private(name) => {
                self.body(|it| it.deserialize_newtype_struct(name, visitor))
            }
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        if !json::IS_READ {
            return self.body.deserialize_enum(name, variants, visitor);
        }
        match self.variants.visit(visitor) {
            Ok(value) => value,
            Err(visitor) => self.body.deserialize_enum(name, variants, visitor),
        }
    }
}
