//! A reduced text, with the origins of its parts.

use crate::source::{Origins, Source};
use crate::span::Span;
use crate::syntax::tree::handle::Document;

/// A text that is composed of parts of other texts.
#[derive(Default)]
pub(super) struct Output {
    text: String,
    origins: Origins,
    is_changed: bool,
}

impl Output {
    /// Adds a part of a text as it is written.
    pub(super) fn verbatim(&mut self, document: &Document, span: Span) {
        if span.is_empty() {
            return;
        }
        let place = document.place(span);
        // A JSON string may have escape sequences.
        let is_verbatim = place.len() == span.len();
        self.origins
            .push(self.text.len(), &document.source, place, is_verbatim);
        self.text.push_str(document.view().slice(span));
    }

    /// Adds text that replaces a part of a text.
    pub(super) fn replaced(&mut self, text: &str, document: &Document, span: Span) {
        if text == document.view().slice(span) {
            self.verbatim(document, span);
            return;
        }
        self.added(text, (document, span));
        self.is_changed = true;
    }

    /// Adds text that is not in any source, but belongs to a place in one.
    pub(super) fn added(&mut self, text: &str, (document, span): (&Document, Span)) {
        if !text.is_empty() {
            let place = document.place(span);
            self.origins
                .push(self.text.len(), &document.source, place, false);
            self.text.push_str(text);
        }
    }

    /// Notes that a part of a text is left out.
    pub(super) fn omit(&mut self) {
        self.is_changed = true;
    }

    /// Whether the text differs from the original.
    pub(super) fn is_changed(&self) -> bool {
        self.is_changed
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The text as a source with the origins of its parts.
    pub(super) fn into_source(self) -> Source {
        Source::made_of(self.text, self.origins)
    }
}
