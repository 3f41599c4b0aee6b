//! The mode `json`: documents in JSON syntax, read as attributes and evaluated.

use std::error::Error;

use hcl::{Attribute, Diagnostic, EvalContext, ParseOptions, Span, Syntax};

use super::eval::{self, Case, write};
use super::json::{array, diagnostic, object, string};

/// Parses a document and evaluates each of its attributes. `write_wrong` writes what is wrong with the document.
pub(crate) fn answer(
    line: &str,
    functions: &EvalContext,
    write_wrong: fn(&Diagnostic) -> String,
) -> Result<String, Box<dyn Error>> {
    let case: Case<'_> = serde_json::from_str(line)?;
    let ctx = eval::context(&case, functions)?;
    let parsed = ParseOptions::new()
        .with_syntax(Syntax::Json)
        .parse(&case.src);
    let mut members = vec![("id", string(&case.id))];
    if !parsed.diagnostics.is_empty() {
        members.push(("ok", false.to_string()));
        let wrong = parsed.diagnostics.iter();
        members.push(("diags", array(wrong.map(write_wrong))));
        return Ok(object(members));
    }
    members.push(("ok", true.to_string()));
    let hcl::Diagnosed {
        value: attributes,
        diagnostics: wrong,
        ..
    } = parsed.value.just_attributes();
    let attributes = attributes.iter().map(|it| attribute(it, &ctx));
    members.push(("attributes", array(attributes)));
    if !wrong.is_empty() {
        members.push(("attribute_diags", diagnostics(&wrong)));
    }
    Ok(object(members))
}

fn attribute(attribute: &Attribute, ctx: &EvalContext) -> String {
    let expression = attribute.expression();
    let hcl::Diagnosed {
        value,
        diagnostics: wrong,
        ..
    } = expression.evaluate_diagnosed(ctx);
    let result = if wrong.is_empty() {
        ("want", write(&value))
    } else {
        ("diags", diagnostics(&wrong))
    };
    object([
        ("name", string(attribute.name())),
        ("name_range", range(attribute.name_span())),
        ("expr_range", range(expression.span())),
        result,
    ])
}

fn range(span: Span) -> String {
    array([span.start().to_string(), span.end().to_string()])
}

fn diagnostics(found: &[Diagnostic]) -> String {
    array(found.iter().map(diagnostic))
}
