//! Diagnostics for programs: as objects, and as a log in the format SARIF 2.1.0.

use hcl::{Diagnostic, Severity};
use serde_json::{Value, json};

use crate::decode::report;

/// A diagnostic as an object.
pub(crate) fn in_json(diagnostic: &Diagnostic) -> Value {
    report::in_json(diagnostic)
}

/// A log of one run with all diagnostics.
pub(crate) fn log(diagnostics: &[Diagnostic]) -> Value {
    let results: Vec<Value> = diagnostics.iter().map(result).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "hcl", "version": env!("CARGO_PKG_VERSION") } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn result(diagnostic: &Diagnostic) -> Value {
    let level = match diagnostic.severity() {
        Severity::Error => "error",
        _ => "warning",
    };
    let detail = diagnostic.detail();
    let summary = diagnostic.summary();
    let text = if detail.is_empty() {
        summary.to_owned()
    } else {
        format!("{summary}: {detail}")
    };
    let mut result = json!({ "level": level, "message": { "text": text } });
    if let Some(location) = location(diagnostic) {
        result["locations"] = json!([location]);
    }
    result
}

/// The place of a diagnostic. Columns are counted in characters, as SARIF has no grapheme clusters.
fn location(diagnostic: &Diagnostic) -> Option<Value> {
    let source = diagnostic.source()?;
    let mut location = json!({
        "artifactLocation": { "uri": source.name()? },
    });
    if let Some(subject) = diagnostic.subject() {
        let (start_line, start_column) = position(source.text(), subject.range().start);
        let (end_line, end_column) = position(source.text(), subject.range().end);
        location["region"] = json!({
            "startLine": start_line,
            "startColumn": start_column,
            "endLine": end_line,
            "endColumn": end_column,
        });
    }
    Some(json!({ "physicalLocation": location }))
}

/// The line and the column of a byte, counted from 1.
fn position(text: &str, byte: usize) -> (usize, usize) {
    let before = &text[..byte];
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (line, before[start..].chars().count() + 1)
}
