//! What is wrong with a configuration, where, and what to do about it.
//!
//! The parts of a diagnostic are those of the reference implementation: a severity, a summary of a few words, a
//! detail in sentences, the subject that is at fault and the wider context around it.
//!
//! Knows nothing of trees and values: it holds strings and spans.

mod excerpt;
mod render;
mod suggest;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt;

use crate::source::{Position, Source};
use crate::span::Span;

pub use render::RenderStyle;
pub(crate) use suggest::suggest;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The configuration cannot be used as it is.
    Error,
    /// The configuration can be used, but probably does not say what was meant.
    Warning,
}

/// One thing to tell the author of a configuration.
///
/// ```
/// use hcl::{Diagnostic, Source, Span};
///
/// let diagnostic = Diagnostic::error("Unsupported argument", "\"prot\" is not expected here.")
///     .with_subject(Span::new(0, 4))
///     .with_source(Source::new("prot = 80\n").with_name("app.hcl"));
/// assert_eq!(
///     diagnostic.to_string(),
///     r#"error: Unsupported argument
///  --> app.hcl:1:1
///   |
/// 1 | prot = 80
///   | ^^^^
///   |
///   = note: "prot" is not expected here."#
/// );
/// ```
#[derive(Clone)]
pub struct Diagnostic {
    // Boxed, so that a `Result` with a diagnostic in it is not larger than its value.
    inner: Box<Inner>,
}

#[derive(Clone)]
struct Inner {
    severity: Severity,
    summary: Cow<'static, str>,
    detail: String,
    subject: Option<Span>,
    context: Option<Span>,
    source: Option<Source>,
    path: String,
}

impl Diagnostic {
    /// A diagnostic of severity [`Severity::Error`].
    ///
    /// The summary is a few words without a full stop, the detail full sentences that may be empty.
    pub fn error(summary: impl Into<Cow<'static, str>>, detail: impl Into<String>) -> Self {
        Diagnostic::new(Severity::Error, summary.into(), detail.into())
    }

    /// A diagnostic of severity [`Severity::Warning`].
    pub fn warning(summary: impl Into<Cow<'static, str>>, detail: impl Into<String>) -> Self {
        Diagnostic::new(Severity::Warning, summary.into(), detail.into())
    }

    fn new(severity: Severity, summary: Cow<'static, str>, detail: String) -> Self {
        Diagnostic {
            inner: Box::new(Inner {
                severity,
                summary,
                detail,
                subject: None,
                context: None,
                source: None,
                path: String::new(),
            }),
        }
    }

    /// Sets the part of the source that is at fault.
    #[must_use]
    pub fn with_subject(mut self, subject: Span) -> Self {
        self.inner.subject = Some(subject);
        self
    }

    /// Sets another part of the source that helps to understand, such as the block around the subject or the bracket
    /// that is not closed.
    #[must_use]
    pub fn with_context(mut self, context: Span) -> Self {
        self.inner.context = Some(context);
        self
    }

    /// Sets the source in which the spans lie.
    #[must_use]
    pub fn with_source(mut self, source: Source) -> Self {
        self.inner.source = Some(source);
        self
    }

    /// How bad it is.
    pub fn severity(&self) -> Severity {
        self.inner.severity
    }

    /// What is wrong, in a few words.
    pub fn summary(&self) -> &str {
        &self.inner.summary
    }

    /// What is wrong and what to do about it, in sentences.
    pub fn detail(&self) -> &str {
        &self.inner.detail
    }

    /// The part of the source that is at fault.
    pub fn subject(&self) -> Option<Span> {
        self.inner.subject
    }

    /// Another part of the source that helps to understand.
    pub fn context(&self) -> Option<Span> {
        self.inner.context
    }

    /// The source in which the spans lie.
    pub fn source(&self) -> Option<&Source> {
        self.inner.source.as_ref()
    }

    /// Where the subject starts, if there is one and its source is known.
    pub fn position(&self) -> Option<Position> {
        Some(self.source()?.position(self.subject()?.start()))
    }

    /// The way from the root of the decoded value to the part at fault, such as `service["web"].port`.
    pub fn path(&self) -> Option<&str> {
        Some(self.inner.path.as_str()).filter(|path| !path.is_empty())
    }

    /// Sets what is said in sentences.
    pub(crate) fn set_detail(&mut self, detail: String) {
        self.inner.detail = detail;
    }

    /// Sets the other part of the source that helps to understand.
    pub(crate) fn set_context(&mut self, context: Span) {
        self.inner.context = Some(context);
    }

    /// Sets the subject of a diagnostic that has none.
    pub(crate) fn set_missing_subject(&mut self, subject: Span) {
        self.inner.subject.get_or_insert(subject);
    }

    /// Sets the source of a diagnostic that has none.
    pub(crate) fn set_missing_source(&mut self, source: &Source) {
        self.inner.source.get_or_insert_with(|| source.clone());
    }

    /// The path as it is written, for the one who builds it from its end.
    pub(crate) fn path_mut(&mut self) -> &mut String {
        &mut self.inner.path
    }
}

impl fmt::Display for Diagnostic {
    /// Writes the report without colour, as [`Diagnostic::render`] gives it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render())
    }
}

impl fmt::Debug for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Diagnostic")
            .field("severity", &self.severity())
            .field("summary", &self.summary())
            .field("detail", &self.detail())
            .field("subject", &self.subject())
            .field("context", &self.context())
            .field("source", &self.source())
            .field("path", &self.path())
            .finish()
    }
}

impl std::error::Error for Diagnostic {}
