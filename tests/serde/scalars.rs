//! Numbers, strings, bools and null, converted to the required types.

use std::borrow::Cow;
use std::fmt::Debug;

use expect_test::expect;
use hcl::Number;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{X, fails, gives};

#[track_caller]
fn is<T: DeserializeOwned + PartialEq + Debug>(expression: &str, x: T) {
    gives(&format!("x = {expression}\n"), X { x });
}

#[test]
fn numbers_to_integers() {
    is("8080", 8080_u16);
    is("\"8080\"", 8080_u16);
    is("(8080)", 8080_u64);
    is("-128", i8::MIN);
    is("-(-(1))", 1_u8);
    is("-0", 0_u8);
    is("1e3", 1000_i32);
    is("1.50e1", 15_i64);
    is("007", 7_u8);
    is("\"-5\"", -5_i32);
    is("18446744073709551615", u64::MAX);
    is("-9223372036854775808", i64::MIN);
    is("8080", 8080_usize);
}

#[test]
fn hcl_rs_0_20_wide_integers() {
    is("340282366920938463463374607431768211455", u128::MAX);
    is("-170141183460469231731687303715884105728", i128::MIN);
}

#[test]
fn hcl_rs_46_negative_numbers() {
    is("-3", -3);
    is("[-3, - 4.5]", (-3, -4.5));
}

#[test]
fn hcl_rs_549_566_ends_of_the_range() {
    is("-9223372036854775808", json!(i64::MIN));
    is("-9223372036854775809", i128::from(i64::MIN) - 1);
    fails::<X<i64>>(
        "x = -9223372036854775809",
        expect![[r#"
            error: Number out of range
             --> line 1, column 5
              |
            1 | x = -9223372036854775809
              |     ^^^^^^^^^^^^^^^^^^^^
              |
              = note: The number -9223372036854775809 is out of range; a whole number from -9223372036854775808 to 9223372036854775807 is required.
              = path: x
        "#]],
    );
    fails::<X<u16>>(
        "x = 70000",
        expect![[r#"
            error: Number out of range
             --> line 1, column 5
              |
            1 | x = 70000
              |     ^^^^^
              |
              = note: The number 70000 is out of range; a whole number from 0 to 65535 is required.
              = path: x
        "#]],
    );
    fails::<X<u16>>(
        "x = 8080/0",
        expect![[r#"
            error: Number out of range
             --> line 1, column 5
              |
            1 | x = 8080/0
              |     ^^^^^^
              |
              = note: The number is infinite, such as the result of a division by 0; a whole number from 0 to 65535 is required.
              = path: x
        "#]],
    );
    fails::<X<u8>>(
        "x = -1",
        expect![[r#"
            error: Number out of range
             --> line 1, column 5
              |
            1 | x = -1
              |     ^^
              |
              = note: The number -1 is out of range; a whole number from 0 to 255 is required.
              = path: x
        "#]],
    );
    fails::<X<u8>>(
        "x = 1.5",
        expect![[r#"
            error: Whole number required
             --> line 1, column 5
              |
            1 | x = 1.5
              |     ^^^
              |
              = note: The number 1.5 has a fraction; a whole number from 0 to 255 is required.
              = path: x
        "#]],
    );
    fails::<X<u8>>(
        "x = \"256\"",
        expect![[r#"
            error: Number out of range
             --> line 1, column 5
              |
            1 | x = "256"
              |     ^^^^^
              |
              = note: The number 256 is out of range; a whole number from 0 to 255 is required.
              = path: x
        "#]],
    );
}

#[test]
fn numbers_to_floats() {
    is("0.1", 0.1_f32);
    is("0.1", 0.1_f64);
    is("-2", -2.0_f64);
    is("\"1.5\"", 1.5_f64);
    is("1.e2", 100.0_f64);
    is("4.9e-324", f64::from_bits(1));
    is("16777217", 16_777_216.0_f32);
    let zero: X<f64> = hcl::from_str("x = -0.0").unwrap();
    assert!(zero.x.is_sign_negative());
    fails::<X<f32>>(
        "x = 1e39",
        expect![[r#"
            error: Number out of range
             --> line 1, column 5
              |
            1 | x = 1e39
              |     ^^^^
              |
              = note: The number 1000000000000000000000000000000000000000 is out of range; the greatest possible is about 3.4e38.
              = path: x
        "#]],
    );
    fails::<X<f64>>(
        "x = \"inf\"",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 5
              |
            1 | x = "inf"
              |     ^^^^^
              |
              = note: Expected a number, but found the string "inf".
              = path: x
        "#]],
    );
}

#[test]
fn floats_are_the_nearest_in_any_notation() {
    let coefficients = (1..2000).chain((0..2000).map(|at| at * 2_147_483 + 1));
    let texts: Vec<String> = coefficients
        .enumerate()
        .flat_map(|(at, coefficient): (usize, u32)| {
            let digits = format!("{coefficient:019}");
            let (whole, places) = digits.split_at(digits.len() - at % 18 - 1);
            [
                coefficient.to_string(),
                format!("{whole}.{places}"),
                format!("0.{places}"),
            ]
        })
        .collect();
    let text = format!("x = [{}]", texts.join(", "));
    gives(
        &text,
        X {
            x: texts
                .iter()
                .map(|text| text.parse().unwrap())
                .collect::<Vec<f64>>(),
        },
    );
    gives(
        &text,
        X {
            x: texts
                .iter()
                .map(|text| text.parse().unwrap())
                .collect::<Vec<f32>>(),
        },
    );
}

#[test]
fn numbers_keep_all_digits() {
    let text = "123456789012345678901234567890.5";
    is(text, text.parse::<Number>().unwrap());
    is(&format!("-{text}"), -text.parse::<Number>().unwrap());
    is("\"1e3\"", Number::from(1000));
    fails::<X<Number>>(
        "x = \"many\"",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 5
              |
            1 | x = "many"
              |     ^^^^^^
              |
              = note: Expected a number, but found the string "many".
              = path: x
        "#]],
    );
    fails::<X<Number>>(
        "x = []",
        expect![[r#"
        error: Unsuitable value type
         --> line 1, column 5
          |
        1 | x = []
          |     ^^
          |
          = note: Expected a number, but found a list.
          = path: x
    "#]],
    );
}

#[test]
fn hcl_rs_310_natural_types() {
    is("1", json!(1_u64));
    is("-1", json!(-1_i64));
    is("1.0", json!(1.0));
    is("1e0", json!(1.0));
    is("-0", json!(0));
    is("18446744073709551615", json!(u64::MAX));
    is("\"1\"", json!("1"));
    fails::<X<Value>>(
        &format!("x = -1{}", "0".repeat(39)),
        expect![[r#"
            error: Number out of range
             --> line 1, column 5
              |
            1 | x = -1000000000000000000000000000000000000000
              |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = note: The number -1000000000000000000000000000000000000000 has more than 128 bits.
              = path: x
        "#]],
    );
    fails::<X<Value>>(
        "x = 1e400",
        expect![[r#"
            error: Number out of range
             --> line 1, column 5
              |
            1 | x = 1e400
              |     ^^^^^
              |
              = note: The number 100000000000000000000000000000000000000000000000000000000000… is out of range; the greatest possible is about 1.8e308.
              = path: x
        "#]],
    );
}

#[test]
fn strings() {
    is("\"a\\tb\\u00e9\"", "a\tbé".to_owned());
    is("\"$${a} %%{b}\"", "${a} %{b}".to_owned());
    is("<<EOT\n  one\n two\nEOT", "  one\n two\n".to_owned());
    is(
        "<<-EOT\n    one\n      two\n    EOT",
        "one\n  two\n".to_owned(),
    );
    is("\"e\\u0301\"", "é".to_owned());
    is("5", "5".to_owned());
    is("1.50", "1.5".to_owned());
    is("-1e3", "-1000".to_owned());
    is("00", "0".to_owned());
    is("true", "true".to_owned());
    is("\"ä\"", 'ä');
    is("7", '7');
    fails::<X<char>>(
        "x = \"ab\"",
        expect![[r#"
            error: Invalid value
             --> line 1, column 5
              |
            1 | x = "ab"
              |     ^^^^
              |
              = note: Expected a string of one character, but found the string "ab".
              = path: x
        "#]],
    );
    fails::<X<String>>(
        "x = null",
        expect![[r#"
        error: Missing required argument
         --> line 1, column 5
          |
        1 | x = null
          |     ^^^^
          |
          = note: "x" is required here, but it is null. Give it a value.
          = path: x
    "#]],
    );
    fails::<X<String>>(
        "x = [1]",
        expect![[r#"
        error: Unsuitable value type
         --> line 1, column 5
          |
        1 | x = [1]
          |     ^^^
          |
          = note: Expected a string, but found a list.
          = path: x
    "#]],
    );
}

#[test]
fn hcl_rs_0_20_borrowed_strings() {
    gives("x = \"plain\"", X { x: "plain" });
    gives("x = <<EOT\nplain\nEOT\n", X { x: "plain\n" });
    gives("x = 5", X { x: "5" });
    gives("x = [\"a\", \"b\"]", X { x: ["a", "b"] });
    gives("x = \"bytes\"", X { x: &b"bytes"[..] });
    #[derive(serde_derive::Deserialize)]
    struct Borrow<'a> {
        #[serde(borrow)]
        x: Cow<'a, str>,
    }
    let decoded: Borrow = hcl::from_str("x = \"a\\nb\"").unwrap();
    assert!(matches!(decoded.x, Cow::Owned(text) if text == "a\nb"));
    let decoded: Borrow = hcl::from_str("x = \"a b\"").unwrap();
    assert!(matches!(decoded.x, Cow::Borrowed("a b")));
    let error = hcl::from_str::<X<&str>>("x = \"a\\nb\"").unwrap_err();
    expect![[r#"
        error: Unsuitable value type
         --> line 1, column 5
          |
        1 | x = "a\nb"
          |     ^^^^^^
          |
          = note: Expected a string without escape sequences, interpolations or directives, but found the string "a\nb".
          = path: x
    "#]]
    .assert_eq(&format!("{error}\n"));
}

#[test]
fn bools() {
    is("true", true);
    is("\"true\"", true);
    is("\"0\"", false);
    is("(false)", false);
    fails::<X<bool>>(
        "x = 1",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 5
              |
            1 | x = 1
              |     ^
              |
              = note: Expected a bool, but found the number 1. Did you mean true?
              = path: x
        "#]],
    );
    fails::<X<bool>>(
        "x = \"yes\"",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 5
              |
            1 | x = "yes"
              |     ^^^^^
              |
              = note: Expected a bool, but found the string "yes". Did you mean true?
              = path: x
        "#]],
    );
    fails::<X<u8>>(
        "x = true",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 5
              |
            1 | x = true
              |     ^^^^
              |
              = note: Expected a whole number from 0 to 255, but found the bool true.
              = path: x
        "#]],
    );
}

#[test]
fn null() {
    is("null", None::<u8>);
    is("(null)", None::<u8>);
    is("[null, 1]", [None, Some(1_u8)]);
    is("[null]", [()]);
    is("{ a = null }", json!({ "a": null }));
    gives("x = null\n", json!({ "x": null }));
}

#[test]
fn hcl_rs_44_options() {
    is("5", Some(5));
    is("5", Some(Some(5)));
    gives("", X { x: None::<u8> });
}

#[test]
fn bytes_and_wrappers() {
    #[derive(serde_derive::Deserialize, Debug, PartialEq)]
    struct Meters(u32);
    #[derive(serde_derive::Deserialize, Debug, PartialEq)]
    struct Marker;
    is("5", Meters(5));
    is("{}", Marker);
    is("[1, 2]", vec![1_u8, 2]);
    gives("x {}\n", X { x: Marker });
    fails::<X<Marker>>(
        "x {\n  a = 1\n}\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 1
              |
            1 | x {
              | ^
              |
              = note: Expected an empty object or block, but found a block that is not empty.
              = path: x
        "#]],
    );
}
