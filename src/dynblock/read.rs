//! A `dynamic` block taken apart ("dynamic Blocks": its label and its arguments).
//!
//! Knows nothing of evaluation.

use std::ops::ControlFlow;

use crate::diagnostic::Diagnostic;
use crate::schema::{BodyContent, BodySchema};
use crate::span::Span;
use crate::syntax::lexer::scan;
use crate::syntax::tree::handle::{Block, Body, Expression, Visitor};

/// The type of the blocks that generate others.
pub(super) const DYNAMIC: &str = "dynamic";

/// What a `dynamic` block says.
pub(super) struct DynamicBlock {
    /// Where the type of the generated blocks is written, without quotes.
    pub(super) block_type: Span,
    /// The name of the variable that is the current element.
    pub(super) iterator: String,
    pub(super) for_each: Expression,
    pub(super) labels: Option<Expression>,
    /// The block that holds what the generated blocks hold.
    pub(super) content: Block,
}

/// Whether there is a `dynamic` block somewhere in a body.
pub(super) fn has_dynamic(body: &Body) -> bool {
    struct Search(bool);

    impl Visitor for Search {
        fn attribute(&mut self, _: &crate::syntax::tree::handle::Attribute) -> ControlFlow<()> {
            ControlFlow::Break(())
        }

        fn block(&mut self, block: &Block) -> ControlFlow<()> {
            self.0 |= block.block_type() == DYNAMIC;
            if self.0 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        }
    }

    let mut search = Search(false);
    body.walk(&mut search);
    search.0
}

/// What may stand in a `dynamic` block.
pub(super) fn schema() -> BodySchema {
    BodySchema::new()
        .required_attribute("for_each")
        .attribute("iterator")
        .attribute("labels")
        .block("content", [])
}

/// Takes a block apart by [`schema`]; nothing if something is wrong.
pub(super) fn dynamic_block(
    block: &Block,
    schema: &BodySchema,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<DynamicBlock> {
    let before = diagnostics.len();
    let mut error = |summary: &'static str, detail: String, subject: Span| {
        let diagnostic = Diagnostic::error(summary, detail);
        let source = block.source().clone();
        diagnostics.push(diagnostic.with_subject(subject).with_source(source));
    };
    let block_type = block_type(block, &mut error);
    let (content, found) = block.body().content_recoverable(schema);
    let iterator = iterator(block, &content, &mut error);
    let content_block = content_block(block, &content, &mut error);
    diagnostics.extend(found);
    if diagnostics.len() > before {
        return None;
    }
    Some(DynamicBlock {
        block_type: block_type?,
        iterator: iterator?,
        for_each: content.attribute("for_each")?.expression(),
        labels: content.attribute("labels").map(|it| it.expression()),
        content: content_block?,
    })
}

/// Where the type of the blocks to generate is written. It must be as it is in a block's header.
fn block_type(block: &Block, error: &mut impl FnMut(&'static str, String, Span)) -> Option<Span> {
    let mut labels = block.labels();
    let Some(label) = labels.next() else {
        let detail = "A \"dynamic\" block needs one label: the type of the blocks that it \
                      generates.";
        error(
            "Missing type for dynamic",
            detail.into(),
            block.header_span(),
        );
        return None;
    };
    if let Some(extraneous) = labels.next() {
        let detail = "A \"dynamic\" block has one label: the type of the blocks that it \
                      generates. Write their labels into the argument \"labels\".";
        error(
            "Extraneous label for dynamic",
            detail.into(),
            extraneous.span(),
        );
        return None;
    }
    let span = label.span();
    let written = &block.source().text()[span.range()];
    let name = written.trim_matches('"');
    if name.is_empty() || scan::identifier(name, 0) < name.len() {
        let detail = format!(
            "The label {written} must be the type of the blocks to generate, which is an identifier."
        );
        error("Invalid dynamic block type", detail, span);
        return None;
    }
    if name == DYNAMIC {
        let detail = "A \"dynamic\" block cannot generate \"dynamic\" blocks. Write one into its \
                      \"content\" block instead.";
        error("Invalid dynamic block type", detail.into(), span);
        return None;
    }
    let quote = u32::from(written.len() > name.len());
    Some(Span::new(span.start() + quote, span.end() - quote))
}

/// The name of the iterator.
fn iterator(
    block: &Block,
    content: &BodyContent,
    error: &mut impl FnMut(&'static str, String, Span),
) -> Option<String> {
    let Some(attribute) = content.attribute("iterator") else {
        let label = block.labels().next()?;
        return Some(label.text().into_owned());
    };
    let expression = attribute.expression();
    let name = expression.keyword().map(str::to_owned);
    if name.is_none() {
        let detail = "The argument \"iterator\" must be a single name without quotes: that of the \
                      variable which holds the current element.";
        error(
            "Invalid dynamic iterator name",
            detail.into(),
            expression.span(),
        );
    }
    name
}

/// The one block `content`.
fn content_block(
    block: &Block,
    content: &BodyContent,
    error: &mut impl FnMut(&'static str, String, Span),
) -> Option<Block> {
    match content.blocks() {
        [content] => Some(content.clone()),
        // A block that is there is wrong, and said to be.
        [] if block.body().blocks().next().is_some() => None,
        [] => {
            let detail = "A \"dynamic\" block needs a block \"content\": what is in it is the \
                          body of each generated block.";
            error(
                "Missing dynamic content block",
                detail.into(),
                block.header_span(),
            );
            None
        }
        [_, second, ..] => {
            let detail = "A \"dynamic\" block has one block \"content\". Merge the two, or write \
                          another \"dynamic\" block.";
            error(
                "Extraneous dynamic content block",
                detail.into(),
                second.header_span(),
            );
            None
        }
    }
}
