//! Compares the answers of the reference implementation to generated cases with ours.
//!
//! Each file `*.jsonl.gz` in this folder is a sample of one kind of cases, with a case in JSON on each line. The
//! example `conformance` answers whole files of such cases; here its functions answer the samples, and [`compare`]
//! judges the answers. To let `sample.py` choose the samples again from the folder with all cases:
//!
//! ```text
//! python3 tests/conformance/sample.py FOLDER
//! ```
//!
//! Cases in which the reference implementation differs from the specification are listed in `tests/conformance.allow`.

#![allow(clippy::print_stdout, reason = "the test prints its counts")]
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod compare;
#[path = "../../examples/conformance/document.rs"]
mod document;
#[path = "../../examples/conformance/eval.rs"]
mod eval;
#[path = "../../examples/conformance/format.rs"]
mod format;
#[cfg(feature = "cli")]
mod hcldec;
#[path = "../../examples/conformance/json.rs"]
mod json;
#[path = "../../examples/conformance/places.rs"]
mod places;
#[path = "../../examples/conformance/promises.rs"]
mod promises;
#[path = "../support/random.rs"]
mod random;
mod read;
mod reduction;
mod sample;
#[path = "../../examples/conformance/structs.rs"]
mod structs;
#[path = "../../examples/conformance/syntax.rs"]
mod syntax;

use std::path::Path;

use sample::Sample;

/// No file is read, because the cases contain their sources.
const NO_ROOT: &str = ".";

#[test]
fn trees_and_ranges() {
    Sample::read("syntax").judge(compare::syntax, |line| {
        syntax::answer(&serde_json::from_str(line)?, Path::new(NO_ROOT))
    });
}

#[test]
fn values_of_expressions_and_templates() {
    Sample::read("eval").judge(compare::eval, of_set("reference"));
}

/// Returns a function that answers cases with the functions of a set.
fn of_set(set: &str) -> impl Fn(&str) -> Result<String, Box<dyn std::error::Error>> {
    let functions = eval::functions(set).unwrap();
    move |line| eval::answer(line, &functions)
}

#[cfg(feature = "stdlib")]
#[test]
fn functions_of_the_reference() {
    Sample::read("functions").judge_values(compare::eval, of_set("reference"));
}

#[cfg(feature = "stdlib")]
#[test]
fn functions_of_terraform() {
    Sample::read("terraform").judge_values(compare::eval, of_set("terraform"));
}

#[test]
fn reduced_expressions_keep_their_meaning() {
    let functions = eval::functions("reference").unwrap();
    let reduced = |name| reduction::check(Sample::read(name).lines(), &functions, 3);
    let count = reduced("eval") + reduced("heredocs");
    println!("{count} reduced");
    assert!(count > 100);
}

/// Checks the same for all cases in the folder that `HCL_CONFORMANCE` names.
#[test]
#[ignore = "it needs the folder with all cases"]
fn all_reduced_expressions_keep_their_meaning() {
    let folder = std::env::var("HCL_CONFORMANCE").unwrap();
    for (name, set) in [
        ("generated", "reference"),
        ("reference", "reference"),
        ("heredocs", "reference"),
        ("functions", "reference"),
        ("terraform-functions", "terraform"),
    ] {
        let text = std::fs::read_to_string(format!("{folder}/eval/{name}.jsonl")).unwrap();
        let count = reduction::check(text.lines(), &eval::functions(set).unwrap(), 1);
        println!("{name}: {count} reduced");
    }
}

#[test]
fn values_of_heredocs() {
    Sample::read("heredocs").judge(compare::eval, of_set("reference"));
}

/// The canonical forms of the reference implementation are not compared, because the sources of those cases are files
/// of other projects. The test checks properties that hold for any canonical form: see [`promises`].
#[test]
fn canonical_forms() {
    for line in Sample::read("syntax").lines() {
        format::answer(&serde_json::from_str(line).unwrap(), Path::new(NO_ROOT)).unwrap();
    }
}

#[test]
fn documents_in_json_syntax() {
    let functions = eval::functions("reference").unwrap();
    let answer = |line: &str| document::answer(line, &functions, places::diagnostic);
    Sample::read("json").judge(compare::json, answer);
}

#[test]
fn structs_from_documents_in_json_syntax() {
    Sample::read("structs").judge_values(compare::structs, structs::answer);
}

#[cfg(feature = "cli")]
#[test]
fn results_of_the_command() {
    Sample::read("hcldec").judge(hcldec::compare, hcldec::answer);
}

#[cfg(feature = "cli")]
#[test]
fn results_of_the_command_in_json_syntax() {
    Sample::read("json-hcldec").judge(hcldec::compare, hcldec::answer);
}
