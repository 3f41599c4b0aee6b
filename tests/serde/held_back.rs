//! Data that serde buffers: who gets labels, and the places of errors.

use std::collections::BTreeMap;

use expect_test::expect;
use hcl::Value;
use serde_derive::Deserialize;

use super::hidden::{Port, service};
use super::{X, fails, gives};

/// The method that a visitor requests decides who gets the labels. The text of `expecting` has no influence.
#[test]
fn expecting_texts_are_ignored() {
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(expecting = "a service of this shop")]
    struct Worded {
        #[serde(rename = "$label")]
        name: String,
        #[serde(flatten)]
        port: Port,
    }
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(tag = "$label", expecting = "any value")]
    enum Tagged {
        Disk { path: String },
    }
    #[derive(Debug, PartialEq)]
    struct Liar(BTreeMap<String, u8>);
    impl<'de> serde::Deserialize<'de> for Liar {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_map(LiarVisitor)
        }
    }
    struct LiarVisitor;
    impl<'de> serde::de::Visitor<'de> for LiarVisitor {
        type Value = Liar;

        fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            formatter.write_str("struct Liar")
        }

        fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Liar, A::Error> {
            let mut entries = BTreeMap::new();
            while let Some(key) = map.next_key::<String>()? {
                entries.insert(
                    key,
                    map.next_value::<Port>()?.number.try_into().unwrap_or(0),
                );
            }
            Ok(Liar(entries))
        }
    }
    let text = "x \"a\" {\n  number = 1\n}\n";
    let (name, port) = ("a".to_owned(), Port { number: 1 });
    gives(
        text,
        X {
            x: Worded { name, port },
        },
    );
    gives(
        text,
        X {
            x: Liar(BTreeMap::from([("a".to_owned(), 1)])),
        },
    );
    let path = "/".to_owned();
    gives(
        "x \"Disk\" {\n  path = \"/\"\n}\n",
        X {
            x: Tagged::Disk { path },
        },
    );
}

/// Labels become keys or fields for each kind of visitor of serde and of similar crates.
#[test]
fn labels_for_each_kind_of_visitor() {
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(untagged)]
    enum Any {
        Ports(BTreeMap<String, Port>),
    }
    #[derive(Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord)]
    #[serde(rename_all = "lowercase")]
    enum Name {
        A,
    }
    #[derive(Deserialize, Debug, PartialEq)]
    struct Nested {
        #[serde(rename = "$label")]
        name: String,
        #[serde(flatten)]
        inner: Inner,
    }
    #[derive(Deserialize, Debug, PartialEq)]
    struct Inner {
        #[serde(flatten)]
        port: Port,
    }
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(rename_all = "lowercase")]
    enum Choice {
        A(Port),
    }
    #[derive(Deserialize, Debug, PartialEq)]
    struct Optional {
        #[serde(rename = "$label")]
        name: Option<hcl::Spanned<String>>,
        #[serde(flatten)]
        rest: BTreeMap<String, u16>,
    }
    let text = "x \"a\" {\n  number = 1\n}\n";
    let (a, port) = (|| "a".to_owned(), || Port { number: 1 });
    gives(
        text,
        X {
            x: BTreeMap::from([(a(), port())]),
        },
    );
    gives(
        text,
        X {
            x: BTreeMap::from([(Name::A, port())]),
        },
    );
    gives(
        text,
        X {
            x: vec![BTreeMap::from([(a(), port())])],
        },
    );
    gives(
        text,
        X {
            x: Some(BTreeMap::from([(Box::<str>::from("a"), port())])),
        },
    );
    gives(
        text,
        X {
            x: serde_json::json!({ "a": { "number": 1 } }),
        },
    );
    gives(
        text,
        X {
            x: hcl::from_str::<Value>("a = { number = 1 }").unwrap(),
        },
    );
    gives(
        text,
        X {
            x: Any::Ports(BTreeMap::from([(a(), port())])),
        },
    );
    gives(
        text,
        X {
            x: Choice::A(port()),
        },
    );
    gives(text, X { x: service("a", 1) });
    gives(
        text,
        X {
            x: Nested {
                name: a(),
                inner: Inner { port: port() },
            },
        },
    );
    let optional: X<Optional> = hcl::from_str(text).unwrap();
    assert_eq!(
        optional
            .x
            .name
            .map(|it| (it.span().start(), it.into_value())),
        Some((2, a()))
    );
    let optional: X<Optional> = hcl::from_str("x {\n  number = 1\n}\n").unwrap();
    assert_eq!((optional.x.name, optional.x.rest["number"]), (None, 1));
    hcl::from_str::<X<serde::de::IgnoredAny>>(text).unwrap();

    // A type that accepts anything cannot be distinguished from serde's buffer.
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "it is never built")]
    struct Anything {
        #[serde(rename = "$label")]
        name: serde_json::Value,
        #[serde(flatten)]
        port: Port,
    }
    let error = hcl::from_str::<X<Anything>>(text).unwrap_err();
    assert_eq!(error.diagnostics()[0].summary(), "Extraneous label for x");
    assert!(
        error
            .developer_note()
            .is_some_and(|note| note.contains("asks for a string"))
    );
}

/// With `flatten` and `tag`, an error contains the field and its path. It has the field's place if there is only one
/// candidate.
#[test]
fn errors_of_buffered_data() {
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "it is never built")]
    struct Outer {
        name: String,
        #[serde(flatten)]
        inner: Settings,
    }
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "it is never built")]
    struct Settings {
        port: u16,
        #[serde(default)]
        level: Option<Level>,
        #[serde(default)]
        ports: Vec<Port>,
    }
    #[derive(Deserialize, Debug)]
    #[serde(tag = "kind", rename_all = "lowercase")]
    #[expect(dead_code, reason = "it is never built")]
    enum Check {
        Tcp { port: u16 },
    }
    #[derive(Deserialize, Debug)]
    #[serde(rename_all = "lowercase")]
    enum Level {
        Info,
    }
    let place = |text: &str| {
        let error = hcl::from_str::<X<Outer>>(text).unwrap_err();
        (error.line(), error.column(), error.path().to_string())
    };
    let at = |line, column, path: &str| (Some(line), Some(column), path.to_owned());
    fails::<X<Outer>>(
        "x {\n  name = \"a\"\n  port = \"80\"\n}\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 3, column 10
              |
            3 |   port = "80"
              |          ^^^^
              |
              = note: Expected a whole number from 0 to 65535, but found the string "80". Write the number without quotes.
              = path: x.port
        "#]],
    );
    assert_eq!(
        place("x {\n  name = \"a\"\n  port = 70000\n}\n"),
        at(3, 10, "x.port")
    );
    assert_eq!(
        place("x {\n  name = \"a\"\n  port = 1 / 2\n}\n"),
        at(3, 10, "x.port")
    );
    assert_eq!(place("x {\n  name = \"a\"\n}\n"), at(1, 1, "x.port"));
    let text = "x {\n  name = \"a\"\n  port = 1\n  level = \"inof\"\n}\n";
    assert_eq!(place(text), at(4, 11, "x.level"));
    let text = "x {\n  name = \"a\"\n  port = 1\n  ports { number = 2 }\n}\n";
    assert_eq!(place(text), at(4, 3, "x.ports"));
    let text =
        "x {\n  name = \"a\"\n  port = 1\n  ports { number = 2 }\n  ports { number = \"b\" }\n}\n";
    assert_eq!(place(text), at(5, 20, "x.ports[1].number"));
    let text = "x {\n  name = \"a\"\n  port = 1\n  ports = [{ number = {} }]\n}\n";
    assert_eq!(place(text), at(4, 12, "x"), "two objects");
    assert_eq!(
        place("x {\n  name = \"80\"\n  port = \"80\"\n}\n"),
        at(2, 10, "x")
    );
    assert_eq!(
        place("x = { name = \"a\", port = \"80\" }\n"),
        at(1, 26, "x.port")
    );

    // One of these values was evaluated to see whether it is null, the other was not.
    let value: hcl::Value = hcl::from_str("name = \"a\"\nport = \"80\"\n").unwrap();
    let ctx = hcl::EvalContext::new().with_variable("v", value);
    let path = |error: hcl::Error| error.path().to_string();
    let field = hcl::from_str_with::<X<Outer>>("x = v\n", &ctx).unwrap_err();
    let entry = hcl::from_str_with::<BTreeMap<String, Outer>>("x = v\n", &ctx).unwrap_err();
    assert_eq!([path(field), path(entry)], ["x.port", "x.port"]);

    let tagged = |text: &str| {
        let error = hcl::from_str::<X<Check>>(text).unwrap_err();
        (error.line(), error.column(), error.path().to_string())
    };
    assert_eq!(
        tagged("x {\n  kind = \"tcp\"\n  port = true\n}\n"),
        at(3, 10, "x.port")
    );
    assert_eq!(
        tagged("x = { kind = \"tcp\", port = \"a\" }\n"),
        at(1, 28, "x.port")
    );
    assert_eq!(tagged("x {\n  kind = \"tcp\"\n}\n"), at(1, 1, "x.port"));
    assert_eq!(tagged("x {\n  kind = \"udp\"\n}\n"), at(2, 10, "x.kind"));
    assert_eq!(tagged("x {}\n"), at(1, 1, "x.kind"));
}

/// When serde refuses a buffered value, the decoder finds the place by comparing values: it is the place of the value
/// at fault.
#[test]
fn refused_values_are_found_by_comparison() {
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "only the errors matter")]
    struct Outer {
        #[serde(flatten)]
        inner: Inner,
    }
    #[derive(Deserialize, Debug, Default)]
    #[serde(default)]
    #[allow(dead_code, reason = "only the errors matter")]
    struct Inner {
        small: u8,
        signed: i64,
        float: f64,
        pair: (u8, u8),
        list: Vec<u8>,
        text: String,
        flag: bool,
    }
    for (text, subject) in [
        ("signed = -7\nsmall = -5\n", "-5"),
        ("signed = 7\nsmall = 500\n", "500"),
        ("float = 2.5\nsmall = 1.5\n", "1.5"),
        ("list = [1, 2]\npair = [1, 2, 3]\n", "[1, 2, 3]"),
        ("text = [1]\n", "[1]"),
        ("text = \"x\"\nflag = \"y\"\n", "\"y\""),
        ("flag = true\ntext = false\n", "false"),
        ("text = \"x\"\nsmall = null\n", "null"),
        // Of two equal values, it is not known which one is at fault: the place covers both.
        ("signed = -5\nsmall = -5\n", "-5\nsmall = -5"),
        ("pair = [1, 2]\ntext = [1]\n", "[1, 2]\ntext = [1]"),
    ] {
        let error = hcl::from_str::<Outer>(text).expect_err(text);
        let diagnostic = &error.diagnostics()[0];
        let found = diagnostic.subject().map_or("", |span| &text[span.range()]);
        assert_eq!(found, subject, "{error}");
    }
}

/// The note says that values are not converted, but only if the value has an unsuitable type.
#[test]
fn a_note_says_that_values_are_not_converted() {
    fn odd<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
        let number: u8 = serde::Deserialize::deserialize(deserializer)?;
        match number % 2 {
            1 => Ok(number),
            _ => Err(serde::de::Error::custom("an odd number is needed")),
        }
    }
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "only the errors matter")]
    struct Outer {
        #[serde(flatten)]
        inner: Inner,
    }
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "only the errors matter")]
    struct Inner {
        #[serde(deserialize_with = "odd")]
        number: u8,
    }
    for (text, is_told) in [("number = \"1\"\n", true), ("number = 2\n", false)] {
        let error = hcl::from_str::<Outer>(text).unwrap_err();
        let note = error.developer_note().unwrap_or_default();
        assert_eq!(
            note.contains("are not converted"),
            is_told,
            "{text}: {note:?} of {error}"
        );
    }
}

/// If serde's buffer cannot serve the type at all, the note says what is lost.
#[test]
fn a_note_says_what_buffered_data_lacks() {
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "only the errors matter")]
    struct Outer<T> {
        #[serde(flatten)]
        inner: X<T>,
    }
    fn note<T: serde::de::DeserializeOwned + std::fmt::Debug>() -> String {
        let error = hcl::from_str::<Outer<T>>("x = 5\n").unwrap_err();
        error.developer_note().unwrap_or_default().to_owned()
    }
    for (note, expected) in [
        (note::<hcl::Spanned<u8>>(), "lose their spans"),
        (note::<u128>(), "at most 64 bits"),
        (note::<i128>(), "at most 64 bits"),
    ] {
        assert!(note.contains(expected), "{note}");
    }
}

/// Serde gives the name that a struct with flattened fields rejects only as text.
#[test]
fn names_that_flattened_structs_reject_are_located() {
    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only the errors matter")]
    struct Outer {
        #[serde(flatten)]
        inner: Port,
        name: String,
    }
    fails::<Outer>(
        "number = 1\nname = \"a\"\nnumbr = 2\n",
        expect![[r#"
            error: Unsupported argument
             --> line 3, column 1
              |
            3 | numbr = 2
              | ^^^^^
              |
              = note: "numbr" is not expected here.
              = path: numbr
        "#]],
    );
    fails::<BTreeMap<String, Vec<Outer>>>(
        "x {\n  number = 1\n  name = \"a\"\n}\nx {\n  number = 1\n  name = \"a\"\n  check {}\n}\n",
        expect![[r#"
            error: Unsupported argument
             --> line 8, column 3
              |
            8 |   check {}
              |   ^^^^^
              |
              = note: "check" is not expected here.
              = path: x[1].check
        "#]],
    );
}

/// To find the place, functions are not called again: if a value contains a call, the place is the whole body.
#[test]
fn refused_values_beside_a_call_are_reported_at_the_body() {
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "only the errors matter")]
    struct Outer {
        #[serde(flatten)]
        inner: BTreeMap<String, u8>,
    }
    let ctx =
        hcl::EvalContext::new().with_function("seven", hcl::function::Function::from_fn(|| 7));
    let place = |result: Result<Outer, hcl::Error>| result.expect_err("it is refused").line();
    let native = |text: &str| place(hcl::from_str_with(text, &ctx));
    assert_eq!(native("a = 7\nb = \"x\"\n"), Some(2));
    assert_eq!(native("a = seven()\nb = \"x\"\n"), Some(1));
    let json = |text: &str| place(hcl::json::from_str_with(text, &ctx));
    assert_eq!(json("{\"a\": 7,\n\"b\": \"x\"}"), Some(2));
    assert_eq!(json("{\"a\": \"${seven()}\",\n\"b\": \"x\"}"), Some(1));
}
