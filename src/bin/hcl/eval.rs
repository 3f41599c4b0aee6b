//! `hcl eval`: prints the value of an expression.

use std::io::{self, BufRead, IsTerminal as _, Write};

use hcl::function::stdlib::{self, FunctionSet};
use hcl::{EvalContext, Value};

use crate::args::{EvalArgs, Functions};
use crate::decode;
use crate::decode::json::{self, Nulls};
use crate::session::{Result, Session, Verdict};

/// Evaluates the expression, or the expressions on standard input.
pub(crate) fn run(args: &EvalArgs, session: &mut Session) -> Result<Verdict> {
    let ctx = decode::input::variables(&args.variables.vars, context(args.functions))?;
    if let Some(text) = &args.expression {
        let value = hcl::parse_expression(text)?.evaluate(&ctx)?;
        write(args, &value, session)?;
        return Ok(Verdict::Clean);
    }
    prompt(args, &ctx, session)
}

fn context(functions: Functions) -> EvalContext {
    let set = match functions {
        Functions::None => return EvalContext::new(),
        Functions::Specified => FunctionSet::Specified,
        Functions::Reference => FunctionSet::Reference,
        Functions::Terraform => FunctionSet::Terraform,
    };
    let entries = stdlib::entries(set).into_iter();
    EvalContext::new().with_functions(entries.map(|entry| (entry.name(), entry.function())))
}

fn write(args: &EvalArgs, value: &Value, session: &mut Session) -> Result<()> {
    if args.json {
        json::check(value).map_err(hcl::Error::from)?;
        json::write(value, Nulls::Keep, &mut session.out)?;
        writeln!(session.out)?;
    } else {
        writeln!(session.out, "{value}")?;
    }
    Ok(())
}

/// Evaluates line by line. An error does not end the prompt.
fn prompt(args: &EvalArgs, ctx: &EvalContext, session: &mut Session) -> Result<Verdict> {
    let is_terminal = io::stdin().is_terminal();
    let mut line = String::new();
    loop {
        if is_terminal {
            write!(session.out, "> ")?;
        }
        session.out.flush()?;
        line.clear();
        if io::stdin().lock().read_line(&mut line)? == 0 {
            return Ok(Verdict::Clean);
        }
        if line.trim().is_empty() {
            continue;
        }
        match hcl::parse_expression(line.trim()).and_then(|it| it.evaluate(ctx)) {
            Ok(value) => {
                write(args, &value, session)?;
                writeln!(session.out, "  : {}", value.ty())?;
            }
            Err(error) => session.report(error.into_diagnostics())?,
        }
    }
}
