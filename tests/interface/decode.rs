//! Expressions decoded on their own.

use std::collections::BTreeMap;

use hcl::{DecodeOptions, EvalContext, Expression, ExpressionKind, Spanned, Value};
use serde::de::DeserializeOwned;

fn expression(text: &str) -> Expression {
    let options = hcl::ParseOptions::new().with_filename("app.hcl");
    options.parse_expression(text).expect(text)
}

#[derive(serde_derive::Deserialize)]
struct Field<T> {
    x: T,
}

/// Checks that an expression decodes in the same way alone and as the value of a field.
#[track_caller]
fn check<T: DeserializeOwned + PartialEq + std::fmt::Debug>(text: &str) {
    let ctx = EvalContext::new()
        .with_variable("n", 2)
        .with_variable("nothing", Value::NULL);
    let alone = expression(text).decode::<T>(&ctx);
    let field = hcl::from_str_with::<Field<T>>(&format!("x = {text}\n"), &ctx).map(|it| it.x);
    match (alone, field) {
        (Ok(alone), Ok(field)) => assert_eq!(alone, field, "{text}"),
        (Err(alone), Err(field)) => {
            assert_eq!(alone.classify(), field.classify());
            assert_eq!(alone.message(), field.message());
            assert!(alone.to_string().contains("app.hcl:1:"), "{alone}");
        }
        (alone, field) => panic!("{text}: {alone:?}, but {field:?}"),
    }
}

#[test]
fn an_expression_decodes_as_in_a_field() {
    for text in [
        "1", "\"1\"", "n", "n * 2", "\"${n}\"", "-n", "\"a\"", "true", "[1]", "unknown",
    ] {
        check::<u8>(text);
        check::<String>(text);
        check::<bool>(text);
        check::<Option<u8>>(text);
        check::<Vec<u8>>(text);
        check::<Value>(text);
        check::<Spanned<u8>>(text);
    }
    for text in ["null", "nothing"] {
        check::<Option<u8>>(text);
    }
    check::<BTreeMap<String, Vec<u8>>>("{ a = [1, n], \"b\" = [] }");
    check::<BTreeMap<String, Vec<u8>>>("{ a = [1, -n] }");
}

#[test]
fn captured_text_is_unchanged() {
    let captured: Vec<Expression> = expression("[a, b + 1]")
        .decode(&EvalContext::new())
        .unwrap();
    assert_eq!(captured[1].text(), "b + 1");
    assert_eq!(captured[1].source().name(), Some("app.hcl"));
}

#[test]
fn options_apply_and_a_part_of_a_splat_has_no_value_of_its_own() {
    #[derive(serde_derive::Deserialize, Debug)]
    struct Point {
        #[serde(rename = "x")]
        _x: u8,
    }
    let point = expression("{ x = 1, y = 2 }");
    let options = DecodeOptions::new();
    assert!(options.from_expression::<Point>(&point).is_ok());
    let error = options
        .exhaustive(true)
        .from_expression::<Point>(&point)
        .unwrap_err();
    assert_eq!(error.path(), "y");
    let ExpressionKind::Splat { each, .. } = expression("a[*].b").kind() else {
        panic!("it is a splat");
    };
    let ctx = EvalContext::new().with_variable("a", vec![1]);
    let (evaluated, decoded) = (each.evaluate(&ctx), each.decode::<Value>(&ctx));
    assert_eq!(evaluated.is_ok(), decoded.is_ok());
}
