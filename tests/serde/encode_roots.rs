//! The root of a configuration.

use std::collections::BTreeMap;

use expect_test::expect;
use serde::Serialize as _;
use serde_derive::{Deserialize, Serialize};

use super::{cannot, decodes_to_itself, writes};

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Port {
    number: u16,
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
enum Item {
    Unit,
    Name(String),
    Port(Port),
    Ports(Vec<Port>),
    Service { host: String },
    Pair(u8, u8),
    Map(BTreeMap<String, Port>),
    Absent(Option<u8>),
}

#[test]
fn maps() {
    decodes_to_itself(&BTreeMap::<String, u8>::new(), expect![[r#""#]]);
    decodes_to_itself(
        &BTreeMap::from([("a".to_owned(), Some(1)), ("b".to_owned(), None)]),
        expect![[r#"
            a = 1
            b = null
        "#]],
    );
    decodes_to_itself(
        &BTreeMap::from([
            ("a".to_owned(), Port { number: 1 }),
            ("b".to_owned(), Port { number: 2 }),
        ]),
        expect![[r#"
            a {
              number = 1
            }

            b {
              number = 2
            }
        "#]],
    );
}

#[test]
fn nothing() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Unit;
    decodes_to_itself(&(), expect![[r#""#]]);
    decodes_to_itself(&Unit, expect![[r#""#]]);
    writes(&Some(Unit), expect![[r#""#]]);
}

#[test]
fn enums() {
    decodes_to_itself(
        &Item::Unit,
        expect![[r#"
        Unit {}
    "#]],
    );
    decodes_to_itself(
        &Item::Name("x".into()),
        expect![[r#"
        Name = "x"
    "#]],
    );
    decodes_to_itself(
        &Item::Port(Port { number: 80 }),
        expect![[r#"
        Port {
          number = 80
        }
    "#]],
    );
    decodes_to_itself(
        &Item::Pair(1, 2),
        expect![[r#"
        Pair = [1, 2]
    "#]],
    );
    decodes_to_itself(
        &Item::Service { host: "h".into() },
        expect![[r#"
        Service {
          host = "h"
        }
    "#]],
    );
}

#[test]
fn sequences_of_enums() {
    let items = || {
        vec![
            Item::Port(Port { number: 1 }),
            Item::Name("x".into()),
            Item::Unit,
            Item::Service { host: "a".into() },
            Item::Ports(vec![Port { number: 2 }, Port { number: 3 }]),
            Item::Pair(1, 2),
            Item::Service { host: "b".into() },
            Item::Map(BTreeMap::from([("k".into(), Port { number: 4 })])),
            Item::Absent(None),
            Item::Port(Port { number: 5 }),
        ]
    };
    writes(
        &items(),
        expect![[r#"
        Port {
          number = 1
        }

        Name = "x"

        Unit {}

        Service {
          host = "a"
        }

        Ports = [
          {
            number = 2
          },
          {
            number = 3
          },
        ]
        Pair = [1, 2]

        Service {
          host = "b"
        }

        Map = {
          k = {
            number = 4
          }
        }
        Absent = null

        Port {
          number = 5
        }
    "#]],
    );

    #[derive(Serialize)]
    struct Config {
        first: u8,
        #[serde(rename = "$body")]
        items: Vec<Item>,
        last: u8,
    }
    let config = Config {
        first: 1,
        items: items(),
        last: 2,
    };
    writes(
        &config,
        expect![[r#"
        first = 1

        Port {
          number = 1
        }

        Name = "x"

        Unit {}

        Service {
          host = "a"
        }

        Ports = [
          {
            number = 2
          },
          {
            number = 3
          },
        ]
        Pair = [1, 2]

        Service {
          host = "b"
        }

        Map = {
          k = {
            number = 4
          }
        }
        Absent = null

        Port {
          number = 5
        }

        last = 2
    "#]],
    );
    #[derive(Serialize)]
    struct Outer {
        inner: Vec<Config>,
    }
    writes(
        &Outer {
            inner: vec![config],
        },
        expect![[r#"
            inner {
              first = 1

              Port {
                number = 1
              }

              Name = "x"

              Unit {}

              Service {
                host = "a"
              }

              Ports = [
                {
                  number = 2
                },
                {
                  number = 3
                },
              ]
              Pair = [1, 2]

              Service {
                host = "b"
              }

              Map = {
                k = {
                  number = 4
                }
              }
              Absent = null

              Port {
                number = 5
              }

              last = 2
            }
        "#]],
    );
}

#[test]
fn the_rest_of_a_body_has_the_remaining_names() {
    #[derive(Serialize)]
    struct Config<B> {
        x: u8,
        #[serde(rename = "$body")]
        rest: B,
    }
    #[derive(Serialize)]
    #[serde(rename_all = "lowercase")]
    enum Item {
        X(u8),
        Y { x: u8 },
    }
    writes(
        &Config {
            x: 1,
            rest: [Item::Y { x: 1 }, Item::Y { x: 2 }],
        },
        expect![[r#"
            x = 1

            y {
              x = 1
            }

            y {
              x = 2
            }
        "#]],
    );
    let report = expect![[r#"
        error: Repeated name
          Two values have the name "x".
          path: x
    "#]];
    let rest = hcl::parse("y = 1\nx {}\n").unwrap();
    cannot(&Config { x: 1, rest }, report);
    let report = expect![[r#"
        error: Repeated name
          Two values have the name "x".
          path: x
    "#]];
    let rest = [Item::Y { x: 1 }, Item::X(2)];
    cannot(&Config { x: 1, rest }, report);
    let report = expect![[r#"
        error: Repeated name
          Two values have the name "x".
          path: x
    "#]];
    let rest = BTreeMap::from([("x", 2)]);
    cannot(&Config { x: 1, rest }, report);
}

/// The names in the body of an item are compared separately from the names in the sequence around it.
#[test]
fn a_variant_as_the_body_of_an_item() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    enum Nested {
        X(i32),
        Y {},
        A {
            #[serde(rename = "$body")]
            body: Box<Nested>,
        },
        B {
            #[serde(rename = "Y")]
            y: i32,
            #[serde(rename = "$body")]
            body: Box<Nested>,
        },
    }
    let one = |number| Nested::A {
        body: Box::new(Nested::X(number)),
    };
    decodes_to_itself(
        &vec![one(1), one(2), Nested::X(3)],
        expect![[r#"
            A {
              X = 1
            }

            A {
              X = 2
            }

            X = 3
        "#]],
    );
    let body = Box::new(Nested::Y {});
    let both = [Nested::Y {}, Nested::B { y: 1, body }];
    let report = expect![[r#"
        error: Repeated name
          Two values have the name "Y".
          path: [1].B.Y
    "#]];
    cannot(&both, report);
}

/// After an error, the text that was written before it is discarded, and the next call is not affected.
#[test]
fn after_an_error() {
    #[derive(Serialize)]
    struct Config<T> {
        a_long_name: u8,
        x: T,
    }
    #[derive(Serialize)]
    struct Short<T> {
        a: u8,
        x: T,
    }
    let mut serializer = hcl::Serializer::new();
    for _ in 0..3 {
        for x in [&[1.0, f64::NAN][..], &[1.0], &[]] {
            let _ = Config { a_long_name: 1, x }.serialize(&mut serializer);
            let _ = Short { a: 1, x: (1, x) }.serialize(&mut serializer);
            let x = BTreeMap::from([("y", x)]);
            let _ = Config { a_long_name: 1, x }.serialize(&mut serializer);
            let x = BTreeMap::from([("y", 1)]);
            let _ = Short { a: 1, x: (1, x) }.serialize(&mut serializer);
        }
    }
    assert!(!serializer.into_string().is_empty());
}
