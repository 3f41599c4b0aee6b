//! How the source of a case is parsed.

use hcl::{ParseOptions, Syntax};

use super::case::Form;

/// Returns options for parsing, with a file name that fits the form.
pub(crate) fn options(form: Form) -> ParseOptions {
    match form {
        Form::Json => ParseOptions::new()
            .with_filename("case.json")
            .with_syntax(Syntax::Json),
        _ => ParseOptions::new().with_filename("case.hcl"),
    }
}
