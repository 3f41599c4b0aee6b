//! Names that are wrong: all of them are reported at once, in whichever blocks they are.

use std::collections::BTreeMap;

use hcl::{Body, DecodeOptions, Error, EvalContext, ParseOptions, Syntax};
use serde_derive::Deserialize;

use super::random::Random;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Config {
    name: String,
    #[serde(default)]
    log: Option<Log>,
    #[serde(default)]
    service: BTreeMap<String, Service>,
    #[serde(default)]
    task: Vec<Task>,
    #[serde(default)]
    step: Vec<Step>,
    #[serde(default)]
    storage: Option<Storage>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Log {
    level: String,
    #[serde(default)]
    file: Option<String>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Service {
    port: u16,
    #[serde(default)]
    host: String,
    #[serde(default)]
    check: Vec<Check>,
    #[serde(default)]
    limits: Option<Limits>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Limits {
    cpu: u32,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Check {
    path: String,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Task {
    #[serde(rename = "$label")]
    name: String,
    command: String,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Step {
    run: String,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
#[expect(dead_code, reason = "only errors are looked at")]
enum Storage {
    Disk(Log),
    Memory(Limits),
}

/// Returns the line and the path of each error, and the first word of its summary.
fn summary(error: &Error) -> Vec<String> {
    let diagnostics = error.diagnostics().iter();
    let line = |it: &hcl::Diagnostic| {
        let kind = it.summary().split(' ').next().expect("it has a word");
        let line = it.position().map_or(0, hcl::Position::line);
        format!("{line} {kind} {}", it.path())
    };
    diagnostics.map(line).collect()
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let error = hcl::from_str::<Config>(text).expect_err("names are wrong");
    assert_eq!(summary(&error), expected, "{error}");
    // Decoding a parsed body gives the same errors.
    let body = hcl::parse(text).expect("it is HCL");
    let again = hcl::from_body::<Config>(&body).expect_err("names are wrong");
    assert_eq!(summary(&again), expected);
}

#[test]
fn wrong_names_of_all_blocks_are_reported_at_once() {
    check(
        r#"name = "shop"
nmae = 1
log {
  level = "info"
  flie  = "a"
}
service "web" {
  port = 80
  prot = 81
  check { path = "/" }
  check { paht = "/" }
}
service "db" {
  hots = "a"
  limits {
    cpu = 1
    gpu = 2
  }
}
task "a" {
  command = "x"
}
task "b" {
  commnad = "y"
}
step { run = "x" }
step { rnu = "x" }
storage "disk" {
  level = "a"
  lvel  = "b"
}
zone "eu" {}
"#,
        &[
            "2 Unsupported nmae",
            "32 Unsupported zone",
            "5 Unsupported log.flie",
            "9 Unsupported service[\"web\"].prot",
            "11 Unsupported service[\"web\"].check[1].paht",
            "13 Missing service[\"db\"].port",
            "14 Unsupported service[\"db\"].hots",
            "17 Unsupported service[\"db\"].limits.gpu",
            "24 Unsupported task[\"b\"].commnad",
            "27 Unsupported step[1].rnu",
            "30 Unsupported storage[\"disk\"].lvel",
        ],
    );
}

#[test]
fn faults_of_a_single_kind_are_all_found() {
    let tasks = |name: &str| {
        let task = |at: usize| format!("task \"t{at}\" {{\n  {name} = \"x\"\n}}\n");
        (0..3).map(task).collect::<String>()
    };
    let missing = format!(
        "name = 1\n{}",
        tasks("command").replace("command", "# none")
    );
    check(
        &missing.replace("# none = \"x\"", ""),
        &[
            "2 Missing task[\"t0\"].command",
            "5 Missing task[\"t1\"].command",
            "8 Missing task[\"t2\"].command",
        ],
    );
    check("log {\n  level = 1\n}\n", &["4 Missing name"]);
    // An unknown name in an object is one fault of its attribute. It does not hide those of other blocks.
    check(
        "name = 1\nservice = { web = { port = 1, prot = 2 } }\ntask \"a\" {\n  command = 1\n  x = 1\n}\n",
        &[
            "2 Unsupported service.web.prot",
            "5 Unsupported task[\"a\"].x",
        ],
    );
}

/// To find more unknown names, the decoder does not evaluate an expression again. A field whose expression it did not
/// evaluate is not reported as missing.
#[test]
fn nothing_is_evaluated_twice_to_find_names() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    let calls = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&calls);
    let next = hcl::function::Function::new(hcl::Type::NUMBER, move |_| {
        counted.fetch_add(1, Ordering::Relaxed);
        Ok(1.into())
    });
    let ctx = EvalContext::new()
        .with_function("next", next)
        .with_variable("x", 1);
    let text = r#"name = next()
service "a" {
  port = next()
  prot = 1
}
service "b" {
  port = x
  hots = next()
}
service "c" {
  host = x
}
"#;
    let error = hcl::from_str_with::<Config>(text, &ctx).expect_err("names are wrong");
    assert_eq!(
        summary(&error),
        [
            "4 Unsupported service[\"a\"].prot",
            "8 Unsupported service[\"b\"].hots",
            "10 Missing service[\"c\"].port",
        ]
    );
    assert_eq!(calls.load(Ordering::Relaxed), 2);
}

#[test]
fn wrong_names_of_files_and_layers() {
    let file = |name: &str, text: &str| {
        let options = ParseOptions::new().with_filename(name);
        options.parse(text).into_result().expect("it is HCL")
    };
    let wrong = "task \"a\" {\n  commnad = 1\n  command = 1\n}\n";
    let files = || {
        [
            file("a.hcl", &format!("name = 1\n{wrong}")),
            file("b.hcl", &format!("\n{}", wrong.replace("\"a\"", "\"b\""))),
        ]
    };
    for body in [
        Body::merge(files()),
        Body::overlay(files()).expect("they are small"),
    ] {
        let error = hcl::from_body::<Config>(&body).expect_err("names are wrong");
        let places = error.diagnostics().iter().map(|it| {
            let name = it.source().and_then(hcl::Source::name).unwrap_or_default();
            let line = it.position().map_or(0, hcl::Position::line);
            (name.to_owned(), line, it.path().to_string())
        });
        let expected = [
            ("a.hcl", 3, "task[\"a\"].commnad"),
            ("b.hcl", 3, "task[\"b\"].commnad"),
        ];
        let expected = expected.map(|(name, line, path)| (name.to_owned(), line, path.to_owned()));
        assert_eq!(places.collect::<Vec<_>>(), expected);
    }
}

#[test]
fn wrong_names_of_json() {
    let text = r#"{
  "name": "a",
  "log": {"level": "a", "flie": 1},
  "service": {
    "web": {"port": 1, "prot": 2},
    "db": {"port": 1}
  },
  "task": {"a": {"commnad": 1}}
}"#;
    let options = DecodeOptions::new().with_syntax(Syntax::Json);
    let error = options
        .from_str::<Config>(text)
        .expect_err("names are wrong");
    assert_eq!(
        summary(&error),
        [
            "3 Unsupported log.flie",
            "5 Unsupported service[\"web\"].prot",
            "8 Unsupported task[\"a\"].commnad",
        ]
    );
}

#[derive(Deserialize, Debug)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Flat {
    #[serde(default)]
    task: Vec<LenientTask>,
    #[serde(flatten)]
    rest: Tasks,
}

#[derive(Deserialize, Debug)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Tasks {
    job: Vec<LenientTask>,
}

#[derive(Deserialize, Debug)]
#[expect(dead_code, reason = "only errors are looked at")]
struct LenientTask {
    #[serde(rename = "$label")]
    name: String,
    command: String,
    run: String,
}

/// An unknown name is an error only for a type that refuses it. For data that `flatten` buffers, only the first error
/// is known.
#[test]
fn names_that_are_not_refused_are_not_reported() {
    #[derive(Deserialize, Debug)]
    struct Plain {
        #[serde(rename = "task")]
        _task: Vec<LenientTask>,
    }
    #[derive(Deserialize, Debug)]
    struct Buffered {
        #[serde(flatten)]
        _rest: Tasks,
    }
    let text =
        "zone = 1\ntask \"a\" {\n  x = 1\n  command = 1\n}\ntask \"b\" {\n  y = 1\n  run = 1\n}\n";
    let error = hcl::from_str::<Plain>(text).expect_err("names are missing");
    assert_eq!(
        summary(&error),
        ["2 Missing task[\"a\"].run", "6 Missing task[\"b\"].command"]
    );
    let exhaustive = DecodeOptions::new().exhaustive(true);
    let error = exhaustive
        .from_str::<Plain>(text)
        .expect_err("names are missing");
    assert_eq!(
        summary(&error),
        [
            "2 Missing task[\"a\"].run",
            "3 Unsupported task[\"a\"].x",
            "1 Unsupported zone",
            "6 Missing task[\"b\"].command",
            "7 Unsupported task[\"b\"].y",
        ]
    );
    let flat =
        text.replace("zone = 1", "") + &text.replace("task", "job").replace("zone = 1\n", "");
    let error = hcl::from_str::<Flat>(&flat).expect_err("names are missing");
    assert_eq!(
        summary(&error),
        ["2 Missing task[\"a\"].run", "6 Missing task[\"b\"].command"]
    );
    let error =
        hcl::from_str::<Tasks>(&text.replace("task", "job")).expect_err("names are missing");
    assert_eq!(summary(&error).len(), 2);
    let error =
        hcl::from_str::<Buffered>(&text.replace("task", "job")).expect_err("names are missing");
    assert_eq!(summary(&error).len(), 1);
}

/// A report contains at most 20 errors. The first one is the error of the first attempt.
#[test]
fn reports_of_names_are_limited() {
    let block = |at: usize| format!("task \"t{at}\" {{\n  command = 1\n  commnad = 1\n}}\n");
    let text: String = (0..100).map(block).collect();
    let error = hcl::from_str::<Config>(&text).expect_err("names are wrong");
    assert_eq!(error.diagnostics().len(), 20);
    assert_eq!(*error.path(), "task[\"t0\"].commnad");
    assert!(error.to_string().ends_with("… and at least 20 more errors"));
}

/// All unknown and missing names of random blocks are reported, each at its place, and nothing else is.
#[test]
fn wrong_names_of_random_blocks_are_all_found() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for _ in 0..200 {
        let (mut text, mut expected) = ("name = 1\n".to_owned(), Vec::new());
        for at in 0..random.below(6) {
            let line = text.lines().count() + 1;
            let wrong = random.below(6);
            let (block, unknown, missing) = match random.below(4) {
                0 => {
                    let path = format!("task[\"t{at}\"]");
                    let names = ["command", "x", "comand"]; // "command" is not reported as missing beside "comand"
                    let name = names[wrong.min(2)];
                    let has_more = wrong == 1;
                    let own = if has_more { "\n  command = 1" } else { "" };
                    (
                        format!("task \"t{at}\" {{\n  {name} = 1{own}\n}}\n"),
                        (wrong > 0).then(|| format!("{} Unsupported {path}.{name}", line + 1)),
                        None,
                    )
                }
                1 => {
                    let path = format!("service[\"s{at}\"].limits");
                    let name = if wrong == 0 { "memory" } else { "cpu" };
                    (
                        format!(
                            "service \"s{at}\" {{\n  port = 1\n  limits {{\n    {name} = 1\n  }}\n}}\n"
                        ),
                        (wrong == 0).then(|| format!("{} Unsupported {path}.memory", line + 3)),
                        (wrong == 0).then(|| format!("{} Missing {path}.cpu", line + 2)),
                    )
                }
                2 => (
                    format!("zone{at} {{\n  a = 1\n}}\n"),
                    Some(format!("{line} Unsupported zone{at}")),
                    None,
                ),
                _ => (
                    format!("service \"s{at}\" {{\n  port = 1\n  host = \"h\"\n}}\n"),
                    None,
                    None,
                ),
            };
            text.push_str(&block);
            expected.extend(missing.into_iter().chain(unknown));
        }
        let mut found = match hcl::from_str::<Config>(&text) {
            Ok(_) => Vec::new(),
            Err(error) => summary(&error),
        };
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{text}");
    }
}

/// The number of values that are read again is proportional to the size of the configuration.
#[test]
fn wrong_names_are_found_in_linear_time() {
    use std::sync::atomic::{AtomicUsize, Ordering};

    static READ: AtomicUsize = AtomicUsize::new(0);

    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    struct Counted {
        #[serde(rename = "$label", deserialize_with = "counted")]
        _name: String,
        #[serde(rename = "command", deserialize_with = "counted")]
        _command: String,
    }

    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    struct Root {
        #[serde(rename = "task")]
        _task: Vec<Counted>,
    }

    fn counted<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
        READ.fetch_add(1, Ordering::Relaxed);
        serde::Deserialize::deserialize(deserializer)
    }

    let count = |blocks: usize| {
        let block = |at: usize| format!("task \"t{at}\" {{\n  command = 1\n}}\n");
        let text: String = (0..blocks).map(block).collect();
        READ.store(0, Ordering::Relaxed);
        let error = hcl::from_str::<Root>(&format!("tsak = 1\n{text}"));
        let error = error.expect_err("a name is wrong");
        assert_eq!(summary(&error), ["1 Unsupported tsak"]);
        READ.load(Ordering::Relaxed)
    };
    let (short, long) = (count(100), count(1_000));
    assert!(short >= 200 && long <= short * 10, "{short} and {long}");
}
