//! The content of a body: all of its items or a selection of them, from one source or from several.

use std::borrow::Cow;
use std::sync::Arc;

use foldhash::HashSet;

use super::expression::ExpressionData;
use super::input::{Input, Shared};
use super::item_nodes::{BodyItems, ItemNode, LayersId, Node};
use super::origin::Origin;
use super::repeats::Repeats;
use super::survey::BodyKey;
use crate::diagnostic::{Code, Diagnostic};
use crate::error::{Category, Error, Result};
use crate::path::PathStep;
use crate::span::Span;
use crate::syntax::tree::handle::{Body, ItemHandle};
use crate::syntax::tree::view::{BlockView, ItemHead, View};

/// A body, with the block around it.
#[derive(Clone, Copy)]
pub(super) struct Content<'de, 'a> {
    /// The source of the enclosing block, or the first source of the root. The items may come from other sources.
    pub(super) origin: &'a Origin<'de>,
    pub(super) shared: &'a Shared<'de, 'a>,
    pub(super) items: BodyItems<'a>,
    /// The enclosing block; `None` for the root.
    pub(super) block: Option<EnclosingBlock>,
    /// The span of the body in its source.
    pub(super) span: Span,
}

/// The block that encloses a body.
#[derive(Clone, Copy)]
pub(super) struct EnclosingBlock {
    pub(super) node: Node,
    /// The content of the block, if several layers define it.
    pub(super) layers: Option<LayersId>,
    /// Number of its labels, from the left, that have been read.
    pub(super) labels_read: usize,
    /// Number of its labels that have not been read. In JSON syntax, only the labels that its type asks for are known.
    pub(super) labels_left: usize,
}

/// A span in one of several sources.
#[derive(Clone, Copy)]
pub(super) struct Site<'de, 'a> {
    pub(super) origin: &'a Origin<'de>,
    pub(super) span: Span,
}

impl EnclosingBlock {
    /// Returns the number of labels, read or not.
    pub(super) fn label_count(self) -> usize {
        self.labels_read + self.labels_left
    }
}

impl<'de, 'a> Content<'de, 'a> {
    /// Returns the content of an object expression as a body, if several layers define it.
    pub(super) fn of_layers(object: ExpressionData<'de, 'a>) -> Option<Self> {
        object.layers?;
        Some(Content::of_block(object.input, object.as_block(0), 0))
    }

    /// Returns the content of a block, of which `labels_read` labels have been read.
    #[expect(
        clippy::inline_always,
        reason = "what it makes is large, and goes nowhere but to the stack of its caller"
    )]
    #[inline(always)]
    pub(super) fn of_block(input: Input<'de, 'a>, block: ItemNode, labels_read: usize) -> Self {
        let (span, body, label_count) = block.node.body_of_block(input.view());
        let layers = block.layers.map(|id| input.shared.layered_items(id));
        let (origin, all) = match layers {
            None => (input.origin, BodyItems::of_body(input.view(), body)),
            Some(layers) => (
                &input.shared.layers.origins[layers.input],
                BodyItems::Selected(&layers.body),
            ),
        };
        Content {
            origin,
            shared: input.shared,
            items: match input.shared.survey {
                None => all,
                Some(survey) => survey.select(BodyKey::of_block(origin.index, block.node), all),
            },
            block: Some(EnclosingBlock {
                node: block.node,
                layers: block.layers,
                labels_read,
                labels_left: label_count.saturating_sub(labels_read),
            }),
            span,
        }
    }

    /// Returns the enclosing block.
    pub(super) fn block(&self) -> Option<BlockView> {
        let view = self.own_input().view();
        self.block.map(|block| block.node.block(view))
    }

    /// Returns the number of unread labels of the enclosing block.
    #[inline]
    pub(super) fn labels_left(&self) -> usize {
        self.block.map_or(0, |block| block.labels_left)
    }

    /// Returns an item with its input.
    #[inline]
    pub(super) fn item(&self, at: usize) -> (Input<'de, 'a>, ItemNode) {
        let item = self.node(at);
        (self.input_of(item), item)
    }

    #[inline]
    fn input_of(&self, item: ItemNode) -> Input<'de, 'a> {
        Input::new(&self.shared.layers.origins[item.input], self.shared)
    }

    /// Returns an item.
    #[inline]
    pub(super) fn node(&self, at: usize) -> ItemNode {
        self.items.get(at, self.origin.index)
    }

    /// Returns the input of an item.
    #[inline]
    pub(super) fn input(&self, at: usize) -> Input<'de, 'a> {
        self.item(at).0
    }

    /// Returns the input of the enclosing block, or the first one of the root.
    #[inline]
    pub(super) fn own_input(&self) -> Input<'de, 'a> {
        Input::new(self.origin, self.shared)
    }

    /// Returns the expression of an item, if it is an attribute.
    pub(super) fn expression(&self, at: usize) -> Option<ExpressionData<'de, 'a>> {
        let (input, item) = self.item(at);
        let id = item.node.head(input.view()).expression?;
        let layers = item.layers;
        Some(ExpressionData { input, id, layers })
    }

    /// Returns the block at an index.
    pub(super) fn block_at(&self, at: usize) -> BlockView {
        let (input, item) = self.item(at);
        item.node.block(input.view())
    }

    /// Whether an item is a JSON property, which may be an attribute or blocks.
    pub(super) fn is_property(&self, at: usize) -> bool {
        let (input, item) = self.item(at);
        item.node.is_property(input.view())
    }

    /// Whether an item is a JSON object or array, which may be blocks.
    fn is_structure(&self, at: usize) -> bool {
        self.is_property(at) && self.expression(at).is_some_and(|it| it.is_structure())
    }

    #[inline]
    pub(super) fn is_block(&self, at: usize) -> bool {
        let (input, item) = self.item(at);
        item.node.is_block(input.view())
    }

    /// Returns the head of an item: its name and its expression, if it is an attribute.
    #[inline]
    pub(super) fn head(&self, at: usize) -> ItemHead {
        let (input, item) = self.item(at);
        item.node.head(input.view())
    }

    /// Returns the name of an item.
    #[inline]
    pub(super) fn name(&self, at: usize) -> &'a str {
        let (input, item) = self.item(at);
        item.node.text(input.view())
    }

    /// Returns the names of all items.
    pub(super) fn names(&self) -> Vec<&'a str> {
        (0..self.items.len()).map(|at| self.name(at)).collect()
    }

    /// Returns the first label of an item, if it is a block with labels.
    pub(super) fn first_label(&self, at: usize) -> Option<Cow<'de, str>> {
        let (input, item) = self.item(at);
        let label = item.node.nth_label(input.view(), 0);
        label.map(|label| input.view().normalized_label(label))
    }

    /// Returns the name of an item, borrowed from the source if possible.
    pub(super) fn key(&self, at: usize) -> Cow<'de, str> {
        let (input, item) = self.item(at);
        item.node.key(input.view())
    }

    /// Returns this body with only these items.
    pub(super) fn with_items<'b>(&self, items: BodyItems<'b>) -> Content<'de, 'b>
    where
        'a: 'b,
    {
        Content { items, ..*self }
    }

    /// Returns a handle of the body.
    pub(super) fn body(&self) -> Body {
        let input = self.own_input();
        let document = input.origin.document();
        let view = input.view();
        let (whole, count) = match (self.block, input.shared.body) {
            (Some(block), _) => {
                let layers = block
                    .layers
                    .map(|id| input.shared.layered_items(id).layered);
                let body = Body::of_block(document, &block.node.block(view), layers);
                let count = body.items().len();
                (body, count)
            }
            (None, Some(given)) => (given.clone(), input.shared.root.len()),
            (None, None) => (Body::new(Arc::clone(document)), input.shared.root.len()),
        };
        if self.items.len() == count {
            return whole;
        }
        let origins = self.with_all_items().item_origins().into_iter();
        let origins = origins.map(|origin| {
            let document = origin.document();
            let covers = match (origin.index == self.origin.index, &self.block) {
                (true, Some(_)) => whole.span(),
                (true, None) => self.span,
                (false, _) => Body::new(Arc::clone(document)).tree_span(),
            };
            (Arc::clone(document), covers)
        });
        let items = (0..self.items.len()).map(|at| {
            let (input, item) = self.item(at);
            let layers = item.layers.map(|id| input.shared.layered_items(id).layered);
            ItemHandle {
                document: Arc::clone(input.origin.document()),
                node: item.node,
                layered: layers.cloned(),
            }
        });
        Body::of_items(origins.collect(), items.collect(), Vec::new()).unwrap_or(whole)
    }

    /// Returns the source of the body, and the other sources that its items come from.
    fn item_origins(&self) -> Vec<&'a Origin<'de>> {
        let mut origins = vec![self.origin];
        let mut found = HashSet::from_iter([self.origin.index]);
        for at in 0..self.items.len() {
            let origin = self.input(at).origin;
            if found.insert(origin.index) {
                origins.push(origin);
            }
        }
        origins
    }

    /// Whether it is known that no name is repeated.
    #[inline]
    pub(super) fn is_distinct(&self) -> bool {
        matches!(self.items, BodyItems::Distinct(_)) || self.items.len() < 2
    }

    /// Finds the block types that occur more than once.
    #[inline]
    pub(super) fn repeats(&self) -> Result<Repeats> {
        if self.is_distinct() {
            Ok(Repeats::default())
        } else {
            self.find_repeats()
        }
    }

    fn find_repeats(&self) -> Result<Repeats> {
        let repeats = Repeats::find(&self.names());
        for (earlier, later) in repeats.pairs() {
            let may_be_blocks = |at| self.is_block(at) || self.is_structure(at);
            let are_blocks = may_be_blocks(earlier) && may_be_blocks(later);
            if !(are_blocks || self.is_property(earlier) && self.is_property(later)) {
                return Err(self.conflict(earlier, later));
            }
        }
        Ok(repeats)
    }

    fn conflict(&self, earlier: usize, later: usize) -> Error {
        let (first, second) = (self.head(earlier), self.head(later));
        let name = self.name(later);
        if first.is_block() == second.is_block() {
            let place = file_of_other(
                self.site(earlier, first.name),
                self.site(later, second.name),
            );
            let place = place.unwrap_or_default();
            let diagnostic = Diagnostic::argument_redefined(name, &place).at(second.name);
            let error = Error::new(Category::Data, diagnostic.without_values());
            let error = error.prepend_step(PathStep::from(name));
            return self.in_source(error, later);
        }
        let detail = format!(
            "\"{name}\" is both an attribute and a block here, and only one of them could be read. Rename or remove \
             one."
        );
        let diagnostic = Diagnostic::of(Code::AttributeAndBlockOfOneName, detail);
        let (first, second) = (
            self.site(earlier, first.name),
            self.site(later, second.name),
        );
        conflict_error(diagnostic, first, second).prepend_step(PathStep::from(name))
    }

    /// Returns a span in the source of an item.
    pub(super) fn site(&self, at: usize, span: Span) -> Site<'de, 'a> {
        let origin = self.input(at).origin;
        Site { origin, span }
    }

    /// Adds the source of an item to an error.
    pub(super) fn in_source(&self, error: Error, at: usize) -> Error {
        error.with_source(self.input(at).origin.source())
    }

    /// Completes the path of an error in an item of a list. An error without a path is about the name of the item
    /// itself, which is then its only step.
    pub(super) fn with_item_path(&self, error: Error, at: usize) -> Error {
        let name = self.name(at);
        if error.path().is_empty() {
            return error.prepend_step(PathStep::from(name));
        }
        let steps = self.element_steps(self.node(at), 0);
        let is_only = |index: usize| index == at || self.name(index) != name;
        if matches!(steps.as_slice(), [PathStep::Index(0)]) && (0..self.items.len()).all(is_only) {
            return error;
        }
        error.insert_element(Some(name), &steps)
    }

    /// Returns the path steps to one of several items with the same name: the labels of a block after those that have
    /// been read, and its index if it has no labels, or its index among the blocks with the same labels. A JSON
    /// property counts as the blocks that it stands for.
    pub(super) fn element_steps(&self, own: ItemNode, labels_read: usize) -> Vec<PathStep> {
        let Some(whole) = self.whole() else {
            return Vec::new();
        };
        let view = self.input_of(own).view();
        let is_block = own.node.is_block(view);
        let (name, label_count) = (own.node.text(view), own.node.label_count(view));
        let of_name = (0..whole.items.len()).filter(|at| whole.name(*at) == name);
        let nodes = of_name.flat_map(|at| {
            if is_block {
                whole.valid_block_nodes(at, label_count, &mut None)
            } else {
                vec![whole.node(at)]
            }
        });
        let labels = |item: ItemNode| {
            let view = self.input_of(item).view();
            let block = item.node.is_block(view).then(|| item.node.block(view));
            block.map_or_else(Vec::new, |block| label_steps(view, &block))
        };
        let own_labels = labels(own);
        let read = own_labels.get(..labels_read).unwrap_or_default();
        let blocks =
            nodes.filter_map(|item| Some((item, labels(item).strip_prefix(read)?.to_vec())));
        index_by_labels(&blocks.collect::<Vec<_>>(), &own)
    }

    /// Returns an item, or the blocks with this number of labels that it stands for if it is a JSON property.
    pub(super) fn block_nodes(&self, at: usize, labels: usize) -> Result<Vec<ItemNode>> {
        let mut first_error = None;
        let nodes = self.valid_block_nodes(at, labels, &mut first_error);
        first_error.map_or(Ok(nodes), Err)
    }

    /// Like [`Content::block_nodes`], without the parts of a property that cannot be blocks.
    fn valid_block_nodes(
        &self,
        at: usize,
        labels: usize,
        first_error: &mut Option<Error>,
    ) -> Vec<ItemNode> {
        match self.expression(at) {
            Some(value) => {
                let blocks = value.valid_blocks(labels, 0, first_error).into_iter();
                blocks.map(|(body, labels)| body.as_block(labels)).collect()
            }
            None => vec![self.node(at)],
        }
    }

    /// Adds the place to an error of the body as a whole: the header of its block. For the root, it is the end of the
    /// body if something is missing, and otherwise the first item.
    pub(super) fn locate(&self, error: Error, is_missing: bool) -> Error {
        if error.span().is_some() {
            return error;
        }
        if let Some(block) = self.block() {
            return error.at(block.header);
        }
        let (start, end) = (self.span.start(), self.span.end());
        if is_missing {
            return error.at(Span::new(end, end));
        }
        if self.items.is_empty() {
            return error.at(Span::new(start, start));
        }
        let first = self.head(0).name.start();
        self.in_source(error.at(Span::new(first, first)), 0)
    }
}

/// Returns the labels of a block as steps of a path.
pub(super) fn label_steps(view: View<'_, '_>, block: &BlockView) -> Vec<PathStep> {
    let step = |label| PathStep::Key(view.normalized_label(label).into());
    view.labels(block).map(step).collect()
}

/// Returns the path steps to one of several blocks: its labels, and an index if it has no labels or if others have the
/// same. `blocks` has the labels of each.
pub(super) fn index_by_labels<T: PartialEq>(
    blocks: &[(T, Vec<PathStep>)],
    block: &T,
) -> Vec<PathStep> {
    let index = blocks.iter().position(|(other, _)| other == block);
    let index = index.unwrap_or_default();
    let own = blocks.get(index).map_or(&[][..], |(_, labels)| labels);
    if own.is_empty() {
        return vec![PathStep::Index(index)];
    }
    let alike = |count: usize| blocks[..count].iter().filter(|(_, it)| it == own).count();
    let mut steps = own.to_vec();
    if alike(blocks.len()) > 1 {
        steps.push(PathStep::Index(alike(index)));
    }
    steps
}

/// The error of two items that exclude each other, with the places of both.
pub(super) fn conflict_error(
    diagnostic: Diagnostic,
    first: Site<'_, '_>,
    second: Site<'_, '_>,
) -> Error {
    let diagnostic = with_other_place(diagnostic.at(second.span), first, second);
    let error = Error::new(Category::Data, diagnostic.without_values());
    error.with_source(second.origin.source())
}

/// Adds the place of the first of two conflicting items to a diagnostic of the second: as the context, or in words if
/// it is in another source.
pub(super) fn with_other_place(
    mut diagnostic: Diagnostic,
    first: Site<'_, '_>,
    second: Site<'_, '_>,
) -> Diagnostic {
    if let Some(file) = file_of_other(first, second) {
        return diagnostic.with_advice(move || format!(" The other one is{file}."));
    }
    diagnostic.set_context(first.span);
    diagnostic
}

/// Returns the file and line of the first of two places, if they are in different sources.
fn file_of_other(first: Site<'_, '_>, second: Site<'_, '_>) -> Option<String> {
    let source = first.origin.source();
    if source.is(second.origin.source()) {
        return None;
    }
    let file = source.name().unwrap_or("another file");
    let line = source.position(first.span.start()).line();
    Some(format!(" in {file} on line {line}"))
}
