//! Inspects a Terraform configuration without running Terraform.
//!
//! ```text
//! cargo run --features edit --example inspect [FILE [MODULE VERSION]]
//! ```
//!
//! It lists resources and module calls, and finds variables and locals that are used but not declared, or declared but
//! not used. With a module and a version, it changes that version in the text of the file: comments and layout stay.
//!
//! Nothing is evaluated: only the syntax is inspected.

#![allow(clippy::print_stdout, reason = "it is a command")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::ExitCode;

use hcl::{Attribute, Block, Body, Diagnostic, Span, TraversalStep};

/// The contents of a configuration.
pub(crate) struct Inspection {
    pub(crate) resources: Vec<String>,
    pub(crate) modules: Vec<Module>,
    /// Names that are used but not declared, and names that are declared but not used.
    pub(crate) faults: Vec<Diagnostic>,
}

/// A module call.
pub(crate) struct Module {
    pub(crate) name: String,
    pub(crate) source: String,
    pub(crate) version: Option<String>,
}

/// Returns the label of a block at an index.
fn label(block: &Block, index: usize) -> String {
    let label = block.labels().nth(index);
    label.map_or_else(String::new, |label| label.text().into_owned())
}

/// Returns the value of an attribute that is a literal string.
fn text(body: &Body, name: &str) -> hcl::Result<Option<String>> {
    let Some(attribute) = body.attribute(name) else {
        return Ok(None);
    };
    let value = attribute.expression().evaluate_literal()?;
    Ok(value.as_str().map(str::to_owned))
}

/// Inspects a configuration.
pub(crate) fn inspect(body: &Body) -> hcl::Result<Inspection> {
    let mut resources = Vec::new();
    for block in body.blocks_of_type("resource") {
        let count = match (
            block.body().attribute("for_each"),
            block.body().attribute("count"),
        ) {
            (Some(each), _) => format!(", one for each of {}", each.expression().text()),
            (None, Some(count)) => format!(", {} of them", count.expression().text()),
            (None, None) => String::new(),
        };
        resources.push(format!("{} {}{count}", label(&block, 0), label(&block, 1)));
    }
    let mut modules = Vec::new();
    for block in body.blocks_of_type("module") {
        modules.push(Module {
            name: label(&block, 0),
            source: text(&block.body(), "source")?.unwrap_or_default(),
            version: text(&block.body(), "version")?,
        });
    }
    let faults = references(body);
    Ok(Inspection {
        resources,
        modules,
        faults,
    })
}

/// The name of something that can be declared, such as `var.region`.
type Name = (&'static str, String);

/// Returns the declared names with their places.
fn declarations(body: &Body) -> BTreeMap<Name, Span> {
    let variables = body.blocks_of_type("variable");
    let variables = variables.map(|it| (("var", label(&it, 0)), it.header_span()));
    let modules = body.blocks_of_type("module");
    let modules = modules.map(|it| (("module", label(&it, 0)), it.header_span()));
    let locals = body.blocks_of_type("locals").flat_map(|block| {
        let attributes: Vec<Attribute> = block.body().attributes().collect();
        attributes
    });
    let locals = locals.map(|it| (("local", it.name().to_owned()), it.name_span()));
    variables.chain(modules).chain(locals).collect()
}

/// Compares the declared names with the used ones.
fn references(body: &Body) -> Vec<Diagnostic> {
    let declared = declarations(body);
    let mut unused = declared.clone();
    let mut faults = Vec::new();
    for traversal in body.variables() {
        let kind = ["var", "module", "local"]
            .into_iter()
            .find(|kind| *kind == traversal.root());
        let (Some(kind), Some(TraversalStep::GetAttr { name, .. })) =
            (kind, traversal.steps().first())
        else {
            continue;
        };
        let key = (kind, name.clone());
        unused.remove(&key);
        if !declared.contains_key(&key) {
            let near = declared.keys().filter(|(other, _)| *other == kind);
            let names: Vec<_> = near.map(|(_, name)| name.as_str()).collect();
            let detail = format!(
                "\"{kind}.{name}\" is not declared. Those are: {}.",
                names.join(", ")
            );
            faults.push(Diagnostic::error("Undeclared name", detail).at(&traversal));
        }
    }
    for ((kind, name), place) in unused {
        // A module may be called only for what it creates.
        if kind != "module" {
            let detail = format!("Nothing uses \"{kind}.{name}\".");
            faults.push(Diagnostic::warning("Unused name", detail).at((place, body.source())));
        }
    }
    faults.sort_by_key(|it| it.subject().map(Span::start));
    faults
}

/// Returns the text of the configuration with another version of a module.
pub(crate) fn with_version(body: &Body, module: &str, version: &str) -> hcl::Result<String> {
    let mut calls = body.blocks_of_type("module");
    let Some(call) = calls.find(|it| label(it, 0) == module) else {
        let detail = format!("There is no module \"{module}\".");
        return Err(Diagnostic::error("Unknown module", detail).into());
    };
    let mut edit = body.edit();
    edit.set_attribute(&call.body(), "version", version);
    edit.finish_text()
}

/// Describes a configuration.
pub(crate) fn describe(inspection: &Inspection) -> String {
    let mut text = String::new();
    let mut say = |line: String| writeln!(text, "{line}").unwrap_or_default();
    for resource in &inspection.resources {
        say(format!("resource {resource}"));
    }
    for module in &inspection.modules {
        let version = module.version.as_deref().unwrap_or("no version");
        say(format!(
            "module {}: {} ({version})",
            module.name, module.source
        ));
    }
    for fault in &inspection.faults {
        say(format!("\n{fault}"));
    }
    text
}

fn run(path: &str, change: Option<(&str, &str)>) -> hcl::Result<String> {
    let body = hcl::parse_file(path)?;
    match change {
        Some((module, version)) => with_version(&body, module, version),
        None => Ok(describe(&inspect(&body)?)),
    }
}

#[allow(dead_code, reason = "a test calls what it calls")]
fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        [path, module, version] => run(path, Some((module, version))),
        [path] => run(path, None),
        _ => run("examples/infrastructure.tf", None),
    };
    match result {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}
