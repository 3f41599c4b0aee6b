//! Bodies: as maps and structs of attributes by name and blocks by type, as lists of their items, as a whole.
//!
//! Knows nothing of what the expressions are.

use serde::de::{DeserializeSeed, Deserializer, Error as _, Expected, SeqAccess};
use serde::de::{Unexpected, Visitor};

use super::block::BlocksDeserializer;
use super::content::Content;
use super::data_deserializer::DataDeserializer;
use super::enum_::{Variant, VariantForm};
use super::forward::{body_requests, forward_deserializer};
use super::group::BlockGroup;
use super::items;
use super::json::PropertyVariants;
use super::spanned::{SpannedAccess, ValuePlace};
use super::tuple::check_length;
use crate::error::{Category, Error, Result, listed};
use crate::protocol::field::StructFields;
use crate::protocol::{self, Handover};
use crate::syntax::tree::NodeId;

/// The deserializer of a body.
#[derive(Clone, Copy)]
pub(super) struct BodyDeserializer<'de, 'a>(pub(super) &'a Content<'de, 'a>);

/// Visits the only item of a body as an enum: its name is the variant.
pub(super) fn visit_enum<'de, V: Visitor<'de>>(
    content: &Content<'de, '_>,
    variants: &'static [&'static str],
    visitor: V,
) -> Result<V::Value> {
    let repeats = content.repeats()?;
    let mut firsts = (0..content.items.len()).filter(|at| !repeats.is_repeat(*at));
    let (Some(at), None) = (firsts.next(), firsts.next()) else {
        return Err(not_a_variant(content, variants));
    };
    let (name, name_span) = (content.key(at), content.head(at).name);
    let value = match content.expression(at) {
        Some(expression) => visitor.visit_enum(Variant {
            name,
            name_span: Some(name_span),
            form: VariantForm::Value,
            content: DataDeserializer(expression),
            content_span: Some(expression.place()),
        }),
        None => visitor.visit_enum(Variant {
            name,
            name_span: Some(name_span),
            form: VariantForm::Block,
            content: BlocksDeserializer::of_type(BlockGroup::new(content, &repeats, at)),
            content_span: Some(content.block_at(at).header),
        }),
    };
    value.map_err(|error| content.in_source(error, at))
}

#[cold]
fn not_a_variant(content: &Content<'_, '_>, variants: &[&str]) -> Error {
    let is_empty = content.items.is_empty();
    let found = if is_empty { "nothing" } else { "more" };
    let detail = format!(
        "Expected exactly one attribute or block here, whose name says which of the choices is taken, but found \
         {found}.{}",
        listed(variants)
    );
    Error::of(Category::Data, "Unsupported value", detail).at(content.place(false))
}

impl<'de> BodyDeserializer<'de, '_> {
    fn place(self) -> ValuePlace {
        ValuePlace::new(self.0.span, Some(self.0.first_input().origin.source()))
    }

    fn visit_value<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn visit_body<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value> {
        Err(Error::handover(Handover::new(self.0.body())))
    }

    /// The error of a request that a body cannot answer.
    #[cold]
    fn unsuitable<T>(self, expected: &dyn Expected) -> Result<T> {
        let found = Unexpected::Other("a body, which consists of attributes and blocks");
        let error = Error::invalid_type(found, expected).with_note(
            "Decode a body into a struct, a map or an enum, or into a list of enums that are named by attribute or \
             block type.",
        );
        Err(error.at(self.0.place(false)))
    }

    /// Visits an empty body as a unit. The items of any other body would be lost.
    fn visit_empty<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.0.items.is_empty() {
            return visitor.visit_unit();
        }
        let found = Unexpected::Other("a body that is not empty");
        Err(Error::invalid_type(found, &visitor))
    }
}

impl<'de> Deserializer<'de> for BodyDeserializer<'de, '_> {
    type Error = Error;

    body_requests! {}

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        items::visit(self.0, None, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_any(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        items::visit(self.0, Some(StructFields::of(fields)), visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        visit_enum(self.0, variants, visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        ItemAccess::visit(self.0, visitor)
    }
}

/// The items of a body as a sequence of bodies of one item each, in the order of the source. An array of blocks in JSON
/// syntax is one item for each.
struct ItemAccess<'de, 'a> {
    content: &'a Content<'de, 'a>,
    next: usize,
    /// What is left of the last item.
    variants: PropertyVariants<'de, 'a>,
}

impl<'de, 'a> ItemAccess<'de, 'a> {
    fn visit<V: Visitor<'de>>(content: &'a Content<'de, 'a>, visitor: V) -> Result<V::Value> {
        let mut access = ItemAccess {
            content,
            next: 0,
            variants: PropertyVariants::default(),
        };
        let value = visitor.visit_seq(&mut access)?;
        check_length(content.items.len() + access.variants.len(), access.next)?;
        Ok(value)
    }

    /// Begins with the next item, and gives its index; `None` after the last one.
    fn begin_next(&mut self) -> Option<usize> {
        let at = self.next;
        if self.variants.len() > 0 {
            return at.checked_sub(1);
        }
        if at == self.content.items.len() {
            return None;
        }
        self.next += 1;
        if let Some(expression) = self.content.expression(at) {
            let node = self.content.items.get(at).node;
            self.variants.begin(NodeId(node), expression);
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

/// The deserializer of a body of one item, or of the next of the variants that the item is.
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
                let (input, node) = self.body.0.input_and_node(0);
                let item = input.view.tree.span(NodeId(node));
                let span = self.variants.place().unwrap_or(item);
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
        match self.variants.visit(visitor) {
            Ok(value) => value,
            Err(visitor) => self.body.deserialize_enum(name, variants, visitor),
        }
    }
}
