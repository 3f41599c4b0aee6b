//! Schemas that are derived from types.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;

use hcl::{Body, BodySchema, OneOrMany};
use serde_derive::Deserialize;

/// Returns how a schema accepts a name: as a required or optional attribute, as a block with labels, or not at all.
fn accepted_form(schema: &BodySchema, name: &str) -> String {
    let attribute = hcl::parse(&format!("{name} = 1\n")).unwrap();
    let content = attribute.content(schema).value;
    if content.attribute(name).is_some() {
        let missing = hcl::parse("").unwrap().content(schema).diagnostics;
        let words = format!("\"{name}\"");
        let is_required = missing.iter().any(|it| it.detail().contains(&words));
        let presence = if is_required { "required" } else { "optional" };
        return presence.to_owned();
    }
    for labels in 0..5 {
        let block = format!("{name}{} {{}}\n", " \"a\"".repeat(labels));
        let content = hcl::parse(&block).unwrap().content(schema).value;
        if !content.blocks().is_empty() {
            return format!("block {labels}");
        }
    }
    "nothing".to_owned()
}

#[track_caller]
fn check<T: for<'de> serde::Deserialize<'de>>(expected: &[(&str, &str)]) {
    let schema = BodySchema::of::<T>();
    let said: Vec<_> = expected
        .iter()
        .map(|(name, _)| (*name, accepted_form(&schema, name)))
        .collect();
    let expected: Vec<_> = expected
        .iter()
        .map(|(name, it)| (*name, (*it).to_owned()))
        .collect();
    assert_eq!(said, expected);
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "it is never built")]
struct Inner {
    value: u8,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "it is never built")]
struct Labelled {
    #[serde(rename = "$label")]
    first: String,
    #[serde(rename = "$label.1")]
    second: String,
    value: u8,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "it is never built")]
struct AllLabels {
    #[serde(rename = "$labels")]
    labels: Vec<String>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "it is never built")]
enum Choice {
    One(Inner),
    Two,
}

#[test]
fn fields_are_attributes_or_blocks() {
    #[derive(Deserialize)]
    #[expect(dead_code, reason = "it is never built")]
    struct Fields {
        text: String,
        numbers: (u8, i128, f64, bool, char),
        list: Vec<Vec<String>>,
        map: HashMap<String, u8>,
        choice: Choice,
        value: hcl::Value,
        #[serde(rename = "in-ner")]
        inner: Inner,
        optional: Option<Inner>,
        boxed: Box<Inner>,
        several: Vec<Inner>,
        keyed: BTreeMap<String, Inner>,
        keyed_twice: BTreeMap<String, HashMap<String, Vec<Inner>>>,
        labelled: Vec<Labelled>,
        keyed_and_labelled: BTreeMap<String, Labelled>,
        all_labels: Vec<AllLabels>,
        #[serde(rename = "$body")]
        body: Option<String>,
    }
    check::<Fields>(&[
        ("text", "required"),
        ("numbers", "required"),
        ("list", "required"),
        ("map", "required"),
        ("choice", "required"),
        ("value", "required"),
        ("in-ner", "block 0"),
        ("inner", "nothing"),
        ("optional", "block 0"),
        ("boxed", "block 0"),
        ("several", "block 0"),
        ("keyed", "block 1"),
        ("keyed_twice", "block 2"),
        ("labelled", "block 2"),
        ("keyed_and_labelled", "block 3"),
        ("all_labels", "nothing"),
        ("body", "nothing"),
    ]);
}

/// A field with several names requires none of them. The other fields are not affected.
#[test]
fn names_of_one_field_are_optional() {
    #[derive(Deserialize)]
    #[expect(dead_code, reason = "it is never built")]
    struct Fields {
        before: u8,
        #[serde(alias = "earlier", alias = "oldest")]
        name: u8,
        after: Option<Inner>,
        #[serde(default, alias = "a")]
        z: u8,
        last: Vec<u8>,
    }
    check::<Fields>(&[
        ("before", "required"),
        ("name", "optional"),
        ("earlier", "optional"),
        ("oldest", "optional"),
        ("after", "block 0"),
        ("z", "optional"),
        ("a", "optional"),
        ("last", "required"),
    ]);
}

#[test]
fn types_of_this_crate_are_known() {
    #[derive(Deserialize)]
    #[expect(dead_code, reason = "it is never built")]
    struct Fields {
        expression: hcl::Expression,
        template: hcl::Template,
        traversal: hcl::Traversal,
        number: hcl::Number,
        spanned: hcl::Spanned<u8>,
        some: OneOrMany<u8>,
        blocks: OneOrMany<Inner>,
        spanned_block: hcl::Spanned<Inner>,
        body: Body,
        keyed: HashMap<String, Vec<Body>>,
        last: u8,
    }
    check::<Fields>(&[
        ("expression", "required"),
        ("template", "required"),
        ("traversal", "required"),
        ("number", "required"),
        ("spanned", "required"),
        ("some", "required"),
        ("blocks", "block 0"),
        ("spanned_block", "block 0"),
        ("body", "block 0"),
        ("keyed", "block 1"),
        ("last", "required"),
    ]);
}

#[test]
fn fields_with_defaults_are_optional() {
    #[derive(Deserialize)]
    #[expect(dead_code, reason = "it is never built")]
    struct Fields {
        required: u8,
        optional: Option<u8>,
        #[serde(default)]
        defaulted: u8,
        #[serde(skip)]
        skipped: u8,
        last: Vec<u8>,
    }
    check::<Fields>(&[
        ("required", "required"),
        ("optional", "optional"),
        ("defaulted", "optional"),
        ("skipped", "nothing"),
        ("last", "required"),
    ]);
    check::<Option<Box<Fields>>>(&[("required", "required"), ("optional", "optional")]);
}

/// The probe cannot guess a valid value of the type, so it cannot find out which of the fields after it are required.
#[test]
fn fields_that_cannot_be_probed_are_optional() {
    #[derive(Deserialize)]
    #[expect(dead_code, reason = "it is never built")]
    struct Fields {
        address: IpAddr,
        port: u16,
    }
    check::<Fields>(&[("address", "required"), ("port", "optional")]);
}

#[test]
fn recursive_types_end() {
    #[derive(Deserialize)]
    #[expect(dead_code, reason = "it is never built")]
    struct Tree {
        name: String,
        branches: Vec<Tree>,
        left: Option<Box<Tree>>,
        never: Box<Never>,
    }
    #[derive(Deserialize)]
    #[expect(dead_code, reason = "it is never built")]
    struct Never {
        never: Box<Never>,
        again: Endless,
    }
    #[derive(Deserialize)]
    #[expect(dead_code, reason = "it is never built")]
    struct Endless(Vec<Endless>);
    check::<Tree>(&[
        ("name", "optional"),
        ("branches", "block 0"),
        ("left", "block 0"),
        ("never", "block 0"),
    ]);
    check::<Never>(&[("never", "block 0"), ("again", "optional")]);
}

#[test]
fn types_without_fields_have_empty_schemas() {
    #[derive(Deserialize)]
    #[expect(dead_code, reason = "it is never built")]
    struct Flat {
        name: String,
        #[serde(flatten)]
        rest: Inner,
    }
    check::<Flat>(&[("name", "nothing")]);
    check::<HashMap<String, u8>>(&[("name", "nothing")]);
    check::<String>(&[("name", "nothing")]);
    check::<()>(&[("name", "nothing")]);
}

#[test]
fn each_error_of_a_schema_is_reported_in_order() {
    let schema = BodySchema::new()
        .with_attribute("z")
        .with_attribute("z")
        .with_block("b", [])
        .with_block("b", [])
        .with_attribute("b")
        .with_attribute("b")
        .with_attribute("z");
    let diagnostics = hcl::parse("").unwrap().content(&schema).diagnostics;
    let details: Vec<_> = diagnostics.iter().map(hcl::Diagnostic::detail).collect();
    let starts = [
        "The schema contains the argument \"z\" twice.",
        "The schema contains the block type \"b\" twice.",
        "The schema contains both the block type and the argument \"b\".",
    ];
    assert_eq!(details.len(), starts.len(), "{details:?}");
    assert!(
        details
            .iter()
            .zip(starts)
            .all(|(detail, start)| detail.starts_with(start))
    );
}

#[test]
fn a_partial_schema_leaves_items_of_the_other_kind() {
    let attribute = || BodySchema::new().with_attribute("a");
    let required = || BodySchema::new().with_required_attribute("a");
    let block = || BodySchema::new().with_block("a", []);
    let other = || BodySchema::new().with_attribute("b");
    let count = |body: &Body| (body.attributes().count(), body.blocks().count());
    for (text, attributes, blocks) in [
        ("a = 1\na {}\na {}\n", 1, 2),
        ("a {}\na = 1\n", 1, 1),
        ("a = 1\n", 1, 0),
        ("a {}\n", 0, 1),
        ("", 0, 0),
    ] {
        let body = hcl::parse(text).unwrap();
        let (content, without_attribute) =
            body.partial_content(&attribute()).into_result().unwrap();
        assert_eq!(content.attributes().len(), attributes);
        assert_eq!(count(&without_attribute), (0, blocks));
        assert_eq!(
            body.partial_content(&required()).into_result().is_ok(),
            attributes == 1
        );
        let (content, without_blocks) = body.partial_content(&block()).into_result().unwrap();
        assert_eq!(content.blocks().len(), blocks);
        assert_eq!(count(&without_blocks), (attributes, 0));
        let (_, all) = body.partial_content(&other()).into_result().unwrap();
        assert_eq!(count(&all), (attributes, blocks));
        // A second schema reads the remaining item.
        assert!(without_attribute.content(&block()).into_result().is_ok());
        assert!(without_blocks.content(&required()).into_result().is_ok() == (attributes == 1));
        assert!(without_blocks.just_attributes().into_result().is_ok());
        // An exhaustive schema refuses other items.
        assert_eq!(
            body.content(&attribute()).into_result().is_ok(),
            blocks == 0
        );
        assert_eq!(
            body.content(&block()).into_result().is_ok(),
            attributes == 0
        );
        assert_eq!(body.just_attributes().into_result().is_ok(), blocks == 0);
    }
}

/// Only a struct has a schema. For a map or a list of structs, no names are known.
#[test]
fn types_that_are_not_structs_have_empty_schemas() {
    #[derive(Deserialize)]
    #[expect(dead_code, reason = "only its names matter")]
    struct Server {
        port: u16,
    }
    let is_empty = |schema: &BodySchema| accepted_form(schema, "port") == "nothing";
    assert!(!is_empty(&BodySchema::of::<Server>()));
    assert!(is_empty(&BodySchema::of::<BTreeMap<String, Server>>()));
    assert!(is_empty(&BodySchema::of::<Vec<Server>>()));
    assert!(is_empty(&BodySchema::of::<u16>()));
    let schema = format!("{:?}", BodySchema::of::<Server>());
    assert!(schema.contains("port"), "{schema}");
}

/// If a value in JSON is not an object where blocks are expected, the report shows the value, or the opening bracket of
/// a list or object.
#[test]
fn json_values_that_are_not_blocks_are_shown() {
    for (text, labels, subjects) in [
        (r#"{"b": {"l": [[1]]}}"#, 1, vec!["["]),
        (r#"{"b": {"l": 1}}"#, 1, vec!["1"]),
        (r#"{"b": 5}"#, 1, vec!["5"]),
        (r#"{"b": [5, 6]}"#, 1, vec!["5", "6"]),
        (r#"{"b": [[{}]]}"#, 0, vec!["["]),
        (r#"{"b": {"l": {"m": [1, {}]}}}"#, 2, vec!["1"]),
        (r#"{"b": "x"}"#, 0, vec!["\"x\""]),
        (r#"[{"b": {}}, 5]"#, 0, vec!["5"]),
        (r#"{"b": [{"l": [{}, [{}]]}]}"#, 1, vec!["["]),
    ] {
        let labels = ["one", "two"].into_iter().take(labels);
        let schema = BodySchema::new().with_block("b", labels);
        let diagnostics = hcl::json::parse(text).unwrap().content(&schema).diagnostics;
        let found = diagnostics
            .iter()
            .map(|it| &text[it.subject().unwrap().range()]);
        assert_eq!(found.collect::<Vec<_>>(), subjects, "{text}");
    }
}
