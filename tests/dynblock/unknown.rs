//! Blocks whose number is unknown, as values.

use std::collections::BTreeMap;

use hcl::{EvalContext, Value};

use super::expand;

#[derive(serde_derive::Deserialize)]
struct Field {
    a: Value,
}

/// The number of blocks determines their form as a value: one block is an object, several blocks are a tuple.
#[test]
fn an_unknown_number_of_blocks_is_an_unknown_value() {
    let ctx = EvalContext::new()
        .with_variable("u", Value::dynamic())
        .with_variable("k", vec![1]);
    let native = |for_each: &str| {
        let labels = "labels = [\"x\"]\n";
        let text = |labels: &str| {
            format!(
                "dynamic \"a\" {{\nfor_each = {for_each}\n{labels}content {{\nb = 1\n}}\n}}\nc = 1\n"
            )
        };
        [text(""), text(labels), text(labels) + "a \"y\" {}\n"].map(|it| expand(&it, &ctx))
    };
    let json = |for_each: &str| {
        let text = |labels: &str| {
            format!(
                r#"{{"dynamic": {{"a": {{"for_each": "${{{for_each}}}", {labels} "content": {{"b": 1}}}}}}, "c": 1}}"#
            )
        };
        let with_another = text("").replace(r#", "c""#, r#", "a": {"b": 2}, "c""#);
        [text(""), text(r#""labels": ["x"],"#), with_another].map(|it| {
            let body = hcl::json::parse(&it).expect("it parses");
            hcl::dynblock::expand_dynamic(&body, &ctx)
                .into_result()
                .expect("it can be expanded")
        })
    };
    for body in native("u").iter().chain(&json("u")) {
        let value: Value = hcl::from_body(body).expect("it decodes");
        assert_eq!(
            (&value["a"], &value["c"]),
            (&Value::dynamic(), &Value::from(1)),
            "{body}"
        );
        let map: BTreeMap<String, Value> = hcl::from_body(body).expect("it decodes");
        assert_eq!(map["a"], Value::dynamic(), "{body}");
        let field: Field = hcl::from_body(body).expect("it decodes");
        assert_eq!(field.a, Value::dynamic(), "{body}");
        // Data without unknown values cannot be decoded from them.
        assert!(hcl::from_body::<serde_json::Value>(body).is_err(), "{body}");
    }
    for body in native("k").iter().chain(&json("k")) {
        let value: Value = hcl::from_body(body).expect("it decodes");
        assert!(value["a"].is_known(), "{value}");
    }
}

/// Returns blocks whose number is unknown, in native syntax and as properties of a JSON object.
fn unknown_blocks() -> Vec<(String, String)> {
    let native = |for_each: &str, labels: &str| {
        format!(
            "dynamic \"a\" {{\nfor_each = {for_each}\nlabels = [{labels}]\ncontent {{\nb = 1\n}}\n}}\n"
        )
    };
    let json = |for_each: &str, labels: &str| {
        format!(r#"{{"for_each": "${{{for_each}}}", "labels": [{labels}], "content": {{"b": 1}}}}"#)
    };
    let dynamic = |blocks: &[String]| format!(r#""dynamic": {{"a": [{}]}}"#, blocks.join(", "));
    let mut pairs = Vec::new();
    for labels in ["", "\"x\""] {
        let (written, property) = match labels {
            "" => ("a {\nb = 0\n}\n", r#""a": {"b": 0}"#),
            _ => ("a \"y\" {\nb = 0\n}\n", r#""a": {"y": {"b": 0}}"#),
        };
        let (unknown, known) = (native("u", labels), native("k", labels));
        let generated = dynamic(&[json("u", labels)]);
        pairs.extend([
            (unknown.clone(), generated.clone()),
            (
                written.to_owned() + &unknown,
                format!("{property}, {generated}"),
            ),
            (
                unknown.clone() + written,
                format!("{generated}, {property}"),
            ),
            (
                known + &unknown,
                dynamic(&[json("k", labels), json("u", labels)]),
            ),
            (
                unknown.repeat(2),
                dynamic(&[json("u", labels), json("u", labels)]),
            ),
        ]);
    }
    pairs
}

#[derive(serde_derive::Deserialize)]
struct Nested {
    a: Value,
    c: Inner,
    d: Inner,
}

#[derive(serde_derive::Deserialize)]
struct Inner {
    a: Value,
}

/// An unknown number of blocks has the same result in both syntaxes, beside other blocks of its type and inside other
/// blocks.
#[test]
fn an_unknown_number_of_blocks_is_unknown_in_both_syntaxes() {
    let ctx = EvalContext::new()
        .with_variable("u", Value::dynamic())
        .with_variable("k", vec![1]);
    for (native, json) in unknown_blocks() {
        let nested = format!(
            "c {{\n{native}}}\ndynamic \"d\" {{\nfor_each = k\ncontent {{\n{native}}}\n}}\n{native}"
        );
        let native = expand(&nested, &ctx);
        let text = match json.strip_prefix("\"dynamic\": {") {
            // An object can have each name only once.
            Some(rest) => format!(
                r#"{{"c": {{{json}}}, "dynamic": {{"d": {{"for_each": "${{k}}", "content": {{{json}}}}}, {rest}}}"#
            ),
            None => format!(
                r#"[{{"c": {{{json}}}, "dynamic": {{"d": {{"for_each": "${{k}}", "content": {{{json}}}}}}}}}, {{{json}}}]"#
            ),
        };
        let json = hcl::json::parse(&text).expect("it parses");
        let json = hcl::dynblock::expand_dynamic(&json, &ctx)
            .into_result()
            .expect("it can be expanded");
        for body in [&native, &json] {
            let Nested { a, c, d } = hcl::from_body(body).expect("it decodes");
            for value in [a, c.a, d.a] {
                assert_eq!(value, Value::dynamic(), "{nested}{text}");
            }
        }
    }
}

/// The attributes of blocks that a secret generates are secret, even while their number is unknown.
#[test]
fn attributes_from_an_unknown_secret_are_secret() {
    let ctx = EvalContext::new()
        .with_variable("secret", Value::dynamic())
        .with_secret("secret")
        .with_variable("public", Value::dynamic());
    for (list, is_secret) in [("secret", true), ("public", false)] {
        let native =
            format!("dynamic \"a\" {{\nfor_each = {list}\ncontent {{\nb = a.value\n}}\n}}\n");
        let json = format!(
            r#"{{"dynamic": {{"a": {{"for_each": "${{{list}}}", "content": {{"b": "${{a.value}}"}}}}}}}}"#
        );
        let json = hcl::json::parse(&json).expect("it parses");
        let json = hcl::dynblock::expand_dynamic(&json, &ctx).value;
        let schema = hcl::BodySchema::new().with_block("a", [] as [&str; 0]);
        for body in [expand(&native, &ctx), json] {
            let content = body.content(&schema).into_result().expect("it has blocks");
            let attributes = content.blocks()[0].body().just_attributes().value;
            let marked = attributes[0].expression().evaluate_marked(&ctx);
            assert_eq!(marked.expect("it is unknown").is_secret(), is_secret);
        }
    }
}
