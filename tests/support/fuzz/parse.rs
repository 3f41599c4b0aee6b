//! Parsing terminates, strict and tolerant parsing agree, and the spans in trees and diagnostics are within the source.

use hcl::{
    Attribute, Block, Body, Diagnostic, Error, Expression, ParseOptions, RenderStyle, Span,
    Visitor, WalkControl,
};

use super::outline::outline;
use super::source;

/// Parses a text as each kind of source.
pub fn parse(data: &[u8]) {
    let text = source::body_of(data);
    parse_body(&text);
    parse_parts(&text);
    if data.first() == Some(&source::GENERATED) {
        parse_parts(&source::expression_of(data));
        parse_parts(&source::template_of(data));
    }
}

/// Parses a body. The strict form returns the tree of the tolerant form, or its diagnostics.
pub fn parse_body(text: &str) {
    let options = ParseOptions::new();
    let parsed = options.parse(text);
    check_spans(text, &parsed.value);
    check_diagnostics(text, &parsed.diagnostics);
    match options.parse(text).into_result() {
        Ok(tree) => {
            assert_eq!(
                parsed.diagnostics.len(),
                0,
                "strict parsing misses errors: {text:?}"
            );
            assert_eq!(outline(&tree), outline(&parsed.value), "{text:?}");
            printed(text, &tree);
        }
        Err(error) => same_reports(text, &error, &parsed.diagnostics),
    }
}

/// Checks that the displayed text of a body parses to an equal body.
fn printed(text: &str, tree: &Body) {
    let display = tree.to_string();
    let again = hcl::parse(&display)
        .unwrap_or_else(|error| panic!("{text:?} displays as {display:?}: {error}"));
    let without_white_space = |body| -> Vec<String> {
        let lines = outline(body).into_iter();
        lines
            .map(|line| line.split_whitespace().collect())
            .collect()
    };
    assert_eq!(
        without_white_space(&again),
        without_white_space(tree),
        "{text:?}"
    );
    assert_eq!(again.to_string(), display, "{text:?}");
}

/// Parses an expression, a template and a traversal.
pub fn parse_parts(text: &str) {
    match hcl::parse_expression(text) {
        Ok(tree) => {
            let mut spans = Spans::default();
            tree.walk(&mut spans);
            spans.check(text);
            let again = hcl::parse_expression(&tree.to_string());
            let again =
                again.unwrap_or_else(|error| panic!("{text:?} as it is displayed: {error}"));
            assert_eq!(again.to_string(), tree.to_string(), "{text:?}");
        }
        Err(error) => check_diagnostics(text, error.diagnostics()),
    }
    match hcl::parse_template(text) {
        Ok(tree) => {
            let mut spans = Spans::default();
            tree.walk(&mut spans);
            spans.check(text);
        }
        Err(error) => check_diagnostics(text, error.diagnostics()),
    }
    match hcl::parse_traversal(text) {
        Ok(tree) => {
            assert!(
                hcl::parse_expression(text).is_ok(),
                "a traversal is an expression: {text:?}"
            );
            let again = hcl::parse_traversal(&tree.to_string()).expect("it was displayed");
            assert_eq!(again.to_string(), tree.to_string());
        }
        Err(error) => check_diagnostics(text, error.diagnostics()),
    }
}

fn same_reports(text: &str, error: &Error, diagnostics: &[Diagnostic]) {
    let strict: Vec<String> = error
        .diagnostics()
        .iter()
        .map(ToString::to_string)
        .collect();
    let tolerant: Vec<String> = diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(strict, tolerant, "{text:?}");
    assert!(!strict.is_empty(), "an error has diagnostics: {text:?}");
}

/// Checks that diagnostics have texts and places, and that they can be rendered.
pub fn check_diagnostics(text: &str, diagnostics: &[Diagnostic]) {
    for diagnostic in diagnostics {
        assert!(
            !diagnostic.summary().is_empty() && !diagnostic.detail().is_empty(),
            "{text:?}"
        );
        let mut spans = Spans::default();
        spans.0.extend(diagnostic.subject());
        spans.0.extend(diagnostic.context());
        if let Some(source) = diagnostic.source() {
            spans.check(source.text());
        }
        assert!(
            !diagnostic.detail().ends_with(".."),
            "{:?} of {text:?}",
            diagnostic.detail()
        );
    }
    if let Some(diagnostic) = diagnostics.first() {
        // Reports show control characters in another form, so only the text between them is compared.
        let report = diagnostic.render(RenderStyle::Ansi);
        let mut parts = diagnostic.summary().split(char::is_control);
        assert!(parts.all(|part| report.contains(part)), "{report}");
    }
}

pub fn check_spans(text: &str, body: &Body) {
    let mut spans = Spans::default();
    body.walk(&mut spans);
    spans
        .0
        .extend(body.comments().map(|comment| comment.span()));
    spans.0.push(body.span());
    spans.check(text);
}

#[derive(Default)]
struct Spans(Vec<Span>);

impl Spans {
    fn check(&self, text: &str) {
        for span in &self.0 {
            let is_within = text.get(span.range()).is_some();
            assert!(is_within, "{span:?} is not between characters of {text:?}");
        }
    }
}

impl Visitor for Spans {
    fn attribute(&mut self, attribute: &Attribute) -> WalkControl {
        self.0.extend([attribute.name_span(), attribute.span()]);
        WalkControl::Continue
    }

    fn block(&mut self, block: &Block) -> WalkControl {
        self.0
            .extend([block.span(), block.header_span(), block.type_span()]);
        self.0.extend(block.labels().map(|label| label.span()));
        WalkControl::Continue
    }

    fn expression(&mut self, expression: &Expression) -> WalkControl {
        self.0.push(expression.span());
        WalkControl::Continue
    }
}
