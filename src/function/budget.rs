//! The budget of a piece of work.
//!
//! Knows nothing of what the work is.

use std::cell::Cell;

use super::FunctionError;

/// The remaining steps and bytes of text of a piece of work, if an application has limited them.
///
/// Each evaluation has a budget; decoding has one for all of its evaluations. A [`Function`](super::Function)
/// that makes more text or more elements than its arguments hold gets the budget by
/// [`Function::within_budget`](super::Function::within_budget), and spends from it before it makes them.
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
    /// Whether there are limits at all. Without a limit, the counters are too large to be exhausted.
    is_limited: bool,
    steps: Cell<u64>,
    bytes: Cell<u64>,
    exceeded: Cell<Option<Exceeded>>,
}

/// The limit that was exceeded.
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

    /// Spends steps, such as one for each element that is made or visited.
    ///
    /// # Errors
    ///
    /// If fewer steps remain. The evaluation then ends with one diagnostic about that, whatever else is
    /// reported.
    pub fn spend_steps(&self, count: usize) -> Result<(), FunctionError> {
        match self.take(count as u64, 0) {
            None => Ok(()),
            Some(_) => Err(FunctionError::new("the budget of steps is used up")),
        }
    }

    /// Spends the bytes of a text before the text is made.
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

    /// Spends steps and bytes. Returns the exceeded limit if there are not enough.
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

    /// Ends the work: the budget is exhausted from here on.
    pub(crate) fn exceed(&self, what: Exceeded) {
        if self.exceeded.get().is_none() {
            self.exceeded.set(Some(what));
        }
    }

    /// The limit that was exceeded, if one was.
    #[inline]
    pub(crate) fn exceeded(&self) -> Option<Exceeded> {
        self.exceeded.get()
    }

    #[inline]
    pub(crate) fn is_limited(&self) -> bool {
        self.is_limited
    }

    /// The remaining steps and bytes.
    #[inline]
    pub(crate) fn left(&self) -> (u64, u64) {
        (self.steps.get(), self.bytes.get())
    }
}
