//! Checks the house style: imports between parts and files, sizes, headers, and that each section of the specification
//! has a case. All violations are reported together, with their files and lines.

#[path = "../support/case.rs"]
mod case;
mod circles;
#[path = "../support/files.rs"]
mod files;
mod floors;
mod links;
mod modules;
mod sections;
mod shape;

use std::fmt::Display;
use std::path::{Path, PathBuf};

/// A Rust file of this package.
struct Source {
    path: PathBuf,
    text: String,
    file: syn::File,
}

impl Source {
    fn new(path: PathBuf, text: String) -> Self {
        let file =
            syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Source { path, text, file }
    }

    /// Whether the file contains the tests of a module.
    fn is_test(&self) -> bool {
        self.path.ends_with("tests.rs")
    }
}

/// The violations of the style that were found.
#[derive(Default)]
struct Report(Vec<String>);

impl Report {
    fn add(&mut self, path: &Path, line: usize, words: impl Display) {
        self.0.push(format!("{}:{line}: {words}", path.display()));
    }

    #[track_caller]
    fn finish(mut self) {
        self.0.sort();
        assert!(self.0.is_empty(), "\n{}\n", self.0.join("\n"));
    }
}

/// Makes the root of the repository the current folder, because all paths here are relative to it.
fn enter_root() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    std::env::set_current_dir(root).expect("the root of the repository is a folder");
}

/// Returns the Rust files below some folders.
fn sources(folders: &[&str]) -> Vec<Source> {
    enter_root();
    let files = folders
        .iter()
        .flat_map(|folder| files::below(Path::new(folder)));
    // Files that Cargo has built for the packages below `tests` are not part of the repository.
    let is_ours = |path: &PathBuf| {
        path.extension().is_some_and(|it| it == "rs")
            && !path.iter().any(|folder| folder == "target")
    };
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a listed file can be read");
        Source::new(path, text)
    };
    files.filter(is_ours).map(read).collect()
}

#[test]
fn files_import_from_lower_floors() {
    let mut report = Report::default();
    for source in sources(&["src"]) {
        floors::check(&source, &mut report);
    }
    report.finish();
}

#[test]
fn the_table_for_contributors_has_all_parts() {
    enter_root();
    let path = Path::new("CONTRIBUTING.md");
    let text = std::fs::read_to_string(path).expect("it can be read");
    let mut report = Report::default();
    floors::check_table(path, &text, &mut report);
    report.finish();
}

#[test]
fn files_do_not_import_each_other_in_a_circle() {
    let mut report = Report::default();
    circles::check(&sources(&["src"]), &mut report);
    report.finish();
}

/// Programs distinguish diagnostics by their code. Constructors of an application's own diagnostics do not set a code.
#[test]
fn each_diagnostic_has_a_code() {
    let mut report = Report::default();
    let is_test = |path: &Path| path.iter().any(|it| it == "tests" || it == "tests.rs");
    let is_public = ["src/bin", "src/diagnostic", "src/validation.rs"];
    for source in sources(&["src"]) {
        if is_test(&source.path) || is_public.iter().any(|it| source.path.starts_with(it)) {
            continue;
        }
        let lines = source.text.lines().zip(1..);
        let code = lines.take_while(|(line, _)| !line.starts_with("#[cfg(test)]"));
        for (line, number) in code.filter(|(line, _)| !line.trim_start().starts_with("//")) {
            if line.contains("Diagnostic::error(") || line.contains("Diagnostic::warning(") {
                report.add(
                    &source.path,
                    number,
                    "make it with `Diagnostic::of` and a code",
                );
            }
        }
    }
    report.finish();
}

#[test]
fn each_file_is_a_module() {
    let mut report = Report::default();
    modules::check(&sources(&["src"]), &mut report);
    report.finish();
}

/// A file that is not declared as a module by another file is reported.
#[test]
fn a_file_that_is_not_a_module_is_reported() {
    let source = |path: &str, text: &str| Source::new(PathBuf::from(path), text.to_owned());
    let sources = [
        source("src/lib.rs", "mod a;"),
        source("src/a/mod.rs", "mod b; mod c {}"),
        source("src/a/b.rs", "mod d;"),
        source("src/a/b/d.rs", ""),
        source("src/a/c.rs", ""),
        source("src/d.rs", ""),
    ];
    let mut report = Report::default();
    modules::check(&sources, &mut report);
    let expected = ["src/a/c.rs", "src/d.rs"];
    assert_eq!(
        report.0,
        expected.map(|path| format!("{path}:1: no file declares this module"))
    );
}

/// Tests the checks: they must report each violation.
#[test]
fn files_that_break_the_style_are_reported() {
    let text = "use crate::{eval::Value, span::Span};\n\
                use super::super::de::Deserializer;\n\
                use lalrpop_util::ParseError;\n\
                pub fn f(a: u8, b: u8, c: u8, d: u8, e: bool) { a.unwrap(); }\n\
                #[cfg(test)] mod tests { use crate::eval::Value; fn f() { std::time::Instant::now(); } }\n";
    let source = Source::new(PathBuf::from("src/syntax/lexer.rs"), text.to_owned());
    let mut report = Report::default();
    floors::check(&source, &mut report);
    floors::check_hidden_crates(&source, &mut report);
    shape::check_functions(&source, &mut report);
    shape::check_header(&source, &mut report);
    shape::check_clocks(&source, &mut report);
    let wide = format!("//! ```\n//! {}\n//! ```\n", "a".repeat(86));
    let wide = Source::new(PathBuf::from("src/syntax/lexer.rs"), wide);
    shape::check_examples(&wide, &mut report);
    let words = "a ".repeat(59);
    let comments =
        format!("// {words}\n// | {words}\n// {words}\n//! ```\n//! {words}a\n//! ```\n");
    let comments = Source::new(PathBuf::from("src/syntax/lexer.rs"), comments);
    shape::check_comments(&comments, &mut report);
    let expected = [
        "1: syntax::lexer must not know eval::Value",
        "2: syntax::lexer must not know de::Deserializer",
        "3: only src/syntax/parser/mod.rs may name lalrpop_util",
        "4: f is public and has a parameter of type bool",
        "4: unwrap() outside of tests",
        "1: the file does not begin with a \"//!\" header",
        "5: Instant is for benchmarks: count steps, calls or bytes instead",
        "2: code in documentation has 86 columns, more than 85",
        "1: the comment has 121 columns, more than 120",
        "3: the comment has 121 columns, more than 120",
    ];
    assert_eq!(
        report.0,
        expected.map(|line| format!("src/syntax/lexer.rs:{line}"))
    );
}

/// A part in the table that is missing, on another floor or repeated is reported.
#[test]
fn a_table_with_mistakes_is_reported() {
    let text = "| floor | part |\n|---|---|\n| 0 | `span`, `value` |\n| 0 | `span` |\n";
    let mut report = Report::default();
    floors::check_table(Path::new("table.md"), text, &mut report);
    let found = report.0.join("\n");
    assert!(found.contains("table.md:3: \"value\" is not a part of floor 0"));
    assert!(found.contains("table.md:4: \"span\" is not a part of floor 0, or is repeated"));
    assert!(found.contains("the part \"syntax\" of floor 1 is not in the table"));
    assert!(!found.contains("the part \"span\""));
}

/// The export of a name is not an import, but the use of an exported name is one.
#[test]
fn circles_of_files_are_found() {
    let source = |path: &str, text: &str| Source::new(PathBuf::from(path), text.to_owned());
    let sources = [
        source(
            "src/a/mod.rs",
            "mod b; mod c; pub(crate) use b::B; pub(crate) use c::C; fn f(_: C) {}",
        ),
        source("src/a/b.rs", "use super::C; pub(crate) struct B(C);"),
        source(
            "src/a/c.rs",
            "pub(crate) struct C; impl C { fn g() { super::f(C) } }",
        ),
        source("src/d.rs", "use crate::a::B;"),
    ];
    assert_eq!(circles::circles(&sources), [["a", "a::c"]]);
}

#[test]
fn hidden_crates_are_used_in_one_place() {
    let mut report = Report::default();
    for source in sources(&["src"]) {
        floors::check_hidden_crates(&source, &mut report);
    }
    report.finish();
}

#[test]
fn files_and_functions_are_short() {
    let mut report = Report::default();
    for source in sources(&["src", "examples", "tests"]) {
        shape::check_length(&source, &mut report);
    }
    for source in sources(&["src", "examples"]) {
        shape::check_functions(&source, &mut report);
    }
    report.finish();
}

#[test]
fn no_time_is_measured() {
    let mut report = Report::default();
    for source in sources(&["src", "examples", "tests"]) {
        shape::check_clocks(&source, &mut report);
    }
    report.finish();
}

#[test]
fn files_have_headers() {
    let mut report = Report::default();
    for source in sources(&["src", "examples", "tests"]) {
        shape::check_header(&source, &mut report);
    }
    report.finish();
}

#[test]
fn code_in_documentation_is_narrow() {
    let mut report = Report::default();
    for source in sources(&["src"]) {
        shape::check_examples(&source, &mut report);
    }
    report.finish();
}

#[test]
fn comments_are_narrow() {
    let mut report = Report::default();
    for source in sources(&["src", "examples", "tests"]) {
        shape::check_comments(&source, &mut report);
    }
    report.finish();
}

#[test]
fn links_of_pages_are_not_broken() {
    enter_root();
    let mut report = Report::default();
    let root = std::fs::read_dir(".").expect("the root is a folder");
    for page in root.map(|it| it.expect("an entry can be read").path()) {
        if page.extension().is_some_and(|it| it == "md") {
            let text = std::fs::read_to_string(&page).expect("a page can be read");
            links::check(&page, &text, &mut report);
        }
    }
    report.finish();
}

/// Tests the check of links: it must report broken links only.
#[test]
fn broken_links_are_reported() {
    enter_root();
    let mut report = Report::default();
    let text = "# A heading, here\n[a](#a-heading-here) ![b](README.md)\n[c](https://c.invalid)\n\
                [d](#gone), [e](gone.md)\n";
    links::check(Path::new("page.md"), text, &mut report);
    assert_eq!(
        report.0,
        [
            "page.md:4: #gone does not exist",
            "page.md:4: gone.md does not exist"
        ]
    );
}

#[test]
fn sections_of_the_specification_have_cases() {
    enter_root();
    let mut report = Report::default();
    sections::check(&mut report);
    report.finish();
}

#[test]
fn expected_results_belong_to_cases() {
    enter_root();
    let mut report = Report::default();
    sections::check_expected(&mut report);
    report.finish();
}
