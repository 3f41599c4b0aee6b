//! Errors as diagnostics of [miette](https://docs.rs/miette), with the feature `miette`.
//!
//! A [`Report`] provides what miette's handlers show: the summary as the message, the source with its name, labels at
//! the part at fault and at its context, and the other diagnostics of the error as related diagnostics. The help has
//! the detail, the path, what needed the value, and whether there are more errors than reported.
//!
//! ```
//! fn load(text: &str) -> miette::Result<u16> {
//!     let ports: std::collections::BTreeMap<String, u16> = hcl::DecodeOptions::new()
//!         .with_filename("app.hcl")
//!         .from_str(text)
//!         .map_err(hcl::miette::Report::from)?;
//!     Ok(ports["http"])
//! }
//!
//! assert_eq!(load("http = 80\n")?, 80);
//! let report = load("http = 80800\n").unwrap_err();
//! assert_eq!(report.to_string(), "Number out of range");
//! assert!(
//!     report
//!         .help()
//!         .is_some_and(|help| help.to_string().contains("from 0 to 65535"))
//! );
//! # Ok::<(), miette::Report>(())
//! ```

use std::fmt;

use ::miette::{
    Diagnostic as MietteDiagnostic, LabeledSpan, MietteError, MietteSpanContents,
    Severity as MietteSeverity, SourceCode, SourceSpan, SpanContents,
};

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::error::Error;
use crate::source::Source;
use crate::span::Span;

/// A diagnostic for miette, with the other diagnostics of the same error.
#[derive(Clone, Debug)]
pub struct Report {
    diagnostic: Diagnostic,
    source: Option<MietteSource>,
    related: Vec<Report>,
}

/// The text of a source with its name.
#[derive(Clone, Debug)]
struct MietteSource(Source);

/// A report of the first diagnostic with severity error. All other diagnostics are related to it.
impl From<Error> for Report {
    fn from(error: Error) -> Self {
        let mut reports: Vec<Report> = error
            .into_diagnostics()
            .into_iter()
            .map(Report::from)
            .collect();
        let first = reports
            .iter()
            .position(|it| it.diagnostic.is_error())
            .unwrap_or_default();
        // An error has at least one diagnostic.
        let mut report = reports.remove(first);
        report.related = reports;
        report
    }
}

impl From<Diagnostic> for Report {
    fn from(diagnostic: Diagnostic) -> Self {
        Report {
            source: diagnostic.source().cloned().map(MietteSource),
            diagnostic,
            related: Vec::new(),
        }
    }
}

/// Writes the summary.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.diagnostic.summary())
    }
}

impl std::error::Error for Report {}

impl MietteDiagnostic for Report {
    fn severity(&self) -> Option<MietteSeverity> {
        Some(match self.diagnostic.severity() {
            Severity::Error => MietteSeverity::Error,
            Severity::Warning => MietteSeverity::Warning,
        })
    }

    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let code = self.diagnostic.code();
        (code != Code::Application).then(|| Box::new(code) as Box<dyn fmt::Display>)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let (detail, path) = (self.diagnostic.detail(), self.diagnostic.readable_path());
        let lines = [
            (!detail.is_empty()).then(|| detail.to_owned()),
            (!path.is_empty()).then(|| format!("path: {path}")),
            (self.diagnostic.needed_by()).map(|place| format!("needed by: {place}")),
            (self.diagnostic.has_more()).then(|| "There are more errors.".to_owned()),
        ];
        let lines: Vec<String> = lines.into_iter().flatten().collect();
        (!lines.is_empty()).then(|| Box::new(lines.join("\n")) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        let source = self.source.as_ref()?;
        Some(source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let place = |span: Span| (span.start() as usize, span.len() as usize);
        let subject = self.diagnostic.subject()?;
        let subject = LabeledSpan::new_primary_with_span(Some("here".to_owned()), place(subject));
        let context = self.diagnostic.context();
        let context = context.map(|context| LabeledSpan::new_with_span(None, place(context)));
        Some(Box::new(std::iter::once(subject).chain(context)))
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn MietteDiagnostic> + 'a>> {
        if self.related.is_empty() {
            return None;
        }
        let related = self.related.iter();
        Some(Box::new(
            related.map(|report| report as &dyn MietteDiagnostic),
        ))
    }
}

impl SourceCode for MietteSource {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        context_lines_before: usize,
        context_lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let text = self.0.text();
        let contents = text.read_span(span, context_lines_before, context_lines_after)?;
        let (line, column) = (contents.line(), contents.column());
        let (data, span, lines) = (contents.data(), *contents.span(), contents.line_count());
        let named = match self.0.name() {
            Some(name) => {
                MietteSpanContents::new_named(name.to_owned(), data, span, line, column, lines)
            }
            None => MietteSpanContents::new(data, span, line, column, lines),
        };
        Ok(Box::new(named))
    }
}
