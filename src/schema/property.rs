//! Properties of JSON as the blocks that a schema asks for ("Blocks" of the JSON syntax), and diagnostics about values
//! that are not blocks.

use std::sync::Arc;

use super::{BlockHeaderSchema, report};
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::syntax::tree::blocks::WrongPart;
use crate::syntax::tree::handle::{Block, Body, Document};
use crate::syntax::tree::{ExprId, ItemId};

/// The summary of diagnostics about a value that should be an object.
const INCORRECT: &str = "Incorrect JSON value type";

/// A property in its document.
#[derive(Clone, Copy)]
pub(super) struct Property<'a> {
    pub(super) document: &'a Arc<Document>,
    pub(super) id: ItemId,
}

/// The blocks that a property stands for, with labels that have these names, and the diagnostics about its value.
pub(crate) fn blocks_of_property(
    document: &Arc<Document>,
    id: ItemId,
    block_type: &str,
    label_names: &[&str],
) -> (Vec<Block>, Vec<Diagnostic>) {
    let schema = BlockHeaderSchema {
        block_type: block_type.to_owned(),
        label_names: label_names.iter().map(|name| (*name).to_owned()).collect(),
    };
    let (mut blocks, mut diagnostics) = (Vec::new(), Vec::new());
    let property = Property { document, id };
    property.blocks(&schema, &mut blocks, &mut diagnostics);
    (blocks, diagnostics)
}

impl Property<'_> {
    /// Adds the blocks that the property stands for, in the order of the source, and the diagnostics about its value.
    pub(super) fn blocks(
        self,
        schema: &BlockHeaderSchema,
        blocks: &mut Vec<Block>,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let view = self.document.view();
        let Some(value) = view.property_value(self.id) else {
            return;
        };
        let labels = &schema.label_names;
        let bodies = view.json_blocks(value, labels.len(), &mut |wrong, value| {
            let diagnostic = wrong_part(schema, wrong);
            diagnostics.push(match wrong {
                WrongPart::TooFewLabels(_) => self.at_name(diagnostic),
                _ => self.wrong(diagnostic, value),
            });
        });
        let bodies = bodies.into_iter();
        blocks.extend(bodies.map(|body| Block::of_json(self.document, body, labels.len())));
    }

    /// A diagnostic about the property.
    fn at_name(self, diagnostic: Diagnostic) -> Diagnostic {
        let name = self.document.view().item_head(self.id).name;
        diagnostic.at((name, &self.document.source))
    }

    /// A diagnostic about an invalid value in the property.
    fn wrong(self, diagnostic: Diagnostic, value: ExprId) -> Diagnostic {
        wrong(self.document, diagnostic, value)
    }
}

/// A diagnostic about a value: its opening bracket, or all of it if it has none.
fn wrong(document: &Document, diagnostic: Diagnostic, value: ExprId) -> Diagnostic {
    let span = document.tree.span(value);
    let view = document.view();
    let subject = if view.is_json_structure(value) && !view.is_label_level(value) {
        Span::new(span.start(), span.start() + 1)
    } else {
        span
    };
    diagnostic.at((subject, &document.source))
}

fn wrong_part(schema: &BlockHeaderSchema, wrong: WrongPart) -> Diagnostic {
    let block_type = &schema.block_type;
    let label = |place: usize| schema.label_names.get(place).map_or("", String::as_str);
    let (summary, detail) = match wrong {
        WrongPart::NotLabelled(place) => {
            let label = label(place);
            let detail = format!(
                "An object is required here, or an array of objects, whose properties are named by the label ({label}) \
                 of each \"{block_type}\" block."
            );
            (INCORRECT, detail)
        }
        WrongPart::NoLabel(place) => {
            let label = label(place);
            let detail = format!(
                "Each \"{block_type}\" block needs a label ({label}): an object with a property that is named by it."
            );
            ("Missing block label", detail)
        }
        WrongPart::TooFewLabels(count) => return report::too_few_generated(schema, count),
        WrongPart::TooManyLabels => return report::too_many_labels(schema),
        WrongPart::NotBody => {
            let detail = format!(
                "An object is required here, or an array of objects: what is in the \"{block_type}\" blocks."
            );
            (INCORRECT, detail)
        }
    };
    Diagnostic::error(summary, detail)
}

/// The diagnostics about the elements of a body that is an array: each must be an object.
pub(super) fn wrong_elements(body: &Body) -> Vec<Diagnostic> {
    let document = body.document();
    let view = document.view();
    let array = body.json_value().filter(|id| view.is_json_array(*id));
    let Some(array) = array else {
        return Vec::new();
    };
    let elements = view.elements(array).iter().copied();
    let elements = elements.filter(|id| !view.is_json_object(*id));
    let wrong = elements.map(|id| {
        let detail = "An object is required here: a body in JSON syntax is one object, or an array of objects.";
        wrong(document, Diagnostic::error(INCORRECT, detail), id)
    });
    wrong.collect()
}

/// The diagnostic about a body that is an array where only attributes are allowed.
pub(super) fn not_an_object(body: &Body) -> Option<Diagnostic> {
    let document = body.document();
    let array = body
        .json_value()
        .filter(|id| document.view().is_json_array(*id))?;
    let detail = "One object is required here, whose properties are the arguments. Only a body that is read by a \
                  schema may be an array of objects.";
    Some(wrong(document, Diagnostic::error(INCORRECT, detail), array))
}

/// The span to report if something is missing in a body in JSON syntax.
pub(super) fn missing_item_span(body: &Body) -> Option<Span> {
    let (view, id) = (body.document().view(), body.json_value()?);
    let span = view.tree.span(id);
    if view.is_json_object(id) {
        let bracket = view.closing_bracket(id);
        return Some(Span::new(bracket, span.end().min(bracket + 1)));
    }
    Some(Span::new(span.start(), span.start() + 1))
}
