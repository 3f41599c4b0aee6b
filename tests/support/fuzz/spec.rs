//! Specs and schemas decode whatever body there is, strict and tolerant alike.

use hcl::{Body, BodySchema, Diagnostic, EvalContext, Spec, SpecFile};

use super::{parse, scope, source};

/// The blocks `spec` and `input` of a text, or a fixed spec for the whole text.
pub fn spec(data: &[u8]) {
    let text = source::body_of(data);
    let body = hcl::parse_recoverable(&text).tree;
    for block in body.blocks_of_type("spec") {
        let (file, diagnostics) = SpecFile::from_body_recoverable(&block.body());
        parse::check_diagnostics(&text, &diagnostics);
        assert_eq!(
            SpecFile::from_body(&block.body()).is_ok(),
            diagnostics.is_empty(),
            "{text:?}"
        );
        let ctx = file
            .eval_context()
            .with_max_steps(scope::STEPS)
            .with_max_bytes(scope::BYTES);
        for input in body.blocks_of_type("input") {
            decode(
                &text,
                file.spec(),
                &input.body(),
                &ctx,
                diagnostics.is_empty(),
            );
        }
    }
    for spec in specs() {
        let ctx = scope::limited(scope::STEPS, scope::BYTES);
        decode(&text, &spec, &body, &ctx, true);
    }
    schema(&text, &body);
}

/// Specs for the names that generated sources have.
fn specs() -> Vec<Spec> {
    let any = || hcl::Type::DYNAMIC;
    let inner = || {
        Spec::object([
            ("name", Spec::label(0, "name")),
            ("x", Spec::attr("x", any())),
            ("n", Spec::attr("n", hcl::Type::NUMBER)),
        ])
    };
    vec![
        Spec::object([
            ("a", Spec::attr("a", hcl::Type::STRING)),
            ("b", Spec::block_tuple("b", 0.., inner())),
            (
                "list",
                Spec::attr("list", hcl::Type::list(hcl::Type::STRING)),
            ),
            (
                "map",
                Spec::block_object("map", ["one"], Spec::attr("x", any())),
            ),
        ]),
        Spec::object([
            (
                "x",
                Spec::block_list("x", 0.., Spec::attr("a", hcl::Type::STRING)),
            ),
            ("n", Spec::required_attr("n", hcl::Type::NUMBER)),
            ("s", Spec::block_attrs("s", hcl::Type::STRING)),
            (
                "obj",
                Spec::default([Spec::attr("obj", any()), Spec::literal(1)]),
            ),
        ]),
    ]
}

fn reports(diagnostics: &[Diagnostic]) -> Vec<String> {
    diagnostics.iter().map(Diagnostic::render).collect()
}

fn decode(text: &str, spec: &Spec, body: &Body, ctx: &EvalContext, is_whole: bool) {
    let (value, diagnostics) = spec.decode_recoverable(body, ctx);
    parse::check_diagnostics(text, &diagnostics);
    let ty = spec.implied_type();
    if is_whole && diagnostics.is_empty() {
        assert!(
            value.ty().matches(&ty),
            "{} is not of type {ty}: {text:?}",
            value.ty()
        );
    }
    match spec.decode(body, ctx) {
        Ok(strict) => {
            assert!(
                diagnostics.is_empty(),
                "strict decoding reports nothing: {text:?}"
            );
            assert_eq!(strict, value, "{text:?}");
        }
        Err(error) => assert_eq!(
            reports(error.diagnostics()),
            reports(&diagnostics),
            "{text:?}"
        ),
    }
    let (partial, rest, found) = spec.partial_decode_recoverable(body, ctx);
    parse::check_diagnostics(text, &found);
    if diagnostics.is_empty() {
        assert_eq!(reports(&found), Vec::<String>::new(), "{text:?}");
        assert_eq!(partial, value, "{text:?}");
        assert!(rest.is_empty(), "everything was decoded: {text:?}");
    }
}

/// What a schema takes of a body and what it leaves are the whole.
fn schema(text: &str, body: &Body) {
    let schema = BodySchema::new()
        .with_attribute("a")
        .with_attribute("x")
        .with_required_attribute("n");
    let schema = schema
        .with_block("b", ["name"])
        .with_block("obj", [] as [&str; 0]);
    let (content, diagnostics) = body.content_recoverable(&schema);
    parse::check_diagnostics(text, &diagnostics);
    assert_eq!(
        body.content(&schema).is_ok(),
        diagnostics.is_empty(),
        "{text:?}"
    );
    let (partial, rest, _) = body.partial_content_recoverable(&schema);
    let taken = partial.attributes().len() + partial.blocks().len();
    assert!(taken + rest.items().len() <= body.items().len(), "{text:?}");
    if diagnostics.is_empty() {
        let whole = content.attributes().len() + content.blocks().len();
        assert_eq!(whole, body.items().len(), "{text:?}");
        assert!(rest.is_empty(), "{text:?}");
    }
    let (attributes, diagnostics) = body.just_attributes_recoverable();
    parse::check_diagnostics(text, &diagnostics);
    assert_eq!(
        body.just_attributes().is_ok(),
        diagnostics.is_empty(),
        "{text:?}"
    );
    assert!(attributes.len() <= body.attributes().count(), "{text:?}");
}
