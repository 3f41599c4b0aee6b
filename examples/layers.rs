//! Loads the settings of a service in layers: files of the package, the site and the machine, then the environment,
//! then the command line.
//!
//! ```text
//! cargo run --example layers
//! SHOP_POOL__MAX=8 cargo run --example layers -- --set log.level=warn
//! cargo run --example layers -- FILE …
//! ```
//!
//! Later files override attributes of earlier ones and add blocks; blocks with the same type and label are merged. The
//! `limit` blocks of a file replace those of earlier files, because the type has a list without labels. Every error,
//! from decoding and from the checks after it, is reported in the file, the variable or the option that contains it.

#![allow(clippy::print_stdout, reason = "it is a command")]

use std::collections::BTreeMap;
use std::ffi::OsString;
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

/// The sources of the settings.
pub(crate) struct Layers<'a> {
    /// From the lowest to the highest.
    pub(crate) paths: &'a [&'a str],
    /// The environment variables.
    pub(crate) variables: Vec<(OsString, OsString)>,
    /// The values of the option `--set`.
    pub(crate) settings: &'a [&'a str],
}

/// Reads the layers, from the lowest to the highest.
fn read(layers: &Layers<'_>) -> hcl::Result<Settings> {
    let (mut bodies, mut diagnostics) = (Vec::new(), Vec::new());
    for path in layers.paths {
        match hcl::parse_file(path) {
            Ok(body) => bodies.push(body),
            Err(error) => diagnostics.extend(error.into_diagnostics()),
        }
    }
    Error::check(diagnostics)?;
    let overlay = Overlay::of::<Settings>();
    let body = overlay.overlay(bodies)?;
    let body = overlay.overlay_environment(body, "SHOP_", layers.variables.clone())?;
    let body = overlay.overlay_settings(body, "--set", layers.settings)?;
    let settings: Settings = hcl::from_body(&body)?;
    Error::check(faults(&settings))?;
    Ok(settings)
}

/// Checks the rules that the types do not express.
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

/// Describes the settings.
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

/// Returns the output for the layers, and the exit code.
pub(crate) fn report(layers: &Layers<'_>) -> (String, ExitCode) {
    match read(layers) {
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
    let mut arguments = arguments.iter().map(String::as_str);
    let (mut paths, mut settings) = (Vec::new(), Vec::new());
    while let Some(argument) = arguments.next() {
        match argument {
            "--set" => {
                let Some(setting) = arguments.next() else {
                    println!("--set needs a value: path=value");
                    return ExitCode::FAILURE;
                };
                settings.push(setting);
            }
            path => paths.push(path),
        }
    }
    let (text, code) = report(&Layers {
        paths: if paths.is_empty() { &LAYERS } else { &paths },
        variables: std::env::vars_os().collect(),
        settings: &settings,
    });
    print!("{text}");
    code
}
