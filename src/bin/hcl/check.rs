//! `hcl check`: reports the errors in files.

use hcl::{Diagnostic, EvalContext, Severity, SpecFile};

use crate::args::CheckArgs;
use crate::decode;
use crate::input::{Input, Taken};
use crate::session::{Result, Session, Verdict};

/// Reports the errors of all files.
pub(crate) fn run(args: &CheckArgs, session: &mut Session) -> Result<Verdict> {
    let spec = args.spec.as_deref().map(decode::spec_file).transpose()?;
    let ctx = spec
        .as_ref()
        .map_or_else(EvalContext::new, SpecFile::eval_context);
    let ctx = decode::input::variables(&args.variables.vars, ctx)?;
    let mut has_errors = false;
    args.files.each(Taken::Both, session, |input, session| {
        let diagnostics = check(&input, spec.as_ref(), &ctx);
        has_errors |= diagnostics
            .iter()
            .any(|it| it.severity() == Severity::Error);
        session.report(diagnostics)
    })?;
    Ok(Verdict::issues_if(has_errors))
}

/// The diagnostics of a file.
fn check(input: &Input, spec: Option<&SpecFile>, ctx: &EvalContext) -> Vec<Diagnostic> {
    let body = match input.parse() {
        Ok(body) => body,
        Err(error) => return error.into_diagnostics(),
    };
    let diagnosed = spec.map(|spec| spec.spec().decode(&body, ctx));
    diagnosed.map_or_else(Vec::new, |it| it.diagnostics)
}
