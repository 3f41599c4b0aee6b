//! Everything that is wrong is reported, and nothing else is.

use std::collections::BTreeMap;

use expect_test::{Expect, expect};
use hcl::{Body, DecodeOptions, Error, EvalContext, ParseOptions, Type, Value};
use serde::de::DeserializeOwned;
use serde_derive::{Deserialize, Serialize};

use super::advice::Timeout;
use super::words;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Config {
    name: String,
    workers: u16,
    #[serde(default)]
    pool: BTreeMap<String, Pool>,
    #[serde(default)]
    rule: Vec<Rule>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Rule {
    action: Action,
    port: u16,
    #[serde(default)]
    tags: Vec<String>,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
enum Action {
    Allow,
    Deny,
}

#[derive(Deserialize, Debug)]
#[serde(try_from = "Bounds")]
struct Pool;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Bounds {
    min: u16,
    #[serde(default)]
    max: u16,
}

impl TryFrom<Bounds> for Pool {
    type Error = String;

    fn try_from(bounds: Bounds) -> Result<Self, String> {
        if bounds.min > bounds.max {
            return Err("The range is empty.".to_owned());
        }
        Ok(Pool)
    }
}

/// The path of a fault, with the correct line and the wrong line.
const FAULTS: [(&str, &str, &str); 9] = [
    ("name", "name = \"a\"", "name = []"),
    ("workers", "workers = 4", "workers = \"many\""),
    ("pool[\"a\"].min", "min = 1", "min = -1"),
    ("pool[\"a\"].max", "max = 2", "max = \"x\""),
    ("pool[\"b\"]", "max = 9", "max = 0"),
    ("rule[0].action", "action = \"allow\"", "action = \"alow\""),
    ("rule[1].port", "port = 80", "port = 80000"),
    ("rule[1].tags", "tags = [\"a\"]", "tags = \"a\""),
    ("rule[1].zone", "", "zone = 1"),
];

/// Returns the configuration with the faults for which `is_wrong` is true.
fn with_faults(is_wrong: impl Fn(usize) -> bool) -> String {
    let line = |at: usize| {
        let (_, right, wrong) = FAULTS[at];
        if is_wrong(at) { wrong } else { right }
    };
    let [name, workers, min, max, other, action, port, tags, zone] = std::array::from_fn(line);
    format!(
        "{name}\n{workers}\npool \"a\" {{\n{min}\n{max}\n}}\npool \"b\" {{\nmin = 5\n{other}\n}}\n\
         rule {{\n{action}\nport = 1\n}}\nrule {{\naction = \"deny\"\n{port}\n{tags}\n{zone}\n}}\n"
    )
}

/// A fault does not hide another one. What the decoder leaves out to find other faults is not reported as missing.
#[test]
fn any_combination_of_faults_is_reported() {
    for set in 0..1_usize << FAULTS.len() {
        let is_wrong = |at: usize| set >> at & 1 == 1;
        let text = with_faults(is_wrong);
        let error = hcl::from_str::<Config>(&text).err();
        let mut found: Vec<String> = error
            .iter()
            .flat_map(Error::diagnostics)
            .map(|it| it.path().to_string())
            .collect();
        found.sort();
        let expected = (0..FAULTS.len()).filter(|at| is_wrong(*at));
        let mut expected: Vec<&str> = expected.map(|at| FAULTS[at].0).collect();
        expected.sort_unstable();
        assert_eq!(found, expected, "{text}");
    }
}

/// A list of JSON is decoded as a whole, although the survey examines one of its elements at a time.
#[test]
fn any_combination_of_faults_in_lists_of_json_is_reported() {
    #[derive(Deserialize)]
    #[expect(dead_code, reason = "only errors are looked at")]
    struct Groups {
        group: Vec<Group>,
    }
    #[derive(Deserialize)]
    #[expect(dead_code, reason = "only errors are looked at")]
    struct Unions {
        union: BTreeMap<String, Groups>,
    }
    #[derive(Deserialize)]
    #[expect(dead_code, reason = "only errors are looked at")]
    struct Group {
        member: Vec<Member>,
    }
    #[derive(Deserialize)]
    #[expect(dead_code, reason = "only errors are looked at")]
    struct Member {
        age: u8,
    }
    for set in 0..1_usize << 6 {
        let mut expected = Vec::new();
        let mut groups = Vec::new();
        for group in 0..3 {
            let mut members = Vec::new();
            for member in 0..2 {
                let is_wrong = set >> (2 * group + member) & 1 == 1;
                members.push(format!(r#"{{"age": {}}}"#, if is_wrong { -1 } else { 1 }));
                if is_wrong {
                    expected.push(format!("group[{group}].member[{member}].age"));
                }
            }
            groups.push(format!(r#"{{"member": [{}]}}"#, members.join(", ")));
        }
        let text = format!(r#"{{"group": [{}]}}"#, groups.join(", "));
        let error = hcl::json::from_str::<Groups>(&text).err();
        let found = error.iter().flat_map(Error::diagnostics);
        let found: Vec<String> = found.map(|it| it.path().to_string()).collect();
        assert_eq!(found, expected, "{text}");
        let text = format!(r#"{{"union": {{"a": {text}, "b": {text}}}}}"#);
        let error = hcl::json::from_str::<Unions>(&text).err();
        let found = error.iter().flat_map(Error::diagnostics);
        let found: Vec<String> = found.map(|it| it.path().to_string()).collect();
        let in_union = |label| {
            expected
                .iter()
                .map(move |it| format!("union[\"{label}\"].{it}"))
        };
        let in_both: Vec<String> = in_union("a").chain(in_union("b")).collect();
        assert_eq!(found, in_both, "{text}");
    }
}

#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "cases are easier to read")]
pub(super) fn check<T>(result: hcl::Result<T>, reports: Expect) {
    let error = result.err().expect("something is wrong");
    words::check(&error);
    reports.assert_eq(&format!("{error:#}\n"));
}

#[track_caller]
pub(super) fn fails<T: DeserializeOwned>(text: &str, reports: Expect) {
    check(hcl::from_str::<T>(text), reports);
}

/// An expression that cannot be evaluated does not hide other faults.
#[test]
fn faults_beside_expressions_that_cannot_be_evaluated() {
    let text =
        "name = nobody\nworkers = other\nrule {\n  action = \"deny\"\n  port = 1\n  zone = 2\n}\n";
    fails::<Config>(
        text,
        expect![[r#"
        error: Variables not allowed
         --> line 1, column 8
          |
        1 | name = nobody
          |        ^^^^^^
          |
          = note: The variable "nobody" is not defined: there are no variables here. If a string is meant, write it in quotes: "nobody".
          = path: name

        error: Variables not allowed
         --> line 2, column 11
          |
        2 | workers = other
          |           ^^^^^
          |
          = note: The variable "other" is not defined: there are no variables here. If a string is meant, write it in quotes: "other".
          = path: workers

        error: Unsupported argument
         --> line 6, column 3
          |
        6 |   zone = 2
          |   ^^^^
          |
          = note: "zone" is not expected here. Expected one of "action", "port", "tags".
          = path: rule[0].zone
    "#]],
    );
}

/// A misspelt name is not also reported as missing.
#[test]
fn a_misspelt_name_is_one_fault() {
    fails::<Config>(
        "name = \"a\"\nworkres = 1\n",
        expect![[r#"
        error: Unsupported argument
         --> line 2, column 1
          |
        2 | workres = 1
          | ^^^^^^^
          |
          = note: "workres" is not expected here. Did you mean "workers"? Expected one of "name", "workers", "pool", "rule".
          = path: workres
    "#]],
    );
    fails::<Config>(
        "name = \"a\"\nzone = 1\n",
        expect![[r#"
            error: Unsupported argument
             --> line 2, column 1
              |
            2 | zone = 1
              | ^^^^
              |
              = note: "zone" is not expected here. Expected one of "name", "workers", "pool", "rule".
              = path: zone

            error: Missing required argument
             --> line 3, column 1
              |
            3 |
              | ^
              |
              = note: "workers" is required here, but there is neither an argument nor a block of this name.
              = path: workers
        "#]],
    );
    let text = "name = \"a\"\nworkers = 1\nrule {\n  acton = \"deny\"\n  port = 1\n}\nrule {\n  action = \"deny\"\n  prt = 1\n}\n";
    fails::<Config>(
        text,
        expect![[r#"
        error: Unsupported argument
         --> line 4, column 3
          |
        4 |   acton = "deny"
          |   ^^^^^
          |
          = note: "acton" is not expected here. Did you mean "action"? Expected one of "action", "port", "tags".
          = path: rule[0].acton

        error: Unsupported argument
         --> line 9, column 3
          |
        9 |   prt = 1
          |   ^^^
          |
          = note: "prt" is not expected here. Did you mean "port"? Expected one of "action", "port", "tags".
          = path: rule[1].prt
    "#]],
    );
}

/// The faults are in the order of the files, and of the lines in each file, not in the order of the overlaid body.
#[test]
fn faults_of_layers_are_in_the_order_of_the_files() {
    let layer = |name: &str, text: &str| {
        let parsed = ParseOptions::new().with_filename(name).parse(text);
        parsed.into_result().expect("it is HCL")
    };
    let below = layer(
        "a.hcl",
        "workers = 4\nrule {\n  action = \"deny\"\n  port = -1\n}\nname = [1]\n",
    );
    let above = layer("b.hcl", "zone = 1\nworkers = \"many\"\n");
    let body = Body::overlay([below, above]).expect("they fit");
    check(
        hcl::from_body::<Config>(&body),
        expect![[r#"
        error: Number out of range
         --> a.hcl:4:10
          |
        4 |   port = -1
          |          ^^
          |
          = note: The number -1 is out of range; a whole number from 0 to 65535 is required.
          = path: rule[0].port

        error: Unsuitable value type
         --> a.hcl:6:8
          |
        6 | name = [1]
          |        ^^^
          |
          = note: Expected a string, but found a list.
          = path: name

        error: Unsupported argument
         --> b.hcl:1:1
          |
        1 | zone = 1
          | ^^^^
          |
          = note: "zone" is not expected here. Expected one of "name", "workers", "pool", "rule".
          = path: zone

        error: Unsuitable value type
         --> b.hcl:2:11
          |
        2 | workers = "many"
          |           ^^^^^^
          |
          = note: Expected a whole number from 0 to 65535, but found the string "many".
          = path: workers
    "#]],
    );
}

#[derive(Deserialize, Debug)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Flattened {
    name: String,
    #[serde(flatten)]
    hosts: Hosts,
}

#[derive(Deserialize, Debug)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Hosts {
    hosts: Vec<String>,
}

/// If a fault in buffered data may be at several places, the report lists all of them.
#[test]
fn faults_of_buffered_data_name_all_places() {
    fails::<Flattened>(
        "name = \"a\"\nhosts = \"a\"\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 8
              |
            1 |   name = "a"
              |  ________^
            2 | | hosts = "a"
              | |___________^
              |
              = note: Expected a list, but found the string "a". Put it in brackets, as in ["a"]. The problem may be in any of these places: "name" (line 1), "hosts" (line 2).
        "#]],
    );
    fails::<BTreeMap<String, Flattened>>(
        "server {\n  name = \"a\"\n  zone = [\"a\", \"a\"]\n  more = [\"a\", \"a\"]\n  hosts = \"a\"\n}\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 2, column 10
              |
            2 |     name = "a"
              |  __________^
            3 | |   zone = ["a", "a"]
            4 | |   more = ["a", "a"]
            5 | |   hosts = "a"
              | |_____________^
              |
              = note: Expected a list, but found the string "a". Put it in brackets, as in ["a"]. The problem may be in any of these places: "name" (line 2), "zone[0]" (line 3), "zone[1]" (line 3), "more[0]" (line 4), and 2 more.
              = path: server
        "#]],
    );
    let layer = |name: &str, text: &str| {
        let parsed = ParseOptions::new().with_filename(name).parse(text);
        parsed.into_result().expect("it is HCL")
    };
    let layers = [
        layer("a.hcl", "name = \"a\"\n"),
        layer("b.hcl", "hosts = \"a\"\n"),
    ];
    let body = Body::overlay(layers).expect("they fit");
    check(
        hcl::from_body::<Flattened>(&body),
        expect![[r#"
            error: Unsuitable value type
             --> a.hcl:1:1
              |
            1 | name = "a"
              | ^
              |
              = note: Expected a list, but found the string "a". Put it in brackets, as in ["a"]. The problem may be in any of these places: "name" (line 1 of a.hcl), "hosts" (line 1 of b.hcl).
        "#]],
    );
}

#[test]
fn faults_of_unknown_values() {
    let ctx = EvalContext::new()
        .with_variable("any", Value::unknown(&Type::DYNAMIC))
        .with_variable("text", Value::unknown(&Type::STRING));
    check(
        hcl::from_str_with::<BTreeMap<String, u8>>("a = any\n", &ctx),
        expect![[r#"
            error: Unknown value
             --> line 1, column 5
              |
            1 | a = any
              |     ^^^
              |
              = note: The value here is not known yet, nor is its type.
              = path: a
        "#]],
    );
    check(
        hcl::from_str_with::<BTreeMap<String, u8>>("a = text\n", &ctx),
        expect![[r#"
            error: Unknown value
             --> line 1, column 5
              |
            1 | a = text
              |     ^^^^
              |
              = note: The value here, of the type string, is not known yet.
              = path: a
        "#]],
    );
}

/// The report does not quote a secret, but it says what is expected.
#[test]
fn faults_of_secrets_say_what_is_expected() {
    let ctx = EvalContext::new()
        .with_variable("key", "hunter2")
        .with_secret("key");
    check(
        hcl::from_str_with::<BTreeMap<String, u16>>("a = key\n", &ctx),
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 5
              |
            1 | a = key
              |     ^^^
              |
              = note: Expected a whole number from 0 to 65535. The details of this error are not shown, because a secret is used here.
              = path: a
        "#]],
    );
    check(
        hcl::from_str_with::<BTreeMap<String, Action>>("a = key\n", &ctx),
        expect![[r#"
            error: Unsupported value
             --> line 1, column 5
              |
            1 | a = key
              |     ^^^
              |
              = note: Expected one of "allow", "deny". The details of this error are not shown, because a secret is used here.
              = path: a
        "#]],
    );
    let ctx = EvalContext::new()
        .with_variable("key", 4711)
        .with_secret("key");
    check(
        hcl::from_str_with::<BTreeMap<String, u8>>("a = key\n", &ctx),
        expect![[r#"
            error: Number out of range
             --> line 1, column 5
              |
            1 | a = key
              |     ^^^
              |
              = note: Expected a whole number from 0 to 255. The details of this error are not shown, because a secret is used here.
              = path: a
        "#]],
    );
    check(
        hcl::from_str_with::<BTreeMap<String, Timeout>>("a = key\n", &ctx),
        expect![[r#"
            error: Invalid value
             --> line 1, column 5
              |
            1 | a = key
              |     ^^^
              |
              = note: The details of this error are not shown, because a secret is used here.
              = path: a
        "#]],
    );
}

/// The expectation of an application's type may contain the secret, so it is not reported.
#[test]
fn faults_of_secrets_omit_the_expectation_of_an_application() {
    #[derive(Debug)]
    struct Other;
    impl<'de> serde::Deserialize<'de> for Other {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let found = String::deserialize(deserializer)?;
            let expected = format!("anything but `{found}`");
            let found = serde::de::Unexpected::Str(&found);
            Err(serde::de::Error::invalid_value(found, &&*expected))
        }
    }
    let ctx = EvalContext::new()
        .with_variable("key", "hunter2")
        .with_secret("key");
    let error = hcl::from_str_with::<BTreeMap<String, Other>>("a = key\n", &ctx).unwrap_err();
    assert!(!format!("{error:?}{error:#?}{error:#}").contains("hunter2"));
}

/// For blocks that were generated from a secret, the path goes only as far as it is written in the source.
#[test]
fn faults_of_blocks_from_secrets_have_a_path() {
    let ctx = EvalContext::new()
        .with_variable("keys", vec!["hunter2"])
        .with_secret("keys");
    let text = |labels: &str| {
        format!(
            "name = \"a\"\nworkers = 1\ndynamic \"rule\" {{\n  for_each = keys\n  content {{\n    action = rule.value\n    \
             port = 1\n  }}\n}}\ndynamic \"pool\" {{\n  for_each = keys\n  labels = [{labels}]\n  content {{\n    \
             min = pool.value\n  }}\n}}\n"
        )
    };
    let body = hcl::parse(&text("pool.value")).expect("it is HCL");
    let body = hcl::dynblock::expand_dynamic(&body, &ctx)
        .into_result()
        .expect("it expands");
    let options = DecodeOptions::new().with_context(&ctx);
    let error = options.from_body::<Config>(&body).unwrap_err();
    let places = error.diagnostics().iter().map(|it| {
        let line = it.position().map_or(0, hcl::Position::line);
        format!("{line} {}", it.path())
    });
    assert_eq!(
        places.collect::<Vec<_>>(),
        ["6 rule[0].action", "14 pool"],
        "{error:#}"
    );
    assert!(!format!("{error:#}").contains("hunter2"));
}

/// Notes for the developer are not part of any report.
#[test]
fn faults_have_notes_for_the_developer() {
    fn note<T: DeserializeOwned>(text: &str) -> String {
        let error = hcl::from_str::<T>(text).err().expect("it is wrong");
        error.developer_note().unwrap_or_default().to_owned()
    }
    assert!(note::<Config>("").contains("as an Option or with #[serde(default)]"));
    let text = "name = \"a\"\nworkers = 1\ndynamic \"rule\" {}\n";
    assert!(note::<Config>(text).contains("hcl::dynblock::expand_dynamic"));
    #[derive(Deserialize, Debug)]
    #[serde(untagged)]
    #[expect(dead_code, reason = "only errors are looked at")]
    enum Untagged {
        Number(u8),
        Text { text: String },
    }
    assert!(note::<BTreeMap<String, Untagged>>("a = \"1\"\n").contains("a number in quotes stays"));
    let text = String::from("a = \"x\\ny\"\n");
    let error = hcl::from_str::<BTreeMap<&str, &str>>(&text).unwrap_err();
    assert!(error.developer_note().unwrap().contains("an owned type"));
}

#[derive(Serialize)]
struct Routes {
    route: Vec<Route>,
}

#[derive(Serialize)]
struct Route {
    #[serde(rename = "$label")]
    method: &'static str,
    #[serde(rename = "$label.1")]
    path: Option<&'static str>,
}

/// An error of encoding has no place: the native syntax text, to which it refers, is only an intermediate result.
#[test]
fn errors_of_json_that_cannot_be_written_have_no_place() {
    let route = |path| Route {
        method: "GET",
        path,
    };
    let routes = Routes {
        route: vec![route(Some("/")), route(None)],
    };
    check(
        hcl::json::to_string(&routes),
        expect![[r#"
            error: Absent label
              A label of the block is absent. In the JSON syntax, the properties of the block would be read as this label. Give the block the label, or write native syntax.
              path: route[1]
        "#]],
    );
    let same = Routes {
        route: vec![route(Some("/")), route(Some("/a"))],
    };
    assert!(hcl::json::to_string(&same).is_ok());
    let body = hcl::parse(&hcl::to_string(&routes).unwrap()).unwrap();
    let error = hcl::json::to_string(&body).unwrap_err();
    assert_eq!(error.line(), Some(3), "{error}");
}

/// `{:#}` writes the reports of all errors. They contain the name of the file if the options give one.
#[test]
fn reports_are_rendered_together() {
    let options = DecodeOptions::new().with_filename("app.hcl");
    let error = options
        .from_str::<Config>("name = []\nworkers = []\n")
        .unwrap_err();
    let reports: Vec<String> = error
        .diagnostics()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(format!("{error:#}"), reports.join("\n\n"));
    assert_eq!(reports.len(), 2);
    assert!(error.render(hcl::RenderStyle::Ansi).contains("\u{1b}["));
}
