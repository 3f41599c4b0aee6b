//! `hcl get`: prints the parts at addresses.

use std::path::PathBuf;

use hcl::{Body, BodyPart, EvalContext, Expression};
use std::io::Write;

use crate::args::{Files, GetArgs};
use crate::decode;
use crate::decode::json::{self, Nulls};
use crate::input::{self, Taken};
use crate::pattern::Pattern;
use crate::session::{Result, Session, Verdict};

/// Prints the parts at the addresses in all files.
pub(crate) fn run(args: &GetArgs, session: &mut Session) -> Result<Verdict> {
    let (addresses, paths) = match args.addresses.as_slice() {
        [] => args.words.split_at(1),
        addresses => (addresses, args.words.as_slice()),
    };
    let patterns: Vec<Pattern> = addresses
        .iter()
        .map(|it| Pattern::parse(it))
        .collect::<Result<_>>()?;
    let files = Files {
        paths: paths.iter().map(PathBuf::from).collect(),
        recursive: args.recursive,
    };
    let ctx = decode::input::variables(&args.variables.vars, EvalContext::new())?;
    let inputs = files.read(Taken::Both, session)?;
    let bodies = input::bodies(&inputs, session)?;
    let mut is_missing = false;
    for pattern in &patterns {
        let mut found = false;
        let mut errors = Vec::new();
        for body in &bodies {
            match pattern.find(body) {
                Ok(parts) => {
                    for (path, part) in parts {
                        if let Some(text) = text(args, body, &part, &ctx)? {
                            found = true;
                            if args.with_address {
                                write!(session.out, "{path}\t")?;
                            }
                            writeln!(session.out, "{text}")?;
                        }
                    }
                }
                Err(error) => errors.push(error),
            }
        }
        if !found {
            is_missing = true;
            for error in errors {
                session.report(error.into_diagnostics())?;
            }
        }
    }
    Ok(Verdict::issues_if(is_missing))
}

/// The text to print for a part; `None` if the part has no labels or no comment, and these are requested.
fn text(args: &GetArgs, body: &Body, part: &BodyPart, ctx: &EvalContext) -> Result<Option<String>> {
    if args.labels {
        let labels = labels(part);
        return Ok((!labels.is_empty()).then(|| labels.join("\n")));
    }
    if args.comment {
        let comment = part.item().map(|item| body.edit().comment(&item));
        return Ok(comment.filter(|it| !it.is_empty()));
    }
    if args.value
        && let Some(expression) = part.expression()
    {
        let value = expression.evaluate(ctx)?;
        return Ok(Some(
            value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned),
        ));
    }
    if args.json {
        return in_json(part, ctx).map(Some);
    }
    Ok(Some(match part.expression() {
        Some(expression) => expression.text().to_owned(),
        None => part.source().text()[part.span().range()].to_owned(),
    }))
}

/// A part as JSON: the value of an expression, or the body of a block.
fn in_json(part: &BodyPart, ctx: &EvalContext) -> Result<String> {
    if let Some(expression) = part.expression() {
        return expression_in_json(&expression, ctx);
    }
    Ok(match part {
        BodyPart::Body(body) => hcl::json::to_string(body)?,
        BodyPart::Block(block) => hcl::json::to_string(&block.body())?,
        part => serde_json::Value::from(labels(part)).to_string(),
    })
}

/// The labels of a block, or the labels that the part itself consists of.
fn labels(part: &BodyPart) -> Vec<String> {
    let (block, indices) = match part {
        BodyPart::Block(block) => (block, 0..usize::MAX),
        BodyPart::Labels { block, indices, .. } => (block, indices.clone()),
        _ => return Vec::new(),
    };
    let labels = block.labels().take(indices.end).skip(indices.start);
    labels.map(|it| it.text().into_owned()).collect()
}

fn expression_in_json(expression: &Expression, ctx: &EvalContext) -> Result<String> {
    if let Ok(value) = expression.evaluate(ctx)
        && json::check(&value).is_ok()
    {
        let mut text = Vec::new();
        json::write(&value, Nulls::Keep, &mut text)?;
        return Ok(String::from_utf8_lossy(&text).into_owned());
    }
    // An expression that cannot be evaluated is written as a property, where it becomes a template. Its own text may be
    // a JSON string; a body is built from native syntax.
    let text = Body::builder()
        .expression("value", &expression.to_string())
        .finish()?;
    let text = hcl::json::to_string(&text)?;
    let inner = text
        .strip_prefix("{\"value\":")
        .and_then(|it| it.strip_suffix('}'));
    Ok(inner.unwrap_or(&text).to_owned())
}
