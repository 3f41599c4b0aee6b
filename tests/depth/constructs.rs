//! Every construct that can contain itself: nesting is counted, limited, and handled up to the limit.

use std::collections::BTreeMap;

use hcl::{Category, Diagnosed, EvalContext, Type};

use super::{Count, LINKS, nested, on_small_stack, unlimited};

/// A construct that can contain itself. `open` and `close` surround each level, `middle` is the content of
/// the innermost one, and `start` and `end` surround all levels.
struct Construct {
    name: &'static str,
    start: &'static str,
    open: &'static str,
    middle: &'static str,
    close: &'static str,
    end: &'static str,
}

/// Returns a construct of expressions, which is the value of an attribute.
const fn expression(
    name: &'static str,
    open: &'static str,
    middle: &'static str,
    close: &'static str,
) -> Construct {
    Construct {
        name,
        start: "x = ",
        open,
        middle,
        close,
        end: "\n",
    }
}

/// Returns a construct in the text of a quoted template.
const fn directive(name: &'static str, open: &'static str, close: &'static str) -> Construct {
    Construct {
        start: "x = \"",
        end: "\"\n",
        ..expression(name, open, "text", close)
    }
}

/// Returns a construct of bodies.
const fn block(
    name: &'static str,
    open: &'static str,
    middle: &'static str,
    close: &'static str,
) -> Construct {
    Construct {
        start: "",
        end: "",
        ..expression(name, open, middle, close)
    }
}

/// Each construct that can contain itself, at each place where this is possible.
const CONSTRUCTS: &[Construct] = &[
    expression("parentheses", "(", "1", ")"),
    expression("tuple", "[", "1", "]"),
    expression("second element", "[0, ", "1", ", 2]"),
    expression("object", "{ a = ", "1", " }"),
    expression("object with colon and quotes", "{ \"a\" : ", "1", " }"),
    expression("object over lines", "{\na = ", "1", "\n}"),
    expression("object key", "{ (", "1", ") = 1 }"),
    expression(
        "object key without parentheses",
        "{ {} = 1, [",
        "1",
        "] = 1 }",
    ),
    expression("function call", "int(", "1", ")"),
    expression("second argument", "max(1, ", "1", ")"),
    expression("expression as an argument", "try(", "1", ")"),
    expression("expanded argument", "max([", "1", "]...)"),
    expression("call of an unknown function", "f::g(", "1", ")"),
    expression("index", "v[", "0", "]"),
    expression("index of an unknown variable", "nobody[", "0", "]"),
    expression("index of a tuple", "[0][", "0", "]"),
    expression("index behind a splat", "v[*][", "0", "]"),
    expression("legacy index behind", "[", "1", "].0"),
    expression("attribute behind", "{ a = ", "1", " }.a"),
    expression("full splat behind", "[", "1", "][*]"),
    expression("attribute-only splat behind", "[", "1", "].*"),
    expression("splat in an index behind a splat", "v[*][v[*][", "0", "]]"),
    expression("collection of a for", "[for a in ", "v", " : a]"),
    expression("result of a for", "[for a in [1] : ", "a", "]"),
    expression("condition of a for", "[for a in [1] : a if ", "true", "]"),
    expression(
        "collection of an object for",
        "{for k, a in ",
        "w",
        " : k => a}",
    ),
    expression("key of an object for", "{for k, a in w : ", "k", " => a}"),
    expression(
        "result of an object for",
        "{for k, a in w : k => ",
        "a",
        "}",
    ),
    expression(
        "grouped result of an object for",
        "{for k, a in w : k => ",
        "a",
        "...}",
    ),
    expression(
        "condition of an object for",
        "{for k, a in w : k => a if ",
        "true",
        "}",
    ),
    expression("interpolation", "\"${", "1", "}\""),
    expression("interpolation with text", "\"a${", "1", "}\""),
    expression("interpolation with strip markers", "\" ${~ ", "1", " ~} \""),
    expression("parentheses in an interpolation", "\"a${(", "1", ")}\""),
    expression("heredoc", "<<A\n${", "1", "}\nA\n"),
    expression(
        "flush heredoc in parentheses",
        "(<<-A\n  a${",
        "1",
        "}\n  A\n)",
    ),
    expression(
        "quoted template in a heredoc",
        "<<A\n${\"a${",
        "1",
        "}\"}\nA\n",
    ),
    expression("negation", "-", "1", ""),
    expression("logical not", "!", "true", ""),
    expression("prefix operators of both kinds", "!-", "1", ""),
    expression("condition", "(", "true", " ? true : false)"),
    expression("true result", "true ? ", "1", " : 2"),
    expression("false result in parentheses", "true ? 1 : (", "1", ")"),
    expression("right operand", "1 + (", "1", ")"),
    expression("left operand", "(", "1", ") + 1"),
    expression(
        "operators of each level",
        "0 || 0 && 0 == 0 < 0 + 0 * (",
        "1",
        ")",
    ),
    expression(
        "logic of each level",
        "false || true && true == (",
        "true",
        ")",
    ),
    expression("operators behind prefixes", "-1 + -1 * -(", "1", ")"),
    expression("list type", "list(", "any", ")"),
    expression("tuple type", "tuple([", "any", "])"),
    expression("object type", "object({ a = ", "any", " })"),
    expression(
        "object type with an optional attribute",
        "object({ a = optional(",
        "any",
        ") })",
    ),
    expression(
        "predicate of an if",
        "\"%{ if ",
        "true",
        " }true%{ endif }\"",
    ),
    expression(
        "collection of a for directive",
        "\"%{ for a in [",
        "true",
        "] }${a}%{ endfor }\"",
    ),
    expression(
        "interpolation in an if",
        "\"%{ if true }${",
        "1",
        "}%{ endif }\"",
    ),
    expression(
        "interpolation in a for",
        "\"%{ for a in v }${",
        "1",
        "}%{ endfor }\"",
    ),
    expression(
        "directives in a quoted template in a heredoc",
        "<<A\n%{ if true }${\"%{ if true }${",
        "1",
        "}%{ endif }\"}%{ endif }\nA\n",
    ),
    directive("if", "%{ if true }", "%{ endif }"),
    directive("if with text", "a%{ if true }b", "c%{ endif }d"),
    directive(
        "if with strip markers",
        " %{~ if true ~} ",
        " %{~ endif ~} ",
    ),
    directive("true branch", "%{ if true }", "%{ else }%{ endif }"),
    directive("else", "%{ if false }%{ else }", "%{ endif }"),
    directive("branch that is not taken", "%{ if false }", "%{ endif }"),
    directive("if with an error", "%{ if nobody }", "%{ endif }"),
    directive("for", "%{ for a in [1] }", "%{ endfor }"),
    directive("for with a key", "%{ for k, a in w }", "%{ endfor }"),
    directive(
        "for in else",
        "%{ if false }%{ else }%{ for a in [1] }",
        "%{ endfor }%{ endif }",
    ),
    directive(
        "else in for",
        "%{ for a in [1] }%{ if false }%{ else }",
        "%{ endif }%{ endfor }",
    ),
    Construct {
        name: "if in a heredoc",
        start: "x = <<A\n",
        open: "%{ if true }\n",
        middle: "text\n",
        close: "%{ endif }\n",
        end: "A\n",
    },
    block("block", "a {\n", "", "}\n"),
    block("block with a label", "a \"b\" {\n", "x = 1\n", "}\n"),
    block("second block", "a {\n}\na b {\n", "", "}\na {\n}\n"),
    block(
        "dynamic block",
        "dynamic \"a\" {\nfor_each = [1]\ncontent {\n",
        "x = a.value\n",
        "}\n}\n",
    ),
];

/// Each construct of the JSON syntax that can contain itself. The nesting inside a string adds to the nesting around
/// it.
const JSON_CONSTRUCTS: &[Construct] = &[
    json("array", "[", "1", "]"),
    json("object", "{ \"a\": ", "1", " }"),
    json("array of objects", "[{ \"a\": ", "1", " }]"),
    json(
        "second property",
        "{ \"a\": 1, \"b\": ",
        "1",
        ", \"c\": 2 }",
    ),
    json("array with a string", "[", "\"${v[0]}\"", "]"),
    json(
        "dynamic block",
        "{ \"dynamic\": { \"a\": { \"for_each\": [1], \"content\": ",
        "{ \"v\": \"${a.value}\" }",
        " } } }",
    ),
];

/// Returns a construct of the JSON syntax.
const fn json(
    name: &'static str,
    open: &'static str,
    middle: &'static str,
    close: &'static str,
) -> Construct {
    Construct {
        start: "{ \"x\": ",
        end: " }",
        ..expression(name, open, middle, close)
    }
}

impl Construct {
    fn nested(&self, levels: usize) -> String {
        let inner = nested(self.open, self.middle, self.close, levels);
        [self.start, &inner, self.end].concat()
    }

    /// Returns the number of levels that the default limit allows.
    fn most(&self) -> usize {
        let fits = |levels: &usize| hcl::parse(&self.nested(*levels)).is_ok();
        assert!(fits(&1), "{}", self.nested(1));
        let levels: Vec<_> = (1..=257).collect();
        levels.partition_point(fits)
    }
}

/// Returns a context with the variables and functions that the constructs use.
fn context() -> EvalContext {
    EvalContext::new()
        .with_functions(hcl::function::stdlib::reference())
        .with_variable("v", vec![0])
        .with_variable("w", BTreeMap::from([("k", 0)]))
}

#[test]
fn every_construct_counts() {
    for construct in CONSTRUCTS {
        let most = construct.most();
        assert!((32..=256).contains(&most), "{}: {most}", construct.name);
        let text = construct.nested(most + 1);
        let error = hcl::parse(&text).expect_err("it is too deep");
        assert_eq!(error.classify(), Category::Limit, "{}", construct.name);
    }
}

/// A construct that nests too deep is refused with one diagnostic. It is accepted if the limit is raised.
#[test]
fn every_construct_is_refused() {
    on_small_stack(|| {
        for construct in CONSTRUCTS {
            let text = construct.nested(LINKS / 4);
            let Diagnosed {
                value: tree,
                diagnostics,
                ..
            } = hcl::ParseOptions::new().parse(&text);
            assert!(tree.items().len() <= 2, "{}", construct.name);
            let summaries: Vec<_> = diagnostics.iter().map(hcl::Diagnostic::summary).collect();
            assert_eq!(summaries, ["Nesting too deep"], "{}", construct.name);
            assert!(diagnostics[0].to_string().contains("raise the limit"));

            let body = unlimited()
                .parse(&text)
                .into_result()
                .expect("the limit is raised");
            let mut count = Count::default();
            body.walk(&mut count);
            assert!(body.variables().len() <= count.0);
        }
    });
}

/// All operations work with each construct at the deepest allowed level.
#[test]
fn every_construct_is_handled() {
    for construct in CONSTRUCTS {
        let text = construct.nested(construct.most());
        on_small_stack(move || handle(&text));
    }
}

/// Applies all operations to a source.
fn handle(text: &str) {
    let ctx = context();
    let body = hcl::parse(text).expect("it is within the limit");
    handle_overlay(&body);
    assert!(!format!("{body} {body:?}").is_empty());
    let formatted = hcl::format(text);
    assert!(hcl::format(&formatted) == formatted);
    body.walk(&mut Count::default());
    let _ = body.variables();
    let expanded = hcl::dynblock::expand_dynamic(&body, &ctx).value;
    let _ = expanded.to_string();
    let reduced = body.reduce(&ctx);
    let _ = (reduced.to_string(), expanded.reduce(&ctx).to_string());
    for attribute in body.attributes() {
        let expression = attribute.expression();
        let _ = (expression.kind(), expression.type_constraint());
        let _ = (expression.static_map(), expression.static_list());
        if let Ok(value) = expression.evaluate(&ctx) {
            handle_value(&value);
        }
    }
    let limited = context().with_max_steps(1 << 20).with_max_bytes(1 << 20);
    for ctx in [&ctx, &limited] {
        let _ = body.evaluate_attributes(ctx);
        let _ = expanded.evaluate_attributes(ctx);
        let _ = hcl::from_str_with::<serde_json::Value>(text, ctx);
        let _ = hcl::from_str_with::<hcl::Value>(text, ctx);
        let _ = hcl::from_str_with::<serde::de::IgnoredAny>(text, ctx);
        let _ = hcl::from_str_with::<hcl::Body>(text, ctx);
    }
}

/// Nesting in JSON syntax is limited and handled like nesting in native syntax.
#[test]
fn every_construct_of_json_is_handled() {
    for construct in JSON_CONSTRUCTS {
        let fits = |levels: &usize| hcl::json::parse(&construct.nested(*levels)).is_ok();
        let levels: Vec<_> = (1..=257).collect();
        let most = levels.partition_point(fits);
        assert!((64..=256).contains(&most), "{}: {most}", construct.name);
        let text = construct.nested(most);
        on_small_stack(move || handle_json(&text));
        let deep = construct.nested(LINKS / 4);
        on_small_stack(move || {
            let parsed = hcl::ParseOptions::new()
                .with_syntax(hcl::Syntax::Json)
                .parse(&deep);
            let summaries: Vec<_> = parsed
                .diagnostics
                .iter()
                .map(hcl::Diagnostic::summary)
                .collect();
            assert_eq!(summaries, ["Nesting too deep"]);
            let body = unlimited().with_syntax(hcl::Syntax::Json).parse(&deep);
            let body = body.into_result().expect("the limit is raised");
            body.walk(&mut Count::default());
            let _ = (body.variables(), body.to_string());
        });
    }
    // A template within the limit exceeds it inside arrays, although the arrays alone are within the limit, too.
    let template = ["${", &"[".repeat(200), &"]".repeat(200), "}"].concat();
    let text = [
        "{ \"x\": ",
        &"[".repeat(200),
        "\"",
        &template,
        "\"",
        &"]".repeat(200),
        " }",
    ]
    .concat();
    let error = hcl::json::parse(&text)
        .and_then(|body| body.evaluate_attributes(&context()).into_result())
        .expect_err("it is too deep");
    assert_eq!(error.diagnostics()[0].summary(), "Nesting too deep");
}

/// Applies all operations to a source in JSON syntax.
fn handle_json(text: &str) {
    let ctx = context();
    let body = hcl::json::parse(text).expect("it is within the limit");
    handle_overlay(&body);
    assert!(!format!("{body} {body:?}").is_empty());
    body.walk(&mut Count::default());
    let _ = (body.variables(), hcl::dynblock::variables(&body));
    let expanded = hcl::dynblock::expand_dynamic(&body, &ctx)
        .into_result()
        .expect("it can be expanded");
    let _ = (expanded.to_string(), hcl::json::to_string(&expanded));
    let reduced = body.reduce(&ctx);
    let _ = (reduced.to_string(), expanded.reduce(&ctx).to_string());
    for attribute in body.attributes().chain(expanded.attributes()) {
        let expression = attribute.expression();
        let _ = (expression.kind(), expression.type_constraint());
        let _ = (expression.static_map(), expression.static_list());
        if let Ok(value) = expression.evaluate(&ctx) {
            handle_value(&value);
        }
    }
    let labels: Vec<String> = (0..256).map(|label| label.to_string()).collect();
    let schema = hcl::BodySchema::new().with_block("x", labels.iter().map(String::as_str));
    let _ = body.content(&schema);
    let _ = body.evaluate_attributes(&ctx);
    let _ = hcl::json::from_str_with::<serde_json::Value>(text, &ctx);
    let _ = hcl::json::from_str_with::<hcl::Value>(text, &ctx);
    let _ = hcl::json::from_str_with::<serde::de::IgnoredAny>(text, &ctx);
    let _ = hcl::json::from_str_with::<hcl::Body>(text, &ctx);
}

/// Overlays a body on itself, and applies the operations that treat an overlay differently.
fn handle_overlay(body: &hcl::Body) {
    let twice = hcl::Body::overlay([body.clone(), body.clone()]).expect("it is small");
    assert!(twice == *body);
    assert!(!format!("{twice} {twice:?}").is_empty());
    twice.walk(&mut Count::default());
    let _ = hcl::from_body::<serde::de::IgnoredAny>(&twice);
    let _ = hcl::from_body::<serde_json::Value>(&twice);
}

/// Applies all operations to a value.
pub(crate) fn handle_value(value: &hcl::Value) {
    assert!(value == &value.clone());
    assert!(!format!("{value} {value:?}").is_empty());
    let ty = value.ty();
    assert_eq!(ty, ty.clone());
    assert!(!format!("{ty} {ty:?}").is_empty());
    assert!(hcl::convert::convert(value, &ty).is_ok());
    let _ = hcl::convert::unify(&[ty.clone(), Type::STRING]);
    let _ = hcl::from_value::<serde_json::Value>(value.clone());
    let text = hcl::to_string(&BTreeMap::from([("x", value)]));
    let _ = text.and_then(|text| hcl::from_str::<serde_json::Value>(&text));
    let json = hcl::function::stdlib::jsonencode().call(std::slice::from_ref(value));
    let json = json.expect("it is known");
    assert!(hcl::function::stdlib::jsondecode().call(&[json]).is_ok());
}

/// Functions that call themselves, and variables whose look-ups need each other, end with a diagnostic. This also holds
/// for expressions at the deepest allowed level.
#[test]
fn nested_calls_are_bounded() {
    on_small_stack(|| {
        let deep = |text: &str, levels| nested("(", text, ")", levels);
        let inner = deep("endless(x)", 100);
        let body = format!(
            "function \"endless\" {{\n  params = [x]\n  result = endless(x)\n}}\nfunction \"deep\" {{\n  params = [x]\n  result = {inner}\n}}\n"
        );
        let body = hcl::parse(&body).expect("it is not too deep");
        let ctx = context();
        let (functions, _) = hcl::user_functions(&body, "function", &ctx).expect("they are valid");
        let ctx = ctx.with_functions(functions);
        for call in [
            "endless(1)",
            "deep(1)",
            "try(endless(1))",
            "max(endless(1)...)",
        ] {
            let text = deep(call, 200);
            let expression = hcl::parse_expression(&text).expect("it is not too deep");
            let error = expression.evaluate(&ctx).expect_err("it does not end");
            assert!(
                error
                    .diagnostics()
                    .iter()
                    .any(|it| it.detail().contains("too deep"))
            );
        }
    });
}
