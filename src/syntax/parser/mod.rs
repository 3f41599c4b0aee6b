//! Tokens to tree: the only user of the generated parser.
//!
//! A source without errors is parsed once, from the lexer straight into the tree. Only when that
//! fails is it looked at again: [`recover`] finds the body items that are wrong, skips them and
//! parses the rest, and [`diagnose`] says what is wrong with each.
//!
//! Knows nothing of values and evaluation.

pub(crate) mod builder;
mod diagnose;
mod duplicate;
mod lexemes;
mod recover;

use lalrpop_util::ParseError;

use crate::diagnostic::Diagnostic;
use crate::error::{Category, Error};
use crate::source::Source;
use crate::syntax::lexer::{
    ENOUGH_PARTS, JoiningLexer, LexError, Lexer, Parts, SpannedToken, Start, Token,
};
use crate::syntax::tree::Tree;
use builder::{Builder, Problem};

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

/// How deep and how long what a source writes down may get.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) depth: u32,
    pub(crate) links: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            depth: 256,
            links: 100_000,
        }
    }
}

/// Why a source has no tree, or only one of its parts.
#[derive(Debug)]
pub(crate) struct Failure {
    category: Category,
    /// Of a body, what is left when the wrong items are taken away.
    tree: Option<Tree>,
    diagnostics: Vec<Diagnostic>,
}

impl Failure {
    fn limit(diagnostic: Diagnostic) -> Self {
        Failure {
            category: Category::Limit,
            tree: None,
            diagnostics: vec![diagnostic],
        }
    }

    /// The error that says all of it.
    pub(crate) fn into_error(self, source: &Source) -> Error {
        let category = self.category;
        let (_, diagnostics) = self.into_parts(source);
        Error::from_diagnostics(category, diagnostics).unwrap_or_else(|| {
            let detail = "The source cannot be parsed.";
            Error::new(category, Diagnostic::error("Invalid source", detail))
        })
    }

    /// The tree and the diagnostics, which refer to `source`.
    pub(crate) fn into_parts(self, source: &Source) -> (Option<Tree>, Vec<Diagnostic>) {
        let with_source = |diagnostic: Diagnostic| diagnostic.with_source(source.clone());
        let diagnostics = self.diagnostics.into_iter().map(with_source).collect();
        (self.tree, diagnostics)
    }
}

/// For so many bytes of the source, the queue has room for a part, as far as a run may get.
const BYTES_OF_A_PART: usize = 16;

/// Parses a source.
pub(crate) fn parse(text: &str, start: Start, limits: Limits) -> Result<Tree, Box<Failure>> {
    if u32::try_from(text.len()).is_err() {
        return Err(Box::new(Failure::limit(Diagnostic::error(
            "Source too large",
            "A source must be smaller than 4 GiB. Split the configuration into several files.",
        ))));
    }
    let room = (text.len() / BYTES_OF_A_PART).min(ENOUGH_PARTS);
    let parts = Parts::new(Vec::with_capacity(room));
    let mut lexer = JoiningLexer::new(Lexer::new(text, start, limits.depth), &parts);
    match accept(Builder::new(text, limits.links, &parts), &mut lexer) {
        Ok((tree, problems)) if problems.is_empty() => Ok(tree),
        _ => Err(Box::new(recover::recover(text, start, limits))),
    }
}

/// What stops the generated parser.
type Stop = ParseError<u32, Token, LexError>;

/// Runs the generated parser over `tokens`.
///
/// There is one copy of the parser for whatever gives the tokens: of several, the compiler inlines less, and takes a fifth
/// more time for each token.
fn accept(
    mut builder: Builder<'_>,
    tokens: &mut dyn Iterator<Item = Result<SpannedToken, LexError>>,
) -> Result<(Tree, Vec<Problem>), Stop> {
    grammar::SourceParser::new().parse(&mut builder, tokens)?;
    Ok(builder.finish_source())
}

#[cfg(test)]
mod tests;
