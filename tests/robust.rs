//! Whatever is done to a source, parsing ends, says what is wrong, and says it within the source.
//!
//! The sources are those of all cases, cut off behind each character and with each character left
//! out.

#[path = "support/case.rs"]
mod case;
#[path = "support/files.rs"]
mod files;

use std::ops::ControlFlow;
use std::path::Path;

use case::{Case, Form};
use hcl::{
    Attribute, Block, Body, Diagnostic, Expression, ParseOptions, RenderStyle, Span, SpecFile,
    Visitor,
};

#[test]
fn of_each_case() {
    for (path, case) in cases() {
        check(&path, case.form, &case.source);
    }
}

#[test]
fn of_each_prefix_of_each_case() {
    for (path, case) in cases() {
        for (end, _) in case.source.char_indices() {
            check(&path, case.form, &case.source[..end]);
        }
    }
}

#[test]
fn of_each_case_without_one_of_its_characters() {
    for (path, case) in cases() {
        for (start, character) in case.source.char_indices() {
            let behind = &case.source[start + character.len_utf8()..];
            check(
                &path,
                case.form,
                &format!("{}{behind}", &case.source[..start]),
            );
        }
    }
}

/// All cases whose files say what they parse, with their paths.
fn cases() -> Vec<(String, Case)> {
    let cases: Vec<(String, Case)> = files::below(Path::new("tests/cases"))
        .into_iter()
        .filter(|path| Form::of(path).is_some())
        .map(|path| {
            let case = Case::read(&path).unwrap_or_else(|error| panic!("{error}"));
            (path.display().to_string(), case)
        })
        .collect();
    assert!(cases.len() > 100, "the cases are missing");
    cases
}

/// Parses a source, in which nothing that a caller sees may be out of order.
#[track_caller]
fn check(path: &str, form: Form, source: &str) {
    let options = ParseOptions::new();
    let mut spans = Spans::default();
    let (diagnostics, strict) = match form {
        Form::Body => {
            let parsed = options.parse_recoverable(source);
            spans.body(&parsed.tree);
            for diagnostic in decode(&parsed.tree) {
                spans.0.extend(diagnostic.subject());
                spans.0.extend(diagnostic.context());
                is_whole(path, source, &diagnostic);
            }
            (parsed.diagnostics, options.parse(source).err())
        }
        Form::Expression => {
            let parsed = options.parse_expression_recoverable(source);
            parsed.tree.iter().for_each(|tree| tree.walk(&mut spans));
            (parsed.diagnostics, options.parse_expression(source).err())
        }
        Form::Template => {
            let parsed = options.parse_template_recoverable(source);
            parsed
                .tree
                .iter()
                .for_each(|tree| spans.0.push(tree.span()));
            (parsed.diagnostics, options.parse_template(source).err())
        }
        Form::Traversal => {
            let parsed = options.parse_traversal_recoverable(source);
            parsed
                .tree
                .iter()
                .for_each(|tree| spans.0.push(tree.root_span));
            (parsed.diagnostics, options.parse_traversal(source).err())
        }
    };
    assert_eq!(
        strict.is_some(),
        !diagnostics.is_empty(),
        "{path}: it fails if and only if there are diagnostics: {source:?}"
    );
    for diagnostic in &diagnostics {
        spans.0.extend(diagnostic.subject());
        spans.0.extend(diagnostic.context());
        reads_well(path, source, diagnostic);
    }
    for span in spans.0 {
        assert!(
            source.get(span.range()).is_some(),
            "{path}: {span:?} is not within the source or between its characters: {source:?}"
        );
    }
}

/// What is wrong with the spec of a case, or with its inputs. Specs are read and inputs decoded
/// however broken they are.
fn decode(case: &Body) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for spec in case.blocks_of_type("spec") {
        let (file, found) = SpecFile::from_body_recoverable(&spec.body());
        diagnostics.extend(found);
        let ctx = file.eval_context();
        for input in case.blocks_of_type("input") {
            let (_, found) = file.spec().decode_recoverable(&input.body(), &ctx);
            diagnostics.extend(found);
        }
    }
    diagnostics
}

/// A diagnostic has all its parts, and can be rendered.
#[track_caller]
fn reads_well(path: &str, source: &str, diagnostic: &Diagnostic) {
    is_whole(path, source, diagnostic);
    for style in [RenderStyle::Plain, RenderStyle::Ansi] {
        assert!(diagnostic.render_with(style).contains(diagnostic.summary()));
    }
}

/// A diagnostic has all its parts.
#[track_caller]
fn is_whole(path: &str, source: &str, diagnostic: &Diagnostic) {
    let detail = diagnostic.detail();
    assert!(
        diagnostic.subject().is_some() && !diagnostic.summary().is_empty(),
        "{path}: {diagnostic:?} does not say where or what: {source:?}"
    );
    assert!(
        detail.ends_with(['.', '?']),
        "{path}: the detail is no sentence: {detail:?}: {source:?}"
    );
}

/// Every span that a tree has.
#[derive(Default)]
struct Spans(Vec<Span>);

impl Spans {
    fn body(&mut self, body: &Body) {
        self.0.push(body.span());
        self.0.extend(body.comments().map(|comment| comment.span()));
        body.walk(self);
    }
}

impl Visitor for Spans {
    fn attribute(&mut self, attribute: &Attribute) -> ControlFlow<()> {
        self.0.extend([attribute.name_span(), attribute.span()]);
        ControlFlow::Continue(())
    }

    fn block(&mut self, block: &Block) -> ControlFlow<()> {
        self.0
            .extend([block.type_span(), block.header_span(), block.span()]);
        self.0.push(block.body().span());
        self.0.extend(block.labels().map(|label| label.span()));
        ControlFlow::Continue(())
    }

    fn expression(&mut self, expression: &Expression) -> ControlFlow<()> {
        self.0.push(expression.span());
        // Whatever the kind, its parts can be asked for.
        let _ = format!("{:?}", expression.kind());
        let _ = (expression.traversal(), expression.static_map());
        for variable in expression.variables() {
            self.0.push(variable.root_span);
        }
        ControlFlow::Continue(())
    }
}
