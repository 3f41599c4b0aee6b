//! Decoding into types that serde derives, by the mapping's own table.

#![allow(
    clippy::needless_raw_string_hashes,
    clippy::too_many_lines,
    reason = "expect-test writes the literals, and reports are long"
)]
#![allow(
    clippy::unwrap_used,
    clippy::format_collect,
    clippy::items_after_statements,
    reason = "cases are to be read, and types stand beside the cases they are for"
)]

mod attributes;
mod blocks;
mod captured;
mod enums;
mod errors;
mod evaluation;
mod hidden;
mod keys;
mod labels;
mod limits;
mod objects;
mod pains;
mod roots;
mod scalars;
mod to_value;

use std::fmt::Debug;

use expect_test::Expect;
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The text decodes to the value.
#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "so that cases read well")]
fn gives<'de, T: Deserialize<'de> + PartialEq + Debug>(text: &'de str, value: T) {
    match hcl::from_str::<T>(text) {
        Ok(decoded) => assert_eq!(decoded, value),
        Err(error) => panic!("{error}"),
    }
}

/// The text does not decode, and this is the whole report.
#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "so that cases read well")]
fn fails<T: DeserializeOwned + Debug>(text: &str, report: Expect) {
    let error = hcl::from_str::<T>(text).expect_err("it does not fit");
    report.assert_eq(&format!("{error}\n"));
    let diagnostic = &error.diagnostics()[0];
    assert!(diagnostic.subject().is_some() && diagnostic.source().is_some());
}

/// The attribute `x` of the text, decoded.
#[derive(serde_derive::Deserialize, Debug, PartialEq)]
struct X<T> {
    x: T,
}
