//! The command `hcldec`, by the sessions in `tests/cases/cli`.
//!
//! A session is a list of calls, each behind a `$`, with what they write to the standard output and to the standard
//! error output, and with the exit status if it is not 0. They run in the folder `files`. `UPDATE_EXPECT=1 cargo test
//! --features cli --test cli` writes the sessions anew.

use std::fmt::Write as _;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use expect_test::expect_file;

use crate::files;
use crate::words::words;

const CASES: &str = "tests/cases/cli";

fn hcldec() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hcldec"));
    command.current_dir(Path::new(CASES).join("files"));
    command.env_remove("COLUMNS");
    command
}

#[test]
fn sessions_are_reproduced() {
    for path in files::below(Path::new(CASES)) {
        if path.extension().is_some_and(|it| it == "session") {
            let session = std::fs::read_to_string(&path).unwrap();
            let calls = session.lines().filter(|line| line.starts_with("$ "));
            let text: String = calls.map(call).collect();
            let path = std::env::current_dir().unwrap().join(path);
            expect_file![path].assert_eq(&text);
        }
    }
}

/// Runs a call and returns its output.
fn call(line: &str) -> String {
    let words = words(
        line.strip_prefix("$ hcldec")
            .expect("only hcldec is called"),
    );
    let mut command = hcldec();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        if word == "<" {
            let name = words.next().expect("a file follows <");
            let input = File::open(Path::new(CASES).join("files").join(name)).unwrap();
            command.stdin(Stdio::from(input));
        } else {
            command.arg(word);
        }
    }
    let output = command.output().unwrap();
    let mut text = format!("{line}\n{}{}", stdout(&output), stderr(&output));
    match output.status.code() {
        Some(0) => {}
        code => {
            let _ = writeln!(text, "exit status {}", code.unwrap_or(-1));
        }
    }
    text.push('\n');
    text
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Creates a folder for the files of a test.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn the_output_can_be_a_file() {
    let place = scratch("output").join("value.json");
    let out = place.display().to_string();
    let args = ["-s", "service.hcldec", "web.conf", "--out", &out];
    let output = hcldec().args(args).output().unwrap();
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty());
    let written = std::fs::read_to_string(&place).unwrap();
    assert_eq!(
        written,
        "{\"listener\":{\"http\":80,\"https\":443},\"name\":\"web-eu\"}\n"
    );

    // Nothing is written if there is an error.
    std::fs::remove_file(&place).unwrap();
    let args = ["-s", "service.hcldec", "wrong.conf", "-o", &out];
    let output = hcldec().args(args).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(!place.exists());
}

#[test]
fn input_and_output_errors_are_reported() {
    let check = |args: &[&str], code: i32, words: &str| {
        let output = hcldec().args(args).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{args:?}");
        let text = stderr(&output);
        assert!(text.contains(words), "{args:?}: {text}");
        assert!(output.stdout.is_empty());
    };
    let folder = scratch("folder").display().to_string();
    check(
        &["-s", "none.hcldec", "web.conf"],
        2,
        "\"none.hcldec\" could not be read",
    );
    check(
        &["-s", "service.hcldec", "none.conf"],
        2,
        "\"none.conf\" could not be read",
    );
    check(&["-s", "service.hcldec", &folder], 2, "could not be read");
    check(
        &["-s", "service.hcldec", "web.conf", "-V", "none.json"],
        2,
        "could not be read",
    );
    check(
        &["-s", "service.hcldec", "web.conf", "-V", "zone=eu"],
        2,
        "--vars takes a file of variables, or a JSON object such as '{\"zone\": \"eu\"}'.",
    );
    check(
        &["-s", "service.hcldec", "web.conf", "-o", &folder],
        1,
        "cannot write",
    );
    let bytes = scratch("bytes").join("latin1.conf");
    std::fs::write(&bytes, b"name = \"caf\xe9\"\n").unwrap();
    let bytes = bytes.display().to_string();
    check(
        &["-s", "service.hcldec", &bytes],
        2,
        "not valid UTF-8 at byte 11",
    );
    check(&["-s", "service.hcldec", &bytes], 2, "latin1.conf:1:12");
}

#[test]
fn the_version_is_that_of_the_package() {
    let output = hcldec().arg("--version").output().unwrap();
    assert!(output.status.success());
    assert_eq!(
        stdout(&output),
        format!("hcldec {}\n", env!("CARGO_PKG_VERSION"))
    );
}
