//! Structs with `flatten` and tags, which serde buffers in decoding; absent values; names that are data.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use expect_test::expect;
use hcl::Value;
use serde::ser::{SerializeMap, SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};
use serde_derive::Deserialize;
use serde_json::json;

use super::{Entries, X, cannot, decodes_to_itself, writes};

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
struct Port {
    number: u16,
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
struct Labelled {
    #[serde(rename = "$label")]
    name: String,
    port: Vec<Port>,
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
struct Inner {
    ports: Vec<Port>,
    pair: (Port, Port),
    named: BTreeMap<String, Vec<Port>>,
    absent: Option<u8>,
    present: Option<u8>,
    nested: Option<Box<Inner>>,
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Outer {
    direct: Vec<Port>,
    labelled: Vec<Labelled>,
    none: Option<u8>,
    #[serde(flatten)]
    inner: Inner,
}

fn inner(ports: u16, nested: Option<Inner>) -> Inner {
    let port = |number| Port { number };
    let ports: Vec<Port> = (0..ports).map(port).collect();
    Inner {
        named: BTreeMap::from([("a".to_owned(), ports.clone())]),
        ports,
        pair: (port(1), port(2)),
        absent: None,
        present: Some(1),
        nested: nested.map(Box::new),
    }
}

fn outer(count: u16, inner: Inner) -> Outer {
    let ports: Vec<Port> = (0..count).map(|number| Port { number }).collect();
    let labelled = Labelled {
        name: "a".to_owned(),
        port: ports.clone(),
    };
    Outer {
        direct: ports,
        labelled: vec![labelled; count.into()],
        none: None,
        inner,
    }
}

#[test]
fn a_buffered_list_of_one_element_is_an_attribute() {
    decodes_to_itself(
        &outer(1, inner(1, None)),
        expect![[r#"
        direct = [
          {
            number = 0
          },
        ]

        labelled "a" {
          port = [
            {
              number = 0
            },
          ]
        }

        ports = [
          {
            number = 0
          },
        ]

        pair {
          number = 1
        }

        pair {
          number = 2
        }

        named = {
          a = [
            {
              number = 0
            },
          ]
        }
        present = 1
    "#]],
    );
    for count in 0..3 {
        for nested in 0..3 {
            let value = X {
                x: outer(count, inner(count, Some(inner(nested, None)))),
            };
            super::gives_back(&value);
        }
    }
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
enum Kind {
    Tcp { number: u16 },
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct KindsWithin {
    one: Kind,
    pair: (Port, Kind),
    many: Vec<Kind>,
    named: BTreeMap<String, Kind>,
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct OuterKinds {
    #[serde(flatten)]
    inner: KindsWithin,
}

#[test]
fn a_buffered_list_of_labelled_blocks_is_an_attribute() {
    let kind = |number| Kind::Tcp { number };
    let inner = KindsWithin {
        one: kind(1),
        pair: (Port { number: 2 }, kind(3)),
        many: vec![kind(4), kind(5)],
        named: BTreeMap::from([("a".to_owned(), kind(6))]),
    };
    decodes_to_itself(
        &inner,
        expect![[r#"
            one "Tcp" {
              number = 1
            }

            pair {
              number = 2
            }

            pair "Tcp" {
              number = 3
            }

            many "Tcp" {
              number = 4
            }

            many "Tcp" {
              number = 5
            }

            named "a" "Tcp" {
              number = 6
            }
        "#]],
    );
    decodes_to_itself(
        &OuterKinds { inner },
        expect![[r#"
            one "Tcp" {
              number = 1
            }

            pair = [
              {
                number = 2
              },
              {
                Tcp = {
                  number = 3
                }
              },
            ]
            many = [
              {
                Tcp = {
                  number = 4
                }
              },
              {
                Tcp = {
                  number = 5
                }
              },
            ]

            named "a" "Tcp" {
              number = 6
            }
        "#]],
    );
}

#[test]
fn null_is_kept_where_it_is_the_value_of_a_key() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Config {
        a: Option<u8>,
        #[serde(flatten)]
        fields: Fields,
        #[serde(flatten)]
        rest: BTreeMap<String, Option<u8>>,
        object: BTreeMap<String, Option<u8>>,
        #[serde(with = "hcl::block")]
        block: BTreeMap<String, Option<u8>>,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Fields {
        b: Option<u8>,
    }
    let entries = || BTreeMap::from([("x".to_owned(), None), ("y".to_owned(), Some(1))]);
    decodes_to_itself(
        &Config {
            a: None,
            fields: Fields { b: None },
            rest: entries(),
            object: entries(),
            block: entries(),
        },
        expect![[r#"
            x = null
            y = 1
            object = {
              x = null
              y = 1
            }

            block {
              x = null
              y = 1
            }
        "#]],
    );
}

/// A key with the text of a field's name is data. Only a name that serde itself gives is the name of a field.
#[test]
fn a_key_that_holds_its_text_is_data() {
    struct Code([u8; 3]);
    impl Serialize for Code {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_str(str::from_utf8(&self.0).unwrap())
        }
    }
    struct Rates;
    impl Serialize for Rates {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut entries = serializer.serialize_map(None)?;
            entries.serialize_entry(&Code(*b"usd"), &None::<u8>)?;
            entries.end()
        }
    }
    writes(&Rates, expect!["usd = null\n"]);
}

#[test]
fn units_are_absent() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Config<T> {
        before: u8,
        #[serde(default)]
        unit: T,
        #[serde(default, with = "hcl::attribute")]
        option: Option<Port>,
        list: Vec<T>,
    }
    let text = expect![[r#"
        before = 1
        list   = [null]
    "#]];
    decodes_to_itself(
        &Config {
            before: 1,
            unit: (),
            option: None,
            list: vec![()],
        },
        text,
    );
    let text = expect![[r#"
        before = 1
        option = {
          number = 1
        }
        list = [null]
    "#]];
    decodes_to_itself(
        &Config {
            before: 1,
            unit: serde_json::Value::Null,
            option: Some(Port { number: 1 }),
            list: vec![serde_json::Value::Null],
        },
        text,
    );
}

/// A variant is kept in both syntaxes and in values, alone and in lists and maps.
#[test]
fn unit_variants_with_flatten() {
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    enum Choice {
        Unit,
        Newtype(u8),
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    struct Config {
        own: u8,
        #[serde(flatten)]
        choice: Choice,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct All {
        one: Config,
        list: Vec<Config>,
        map: BTreeMap<String, Config>,
    }
    let config = |choice| Config { own: 1, choice };
    decodes_to_itself(
        &config(Choice::Unit),
        expect![[r#"
            own  = 1
            Unit = null
        "#]],
    );
    let (unit, newtype) = (config(Choice::Unit), config(Choice::Newtype(2)));
    let all = All {
        one: unit.clone(),
        list: vec![unit.clone(), newtype],
        map: BTreeMap::from([("a".to_owned(), unit)]),
    };
    super::gives_back(&all);
    let json = hcl::json::to_string(&all).unwrap();
    assert_eq!(hcl::json::from_str::<All>(&json).unwrap(), all);
    let value = hcl::to_value(&all).unwrap();
    assert_eq!(hcl::from_value::<All>(value).unwrap(), all);
}

#[test]
fn large_numbers_with_flatten() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Floats {
        #[serde(flatten)]
        rest: BTreeMap<String, f64>,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Values {
        #[serde(flatten)]
        rest: BTreeMap<String, Value>,
    }
    for float in [
        1e20,
        1e15,
        1e16,
        -1e19,
        1.5e300,
        18_446_744_073_709_551_616.0,
    ] {
        let rest = BTreeMap::from([("x".to_owned(), float)]);
        super::gives_back(&Floats { rest });
        let value = Value::try_from(float).unwrap();
        let rest = BTreeMap::from([("x".to_owned(), value)]);
        super::gives_back(&Values { rest });
    }
}

#[test]
fn names_of_fields_are_not_data() {
    for name in ["$label", "$label.1", "$labels", "$body"] {
        for block in [json!({ name: [] }), json!({ name: "a" })] {
            let error = hcl::to_string(&block).unwrap_err();
            assert_eq!(error.path(), &*format!("[{name:?}]"));
            assert!(error.to_string().contains("Reserved name"), "{error}");
            #[derive(Serialize)]
            struct Flattened<T> {
                #[serde(flatten)]
                rest: T,
            }
            assert!(
                hcl::to_string(&X {
                    x: Flattened { rest: &block }
                })
                .is_err()
            );
            #[derive(Serialize)]
            struct Forced<T: Serialize> {
                #[serde(with = "hcl::block")]
                x: T,
            }
            assert!(hcl::to_string(&Forced { x: &block }).is_err());
        }
        // In an object, these names are ordinary keys and labels.
        decodes_to_itself_in_an_object(name);
    }
    cannot(
        &json!({ "$body": [] }),
        expect![[r#"
            error: Reserved name
              The key "$body" of a map cannot be written in a body: a field of this name stands for a label of the block or for the rest of its body. Rename the key, or write the value around it as an attribute, with #[serde(with = "hcl::attribute")].
        "#]],
    );
    cannot(
        &Entries([("$label.01", 1)]),
        expect![[r#"
        error: Invalid name
          The name "$label.01" is not an identifier: a letter or "_", followed by letters, digits, "_" and "-". Rename it, or write the value around it as an attribute, with #[serde(with = "hcl::attribute")]: the keys of an object can be any text.
          path: ["$label.01"]
    "#]],
    );
}

fn decodes_to_itself_in_an_object(name: &str) {
    let object = BTreeMap::from([(name.to_owned(), 1)]);
    super::gives_back(&X { x: object });
    let blocks = BTreeMap::from([(name.to_owned(), Port { number: 1 })]);
    super::gives_back(&X { x: blocks });
}

#[test]
fn fields_that_are_not_labels() {
    #[derive(Serialize)]
    struct Zero {
        #[serde(rename = "$label.01")]
        zone: u8,
    }
    cannot(
        &X {
            x: Zero { zone: 1 },
        },
        expect![[r#"
            error: Invalid name
              The name "$label.01" is not an identifier: a letter or "_", followed by letters, digits, "_" and "-". Rename it, or write the value around it as an attribute, with #[serde(with = "hcl::attribute")]: the keys of an object can be any text.
              path: x
        "#]],
    );
    #[derive(Serialize)]
    struct Plus {
        #[serde(rename = "$label.+1")]
        zone: u8,
    }
    cannot(
        &X {
            x: Plus { zone: 1 },
        },
        expect![[r#"
            error: Invalid name
              The name "$label.+1" is not an identifier: a letter or "_", followed by letters, digits, "_" and "-". Rename it, or write the value around it as an attribute, with #[serde(with = "hcl::attribute")]: the keys of an object can be any text.
              path: x
        "#]],
    );
}

#[test]
fn tagged_types_with_labels() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    #[serde(tag = "$label")]
    enum Check {
        Tcp(Port),
        Any(BTreeMap<String, u8>),
    }
    decodes_to_itself(
        &X {
            x: vec![Check::Tcp(Port { number: 1 })],
        },
        expect![[r#"
            x "Tcp" {
              number = 1
            }
        "#]],
    );
    #[derive(Serialize)]
    struct Forced {
        #[serde(with = "hcl::block")]
        x: Check,
    }
    let entries = BTreeMap::from([("a".to_owned(), 1)]);
    writes(
        &Forced {
            x: Check::Any(entries),
        },
        expect![[r#"
            x "Any" {
              a = 1
            }
        "#]],
    );
}

/// A value that serializes differently each time.
#[test]
fn values_that_change() {
    use std::cell::Cell;
    struct Changing(Cell<u8>, fn(u8) -> bool);
    impl Serialize for Changing {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let count = self.0.replace(self.0.get() + 1);
            if self.1(count) {
                serializer.serialize_struct("Changing", 0)?.end()
            } else {
                serializer.serialize_u8(count)
            }
        }
    }
    cannot(
        &X {
            x: Changing(Cell::new(0), |count| count == 0),
        },
        expect![[r#"
            error: Changing value
              The "Serialize" implementation of the type gives different results when it is called twice. The results must be equal, because it is called once to determine the form of the value and again to write it.
              path: x
        "#]],
    );
    writes(
        &X {
            x: Changing(Cell::new(0), |count| count > 0),
        },
        expect![[r#"
            x = {}
        "#]],
    );
}

/// A value that panics when it is serialized.
struct Panics;

impl Serialize for Panics {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        std::panic::resume_unwind(Box::new(()))
    }
}

/// Containers that catch the panic of their content and continue.
enum Catches {
    Seq(Box<dyn Fn() -> Catches>),
    Map(Box<dyn Fn() -> Catches>),
    Open(Box<dyn Fn() -> Catches>),
    Struct(Box<dyn Fn() -> Catches>),
    Leaf(bool),
}

impl Serialize for Catches {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Catches::Seq(within) => {
                let mut elements = serializer.serialize_seq(Some(4))?;
                for value in [
                    within(),
                    Catches::Leaf(false),
                    Catches::Leaf(true),
                    within(),
                ] {
                    let _ = catch_unwind(AssertUnwindSafe(|| elements.serialize_element(&value)));
                }
                elements.end()
            }
            Catches::Map(within) | Catches::Open(within) => {
                let len = matches!(self, Catches::Map(_)).then_some(3);
                let mut entries = serializer.serialize_map(len)?;
                for (key, value) in [
                    ("é", within()),
                    ("日本", Catches::Leaf(false)),
                    ("long", within()),
                ] {
                    let _ = catch_unwind(AssertUnwindSafe(|| entries.serialize_entry(key, &value)));
                }
                entries.end()
            }
            Catches::Struct(within) => {
                let mut fields = serializer.serialize_struct("Struct", 4)?;
                let values = [
                    ("a", within()),
                    ("$label", Catches::Leaf(true)),
                    ("日本", within()),
                    ("$body", within()),
                    ("long", Catches::Leaf(false)),
                    ("$labels", within()),
                ];
                for (key, value) in values {
                    let _ = catch_unwind(AssertUnwindSafe(|| fields.serialize_field(key, &value)));
                }
                fields.end()
            }
            Catches::Leaf(true) => serializer.serialize_str("é"),
            Catches::Leaf(false) => Panics.serialize(serializer),
        }
    }
}

#[test]
fn panics_that_are_caught_inside_do_no_harm() {
    type Make = fn(Box<dyn Fn() -> Catches>) -> Catches;
    const KINDS: [Make; 4] = [Catches::Seq, Catches::Map, Catches::Open, Catches::Struct];
    for outer in KINDS {
        for middle in KINDS {
            for inner in KINDS {
                for leaf in [false, true] {
                    let leaf = move || Catches::Leaf(leaf);
                    let inner = move || inner(Box::new(leaf));
                    let middle = move || middle(Box::new(inner));
                    // The text is meaningless here. The test checks that the serializer returns.
                    let _ = hcl::to_string(&X {
                        x: outer(Box::new(middle)),
                    });
                    let _ = hcl::to_string(&outer(Box::new(middle)));
                }
            }
        }
    }
}
