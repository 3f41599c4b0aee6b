//! `hcl fmt`: formats files in the canonical form.

use std::io::Write;

use hcl::{Diagnostic, Syntax};

use crate::args::FmtArgs;
use crate::input::{Input, Replacements, Taken};
use crate::session::{Result, Session, Verdict};

/// Number of unchanged lines that a diff shows around a change.
const AROUND: usize = 3;

/// Formats files, or says which of them are not in the canonical form.
pub(crate) fn run(args: &FmtArgs, session: &mut Session) -> Result<Verdict> {
    let mut replacements = Replacements::default();
    let mut changed = Vec::new();
    let shows = args.check || args.diff;
    args.files.each(Taken::Native, session, |input, session| {
        let diagnostics = match input.syntax {
            Syntax::Json => vec![unsupported(&input)],
            _ => input
                .parse()
                .err()
                .map_or_else(Vec::new, hcl::Error::into_diagnostics),
        };
        if !diagnostics.is_empty() {
            return session.fail(diagnostics);
        }
        let formatted = hcl::format(&input.text);
        let is_changed = formatted != input.text;
        match input.path() {
            None if !shows => session.out.write_all(formatted.as_bytes())?,
            Some(path) if !shows && is_changed => replacements.write(path, &formatted)?,
            _ => {}
        }
        if args.diff && is_changed {
            write_diff(&input, &formatted, &mut session.out)?;
        }
        if is_changed && (args.check || input.path().is_some()) {
            changed.push(input.name);
        }
        Ok(())
    })?;
    if !shows && session.has_failed() {
        return Ok(Verdict::Clean);
    }
    replacements.finish()?;
    if !args.diff {
        for name in &changed {
            writeln!(session.out, "{name}")?;
        }
    }
    Ok(Verdict::issues_if(args.check && !changed.is_empty()))
}

fn unsupported(input: &Input) -> Diagnostic {
    let detail = format!(
        "\"{}\" is in JSON syntax, which has no canonical form here.",
        input.name
    );
    Diagnostic::error("Unsupported syntax", detail)
}

/// Writes the changes as a diff. Formatting neither joins nor breaks lines, so lines are compared in pairs.
fn write_diff(input: &Input, formatted: &str, out: &mut impl Write) -> std::io::Result<()> {
    let lines = input.text.split_inclusive('\n');
    let lines: Vec<(&str, &str)> = lines.zip(formatted.split_inclusive('\n')).collect();
    let differs = |index: usize| lines[index].0 != lines[index].1;
    writeln!(out, "--- {0}\n+++ {0}", input.name)?;
    let mut at = 0;
    while let Some(first) = (at..lines.len()).find(|it| differs(*it)) {
        let mut last = first;
        while let Some(next) =
            (last + 1..lines.len().min(last + 2 * AROUND + 2)).find(|it| differs(*it))
        {
            last = next;
        }
        let (start, end) = (
            first.saturating_sub(AROUND),
            lines.len().min(last + AROUND + 1),
        );
        writeln!(out, "@@ -{0},{1} +{0},{1} @@", start + 1, end - start)?;
        let mut index = start;
        while index < end {
            let run = (index..end).take_while(|it| differs(*it)).count();
            for (old, _) in &lines[index..index + run] {
                write_line('-', old, out)?;
            }
            for (_, new) in &lines[index..index + run] {
                write_line('+', new, out)?;
            }
            index += run;
            if let Some((line, _)) = lines.get(index).filter(|_| index < end) {
                write_line(' ', line, out)?;
                index += 1;
            }
        }
        at = end;
    }
    Ok(())
}

fn write_line(mark: char, line: &str, out: &mut impl Write) -> std::io::Result<()> {
    write!(out, "{mark}{line}")?;
    if !line.ends_with('\n') {
        out.write_all(b"\n\\ No newline at end of file\n")?;
    }
    Ok(())
}
