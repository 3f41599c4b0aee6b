//! The mode `structs`: documents in JSON syntax, decoded into one of two types.

use std::collections::BTreeMap;
use std::error::Error;

use hcl::{DecodeOptions, Syntax};
use serde::{Deserialize, Serialize};

use super::json::{object, string};

/// A case: a document, and the name of the type that it is decoded into.
#[derive(Deserialize)]
struct Case {
    id: String,
    #[serde(rename = "type")]
    name: TypeName,
    src: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum TypeName {
    Small,
    Large,
}

#[derive(Deserialize, Serialize)]
struct Small {
    a: Option<String>,
    b: Option<Unlabelled>,
    #[serde(default, serialize_with = "some")]
    c: Vec<Unlabelled>,
    #[serde(default, serialize_with = "some")]
    d: Vec<Labelled>,
    e: Option<Labelled>,
    f: Option<Vec<String>>,
    g: Option<BTreeMap<String, i64>>,
}

#[derive(Deserialize, Serialize)]
struct Unlabelled {
    x: Option<i64>,
    s: Option<String>,
}

#[derive(Deserialize, Serialize)]
struct Labelled {
    #[serde(rename(deserialize = "$label"))]
    n: String,
    x: Option<i64>,
}

#[derive(Deserialize, Serialize)]
struct Large {
    name: Option<String>,
    #[serde(default, serialize_with = "some")]
    service: Vec<Service>,
    limits: Option<Limits>,
}

#[derive(Deserialize, Serialize)]
struct Service {
    #[serde(rename(deserialize = "$label"))]
    r#type: String,
    #[serde(rename(deserialize = "$label.1"))]
    name: String,
    port: Option<i64>,
    hosts: Option<Vec<String>>,
    #[serde(default, serialize_with = "some")]
    check: Vec<Check>,
    limits: Option<Limits>,
}

#[derive(Deserialize, Serialize)]
struct Check {
    path: String,
    each: Option<i64>,
}

#[derive(Deserialize, Serialize)]
struct Limits {
    cpu: Option<i64>,
    tags: Option<BTreeMap<String, String>>,
}

/// Where there are no blocks, the cases have a null.
fn some<T: serde::Serialize, S: serde::Serializer>(
    blocks: &[T],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let blocks = (!blocks.is_empty()).then_some(blocks);
    serde::Serialize::serialize(&blocks, serializer)
}

/// Decodes a document.
pub(crate) fn answer(line: &str) -> Result<String, Box<dyn Error>> {
    let case: Case = serde_json::from_str(line)?;
    let options = DecodeOptions::new()
        .with_syntax(Syntax::Json)
        .exhaustive(true);
    let decoded = match case.name {
        TypeName::Small => options.from_str(&case.src).map(|it: Small| write(&it)),
        TypeName::Large => options.from_str(&case.src).map(|it: Large| write(&it)),
    };
    let mut members = vec![
        ("id", string(&case.id)),
        ("ok", decoded.is_ok().to_string()),
    ];
    match decoded {
        Ok(decoded) => members.push(("want", decoded?)),
        Err(error) => {
            members.push(("errors", error.diagnostics().len().to_string()));
            members.push(("summary", string(error.diagnostics()[0].summary())));
        }
    }
    Ok(object(members))
}

fn write(decoded: &impl serde::Serialize) -> serde_json::Result<String> {
    serde_json::to_string(decoded)
}
