//! Renders diagnostics as reports with an excerpt of the source. Only this file uses the rendering crate.
//!
//! The crate counts columns in characters. The positions in the report are therefore inserted after it has
//! drawn, counted as in [`crate::Source::position`].
//!
//! Knows nothing of what the source means.

use annotate_snippets::renderer::Renderer;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Message, Origin, Snippet};

use super::excerpt::{Excerpt, MAX_WIDTH, Role, clean, excerpts};
use super::{Diagnostic, Severity};

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
        let level = match self.severity() {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let title = level.primary_title(clean(self.summary()).replace('\n', " "));
        let renderer = renderer(style);
        let report = match (self.source(), self.subject()) {
            (Some(source), Some(subject)) => {
                let excerpts = excerpts(source, subject, self.context());
                let snippets = excerpts.iter().map(snippet);
                let group = Group::with_title(title).elements(snippets);
                let report = renderer.render(&[group.elements(self.footers())]);
                put_places(
                    &report,
                    excerpts.iter().map(|excerpt| excerpt.place.as_str()),
                )
            }
            (Some(source), None) if source.name().is_some() => {
                let origin = Origin::path(clean(source.name().unwrap_or_default()));
                let group = Group::with_title(title).element(origin);
                renderer.render(&[group.elements(self.footers())])
            }
            _ => renderer.render(&[Group::with_title(title)]) + &self.indented_footers(),
        };
        match style {
            RenderStyle::Plain => without_trailing_blanks(&report),
            RenderStyle::Ansi => report,
        }
    }

    /// What stands below the excerpt, each with the word that introduces it.
    fn footers(&self) -> Vec<Message<'static>> {
        let detail = Some(self.detail()).filter(|detail| !detail.is_empty());
        let detail = detail.map(|detail| Level::NOTE.message(clean(detail)));
        let path = Some(self.path()).filter(|path| !path.is_empty());
        let path = path.map(|path| {
            let path = clean(&path.to_string());
            Level::NOTE.with_name("path").message(path)
        });
        detail.into_iter().chain(path).collect()
    }

    /// The same for a report that has no excerpt.
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

fn renderer(style: RenderStyle) -> Renderer {
    let renderer = match style {
        RenderStyle::Plain => Renderer::plain(),
        RenderStyle::Ansi => Renderer::styled(),
    };
    // Long lines are cut here already, to a width of which the crate is to cut nothing more.
    renderer.term_width(10 * MAX_WIDTH)
}

/// The same report without blanks at the ends of its lines, which an excerpt brings in and nobody wants to keep.
fn without_trailing_blanks(report: &str) -> String {
    let lines: Vec<&str> = report.lines().map(str::trim_end).collect();
    lines.join("\n")
}

/// The character that stands for the place of an excerpt until the crate has drawn it; `clean` lets none through.
const PLACE: char = '\u{1}';

/// Replaces what the crate has made of the [`PLACE`] of each excerpt, in which the columns count characters.
fn put_places<'a>(report: &str, places: impl Iterator<Item = &'a str>) -> String {
    let mut parts = report.split(PLACE);
    let mut result = parts.next().unwrap_or_default().to_owned();
    for (part, place) in parts.zip(places) {
        result.push_str(place);
        result.push_str(part.trim_start_matches(|c: char| c == ':' || c.is_ascii_digit()));
    }
    result
}

/// An excerpt as the crate wants it.
fn snippet(excerpt: &Excerpt) -> Snippet<'_, Annotation<'_>> {
    let annotations = excerpt.marks.iter().map(|(role, range)| {
        let kind = match role {
            Role::Subject => AnnotationKind::Primary,
            Role::Context => AnnotationKind::Context,
        };
        kind.span(range.clone())
    });
    Snippet::source(&excerpt.text)
        .path(PLACE.to_string())
        .line_start(excerpt.first_line)
        .annotations(annotations)
}
