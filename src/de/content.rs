//! What stands in a body: all that is written there, or a choice of it, which may come from several sources.
//!
//! Knows nothing of serde.

use std::sync::Arc;

use super::input::Input;
use super::repeats::Repeats;
use crate::diagnostic::Diagnostic;
use crate::error::{Category, Error, PathStep, Result};
use crate::span::Span;
use crate::syntax::tree::handle::{Body, ItemId};
use crate::syntax::tree::view::{BlockView, BodyView, ItemHead, ItemView, View};

/// A body, and what belongs to it from outside of its braces.
#[derive(Clone, Copy)]
pub(super) struct Content<'de, 'a> {
    /// The sources that the items come from.
    pub(super) inputs: &'a [Input<'de, 'a>],
    pub(super) items: Items<'a>,
    /// The block around it, and how many of its labels have been read; nothing for the root.
    pub(super) block: Option<(&'a BlockView, usize)>,
    /// What the body covers in the first of the sources.
    pub(super) span: Span,
}

/// The items of a body.
#[derive(Clone, Copy)]
pub(super) enum Items<'a> {
    /// The nodes in the one source, and whether it is known that no two of them have the same name.
    Written(&'a [u32], bool),
    Selected(&'a [Place]),
}

/// Where an item is: which source, and which node of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) input: usize,
    pub(super) node: u32,
}

impl<'a> Items<'a> {
    /// All that is written in a body.
    pub(super) fn of_body(view: View<'_, 'a>, body: BodyView) -> Self {
        Items::Written(view.item_ids(body), body.is_distinct)
    }

    pub(super) fn len(self) -> usize {
        match self {
            Items::Written(nodes, _) => nodes.len(),
            Items::Selected(places) => places.len(),
        }
    }

    pub(super) fn is_empty(self) -> bool {
        self.len() == 0
    }

    pub(super) fn get(self, at: usize) -> Place {
        match self {
            Items::Written(nodes, _) => Place {
                input: 0,
                node: nodes[at],
            },
            Items::Selected(places) => places[at],
        }
    }

    /// The item at that index alone.
    pub(super) fn only(self, at: usize) -> Items<'a> {
        match self {
            Items::Written(nodes, _) => Items::Written(&nodes[at..=at], true),
            Items::Selected(places) => Items::Selected(&places[at..=at]),
        }
    }
}

impl<'de, 'a> Content<'de, 'a> {
    /// What stands in a block of which so many labels have been read.
    pub(super) fn of_block(
        input: &'a Input<'de, 'a>,
        block: &'a BlockView,
        labels_read: usize,
    ) -> Self {
        Content {
            inputs: std::slice::from_ref(input),
            items: Items::of_body(input.view, block.body),
            block: Some((block, labels_read)),
            span: block.span,
        }
    }

    /// The source of an item.
    pub(super) fn input(&self, at: usize) -> &'a Input<'de, 'a> {
        &self.inputs[self.items.get(at).input]
    }

    /// The first source.
    pub(super) fn first_input(&self) -> &'a Input<'de, 'a> {
        &self.inputs[0]
    }

    pub(super) fn item(&self, at: usize) -> ItemView {
        self.input(at).view.item(self.items.get(at).node)
    }

    /// What an item begins with.
    #[inline]
    pub(super) fn head(&self, at: usize) -> ItemHead {
        self.input(at).view.item_head(self.items.get(at).node)
    }

    /// The name of an item.
    pub(super) fn name(&self, at: usize) -> &'de str {
        self.input(at).view.slice(self.head(at).name)
    }

    /// The same body with nothing in it but these items.
    pub(super) fn with_items<'b>(&self, items: Items<'b>) -> Content<'de, 'b>
    where
        'a: 'b,
    {
        Content { items, ..*self }
    }

    /// A handle of the body.
    pub(super) fn body(&self) -> Body {
        let document = self.first_input().origin.document();
        let whole = match &self.block {
            Some((block, _)) => Body::of_block(document, block),
            None => Body::new(Arc::clone(document)),
        };
        if matches!(self.items, Items::Written(..)) {
            return whole;
        }
        let origins = self.inputs.iter().enumerate().map(|(at, input)| {
            let document = input.origin.document();
            let covers = match (at, &self.block) {
                (0, Some(_)) => whole.span(),
                (0, None) => self.span,
                _ => document.tree.span(document.tree.root()),
            };
            (Arc::clone(document), covers)
        });
        let items = (0..self.items.len()).map(|at| ItemId {
            document: Arc::clone(self.input(at).origin.document()),
            id: self.items.get(at).node,
        });
        Body::of_items(origins.collect(), items.collect()).unwrap_or(whole)
    }

    /// Finds the block types that occur more than once.
    pub(super) fn repeats(&self) -> Result<Repeats> {
        if self.items.len() < 2 || matches!(self.items, Items::Written(_, true)) {
            return Ok(Repeats::NONE);
        }
        let repeats = Repeats::find(self.items.len(), |at| self.name(at));
        for (earlier, later) in repeats.pairs() {
            if !self.head(earlier).is_block() || !self.head(later).is_block() {
                return Err(self.conflict(earlier, later));
            }
        }
        Ok(repeats)
    }

    #[cold]
    fn conflict(&self, earlier: usize, later: usize) -> Error {
        let (first, second) = (self.head(earlier), self.head(later));
        let name = self.name(later);
        let diagnostic = if first.is_block() == second.is_block() {
            let detail = format!("\"{name}\" is set already. Remove one of the two.");
            Diagnostic::error("Attribute redefined", detail)
        } else {
            let detail = format!(
                "\"{name}\" is both an attribute and a block here, and only one of them could be read. Rename or \
                 remove one."
            );
            Diagnostic::error("Attribute and block of one name", detail)
        };
        let mut diagnostic = diagnostic.with_subject(second.name);
        if self.items.get(earlier).input == self.items.get(later).input {
            diagnostic = diagnostic.with_context(first.name);
        }
        let error = Error::new(Category::Data, diagnostic).prepend_step(PathStep::Attribute(name));
        self.in_source(error, later)
    }

    /// Adds to an error the source of the item that it is about, where that goes without saying for one source.
    #[cold]
    pub(super) fn in_source(&self, error: Error, at: usize) -> Error {
        if self.inputs.len() > 1 {
            error.with_source(self.input(at).origin.source())
        } else {
            error
        }
    }

    /// Where a body lacks something, or where it is wrong as a whole: the header of its block. Of the root, something
    /// can be added at its end, and everything else begins where it begins.
    pub(super) fn place(&self, is_missing: bool) -> Span {
        if let Some((block, _)) = &self.block {
            return block.header;
        }
        if is_missing {
            return Span::new(self.span.end(), self.span.end());
        }
        let first = (!self.items.is_empty()).then(|| self.items.get(0));
        let start = match first {
            Some(place) if place.input == 0 => self.head(0).name.start(),
            _ => self.span.start(),
        };
        Span::new(start, start)
    }
}
