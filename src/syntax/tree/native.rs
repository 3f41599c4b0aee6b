//! JSON expressions in native syntax, for callers that display them or keep them as text.
//!
//! Strings are templates, as in an evaluation context. The code does not recurse, since values may nest deeper than the
//! stack.

use super::view::{ExpressionView, KeyView, View};
use super::{ExprId, ItemId, Part, TemplateId};
use crate::identifier::is_bare_key;
use crate::quote::{write_quoted, write_quoted_text};
use crate::span::Span;

/// A part still to be written.
enum WriteStep {
    Text(&'static str),
    Value(ExprId),
    Key(ItemId),
}

impl View<'_, '_> {
    /// The text of an expression in native syntax. `None` if a part of it is unknown.
    pub(super) fn native(self, id: ExprId) -> Option<String> {
        let mut text = String::new();
        let mut steps = vec![WriteStep::Value(id)];
        while let Some(step) = steps.pop() {
            match step {
                WriteStep::Text(literal) => text.push_str(literal),
                WriteStep::Key(item) => self.write_key(item, &mut text)?,
                WriteStep::Value(id) => {
                    let start = steps.len();
                    self.write_value(id, &mut text, &mut steps)?;
                    steps[start..].reverse();
                }
            }
        }
        Some(text)
    }

    /// Appends the text of a value, or adds the steps to write it.
    fn write_value(self, id: ExprId, text: &mut String, steps: &mut Vec<WriteStep>) -> Option<()> {
        match self.expression(id) {
            ExpressionView::Tuple(elements) => {
                text.push('[');
                for (index, element) in elements.iter().enumerate() {
                    steps.extend((index > 0).then_some(WriteStep::Text(", ")));
                    steps.push(WriteStep::Value(*element));
                }
                steps.push(WriteStep::Text("]"));
            }
            ExpressionView::Object([]) => text.push_str("{}"),
            ExpressionView::Object(items) => {
                text.push_str("{ ");
                for (index, item) in items.iter().enumerate() {
                    steps.extend((index > 0).then_some(WriteStep::Text(", ")));
                    steps.extend([
                        WriteStep::Key(*item),
                        WriteStep::Text(" = "),
                        WriteStep::Value(self.object_item(*item).1),
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
        Some(())
    }

    /// Appends the key of an item of an object. `None` if it is unknown.
    pub(super) fn write_key(self, item: ItemId, text: &mut String) -> Option<()> {
        let name = match self.object_item(item).0 {
            // The key is a string, which adds no further steps.
            KeyView::Expression(key) => return self.write_value(key, text, &mut Vec::new()),
            KeyView::Name(span) => self.slice(span),
        };
        // The key may be the first one.
        if is_bare_key(name, true) {
            text.push_str(name);
        } else {
            let _ = write_quoted(text, name);
        }
        Some(())
    }

    /// Appends the text of a string with template sequences as a quoted template.
    fn write_template(self, id: ExprId, text: &mut String) -> Option<()> {
        let view = self.embedded_view(id);
        let template = view.map(|(view, root)| (view, root, view.expression(root)));
        let Some((view, root, ExpressionView::Template(template))) = template else {
            let _ = write_quoted(text, &self.raw_text(id));
            return Some(());
        };
        let mut literals = Vec::new();
        push_literals(view, template, &mut literals);
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

/// Appends the spans of the literal text in a template and in the branches of its directives, in the order of the
/// source.
fn push_literals(view: View<'_, '_>, template: TemplateId, literals: &mut Vec<Span>) {
    for part in &view.tree[view.tree[template].parts] {
        match *part {
            Part::Literal(span) => literals.push(span),
            Part::Interpolation { .. } => {}
            Part::If(id) => {
                push_literals(view, view.tree[id].yes, literals);
                if let Some(no) = view.tree[id].no {
                    push_literals(view, no, literals);
                }
            }
            Part::For(id) => push_literals(view, view.tree[id].body, literals),
        }
    }
}

/// Appends literal text of a template to the content of a quoted template. Its introductions are already escaped.
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
