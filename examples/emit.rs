//! Writes a configuration from structs: `cargo run --example emit`.
//!
//! The text decodes into the same structs again.

use std::collections::BTreeMap;
use std::io::Write as _;

use serde::{Deserialize, Serialize};

/// The whole configuration.
#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Config {
    name: String,
    /// Omitted if `None`.
    region: Option<String>,
    /// Written as it is, without evaluation.
    zone: hcl::Expression,
    /// Labelled blocks: `service "web" { … }`.
    service: BTreeMap<String, Service>,
    /// Repeated blocks, each with two labels.
    #[serde(default)]
    route: Vec<Route>,
    /// A struct written as an attribute, because of `with`.
    #[serde(with = "hcl::attribute")]
    limits: Limits,
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Service {
    port: u16,
    weight: f64,
    tags: Vec<String>,
    environment: BTreeMap<String, String>,
    check: Option<Check>,
    /// Text with several lines becomes a heredoc.
    start: String,
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
enum Check {
    Tcp,
    Http { path: String },
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Route {
    #[serde(rename = "$label")]
    method: String,
    #[serde(rename = "$label.1")]
    path: String,
    service: String,
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Limits {
    cpu: u8,
    memory: u32,
}

fn config() -> hcl::Result<Config> {
    let web = Service {
        port: 8080,
        weight: 1.0,
        tags: vec!["public".into(), "http".into()],
        environment: BTreeMap::from([
            ("LOG_LEVEL".into(), "info".into()),
            ("HOME".into(), "/srv/${user}".into()),
        ]),
        check: Some(Check::Http {
            path: "/health".into(),
        }),
        start: "set -e\nexec web --port 8080\n".into(),
    };
    let cache = Service {
        port: 6379,
        weight: 0.25,
        tags: Vec::new(),
        environment: BTreeMap::new(),
        check: Some(Check::Tcp),
        start: "exec cache".into(),
    };
    let route = |method: &str, path: &str| Route {
        method: method.into(),
        path: path.into(),
        service: "web".into(),
    };
    Ok(Config {
        name: "shop".into(),
        region: None,
        zone: hcl::parse_expression("var.zone")?,
        service: BTreeMap::from([("web".into(), web), ("cache".into(), cache)]),
        route: vec![route("GET", "/"), route("POST", "/orders")],
        limits: Limits {
            cpu: 2,
            memory: 4096,
        },
    })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let config = config()?;
    let text = hcl::to_string(&config)?;
    std::io::stdout().write_all(text.as_bytes())?;
    assert_eq!(hcl::from_str::<Config>(&text)?, config);
    Ok(())
}
