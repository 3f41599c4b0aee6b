//! The JSON syntax (`json-syntax.md`): text to the same tree that native syntax becomes.
//!
//! An object is a [`Structure`](crate::syntax::tree::Structure) whose items are properties. As an expression it is
//! an object. As a body it is its properties, each of which a schema, or the type that somebody asks for, takes as an
//! attribute or as blocks: nothing in the text tells the two apart. A string with template sequences is parsed when
//! somebody asks for the template that it is; see `tree/embedded.rs`.
//! `json_text` reads the text; `parser` makes the tree of it.

mod parser;

use crate::limits::ParseLimits;
use crate::syntax::lexer::SourceKind;
use crate::syntax::parser::Failure;
use crate::syntax::tree::{Strings, Tree};

/// Parses a source: a body, or an expression.
pub(crate) fn parse(
    text: &str,
    kind: SourceKind,
    limits: ParseLimits,
) -> Result<Tree, Box<Failure>> {
    if let Some(failure) = Failure::too_long(text, limits) {
        return Err(failure);
    }
    parser::parse(text, kind, limits, Strings::new(limits))
}
