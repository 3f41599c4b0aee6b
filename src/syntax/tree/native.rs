//! Expressions of JSON in native syntax, for whoever displays or keeps them as text.
//!
//! Strings are templates, as they are in an evaluation context. Without recursion, since values may nest deeper than
//! the stack.
//!
//! Knows nothing of values.

use super::view::{ExpressionView, KeyView, PartView, View};
use super::{NodeId, Tree};
use crate::identifier::is_identifier;
use crate::quote::{write_quoted, write_quoted_text};
use crate::sort;
use crate::span::Span;

/// A pending step of writing an expression.
enum WriteStep {
    Text(&'static str),
    Value(NodeId),
    /// The key of an item of an object.
    Key(u32),
}

impl View<'_, '_> {
    /// The expression `id` of JSON in native syntax, on one line. `None` if something in it is unknown.
    pub(super) fn native(self, id: NodeId) -> Option<String> {
        let mut text = String::new();
        let mut steps = vec![WriteStep::Value(id)];
        while let Some(step) = steps.pop() {
            match step {
                WriteStep::Text(literal) => text.push_str(literal),
                WriteStep::Key(item) => self.write_key(item, &mut text)?,
                WriteStep::Value(id) => self.write_value(id, &mut text, &mut steps)?,
            }
        }
        Some(text)
    }

    fn write_value(self, id: NodeId, text: &mut String, steps: &mut Vec<WriteStep>) -> Option<()> {
        let start = steps.len();
        match self.expression(id) {
            ExpressionView::Tuple(elements) => {
                text.push('[');
                for (index, element) in elements.iter().enumerate() {
                    steps.extend((index > 0).then_some(WriteStep::Text(", ")));
                    steps.push(WriteStep::Value(NodeId(*element)));
                }
                steps.push(WriteStep::Text("]"));
            }
            ExpressionView::Object([]) => text.push_str("{}"),
            ExpressionView::Object(items) => {
                text.push_str("{ ");
                for (index, item) in items.iter().enumerate() {
                    let (_, value) = self.object_item(*item);
                    steps.extend((index > 0).then_some(WriteStep::Text(", ")));
                    steps.extend([
                        WriteStep::Key(*item),
                        WriteStep::Text(" = "),
                        WriteStep::Value(value),
                    ]);
                }
                steps.push(WriteStep::Text(" }"));
            }
            ExpressionView::Literal(literal) => {
                let _ = write_quoted(text, &self.literal(literal));
            }
            ExpressionView::Embedded => self.write_template(id, text)?,
            ExpressionView::Unknown => return None,
            _ => text.push_str(self.slice(self.tree.span(id))),
        }
        steps[start..].reverse();
        Some(())
    }

    fn write_key(self, item: u32, text: &mut String) -> Option<()> {
        let name = match self.object_item(item).0 {
            KeyView::Name(span) => self.slice(span),
            KeyView::Expression(key) => {
                // The key is a string: nothing of it is left to be done.
                return self.write_value(key, text, &mut Vec::new());
            }
        };
        if is_identifier(name) && name != "for" {
            text.push_str(name);
        } else {
            let _ = write_quoted(text, name);
        }
        Some(())
    }

    /// Writes a string with template sequences in quotes: what is in the sequences as it is, all other text escaped.
    fn write_template(self, id: NodeId, text: &mut String) -> Option<()> {
        let embedded = self.embedded(id);
        let Some((view, root)) = embedded.and_then(|it| it.view()) else {
            let _ = write_quoted(text, &self.raw_text(id));
            return Some(());
        };
        let literals = literals(view, root);
        let mut sequences = view.written_between(root, &literals)?.into_iter();
        text.push('"');
        text.extend(sequences.next());
        for (literal, sequence) in literals.iter().zip(sequences) {
            write_escaped(text, view.slice(*literal));
            text.push_str(&sequence);
        }
        text.push('"');
        Some(())
    }
}

/// Where the literal text of a template stands, that in the branches of its directives included.
fn literals(view: View<'_, '_>, root: NodeId) -> Vec<Span> {
    let mut literals = Vec::new();
    let mut templates = vec![root];
    while let Some(template) = templates.pop() {
        for part in view.template(template).parts {
            match view.part(*part) {
                PartView::Literal(span) => literals.push(span),
                PartView::Interpolation(_) => {}
                PartView::If { yes, no, .. } => {
                    templates.push(yes);
                    templates.extend(no);
                }
                PartView::For { body, .. } => templates.push(body),
            }
        }
    }
    sort::by_number(&mut literals, |literal| literal.start().into());
    literals
}

/// Writes literal text of a template between quotes. Introductions are escaped in it already.
fn write_escaped(text: &mut String, literal: &str) {
    for piece in literal.split_inclusive(['$', '%']) {
        let (piece, mark) = match piece.strip_suffix(['$', '%']) {
            Some(before) => (before, &piece[before.len()..]),
            None => (piece, ""),
        };
        let _ = write_quoted_text(text, piece);
        text.push_str(mark);
    }
}

impl Tree {
    /// Whether the source is in JSON syntax.
    pub(crate) fn is_json(&self) -> bool {
        self.strings().is_some()
    }
}
