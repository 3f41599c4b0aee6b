//! The official test suite of the specification: compares the results of `hcldec` with the expected ones.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

use hcl::convert::convert;
use hcl::function::stdlib;
use hcl::{Block, Body, EvalContext, ParseOptions, Type, Value};
use serde_json::Value as Json;

use super::eval::read_type;

/// Number of significant digits that are compared: results of decimal and binary arithmetic may differ beyond
/// them.
const DIGITS: usize = 40;

/// Runs all tests below a folder with the `hcldec` at a path, and prints a line for each.
///
/// # Errors
///
/// If a test fails, or if there are no tests.
pub(crate) fn run(root: &Path, hcldec: &Path) -> Result<(), Box<dyn Error>> {
    let tests = tests_below(root)?;
    let mut failures = 0;
    for test in &tests {
        let name = test.strip_prefix(root)?.with_extension("");
        match judge(test, hcldec) {
            Ok(()) => println!("ok    {}", name.display()),
            Err(error) => {
                println!("FAIL  {}: {error}", name.display());
                failures += 1;
            }
        }
    }
    match (tests.len(), failures) {
        (0, _) => Err("there are no tests".into()),
        (_, 0) => Ok(()),
        (count, _) => Err(format!("{failures} of {count} tests fail").into()),
    }
}

fn tests_below(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut tests = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            tests.extend(tests_below(&path)?);
        } else if path.extension().is_some_and(|it| it == "t") {
            tests.push(path);
        }
    }
    tests.sort();
    Ok(tests)
}

/// Checks that `hcldec` gives the result that a test expects.
fn judge(test: &Path, hcldec: &Path) -> Result<(), Box<dyn Error>> {
    let options = ParseOptions::new().with_filename(test.display().to_string());
    let expected = options
        .parse(&std::fs::read_to_string(test)?)
        .into_result()?;
    let output = Command::new(hcldec)
        .arg("--spec")
        .arg(test.with_extension("hcldec"))
        .args(["--diags=json", "--with-type", "--keep-nulls"])
        .arg(test.with_extension("hcl"))
        .output()?;
    if let Some(diagnostics) = expected.blocks_of_type("diagnostics").next() {
        let found: Json = serde_json::from_slice(&output.stderr)?;
        return judge_diagnostics(&diagnostics, &found);
    }
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    judge_result(&expected, &String::from_utf8(output.stdout)?)
}

/// Compares the positions of diagnostics, in the order of the source.
fn judge_diagnostics(expected: &Block, found: &Json) -> Result<(), Box<dyn Error>> {
    let ctx = EvalContext::new();
    let mut wanted = Vec::new();
    for error in expected.body().blocks() {
        for place in ["from", "to"] {
            let block = error.body().blocks_of_type(place).next().ok_or(place)?;
            for name in ["line", "column", "byte"] {
                let attribute = block.body().attribute(name).ok_or(name)?;
                wanted.push(attribute.expression().evaluate(&ctx)?.as_u64());
            }
        }
    }
    let mut given = Vec::new();
    for diagnostic in found["diagnostics"].as_array().into_iter().flatten() {
        for place in ["start", "end"] {
            let position = &diagnostic["subject"][place];
            given.extend(["line", "column", "byte"].map(|name| position[name].as_u64()));
        }
    }
    let in_order = |mut places: Vec<Option<u64>>| {
        let mut places: Vec<_> = places.chunks_mut(6).map(|it| it.to_vec()).collect();
        places.sort();
        places
    };
    let (wanted, given) = (in_order(wanted), in_order(given));
    if wanted != given {
        return Err(format!("diagnostics at {given:?} instead of {wanted:?}").into());
    }
    Ok(())
}

fn judge_result(expected: &Body, output: &str) -> Result<(), Box<dyn Error>> {
    let ctx = EvalContext::new();
    let found = stdlib::jsondecode().call(&[Value::from(output)])?;
    let ty = match expected.attribute("result_type") {
        Some(attribute) => {
            let ty = attribute.expression().type_constraint()?;
            let json = stdlib::jsonencode().call(&[found["type"].clone()])?;
            let json = serde_json::from_str(json.as_str().unwrap_or_default())?;
            let given = read_type(&json)?;
            if given != ty {
                return Err(format!("the type is {given}, not {ty}").into());
            }
            ty
        }
        None => Type::DYNAMIC,
    };
    if let Some(attribute) = expected.attribute("result") {
        let wanted = convert(&attribute.expression().evaluate(&ctx)?, &ty)?;
        let given = convert(&found["value"], &ty)?;
        if !is_same(&wanted, &given) {
            return Err(format!("the value is {given}, not {wanted}").into());
        }
    }
    Ok(())
}

/// Whether two values are equal in the compared digits.
fn is_same(one: &Value, other: &Value) -> bool {
    let children = |value: &Value| -> Option<Vec<(Value, Value)>> {
        let elements = value.elements()?;
        Some(elements.map(|(key, value)| (key, value.clone())).collect())
    };
    match (children(one), children(other)) {
        (Some(one), Some(other)) => {
            let mut pairs = one.iter().zip(&other);
            one.len() == other.len()
                && pairs.all(|(one, other)| one.0 == other.0 && is_same(&one.1, &other.1))
        }
        (None, None) => digits(one) == digits(other),
        _ => false,
    }
}

fn digits(value: &Value) -> String {
    let text = value.to_string();
    if value.as_number().is_none() || !text.contains('.') {
        return text;
    }
    let end = text.len().min(DIGITS);
    text[..end].trim_end_matches('0').to_owned()
}
