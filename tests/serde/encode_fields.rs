//! Each row of the encoding table: the form that a field takes.

use std::collections::{BTreeMap, HashMap};

use expect_test::expect;
use serde_derive::{Deserialize, Serialize};

use super::{cannot, decodes_to_itself, writes};

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
struct Port {
    number: u16,
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
struct Unit;

fn port(number: u16) -> Port {
    Port { number }
}

#[test]
fn scalars_and_their_containers_are_attributes() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Config {
        name: String,
        version: u32,
        ratio: f64,
        is_debug: bool,
        initial: char,
        tags: Vec<String>,
        pair: (u8, String),
        env: BTreeMap<String, String>,
        matrix: Vec<Vec<u8>>,
        empty: String,
    }
    let config = Config {
        name: "shop".into(),
        version: 3,
        ratio: 1.0,
        is_debug: true,
        initial: 'é',
        tags: vec!["a".into(), "b".into()],
        pair: (1, "x".into()),
        env: BTreeMap::from([("HOME".into(), "/root".into()), ("a b".into(), "c".into())]),
        matrix: vec![vec![1, 2], vec![], vec![3]],
        empty: String::new(),
    };
    decodes_to_itself(
        &config,
        expect![[r#"
            name     = "shop"
            version  = 3
            ratio    = 1.0
            is_debug = true
            initial  = "é"
            tags     = ["a", "b"]
            pair     = [1, "x"]
            env = {
              HOME  = "/root"
              "a b" = "c"
            }
            matrix = [
              [1, 2],
              [],
              [3],
            ]
            empty = ""
        "#]],
    );
}

#[test]
fn structs_are_blocks() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Config {
        before: u8,
        port: Port,
        between: u8,
        unit: Unit,
        after: u8,
    }
    decodes_to_itself(
        &Config {
            before: 1,
            port: port(80),
            between: 2,
            unit: Unit,
            after: 3,
        },
        expect![[r#"
            before = 1

            port {
              number = 80
            }

            between = 2

            unit {}

            after = 3
        "#]],
    );
}

#[test]
fn labels_are_fields() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Service {
        #[serde(rename = "$label")]
        name: String,
        #[serde(rename = "$label.1")]
        zone: u8,
        #[serde(rename = "$labels")]
        rest: Vec<String>,
        port: Port,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Late {
        host: String,
        #[serde(rename = "$label.1")]
        zone: String,
        #[serde(rename = "$label")]
        name: String,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Config {
        service: Service,
        late: Vec<Late>,
    }
    let late = |name: &str| Late {
        host: "h".into(),
        zone: "${z}".into(),
        name: name.into(),
    };
    let config = Config {
        service: Service {
            name: "a \"b\"".into(),
            zone: 7,
            rest: vec!["a \"b\"".into(), "7".into(), "more".into()],
            port: port(80),
        },
        late: vec![late("x"), late("y\n")],
    };
    decodes_to_itself(
        &config,
        expect![[r#"
            service "a \"b\"" "7" "more" {
              port {
                number = 80
              }
            }

            late "x" "$${z}" {
              host = "h"
            }

            late "y\n" "$${z}" {
              host = "h"
            }
        "#]],
    );

    #[derive(Serialize)]
    struct Two {
        #[serde(rename = "$labels")]
        labels: [&'static str; 2],
    }
    writes(
        &BTreeMap::from([("a", Two { labels: ["x", "y"] })]),
        expect![[r#"
            a "x" "y" {}
        "#]],
    );
}

#[test]
fn sequences_of_structs_are_repeated_blocks() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Config {
        port: Vec<Port>,
        pair: (Port, Unit),
        none: Vec<Port>,
    }
    decodes_to_itself(
        &Config {
            port: vec![port(80), port(443)],
            pair: (port(1), Unit),
            none: vec![],
        },
        expect![[r#"
            port {
              number = 80
            }

            port {
              number = 443
            }

            pair {
              number = 1
            }

            pair {}

            none = []
        "#]],
    );
}

#[test]
fn maps_of_structs_are_labelled_blocks() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Config {
        port: BTreeMap<String, Port>,
        resource: BTreeMap<String, BTreeMap<String, Port>>,
        many: BTreeMap<String, Vec<Port>>,
        none: BTreeMap<String, Port>,
    }
    decodes_to_itself(
        &Config {
            port: BTreeMap::from([("http".into(), port(80)), ("a b".into(), port(443))]),
            resource: BTreeMap::from([
                (
                    "aws".into(),
                    BTreeMap::from([("x".into(), port(1)), ("y".into(), port(2))]),
                ),
                ("gcp".into(), BTreeMap::from([("z".into(), port(3))])),
            ]),
            many: BTreeMap::from([
                ("a".into(), vec![port(1), port(2)]),
                ("b".into(), vec![port(3)]),
            ]),
            none: BTreeMap::new(),
        },
        expect![[r#"
            port "a b" {
              number = 443
            }

            port "http" {
              number = 80
            }

            resource "aws" "x" {
              number = 1
            }

            resource "aws" "y" {
              number = 2
            }

            resource "gcp" "z" {
              number = 3
            }

            many "a" {
              number = 1
            }

            many "a" {
              number = 2
            }

            many "b" {
              number = 3
            }

            none = {}
        "#]],
    );
}

#[test]
fn enums() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    enum Storage {
        Memory,
        Disk { path: String },
        Cloud(Port),
        Size(u8),
        Range(u8, u8),
        Either(Box<Storage>),
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Config {
        a: Storage,
        b: Storage,
        c: Storage,
        d: Storage,
        e: Storage,
        f: Storage,
        g: Storage,
        all: Vec<Storage>,
        blocks: Vec<Storage>,
    }
    let disk = || Storage::Disk { path: "/".into() };
    decodes_to_itself(
        &Config {
            a: Storage::Memory,
            b: disk(),
            c: Storage::Cloud(port(80)),
            d: Storage::Size(1),
            e: Storage::Range(1, 2),
            f: Storage::Either(Box::new(disk())),
            g: Storage::Either(Box::new(Storage::Memory)),
            all: vec![disk(), Storage::Memory],
            blocks: vec![disk(), Storage::Cloud(port(1))],
        },
        expect![[r#"
            a = "Memory"

            b "Disk" {
              path = "/"
            }

            c "Cloud" {
              number = 80
            }

            d = {
              Size = 1
            }
            e = {
              Range = [1, 2]
            }
            f = {
              Either = {
                Disk = {
                  path = "/"
                }
              }
            }
            g = {
              Either = "Memory"
            }
            all = [
              {
                Disk = {
                  path = "/"
                }
              },
              "Memory",
            ]

            blocks "Disk" {
              path = "/"
            }

            blocks "Cloud" {
              number = 1
            }
        "#]],
    );
}

#[test]
fn absent_options() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Config {
        a: Option<u8>,
        b: Option<u8>,
        block: Option<Port>,
        no_block: Option<Port>,
        map: BTreeMap<String, Option<u8>>,
        list: Vec<Option<u8>>,
        mixed: Vec<Option<Port>>,
        #[serde(with = "hcl::attribute")]
        object: HashMap<String, Option<Port>>,
    }
    decodes_to_itself(
        &Config {
            a: None,
            b: Some(1),
            block: Some(port(80)),
            no_block: None,
            map: BTreeMap::from([("x".into(), None), ("y".into(), Some(1))]),
            list: vec![None, Some(1)],
            mixed: vec![Some(port(1)), None],
            object: HashMap::from([("o".into(), None)]),
        },
        expect![[r#"
            b = 1

            block {
              number = 80
            }

            map = {
              x = null
              y = 1
            }
            list = [null, 1]
            mixed = [
              {
                number = 1
              },
              null,
            ]
            object = {
              o = null
            }
        "#]],
    );
}

#[test]
fn fields_that_cannot_be_blocks_are_one_attribute() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Config {
        mixed: BTreeMap<String, Option<Port>>,
        holes: BTreeMap<String, BTreeMap<String, Port>>,
        nested: Vec<Vec<Port>>,
        listed: Vec<BTreeMap<String, Port>>,
    }
    decodes_to_itself(
        &Config {
            mixed: BTreeMap::from([("a".into(), Some(port(1))), ("b".into(), None)]),
            holes: BTreeMap::from([
                ("a".into(), BTreeMap::from([("x".into(), port(1))])),
                ("b".into(), BTreeMap::new()),
            ]),
            nested: vec![vec![port(1)], vec![]],
            listed: vec![BTreeMap::from([("a".into(), port(1))])],
        },
        expect![[r#"
            mixed = {
              a = {
                number = 1
              }
              b = null
            }
            holes = {
              a = {
                x = {
                  number = 1
                }
              }
              b = {}
            }
            nested = [
              [
                {
                  number = 1
                },
              ],
              [],
            ]
            listed = [
              {
                a = {
                  number = 1
                }
              },
            ]
        "#]],
    );

    #[derive(Serialize)]
    struct Labelled {
        #[serde(rename = "$label")]
        name: &'static str,
    }
    cannot(
        &BTreeMap::from([("service", [Some(Labelled { name: "web" }), None])]),
        expect![[r#"
            error: Label without block
              The field "$label" is a label, and only a block has labels. The value around it is the whole configuration or is written as an attribute, because another element of the same sequence or map cannot be a block, or because an attribute is required.
              path: service[0]
        "#]],
    );
    cannot(
        &Labelled { name: "web" },
        expect![[r#"
        error: Label without block
          The field "$label" is a label, and only a block has labels. The value around it is the whole configuration or is written as an attribute, because another element of the same sequence or map cannot be a block, or because an attribute is required.
    "#]],
    );
}

#[test]
fn maps_of_different_depths_are_attributes() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    #[serde(untagged)]
    enum Tree {
        Leaf { number: u16 },
        Branch(BTreeMap<String, Tree>),
    }
    let branch = |name: &str, tree| Tree::Branch(BTreeMap::from([(name.into(), tree)]));
    let leaf = || Tree::Leaf { number: 1 };
    let deep = branch("b", branch("c", leaf()));
    decodes_to_itself(
        &BTreeMap::from([
            ("even".into(), branch("a", branch("b", leaf()))),
            (
                "odd".into(),
                Tree::Branch(BTreeMap::from([("a".into(), leaf()), ("b".into(), deep)])),
            ),
        ]) as &BTreeMap<String, Tree>,
        expect![[r#"
            even "a" "b" {
              number = 1
            }

            odd = {
              a = {
                number = 1
              }
              b = {
                b = {
                  c = {
                    number = 1
                  }
                }
              }
            }
        "#]],
    );
}

#[test]
fn flattened_structs_are_structs() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Inner {
        number: u16,
        #[serde(flatten)]
        rest: BTreeMap<String, u8>,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Config {
        inner: Inner,
        odd: Inner,
        #[serde(flatten)]
        port: Port,
    }
    let inner = |name: &str| Inner {
        number: 80,
        rest: BTreeMap::from([(name.into(), 1)]),
    };
    decodes_to_itself(
        &Config {
            inner: inner("a"),
            odd: inner("a b"),
            port: port(443),
        },
        expect![[r#"
            inner {
              number = 80
              a      = 1
            }

            odd = {
              number = 80
              "a b"  = 1
            }
            number = 443
        "#]],
    );
}

/// The alignment of a block does not depend on wider lines in the block before it.
#[test]
fn lines_are_aligned_independently_of_the_block_before() {
    #[derive(Serialize)]
    struct Config {
        block: [Block; 2],
    }
    #[derive(Serialize)]
    struct Block {
        #[serde(flatten)]
        items: BTreeMap<String, u8>,
    }
    let items = |names: Vec<String>| names.into_iter().map(|name| (name, 1)).collect();
    let (wide, narrow) = (
        items(vec!["a".into(), "x".repeat(60)]),
        items(('a'..='z').map(String::from).collect()),
    );
    let config = Config {
        block: [Block { items: wide }, Block { items: narrow }],
    };
    let text = hcl::to_string(&config).expect("all of it can be written");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[1], format!("  a{} = 1", " ".repeat(59)));
    let expected: Vec<String> = ('a'..='z').map(|name| format!("  {name} = 1")).collect();
    assert_eq!(lines[6..32], expected);
}
