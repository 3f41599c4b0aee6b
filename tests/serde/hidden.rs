//! Structs with `flatten` and tagged enums: serde asks for them as maps, and buffers their content.

use std::collections::BTreeMap;

use expect_test::expect;
use hcl::{DecodeOptions, OneOrMany, Value};
use serde_derive::Deserialize;

use super::{X, fails, gives};

#[derive(Deserialize, Debug, PartialEq)]
pub(super) struct Port {
    pub(super) number: u16,
}

#[derive(Deserialize, Debug, PartialEq)]
pub(super) struct Service {
    #[serde(rename = "$label")]
    pub(super) name: String,
    #[serde(flatten)]
    pub(super) port: Port,
}

pub(super) fn service(name: &str, number: u16) -> Service {
    Service {
        name: name.to_owned(),
        port: Port { number },
    }
}

#[test]
fn labels_beside_flattened_fields() {
    let text = "x \"a\" {\n  number = 1\n}\nx \"b\" {\n  number = 2\n}\n";
    gives(
        text,
        X {
            x: vec![service("a", 1), service("b", 2)],
        },
    );
    gives(
        "x \"k\" \"a\" {\n  number = 1\n}\n",
        X {
            x: BTreeMap::from([("k".to_owned(), service("a", 1))]),
        },
    );
    #[derive(Deserialize, Debug, PartialEq)]
    struct Two {
        #[serde(rename = "$label")]
        first: String,
        #[serde(rename = "$label.1")]
        second: u8,
        #[serde(flatten)]
        rest: BTreeMap<String, Value>,
    }
    let two = Two {
        first: "a".to_owned(),
        second: 7,
        rest: BTreeMap::from([("c".to_owned(), Value::from(1))]),
    };
    gives("x \"a\" \"7\" {\n  c = 1\n}\n", X { x: two });
    fails::<X<Service>>(
        "x {\n  number = 1\n}\n",
        expect![[r#"
            error: Missing label for x
             --> line 1, column 1
              |
            1 | x {
              | ^
              |
              = note: A label is missing: write `x "name" {`.
              = path: x
        "#]],
    );
    fails::<X<Service>>(
        "x \"a\" \"b\" {\n  number = 1\n}\n",
        expect![[r#"
            error: Extraneous label for x
             --> line 1, column 7
              |
            1 | x "a" "b" {
              |       ^^^
              |
              = note: A block of type "x" has only one label here. Remove "b".
              = path: x
        "#]],
    );
}

#[test]
fn a_label_never_becomes_data() {
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "it is never built")]
    struct Rest {
        #[serde(flatten)]
        rest: BTreeMap<String, Value>,
    }
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "it is never built")]
    struct All {
        #[serde(rename = "$labels")]
        labels: Vec<String>,
        #[serde(flatten)]
        port: Port,
    }
    fails::<X<Rest>>(
        "x \"a\" {\n  c = 1\n}\n",
        expect![[r#"
            error: Extraneous label for x
             --> line 1, column 3
              |
            1 | x "a" {
              |   ^^^
              |
              = note: A block of type "x" has no label here. Remove "a".
              = path: x
        "#]],
    );
    fails::<X<All>>(
        "x {\n  number = 1\n}\n",
        expect![[r#"
            error: Hidden labels
             --> line 1, column 1
              |
            1 | x {
              | ^
              |
              = note: The labels of this "x" block cannot be read.
              = path: x
        "#]],
    );
    // A map that takes the labels as keys is not hidden from the decoder.
    let rest: BTreeMap<String, Value> = hcl::from_str("x \"a\" {\n  c = 1\n}\n").unwrap();
    assert_eq!(rest["x"]["a"]["c"], 1);
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(tag = "$label", rename_all = "lowercase")]
enum Storage {
    Disk { path: String },
    Memory(Port),
    None,
}

#[test]
fn hcl_301_the_label_is_the_tag() {
    let text = "x \"disk\" {\n  path = \"/\"\n}\nx \"memory\" {\n  number = 1\n}\nx none {}\n";
    let path = "/".to_owned();
    gives(
        text,
        X {
            x: vec![
                Storage::Disk { path },
                Storage::Memory(Port { number: 1 }),
                Storage::None,
            ],
        },
    );
    fails::<X<Storage>>(
        "x \"dist\" {}\n",
        expect![[r#"
            error: Unsupported value
             --> line 1, column 3
              |
            1 | x "dist" {}
              |   ^^^^^^
              |
              = note: "dist" is not one of the choices here. Did you mean "disk"? Expected one of "disk", "memory", "none".
              = path: x
        "#]],
    );
    fails::<X<Storage>>(
        "x {}\n",
        expect![[r#"
            error: Missing label for x
             --> line 1, column 1
              |
            1 | x {}
              | ^
              |
              = note: A label is missing: write `x "name" {`.
              = path: x
        "#]],
    );
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(tag = "type")]
    enum Typed {
        A { b: u8 },
    }
    gives(
        "x {\n  type = \"A\"\n  b = 1\n}\n",
        X {
            x: Typed::A { b: 1 },
        },
    );
    fails::<X<Typed>>(
        "x \"l\" {\n  type = \"A\"\n  b = 1\n}\n",
        expect![[r#"
            error: Extraneous label for x
             --> line 1, column 3
              |
            1 | x "l" {
              |   ^^^
              |
              = note: A block of type "x" has no label here. Remove "l".
              = path: x
        "#]],
    );
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(tag = "$label", content = "settings")]
    enum Adjacent {
        A(Port),
    }
    gives(
        "x \"A\" {\n  settings {\n    number = 1\n  }\n}\n",
        X {
            x: Adjacent::A(Port { number: 1 }),
        },
    );
}

#[test]
fn hcl_rs_380_one_or_many() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Flat<T> {
        #[serde(flatten)]
        inner: X<T>,
    }
    let ports = |numbers: &[u16]| {
        numbers
            .iter()
            .map(|number| Port { number: *number })
            .collect::<OneOrMany<_>>()
    };
    gives(
        "x {\n  number = 1\n}\n",
        Flat {
            inner: X { x: ports(&[1]) },
        },
    );
    gives(
        "x {\n  number = 1\n}\nx {\n  number = 2\n}\n",
        Flat {
            inner: X { x: ports(&[1, 2]) },
        },
    );
    gives("x {\n  number = 1\n}\n", X { x: ports(&[1]) });
    gives("x = [{ number = 1 }]\n", X { x: ports(&[1]) });
    gives(
        "x = 80\n",
        X {
            x: OneOrMany::from(vec![80_u16]),
        },
    );
    gives(
        "x = [80, \"81\"]\n",
        X {
            x: OneOrMany::from(vec![80_u16, 81]),
        },
    );
    gives(
        "x = \"a\"\n",
        Flat {
            inner: X {
                x: OneOrMany::from(vec!["a".to_owned()]),
            },
        },
    );
    let json: X<OneOrMany<u8>> = serde_json::from_str("{ \"x\": 1 }").unwrap();
    assert_eq!(json.x.into_vec(), [1]);
    let json: X<OneOrMany<u8>> = serde_json::from_str("{ \"x\": [1, 2] }").unwrap();
    assert_eq!(json.x.into_vec(), [1, 2]);
}

#[test]
fn exhaustive_decoding() {
    #[derive(Deserialize, Debug)]
    struct Config {
        port: Option<Port>,
        ports: Option<Vec<Port>>,
    }
    let options = DecodeOptions::new().exhaustive(true);
    let fails = |text: &str, report: expect_test::Expect| {
        assert!(hcl::from_str::<Config>(text).is_ok());
        let error = options.from_str::<Config>(text).unwrap_err();
        report.assert_eq(&format!("{error}\n"));
    };
    fails(
        "prot {\n  number = 1\n}\n",
        expect![[r#"
            error: Unsupported block type
             --> line 1, column 1
              |
            1 | prot {
              | ^^^^
              |
              = note: "prot" is not expected here. Did you mean "port"? Expected one of "port", "ports".
              = path: prot
        "#]],
    );
    fails(
        "port {\n  number = 1\n  nmuber = 2\n}\n",
        expect![[r#"
        error: Unsupported argument
         --> line 3, column 3
          |
        3 |   nmuber = 2
          |   ^^^^^^
          |
          = note: "nmuber" is not expected here. Did you mean "number"? Expected "number".
          = path: port.nmuber
    "#]],
    );
    fails(
        "ports = [{ number = 1, other = 2 }]\n",
        expect![[r#"
        error: Unsupported argument
         --> line 1, column 24
          |
        1 | ports = [{ number = 1, other = 2 }]
          |                        ^^^^^
          |
          = note: "other" is not expected here. Expected "number".
          = path: ports[0].other
    "#]],
    );
    fails(
        "ports = [for n in [1] : { number = n, other = 2 }]\n",
        expect![[r#"
            error: Unsupported argument
             --> line 1, column 9
              |
            1 | ports = [for n in [1] : { number = n, other = 2 }]
              |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = note: "other" is not expected here. Expected "number".
              = path: ports[0].other
        "#]],
    );
    let config: Config = options.from_str("port {\n  number = 1\n}\n").unwrap();
    assert!(config.port.is_some_and(|port| port.number == 1) && config.ports.is_none());
    assert!(
        options
            .from_str::<BTreeMap<String, Value>>("anything = 1\n")
            .is_ok()
    );
}

#[test]
fn labels_and_bodies_of_variants() {
    #[derive(Deserialize, Debug)]
    #[serde(tag = "$label")]
    #[expect(dead_code, reason = "only errors are looked at")]
    enum Check {
        Http {
            #[serde(rename = "$label.1")]
            name: String,
        },
        Tcp {
            #[serde(rename = "$body")]
            rest: hcl::Body,
        },
        Udp {
            port: Vec<Port>,
        },
    }
    let note = |text: &str, detail: &str| {
        let error = hcl::from_str::<BTreeMap<String, Vec<Check>>>(text).unwrap_err();
        assert_eq!(error.diagnostics()[0].detail(), detail);
        assert_eq!(error.line(), Some(1));
        error.developer_note().unwrap_or_default().to_owned()
    };
    let text = "check \"Http\" {}\n";
    let note_of_label = note(text, "The labels of this \"check\" block cannot be read.");
    assert!(
        note_of_label.contains("\"$label.1\" asks for a label"),
        "{note_of_label}"
    );
    let json = r#"{"check": {"Http": {}}}"#;
    let error = hcl::json::from_str::<BTreeMap<String, Vec<Check>>>(json).unwrap_err();
    let told = "Missing label: In JSON syntax, the label of this block cannot be told apart";
    assert!(error.message().starts_with(told), "{error}");
    let note_of_body = note(
        "check \"Tcp\" {}\n",
        "Only the known names can be read here.",
    );
    assert!(note_of_body.contains("\"$body\""), "{note_of_body}");
    let text = "check \"Udp\" {\n  port {\n    number = 1\n  }\n}\n";
    let note_of_list = note(text, "Expected a list, but found an object.");
    assert!(note_of_list.contains("hcl::OneOrMany"), "{note_of_list}");
}
