//! The types of this crate in other formats: plain data, with private names only as names of newtypes.

use std::fmt::Debug;
use std::marker::PhantomData;

use hcl::{Body, Expression, Number, OneOrMany, Spanned, Template, Traversal, Value};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_test::{
    Token, assert_de_tokens, assert_de_tokens_error, assert_ser_tokens, assert_ser_tokens_error,
    assert_tokens,
};

use super::X;

/// Returns the tokens of a newtype that contains these tokens.
fn newtype(name: &'static str, tokens: &[Token]) -> Vec<Token> {
    [&[Token::NewtypeStruct { name }], tokens].concat()
}

/// The deserialized data, converted to JSON for the comparison.
#[derive(Debug)]
struct Seen<T>(serde_json::Value, PhantomData<T>);

impl<T> PartialEq for Seen<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<'de, T: Deserialize<'de> + Serialize> Deserialize<'de> for Seen<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let it = T::deserialize(deserializer)?;
        let json = serde_json::to_value(it).map_err(serde::de::Error::custom)?;
        Ok(Seen(json, PhantomData))
    }
}

/// Checks that the type is a string in a newtype, in both directions.
#[track_caller]
fn is_text<T: Serialize + DeserializeOwned + Debug>(name: &'static str, text: &'static str) {
    let tokens = newtype(name, &[Token::Str(text)]);
    assert_de_tokens(&Seen::<T>(text.into(), PhantomData), &tokens);
    let it: T = serde_json::from_value(text.into()).unwrap();
    assert_ser_tokens(&it, &tokens);
}

#[test]
fn native_syntax_is_a_string() {
    is_text::<Expression>("$hcl::Expression", "a + 1");
    is_text::<Template>("$hcl::Template", "Hi ${name}\n");
    is_text::<Traversal>("$hcl::Traversal", "a.b[0]");
    is_text::<Body>("$hcl::Body", "a = 1\n\nb \"c\" {\n}\n");
    assert_de_tokens_error::<Seen<Expression>>(
        &newtype("$hcl::Expression", &[Token::U8(1)]),
        "invalid type: integer `1`, expected an expression",
    );
}

#[test]
fn numbers_are_plain_numbers() {
    let cases = [
        ("0", Token::U64(0)),
        ("18446744073709551615", Token::U64(u64::MAX)),
        ("-9223372036854775808", Token::I64(i64::MIN)),
        ("0.5", Token::F64(0.5)),
        ("1e60", Token::F64(1e60)),
    ];
    for (text, token) in cases {
        let number: Number = text.parse().unwrap();
        assert_ser_tokens(&number, &[token]);
        assert_de_tokens(&number, &newtype("$hcl::Number", &[token]));
        // A format without newtypes supplies the number directly.
        assert_de_tokens(&number, &[token]);
    }
    let long: Number = "0.12345678901234567890123".parse().unwrap();
    let nearest = [Token::F64(0.123_456_789_012_345_68)];
    assert_ser_tokens(&long, &newtype("$hcl::Number", &nearest));
    let beyond: Number = format!("1{}1", "0".repeat(60)).parse().unwrap();
    assert_ser_tokens_error(
        &beyond,
        &newtype("$hcl::Number", &[]),
        "The integer 100000000000000000000000000000000000000000000000000000000000… has more digits than a float keeps and more bits than an \
         integer type has; convert it to a string first.",
    );
}

#[test]
fn values_are_their_natural_form() {
    assert_tokens(&Value::from("a"), &[Token::Str("a")]);
    assert_tokens(&Value::from(true), &[Token::Bool(true)]);
    assert_tokens(&Value::NULL, &[Token::None]);
    let value = hcl::value!({ list = [1, null], name = "a" }).unwrap();
    let plain = [
        Token::Map { len: Some(2) },
        Token::Str("list"),
        Token::Seq { len: Some(2) },
        Token::U64(1),
        Token::None,
        Token::SeqEnd,
        Token::Str("name"),
        Token::Str("a"),
        Token::MapEnd,
    ];
    assert_ser_tokens(&value, &newtype("$hcl::Value", &plain));
    assert_de_tokens(&value, &plain);
}

#[test]
fn a_spanned_value_is_the_value() {
    let spanned = X {
        x: Spanned::from(7_u8),
    };
    let tokens = |x: &[Token]| {
        let before = [Token::Struct { name: "X", len: 1 }, Token::Str("x")];
        [&before, x, &[Token::StructEnd]].concat()
    };
    assert_ser_tokens(&spanned, &tokens(&[Token::U8(7)]));
    assert_de_tokens(
        &spanned,
        &tokens(&newtype("$hcl::Spanned", &[Token::U8(7)])),
    );
}

#[test]
fn one_or_many_is_a_list() {
    let many = OneOrMany::from(vec![1_u8, 2]);
    let list = [
        Token::Seq { len: Some(2) },
        Token::U8(1),
        Token::U8(2),
        Token::SeqEnd,
    ];
    assert_ser_tokens(&many, &list);
    assert_de_tokens(&many, &newtype("$hcl::OneOrMany", &list));
    let one = OneOrMany::from(vec!["a".to_owned()]);
    assert_de_tokens(&one, &newtype("$hcl::OneOrMany", &[Token::Str("a")]));
    let none = OneOrMany::<u8>::default();
    assert_de_tokens(&none, &newtype("$hcl::OneOrMany", &[Token::None]));
}

#[test]
fn the_chosen_form_does_not_change_other_formats() {
    #[derive(serde_derive::Serialize, serde_derive::Deserialize, PartialEq, Debug)]
    struct Config {
        #[serde(with = "hcl::attribute")]
        a: u8,
        #[serde(with = "hcl::block")]
        b: Vec<u8>,
    }
    let config = Config { a: 1, b: vec![] };
    let json = serde_json::to_string(&config).unwrap();
    assert_eq!(json, r#"{"a":1,"b":[]}"#);
    assert_eq!(serde_json::from_str::<Config>(&json).unwrap(), config);
}
