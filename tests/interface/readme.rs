//! The report that the README shows: what `examples/load.rs` says of a misspelt copy of `examples/service.hcl`.

use expect_test::expect_file;
use hcl::RenderStyle;

#[path = "../../examples/load.rs"]
mod example;

const FILE: &str = "examples/service.hcl";

/// Returns the error of loading the file after one text in it is replaced.
fn fault(from: &str, to: &str) -> hcl::Error {
    let text = std::fs::read_to_string(FILE).expect("it is in the repository");
    assert_eq!(text.matches(from).count(), 1, "{from}");
    example::decode(FILE, &text.replace(from, to)).expect_err("it is refused")
}

/// The first screen must let a new reader decide, and the whole page must be short enough to read. Details are in the
/// guide.
#[test]
fn the_readme_is_short() {
    let readme = include_str!("../../README.md");
    let screen = readme.split_once("\n## ").expect("it has sections").0;
    let lines = |text: &str| text.lines().count();
    assert!(
        lines(screen) < 100 && lines(readme) <= 220,
        "{}",
        lines(readme)
    );
    for part in ["```rust", "examples/report.svg"] {
        assert!(screen.contains(part), "{part}");
    }
    for part in ["tests/bench/plot.svg", "| `hcl-rs` |"] {
        assert!(readme.contains(part), "{part}");
    }
    for page in std::fs::read_dir("src/guide").expect("it is in the repository") {
        let page = page.expect("it can be read").path();
        let name = page
            .file_stem()
            .and_then(|it| it.to_str())
            .expect("it is UTF-8");
        assert!(
            name == "mod" || readme.contains(&format!("[`{name}`](src/guide/{name}.rs)")),
            "{name}"
        );
    }
}

/// On Windows, the colours are different.
#[cfg(not(windows))]
#[test]
fn the_picture_of_a_report_is_current() {
    let error = fault("keep = [\"*.sig\"", "kep  = [\"*.sig\"");
    let [diagnostic] = error.diagnostics() else {
        panic!("{error}");
    };
    let terminal = anstyle_svg::Term::new().palette(anstyle_svg::WIN10_CONSOLE);
    let svg = terminal.render_svg(&diagnostic.render(RenderStyle::Ansi));
    expect_file!["../../examples/report.svg"].assert_eq(&svg);
}
