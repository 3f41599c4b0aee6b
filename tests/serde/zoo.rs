//! Types and expressions for tests that decode every expression into every type, in several ways.
//!
//! [`KINDS`] holds the types behind functions, so that a test can go through them in a loop; [`EXPRESSIONS`] the
//! expressions, none of which needs a variable. A result is told as text: the decoded value's `Debug` form, or the
//! summary of the error.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "fields are read by `Debug` alone, and other tests may include this file"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Arc;

use hcl::{DecodeOptions, Expression, Number, OneOrMany, Spanned, Value};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_derive::Deserialize;

use super::X;

/// A type that decodes the attribute `x` of a body, or the attribute `x` of an object.
pub struct Kind {
    pub name: &'static str,
    /// Decodes a text.
    pub from_str: fn(&DecodeOptions, &str) -> Outcome,
    /// Decodes bytes.
    pub from_slice: fn(&DecodeOptions, &[u8]) -> Outcome,
    /// Decodes the bytes that a reader supplies.
    pub from_reader: fn(&DecodeOptions, &[u8]) -> Outcome,
    /// Decodes a parsed body.
    pub from_body: fn(&DecodeOptions, &hcl::Body) -> Outcome,
    /// Decodes a value.
    pub from_value: fn(Value) -> Outcome,
    /// Decodes a borrowed value.
    pub from_borrowed_value: fn(&Value) -> Outcome,
    /// Whether the type, or a part of it, accepts any kind of number (`deserialize_any`). Such a type gets a float for
    /// a literal with a point or an exponent, but an integer for a computed whole number.
    pub takes_any_number: bool,
    /// Whether the result contains the place or the text of the expression.
    pub takes_source: bool,
}

/// The result of decoding: the value's `Debug` form, or the summary of the first error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome(pub Result<String, String>);

impl Outcome {
    fn new<T: Debug>(result: Result<T, hcl::Error>) -> Self {
        let result = result.map(|value| format!("{value:?}"));
        Outcome(result.map_err(|error| {
            super::words::check(&error);
            error.diagnostics()[0].summary().to_owned()
        }))
    }
}

impl Kind {
    const fn of<T: DeserializeOwned + Debug>(name: &'static str) -> Self {
        Kind {
            name,
            from_str: |options, text| Outcome::new(options.from_str::<T>(text)),
            from_slice: |options, bytes| Outcome::new(options.from_slice::<T>(bytes)),
            from_reader: |options, bytes| Outcome::new(options.from_reader::<_, T>(bytes)),
            from_body: |options, body| Outcome::new(options.from_body::<T>(body)),
            from_value: |value| Outcome::new(hcl::from_value::<T>(value)),
            from_borrowed_value: |value| Outcome::new(T::deserialize(value)),
            takes_any_number: false,
            takes_source: false,
        }
    }

    const fn any_number(mut self) -> Self {
        self.takes_any_number = true;
        self
    }

    const fn source(mut self) -> Self {
        self.takes_source = true;
        self
    }
}

/// The kinds for a field `x` of each of these types.
macro_rules! kinds {
    ($($type:ty $(: $property:ident)*;)*) => {
        &[$(Kind::of::<X<$type>>(stringify!($type)) $(.$property())*),*]
    };
}

#[derive(Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Newtype<T>(pub T);

#[derive(Deserialize, Debug)]
#[serde(transparent)]
pub struct Transparent<T> {
    pub inner: T,
}

#[derive(Deserialize, Debug)]
pub struct UnitStruct;

#[derive(Deserialize, Debug)]
pub struct Pair(pub i64, pub String);

#[derive(Deserialize, Debug)]
pub struct Point {
    pub a: i64,
    #[serde(default)]
    pub b: Option<String>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Strict {
    #[serde(default)]
    pub a: u8,
}

#[derive(Deserialize, Debug)]
pub struct Flattened {
    #[serde(default)]
    pub a: i64,
    #[serde(flatten)]
    pub rest: BTreeMap<String, Value>,
}

#[derive(Deserialize, Debug)]
pub struct FlattenedStruct {
    #[serde(flatten)]
    pub point: Point,
}

#[derive(Deserialize, Debug)]
pub struct FlattenedFloat {
    #[serde(flatten)]
    pub float: OneFloat,
}

#[derive(Deserialize, Debug)]
pub struct OneFloat {
    pub a: f64,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum External {
    Unit,
    #[serde(rename = "a")]
    Newtype(i64),
    Tuple(i64, String),
    Struct {
        a: i64,
    },
}

#[derive(Deserialize, Debug)]
#[serde(tag = "a", rename_all = "lowercase")]
pub enum Internal {
    Unit,
    Struct { b: i64 },
}

#[derive(Deserialize, Debug)]
#[serde(tag = "a", content = "b", rename_all = "lowercase")]
pub enum Adjacent {
    Unit,
    Newtype(i64),
    Struct { c: i64 },
}

#[derive(Deserialize, Debug)]
#[serde(untagged)]
pub enum Untagged {
    Bool(bool),
    Integer(i64),
    Float(f64),
    Text(String),
    List(Vec<Untagged>),
    Struct { a: i64 },
    Map(BTreeMap<String, Value>),
}

#[derive(Deserialize, Debug)]
#[serde(untagged)]
pub enum UntaggedNumber {
    Number(Number),
    Text(String),
}

/// Types of all kinds that serde and this crate support.
pub const KINDS: &[Kind] = kinds! {
    u8; u16; u32; u64; u128; i8; i16; i32; i64; i128; f32; f64;
    bool; char; String; (); UnitStruct;
    Box<u8>; Rc<u8>; Arc<str>;
    Option<u8>; Option<f64>; Option<String>; Option<bool>; Option<Option<u8>>; Option<Vec<u8>>; Option<Point>;
    Newtype<u8>; Newtype<String>; Newtype<Option<u8>>; Transparent<f64>;
    (i64, String); [f64; 2]; Pair; Option<Pair>;
    Vec<u8>; Vec<f64>; Vec<String>; Vec<bool>; Vec<Option<i64>>; Vec<Vec<i64>>; Vec<Point>;
    BTreeSet<String>; BTreeSet<i64>; BTreeSet<Newtype<u8>>;
    BTreeMap<String, String>; BTreeMap<String, f64>; BTreeMap<u32, Option<String>>; BTreeMap<i8, u8>;
    BTreeMap<bool, String>; BTreeMap<char, i64>; BTreeMap<Newtype<String>, Vec<i64>>; BTreeMap<String, Point>;
    BTreeMap<String, Number>;
    Point; Strict; Flattened: any_number; FlattenedStruct: any_number; FlattenedFloat: any_number;
    External; Internal: any_number; Adjacent: any_number; Untagged: any_number; UntaggedNumber: any_number;
    Vec<External>; Option<External>; BTreeMap<String, External>; Vec<Untagged>: any_number;
    Number; Option<Number>; Vec<Number>;
    Value; Option<Value>; Vec<Value>; BTreeMap<String, Value>; OneOrMany<Value>;
    OneOrMany<u8>; OneOrMany<String>; OneOrMany<Point>; Option<OneOrMany<f64>>;
    Spanned<u8>: source; Spanned<Value>: source; Vec<Spanned<String>>: source; Option<Spanned<Option<u8>>>: source;
    Expression: source; Option<Expression>: source; Vec<Expression>: source; OneOrMany<Expression>: source;
    serde_json::Value: any_number; Option<serde_json::Value>: any_number; BTreeMap<String, serde_json::Value>: any_number;
    IgnoredAny;
};

/// Literal expressions of all kinds. Each one is decoded into each type.
pub const EXPRESSIONS: &[&str] = &[
    "null",
    "true",
    "false",
    "0",
    "1",
    "-1",
    "-0",
    "-0.0",
    "-1e-400",
    "1 / 4",
    "1 / 3",
    "1 / 0",
    "0.1 + 0.2",
    "[for n in [1, 2]: n * 2]",
    "{ for n in [1, 2]: n => n }",
    "7",
    "80",
    "127",
    "128",
    "-128",
    "-129",
    "255",
    "256",
    "65536",
    "16777217",
    "4294967296",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775809",
    "18446744073709551615",
    "18446744073709551616",
    "340282366920938463463374607431768211455",
    "340282366920938463463374607431768211456",
    "1.0",
    "1.5",
    "-1.5",
    "0.1",
    "2.50",
    "1e3",
    "1.5e-3",
    "1e30",
    "1e39",
    "1e400",
    "1e-400",
    "9007199254740993.5",
    "0.12345678901234567890123",
    "123456789.123456789",
    "3.4028236e38",
    "\"\"",
    "\"a\"",
    "\"unit\"",
    "\"é\"",
    "\"80\"",
    "\"-1\"",
    "\"1.5\"",
    "\"1e3\"",
    "\"+1\"",
    "\" 1\"",
    "\"0x10\"",
    "\"inf\"",
    "\"true\"",
    "\"false\"",
    "\"True\"",
    "\"null\"",
    "\"a\\n\\\"b\\\" $${c}\"",
    "<<E\na\nb\nE\n",
    "[]",
    "[1]",
    "[1, 2]",
    "[1, \"a\"]",
    "[\"1\", true, null]",
    "[null]",
    "[1.5, 2]",
    "[[1], [2, 3]]",
    "[{ a = 1 }]",
    "[{ a = 1 }, { a = 2, b = null }]",
    "[\"unit\", { a = 5 }]",
    "{}",
    "{ a = 1 }",
    "{ a = null }",
    "{ a = 1.5 }",
    "{ a = 9007199254740993.5 }",
    "{ a = 0.12345678901234567890123 }",
    "{ a = \"7\", b = \"x\" }",
    "{ a = 1, b = null }",
    "{ a = 1, c = 2 }",
    "{ a = 1, a = 2 }",
    "{ a = \"unit\" }",
    "{ a = \"struct\", b = 3 }",
    "{ a = \"newtype\", b = 3 }",
    "{ a = \"struct\", b = { c = 4 } }",
    "{ tuple = [1, \"x\"] }",
    "{ struct = { a = 1 } }",
    "{ unit = null }",
    "{ unit = 1 }",
    "{ 1 = 2 }",
    "{ 1 = \"x\", 2 = null }",
    "{ -1 = 2 }",
    "{ true = \"x\" }",
    "{ \"é\" = 1 }",
    "{ a = { a = 1 }, b = { a = 2 } }",
    "{ a = [1, 2], \"b c\" = [] }",
];

/// Whether the expression contains a number with a point or an exponent.
pub fn has_float_literal(expression: &str) -> bool {
    let is_float_at =
        |(before, after): (u8, u8)| before.is_ascii_digit() && matches!(after, b'.' | b'e');
    let bytes = expression.bytes();
    !expression.contains('"') && bytes.clone().zip(bytes.skip(1)).any(is_float_at)
}
