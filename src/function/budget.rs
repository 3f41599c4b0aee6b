//! The budget of a piece of work: how many steps it may take, how much text it may make, and how deep the functions
//! that evaluate expressions may nest.
//!
//! A source of a few bytes can cause any amount of work: each nested `for` multiplies it, and so does each value that
//! contains another one twice. An application that evaluates untrusted input sets limits in the `EvalContext`.

use std::cell::Cell;

use super::FunctionError;
use super::calls::Restored;
use crate::limits::MAX_DEPTH;
use crate::value::{Type, TypeKind, Value};

/// Bytes of a string that cost as much as one step.
const BYTES_PER_STEP: usize = 64;

/// The remaining steps and bytes of text of one call, if the application has limited them.
///
/// Each evaluation has a budget; decoding has one for all of its evaluations. A [`Function`](super::Function) that
/// creates more text or more elements than its arguments contain receives the budget through
/// [`Function::within_budget`](super::Function::within_budget), and charges them to it before creating them.
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
/// let ctx = EvalContext::new()
///     .with_function("repeat", repeat)
///     .with_max_bytes(1 << 20);
/// assert_eq!(
///     hcl::parse_expression("repeat(\"ab\", 3)")?.evaluate(&ctx)?,
///     "ababab"
/// );
/// let error = hcl::parse_expression("repeat(\"ab\", 1e15)")?
///     .evaluate(&ctx)
///     .unwrap_err();
/// assert_eq!(error.classify(), hcl::Category::Limit);
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Debug)]
pub struct Budget {
    /// Whether steps or bytes are limited. Without a limit, the counters are too large to be exhausted.
    is_limited: bool,
    /// The remaining steps.
    steps: Cell<u64>,
    /// The remaining bytes of text.
    bytes: Cell<u64>,
    /// The remaining nesting for functions that evaluate expressions themselves.
    depth: Cell<usize>,
    exceeded: Cell<Option<Exceeded>>,
}

/// The limit that is exceeded.
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
            depth: Cell::new(MAX_DEPTH),
            exceeded: Cell::new(None),
        }
    }

    /// The rest of the budget, for other work that is done in between. Budgets cannot be cloned: a function could spend
    /// from the clone.
    pub(super) fn rest(&self) -> Budget {
        Budget {
            is_limited: self.is_limited,
            steps: self.steps.clone(),
            bytes: self.bytes.clone(),
            depth: self.depth.clone(),
            exceeded: self.exceeded.clone(),
        }
    }

    /// Takes back what other work has left of [`Budget::rest`].
    pub(super) fn take_back(&self, rest: &Budget) {
        self.steps.set(rest.steps.get());
        self.bytes.set(rest.bytes.get());
        self.exceeded.set(rest.exceeded.get());
    }

    /// Spends steps, such as one for each element that is made or visited.
    ///
    /// # Errors
    ///
    /// If fewer steps remain. The evaluation then ends with one diagnostic about the limit, which replaces all others.
    pub fn spend_steps(&self, count: usize) -> Result<(), FunctionError> {
        self.or_error(self.take_steps(count))
    }

    /// Spends the steps of reading a text with this number of bytes.
    ///
    /// # Errors
    ///
    /// The same as for [`Budget::spend_steps`].
    pub(crate) fn spend_text(&self, length: usize) -> Result<(), FunctionError> {
        self.or_error(self.take_text(length))
    }

    /// Spends the steps for reading a text. Returns whether there were enough.
    pub(crate) fn take_text(&self, length: usize) -> bool {
        self.take_steps(length / BYTES_PER_STEP)
    }

    /// Spends the bytes of a text before the text is created.
    ///
    /// # Errors
    ///
    /// The same as for [`Budget::spend_steps`].
    pub fn spend_bytes(&self, count: usize) -> Result<(), FunctionError> {
        self.or_error(self.take_bytes(count))
    }

    /// Makes sure that this number of bytes is left, without spending them: for memory that is in use only for a while.
    ///
    /// # Errors
    ///
    /// The same as for [`Budget::spend_steps`].
    #[cfg(feature = "stdlib-regex")]
    pub(crate) fn require_bytes(&self, count: usize) -> Result<(), FunctionError> {
        if self.bytes.get() < count as u64 {
            self.exceed(Exceeded::Bytes);
        }
        self.or_error(self.exceeded().is_none())
    }

    /// Like [`Budget::take_conversion`], for functions.
    ///
    /// # Errors
    ///
    /// The same as for [`Budget::spend_steps`].
    pub(crate) fn spend_conversion(&self, value: &Value, to: &Type) -> Result<(), FunctionError> {
        self.or_error(self.take_conversion(value, to))
    }

    fn or_error(&self, is_paid: bool) -> Result<(), FunctionError> {
        match self.exceeded() {
            _ if is_paid => Ok(()),
            Some(Exceeded::Bytes) => Err(FunctionError::new("the budget of bytes is used up")),
            _ => Err(FunctionError::new("the budget of steps is used up")),
        }
    }

    /// Spends steps. Returns `false` if fewer remain.
    pub(crate) fn take_steps(&self, count: usize) -> bool {
        let Some(rest) = self.steps.get().checked_sub(count as u64) else {
            self.exceed(Exceeded::Steps);
            return false;
        };
        self.steps.set(rest);
        // An exhausted budget has no steps left, so only a count of 0 has to be checked.
        count > 0 || self.exceeded.get().is_none()
    }

    /// Spends bytes of text. Returns `false` if fewer remain.
    pub(crate) fn take_bytes(&self, count: usize) -> bool {
        match self.bytes.get().checked_sub(count as u64) {
            Some(rest) => self.bytes.set(rest),
            None => self.exceed(Exceeded::Bytes),
        }
        self.exceeded.get().is_none()
    }

    /// Spends a step for each part of a value that is walked through, and more for long texts. Returns `false` if fewer
    /// remain. A value may contain shared parts many times, so that the walk itself must be limited.
    pub(crate) fn take_parts(&self, value: &Value) -> bool {
        self.take_walk(value, |_| true)
    }

    /// Spends the cost of converting a value to a type: the bytes of the strings that its numbers and bools become, and
    /// a step for each part and for each attribute that may be added. Returns `false` if less remains.
    pub(crate) fn take_conversion(&self, value: &Value, to: &Type) -> bool {
        if !self.is_limited || value.is_of_type(to) {
            return true;
        }
        let makes_text = has_strings(to);
        let added = optional_attributes(to);
        self.take_walk(value, |part| {
            let is_paid = !makes_text || self.take_bytes(text_length(part));
            is_paid && (part.as_entries().is_none() || self.take_steps(added))
        })
    }

    /// Spends the cost of an argument for a function that does not use the budget. Such a function may convert a number
    /// to text, which may have thousands of digits.
    pub(crate) fn take_argument(&self, value: &Value) -> bool {
        self.take_walk(value, |part| {
            let is_long = part.as_number().is_some_and(|it| it.as_small().is_none());
            !is_long || self.take_bytes(text_length(part))
        })
    }

    /// Spends the steps of an operand that is not a small number or bool: for its digits, or for the text that it is
    /// parsed from.
    pub(crate) fn take_operand(&self, value: &Value) -> bool {
        !self.is_limited || self.take_steps(text_of(value) / BYTES_PER_STEP)
    }

    /// Spends a step for each part of a value, more for long texts, and what `also` spends for each part.
    fn take_walk(&self, value: &Value, also: impl Fn(&Value) -> bool) -> bool {
        if !self.is_limited {
            return true;
        }
        let mut parts = vec![value];
        let mut is_paid = self.take_steps(1);
        while is_paid && let Some(part) = parts.pop() {
            let elements = part.as_slice().unwrap_or_default();
            let entries = part.as_entries().unwrap_or_default();
            // Parts are paid for before they are pushed to the stack, so that the stack is limited, too.
            let count = text_of(part) / BYTES_PER_STEP + elements.len() + entries.len();
            is_paid = self.take_steps(count) && also(part);
            if is_paid {
                parts.extend(elements);
                parts.extend(entries.iter().map(|(_, value)| value));
            }
        }
        is_paid
    }

    /// Whether this many levels of nesting are left.
    pub(crate) fn has_depth(&self, depth: usize) -> bool {
        self.depth.get() >= depth
    }

    /// Reserves this many levels of nesting, or all that are left, until the returned guard is dropped.
    pub(crate) fn descend(&self, depth: usize) -> Restored<'_, usize> {
        Restored::set(&self.depth, self.depth.get().saturating_sub(depth))
    }

    /// Whether a function that evaluates expressions itself is being called.
    pub(crate) fn is_nested(&self) -> bool {
        self.depth.get() < MAX_DEPTH
    }

    /// Ends the work: nothing is left from here on.
    // Cold and out of line, so that it takes no stack space in the evaluating functions, which recurse for each level
    // of nesting.
    #[cold]
    #[inline(never)]
    fn exceed(&self, what: Exceeded) {
        if self.exceeded.get().is_none() {
            self.exceeded.set(Some(what));
            self.steps.set(0);
            self.bytes.set(0);
        }
    }

    /// The limit that was exceeded, if one was.
    pub(crate) fn exceeded(&self) -> Option<Exceeded> {
        self.exceeded.get()
    }

    pub(crate) fn is_limited(&self) -> bool {
        self.is_limited
    }
}

/// The length in bytes of the string that a number or a bool converts to; 0 for other values.
pub(crate) fn text_length(value: &Value) -> usize {
    match (value.as_number(), value.as_bool()) {
        (Some(number), _) => number.text_length(),
        (_, Some(truth)) => if truth { "true" } else { "false" }.len(),
        _ => 0,
    }
}

/// Whether values of a type can contain strings.
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

/// Total number of optional attributes in a type: the maximum that conversion adds to an object.
fn optional_attributes(ty: &Type) -> usize {
    if !ty.has_optional() {
        return 0;
    }
    match ty.kind() {
        TypeKind::List(element) | TypeKind::Set(element) | TypeKind::Map(element) => {
            optional_attributes(element)
        }
        TypeKind::Tuple(elements) => elements.iter().map(optional_attributes).sum(),
        TypeKind::Object(object) => {
            let attributes = object.iter();
            let counts =
                attributes.map(|it| usize::from(it.is_optional()) + optional_attributes(it.ty()));
            counts.sum()
        }
        _ => 0,
    }
}

/// The bytes of text in a value that has no parts. The digits of a small number count as none.
fn text_of(value: &Value) -> usize {
    match value.as_number() {
        Some(number) if number.as_small().is_none() => number.text_length(),
        _ => value.as_str().map_or(0, str::len),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::{BYTES_PER_STEP, Budget};
    use crate::value::{Type, Value};

    #[test]
    fn a_text_that_is_read_costs_a_step_for_some_bytes() {
        let budget = Budget::new(Some(10), None);
        budget.spend_text(4 * BYTES_PER_STEP + 1).unwrap();
        budget.spend_steps(6).unwrap();
        assert!(budget.spend_steps(1).is_err());
    }

    #[cfg(feature = "stdlib-regex")]
    #[test]
    fn all_bytes_that_are_left_may_be_in_use() {
        let budget = Budget::new(None, Some(10));
        budget.require_bytes(10).unwrap();
        budget.spend_bytes(1).unwrap();
        budget.require_bytes(9).unwrap();
        assert!(budget.require_bytes(10).is_err());
    }

    #[test]
    fn errors_name_what_is_used_up() {
        let message = |result: Result<(), super::FunctionError>| result.unwrap_err().to_string();
        let bytes = Budget::new(Some(1), Some(1));
        assert!(message(bytes.spend_bytes(2)).contains("bytes"));
        assert!(message(bytes.spend_steps(1)).contains("bytes"));
        let steps = Budget::new(Some(1), Some(1));
        assert!(message(steps.spend_steps(2)).contains("steps"));
    }

    #[test]
    fn attributes_that_a_conversion_adds_cost_steps() {
        let ty = "list(tuple([object({ a = optional(string), b = optional(string) })]))";
        let ty = ty.parse::<Type>().unwrap();
        let empty = Value::object::<&str>([]).unwrap();
        let value = Value::tuple([Value::tuple([empty]).unwrap()]).unwrap();
        // The walk takes one step, the two parts take one step each, and so do the two attributes.
        let spent = |steps| Budget::new(Some(steps), None).take_conversion(&value, &ty);
        assert!(spent(5));
        assert!(!spent(4));
    }
}
