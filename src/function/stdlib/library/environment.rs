//! The environment of the process.

use std::env::VarError;

use crate::function::stdlib::support::{eager, string, text};
use crate::function::{Function, FunctionError};
use crate::value::Type;

/// `env(name, default)`: the environment variable with this name, or the default if it is not set. Without a default,
/// a variable that is not set is an error.
///
/// No set of functions contains it: an application that lets configurations read its environment adds it by name.
///
/// Example: `env("PATH")`.
///
/// ```
/// use hcl::EvalContext;
/// use hcl::function::stdlib;
///
/// let ctx = EvalContext::new().with_function("env", stdlib::env());
/// let evaluate = |text: &str| hcl::parse_expression(text)?.evaluate(&ctx);
/// assert_eq!(evaluate(r#"env("NO_SUCH_PORT", "8080")"#)?, "8080");
/// assert!(evaluate(r#"env("NO_SUCH_PORT")"#).is_err());
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn env() -> Function {
    eager(Type::STRING, |args| {
        let name = text(&args[0]);
        if name.is_empty() || name.contains(['=', '\0']) {
            let message = "is not the name of an environment variable";
            return Err(FunctionError::argument(0, message));
        }
        match (std::env::var(name), args.get(1)) {
            (Ok(value), _) => Ok(value.into()),
            (Err(VarError::NotPresent), Some(default)) => Ok(default.clone()),
            (Err(error), _) => Err(FunctionError::argument(0, error)),
        }
    })
    .with_parameter(string("name"))
    .with_parameter(string("default").optional())
    .never_null()
    .impure()
    .with_description("Returns the environment variable with this name, or the default if it is not set and one is given.")
}
