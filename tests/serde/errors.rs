//! Errors have a place and a path, those that serde makes too.

use std::collections::BTreeMap;

use expect_test::expect;
use serde_derive::Deserialize;
use serde_json::Value;

use super::{X, fails, gives};

#[derive(Deserialize, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
struct Config {
    service: BTreeMap<String, Service>,
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
struct Service {
    port: u16,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    even: Even,
}

#[derive(Deserialize, Debug, PartialEq, Default)]
#[serde(try_from = "u32")]
struct Even(u32);

impl TryFrom<u32> for Even {
    type Error = String;

    fn try_from(number: u32) -> Result<Self, String> {
        if number.is_multiple_of(2) { Ok(Even(number)) } else { Err(format!("{number} is odd")) }
    }
}

#[test]
fn hcl_rs_0_20_serde_errors_have_places() {
    fails::<Config>("service \"web\" {\n  tags = []\n}\n", expect![[""]]);
    fails::<Config>("service \"web\" {\n  port = 80\n  prot = 80\n}\n", expect![[""]]);
    fails::<Config>("service \"web\" {\n  port = \"http\"\n}\n", expect![[""]]);
    fails::<Config>("service \"web\" {\n  port = 1\n  tags = [\"a\", [\"b\"]]\n}\n", expect![[""]]);
    fails::<Config>("service \"web\" {\n  port = 1\n  even = 3\n}\n", expect![[""]]);
    fails::<Config>("servce \"web\" {\n}\n", expect![[""]]);
    fails::<Config>("# empty\n", expect![[""]]);
    fails::<Config>("service = { web = { port = \"http\" } }\n", expect![[""]]);
    fails::<Config>("service \"web\" {\n  port = null\n}\n", expect![[""]]);
}

#[test]
fn the_type_s_own_words() {
    #[derive(Deserialize, Debug)]
    #[serde(try_from = "BTreeMap<String, u8>")]
    struct Whole;
    impl TryFrom<BTreeMap<String, u8>> for Whole {
        type Error = &'static str;

        fn try_from(_: BTreeMap<String, u8>) -> Result<Self, &'static str> {
            Err("it is never right")
        }
    }
    fails::<Whole>("# a\nb = 1\n", expect![[""]]);
    fails::<X<Whole>>("x {\n  b = 1\n}\n", expect![[""]]);
}

#[test]
fn what_needs_the_evaluator() {
    fails::<X<Value>>("x = a", expect![[""]]);
    fails::<X<Value>>("x = [1, var.a[0].b]", expect![[""]]);
    fails::<X<Value>>("x = upper(\"a\")", expect![[""]]);
    fails::<X<Value>>("x = \"a-${b}\"", expect![[""]]);
    fails::<X<u8>>("x = 1 + 1", expect![[""]]);
    fails::<X<u8>>("x = -\"5\"", expect![[""]]);
    fails::<X<bool>>("x = !true", expect![[""]]);
    fails::<X<u8>>("x = true ? 1 : 2", expect![[""]]);
    fails::<X<Value>>("x = [for a in [1] : a]", expect![[""]]);
    fails::<X<Value>>("x = [1][0]", expect![[""]]);
}

#[test]
fn what_nobody_asks_for_is_not_looked_at() {
    gives("x = 1\ny = upper(z)\nb \"l\" {\n  x = y\n}\n", X { x: 1 });
}
