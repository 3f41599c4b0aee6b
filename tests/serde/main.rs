//! Decoding into derived types and encoding them, by the rules of the mapping.

#![allow(
    clippy::needless_raw_string_hashes,
    clippy::too_many_lines,
    reason = "expect-test writes the literals, and reports are long"
)]
#![allow(
    clippy::mutable_key_type,
    reason = "the source of a `Spanned` is a cache, which is not compared"
)]
#![allow(
    clippy::zero_sized_map_values,
    reason = "types that refuse all data have no fields"
)]
#![allow(
    clippy::unwrap_used,
    clippy::format_collect,
    clippy::items_after_statements,
    reason = "cases are easier to read this way, and types are declared beside them"
)]

mod advice;
mod attributes;
mod blocks;
mod captured;
mod computed;
mod encode_depth;
mod encode_errors;
mod encode_expressions;
mod encode_fields;
mod encode_flatten;
mod encode_ignored;
mod encode_json;
mod encode_names;
mod encode_native;
mod encode_roots;
mod encode_with;
mod enums;
mod errors;
mod evaluation;
mod faults;
#[path = "../support/files.rs"]
mod files;
mod held_back;
mod hidden;
mod json;
mod json_content;
mod json_labels;
mod json_to_native;
mod json_variants;
mod keys;
mod labels;
mod limits;
mod names;
mod objects;
mod pains;
mod paths;
#[path = "../support/projects.rs"]
mod projects;
#[path = "../support/random.rs"]
mod random;
mod roots;
mod roundtrip;
mod scalars;
mod several;
mod to_value;
mod tokens;
mod words;
mod wrapped;
mod zoo;

use std::fmt::Debug;

use expect_test::Expect;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize, Serializer};

/// Checks that the text decodes to the value.
#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "cases are easier to read")]
fn gives<'de, T: Deserialize<'de> + PartialEq + Debug>(text: &'de str, value: T) {
    match hcl::from_str::<T>(text) {
        Ok(decoded) => assert_eq!(decoded, value),
        Err(error) => panic!("{error}"),
    }
}

/// Checks that the text does not decode, and compares the report.
#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "cases are easier to read")]
fn fails<T: DeserializeOwned + Debug>(text: &str, report: Expect) {
    let error = hcl::from_str::<T>(text).expect_err("it does not fit");
    report.assert_eq(&format!("{error}\n"));
    words::check(&error);
    let diagnostic = &error.diagnostics()[0];
    assert!(diagnostic.subject().is_some() && diagnostic.source().is_some());
}

/// Decodes the attribute `x` of a text.
#[derive(serde_derive::Serialize, serde_derive::Deserialize, Debug, PartialEq)]
struct X<T> {
    x: T,
}

/// A map with these entries in this order; keys may be repeated.
struct Entries<K, V, const N: usize>([(K, V); N]);

impl<K: Serialize, V: Serialize, const N: usize> Serialize for Entries<K, V, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

/// Checks that the value is written as this text, and that the text is in the canonical form.
#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "cases are easier to read")]
fn writes<T: Serialize + ?Sized>(value: &T, text: Expect) {
    let written = hcl::to_string(value).unwrap();
    text.assert_eq(&written);
    assert_eq!(hcl::format(&written), written);
    hcl::parse(&written).unwrap();
}

/// Checks that the value is written as this text and decodes to itself.
#[track_caller]
fn decodes_to_itself<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, text: Expect) {
    writes(value, text);
    gives_back(value);
}

/// Checks that the value decodes to itself.
#[track_caller]
fn gives_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let written = hcl::to_string(value).unwrap();
    match hcl::from_str::<T>(&written) {
        Ok(decoded) => assert_eq!(decoded, *value),
        Err(error) => panic!("{written}\n{error}"),
    }
}

/// Checks that the value cannot be written, and compares the report.
#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "cases are easier to read")]
fn cannot<T: Serialize + ?Sized>(value: &T, report: Expect) {
    let error = hcl::to_string(value).expect_err("it cannot be written");
    report.assert_eq(&format!("{error}\n"));
}
