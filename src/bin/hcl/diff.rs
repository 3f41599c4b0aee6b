//! `hcl diff`: how two files differ in meaning.

use std::collections::{HashMap, HashSet};
use std::io::Write;

use hcl::json::{self, NativeBlocks};
use hcl::{Body, BodyPart, Expression, ExpressionKind, ObjectItem, Path, PathStep, Syntax};

use crate::args::DiffArgs;
use crate::input::Input;
use crate::ls::in_one_line;
use crate::session::{Result, Session, Verdict};

/// Prints the parts that the second file lacks, adds, or sets to another value.
pub(crate) fn run(args: &DiffArgs, session: &mut Session) -> Result<Verdict> {
    let (old, new) = (parts(&args.old)?, parts(&args.new)?);
    let (old_by_path, new_by_path) = (by_path(&old), by_path(&new));
    let mut differs = false;
    let mut done: Vec<&Path> = Vec::new();
    for (path, part) in &old {
        if done.last().is_some_and(|outer| is_below(path, outer)) {
            continue;
        }
        let other = new_by_path.get(path).copied();
        let is_same_kind = other.is_some_and(|other| has_parts_of_same_kind(part, other));
        let out = &mut session.out;
        match other {
            None => writeln!(out, "- {}", shown(path, part))?,
            Some(other)
                if part.expression() == other.expression() && is_block(part) == is_block(other) =>
            {
                if !is_block(part) {
                    done.push(path);
                }
                continue;
            }
            Some(_) if is_same_kind => continue,
            Some(other) if have_one_meaning(part, other) => {
                done.push(path);
                continue;
            }
            Some(other) => {
                let new = other
                    .expression()
                    .map_or("a block".to_owned(), |it| in_one_line(&it));
                writeln!(out, "~ {} -> {new}", shown(path, part))?;
            }
        }
        differs = true;
        done.push(path);
    }
    let changed: HashSet<&[PathStep]> = done.iter().map(|it| it.steps()).collect();
    for (path, part) in &new {
        let steps = path.steps();
        let is_done = (1..=steps.len()).any(|count| changed.contains(&steps[..count]));
        if is_done || old_by_path.contains_key(path) {
            continue;
        }
        if done.last().is_some_and(|outer| is_below(path, outer)) {
            continue;
        }
        writeln!(session.out, "+ {}", shown(path, part))?;
        differs = true;
        done.push(path);
    }
    Ok(Verdict::issues_if(differs))
}

/// The parts of a file. JSON is compared after conversion to native syntax, as by `hcl native`.
fn parts(path: &std::path::Path) -> Result<Vec<(Path, BodyPart)>> {
    let is_stdin = path.as_os_str() == "-";
    let input = Input::read((!is_stdin).then(|| path.to_owned()))?;
    let mut body: Body = input.parse()?;
    if input.syntax == Syntax::Json {
        body = json::to_native(&body, &NativeBlocks::by_shape())?;
    }
    Ok(body.parts())
}

fn by_path(parts: &[(Path, BodyPart)]) -> HashMap<&Path, &BodyPart> {
    parts.iter().map(|(path, part)| (path, part)).collect()
}

fn is_block(part: &BodyPart) -> bool {
    matches!(part, BodyPart::Block(_))
}

fn is_below(path: &Path, outer: &Path) -> bool {
    path.steps().len() > outer.steps().len() && path.steps().starts_with(outer.steps())
}

/// Whether both are expressions with the same value, or differ only by the parentheses around them.
fn have_one_meaning(one: &BodyPart, other: &BodyPart) -> bool {
    let (Some(one), Some(other)) = (one.expression(), other.expression()) else {
        return false;
    };
    match (one.evaluate_literal(), other.evaluate_literal()) {
        (Ok(one), Ok(other)) => one == other,
        _ => without_parentheses(one) == without_parentheses(other),
    }
}

fn without_parentheses(mut expression: Expression) -> Expression {
    while let ExpressionKind::Parentheses(inner) = expression.kind() {
        expression = inner;
    }
    expression
}

/// Whether both are objects or both are tuples that are not empty, so that the difference is reported for their parts.
/// False for objects with an item that has no address, because that item would be missing from the report.
fn has_parts_of_same_kind(one: &BodyPart, other: &BodyPart) -> bool {
    let kinds = (
        one.expression().map(|it| it.kind()),
        other.expression().map(|it| it.kind()),
    );
    match kinds {
        (Some(ExpressionKind::Object(one)), Some(ExpressionKind::Object(other))) => {
            let has_address = |item: &ObjectItem| item.static_key().is_some();
            !one.is_empty() && !other.is_empty() && one.iter().chain(&other).all(has_address)
        }
        (Some(ExpressionKind::Tuple(one)), Some(ExpressionKind::Tuple(other))) => {
            !one.is_empty() && !other.is_empty()
        }
        _ => false,
    }
}

fn shown(path: &Path, part: &BodyPart) -> String {
    match part.expression() {
        Some(expression) => format!("{path} = {}", in_one_line(&expression)),
        None => path.to_string(),
    }
}
