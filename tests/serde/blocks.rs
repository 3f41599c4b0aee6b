//! Blocks: one or many, nested, beside attributes.

use std::collections::{BTreeMap, BTreeSet};

use expect_test::expect;
use serde_derive::Deserialize;
use serde_json::{Value, json};

use super::{X, fails, gives};

#[derive(Deserialize, Debug, PartialEq, PartialOrd, Ord, Eq)]
struct Port {
    number: u16,
}

#[derive(Deserialize, Debug, PartialEq)]
struct Service {
    name: Option<String>,
    #[serde(default)]
    port: Vec<Port>,
    check: Option<Check>,
}

#[derive(Deserialize, Debug, PartialEq)]
struct Check {
    path: String,
}

#[test]
fn exactly_one() {
    gives("x { number = 80 }\n", X { x: Port { number: 80 } });
    gives("x = { number = 80 }\n", X { x: Port { number: 80 } });
    gives("x {\n  number = 80\n}\n", X { x: BTreeMap::from([("number", 80)]) });
    fails::<X<Port>>("x {\n  number = 80\n}\n\nx {\n  number = 81\n}\n", expect![[""]]);
    fails::<X<Option<BTreeMap<String, u8>>>>("x {}\nx {}\n", expect![[""]]);
    fails::<X<u16>>("x {}\n", expect![[""]]);
    fails::<X<hcl::Number>>("x {}\n", expect![[""]]);
}

#[test]
fn hcl_rs_380_one_or_many() {
    let one = [Port { number: 80 }];
    let two = [Port { number: 81 }, Port { number: 80 }];
    gives("x { number = 80 }\n", X { x: Vec::from(one) });
    gives("x { number = 81 }\nx { number = 80 }\n", X { x: Vec::from(two) });
    let set = BTreeSet::from([Port { number: 80 }]);
    gives("x { number = 80 }\nx { number = 80 }\n", X { x: set });
    gives(
        "x { number = 81 }\nx { number = 80 }\n",
        X { x: (Port { number: 81 }, json!({ "number": 80 })) },
    );
    gives("x = [{ number = 80 }]\n", X { x: vec![Port { number: 80 }] });
    fails::<X<(Port,)>>("x { number = 81 }\nx { number = 80 }\n", expect![[""]]);
    fails::<X<Vec<Port>>>("y = 1\n", expect![[""]]);
    fails::<X<Vec<Port>>>("x { number = 81 }\nx { number = [] }\n", expect![[""]]);
}

#[test]
fn nested() {
    let text = r#"
        x {
          name = "a"
          port { number = 1 }
          check { path = "/" }
          port { number = 2 }
        }
        x {}
    "#;
    let first = Service {
        name: Some("a".to_owned()),
        port: vec![Port { number: 1 }, Port { number: 2 }],
        check: Some(Check { path: "/".to_owned() }),
    };
    let second = Service { name: None, port: Vec::new(), check: None };
    gives(text, X { x: vec![first, second] });
    let x = json!([
        { "name": "a", "port": [{ "number": 1 }, { "number": 2 }], "check": { "path": "/" } },
        {},
    ]);
    gives(text, X { x });
}

#[test]
fn hcl_rs_0_20_attribute_and_block_of_one_name() {
    fails::<Value>("x = 1\ny = 2\nx {}\n", expect![[""]]);
    fails::<X<Vec<Value>>>("x {}\nx = 1\n", expect![[""]]);
    let many: String = (0..100).map(|at| format!("a{at} = 1\n")).collect();
    fails::<X<Value>>(&format!("x {{\n  a7 {{}}\n{many}}}\n"), expect![[""]]);
}
