//! Builds and changes bodies ("Structural Elements").
//!
//! All trees are trees of a source. Building or changing a body therefore works on text: each snippet is checked when it is
//! given, the snippets are combined, and the whole text is parsed once. Everything else stays as it is, with its comments
//! and its layout.
//!
//! | what | where |
//! |---|---|
//! | building | `build`, of the texts of `snippet` |
//! | the methods of [`Edit`] | `editor` attributes and the end, `insert` places, `comments`, `by_path`, `append`, `parents`, `relocate`, `rename` |
//! | what they collect | `change` in order, `insertion` new lines at one offset, `container` parts of objects and tuples, `missing` parents |
//! | where lines are and how they are laid out | `layout`, `new_lines` |
//! | expressions of data and of parts | `expressions` |
//! | files to start from | `starter`, of the lines of `assembly` |
//!
//! Paths are followed by `syntax::resolve`.

mod append;
mod assembly;
mod build;
mod by_path;
mod change;
mod comments;
mod container;
mod editor;
mod expressions;
mod insert;
mod insertion;
mod layout;
mod missing;
mod new_lines;
mod parents;
mod relocate;
mod rename;
mod snippet;
mod starter;

pub use build::{BlockBuilder, BodyBuilder};
pub use editor::Edit;
pub use insert::InsertionPoint;
pub use starter::StarterFile;
