//! The JSON syntax (`json-syntax.md`): text to the same tree that native syntax becomes.
//!
//! An object is a [`Structure`](crate::syntax::tree::Structure) whose items are properties. As an expression it is
//! an object. As a body it is its properties, each of which a schema, or the type that somebody asks for, takes as an
//! attribute or as blocks: nothing in the text tells the two apart. A string with template sequences is parsed when
//! somebody asks for the template that it is; see `tree/embedded.rs`.
//! `json_text` reads the text; `parser` makes the tree of it. Without the feature `json`, `absent` refuses every text.

#[cfg(not(feature = "json"))]
mod absent;
#[cfg(feature = "json")]
mod parser;

#[cfg(not(feature = "json"))]
pub(crate) use absent::parse;
#[cfg(feature = "json")]
pub(crate) use parser::parse;
