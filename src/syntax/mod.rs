//! The syntax pillar: text to tokens to tree.
//!
//! Knows nothing of values, evaluation and serde.

pub(crate) mod comment;
mod duplicate;
pub(crate) mod json;
pub(crate) mod json_string;
pub(crate) mod lexer;
mod node;
pub(crate) mod options;
pub(crate) mod parser;
mod parts;
mod storage;
pub(crate) mod tree;
