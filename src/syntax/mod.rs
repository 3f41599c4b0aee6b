//! Text to tokens to a tree, and access to bodies without evaluation: paths, settings, comments.
//!
//! For native syntax, the `lexer` makes tokens. The generated `parser` reduces them by calling its `builder`, which
//! makes the nodes of a tree (`tree/node`). For JSON syntax, `json` makes such nodes. `tree` is the result, with its
//! views and the public handles; `options` and `from_str` are the entry points. `path_text` reads the text of a path,
//! `resolve` follows a path through a body, and `address` has the part that it leads to.

pub(crate) mod address;
pub(crate) mod comment;
mod from_str;
pub(crate) mod json;
pub(crate) mod lexer;
pub(crate) mod lines;
pub(crate) mod options;
pub(crate) mod parser;
pub(crate) mod path_text;
pub(crate) mod resolve;
mod settings;
pub(crate) mod tree;
