//! A reduced expression or template has the same value as the original, although only some variables are known when it
//! is reduced.

use hcl::{Category, EvalContext, Expression, Template, Value};

use super::choices::Choices;
use super::{scope, source};

/// Variables with values that syntax can express exactly. Some of them are known before the others.
const WRITABLE: [&str; 6] = ["n", "s", "b", "nul", "obj", "tup"];

/// Reduces an expression and a template, and compares the results.
pub fn reduce(data: &[u8]) {
    let (text, choices) = source::split(data);
    let text = source::expression_of(text);
    let mut choices = Choices::new(choices);
    let known = known(&mut choices);
    let all = scope::limited(scope::STEPS, scope::BYTES);
    if let Ok(expression) = hcl::parse_expression(&text) {
        let reduced = expression.reduce(&known);
        let parsed = hcl::parse_expression(&reduced.to_string());
        let evaluate = |it: &Expression| it.evaluate(&all);
        check(
            &text,
            [&expression, &reduced, &parsed.expect("it can be read")].map(evaluate),
        );
    }
    if let Ok(template) = hcl::parse_template(&text) {
        let reduced = template.reduce(&known);
        let evaluate = |it: &Template| it.evaluate(&all);
        check(&text, [&template, &reduced].map(evaluate));
    }
}

/// Returns a context with the functions and some of the variables.
fn known(choices: &mut Choices) -> EvalContext {
    let all = scope::context();
    let mut known = scope::functions()
        .with_max_steps(scope::STEPS)
        .with_max_bytes(scope::BYTES);
    for name in WRITABLE {
        if choices.once_in(2)
            && let Some(value) = all.variable(name)
        {
            known.set_variable(name, value.clone());
        }
    }
    known
}

/// Checks that all results are the same value, or that all are errors.
fn check<const N: usize>(text: &str, results: [hcl::Result<Value>; N]) {
    let is_beyond_limit = |it: &hcl::Result<Value>| {
        it.as_ref()
            .is_err_and(|error| error.classify() == Category::Limit)
    };
    if results.iter().any(is_beyond_limit) {
        return;
    }
    let values = results.map(Result::ok);
    for value in &values {
        assert_eq!(value, &values[0], "of {text:?} when it is reduced");
    }
}
