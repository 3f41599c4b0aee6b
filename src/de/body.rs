//! Bodies: as maps and structs of attributes by name and blocks by type, as lists of their items, as a whole.
//!
//! Knows nothing of what the expressions are.

use serde::de::{DeserializeSeed, Deserializer, Error as _, Expected, MapAccess, SeqAccess};
use serde::de::{Unexpected, Visitor};

use super::block::{BlocksDeserializer, Group};
use super::capture;
use super::content::{Content, Items, Place};
use super::enum_::Variant;
use super::expression::{ExpressionDeserializer, Presence};
use super::label::{LabelFields, LabelName};
use super::repeats::Repeats;
use super::spanned::SpannedAccess;
use super::text::TextDeserializer;
use super::tuple::check_length;
use super::value::ValueDeserializer;
use crate::diagnostic::Diagnostic;
use crate::error::{Category, Error, PathStep, Result};
use crate::protocol::{self, Handover};
use crate::span::Span;
use crate::syntax::tree::NodeId;
use crate::syntax::tree::view::ItemView;
use crate::value::Value;

/// The field that gets what the other fields leave.
const REST: &str = "$body";

/// What a body is asked for as.
#[derive(Clone, Copy)]
pub(super) enum Asked {
    Map,
    /// A struct of these fields.
    Struct(&'static [&'static str]),
    /// A struct that `flatten` or `tag` hides: nobody says what its fields are.
    Hidden,
}

impl Asked {
    /// What a visitor of a map asks for. Only what it says of itself tells a struct from a map.
    pub(super) fn by(visitor: &dyn Expected) -> Self {
        let expected = visitor.to_string();
        let is_struct = ["struct ", "internally tagged enum "]
            .iter()
            .any(|kind| expected.starts_with(kind));
        if is_struct { Asked::Hidden } else { Asked::Map }
    }

    fn fields(self) -> Option<&'static [&'static str]> {
        match self {
            Asked::Struct(fields) => Some(fields),
            Asked::Map | Asked::Hidden => None,
        }
    }
}

/// A body from which something is asked.
#[derive(Clone, Copy)]
pub(super) struct BodyDeserializer<'de, 'a>(pub(super) &'a Content<'de, 'a>);

/// The items of a body, before them the labels that fields ask for, and behind them the rest.
struct BodyAccess<'de, 'a> {
    content: &'a Content<'de, 'a>,
    repeats: &'a Repeats,
    next: usize,
    current: Current<'de, 'a>,
    labels: LabelFields,
    asked: Asked,
    /// The items that no field asks for, if there is a field for them.
    rest: Option<Vec<Place>>,
    /// Whether items that no field asks for are something special.
    sorts_out: bool,
}

/// What the key that was given last belongs to.
enum Current<'de, 'a> {
    Nothing,
    /// An attribute by its index, and its expression.
    Attribute(usize, ExpressionDeserializer<'de, 'a>),
    /// An attribute that had to be evaluated to see that it has a value.
    Evaluated(usize, ExpressionDeserializer<'de, 'a>, Value),
    /// The first block of its type, by its index among the items.
    Block(usize),
    Label(LabelName),
    Rest(Vec<Place>),
}

/// Gives a visitor the items of a body: to a map all of them, to a struct with those fields all but the attributes
/// that null takes away.
pub(super) fn visit<'de, V: Visitor<'de>>(
    content: &Content<'de, '_>,
    asked: Asked,
    visitor: V,
) -> Result<V::Value> {
    let labels = LabelFields::new(content, asked)?;
    let repeats = content.repeats()?;
    let fields = asked.fields().unwrap_or_default();
    let rest = fields.contains(&REST).then(Vec::new);
    let mut access = BodyAccess {
        content,
        repeats: &repeats,
        next: 0,
        current: Current::Nothing,
        labels,
        asked,
        sorts_out: rest.is_some() || content.first_input().shared.exhaustive,
        rest,
    };
    let value = visitor.visit_map(&mut access);
    value.map_err(|error| {
        let error = access.placed(error);
        if capture::is_of_captured::<V>() {
            error
        } else {
            access.with_unreached(error)
        }
    })
}

/// Gives an enum's visitor the only item of a body: its name is the variant.
pub(super) fn visit_enum<'de, V: Visitor<'de>>(
    content: &Content<'de, '_>,
    visitor: V,
) -> Result<V::Value> {
    let repeats = content.repeats()?;
    let mut firsts = (0..content.items.len()).filter(|at| !repeats.is_repeat(*at));
    let (Some(at), None) = (firsts.next(), firsts.next()) else {
        return Err(not_a_variant(content));
    };
    let (name, name_span) = (content.name(at), content.head(at).name);
    let input = content.input(at);
    let value = match content.item(at) {
        ItemView::Attribute(attribute) => visitor.visit_enum(Variant {
            name: name.into(),
            name_span: Some(name_span),
            is_label: false,
            content: ExpressionDeserializer {
                input,
                id: attribute.expression,
            },
            content_span: Some(input.view.tree.span(attribute.expression)),
        }),
        ItemView::Block(block) => visitor.visit_enum(Variant {
            name: name.into(),
            name_span: Some(name_span),
            is_label: false,
            content: BlocksDeserializer::of_type(Group::new(content, &repeats, at)),
            content_span: Some(block.header),
        }),
    };
    value.map_err(|error| content.in_source(error, at))
}

#[cold]
fn not_a_variant(content: &Content<'_, '_>) -> Error {
    let is_empty = content.items.is_empty();
    let found = if is_empty { "nothing" } else { "more" };
    let detail = format!(
        "Expected exactly one attribute or block here, whose name says which of the choices is taken, but found \
         {found}."
    );
    let diagnostic = Diagnostic::error("Unsupported value", detail);
    Error::new(Category::Data, diagnostic).at(content.place(false))
}

impl<'de> BodyAccess<'de, '_> {
    /// The next item that counts, and its name.
    fn advance(&mut self) -> Result<Option<(&'de str, Span)>> {
        while self.next < self.content.items.len() {
            let at = self.next;
            self.next += 1;
            let place = self.content.items.get(at);
            let input = &self.content.inputs[place.input];
            let head = input.view.item_head(place.node);
            let name = input.view.slice(head.name);
            if (self.sorts_out && self.is_left(at, (name, head.name))?)
                || self.repeats.is_repeat(at)
            {
                continue;
            }
            self.current = match head.expression {
                None => Current::Block(at),
                Some(id) => {
                    let expression = ExpressionDeserializer { input, id };
                    // Most expressions are literal: then a glance is enough.
                    if !expression.is_uncertain() {
                        self.current = Current::Attribute(at, expression);
                        return Ok(Some((name, head.name)));
                    }
                    match self.presence(name, expression) {
                        Presence::Absent => continue,
                        Presence::Present => Current::Attribute(at, expression),
                        Presence::Evaluated(value) => Current::Evaluated(at, expression, value),
                    }
                }
            };
            return Ok(Some((name, head.name)));
        }
        self.current = Current::Nothing;
        Ok(None)
    }

    /// Whether an item that no field asks for is left to the field for the rest; an error if it has no place at all.
    fn is_left(&mut self, at: usize, (name, span): (&str, Span)) -> Result<bool> {
        let Some(fields) = self.asked.fields().filter(|fields| !fields.contains(&name)) else {
            return Ok(false);
        };
        let Some(rest) = &mut self.rest else {
            let error = Error::unknown_field(name, fields);
            return Err(self.locate(error, at, span));
        };
        rest.push(self.content.items.get(at));
        Ok(true)
    }

    /// Whether null takes an attribute away from the struct that is asked for. One that no field asks for stays, to
    /// be refused or ignored under its name.
    fn presence(&self, name: &str, expression: ExpressionDeserializer<'de, '_>) -> Presence {
        match self.asked.fields() {
            Some(fields) if fields.contains(&name) => expression.presence(),
            _ => Presence::Present,
        }
    }

    /// The error of a visitor that has read a key and does not ask for the value: it is about that key.
    #[cold]
    fn refused(&self, error: Error) -> Error {
        match self.current {
            Current::Attribute(at, _) | Current::Evaluated(at, ..) | Current::Block(at)
                if error.span().is_none() =>
            {
                let span = self.content.head(at).name;
                self.locate(error, at, span)
            }
            _ => error,
        }
    }

    #[cold]
    fn locate(&self, error: Error, at: usize, span: Span) -> Error {
        let name = self.content.name(at);
        let error = error.at(span).prepend_step(PathStep::Attribute(name));
        self.content.in_source(error, at)
    }

    /// Adds to an error what is known of its place.
    #[cold]
    fn placed(&self, error: Error) -> Error {
        let error = self.refused(error);
        if error.span().is_some() {
            error
        } else {
            self.of_whole(error)
        }
    }

    /// Adds to an error of the body as a whole what is known of its place.
    #[cold]
    fn of_whole(&self, error: Error) -> Error {
        let content = self.content;
        let Some(field) = error.missing_field_name() else {
            let error = match self.asked {
                Asked::Hidden => error.of_hidden(),
                _ => error,
            };
            return error.at(content.place(false));
        };
        let null = (0..content.items.len()).find(|at| match content.item(*at) {
            ItemView::Attribute(attribute) if content.name(*at) == field => {
                let presence = self.expression(*at, attribute.expression).presence();
                matches!(presence, Presence::Absent)
            }
            _ => false,
        });
        if let Some(at) = null
            && let ItemView::Attribute(attribute) = content.item(at)
        {
            let span = self.expression(at, attribute.expression).span();
            return self.locate(Error::null_field(field), at, span);
        }
        let error = match &content.block {
            _ if field == REST => Error::hidden_body(),
            _ if !field.starts_with("$label") => {
                error.of_body().prepend_step(PathStep::Attribute(field))
            }
            Some((block, _)) => {
                let block_type = content.first_input().view.slice(block.block_type);
                match self.asked {
                    Asked::Hidden if field == "$labels" => Error::hidden_labels(block_type),
                    _ => Error::missing_label(block_type, field),
                }
            }
            None => Error::label_without_block(field),
        };
        error.at(content.place(true))
    }

    /// Adds what fails in the attributes that have not been reached: all that is wrong is to be reported at once.
    #[cold]
    fn with_unreached(&self, error: Error) -> Error {
        // An expression that could not be evaluated may have more faults than the one that has been met.
        let first = match error.classify() {
            Category::Evaluation => self.next.saturating_sub(1),
            _ => self.next,
        };
        let mut more = Vec::new();
        for at in first..self.content.items.len() {
            let ItemView::Attribute(attribute) = self.content.item(at) else {
                continue;
            };
            let name = self.content.name(at);
            let is_asked = self
                .asked
                .fields()
                .is_none_or(|fields| fields.contains(&name));
            if is_asked {
                more.extend(self.faults(at, name, attribute.expression));
            }
        }
        error.with_more(more)
    }

    /// What is wrong with the expression of an attribute.
    #[cold]
    fn faults(&self, at: usize, name: &str, id: NodeId) -> Vec<Diagnostic> {
        let input = self.content.input(at);
        let (_, mut diagnostics) = input.evaluate_recoverable(id);
        for diagnostic in &mut diagnostics {
            diagnostic.path_mut().push_str(name);
            diagnostic.set_missing_source(input.origin.source());
        }
        diagnostics
    }
}

// Each kind of value has a function of its own, so that none takes more of the stack than it needs.
impl<'de, 'a> BodyAccess<'de, 'a> {
    fn written<S: DeserializeSeed<'de>>(
        &self,
        (at, expression): (usize, ExpressionDeserializer<'de, 'a>),
        seed: S,
    ) -> Result<S::Value> {
        let value = seed.deserialize(expression);
        value.map_err(|error| self.locate(error, at, expression.span()))
    }

    fn label_value<S: DeserializeSeed<'de>>(&self, label: &LabelName, seed: S) -> Result<S::Value> {
        let field = label.field(self.content);
        let span = field.span();
        let value = seed.deserialize(field);
        value.map_err(|error| error.at(span).prepend_step(PathStep::Attribute(&label.0)))
    }

    fn evaluated<S: DeserializeSeed<'de>>(
        &self,
        (at, expression): (usize, ExpressionDeserializer<'de, 'a>),
        value: Value,
        seed: S,
    ) -> Result<S::Value> {
        let value = seed.deserialize(ValueDeserializer::of_expression(value, expression));
        value.map_err(|error| self.locate(error, at, expression.span()))
    }

    fn rest_value<S: DeserializeSeed<'de>>(&self, rest: &[Place], seed: S) -> Result<S::Value> {
        let content = self.content.with_items(Items::Selected(rest));
        // Its labels belong to the other fields.
        let content = Content {
            block: content.block.map(|(block, _)| (block, usize::MAX)),
            ..content
        };
        seed.deserialize(BodyDeserializer(&content))
    }

    #[cold]
    fn block_error(&self, error: Error, at: usize) -> Error {
        let header = super::block::block(self.content, at).header;
        self.locate(error, at, header)
    }

    fn expression(&self, at: usize, id: NodeId) -> ExpressionDeserializer<'de, 'a> {
        ExpressionDeserializer {
            input: self.content.input(at),
            id,
        }
    }
}

impl<'de> MapAccess<'de> for BodyAccess<'de, '_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        if let Some(label) = self.labels.next(self.content) {
            let name = label.0.clone();
            self.current = Current::Label(label);
            return seed.deserialize(TextDeserializer::new(name)).map(Some);
        }
        if let Some((name, span)) = self.advance()? {
            let key = seed.deserialize(TextDeserializer::at(name, span));
            return key.map(Some).map_err(|error| self.refused(error));
        }
        let Some(rest) = self.rest.take() else {
            return Ok(None);
        };
        self.current = Current::Rest(rest);
        seed.deserialize(TextDeserializer::new(REST)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        match std::mem::replace(&mut self.current, Current::Nothing) {
            Current::Block(at) => {
                let group = Group::new(self.content, self.repeats, at);
                let value = seed.deserialize(BlocksDeserializer::of_type(group));
                value.map_err(|error| self.block_error(error, at))
            }
            Current::Attribute(at, expression) => self.written((at, expression), seed),
            Current::Evaluated(at, expression, value) => {
                self.evaluated((at, expression), value, seed)
            }
            Current::Label(label) => self.label_value(&label, seed),
            Current::Rest(rest) => self.rest_value(&rest, seed),
            Current::Nothing => unreachable!("serde asks for a value only after its key"),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.content.items.len() - self.next)
    }
}

impl<'de> BodyDeserializer<'de, '_> {
    /// The error of something asked for that a body cannot be.
    #[cold]
    fn unsuitable<T>(self, expected: &dyn Expected) -> Result<T> {
        let found = Unexpected::Other(
            "a body, which is a list of attributes and blocks; decode it into a struct, a map or an enum, or into a \
             list of enums that are named by attribute or block type",
        );
        Err(Error::invalid_type(found, expected).at(self.0.place(false)))
    }

    /// The empty body; another one would be lost.
    fn visit_empty<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.0.items.is_empty() {
            return visitor.visit_unit();
        }
        let found = Unexpected::Other("a body that is not empty");
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

impl<'de> Deserializer<'de> for BodyDeserializer<'de, '_> {
    type Error = Error;

    unsuitable! {
        deserialize_bool deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128 deserialize_f32
        deserialize_f64 deserialize_char deserialize_str deserialize_string deserialize_bytes deserialize_byte_buf
        deserialize_identifier
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visit(self.0, Asked::by(&visitor), visitor)
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
        visit(self.0, Asked::Struct(fields), visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        visit_enum(self.0, visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        ItemAccess::visit(self.0, visitor)
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
        match name {
            protocol::BODY => Err(Error::handover(Handover::new(self.0.body()))),
            protocol::SPANNED => SpannedAccess::visit(self.0.span, self, visitor),
            protocol::ONE_OR_MANY => self.deserialize_seq(visitor),
            protocol::NUMBER | protocol::EXPRESSION | protocol::TEMPLATE | protocol::TRAVERSAL => {
                self.unsuitable(&visitor)
            }
            _ => visitor.visit_newtype_struct(self),
        }
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

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }
}

/// The items of a body as a sequence of bodies of one item each, in the order of the source.
struct ItemAccess<'de, 'a> {
    content: &'a Content<'de, 'a>,
    next: usize,
}

impl<'de, 'a> ItemAccess<'de, 'a> {
    fn visit<V: Visitor<'de>>(content: &'a Content<'de, 'a>, visitor: V) -> Result<V::Value> {
        let mut access = ItemAccess { content, next: 0 };
        let value = visitor.visit_seq(&mut access)?;
        check_length(content.items.len(), access.next)?;
        Ok(value)
    }
}

impl<'de> SeqAccess<'de> for ItemAccess<'de, '_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let at = self.next;
        if at == self.content.items.len() {
            return Ok(None);
        }
        self.next += 1;
        let content = self.content.with_items(self.content.items.only(at));
        let item = seed.deserialize(BodyDeserializer(&content));
        item.map(Some).map_err(|error| {
            let error = error.at(self.content.head(at).name);
            let error = error.prepend_step(PathStep::Index(at));
            self.content.in_source(error, at)
        })
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.content.items.len() - self.next)
    }
}
