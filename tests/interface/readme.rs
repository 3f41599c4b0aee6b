//! The reports that the README shows: what `examples/load.rs` says of a misspelt copy of `examples/service.hcl`.

use expect_test::expect_file;
use hcl::RenderStyle;

#[path = "../../examples/load.rs"]
mod example;

const FILE: &str = "examples/service.hcl";

/// What loading the file reports if a text in it is replaced.
fn fault(from: &str, to: &str) -> hcl::Error {
    let text = std::fs::read_to_string(FILE).expect("it is in the repository");
    assert_eq!(text.matches(from).count(), 1, "{from}");
    example::decode(FILE, &text.replace(from, to)).expect_err("it is refused")
}

/// Windows has other colours.
#[cfg(not(windows))]
#[test]
fn the_picture_of_a_report_is_current() {
    let error = fault("keep = [\"*.sig\"", "kep  = [\"*.sig\"");
    let [diagnostic] = error.diagnostics() else {
        panic!("{error}");
    };
    let terminal = anstyle_svg::Term::new().palette(anstyle_svg::WIN10_CONSOLE);
    let svg = terminal.render_svg(&diagnostic.render_with(RenderStyle::Ansi));
    expect_file!["../../examples/report.svg"].assert_eq(&svg);
}

#[test]
fn the_text_of_a_report_is_current() {
    let report = fault("capacity  = 20000", "capcity   = 20000").to_string();
    let first = report.split("\n\n").next().expect("it is not empty");
    let readme = include_str!("../../README.md");
    assert!(readme.contains(first), "the README has to show:\n{report}");
}
