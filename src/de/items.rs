//! The items of a body as keys and values: all of them to a map, to a struct those of its fields, and besides them the
//! labels of the block and the rest.
//!
//! Knows nothing of what the expressions are.

use serde::de::{DeserializeSeed, Error as _, MapAccess, Visitor};

use super::block::{self, BlocksDeserializer, Group};
use super::body::BodyDeserializer;
use super::content::{BodyItems, Content, EnclosingBlock, ItemPlace};
use super::culprit;
use super::deserializer::SourceDeserializer;
use super::expression::ExpressionSource;
use super::input::{Input, cold_path};
use super::json::RepeatedDeserializer;
use super::label::{LabelName, Labels};
use super::repeats::Repeats;
use super::source::{Functions, Kind, Presence, Source, presence};
use super::text::TextDeserializer;
use super::value::ValueSource;
use crate::diagnostic::{Diagnostic, MAX_REPORTED};
use crate::error::{Category, Error, Found, Result};
use crate::path::PathStepRef;
use crate::protocol::field::{LABELS, PrivateField, REST};
use crate::span::Span;
use crate::syntax::tree::NodeId;
use crate::syntax::tree::view::ItemView;

mod special;
#[cfg(test)]
mod tests;

pub(super) use self::special::Special;

/// The names of the fields of a struct that is asked for.
pub(super) type Fields = &'static [&'static str];

/// The items of a body, before them the labels that fields ask for, and after them the rest.
pub(super) struct BodyAccess<'de, 'a> {
    content: &'a Content<'de, 'a>,
    /// The first source.
    input: &'a Input<'de, 'a>,
    repeats: Repeats,
    /// The nodes of the leading items that can be given without a check. Empty if labels or the rest are asked for, or if
    /// the items come from several sources. It ends before the first item that has the name of an earlier one.
    plain: &'a [u32],
    /// The index of the next item.
    next: usize,
    /// What the key that was given last belongs to. An attribute or block is the item before the next.
    current: Item<'de, 'a>,
    /// The data of [`Item::Other`]. A field of its own, so that `current` can be copied.
    other: Option<Box<Other<'de, 'a>>>,
    /// The fields of the struct that is asked for; nothing for a map, and for a struct whose fields serde does not say.
    fields: Option<Fields>,
    special: Option<Box<Special>>,
    /// The error of a name that the struct has refused.
    refused: Option<Error>,
}

/// What a key belongs to.
#[derive(Clone, Copy)]
enum Item<'de, 'a> {
    Nothing,
    Attribute(ExpressionSource<'de, 'a>),
    /// The first block of its type.
    Block,
    /// What [`BodyAccess::other`] holds.
    Other,
}

/// What a key can belong to besides an attribute or a block of the tree.
enum Other<'de, 'a> {
    /// An attribute that had to be evaluated to see that it has a value.
    Evaluated(ExpressionSource<'de, 'a>, ValueSource<'de, 'a>),
    Label(LabelName),
    /// What the other fields leave.
    Rest(Vec<ItemPlace>),
}

/// Gives a visitor the items of a body: to a map all of them, to a struct with those fields all but the attributes
/// that null takes away.
pub(super) fn visit<'de, V: Visitor<'de>>(
    content: &Content<'de, '_>,
    fields: Option<Fields>,
    visitor: V,
) -> Result<V::Value> {
    let special = Special::of(content, fields, Labels::ByFields)?;
    let mut access = BodyAccess::new(content, fields, special, content.repeats()?);
    match visitor.visit_map(&mut access) {
        Ok(value) if access.is_complete() => Ok(value),
        Ok(_) => Err(access.unknown_names(None)),
        Err(error) => Err(access.complete(error)),
    }
}

impl<'de, 'a> BodyAccess<'de, 'a> {
    /// The items of a body for a struct with those fields, or for a map. What can fail is done before: a result would
    /// move all of this once more.
    #[expect(
        clippy::inline_always,
        reason = "its fields are then stored once, in the place where it is used"
    )]
    #[inline(always)]
    pub(super) fn new(
        content: &'a Content<'de, 'a>,
        fields: Option<Fields>,
        special: Option<Box<Special>>,
        repeats: Repeats,
    ) -> Self {
        BodyAccess {
            content,
            input: content.first_input(),
            plain: match (content.items, repeats.first()) {
                (BodyItems::Written(nodes, _), None) if special.is_none() => nodes,
                (BodyItems::Written(nodes, _), Some(first)) if special.is_none() => &nodes[..first],
                _ => &[],
            },
            repeats,
            next: 0,
            current: Item::Nothing,
            other: None,
            fields,
            special,
            refused: None,
        }
    }

    /// The name of the next item, if it is plain and does not have to be evaluated, as is true of most. Without this
    /// shortcut, `from_str` executes 10 % more instructions for 1,000 blocks.
    #[expect(
        clippy::inline_always,
        reason = "it is there to save a call where nearly every key is read"
    )]
    #[inline(always)]
    fn plain_item(&mut self) -> Option<(&'de str, Span)> {
        let node = *self.plain.get(self.next)?;
        let input = self.input;
        let head = input.view.item_head(node);
        self.current = match head.expression {
            None => Item::Block,
            Some(id) => {
                let expression = ExpressionSource { input, id };
                if matches!(expression.kind(), Kind::Null | Kind::Unevaluated) {
                    return None;
                }
                Item::Attribute(expression)
            }
        };
        let name = input.view.plain_item_name(node, head)?;
        self.next += 1;
        Some((name, head.name))
    }

    /// The key of the next item of any kind: a label, an attribute or block, or the rest.
    #[inline(never)]
    pub(super) fn next_item(&mut self) -> Option<TextDeserializer<'de>> {
        if let Some(special) = &mut self.special
            && let Some(label) = special.labels.next(self.content)
        {
            let name = label.0.clone();
            self.current = self.hold(Other::Label(label));
            return Some(TextDeserializer::new(name));
        }
        while self.next < self.content.items.len() {
            let at = self.next;
            self.next += 1;
            let (input, node) = self.content.source(at);
            let head = input.view.item_head(node);
            let name = input.view.item_text(node);
            if self.is_left(at, name) || self.repeats.is_repeat(at) {
                continue;
            }
            self.current = match head.expression {
                None => Item::Block,
                Some(id) => match self.attribute(name, ExpressionSource { input, id }) {
                    Some(item) => item,
                    None => continue,
                },
            };
            return Some(TextDeserializer::at(input.view.item_key(node), head.name));
        }
        let special = self.special.as_mut();
        let Some(rest) = special.and_then(|it| it.rest.take()) else {
            self.current = Item::Nothing;
            return None;
        };
        self.current = self.hold(Other::Rest(rest));
        Some(TextDeserializer::new(REST))
    }

    /// Keeps what a key belongs to until its value is asked for.
    fn hold(&mut self, other: Other<'de, 'a>) -> Item<'de, 'a> {
        self.other = Some(Box::new(other));
        Item::Other
    }

    /// An attribute as an item, unless null takes it away from the struct that is asked for. One that no field asks for
    /// stays, to be refused or ignored under its name.
    fn attribute(
        &mut self,
        name: &str,
        expression: ExpressionSource<'de, 'a>,
    ) -> Option<Item<'de, 'a>> {
        let is_field = self.fields.is_some_and(|fields| fields.contains(&name));
        if !is_field {
            return Some(Item::Attribute(expression));
        }
        match presence(expression, Functions::NotCalled) {
            Presence::Absent => None,
            Presence::Present(expression) => Some(Item::Attribute(expression)),
            Presence::Evaluated(value) => Some(self.hold(Other::Evaluated(expression, *value))),
        }
    }

    /// Whether an item that no field asks for is left to the field for the rest, or noted because it is an error.
    fn is_left(&mut self, at: usize, name: &str) -> bool {
        let Some(special) = &mut self.special else {
            return false;
        };
        let is_field = self.fields.is_none_or(|fields| fields.contains(&name));
        if is_field {
            return false;
        }
        if let Some(rest) = &mut special.rest {
            rest.push(self.content.items.get(at));
            return true;
        }
        if special.is_exhaustive && !self.repeats.is_repeat(at) {
            special.unknown.push(at);
        }
        special.is_exhaustive
    }

    /// Whether no name has been refused.
    fn is_complete(&self) -> bool {
        let special = self.special.as_ref();
        self.refused.is_none() && special.is_none_or(|it| it.unknown.is_empty())
    }

    /// The key that a struct refuses ends its items, so that it says what it misses. Any other error ends the decoding.
    #[cold]
    fn refuse<T>(&mut self, error: Error) -> Result<Option<T>> {
        let is_unknown = self.fields.is_some() && matches!(error.found(), Some(Found::Name(_)));
        let error = self.refused(error);
        if !is_unknown {
            return Err(error);
        }
        self.refused = Some(error);
        self.current = Item::Nothing;
        Ok(None)
    }

    /// The error of a visitor that has read a key and does not ask for the value: it is about that key.
    #[cold]
    fn refused(&self, error: Error) -> Error {
        let is_item = match &self.current {
            Item::Attribute(_) | Item::Block => true,
            Item::Other => matches!(self.other.as_deref(), Some(Other::Evaluated(..))),
            Item::Nothing => false,
        };
        if is_item && error.span().is_none() {
            let at = self.next - 1;
            let span = self.content.head(at).name;
            return self.locate(error, at, span);
        }
        error
    }

    #[cold]
    fn locate(&self, error: Error, at: usize, span: Span) -> Error {
        let name = self.content.name(at);
        let error = error.at(span).prepend_step(PathStepRef::Attribute(name));
        self.content.in_source(error, at)
    }

    /// Adds to an error what is known of its place, and what else is wrong.
    #[cold]
    pub(super) fn complete(&mut self, error: Error) -> Error {
        let error = self.placed(error);
        let is_exhaustive = self.special.as_ref().is_some_and(|it| it.is_exhaustive);
        if self.is_complete() && !is_exhaustive {
            let more = self.unreached(&error);
            return error.with_more(more);
        }
        // After a name that is refused, a field may only seem to be missing.
        let is_set =
            |field: &str| (0..self.content.items.len()).any(|at| self.content.name(at) == field);
        let is_known = match error.missing_field_name() {
            Some(field) => self.refused.is_none() || !is_set(field),
            None => true,
        };
        let more = self.unreached(&error);
        let error = is_known.then_some(error);
        self.unknown_names(error).with_more(more)
    }

    /// All names that no field has, and what else is wrong.
    #[cold]
    fn unknown_names(&mut self, other: Option<Error>) -> Error {
        let fields = self.fields.unwrap_or_default();
        let mut unknown = match &mut self.special {
            Some(special) => std::mem::take(&mut special.unknown),
            None => Vec::new(),
        };
        let is_unknown =
            |at: &usize| !self.repeats.is_repeat(*at) && !fields.contains(&self.content.name(*at));
        unknown.extend((self.next..self.content.items.len()).filter(is_unknown));
        let mut more = Vec::new();
        for at in unknown.into_iter().take(MAX_REPORTED) {
            let name = self.content.name(at);
            let error = Error::unknown_field(name, fields);
            let error = self.locate(error, at, self.content.head(at).name);
            let source = self.content.input(at).origin.source();
            more.extend(error.with_source(source).into_diagnostics());
        }
        let mut errors = self.refused.take().into_iter().chain(other);
        match errors.next() {
            Some(first) => {
                let mut others = Vec::new();
                for error in errors {
                    others.extend(error.into_diagnostics());
                }
                others.extend(more);
                first.with_more(others)
            }
            None => Error::from_diagnostics(Category::Data, more)
                .unwrap_or_else(|| Error::custom("a name is not expected here")),
        }
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
            let error = match self.fields {
                None => culprit::locate(error.of_hidden(), culprit::Within::Body(content)),
                Some(_) => error,
            };
            return error.at(content.place(false));
        };
        let null = (0..content.items.len()).find(|at| match content.item(*at) {
            ItemView::Attribute(attribute) if content.name(*at) == field => {
                let expression = self.expression(*at, attribute.expression);
                matches!(presence(expression, Functions::NotCalled), Presence::Absent)
            }
            _ => false,
        });
        if let Some(at) = null
            && let ItemView::Attribute(attribute) = content.item(at)
        {
            let span = self.expression(at, attribute.expression).place();
            return self.locate(Error::null_field(field), at, span);
        }
        let error = match content.block() {
            _ if field == REST => Error::hidden_body(),
            _ if !PrivateField::is_label(field) => {
                error.of_body().prepend_step(PathStepRef::Attribute(field))
            }
            Some(block) => {
                let block_type = content.first_input().view.slice(block.block_type);
                let (read, count) = content.block.map_or((0, 0), |block| {
                    let read = block.labels_read;
                    (read, read.saturating_add(block.labels_left))
                });
                if self.fields.is_none() && field == LABELS {
                    Error::hidden_labels(block_type)
                } else {
                    Error::missing_label(block_type, read, count, field)
                }
            }
            None => Error::label_without_block(field),
        };
        error.at(content.place(true))
    }

    /// What fails in the attributes that have not been reached: all that is wrong is to be reported at once.
    ///
    /// Only what would have been asked for is evaluated: the attributes that the struct has fields for, or, in a map,
    /// all of them if their values are asked for, as a value that has failed in evaluation was.
    #[cold]
    fn unreached(&self, error: &Error) -> Vec<Diagnostic> {
        let mut more = Vec::new();
        let is_evaluation = error.classify() == Category::Evaluation;
        if self.fields.is_none() && !is_evaluation {
            return more;
        }
        // An expression that could not be evaluated may have more faults than the one that has been met.
        let first = self.next.saturating_sub(usize::from(is_evaluation));
        for at in first..self.content.items.len() {
            if more.len() >= MAX_REPORTED || self.input.is_spent() {
                break;
            }
            let ItemView::Attribute(attribute) = self.content.item(at) else {
                continue;
            };
            let name = self.content.name(at);
            if self.fields.is_none_or(|fields| fields.contains(&name)) {
                more.extend(self.faults(at, name, attribute.expression));
            }
        }
        more
    }

    /// The diagnostics of the expression of an attribute. An expression that calls functions is left out: its value was
    /// not asked for, or the functions have been called already.
    #[cold]
    fn faults(&self, at: usize, name: &str, id: NodeId) -> Vec<Diagnostic> {
        let input = self.content.input(at);
        if self.expression(at, id).calls_functions() {
            return Vec::new();
        }
        let (_, mut diagnostics) = input.evaluate_recoverable(id);
        // With the source, a diagnostic about an overlay has another span than the one that has been met already.
        let has_source = self.content.inputs.len() > 1 || !input.view.tree.is_overlay();
        for diagnostic in &mut diagnostics {
            diagnostic.prepend_step(PathStepRef::Attribute(name).into());
            if has_source {
                diagnostic.set_missing_source(input.origin.source());
            }
        }
        diagnostics
    }
}

// Each kind of value has a function of its own, so that none takes more of the stack than it needs.
impl<'de, 'a> BodyAccess<'de, 'a> {
    fn written<S: DeserializeSeed<'de>>(
        &self,
        (at, expression): (usize, ExpressionSource<'de, 'a>),
        seed: S,
    ) -> Result<S::Value> {
        match seed.deserialize(SourceDeserializer(expression)) {
            Ok(value) => Ok(value),
            Err(error) => {
                let error = culprit::locate(error, culprit::Within::Expression(expression));
                Err(self.locate(error, at, expression.place()))
            }
        }
    }

    /// All values of a property of JSON that is repeated.
    fn repeated<S: DeserializeSeed<'de>>(&self, first: usize, seed: S) -> Result<S::Value> {
        let indexes = std::iter::successors(Some(first), |at| self.repeats.next(*at));
        let id = |at: usize| self.content.head(at).expression;
        let values = indexes.filter_map(|at| Some(self.expression(at, id(at)?)));
        let place = self.content.head(first).name;
        let value = seed.deserialize(RepeatedDeserializer(values.collect()));
        value.map_err(|error| self.locate(error, first, place))
    }

    fn blocks<S: DeserializeSeed<'de>>(&self, at: usize, seed: S) -> Result<S::Value> {
        let group = Group::new(self.content, &self.repeats, at);
        match seed.deserialize(BlocksDeserializer::of_type(group)) {
            Ok(value) => Ok(value),
            Err(error) => Err(self.block_error(error, at)),
        }
    }

    fn other<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        match *self.other.take().expect("next_item has put it there") {
            Other::Evaluated(expression, value) => {
                self.evaluated((self.next - 1, expression), value, seed)
            }
            Other::Label(label) => self.label_value(&label, seed),
            Other::Rest(rest) => self.rest_value(&rest, seed),
        }
    }

    fn label_value<S: DeserializeSeed<'de>>(&self, label: &LabelName, seed: S) -> Result<S::Value> {
        let field = label.field(self.content);
        let span = field.span();
        let value = seed.deserialize(field);
        value.map_err(|error| {
            error
                .at(span)
                .prepend_step(PathStepRef::Attribute(&label.0))
        })
    }

    fn evaluated<S: DeserializeSeed<'de>>(
        &self,
        (at, expression): (usize, ExpressionSource<'de, 'a>),
        value: ValueSource<'de, 'a>,
        seed: S,
    ) -> Result<S::Value> {
        let value = seed.deserialize(SourceDeserializer(value));
        value.map_err(|error| self.locate(error, at, expression.place()))
    }

    fn rest_value<S: DeserializeSeed<'de>>(&self, rest: &[ItemPlace], seed: S) -> Result<S::Value> {
        let content = self.content.with_items(BodyItems::Selected(rest));
        // Its labels belong to the other fields.
        let content = Content {
            block: content.block.map(|block| EnclosingBlock {
                labels_read: usize::MAX,
                labels_left: 0,
                ..block
            }),
            ..content
        };
        seed.deserialize(BodyDeserializer(&content))
    }

    #[cold]
    fn block_error(&self, error: Error, at: usize) -> Error {
        let header = block::block(self.content, at).header;
        let within = match self.repeats.next(at) {
            None => culprit::Within::Block(self.content, at),
            Some(_) => culprit::Within::Nothing,
        };
        self.locate(culprit::locate(error, within), at, header)
    }

    fn expression(&self, at: usize, id: NodeId) -> ExpressionSource<'de, 'a> {
        ExpressionSource {
            input: self.content.input(at),
            id,
        }
    }
}

impl<'de> MapAccess<'de> for BodyAccess<'de, '_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let key = match self.plain_item() {
            Some((name, span)) => TextDeserializer::at(name, span),
            None if !self.plain.is_empty() && self.next == self.content.items.len() => {
                self.current = Item::Nothing;
                return Ok(None);
            }
            None => match self.next_item() {
                Some(key) => key,
                None => return Ok(None),
            },
        };
        match seed.deserialize(key) {
            Ok(key) => Ok(Some(key)),
            Err(error) => self.refuse(error),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let current = self.current;
        self.current = Item::Nothing;
        match current {
            Item::Attribute(_) if self.repeats.next(self.next - 1).is_some() => {
                cold_path(|| self.repeated(self.next - 1, seed))
            }
            Item::Attribute(expression) => self.written((self.next - 1, expression), seed),
            Item::Block => self.blocks(self.next - 1, seed),
            Item::Other => cold_path(|| self.other(seed)),
            Item::Nothing => unreachable!("serde asks for a value only after its key"),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        // With repeated names there are fewer keys, of which nobody has counted how many.
        let left = self.content.items.len() - self.next;
        self.repeats.is_empty().then_some(left)
    }
}
