//! Bodies in JSON syntax that are arrays, and the places where something is missing in a body in JSON syntax.

use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::syntax::tree::ExprId;
use crate::syntax::tree::blocks::INCORRECT_TYPE;
use crate::syntax::tree::handle::{Body, Document};

/// A diagnostic about a value.
fn wrong(document: &Document, detail: &'static str, value: ExprId) -> Diagnostic {
    let subject = document.view().wrong_part(value);
    Diagnostic::error(INCORRECT_TYPE, detail).at((subject, &document.source))
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
        wrong(document, detail, id)
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
    Some(wrong(document, detail, array))
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
