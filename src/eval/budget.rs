//! How much an evaluation may cost, and the end of one that costs more.
//!
//! What a source of a few bytes asks for can be any amount of work: each `for` in another multiplies
//! it, and so does each value that holds another twice. An application that evaluates what strangers
//! write sets a budget in the [`EvalContext`].
//!
//! Knows nothing of what the work is done for.

use super::Evaluator;
use crate::diagnostic::Diagnostic;
use crate::function::{self, Exceeded};
use crate::span::Span;
use crate::syntax::tree::NodeId;
use crate::value::{Type, TypeKind, Value};

/// How many bytes of a string are as much work as one step.
const BYTES_PER_STEP: usize = 64;

/// What is left of the budget of an evaluation.
///
/// While the evaluation goes on, it is taken from here rather than from the budget of the whole piece of work, which the
/// evaluation may be a part of: these are plain numbers.
pub(super) struct Budget<'a> {
    /// What is given back at the end, less what was taken.
    whole: &'a function::Budget,
    /// What of it there was at the beginning.
    start: Cost,
    /// Whether there are limits at all.
    is_limited: bool,
    /// Without a limit there are more than can be taken.
    steps: u64,
    bytes: u64,
    exceeded: Option<Exceeded>,
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

impl<'a> Budget<'a> {
    /// What is left of a budget.
    #[inline]
    pub(super) fn of(whole: &'a function::Budget) -> Self {
        let (steps, bytes) = match whole.exceeded() {
            None => whole.left(),
            Some(_) => (0, 0),
        };
        Budget {
            whole,
            start: Cost { steps, bytes },
            is_limited: whole.is_limited(),
            steps,
            bytes,
            exceeded: None,
            failure: None,
        }
    }

    /// Takes from the whole what has been taken here since the beginning or the last time.
    pub(super) fn settle(&mut self) {
        let Cost { steps, bytes } = self.start.without(self.left());
        self.whole.take(steps, bytes);
        if let Some(exceeded) = self.exceeded {
            self.whole.exceed(exceeded);
        }
        self.start = self.left();
    }

    /// What is left, for something that takes from it by itself.
    fn lend(&mut self) -> &'a function::Budget {
        self.settle();
        self.whole
    }

    /// Goes on with what is left of what was lent. Returns what there was too little of.
    fn take_back(&mut self) -> Option<Exceeded> {
        let (steps, bytes) = self.whole.left();
        (self.steps, self.bytes) = (steps, bytes);
        self.start = self.left();
        self.whole.exceeded()
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

    /// Ends the evaluation because there is too little of something.
    #[cold]
    fn fail(&mut self, exceeded: Exceeded, subject: Span) {
        // What ended an evaluation before ends this one too.
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
        // Nothing is evaluated any more. What is left is not taken: the whole knows that there was too little.
        self.start = self.start.without(self.left());
        (self.steps, self.bytes) = (0, 0);
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
        self.budget.fail(Exceeded::Steps, subject);
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
        self.budget.fail(Exceeded::Bytes, subject);
    }

    /// Lends the budget to a function that takes from it what it makes.
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
        self.walk_parts(value, subject, |_, _| true)
    }

    /// Takes the bytes of the texts that numbers and bools become if a value is converted to a type, and the steps of
    /// going through the value; `false` if there are not that many left.
    #[inline]
    pub(super) fn spend_conversion(&mut self, value: &Value, to: &Type, subject: Span) -> bool {
        !self.budget.is_limited
            || value.is_of_type(to)
            || self.spend_limited_conversion(value, to, subject)
    }

    fn spend_limited_conversion(&mut self, value: &Value, to: &Type, subject: Span) -> bool {
        let makes_text = has_strings(to);
        self.walk_parts(value, subject, |this, part| {
            !makes_text || this.produce(text_length(part), subject)
        })
    }

    /// Takes the steps of an operand of an operation that is not on small numbers or bools: of its digits, and of the
    /// text that it is read from.
    #[inline]
    pub(super) fn spend_operand(&mut self, value: &Value, ty: &Type, subject: Span) -> bool {
        !self.budget.is_limited
            || ty.is_dynamic()
            || self.spend(text_of(value) / BYTES_PER_STEP, subject)
    }

    /// Goes through the parts of a value that is handed to a function that takes nothing from the budget. Such a
    /// function may make text of a number, which may have thousands of digits.
    pub(super) fn spend_argument(&mut self, value: &Value, subject: Span) -> bool {
        !self.budget.is_limited
            || self.walk_parts(value, subject, |this, part| {
                let is_long = part.as_number().is_some_and(|it| it.as_small().is_none());
                !is_long || this.produce(text_length(part), subject)
            })
    }

    /// Takes a step for each part of a value, and more for long texts; `also` takes what else a part costs.
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
            // Parts are paid for before they are noted, so that the notes are bounded too.
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

/// How many bytes of text there are in a value that is not made of others: the digits of a small number do not count.
fn text_of(value: &Value) -> usize {
    match value.as_number() {
        Some(number) if number.as_small().is_none() => number.text_length(),
        _ => value.as_str().map_or(0, str::len),
    }
}

/// How many bytes the text has that a number or a bool converts to; none for other values.
pub(super) fn text_length(value: &Value) -> usize {
    match (value.as_number(), value.as_bool()) {
        (Some(number), _) => number.text_length(),
        (_, Some(truth)) => if truth { "true" } else { "false" }.len(),
        _ => 0,
    }
}

/// Whether values of a type have strings in them.
fn has_strings(ty: &Type) -> bool {
    match ty.kind() {
        TypeKind::String => true,
        TypeKind::List(element) | TypeKind::Set(element) | TypeKind::Map(element) => {
            has_strings(element)
        }
        TypeKind::Tuple(elements) => elements.iter().any(has_strings),
        TypeKind::Object(object) => object.iter().any(|it| has_strings(it.ty())),
        _ => false,
    }
}
