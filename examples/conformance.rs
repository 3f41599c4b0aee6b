//! Answers cases given as JSON lines, for comparison with the answers of another implementation.
//!
//! ```text
//! cargo run --release --features full --example conformance -- MODE [--root FOLDER] < CASES.jsonl > RESULTS.jsonl
//! ```
//!
//! Each line of the standard input is a case; each line of the output is its result, in the same order. MODE is one of:
//!
//! * `syntax`: a case is `{"id", "src"}`, or `{"file"}` relative to the folder named by `--root`; the
//!   result is the tree with byte ranges, or the diagnostics.
//! * `eval`: a case is `{"id", "kind", "src", "vars"}`, where the kind is `expr` or `template`; the result is
//!   the tree, and the value with its type or the diagnostics. The functions in scope are the reference's library or,
//!   with `--functions terraform`, Terraform's.
//! * `json`: a case is `{"id", "src", "vars"}`, with the source in JSON syntax; the result is each attribute with its
//!   byte ranges and its value or diagnostics, or the diagnostics of the source. With `--places reference`, the places
//!   of errors in the source are counted as in the reference; `places.rs` describes the differences.
//! * `structs`: a case is `{"id", "type", "src"}`, with the source in JSON syntax and a type from `structs.rs`; the
//!   result is the decoded data, or the number of diagnostics and the summary of the first.
//! * `format`: a case is as for `syntax`; the result is `{"id", "formatted"}`. It fails if formatting changes more than
//!   blanks, or if formatting the result again changes it.
//! * `specsuite`: the standard input has no cases. The official suite of the specification,
//!   in the folder named by `--root`, is run with the command `hcldec` at the path named by `--bin`;
//!   each line is the result of one test.

#![allow(clippy::print_stderr, clippy::print_stdout, reason = "it is a command")]

#[path = "conformance/document.rs"]
mod document;
#[path = "conformance/eval.rs"]
mod eval;
#[path = "conformance/format.rs"]
mod format;
#[path = "conformance/json.rs"]
mod json;
#[path = "conformance/places.rs"]
mod places;
#[path = "conformance/promises.rs"]
mod promises;
#[path = "conformance/specsuite.rs"]
mod specsuite;
#[path = "conformance/structs.rs"]
mod structs;
#[path = "conformance/syntax.rs"]
mod syntax;

use std::error::Error;
use std::io::{BufRead, BufWriter, Write};
use std::path::PathBuf;

const USAGE: &str =
    "usage: conformance syntax|eval|json|structs|format [--root FOLDER] [--functions SET] [--places PLACES] < CASES.jsonl
       conformance specsuite --root FOLDER --bin HCLDEC";

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mode = arguments.next().ok_or(USAGE)?;
    let mut root = PathBuf::from(".");
    let mut hcldec = PathBuf::from("hcldec");
    let mut functions = String::from("reference");
    let mut write_wrong: fn(&hcl::Diagnostic) -> String = json::diagnostic;
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--root" => root = arguments.next().ok_or(USAGE)?.into(),
            "--functions" => functions = arguments.next().ok_or(USAGE)?,
            "--places" if arguments.next().is_some_and(|it| it == "reference") => {
                write_wrong = places::diagnostic;
            }
            "--bin" => hcldec = arguments.next().ok_or(USAGE)?.into(),
            _ => return Err(USAGE.into()),
        }
    }
    if mode == "specsuite" {
        return specsuite::run(&root, &hcldec);
    }
    let functions = eval::functions(&functions).ok_or(USAGE)?;
    let mut output = BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let result = match mode.as_str() {
            "syntax" => syntax::answer(&serde_json::from_str(&line)?, &root)?,
            "format" => format::answer(&serde_json::from_str(&line)?, &root)?,
            "eval" => eval::answer(&line, &functions)?,
            "json" => document::answer(&line, &functions, write_wrong)?,
            "structs" => structs::answer(&line)?,
            _ => return Err(USAGE.into()),
        };
        writeln!(output, "{result}")?;
    }
    output.flush()?;
    Ok(())
}
