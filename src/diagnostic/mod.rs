//! Diagnostics: what is wrong with a configuration, where, and what to do about it.
//!
//! A diagnostic has the same parts as in the reference implementation: a severity, a summary of a few words, a detail
//! in sentences, the subject at fault and the wider context around it.

mod advice;
mod code;
mod data;
mod limited;
mod render;
mod suggestion;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::path::{Path, PathStep};
use crate::protocol::field::PrivateField;
use crate::quote::quote;
use crate::source::{Located, Position, Source};
use crate::span::Span;

pub(crate) use advice::{Advice, Advised, did_you_mean, expected_names, is_misspelling, suggest};
pub(crate) use code::Title;
pub use code::{Category, Code};
pub(crate) use limited::{Diagnostics, UniqueDiagnostics, limited};
pub(crate) use suggestion::Correction;
pub use suggestion::Suggestion;

/// Removes the full stop at the end of a message, to use it as the last clause of a sentence. Messages from functions
/// of the application may have one.
pub(crate) fn clause(mut message: String) -> String {
    if message.ends_with('.') && !message.ends_with("..") {
        message.pop();
    }
    message
}

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// The configuration cannot be used as it is.
    Error,
    /// The configuration can be used, but probably does not mean what its author intended.
    Warning,
}

impl Severity {
    /// The first word of a report: `error` or `warning`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The style of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum RenderStyle {
    /// Plain text.
    #[default]
    Plain,
    /// Text with ANSI escape sequences for colours.
    Ansi,
}

/// A message to the author of a configuration.
///
/// ```
/// use hcl::{Diagnostic, Source, Span};
///
/// let source = Source::new("prot = 80\n").with_name("app.hcl");
/// let diagnostic =
///     Diagnostic::error("Unsupported argument", "\"prot\" is not expected here.")
///         .at((Span::new(0, 4), &source));
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
    // Shared, so that a `Result` with a diagnostic is small and clones are cheap.
    inner: Arc<DiagnosticData>,
}

#[derive(Clone)]
struct DiagnosticData {
    severity: Severity,
    code: Code,
    category: Category,
    summary: Cow<'static, str>,
    detail: String,
    remedy: Remedy,
    subject: Option<Span>,
    context: Option<Span>,
    source: Option<Source>,
    path: Path,
    /// The parts of the message that may show computed values.
    values: ShownValues,
    /// A sentence about what is expected, without computed values.
    expectation: Option<String>,
    /// Whether it is about the target of a reference in an expression, and not about the expression itself.
    is_of_reference: bool,
    requester: Requester,
    /// Whether more diagnostics were found than kept.
    has_more: bool,
}

/// What to do about the error, besides the detail.
#[derive(Clone)]
enum Remedy {
    None,
    /// The detail describes it.
    Correction(Correction),
    /// Appended to the detail.
    Advice(Advice),
}

/// The parts of a diagnostic that may show computed values. All other text is from the source or the application.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ShownValues {
    Anywhere,
    /// Only in the advice.
    InAdvice,
    Nowhere,
}

/// The part of the source that refers to the part at fault.
#[derive(Clone)]
enum Requester {
    NotKnown,
    /// Named in the detail.
    InDetail,
    By(NamedPlace),
}

/// A location with a name.
#[derive(Clone)]
struct NamedPlace {
    /// The name of the item at this location, if it has one.
    name: Option<String>,
    span: Span,
    source: Option<Source>,
}

impl Diagnostic {
    /// Creates a diagnostic with severity [`Severity::Error`].
    ///
    /// The summary is a few words without a full stop. The detail consists of full sentences, and can be empty.
    pub fn error(summary: impl Into<Cow<'static, str>>, detail: impl Into<String>) -> Self {
        Diagnostic::new(
            Severity::Error,
            Code::Application.titled(summary),
            detail.into(),
        )
    }

    /// Creates a diagnostic with severity [`Severity::Warning`].
    pub fn warning(summary: impl Into<Cow<'static, str>>, detail: impl Into<String>) -> Self {
        Diagnostic::new(
            Severity::Warning,
            Code::Application.titled(summary),
            detail.into(),
        )
    }

    /// A diagnostic of severity [`Severity::Error`] with a code, and with the usual summary of the code or a specific
    /// one.
    pub(crate) fn of(title: impl Into<Title>, detail: impl Into<String>) -> Self {
        Diagnostic::new(Severity::Error, title.into(), detail.into())
    }

    // Not inlined: it would enlarge the stack frames of the evaluation functions that create errors, which are
    // recursive.
    #[inline(never)]
    fn new(severity: Severity, title: Title, detail: String) -> Self {
        let Title { code, summary } = title;
        Diagnostic {
            inner: Arc::new(DiagnosticData {
                severity,
                code,
                category: code.category(),
                summary,
                detail,
                remedy: Remedy::None,
                subject: None,
                context: None,
                source: None,
                path: Path::new(),
                values: ShownValues::Anywhere,
                expectation: None,
                is_of_reference: false,
                requester: Requester::NotKnown,
                has_more: false,
            }),
        }
    }

    /// Sets the part of the source at fault, and the source if the argument contains it.
    ///
    /// ```
    /// use hcl::Diagnostic;
    ///
    /// let options = hcl::ParseOptions::new().with_filename("app.hcl");
    /// let body = options.parse("port = 80\n").into_result()?;
    /// let port = body.attribute("port").expect("it is set").expression();
    /// let detail = "Ports below 1024 are for root.";
    /// let diagnostic = Diagnostic::error("Privileged port", detail).at(&port);
    /// assert!(diagnostic.to_string().contains("app.hcl:1:8"));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[must_use]
    pub fn at(mut self, place: impl Located) -> Self {
        self.inner_mut().subject = Some(place.span());
        if let Some(source) = place.source() {
            self.inner_mut().source = Some(source.clone());
        }
        self
    }

    /// Sets the path from the root of the decoded data to the part at fault.
    #[must_use]
    pub fn with_path(mut self, path: Path) -> Self {
        self.set_path(path);
        self
    }

    /// Sets another part of the source that helps to understand the error, such as the enclosing block or the bracket
    /// that is not closed.
    #[must_use]
    pub fn with_context(mut self, context: Span) -> Self {
        self.inner_mut().context = Some(context);
        self
    }

    /// Sets the source of the spans.
    #[must_use]
    pub fn with_source(mut self, source: Source) -> Self {
        self.inner_mut().source = Some(source);
        self
    }

    /// The severity of the diagnostic.
    pub fn severity(&self) -> Severity {
        self.inner.severity
    }

    /// The code, which tells programs what is wrong. An application's own diagnostics have [`Code::Application`].
    pub fn code(&self) -> Code {
        self.inner.code
    }

    /// The category of the diagnostic.
    pub fn category(&self) -> Category {
        self.inner.category
    }

    pub(crate) fn is_error(&self) -> bool {
        self.severity() == Severity::Error
    }

    /// Sets the code, with its usual summary.
    pub(crate) fn set_code(&mut self, code: Code) {
        let inner = self.inner_mut();
        (inner.code, inner.summary) = (code, Cow::Borrowed(code.summary()));
    }

    pub(crate) fn set_category(&mut self, category: Category) {
        if self.inner.category != category {
            self.inner_mut().category = category;
        }
    }

    /// The summary: what is wrong, in a few words.
    pub fn summary(&self) -> &str {
        &self.inner.summary
    }

    /// The detail: what is wrong and what to do about it, in sentences.
    pub fn detail(&self) -> &str {
        match &self.inner.remedy {
            Remedy::Advice(advice) => advice.added_to(&self.inner.detail),
            Remedy::None | Remedy::Correction(_) => &self.inner.detail,
        }
    }

    /// The detail without the advice, which is computed on demand.
    pub(crate) fn statement(&self) -> &str {
        &self.inner.detail
    }

    /// The error for an argument of a body that is set twice. `place` is the place of the first one, after a space; it
    /// is empty if an excerpt shows that place.
    pub(crate) fn argument_redefined(name: &str, place: &str) -> Self {
        let detail = format!(
            "The argument {} is already set{place}. Each argument may be set only once: remove one of the two.",
            quote(name)
        );
        Diagnostic::of(Code::AttributeRedefined, detail)
    }

    /// The error for two properties of a JSON object with the same name.
    pub(crate) fn duplicate_attribute(name: &str, second: Span) -> Self {
        let detail = format!(
            "The attribute {} is already set in this object. Each name may be set only once: remove one of the two.",
            quote(name)
        );
        Diagnostic::of(Code::DuplicateObjectAttribute, detail).at(second)
    }

    /// Appends advice to the detail. `find` is called when the detail is first read, so it costs nothing for a
    /// diagnostic that is never shown.
    #[must_use]
    pub(crate) fn with_advice<A: Into<Advised>>(
        mut self,
        find: impl Fn() -> A + Send + Sync + 'static,
    ) -> Self {
        self.inner_mut().remedy = Remedy::Advice(Advice::new(find));
        self
    }

    /// Sets the correction. The detail must already describe it.
    #[must_use]
    pub(crate) fn with_correction(mut self, correction: Correction) -> Self {
        self.set_correction(correction);
        self
    }

    pub(crate) fn set_correction(&mut self, correction: Correction) {
        self.inner_mut().remedy = Remedy::Correction(correction);
    }

    /// The suggested replacement for a part of the source, if one is likely to be correct: for example, the similar
    /// name that the detail mentions, `true` for `"yes"`, or a list around a single value.
    ///
    /// ```
    /// #[derive(serde::Deserialize, Debug)]
    /// #[serde(deny_unknown_fields)]
    /// struct Config {
    ///     port: u16,
    /// }
    ///
    /// let mut text = "prot = 80\n".to_owned();
    /// let error = hcl::from_str::<Config>(&text).unwrap_err();
    /// let suggestion = error.diagnostics()[0].suggestion().expect("one name is similar");
    /// text.replace_range(suggestion.span().range(), suggestion.replacement());
    /// assert_eq!(hcl::from_str::<Config>(&text)?.port, 80);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn suggestion(&self) -> Option<Suggestion> {
        let correction = match &self.inner.remedy {
            Remedy::None => return None,
            Remedy::Correction(correction) => correction,
            Remedy::Advice(advice) => advice.correction(&self.inner.detail)?,
        };
        let source = self.inner.source.as_ref()?;
        let suggestion = correction.at(source.text(), self.inner.subject?)?;
        suggestion.in_origin(source)
    }

    /// The part of the source that is at fault. In an expression that was [reduced](crate::Expression::reduce), this is
    /// the part of the original.
    pub fn subject(&self) -> Option<Span> {
        let subject = self.inner.subject?;
        Some(self.origin(subject).0)
    }

    /// Another part of the source that helps to understand the error.
    pub fn context(&self) -> Option<Span> {
        let (span, source) = self.origin(self.inner.context?);
        let is_one_source = source
            .zip(self.source())
            .is_none_or(|(it, of_subject)| it.is(of_subject));
        is_one_source.then_some(span)
    }

    /// The source of the spans.
    pub fn source(&self) -> Option<&Source> {
        let place = self.inner.subject.or(self.inner.context);
        self.origin(place.unwrap_or_default()).1
    }

    /// The original location of a span in the parsed source.
    fn origin(&self, span: Span) -> (Span, Option<&Source>) {
        match &self.inner.source {
            Some(source) => {
                let (span, source) = source.origin(span);
                (span, Some(source))
            }
            None => (span, None),
        }
    }

    /// The part at fault, in the parsed source. That source may have been made from the original one.
    pub(crate) fn parsed_subject(&self) -> Option<Span> {
        self.inner.subject
    }

    /// The source that was parsed.
    pub(crate) fn parsed_source(&self) -> Option<&Source> {
        self.inner.source.as_ref()
    }

    /// The position of the subject, if there is one and its source is known.
    pub fn position(&self) -> Option<Position> {
        Some(self.source()?.position(self.subject()?.start()))
    }

    /// The positions at which the subject starts and ends, if there is one and its source is known. Each has the line,
    /// and the column in grapheme clusters, in characters and in UTF-16 code units.
    pub fn positions(&self) -> Option<Range<Position>> {
        Some(self.source()?.positions(self.subject()?))
    }

    /// The path from the root of the decoded data to the part at fault, such as `service["web"].port`. It is empty if
    /// the diagnostic concerns the whole, or if the path is not known.
    pub fn path(&self) -> &Path {
        &self.inner.path
    }

    /// The path for the author of a configuration. It leaves out the fields for labels and for the rest of a body,
    /// whose names only the developer knows.
    pub(crate) fn readable_path(&self) -> String {
        let is_private = |step: &&PathStep| {
            step.name()
                .is_some_and(|it| PrivateField::parse(it).is_some())
        };
        let steps = self.path().steps().iter().filter(|it| !is_private(it));
        steps.cloned().collect::<Path>().to_string()
    }

    /// Marks the diagnostic as showing no computed value, so that it cannot reveal a secret.
    #[must_use]
    pub(crate) fn without_values(mut self) -> Self {
        self.inner_mut().values = ShownValues::Nowhere;
        self
    }

    /// Whether the diagnostic is known to show no computed value.
    pub(crate) fn is_without_values(&self) -> bool {
        self.inner.values == ShownValues::Nowhere
    }

    /// Marks the detail as showing no computed value, while the advice may show one. Concealing then removes only
    /// the advice.
    #[must_use]
    pub(crate) fn with_statement_without_values(mut self) -> Self {
        self.inner_mut().values = ShownValues::InAdvice;
        self
    }

    /// Sets a sentence about what is expected, without computed values. It is kept if the detail is concealed.
    #[must_use]
    pub(crate) fn with_expectation(mut self, sentence: String) -> Self {
        self.inner_mut().expectation = Some(sentence);
        self
    }

    /// Conceals text that may reveal a secret. Removes the advice if only the advice may show computed values,
    /// otherwise replaces the detail: by the expectation, if there is one, and `words`.
    pub(crate) fn conceal(&mut self, words: &str) {
        if self.inner.values == ShownValues::InAdvice {
            self.inner_mut().remedy = Remedy::None;
            return;
        }
        let detail = match &self.inner.expectation {
            Some(expectation) => format!("{expectation} {words}"),
            None => words.to_owned(),
        };
        self.set_detail(detail);
    }

    #[inline(never)]
    fn inner_mut(&mut self) -> &mut DiagnosticData {
        Arc::make_mut(&mut self.inner)
    }

    /// Replaces the detail, and removes the advice and the correction.
    pub(crate) fn set_detail(&mut self, detail: String) {
        let inner = self.inner_mut();
        inner.detail = detail;
        if inner.values == ShownValues::InAdvice {
            inner.values = ShownValues::Anywhere;
        }
        inner.remedy = Remedy::None;
    }

    pub(crate) fn set_context(&mut self, context: Span) {
        self.inner_mut().context = Some(context);
    }

    /// Removes the spans and the source.
    pub(crate) fn remove_place(&mut self) {
        let inner = self.inner_mut();
        (inner.subject, inner.context, inner.source) = (None, None, None);
    }

    /// Maps the spans whose source is not known yet, for a text that is embedded in another text.
    pub(crate) fn map_places(&mut self, place: impl Fn(Span) -> Span) {
        let inner = self.inner_mut();
        if inner.source.is_none() {
            inner.subject = inner.subject.map(&place);
            inner.context = inner.context.map(&place);
        }
        if let Requester::By(requester) = &mut inner.requester
            && requester.source.is_none()
        {
            requester.span = place(requester.span);
        }
    }

    /// Sets the subject of a diagnostic that has none.
    pub(crate) fn set_missing_subject(&mut self, subject: Span) {
        if self.inner.subject.is_none() {
            self.inner_mut().subject = Some(subject);
        }
    }

    /// Sets the source of the diagnostic and that of its requester, if they have none.
    pub(crate) fn set_missing_source(&mut self, source: &Source) {
        if self.inner.source.is_none() {
            self.inner_mut().source = Some(source.clone());
        }
        if matches!(&self.inner.requester, Requester::By(it) if it.source.is_none())
            && let Requester::By(requester) = &mut self.inner_mut().requester
        {
            requester.source = Some(source.clone());
        }
    }

    /// Whether two diagnostics have the same text and location. A source that is not known yet is treated as equal to
    /// any.
    pub(crate) fn is_same(&self, other: &Diagnostic) -> bool {
        let is_same_source = match (self.source(), other.source()) {
            (Some(source), Some(other)) => source.is(other),
            _ => true,
        };
        is_same_source
            && self.subject() == other.subject()
            && (self.summary(), self.statement()) == (other.summary(), other.statement())
    }

    /// Marks the diagnostic as being about the target of a reference in an expression.
    pub(crate) fn set_of_reference(&mut self) {
        if !self.inner.is_of_reference {
            self.inner_mut().is_of_reference = true;
        }
    }

    /// Records that the detail names every requester of the part at fault.
    pub(crate) fn set_requester_in_detail(&mut self) {
        self.inner_mut().requester = Requester::InDetail;
    }

    pub(crate) fn is_of_reference(&self) -> bool {
        self.inner.is_of_reference
    }

    /// Sets the requester of the part at fault, unless it is already set.
    pub(crate) fn set_missing_requester(
        &mut self,
        name: Option<&Path>,
        span: Span,
        source: Option<&Source>,
    ) {
        if matches!(self.inner.requester, Requester::NotKnown) {
            self.inner_mut().requester = Requester::By(NamedPlace {
                name: name.map(Path::to_string),
                span,
                source: source.cloned(),
            });
        }
    }

    /// The part of the source that refers to the part at fault, as text: the name of the referring part, if it has one,
    /// and its location. `None` if the diagnostic is about the expression itself, or if the referring part is not
    /// known.
    ///
    /// ```
    /// use hcl::references::{NamedBlocks, References};
    ///
    /// let body = hcl::ParseOptions::new()
    ///     .with_filename("app.hcl")
    ///     .parse(r#"
    ///     locals {
    ///       size = "large" * 2
    ///       disk = local.size
    ///     }
    /// "#)
    ///     .into_result()?;
    /// let references = References::new().with("local", NamedBlocks::merged("locals"));
    /// let scope = references
    ///     .scope(&body, &hcl::EvalContext::new())
    ///     .into_result()?;
    /// let error = hcl::parse_expression("local.disk")?
    ///     .evaluate(&scope)
    ///     .unwrap_err();
    /// assert_eq!(error.line(), Some(3));
    /// assert_eq!(
    ///     error.diagnostics()[0].needed_by().as_deref(),
    ///     Some("local.disk, app.hcl:4:14")
    /// );
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn needed_by(&self) -> Option<String> {
        let Requester::By(NamedPlace { name, span, source }) = &self.inner.requester else {
            return None;
        };
        let (span, source) = source.as_ref()?.origin(*span);
        let place = source.place_of(span);
        Some(match name {
            Some(name) => format!("{name}, {place}"),
            None => place,
        })
    }

    pub(crate) fn set_path(&mut self, path: Path) {
        self.inner_mut().path = path;
    }

    /// Records that more diagnostics were found than kept.
    pub(crate) fn set_has_more(&mut self) {
        self.inner_mut().has_more = true;
    }

    pub(crate) fn has_more(&self) -> bool {
        self.inner.has_more
    }

    pub(crate) fn truncate_path(&mut self, count: usize) {
        self.inner_mut().path.truncate(count);
    }

    pub(crate) fn prepend_step(&mut self, step: PathStep) {
        self.inner_mut().path.prepend(step);
    }
}

impl fmt::Display for Diagnostic {
    /// Writes the report without colour. [`Diagnostic::render`] returns it in colour.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(RenderStyle::Plain))
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
            .field("path", self.path())
            .finish()
    }
}

impl std::error::Error for Diagnostic {}
