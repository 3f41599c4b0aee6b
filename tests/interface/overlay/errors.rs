//! What is wrong is said of the file that says it.

use std::collections::BTreeMap;

use expect_test::{Expect, expect};
use hcl::{Body, Spanned};

use super::layer;

#[derive(serde_derive::Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only errors are looked at")]
struct Config {
    #[serde(default)]
    workers: u8,
    log: Option<Log>,
    #[serde(default)]
    service: BTreeMap<String, Service>,
}

#[derive(serde_derive::Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only errors are looked at")]
struct Log {
    level: Spanned<String>,
}

#[derive(serde_derive::Deserialize, Debug)]
#[allow(dead_code, reason = "only errors are looked at")]
struct Service {
    port: u16,
    host: String,
}

#[track_caller]
fn refused(layers: &[Body], expected: Expect) {
    let body = Body::overlay(layers.iter().cloned()).expect("they are small");
    let error = hcl::from_body::<Config>(&body).expect_err("it is wrong");
    expected.assert_eq(&error.to_string());
    let diagnostic = &error.diagnostics()[0];
    let source = diagnostic.source().expect("it is known");
    assert!(
        source
            .text()
            .get(diagnostic.subject().expect("it is known").range())
            .is_some()
    );
}

#[test]
fn errors_point_into_the_file_that_causes_them() {
    let system = layer(
        "system.hcl",
        "# A comment\nworkers = 4\n\nservice \"web\" {\n  host = \"localhost\"\n}\n",
    );
    let user = |text| layer("user.hcl", text);
    let more = layer("more.json", r#"{"service": {"web": {"host": ["a"]}}}"#);
    refused(
        &[system.clone(), user("workers = 400\n")],
        expect![[r#"
            error: Missing required argument
             --> system.hcl:4:1
              |
            4 | service "web" {
              | ^^^^^^^^^^^^^
              |
              = note: "port" is required here, but there is neither an argument nor a block of this name.
              = path: service["web"].port

            … and 1 more error"#]],
    );
    // In a body of several files, a missing item is reported in the highest file, where it can be added.
    refused(
        &[system.clone(), user("\n\nservice \"web\" {}\n")],
        expect![[r#"
            error: Missing required argument
             --> user.hcl:3:1
              |
            3 | service "web" {}
              | ^^^^^^^^^^^^^
              |
              = note: "port" is required here, but there is neither an argument nor a block of this name.
              = path: service["web"].port"#]],
    );
    refused(
        &[
            system.clone(),
            user("service \"web\" {\n  port = 1\n}\n"),
            more,
        ],
        expect![[r#"
            error: Unsuitable value type
             --> more.json:1:30
              |
            1 | {"service": {"web": {"host": ["a"]}}}
              |                              ^^^^^
              |
              = note: Expected a string, but found a list.
              = path: service["web"].host"#]],
    );
}

#[test]
fn names_and_expressions_point_into_their_files() {
    let system = layer("system.hcl", "workers = 4\n");
    let user = |text| layer("user.hcl", text);
    refused(
        &[user("log {\n  levle = 1\n}\n"), system.clone()],
        expect![[r#"
            error: Unsupported argument
             --> user.hcl:2:3
              |
            2 |   levle = 1
              |   ^^^^^
              |
              = note: "levle" is not expected here. Did you mean "level"? Expected "level".
              = path: log.levle"#]],
    );
    refused(
        &[system, user("workers = nobody + 1\n")],
        expect![[r#"
            error: Variables not allowed
             --> user.hcl:1:11
              |
            1 | workers = nobody + 1
              |           ^^^^^^
              |
              = note: The variable "nobody" is not defined: there are no variables here.
              = path: workers"#]],
    );
}

#[test]
fn repeated_names_in_one_layer_have_both_places() {
    let system = layer("system.hcl", "workers = 4\n");
    let one = layer("a.hcl", "\nworkers = 1\n");
    let two = layer("b.hcl", "log { level = \"x\" }\nworkers = 2\n");
    let folder = Body::merge([one, two]);
    refused(
        &[system.clone(), folder],
        expect![[r#"
        error: Attribute redefined
         --> b.hcl:2:1
          |
        2 | workers = 2
          | ^^^^^^^
          |
          = note: The argument "workers" is already set in a.hcl on line 2. Each argument may be set only once: remove one of the two.
          = path: workers"#]],
    );
    let twice = layer(
        "user.hcl",
        "log { level = \"x\" }\n\nlog { level = \"y\" }\n",
    );
    refused(
        &[system.clone(), twice],
        expect![[r#"
        error: Duplicate log block
         --> user.hcl:3:1
          |
        1 | log { level = "x" }
          | ---
        2 |
        3 | log { level = "y" }
          | ^^^
          |
          = note: Only one "log" block is allowed here, but there is already one before it. Remove one of the two, or merge them.
          = path: log"#]],
    );
    let logs = [
        layer("system.hcl", "log { level = \"x\" }\n"),
        layer("user.hcl", "log \"x\" { level = \"y\" }\n"),
    ];
    refused(
        &logs,
        expect![[r#"
            error: Duplicate log block
             --> user.hcl:1:1
              |
            1 | log "x" { level = "y" }
              | ^^^^^^^
              |
              = note: Only one "log" block is allowed here, but there is already one before it, with other labels. Remove one of the two, or merge them. The other one is in system.hcl on line 1.
              = path: log"#]],
    );
    // Labels are equal if they have the same normal form C.
    let logs = [("a.hcl", "\u{e9}"), ("b.hcl", "e\u{301}")];
    let logs = logs.map(|(name, label)| layer(name, &format!("log \"{label}\" {{}}\n")));
    let error = hcl::from_body::<Config>(&Body::merge(logs)).expect_err("it is wrong");
    assert_eq!(error.diagnostics()[0].summary(), "Duplicate log block");
    let detail = error.diagnostics()[0].detail();
    let start =
        "Only one \"log\" block is allowed here, but there is already one before it. Remove";
    assert!(detail.starts_with(start), "{detail}");
    // A message shows only the beginning of long labels, but they are compared as a whole.
    let long = "x".repeat(100);
    let logs = ["1", "2"].map(|end| layer("a.hcl", &format!("log \"{long}{end}\" {{}}\n")));
    let error = hcl::from_body::<Config>(&Body::merge(logs)).expect_err("it is wrong");
    let detail = error.diagnostics()[0].detail();
    assert!(detail.contains(", with other labels."), "{detail}");
    let files = ["c.hcl", "d.hcl"].map(|name| layer(name, "log { level = \"x\" }\n"));
    refused(
        &[system, Body::merge(files)],
        expect![[r#"
        error: Duplicate log block
         --> d.hcl:1:1
          |
        1 | log { level = "x" }
          | ^^^
          |
          = note: Only one "log" block is allowed here, but there is already one before it. Remove one of the two, or merge them. The other one is in c.hcl on line 1.
          = path: log"#]],
    );
}
