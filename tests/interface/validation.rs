//! Checks of an application's own, at the places of fields.

#![allow(
    clippy::needless_raw_string_hashes,
    clippy::needless_pass_by_value,
    reason = "expect-test writes the literals"
)]

use std::collections::BTreeMap;

use expect_test::{Expect, expect};
use hcl::{Body, Diagnostic, Overlay, OverlayRule, Path, PathStep, Validation};

const TEXT: &str = r#"name = "shop"
limits = { cpu = 1, "memory" = ("1G"), list = [[1], [2, 3]] }

server "web" "eu" {
  port = 80
  tls {
    key = upper("a")
  }
}

server "web" "us" {
  port = 81
}

listener {
  port = 1
}

listener {
  port = 2
}
"#;

fn parse(name: &str, text: &str) -> Body {
    let options = hcl::ParseOptions::new().with_filename(name);
    let options = options.with_syntax(hcl::Syntax::of_path(name));
    options.parse(text).into_result().expect("it is HCL")
}

/// Returns the place and the path of an error that is reported in a body.
fn place_in(body: &Body, steps: &[PathStep]) -> String {
    let validation = Validation::new(body);
    validation.error(steps.iter().cloned().collect::<Path>(), "Wrong", "");
    let diagnostic = validation.diagnostics().remove(0);
    let source = diagnostic.source().expect("it is known");
    let subject = diagnostic.subject().expect("it is known");
    let line = source.position(subject.start()).line();
    let text = &source.text()[subject.range()];
    format!(
        "{} {line}: {text}: {}",
        source.name().unwrap_or_default(),
        diagnostic.path()
    )
}

#[track_caller]
fn check(steps: &[PathStep], expected: &str) {
    assert_eq!(
        place_in(&parse("app.hcl", TEXT), steps),
        format!("app.hcl {expected}")
    );
}

macro_rules! steps {
    ($($step:expr),*) => { &[$(PathStep::from($step)),*] };
}

#[test]
fn every_step_that_the_body_has_is_followed() {
    check(steps!["name"], r#"1: "shop": name"#);
    check(steps!["limits", "cpu"], "2: 1: limits.cpu");
    check(steps!["limits", "memory"], r#"2: ("1G"): limits.memory"#);
    check(steps!["limits", "list", 1, 0], "2: 2: limits.list[1][0]");
    check(
        steps!["server", "web", "us", "port"],
        r#"12: 81: server["web"]["us"].port"#,
    );
    check(
        steps!["server", "web", "eu", "tls", "key"],
        r#"7: upper("a"): server["web"]["eu"].tls.key"#,
    );
    check(steps!["listener", 1, "port"], "20: 2: listener[1].port");
    check(
        steps!["server", 1, "port"],
        r#"12: 81: server["web"]["us"].port"#,
    );
    check(
        steps!["server", "web", 1, "port"],
        r#"12: 81: server["web"]["us"].port"#,
    );
    check(steps!["listener", 1], "19: listener: listener[1]");
}

#[test]
fn where_the_body_ends_the_nearest_place_is_reported() {
    check(steps![], "22: : ");
    check(steps!["nothing"], "22: : nothing");
    check(
        steps!["server", "web", "us", "tls", "key"],
        r#"11: server "web" "us": server["web"]["us"].tls.key"#,
    );
    check(steps!["server", "db", "port"], "22: : server.db.port");
    check(steps!["name", 0, "a"], r#"1: "shop": name[0].a"#);
    check(
        steps!["limits", "disk", "cpu"],
        "2: { cpu = 1, \"memory\" = (\"1G\"), list = [[1], [2, 3]] }: limits.disk.cpu",
    );
    check(steps!["listener", 2, "port"], "22: : listener[2].port");
}

/// Texts, arrays and paths of steps can name the same place.
#[test]
fn paths_of_any_form() {
    let body = parse("app.hcl", TEXT);
    let validation = Validation::new(&body);
    let label = String::from("web");
    validation.error("server.web.us.port", "", "");
    validation.error(r#"server["web"]["us"].port"#, "", "");
    validation.error(&String::from("server[1].port"), "", "");
    validation.error(["server", &label, "us", "port"], "", "");
    validation.error(Path::name("server").with(1).with("port"), "", "");
    validation.error(Path::from_iter(["server", "web", "us", "port"]), "", "");
    validation
        .within("server.web")
        .within(Path::new())
        .error(["us", "port"], "", "");
    validation.error(Path::from_iter([&label, &label]), "", "");
    let diagnostics = validation.diagnostics();
    for (index, diagnostic) in diagnostics.iter().enumerate() {
        let path = diagnostic.path().to_string();
        let expected = match index {
            7 => "web.web",
            _ => r#"server["web"]["us"].port"#,
        };
        assert_eq!(path, expected, "{index}");
    }
}

/// A text that is not a path is reported as an error of its own, together with the intended error.
#[test]
fn texts_that_are_not_paths_are_reported() {
    let body = parse("app.hcl", TEXT);
    let validation = Validation::new(&body);
    assert!(!validation.is_set("two words"));
    validation.within("limits").error("[x]", "Wrong", "");
    let diagnostics = validation.diagnostics();
    let summaries: Vec<_> = diagnostics.iter().map(Diagnostic::summary).collect();
    assert_eq!(summaries, ["Invalid path", "Invalid path", "Wrong"]);
    let detail = diagnostics[0].detail();
    assert!(
        detail.ends_with("Did you mean `[\"two words\"]`?"),
        "{detail}"
    );
    assert_eq!(*diagnostics[2].path(), "limits");
}

/// If a path names nothing, the error is reported at the nearest place, and the message says what is not set.
#[test]
fn messages_say_what_is_not_set() {
    let body = parse("app.hcl", TEXT);
    let check = |path: &str, expected: &str| {
        let validation = Validation::new(&body);
        assert_eq!(validation.is_set(path), expected.is_empty(), "{path}");
        validation.error(path, "Wrong", "It is wrong.");
        let diagnostic = validation.diagnostics().remove(0);
        let told = diagnostic.detail().strip_prefix("It is wrong.");
        assert_eq!(told.expect("it is kept").trim_start(), expected);
        assert!(diagnostic.source().is_some() && diagnostic.subject().is_some());
    };
    check("", "");
    check("name", "");
    check(r#"server["web"]["us"].port"#, "");
    check("nmae", r#""nmae" is not set here."#);
    check("listener[1].tls.key", r#""tls.key" is not set here."#);
    check("listener[2].port", r#""listener[2].port" is not set here."#);
    check("server.web.us[0].a", r#""a" is not set here."#);
    check("limits.gpu", r#""gpu" is not set here."#);
    check("limits.list[1][2]", r#""list[1][2]" is not set here."#);
    check("name[0]", r#""name[0]" is not set here."#);
    check(r#"["two words"]"#, r#""["two words"]" is not set here."#);
    check("limits[\"x y\"]", r#""limits["x y"]" is not set here."#);
    check("server.db.port", r#""server.db.port" is not set here."#);
    check(
        r#"server["web"]["uk"]"#,
        r#""server["web"]["uk"]" is not set here."#,
    );
    // The parts of a computed value are not known.
    let computed = Validation::new(&body);
    let path = "server.web.eu.tls.key[0]";
    computed.error(path, "Wrong", "It is wrong.");
    assert!(!computed.is_set(path));
    let diagnostic = computed.diagnostics().remove(0);
    assert_eq!(diagnostic.detail(), "It is wrong.");
    assert_eq!(*diagnostic.path(), r#"server["web"]["eu"].tls.key[0]"#);
}

/// If a block is missing, the error is at the body in which it could be added. If something in a block is missing, it
/// is at the block.
#[test]
fn errors_of_missing_items_are_at_the_item_around_them() {
    let one = parse(
        "one.hcl",
        "a {\n  s \"web\" \"eu\" {\n    port = 1\n  }\n}\nlast = 1\n",
    );
    let key = |label: &str| PathStep::Key(label.into());
    let at = |steps: &[PathStep]| place_in(&one, steps);
    assert_eq!(
        at(steps!["a", "s", "name"]),
        r#"one.hcl 2: s "web" "eu": a.s.name"#
    );
    assert_eq!(at(steps!["a", "s", key("db")]), r#"one.hcl 5: : a.s["db"]"#);
    assert_eq!(
        at(steps!["a", "s", "web", key("uk"), "x"]),
        r#"one.hcl 5: : a.s["web"]["uk"].x"#
    );
    assert_eq!(at(steps!["a", "s", 1]), "one.hcl 5: : a.s[1]");
    let in_block = r#"one.hcl 2: s "web" "eu": a.s["web"]["eu"]["x"]"#;
    assert_eq!(at(steps!["a", "s", "web", "eu", key("x")]), in_block);
    assert_eq!(at(steps!["a", "s", 0, key("x")]), in_block);
}

/// Labels are named like the fields that contain them.
#[test]
fn labels_are_fields() {
    check(
        steps!["server", 1, "$label"],
        r#"11: "web": server["web"]["us"]["$label"]"#,
    );
    check(
        steps!["server", 1, "$label.1"],
        r#"11: "us": server["web"]["us"]["$label.1"]"#,
    );
    check(
        steps!["server", 1, "$labels"],
        r#"11: "web" "us": server["web"]["us"]["$labels"]"#,
    );
    check(
        steps!["server", "web", 1, "$label"],
        r#"11: "us": server["web"]["us"]["$label"]"#,
    );
    check(
        steps!["server", "web", "us", "$label"],
        r#"11: "web": server["web"]["us"]["$label"]"#,
    );
    check(
        steps!["server", "web", "us", "$label.1"],
        r#"11: "us": server["web"]["us"]["$label.1"]"#,
    );
    check(
        steps!["server", "web", "us", "$labels"],
        r#"11: "web" "us": server["web"]["us"]["$labels"]"#,
    );
    for absent in [
        "$label.2",
        "$label.x",
        "$labelled",
        "$label.0",
        "$label.01",
        "$label.+1",
    ] {
        let expected = format!(r#"11: server "web" "us": server["web"]["us"]["{absent}"]"#);
        check(steps!["server", "web", "us", absent], &expected);
    }
    check(
        steps!["listener", 1, "$label"],
        r#"19: listener: listener[1]["$label"]"#,
    );
}

/// Keys, and labels without quotes, are compared in normal form (NFC), as in decoded data.
#[test]
fn names_are_compared_in_normal_form() {
    type Config = BTreeMap<String, BTreeMap<String, hcl::Value>>;
    let text = "x = { e\u{301} = 1, \"e\u{301}2\" = 2 }\nb \"e\u{301}\" {\n  p = 1\n}\nc e\u{301} {\n  p = 1\n}\n";
    let json = "{\"x\": {\"e\u{301}\": 1}, \"b\": {\"e\u{301}\": {\"p\": 1}}}";
    for body in [parse("app.hcl", text), parse("app.json", json)] {
        let config: Config = hcl::from_body(&body).expect("it decodes");
        let validation = Validation::new(&body);
        for (name, entries) in &config {
            for key in entries.keys() {
                assert!(validation.is_set([name, key]), "{name}.{key}");
                assert!(validation.is_set([name, &key.replace('é', "e\u{301}")]));
            }
        }
        assert!(!validation.is_set(["x", "e"]));
    }
}

/// A key is a label as long as the block has more labels, and only then the name of an item.
#[test]
fn keys_are_labels() {
    let body = parse("app.hcl", "s \"web\" {\n  port = 1\n}\nm {\n  a = 1\n}\n");
    let validation = Validation::new(&body);
    assert!(!validation.is_set("s[\"port\"]"));
    assert!(validation.is_set("s.port"));
    assert!(validation.is_set("s.web[\"port\"]"));
    assert!(validation.is_set("s[0][\"port\"]"));
    assert!(validation.is_set("m[\"a\"]"));
    assert!(!validation.is_set("s[0][0]"));
}

/// The index that finds blocks by their labels grows linearly with the number of labels.
#[test]
fn a_block_may_have_many_labels() {
    let text = format!("b{} {{\n  p = 1\n}}\n", " \"x\"".repeat(30_000));
    let body = parse("app.hcl", &text);
    let validation = Validation::new(&body);
    assert!(validation.is_set("b.x.p") && !validation.is_set("b.y.p"));
}

#[derive(serde_derive::Deserialize)]
struct Servers {
    #[serde(default)]
    #[expect(dead_code, reason = "only its errors are looked at")]
    list: Vec<Server>,
    #[serde(default)]
    #[expect(dead_code, reason = "only its errors are looked at")]
    map: BTreeMap<String, Server>,
    #[serde(default)]
    #[expect(dead_code, reason = "only its errors are looked at")]
    named: Vec<Named>,
}

#[derive(serde_derive::Deserialize)]
struct Server {
    #[expect(dead_code, reason = "only its errors are looked at")]
    port: u8,
}

#[derive(serde_derive::Deserialize)]
struct Named {
    #[serde(rename = "$label")]
    #[expect(dead_code, reason = "only its errors are looked at")]
    name: String,
    #[expect(dead_code, reason = "only its errors are looked at")]
    port: u8,
}

/// The path of an error leads to the place of the error, in both syntaxes.
#[test]
fn paths_of_errors_are_followed() {
    let json = [
        r#"{"list": {"port": 1000}}"#,
        r#"{"list": [{"port": 1}, {"port": 1000}]}"#,
        r#"[{"list": {"port": 1}}, {"list": [{"port": 1}, {"port": 1000}]}]"#,
        r#"{"map": {"a": {"port": 1}, "b": {"port": 1000}}}"#,
        r#"{"map": [{"a": {"port": 1}}, {"b": {"port": 1000}}]}"#,
        r#"{"named": {"a": {"port": 1}, "b": {"port": 1000}}}"#,
        r#"{"named": [{"a": {"port": 1}}, {"b": {"port": 1000}}]}"#,
        r#"{"named": [{"a": {"port": 1}}, {"a": {"port": 1000}}]}"#,
        r#"{"named": {"a": [{"port": 1}, {"port": 1000}]}}"#,
    ];
    let native = [
        "list {\n  port = 1000\n}\n",
        "list {\n  port = 1\n}\nlist {\n  port = 1000\n}\n",
        "list = [{ port = 1 }, { port = 1000 }]\n",
        "map \"a\" {\n  port = 1\n}\nmap \"b\" {\n  port = 1000\n}\n",
        "named \"a\" {\n  port = 1\n}\nnamed b {\n  port = 1000\n}\n",
        "named \"a\" {\n  port = 1\n}\nnamed \"a\" {\n  port = 1000\n}\n",
    ];
    let json = json.map(|text| parse("app.json", text));
    let native = native.map(|text| parse("app.hcl", text));
    let bodies: Vec<&Body> = json.iter().chain(&native).collect();
    for body in &bodies {
        assert!(follow_error(body), "a port is too large: {body}");
    }
    let append = Overlay::new().with_blocks("list", OverlayRule::Append);
    let append = append.with_blocks("named", OverlayRule::Append);
    let mut count = 0;
    for below in &bodies {
        for above in &bodies {
            for overlay in [&Overlay::new(), &append] {
                let layers = [(*below).clone(), (*above).clone()];
                let body = overlay.overlay(layers).expect("they are small");
                count += usize::from(follow_error(&body));
            }
        }
    }
    assert!(count > 400, "{count}");
}

/// Follows the path of the error about a port, if there is such an error. Returns whether there is one.
fn follow_error(body: &Body) -> bool {
    let Err(error) = hcl::from_body::<Servers>(body) else {
        return false;
    };
    let diagnostic = &error.diagnostics()[0];
    if diagnostic.summary() != "Number out of range" {
        return false;
    }
    let validation = Validation::new(body);
    assert!(validation.is_set(error.path()), "{error}\n{body}");
    validation.error(error.path(), "Wrong", "");
    let found = validation.diagnostics().remove(0);
    assert_eq!(found.path(), error.path());
    assert_eq!(found.subject(), error.span(), "{error}\n{body}");
    let sources = found.source().zip(diagnostic.source());
    let is_same = sources.is_some_and(|(one, other)| one.text() == other.text());
    assert!(is_same, "{error}\n{body}");
    true
}

/// If the path contains the index of a generated block, the message does not reveal the label.
#[test]
fn generated_labels_are_not_revealed() {
    let text = "dynamic \"s\" {\n  for_each = keys\n  labels   = [s.value]\n  content {\n    port = 1\n  }\n}\n";
    let ctx = hcl::EvalContext::new().with_variable("keys", vec!["hunter1", "hunter2"]);
    let ctx = ctx.with_secret("keys");
    let body = hcl::dynblock::expand_dynamic(&parse("app.hcl", text), &ctx)
        .into_result()
        .expect("it can be expanded");
    let validation = Validation::new(&body);
    for field in ["port", "$label", "other"] {
        let path = Path::name("s").with(1).with(field);
        assert_eq!(validation.is_set(&path), field != "other");
        validation.error(path, "Wrong", "");
    }
    for diagnostic in validation.diagnostics() {
        assert!(diagnostic.path().to_string().starts_with("s[1]"));
        assert!(!diagnostic.to_string().contains("hunter"), "{diagnostic}");
    }
    assert!(validation.is_set("s.hunter2.port"));
}

/// JSON that is overlaid on native syntax consists of blocks, too.
#[test]
fn generated_labels_of_json_are_not_revealed() {
    let text = r#"{"dynamic": {"s": {"for_each": "${keys}", "labels": ["${s.value}"], "content": {"port": 1}}}}"#;
    let ctx = hcl::EvalContext::new().with_variable("keys", vec!["hunter1", "hunter2"]);
    let ctx = ctx.with_secret("keys");
    let json = hcl::dynblock::expand_dynamic(&parse("app.json", text), &ctx)
        .into_result()
        .expect("it can be expanded");
    let native = parse("app.hcl", "s \"web\" {\n  port = 2\n}\n");
    for layers in [[json.clone(), native.clone()], [native, json]] {
        let body = Body::overlay(layers).expect("they are small");
        let validation = Validation::new(&body);
        for index in 0..3 {
            validation.error(Path::name("s").with(index).with("port"), "Wrong", "");
        }
        for diagnostic in validation.diagnostics() {
            assert!(!diagnostic.to_string().contains("hunter"), "{diagnostic}");
        }
    }
}

/// Without a type, it is not known which JSON objects are labels, so the message says nothing that may be wrong.
#[test]
fn what_is_not_set_in_json() {
    let text = r#"{"server": {"web": {"port": 1, "l": []}, "api": {"port": 2}}, "name": "shop"}"#;
    let body = parse("app.json", text);
    let check = |path: &str, expected: &str| {
        let validation = Validation::new(&body);
        assert!(!validation.is_set(path), "{path}");
        validation.error(path, "Wrong", "");
        assert_eq!(validation.diagnostics()[0].detail(), expected, "{path}");
    };
    check("server[1].port", "");
    check("server.web[\"$label\"]", "");
    check("server.web.host", r#""host" is not set here."#);
    check("server.web.l[0]", r#""l[0]" is not set here."#);
    check("name[0]", r#""name[0]" is not set here."#);
    check("other", r#""other" is not set here."#);
}

#[test]
fn json_and_layers() {
    let json = parse(
        "app.json",
        r#"{"server": {"web": {"port": 80, "l": [{"a": 1}, {"a": 2}]}}}"#,
    );
    let path = steps!["server", "web", "l", 1, "a"];
    assert_eq!(place_in(&json, path), "app.json 1: 2: server.web.l[1].a");
    let path = steps!["server", PathStep::Key("web".into()), "port"];
    assert_eq!(
        place_in(&json, path),
        r#"app.json 1: 80: server["web"].port"#
    );
    let high = parse("high.hcl", "server \"web\" \"eu\" {\n  host = 1\n}\n");
    let body = Body::overlay([parse("low.hcl", TEXT), high]).expect("they are small");
    let at = |step: &str| place_in(&body, steps!["server", "web", "eu", step]);
    assert_eq!(at("port"), r#"low.hcl 5: 80: server["web"]["eu"].port"#);
    assert_eq!(at("host"), r#"high.hcl 2: 1: server["web"]["eu"].host"#);
    assert_eq!(at("tls"), r#"low.hcl 6: tls: server["web"]["eu"].tls"#);
    assert_eq!(
        at("none"),
        r#"high.hcl 1: server "web" "eu": server["web"]["eu"].none"#
    );
}

#[track_caller]
fn finish(validation: &Validation, expected: Expect) {
    let error = validation.finish().expect_err("something is wrong");
    assert_eq!(error.classify(), hcl::Category::Data);
    let reports = error.diagnostics().iter().map(Diagnostic::to_string);
    expected.assert_eq(&reports.collect::<Vec<_>>().join("\n\n"));
}

/// Another place is shown if it is in the same file. It is mentioned in words if it is in another file or has no place.
#[test]
fn another_place_is_shown() {
    let body = parse("app.hcl", TEXT);
    let validation = Validation::new(&body);
    let repeated = |other: &str| {
        let other = other.parse().expect("it is a path");
        Diagnostic::error("Repeated port", "").with_path(other)
    };
    validation.report("server[1].port", repeated("server[0].port"));
    let label = "server[1][\"$label.1\"]";
    validation.report(label, repeated("server[0][\"$label.1\"]"));
    validation.report("name", repeated("nothing"));
    finish(
        &validation,
        expect![[r#"
        error: Repeated port
          --> app.hcl:12:10
           |
         5 |   port = 80
           |          --
        ...
        12 |   port = 81
           |          ^^
           |
           = path: server["web"]["us"].port

        error: Repeated port
          --> app.hcl:11:14
           |
         4 | server "web" "eu" {
           |              ----
        ...
        11 | server "web" "us" {
           |              ^^^^
           |
           = path: server["web"]["us"]

        error: Repeated port
         --> app.hcl:1:8
          |
        1 | name = "shop"
          |        ^^^^^^
          |
          = path: name"#]],
    );
    let unnamed = |text: &str| hcl::parse(text).expect("it is HCL");
    let body = Body::overlay([unnamed("\na = 1\n"), unnamed("b = 1\n")]).expect("they are small");
    let validation = Validation::new(&body);
    let repeated = Diagnostic::error("Repeated", "").with_path(Path::name("a"));
    validation.report("b", repeated);
    let detail = "See \"a\" in line 2 of another file.";
    assert_eq!(validation.diagnostics()[0].detail(), detail);
}

#[test]
fn several_are_reported_at_once() {
    let body = parse("app.hcl", TEXT);
    let validation = Validation::new(&body);
    assert!(validation.finish().is_ok());
    let server = validation.within(["server", "web"]);
    server.within(["eu"]).warning(["port"], "Odd port", "");
    assert!(validation.finish().is_ok());
    let own = Diagnostic::error("Own", "Said elsewhere.").at(hcl::Span::new(0, 1));
    server.report(["us", "port"], own);
    validation.error(["limits", "gpu"], "No GPU", "One is needed.");
    finish(
        &validation,
        expect![[r#"
            warning: Odd port
             --> app.hcl:5:10
              |
            5 |   port = 80
              |          ^^
              |
              = path: server["web"]["eu"].port

            error: Own
              --> app.hcl:12:10
               |
            12 |   port = 81
               |          ^^
               |
               = note: Said elsewhere.
               = path: server["web"]["us"].port

            error: No GPU
             --> app.hcl:2:10
              |
            2 | limits = { cpu = 1, "memory" = ("1G"), list = [[1], [2, 3]] }
              |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = note: One is needed. "gpu" is not set here.
              = path: limits.gpu"#]],
    );
}
