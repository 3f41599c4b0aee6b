//! Specs and schemas decode any body, and whole and partial decoding agree.

use hcl::{Body, BodySchema, EvalContext, Spec, SpecFile};

use super::evaluate::reports;
use super::{parse, scope, source};

/// Decodes the `input` blocks of a text with its `spec` blocks, and the whole text with fixed specs.
pub fn spec(data: &[u8]) {
    let text = source::body_of(data);
    let body = hcl::ParseOptions::new().parse(&text).value;
    for block in body.blocks_of_type("spec") {
        let hcl::Diagnosed {
            value: file,
            diagnostics,
            ..
        } = SpecFile::from_body(&block.body());
        parse::check_diagnostics(&text, &diagnostics);
        assert_eq!(
            SpecFile::from_body(&block.body()).into_result().is_ok(),
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

/// Returns specs for the names in generated sources.
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

fn decode(text: &str, spec: &Spec, body: &Body, ctx: &EvalContext, is_whole: bool) {
    let hcl::Diagnosed {
        value, diagnostics, ..
    } = spec.decode(body, ctx);
    parse::check_diagnostics(text, &diagnostics);
    let ty = spec.implied_type();
    if is_whole && diagnostics.is_empty() {
        assert!(
            value.ty().matches(&ty),
            "{} is not of type {ty}: {text:?}",
            value.ty()
        );
    }
    let hcl::Diagnosed {
        value: (partial, rest),
        diagnostics: found,
        ..
    } = spec.partial_decode(body, ctx);
    parse::check_diagnostics(text, &found);
    if diagnostics.is_empty() {
        assert_eq!(reports(&found), Vec::<String>::new(), "{text:?}");
        assert_eq!(partial, value, "{text:?}");
        assert!(rest.is_empty(), "everything was decoded: {text:?}");
    }
}

/// Checks that the content and the rest have no more items than the body, and that the content has all of them if there
/// are no errors.
fn schema(text: &str, body: &Body) {
    let schema = BodySchema::new()
        .with_attribute("a")
        .with_attribute("x")
        .with_required_attribute("n");
    let schema = schema
        .with_block("b", ["name"])
        .with_block("obj", [] as [&str; 0]);
    let hcl::Diagnosed {
        value: content,
        diagnostics,
        ..
    } = body.content(&schema);
    parse::check_diagnostics(text, &diagnostics);
    let (partial, rest) = body.partial_content(&schema).value;
    let taken = partial.attributes().len() + partial.blocks().len();
    assert!(taken + rest.items().len() <= body.items().len(), "{text:?}");
    if diagnostics.is_empty() {
        let whole = content.attributes().len() + content.blocks().len();
        assert_eq!(whole, body.items().len(), "{text:?}");
        assert!(rest.is_empty(), "{text:?}");
    }
    let hcl::Diagnosed {
        value: attributes,
        diagnostics,
        ..
    } = body.just_attributes();
    parse::check_diagnostics(text, &diagnostics);
    assert!(attributes.len() <= body.attributes().count(), "{text:?}");
}
