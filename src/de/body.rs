//! Bodies as maps and structs: attributes by name, blocks by type.
//!
//! Knows nothing of what the expressions are.

use std::borrow::Cow;

use serde::de::{DeserializeSeed, MapAccess, Visitor};

use super::Input;
use super::block::{BlocksDeserializer, Group};
use super::enum_::Variant;
use super::expression::{ExpressionDeserializer, is_null};
use super::label::{LabelFields, LabelValue};
use super::repeats::Repeats;
use super::text::TextDeserializer;
use crate::diagnostic::Diagnostic;
use crate::error::{Category, Error, PathStep, Result};
use crate::span::Span;
use crate::syntax::tree::view::{AttributeView, BlockView, BodyView, ItemView, View};

/// A body, and what belongs to it from outside of its braces.
#[derive(Clone, Copy)]
pub(super) struct Content<'a> {
    pub(super) body: BodyView,
    /// The block around it with the labels that nobody has read yet; nothing for the root.
    pub(super) block: Option<(&'a BlockView, usize)>,
}

/// The items of a body, and before them the labels that fields ask for.
struct BodyAccess<'de, 'a> {
    input: &'a Input<'de, 'a>,
    items: &'a [u32],
    repeats: &'a Repeats,
    next: usize,
    current: Current<'de>,
    labels: LabelFields<'a>,
    /// The fields of the struct that is asked for.
    fields: Option<&'static [&'static str]>,
}

/// What the key that was given last belongs to.
enum Current<'de> {
    Nothing,
    Attribute(AttributeView),
    /// The first block of its type, by its index among the items, and its header.
    Block(usize, BlockView),
    Label(&'static str, LabelValue<'de>),
}

/// Finds the block types that occur more than once.
fn repeats(view: View<'_, '_>, items: &[u32]) -> Result<Repeats> {
    let is_block = |id: u32| view.item_name(id).1;
    // The parser has seen to it that no attribute is defined twice.
    if items.len() < 2 || !items.iter().any(|id| is_block(*id)) {
        return Ok(Repeats::find(0, |_| Cow::Borrowed("")));
    }
    let name = |at: usize| Cow::Borrowed(view.slice(view.item_name(items[at]).0));
    let repeats = Repeats::find(items.len(), name);
    for (earlier, later) in repeats.pairs() {
        if is_block(items[*earlier]) != is_block(items[*later]) {
            return Err(conflict(view, items[*earlier], items[*later]));
        }
    }
    Ok(repeats)
}

#[cold]
fn conflict(view: View<'_, '_>, earlier: u32, later: u32) -> Error {
    let (earlier, later) = (view.item_name(earlier).0, view.item_name(later).0);
    let name = view.slice(later);
    let detail = format!(
        "\"{name}\" is both an attribute and a block here, and only one of them could be read. Rename or remove one."
    );
    let diagnostic = Diagnostic::error("Attribute and block of one name", detail)
        .with_subject(later)
        .with_context(earlier);
    Error::new(Category::Data, diagnostic).prepend_step(PathStep::Attribute(name))
}

/// Gives a visitor the items of a body: to a map all of them, to a struct with those fields all but the attributes
/// that null takes away.
pub(super) fn visit<'de, V: Visitor<'de>>(
    input: &Input<'de, '_>,
    content: Content<'_>,
    fields: Option<&'static [&'static str]>,
    visitor: V,
) -> Result<V::Value> {
    let view = input.view;
    let items = view.item_ids(content.body);
    let labels = LabelFields::new(content.block, fields.unwrap_or_default());
    labels.check(view)?;
    let repeats = repeats(view, items)?;
    let mut access = BodyAccess {
        input,
        items,
        repeats: &repeats,
        next: 0,
        current: Current::Nothing,
        labels,
        fields,
    };
    let value = visitor.visit_map(&mut access);
    value.map_err(|error| {
        let error = hidden(access.refused(error), view, (content, fields));
        complete(error, view, content)
    })
}

/// Gives an enum's visitor the only item of a body: its name is the variant.
pub(super) fn visit_enum<'de, V: Visitor<'de>>(
    input: &Input<'de, '_>,
    content: Content<'_>,
    visitor: V,
) -> Result<V::Value> {
    let view = input.view;
    let items = view.item_ids(content.body);
    let repeats = repeats(view, items)?;
    let mut firsts = (0..items.len()).filter(|at| !repeats.is_repeat(*at));
    let (Some(at), None) = (firsts.next(), firsts.next()) else {
        return Err(complete(not_a_variant(items.is_empty()), view, content));
    };
    let (name_span, _) = view.item_name(items[at]);
    let name = Cow::Borrowed(view.slice(name_span));
    match view.item(items[at]) {
        ItemView::Attribute(attribute) => visitor.visit_enum(Variant {
            name,
            name_span,
            is_label: false,
            content: ExpressionDeserializer {
                input,
                id: attribute.expression,
            },
            content_span: view.tree.span(attribute.expression),
        }),
        ItemView::Block(block) => visitor.visit_enum(Variant {
            name,
            name_span,
            is_label: false,
            content: BlocksDeserializer::of_type(input, Group::new(items, &repeats, at)),
            content_span: block.header,
        }),
    }
}

#[cold]
fn not_a_variant(is_empty: bool) -> Error {
    let found = if is_empty { "nothing" } else { "more" };
    let detail = format!(
        "Expected exactly one attribute or block here, whose name says which of the choices is taken, but found \
         {found}."
    );
    Error::new(
        Category::Data,
        Diagnostic::error("Unsupported value", detail),
    )
}

/// The error of a field that asks for a label where nobody has said so: only `flatten` and `tag` let a struct be asked
/// for as a map.
#[cold]
fn hidden(
    error: Error,
    view: View<'_, '_>,
    (content, fields): (Content<'_>, Option<&'static [&'static str]>),
) -> Error {
    match (error.missing_field_name(), content.block, fields) {
        (Some(field), Some((block, _)), None)
            if error.span().is_none() && field.starts_with("$label") =>
        {
            Error::hidden_label(view.slice(block.block_type), field).at(block.header)
        }
        _ => error,
    }
}

/// Adds to an error of the body as a whole what is known of its place.
#[cold]
fn complete(error: Error, view: View<'_, '_>, content: Content<'_>) -> Error {
    if error.span().is_some() {
        return error;
    }
    let place = place(view, content, error.missing_field_name().is_some());
    let Some(field) = error.missing_field_name() else {
        return error.at(place);
    };
    let null = view
        .attributes(content.body)
        .filter(|attribute| view.slice(attribute.name) == field)
        .find(|attribute| is_null(view, attribute.expression));
    if let Some(attribute) = null {
        return Error::null_field(field)
            .at(view.tree.span(attribute.expression))
            .prepend_step(PathStep::Attribute(field));
    }
    let error = match content.block {
        _ if !field.starts_with("$label") => error.prepend_step(PathStep::Attribute(field)),
        Some((block, _)) => Error::missing_label(view.slice(block.block_type), field),
        None => Error::label_without_block(field),
    };
    error.at(place)
}

/// Where a body lacks something, or where it is wrong as a whole: the header of its block. Of the root, something can
/// be added at its end, and everything else begins where it begins.
pub(super) fn place(view: View<'_, '_>, content: Content<'_>, is_missing: bool) -> Span {
    if let Some((block, _)) = content.block {
        return block.header;
    }
    let items = view.item_ids(content.body);
    if is_missing {
        let end = view.tree.span(view.tree.root()).end();
        return Span::new(end, end);
    }
    let start = items.first().map_or(0, |id| view.item_name(*id).0.start());
    Span::new(start, start)
}

impl BodyAccess<'_, '_> {
    /// The next item that counts, and its name.
    fn advance(&mut self) -> Option<Span> {
        let view = self.input.view;
        while let Some(id) = self.items.get(self.next) {
            let at = self.next;
            self.next += 1;
            if self.repeats.is_repeat(at) {
                continue;
            }
            match view.item(*id) {
                ItemView::Attribute(attribute) if self.is_absent(&attribute) => {}
                ItemView::Attribute(attribute) => {
                    self.current = Current::Attribute(attribute);
                    return Some(attribute.name);
                }
                ItemView::Block(block) => {
                    self.current = Current::Block(at, block);
                    return Some(block.block_type);
                }
            }
        }
        None
    }

    /// Whether null takes an attribute away from the struct that is asked for. One that no field asks for stays, to
    /// be refused or ignored under its name.
    fn is_absent(&self, attribute: &AttributeView) -> bool {
        let view = self.input.view;
        self.fields.is_some_and(|fields| {
            is_null(view, attribute.expression) && fields.contains(&view.slice(attribute.name))
        })
    }

    /// The error of a visitor that has read a key and does not ask for the value: it is about that key.
    #[cold]
    fn refused(&self, error: Error) -> Error {
        let name = match &self.current {
            Current::Attribute(attribute) => attribute.name,
            Current::Block(_, block) => block.block_type,
            Current::Label(..) | Current::Nothing => return error,
        };
        if error.span().is_some() {
            return error;
        }
        self.locate(error, name, name)
    }

    #[cold]
    fn locate(&self, error: Error, span: Span, name: Span) -> Error {
        let name = self.input.view.slice(name);
        error.at(span).prepend_step(PathStep::Attribute(name))
    }
}

impl<'de> MapAccess<'de> for BodyAccess<'de, '_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        if let Some((field, label)) = self.labels.next(self.input.view) {
            self.current = Current::Label(field, label);
            return seed
                .deserialize(TextDeserializer(Cow::Borrowed(field)))
                .map(Some);
        }
        let Some(name) = self.advance() else {
            self.current = Current::Nothing;
            return Ok(None);
        };
        let text = self.input.view.slice(name);
        seed.deserialize(TextDeserializer(Cow::Borrowed(text)))
            .map(Some)
            .map_err(|error| self.locate(error, name, name))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let input = self.input;
        match std::mem::replace(&mut self.current, Current::Nothing) {
            Current::Attribute(AttributeView {
                name,
                expression: id,
                ..
            }) => seed
                .deserialize(ExpressionDeserializer { input, id })
                .map_err(|error| self.locate(error, input.view.tree.span(id), name)),
            Current::Block(at, block) => {
                let group = Group::new(self.items, self.repeats, at);
                seed.deserialize(BlocksDeserializer::of_type(input, group))
                    .map_err(|error| self.locate(error, block.header, block.block_type))
            }
            Current::Label(field, label) => {
                let span = label.span();
                seed.deserialize(label)
                    .map_err(|error| error.at(span).prepend_step(PathStep::Attribute(field)))
            }
            Current::Nothing => unreachable!("serde asks for a value only after its key"),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len() - self.next)
    }
}
