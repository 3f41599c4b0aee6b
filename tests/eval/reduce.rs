//! Partial evaluation. What must hold for all expressions is in `tests/conformance/reduction.rs`.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use hcl::function::{Function, stdlib};
use hcl::references::{NamedBlocks, References};
use hcl::{Body, BodySchema, EvalContext, ParseOptions, Type, Value};

fn context() -> EvalContext {
    EvalContext::new()
        .with_functions(stdlib::reference())
        .with_variable("n", 5)
        .with_variable("s", "text")
        .with_variable("empty", "")
        .with_variable("mark", "$")
        .with_variable("lines", "a\n  b\n")
        .with_variable("negative", -2)
        .with_variable("none", Value::NULL)
        .with_variable("o", hcl::value!({ a = 1, b = [true, "x"] }).unwrap())
        .with_variable(
            "list",
            Value::list(&Type::NUMBER, [Value::from(1)]).unwrap(),
        )
        .with_variable("later", Value::unknown(&Type::STRING))
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let expression = hcl::parse_expression(text).unwrap();
    let reduced = expression.reduce(&context());
    assert_eq!(reduced.to_string(), expected, "{text}");
    assert_eq!(
        reduced.reduce(&context()).to_string(),
        expected,
        "{text}, twice"
    );
    assert_eq!(
        hcl::parse_expression(expected).unwrap(),
        reduced,
        "{text}, parsed"
    );
}

#[track_caller]
fn check_template(text: &str, expected: &str) {
    let template = hcl::parse_template(text).unwrap();
    let reduced = template.reduce(&context());
    assert_eq!(reduced.to_string(), expected, "{text:?}");
}

#[test]
fn known_parts_become_literal() {
    check("n + x * (n - 2)", "5 + x * 3");
    check("n + 1 + x", "6 + x");
    check("x + n + 1", "x + 5 + 1");
    check("x - negative", "x - (-2)");
    check("-negative + x", "2 + x");
    check("[n, x, o.b]", "[5, x, [true, \"x\"]]");
    check(
        "{ (s) = x, n = n, (n) = 1, (none) = x }",
        "{ \"text\" = x, n = 5, (5) = 1, (null) = x }",
    );
    check("{ \"${s}-1\" = x }", "{ \"text-1\" = x }");
    check("o[x]", "{ a = 1, b = [true, \"x\"] }[x]");
    check("o.b[x].c", "[true, \"x\"][x].c");
    check("n.x[y]", "(5).x[y]");
    check("max(n, x, n...)", "max(5, x, 5...)");
    check("upper(s)", "\"TEXT\"");
    check("[for n in x : n + s]", "[for n in x : n + \"text\"]");
    check("[for o in x : o.a + n]", "[for o in x : o.a + 5]");
    check("[for k, v in o : v if k == \"a\"]", "[1]");
    check(
        "[for v in o : v == x]",
        "[for v in { a = 1, b = [true, \"x\"] } : v == x]",
    );
    check("none", "null");
    check("[\n  n, # five\n  x\n]", "[\n  5, # five\n  x\n]");
}

#[test]
fn parts_that_cannot_be_written_exactly_stay() {
    check("list", "list");
    check("[list, list[0], x]", "[list, 1, x]");
    check("later", "later");
    check("n / 0", "5 / 0");
    check("o.missing", "{ a = 1, b = [true, \"x\"] }.missing");
    check("false && later == 1 ? n : x", "false && later == 1 ? 5 : x");
    check("1/0 == x", "1/0 == x");
    // Literals keep the form in which they are written.
    check("[0, 1.50, { a : 1 }]", "[0, 1.50, { a : 1 }]");
}

#[test]
fn one_side_replaces_a_conditional_if_both_types_are_known() {
    check("n > 1 ? x : 1", "true ? x : 1");
    check("n > 1 ? later : \"other\"", "later");
    check("n > 1 ? later : 2", "true ? later : 2");
    check("n < 1 ? x + 1 : y * 2", "y * 2");
    check("n < 1 ? x == 1 : !y", "!y");
    check("x ? 1 : n > 1 ? y + 1 : z ? 2 : 3", "x ? 1 : y + 1");
    check("n < 1 ? 1 : x ? y + 1 : n > 1 ? 4 : z + 1", "x ? y + 1 : 4");
    check(
        "n < 1 ? 1 : x ? 2 : n < 1 ? 3 : y ? 4 : z + 1",
        "x ? 2 : y ? 4 : z + 1",
    );
    check("(n > 1 ? -x : 1) + 2", "(-x) + 2");
    // Null must be converted to the type of the other side, so the conditional is kept.
    check("n > 1 ? none : x + 1", "true ? null : x + 1");
}

#[test]
fn known_strings_become_literal_text() {
    check("\"${s}-${x}\"", "\"text-${x}\"");
    check("\"${s}${n}${x}\"", "\"text5${x}\"");
    check("\"${lines}${x}\"", "\"a\\n  b\\n${x}\"");
    // A template with a single interpolation has the value of the interpolation, which need not be a string.
    check("\"${empty}${x}\"", "\"${\"\"}${x}\"");
    check("\"${x}\"", "\"${x}\"");
    check("\"${n}\"", "5");
    // Where two texts are joined, no new template sequence may begin.
    check("\"${mark}{${x}}\"", "\"${\"$\"}{${x}}\"");
    check("\"$${a}${s}${x}\"", "\"$${a}text${x}\"");
    check("\"$${mark}${x}\"", "\"$${mark}${x}\"");
    // Strip markers remove spaces from literal text only, so text beside a strip marker stays an interpolation.
    check("\"a ${~ s ~} ${x}\"", "\"a ${~ \"text\" ~} ${x}\"");
    check("\"${s} ${~ x }\"", "\"text ${~ x }\"");
    check("\"${s}${~ x }\"", "\"${\"text\"}${~ x }\"");
    check(
        "\"%{ if n > 1 }${s}${x}%{ else }${n}%{ endif }\"",
        "\"%{ if true }text${x}%{ else }5%{ endif }\"",
    );
    check(
        "\"%{ for s in x }${s}${n}%{ endfor }\"",
        "\"%{ for s in x }${s}5%{ endfor }\"",
    );
}

#[test]
fn text_in_heredocs_stays_within_them() {
    check(
        "<<END\n${s} ${x}\n${lines}\nEND\n",
        "<<END\ntext ${x}\n${\"a\\n  b\\n\"}\nEND\n",
    );
    check(
        "<<text\n${s}\n${x}\ntext\n",
        "<<text\n${\"text\"}\n${x}\ntext\n",
    );
    check(
        "<<-END\n  ${s}: ${s} ${x}\n    b\n  END\n",
        "<<-END\n  ${\"text\"}: text ${x}\n    b\n  END\n",
    );
    check_template(
        "${s}\n${lines}${x} ${mark}{",
        "text\n${\"a\\n  b\\n\"}${x} ${\"$\"}{",
    );
    check_template("${n}", "${5}");
    check_template("${x}${n}", "${x}5");
    // The heredoc is not moved before a bracket, because its end marker must be alone on its line.
    check(
        "[n > 1 ? <<E\n${x} a\nE\n : \"${x} b\"]",
        "[true ? <<E\n${x} a\nE\n : \"${x} b\"]",
    );
}

#[test]
fn secrets_and_impure_functions_stay() {
    let calls = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&calls);
    let next = Function::from_fn(move || count.fetch_add(1, Ordering::Relaxed) as u64).impure();
    let ctx = context()
        .with_function("next", next)
        .with_variable(
            "vault",
            hcl::value!({ token = "hunter2", zone = "eu" }).unwrap(),
        )
        .with_secret("vault.token");
    let reduced = |text: &str| {
        hcl::parse_expression(text)
            .unwrap()
            .reduce(&ctx)
            .to_string()
    };
    assert_eq!(reduced("[next(), n]"), "[next(), 5]");
    assert_eq!(calls.load(Ordering::Relaxed), 0);
    // Functions of a configuration that call an impure function are not called, either.
    let functions = "function \"plus\" {\n  params = [n]\n  result = n + next()\n}\n";
    let (functions, _) =
        hcl::user_functions(&hcl::parse(functions).unwrap(), "function", &ctx).unwrap();
    let with_functions = EvalContext::child(&ctx).with_functions(functions);
    let sum = hcl::parse_expression("[plus(1), n]").unwrap();
    assert_eq!(sum.reduce(&with_functions).to_string(), "[plus(1), 5]");
    assert_eq!(
        reduced("\"${vault.zone}-${vault.token}-${x}\""),
        "\"eu-${vault.token}-${x}\""
    );
    assert_eq!(
        reduced("[vault, vault[x], true ? s : vault.zone]"),
        "[vault, vault[x], \"text\"]"
    );
    assert_eq!(
        reduced("vault.token == s ? 1 : 2"),
        "vault.token == \"text\" ? 1 : 2"
    );
}

#[test]
fn types_that_a_function_reads_stay() {
    let convert = stdlib::functions().filter(|(name, _)| *name == "convert");
    let ctx = context()
        .with_functions(convert)
        .with_variable("string", "not a type");
    let reduced = |text: &str| {
        hcl::parse_expression(text)
            .unwrap()
            .reduce(&ctx)
            .to_string()
    };
    assert_eq!(
        reduced("convert([n, x], list(string))"),
        "convert([5, x], list(string))"
    );
    assert_eq!(reduced("convert(n, string)"), "\"5\"");
    assert_eq!(
        reduced("try(o.missing, x)"),
        "try({ a = 1, b = [true, \"x\"] }.missing, x)"
    );
}

#[test]
fn names_of_a_configuration_are_known() {
    let body = hcl::parse(
        "locals {\n  zone = \"eu-${local.tier}\"\n  tier = \"gold\"\n  open = each.key\n}\n\
         output \"a\" {\n  value = \"${local.zone}/${local.open}/${each.key}\"\n}\n",
    )
    .unwrap();
    let references = References::new().with("local", NamedBlocks::merged("locals"));
    let scope = references
        .scope(&body, &EvalContext::new())
        .into_result()
        .unwrap();
    assert_eq!(
        body.reduce(&scope).to_string(),
        "locals {\n  zone = \"eu-gold\"\n  tier = \"gold\"\n  open = each.key\n}\n\
         output \"a\" {\n  value = \"eu-gold/${local.open}/${each.key}\"\n}\n",
    );
}

#[test]
fn places_refer_to_the_original() {
    let options = ParseOptions::new().with_filename("app.hcl");
    let text = "# first\nname = \"${n}-${x}\"\nport = n + [true][0] + x\nlist = [n, x.missing]\nbad = n.nmae\n";
    let body = options.parse(text).value.reduce(&context());
    let reduced = body.text().unwrap();
    assert!(
        reduced.contains("name = \"5-${x}\"\nport = 5 + true + x\n"),
        "{reduced}"
    );

    let later = EvalContext::new().with_variable("x", hcl::value!({ a = 1 }).unwrap());
    let evaluated = body.evaluate_attributes(&later);
    let places: Vec<String> = evaluated
        .diagnostics
        .iter()
        .map(|it| {
            let (position, source) = (it.position().unwrap(), it.source().unwrap());
            let written = &source.text()[it.subject().unwrap().range()];
            format!(
                "{}:{}:{} {written}",
                source.name().unwrap(),
                position.line(),
                position.column()
            )
        })
        .collect();
    assert_eq!(
        places,
        [
            "app.hcl:2:16 x",
            "app.hcl:3:24 x",
            "app.hcl:3:12 [true][0]",
            "app.hcl:4:13 .missing",
            "app.hcl:5:8 .nmae",
        ]
    );
    let report = evaluated.diagnostics[0].to_string();
    assert!(report.contains("2 | name = \"${n}-${x}\"\n"), "{report}");

    // The original of an expression that was reduced twice is the parsed expression.
    let twice = body.reduce(&later);
    let list = twice.attribute("list").unwrap().expression();
    let (span, source) = list.source().origin(list.span());
    assert_eq!(&source.text()[span.range()], "[n, x.missing]");
}

#[test]
fn a_suggestion_is_about_the_original() {
    let body = hcl::parse("a = [n, nmae]\n").unwrap().reduce(&context());
    let later = EvalContext::new().with_variable("name", 1);
    let error = body.evaluate_attributes(&later).into_result().unwrap_err();
    let suggestion = error.diagnostics()[0].suggestion().unwrap();
    assert_eq!(
        (suggestion.span().range(), suggestion.replacement()),
        (8..12, "name")
    );
}

#[test]
fn an_iterator_is_no_variable_of_the_context() {
    let ctx = context().with_variable("tag", hcl::value!({ value = "wrong" }).unwrap());
    let text = "dynamic \"tag\" {\n  for_each = [tag.value, n]\n  iterator = tag\n  content {\n    a = tag.value\n    b = n\n  }\n}\n";
    let body = hcl::parse(text).unwrap().reduce(&ctx);
    assert_eq!(
        body.to_string(),
        text.replace("[tag.value, n]", "[\"wrong\", 5]")
            .replace("b = n", "b = 5")
    );

    let json = r#"{ "dynamic": { "tag": [{ "for_each": "${o.b}", "content": { "a": "${tag.value}", "b": "${n}" } }] } }"#;
    let body = hcl::json::parse(json).unwrap().reduce(&ctx);
    let expected = json
        .replace("\"${o.b}\"", r#""${[true, \"x\"]}""#)
        .replace("\"${n}\"", "5");
    assert_eq!(body.text(), Some(&*expected));
}

#[test]
fn strings_of_json_are_templates() {
    let text = r#"{ "a": "${s}-${x}", "b": "${n}", "c": ["${none}", "\"${lines}${x}"], "${s}": "$${n}", "d": "${mark}{" }"#;
    let body = hcl::json::parse(text).unwrap().reduce(&context());
    assert_eq!(
        body.text(),
        Some(
            r#"{ "a": "text-${x}", "b": 5, "c": ["${null}", "\"${\"a\\n  b\\n\"}${x}"], "${s}": "$${n}", "d": "$${" }"#
        )
    );
    let expression = hcl::json::parse(r#"{ "o": { "${s}": "${x}", "${n}": 1 } }"#).unwrap();
    let expression = expression.attribute("o").unwrap().expression();
    assert_eq!(
        expression.reduce(&context()).text(),
        r#"{ "text": "${x}", "${5}": 1 }"#
    );
}

#[test]
fn bodies_of_several_sources_are_reduced_by_item() {
    let parse = |name: &str, text: &str| -> Body {
        ParseOptions::new()
            .with_filename(name)
            .parse(text)
            .into_result()
            .unwrap()
    };
    let first = parse("a.hcl", "a = n + x\nb \"l\" {\n  c = s\n}\n");
    let second = parse("b.hcl", "d = \"${s}${x}\"\n");
    let merged = Body::merge([first.clone(), second]).reduce(&context());
    assert_eq!(
        merged.to_string(),
        "a = 5 + x\n\nb \"l\" {\n  c = \"text\"\n}\n\nd = \"text${x}\"\n"
    );
    let d = merged.attribute("d").unwrap().expression();
    assert_eq!(d.source().origin(d.span()).1.name(), Some("b.hcl"));

    let layer = parse("c.hcl", "b \"l\" {\n  e = n\n}\n");
    let overlaid = Body::overlay([first, layer]).unwrap().reduce(&context());
    assert_eq!(
        overlaid.to_string(),
        "a = 5 + x\n\nb \"l\" {\n  c = \"text\"\n  e = 5\n}\n"
    );

    let text = "dynamic \"b\" {\n  for_each = [1, later]\n  content {\n    c = \"${b.value}-${n}-${x}\"\n  }\n}\n";
    let expanded = hcl::dynblock::expand_dynamic(&hcl::parse(text).unwrap(), &context()).value;
    let reduced = expanded.reduce(&context());
    let c: Vec<String> = reduced
        .blocks()
        .map(|it| {
            it.body()
                .attribute("c")
                .unwrap()
                .expression()
                .text()
                .to_owned()
        })
        .collect();
    assert_eq!(c, ["\"1-5-${x}\"", "\"${b.value}-${n}-${x}\""]);
}

/// Blocks in JSON syntax remain blocks, and names of iterators remain names.
#[test]
fn selected_items_of_json_are_reduced_in_json() {
    let text = r#"{
        "x": 1,
        "port": "${n}",
        "service": { "web": { "port": "${n}", "check": [{ "url": "${s}${x}" }] } },
        "dynamic": { "tag": { "for_each": "${later}", "iterator": "n", "content": { "a": "${n.value}-${s}" } } }
    }"#;
    let body = hcl::json::parse(text).unwrap();
    let schema = BodySchema::new().with_attribute("x");
    let (_, rest) = body.partial_content(&schema).into_result().unwrap();
    let reduced = rest.reduce(&context());
    let value = |name: &str| {
        let attribute = reduced.attribute(name).unwrap();
        attribute.expression().text().to_owned()
    };
    assert_eq!(value("port"), "5");
    assert_eq!(
        value("dynamic"),
        r#"{ "tag": { "for_each": "${later}", "iterator": "n", "content": { "a": "${n.value}-text" } } }"#
    );
    let schema = BodySchema::new()
        .with_attribute("port")
        .with_block("service", ["name"])
        .with_block("dynamic", ["type"]);
    let content = reduced.content(&schema).into_result().unwrap();
    let service = &content.blocks()[0];
    assert_eq!(service.labels().next().unwrap().text(), "web");
    let check = service.body();
    let check = check.attribute("check").unwrap().expression();
    assert_eq!(check.text(), r#"[{ "url": "text${x}" }]"#);
}

#[test]
fn blocks_of_json_that_were_selected_remain_blocks() {
    let text = r#"{ "a": { "l": [{ "b": { "c": "${n}" } }, { "b": { "c": "${x}" } }] } }"#;
    let schema = BodySchema::new().with_block("a", ["label"]);
    let json = hcl::json::parse(text).unwrap();
    let native = |text: &str| hcl::parse(text).unwrap();
    let nested = BodySchema::new().with_block("b", []);
    for body in [
        json.clone(),
        Body::merge([json.clone(), native("")]),
        Body::overlay([native("d = 1\n"), json.clone()]).unwrap(),
        // The base shows that the property stands for blocks.
        Body::overlay([native("a \"l\" {}\n"), json.clone()]).unwrap(),
    ] {
        let reduced = body.reduce(&context());
        let schema = schema.clone().with_attribute("d");
        let content = reduced.content(&schema).into_result().unwrap();
        let values = content.blocks().iter().map(|block| {
            let content = block.body().content(&nested).into_result().unwrap();
            let b = content.blocks()[0].body();
            b.attribute("c").unwrap().expression().text().to_owned()
        });
        assert_eq!(values.collect::<Vec<_>>(), ["5", r#""${x}""#]);
    }
}

/// The iterator of a generated block has no meaning outside of it, so its value is written.
#[test]
fn blocks_generated_from_json_are_reduced() {
    let text = r#"{
        "b": "${n}",
        "dynamic": { "svc": { "for_each": [1, 2], "content": {
            "q": "${svc.value}-${n}", "l": ["${svc.value}", "${n}", "${x}"]
        } } }
    }"#;
    let body = hcl::json::parse(text).unwrap();
    let expanded = hcl::dynblock::expand_dynamic(&body, &context()).value;
    let reduced = expanded.reduce(&context());
    assert_eq!(
        reduced.attribute("b").unwrap().expression().to_string(),
        "5"
    );
    let schema = BodySchema::new().with_attribute("b").with_block("svc", []);
    let blocks = |body: &Body| {
        let content = body.content(&schema).into_result().unwrap();
        content.blocks().to_vec()
    };
    let texts = |body: &Body| {
        let texts = ["q", "l"].map(|name| body.attribute(name).unwrap().expression().to_string());
        texts.join("; ")
    };
    let expected = [r#""1-5"; [1, 5, "${x}"]"#, r#""2-5"; [2, 5, "${x}"]"#];
    let found: Vec<_> = blocks(&reduced)
        .iter()
        .map(|it| texts(&it.body()))
        .collect();
    assert_eq!(found, expected);
    let later = EvalContext::new().with_variable("x", 1);
    let found: Vec<_> = blocks(&expanded)
        .iter()
        .map(|it| it.body().reduce(&context()))
        .map(|it| it.evaluate_attributes(&later).into_result().unwrap())
        .map(|it| it.to_string())
        .collect();
    assert_eq!(
        found,
        [
            "{ l = [1, 5, 1], q = \"1-5\" }",
            "{ l = [2, 5, 1], q = \"2-5\" }"
        ]
    );
}

#[test]
fn layers_in_json_are_reduced_unless_they_may_be_blocks() {
    let base = hcl::parse("svc \"a\" {\n  port = n\n  t {\n    x = n\n  }\n}\n").unwrap();
    let layer = r#"{"svc":{"a":{"port":"${n+1}","l":["${n}"],"t":{"x":"${n + x}"}}}}"#;
    let body = Body::overlay([base.clone(), hcl::json::parse(layer).unwrap()]).unwrap();
    assert_eq!(
        body.reduce(&context()).to_string(),
        "svc \"a\" {\n  port = 6\n  t {\n    x = \"${5 + x}\"\n  }\n  l = [5]\n}\n"
    );
    let layer = r#"{"svc":{"a":{"port":"${n+1}","o":{"x":"${n}"}}}}"#;
    let body = Body::overlay([base, hcl::json::parse(layer).unwrap()]).unwrap();
    assert_eq!(body.reduce(&context()).to_string(), body.to_string());
}

/// A document of several items that stay as they are is listed once.
#[test]
fn comments_of_items_that_stay_are_not_repeated() {
    let base = r#"{"svc":{"a":{"o":{"x":"${n}"}},"b":{"o":{"x":"${n}"}}}}"#;
    let layer = hcl::parse("# one\nsvc \"a\" {\n}\n# two\nsvc \"b\" {\n}\n").unwrap();
    let body = Body::overlay([hcl::json::parse(base).unwrap(), layer]).unwrap();
    let reduced = body.reduce(&context());
    assert_eq!(reduced.to_string(), body.to_string());
    assert_eq!(comments(&reduced), ["# one", "# two"]);
}

fn comments(body: &Body) -> Vec<String> {
    body.comments().map(|it| it.text().to_owned()).collect()
}

/// The documents of all layers of an item that stays as it is are listed.
#[test]
fn comments_of_lower_layers_are_kept() {
    let native = |text| hcl::parse(text).unwrap();
    let base = native("# base\nsvc \"a\" {\n  low = 1 # low\n}\n");
    let json = hcl::json::parse(r#"{"svc":{"a":{"o":{"x":"${n}"}}}}"#).unwrap();
    let layer = native("# top\nsvc \"a\" {\n  high = 2 # high\n}\n");
    let body = Body::overlay([base, json, layer]).unwrap();
    let reduced = body.reduce(&context());
    let mut kept = comments(&reduced);
    kept.sort();
    let mut all = comments(&body);
    all.sort();
    assert_eq!(kept, all);
    assert_eq!(all.len(), 4);
    // A body of several sources cannot be edited: layers would be lost.
    let error = reduced.edit().finish().unwrap_err();
    assert!(
        error.message().contains("overlaid body cannot be edited"),
        "{error}"
    );
}

/// Errors are in the order of the layers, from the lowest to the highest, as before the reduction.
#[test]
fn errors_in_a_reduced_overlay_are_in_the_order_of_the_layers() {
    type Services = BTreeMap<String, BTreeMap<String, BTreeMap<String, i64>>>;
    let low = r#"{"svc":{"a":{"o":{"x":"${n}"},"low":{"x":"s"}},"b":{"o":{"x":"${n}"},"low":{"x":"t"}}}}"#;
    let high = "svc \"a\" {\n  high = { x = nope }\n}\nsvc \"b\" {\n  high = { x = zz }\n}\n";
    let (low, high) = (hcl::json::parse(low).unwrap(), hcl::parse(high).unwrap());
    let body = Body::overlay([low, high]).unwrap();
    for body in [body.reduce(&EvalContext::new()), body] {
        let error = hcl::from_body::<BTreeMap<String, Services>>(&body).unwrap_err();
        let diagnostics = error.diagnostics().iter();
        let are_low: Vec<bool> = diagnostics
            .map(|it| it.source().is_some_and(|it| it.text().starts_with('{')))
            .collect();
        assert!(
            are_low.contains(&true) && are_low.contains(&false),
            "{error}"
        );
        assert!(are_low.is_sorted_by(|one, other| one >= other), "{error}");
    }
}

#[test]
fn a_dynamic_block_that_generated_nothing_is_no_obstacle() {
    let text = "dynamic \"a\" {
  for_each = []
  content {}
}
b = n + 1
";
    let expanded = hcl::dynblock::expand_dynamic(&hcl::parse(text).unwrap(), &context()).value;
    let reduced = expanded.reduce(&context());
    assert_eq!(
        reduced.to_string(),
        "b = 6
"
    );
    let schema = BodySchema::new().with_attribute("b");
    let codes = |body: &Body| {
        let diagnostics = body.content(&schema).diagnostics;
        diagnostics
            .iter()
            .map(hcl::Diagnostic::code)
            .collect::<Vec<_>>()
    };
    assert_eq!(codes(&reduced).len(), 1, "the block is still checked");
    assert_eq!(codes(&reduced), codes(&expanded));
}

#[test]
fn a_budget_that_ends_leaves_the_rest() {
    let ctx = context().with_max_steps(200);
    let body = hcl::parse(
        "a = n + 1\nb = [for x in [1, 2, 3, 4, 5, 6, 7, 8, 9] : [for y in [1, 2, 3, 4, 5, 6, 7, 8, 9] : x * y]]\nc = n\n",
    );
    let reduced = body.unwrap().reduce(&ctx);
    assert_eq!(reduced.attribute("a").unwrap().expression().text(), "6");
    assert_eq!(reduced.attribute("c").unwrap().expression().text(), "n");
}

#[test]
fn an_expression_that_would_nest_too_deep_stays() {
    let mut value = Value::from(1);
    for _ in 0..200 {
        value = Value::tuple([value]).unwrap();
    }
    let ctx = EvalContext::new().with_variable("deep", value);
    let text = ["[", &"[".repeat(100), "deep, x", &"]".repeat(100), "]"].concat();
    let reduced = hcl::parse_expression(&text).unwrap().reduce(&ctx);
    assert_eq!(reduced.text(), text);
}
