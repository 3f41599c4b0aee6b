//! What a property of JSON is, by what its type asks for: nothing is lost, and nothing is read as something else.

use std::collections::BTreeMap;
use std::fmt;

use hcl::{Body, DecodeOptions, EvalContext, Syntax};
use serde::Deserialize;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde_derive::Serialize;

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct One<T> {
    v: T,
}

#[derive(Deserialize, PartialEq, Debug)]
struct Optional<T> {
    #[serde(default = "Option::default")]
    v: Option<T>,
}

#[derive(Deserialize, PartialEq, Debug, Default)]
#[serde(default)]
struct Block {
    x: Option<i64>,
}

#[derive(Deserialize, PartialEq, Debug)]
struct Labelled {
    #[serde(rename = "$label")]
    label: String,
    x: Option<i64>,
}

#[derive(Deserialize, PartialEq, Debug)]
#[serde(rename_all = "lowercase")]
enum Choice {
    A { x: Option<i64> },
}

type Map<T> = BTreeMap<String, T>;

/// Decodes with the variable `k`, whose value is "a".
fn decode<T: DeserializeOwned>(text: &str) -> hcl::Result<T> {
    let ctx = EvalContext::new().with_variable("k", "a");
    DecodeOptions::new()
        .with_syntax(Syntax::Json)
        .with_context(&ctx)
        .from_str(text)
}

#[track_caller]
fn refused<T: DeserializeOwned>(text: &str) {
    let is_refused = decode::<T>(text).is_err();
    assert!(is_refused, "{text} as {}", std::any::type_name::<T>());
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "expected values are built where they are compared"
)]
#[track_caller]
fn is<T: DeserializeOwned + PartialEq + fmt::Debug>(text: &str, expected: T) {
    let value: T = decode(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    assert_eq!(value, expected, "{text}");
}

#[test]
fn elements_that_are_not_objects_are_not_blocks() {
    for text in [
        r#"{"v": [[1]]}"#,
        r#"{"v": [[{"x": 1}, 7]]}"#,
        r#"{"v": [["s", true]]}"#,
        r#"{"v": [[{"x": 1}]]}"#,
        r#"{"v": [{"x": 1}, [{"x": 2}]]}"#,
        r#"{"v": [{"x": 1}, 7]}"#,
    ] {
        refused::<One<Block>>(text);
        refused::<One<Vec<Block>>>(text);
        refused::<One<Body>>(text);
        refused::<One<Vec<Labelled>>>(text);
        refused::<One<Map<Block>>>(text);
    }
    // An array in an array is not a block, also if its objects could be labels or variants.
    for text in [
        r#"{"v": [[{"a": {}}]]}"#,
        r#"{"v": [{"a": {}}, [{"a": {}}]]}"#,
    ] {
        refused::<One<Vec<Map<Block>>>>(text);
        refused::<One<Vec<Choice>>>(text);
        refused::<One<Vec<Body>>>(text);
    }
    refused::<One<Vec<()>>>(r#"{"v": [[{}]]}"#);
    refused::<One<Block>>(r#"[[{"v": {}}, 7]]"#);
    refused::<One<Block>>(r#"[{"v": {}}, 7]"#);
}

#[test]
fn an_attribute_is_set_once() {
    refused::<serde_json::Value>(r#"{"a": {"b": 1, "b": 2}}"#);
    refused::<hcl::Value>(r#"{"a": {"b": 1, "b": 2}}"#);
    refused::<One<Vec<String>>>(r#"{"v": ["a"], "v": ["b"]}"#);
    refused::<One<Vec<String>>>(r#"{"v": [], "v": []}"#);
    refused::<One<Map<i64>>>(r#"{"v": {"a": 1}, "v": {"a": 2}}"#);
    refused::<One<Map<i64>>>(r#"{"v": {"a": 1}, "v": {"b": 2}}"#);
    refused::<One<Map<i64>>>(r#"{"v": [{"a": 1}, {"b": 2}]}"#);
    refused::<One<String>>(r#"{"v": "a", "v": "b"}"#);
    // Names are compared after their evaluation.
    refused::<One<Map<i64>>>(r#"{"v": {"a": 1, "${k}": 2}}"#);
    refused::<One<serde_json::Value>>(r#"{"v": {"a": 1, "${k}": 2}}"#);
    is(
        r#"{"v": {"b": 1, "${k}": 2}}"#,
        One {
            v: Map::from([("b".to_owned(), 1), ("a".to_owned(), 2)]),
        },
    );
    // Repeated properties are several blocks.
    let blocks = One {
        v: vec![Block { x: Some(1) }, Block { x: Some(2) }],
    };
    is(r#"{"v": {"x": 1}, "v": {"x": 2}}"#, blocks);
}

#[test]
fn labels_are_not_templates() {
    for text in [
        r#"{"v": {"${k}": {"x": 1}, "%{": {}}}"#,
        r#"{"v": [{"${k}": {"x": 1}, "%{": {}}]}"#,
        r#"{"v": [{"${k}": {"x": 1}}, {"%{": {}}]}"#,
        r#"{"v": {"${k}": {"x": 1}}, "v": {"%{": {}}}"#,
        r#"{"v": {"${k}": [{"x": 1}], "%{": [{}]}}"#,
    ] {
        let block = |x| Block { x };
        let by_label = [("${k}", block(Some(1))), ("%{", block(None))];
        let by_label = by_label.map(|(label, block)| (label.to_owned(), block));
        is(
            text,
            One {
                v: Map::from(by_label),
            },
        );
        let labelled = [("${k}", Some(1)), ("%{", None)];
        let labelled = labelled.map(|(label, x)| Labelled {
            label: label.to_owned(),
            x,
        });
        is(
            text,
            One {
                v: Vec::from(labelled),
            },
        );
    }
}

#[test]
fn no_blocks() {
    for text in [
        r#"{"v": []}"#,
        r#"{"v": null}"#,
        "{}",
        r#"{"v": null, "v": null}"#,
        r#"{"v": [], "v": null}"#,
        r#"{"v": null, "v": []}"#,
    ] {
        is(text, Optional::<Block> { v: None });
        is(text, Optional::<Box<Block>> { v: None });
        is(text, Optional::<Labelled> { v: None });
        is(text, Optional::<Choice> { v: None });
        let body: Optional<Body> = decode(text).expect("there are no blocks");
        assert!(body.v.is_none(), "{text}");
    }
    refused::<One<Block>>(r#"{"v": []}"#);
    refused::<One<Block>>(r#"{"v": null}"#);
    is(r#"{"v": {"k": []}}"#, Optional::<Labelled> { v: None });
    is(
        r#"{"v": {"k": []}}"#,
        One {
            v: Vec::<Labelled>::new(),
        },
    );
    is(
        r#"{"v": []}"#,
        One {
            v: Vec::<Block>::new(),
        },
    );
    // An empty list of scalars is an attribute, so the option is not `None`.
    is(
        r#"{"v": []}"#,
        Optional {
            v: Some(Vec::<String>::new()),
        },
    );
    // An empty list or null beside a block is no further block.
    let one = || Optional {
        v: Some(Block { x: Some(1) }),
    };
    is(r#"{"v": {"x": 1}, "v": []}"#, one());
    is(r#"{"v": null, "v": {"x": 1}}"#, one());
}

/// The result does not depend on the order of the properties.
#[test]
fn no_blocks_in_the_rest() {
    #[derive(Deserialize, PartialEq, Debug)]
    struct WithRest {
        list: Vec<u8>,
        #[serde(rename = "$body")]
        rest: Vec<Choice>,
    }
    let with_rest = |rest| WithRest { list: vec![], rest };
    is(r#"{"list": [], "a": []}"#, with_rest(vec![]));
    is(r#"{"a": [], "list": []}"#, with_rest(vec![]));
    let one = || with_rest(vec![Choice::A { x: Some(1) }]);
    is(r#"{"a": [], "list": [], "a": {"x": 1}}"#, one());
    is(r#"{"a": {"x": 1}, "list": [], "a": []}"#, one());
    let nested = r#"{"v": {"a": [], "list": []}}"#;
    is(
        nested,
        One {
            v: with_rest(vec![]),
        },
    );
}

#[test]
fn no_blocks_in_an_expression() {
    for text in [r#"{"v": []}"#, r#"{"v": null}"#, "{}"] {
        let object = hcl::json::parse_expression(text).expect(text);
        let decoded = object.decode::<Optional<Block>>(&EvalContext::new());
        assert_eq!(decoded.expect(text), Optional { v: None }, "{text}");
    }
}

#[test]
fn a_level_of_labels_may_be_an_array() {
    let choice = || Choice::A { x: Some(1) };
    for text in [
        r#"{"v": {"a": {"x": 1}}}"#,
        r#"{"v": [{"a": {"x": 1}}]}"#,
        r#"{"v": [{"a": [{"x": 1}]}]}"#,
    ] {
        is(text, One { v: choice() });
        is(text, One { v: vec![choice()] });
    }
}

/// Reads one entry of a map and ignores the others.
#[derive(PartialEq, Debug)]
struct FirstEntry;

impl<'de> Deserialize<'de> for FirstEntry {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;

        impl<'de> Visitor<'de> for Entries {
            type Value = FirstEntry;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<FirstEntry, A::Error> {
                map.next_entry::<String, serde::de::IgnoredAny>()?;
                Ok(FirstEntry)
            }
        }

        deserializer.deserialize_map(Entries)
    }
}

#[test]
fn unread_entries_are_an_error() {
    is(r#"{"v": {"a": 1}}"#, One { v: FirstEntry });
    refused::<One<FirstEntry>>(r#"{"v": {"a": 1, "b": 2}}"#);
    refused::<FirstEntry>(r#"{"a": 1, "b": 2}"#);
    for text in [
        "v = { a = 1, b = 2 }\n",
        "v {\n  a = 1\n  b = 2\n}\n",
        "v \"a\" {\n}\nv \"b\" {\n}\n",
    ] {
        assert!(hcl::from_str::<One<FirstEntry>>(text).is_err(), "{text}");
    }
}

#[derive(Deserialize, PartialEq, Debug)]
struct Both {
    a: i64,
    b: i64,
}

/// A struct that serde reads as a map: `flatten` hides its fields.
#[derive(Deserialize, PartialEq, Debug)]
struct Open {
    x: Option<i64>,
    #[serde(flatten)]
    rest: Map<i64>,
}

/// The names in a body cannot be computed. An object with a computed name is therefore the value of an attribute, also
/// for a struct with known fields.
#[test]
fn objects_with_computed_names_are_attributes() {
    let rest = Map::from([("a".to_owned(), 2)]);
    is(
        r#"{"v": {"x": 1, "${k}": 2}}"#,
        One {
            v: Open { x: Some(1), rest },
        },
    );
    is(
        r#"{"v": {"${k}": 2, "b": 1}}"#,
        One {
            v: Both { a: 2, b: 1 },
        },
    );
}

#[test]
fn a_tuple_may_mix_objects_and_other_elements() {
    let block = || Block { x: Some(1) };
    is(r#"{"v": [{"x": 1}, 7]}"#, One { v: (block(), 7) });
    is(
        r#"{"v": [{"x": 1}, [7]]}"#,
        One {
            v: (block(), vec![7]),
        },
    );
    is(
        r#"{"v": [7, {"x": 1}, {"x": 1}]}"#,
        One {
            v: (7, block(), block()),
        },
    );
    is(
        r#"{"v": [{"x": 1}, null]}"#,
        One {
            v: (block(), None::<Block>),
        },
    );
    is(
        r#"{"v": [{"x": 1}, {"x": 1}]}"#,
        One {
            v: (block(), block()),
        },
    );
    refused::<One<Vec<Block>>>(r#"{"v": [{"x": 1}, 7]}"#);
    refused::<One<Vec<Block>>>(r#"{"v": [{"x": 1}, [{"x": 1}]]}"#);
    refused::<One<(Block, Vec<Block>)>>(r#"{"v": [{"x": 1}, [[{"x": 1}]]]}"#);
    let error = decode::<One<(Map<i64>, Block)>>(r#"{"v": [{"a": 1}, {"x": []}]}"#).unwrap_err();
    assert_eq!(error.path().to_string(), "v[1].x");
}

/// A block without a label is not written if JSON could not distinguish its properties from labels.
#[test]
fn absent_labels_are_not_written() {
    #[derive(Serialize)]
    struct Tls {
        #[serde(rename = "$label")]
        name: Option<&'static str>,
        options: Map<i64>,
    }

    let tls = |name| {
        let options = Map::new();
        BTreeMap::from([("tls", Tls { name, options })])
    };
    let error = hcl::json::to_string(&tls(None)).unwrap_err();
    assert_eq!(error.diagnostics()[0].summary(), "Absent label");
    let text = hcl::json::to_string(&tls(Some("acme"))).unwrap();
    assert_eq!(text, r#"{"tls":{"acme":{"options":{}}}}"#);
    assert!(hcl::to_string(&tls(None)).is_ok());
}

/// Each text is read back unchanged from JSON, where strings are templates.
#[test]
fn texts_are_written_as_templates() {
    for text in [
        "$%%{",
        "$$%%{x}",
        "%${k}",
        "\u{feff}${k}",
        "\u{feff}%{",
        "$$${k}$",
    ] {
        let written = hcl::json::to_string(&One { v: text }).unwrap();
        is(&written, One { v: text.to_owned() });
    }
}

#[derive(Deserialize, PartialEq, Debug, Default)]
#[serde(default)]
struct Defaulted {
    v: Block,
}

#[test]
fn no_blocks_are_the_default() {
    for text in [r#"{"v": []}"#, r#"{"v": null}"#, "{}"] {
        is(text, Defaulted::default());
    }
}

/// After an error, the decoder looks for other faults. It must not evaluate a property that was not read yet as an
/// attribute, because the property may contain comments, blocks and labels.
#[test]
fn after_an_error_nothing_is_read_as_something_else() {
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "only errors are looked at")]
    struct Rule {
        port: String,
        #[serde(default)]
        name: String,
    }
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "only errors are looked at")]
    struct Config {
        first: String,
        #[serde(default)]
        rule: Vec<Rule>,
        #[serde(default)]
        pool: BTreeMap<String, Rule>,
        #[serde(default)]
        names: Vec<String>,
        #[serde(default)]
        last: String,
    }

    let ctx = EvalContext::new().with_variable("known", "a");
    let options = DecodeOptions::new()
        .with_syntax(Syntax::Json)
        .with_context(ctx);
    for properties in [
        r#""rule": {"//": "${c}", "port": "${known}"}"#,
        r#""rule": [{"port": "${known}", "//": "${c}"}, {"//": "${d}", "port": "${known}"}]"#,
        r#""rule": {"port": "${known}"}, "rule": {"port": "${known}"}"#,
        r#""rule": {"port": "${known}", "unasked": "${c}"}"#,
        r#""pool": {"a": {"port": "${known}", "//": "${c}"}, "a${b}": {"port": "${known}"}}"#,
        r#""pool": {"a": [{"port": "${known}", "//": "${c}"}]}"#,
        r#""//": "${c}", "unasked": "${c}""#,
    ] {
        let text = format!("{{\"first\": \"${{nope}}\", {properties}}}");
        let error = options.from_str::<Config>(&text).unwrap_err();
        let paths: Vec<_> = error
            .diagnostics()
            .iter()
            .map(|it| it.path().to_string())
            .collect();
        assert_eq!(paths, ["first"], "{text}\n{error}");
    }
    // Properties that can only be attributes, and those that were already read as attributes, are evaluated.
    for (text, expected) in [
        (
            r#"{"first": "${nope}", "names": ["${a}", "b", "${c}"], "last": "${d}"}"#,
            &["first", "names", "names", "last"][..],
        ),
        (
            r#"{"first": "a", "names": ["${a}", "${b}"]}"#,
            &["names", "names"],
        ),
    ] {
        let error = options.from_str::<Config>(text).unwrap_err();
        let mut paths: Vec<_> = error
            .diagnostics()
            .iter()
            .map(|it| it.path().to_string())
            .map(|it| it.split('[').next().unwrap_or_default().to_owned())
            .collect();
        paths.sort_unstable_by_key(|path| expected.iter().position(|it| it == path));
        assert_eq!(paths, expected, "{text}\n{error}");
    }
}
