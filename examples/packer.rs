//! Evaluates a template like those of Packer: typed variables, locals that depend on each other, functions, and dynamic
//! blocks.
//!
//! ```text
//! cargo run --features stdlib --example packer [FILE]
//! ```
//!
//! Without a file it reads `examples/packer.pkr.hcl`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is a command")]

use std::collections::BTreeMap;
use std::process::ExitCode;

use hcl::convert::convert;
use hcl::function::stdlib;
use hcl::{Body, Error, EvalContext, Expression, ParseOptions, Result, Type, Value};

/// What a template stands for.
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
/// If the file cannot be read, or if something in it is wrong.
pub(crate) fn evaluate(path: &str) -> Result<Template> {
    let text = std::fs::read_to_string(path)?;
    let body = ParseOptions::new()
        .with_filename(path)
        .parse(&text)
        .into_result()?;
    let ctx = EvalContext::new().with_functions(stdlib::terraform());
    let ctx = ctx.with_variable("var", variables(&body)?);
    let locals = locals(&body, &ctx)?;
    let ctx = ctx.with_variable("local", locals.clone());

    let body = hcl::dynblock::expand_dynamic(&body, &ctx).into_result()?;
    let mut sources = BTreeMap::new();
    for block in body.blocks_of_type("source") {
        let labels: Vec<_> = block
            .labels()
            .map(|label| label.text().into_owned())
            .collect();
        let body = block.body();
        let nested = body.blocks().map(|it| attributes(&it.body(), &ctx));
        let nested = nested.collect::<Result<Vec<_>>>()?;
        sources.insert(labels.join("."), (attributes(&body, &ctx)?, nested));
    }
    Ok(Template { locals, sources })
}

/// The attributes of a body, whatever blocks it has.
fn attributes(body: &Body, ctx: &EvalContext) -> Result<Value> {
    let attributes = body.attributes().map(|it| {
        let value = it.expression().evaluate(ctx)?;
        Ok((it.name().to_owned(), value))
    });
    Ok(Value::object(attributes.collect::<Result<Vec<_>>>()?)?)
}

/// The variables with their defaults, each converted to its type.
fn variables(body: &Body) -> Result<Value> {
    let mut variables = Vec::new();
    for block in body.blocks_of_type("variable") {
        let body = block.body();
        let ty = body
            .attribute("type")
            .map(|it| it.expression().type_constraint());
        let ty = ty.transpose()?.unwrap_or(Type::DYNAMIC);
        let Some(default) = body.attribute("default").map(|it| it.expression()) else {
            continue;
        };
        let value = convert(&default.evaluate_literal()?, &ty);
        let value = value.map_err(|error| Error::from(error).at(&default))?;
        variables.extend(
            block
                .labels()
                .map(|label| (label.text().into_owned(), value.clone())),
        );
    }
    Ok(Value::object(variables)?)
}

/// The locals. One is evaluated when all others that it refers to are there; what is left then refers to itself.
fn locals(body: &Body, ctx: &EvalContext) -> Result<Value> {
    let blocks = body.blocks_of_type("locals").map(|block| block.body());
    let attributes = blocks.flat_map(|body| body.attributes().collect::<Vec<_>>());
    let mut waiting: Vec<_> = attributes
        .map(|it| (it.name().to_owned(), it.expression()))
        .collect();
    let mut done: BTreeMap<String, Value> = BTreeMap::new();
    while !waiting.is_empty() {
        let names: Vec<_> = waiting.iter().map(|(name, _)| name.clone()).collect();
        let is_ready = |it: &(String, Expression)| !names.iter().any(|name| refers_to(&it.1, name));
        let (ready, others): (Vec<_>, Vec<_>) = waiting.into_iter().partition(is_ready);
        let ctx = ctx
            .clone()
            .with_variable("local", Value::object(done.clone())?);
        // Nothing is ready if locals refer to each other in a circle: the first of them says so.
        let ready = if ready.is_empty() {
            &others[..1]
        } else {
            &ready[..]
        };
        for (name, expression) in ready {
            done.insert(name.clone(), expression.evaluate(&ctx)?);
        }
        waiting = others;
    }
    Ok(Value::object(done)?)
}

/// Whether an expression refers to a local.
fn refers_to(expression: &Expression, name: &str) -> bool {
    expression.variables().iter().any(|variable| {
        variable.root() == "local" && variable.to_string().starts_with(&format!("local.{name}"))
    })
}
