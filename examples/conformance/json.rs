//! JSON texts. Numbers keep all their digits, which `serde_json::Value` would round.

use std::fmt::Write as _;

/// A string as JSON.
pub(crate) fn string(text: &str) -> String {
    serde_json::to_string(text).expect("strings are JSON")
}

/// An array of JSON texts.
pub(crate) fn array(elements: impl IntoIterator<Item = String>) -> String {
    let mut text = String::from("[");
    for (index, element) in elements.into_iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        text.push_str(&element);
    }
    text.push(']');
    text
}

/// An array whose first element is a string that names its kind.
pub(crate) fn tagged(tag: &str, rest: impl IntoIterator<Item = String>) -> String {
    array([string(tag)].into_iter().chain(rest))
}

/// An object of JSON texts.
pub(crate) fn object<'a>(members: impl IntoIterator<Item = (&'a str, String)>) -> String {
    let mut text = String::from("{");
    for (index, (name, value)) in members.into_iter().enumerate() {
        let comma = if index > 0 { "," } else { "" };
        let _ = write!(text, "{comma}{}:{value}", string(name));
    }
    text.push('}');
    text
}

pub(crate) fn null() -> String {
    String::from("null")
}

/// A diagnostic: severity, summary, detail, and the line, column and byte where its subject starts
/// and ends.
pub(crate) fn diagnostic(diagnostic: &hcl::Diagnostic) -> String {
    let place = diagnostic.subject().zip(diagnostic.source());
    let place = place.map(|(span, source)| {
        [span.start(), span.end()].map(|byte| {
            let position = source.position(byte);
            [position.line(), position.column(), position.byte()]
        })
    });
    diagnostic_at(diagnostic, place)
}

/// A diagnostic with the line, column and byte where its subject starts and ends.
pub(crate) fn diagnostic_at(
    diagnostic: &hcl::Diagnostic,
    place: Option<[[usize; 3]; 2]>,
) -> String {
    let mut members = vec![
        ("severity", string(diagnostic.severity().as_str())),
        ("summary", string(diagnostic.summary())),
        ("detail", string(diagnostic.detail())),
    ];
    if let Some([from, to]) = place {
        let numbers = |numbers: [usize; 3]| array(numbers.map(|number| number.to_string()));
        members.extend([("from", numbers(from)), ("to", numbers(to))]);
    }
    object(members)
}
