//! Reads a file like those of Docker's Bake: variables that depend on each other, functions that the file itself
//! defines, targets that inherit from others, and a matrix that turns one target into several.
//!
//! ```text
//! cargo run --features stdlib-core --example bake [FILE]
//! ```
//!
//! Without a file, it reads `examples/bake.hcl`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is a command")]

use std::collections::BTreeMap;
use std::process::ExitCode;

use hcl::function::stdlib;
use hcl::references::{NamedBlocks, References};
use hcl::{Block, EvalContext, Result, Value};

fn main() -> ExitCode {
    let default = "examples/bake.hcl".to_owned();
    let path = std::env::args().nth(1).unwrap_or(default);
    match targets(&path) {
        Ok(targets) => {
            for (name, target) in targets {
                println!("{name} = {target}");
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the targets of a file, each with its inherited attributes.
///
/// # Errors
///
/// If the file cannot be read or has errors.
pub(crate) fn targets(path: &str) -> Result<BTreeMap<String, Value>> {
    let references = References::new()
        .with_root(NamedBlocks::labelled("variable", ["name"]).with_value_of("default"))
        .with_root_attributes()
        .with_functions("function");
    let ctx = EvalContext::new().with_functions(stdlib::reference());
    let ctx = references
        .scope(&hcl::parse_file(path)?, &ctx)
        .into_result()?;
    let body = ctx.body();

    let mut own = BTreeMap::new();
    for block in body.blocks_of_type("target") {
        for (name, target) in expanded(&block, &ctx)? {
            own.insert(name, target);
        }
    }
    let merged = own
        .keys()
        .map(|name| Ok((name.clone(), inherited(name, &own)?)));
    merged.collect()
}

/// Returns the targets of a block: one for each combination of the values of its matrix.
fn expanded(block: &Block, ctx: &EvalContext) -> Result<Vec<(String, Value)>> {
    let body = block.body();
    let label = block.labels().next();
    let label = label
        .map(|label| label.text().into_owned())
        .unwrap_or_default();
    let Some(matrix) = body.attribute("matrix") else {
        return Ok(vec![(label, body.evaluate_attributes(ctx).into_result()?)]);
    };
    let mut contexts = vec![EvalContext::child(ctx)];
    for (name, values) in matrix
        .expression()
        .evaluate(ctx)?
        .entries()
        .into_iter()
        .flatten()
    {
        let values = values.as_slice().unwrap_or_default();
        let with_each = |ctx: &EvalContext| {
            let variants = values
                .iter()
                .map(|value| ctx.clone().with_variable(name, value.clone()));
            variants.collect::<Vec<_>>()
        };
        contexts = contexts.iter().flat_map(with_each).collect();
    }
    let targets = contexts.iter().map(|ctx| {
        let target = body.evaluate_attributes(ctx).into_result()?;
        let name = target.get("name").and_then(Value::as_str).unwrap_or(&label);
        Ok((name.to_owned(), target.clone()))
    });
    targets.collect()
}

/// Returns a target with its inherited attributes. Its own attributes take precedence; the arguments are merged.
fn inherited(name: &str, targets: &BTreeMap<String, Value>) -> Result<Value> {
    let merge = stdlib::merge();
    let empty = Value::object::<&str>([])?;
    let own = targets.get(name).unwrap_or(&empty);
    let mut merged = empty.clone();
    for parent in own
        .get("inherits")
        .and_then(Value::as_slice)
        .unwrap_or_default()
    {
        let parent = inherited(parent.as_str().unwrap_or_default(), targets)?;
        merged = merge.call(&[merged, parent])?;
    }
    let args = |target: &Value| target.get("args").cloned().unwrap_or_else(|| empty.clone());
    let args = merge.call(&[args(&merged), args(own)])?;
    let args = Value::object([("args", args)])?;
    Ok(merge.call(&[merged, own.clone(), args])?)
}
