//! Serde's errors in the words of HCL.
//!
//! Knows nothing of places: whoever drives serde adds them.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use serde::de::{Expected, Unexpected};

use super::{Category, Error};
use crate::diagnostic::{Diagnostic, suggest};
use crate::protocol::field::{LABELS, PrivateField, REST};
use crate::span::Span;

/// How many characters of a text from the configuration a message repeats.
const MAX_QUOTED: usize = 60;

/// How many of the names that would have been right a message lists.
const MAX_LISTED: usize = 12;

impl serde::de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        data("Invalid value", message.to_string())
    }

    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let found = describe(unexpected);
        let expected = describe_expected(expected);
        let detail = format!("Expected {expected}, but found {found}.");
        data("Unsuitable value type", detail)
    }

    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let found = describe(unexpected);
        let expected = describe_expected(expected);
        let detail = format!("Expected {expected}, but found {found}.");
        data("Invalid value", detail)
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        let noun = if length == 1 { "element" } else { "elements" };
        let expected = describe_expected(expected);
        let detail = format!("Expected {expected}, but found {length} {noun}.");
        data("Wrong number of elements", detail)
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        let detail = format!("{} is not one of the choices here.", quote(variant));
        data("Unsupported value", with_names(detail, variant, expected))
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        let detail = format!("{} is not expected here.", quote(field));
        data("Unsupported argument", with_names(detail, field, expected))
    }

    fn missing_field(field: &'static str) -> Self {
        let detail = format!("{} is required here, but it is not set.", quote(field));
        missing(field, "Missing required argument", detail)
    }

    fn duplicate_field(field: &'static str) -> Self {
        let detail = format!(
            "{} is set more than once; remove all but one.",
            quote(field)
        );
        data("Attribute redefined", detail)
    }
}

impl Error {
    /// Of a field that is required but null, which is as good as absent.
    pub(crate) fn null_field(field: &'static str) -> Self {
        let detail = format!(
            "{} is required here, but it is null. Give it a value.",
            quote(field)
        );
        missing(field, "Missing required argument", detail)
    }

    /// Of a block without the label that its field `$label` or its like asks for.
    pub(crate) fn missing_label(block_type: &str, field: &'static str) -> Self {
        let needs = match PrivateField::parse(field) {
            Some(PrivateField::Label(place @ 1..)) => {
                format!("{} labels, each", place.saturating_add(1))
            }
            _ => "a label,".to_owned(),
        };
        let block = quote(block_type);
        let detail = format!("A {block} block needs {needs} in quotes behind the block type.");
        missing(field, format!("Missing label for {block_type}"), detail)
    }

    /// Of a struct that asks for all labels, but cannot be seen to ask for them.
    pub(crate) fn hidden_labels(block_type: &str) -> Self {
        let block = quote(block_type);
        let detail = format!(
            "The field \"$labels\" asks for all labels of the {block} block, but #[serde(flatten)] or #[serde(tag)] on \
             its type hides that. Ask for each of them, as \"$label\", \"$label.1\" and so on, or write the flattened \
             fields out."
        );
        missing(LABELS, "Hidden labels", detail)
    }

    /// Of a struct that asks for the rest of a body where it does not get it.
    pub(crate) fn hidden_body() -> Self {
        let detail = "The field \"$body\" asks for what the other fields leave of a body. An object has no such rest, \
                      and #[serde(flatten)] or #[serde(tag)] on the type hides what the other fields are: write the \
                      flattened fields out.";
        missing(REST, "Hidden body", detail.to_owned())
    }

    /// Adds to an error of a missing field what a body could have in its place.
    #[must_use]
    pub(crate) fn of_body(mut self) -> Self {
        let Some(field) = self.inner.missing_field else {
            return self;
        };
        let detail = format!(
            "{} is required here, but there is neither an attribute nor a block of this name. A list or map of blocks \
             that may be empty needs #[serde(default)].",
            quote(field)
        );
        self.inner.diagnostics[0].set_detail(detail);
        self
    }

    /// Adds to an error of a struct which serde asks for as a map that its fields do not come straight from the source.
    #[must_use]
    pub(crate) fn of_hidden(mut self) -> Self {
        for diagnostic in &mut self.inner.diagnostics {
            if diagnostic.summary() == "Unsuitable value type" && diagnostic.subject().is_none() {
                let detail = format!(
                    "{} Behind #[serde(flatten)] or #[serde(tag)], values are not converted, and one block is no list: \
                     \"hcl::OneOrMany\" takes it as one.",
                    diagnostic.detail()
                );
                diagnostic.set_detail(detail);
            }
        }
        self
    }

    /// Adds to the error of a value that is no object that its block may have been meant to have a label: without one,
    /// the items of the block are taken for the labelled blocks.
    #[must_use]
    pub(crate) fn suggest_label(mut self, block_type: &str, header: Span) -> Self {
        for diagnostic in &mut self.inner.diagnostics {
            if !diagnostic
                .detail()
                .starts_with("Expected an object or block (")
            {
                continue;
            }
            let detail = format!(
                "{} If this block needs a label, write it as in {block_type} \"name\" {{ … }}.",
                diagnostic.detail()
            );
            diagnostic.set_detail(detail);
            diagnostic.set_context(header);
        }
        self
    }

    /// Of an object or a configuration, which have no labels, where a field asks for one.
    pub(crate) fn label_without_block(field: &'static str) -> Self {
        let detail =
            "A label is required here, and only a block has labels. Write a block with a label.";
        missing(field, "Missing label", detail.to_owned())
    }
}

impl serde::ser::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        data("Invalid value", message.to_string())
    }
}

fn data(summary: &'static str, detail: String) -> Error {
    Error::new(Category::Data, Diagnostic::error(summary, detail))
}

fn missing(field: &'static str, summary: impl Into<Cow<'static, str>>, detail: String) -> Error {
    let mut error = Error::new(Category::Data, Diagnostic::error(summary, detail));
    error.inner.missing_field = Some(field);
    error
}

/// Adds the name that was probably meant and the names that would have been right.
fn with_names(mut detail: String, given: &str, expected: &'static [&'static str]) -> String {
    // A name such as `$label` asks for something that is not written as an argument.
    let mut names = expected
        .iter()
        .copied()
        .filter(|name| !name.starts_with('$'));
    if let Some(name) = suggest(given, names.clone()) {
        let _ = write!(detail, " Did you mean {}?", quote(name));
    }
    match names.clone().count() {
        0 => detail.push_str(" Nothing can be set here."),
        1 => detail.push_str(" Expected "),
        _ => detail.push_str(" Expected one of "),
    }
    let Some(first) = names.next() else {
        return detail;
    };
    detail.push_str(&quote(first));
    for name in names.by_ref().take(MAX_LISTED - 1) {
        let _ = write!(detail, ", {}", quote(name));
    }
    match names.count() {
        0 => detail.push('.'),
        more => {
            let _ = write!(detail, " and {more} more.");
        }
    }
    detail
}

/// What was asked for, in the words of those who write configurations.
fn describe_expected(expected: &dyn Expected) -> String {
    let text = expected.to_string();
    match text.as_str() {
        "a boolean" => return "a bool".to_owned(),
        "a sequence" => return "a list".to_owned(),
        "a map" => return "an object or block".to_owned(),
        "unit" => return "no content".to_owned(),
        "a borrowed string" | "a borrowed byte array" => {
            return "a string without escapes and sequences, because it is borrowed".to_owned();
        }
        // What serde holds back for `flatten`, tagged and untagged types.
        "any value" => {
            return "a number of at most 64 bits (no more can be held back for another type)"
                .to_owned();
        }
        _ => {}
    }
    let size = |rest: &str| rest.parse::<usize>().ok();
    let sizes = ["a tuple of size ", "an array of length "];
    let size = sizes.map(|prefix| text.strip_prefix(prefix).and_then(size));
    if let [Some(size), _] | [_, Some(size)] = size {
        let noun = if size == 1 { "element" } else { "elements" };
        return format!("a list of {size} {noun}");
    }
    // What the derived implementations say of a type begins with its kind in Rust.
    let kinds = [
        ("unit struct ", "an empty object or block"),
        ("tuple struct ", "a list"),
        ("tuple variant ", "a list"),
        ("struct variant ", "an object or block"),
        ("struct ", "an object or block"),
        ("internally tagged enum ", "an object or block"),
        ("adjacently tagged enum ", "an object or block"),
        ("enum ", "the name of a choice"),
    ];
    let described = kinds.iter().find_map(|(kind, words)| {
        let name = text.strip_prefix(kind)?;
        Some(match name.split_once(" with ") {
            Some((name, size)) => format!("{words} with {size} ({name})"),
            None => format!("{words} ({name})"),
        })
    });
    described.unwrap_or(text)
}

/// What was found, in the words of HCL.
fn describe(unexpected: Unexpected<'_>) -> String {
    match unexpected {
        Unexpected::Bool(value) => format!("the bool {value}"),
        Unexpected::Unsigned(value) => format!("the number {value}"),
        Unexpected::Signed(value) => format!("the number {value}"),
        Unexpected::Float(value) => format!("the number {value}"),
        Unexpected::Char(value) => format!("the string {}", quote(value.encode_utf8(&mut [0; 4]))),
        Unexpected::Str(value) => format!("the string {}", quote(value)),
        Unexpected::Bytes(_) => "bytes".to_owned(),
        Unexpected::Unit | Unexpected::Option => "null".to_owned(),
        Unexpected::Seq => "a list".to_owned(),
        Unexpected::Map => "an object".to_owned(),
        Unexpected::Other(what) => match what.strip_prefix("integer `") {
            Some(rest) => format!("the number {}", rest.split('`').next().unwrap_or(rest)),
            None => what.to_owned(),
        },
        other => other.to_string(),
    }
}

/// The text between double quotes, on one line and shortened if it is long.
fn quote(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => quote_whole(&format!("{}…", &text[..end])),
        None => quote_whole(text),
    }
}

/// The text between double quotes and on one line.
pub(crate) fn quote_whole(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '"' | '\\' => quoted.extend(['\\', character]),
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::needless_raw_string_hashes,
        reason = "expect-test writes the literals"
    )]

    use expect_test::{Expect, expect};
    use serde::de::Error as _;

    use super::*;

    #[track_caller]
    #[expect(clippy::needless_pass_by_value, reason = "so that cases read well")]
    fn check(error: Error, expected: Expect) {
        expected.assert_eq(&error.message());
    }

    #[test]
    fn types_and_values() {
        check(
            Error::invalid_type(Unexpected::Str("http"), &"u16"),
            expect![[r#"Unsuitable value type: Expected u16, but found the string "http"."#]],
        );
        check(
            Error::invalid_type(Unexpected::Unit, &"a string"),
            expect!["Unsuitable value type: Expected a string, but found null."],
        );
        check(
            Error::invalid_type(Unexpected::Seq, &"struct Service"),
            expect![
                "Unsuitable value type: Expected an object or block (Service), but found a list."
            ],
        );
        check(
            Error::invalid_type(Unexpected::Map, &"a string"),
            expect!["Unsuitable value type: Expected a string, but found an object."],
        );
        check(
            Error::invalid_value(Unexpected::Signed(-1), &"u16"),
            expect!["Invalid value: Expected u16, but found the number -1."],
        );
        check(
            Error::invalid_value(Unexpected::Float(1.5), &"u16"),
            expect!["Invalid value: Expected u16, but found the number 1.5."],
        );
        check(
            Error::invalid_type(Unexpected::Bool(true), &"u16"),
            expect!["Unsuitable value type: Expected u16, but found the bool true."],
        );
        check(
            Error::invalid_type(Unexpected::UnitVariant, &"u16"),
            expect!["Unsuitable value type: Expected u16, but found unit variant."],
        );
        check(
            Error::invalid_value(Unexpected::Char('"'), &"a letter"),
            expect![[r#"Invalid value: Expected a letter, but found the string "\""."#]],
        );
        let long = "a\n".repeat(1_000_000);
        check(
            Error::invalid_type(Unexpected::Str(&long), &"u16"),
            expect![[
                r#"Unsuitable value type: Expected u16, but found the string "a\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\n…"."#
            ]],
        );
        check(
            Error::invalid_length(1, &"a tuple of size 2"),
            expect![
                "Wrong number of elements: Expected a list of 2 elements, but found 1 element."
            ],
        );
        check(
            Error::invalid_length(3, &"a tuple of size 2"),
            expect![
                "Wrong number of elements: Expected a list of 2 elements, but found 3 elements."
            ],
        );
    }

    #[test]
    fn types_of_rust() {
        let described = |expected: &str| describe_expected(&expected);
        assert_eq!(described("a boolean"), "a bool");
        assert_eq!(described("a sequence"), "a list");
        assert_eq!(described("a map"), "an object or block");
        assert_eq!(described("unit"), "no content");
        assert_eq!(described("an array of length 1"), "a list of 1 element");
        assert_eq!(
            described("tuple struct Pair with 2 elements"),
            "a list with 2 elements (Pair)"
        );
        assert_eq!(described("tuple variant A::B"), "a list (A::B)");
        assert_eq!(described("enum A"), "the name of a choice (A)");
        assert_eq!(described("unit struct A"), "an empty object or block (A)");
        assert_eq!(described("structure"), "structure");
    }

    #[test]
    fn names() {
        check(
            Error::missing_field("port"),
            expect![[r#"Missing required argument: "port" is required here, but it is not set."#]],
        );
        check(
            Error::duplicate_field("port"),
            expect![[r#"Attribute redefined: "port" is set more than once; remove all but one."#]],
        );
        check(
            Error::unknown_field("prot", &["$label", "host", "port"]),
            expect![[
                r#"Unsupported argument: "prot" is not expected here. Did you mean "port"? Expected one of "host", "port"."#
            ]],
        );
        check(
            Error::unknown_field("tls", &["port"]),
            expect![[r#"Unsupported argument: "tls" is not expected here. Expected "port"."#]],
        );
        check(
            Error::unknown_field("tls", &[]),
            expect![[
                r#"Unsupported argument: "tls" is not expected here. Nothing can be set here."#
            ]],
        );
        check(
            Error::unknown_variant("debgu", &["info", "debug"]),
            expect![[
                r#"Unsupported value: "debgu" is not one of the choices here. Did you mean "debug"? Expected one of "info", "debug"."#
            ]],
        );
        let many = &[
            "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n",
        ];
        check(
            Error::unknown_variant("other", many),
            expect![[
                r#"Unsupported value: "other" is not one of the choices here. Expected one of "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l" and 2 more."#
            ]],
        );
    }
}
