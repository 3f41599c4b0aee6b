//! Text to tokens to a tree, and what reads bodies without evaluating them: paths, settings, comments.
//!
//! Text in native syntax goes to the `lexer`, whose tokens the generated `parser` reduces by calling its `builder`,
//! which makes the nodes of a tree (`tree/node`). `json` makes such nodes of text in JSON syntax. `tree` is the
//! result, with its views and the handles of users; `options` and `parts` are the entry points. `path_text` reads the
//! text of a path, `resolve` follows a path through a body, and `address` has what it leads to.

pub(crate) mod address;
pub(crate) mod comment;
pub(crate) mod json;
pub(crate) mod lexer;
pub(crate) mod lines;
pub(crate) mod options;
pub(crate) mod parser;
mod parts;
pub(crate) mod path_text;
pub(crate) mod resolve;
mod settings;
pub(crate) mod tree;
