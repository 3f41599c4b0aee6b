//! A result together with its diagnostics.

use super::{Category, Error, Result};
use crate::diagnostic::{Diagnostic, limited};
use crate::limits::MAX_REPORTED;
use crate::source::Source;

/// A result that may be incomplete, with its diagnostics.
///
/// Methods that read a whole body return this type. A program that needs the complete result calls
/// [`into_result`](Diagnosed::into_result). A tool that works with incomplete input, such as an editor, reads both
/// fields.
///
/// ```
/// use hcl::{BodySchema, ParseOptions};
///
/// let schema = BodySchema::new().with_attribute("port");
/// let parsed = ParseOptions::new().parse("port = 80\nhots = \"a\"\nname = = 1\n");
/// assert_eq!(parsed.diagnostics.len(), 1);
/// let content = parsed.value.content(&schema);
/// assert!(content.value.attribute("port").is_some());
/// let error = content.into_result().expect_err("\"hots\" is misspelt");
/// assert_eq!(error.line(), Some(2));
/// ```
#[derive(Clone, Debug)]
#[must_use = "it may have diagnostics: `into_result` fails if one of them is an error"]
#[non_exhaustive]
pub struct Diagnosed<T> {
    /// The result. For each error in the diagnostics, an item is missing or a value is unknown.
    pub value: T,
    /// What is wrong: at most twenty diagnostics, or, of the errors in the syntax of a source, the maximum that
    /// [`with_max_diagnostics`](crate::ParseOptions::with_max_diagnostics) sets. Empty if nothing is wrong.
    pub diagnostics: Vec<Diagnostic>,
    /// The category of the error made from the diagnostics.
    category: Category,
}

impl<T> Diagnosed<T> {
    pub(crate) fn new(category: Category, value: T, diagnostics: Vec<Diagnostic>) -> Self {
        Diagnosed {
            value,
            diagnostics,
            category,
        }
    }

    /// The value, if there is no error. Warnings are dropped in this case: read `diagnostics` first to show them.
    ///
    /// # Errors
    ///
    /// If one of the diagnostics has severity error. The error contains all diagnostics, warnings included.
    pub fn into_result(self) -> Result<T> {
        Error::unless(self.category, self.diagnostics, self.value)
    }

    /// Sets the source of diagnostics without one. Those of a function may already have their own.
    pub(crate) fn with_source(mut self, source: &Source) -> Self {
        for diagnostic in &mut self.diagnostics {
            diagnostic.set_missing_source(source);
        }
        self
    }

    /// Whether more errors were found than `diagnostics` contains.
    pub fn has_more(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::has_more)
    }

    /// Applies a function to the value and returns its result with the diagnostics of both.
    pub(crate) fn and_then<U>(self, next: impl FnOnce(T) -> Diagnosed<U>) -> Diagnosed<U> {
        let mut next = next(self.value);
        if !self.diagnostics.is_empty() {
            let counts = [self.diagnostics.len(), next.diagnostics.len()];
            let max = counts.into_iter().fold(MAX_REPORTED, usize::max);
            let diagnostics = self.diagnostics.into_iter().chain(next.diagnostics);
            next.diagnostics = limited(diagnostics.collect(), max);
            next.category = self.category;
        }
        next
    }

    /// Returns the value and adds the diagnostics to a list, for a program that continues and reports everything at the
    /// end.
    ///
    /// ```
    /// use hcl::{BodySchema, Error};
    ///
    /// let body =
    ///     hcl::parse("pool \"a\" {\n  sise = 1\n}\n\npool \"b\" {\n  szie = 2\n}\n")?;
    /// let pool = BodySchema::new().with_required_attribute("size");
    /// let mut diagnostics = Vec::new();
    /// for block in body.blocks() {
    ///     let content = block.body().content(&pool).reported_to(&mut diagnostics);
    ///     assert!(content.attribute("size").is_none());
    /// }
    /// assert_eq!(
    ///     Error::check(diagnostics).unwrap_err().diagnostics().len(),
    ///     4
    /// );
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn reported_to(self, diagnostics: &mut impl Extend<Diagnostic>) -> T {
        diagnostics.extend(self.diagnostics);
        self.value
    }
}
