//! The lower floors of syntax: text to tokens to tree.
//!
//! Text in native syntax goes to the `lexer`, whose tokens the generated `parser` reduces by calling its `builder`.
//! Both write to one draft of a tree (`lexer/draft`), which holds the nodes (`node`) in their `storage`. `json` makes
//! such nodes of text in JSON syntax. `tree` is the result, with its views and the handles of users; `options` and
//! `parts` are the entry points.
//!
//! Knows nothing of values, evaluation and serde.

pub(crate) mod comment;
mod duplicate;
pub(crate) mod fingerprint;
pub(crate) mod json;
pub(crate) mod json_string;
pub(crate) mod lexer;
mod node;
pub(crate) mod options;
pub(crate) mod parser;
mod parts;
pub(crate) mod path_text;
mod storage;
pub(crate) mod tree;
