//! The expressions of attributes: strings, numbers, collections, and captured expressions.

use std::collections::BTreeMap;
use std::fmt::Debug;

use expect_test::{Expect, expect};
use hcl::{EncodeOptions, Value};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_derive::Deserialize;
use serde_json::json;

use super::{X, decodes_to_itself, gives_back, writes};

/// Checks that the value is written as this expression and decodes to itself.
#[track_caller]
fn is<T: Serialize + DeserializeOwned + PartialEq + Debug>(x: T, expression: &str) {
    let x = X { x };
    assert_eq!(hcl::to_string(&x).unwrap(), format!("x = {expression}\n"));
    gives_back(&x);
}

#[track_caller]
fn text(text: &str, expression: &str) {
    is(text.to_owned(), expression);
}

#[test]
fn numbers() {
    is(0_u8, "0");
    is(i64::MIN, "-9223372036854775808");
    is(u128::MAX, "340282366920938463463374607431768211455");
    is(i128::MIN, "-170141183460469231731687303715884105728");
    is(1.0, "1.0");
    is(-0.5, "-0.5");
    is(0.1_f32, "0.1");
    is(1e21, "1e21");
    is(1e-7, "1e-7");
    is(f64::MAX, "1.7976931348623157e308");
    is(f64::MIN_POSITIVE, "2.2250738585072014e-308");
    is(5e-324, "5e-324");
    is(f32::MAX, "3.4028235e38");
    let negative_zero: X<f64> = hcl::from_str(&hcl::to_string(&X { x: -0.0 }).unwrap()).unwrap();
    assert!(negative_zero.x.is_sign_negative());
    is(
        "0.1234567890123456789012345678901234567890"
            .parse::<hcl::Number>()
            .unwrap(),
        "0.123456789012345678901234567890123456789",
    );
}

#[test]
fn strings() {
    text("", r#""""#);
    text("a \"b\" \\ c", r#""a \"b\" \\ c""#);
    text("tab\tline\r\nend", r#""tab\tline\r\nend""#);
    text("one line\n", r#""one line\n""#);
    text("\u{0}\u{1b}\u{7f}\u{85}", r#""\u0000\u001b\u007f\u0085""#);
    text(
        "${a} %{b} $${c} $$${d} $ { % $%{e}",
        r#""$${a} %%{b} \u0024$${c} \u0024\u0024$${d} $ { % $%%{e}""#,
    );
    text("é ü 日本 🦀", r#""é ü 日本 🦀""#);
    is('\n', r#""\n""#);
}

#[test]
fn keys() {
    writes(
        &json!({ "x": { "for": 1, "a-b": 2, "a b": 3, "": 4, "1": 5, "${x}": 6, "true": 7, "null": 8, "über": 9 } }),
        expect![[r#"
            x = {
              ""      = 4
              "$${x}" = 6
              "1"     = 5
              "a b"   = 3
              a-b     = 2
              for     = 1
              null    = 8
              true    = 7
              über    = 9
            }
        "#]],
    );
    writes(
        &json!({ "x": { "before": 1, "for": 2 } }),
        expect![[r#"
        x = {
          before = 1
          for    = 2
        }
    "#]],
    );
    decodes_to_itself(
        &X {
            x: BTreeMap::from([("for".to_owned(), BTreeMap::from([(7, true)]))]),
        },
        expect![[r#"
            x = {
              "for" = {
                "7" = true
              }
            }
        "#]],
    );
}

#[test]
fn collections_and_lines() {
    writes(
        &json!({
            "a": [], "b": {}, "c": [[]], "d": [{}], "e": [[1], 2], "f": [1, { "x": 1 }, 2], "g": { "x": {}, "y": [] },
            "h": { "x": [1], "yyy": [{ "z": 1 }], "zz": 1 },
        }),
        expect![[r#"
            a = []
            b = {}
            c = [[]]
            d = [{}]
            e = [
              [1],
              2,
            ]
            f = [
              1,
              {
                x = 1
              },
              2,
            ]
            g = {
              x = {}
              y = []
            }
            h = {
              x = [1]
              yyy = [
                {
                  z = 1
                },
              ]
              zz = 1
            }
        "#]],
    );
    let eighty = |more: usize| json!({ "x": ["a".repeat(30), "b".repeat(38 + more)], "yyy": 1 });
    writes(
        &eighty(0),
        expect![[r#"
            x   = ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"]
            yyy = 1
        "#]],
    );
    writes(
        &eighty(1),
        expect![[r#"
            x = [
              "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
              "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
            ]
            yyy = 1
        "#]],
    );
    writes(
        &json!({ "numbers": (0..40).collect::<Vec<_>>() }),
        expect![[r#"
            numbers = [
              0,
              1,
              2,
              3,
              4,
              5,
              6,
              7,
              8,
              9,
              10,
              11,
              12,
              13,
              14,
              15,
              16,
              17,
              18,
              19,
              20,
              21,
              22,
              23,
              24,
              25,
              26,
              27,
              28,
              29,
              30,
              31,
              32,
              33,
              34,
              35,
              36,
              37,
              38,
              39,
            ]
        "#]],
    );
    writes(
        &json!({ "x": [1, [2, "b".repeat(80)], "c".repeat(80)] }),
        expect![[r#"
            x = [
              1,
              [
                2,
                "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
              ],
              "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc",
            ]
        "#]],
    );
}

#[test]
fn alignment() {
    writes(
        &json!({ "a": 1, "bbb": 2, "cc": { "x": 1 }, "d": 3, "eeeee": 4, "f": "1\n2\n", "g": 1, "ggg": 2 }),
        expect![[r#"
            a   = 1
            bbb = 2
            cc = {
              x = 1
            }
            d     = 3
            eeeee = 4
            f     = <<-EOT
              1
              2
            EOT
            g     = 1
            ggg   = 2
        "#]],
    );
    writes(
        &json!({ "a": 1, "éé": 2, "日本": 3, "dddd": 4 }),
        expect![[r#"
            a    = 1
            dddd = 4
            éé   = 2
            日本   = 3
        "#]],
    );
}

#[track_caller]
fn heredoc(content: &str, expected: Expect) {
    decodes_to_itself(
        &X {
            x: content.to_owned(),
        },
        expected,
    );
}

#[test]
fn heredocs() {
    heredoc(
        "a\nb\n",
        expect![[r#"
        x = <<-EOT
          a
          b
        EOT
    "#]],
    );
    heredoc(
        "  a\n\n    b\nc\n",
        expect![[r#"
        x = <<-EOT
            a

              b
          c
        EOT
    "#]],
    );
    heredoc(
        "  all\n  indented\n",
        expect![[r#"
        x = <<EOT
          all
          indented
        EOT
    "#]],
    );
    heredoc(
        "${a}\n%{b} \"c\" \\n { $ %\n",
        expect![[r#"
        x = <<-EOT
          $${a}
          %%{b} "c" \n { $ %
        EOT
    "#]],
    );
    heredoc(
        "EOT\n  EOT_\nEOTS\n",
        expect![[r#"
        x = <<-EOT__
          EOT
            EOT_
          EOTS
        EOT__
    "#]],
    );
    heredoc(
        "\n\n",
        expect![[r#"
        x = <<EOT


        EOT
    "#]],
    );
    heredoc(
        "a\tb\n\tc\n",
        expect![[r#"
        x = <<-EOT
          a	b
          	c
        EOT
    "#]],
    );
    // Texts that heredocs cannot represent.
    text("a\nb", r#""a\nb""#);
    text("a\n \n", r#""a\n \n""#);
    text("a\r\nb\r\n", r#""a\r\nb\r\n""#);
    text("$${a}\nb\n", r#""\u0024$${a}\nb\n""#);
    text("a\n\u{1}\n", r#""a\n\u0001\n""#);
}

#[test]
fn nested_heredocs() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Block {
        name: String,
        script: String,
        object: BTreeMap<String, String>,
        list: Vec<String>,
        last: u8,
    }
    let script = "first\n\n  second\n".to_owned();
    decodes_to_itself(
        &X {
            x: Block {
                name: "n".into(),
                script: script.clone(),
                object: BTreeMap::from([
                    ("a".into(), "b".into()),
                    ("key".into(), script.clone()),
                    ("z".into(), script.clone()),
                ]),
                list: vec![script],
                last: 1,
            },
        },
        expect![[r#"
            x {
              name   = "n"
              script = <<-EOT
                first

                  second
              EOT
              object = {
                a   = "b"
                key = <<-EOT
                  first

                    second
                EOT
                z   = <<-EOT
                  first

                    second
                EOT
              }
              list = ["first\n\n  second\n"]
              last = 1
            }
        "#]],
    );
}

#[test]
fn values() {
    let value = Value::object([
        ("a", Value::tuple([Value::from(1), Value::NULL]).unwrap()),
        ("b", Value::object([("x y", Value::from(true))]).unwrap()),
        ("c", Value::from("${x}")),
    ])
    .unwrap();
    decodes_to_itself(
        &value,
        expect![[r#"
        a = [1, null]
        b = {
          "x y" = true
        }
        c = "$${x}"
    "#]],
    );
    decodes_to_itself(
        &X { x: value.clone() },
        expect![[r#"
        x = {
          a = [1, null]
          b = {
            "x y" = true
          }
          c = "$${x}"
        }
    "#]],
    );
    decodes_to_itself(
        &X {
            x: vec![value, Value::NULL],
        },
        expect![[r#"
            x = [
              {
                a = [1, null]
                b = {
                  "x y" = true
                }
                c = "$${x}"
              },
              null,
            ]
        "#]],
    );
    // HCL syntax has only tuples and objects, so the types of collections are lost.
    writes(
        &X {
            x: Value::from(["a", "b"]),
        },
        expect![[r#"
            x = ["a", "b"]
        "#]],
    );
}

/// `[for` begins a `for` expression, so a variable of that name needs parentheses there.
#[test]
fn a_variable_named_for_comes_first() {
    let expressions = ["for.x", "for + 1", "form"].map(|it| hcl::parse_expression(it).unwrap());
    let x = [&expressions[..], &expressions[1..], &expressions[2..]];
    let text = hcl::to_string(&X { x }).unwrap();
    assert_eq!(
        text,
        "x = [\n  [(for.x), for + 1, form],\n  [(for + 1), form],\n  [form],\n]\n"
    );
    let json = hcl::json::to_string(&X { x: &expressions }).unwrap();
    assert_eq!(json, r#"{"x":["${for.x}","${for + 1}","${form}"]}"#);
    let heredoc = hcl::parse_expression("for == <<E\n1\nE\n").unwrap();
    let text = hcl::to_string(&X { x: [[&heredoc]] }).unwrap();
    let body = hcl::parse(&text).unwrap();
    let written = body
        .attribute("x")
        .unwrap()
        .expression()
        .static_list()
        .unwrap()[0]
        .clone();
    let written = written.static_list().unwrap()[0].clone();
    assert_eq!(written.text(), "(for == <<E\n1\nE\n    )");
    hcl::json::to_string(&X { x: [[&heredoc]] }).unwrap();
}

#[test]
fn options() {
    let data = json!({ "a": 1, "bcd": { "e": 1, "fgh": "1\n2\n" }, "list": [["x"]] });
    let options = EncodeOptions::new()
        .with_indent(4)
        .without_alignment()
        .without_heredocs();
    expect![[r#"
        a = 1
        bcd = {
            e = 1
            fgh = "1\n2\n"
        }
        list = [
            ["x"],
        ]
    "#]]
    .assert_eq(&options.to_string(&data).unwrap());
    expect![[r#"
        a = 1
        bcd = {
        e   = 1
        fgh = <<-EOT
        1
        2
        EOT
        }
        list = [
        ["x"],
        ]
    "#]]
    .assert_eq(
        &EncodeOptions::new()
            .with_indent(0)
            .to_string(&data)
            .unwrap(),
    );
    // Long names and captured expressions do not prevent the alignment of other lines.
    let long = "l".repeat(1001);
    let call = hcl::parse_expression("f(x)").unwrap();
    let data = BTreeMap::from([("e\u{301}", &call), ("ghi", &call), (&long, &call)]);
    let text = EncodeOptions::new()
        .with_indent(4)
        .to_string(&data)
        .unwrap();
    assert_eq!(
        text,
        format!("e\u{301}   = f(x)\nghi = f(x)\n{long} = f(x)\n")
    );
}
