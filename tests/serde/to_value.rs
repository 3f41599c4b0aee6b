//! Rust data to values.

use std::collections::BTreeMap;

use expect_test::{Expect, expect};
use hcl::{CapsuleType, Category, Number, Type, Value, to_value};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Entries;

#[track_caller]
fn is<T: Serialize>(data: T, text: &str) -> Value {
    let value = to_value(&data).unwrap();
    assert_eq!(value.to_string(), text);
    value
}

#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "cases are easier to read")]
fn fails<T: Serialize>(data: T, report: Expect) {
    let error = to_value(&data).expect_err("there is no such value");
    report.assert_eq(&format!("{error}\n"));
}

#[test]
fn scalars() {
    is(true, "true");
    is(-5_i8, "-5");
    is(u128::MAX, "340282366920938463463374607431768211455");
    is(i128::MIN, "-170141183460469231731687303715884105728");
    is('é', r#""é""#);
    is("e\u{301}", r#""é""#);
    is("${x}", r#""$${x}""#);
    is((), "null");
    is(None::<u8>, "null");
    is(Some(5), "5");
    is(Some(None::<u8>), "null");
}

#[test]
fn floats_by_their_shortest_digits() {
    is(0.1_f32, "0.1");
    is(0.1_f64, "0.1");
    is(1e21, "1000000000000000000000");
    is(-0.0, "0");
    is(f64::INFINITY, "1/0");
    is(f32::NEG_INFINITY, "-1/0");
    fails(
        BTreeMap::from([("a", [f32::NAN])]),
        expect![[r#"
            error: Invalid number
              The float is NaN, which is not a number in HCL.
              path: a[0]
        "#]],
    );
}

#[derive(Serialize)]
struct Unit;

#[derive(Serialize)]
struct Newtype(u8);

#[derive(Serialize)]
struct Pair(u8, &'static str);

#[derive(Serialize)]
struct Struct {
    b: Option<u8>,
    a: Newtype,
}

#[test]
fn sequences_and_structs() {
    let pair = is(Pair(1, "x"), r#"[1, "x"]"#);
    assert_eq!(pair.ty(), Type::tuple([Type::NUMBER, Type::STRING]));
    assert_eq!(is(vec![1, 2], "[1, 2]").ty().description(), "tuple");
    let value = is(
        Struct {
            b: None,
            a: Newtype(1),
        },
        "{ a = 1, b = null }",
    );
    assert_eq!(value.ty().description(), "object");
    is(Unit, "{}");
    is((Newtype(1), Unit), "[1, {}]");
    assert_eq!(is(Vec::<u8>::new(), "[]").ty(), Type::tuple([]));

    struct Bytes;
    impl Serialize for Bytes {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_bytes(b"\x00\xff")
        }
    }
    is(Bytes, "[0, 255]");
}

#[test]
fn enums() {
    #[derive(Serialize)]
    enum External {
        Unit,
        Newtype(u8),
        Tuple(u8, u8),
        Struct { x: u8 },
    }
    is(External::Unit, r#""Unit""#);
    is(External::Newtype(1), "{ Newtype = 1 }");
    is(External::Tuple(1, 2), "{ Tuple = [1, 2] }");
    is(External::Struct { x: 1 }, "{ Struct = { x = 1 } }");

    #[derive(Serialize)]
    #[serde(tag = "type")]
    enum Internal {
        Unit,
        Struct { x: u8 },
    }
    is(Internal::Unit, r#"{ type = "Unit" }"#);
    is(Internal::Struct { x: 1 }, r#"{ type = "Struct", x = 1 }"#);

    #[derive(Serialize)]
    #[serde(tag = "type", content = "value")]
    enum Adjacent {
        Newtype(u8),
    }
    is(Adjacent::Newtype(1), r#"{ type = "Newtype", value = 1 }"#);

    #[derive(Serialize)]
    #[serde(untagged)]
    enum Untagged {
        Tuple(u8, u8),
    }
    is(Untagged::Tuple(1, 2), "[1, 2]");
}

#[test]
fn keys() {
    #[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
    enum Key {
        Unit,
    }
    #[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
    struct Wrapped<T>(T);

    is(
        BTreeMap::from([(10, 1), (9, 2)]),
        r#"{ "10" = 1, "9" = 2 }"#,
    );
    is(
        BTreeMap::from([(i128::MIN, 1)]),
        r#"{ "-170141183460469231731687303715884105728" = 1 }"#,
    );
    is(BTreeMap::from([(true, 1)]), "{ true = 1 }");
    is(BTreeMap::from([('é', 1)]), "{ é = 1 }");
    is(BTreeMap::from([(Key::Unit, 1)]), "{ Unit = 1 }");
    is(BTreeMap::from([(Wrapped("a"), 1)]), "{ a = 1 }");
    is(BTreeMap::from([(Some("a"), 1)]), "{ a = 1 }");
    is(BTreeMap::from([("a b", 1)]), r#"{ "a b" = 1 }"#);
    is(
        Entries([(1.0, 1), (1e300, 2)]),
        r#"{ "1.0" = 1, "1e300" = 2 }"#,
    );
    fails(
        BTreeMap::from([("a", BTreeMap::from([([1, 2], 1)]))]),
        expect![[r#"
            error: Unsuitable map key
              The key of a map must be a string, or a number, bool, character or unit variant, which becomes a string, but here it is a tuple.
              path: a
        "#]],
    );
    fails(
        BTreeMap::from([(None::<u8>, 1)]),
        expect![[r#"
        error: Unsuitable map key
          The key of a map must be a string, or a number, bool, character or unit variant, which becomes a string, but here it is an absent option.
    "#]],
    );
    fails(
        Entries([(f64::NAN, 1), (0.0, 1)]),
        expect![[r#"
        error: Unsuitable map key
          The key of a map must be a string, or a number, bool, character or unit variant, which becomes a string, but here it is a number without digits.
    "#]],
    );
}

#[test]
fn names_that_become_equal() {
    fails(
        [Entries([("e\u{301}", 1), ("é", 2)])],
        expect![[r#"
            error: Repeated name
              Two values have the name "é". Names are the same if they are equal in Unicode normal form C.
              path: [0].é
        "#]],
    );
    fails(
        Entries([("1", 1), ("1", 2)]),
        expect![[r#"
            error: Repeated name
              Two values have the name "1". Names are the same if they are equal in Unicode normal form C.
              path: ["1"]
        "#]],
    );

    #[derive(Serialize)]
    struct Flat {
        a: u8,
        #[serde(flatten)]
        rest: BTreeMap<&'static str, u8>,
    }
    let rest = BTreeMap::from([("b", 2)]);
    is(Flat { a: 1, rest }, "{ a = 1, b = 2 }");
    let rest = BTreeMap::from([("a", 2)]);
    fails(
        Flat { a: 1, rest },
        expect![[r#"
            error: Repeated name
              Two values have the name "a". Names are the same if they are equal in Unicode normal form C.
              path: a
        "#]],
    );
}

/// Values of all kinds of types.
fn typed() -> Vec<Value> {
    vec![
        Value::NULL,
        Value::null(&Type::list(Type::STRING)),
        Value::from(["a", "b"]),
        Value::from(Vec::<bool>::new()),
        Value::set(&Type::NUMBER, [Value::from(1)]).unwrap(),
        Value::map(&Type::BOOL, [("a", Value::from(true))]).unwrap(),
        Value::tuple([Value::from(Vec::<u8>::new())]).unwrap(),
        Value::object([("a", Value::null(&Type::STRING))]).unwrap(),
        Value::unknown(&Type::STRING),
        Value::dynamic(),
        CapsuleType::new("bytes").value(1),
        Value::from(
            "0.1234567890123456789012345678901234567890"
                .parse::<Number>()
                .unwrap(),
        ),
        Value::from("1e100".parse::<Number>().unwrap()),
        Value::from(
            "123456789012345678901234567890123456789012345"
                .parse::<Number>()
                .unwrap(),
        ),
        Value::from(Number::INFINITY),
    ]
}

#[test]
fn values_keep_their_types() {
    #[derive(Serialize)]
    struct Around {
        value: Value,
        #[serde(flatten)]
        rest: BTreeMap<&'static str, Option<Value>>,
    }
    for value in typed() {
        assert_eq!(to_value(&value).unwrap(), value);
        let rest = BTreeMap::from([("rest", Some(value.clone()))]);
        let around = to_value(&Around {
            value: value.clone(),
            rest,
        })
        .unwrap();
        assert_eq!(around["value"], value);
        assert_eq!(around["rest"], value);
    }
}

#[test]
fn numbers_keep_their_digits() {
    let number: Number = "0.12345678901234567890123".parse().unwrap();
    assert_eq!(to_value(&[&number]).unwrap()[0], number);
    assert_eq!(json!([number]).to_string(), "[0.12345678901234568]");
}

#[test]
fn flattened_and_tagged_data_is_plain() {
    #[derive(Serialize)]
    #[serde(tag = "type")]
    enum Tagged {
        Some(Value),
    }
    let object = Value::object([("a", Value::from(["x"]))]).unwrap();
    let tagged = is(Tagged::Some(object), r#"{ a = ["x"], type = "Some" }"#);
    assert_eq!(tagged["a"].ty().description(), "tuple");
}

#[test]
fn other_formats_see_plain_values() {
    let plain: Vec<_> = typed().drain(2..8).collect();
    assert_eq!(
        json!(plain).to_string(),
        r#"[["a","b"],[],[1],{"a":true},[[]],{"a":null}]"#
    );
}

#[test]
fn deserialized_values_serialize_to_the_same_json() {
    let text = "a = [1, 2.5, null]\nb = { c = \"x\" }\n";
    let deserializer = hcl::Deserializer::parse(text).unwrap();
    let value = Value::deserialize(&deserializer).unwrap();
    let json = serde_json::Value::deserialize(&deserializer).unwrap();
    assert_eq!(to_value(&value).unwrap(), value);
    assert_eq!(to_value(&json).unwrap(), value);
}

#[derive(Serialize)]
struct Chain(Option<Box<Chain>>);

#[derive(Serialize)]
struct Levels<T>([T; 1]);

fn chain(length: usize) -> Chain {
    (0..length).fold(Chain(None), |chain, _| Chain(Some(Box::new(chain))))
}

fn nested(levels: usize) -> serde_json::Value {
    (0..levels).fold(json!(1), |value, _| json!([value]))
}

#[test]
fn too_deep() {
    let value = to_value(&nested(256)).unwrap();
    assert_eq!(to_value(&value).unwrap(), value);
    let error = to_value(&nested(257)).unwrap_err();
    assert_eq!(error.classify(), Category::Limit);
    assert_eq!(*error.path(), "[0]".repeat(256));
    let deepest = (256..513).try_fold(value, |inner, _| Value::tuple([inner]));
    fails(
        Levels([deepest.unwrap()]),
        expect![[r#"
        error: Nesting too deep
          A value may nest at most 513 levels deep here, but this one nests deeper. Flatten it, and make sure that it does not contain itself.
    "#]],
    );
    assert!(to_value(&nested(1000)).is_err());
    // Newtypes and options leave no trace in the value, but use the stack.
    assert!(to_value(&chain(500)).unwrap().is_null());
    fails(
        chain(600),
        expect![[r#"
        error: Nesting too deep
          A value may nest at most 256 levels deep here, but this one nests deeper. Flatten it, and make sure that it does not contain itself.
    "#]],
    );
}

#[test]
fn errors_of_the_type_itself() {
    struct Refuses;
    impl Serialize for Refuses {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("I would rather not."))
        }
    }
    struct Unordered;
    impl Serialize for Unordered {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(None)?;
            map.serialize_value(&1)?;
            map.end()
        }
    }
    struct KeyAlone;
    impl Serialize for KeyAlone {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(None)?;
            map.serialize_key("a")?;
            map.end()
        }
    }
    #[derive(Serialize)]
    enum Variant<T> {
        Newtype(T),
        Tuple(u8, T),
        Struct { x: T },
    }
    fails(
        BTreeMap::from([("a b", Variant::Newtype(Refuses))]),
        expect![[r#"
            error: Invalid value
              I would rather not.
              path: ["a b"].Newtype
        "#]],
    );
    fails(
        Variant::Tuple(1, Refuses),
        expect![[r#"
        error: Invalid value
          I would rather not.
          path: Tuple[1]
    "#]],
    );
    fails(
        Variant::Struct { x: Refuses },
        expect![[r#"
        error: Invalid value
          I would rather not.
          path: Struct.x
    "#]],
    );
    fails(
        Unordered,
        expect![[r#"
        error: Invalid map
          The "Serialize" implementation of the type does not serialize the keys and values of a map in turn.
    "#]],
    );
    fails(
        KeyAlone,
        expect![[r#"
        error: Invalid map
          The "Serialize" implementation of the type does not serialize the keys and values of a map in turn.
    "#]],
    );
}
