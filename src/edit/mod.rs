//! Builds, changes and prints bodies ("Structural Elements").
//!
//! All trees are trees of a source. Building or changing a body therefore works on text: each piece is
//! checked when it is given, the pieces are combined, and the whole text is parsed once. Everything else
//! stays as it is, with its comments and its layout.
//!
//! Knows nothing of how text is decoded and of files.

mod build;
mod change;
mod comment_paths;
mod commented;
mod comments;
mod container;
mod editor;
mod insert;
mod insertion;
mod layout;
mod level;
mod nested;
mod piece;
mod points;
mod print;
mod starter;
mod starter_text;
#[cfg(test)]
mod tests;

pub use build::{BlockBuilder, BodyBuilder};
pub use editor::Edit;
pub use insert::InsertionPoint;
pub use starter::StarterFile;
