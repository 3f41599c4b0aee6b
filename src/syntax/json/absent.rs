//! The replacement for the parser of the JSON syntax if the feature `json` is disabled.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::limits::ParseLimits;
use crate::syntax::lexer::SourceKind;
use crate::syntax::parser::Failure;
use crate::syntax::tree::Tree;

/// Rejects every source.
pub(crate) fn parse(_: &str, _: SourceKind, _: ParseLimits) -> Result<Arc<Tree>, Box<Failure>> {
    let detail = "This program reads configurations in native syntax only. Its author can enable the JSON syntax \
                  with the feature \"json\" of the crate serde_hcl.";
    let diagnostic = Diagnostic::of(Code::JsonSyntaxNotEnabled, detail);
    Err(Box::new(Failure {
        tree: None,
        diagnostics: vec![diagnostic],
    }))
}
