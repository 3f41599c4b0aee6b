//! The errors of serialization. Each message says when it occurs.

use std::borrow::Cow;

use crate::diagnostic::Code;
use crate::error::Error;
use crate::number::NumberError;
use crate::protocol::field::PrivateField;
use crate::quote::{counted, quote_whole};

pub(super) fn too_deep(levels: usize) -> Error {
    let detail = format!(
        "A value may nest at most {levels} levels deep here, but this one nests deeper. Flatten \
         it, and make sure that it does not contain itself."
    );
    Error::of(Code::NestingTooDeep, detail)
}

#[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` calls")]
pub(super) fn invalid_number(error: NumberError) -> Error {
    Error::of(Code::InvalidNumber, error.to_string())
}

pub(super) fn unsuitable_key(found: &str) -> Error {
    let detail = format!(
        "The key of a map must be a string, or a number, bool, character or unit variant, which becomes a string, but \
         here it is {found}."
    );
    Error::of(Code::UnsuitableMapKey, detail)
}

/// The error of two attributes or blocks with the same name.
pub(super) fn repeated_name(name: &str) -> Error {
    let detail = format!("Two values have the name {}.", quote_whole(name));
    Error::of(Code::RepeatedName, detail)
}

/// The error of two keys of an object, or two labels, that are equal.
pub(crate) fn repeated_key(name: &str) -> Error {
    let detail = format!(
        "Two values have the name {}. Names are the same if they are equal in Unicode normal form C.",
        quote_whole(name)
    );
    Error::of(Code::RepeatedName, detail)
}

pub(super) fn private_key(key: &str) -> Error {
    let detail = format!(
        "The key {} of a map cannot be written in a body: a field of this name stands for a label of the block or for \
         the rest of its body. Rename the key, or write the value around it as an attribute, with #[serde(with = \
         \"hcl::attribute\")].",
        quote_whole(key)
    );
    Error::of(Code::ReservedName, detail)
}

/// The error of a body in JSON syntax with an element that is not an object. The items of the body do not include it.
pub(super) fn wrong_element() -> Error {
    let detail = "This element of the JSON array is not an object, so it is no part of a body and cannot be written.";
    Error::of(Code::IncorrectJsonValueType, detail)
}

pub(super) fn changed_form() -> Error {
    let detail = "The \"Serialize\" implementation of the type gives different results when it is called twice. The \
                  results must be equal, because it is called once to determine the form of the value and again to \
                  write it.";
    Error::of(Code::ChangingValue, detail)
}

pub(super) fn ignored_error() -> Error {
    let detail = "The \"Serialize\" implementation of the type ignores the error of a part that cannot be written. It \
                  must return the error.";
    Error::of(Code::IgnoredError, detail)
}

pub(super) fn keys_and_values() -> Error {
    let detail = "The \"Serialize\" implementation of the type does not serialize the keys and values of a map in \
                  turn.";
    Error::of(Code::InvalidMap, detail)
}

pub(super) fn json_text() -> Error {
    let detail = "A \"RawValue\" of serde_json is JSON text, which can be written only as JSON. Use \
                  \"serde_json::Value\" instead.";
    Error::of(Code::UnsuitableValueType, detail)
}

pub(super) fn infinite() -> Error {
    let detail = "Native syntax has no literal for a number that is infinite or not a number. Omit it, as an Option \
                  that is None, or write it as a string.";
    Error::of(Code::InvalidNumber, detail)
}

pub(super) fn invalid_name(name: &str) -> Error {
    let detail = format!(
        "The name {} is not an identifier: a letter or \"_\", followed by letters, digits, \"_\" and \"-\". Rename \
         it, or write the value around it as an attribute, with #[serde(with = \"hcl::attribute\")]: the keys of an \
         object can be any text.",
        quote_whole(name)
    );
    Error::of(Code::InvalidName, detail)
}

pub(super) fn unsuitable_block() -> Error {
    let detail = "#[serde(with = \"hcl::block\")] requires blocks, but only structs, maps, variants with such \
                  content, and sequences of these can be blocks. Without it, the field becomes an attribute.";
    Error::of(Code::UnsuitableBlock, detail)
}

pub(super) fn label_without_block(field: &str) -> Error {
    let detail = format!(
        "The field {} is a label, and only a block has labels. The value around it is the whole configuration or is \
         written as an attribute, because another element of the same sequence or map cannot be a block, or because \
         an attribute is required.",
        quote_whole(field)
    );
    Error::of(Code::LabelWithoutBlock, detail)
}

pub(super) fn mixed_labels(first: usize, other: usize) -> Error {
    let (first, other) = (counted(first, "label"), counted(other, "label"));
    let detail = format!(
        "This block of a map has {other}, keys and variants included, but the first one has {first}. Give all \
         of them the same number of labels, or write a sequence instead of the map."
    );
    Error::of(Code::InconsistentNumberOfLabels, detail)
}

pub(super) fn body_without_block() -> Error {
    let detail = "A body is the content of a block, but the value around it is written as an attribute, because \
                  another element of the same sequence or map cannot be a block, or because an attribute is required.";
    Error::of(Code::BodyWithoutBlock, detail)
}

pub(super) fn label_gap(index: usize) -> Error {
    let detail = format!(
        "The label \"{}\" comes after the label \"{}\", which is missing. Give the block all labels up to the last one.",
        label_field(index),
        label_field(index.saturating_sub(1))
    );
    Error::of(Code::MissingLabel, detail)
}

/// The name of the field of a label.
fn label_field(index: usize) -> Cow<'static, str> {
    PrivateField::Label(index).name()
}

pub(super) fn contradictory_label(index: usize, label: &str) -> Error {
    let detail = format!(
        "The label \"{}\" is {}, but \"$labels\" says otherwise. Make them equal, or remove one of the two fields.",
        label_field(index),
        quote_whole(label)
    );
    Error::of(Code::ContradictoryLabels, detail)
}

pub(super) fn absent_label(index: usize) -> Error {
    let detail = format!(
        "The label \"{}\" is absent, but \"$labels\" has a label in its place, which would be read as that label. Make \
         them equal, or remove one of the two fields.",
        label_field(index)
    );
    Error::of(Code::ContradictoryLabels, detail)
}

/// The error of an absent label in the JSON syntax, where each label of a type is a level of objects.
pub(super) fn absent_label_in_json() -> Error {
    let detail = "A label of the block is absent. In the JSON syntax, the properties of the block would be read as this \
                  label. Give the block the label, or write native syntax.";
    Error::of(Code::AbsentLabel, detail)
}

pub(super) fn repeated_label(index: usize) -> Error {
    let detail = format!(
        "The label \"{}\" of the block is set by two fields. Remove one of the two.",
        label_field(index)
    );
    Error::of(Code::RepeatedLabel, detail)
}

pub(super) fn repeated_labels() -> Error {
    let detail = "The labels of the block are set by two fields. Remove one of the two.";
    Error::of(Code::RepeatedLabel, detail)
}

pub(super) fn unsuitable_label() -> Error {
    let detail = "A label is a string, or a number, bool, character or unit variant that becomes one; \"$labels\" is a \
                  sequence of these.";
    Error::of(Code::UnsuitableLabel, detail)
}

pub(super) fn unsuitable_body(found: &str) -> Error {
    let detail = format!(
        "A configuration is a body, which is a list of attributes and blocks, but this is {found}. Serialize a struct, \
         a map, an enum or a sequence of enums; a value on its own is written by \"hcl::to_value\" and its \"Display\"."
    );
    Error::of(Code::UnsuitableValueType, detail)
}

pub(super) fn unsuitable_item(found: &str) -> Error {
    let detail = format!(
        "In a sequence that is a body each element is an attribute or a block, and takes its name from the variant of \
         an enum, but this is {found}."
    );
    Error::of(Code::UnsuitableValueType, detail)
}
