//! Errors have a place and a path, including those that serde creates.

use std::collections::BTreeMap;
use std::path::Path;

use expect_test::expect;
use serde_derive::Deserialize;
use serde_json::Value;

use super::{X, fails, gives, words};

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
        if number.is_multiple_of(2) {
            Ok(Even(number))
        } else {
            Err(format!("{number} is odd"))
        }
    }
}

#[test]
fn hcl_rs_0_20_serde_errors_have_places() {
    fails::<Config>(
        "service \"web\" {\n  tags = []\n}\n",
        expect![[r#"
            error: Missing required argument
             --> line 1, column 1
              |
            1 | service "web" {
              | ^^^^^^^^^^^^^
              |
              = note: "port" is required here, but there is neither an argument nor a block of this name.
              = path: service["web"].port
        "#]],
    );
    fails::<Config>(
        "service \"web\" {\n  port = 80\n  prot = 80\n}\n",
        expect![[r#"
        error: Unsupported argument
         --> line 3, column 3
          |
        3 |   prot = 80
          |   ^^^^
          |
          = note: "prot" is not expected here. Did you mean "port"? Expected one of "port", "tags", "even".
          = path: service["web"].prot
    "#]],
    );
    fails::<Config>(
        "service \"web\" {\n  port = \"http\"\n}\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 2, column 10
              |
            2 |   port = "http"
              |          ^^^^^^
              |
              = note: Expected a whole number from 0 to 65535, but found the string "http".
              = path: service["web"].port
        "#]],
    );
    fails::<Config>(
        "service \"web\" {\n  port = 1\n  tags = [\"a\", [\"b\"]]\n}\n",
        expect![[r#"
        error: Unsuitable value type
         --> line 3, column 16
          |
        3 |   tags = ["a", ["b"]]
          |                ^^^^^
          |
          = note: Expected a string, but found a list.
          = path: service["web"].tags[1]
    "#]],
    );
    fails::<Config>(
        "service \"web\" {\n  port = 1\n  even = 3\n}\n",
        expect![[r#"
        error: Invalid value
         --> line 3, column 10
          |
        3 |   even = 3
          |          ^
          |
          = note: 3 is odd
          = path: service["web"].even
    "#]],
    );
    fails::<Config>(
        "servce \"web\" {\n}\n",
        expect![[r#"
            error: Unsupported block type
             --> line 1, column 1
              |
            1 | servce "web" {
              | ^^^^^^
              |
              = note: "servce" is not expected here. Did you mean "service"? Expected "service".
              = path: servce
        "#]],
    );
    fails::<Config>(
        "# empty\n",
        expect![[r#"
            error: Missing required argument
             --> line 2, column 1
              |
            2 |
              | ^
              |
              = note: "service" is required here, but there is neither an argument nor a block of this name.
              = path: service
        "#]],
    );
    fails::<Config>(
        "service = { web = { port = \"http\" } }\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 28
              |
            1 | service = { web = { port = "http" } }
              |                            ^^^^^^
              |
              = note: Expected a whole number from 0 to 65535, but found the string "http".
              = path: service.web.port
        "#]],
    );
    fails::<Config>(
        "service \"web\" {\n  port = null\n}\n",
        expect![[r#"
        error: Missing required argument
         --> line 2, column 10
          |
        2 |   port = null
          |          ^^^^
          |
          = note: "port" is required here, but it is null. Give it a value.
          = path: service["web"].port
    "#]],
    );
}

#[test]
fn messages_of_the_application_s_types() {
    #[derive(Deserialize, Debug)]
    #[serde(try_from = "BTreeMap<String, u8>")]
    struct Whole;
    impl TryFrom<BTreeMap<String, u8>> for Whole {
        type Error = &'static str;

        fn try_from(_: BTreeMap<String, u8>) -> Result<Self, &'static str> {
            Err("it is never right")
        }
    }
    fails::<Whole>(
        "# a\nb = 1\n",
        expect![[r#"
        error: Invalid value
         --> line 2, column 1
          |
        2 | b = 1
          | ^
          |
          = note: it is never right
    "#]],
    );
    fails::<X<Whole>>(
        "x {\n  b = 1\n}\n",
        expect![[r#"
        error: Invalid value
         --> line 1, column 1
          |
        1 | x {
          | ^
          |
          = note: it is never right
          = path: x
    "#]],
    );
}

#[test]
fn expressions_that_need_the_evaluator() {
    fails::<X<Value>>(
        "x = a",
        expect![[r#"
            error: Variables not allowed
             --> line 1, column 5
              |
            1 | x = a
              |     ^
              |
              = note: The variable "a" is not defined: there are no variables here. If a string is meant, write it in quotes: "a".
              = path: x
        "#]],
    );
    fails::<X<Value>>(
        "x = [1, var.a[0].b]",
        expect![[r#"
            error: Variables not allowed
             --> line 1, column 9
              |
            1 | x = [1, var.a[0].b]
              |         ^^^
              |
              = note: The variable "var" is not defined: there are no variables here.
              = path: x[1]
        "#]],
    );
    fails::<X<Value>>(
        "x = upper(\"a\")",
        expect![[r#"
            error: Function calls not allowed
             --> line 1, column 5
              |
            1 | x = upper("a")
              |     ^^^^^
              |
              = note: There are no functions here, so "upper" cannot be called.
              = path: x
        "#]],
    );
    fails::<X<Value>>(
        "x = \"a-${b}\"",
        expect![[r#"
            error: Variables not allowed
             --> line 1, column 10
              |
            1 | x = "a-${b}"
              |          ^
              |
              = note: The variable "b" is not defined: there are no variables here.
              = path: x
        "#]],
    );
}

#[test]
fn unknown_fields_are_not_evaluated() {
    gives("x = 1\ny = upper(z)\nb \"l\" {\n  x = y\n}\n", X { x: 1 });
}

/// The decoder evaluates an element once for its type, and once more with the whole body. It reports the error once.
#[test]
fn an_unknown_name_in_a_collection_is_reported_once() {
    use std::collections::HashMap;

    let lists = hcl::from_str::<HashMap<String, Vec<u8>>>("x = [1, nope]\n");
    let nested = hcl::from_str::<HashMap<String, Vec<Vec<u8>>>>("x = [[1], [nope]]\n");
    let maps = hcl::from_str::<HashMap<String, HashMap<String, u8>>>("x = { a = nope }\n");
    let values = hcl::from_str::<HashMap<String, hcl::Value>>("x = { a = [nope] }\n");
    let errors = [lists.err(), nested.err(), maps.err(), values.err()];
    for error in errors.map(|error| error.expect("there is no such variable")) {
        let [diagnostic] = error.diagnostics() else {
            panic!("{error}");
        };
        assert!(
            diagnostic
                .detail()
                .ends_with("write it in quotes: \"nope\".")
        );
    }
}

/// All unknown names are reported in one error, together with the missing field.
#[test]
fn all_unknown_names_at_once() {
    let reports = |error: hcl::Error| -> Vec<_> {
        let diagnostics = error.diagnostics().iter();
        diagnostics
            .map(|it| {
                (
                    it.summary().to_owned(),
                    it.position().unwrap().line(),
                    it.path().to_string(),
                )
            })
            .collect()
    };
    let expected = |paths: &[(&str, usize, &str)]| -> Vec<_> {
        let paths = paths.iter();
        paths
            .map(|(summary, line, path)| ((*summary).to_owned(), *line, (*path).to_owned()))
            .collect()
    };
    let (unknown, missing) = ("Unsupported argument", "Missing required argument");
    let text = "service \"web\" {\n  prot = 80\n  tags = []\n  tasg = []\n  tls {}\n  tls {}\n}\n";
    let found = expected(&[
        (unknown, 2, "service[\"web\"].prot"),
        (unknown, 4, "service[\"web\"].tasg"),
        ("Unsupported block type", 5, "service[\"web\"].tls"),
    ]);
    assert_eq!(reports(hcl::from_str::<Config>(text).unwrap_err()), found);
    // A field that is set after the unknown name must not be reported as missing.
    let text = "service \"web\" {\n  prot = 80\n  port = 80\n  even = true\n}\n";
    let found = expected(&[
        (unknown, 2, "service[\"web\"].prot"),
        ("Unsuitable value type", 4, "service[\"web\"].even"),
    ]);
    assert_eq!(reports(hcl::from_str::<Config>(text).unwrap_err()), found);

    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "it is never built")]
    struct Open {
        port: u16,
    }
    let options = hcl::DecodeOptions::new().exhaustive(true);
    let error = options
        .from_str::<X<Open>>("x {\n  prot = 1\n  a = 2\n}\n")
        .unwrap_err();
    let found = expected(&[(unknown, 2, "x.prot"), (unknown, 3, "x.a")]);
    assert_eq!(reports(error), found);
    let error = options
        .from_str::<X<Open>>("x {\n  zone = 1\n}\n")
        .unwrap_err();
    let found = expected(&[(missing, 1, "x.port"), (unknown, 2, "x.zone")]);
    assert_eq!(reports(error), found);
    let error = options
        .from_str::<X<Open>>("x {\n  a = 2\n  port = 1\n}\ny = 1\n")
        .unwrap_err();
    assert_eq!(
        reports(error),
        expected(&[(unknown, 2, "x.a"), (unknown, 5, "y")])
    );
}

/// The report says "already set in a.hcl on line 1", as the report of a schema does.
#[test]
fn names_of_merged_files() {
    let parse = |name: &str, text: &str| {
        hcl::ParseOptions::new()
            .with_filename(name)
            .parse(text)
            .into_result()
            .unwrap()
    };
    let merge = |first: &str, second: &str| {
        hcl::Body::merge([parse("a.hcl", first), parse("b.hcl", second)])
    };
    let report = |body: &hcl::Body| {
        hcl::from_body::<BTreeMap<String, Value>>(body)
            .unwrap_err()
            .to_string()
    };
    expect![[r#"
        error: Attribute redefined
         --> b.hcl:2:1
          |
        2 | x = 2
          | ^
          |
          = note: The argument "x" is already set in a.hcl on line 2. Each argument may be set only once: remove one of the two.
          = path: x"#]].assert_eq(&report(&merge("\nx = 1\n", "y = 1\nx = 2\n")));
    expect![[r#"
        error: Attribute and block with the same name
         --> b.hcl:1:1
          |
        1 | x = 2
          | ^
          |
          = note: "x" is both an attribute and a block here, and only one of them could be read. Rename or remove one. The other one is in a.hcl on line 1.
          = path: x"#]].assert_eq(&report(&merge("x {}\n", "x = 2\n")));
    let body = merge("x {}\n", "x {}\n");
    let error = hcl::from_body::<X<BTreeMap<String, u8>>>(&body).unwrap_err();
    expect![[r#"
        error: Duplicate x block
         --> b.hcl:1:1
          |
        1 | x {}
          | ^
          |
          = note: Only one "x" block is allowed here, but there is already one before it. Remove one of the two, or merge them. The other one is in a.hcl on line 1.
          = path: x"#]].assert_eq(&error.to_string());
    let body = merge("x \"1\" {}\n", "x \"01\" {}\n");
    let error = hcl::from_body::<X<BTreeMap<u8, BTreeMap<String, u8>>>>(&body).unwrap_err();
    expect![[r#"
        error: Repeated key
         --> b.hcl:1:3
          |
        1 | x "01" {}
          |   ^^^^
          |
          = note: The keys are read as numbers here, and "01" is the same as "1" before it. Remove one of the two. The other one is in a.hcl on line 1.
          = path: x["01"]"#]].assert_eq(&error.to_string());
}

/// A path names the items of a `$body` list by their names and labels.
#[test]
fn paths_through_lists_of_items() {
    #[derive(Deserialize, Debug)]
    struct Config {
        #[expect(dead_code, reason = "it is never read")]
        build: Build,
    }
    #[derive(Deserialize, Debug)]
    struct Build {
        #[expect(dead_code, reason = "it is never read")]
        #[serde(rename = "$body")]
        items: Vec<Item>,
    }
    #[derive(Deserialize, Debug)]
    #[serde(rename_all = "lowercase")]
    #[expect(dead_code, reason = "it is never read")]
    enum Item {
        Lab(Lab),
        Step { x: u8 },
        Named(BTreeMap<String, Plain>),
        Size(u8),
    }
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "it is never read")]
    struct Lab {
        #[serde(rename = "$label")]
        name: String,
        x: u8,
    }
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "it is never read")]
    struct Plain {
        x: u8,
    }
    let path = |items: &str| {
        let error = hcl::from_str::<Config>(&format!("build {{\n{items}\n}}\n")).unwrap_err();
        error.path().to_string()
    };
    assert_eq!(
        path("size = 1\nlab \"q\" {\n  x = []\n}"),
        "build.lab[\"q\"].x"
    );
    assert_eq!(path("lab \"q\" {}"), "build.lab[\"q\"].x");
    assert_eq!(path("step {\n  x = []\n}"), "build.step.x");
    assert_eq!(
        path("step {\n  x = 1\n}\nstep {\n  x = []\n}"),
        "build.step[1].x"
    );
    assert_eq!(path("named \"q\" {\n  x = []\n}"), "build.named[\"q\"].x");
    assert_eq!(path("size = []"), "build.size");
    assert_eq!(path("other = []"), "build.other");
}

/// Checks the notes and the first line of a report.
fn check_report(report: &str) {
    for line in report.lines() {
        let line = line.trim_start();
        let note = line.strip_prefix("= note:").or(line.strip_prefix("error:"));
        note.into_iter().for_each(words::check_text);
    }
}

#[test]
fn no_report_of_a_case_speaks_of_rust() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")];
    let mut count = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                check_report(&text);
                count += 1;
            }
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn the_check_finds_words_of_rust() {
    for text in [
        "Expected u16, but found null.",
        "Expected an object (struct Tls).",
        "It needs #[serde(default)].",
        "Only \"hcl::Value\" takes it.",
        "Expected a HashMap.",
        "No such thing in Rust.",
        "Expected A::B.",
    ] {
        assert!(
            std::panic::catch_unwind(|| words::check_text(text)).is_err(),
            "{text}"
        );
    }
    words::check_text("\"struct\" is not one of the choices here, \"a::b\" is not a function.");
}

/// A missing attribute is reported at the value that lacks it; if the value has several lines, at its opening bracket.
#[test]
fn missing_attributes_are_at_the_start_of_the_object() {
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "only what is missing matters")]
    struct Outer {
        inner: Inner,
    }
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "only what is missing matters")]
    struct Inner {
        a: u8,
        b: u8,
    }
    for (text, subject) in [
        ("x = 1\ninner = { a = 1 }\n", "{ a = 1 }"),
        ("x = 1\ninner = {\n  a = 1\n}\n", "{"),
    ] {
        let error = hcl::from_str::<Outer>(text).unwrap_err();
        let found = error.diagnostics()[0].subject().unwrap();
        assert_eq!(&text[found.range()], subject, "{error}");
        assert!(error.to_string().contains('b'), "{error}");
    }
}

/// The expectations of types in Rust's standard library are translated to the terms of HCL.
#[test]
fn types_of_the_standard_library_are_named() {
    let message = |error: hcl::Error| error.to_string();
    let saturating = hcl::from_str::<BTreeMap<String, std::num::Saturating<u8>>>("a = true\n");
    let message = message(saturating.unwrap_err());
    assert!(message.contains("a whole number"), "{message}");
}

/// The text of a `RawValue` is read and written only by `serde_json` itself.
#[test]
fn raw_values_of_json() {
    let error = hcl::from_str::<X<Box<serde_json::value::RawValue>>>("x = 1\n").unwrap_err();
    assert_eq!(
        error.message(),
        "Unsuitable value type: This cannot be read here."
    );
    assert!(
        error
            .developer_note()
            .unwrap()
            .contains("serde_json::Value")
    );
    let json = hcl::json::from_str::<X<Box<serde_json::value::RawValue>>>(r#"{"x": 1}"#);
    let value = hcl::value!({ x = 1 }).unwrap();
    let value = hcl::from_value::<X<Box<serde_json::value::RawValue>>>(value);
    for other in [json.unwrap_err(), value.unwrap_err()] {
        assert_eq!(other.message(), error.message());
    }
    let raw = || serde_json::value::RawValue::from_string("1".to_owned()).unwrap();
    for error in [
        hcl::to_string(&X { x: raw() }).unwrap_err(),
        hcl::to_string(&raw()).unwrap_err(),
        hcl::to_string(&BTreeMap::from([("x", [raw()])])).unwrap_err(),
        hcl::to_value(&raw()).unwrap_err(),
    ] {
        assert!(error.message().contains("is JSON text"), "{error}");
    }
}
