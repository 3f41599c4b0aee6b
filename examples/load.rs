//! Loads the configuration of a service into derived structs:
//!
//! ```text
//! cargo run --example load [FILE]
//! ```
//!
//! Without a file, it reads `examples/service.hcl`. Break that file to see what the reports look like.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is a command")]
#![allow(dead_code, reason = "the fields are only printed")]

use std::collections::BTreeMap;
use std::process::ExitCode;

use hcl::DecodeOptions;
use serde::Deserialize;

/// The whole file. A block without labels is a struct; a block with a label is an entry of a map or,
/// where the order matters, an element of a vector.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Service {
    name: String,
    environment: Environment,
    listen: Vec<String>,
    workers: u16,
    sample_rate: f64,
    banner: Option<String>,
    labels: BTreeMap<String, String>,
    tls: Option<Tls>,
    storage: BTreeMap<String, Storage>,
    upstream: Vec<Upstream>,
    /// By kind of access, then by the name of the holder.
    #[serde(default)]
    access: BTreeMap<String, BTreeMap<String, Access>>,
    limits: Limits,
    maintenance: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Environment {
    Staging,
    Production,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tls {
    certificate: String,
    key: String,
    min_version: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Storage {
    path: String,
    /// In gigabytes.
    capacity: u64,
    #[serde(default)]
    read_only: bool,
    retention: Retention,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Retention {
    days: u32,
    #[serde(default)]
    keep: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Upstream {
    /// The label of the block.
    #[serde(rename = "$label")]
    name: String,
    url: String,
    /// In seconds.
    timeout: f64,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    retry: Option<Retry>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Retry {
    attempts: u8,
    backoff: f32,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Access {
    paths: Vec<String>,
    token: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Limits {
    upload_size: u64,
    requests: Requests,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Requests {
    per_second: u32,
    burst: u32,
}

fn main() -> ExitCode {
    let default = "examples/service.hcl";
    let path = std::env::args()
        .nth(1)
        .unwrap_or_else(|| default.to_owned());
    match load(&path) {
        Ok(service) => {
            println!("{service:#?}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn load(path: &str) -> hcl::Result<Service> {
    decode(path, &std::fs::read_to_string(path)?)
}

/// Decodes the text of a file. Reports name its path.
pub(crate) fn decode(path: &str, text: &str) -> hcl::Result<Service> {
    DecodeOptions::new().with_filename(path).from_str(text)
}
