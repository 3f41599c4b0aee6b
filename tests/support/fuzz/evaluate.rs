//! An expression has one value, which does not depend on the budget, on the function that evaluates it, or on variables
//! that it does not need.

use std::collections::BTreeMap;

use hcl::{Category, Diagnostic, EvalContext, Expression, TypeKind, Value};

use super::choices::Choices;
use super::{parse, scope, source};

/// Evaluates an expression, a template and the attributes of a body.
pub fn evaluate(data: &[u8]) {
    let (text, choices) = source::split(data);
    let text = source::expression_of(text);
    // The small budgets are read from the decisions, so that the fuzzer can find interesting ones.
    let mut choices = Choices::new(choices);
    let steps = u64::from(choices.byte()) * u64::from(choices.byte());
    let bytes = u64::from(choices.byte()) * u64::from(choices.byte());
    if let Ok(expression) = hcl::parse_expression(&text) {
        evaluate_expression(&expression, steps, bytes);
    }
    if let Ok(template) = hcl::parse_template(&text) {
        let ctx = scope::limited(scope::STEPS, scope::BYTES);
        let hcl::Diagnosed {
            value, diagnostics, ..
        } = template.evaluate_diagnosed(&ctx);
        parse::check_diagnostics(&text, &diagnostics);
        strict(&text, &value, &diagnostics, template.evaluate(&ctx));
    }
    if let Ok(body) = hcl::parse(&text) {
        for attribute in body.attributes() {
            evaluate_expression(&attribute.expression(), steps, bytes);
        }
        let ctx = scope::limited(scope::STEPS, scope::BYTES);
        let evaluated = body.evaluate_attributes(&ctx);
        parse::check_diagnostics(&text, &evaluated.diagnostics);
    }
}

fn evaluate_expression(expression: &Expression, steps: u64, bytes: u64) {
    let text = expression.text();
    let limited = scope::limited(scope::STEPS, scope::BYTES);
    let hcl::Diagnosed {
        value, diagnostics, ..
    } = expression.evaluate_diagnosed(&limited);
    parse::check_diagnostics(text, &diagnostics);
    strict(text, &value, &diagnostics, expression.evaluate(&limited));
    if is_beyond_limit(expression, &limited) {
        return;
    }
    let outcome = (&value, reports(&diagnostics));
    let hcl::Diagnosed {
        value: free,
        diagnostics: found,
        ..
    } = expression.evaluate_diagnosed(&scope::context());
    assert_eq!(
        (&free, reports(&found)),
        outcome,
        "without limits: {text:?}"
    );
    let narrow_scope = scope::limited(steps, bytes);
    let hcl::Diagnosed {
        value: narrow,
        diagnostics: found,
        ..
    } = expression.evaluate_diagnosed(&narrow_scope);
    if is_beyond_limit(expression, &narrow_scope) {
        assert_eq!(
            found.len(),
            1,
            "the error of the limit is the only one: {text:?}"
        );
    } else {
        assert_eq!(
            (&narrow, reports(&found)),
            outcome,
            "{steps} steps, {bytes} bytes: {text:?}"
        );
    }
    captured(expression, &value, &limited);
    if diagnostics.is_empty() {
        parts(expression, &value, &limited);
        with_needed_variables(expression, &value);
        written(text, &value);
    }
}

fn is_beyond_limit(expression: &Expression, ctx: &EvalContext) -> bool {
    expression
        .evaluate(ctx)
        .is_err_and(|error| error.classify() == Category::Limit)
}

pub(super) fn reports(diagnostics: &[Diagnostic]) -> Vec<String> {
    diagnostics.iter().map(ToString::to_string).collect()
}

/// Checks that strict evaluation fails if and only if there are errors, and that it returns the same value otherwise.
fn strict(text: &str, value: &Value, diagnostics: &[Diagnostic], strict: hcl::Result<Value>) {
    match strict {
        Ok(strict) => {
            assert!(
                diagnostics.is_empty(),
                "strict evaluation misses errors: {text:?}"
            );
            assert_eq!(&strict, value, "{text:?}");
            assert_eq!(strict.ty(), value.ty(), "{text:?}");
        }
        Err(error) => {
            assert_eq!(
                reports(error.diagnostics()),
                reports(diagnostics),
                "{text:?}"
            );
        }
    }
}

/// Checks that an expression captured in data is equal to the original, even after it is written and read again.
fn captured(expression: &Expression, value: &Value, ctx: &EvalContext) {
    type Captured = BTreeMap<String, Option<Expression>>;
    let text = format!("x = {}\n", expression.text());
    let Ok(captured) = hcl::from_str::<Captured>(&text) else {
        assert!(
            hcl::parse(&text).is_err(),
            "a valid expression can be captured: {text:?}"
        );
        return;
    };
    let written = hcl::to_string(&captured).expect("an expression can be written");
    let again = hcl::from_str::<Captured>(&written)
        .unwrap_or_else(|error| panic!("{text:?} is written as {written:?}: {error}"));
    for captured in [&captured, &again] {
        match &captured["x"] {
            Some(it) => assert_eq!(&it.evaluate_diagnosed(ctx).value, value, "{text:?}"),
            None => assert!(value.is_null(), "{text:?}"),
        }
    }
}

/// Compares the parts that static analysis returns with the parts of the value.
fn parts(expression: &Expression, value: &Value, ctx: &EvalContext) {
    let text = expression.text();
    if let Ok(elements) = expression.static_list() {
        let values = elements.iter().map(|it| it.evaluate_diagnosed(ctx).value);
        let values = values.collect::<Vec<_>>();
        assert_eq!(value.as_slice(), Some(&values[..]), "{text:?}");
    }
    if let Ok(pairs) = expression.static_map() {
        let entries = value.entries().map_or(0, |entries| entries.len());
        assert!(!value.is_known() || entries <= pairs.len(), "{text:?}");
    }
    if let Ok(traversal) = expression.static_traversal() {
        let again = hcl::ParseOptions::new()
            .evaluate_expression(&traversal.to_string(), ctx)
            .value;
        let is_keyword = expression.keyword().is_some();
        assert!(is_keyword || again == *value, "{text:?}");
    }
}

/// Checks that the expression needs only the variables that are listed as its references.
fn with_needed_variables(expression: &Expression, value: &Value) {
    let all = scope::context();
    let mut ctx = scope::functions();
    for variable in expression.variables() {
        if let Some(value) = all.variable(variable.root()) {
            ctx.set_variable(variable.root(), value.clone());
        }
    }
    let hcl::Diagnosed {
        value: needed,
        diagnostics,
        ..
    } = expression.evaluate_diagnosed(&ctx);
    assert_eq!(
        reports(&diagnostics),
        Vec::<String>::new(),
        "{:?}",
        expression.text()
    );
    assert_eq!(&needed, value, "{:?}", expression.text());
}

/// Checks that a value that native syntax can express is equal to the value of its displayed text.
fn written(text: &str, value: &Value) {
    if !has_syntax(value) {
        return;
    }
    let display = value.to_string();
    let options = hcl::ParseOptions::new();
    let again = options.evaluate_expression(&display, &EvalContext::new());
    assert_eq!(
        reports(&again.diagnostics),
        Vec::<String>::new(),
        "{text:?} gives {display}"
    );
    assert_eq!(&again.value, value, "{text:?} gives {display}");
    let same = |way: &str, other: hcl::Result<Value>| {
        let other = other.unwrap_or_else(|error| panic!("{display} by {way}: {error}"));
        assert_eq!(&other, value, "{display} by {way}");
    };
    same("to_value", hcl::to_value(value));
    same("from_value", hcl::from_value(value.clone()));
    let attribute = BTreeMap::from([("x", value)]);
    let decoded = hcl::to_string(&attribute).and_then(|text| hcl::from_str::<Value>(&text));
    same("to_string", decoded.map(|body| body["x"].clone()));
    let ctx = scope::context().with_variable("value", value.clone());
    let json = options.evaluate_expression("jsondecode(jsonencode(value))", &ctx);
    same("JSON", json.into_result());
}

fn has_syntax(value: &Value) -> bool {
    if !value.is_known() || value.is_null() && !value.ty().is_dynamic() {
        return false;
    }
    match value.ty().kind() {
        TypeKind::Tuple(_) => value.as_slice().is_some_and(|it| it.iter().all(has_syntax)),
        TypeKind::Object(_) => value
            .entries()
            .is_some_and(|mut it| it.all(|(_, it)| has_syntax(it))),
        // Infinities cannot be written.
        TypeKind::Number => value.to_string().parse::<hcl::Number>().is_ok(),
        TypeKind::String | TypeKind::Bool => true,
        _ => value.is_null(),
    }
}
