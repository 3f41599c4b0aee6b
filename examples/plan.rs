//! Makes a plan from files like those of Terraform: typed variables with rules, locals, resources with `for_each`,
//! outputs, and values that are not known until the plan has been carried out.
//!
//! `cargo run --features stdlib --example plan [FOLDER [NAME=VALUE …]]` sets variables to the values. Without a folder,
//! it reads `examples/plan`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is a command")]

use std::process::ExitCode;

use hcl::function::stdlib;
use hcl::references::{NamedBlocks, References, Scope};
use hcl::{Block, Body, BodySchema, Diagnostic, EvalContext, Result, Type, Value};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments
        .next()
        .unwrap_or_else(|| "examples/plan".to_owned());
    match plan(&folder, &arguments.collect::<Vec<_>>()) {
        Ok(lines) => println!("{}", lines.join("\n")),
        Err(error) => {
            eprintln!("{error:#}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Returns the plan for the files in a folder and the given variables: a line for each resource, beginning with its
/// step, and a line for each output. The resources of one step do not wait for each other.
///
/// # Errors
///
/// If a file cannot be read or has errors.
pub(crate) fn plan(folder: &str, settings: &[String]) -> Result<Vec<String>> {
    let paths = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut paths = paths.collect::<Result<Vec<_>>>()?;
    paths.sort();
    let files = paths.iter().map(hcl::parse_file);
    let body = Body::merge(files.collect::<Result<Vec<_>>>()?);
    let mut references = language();
    for setting in settings {
        let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
        references = references.with_value(["var", name], value);
    }
    let ctx = EvalContext::new().with_functions(stdlib::terraform());
    let scope = references.scope(&body, &ctx).into_result()?;
    check_rules(&body, &scope)?;
    scope.check()?;

    let mut lines = Vec::new();
    let dependencies = references.dependencies(&body).by_block();
    for (step, layer) in dependencies.layers()?.into_iter().enumerate() {
        for part in layer {
            let block = part.item().as_block();
            if block.is_some_and(|it| it.block_type() == "resource") {
                let value = scope.value(part.path())?;
                lines.push(format!("{step}: {} = {value}", part.path()));
            }
        }
    }
    for output in body.blocks_of_type("output") {
        let name: String = output.labels().map(|it| it.text().into_owned()).collect();
        let value = output.body().evaluate_attributes(&scope).into_result()?;
        lines.push(format!("{name} = {}", value["value"]));
    }
    Ok(lines)
}

/// Declares the names that can be referred to.
fn language() -> References {
    let variables = NamedBlocks::labelled("variable", ["name"]).with_value_of("default");
    let resources = NamedBlocks::labelled("resource", ["type", "name"]);
    References::new()
        .with("var", variables.with_type_of("type"))
        .with("local", NamedBlocks::merged("locals"))
        .with_root(resources.with_value_by(resource))
}

/// Computes the value of a resource: an object or, with `for_each`, an object of objects by key.
fn resource(block: &Block, ctx: &EvalContext) -> Result<Value> {
    let schema = BodySchema::new().with_attribute("for_each");
    let (content, body) = block.body().partial_content(&schema).into_result()?;
    let instance = |ctx: &EvalContext| {
        let attributes = body.evaluate_attributes(ctx).into_result()?;
        let attributes = attributes.entries().into_iter().flatten();
        let attributes = attributes.map(|(name, value)| (name, value.clone()));
        // The provider chooses the ID, so it is not known yet.
        let id = ("id", Value::unknown(&Type::STRING));
        Ok(Value::object(attributes.chain([id]))?)
    };
    let Some(for_each) = content.attribute("for_each") else {
        return instance(ctx);
    };
    let elements = for_each.expression().evaluate(ctx)?;
    let Some(elements) = elements.entries() else {
        return Ok(Value::dynamic());
    };
    let instances = elements.map(|(key, value)| {
        let each = Value::object([("key", Value::from(key)), ("value", value.clone())])?;
        let ctx = EvalContext::child(ctx).with_variable("each", each);
        Ok((key.to_owned(), instance(&ctx)?))
    });
    Ok(Value::object(instances.collect::<Result<Vec<_>>>()?)?)
}

/// Checks the rules of variables.
fn check_rules(body: &Body, scope: &Scope) -> Result<()> {
    let names = ["condition", "error_message"].into_iter();
    let schema = names.fold(BodySchema::new(), BodySchema::with_required_attribute);
    for variable in body.blocks_of_type("variable") {
        for rule in variable.body().blocks_of_type("validation") {
            if let [condition, message] = rule.body().content(&schema).into_result()?.attributes()
                && !condition.expression().decode::<bool>(scope)?
            {
                let message: String = message.expression().decode(scope)?;
                return Err(Diagnostic::error("Invalid value for variable", message)
                    .at(condition)
                    .into());
            }
        }
    }
    Ok(())
}
