//! Reads configuration files as text, with errors that name them.

use std::fs;
use std::path::Path;

use crate::diagnostic::{Code, Diagnostic};
use crate::error::{Category, Error, Result};
use crate::source::Source;
use crate::span::Span;

/// Reads a file. Errors call it by `name`.
pub(crate) fn read(path: &Path, name: &str) -> Result<String> {
    let bytes = fs::read(path).map_err(|error| Error::reading(error, name))?;
    String::from_utf8(bytes).map_err(|error| {
        let valid_up_to = error.utf8_error().valid_up_to();
        invalid_utf8(error.as_bytes(), valid_up_to, Some(name))
    })
}

/// The error of bytes that are invalid UTF-8 from `valid_up_to` on.
pub(crate) fn invalid_utf8(bytes: &[u8], valid_up_to: usize, name: Option<&str>) -> Error {
    // Until the error, the lossy text is equal to the input; the invalid bytes become a replacement
    // character.
    let source = Source::new(String::from_utf8_lossy(bytes));
    let source = match name {
        Some(name) => source.with_name(name),
        None => source,
    };
    let bound = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let end = valid_up_to + char::REPLACEMENT_CHARACTER.len_utf8();
    let detail = format!(
        "A configuration is UTF-8 text, and the byte {valid_up_to} (counted from 0) is not. Save the file as UTF-8."
    );
    let diagnostic = Diagnostic::of(Code::InvalidCharacterEncoding, detail)
        .at(Span::new(bound(valid_up_to), bound(end)))
        .with_source(source);
    Error::new(Category::Syntax, diagnostic)
}
