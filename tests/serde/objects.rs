//! Tuples and objects.

use std::collections::{BTreeMap, BTreeSet};

use expect_test::expect;
use serde_derive::Deserialize;
use serde_json::{Value, json};

use super::{X, fails, gives};

#[derive(Deserialize, Debug, PartialEq)]
struct Point {
    x: i32,
    #[serde(default)]
    y: i32,
}

#[test]
fn tuples() {
    gives("x = [1, \"2\", 3,]", X { x: vec![1, 2, 3] });
    gives(
        "x = [2, 1, 2]",
        X {
            x: BTreeSet::from([1, 2]),
        },
    );
    gives(
        "x = [1, \"a\", [true]]",
        X {
            x: (1, 'a', [true]),
        },
    );
    gives(
        "x = []",
        X {
            x: Vec::<u8>::new(),
        },
    );
    gives(
        "x = [1, [], {}]",
        X {
            x: json!([1, [], {}]),
        },
    );
    fails::<X<(u8, u8)>>(
        "x = [1]",
        expect![[r#"
        error: Wrong number of elements
         --> line 1, column 5
          |
        1 | x = [1]
          |     ^^^
          |
          = note: Expected a list of 2 elements, but found 1 element.
          = path: x
    "#]],
    );
    fails::<X<(u8, u8)>>(
        "x = [1, 2, 3]",
        expect![[r#"
        error: Wrong number of elements
         --> line 1, column 5
          |
        1 | x = [1, 2, 3]
          |     ^^^^^^^^^
          |
          = note: Expected 2 elements, but found 3 elements.
          = path: x
    "#]],
    );
    fails::<X<Vec<u8>>>(
        "x = 1",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 5
              |
            1 | x = 1
              |     ^
              |
              = note: Expected a list, but found the number 1. Put it in brackets, as in [1].
              = path: x
        "#]],
    );
    fails::<X<Vec<u8>>>(
        "x = [\n  1,\n  [2],\n]\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 3, column 3
              |
            3 |   [2],
              |   ^^^
              |
              = note: Expected a whole number from 0 to 255, but found a list.
              = path: x[1]
        "#]],
    );
}

#[test]
fn objects() {
    let x = Point { x: 1, y: 2 };
    gives("x = { x = 1, \"y\" : 2 }", X { x });
    gives(
        "x = {\n  (\"x\") = 1\n}",
        X {
            x: Point { x: 1, y: 0 },
        },
    );
    gives(
        "x = { a = 1, \"b c\" = 2, 3 = 3, (true) = 4, null = 5 }",
        X {
            x: json!({ "a": 1, "b c": 2, "3": 3, "true": 4, "null": 5 }),
        },
    );
    fails::<X<Point>>(
        "x = { y = 1 }",
        expect![[r#"
        error: Missing required argument
         --> line 1, column 5
          |
        1 | x = { y = 1 }
          |     ^^^^^^^^^
          |
          = note: "x" is required here, but it is not set.
          = path: x.x
    "#]],
    );
    fails::<X<Point>>(
        "x = {\n  y = 1\n}",
        expect![[r#"
        error: Missing required argument
         --> line 1, column 5
          |
        1 | x = {
          |     ^
          |
          = note: "x" is required here, but it is not set.
          = path: x.x
    "#]],
    );
    fails::<X<Point>>(
        "x = [1, 2]",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 5
              |
            1 | x = [1, 2]
              |     ^^^^^^
              |
              = note: Expected an object or block, but found a list. Write a block, as in x { … }.
              = path: x
        "#]],
    );
    fails::<X<Point>>(
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
    fails::<X<Point>>(
        "x = { x = \"a\" }",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 11
              |
            1 | x = { x = "a" }
              |           ^^^
              |
              = note: Expected a whole number from -2147483648 to 2147483647, but found the string "a".
              = path: x.x
        "#]],
    );
    fails::<X<Value>>(
        "x = { (null) = 1 }",
        expect![[r#"
        error: Incorrect key type
         --> line 1, column 7
          |
        1 | x = { (null) = 1 }
          |       ^^^^^^
          |
          = note: The key of an object is a string; null, a list or an object cannot be a key.
          = path: x
    "#]],
    );
    fails::<X<Value>>(
        "x = { (a) = 1 }",
        expect![[r#"
            error: Variables not allowed
             --> line 1, column 8
              |
            1 | x = { (a) = 1 }
              |        ^
              |
              = note: The variable "a" is not defined: there are no variables here.
              = path: x
        "#]],
    );
}

#[test]
fn hcl_rs_562_the_last_of_equal_keys_counts() {
    gives(
        "x = { x = 1, x = 2 }",
        X {
            x: Point { x: 2, y: 0 },
        },
    );
    gives(
        "x = { a = 1, b = 2, \"a\" = 3 }",
        X {
            x: json!({ "a": 3, "b": 2 }),
        },
    );
    gives(
        "x = { é = 1, \"e\\u0301\" = 2 }",
        X {
            x: json!({ "é": 2 }),
        },
    );
    gives(
        "x = { a = [b], a = 1 }",
        X {
            x: json!({ "a": 1 }),
        },
    );
    let text: String = (0..2000)
        .map(|at| format!("  a{} = {at}\n", at % 1000))
        .collect();
    let x: BTreeMap<String, u32> = (0..1000).map(|at| (format!("a{at}"), at + 1000)).collect();
    gives(&format!("x = {{\n{text}}}\n"), X { x });
}

#[test]
fn null_is_absence_only_in_structs() {
    gives(
        "x = { x = 1, y = null }",
        X {
            x: Point { x: 1, y: 0 },
        },
    );
    gives(
        "x = { x = null }",
        X {
            x: json!({ "x": null }),
        },
    );
    gives(
        "x = { x = null }",
        X {
            x: BTreeMap::from([("x".to_owned(), None::<u8>)]),
        },
    );
    fails::<X<Point>>(
        "x = { x = null }",
        expect![[r#"
        error: Missing required argument
         --> line 1, column 11
          |
        1 | x = { x = null }
          |           ^^^^
          |
          = note: "x" is required here, but it is null. Give it a value.
          = path: x.x
    "#]],
    );
    fails::<Point>(
        "y = 1\nx = (null)\n",
        expect![[r#"
        error: Missing required argument
         --> line 2, column 5
          |
        2 | x = (null)
          |     ^^^^^^
          |
          = note: "x" is required here, but it is null. Give it a value.
          = path: x
    "#]],
    );
    gives("x = 1\ny = null\n", Point { x: 1, y: 0 });
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Strict {}
    fails::<Strict>(
        "z = null\n",
        expect![[r#"
        error: Unsupported argument
         --> line 1, column 1
          |
        1 | z = null
          | ^
          |
          = note: "z" is not expected here. Nothing can be set here.
          = path: z
    "#]],
    );
}

/// A visitor need not request the value of each key, and each key gets its own value.
#[test]
fn values_that_are_not_requested() {
    #[derive(Debug, PartialEq)]
    struct Last(u8);
    impl<'de> serde::Deserialize<'de> for Last {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_struct("Last", &["first", "last"], LastVisitor)
        }
    }
    struct LastVisitor;
    impl<'de> serde::de::Visitor<'de> for LastVisitor {
        type Value = Last;

        fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            formatter.write_str("two numbers")
        }

        fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Last, A::Error> {
            let mut last = None;
            while let Some(key) = map.next_key::<String>()? {
                if key == "last" {
                    last = Some(map.next_value()?);
                }
            }
            last.map(Last)
                .ok_or_else(|| serde::de::Error::missing_field("last"))
        }
    }
    let ctx = hcl::EvalContext::new()
        .with_variable("one", 1)
        .with_variable("object", hcl::value!({ first = 1, last = 2 }).unwrap());
    let options = hcl::DecodeOptions::new().with_context(&ctx);
    for expression in [
        "{ first = 1, last = 2 }",
        "{ first = one, last = 2 }",
        "{ first = one, last = one + 1 }",
        "object",
    ] {
        let decoded: X<Last> = options.from_str(&format!("x = {expression}\n")).unwrap();
        assert_eq!(decoded, X { x: Last(2) }, "{expression}");
    }
    let text = "x {\n  first = one\n  last = one + 1\n}\n";
    let decoded: X<Last> = options.from_str(text).unwrap();
    assert_eq!(decoded, X { x: Last(2) });
    let options = options.with_syntax(hcl::Syntax::Json);
    for text in [
        r#"{"x": {"first": "${one}", "last": 2}}"#,
        r#"{"x": [{"first": "${one}", "last": "${one + 1}"}]}"#,
        r#"{"x": {"${\"first\"}": "${one}", "last": 2}}"#,
        r#"{"x": "${object}"}"#,
    ] {
        let decoded: X<Last> = options.from_str(text).unwrap();
        assert_eq!(decoded, X { x: Last(2) }, "{text}");
    }
    let value = hcl::value!({ first = 1, last = 2 }).unwrap();
    assert_eq!(hcl::from_value::<Last>(value).unwrap(), Last(2));
}
