//! Decodes a configuration whose expressions use environment variables and a function, both provided by the service. A
//! rule is kept as an expression and evaluated for each request.
//!
//! ```text
//! cargo run --example evaluate [FILE]
//! ```
//!
//! Without a file, it reads `examples/evaluate.hcl`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is a command")]

use std::collections::BTreeMap;
use std::process::ExitCode;

use hcl::function::{Function, FunctionError, Parameter, stdlib};
use hcl::{DecodeOptions, EvalContext, Expression, Type, Value};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Gateway {
    name: String,
    listen: String,
    workers: u16,
    /// `None` if the environment does not set it.
    log_file: Option<String>,
    route: BTreeMap<String, Route>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Route {
    target: String,
    /// In seconds.
    timeout: u64,
    /// Evaluated for each request, with the variable `request`.
    allow: Expression,
}

fn main() -> ExitCode {
    let default = "examples/evaluate.hcl";
    let path = std::env::args()
        .nth(1)
        .unwrap_or_else(|| default.to_owned());
    match run(&path) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(path: &str) -> hcl::Result<()> {
    let ctx = context();
    let text = std::fs::read_to_string(path)?;
    let options = DecodeOptions::new().with_filename(path).with_context(&ctx);
    let gateway: Gateway = options.from_str(&text)?;
    println!(
        "{} listens on {} with {} workers, and logs to {}",
        gateway.name,
        gateway.listen,
        gateway.workers,
        gateway.log_file.as_deref().unwrap_or("standard error"),
    );
    for (name, route) in &gateway.route {
        println!("{name} goes to {} within {} s", route.target, route.timeout);
        for (method, path) in [("GET", "/public/a"), ("POST", "/private")] {
            let request = Value::object(
                [("method", method), ("path", path)].map(|(name, text)| (name, Value::from(text))),
            );
            let request = request.unwrap_or_default();
            let ctx = EvalContext::child(&ctx).with_variable("request", request);
            let allowed = route.allow.evaluate(&ctx)?;
            println!(
                "  {method} {path}: {}",
                if allowed == true {
                    "allowed"
                } else {
                    "refused"
                }
            );
        }
    }
    Ok(())
}

/// Returns the context of expressions: `env`, the function `duration`, and the functions of the library.
fn context() -> EvalContext {
    let environment: BTreeMap<String, String> = std::env::vars().collect();
    EvalContext::new()
        .with_variable("env", Value::from(environment))
        .with_functions(stdlib::functions())
        .with_function("duration", duration())
}

/// Returns the function that converts text such as "5m" to seconds.
fn duration() -> Function {
    Function::new(Type::NUMBER, |args| {
        let text = args[0].as_str().unwrap_or_default();
        let (number, unit) =
            text.split_at(text.len() - text.chars().next_back().map_or(0, char::len_utf8));
        let seconds = match unit {
            "s" => 1,
            "m" => 60,
            "h" => 3600,
            _ => {
                return Err(FunctionError::argument(
                    0,
                    "must end in \"s\", \"m\" or \"h\"",
                ));
            }
        };
        let number = number.parse::<u32>();
        let number = number.map_err(|_| FunctionError::argument(0, "must begin with a number"))?;
        Ok(Value::from(u64::from(number) * seconds))
    })
    .with_parameter(Parameter::new("text", Type::STRING))
    .with_description("The seconds of a duration.")
}
