//! Builds and changes bodies ("Structural Elements").
//!
//! Every tree belongs to a source text. Building or changing a body therefore works on text: each snippet is checked
//! when it is passed in, the snippets are combined, and the whole text is parsed once. Everything else keeps its
//! comments and its layout.
//!
//! | what | where |
//! |---|---|
//! | building | `build`, from the texts of `snippet` |
//! | the methods of [`Edit`] | `editor` (attributes, blocks, `finish`), `insert` (insertion points), `comments`, `by_path`, `append`, `parents`, `relocate`, `rename` |
//! | what they collect | `change` (all changes, in order), `insertion` (new lines at one offset), `container` (parts of objects and tuples), `missing` (missing parents) |
//! | positions and layout of lines | `layout`, `new_lines` |
//! | expressions from data and from parts | `expressions` |
//! | starter files | `starter`, from the lines of `assembly` |
//!
//! `syntax::resolve` follows paths.

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
