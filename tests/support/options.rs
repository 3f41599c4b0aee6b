//! How the source of a case is parsed.

use hcl::{ParseOptions, Syntax};

use super::case::Form;

/// The options of parsing, under the name of a file that the source could be.
pub(crate) fn options(form: Form) -> ParseOptions {
    match form {
        Form::Json => ParseOptions::new()
            .with_filename("case.json")
            .with_syntax(Syntax::Json),
        _ => ParseOptions::new().with_filename("case.hcl"),
    }
}
