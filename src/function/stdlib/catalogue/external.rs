//! The functions whose results depend on more than their arguments: on files, the environment and the clock.

use std::path::PathBuf;

#[cfg(feature = "stdlib-time")]
use super::super::time;
use super::super::{environment, file};
#[cfg(feature = "stdlib-time")]
use super::entry::TIME;
use super::entry::{Constructor, ENVIRONMENT, Entry, FILE, entry};

/// The functions that are in no other set.
pub(in crate::function::stdlib) const EXTERNAL: &[Entry] = &[
    #[cfg(feature = "stdlib-time")]
    entry(TIME, "timestamp", time::timestamp, "timestamp()"),
    entry(ENVIRONMENT, "env", environment::env, r#"env("PATH")"#),
    below_root("file", file::file, r#"file("motd.txt")"#),
    below_root("fileexists", file::fileexists, r#"fileexists("motd.txt")"#),
    below_root(
        "templatefile",
        file::templatefile,
        r#"templatefile("hosts.tftpl", { name = "me", ips = ["::1"] })"#,
    ),
    #[cfg(feature = "stdlib-files")]
    below_root(
        "fileset",
        file::fileset,
        r#"fileset("conf.d", "**/*.conf")"#,
    ),
    #[cfg(feature = "stdlib-encoding")]
    below_root("filebase64", file::filebase64, r#"filebase64("motd.txt")"#),
    #[cfg(feature = "stdlib-hash")]
    below_root("filemd5", file::filemd5, r#"filemd5("motd.txt")"#),
    #[cfg(feature = "stdlib-hash")]
    below_root("filesha1", file::filesha1, r#"filesha1("motd.txt")"#),
    #[cfg(feature = "stdlib-hash")]
    below_root("filesha256", file::filesha256, r#"filesha256("motd.txt")"#),
    #[cfg(feature = "stdlib-hash")]
    below_root("filesha512", file::filesha512, r#"filesha512("motd.txt")"#),
    #[cfg(feature = "stdlib-hash")]
    below_root(
        "filebase64sha256",
        file::filebase64sha256,
        r#"filebase64sha256("motd.txt")"#,
    ),
    #[cfg(feature = "stdlib-hash")]
    below_root(
        "filebase64sha512",
        file::filebase64sha512,
        r#"filebase64sha512("motd.txt")"#,
    ),
];

const fn below_root(
    name: &'static str,
    constructor: fn(PathBuf) -> crate::function::Function,
    example: &'static str,
) -> Entry {
    Entry::new(FILE, name, Constructor::BelowRoot(constructor), example)
}
