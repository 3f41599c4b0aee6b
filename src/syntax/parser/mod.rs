//! Tokens to tree: the only user of the generated parser.
//!
//! A source without errors is parsed once, from the lexer straight into the tree. Only if that fails is it parsed
//! again: [`recover`] finds the invalid body items, skips them and parses the rest, and [`diagnose`] explains each
//! error.

pub(crate) mod builder;
mod diagnose;
mod lexemes;
mod recover;

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::error::{Category, Error};
use crate::file;
use crate::limits::ParseLimits;
use crate::source::Source;
use crate::syntax::lexer::{Lexer, SourceKind, SpannedToken, Token};
use crate::syntax::tree::Tree;
use builder::{Builder, JoinedTokens, SharedBuilder};

#[allow(
    clippy::all,
    clippy::pedantic,
    clippy::unwrap_used,
    missing_docs,
    unreachable_pub,
    unused,
    reason = "the generator writes it"
)]
mod grammar {
    include!("../../../grammar/hcl.rs");
}

/// The errors of a source that could not be parsed, and the tree of its valid part.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The tree of a body without the invalid items.
    pub(crate) tree: Option<Arc<Tree>>,
    /// The errors. The diagnostics have no source yet.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Failure {
    /// The failure of a source that is too long; `None` if it is not too long.
    pub(crate) fn too_long(text: &str, limits: ParseLimits) -> Option<Box<Self>> {
        let diagnostic = file::too_long(text.as_bytes(), limits.length)?;
        Some(Box::new(Failure {
            tree: None,
            diagnostics: vec![diagnostic],
        }))
    }

    /// Converts the failure to an error with all its diagnostics.
    pub(crate) fn into_error(self, source: &Source) -> Error {
        let (_, diagnostics) = self.into_parts(source);
        Error::from_diagnostics(Category::Syntax, diagnostics).unwrap_or_else(|| {
            let detail = "The source cannot be parsed.";
            Error::of(Code::InvalidSource, detail)
        })
    }

    /// The tree and the diagnostics, which refer to `source`.
    pub(crate) fn into_parts(mut self, source: &Source) -> (Option<Arc<Tree>>, Vec<Diagnostic>) {
        for diagnostic in &mut self.diagnostics {
            diagnostic.set_missing_source(source);
        }
        (self.tree, self.diagnostics)
    }
}

pub(crate) fn parse(
    text: &str,
    kind: SourceKind,
    limits: ParseLimits,
) -> Result<Arc<Tree>, Box<Failure>> {
    if let Some(failure) = Failure::too_long(text, limits) {
        return Err(failure);
    }
    let builder = Builder::shared(text, limits);
    let lexer = Lexer::new(text, kind, limits.depth);
    if accept(&builder, &mut JoinedTokens::new(text, lexer, &builder)) {
        let (tree, violations) = builder.into_inner().finish_source();
        if violations.is_empty() {
            return Ok(tree);
        }
    }
    Err(Box::new(recover::recover(text, kind, limits)))
}

/// Runs the generated parser over `tokens`. Returns whether it accepts them.
///
/// The tokens are a trait object so that there is one copy of the parser: with several, the compiler inlines
/// less, and each token costs a fifth more time.
fn accept(builder: &SharedBuilder<'_>, tokens: &mut dyn Iterator<Item = SpannedToken>) -> bool {
    let tokens = tokens.map(<(u32, Token, u32)>::from);
    grammar::SourceParser::new().parse(builder, tokens).is_ok()
}

#[cfg(test)]
mod tests;
