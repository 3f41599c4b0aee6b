//! `hcl refs`: the references between the parts of a configuration.

use std::collections::HashSet;
use std::io::Write;

use hcl::references::{Dependencies, Part};

use crate::args::RefsArgs;
use crate::decode;
use crate::input::{self, Taken};
use crate::ls::place;
use crate::naming::Naming;
use crate::session::{Result, Session, Verdict};

/// Lists the references of a configuration, its graph or its order.
pub(crate) fn run(args: &RefsArgs, session: &mut Session) -> Result<Verdict> {
    let naming = Naming::new(&args.references)?;
    let inputs = args.files.read(Taken::Both, session)?;
    let bodies = input::bodies(&inputs, session)?;
    if session.has_failed() {
        return Ok(Verdict::Clean);
    }
    let body = decode::input::merged(bodies);
    let (declared, diagnostics) = naming.declared(&body);
    if !diagnostics.is_empty() {
        session.fail(diagnostics)?;
    }
    let dependencies = declared.dependencies(&body);
    if args.order {
        for part in dependencies.order()? {
            writeln!(session.out, "{}", part.path())?;
        }
    } else if args.dot {
        write_graph(&dependencies.by_block(), &mut session.out)?;
    } else {
        for reference in dependencies.references() {
            let (part, traversal) = (reference.part().path(), reference.traversal());
            let place = place(traversal.source(), traversal.span());
            writeln!(session.out, "{part}\t{traversal}\t{place}")?;
        }
    }
    Ok(Verdict::Clean)
}

/// Writes a graph with an arrow from each part to the parts that it needs.
fn write_graph(dependencies: &Dependencies, out: &mut impl Write) -> std::io::Result<()> {
    let quoted = |part: &Part| {
        let path = part.path().to_string();
        format!("\"{}\"", path.replace('\\', "\\\\").replace('"', "\\\""))
    };
    writeln!(out, "digraph {{")?;
    for part in dependencies.parts() {
        writeln!(out, "  {};", quoted(part))?;
    }
    let mut arrows = HashSet::new();
    for reference in dependencies.references() {
        for needed in reference.needed() {
            let arrow = format!("  {} -> {};", quoted(reference.part()), quoted(needed));
            if !arrows.contains(&arrow) {
                writeln!(out, "{arrow}")?;
                arrows.insert(arrow);
            }
        }
    }
    writeln!(out, "}}")
}
