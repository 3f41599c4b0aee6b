//! Examples in configurations to start from: what is absent, and the comments for it.

use std::collections::BTreeMap;

use expect_test::{Expect, expect};
use hcl::StarterFile;
use serde_derive::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
#[serde(default)]
struct Config {
    log: Log,
    store: Store,
    tags: Vec<String>,
    env: BTreeMap<String, String>,
    server: BTreeMap<String, Log>,
    #[serde(with = "hcl::attribute")]
    limits: Log,
    mode: Mode,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
#[serde(default)]
struct Log {
    level: u8,
    file: Option<String>,
    rotation: Rotation,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
#[serde(default)]
struct Rotation {
    keep: u8,
    size: Option<u32>,
    hooks: Vec<String>,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
enum Store {
    #[default]
    Memory,
    Disk {
        path: String,
    },
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
enum Mode {
    #[default]
    Plain,
    Every(u8),
}

fn text(text: &str) -> String {
    text.to_owned()
}

fn log() -> Log {
    Log {
        level: 1,
        file: Some(text("f")),
        rotation: Rotation {
            keep: 2,
            size: Some(3),
            hooks: vec![text("h")],
        },
    }
}

fn examples() -> Config {
    Config {
        log: log(),
        store: Store::Disk { path: text("/srv") },
        tags: vec![text("edge")],
        env: BTreeMap::from([(text("A"), text("b"))]),
        server: BTreeMap::from([(text("a"), log()), (text("b"), log())]),
        limits: log(),
        mode: Mode::Every(5),
    }
}

/// Paths into the examples.
const PATHS: [&str; 10] = [
    "log.file",
    "log.rotation.size",
    "log.rotation.hooks",
    "store.path",
    "tags",
    "env.A",
    "server.a.rotation.size",
    "server[\"b\"].file",
    "limits.rotation.size",
    "mode.Every",
];

#[track_caller]
fn check(file: &StarterFile, value: &Config, expected: &Expect) {
    let text = file
        .to_string(value)
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(
        &hcl::from_str::<Config>(&text).expect("it can be read"),
        value
    );
    assert_eq!(hcl::format(&text), text);
    expected.assert_eq(&text);
}

#[test]
#[expect(clippy::too_many_lines, reason = "most of it is the expected text")]
fn examples_are_shown_in_what_is_commented_out() {
    let mut file = StarterFile::new()
        .with_defaults(&Config::default())
        .with_examples(&examples());
    for path in PATHS {
        file = file.with_comment(path, path);
    }
    check(
        &file,
        &Config::default(),
        &expect![[r##"
        # log {
        #   level = 0
        #
        #   # log.file
        #   file = "f"
        #
        #   rotation {
        #     keep = 0
        #
        #     # log.rotation.size
        #     size = 3
        #
        #     # log.rotation.hooks
        #     hooks = ["h"]
        #   }
        # }

        # store = "Memory"

        # store "Disk" {
        #   # store.path
        #   path = "/srv"
        # }

        # tags
        # tags = ["edge"]
        # env = {
        #   # env.A
        #   A = "b"
        # }

        # server "a" {
        #   level = 1
        #   file  = "f"
        #
        #   rotation {
        #     keep = 2
        #
        #     # server.a.rotation.size
        #     size  = 3
        #     hooks = ["h"]
        #   }
        # }

        # server "b" {
        #   level = 1
        #
        #   # server["b"].file
        #   file = "f"
        #
        #   rotation {
        #     keep  = 2
        #     size  = 3
        #     hooks = ["h"]
        #   }
        # }

        # limits = {
        #   level = 0
        #   file  = null
        #   rotation = {
        #     keep = 0
        #     # limits.rotation.size
        #     size  = null
        #     hooks = []
        #   }
        # }
        # limits = {
        #   level = 1
        #   file  = "f"
        #   rotation = {
        #     keep  = 2
        #     size  = 3
        #     hooks = ["h"]
        #   }
        # }
        # mode = "Plain"
        # mode = {
        #   # mode.Every
        #   Every = 5
        # }
    "##]],
    );
}

/// Written values are kept, and only the settings that the examples have in addition are shown as comments.
#[test]
#[expect(clippy::too_many_lines, reason = "most of it is the expected text")]
fn examples_are_shown_beside_written_values() {
    let mut file = StarterFile::new().with_examples(&examples());
    for path in PATHS {
        file = file.with_comment(path, path);
    }
    let mut value = Config::default();
    for label in ["a", "b", "c"] {
        value.server.insert(text(label), Log::default());
    }
    check(
        &file,
        &value,
        &expect![[r#"
        log {
          level = 0

          # log.file
          # file = "f"

          rotation {
            keep = 0

            # log.rotation.size
            # size = 3

            # log.rotation.hooks
            hooks = []

            # hooks = ["h"]
          }
        }

        store = "Memory"

        # store "Disk" {
        #   # store.path
        #   path = "/srv"
        # }

        # tags
        tags = []

        # tags = ["edge"]

        env = {}

        # env = {
        #   # env.A
        #   A = "b"
        # }

        server "a" {
          level = 0

          # file = "f"

          rotation {
            keep = 0

            # server.a.rotation.size
            # size = 3

            hooks = []

            # hooks = ["h"]
          }
        }

        server "b" {
          level = 0

          # server["b"].file
          # file = "f"

          rotation {
            keep = 0

            # size = 3

            hooks = []

            # hooks = ["h"]
          }
        }

        server "c" {
          level = 0

          rotation {
            keep  = 0
            hooks = []
          }
        }

        limits = {
          level = 0
          file  = null
          rotation = {
            keep = 0
            # limits.rotation.size
            size  = null
            hooks = []
          }
        }

        # limits = {
        #   level = 1
        #   file  = "f"
        #   rotation = {
        #     keep  = 2
        #     size  = 3
        #     hooks = ["h"]
        #   }
        # }

        mode = "Plain"

        # mode = {
        #   # mode.Every
        #   Every = 5
        # }
    "#]],
    );
    // If all settings of the examples are written, no comments are shown.
    let whole = StarterFile::new().with_examples(&examples());
    let text = whole.to_string(&examples()).expect("it can be written");
    assert_eq!(
        text,
        hcl::to_string(&examples()).expect("it can be written")
    );
}

/// If the examples have a unit variant or an empty list, only the variant is shown.
#[test]
fn examples_with_less_show_variants_alone() {
    let file = StarterFile::new().with_examples(&Config::default());
    let text = file.to_string(&examples()).expect("it can be written");
    let shown: Vec<&str> = text.lines().filter(|line| line.contains('#')).collect();
    assert_eq!(shown, ["# store = \"Memory\"", "# mode = \"Plain\""]);
}

/// A path of steps names the same setting as the text of that path. A step may also be a label.
#[test]
fn paths_of_steps() {
    let value = Config {
        server: BTreeMap::from([(text("file"), log()), (text("a b"), log())]),
        ..Config::default()
    };
    let label = text("a b");
    let comments = |file: StarterFile| {
        let text = file
            .to_string(&value)
            .unwrap_or_else(|error| panic!("{error}"));
        let lines: Vec<&str> = text.lines().collect();
        let at = lines.iter().position(|line| line.contains("# about"));
        let at = at.expect("it is there");
        let block = lines[..=at].iter().rfind(|line| line.starts_with("server"));
        format!("{} {}", block.unwrap_or(&""), lines[at + 1].trim())
    };
    let with = |path: &str| comments(StarterFile::new().with_comment(path, "about"));
    let file = r#"server "a b" { file = "f""#;
    let by_name = StarterFile::new().with_comment(["server", &label, "file"], "about");
    assert_eq!(comments(by_name), file);
    assert_eq!(with(r#"server["a b"].file"#), file);
    // A name in a path is looked up as a setting first, and then as a label.
    assert_eq!(with("server.file"), file);
    assert_eq!(with("server.file.level"), r#"server "file" { level = 1"#);
    assert_eq!(
        with(r#"server["file"]"#),
        r#"server "a b" { server "file" {"#
    );
}

/// All wrong paths are reported together. If a text is not a path, the report suggests a path.
#[test]
fn wrong_paths_are_reported_together() {
    let file = StarterFile::new()
        .with_comment("server[a].level", "")
        .with_comment("lgo", "")
        .with_comment("two words", "")
        .with_comment("log", "");
    let reports = |file: &StarterFile| {
        let error = file
            .to_string(&Config::default())
            .expect_err("they are wrong");
        format!("{error:#}")
    };
    expect![[r#"
        error: Invalid path
          "server[a].level" is not a path: names separated by dots, and indices and keys in brackets, as in `name.name[0]["key"]`. Did you mean `server["a"].level`?

        error: Invalid path
          "two words" is not a path: names separated by dots, and indices and keys in brackets, as in `name.name[0]["key"]`. Did you mean `["two words"]`?

        error: Comment without a place
          The path "lgo" of a comment names nothing that is shown. There is no attribute or block named "lgo" here. Did you mean "log"? An absent setting is shown if the examples have it, in the first block with its labels."#]].assert_eq(&reports(&file));
    let unchecked = file.without_path_check();
    assert_eq!(
        reports(&unchecked).matches("error: Invalid path").count(),
        2
    );
    assert!(!reports(&unchecked).contains("lgo"));
}

/// An empty text is not a comment and adds no line.
#[test]
fn empty_comments() {
    let value = examples();
    let mut file = StarterFile::new().with_head_comment("");
    for path in ["log", "tags", "env.A", "limits.level", "log.rotation.keep"] {
        file = file.with_comment(path, "");
    }
    let text = file.to_string(&value).expect("it can be written");
    assert_eq!(text, hcl::to_string(&value).expect("it can be written"));
}

/// Labels and keys are compared in their normal form (NFC).
#[test]
fn labels_are_compared_in_normal_form() {
    let name = || text("e\u{301}");
    let value = Config {
        server: BTreeMap::from([(name(), log())]),
        env: BTreeMap::from([(name(), name())]),
        ..Config::default()
    };
    for name in ["é", "e\u{301}"] {
        let file = StarterFile::new()
            .with_comment(["env", name], "of env")
            .with_comment(&format!("server[\"{name}\"].file"), "of file")
            .with_comment(["server", name, "level"], "of level");
        let text = file.to_string(&value).expect("the names exist");
        assert_eq!(text.matches("# of").count(), 3, "{text}");
    }
}
