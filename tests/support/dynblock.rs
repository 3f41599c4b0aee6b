//! The cases of `dynamic` blocks: bodies that are expanded.
//!
//! The block `variables` of a case sets variables; `unknown` and `set` are always defined. The result has the expanded
//! body, in which each expression is replaced by its value or by the error of its evaluation, followed by the
//! diagnostics of the expansion.

use std::error::Error;
use std::fmt::Write as _;

use hcl::{Body, BodyItem, EvalContext, ParseOptions, Type, Value};

use super::case::Case;

/// Returns the result of a case.
pub(crate) fn outcome(case: &Case) -> Result<String, Box<dyn Error>> {
    let options = ParseOptions::new().with_filename("case.hcl");
    let body = options.parse(&case.source).into_result()?;
    let mut ctx = EvalContext::new()
        .with_variable("unknown", Value::dynamic())
        .with_variable(
            "set",
            Value::set(&Type::STRING, ["q", "p"].map(Value::from))?,
        )
        .with_functions(hcl::function::stdlib::functions());
    for block in body.blocks_of_type("variables") {
        for attribute in block.body().attributes() {
            let value = attribute.expression().evaluate(&ctx)?;
            ctx.set_variable(attribute.name(), value);
        }
    }
    let hcl::Diagnosed {
        value: expanded,
        diagnostics,
        ..
    } = hcl::dynblock::expand_dynamic(&body, &ctx);
    assert_eq!(
        hcl::dynblock::expand_dynamic(&body, &ctx)
            .into_result()
            .is_err(),
        !diagnostics.is_empty()
    );
    let mut text = String::new();
    write_body(&mut text, &expanded, "", &ctx)?;
    for diagnostic in diagnostics {
        writeln!(text, "\n{diagnostic}")?;
    }
    Ok(text)
}

fn write_body(
    text: &mut String,
    body: &Body,
    indent: &str,
    ctx: &EvalContext,
) -> Result<(), Box<dyn Error>> {
    for item in body.items() {
        match item {
            BodyItem::Attribute(attribute) => {
                let name = attribute.name();
                match attribute.expression().evaluate(ctx) {
                    Ok(value) => writeln!(text, "{indent}{name} = {value}")?,
                    Err(error) => writeln!(text, "{indent}{name}: {error}")?,
                }
            }
            BodyItem::Block(block) if block.block_type() == "variables" => {}
            BodyItem::Block(block) => {
                write!(text, "{indent}{}", block.block_type())?;
                for label in block.labels() {
                    write!(text, " {:?}", label.text())?;
                }
                writeln!(text, " {{")?;
                write_body(text, &block.body(), &format!("{indent}  "), ctx)?;
                writeln!(text, "{indent}}}")?;
            }
        }
    }
    Ok(())
}
