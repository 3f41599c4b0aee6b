//! Keys of maps that are not strings.

use std::collections::BTreeMap;

use expect_test::expect;
use hcl::{Spanned, Value};
use serde_derive::Deserialize;

use super::{X, fails, gives};

#[derive(Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "snake_case")]
enum Level {
    Low,
    High,
}

#[derive(Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Id(u8);

#[test]
fn hcl_rs_0_20_other_keys() {
    gives(
        "x = { 80 = 1, \"-443\" = 2 }",
        X {
            x: BTreeMap::from([(80, 1), (-443, 2)]),
        },
    );
    gives(
        "x = { true = 1 }",
        X {
            x: BTreeMap::from([(true, 1)]),
        },
    );
    gives(
        "x = { a = 1 }",
        X {
            x: BTreeMap::from([('a', 1)]),
        },
    );
    gives(
        "x = { 1 = 1 }",
        X {
            x: BTreeMap::from([(Id(1), 1)]),
        },
    );
    gives(
        "x = { 1 = 1 }",
        X {
            x: BTreeMap::from([(Some(1), 1)]),
        },
    );
    gives(
        "x = { 1.5 = 1 }",
        X {
            x: BTreeMap::from([(hcl::Number::try_from(1.5).unwrap(), 1)]),
        },
    );
    gives(
        "low = 1\nhigh = 2\n",
        BTreeMap::from([(Level::Low, 1), (Level::High, 2)]),
    );
    gives(
        "x low {}\n",
        X {
            x: BTreeMap::from([(Level::Low, BTreeMap::<u8, u8>::new())]),
        },
    );
    fails::<X<BTreeMap<u8, u8>>>(
        "x = { 256 = 1 }",
        expect![[r#"
            error: Number out of range
             --> line 1, column 7
              |
            1 | x = { 256 = 1 }
              |       ^^^
              |
              = note: The number 256 is out of range; a whole number from 0 to 255 is required.
              = path: x["256"]
        "#]],
    );
    fails::<X<BTreeMap<u8, u8>>>(
        "x \"a\" {}\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 3
              |
            1 | x "a" {}
              |   ^^^
              |
              = note: Expected a whole number from 0 to 255, but found the string "a".
              = path: x["a"]
        "#]],
    );
    fails::<BTreeMap<Level, u8>>(
        "middle = 1\n",
        expect![[r#"
        error: Unsupported value
         --> line 1, column 1
          |
        1 | middle = 1
          | ^^^^^^
          |
          = note: "middle" is not one of the choices here. Expected one of "low", "high".
          = path: middle
    "#]],
    );
}

/// Keys that are equal after conversion are a "Repeated key" error, so that no data is lost.
#[test]
fn converted_labels_are_compared_after_conversion() {
    fails::<X<BTreeMap<u32, BTreeMap<String, u8>>>>(
        "x \"1\" {}\nx \"2\" {}\nx \"01\" {}\n",
        expect![[r#"
            error: Repeated key
             --> line 3, column 3
              |
            1 | x "1" {}
              |   ---
            2 | x "2" {}
            3 | x "01" {}
              |   ^^^^
              |
              = note: The keys are read as numbers here, and "01" is the same as "1" before it. Remove one of the two.
              = path: x["01"]
        "#]],
    );
    macro_rules! one_key {
        ($($key:ty: $($first:literal $second:literal),* ;)*) => {$($({
            for (first, second) in [($first, $second), ($second, $first)] {
                let text = format!("x \"{first}\" {{}}\nx \"{second}\" {{}}\n");
                let error = hcl::from_str::<X<BTreeMap<$key, Level2>>>(&text).unwrap_err();
                assert_eq!(error.diagnostics()[0].summary(), "Repeated key", "{text}");
                assert_eq!((error.line(), error.column()), (Some(2), Some(3)));
            }
        })*)*};
    }
    type Level2 = BTreeMap<String, u8>;
    one_key! {
        u8: "1" "01", "1" "1.0", "10" "1e1";
        i64: "0" "-0", "-1" "-01";
        u128: "7" "07";
        Option<i8>: "1" "1.0";
        Id: "1" "01";
        bool: "true" "1", "false" "0";
        hcl::Number: "0.1" "0.10", "1" "1.0";
        hcl::Spanned<u16>: "1" "01";
    }
    fails::<X<BTreeMap<u32, u8>>>(
        "x = { \"1\" = 1, \"2\" = 2, \"01\" = 3 }\n",
        expect![[r#"
        error: Repeated key
         --> line 1, column 25
          |
        1 | x = { "1" = 1, "2" = 2, "01" = 3 }
          |       ---               ^^^^
          |
          = note: The keys are read as numbers here, and "01" is the same as "1" before it. Remove one of the two.
          = path: x["01"]
    "#]],
    );
    fails::<X<BTreeMap<bool, u8>>>(
        "x = [for it in [1] : { true = it, \"1\" = it }][0]\n",
        expect![[r#"
            error: Repeated key
             --> line 1, column 5
              |
            1 | x = [for it in [1] : { true = it, "1" = it }][0]
              |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = note: The keys are read as bools here, and "true" is the same as "1" before it. Remove one of the two.
              = path: x.true
        "#]],
    );
    let value = hcl::Value::object([("1", hcl::Value::from(1)), ("1.0", 2.into())]).unwrap();
    let error = hcl::from_value::<BTreeMap<u32, u8>>(value).unwrap_err();
    assert_eq!(error.diagnostics()[0].summary(), "Repeated key");
    assert_eq!(error.path(), "[\"1.0\"]");
    // If an object contains the same key several times, the last item counts.
    gives(
        "x = { 1 = 1, 1.0 = 2 }\n",
        X {
            x: BTreeMap::from([(1, 2)]),
        },
    );
    gives(
        "x \"1\" {}\nx \"01\" {}\n",
        X {
            x: BTreeMap::from([("1", Level2::new()), ("01", Level2::new())]),
        },
    );
}

/// "The language itself does not perform unicode normalization, so syntax features such as identifiers are sequences of
/// unicode code points" ("Source Code Representation"). Strings are normalized, and so are labels and the keys of
/// objects.
#[test]
fn names_of_bodies_are_not_normalized_but_strings_are() {
    gives(
        "é = 1\ne\u{301} = 2\n",
        BTreeMap::from([("é", 1), ("e\u{301}", 2)]),
    );
    gives("e\u{301} = 1\n", Accent { é: None });
    gives(
        "é \"e\u{301}\" {}\né \"é\" {}\ne\u{301} \"a\" {}\n",
        serde_json::json!({ "é": { "é": [{}, {}] }, "e\u{301}": { "a": {} } }),
    );
    gives(
        "x = { e\u{301} = 1 }\n",
        X {
            x: Accent { é: Some(1) },
        },
    );
}

/// "Identifiers": every name that can be read can be written, and no other name can be written.
#[test]
fn a_name_can_be_written_if_it_can_be_read() {
    let characters = ('\0'..'\u{3100}').chain('\u{fb00}'..='\u{ffff}');
    for name in characters.map(|character| format!("a{character}")) {
        let written = hcl::to_string(&BTreeMap::from([(&name, 1)])).ok();
        // A space, a comment or the equals sign may follow the name.
        let text = format!("{name} = 1\n");
        let read = hcl::from_str::<BTreeMap<String, u8>>(&text).ok();
        let is_name = read.is_some_and(|read| read.contains_key(&name));
        assert_eq!(
            written.as_deref(),
            is_name.then_some(text.as_str()),
            "{name:?}"
        );
    }
}

#[derive(Deserialize, Debug, PartialEq)]
struct Accent {
    é: Option<u8>,
}

/// The names in a body are compared by their bytes. The names in an object are compared by their normal form.
#[test]
#[expect(
    clippy::unicode_not_nfc,
    reason = "the errors show the sources, which are not in normal form"
)]
fn names_that_are_one_in_an_object_are_an_error() {
    let (composed, decomposed) = ("\u{e9}", "e\u{301}");
    fails::<Value>(
        &format!("{composed} = 1\n{decomposed} = 2\n"),
        expect![[r#"
            error: Invalid value
             --> line 2, column 1
              |
            2 | é = 2
              | ^
              |
              = note: The names "é" and "é" are spelled with different characters, but are one name in Unicode normal form C. Remove one of the two.
              = path: é
        "#]],
    );
    fails::<Value>(
        &format!("a {{\n  {decomposed} {{}}\n  {composed} {{}}\n}}\n"),
        expect![[r#"
            error: Invalid value
             --> line 3, column 3
              |
            3 |   é {}
              |   ^
              |
              = note: The names "é" and "é" are spelled with different characters, but are one name in Unicode normal form C. Remove one of the two.
              = path: a.é
        "#]],
    );
    let json = format!("{{\"{composed}\": 1, \"{decomposed}\": 2}}");
    assert!(hcl::json::from_str::<Value>(&json).is_err());
    for name in [composed, decomposed] {
        let value: Value = hcl::from_str(&format!("{name} = 1\na = 2\n")).unwrap();
        assert_eq!(value, hcl::value!({ "\u{e9}" = 1, a = 2 }).unwrap());
    }
    // The normal form of the Kelvin sign is the letter K.
    for (name, other) in [("K", "\u{212a}"), ("\u{212a}", "K")] {
        assert!(hcl::from_str::<Value>(&format!("{name} = 1\na = 2\n{other} = 2\n")).is_err());
        let json = format!("{{\"{name}\": 1, \"a\": 2, \"{other}\": 2}}");
        assert!(hcl::json::from_str::<Value>(&json).is_err());
        let value: Value = hcl::from_str(&format!("a = 2\n{name} = 1\n")).unwrap();
        assert_eq!(value, hcl::value!({ K = 1, a = 2 }).unwrap());
    }
}

#[test]
fn keys_with_spans_from_values() {
    let object = |name, value| Value::object([(name, value)]).expect("it is shallow");
    let value = object("x", object("a", Value::from(1)));
    let x: BTreeMap<Spanned<String>, Spanned<u8>> = hcl::from_value::<X<_>>(value)
        .unwrap_or_else(|error| panic!("{error}"))
        .x;
    assert_eq!(x, BTreeMap::from([("a".to_owned().into(), 1.into())]));
}

/// The keys of an object are those of its value.
#[test]
fn keys_agree_with_the_evaluated_object() {
    for object in [
        "{}",
        "{ a = 1 }",
        "{ LOG = 1, REGION = 2 }",
        "{\n  a = 1\n  b-c = 2\n}",
        "{ a = 1, a = 2 }",
        "{ a = 1, b = 2, a = 3, a = 4 }",
        "{ \"a\" = 1 }",
        "{ (\"a\") = 1, a = 2 }",
        "{ 5 = 1 }",
        "{ e\u{301} = 1, \u{e9} = 2 }",
    ] {
        type Keys = BTreeMap<String, u8>;
        let written: X<Keys> = hcl::from_str(&format!("x = {object}\n")).unwrap();
        let value = hcl::parse_expression(object).unwrap();
        let value = value.evaluate(&hcl::EvalContext::new()).unwrap();
        let evaluated: Keys = hcl::from_value(value).unwrap();
        assert_eq!(written.x, evaluated, "{object}");
    }
}
