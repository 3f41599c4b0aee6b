//! Functions that a configuration defines, and variables that are looked up.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use hcl::function::{Function, stdlib};
use hcl::{Body, EvalContext, Type, Value};

fn context() -> EvalContext {
    EvalContext::new()
        .with_functions(stdlib::reference())
        .with_variable("base", 100)
}

/// Returns a context with the functions that a text defines, and the rest of the text.
fn with_functions(text: &str) -> (EvalContext, Body) {
    let body = hcl::parse(text).unwrap();
    let (functions, rest) = hcl::user_functions(&body, "function", &context()).unwrap();
    (context().with_functions(functions), rest)
}

fn evaluate(text: &str, ctx: &EvalContext) -> Result<Value, hcl::Error> {
    hcl::parse_expression(text).unwrap().evaluate(ctx)
}

const FUNCTIONS: &str = r#"
function "even" {
  params = [n]
  result = n == 0 ? true : odd(n - 1)
}

function "odd" {
  params = [n]
  result = n == 0 ? false : even(n - 1)
}

function "factorial" {
  params = [n]
  result = n < 2 ? 1 : n * factorial(n - 1)
}

function "fibonacci" {
  params = [n]
  result = n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2)
}

function "shifted" {
  params         = [name]
  variadic_param = rest
  result         = "${upper(name)}-${base}-${join(",", rest)}"
}

function "type_of_null" {
  params = [x]
  result = x == null ? "null" : "other"
}

function "endless" {
  params = [x]
  result = endless(x)
}

function "wrong" {
  params = [x]
  result = x.name + nobody
}

function "caller" {
  params = [x]
  result = [wrong(x)]
}

other = even(4)
"#;

#[test]
fn functions_call_each_other_in_any_order() {
    let (ctx, rest) = with_functions(FUNCTIONS);
    for (text, expected) in [
        ("even(10)", "true"),
        ("odd(10)", "false"),
        ("factorial(10)", "3628800"),
        ("fibonacci(10)", "55"),
        ("shifted(\"a\")", "\"A-100-\""),
        ("shifted(\"a\", \"b\", \"c\")", "\"A-100-b,c\""),
        ("shifted([\"a\", \"b\"]...)", "\"A-100-b\""),
        ("type_of_null(null)", "\"null\""),
        ("try(endless(1), 2)", "2"),
    ] {
        let value = evaluate(text, &ctx).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(value.to_string(), expected, "{text}");
    }
    assert_eq!(rest.items().len(), 1);
    let other = rest.attribute("other").unwrap().expression();
    assert_eq!(other.evaluate(&ctx).unwrap(), true);
}

#[test]
fn recursion_without_an_end_is_an_error() {
    let (ctx, _) = with_functions(FUNCTIONS);
    for text in ["endless(1)", "factorial(1000)", "even(0.5)"] {
        let error = evaluate(text, &ctx).unwrap_err();
        let details: Vec<_> = error
            .diagnostics()
            .iter()
            .map(|it| it.detail().to_owned())
            .collect();
        assert!(
            details.iter().any(|it| it.contains("too deep")),
            "{details:?}"
        );
    }
}

#[test]
fn errors_show_the_function_and_the_call() {
    let (ctx, _) = with_functions(FUNCTIONS);
    let error = evaluate("[caller({})]", &ctx).unwrap_err();
    let places: Vec<_> = error
        .diagnostics()
        .iter()
        .map(|it| {
            let position = it.position().unwrap();
            (it.summary(), position.line(), position.column())
        })
        .collect();
    assert_eq!(
        places,
        [
            ("Unsupported attribute", 40, 13),
            ("Unknown variable", 40, 21),
            ("Error in function call", 45, 13),
            ("Error in function call", 1, 2),
        ]
    );
}

/// Impure functions run in each call, also if functions of the configuration call each other.
#[test]
fn impure_functions_run_in_each_call() {
    const TEXT: &str = r#"
        function "named" {
          params = [prefix]
          result = "${prefix}${next()}"
        }
        function "indirect" {
          params = [prefix]
          result = named(prefix)
        }
        function "both" {
          params = [prefix]
          result = [named(prefix), indirect(prefix), named(prefix), [for x in [1, 2] : named(prefix)]]
        }
        function "numbers" {
          params = [n]
          result = n < 2 ? [next()] : concat(numbers(n - 1), numbers(n - 2))
        }
    "#;
    let count = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&count);
    let next = Function::from_fn(move || counted.fetch_add(1, Ordering::Relaxed)).impure();
    let outer = context().with_function("next", next);
    let body = hcl::parse(TEXT).unwrap();
    let (functions, _) = hcl::user_functions(&body, "function", &outer).unwrap();
    let ctx = outer.with_functions(functions);
    let value = evaluate("both(\"a\")", &ctx).unwrap();
    assert_eq!(value.to_string(), r#"["a0", "a1", "a2", ["a3", "a4"]]"#);
    // The recursion still ends, because a branch of a conditional that is not taken is evaluated only once.
    let value = evaluate("numbers(6)", &ctx).unwrap();
    let numbers = value.as_slice().unwrap();
    let distinct: BTreeSet<_> = numbers.iter().map(Value::as_u64).collect();
    assert_eq!((numbers.len(), distinct.len()), (13, 13));
    assert!(count.load(Ordering::Relaxed) < 1000);
}

/// A function that has side effects without being declared `impure` runs once for equal arguments, if functions of the
/// configuration call each other.
#[test]
fn results_of_pure_calls_are_kept() {
    let count = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&count);
    let same = Function::from_fn(move |value: Value| {
        counted.fetch_add(1, Ordering::Relaxed);
        value
    });
    let outer = context().with_function("same", same);
    let text =
        "function \"f\" {\n  params = [n]\n  result = n < 2 ? same(n) : f(n - 1) + f(n - 2)\n}\n";
    let (functions, _) =
        hcl::user_functions(&hcl::parse(text).unwrap(), "function", &outer).unwrap();
    let ctx = outer.with_functions(functions);
    assert_eq!(evaluate("f(40)", &ctx).unwrap(), 102_334_155);
    assert!(count.load(Ordering::Relaxed) < 200);
}

/// If a function calls itself twice and fails, it fails once for each argument, and not once for each path to the
/// deepest call.
#[test]
fn failures_of_calls_are_kept() {
    let count = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&count);
    let same = Function::from_fn(move |value: Value| {
        counted.fetch_add(1, Ordering::Relaxed);
        value
    });
    let outer = context()
        .with_function("same", same)
        .with_variable("large", "x".repeat(1000))
        .with_variable("many", vec![1; 100]);
    let body = hcl::parse(
        r#"
        function "plain" {
          params = [n]
          result = same(n) == 0 ? nobody : plain(n - 1) + plain(n - 1)
        }
        function "large" {
          params = [n, text]
          result = same(n) == 0 ? text + 1 : [large(n - 1, text), large(n - 1, text)]
        }
        function "caught" {
          params = [n]
          result = same(n) == 0 ? nobody : try(caught(n - 1), caught(n - 1) + 1)
        }
        function "found" {
          params = [n, list]
          result = same(n) == 0 ? list : found(n - 1, list) == found(n - 1, list) ? list : null
        }
        "#,
    );
    let (functions, _) = hcl::user_functions(&body.unwrap(), "function", &outer).unwrap();
    let ctx = outer.with_functions(functions);
    for text in ["plain(20)", "large(20, large)", "caught(20)"] {
        count.store(0, Ordering::Relaxed);
        let error = evaluate(text, &ctx).unwrap_err();
        assert!(error.diagnostics().len() <= 22, "{error}");
        let calls = count.load(Ordering::Relaxed);
        assert!(calls < 10_000, "{text}: {calls}");
    }
    count.store(0, Ordering::Relaxed);
    let found = evaluate("found(20, many)", &ctx).unwrap();
    assert_eq!(found, Value::from(vec![1; 100]));
    assert!(count.load(Ordering::Relaxed) < 10_000);
    // A call that fails because of the nesting depth may succeed at another depth, so this error is not kept.
    let text = "[try(deep(59), 0), deep(30)]";
    let body = hcl::parse(
        "function \"deep\" {\n  params = [n]\n  result = n == 0 ? 1 : deep(n - 1)\n}\nfunction \"both\" {\n  params = []\n  result = [for n in [100, 30] : try(deep(n), 0)]\n}\n",
    );
    let (functions, _) = hcl::user_functions(&body.unwrap(), "function", &context()).unwrap();
    let ctx = context().with_functions(functions);
    assert_eq!(evaluate("both()", &ctx).unwrap().to_string(), "[0, 1]");
    assert!(evaluate(text, &ctx).is_ok());
}

/// The report has a bounded length, however many blocks are wrong.
#[test]
fn reports_of_definitions_are_bounded() {
    let text = "function \"f\" {\n  x = 1\n}\n".repeat(1000);
    let body = hcl::parse(&text).unwrap();
    let error = hcl::user_functions(&body, "function", &context()).unwrap_err();
    assert_eq!(error.diagnostics().len(), 20);
    let spec = format!("literal {{\n  value = 1\n}}\n{text}");
    let error = spec.parse::<hcl::SpecFile>().unwrap_err();
    assert_eq!(error.diagnostics().len(), 20);
}

#[test]
fn definitions_are_checked() {
    let cases = [
        (
            "function \"f\" {\n  params = []\n}",
            "Missing required argument",
        ),
        (
            "function \"f\" {\n  params = [a, a]\n  result = 1\n}",
            "Duplicate parameter",
        ),
        (
            "function \"f\" {\n  params = [\"a\"]\n  result = 1\n}",
            "Invalid parameter",
        ),
        (
            "function \"im age\" {\n  params = []\n  result = 1\n}",
            "Invalid name",
        ),
        (
            "function \"f\" {\n  params = []\n  result = 1\n}\nfunction \"f\" {\n  params = []\n  result = 1\n}",
            "Duplicate function",
        ),
        (
            "function {\n  params = []\n  result = 1\n}",
            "Missing name for function",
        ),
    ];
    for (text, summary) in cases {
        let body = hcl::parse(text).unwrap();
        let error = hcl::user_functions(&body, "function", &context()).unwrap_err();
        assert_eq!(error.diagnostics()[0].summary(), summary, "{text}");
    }
}

/// The functions live as long as at least one of them is in use, and no longer.
#[test]
fn functions_do_not_keep_themselves_alive() {
    let guard = Arc::new(());
    let held = Arc::clone(&guard);
    let held = hcl::function::Function::from_fn(move || Arc::strong_count(&held));
    let body = hcl::parse("function \"f\" {\n  params = []\n  result = g()\n}\nfunction \"g\" {\n  params = []\n  result = held()\n}").unwrap();
    let outer = EvalContext::new().with_function("held", held);
    let (functions, _) = hcl::user_functions(&body, "function", &outer).unwrap();
    let ctx = EvalContext::new().with_functions(functions);
    assert_eq!(evaluate("f()", &ctx).unwrap(), 2);
    drop((outer, ctx));
    assert_eq!(Arc::strong_count(&guard), 1);
}

/// The resolver is asked for variables in all kinds of expressions, and once for each name.
#[test]
fn variables_are_looked_up() {
    let count = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&count);
    let ctx = context().with_resolver(move |name, _| {
        counted.fetch_add(1, Ordering::Relaxed);
        Ok(match name {
            "number" => Some(Value::from(5)),
            "list" => Some(Value::from(vec![1, 2, 3])),
            "object" => Some(Value::object([("a", Value::from(vec!["x"]))])?),
            "null_value" => Some(Value::NULL),
            "base" => Some(Value::from("hidden")),
            _ => None,
        })
    });
    for (text, expected) in [
        ("number", "5"),
        ("-number + number * 2", "5"),
        ("number > 4 && !(number < 3)", "true"),
        ("number == 5 ? list : []", "[1, 2, 3]"),
        ("list[1]", "2"),
        ("list[number - 3]", "3"),
        ("list.*", "[1, 2, 3]"),
        ("list[*]", "[1, 2, 3]"),
        ("object.a[0]", "\"x\""),
        ("object[\"a\"]", "[\"x\"]"),
        ("[for x in list : x + number]", "[6, 7, 8]"),
        ("[for list in [number] : list]", "[5]"),
        (
            "\"${number} %{ for x in list }${x}%{ endfor }\"",
            "\"5 123\"",
        ),
        (
            "{ (number) = list, number = 1 }",
            "{ \"5\" = [1, 2, 3], number = 1 }",
        ),
        ("max(list...)", "3"),
        ("null_value == null", "true"),
        ("base", "100"),
        ("try(nobody, number)", "5"),
    ] {
        let value = evaluate(text, &ctx).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(value.to_string(), expected, "{text}");
    }
    assert_eq!(count.load(Ordering::Relaxed), 5);
    let error = evaluate("numbr", &ctx).unwrap_err();
    assert_eq!(error.diagnostics()[0].summary(), "Unknown variable");
    let child = EvalContext::child(&ctx).with_variable("list", vec![9]);
    assert_eq!(evaluate("list[0] + number", &child).unwrap(), 14);
}

/// The attributes refer to each other in any order, like the locals of a configuration.
#[test]
fn variables_may_depend_on_each_other() {
    let body = hcl::parse(
        "a = b + 1\nb = c * 2\nc = 4\nd = [for x in [a, b] : x]\nloop = [other]\nother = loop\nbroken = c.x\n",
    )
    .unwrap();
    let ctx = EvalContext::new().with_resolver(move |name, ctx| {
        let attribute = body.attribute(name);
        attribute
            .map(|it| it.expression().evaluate(ctx))
            .transpose()
    });
    assert_eq!(evaluate("d", &ctx).unwrap().to_string(), "[9, 8]");
    let error = evaluate("[loop]", &ctx).unwrap_err();
    let cycle = "\"loop\" needs \"other\", which needs \"loop\"";
    assert!(error.message().contains(cycle), "{error}");
    assert_eq!(error.line(), Some(6));
    let error = evaluate("broken", &ctx).unwrap_err();
    assert_eq!((error.line(), error.column()), (Some(7), Some(11)));
    assert_eq!(evaluate("c", &ctx).unwrap(), 4);
}

/// A chain of variables can have any length.
#[test]
fn long_chains_of_variables_are_evaluated() {
    let ctx = EvalContext::new().with_resolver(|name, ctx| {
        let Some(number) = name.strip_prefix('v').and_then(|it| it.parse::<u64>().ok()) else {
            return Ok(None);
        };
        if number == 0 {
            return Ok(Some(0.into()));
        }
        let next = hcl::parse_expression(&format!("v{} + 1", number - 1))?;
        next.evaluate(ctx).map(Some)
    });
    assert_eq!(evaluate("v20", &ctx).unwrap(), 20);
    assert_eq!(evaluate("v9000", &ctx).unwrap(), 9000);
    assert_eq!(evaluate("v45", &ctx).unwrap(), 45);
}

/// A value, the type that it is converted to, and the result.
const DEFAULTS: &[(&str, &str, &str)] = &[
    (
        "{}",
        "object({ a = optional(string, \"x\") })",
        "{ a = \"x\" }",
    ),
    ("{}", "object({ a = optional(string) })", "{ a = null }"),
    (
        "{ a = null }",
        "object({ a = optional(string, \"x\") })",
        "{ a = \"x\" }",
    ),
    (
        "{ a = 1 }",
        "object({ a = optional(string, \"x\") })",
        "{ a = \"1\" }",
    ),
    (
        "{ a = unknown }",
        "object({ a = optional(string, \"x\") })",
        "{ a = (unknown string) }",
    ),
    ("{}", "object({ a = optional(number, \"5\") })", "{ a = 5 }"),
    (
        "{}",
        "object({ a = optional(object({ b = optional(number, 1), c = optional(bool) }), {}) })",
        "{ a = { b = 1, c = null } }",
    ),
    (
        "{ a = {} }",
        "object({ a = object({ b = optional(number, 1) }) })",
        "{ a = { b = 1 } }",
    ),
    (
        "[{}, { a = 2 }, { a = null }]",
        "list(object({ a = optional(number, 1) }))",
        "[{ a = 1 }, { a = 2 }, { a = 1 }]",
    ),
    (
        "{ k = {} }",
        "map(object({ a = optional(list(string), [\"x\"]) }))",
        "{ k = { a = [\"x\"] } }",
    ),
    (
        "[{}, {}]",
        "set(object({ a = optional(number, 1) }))",
        "[{ a = 1 }]",
    ),
    (
        "[{}, 1]",
        "tuple([object({ a = optional(number, 1) }), string])",
        "[{ a = 1 }, \"1\"]",
    ),
    ("null", "object({ a = optional(number, 1) })", "null"),
    (
        "[null]",
        "list(object({ a = optional(number, 1) }))",
        "[null]",
    ),
    (
        "unknown_list",
        "list(object({ a = string, b = optional(number, 1) }))",
        "(unknown list(object({a = string, b = number})))",
    ),
    ("{}", "object({ a = optional(any, [1]) })", "{ a = [1] }"),
];

/// Optional attributes with defaults: nested, in collections, for null and for unknown values. The function `convert`
/// gives the same results as the API.
#[test]
fn types_with_defaults() {
    let ctx = context()
        .with_variable("unknown", Value::unknown(&Type::STRING))
        .with_variable(
            "unknown_list",
            Value::unknown(&Type::list(Type::object([("a", Type::STRING)]))),
        );
    for (value, ty, expected) in DEFAULTS {
        let by_function = evaluate(&format!("convert({value}, {ty})"), &ctx)
            .unwrap_or_else(|error| panic!("{value} {ty}: {error}"));
        assert_eq!(by_function.to_string(), *expected, "{value} {ty}");
        let ty: Type = ty.parse().unwrap();
        let by_api = hcl::convert::convert(&evaluate(value, &ctx).unwrap(), &ty).unwrap();
        assert_eq!(by_api, by_function);
        assert!(by_api.is_null() || by_api.ty().without_optional() == by_api.ty());
    }
}

/// Recursion with several calls in each level ends quickly, with a result or with an error.
#[test]
fn recursion_may_branch() {
    let (ctx, _) = with_functions(
        r#"
        function "ackermann" {
          params = [m, n]
          result = m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1))
        }
        function "endless" {
          params = [n]
          result = endless(n - 1) + endless(n - 2)
        }
        function "texts" {
          params = [text]
          result = "${texts("${text}a")}${texts("${text}b")}"
        }
        function "leaves" {
          params = [depth, text]
          result = depth < 1 ? [text] : concat(leaves(depth - 1, "${text}a"), leaves(depth - 1, "${text}b"))
        }
        "#,
    );
    assert_eq!(evaluate("ackermann(2, 3)", &ctx).unwrap(), 9);
    let leaves = evaluate("leaves(3, \"\")", &ctx).unwrap();
    assert_eq!(leaves[7], "bbb");
    for text in ["endless(1)", "texts(\"\")"] {
        let error = evaluate(text, &ctx).unwrap_err();
        assert!(error.to_string().contains("too deep"), "{text}: {error}");
        assert!(error.diagnostics().len() < 50, "{text}");
    }
    // An error in one call does not affect the next call.
    assert_eq!(
        evaluate("[try(texts(\"\"), 1), ackermann(1, 1)][1]", &ctx).unwrap(),
        3
    );
}

/// The result of a call is kept for its function and its arguments. No other call gets it.
#[test]
fn results_are_those_of_the_function_and_its_arguments() {
    let define = |at: usize| {
        format!("function \"f{at}\" {{\n  params = [n]\n  result = n * 1000 + {at}\n}}\n")
    };
    let functions: String = (0..500).map(define).collect();
    // Only calls inside a function of the configuration are kept.
    let call = |at: usize| format!("f{}({})", at % 500, at / 500);
    let calls = (0..1_500).map(call).collect::<Vec<_>>().join(", ");
    let all = format!("function \"all\" {{\n  params = []\n  result = [{calls}]\n}}\n");
    let (ctx, _) = with_functions(&[functions, all].concat());
    let results = evaluate("all()", &ctx).unwrap();
    let expected = (0..1_500).map(|at| Value::from(at / 500 * 1_000 + at % 500));
    assert!(results.as_slice().unwrap().iter().cloned().eq(expected));
}

/// In JSON syntax, the names of parameters may be written with escape sequences, like every string.
#[test]
fn parameters_in_json_syntax() {
    let text = r#"{ "function": { "sum": { "params": ["\u0061", "b"], "variadic_param": "\u0063", "result": "${a + b + length(c)}" } } }"#;
    let body = hcl::json::parse(text).unwrap();
    let (functions, _) = hcl::user_functions(&body, "function", &context()).unwrap();
    let ctx = context().with_functions(functions);
    assert_eq!(evaluate("sum(1, 2, 0, 0)", &ctx).unwrap(), 5);
}
