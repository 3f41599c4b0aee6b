//! Labels that the JSON syntax cannot tell from properties.

use std::collections::BTreeMap;

use serde_derive::Deserialize;

/// Where serde hides the fields, the decoder cannot distinguish labels from properties in JSON. The report says so to
/// the author, and the note to the developer.
#[test]
fn labels_that_json_cannot_tell() {
    #[derive(Deserialize, Debug)]
    struct Flat {
        #[serde(rename = "$label")]
        #[expect(dead_code, reason = "it is not reached")]
        name: String,
        #[serde(flatten)]
        #[expect(dead_code, reason = "it is not reached")]
        rest: BTreeMap<String, u16>,
    }

    #[derive(Deserialize, Debug)]
    #[serde(tag = "$label")]
    #[expect(dead_code, reason = "it is not reached")]
    enum Tagged {
        Tcp { port: u16 },
    }

    fn check<T: serde::de::DeserializeOwned + std::fmt::Debug>(text: &str) {
        let error =
            hcl::json::from_str::<BTreeMap<String, T>>(text).expect_err("there is no label");
        assert!(error.to_string().contains("native syntax"), "{error}");
        let note = error.developer_note().expect("there is a note");
        assert!(note.contains("a map keyed by label"), "{note}");
        assert!(error.span().is_some());
    }
    let one = r#"{ "x": { "Tcp": { "port": 1 } } }"#;
    check::<Flat>(one);
    check::<Tagged>(one);
    for text in [one, r#"{ "x": [{ "Tcp": { "port": 1 } }] }"#] {
        check::<Vec<Flat>>(text);
        check::<Vec<Tagged>>(text);
    }
    check::<Flat>(r#"{ "x": { "a": { "port": 1 }, "a": { "port": 1 } } }"#);
}

/// The number of a label field can be as large as `u64` allows.
#[test]
fn the_largest_number_of_a_label() {
    #[derive(Deserialize, Debug)]
    struct Last {
        #[serde(rename = "$label.18446744073709551615")]
        #[expect(dead_code, reason = "it is not reached")]
        name: String,
    }
    for text in [
        r#"{ "x": { "a": 1 } }"#,
        r#"{ "x": [{ "a": { "b": 1 } }] }"#,
    ] {
        type Map<T> = BTreeMap<String, T>;
        let one = hcl::json::from_str::<Map<Last>>(text).map(drop);
        let list = hcl::json::from_str::<Map<Vec<Last>>>(text).map(drop);
        for error in [one.unwrap_err(), list.unwrap_err()] {
            assert_eq!(
                error.diagnostics()[0].summary(),
                "Incorrect JSON value type",
                "{text}"
            );
        }
    }
}

/// In JSON, an optional label must be given: without it, the properties of the block are read as labels.
#[test]
fn optional_labels_in_json() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Route {
        #[serde(rename = "$label")]
        method: Option<String>,
        to: String,
    }

    let json = r#"{ "route": { "GET": { "to": "web" } } }"#;
    let routes: BTreeMap<String, Vec<Route>> = hcl::json::from_str(json).expect("it has a label");
    assert_eq!(routes["route"][0].method.as_deref(), Some("GET"));
    let json = r#"{ "route": { "to": "web" } }"#;
    let error =
        hcl::json::from_str::<BTreeMap<String, Vec<Route>>>(json).expect_err("it has no label");
    assert!(
        error.to_string().contains("read as the label of a block"),
        "{error}"
    );
}
