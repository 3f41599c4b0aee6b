//! Decoded values that know their place: each is in the file that says it.

#![allow(
    clippy::mutable_key_type,
    reason = "the source of a key is not compared"
)]

use std::collections::BTreeMap;
use std::fmt::Write as _;

use hcl::{Body, Overlay, OverlayRule, Spanned};
use serde_derive::Deserialize;

use super::layer;
use crate::random::Random;

#[derive(Deserialize, Debug)]
struct Config {
    a: Option<Spanned<u64>>,
    #[serde(default)]
    tags: Vec<Spanned<String>>,
    #[serde(default)]
    computed: Vec<Spanned<u64>>,
    #[serde(default)]
    limits: BTreeMap<Spanned<String>, Spanned<u64>>,
    #[serde(default)]
    service: BTreeMap<Spanned<String>, Spanned<Service>>,
    #[serde(default)]
    task: Vec<Task>,
}

#[derive(Deserialize, Debug)]
struct Service {
    a: Option<Spanned<u64>>,
    b: Option<Spanned<u64>>,
}

#[derive(Deserialize, Debug)]
struct Task {
    #[serde(rename = "$label")]
    name: Spanned<String>,
    #[serde(rename = "$label.1")]
    number: Spanned<u64>,
    #[serde(rename = "$labels")]
    labels: Vec<Spanned<String>>,
    a: Option<Spanned<u64>>,
}

/// Returns the text at the place of a value, and the number of its file.
fn written<T>(value: &Spanned<T>) -> (&str, u64) {
    let source = value.source().expect("it is known");
    let name = source.name().expect("all files have names");
    let number = name.split('.').next().and_then(|it| it.parse().ok());
    let text = source.text().get(value.span().range());
    (
        text.expect("the span is of this text"),
        number.expect("the name is a number"),
    )
}

/// Checks that the number is in the right file: its hundreds are the number of the file.
fn check_number(value: &Spanned<u64>) {
    let (text, file) = written(value);
    assert_eq!(text.trim_matches('"'), value.value().to_string());
    assert_eq!(file, value.value() / 100);
}

fn check_text(value: &Spanned<String>) {
    let (text, _) = written(value);
    assert_eq!(text.trim_matches('"'), value.value());
}

fn check(body: &Body) -> usize {
    let config: Config = hcl::from_body(body).unwrap_or_else(|error| panic!("{body}\n{error}"));
    config.a.iter().for_each(check_number);
    config.tags.iter().for_each(check_text);
    for value in &config.computed {
        let (text, file) = written(value);
        assert!(text.starts_with("[for ") && text.ends_with(']'), "{text}");
        assert_eq!(file, value.value() / 100);
    }
    for (key, value) in &config.limits {
        check_text(key);
        check_number(value);
        assert_eq!(written(key).1, written(value).1);
    }
    for (label, service) in &config.service {
        check_text(label);
        let service = service.value();
        service.a.iter().chain(&service.b).for_each(check_number);
    }
    for task in &config.task {
        check_text(&task.name);
        check_number(&task.number);
        task.labels.iter().for_each(check_text);
        task.a.iter().for_each(check_number);
    }
    config.tags.len() + config.limits.len() + config.service.len() + config.task.len()
}

/// Returns a random file. The hundreds of each of its numbers are the number of the file.
fn text(file: usize, random: &mut Random) -> String {
    let mut text = String::new();
    let mut next = file * 100;
    let mut number = || {
        next += 1;
        next
    };
    for _ in 0..random.below(4) {
        text.push_str("# A line more.\n");
    }
    if random.below(2) == 0 {
        let _ = writeln!(text, "a = {}", number());
    }
    if random.below(2) == 0 {
        let _ = writeln!(text, "tags = [\"t{file}\", \"é\", \"x\"]");
    }
    if random.below(2) == 0 {
        let _ = writeln!(text, "computed = [for x in [1, 2] : x + {}]", file * 100);
    }
    if random.below(2) == 0 {
        let _ = writeln!(
            text,
            "limits = {{ k{file} = {}, \"q {file}\" = {} }}",
            number(),
            number()
        );
    }
    for at in 0..random.below(3) {
        let name = ["a", "b"][usize::from(random.below(2) == 0)];
        let _ = writeln!(text, "service \"s{at}\" {{\n  {name} = {}\n}}", number());
    }
    for at in 0..random.below(3) {
        let label = number();
        let _ = writeln!(text, "task \"t{at}\" {label} {{\n  a = {}\n}}", number());
    }
    text.replace("task \"t0\" ", "task t0 ")
        .lines()
        .map(|line| match line.strip_prefix("task ") {
            // A label may be written as a name or as a string.
            Some(rest) => {
                let mut parts = rest.splitn(3, ' ');
                let (first, second) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
                format!("task {first} \"{second}\" {{\n")
            }
            None => format!("{line}\n"),
        })
        .collect()
}

#[test]
fn spans_of_values_in_layers_are_in_the_right_file() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut checked = 0;
    for _ in 0..300 {
        let count = 1 + random.below(4);
        let layers: Vec<Body> = (1..=count)
            .map(|file| match random.below(4) {
                0 => layer(
                    &format!("{file}.json"),
                    &format!(
                        "{{\"a\": {n}1, \"limits\": {{\"j\": {n}2}}, \"service\": {{\"s0\": {{\"b\": {n}3}}}}, \
                         \"task\": {{\"t0\": {{\"{n}4\": {{\"a\": {n}5}}}}}}}}",
                        n = file * 10
                    ),
                ),
                _ => layer(&format!("{file}.hcl"), &text(file, &mut random)),
            })
            .collect();
        let laid = Body::overlay(layers.clone()).expect("they are small");
        checked += check(&laid);
        let appended = Overlay::new().with_blocks("task", OverlayRule::Append);
        checked += check(&appended.overlay(layers.clone()).expect("they are small"));
        for body in &layers {
            checked += check(body);
        }
        for comment in laid.comments() {
            assert_eq!(
                &comment.source().text()[comment.span().range()],
                comment.text()
            );
            assert_eq!(comment.text(), "# A line more.");
        }
    }
    assert!(checked > 1_000, "{checked}");
    // Merged files with different content.
    let file = |at: u64| {
        let text = format!("\ntask \"t\" \"{at}01\" {{\n  a = {at}02\n}}\n");
        layer(&format!("{at}.hcl"), &text)
    };
    assert_eq!(check(&Body::merge((1..4).map(file))), 3);
}
