//! `hcl json` and `hcl native`: convert from one syntax to the other.

use std::io::Write;

use hcl::json::{self, BlockForm, NativeBlocks};
use hcl::{Body, BodyPart, Diagnostic, EvalContext, ParseOptions, Syntax};

use crate::args::{JsonArgs, NativeArgs};
use crate::decode;
use crate::input::{self, Input, Taken};
use crate::session::{Failure, Result, Session, Verdict};

/// Writes a configuration in the JSON syntax. Several files are merged into one configuration.
pub(crate) fn to_json(args: &JsonArgs, session: &mut Session) -> Result<Verdict> {
    let ctx = decode::input::variables(&args.variables.vars, EvalContext::new())?;
    let inputs = args.files.read(Taken::Both, session)?;
    let mut bodies = input::bodies(&inputs, session)?;
    if session.has_failed() {
        return Ok(Verdict::Clean);
    }
    if args.evaluate {
        for (body, input) in bodies.iter_mut().zip(&inputs) {
            if input.syntax == Syntax::Json {
                let native = json::to_native(body, &NativeBlocks::by_shape())?;
                *body = renamed(&native, input, "as native syntax")?;
            }
            *body = renamed(&evaluated(body, &ctx)?, input, "evaluated")?;
        }
    }
    let body = decode::input::merged(bodies);
    let form = if args.lists {
        BlockForm::Lists
    } else {
        BlockForm::Shortest
    };
    let text = if args.evaluate {
        json::body_to_string(&body, form)?
    } else {
        json::from_native(&body, form)?
    };
    session.out.write_all(text.as_bytes())?;
    Ok(Verdict::Clean)
}

/// A body in which the values of expressions replace the expressions.
fn evaluated(body: &Body, ctx: &EvalContext) -> hcl::Result<Body> {
    let mut edit = body.edit();
    let mut wrong: Vec<Diagnostic> = Vec::new();
    for (path, part) in body.parts() {
        let BodyPart::Attribute(attribute) = part else {
            continue;
        };
        let expression = attribute.expression();
        match expression.evaluate(ctx) {
            Ok(value) => edit.set_path(body, path, value),
            Err(error) => wrong.extend(error.into_diagnostics()),
        }
    }
    hcl::Error::check(wrong)?;
    edit.finish()
}

/// The same body from a source whose name says how it differs from the file: reports then do not show places that the
/// file does not have.
fn renamed(body: &Body, input: &Input, difference: &str) -> hcl::Result<Body> {
    let name = format!("{} ({difference})", input.name);
    let options = ParseOptions::new().with_filename(name);
    options.parse(body.source().text()).into_result()
}

/// Which properties are blocks.
fn native_blocks(args: &NativeArgs) -> Result<NativeBlocks> {
    if let Some(path) = &args.spec {
        let spec = decode::spec_file(path)?;
        return Ok(NativeBlocks::from(spec.spec()));
    }
    if args.blocks.is_empty() {
        return Ok(NativeBlocks::by_shape());
    }
    let mut blocks = NativeBlocks::new();
    for block in &args.blocks {
        let (block_type, labels) = block.split_once(':').unwrap_or((block, "0"));
        let labels = labels.parse().map_err(|_| {
            Failure::Call(format!(
                "--blocks takes TYPE:LABELS, but \"{block}\" does not have this form"
            ))
        })?;
        blocks = blocks.with_block(block_type, labels);
    }
    Ok(blocks)
}

/// Writes a configuration in native syntax.
pub(crate) fn to_native(args: &NativeArgs, session: &mut Session) -> Result<Verdict> {
    let blocks = native_blocks(args)?;
    let mut inputs = args.files.read(Taken::Both, session)?;
    for input in &mut inputs {
        if input.path().is_none() {
            input.syntax = Syntax::Json;
        }
    }
    for body in input::bodies(&inputs, session)? {
        let native = json::to_native(&body, &blocks)?;
        session.out.write_all(native.source().text().as_bytes())?;
    }
    Ok(Verdict::Clean)
}
