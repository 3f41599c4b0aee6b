//! `hcl eval`: prints the value of an expression.

use std::io::{self, BufRead, IsTerminal as _, Write};

use hcl::function::stdlib::{self, FunctionSet};
use hcl::{Diagnostic, EvalContext, Value};

use crate::args::{EvalArgs, Functions};
use crate::decode;
use crate::decode::json::{self, Nulls};
use crate::session::{Failure, Result, Session, Verdict};

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
        json::check(value)?;
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
    loop {
        if is_terminal {
            write!(session.out, "> ")?;
        }
        session.out.flush()?;
        let mut line = Vec::new();
        match io::stdin().lock().read_until(b'\n', &mut line) {
            Ok(0) => return Ok(Verdict::Clean),
            Ok(_) => {}
            Err(error) => {
                let detail = format!("The standard input could not be read: {error}.");
                return Err(Diagnostic::error("Failed to read input", detail).into());
            }
        }
        match text(line).and_then(|it| answer(args, it.trim(), ctx, session)) {
            Err(Failure::Input(diagnostics)) => session.report(diagnostics)?,
            result => result?,
        }
    }
}

fn text(line: Vec<u8>) -> Result<String> {
    String::from_utf8(line).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let detail = format!("The line is not valid UTF-8 at byte {at} (counted from 0).");
        Diagnostic::error("Invalid UTF-8", detail).into()
    })
}

/// Prints the value of an expression with its type.
fn answer(args: &EvalArgs, text: &str, ctx: &EvalContext, session: &mut Session) -> Result<()> {
    if text.is_empty() {
        return Ok(());
    }
    let value = hcl::parse_expression(text)?.evaluate(ctx)?;
    write(args, &value, session)?;
    writeln!(session.out, "  : {}", value.ty())?;
    Ok(())
}
