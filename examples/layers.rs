//! The settings of a service in layers: what the package comes with, what holds for the site, what holds for the machine.
//! `cargo run --example layers [FILE …]` takes files from the lowest to the highest.
//!
//! A later file overrides attributes of the earlier ones and adds blocks; blocks of one type and one label are merged. The
//! `limit` blocks of a file replace those of earlier files: the type has a list, in which nothing says which one is meant.
//! What is wrong, also of the checks after decoding, is reported in the file that says it.

#![allow(clippy::print_stdout, reason = "it is a command")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::ExitCode;

use hcl::{Diagnostic, Error, Overlay, Spanned};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    log: Log,
    listener: BTreeMap<String, Listener>,
    pool: Pool,
    #[serde(default)]
    limit: Vec<Limit>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Log {
    level: Level,
    format: String,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
enum Level {
    Debug,
    Info,
    Warn,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listener {
    address: std::net::IpAddr,
    port: Spanned<u16>,
    tls: Option<Tls>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tls {
    certificate: String,
    key: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pool {
    min: Spanned<u32>,
    max: Spanned<u32>,
    timeout: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Limit {
    path: Spanned<String>,
    rate: u32,
}

/// Reads the layers, from the lowest to the highest.
fn read(paths: &[&str]) -> hcl::Result<Settings> {
    let bodies = paths.iter().map(hcl::parse_file);
    let bodies = bodies.collect::<hcl::Result<Vec<_>>>()?;
    let body = Overlay::of::<Settings>().overlay(bodies)?;
    let settings: Settings = hcl::from_body(&body)?;
    Error::check(faults(&settings))?;
    Ok(settings)
}

/// What the types do not say.
fn faults(settings: &Settings) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    let mut ports = BTreeMap::new();
    for (name, listener) in &settings.listener {
        let port = &listener.port;
        if let Some(other) = ports.insert(*port.value(), name) {
            let detail = format!("The listener \"{other}\" has this port already.");
            faults.push(Diagnostic::error("Repeated port", detail).at(port));
        }
    }
    let Pool { min, max, .. } = &settings.pool;
    if min.value() > max.value() {
        let detail = format!(
            "\"max\" must not be less than \"min\", which is {}.",
            min.value()
        );
        faults.push(Diagnostic::error("Empty range", detail).at(max));
    }
    for limit in &settings.limit {
        if !limit.path.value().starts_with('/') {
            let detail = "A path begins with \"/\".";
            faults.push(Diagnostic::error("Invalid path", detail).at(&limit.path));
        }
    }
    faults
}

/// What is to be said of the settings.
fn describe(settings: &Settings) -> String {
    let mut text = String::new();
    let mut say = |line: String| writeln!(text, "{line}").unwrap_or_default();
    say(format!(
        "log {:?} as {}",
        settings.log.level, settings.log.format
    ));
    for (name, listener) in &settings.listener {
        let tls = listener.tls.as_ref();
        let tls = tls.map_or_else(String::new, |tls| {
            format!(" with {} and {}", tls.certificate, tls.key)
        });
        let (address, port) = (listener.address, listener.port.value());
        say(format!("listen for {name} on {address} port {port}{tls}"));
    }
    let Pool { min, max, timeout } = &settings.pool;
    say(format!(
        "{} to {} connections for {timeout}",
        min.value(),
        max.value()
    ));
    for limit in &settings.limit {
        say(format!(
            "{} requests a second for {}",
            limit.rate,
            limit.path.value()
        ));
    }
    text
}

/// What is to be said of the files, and whether they can be used.
pub(crate) fn report(paths: &[&str]) -> (String, ExitCode) {
    match read(paths) {
        Ok(settings) => (describe(&settings), ExitCode::SUCCESS),
        Err(error) => (format!("{error:#}\n"), ExitCode::FAILURE),
    }
}

/// The layers of the example.
pub(crate) const LAYERS: [&str; 3] = [
    "examples/layers/10-defaults.hcl",
    "examples/layers/20-site.hcl",
    "examples/layers/30-machine.hcl",
];

#[allow(dead_code, reason = "a test calls what it calls")]
fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let paths: Vec<_> = arguments.iter().map(String::as_str).collect();
    let (text, code) = report(if paths.is_empty() { &LAYERS } else { &paths });
    print!("{text}");
    code
}
