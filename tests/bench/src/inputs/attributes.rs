//! Flat attributes of the root body, one line each, with distinct names and literal values: about 200,000 of them in 8
//! MB. This input shows the cost per attribute and the cost of the check for duplicate names.

use std::fmt::Write;

use super::random::Random;
use super::text_with_room;

const SUBJECTS: [&str; 10] = [
    "worker",
    "cache",
    "listener",
    "queue",
    "database",
    "session",
    "upload",
    "metrics",
    "replica",
    "scheduler",
];
const SCOPES: [&str; 8] = [
    "default", "primary", "internal", "public", "staging", "shared", "fallback", "regional",
];
const PROPERTIES: [&str; 10] = [
    "timeout",
    "max_size",
    "enabled",
    "retries",
    "endpoint",
    "interval",
    "log_level",
    "weight",
    "region",
    "prefix",
];
const STRINGS: [&str; 10] = [
    "eu-central-1",
    "/var/lib/app",
    "info",
    "30s",
    "https://example.com/api",
    "debug",
    "primary",
    "t3.micro",
    "10.0.0.0/16",
    "nightly build",
];

pub(super) fn generate(bytes: usize) -> String {
    let mut random = Random::new(0xA77);
    let mut text = text_with_room(bytes);
    let mut index = 0;
    while text.len() < bytes {
        write_attribute(&mut text, &mut random, index).expect("a String takes every write");
        index += 1;
    }
    text
}

fn write_attribute(text: &mut String, random: &mut Random, index: u32) -> std::fmt::Result {
    write!(
        text,
        "{}_{}_{}_{index} = ",
        random.pick(&SCOPES),
        random.pick(&SUBJECTS),
        random.pick(&PROPERTIES)
    )?;
    match random.below(10) {
        0..=2 => writeln!(text, "{}", random.below(100_000)),
        3 => writeln!(text, "{}.{}", random.below(1000), random.below(100)),
        4..=7 => writeln!(text, "\"{}\"", random.pick(&STRINGS)),
        _ => writeln!(text, "{}", random.one_in(2)),
    }
}
