//! The JSON syntax (`json-syntax.md`): text to the same tree as for native syntax.
//!
//! An object is a [`Structure`](crate::syntax::tree::Structure) whose items are properties. As an expression, it is an
//! object. As a body, it has properties as items: nothing in the text tells attributes from blocks, so a schema, or the
//! requested type, decides whether a property is an attribute or blocks. A string with template sequences is parsed as
//! a template on request; see `tree/embedded.rs`. `json_text` reads the text, and `parser` builds the tree. Without the
//! feature `json`, `absent` rejects every text.

#[cfg(not(feature = "json"))]
mod absent;
#[cfg(feature = "json")]
mod parser;

#[cfg(not(feature = "json"))]
pub(crate) use absent::parse;
#[cfg(feature = "json")]
pub(crate) use parser::parse;

/// The name of the properties of a body that are comments.
pub(crate) const COMMENT: &str = "//";
