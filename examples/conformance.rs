//! Answers cases given as JSON lines, for a comparison with the answers of another implementation.
//!
//! ```text
//! cargo run --release --example conformance -- MODE [--root FOLDER] < CASES.jsonl > RESULTS.jsonl
//! ```
//!
//! Each line of the standard input is a case, each line of the output its result, in order. MODE is
//!
//! * `syntax`: a case is `{"id", "src"}`, or `{"file"}` relative to the folder named by `--root`; the
//!   result is the tree with byte ranges, or the diagnostics.
//! * `eval`: a case is `{"id", "kind", "src", "vars"}`, the kind `expr` or `template`; the result is
//!   the tree, and the value with its type or the diagnostics.
//! * `format`: a case is as for `syntax`; the result is `{"id", "formatted"}`. It fails where
//!   formatting changes more than blanks, or changes its own result.

#![allow(clippy::print_stderr, reason = "it is a command")]

#[path = "conformance/eval.rs"]
mod eval;
#[path = "conformance/format.rs"]
mod format;
#[path = "conformance/json.rs"]
mod json;
#[path = "conformance/promises.rs"]
mod promises;
#[path = "conformance/syntax.rs"]
mod syntax;

use std::error::Error;
use std::io::{BufRead, BufWriter, Write};
use std::path::PathBuf;

const USAGE: &str = "usage: conformance syntax|eval|format [--root FOLDER] < CASES.jsonl";

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mode = arguments.next().ok_or(USAGE)?;
    let mut root = PathBuf::from(".");
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--root" => root = arguments.next().ok_or(USAGE)?.into(),
            _ => return Err(USAGE.into()),
        }
    }
    let mut output = BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let result = match mode.as_str() {
            "syntax" => syntax::answer(&serde_json::from_str(&line)?, &root)?,
            "format" => format::answer(&serde_json::from_str(&line)?, &root)?,
            "eval" => eval::answer(&line)?,
            _ => return Err(USAGE.into()),
        };
        writeln!(output, "{result}")?;
    }
    output.flush()?;
    Ok(())
}
