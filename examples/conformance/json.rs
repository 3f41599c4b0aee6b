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
    let mut members = vec![
        ("severity", string(diagnostic.severity().as_str())),
        ("summary", string(diagnostic.summary())),
        ("detail", string(diagnostic.detail())),
    ];
    if let (Some(span), Some(source)) = (diagnostic.subject(), diagnostic.source()) {
        let place = |byte: u32| {
            let position = source.position(byte);
            let numbers = [position.line(), position.column(), position.byte()];
            array(numbers.map(|number| number.to_string()))
        };
        members.push(("from", place(span.start())));
        members.push(("to", place(span.end())));
    }
    object(members)
}
