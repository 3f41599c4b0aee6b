//! The items of a body as keys and values: all of them to a map, to a struct those of its fields, and besides them the
//! labels of the block and the rest.
//!
//! Knows nothing of what the expressions are.

use serde::de::{DeserializeSeed, Error as _, MapAccess, Visitor};

use super::asked::Asked;
use super::block::{self, BlocksDeserializer, Group};
use super::body::BodyDeserializer;
use super::capture;
use super::content::{Around, Content, Items, Place};
use super::deserializer::SourceDeserializer;
use super::expression::ExpressionSource;
use super::input::{Input, apart};
use super::label::{LabelFields, LabelName};
use super::repeats::{NO_REPEATS, Repeats};
use super::source::{Functions, Presence, presence};
use super::text::TextDeserializer;
use super::value::ValueSource;
use crate::diagnostic::{Diagnostic, MAX_REPORTED};
use crate::error::{Category, Error, PathStep, Result};
use crate::protocol::field::{LABELS, PrivateField, REST};
use crate::span::Span;
use crate::syntax::tree::NodeId;
use crate::syntax::tree::view::ItemView;

/// The items of a body, before them the labels that fields ask for, and behind them the rest.
struct BodyAccess<'de, 'a> {
    content: &'a Content<'de, 'a>,
    /// The first source.
    input: &'a Input<'de, 'a>,
    repeats: &'a Repeats,
    /// The nodes of the items up to the first whose name is repeated, if they all come from one source and nothing is
    /// special about them: no label is asked for, and no item left out. Otherwise there are none here.
    plain: &'a [u32],
    next: usize,
    current: Current<'de, 'a>,
    other: Option<Other<'de, 'a>>,
    asked: Asked,
    special: &'a mut Option<Special>,
}

/// What is to be given beside the items, or not to be given at all.
struct Special {
    labels: LabelFields,
    /// The items that no field asks for, if there is a field for them.
    rest: Option<Vec<Place>>,
    /// Whether items that no field asks for are something special.
    sorts_out: bool,
}

/// What the key that was given last belongs to. An item is the one before the next.
#[derive(Clone, Copy)]
enum Current<'de, 'a> {
    Nothing,
    Attribute(ExpressionSource<'de, 'a>),
    /// The first block of its type.
    Block,
    /// To what is held beside it.
    Other,
}

/// What is not just an item where it stands.
enum Other<'de, 'a> {
    /// An attribute that had to be evaluated to see that it has a value.
    Evaluated(ExpressionSource<'de, 'a>, Box<ValueSource<'de, 'a>>),
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
    let input = content.first_input();
    let private = asked.private_fields();
    let is_special = !private.is_empty()
        || matches!(asked, Asked::Hidden)
        || content.labels_left() > 0
        || input.shared.exhaustive;
    let mut special = None;
    if is_special {
        special = Some(Special::new(content, asked, private)?);
    }
    let found;
    let (repeats, first_repeat) = if content.is_distinct() {
        (&NO_REPEATS, None)
    } else {
        found = content.repeats()?;
        (&found, found.first())
    };
    let mut access = BodyAccess {
        content,
        input,
        repeats,
        plain: match (content.items, first_repeat) {
            (Items::Written(nodes, _), None) if !is_special => nodes,
            (Items::Written(nodes, _), Some(first)) if !is_special => &nodes[..first],
            _ => &[],
        },
        next: 0,
        current: Current::Nothing,
        other: None,
        asked,
        special: &mut special,
    };
    match visitor.visit_map(&mut access) {
        Ok(value) => Ok(value),
        Err(error) => Err(access.complete::<V>(error)),
    }
}

impl Special {
    /// What there is of it; an error if a label of the block would be lost.
    #[inline(never)]
    fn new(
        content: &Content<'_, '_>,
        asked: Asked,
        private: &'static [&'static str],
    ) -> Result<Self> {
        let labels = LabelFields::new(content, (asked, private))?;
        let rest = private.contains(&REST).then(Vec::new);
        Ok(Special {
            labels,
            sorts_out: rest.is_some() || content.first_input().shared.exhaustive,
            rest,
        })
    }
}

impl<'de, 'a> BodyAccess<'de, 'a> {
    /// The name of the next item, if a glance is enough for it, as it is for most.
    #[expect(
        clippy::inline_always,
        reason = "it is there to save a call where nearly every key is read"
    )]
    #[inline(always)]
    fn glance(&mut self) -> Option<(&'de str, Span)> {
        let node = *self.plain.get(self.next)?;
        let input = self.input;
        let head = input.view.item_head(node);
        self.current = match head.expression {
            None => Current::Block,
            Some(id) => {
                let expression = ExpressionSource { input, id };
                if expression.is_uncertain() {
                    return None;
                }
                Current::Attribute(expression)
            }
        };
        self.next += 1;
        Some((input.view.slice(head.name), head.name))
    }

    /// The next item that counts, and its name.
    #[inline(never)]
    fn advance(&mut self) -> Result<Option<(&'de str, Span)>> {
        while self.next < self.content.items.len() {
            let at = self.next;
            self.next += 1;
            let is_repeat = self.repeats.is_repeat(at);
            if is_repeat && !self.sorts_out() {
                continue;
            }
            let (input, node) = self.content.source(at);
            let head = input.view.item_head(node);
            let name = input.view.slice(head.name);
            if self.is_left(at, (name, head.name))? || is_repeat {
                continue;
            }
            let Some(id) = head.expression else {
                self.current = Current::Block;
                return Ok(Some((name, head.name)));
            };
            let expression = ExpressionSource { input, id };
            let presence = if expression.is_uncertain() {
                self.presence(name, expression)
            } else {
                Presence::Present(expression)
            };
            self.current = match presence {
                Presence::Absent => continue,
                Presence::Present(expression) => Current::Attribute(expression),
                Presence::Evaluated(value) => {
                    self.hold(Other::Evaluated(expression, value));
                    Current::Other
                }
            };
            return Ok(Some((name, head.name)));
        }
        self.current = Current::Nothing;
        Ok(None)
    }

    /// The next key, whatever it is.
    #[inline(never)]
    fn next_key(&mut self) -> Result<Option<TextDeserializer<'de>>> {
        let special = self.special.as_mut();
        if let Some(label) = special.and_then(|it| it.labels.next(self.content)) {
            let name = label.0.clone();
            self.hold(Other::Label(label));
            return Ok(Some(TextDeserializer::new(name)));
        }
        if let Some((name, span)) = self.advance()? {
            return Ok(Some(TextDeserializer::at(name, span)));
        }
        let special = self.special.as_mut();
        let Some(rest) = special.and_then(|it| it.rest.take()) else {
            return Ok(None);
        };
        self.hold(Other::Rest(rest));
        Ok(Some(TextDeserializer::new(REST)))
    }

    fn sorts_out(&self) -> bool {
        self.special.as_ref().is_some_and(|it| it.sorts_out)
    }

    fn hold(&mut self, other: Other<'de, 'a>) {
        self.other = Some(other);
        self.current = Current::Other;
    }

    /// Whether an item that no field asks for is left to the field for the rest; an error if it has no place at all.
    fn is_left(&mut self, at: usize, (name, span): (&str, Span)) -> Result<bool> {
        let fields = self.asked.fields().filter(|_| self.sorts_out());
        let Some(fields) = fields.filter(|fields| !fields.contains(&name)) else {
            return Ok(false);
        };
        let special = self.special.as_mut();
        let Some(rest) = special.and_then(|it| it.rest.as_mut()) else {
            let error = Error::unknown_field(name, fields);
            return Err(self.locate(error, at, span));
        };
        rest.push(self.content.items.get(at));
        Ok(true)
    }

    /// Whether null takes an attribute away from the struct that is asked for. One that no field asks for stays, to
    /// be refused or ignored under its name.
    fn presence(
        &self,
        name: &str,
        expression: ExpressionSource<'de, 'a>,
    ) -> Presence<ExpressionSource<'de, 'a>, ValueSource<'de, 'a>> {
        match self.asked.fields() {
            Some(fields) if fields.contains(&name) => presence(expression, Functions::NotCalled),
            _ => Presence::Present(expression),
        }
    }

    /// The error of a visitor that has read a key and does not ask for the value: it is about that key.
    #[cold]
    fn refused(&self, error: Error) -> Error {
        let is_item = match self.current {
            Current::Attribute(_) | Current::Block => true,
            Current::Other => matches!(self.other, Some(Other::Evaluated(..))),
            Current::Nothing => false,
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
        let error = error.at(span).prepend_step(PathStep::Attribute(name));
        self.content.in_source(error, at)
    }

    /// Adds to an error what is known of its place, and what else is wrong.
    #[cold]
    fn complete<V>(&self, error: Error) -> Error {
        let error = self.placed(error);
        if capture::is_of_captured::<V>() {
            error
        } else {
            self.with_unreached(error)
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
            let error = match self.asked {
                Asked::Hidden => error.of_hidden(),
                _ => error,
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
                error.of_body().prepend_step(PathStep::Attribute(field))
            }
            Some(block) => {
                let block_type = content.first_input().view.slice(block.block_type);
                match self.asked {
                    Asked::Hidden if field == LABELS => Error::hidden_labels(block_type),
                    _ => {
                        let labels = content.block.map_or((0, 0), |block| {
                            let read = block.labels_read;
                            (read, read.saturating_add(block.labels_left))
                        });
                        Error::missing_label(block_type, labels, field)
                    }
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
            if more.len() >= MAX_REPORTED || self.input.is_spent() {
                break;
            }
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

    /// What is wrong with the expression of an attribute, as far as that can be known without calling a function: nobody
    /// has asked for its value, or its functions have been called already.
    #[cold]
    fn faults(&self, at: usize, name: &str, id: NodeId) -> Vec<Diagnostic> {
        let input = self.content.input(at);
        if self.expression(at, id).calls_functions() {
            return Vec::new();
        }
        let (_, mut diagnostics) = input.evaluate_recoverable(id);
        for diagnostic in &mut diagnostics {
            diagnostic.prepend_step(PathStep::Attribute(name).into());
            diagnostic.set_missing_source(input.origin.source());
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
            Err(error) => Err(self.locate(error, at, expression.place())),
        }
    }

    fn blocks<S: DeserializeSeed<'de>>(&self, at: usize, seed: S) -> Result<S::Value> {
        let group = Group::new(self.content, self.repeats, at);
        match seed.deserialize(BlocksDeserializer::of_type(group)) {
            Ok(value) => Ok(value),
            Err(error) => Err(self.block_error(error, at)),
        }
    }

    fn other<S: DeserializeSeed<'de>>(
        &self,
        (at, other): (usize, Other<'de, 'a>),
        seed: S,
    ) -> Result<S::Value> {
        match other {
            Other::Evaluated(expression, value) => self.evaluated((at, expression), *value, seed),
            Other::Label(label) => self.label_value(&label, seed),
            Other::Rest(rest) => self.rest_value(&rest, seed),
        }
    }

    fn label_value<S: DeserializeSeed<'de>>(&self, label: &LabelName, seed: S) -> Result<S::Value> {
        let field = label.field(self.content);
        let span = field.span();
        let value = seed.deserialize(field);
        value.map_err(|error| error.at(span).prepend_step(PathStep::Attribute(&label.0)))
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

    fn rest_value<S: DeserializeSeed<'de>>(&self, rest: &[Place], seed: S) -> Result<S::Value> {
        let content = self.content.with_items(Items::Selected(rest));
        // Its labels belong to the other fields.
        let content = Content {
            block: content.block.map(|block| Around {
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
        self.locate(error, at, header)
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
        let key = match self.glance() {
            Some((name, span)) => TextDeserializer::at(name, span),
            None if !self.plain.is_empty() && self.next == self.content.items.len() => {
                self.current = Current::Nothing;
                return Ok(None);
            }
            None => match self.next_key()? {
                Some(key) => key,
                None => return Ok(None),
            },
        };
        let key = seed.deserialize(key);
        key.map(Some).map_err(|error| self.refused(error))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        // Of a label or the rest there may be none; then nobody looks at it.
        let at = self.next.wrapping_sub(1);
        match std::mem::replace(&mut self.current, Current::Nothing) {
            Current::Attribute(expression) => self.written((at, expression), seed),
            Current::Block => self.blocks(at, seed),
            Current::Other | Current::Nothing => apart(|| {
                let other = self.other.take();
                let other = other.expect("serde asks for a value only after its key");
                self.other((at, other), seed)
            }),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        // With repeated names there are fewer keys, of which nobody has counted how many.
        let left = self.content.items.len() - self.next;
        self.repeats.is_empty().then_some(left)
    }
}
