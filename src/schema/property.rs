//! A property of JSON as the blocks that a schema asks for ("Blocks" of the JSON syntax).
//!
//! For each label there is a level of objects, or of arrays of objects; what is left then is a body, or an array of bodies.

use std::sync::Arc;

use super::BlockHeaderSchema;
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::syntax::tree::handle::{Block, Body, Document};
use crate::syntax::tree::{NodeId, NodeKind};

/// What is said where something else than an object is.
const INCORRECT: &str = "Incorrect JSON value type";

/// A property in its document.
#[derive(Clone, Copy)]
pub(super) struct Property<'a> {
    pub(super) document: &'a Arc<Document>,
    pub(super) id: u32,
}

impl Property<'_> {
    /// Adds the blocks that the property is, in the order of the source, and what is wrong with it.
    pub(super) fn blocks(
        self,
        schema: &BlockHeaderSchema,
        blocks: &mut Vec<Block>,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let value = NodeId(self.document.tree.node(NodeId(self.id)).data);
        // Values, the first of them last, each with how many labels have been read on the way to it.
        let mut pending = vec![(value, 0)];
        while let Some((value, labels)) = pending.pop() {
            match schema.label_names.get(labels) {
                Some(name) => {
                    let level = self.level(value, (schema, name), diagnostics);
                    pending.extend(level.into_iter().rev().map(|value| (value, labels + 1)));
                }
                None => self.bodies(value, schema, blocks, diagnostics),
            }
        }
    }

    /// The values of the properties whose names are labels.
    fn level(
        self,
        value: NodeId,
        (schema, label): (&BlockHeaderSchema, &str),
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Vec<NodeId> {
        let tree = &self.document.tree;
        let before = diagnostics.len();
        let mut values = Vec::new();
        let objects = match tree.node(value).kind {
            NodeKind::Tuple => tree.counted(tree.node(value).data),
            _ => &[value.0],
        };
        for object in objects.iter().map(|id| NodeId(*id)) {
            let node = tree.node(object);
            match node.kind {
                NodeKind::Object => {
                    let properties = tree.counted(node.data).iter();
                    values.extend(properties.map(|id| NodeId(tree.node(NodeId(*id)).data)));
                }
                NodeKind::Null if object == value => {}
                _ => {
                    let detail = format!(
                        "An object is required here, or an array of objects, whose properties are named by the \
                         label ({label}) of each \"{}\" block.",
                        schema.block_type
                    );
                    diagnostics.push(self.wrong(Diagnostic::error(INCORRECT, detail), object));
                }
            }
        }
        if values.is_empty() && diagnostics.len() == before {
            let detail = format!(
                "Each \"{}\" block needs a label ({label}): an object with a property that is named by it.",
                schema.block_type
            );
            diagnostics.push(self.wrong(Diagnostic::error("Missing block label", detail), value));
        }
        values
    }

    /// Adds the blocks whose bodies a value is, after all labels.
    fn bodies(
        self,
        value: NodeId,
        schema: &BlockHeaderSchema,
        blocks: &mut Vec<Block>,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let tree = &self.document.tree;
        let node = tree.node(value);
        let labels = schema.label_names.len();
        let mut add = |body: NodeId| {
            if tree.body_items(body).is_some() {
                blocks.push(Block::of_json(self.document, body, labels));
            } else {
                diagnostics.push(self.wrong(not_a_body(schema), body));
            }
        };
        match node.kind {
            NodeKind::Null => {}
            NodeKind::Tuple => {
                let bodies = tree.counted(node.data).iter();
                bodies.for_each(|id| add(NodeId(*id)));
            }
            _ => add(value),
        }
    }

    /// A diagnostic about the value that is not what it should be.
    fn wrong(self, diagnostic: Diagnostic, value: NodeId) -> Diagnostic {
        wrong(self.document, diagnostic, value)
    }
}

/// A diagnostic about a value: its opening bracket, or all of it if it has none.
fn wrong(document: &Document, diagnostic: Diagnostic, value: NodeId) -> Diagnostic {
    let span = document.tree.span(value);
    let subject = match document.tree.node(value).kind {
        NodeKind::Object | NodeKind::Tuple => Span::new(span.start(), span.start() + 1),
        _ => span,
    };
    diagnostic.at((subject, &document.source))
}

fn not_a_body(schema: &BlockHeaderSchema) -> Diagnostic {
    let block_type = &schema.block_type;
    let detail = format!(
        "An object is required here, or an array of objects: what is in the \"{block_type}\" blocks."
    );
    Diagnostic::error(INCORRECT, detail)
}

/// What is wrong with the elements of a body that is an array: that some are not objects.
pub(super) fn wrong_elements(body: &Body) -> Vec<Diagnostic> {
    let document = body.document();
    let tree = &document.tree;
    let array = body.json_value().map(|id| tree.node(id));
    let Some(array) = array.filter(|it| it.kind == NodeKind::Tuple) else {
        return Vec::new();
    };
    let elements = tree.counted(array.data).iter().map(|id| NodeId(*id));
    let elements = elements.filter(|id| tree.node(*id).kind != NodeKind::Object);
    let wrong = elements.map(|id| {
        let detail = "An object is required here: a body in JSON syntax is one object, or an array of objects.";
        wrong(document, Diagnostic::error(INCORRECT, detail), id)
    });
    wrong.collect()
}

/// What is wrong with a body that is an array where it is to be attributes.
pub(super) fn not_an_object(body: &Body) -> Option<Diagnostic> {
    let document = body.document();
    let array = body
        .json_value()
        .filter(|id| document.tree.node(*id).kind == NodeKind::Tuple)?;
    let detail = "One object is required here, whose properties are the arguments. Only a body that is read by a \
                  schema may be an array of objects.";
    Some(wrong(document, Diagnostic::error(INCORRECT, detail), array))
}

/// Where to say that something is missing in a body in JSON syntax.
pub(super) fn missing_item_span(body: &Body) -> Option<Span> {
    let node = body.document().tree.node(body.json_value()?);
    let at = match node.kind {
        NodeKind::Object => node.end.saturating_sub(1),
        _ => node.start,
    };
    Some(Span::new(at, at + 1))
}
