//! The JSON syntax: strict and tolerant parsing agree, spans are within the source, operations on a body terminate, and
//! an expression has the same meaning as the native syntax that it is displayed as.

use std::collections::BTreeMap;

use hcl::{BodySchema, EvalContext, ParseOptions, Syntax, Value};

use super::choices::Choices;
use super::parse::{check_diagnostics, check_spans};
use super::source::{self, GENERATED};

/// Parses text as a body in JSON syntax, and applies all operations to it.
pub fn json(data: &[u8]) {
    let text = text_of(data);
    let options = ParseOptions::new().with_syntax(Syntax::Json);
    let parsed = options.parse(&text);
    check_spans(&text, &parsed.value);
    check_diagnostics(&text, &parsed.diagnostics);
    let strict = options.parse(&text);
    assert_eq!(
        strict.into_result().is_ok(),
        parsed.diagnostics.is_empty(),
        "{text:?}"
    );
    let body = parsed.value;
    let schema = BodySchema::new()
        .with_required_attribute("a")
        .with_block("b", ["first"])
        .with_block("c", ["first", "second"])
        .with_block("d", []);
    let hcl::Diagnosed {
        value: content,
        diagnostics,
        ..
    } = body.content(&schema);
    check_diagnostics(&text, &diagnostics);
    for block in content.blocks() {
        assert!(block.labels().len() <= 2);
        assert!(text.get(block.span().range()).is_some(), "{text:?}");
        assert!(text.get(block.body().span().range()).is_some(), "{text:?}");
        let _ = block.body().just_attributes();
    }
    let hcl::Diagnosed {
        value: attributes,
        diagnostics,
        ..
    } = body.just_attributes();
    check_diagnostics(&text, &diagnostics);
    let ctx = context();
    for attribute in attributes {
        expression(&text, &attribute.expression(), &ctx);
    }
    decoded(&text, &ctx);
}

/// Returns the document for a fuzzer's input: the input itself if it is text, otherwise a generated document.
pub fn text_of(data: &[u8]) -> String {
    match data.split_first() {
        Some((&GENERATED, choices)) => generated(choices),
        _ => source::body_of(data).into_owned(),
    }
}

fn context() -> EvalContext {
    EvalContext::new()
        .with_functions(hcl::function::stdlib::reference())
        .with_variable("a", "text")
        .with_variable("n", 5)
        .with_variable("l", vec!["x", "y"])
        .with_max_steps(100_000)
        .with_max_bytes(1 << 20)
}

/// Checks that the displayed native syntax of an expression has the same value and the same variables.
fn expression(text: &str, expression: &hcl::Expression, ctx: &EvalContext) {
    let hcl::Diagnosed {
        value, diagnostics, ..
    } = expression.evaluate_diagnosed(ctx);
    check_diagnostics(text, &diagnostics);
    let _ = (
        expression.static_list(),
        expression.static_map(),
        expression.static_call(),
    );
    let _ = (expression.static_traversal(), expression.type_constraint());
    let _ = (
        expression.kind(),
        expression.keyword(),
        expression.variables(),
    );
    let _ = expression.evaluate_literal();
    let native = expression.to_string();
    let again = hcl::parse_expression(&native);
    let has_markers = native.contains('~');
    if !diagnostics.is_empty() || has_markers {
        // A string with an invalid template has no other form. In native syntax, strip markers remove more of the text.
        return;
    }
    let again = again.unwrap_or_else(|error| panic!("{text:?} displays as {native:?}: {error}"));
    let hcl::Diagnosed {
        value: other,
        diagnostics,
        ..
    } = again.evaluate_diagnosed(ctx);
    assert!(
        diagnostics.is_empty(),
        "{text:?} displays as {native:?}: {diagnostics:?}"
    );
    assert_eq!(value, other, "{text:?} displays as {native:?}");
}

fn decoded(text: &str, ctx: &EvalContext) {
    for ctx in [None, Some(ctx)] {
        let mut options = hcl::DecodeOptions::new().with_syntax(Syntax::Json);
        if let Some(ctx) = ctx {
            options = options.with_context(ctx);
        }
        let errors = [
            options.from_str::<Value>(text).err(),
            options.from_str::<serde_json::Value>(text).err(),
            options
                .from_str::<BTreeMap<String, Vec<BTreeMap<String, u8>>>>(text)
                .err(),
            options.from_str::<Config>(text).err(),
            options.from_str::<hcl::Body>(text).err(),
        ];
        for error in errors.iter().flatten() {
            check_diagnostics(text, error.diagnostics());
        }
    }
}

#[derive(serde_derive::Deserialize)]
#[allow(dead_code, reason = "it is only decoded")]
struct Config {
    a: Option<Value>,
    #[serde(default)]
    b: Vec<Labelled>,
    c: Option<BTreeMap<String, Vec<Config>>>,
    d: Option<Box<Config>>,
    name: Option<hcl::OneOrMany<String>>,
}

#[derive(serde_derive::Deserialize)]
#[allow(dead_code, reason = "it is only decoded")]
struct Labelled {
    #[serde(rename = "$label")]
    label: String,
    a: Option<u32>,
}

/// Returns a generated document. In rare cases, it contains text that is not JSON.
fn generated(choices: &[u8]) -> String {
    let mut choices = Choices::new(choices);
    let mut text = String::new();
    structure(&mut choices, 0, &mut text);
    text
}

fn structure(choices: &mut Choices<'_>, depth: usize, text: &mut String) {
    let is_array = choices.once_in(4);
    text.push(if is_array { '[' } else { '{' });
    let count = choices.below(4);
    for index in 0..count {
        if index > 0 {
            text.push_str(if choices.once_in(60) { " " } else { ", " });
        }
        if !is_array {
            const NAMES: [&str; 9] = ["a", "b", "c", "d", "//", "name", "${a}", "\\u0061", "x y"];
            let name = choices.pick_ref(&NAMES);
            text.extend(["\"", name, "\""]);
            text.push_str(if choices.once_in(60) { "= " } else { ": " });
        }
        value(choices, depth + 1, text);
    }
    if choices.once_in(60) {
        text.push(',');
    }
    text.push(if is_array { ']' } else { '}' });
}

fn value(choices: &mut Choices<'_>, depth: usize, text: &mut String) {
    const SCALARS: [&str; 24] = [
        "null",
        "true",
        "false",
        "0",
        "-1.5e3",
        "12345678901234567890",
        "\"\"",
        "\"text\"",
        "\"a\\nb\\\"c\\\\ \\u00e9 \\ud83e\\udd80\"",
        "\"é $ % {\"",
        "\"${a}\"",
        "\"${n + 1}\"",
        "\"x${a}\\n$${y}\"",
        "\"%{ if n > 1 }\\\"yes\\\"%{ else }no\\n%{ endif }\"",
        "\"%{ for i in l }${i}\\t%{ endfor }\"",
        "\"${upper(\\\"a\\\")}\"",
        "\"${l}\"",
        "\"${nobody}\"",
        "\"${a\"",
        "\"list(string)\"",
        "\"a.b[0]\"",
        "\"${{ k = \\\"v\\\" }}\"",
        "nul",
        "'a'",
    ];
    if depth < 6 && choices.below(3) == 1 {
        structure(choices, depth, text);
        return;
    }
    // The last two scalars are not valid JSON.
    let count = if choices.once_in(30) {
        SCALARS.len()
    } else {
        SCALARS.len() - 2
    };
    text.push_str(SCALARS[choices.below(count)]);
}
