//! Diagnostics of errors in JSON text.
//!
//! Summaries are those that users know from other tools for HCL. Details say what was expected, what was found and what
//! to do.

use std::borrow::Cow;

use crate::diagnostic::{Code, Correction, Diagnostic, suggest};
use crate::number::parse_literal;
use crate::quote::shortened;
use crate::span::Span;

/// The structure that a bracket opens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bracket {
    Object,
    Array,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Problem {
    TooDeep,
    RootValue,
    Extraneous,
    Comment,
    EndOfValue,
    EndOfName,
    MissingValue,
    InvalidStart,
    InvalidKeyword,
    InvalidNumber,
    NumberOutOfRange,
    InvalidName,
    UnquotedName,
    MissingName,
    MissingColon,
    EqualsSign,
    MissingObjectValue,
    MissingComma(Bracket),
    TrailingComma(Bracket),
    Mismatch(Bracket),
    Unclosed(Bracket),
    UnterminatedString,
    ControlCharacter,
    InvalidEscape,
}

const VALUES: &str =
    "A value is expected here: an object, an array, a string, a number, true, false or null.";

#[derive(Clone, Copy, Debug)]
pub(crate) struct JsonFault {
    pub(crate) problem: Problem,
    pub(crate) span: Span,
    pub(super) context: Option<Span>,
}

impl JsonFault {
    pub(crate) fn new(problem: Problem, span: Span) -> Self {
        JsonFault {
            problem,
            span,
            context: None,
        }
    }

    /// The diagnostic of the error in a configuration.
    pub(crate) fn diagnostic(&self, text: &str) -> Diagnostic {
        let (problem, range) = (self.problem, self.span.range());
        let found = &text[range.start.min(text.len())..range.end.min(text.len())];
        let mut diagnostic = Diagnostic::of(problem.code(), detail(problem, found)).at(self.span);
        if let Some(context) = self.context {
            diagnostic.set_context(context);
        }
        match meant_keyword(found).filter(|_| problem == Problem::InvalidKeyword) {
            Some(meant) => diagnostic.with_correction(Correction::Whole(meant)),
            None => diagnostic,
        }
    }
}

impl Problem {
    fn code(self) -> Code {
        match self {
            Problem::TooDeep => Code::NestingTooDeep,
            Problem::RootValue => Code::RootValueMustBeObject,
            Problem::Extraneous => Code::ExtraneousDataAfterValue,
            Problem::Comment | Problem::InvalidStart | Problem::MissingName => {
                Code::InvalidStartOfValue
            }
            Problem::EndOfValue => Code::MissingValue,
            Problem::EndOfName | Problem::MissingColon | Problem::EqualsSign => {
                Code::MissingPropertyValueColon
            }
            Problem::MissingValue => Code::MissingJsonValue,
            Problem::InvalidKeyword => Code::InvalidJsonKeyword,
            Problem::InvalidNumber | Problem::NumberOutOfRange => Code::InvalidJsonNumber,
            Problem::InvalidName | Problem::UnquotedName => Code::InvalidObjectPropertyName,
            Problem::MissingObjectValue => Code::MissingObjectValue,
            Problem::MissingComma(Bracket::Object) => Code::MissingAttributeSeparatorComma,
            Problem::MissingComma(Bracket::Array) => Code::MissingArraySeparatorComma,
            Problem::TrailingComma(Bracket::Object) => Code::TrailingCommaInObject,
            Problem::TrailingComma(Bracket::Array) => Code::TrailingCommaInArray,
            Problem::Mismatch(Bracket::Object) => Code::MismatchedBraces,
            Problem::Mismatch(Bracket::Array) => Code::MismatchedBrackets,
            Problem::Unclosed(Bracket::Object) => Code::UnclosedObject,
            Problem::Unclosed(Bracket::Array) => Code::UnclosedArray,
            Problem::UnterminatedString | Problem::ControlCharacter | Problem::InvalidEscape => {
                Code::InvalidJsonString
            }
        }
    }
}

fn detail(problem: Problem, found: &str) -> Cow<'static, str> {
    let detail = match problem {
        Problem::TooDeep => {
            "Objects and arrays nest deeper here than the limit allows. Flatten the value, or raise the limit."
        }
        Problem::RootValue => {
            "A configuration in JSON syntax is one object, or an array of objects. Put the value into an object, as \
             a property with a name."
        }
        Problem::Extraneous => "Nothing may follow the value of the configuration.",
        Problem::Comment => {
            "JSON has no comments. In an object that is a body, a property named \"//\" is one."
        }
        Problem::EndOfValue => {
            "The file ends where a value or a property is expected. A part of it may be missing."
        }
        Problem::EndOfName => {
            "The file ends where a colon and a value are expected. A part of it may be missing."
        }
        Problem::MissingValue => VALUES,
        Problem::InvalidStart => quote_or_mark(found).unwrap_or(VALUES),
        Problem::InvalidKeyword => return keyword(&shortened(found)).into(),
        Problem::InvalidNumber => return number(&shortened(found)).into(),
        Problem::NumberOutOfRange => {
            let reason = parse_literal(found.trim_start_matches('-')).err();
            return reason
                .map_or_else(String::new, |reason| reason.to_string())
                .into();
        }
        Problem::InvalidName => "The name of a property is a string in double quotes.",
        Problem::UnquotedName => {
            let found = shortened(found);
            return format!("The name of a property is a string in double quotes: \"{found}\".")
                .into();
        }
        Problem::MissingName => quote_or_mark(found)
            .unwrap_or("The name of a property is expected here, in double quotes."),
        Problem::MissingColon => {
            "A colon is missing between the name of the property and its value."
        }
        Problem::EqualsSign => {
            "JSON has a colon between the name of a property and its value, not an equals sign."
        }
        Problem::MissingObjectValue => {
            "The property has a name, but no value. Write a colon and a value after the name."
        }
        Problem::MissingComma(Bracket::Object) => "A comma is missing between two properties.",
        Problem::MissingComma(Bracket::Array) => "A comma is missing between two elements.",
        Problem::TrailingComma(Bracket::Object) => {
            "JSON has no comma after the last property of an object. Remove it."
        }
        Problem::TrailingComma(Bracket::Array) => {
            "JSON has no comma after the last element of an array. Remove it."
        }
        Problem::Mismatch(Bracket::Object) => {
            "An object is closed with a brace, not with a bracket."
        }
        Problem::Mismatch(Bracket::Array) => "An array is closed with a bracket, not with a brace.",
        Problem::Unclosed(Bracket::Object) => {
            "The object that begins here is not closed. Add a closing brace (\"}\"), or look for one that is missing \
             inside."
        }
        Problem::Unclosed(Bracket::Array) => {
            "The array that begins here is not closed. Add a closing bracket (\"]\"), or look for one that is missing \
             inside."
        }
        Problem::UnterminatedString => {
            "The string is not closed on its line. Add a double quote; a line break within a string is written \"\\n\"."
        }
        Problem::ControlCharacter => return control_character(found).into(),
        Problem::InvalidEscape => {
            "This is not an escape sequence in JSON. The escape sequences are \\\", \\\\, \\/, \\b, \\f, \\n, \\r, \
             \\t and \\u with four hexadecimal digits; a backslash itself is written \"\\\\\"."
        }
    };
    detail.into()
}

fn control_character(found: &str) -> String {
    let byte = found.bytes().next().unwrap_or_default();
    let name = if byte == b'\t' {
        "A tab"
    } else {
        "A control character"
    };
    format!("{name} must be escaped in a string. Write \"\\u{byte:04x}\".")
}

/// What to do about a quote that JSON does not have, or a byte order mark.
fn quote_or_mark(found: &str) -> Option<&'static str> {
    Some(match found.chars().next()? {
        '\'' => "Strings are written in double quotes, not in single ones.",
        '\u{feff}' => {
            "There is a byte order mark (U+FEFF) here, which JSON does not permit. Save the file as UTF-8 without a \
             byte order mark."
        }
        '\u{201c}' | '\u{201d}' | '\u{2018}' | '\u{2019}' => {
            "Curly quotes are not valid. A word processor may have put them there; use straight double quotes (\")."
        }
        _ => return None,
    })
}

/// The message about a value of JavaScript, with a sign or without.
fn javascript(found: &str) -> Option<String> {
    let word = found.trim_start_matches(['-', '+']);
    let is_value = ["NaN", "Infinity", "undefined"].contains(&word);
    is_value.then(|| format!("\"{found}\" is a value in JavaScript, but not in JSON."))
}

fn keyword(found: &str) -> String {
    if let Some(message) = javascript(found) {
        return message;
    }
    let advice = match meant_keyword(found) {
        Some(near) => format!("Did you mean {near}?"),
        None => format!("If a string is meant, write it in double quotes: \"{found}\"."),
    };
    format!(
        "\"{found}\" is not a value in JSON, where true, false and null are the only words. {advice}"
    )
}

/// The keyword that is probably meant.
fn meant_keyword(found: &str) -> Option<&'static str> {
    match found.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" => Some("true"),
        "false" | "no" | "off" => Some("false"),
        "null" | "nil" | "none" => Some("null"),
        other => {
            let words = ["true", "false", "null"];
            let is_near = |word: &&str| {
                // There are only three words, so two wrong letters still tell which one is meant.
                word.get(..1) == other.get(..1) && strsim::osa_distance(word, other) <= 2
            };
            suggest(other, words).or_else(|| words.into_iter().find(is_near))
        }
    }
}

fn number(found: &str) -> String {
    if let Some(message) = javascript(found) {
        return message;
    }
    if found.starts_with('+') {
        return format!(
            "\"{found}\" begins with a plus sign, which JSON does not allow in numbers. Remove it."
        );
    }
    let digits = found.trim_start_matches('-');
    if digits.starts_with('.') {
        return format!(
            "\"{found}\" begins with a decimal point, but a number in JSON begins with a digit. Write a 0 before the \
             point."
        );
    }
    if digits.contains(|it: char| !it.is_ascii_digit() && !"eE.+-".contains(it)) {
        return format!(
            "\"{found}\" has characters that no number in JSON has. If a string is meant, write it in double quotes."
        );
    }
    if digits.len() > 1 && digits.starts_with('0') && digits.as_bytes()[1].is_ascii_digit() {
        return format!(
            "\"{found}\" begins with 0, but a number with several digits must not. Remove the 0."
        );
    }
    format!(
        "\"{found}\" is not a number in JSON, which has digits, then at most one decimal point with digits after it, \
         then at most one exponent."
    )
}

/// Whether a byte belongs to a word.
pub(super) fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

/// Whether a byte that directly follows a number belongs to it. A letter does, so that `10GB` is one token.
pub(super) fn is_of_number(byte: u8) -> bool {
    matches!(byte, b'.' | b'+' | b'-') || is_of_word(byte)
}

/// The error of a token where a value must begin.
pub(super) fn start_of_value(text: &str, span: Span) -> Problem {
    let is_word = text[span.range()].starts_with(|it: char| it.is_alphabetic() || it == '_');
    if is_word {
        Problem::InvalidKeyword
    } else {
        Problem::InvalidStart
    }
}

/// The error of a token where the name of a property must begin.
pub(super) fn start_of_name(text: &str, span: Span) -> Problem {
    match start_of_value(text, span) {
        Problem::InvalidKeyword => Problem::UnquotedName,
        _ => Problem::MissingName,
    }
}

/// The token that begins at a byte: a bracket or another single character, a word, a number, or a string, up to the end
/// of its line at most.
pub(super) fn token(text: &str, at: usize) -> Span {
    let bytes = text.as_bytes();
    let end = match bytes.get(at) {
        None => at,
        Some(b'"') => string_end(bytes, at + 1),
        Some(b'-' | b'0'..=b'9') => {
            at + bytes[at..]
                .iter()
                .take_while(|it| is_of_number(**it))
                .count()
        }
        Some(byte) if is_of_word(*byte) => {
            let word = text[at..].find(|it: char| !(it.is_alphanumeric() || it == '_'));
            let end = word.map_or(text.len(), |length| at + length);
            let character = text[at..].chars().next().map_or(1, char::len_utf8);
            end.max(at + character)
        }
        Some(_) => at + 1,
    };
    Span::between(at, end)
}

/// The end of the string that contains the byte `at`: after its quote, or at the end of its line.
pub(super) fn string_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\n' => return at,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The end of the comment that begins at a byte, in the syntax of another language, if there is one.
pub(super) fn comment_end(text: &str, at: usize) -> Option<usize> {
    let rest = &text[at..];
    let length = if rest.starts_with("/*") {
        rest.find("*/").map(|length| length + 2)
    } else if rest.starts_with("//") || rest.starts_with('#') {
        rest.find('\n')
    } else {
        return None;
    };
    Some(length.map_or(text.len(), |length| at + length))
}
