//! The only error type of the crate: one or more diagnostics, or the error of a reader or writer.
//!
//! Serde creates errors without a location. The deserializer adds what it knows while it returns the error to its
//! caller: the nearest span, the steps of the path (from last to first), the source.

mod additions;
mod diagnosed;
mod facts;
mod report;

use std::convert::Infallible;
use std::fmt;
use std::io;
use std::mem;

use crate::diagnostic::{Code, Diagnostic, Title};
use crate::path::Path;
use crate::protocol::Handover;
use crate::protocol::field::Fields;
use crate::source::{Located, Position, Source};
use crate::span::Span;

pub use self::diagnosed::Diagnosed;
pub(crate) use self::facts::{Accepted, Cause, ChoiceContent, Facts, Found, Mismatch};
pub use crate::diagnostic::Category;

/// The result of a function that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The reason why a configuration could not be used.
///
/// An error consists of one or more diagnostics. `{}` displays the report of the first error, with an excerpt of the
/// source, and the number of other errors. `{:#}` displays the reports of all diagnostics, warnings included, and
/// [`Error::render`] does so in colour.
///
/// ```
/// use hcl::{Diagnostic, Error, Source, Span};
///
/// let source = Source::new("prot = 80\n");
/// let diagnostic =
///     Diagnostic::error("Unsupported argument", "\"prot\" is not expected here.");
/// let error = Error::from(diagnostic.at((Span::new(0, 4), &source)));
/// assert_eq!(
///     error.message(),
///     "Unsupported argument: \"prot\" is not expected here."
/// );
/// assert_eq!((error.line(), error.column()), (Some(1), Some(1)));
/// ```
pub struct Error {
    // Boxed, to keep `Result` small.
    inner: Box<ErrorData>,
}

struct ErrorData {
    category: Category,
    // At least one has severity error, except that an error made from a single diagnostic accepts any severity.
    diagnostics: Vec<Diagnostic>,
    io_error: Option<io::Error>,
    facts: Facts,
    note: Option<String>,
    /// A value passed to a type of this crate by means of an error.
    handover: Option<Box<dyn std::error::Error + Send + Sync>>,
    /// Whether text that may reveal a secret has been concealed.
    is_concealed: bool,
}

impl Error {
    /// The error with these diagnostics, if at least one has severity error. If one of them is an error of category
    /// [`Category::Limit`], so is the result: the other diagnostics may only be consequences of the limit.
    pub(crate) fn from_diagnostics(
        category: Category,
        diagnostics: Vec<Diagnostic>,
    ) -> Option<Self> {
        let mut errors = diagnostics.iter().filter(|it| it.is_error()).peekable();
        errors.peek()?;
        let is_limit = errors.any(|it| it.category() == Category::Limit);
        let category = if is_limit { Category::Limit } else { category };
        Some(Error::with_diagnostics(category, diagnostics))
    }

    fn with_diagnostics(category: Category, diagnostics: Vec<Diagnostic>) -> Self {
        Error {
            inner: Box::new(ErrorData {
                category,
                diagnostics,
                io_error: None,
                facts: Facts::default(),
                note: None,
                handover: None,
                is_concealed: false,
            }),
        }
    }

    /// Returns the result, or the error if one of the diagnostics has severity error.
    pub(crate) fn unless<T>(
        category: Category,
        diagnostics: Vec<Diagnostic>,
        result: T,
    ) -> Result<T> {
        match Error::from_diagnostics(category, diagnostics) {
            Some(error) => Err(error),
            None => Ok(result),
        }
    }

    /// The error with one diagnostic, whatever its severity.
    pub(crate) fn new(category: Category, mut diagnostic: Diagnostic) -> Self {
        diagnostic.set_category(category);
        Error::with_diagnostics(category, vec![diagnostic])
    }

    /// Fails with all diagnostics if one of them has severity error. The category of the error is [`Category::Limit`]
    /// if one of them is an error of this category, and otherwise [`Category::Data`]; each diagnostic keeps its own.
    ///
    /// Use it to report errors together: those of your own checks, or the [diagnostics](Error::into_diagnostics) of
    /// several errors.
    ///
    /// # Errors
    ///
    /// If one of the diagnostics has severity error.
    ///
    /// ```
    /// use hcl::{Diagnostic, Error, Spanned};
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Range {
    ///     min: Spanned<u32>,
    ///     max: Spanned<u32>,
    /// }
    ///
    /// let range: Range = hcl::from_str("min = 9\nmax = 3\n")?;
    /// let mut diagnostics = Vec::new();
    /// if range.min > range.max {
    ///     let detail = format!("\"min\" must not be greater than {}.", range.max.value());
    ///     diagnostics.push(Diagnostic::error("Empty range", detail).at(range.min.span()));
    /// }
    /// let error = Error::check(diagnostics).unwrap_err();
    /// assert_eq!(error.message(), "Empty range: \"min\" must not be greater than 3.");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn check(diagnostics: impl IntoIterator<Item = Diagnostic>) -> Result<()> {
        Error::unless(Category::Data, diagnostics.into_iter().collect(), ())
    }

    /// Adds a location and its source to each diagnostic that has none.
    ///
    /// ```
    /// use hcl::{Error, Type, convert::convert};
    ///
    /// let body = hcl::parse("port = \"http\"\n")?;
    /// let port = body.attribute("port").expect("it is set").expression();
    /// let value = port.evaluate(&hcl::EvalContext::new())?;
    /// let converted = convert(&value, &Type::NUMBER);
    /// let error = converted.map_err(|error| Error::from(error).at(&port)).unwrap_err();
    /// assert_eq!((error.line(), error.column()), (Some(1), Some(8)));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[must_use]
    pub fn at(mut self, place: impl Located) -> Self {
        for diagnostic in &mut self.inner.diagnostics {
            diagnostic.set_missing_subject(place.span());
            if let Some(source) = place.source() {
                diagnostic.set_missing_source(source);
            }
        }
        self
    }

    /// Adds a location, if it is known, to each diagnostic that has none.
    #[must_use]
    pub(crate) fn at_span(self, span: Option<Span>) -> Self {
        match span {
            Some(span) => self.at(span),
            None => self,
        }
    }

    /// The category of the error.
    pub fn classify(&self) -> Category {
        self.inner.category
    }

    /// All diagnostics; there is at least one.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.inner.diagnostics
    }

    /// Whether more errors were found than [`diagnostics`](Error::diagnostics) contains. Reports say so.
    /// [`DecodeOptions::with_max_diagnostics`](crate::DecodeOptions::with_max_diagnostics) sets the maximum.
    pub fn has_more(&self) -> bool {
        self.inner.diagnostics.iter().any(Diagnostic::has_more)
    }

    /// Converts the error to its diagnostics.
    pub fn into_diagnostics(mut self) -> Vec<Diagnostic> {
        mem::take(&mut self.inner.diagnostics)
    }

    /// The summary and detail of the first error in one line, without location, excerpt and path.
    pub fn message(&self) -> String {
        let first = self.first();
        if first.detail().is_empty() {
            first.summary().to_owned()
        } else {
            format!("{}: {}", first.summary(), first.detail())
        }
    }

    /// The part of the source that is at fault.
    pub fn span(&self) -> Option<Span> {
        self.first().subject()
    }

    /// The line where the part at fault starts, counted from 1.
    pub fn line(&self) -> Option<usize> {
        self.first().position().map(Position::line)
    }

    /// The column where the part at fault starts, counted from 1 in grapheme clusters.
    pub fn column(&self) -> Option<usize> {
        self.first().position().map(Position::column)
    }

    /// The path from the root of the decoded data to the part at fault, such as `service["web"].port`. It is empty if
    /// the error concerns the whole, or if the path is not known.
    pub fn path(&self) -> &Path {
        self.first().path()
    }

    /// The I/O error, if reading or writing failed.
    pub fn io_error(&self) -> Option<&io::Error> {
        self.inner.io_error.as_ref()
    }

    /// A note for the developer of the application: why no configuration can match the type, and which type to use
    /// instead. Messages and reports, in contrast, are written for the author of the configuration, who need not know
    /// Rust.
    ///
    /// The `Debug` form of the error shows the note after the report.
    ///
    /// ```
    /// #[derive(serde::Deserialize, Debug)]
    /// struct Config {
    ///     service: Vec<String>,
    /// }
    ///
    /// let error = hcl::from_str::<Config>("").unwrap_err();
    /// assert!(!error.to_string().contains("serde"));
    /// assert!(
    ///     error
    ///         .developer_note()
    ///         .is_some_and(|note| note.contains("#[serde(default)]"))
    /// );
    /// ```
    pub fn developer_note(&self) -> Option<&str> {
        self.inner.note.as_deref()
    }

    /// Sets the note for the developer, replacing an earlier one.
    #[must_use]
    pub(crate) fn with_note(mut self, note: &str) -> Self {
        self.inner.note = Some(note.to_owned());
        self
    }

    /// The diagnostics, for additions to them.
    pub(crate) fn diagnostics_mut(&mut self) -> &mut [Diagnostic] {
        &mut self.inner.diagnostics
    }

    /// Whether the error has neither a span nor a path yet.
    pub(crate) fn is_without_place(&self) -> bool {
        self.span().is_none() && self.path().is_empty()
    }

    /// Makes an error that passes a value to the type of this crate that requested it. If the error does not reach that
    /// type, the user sees it.
    pub(crate) fn handover<T: Send + Sync + 'static>(value: T) -> Self {
        let detail = "This crate's own deserializer passes a value to this type in an error, and something between the \
                      two has replaced that error. Decode the type without a wrapper that replaces errors.";
        let mut error = Error::of(Code::LostValue, detail);
        error.inner.handover = Some(Box::new(Handover(value)));
        error
    }

    /// Marks the diagnostics as showing no computed values.
    #[must_use]
    pub(crate) fn without_values(mut self) -> Self {
        let diagnostics = mem::take(&mut self.inner.diagnostics).into_iter();
        self.inner.diagnostics = diagnostics.map(Diagnostic::without_values).collect();
        self
    }

    /// Removes the spans and the sources, for an error about something that is not in the source.
    #[must_use]
    pub(crate) fn without_place(mut self) -> Self {
        for diagnostic in &mut self.inner.diagnostics {
            diagnostic.remove_place();
        }
        self
    }

    /// Conceals text in the diagnostics that may reveal a secret. Calls `conceal` at most once for each error.
    #[must_use]
    pub(crate) fn concealed(mut self, conceal: impl FnOnce(&mut [Diagnostic])) -> Self {
        if !mem::replace(&mut self.inner.is_concealed, true) {
            conceal(&mut self.inner.diagnostics);
        }
        self
    }

    /// Sets the source of diagnostics without one.
    #[must_use]
    pub(crate) fn with_source(mut self, source: &Source) -> Self {
        for diagnostic in &mut self.inner.diagnostics {
            diagnostic.set_missing_source(source);
        }
        self
    }

    /// The first diagnostic of severity error; warnings may precede it.
    fn first(&self) -> &Diagnostic {
        let diagnostics = &self.inner.diagnostics;
        let first = diagnostics.iter().find(|it| it.is_error());
        first.unwrap_or(&diagnostics[0])
    }
}

impl Error {
    /// The error with one diagnostic with this title and detail, without a location. Its category is that of its code.
    pub(crate) fn of(title: impl Into<Title>, detail: impl Into<String>) -> Self {
        let diagnostic = Diagnostic::of(title, detail);
        Error::new(diagnostic.code().category(), diagnostic)
    }

    /// The error for a file that cannot be read. `name` is the name of the file in reports.
    pub(crate) fn reading(io_error: io::Error, name: &str) -> Self {
        let detail = format!("{name}: {io_error}");
        Error::of_io(Code::FailedToRead, detail, io_error)
    }

    /// The error for a writer that failed.
    pub(crate) fn writing(io_error: io::Error) -> Self {
        let detail = io_error.to_string();
        Error::of_io(Code::FailedToWrite, detail, io_error)
    }

    fn of_io(code: Code, detail: String, io_error: io::Error) -> Self {
        let mut error = Error::of(code, detail);
        error.inner.io_error = Some(io_error);
        error
    }
}

impl From<Diagnostic> for Error {
    /// An error of [`Category::Data`]: an application's own diagnostic is about the content of a
    /// configuration.
    fn from(diagnostic: Diagnostic) -> Self {
        Error::with_diagnostics(Category::Data, vec![diagnostic])
    }
}

/// Never called. Methods convert their argument to a path with `TryInto`, whose error type is `Infallible` if the
/// argument already is a path.
impl From<Infallible> for Error {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

/// Makes an error of [`Category::Io`]. It does not name a file, unlike the errors of [`from_path`](crate::from_path)
/// and [`parse_file`](crate::parse_file).
impl From<io::Error> for Error {
    fn from(io_error: io::Error) -> Self {
        let detail = io_error.to_string();
        Error::of_io(Code::FailedToRead, detail, io_error)
    }
}

impl From<Error> for io::Error {
    /// The error of the reader itself, or an error of kind [`io::ErrorKind::InvalidData`].
    fn from(mut error: Error) -> Self {
        let io_error = error.inner.io_error.take();
        io_error.unwrap_or_else(|| io::Error::new(io::ErrorKind::InvalidData, error))
    }
}

impl serde::ser::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Error::of(Code::InvalidValue, message.to_string())
    }
}

impl Error {
    /// What is known of an error in data.
    pub(crate) fn facts(&self) -> &Facts {
        &self.inner.facts
    }

    pub(crate) fn facts_mut(&mut self) -> &mut Facts {
        &mut self.inner.facts
    }

    #[must_use]
    pub(crate) fn with_cause(mut self, cause: Cause) -> Self {
        self.facts_mut().cause = cause;
        self
    }

    /// Sets the fields of the struct that contains the error. Those of the outermost struct are kept, because it sets
    /// them last.
    #[must_use]
    pub(crate) fn in_struct(mut self, fields: Fields) -> Self {
        self.facts_mut().fields = Some(fields);
        self
    }

    /// Records what is accepted in place of the value found.
    #[must_use]
    pub(crate) fn with_accepted(mut self, accepted: Accepted) -> Self {
        self.facts_mut().accepted = Some(accepted);
        self
    }
}

impl std::error::Error for Error {
    /// The cause of the reader's error. The report already contains the reader's error itself.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        if let Some(handover) = &self.inner.handover {
            return Some(&**handover);
        }
        self.io_error().and_then(std::error::Error::source)
    }
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::needless_raw_string_hashes,
        reason = "expect-test writes the literals"
    )]

    use expect_test::expect;
    use serde::de::Error as _;

    use super::*;
    use crate::path::PathStep;

    #[test]
    fn an_error_is_one_pointer_and_can_be_sent() {
        fn travels<T: Send + Sync + 'static>() {}
        travels::<Error>();
        assert_eq!(size_of::<Result<()>>(), size_of::<usize>());
    }

    #[test]
    fn known_values_are_not_refined() {
        let source = Source::new("port = x\n");
        let error = Error::missing_field("host")
            .at(Span::new(7, 8))
            .at(Span::new(0, 8))
            .with_source(&source)
            .with_source(&Source::new(""));
        assert_eq!(error.span(), Some(Span::new(7, 8)));
        assert_eq!((error.line(), error.column()), (Some(1), Some(8)));
        assert_eq!(error.facts().missing_field(), Some("host"));
        assert_eq!(error.classify(), Category::Data);
    }

    #[test]
    fn the_first_report_and_how_many_more() {
        let source = Source::new("service \"web\" {\n  port = \"http\"\n}\n").with_name("app.hcl");
        let one = Error::custom("wrong")
            .at(Span::new(25, 31))
            .prepend_step(PathStep::from("port"))
            .prepend_step(PathStep::Key("web".into()))
            .prepend_step(PathStep::from("service"))
            .with_source(&source);
        expect![[r#"
            error: Invalid value
             --> app.hcl:2:10
              |
            2 |   port = "http"
              |          ^^^^^^
              |
              = note: wrong
              = path: service["web"].port"#]]
        .assert_eq(&one.to_string());
        let mut diagnostics = vec![Diagnostic::warning("Odd value", "")];
        diagnostics.extend(one.into_diagnostics());
        for more in 1..=2 {
            diagnostics.push(Diagnostic::error("Another one", ""));
            let error = Error::from_diagnostics(Category::Syntax, diagnostics.clone()).unwrap();
            assert_eq!(error.diagnostics().len(), 2 + more);
            assert_eq!(error.message(), "Invalid value: wrong");
            let last = error.to_string().lines().last().unwrap().to_owned();
            assert!(
                last.starts_with(&format!("… and {more} more error")),
                "{last}"
            );
        }
        let warnings = vec![Diagnostic::warning("Odd value", "")];
        assert!(Error::from_diagnostics(Category::Syntax, warnings).is_none());
    }

    #[test]
    fn errors_of_the_reader() {
        let error = Error::from(io::Error::new(io::ErrorKind::TimedOut, "too slow"));
        assert_eq!(error.classify(), Category::Io);
        expect![[r#"
            error: Failed to read the configuration
              too slow"#]]
        .assert_eq(&error.to_string());
        assert_eq!(error.io_error().unwrap().kind(), io::ErrorKind::TimedOut);
        assert_eq!(io::Error::from(error).kind(), io::ErrorKind::TimedOut);
        let data = io::Error::from(Error::custom("wrong"));
        assert_eq!(data.kind(), io::ErrorKind::InvalidData);
        assert!(data.get_ref().unwrap().is::<Error>());
    }

    #[test]
    fn debug_is_the_report_or_the_fields() {
        let error = Error::custom("wrong").at(Span::new(1, 2));
        expect![[r#"
            error: Invalid value
              wrong"#]]
        .assert_eq(&format!("{error:?}"));
        expect![[r#"
            Error {
                category: Data,
                diagnostics: [
                    Diagnostic {
                        severity: Error,
                        summary: "Invalid value",
                        detail: "wrong",
                        subject: Some(
                            1..2,
                        ),
                        context: None,
                        source: None,
                        path: "",
                    },
                ],
                io_error: None,
                developer_note: None,
            }"#]]
        .assert_eq(&format!("{error:#?}"));
    }
}
