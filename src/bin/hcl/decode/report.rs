//! Writes diagnostics to standard error, for people or for programs.

use std::ffi::OsStr;
use std::io::{self, IsTerminal, Write as _};

use hcl::{Diagnostic, RenderStyle, Source, Span};
use serde_json::json;

use super::args::DiagnosticFormat;

/// Writes the diagnostics of the input.
pub(crate) fn diagnostics(diagnostics: &[Diagnostic], format: Option<DiagnosticFormat>) {
    let text = match format {
        Some(DiagnosticFormat::Json) => {
            let diagnostics: Vec<_> = diagnostics.iter().map(in_json).collect();
            format!("{:#}\n", json!({ "diagnostics": diagnostics }))
        }
        None => {
            let style = style(&io::stderr());
            let reports = diagnostics.iter().map(|it| it.render(style) + "\n\n");
            reports.collect()
        }
    };
    // An error while writing to standard error cannot be reported anywhere.
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Colours, if the output is a terminal and the environment does not forbid them.
pub(crate) fn style(output: &impl IsTerminal) -> RenderStyle {
    style_for(
        output.is_terminal(),
        std::env::var_os("NO_COLOR").as_deref(),
    )
}

/// The style of reports. `NO_COLOR` forbids colours, unless it is empty.
fn style_for(is_terminal: bool, no_color: Option<&OsStr>) -> RenderStyle {
    if is_terminal && no_color.is_none_or(OsStr::is_empty) {
        RenderStyle::Ansi
    } else {
        RenderStyle::Plain
    }
}

fn in_json(diagnostic: &Diagnostic) -> serde_json::Value {
    let mut fields = serde_json::Map::new();
    let severity = diagnostic.severity().as_str();
    fields.insert("severity".to_owned(), severity.into());
    fields.insert("summary".to_owned(), diagnostic.summary().into());
    fields.insert("detail".to_owned(), diagnostic.detail().into());
    if let Some(source) = diagnostic.source() {
        let spans = [
            ("subject", diagnostic.subject()),
            ("context", diagnostic.context()),
        ];
        for (name, span) in spans {
            let range = span.map(|span| range(source, span));
            fields.extend(range.map(|range| (name.to_owned(), range)));
        }
    }
    fields.into()
}

/// A part of a source, as lines, columns and bytes.
pub(crate) fn range(source: &Source, span: Span) -> serde_json::Value {
    let position = |byte| {
        let position = source.position(byte);
        json!({ "line": position.line(), "column": position.column(), "byte": position.byte() })
    };
    json!({
        "filename": source.name().unwrap_or_default(),
        "start": position(span.start()),
        "end": position(span.end()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_need_a_terminal_that_wants_them() {
        let style = |is_terminal, no_color: Option<&str>| {
            style_for(is_terminal, no_color.map(OsStr::new)) == RenderStyle::Ansi
        };
        assert!(style(true, None) && style(true, Some("")));
        assert!(!style(true, Some("1")) && !style(true, Some("0")));
        assert!(!style(false, None) && !style(false, Some("")));
    }
}
