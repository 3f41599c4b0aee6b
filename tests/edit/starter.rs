//! Configurations to start from.

use std::collections::BTreeMap;

use expect_test::{Expect, expect};
use hcl::{EncodeOptions, StarterFile};
use serde_derive::{Deserialize, Serialize};

use super::random::Random;

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
struct Config {
    name: String,
    #[serde(default = "four")]
    threads: u8,
    proxy: Option<String>,
    #[serde(default)]
    text: String,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    limits: BTreeMap<String, u32>,
    #[serde(default)]
    log: Log,
    required: Log,
    #[serde(default)]
    server: Vec<Server>,
    #[serde(default)]
    zone: BTreeMap<String, Log>,
    #[serde(default)]
    backend: Backend,
    #[serde(default)]
    mixed: Vec<Option<Log>>,
    #[serde(flatten)]
    extra: Extra,
}

fn four() -> u8 {
    4
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
pub(super) struct Log {
    level: u8,
    #[serde(default)]
    file: String,
    #[serde(default)]
    rotation: Rotation,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
#[serde(default)]
struct Rotation {
    size: Option<u32>,
    keep: u8,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
pub(super) struct Server {
    #[serde(rename = "$label")]
    pub(super) name: String,
    #[serde(default)]
    pub(super) port: u16,
    #[serde(default)]
    pub(super) log: Option<Log>,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
enum Backend {
    #[default]
    Memory,
    Disk {
        path: String,
        sync: bool,
    },
    Remote(Log),
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
struct Extra {
    #[serde(default)]
    a: u8,
    b: Option<String>,
}

const TEXTS: [&str; 6] = [
    "",
    "text",
    "${x} \"",
    "two\nlines\n",
    "  a\n  b << c\n",
    "# no comment",
];

fn log(random: &mut Random) -> Log {
    Log {
        level: number(random),
        file: random.pick(&TEXTS).to_owned(),
        rotation: Rotation {
            size: (random.below(2) == 0).then_some(1),
            keep: number(random),
        },
    }
}

fn number(random: &mut Random) -> u8 {
    u8::try_from(random.below(3)).expect("it is small")
}

fn some<T>(random: &mut Random, make: impl FnOnce(&mut Random) -> T) -> Option<T> {
    (random.below(2) == 0).then(|| make(random))
}

fn text(random: &mut Random) -> String {
    random.pick(&TEXTS).to_owned()
}

fn several<T>(random: &mut Random, make: impl Fn(&mut Random) -> T) -> Vec<T> {
    (0..random.below(3)).map(|_| make(random)).collect()
}

fn config(random: &mut Random) -> Config {
    Config {
        name: text(random),
        threads: 3 + number(random),
        proxy: some(random, text),
        text: text(random),
        tags: several(random, text),
        limits: several(random, |random| (text(random), 1))
            .into_iter()
            .collect(),
        log: some(random, log).unwrap_or_default(),
        required: some(random, log).unwrap_or_default(),
        server: several(random, |random| Server {
            name: text(random),
            port: number(random).into(),
            log: some(random, log),
        }),
        zone: several(random, |random| (text(random), log(random)))
            .into_iter()
            .collect(),
        backend: match random.below(3) {
            0 => Backend::Memory,
            1 => Backend::Disk {
                path: text(random),
                sync: true,
            },
            _ => Backend::Remote(log(random)),
        },
        mixed: several(random, |random| some(random, log)),
        extra: Extra {
            a: number(random),
            b: some(random, text),
        },
    }
}

const PATHS: [&str; 18] = [
    "name",
    "threads",
    "proxy",
    "text",
    "tags",
    "limits",
    "limits.text",
    "limits[\"# no comment\"]",
    "log",
    "log.file",
    "required.rotation.keep",
    "server",
    "server.port",
    "server[\"text\"].log.level",
    "server[1].port",
    "zone.level",
    "backend.path",
    "mixed[1].level",
];

/// Returns the configuration with all commented-out settings. The other comments are recognized by their first word.
fn uncommented(text: &str) -> String {
    let line = |line: &str| {
        let blanks = line.len() - line.trim_start().len();
        let (blanks, rest) = line.split_at(blanks);
        match rest.strip_prefix("# ") {
            Some(setting) if !setting.starts_with("about ") => [blanks, setting].concat(),
            None if rest == "#\n" => "\n".to_owned(),
            _ => line.to_owned(),
        }
    };
    text.split_inclusive('\n').map(line).collect()
}

#[test]
fn starter_files_decode_to_the_value() {
    let mut random = Random(0x0f1e_2d3c_4b5a_6978);
    let mut commented_out = 0;
    for _ in 0..300 {
        let value = config(&mut random);
        let mut defaults = if random.below(2) == 0 {
            Config::default()
        } else {
            config(&mut random)
        };
        if random.below(2) == 0 {
            defaults.threads = value.threads;
            defaults.log = value.log.clone();
            defaults.server.clone_from(&value.server);
            defaults.extra = value.extra.clone();
        }
        let mut file = StarterFile::new()
            .without_path_check()
            .with_defaults(&defaults);
        for path in PATHS {
            if random.below(2) == 0 {
                file = file.with_comment(path, &format!("about {path}\nabout it"));
            }
        }
        let options = EncodeOptions::new().with_indent(4);
        let has_own_layout = random.below(4) == 0;
        if has_own_layout {
            file = file.with_options(options);
        }
        let text = file.to_string(&value).expect("it can be written");
        let again: Config = hcl::from_str(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        assert_eq!(again, value, "{text}");
        let whole = uncommented(&text);
        // Settings that are uncommented are already in the layout of the formatter. With another indentation, only the
        // indentation differs.
        if has_own_layout {
            let written = whole.split_inclusive('\n').map(str::trim_start);
            let formatted = hcl::format(&whole);
            assert!(written.eq(formatted.split_inclusive('\n').map(str::trim_start)));
        } else {
            assert_eq!(hcl::format(&text), text);
            assert_eq!(hcl::format(&whole), whole, "{text}");
        }
        // Settings that only the defaults have are options that are `None` in the value.
        let whole: Config =
            hcl::from_str(&whole).unwrap_or_else(|error| panic!("{text}\n{whole}\n{error}"));
        let mut expected = value.clone();
        expected.proxy = expected.proxy.or(defaults.proxy);
        expected.extra.b = expected.extra.b.or(defaults.extra.b);
        commented_out += usize::from(text.contains("# threads"));
        assert_eq!(
            (whole.name, whole.threads, whole.tags, whole.extra),
            (
                expected.name,
                expected.threads,
                expected.tags,
                expected.extra
            ),
            "{text}"
        );
    }
    assert!(commented_out > 10);
}

#[track_caller]
fn check(file: &StarterFile, value: &Config, expected: &Expect) {
    let text = file.to_string(value).expect("it can be written");
    assert_eq!(
        &hcl::from_str::<Config>(&text).expect("it can be read"),
        value
    );
    assert_eq!(hcl::format(&text), text);
    expected.assert_eq(&text);
}

fn value() -> Config {
    let log = Log {
        level: 1,
        file: "a.log".to_owned(),
        rotation: Rotation {
            size: None,
            keep: 3,
        },
    };
    let server = |name: &str| Server {
        name: name.to_owned(),
        port: 0,
        log: Some(log.clone()),
    };
    Config {
        name: "shop".to_owned(),
        threads: 4,
        text: "two\nlines\n".to_owned(),
        limits: BTreeMap::from([("cpu".to_owned(), 1), ("two words".to_owned(), 2)]),
        required: log.clone(),
        server: vec![server("a"), server("b")],
        backend: Backend::Disk {
            path: "/".to_owned(),
            sync: false,
        },
        mixed: vec![None, Some(log)],
        ..Config::default()
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "most of it is the expected text")]
fn comments_stand_beside_what_they_are_about() {
    let mut examples = value();
    examples.proxy = Some("http://localhost".to_owned());
    examples.server[0].log = Some(Log {
        rotation: Rotation {
            size: Some(10),
            keep: 1,
        },
        ..Log::default()
    });
    examples.zone.insert("eu".to_owned(), Log::default());
    let file = StarterFile::new()
        .with_head_comment("The shop.\n\nSee the manual.")
        .with_comment("name", "As users see it.")
        .with_comment("threads", "How many at once.")
        .with_comment("proxy", "All requests go there.\nNone by default.")
        .with_comment("text", "Several lines.")
        .with_comment("limits.cpu", "Cores.")
        .with_comment("limits[\"two words\"]", "A quoted key.")
        .with_comment("log", "How much is logged.")
        .with_comment("log.level", "From 0 to 9.")
        .with_comment("required.rotation.keep", "How many files.")
        .with_comment("server", "One for each port.")
        .with_comment("server.log.rotation.size", "In megabytes.")
        .with_comment("server[\"b\"].log.file", "Of b only.")
        .with_comment("zone.file", "Of a zone.")
        .with_comment("backend", "Where things are.")
        .with_comment("backend.path", "Of the disk.")
        .with_comment("mixed[1].level", "Of the second one.")
        .with_comment("a", "A flattened one.")
        .with_defaults(&Config {
            threads: 4,
            ..Config::default()
        })
        .with_examples(&examples);
    check(
        &file,
        &value(),
        &expect![[r##"
        # The shop.
        #
        # See the manual.

        # As users see it.
        name = "shop"

        # How many at once.
        # threads = 4

        # All requests go there.
        # None by default.
        # proxy = "http://localhost"

        # Several lines.
        text = <<-EOT
          two
          lines
        EOT

        # tags = []

        limits = {
          # Cores.
          cpu = 1
          # A quoted key.
          "two words" = 2
        }

        # How much is logged.
        # log {
        #   # From 0 to 9.
        #   level = 0
        #   file  = ""
        #
        #   rotation {
        #     keep = 0
        #   }
        # }

        required {
          level = 1
          file  = "a.log"

          rotation {
            # How many files.
            keep = 3
          }
        }

        # One for each port.
        server "a" {
          port = 0

          log {
            level = 1
            file  = "a.log"

            rotation {
              # In megabytes.
              # size = 10

              keep = 3
            }
          }
        }

        server "b" {
          port = 0

          log {
            level = 1

            # Of b only.
            file = "a.log"

            rotation {
              keep = 3
            }
          }
        }

        # zone "eu" {
        #   level = 0
        #
        #   # Of a zone.
        #   file = ""
        #
        #   rotation {
        #     keep = 0
        #   }
        # }

        # Where things are.
        backend "Disk" {
          # Of the disk.
          path = "/"
          sync = false
        }

        mixed = [
          null,
          {
            # Of the second one.
            level = 1
            file  = "a.log"
            rotation = {
              size = null
              keep = 3
            }
          },
        ]

        # A flattened one.
        # a = 0
    "##]],
    );
}

#[test]
fn paths_that_name_nothing_are_refused() {
    let file = StarterFile::new()
        .with_comment("nmae", "")
        .with_comment("server[\"c\"].port", "")
        .with_comment("server.port", "");
    let error = file
        .to_string(&value())
        .expect_err("two paths name nothing");
    expect![[r#"
        error: Comment without a place
          The path "nmae" of a comment names nothing that is shown. There is no attribute or block named "nmae" here. Did you mean "name"? An absent setting is shown if the examples have it, in the first block with its labels.

        error: Comment without a place
          The path "server["c"].port" of a comment names nothing that is shown. There is no "server" block with the label "c". An absent setting is shown if the examples have it, in the first block with its labels."#]].assert_eq(
        &format!("{error:#}"),
    );
    assert!(file.without_path_check().to_string(&value()).is_ok());
    let invalid = StarterFile::new()
        .with_comment("a b", "")
        .to_string(&value());
    assert!(invalid.is_err());
    let control = StarterFile::new()
        .with_comment("name", "\r")
        .to_string(&value());
    assert!(control.is_err());
    let head = StarterFile::new()
        .with_head_comment("\0")
        .to_string(&value());
    assert!(head.is_err());
}

/// Without comments and without commented-out settings, the text is that of `to_string`.
#[test]
fn without_additions_the_text_is_that_of_to_string() {
    let mut random = Random(0x5555_aaaa_1234_0001);
    for _ in 0..100 {
        let value = config(&mut random);
        let text = StarterFile::new()
            .to_string(&value)
            .expect("it can be written");
        assert_eq!(text, hcl::to_string(&value).expect("it can be written"));
    }
}

/// A captured body keeps the comments of its source, also beside new comments.
#[test]
fn captured_bodies_keep_their_comments() {
    #[derive(Serialize)]
    struct Captured {
        name: &'static str,
        #[serde(rename = "$body")]
        rest: hcl::Body,
    }

    let text = "# one\na = 1 # end\n\nb {\n  # inner\n  c = 2\n  # last\n}\n\nd { e = 1 }\n\nf {}\n\nt = <<EOT\nx\n  y\nEOT\n# tail\n";
    let rest = hcl::parse(text).expect("it parses");
    let value = Captured { name: "n", rest };
    let written = hcl::to_string(&value).expect("it can be written");
    let same = StarterFile::new().to_string(&value);
    assert_eq!(same.expect("it can be written"), written);
    let file = StarterFile::new()
        .with_comment("b.c", "About c.")
        .with_comment("d.e", "About e.");
    let text = file.to_string(&value).expect("it can be written");
    let expected = written.replace("  c = 2", "  # About c.\n  c = 2");
    assert_eq!(text, expected.replace("d {", "# About e.\nd {"));
}

/// Another label may mean another variant of an enum. Its settings are therefore not shown in this block, but as a
/// block of its own.
#[test]
fn examples_are_shown_in_blocks_with_their_labels() {
    let disk = Backend::Disk {
        path: "/".to_owned(),
        sync: true,
    };
    let remote = |size| {
        Backend::Remote(Log {
            rotation: Rotation { size, keep: 0 },
            ..Log::default()
        })
    };
    let server = |name: &str, log: Option<Log>| Server {
        name: name.to_owned(),
        port: 1,
        log,
    };
    let value = |backend: Backend, server: Vec<Server>| Config {
        server,
        backend,
        ..Config::default()
    };
    let own = value(disk, vec![server("a", None), server("b", None)]);
    let examples = value(
        remote(Some(1)),
        vec![server("b", Some(Log::default())), server("c", None)],
    );
    let text = StarterFile::new()
        .with_defaults(&Config::default())
        .with_examples(&examples)
        .to_string(&own)
        .expect("it can be written");
    let blocks = text.find("server \"a\"").expect("it is written");
    expect![[r#"
        server "a" {
          port = 1
        }

        server "b" {
          port = 1

          # log {
          #   level = 0
          #   file  = ""
          #
          #   rotation {
          #     keep = 0
          #   }
          # }
        }

        # server "c" {
        #   port = 1
        # }

        # zone = {}

        backend "Disk" {
          path = "/"
          sync = true
        }

        # backend "Remote" {
        #   level = 0
        #   file  = ""
        #
        #   rotation {
        #     size = 1
        #     keep = 0
        #   }
        # }

        # mixed = []
        # a     = 0
    "#]]
    .assert_eq(&text[blocks..]);
    assert_eq!(hcl::from_str::<Config>(&text).expect("it can be read"), own);
    assert_eq!(hcl::format(&text), text);

    let text = StarterFile::new()
        .with_examples(&value(remote(Some(1)), Vec::new()))
        .to_string(&value(remote(None), Vec::new()))
        .expect("it can be written");
    assert!(text.contains("    # size = 1\n"), "{text}");
}
