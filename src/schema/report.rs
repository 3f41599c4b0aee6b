//! Diagnostics of a body that does not fit its schema.

use std::cmp::Ordering;

use super::{BlockHeaderSchema, BodySchema, SchemaEntry};
use crate::diagnostic::{self, Advised, Code, Diagnostic, suggest};
use crate::quote::quote;
use crate::span::Span;
use crate::syntax::tree::blocks::{INCORRECT_TYPE, not_an_object};
use crate::syntax::tree::handle::{Attribute, Block, Body, BodyItem};

/// The diagnostic for a required attribute that is absent.
pub(super) fn missing(name: &str, body: &Body) -> Diagnostic {
    let detail = format!("The argument \"{name}\" is required here, but it is not set.");
    Diagnostic::of(Code::MissingRequiredArgument, detail)
        .at((body.missing_item_span(), body.source()))
}

/// The diagnostics for a body in JSON syntax that is an array: each element must be an object.
pub(super) fn wrong_elements(body: &Body) -> impl Iterator<Item = Diagnostic> {
    body.wrong_elements().map(|(document, id)| {
        let place = document.view().wrong_part(id);
        not_an_object().at((place, &document.source))
    })
}

/// The diagnostic for a body in JSON syntax that is an array where only attributes are allowed.
pub(super) fn array_not_allowed(body: &Body) -> Option<Diagnostic> {
    let view = body.document().view();
    let array = body.json_value().filter(|id| view.is_json_array(*id))?;
    let detail = "A single object is required here, with the arguments as its properties. Only a body that is read \
                  with a schema may be an array of objects.";
    let place = (view.wrong_part(array), &body.document().source);
    Some(Diagnostic::of(INCORRECT_TYPE, detail).at(place))
}

/// The diagnostic for an attribute that is set in two of the bodies that were merged.
pub(super) fn redefined(again: &Attribute, first: &Attribute) -> Diagnostic {
    let position = first.source().position(first.name_span().start());
    let mut place = format!(" on line {}", position.line());
    if !again.source().is(first.source()) {
        let file = first.source().name().unwrap_or("another file");
        place.insert_str(0, &format!(" in {file}"));
    }
    let diagnostic = Diagnostic::argument_redefined(again.name(), &place);
    diagnostic.at((again.name_span(), again.source()))
}

/// The diagnostic for an item that is not in the schema.
pub(super) fn unsupported(item: &BodyItem, schema: &BodySchema) -> Diagnostic {
    let diagnostic = match item {
        BodyItem::Attribute(attribute) => unsupported_attribute(attribute, schema),
        BodyItem::Block(block) => unsupported_block(block, schema),
    };
    diagnostic.at((name_span(item), item.source()))
}

fn name_span(item: &BodyItem) -> Span {
    match item {
        BodyItem::Attribute(attribute) => attribute.name_span(),
        BodyItem::Block(block) => block.type_span(),
    }
}

fn unsupported_attribute(attribute: &Attribute, schema: &BodySchema) -> Diagnostic {
    let name = attribute.name();
    if attribute.is_property() {
        let detail = format!("No argument or block type is named {}.", quote(name));
        let diagnostic = Diagnostic::of(Code::ExtraneousJsonObjectProperty, detail);
        return did_you_mean(diagnostic, name, schema, ExpectedNames::All);
    }
    let detail = format!("An argument named \"{name}\" is not expected here.");
    if let Some(SchemaEntry::Block(_)) = schema.entry(name) {
        let detail = format!(
            "{detail} Did you mean to define a block of type \"{name}\"? If so, write {name} {{ … }} without an \
                 equals sign."
        );
        Diagnostic::of(Code::UnsupportedArgument, detail)
    } else {
        let diagnostic = Diagnostic::of(Code::UnsupportedArgument, detail);
        did_you_mean(diagnostic, name, schema, ExpectedNames::Attributes)
    }
}

fn unsupported_block(block: &Block, schema: &BodySchema) -> Diagnostic {
    let block_type = block.block_type();
    let detail = format!("Blocks of type \"{block_type}\" are not expected here.");
    if let Some(SchemaEntry::Attribute(_)) = schema.entry(block_type) {
        let detail = format!(
            "{detail} Did you mean to set the argument \"{block_type}\"? If so, write \
                 {block_type} = and a value."
        );
        Diagnostic::of(Code::UnsupportedBlockType, detail)
    } else {
        let diagnostic = Diagnostic::of(Code::UnsupportedBlockType, detail);
        did_you_mean(diagnostic, block_type, schema, ExpectedNames::Blocks)
    }
}

/// The diagnostic for a block where only attributes are allowed.
pub(super) fn block_not_allowed(block: &Block) -> Diagnostic {
    let block_type = block.block_type();
    let detail = format!(
        "Blocks are not allowed here, only arguments. To set \"{block_type}\" as an argument, \
         write {block_type} = and a value."
    );
    let title = Code::UnexpectedBlock.titled(format!("Unexpected \"{block_type}\" block"));
    Diagnostic::of(title, detail).at((block.type_span(), block.source()))
}

/// The diagnostic for an attribute and a block with the same name.
pub(super) fn same_name(item: &BodyItem) -> Diagnostic {
    let detail = format!(
        "This body has both an argument \"{}\" and a block of that type. Remove one of the two.",
        item.name()
    );
    let code = match item {
        BodyItem::Attribute(_) => Code::UnsupportedArgument,
        BodyItem::Block(_) => Code::UnsupportedBlockType,
    };
    Diagnostic::of(code, detail).at((name_span(item), item.source()))
}

/// The diagnostic for a block with too few or too many labels.
pub(super) fn labels(block: &Block, schema: &BlockHeaderSchema) -> Option<Diagnostic> {
    let diagnostic = match block.labels().len().cmp(&schema.label_names.len()) {
        Ordering::Equal => return None,
        Ordering::Less => missing_label(block, schema),
        Ordering::Greater => extraneous_label(block, schema),
    };
    let diagnostic = diagnostic.with_context(block.header_span());
    Some(diagnostic.with_source(block.source().clone()))
}

fn missing_label(block: &Block, schema: &BlockHeaderSchema) -> Diagnostic {
    let count = block.labels().len();
    if block.is_generated() {
        let diagnostic = schema.request().too_few_generated(count);
        return diagnostic.at(block.header_span());
    }
    let request = schema.request();
    if block.is_spread() {
        let place = "before its content";
        return request.too_few_labels(count, place).at(block.header_span());
    }
    let brace = block.body().missing_item_span().start();
    request
        .too_few_labels(count, "in front of its opening brace")
        .at(Span::new(brace, brace + 1))
}

fn extraneous_label(block: &Block, schema: &BlockHeaderSchema) -> Diagnostic {
    let extraneous = block.labels().nth(schema.label_names.len());
    let place = extraneous.map_or(block.header_span(), |label| label.span());
    schema.request().too_many_labels().at(place)
}

/// The names of a schema that may be meant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ExpectedNames {
    Attributes,
    Blocks,
    /// In JSON syntax, the schema alone tells attributes from blocks.
    All,
}

/// Adds the most similar name as a suggestion. The name is searched for only when the diagnostic is read.
fn did_you_mean(
    diagnostic: Diagnostic,
    given: &str,
    schema: &BodySchema,
    expected: ExpectedNames,
) -> Diagnostic {
    let (given, schema) = (given.to_owned(), schema.clone());
    diagnostic.with_advice(move || {
        let attributes = (expected != ExpectedNames::Blocks).then(|| schema.attribute_names());
        let blocks = (expected != ExpectedNames::Attributes).then(|| schema.block_types());
        let attributes = attributes.into_iter().flatten();
        let near = suggest(&given, attributes.chain(blocks.into_iter().flatten()));
        near.map_or_else(Advised::default, |near| {
            diagnostic::did_you_mean(&given, near)
        })
    })
}
