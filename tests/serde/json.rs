//! The JSON syntax: the type decides what a property is ("Structural Elements", "Expressions" of the JSON syntax).

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use hcl::{EvalContext, Expression, OneOrMany, Spanned, Value};
use serde::de::DeserializeOwned;
use serde_derive::Deserialize;

/// Decodes a configuration from both syntaxes and checks that the results are equal.
#[track_caller]
pub(super) fn same<T: DeserializeOwned + PartialEq + Debug>(native: &str, json: &str) -> T {
    let ctx = ctx();
    let from_native = hcl::from_str_with::<T>(native, &ctx);
    let from_native = from_native.unwrap_or_else(|error| panic!("{error}"));
    let from_json = hcl::json::from_str_with::<T>(json, &ctx);
    let from_json = from_json.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(from_native, from_json);
    let body = hcl::json::parse(json).expect("it is valid");
    let options = hcl::DecodeOptions::new().with_context(&ctx);
    let from_body = options.from_body::<T>(&body);
    assert_eq!(
        from_body.unwrap_or_else(|error| panic!("{error}")),
        from_json
    );
    from_json
}

fn ctx() -> EvalContext {
    EvalContext::new()
        .with_variable("base", 8000)
        .with_variable("names", vec!["a", "b"])
        .with_variable("nothing", Value::NULL)
        .with_functions(hcl::function::stdlib::functions())
}

#[derive(Deserialize, PartialEq, Debug)]
struct Service {
    port: u16,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    env: BTreeMap<String, String>,
    limit: Option<u32>,
}

#[derive(Deserialize, PartialEq, Debug)]
struct Labelled {
    #[serde(rename = "$label")]
    name: String,
    #[serde(rename = "$label.1", default)]
    zone: String,
    size: u32,
}

#[derive(Deserialize, PartialEq, Debug)]
struct One {
    #[serde(rename = "$label")]
    name: String,
    #[serde(default)]
    size: u32,
}

#[derive(Deserialize, PartialEq, Debug)]
#[serde(rename_all = "lowercase")]
enum Action {
    Stop,
    Wait(u32),
    Run { command: String },
}

#[derive(Deserialize, PartialEq, Debug)]
struct Field<T> {
    x: T,
}

#[test]
fn attributes() {
    same::<Field<u16>>("x = base + 80\n", r#"{ "x": "${base + 80}" }"#);
    same::<Field<i8>>("x = -5\n", r#"{ "x": -5 }"#);
    same::<Field<f64>>("x = 1.5e3\n", r#"{ "x": 1.5e3 }"#);
    same::<Field<String>>("x = \"a\\n\\\"b\\\"\"\n", r#"{ "x": "a\n\"b\"" }"#);
    same::<Field<String>>(
        "x = \"${upper(\"a\")}!\"\n",
        r#"{ "x": "${upper(\"a\")}!" }"#,
    );
    same::<Field<String>>("x = \"$${a}\"\n", r#"{ "x": "$${a}" }"#);
    same::<Field<Vec<String>>>("x = names\n", r#"{ "x": "${names}" }"#);
    same::<Field<Vec<u8>>>("x = [1, 2]\n", r#"{ "x": [1, 2] }"#);
    same::<Field<(u8, String)>>("x = [1, \"a\"]\n", r#"{ "x": [1, "a"] }"#);
    same::<Field<Vec<Vec<u8>>>>("x = [[1], []]\n", r#"{ "x": [[1], []] }"#);
    same::<Field<Option<u8>>>("x = null\n", r#"{ "x": null }"#);
    same::<Field<Option<u8>>>("x = nothing\n", r#"{ "x": "${nothing}" }"#);
    same::<Field<Option<u8>>>("", "{}");
    same::<Field<BTreeMap<String, u8>>>(
        "x = { a = 1, \"//\" = 2 }\n",
        r#"{ "x": { "a": 1, "//": 2 } }"#,
    );
    same::<Field<BTreeMap<String, u8>>>(
        "x = { \"k${base}\" = 1 }\n",
        r#"{ "x": { "k${base}": 1 } }"#,
    );
    same::<Field<Action>>("x = \"stop\"\n", r#"{ "x": "stop" }"#);
    same::<Field<Action>>("x = { wait = 5 }\n", r#"{ "x": { "wait": 5 } }"#);
    same::<Field<Action>>(
        "x = { run = { command = \"a\" } }\n",
        r#"{ "x": { "run": { "command": "a" } } }"#,
    );
    same::<Field<Vec<Action>>>(
        "x = [\"stop\", { wait = 5 }]\n",
        r#"{ "x": ["stop", { "wait": 5 }] }"#,
    );
    same::<Field<Value>>(
        "x = { a = [1, null, true] }\n",
        r#"{ "x": { "a": [1, null, true] } }"#,
    );
    same::<Field<OneOrMany<u8>>>("x = 1\n", r#"{ "x": 1 }"#);
    same::<Field<OneOrMany<u8>>>("x = [1, 2]\n", r#"{ "x": [1, 2] }"#);
    same::<BTreeMap<String, u8>>("a = 1\nb = 2\n", r#"{ "a": 1, "\u0062": 2 }"#);
}

#[test]
fn blocks() {
    let service = "port = 80\n  tags = [\"a\"]\n  env = { A = \"1\" }\n";
    let object = r#"{ "//": "web", "port": 80, "tags": ["a"], "env": { "A": 1 } }"#;
    same::<Field<Service>>(
        &format!("x {{\n  {service}}}\n"),
        &format!(r#"{{ "x": {object} }}"#),
    );
    same::<Field<Service>>(
        &format!("x {{\n  {service}}}\n"),
        &format!(r#"{{ "x": [{object}] }}"#),
    );
    same::<Field<Option<Service>>>("", "{}");
    same::<Field<Option<Service>>>("", r#"{ "x": null }"#);
    for json in [
        format!(r#"{{ "x": [{object}, {object}] }}"#),
        format!(r#"{{ "x": {object}, "x": [{object}] }}"#),
        format!(r#"[{{ "x": {object} }}, {{ "//": 1, "x": {object} }}]"#),
    ] {
        same::<Field<Vec<Service>>>(
            &format!("x {{\n  {service}}}\nx {{\n  {service}}}\n"),
            &json,
        );
    }
    same::<Field<Vec<Service>>>(
        &format!("x {{\n  {service}}}\n"),
        &format!(r#"{{ "x": {object} }}"#),
    );
    same::<Field<OneOrMany<Service>>>(
        &format!("x {{\n  {service}}}\n"),
        &format!(r#"{{ "x": {object} }}"#),
    );
    same::<Field<Vec<Service>>>("x = []\n", r#"{ "x": [] }"#);
}

#[test]
fn labels() {
    let native = "x \"a\" {\n  port = 1\n}\nx \"b\" {\n  port = 2\n}\n";
    let json = r#"{ "x": { "a": { "port": 1 }, "b": { "port": 2 } } }"#;
    same::<Field<BTreeMap<String, Service>>>(native, json);
    same::<Field<HashMap<String, Service>>>(
        native,
        r#"{ "x": [{ "a": { "port": 1 } }, { "b": [{ "port": 2 }] }] }"#,
    );
    same::<Field<BTreeMap<String, Service>>>(
        native,
        r#"{ "x": { "a": { "port": 1 } }, "x": { "b": { "port": 2 } } }"#,
    );
    let native = "x \"a\" {\n  port = 1\n}\nx \"a\" {\n  port = 2\n}\n";
    same::<Field<BTreeMap<String, Vec<Service>>>>(
        native,
        r#"{ "x": { "a": [{ "port": 1 }, { "port": 2 }] } }"#,
    );
    same::<Field<BTreeMap<String, Vec<Service>>>>(
        native,
        r#"{ "x": { "a": { "port": 1 }, "a": { "port": 2 } } }"#,
    );
    let native = "x \"a\" \"b\" {\n  port = 1\n}\n";
    same::<Field<BTreeMap<String, BTreeMap<String, Service>>>>(
        native,
        r#"{ "x": { "a": { "b": { "port": 1 } } } }"#,
    );
    let native = "x \"a\" \"b\" {\n  size = 1\n}\nx \"a\" \"c\" {\n  size = 2\n}\n";
    for json in [
        r#"{ "x": { "a": { "b": { "size": 1 }, "c": { "size": 2 } } } }"#,
        r#"{ "x": [{ "a": { "b": { "size": 1 } } }, { "a": [{ "c": [{ "size": 2 }] }] }] }"#,
        r#"{ "x": { "a": { "b": { "size": 1 } } }, "x": { "a": { "c": { "size": 2 } } } }"#,
    ] {
        same::<Field<Vec<Labelled>>>(native, json);
    }
    same::<Field<One>>("x \"a\" {}\n", r#"{ "x": { "a": {} } }"#);
    same::<Field<One>>("x \"a\" {}\n", r#"{ "x": { "\u0061": {} } }"#);
    same::<Field<Vec<One>>>(
        "x \"a\" {}\nx \"b\" {}\n",
        r#"{ "x": { "a": {}, "b": {} } }"#,
    );
    same::<Field<BTreeMap<String, One>>>("x \"k\" \"a\" {}\n", r#"{ "x": { "k": { "a": {} } } }"#);
    same::<Field<Vec<One>>>("x = []\n", r#"{ "x": {} }"#);
    same::<Field<Vec<Spanned<Box<One>>>>>("x = []\n", r#"{ "x": {} }"#);
}

#[test]
fn variants() {
    let native = "x \"run\" {\n  command = \"a\"\n}\nx \"run\" {\n  command = \"b\"\n}\n";
    for json in [
        r#"{ "x": { "run": [{ "command": "a" }, { "command": "b" }] } }"#,
        r#"{ "x": [{ "run": { "command": "a" } }, { "run": { "command": "b" } }] }"#,
    ] {
        same::<Field<Vec<Action>>>(native, json);
    }

    // In the object of a block, "//" is a comment, as `json::from_native` writes it.
    let native = "x {\n  run {\n    command = \"a\"\n  }\n}\n";
    let body = hcl::parse(native).expect("it is valid");
    let written = hcl::json::from_native(&body, hcl::json::BlockForm::default());
    let json = written.expect("it can be written");
    assert!(json.contains("\"//\""), "{json}");
    same::<Field<Action>>(native, &json);
    same::<Field<Vec<Action>>>(native, &json);

    // An internally tagged enum is one of the objects, like a struct.
    #[derive(Deserialize, PartialEq, Debug)]
    enum Choice<T> {
        New(T),
    }
    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(tag = "kind", rename_all = "lowercase")]
    enum Store {
        Disk { path: String },
        Memory,
    }
    let native =
        "x \"New\" {\n  kind = \"disk\"\n  path = \"/\"\n}\nx \"New\" {\n  kind = \"memory\"\n}\n";
    let json = r#"{ "x": { "New": [{ "kind": "disk", "path": "/" }, { "kind": "memory" }] } }"#;
    let stores = same::<Field<Vec<Choice<Store>>>>(native, json);
    assert_eq!(stores.x.len(), 2);
    same::<Field<Vec<Choice<Box<Store>>>>>(native, json);
    same::<Field<Vec<Choice<Option<Store>>>>>(native, json);
    same::<Field<Vec<Choice<Choice<u8>>>>>(
        "x \"New\" {\n  New = 1\n}\nx \"New\" {\n  New = 2\n}\n",
        r#"{ "x": { "New": [{ "New": 1 }, { "New": 2 }] } }"#,
    );
    // A type that accepts any data gets the whole array.
    let json = hcl::json::from_str::<Field<Vec<Choice<serde_json::Value>>>>(json).unwrap();
    assert_eq!(json.x.len(), 1);

    same::<Vec<Action>>(
        "wait = 5\nrun {\n  command = \"a\"\n}\n",
        r#"{ "wait": 5, "run": { "command": "a" } }"#,
    );
}

/// If the elements of a list are options, null is an element. Nothing else changes.
#[test]
fn elements_that_may_be_null() {
    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(rename_all = "lowercase")]
    enum Choice {
        Size(u8),
        Text(String),
        Nothing,
    }
    fn check<T: DeserializeOwned + PartialEq + Debug>(text: &str, expected: Vec<T>) {
        let ctx = ctx().with_variable("name", "nothing");
        let plain = hcl::json::from_str_with::<Field<Vec<T>>>(text, &ctx).unwrap();
        assert_eq!(plain.x, expected, "{text}");
        let optional = hcl::json::from_str_with::<Field<Vec<Option<T>>>>(text, &ctx).unwrap();
        let expected: Vec<_> = expected.into_iter().map(Some).collect();
        assert_eq!(optional.x, expected, "{text}");
    }
    let size = Choice::Size(1);
    check(
        r#"{ "x": [{ "size": 1, "nothing": null }] }"#,
        vec![size, Choice::Nothing],
    );
    let text = Choice::Text("nothing".to_owned());
    check(r#"{ "x": [{ "text": "${name}" }] }"#, vec![text]);
    let choices = vec![Choice::Size(1), Choice::Text("nothing".to_owned())];
    check(r#"{ "x": [{ "size": 1, "text": "${name}" }] }"#, choices);
    let one = |name: &str| One {
        name: name.to_owned(),
        size: 0,
    };
    check(
        r#"{ "x": [{ "a": {}, "b": [{}] }] }"#,
        vec![one("a"), one("b")],
    );

    same::<Field<Vec<Option<Choice>>>>(
        "x = [\"nothing\", null]\n",
        r#"{ "x": ["nothing", null] }"#,
    );
    for null in ["null", "nothing", "length(names) == 2 ? nothing : nothing"] {
        let native = format!("x = [{{ a = 1 }}, {null}]\n");
        let json = format!(r#"{{ "x": [{{ "a": 1 }}, "${{{null}}}"] }}"#);
        let maps = same::<Field<Vec<Option<BTreeMap<String, u8>>>>>(&native, &json);
        assert_eq!(maps.x[1], None, "{null}");
    }
    same::<Field<Option<u8>>>("x = \"${null}\"\n", r#"{ "x": "${null}" }"#);
}

/// A file in JSON syntax is merged with a file in native syntax.
#[test]
fn merged_bodies() {
    let native = hcl::parse("name = \"shop\"\n").expect("it is valid");
    let json =
        hcl::json::parse(r#"{ "service": { "web": { "port": 80 } } }"#).expect("it is valid");
    #[derive(Deserialize)]
    struct Config {
        name: String,
        service: BTreeMap<String, Service>,
    }
    let body = hcl::Body::merge([native, json]);
    let config: Config = hcl::from_body(&body).expect("it fits");
    assert_eq!(
        (config.name.as_str(), config.service["web"].port),
        ("shop", 80)
    );
}

/// Null is not a block. It does not replace another property with its name, whether it comes before or after it.
#[test]
fn null_among_repeated_properties() {
    #[derive(Deserialize, PartialEq, Debug)]
    struct One {
        service: Option<Service>,
    }
    #[derive(Deserialize, Debug)]
    struct Many {
        service: Vec<Service>,
    }
    for text in [
        r#"{"service": null, "service": {"port": 80}}"#,
        r#"{"service": {"port": 80}, "service": null}"#,
    ] {
        let one: One = hcl::json::from_str(text).expect("there is one block");
        assert_eq!(one.service.map(|service| service.port), Some(80), "{text}");
        let many: Many = hcl::json::from_str(text).expect("there is one block");
        assert_eq!(many.service.len(), 1, "{text}");
    }
}

/// Files in JSON syntax and in native syntax, merged, have the same meaning as one file with all the blocks.
#[test]
fn blocks_of_one_type_from_several_files() {
    #[derive(Deserialize, PartialEq, Debug)]
    struct ByLabel {
        service: BTreeMap<String, Service>,
    }
    #[derive(Deserialize, PartialEq, Debug)]
    struct Listed {
        service: Vec<Labelled>,
    }
    #[derive(Deserialize, PartialEq, Debug)]
    struct Labelled {
        #[serde(rename = "$label")]
        name: String,
        port: u16,
    }
    fn parse(name: &str, text: &str) -> hcl::Body {
        let options = hcl::ParseOptions::new().with_filename(name);
        let syntax = hcl::Syntax::of_path(name);
        options
            .with_syntax(syntax)
            .parse(text)
            .into_result()
            .expect("it is valid")
    }
    let native = |name: &str, port: u16| format!("service \"{name}\" {{\n  port = {port}\n}}\n");
    let json = |name: &str, port: u16| {
        format!(r#"{{ "service": [{{ "{name}": {{ "port": {port} }} }}] }}"#)
    };
    let whole = [native("a", 1), native("b", 2), native("c", 3)].concat();
    let whole = parse("whole.hcl", &whole);
    for syntaxes in 0..8 {
        let files = [("a", 1), ("b", 2), ("c", 3)].into_iter().enumerate();
        let files = files.map(|(at, (name, port))| match syntaxes >> at & 1 {
            0 => parse(&format!("{name}.hcl"), &native(name, port)),
            _ => parse(&format!("{name}.json"), &json(name, port)),
        });
        let merged = hcl::Body::merge(files);
        let by_label =
            [&whole, &merged].map(|body| hcl::from_body::<ByLabel>(body).expect("it fits"));
        assert_eq!(by_label[0], by_label[1], "{syntaxes:b}");
        let listed = [&whole, &merged].map(|body| hcl::from_body::<Listed>(body).expect("it fits"));
        assert_eq!(listed[0], listed[1], "{syntaxes:b}");
        let value: Value = hcl::from_body(&merged).expect("it has a value");
        assert!(value.pointer("/service").is_some(), "{syntaxes:b}");
    }
    // The error of two conflicting blocks names both files.
    for (second, text) in [("b.hcl", native("a", 2)), ("b.json", json("a", 2))] {
        let merged = hcl::Body::merge([parse("a.json", &json("a", 1)), parse(second, &text)]);
        let error = hcl::from_body::<ByLabel>(&merged)
            .expect_err("there are two")
            .to_string();
        assert!(
            error.contains(&format!("--> {second}:1:")) && error.contains("a.json on line 1"),
            "{error}"
        );
    }
    let names = [
        ("a.json", r#"{ "x": "1" }"#),
        ("b.json", "\n{ \"x\": \"2\" }"),
    ];
    let merged = hcl::Body::merge(names.map(|(name, text)| parse(name, text)));
    for error in [
        hcl::from_body::<Field<String>>(&merged).expect_err("it is set twice"),
        hcl::from_body::<Value>(&merged).expect_err("it is set twice"),
    ] {
        let error = error.to_string();
        assert!(
            error.contains("--> b.json:2:3") && error.contains("a.json on line 1"),
            "{error}"
        );
    }
    let names = [
        ("a.json", r#"{ "x": { "1": {} } }"#),
        ("b.json", "\n{ \"x\": { \"01\": {} } }"),
    ];
    let merged = hcl::Body::merge(names.map(|(name, text)| parse(name, text)));
    let error = hcl::from_body::<Field<BTreeMap<u8, Field<Option<u8>>>>>(&merged)
        .expect_err("the keys are one number")
        .to_string();
    assert!(
        error.contains("--> b.json:2:10") && error.contains("a.json on line 1"),
        "{error}"
    );
}

#[test]
fn literal_only() {
    let text = r#"{ "x": "${name} %{ if", "y": { "${a}": ["${b"] }, "z": "plain" }"#;
    #[derive(Deserialize)]
    struct Config<'a> {
        x: &'a str,
        y: BTreeMap<String, Vec<String>>,
        z: &'a str,
    }
    let config: Config<'_> = hcl::json::from_str(text).expect("nothing is evaluated");
    assert_eq!((config.x, config.z), ("${name} %{ if", "plain"));
    assert_eq!(config.y["${a}"], ["${b"]);
}

#[test]
fn captured() {
    #[derive(Deserialize)]
    struct Config {
        url: Expression,
        template: hcl::Template,
        from: hcl::Traversal,
        block: hcl::Body,
        many: Vec<hcl::Body>,
    }
    let text = r#"{
        "url": "https://${host}/",
        "template": "${host}",
        "from": "local.name",
        "block": { "a": "${host}" },
        "many": [{ "b": 1 }, { "b": 2 }]
    }"#;
    let config: Config = hcl::json::from_str(text).expect("nothing is evaluated");
    let ctx = EvalContext::new().with_variable("host", "example.com");
    assert_eq!(
        config.url.evaluate(&ctx).expect("it has a value"),
        "https://example.com/"
    );
    assert_eq!(
        config.template.evaluate(&ctx).expect("it has a value"),
        "example.com"
    );
    assert_eq!(config.from.to_string(), "local.name");
    let fields: BTreeMap<String, String> = hcl::DecodeOptions::new()
        .with_context(&ctx)
        .from_body(&config.block)
        .expect("it fits");
    assert_eq!(fields["a"], "example.com");
    assert_eq!(config.many.len(), 2);
}

#[test]
fn rest_and_flatten() {
    #[derive(Deserialize)]
    struct Config {
        name: String,
        #[serde(rename = "$body")]
        rest: hcl::Body,
    }
    let text = r#"{ "name": "a", "service": { "web": { "port": 80 } }, "//": "a comment" }"#;
    let config: Config = hcl::json::from_str(text).expect("it fits");
    assert_eq!(config.name, "a");
    let schema = hcl::BodySchema::new().with_block("service", ["name"]);
    let content = config.rest.content(&schema).into_result().expect("it fits");
    assert_eq!(content.blocks().len(), 1);

    #[derive(Deserialize, PartialEq, Debug)]
    struct Outer {
        name: String,
        #[serde(flatten)]
        inner: Inner,
    }
    #[derive(Deserialize, PartialEq, Debug)]
    struct Inner {
        service: BTreeMap<String, Service>,
    }
    let native = "name = \"a\"\nservice \"web\" {\n  port = 80\n}\n";
    same::<Outer>(
        native,
        r#"{ "name": "a", "service": { "web": { "port": 80 } } }"#,
    );
}

#[test]
fn errors() {
    let check = |text: &str, expected: &str| {
        let error = hcl::json::from_str::<Field<Service>>(text).expect_err(text);
        assert!(error.to_string().contains(expected), "{error}\n\n{text}");
        assert!(error.span().is_some(), "{error:?}");
    };
    check(r#"{ "x": { "port": 80000 } }"#, "= path: x.port");
    check(r#"{ "x": { "prt": 80 } }"#, "port");
    check(
        r#"{ "x": [{ "port": 1 }, { "port": 2 }] }"#,
        "Only one \"x\" block is allowed here",
    );
    check(r#"{ "x": [] }"#, "\"x\" is required here");
    check(r#"{ "x": 5 }"#, "x");
    check(r#"{ "x": { "port": 80, "port": 81 } }"#, "is already set");
    check(r#"[{ "x": { "port": 80 } }, 5]"#, "objects only");
    let error =
        hcl::json::from_str::<Field<Vec<One>>>(r#"{ "x": { "a": 5 } }"#).expect_err("no block");
    assert!(
        error.to_string().contains("read as the label of a block"),
        "{error}"
    );
    let options = hcl::DecodeOptions::new()
        .exhaustive(true)
        .with_syntax(hcl::Syntax::Json);
    let error = options
        .from_str::<Field<Service>>(r#"{ "x": { "port": 80, "//": 1, "prt": 1 } }"#)
        .expect_err("a name is unknown");
    assert_eq!(error.path(), "x.prt");
}

/// In errors of native syntax inside a JSON string, the text ends with the template, not with the file, and lines are
/// counted in the template.
#[test]
fn a_template_in_a_string_is_not_called_a_file() {
    for (text, expected) in [
        (
            r#"{ "x": "${b" }"#,
            "is not closed before the end of the template",
        ),
        (
            r#"{ "x": "a\n${[b, " }"#,
            "found the end of the template. The list that is opened on line 2 of the template",
        ),
        (
            r#"{ "x": "${f(b" }"#,
            "is not closed before the end of the template",
        ),
        (
            r#"{ "x": "${{ b = 1" }"#,
            "is not closed before the end of the template",
        ),
        (
            r#"{ "x": ["%{ if true }b"] }"#,
            "found the end of the template",
        ),
        (
            r#"{ "x": { "${b + ": 1 } }"#,
            "found the end of the template",
        ),
        (
            r#"{ "x": "${<<E\nb" }"#,
            "The template ends inside this heredoc",
        ),
    ] {
        let error = hcl::json::from_str_with::<hcl::Value>(text, &ctx()).expect_err(text);
        let error = error.to_string();
        assert!(error.contains(expected), "{error}");
        assert!(!error.contains("file"), "{error}");
    }
    let template = hcl::parse_template("${b").expect_err("it is not closed");
    assert!(template.to_string().contains("the end of the template"));
    let expression = hcl::parse_expression("(\n[b").expect_err("it is not closed");
    assert!(expression.to_string().contains("the end of the text"));
    let call = "x = templatestring(\"$${b\", {})\n";
    let terraform = EvalContext::new().with_functions(hcl::function::stdlib::terraform());
    let error = hcl::from_str_with::<hcl::Value>(call, &terraform).expect_err("it is not closed");
    assert!(
        error.to_string().contains("the end of the template"),
        "{error}"
    );
}

/// The report calls a repeated property an argument in a body, and an attribute in an object.
#[test]
fn repeated_properties_are_named() {
    type Flat = BTreeMap<String, u8>;
    type Nested = BTreeMap<String, Flat>;
    type Twice = BTreeMap<String, Nested>;
    let message = |error: hcl::Error| {
        let diagnostic = &error.diagnostics()[0];
        format!("{}: {}", diagnostic.code(), diagnostic.detail())
    };
    let argument = hcl::json::from_str::<Flat>(r#"{"a": 1, "a": 2}"#).unwrap_err();
    let nested = hcl::json::from_str::<Nested>(r#"{"m": {"a": 1, "a": 2}}"#).unwrap_err();
    let twice = hcl::json::from_str::<Twice>(r#"{"m": {"n": {"a": 1, "a": 2}}}"#).unwrap_err();
    let argument = message(argument);
    let start = "attribute-redefined: The argument \"a\" is already set. Each argument";
    assert!(argument.starts_with(start), "{argument}");
    for attribute in [nested, twice].map(message) {
        let start = "duplicate-object-attribute: The attribute \"a\" is already set in this object. Each name";
        assert!(attribute.starts_with(start), "{attribute}");
    }
}

/// If one of the properties with one name is null, or a list of other values than objects, they are not all blocks.
/// This is an error even for a type that accepts any data.
#[test]
fn repeated_properties_of_any_type_are_all_blocks_or_an_error() {
    let list = |text: &str| {
        let data = hcl::json::from_str::<BTreeMap<String, Vec<serde_json::Value>>>(text);
        data.map(|data| data["a"].len())
            .map_err(|error| error.to_string())
    };
    assert_eq!(list(r#"{ "a": {}, "a": [{}, {}] }"#), Ok(3));
    for text in [r#"{ "a": null, "a": {} }"#, r#"{ "a": {}, "a": [1] }"#] {
        let error = list(text).unwrap_err();
        assert!(error.contains("\"a\" is already set"), "{error}");
    }
}

/// An element of the root that is not an object is an error however the configuration is decoded.
#[test]
fn elements_of_the_root_are_objects() {
    for text in [
        "[1]",
        "[null]",
        r#"[{ "a": 1 }, "${a}"]"#,
        r#"[{ "a": 1 }, [{ "b": 1 }]]"#,
    ] {
        let body = hcl::json::parse(text).expect("it is an array");
        let expected = hcl::json::from_str::<Value>(text).expect_err("an element is wrong");
        let below = hcl::parse("q = 1\n").expect("it parses");
        for body in [
            body.clone(),
            hcl::Body::merge([below.clone(), body.clone()]),
            hcl::Body::overlay([below, body.clone()]).expect("they are small"),
        ] {
            let error = hcl::from_body::<Value>(&body).expect_err("an element is wrong");
            assert_eq!(error.to_string(), expected.to_string(), "{text}");
            let content = body.content(&hcl::BodySchema::new());
            let wrong = &content.diagnostics[0];
            assert_eq!(wrong.code(), hcl::Code::IncorrectJsonValueType, "{text}");
            let start = wrong.subject().map(hcl::Span::start);
            assert_eq!(start, expected.span().map(hcl::Span::start), "{text}");
            hcl::to_string(&body).expect_err("there is no native syntax for it");
            let inside = std::collections::BTreeMap::from([("block", &body)]);
            hcl::to_string(&inside).expect_err("there is no native syntax for it");
        }
        let native = hcl::json::to_native(&body, &hcl::json::NativeBlocks::by_shape());
        let error = native.expect_err("an element is wrong");
        assert_eq!(error.span(), expected.span(), "{text}");
    }
}
