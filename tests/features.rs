//! The library without any feature: what it does, and how it reports that a feature is needed.

use std::collections::BTreeMap;

use hcl::function::stdlib::{self, FunctionSet};
use hcl::references::{NamedBlocks, References};
use hcl::{BodySchema, EvalContext, Validation};
use serde::{Deserialize, Serialize};

#[derive(Deserialize, Serialize, PartialEq, Debug)]
struct Config {
    name: String,
    service: BTreeMap<String, Service>,
}

#[derive(Deserialize, Serialize, PartialEq, Debug)]
struct Service {
    port: u16,
}

const TEXT: &str = "name = \"shop\"\n\nservice \"web\" {\n  port = 8080\n}\n";

#[test]
fn a_configuration_is_read_checked_and_written() {
    let config: Config = hcl::from_str(TEXT).unwrap();
    assert_eq!(config.service["web"].port, 8080);
    assert_eq!(hcl::to_string(&config).unwrap(), TEXT);
    assert_eq!(hcl::format(TEXT), TEXT);

    let body = hcl::parse(TEXT).unwrap();
    let schema = BodySchema::of::<Config>();
    assert!(body.content(&schema).into_result().is_ok());
    let validation = Validation::new(&body);
    validation.error(["service", "web", "port"], "Reserved", "Choose another.");
    assert_eq!(validation.finish().unwrap_err().line(), Some(4));
}

#[test]
fn layers_and_references_need_no_feature() {
    let upper = hcl::parse("service \"web\" {\n  port = 9090\n}\n").unwrap();
    let layers = [hcl::parse(TEXT).unwrap(), upper];
    let body = hcl::Body::overlay(layers).unwrap();
    let config: Config = hcl::from_body(&body).unwrap();
    assert_eq!(config.service["web"].port, 9090);

    let body = hcl::parse("locals {\n  a = local.b + 1\n  b = 2\n}\n").unwrap();
    let references = References::new().with("local", NamedBlocks::merged("locals"));
    let scope = references.scope(&body, &EvalContext::new()).into_result();
    let scope = scope.unwrap();
    let sum = hcl::parse_expression("local.a").unwrap();
    assert_eq!(sum.evaluate(&scope).unwrap(), 3);
}

#[test]
fn the_specified_functions_are_always_there() {
    let names: Vec<_> = stdlib::functions().map(|(name, _)| name).collect();
    assert_eq!(names.len(), 15);
    let entries = stdlib::entries(FunctionSet::Specified);
    assert_eq!(entries.len(), 15);
    let ctx = EvalContext::new().with_functions(stdlib::functions());
    let value = hcl::parse_expression("jsonencode(jsondecode(\"[1, 2.5]\"))").unwrap();
    assert_eq!(value.evaluate(&ctx).unwrap(), "[1,2.5]");
}

#[cfg(not(feature = "json"))]
#[test]
fn json_is_an_error_that_names_the_feature() {
    use hcl::{Category, Code, ParseOptions, Syntax};

    let root = std::env::temp_dir().join(format!("hcl-features-{}", std::process::id()));
    std::fs::create_dir_all(&root).unwrap();
    let path = root.join("shop.json");
    std::fs::write(&path, "{}").unwrap();
    let errors = [
        hcl::from_path::<Config>(&path).unwrap_err(),
        hcl::parse_file(&path).unwrap_err(),
        ParseOptions::new()
            .with_syntax(Syntax::Json)
            .parse("{}")
            .into_result()
            .unwrap_err(),
        ParseOptions::new()
            .with_syntax(Syntax::Json)
            .parse_expression("[]")
            .unwrap_err(),
    ];
    std::fs::remove_dir_all(&root).unwrap();
    for error in errors {
        assert_eq!(error.classify(), Category::Syntax);
        assert_eq!(error.diagnostics()[0].code(), Code::JsonSyntaxNotEnabled);
        assert!(
            error.to_string().contains("the feature \"json\""),
            "{error}"
        );
    }
}
