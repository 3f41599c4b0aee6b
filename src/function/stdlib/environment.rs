//! The environment of the process.

use super::support::{eager, string, text};
use crate::function::{Function, FunctionError};
use crate::value::Type;

/// `env(name)`: the environment variable with this name; an error if it is not set.
///
/// Example: `env("PATH")`.
pub fn env() -> Function {
    eager(Type::STRING, |args| {
        let name = text(&args[0]);
        if name.is_empty() || name.contains(['=', '\0']) {
            let message = "is not the name of an environment variable";
            return Err(FunctionError::argument(0, message));
        }
        let value = std::env::var(name).map_err(|error| FunctionError::argument(0, error))?;
        Ok(value.into())
    })
    .with_parameter(string("name"))
    .never_null()
    .impure()
    .with_description("Returns the environment variable with this name.")
}
