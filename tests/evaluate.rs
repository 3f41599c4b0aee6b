//! Evaluating text in one step: the values and the reports.

use std::collections::BTreeMap;

use expect_test::{Expect, expect};
use hcl::function::Function;
use hcl::{Diagnosed, EvalContext, ParseOptions, Spec, Type, Value};

/// Compares a value and its diagnostics with the expected ones.
fn check(evaluated: Diagnosed<Value>, expected: &Expect) {
    let mut text = format!("{}\n", evaluated.value);
    for diagnostic in evaluated.diagnostics {
        text.push_str(&diagnostic.to_string());
        text.push('\n');
    }
    expected.assert_eq(&text);
}

fn options() -> ParseOptions {
    ParseOptions::new().with_filename("input.hcl")
}

fn ctx() -> EvalContext {
    EvalContext::new().with_variable("region", "eu")
}

#[test]
fn an_expression() {
    let evaluate = |text| options().evaluate_expression(text, &ctx());
    check(
        evaluate("[upper, region]"),
        &expect![[r#"
        [(unknown any), "eu"]
        error: Unknown variable
         --> input.hcl:1:2
          |
        1 | [upper, region]
          |  ^^^^^
          |
          = note: There is no variable named "upper". If a string is meant, write it in quotes: "upper".
    "#]],
    );
    check(
        evaluate("[region"),
        &expect![[r#"
            (unknown any)
            error: Unterminated tuple constructor expression
             --> input.hcl:1:1
              |
            1 | [region
              | ^
              |
              = note: The list that is opened here is not closed before the end of the text. Add its closing bracket ("]").
        "#]],
    );
    let one = Function::new(Type::NUMBER, |_| Ok(Value::from(1)));
    check(
        options().evaluate_expression("one() + one(2)", &ctx().with_function("one", one)),
        &expect![[r#"
            (unknown number)
            error: Too many function arguments
             --> input.hcl:1:13
              |
            1 | one() + one(2)
              |             ^
              |
              = note: The function "one" takes no arguments. Remove any extra arguments.
        "#]],
    );
    check(
        evaluate("{ zone = region }"),
        &expect![[r#"
        { zone = "eu" }
    "#]],
    );
}

#[test]
fn a_template() {
    let evaluate = |text| options().evaluate_template(text, &ctx());
    check(
        evaluate("in ${region}"),
        &expect![[r#"
        "in eu"
    "#]],
    );
    check(
        evaluate("in ${regoin}"),
        &expect![[r#"
        (unknown string)
        error: Unknown variable
         --> input.hcl:1:6
          |
        1 | in ${regoin}
          |      ^^^^^^
          |
          = note: There is no variable named "regoin". Did you mean "region"?
    "#]],
    );
    check(
        evaluate("in ${region"),
        &expect![[r#"
            (unknown any)
            error: Unclosed template interpolation sequence
             --> input.hcl:1:4
              |
            1 | in ${region
              |    ^^
              |
              = note: The template sequence that is opened here is not closed before the end of the template. Add its closing brace ("}").
        "#]],
    );
}

#[test]
fn the_attributes_of_a_body() {
    let evaluate = |text| options().evaluate_attributes(text, &ctx());
    check(
        evaluate("b = region\na = 1 + 1\n"),
        &expect![[r#"
        { a = 2, b = "eu" }
    "#]],
    );
    check(
        evaluate("b = regoin\na = 1 +\nc {}\nd = 1\n"),
        &expect![[r#"
            { b = (unknown any), d = 1 }
            error: Invalid expression
             --> input.hcl:2:8
              |
            2 | a = 1 +
              |        ^
              |
              = note: An expression is expected here, but found the end of the line. An expression over several lines must be in parentheses.
            error: Unexpected "c" block
             --> input.hcl:3:1
              |
            3 | c {}
              | ^
              |
              = note: Blocks are not allowed here, only arguments. To set "c" as an argument, write c = and a value.
            error: Unknown variable
             --> input.hcl:1:5
              |
            1 | b = regoin
              |     ^^^^^^
              |
              = note: There is no variable named "regoin". Did you mean "region"?
        "#]],
    );
}

#[test]
fn a_body_by_a_spec() {
    let spec = Spec::object([("port", Spec::required_attr("port", Type::NUMBER))]);
    let evaluate = |text| options().evaluate_body(text, &spec, &ctx());
    check(
        evaluate("port = 8000 + 80\n"),
        &expect![[r"
        { port = 8080 }
    "]],
    );
    check(
        evaluate("prot = 1\n"),
        &expect![[r#"
            { port = (unknown number) }
            error: Missing required argument
             --> input.hcl:1:1
              |
            1 | prot = 1
              | ^
              |
              = note: The argument "port" is required here, but it is not set.
            error: Unsupported argument
             --> input.hcl:1:1
              |
            1 | prot = 1
              | ^^^^
              |
              = note: An argument named "prot" is not expected here. Did you mean "port"?
        "#]],
    );
    // An attribute that seems to be missing may be in the part that could not be parsed.
    check(
        evaluate("port = \n"),
        &expect![[r"
            { port = (unknown number) }
            error: Invalid expression
             --> input.hcl:1:8
              |
            1 | port =
              |        ^
              |
              = note: An expression is expected here, but found the end of the line. Write the value after the equals sign, on the same line.
        "]],
    );
}

/// A string in JSON is literal text as long as the context defines nothing, for all kinds of evaluation.
#[test]
fn literal_only() {
    let body =
        hcl::json::parse(r#"{ "a": "${1 + 1}", "b": ["%{ if true }x%{ endif }"] }"#).unwrap();
    let spec = Spec::attr("a", Type::STRING);
    let evaluate = |ctx: &EvalContext| {
        let attributes = body.evaluate_attributes(ctx).into_result().unwrap();
        let decoded = spec.decode(&body, ctx).value;
        let options = hcl::DecodeOptions::new().with_context(ctx);
        let structs: BTreeMap<String, Value> = options.from_body(&body).unwrap();
        assert_eq!(attributes["a"], structs["a"]);
        assert_eq!(attributes["b"], structs["b"]);
        (attributes["a"].clone(), attributes["b"][0].clone(), decoded)
    };
    let (a, b, decoded) = evaluate(&EvalContext::literal_only());
    assert_eq!((a, decoded), ("${1 + 1}".into(), "${1 + 1}".into()));
    assert_eq!(b, "%{ if true }x%{ endif }");
    let function = || Function::from_fn(|| 1);
    let defined = [
        EvalContext::new(),
        EvalContext::child(EvalContext::literal_only()),
        EvalContext::literal_only().with_variable("v", 1),
        EvalContext::literal_only().with_function("f", function()),
        EvalContext::literal_only().with_resolver(|_, _| Ok(None)),
        EvalContext::literal_only().with_object_resolver("o", |_, _| Ok(None)),
    ];
    for ctx in defined {
        let (a, b, decoded) = evaluate(&ctx);
        assert_eq!((a, b, decoded), (2.into(), "x".into(), "2".into()));
    }
    // Native syntax is not affected.
    let native = hcl::parse("a = \"${1 + 1}\"\n").unwrap();
    let value = native
        .evaluate_attributes(&EvalContext::literal_only())
        .value;
    assert_eq!(value["a"], 2);
}
