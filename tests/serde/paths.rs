//! Paths of errors: a block is named by its labels, whatever type takes the labels, and a check at that path finds it.

#![expect(dead_code, reason = "only errors are looked at")]

use std::collections::BTreeMap;

use hcl::{Body, Overlay, OverlayRule, ParseOptions, Syntax, Validation};
use serde_derive::Deserialize;

#[derive(Deserialize, Debug)]
struct Root<T> {
    #[serde(rename = "task")]
    _task: T,
}

#[derive(Deserialize, Debug)]
struct Port {
    #[serde(rename = "port")]
    _port: u16,
}

#[derive(Deserialize, Debug)]
struct Labelled {
    #[serde(rename = "$label")]
    _name: String,
    #[serde(rename = "port")]
    _port: u16,
}

#[derive(Deserialize, Debug)]
struct Two {
    #[serde(rename = "$label")]
    _name: String,
    #[serde(rename = "$label.1")]
    _zone: String,
    #[serde(rename = "port")]
    _port: u16,
}

#[derive(Deserialize, Debug)]
struct All {
    #[serde(rename = "$labels")]
    _labels: Vec<String>,
    #[serde(rename = "port")]
    _port: u16,
}

#[derive(Deserialize, Debug)]
enum Choice {
    #[serde(rename = "a")]
    A(Port),
    #[serde(rename = "b")]
    B(Labelled),
}

#[derive(Deserialize, Debug)]
enum Item {
    #[serde(rename = "task")]
    Task(Labelled),
}

#[track_caller]
fn check<T: serde::de::DeserializeOwned>(body: &Body, expected: &str) {
    let Err(error) = hcl::from_body::<T>(body) else {
        panic!("a port is wrong")
    };
    assert_eq!(*error.path(), expected, "{error}");
    let validation = Validation::new(body);
    validation.error(error.path(), "Wrong", "");
    let same = validation.finish().expect_err("it is wrong");
    assert_eq!(same.path(), error.path());
    assert_eq!((same.line(), same.span()), (error.line(), error.span()));
    assert_eq!(
        same.diagnostics()[0].source().and_then(|it| it.name()),
        error.diagnostics()[0].source().and_then(|it| it.name())
    );
}

fn native(text: &str) -> Body {
    hcl::parse(text).expect("it is HCL")
}

#[test]
fn paths_name_blocks_by_labels() {
    let one = native(
        "task \"a\" {\n  port = 1\n}\ntask \"b\" {\n  port = []\n}\ntask \"c\" {\n  port = 2\n}\n",
    );
    let path = r#"task["b"].port"#;
    check::<Root<Vec<Labelled>>>(&one, path);
    check::<Root<Vec<All>>>(&one, path);
    check::<Root<Vec<BTreeMap<String, Port>>>>(&one, path);
    check::<Root<BTreeMap<String, Port>>>(&one, path);
    check::<Root<hcl::OneOrMany<Labelled>>>(&one, path);
    check::<Root<Vec<hcl::Spanned<Labelled>>>>(&one, path);
    check::<Vec<Item>>(&one, path);
    let many = r#"task["b"][0].port"#;
    check::<Root<BTreeMap<String, Vec<Port>>>>(&one, many);

    let none = native("task {\n  port = 1\n}\ntask {\n  port = []\n}\n");
    check::<Root<Vec<Port>>>(&none, "task[1].port");

    let same = native(
        "task \"a\" {\n  port = 1\n}\ntask \"b\" {\n  port = 1\n}\ntask \"b\" {\n  port = []\n}\n",
    );
    let path = r#"task["b"][1].port"#;
    check::<Root<Vec<Labelled>>>(&same, path);
    check::<Root<BTreeMap<String, Vec<Port>>>>(&same, path);
    check::<Vec<Item>>(&same, path);

    let two = native("task \"a\" \"x\" {\n  port = 1\n}\ntask \"a\" \"y\" {\n  port = []\n}\n");
    let path = r#"task["a"]["y"].port"#;
    check::<Root<Vec<Two>>>(&two, path);
    check::<Root<Vec<All>>>(&two, path);
    check::<Root<BTreeMap<String, Vec<Labelled>>>>(&two, path);
    check::<Root<Vec<BTreeMap<String, Labelled>>>>(&two, path);

    let choice = native("task \"a\" {\n  port = 1\n}\ntask \"b\" \"x\" {\n  port = []\n}\n");
    check::<Root<Vec<Choice>>>(&choice, r#"task["b"]["x"].port"#);
}

#[test]
fn paths_name_blocks_of_json() {
    let parse = |text: &str| {
        let options = ParseOptions::new().with_syntax(Syntax::Json);
        options.parse(text).into_result().expect("it is JSON")
    };
    let one = parse(r#"{"task": {"a": {"port": 1}, "b": {"port": []}}}"#);
    check::<Root<Vec<Labelled>>>(&one, r#"task["b"].port"#);
    let same = parse(r#"{"task": {"a": {"port": 1}, "b": [{"port": 1}, {"port": []}]}}"#);
    check::<Root<Vec<Labelled>>>(&same, r#"task["b"][1].port"#);
    let two = parse(r#"{"task": {"a": {"x": {"port": 1}, "y": {"port": []}}}}"#);
    check::<Root<Vec<Two>>>(&two, r#"task["a"]["y"].port"#);
    let none = parse(r#"{"task": [{"port": 1}, {"port": []}]}"#);
    check::<Root<Vec<Port>>>(&none, "task[1].port");
}

#[test]
fn paths_name_blocks_of_layers() {
    let layer = |name: &str, port: &str| {
        let text = format!("task \"a\" {{\n  port = 1\n}}\ntask \"b\" {{\n  port = {port}\n}}\n");
        let options = ParseOptions::new().with_filename(name);
        options.parse(&text).into_result().expect("it is HCL")
    };
    let layers = || [layer("low.hcl", "1"), layer("high.hcl", "[]")];
    let merged = Body::overlay(layers()).expect("they are small");
    check::<Root<Vec<Labelled>>>(&merged, r#"task["b"].port"#);
    let appended = Overlay::new().with_blocks("task", OverlayRule::Append);
    let appended = appended.overlay(layers()).expect("they are small");
    check::<Root<Vec<Labelled>>>(&appended, r#"task["b"][1].port"#);
    check::<Root<Vec<Labelled>>>(&Body::merge(layers()), r#"task["b"][1].port"#);
}

/// In a merged body, blocks in JSON syntax have the paths that they would have in native syntax, also if several faults
/// are searched for one by one.
#[test]
fn blocks_of_merged_sources_count_together() {
    #[derive(Deserialize, Debug)]
    struct Lists {
        listener: Vec<Listener>,
        service: BTreeMap<String, Vec<Listener>>,
        port: u16,
    }
    #[derive(Deserialize, Debug)]
    struct Listener {
        port: u16,
    }
    let native = "listener {\n  port = true\n}\nservice \"a\" {\n  port = true\n}\nport = true\n";
    let native = hcl::parse(native).expect("it is valid");
    let parse = |text| hcl::json::parse(text).expect("it is valid");
    let first = hcl::json::to_string(&native).expect("it can be written");
    let first = parse(&first);
    let second = r#"{
        "listener": [{"port": 1}, {"port": "x"}],
        "service": {"a": [{"port": 1}, {"port": "x"}], "b": {"port": "x"}}
    }"#;
    let second = parse(second);
    let written = hcl::json::to_native(&second, &hcl::json::NativeBlocks::by_shape());
    let written = written.expect("it can be written");
    let expected = [
        "listener[0].port",
        "service[\"a\"][0].port",
        "port",
        "listener[2].port",
        "service[\"a\"][2].port",
        "service[\"b\"][0].port",
    ];
    for bodies in [
        [native.clone(), written],
        [native, second.clone()],
        [first, second],
    ] {
        let error = hcl::from_body::<Lists>(&hcl::Body::merge(bodies));
        let error = error.expect_err("the numbers are wrong");
        let paths = error.diagnostics().iter().map(|it| it.path().to_string());
        assert_eq!(paths.collect::<Vec<_>>(), expected);
    }
}

/// A value that cannot be a block does not change the paths of the blocks beside it.
#[test]
fn blocks_are_counted_beside_other_values() {
    #[derive(Deserialize, Debug)]
    struct Services {
        #[expect(dead_code, reason = "it is only decoded")]
        service: BTreeMap<String, Vec<Port>>,
    }
    #[derive(Deserialize, Debug)]
    struct Port {
        #[expect(dead_code, reason = "it is only decoded")]
        port: u16,
    }
    type Deeper = BTreeMap<String, BTreeMap<String, BTreeMap<String, Vec<Port>>>>;
    let text = r#"{"service": {"a": 1, "b": [{"port": 1}, {"port": "x"}]}}"#;
    let error = hcl::json::from_str::<Services>(text).expect_err("the number is wrong");
    let paths = |error: &hcl::Error| -> Vec<String> {
        let diagnostics = error.diagnostics().iter();
        diagnostics.map(|it| it.path().to_string()).collect()
    };
    assert_eq!(paths(&error), ["service.a", "service[\"b\"][1].port"]);
    let deeper = r#"{"service": {"z": {"a": 1, "b": [{"port": 1}, {"port": "x"}]}}}"#;
    let error = hcl::json::from_str::<Deeper>(deeper).expect_err("the number is wrong");
    assert!(
        paths(&error).contains(&"service[\"z\"][\"b\"][1].port".to_owned()),
        "{error}"
    );
    let first = hcl::json::parse(text).expect("it is valid");
    let second = hcl::json::parse(r#"{"service": {"b": [{"port": 1}, {"port": "y"}]}}"#);
    let second = second.expect("it is valid");
    let error = hcl::from_body::<Services>(&hcl::Body::merge([first, second]));
    let paths = paths(&error.expect_err("the numbers are wrong"));
    for expected in ["service[\"b\"][1].port", "service[\"b\"][3].port"] {
        assert!(paths.iter().any(|it| it == expected), "{paths:?}");
    }
}

/// The error about an array in an array is at that array.
#[test]
fn an_array_in_an_array_has_its_path() {
    type Maps = BTreeMap<String, Vec<BTreeMap<String, u8>>>;
    for (text, expected) in [
        (r#"{"listener": [[{}], {}, [{}]]}"#, "listener[0]"),
        (r#"{"listener": [{}, {}, [{}], 5]}"#, "listener[2]"),
        (r#"{"listener": [{}, 5, [{}]]}"#, "listener[1]"),
    ] {
        let error = hcl::json::from_str::<Maps>(text).expect_err("arrays are no maps");
        assert_eq!(error.path(), expected, "{text}");
        assert_eq!(error.diagnostics().len(), 1, "{text}");
    }
}
