//! Labels: as keys of maps and as fields.

use std::collections::BTreeMap;

use expect_test::expect;
use serde_derive::Deserialize;
use serde_json::{Value, json};

use super::{X, fails, gives};

type Map<T> = BTreeMap<String, T>;

#[derive(Deserialize, Debug, PartialEq)]
struct Port {
    number: u16,
}

fn map<T>(entries: impl IntoIterator<Item = (&'static str, T)>) -> Map<T> {
    entries
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

#[test]
fn labels_from_the_left_are_keys() {
    let text = "x \"b\" { number = 2 }\nx a { number = 1 }\n";
    gives(
        text,
        X {
            x: map([("a", Port { number: 1 }), ("b", Port { number: 2 })]),
        },
    );
    gives(
        text,
        X {
            x: json!({ "a": { "number": 1 }, "b": { "number": 2 } }),
        },
    );
    gives(
        "x 443 { number = 1 }\n".replace("443", "\"443\"").as_str(),
        X {
            x: BTreeMap::from([(443_u16, Port { number: 1 })]),
        },
    );
    gives(
        "x \"e\u{301}\" { number = 1 }\n",
        X {
            x: map([("é", Port { number: 1 })]),
        },
    );
    gives(
        "x = { a = { number = 1 } }\n",
        X {
            x: map([("a", Port { number: 1 })]),
        },
    );
}

#[test]
fn more_labels_nest() {
    let text = "x \"a\" \"b\" { number = 1 }\nx \"a\" \"c\" { number = 2 }\nx \"d\" \"b\" { number = 3 }\n";
    let a = map([("b", Port { number: 1 }), ("c", Port { number: 2 })]);
    gives(
        text,
        X {
            x: map([("a", a), ("d", map([("b", Port { number: 3 })]))]),
        },
    );
    let x = json!({
        "a": { "b": { "number": 1 }, "c": { "number": 2 } },
        "d": { "b": { "number": 3 } },
    });
    gives(text, X { x });
}

#[test]
fn a_repeated_label_needs_a_list() {
    let text = "x \"a\" { number = 1 }\nx \"b\" { number = 2 }\nx \"a\" { number = 3 }\n";
    let x = map([
        ("a", vec![Port { number: 1 }, Port { number: 3 }]),
        ("b", vec![Port { number: 2 }]),
    ]);
    gives(text, X { x });
    gives(
        text,
        X {
            x: json!({ "a": [{ "number": 1 }, { "number": 3 }], "b": { "number": 2 } }),
        },
    );
    fails::<X<Map<Port>>>(
        text,
        expect![[r#"
        error: Duplicate x block
         --> line 3, column 1
          |
        1 | x "a" { number = 1 }
          | -----
        2 | x "b" { number = 2 }
        3 | x "a" { number = 3 }
          | ^^^^^
          |
          = note: Only one "x" block labelled "a" is allowed here, but there is already one before it. Remove one of the two, or merge them.
          = path: x["a"]
    "#]],
    );
}

#[test]
fn lists_of_labelled_blocks() {
    let text = "x \"a\" { number = 1 }\nx \"a\" \"b\" { number = 2 }\n";
    let x = (
        map([("a", Port { number: 1 })]),
        map([("a", map([("b", Port { number: 2 })]))]),
    );
    gives(text, X { x });
}

#[test]
fn hcl_rs_0_20_mixed_label_counts() {
    fails::<X<Value>>(
        "x \"a\" {}\nx {}\n",
        expect![[r#"
            error: Missing label for x
             --> line 2, column 1
              |
            1 | x "a" {}
              | -----
            2 | x {}
              | ^
              |
              = note: A label is missing: write `x "name" {`.
              = path: x
        "#]],
    );
    fails::<X<Map<Value>>>(
        "x \"a\" {}\nx \"b\" \"c\" {}\n",
        expect![[r#"
        error: Inconsistent number of labels
         --> line 2, column 1
          |
        1 | x "a" {}
          | -----
        2 | x "b" "c" {}
          | ^^^^^^^^^
          |
          = note: This "x" block has 2 labels, but the first one has 1 label. Give all of them the same number of labels.
          = path: x
    "#]],
    );
}

#[test]
fn hcl_rs_138_253_labels_as_fields() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Named {
        #[serde(rename = "$label")]
        name: String,
        number: u16,
    }
    #[derive(Deserialize, Debug, PartialEq)]
    struct Two {
        #[serde(rename = "$label.1")]
        second: u8,
        #[serde(rename = "$label")]
        first: Option<String>,
    }
    #[derive(Deserialize, Debug, PartialEq)]
    struct All {
        #[serde(rename = "$labels")]
        labels: Vec<String>,
    }
    let name = "a".to_owned();
    gives(
        "x \"a\" { number = 1 }\n",
        X {
            x: vec![Named {
                name: name.clone(),
                number: 1,
            }],
        },
    );
    gives(
        "x \"k\" \"a\" { number = 1 }\n",
        X {
            x: map([(
                "k",
                Named {
                    name: name.clone(),
                    number: 1,
                },
            )]),
        },
    );
    gives(
        "x \"a\" \"7\" {}\n",
        X {
            x: Two {
                second: 7,
                first: Some(name.clone()),
            },
        },
    );
    gives(
        "x {}\nx \"a\" b {}\n",
        X {
            x: [
                All { labels: Vec::new() },
                All {
                    labels: vec![name, "b".to_owned()],
                },
            ],
        },
    );
    fails::<X<Named>>(
        "x {\n  number = 1\n}\n",
        expect![[r#"
            error: Missing label for x
             --> line 1, column 1
              |
            1 | x {
              | ^
              |
              = note: A label is missing: write `x "name" {`.
              = path: x
        "#]],
    );
    fails::<X<Named>>(
        "x = { number = 1 }\n",
        expect![[r#"
        error: Missing label
         --> line 1, column 5
          |
        1 | x = { number = 1 }
          |     ^^^^^^^^^^^^^^
          |
          = note: A label is required here, and only a block has labels. Write a block with a label.
          = path: x
    "#]],
    );
    fails::<Named>(
        "number = 1\n",
        expect![[r#"
        error: Missing label
         --> line 2, column 1
          |
        2 |
          | ^
          |
          = note: A label is required here, and only a block has labels. Write a block with a label.
    "#]],
    );
    fails::<X<Two>>(
        "x \"a\" {}\n",
        expect![[r#"
            error: Missing label for x
             --> line 1, column 1
              |
            1 | x "a" {}
              | ^^^^^
              |
              = note: A label is missing: write `x "a" "name" {`.
              = path: x
        "#]],
    );
    fails::<X<Two>>(
        "x \"a\" \"b\" {}\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 7
              |
            1 | x "a" "b" {}
              |       ^^^
              |
              = note: Expected a whole number from 0 to 255, but found the string "b".
              = path: x
        "#]],
    );
    fails::<X<Two>>(
        "x \"a\" \"1\" \"c\" {}\n",
        expect![[r#"
            error: Extraneous label for x
             --> line 1, column 11
              |
            1 | x "a" "1" "c" {}
              |           ^^^
              |
              = note: A block of type "x" has only 2 labels here. Remove "c".
              = path: x
        "#]],
    );
}

#[test]
fn an_unread_label() {
    fails::<X<Port>>(
        "x \"a\" {\n  number = 1\n}\n",
        expect![[r#"
            error: Extraneous label for x
             --> line 1, column 3
              |
            1 | x "a" {
              |   ^^^
              |
              = note: A block of type "x" has no label here. Remove "a".
              = path: x
        "#]],
    );
    fails::<X<Vec<Port>>>(
        "x {\n  number = 1\n}\nx \"a\" {\n  number = 1\n}\n",
        expect![[r#"
            error: Extraneous label for x
             --> line 4, column 3
              |
            4 | x "a" {
              |   ^^^
              |
              = note: A block of type "x" has no label here. Remove "a".
              = path: x["a"]
        "#]],
    );
}

#[test]
fn a_label_that_is_missing_from_a_map() {
    fails::<X<Map<Port>>>(
        "x {\n  number = 1\n}\n",
        expect![[r#"
            error: Missing label for x
             --> line 1, column 1
              |
            1 | x {
              | ^
              |
              = note: A label is missing: write `x "name" {`.
              = path: x
        "#]],
    );
    fails::<X<Map<Port>>>(
        "x {\n  a { number = 1 }\n  number = 1\n}\n",
        expect![[r#"
            error: Missing label for x
             --> line 1, column 1
              |
            1 | x {
              | ^
              |
              = note: A label is missing: write `x "name" {`.
              = path: x
        "#]],
    );
    fails::<X<Map<u16>>>(
        "x {\n  number = []\n}\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 2, column 12
              |
            2 |   number = []
              |            ^^
              |
              = note: Expected a whole number from 0 to 65535, but found a list.
              = path: x.number
        "#]],
    );
    fails::<X<Map<Port>>>(
        "x \"a\" {\n  number = []\n}\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 2, column 12
              |
            2 |   number = []
              |            ^^
              |
              = note: Expected a whole number from 0 to 65535, but found a list.
              = path: x["a"].number
        "#]],
    );
}

#[derive(Deserialize, Debug, PartialEq)]
struct Kept {
    #[serde(rename = "$label")]
    name: String,
    #[serde(rename = "$body")]
    rest: Unlabelled,
}

#[derive(Deserialize, Debug, PartialEq)]
struct Unlabelled {
    #[serde(rename = "$labels")]
    labels: Vec<String>,
    number: u16,
}

#[test]
fn the_rest_of_a_body_has_no_labels() {
    gives(
        "x \"a\" { number = 1 }\n",
        X {
            x: Kept {
                name: "a".to_owned(),
                rest: Unlabelled {
                    labels: Vec::new(),
                    number: 1,
                },
            },
        },
    );

    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "it is never built")]
    struct Outer {
        #[serde(rename = "$label")]
        name: String,
        #[serde(rename = "$body")]
        rest: Named,
    }
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "it is never built")]
    struct Named {
        #[serde(rename = "$label")]
        name: String,
    }
    let native = hcl::from_str::<X<Outer>>("x \"a\" {}\n");
    let json = hcl::json::from_str::<X<Outer>>(r#"{ "x": { "a": {} } }"#);
    let forms = [
        (
            native.unwrap_err(),
            r#"A label is missing: write `x "a" "name" {`."#,
        ),
        (
            json.unwrap_err(),
            r#"A "x" block needs 2 labels, and this one has 1."#,
        ),
    ];
    for (error, detail) in forms {
        let diagnostic = &error.diagnostics()[0];
        assert_eq!(diagnostic.summary(), "Missing label for x");
        assert_eq!(diagnostic.detail(), detail);
    }
}

/// Each label field has exactly one spelling. A field with another spelling of the number is not a label field, and no
/// name in a body can set it.
#[test]
fn other_spellings_are_not_labels() {
    macro_rules! spelling {
        ($($name:literal)*) => {$({
            #[derive(Deserialize, Debug)]
            #[expect(dead_code, reason = "it is never built")]
            struct Named {
                #[serde(rename = $name)]
                name: String,
            }
            let error = hcl::from_str::<X<Named>>("x \"a\" \"b\" {}\n").unwrap_err();
            assert_eq!(error.diagnostics()[0].summary(), "Extraneous label for x", $name);
            assert!(hcl::from_str::<X<Named>>("x {}\n").is_err(), $name);
        })*};
    }
    spelling! { "$label.0" "$label.00" "$label.01" "$label.+1" "$label." "$label.1 " "$label.-0" "$labels.1" "$Label" }
}

/// A label field in the values of a map by label requires one label more than the map does.
#[test]
fn numbers_of_requested_labels() {
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "it is never built")]
    struct Named {
        #[serde(rename = "$label")]
        name: String,
    }
    fails::<X<Map<Named>>>(
        "x \"a\" {\n}\n",
        expect![[r#"
            error: Missing label for x
             --> line 1, column 1
              |
            1 | x "a" {
              | ^^^^^
              |
              = note: A label is missing: write `x "a" "name" {`.
              = path: x["a"]
        "#]],
    );
    fails::<X<Map<Map<Port>>>>(
        "x \"a\" {\n  number = 80\n}\n",
        expect![[r#"
            error: Missing label for x
             --> line 1, column 1
              |
            1 | x "a" {
              | ^^^^^
              |
              = note: A label is missing: write `x "a" "name" {`.
              = path: x["a"]
        "#]],
    );
    fails::<X<Map<Map<Port>>>>(
        "x {\n  number = 80\n}\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 2, column 12
              |
            1 | x {
              | -
            2 |   number = 80
              |            ^^
              |
              = note: Each item of this block must be an object or block, and "number" is the number 80. If the block lacks a label, add one, as in x "name" { … }.
              = path: x.number
        "#]],
    );
    fails::<X<Map<Vec<Port>>>>(
        "x {\n  number = 80\n}\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 2, column 12
              |
            1 | x {
              | -
            2 |   number = 80
              |            ^^
              |
              = note: Each item of this block must be a list, and "number" is the number 80. If the block lacks a label, add one, as in x "name" { … }.
              = path: x.number
        "#]],
    );
}

#[test]
fn labels_have_spans_within_newtypes() {
    #[derive(Deserialize)]
    struct Name(hcl::Spanned<String>);

    #[derive(Deserialize)]
    struct Block {
        #[serde(rename = "$label")]
        first: hcl::Spanned<String>,
        #[serde(rename = "$label.1")]
        second: Option<Name>,
    }

    let text = "x \"a\" \"b\" {\n}\n";
    let X { x } = hcl::from_str::<X<Block>>(text).expect("the block has two labels");
    let second = x.second.expect("it is a label").0;
    assert_eq!(
        (x.first.value().as_str(), &text[x.first.span().range()]),
        ("a", "\"a\"")
    );
    assert_eq!(
        (second.value().as_str(), &text[second.span().range()]),
        ("b", "\"b\"")
    );
}

/// The number of a label field can be as large as `u64` allows, also after labels that are keys.
#[test]
fn the_largest_number_of_a_label() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Last {
        #[serde(rename = "$label.18446744073709551615")]
        name: Option<String>,
    }
    let none = || Last { name: None };
    gives("x {}\n", X { x: none() });
    gives(
        "x a {}\n",
        X {
            x: map([("a", none())]),
        },
    );
    let inner = map([("b", none())]);
    gives(
        "x a b {}\n",
        X {
            x: map([("a", inner)]),
        },
    );
}

/// The span of all labels is that of the block's header, in both syntaxes.
#[test]
fn all_labels_have_a_span() {
    use hcl::Located as _;

    #[derive(Deserialize)]
    struct Block {
        #[serde(rename = "$labels")]
        labels: Option<hcl::Spanned<Vec<hcl::Spanned<String>>>>,
    }

    #[derive(Deserialize)]
    struct Root {
        x: Vec<Block>,
    }

    let text = "x \"a\" \"b\" {}\nx {}\n";
    let root: Root = hcl::from_str(text).expect("it decodes");
    let labels = |at: usize| root.x[at].labels.as_ref().expect("they are a list");
    assert_eq!(&text[labels(0).span().range()], "x \"a\" \"b\"");
    assert_eq!(&text[labels(0).value()[1].span().range()], "\"b\"");
    let line = |at: usize| labels(at).position().map(hcl::Position::line);
    assert_eq!((line(0), line(1)), (Some(1), Some(2)));
    assert!(labels(1).value().is_empty());

    let text = r#"{ "x": { "a": {}, "b": {} } }"#;
    let root: Root = hcl::json::from_str(text).expect("it decodes");
    let label = |at: usize| {
        let labels = root.x[at].labels.as_ref().expect("they are a list");
        (
            &text[labels.span().range()],
            &text[labels.value()[0].span().range()],
        )
    };
    assert_eq!(
        (label(0), label(1)),
        (("\"a\"", "\"a\""), ("\"b\"", "\"b\""))
    );
}

#[derive(Deserialize, Debug, PartialEq)]
struct Positions<T> {
    #[serde(rename = "$labels")]
    labels: T,
}

#[derive(Deserialize, Debug, PartialEq)]
struct Pair {
    first: String,
    second: String,
}

#[test]
fn labels_are_a_tuple_but_no_struct() {
    let labels = ("a".to_owned(), "b".to_owned());
    gives(
        "x \"a\" \"b\" {}\n",
        X {
            x: Positions { labels },
        },
    );
    fails::<X<Positions<Pair>>>(
        "x \"a\" \"b\" {}\n",
        expect![[r#"
        error: Unsuitable value type
         --> line 1, column 1
          |
        1 | x "a" "b" {}
          | ^^^^^^^^^
          |
          = note: Expected an object or block, but found a list.
          = path: x
    "#]],
    );
}

/// The items of a block without its label are read as blocks with labels. What they are does not matter.
#[test]
fn a_missing_label_is_one_error() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Server {
        count: Option<u8>,
        zones: Option<Vec<String>>,
        tags: Option<Map<String>>,
    }
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "it is never built")]
    struct Resource {
        count: Option<u8>,
        #[serde(rename = "$body")]
        rest: hcl::Body,
    }
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "it is never built")]
    struct App {
        count: u8,
        tags: Map<String>,
    }
    #[track_caller]
    fn check<T: serde::de::DeserializeOwned + std::fmt::Debug>(text: &str) {
        let error = hcl::from_str::<T>(text).unwrap_err();
        let [diagnostic] = error.diagnostics() else {
            panic!("{error:#}");
        };
        let label = "A label is missing: write `x \"a\" \"name\" {`.";
        assert_eq!(diagnostic.detail(), label, "{text}");
    }
    for items in [
        "count = 1",
        "zones = []",
        "count = 1\n  zones = []",
        "zones = []\n  tags = { b = \"c\" }",
    ] {
        let text = format!("x \"a\" {{\n  {items}\n}}\n");
        check::<X<Map<Map<Server>>>>(&text);
        check::<X<Map<Map<Resource>>>>(&text);
    }
    check::<X<Map<Map<Resource>>>>("x \"a\" {\n  tags = { b = \"c\" }\n}\n");
    check::<X<Map<Map<App>>>>("x \"a\" {\n  count = 1\n  tags = { b = \"c\" }\n}\n");
}

#[test]
fn labels_of_values_are_keys() {
    fails::<X<Map<Map<u8>>>>(
        "x \"a\" \"b\" {}\n",
        expect![[r#"
        error: Unsuitable value type
         --> line 1, column 1
          |
        1 | x "a" "b" {}
          | ^^^^^^^^^
          |
          = note: Expected a whole number from 0 to 255, but found a block; an attribute is written `x = { "a" = { "b" = … } }`.
          = path: x["a"]["b"]
    "#]],
    );
}

/// A block without the label that a block of another file has is one error, too.
#[test]
fn a_missing_label_is_one_error_in_several_files() {
    let parse = |name: &str, text: &str| {
        let options = hcl::ParseOptions::new().with_filename(name);
        options.parse(text).into_result().expect("it is valid")
    };
    let first = parse("first.hcl", "x \"a\" {\n  number = 1\n}\n");
    let second = parse("second.hcl", "x {\n  number = 2\n}\n");
    let merged = hcl::Body::merge([first, second]);
    let error = hcl::from_body::<X<Map<Port>>>(&merged).unwrap_err();
    let [diagnostic] = error.diagnostics() else {
        panic!("{error:#}");
    };
    let detail = diagnostic.detail();
    assert!(detail.starts_with("A label is missing"), "{detail}");
    assert!(detail.ends_with("first.hcl on line 1."), "{detail}");
}

/// The error of a value in a block that is a map of lists of values is not about a label.
#[test]
fn a_value_for_a_list_goes_in_brackets() {
    let error = hcl::from_str::<X<Map<Vec<String>>>>("x {\n  a = \"b\"\n}\n").unwrap_err();
    let advice = "Expected a list, but found the string \"b\". Put it in brackets, as in [\"b\"].";
    assert_eq!(error.diagnostics()[0].detail(), advice);
}

#[test]
fn a_name_that_is_also_a_field_is_no_missing_label() {
    #[derive(Deserialize, Debug)]
    struct Limit {
        #[serde(rename = "max")]
        _max: u8,
    }

    #[derive(Deserialize, Debug)]
    struct Limits {
        #[serde(rename = "x")]
        _x: BTreeMap<String, Limit>,
    }

    let text = "x {\n  http = { max = 300 }\n  max = { max = 1 }\n}\n";
    let error = hcl::from_str::<Limits>(text).unwrap_err();
    assert_eq!(error.line(), Some(2), "{error:#}");
}

#[test]
fn a_value_for_a_list_of_values_is_no_missing_label() {
    type Lists<T> = BTreeMap<String, BTreeMap<String, Vec<T>>>;

    for error in [
        hcl::from_str::<Lists<f64>>("x {\n  a = 1.5\n}\n").unwrap_err(),
        hcl::from_str::<Lists<u8>>("x {\n  a = \"b\"\n}\n").unwrap_err(),
    ] {
        assert!(!error.to_string().contains("lacks a label"), "{error:#}");
    }
}
