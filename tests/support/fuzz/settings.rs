//! Settings on the command line have the same effect when they are applied one by one, twice, from environment
//! variables or from files.

use std::collections::BTreeMap;

use hcl::{Body, DecodeOptions, Overlay};

use super::choices::Choices;
use super::{scope, source};

#[derive(serde_derive::Deserialize, Debug, PartialEq, Default)]
#[serde(default)]
struct Config {
    name: String,
    workers: Option<u16>,
    tags: Option<Vec<String>>,
    any: Option<serde_json::Value>,
    log: Log,
    upstream: BTreeMap<String, Upstream>,
    route: BTreeMap<String, BTreeMap<String, Upstream>>,
    listener: Vec<Upstream>,
}

#[derive(serde_derive::Deserialize, Debug, PartialEq, Default)]
#[serde(default)]
struct Log {
    level: String,
    size: Option<u32>,
    file: Option<Box<Log>>,
}

#[derive(serde_derive::Deserialize, Debug, PartialEq, Default)]
#[serde(default)]
struct Upstream {
    balance: String,
    weight: Option<u32>,
    server: Vec<Log>,
}

/// Attributes, with the number of labels of the first block in their path.
const ATTRIBUTES: [(usize, &[&str]); 12] = [
    (0, &["name"]),
    (0, &["workers"]),
    (0, &["tags"]),
    (0, &["any"]),
    (0, &["log", "level"]),
    (0, &["log", "size"]),
    (0, &["log", "file", "size"]),
    (0, &["log", "file", "file", "level"]),
    (1, &["upstream", "?", "balance"]),
    (1, &["upstream", "?", "weight"]),
    (2, &["route", "?", "?", "balance"]),
    (2, &["route", "?", "?", "weight"]),
];

/// Blocks, with values for a setting of the whole block.
const BLOCKS: [(&str, &[&str]); 4] = [
    (
        "log",
        &["null", "{}", "{ size = 1 }", "{ file = { level = s } }"],
    ),
    (
        "upstream.shop",
        &["null", "{ weight = n }", "{ server = [{ size = 1 }] }"],
    ),
    ("route.a.b", &["null", "{ balance = s }"]),
    (
        "listener",
        &["[]", "[{ weight = 1 }, { server = [{ level = s }] }]"],
    ),
];

/// A setting as it is written on the command line, and as a file if it sets an attribute.
struct Setting {
    path: String,
    value: String,
    file: Option<String>,
}

/// Applies some settings to a configuration of a fixed type.
pub fn settings(data: &[u8]) {
    let mut choices = Choices::new(data);
    let layers: Vec<String> = (0..choices.below(5))
        .filter_map(|_| Setting::of(&mut choices).file)
        .collect();
    let overlay = Overlay::of::<Config>();
    let Some(body) = overlaid(&overlay, None, &layers) else {
        return;
    };
    let settings: Vec<Setting> = (0..=choices.below(3))
        .map(|_| Setting::of(&mut choices))
        .collect();
    let lines: Vec<String> = settings.iter().map(Setting::line).collect();
    let Ok(set) = overlay.overlay_settings(body.clone(), "--set", &lines) else {
        return;
    };
    let expected = config(&set);
    let check = |how: &str, other: &Body| {
        let found = config(other);
        assert_eq!(
            found, expected,
            "{how}: {lines:?} over\n{body}\nresult in\n{set}and in\n{other}"
        );
    };
    let one_by_one = lines.iter().fold(body.clone(), |below, line| {
        let result = overlay.overlay_settings(below, "--set", [line]);
        result.unwrap_or_else(|error| panic!("{lines:?} over\n{body:?}\n{error}"))
    });
    check("one by one", &one_by_one);
    match hcl::parse(&set.to_string()) {
        Ok(displayed) => check("the text", &displayed),
        // The displayed text may be invalid if an object, and therefore the body, sets a name twice.
        Err(error) => assert!(expected.is_none(), "{set}\n{error}"),
    }
    let twice = overlay.overlay_settings(set.clone(), "--set", &lines);
    check(
        "twice",
        &twice.unwrap_or_else(|error| panic!("{lines:?} over\n{set}\n{error}")),
    );
    // Environment variables have no order: a variable for a whole block is applied before variables for its parts.
    let is_around = |(index, outer): (usize, &Setting)| {
        let mut others = settings
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != index);
        others.any(|(_, inner)| inner.path.starts_with(&outer.path))
    };
    let has_order = settings.iter().enumerate().any(is_around);
    let variables = settings.iter().map(|it| (it.variable(), &it.value));
    if !has_order
        && let Ok(from_environment) = overlay.overlay_environment(body.clone(), "APP_", variables)
    {
        check("the environment", &from_environment);
    }
    let files: Option<Vec<String>> = settings.iter().map(|it| it.file.clone()).collect();
    if let Some(from_files) = files.and_then(|files| overlaid(&overlay, Some(&body), &files)) {
        check("files", &from_files);
    }
}

/// Overlays files on a body.
fn overlaid(overlay: &Overlay, body: Option<&Body>, files: &[String]) -> Option<Body> {
    let files: Result<Vec<Body>, _> = files.iter().map(|text| hcl::parse(text)).collect();
    overlay
        .overlay(body.cloned().into_iter().chain(files.ok()?))
        .ok()
}

/// Decodes the body. Returns `None` if it does not fit the type.
fn config(body: &Body) -> Option<Config> {
    let ctx = scope::limited(scope::STEPS, scope::BYTES);
    DecodeOptions::new().with_context(ctx).from_body(body).ok()
}

impl Setting {
    fn of(choices: &mut Choices<'_>) -> Self {
        if choices.once_in(4) {
            let (path, values) = choices.pick(&BLOCKS);
            let (path, value) = (path.to_owned(), choices.pick(values).to_owned());
            return Setting {
                path,
                value,
                file: None,
            };
        }
        let (labels, steps) = choices.pick(&ATTRIBUTES);
        let steps: Vec<&str> = steps
            .iter()
            .map(|step| {
                if *step == "?" {
                    choices.pick(&["shop", "a", "b"])
                } else {
                    step
                }
            })
            .collect();
        let is_text = matches!(*steps, [.., "name" | "level" | "balance"]);
        let value = if is_text {
            source::template_parts(choices, 0)
        } else {
            value(choices, &steps)
        };
        let written = if is_text {
            hcl::Value::from(value.as_str()).to_string()
        } else {
            value.clone()
        };
        let file = Some(file(&steps, labels, &written));
        Setting {
            path: steps.join("."),
            value,
            file,
        }
    }

    fn line(&self) -> String {
        format!("{}={}", self.path, self.value)
    }

    fn variable(&self) -> String {
        format!("APP_{}", self.path.replace('.', "__").to_uppercase())
    }
}

/// Returns a value, which sometimes has the type of the attribute.
fn value(choices: &mut Choices<'_>, steps: &[&str]) -> String {
    let values: &[&str] = match steps {
        // None of these values is a string: once the attribute is a string, a later setting would be raw text.
        ["any"] => &["{ a = [1] }", "[n]", "true", "null"],
        _ if choices.once_in(8) => return source::expression(choices, 2),
        ["tags"] => &["[]", "[\"a\", s]", "null", "list"],
        _ => &["1", "2 * 3", "length(list)", "n", "null"],
    };
    choices.pick(values).to_owned()
}

/// Returns a file that sets an attribute to an expression.
fn file(steps: &[&str], labels: usize, value: &str) -> String {
    let (name, blocks) = steps.split_last().expect("a path has a step");
    let (labelled, inner) = blocks.split_at(if labels > 0 { labels + 1 } else { 0 });
    let mut heads: Vec<String> = inner.iter().map(ToString::to_string).collect();
    if !labelled.is_empty() {
        heads.insert(0, labelled.join(" "));
    }
    heads
        .iter()
        .rev()
        .fold(format!("{name} = {value}\n"), |text, head| {
            format!("{head} {{\n{text}}}\n")
        })
}
