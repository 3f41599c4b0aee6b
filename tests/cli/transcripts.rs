//! The command `hcl`, by transcripts: the files, the calls with what they write, and the files that they change.
//!
//! A transcript begins with its files, each below a line `-- name --`. Then come the calls, behind a `$`; they may be
//! joined by `|`, and `< name` gives a file as the standard input. Below a call stand what it writes to the standard
//! output, what it writes to the standard error output, behind `2>`, and the exit status if it is not 0. Below a line
//! `-- name --` stands what a file is afterwards if the call has changed it. The calls of a transcript run one after
//! the other in a folder of their own. `UPDATE_EXPECT=1 cargo test --features cli --test cli` writes the transcripts
//! anew.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use expect_test::expect_file;

use crate::files;
use crate::words::words;

const CASES: &str = "tests/cases/cli/hcl";

#[test]
fn transcripts_are_reproduced() {
    for path in files::below(Path::new(CASES)) {
        let transcript = fs::read_to_string(&path).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = run(&name, &transcript);
        let path = std::env::current_dir().unwrap().join(path);
        expect_file![path].assert_eq(&text);
    }
}

/// Runs the calls of a transcript and returns the new transcript.
fn run(name: &str, transcript: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("transcripts")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let calls = transcript.find("\n$ ").expect("there is a call") + 1;
    let (head, calls) = transcript.split_at(calls);
    make_files(&folder, head);
    let mut text = head.to_owned();
    let mut files = read_files(&folder);
    for line in calls.lines().filter(|line| line.starts_with("$ ")) {
        let _ = writeln!(text, "{line}");
        let output = call(&folder, line);
        text.push_str(&with_newline(String::from_utf8(output.stdout).unwrap()));
        for line in String::from_utf8(output.stderr).unwrap().lines() {
            let _ = writeln!(text, "{}", format!("2> {line}").trim_end());
        }
        if !output.status.success() {
            let _ = writeln!(text, "exit status {}", output.status.code().unwrap_or(-1));
        }
        let after = read_files(&folder);
        for (name, content) in &after {
            if files.get(name) != Some(content) {
                let _ = write!(text, "-- {name} --\n{}", with_newline(content.clone()));
            }
        }
        for name in files.keys().filter(|name| !after.contains_key(*name)) {
            let _ = writeln!(text, "-- {name} is gone --");
        }
        files = after;
        text.push('\n');
    }
    text
}

/// Adds a remark to a text that does not end with a newline.
fn with_newline(mut text: String) -> String {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push_str("\n(no newline at the end)\n");
    }
    text
}

/// Writes the files at the beginning of a transcript. The text before the first file is a description.
fn make_files(folder: &Path, head: &str) {
    let mut file: Option<(PathBuf, String)> = None;
    let mut files = Vec::new();
    for line in head.split_inclusive('\n') {
        let name = line.trim_end().strip_prefix("-- ");
        if let Some(name) = name.and_then(|it| it.strip_suffix(" --")) {
            files.extend(file.replace((folder.join(name), String::new())));
        } else if let Some((_, content)) = &mut file {
            content.push_str(line);
        }
    }
    for (path, content) in files.into_iter().chain(file) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        // The blank line after a file separates it from the next file or from the first call.
        fs::write(path, content.strip_suffix('\n').unwrap_or(&content)).unwrap();
    }
}

/// Returns the contents of all files in a folder, by name.
fn read_files(folder: &Path) -> BTreeMap<String, String> {
    let files = files::below(folder).into_iter();
    let read = |path: PathBuf| {
        let name = path.strip_prefix(folder).unwrap().display().to_string();
        (name, fs::read_to_string(path).unwrap())
    };
    files.map(read).collect()
}

/// Runs the calls of a line. Each call gets the output of the previous one as its input. The error outputs are joined.
fn call(folder: &Path, line: &str) -> Output {
    let mut input = Vec::new();
    let mut errors = Vec::new();
    let mut last = None;
    let line = line.strip_prefix("$ ").unwrap();
    for call in line.split(" | ") {
        let mut words = words(call).into_iter();
        assert_eq!(words.next().as_deref(), Some("hcl"), "only hcl is called");
        let mut command = Command::new(env!("CARGO_BIN_EXE_hcl"));
        command.current_dir(folder).env_remove("COLUMNS");
        while let Some(word) = words.next() {
            if word == "<" {
                input = fs::read(folder.join(words.next().expect("a file follows <"))).unwrap();
            } else {
                command.arg(word);
            }
        }
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // The command may end before it has read its input.
        let _ = child.stdin.take().unwrap().write_all(&input);
        let output = child.wait_with_output().unwrap();
        input.clone_from(&output.stdout);
        errors.extend_from_slice(&output.stderr);
        last = Some(output);
    }
    let stderr = errors;
    Output {
        stderr,
        ..last.expect("there is a call")
    }
}

#[test]
fn the_man_page_is_current() {
    let output = Command::new(env!("CARGO_BIN_EXE_hcl"))
        .arg("man")
        .output()
        .unwrap();
    assert!(output.status.success());
    let page = std::env::current_dir().unwrap().join("src/bin/hcl/hcl.1");
    expect_file![page].assert_eq(&String::from_utf8(output.stdout).unwrap());
}

#[test]
fn completions_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = Command::new(env!("CARGO_BIN_EXE_hcl"))
            .args(["completions", shell])
            .output()
            .unwrap();
        assert!(output.status.success());
        let text = String::from_utf8(output.stdout).unwrap();
        for command in ["fmt", "rename", "--in-place"] {
            assert!(
                text.contains(command.trim_start_matches('-')),
                "{shell} {command}"
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn links_and_permissions_are_kept() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("links");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let (file, link) = (folder.join("main.hcl"), folder.join("link.hcl"));
    fs::write(&file, "a=1\n").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("main.hcl", &link).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_hcl"))
        .arg("fmt")
        .arg(&link)
        .output()
        .unwrap();
    assert!(output.status.success());
    assert_eq!(fs::read_to_string(&file).unwrap(), "a = 1\n");
    assert!(
        fs::symlink_metadata(&link)
            .unwrap()
            .file_type()
            .is_symlink()
    );
    assert_eq!(
        fs::metadata(&file).unwrap().permissions().mode() & 0o777,
        0o640
    );
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_replaced() {
    use std::os::unix::fs::symlink;

    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("irregular");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let check = |args: &[&str], input: &str, message: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hcl"));
        command.args(args).current_dir(&folder);
        command.stdin(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(message), "{args:?}: {error}");
    };
    let is_link = |name: &str| {
        let metadata = fs::symlink_metadata(folder.join(name)).unwrap();
        metadata.file_type().is_symlink()
    };
    // A link to the pipe that is the standard input.
    symlink("/dev/fd/0", folder.join("pipe.hcl")).unwrap();
    check(&["fmt", "pipe.hcl"], "a=1\n", "it is not a regular file");
    assert!(is_link("pipe.hcl"));

    symlink("none.hcl", folder.join("link.hcl")).unwrap();
    fs::write(folder.join("main.hcl"), "a = 1\n").unwrap();
    let message = "it is a link to a file that does not exist";
    check(&["mv", "-i", "a", "link.hcl:", "main.hcl"], "", message);
    assert!(is_link("link.hcl"));
    let unchanged = fs::read_to_string(folder.join("main.hcl")).unwrap();
    assert_eq!(unchanged, "a = 1\n");
}

#[test]
fn there_is_one_set_of_exit_statuses() {
    let help = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hcl"));
        let output = command.args(args).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(help(&["--help"]).contains("Exit status:"));
    assert!(!help(&["decode", "--help"]).contains("Exit status:"));
}

#[test]
fn errors_do_not_end_the_prompt() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hcl"));
    command.args(["eval", "--json"]).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let input = b"1\n\"caf\xe9\"\n1/0\nx\n\n2\n";
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let values = String::from_utf8(output.stdout).unwrap();
    assert_eq!(values, "1\n  : number\n2\n  : number\n");
    let errors = String::from_utf8(output.stderr).unwrap();
    let errors: Vec<&str> = errors
        .lines()
        .filter(|line| line.starts_with("error: "))
        .collect();
    let expected = [
        "error: Invalid UTF-8",
        "error: Value not representable in JSON",
        "error: Variables not allowed",
    ];
    assert_eq!(errors, expected);
}

/// A path that is longer than the system allows cannot be read, whatever the permissions are.
#[cfg(target_os = "linux")]
#[test]
fn folders_that_cannot_be_read_are_reported() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("unreadable");
    let _ = fs::remove_dir_all(&folder);
    let name = "d".repeat(250);
    let nested = |count| std::iter::repeat_n(&name, count).collect::<PathBuf>();
    fs::create_dir_all(folder.join("main").join(nested(10))).unwrap();
    fs::create_dir_all(folder.join("deep").join(nested(10))).unwrap();
    let place = folder.join("main").join(nested(10)).join("deep");
    fs::rename(folder.join("deep"), place).unwrap();
    fs::write(folder.join("main/a.hcl"), "a = 1\n").unwrap();
    fs::write(folder.join("main/z.hcl"), "z = 1\n").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_hcl"))
        .args(["ls", "-r", "main"])
        .current_dir(&folder)
        .output()
        .unwrap();
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!(output.status.code(), Some(2));
    let listed = String::from_utf8(output.stdout).unwrap();
    let expected = "a\tattribute\tmain/a.hcl:1:1\nz\tattribute\tmain/z.hcl:1:1\n";
    assert_eq!(listed, expected);
    let error = String::from_utf8(output.stderr).unwrap();
    let expected = format!("error: Failed to read directory\n  \"main/{name}/{name}");
    assert!(error.starts_with(&expected), "{error}");
    assert_eq!(error.matches("error: ").count(), 1);
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let text = "a = 1\n".replace('a', &"a".repeat(1 << 20));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pipe");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("main.hcl"), text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_hcl"));
    command.args(["ls", "main.hcl"]).current_dir(&folder);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
}
