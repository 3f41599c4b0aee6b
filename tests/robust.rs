//! Parsing always ends, with diagnostics whose spans are inside of the source.
//!
//! The sources are those of all cases, cut off after each character and with each character left out.

#[path = "support/case.rs"]
mod case;
#[path = "support/files.rs"]
mod files;

use std::path::Path;

use case::{Case, Form};
use hcl::{
    Attribute, Block, Body, BodySchema, Diagnostic, Expression, ParseOptions, RenderStyle, Span,
    SpecFile, Syntax, Visitor, WalkControl,
};

#[test]
fn each_case_is_complete() {
    for (path, case) in cases() {
        check(&path, case.form, &case.source);
    }
}

#[test]
fn each_prefix_of_each_case_is_handled() {
    for (path, case) in cases() {
        for (end, _) in case.source.char_indices() {
            check(&path, case.form, &case.source[..end]);
        }
    }
}

#[test]
fn each_case_without_one_of_its_characters_is_handled() {
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

/// Returns all cases with an extension that determines how they are parsed, with their paths.
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

/// Returns the diagnostics of a result, and its error.
fn of_result<T>(result: hcl::Result<T>) -> (Vec<hcl::Diagnostic>, Option<hcl::Error>) {
    let error = result.err();
    let diagnostics = error.iter().flat_map(hcl::Error::diagnostics);
    (diagnostics.cloned().collect(), error)
}

/// Parses a source and checks all results that a caller can get.
#[track_caller]
fn check(path: &str, form: Form, source: &str) {
    let options = match form {
        Form::Json => ParseOptions::new().with_syntax(Syntax::Json),
        _ => ParseOptions::new(),
    };
    let mut spans = Spans::default();
    let (diagnostics, strict) = match form {
        Form::Body | Form::Json => {
            let parsed = options.parse(source);
            spans.body(&parsed.value);
            for diagnostic in decode(&parsed.value) {
                spans.0.extend(diagnostic.subject());
                spans.0.extend(diagnostic.context());
                is_whole(path, source, &diagnostic);
            }
            (parsed.diagnostics.clone(), parsed.into_result().err())
        }
        Form::Expression => {
            let parsed = options.parse_expression(source);
            if let Ok(tree) = &parsed {
                tree.walk(&mut spans);
            }
            of_result(parsed)
        }
        Form::Template => {
            let parsed = options.parse_template(source);
            spans.0.extend(parsed.iter().map(hcl::Template::span));
            of_result(parsed)
        }
        Form::Traversal => {
            let parsed = options.parse_traversal(source);
            spans.0.extend(parsed.iter().map(hcl::Traversal::root_span));
            of_result(parsed)
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

/// Returns the diagnostics of a case's spec and of its inputs. Both are decoded even if they are invalid.
fn decode(case: &Body) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for spec in case.blocks_of_type("spec") {
        let hcl::Diagnosed {
            value: file,
            diagnostics: found,
            ..
        } = SpecFile::from_body(&spec.body());
        diagnostics.extend(found);
        let ctx = file.eval_context();
        for input in case.blocks_of_type("input") {
            let found = file.spec().decode(&input.body(), &ctx).diagnostics;
            diagnostics.extend(found);
        }
    }
    diagnostics
}

/// Checks that a diagnostic is complete and can be rendered.
#[track_caller]
fn reads_well(path: &str, source: &str, diagnostic: &Diagnostic) {
    is_whole(path, source, diagnostic);
    for style in [RenderStyle::Plain, RenderStyle::Ansi] {
        assert!(diagnostic.render(style).contains(diagnostic.summary()));
    }
}

/// Checks that a diagnostic is complete.
#[track_caller]
fn is_whole(path: &str, source: &str, diagnostic: &Diagnostic) {
    let detail = diagnostic.detail();
    assert!(
        diagnostic.subject().is_some() && !diagnostic.summary().is_empty(),
        "{path}: {diagnostic:?} has no place or no summary: {source:?}"
    );
    assert!(
        detail.ends_with(['.', '?']) && !["..", "?.", "!."].iter().any(|end| detail.ends_with(end)),
        "{path}: the detail is not a sentence: {detail:?}: {source:?}"
    );
}

/// An unclosed JSON object may end with any character.
#[test]
fn spans_in_unclosed_objects_of_json_are_between_characters() {
    let schema = BodySchema::new()
        .with_required_attribute("a")
        .with_block("b", [""; 0]);
    for text in ["{\"c\": 1 \u{e9}", "{\"b\": {\"c\": 1 \u{e9}"] {
        let options = ParseOptions::new().with_syntax(Syntax::Json);
        let body = options.parse(text).value;
        let hcl::Diagnosed {
            value: content,
            diagnostics,
            ..
        } = body.content(&schema);
        let missing = diagnostics.iter().filter_map(Diagnostic::subject);
        let blocks = content.blocks().iter().map(|block| block.body().span());
        let spans: Vec<_> = missing.chain(blocks).collect();
        assert!(!spans.is_empty(), "{text}");
        for span in spans {
            assert!(text.get(span.range()).is_some(), "{span:?} of {text}");
        }
    }
}

/// No function reports more than twenty diagnostics about a source.
#[test]
fn diagnostics_are_limited() {
    type Attributes = std::collections::BTreeMap<String, hcl::Value>;

    let lines = |line: &dyn Fn(usize) -> String| (0..1000).map(line).collect::<String>();
    let attributes = lines(&|at| format!("a{at} = nobody{at}\n"));
    let blocks = lines(&|at| format!("b{at} {{\n  a = nobody\n}}\n"));
    let dynamic = lines(&|at| format!("dynamic \"b\" {{\n  for_each = nobody{at}\n}}\n"));
    let wrong = lines(&|at| format!("a{at} = \n"));
    let ctx = hcl::EvalContext::new().with_variable("a", 1);
    let body = hcl::parse(&attributes).expect("it is valid");
    let of_blocks = hcl::parse(&blocks).expect("it is valid");
    let dynamic = hcl::parse(&dynamic).expect("it is valid");
    let names: Vec<String> = (0..1000).map(|at| format!("a{at}")).collect();
    let spec = names
        .iter()
        .map(|it| (it.as_str(), hcl::Spec::attr(it, hcl::Type::STRING)));
    let schema = hcl::BodySchema::new().with_attribute("a");
    let required = names.iter().fold(hcl::BodySchema::new(), |schema, name| {
        schema.with_required_attribute(name.as_str())
    });
    let empty = hcl::parse("").expect("it is valid");
    let errors = [
        hcl::parse(&wrong).err(),
        hcl::from_str_with::<Attributes>(&attributes, &ctx).err(),
        hcl::from_str_with::<hcl::Value>(&attributes, &ctx).err(),
        hcl::from_body::<Attributes>(&body).err(),
        body.evaluate_attributes(&ctx).into_result().err(),
        hcl::Spec::object(spec)
            .decode(&body, &ctx)
            .into_result()
            .err(),
        hcl::Spec::literal(1)
            .decode(&body, &ctx)
            .into_result()
            .err(),
        hcl::Spec::literal(1)
            .decode(&of_blocks, &ctx)
            .into_result()
            .err(),
        body.content(&schema).into_result().err(),
        of_blocks.content(&schema).into_result().err(),
        of_blocks.just_attributes().into_result().err(),
        empty.content(&required).into_result().err(),
        empty.partial_content(&required).into_result().err(),
        hcl::dynblock::expand_dynamic(&dynamic, &ctx)
            .into_result()
            .err(),
    ];
    for (index, error) in errors.iter().enumerate() {
        let error = error.as_ref().expect("it is wrong");
        assert_eq!(error.diagnostics().len(), 20, "{index}: {error}");
    }
    let text = format!("{wrong}{attributes}");
    let evaluated = hcl::ParseOptions::new().evaluate_attributes(&text, &ctx);
    assert_eq!(evaluated.diagnostics.len(), 20);
}

/// In all reports of the cases, each sentence ends with exactly one full stop.
#[test]
fn sentences_of_reports_end_once() {
    let mut sentences = 0;
    for path in files::below(Path::new("tests/cases")) {
        let is_source = |it: &std::ffi::OsStr| it == "hcl" || it == "formatted" || it == "tree";
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        if path.extension().is_none_or(is_source) {
            continue;
        }
        for line in text.lines().map(str::trim_end) {
            sentences += usize::from(line.contains("= note: ") && line.ends_with('.'));
            let is_doubled = ["..", "?.", "!.", ". ."]
                .iter()
                .any(|end| line.ends_with(end));
            assert!(
                !is_doubled || line.ends_with("..."),
                "{}: {line}",
                path.display()
            );
        }
    }
    assert!(sentences > 300, "{sentences}");
}

/// The same holds for messages of applications, whether or not they end with a full stop.
#[test]
fn sentences_of_others_end_once() {
    use hcl::function::{Function, FunctionError, Parameter};
    use hcl::{EvalContext, Type, ValueError};

    let failing = |message: &'static str| {
        Function::new(Type::STRING, move |_| Err(FunctionError::new(message)))
    };
    let refusing = Function::new(Type::STRING, |_| {
        Err(FunctionError::argument(0, "must be a name."))
    })
    .with_parameter(Parameter::new("text", Type::STRING));
    let spec = "function \"undefined\" {\n  params = []\n  result = nobody\n}\nliteral {\n  value = 1\n}\n";
    let spec: SpecFile = spec.parse().expect("it is valid");
    let ctx = EvalContext::new()
        .with_functions(hcl::function::stdlib::functions())
        .with_functions(
            spec.functions()
                .map(|(name, function)| (name, function.clone())),
        )
        .with_function("clause", failing("it did not work"))
        .with_function("sentence", failing("It did not work."))
        .with_function("refuse", refusing);
    for text in [
        "clause()",
        "sentence()",
        "refuse(\"a\")",
        "undefined()",
        "jsondecode(\"1e99999\")",
        "jsondecode(\"[\")",
        "\"1e99999\" + 1",
        "\"x\" + 1",
        "1e9999 * 1e9999",
        "[1][\"1e99999\"]",
        "{ (\"1e99999\" * 1) = 1 }",
        "int(\"1e99999\")",
        "substr(\"a\", 1.5, 1)",
        "true ? 1 : [\"1e99999\"]",
        "[for a in [1] : a if \"1e99999\"]",
        "\"1e99999\" ? 1 : 2",
        "-\"1e99999\"",
        "\"%{ for a in 1 }%{ endfor }\"",
        "0 / 0",
    ] {
        let expression = hcl::parse_expression(text).expect("it is valid");
        let error = expression.evaluate(&ctx).expect_err("it has no value");
        for diagnostic in error.diagnostics() {
            is_whole(text, text, diagnostic);
        }
        let body = format!("x = {text}\n");
        let error = hcl::from_str_with::<hcl::Value>(&body, &ctx).expect_err("it has no value");
        error
            .diagnostics()
            .iter()
            .for_each(|it| is_whole(text, &body, it));
    }
    for text in [
        "x = 1e99999\n",
        "x = [1e99999]\n",
        "x = \"1e99999\"\n",
        "x = \"\"\n",
        "x = 1.5\n",
    ] {
        let error = hcl::from_str::<std::collections::BTreeMap<String, u16>>(text)
            .expect_err("it is too large");
        error
            .diagnostics()
            .iter()
            .for_each(|it| is_whole(text, text, it));
    }
    assert_eq!(
        ValueError::new("a number is required.").message(),
        "a number is required"
    );
    assert_eq!(ValueError::new("a, b ...").message(), "a, b ...");
}

/// Collects every span of a tree.
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
    fn attribute(&mut self, attribute: &Attribute) -> WalkControl {
        self.0.extend([attribute.name_span(), attribute.span()]);
        WalkControl::Continue
    }

    fn block(&mut self, block: &Block) -> WalkControl {
        self.0
            .extend([block.type_span(), block.header_span(), block.span()]);
        self.0.push(block.body().span());
        self.0.extend(block.labels().map(|label| label.span()));
        WalkControl::Continue
    }

    fn expression(&mut self, expression: &Expression) -> WalkControl {
        self.0.push(expression.span());
        // The kind of every expression can be displayed with its parts.
        let _ = format!("{:?}", expression.kind());
        let _ = (expression.static_traversal(), expression.static_map());
        for variable in expression.variables() {
            self.0.push(variable.root_span());
        }
        WalkControl::Continue
    }
}

/// After too many errors, the rest of the source is not parsed. The place where parsing stops must be between two
/// characters.
#[test]
fn missing_items_have_a_place_in_a_source_that_is_not_parsed_to_its_end() {
    let schema = hcl::BodySchema::new().with_required_attribute("a");
    let text = "#*\n{ype =,NP,gpEP,,ty_P,\n:)\n,\u{fffd}P,N,ty_P,\u{fffd}\u{fffd},ty_P,\n,\u{fffd}r\u{fffd}\u{fffd},ty_P,\n:,\u{fffd}P,N\n\u{fffd}\u{0}\u{fffd}\n\u{fffd},ty_P,\n:)\n,E\u{fffd}\u{fffd}\u{12}pio\n";
    let options = hcl::ParseOptions::new().with_syntax(hcl::Syntax::Json);
    let diagnostics = options.parse(text).value.content(&schema).diagnostics;
    let place = diagnostics[0].subject().expect("it has a place").range();
    assert!(text[place.end..].starts_with('\u{fffd}'), "{place:?}");
    assert!(place.is_empty());
}

/// Errors are equal only if they are in the same source. Each of them is reported once.
#[test]
fn equal_errors_of_two_files_are_both_reported() {
    #[derive(Debug, serde_derive::Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "decoding fails")]
    struct Blocks {
        b: Vec<Empty>,
    }
    #[derive(Debug, serde_derive::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Empty {}

    let of_files = |names: &[&str], text: &str| {
        let parsed = names.iter().map(|name| {
            let options = hcl::ParseOptions::new().with_filename(*name);
            options.parse(text).value
        });
        hcl::Body::merge(parsed)
    };
    for names in [&["a.hcl"][..], &["a.hcl", "b.hcl"]] {
        let unknown = of_files(names, "b {\n  x = 1\n}\n");
        let error = hcl::from_body::<Blocks>(&unknown).expect_err("there is no field x");
        assert_eq!(error.diagnostics().len(), names.len(), "{error:#}");

        let failing = of_files(names, "b {\n  x = {} + {} + {}\n}\n");
        let error = hcl::from_body::<hcl::Value>(&failing).expect_err("an object is not a number");
        assert_eq!(error.diagnostics().len(), 3 * names.len(), "{error:#}");
    }
}
