//! Specs made in Rust, beyond what the spec language can express.

#![allow(
    clippy::unwrap_used,
    clippy::needless_raw_string_hashes,
    reason = "a panic fails the test, and expect-test writes the literals"
)]

mod table;
mod unknown;

use std::ops::Bound;

use expect_test::{Expect, expect};
use hcl::function::{Function, FunctionError, Parameter};
use hcl::{Body, EvalContext, ParseOptions, Spec, Type, Value};

/// Checks that the text decodes to the expected value, and that the value has the implied type.
#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "cases are easier to read")]
fn gives(spec: &Spec, text: &str, expected: Expect) {
    let value = spec.decode(&hcl::parse(text).unwrap(), &EvalContext::new());
    let value = value
        .into_result()
        .unwrap_or_else(|error| panic!("{error}"));
    assert!(value.ty().matches(&spec.implied_type()));
    expected.assert_eq(&value.to_string());
}

/// Checks that the text does not decode, and compares the report.
#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "cases are easier to read")]
fn fails(spec: &Spec, text: &str, expected: Expect) {
    let body = ParseOptions::new()
        .with_filename("app.hcl")
        .parse(text)
        .into_result()
        .unwrap();
    let error = spec
        .decode(&body, &EvalContext::new())
        .into_result()
        .unwrap_err();
    expected.assert_eq(&reports(&error));
    let diagnostics = spec.partial_decode(&body, &EvalContext::new()).diagnostics;
    assert!(!diagnostics.is_empty());
}

fn reports(error: &hcl::Error) -> String {
    let reports = error.diagnostics().iter().map(|it| it.to_string() + "\n\n");
    reports.collect()
}

fn port() -> Spec {
    Spec::attr("port", Type::DYNAMIC)
}

#[test]
fn tuples_and_objects_keep_the_types() {
    let tuple = Spec::block_tuple("a", .., port());
    gives(
        &tuple,
        "a { port = 1 }\na { port = [\"x\"] }\n",
        expect![[r#"[1, ["x"]]"#]],
    );
    gives(&tuple, "", expect!["[]"]);
    let object = Spec::block_object("a", ["zone", "name"], port());
    gives(
        &object,
        "a x y { port = 1 }\na x z { port = \"b\" }\na w v {}\n",
        expect![[r#"{ w = { v = null }, x = { y = 1, z = "b" } }"#]],
    );
    gives(&object, "", expect!["{}"]);
}

/// Elements of a list have the types that the list has, also if the type of another attribute stays open.
#[test]
fn nulls_have_the_type_of_their_attribute() {
    let any = |name: &'static str| (name, Spec::attr(name, Type::DYNAMIC));
    let spec = Spec::block_list("x", .., Spec::object([any("open"), any("text")]));
    let body = hcl::parse("x {}\nx {\n  text = null\n}\nx {\n  text = \"a\"\n}\n").unwrap();
    let value = spec
        .decode(&body, &EvalContext::new())
        .into_result()
        .unwrap();
    assert_eq!(
        value.ty().to_string(),
        "list(object({open = any, text = string}))"
    );
    for element in value.as_slice().unwrap() {
        assert_eq!(element["text"].ty(), Type::STRING);
        assert_eq!(element["open"].ty(), Type::DYNAMIC);
    }
}

/// A null does not turn values without a common type into unknown ones.
#[test]
fn values_without_a_common_type_are_errors_next_to_nulls() {
    let any = |name: &'static str| Spec::attr(name, Type::DYNAMIC);
    let bare = any("a");
    let specs = [
        Spec::block_list("x", .., bare.clone()),
        Spec::block_set("x", .., bare.clone()),
        Spec::block_list("x", .., Spec::object([("a", bare)])),
        Spec::block_attrs("y", Type::DYNAMIC),
    ];
    let text = "x {\n  a = [1]\n}\nx {}\nx {\n  a = \"b\"\n}\ny {\n  a = [1]\n  b = null\n  c = \"b\"\n}\n";
    let body = hcl::parse(text).unwrap();
    for spec in specs {
        let decoded = spec.partial_decode(&body, &EvalContext::new());
        let [diagnostic] = decoded.diagnostics.as_slice() else {
            panic!("{:?}", decoded.value.0);
        };
        assert!(
            diagnostic
                .summary()
                .starts_with("Inconsistent argument types")
        );
    }
}

#[test]
fn label_specs_count_the_labels_that_a_block_spec_leaves() {
    let inner = Spec::tuple([Spec::label(1, "last"), Spec::label(0, "first")]);
    let map = Spec::block_map("a", ["key"], inner.clone());
    gives(&map, "a k x y {}\n", expect![[r#"{ k = ["y", "x"] }"#]]);
    fails(
        &map,
        "a k x {}\n",
        expect![[r#"
            error: Missing last for a
             --> app.hcl:1:7
              |
            1 | a k x {}
              | ----- ^
              |
              = note: Each "a" block needs 3 labels (key, first, last) in front of its opening brace.

        "#]],
    );
    let only_second = Spec::block_list("a", .., Spec::label(1, "second"));
    gives(&only_second, "a x y {}\n", expect![[r#"["y"]"#]]);
}

#[test]
fn a_body_outside_of_blocks_has_no_labels() {
    let at_root = Spec::object([("name", Spec::label(0, "name")), ("port", port())]);
    fails(
        &at_root,
        "port = 1\n",
        expect![[r#"
            error: Missing label
             --> app.hcl:1:1
              |
            1 | port = 1
              | ^
              |
              = note: The spec needs the label "name", but the body that is decoded here is not that of a block with this label.

        "#]],
    );
    let fallback = Spec::default([port(), Spec::label(0, "name")]);
    gives(&fallback, "port = 1\n", expect!["1"]);
    fails(
        &fallback,
        "",
        expect![[r#"
            error: Missing label
             --> app.hcl:1:1
              |
            1 |
              | ^
              |
              = note: The spec needs the label "name", but the body that is decoded here is not that of a block with this label.

        "#]],
    );
    let too_many = Spec::block_list("a", .., Spec::label(300, "name"));
    fails(
        &too_many,
        "a {}\n",
        expect![[r#"
            error: Missing label
             --> app.hcl:1:3
              |
            1 | a {}
              |   ^
              |
              = note: The spec needs the label "name", but the body that is decoded here is not that of a block with this label.

        "#]],
    );
}

#[test]
fn functions_transform() {
    let half = Function::new(Type::NUMBER, |args| {
        match args[0].as_i64().filter(|number| number % 2 == 0) {
            Some(number) => Ok(Value::from(number / 2)),
            None => Err(FunctionError::new("the number is not even")),
        }
    })
    .with_parameter(Parameter::new("number", Type::NUMBER));
    let spec = Spec::transform_with(port(), half);
    assert_eq!(spec.implied_type(), Type::NUMBER);
    gives(&spec, "port = \"84\"\n", expect!["42"]);
    fails(
        &spec,
        "port = 5\n",
        expect![[r#"
            error: Invalid value
             --> app.hcl:1:8
              |
            1 | port = 5
              |        ^
              |
              = note: The value is unsuitable here: the number is not even.

        "#]],
    );
}

/// Returns a function that returns its argument.
fn same() -> Function {
    Function::new(Type::DYNAMIC, |args| Ok(args[0].clone()))
        .with_parameter(Parameter::new("value", Type::DYNAMIC))
}

/// A spec inside a transformation reads the same items as without the transformation.
#[test]
fn specs_within_a_transformation_read_the_same_items() {
    let inner = Spec::object([
        ("name", Spec::label(0, "name")),
        ("port", Spec::required_attr("port", Type::NUMBER)),
        (
            "hosts",
            Spec::block_list("host", .., Spec::attr("address", Type::STRING)),
        ),
    ]);
    let spec = Spec::block("service", Spec::transform_with(inner.clone(), same()));
    let plain = Spec::block("service", inner);
    let text = "service \"web\" {\n  port = base\n  host {\n    address = one\n  }\n}\n";
    let body = hcl::parse(text).unwrap();
    let names = |spec: &Spec| -> Vec<String> {
        let variables = spec.variables(&body);
        variables.iter().map(ToString::to_string).collect()
    };
    assert_eq!(names(&spec), ["base", "one"]);
    assert_eq!(names(&spec), names(&plain));
    let ctx = EvalContext::new()
        .with_variable("base", 80)
        .with_variable("one", "a");
    let value = spec.decode(&body, &ctx).into_result().unwrap();
    assert_eq!(value, plain.decode(&body, &ctx).into_result().unwrap());
}

/// A refusal is reported at the first attribute of the refused value, in whatever specs the attribute is nested.
#[test]
fn refusals_are_reported_at_the_attribute() {
    let refuse = |_: &Value| -> Result<(), hcl::ValueError> { Err(hcl::ValueError::new("no")) };
    let default = Spec::default([port(), Spec::literal(1)]);
    for inner in [port(), default, Spec::transform_with(port(), same())] {
        let body = hcl::parse("other = 1\nport = 22\n").unwrap();
        let spec = Spec::object([
            ("other", Spec::attr("other", Type::NUMBER)),
            ("port", Spec::validate(inner, refuse)),
        ]);
        let error = spec
            .decode(&body, &EvalContext::new())
            .into_result()
            .unwrap_err();
        assert_eq!(
            (error.line(), error.column()),
            (Some(2), Some(8)),
            "{error}"
        );
    }
}

/// In a map of blocks, each level has its type, for any number of labels.
#[test]
fn maps_of_blocks_have_a_level_for_each_label() {
    let names = ["one", "two", "three", "four"];
    for count in 1..=names.len() {
        let spec = Spec::block_map(
            "a",
            names[..count].iter().copied(),
            Spec::attr("x", Type::NUMBER),
        );
        let label = |at: usize| format!(" \"l{at}\"");
        let labels: String = (0..count).map(label).collect();
        let others: String = (0..count).map(|at| label(at + count)).collect();
        let text = format!("a{labels} {{\n  x = 1\n}}\na{others} {{\n}}\n");
        let value = spec.decode(&hcl::parse(&text).unwrap(), &EvalContext::new());
        let value = value.into_result().unwrap();
        let ty = (0..count).fold(Type::NUMBER, |ty, _| Type::map(ty));
        assert_eq!(value.ty(), ty, "{text}");
        let mut inner = value;
        for at in 0..count {
            assert_eq!(
                inner.ty(),
                (at..count).fold(Type::NUMBER, |ty, _| Type::map(ty))
            );
            inner = inner[format!("l{at}").as_str()].clone();
        }
        assert_eq!(inner, 1);
    }
}

#[test]
fn an_invalid_spec_reports_its_error_when_it_is_used() {
    let nested = || Spec::object([("x", Spec::tuple([Spec::literal(1)]))]);
    let (least, most) = (3, 2);
    let wrong = [
        Spec::default([]),
        Spec::block_list("a", least..=most, nested()),
        Spec::block_map("a", [], nested()),
        Spec::block_map("a", ["name"], port()),
        Spec::block("a", Spec::tuple([port(), Spec::block("port", nested())])),
        Spec::block(
            "a",
            Spec::tuple([
                Spec::block_map("b", ["one"], nested()),
                Spec::block_map("b", ["one", "two"], nested()),
            ]),
        ),
    ];
    let body = hcl::parse("").unwrap();
    let mut said = String::new();
    for spec in wrong {
        let outer = Spec::block("outer", Spec::object([("inner", spec)]));
        let error = outer
            .decode(&body, &EvalContext::new())
            .into_result()
            .unwrap_err();
        said.push_str(&error.message());
        said.push('\n');
    }
    expect![[r#"
        Invalid default spec: A default needs at least one spec that gives a value.
        Invalid number of blocks: The maximum number of blocks is less than the minimum.
        Missing label names: Blocks become a map by their labels: name at least one label.
        Invalid block_map spec: The elements of a map have one type, so nothing in a block_map may have the type "any". Give each argument a specific type.
        Invalid body schema: The schema contains both the block type and the argument "port". Arguments and blocks of one body need different names.
        Invalid body schema: The schema contains the block type "b" twice. Add it once.
    "#]]
    .assert_eq(&said);
}

#[test]
fn diagnostics_of_merged_bodies_name_the_file() {
    let file = |name: &str, text: &str| {
        ParseOptions::new()
            .with_filename(name)
            .parse(text)
            .into_result()
            .unwrap()
    };
    let body = Body::merge([
        file("a.hcl", "port = 1\nserver {}\n"),
        file("b.hcl", "server {\n  prt = 1\n}\nport = 2\n"),
    ]);
    let spec = Spec::object([
        ("port", port()),
        ("servers", Spec::block_tuple("server", .., port())),
    ]);
    let error = spec
        .decode(&body, &EvalContext::new())
        .into_result()
        .unwrap_err();
    expect![[r#"
        error: Attribute redefined
         --> b.hcl:4:1
          |
        4 | port = 2
          | ^^^^
          |
          = note: The argument "port" is already set in a.hcl on line 1. Each argument may be set only once: remove one of the two.

        error: Unsupported argument
         --> b.hcl:2:3
          |
        2 |   prt = 1
          |   ^^^
          |
          = note: An argument named "prt" is not expected here. Did you mean "port"?

    "#]].assert_eq(&reports(&error));
}

#[test]
fn refusals_are_reported_in_the_file_of_the_attribute() {
    let file = |name: &str, text: &str| {
        ParseOptions::new()
            .with_filename(name)
            .parse(text)
            .into_result()
            .unwrap()
    };
    let body = Body::merge([file("a.hcl", ""), file("b.hcl", "port = 5\n")]);
    let refuse = Function::new(Type::NUMBER, |_| Err(FunctionError::new("never")))
        .with_parameter(Parameter::new("any", Type::DYNAMIC));
    let spec = Spec::transform_with(port(), refuse);
    let error = spec
        .decode(&body, &EvalContext::new())
        .into_result()
        .unwrap_err();
    let diagnostic = &error.diagnostics()[0];
    assert_eq!(
        diagnostic.source().and_then(hcl::Source::name),
        Some("b.hcl")
    );
    assert_eq!(diagnostic.position().map(hcl::Position::column), Some(8));
}

/// A spec that contains an invalid one has the error of that one.
#[test]
fn the_error_of_a_nested_spec_is_reported() {
    for nested in [
        Spec::default([]),
        Spec::block_map("b", [], Spec::literal(1)),
    ] {
        let code = |spec: &Spec| {
            let decoded = spec.decode(&hcl::parse("").unwrap(), &EvalContext::new());
            decoded.diagnostics[0].code()
        };
        let map = Spec::block_map("a", ["name"], nested.clone());
        assert_eq!(code(&map), code(&nested));
    }
}

#[test]
fn an_error_of_the_schema_is_reported_once() {
    let block = Spec::block("port", Spec::literal(1));
    let spec = Spec::tuple([port(), block.clone(), block]);
    let decoded = spec.decode(&hcl::parse("").unwrap(), &EvalContext::new());
    let codes = decoded.diagnostics.iter().map(hcl::Diagnostic::code);
    let codes: Vec<_> = codes
        .filter(|it| *it == hcl::Code::InvalidBodySchema)
        .collect();
    assert_eq!(codes.len(), 1);
}

/// Blocks of one type that need different numbers of labels are an error of the spec. Nothing is decoded: a block could
/// lack the labels that become the keys of a map.
#[test]
fn blocks_of_one_type_have_one_number_of_labels() {
    let list = Spec::block_list("port", .., Spec::literal(1));
    let map = Spec::block_map("port", ["name"], Spec::literal(1));
    for specs in [[list.clone(), map.clone()], [map, list]] {
        let spec = Spec::tuple(specs);
        for text in ["port {}\n", "port \"web\" {}\n"] {
            let body = hcl::parse(text).unwrap();
            let decoded = spec.decode(&body, &EvalContext::new());
            let partly = spec.partial_decode(&body, &EvalContext::new());
            for diagnostics in [decoded.diagnostics, partly.diagnostics] {
                let details: Vec<_> = diagnostics.iter().map(hcl::Diagnostic::detail).collect();
                let twice = "The schema contains the block type \"port\" twice. Add it once.";
                assert_eq!(details, [twice]);
            }
        }
    }
}

#[test]
fn values_are_checked_by_the_application() {
    let even = |value: &Value| match value.as_i64() {
        Some(number) if number % 2 == 1 => Err(hcl::ValueError::new("an even number is required")),
        _ => Ok(()),
    };
    let spec = Spec::object([("port", Spec::validate(port(), even))]);
    assert_eq!(spec.implied_type().to_string(), "object({port = any})");
    gives(&spec, "port = 2\n", expect!["{ port = 2 }"]);
    gives(&spec, "", expect!["{ port = null }"]);
    fails(
        &spec,
        "port = 5\n",
        expect![[r#"
            error: Invalid value
             --> app.hcl:1:8
              |
            1 | port = 5
              |        ^
              |
              = note: An even number is required.

        "#]],
    );
    // The value of a fallback is reported where it is set.
    let fallback = Spec::default([
        Spec::attr("port", Type::NUMBER),
        Spec::attr("old_port", Type::NUMBER),
    ]);
    let error = Spec::validate(fallback, even)
        .decode(&hcl::parse("old_port = 5\n").unwrap(), &EvalContext::new())
        .into_result()
        .unwrap_err();
    assert_eq!((error.line(), error.column()), (Some(1), Some(12)));
    let body = hcl::parse("port = null\nold_port = 5\n").unwrap();
    let fallback = Spec::default([port(), Spec::attr("old_port", Type::NUMBER)]);
    let decoded = Spec::validate(fallback, even).decode(&body, &EvalContext::new());
    assert_eq!(decoded.into_result().unwrap_err().line(), Some(2));
    // The literal gives the value.
    let fallback = Spec::default([
        Spec::attr("port", Type::NUMBER),
        Spec::literal(5),
        Spec::attr("old_port", Type::NUMBER),
    ]);
    let decoded = Spec::validate(fallback, even).decode(&body, &EvalContext::new());
    assert_ne!(decoded.into_result().unwrap_err().line(), Some(2));
    // A value that could not be decoded is unknown, and is not checked. A check may report several errors.
    let never = |value: &Value| {
        let errors = ["First", "Second"].map(|it| hcl::Diagnostic::error(it, "It is wrong."));
        hcl::Error::check(errors.into_iter().filter(|_| value.is_known()))
    };
    let number = Spec::required_attr("port", Type::NUMBER);
    let spec = Spec::block_list("a", .., Spec::validate(number, never));
    let report = |text: &str| {
        let error = spec.decode(&hcl::parse(text).unwrap(), &EvalContext::new());
        let error = error.into_result().unwrap_err();
        let summaries = error.diagnostics().iter().map(hcl::Diagnostic::summary);
        summaries.collect::<Vec<_>>().join(", ")
    };
    assert_eq!(report("a {}\n"), "Missing required argument");
    assert_eq!(
        report("a { port = [] }\n"),
        "Incorrect attribute value type"
    );
    assert_eq!(
        report("a { port = 1 }\na { port = 2 }\n"),
        "First, Second, First, Second"
    );
}

#[test]
fn unknown_values_are_refined_by_the_application() {
    let spec = Spec::refine(Spec::attr("port", Type::STRING), |it| {
        it.not_null().string_prefix("p-")
    });
    assert_eq!(spec.implied_type(), Type::STRING);
    gives(&spec, "port = \"x\"\n", expect![[r#""x""#]]);
    let ctx = EvalContext::new().with_variable("later", Value::unknown(&Type::STRING));
    let value = spec.decode(&hcl::parse("port = later\n").unwrap(), &ctx);
    let range = value.into_result().unwrap().range();
    assert_eq!((range.is_not_null(), range.string_prefix()), (true, "p-"));
}

#[test]
fn expressions_are_specs() {
    let expression = |text: &str| Spec::expression(hcl::parse_expression(text).unwrap());
    let spec = Spec::object([("port", port()), ("zone", expression("upper(zone)"))]);
    let body = hcl::parse("port = base + 1\n").unwrap();
    let roots = spec.variables(&body);
    let roots: Vec<_> = roots.iter().map(hcl::Traversal::root).collect();
    assert_eq!(roots, ["base", "zone"]);
    let ctx = EvalContext::new()
        .with_functions(hcl::function::stdlib::functions())
        .with_variables(std::collections::BTreeMap::from([("base", 79)]))
        .unwrap()
        .with_variable("zone", "eu");
    let value = spec.decode(&body, &ctx).into_result().unwrap();
    assert_eq!(value.to_string(), r#"{ port = 80, zone = "EU" }"#);
    let error = expression("nobody").decode(&hcl::parse("").unwrap(), &ctx);
    assert_eq!(
        error.into_result().unwrap_err().diagnostics()[0].summary(),
        "Unknown variable"
    );
}

/// A report has a bounded length, even if each of many blocks contains the same mistake.
#[test]
fn reports_are_bounded() {
    let body = hcl::parse(&"a { prt = 1 }\n".repeat(10_000)).unwrap();
    let spec = Spec::block_tuple("a", .., port());
    let decoded = spec.decode(&body, &EvalContext::new());
    assert_eq!(decoded.value.as_slice().unwrap().len(), 10_000);
    assert_eq!(decoded.diagnostics.len(), 20);
}

#[test]
fn unknown_values_stay_unknown() {
    let ctx = EvalContext::new().with_variable("later", Value::unknown(&Type::NUMBER));
    let spec = Spec::block_list("a", .., Spec::default([port(), Spec::literal(80)]));
    let body = hcl::parse("a { port = later }\na {}\n").unwrap();
    let value = spec.decode(&body, &ctx).into_result().unwrap();
    assert_eq!(value.to_string(), "[(unknown number), 80]");
}

/// The limits of an unknown value that may be null do not hold for the fallback.
#[test]
fn fallbacks_may_exceed_the_limits_of_unknown_values() {
    let small = Value::unknown(&Type::NUMBER).refine();
    let small = small.number_range(Bound::Unbounded, Bound::Included(9.into()));
    let decoded = |later: Value| {
        let spec = Spec::default([Spec::attr("port", Type::NUMBER), Spec::literal(80)]);
        let ctx = EvalContext::new().with_variable("later", later);
        let body = hcl::parse("port = later\n").unwrap();
        spec.decode(&body, &ctx).into_result().unwrap()
    };
    let open = decoded(small.clone().finish());
    assert_eq!(open, Value::unknown(&Type::NUMBER));
    let small = small.not_null().finish();
    assert_eq!(decoded(small.clone()), small);
}

/// With time quadratic in the depth, this would take minutes.
#[test]
fn deep_values_of_different_types_unify_quickly() {
    let nested = |last: &str| {
        let wide = (0..20_000).map(|index| format!("k{index} = 1, "));
        let wide = wide.collect::<Vec<_>>().concat();
        format!(
            "{}{{ {wide} z = {last} }}{}",
            "{ a = ".repeat(200),
            " }".repeat(200)
        )
    };
    let text = format!(
        "a {{\n  x = {}\n}}\na {{\n  x = {}\n}}\n",
        nested("1"),
        nested("\"b\"")
    );
    let spec = Spec::block_list("a", .., Spec::attr("x", Type::DYNAMIC));
    let value = spec.decode(&hcl::parse(&text).unwrap(), &EvalContext::new());
    let value = value.into_result().unwrap();
    assert_eq!(value[0].ty(), value[1].ty());
}

/// A spec file in native syntax.
const NATIVE_SPEC_FILE: &str = r#"
object {
  attr "name" {
    type     = string
    required = true
  }
  block_map "listener" {
    labels = ["protocol"]
    attr {
      name = "port"
      type = number
    }
  }
  default "greeting" {
    attr {
      name = "greeting"
      type = list(string)
    }
    literal {
      value = ["${upper("hello")}"]
    }
  }
}
variables {
  team = "core"
}
function "shout" {
  params = [text]
  result = "${upper(text)}!"
}
"#;

/// The same spec file in JSON syntax.
const JSON_SPEC_FILE: &str = r#"{
    "object": {
        "attr": { "name": { "type": "string", "required": true } },
        "block_map": { "listener": { "labels": ["protocol"], "attr": { "name": "port", "type": "number" } } },
        "default": {
            "greeting": {
                "attr": { "name": "greeting", "type": "list(string)" },
                "literal": { "value": ["${upper(\"hello\")}"] }
            }
        }
    },
    "variables": { "team": "core" },
    "function": { "shout": { "params": ["text"], "result": "${upper(text)}!" } },
    "//": "a comment"
}"#;

/// A spec file in JSON syntax is equal to one in native syntax, and decodes input in both syntaxes.
#[test]
fn spec_files_in_json_syntax() {
    let native: hcl::SpecFile = NATIVE_SPEC_FILE.parse().expect("it is valid");
    let json = hcl::json::parse(JSON_SPEC_FILE)
        .and_then(|body| hcl::SpecFile::from_body(&body).into_result());
    let json = json.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(native.spec().implied_type(), json.spec().implied_type());
    let inputs = [
        hcl::parse("name = shout(team)\nlistener \"http\" {\n  port = 80\n}\n"),
        hcl::json::parse(
            r#"{ "name": "${shout(team)}", "listener": { "http": { "port": "80" } } }"#,
        ),
    ];
    let values: Vec<_> = inputs
        .into_iter()
        .flat_map(|input| {
            let input = input.expect("it is valid");
            [&native, &json].map(|file| {
                let value = file.spec().decode(&input, &file.eval_context());
                value
                    .into_result()
                    .unwrap_or_else(|error| panic!("{error}"))
            })
        })
        .collect();
    assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
    assert_eq!(values[0]["name"], "CORE!");
}

/// A transformation uses the limits of its own context, not those of the decoding.
#[test]
fn a_transformation_has_the_limits_of_its_context() {
    let expression = hcl::parse_expression("[for x in [1, 2, 3, 4, 5] : x]").unwrap();
    let decode = |own: EvalContext, outer: EvalContext| {
        let spec = Spec::transform(port(), expression.clone(), own);
        let body = hcl::parse("port = 1\n").unwrap();
        spec.decode(&body, &outer)
            .into_result()
            .map_err(|error| error.classify())
    };
    let (limited, free) = (EvalContext::new().with_max_steps(8), EvalContext::new());
    assert!(decode(free.clone(), free.clone()).is_ok());
    let refused = Err(hcl::Category::Limit);
    assert_eq!(decode(limited.clone(), free.clone()), refused);
    assert_eq!(decode(free.clone(), limited.clone()), refused);
    assert!(decode(free.with_max_steps(1_000), limited).is_ok());
}
