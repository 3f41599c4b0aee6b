//! Expressions of a tree, and their content without evaluation.
//!
//! Numbers with or without a minus sign, strings, bools, null, tuples and objects are literal, with or without
//! parentheses. The elements of a literal tuple or object need not be literal. How an expression answers a request for
//! its content is in `data`.

pub(super) mod data;
#[cfg(test)]
pub(super) mod tests;

use std::borrow::Cow;
use std::sync::Arc;

use super::input::Input;
use super::item_nodes::{ItemNode, LayersId, Node};
use super::kind::DataKind;
use super::layers::LayeredItems;
use super::number::{NumberText, unsuitable};
use crate::error::{Category, Error, Result};
use crate::span::Span;
use crate::syntax::tree::blocks::{BlockRequest, JsonBlock};
use crate::syntax::tree::handle::Expression;
use crate::syntax::tree::view::{ExpressionView, View};
use crate::syntax::tree::{ExprId, ExprKind, ItemId, UnaryOperator};

/// The expression of an attribute, or a part of it. Most methods take it by reference: it has 24 bytes, and copies of
/// it take time that shows in the benchmark `serde`.
#[derive(Clone, Copy)]
pub(super) struct ExpressionData<'de, 'a> {
    pub(super) input: Input<'de, 'a>,
    pub(super) id: ExprId,
    /// The content of the object, if several layers define it.
    pub(super) layers: Option<LayersId>,
}

/// The content of a literal expression.
#[derive(Clone, Copy)]
pub(super) enum Literal<'de> {
    Null,
    Bool(bool),
    Number(NumberText<'de>),
    String(ExprId),
    Tuple,
    Object,
}

/// Reads an expression, if it is literal.
pub(super) fn literal<'de>(view: View<'de, '_>, id: ExprId) -> Option<Literal<'de>> {
    let mut at = id;
    let (mut is_signed, mut negative) = (false, false);
    loop {
        match view.expression_inlined(at) {
            ExpressionView::Number(text) => {
                return Some(Literal::Number(NumberText { text, negative }));
            }
            ExpressionView::Parentheses(inner) => at = inner,
            ExpressionView::Unary(UnaryOperator::Negate, operand) => {
                (is_signed, negative) = (true, !negative);
                at = operand;
            }
            _ if is_signed => return None,
            ExpressionView::Literal(literal) => return Some(Literal::String(literal)),
            ExpressionView::Bool(bool) => return Some(Literal::Bool(bool)),
            ExpressionView::Null => return Some(Literal::Null),
            ExpressionView::Tuple(_) => return Some(Literal::Tuple),
            ExpressionView::Object(_) => return Some(Literal::Object),
            _ => return None,
        }
    }
}

/// Converts a literal to a string, also a number or a bool. `None` for null, tuples and objects.
pub(super) fn to_text<'de>(
    input: Input<'de, '_>,
    literal: Literal<'de>,
) -> Result<Option<Cow<'de, str>>> {
    Ok(match literal {
        Literal::String(literal) => Some(input.view().literal(literal)),
        Literal::Bool(bool) => Some(Cow::Borrowed(if bool { "true" } else { "false" })),
        Literal::Number(written) => Some(match written.canonical() {
            Some(text) => Cow::Borrowed(text),
            None => Cow::Owned(input.number_text(&written.number().map_err(unsuitable)?)?),
        }),
        Literal::Null | Literal::Tuple | Literal::Object => None,
    })
}

impl<'de, 'a> ExpressionData<'de, 'a> {
    #[inline]
    pub(super) fn new(input: Input<'de, 'a>, id: ExprId) -> Self {
        ExpressionData {
            input,
            id,
            layers: None,
        }
    }

    pub(super) fn handle(&self) -> Expression {
        let expression = Expression::new(Arc::clone(self.input.origin.document()), self.id);
        match self.layers() {
            Some(layers) => expression.of_layers(layers.layered.clone()),
            None => expression,
        }
    }

    /// Returns the content of the object, if several layers define it.
    pub(super) fn layers(&self) -> Option<&'a LayeredItems<'de>> {
        self.layers.map(|id| self.input.shared.layered_items(id))
    }

    /// Returns the properties of a JSON object with their values, including comments.
    pub(super) fn properties(&self) -> Vec<(ItemId, ExpressionData<'de, 'a>)> {
        let Some(layers) = self.layers() else {
            let view = self.input.view();
            let ids = view.json_properties(self.id).iter();
            let value = |id: &ItemId| Some((*id, self.at(view.property_value(*id)?)));
            return ids.filter_map(value).collect();
        };
        let value = |item: &ItemNode| {
            let Node::Item(property) = item.node else {
                return None;
            };
            let input = Input::new(
                &self.input.shared.layers.origins[item.input],
                self.input.shared,
            );
            let value = ExpressionData {
                input,
                id: input.view().property_value(property)?,
                layers: item.layers,
            };
            Some((property, value))
        };
        layers.properties().iter().filter_map(value).collect()
    }

    /// Returns the nodes of the items of an object.
    pub(super) fn items(&self) -> &'a [ItemId] {
        self.input.view().object_items(self.inner())
    }

    /// Returns the nodes of the elements, if the expression is a tuple without parentheses.
    pub(super) fn elements(&self) -> Option<&'a [ExprId]> {
        match self.input.view().expression(self.id) {
            ExpressionView::Tuple(elements) => Some(elements),
            _ => None,
        }
    }

    /// Returns the elements of a JSON array, nothing for null, and any other value alone.
    pub(super) fn elements_or_self(self) -> Vec<Self> {
        match self.input.view().json_elements(self.id) {
            Some(elements) => elements.iter().map(|id| self.at(*id)).collect(),
            None if self.kind() == DataKind::Null => Vec::new(),
            None => vec![self],
        }
    }

    /// Whether the expression is an object without parentheses.
    pub(super) fn is_object(&self) -> bool {
        let view = self.input.view().expression(self.id);
        matches!(view, ExpressionView::Object(_))
    }

    /// Returns the blocks that a JSON value stands for: their bodies and numbers of labels. Each has this number of
    /// labels, of which `labels_read` are properties around the value.
    pub(super) fn blocks(self, labels: usize, labels_read: usize) -> Result<Vec<(Self, usize)>> {
        let mut first_error = None;
        let blocks = self.valid_blocks(labels, labels_read, &mut first_error);
        first_error.map_or(Ok(blocks), Err)
    }

    /// Returns the [blocks](Self::blocks) that a JSON value stands for, without the parts that cannot be blocks. Keeps
    /// the error of the first of these parts.
    pub(super) fn valid_blocks(
        self,
        labels: usize,
        labels_read: usize,
        first_error: &mut Option<Error>,
    ) -> Vec<(Self, usize)> {
        if labels_read < labels && self.layers.is_some() {
            let values = self.properties().into_iter();
            let blocks = values
                .flat_map(|(_, value)| value.valid_blocks(labels, labels_read + 1, first_error));
            return blocks.collect();
        }
        let view = self.input.view();
        let found = view.blocks_of_value(self.id, BlockRequest::Labels(labels), labels_read);
        if first_error.is_none() {
            let error = Error::from_diagnostics(Category::Data, found.diagnostics);
            *first_error = error.map(|it| it.with_source(self.input.origin.source()));
        }
        let block = |JsonBlock { body, labels }| (ExpressionData { id: body, ..self }, labels);
        found.blocks.into_iter().map(block).collect()
    }

    /// Returns the expression, a JSON object, as the body of a block with this number of labels.
    pub(super) fn as_block(&self, labels: usize) -> ItemNode {
        let body = self.id;
        ItemNode {
            input: self.input.origin.index,
            node: Node::Block(JsonBlock { body, labels }),
            layers: self.layers,
        }
    }

    /// Whether the expression stands for JSON blocks whose number is unknown.
    pub(super) fn is_unknown_blocks(&self) -> bool {
        let is_unknown = self.layers().is_some_and(|it| it.layered.is_unknown);
        is_unknown || self.input.view().tree.is_unknown_blocks(self.id)
    }

    /// Returns another expression of the same source.
    pub(super) fn at(&self, id: ExprId) -> Self {
        ExpressionData::new(self.input, id)
    }

    #[inline]
    fn expression_kind(&self) -> ExprKind {
        self.input.view().tree[self.id].kind
    }

    /// Returns the expression without the parentheses around it.
    #[inline]
    fn inner(&self) -> ExprId {
        self.input.view().without_parentheses(self.id)
    }

    /// Returns the kind of an expression in parentheses or with a sign.
    fn inner_kind(&self) -> DataKind {
        match literal(self.input.view(), self.id) {
            Some(Literal::Null) => DataKind::Null,
            Some(Literal::Bool(bool)) => DataKind::Bool(bool),
            Some(Literal::Number(_)) => DataKind::Number,
            Some(Literal::String(_)) => DataKind::String,
            Some(Literal::Tuple) => DataKind::Sequence,
            Some(Literal::Object) => DataKind::Object,
            None => DataKind::Unevaluated,
        }
    }

    /// Whether the expression is a JSON string with template sequences that are literal text, because of literal-only
    /// mode.
    #[inline]
    pub(super) fn is_raw_text(&self) -> bool {
        matches!(self.expression_kind(), ExprKind::JsonTemplate(_))
            && self.input.shared.options.ctx.is_literal_only()
    }

    pub(super) fn place(&self) -> Span {
        self.input.view().tree.span(self.id)
    }

    /// Whether a name of the context stands for the expression, a tuple or an object, and functions are called in it.
    /// It is then evaluated as a whole, so that its decoded parts and the value of the name come from the same calls.
    #[inline]
    pub(super) fn is_evaluated_whole(&self) -> bool {
        self.input.shared.has_names && self.is_defined() && self.calls_functions()
    }

    fn is_defined(&self) -> bool {
        let ctx = &self.input.shared.options.ctx;
        ctx.defines(self.input.view().tree, self.id)
    }

    pub(super) fn calls_functions(&self) -> bool {
        if self.layers.is_none() {
            return calls_functions(self.input.view(), self.id);
        }
        let parts = self.handle().parts();
        parts.iter().any(|it| calls_functions(it.view(), it.id()))
    }

    /// Whether something in the expression has to be evaluated.
    pub(super) fn has_computed(&self) -> bool {
        let view = self.input.view();
        let mut pending = vec![self.id];
        while let Some(id) = pending.pop() {
            match self.at(id).kind() {
                DataKind::Unevaluated => return true,
                DataKind::Sequence | DataKind::Object => {
                    view.for_each_child(id, &mut |child| pending.push(child));
                }
                _ => {}
            }
        }
        self.layers.is_some()
    }

    /// Whether the expression has to be evaluated to know its kind.
    pub(super) fn is_computed(self) -> bool {
        self.layers.is_none() && self.kind() == DataKind::Unevaluated
    }
}

fn calls_functions(view: View<'_, '_>, id: ExprId) -> bool {
    view.any_part(id, &mut |view, id| {
        matches!(view.expression(id), ExpressionView::FunctionCall(_))
    })
}
