//! The assumptions that decoding makes about serde, its derive macros and the standard library, which they do not
//! guarantee. Each row of the table has a test below that fails as soon as the assumption no longer holds.
//!
//! | | assumption | what depends on it | what happens otherwise |
//! |---|---|---|---|
//! | 1 | The visitor of a struct with `flatten` requests its first key as an identifier; that of an internally tagged enum requests anything, and its expectation is a type tag; that of a map requests the type of its keys; and a type that buffers data requests the key together with its value. [`FirstKey`] | Labels are the fields of a struct, and the keys of a map. | A block with labels is refused. |
//! | 2 | Such a struct or enum requests anything for a field that it does not have, or ignores it. `LabelDeserializer` in `label_fields` | A label that is offered as a field is an error if nothing takes it. | A label is lost, or refused. |
//! | 3 | The visitors of `Option<T>` and `Vec<T>` make values of these types. [`is_option_of_captured`], [`is_list_of_captured`] | A captured expression is not evaluated before. | Functions are called to check for null. |
//! | 4 | Data buffered for `flatten` and tags has the error type of its format. [`is_held_back`] | A type that needs the source reports that it is no longer available. | The data is read as a string. |
//! | 5 | The keys of a derived struct are variants of an enum, one for each field with its aliases. [`FieldId`] | A field is not missing if an alias of it was left out because of its value. | One error too many, or one too few, in addition to the first. |
//! | 6 | The wording of the expectations of types and of serde's own errors. [`Expectation`], [`describe`], [`describe_message`], [`unknown_flattened_field`] | Messages are in the terms of HCL. | They are in the terms of Rust. |
//! | 7 | Types of `serde_json` and `toml` have the private names in [`ForeignScalar`](crate::protocol::foreign::ForeignScalar) and [`JSON_NUMBER`](crate::protocol::foreign::JSON_NUMBER), and the type that `serde_json` requests after that name expects a string with a number. `foreign`, tested in `tests/companions` | `serde_json` with its feature `arbitrary_precision` keeps each digit; dates of `toml` are read from strings. | A number of more digits than a float has is an error, and so is a date. |
//! | 8 | The visitors of lists and maps of the standard library have names in `serde` or `serde_core`. [`is_of_serde`] | Where data is not a list, the visitor is asked for the type of its elements, which determines the advice on what to write instead. | The error advises brackets around data that is not an element, or does not advise a block. |
//! | 9 | The expectation of the visitor of an internally tagged enum names such an enum. [`expects_tagged`] | In JSON, each object in the array of a variant is one such enum, and keys on the path to one are labels. | The array is read as one enum, and refused; keys are templates. |
//! | 10 | The visitors of structs, enums and maps make values of these types. [`type_id`] | What is known about the fields of a type, such as that one takes one block, is kept under its id. | In JSON, `[]` and null are taken for no block in a field of another type, or are refused. |
//!
//! A label field that requests anything is an error, because its label could be buffered and lost (row 2).

use std::any::TypeId;
use std::borrow::Cow;
use std::collections::VecDeque;
use std::fmt;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::mem;
use std::rc::Rc;
use std::sync::Arc;

use serde::de::{DeserializeSeed, Deserializer, Expected, Unexpected, Visitor};

use super::forward::forward_deserializer;
use crate::error::Error;
use crate::quote::{counted, quote};
use crate::spanned::Spanned;
use crate::syntax::tree::handle::{Expression, Template, Traversal};

/// How a visitor that asks for a map uses the labels of blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Labels {
    AsKeys,
    AsFields,
}

/// The seed of the first key, which records its request.
pub(super) struct FirstKey<'de, 'k, S> {
    pub(super) seed: S,
    /// The name of the first field, if it asks for one.
    pub(super) field: Cow<'de, str>,
    pub(super) asks_for: &'k mut Labels,
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for FirstKey<'de, '_, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, label: D) -> Result<S::Value, D::Error> {
        self.seed.deserialize(FirstKeyDeserializer {
            label,
            field: self.field,
            asks_for: self.asks_for,
        })
    }
}

/// Gives a map the first label, and a struct the name of the first field.
struct FirstKeyDeserializer<'de, 'k, D> {
    label: D,
    field: Cow<'de, str>,
    asks_for: &'k mut Labels,
}

impl<'de, D: Deserializer<'de>> FirstKeyDeserializer<'de, '_, D> {
    fn visit_field<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        *self.asks_for = Labels::AsFields;
        match self.field {
            Cow::Borrowed(field) => visitor.visit_borrowed_str(field),
            Cow::Owned(field) => visitor.visit_string(field),
        }
    }

    fn decode_label<T>(self, decode: impl FnOnce(D) -> Result<T, D::Error>) -> Result<T, D::Error> {
        decode(self.label)
    }
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for FirstKeyDeserializer<'de, '_, D> {
    type Error = D::Error;

    /// An internally tagged enum requests fields in this way, but so do the value types of other formats for the keys
    /// of maps, which may be anything in those formats.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        if expects_tag(&visitor) {
            self.visit_field(visitor)
        } else {
            self.label.deserialize_any(visitor)
        }
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.visit_field(visitor)
    }

    forward_deserializer! { Self::decode_label, bool numbers option newtype structs enums others }
}

/// The start of the expectation of the visitor of an internally tagged enum's keys.
const TAG_EXPECTATION: &str = "a type tag `";

/// Whether a visitor is the one of the keys of an internally tagged enum.
fn expects_tag(visitor: &dyn Expected) -> bool {
    visitor.to_string().starts_with(TAG_EXPECTATION)
}

/// Whether a visitor is the one of an internally tagged enum, which is one object or one block.
pub(super) fn expects_tagged(visitor: &dyn Expected) -> bool {
    visitor.to_string().starts_with(TAGGED_ENUM)
}

/// The start of the expectation of an internally tagged enum's visitor.
const TAGGED_ENUM: &str = "internally tagged enum ";

/// Whether a visitor is one of serde's own, such as those of the lists and maps of the standard library, which accept
/// only elements or entries.
pub(super) fn is_of_serde<V>() -> bool {
    let name = std::any::type_name::<V>();
    name.starts_with("serde::") || name.starts_with("serde_core::")
}

/// Returns the identifier of a type, under which facts about its fields are kept.
pub(super) fn type_id<T>() -> TypeId {
    typeid::of::<T>()
}

/// Whether a type is a list of captured expressions, templates or traversals.
pub(super) fn is_list_of_captured<T>() -> bool {
    let list = typeid::of::<T>();
    is_list_of::<Expression>(list) || is_list_of::<Template>(list) || is_list_of::<Traversal>(list)
}

fn is_list_of<C: 'static>(ty: TypeId) -> bool {
    let lists = [
        TypeId::of::<Vec<C>>(),
        TypeId::of::<VecDeque<C>>(),
        TypeId::of::<Vec<Spanned<C>>>(),
    ];
    lists.contains(&ty)
}

/// Whether the type is an `Option` of a captured expression, template or traversal, directly or in a pointer or wrapper
/// of the standard library or of this crate.
///
/// For any other `Option`, the functions in the expression are called to find out whether it is `None`. Here they are
/// not called: the type takes the expression as it is. Serde asks for the `Option` before its content.
pub(super) fn is_option_of_captured<T>() -> bool {
    let option = typeid::of::<T>();
    is_option_of::<Expression>(option)
        || is_option_of::<Template>(option)
        || is_option_of::<Traversal>(option)
}

/// Whether a type is an `Option` of `C`, directly or in a pointer or wrapper.
fn is_option_of<C: 'static>(ty: TypeId) -> bool {
    let options = [
        TypeId::of::<Option<C>>(),
        TypeId::of::<Option<Option<C>>>(),
        TypeId::of::<Option<Box<C>>>(),
        TypeId::of::<Option<Rc<C>>>(),
        TypeId::of::<Option<Arc<C>>>(),
        TypeId::of::<Option<Spanned<C>>>(),
    ];
    options.contains(&ty)
}

/// Whether plain data with errors of type `E` was buffered by serde for `flatten`, for tagged or for untagged types:
/// such data belongs to no format, but has the error type of its format. This crate's own deserializer does not give
/// plain data to a type of this crate.
pub(super) fn is_held_back<E>() -> bool {
    typeid::of::<E>() == TypeId::of::<Error>()
}

/// Identifies a field, to find out whether two names belong to the same field, like a name and its alias. All names of
/// a type without an enum for its fields seem to belong to one field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FieldId(u64);

impl FieldId {
    /// Returns the field that a key of a derived struct was read as.
    pub(super) fn of<T>(key: &T) -> Self {
        let mut hasher = DefaultHasher::new();
        mem::discriminant(key).hash(&mut hasher);
        FieldId(hasher.finish())
    }
}

/// The expected type in the terms of HCL.
pub(super) struct Expectation {
    pub(super) words: String,
    pub(super) is_translated: bool,
}

impl Expectation {
    /// Translates descriptions by serde, the standard library and derived implementations, which are in the terms of
    /// Rust. Descriptions by other types stay unchanged.
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

/// Translates the description of an integer type, with or without 0, to its range.
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

/// Returns the least and the greatest value of an integer type.
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

/// Translates the descriptions of serde's own and derived implementations.
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
            "a string without escape sequences, interpolations or directives"
        }
        // Buffered data (for `flatten`, tagged and untagged types) accepts everything but 128-bit numbers.
        _ if text == "any value" || text.starts_with(TAG_EXPECTATION) => {
            "a number of at most 64 bits"
        }
        _ => return None,
    })
}

/// Translates the description of a list with its number of elements.
fn of_size(text: &str) -> Option<String> {
    let sizes = ["a tuple of size ", "an array of length "];
    let size = sizes.iter().find_map(|prefix| text.strip_prefix(prefix))?;
    size.parse().ok().map(|size: usize| list(size))
}

fn list(size: usize) -> String {
    format!("a list of {}", counted(size, "element"))
}

/// Translates a description by a derived implementation: the kind of the type in Rust, its name, and in some cases the
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
        (TAGGED_ENUM, "an object or block"),
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

/// The least whole number that does not fit into 64 bits.
const TWO_TO_64: f64 = 18_446_744_073_709_551_616.0;

/// Describes the found value in the terms of HCL.
pub(super) fn describe(unexpected: Unexpected<'_>) -> String {
    match unexpected {
        Unexpected::Bool(value) => format!("the bool {value}"),
        Unexpected::Unsigned(value) => number(&value),
        Unexpected::Signed(value) => number(&value),
        // Data that serde buffers distinguishes `1.0` from `1`. A number of more than 64 bits is a float in any case.
        Unexpected::Float(value) if value.fract() == 0.0 && value.abs() < TWO_TO_64 => {
            number(&format_args!("{value:.1}"))
        }
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
        // Serde's name of a number of 128 bits.
        Unexpected::Other(what) => match what.strip_prefix("integer `") {
            Some(rest) => number(&rest.split('`').next().unwrap_or(rest)),
            None => what.to_owned(),
        },
    }
}

fn number(number: &dyn fmt::Display) -> String {
    format!("the number {number}")
}

/// Translates a message of serde in the terms of Rust, and returns advice for the developer to append to it.
pub(super) fn describe_message(message: &str) -> Option<(&'static str, &'static str)> {
    let untagged = "data did not match any variant of untagged enum ";
    let flattened = "no variant of enum ";
    let detail = match message {
        "can only flatten structs and maps"
        | "untagged and internally tagged enums do not support enum input" => {
            "This cannot be read here."
        }
        "i128 is not supported" | "u128 is not supported" => {
            let advice = ": serde's buffer for #[serde(flatten)] and for tagged and untagged enums holds numbers of at \
                          most 64 bits. Declare the field in the struct itself, or with a smaller type.";
            return Some((
                "A field here has a type whose numbers cannot be read.",
                advice,
            ));
        }
        "overflow deserializing Duration" => "The duration is too long.",
        _ if message.starts_with(untagged) => {
            let detail = "This has none of the forms that are allowed here.";
            let advice = ". For #[serde(untagged)], values are not converted: a number in quotes stays a string. \
                          Serde does not say why it rejected each variant; to find out, decode into the type of that \
                          variant alone.";
            return Some((detail, advice));
        }
        _ if message.starts_with(flattened) && message.ends_with(" found in flattened data") => {
            "Exactly one of several choices is required here, and none of them is set."
        }
        _ => return None,
    };
    Some((detail, ""))
}

/// The name in the message with which a struct with `flatten` and `deny_unknown_fields` rejects it.
pub(super) fn unknown_flattened_field(message: &str) -> Option<&str> {
    let name = message.strip_prefix("unknown field `")?.strip_suffix('`')?;
    (!name.contains('`')).then_some(name)
}

#[cfg(test)]
mod tests;
