//! Data that cannot be written, and the reasons.

use std::collections::BTreeMap;

use expect_test::expect;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use serde_json::json;

use super::{cannot, writes};

#[derive(Serialize, Clone)]
struct Block {
    x: f64,
}

#[derive(Serialize)]
struct Labelled {
    #[serde(rename = "$label")]
    name: &'static str,
}

#[test]
fn floats_without_digits() {
    cannot(
        &BTreeMap::from([("a", f64::NAN)]),
        expect![[r#"
            error: Invalid number
              Native syntax has no literal for a number that is infinite or not a number. Omit it, as an Option that is None, or write it as a string.
              path: a
        "#]],
    );
    cannot(
        &BTreeMap::from([("a", [1.0, f64::INFINITY])]),
        expect![[r#"
            error: Invalid number
              Native syntax has no literal for a number that is infinite or not a number. Omit it, as an Option that is None, or write it as a string.
              path: a[1]
        "#]],
    );
    let block = Block {
        x: f64::NEG_INFINITY,
    };
    let services = BTreeMap::from([("web", block)]);
    cannot(
        &BTreeMap::from([("service", services)]),
        expect![[r#"
            error: Invalid number
              Native syntax has no literal for a number that is infinite or not a number. Omit it, as an Option that is None, or write it as a string.
              path: service["web"].x
        "#]],
    );
    let infinite = hcl::Value::try_from(f64::INFINITY).unwrap();
    cannot(
        &BTreeMap::from([("a", &infinite)]),
        expect![[r#"
            error: Invalid number
              Native syntax has no literal for a number that is infinite or not a number. Omit it, as an Option that is None, or write it as a string.
              path: a
        "#]],
    );
}

#[test]
fn names_that_are_not_identifiers() {
    cannot(
        &BTreeMap::from([("a b", 1)]),
        expect![[r#"
        error: Invalid name
          The name "a b" is not an identifier: a letter or "_", followed by letters, digits, "_" and "-". Rename it, or write the value around it as an attribute, with #[serde(with = "hcl::attribute")]: the keys of an object can be any text.
          path: ["a b"]
    "#]],
    );
    cannot(
        &BTreeMap::from([("", 1)]),
        expect![[r#"
        error: Invalid name
          The name "" is not an identifier: a letter or "_", followed by letters, digits, "_" and "-". Rename it, or write the value around it as an attribute, with #[serde(with = "hcl::attribute")]: the keys of an object can be any text.
          path: [""]
    "#]],
    );
    cannot(
        &BTreeMap::from([(80, "http")]),
        expect![[r#"
        error: Invalid name
          The name "80" is not an identifier: a letter or "_", followed by letters, digits, "_" and "-". Rename it, or write the value around it as an attribute, with #[serde(with = "hcl::attribute")]: the keys of an object can be any text.
          path: ["80"]
    "#]],
    );
    #[derive(Serialize)]
    struct Renamed {
        #[serde(rename = "a.b")]
        a: u8,
    }
    cannot(
        &BTreeMap::from([("block", Renamed { a: 1 })]),
        expect![[r#"
            error: Invalid name
              The name "a.b" is not an identifier: a letter or "_", followed by letters, digits, "_" and "-". Rename it, or write the value around it as an attribute, with #[serde(with = "hcl::attribute")]: the keys of an object can be any text.
              path: block["a.b"]
        "#]],
    );
    #[derive(Serialize)]
    enum Item {
        #[serde(rename = "1")]
        One,
    }
    cannot(
        &[Item::One],
        expect![[r#"
        error: Invalid name
          The name "1" is not an identifier: a letter or "_", followed by letters, digits, "_" and "-". Rename it, or write the value around it as an attribute, with #[serde(with = "hcl::attribute")]: the keys of an object can be any text.
          path: [0]
    "#]],
    );
    writes(
        &BTreeMap::from([("_a-1", 1), ("für", 2), ("true", 3)]),
        expect![[r#"
            _a-1 = 1
            für  = 2
            true = 3
        "#]],
    );
}

#[test]
fn elements_of_a_variant() {
    #[derive(Serialize)]
    enum Item {
        Pair(u8, f64),
        Block(Block),
        Fields { x: f64 },
    }
    let block = Block { x: f64::NAN };
    for (item, path) in [
        (Item::Block(block), "Block.x"),
        (Item::Fields { x: f64::NAN }, "Fields.x"),
    ] {
        assert_eq!(*hcl::to_string(&item).unwrap_err().path(), *path);
        let error = hcl::to_string(&[item]).unwrap_err();
        assert_eq!(*error.path(), format!("[0].{path}"));
    }
    cannot(
        &[Item::Pair(1, f64::NAN)],
        expect![[r#"
            error: Invalid number
              Native syntax has no literal for a number that is infinite or not a number. Omit it, as an Option that is None, or write it as a string.
              path: [0].Pair[1]
        "#]],
    );
    cannot(
        &BTreeMap::from([("x", Item::Pair(1, f64::NAN))]),
        expect![[r#"
            error: Invalid number
              Native syntax has no literal for a number that is infinite or not a number. Omit it, as an Option that is None, or write it as a string.
              path: x.Pair[1]
        "#]],
    );
}

/// A block with these fields. A hand-written `Serialize` can repeat a name.
struct Fields<T>(Vec<(&'static str, T)>);

impl<T: Serialize> Serialize for Fields<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Fields", self.0.len())?;
        for (name, value) in &self.0 {
            fields.serialize_field(name, value)?;
        }
        fields.end()
    }
}

#[test]
fn repeated_labels() {
    let label = json!("a");
    let labels = json!(["a"]);
    cannot(
        &BTreeMap::from([("x", Fields(vec![("$label", &label), ("$label", &label)]))]),
        expect![[r#"
            error: Repeated label
              The label "$label" of the block is set by two fields. Remove one of the two.
              path: x
        "#]],
    );
    let fields = vec![("$label", &label), ("$labels", &labels), ("$label", &label)];
    cannot(
        &BTreeMap::from([("x", Fields(fields))]),
        expect![[r#"
            error: Repeated label
              The label "$label" of the block is set by two fields. Remove one of the two.
              path: x
        "#]],
    );
    let fields = vec![("$labels", &labels), ("$labels", &labels)];
    cannot(
        &BTreeMap::from([("x", Fields(fields))]),
        expect![[r#"
            error: Repeated label
              The labels of the block are set by two fields. Remove one of the two.
              path: x
        "#]],
    );
}

/// A label that is `None` is not written, so `$labels` may end with `None`. It is an error if a later label would be
/// read in its place.
#[test]
fn absent_labels() {
    #[derive(Serialize)]
    struct Block {
        #[serde(rename = "$label")]
        label: Option<&'static str>,
        #[serde(rename = "$labels")]
        labels: Option<Vec<Option<&'static str>>>,
    }
    let block = |label, labels| BTreeMap::from([("x", Block { label, labels })]);
    writes(&block(Some("a"), None), expect!["x \"a\" {}\n"]);
    cannot(
        &block(None, Some(vec![Some("a"), None])),
        expect![[r#"
            error: Contradictory labels
              The label "$label" is absent, but "$labels" has a label in its place, which would be read as that label. Make them equal, or remove one of the two fields.
              path: x
        "#]],
    );
    writes(
        &block(Some("a"), Some(vec![Some("a"), None])),
        expect!["x \"a\" {}\n"],
    );
    writes(&block(None, Some(vec![None])), expect!["x {}\n"]);
    cannot(
        &block(None, Some(vec![Some("a"), None, Some("b")])),
        expect![[r#"
            error: Missing label
              The label "$label.2" comes after the label "$label.1", which is missing. Give the block all labels up to the last one.
              path: x
        "#]],
    );
    cannot(
        &block(Some("a"), Some(vec![None])),
        expect![[r#"
        error: Contradictory labels
          The label "$label" is "a", but "$labels" says otherwise. Make them equal, or remove one of the two fields.
          path: x
    "#]],
    );
    let labels = vec![None, Some(BTreeMap::from([("k", 1)]))];
    cannot(
        &BTreeMap::from([("x", Fields(vec![("$labels", labels)]))]),
        expect![[r#"
            error: Unsuitable label
              A label is a string, or a number, bool, character or unit variant that becomes one; "$labels" is a sequence of these.
              path: x[1]
        "#]],
    );
    let fields = vec![("$labels", Some(["a"])), ("$labels", None)];
    writes(
        &BTreeMap::from([("x", Fields(fields))]),
        expect!["x \"a\" {}\n"],
    );
}

#[test]
fn labels() {
    #[derive(Serialize)]
    struct Gap {
        #[serde(rename = "$label.1")]
        zone: &'static str,
    }
    cannot(
        &BTreeMap::from([("service", Gap { zone: "a" })]),
        expect![[r#"
            error: Missing label
              The label "$label.1" comes after the label "$label", which is missing. Give the block all labels up to the last one.
              path: service
        "#]],
    );
    #[derive(Serialize)]
    struct Both {
        #[serde(rename = "$label")]
        name: &'static str,
        #[serde(rename = "$labels")]
        labels: Vec<&'static str>,
    }
    let both = |label| Both {
        name: "a",
        labels: vec![label],
    };
    writes(
        &BTreeMap::from([("service", both("a"))]),
        expect![[r#"
        service "a" {}
    "#]],
    );
    cannot(
        &BTreeMap::from([("service", both("b"))]),
        expect![[r#"
        error: Contradictory labels
          The label "$label" is "a", but "$labels" says otherwise. Make them equal, or remove one of the two fields.
          path: service
    "#]],
    );
    #[derive(Serialize)]
    struct Odd {
        #[serde(rename = "$label")]
        name: Block,
    }
    cannot(
        &BTreeMap::from([(
            "service",
            Odd {
                name: Block { x: 1.0 },
            },
        )]),
        expect![[r#"
            error: Unsuitable label
              A label is a string, or a number, bool, character or unit variant that becomes one; "$labels" is a sequence of these.
              path: service
        "#]],
    );
    cannot(
        &BTreeMap::from([("a", [[Labelled { name: "web" }]])]),
        expect![[r#"
            error: Label without block
              The field "$label" is a label, and only a block has labels. The value around it is the whole configuration or is written as an attribute, because another element of the same sequence or map cannot be a block, or because an attribute is required.
              path: a[0][0]
        "#]],
    );
    #[derive(Serialize)]
    struct Unknown {
        #[serde(rename = "$name")]
        name: u8,
    }
    cannot(
        &BTreeMap::from([("service", Unknown { name: 1 })]),
        expect![[r#"
            error: Invalid name
              The name "$name" is not an identifier: a letter or "_", followed by letters, digits, "_" and "-". Rename it, or write the value around it as an attribute, with #[serde(with = "hcl::attribute")]: the keys of an object can be any text.
              path: service
        "#]],
    );
}

#[test]
fn roots() {
    cannot(
        &5,
        expect![[r#"
        error: Unsuitable value type
          A configuration is a body, which is a list of attributes and blocks, but this is a number. Serialize a struct, a map, an enum or a sequence of enums; a value on its own is written by "hcl::to_value" and its "Display".
    "#]],
    );
    cannot(
        "text",
        expect![[r#"
        error: Unsuitable value type
          A configuration is a body, which is a list of attributes and blocks, but this is a string. Serialize a struct, a map, an enum or a sequence of enums; a value on its own is written by "hcl::to_value" and its "Display".
    "#]],
    );
    cannot(
        &None::<u8>,
        expect![[r#"
        error: Unsuitable value type
          A configuration is a body, which is a list of attributes and blocks, but this is an absent option. Serialize a struct, a map, an enum or a sequence of enums; a value on its own is written by "hcl::to_value" and its "Display".
    "#]],
    );
    cannot(
        &[1, 2],
        expect![[r#"
        error: Unsuitable value type
          In a sequence that is a body each element is an attribute or a block, and takes its name from the variant of an enum, but this is a number.
          path: [0]
    "#]],
    );
    cannot(
        &[Block { x: 1.0 }],
        expect![[r#"
        error: Unsuitable value type
          In a sequence that is a body each element is an attribute or a block, and takes its name from the variant of an enum, but this is a struct.
          path: [0]
    "#]],
    );
    cannot(
        &hcl::Value::from(["a"]),
        expect![[r#"
        error: Unsuitable value type
          In a sequence that is a body each element is an attribute or a block, and takes its name from the variant of an enum, but this is a string.
          path: [0]
    "#]],
    );
    cannot(
        &hcl::parse_expression("a + b").unwrap(),
        expect![[r#"
        error: Unsuitable value type
          A configuration is a body, which is a list of attributes and blocks, but this is an expression. Serialize a struct, a map, an enum or a sequence of enums; a value on its own is written by "hcl::to_value" and its "Display".
    "#]],
    );
}

#[test]
fn keys() {
    cannot(
        &BTreeMap::from([("a", BTreeMap::from([([1, 2], 3)]))]),
        expect![[r#"
            error: Unsuitable map key
              The key of a map must be a string, or a number, bool, character or unit variant, which becomes a string, but here it is a tuple.
              path: a
        "#]],
    );
    #[derive(Serialize)]
    struct Field {
        a: NoKey,
    }
    struct NoKey;
    impl Serialize for NoKey {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            use serde::ser::SerializeMap;
            let mut map = serializer.serialize_map(Some(1))?;
            map.serialize_value(&1)?;
            map.end()
        }
    }
    cannot(
        &NoKey,
        expect![[r#"
        error: Invalid map
          The "Serialize" implementation of the type does not serialize the keys and values of a map in turn.
    "#]],
    );
    struct TwoKeys;
    impl Serialize for TwoKeys {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            use serde::ser::SerializeMap;
            let mut map = serializer.serialize_map(Some(1))?;
            map.serialize_key("a")?;
            map.serialize_key("b")?;
            map.serialize_value(&1)?;
            map.end()
        }
    }
    let errors = [
        hcl::to_string(&TwoKeys).unwrap_err(),
        hcl::to_string(&BTreeMap::from([("a", TwoKeys)])).unwrap_err(),
        hcl::to_value(&TwoKeys).unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.diagnostics()[0].summary(), "Invalid map");
    }
    cannot(
        &Field { a: NoKey },
        expect![[r#"
        error: Invalid map
          The "Serialize" implementation of the type does not serialize the keys and values of a map in turn.
          path: a
    "#]],
    );
}

#[test]
fn values_without_native_syntax() {
    use hcl::{CapsuleType, Type, Value};
    let unknown = Value::unknown(&Type::STRING);
    cannot(
        &BTreeMap::from([("a", [unknown])]),
        expect![[r#"
        error: Invalid value
          An unknown value (string) cannot be serialized.
          path: a[0]
    "#]],
    );
    let capsule = CapsuleType::new("bytes").value(1);
    cannot(
        &BTreeMap::from([("a", capsule)]),
        expect![[r#"
        error: Invalid value
          A value of the capsule type "bytes" cannot be serialized.
          path: a
    "#]],
    );
}

#[test]
fn the_writer_fails() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let error = hcl::to_writer(Full, &json!({ "a": 1 })).unwrap_err();
    assert_eq!(error.classify(), hcl::Category::Io);
    assert_eq!(
        error.io_error().unwrap().kind(),
        std::io::ErrorKind::StorageFull
    );
    expect![[r#"
        error: Failed to write the configuration
          no storage space
    "#]]
    .assert_eq(&format!("{error}\n"));
}

#[test]
fn blocks_of_a_map_with_different_numbers_of_labels() {
    #[derive(Serialize, Clone)]
    struct Service {
        #[serde(rename = "$labels")]
        labels: Vec<&'static str>,
        port: u16,
    }
    #[derive(Serialize)]
    struct Zoned {
        #[serde(rename = "$label", skip_serializing_if = "Option::is_none")]
        zone: Option<&'static str>,
    }
    let service = |labels: &[&'static str]| Service {
        labels: labels.to_vec(),
        port: 80,
    };
    let services = BTreeMap::from([("a", service(&[])), ("b", service(&["x"]))]);
    cannot(
        &BTreeMap::from([("service", services)]),
        expect![[r#"
            error: Inconsistent number of labels
              This block of a map has 2 labels, keys and variants included, but the first one has 1 label. Give all of them the same number of labels, or write a sequence instead of the map.
              path: service["b"]
        "#]],
    );
    #[derive(Serialize)]
    enum Named {
        Tcp {},
        #[serde(untagged)]
        Other {},
    }
    #[derive(Serialize)]
    struct Forced(#[serde(with = "hcl::block")] [Named; 2]);
    let services = BTreeMap::from([("a", Forced([Named::Tcp {}, Named::Other {}]))]);
    cannot(
        &BTreeMap::from([("service", services)]),
        expect![[r#"
        error: Inconsistent number of labels
          This block of a map has 1 label, keys and variants included, but the first one has 2 labels. Give all of them the same number of labels, or write a sequence instead of the map.
          path: service["a"][1]
    "#]],
    );
    let zones = [None, Some("x")].map(|zone| Zoned { zone });
    cannot(
        &BTreeMap::from([(
            "service",
            BTreeMap::from([("a", BTreeMap::from([("b", zones)]))]),
        )]),
        expect![[r#"
            error: Inconsistent number of labels
              This block of a map has 3 labels, keys and variants included, but the first one has 2 labels. Give all of them the same number of labels, or write a sequence instead of the map.
              path: service["a"]["b"][1]
        "#]],
    );
    // In a body, each block is written with its own labels: blocks in a sequence may differ in their numbers of labels.
    let services = [service(&["x", "y"]), service(&[])];
    writes(
        &BTreeMap::from([("service", services.to_vec())]),
        expect![[r#"
            service "x" "y" {
              port = 80
            }

            service {
              port = 80
            }
        "#]],
    );
    let [more, none] = services;
    writes(
        &BTreeMap::from([("a", more), ("b", none)]),
        expect![[r#"
            a "x" "y" {
              port = 80
            }

            b {
              port = 80
            }
        "#]],
    );
}
