//! Variants of enums in the JSON syntax ("Blocks").

use std::collections::BTreeMap;
use std::fmt::Debug;

use hcl::OneOrMany;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_derive::Deserialize;

use super::json::same;

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Field<T> {
    x: T,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Service {
    port: u16,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
enum Step {
    Stop,
    Wait(u8),
    Pair(u8, u8),
    Run { command: String },
    Maybe(Option<u8>),
    Inner(Box<Step>),
    Env(BTreeMap<String, u8>),
    Services(Vec<Service>),
    Marked(Marker),
    Data(serde_json::Value),
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Marker;

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Steps {
    #[serde(rename = "$body")]
    steps: Vec<Step>,
}

fn steps() -> Vec<Step> {
    let service = |port| Service { port };
    vec![
        Step::Stop,
        Step::Wait(1),
        Step::Pair(1, 2),
        Step::Run {
            command: "a".to_owned(),
        },
        Step::Maybe(None),
        Step::Maybe(Some(1)),
        Step::Inner(Box::new(Step::Stop)),
        Step::Inner(Box::new(Step::Wait(1))),
        Step::Env(BTreeMap::new()),
        Step::Env(BTreeMap::from([("a".to_owned(), 1)])),
        Step::Services(Vec::new()),
        Step::Services(vec![service(1)]),
        Step::Services(vec![service(1), service(2)]),
        Step::Marked(Marker),
        Step::Data(serde_json::json!([])),
        Step::Data(serde_json::json!([{ "a": 1 }, { "b": 2 }])),
    ]
}

/// An array of objects is a list of variants, or the sequence that one variant contains.
#[test]
fn variants_come_back() {
    fn back<T: Serialize + DeserializeOwned + PartialEq + Debug>(data: &T) -> bool {
        let Ok(text) = hcl::json::to_string(data) else {
            // Two values with one name cannot be written.
            return false;
        };
        let decoded = hcl::json::from_str::<T>(&text);
        let decoded = decoded.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(decoded, *data, "{text}");
        true
    }
    let mut bodies = 0;
    for first in steps() {
        for second in steps() {
            let pair = vec![first.clone(), second.clone()];
            let three = vec![first.clone(), first.clone(), second.clone()];
            bodies += u32::from(back(&pair)) + u32::from(back(&three));
            assert!(back(&Field { x: three }));
            assert!(back(&Field {
                x: BTreeMap::from([("a".to_owned(), pair.clone())])
            }));
            back(&Steps { steps: pair });
            back(&(first.clone(), second));
        }
        assert!(back(&Field {
            x: vec![first.clone()]
        }));
        assert!(back(&Field { x: first }));
    }
    assert!(bodies > 150, "{bodies}");
}

/// An empty block is `()`, a variant without content, or a unit struct.
#[test]
fn empty_blocks() {
    same::<Vec<Step>>("Stop {}\nStop {}\n", r#"{ "Stop": [{}, { "//": "a" }] }"#);
    same::<Field<Vec<Step>>>(
        "x \"Stop\" {}\nx \"Marked\" {}\n",
        r#"{ "x": { "Stop": {}, "Marked": [{}] } }"#,
    );
    same::<Field<Marker>>("x {}\n", r#"{ "x": [{}] }"#);
    same::<Field<Option<()>>>("x {}\n", r#"{ "x": {} }"#);
    // A variant may have no blocks.
    assert_eq!(
        hcl::json::from_str::<Field<Vec<Step>>>(r#"{ "x": { "Run": [] } }"#).expect("it decodes"),
        Field { x: Vec::new() }
    );
    for text in [
        r#"{ "Stop": { "a": 1 } }"#,
        r#"{ "Stop": [{}, { "a": 1 }] }"#,
    ] {
        let error = hcl::json::from_str::<Vec<Step>>(text).expect_err("there is content");
        assert!(error.to_string().contains("takes no content"), "{error}");
    }
}

/// Types that accept one or many blocks: an object contains one block for each label or variant in it.
#[test]
fn one_or_many() {
    #[derive(Deserialize, PartialEq, Debug)]
    struct Labelled {
        #[serde(rename = "$label")]
        label: String,
        port: u16,
    }

    let native = "x \"Run\" {\n  command = \"a\"\n}\nx \"Stop\" {}\n";
    same::<Field<OneOrMany<Step>>>(
        native,
        r#"{ "x": { "Run": { "command": "a" }, "Stop": {} } }"#,
    );
    let native = "x \"a\" {\n  port = 1\n}\nx \"b\" {\n  port = 2\n}\n";
    same::<Field<OneOrMany<Labelled>>>(
        native,
        r#"{ "x": { "a": { "port": 1 }, "b": { "port": 2 } } }"#,
    );
    same::<Field<Option<OneOrMany<Labelled>>>>(
        "x \"a\" {\n  port = 1\n}\n",
        r#"{ "x": { "a": { "port": 1 } } }"#,
    );
    let native = "x {\n  port = 1\n}\n";
    for json in [r#"{ "x": { "port": 1 } }"#, r#"{ "x": [{ "port": 1 }] }"#] {
        same::<Field<OneOrMany<Service>>>(native, json);
        same::<Field<OneOrMany<BTreeMap<String, u16>>>>(native, json);
        same::<Field<OneOrMany<serde_json::Value>>>(native, json);
    }
    same::<Field<OneOrMany<u16>>>("x = 1\n", r#"{ "x": 1 }"#);
    same::<Field<OneOrMany<u16>>>("x = [1, 2]\n", r#"{ "x": [1, 2] }"#);
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Server {
    #[serde(rename = "$label")]
    name: String,
    port: u16,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(rename_all = "lowercase")]
enum Item {
    Service(Service),
    Server(Server),
    Maybe(Option<Box<Server>>),
    Route {
        #[serde(rename = "$label")]
        method: String,
        #[serde(rename = "$label.1")]
        path: String,
        to: String,
    },
    Labels {
        #[serde(rename = "$labels")]
        names: Vec<String>,
    },
    Step(Step),
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Items {
    name: String,
    #[serde(rename = "$body")]
    items: Vec<Item>,
}

fn items() -> Vec<Item> {
    let server = |name: &str| Server {
        name: name.to_owned(),
        port: 1,
    };
    let route = |method: &str, path: &str| Item::Route {
        method: method.to_owned(),
        path: path.to_owned(),
        to: "web".to_owned(),
    };
    vec![
        Item::Service(Service { port: 1 }),
        Item::Server(server("a")),
        Item::Server(server("b")),
        Item::Maybe(Some(Box::new(server("a")))),
        Item::Maybe(Some(Box::new(server("b")))),
        route("GET", "/"),
        route("GET", "/a"),
        route("POST", "/"),
        Item::Labels {
            names: vec!["a".to_owned()],
        },
    ]
}

/// The blocks of one variant may differ in their labels. They are read back in the order of their block types.
#[test]
fn labelled_blocks_of_variants_come_back() {
    let all = items();
    for first in &all {
        for second in &all {
            for third in &all {
                let mut items = [first, second, third].map(Clone::clone);
                // In JSON, the blocks of one type are written together.
                items.sort_by_key(|item| all.iter().position(|it| kind(it) == kind(item)));
                let text = hcl::json::to_string(items.as_slice()).expect("it can be written");
                let back: Vec<Item> =
                    hcl::json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
                assert_eq!(back, items, "{text}");
                let whole = Items {
                    name: "shop".to_owned(),
                    items: items.to_vec(),
                };
                let text = hcl::json::to_string(&whole).expect("it can be written");
                let back: Items =
                    hcl::json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
                assert_eq!(back, whole, "{text}");
            }
        }
    }
}

fn kind(item: &Item) -> std::mem::Discriminant<Item> {
    std::mem::discriminant(item)
}

/// Native blocks, and all ways to write them in JSON.
#[test]
fn labelled_blocks_of_variants() {
    let native = "server \"a\" {\n  port = 1\n}\nserver \"b\" {\n  port = 2\n}\nserver \"b\" {\n  port = 3\n}\nstep = \"Stop\"\n";
    for json in [
        r#"{ "server": { "a": { "port": 1 }, "b": [{ "port": 2 }, { "port": 3 }] }, "step": "Stop" }"#,
        r#"{ "server": [{ "a": { "port": 1 } }, { "b": { "port": 2 } }, { "b": { "port": 3 } }], "step": "Stop" }"#,
        r#"[{ "server": { "a": { "port": 1 } } }, { "server": { "b": { "port": 2 } } }, { "server": { "b": { "port": 3 } }, "step": "Stop" }]"#,
    ] {
        same::<Vec<Item>>(native, json);
        same::<Vec<Option<hcl::Spanned<Item>>>>(native, json);
    }
}

/// The path of an error contains the labels, as in native syntax.
#[test]
fn errors_of_labelled_blocks_of_variants() {
    let native = "server \"a\" {\n  port = 1\n}\nserver \"b\" {\n  port = true\n}\n";
    let error = hcl::from_str::<Vec<Item>>(native).expect_err("a port is wrong");
    assert_eq!(error.path(), r#"server["b"].port"#);
    let check = |text: &str, path: &str, column: usize| {
        let error = hcl::json::from_str::<Vec<Item>>(text).expect_err(text);
        assert_eq!(error.path(), path, "{error}");
        assert_eq!(error.column(), Some(column), "{error}");
    };
    check(
        r#"{ "server": { "a": { "port": 1 }, "b": { "port": true } } }"#,
        r#"server["b"].port"#,
        50,
    );
    check(
        r#"{ "server": { "a": { "port": true }, "b": { "port": 1 } } }"#,
        r#"server["a"].port"#,
        30,
    );
    check(
        r#"{ "route": { "GET": { "/": { "to": [] } } } }"#,
        r#"route["GET"]["/"].to"#,
        36,
    );
    check(r#"{ "server": { "a": 1 } }"#, "server", 20);
    check(r#"{ "server": {}, "step": "Stop" }"#, "server", 13);
}
