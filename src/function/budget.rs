//! The budget of a piece of work: how many steps it may take, how much text it may make, and how deep the functions
//! that evaluate expressions may nest.
//!
//! A source of a few bytes can cause any amount of work: each nested `for` multiplies it, and so does each value that
//! contains another one twice. An application that evaluates untrusted input sets limits in the `EvalContext`.

use std::cell::{Cell, OnceCell};
use std::sync::{Arc, Mutex, PoisonError};

use super::FunctionError;
use super::calls::{Calls, Restored};
use super::lookups::{LookupId, Lookups};
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
    /// The record of calls. It is not a limit, but it belongs to the same piece of work, and functions receive the
    /// budget.
    pub(crate) calls: Calls,
    /// The names that the work is looking up. Most work looks up none.
    lookups: OnceCell<Box<Lookups>>,
    /// Where the rest of this budget is returned, if it is lent.
    lender: Option<LentBudget>,
}

/// Why the work ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exceeded {
    /// The limit of steps is exceeded.
    Steps,
    /// The limit of bytes is exceeded.
    Bytes,
    /// No limit is exceeded: the evaluation is [suspended](super::lookups) until this name has been looked up.
    Suspended(LookupId),
}

/// The rest of a budget, for work of the application within an evaluation. An application evaluates in a context, which
/// creates a budget for each evaluation; a context with a lent budget uses that instead, and the rest of it is returned
/// when the evaluation ends.
#[derive(Clone, Debug)]
pub(crate) struct LentBudget(Arc<Mutex<Option<Budget>>>);

impl LentBudget {
    /// Takes the lent budget, unless another evaluation has taken it already.
    pub(crate) fn budget(&self) -> Option<Budget> {
        let mut lent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut budget = lent.take()?;
        budget.lender = Some(self.clone());
        Some(budget)
    }
}

impl Drop for Budget {
    /// Returns a lent budget to its lender.
    fn drop(&mut self) {
        if let Some(LentBudget(lender)) = self.lender.take() {
            let mut lent = lender.lock().unwrap_or_else(PoisonError::into_inner);
            *lent = Some(self.moved());
        }
    }
}

impl Budget {
    pub(crate) fn new(max_steps: Option<u64>, max_bytes: Option<u64>) -> Self {
        Budget {
            is_limited: max_steps.is_some() || max_bytes.is_some(),
            steps: Cell::new(max_steps.unwrap_or(u64::MAX)),
            bytes: Cell::new(max_bytes.unwrap_or(u64::MAX)),
            depth: Cell::new(MAX_DEPTH),
            exceeded: Cell::new(None),
            calls: Calls::default(),
            lookups: OnceCell::new(),
            lender: None,
        }
    }

    /// The names that the work is looking up.
    pub(crate) fn lookups(&self) -> &Lookups {
        self.lookups.get_or_init(Box::default)
    }

    /// The names that the work is looking up, if it has looked up any.
    pub(crate) fn existing_lookups(&self) -> Option<&Lookups> {
        self.lookups.get().map(|it| &**it)
    }

    /// Lends the rest of the budget to work of the application.
    pub(crate) fn lend(&self) -> LentBudget {
        LentBudget(Arc::new(Mutex::new(Some(self.moved()))))
    }

    /// Takes back the rest of a lent budget.
    pub(crate) fn take_back(&self, lent: &LentBudget) {
        let mut lent = lent.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(rest) = lent.take() else {
            return;
        };
        self.steps.set(rest.steps.get());
        self.bytes.set(rest.bytes.get());
        self.exceeded.set(rest.exceeded.get());
        self.calls.take_back(&rest.calls);
        if let Some(lookups) = rest.existing_lookups() {
            self.lookups().take_back(lookups);
        }
    }

    /// Moves the rest of this budget into a new one.
    fn moved(&self) -> Budget {
        Budget {
            is_limited: self.is_limited,
            steps: self.steps.clone(),
            bytes: self.bytes.clone(),
            depth: self.depth.clone(),
            exceeded: self.exceeded.clone(),
            calls: self.calls.moved(),
            lookups: match self.existing_lookups() {
                Some(lookups) => OnceCell::from(Box::new(lookups.moved())),
                None => OnceCell::new(),
            },
            lender: None,
        }
    }

    pub(crate) fn unlimited() -> Self {
        Budget::new(None, None)
    }

    /// Spends steps, such as one for each element that is made or visited.
    ///
    /// # Errors
    ///
    /// If fewer steps remain. The evaluation then ends with one diagnostic about the limit, which replaces all others.
    pub fn spend_steps(&self, count: usize) -> Result<(), FunctionError> {
        // Suspended work has steps left.
        self.or_error(self.take_steps(count) && self.exceeded().is_none())
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

    /// Reserves the nesting of an expression that a function evaluates, until the returned guard is dropped.
    ///
    /// # Errors
    ///
    /// If the functions that are being called nest too deep together, as they do if one calls itself forever.
    pub(crate) fn enter(&self, depth: usize) -> Result<Restored<'_, usize>, FunctionError> {
        if !self.is_nested() {
            self.calls.forget_too_deep();
        }
        match self.depth.get().checked_sub(depth) {
            Some(left) if !self.calls.are_hopeless() => Ok(Restored::set(&self.depth, left)),
            _ => {
                if !self.suspend_nested() {
                    self.calls.count_too_deep();
                }
                let message = "function calls nest too deep here, perhaps without end";
                Err(FunctionError::new(message))
            }
        }
    }

    /// Whether this many levels of nesting are left.
    pub(crate) fn has_depth(&self, depth: usize) -> bool {
        self.depth.get() >= depth
    }

    /// Reserves the nesting of a definition, or all that is left, until the returned guard is dropped.
    pub(crate) fn descend(&self, depth: usize) -> Restored<'_, usize> {
        Restored::set(&self.depth, self.depth.get().saturating_sub(depth))
    }

    /// Suspends the evaluation until a name has been looked up.
    pub(crate) fn suspend(&self, wanted: LookupId) {
        if self.exceeded.get().is_none() {
            self.exceeded.set(Some(Exceeded::Suspended(wanted)));
        }
    }

    /// Suspends the evaluation until the last name that is being evaluated within another one has been evaluated alone,
    /// with all levels of nesting available. Returns whether there is such a name. Whether a definition nests too deep
    /// must not depend on its requester.
    pub(crate) fn suspend_nested(&self) -> bool {
        let lookups = self.existing_lookups();
        let nested = lookups.and_then(Lookups::last_nested);
        if let Some(nested) = nested {
            self.suspend(nested);
        }
        nested.is_some()
    }

    /// The name that the suspended evaluation needs, if it is suspended.
    pub(crate) fn suspended_for(&self) -> Option<LookupId> {
        match self.exceeded.get() {
            Some(Exceeded::Suspended(wanted)) => Some(wanted),
            _ => None,
        }
    }

    /// Ends the suspension.
    pub(crate) fn resume(&self) {
        if self.suspended_for().is_some() {
            self.exceeded.set(None);
        }
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
