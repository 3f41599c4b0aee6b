//! A value decodes to the same result as a literal, through a variable, within an operation and as a `Value` of the
//! application, and from text, bytes, a reader and a body.

use std::rc::Rc;

use hcl::{DecodeOptions, EvalContext, Value};

use super::choices::Choices;
use super::types::{Data, Kind, Shape};
use super::zoo::{KINDS, Outcome};
use super::{scope, source, zoo};

/// Operations that return their operand, which is written as `@`.
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

/// Number of types from the table that are tried for one input.
const KINDS_EACH: usize = 6;

/// Decodes an expression into types of the table, and data of one generated type into the same type.
pub fn differential(data: &[u8]) {
    let (text, decisions) = source::split(data);
    let text = source::expression_of(text);
    let mut choices = Choices::new(decisions);
    if let Some(value) = known_value(&text) {
        for _ in 0..KINDS_EACH {
            in_the_table(choices.pick_ref(KINDS), &text, &value);
        }
    }
    let shape = Shape::attribute(&mut choices);
    let written = Data::of(&shape.parts[0], &mut choices);
    for text in hcl::to_value(&written).ok().iter().map(Value::to_string) {
        if let Some(value) = known_value(&text) {
            as_generated(&shape, &text, &value);
        }
    }
}

fn known_value(text: &str) -> Option<Value> {
    let hcl::Diagnosed {
        value, diagnostics, ..
    } = hcl::ParseOptions::new().evaluate_expression(text, &limited());
    (diagnostics.is_empty() && value.is_wholly_known()).then_some(value)
}

fn limited() -> EvalContext {
    scope::limited(scope::STEPS, scope::BYTES)
}

/// Checks that `x = …` decodes to the same result for each way to write or pass the value of the expression.
fn in_the_table(kind: &zoo::Kind, text: &str, value: &Value) {
    let ctx = limited().with_variable("value", value.clone());
    let options = DecodeOptions::new().with_context(&ctx);
    let of = |expression: &str| (kind.from_str)(&options, &format!("x = {expression}\n"));
    let name = kind.name;
    let attribute = format!("x = {text}\n");
    if let Ok(body) = hcl::parse(&attribute) {
        let literal = of(text);
        let ways = [
            ("slice", (kind.from_slice)(&options, attribute.as_bytes())),
            ("reader", (kind.from_reader)(&options, attribute.as_bytes())),
            ("body", (kind.from_body)(&options, &body)),
        ];
        for (way, outcome) in ways {
            assert_eq!(outcome, literal, "{name} from {text}, by {way}");
        }
    } else {
        // The text has newlines before the expression, so it cannot be the value of an attribute.
        return;
    }
    if kind.takes_source {
        return;
    }
    let variable = without_sign(of("value"));
    let same = |way: &str, outcome: Outcome| {
        assert_eq!(
            without_sign(outcome),
            variable,
            "{name} from {text}, by {way} and by a variable"
        );
    };
    for operation in OPERATIONS {
        same(operation, of(&operation.replace('@', "value")));
    }
    let literal = of(text);
    // The items of an object are read in source order from a literal, and sorted by name from a value. The first error
    // may therefore differ.
    let fails_elsewhere = text.contains('{') && literal.0.is_err() && variable.0.is_err();
    let is_float = kind.takes_any_number && has_fraction(text);
    if !fails_elsewhere && !is_float {
        same("literal", literal);
    }
    let body = Value::object([("x", value.clone())]).expect("it is shallow");
    same("a borrowed value", (kind.from_borrowed_value)(&body));
    same("from_value", (kind.from_value)(body));
}

/// Removes the sign of zero, which a literal keeps and a value does not have.
fn without_sign(Outcome(result): Outcome) -> Outcome {
    Outcome(result.map(|it| it.replace("-0.0", "0.0")))
}

/// Whether the text may contain a number with a point or an exponent. Such a number is a float for types that accept
/// any data.
fn has_fraction(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes
        .windows(2)
        .any(|pair| pair[0].is_ascii_digit() && matches!(pair[1], b'.' | b'e' | b'E'))
}

/// Makes the same checks for a generated type.
fn as_generated(shape: &Rc<Shape>, text: &str, value: &Value) {
    if has_fraction(text) && (shape.has(Kind::Json) || shape.holds_back(&[Kind::F32, Kind::F64])) {
        return;
    }
    let ctx = limited().with_variable("value", value.clone());
    let decode = |expression: &str| {
        let text = format!("x = {expression}\n");
        let decoded = shape.within(|| hcl::from_str_with::<Data>(&text, &ctx));
        decoded.map_err(|error| error.diagnostics()[0].summary().to_owned())
    };
    let variable = decode("value");
    let same = |way: &str, decoded: Result<Data, String>| {
        assert_eq!(
            decoded, variable,
            "{text} by {way} and by a variable\n{shape:?}"
        );
    };
    same("literal", decode(text));
    for operation in OPERATIONS {
        same(operation, decode(&operation.replace('@', "value")));
    }
    let body = Value::object([("x", value.clone())]).expect("it is shallow");
    let decoded = shape.within(|| hcl::from_value::<Data>(body));
    same(
        "from_value",
        decoded.map_err(|error| error.diagnostics()[0].summary().to_owned()),
    );
}
