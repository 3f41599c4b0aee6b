//! Every kind of spec with every state of its input: absent, empty, null, unknown, generated.
//!
//! The results are those of the reference implementation, except where it panics.

use std::fmt::Write as _;

use expect_test::expect_file;
use hcl::{EvalContext, Spec, Type, Value};

/// Specs of blocks of the type `a`, with their names in the spec language.
fn specs() -> Vec<(&'static str, Spec)> {
    let text = || Spec::object([("x", Spec::attr("x", Type::STRING))]);
    let any = || Spec::object([("x", Spec::attr("x", Type::DYNAMIC))]);
    let bare = || Spec::attr("x", Type::DYNAMIC);
    vec![
        ("block", Spec::block("a", text())),
        ("required block", Spec::required_block("a", text())),
        ("block_list", Spec::block_list("a", .., text())),
        ("block_list of 3", Spec::block_list("a", 3.., text())),
        (
            "block_list of at most 1",
            Spec::block_list("a", ..=1, text()),
        ),
        ("block_list of any", Spec::block_list("a", .., any())),
        ("block_list of bare any", Spec::block_list("a", .., bare())),
        ("block_set", Spec::block_set("a", .., text())),
        ("block_set of bare any", Spec::block_set("a", .., bare())),
        ("block_tuple", Spec::block_tuple("a", .., any())),
        ("block_attrs", Spec::block_attrs("a", Type::STRING)),
        ("block_attrs of any", Spec::block_attrs("a", Type::DYNAMIC)),
        (
            "required block_attrs",
            Spec::required_block_attrs("a", Type::STRING),
        ),
    ]
}

fn labelled_specs() -> Vec<(&'static str, Spec)> {
    let text = || Spec::object([("x", Spec::attr("x", Type::STRING))]);
    vec![
        ("block_map", Spec::block_map("a", ["k"], text())),
        ("block_object", Spec::block_object("a", ["k"], text())),
    ]
}

fn attr_specs() -> Vec<(&'static str, Spec)> {
    let attr = || Spec::attr("x", Type::STRING);
    let shout = hcl::parse_expression("nested == null ? \"none\" : \"${nested}!\"").unwrap();
    vec![
        ("attr", attr()),
        ("attr of any", Spec::attr("x", Type::DYNAMIC)),
        ("required attr", Spec::required_attr("x", Type::STRING)),
        (
            "required attr of any",
            Spec::required_attr("x", Type::DYNAMIC),
        ),
        (
            "required attr of a list",
            Spec::required_attr("x", Type::list(Type::STRING)),
        ),
        ("object", Spec::object([("y", attr())])),
        ("tuple", Spec::tuple([attr()])),
        (
            "default",
            Spec::default([attr(), Spec::literal("fallback")]),
        ),
        (
            "required default",
            Spec::default([
                Spec::required_attr("x", Type::STRING),
                Spec::literal("fallback"),
            ]),
        ),
        (
            "transform",
            Spec::transform(attr(), shout, EvalContext::new()),
        ),
    ]
}

fn ctx() -> EvalContext {
    EvalContext::new()
        .with_variable("unknown", Value::dynamic())
        .with_variable("strings", Value::unknown(&Type::list(Type::STRING)))
        .with_variable("text", Value::unknown(&Type::STRING))
        .with_variable("none", Vec::<String>::new())
}

fn dynamic(block_type: &str, for_each: &str, more: &str) -> String {
    format!(
        "dynamic \"{block_type}\" {{\n  for_each = {for_each}\n{more}  content {{\n    x = \"q\"\n  }}\n}}\n"
    )
}

/// Returns the results of all specs for all inputs.
fn table(specs: &[(&str, Spec)], inputs: &[String]) -> String {
    let ctx = ctx();
    let mut text = String::new();
    for input in inputs {
        let _ = writeln!(text, "{}", input.trim_end());
        let body = hcl::parse(input).unwrap();
        let hcl::Diagnosed {
            value: expanded,
            diagnostics: found,
            ..
        } = hcl::dynblock::expand_dynamic(&body, &ctx);
        for diagnostic in found {
            let _ = writeln!(text, "  expansion: {}", diagnostic.summary());
        }
        for (name, spec) in specs {
            let hcl::Diagnosed {
                value, diagnostics, ..
            } = spec.decode(&expanded, &ctx);
            assert!(
                !diagnostics.is_empty() || value.ty().matches(&spec.implied_type()),
                "{name}: {value:?}"
            );
            let _ = writeln!(text, "  {name}: {value}    # {}", value.ty());
            for diagnostic in diagnostics {
                let (summary, detail) = (diagnostic.summary(), diagnostic.detail());
                let _ = writeln!(text, "    {summary}: {detail}");
            }
        }
        text.push('\n');
    }
    text
}

#[test]
fn blocks() {
    let one = "a {\n  x = \"k\"\n}\n".to_owned();
    let inputs = [
        String::new(),
        "a {}\n".to_owned(),
        one.clone(),
        dynamic("a", "unknown", ""),
        dynamic("a", "strings", ""),
        [one.clone(), dynamic("a", "unknown", "")].concat(),
        [one.clone(), one.clone(), dynamic("a", "unknown", "")].concat(),
        dynamic("a", "none", ""),
        dynamic("a", "[\"one\"]", ""),
        dynamic("tpyo", "none", ""),
        dynamic("a", "none", "  labels = [\"label\"]\n"),
        "a {\n  x = null\n}\na {\n  x = \"s\"\n}\n".to_owned(),
        "a {\n  x = unknown\n}\na {\n  x = \"s\"\n}\n".to_owned(),
        "a {\n  x = unknown\n}\na {\n  x = null\n}\n".to_owned(),
        "a {\n  x = 1\n}\na {\n  x = \"s\"\n}\na {\n  x = null\n}\n".to_owned(),
        "a {\n  x = null\n  y = \"s\"\n}\n".to_owned(),
        "a {\n  x = unknown\n  y = \"s\"\n}\n".to_owned(),
        "a {\n  x = 1\n  y = \"s\"\n  z = null\n}\n".to_owned(),
        "a {\n  x = null\n  y = null\n}\n".to_owned(),
        "a {\n  x = [1]\n  y = null\n  z = [\"s\", true]\n}\n".to_owned(),
        "a {\n  x = [1]\n}\na {\n  x = null\n}\na {\n  x = [\"s\", true]\n}\n".to_owned(),
        "a {\n  x = { b = 1 }\n}\na {\n  x = null\n}\na {\n  x = { b = null }\n}\n".to_owned(),
    ];
    expect_file!["blocks.table"].assert_eq(&table(&specs(), &inputs));
}

#[test]
fn labelled_blocks() {
    let label = |label: &str| dynamic("a", "unknown", &format!("  labels = [{label}]\n"));
    let absent = |labels: &str| dynamic("a", "none", labels);
    let inputs = [
        String::new(),
        label("\"l\""),
        ["a \"l\" {}\n".to_owned(), label("\"l\"")].concat(),
        label("a.key"),
        absent(""),
        absent("  labels = [a.key]\n"),
        absent("  labels = [a.key, 2]\n"),
        absent("  labels = a.value\n"),
        absent("  labels = none\n"),
        absent("  labels = [for word in [\"one\"]: word]\n"),
        "a \"l\" {\n  x = null\n}\na \"m\" {\n  x = \"s\"\n}\n".to_owned(),
    ];
    expect_file!["labelled.table"].assert_eq(&table(&labelled_specs(), &inputs));
}

#[test]
fn attributes() {
    let inputs = [
        "",
        "x = null\n",
        "x = unknown\n",
        "x = text\n",
        "x = \"s\"\n",
        "x = []\n",
    ];
    let inputs = inputs.map(str::to_owned);
    expect_file!["attributes.table"].assert_eq(&table(&attr_specs(), &inputs));
}

#[test]
fn blocks_within_unknown_ones_are_unknown_too() {
    let input = dynamic("outer", "unknown", "").replace("x = \"q\"", "a {\n      x = \"q\"\n    }");
    let nested = specs().into_iter();
    let nested: Vec<_> = nested
        .map(|(name, spec)| (name, Spec::block("outer", spec)))
        .collect();
    expect_file!["nested.table"].assert_eq(&table(&nested, &[input]));
}
