//! A literal, a variable, an operation and a value that the application hands over decode alike.

use std::rc::Rc;

use hcl::{EvalContext, Value};

use super::choices::Choices;
use super::source;
use super::zoo::{Data, Kind, Shape};

/// Operations that give their operand, `@`.
const OPERATIONS: [&str; 8] = [
    "(@)",
    "[@][0]",
    "[@, 1][0]",
    "{k = @}.k",
    "[for v in [@] : v][0]",
    "\"${@}\"",
    "true ? @ : @",
    "{for k, v in {k = @} : k => v}[\"k\"]",
];

/// An expression, or data of the type as it is written, as the attribute `x` of a type.
pub fn differential(data: &[u8]) {
    let (choices, rest) = data.split_at(data.len().min(24));
    let mut shape_choices = Choices::new(choices);
    let shape = Shape::attributes(&mut shape_choices);
    let own = shape_choices.once_in(2);
    let text = match own {
        true => written(&shape, &mut Choices::new(rest)),
        false => Some(source::expression(&mut Choices::new(rest), 2)),
    };
    if let Some(text) = text {
        alike(&shape, &text);
    }
}

fn written(shape: &Rc<Shape>, choices: &mut Choices) -> Option<String> {
    let data = Data::of(&shape.parts[0], choices);
    Some(hcl::to_value(&data).ok()?.to_string())
}

/// Decodes `x = …` for each way to give it the value of the expression.
pub fn alike(shape: &Rc<Shape>, text: &str) {
    let scope = super::scope::limited(super::scope::STEPS, super::scope::BYTES);
    let (value, diagnostics) = hcl::evaluate_expression(text, &scope);
    // The rule about literals with a point holds for what asks for no type in particular.
    let depends_on_spelling = shape.has(Kind::Json) || shape.has(Kind::Untagged);
    if !diagnostics.is_empty() || !value.is_wholly_known() || depends_on_spelling {
        return;
    }
    let ctx = scope.with_variable("value", value.clone());
    let decode = |expression: &str| decoded(shape, expression, &ctx);
    let variable = decode("value");
    let same = |way: &str, other: Result<Data, String>| {
        let is_same = match (&other, &variable) {
            (Ok(other), Ok(variable)) => other == variable,
            (other, variable) => other.is_err() == variable.is_err(),
        };
        assert!(is_same, "{text} by {way}: {other:?}\nby a variable: {variable:?}\n{shape:?}");
    };
    same("literal", decode(text));
    for operation in OPERATIONS {
        if operation.matches('@').count() == 1 || !text.contains('\n') {
            same(operation, decode(&operation.replace('@', "value")));
        }
    }
    let body = Value::object([("x", value)]).expect("it is shallow");
    let from_value = shape.within(|| hcl::from_value::<Data>(body));
    same("from_value", from_value.map_err(|error| error.to_string()));
}

fn decoded(shape: &Rc<Shape>, expression: &str, ctx: &EvalContext) -> Result<Data, String> {
    let text = format!("x = {expression}\n");
    let decoded = shape.within(|| hcl::from_str_with::<Data>(&text, ctx));
    decoded.map_err(|error| error.to_string())
}
