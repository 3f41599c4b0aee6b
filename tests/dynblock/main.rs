//! `dynamic` blocks: what can be done with the expanded body.

mod json;
mod unknown;

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use hcl::{Body, BodySchema, EvalContext, Expression, ExpressionKind, ParseOptions, Type, Value};

#[track_caller]
fn expand(text: &str, ctx: &EvalContext) -> Body {
    let body = hcl::parse(text).expect("it parses");
    hcl::dynblock::expand_dynamic(&body, ctx)
        .into_result()
        .expect("it can be expanded")
}

fn expressions(body: &Body, block_type: &str, name: &str) -> Vec<Expression> {
    let blocks = body.blocks_of_type(block_type);
    let attributes = blocks.map(|block| block.body().attribute(name).expect("it is set"));
    attributes.map(|it| it.expression()).collect()
}

#[test]
fn a_captured_expression_keeps_its_iterator() {
    let text = "dynamic \"a\" {\n  for_each = [1, 2]\n  content {\n    b = a.value + c\n  }\n}\n";
    let body = expand(text, &EvalContext::new());
    let kept = expressions(&body, "a", "b");
    drop(body);
    let ctx = EvalContext::new()
        .with_variable("c", 40)
        .with_variable("a", "nothing");
    let values: Vec<_> = kept
        .iter()
        .map(|it| it.evaluate(&ctx).expect("it has a value"))
        .collect();
    assert_eq!(values, [Value::from(41), Value::from(42)]);
    let inner = match kept[1].kind() {
        ExpressionKind::Binary { left, .. } => left,
        other => panic!("it is a sum, not {other:?}"),
    };
    assert_eq!(
        inner.evaluate(&ctx).expect("it has a value"),
        Value::from(2)
    );
}

#[test]
fn written_names_are_readable() {
    let text = "dynamic \"a\" {\n  for_each = [1]\n  content {\n    b = [a.value, c]\n  }\n}\n";
    let body = expand(text, &EvalContext::new());
    let expression = &expressions(&body, "a", "b")[0];
    assert_eq!(expression.text(), "[a.value, c]");
    let elements = expression.static_list().expect("it is one");
    assert_eq!(
        elements[0].static_traversal().expect("it is one").root(),
        "a"
    );
    let block = body.blocks().next().expect("there is one");
    let slice = |span: hcl::Span| &text[span.range()];
    assert_eq!(slice(block.type_span()), "a");
    assert_eq!(slice(block.header_span()), "dynamic \"a\"");
    assert_eq!(slice(block.body().span()).trim(), "b = [a.value, c]");
    assert_eq!(slice(block.span()), text.trim_end());
}

#[test]
fn iterators_are_not_free_variables() {
    let text = "
        dynamic \"a\" {
          for_each = as
          labels   = [a.key, l]
          content {
            x = a.value + y
            dynamic \"b\" {
              for_each = a.value
              iterator = it
              content {
                z = [it.value, a.key, b]
              }
            }
          }
        }
        last = a
    ";
    let body = hcl::parse(text).expect("it parses");
    let roots = |variables: Vec<hcl::Traversal>| -> Vec<String> {
        variables
            .into_iter()
            .map(|it| it.root().to_owned())
            .collect()
    };
    assert_eq!(
        roots(hcl::dynblock::variables(&body)),
        ["as", "l", "y", "b", "a"]
    );
    assert_eq!(
        roots(hcl::dynblock::expansion_variables(&body)),
        ["as", "l"]
    );
    let known = vec![Value::from(vec![1])];
    let ctx = EvalContext::new()
        .with_variable("as", Value::tuple(known).expect("it is shallow"))
        .with_variable("l", "l");
    let expanded = hcl::dynblock::expand_dynamic(&body, &ctx)
        .into_result()
        .expect("it can be expanded");
    assert_eq!(roots(expanded.variables()), ["y", "b", "a"]);
}

#[test]
fn the_content_of_an_unknown_block_is_unknown() {
    let text = "dynamic \"a\" {\n  for_each = u\n  content {\n    b = x + 1\n    c = 1\n  }\n}\n";
    let ctx = EvalContext::new().with_variable("u", Value::unknown(&Type::list(Type::STRING)));
    let body = expand(text, &ctx);
    for name in ["b", "c"] {
        let expression = &expressions(&body, "a", name)[0];
        assert!(matches!(expression.kind(), ExpressionKind::Unknown));
        assert_eq!(expression.literal_text(), None);
        let value = expression
            .evaluate(&EvalContext::new())
            .expect("it has a value");
        assert_eq!(value, Value::dynamic());
    }
    assert_eq!(body.variables(), []);
}

#[test]
fn schemas_read_generated_blocks() {
    let text = "dynamic \"a\" {\n  for_each = [1, 2]\n  labels = [a.value]\n  content {}\n}\n";
    let body = expand(text, &EvalContext::new());
    let schema = BodySchema::new().with_block("a", ["name"]);
    assert_eq!(
        body.content(&schema)
            .into_result()
            .expect("it fits")
            .blocks()
            .len(),
        2
    );
    let schema = BodySchema::new().with_block("a", []);
    let error = body
        .content(&schema)
        .into_result()
        .expect_err("there is a label");
    assert_eq!(error.diagnostics().len(), 2);
    assert_eq!((error.line(), error.column()), (Some(3), Some(13)));
}

#[test]
fn merged_files_are_expanded_each_with_its_own_text() {
    let file = |name: &str| {
        let text = format!(
            "a = \"{name}\"\ndynamic \"b\" {{\n  for_each = [1, 2]\n  content {{\n    c = \"{name}${{b.value}}\"\n  }}\n}}\n"
        );
        let options = ParseOptions::new().with_filename(name);
        options.parse(&text).into_result().expect("it parses")
    };
    let merged = Body::merge([file("one.hcl"), file("two.hcl")]);
    let ctx = EvalContext::new();
    let body = hcl::dynblock::expand_dynamic(&merged, &ctx)
        .into_result()
        .expect("it can be expanded");
    let values: Vec<_> = expressions(&body, "b", "c")
        .iter()
        .map(|it| it.evaluate(&ctx).expect("it has a value").to_string())
        .collect();
    assert_eq!(
        values,
        [
            "\"one.hcl1\"",
            "\"one.hcl2\"",
            "\"two.hcl1\"",
            "\"two.hcl2\""
        ]
    );
    let sources: Vec<_> = body
        .blocks()
        .map(|block| block.source().name().map(str::to_owned))
        .collect();
    assert_eq!(sources[3].as_deref(), Some("two.hcl"));
}

#[test]
fn expanding_again_changes_nothing() {
    let text = "
        dynamic \"a\" {
          for_each = [1, 2]
          labels   = [\"x${a.value}\"]
          content {
            b = a.value
          }
        }
        other \"label\" {
          dynamic \"inner\" {
            for_each = [3]
            content {
              c = inner.value
            }
          }
        }
    ";
    let ctx = EvalContext::new();
    let once = expand(text, &ctx);
    let more =
        hcl::parse("dynamic \"z\" {\n  for_each = []\n  content {}\n}\n").expect("it parses");
    let twice = hcl::dynblock::expand_dynamic(&Body::merge([once.clone(), more]), &ctx);
    let twice = twice.into_result().expect("it can be expanded");
    let labels = |body: &Body| -> Vec<String> {
        let blocks: Vec<_> = body.blocks().collect();
        let labels = blocks.iter().flat_map(hcl::Block::labels);
        labels.map(|label| label.text().into_owned()).collect()
    };
    assert_eq!(labels(&once), ["x1", "x2", "label"]);
    assert_eq!(labels(&twice), labels(&once));
    let values = |body: &Body| -> Vec<Value> {
        let expressions = expressions(body, "a", "b");
        expressions
            .iter()
            .map(|it| it.evaluate(&ctx).expect("it has a value"))
            .collect()
    };
    assert_eq!(values(&twice), values(&once));
    let inner = twice
        .blocks_of_type("other")
        .next()
        .expect("it is there")
        .body();
    assert_eq!(
        expressions(&inner, "inner", "c")[0]
            .evaluate(&ctx)
            .expect("3"),
        Value::from(3)
    );
}

#[test]
fn every_expression_is_copied_as_it_is() {
    let attributes = [
        "-a.value + 2 * 3 - (4 % 3)",
        "!true || 1 < 2 && 2 >= 1 ? \"${a.value} of\" : [null]",
        "[for k, v in {x = a.key, \"y\" = 2}: \"${k}${v}\" if k != a.key]",
        "{for k, v in {x = a.key}: k => v...}",
        "[{p = [1]}, {p = [a.value]}][*].p[0]",
        "[{p = [1]}, {p = [a.value]}].*.p",
        "[[1, a.value]][0].1",
        "max([1, a.value]...)",
        "\"%{ if a.value == 1 }one%{ else }${a.value}%{ endif }%{ for i, x in [a.value] }${i}${x}%{ endfor }\"",
        "<<-EOT\n      text ${a.value}\n        %{ if true }more%{ endif }\n      EOT",
        "<<EOT\nplain\nEOT",
        "upper(\"a\\u00e9\")",
        "[]",
        "{}",
        "max()",
        "{ (a.value) = 1, a = 2, \"b\" : 3 }",
    ];
    let mut content = String::new();
    let mut plain = String::new();
    for (index, attribute) in attributes.iter().enumerate() {
        let _ = writeln!(content, "x{index} = {attribute}");
        let _ = writeln!(plain, "x{index} = {attribute}");
    }
    let text = format!("dynamic \"a\" {{\nfor_each = [7]\ncontent {{\n{content}}}\n}}\n");
    let body = expand(&text, &EvalContext::new());
    let element = Value::object([("key", Value::from(0)), ("value", Value::from(7))]);
    let ctx = EvalContext::new().with_functions(hcl::function::stdlib::functions());
    let plain_ctx = ctx
        .clone()
        .with_variable("a", element.expect("it is shallow"));
    let plain = hcl::parse(&plain).expect("it parses");
    for attribute in plain.attributes() {
        let copy = &expressions(&body, "a", attribute.name())[0];
        let original = attribute.expression();
        assert_eq!(copy.text(), original.text());
        let result = |expression: &Expression, ctx: &EvalContext| {
            let hcl::Diagnosed {
                value, diagnostics, ..
            } = expression.evaluate_diagnosed(ctx);
            let summaries = diagnostics.iter().map(|it| it.summary().to_owned());
            (value.to_string(), summaries.collect::<Vec<_>>())
        };
        assert_eq!(
            result(copy, &ctx),
            result(&original, &plain_ctx),
            "{}",
            copy.text()
        );
    }
}

#[test]
fn long_chains_and_deep_nesting_need_no_stack() {
    let chain = vec!["a.value"; 50_000].join(" + ");
    let text =
        format!("dynamic \"a\" {{\n  for_each = [1]\n  content {{\n    b = {chain}\n  }}\n}}\n");
    let body = expand(&text, &EvalContext::new());
    let value = expressions(&body, "a", "b")[0].evaluate(&EvalContext::new());
    assert_eq!(value.expect("it has a value"), Value::from(50_000));

    let mut text = String::new();
    let levels = 127;
    for _ in 0..levels {
        text.push_str("dynamic \"a\" {\nfor_each = [1]\ncontent {\n");
    }
    text.push_str("b = a.value\n");
    text.push_str(&"}\n}\n".repeat(levels));
    let mut body = expand(&text, &EvalContext::new());
    for _ in 0..levels {
        let block = body.blocks().next().expect("there is one more");
        body = block.body();
    }
    assert!(body.attribute("b").is_some());
}

/// The budget counts the steps. The benchmark `growth` shows how the time grows (`dynamic/blocks`).
#[test]
fn steps_grow_with_the_generated_blocks() {
    let text = "dynamic \"a\" {\n  for_each = list\n  labels = [a.key]\n  content {\n    b = a.value\n    c = 1\n    dynamic \"d\" {\n      for_each = [a.value]\n      content {\n        e = d.value\n      }\n    }\n  }\n}\n";
    let body = hcl::parse(text).expect("it parses");
    let expand = |count: u64, max_steps: u64| {
        let list: Vec<u64> = (0..count).collect();
        let ctx = EvalContext::new()
            .with_variable("list", list)
            .with_max_steps(max_steps);
        hcl::dynblock::expand_dynamic(&body, &ctx)
    };
    for count in [1_000, 8_000] {
        assert!(expand(count, count).into_result().is_err(), "{count}");
        let body = expand(count, 48 * count)
            .into_result()
            .expect("the steps suffice");
        assert_eq!(body.blocks().count() as u64, count);
    }
}

#[test]
fn serde_decodes_generated_blocks() {
    #[derive(serde_derive::Deserialize)]
    struct Config {
        tag: Vec<Tag>,
        port: BTreeMap<String, Port>,
    }

    #[derive(serde_derive::Deserialize)]
    struct Tag {
        key: String,
        value: Expression,
    }

    #[derive(serde_derive::Deserialize)]
    struct Port {
        number: u16,
        #[serde(rename = "$label")]
        protocol: String,
    }

    let text = "
        tag {
          key   = \"Name\"
          value = 1
        }
        dynamic \"tag\" {
          for_each = { a = 1, b = 2 }
          content {
            key   = tag.key
            value = tag.value + offset
          }
        }
        dynamic \"port\" {
          for_each = { http = 80, https = 443 }
          labels   = [port.key, \"tcp\"]
          content {
            number = port.value
          }
        }
    ";
    let body = expand(text, &EvalContext::new());
    let config: Config = hcl::from_body(&body).expect("it can be decoded");
    let keys: Vec<_> = config.tag.iter().map(|tag| tag.key.as_str()).collect();
    assert_eq!(keys, ["Name", "a", "b"]);
    let ctx = EvalContext::new().with_variable("offset", 10);
    let value = config.tag[2].value.evaluate(&ctx);
    assert_eq!(value.expect("it has a value"), Value::from(12));
    assert_eq!(config.port["https"].number, 443);
    assert_eq!(config.port["http"].protocol, "tcp");
}

#[test]
fn serde_errors_in_generated_blocks_have_a_place() {
    type Ports = BTreeMap<String, BTreeMap<String, BTreeMap<String, u16>>>;

    let text = "dynamic \"port\" {\n  for_each = [80, \"x\"]\n  labels = [port.key]\n  content {\n    number = port.value\n  }\n}\n";
    let body = expand(text, &EvalContext::new());
    let error = hcl::from_body::<Ports>(&body).expect_err("one is not a number");
    assert_eq!((error.line(), error.column()), (Some(5), Some(14)));
    assert_eq!(error.path(), "port[\"1\"].number");
    let ctx = EvalContext::new().with_variable("list", Value::dynamic());
    let text = text
        .replace("[80, \"x\"]", "list")
        .replace("[port.key]", "[\"a\"]");
    let body = expand(&text, &ctx);
    let error = hcl::from_body::<Ports>(&body).expect_err("nothing is known");
    assert_eq!((error.line(), error.column()), (Some(5), Some(14)));
}

#[test]
fn the_budget_of_the_context_counts() {
    let open = "dynamic \"a\" {\n  for_each = list\n  content {\n";
    let text = [&open.repeat(20), "b = 1\n", &"}\n}\n".repeat(20)].concat();
    let ctx = EvalContext::new()
        .with_variable("list", vec![0; 10])
        .with_max_steps(100_000);
    let body = hcl::parse(&text).expect("it parses");
    let error = hcl::dynblock::expand_dynamic(&body, &ctx)
        .into_result()
        .expect_err("it is too much");
    assert_eq!(error.diagnostics().len(), 1);
    assert_eq!(
        error.diagnostics()[0].summary(),
        "Too many generated blocks"
    );
}

#[test]
fn bodies_without_dynamic_blocks_are_unchanged() {
    let body = hcl::parse("a = 1\nb {}\n").expect("it parses");
    let expanded = hcl::dynblock::expand_dynamic(&body, &EvalContext::new())
        .into_result()
        .expect("there is nothing to do");
    assert_eq!(format!("{expanded:?}"), format!("{body:?}"));
    let names: HashMap<_, _> = expanded
        .attributes()
        .map(|it| (it.name().to_owned(), it.span()))
        .collect();
    assert_eq!(names["a"], hcl::Span::new(0, 5));
}

#[test]
fn absent_blocks_are_checked_against_the_schema() {
    let dynamic = |block_type: &str, labels: &str| {
        format!("dynamic \"{block_type}\" {{\n  for_each = []\n{labels}  content {{}}\n}}\n")
    };
    let schema = BodySchema::new()
        .with_block("a", ["name"])
        .with_attribute("n");
    let summaries = |text: &str| -> Vec<String> {
        let body = expand(text, &EvalContext::new());
        assert_eq!(body.items().len(), 0);
        let again = hcl::dynblock::expand_dynamic(&body, &EvalContext::new())
            .into_result()
            .expect("there is nothing to do");
        let more = hcl::parse(&dynamic("a", "  labels = [1]\n")).expect("it parses");
        let more = Body::merge([body.clone(), more]);
        let more = hcl::dynblock::expand_dynamic(&more, &EvalContext::new())
            .into_result()
            .expect("it can be expanded");
        let summaries = |body: &Body| -> Vec<String> {
            let diagnostics = body.content(&schema).diagnostics;
            diagnostics
                .iter()
                .map(|it| it.summary().to_owned())
                .collect()
        };
        let found = summaries(&body);
        assert_eq!(summaries(&again), found);
        assert_eq!(summaries(&more), found);
        assert_eq!(summaries(&Body::merge([body.clone()])), found);
        assert!(body.just_attributes().into_result().is_err());
        // Items that a partial schema does not request are left for the next schema.
        let hcl::Diagnosed {
            value: (_, rest),
            diagnostics,
            ..
        } = body.partial_content(&BodySchema::new());
        assert!(diagnostics.is_empty());
        assert_eq!(summaries(&rest), found);
        let hcl::Diagnosed {
            value: (_, rest),
            diagnostics,
            ..
        } = body.partial_content(&schema);
        let left = rest.content(&BodySchema::new()).diagnostics;
        assert_eq!(diagnostics.len() + left.len(), found.len());
        found
    };
    let none: [&str; 0] = [];
    assert_eq!(summaries(&dynamic("a", "  labels = [1]\n")), none);
    assert_eq!(summaries(&dynamic("a", "  labels = [a.key]\n")), none);
    assert_eq!(summaries(&dynamic("a", "  labels = a.value\n")), none);
    assert_eq!(
        summaries(&dynamic("a", "  labels = [for it in [1]: it]\n")),
        none
    );
    assert_eq!(summaries(&dynamic("a", "")), ["Missing name for a"]);
    assert_eq!(
        summaries(&dynamic("a", "  labels = [1, 2]\n")),
        ["Extraneous label for a"]
    );
    assert_eq!(
        summaries(&dynamic("a", "  labels = [for it in [1, 2]: it]\n")),
        ["Extraneous label for a"]
    );
    assert_eq!(summaries(&dynamic("tpyo", "")), ["Unsupported block type"]);
    assert_eq!(summaries(&dynamic("n", "")), ["Unsupported block type"]);
}

#[test]
fn absent_nested_blocks_are_checked_against_the_schema() {
    let text = "
        outer {
          dynamic \"inner\" {
            for_each = []
            content {}
          }
        }
        dynamic \"outer\" {
          for_each = [1, 2]
          content {
            dynamic \"inner\" {
              for_each = []
              labels   = [outer.key]
              content {}
            }
          }
        }
    ";
    let mut body = expand(text, &EvalContext::new());
    for _ in 0..2 {
        let mut found = Vec::new();
        for outer in body.blocks() {
            assert_eq!(outer.body().items().len(), 0);
            let schema = BodySchema::new().with_block("inner", []);
            let diagnostics = outer.body().content(&schema).diagnostics;
            found.push(diagnostics.len());
            assert!(
                outer
                    .body()
                    .content(&BodySchema::new())
                    .into_result()
                    .is_err()
            );
        }
        assert_eq!(found, [0, 1, 1]);
        let more = "dynamic \"outer\" {\n  for_each = []\n  content {}\n}\n";
        let more = hcl::parse(more).expect("it parses");
        let both = Body::merge([body, more]);
        body = hcl::dynblock::expand_dynamic(&both, &EvalContext::new())
            .into_result()
            .expect("it can be expanded");
    }
}

/// Whether the keys of an object are plain names is copied with it: the keys and values stay, and of equal keys the
/// last one counts.
#[test]
fn objects_keep_their_keys() {
    for (object, expected) in [
        ("{ a = a.value, b = 2 }", [("a", 1), ("b", 2)]),
        ("{ b = 3, a = a.value, b = 2 }", [("a", 1), ("b", 2)]),
        ("{ \"a\" = a.value, (\"b\") = 2 }", [("a", 1), ("b", 2)]),
        ("{ é = a.value, b = 2 }", [("b", 2), ("é", 1)]),
    ] {
        let content = format!("  content {{\n    x = {object}\n  }}\n");
        let text = format!("dynamic \"a\" {{\n  for_each = [1]\n{content}}}\n");
        let body = expand(&text, &EvalContext::new());
        let block = body.blocks().next().expect("there is one").body();
        let decoded: HashMap<String, BTreeMap<String, u8>> =
            hcl::from_body(&block).expect("it can be decoded");
        let expected = expected.map(|(key, value)| (key.to_owned(), value));
        assert_eq!(decoded["x"], BTreeMap::from(expected), "{object}");
    }
}
