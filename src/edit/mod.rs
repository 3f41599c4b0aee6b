//! Builds, changes and prints bodies ("Structural Elements").
//!
//! All trees are trees of a source. Building or changing a body therefore works on text: each snippet is
//! checked when it is given, the snippets are combined, and the whole text is parsed once. Everything else
//! stays as it is, with its comments and its layout.
//!
//! Knows nothing of how text is decoded and of files.

mod assembly;
mod build;
mod change;
mod comments;
mod container;
mod editor;
mod insert;
mod insertion;
mod insertion_points;
mod layout;
mod nested;
mod new_lines;
mod path_comments;
mod print;
mod snippet;
mod starter;
mod starter_text;
#[cfg(test)]
mod tests;
mod versions;

pub use build::{BlockBuilder, BodyBuilder};
pub use editor::Edit;
pub use insert::InsertionPoint;
pub use starter::StarterFile;
