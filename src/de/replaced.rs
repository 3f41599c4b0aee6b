//! Errors about missing content of an attribute that has replaced a block of a lower layer: the block may have had it.

use crate::diagnostic::{Code, Diagnostic};
use crate::error::Error;
use crate::syntax::tree::handle::{Body, BodyItem, ReplacedBlock};

/// Adds to diagnostics about missing content that their attribute has replaced a block.
pub(super) fn with_replaced_blocks(mut error: Error, body: &Body) -> Error {
    let replaced = body.replaced();
    if replaced.is_empty() {
        return error;
    }
    for diagnostic in error.diagnostics_mut() {
        if diagnostic.code() != Code::MissingRequiredArgument {
            continue;
        }
        let mut notes = replaced.iter().rev().filter_map(|it| note(it, diagnostic));
        if let Some(note) = notes.next() {
            let detail = format!("{} {note}", diagnostic.detail());
            diagnostic.set_detail(detail);
        }
    }
    error
}

/// Returns the note about a replaced block, if a diagnostic is about the attribute that has replaced it.
fn note(replaced: &ReplacedBlock, diagnostic: &Diagnostic) -> Option<String> {
    let BodyItem::Attribute(attribute) = replaced.attribute.as_ref().item() else {
        return None;
    };
    let (subject, source) = (diagnostic.subject()?, diagnostic.source()?);
    let span = attribute.span();
    let is_inside = span.start() <= subject.start() && subject.end() <= span.end();
    if !is_inside || !source.is(attribute.source()) {
        return None;
    }
    let block = replaced.block.as_ref().block()?;
    let place = block.source().place_of(block.type_span());
    Some(format!(
        "The attribute \"{name}\" replaces the block \"{name}\" at {place} and its whole content. To change only a \
         part of it, write a block.",
        name = attribute.name(),
    ))
}
