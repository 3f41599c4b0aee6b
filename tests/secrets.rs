//! No secret occurs in the reports of an error.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::time::Duration;

use hcl::function::{Function, stdlib};
use hcl::{Body, DecodeOptions, EvalContext, RenderStyle, Spanned, Spec, SpecFile, Type, Value};

use serde::de::DeserializeOwned;

/// The secrets in the values of variables, and results computed from them, in lower case.
const SECRETS: &[&str] = &[
    "hunter2",
    "72315",
    "72316",
    "86420",
    "aHVudGVy",
    "2retnuh",
    "abracadabra",
];

fn context() -> EvalContext {
    let object = Value::object([
        ("password", Value::from("hunter2-password")),
        ("hunter2-key", Value::from("hunter2-value")),
        ("open", Value::from("said to all")),
    ]);
    let list = vec!["hunter2-first", "hunter2-second"];
    EvalContext::new()
        .with_functions(stdlib::functions())
        .with_functions(stdlib::reference())
        .with_variable("token", "hunter2-token")
        .with_variable("pin", 72315)
        .with_variable(
            "ratio",
            hcl::to_value(&72315.25_f64).expect("it is a number"),
        )
        .with_variable("list", list)
        .with_variable("vault", object.expect("it does not nest deep"))
        .with_variable("shown", "a value that may be seen")
        .with_function(
            "secret",
            Function::from_fn(|| "abracadabra").with_secret_result(),
        )
        .with_secret("token")
        .with_secret("pin")
        .with_secret("ratio")
        .with_secret("list")
        .with_secret("vault.password")
}

/// Expressions that have a secret value, or that fail with one.
const EXPRESSIONS: &[&str] = &[
    "token",
    "pin",
    "ratio",
    "list",
    "vault",
    "vault.password",
    "vault[\"password\"]",
    "[token, pin]",
    "{ a = token, (token) = pin }",
    "{ (token) = 1 }",
    "\"${token}\"",
    "\"pre-${token}-${pin}\"",
    "\"%{ if true }${token}%{ endif }\"",
    "\"%{ for x in list }${x},%{ endfor }\"",
    "<<E\n${token}\nE\n",
    "pin + 1",
    "-pin",
    "pin % 86421",
    "token + 1",
    "!token",
    "token && true",
    "pin < token",
    "true ? token : 1",
    "token == \"x\" ? 1 : token",
    "token ? 1 : 2",
    "[for x in list : x]",
    "{ for x in list : x => x }",
    "{ for x in [token, token] : x => 1 }",
    "[for x in token : x]",
    "list[*]",
    "list[0]",
    "list[7]",
    "list[token]",
    "vault[token]",
    "{ a = 1 }[token]",
    "{ hunted = 1 }[\"${token}\"]",
    "token.a",
    "token[0]",
    "vault.password.a",
    "upper(token)",
    "format(\"%d\", token)",
    "substr(token, 0, 7)",
    "jsondecode(token)",
    "jsonencode([token])",
    "parseint(token, 10)",
    "reverse(token)",
    "try(token, 1)",
    "max(token, 1)",
    "coalesce(null, token)",
    "secret()",
    "secret() + 1",
    "\"${secret()}\"",
    "(token)",
    "null == token",
    "int(token)",
    "f(token)",
    "[nobody, token]",
];

/// Checks that no report of an error contains a secret.
#[track_caller]
fn tells_nothing(error: &hcl::Error, of: &str) {
    let mut reports = vec![
        error.to_string(),
        format!("{error:?} {error:#?}"),
        error.message(),
        error.path().to_string(),
        error.developer_note().unwrap_or_default().to_owned(),
    ];
    for diagnostic in error.diagnostics() {
        reports.push(diagnostic.render(RenderStyle::Ansi));
        reports.push(format!(
            "{diagnostic} {diagnostic:?} {}",
            diagnostic.detail()
        ));
    }
    for report in reports {
        let words = report.replace("{ hunted", "{");
        for secret in SECRETS {
            assert!(!words.to_lowercase().contains(secret), "{of}: {report}");
        }
    }
}

/// A type whose error repeats the value that it gets.
#[derive(serde_derive::Deserialize, Debug)]
#[serde(try_from = "String")]
struct Echo;

impl TryFrom<String> for Echo {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Err(format!(
            "\"{text}\" will not do, and neither will {}",
            text.to_uppercase()
        ))
    }
}

#[derive(serde_derive::Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only errors are looked at")]
struct Fields {
    a: u8,
}

#[derive(serde_derive::Deserialize, Debug)]
#[allow(dead_code, reason = "only errors are looked at")]
enum Choice {
    One,
    Two(u8),
}

#[derive(serde_derive::Deserialize, Debug)]
#[serde(untagged)]
#[allow(dead_code, reason = "only errors are looked at")]
enum Untagged {
    Number(u8),
    Fields { a: u8 },
}

#[derive(serde_derive::Deserialize, Debug)]
#[serde(tag = "a")]
enum Tagged {
    One,
}

#[derive(serde_derive::Deserialize, Debug)]
#[allow(dead_code, reason = "only errors are looked at")]
struct Flattened<T> {
    #[serde(flatten)]
    inner: T,
}

#[derive(serde_derive::Deserialize, Debug)]
#[allow(dead_code, reason = "only errors are looked at")]
struct One<T> {
    x: T,
}

/// The result of a successful decoding may contain the secret, so it is not compared.
fn shown<T: Debug>(_: T) -> String {
    String::new()
}

/// Decodes each expression, at each place where an expression is possible.
fn decode<T: DeserializeOwned + Debug>(refused: &mut usize) {
    let ctx = context();
    let options = DecodeOptions::new().with_context(&ctx);
    let mut check = |result: hcl::Result<String>, of: &str| {
        if let Err(error) = result {
            *refused += 1;
            tells_nothing(&error, of);
        }
    };
    for expression in EXPRESSIONS {
        let attribute = format!("x = {expression}\n");
        let of = format!("{attribute} as {}", std::any::type_name::<T>());
        check(options.from_str::<One<T>>(&attribute).map(shown), &of);
        check(
            options.from_str::<Flattened<One<T>>>(&attribute).map(shown),
            &of,
        );
        let block = format!("y {{\n{attribute}}}\n");
        check(
            options
                .from_str::<BTreeMap<String, One<T>>>(&block)
                .map(shown),
            &of,
        );
        let Ok(body) = hcl::parse(&attribute) else {
            panic!("{attribute}");
        };
        let below = hcl::parse("z = 1\n").expect("it is a body");
        let laid = Body::overlay([below, body.clone()]).expect("they are small");
        check(options.from_body::<One<T>>(&laid).map(shown), &of);
        let json = hcl::json::to_string(&body).expect("it can be written");
        check(
            hcl::json::from_str_with::<One<T>>(&json, &ctx).map(shown),
            &of,
        );
        let item = body.attribute("x").expect("it is set").expression();
        check(item.decode::<T>(&ctx).map(shown), &of);
        check(item.evaluate(&ctx).map(shown), &of);
    }
}

#[test]
fn types_and_expressions() {
    let mut refused = 0;
    decode::<bool>(&mut refused);
    decode::<u8>(&mut refused);
    decode::<char>(&mut refused);
    decode::<Option<u8>>(&mut refused);
    decode::<HashMap<u8, u8>>(&mut refused);
    decode::<Duration>(&mut refused);
    decode::<Echo>(&mut refused);
    decode::<Fields>(&mut refused);
    decode::<Choice>(&mut refused);
    decode::<Untagged>(&mut refused);
    decode::<Tagged>(&mut refused);
    decode::<Flattened<Fields>>(&mut refused);
    decode::<Spanned<u8>>(&mut refused);
    decode::<hcl::Number>(&mut refused);
    decode::<serde_json::Value>(&mut refused);
    assert!(refused > 3_000, "{refused}");
}

#[test]
fn templates_bodies_and_specs() {
    let ctx = context();
    for expression in EXPRESSIONS {
        let text = format!("x = {expression}\n");
        let body = hcl::parse(&text).expect("it is a body");
        if let Err(error) = body.evaluate_attributes(&ctx).into_result() {
            tells_nothing(&error, &text);
        }
        for ty in [Type::NUMBER, Type::BOOL, Type::list(Type::NUMBER)] {
            if let Err(error) = Spec::attr("x", ty).decode(&body, &ctx).into_result() {
                tells_nothing(&error, &text);
            }
        }
        if expression.contains('\n') {
            continue;
        }
        let template =
            hcl::parse_template(&format!("<${{{expression}}}>")).expect("it is a template");
        if let Err(error) = template.evaluate(&ctx) {
            tells_nothing(&error, &text);
        }
    }
    let spec = "block_map {\n  block_type = \"b\"\n  labels = [\"k\"]\n  attr {\n    name = \"n\"\n    type = number\n  }\n}\n";
    let spec = SpecFile::from_body(&hcl::parse(spec).expect("it is a body"))
        .into_result()
        .expect("it is a spec");
    let body = hcl::parse("b \"x\" {\n  n = token\n}\n").expect("it is a body");
    let error = spec
        .spec()
        .decode(&body, &ctx)
        .into_result()
        .expect_err("it is not a number");
    tells_nothing(&error, "a spec");
    assert_eq!(error.line(), Some(2));
}

#[test]
#[expect(
    clippy::zero_sized_map_values,
    reason = "`Echo` has no field for its value"
)]
fn generated_blocks_functions_and_resolvers() {
    let ctx = context();
    let body = |text: &str| hcl::parse(text).expect("it is a body");
    for (for_each, labels, content) in [
        ("list", "l.value", "n = l.value"),
        ("list", "\"same\"", "n = l.key"),
        ("vault", "l.key", "n = l.value"),
        ("[1, 2]", "token", "n = l.value"),
        ("token", "\"a\"", "n = 1"),
        ("[token, 2]", "l.value", "m { n = l.value }"),
        ("[1]", "[token]", "n = [1][token]"),
    ] {
        let text = format!(
            "dynamic \"b\" {{\n  for_each = {for_each}\n  iterator = l\n  labels = [{labels}]\n  content {{\n    {content}\n  }}\n}}\n"
        );
        match hcl::dynblock::expand_dynamic(&body(&text), &ctx).into_result() {
            Ok(expanded) => {
                let options = DecodeOptions::new().with_context(&ctx);
                let error =
                    options.from_body::<BTreeMap<String, BTreeMap<String, Fields>>>(&expanded);
                tells_nothing(&error.expect_err("it has no such fields"), &text);
                let error = options.from_body::<BTreeMap<String, BTreeMap<u8, Echo>>>(&expanded);
                tells_nothing(&error.expect_err("it has no such fields"), &text);
            }
            Err(error) => tells_nothing(&error, &text),
        }
    }
    // A function that uses a secret from its own context.
    let functions = "function \"f\" {\n  params = []\n  result = g()\n}\nfunction \"g\" {\n  params = []\n  result = token\n}\n";
    let (functions, _) =
        hcl::user_functions(&body(functions), "function", &ctx).expect("they are valid");
    let ctx = EvalContext::new().with_functions(functions);
    for text in ["x = f()\n", "x = 1 + f()\n", "x = { (f()) = 1 }\n"] {
        let error = hcl::from_str_with::<One<u8>>(text, &ctx).expect_err("it is not a number");
        tells_nothing(&error, text);
    }
    // A function of the body itself that gets a secret. The error is within the function.
    let with_function = body(
        "function \"f\" {\n  params = [a]\n  result = a + 1\n}\nx = f(token)\ny = { (f(token)) = 1 }\n",
    );
    let (functions, rest) =
        hcl::user_functions(&with_function, "function", &context()).expect("they are valid");
    let ctx = context().with_functions(functions);
    let options = DecodeOptions::new().with_context(&ctx);
    let error = options
        .from_body::<Value>(&rest)
        .expect_err("it is not a number");
    assert!(error.diagnostics().len() > 1, "{error}");
    tells_nothing(&error, "a function");
    let deeper = body(
        "function \"f\" {\n  params = [a]\n  result = g([a])\n}\nfunction \"g\" {\n  params = [a]\n  result = a[0] + 1\n}\n",
    );
    let (functions, _) =
        hcl::user_functions(&deeper, "function", &context()).expect("they are valid");
    let ctx = context().with_functions(functions);
    for text in [
        "x = f(token)\n",
        "x = [for t in [token] : f(t)]\n",
        "x = true ? f(token) : 0\n",
        "x = \"a${f(token)}\"\n",
        "x {\n  y = f(token)\n}\n",
    ] {
        let error = hcl::from_str_with::<Value>(text, &ctx).expect_err("it is not a number");
        tells_nothing(&error, text);
    }
    for text in [r#"{"x": "${f(token)}"}"#, r#"{"x": {"${f(token)}": 1}}"#] {
        let error = hcl::json::from_str_with::<Value>(text, &ctx).expect_err("it is not a number");
        tells_nothing(&error, text);
    }
    // The result of a look-up may be made from a secret.
    let locals = body("b = \"${token}!\"\n");
    let ctx = context().with_resolver(move |name, ctx| {
        let local = locals.attribute(name);
        local.map(|it| it.expression().evaluate(ctx)).transpose()
    });
    let error = hcl::from_str_with::<One<u8>>("x = b\n", &ctx).expect_err("it is not a number");
    tells_nothing(&error, "a resolver");
    assert!(!format!("{ctx:?}").contains("hunter2"));
    assert!(!format!("{:?}", EvalContext::child(&ctx)).contains("hunter2"));
}

#[test]
fn values_that_are_not_secret_are_shown() {
    let ctx = context();
    let report = |text: &str| {
        let result = hcl::from_str_with::<BTreeMap<String, u8>>(text, &ctx);
        result.expect_err("it is wrong").to_string()
    };
    assert!(report("a = pin\n").contains("because a secret is used"));
    assert!(report("a = shown\n").contains("may be seen"));
    assert!(report("a = vault.open\n").contains("said to all"));
    assert!(report("a = \"x\"\nb = token\n").contains("but found the string"));
    assert!(report("a = \"${token}${nobody}\"\n").contains("no variable named"));
    let error = hcl::from_str_with::<Fields>("b = token\n", &ctx).expect_err("it is wrong");
    assert!(
        error.to_string().contains("\"b\" is not expected here"),
        "{error}"
    );
    let error = hcl::from_str_with::<One<u8>>("b = token\n", &ctx).expect_err("it is wrong");
    assert!(
        error
            .to_string()
            .contains("neither an argument nor a block"),
        "{error}"
    );
    let error = hcl::from_str_with::<One<Echo>>("x = token\n", &ctx).expect_err("it is wrong");
    assert_eq!(
        (error.line(), error.path().to_string()),
        (Some(1), "x".to_owned())
    );
}
