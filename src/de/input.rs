//! The input of a decoding: a text, the context and the limits. The text with its tree is an
//! [`Origin`].

use std::cell::{Cell, RefCell};

use super::asked::SingleBlocks;
use super::item_nodes::{BodyItems, LayersId};
use super::layers::{BodyLayers, LayeredItems};
use super::options::DecodeOptions;
use super::origin::{ExpressionKey, Origin};
use super::survey::Survey;
use crate::diagnostic::Code;
use crate::error::{Error, Result};
use crate::eval::{self, EvalContext};
use crate::function::Work;
use crate::number::Number;
use crate::span::Span;
use crate::syntax::tree::ExprId;
use crate::syntax::tree::handle::{Body, Expression};
use crate::syntax::tree::view::View;
use crate::value::Value;

/// The state that all parts of one decoding share.
pub(super) struct Shared<'de, 'a> {
    pub(super) options: &'a DecodeOptions,
    /// The texts of the decoding, the one of the root first, and the content of the items that several layers define.
    pub(super) layers: &'a BodyLayers<'de>,
    /// The decoded body, if it was already parsed.
    pub(super) body: Option<&'a Body>,
    /// All items of the root.
    pub(super) root: BodyItems<'a>,
    /// The work that all evaluations are part of.
    pub(super) work: Work,
    /// The survey that this decoding is part of, if any.
    pub(super) survey: Option<&'a Survey>,
    /// Whether the context defines names by expressions.
    pub(super) has_names: bool,
    has_functions: bool,
    /// The evaluated expressions, if the context has functions.
    evaluated: RefCell<Vec<ExpressionKey>>,
    /// The fields of the decoded types that are known to take a single block.
    pub(super) single_blocks: &'a SingleBlocks,
    /// Whether such fields were known before this decoding.
    pub(super) has_single_blocks: bool,
    /// Number of labels around the data being decoded.
    label_depth: Cell<u32>,
}

impl<'de, 'a> Shared<'de, 'a> {
    pub(super) fn new(
        options: &'a DecodeOptions,
        layers: &'a BodyLayers<'de>,
        body: Option<&'a Body>,
        root: BodyItems<'a>,
        survey: Option<&'a Survey>,
        single_blocks: &'a SingleBlocks,
    ) -> Self {
        let ctx = &options.ctx;
        Shared {
            options,
            layers,
            body,
            root,
            work: survey.and_then(Survey::work).unwrap_or_else(|| ctx.work()),
            survey,
            has_names: ctx.names().is_some(),
            has_functions: ctx.has_functions(),
            evaluated: RefCell::default(),
            single_blocks,
            has_single_blocks: !single_blocks.is_empty(),
            label_depth: Cell::new(0),
        }
    }

    /// Takes the evaluated expressions, if the context has functions.
    pub(super) fn take_evaluated(&self) -> Vec<ExpressionKey> {
        self.evaluated.take()
    }

    /// Returns the content of an item that several layers define.
    pub(super) fn layered_items(&self, id: LayersId) -> &'a LayeredItems<'de> {
        &self.layers.lists[id.index()]
    }
}

/// A text that is being decoded.
#[derive(Clone, Copy)]
pub(super) struct Input<'de, 'a> {
    pub(super) origin: &'a Origin<'de>,
    pub(super) shared: &'a Shared<'de, 'a>,
}

impl<'de, 'a> Input<'de, 'a> {
    pub(super) fn new(origin: &'a Origin<'de>, shared: &'a Shared<'de, 'a>) -> Self {
        Input { origin, shared }
    }

    #[inline]
    pub(super) fn view(self) -> View<'de, 'a> {
        self.origin.view()
    }

    /// Returns the key that identifies an expression throughout a decoding.
    pub(super) fn identify(self, id: ExprId) -> ExpressionKey {
        (self.origin.index, id)
    }

    pub(super) fn evaluate(&self, id: ExprId) -> Result<Value> {
        let value = self.in_context(id, |ctx, work| eval::evaluate(self.view(), id, ctx, work))?;
        value.into_result()
    }

    /// Evaluates an expression whose parts are in several trees.
    pub(super) fn evaluate_layers(&self, expression: &Expression) -> Result<Value> {
        let value = self.in_context(expression.id(), |ctx, work| {
            expression.evaluate_within(ctx, work)
        })?;
        value.into_result()
    }

    pub(super) fn evaluate_key(&self, id: ExprId) -> Result<String> {
        let key = self.in_context(id, |ctx, work| {
            eval::evaluate_key(self.view(), id, ctx, work)
        })?;
        let key = key.into_result()?;
        key.as_str().map(str::to_owned).ok_or_else(|| {
            let detail = "This key depends on a value that is not known yet.";
            let error = Error::of(Code::UnknownValue, detail);
            error
                .at(self.view().tree.span(id))
                .with_note("Only \"hcl::Value\" accepts unknown values.")
        })
    }

    /// Evaluates an expression in the context of the options. Fails in a survey that does not evaluate it.
    fn in_context<T>(
        &self,
        id: ExprId,
        evaluate: impl FnOnce(&EvalContext, &Work) -> T,
    ) -> Result<T> {
        let expression = self.identify(id);
        if let Some(survey) = self.shared.survey {
            survey.begin_evaluation(expression)?;
        }
        if self.shared.has_functions {
            self.shared.evaluated.borrow_mut().push(expression);
        }
        Ok(evaluate(&self.shared.options.ctx, &self.shared.work))
    }

    /// Returns the text of a number, and takes its length in bytes from the budget.
    pub(super) fn number_text(&self, number: &Number) -> Result<String> {
        self.pay_for_text(number.text_length())?;
        Ok(number.to_string())
    }

    /// Returns a text that stands for an expression, and takes its length in bytes from the budget.
    pub(super) fn paid_text(&self, text: String) -> Result<String> {
        self.pay_for_text(text.len())?;
        Ok(text)
    }

    /// Takes a number of bytes of text from the budget.
    fn pay_for_text(&self, bytes: usize) -> Result<()> {
        if self.shared.work.budget.take_bytes(bytes) {
            Ok(())
        } else {
            Err(too_much_text())
        }
    }

    /// Maximum nesting depth of a value here.
    pub(super) fn levels_left(&self) -> u32 {
        let Shared {
            options,
            label_depth,
            ..
        } = self.shared;
        options.max_labels().saturating_sub(label_depth.get())
    }

    /// Decodes the content of a block within a label; an error if the labels nest too deep. Inlined, to avoid moving
    /// the content again.
    #[inline]
    pub(super) fn within_label<T>(
        &self,
        label: Span,
        decode: impl FnOnce() -> Result<T>,
    ) -> Result<T> {
        let Shared {
            options,
            label_depth,
            ..
        } = self.shared;
        let (before, max_labels) = (label_depth.get(), options.max_labels());
        if before >= max_labels {
            return Err(too_many_labels(max_labels).at(label));
        }
        label_depth.set(before + 1);
        let value = decode();
        label_depth.set(before);
        value
    }
}

/// Calls a function that is rarely needed. Kept out of line so that the common path stays small.
#[inline(never)]
pub(super) fn cold_path<T>(work: impl FnOnce() -> T) -> T {
    work()
}

fn too_much_text() -> Error {
    let detail = "The numbers of the configuration are read as strings, which take more bytes than the application \
                  allows. Write numbers with smaller exponents.";
    Error::of(Code::EvaluationTooExpensive, detail)
}

fn too_many_labels(limit: u32) -> Error {
    let detail = format!(
        "Each label is a level of nesting, and a value may be at most {limit} labels deep. Write the blocks with \
         fewer labels, or raise the limit."
    );
    Error::of(Code::NestingTooDeep, detail)
}
