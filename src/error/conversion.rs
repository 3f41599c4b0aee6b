//! Conversions between the error type and the errors of readers and writers, and from words and diagnostics.
//!
//! Knows nothing of what was read.

use std::borrow::Cow;
use std::io;

use super::{Category, Error};
use crate::diagnostic::Diagnostic;

impl Error {
    /// The error with one diagnostic of these words and no place.
    #[cold]
    #[inline(never)]
    pub(crate) fn of(
        category: Category,
        summary: impl Into<Cow<'static, str>>,
        detail: impl Into<String>,
    ) -> Self {
        Error::new(category, Diagnostic::error(summary, detail))
    }

    /// The error of a file that cannot be read. Reports call the file by `name`.
    pub(crate) fn reading(io_error: io::Error, name: &str) -> Self {
        let detail = format!("{name}: {io_error}");
        Error::of_io("Failed to read the configuration", detail, io_error)
    }

    /// The error of a writer that failed.
    pub(crate) fn writing(io_error: io::Error) -> Self {
        let detail = io_error.to_string();
        Error::of_io("Failed to write the configuration", detail, io_error)
    }

    fn of_io(summary: &'static str, detail: String, io_error: io::Error) -> Self {
        let mut error = Error::of(Category::Io, summary, detail);
        error.inner_mut().io_error = Some(io_error);
        error
    }
}

impl From<Diagnostic> for Error {
    /// An error of [`Category::Data`]: an application's own diagnostic is about the content of a
    /// configuration.
    fn from(diagnostic: Diagnostic) -> Self {
        Error::new(Category::Data, diagnostic)
    }
}

impl From<io::Error> for Error {
    fn from(io_error: io::Error) -> Self {
        let detail = io_error.to_string();
        Error::of_io("Failed to read the configuration", detail, io_error)
    }
}

impl From<Error> for io::Error {
    /// The error of the reader itself, or an error of kind [`io::ErrorKind::InvalidData`].
    fn from(mut error: Error) -> Self {
        let io_error = error.inner_mut().io_error.take();
        io_error.unwrap_or_else(|| io::Error::new(io::ErrorKind::InvalidData, error))
    }
}
