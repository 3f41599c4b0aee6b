//! Reads a job file like those of Nomad into structs.
//!
//! ```text
//! cargo run --features stdlib-core --example job [FILE [NAME=VALUE …]]
//! ```
//!
//! It shows:
//!
//! * blocks by their labels (`job`, `group`, `task`, `port`), blocks whose label chooses the type (`check`), repeated
//!   blocks (`service`), and blocks with any attributes (`meta`, `env`, `config`),
//! * variables with defaults, which the command line overrides, and functions,
//! * values of custom types: durations, with an error at the value,
//! * a check of rules that the types do not express, with the location of each fault.

#![allow(clippy::print_stdout, reason = "it is a command")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::Duration;

use hcl::function::stdlib;
use hcl::{Body, BodySchema, DecodeOptions, Diagnostic, Error, EvalContext, Spanned, Value};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// `job "shop" { … }`: the label is the key.
    job: BTreeMap<String, Job>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Job {
    #[serde(default, rename = "type")]
    kind: Kind,
    datacenters: Vec<String>,
    #[serde(default = "usual_priority")]
    priority: u8,
    /// A block with any attributes.
    #[serde(default)]
    meta: BTreeMap<String, String>,
    update: Option<Update>,
    group: BTreeMap<String, Group>,
}

#[derive(Deserialize, Default, Debug)]
#[serde(rename_all = "lowercase")]
enum Kind {
    #[default]
    Service,
    Batch,
    System,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Update {
    max_parallel: u32,
    #[serde(default)]
    min_healthy_time: Period,
    #[serde(default)]
    auto_revert: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    #[serde(default = "one")]
    count: u32,
    #[serde(default)]
    network: Network,
    /// Any number of blocks without labels.
    #[serde(default)]
    service: Vec<Service>,
    task: BTreeMap<String, Task>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Network {
    #[serde(default)]
    port: BTreeMap<String, Port>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Port {
    to: Option<u16>,
    #[serde(rename = "static")]
    fixed: Option<u16>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Service {
    name: String,
    /// Keeps its location, for the check below.
    port: Spanned<String>,
    #[serde(default)]
    tags: Vec<String>,
    check: Option<Check>,
}

/// `check "http" { … }`: the label is the variant.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum Check {
    Http {
        path: String,
        interval: Period,
        timeout: Option<Period>,
    },
    Tcp {
        interval: Period,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Task {
    driver: Driver,
    /// The allowed attributes depend on the driver: any value is accepted here.
    config: BTreeMap<String, Value>,
    #[serde(default)]
    env: BTreeMap<String, String>,
    #[serde(default)]
    template: Vec<Template>,
    resources: Spanned<Resources>,
}

#[derive(Deserialize, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Driver {
    Docker,
    Exec,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Template {
    destination: String,
    data: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Resources {
    cpu: u32,
    #[serde(default = "usual_memory")]
    memory: u32,
}

fn usual_priority() -> u8 {
    50
}

fn one() -> u32 {
    1
}

fn usual_memory() -> u32 {
    300
}

/// A duration as people write it: `10s`, `5m`, `1h`.
#[derive(Deserialize, Default, Clone, Copy)]
#[serde(try_from = "String")]
struct Period(Duration);

impl TryFrom<String> for Period {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let (number, unit) = text.split_at(text.trim_end_matches(char::is_alphabetic).len());
        let seconds = match unit {
            "s" => Some(1),
            "m" => Some(60),
            "h" => Some(3600),
            _ => None,
        };
        let total = seconds.and_then(|it| number.parse::<u64>().ok()?.checked_mul(it));
        let total = total.ok_or_else(|| {
            format!("\"{text}\" is not a duration: write a whole number of \"s\", \"m\" or \"h\".")
        })?;
        Ok(Period(Duration::from_secs(total)))
    }
}

/// Returns the values of the variables (the given ones, or else the defaults), and the rest of the file.
fn variables(body: &Body, given: &[(String, String)]) -> hcl::Result<(Value, Body)> {
    let schema = BodySchema::new().with_block("variable", ["name"]);
    let (content, rest) = body.partial_content(&schema).into_result()?;
    let mut values = BTreeMap::new();
    for block in content.blocks_of_type("variable") {
        let name = block.labels().next().map(|label| label.text().into_owned());
        let name = name.unwrap_or_default();
        let default = block.body().attribute("default");
        let value = if let Some((_, text)) = given.iter().find(|(given, _)| *given == name) {
            Value::from(text.as_str())
        } else if let Some(default) = default {
            default.expression().evaluate_literal()?
        } else {
            let detail = format!("Give it a value: {name}=VALUE.");
            let missing = Diagnostic::error("Missing value of a variable", detail);
            return Err(missing.at((block.header_span(), block.source())).into());
        };
        values.insert(name, value);
    }
    Ok((Value::object(values)?, rest))
}

/// Reads a job file.
fn read(path: &str, given: &[(String, String)]) -> hcl::Result<File> {
    let body = hcl::parse_file(path)?;
    let (variables, rest) = variables(&body, given)?;
    let ctx = EvalContext::new()
        .with_functions(stdlib::terraform())
        .with_variable("var", variables);
    let file: File = DecodeOptions::new().with_context(ctx).from_body(&rest)?;
    let groups = file.job.values().flat_map(|job| job.group.values());
    Error::check(groups.flat_map(faults))?;
    Ok(file)
}

/// Checks the rules for a group that the types do not express.
fn faults(group: &Group) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    for service in &group.service {
        let ports = &group.network.port;
        if !ports.contains_key(service.port.value()) {
            let names: Vec<_> = ports.keys().map(|name| format!("\"{name}\"")).collect();
            let detail = format!(
                "The network of the group has the ports {}.",
                names.join(", ")
            );
            faults.push(Diagnostic::error("Unknown port", detail).at(&service.port));
        }
    }
    for task in group.task.values() {
        if task.driver == Driver::Exec && task.resources.value().cpu < 50 {
            let detail = "A task that is run as a process needs 50 MHz at least.";
            faults.push(Diagnostic::error("Too little CPU", detail).at(&task.resources));
        }
    }
    faults
}

/// Describes a job.
fn describe(name: &str, job: &Job) -> String {
    let mut text = String::new();
    let places = job.datacenters.join(" and ");
    let mut say = |line: String| writeln!(text, "{line}").unwrap_or_default();
    say(format!(
        "{name}: {:?} of priority {} in {places}",
        job.kind, job.priority
    ));
    for (key, value) in &job.meta {
        say(format!("  {key} = {value}"));
    }
    if let Some(update) = &job.update {
        let revert = if update.auto_revert {
            "reverted"
        } else {
            "left"
        };
        say(format!(
            "  updates: {} at a time, healthy for {:?}, {revert} if they fail",
            update.max_parallel, update.min_healthy_time.0
        ));
    }
    for (name, group) in &job.group {
        text += &describe_group(name, group);
    }
    text
}

/// Describes a group.
fn describe_group(name: &str, group: &Group) -> String {
    let mut text = String::new();
    let mut say = |line: String| writeln!(text, "{line}").unwrap_or_default();
    say(format!("  {} of {name}", group.count));
    for (name, port) in &group.network.port {
        let outside = port.fixed.map_or(String::from("any"), |it| it.to_string());
        let inside = port
            .to
            .map_or(String::from("the same"), |it| it.to_string());
        say(format!(
            "    port {name}: {outside} on the machine, {inside} inside"
        ));
    }
    for service in &group.service {
        let check = match &service.check {
            Some(Check::Http {
                path,
                interval,
                timeout,
            }) => {
                let timeout = timeout.unwrap_or_default().0;
                format!("GET {path} each {:?}, at the most {timeout:?}", interval.0)
            }
            Some(Check::Tcp { interval }) => format!("connected to each {:?}", interval.0),
            None => String::from("not checked"),
        };
        let tags = service.tags.join(", ");
        say(format!("    service {}: {check} [{tags}]", service.name));
    }
    for (name, task) in &group.task {
        let resources = task.resources.value();
        let (driver, cpu, memory) = (task.driver, resources.cpu, resources.memory);
        say(format!(
            "    task {name}: {driver:?}, {cpu} MHz, {memory} MiB"
        ));
        for (key, value) in &task.config {
            say(format!("      {key} = {value}"));
        }
        for (key, value) in &task.env {
            say(format!("      {key}={value}"));
        }
        for template in &task.template {
            say(format!(
                "      {}: {:?}",
                template.destination, template.data
            ));
        }
    }
    text
}

/// Returns the output for a file, and the exit code.
pub(crate) fn report(path: &str, given: &[(String, String)]) -> (String, ExitCode) {
    match read(path, given) {
        Ok(file) => {
            let jobs = file.job.iter();
            let texts = jobs.map(|(name, job)| describe(name, job));
            (texts.collect(), ExitCode::SUCCESS)
        }
        Err(error) => (format!("{error:#}\n"), ExitCode::FAILURE),
    }
}

#[allow(dead_code, reason = "a test calls what it calls")]
fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next();
    let given = arguments.filter_map(|it| {
        Some(it.split_once('=')?).map(|(name, value)| (name.to_owned(), value.to_owned()))
    });
    let given: Vec<_> = given.collect();
    let (text, code) = report(path.as_deref().unwrap_or("examples/job.hcl"), &given);
    print!("{text}");
    code
}
