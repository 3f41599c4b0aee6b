//! Reads files and variables.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use hcl::{Body, Diagnostic, EvalContext, ParseOptions, Source, Span, Syntax};

use super::failure::Failure;

/// A hint for a file of variables that cannot be read: the argument may not be meant as a file.
const VARS_ADVICE: &str =
    r#" --vars takes a file of variables, or a JSON object such as '{"zone": "eu"}'."#;

/// The name of standard input in reports.
pub(crate) const STDIN_NAME: &str = "<stdin>";

/// Parses a file, in the syntax that its name determines.
pub(crate) fn file(path: &Path) -> Result<Body, Failure> {
    let name = path.display().to_string();
    let text = text(std::fs::read(path), &name, "")?;
    Ok(parse(&text, &name, Syntax::of_path(path))?)
}

/// Merges all files into one body, or parses standard input if there are no files. The errors of all files are
/// reported.
pub(crate) fn body(paths: &[PathBuf]) -> Result<Body, Failure> {
    if paths.is_empty() {
        return Ok(parse(&standard_input()?, STDIN_NAME, Syntax::Native)?);
    }
    let mut bodies = Vec::new();
    let mut diagnostics = Vec::new();
    for path in paths {
        match file(path) {
            Ok(body) => bodies.push(body),
            Err(Failure::Input(found)) => diagnostics.extend(found),
            Err(failure) => return Err(failure),
        }
    }
    if !diagnostics.is_empty() {
        return Err(Failure::Input(diagnostics));
    }
    Ok(merged(bodies))
}

/// Merges bodies into one. A single body is returned unchanged.
pub(crate) fn merged(mut bodies: Vec<Body>) -> Body {
    match bodies.len() {
        1 => bodies.remove(0),
        _ => Body::merge(bodies),
    }
}

/// Adds the variables in the arguments to a context.
pub(crate) fn variables(arguments: &[String], ctx: EvalContext) -> Result<EvalContext, Failure> {
    let mut ctx = ctx;
    for argument in arguments {
        let body = if argument.trim_start().starts_with('{') {
            parse(argument, "<vars>", Syntax::Json)?
        } else {
            let text = text(std::fs::read(argument), argument, VARS_ADVICE)?;
            parse(&text, argument, Syntax::of_path(argument))?
        };
        for attribute in body.just_attributes().into_result()? {
            // In JSON, strings are not templates.
            let value = attribute
                .expression()
                .evaluate(&EvalContext::literal_only())?;
            ctx.set_variable(attribute.name(), value);
        }
    }
    Ok(ctx)
}

/// Parses the text of a file. `name` is its name in reports.
pub(crate) fn parse(text: &str, name: &str, syntax: Syntax) -> hcl::Result<Body> {
    let options = ParseOptions::new().with_filename(name).with_syntax(syntax);
    options.parse(text).into_result()
}

/// Reads standard input.
pub(crate) fn standard_input() -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let read = io::stdin().lock().read_to_end(&mut bytes);
    text(read.map(|_| bytes), STDIN_NAME, "")
}

/// The text of a file that has been read, or the error with advice.
pub(crate) fn text(
    bytes: io::Result<Vec<u8>>,
    name: &str,
    advice: &str,
) -> Result<String, Failure> {
    let bytes = bytes.map_err(|error| {
        let detail = format!("The file \"{name}\" could not be read: {error}.{advice}");
        Diagnostic::error("Failed to read file", detail)
    })?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let detail = format!("The file is not valid UTF-8 at byte {at} (counted from 0).");
        let diagnostic = Diagnostic::error("Invalid UTF-8", detail);
        // Up to the error, the lossy text is equal to the file; the invalid bytes become a replacement character.
        let source = Source::new(String::from_utf8_lossy(error.as_bytes())).with_name(name);
        let end = at + char::REPLACEMENT_CHARACTER.len_utf8();
        let diagnostic = match (u32::try_from(at), u32::try_from(end)) {
            (Ok(start), Ok(end)) => diagnostic.at(Span::new(start, end)),
            _ => diagnostic,
        };
        diagnostic.with_source(source).into()
    })
}
