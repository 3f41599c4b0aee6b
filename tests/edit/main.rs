//! Bodies that a program builds, changes and prints.

#![allow(
    clippy::needless_raw_string_hashes,
    reason = "expected texts are written by the tool that checks them"
)]

#[path = "../support/files.rs"]
mod files;
#[path = "../support/projects.rs"]
mod projects;

mod addresses;
mod build;
mod cases;
mod change;
mod comments;
mod editing;
mod expressions;
mod layout;
mod macros;
mod moves;
mod nested;
mod print;
mod program;
mod random;
mod roundtrip;
mod sources;
mod starter;
mod starter_examples;
mod starter_layout;
