//! Lists, maps, calls, traversals and keywords as they are written.

use expect_test::expect;
use hcl::{Error, Expression};

fn expression(text: &str) -> Expression {
    hcl::parse_expression(text).unwrap()
}

#[test]
fn a_list_is_a_tuple_in_brackets() {
    let texts = |text| -> Result<Vec<String>, Error> {
        let elements = expression(text).static_list()?;
        Ok(elements.iter().map(ToString::to_string).collect())
    };
    assert_eq!(
        texts("[a.b, \"${c}\", 1 + 2]").unwrap(),
        ["a.b", "\"${c}\"", "1 + 2"]
    );
    assert!(texts("[]").unwrap().is_empty());
    for other in ["list", "{}", "([a])", "[for x in y : x]", "\"${[a]}\""] {
        assert!(texts(other).is_err(), "{other}");
    }
}

#[test]
fn a_map_takes_keys_of_any_kind() {
    let source = "{ a = 1, b.c = 2, true : 3, \"q\" = 4, (d) = 5, 6 = 7, f(x) = 8 }";
    let pairs = expression(source).static_map().unwrap();
    let keys: Vec<_> = pairs.iter().map(|(key, _)| key.text()).collect();
    assert_eq!(keys, ["a", "b.c", "true", "\"q\"", "(d)", "6", "f(x)"]);
    let values: Vec<_> = pairs.iter().map(|(_, value)| value.text()).collect();
    assert_eq!(values, ["1", "2", "3", "4", "5", "7", "8"]);
    let keywords: Vec<_> = pairs.iter().map(|(key, _)| key.keyword()).collect();
    assert_eq!(keywords[..4], [Some("a"), None, Some("true"), None]);
    assert_eq!(pairs[0].0.span().range(), 2..3);
    assert_eq!(pairs[0].0.static_traversal().unwrap().root(), "a");
    assert_eq!(pairs[1].0.static_traversal().unwrap().steps().len(), 1);
    assert_eq!(pairs[6].0.static_call().unwrap().name, "f");
    for other in ["map", "[]", "({})", "{for x in y : x => x}"] {
        assert!(expression(other).static_map().is_err(), "{other}");
    }
}

#[test]
fn a_key_of_a_map_is_an_expression_of_the_same_source() {
    let body = hcl::parse("providers = {\n  aws = aws.west\n}\n").unwrap();
    let pairs = body.attribute("providers").unwrap().expression();
    let (key, _) = pairs.static_map().unwrap().remove(0);
    let error = key.static_list().unwrap_err();
    assert_eq!((error.line(), error.column()), (Some(2), Some(3)));
}

#[test]
fn a_call_has_a_name_and_arguments_that_need_not_mean_anything() {
    let call = expression("ns::f (a, b...)").static_call().unwrap();
    assert_eq!(call.name, "ns::f");
    assert_eq!(call.arguments.len(), 2);
    assert!(call.expand_final);
    assert_eq!(call.name_span.range(), 0..5);
    assert_eq!(call.arguments_span.range(), 6..15);
    let commented = expression("f/* ( */(a)").static_call().unwrap();
    assert_eq!(commented.arguments_span.range(), 8..11);
    for other in ["f", "f(a).b", "(f(a))", "-f(a)"] {
        assert!(expression(other).static_call().is_err(), "{other}");
    }
}

#[test]
fn a_traversal_may_begin_with_the_name_of_a_literal() {
    let root = |text| {
        expression(text)
            .static_traversal()
            .map(|it| it.root().to_owned())
    };
    for (text, name) in [("true", "true"), ("null.a[\"b\"].0", "null"), ("a[0]", "a")] {
        assert_eq!(root(text).unwrap(), name);
    }
    for other in [
        "a[b]", "a[*].b", "a.*.b", "f(a).b", "(a)", "\"${a}\"", "1", "a[-1]",
    ] {
        assert!(root(other).is_err(), "{other}");
    }
}

#[test]
fn a_keyword_is_one_name() {
    for (text, keyword) in [
        ("any", Some("any")),
        ("false", Some("false")),
        ("a.b", None),
    ] {
        assert_eq!(expression(text).keyword(), keyword);
    }
    assert_eq!(expression("(any)").keyword(), None);
}

#[test]
fn each_error_says_what_is_required() {
    let written = expression("1 + 2");
    let errors = [
        written.static_list().unwrap_err(),
        written.static_map().unwrap_err(),
        written.static_call().unwrap_err(),
        written.static_traversal().unwrap_err(),
    ];
    let reports: Vec<_> = errors.iter().map(ToString::to_string).collect();
    expect![[r#"
        error: Invalid expression
         --> line 1, column 1
          |
        1 | 1 + 2
          | ^^^^^
          |
          = note: A static list is required here: elements in brackets, such as "[a, b]".

        error: Invalid expression
         --> line 1, column 1
          |
        1 | 1 + 2
          | ^^^^^
          |
          = note: A static map is required here: keys and values in braces, such as "{ a = b }".

        error: Invalid expression
         --> line 1, column 1
          |
        1 | 1 + 2
          | ^^^^^
          |
          = note: A static function call is required here: a name with arguments in parentheses, such as "f(a)".

        error: Invalid expression
         --> line 1, column 1
          |
        1 | 1 + 2
          | ^^^^^
          |
          = note: A static variable reference is required here: a name, with access to attributes by name and to elements by literal keys. Write it without quotes, operators, function calls and templates."#]].assert_eq(&reports.join("\n\n"));
}

/// The span of a step begins at its point or bracket and ends with its last character, whatever text comes before it or
/// is inside it.
#[test]
fn the_span_of_a_step_begins_at_its_point_or_bracket() {
    const STEPS: [&[&str]; 5] = [
        &[".", "bar"],
        &["[", "0", "]"],
        &["[", "\"k\"", "]"],
        &[".", "1"],
        &[".", "b-c"],
    ];
    let spaces = ["", " ", "\t ", "/* c */", " /**/ "];
    let over_lines = ["", " ", "\n", "# c\n", " // c\n/* d */"];
    for (left, right) in STEPS
        .iter()
        .flat_map(|left| STEPS.map(|right| (*left, right)))
    {
        for round in 0..25 {
            // Inside brackets, newlines and line comments are insignificant.
            let gap = |index: usize| match round {
                0..5 => spaces[(round + index) % 5],
                5..10 => spaces[(round * index + 1) % 5],
                10..15 => spaces[(1 - index % 2) * (round - 10)],
                _ => over_lines[(round + index * (round - 14)) % 5],
            };
            let (open, close) = if round < 15 { ("", "") } else { ("[", "]") };
            let mut source = format!("{open}foo");
            let mut expected = Vec::new();
            let mut index = 0;
            for step in [left, right] {
                let mut start = source.len();
                for token in step {
                    // After a number, a point or a digit would become part of the number.
                    let is_number = token.starts_with(|first: char| first.is_ascii_digit());
                    let gap = if is_number && step[0] == "." {
                        ""
                    } else {
                        gap(index)
                    };
                    source.push_str(gap);
                    if *token == step[0] {
                        start = source.len();
                    }
                    source.push_str(token);
                    index += 1;
                }
                expected.push(source[start..].to_owned());
                source.push_str(if step[0] == "." { " " } else { "" });
            }
            source.push_str(close);
            let parsed = expression(&source);
            let chain = if close.is_empty() {
                parsed
            } else {
                parsed.static_list().unwrap().remove(0)
            };
            let traversal = chain.static_traversal().unwrap();
            let spans = traversal
                .steps()
                .iter()
                .map(|step| &source[step.span().range()]);
            assert_eq!(spans.collect::<Vec<_>>(), expected, "{source:?}");
        }
    }
}

/// In native syntax, `true`, `false` and `null` are names where a name is required. In JSON they are values.
#[test]
fn literals_of_json_are_not_names() {
    for literal in ["true", "false", "null"] {
        let native = hcl::parse_expression(literal).unwrap();
        assert_eq!(native.static_traversal().unwrap().root(), literal);
        let json = hcl::json::parse_expression(literal).unwrap();
        assert!(json.static_traversal().is_err(), "{literal}");
        let string = hcl::json::parse_expression(&format!("\"{literal}\"")).unwrap();
        assert_eq!(string.static_traversal().unwrap().root(), literal);
    }
}

#[test]
fn function_calls_are_found_in_the_order_of_the_source() {
    let names = |expression: &Expression| -> Vec<String> {
        let calls = expression.function_calls();
        calls.into_iter().map(|call| call.name).collect()
    };
    for (text, expected) in [
        ("1 + a.b", [].as_slice()),
        ("f(g(1), [h(2)]...)", &["f", "g", "h"]),
        ("f(1) + ns::g(2) * -h(3)", &["f", "ns::g", "h"]),
        ("f(1).a[g(2)][*].b[h(3)]", &["f", "g", "h"]),
        ("{ (f(1)) = g(2) }", &["f", "g"]),
        (
            "{for k in f(1) : g(k) => h(k) if i(k)}",
            &["f", "g", "h", "i"],
        ),
        ("f(1) ? g(2) : h(3)", &["f", "g", "h"]),
        ("\"${f(1)}%{ if g(2) }${h(3)}%{ endif }\"", &["f", "g", "h"]),
    ] {
        assert_eq!(names(&expression(text)), expected, "{text}");
    }
    let json = hcl::json::parse_expression(r#"["${f(1)}", { "${g(2)}": "h(3)" }]"#).unwrap();
    assert_eq!(names(&json), ["f", "g"]);
}

#[test]
fn function_calls_of_all_layers_are_found() {
    let layers = [
        r#"{"a": {"x": "${f(1)}", "y": "${g(2)}"}}"#,
        r#"{"a": {"y": "${h(3)}"}}"#,
    ];
    let layers = layers.map(|it| hcl::json::parse(it).unwrap());
    let body = hcl::Body::overlay(layers).unwrap();
    let calls = body.attribute("a").unwrap().expression().function_calls();
    let names: Vec<_> = calls.iter().map(|call| &call.name).collect();
    assert_eq!(names, ["f", "h"]);
}
