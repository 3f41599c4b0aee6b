//! The text of a setting: the steps of its path, and where its value starts.

use crate::diagnostic::{Code, Diagnostic, did_you_mean, expected_names, suggest};
use crate::nfc::normalize;
use crate::source::Source;
use crate::span::{Span, offset};
use crate::syntax::options::parse_expression;

/// A setting: `path=value`.
pub(super) struct SettingText {
    /// Its text, with the name shown in errors.
    pub(super) source: Source,
    pub(super) steps: Vec<Step>,
    /// The offset of the value.
    pub(super) value: usize,
}

/// A step of the path of a setting: a name, a label or a key.
pub(super) struct Step {
    pub(super) text: String,
    /// The span of the step, including its quotes.
    pub(super) span: Span,
    pub(super) is_quoted: bool,
}

impl Step {
    /// A step that is written without quotes.
    fn bare(written: &str, start: usize) -> Self {
        Step {
            text: normalize(written).into_owned(),
            span: Span::between(start, start + written.len()),
            is_quoted: false,
        }
    }
}

impl SettingText {
    /// Parses a command-line option, `path=value`. The name of the setting is the option with the path.
    pub(super) fn parse(option: &str, text: &str) -> Result<Self, Diagnostic> {
        let steps = read_steps(text);
        let end = match &steps {
            Ok((_, end)) => *end,
            Err(_) => text.len(),
        };
        let name = format!("{option} {}", &text[..end]);
        let source = Source::new(text).with_name(name.trim());
        match steps {
            Ok((steps, end)) => Ok(SettingText {
                source,
                steps,
                value: end + 1,
            }),
            Err(at) => Err(invalid(
                &source,
                Span::between(at, at),
                "A setting is written `path=value`, without spaces around the equals sign. The path consists of names and \
                 labels, separated by dots, as in `upstream.shop.port=80`, or in brackets, as in \
                 `upstream[\"a.b\"].port=80`.",
            )),
        }
    }

    /// A setting from the environment. Two underscores separate the steps of its path, which is in lower case.
    pub(super) fn of_variable(name: &str, path: &str, value: &str) -> Result<Self, Diagnostic> {
        let mut text = String::new();
        let mut steps = Vec::new();
        for part in path.split("__") {
            if !text.is_empty() {
                text.push('.');
            }
            let start = text.len();
            text.push_str(&part.to_lowercase());
            steps.push(Step::bare(&text[start..], start));
        }
        text.push('=');
        let start = text.len();
        text.push_str(value);
        let source = Source::new(&text).with_name(name);
        if steps.iter().any(|step| step.text.is_empty()) {
            let detail = "The name of the variable consists of the prefix and the names and labels of the setting, separated \
                          by two underscores, as in `APP_UPSTREAM__SHOP__PORT`.";
            return Err(invalid(&source, Span::new(0, offset(start - 1)), detail));
        }
        Ok(SettingText {
            source,
            steps,
            value: start,
        })
    }

    pub(super) fn value(&self) -> &str {
        &self.source.text()[self.value..]
    }

    pub(super) fn path_span(&self) -> Span {
        Span::new(0, offset(self.value - 1))
    }

    /// The text of the path up to a step.
    pub(super) fn path_to(&self, count: usize) -> &str {
        let text = self.source.text();
        let end = self.steps[..count].last().map_or(0, |step| {
            let end = step.span.end() as usize;
            // The span of a step in brackets does not include the closing bracket.
            end + usize::from(text[end..].starts_with(']'))
        });
        &text[..end]
    }

    pub(super) fn invalid(&self, span: Span, detail: &str) -> Diagnostic {
        invalid(&self.source, span, detail)
    }

    /// The diagnostic for an unknown name at this location, in the part with this path. `addition` is a further
    /// sentence about the name, or empty.
    pub(super) fn unknown(
        &self,
        name: &str,
        span: Span,
        path: &str,
        mut known: Vec<&str>,
        addition: &str,
    ) -> Diagnostic {
        known.sort_unstable();
        let around = match path {
            "" => String::new(),
            path => format!(" in \"{path}\""),
        };
        let near = suggest(name, known.iter().copied());
        let expected = match near {
            None if !known.is_empty() => expected_names(&known),
            _ => String::new(),
        };
        let detail = format!("There is no setting \"{name}\"{around}.{addition}{expected}");
        let diagnostic = Diagnostic::of(Code::UnknownSetting, detail).at((span, &self.source));
        let Some(near) = near else {
            return diagnostic;
        };
        let (given, near) = (name.to_owned(), near.to_owned());
        diagnostic.with_advice(move || did_you_mean(&given, &near))
    }
}

fn invalid(source: &Source, span: Span, detail: &str) -> Diagnostic {
    Diagnostic::of(Code::InvalidSetting, detail).at((span, source))
}

/// Reads the steps before the `=`, and returns its offset. The error is the offset at which a text stops being a valid
/// setting.
fn read_steps(text: &str) -> Result<(Vec<Step>, usize), usize> {
    let mut steps = Vec::new();
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let end = if let Some(inner) = rest.strip_prefix('[') {
            let (step, length) = bracketed(inner, at + 1).ok_or(at)?;
            steps.push(step);
            at + 1 + length + 1
        } else {
            let length = rest.find(['.', '[', '=']).unwrap_or(rest.len());
            if length == 0 {
                return Err(at);
            }
            // `a = 1` is not meant as the name `a `.
            if let Some(space) = rest[..length].find(char::is_whitespace) {
                return Err(at + space);
            }
            steps.push(Step::bare(&rest[..length], at));
            at + length
        };
        at = match text.as_bytes().get(end) {
            Some(b'=') => return Ok((steps, end)),
            Some(b'.') => end + 1,
            Some(b'[') => end,
            _ => return Err(end.min(text.len())),
        };
    }
}

/// Reads the step within brackets, a quoted string or plain text, and returns it with its length.
fn bracketed(inner: &str, start: usize) -> Option<(Step, usize)> {
    let is_quoted = inner.starts_with('"');
    let length = if is_quoted {
        let mut is_escaped = false;
        let closing = |byte: &u8| {
            let ends = *byte == b'"' && !is_escaped;
            is_escaped = *byte == b'\\' && !is_escaped;
            ends
        };
        inner.as_bytes()[1..].iter().position(closing)? + 2
    } else {
        inner.find(']')?
    };
    let written = &inner[..length];
    if !inner[length..].starts_with(']') || written.is_empty() {
        return None;
    }
    let mut step = Step::bare(written, start);
    if is_quoted {
        step.text = parse_expression(written).ok()?.literal_text()?.into_owned();
        step.is_quoted = true;
    }
    Some((step, length))
}
