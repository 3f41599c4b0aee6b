//! Parts of a configuration that refer to each other.

mod declarations;
mod dependencies;
mod evaluation;
mod limits;
mod projects;
#[path = "../support/random.rs"]
mod random;
mod reports;
mod secrets;
mod substitution;

use hcl::references::{NamedBlocks, References, Scope};
use hcl::{Body, EvalContext, Value};

/// Names like those of Terraform.
fn references() -> References {
    References::new()
        .with("local", NamedBlocks::merged("locals"))
        .with(
            "var",
            NamedBlocks::labelled("variable", ["name"])
                .with_value_of("default")
                .with_type_of("type"),
        )
        .with(
            "service",
            NamedBlocks::labelled("service", ["name"])
                .with_blocks(NamedBlocks::listed("listener"))
                .with_blocks(NamedBlocks::single("check")),
        )
        .with_root(NamedBlocks::labelled("resource", ["type", "name"]))
}

/// Returns the scope of a text.
#[track_caller]
fn scope_of(text: &str) -> Scope {
    scope_in(text, &EvalContext::new())
}

/// Returns the scope of a text in a context.
#[track_caller]
fn scope_in(text: &str, ctx: &EvalContext) -> Scope {
    let body = parse(text);
    references()
        .scope(&body, ctx)
        .into_result()
        .expect("the names are right")
}

/// Returns the body of a text.
#[track_caller]
fn parse(text: &str) -> Body {
    hcl::ParseOptions::new()
        .with_filename("main.hcl")
        .parse(text)
        .into_result()
        .expect("the text is right")
}

/// Returns the value of an expression.
#[track_caller]
fn evaluate(text: &str, ctx: &EvalContext) -> hcl::Result<Value> {
    hcl::parse_expression(text)?.evaluate(ctx)
}

/// Appends to a text.
fn add(text: &mut String, more: std::fmt::Arguments<'_>) {
    std::fmt::Write::write_fmt(text, more).expect("a string takes text");
}

/// Checks the values of expressions in a scope.
#[track_caller]
fn check(ctx: &EvalContext, expected: &[(&str, &str)]) {
    for (text, expected) in expected {
        match evaluate(text, ctx) {
            Ok(value) => assert_eq!(value.to_string(), *expected, "{text}"),
            Err(error) => panic!("{text}: {error:#}"),
        }
    }
}
