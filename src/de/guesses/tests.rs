//! What is taken for granted of serde holds: a test for each row of the table.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::num::NonZeroI8;
use std::time::Duration;

use serde::de::value::{
    BytesDeserializer, MapAccessDeserializer, MapDeserializer, StrDeserializer, UnitDeserializer,
};
use serde::de::{Deserialize, DeserializeOwned, Error as _, IntoDeserializer, MapAccess};
use serde::forward_to_deserialize_any;
use serde_derive::Deserialize;

use super::*;
use crate::error::Result;
use crate::protocol::field::LABEL;

/// Row 1: the first request of each kind of visitor.
#[test]
fn the_first_request_distinguishes_structs_from_maps() {
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

    /// A map that ends after its first request, and records whether this request asks for fields.
    struct Probe<'p>(&'p Cell<Option<Labels>>);

    impl<'de> MapAccess<'de> for Probe<'_> {
        type Error = Error;

        fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
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
    assert_eq!(asks_for::<AnyKeys>(), Some(Labels::AsKeys));
}

/// A map whose keys may be of any type, as some formats allow.
struct AnyKeys;

impl<'de> Deserialize<'de> for AnyKeys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(AnyKeys)
    }
}

impl<'de> Visitor<'de> for AnyKeys {
    type Value = Self;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("any map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self, A::Error> {
        while map.next_key::<serde_json::Value>()?.is_some() {
            map.next_value::<serde_json::Value>()?;
        }
        Ok(self)
    }
}

#[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord)]
enum Choice {
    A,
}

/// Row 2: for a name that is not a field of a struct with `flatten` or of a tagged enum, serde requests any value or
/// ignores the value.
#[test]
fn any_value_is_requested_for_names_without_a_field() {
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

    /// A text that records whether any value is requested, rather than ignored.
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

/// Row 3: the type of a visitor's value shows what is captured.
#[test]
fn visitors_have_the_type_of_their_value() {
    /// Records whether the visitor's value is an `Option` or a list of captured constructs.
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

/// Row 10: the visitor of a struct, an enum or a map makes a value of that type.
#[test]
fn visitors_make_the_type_that_asks() {
    #[derive(Deserialize)]
    struct Plain {}

    #[derive(Deserialize)]
    struct Flattened {
        #[serde(flatten)]
        _inner: Plain,
    }

    #[derive(Deserialize)]
    enum Choice {
        A {},
    }

    struct Probe<'p>(&'p Cell<Option<TypeId>>);

    impl<'de> Deserializer<'de> for Probe<'_> {
        type Error = Error;

        fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value> {
            self.0.set(Some(type_id::<V::Value>()));
            Err(Error::custom("the type is known"))
        }

        forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
            unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
        }
    }

    fn makes_itself<T: DeserializeOwned + 'static>() -> bool {
        let made = Cell::default();
        let _ = T::deserialize(Probe(&made));
        made.get() == Some(TypeId::of::<T>())
    }

    assert!(makes_itself::<Plain>());
    assert!(makes_itself::<Flattened>());
    assert!(makes_itself::<Choice>());
    assert!(makes_itself::<BTreeMap<String, u8>>());
    assert!(makes_itself::<HashMap<String, u8>>());
}

/// Row 4: held-back data has the error type of its format.
#[test]
fn held_back_data_has_the_error_type_of_its_format() {
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

/// Row 5: a field and its aliases are one key, and each field is a different key.
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

        fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
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

/// Row 6: how types describe what they expect.
#[test]
fn types_describe_what_they_expect() {
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

    /// Returns the expectation of a type from the error for bytes, or from the error for a unit if the type accepts
    /// bytes.
    fn expected<T: DeserializeOwned + Debug>() -> String {
        let bytes = T::deserialize(BytesDeserializer::<Error>::new(b"\xff")).unwrap_err();
        let error = match bytes.facts().mismatch() {
            Some(_) => bytes,
            None => T::deserialize(UnitDeserializer::<Error>::new()).unwrap_err(),
        };
        error.facts().mismatch().unwrap().expected.clone()
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

/// Row 6: how serde words its own errors.
#[test]
fn errors_of_serde_are_recognized() {
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

    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "only errors are looked at")]
    struct Wide {
        x: u128,
    }

    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    struct Strict {
        #[serde(flatten)]
        _inner: Nothing,
    }

    #[derive(Deserialize, Debug)]
    struct Nothing {}

    /// Returns the message of an error that serde itself reports.
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
        told::<Flattened<Wide>>("x = 1\n"),
        "A field here has a type whose numbers cannot be read."
    );
    assert_eq!(told::<Strict>("x = 1\n"), "\"x\" is not expected here.");
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
        // Descriptions that types of an application give.
        ("structure", "structure"),
        ("struct of three words", "struct of three words"),
        ("a colour such as #ff0000", "a colour such as #ff0000"),
    ] {
        assert_eq!(described(expected), words, "{expected}");
    }
}

/// Row 9: only the visitor of an internally tagged enum says that it expects one.
#[test]
fn an_internally_tagged_enum_is_recognized_by_its_expectation() {
    #[derive(Deserialize)]
    #[serde(tag = "kind")]
    enum Tagged {
        A {},
    }

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Untagged {
        A {},
    }

    #[derive(Deserialize)]
    #[serde(tag = "kind", content = "content")]
    enum Adjacent {
        A {},
    }

    #[derive(Deserialize)]
    struct Plain {}

    assert!(is_tagged::<Tagged>());
    assert!(is_tagged::<Box<Tagged>>());
    assert!(!is_tagged::<Untagged>());
    assert!(!is_tagged::<Adjacent>());
    assert!(!is_tagged::<Plain>());
    assert!(!is_tagged::<BTreeMap<String, u8>>());
    assert!(!is_tagged::<serde_json::Value>());
}

/// Whether the visitor of a type is recognized as that of an internally tagged enum.
fn is_tagged<'de, T: Deserialize<'de>>() -> bool {
    struct Probe<'p>(&'p Cell<bool>);

    impl<'de> Deserializer<'de> for Probe<'_> {
        type Error = Error;

        fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            self.0.set(expects_tagged(&visitor));
            Err(Error::custom("a value was asked for"))
        }

        forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
            newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
        }
    }

    let is_tagged = Cell::new(false);
    assert!(T::deserialize(Probe(&is_tagged)).is_err());
    is_tagged.get()
}

/// Row 8: serde itself defines the visitors of lists and maps of the standard library. Visitors of an application are
/// not recognized as serde's.
#[test]
fn visitors_of_lists_and_maps_are_those_of_serde() {
    struct Own(bool);

    impl<'de> Deserialize<'de> for Own {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_seq(OwnVisitor)
        }
    }

    struct OwnVisitor;

    impl Visitor<'_> for OwnVisitor {
        type Value = Own;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("a list of its own")
        }

        fn visit_bool<E>(self, value: bool) -> Result<Own, E> {
            Ok(Own(value))
        }
    }

    /// A deserializer whose error says which crate defines the visitor.
    struct Asked;

    impl<'de> Deserializer<'de> for Asked {
        type Error = Error;

        fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            if is_of_serde::<V>() {
                Err(Error::custom("of serde"))
            } else {
                visitor.visit_bool(true)
            }
        }

        forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
            newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
        }
    }

    assert!(Vec::<u8>::deserialize(Asked).is_err());
    assert!(VecDeque::<String>::deserialize(Asked).is_err());
    assert!(HashMap::<String, u8>::deserialize(Asked).is_err());
    assert!(BTreeMap::<String, u8>::deserialize(Asked).is_err());
    assert!(Own::deserialize(Asked).is_ok_and(|it| it.0));
}
