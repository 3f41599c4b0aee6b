//! How much an evaluation may cost, and the end of one that costs more.
//!
//! What a source of a few bytes asks for can be any amount of work: each `for` in another multiplies
//! it, and so does each value that holds another twice. An application that evaluates what strangers
//! write sets a budget in the [`EvalContext`].
//!
//! Knows nothing of what the work is done for.

use super::{EvalContext, Evaluator};
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::syntax::tree::NodeId;
use crate::value::Value;

/// How many bytes of a string are as much work as one step.
const BYTES_PER_STEP: usize = 64;

/// What is left of the budget of an evaluation.
pub(super) struct Budget {
    /// Whether there are limits at all.
    is_limited: bool,
    /// Without a limit there are more than can be taken.
    steps: u64,
    bytes: u64,
    /// What to report instead of everything else.
    failure: Option<Diagnostic>,
}

/// What an evaluation has taken of its budget, or may still take.
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

impl Budget {
    pub(super) fn of(ctx: &EvalContext) -> Self {
        let (steps, bytes) = (ctx.max_steps(), ctx.max_bytes());
        Budget {
            is_limited: steps.is_some() || bytes.is_some(),
            steps: steps.unwrap_or(u64::MAX),
            bytes: bytes.unwrap_or(u64::MAX),
            failure: None,
        }
    }

    #[inline]
    pub(super) fn is_limited(&self) -> bool {
        self.is_limited
    }

    /// Whether there has been more to do than there was a budget for: what is left undone does not matter any more.
    #[inline]
    pub(super) fn is_spent(&self) -> bool {
        self.failure.is_some()
    }

    pub(super) fn take_failure(&mut self) -> Option<Diagnostic> {
        self.failure.take()
    }

    /// Takes a number of steps; `false` if there are not that many left.
    #[inline]
    pub(super) fn take_steps(&mut self, count: u64) -> bool {
        take(&mut self.steps, count)
    }

    /// Whether there are so many steps left.
    #[inline]
    pub(super) fn has_steps(&self, count: u64) -> bool {
        count <= self.steps
    }

    /// Takes the bytes of a string; `false` if there are not that many left.
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

    /// Takes all of a cost; `false` if there is not that much left.
    #[inline]
    pub(super) fn take(&mut self, cost: Cost) -> bool {
        let enough = cost.steps <= self.steps && cost.bytes <= self.bytes;
        if enough {
            self.steps -= cost.steps;
            self.bytes -= cost.bytes;
        }
        enough
    }

    #[cold]
    fn fail(&mut self, detail: &str, subject: Span) {
        // Nothing is evaluated any more.
        self.steps = 0;
        self.failure.get_or_insert_with(|| {
            Diagnostic::error("Evaluation too expensive", detail).with_subject(subject)
        });
    }
}

/// Takes a count from what is left; `false` if there is not that much left.
#[inline]
fn take(left: &mut u64, count: u64) -> bool {
    let rest = left.checked_sub(count);
    *left = rest.unwrap_or(*left);
    rest.is_some()
}

impl Evaluator<'_> {
    /// Takes a number of steps for what stands at `subject`; `false` if there are not that many
    /// left.
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
        let detail = "The evaluation has used up the number of steps that the application allows. \
                      Write less work, such as fewer or smaller \"for\" expressions in each other.";
        self.budget.fail(detail, subject);
        Value::dynamic()
    }

    /// Takes the bytes of a string that is made at `subject`; `false` if there are not that many
    /// left.
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
        let detail = "The evaluation has made more bytes of text than the application allows. \
                      Write templates that make less.";
        self.budget.fail(detail, subject);
    }

    /// Takes a step for each element that is gone through; `false` if there are not that many left.
    pub(super) fn spend_elements(&mut self, collection: &Value, id: NodeId) -> bool {
        let elements = collection.as_slice().map_or(0, <[Value]>::len);
        let entries = collection.as_entries().map_or(0, <[_]>::len);
        self.spend(elements + entries, self.span(id))
    }

    /// Takes a step for each part of a value that is gone through as a whole at `subject`; `false`
    /// if there are not that many left. A value that shares its parts may have more of them than
    /// anything could count.
    #[inline]
    pub(super) fn spend_parts(&mut self, value: &Value, subject: Span) -> bool {
        !self.budget.is_limited || self.spend_limited_parts(value, subject)
    }

    fn spend_limited_parts(&mut self, value: &Value, subject: Span) -> bool {
        let mut parts = vec![value];
        let mut paid = self.spend(1, subject);
        while paid && let Some(part) = parts.pop() {
            let text = part.as_str().map_or(0, str::len) / BYTES_PER_STEP;
            let elements = part.as_slice().unwrap_or_default();
            let entries = part.as_entries().unwrap_or_default();
            // Parts are paid for before they are noted, so that the notes are bounded too.
            paid = self.spend(text + elements.len() + entries.len(), subject);
            if paid {
                parts.extend(elements);
                parts.extend(entries.iter().map(|(_, value)| value));
            }
        }
        paid
    }
}
