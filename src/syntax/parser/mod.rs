//! Tokens to tree: the only user of the generated parser.
pub(crate) mod builder;

use lalrpop_util::ParseError;
use crate::syntax::lexer::{LexError, Lexer, SpannedToken, Start, Token};
use crate::syntax::tree::Tree;
use builder::Builder;

#[allow(clippy::all, clippy::pedantic, unused, missing_docs, unreachable_pub)]
mod grammar {
    include!(concat!(env!("OUT_DIR"), "/hcl.rs"));
}

pub fn parse_tree(text: &str) -> Result<Tree, ParseError<u32, Token, LexError>> {
    let mut builder = Builder::new(text, 100_000);
    let lexer = Lexer::new(text, Start::Body, 256);
    grammar::SourceParser::new().parse(&mut builder, lexer)?;
    Ok(builder.into_tree())
}
