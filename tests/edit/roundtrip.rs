//! Displaying and parsing again gives the same tree, for each body of the cases and each of their
//! expressions.

use hcl::{Body, BodyItem, BodySchema, EvalContext, Expression};
use serde_derive::{Deserialize, Serialize};

use super::cases::{bodies, own, with_inner};

#[path = "../support/dump.rs"]
#[allow(dead_code, reason = "only structures are compared")]
mod dump;
use dump::Dump;

#[derive(Deserialize, Serialize)]
struct Rest {
    #[serde(rename = "$body")]
    body: Body,
}

#[derive(Serialize)]
struct Expressions<'a> {
    single: &'a Expression,
    several: Vec<&'a Expression>,
}

/// Checks that the displayed text has the same structure as the body.
#[track_caller]
fn check(body: &Body) {
    let text = body.to_string();
    let again = hcl::parse(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    assert_eq!(Dump::structure(&again), Dump::structure(body), "{text}");
    assert_eq!(hcl::format(&text), text);
    assert_eq!(again.to_string(), text);
}

fn comments(body: &Body) -> Vec<String> {
    body.comments().map(|it| it.text().to_owned()).collect()
}

#[test]
fn bodies_and_rebuilt_bodies_round_trip() {
    for body in bodies() {
        for inner in with_inner(&body) {
            check(&inner);
            let again = hcl::parse(&inner.to_string()).expect("it parses");
            assert_eq!(comments(&again), comments(&inner));
        }
        let text = hcl::to_string(&body).unwrap_or_else(|error| panic!("{body}\n{error}"));
        assert_eq!(text, body.to_string());
        check(&Body::merge([body.clone()]));
        check(&Body::merge([
            body.clone(),
            hcl::parse("# c\nnewcomer = 1").expect("it parses"),
        ]));
        if let Some(first) = body.items().next() {
            let schema = match &first {
                BodyItem::Attribute(it) => BodySchema::new().with_attribute(it.name()),
                BodyItem::Block(it) => BodySchema::new().with_block(it.block_type(), []),
            };
            check(&body.partial_content(&schema).value.1);
        }
    }
}

#[test]
fn captured_bodies_round_trip() {
    for body in bodies() {
        let whole: Body = hcl::from_body(&body).expect("it is captured");
        assert_eq!(whole.to_string(), body.to_string());
        let text = body.source().text();
        let whole: Body = hcl::from_str(text).expect("it is captured");
        assert_eq!(whole.to_string(), body.to_string());
        let Ok(rest) = hcl::from_str::<Rest>(text) else {
            // This body has an attribute and a block with one name.
            continue;
        };
        assert_eq!(rest.body.to_string(), body.to_string());
        let written = match hcl::to_string(&rest) {
            Ok(written) => written,
            // This body has two names that are equal after normalization.
            Err(error) if error.message().starts_with("Repeated name") => continue,
            Err(error) => panic!("{error}"),
        };
        let again = hcl::parse(&written).unwrap_or_else(|error| panic!("{written}\n{error}"));
        assert_eq!(Dump::structure(&again), Dump::structure(&rest.body));
        let inner = with_inner(&body);
        for inner in &inner[1..] {
            let captured: Body = hcl::from_body(inner).expect("it is captured");
            assert_eq!(captured.to_string(), inner.to_string());
        }
    }
}

/// Returns the structure of an expression, without the parentheses around it.
fn structure(expression: &Expression) -> String {
    match expression.kind() {
        hcl::ExpressionKind::Parentheses(inner) => structure(&inner),
        _ => Dump::structure_of_expression(expression),
    }
}

#[test]
fn expressions_round_trip() {
    let mut heredocs = 0;
    for attribute in bodies().iter().flat_map(own) {
        let expression = attribute.expression();
        let text = expression.to_string();
        heredocs += usize::from(text.ends_with('\n'));
        let again = hcl::parse_expression(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        assert_eq!(structure(&again), structure(&expression));
        let again = hcl::parse(&attribute.to_string()).expect("it parses");
        let again = again.attributes().next().expect("there is one");
        assert_eq!(structure(&again.expression()), structure(&expression));
        for text in [text.as_str(), expression.text()] {
            let built = Body::builder()
                .expression("x", text)
                .finish()
                .expect("it can be built");
            let built = built.attribute("x").expect("it is set").expression();
            assert_eq!(structure(&built), structure(&expression), "{text}");
        }
        let json = serde_json::to_string(&expression).expect("it is written");
        let again: Expression = serde_json::from_str(&json).unwrap_or_else(|_| panic!("{json}"));
        assert_eq!(structure(&again), structure(&expression));
        check_written(&expression);
    }
    assert!(heredocs > 5);
}

fn check_written(expression: &Expression) {
    let data = Expressions {
        single: expression,
        several: vec![expression; 2],
    };
    let text = hcl::to_string(&data).expect("it is written");
    let body = hcl::parse(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    let attribute = |name| body.attribute(name).expect("it is set").expression();
    assert_eq!(
        structure(&attribute("single")),
        structure(expression),
        "{text}"
    );
    for element in attribute("several").static_list().expect("it is a tuple") {
        assert_eq!(structure(&element), structure(expression), "{text}");
    }
}

#[test]
fn expanded_bodies_round_trip() {
    let mut expanded = 0;
    for body in bodies() {
        let mut ctx = EvalContext::new()
            .with_variable("unknown", hcl::Value::dynamic())
            .with_functions(hcl::function::stdlib::functions());
        for attribute in body
            .blocks_of_type("variables")
            .flat_map(|it| own(&it.body()))
        {
            let value = attribute.expression().evaluate_diagnosed(&ctx).value;
            ctx.set_variable(attribute.name(), value);
        }
        let once = hcl::dynblock::expand_dynamic(&body, &ctx).value;
        if once.text().is_some() {
            continue;
        }
        expanded += 1;
        let text = once.to_string();
        let again = hcl::parse(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        // Blocks that are unknown are written as the `dynamic` blocks that generate them.
        let hcl::Diagnosed {
            value: again,
            diagnostics,
            ..
        } = hcl::dynblock::expand_dynamic(&again, &ctx);
        assert!(diagnostics.is_empty(), "{text}");
        assert_eq!(values(&again, &ctx), values(&once, &ctx), "{text}");
        let captured: Body = hcl::from_body(&once).expect("it is captured");
        assert_eq!(captured.to_string(), text);
    }
    assert!(expanded > 5);
}

/// Returns the values of all attributes, with the headers of the blocks around them.
fn values(body: &Body, ctx: &EvalContext) -> Vec<String> {
    let mut found = Vec::new();
    for item in body.items() {
        match item {
            BodyItem::Attribute(attribute) => {
                let hcl::Diagnosed {
                    value, diagnostics, ..
                } = attribute.expression().evaluate_diagnosed(ctx);
                let summaries: Vec<_> = diagnostics.iter().map(hcl::Diagnostic::summary).collect();
                found.push(format!("{} = {value} {summaries:?}", attribute.name()));
            }
            BodyItem::Block(block) => {
                let labels: Vec<_> = block.labels().map(|it| it.text().into_owned()).collect();
                found.push(format!("{} {labels:?} {{", block.block_type()));
                found.extend(values(&block.body(), ctx));
                found.push("}".to_owned());
            }
        }
    }
    found
}

#[derive(Serialize, Deserialize)]
struct Captured {
    x: hcl::Template,
}

#[test]
fn templates_round_trip() {
    let ctx = EvalContext::new()
        .with_variable("x", 1)
        .with_functions(hcl::function::stdlib::functions());
    let value = |template: &hcl::Template| {
        let hcl::Diagnosed {
            value, diagnostics, ..
        } = template.evaluate_diagnosed(&ctx);
        let summaries = diagnostics.iter().map(|it| it.summary().to_owned());
        (value, summaries.collect::<Vec<_>>())
    };
    let markers = [
        r#""\u0024${x}""#,
        r#""$\u0024{x}""#,
        r#""$$\u0024{x}""#,
        r#""$$${x} %%%{ x }""#,
        r#""\u0025\u0025%{ if true }a\u0025%{ else }b%{ endif }""#,
        r#""\u0025${x}\u0024%{ for a in [1] }\u0024${a}\u0025%{ endfor }""#,
        r#""\"${"in ${x}"}\n\t\\""#,
        "<<EOT\n  $${x} \"${x}\" \\n%{ if true ~}\n  a\n%{ endif }\nEOT\n",
        "<<-EOT\n  a\n    ${<<IN\n$\nIN\n}\n  EOT\n",
    ];
    let markers = markers.map(|text| hcl::parse_expression(text).expect("it parses"));
    let cases = bodies().iter().flat_map(own).collect::<Vec<_>>();
    let cases = cases.iter().map(hcl::Attribute::expression);
    let mut count = 0;
    for expression in cases.chain(markers) {
        if !matches!(expression.kind(), hcl::ExpressionKind::Template(_)) {
            continue;
        }
        count += 1;
        let text = format!("x = {expression}\n");
        let captured: Captured = hcl::from_str(&text).expect("it is captured");
        let expected = value(&captured.x);
        let json = serde_json::to_string(&captured).expect("it is written");
        let again: Captured = serde_json::from_str(&json).unwrap_or_else(|_| panic!("{json}"));
        assert_eq!(value(&again.x), expected, "{json}");
        assert_eq!(serde_json::to_string(&again).expect("it is written"), json);
        let native = hcl::to_string(&captured).expect("it is written");
        let again: Captured = hcl::from_str(&native).unwrap_or_else(|_| panic!("{native}"));
        assert_eq!(value(&again.x), expected, "{native}");
    }
    assert!(count > 50);
}
