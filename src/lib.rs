//! HCL 2, HashiCorp's configuration language, for Rust and serde.
mod span;
mod syntax;
/// x
pub fn parse(text: &str) -> Result<impl Sized, String> { syntax::parser::parse_tree(text).map_err(|e| format!("{e:?}")) }
