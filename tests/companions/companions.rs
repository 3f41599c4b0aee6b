//! hcl beside the crates that services use with it, each against the real crate.
//!
//! `cargo test --manifest-path tests/companions/Cargo.toml` runs them. The adapters for figment and config are recipes:
//! the page `mapping::companions` of the documentation has the same code.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod values;

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::net::IpAddr;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, Debug, PartialEq)]
struct Service {
    name: String,
    listener: Vec<Listener>,
    #[serde(default)]
    pool: BTreeMap<String, u32>,
    log: Log,
    #[serde(default)]
    store: BTreeMap<String, Store>,
}

#[derive(Deserialize, Debug, PartialEq)]
struct Log {
    level: String,
}

#[derive(Deserialize, Debug, PartialEq)]
struct Store {
    path: String,
    #[serde(default)]
    listener: Vec<Listener>,
}

#[derive(Deserialize, Debug, PartialEq)]
struct Listener {
    port: u16,
}

const ONE: &str = r#"
name = "shop"

log {
  level = "info"
}

listener {
  port = 80
}

store "hot" {
  path = "/srv"

  listener {
    port = 81
  }
}

store "cold" {
  path = "/mnt"
}
"#;
const TWO: &str = "listener {\n  port = 1\n}\n\nlistener {\n  port = 2\n}\n";

/// HCL for figment. Blocks of these types are always lists.
struct HclProvider;

impl figment::providers::Format for HclProvider {
    type Error = hcl::Error;
    const NAME: &'static str = "HCL";

    fn from_str<T: DeserializeOwned>(text: &str) -> hcl::Result<T> {
        hcl::DecodeOptions::new()
            .with_block_lists_of(["listener"])
            .from_str(text)
    }

    fn from_path<T: DeserializeOwned>(path: &std::path::Path) -> hcl::Result<T> {
        hcl::DecodeOptions::new()
            .with_block_lists_of(["listener"])
            .from_path(path)
    }
}

#[test]
fn the_documentation_has_the_same_recipes() {
    let page: String = include_str!("../../src/mapping/companions.rs")
        .lines()
        .map(|line| line.trim_start_matches("//!").trim_start().to_owned() + "\n")
        .collect();
    let here = include_str!("companions.rs");
    for (start, end) in [
        ("/// HCL for figment.", "#[test]"),
        ("/// HCL for config.", "#[test]"),
    ] {
        let from = here.find(&format!("\n{start}")).unwrap();
        let length = here[from..].find(end).unwrap();
        let recipe = here[from..from + length]
            .trim()
            .lines()
            .map(|line| line.trim().to_owned() + "\n");
        assert!(page.contains(&recipe.collect::<String>()), "{start}");
    }
}

/// Blocks that are not lists are structs, or values of a map by label.
fn check_blocks(service: &Service) {
    assert_eq!(service.log.level, "info");
    assert_eq!(service.store["hot"].listener, [Listener { port: 81 }]);
    assert_eq!(service.store["cold"].path, "/mnt");
}

#[test]
fn figment_layers() {
    use figment::Figment;
    use figment::providers::{Format, Serialized};

    let defaults = Serialized::default("pool", BTreeMap::from([("db", 5)]));
    let one = Figment::from(defaults.clone()).merge(HclProvider::string(ONE));
    let service: Service = one.extract().unwrap();
    assert_eq!(service.listener, [Listener { port: 80 }]);
    assert_eq!(service.pool["db"], 5);
    check_blocks(&service);
    let service: Service = one.merge(HclProvider::string(TWO)).extract().unwrap();
    assert_eq!(service.listener.len(), 2);
    assert_eq!(service.name, "shop");

    let broken = Figment::from(HclProvider::string("name = \n"));
    let error = broken.extract::<Service>().unwrap_err().to_string();
    assert!(error.contains("line 1"), "{error}");
    let from_file = Figment::from(defaults).merge(HclProvider::file(file("figment.hcl", ONE)));
    assert_eq!(from_file.extract::<Service>().unwrap().listener.len(), 1);
    let missing = Figment::from(HclProvider::file("no_such.hcl"));
    assert!(missing.extract::<Service>().is_err());
}

/// HCL for config. Blocks of these types are always lists.
#[derive(Clone, Debug)]
struct HclFormat;

impl config::Format for HclFormat {
    fn parse(
        &self,
        uri: Option<&String>,
        text: &str,
    ) -> Result<config::Map<String, config::Value>, Box<dyn Error + Send + Sync>> {
        let lists = ["listener"];
        let mut options = hcl::DecodeOptions::new().with_block_lists_of(lists);
        if let Some(uri) = uri {
            options = options.with_filename(uri);
        }
        Ok(options.from_str(text)?)
    }
}

impl config::FileStoredFormat for HclFormat {
    fn file_extensions(&self) -> &'static [&'static str] {
        &["hcl"]
    }
}

#[test]
fn config_layers() {
    use config::{Config, File};

    let builder = Config::builder()
        .set_default("pool.db", 5)
        .unwrap()
        .add_source(File::from_str(ONE, HclFormat));
    let service: Service = builder.build_cloned().unwrap().try_deserialize().unwrap();
    assert_eq!((service.listener.len(), service.pool["db"]), (1, 5));
    check_blocks(&service);
    let two = builder.clone().add_source(File::from_str(TWO, HclFormat));
    let service: Service = two.build().unwrap().try_deserialize().unwrap();
    assert_eq!(
        service.listener,
        [Listener { port: 1 }, Listener { port: 2 }]
    );

    let broken = Config::builder().add_source(File::from_str("name = \n", HclFormat));
    let error = broken.build().unwrap_err().to_string();
    assert!(error.contains("line 1"), "{error}");

    // An error names the file.
    let path = file("config.hcl", TWO);
    let from_file = builder.clone().add_source(File::new(&path, HclFormat));
    let service: Service = from_file.build().unwrap().try_deserialize().unwrap();
    assert_eq!((service.listener.len(), service.name.as_str()), (2, "shop"));
    let path = file("broken.hcl", "name = \n");
    let from_file = builder.add_source(File::new(&path, HclFormat));
    let error = from_file.build().unwrap_err().to_string();
    assert!(error.contains("broken.hcl:1"), "{error}");
}

/// Writes a file with this text and returns its path.
fn file(name: &str, text: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn miette_reports() {
    use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme};

    let body = hcl::ParseOptions::new().with_filename("app.hcl");
    let body = body
        .parse("name = 1 + nobody\nlistener {\n  port = 80\n}\n")
        .into_result()
        .unwrap();
    let error = hcl::from_body::<Service>(&body).unwrap_err();
    let report = hcl::miette::Report::from(error);
    let mut text = String::new();
    let handler = GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor());
    handler.render_report(&mut text, &report).unwrap();
    for part in ["app.hcl:1:12", "nobody", "path: name"] {
        assert!(text.contains(part), "{text}");
    }
    assert!(report.source_code().is_some());
    let label = report.labels().unwrap().next().unwrap();
    let text = "name = 1 + nobody";
    assert_eq!(&text[label.offset()..][..label.len()], "nobody");
    assert!(report.help().unwrap().to_string().contains("\"nobody\""));
    assert!(report.related().is_none());

    // All errors are shown: the others are related to the first one.
    let options = hcl::ParseOptions::new().with_filename("app.hcl");
    let error = options
        .parse("name =\nlistener {\n  port = ]\n}\n")
        .into_result()
        .unwrap_err();
    let report = hcl::miette::Report::from(error);
    assert_eq!(report.related().unwrap().count(), 1);
    let mut text = String::new();
    handler.render_report(&mut text, &report).unwrap();
    for part in ["app.hcl:1:7", "app.hcl:3:10"] {
        assert!(text.contains(part), "{text}");
    }

    // The last one says if there are more.
    let options = hcl::ParseOptions::new().with_max_diagnostics(1);
    let error = options.parse("a =\nb =\n").into_result().unwrap_err();
    let report = hcl::miette::Report::from(error);
    let help = report.help().unwrap().to_string();
    assert!(help.ends_with("\nThere are more errors."), "{help}");
}

/// The help names the part of the configuration that needed the value.
#[test]
fn miette_shows_who_needed_a_value() {
    use miette::Diagnostic;

    let body = hcl::ParseOptions::new().with_filename("app.hcl");
    let body = body
        .parse("locals {\n  size = \"large\" * 2\n  disk = local.size\n}\n")
        .into_result()
        .unwrap();
    let references = hcl::references::References::new();
    let references = references.with("local", hcl::references::NamedBlocks::merged("locals"));
    let scope = references
        .scope(&body, &hcl::EvalContext::new())
        .into_result()
        .unwrap();
    let expression = hcl::parse_expression("local.disk").unwrap();
    let error = expression.evaluate(&scope).unwrap_err();
    let report = hcl::miette::Report::from(error);
    let help = report.help().unwrap().to_string();
    assert!(
        help.ends_with("\nneeded by: local.disk, app.hcl:3:10"),
        "{help}"
    );
}

#[test]
fn paths_and_ignored_fields() {
    let text =
        "name = \"shop\"\nlistener {\n  port = 80\n  tls = true\n}\nlog {\n  level = \"info\"\n}\n";
    let deserializer = hcl::Deserializer::parse(text).unwrap();
    let mut ignored = Vec::new();
    let service: Service =
        serde_ignored::deserialize(&deserializer, |path| ignored.push(path.to_string())).unwrap();
    assert_eq!(
        (service.listener.len(), ignored),
        (1, vec!["listener.0.tls".to_owned()])
    );

    let text = text.replace("80", "\"http\"");
    let deserializer = hcl::Deserializer::parse(&text).unwrap();
    let error = serde_path_to_error::deserialize::<_, Service>(&deserializer).unwrap_err();
    assert_eq!(error.path().to_string(), "listener[0].port");
    // The inner error has our own path and place.
    assert_eq!(error.inner().path().to_string(), "listener[0].port");
    assert_eq!(error.inner().line(), Some(3));
}

#[serde_with::serde_as]
#[derive(Deserialize, Serialize, Debug)]
struct Times {
    #[serde(with = "humantime_serde")]
    timeout: Duration,
    #[serde_as(as = "serde_with::DurationSeconds<u64>")]
    interval: Duration,
    #[serde_as(as = "BTreeSet<serde_with::DisplayFromStr>")]
    address: BTreeSet<IpAddr>,
    #[serde_as(as = "serde_with::OneOrMany<_>")]
    tag: Vec<String>,
    started: chrono::DateTime<chrono::Utc>,
    day: chrono::NaiveDate,
    ends: jiff::Timestamp,
    pause: jiff::Span,
    home: url::Url,
    id: uuid::Uuid,
    network: ipnet::IpNet,
}

const TIMES: &str = r#"
timeout  = "1m 30s"
interval = 90
address  = ["10.0.0.1", "::1"]
tag      = "a"
started  = "2026-01-02T03:04:05Z"
day      = "2026-01-02"
ends     = "2026-01-02T03:04:05Z"
pause    = "PT1H30M"
home     = "https://example.com/a"
id       = "67e55044-10b1-426f-9247-bb680e5fe0c8"
network  = "10.1.0.0/16"
"#;

#[test]
fn types_of_other_crates() {
    let times: Times = hcl::from_str(TIMES).unwrap();
    assert_eq!(times.timeout, Duration::from_secs(90));
    assert_eq!(times.interval, Duration::from_secs(90));
    assert_eq!(times.tag, ["a"]);
    let written = hcl::to_string(&times).unwrap();
    let again: Times = hcl::from_str(&written).unwrap();
    assert_eq!(format!("{again:?}"), format!("{times:?}"));
    // If one of the types refuses a value, the error has the place of the value.
    for (name, value) in [
        ("timeout", "\"soon\""),
        ("interval", "\"soon\""),
        ("address", "[\"10.0.0.999\"]"),
        ("started", "\"yesterday\""),
        ("day", "\"2026-02-30\""),
        ("ends", "\"never\""),
        ("pause", "\"a while\""),
        ("home", "\"nowhere\""),
        ("id", "\"67e5\""),
        ("network", "\"10.1.0.0/99\""),
    ] {
        let text: Vec<String> = TIMES
            .lines()
            .map(|line| match line.split_once('=') {
                Some((key, _)) if key.trim() == name => format!("{name} = {value}"),
                _ => line.to_owned(),
            })
            .collect();
        let error = hcl::from_str::<Times>(&text.join("\n")).unwrap_err();
        assert!(error.path().to_string().starts_with(name), "{error}");
        let line = text.iter().position(|line| line.starts_with(name)).unwrap();
        assert_eq!(error.line(), Some(line + 1), "{error}");
    }
}
