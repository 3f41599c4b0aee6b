//! Renders diagnostics as reports with an excerpt of the source.
//!
//! Knows nothing of what the source means, and nothing of the layout of a report.

use super::draw::Drawing;
use super::excerpt::{clean, excerpts};
use super::{Diagnostic, RenderStyle};
use crate::source::Source;

impl Diagnostic {
    /// The report without colour: the summary, the place, the source around it, the detail.
    ///
    /// ```
    /// let diagnostic = hcl::Diagnostic::warning("Deprecated argument", "Use \"port\" instead.");
    /// assert_eq!(diagnostic.render(), "warning: Deprecated argument\n  Use \"port\" instead.");
    /// ```
    pub fn render(&self) -> String {
        self.render_with(RenderStyle::Plain)
    }

    /// The report in the given style.
    ///
    /// ```
    /// use hcl::RenderStyle;
    ///
    /// let diagnostic = hcl::Diagnostic::error("Unsupported argument", "");
    /// assert!(diagnostic.render_with(RenderStyle::Ansi).starts_with("\u{1b}["));
    /// ```
    pub fn render_with(&self, style: RenderStyle) -> String {
        let excerpts = match (self.source(), self.subject()) {
            (Some(source), Some(subject)) => excerpts(source, subject, self.context()),
            _ => Vec::new(),
        };
        let summary = clean(self.summary()).replace('\n', " ");
        let mut drawing = Drawing::new(self.severity(), &summary, &excerpts);
        let mut signs = ["--> ", "::: "].into_iter();
        for excerpt in &excerpts {
            if signs.len() == 1 {
                drawing.bar();
            }
            drawing.place(signs.next().unwrap_or_default(), &excerpt.place);
            drawing.bar();
            drawing.excerpt(excerpt);
        }
        let report = match self.source().and_then(Source::name) {
            None if excerpts.is_empty() => drawing.text(style) + &self.indented_footers(),
            Some(name) if excerpts.is_empty() => {
                drawing.place("--> ", &clean(name));
                self.add_footers(&mut drawing);
                drawing.text(style)
            }
            _ => {
                if !self.detail().is_empty() || !self.path().is_empty() {
                    drawing.bar();
                }
                self.add_footers(&mut drawing);
                drawing.text(style)
            }
        };
        match style {
            RenderStyle::Plain => without_trailing_blanks(&report),
            RenderStyle::Ansi => report,
        }
    }

    /// Adds the detail and the path below the excerpt.
    fn add_footers(&self, drawing: &mut Drawing) {
        if !self.detail().is_empty() {
            drawing.note("note", &clean(self.detail()));
        }
        if !self.path().is_empty() {
            drawing.note("path", &clean(&self.path().to_string()));
        }
    }

    /// The detail and the path of a report without an excerpt.
    fn indented_footers(&self) -> String {
        let mut footers = String::new();
        for line in clean(self.detail()).lines() {
            footers.push_str("\n  ");
            footers.push_str(line);
        }
        if !self.path().is_empty() {
            footers.push_str("\n  path: ");
            footers.push_str(&clean(&self.path().to_string()));
        }
        footers
    }
}

/// The report without blanks at the ends of lines. Excerpts can contain them.
fn without_trailing_blanks(report: &str) -> String {
    let lines: Vec<&str> = report.lines().map(str::trim_end).collect();
    lines.join("\n")
}
