//! Problems of other implementations that their users reported when decoding into their own types, each by
//! its number.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use expect_test::expect;
use hcl::{EvalContext, Value};
use serde_derive::Deserialize;

use super::{X, fails, gives};

#[derive(Deserialize, Debug, PartialEq, Clone)]
struct Port {
    number: u16,
}

fn ports(numbers: &[u16]) -> Vec<Port> {
    numbers
        .iter()
        .map(|number| Port { number: *number })
        .collect()
}

#[test]
fn hcl_rs_44_options() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Config {
        a: Option<u8>,
        b: Option<Port>,
        c: Option<Vec<Port>>,
    }
    let none = Config {
        a: None,
        b: None,
        c: None,
    };
    gives("", none);
    gives(
        "a = 1\nb {\n  number = 2\n}\nc {\n  number = 3\n}\n",
        Config {
            a: Some(1),
            b: Some(Port { number: 2 }),
            c: Some(ports(&[3])),
        },
    );
}

#[test]
fn hcl_rs_46_549_566_574_negative_numbers() {
    gives("x = -1", X { x: -1_i8 });
    gives("x = -9223372036854775808", X { x: i64::MIN });
    gives(
        "x = -9223372036854775808",
        X {
            x: Value::from(i64::MIN),
        },
    );
    gives("x = -(-5)", X { x: 5_u8 });
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
}

#[test]
fn hcl_rs_150_nested_variables() {
    let var = Value::object([(
        "region",
        Value::object([("name", Value::from("eu"))]).unwrap(),
    )]);
    let ctx = EvalContext::new().with_variable("var", var.unwrap());
    let x: X<String> = hcl::from_str_with("x = \"${var.region.name}-1\"", &ctx).unwrap();
    assert_eq!(x.x, "eu-1");
}

#[test]
fn hcl_rs_159_references_between_blocks() {
    #[derive(Deserialize)]
    struct Config {
        locals: HashMap<String, u16>,
        #[serde(rename = "$body")]
        rest: hcl::Body,
    }
    let text = "locals {\n  base = 8000\n}\nport \"web\" {\n  number = local.base + 80\n}\n";
    let config: Config = hcl::from_str(text).unwrap();
    let local = Value::from(config.locals);
    let ctx = EvalContext::new().with_variable("local", local);
    let options = hcl::DecodeOptions::new().with_context(&ctx);
    let rest: HashMap<String, HashMap<String, Port>> = options.from_body(&config.rest).unwrap();
    assert_eq!(rest["port"]["web"].number, 8080);
}

#[test]
fn hcl_rs_195_294_507_lines_and_columns_of_errors() {
    let error = hcl::from_str::<X<Vec<Port>>>("x {\n  number = 1\n}\nx {\n  number = true\n}\n")
        .unwrap_err();
    assert_eq!((error.line(), error.column()), (Some(5), Some(12)));
    assert_eq!(error.path(), "x[1].number");
}

#[test]
fn hcl_rs_310_fractions_stay() {
    gives(
        "x = 1.0",
        X {
            x: serde_json::json!(1.0),
        },
    );
    gives("x = 1.0", X { x: 1.0_f64 });
    gives("x = 1.0", X { x: 1_u8 });
    gives("x = 0.1", X { x: 0.1_f32 });
}

#[test]
fn hcl_rs_380_pipelight_14_alint_222_one_block_or_many() {
    gives("x {\n  number = 1\n}\n", X { x: ports(&[1]) });
    gives(
        "x {\n  number = 1\n}\nx {\n  number = 2\n}\n",
        X { x: ports(&[1, 2]) },
    );
    #[derive(Deserialize, Debug, PartialEq)]
    struct Default {
        #[serde(default)]
        x: Vec<Port>,
    }
    gives("", Default { x: Vec::new() });
    fails::<X<Vec<Port>>>(
        "",
        expect![[r#"
            error: Missing required argument
             --> line 1, column 1
              |
            1 |
              | ^
              |
              = note: "x" is required here, but there is neither an argument nor a block of this name.
              = path: x
        "#]],
    );
    fails::<X<Port>>(
        "x {\n  number = 1\n}\nx {\n  number = 2\n}\n",
        expect![[r#"
            error: Duplicate x block
             --> line 4, column 1
              |
            1 | x {
              | -
            ...
            4 | x {
              | ^
              |
              = note: Only one "x" block is allowed here, but there is already one before it. Remove one of the two, or merge them.
              = path: x
        "#]],
    );
}

#[test]
fn hcl_rs_344_no_private_names_in_data() {
    let text = "x \"l\" {\n  a = 1 + 1\n  b = [1.5, null]\n}\ny = { k = \"v\" }\n";
    let value: serde_json::Value = hcl::from_str(text).unwrap();
    let json = serde_json::json!({ "x": { "l": { "a": 2, "b": [1.5, null] } }, "y": { "k": "v" } });
    assert_eq!(value, json);
    assert!(!value.to_string().contains('$'));
    let value: Value = hcl::from_str(text).unwrap();
    assert!(!serde_json::to_string(&value).unwrap().contains('$'));
}

#[test]
fn hcl_rs_0_20_silent_loss() {
    fails::<BTreeMap<String, Value>>(
        "svc \"a\" {\n  x = 1\n}\nsvc {\n  x = 2\n}\n",
        expect![[r#"
            error: Missing label for svc
             --> line 4, column 1
              |
            1 | svc "a" {
              | -------
            ...
            4 | svc {
              | ^^^
              |
              = note: A label is missing: write `svc "name" {`.
              = path: svc
        "#]],
    );
    fails::<BTreeMap<String, Value>>(
        "svc = 1\nsvc {}\n",
        expect![[r#"
        error: Attribute and block with the same name
         --> line 2, column 1
          |
        1 | svc = 1
          | ---
        2 | svc {}
          | ^^^
          |
          = note: "svc" is both an attribute and a block here, and only one of them could be read. Rename or remove one.
          = path: svc
    "#]],
    );
}

#[test]
fn hcl_rs_0_20_one_plus_one_into_u8() {
    gives("x = 1 + 1", X { x: 2_u8 });
    gives("x = 10 % 3", X { x: 1_u8 });
    gives(
        "x = 18446744073709551615 + 1",
        X {
            x: 18_446_744_073_709_551_616_u128,
        },
    );
}

#[test]
fn toml_490_492_505_borrowed_strings() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Borrowing<'a> {
        plain: &'a str,
        #[serde(borrow)]
        either: Cow<'a, str>,
        bytes: &'a [u8],
    }
    let text = "plain = \"a\"\neither = \"b\\n\"\nbytes = \"c\"\n";
    let config: Borrowing<'_> = hcl::from_str(text).unwrap();
    assert_eq!(
        (config.plain, &*config.either, config.bytes),
        ("a", "b\n", &b"c"[..])
    );
    let body = hcl::parse(text).unwrap();
    assert_eq!(hcl::from_body::<Borrowing<'_>>(&body).unwrap(), config);
    let value = Value::from("v");
    assert_eq!(
        <&str as serde::Deserialize>::deserialize(&value).unwrap(),
        "v"
    );
    let error = hcl::from_str::<X<&str>>("x = \"a${1}\"").unwrap_err();
    expect![[r#"
        error: Unsuitable value type
         --> line 1, column 5
          |
        1 | x = "a${1}"
          |     ^^^^^^^
          |
          = note: Expected a string without escape sequences, interpolations or directives, but found the string "a1".
          = path: x
    "#]]
    .assert_eq(&format!("{error}\n"));
}

#[test]
fn serde_json_505_559_721_numbers_behind_flatten_and_tag() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Flat {
        #[serde(flatten)]
        inner: X<hcl::Number>,
    }
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(untagged)]
    enum Untagged {
        Number(u64),
        Text(String),
    }
    gives(
        "x = 1.5",
        Flat {
            inner: X {
                x: "1.5".parse().unwrap(),
            },
        },
    );
    gives(
        "x = 7",
        X {
            x: Untagged::Number(7),
        },
    );
    gives(
        "x = \"7\"",
        X {
            x: Untagged::Text("7".to_owned()),
        },
    );
}

#[test]
fn hcl_rs_0_20_linear_in_blocks_for_every_type() {
    let mut blocks = String::new();
    let mut labelled = String::new();
    let mut attributes = String::new();
    for at in 0..16_000 {
        let _ = write!(blocks, "x {{\n  number = {}\n}}\n", at % 1000);
        let _ = write!(labelled, "x \"l{at}\" {{\n  number = 1\n}}\n");
    }
    for at in 0..100_000 {
        let _ = writeln!(attributes, "a{at} = {at} + n");
    }
    let ctx = EvalContext::new().with_variable("n", 1);
    assert_eq!(
        hcl::from_str::<X<Vec<Port>>>(&blocks).unwrap().x.len(),
        16_000
    );
    assert_eq!(
        hcl::from_str::<X<BTreeMap<String, Port>>>(&labelled)
            .unwrap()
            .x
            .len(),
        16_000
    );
    let value: Value = hcl::from_str(&labelled).unwrap();
    assert_eq!(value["x"]["l15999"]["number"], 1);
    let value: Value = hcl::from_str_with(&attributes, &ctx).unwrap();
    assert_eq!(value["a99999"], 100_000);
    let map: HashMap<&str, u32> = hcl::from_str_with(&attributes, &ctx).unwrap();
    assert_eq!(map["a99999"], 100_000);
    #[derive(Deserialize)]
    struct Rest {
        a7: u8,
        #[serde(rename = "$body")]
        rest: hcl::Body,
    }
    let rest: Rest = hcl::from_str_with(&attributes, &ctx).unwrap();
    assert_eq!((rest.a7, rest.rest.items().len()), (8, 99_999));
    let captured: HashMap<&str, hcl::Expression> = hcl::from_str(&attributes).unwrap();
    assert_eq!(captured["a5"].text(), "5 + n");
    let wrong = hcl::from_str::<HashMap<&str, u32>>(&attributes).unwrap_err();
    assert_eq!(wrong.diagnostics().len(), 20);
}
