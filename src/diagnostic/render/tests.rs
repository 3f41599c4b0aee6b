//! Compares reports with those of the crate annotate-snippets, whose layout they have.

use std::ops::Range;

use annotate_snippets::renderer::Renderer;
use annotate_snippets::{AnnotationKind, Group, Level, Message, Snippet};
use proptest::prelude::*;

use super::{Diagnostic, Excerpt, Mark, MarkRole, RenderStyle, Severity, clean, excerpts};
use crate::path::PathStep;
use crate::source::{Source, floor_char_boundary};
use crate::span::Span;

/// Returns the report as `annotate_snippets` draws it.
fn reference(diagnostic: &Diagnostic, style: RenderStyle) -> String {
    let level = match diagnostic.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let renderer = match style {
        RenderStyle::Plain => Renderer::plain(),
        RenderStyle::Ansi => Renderer::styled(),
    };
    let source = diagnostic.source().unwrap();
    let excerpts = excerpts(source, diagnostic.subject().unwrap(), diagnostic.context());
    let texts: Vec<Text> = excerpts.iter().map(Text::new).collect();
    let snippets = texts.iter().map(|text| {
        let annotations = text.marks.iter().map(|(role, range)| match role {
            MarkRole::Subject => AnnotationKind::Primary.span(range.clone()),
            MarkRole::Context => AnnotationKind::Context.span(range.clone()),
        });
        Snippet::source(&text.content)
            .path(PLACE.to_string())
            .line_start(text.first_line)
            .annotations(annotations)
    });
    let group = Group::with_title(level.primary_title(clean(diagnostic.summary())));
    let group = group.elements(snippets).elements(footers(diagnostic));
    put_places(&renderer.term_width(10_000).render(&[group]), &excerpts)
}

/// The lines of an excerpt as one text, and the underlined ranges of its bytes.
struct Text {
    content: String,
    first_line: usize,
    marks: Vec<(MarkRole, Range<usize>)>,
}

impl Text {
    fn new(excerpt: &Excerpt) -> Self {
        let marks = &excerpt.marks;
        let first_line = marks.iter().map(|mark| mark.first_line).min().unwrap();
        let last_line = marks.iter().map(|mark| mark.last_line).max().unwrap();
        let mut text = String::new();
        let mut offsets = Vec::new();
        for number in first_line..=last_line {
            let line = excerpt.line(number);
            offsets.push(text.len());
            text.push_str(&[line.before, &clean(line.content), line.after, "\n"].concat());
        }
        text.pop();
        // The other crate does not draw an empty last line.
        if text.ends_with('\n') {
            text.push(' ');
        }
        let place = |byte: usize, number: usize| {
            let line = excerpt.line(number);
            let before = byte.saturating_sub(line.start).min(line.content.len());
            offsets[number - first_line] + line.before.len() + clean(&line.content[..before]).len()
        };
        let range = |mark: &Mark| {
            place(mark.bytes.start, mark.first_line)..place(mark.bytes.end, mark.last_line)
        };
        Text {
            first_line,
            marks: marks.iter().map(|mark| (mark.role, range(mark))).collect(),
            content: text,
        }
    }
}

fn footers(diagnostic: &Diagnostic) -> Vec<Message<'static>> {
    let mut footers = Vec::new();
    if !diagnostic.detail().is_empty() {
        footers.push(Level::NOTE.message(clean(diagnostic.detail())));
    }
    if !diagnostic.path().is_empty() {
        let path = diagnostic.path().to_string();
        footers.push(Level::NOTE.with_name("path").message(path));
    }
    footers
}

/// A placeholder for the place of an excerpt, in which the other crate counts characters instead of columns.
const PLACE: char = '\u{1}';

fn put_places(report: &str, excerpts: &[Excerpt]) -> String {
    let mut parts = report.split(PLACE);
    let mut result = parts.next().unwrap().to_owned();
    for (part, excerpt) in parts.zip(excerpts) {
        result.push_str(&excerpt.place());
        result.push_str(part.trim_start_matches(|c: char| c == ':' || c.is_ascii_digit()));
    }
    result
}

/// Whether the last mark ends at the start of a line. The other crate does not count this line when it computes the
/// width of the line numbers.
fn ends_at_line_start(diagnostic: &Diagnostic) -> bool {
    let (source, subject) = (diagnostic.source().unwrap(), diagnostic.subject().unwrap());
    let mut excerpts = excerpts(source, subject, diagnostic.context()).into_iter();
    excerpts.any(|excerpt| {
        let text = Text::new(&excerpt);
        let end = text.marks.iter().map(|(_, range)| range.end).max();
        text.content[..end.unwrap()].ends_with('\n')
    })
}

/// Returns lines that contain all kinds of specially drawn text. Deep indentation is omitted, because only the other
/// crate cuts it.
fn lines() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "a", "b = 1", " ", "\t", "\u{540d}", "e\u{301}", "\u{200d}", "\0", "{", "]", "//", "# c",
        "\n", "\r\n", "\n  ", "\n",
    ]);
    prop::collection::vec(part, 0..40).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn reports_agree_with_annotate_snippets(
        text in lines(),
        places in prop::array::uniform4(0_usize..100),
        has_context: bool,
        has_detail: bool,
        has_path: bool,
        is_warning: bool,
    ) {
        // If a mark has no width, the other crate draws the shorter mark on top, which need not be the subject.
        let text = if has_context { text.replace(['\u{301}', '\u{200d}'], "") } else { text };
        let places = places.map(|place| {
            let place = floor_char_boundary(&text, place * text.len() / 100);
            u32::try_from(place).unwrap()
        });
        let span = |from: u32, to: u32| Span::new(from.min(to), from.max(to));
        let detail = if has_detail { "Write\n\tan expression." } else { "" };
        let new = if is_warning { Diagnostic::warning } else { Diagnostic::error };
        let mut diagnostic = new("Invalid\texpression", detail)
            .at(span(places[0], places[1]))
            .with_source(Source::new(text).with_name("app.hcl"));
        if has_context {
            diagnostic = diagnostic.with_context(span(places[2], places[3]));
        }
        if has_path {
            diagnostic.prepend_step(PathStep::Attribute("port".into()));
        }
        prop_assume!(!ends_at_line_start(&diagnostic));
        for style in [RenderStyle::Plain, RenderStyle::Ansi] {
            let lines = |text: &str| -> Vec<String> {
                text.lines().map(|line| line.trim_end().to_owned()).collect()
            };
            let expected = reference(&diagnostic, style);
            prop_assert_eq!(lines(&diagnostic.render(style)), lines(&expected));
        }
    }
}
