//! Enums: strings, one-key objects, labels, the only item of a body.

use expect_test::expect;
use serde_derive::Deserialize;
use serde_json::{Value, json};

use super::{X, fails, gives};

#[derive(Deserialize, Debug, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Store {
    Memory,
    Path(String),
    Pair(u8, u8),
    Disk { path: String },
    Many(Vec<Value>),
}

fn disk() -> Store {
    Store::Disk {
        path: "/".to_owned(),
    }
}

#[test]
fn from_attributes() {
    gives("x = \"memory\"", X { x: Store::Memory });
    gives("x = { memory = null }", X { x: Store::Memory });
    gives(
        "x = { path = \"/\" }",
        X {
            x: Store::Path("/".to_owned()),
        },
    );
    gives(
        "x = { pair = [1, 2] }",
        X {
            x: Store::Pair(1, 2),
        },
    );
    gives("x = { disk = { path = \"/\" } }", X { x: disk() });
    gives(
        "x = [\"memory\", { path = \"/\" }]",
        X {
            x: vec![Store::Memory, Store::Path("/".to_owned())],
        },
    );
    fails::<X<Store>>(
        "x = \"memroy\"",
        expect![[r#"
        error: Unsupported value
         --> line 1, column 5
          |
        1 | x = "memroy"
          |     ^^^^^^^^
          |
          = note: "memroy" is not one of the choices here. Did you mean "memory"? Expected one of "memory", "path", "pair", "disk", "many".
          = path: x
    "#]],
    );
    fails::<X<Store>>(
        "x = \"disk\"",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 5
              |
            1 | x = "disk"
              |     ^^^^^^
              |
              = note: "disk" needs content. Write it as a block with this label, as in x "disk" { … }.
              = path: x
        "#]],
    );
    fails::<X<Store>>(
        "x = { disk = {} }",
        expect![[r#"
        error: Missing required argument
         --> line 1, column 14
          |
        1 | x = { disk = {} }
          |              ^^
          |
          = note: "path" is required here, but it is not set.
          = path: x.disk.path
    "#]],
    );
    fails::<X<Store>>(
        "x = { pair = [1, true] }",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 18
              |
            1 | x = { pair = [1, true] }
              |                  ^^^^
              |
              = note: Expected a whole number from 0 to 255, but found the bool true.
              = path: x.pair[1]
        "#]],
    );
    fails::<X<Store>>(
        "x = { tape = 1 }",
        expect![[r#"
        error: Unsupported value
         --> line 1, column 7
          |
        1 | x = { tape = 1 }
          |       ^^^^
          |
          = note: "tape" is not one of the choices here. Expected one of "memory", "path", "pair", "disk", "many".
          = path: x.tape
    "#]],
    );
    fails::<X<Store>>(
        "x = { disk = {}, path = 1 }",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 5
              |
            1 | x = { disk = {}, path = 1 }
              |     ^^^^^^^^^^^^^^^^^^^^^^^
              |
              = note: Expected an object with one key, which names the choice, but found an object with 2 keys.
              = path: x
        "#]],
    );
    fails::<X<Store>>(
        "x = 1",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 5
              |
            1 | x = 1
              |     ^
              |
              = note: Expected the name of a choice, but found the number 1.
              = path: x
        "#]],
    );
    fails::<X<Store>>(
        "x = memory",
        expect![[r#"
            error: Variables not allowed
             --> line 1, column 5
              |
            1 | x = memory
              |     ^^^^^^
              |
              = note: The variable "memory" is not defined: there are no variables here. If a string is meant, write it in quotes: "memory".
              = path: x
        "#]],
    );
}

#[test]
fn hcl_301_by_the_first_label() {
    gives("x \"disk\" { path = \"/\" }\n", X { x: disk() });
    gives(
        "x \"memory\" {}\nx \"disk\" { path = \"/\" }\n",
        X {
            x: vec![Store::Memory, disk()],
        },
    );
    fails::<X<Store>>(
        "x \"tape\" {}\n",
        expect![[r#"
        error: Unsupported value
         --> line 1, column 3
          |
        1 | x "tape" {}
          |   ^^^^^^
          |
          = note: "tape" is not one of the choices here. Expected one of "memory", "path", "pair", "disk", "many".
          = path: x["tape"]
    "#]],
    );
    fails::<X<Store>>(
        "x \"disk\" {}\n",
        expect![[r#"
            error: Missing required argument
             --> line 1, column 1
              |
            1 | x "disk" {}
              | ^^^^^^^^
              |
              = note: "path" is required here, but there is neither an argument nor a block of this name.
              = path: x["disk"].path
        "#]],
    );
    fails::<X<Store>>(
        "x \"disk\" \"a\" {}\n",
        expect![[r#"
            error: Extraneous label for x
             --> line 1, column 10
              |
            1 | x "disk" "a" {}
              |          ^^^
              |
              = note: A block of type "x" has only one label here. Remove "a".
              = path: x["disk"]
        "#]],
    );
    fails::<X<Store>>(
        "x \"memory\" {\n  a = 1\n}\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 1
              |
            1 | x "memory" {
              | ^^^^^^^^^^
              |
              = note: "memory" takes no content, but has some here. Write its block without other labels and with nothing between the braces.
              = path: x["memory"]
        "#]],
    );
}

#[test]
fn by_the_only_item() {
    gives("x {\n  disk { path = \"/\" }\n}\n", X { x: disk() });
    gives(
        "x {\n  path = \"/\"\n}\n",
        X {
            x: Store::Path("/".to_owned()),
        },
    );
    gives(
        "x {\n  many {}\n  many {}\n}\n",
        X {
            x: Store::Many(vec![json!({}), json!({})]),
        },
    );
    gives("memory {}\n", Store::Memory);
    fails::<X<Store>>(
        "x {}\n",
        expect![[r#"
            error: Missing label for x
             --> line 1, column 1
              |
            1 | x {}
              | ^
              |
              = note: A label is missing: write `x "name" {`. Expected one of "memory", "path", "pair", "disk", "many".
              = path: x
        "#]],
    );
    fails::<X<Store>>(
        "x {\n  path = 1\n  disk {}\n}\n",
        expect![[r#"
            error: Unsupported value
             --> line 1, column 1
              |
            1 | x {
              | ^
              |
              = note: Expected exactly one attribute or block here, whose name selects the choice, but found more. Expected one of "memory", "path", "pair", "disk", "many".
              = path: x
        "#]],
    );
    fails::<Store>(
        "",
        expect![[r#"
            error: Unsupported value
             --> line 1, column 1
              |
            1 |
              | ^
              |
              = note: Expected exactly one attribute or block here, whose name selects the choice, but found nothing. Expected one of "memory", "path", "pair", "disk", "many".
        "#]],
    );
}

#[test]
fn other_representations() {
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(tag = "kind")]
    enum Internal {
        A { n: u8 },
    }
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(tag = "kind", content = "of")]
    enum Adjacent {
        A(u8),
    }
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(untagged)]
    enum Untagged {
        Number(u8),
        Text(String),
    }
    gives(
        "x {\n  kind = \"A\"\n  n = 1\n}\n",
        X {
            x: Internal::A { n: 1 },
        },
    );
    gives("x = { of = 1, kind = \"A\" }\n", X { x: Adjacent::A(1) });
    gives(
        "x = [1, \"a\"]\n",
        X {
            x: [Untagged::Number(1), Untagged::Text("a".to_owned())],
        },
    );
    fails::<X<Internal>>(
        "x {\n  n = 1\n}\n",
        expect![[r#"
            error: Missing required argument
             --> line 1, column 1
              |
            1 | x {
              | ^
              |
              = note: "kind" is required here, but there is neither an argument nor a block of this name.
              = path: x.kind
        "#]],
    );
    fails::<X<Untagged>>(
        "x = []\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 5
              |
            1 | x = []
              |     ^^
              |
              = note: This has none of the forms that are allowed here.
              = path: x
        "#]],
    );
}
