//! An application's own checks, reported at the location of the wrong field.
//!
//! It shows two kinds of checks. A rule for a single value belongs to its type: the message of a `Deserialize` or
//! `TryFrom` implementation is reported with the location and the path of the field. A rule for several fields is
//! checked after decoding: each `Spanned` field knows its location, and all errors are reported at once.
//!
//! Run it with `cargo run --example validate`, or with the path of another file as its argument.

#![allow(clippy::print_stdout, reason = "it is a command")]

use std::process::ExitCode;

use hcl::{Diagnostic, Error, Spanned};

#[derive(serde::Deserialize)]
struct Pool {
    host: HostName,
    min: Spanned<u32>,
    max: Spanned<u32>,
    #[serde(default)]
    replica: Vec<Spanned<Replica>>,
}

#[derive(serde::Deserialize)]
struct Replica {
    zone: Spanned<String>,
}

/// A name of lower-case letters, digits, hyphens and points.
#[derive(serde::Deserialize)]
#[serde(try_from = "String")]
struct HostName(String);

impl TryFrom<String> for HostName {
    type Error = String;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        let is_allowed =
            |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || "-.".contains(it);
        if !name.is_empty() && name.chars().all(is_allowed) {
            return Ok(HostName(name));
        }
        Err(format!(
            "\"{name}\" is not a host name: write lower-case letters, digits, \"-\" and \".\"."
        ))
    }
}

/// Checks the rules that the types do not express.
fn check(pool: &Pool) -> hcl::Result<()> {
    let mut diagnostics = Vec::new();
    if pool.min.value() > pool.max.value() {
        let detail = format!(
            "\"min\" must not be greater than \"max\", which is {}.",
            pool.max.value()
        );
        diagnostics.push(Diagnostic::error("Empty range", detail).at(&pool.min));
    }
    if pool.replica.is_empty() {
        let detail = "Without a \"replica\" block the pool is lost with its host.";
        diagnostics.push(Diagnostic::warning("No replica", detail));
    }
    for (index, replica) in pool.replica.iter().enumerate() {
        let zone = &replica.value().zone;
        let earlier = pool.replica[..index]
            .iter()
            .any(|it| it.value().zone == *zone);
        if earlier {
            let detail = format!(
                "Another replica is in the zone \"{}\" already.",
                zone.value()
            );
            let diagnostic = Diagnostic::error("Repeated zone", detail).at(zone);
            diagnostics.push(diagnostic.with_context(replica.span()));
        }
    }
    Error::check(diagnostics)
}

/// Returns the output for a file, and the exit code.
pub(crate) fn report(path: &str) -> (String, ExitCode) {
    let pool = hcl::from_path::<Pool>(path).and_then(|pool| check(&pool).map(|()| pool));
    match pool {
        Ok(Pool { host, min, max, .. }) => {
            let (min, max) = (min.value(), max.value());
            let text = format!("{}: {min} to {max} connections\n", host.0);
            (text, ExitCode::SUCCESS)
        }
        Err(error) => (format!("{error:#}\n"), ExitCode::FAILURE),
    }
}

#[allow(dead_code, reason = "a test calls what it calls")]
fn main() -> ExitCode {
    let path = std::env::args().nth(1);
    let (text, code) = report(path.as_deref().unwrap_or("examples/validate.hcl"));
    print!("{text}");
    code
}
