//! Bodies in the JSON syntax, converted to native syntax ("Structural Elements" of the JSON syntax).

use expect_test::expect;
use hcl::json::{BlockForm, NativeBlocks, body_to_string, from_native, to_native};
use hcl::{Body, BodySchema, EvalContext};

/// A template that is an error in JSON syntax could become a valid string in native syntax, so the conversion fails.
#[test]
fn what_json_does_not_accept_is_not_written_in_native_syntax() {
    for (json, expected) in [
        (
            r#"{"a": "${b"}"#,
            "Unclosed template interpolation sequence",
        ),
        (
            r#"{"a": [{"b": ["%{ if c }"]}]}"#,
            "Unexpected end of template",
        ),
        (
            r#"{"a": {"${b": 1}}"#,
            "Unclosed template interpolation sequence",
        ),
        (
            r#"{"a": {"b": 1, "c": 2, "\u0062": 3}}"#,
            "Duplicate object attribute",
        ),
        (
            r#"{"a": [{"x y": 1, "x y": 2}]}"#,
            "Duplicate object attribute",
        ),
    ] {
        let body = hcl::json::parse(json).expect("it is JSON");
        let error = to_native(&body, &NativeBlocks::new()).unwrap_err();
        assert!(error.message().starts_with(expected), "{json}: {error}");
        let evaluated = body.just_attributes().value.first().map(|it| {
            it.expression().evaluate(
                &EvalContext::new()
                    .with_variable("c", true)
                    .with_variable("b", 1),
            )
        });
        assert!(evaluated.is_some_and(|it| it.is_err()), "{json}");
        assert!(error.diagnostics()[0].subject().is_some(), "{json}");
    }
    let body = hcl::json::parse(r#"{"a\n\"b": 1}"#).expect("it is JSON");
    let error = to_native(&body, &NativeBlocks::new()).unwrap_err();
    assert!(
        error.message().contains(r#"but "a\n\"b" is not one."#),
        "{error}"
    );
    // Block names and labels are not templates. Several properties with one name are several blocks.
    let json = r#"{"a": {"${b": {"c": 1}, "d": {}}, "a": {"e": {}}}"#;
    let body = hcl::json::parse(json).expect("it is JSON");
    let native = to_native(&body, &NativeBlocks::new().with_block("a", 1));
    let native = native.unwrap_or_else(|error| panic!("{error}"));
    let labels = native
        .blocks()
        .map(|it| it.labels().next().map(|it| it.text().into_owned()));
    let labels: Vec<String> = labels.flatten().collect();
    assert_eq!(labels, ["${b", "d", "e"]);
}

/// Null is not a block, at any level of labels, as in decoding. By shape, it is the value of an attribute: that is what
/// `from_native` writes as null.
#[test]
fn null_is_not_a_block() {
    for (json, labels, expected) in [
        (r#"{"a": null}"#, 0, ""),
        (
            r#"{"a": {"b": null, "c": {"d": 1}}}"#,
            1,
            "a \"c\" {\n  d = 1\n}\n",
        ),
        (
            r#"{"a": [{"b": null}, {"c": {"d": null, "e": {}}}]}"#,
            2,
            "a \"c\" \"e\" {}\n",
        ),
        (
            r#"{"a": {"b": null, "c": {"d": {}}}}"#,
            2,
            "a \"c\" \"d\" {}\n",
        ),
    ] {
        let body = hcl::json::parse(json).expect("it is JSON");
        let schema = BodySchema::new().with_block("a", ["x", "y"].into_iter().take(labels));
        let native = to_native(&body, &NativeBlocks::from(&schema));
        let native = native.unwrap_or_else(|error| panic!("{json}: {error}"));
        assert_eq!(native.source().text(), expected);
        let decoded = body.content(&schema).value;
        assert_eq!(decoded.blocks().len(), native.blocks().count(), "{json}");
    }
    for (json, labels) in [
        (r#"{"a": [null]}"#, 0),
        (r#"{"a": [null, {}]}"#, 1),
        (r#"{"a": [[{}]]}"#, 0),
        (r#"{"a": {"b": [[{}]]}}"#, 1),
    ] {
        let body = hcl::json::parse(json).expect("it is JSON");
        let schema = BodySchema::new().with_block("a", ["x", "y"].into_iter().take(labels));
        assert!(body.content(&schema).into_result().is_err(), "{json}");
        let error = to_native(&body, &NativeBlocks::from(&schema)).unwrap_err();
        assert!(error.message().contains("an object is needed"), "{error}");
    }
    let text = "service {\n  web = null\n\n  api {\n    port = 1\n  }\n}\n";
    survives_a_round_trip(text);
}

/// A body is the same text again after it was written in JSON and read by shape.
fn survives_a_round_trip(text: &str) {
    let body = hcl::parse(text).expect("it is valid");
    let json = from_native(&body, BlockForm::Shortest).expect("it can be written");
    let body = hcl::json::parse(&json).expect("it is JSON");
    let native = to_native(&body, &NativeBlocks::by_shape()).expect("it can be converted");
    assert_eq!(native.source().text(), text, "{json}");
}

/// An array of arrays is a value: as blocks, it would be the same as an array of objects.
#[test]
fn arrays_of_arrays_are_values_by_shape() {
    let text = "a = [[{ x = 1 }]]\n\nb {\n  c = [[{ y = 2 }], { z = 3 }]\n}\n";
    let body = hcl::parse(text).expect("it is valid");
    let json = from_native(&body, BlockForm::Shortest).expect("it can be written");
    assert!(!json.contains("${"), "{json}");
    let json = hcl::json::parse(&json).expect("it is JSON");
    let native = to_native(&json, &NativeBlocks::by_shape()).expect("it can be converted");
    let value = |body: &Body| hcl::from_body::<hcl::Value>(body).expect("it has a value");
    assert_eq!(value(&native), value(&body), "{native}");
}

/// The error used to show the written text, which is not the source.
#[test]
fn attributes_that_are_set_twice_are_reported_in_the_source() {
    for text in [
        r#"{"a": 1, "a": 2}"#,
        r#"[{"a": 1}, {"b": {"a": 1}, "a": 2}]"#,
        r#"{"b": {"a": 1, "a": 2}, "a": 3}"#,
    ] {
        let body = hcl::json::parse(text).expect("it is JSON");
        let error = to_native(&body, &NativeBlocks::by_shape()).expect_err("\"a\" is set twice");
        let span = error.span().expect("it has a place");
        assert_eq!(
            span.start() as usize,
            text.find("\"a\": 2").expect("it is there")
        );
        assert_eq!(&text[span.range()], "\"a\"");
    }
}

/// Only a body that is written in its source can be converted. Others used to be returned as they were, in JSON syntax.
#[test]
fn selected_items_in_json_are_not_converted() {
    let text = r#"{"a": 1, "dynamic": {"b": {"for_each": [1], "content": {}}}}"#;
    let body = hcl::json::parse(text).expect("it is JSON");
    let native = hcl::parse("c = 1\n").expect("it is HCL");
    let schema = BodySchema::new().with_attribute("a");
    let (_, rest) = body.partial_content(&schema).value;
    let expanded = hcl::dynblock::expand_dynamic(&body, &EvalContext::new()).value;
    let blocks = NativeBlocks::new();
    for selected in [
        rest,
        expanded,
        Body::overlay([native.clone(), body.clone()]).expect("they fit"),
        Body::merge([native.clone(), body]),
    ] {
        let error = to_native(&selected, &blocks).unwrap_err();
        let code = error.diagnostics()[0].code().to_string();
        assert_eq!(code, "not-a-part-of-a-source", "{selected}");
    }
    let (_, nothing) = hcl::json::parse(r#"{"a": 1}"#)
        .and_then(|body| body.partial_content(&schema).into_result())
        .expect("it has one attribute");
    let converted = to_native(&nothing, &blocks).expect("nothing is left to convert");
    assert_eq!(converted.source().text(), "");
    let merged = Body::merge([native.clone(), native]);
    let same = to_native(&merged, &blocks).expect("it is native");
    assert_eq!(same.attributes().count(), 2);
}

/// Empty lines of comments are kept, also the first, the last, and the only one.
#[test]
fn empty_lines_of_comments_survive_a_round_trip() {
    for text in [
        "#\n# one\n#\n# two\n#\na = 1\n",
        "#\na = 1\n",
        "#\n#\n\nb {\n  #\n\n  c {\n    d = 1\n  }\n}\n",
    ] {
        survives_a_round_trip(text);
    }
}

/// Each block that a `dynamic` block generates has the comments of the content. The first one also has those of the
/// arguments, as in native syntax.
#[test]
fn comments_of_generated_blocks() {
    let text = "dynamic \"b\" { # a\n  for_each = [1, 2] # b\n  labels = [] # c\n  content { # d\n    # e\n    x = 0\n    \
                dynamic \"n\" {\n      # f\n      for_each = [1, 2]\n      content {\n        # g\n      }\n    }\n  }\n  \
                # h\n}\nb { # i\n  y = 1\n}\n";
    let body = hcl::parse(text).expect("it is valid");
    let body = hcl::dynblock::expand_dynamic(&body, &EvalContext::new());
    let body = body.into_result().expect("it can be expanded");
    let json = body_to_string(&body, BlockForm::Shortest).expect("it can be written");
    let inner = r#"[{"//":"f\ng"},{"//":"g"}]"#;
    let expected = format!(
        r#"{{"b":[{{"//":"a\nb\nc\nd\ne\nh","x":0,"n":{inner}}},{{"//":"d\ne","x":0,"n":{inner}}},{{"//":"i","y":1}}]}}"#
    );
    let compact: String = json.split_whitespace().collect();
    assert_eq!(compact, expected);
}

/// Blocks with labels are written in several objects, in the order of the blocks.
#[test]
fn comments_of_generated_blocks_with_labels() {
    let text = "dynamic \"b\" {\n  # a\n  for_each = [\"x\", \"y\", \"x\"]\n  labels = [b.value]\n  content {}\n}\n\
                dynamic \"b\" {\n  # b\n  for_each = [\"y\"]\n  labels = [b.value]\n  content {}\n}\n";
    let body = hcl::parse(text).expect("it is valid");
    let body = hcl::dynblock::expand_dynamic(&body, &EvalContext::new());
    let body = body.into_result().expect("it can be expanded");
    let json = hcl::json::to_string(&body).expect("it can be written");
    let expected = r#"{"b":[{"x":{"//":"a"},"y":{}},{"x":{},"y":{"//":"b"}}]}"#;
    assert_eq!(json, expected);
}

/// Unknown content of a generated block is an error; it is not left out.
#[test]
fn unknown_content_of_generated_blocks_is_not_written() {
    let text =
        r#"{"dynamic": {"b": {"for_each": "${u}", "content": {"c": {"x": {"d": "${b.value}"}}}}}}"#;
    let body = hcl::json::parse(text).expect("it is valid");
    let inner = |u: hcl::Value| {
        let ctx = EvalContext::new().with_variable("u", u);
        let body = hcl::dynblock::expand_dynamic(&body, &ctx).into_result();
        let block = body.expect("it can be expanded").blocks().next();
        let schema = BodySchema::new().with_block("c", ["x"]);
        let content = block.expect("it is generated").body().content(&schema);
        content.into_result().expect("it has one block").blocks()[0].body()
    };
    let known = to_native(
        &inner(hcl::value!([1]).expect("it is a list")),
        &NativeBlocks::new(),
    );
    assert_eq!(known.expect("it is known").to_string(), "d = 1\n");
    let error = to_native(&inner(hcl::Value::dynamic()), &NativeBlocks::new());
    let error = error.expect_err("it is unknown");
    assert_eq!(error.diagnostics()[0].summary(), "Unknown value");
}

/// Bodies of selected items have the comments that belong to these items, as if they were written in native syntax and
/// read again.
#[test]
fn comments_of_selected_bodies() {
    let parse = |text: &str| hcl::parse(text).expect("it is valid");
    let one = parse("# 1\n\n# 2\na = [ # 3\n  1,\n] # 4\n/* 5 */ b { # 6\n  c = 1\n} # 7\n");
    let two = parse("d = 1 # 8\ne \"x\" /* 9 */ {\n  e = 2 # 10\n}\n");
    let json = hcl::json::parse(r#"{"//": "x", "f": 3}"#).expect("it is valid");
    let dynamic = parse(
        "# 11\ndynamic \"g\" {\n  for_each = [1, 2]\n  content /* 12 */ { # 13\n    x = 0\n    dynamic \"h\" {\n      for_each = [1, 2]\n      content {}\n    } # 20\n  }\n}\n",
    );
    let expanded = hcl::dynblock::expand_dynamic(&dynamic, &EvalContext::new());
    let expanded = expanded.into_result().expect("it can be expanded");
    let lower = parse("b { # 14\n  c = 1 # 15\n}\n");
    let upper = parse("b /* 16 */ {\n  d = 1 # 17\n}\n");
    let layered = Body::overlay([lower, upper]).expect("they can be overlaid");
    let schema = BodySchema::new().with_attribute("d");
    let partial = two.partial_content(&schema).value.1;
    let bodies = [Body::merge([one, two, json]), partial, expanded, layered];
    let json = bodies.map(|it| hcl::json::to_string(&it).expect("it can be written"));
    expect![[r#"
        {"//":"2\n3\n4\n5\n7\n8","a":[1],"b":{"//":"6","c":1},"d":1,"e":{"x":{"//":"9\n10","e":2}},"f":3}
        {"e":{"x":{"//":"9\n10","e":2}}}
        {"//":"11","g":[{"//":"12\n13\n20","x":0,"h":[{},{}]},{"//":"12\n13\n20","x":0,"h":[{},{}]}]}
        {"b":{"//":"16\n15\n17","c":1,"d":1}}"#]].assert_eq(&json.join("\n"));
}

/// Without further information, the label `"//"` cannot be told from a comment.
#[test]
fn labels_that_look_like_comments_are_not_lost() {
    for text in [
        "b \"//\" {\n  a = 1\n}\n",
        "b \"x\" \"//\" {\n}\nb \"x\" \"y\" {\n}\n",
        "c {\n  b \"\\u002f/\" {\n  }\n}\n",
    ] {
        let body = hcl::parse(text).expect("it is valid");
        for form in [BlockForm::Shortest, BlockForm::Lists] {
            let error = from_native(&body, form).expect_err("the label would be lost");
            assert_eq!(error.diagnostics()[0].summary(), "Reserved name", "{text}");
        }
    }
    let body = hcl::parse("b \"//\" {\n  a = 1\n}\n").expect("it is valid");
    let json = body_to_string(&body, BlockForm::Shortest).expect("it can be written");
    let json = hcl::json::parse(&json).expect("it is JSON");
    let native = to_native(&json, &NativeBlocks::new().with_block("b", 1));
    let native = native.expect("it can be converted");
    assert_eq!(native.source().text(), body.source().text());
}

/// Comments are not templates. A comment that is not a string is written as JSON.
#[test]
fn comments_keep_their_text_in_native_syntax() {
    for (comment, expected) in [
        (r#""use ${var.x}""#, "# use ${var.x}\n"),
        (r#""100 %{ of $${b}\n\u0007c""#, "# 100 %{ of $${b}\n#  c\n"),
        (r#"["a", {"b": 1}]"#, "# [\"a\", {\"b\": 1}]\n"),
        ("{\n\t\"${a\": 1}", "# {\n# \t\"${a\": 1}\n"),
        ("true", "# true\n"),
    ] {
        let json = format!(r#"{{"//": {comment}, "port": 80}}"#);
        let body = hcl::json::parse(&json).expect("it is JSON");
        let native = to_native(&body, &NativeBlocks::new());
        let native = native.expect("comments are not evaluated");
        assert_eq!(
            native.source().text(),
            [expected, "port = 80\n"].concat(),
            "{json}"
        );
    }
}

/// The text of a comment stays the same in both directions, including its indentation and the marks inside of it.
#[test]
fn comments_keep_their_text() {
    let native = "# b {\n#   c = 1\n# }\n#\n# # d\n# /e //\na = 1\n";
    let body = hcl::parse(native).expect("it parses");
    let json = from_native(&body, BlockForm::Shortest).expect("JSON can express it");
    let read = hcl::json::parse(&json).expect("it is JSON");
    let again = to_native(&read, &NativeBlocks::by_shape()).expect("it is native");
    assert_eq!(again.source().text(), native, "{json}");
    let body = hcl::parse("#/etc/a\n//  b\n/* c\n * d\n */\n## e\nf = 1\n").expect("it parses");
    let json = hcl::json::to_string(&body).expect("JSON can express it");
    assert_eq!(json, r##"{"//":"/etc/a\n b\nc\n * d\n# e","f":1}"##);
}
