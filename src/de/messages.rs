//! Serde's reports about data, worded for the authors of configurations: what is written, and what to write instead.

use std::fmt::{self, Write as _};

use serde::de::{Expected, Unexpected};

use super::first_request::FirstRequest;
use super::guesses::{Expectation, describe, describe_message, unknown_flattened_field};
use crate::diagnostic::{
    Code, Correction, Diagnostic, Title, did_you_mean, expected_names, suggest,
};
use crate::error::{Accepted, Category, Cause, ChoiceContent, Error, Found, Mismatch};
use crate::limits::MAX_LISTED;
use crate::protocol::field::{LABELS, PrivateField, REST, count_labels};
use crate::quote::{counted, quote, shortened};
use crate::span::Span;
use crate::syntax::options::Syntax;

/// Separates, in a custom message, the text for the author of the configuration from the note for the developer.
const NOTE: char = '\u{1e}';

/// A message of this crate's own types, which can create errors only through serde's interface.
pub(super) struct Noted<'a> {
    /// The text for the author of the configuration.
    pub(super) message: fmt::Arguments<'a>,
    /// The note for the developer of the application.
    pub(super) note: &'a str,
}

impl fmt::Display for Noted<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{NOTE}{}", self.message, self.note)
    }
}

impl serde::de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        of_message(&message.to_string())
    }

    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        unsuitable(Code::UnsuitableValueType, unexpected, expected)
    }

    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        unsuitable(Code::InvalidValue, unexpected, expected)
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        let Expectation { words, .. } = Expectation::of(&expected.to_string());
        let detail = format!(
            "Expected {words}, but found {}.",
            counted(length, "element")
        );
        Error::of(Code::WrongNumberOfElements, detail)
            .with_cause(Cause::Unexpected(Found::Elements(length)))
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        let detail = format!("{} is not one of the choices here.", quote(variant));
        let error = of_names(Code::UnsupportedValue, detail, variant, expected);
        error.with_cause(Cause::Unexpected(Found::Text(variant.to_owned())))
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        let detail = format!("{} is not expected here.", quote(field));
        let error = of_names(Code::UnsupportedArgument, detail, field, expected);
        let error = error.with_cause(Cause::Unexpected(Found::Name(field.to_owned())));
        if field == "dynamic" {
            let note = "If \"dynamic\" blocks should generate other blocks, pass the body to \
                        \"hcl::dynblock::expand_dynamic\" first (feature \"spec\"), and decode the result.";
            return error.with_note(note);
        }
        error
    }

    fn missing_field(field: &'static str) -> Self {
        let detail = format!("{} is required here, but it is not set.", quote(field));
        missing(field, Code::MissingRequiredArgument, detail)
    }

    fn duplicate_field(field: &'static str) -> Self {
        let detail = format!(
            "{} is set more than once, under different names; use only one of them.",
            quote(field)
        );
        Error::of(Code::AttributeRedefined, detail)
    }
}

impl Error {
    /// The error of a required field that is null, which counts as absent.
    pub(super) fn null_field(field: &'static str) -> Self {
        let detail = format!(
            "{} is required here, but it is null. Give it a value.",
            quote(field)
        );
        missing(field, Code::MissingRequiredArgument, detail).with_note(
            "Null counts as absent. To make a field optional, declare it as an Option or with #[serde(default)]; an \
             Option with #[serde(with)] needs both.",
        )
    }

    /// The error of a block with fewer labels than its enclosing maps and its label fields take.
    pub(super) fn missing_label(
        block_type: &str,
        header: &str,
        labels_read: usize,
        label_count: usize,
        field: &'static str,
    ) -> Self {
        let index = match PrivateField::parse(field) {
            Some(PrivateField::Label(index)) => index,
            _ => 0,
        };
        let needed = labels_read.saturating_add(index).saturating_add(1);
        // A generated block, or one in JSON syntax, has a different header.
        if header.starts_with(block_type) {
            let missing = needed.saturating_sub(label_count).max(1);
            return Error::forgotten_label(block_type, header, missing, &[])
                .with_cause(Cause::MissingField(field));
        }
        let block = quote(block_type);
        let detail = match needed {
            1 => format!("A {block} block needs a label."),
            _ => format!("A {block} block needs {needed} labels, and this one has {label_count}."),
        };
        let title = Code::MissingLabel.titled(format!("Missing label for {block_type}"));
        missing(field, title, detail)
    }

    /// The error of a block that lacks labels after its header. If the missing label names a variant, `variants` are
    /// the variants.
    pub(super) fn forgotten_label(
        block_type: &str,
        header: &str,
        missing: usize,
        variants: &[&str],
    ) -> Self {
        let labels = if missing == 1 {
            "A label is".to_owned()
        } else {
            format!("{missing} labels are")
        };
        let names = " \"name\"".repeat(missing.min(MAX_LISTED));
        let mut detail = format!("{labels} missing: write `{header}{names} {{`.");
        if !variants.is_empty() {
            detail.push_str(&expected_names(variants));
        }
        let title = Code::MissingLabel.titled(format!("Missing label for {block_type}"));
        Error::new(
            Category::Data,
            Diagnostic::of(title, detail).without_values(),
        )
    }

    /// The error of a struct with a field `$labels` that is decoded in a way that hides this field.
    pub(super) fn hidden_labels(block_type: &str) -> Self {
        Error::unreadable_labels(block_type, LABELS).with_note(
            "The field \"$labels\" asks for all labels of the block, but #[serde(flatten)] or #[serde(tag)] on its \
             type hides this request. Ask for each label, as \"$label\", \"$label.1\" and so on, or declare the \
             flattened fields in the struct itself.",
        )
    }

    /// The error of a field that asks for a label inside data that serde has buffered.
    pub(super) fn hidden_label(block_type: &str, field: &'static str) -> Self {
        let note = format!(
            "The field {} asks for a label, but #[serde(tag)], #[serde(untagged)] or #[serde(flatten)] hides this \
             request. Ask for the label in the struct that contains the tagged or flattened data, or decode the blocks \
             into a map keyed by label.",
            quote(field)
        );
        Error::unreadable_labels(block_type, field).with_note(&note)
    }

    fn unreadable_labels(block_type: &str, field: &'static str) -> Self {
        let block = quote(block_type);
        let detail = format!("The labels of this {block} block cannot be read.");
        missing(field, Code::HiddenLabels, detail)
    }

    /// The error of a struct that asks for the rest of a body, but is not decoded from a body.
    pub(super) fn hidden_body() -> Self {
        let detail = "Only the known names can be read here.";
        missing(REST, Code::HiddenBody, detail).with_note(
            "The field \"$body\" takes the items of a body that no other field takes. An object has no such items, \
             and #[serde(flatten)] or #[serde(tag)] on the type hides the names of the other fields: declare the \
             flattened fields in the struct itself.",
        )
    }

    /// Marks the error of an unknown name as about a block, if it is one.
    #[must_use]
    pub(super) fn of_unknown_item(mut self, is_block: bool) -> Self {
        for diagnostic in self.diagnostics_mut() {
            if is_block && diagnostic.code() == Code::UnsupportedArgument {
                diagnostic.set_code(Code::UnsupportedBlockType);
            }
        }
        self
    }

    /// Completes the error of data that is not a list, according to the request for its elements: the data may be meant
    /// as an element, or may have to be written as blocks.
    #[must_use]
    pub(super) fn unless_element(self, element: FirstRequest) -> Self {
        let found = self.facts().found();
        let is_object = found == Some(&Found::Object);
        let error = if found.is_some_and(|it| it.may_be(element)) {
            self
        } else {
            self.without_advice()
        };
        match element {
            FirstRequest::Struct(fields) => {
                error.with_accepted(Accepted::Blocks(count_labels(fields)))
            }
            FirstRequest::Enum(_) | FirstRequest::Anything if is_object => {
                error.with_accepted(Accepted::Blocks(0))
            }
            FirstRequest::Text | FirstRequest::Bool | FirstRequest::Number => {
                error.with_accepted(Accepted::Values)
            }
            _ => error,
        }
    }

    /// Completes the error of data that is not a map, according to the request for its values: they may have to be
    /// written as blocks.
    #[must_use]
    pub(super) fn unless_entry(self, value: FirstRequest) -> Self {
        match value {
            FirstRequest::Struct(fields) => {
                let labels = count_labels(fields).saturating_add(1);
                self.with_accepted(Accepted::Blocks(labels))
            }
            _ => self,
        }
    }

    /// Removes the advice on what to write instead.
    fn without_advice(mut self) -> Self {
        if let Some(mismatch) = self.facts().mismatch() {
            let detail = mismatch.sentence();
            self.diagnostics_mut()[0].set_detail(detail);
        }
        self
    }

    /// Adds to the error of an attribute that is neither the expected list nor the expected struct that it may be
    /// written as a block of this type.
    #[must_use]
    pub(super) fn or_as_block(mut self, block_type: &str, syntax: Syntax) -> Self {
        let facts = self.facts();
        let expected = facts.mismatch().map(|it| &*it.expected);
        let is_struct = expected == Some("an object or block");
        let fields = facts.fields.filter(|_| is_struct);
        let labels = match facts.accepted {
            Some(Accepted::Blocks(labels)) => labels,
            _ => match fields {
                Some(fields) => count_labels(fields),
                None => return self,
            },
        };
        let is_element =
            expected == Some("a list") && labels == 0 && facts.found() == Some(&Found::Object);
        let block = block_form(block_type, labels.min(MAX_LISTED), syntax);
        let first = &mut self.diagnostics_mut()[0];
        let detail = first.detail();
        if is_element {
            let advice = "Put it in brackets, as in [{ … }], or write a block, as in";
            first.set_detail(format!("{detail} {advice} {block}."));
            first.set_correction(Correction::InBrackets);
        } else {
            first.set_detail(format!("{detail} Write a block, as in {block}."));
        }
        self
    }

    /// Adds to the error of a missing field that neither an argument nor a block sets it.
    #[must_use]
    pub(super) fn of_body(mut self) -> Self {
        let Some(field) = self.facts().missing_field() else {
            return self;
        };
        let detail = format!(
            "{} is required here, but there is neither an argument nor a block of this name.",
            quote(field)
        );
        self.diagnostics_mut()[0].set_detail(detail);
        self.with_note(
            "To make a field optional, declare it as an Option or with #[serde(default)]; an Option with #[serde(with)] \
             needs both. A list or map of blocks is absent if there is no such block.",
        )
    }

    /// The error of a string that names a choice with content.
    pub(super) fn choice_without_content(name: &str, content: ChoiceContent) -> Self {
        let detail = format!(
            "{} needs content. Write an object with this name as its only key, as in {}.",
            quote(name),
            content.object(name)
        );
        let name = name.to_owned();
        Error::of(Code::UnsuitableValueType, detail)
            .with_cause(Cause::Unexpected(Found::Choice(name, content)))
    }

    /// Explains how to write an attribute that lacks the content of a choice: in JSON syntax, or as a block of this
    /// type.
    #[must_use]
    pub(super) fn with_form_of_choice(mut self, block_type: Option<&str>) -> Self {
        let Some(Found::Choice(name, content)) = self.facts().found() else {
            return self;
        };
        let quoted = quote(name);
        let object = content.object(name);
        let detail = match (block_type, content) {
            (None, _) => format!(
                "{quoted} needs content. Write an object with this name as its only key, as in {{ {quoted}: … }}."
            ),
            (Some(block_type), ChoiceContent::Items) => format!(
                "{quoted} needs content. Write it as a block with this label, as in {block_type} {quoted} {{ … }}."
            ),
            (Some(block_type), ChoiceContent::Any) => format!(
                "{quoted} needs content. Write an object with this name as its only key, as in {object}, or a block \
                 with this label, as in {block_type} {quoted} {{ … }}."
            ),
            (Some(_), ChoiceContent::Elements) => return self,
        };
        self.diagnostics_mut()[0].set_detail(detail);
        self
    }

    /// States that the found string was converted from a number or bool.
    #[must_use]
    pub(super) fn with_converted(mut self, kind: &str) -> Self {
        let Cause::Mismatch(mismatch) = &mut self.facts_mut().cause else {
            return self;
        };
        let Some(Found::Text(text)) = &mismatch.value else {
            return self;
        };
        mismatch.found = format!("the {kind} {}", shortened(text));
        let detail = mismatch.sentence();
        self.diagnostics_mut()[0].set_detail(detail);
        self
    }

    /// Adds the possible places to the error of data that serde has buffered.
    #[must_use]
    pub(super) fn with_candidates(mut self, places: &str) -> Self {
        let first = &mut self.diagnostics_mut()[0];
        let detail = format!(
            "{} The problem may be in any of these places: {places}.",
            first.detail()
        );
        first.set_detail(detail);
        self
    }

    /// Adds to the error of a struct that serde decodes as a map that its fields do not come directly from the source.
    #[must_use]
    pub(super) fn of_hidden(self) -> Self {
        let diagnostics = self.diagnostics();
        let is_hidden = diagnostics
            .iter()
            .any(|it| it.summary() == "Unsuitable value type" && it.subject().is_none());
        let has_note = self.developer_note().is_some() && self.facts().mismatch().is_none();
        if !is_hidden || has_note {
            return self;
        }
        self.with_note(
            "Inside #[serde(flatten)], #[serde(untagged)] or #[serde(tag)], values are not converted, and a single \
             block is not a list; \"hcl::OneOrMany\" accepts both.",
        )
    }

    /// Adds to the error of an item that is not an object or list that its block may lack a label: without the label,
    /// the items of the block are read as labelled blocks.
    #[must_use]
    pub(super) fn suggest_label(mut self, header: &str, header_span: Span, item: &str) -> Self {
        let Some(Mismatch {
            expected, found, ..
        }) = self.facts().mismatch()
        else {
            return self;
        };
        let is_list = |words: &str| words.starts_with("a list");
        let takes_blocks = if is_list(expected) {
            let takes_values = matches!(self.facts().accepted, Some(Accepted::Values));
            !takes_values && !is_list(found) && !found.ends_with("object")
        } else {
            expected.ends_with("object or block")
        };
        if !takes_blocks {
            return self;
        }
        let detail = format!(
            "Each item of this block must be {expected}, and {} is {found}. If the block lacks a label, add one, as \
             in {header} \"name\" {{ … }}.",
            quote(item)
        );
        for diagnostic in self.diagnostics_mut() {
            diagnostic.set_detail(detail.clone());
            diagnostic.set_context(header_span);
        }
        self
    }

    /// The error of a field that asks for a label, where the data is an object or a whole configuration, which have no
    /// labels.
    pub(super) fn label_without_block(field: &'static str) -> Self {
        let detail =
            "A label is required here, and only a block has labels. Write a block with a label.";
        missing(field, Code::MissingLabel, detail)
    }

    /// The error of a field that asks for a label, where serde hides the number of labels, which JSON does not reveal.
    pub(super) fn hidden_label_of_json(field: &'static str) -> Self {
        let detail = "In JSON syntax, the label of this block cannot be told apart from its properties. Write the \
                      block in native syntax.";
        let note = "A struct with flattened fields, and an enum with a label as its tag, have labels in native syntax \
                    only. For both syntaxes, decode the blocks into a map keyed by label, or into an enum without a \
                    tag.";
        missing(field, Code::MissingLabel, detail).with_note(note)
    }
}

impl Found {
    /// Whether a type with this request may accept the value.
    fn may_be(&self, request: FirstRequest) -> bool {
        let is_number = matches!(
            self,
            Found::Unsigned(_) | Found::Signed(_) | Found::Float(_)
        );
        match (request, self) {
            (FirstRequest::Text, Found::Text(_) | Found::Bool(_))
            | (FirstRequest::Bool, Found::Bool(_))
            | (FirstRequest::Anything, _) => true,
            (FirstRequest::Number, Found::Text(text)) => text.parse::<f64>().is_ok(),
            (FirstRequest::Text | FirstRequest::Number, _) => is_number,
            (FirstRequest::Bool, Found::Text(text)) => matches!(&**text, "true" | "false"),
            (FirstRequest::Enum(variants), Found::Text(text)) => variants.contains(&&**text),
            _ => false,
        }
    }
}

/// Returns the notation of a block with this number of labels.
fn block_form(block_type: &str, labels: usize, syntax: Syntax) -> String {
    match syntax {
        Syntax::Native => format!("{block_type}{} {{ … }}", " \"name\"".repeat(labels)),
        Syntax::Json => format!(
            "{}: {}{{ … }}{}",
            quote(block_type),
            "{ \"name\": ".repeat(labels),
            " }".repeat(labels)
        ),
    }
}

fn missing(field: &'static str, title: impl Into<Title>, detail: impl Into<String>) -> Error {
    let diagnostic = Diagnostic::of(title, detail).without_values();
    Error::new(Category::Data, diagnostic).with_cause(Cause::MissingField(field))
}

/// The error with the message of a type or of serde.
fn of_message(message: &str) -> Error {
    if let Some((detail, note)) = message.split_once(NOTE) {
        return Error::of(Code::UnsuitableValueType, detail).with_note(note);
    }
    if let Some(name) = unknown_flattened_field(message) {
        let detail = format!("{} is not expected here.", quote(name));
        return Error::of(Code::UnsupportedArgument, detail)
            .with_cause(Cause::Unexpected(Found::Name(name.to_owned())));
    }
    match describe_message(message) {
        Some((detail, advice)) => {
            Error::of(Code::UnsuitableValueType, detail).with_note(&format!("{message}{advice}"))
        }
        None => Error::of(Code::InvalidValue, message),
    }
}

/// The error of a value of another type than expected.
fn unsuitable(code: Code, unexpected: Unexpected<'_>, expected: &dyn Expected) -> Error {
    let expected = expected.to_string();
    if unexpected == Unexpected::NewtypeStruct {
        let note = format!(
            "The type, which asks for \"{expected}\", can only be read by the format that it belongs to. To accept any \
             value, use \"hcl::Value\" or \"serde_json::Value\"."
        );
        return Error::of(code, "This cannot be read here.").with_note(&note);
    }
    let Expectation {
        words,
        is_translated,
    } = Expectation::of(&expected);
    let mismatch = Mismatch {
        value: Found::of(unexpected),
        expected: words,
        found: describe(unexpected),
    };
    let words = &*mismatch.expected;
    let mut detail = mismatch.sentence();
    let mut correction = None;
    if words == "a bool"
        && let Some(meant) = meant_bool(unexpected)
    {
        let _ = write!(detail, " Did you mean {meant}?");
        correction = Some(Correction::Whole(meant));
    } else if words == "a list"
        && let Some(element) = element_text(unexpected)
    {
        let _ = write!(detail, " Put it in brackets, as in [{element}].");
        correction = Some(Correction::InBrackets);
    } else if (words.starts_with("a whole number") || words == "a number")
        && is_quoted_number(unexpected)
    {
        detail.push_str(" Write the number without quotes.");
        correction = Some(Correction::WithoutQuotes);
    }
    let mut diagnostic = Diagnostic::of(code, detail);
    if let Some(correction) = correction {
        diagnostic.set_correction(correction);
    }
    if is_translated {
        // Any other description is by a type of the application, and could contain what was found.
        diagnostic = diagnostic.with_expectation(format!("Expected {words}."));
    }
    let error = Error::new(Category::Data, diagnostic).with_cause(Cause::Mismatch(mismatch));
    if !is_translated {
        return error;
    }
    let mut note = format!("The type asks for \"{expected}\".");
    if expected.starts_with("a borrowed ") {
        note.push_str(" A borrowed value must appear verbatim in the source; an owned type, such as String, accepts \
                       any text.");
    }
    error.with_note(&note)
}

/// Whether the value is a quoted number that was not converted, because serde has buffered it.
fn is_quoted_number(unexpected: Unexpected<'_>) -> bool {
    matches!(unexpected, Unexpected::Str(text) if text.parse::<f64>().is_ok_and(f64::is_finite))
}

/// Returns the text of a value that may be meant as the only element of a list.
fn element_text(unexpected: Unexpected<'_>) -> Option<String> {
    Some(match unexpected {
        Unexpected::Bool(value) => value.to_string(),
        Unexpected::Unsigned(value) => value.to_string(),
        Unexpected::Signed(value) => value.to_string(),
        Unexpected::Str(text) if shortened(text) == text && !text.contains(['$', '%', '\0']) => {
            quote(text)
        }
        _ => return None,
    })
}

/// Returns the bool that a word of another language stands for.
fn meant_bool(unexpected: Unexpected<'_>) -> Option<&'static str> {
    let text = match unexpected {
        Unexpected::Unsigned(1) => return Some("true"),
        Unexpected::Unsigned(0) => return Some("false"),
        Unexpected::Str(text) => text,
        _ => return None,
    };
    let is = |words: [&str; 5]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    if is(["true", "yes", "on", "y", "enabled"]) {
        Some("true")
    } else if is(["false", "no", "off", "n", "disabled"]) {
        Some("false")
    } else {
        None
    }
}

/// The error of a name that is not one of the expected names.
fn of_names(code: Code, detail: String, given: &str, expected: &'static [&'static str]) -> Error {
    let given = given.to_owned();
    let names = names_of_source(expected);
    let list = expected_names(&names);
    let expectation = list.trim_start().to_owned();
    // The most similar name and the list of expected names.
    let advice = move || {
        let near = suggest(&given, names.iter().copied());
        let near = near.map(|near| did_you_mean(&given, near));
        near.unwrap_or_default().with_text(&list)
    };
    let diagnostic = Diagnostic::of(code, detail).with_expectation(expectation);
    Error::new(Category::Data, diagnostic.with_advice(advice))
}

/// Returns the names that can be written in a source. A name such as `$label` is not written as an argument.
fn names_of_source(expected: &'static [&'static str]) -> Vec<&'static str> {
    let mut names = expected.to_vec();
    names.retain(|name| !name.starts_with('$'));
    names
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
            expect![[
                r#"Unsuitable value type: Expected a whole number from 0 to 65535, but found the string "http"."#
            ]],
        );
        check(
            Error::invalid_type(Unexpected::Unit, &"a string"),
            expect!["Unsuitable value type: Expected a string, but found null."],
        );
        check(
            Error::invalid_type(Unexpected::Seq, &"struct Service"),
            expect!["Unsuitable value type: Expected an object or block, but found a list."],
        );
        check(
            Error::invalid_type(Unexpected::Map, &"a string"),
            expect!["Unsuitable value type: Expected a string, but found an object."],
        );
        check(
            Error::invalid_value(Unexpected::Signed(-1), &"u16"),
            expect![
                "Invalid value: Expected a whole number from 0 to 65535, but found the number -1."
            ],
        );
        check(
            Error::invalid_value(Unexpected::Float(1.5), &"u16"),
            expect![
                "Invalid value: Expected a whole number from 0 to 65535, but found the number 1.5."
            ],
        );
        check(
            Error::invalid_type(Unexpected::Float(1.0), &"u16"),
            expect![
                "Unsuitable value type: Expected a whole number from 0 to 65535, but found the number 1.0."
            ],
        );
        check(
            Error::invalid_type(Unexpected::Bool(true), &"u16"),
            expect![
                "Unsuitable value type: Expected a whole number from 0 to 65535, but found the bool true."
            ],
        );
        check(
            Error::invalid_type(Unexpected::UnitVariant, &"u16"),
            expect![
                "Unsuitable value type: Expected a whole number from 0 to 65535, but found a choice without content."
            ],
        );
        check(
            Error::invalid_value(Unexpected::Char('"'), &"a letter"),
            expect![[r#"Invalid value: Expected a letter, but found the string "\""."#]],
        );
        let long = "a\n".repeat(1_000_000);
        check(
            Error::invalid_type(Unexpected::Str(&long), &"u16"),
            expect![[
                r#"Unsuitable value type: Expected a whole number from 0 to 65535, but found the string "a\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\n…"."#
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
    fn names() {
        check(
            Error::missing_field("port"),
            expect![[r#"Missing required argument: "port" is required here, but it is not set."#]],
        );
        check(
            Error::duplicate_field("port"),
            expect![[
                r#"Attribute redefined: "port" is set more than once, under different names; use only one of them."#
            ]],
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
