//! Formatting changes only white space, and is idempotent, for all kinds of sources.
//!
//! The sources are those of the cases: unchanged, cut off before a character, without the character, and with
//! an additional character before it.

#[path = "support/case.rs"]
mod case;
#[path = "support/files.rs"]
mod files;
#[path = "../examples/conformance/promises.rs"]
mod promises;
#[path = "support/random.rs"]
mod random;

use std::path::Path;

use case::{Case, Form};
use random::Random;

#[test]
fn each_case_is_formatted() {
    for source in sources() {
        check(&source);
    }
}

#[test]
fn each_case_with_a_changed_character_is_formatted() {
    const MORE: [&str; 24] = [
        " ", "\t", "\n", "\r\n", "\"", "${", "%{", "}", "~}", "{", "[", "]", "(", ")", ".", ",",
        "=", "-", "!", "0", "#", "/*", "<<A\n", "\u{301}",
    ];
    let mut more = MORE.into_iter().cycle();
    for source in sources() {
        for (index, (at, character)) in source.char_indices().enumerate() {
            let (before, behind) = source.split_at(at);
            match index % 3 {
                0 => check(before),
                1 => check(&[before, &behind[character.len_utf8()..]].concat()),
                _ => check(&[before, more.next().unwrap_or_default(), behind].concat()),
            }
        }
    }
}

/// Random sequences of tokens, which may be invalid.
#[test]
fn tokens_in_any_order_are_formatted() {
    const TOKENS: [&str; 62] = [
        "a", "p::f", "in", "for", "if", "null", "é", "0", "1.5", "1e3", "2.", "\"s\"", "\"${",
        "\"%{", "${", "%{if", "~}", "}", "}\"", "{", "[", "]", "(", ")", ".", "..", "...", ",",
        ":", "::", ":::", "=", "==", "=>", "=>=", "!", "!=", "!!", "<", "<=", "<<", ">", "+", "-",
        "--", "*", "/", "//", "/*", "*/", "%", "&", "&&", "|", "||", "?", "#", "~", "\u{feff}",
        "\\", "<<A\n", "\nA\n",
    ];
    const SPACES: [&str; 8] = ["", "", "", "", " ", "  \t", "\n", "/**/"];
    let mut random = Random(0x5eed);
    for round in 0..60_000 {
        let mut source = String::from(if round % 2 == 0 { "a = " } else { "" });
        for _ in 0..=random.below(7) {
            source.push_str(TOKENS[random.below(TOKENS.len())]);
            source.push_str(SPACES[random.below(SPACES.len())]);
        }
        check(&source);
    }
}

#[test]
fn line_ends_and_a_byte_order_mark_stay() {
    let text = "\u{feff}a=1\r\n\r\n  b=2 # two \r\n\tlonger=3#\nc {}";
    let formatted = "\u{feff}a = 1\r\n\r\nb      = 2 # two \r\nlonger = 3 #\nc {}";
    assert_eq!(hcl::format(text), formatted);
    check(text);
}

#[test]
fn a_byte_order_mark_elsewhere_is_a_character() {
    for text in ["\u{feff}\u{feff}a=1", "  \u{feff}a=1\n"] {
        assert_eq!(hcl::format(text), text);
    }
}

#[test]
fn the_result_is_in_proportion_to_the_source() {
    const LINES: usize = 2000;
    for text in [
        "[\n".repeat(LINES),
        "a {\n".repeat(LINES),
        ["x".repeat(LINES * 10), "\na = 1 # b".repeat(LINES)].join(" = 1 # a"),
        ["x".repeat(999), "\na = 1 # b".repeat(LINES)].join(" = 1 # a"),
    ] {
        let formatted = hcl::format(&text);
        let lines = formatted.lines().map(str::len);
        let indented = lines.filter(|length| *length > 1100).count();
        assert!(indented <= 1, "{indented} lines are long");
        check(&text);
    }
}

/// Returns the bodies of the cases about syntax.
fn sources() -> Vec<String> {
    let sources: Vec<String> = ["format", "parse", "regression"]
        .into_iter()
        .flat_map(|topic| files::below(&Path::new("tests/cases").join(topic)))
        .filter(|path| Form::of(path) == Some(Form::Body))
        .map(|path| Case::read(&path).unwrap_or_else(|error| panic!("{error}")))
        .map(|case| case.source)
        .collect();
    assert!(sources.len() > 50, "the cases are missing");
    sources
}

#[track_caller]
fn check(source: &str) {
    let formatted = hcl::format(source);
    if let Some(broken) = promises::broken(source, &formatted) {
        panic!("{broken}:\n{source:?}\n{formatted:?}");
    }
}
