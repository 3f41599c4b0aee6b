//! Errors of values, with the path of the part at fault.

use std::fmt;
use std::sync::Arc;

use super::text::QuotedText;
use crate::diagnostic::{Advice, Code, Diagnostic, clause};
use crate::error::{Category, Error};
use crate::path::{Path, PathStep};

/// An error in building or converting a value: a message, and the path of the part at fault.
///
/// The message is a clause without a full stop (`expected a number, but found a bool`), so that it fits into the
/// sentence of a diagnostic. [`Display`](fmt::Display) adds the path.
#[derive(Clone)]
pub struct ValueError(Arc<ValueErrorData>);

#[derive(Clone)]
struct ValueErrorData {
    path: Path,
    /// The message, without the hint.
    message: String,
    hint: Option<Advice>,
}

impl ValueError {
    /// An error about the value itself.
    pub fn new(message: impl Into<String>) -> Self {
        Self(Arc::new(ValueErrorData {
            path: Path::new(),
            message: clause(message.into()),
            hint: None,
        }))
    }

    /// Appends a hint to the message. `find` runs when the message is first read, because many errors are never shown.
    #[must_use]
    pub(crate) fn with_hint(mut self, find: impl Fn() -> String + Send + Sync + 'static) -> Self {
        Arc::make_mut(&mut self.0).hint = Some(Advice::new(find));
        self
    }

    /// The hint alone, if there is one.
    pub(crate) fn hint(&self) -> Option<&Advice> {
        self.0.hint.as_ref()
    }

    /// The error as displayed, without the hint.
    pub(crate) fn statement(&self) -> impl fmt::Display {
        Described {
            path: self.path(),
            message: &self.0.message,
        }
    }

    /// Converts an error about data: keeps the path and the first diagnostic, without its location.
    pub(crate) fn of_error(error: Error) -> Self {
        let path = error.path().clone();
        let diagnostic = error.into_diagnostics().into_iter().next();
        let message = diagnostic.map_or_else(String::new, |it| match it.detail() {
            "" => it.summary().to_owned(),
            detail => detail.to_owned(),
        });
        let steps = path.into_iter().collect::<Vec<_>>();
        let steps = steps.into_iter().rev();
        steps.fold(ValueError::new(message), ValueError::within)
    }

    /// The error seen from the enclosing value: prepends `step` to the path.
    #[must_use]
    pub fn within(mut self, step: PathStep) -> Self {
        Arc::make_mut(&mut self.0).path.prepend(step);
        self
    }

    /// The path of the part of the value at fault.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// The message: a clause without a full stop.
    pub fn message(&self) -> &str {
        match self.hint() {
            Some(hint) => hint.added_to(&self.0.message),
            None => &self.0.message,
        }
    }

    /// The message as a sentence.
    pub(crate) fn sentence(&self) -> String {
        let mut sentence = self.message().to_owned();
        if let Some(first) = sentence.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        sentence.push('.');
        sentence
    }
}

/// Compares the paths and the messages.
impl PartialEq for ValueError {
    fn eq(&self, other: &Self) -> bool {
        self.path() == other.path() && self.message() == other.message()
    }
}

impl Eq for ValueError {}

/// Writes the steps of the path in words, then the message: `attribute "port": a number is required`.
impl fmt::Display for ValueError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, message) = (self.path(), self.message());
        Described { path, message }.fmt(formatter)
    }
}

/// Displays a path in words, followed by a message.
struct Described<'a> {
    path: &'a Path,
    message: &'a str,
}

impl fmt::Display for Described<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in self.path {
            match step {
                PathStep::Attribute(name) => write!(formatter, "attribute {}: ", QuotedText(name))?,
                PathStep::Index(index) => write!(formatter, "element {index}: ")?,
                PathStep::Key(key) => write!(formatter, "element {}: ", QuotedText(key))?,
                PathStep::Element => formatter.write_str("an element: ")?,
            }
        }
        formatter.write_str(self.message)
    }
}

impl fmt::Debug for ValueError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ValueError")
            .field("path", self.path())
            .field("message", &self.message())
            .finish()
    }
}

impl std::error::Error for ValueError {}

/// Makes an error of [`Category::Data`] with the path. [`Error::at`] adds the location in a source.
impl From<ValueError> for Error {
    fn from(error: ValueError) -> Self {
        let diagnostic = Diagnostic::of(Code::InvalidValue, error.sentence());
        Error::new(Category::Data, diagnostic.with_path(error.path().clone()))
    }
}
