//! The texts that are decoded, with their trees.
//!
//! A decoding has one text, or several for a body of several sources ([`layers`](super::layers)).

use std::sync::{Arc, OnceLock};

use crate::error::Result;
use crate::source::Source;
use crate::syntax::options::ParseOptions;
use crate::syntax::tree::handle::Document;
use crate::syntax::tree::view::View;
use crate::syntax::tree::{ExprId, Tree};

/// Identifies an expression: the index of its origin, and its id.
pub(super) type ExpressionKey = (usize, ExprId);

/// A text with its tree.
#[derive(Debug)]
pub(super) struct Origin<'de> {
    /// The index among the texts of the decoding.
    pub(super) index: usize,
    text: &'de str,
    tree: Arc<Tree>,
    options: ParseOptions,
    /// The text and the tree with shared ownership, for captured values and reports. Created lazily, because that
    /// copies the text.
    document: OnceLock<Arc<Document>>,
}

impl<'de> Origin<'de> {
    pub(super) fn parse(text: &'de str, options: &ParseOptions) -> Result<Self> {
        Ok(Origin {
            index: 0,
            text,
            tree: options.tree(text)?,
            options: options.clone(),
            document: OnceLock::new(),
        })
    }

    /// Uses a document that has already been parsed.
    pub(super) fn of(document: &'de Arc<Document>, index: usize) -> Self {
        Origin {
            index,
            text: document.source.text(),
            tree: Arc::clone(&document.tree),
            options: ParseOptions::new(),
            document: OnceLock::from(Arc::clone(document)),
        }
    }

    pub(super) fn view(&self) -> View<'de, '_> {
        View {
            text: self.text,
            tree: &self.tree,
        }
    }

    pub(super) fn document(&self) -> &Arc<Document> {
        self.document.get_or_init(|| {
            let source = self.options.source(Source::new(self.text));
            Document::parsed(source, Arc::clone(&self.tree), self.options.limits)
        })
    }

    pub(super) fn source(&self) -> &Source {
        &self.document().source
    }
}
