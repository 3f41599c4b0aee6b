//! How much a piece of work may still cost.
//!
//! Knows nothing of what the work is.

use std::cell::Cell;

use super::FunctionError;

/// What is left of the limits that an application has set for a piece of work: of its steps, and of the bytes of text
/// that it makes.
///
/// An evaluation has one, and a decoding one for all of its evaluations. A [`Function`](super::Function) that makes
/// more text or more elements than it is given gets it by
/// [`Function::within_budget`](super::Function::within_budget), and takes from it before it makes them.
///
/// ```
/// use hcl::function::{Function, Parameter};
/// use hcl::{EvalContext, Type};
///
/// let repeat = Function::within_budget(Type::STRING, |args, budget| {
///     let text = args[0].as_str().unwrap_or_default();
///     let count = args[1].as_u64().unwrap_or_default() as usize;
///     budget.spend_bytes(text.len().saturating_mul(count))?;
///     Ok(text.repeat(count).into())
/// })
/// .with_parameter(Parameter::new("text", Type::STRING))
/// .with_parameter(Parameter::new("count", Type::NUMBER));
///
/// let ctx = EvalContext::new().with_function("repeat", repeat).with_max_bytes(1 << 20);
/// assert_eq!(hcl::parse_expression("repeat(\"ab\", 3)")?.evaluate(&ctx)?, "ababab");
/// let error = hcl::parse_expression("repeat(\"ab\", 1e15)")?.evaluate(&ctx).unwrap_err();
/// assert_eq!(error.classify(), hcl::Category::Limit);
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Debug)]
pub struct Budget {
    /// Whether there are limits at all; without one there are more than can be taken.
    is_limited: bool,
    steps: Cell<u64>,
    bytes: Cell<u64>,
    exceeded: Cell<Option<Exceeded>>,
}

/// What there was too little of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exceeded {
    Steps,
    Bytes,
}

impl Budget {
    pub(crate) fn new(max_steps: Option<u64>, max_bytes: Option<u64>) -> Self {
        Budget {
            is_limited: max_steps.is_some() || max_bytes.is_some(),
            steps: Cell::new(max_steps.unwrap_or(u64::MAX)),
            bytes: Cell::new(max_bytes.unwrap_or(u64::MAX)),
            exceeded: Cell::new(None),
        }
    }

    pub(crate) fn unlimited() -> Self {
        Budget::new(None, None)
    }

    /// Takes steps, of which an element that is made or looked at is one.
    ///
    /// # Errors
    ///
    /// If there are not that many left. The evaluation then ends with one diagnostic about that, whatever else is
    /// reported.
    pub fn spend_steps(&self, count: usize) -> Result<(), FunctionError> {
        match self.take(count as u64, 0) {
            None => Ok(()),
            Some(_) => Err(FunctionError::new("the budget of steps is used up")),
        }
    }

    /// Takes bytes of a text that is about to be made.
    ///
    /// # Errors
    ///
    /// As [`Budget::spend_steps`].
    pub fn spend_bytes(&self, count: usize) -> Result<(), FunctionError> {
        match self.take(0, count as u64) {
            None => Ok(()),
            Some(_) => Err(FunctionError::new("the budget of bytes is used up")),
        }
    }

    /// Takes all of both, or says what there is too little of.
    pub(crate) fn take(&self, steps: u64, bytes: u64) -> Option<Exceeded> {
        if self.exceeded.get().is_none() {
            match (
                self.steps.get().checked_sub(steps),
                self.bytes.get().checked_sub(bytes),
            ) {
                (Some(steps), Some(bytes)) => {
                    self.steps.set(steps);
                    self.bytes.set(bytes);
                }
                (None, _) => self.exceed(Exceeded::Steps),
                (_, None) => self.exceed(Exceeded::Bytes),
            }
        }
        self.exceeded.get()
    }

    /// Ends the work: nothing can be taken any more.
    pub(crate) fn exceed(&self, what: Exceeded) {
        if self.exceeded.get().is_none() {
            self.exceeded.set(Some(what));
        }
    }

    /// What there was too little of, if there has been more to do than there was a budget for.
    #[inline]
    pub(crate) fn exceeded(&self) -> Option<Exceeded> {
        self.exceeded.get()
    }

    #[inline]
    pub(crate) fn is_limited(&self) -> bool {
        self.is_limited
    }

    /// The steps and bytes that are left.
    #[inline]
    pub(crate) fn left(&self) -> (u64, u64) {
        (self.steps.get(), self.bytes.get())
    }
}
