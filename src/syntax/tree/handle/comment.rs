//! Comments ("Comments and Whitespace").

use std::fmt;
use std::sync::Arc;

use super::Document;
use crate::source::Source;
use crate::span::Span;

/// A comment.
#[derive(Clone)]
pub struct Comment {
    document: Arc<Document>,
    span: Span,
}

impl Comment {
    pub(super) fn new(document: Arc<Document>, span: Span) -> Self {
        Comment { document, span }
    }

    /// The comment with its marks, without the newline that ends it.
    pub fn text(&self) -> &str {
        self.document.view().slice(self.span)
    }

    /// The bytes of the comment.
    pub fn span(&self) -> Span {
        self.document.place(self.span)
    }

    /// The source.
    pub fn source(&self) -> &Source {
        &self.document.source
    }
}

impl fmt::Debug for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.text(), f)
    }
}
