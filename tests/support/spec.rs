//! The cases of specs: inputs decoded by a spec file.
//!
//! The block `spec` of a case is the spec file. Each block `input "name.hcl"` is a file that is decoded with it and
//! with the variables that the block `variables` sets. The result has the type that the spec implies and, for each
//! input, the variables that it refers to, its value and type, and the diagnostics. A partial decoding must return the
//! same value and, together with the rest, the same number of diagnostics.

use std::error::Error;
use std::fmt::Write as _;

use hcl::{Block, Body, BodySchema, EvalContext, ParseOptions, SpecFile};

use super::case::Case;
use super::schema::write_reports;

/// Returns the result of a case.
pub(crate) fn outcome(case: &Case) -> Result<String, Box<dyn Error>> {
    let parts = hcl::parse(&case.source)?;
    let mut text = String::new();
    let spec = parts.blocks_of_type("spec").next().ok_or("no spec")?;
    let spec = file(&spec, "spec.hcldec")?;
    let hcl::Diagnosed {
        value: file,
        diagnostics,
        ..
    } = SpecFile::from_body(&spec);
    write_reports(&mut text, &diagnostics)?;
    if !diagnostics.is_empty() {
        return Ok(text);
    }
    writeln!(text, "implied type: {}", file.spec().implied_type())?;
    let mut ctx = file.eval_context();
    for block in parts.blocks_of_type("variables") {
        for attribute in block.body().attributes() {
            let value = attribute.expression().evaluate(&EvalContext::new())?;
            ctx.set_variable(attribute.name(), value);
        }
    }
    for input in parts.blocks_of_type("input") {
        decode(&mut text, (&file, &ctx), &input)?;
    }
    Ok(text)
}

fn decode(
    text: &mut String,
    (file, ctx): (&SpecFile, &EvalContext),
    input: &Block,
) -> Result<(), Box<dyn Error>> {
    let name = input.labels().next().ok_or("an input has a name")?;
    let body = self::file(input, &name.text())?;
    let spec = file.spec();
    writeln!(text, "\n{}", name.text())?;
    for variable in spec.variables(&body) {
        writeln!(text, "refers to {}", variable.root())?;
    }
    let hcl::Diagnosed {
        value, diagnostics, ..
    } = spec.decode(&body, ctx);
    writeln!(text, "{value}    # {}", value.ty())?;
    write_reports(text, &diagnostics)?;
    let hcl::Diagnosed {
        value: (partial, rest),
        diagnostics: found,
        ..
    } = spec.partial_decode(&body, ctx);
    assert_eq!(partial, value);
    let unread = rest.content(&BodySchema::new()).diagnostics.len();
    assert_eq!(found.len() + unread, diagnostics.len());
    Ok(())
}

/// Parses the content of a block as a separate file.
fn file(block: &Block, name: &str) -> Result<Body, hcl::Error> {
    let text = &block.source().text()[block.body().span().range()];
    // The line of the opening brace is not part of the file.
    let text = text.strip_prefix('\n').unwrap_or(text);
    let options = ParseOptions::new().with_filename(name);
    options.parse(text).into_result()
}
