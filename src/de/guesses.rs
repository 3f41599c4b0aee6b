//! What decoding takes for granted of serde, of its derive macros and of the standard library, without their promise. A
//! row of the table has a test below that fails if it is true no more.
//!
//! | | taken for granted | what rests on it | what happens otherwise |
//! |---|---|---|---|
//! | 1 | The visitor of a struct with `flatten` asks for its first key as an identifier, that of an internally tagged enum as anything; that of a map asks for what its keys are, and what holds data back asks for the key with its value. [`FirstKey`] | Labels are the fields of a struct, and the keys of a map. | A block with labels is refused. |
//! | 2 | Such a struct or enum asks for a field that it has none for as anything, or ignores it. `LabelDeserializer` in `label_fields` | A label that is offered as a field is an error if nothing takes it. | A label is lost, or refused. |
//! | 3 | The visitors of `Option<T>` and `Vec<T>` make values of these types. [`is_option_of_captured`], [`is_list_of_captured`] | An expression that is kept as it is is not evaluated before. | Functions are called to see whether it is null. |
//! | 4 | What is held back for `flatten` and tags has the error type of its format. [`is_held_back`] | What needs the source says that it is not there any more. | It is read as a string. |
//! | 5 | The keys of a derived struct are variants of an enum, one for each field with its aliases. [`FieldId`] | A field is not missing if an alias was left out for its value. | An error too many, or one too few, beside the first. |
//! | 6 | The words in which types say what they expect, and in which serde tells its own errors. [`Expectation`], [`describe`], [`describe_message`] | Messages are in words of HCL. | They are in words of Rust. |
//!
//! A map of a type's own that reads key by key and asks for each as anything cannot be told from an internally tagged
//! enum (row 1). There, and for a field of a label that asks for anything, the label is an error, because it could be held
//! back and lost.

use std::any::TypeId;
use std::borrow::Cow;
use std::collections::VecDeque;
use std::fmt;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::mem;
use std::rc::Rc;
use std::sync::Arc;

use serde::de::{DeserializeSeed, Deserializer, Unexpected, Visitor};

use super::forward::forward_deserializer;
use crate::error::{Error, quote};
use crate::spanned::Spanned;
use crate::syntax::tree::handle::{Expression, Template, Traversal};

/// What the labels of blocks are to a visitor that asks for a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Labels {
    AsKeys,
    AsFields,
}

/// The seed of the first key, which records what it asks for.
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

/// The first label for a map, and the name of the first field for a struct.
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

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.visit_field(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.visit_field(visitor)
    }

    forward_deserializer! { Self::decode_label, bool numbers option newtype structs enums others }
}

/// What a type is told by, for what is known of its fields.
pub(super) fn type_id<T>() -> TypeId {
    typeid::of::<T>()
}

/// Whether a type is a list of what is captured.
pub(super) fn is_list_of_captured<T>() -> bool {
    let list = typeid::of::<T>();
    is_list_of::<Expression>(list) || is_list_of::<Template>(list) || is_list_of::<Traversal>(list)
}

/// Whether a type is a list of `C`.
fn is_list_of<C: 'static>(ty: TypeId) -> bool {
    let lists = [
        TypeId::of::<Vec<C>>(),
        TypeId::of::<VecDeque<C>>(),
        TypeId::of::<Vec<Spanned<C>>>(),
    ];
    lists.contains(&ty)
}

/// Whether the type is an `Option` of something that is captured, itself or in a pointer or wrapper of the standard
/// library or of this crate.
///
/// To know whether any other `Option` is `None`, the functions that the expression calls are called. Here they are not:
/// the type takes the expression as it is. Serde asks for the `Option` before it asks for what is in it.
pub(super) fn is_option_of_captured<T>() -> bool {
    let option = typeid::of::<T>();
    is_option_of::<Expression>(option)
        || is_option_of::<Template>(option)
        || is_option_of::<Traversal>(option)
}

/// Whether a type is an `Option` of `C`, itself or in a pointer or wrapper.
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

/// Whether plain data with errors of type `E` was held back by serde for `flatten`, for tagged and for untagged types: it
/// belongs to no format, but has the error type of its format. This crate's own deserializer does not give plain data to
/// a type of this crate.
pub(super) fn is_held_back<E>() -> bool {
    typeid::of::<E>() == TypeId::of::<Error>()
}

/// Tells whether two names are of one field, as a name and its alias are. The names of a type without an enum for its
/// fields all seem to be one field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FieldId(u64);

impl FieldId {
    /// The field that a key of a derived struct was read as.
    pub(super) fn of<T>(key: &T) -> Self {
        let mut hasher = DefaultHasher::new();
        mem::discriminant(key).hash(&mut hasher);
        FieldId(hasher.finish())
    }
}

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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use std::cell::{Cell, RefCell};
    use std::collections::{BTreeMap, HashMap};
    use std::fmt::Debug;
    use std::num::NonZeroI8;
    use std::time::Duration;

    use serde::de::value::{
        BytesDeserializer, MapAccessDeserializer, MapDeserializer, StrDeserializer,
        UnitDeserializer,
    };
    use serde::de::{Deserialize, DeserializeOwned, Error as _, IntoDeserializer, MapAccess};
    use serde::forward_to_deserialize_any;
    use serde_derive::Deserialize;

    use super::*;
    use crate::error::Result;
    use crate::protocol::field::LABEL;

    /// Row 1: what the first request of each kind of visitor is.
    #[test]
    fn structs_and_maps_are_told_apart_by_their_first_request() {
        #[derive(Deserialize)]
        struct Inner {}

        #[derive(Deserialize)]
        struct Flattened {
            #[serde(flatten)]
            _inner: Inner,
        }

        #[derive(Deserialize)]
        #[serde(tag = "$label")]
        enum Tagged {
            A {},
        }

        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Untagged {
            A {},
        }

        /// A map that ends after its first request, of which it tells whether it asks for fields.
        struct Probe<'p>(&'p Cell<Option<Labels>>);

        impl<'de> MapAccess<'de> for Probe<'_> {
            type Error = Error;

            fn next_key_seed<S: DeserializeSeed<'de>>(
                &mut self,
                seed: S,
            ) -> Result<Option<S::Value>> {
                let mut asks_for = Labels::AsKeys;
                let asks = &mut asks_for;
                let key = FirstKey {
                    seed,
                    field: LABEL.into(),
                    asks_for: asks,
                }
                .deserialize(0_u8.into_deserializer());
                self.0.set(Some(asks_for));
                key.and(Err(Error::custom("the first key was asked for")))
            }

            fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, _: S) -> Result<S::Value> {
                Err(Error::custom("a value was asked for"))
            }

            fn next_entry_seed<K: DeserializeSeed<'de>, V: DeserializeSeed<'de>>(
                &mut self,
                _: K,
                _: V,
            ) -> Result<Option<(K::Value, V::Value)>> {
                self.0.set(Some(Labels::AsKeys));
                Err(Error::custom("an entry was asked for"))
            }
        }

        fn asks_for<'de, T: Deserialize<'de>>() -> Option<Labels> {
            let asked = Cell::new(None);
            let probe = MapAccessDeserializer::new(Probe(&asked));
            assert!(T::deserialize(probe).is_err());
            asked.get()
        }

        assert_eq!(asks_for::<Flattened>(), Some(Labels::AsFields));
        assert_eq!(asks_for::<Tagged>(), Some(Labels::AsFields));
        assert_eq!(asks_for::<Untagged>(), Some(Labels::AsKeys));
        assert_eq!(asks_for::<BTreeMap<String, u8>>(), Some(Labels::AsKeys));
        assert_eq!(asks_for::<HashMap<u16, u8>>(), Some(Labels::AsKeys));
        assert_eq!(asks_for::<BTreeMap<Choice, u8>>(), Some(Labels::AsKeys));
    }

    #[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord)]
    enum Choice {
        A,
    }

    /// Row 2: a name that is no field of a struct with `flatten` or of a tagged enum is asked for as anything, or ignored.
    #[test]
    fn what_no_field_takes_is_asked_for_as_anything() {
        #[derive(Deserialize)]
        struct Inner {
            _a: Option<String>,
        }

        #[derive(Deserialize)]
        struct Flattened {
            #[serde(rename = "$label")]
            _label: Option<String>,
            #[serde(flatten)]
            _inner: Inner,
        }

        #[derive(Deserialize)]
        #[serde(tag = "kind")]
        enum Tagged {
            A { _a: Option<String> },
        }

        /// Text that tells whether it was asked for as anything, or ignored.
        struct Probe<'p>(&'p Cell<bool>);

        impl<'de> Deserializer<'de> for Probe<'_> {
            type Error = Error;

            fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
                self.0.set(true);
                visitor.visit_borrowed_str("A")
            }

            fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
                visitor.visit_some(self)
            }

            fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
                visitor.visit_borrowed_str("A")
            }

            forward_to_deserialize_any! {
                bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str bytes byte_buf unit unit_struct
                newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
            }
        }

        impl IntoDeserializer<'_, Error> for Probe<'_> {
            type Deserializer = Self;

            fn into_deserializer(self) -> Self {
                self
            }
        }

        fn is_open<'de, T: Deserialize<'de>>(name: &'static str) -> bool {
            let (is_open, is_tag_open) = (Cell::new(false), Cell::new(false));
            let entries = [("kind", Probe(&is_tag_open)), (name, Probe(&is_open))];
            let _ = T::deserialize(MapDeserializer::new(entries.into_iter()));
            is_open.get()
        }

        assert!(!is_open::<Flattened>("$label"));
        assert!(is_open::<Flattened>("$label.1"));
        assert!(is_open::<Tagged>("$label"));
    }

    /// Row 3: what is captured is known by the type of the visitor's value.
    #[test]
    fn visitors_make_what_they_are_of() {
        /// Tells what the visitor of an `Option` or a sequence makes.
        struct Probe<'p>(&'p Cell<bool>);

        impl<'de> Deserializer<'de> for Probe<'_> {
            type Error = Error;

            fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value> {
                Err(Error::custom("something else was asked for"))
            }

            fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
                self.0.set(is_option_of_captured::<V::Value>());
                visitor.visit_none()
            }

            fn deserialize_seq<V: Visitor<'de>>(self, _: V) -> Result<V::Value> {
                self.0.set(is_list_of_captured::<V::Value>());
                Err(Error::custom("a list was asked for"))
            }

            forward_to_deserialize_any! {
                bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
                newtype_struct tuple tuple_struct map struct enum identifier ignored_any
            }
        }

        fn is_captured<'de, T: Deserialize<'de>>() -> bool {
            let is_captured = Cell::new(false);
            let _ = T::deserialize(Probe(&is_captured));
            is_captured.get()
        }

        assert!(is_captured::<Option<Expression>>());
        assert!(is_captured::<Option<Box<Template>>>());
        assert!(is_captured::<Option<Spanned<Traversal>>>());
        assert!(is_captured::<Option<Option<Expression>>>());
        assert!(is_captured::<Vec<Expression>>());
        assert!(is_captured::<VecDeque<Traversal>>());
        assert!(!is_captured::<Option<String>>());
        assert!(!is_captured::<Vec<String>>());
    }

    /// Row 4: what is held back has the error type of its format.
    #[test]
    fn what_is_held_back_has_the_error_type_of_its_format() {
        struct Probe(bool);

        impl<'de> Deserialize<'de> for Probe {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                u8::deserialize(deserializer)?;
                Ok(Probe(is_held_back::<D::Error>()))
            }
        }

        #[derive(Deserialize)]
        struct Outer {
            #[serde(flatten)]
            inner: Inner,
        }

        #[derive(Deserialize)]
        struct Inner {
            a: Probe,
        }

        let outer: Outer = crate::from_str("a = 1\n").unwrap();
        assert!(outer.inner.a.0);
        let outer: Outer = serde_json::from_str("{\"a\": 1}").unwrap();
        assert!(!outer.inner.a.0);
    }

    /// Row 5: a field and its aliases are one key, other fields are others.
    #[test]
    fn each_field_is_one_key() {
        #[derive(Deserialize)]
        struct Aliased {
            #[serde(alias = "b", alias = "c")]
            _a: Option<u8>,
            _d: Option<u8>,
        }

        struct Probe<'p>(
            std::slice::Iter<'p, &'static str>,
            &'p RefCell<Vec<FieldId>>,
        );

        impl<'de> MapAccess<'de> for Probe<'_> {
            type Error = Error;

            fn next_key_seed<S: DeserializeSeed<'de>>(
                &mut self,
                seed: S,
            ) -> Result<Option<S::Value>> {
                let Some(name) = self.0.next() else {
                    return Ok(None);
                };
                let name: StrDeserializer<'_, Error> = (*name).into_deserializer();
                let key = seed.deserialize(name)?;
                self.1.borrow_mut().push(FieldId::of(&key));
                Err(Error::custom("only the key was asked for"))
            }

            fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, _: S) -> Result<S::Value> {
                Err(Error::custom("a value was asked for"))
            }
        }

        let field = |name| {
            let fields = RefCell::default();
            let names = [name];
            let access = Probe(names.iter(), &fields);
            let _ = Aliased::deserialize(MapAccessDeserializer::new(access));
            fields.take()[0]
        };
        assert_eq!(field("_a"), field("b"));
        assert_eq!(field("b"), field("c"));
        assert_ne!(field("_a"), field("_d"));
    }

    /// Row 6: how types say what they expect.
    #[test]
    fn types_say_what_they_expect() {
        #[derive(Deserialize, Debug)]
        #[expect(dead_code, reason = "only errors are looked at")]
        struct Tls {
            cert: String,
        }

        #[derive(Deserialize, Debug)]
        struct Unit;

        #[derive(Deserialize, Debug)]
        #[expect(dead_code, reason = "only errors are looked at")]
        struct Pair(u8, u8);

        #[derive(Deserialize, Debug)]
        enum Level {
            Warn,
        }

        #[derive(Deserialize, Debug)]
        #[serde(tag = "kind")]
        enum Internal {
            A,
        }

        #[derive(Deserialize, Debug)]
        #[serde(tag = "kind", content = "content")]
        enum Adjacent {
            A,
        }

        /// What a type expects where it gets bytes or a unit, whichever it does not take.
        fn expected<T: DeserializeOwned + Debug>() -> String {
            let bytes = T::deserialize(BytesDeserializer::<Error>::new(b"\xff")).unwrap_err();
            let error = match bytes.mismatch() {
                Some(_) => bytes,
                None => T::deserialize(UnitDeserializer::<Error>::new()).unwrap_err(),
            };
            error.mismatch().unwrap().expected.clone()
        }

        assert_eq!(expected::<bool>(), "a bool");
        assert_eq!(expected::<u16>(), "a whole number from 0 to 65535");
        assert_eq!(
            expected::<NonZeroI8>(),
            "a whole number from -128 to 127 other than 0"
        );
        assert_eq!(expected::<f64>(), "a number");
        assert_eq!(expected::<char>(), "a string of one character");
        assert_eq!(expected::<Vec<u8>>(), "a list");
        assert_eq!(expected::<[u8; 3]>(), "a list of 3 elements");
        assert_eq!(expected::<(u8, u8)>(), "a list of 2 elements");
        assert_eq!(expected::<BTreeMap<String, u8>>(), "an object or block");
        assert_eq!(expected::<()>(), "no content");
        assert_eq!(expected::<Tls>(), "an object or block");
        assert_eq!(expected::<Unit>(), "an empty object or block");
        assert_eq!(expected::<Pair>(), "a list");
        assert_eq!(expected::<Level>(), "the name of a choice");
        assert_eq!(expected::<Internal>(), "an object or block");
        assert_eq!(expected::<Adjacent>(), "an object or block");
    }

    /// Row 6: how serde tells its own errors.
    #[test]
    fn serde_tells_its_own_errors() {
        #[derive(Deserialize, Debug)]
        #[serde(untagged)]
        #[expect(dead_code, reason = "only errors are looked at")]
        enum Untagged {
            Number(u8),
        }

        #[derive(Deserialize, Debug)]
        #[expect(dead_code, reason = "only errors are looked at")]
        struct Flattened<T> {
            #[serde(flatten)]
            inner: T,
        }

        #[derive(Deserialize, Debug)]
        #[expect(dead_code, reason = "only errors are looked at")]
        enum Choice {
            A(u8),
        }

        /// The words for an error that serde tells.
        fn told<T: DeserializeOwned + Debug>(text: &str) -> String {
            let error = crate::from_str::<T>(text).unwrap_err();
            error.diagnostics()[0].detail().to_owned()
        }

        assert_eq!(
            told::<BTreeMap<String, Untagged>>("x = []\n"),
            "This has none of the forms that are allowed here."
        );
        assert_eq!(
            told::<Flattened<u8>>("x = 1\n"),
            "This cannot be read here."
        );
        assert_eq!(
            told::<Flattened<Choice>>("x = 1\n"),
            "Exactly one of several choices is required here, and none of them is set."
        );
        assert_eq!(
            told::<Flattened<BTreeMap<String, u8>>>("x = 99999999999999999999\n"),
            "Expected a number of at most 64 bits, but found the number 99999999999999999999."
        );
        assert_eq!(
            told::<BTreeMap<String, Duration>>(
                "x = { secs = 18446744073709551615, nanos = 4294967295 }\n"
            ),
            "The duration is too long."
        );
    }

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
