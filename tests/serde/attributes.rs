//! The attributes of serde's derive.

use std::collections::BTreeMap;

use expect_test::expect;
use serde_derive::Deserialize;
use serde_json::{Value, json};

use super::{X, fails, gives};

#[test]
fn names() {
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(rename_all = "kebab-case")]
    struct Names {
        max_size: u8,
        #[serde(alias = "old", rename = "new")]
        renamed: u8,
        #[serde(default = "seven")]
        absent: u8,
        #[serde(skip)]
        skipped: u8,
    }
    fn seven() -> u8 {
        7
    }
    let names = |absent| Names {
        max_size: 1,
        renamed: 2,
        absent,
        skipped: 0,
    };
    gives("max-size = 1\nold = 2\n", names(7));
    gives("max-size = 1\nnew = 2\nabsent = null\n", names(7));
    gives("new = 2\nabsent = 3\nmax-size = 1\n", names(3));
    fails::<X<Names>>(
        "x = { old = 1, new = 2 }\n",
        expect![[r#"
        error: Attribute redefined
         --> line 1, column 16
          |
        1 | x = { old = 1, new = 2 }
          |                ^^^
          |
          = note: "new" is set more than once, under different names; use only one of them.
          = path: x.new
    "#]],
    );
    fails::<Names>(
        "new = 1\nold = 2\nmax-size = 1\n",
        expect![[r#"
        error: Attribute redefined
         --> line 2, column 1
          |
        2 | old = 2
          | ^^^
          |
          = note: "new" is set more than once, under different names; use only one of them.
          = path: old
    "#]],
    );
}

#[test]
fn flatten() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Inner {
        a: u8,
    }
    #[derive(Deserialize, Debug, PartialEq)]
    struct Outer {
        #[serde(flatten)]
        inner: Inner,
        b: u8,
        #[serde(flatten)]
        rest: BTreeMap<String, Value>,
    }
    let rest = BTreeMap::from([
        ("c".to_owned(), json!([{}, {}])),
        ("d".to_owned(), json!({ "l": {} })),
    ]);
    let outer = Outer {
        inner: Inner { a: 1 },
        b: 2,
        rest,
    };
    gives(
        "x {\n  b = 2\n  c {}\n  a = 1\n  c {}\n  d \"l\" {}\n}\n",
        X { x: outer },
    );
    fails::<X<Outer>>(
        "x {\n  b = 2\n}\n",
        expect![[r#"
            error: Missing required argument
             --> line 1, column 1
              |
            1 | x {
              | ^
              |
              = note: "a" is required here, but there is neither an argument nor a block of this name.
              = path: x.a
        "#]],
    );
}
