//! Diagnostics as a log in the format SARIF 2.1.0, for code hosts.

use std::fmt::Write as _;

use hcl::{Diagnostic, Severity};
use serde_json::{Value, json};

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
    let mut result = json!({ "ruleId": diagnostic.code().as_str(), "level": level, "message": { "text": text } });
    if let Some(location) = location(diagnostic) {
        result["locations"] = json!([location]);
    }
    result
}

/// The name of a file as a relative URI reference: characters that a path cannot contain everywhere (RFC 3986, section
/// 3.3) are encoded, and so is a colon, because it would end a scheme.
fn uri(name: &str) -> String {
    let mut uri = String::with_capacity(name.len());
    for byte in name.bytes() {
        match char::from(byte) {
            it if std::path::is_separator(it) => uri.push('/'),
            it if it.is_ascii_alphanumeric() || "-._~!$&'()*+,;=@".contains(it) => uri.push(it),
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

/// The place of a diagnostic. Columns are counted in characters, as SARIF has no grapheme clusters.
fn location(diagnostic: &Diagnostic) -> Option<Value> {
    let source = diagnostic.source()?;
    let mut location = json!({
        "artifactLocation": { "uri": uri(source.name()?) },
    });
    if let Some(subject) = diagnostic.subject() {
        let (start, end) = (
            source.position(subject.start()),
            source.position(subject.end()),
        );
        location["region"] = json!({
            "startLine": start.line(),
            "startColumn": start.character_column(),
            "endLine": end.line(),
            "endColumn": end.character_column(),
        });
    }
    Some(json!({ "physicalLocation": location }))
}
