//! Reads configuration files as text, with errors that name them.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::diagnostic::{Code, Diagnostic};
use crate::error::{Category, Error, Result};
use crate::source::Source;
use crate::span::Span;

/// Reads a file of at most `max_length` bytes. Errors refer to it by `name`.
pub(crate) fn read(path: &Path, name: &str, max_length: u32) -> Result<String> {
    let bytes = File::open(path).and_then(|file| read_start(file, max_length));
    let bytes = bytes.map_err(|error| Error::reading(error, name))?;
    check_length(&bytes, Some(name), max_length)?;
    String::from_utf8(bytes).map_err(|error| {
        let valid_up_to = error.utf8_error().valid_up_to();
        invalid_utf8(error.as_bytes(), valid_up_to, Some(name))
    })
}

/// Reads at most one byte more than a source may have, so that [`check_length`] detects a source that is too long.
pub(crate) fn read_start(reader: impl Read, max_length: u32) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader
        .take(u64::from(max_length) + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Fails if a source has more than `max_length` bytes.
pub(crate) fn check_length(bytes: &[u8], name: Option<&str>, max_length: u32) -> Result<()> {
    match too_long(bytes, max_length) {
        None => Ok(()),
        Some(diagnostic) => {
            let error = Error::new(Category::Limit, diagnostic);
            Err(match name {
                Some(name) => error.with_source(&Source::new("").with_name(name)),
                None => error,
            })
        }
    }
}

/// The diagnostic for a source that has more than `max_length` bytes. `None` for any other source.
pub(crate) fn too_long(bytes: &[u8], max_length: u32) -> Option<Diagnostic> {
    if u32::try_from(bytes.len()).is_ok_and(|length| length <= max_length) {
        return None;
    }
    let detail = match max_length {
        u32::MAX => {
            "A source must be smaller than 4 GiB. Split the configuration into several files."
                .into()
        }
        _ => format!(
            "The configuration is longer than the {max_length} bytes that the application \
             accepts. Shorten it, or split it into several files."
        ),
    };
    Some(Diagnostic::of(Code::SourceTooLarge, detail))
}

/// The error of bytes that are invalid UTF-8 from `valid_up_to` on.
pub(crate) fn invalid_utf8(bytes: &[u8], valid_up_to: usize, name: Option<&str>) -> Error {
    // Up to the error, the lossy text is equal to the input; the invalid bytes become a replacement character.
    let source = Source::new(String::from_utf8_lossy(bytes));
    let source = match name {
        Some(name) => source.with_name(name),
        None => source,
    };
    let end = valid_up_to + char::REPLACEMENT_CHARACTER.len_utf8();
    let detail = format!(
        "A configuration must be UTF-8 text, but byte {valid_up_to} (counted from 0) is not valid UTF-8. Save the \
         file as UTF-8."
    );
    let diagnostic = Diagnostic::of(Code::InvalidCharacterEncoding, detail)
        .at(Span::between(valid_up_to, end))
        .with_source(source);
    Error::new(Category::Syntax, diagnostic)
}
