//! Expressions that are evaluated in decoding.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use expect_test::{Expect, expect};
use hcl::function::Function;
use hcl::{DecodeOptions, EvalContext, Syntax, Type, Value};
use serde::de::DeserializeOwned;
use serde_derive::Deserialize;
use serde_json::json;

use super::X;

fn context() -> EvalContext {
    EvalContext::new()
        .with_variable("port", 8080)
        .with_variable("text", "443")
        .with_variable("names", vec!["a", "b"])
        .with_variable(
            "set",
            Value::set(&Type::NUMBER, [3, 1, 2].map(Value::from)).unwrap(),
        )
        .with_variable("nothing", Value::NULL)
        .with_variable("unknown", Value::unknown(&Type::NUMBER))
        .with_functions(hcl::function::stdlib::functions())
}

#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "cases are easier to read")]
fn gives<T: DeserializeOwned + PartialEq + std::fmt::Debug>(text: &str, value: T) {
    match hcl::from_str_with::<X<T>>(text, &context()) {
        Ok(decoded) => assert_eq!(decoded.x, value),
        Err(error) => panic!("{error}"),
    }
}

#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "cases are easier to read")]
fn fails<T: DeserializeOwned + std::fmt::Debug>(text: &str, report: Expect) {
    let error = hcl::from_str_with::<T>(text, &context()).expect_err("it does not fit");
    let reports: Vec<_> = error
        .diagnostics()
        .iter()
        .map(ToString::to_string)
        .collect();
    report.assert_eq(&format!("{}\n", reports.join("\n")));
}

#[derive(Deserialize, Debug, PartialEq)]
struct Server {
    name: String,
    #[serde(default)]
    port: u16,
    weight: Option<f32>,
}

#[test]
fn values_convert_as_literals_do() {
    gives("x = port + 1", 8081_u16);
    gives("x = text", 443_u16);
    gives("x = port", "8080".to_owned());
    gives("x = \"${text}0\"", 4430_i64);
    gives("x = port > 80", true);
    gives("x = !false", "true".to_owned());
    gives("x = port / 16", 505.0_f64);
    gives("x = 1 / 4", 0.25_f32);
    gives("x = names", vec!["a".to_owned(), "b".to_owned()]);
    gives("x = set", vec![1_u8, 2, 3]);
    gives("x = set", std::collections::HashSet::from([1_u8, 2, 3]));
    gives(
        "x = [for name in names : upper(name)]",
        ("A".to_owned(), "B".to_owned()),
    );
    gives(
        "x = { for name in names : name => port }",
        json!({ "a": 8080, "b": 8080 }),
    );
    gives(
        "x = { for name in names : name => 1 }",
        BTreeMap::from([('a', 1), ('b', 1)]),
    );
    gives("x = upper(names[0])", 'A');
}

#[test]
fn structs_and_enums_from_values() {
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(rename_all = "lowercase")]
    enum Level {
        Low,
        High(u8),
    }
    let server = |port, weight| Server {
        name: "a".to_owned(),
        port,
        weight,
    };
    gives(
        "x = [for n in names : { name = n, port = text }][0]",
        server(443, None),
    );
    gives(
        "x = [for n in names : { name = n, port = null, weight = 0.5 }][0]",
        server(0, Some(0.5)),
    );
    gives("x = lower(\"LOW\")", Level::Low);
    gives("x = { for k in [\"high\"] : k => 3 }", Level::High(3));
    gives("x = { \"${\"high\"}\" = 2 + 1 }", Level::High(3));
    fails::<X<Level>>(
        "x = { for k in [\"low\", \"high\"] : k => 1 }",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 5
              |
            1 | x = { for k in ["low", "high"] : k => 1 }
              |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = note: Expected an object with one key, which names the choice, but found an object with 2 keys.
              = path: x
        "#]],
    );
    fails::<X<Server>>(
        "x = [for n in names : { name = null }][0]",
        expect![[r#"
            error: Missing required argument
             --> line 1, column 5
              |
            1 | x = [for n in names : { name = null }][0]
              |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = note: "name" is required here, but it is null. Give it a value.
              = path: x.name
        "#]],
    );
    fails::<X<Vec<Server>>>(
        "x = [for name in names : { name = name, port = 70000 }]",
        expect![[r#"
            error: Number out of range
             --> line 1, column 5
              |
            1 | x = [for name in names : { name = name, port = 70000 }]
              |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = note: The number 70000 is out of range; a whole number from 0 to 65535 is required.
              = path: x[0].port
        "#]],
    );
}

#[test]
fn literal_and_evaluated_parts_side_by_side() {
    let text = "x = { name = \"${names[1]}${names[0]}\", port = text, weight = 1 }";
    let x = Server {
        name: "ba".to_owned(),
        port: 443,
        weight: Some(1.0),
    };
    gives(text, x);
    gives("x = [1, port, [text]]", json!([1, 8080, ["443"]]));
    gives(
        "x = { (names[0]) = 1, b = port, a = 3 }",
        BTreeMap::from([("b".to_owned(), 8080), ("a".to_owned(), 3)]),
    );
    fails::<X<BTreeMap<String, u8>>>(
        "x = { (names) = 1 }",
        expect![[r#"
            error: Incorrect key type
             --> line 1, column 7
              |
            1 | x = { (names) = 1 }
              |       ^^^^^^^
              |
              = note: This value cannot be used as a key: expected a string, but found a list of strings.
              = path: x
        "#]],
    );
    fails::<X<BTreeMap<String, u8>>>(
        "x = { \"${unknown}\" = 1 }",
        expect![[r#"
            error: Unknown value
             --> line 1, column 7
              |
            1 | x = { "${unknown}" = 1 }
              |       ^^^^^^^^^^^^
              |
              = note: This key depends on a value that is not known yet.
              = path: x
        "#]],
    );
    fails::<X<(u8, u8)>>(
        "x = [1, nams]",
        expect![[r#"
        error: Unknown variable
         --> line 1, column 9
          |
        1 | x = [1, nams]
          |         ^^^^
          |
          = note: There is no variable named "nams". Did you mean "names"?
          = path: x[1]
    "#]],
    );
}

#[test]
fn without_a_context_there_are_operators() {
    assert_eq!(hcl::from_str::<X<u8>>("x = 1 + 1").unwrap().x, 2);
    assert_eq!(hcl::from_str::<X<i8>>("x = -\"5\"").unwrap().x, -5);
    assert!(!hcl::from_str::<X<bool>>("x = !true").unwrap().x);
    assert_eq!(hcl::from_str::<X<String>>("x = \"a${1}\"").unwrap().x, "a1");
}

#[test]
fn null_is_absent() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Config {
        #[serde(default)]
        port: u16,
        name: Option<String>,
    }
    let absent = Config {
        port: 0,
        name: None,
    };
    for null in [
        "null",
        "nothing",
        "(nothing)",
        "port > 0 ? null : 1",
        "\"${nothing}\"",
    ] {
        let text = format!("port = {null}\nname = {null}\n");
        let config: Config = hcl::from_str_with(&text, &context()).unwrap();
        assert_eq!(config, absent);
    }
    let text = "name = coalesce(nothing, nothing)\n";
    assert!(hcl::from_str_with::<Config>(text, &context()).is_err());
    gives("x = [nothing]", [()]);
    gives("x = [nothing]", vec![None::<u8>]);
    fails::<X<u8>>(
        "x = nothing",
        expect![[r#"
        error: Missing required argument
         --> line 1, column 5
          |
        1 | x = nothing
          |     ^^^^^^^
          |
          = note: "x" is required here, but it is null. Give it a value.
          = path: x
    "#]],
    );
    fails::<X<u8>>(
        "x = [nothing][0]",
        expect![[r#"
        error: Missing required argument
         --> line 1, column 5
          |
        1 | x = [nothing][0]
          |     ^^^^^^^^^^^^
          |
          = note: "x" is required here, but it is null. Give it a value.
          = path: x
    "#]],
    );
}

#[test]
fn values_keep_their_type() {
    gives(
        "x = set",
        Value::set(&Type::NUMBER, [3, 1, 2].map(Value::from)).unwrap(),
    );
    gives("x = unknown", Value::unknown(&Type::NUMBER));
    gives("x = names", Value::from(vec!["a", "b"]));
    gives(
        "x = [names, 1.50]",
        Value::tuple([
            Value::from(vec!["a", "b"]),
            "1.50".parse::<hcl::Number>().unwrap().into(),
        ])
        .unwrap(),
    );
    let big = "123456789012345678901234567890123456789012345678901234567890";
    let value: X<Value> = hcl::from_str(&format!("x = {big}")).unwrap();
    assert_eq!(value.x.to_string(), big);
    let number: X<hcl::Number> = hcl::from_str(&format!("x = {big} + 1 - 1")).unwrap();
    assert_eq!(number.x.to_string(), big);
    let body: Value =
        hcl::from_str_with("a = set\nb \"c\" {\n  d = port\n}\n", &context()).unwrap();
    let set = Value::set(&Type::NUMBER, [1, 2, 3].map(Value::from)).unwrap();
    assert_eq!(body["a"], set);
    assert_eq!(body["b"]["c"]["d"], 8080);
    fails::<X<u8>>(
        "x = unknown",
        expect![[r#"
            error: Unknown value
             --> line 1, column 5
              |
            1 | x = unknown
              |     ^^^^^^^
              |
              = note: The value here, of the type number, is not known yet.
              = path: x
        "#]],
    );
    fails::<X<Vec<u8>>>(
        "x = [1, unknown + 1]",
        expect![[r#"
            error: Unknown value
             --> line 1, column 9
              |
            1 | x = [1, unknown + 1]
              |         ^^^^^^^^^^^
              |
              = note: The value here, of the type number, is not known yet.
              = path: x[1]
        "#]],
    );
}

#[test]
fn only_requested_fields_are_evaluated() {
    let calls = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&calls);
    let count = Function::new(Type::NUMBER, move |_| {
        Ok(Value::from(counter.fetch_add(1, Ordering::Relaxed) + 1))
    });
    let ctx = EvalContext::new().with_function("count", count);
    #[derive(Deserialize, Debug)]
    struct Config {
        once: u8,
        later: hcl::Expression,
        perhaps: Option<hcl::Expression>,
    }
    let text =
        "other = count()\nlater = count()\nperhaps = count()\nonce = count()\nwrong = nobody\n";
    let config: Config = hcl::from_str_with(text, &ctx).unwrap();
    assert_eq!(config.once, 1);
    assert_eq!(calls.load(Ordering::Relaxed), 1);
    assert_eq!(config.later.evaluate(&ctx).unwrap(), Value::from(2));
    assert_eq!(config.perhaps.unwrap().text(), "count()");
}

#[test]
fn all_failed_evaluations_are_reported() {
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "it is never built")]
    struct Config {
        a: u8,
        b: u8,
        c: Vec<u8>,
        inner: Option<Box<Config>>,
    }
    let text = "ignored = w\na = x\nb = \"no\"\ninner {\n  a = 1\n  b = y + z\n  c = []\n}\nc = [port, q, r]\n";
    fails::<Config>(
        text,
        expect![[r#"
            error: Unknown variable
             --> line 2, column 5
              |
            2 | a = x
              |     ^
              |
              = note: There is no variable named "x". If a string is meant, write it in quotes: "x".
              = path: a
            error: Unsuitable value type
             --> line 3, column 5
              |
            3 | b = "no"
              |     ^^^^
              |
              = note: Expected a whole number from 0 to 255, but found the string "no".
              = path: b
            error: Unknown variable
             --> line 6, column 7
              |
            6 |   b = y + z
              |       ^
              |
              = note: There is no variable named "y".
              = path: inner.b
            error: Unknown variable
             --> line 6, column 11
              |
            6 |   b = y + z
              |           ^
              |
              = note: There is no variable named "z".
              = path: inner.b
            error: Number out of range
             --> line 9, column 6
              |
            9 | c = [port, q, r]
              |      ^^^^
              |
              = note: The number 8080 is out of range; a whole number from 0 to 255 is required.
              = path: c[0]
            error: Unknown variable
             --> line 9, column 12
              |
            9 | c = [port, q, r]
              |            ^
              |
              = note: There is no variable named "q". If a string is meant, write it in quotes: "q".
              = path: c[1]
            error: Unknown variable
             --> line 9, column 15
              |
            9 | c = [port, q, r]
              |               ^
              |
              = note: There is no variable named "r". If a string is meant, write it in quotes: "r".
              = path: c[2]
        "#]],
    );
    fails::<Config>(
        "b = \"no\"\na = x\nc = 1\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 5
              |
            1 | b = "no"
              |     ^^^^
              |
              = note: Expected a whole number from 0 to 255, but found the string "no".
              = path: b
            error: Unknown variable
             --> line 2, column 5
              |
            2 | a = x
              |     ^
              |
              = note: There is no variable named "x". If a string is meant, write it in quotes: "x".
              = path: a
            error: Unsuitable value type
             --> line 3, column 5
              |
            3 | c = 1
              |     ^
              |
              = note: Expected a list, but found the number 1. Put it in brackets, as in [1].
              = path: c
        "#]],
    );
}

#[test]
fn a_value_may_be_deep() {
    let on_a_small_stack = |check: fn()| {
        let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(check);
        thread.unwrap().join().unwrap();
    };
    on_a_small_stack(|| {
        let mut deep = Value::from(1);
        for _ in 0..256 {
            deep = Value::tuple([deep]).unwrap();
        }
        let ctx = EvalContext::new().with_variable("deep", deep.clone());
        let at = |blocks: usize| {
            format!(
                "{}x = deep\n{}",
                "b {\n".repeat(blocks),
                "}\n".repeat(blocks)
            )
        };
        assert!(hcl::from_str_with::<serde_json::Value>(&at(0), &ctx).is_ok());
        assert!(hcl::from_str_with::<serde_json::Value>(&at(255), &ctx).is_ok());
        let labels = format!("b{} {{\n  x = deep\n}}\n", " l".repeat(100));
        let error = hcl::from_str_with::<serde_json::Value>(&labels, &ctx).unwrap_err();
        assert_eq!(error.classify(), hcl::Category::Limit);
        assert!(serde_json::to_value(&deep).is_ok());
        assert!(hcl::from_value::<serde_json::Value>(deep).is_ok());
    });
    on_a_small_stack(|| {
        let chain = format!("x = 1{}\n", " + 1".repeat(100_000 - 1));
        assert_eq!(hcl::from_str::<X<u32>>(&chain).unwrap().x, 100_000);
        let conditional = format!("x = {}1\n", "true ? 1 : ".repeat(50_000));
        assert_eq!(hcl::from_str::<X<u32>>(&conditional).unwrap().x, 1);
        let accesses = format!("x = a{}\n", ".b".repeat(50_000));
        assert!(hcl::from_str::<X<u32>>(&accesses).is_err());
    });
}

#[test]
fn options_and_entry_points() {
    let ctx = context();
    let options = DecodeOptions::new()
        .with_filename("app.hcl")
        .with_context(&ctx);
    assert_eq!(options.from_str::<X<u16>>("x = port").unwrap().x, 8080);
    assert_eq!(options.from_slice::<X<u16>>(b"x = port").unwrap().x, 8080);
    assert_eq!(
        options
            .from_reader::<_, X<u16>>(&b"x = port"[..])
            .unwrap()
            .x,
        8080
    );
    let body = hcl::parse("x = port\n").unwrap();
    assert_eq!(options.from_body::<X<u16>>(&body).unwrap().x, 8080);
    assert_eq!(options.from_slice::<X<u16>>(b"x = port").unwrap().x, 8080);
    let error = options.from_str::<X<u16>>("x = prot").unwrap_err();
    assert!(error.to_string().contains("app.hcl:1:5"));
    assert!(error.message().contains("Did you mean \"port\"?"));
    assert_eq!(error.classify(), hcl::Category::Evaluation);
}

/// Options that an application creates once and then keeps.
struct Loader {
    options: DecodeOptions,
}

#[test]
fn options_can_be_kept_and_shared_between_threads() {
    fn is_shareable<T: Clone + Send + Sync + 'static>(_: &T) {}
    let mut ctx = context();
    let loader = Loader {
        options: DecodeOptions::new().with_context(&ctx),
    };
    is_shareable(&loader.options);
    is_shareable(&ctx);
    ctx.set_variable("port", 1);
    let thread = std::thread::spawn(move || loader.options.from_str::<X<u16>>("x = port"));
    assert_eq!(thread.join().unwrap().unwrap().x, 8080);
    let deserializer = DecodeOptions::new()
        .with_context(ctx)
        .deserializer("x = port")
        .unwrap();
    let x: X<u16> = serde::Deserialize::deserialize(&deserializer).unwrap();
    assert_eq!(x.x, 1);
}

#[test]
fn null_from_a_function_is_none() {
    let nothing = Function::new(Type::NUMBER, |_| Ok(Value::NULL));
    let ctx = EvalContext::new()
        .with_function("nothing", nothing)
        .with_variable("null_variable", Value::NULL);
    #[derive(Deserialize, Debug)]
    struct Config {
        perhaps: Option<u8>,
        #[serde(default)]
        by_default: u8,
    }
    let text = "perhaps = nothing()\nby_default = null_variable\n";
    let config: Config = hcl::from_str_with(text, &ctx).unwrap();
    assert_eq!((config.perhaps, config.by_default), (None, 0));

    let error = hcl::from_str_with::<Config>("by_default = nothing()\n", &ctx).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("Expected a whole number from 0 to 255, but found null")
    );
}

/// After an error, the expressions that the type asks for are evaluated in all bodies, each of them once.
#[test]
fn all_bodies_are_evaluated_once_for_a_report() {
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "it is never built")]
    struct Config {
        name: String,
        service: BTreeMap<String, Service>,
    }
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "it is never built")]
    struct Service {
        port: u16,
        hosts: Vec<String>,
        when: hcl::Expression,
        size: Option<u64>,
    }
    let calls = Arc::new(Mutex::new(BTreeMap::new()));
    let called = Arc::clone(&calls);
    let note = Function::new(Type::NUMBER, move |args: &[Value]| {
        let name = args[0].as_str().unwrap_or_default().to_owned();
        *called.lock().unwrap().entry(name).or_insert(0) += 1;
        Ok(Value::from(1))
    })
    .with_parameter(hcl::function::Parameter::new("name", Type::STRING));
    let ctx = EvalContext::new()
        .with_variable("known", 1)
        .with_function("note", note);
    let text = r#"
name = "app-${note("name")}"
ignored = note("ignored")
service "a" {
  port  = note("a.port") + missing
  hosts = ["x${note("a.hosts")}", "${wrong}"]
  when  = note("a.when")
  size  = note("a.size")
}
service "b" {
  port  = note("b.port") + 70000
  hosts = [note("b.hosts") + nothing]
  when  = note("b.when")
  size  = other
  other = note("b.other")
}
service "c" {
  port  = note("c.port")
  hosts = []
  when  = true
}
"#;
    let error = hcl::from_str_with::<Config>(text, &ctx).unwrap_err();
    let found: Vec<_> = error
        .diagnostics()
        .iter()
        .map(|it| {
            (
                it.position().unwrap().line(),
                it.summary(),
                it.path().to_string(),
            )
        })
        .collect();
    let expected = [
        (5, "Unknown variable", "service[\"a\"].port"),
        (6, "Unknown variable", "service[\"a\"].hosts[1]"),
        (11, "Number out of range", "service[\"b\"].port"),
        (12, "Unknown variable", "service[\"b\"].hosts[0]"),
        (14, "Unknown variable", "service[\"b\"].size"),
    ];
    let expected = expected.map(|(line, summary, path)| (line, summary, path.to_owned()));
    assert_eq!(found, expected);
    let called = calls.lock().unwrap().clone();
    let asked = [
        "a.hosts", "a.port", "a.size", "b.hosts", "b.port", "c.port", "name",
    ];
    assert_eq!(called, asked.map(|name| (name.to_owned(), 1)).into());
}

/// The decoder reports the faults in all parts of an attribute, in lists, maps and structs.
#[test]
fn all_parts_of_an_attribute_are_evaluated() {
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "it is never built")]
    struct Config {
        ports: Vec<u16>,
        limits: BTreeMap<String, u64>,
        point: Option<Point>,
        points: Vec<Point>,
        rows: Vec<Vec<u16>>,
        pairs: Vec<(u16, hcl::Expression)>,
        host: BTreeMap<String, Point>,
        named: Vec<Named>,
    }
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "it is never built")]
    struct Named {
        #[serde(rename = "$label")]
        name: String,
        x: u16,
        y: u16,
    }
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "it is never built")]
    struct Point {
        x: u16,
        y: u16,
    }
    let calls = Arc::new(AtomicUsize::new(0));
    let called = Arc::clone(&calls);
    let count = Function::new(Type::NUMBER, move |_| {
        called.fetch_add(1, Ordering::Relaxed);
        Ok(Value::from(1))
    });
    let ctx = EvalContext::new()
        .with_variable("known", 1)
        .with_function("count", count);
    let native = r#"
ports  = [count(), "no", a1, known, a2, count(), "x", a3]
limits = { a = b1, b = count(), c = b2 }
point  = { x = c1, y = c2, other = count() }
points = [{ x = d1, y = d2 }, { x = 1, y = 2 }, { x = d3, y = count() }]
rows   = [[e1, 1, e2], [], [count()], [e3]]
pairs  = [[f1, count()], [1, f0], [count(), f0], [f2, f0]]
host "a" {
  x = g1
  y = 1
}
host "b" {
  x = count()
  y = g2
}
named "a" {
  x = 1
  y = h1
}
named "b" {
  x = h2
  y = h3
}
"#;
    let json = r#"{
"ports": ["${count()}", "no", "${a1}", "${known}", "${a2}", "${count()}", "x", "${a3}"],
"limits": {"a": "${b1}", "b": "${count()}", "c": "${b2}"},
"point": {"x": "${c1}", "y": "${c2}", "other": "${count()}"},
"points": [{"x": "${d1}", "y": "${d2}"}, {"x": 1, "y": 2}, {"x": "${d3}", "y": "${count()}"}],
"rows": [["${e1}", 1, "${e2}"], [], ["${count()}"], ["${e3}"]],
"pairs": [["${f1}", "${count()}"], [1, "${f0}"], ["${count()}", "${f0}"], ["${f2}", "${f0}"]],
"host": {"a": {"x": "${g1}", "y": 1}, "b": {"x": "${count()}", "y": "${g2}"}},
"named": [{"a": {"x": 1, "y": "${h1}"}, "b": {"x": "${h2}", "y": "${h3}"}}]
}"#;
    let expected = [
        "a1", "a2", "a3", "b1", "b2", "c1", "c2", "d1", "d2", "d3", "e1", "e2", "e3", "f1", "f2",
        "g1", "g2", "h1", "h2", "h3",
    ];
    for (syntax, text) in [(Syntax::Native, native), (Syntax::Json, json)] {
        calls.store(0, Ordering::Relaxed);
        let options = DecodeOptions::new()
            .with_syntax(syntax)
            .with_context(&ctx)
            .with_max_diagnostics(100);
        let error = options.from_str::<Config>(text).unwrap_err();
        let (unknown, other): (Vec<_>, Vec<_>) = error
            .diagnostics()
            .iter()
            .partition(|it| it.summary() == "Unknown variable");
        let source = |it: &hcl::Diagnostic| text[it.subject().unwrap().range()].to_owned();
        let mut names: Vec<_> = unknown.into_iter().map(source).collect();
        names.sort();
        assert_eq!(names, expected, "{error}");
        // Of the literals that do not fit, only the first one in a list is reported, as in a list without expressions.
        let other: Vec<_> = other.into_iter().map(|it| it.path().to_string()).collect();
        assert_eq!(other, ["ports[1]"], "{error}");
        assert_eq!(calls.load(Ordering::Relaxed), 7, "{error}");
    }
}
