//! Advice in reports: how it is written where it stands, and what was probably meant.

use std::collections::BTreeMap;

use expect_test::expect;
use hcl::EvalContext;
use serde_derive::Deserialize;

use super::faults::{check, fails};

#[derive(Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
#[expect(dead_code, reason = "only errors are looked at")]
enum Store {
    Memory,
    Disk { path: String },
    Remote(String),
    Pair(u8, u8),
}

#[derive(Deserialize, Debug)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Stores {
    store: Store,
}

/// The advice uses the form that is correct at its place: a block, an object in an attribute, or JSON.
#[test]
fn choices_say_how_they_are_written() {
    fails::<Stores>(
        "store = \"disk\"\n",
        expect![[r#"
        error: Unsuitable value type
         --> line 1, column 9
          |
        1 | store = "disk"
          |         ^^^^^^
          |
          = note: "disk" needs content. Write it as a block with this label, as in store "disk" { … }.
          = path: store
    "#]],
    );
    fails::<Stores>(
        "store = \"remote\"\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 9
              |
            1 | store = "remote"
              |         ^^^^^^^^
              |
              = note: "remote" needs content. Write an object with this name as its only key, as in { remote = … }, or a block with this label, as in store "remote" { … }.
              = path: store
        "#]],
    );
    fails::<Stores>(
        "store = \"pair\"\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 9
              |
            1 | store = "pair"
              |         ^^^^^^
              |
              = note: "pair" needs content. Write an object with this name as its only key, as in { pair = [ … ] }.
              = path: store
        "#]],
    );
    fails::<BTreeMap<String, Vec<Store>>>(
        "stores = [\"disk\"]\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 11
              |
            1 | stores = ["disk"]
              |           ^^^^^^
              |
              = note: "disk" needs content. Write an object with this name as its only key, as in { disk = … }.
              = path: stores[0]
        "#]],
    );
    fails::<Stores>(
        "store {}\n",
        expect![[r#"
            error: Missing label for store
             --> line 1, column 1
              |
            1 | store {}
              | ^^^^^
              |
              = note: A label is missing: write `store "name" {`. Expected one of "memory", "disk", "remote", "pair".
              = path: store
        "#]],
    );
    fails::<Stores>(
        "store \"memory\" {\n  limit = 3\n}\n",
        expect![[r#"
        error: Unsuitable value type
         --> line 1, column 1
          |
        1 | store "memory" {
          | ^^^^^^^^^^^^^^
          |
          = note: "memory" takes no content, but has some here. Write its block without other labels and with nothing between the braces.
          = path: store["memory"]
    "#]],
    );
    fails::<Stores>(
        "store {\n  memory {\n    limit = 3\n  }\n}\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 2, column 3
              |
            2 |   memory {
              |   ^^^^^^
              |
              = note: "memory" takes no content, but has some here. Write its block without other labels and with nothing between the braces.
              = path: store.memory
        "#]],
    );
    fails::<Stores>(
        "store = { memory = 3 }\n",
        expect![[r#"
        error: Unsuitable value type
         --> line 1, column 20
          |
        1 | store = { memory = 3 }
          |                    ^
          |
          = note: "memory" takes no content, but has some here. Remove the content, or write null in its place.
          = path: store.memory
    "#]],
    );
    check(
        hcl::json::from_str::<Stores>("{ \"store\": \"disk\" }"),
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 12
              |
            1 | { "store": "disk" }
              |            ^^^^^^
              |
              = note: "disk" needs content. Write an object with this name as its only key, as in { "disk": … }.
              = path: store
        "#]],
    );
    check(
        hcl::json::from_str::<Stores>("{ \"store\": { \"memory\": { \"limit\": 3 } } }"),
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 24
              |
            1 | { "store": { "memory": { "limit": 3 } } }
              |                        ^^^^^^^^^^^^^^
              |
              = note: "memory" takes no content, but has some here. Remove the content, or write null in its place.
              = path: store["memory"]
        "#]],
    );
}

/// A type that takes text and refuses it with an expectation of its own.
#[derive(Debug)]
pub(super) struct Timeout;

impl<'de> serde::Deserialize<'de> for Timeout {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <String as serde::Deserialize>::deserialize(deserializer)?;
        let found = serde::de::Unexpected::Str(&text);
        Err(serde::de::Error::invalid_value(found, &"a duration"))
    }
}

/// If a visitor refuses a converted value, the report quotes the value as it is written. If a type has taken the text
/// and then refuses a text, the report quotes that text, because it may be another one.
#[test]
fn a_visitor_that_refuses_converted_text_quotes_the_written_value() {
    fails::<BTreeMap<String, char>>(
        "letter = 90\n",
        expect![[r#"
        error: Invalid value
         --> line 1, column 10
          |
        1 | letter = 90
          |          ^^
          |
          = note: Expected a string of one character, but found the number 90.
          = path: letter
    "#]],
    );
    fails::<BTreeMap<String, Timeout>>(
        "timeout = 90\n",
        expect![[r#"
        error: Invalid value
         --> line 1, column 11
          |
        1 | timeout = 90
          |           ^^
          |
          = note: Expected a duration, but found the string "90".
          = path: timeout
    "#]],
    );
}

/// A list of captured expressions needs brackets. The decoder does not evaluate the expression to find a list.
#[test]
fn lists_of_captured_expressions_need_brackets() {
    fails::<BTreeMap<String, Vec<hcl::Traversal>>>(
        "order = a.b\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 9
              |
            1 | order = a.b
              |         ^^^
              |
              = note: A list in brackets is required here, as in [a.b]. Its elements are kept as written, so this expression is not evaluated.
              = path: order
        "#]],
    );
    fails::<BTreeMap<String, Vec<hcl::Expression>>>(
        "order = f(\n  1)\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 9
              |
            1 |   order = f(
              |  _________^
            2 | |   1)
              | |____^
              |
              = note: A list in brackets is required here, as in [a, b]. Its elements are kept as written, so this expression is not evaluated.
              = path: order
        "#]],
    );
    let ctx = EvalContext::new().with_variable("list", vec![1, 2]);
    let kept = hcl::from_str_with::<BTreeMap<String, Vec<hcl::Expression>>>("a = list\n", &ctx);
    assert_eq!(kept.expect("it has a value")["a"].len(), 2);
}

/// The advice if a value of another kind was written.
#[test]
fn types_suggest_what_was_meant() {
    fails::<BTreeMap<String, Vec<String>>>(
        "zones = \"fra1\"\n",
        expect![[r#"
        error: Unsuitable value type
         --> line 1, column 9
          |
        1 | zones = "fra1"
          |         ^^^^^^
          |
          = note: Expected a list, but found the string "fra1". Put it in brackets, as in ["fra1"].
          = path: zones
    "#]],
    );
    fails::<BTreeMap<String, Vec<u8>>>(
        "ports = 80\n",
        expect![[r#"
        error: Unsuitable value type
         --> line 1, column 9
          |
        1 | ports = 80
          |         ^^
          |
          = note: Expected a list, but found the number 80. Put it in brackets, as in [80].
          = path: ports
    "#]],
    );
    fails::<BTreeMap<String, Vec<String>>>(
        "zones = \"$${a}\"\n",
        expect![[r#"
        error: Unsuitable value type
         --> line 1, column 9
          |
        1 | zones = "$${a}"
          |         ^^^^^^^
          |
          = note: Expected a list, but found the string "${a}".
          = path: zones
    "#]],
    );
    fails::<BTreeMap<String, bool>>(
        "a = 1\n",
        expect![[r#"
        error: Unsuitable value type
         --> line 1, column 5
          |
        1 | a = 1
          |     ^
          |
          = note: Expected a bool, but found the number 1. Did you mean true?
          = path: a
    "#]],
    );
    fails::<BTreeMap<String, bool>>(
        "a = 0\n",
        expect![[r#"
        error: Unsuitable value type
         --> line 1, column 5
          |
        1 | a = 0
          |     ^
          |
          = note: Expected a bool, but found the number 0. Did you mean false?
          = path: a
    "#]],
    );
    fails::<BTreeMap<String, bool>>(
        "a = 2\n",
        expect![[r#"
        error: Unsuitable value type
         --> line 1, column 5
          |
        1 | a = 2
          |     ^
          |
          = note: Expected a bool, but found the number 2.
          = path: a
    "#]],
    );
}

#[derive(Deserialize, Debug)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Labelled {
    #[serde(rename = "$label")]
    label: String,
    #[serde(rename = "$label.1")]
    second: Option<String>,
    port: u16,
}

#[derive(Deserialize, Debug)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Plain {
    port: u16,
}

/// A list of lists of lists, without end.
#[derive(Deserialize, Debug)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Endless(Vec<Endless>);

#[derive(Deserialize, Debug)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Lists {
    #[serde(default)]
    labelled: Vec<Labelled>,
    #[serde(default)]
    plain: Vec<Plain>,
    #[serde(default)]
    by_label: BTreeMap<String, Plain>,
    #[serde(default)]
    by_labels: BTreeMap<String, Labelled>,
    #[serde(default)]
    texts: Vec<String>,
    #[serde(default)]
    numbers: Vec<u16>,
    #[serde(default)]
    by_name: BTreeMap<String, u16>,
    #[serde(default)]
    stores: Vec<Store>,
    endless: Option<Endless>,
}

/// If a value is neither a list nor a map, the advice shows what the list or map takes.
#[test]
fn lists_and_maps_say_what_they_take() {
    let block = |form: &str| format!("Write a block, as in {form}.");
    let object = "Put it in brackets, as in [{ … }], or write a block, as in plain { … }.";
    let cases = [
        (
            "labelled",
            "\"a\"",
            block("labelled \"name\" \"name\" { … }"),
        ),
        ("labelled", "7", block("labelled \"name\" \"name\" { … }")),
        (
            "labelled",
            "{ port = 1 }",
            block("labelled \"name\" \"name\" { … }"),
        ),
        ("plain", "\"a\"", block("plain { … }")),
        ("plain", "true", block("plain { … }")),
        ("plain", "{ port = 1 }", object.to_owned()),
        ("by_label", "\"a\"", block("by_label \"name\" { … }")),
        (
            "by_labels",
            "\"a\"",
            block("by_labels \"name\" \"name\" \"name\" { … }"),
        ),
        (
            "texts",
            "\"a\"",
            "Put it in brackets, as in [\"a\"].".to_owned(),
        ),
        ("texts", "7", "Put it in brackets, as in [7].".to_owned()),
        ("numbers", "7", "Put it in brackets, as in [7].".to_owned()),
        ("numbers", "\"a\"", String::new()),
        (
            "numbers",
            "\"7\"",
            "Put it in brackets, as in [\"7\"].".to_owned(),
        ),
        (
            "numbers",
            "3 + 4",
            "Put it in brackets, as in [7].".to_owned(),
        ),
        ("numbers", "true", String::new()),
        ("numbers", "{ port = 1 }", String::new()),
        ("by_name", "7", String::new()),
        (
            "stores",
            "\"memory\"",
            "Put it in brackets, as in [\"memory\"].".to_owned(),
        ),
        ("stores", "\"nope\"", String::new()),
        ("endless", "\"a\"", String::new()),
    ];
    for (name, value, advice) in cases {
        let text = format!("{name} = {value}\n");
        let error = hcl::from_str::<Lists>(&text).expect_err("it does not fit");
        let [diagnostic] = error.diagnostics() else {
            panic!("{error}");
        };
        let advised = diagnostic.detail().split_once(". ");
        assert_eq!(advised.map_or("", |it| it.1), advice, "{error}");
        let is_list = diagnostic.suggestion().is_some();
        assert_eq!(is_list, advice.starts_with("Put it in"), "{error}");
        super::words::check(&error);

        // A computed value gets the same advice, and so does a value after another fault.
        let computed = format!("{name} = identity({value})\n");
        let ctx = EvalContext::new().with_function("identity", identity());
        let of_computed =
            hcl::from_str_with::<Lists>(&computed, &ctx).expect_err("it does not fit");
        assert_eq!(of_computed.diagnostics()[0].detail(), diagnostic.detail());
        let behind = format!("texts = [[]]\n{text}");
        if name != "texts" {
            let error = hcl::from_str::<Lists>(&behind).expect_err("it does not fit");
            let details: Vec<_> = error
                .diagnostics()
                .iter()
                .map(hcl::Diagnostic::detail)
                .collect();
            assert_eq!(details[1..], [diagnostic.detail()], "{error}");
        }
    }
}

fn identity() -> hcl::function::Function {
    let parameter = hcl::function::Parameter::new("value", hcl::Type::DYNAMIC);
    let identity = hcl::function::Function::new(hcl::Type::DYNAMIC, |args| Ok(args[0].clone()));
    identity.with_parameter(parameter)
}

/// In JSON syntax, the advice shows blocks as objects.
#[test]
fn blocks_of_json_are_written_as_objects() {
    for (text, advice) in [
        (
            r#"{"labelled": "a"}"#,
            r#"Write a block, as in "labelled": { "name": { "name": { … } } }."#,
        ),
        (r#"{"plain": 7}"#, r#"Write a block, as in "plain": { … }."#),
        (
            r#"{"by_label": "a"}"#,
            r#"Write a block, as in "by_label": { "name": { … } }."#,
        ),
        (r#"{"texts": "a"}"#, r#"Put it in brackets, as in ["a"]."#),
    ] {
        let error = hcl::json::from_str::<Lists>(text).expect_err("it does not fit");
        let detail = error.diagnostics()[0].detail();
        assert!(detail.ends_with(advice), "{detail}");
    }
}
