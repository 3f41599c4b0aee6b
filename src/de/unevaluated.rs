//! Expressions that only the evaluator could give a value.
//!
//! Knows nothing of serde.

use crate::diagnostic::Diagnostic;
use crate::error::{Category, Error};
use crate::syntax::tree::NodeId;
use crate::syntax::tree::view::{Shape, View};

/// The error of an expression that is not literal.
#[cold]
pub(super) fn unevaluated(view: View<'_, '_>, id: NodeId) -> Error {
    let (summary, found) = describe(view, id);
    let detail = format!(
        "Expressions other than literals are not evaluated yet, and this is {found}. Write a number, a string in \
         quotes, true, false, null, a tuple or an object."
    );
    let diagnostic = Diagnostic::error(summary, detail).with_subject(view.tree.span(id));
    Error::new(Category::Evaluation, diagnostic)
}

/// The summary, and what was found.
fn describe(view: View<'_, '_>, id: NodeId) -> (&'static str, String) {
    match view.shape(root(view, id)) {
        Shape::Variable(name) => ("Variables not allowed", format!("the variable \"{name}\"")),
        Shape::FunctionCall(call) => {
            let name = view.function_name(call);
            (
                "Function calls not allowed",
                format!("a call of the function \"{name}\""),
            )
        }
        Shape::Template => (
            "Template sequences not allowed",
            "a template with interpolations or directives".to_owned(),
        ),
        Shape::Unary(operator, _) => operation(operator.as_str()),
        Shape::Binary(operator, ..) => operation(operator.as_str()),
        Shape::Conditional(_) => operation("?:"),
        Shape::For(_) => (
            "For expressions not allowed",
            "a \"for\" expression".to_owned(),
        ),
        _ => (
            "Operations not allowed",
            "an access to a part of a value".to_owned(),
        ),
    }
}

fn operation(operator: &str) -> (&'static str, String) {
    (
        "Operations not allowed",
        format!("the operation \"{operator}\""),
    )
}

/// What a chain of accesses begins with, if that is a variable or a call.
fn root(view: View<'_, '_>, id: NodeId) -> NodeId {
    let mut at = id;
    loop {
        at = match view.shape(at) {
            Shape::GetAttr(source, _)
            | Shape::LegacyIndex(source, _)
            | Shape::Index(source, _)
            | Shape::AttributeSplat(source)
            | Shape::FullSplat(source) => source,
            Shape::Variable(_) | Shape::FunctionCall(_) => return at,
            _ => return id,
        };
    }
}
