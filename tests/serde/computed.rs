//! The result of decoding does not depend on how a value is given.
//!
//! Every expression of the [zoo](super::zoo) is decoded into every type of it: as a literal, by a variable,
//! computed, and as a value. The results are equal, with two documented exceptions: for a type that accepts
//! any number, a literal with a point or an exponent is a float; and a literal keeps the sign of zero.

use std::collections::BTreeMap;

use hcl::{DecodeOptions, EvalContext, Number, Value};
use serde::de::DeserializeOwned;
use serde_derive::Deserialize;

use super::X;
use super::zoo::{EXPRESSIONS, KINDS, Kind, Outcome, has_float_literal};

#[test]
fn a_text_decodes_alike_by_every_entry_point() {
    let options = DecodeOptions::new();
    for expression in EXPRESSIONS {
        let text = format!("x = {expression}\n");
        let body = hcl::parse(&text).unwrap();
        for kind in KINDS {
            let outcome = (kind.from_str)(&options, &text);
            let others = [
                (kind.from_slice)(&options, text.as_bytes()),
                (kind.from_reader)(&options, text.as_bytes()),
                (kind.from_body)(&options, &body),
            ];
            for other in others {
                assert_eq!(outcome, other, "{} from {text}", kind.name);
            }
        }
    }
}

/// Returns the results of decoding an expression into a type: as the literal, and in all ways that compute its value.
fn outcomes(kind: &Kind, expression: &str) -> Vec<(String, Outcome)> {
    let value = hcl::parse_expression(expression)
        .and_then(|it| it.evaluate(&EvalContext::new()))
        .unwrap();
    let ctx = EvalContext::new().with_variable("value", value.clone());
    let options = DecodeOptions::new().with_context(&ctx);
    let texts = [
        format!("x = {expression}\n"),
        format!("x = (\n{expression})\n"),
        "x = value\n".to_owned(),
        "x = (value)\n".to_owned(),
        "x = \"${value}\"\n".to_owned(),
        "x = [value][0]\n".to_owned(),
        "x = true ? value : value\n".to_owned(),
        "x = { a = value }.a\n".to_owned(),
    ];
    let decode = |text: String| {
        let outcome = (kind.from_str)(&options, &text);
        (text, outcome)
    };
    let mut outcomes: Vec<_> = texts.into_iter().map(decode).collect();
    let object = Value::object([("x", value)]).unwrap();
    outcomes.push(("borrowed".into(), (kind.from_borrowed_value)(&object)));
    outcomes.push(("from_value".into(), (kind.from_value)(object)));
    for (_, Outcome(result)) in &mut outcomes {
        // A literal can have a negative zero; a value cannot.
        *result = std::mem::replace(result, Ok(String::new())).map(|it| it.replace("-0.0", "0.0"));
    }
    outcomes
}

#[test]
fn the_result_does_not_depend_on_how_a_value_is_given() {
    let mut differences = String::new();
    for kind in KINDS.iter().filter(|kind| !kind.takes_source) {
        for expression in EXPRESSIONS {
            let outcomes = outcomes(kind, expression);
            let is_exempt = kind.takes_any_number && has_float_literal(expression);
            let (literals, computed) = outcomes.split_at(2);
            let groups: &[&[(String, Outcome)]] = if is_exempt {
                &[literals, computed]
            } else {
                &[&outcomes]
            };
            for group in groups {
                let (_, first) = &group[0];
                let others: Vec<_> = group.iter().filter(|(_, it)| it != first).collect();
                if !others.is_empty() {
                    let line = format!("{} {expression}: {first:?}, but {others:?}\n", kind.name);
                    differences.push_str(&line);
                }
            }
        }
    }
    assert!(differences.is_empty(), "\n{differences}");
}

/// Serde's buffer has one type for fractions, `f64`. A number that it cannot hold exactly is an error and is not
/// rounded.
#[test]
fn buffered_numbers_are_never_rounded() {
    #[derive(Deserialize, Debug)]
    struct Held<T> {
        #[serde(flatten)]
        x: X<T>,
    }
    fn held<T: DeserializeOwned>(text: &str) -> hcl::Result<T> {
        let ctx = EvalContext::new().with_variable("fraction", "0.1".parse::<Number>().unwrap());
        let held = DecodeOptions::new()
            .with_context(ctx)
            .from_str::<Held<T>>(text)?;
        Ok(held.x.x)
    }
    for text in ["x = 0.1", "x = fraction", "x = 1 / 10", "x = 0.1000"] {
        assert_eq!(held::<f64>(text).unwrap().to_string(), "0.1", "{text}");
        assert_eq!(held::<Number>(text).unwrap().to_string(), "0.1");
        assert_eq!(held::<Value>(text).unwrap().to_string(), "0.1");
    }
    for fraction in [
        "9007199254740993.5",
        "0.12345678901234567890123",
        "1 / 3",
        "1e-400",
    ] {
        for text in [format!("x = {fraction}"), format!("x = [{fraction}][0]")] {
            for error in [
                held::<f64>(&text).unwrap_err(),
                held::<Number>(&text).unwrap_err(),
                held::<Value>(&text).unwrap_err(),
                hcl::from_str::<X<serde_json::Value>>(&text).unwrap_err(),
            ] {
                let summary = error.diagnostics()[0].summary();
                assert_eq!(summary, "Number with too many digits", "{text}");
            }
            // Without the buffer, one type rounds and the other keeps all digits.
            assert!(hcl::from_str::<X<f64>>(&text).is_ok());
            assert!(hcl::from_str::<X<Number>>(&text).is_ok());
        }
    }
    for integer in [
        "9007199254740993",
        "18446744073709551615",
        "-9223372036854775808",
    ] {
        let text = format!("x = {integer}");
        assert_eq!(held::<Number>(&text).unwrap().to_string(), integer);
    }
}

/// For every type, null in a field counts as an absent field. Null inside a value is kept.
#[test]
fn null_in_values() {
    #[derive(Deserialize)]
    struct Defaulted {
        #[serde(default)]
        x: Value,
    }
    for text in ["x = null", "x = [null][0]", ""] {
        assert_eq!(hcl::from_str::<Defaulted>(text).unwrap().x, Value::NULL);
        assert!(hcl::from_str::<X<Value>>(text).is_err());
    }
    let nulls = hcl::from_str::<BTreeMap<String, Value>>("x = null").unwrap();
    assert_eq!(nulls["x"], Value::NULL);
    let value = hcl::from_str::<X<Value>>("x = [null]").unwrap().x;
    assert_eq!(value[0], Value::NULL);
}
