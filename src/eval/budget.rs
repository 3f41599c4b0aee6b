//! The cost of an evaluation, and the error when its budget is exhausted.
//!
//! A source of a few bytes can ask for any amount of work: each `for` inside of another multiplies it, and so
//! does each value that contains another one twice. An application that evaluates untrusted input sets a
//! budget in the `EvalContext`.
//!
//! Knows nothing of what the work is done for.

use super::Evaluator;
use crate::diagnostic::Diagnostic;
use crate::function::{
    self, DiscardGuard, Exceeded, has_strings, optional_attributes, text_length,
};
use crate::span::Span;
use crate::syntax::tree::NodeId;
use crate::value::{Type, Value};

/// Bytes of a string that cost as much as one step.
const BYTES_PER_STEP: usize = 64;

/// The remaining budget of an evaluation.
///
/// The evaluation may be a part of a larger piece of work with a budget of its own. It borrows that budget as
/// plain numbers, which are cheap to change, and settles at the end.
pub(super) struct BorrowedBudget<'a> {
    /// The budget that this one was borrowed from.
    whole: &'a function::Budget,
    /// The amount that was borrowed.
    start: Cost,
    /// Whether there are limits at all.
    is_limited: bool,
    /// Without a limit, the counters are too large to be exhausted.
    steps: u64,
    bytes: u64,
    exceeded: Option<Exceeded>,
    /// The diagnostic of the exhausted budget. It replaces all others.
    failure: Option<Diagnostic>,
}

/// An amount of the budget: spent or remaining.
#[derive(Clone, Copy, Default)]
pub(super) struct Cost {
    steps: u64,
    bytes: u64,
}

impl Cost {
    #[inline]
    pub(super) fn new(steps: u64, bytes: u64) -> Self {
        Cost { steps, bytes }
    }

    pub(super) fn without(self, other: Cost) -> Cost {
        Cost {
            steps: self.steps.saturating_sub(other.steps),
            bytes: self.bytes.saturating_sub(other.bytes),
        }
    }
}

impl<'a> BorrowedBudget<'a> {
    /// Borrows the remaining budget of `whole`.
    #[inline]
    pub(super) fn of(whole: &'a function::Budget) -> Self {
        let (steps, bytes) = match whole.exceeded() {
            None => whole.left(),
            Some(_) => (0, 0),
        };
        BorrowedBudget {
            whole,
            start: Cost { steps, bytes },
            is_limited: whole.is_limited(),
            steps,
            bytes,
            exceeded: None,
            failure: None,
        }
    }

    /// Subtracts from the whole budget what was spent since the last time.
    pub(super) fn settle(&mut self) {
        let Cost { steps, bytes } = self.start.without(self.left());
        self.whole.take(steps, bytes);
        if let Some(exceeded) = self.exceeded {
            self.whole.exceed(exceeded);
        }
        self.start = self.left();
    }

    /// Hands the remaining budget to code that spends from the whole budget.
    pub(super) fn lend(&mut self) -> &'a function::Budget {
        self.settle();
        self.whole
    }

    /// Continues with what remains of the whole budget. Returns which limit was exceeded, if any.
    pub(super) fn take_back(&mut self) -> Option<Exceeded> {
        let (steps, bytes) = self.whole.left();
        (self.steps, self.bytes) = (steps, bytes);
        self.start = self.left();
        self.whole.exceeded()
    }

    /// Marks that what is evaluated is needed for its type alone, until what is returned is dropped.
    pub(super) fn discard(&self) -> DiscardGuard<'a> {
        self.whole.discard()
    }

    #[inline]
    pub(super) fn is_limited(&self) -> bool {
        self.is_limited
    }

    /// Whether the budget is exhausted. The results of further work are not used then.
    #[inline]
    pub(super) fn is_spent(&self) -> bool {
        self.failure.is_some()
    }

    pub(super) fn take_failure(&mut self) -> Option<Diagnostic> {
        self.failure.take()
    }

    /// Spends steps. Returns `false` if fewer remain.
    #[inline]
    pub(super) fn take_steps(&mut self, count: u64) -> bool {
        take(&mut self.steps, count)
    }

    /// Whether `count` steps remain.
    #[inline]
    pub(super) fn has_steps(&self, count: u64) -> bool {
        count <= self.steps
    }

    /// Spends the bytes of a string. Returns `false` if fewer remain.
    #[inline]
    pub(super) fn take_bytes(&mut self, count: usize) -> bool {
        take(&mut self.bytes, count as u64)
    }

    pub(super) fn left(&self) -> Cost {
        Cost {
            steps: self.steps,
            bytes: self.bytes,
        }
    }

    /// Spends all of a cost. Returns `false` if less remains.
    #[inline]
    pub(super) fn take(&mut self, cost: Cost) -> bool {
        let enough = cost.steps <= self.steps && cost.bytes <= self.bytes;
        if enough {
            self.steps -= cost.steps;
            self.bytes -= cost.bytes;
        }
        enough
    }

    /// Ends the evaluation because a limit is exceeded.
    #[cold]
    pub(super) fn fail(&mut self, exceeded: Exceeded, subject: Span) {
        // If another evaluation has exceeded a limit before, that limit is reported.
        let exceeded = self.whole.exceeded().unwrap_or(exceeded);
        let detail = match exceeded {
            Exceeded::Steps => {
                "The evaluation has used up the number of steps that the application allows. \
                 Write less work, such as fewer or smaller \"for\" expressions in each other."
            }
            Exceeded::Bytes => {
                "The evaluation has made more bytes of text than the application allows. \
                 Write templates that make less."
            }
        };
        self.exceeded.get_or_insert(exceeded);
        self.failure.get_or_insert_with(|| {
            Diagnostic::error("Evaluation too expensive", detail).with_subject(subject)
        });
        // Nothing is evaluated after this. The whole budget is marked as exceeded, so that the rest is not
        // subtracted from it.
        self.start = self.start.without(self.left());
        (self.steps, self.bytes) = (0, 0);
    }
}

/// Subtracts a count. Returns `false` if less remains.
#[inline]
fn take(left: &mut u64, count: u64) -> bool {
    let rest = left.checked_sub(count);
    *left = rest.unwrap_or(*left);
    rest.is_some()
}

impl Evaluator<'_> {
    /// Spends steps for the source part at `subject`. Returns `false` if fewer remain.
    #[inline]
    pub(super) fn spend(&mut self, count: usize, subject: Span) -> bool {
        let enough = self.budget.take_steps(count as u64);
        if !enough {
            self.out_of_steps(subject);
        }
        enough
    }

    #[cold]
    pub(super) fn out_of_steps(&mut self, subject: Span) -> Value {
        self.budget.fail(Exceeded::Steps, subject);
        Value::dynamic()
    }

    /// Spends the bytes of a string that is made at `subject`. Returns `false` if fewer remain.
    #[inline]
    pub(super) fn produce(&mut self, bytes: usize, subject: Span) -> bool {
        let enough = self.budget.take_bytes(bytes);
        if !enough {
            self.out_of_bytes(subject);
        }
        enough
    }

    #[cold]
    pub(super) fn out_of_bytes(&mut self, subject: Span) {
        self.budget.fail(Exceeded::Bytes, subject);
    }

    /// Lends the budget to a function, which spends from it itself.
    pub(super) fn lend<T>(
        &mut self,
        subject: Span,
        work: impl FnOnce(&function::Budget) -> T,
    ) -> T {
        let result = work(self.budget.lend());
        if let Some(exceeded) = self.budget.take_back() {
            self.budget.fail(exceeded, subject);
        }
        result
    }

    /// Spends a step for each element of a collection that is iterated over. Returns `false` if fewer remain.
    pub(super) fn spend_elements(&mut self, collection: &Value, id: NodeId) -> bool {
        let elements = collection.as_slice().map_or(0, <[Value]>::len);
        let entries = collection.as_entries().map_or(0, <[_]>::len);
        self.spend(elements + entries, self.span(id))
    }

    /// Spends a step for each part of a value that is walked through at `subject`. Returns `false` if fewer
    /// remain. A value may contain shared parts many times, so that the walk itself must be limited.
    #[inline]
    pub(super) fn spend_parts(&mut self, value: &Value, subject: Span) -> bool {
        !self.budget.is_limited || self.spend_limited_parts(value, subject)
    }

    fn spend_limited_parts(&mut self, value: &Value, subject: Span) -> bool {
        self.walk_parts(value, subject, |_, _| true)
    }

    /// Spends the cost of converting a value to a type: the bytes of the strings that its numbers and bools
    /// become, and a step for each part and for each attribute that may be added. Returns `false` if less
    /// remains.
    #[inline]
    pub(super) fn spend_conversion(&mut self, value: &Value, to: &Type, subject: Span) -> bool {
        !self.budget.is_limited
            || value.is_of_type(to)
            || self.spend_limited_conversion(value, to, subject)
    }

    fn spend_limited_conversion(&mut self, value: &Value, to: &Type, subject: Span) -> bool {
        let makes_text = has_strings(to);
        let added = optional_attributes(to);
        self.walk_parts(value, subject, |this, part| {
            let is_paid = !makes_text || this.produce(text_length(part), subject);
            is_paid && (part.as_entries().is_none() || this.spend(added, subject))
        })
    }

    /// Spends the steps of an operand that is not a small number or bool: for its digits, or for the text
    /// that it is parsed from.
    #[inline]
    pub(super) fn spend_operand(&mut self, value: &Value, ty: &Type, subject: Span) -> bool {
        !self.budget.is_limited
            || ty.is_dynamic()
            || self.spend(text_of(value) / BYTES_PER_STEP, subject)
    }

    /// Spends the steps of an argument for a function that does not use the budget. Such a function may
    /// convert a number to text, which may have thousands of digits.
    pub(super) fn spend_argument(&mut self, value: &Value, subject: Span) -> bool {
        !self.budget.is_limited
            || self.walk_parts(value, subject, |this, part| {
                let is_long = part.as_number().is_some_and(|it| it.as_small().is_none());
                !is_long || this.produce(text_length(part), subject)
            })
    }

    /// Spends a step for each part of a value, more for long texts, and the cost `also` for each part.
    fn walk_parts(
        &mut self,
        value: &Value,
        subject: Span,
        mut also: impl FnMut(&mut Self, &Value) -> bool,
    ) -> bool {
        let mut parts = vec![value];
        let mut paid = self.spend(1, subject);
        while paid && let Some(part) = parts.pop() {
            let text = text_of(part);
            let elements = part.as_slice().unwrap_or_default();
            let entries = part.as_entries().unwrap_or_default();
            // Parts are paid for before they are pushed to the stack, so that the stack is limited, too.
            let count = text / BYTES_PER_STEP + elements.len() + entries.len();
            paid = self.spend(count, subject) && also(self, part);
            if paid {
                parts.extend(elements);
                parts.extend(entries.iter().map(|(_, value)| value));
            }
        }
        paid
    }
}

/// The bytes of text in a value that has no parts. The digits of a small number count as none.
fn text_of(value: &Value) -> usize {
    match value.as_number() {
        Some(number) if number.as_small().is_none() => number.text_length(),
        _ => value.as_str().map_or(0, str::len),
    }
}
