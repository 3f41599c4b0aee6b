//! Reports speak to the author of a configuration, of whom nobody expects to know Rust.

use std::path::Path;

/// What nobody knows who has not seen the program, wherever it stands.
const ANYWHERE: [&str; 17] = [
    "#[", "hcl::", "std::", "serde", "HashMap", "BTreeMap", "Vec<", "Option<", "u16", "u32", "u64",
    "u128", "i64", "i128", "f32", "f64", "usize",
];

/// The same for whole words, if they are not quoted: attributes and choices may have such names.
const UNQUOTED: [&str; 14] = [
    "Rust",
    "struct",
    "enum",
    "variant",
    "newtype",
    "u8",
    "i8",
    "i16",
    "i32",
    "isize",
    "tuple_struct",
    "deserialize",
    "flatten",
    "untagged",
];

/// Checks what an error says to the author of a configuration.
#[track_caller]
pub(crate) fn check(error: &hcl::Error) {
    for diagnostic in error.diagnostics() {
        check_text(diagnostic.summary());
        check_text(diagnostic.detail());
    }
}

#[track_caller]
fn check_text(text: &str) {
    for word in ANYWHERE {
        assert!(!text.contains(word), "{word} in {text}");
    }
    let unquoted = text.split('"').step_by(2);
    for part in unquoted {
        // Names of the configuration stand in examples of syntax, too.
        let part = part.split('{').next().unwrap_or_default();
        let mut words = part.split(|it: char| !it.is_alphanumeric() && it != '_');
        if let Some(word) = words.find(|word| UNQUOTED.contains(word)) {
            panic!("{word} in {text}");
        }
        assert!(!part.contains("::"), "{text}");
    }
}

/// The notes of a report, and the first line of it.
fn check_report(report: &str) {
    for line in report.lines() {
        let line = line.trim_start();
        let note = line.strip_prefix("= note:").or(line.strip_prefix("error:"));
        note.into_iter().for_each(check_text);
    }
}

#[test]
fn no_report_of_a_case_speaks_of_rust() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")];
    let mut count = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                check_report(&text);
                count += 1;
            }
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn the_check_finds_what_it_is_for() {
    for text in [
        "Expected u16, but found null.",
        "Expected an object (struct Tls).",
        "It needs #[serde(default)].",
        "Only \"hcl::Value\" takes it.",
        "Expected a HashMap.",
        "No such thing in Rust.",
        "Expected A::B.",
    ] {
        assert!(
            std::panic::catch_unwind(|| check_text(text)).is_err(),
            "{text}"
        );
    }
    check_text("\"struct\" is not one of the choices here, \"a::b\" is not a function.");
}
