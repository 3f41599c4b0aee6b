//! Bodies made and changed by a program, and written as text ("Structural Elements").
//!
//! There is one kind of tree, that of a source. So what makes or changes a body works on text:
//! each piece is checked when it is given, the pieces are put together, and the whole is parsed
//! once. What is not touched stays as it is, its comments and its layout too.
//!
//! Knows nothing of how text is decoded and of files.

mod build;
mod change;
mod editor;
mod layout;
mod piece;
mod print;

pub use build::{BlockBuilder, BodyBuilder};
pub use editor::Edit;
