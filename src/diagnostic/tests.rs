//! Whole rendered reports.

#![allow(
    clippy::needless_raw_string_hashes,
    reason = "expect-test writes the literals"
)]

use expect_test::{Expect, expect};

use super::{Diagnostic, RenderStyle};
use crate::path::PathStep;
use crate::source::{Origins, Source};
use crate::span::Span;

fn to_u32(byte: usize) -> u32 {
    u32::try_from(byte).unwrap()
}

fn diagnostic(text: &str, subject: &str) -> Diagnostic {
    let start = text.find(subject).unwrap();
    let span = Span::new(to_u32(start), to_u32(start + subject.len()));
    Diagnostic::error("Invalid expression", "Write an expression here.")
        .at(span)
        .with_source(Source::new(text).with_name("app.hcl"))
}

fn span(text: &str, part: &str) -> Span {
    diagnostic(text, part).subject().unwrap()
}

#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "so that cases read well")]
fn check(diagnostic: Diagnostic, expected: Expect) {
    expected.assert_eq(&format!("{diagnostic}\n"));
}

/// A long path is cut like a line of an excerpt: the report shows its beginning and its end.
#[test]
fn long_paths_are_cut() {
    for key in ["k".repeat(1_000), "\u{e9}".repeat(1_000)] {
        let path = crate::Path::from(["start", &key, "end"]);
        let report = Diagnostic::error("Odd value", "")
            .with_path(path)
            .to_string();
        let line = report.lines().last().unwrap();
        assert!(line.chars().count() < 140, "{line}");
        assert!(line.contains("start") && line.contains("...") && line.ends_with("end"));
    }
}

#[test]
fn one_line() {
    check(
        diagnostic("a = 1\nb = f(...)\nc = 2\n", "..."),
        expect![[r#"
        error: Invalid expression
         --> app.hcl:2:7
          |
        2 | b = f(...)
          |       ^^^
          |
          = note: Write an expression here.
    "#]],
    );
}

#[test]
fn several_lines() {
    let text = "service {\n  tags = [\n    1,\n    2,\n  ]\n}\n";
    check(
        diagnostic(text, "[\n    1,\n    2,\n  ]"),
        expect![[r#"
        error: Invalid expression
         --> app.hcl:2:10
          |
        2 |     tags = [
          |  __________^
        3 | |     1,
        4 | |     2,
        5 | |   ]
          | |___^
          |
          = note: Write an expression here.
    "#]],
    );
}

#[test]
fn many_lines() {
    let text = format!("a = [\n{}]\n", "  1,\n".repeat(30));
    let list = &text[4..text.len() - 1];
    check(
        diagnostic(&text, list),
        expect![[r#"
        error: Invalid expression
          --> app.hcl:1:5
           |
         1 |   a = [
           |  _____^
         2 | |   1,
         3 | |   1,
         4 | |   1,
        ...  |
        31 | |   1,
        32 | | ]
           | |_^
           |
           = note: Write an expression here.
    "#]],
    );
    let text = format!("a = [\n{}]\n", "  1,\n".repeat(3000));
    let list = &text[4..text.len() - 1];
    check(
        diagnostic(&text, list),
        expect![[r#"
        error: Invalid expression
         --> app.hcl:1:5
          |
        1 | a = [
          |     ^
          |
          = note: Write an expression here.
    "#]],
    );
}

#[test]
fn a_newline() {
    let text = "a =\nb = 2\n";
    let subject = Span::new(3, 4);
    check(
        diagnostic(text, "a").at(subject),
        expect![[r#"
        error: Invalid expression
         --> app.hcl:1:4
          |
        1 | a =
          |    ^
          |
          = note: Write an expression here.
    "#]],
    );
    let text = "a = \"x\r\nb = 2\n";
    let subject = Span::new(6, 8);
    check(
        diagnostic(text, "a").at(subject),
        expect![[r#"
        error: Invalid expression
         --> app.hcl:1:7
          |
        1 | a = "x
          |       ^
          |
          = note: Write an expression here.
    "#]],
    );
}

#[test]
fn the_end_of_the_file() {
    let text = "a {\n  b = 1\n";
    let end = Span::new(to_u32(text.len()), to_u32(text.len()));
    let open = span(text, "{");
    let at_end = diagnostic(text, "a").at(end);
    check(
        at_end.clone(),
        expect![[r#"
        error: Invalid expression
         --> app.hcl:3:1
          |
        3 |
          | ^
          |
          = note: Write an expression here.
    "#]],
    );
    check(
        at_end.with_context(open),
        expect![[r#"
        error: Invalid expression
         --> app.hcl:3:1
          |
        1 | a {
          |   -
        2 |   b = 1
        3 |
          | ^
          |
          = note: Write an expression here.
    "#]],
    );
    check(
        diagnostic("a = ", "").at(Span::new(4, 4)),
        expect![[r#"
        error: Invalid expression
         --> app.hcl:1:5
          |
        1 | a =
          |     ^
          |
          = note: Write an expression here.
    "#]],
    );
    check(
        diagnostic("", "").at(Span::new(7, 9)),
        expect![[r#"
        error: Invalid expression
         --> app.hcl:1:1
          |
        1 |
          | ^
          |
          = note: Write an expression here.
    "#]],
    );
}

#[test]
fn the_tenth_line() {
    let text = "\n".repeat(9);
    check(
        diagnostic(&text, "").at(Span::new(9, 9)),
        expect![[r#"
        error: Invalid expression
          --> app.hcl:10:1
           |
        10 |
           | ^
           |
           = note: Write an expression here.
    "#]],
    );
}

#[test]
fn wide_characters() {
    check(
        diagnostic("名 = \"日本\u{1f1ef}\u{1f1f5}\" ! \u{1f980}\n", "!"),
        expect![[r#"
            error: Invalid expression
             --> app.hcl:1:11
              |
            1 | 名 = "日本🇯🇵" ! 🦀
              |               ^
              |
              = note: Write an expression here.
        "#]],
    );
    check(
        diagnostic(
            "a = \"\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\" ? 1\n",
            "?",
        ),
        expect![[r#"
            error: Invalid expression
             --> app.hcl:1:9
              |
            1 | a = "👨👩👧" ? 1
              |              ^
              |
              = note: Write an expression here.
        "#]],
    );
}

#[test]
fn blanks_and_control_characters() {
    check(
        diagnostic("\ta\t=\t$\n", "$"),
        expect![[r#"
        error: Invalid expression
         --> app.hcl:1:6
          |
        1 |     a    =    $
          |               ^
          |
          = note: Write an expression here.
    "#]],
    );
    check(
        diagnostic("a\0 = \u{1b}[31m\"\r\u{9b}2J\u{202e}\" $\n", "$"),
        expect![[r#"
            error: Invalid expression
             --> app.hcl:1:19
              |
            1 | a␀ = ␛[31m"␍�2J�" $
              |                   ^
              |
              = note: Write an expression here.
        "#]],
    );
    check(
        diagnostic("\u{feff}a = 1\n", "\u{feff}"),
        expect![[r#"
        error: Invalid expression
         --> app.hcl:1:1
          |
        1 | �a = 1
          | ^
          |
          = note: Write an expression here.
    "#]],
    );
    check(
        diagnostic("a\u{a0}= 1\n", "\u{a0}"),
        expect![[r#"
        error: Invalid expression
         --> app.hcl:1:2
          |
        1 | a = 1
          |  ^
          |
          = note: Write an expression here.
    "#]],
    );
}

#[test]
fn hostile_words() {
    let hostile = Diagnostic::error("Bad\n\u{1}name", "It is \"\u{1b}]0;\u{7}\".\nSee there.")
        .at(Span::new(0, 1))
        .with_source(Source::new("a").with_name("x\n\u{1}\u{1b}[2J"));
    check(
        hostile,
        expect![[r#"
        error: Bad ␁name
         --> x ␁␛[2J:1:1
          |
        1 | a
          | ^
          |
          = note: It is "␛]0;␇".
                  See there.
    "#]],
    );
}

#[test]
fn long_lines() {
    let numbers = "1, ".repeat(200_000);
    let text = format!("a = [{numbers}$, {numbers}]\nb = 2\n");
    check(
        diagnostic(&text, "$"),
        expect![[r#"
        error: Invalid expression
         --> app.hcl:1:600006
          |
        1 | ... 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, $, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,...
          |                                            ^
          |
          = note: Write an expression here.
    "#]],
    );
    check(
        diagnostic(&text, "$").with_context(span(&text, "b")),
        expect![[r#"
        error: Invalid expression
         --> app.hcl:1:600006
          |
        1 | ... 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, $, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,...
          |                                            ^
        2 | b = 2
          | -
          |
          = note: Write an expression here.
    "#]],
    );
    check(
        diagnostic(&text, "a"),
        expect![[r#"
        error: Invalid expression
         --> app.hcl:1:1
          |
        1 | a = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1...
          | ^
          |
          = note: Write an expression here.
    "#]],
    );
    check(
        diagnostic(&text, &text[4..text.len() - 7]),
        expect![[r#"
        error: Invalid expression
         --> app.hcl:1:5
          |
        1 | a = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1...
          |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          |
          = note: Write an expression here.
    "#]],
    );
}

#[test]
fn context() {
    let text = "service \"web\" {\n  port = 80\n  # a\n  # b\n  prot = 8080\n}\n";
    let block = Span::new(0, to_u32(text.len() - 1));
    let subject = diagnostic(text, "prot");
    check(
        subject.clone().with_context(block),
        expect![[r#"
        error: Invalid expression
         --> app.hcl:5:3
          |
        1 | service "web" {
          | ---------------
        ...
        5 |   prot = 8080
          |   ^^^^
          |
          = note: Write an expression here.
    "#]],
    );
    check(
        subject.clone().with_context(span(text, "port")),
        expect![[r#"
        error: Invalid expression
         --> app.hcl:5:3
          |
        2 |   port = 80
          |   ----
        ...
        5 |   prot = 8080
          |   ^^^^
          |
          = note: Write an expression here.
    "#]],
    );
    check(
        subject.clone().with_context(span(text, "prot = 8080")),
        expect![[r#"
        error: Invalid expression
         --> app.hcl:5:3
          |
        5 |   prot = 8080
          |   ^^^^
          |
          = note: Write an expression here.
    "#]],
    );
    check(
        subject.with_context(span(text, "8080")),
        expect![[r#"
        error: Invalid expression
         --> app.hcl:5:3
          |
        5 |   prot = 8080
          |   ^^^^   ----
          |
          = note: Write an expression here.
    "#]],
    );
}

#[test]
fn context_far_away() {
    let text = format!("a {{\n{}}}\nb\n", "  c = 1\n".repeat(2000));
    let subject = diagnostic(&text, "b");
    check(
        subject.with_context(span(&text, "a {")),
        expect![[r#"
        error: Invalid expression
            --> app.hcl:2003:1
             |
        2003 | b
             | ^
             |
            ::: app.hcl:1:1
             |
           1 | a {
             | ---
             |
             = note: Write an expression here.
    "#]],
    );
}

#[test]
fn without_a_source_or_subject() {
    let mut diagnostic = Diagnostic::warning("Odd value", "It is odd.\nMake it even.");
    check(
        diagnostic.clone(),
        expect![[r#"
        warning: Odd value
          It is odd.
          Make it even.
    "#]],
    );
    diagnostic.prepend_step(PathStep::Attribute("port".into()));
    diagnostic.prepend_step(PathStep::Key("web".into()));
    diagnostic.prepend_step(PathStep::Attribute("service".into()));
    check(
        diagnostic.clone(),
        expect![[r#"
        warning: Odd value
          It is odd.
          Make it even.
          path: service["web"].port
    "#]],
    );
    let unnamed = diagnostic.clone().with_source(Source::new("a = 1\n"));
    check(
        unnamed.clone(),
        expect![[r#"
        warning: Odd value
          It is odd.
          Make it even.
          path: service["web"].port
    "#]],
    );
    check(
        unnamed.at(Span::new(4, 5)),
        expect![[r#"
        warning: Odd value
         --> line 1, column 5
          |
        1 | a = 1
          |     ^
          |
          = note: It is odd.
                  Make it even.
          = path: service["web"].port
    "#]],
    );
    let named = Source::new("a = 1\n").with_name("app.hcl");
    check(
        diagnostic.with_source(named),
        expect![[r#"
        warning: Odd value
        --> app.hcl
         = note: It is odd.
                 Make it even.
         = path: service["web"].port
    "#]],
    );
    check(
        Diagnostic::error("Odd value", ""),
        expect![[r#"
        error: Odd value
    "#]],
    );
}

#[test]
fn colours() {
    let text = diagnostic("a = $\n", "$").render(RenderStyle::Ansi);
    expect![[r#"
        ^[1m^[91merror^[0m^[1m: Invalid expression^[0m
         ^[1m^[94m--> ^[0mapp.hcl:1:5
          ^[1m^[94m|^[0m
        ^[1m^[94m1^[0m ^[1m^[94m|^[0m a = $
          ^[1m^[94m|^[0m     ^[1m^[91m^^[0m
          ^[1m^[94m|^[0m
          ^[1m^[94m= ^[0m^[1mnote^[0m: Write an expression here."#]]
    .assert_eq(&text.replace('\u{1b}', "^"));
}

#[test]
fn large_sources() {
    let text = "name = \"välue\"\n".repeat(500_000);
    let subject = Span::new(to_u32(text.len() - 3), to_u32(text.len()));
    let whole = Span::new(0, to_u32(text.len()));
    let diagnostic = diagnostic(&text, "name").with_context(whole);
    assert!(diagnostic.clone().at(subject).to_string().len() < 1000);
    assert!(diagnostic.at(whole).to_string().len() < 1000);
}

#[test]
fn no_span_panics() {
    let text = "é\r\n\t\u{1f980}\0\n\n\"e\u{301}\r";
    for start in 0..=to_u32(text.len() + 2) {
        for end in start..=to_u32(text.len() + 2) {
            let diagnostic = diagnostic(text, "").at(Span::new(start, end));
            diagnostic.to_string();
            diagnostic.with_context(Span::new(end / 2, end)).to_string();
        }
    }
}

/// A text that was made from another one: its last part is farther from the start than in the original.
#[test]
fn no_span_of_a_made_text_panics() {
    let original = Source::new("a = 1 + 1\nb = c\n");
    let mut origins = Origins::default();
    origins.push(0, &original, Span::new(0, 4), true);
    origins.push(4, &original, Span::new(4, 9), false);
    origins.push(5, &original, Span::new(9, 16), true);
    let made = Source::made_of("a = 2\nb = c\n".to_owned(), origins);
    for byte in [0, 4, 5, 12, u32::MAX - 1, u32::MAX] {
        let (span, _) = made.origin(Span::new(byte, u32::MAX));
        assert_eq!(span.end(), 16);
        Diagnostic::error("Invalid expression", "")
            .at(Span::new(byte, byte))
            .with_source(made.clone())
            .to_string();
    }
}

/// The name of a file cannot add rows to a report.
#[test]
fn names_of_sources_are_on_one_line() {
    let source = Source::new("a = 1").with_name("x\ny\tz.hcl");
    let diagnostic = Diagnostic::error("Invalid file", "Detail.").with_source(source);
    check(
        diagnostic.clone(),
        expect![[r#"
        error: Invalid file
        --> x y z.hcl
         = note: Detail.
    "#]],
    );
    check(
        diagnostic.at(Span::new(0, 1)),
        expect![[r#"
        error: Invalid file
         --> x y z.hcl:1:1
          |
        1 | a = 1
          | ^
          |
          = note: Detail.
    "#]],
    );
}
