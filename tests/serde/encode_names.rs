//! Names and labels that must not be repeated.

use std::collections::BTreeMap;

use expect_test::expect;
use serde_derive::{Deserialize, Serialize};

use super::{Entries, X, cannot, gives_back, writes};

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Block {
    x: f64,
}

#[test]
fn names_that_are_equal() {
    cannot(
        &Entries([("é", 1), ("b", 2), ("é", 3)]),
        expect![[r#"
            error: Repeated name
              Two values have the name "é".
              path: é
        "#]],
    );
    cannot(
        &X {
            x: Entries([("é", 1), ("e\u{301}", 2)]),
        },
        expect![[r#"
            error: Repeated name
              Two values have the name "é". Names are the same if they are equal in Unicode normal form C.
              path: x.é
        "#]],
    );
    cannot(
        &BTreeMap::from([("a", Entries([("x y", 1), ("x y", 2)]))]),
        expect![[r#"
            error: Repeated name
              Two values have the name "x y". Names are the same if they are equal in Unicode normal form C.
              path: a["x y"]
        "#]],
    );
    let blocks = [("é", Block { x: 1.0 }), ("e\u{301}", Block { x: 1.0 })];
    cannot(
        &BTreeMap::from([("a", Entries(blocks))]),
        expect![[r#"
            error: Repeated name
              Two values have the name "é". Names are the same if they are equal in Unicode normal form C.
              path: a["é"]
        "#]],
    );

    #[derive(Serialize)]
    enum Item {
        Name(u8),
        Block {},
        #[serde(rename = "Block")]
        Other(u8),
    }
    cannot(
        &[Item::Name(1), Item::Name(2)],
        expect![[r#"
            error: Repeated name
              Two values have the name "Name".
              path: [1].Name
        "#]],
    );
    cannot(
        &[Item::Block {}, Item::Block {}, Item::Other(1)],
        expect![[r#"
            error: Repeated name
              Two values have the name "Block".
              path: [2].Block
        "#]],
    );
}

/// Names of attributes and blocks are not normalized, neither when encoding nor when decoding.
#[test]
fn names_that_have_one_normal_form() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    enum Accented {
        #[serde(rename = "é")]
        Composed(u8),
        #[serde(rename = "e\u{301}")]
        Decomposed(u8),
    }
    let items = vec![Accented::Decomposed(2), Accented::Composed(1)];
    assert_eq!(hcl::to_string(&items).unwrap(), "e\u{301} = 2\né = 1\n");
    gives_back(&items);
    let names = ["é", "e\u{301}"].map(str::to_owned);
    gives_back(&BTreeMap::from(names.clone().map(|name| (name, 1))));
    let block = || Block { x: 1.0 };
    gives_back(&BTreeMap::from(names.map(|name| (name, block()))));
}

#[test]
fn the_first_of_several_repeated_names() {
    const LONG: &str = "a-name-that-is-longer-than-those-that-are-kept";
    // Some of these names are names of fields, some are keys, and one is long.
    #[derive(Serialize)]
    struct Mixed<const N: usize> {
        b: u8,
        a: u8,
        #[serde(flatten)]
        rest: Entries<&'static str, u8, N>,
    }
    let mixed = |keys| Mixed {
        b: 1,
        a: 2,
        rest: Entries(keys),
    };
    cannot(
        &mixed([("c", 1), (LONG, 2), ("b", 3), ("a", 4), ("c", 5), (LONG, 6)]),
        expect![[r#"
            error: Repeated name
              Two values have the name "b".
              path: b
        "#]],
    );
    cannot(
        &mixed([("c", 1), (LONG, 2), (LONG, 3), ("a", 4), ("b", 5), ("c", 6)]),
        expect![[r#"
            error: Repeated name
              Two values have the name "a-name-that-is-longer-than-those-that-are-kept".
              path: a-name-that-is-longer-than-those-that-are-kept
        "#]],
    );
    cannot(
        &mixed([("c", 1), (LONG, 2), ("c", 3), (LONG, 4), ("b", 5), ("a", 6)]),
        expect![[r#"
            error: Repeated name
              Two values have the name "c".
              path: c
        "#]],
    );
}

#[test]
fn labels_in_any_order() {
    let blocks = |labels: [&'static str; 3]| {
        let block = Block { x: 1.0 };
        BTreeMap::from([("a", Entries(labels.map(|label| (label, block.clone()))))])
    };
    writes(
        &blocks(["é", "b", ""]),
        expect![[r#"
        a "é" {
          x = 1.0
        }

        a "b" {
          x = 1.0
        }

        a "" {
          x = 1.0
        }
    "#]],
    );
    for labels in [["b", "a", "b"], ["a", "b", "b"]] {
        cannot(
            &blocks(labels),
            expect![[r#"
                error: Repeated name
                  Two values have the name "b". Names are the same if they are equal in Unicode normal form C.
                  path: a["b"]
            "#]],
        );
    }
    cannot(
        &blocks(["", "", "a"]),
        expect![[r#"
            error: Repeated name
              Two values have the name "". Names are the same if they are equal in Unicode normal form C.
              path: a[""]
        "#]],
    );
}

/// A variant inside a variant is part of an attribute, and its names are compared as those of an object.
#[test]
fn names_that_are_equal_in_a_variant_within_a_variant() {
    #[derive(Serialize)]
    enum Outer {
        First(Inner),
    }
    #[derive(Serialize)]
    enum Inner {
        Second {
            x: u8,
            #[serde(rename = "x")]
            other: u8,
        },
    }
    let item = Outer::First(Inner::Second { x: 1, other: 2 });
    cannot(
        &BTreeMap::from([("item", item)]),
        expect![[r#"
            error: Repeated name
              Two values have the name "x". Names are the same if they are equal in Unicode normal form C.
              path: item.First.Second.x
        "#]],
    );
}
