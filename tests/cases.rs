//! Runs the case files below `tests/cases`: each has its expected result in a file next to it.
//!
//! `UPDATE_EXPECT=1 cargo test --all-features --test cases` updates the expected results; review them before you commit
//! them. A case in `parse/ok` has no diagnostics and a `.tree`. A case in `parse/err` has at least one diagnostic and a
//! `.report`, which ends with the valid part of the tree. A case in `regression` may be either.
//!
//! `support/values.rs` describes the cases in `eval` and `convert`.
//!
//! A case in `format` has its canonical form in `.formatted`.
//!
//! `support/schema.rs` describes the cases in `schema`, `support/dynblock.rs` those in `dynblock`.

#[path = "support/case.rs"]
mod case;
#[path = "support/dump.rs"]
mod dump;
#[path = "support/dynblock.rs"]
mod dynblock;
#[path = "support/options.rs"]
mod options;
#[path = "support/schema.rs"]
mod schema;
#[path = "support/spec.rs"]
mod spec;
#[path = "support/values.rs"]
mod values;

use std::error::Error;
use std::path::Path;

use case::{Case, Form};
use dump::Dump;
use expect_test::expect_file;
use hcl::Diagnostic;

datatest_stable::harness! {
    { test = ok, root = "tests/cases/parse/ok", pattern = CASE },
    { test = err, root = "tests/cases/parse/err", pattern = CASE },
    { test = either, root = "tests/cases/regression", pattern = CASE },
    { test = spec, root = "tests/cases/spec", pattern = r"\.hcl$" },
    { test = schema, root = "tests/cases/schema", pattern = r"\.hcl$" },
    { test = format, root = "tests/cases/format", pattern = r"\.hcl$" },
    { test = eval, root = "tests/cases/eval", pattern = r"\.(hcl|json)$" },
    { test = dynblock, root = "tests/cases/dynblock", pattern = r"\.hcl$" },
    { test = eval, root = "tests/cases/convert", pattern = r"\.hcl$" },
}

const CASE: &str = r"\.(hcl|json|expression|template|traversal)$";

/// The result of a case.
struct Outcome {
    diagnostics: Vec<Diagnostic>,
    /// The tree, or the valid part of it.
    dump: String,
}

fn ok(path: &Path) -> datatest_stable::Result<()> {
    let outcome = parse(&Case::read(path)?);
    match outcome.diagnostics.first() {
        Some(diagnostic) => Err(format!("it does not parse:\n{diagnostic}").into()),
        None => check(path, &outcome),
    }
}

fn err(path: &Path) -> datatest_stable::Result<()> {
    let outcome = parse(&Case::read(path)?);
    if outcome.diagnostics.is_empty() {
        return Err("it parses".into());
    }
    check(path, &outcome)
}

fn either(path: &Path) -> datatest_stable::Result<()> {
    check(path, &parse(&Case::read(path)?))
}

fn format(path: &Path) -> datatest_stable::Result<()> {
    let formatted = hcl::format(&Case::read(path)?.source);
    let path = std::env::current_dir()?.join(path);
    expect_file![path.with_extension("formatted")].assert_eq(&formatted);
    Ok(())
}

fn eval(path: &Path) -> datatest_stable::Result<()> {
    let values = values::outcome(&Case::read(path)?)?;
    let path = std::env::current_dir()?.join(path);
    expect_file![path.with_extension("values")].assert_eq(&values);
    Ok(())
}

fn schema(path: &Path) -> datatest_stable::Result<()> {
    let content = schema::outcome(&Case::read(path)?)?;
    let path = std::env::current_dir()?.join(path);
    expect_file![path.with_extension("content")].assert_eq(&content);
    Ok(())
}

fn dynblock(path: &Path) -> datatest_stable::Result<()> {
    let expansion = dynblock::outcome(&Case::read(path)?)?;
    let path = std::env::current_dir()?.join(path);
    expect_file![path.with_extension("expansion")].assert_eq(&expansion);
    Ok(())
}

fn spec(path: &Path) -> datatest_stable::Result<()> {
    let decoded = spec::outcome(&Case::read(path)?)?;
    let path = std::env::current_dir()?.join(path);
    expect_file![path.with_extension("decoded")].assert_eq(&decoded);
    Ok(())
}

/// Compares the result of a case with the file beside it.
fn check(path: &Path, outcome: &Outcome) -> Result<(), Box<dyn Error>> {
    let path = std::env::current_dir()?.join(path);
    if outcome.diagnostics.is_empty() {
        expect_file![path.with_extension("tree")].assert_eq(&outcome.dump);
    } else {
        expect_file![path.with_extension("report")].assert_eq(&outcome.report());
    }
    Ok(())
}

impl Outcome {
    /// Returns all reports, followed by the valid part of the tree.
    fn report(&self) -> String {
        let mut report = String::new();
        for diagnostic in &self.diagnostics {
            assert_ne!(diagnostic.code(), hcl::Code::Application);
            assert!(matches!(
                diagnostic.category(),
                hcl::Category::Syntax | hcl::Category::Limit
            ));
            report.push_str(&diagnostic.to_string());
            report.push_str("\n\n");
        }
        report.push_str("left:\n");
        report.push_str(&self.dump);
        report
    }
}

/// Returns the error of a result, and its diagnostics.
fn of_result<T>(result: hcl::Result<T>) -> (Option<hcl::Error>, Vec<hcl::Diagnostic>) {
    let error = result.err();
    let diagnostics = error.iter().flat_map(hcl::Error::diagnostics);
    let diagnostics = diagnostics.cloned().collect();
    (error, diagnostics)
}

/// Parses the source of a case and checks that the strict form and the tolerant form agree.
fn parse(case: &Case) -> Outcome {
    let options = options::options(case.form);
    let source = &case.source;
    let mut dump = Dump::default();
    let (strict, diagnostics) = match case.form {
        Form::Body | Form::Json => {
            let parsed = options.parse(source);
            if parsed.diagnostics.is_empty() {
                dump.document(&parsed.value);
            } else {
                dump.outline(&parsed.value);
            }
            (
                options.parse(source).into_result().err(),
                parsed.diagnostics,
            )
        }
        Form::Expression => {
            let parsed = options.parse_expression(source);
            if let Ok(tree) = &parsed {
                dump.expression(tree);
            }
            of_result(parsed)
        }
        Form::Template => {
            let parsed = options.parse_template(source);
            if let Ok(tree) = &parsed {
                dump.template(tree);
            }
            of_result(parsed)
        }
        Form::Traversal => {
            let parsed = options.parse_traversal(source);
            if let Ok(tree) = &parsed {
                dump.traversal(tree);
            }
            of_result(parsed)
        }
    };
    let strict: Vec<String> = strict
        .iter()
        .flat_map(hcl::Error::diagnostics)
        .map(ToString::to_string)
        .collect();
    let tolerant: Vec<String> = diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(
        strict, tolerant,
        "the strict form reports other diagnostics"
    );
    Outcome {
        diagnostics,
        dump: dump.finish(),
    }
}
