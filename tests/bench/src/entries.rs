//! Every public entry point that takes text, as one call each: what a program does with an untrusted configuration.
//! Errors are displayed too, because an untrusted configuration can cause them.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::sync::LazyLock;

use hcl::function::stdlib;
use hcl::json::{self, BlockForm, NativeBlocks};
use hcl::references::{NamedBlocks, References};
use hcl::{
    Body, BodyPart, BodySchema, DecodeOptions, EncodeOptions, EvalContext, Expression, Overlay,
    ParseOptions, Path, Spec, SpecFile, Syntax, Template, Type, Value, Visitor, dynblock,
};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use crate::anything::Anything;

/// An arbitrary text, and the syntax in which it is read.
pub struct Input<'a> {
    /// The bytes, which need not be UTF-8.
    pub bytes: &'a [u8],
    /// The bytes as text.
    pub text: &'a str,
    /// Native or JSON.
    pub syntax: Syntax,
}

/// An entry point that takes text.
pub struct Entry {
    /// The name that tables use.
    pub name: &'static str,
    /// Whether it reads the JSON syntax too.
    pub reads_json: bool,
    /// The call.
    pub run: fn(&Input<'_>),
}

const fn both(name: &'static str, run: fn(&Input<'_>)) -> Entry {
    Entry {
        name,
        reads_json: true,
        run,
    }
}

const fn native(name: &'static str, run: fn(&Input<'_>)) -> Entry {
    Entry {
        name,
        reads_json: false,
        run,
    }
}

/// All entry points.
pub const ENTRIES: &[Entry] = &[
    both("parse", |input| drop(black_box(input.body()))),
    both("parse/expression", expression),
    native("parse/template", template),
    native("parse/traversal", |input| {
        display(hcl::parse_traversal(input.text));
    }),
    native("parse/path", |input| display(input.text.parse::<Path>())),
    native("format", |input| drop(black_box(hcl::format(input.text)))),
    both("decode/value", |input| input.decode::<Value>(&OPTIONS)),
    both("decode/untyped", |input| {
        input.decode::<Anything>(&OPTIONS);
    }),
    both("decode/struct", |input| input.decode::<Module>(&OPTIONS)),
    both("decode/ignored", |input| {
        input.decode::<IgnoredAny>(&OPTIONS);
    }),
    both("decode/exhaustive", |input| {
        input.decode::<Module>(&OPTIONS.clone().exhaustive(true));
    }),
    both("decode/with functions", |input| {
        input.decode::<Value>(&WITH_FUNCTIONS);
    }),
    both("decode/without evaluation", |input| {
        input.decode::<Anything>(&OPTIONS.clone().without_evaluation());
    }),
    both("decode/block lists", |input| {
        input.decode::<Anything>(&OPTIONS.clone().with_block_lists());
    }),
    both("evaluate/attributes", |input| {
        display(
            input
                .options()
                .evaluate_attributes(input.text, &CONTEXT)
                .into_result(),
        );
    }),
    both("evaluate/expression", |input| {
        display(
            input
                .options()
                .evaluate_expression(input.text, &CONTEXT)
                .into_result(),
        );
    }),
    native("evaluate/template", |input| {
        display(
            input
                .options()
                .evaluate_template(input.text, &CONTEXT)
                .into_result(),
        );
    }),
    both("evaluate/body", |input| {
        display(
            input
                .options()
                .evaluate_body(input.text, &SPEC, &CONTEXT)
                .into_result(),
        );
    }),
    both("body/content", content),
    both("body/dynamic blocks", dynamic_blocks),
    both("body/look-ups", look_ups),
    both("body/display", |input| {
        let body = input.body();
        black_box((body.to_string(), format!("{body:?}"), body == body.clone()));
    }),
    both("body/reduce", |input| {
        black_box(input.body().reduce(&CONTEXT).to_string());
    }),
    both("body/layers", layers),
    both("body/references", references),
    both("body/user functions", |input| {
        let functions = hcl::user_functions(&input.body(), "function", &CONTEXT);
        display(functions.map(|(functions, _)| functions));
    }),
    both("body/edit", edit),
    both("body/convert", convert),
    both("body/encode", encode),
    both("spec file", spec_file),
    native("settings", |input| {
        let body = Body::builder().finish().expect("an empty body");
        let overlay = Overlay::new();
        display(overlay.overlay_settings(body, "settings", input.text.lines()));
    }),
    native("functions of text", functions_of_text),
    native("patterns", |input| {
        let ctx = CONTEXT.clone().with_variable("text", input.text);
        display(PATTERN_CALL.evaluate(&ctx));
    }),
];

/// A type with fields for blocks and attributes that the inputs have, and for many that they do not have.
#[derive(Debug, Deserialize)]
#[allow(dead_code, reason = "only decoding counts")]
struct Module {
    #[serde(default)]
    resource: BTreeMap<String, BTreeMap<String, Value>>,
    #[serde(default)]
    variable: BTreeMap<String, Variable>,
    #[serde(default)]
    job: BTreeMap<String, Expression>,
    a: Option<u16>,
    b: Option<Vec<String>>,
    #[serde(default)]
    c: Option<Template>,
    #[serde(default)]
    d: Vec<Variable>,
    #[serde(flatten)]
    rest: BTreeMap<String, Anything>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only decoding counts")]
struct Variable {
    #[serde(rename = "type")]
    ty: Option<Expression>,
    default: Option<Value>,
    description: Option<String>,
    #[serde(default)]
    sensitive: bool,
    validation: Option<IgnoredAny>,
}

/// The context that a service would use for untrusted input, except that the length of the text is not limited.
static CONTEXT: LazyLock<EvalContext> = LazyLock::new(|| {
    EvalContext::untrusted()
        .with_functions(stdlib::terraform())
        .with_functions(stdlib::reference())
        .with_variable("a", 1)
        .with_variable("b", "text")
        .with_variable(
            "var",
            hcl::value!({ name = "x", list = [1, 2, 3] }).expect("a value"),
        )
});
static OPTIONS: LazyLock<DecodeOptions> =
    LazyLock::new(|| DecodeOptions::new().with_context(EvalContext::untrusted()));
static WITH_FUNCTIONS: LazyLock<DecodeOptions> =
    LazyLock::new(|| DecodeOptions::new().with_context(CONTEXT.clone()));
static SPEC: LazyLock<Spec> = LazyLock::new(|| {
    let resource = Spec::object([
        ("type", Spec::label(0, "type")),
        ("count", Spec::attr("count", Type::NUMBER)),
    ]);
    Spec::object([
        ("a", Spec::attr("a", Type::NUMBER)),
        ("b", Spec::attr("b", Type::list(Type::STRING))),
        ("resource", Spec::block_list("resource", .., resource)),
    ])
});

/// Searches a text for a pattern; the same text is used for both.
static PATTERN_CALL: LazyLock<Expression> = LazyLock::new(|| {
    let call = "[can(regexall(text, text)), can(replace(text, \"/${text}/\", text))]";
    hcl::parse_expression(call).expect("it is an expression")
});

/// Drops a value, and writes the report of an error.
fn display<T>(result: hcl::Result<T>) {
    match result {
        Ok(value) => drop(black_box(value)),
        Err(error) => drop(black_box(format!("{error:#}"))),
    }
}

impl Input<'_> {
    fn options(&self) -> ParseOptions {
        ParseOptions::new().with_syntax(self.syntax)
    }

    /// Returns the valid part of the text. The diagnostics of the rest are displayed.
    fn body(&self) -> Body {
        let parsed = self.options().parse(self.text);
        for diagnostic in &parsed.diagnostics {
            black_box(diagnostic.to_string());
        }
        parsed.value
    }

    fn decode<T: DeserializeOwned>(&self, options: &DecodeOptions) {
        let options = options.clone().with_syntax(self.syntax);
        display(options.from_slice::<T>(self.bytes));
    }
}

fn expression(input: &Input<'_>) {
    let expression = match input.options().parse_expression(input.text) {
        Ok(expression) => expression,
        Err(error) => return drop(black_box(format!("{error:#}"))),
    };
    black_box((
        expression.to_string(),
        expression.variables(),
        expression.kind(),
    ));
    display(expression.static_list());
    display(expression.static_map());
    display(expression.static_call());
    display(expression.static_traversal());
    display(expression.type_constraint());
    display(expression.evaluate(&CONTEXT));
    display(expression.evaluate_marked(&CONTEXT).map(|_| ()));
    display(expression.decode::<BTreeMap<String, Value>>(&CONTEXT));
    black_box(expression.reduce(&CONTEXT).to_string());
}

fn template(input: &Input<'_>) {
    match hcl::parse_template(input.text) {
        Ok(template) => {
            black_box((template.to_string(), template.variables(), template.parts()));
            display(template.evaluate(&CONTEXT));
            black_box(template.reduce(&CONTEXT).to_string());
        }
        Err(error) => drop(black_box(format!("{error:#}"))),
    }
}

fn content(input: &Input<'_>) {
    let body = input.body();
    let schema = BodySchema::of::<Module>()
        .with_required_attribute("required")
        .with_block("provider", ["name"]);
    display(body.content(&schema).into_result());
    display(body.just_attributes().into_result());
    if let Ok((_, rest)) = body.partial_content(&schema).into_result() {
        display(rest.just_attributes().into_result());
    }
}

fn dynamic_blocks(input: &Input<'_>) {
    let body = input.body();
    black_box((
        dynblock::variables(&body),
        dynblock::expansion_variables(&body),
    ));
    let expanded = dynblock::expand_dynamic(&body, &CONTEXT);
    display(OPTIONS.from_body::<Anything>(&expanded.value));
    display(expanded.into_result());
}

/// Counts the calls of the visitor.
#[derive(Default)]
struct Count(usize);

impl Visitor for Count {
    fn expression(&mut self, _: &Expression) -> hcl::WalkControl {
        self.0 += 1;
        hcl::WalkControl::Continue
    }
}

fn look_ups(input: &Input<'_>) {
    let body = input.body();
    let mut count = Count::default();
    body.walk(&mut count);
    black_box((count.0, body.variables(), body.secret_paths(&CONTEXT)));
    black_box(body.comments().count());
    // Each look-up walks from the root, so a few of them are enough.
    let parts = body.parts();
    for (path, _) in parts.iter().step_by(1 + parts.len() / 8) {
        display(body.at(path.clone()));
        display(body.item(path.clone()));
    }
    let length = input.text.len();
    for offset in (0..=length).step_by(1 + length / 8) {
        black_box(body.at_offset(offset));
    }
}

fn layers(input: &Input<'_>) {
    let body = input.body();
    let other = hcl::parse("a = 1\nresource \"x\" \"y\" {\n  b = 2\n}\n").expect("it is a body");
    let merged = Body::merge([other.clone(), body.clone(), body.clone()]);
    display(OPTIONS.from_body::<Value>(&merged));
    match Body::overlay([other, body.clone(), body]) {
        Ok(overlaid) => display(OPTIONS.from_body::<Module>(&overlaid)),
        Err(error) => drop(black_box(format!("{error:#}"))),
    }
}

fn references(input: &Input<'_>) {
    let body = input.body();
    let references = References::new()
        .with_root_attributes()
        .with("var", NamedBlocks::labelled("variable", ["name"]))
        .with_root(NamedBlocks::labelled("resource", ["type", "name"]))
        .with("local", NamedBlocks::merged("locals"));
    let dependencies = references.dependencies(&body);
    display(dependencies.order());
    display(dependencies.layers());
    black_box((dependencies.cycles(), dependencies.references().count()));
    let scope = references.scope(&body, &CONTEXT);
    display(scope.value.check());
    display(scope.into_result());
}

fn edit(input: &Input<'_>) {
    let body = input.body();
    let parts = body.parts();
    let mut edits = [(); 5].map(|()| body.edit());
    if let Some(item) = body.items().next() {
        edits[0].remove(item);
    }
    let is_expression = |(_, part): &&(Path, BodyPart)| matches!(part, BodyPart::Expression(_));
    for (path, _) in parts.iter().filter(is_expression).take(4) {
        edits[1].set_path(&body, path.clone(), ["new", "text"]);
    }
    if let Some((path, _)) = parts.last() {
        edits[2].remove_path(&body, path.clone());
        edits[3].move_path(&body, path.clone(), "moved");
    }
    edits[4].rename_references("var.name", "var.renamed");
    edits[4].set_path_with_parents(&body, "new.part.of", 1);
    for edit in edits {
        display(edit.finish_text());
    }
}

fn convert(input: &Input<'_>) {
    let body = input.body();
    display(json::from_native(&body, BlockForm::default()));
    display(json::to_native(&body, &NativeBlocks::by_shape()).map(|body| body.to_string()));
    display(json::to_native(&body, &NativeBlocks::from(&*SPEC)));
}

fn encode(input: &Input<'_>) {
    let options = OPTIONS.clone().with_syntax(input.syntax);
    if let Ok(value) = options.from_slice::<Value>(input.bytes) {
        display(hcl::to_string(&value));
        display(json::to_string_pretty(&value));
        display(EncodeOptions::new().without_heredocs().to_string(&value));
        display(hcl::from_value::<Anything>(value));
    }
}

fn spec_file(input: &Input<'_>) {
    let file = SpecFile::from_body(&input.body());
    let body = hcl::parse("a = 1\nb = [\"x\"]\n").expect("it is a body");
    let spec = file.value.spec();
    black_box((spec.implied_type(), spec.variables(&body)));
    display(spec.decode(&body, &file.value.eval_context()).into_result());
    display(file.into_result());
}

/// Functions that read their argument, which is the whole text.
fn functions_of_text(input: &Input<'_>) {
    const CALLS: [&str; 17] = [
        "jsondecode(text)",
        "yamldecode(text)",
        "csvdecode(text)",
        "base64decode(text)",
        "urldecode(text)",
        "urlencode(text)",
        "base64gzip(text)",
        "format(text, 1, true)",
        "formatdate(text, \"2026-01-02T03:04:05Z\")",
        "regexall(\"[a-z]+\", text)",
        "title(indent(2, chomp(text)))",
        "split(\"\\n\", strrev(text))",
        "cidrsubnet(text, 4, 1)",
        "parseint(text, 36)",
        "sha512(text)",
        "tonumber(text)",
        "textencodebase64(text, \"UTF-16LE\")",
    ];
    static PARSED: LazyLock<Vec<Expression>> = LazyLock::new(|| {
        let parsed = CALLS.iter().map(|call| hcl::parse_expression(call));
        parsed.map(|call| call.expect("it is a call")).collect()
    });
    let ctx = CONTEXT.clone().with_variable("text", input.text);
    for call in &*PARSED {
        display(call.evaluate(&ctx));
    }
}
