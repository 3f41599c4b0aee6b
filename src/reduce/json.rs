//! Writes the reduced form of JSON ("Strings" of the JSON syntax): the templates in its strings are reduced.

use super::output::Output;
use super::reducer::Reducer;
use crate::json_text::string::write_string;
use crate::span::Span;
use crate::syntax::tree::ExprId;
use crate::syntax::tree::view::{ExpressionView, KeyView};
use crate::value::Value;

/// The meaning of the names of properties.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keys {
    /// Keys of objects, which are templates.
    Evaluated,
    /// Possibly names of attributes and blocks, or labels, which are not templates.
    Names,
}

impl Reducer<'_, '_> {
    /// Writes a JSON value. Recursion is as deep as the source nests.
    pub(super) fn json(&mut self, id: ExprId, keys: Keys) -> Option<()> {
        let span = self.span(id);
        let mut at = span.start();
        match self.view.expression(id) {
            ExpressionView::Tuple(elements) => {
                for element in elements {
                    at = self.json_part(at, *element, keys)?;
                }
            }
            ExpressionView::Object(items) => {
                for item in items {
                    let (key, value) = self.view.object_item(*item);
                    if let KeyView::Expression(key) = key
                        && keys == Keys::Evaluated
                    {
                        at = self.json_part(at, key, keys)?;
                    }
                    at = self.json_part(at, value, keys)?;
                }
            }
            ExpressionView::Embedded => {
                self.json_template(id);
                return Some(());
            }
            ExpressionView::Unknown => return None,
            _ => {}
        }
        self.gap(at, span.end());
        Some(())
    }

    fn json_part(&mut self, at: u32, id: ExprId, keys: Keys) -> Option<u32> {
        let span = self.span(id);
        self.gap(at, span.start());
        self.json(id, keys)?;
        Some(span.end())
    }

    /// Writes a string with template sequences.
    fn json_template(&mut self, id: ExprId) {
        let span = self.span(id);
        match self.reduced_json(id, span) {
            Some(text) => self.output.replaced(&text, self.document, span),
            None => self.verbatim(span),
        }
    }

    /// The reduced form of a string with template sequences, if it differs.
    fn reduced_json(&mut self, id: ExprId, span: Span) -> Option<String> {
        // The name of a property must remain a string.
        let is_key = self.view.text[span.end() as usize..]
            .trim_start()
            .starts_with(':');
        // Errors in the template are reported when it is evaluated, not here.
        let inner = self.root.at(id).embedded()?;
        let mut output = Output::default();
        let mut reducer =
            Reducer::new(&inner, self.knowledge, &mut output).with_reserved(self.reserved);
        reducer.scan(inner.id());
        if let Some(value) = reducer.known_value(inner.id())
            && let Some(text) = json_literal(&value).filter(|it| !is_key || it.starts_with('"'))
        {
            return self
                .knowledge
                .work
                .budget
                .take_bytes(text.len())
                .then_some(text);
        }
        reducer.bare_template()?;
        output.is_changed().then(|| quoted(output.text()))
    }
}

/// A value as a JSON literal that has the same meaning wherever it is read. Objects and null are not written, because
/// they could be blocks.
fn json_literal(value: &Value) -> Option<String> {
    if let Some(text) = value.as_str() {
        return Some(quoted(&text.replace("${", "$${").replace("%{", "%%{")));
    }
    if let Some(number) = value.as_number().filter(|it| it.is_finite()) {
        return Some(number.to_string());
    }
    value.as_bool().map(|it| it.to_string())
}

/// A text as a JSON string.
fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    write_string(&mut quoted, text);
    quoted
}
