//! Bodies that are laid over each other.

#![allow(
    clippy::needless_raw_string_hashes,
    clippy::needless_pass_by_value,
    reason = "expect-test writes the literals"
)]

mod errors;
mod laws;
mod settings;
mod spans;
mod typed;

use std::collections::BTreeMap;
use std::path::Path;

use expect_test::{Expect, expect};
use hcl::{
    Attribute, Block, Body, BodySchema, EvalContext, Expression, Overlay, OverlayRule,
    ParseOptions, Spanned, Visitor, WalkControl,
};
use serde_json::Value as Json;

/// Returns options with the syntax of a file.
fn options(path: &Path) -> ParseOptions {
    ParseOptions::new().with_syntax(hcl::Syntax::of_path(path))
}

/// Returns the body of a file with this name, which determines the syntax.
#[track_caller]
fn layer(name: &str, text: &str) -> Body {
    let options = options(Path::new(name)).with_filename(name);
    options
        .parse(text)
        .into_result()
        .unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn overlay<const N: usize>(layers: [(&str, &str); N]) -> Body {
    let layers = layers.map(|(name, text)| layer(name, text));
    Body::overlay(layers).expect("they are small")
}

#[track_caller]
fn check<const N: usize>(layers: [(&str, &str); N], expected: Expect) {
    let body = overlay(layers);
    points_into_its_sources(&body);
    expected.assert_eq(&body.to_string());
    // The displayed text can be parsed again and gives an equal body. This is not checked for JSON, because properties
    // are displayed as attributes.
    if !layers
        .iter()
        .any(|(name, _)| hcl::Syntax::of_path(name) == hcl::Syntax::Json)
    {
        let again = hcl::parse(&body.to_string()).expect("it is the canonical form");
        assert_eq!(again, body);
    }
}

/// Checks that each part of a body is at the place that its span says.
fn points_into_its_sources(body: &Body) {
    struct Places;

    impl Visitor for Places {
        fn attribute(&mut self, attribute: &Attribute) -> WalkControl {
            let at = &attribute.source().text()[attribute.name_span().range()];
            assert!(at == attribute.name() || attribute.name_span().len() > 2);
            let all = &attribute.source().text()[attribute.span().range()];
            assert_eq!(format!("{attribute:?}"), all);
            assert!(all.starts_with(at), "{at:?} of {all:?}");
            WalkControl::Continue
        }

        fn block(&mut self, block: &Block) -> WalkControl {
            let text = block.source().text();
            assert_eq!(&text[block.span().range()], format!("{block:?}"));
            let at = &text[block.type_span().range()];
            assert_eq!(at.trim_matches('"'), block.block_type());
            for label in block.labels() {
                let written = &label.source().text()[label.span().range()];
                let is_plain = written.is_ascii() && !written.contains('\\');
                assert!(!is_plain || written.contains(&*label.text()));
            }
            WalkControl::Continue
        }

        fn expression(&mut self, expression: &Expression) -> WalkControl {
            let at = &expression.source().text()[expression.span().range()];
            // In a JSON string, the source contains escape sequences and the text of an expression does not.
            assert!(at == expression.text() || expression.source().text().contains('\\'));
            WalkControl::Continue
        }
    }

    body.walk(&mut Places);
    for comment in body.comments() {
        let at = &comment.source().text()[comment.span().range()];
        assert_eq!(at, comment.text());
    }
}

#[test]
fn attributes_and_blocks() {
    check(
        [
            (
                "low.hcl",
                "name = \"low\"\n# Where it listens.\nport = 80\n\nlog {\n  level = \"info\"\n  file  = \"log\"\n}\n\nservice \"a\" {\n  port = 1\n}\n",
            ),
            ("middle.hcl", "zone = 1\n\nservice \"b\" {\n  port = 2\n}\n"),
            (
                "high.hcl",
                "log {\n  level = \"debug\" # for now\n}\n\nname = \"high\"\n\nservice \"a\" {\n  host = \"h\"\n}\n",
            ),
        ],
        expect![[r#"
            name = "high"
            # Where it listens.
            port = 80

            log {
              level = "debug" # for now
              file  = "log"
            }

            service "a" {
              port = 1
              host = "h"
            }

            zone = 1

            service "b" {
              port = 2
            }
        "#]],
    );
    // If the layers have different kinds of items with one name, the kind of the highest layer is used.
    check(
        [
            ("1", "a = 1\nb {}\nb {}\nc {}\n"),
            ("2", "a {}\nb = 2\nc \"l\" {}\n"),
        ],
        expect![[r#"
            a {}

            b = 2

            c {}

            c "l" {}
        "#]],
    );
}

#[test]
fn lists_of_blocks() {
    let layers = [
        ("1", "l { a = 1 }\nl { a = 2 }\nx = 1\n"),
        ("2", "l { a = 3 }\n"),
        ("3", "l { b = 4 }\n"),
    ];
    let with = |rule| {
        let options = Overlay::new().with_blocks("l", rule);
        let layers = layers.map(|(name, text)| layer(name, text));
        let body = options.overlay(layers).expect("they are small");
        body.to_string().replace('\n', "")
    };
    assert_eq!(with(OverlayRule::Merge), "l {  a = 3  b = 4}x = 1");
    assert_eq!(with(OverlayRule::Replace), "l { b = 4 }x = 1");
    let all = "l { a = 1 }l { a = 2 }x = 1l { a = 3 }l { b = 4 }";
    assert_eq!(with(OverlayRule::Append), all);
    // The rule applies to blocks of the type at any level, with any labels.
    let options = Overlay::new().with_blocks("l", OverlayRule::Replace);
    let layers = ["s {\n  l \"a\" {}\n}\n", "s {\n  l \"b\" {}\n}\n"].map(|it| layer("", it));
    let body = options.overlay(layers).expect("they are small");
    assert_eq!(body.to_string(), "s {\n  l \"b\" {}\n}\n");
}

#[test]
fn json() {
    // The native blocks show how many levels of the JSON objects are labels.
    let native = ("1.hcl", "service \"a\" {\n  port = 1\n  host = \"h\"\n}\n");
    let json = (
        "2.json",
        r#"{"service": {"a": {"port": 2}, "b": {}}, "n": [1]}"#,
    );
    check(
        [native, json],
        expect![[r#"
        service "a" {
          port = 2
          host = "h"
        }

        n = [1]

        service "b" {}
    "#]],
    );
    check(
        [json, native],
        expect![[r#"
        service "a" {
          port = 1
          host = "h"
        }

        n = [1]

        service "b" {}
    "#]],
    );
    // If all layers are in JSON syntax, objects are merged and other values are replaced.
    let high = (
        "3.json",
        r#"{"service": {"a": {"host": "x"}}, "n": [2], "//": "a comment"}"#,
    );
    check(
        [json, high],
        expect![[r#"
            service = { a = { port = 2, host = "x" }, b = {} }
            n       = [2]
        "#]],
    );
    let body = overlay([native, json, high]);
    let all: Json = hcl::from_body(&body).expect("it can be decoded");
    let expected = r#"{"service": {"a": {"port": 2, "host": "x"}, "b": {}}, "n": [2]}"#;
    assert_eq!(
        all,
        serde_json::from_str::<Json>(expected).expect("it is JSON")
    );
    let written = hcl::json::to_string(&overlay([json, high])).expect("it can be written");
    let again: Json = serde_json::from_str(&written).expect("it is JSON");
    assert_eq!(again["service"]["a"]["host"], "x");
}

#[test]
fn json_that_is_no_object() {
    let native = ("1.hcl", "service \"a\" {\n  port = 1\n  host = \"h\"\n}\n");
    let json = ("2.json", r#"{"service": {"a": {}}, "n": [1]}"#);
    // Null removes blocks. An attribute in native syntax shows that the property is an attribute.
    let null = ("4.json", r#"{"service": null}"#);
    check([native, null], expect!["service = null\n"]);
    check(
        [json, ("5.hcl", "service = { c = 1 }\n")],
        expect![[r#"
        service = { c = 1 }
        n       = [1]
    "#]],
    );
    // An array of blocks replaces several blocks.
    let list = ("6.json", r#"{"l": [{"a": 1}, {"a": 2}]}"#);
    check(
        [("7.hcl", "l { a = 0 }\n"), list],
        expect![[r#"
        l {
          a = 1
        }

        l {
          a = 2
        }
    "#]],
    );
    let templates = (
        "8.json",
        r#"{"x": {"\u0061": "${1 + 1}", "b": "\u0062${c}"}}"#,
    );
    let body = overlay([("9.json", r#"{"x": {"c": "${2 + 2}"}}"#), templates]);
    points_into_its_sources(&body);
    let context = EvalContext::new().with_variable("c", "c");
    let options = hcl::DecodeOptions::new().with_context(&context);
    let all: Json = options.from_body(&body).expect("it can be decoded");
    assert_eq!(all.to_string(), r#"{"x":{"a":2,"b":"bc","c":4}}"#);
}

#[test]
fn all_parts_of_the_crate_read_overlaid_bodies() {
    let low = ("low.hcl", "b \"x\" {\n  a = base\n}\n");
    let high = ("high.hcl", "# high\nb \"x\" {\n  c = \"${base}!\"\n}\n");
    let body = overlay([low, high]);
    // Places of decoded values.
    let config: BTreeMap<String, BTreeMap<String, BTreeMap<String, Spanned<String>>>> = {
        let context = EvalContext::new().with_variable("base", 7);
        let options = hcl::DecodeOptions::new().with_context(&context);
        options.from_body(&body).expect("it can be decoded")
    };
    let [a, c] = ["a", "c"].map(|name| &config["b"]["x"][name]);
    let place = |value: &Spanned<String>| {
        let source = value.source().expect("it is known").clone();
        let text = source.text()[value.span().range()].to_owned();
        (source.name().map(str::to_owned), text)
    };
    assert_eq!(place(a), (Some("low.hcl".into()), "base".into()));
    assert_eq!(place(c), (Some("high.hcl".into()), "\"${base}!\"".into()));
    // Content of a schema.
    let schema = BodySchema::new().with_block("b", ["name"]);
    let content = body.content(&schema).into_result().expect("it fits");
    let block = &content.blocks()[0];
    assert_eq!(
        (block.source().name(), block.body().attributes().count()),
        (Some("high.hcl"), 2)
    );
    assert_eq!(block.body().text(), None);
    let error = body
        .content(&BodySchema::new())
        .into_result()
        .expect_err("a block is not expected");
    assert!(error.to_string().contains("high.hcl:2:1"), "{error}");
    // Decoding with a spec.
    let spec = hcl::SpecFile::from_body(&layer("spec", "block_map {\n  block_type = \"b\"\n  labels = [\"name\"]\n  attr {\n    name = \"d\"\n    type = number\n    required = true\n  }\n}\n"))
        .into_result().expect("it is a spec");
    let error = spec
        .spec()
        .decode(&body, &EvalContext::new())
        .into_result()
        .expect_err("it lacks an attribute");
    assert!(error.to_string().contains("high.hcl:2:7"), "{error}");
    // Variables, and the evaluation of one expression.
    let expression = block.body().attribute("c").expect("it is set").expression();
    assert_eq!(expression.variables()[0].source().name(), Some("high.hcl"));
    let error = expression
        .evaluate(&EvalContext::new())
        .expect_err("there are no variables");
    assert!(error.to_string().contains("high.hcl:3:10"), "{error}");
    // The overlaid body cannot be edited, but a body that is parsed from its text can.
    let mut edit = body.edit();
    edit.set_attribute(&body, "new", 1);
    let error = edit.finish().expect_err("it is of two sources");
    assert_eq!(error.diagnostics()[0].summary(), "Several sources");
    // The comments of all layers are found.
    let comments: Vec<_> = body.comments().map(|it| it.text().to_owned()).collect();
    assert_eq!(comments, ["# high"]);
}

#[test]
fn comments_of_all_layers() {
    let texts = |body: &Body| -> Vec<String> {
        let comments = body.comments();
        let text = |it: hcl::Comment| {
            let name = it.source().name().unwrap_or_default();
            format!("{name} {}", it.text())
        };
        comments.map(text).collect()
    };
    let body = overlay([
        ("low", "# a\nx {\n  # b\n  a = 1\n}\n"),
        ("high", "x {\n  # c\n  b = 1 # d\n}\n# e\n"),
    ]);
    let all = ["low # a", "low # b", "high # c", "high # d", "high # e"];
    assert_eq!(texts(&body), all);
    let block = body.blocks().next().expect("there is one");
    assert_eq!(texts(&block.body()), ["high # c", "high # d"]);
}

#[derive(serde_derive::Deserialize, serde_derive::Serialize)]
struct Expanded {
    x: Json,
    z: ExpandedZone,
}

#[derive(serde_derive::Deserialize, serde_derive::Serialize)]
struct ExpandedZone {
    l: Vec<Json>,
    m: u8,
}

#[test]
fn dynamic_blocks() {
    let low = (
        "low.hcl",
        "x {\n  dynamic \"l\" {\n    for_each = [1, 2]\n    content { n = l.value }\n  }\n}\n",
    );
    let high = (
        "high.hcl",
        "x {\n  dynamic \"l\" {\n    for_each = [\"a\"]\n  }\n  z = 1\n}\n",
    );
    let json = (
        "more.json",
        r#"{"y": {"//": "n", "a": "${1 + 1}", "\u0062": [{"c": 1}]}}"#,
    );
    let context = EvalContext::new();
    let expanded = |body: &Body| {
        hcl::dynblock::expand_dynamic(body, &context)
            .into_result()
            .expect("it can be expanded")
    };
    let options = hcl::DecodeOptions::new().with_context(&context);
    let decoded = |body: &Body| {
        let all: Json = options.from_body(body).expect("it can be decoded");
        all.to_string()
    };
    let after = expanded(&overlay([low, high, json]));
    points_into_its_sources(&overlay([low, high, json]));
    assert_eq!(
        decoded(&after),
        r#"{"x":{"l":{"n":"a"},"z":1},"y":{"//":"n","a":2,"b":[{"c":1}]}}"#
    );
    // In JSON syntax, in both syntaxes, and with the layers expanded before. The blocks in JSON are expanded when they
    // are requested.
    let decoded = |body: &Body| {
        let all: Expanded = options.from_body(body).expect("it can be decoded");
        serde_json::to_string(&all).expect("it can be written")
    };
    let text =
        r#"{"z": {"dynamic": {"l": {"for_each": [1, 2], "content": {"n": "${l.value + 1}!"}}}}}"#;
    let generated = ("dynamic.json", text);
    let expected = r#"{"x":{"l":[{"n":1},{"n":2}]},"z":{"l":[{"n":"2!"},{"n":"3!"}],"m":3}}"#;
    for order in [
        [low, generated, ("m.json", r#"{"z": {"m": 3}}"#)],
        [("m.hcl", "z { m = 3 }\n"), low, generated],
    ] {
        let after = expanded(&overlay(order));
        assert_eq!(decoded(&after), expected);
        assert_eq!(after.to_string(), expanded(&after).to_string());
        let before = order.map(|(name, text)| expanded(&layer(name, text)));
        let before = Body::overlay(before).expect("they are small");
        assert_eq!(decoded(&before), expected);
    }
}

/// In both syntaxes, and in any order of them.
#[test]
fn appended_blocks_keep_the_order_of_the_layers() {
    type Blocks = Vec<BTreeMap<String, u32>>;

    let append = Overlay::new().with_blocks("l", OverlayRule::Append);
    let native = |first: u32| format!("l {{ n = {first} }}\nl {{ n = {} }}\n", first + 1);
    let json = |first: u32| format!(r#"{{"l": [{{"n": {first}}}, {{"n": {}}}]}}"#, first + 1);
    for choice in 0..8 {
        let layers = (0..3).map(|at| match choice >> at & 1 {
            0 => layer("l.hcl", &native(2 * at)),
            _ => layer("l.json", &json(2 * at)),
        });
        let body = append.overlay(layers).expect("they are small");
        let blocks: BTreeMap<String, Blocks> = hcl::from_body(&body).expect("it has a list");
        let numbers: Vec<u32> = blocks["l"].iter().map(|it| it["n"]).collect();
        assert_eq!(numbers, [0, 1, 2, 3, 4, 5], "{choice:03b}");
    }
}

/// A JSON body is displayed as text that sets each name once and that decodes to the same value.
#[test]
fn appended_json_is_displayed_as_one_list() {
    let append = |layers: &[&str]| {
        let layers = layers.iter().map(|text| layer("l.json", text));
        let rules = Overlay::new().with_blocks("l", OverlayRule::Append);
        rules.overlay(layers).expect("they are small")
    };
    let cases: [(&[&str], &str); 5] = [
        (
            &[
                r#"{"l": [{"n": 1}], "z": 1}"#,
                r#"{"l": {"n": 2}}"#,
                r#"{"l": []}"#,
            ],
            "l = [{ n = 1 }, { n = 2 }]\nz = 1\n",
        ),
        (
            &[
                r#"{"l": {"a": {"n": 1}}}"#,
                r#"{"l": {"b": [{"n": 2}]}, "x": {"l": 3}}"#,
            ],
            "l = [{ a = { n = 1 } }, { b = [{ n = 2 }] }]\nx = { l = 3 }\n",
        ),
        (&[r#"{"l": []}"#, r#"{"l": []}"#], "l = []\n"),
        (&[r#"{"l": [1]}"#, r#"{"l": [2]}"#], "l = [1, 2]\n"),
        // These two values cannot form a list, so the name is set twice, which is an error when the text is parsed.
        (
            &[r#"{"l": {}}"#, r#"{"l": "text"}"#],
            "l = {}\nl = \"text\"\n",
        ),
    ];
    for (layers, expected) in cases {
        let text = append(layers).to_string();
        assert_eq!(text, expected, "{layers:?}");
    }
    let layers = [r#"{"l": [{"n": 1}, {"n": 2}]}"#, r#"{"l": {"n": 3}}"#];
    let body = append(&layers);
    let decoded: Json = hcl::from_body(&body).expect("it can be decoded");
    let again: Json = hcl::from_str(&body.to_string()).expect("its text can be decoded, too");
    assert_eq!(again, decoded);
}

#[test]
fn values_of_expanded_blocks_stay_bound() {
    let low = (
        "low.hcl",
        "x {\n  dynamic \"l\" {\n    for_each = [1, 2]\n    content { n = l.value }\n  }\n}\n",
    );
    let high = (
        "high.hcl",
        "x {\n  dynamic \"l\" {\n    for_each = [\"a\"]\n  }\n  z = 1\n}\n",
    );
    let context = EvalContext::new();
    let expanded = |body: &Body| {
        hcl::dynblock::expand_dynamic(body, &context)
            .into_result()
            .expect("it can be expanded")
    };
    let before = [low, high].map(|(name, text)| {
        expanded(&layer(
            name,
            &text.replace("[\"a\"]\n", "[\"a\"]\n    content { m = l.key }\n"),
        ))
    });
    let body = Overlay::new()
        .with_blocks("l", OverlayRule::Append)
        .overlay(before);
    let body = body.expect("they are small");
    let options = hcl::DecodeOptions::new().with_context(&context);
    let decoded: Json = options.from_body(&body).expect("it can be decoded");
    assert_eq!(
        decoded.to_string(),
        r#"{"x":{"l":[{"n":1},{"n":2},{"m":0}],"z":1}}"#
    );
    let error = hcl::dynblock::expand_dynamic(
        &overlay([
            low,
            (
                "bad.hcl",
                "\nx {\n  dynamic \"l\" {\n    for_each = true\n  }\n}\n",
            ),
        ]),
        &context,
    );
    let error = error.into_result().expect_err("it is not a list");
    assert!(error.to_string().contains("bad.hcl:4:16"), "{error}");
}
