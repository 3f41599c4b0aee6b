//! `dynamic` blocks in JSON syntax: the same configuration in both syntaxes is the same after expansion.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use hcl::{Body, BodyItem, BodySchema, Diagnostic, EvalContext, Type, Value};

/// The native cases of expansion, with the variables from their block `variables`.
fn cases() -> impl Iterator<Item = (String, Body, EvalContext)> {
    let files = std::fs::read_dir("tests/cases/dynblock").expect("the folder is there");
    let paths = files.map(|file| file.expect("it can be read").path());
    let sources = paths.filter(|path| path.extension().is_some_and(|it| it == "hcl"));
    sources.map(|path| {
        let body = hcl::parse_file(&path).expect("it parses");
        let mut ctx = context();
        for block in body.blocks_of_type("variables") {
            for attribute in block.body().attributes() {
                let value = attribute
                    .expression()
                    .evaluate(&ctx)
                    .expect("it has a value");
                ctx.set_variable(attribute.name(), value);
            }
        }
        (path.display().to_string(), body, ctx)
    })
}

fn context() -> EvalContext {
    let set = Value::set(&Type::STRING, ["q", "p"].map(Value::from)).expect("they are strings");
    EvalContext::new()
        .with_variable("unknown", Value::dynamic())
        .with_variable("set", set)
        .with_functions(hcl::function::stdlib::functions())
}

/// Writes the items that a schema finds in `body`, with the values of attributes. The schema describes the items of
/// `model`.
fn read_as(model: &Body, body: &Body, ctx: &EvalContext, indent: &str, text: &mut String) {
    let mut schema = BodySchema::new();
    let mut labels = BTreeMap::new();
    for item in model.items() {
        match item {
            BodyItem::Attribute(attribute) => schema = schema.with_attribute(attribute.name()),
            BodyItem::Block(block) => {
                labels.insert(block.block_type().to_owned(), block.labels().len());
            }
        }
    }
    for (block_type, count) in &labels {
        schema = schema.with_block(block_type, vec!["label"; *count]);
    }
    let hcl::Diagnosed {
        value: (content, rest),
        diagnostics,
        ..
    } = body.partial_content(&schema);
    for diagnostic in diagnostics {
        writeln!(
            text,
            "{indent}{}: {}",
            diagnostic.summary(),
            diagnostic.detail()
        )
        .expect("it is a string");
    }
    for item in rest.items() {
        writeln!(text, "{indent}left: {item:?}").expect("it is a string");
    }
    for attribute in content.attributes() {
        let value = match attribute.expression().evaluate(ctx) {
            Ok(value) => value.to_string(),
            Err(error) => error.message(),
        };
        writeln!(text, "{indent}{} = {value}", attribute.name()).expect("it is a string");
    }
    for block_type in labels.keys() {
        let models: Vec<_> = model.blocks_of_type(block_type).collect();
        let blocks: Vec<_> = content.blocks_of_type(block_type).collect();
        for (at, block) in blocks.iter().enumerate() {
            let labels: Vec<_> = block
                .labels()
                .map(|label| label.text().into_owned())
                .collect();
            let unknown = if block.is_unknown() { " unknown" } else { "" };
            writeln!(text, "{indent}{block_type} {labels:?}{unknown}").expect("it is a string");
            if let Some(model) = models.get(at) {
                read_as(
                    &model.body(),
                    &block.body(),
                    ctx,
                    &format!("{indent}  "),
                    text,
                );
            }
        }
    }
}

#[test]
fn both_syntaxes_expand_to_the_same() {
    let mut compared = 0;
    for (name, native, ctx) in cases() {
        // Some invalid cases have blocks of one type with different numbers of labels, which JSON cannot express.
        let Ok(json) = hcl::json::to_string_pretty(&native) else {
            assert!(name.contains("invalid"), "{name}");
            continue;
        };
        let json = hcl::json::parse(&json).expect("it is JSON");
        let hcl::Diagnosed {
            value: native,
            diagnostics: native_wrong,
            ..
        } = hcl::dynblock::expand_dynamic(&native, &ctx);
        let hcl::Diagnosed {
            value: json,
            diagnostics: json_wrong,
            ..
        } = hcl::dynblock::expand_dynamic(&json, &ctx);
        let (mut from_native, mut from_json) = (String::new(), String::new());
        read_as(&native, &native, &ctx, "", &mut from_native);
        read_as(&native, &json, &ctx, "", &mut from_json);
        assert_eq!(from_native, from_json, "{name}");
        let words = |wrong: &[Diagnostic]| {
            let mut words: Vec<_> = wrong.iter().map(|it| it.summary().to_owned()).collect();
            words.sort();
            words
        };
        assert_eq!(words(&native_wrong), words(&json_wrong), "{name}");
        compared += 1;
    }
    assert!(compared >= 7, "{compared}");
}

/// An expanded body stays the same if it is expanded again together with a layer that contains other `dynamic` blocks.
#[test]
fn an_expanded_body_can_be_expanded_again() {
    let more = r#"{ "dynamic": { "more": { "for_each": [1], "content": {} } } }"#;
    let more = hcl::json::parse(more).expect("it is JSON");
    let again = |body: &Body, ctx: &EvalContext| {
        let both = Body::overlay([body.clone(), more.clone()]).expect("they are small");
        hcl::dynblock::expand_dynamic(&both, ctx)
            .into_result()
            .expect("it can be expanded")
    };
    let mut compared = 0;
    for (name, native, ctx) in cases() {
        let Ok(json) = hcl::json::to_string_pretty(&native) else {
            continue;
        };
        // With a block around it, the same content is expanded below the root.
        for text in [format!(r#"{{ "around": {json} }}"#), json] {
            let json = hcl::json::parse(&text).expect("it is JSON");
            let json = hcl::dynblock::expand_dynamic(&json, &ctx).value;
            let expanded = hcl::dynblock::expand_dynamic(&native, &ctx).value;
            let (mut once, mut twice) = (String::new(), String::new());
            for (body, text) in [(&json, &mut once), (&again(&json, &ctx), &mut twice)] {
                let around = BodySchema::new().with_block("around", [""; 0]);
                let (content, rest) = body.partial_content(&around).value;
                let body = content.blocks().first().map_or(rest, hcl::Block::body);
                let schema = BodySchema::new().with_block("more", [""; 0]);
                let (_, body) = body.partial_content(&schema).value;
                read_as(&expanded, &body, &ctx, "", text);
            }
            assert_eq!(once, twice, "{name}");
            compared += 1;
        }
    }
    assert!(compared >= 14, "{compared}");
}

/// An unknown number of blocks can be expanded again, and the nested blocks are still found.
#[test]
fn unknown_blocks_can_be_expanded_again() {
    let ctx = context();
    let nested = r#"{ "n": { "x": { "y": 1 } }, "m": [{ "q": [1, 2] }] }"#;
    let text = format!(
        r#"{{ "dynamic": {{ "a": {{ "for_each": "${{unknown}}", "content": {nested} }} }} }}"#
    );
    let more = r#"{ "dynamic": { "more": { "for_each": [1], "content": {} } } }"#;
    let more = hcl::json::parse(more).expect("it is JSON");
    let both = Body::overlay([expand(&text, &ctx), more]).expect("they are small");
    let both = hcl::dynblock::expand_dynamic(&both, &ctx)
        .into_result()
        .expect("it can be expanded");
    let model = hcl::parse("a {\nn \"x\" {\ny = 1\n}\nm {\nq = 1\n}\n}\nmore {}\n");
    let mut read = String::new();
    read_as(&model.expect("it parses"), &both, &ctx, "", &mut read);
    let expected = "a [] unknown\n  m [] unknown\n    q = (unknown any)\n  n [\"x\"] unknown\n    y = (unknown any)\nmore []\n";
    assert_eq!(read, expected);
}

/// Parses a text and returns the expanded body.
fn expand(text: &str, ctx: &EvalContext) -> Body {
    let body = hcl::json::parse(text).expect("it is JSON");
    hcl::dynblock::expand_dynamic(&body, ctx)
        .into_result()
        .expect("it can be expanded")
}

/// Generated blocks of a body are displayed and written as blocks. If nothing shows that an object in a property is a
/// body, it is displayed as it is written.
#[test]
fn generated_blocks_are_displayed_as_blocks() {
    for (text, displayed) in [
        // One block, several blocks, no block.
        (
            r#"{ "dynamic": { "a": { "for_each": [1], "content": { "v": "${a.value}" } } } }"#,
            "a {\n  v = \"${1}\"\n}\n",
        ),
        (
            r#"{ "dynamic": { "a": { "for_each": [1, "x"], "content": { "//": "c", "v": "${a.key}-${a.value}", "w": 2 } } } }"#,
            "a {\n  v = \"${0}-${1}\"\n  w = 2\n}\n\na {\n  v = \"${1}-${\"x\"}\"\n  w = 2\n}\n",
        ),
        (
            r#"{ "dynamic": { "a": { "for_each": [], "content": {} } } }"#,
            "",
        ),
        // Arrays at any level, labels, a named iterator.
        (
            r#"{ "dynamic": [{ "a": [{ "for_each": { "k": 1, "l": 2 }, "iterator": "it", "labels": ["${it.key}", "m"], "content": [{ "v": "${it.value}" }] }] }] }"#,
            "a \"k\" \"m\" {\n  v = \"${1}\"\n}\n\na \"l\" \"m\" {\n  v = \"${2}\"\n}\n",
        ),
        // The name of an iterator, written with an escape sequence.
        (
            r#"{ "dynamic": { "a": { "for_each": [1], "iterator": "i\\u0074", "content": { "v": "${it.value}" } } } }"#,
            "a {\n  v = \"${1}\"\n}\n",
        ),
        // The type of the blocks, written with an escape sequence.
        (
            r#"{ "dynamic": { "\\u0061": { "for_each": [1, 2], "labels": ["${a.value}"], "content": { "dynamic": { "b\\u0062": { "for_each": ["x"], "content": { "v": "${bb.value}" } } } } } } }"#,
            "a \"1\" {\n  bb {\n    v = \"${\"x\"}\"\n  }\n}\n\na \"2\" {\n  bb {\n    v = \"${\"x\"}\"\n  }\n}\n",
        ),
        // A repeated label.
        (
            r#"{ "dynamic": { "a": { "for_each": ["k", "l", "k"], "labels": ["${a.value}"], "content": {} } } }"#,
            "a \"k\" {}\n\na \"l\" {}\n\na \"k\" {}\n",
        ),
        // In objects of any kind.
        (
            r#"{ "r": { "x": [{ "//": "c", "a": { "w": 1 }, "dynamic": { "a": { "for_each": [2], "content": { "w": 2 } } } }] } }"#,
            "r = { x = [{ \"//\" = \"c\", a = { w = 1 }, dynamic = { a = { for_each = [2], content = { w = 2 } } } }] }\n",
        ),
        // Inside `content`.
        (
            r#"{ "dynamic": { "a": { "for_each": [[1, 2]], "content": { "dynamic": { "b": { "for_each": "${a.value}", "content": { "m": { "${b.key}": "$${b.key}\\u0041${b.value}" } } } } } } } }"#,
            "a {\n  b {\n    m = { \"${0}\" = \"$${b.key}A${1}\" }\n  }\n\n  b {\n    m = { \"${1}\" = \"$${b.key}A${2}\" }\n  }\n}\n",
        ),
        // The number of blocks is unknown, so the property stays.
        (
            r#"{ "dynamic": { "a": { "for_each": "${unknown}", "content": { "v": "${a.value}" } } } }"#,
            "dynamic = { \"a\" : { \"for_each\" : \"${unknown}\", \"content\" : { \"v\" : \"${a.value}\" } } }\n",
        ),
        (
            r#"{ "dynamic": { "a": [{ "for_each": "${unknown}", "content": {} }] } }"#,
            "dynamic = { a = { \"for_each\" : \"${unknown}\", \"content\" : {} } }\n",
        ),
        // Nothing shows that this object is a body.
        (
            r#"{ "tags": { "dynamic": { "a": {} } } }"#,
            "tags = { dynamic = { a = {} } }\n",
        ),
    ] {
        let text = text.replace("\\\\u", "\\u");
        let ctx = context();
        let body = expand(&text, &ctx);
        assert_eq!(body.to_string(), displayed, "{text}");
        let Ok(json) = hcl::json::to_string(&body) else {
            assert!(text.contains("unknown"), "{text}");
            continue;
        };
        let written = hcl::json::parse(&json).expect("it is JSON");
        let [read, again] = [&body, &written].map(|it| {
            let mut read = String::new();
            read_as(&body, it, &ctx, "", &mut read);
            read
        });
        assert_eq!(read, again, "{text}");
    }
}

/// An object is expanded when its blocks are requested, also beside other blocks of the type, and also if it is
/// expanded again.
#[test]
fn objects_have_the_generated_blocks_as_bodies() {
    let text = r#"{ "r": { "x": [{ "//": "c", "a": { "w": 1 }, "dynamic": { "a": { "for_each": [2], "content": { "w": "${a.value}" } } }, "z": 3 }] } }"#;
    let model =
        hcl::parse("r \"x\" {\na {\nw = 1\n}\na {\nw = 2\n}\nz = 3\n}\n").expect("it parses");
    let ctx = context();
    let mut body = expand(text, &ctx);
    for _ in 0..2 {
        let mut read = String::new();
        read_as(&model, &body, &ctx, "", &mut read);
        let expected = "r [\"x\"]\n  z = 3\n  a []\n    w = 1\n  a []\n    w = 2\n";
        assert_eq!(read, expected);
        body = hcl::dynblock::expand_dynamic(&body, &ctx)
            .into_result()
            .expect("it can be expanded");
    }
}

#[derive(serde_derive::Deserialize, PartialEq, Debug)]
struct Config {
    zone: BTreeMap<String, Zone>,
    rule: Vec<Rule>,
}

#[derive(serde_derive::Deserialize, PartialEq, Debug)]
struct Zone {
    disk: Vec<Disk>,
}

#[derive(serde_derive::Deserialize, PartialEq, Debug)]
struct Disk {
    size: u32,
    name: String,
}

#[derive(serde_derive::Deserialize, PartialEq, Debug)]
struct Rule {
    #[serde(rename = "$label")]
    name: String,
    port: u16,
    kept: hcl::Expression,
}

/// The data that serde decodes from generated blocks does not depend on the syntax.
#[test]
fn serde_decodes_the_same_from_both_syntaxes() {
    let native = r#"
        zone "x" {
          disk {
            size = 1
            name = 2
          }
        }
        dynamic "zone" {
          for_each = { a = [10, 20], b = [] }
          labels   = [zone.key]
          content {
            disk {
              size = 5
              name = upper(n)
            }
            dynamic "disk" {
              for_each = zone.value
              content {
                size = disk.value
                name = "${zone.key}-${n}"
              }
            }
          }
        }
        dynamic "rule" {
          for_each = [80, 443]
          labels   = ["r${rule.key}"]
          content {
            port = rule.value
            kept = "${rule.key}${n}"
          }
        }
    "#;
    let native = hcl::parse(native).expect("it parses");
    let json = hcl::json::to_string(&native).expect("it can be written");
    let json = hcl::json::parse(&json).expect("it is JSON");
    let ctx = context().with_variable("n", "name");
    let [native, json] = [native, json].map(|body| {
        let body = hcl::dynblock::expand_dynamic(&body, &ctx)
            .into_result()
            .expect("it can be expanded");
        let options = hcl::DecodeOptions::new().with_context(&ctx);
        options
            .from_body::<Config>(&body)
            .expect("it can be decoded")
    });
    assert_eq!(native.zone, json.zone);
    assert_eq!(json.zone["a"].disk.len(), 3);
    assert_eq!(json.zone["a"].disk[2].name, "a-name");
    assert_eq!(native.rule.len(), 2);
    for (native, json) in native.rule.iter().zip(&json.rule) {
        assert_eq!((&native.name, native.port), (&json.name, json.port));
        let values =
            [&native.kept, &json.kept].map(|kept| kept.evaluate(&ctx).expect("it has a value"));
        assert_eq!(values[0], values[1]);
    }
}

/// Errors in a `dynamic` block are reported at their place.
#[test]
fn invalid_blocks_are_reported() {
    for (arguments, summary, place) in [
        (
            r#""for_each": 5, "content": {}"#,
            "Invalid dynamic for_each value",
            "5",
        ),
        (r#""content": {}"#, "Missing required argument", "}"),
        (
            r#""for_each": [1]"#,
            "Missing dynamic content block",
            r#""a""#,
        ),
        (
            r#""for_each": [1], "content": 7"#,
            "Incorrect JSON value type",
            "7",
        ),
        (
            r#""for_each": [1], "content": [{}, {}]"#,
            "Extraneous dynamic content block",
            "{",
        ),
        (
            r#""for_each": [1], "iterator": "x y", "content": {}"#,
            "Invalid dynamic iterator name",
            r#""x y""#,
        ),
        (
            r#""for_each": [1], "labels": [[]], "content": {}"#,
            "Invalid dynamic block label",
            "[]",
        ),
        (
            r#""for_each": [1], "foo": 1, "content": {}"#,
            "Extraneous JSON object property",
            r#""foo""#,
        ),
        (
            r#""for_each": "${no}", "content": {}"#,
            "Unknown variable",
            "no",
        ),
    ] {
        let text = format!(r#"{{ "dynamic": {{ "a": {{ {arguments} }} }} }}"#);
        let body = hcl::json::parse(&text).expect("it is JSON");
        let wrong = hcl::dynblock::expand_dynamic(&body, &context()).diagnostics;
        let found: Vec<_> = wrong
            .iter()
            .map(|it| {
                (
                    it.summary(),
                    &text[it.subject().expect("it has a place").range()],
                )
            })
            .collect();
        assert_eq!(found, [(summary, place)], "{text}");
    }
}

/// A schema finds missing and extraneous labels, whatever the value of `for_each` is.
#[test]
fn labels_are_checked_against_the_schema() {
    let schema = BodySchema::new().with_block("a", ["one", "two"]);
    for (for_each, labels, summary) in [
        ("[1]", "[]", "Missing one for a"),
        ("[1]", r#"["x"]"#, "Missing two for a"),
        ("[1]", r#"["x", "y", "z"]"#, "Extraneous label for a"),
        ("[]", r#"["x"]"#, "Missing two for a"),
        ("[]", r#"["x", "y", "z"]"#, "Extraneous label for a"),
        ("[]", r#"["x", "y"]"#, ""),
    ] {
        let native = format!(
            "dynamic \"a\" {{\n  for_each = {for_each}\n  labels = {labels}\n  content {{}}\n}}\n"
        );
        let native = hcl::parse(&native).expect("it parses");
        let json = hcl::json::to_string(&native).expect("it can be written");
        let json = hcl::json::parse(&json).expect("it is JSON");
        for body in [native, json] {
            let body = hcl::dynblock::expand_dynamic(&body, &context())
                .into_result()
                .expect("it can be expanded");
            let wrong = body.content(&schema).diagnostics;
            let summaries: Vec<_> = wrong.iter().map(Diagnostic::summary).collect();
            assert_eq!(summaries.join(", "), summary, "{for_each} {labels}");
        }
    }
}

/// Iterators are not among the variables that the application must supply.
#[test]
fn variables_are_the_same_as_in_native_syntax() {
    for (name, native, _) in cases() {
        let Ok(json) = hcl::json::to_string(&native) else {
            continue;
        };
        let json = hcl::json::parse(&json).expect("it is JSON");
        for find in [hcl::dynblock::variables, hcl::dynblock::expansion_variables] {
            let roots = [&native, &json].map(|body| {
                let mut roots: Vec<_> = find(body).iter().map(|it| it.root().to_owned()).collect();
                // In JSON, the blocks of one type are together.
                roots.sort();
                roots
            });
            assert_eq!(roots[0], roots[1], "{name}");
        }
    }
}

/// Each file of a merged body is expanded separately, and a second expansion changes nothing.
#[test]
fn merged_bodies_are_expanded() {
    let dynamic =
        r#"{ "dynamic": { "a": { "for_each": [1, 2], "content": { "v": "${a.value}" } } } }"#;
    let json = hcl::json::parse(dynamic).expect("it is JSON");
    let native = hcl::parse("a {\n  v = 0\n}\n").expect("it parses");
    let mut body = Body::merge([json.clone(), native]);
    let schema = BodySchema::new().with_block("a", []);
    for count in [3, 5] {
        body = hcl::dynblock::expand_dynamic(&body, &context())
            .into_result()
            .expect("it can be expanded");
        let content = body.content(&schema).into_result().expect("it fits");
        assert_eq!(content.blocks().len(), count);
        body = Body::merge([body, json.clone()]);
    }
}

/// Schemas find generated blocks by the decoded type, also after a second expansion, and if there may be none.
#[test]
fn types_with_escape_sequences() {
    let text = r#"{ "dynamic": {
        "\u0061": { "for_each": [1, 2], "content": { "v": "${a.value}" } },
        "\u0062": { "for_each": "${unknown}", "content": {} },
        "\u0063": { "for_each": [], "content": {} }
    } }"#;
    let mut body = hcl::json::parse(text).expect("it is JSON");
    let schema = BodySchema::new()
        .with_block("a", [])
        .with_block("b", [])
        .with_block("c", []);
    for _ in 0..2 {
        body = hcl::dynblock::expand_dynamic(&body, &context())
            .into_result()
            .expect("it can be expanded");
        let content = body.content(&schema).into_result().expect("it fits");
        let types: Vec<&str> = content
            .blocks()
            .iter()
            .map(hcl::Block::block_type)
            .collect();
        assert_eq!(types, ["a", "a", "b"]);
    }
    let diagnostics = body.content(&BodySchema::new()).diagnostics;
    let details: String = diagnostics.iter().map(Diagnostic::detail).collect();
    assert!(details.contains("\"c\""), "{details}");
}

/// Nested blocks could generate more than fits into memory, so the budget limits them.
#[test]
fn the_budget_counts_for_json() {
    let mut content = r#"{ "v": "${a.value}" }"#.to_owned();
    for _ in 0..8 {
        content = format!(
            r#"{{ "dynamic": {{ "a": {{ "for_each": [1, 2, 3, 4, 5, 6, 7, 8], "content": {content} }} }} }}"#
        );
    }
    let body = hcl::json::parse(&content).expect("it is JSON");
    let ctx = context().with_max_steps(100_000);
    let error = hcl::dynblock::expand_dynamic(&body, &ctx)
        .into_result()
        .expect_err("it is too much");
    assert!(
        error.to_string().contains("Too many generated blocks"),
        "{error}"
    );
}

/// Blocks are objects, so a property `dynamic` with a string is an attribute.
#[test]
fn an_attribute_may_be_named_dynamic() {
    let body = hcl::json::parse(r#"{"dynamic": "x"}"#).unwrap();
    let expanded = hcl::dynblock::expand_dynamic(&body, &EvalContext::new());
    let schema = BodySchema::new().with_attribute("dynamic");
    let content = expanded.value.content(&schema).into_result().unwrap();
    assert_eq!(content.attributes().len(), 1);
}
