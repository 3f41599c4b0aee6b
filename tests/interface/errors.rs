//! Errors that an application creates.

use expect_test::expect;
use hcl::convert::convert;
use hcl::function::{Function, FunctionError, Parameter};
use hcl::{Category, Diagnostic, Error, Number, ParseOptions, Path, PathStep, Syntax, Type, Value};

/// The operator `?` converts errors of values, numbers and calls to an `Error`, which can get a place.
#[test]
#[expect(clippy::too_many_lines, reason = "it is one table of cases")]
fn errors_of_values_numbers_and_calls_get_a_place() {
    let options = hcl::ParseOptions::new().with_filename("app.hcl");
    let body = options
        .parse("ports = [80, \"x\"]\n")
        .into_result()
        .unwrap();
    let ports = body.attribute("ports").unwrap().expression();
    let failing = Function::new(Type::STRING, |_| Err(FunctionError::new("it is too late")))
        .with_parameter(Parameter::new("at", Type::NUMBER))
        .with_parameter(Parameter::new("until", Type::NUMBER));
    let value = || -> hcl::Result<Value> {
        let value = ports.evaluate(&hcl::EvalContext::new())?;
        Ok(convert(&value, &Type::list(Type::NUMBER))?)
    };
    let number = || -> hcl::Result<Number> { Ok("1x".parse::<Number>()?) };
    let call = |args: &[Value]| -> hcl::Result<Value> { Ok(failing.call(args)?) };
    let (one, text) = (Value::from(1), Value::from("x"));
    let reports = [
        (Category::Data, value().unwrap_err()),
        (Category::Data, number().unwrap_err()),
        (Category::Evaluation, call(&[]).unwrap_err()),
        (
            Category::Evaluation,
            call(&[one.clone(), one.clone(), one.clone()]).unwrap_err(),
        ),
        (
            Category::Evaluation,
            call(&[text.clone(), text]).unwrap_err(),
        ),
        (Category::Evaluation, call(&[one.clone(), one]).unwrap_err()),
    ]
    .map(|(category, error)| {
        assert_eq!(error.classify(), category);
        assert_eq!(error.line(), None);
        let error = error.at(&ports);
        assert_eq!((error.line(), error.column()), (Some(1), Some(9)));
        let diagnostics = error.diagnostics().iter().map(Diagnostic::to_string);
        diagnostics.collect::<Vec<_>>().join("\n")
    });
    expect![[r#"
        error: Invalid value
         --> app.hcl:1:9
          |
        1 | ports = [80, "x"]
          |         ^^^^^^^^^
          |
          = note: Expected a number, but found the string "x".
          = path: [1]
        error: Invalid number
         --> app.hcl:1:9
          |
        1 | ports = [80, "x"]
          |         ^^^^^^^^^
          |
          = note: "1x" is not a number; write decimal digits, with a fraction or an exponent where needed, such as 10, 1.5 or 2e3.
        error: Not enough function arguments
         --> app.hcl:1:9
          |
        1 | ports = [80, "x"]
          |         ^^^^^^^^^
          |
          = note: The call failed: there is no argument for the parameter "at".
        error: Too many function arguments
         --> app.hcl:1:9
          |
        1 | ports = [80, "x"]
          |         ^^^^^^^^^
          |
          = note: The call failed: only 2 arguments are expected.
        error: Invalid function argument
         --> app.hcl:1:9
          |
        1 | ports = [80, "x"]
          |         ^^^^^^^^^
          |
          = note: The call failed: invalid value for the parameter "at": expected a number, but found the string "x".
        error: Invalid function argument
         --> app.hcl:1:9
          |
        1 | ports = [80, "x"]
          |         ^^^^^^^^^
          |
          = note: The call failed: invalid value for the parameter "until": expected a number, but found the string "x".
        error: Error in function call
         --> app.hcl:1:9
          |
        1 | ports = [80, "x"]
          |         ^^^^^^^^^
          |
          = note: The call failed: it is too late.
    "#]]
    .assert_eq(&(reports.join("\n") + "\n"));
}

#[test]
fn a_known_place_is_kept() {
    let body = hcl::parse("a = 1\nb = 2\n").unwrap();
    let [a, b] = ["a", "b"].map(|name| body.attribute(name).unwrap());
    let error = Error::from(Diagnostic::error("Wrong", "").at(&a)).at(&b);
    assert_eq!(error.line(), Some(1));
    let moved = Diagnostic::error("Wrong", "").at(&a).at(&b);
    assert_eq!(moved.position().map(hcl::Position::line), Some(2));
}

#[test]
fn errors_of_an_application_are_reported_together() {
    assert!(Error::check([]).is_ok());
    assert!(Error::check([Diagnostic::warning("Odd", "")]).is_ok());
    let path = || Path::from_iter([PathStep::Attribute("a".into()), PathStep::Key("b".into())]);
    let found = [
        Diagnostic::warning("Odd", ""),
        Diagnostic::error("Wrong", "").with_path(path()),
        Diagnostic::error("Wrong too", ""),
    ];
    let error = Error::check(found).unwrap_err();
    assert_eq!(error.classify(), Category::Data);
    assert_eq!(error.diagnostics().len(), 3);
    assert_eq!(error.message(), "Wrong");
    assert_eq!(error.path(), "a[\"b\"]");
}

/// Native syntax inside a JSON string is parsed only when it is evaluated.
#[test]
fn errors_of_json_templates_have_the_category_of_native_syntax() {
    let deep = format!("{}1{}", "(".repeat(300), ")".repeat(300));
    for (expression, category) in [
        ("1 +", Category::Syntax),
        (&*deep, Category::Limit),
        ("nope", Category::Evaluation),
    ] {
        let native =
            hcl::from_str_with::<Value>(&format!("a = {expression}\n"), &hcl::EvalContext::new());
        assert_eq!(native.unwrap_err().classify(), category, "{expression}");
        let text = format!("{{\"a\": \"${{{expression}}}\"}}");
        let json = hcl::json::from_str_with::<Value>(&text, &hcl::EvalContext::new());
        assert_eq!(json.unwrap_err().classify(), category, "{text}");
        let options = hcl::DecodeOptions::new()
            .with_syntax(hcl::Syntax::Json)
            .with_context(hcl::EvalContext::new());
        let text_field = options.from_str::<std::collections::BTreeMap<String, String>>(&text);
        assert_eq!(text_field.unwrap_err().classify(), category, "{text}");
        let body = hcl::json::parse(&text).unwrap();
        let attribute = body.attribute("a").unwrap().expression();
        let ctx = hcl::EvalContext::new();
        let evaluated = attribute.evaluate(&ctx).unwrap_err();
        assert_eq!(evaluated.classify(), category, "{text}");
        let marked = attribute.evaluate_marked(&ctx).unwrap_err();
        assert_eq!(marked.classify(), category, "{text}");
    }
}

/// A message quotes only the beginning of a long token.
#[test]
fn messages_about_long_tokens_are_short() {
    let parts = [
        "x", "7", "\"", "-", "é", "[", "{", "$", "%", "\\", "/", "'", "_", ".", "0", "\"x\"",
        "${x}", "<<",
    ];
    for part in parts {
        let long = part.repeat(2_000);
        for text in [
            long.clone(),
            format!("a = {long}"),
            format!("a = {long} {long}"),
            format!("a = {{ {long} {long} }}"),
            format!("a \"{long}\" {long} {{"),
            format!("{{\"a\": {long}}}"),
            format!("{{{long}: 1}}"),
            format!("{{\"a\" {long} 1}}"),
        ] {
            for syntax in [Syntax::Native, Syntax::Json] {
                let parsed = ParseOptions::new().with_syntax(syntax).parse(&text);
                for diagnostic in &parsed.diagnostics {
                    let detail = diagnostic.detail();
                    assert!(detail.len() < 1_000, "{syntax:?}: {detail:.2000}");
                }
            }
        }
    }
}

/// Keys and labels can be long and can contain newlines.
#[test]
fn names_in_messages_are_on_one_line() {
    let expressions = [
        r#"{}["a\nb"]"#,
        r#"{ "a\nb" = 1 }["a\nbc"]"#,
        r#"{ for x in [1, 2] : "a\nb" => x }"#,
        r#"true ? { "a\nb" = 1, c = [] } : { c = [] }"#,
        r#"true ? { c = [] } : { "a\nb" = 1, c = [] }"#,
    ];
    let mut errors: Vec<hcl::Error> = Vec::new();
    for text in expressions {
        let expression = hcl::parse_expression(text).expect("it parses");
        errors.extend(expression.evaluate(&hcl::EvalContext::new()).err());
    }
    let body = hcl::parse("o = {}\nb \"a\\nb\" {}\nb \"a\\nb\" {}\n").expect("it parses");
    for path in ["o[\"a\\nb\"]", "[\"a\\nb\"]"] {
        errors.extend(body.at(path).err());
    }
    errors.extend(hcl::from_body::<Labelled>(&body).err());
    let twice = hcl::json::parse(r#"{ "a\nb": 1, "a\nb": 2 }"#).expect("it parses");
    let schema = hcl::BodySchema::new();
    errors.extend(twice.content(&schema).into_result().err());
    errors.extend(hcl::from_body::<std::collections::BTreeMap<String, u8>>(&twice).err());
    let spec = hcl::Spec::block_map("b", ["name"], hcl::Spec::literal(1));
    let decoded = spec.partial_decode(&body, &hcl::EvalContext::new());
    errors.extend(decoded.into_result().err());
    assert_eq!(errors.len(), 11);
    for error in errors {
        let message = error.message();
        assert!(message.contains(r#""a\nb""#), "{message}");
        assert!(!message.contains('\n'), "{message}");
    }
}

#[derive(serde_derive::Deserialize)]
#[expect(dead_code, reason = "it cannot be decoded")]
struct Labelled {
    #[serde(default)]
    o: hcl::Value,
    b: std::collections::BTreeMap<String, Optional>,
}

#[derive(serde_derive::Deserialize)]
#[expect(dead_code, reason = "it cannot be decoded")]
struct Optional {
    a: Option<bool>,
}
