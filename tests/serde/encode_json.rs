//! Configurations written in the JSON syntax, and conversion without evaluation ("Structural Elements", "Expressions"
//! of the JSON syntax).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::path::Path;

use hcl::{
    Body, BodyItem, BodySchema, DecodeOptions, EvalContext, Expression, ExpressionKind, Number,
    Template, TemplatePart, Traversal, Value,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_derive::Deserialize;
use serde_json::json;

use crate::{files, projects};

/// Returns a schema that describes all items of a body in native syntax.
fn schema(body: &Body) -> BodySchema {
    let mut schema = BodySchema::new();
    let mut types = BTreeSet::new();
    for item in body.items() {
        schema = match item {
            BodyItem::Attribute(attribute) => schema.with_attribute(attribute.name()),
            BodyItem::Block(block) if types.insert(block.block_type().to_owned()) => {
                let labels = block.labels().map(|_| "a label");
                schema.with_block(block.block_type(), labels)
            }
            BodyItem::Block(_) => schema,
        };
    }
    schema
}

/// Returns a context with all functions, and with a value for each of these variables.
fn ctx(names: impl IntoIterator<Item = String>) -> EvalContext {
    let mut ctx = EvalContext::new().with_functions(hcl::function::stdlib::functions());
    for name in names {
        let value = Value::from(format!("the {name}"));
        ctx = ctx.with_variable(name, value);
    }
    ctx
}

/// Returns the variables of an expression, and its results without and with values for them.
fn meaning(expression: &Expression) -> (BTreeSet<String>, [Option<String>; 2]) {
    let variables = expression.variables();
    let texts = variables.iter().map(ToString::to_string).collect();
    let names = variables.iter().map(|it| it.root().to_owned());
    let value = |ctx: &EvalContext| expression.evaluate(ctx).ok().map(|it| format!("{it:?}"));
    (texts, [value(&ctx([])), value(&ctx(names))])
}

/// Whether two templates have the same parts. Two kinds of parts are ignored: empty literal text, which remains where a
/// strip marker removes all text, and `${""}`, which is written for such text.
fn are_same(native: &Template, json: &Template) -> bool {
    let parts = |template: &Template| {
        let is_empty = |part: &TemplatePart| match part {
            TemplatePart::Literal(text) => text.is_empty(),
            TemplatePart::Interpolation(expression) => expression.text() == "\"\"",
            _ => false,
        };
        let parts = template.parts().into_iter();
        parts.filter(|part| !is_empty(part)).collect::<Vec<_>>()
    };
    let (native, json) = (parts(native), parts(json));
    let is_same = |(native, json): (&TemplatePart, &TemplatePart)| match (native, json) {
        (
            TemplatePart::If {
                predicate,
                true_branch,
                false_branch,
                ..
            },
            TemplatePart::If {
                predicate: json,
                true_branch: yes,
                false_branch: no,
                ..
            },
        ) => {
            let branches = false_branch.iter().zip(no);
            predicate == json
                && are_same(true_branch, yes)
                && false_branch.is_some() == no.is_some()
                && branches
                    .into_iter()
                    .all(|(branch, no)| are_same(branch, no))
        }
        (
            TemplatePart::For {
                key_variable,
                value_variable,
                collection,
                body,
                ..
            },
            TemplatePart::For {
                key_variable: key,
                value_variable: value,
                collection: json,
                body: json_body,
                ..
            },
        ) => {
            (key_variable, value_variable, collection) == (key, value, json)
                && are_same(body, json_body)
        }
        _ => native == json,
    };
    native.len() == json.len() && native.iter().zip(&json).all(is_same)
}

/// Whether an expression in JSON syntax is the literal or the template to which an expression in native syntax is
/// converted.
fn is_same(native: &Expression, json: &Expression) -> bool {
    match (native.kind(), json.kind()) {
        (ExpressionKind::Parentheses(native), _) => is_same(&native, json),
        (ExpressionKind::Tuple(native), ExpressionKind::Tuple(json)) => {
            let mut pairs = native.iter().zip(&json);
            native.len() == json.len() && pairs.all(|(native, json)| is_same(native, json))
        }
        (ExpressionKind::Object(native), ExpressionKind::Object(json)) => {
            let mut pairs = native.iter().zip(&json);
            native.len() == json.len()
                && pairs.all(|(native, json)| is_same(&native.value, &json.value))
        }
        (ExpressionKind::Template(native), ExpressionKind::Template(json)) => {
            native.variables().is_empty() || are_same(&native, &json)
        }
        (_, ExpressionKind::Template(json)) => match json.parts().as_slice() {
            [TemplatePart::Interpolation(json)] => *json == *native,
            _ => false,
        },
        _ => {
            let value = json.evaluate_literal().ok();
            value.is_some() && native.evaluate(&ctx([])).ok() == value
        }
    }
}
/// Whether the conversion keeps the order of blocks that have the same type and different labels.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    Kept,
    Sorted,
}

/// Compares a body in native syntax with its conversion to JSON syntax. The native body gives the schema for both.
fn compare(native: &Body, json: &Body, order: Order, place: &str) {
    let schema = schema(native);
    let read = |body: &Body| {
        let content = body.content(&schema);
        content
            .into_result()
            .unwrap_or_else(|error| panic!("{place}: {error}"))
    };
    let [native, json] = [native, json].map(read);
    let [native_attributes, json_attributes] = [&native, &json].map(|content| {
        let attributes = content.attributes().iter();
        let attribute = |it: &hcl::Attribute| (it.name().to_owned(), meaning(&it.expression()));
        attributes.map(attribute).collect::<BTreeMap<_, _>>()
    });
    assert_eq!(native_attributes, json_attributes, "{place}");
    let mut pairs = native.attributes().iter().zip(json.attributes());
    let is_same = pairs.all(|(native, json)| is_same(&native.expression(), &json.expression()));
    assert!(order == Order::Sorted || is_same, "{place}");
    let [native_blocks, json_blocks] = [&native, &json].map(|content| {
        let block = |it: &hcl::Block| {
            let labels = it.labels().map(|label| label.text().into_owned());
            let labels: Vec<_> = labels.collect();
            (it.block_type().to_owned(), labels, it.body())
        };
        let mut blocks: Vec<_> = content.blocks().iter().map(block).collect();
        blocks.sort_by(|one, other| match order {
            Order::Kept => one.0.cmp(&other.0),
            Order::Sorted => (&one.0, &one.1).cmp(&(&other.0, &other.1)),
        });
        blocks
    });
    let heads = |blocks: &[(String, Vec<String>, Body)]| {
        let heads = blocks.iter().map(|it| (it.0.clone(), it.1.clone()));
        heads.collect::<Vec<_>>()
    };
    assert_eq!(heads(&native_blocks), heads(&json_blocks), "{place}");
    for (native, json) in native_blocks.iter().zip(&json_blocks) {
        compare(&native.2, &json.2, order, place);
    }
}

/// Converts a text in native syntax in all ways. Returns the error's summary if it cannot be written as JSON.
fn convert(text: &str, place: &str) -> Option<String> {
    let body = hcl::parse(text).ok()?;
    let written = match hcl::json::to_string(&body) {
        Ok(written) => written,
        Err(error) => return Some(error.diagnostics()[0].summary().to_owned()),
    };
    serde_json::from_str::<serde::de::IgnoredAny>(&written).expect("serde_json reads it, too");
    let parsed = |text: &str| {
        let parsed = hcl::json::parse(text);
        parsed.unwrap_or_else(|error| panic!("{place}: {error}"))
    };
    compare(&body, &parsed(&written), Order::Kept, place);
    let pretty = hcl::json::to_string_pretty(&body).expect("it can be written");
    compare(&body, &parsed(&pretty), Order::Kept, place);
    assert_eq!(
        hcl::json::to_string(&parsed(&pretty)).ok(),
        Some(written),
        "{place}"
    );
    let options = DecodeOptions::new().without_evaluation();
    for options in [options.clone(), options.with_block_lists()] {
        let value = options.from_body::<serde_json::Value>(&body);
        let value = value.unwrap_or_else(|error| panic!("{place}: {error}"));
        compare(&body, &parsed(&value.to_string()), Order::Sorted, place);
        if !unicode_normalization::is_nfc(text) {
            // A `Value` normalizes names.
            continue;
        }
        let value = options.from_body::<Value>(&body);
        let value = value.unwrap_or_else(|error| panic!("{place}: {error}"));
        // A number with more digits than JSON can represent is an error here.
        if let Ok(json) = hcl::from_value::<serde_json::Value>(value) {
            compare(&body, &parsed(&json.to_string()), Order::Sorted, place);
        }
    }
    None
}

/// Converts the files in native syntax below a folder. Returns the number of files that can be written as JSON. Only
/// two reasons are allowed for the others.
fn convert_files(folder: &Path) -> usize {
    let mut converted = 0;
    let mut reasons = BTreeSet::new();
    for path in files::below(folder) {
        let is_native = path.extension().is_some_and(|it| it != "json");
        let Some(text) = is_native
            .then(|| std::fs::read_to_string(&path).ok())
            .flatten()
        else {
            continue;
        };
        match convert(&text, &path.display().to_string()) {
            Some(reason) => _ = reasons.insert(reason),
            None => converted += 1,
        }
    }
    let expected = ["Inconsistent number of labels", "Repeated name"];
    assert!(
        reasons.iter().all(|it| expected.contains(&it.as_str())),
        "{reasons:?}"
    );
    converted
}

#[test]
fn cases_mean_the_same_in_json() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let converted = convert_files(&folder);
    assert!(converted > 150, "{converted}");
}

/// Checks the files of real projects, in the folder that `HCL_CONFORMANCE` names.
#[test]
#[ignore = "needs the files that HCL_CONFORMANCE names; CI runs it where they are"]
fn files_of_projects_mean_the_same_in_json() {
    let converted = convert_files(&projects::folder());
    assert!(converted > 1_000, "{converted}");
}

#[track_caller]
fn written(native: &str, expected: &str) {
    let body = hcl::parse(native).expect("it is valid");
    assert_eq!(
        hcl::json::to_string(&body).expect("it can be written"),
        expected
    );
    assert_eq!(convert(native, native), None);
}

#[test]
fn expressions_are_values_or_templates() {
    for (native, expected) in [
        ("null", "null"),
        ("(true)", "true"),
        ("-(5)", "-5"),
        ("007", "7"),
        ("00.50", "0.50"),
        ("1.e5", "1e5"),
        ("1e400", "1e400"),
        (
            "123456789012345678901234567890",
            "123456789012345678901234567890",
        ),
        ("\"a\\\"\\\\\\n\\u0001é\"", r#""a\"\\\n\u0001é""#),
        ("\"$${a} %%{b} $ % {\"", r#""$${a} %%{b} $ % {""#),
        ("\"$$$${a}\"", r#""${\"$$\"}$${a}""#),
        ("\"a-${b}\"", r#""a-${b}""#),
        ("\"${b}\"", r#""${b}""#),
        ("\" ${~ b ~} \"", r#""${\"\"}${b}""#),
        ("\"a ${~ b ~}\\n c\"", r#""a${b}c""#),
        ("<<E\na\n${b}\nE\n", r#""a\n${b}\n""#),
        ("<<-E\n  a\\n\n    b\n  E\n", r#""a\\n\n  b\n""#),
        ("f(<<E\na\nE\n)", r#""${f(<<E\na\nE\n)}""#),
        ("a.b[0] + 1", r#""${a.b[0] + 1}""#),
        ("[1, b, \"c\"]", r#"[1,"${b}","c"]"#),
        (
            "{ a = 1, \"b-${c}\" = d, (e) = 2, 5.0 = 3, true = 4 }",
            r#"{"a":1,"b-${c}":"${d}","${e}":2,"5":3,"true":4}"#,
        ),
        ("{ a = 1, \"a\" = 2 }", r#""${{ a = 1, \"a\" = 2 }}""#),
        ("[for a in b : a]", r#""${[for a in b : a]}""#),
        (
            "\"%{ if a ~}\\n b\\n%{ else }c%{ endif }\"",
            r#""%{ if a }b\n%{ else }c%{ endif }""#,
        ),
    ] {
        written(
            &format!("x = {native}\n"),
            &format!(r#"{{"x":{expected}}}"#),
        );
    }
}

#[test]
fn blocks_keep_their_order() {
    for (native, expected) in [
        ("b {}\n", r#"{"b":{}}"#),
        (
            "b {}\nc {}\nb {\n  x = 1\n}\n",
            r#"{"b":[{},{"x":1}],"c":{}}"#,
        ),
        ("b \"x\" {}\nb \"y\" {}\n", r#"{"b":{"x":{},"y":{}}}"#),
        (
            "b \"x\" {}\nb \"y\" {}\nb \"x\" {}\n",
            r#"{"b":[{"x":{},"y":{}},{"x":{}}]}"#,
        ),
        ("b \"x\" {}\nb \"x\" {}\n", r#"{"b":{"x":[{},{}]}}"#),
        (
            "b \"x\" \"y\" {}\nb \"x\" z {}\nb w y {}\n",
            r#"{"b":{"x":{"y":{},"z":{}},"w":{"y":{}}}}"#,
        ),
        ("b \"${x}\" {\n  c {}\n}\n", r#"{"b":{"${x}":{"c":{}}}}"#),
    ] {
        if hcl::parse(native).is_ok() {
            written(native, expected);
        }
    }
    let comments = "# one\na = 1 // two\n/* three */\nb {\n  # four\n}\n";
    written(
        comments,
        r#"{"//":"one\ntwo\nthree","a":1,"b":{"//":"four"}}"#,
    );
    let nested = "b \"x\" { # one\n  a = [ // two\n    \"# no comment\",\n  ]\n  c { /* three */ d = 1 } # four\n  # five\n}\n";
    written(
        nested,
        r##"{"b":{"x":{"//":"one\ntwo\nfour\nfive","a":["# no comment"],"c":{"//":"three","d":1}}}}"##,
    );
    // Between the type of a block and its brace.
    written(
        "b /* one */ \"x\" /* two */ { # three\n}\nb /* four */ \"y\" {} # five\n",
        r#"{"//":"five","b":{"x":{"//":"one\ntwo\nthree"},"y":{"//":"four"}}}"#,
    );
    for (native, summary) in [
        ("b \"x\" {}\nb {}\n", "Inconsistent number of labels"),
        ("b {}\nb = 1\n", "Repeated name"),
        ("b = 1\nb {}\n", "Repeated name"),
        // The names have the same normal form, and names in JSON are compared by their normal form.
        ("é = 1\ne\u{301} = 2\n", "Repeated name"),
        ("é {}\ne\u{301} {}\n", "Repeated name"),
    ] {
        if hcl::parse(native).is_ok() {
            assert_eq!(
                convert(native, native).as_deref(),
                Some(summary),
                "{native}"
            );
        }
    }
    let json = r#"[{"//":"kept","a":"${b}"},{"a":1,"c":{"//":[],"d":"e$${"}}]"#;
    let body = hcl::json::parse(json).expect("it is JSON");
    assert_eq!(
        hcl::json::to_string(&body).expect("it can be written"),
        json
    );
}

/// Writes a value in JSON syntax and reads it back.
#[track_caller]
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let text = hcl::json::to_string(value).expect("it can be written");
    let back = hcl::json::from_str_with::<T>(&text, &EvalContext::new());
    assert_eq!(
        back.unwrap_or_else(|error| panic!("{text}\n{error}")),
        *value
    );
    text
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Field<T> {
    x: T,
}

type Map<T> = BTreeMap<String, T>;
fn map<T: Clone>(entries: &[(&str, T)]) -> Map<T> {
    let entries = entries.iter().cloned();
    entries
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

/// In JSON, the keys of a map whose values are structs are labels, which are not templates. This also holds where
/// native syntax has an attribute because one of the maps is empty. Keys of other maps are templates.
#[test]
fn keys_with_template_sequences() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Unit;
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct LabelLast<T> {
        m: Map<Map<T>>,
        n: Map<Map<T>>,
        #[serde(rename = "$label")]
        name: String,
    }

    let one = Field { x: 1 };
    let structs = map(&[
        ("${a}", map(&[("%{ if }", one.clone())])),
        ("b", Map::new()),
    ]);
    let text = round_trip(&Field { x: structs.clone() });
    assert_eq!(text, r#"{"x":{"${a}":{"%{ if }":{"x":1}},"b":{}}}"#);
    let units = map(&[("${a}", map(&[("${b}", Unit)])), ("${empty}", Map::new())]);
    let text = round_trip(&Field { x: units });
    assert_eq!(text, r#"{"x":{"${a}":{"${b}":{}},"$${empty}":{}}}"#);
    let lists = map(&[("${a}", map(&[("${b}", vec![Some(one.clone()), None])]))]);
    let text = round_trip(&Field { x: lists });
    assert_eq!(text, r#"{"x":{"${a}":{"${b}":[{"x":1},null]}}}"#);
    let numbers = map(&[("${a}", map(&[("${b}", 1)])), ("c", Map::new())]);
    let text = round_trip(&Field { x: numbers });
    assert_eq!(text, r#"{"x":{"$${a}":{"$${b}":1},"c":{}}}"#);
    // The writer sees the label only after it has written the fields before it.
    let blocks = ["x", "a long ${label}"].map(|name| LabelLast {
        m: structs.clone(),
        n: structs.clone(),
        name: name.to_owned(),
    });
    let text = round_trip(&Field {
        x: Vec::from(blocks),
    });
    assert_eq!(
        text.matches(r#""${a}":{"%{ if }":{"x":1}}"#).count(),
        4,
        "{text}"
    );
}

/// An internally tagged enum is a block, too. Data that serde holds back is read without its type, so keys in it are
/// templates.
#[test]
fn keys_with_template_sequences_around_enums() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[serde(tag = "kind")]
    enum Tagged {
        Disk { path: String },
        Memory,
    }
    let disk = Tagged::Disk {
        path: "${root}".to_owned(),
    };
    let wrapped = map(&[("${a}", Some(Box::new(disk.clone())))]);
    round_trip(&Field { x: wrapped });
    let tagged = map(&[("${a}", disk.clone()), ("b", Tagged::Memory)]);
    let text = round_trip(&Field { x: tagged.clone() });
    let expected = r#"{"kind":"Disk","path":"$${root}"}"#;
    assert_eq!(
        text,
        format!(r#"{{"x":{{"${{a}}":{expected},"b":{{"kind":"Memory"}}}}}}"#)
    );
    round_trip(&Field {
        x: map(&[("${b}", tagged), ("c", Map::new())]),
    });
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[serde(tag = "t", content = "c")]
    enum Adjacent {
        New(String),
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Flat {
        list: Vec<u8>,
        #[serde(flatten)]
        rest: Map<Adjacent>,
    }
    let rest = map(&[("${a}", Adjacent::New("${b}".to_owned()))]);
    let flat = Flat {
        list: Vec::new(),
        rest,
    };
    let text = round_trip(&Field {
        x: map(&[("k", flat)]),
    });
    assert_eq!(
        text,
        r#"{"x":{"k":{"list":[],"$${a}":{"t":"New","c":"$${b}"}}}}"#
    );
}

/// The first element of an array decides whether all of them can be blocks.
#[test]
fn keys_with_template_sequences_around_lists_of_enums() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    enum Mixed {
        Word,
        Block { x: u8 },
        Lists(Vec<Vec<Mixed>>),
    }
    let (word, block) = (Mixed::Word, Mixed::Block { x: 1 });
    let lists = |first: &Mixed, last: &Mixed| {
        let lists = vec![vec![first.clone()], vec![last.clone()]];
        [vec![first.clone(), last.clone()], vec![Mixed::Lists(lists)]]
    };
    for (first, last) in [(&word, &block), (&block, &word), (&block, &block)] {
        for list in lists(first, last) {
            let text = round_trip(&Field {
                x: map(&[("${a}", list.clone())]),
            });
            let is_literal = text.contains(r#"{"${a}""#);
            assert_eq!(is_literal, *first != word || list.len() == 1, "{text}");
        }
    }
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Labelled {
    #[serde(rename = "$label")]
    name: String,
    #[serde(rename = "$label.1")]
    zone: String,
    size: u32,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
enum Action {
    Stop,
    Wait(u32),
    Run { command: String },
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Unit {}

#[test]
fn structs_come_back() {
    let labelled = |name: &str, zone: &str, size| Labelled {
        name: name.to_owned(),
        zone: zone.to_owned(),
        size,
    };
    assert_eq!(
        round_trip(&Field { x: u128::MAX }),
        format!(r#"{{"x":{}}}"#, u128::MAX)
    );
    round_trip(&Field { x: i128::MIN });
    assert_eq!(round_trip(&Field { x: 1.0 }), r#"{"x":1.0}"#);
    round_trip(&Field {
        x: [f64::MIN_POSITIVE, -0.1, 1e300],
    });
    round_trip(&Field {
        x: "1.50e3000".parse::<Number>().expect("it is a number"),
    });
    round_trip(&Field {
        x: ["", "${a} %{b} $${c}", "a\n\"\\\u{7f}", "a\nb\n"].map(str::to_owned),
    });
    assert_eq!(round_trip(&Field { x: None::<u8> }), "{}");
    assert_eq!(
        round_trip(&Field {
            x: vec![None, Some(1)]
        }),
        r#"{"x":[null,1]}"#
    );
    assert_eq!(round_trip(&Field { x: Action::Stop }), r#"{"x":"Stop"}"#);
    assert_eq!(
        round_trip(&Field { x: Action::Wait(5) }),
        r#"{"x":{"Wait":5}}"#
    );
    let run = || Action::Run {
        command: "a".to_owned(),
    };
    assert_eq!(
        round_trip(&Field { x: run() }),
        r#"{"x":{"Run":{"command":"a"}}}"#
    );
    round_trip(&Field {
        x: vec![Action::Stop, run()],
    });
    assert_eq!(round_trip(&Field { x: Unit {} }), r#"{"x":{}}"#);
    assert_eq!(
        round_trip(&Field {
            x: Vec::<Field<u8>>::new()
        }),
        r#"{"x":[]}"#
    );
    assert_eq!(
        round_trip(&Field {
            x: BTreeMap::<String, Field<u8>>::new()
        }),
        r#"{"x":{}}"#
    );
    assert_eq!(
        round_trip(&Field {
            x: vec![Field { x: 1 }]
        }),
        r#"{"x":{"x":1}}"#
    );
    assert_eq!(
        round_trip(&Field {
            x: vec![Field { x: 1 }, Field { x: 2 }]
        }),
        r#"{"x":[{"x":1},{"x":2}]}"#
    );
    let labels = vec![
        labelled("a", "b", 1),
        labelled("c", "b", 2),
        labelled("a", "${d}", 3),
    ];
    assert_eq!(
        round_trip(&Field { x: labels }),
        r#"{"x":[{"a":{"b":{"size":1}},"c":{"b":{"size":2}}},{"a":{"${d}":{"size":3}}}]}"#
    );
    let map = BTreeMap::from([("a", 1), ("b c", 2)].map(|(key, x)| (key.to_owned(), Field { x })));
    assert_eq!(
        round_trip(&Field { x: map }),
        r#"{"x":{"a":{"x":1},"b c":{"x":2}}}"#
    );
    let objects = BTreeMap::from([("a${b}", 1), ("//", 2)].map(|(key, x)| (key.to_owned(), x)));
    assert_eq!(
        round_trip(&Field { x: objects }),
        r#"{"x":{"//":2,"a$${b}":1}}"#
    );
    let expression = hcl::parse_expression("a.b + 1").expect("it parses");
    let template = hcl::parse_template("a-${b}").expect("it parses");
    let captured = BTreeMap::from([("x", expression)]);
    assert_eq!(
        hcl::json::to_string(&captured).unwrap(),
        r#"{"x":"${a.b + 1}"}"#
    );
    let captured = BTreeMap::<_, Template>::from([("x", template)]);
    assert_eq!(
        hcl::json::to_string(&captured).unwrap(),
        r#"{"x":"a-${b}"}"#
    );
    assert!(hcl::json::to_string(&5).is_err());
}

/// A string of JSON that is read as a traversal is native syntax and not a template.
#[test]
fn traversals_come_back() {
    let native = r#"x = [a, b.c[0].d, null.e, f["$${%%{g"]["$$$${"].h]"#;
    let field: Field<Vec<Traversal>> = hcl::from_str(native).unwrap();
    let json = hcl::json::to_string(&field).unwrap();
    assert!(
        json.starts_with(r#"{"x":["a","b.c[0].d","null.e","#),
        "{json}"
    );
    let ctx = EvalContext::new();
    let back: Field<Vec<Traversal>> = hcl::json::from_str_with(&json, &ctx).unwrap();
    let again = |field| hcl::to_string(field).unwrap();
    assert_eq!(again(&back), again(&field), "{json}");
    // One level deeper, and within other types.
    type Nested = Field<BTreeMap<String, Option<hcl::Spanned<Traversal>>>>;
    let nested: Nested = hcl::from_str(r#"x = { a = b["$${"].c }"#).unwrap();
    let json = hcl::json::to_string(&nested).unwrap();
    let back: Nested = hcl::json::from_str_with(&json, &ctx).unwrap();
    assert_eq!(
        hcl::to_string(&back).unwrap(),
        hcl::to_string(&nested).unwrap(),
        "{json}"
    );
}

#[test]
fn without_evaluation_expressions_are_text() {
    let native = r#"
        a = var.x
        b = null
        c = { (var.k) = 1, "d" = [f(2), 3.5, 18446744073709551616] }
        e "l" {
          f = "$${g} ${h}"
        }
    "#;
    let options = DecodeOptions::new().without_evaluation();
    let any: serde_json::Value = options.from_str(native).unwrap();
    let expected = json!({
        "a": "${var.x}",
        "b": null,
        "c": { "${var.k}": 1, "d": ["${f(2)}", 3.5, "${18446744073709551616}"] },
        "e": { "l": { "f": "$${g} ${h}" } },
    });
    assert_eq!(any, expected);
    let lists: serde_json::Value = options.clone().with_block_lists().from_str(native).unwrap();
    assert_eq!(lists["e"], json!({ "l": [{ "f": "$${g} ${h}" }] }));
    let value: Value = options.from_str(native).unwrap();
    assert_eq!(value["a"], "${var.x}");
    assert_eq!(
        value["c"]["d"][2],
        "18446744073709551616".parse::<Number>().unwrap()
    );

    // The expressions that the type asks for are evaluated. An option of a type that accepts any data counts as such
    // data.
    #[derive(Deserialize)]
    struct Mixed {
        a: Option<serde_json::Value>,
        b: u8,
        c: serde_json::Value,
        d: Option<Value>,
    }
    let options = options.with_context(EvalContext::new().with_variable("x", 1));
    let mixed: Mixed = options
        .from_str("a = y\nb = x + 1\nc = x + 1\nd = x\n")
        .unwrap();
    assert_eq!(mixed.a, Some(json!("${y}")));
    assert_eq!((mixed.b, mixed.c), (2, json!("${x + 1}")));
    assert_eq!(mixed.d, Some(Value::from("${x}")));

    let options = options.with_syntax(hcl::Syntax::Json);
    let json = r#"{"a":"${x} $${y}","b":"$${z}","c":{"${k}":[1]}}"#;
    let any: serde_json::Value = options.from_str(json).unwrap();
    assert_eq!(any.to_string(), json);
}

#[test]
fn lists_of_blocks_in_typed_lists() {
    let options = DecodeOptions::new().with_block_lists();
    let native = "x {\n  a = 1\n}\n";
    let list: Field<Vec<serde_json::Value>> = options.from_str(native).unwrap();
    assert_eq!(list.x, [json!({ "a": 1 })]);
    let any: Field<serde_json::Value> = options.from_str(native).unwrap();
    assert_eq!(any.x, json!([{ "a": 1 }]));
    let typed: Field<BTreeMap<String, u8>> = options.from_str(native).unwrap();
    assert_eq!(typed.x["a"], 1);
}
