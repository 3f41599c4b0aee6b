//! Descriptions of serde's types and values, in the words of authors of configurations.
//!
//! Knows nothing of errors.

use std::borrow::Cow;
use std::fmt;

use serde::de::Unexpected;

/// Maximum number of characters of a text that a message quotes.
const MAX_QUOTED: usize = 60;

/// The expected type in the words of HCL.
pub(super) struct Expectation {
    pub(super) words: String,
    pub(super) is_translated: bool,
}

impl Expectation {
    /// Descriptions by serde, the standard library and derived implementations are in words of Rust and are translated;
    /// descriptions by other types stay as they are.
    pub(super) fn of(expected: &str) -> Self {
        let translation = translated(expected).filter(|words| words != expected);
        Expectation {
            is_translated: translation.is_some(),
            words: translation.unwrap_or_else(|| expected.replace('`', "\"")),
        }
    }
}

fn translated(text: &str) -> Option<String> {
    whole_number(text)
        .or_else(|| of_library(text).map(str::to_owned))
        .or_else(|| of_size(text))
        .or_else(|| derived(text))
}

/// The range of an integer type, with or without 0.
fn whole_number(text: &str) -> Option<String> {
    let nonzero = text.strip_prefix("a nonzero ");
    let (least, greatest) = limits(nonzero.unwrap_or(text))?;
    let (least, exception) = match nonzero {
        None => (least, ""),
        Some(_) if least == 0 => (1, ""),
        Some(_) => (least, " other than 0"),
    };
    Some(format!(
        "a whole number from {least} to {greatest}{exception}"
    ))
}

/// The least and the greatest value of an integer type.
fn limits(integer: &str) -> Option<(i128, u128)> {
    macro_rules! limits {
        ($($integer:ident)*) => {
            match integer {
                $(stringify!($integer) => (
                    i128::try_from($integer::MIN).ok()?,
                    u128::try_from($integer::MAX).ok()?,
                ),)*
                _ => return None,
            }
        };
    }
    Some(limits! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize })
}

/// The descriptions of serde's own and derived implementations.
fn of_library(text: &str) -> Option<&'static str> {
    Some(match text {
        "a boolean" | "bool" => "a bool",
        "f32" | "f64" => "a number",
        "integer with support for saturating semantics" => "a whole number",
        "a character" | "char" => "a string of one character",
        "path string" | "os string" | "byte array" => "a string",
        "a sequence" => "a list",
        "an empty array" => "an empty list",
        "a map" => "an object or block",
        "option" => "a value or null",
        "unit" => "no content",
        "variant identifier" | "field identifier" => "a name",
        "a borrowed string" | "a borrowed byte array" | "a borrowed path" => {
            "a string without escape sequences, interpolations and directives"
        }
        // Buffered data (for `flatten`, tagged and untagged types) accepts everything but 128-bit numbers.
        _ if text == "any value" || text.starts_with("a type tag `") => {
            "a number of at most 64 bits"
        }
        _ => return None,
    })
}

/// A list with its number of elements.
fn of_size(text: &str) -> Option<String> {
    let sizes = ["a tuple of size ", "an array of length "];
    let size = sizes.iter().find_map(|prefix| text.strip_prefix(prefix))?;
    size.parse().ok().map(|size: usize| list(size))
}

fn list(size: usize) -> String {
    let noun = if size == 1 { "element" } else { "elements" };
    format!("a list of {size} {noun}")
}

/// A description by a derived implementation: the kind of the type in Rust, its name, and in some cases the
/// number of its elements.
fn derived(text: &str) -> Option<String> {
    let kinds = [
        ("unit struct ", "an empty object or block"),
        ("newtype struct ", "a value"),
        ("newtype variant ", "a value"),
        ("tuple struct ", "a list"),
        ("tuple variant ", "a list"),
        ("struct variant ", "an object or block"),
        ("unit variant ", "no content"),
        ("struct ", "an object or block"),
        ("internally tagged enum ", "an object or block"),
        ("adjacently tagged enum ", "an object or block"),
        ("untagged enum ", "a value of another form"),
        ("enum ", "the name of a choice"),
        ("variant of enum ", "the name of a choice"),
        ("variant index ", "a name"),
        ("field index ", "a name"),
    ];
    let (words, name) = kinds
        .iter()
        .find_map(|(kind, words)| Some((*words, text.strip_prefix(kind)?)))?;
    let (name, size) = match name.split_once(" with ") {
        Some((name, size)) => (name, size.split(' ').next()),
        None => (name, None),
    };
    let is_index = name.starts_with("0 <= i < ");
    if !is_index && (name.is_empty() || name.contains(' ')) {
        return None;
    }
    match size.and_then(|size| size.parse().ok()) {
        Some(size) if words == "a list" => Some(list(size)),
        _ => Some(words.to_owned()),
    }
}

/// The found value in the words of HCL.
pub(super) fn describe(unexpected: Unexpected<'_>) -> String {
    match unexpected {
        Unexpected::Bool(value) => format!("the bool {value}"),
        Unexpected::Unsigned(value) => number(&value),
        Unexpected::Signed(value) => number(&value),
        Unexpected::Float(value) => number(&value),
        Unexpected::Char(value) => format!("the string {}", quote(value.encode_utf8(&mut [0; 4]))),
        Unexpected::Str(value) => format!("the string {}", quote(value)),
        Unexpected::Bytes(_) => "a string".to_owned(),
        Unexpected::Unit | Unexpected::Option => "null".to_owned(),
        Unexpected::NewtypeStruct => "a value".to_owned(),
        Unexpected::Seq => "a list".to_owned(),
        Unexpected::Map => "an object".to_owned(),
        Unexpected::Enum => "the name of a choice".to_owned(),
        Unexpected::UnitVariant => "a choice without content".to_owned(),
        Unexpected::NewtypeVariant | Unexpected::TupleVariant | Unexpected::StructVariant => {
            "a choice with content".to_owned()
        }
        Unexpected::Other(what) => match what.strip_prefix("integer `") {
            Some(rest) => number(&rest.split('`').next().unwrap_or(rest)),
            None => what.to_owned(),
        },
    }
}

fn number(number: &dyn fmt::Display) -> String {
    format!("the number {number}")
}

/// The translation of a message of serde that is in words of Rust, and what the developer should know besides.
pub(super) fn describe_message(message: &str) -> Option<(&'static str, &'static str)> {
    let untagged = "data did not match any variant of untagged enum ";
    let flattened = "no variant of enum ";
    let detail = match message {
        "can only flatten structs and maps"
        | "untagged and internally tagged enums do not support enum input" => {
            "This cannot be read here."
        }
        "i128 is not supported" | "u128 is not supported" => {
            "A number of more than 64 bits cannot be read here."
        }
        "overflow deserializing Duration" => "The duration is too long.",
        _ if message.starts_with(untagged) => {
            let detail = "This has none of the forms that are allowed here.";
            let advice = ". For #[serde(untagged)], values are not converted: a number in quotes stays a string. Serde \
                          does not tell why each variant was refused; decoding into that variant's type alone does.";
            return Some((detail, advice));
        }
        _ if message.starts_with(flattened) && message.ends_with(" found in flattened data") => {
            "Exactly one of several choices is required here, and none of them is set."
        }
        _ => return None,
    };
    Some((detail, ""))
}

/// The text in double quotes, on one line and shortened if it is long.
pub(super) fn quote(text: &str) -> String {
    quote_whole(&shortened(text))
}

/// The text, cut where it is too long for a message.
pub(super) fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// The text in double quotes, on one line.
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
    use super::*;

    #[test]
    fn types_of_rust() {
        let described = |expected: &str| Expectation::of(expected).words;
        for (expected, words) in [
            ("a boolean", "a bool"),
            ("u16", "a whole number from 0 to 65535"),
            ("i8", "a whole number from -128 to 127"),
            ("a nonzero u8", "a whole number from 1 to 255"),
            (
                "a nonzero i8",
                "a whole number from -128 to 127 other than 0",
            ),
            ("f32", "a number"),
            ("a character", "a string of one character"),
            ("a sequence", "a list"),
            ("a map", "an object or block"),
            ("unit", "no content"),
            ("an array of length 1", "a list of 1 element"),
            ("a tuple of size 3", "a list of 3 elements"),
            ("tuple struct Pair with 2 elements", "a list of 2 elements"),
            ("tuple variant A::B", "a list"),
            ("struct Tls with 2 elements", "an object or block"),
            ("struct variant A::B", "an object or block"),
            ("internally tagged enum A", "an object or block"),
            ("enum A", "the name of a choice"),
            ("unit struct A", "an empty object or block"),
            ("variant identifier", "a name"),
            ("`secs` or `nanos`", "\"secs\" or \"nanos\""),
            // A description by a type in its own words.
            ("structure", "structure"),
            ("struct of three words", "struct of three words"),
            ("a colour such as #ff0000", "a colour such as #ff0000"),
        ] {
            assert_eq!(described(expected), words, "{expected}");
        }
    }
}
