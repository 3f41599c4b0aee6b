//! The form that a field asks for.

use std::collections::BTreeMap;

use expect_test::expect;
use serde_derive::{Deserialize, Serialize};

use super::{cannot, decodes_to_itself};

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Port {
    number: u16,
}

fn port(number: u16) -> Port {
    Port { number }
}

#[test]
fn the_other_form() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Config {
        #[serde(with = "hcl::attribute")]
        port: Port,
        #[serde(with = "hcl::attribute")]
        ports: Vec<Port>,
        #[serde(with = "hcl::block")]
        env: BTreeMap<String, u8>,
        #[serde(with = "hcl::block")]
        envs: Vec<BTreeMap<String, u8>>,
        #[serde(default, with = "hcl::block")]
        absent: Option<Port>,
    }
    let one = || BTreeMap::from([("a".to_owned(), 1)]);
    decodes_to_itself(
        &Config {
            port: port(80),
            ports: vec![port(1), port(2)],
            env: one(),
            envs: vec![one(), one()],
            absent: None,
        },
        expect![[r#"
            port = {
              number = 80
            }
            ports = [
              {
                number = 1
              },
              {
                number = 2
              },
            ]

            env {
              a = 1
            }

            envs {
              a = 1
            }

            envs {
              a = 1
            }
        "#]],
    );
    assert_eq!(
        serde_json::to_string(&Config {
            port: port(80),
            ports: vec![],
            env: one(),
            envs: vec![],
            absent: None,
        })
        .unwrap(),
        r#"{"port":{"number":80},"ports":[],"env":{"a":1},"envs":[],"absent":null}"#
    );

    #[derive(Serialize)]
    struct Wrong {
        #[serde(with = "hcl::block")]
        ports: Vec<u8>,
    }
    cannot(
        &Wrong { ports: vec![80] },
        expect![[r#"
        error: Unsuitable block
          #[serde(with = "hcl::block")] requires blocks, but only structs, maps, variants with such content, and sequences of these can be blocks. Without it, the field becomes an attribute.
          path: ports[0]
    "#]],
    );
    #[derive(Serialize)]
    struct Names {
        #[serde(with = "hcl::block")]
        env: BTreeMap<&'static str, u8>,
    }
    cannot(
        &Names {
            env: BTreeMap::from([("a b", 1)]),
        },
        expect![[r#"
        error: Invalid name
          The name "a b" is not an identifier: a letter or "_", followed by letters, digits, "_" and "-". Rename it, or write the value around it as an attribute, with #[serde(with = "hcl::attribute")]: the keys of an object can be any text.
          path: env["a b"]
    "#]],
    );
}

/// A value that cannot be serialized.
struct Failing;

impl serde::Serialize for Failing {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("It is not ready."))
    }
}

/// The error of a value is reported, wherever the value is.
#[test]
fn errors_of_values_are_reported() {
    #[derive(Serialize)]
    struct Plain {
        a: Failing,
    }

    #[derive(Serialize)]
    struct Attribute {
        #[serde(with = "hcl::attribute")]
        a: Failing,
    }

    #[derive(Serialize)]
    struct Block {
        #[serde(with = "hcl::block")]
        a: Failing,
    }

    #[derive(Serialize)]
    struct Wrapped {
        #[serde(with = "hcl::attribute")]
        a: Option<Failing>,
    }

    #[derive(Serialize)]
    struct Flattened {
        #[serde(flatten)]
        fields: Attribute,
    }

    let plain = hcl::to_string(&Plain { a: Failing }).expect_err("it fails");
    assert_eq!(plain.message(), "Invalid value: It is not ready.");
    let attribute = hcl::to_string(&Attribute { a: Failing }).expect_err("it fails");
    assert_eq!(attribute.to_string(), plain.to_string());
    let block = hcl::to_string(&Block { a: Failing }).expect_err("it fails");
    assert_eq!(block.to_string(), plain.to_string());
    let json = hcl::json::to_string(&Attribute { a: Failing }).expect_err("it fails");
    assert_eq!(json.message(), plain.message());
    let wrapped = hcl::to_string(&Wrapped { a: Some(Failing) }).expect_err("it fails");
    assert_eq!(wrapped.to_string(), plain.to_string());
    let flattened = Flattened {
        fields: Attribute { a: Failing },
    };
    let flattened = hcl::to_string(&flattened).expect_err("it fails");
    assert_eq!(flattened.message(), plain.message());
}
