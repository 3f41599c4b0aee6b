//! Blocks: one or many, nested, beside attributes.

use std::collections::{BTreeMap, BTreeSet};

use expect_test::expect;
use serde_derive::Deserialize;
use serde_json::{Value, json};

use super::{X, fails, gives};

#[derive(Deserialize, Debug, PartialEq, PartialOrd, Ord, Eq)]
struct Port {
    number: u16,
}

#[derive(Deserialize, Debug, PartialEq)]
struct Service {
    name: Option<String>,
    #[serde(default)]
    port: Vec<Port>,
    check: Option<Check>,
}

#[derive(Deserialize, Debug, PartialEq)]
struct Check {
    path: String,
}

#[test]
fn exactly_one() {
    gives(
        "x { number = 80 }\n",
        X {
            x: Port { number: 80 },
        },
    );
    gives(
        "x = { number = 80 }\n",
        X {
            x: Port { number: 80 },
        },
    );
    gives(
        "x {\n  number = 80\n}\n",
        X {
            x: BTreeMap::from([("number", 80)]),
        },
    );
    fails::<X<Port>>(
        "x {\n  number = 80\n}\n\nx {\n  number = 81\n}\n",
        expect![[r#"
        error: Duplicate x block
         --> line 5, column 1
          |
        1 | x {
          | -
        ...
        5 | x {
          | ^
          |
          = note: Only one "x" block is allowed here, but there is already one before it. Remove one of the two, or merge them.
          = path: x
    "#]],
    );
    fails::<X<Option<BTreeMap<String, u8>>>>(
        "x {}\nx {}\n",
        expect![[r#"
        error: Duplicate x block
         --> line 2, column 1
          |
        1 | x {}
          | -
        2 | x {}
          | ^
          |
          = note: Only one "x" block is allowed here, but there is already one before it. Remove one of the two, or merge them.
          = path: x
    "#]],
    );
    fails::<X<u16>>(
        "x {}\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 1
              |
            1 | x {}
              | ^
              |
              = note: Expected a whole number from 0 to 65535, but found a block; an attribute is written `x = …`.
              = path: x
        "#]],
    );
    fails::<X<hcl::Number>>(
        "x {}\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 1
              |
            1 | x {}
              | ^
              |
              = note: Expected a number, but found a block; an attribute is written `x = …`.
              = path: x
        "#]],
    );
}

#[test]
fn hcl_rs_380_one_or_many() {
    let one = [Port { number: 80 }];
    let two = [Port { number: 81 }, Port { number: 80 }];
    gives("x { number = 80 }\n", X { x: Vec::from(one) });
    gives(
        "x { number = 81 }\nx { number = 80 }\n",
        X { x: Vec::from(two) },
    );
    let set = BTreeSet::from([Port { number: 80 }]);
    gives("x { number = 80 }\nx { number = 80 }\n", X { x: set });
    gives(
        "x { number = 81 }\nx { number = 80 }\n",
        X {
            x: (Port { number: 81 }, json!({ "number": 80 })),
        },
    );
    gives(
        "x = [{ number = 80 }]\n",
        X {
            x: vec![Port { number: 80 }],
        },
    );
    fails::<X<(Port,)>>(
        "x { number = 81 }\nx { number = 80 }\n",
        expect![[r#"
        error: Wrong number of elements
         --> line 1, column 1
          |
        1 | x { number = 81 }
          | ^
          |
          = note: Expected 1 element, but found 2 elements.
          = path: x
    "#]],
    );
    fails::<X<Vec<Port>>>(
        "y = 1\n",
        expect![[r#"
            error: Missing required argument
             --> line 2, column 1
              |
            2 |
              | ^
              |
              = note: "x" is required here, but there is neither an argument nor a block of this name.
              = path: x
        "#]],
    );
    fails::<X<Vec<Port>>>(
        "x { number = 81 }\nx { number = [] }\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 2, column 14
              |
            2 | x { number = [] }
              |              ^^
              |
              = note: Expected a whole number from 0 to 65535, but found a list.
              = path: x[1].number
        "#]],
    );
}

#[test]
fn nested() {
    let text = r#"
        x {
          name = "a"
          port { number = 1 }
          check { path = "/" }
          port { number = 2 }
        }
        x {}
    "#;
    let first = Service {
        name: Some("a".to_owned()),
        port: vec![Port { number: 1 }, Port { number: 2 }],
        check: Some(Check {
            path: "/".to_owned(),
        }),
    };
    let second = Service {
        name: None,
        port: Vec::new(),
        check: None,
    };
    gives(
        text,
        X {
            x: vec![first, second],
        },
    );
    let x = json!([
        { "name": "a", "port": [{ "number": 1 }, { "number": 2 }], "check": { "path": "/" } },
        {},
    ]);
    gives(text, X { x });
}

#[test]
fn hcl_rs_0_20_attribute_and_block_of_one_name() {
    fails::<Value>(
        "x = 1\ny = 2\nx {}\n",
        expect![[r#"
        error: Attribute and block with the same name
         --> line 3, column 1
          |
        1 | x = 1
          | -
        2 | y = 2
        3 | x {}
          | ^
          |
          = note: "x" is both an attribute and a block here, and only one of them could be read. Rename or remove one.
          = path: x
    "#]],
    );
    fails::<X<Vec<Value>>>(
        "x {}\nx = 1\n",
        expect![[r#"
        error: Attribute and block with the same name
         --> line 2, column 1
          |
        1 | x {}
          | -
        2 | x = 1
          | ^
          |
          = note: "x" is both an attribute and a block here, and only one of them could be read. Rename or remove one.
          = path: x
    "#]],
    );
    let many: String = (0..100).map(|at| format!("a{at} = 1\n")).collect();
    fails::<X<Value>>(
        &format!("x {{\n  a7 {{}}\n{many}}}\n"),
        expect![[r#"
        error: Attribute and block with the same name
          --> line 10, column 1
           |
         2 |   a7 {}
           |   --
        ...
        10 | a7 = 1
           | ^^
           |
           = note: "a7" is both an attribute and a block here, and only one of them could be read. Rename or remove one.
           = path: x.a7
    "#]],
    );
}

/// For types that accept any data, blocks of the given block types are always lists, even if there is only one block.
#[test]
fn block_lists_of_types() {
    let text = "a { x = 1 }\nb { x = 1 }\nc \"l\" {\n  a { x = 1 }\n}\nd { x = 1 }\nd { x = 2 }\n";
    let options = hcl::DecodeOptions::new();
    let decode = |options: &hcl::DecodeOptions| -> serde_json::Value {
        let value: hcl::Value = options.from_str(text).expect("it decodes");
        let data: serde_json::Value = options.from_str(text).expect("it decodes");
        assert_eq!(
            hcl::from_value::<serde_json::Value>(value).expect("it is data"),
            data
        );
        data
    };
    let x = |x: u8| json!({ "x": x });
    let several = json!([x(1), x(2)]);
    assert_eq!(
        decode(&options),
        json!({ "a": x(1), "b": x(1), "c": { "l": { "a": x(1) } }, "d": several })
    );
    let a = options.clone().with_block_lists_of(["a", "no_such"]);
    assert_eq!(
        decode(&a),
        json!({ "a": [x(1)], "b": x(1), "c": { "l": { "a": [x(1)] } }, "d": several })
    );
    let both = a
        .with_block_lists_of(["b".to_owned()])
        .with_block_lists_of(["c"]);
    assert_eq!(
        decode(&both),
        json!({ "a": [x(1)], "b": [x(1)], "c": { "l": [{ "a": [x(1)] }] }, "d": several })
    );
    let all = options.with_block_lists();
    assert_eq!(decode(&all), decode(&both));
    assert_eq!(
        decode(&all.clone().with_block_lists_of(["a"])),
        decode(&all)
    );
}
