//! `hcl ls`: lists the parts of files with their addresses.

use std::io::Write;

use hcl::{BodyPart, Expression, Path, PathStep, Source, Span, Syntax};

use crate::args::LsArgs;
use crate::input::Taken;
use crate::session::{Result, Session, Verdict};

/// Lists the parts of all files.
pub(crate) fn run(args: &LsArgs, session: &mut Session) -> Result<Verdict> {
    let inputs = args.files.read(Taken::Both, session)?;
    let has_names = inputs.len() > 1;
    for input in inputs {
        let Some(body) = input.parse_or_report(session)? else {
            continue;
        };
        // The content of a JSON property may be blocks.
        let with_parts = args.parts || input.syntax == Syntax::Json;
        let parts = body.parts().into_iter();
        let parts = parts.filter(|(_, part)| with_parts || part.item().is_some());
        if args.tree {
            if has_names {
                writeln!(session.out, "{}", input.name)?;
            }
            let mut around: Vec<Span> = Vec::new();
            for (path, part) in parts {
                let span = part.span();
                while around.pop_if(|outer| outer.end() <= span.start()).is_some() {}
                write_branch(around.len(), &path, &part, &mut session.out)?;
                around.push(span);
            }
        } else {
            for (path, part) in parts {
                write_line(args, &path, &part, &mut session.out)?;
            }
        }
    }
    Ok(Verdict::Clean)
}

fn write_line(
    args: &LsArgs,
    path: &Path,
    part: &BodyPart,
    out: &mut impl Write,
) -> std::io::Result<()> {
    let kind = match (part, path.steps().last()) {
        (BodyPart::Block(_), _) => "block",
        (BodyPart::Attribute(_), _) => "attribute",
        (_, Some(PathStep::Index(_))) => "element",
        _ => "item",
    };
    let place = place(part.source(), part.span());
    write!(out, "{path}\t{kind}\t{place}")?;
    if args.values
        && let Some(expression) = part.expression()
    {
        write!(out, "\t{}", in_one_line(&expression))?;
    }
    writeln!(out)
}

/// Writes a line of the tree.
fn write_branch(
    depth: usize,
    path: &Path,
    part: &BodyPart,
    out: &mut impl Write,
) -> std::io::Result<()> {
    write!(out, "{:1$}", "", 2 * depth)?;
    if let BodyPart::Block(block) = part {
        write!(out, "{}", block.block_type())?;
        for label in block.labels() {
            write!(out, " {}", hcl::Value::from(&*label.text()))?;
        }
        return writeln!(out);
    }
    let name: Path = path.steps().last().into_iter().cloned().collect();
    let value = part.expression();
    let value = value.map_or(String::new(), |it| in_one_line(&it));
    writeln!(out, "{name} = {value}")
}

/// The file, the line and the column at which a part begins.
pub(crate) fn place(source: &Source, span: Span) -> String {
    let position = source.position(span.start());
    let name = source.name().unwrap_or_default();
    format!("{name}:{}:{}", position.line(), position.column())
}

/// A value or an expression, on one line.
pub(crate) fn in_one_line(expression: &Expression) -> String {
    if let Ok(value) = expression.evaluate_literal() {
        return value.to_string();
    }
    let lines = expression.text().lines().map(str::trim);
    lines.collect::<Vec<_>>().join(" ")
}
