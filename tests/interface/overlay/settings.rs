//! Settings of the command line and of the environment as layers.

mod reports;

use std::collections::BTreeMap;

use expect_test::{Expect, expect};
use hcl::{Body, EvalContext, Overlay, Spanned};
use serde_derive::Deserialize;

use super::{layer, points_into_its_sources};

#[derive(Deserialize, Debug, PartialEq, Default)]
#[serde(default, deny_unknown_fields)]
struct Config {
    name: String,
    workers: Option<u16>,
    tags: Vec<String>,
    level: Level,
    env: BTreeMap<String, String>,
    groups: BTreeMap<String, Vec<String>>,
    limits: BTreeMap<String, u32>,
    quotas: BTreeMap<String, BTreeMap<String, u32>>,
    ranges: BTreeMap<String, BTreeMap<String, (u8, u8)>>,
    log: Log,
    upstream: BTreeMap<String, Upstream>,
    route: BTreeMap<String, BTreeMap<String, Upstream>>,
    named: Vec<Named>,
    listener: Vec<Listener>,
    listeners: BTreeMap<String, Vec<Listener>>,
    store: Store,
    stores: BTreeMap<String, Store>,
    any: Option<serde_json::Value>,
}

#[derive(Deserialize, Debug, PartialEq, Default, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Level {
    #[default]
    Info,
    Debug,
}

#[derive(Deserialize, Debug, PartialEq, Default)]
#[serde(default, deny_unknown_fields)]
struct Log {
    level: Level,
    size: u32,
    file: Option<Box<LogFile>>,
}

#[derive(Deserialize, Debug, PartialEq, Default)]
#[serde(default, deny_unknown_fields)]
struct LogFile {
    path: String,
    mode: Option<u32>,
}

#[derive(Deserialize, Debug, PartialEq, Default)]
#[serde(default, deny_unknown_fields)]
struct Upstream {
    balance: String,
    weight: u32,
    server: Vec<Listener>,
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
struct Named {
    #[serde(rename = "$label")]
    name: String,
    weight: Option<u32>,
}

#[derive(Deserialize, Debug, PartialEq, Default)]
#[serde(default, deny_unknown_fields)]
struct Listener {
    port: u16,
    host: Option<String>,
}

#[derive(Deserialize, Debug, PartialEq, Default)]
#[serde(rename_all = "lowercase")]
enum Store {
    #[default]
    Memory,
    Disk {
        path: String,
        size: Option<u32>,
    },
    Remote(Box<LogFile>),
    File(String),
}

#[track_caller]
fn set(below: &Body, settings: &[&str]) -> Body {
    let overlay = Overlay::of::<Config>();
    let body = overlay.overlay_settings(below.clone(), "--set", settings);
    let body = body.unwrap_or_else(|error| panic!("{error}"));
    points_into_its_sources(&body);
    // One call with all settings gives the same result as one call for each setting.
    let each = settings.iter().fold(below.clone(), |below, setting| {
        let body = overlay.overlay_settings(below, "--set", [setting]);
        body.unwrap_or_else(|error| panic!("{error}"))
    });
    assert_eq!(body, each);
    body
}

#[track_caller]
fn config(body: &Body) -> Config {
    hcl::from_body(body).unwrap_or_else(|error| panic!("{body}\n{error}"))
}

/// Checks the result of settings on a file in native syntax, and on the same file in JSON syntax if there is one. The
/// displayed body must decode to the same value.
#[track_caller]
fn check(native: &str, json: &str, settings: &[&str], expected: &str) {
    let expected: Config = hcl::from_str(expected).unwrap_or_else(|error| panic!("{error}"));
    let mut below = vec![layer("app.hcl", native)];
    if !json.is_empty() {
        below.push(layer("app.json", json));
    }
    for below in below {
        let body = set(&below, settings);
        assert_eq!(config(&body), expected, "{body}");
        let again = hcl::parse(&body.to_string()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(config(&again), expected, "{body}");
    }
}

#[test]
fn values_have_the_requested_type() {
    check(
        "",
        "{}",
        &[
            "name=a \"b\" ${c} %{d} \\n",
            "workers=2 * 8",
            "tags=[\"a\", \"b=c\"]",
            "level=debug",
            "any={ a = [1] }",
        ],
        "name = \"a \\\"b\\\" $${c} %%{d} \\\\n\"\nworkers = 16\ntags = [\"a\", \"b=c\"]\nlevel = \"debug\"\nany = { a = [1] }\n",
    );
    check(
        "name = \"a\"\n",
        r#"{"name": "a"}"#,
        &["name="],
        "name = \"\"\n",
    );
    check(
        "",
        "{}",
        &["name=null", "level=\"debug\""],
        "name = \"null\"\nlevel = \"debug\"\n",
    );
    check(
        "",
        "{}",
        &["name=\n two\tlines \n"],
        "name = \"\\n two\\tlines \\n\"\n",
    );
    // The last setting of a name is used.
    check(
        "workers = 1\n",
        r#"{"workers": 1}"#,
        &["workers=2", "workers=3"],
        "workers = 3\n",
    );
    check("workers = 1\n", r#"{"workers": 1}"#, &["workers=null"], "");
    // As a literal, a text can be longer, or shorter if normalization composes its characters.
    for (text, literal) in [
        ("e\u{301}e\u{301}e\u{301}", "ééé"),
        ("\"\"\"", "\\\"\\\"\\\""),
    ] {
        check(
            "",
            "{}",
            &[
                &format!("upstream.a.balance={text}"),
                &format!("route.a.b.balance={text}"),
            ],
            &format!(
                "upstream \"a\" {{\n  balance = \"{literal}\"\n}}\nroute \"a\" \"b\" {{\n  balance = \"{literal}\"\n}}\n"
            ),
        );
    }
}

#[test]
fn paths_lead_into_blocks() {
    check(
        "log {\n  size = 1\n  level = \"debug\"\n}\n",
        r#"{"log": {"size": 1, "level": "debug"}}"#,
        &["log.size=2", "log.file.path=/a.b", "log.file.mode=420"],
        "log {\n  size = 2\n  level = \"debug\"\n  file {\n    path = \"/a.b\"\n    mode = 420\n  }\n}\n",
    );
    let native =
        "upstream \"shop\" {\n  balance = \"first\"\n  weight = 1\n}\nupstream \"blog\" {}\n";
    let json = r#"{"upstream": {"shop": {"balance": "first", "weight": 1}, "blog": [{}]}}"#;
    check(
        native,
        json,
        &[
            "upstream.shop.balance=random",
            "upstream[\"a.b\\\"]\"].weight=3",
            "upstream.1-x.weight=4",
        ],
        "upstream \"shop\" {\n  balance = \"random\"\n  weight = 1\n}\nupstream \"blog\" {}\nupstream \"a.b\\\"]\" {\n  weight = 3\n}\n\
         upstream \"1-x\" {\n  weight = 4\n}\n",
    );
    check(
        native,
        json,
        &[
            "upstream.shop={ weight = 7 }",
            "route.a.b.weight=1",
            "route={ a = { c = { weight = 2 } } }",
            "named.x.weight=5",
        ],
        "upstream \"shop\" {\n  balance = \"first\"\n  weight = 7\n}\nupstream \"blog\" {}\nroute \"a\" \"b\" {\n  weight = 1\n}\n\
         route \"a\" \"c\" {\n  weight = 2\n}\nnamed \"x\" {\n  weight = 5\n}\n",
    );
    // Blocks can be removed and set again.
    check(
        native,
        json,
        &["upstream.blog=null"],
        &native.replace("upstream \"blog\" {}\n", ""),
    );
    check(
        native,
        json,
        &[
            "upstream.blog=null",
            "upstream.shop=null",
            "upstream.shop.weight=3",
        ],
        "upstream \"shop\" {\n  weight = 3\n}\n",
    );
    check(native, json, &["upstream=null"], "");
}

#[test]
fn maps_and_objects_are_changed_in_place() {
    for native in [
        "env = { A = \"1\", B = \"2\" }\n",
        "env {\n  A = \"1\"\n  B = \"2\"\n}\n",
        "env = {\n  \"A\" : \"1\"\n  \"B\" = \"2\"\n}\n",
    ] {
        check(
            native,
            r#"{"env": {"A": "1", "B": "2"}}"#,
            &["env.B=x = ${y}", "env.C=3"],
            "env = { A = \"1\", B = \"x = $${y}\", C = \"3\" }\n",
        );
    }
    check(
        "limits = { a = 1, b = 2 }\n",
        r#"{"limits": {"a": 1, "b": 2}}"#,
        &["limits={ c = 3 }"],
        "limits = { c = 3 }\n",
    );
    check(
        "quotas = { a = { x = 1, y = 1 }, b = {} }\n",
        r#"{"quotas": {"a": {"x": 1, "y": 1}, "b": {}}}"#,
        &["quotas.a.y=2", "quotas.c.z=3", "quotas.d={ e = 4 }"],
        "quotas = { a = { x = 1, y = 2 }, b = {}, c = { z = 3 }, d = { e = 4 } }\n",
    );
    // A struct is written as an attribute in the lower layer, also on two levels.
    check(
        "log = { size = 1, file = { path = \"/a\" } }\n",
        r#"{"log": {"size": 1, "file": {"path": "/a"}}}"#,
        &["log.file.mode=1"],
        "log {\n  size = 1\n  file {\n    path = \"/a\"\n    mode = 1\n  }\n}\n",
    );
    check(
        "upstream = { shop = { weight = 1, balance = \"x\" }, blog = {} }\n",
        "",
        &["upstream.shop.weight=2"],
        "upstream \"shop\" {\n  weight = 2\n  balance = \"x\"\n}\nupstream \"blog\" {}\n",
    );
    check(
        "log = null\n",
        r#"{"log": null}"#,
        &["log.size=3"],
        "log {\n  size = 3\n}\n",
    );
}

#[test]
fn maps_of_lists_of_values_are_changed_in_place() {
    for native in [
        "groups = { a = [\"x\"], b = [] }\n",
        "groups {\n  a = [\"x\"]\n  b = []\n}\n",
    ] {
        check(
            native,
            r#"{"groups": {"a": ["x"], "b": []}}"#,
            &["groups.b=[\"y\", \"z\"]", "groups.c=[]"],
            "groups = { a = [\"x\"], b = [\"y\", \"z\"], c = [] }\n",
        );
    }
    check(
        "groups = { a = [\"x\"] }\n",
        r#"{"groups": {"a": ["x"]}}"#,
        &["groups={ b = [1] }"],
        "groups = { b = [\"1\"] }\n",
    );
    check(
        "ranges = { a = { x = [1, 2] } }\n",
        r#"{"ranges": {"a": {"x": [1, 2]}}}"#,
        &["ranges.a.y=[3, 4]", "ranges.b={ z = [5, 6] }"],
        "ranges = { a = { x = [1, 2], y = [3, 4] }, b = { z = [5, 6] } }\n",
    );
}

#[test]
fn lists_are_set_as_a_whole() {
    let native = "listener {\n  port = 1\n  host = \"a\"\n}\n";
    let json = r#"{"listener": {"port": 1, "host": "a"}}"#;
    check(
        native,
        json,
        &["listener={ port = 2 }"],
        "listener {\n  port = 2\n}\n",
    );
    check(
        native,
        json,
        &["listener=[{ port = 2 }, { port = 3 }]"],
        "listener = [{ port = 2 }, { port = 3 }]\n",
    );
    check(
        native,
        json,
        &["listener=[{ port = 2 }]", "listener={ port = 4 }"],
        "listener {\n  port = 4\n}\n",
    );
    let native = "listeners \"x\" {\n  port = 1\n}\nlisteners \"y\" {\n  port = 1\n}\n";
    let json = r#"{"listeners": {"x": {"port": 1}, "y": {"port": 1}}}"#;
    check(
        native,
        json,
        &[
            "listeners.x=[{ port = 2 }, { port = 3 }]",
            "listeners.y=null",
        ],
        "listeners \"x\" {\n  port = 2\n}\nlisteners \"x\" {\n  port = 3\n}\n",
    );
    check(
        "upstream \"a\" {\n  server { host = \"b\" }\n}\n",
        r#"{"upstream": {"a": {"server": {"host": "b"}}}}"#,
        &["upstream.a.server={ port = 2 }"],
        "upstream \"a\" {\n  server { port = 2 }\n}\n",
    );
}

#[test]
fn variants() {
    check(
        "store = { disk = { path = \"/a\", size = 1 } }\n",
        "",
        &["store.disk.path=/b"],
        "store \"disk\" {\n  path = \"/b\"\n  size = 1\n}\n",
    );
    check(
        "store = \"memory\"\n",
        "",
        &["store.disk.path=/b"],
        "store \"disk\" {\n  path = \"/b\"\n}\n",
    );
    let native = "store \"disk\" {\n  path = \"/a\"\n  size = 1\n}\n";
    let json = r#"{"store": {"disk": {"path": "/a", "size": 1}}}"#;
    check(native, json, &["store=memory"], "store = \"memory\"\n");
    check(
        native,
        "",
        &["store.disk.path=/b"],
        "store \"disk\" {\n  path = \"/b\"\n  size = 1\n}\n",
    );
    check(
        "",
        "{}",
        &["store.disk.path=/b", "store.disk.size=2"],
        "store \"disk\" {\n  path = \"/b\"\n  size = 2\n}\n",
    );
    check(
        native,
        json,
        &["store.remote.mode=2"],
        "store \"remote\" {\n  mode = 2\n}\n",
    );
    check(
        native,
        json,
        &["store.file=${x}"],
        "store = { file = \"$${x}\" }\n",
    );
    check(
        native,
        json,
        &["store={ disk = { path = \"/c\" } }"],
        "store \"disk\" {\n  path = \"/c\"\n}\n",
    );
    check(
        "stores \"a\" \"disk\" {\n  path = \"/a\"\n}\nstores \"b\" \"memory\" {}\n",
        r#"{"stores": {"a": {"disk": {"path": "/a"}}, "b": {"memory": {}}}}"#,
        &[
            "stores.a=memory",
            "stores.b.disk.path=/b",
            "stores.c={ disk = { path = \"/c\" } }",
        ],
        "stores \"a\" \"memory\" {}\nstores \"b\" \"disk\" {\n  path = \"/b\"\n}\nstores \"c\" \"disk\" {\n  path = \"/c\"\n}\n",
    );
}

/// If the type does not determine the kind of a name, the lower layers do.
#[test]
fn lower_layers_determine_kinds_that_the_type_leaves_open() {
    let low = layer(
        "low.hcl",
        "name = \"a\"\nport = 1\nservice \"web\" \"x\" {\n  host = \"h\"\n  tls { key = \"k\" }\n}\nobject = { a = { b = \"x\", c = 1 } }\n",
    );
    let json = layer("low.json", r#"{"json": {"a": {"b": "x"}, "c": 1}}"#);
    let low = Body::overlay([low, json]).expect("they are small");
    let settings = [
        "name=${b}",
        "port=1 + 1",
        "service.web.x.host=i",
        "service.web.x.tls.key=${l}",
        "object.a.b=y z",
        "json.a.b=${w}",
        "json.c=2",
        "service.web.x.host=j",
    ];
    for overlay in [Overlay::new(), Overlay::of::<hcl::Value>()] {
        let body = overlay.overlay_settings(low.clone(), "", settings);
        let body = body.unwrap_or_else(|error| panic!("{error}"));
        let ctx = EvalContext::new();
        let options = hcl::DecodeOptions::new().with_context(&ctx);
        let value: serde_json::Value = options.from_body(&body).expect("it can be decoded");
        let expected = serde_json::json!({
            "name": "${b}", "port": 2, "service": { "web": { "x": { "host": "j", "tls": { "key": "${l}" } } } },
            "object": { "a": { "b": "y z", "c": 1 } }, "json": { "a": { "b": "${w}" }, "c": 2 },
        });
        assert_eq!(value, expected);
        let error = overlay.overlay_settings(
            low.clone(),
            "",
            ["prot=1", "service.web.y.host=a", "new.name=1"],
        );
        let error = error.expect_err("they are not known");
        assert_eq!(error.diagnostics().len(), 3, "{error}");
    }
}

#[test]
fn variables_of_the_environment() {
    let low = layer(
        "app.hcl",
        "name = \"a\"\nupstream \"shop\" {\n  balance = \"x\"\n}\n",
    );
    let overlay = Overlay::of::<Config>();
    let body = overlay.overlay_environment(
        low.clone(),
        "APP_",
        [
            ("APP_NAME", "${name}"),
            ("PATH", "/bin"),
            ("APP_UPSTREAM__SHOP__WEIGHT", "1 + 1"),
            ("APP_LOG__FILE__PATH", "/x"),
            ("APPLE", "x"),
        ],
    );
    let body = body.unwrap_or_else(|error| panic!("{error}"));
    let expected = "name = \"$${name}\"\nupstream \"shop\" {\n  balance = \"x\"\n  weight = 2\n}\nlog {\n  file { path = \"/x\" }\n}\n";
    assert_eq!(config(&body), hcl::from_str(expected).expect("it is right"));
    // Settings from the command line replace those from the environment.
    let body = overlay
        .overlay_settings(body, "--set", ["name=b"])
        .expect("it is known");
    assert_eq!(config(&body).name, "b");

    let refused = |variables: &[(&str, &str)], expected: Expect| {
        let variables = variables.iter().copied();
        let body = overlay.overlay_environment(low.clone(), "APP_", variables);
        let error = match body {
            Ok(body) => hcl::from_body::<Config>(&body).expect_err("it is wrong"),
            Err(error) => error,
        };
        expected.assert_eq(&format!("{error:#}"));
    };
    refused(
        &[
            ("APP_WORKERS", "upper(\"a\")"),
            ("APP_NAME_", "x"),
            ("APP_LOG__", "1"),
        ],
        expect![[r#"
            error: Invalid setting
             --> APP_LOG__:1:1
              |
            1 | log.=1
              | ^^^^
              |
              = note: The name of the variable consists of the prefix and the names and labels of the setting, separated by two underscores, as in `APP_UPSTREAM__SHOP__PORT`.

            error: Unknown setting
             --> APP_NAME_:1:1
              |
            1 | name_=x
              | ^^^^^
              |
              = note: There is no setting "name_". Did you mean "name"?

            error: Function calls not allowed
             --> APP_WORKERS:1:9
              |
            1 | workers=upper("a")
              |         ^^^^^^^^^^
              |
              = note: An environment variable cannot call functions."#]],
    );
    refused(
        &[("APP_LOG__SIZE", "-1")],
        expect![[r#"
        error: Number out of range
         --> APP_LOG__SIZE:1:10
          |
        1 | log.size=-1
          |          ^^
          |
          = note: The number -1 is out of range; a whole number from 0 to 4294967295 is required.
          = path: log.size"#]],
    );
}

#[cfg(unix)]
#[test]
fn variables_that_are_not_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let wrong = OsStr::from_bytes(b"\xff");
    let overlay = Overlay::of::<Config>();
    let body = overlay.overlay_environment(Body::merge([]), "APP_", [("APP_NAME", wrong)]);
    let error = body.expect_err("it is not UTF-8");
    assert!(
        error.to_string().contains("APP_NAME is not valid UTF-8"),
        "{error}"
    );
    let ignored = overlay.overlay_environment(Body::merge([]), "APP_", [(wrong, wrong)]);
    assert!(ignored.is_ok());
}

/// Each value has the place of the setting that it comes from, and other values have the place in their file.
#[test]
fn values_know_their_place() {
    #[derive(Deserialize)]
    struct Placed {
        log: BTreeMap<String, Spanned<u32>>,
    }

    let low = layer("app.hcl", "log {\n  a = 1\n  b = 2\n}\n");
    let body = Overlay::of::<Placed>().overlay_settings(low, "--set", ["log.b=30", "log.c=4"]);
    let placed: Placed = hcl::from_body(&body.expect("they are known")).expect("it is right");
    let place = |name: &str| {
        let value = &placed.log[name];
        let source = value.source().expect("it is known");
        let text = &source.text()[value.span().range()];
        format!("{}: {text}", source.name().unwrap_or_default())
    };
    assert_eq!(
        ["a", "b", "c"].map(place),
        ["app.hcl: 1", "--set log.b: 30", "--set log.c: 4"]
    );
}

#[test]
fn attributes_missing_beside_a_setting_are_missing_in_the_file() {
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "only errors are looked at")]
    struct Strict {
        server: BTreeMap<String, Server>,
    }

    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "only errors are looked at")]
    struct Server {
        url: String,
        port: u16,
    }

    let overlay = Overlay::of::<Strict>();
    let error = |low: &str| {
        let body = overlay.overlay_settings(layer("app.hcl", low), "--set", ["server.a.port=1"]);
        let body = body.expect("it is known");
        hcl::from_body::<Strict>(&body)
            .expect_err("the URL is missing")
            .to_string()
    };
    expect![[r#"
        error: Missing required argument
         --> app.hcl:1:1
          |
        1 | server "a" {}
          | ^^^^^^^^^^
          |
          = note: "url" is required here, but there is neither an argument nor a block of this name.
          = path: server["a"].url"#]]
    .assert_eq(&error("server \"a\" {}\n"));
    expect![[r#"
        error: Missing required argument
         --> --set server.a.port:1:1
          |
        1 | server.a.port=1
          | ^^^^^^^^
          |
          = note: "url" is required here, but there is neither an argument nor a block of this name.
          = path: server["a"].url"#]]
    .assert_eq(&error(""));
}
