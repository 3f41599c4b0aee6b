//! Evaluates a template like those of Packer, with typed variables, locals that depend on each other, functions, and
//! dynamic blocks.
//!
//! ```text
//! cargo run --features spec,stdlib --example packer [FILE]
//! ```
//!
//! Without a file, it reads `examples/packer.pkr.hcl`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is a command")]

use std::collections::BTreeMap;
use std::process::ExitCode;

use hcl::function::stdlib;
use hcl::references::{NamedBlocks, References};
use hcl::{Body, EvalContext, Result, Value};

/// An evaluated template.
pub(crate) struct Template {
    /// The locals, as an object.
    pub(crate) locals: Value,
    /// The sources by type and name: the attributes, and the attributes of each block in it.
    pub(crate) sources: BTreeMap<String, (Value, Vec<Value>)>,
}

fn main() -> ExitCode {
    let default = "examples/packer.pkr.hcl".to_owned();
    let path = std::env::args().nth(1).unwrap_or(default);
    match evaluate(&path) {
        Ok(template) => {
            println!("locals = {}", template.locals);
            for (name, (attributes, blocks)) in template.sources {
                println!("{name} = {attributes}");
                for block in blocks {
                    println!("  {block}");
                }
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Evaluates the template in a file.
///
/// # Errors
///
/// If the file cannot be read or has errors.
pub(crate) fn evaluate(path: &str) -> Result<Template> {
    let variables = NamedBlocks::labelled("variable", ["name"]);
    let references = References::new()
        .with(
            "var",
            variables.with_value_of("default").with_type_of("type"),
        )
        .with("local", NamedBlocks::merged("locals"))
        .with_dynamic_blocks();
    let ctx = EvalContext::new().with_functions(stdlib::terraform());
    let scope = references
        .scope(&hcl::parse_file(path)?, &ctx)
        .into_result()?;

    let mut sources = BTreeMap::new();
    for block in scope.body().blocks_of_type("source") {
        let labels: Vec<_> = block.labels().map(|it| it.text().into_owned()).collect();
        let body = block.body();
        let nested = body.blocks().map(|it| attributes(&it.body(), &scope));
        let nested = nested.collect::<Result<Vec<_>>>()?;
        sources.insert(labels.join("."), (attributes(&body, &scope)?, nested));
    }
    let locals = scope.value("local")?;
    Ok(Template { locals, sources })
}

/// Evaluates the attributes of a body and ignores its blocks.
fn attributes(body: &Body, ctx: &EvalContext) -> Result<Value> {
    let attributes = body.attributes().map(|it| {
        let value = it.expression().evaluate(ctx)?;
        Ok((it.name().to_owned(), value))
    });
    Ok(Value::object(attributes.collect::<Result<Vec<_>>>()?)?)
}
