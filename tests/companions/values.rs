//! The value types of other formats: what they read from HCL and write to it, with attributes, blocks and labels.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Configurations in both syntaxes, and the data that each value type reads from them.
fn configurations() -> Vec<(&'static str, &'static str, serde_json::Value)> {
    vec![
        (
            "name = \"shop\"\nlist = [1, \"a\", true]\nobject = { a = { b = 2.5 } }\n",
            r#"{"name": "shop", "list": [1, "a", true], "object": {"a": {"b": 2.5}}}"#,
            json!({"name": "shop", "list": [1, "a", true], "object": {"a": {"b": 2.5}}}),
        ),
        (
            "log {\n  level = \"info\"\n}\n",
            r#"{"log": {"level": "info"}}"#,
            json!({"log": {"level": "info"}}),
        ),
        (
            "item {\n  n = 1\n}\nitem {\n  n = 2\n}\n",
            r#"{"item": [{"n": 1}, {"n": 2}]}"#,
            json!({"item": [{"n": 1}, {"n": 2}]}),
        ),
        (
            "a \"x\" {\n  n = 1\n}\n",
            r#"{"a": {"x": {"n": 1}}}"#,
            json!({"a": {"x": {"n": 1}}}),
        ),
        (
            "a \"x\" {\n  n = 1\n}\na \"y\" {\n  b \"z\" {}\n}\n",
            r#"{"a": {"x": {"n": 1}, "y": {"b": {"z": {}}}}}"#,
            json!({"a": {"x": {"n": 1}, "y": {"b": {"z": {}}}}}),
        ),
        (
            "a \"x\" \"1\" {\n  n = 1\n}\na \"x\" \"2\" {\n  n = 2\n}\n",
            r#"{"a": {"x": {"1": {"n": 1}, "2": {"n": 2}}}}"#,
            json!({"a": {"x": {"1": {"n": 1}, "2": {"n": 2}}}}),
        ),
        (
            "a \"x\" {\n  n = 1\n}\na \"x\" {\n  n = 2\n}\n",
            r#"{"a": {"x": [{"n": 1}, {"n": 2}]}}"#,
            json!({"a": {"x": [{"n": 1}, {"n": 2}]}}),
        ),
    ]
}

/// Checks that a value type reads each configuration, as the whole data and as a part of other types.
fn reads<T: DeserializeOwned + Serialize + Debug>() {
    #[derive(Deserialize)]
    struct Outer<T> {
        #[serde(flatten)]
        rest: BTreeMap<String, T>,
    }

    let data = |value: &dyn erased::Data| value.json();
    for (native, json, expected) in configurations() {
        let whole: T = hcl::from_str(native).unwrap();
        assert_eq!(data(&whole), expected, "{native}");
        let map: BTreeMap<String, T> = hcl::from_str(native).unwrap();
        assert_eq!(data(&map), expected, "{native}");
        let outer: Outer<T> = hcl::from_str(native).unwrap();
        assert_eq!(data(&outer.rest), expected, "{native}");
        let whole: T = hcl::json::from_str(json).unwrap();
        assert_eq!(data(&whole), expected, "{json}");
        let map: BTreeMap<String, T> = hcl::json::from_str(json).unwrap();
        assert_eq!(data(&map), expected, "{json}");
        let value: T = hcl::from_value(hcl::from_str::<hcl::Value>(native).unwrap()).unwrap();
        assert_eq!(data(&value), expected, "{native}");
    }
    // In a struct: one block with labels, and a list of labelled blocks.
    #[derive(Deserialize)]
    struct Config<T> {
        a: T,
    }
    let text = "a \"x\" {\n  n = 1\n}\na \"y\" {\n  n = 2\n}\n";
    let config: Config<T> = hcl::from_str(text).unwrap();
    let expected = json!({"x": {"n": 1}, "y": {"n": 2}});
    assert_eq!(data(&config.a), expected);
    let config: Config<BTreeMap<String, T>> = hcl::from_str(text).unwrap();
    assert_eq!(data(&config.a), expected);
    let config: Config<Vec<T>> = hcl::from_str("a {\n  n = 1\n}\n").unwrap();
    assert_eq!(data(&config.a), json!([{"n": 1}]));
}

mod erased {
    /// Data, converted to JSON.
    pub trait Data {
        fn json(&self) -> serde_json::Value;
    }

    impl<T: serde::Serialize> Data for T {
        fn json(&self) -> serde_json::Value {
            // The conversion to text shows the data as other programs get it.
            serde_json::from_str(&serde_json::to_string(self).unwrap()).unwrap()
        }
    }
}

#[test]
fn each_value_type_reads_attributes_blocks_and_labels() {
    reads::<serde_json::Value>();
    reads::<toml::Value>();
    reads::<serde_yaml::Value>();
    reads::<rmpv::Value>();
    reads::<serde_value::Value>();
    reads::<hcl::Value>();
}

/// Checks that a value is read back unchanged from native syntax, from JSON syntax, and from an HCL value.
fn comes_back<T: DeserializeOwned + Serialize + Debug + PartialEq>(value: &T) {
    let native = hcl::to_string(value).unwrap();
    assert_eq!(hcl::from_str::<T>(&native).unwrap(), *value, "{native}");
    let json = hcl::json::to_string(value).unwrap();
    // Strings in JSON are templates only if there is a context.
    let options = hcl::DecodeOptions::new().with_syntax(hcl::Syntax::Json);
    let options = options.with_context(hcl::EvalContext::new());
    assert_eq!(options.from_str::<T>(&json).unwrap(), *value, "{json}");
    assert!(
        !native.contains("private") && !json.contains("private"),
        "{native}{json}"
    );
    let hcl_value = hcl::to_value(value).unwrap();
    assert!(!hcl_value.to_string().contains("private"), "{hcl_value}");
}

#[test]
fn each_value_type_comes_back() {
    let data = json!({
        "bool": true, "text": "a ${b}", "whole": 7, "negative": -3, "float": 2.5,
        "list": [1, -2, "x", [true]], "object": {"a": 1, "b c": {"d": [2]}},
        "blocks": [{"n": 1}, {"n": 2}],
    });
    comes_back(&data);
    comes_back(&BTreeMap::from([("key".to_owned(), json!(1))]));
    let text = data.to_string();
    comes_back(&toml::Value::try_from(data_of::<serde_yaml::Value>(&text)).unwrap());
    comes_back(&data_of::<serde_yaml::Value>(&text));
    comes_back(&data_of::<rmpv::Value>(&text));
    comes_back(&data_of::<serde_value::Value>(&text));
}

/// Reads a JSON text as another value type, without the numbers of `serde_json`.
fn data_of<T: DeserializeOwned>(json: &str) -> T {
    hcl::json::from_str(json).unwrap()
}

/// Numbers of `serde_json` keep all their digits, because its feature `arbitrary_precision` is on in this package.
#[test]
fn json_numbers_are_numbers() {
    assert_eq!(hcl::to_string(&json!({"a": 1})).unwrap(), "a = 1\n");
    let pi = "3.14159265358979323846264338327950288";
    let long = "123456789012345678901234567890123456789012345678901234567890";
    for written in [
        "1",
        "-7",
        "1.0",
        "1.50",
        "2e3",
        "-2E-3",
        "18446744073709551615",
        "-170141183460469231731687303715884105728",
        pi,
        long,
    ] {
        let number: serde_json::Number = serde_json::from_str(written).unwrap();
        // The text of the number is written unchanged.
        let native = number.to_string();
        let object = json!({"n": number, "list": [number, {"x": number}]});
        let text = hcl::to_string(&object).unwrap();
        assert!(text.contains(&format!("= {native}\n")), "{text}");
        assert!(text.contains(&format!("  {native},\n")), "{text}");
        let exact: hcl::Number = written.parse().unwrap();
        let back: BTreeMap<String, hcl::Value> = hcl::from_str(&text).unwrap();
        assert_eq!(back["n"], hcl::Value::from(exact.clone()), "{text}");
        assert_eq!(
            hcl::to_value(&number).unwrap(),
            hcl::Value::from(exact.clone())
        );
        // The number that is read back is equal, but it may be written with other digits.
        let back: BTreeMap<String, serde_json::Value> = hcl::from_str(&text).unwrap();
        let back = back["n"].as_number().unwrap().to_string();
        assert_eq!(back.parse::<hcl::Number>().unwrap(), exact, "{text}");
        let json = hcl::json::to_string(&object).unwrap();
        let back: BTreeMap<String, serde_json::Value> = hcl::json::from_str(&json).unwrap();
        let back = back["n"].as_number().unwrap().to_string();
        assert_eq!(back.parse::<hcl::Number>().unwrap(), exact, "{json}");
    }
    // A number cannot be a body or a block, but it can be a label.
    let error = hcl::to_string(&json!(1)).unwrap_err().to_string();
    assert_eq!(error, hcl::to_string(&1).unwrap_err().to_string());
    #[derive(Serialize)]
    struct Labelled {
        #[serde(rename = "$label")]
        label: serde_json::Number,
        port: serde_json::Number,
    }
    #[derive(Serialize)]
    struct Config {
        server: Labelled,
    }
    let server = Labelled {
        label: 1.into(),
        port: 80.into(),
    };
    let text = hcl::to_string(&Config { server }).unwrap();
    assert_eq!(text, "server \"1\" {\n  port = 80\n}\n");
}

/// A type that accepts any number or a map of strings gets an error for a number that is too large, and not its digits.
#[test]
fn digits_are_for_json_numbers_only() {
    let long = "a = 123456789012345678901234567890123456789012345678901234567890\n";
    for error in [
        hcl::from_str::<BTreeMap<String, toml::Value>>(long).err(),
        hcl::from_str::<BTreeMap<String, serde_yaml::Value>>(long).err(),
        hcl::from_str::<BTreeMap<String, rmpv::Value>>(long).err(),
        hcl::from_str::<BTreeMap<String, serde_value::Value>>(long).err(),
        hcl::from_str::<BTreeMap<String, TextOrMap>>(long).err(),
    ] {
        let error = error.unwrap();
        assert_eq!(error.path().to_string(), "a");
        let detail = error.diagnostics()[0].detail().to_owned();
        assert!(detail.contains("more than 128 bits"), "{detail}");
    }
    let value: BTreeMap<String, serde_json::Value> = hcl::from_str(long).unwrap();
    assert_eq!(format!("a = {}\n", value["a"]), long);
}

/// A string, or a map of strings.
#[derive(Debug)]
struct TextOrMap;

impl<'de> Deserialize<'de> for TextOrMap {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = TextOrMap;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("a string or a map")
            }

            fn visit_str<E>(self, _: &str) -> Result<TextOrMap, E> {
                Ok(TextOrMap)
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(
                self,
                mut map: A,
            ) -> Result<TextOrMap, A::Error> {
                while map.next_entry::<String, String>()?.is_some() {}
                Ok(TextOrMap)
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

/// Dates of `toml` are strings.
#[test]
fn toml_dates_are_strings() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Config {
        started: toml::value::Datetime,
        days: Vec<toml::value::Datetime>,
        #[serde(skip_serializing_if = "Option::is_none")]
        ended: Option<toml::value::Datetime>,
    }

    let config = Config {
        started: "1979-05-27T07:32:00Z".parse().unwrap(),
        days: vec!["1979-05-27".parse().unwrap()],
        ended: Some("07:32:00".parse().unwrap()),
    };
    comes_back(&config);
    let text = hcl::to_string(&config).unwrap();
    assert!(text.contains("= \"1979-05-27T07:32:00Z\"\n"), "{text}");
    let table: toml::Table =
        toml::from_str("at = 1979-05-27T07:32:00Z\nlist = [1979-05-27]\n").unwrap();
    assert_eq!(
        hcl::to_string(&table).unwrap(),
        "at   = \"1979-05-27T07:32:00Z\"\nlist = [\"1979-05-27\"]\n"
    );
    let error = hcl::from_str::<Config>(&text.replace("1979-05-27T", "1979-15-27T")).unwrap_err();
    assert_eq!(error.path().to_string(), "started");

    // With evaluation, in parentheses, and with all names checked.
    let computed = "started = \"1979-${\"05\"}-27\"\ndays = [(\"1979-05-27\")]\n";
    let options = hcl::DecodeOptions::new().exhaustive(true);
    let config: Config = options.from_str(computed).unwrap();
    assert_eq!(config.started, config.days[0]);
    let wrong = computed.replace("\"05\"", "\"15\"");
    let error = options.from_str::<Config>(&wrong).unwrap_err();
    assert_eq!(error.path().to_string(), "started");
}
