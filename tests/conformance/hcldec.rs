//! What the command `hcldec` makes of a spec and an input.

use std::error::Error;
use std::path::Path;
use std::process::{Command, Output};

use crate::compare::{Agreement, Judgement, is_same_value, same_diagnostics};
use crate::json::{object, string};
use crate::read::Json;

#[derive(serde_derive::Deserialize)]
struct Case {
    spec: String,
    input: String,
    syntax: String,
}

/// Runs the command on a case, once with types and nulls and once without.
pub(crate) fn answer(line: &str) -> Result<String, Box<dyn Error>> {
    let case: Case = serde_json::from_str(line)?;
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("conformance-{}", case.syntax));
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("spec.hcldec"), case.spec)?;
    let input = match case.syntax.as_str() {
        "json" => "input.hcl.json",
        _ => "input.hcl",
    };
    std::fs::write(folder.join(input), case.input)?;
    let run = |flags: &[&str]| -> Result<Output, Box<dyn Error>> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hcldec"));
        let command = command.current_dir(&folder).args(flags);
        let arguments = ["--spec=spec.hcldec", "--diags=json", input];
        Ok(command.args(arguments).output()?)
    };
    let typed = run(&["--with-type", "--keep-nulls"])?;
    if !typed.status.success() {
        return Ok(object([("stderr", String::from_utf8(typed.stderr)?)]));
    }
    Ok(object([
        ("typed", string(&String::from_utf8(typed.stdout)?)),
        ("plain", string(&String::from_utf8(run(&[])?.stdout)?)),
    ]))
}

/// Compares the exit status, then the values or the diagnostics.
pub(crate) fn compare(case: &Json, answer: &Json) -> Judgement {
    let text = |of: &Json, name: &str| of.member(name).and_then(Json::as_str).map(str::to_owned);
    let (wanted, given) = (text(case, "typed"), text(answer, "typed"));
    let (Some(wanted), Some(given)) = (&wanted, &given) else {
        if wanted.is_some() || given.is_some() {
            return Err(format!("exit status: {answer:?}"));
        }
        let wanted = flat(Json::elements(case.member("diags")));
        let given = answer
            .member("stderr")
            .and_then(|it| it.member("diagnostics"));
        let given = flat(Json::elements(given));
        return Ok(Agreement::Rejected(same_diagnostics(&wanted, &given)));
    };
    if !is_same_value(&Json::read(wanted), &Json::read(given)) {
        return Err(format!("another value: {given}"));
    }
    // Without types, sets cannot be distinguished from lists, whose elements have an order.
    let plain = |of: &Json| text(of, "plain").map(|text| Json::read(&text));
    if !wanted.contains("\"set\"") && plain(case) != plain(answer) {
        return Err(format!("another value without types: {answer:?}"));
    }
    Ok(Agreement::Accepted)
}

/// Converts diagnostics of the command to the form of the other cases.
fn flat(diagnostics: &[Json]) -> Vec<Json> {
    let position = |diagnostic: &Json, name: &str| {
        let position = diagnostic.member("subject")?.member(name)?;
        let numbers = ["line", "column", "byte"].map(|name| position.member(name).cloned());
        Some(Json::Array(numbers.into_iter().flatten().collect()))
    };
    let diagnostic = |it: &Json| {
        let members = [
            ("summary", it.member("summary").cloned()),
            ("from", position(it, "start")),
            ("to", position(it, "end")),
        ];
        let members = members.into_iter();
        Json::Object(
            members
                .filter_map(|(name, it)| Some((name.to_owned(), it?)))
                .collect(),
        )
    };
    diagnostics.iter().map(diagnostic).collect()
}
