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
    Store::Disk { path: "/".to_owned() }
}

#[test]
fn from_attributes() {
    gives("x = \"memory\"", X { x: Store::Memory });
    gives("x = { memory = null }", X { x: Store::Memory });
    gives("x = { path = \"/\" }", X { x: Store::Path("/".to_owned()) });
    gives("x = { pair = [1, 2] }", X { x: Store::Pair(1, 2) });
    gives("x = { disk = { path = \"/\" } }", X { x: disk() });
    gives("x = [\"memory\", { path = \"/\" }]", X {
        x: vec![Store::Memory, Store::Path("/".to_owned())],
    });
    fails::<X<Store>>("x = \"memroy\"", expect![[""]]);
    fails::<X<Store>>("x = \"disk\"", expect![[""]]);
    fails::<X<Store>>("x = { disk = {} }", expect![[""]]);
    fails::<X<Store>>("x = { pair = [1, true] }", expect![[""]]);
    fails::<X<Store>>("x = { tape = 1 }", expect![[""]]);
    fails::<X<Store>>("x = { disk = {}, path = 1 }", expect![[""]]);
    fails::<X<Store>>("x = 1", expect![[""]]);
    fails::<X<Store>>("x = memory", expect![[""]]);
}

#[test]
fn hcl_301_by_the_first_label() {
    gives("x \"disk\" { path = \"/\" }\n", X { x: disk() });
    gives("x \"memory\" {}\nx \"disk\" { path = \"/\" }\n", X { x: vec![Store::Memory, disk()] });
    fails::<X<Store>>("x \"tape\" {}\n", expect![[""]]);
    fails::<X<Store>>("x \"disk\" {}\n", expect![[""]]);
    fails::<X<Store>>("x \"disk\" \"a\" {}\n", expect![[""]]);
    fails::<X<Store>>("x \"memory\" {\n  a = 1\n}\n", expect![[""]]);
}

#[test]
fn by_the_only_item() {
    gives("x {\n  disk { path = \"/\" }\n}\n", X { x: disk() });
    gives("x {\n  path = \"/\"\n}\n", X { x: Store::Path("/".to_owned()) });
    gives("x {\n  many {}\n  many {}\n}\n", X { x: Store::Many(vec![json!({}), json!({})]) });
    gives("memory {}\n", Store::Memory);
    fails::<X<Store>>("x {}\n", expect![[""]]);
    fails::<X<Store>>("x {\n  path = 1\n  disk {}\n}\n", expect![[""]]);
    fails::<Store>("", expect![[""]]);
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
    gives("x {\n  kind = \"A\"\n  n = 1\n}\n", X { x: Internal::A { n: 1 } });
    gives("x = { of = 1, kind = \"A\" }\n", X { x: Adjacent::A(1) });
    gives("x = [1, \"a\"]\n", X { x: [Untagged::Number(1), Untagged::Text("a".to_owned())] });
    fails::<X<Internal>>("x {\n  n = 1\n}\n", expect![[""]]);
    fails::<X<Untagged>>("x = []\n", expect![[""]]);
}
