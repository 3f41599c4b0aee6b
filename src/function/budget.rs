//! The budget of a piece of work.
//!
//! Knows nothing of what the work is.

use std::cell::{Cell, RefCell};

use foldhash::HashMap;

use super::FunctionError;
use crate::value::{Type, TypeKind, Value};

/// A function of a configuration: the number of its library, and its index there.
type FunctionNumber = (usize, usize);

/// Limit of the nesting of expressions that functions evaluate, summed over all functions that are being called.
const MAX_NESTING: usize = 256;

/// After this many calls within the outermost one have failed because they nest too deep, all further ones fail at
/// once. Otherwise a function that calls itself twice without an end would fail once for each path to the deepest call.
const MAX_TOO_DEEP: usize = 1000;

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
    /// The remaining nesting for functions that evaluate expressions themselves.
    nesting: Cell<usize>,
    /// The kept results of functions that a configuration defines, by function and arguments.
    results: RefCell<HashMap<(FunctionNumber, Vec<Value>), CachedResult>>,
    /// The number of calls of impure functions, whose result depends on more than their arguments.
    impure_calls: Cell<u64>,
    /// Whether only the type of what is being evaluated is needed.
    is_discarded: Cell<bool>,
    /// The number of calls within the outermost one that nested too deep: first of those whose value is needed, second
    /// of those of which only the type is needed.
    too_deep: [Cell<usize>; 2],
    /// Whether a function is evaluating a text or a file as a template.
    is_in_template: Cell<bool>,
}

/// The kept result of a function that a configuration defines.
#[derive(Debug)]
struct CachedResult {
    value: Value,
    /// Whether it depends only on the arguments.
    is_pure: bool,
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
            nesting: Cell::new(MAX_NESTING),
            results: RefCell::default(),
            impure_calls: Cell::new(0),
            is_discarded: Cell::new(false),
            too_deep: [Cell::new(0), Cell::new(0)],
            is_in_template: Cell::new(false),
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

    /// Spends the cost of converting a value to a type: the bytes of the strings that numbers and bools become, and a
    /// step for each part and for each attribute that may be added.
    pub(crate) fn spend_conversion(&self, value: &Value, to: &Type) -> Result<(), FunctionError> {
        if !self.is_limited || value.is_of_type(to) {
            return Ok(());
        }
        let makes_text = has_strings(to);
        let added = optional_attributes(to);
        let mut parts = vec![value];
        self.spend_steps(1)?;
        while let Some(part) = parts.pop() {
            if makes_text {
                self.spend_bytes(text_length(part))?;
            }
            let elements = part.as_slice().unwrap_or_default();
            self.spend_steps(elements.len())?;
            parts.extend(elements);
            if let Some(entries) = part.as_entries() {
                self.spend_steps(entries.len().saturating_add(added))?;
                parts.extend(entries.iter().map(|(_, value)| value));
            }
        }
        Ok(())
    }

    /// Reserves the nesting of an expression that a function evaluates, until the returned guard is dropped.
    ///
    /// # Errors
    ///
    /// If the functions that are being called nest too deep together, as they do if one calls itself forever.
    pub(crate) fn enter(&self, nesting: usize) -> Result<NestingGuard<'_>, FunctionError> {
        if !self.is_nested() {
            self.too_deep.iter().for_each(|count| count.set(0));
        }
        let too_deep = &self.too_deep[usize::from(self.is_discarded.get())];
        let left = self.nesting.get().checked_sub(nesting);
        let Some(left) = left.filter(|_| too_deep.get() < MAX_TOO_DEEP) else {
            too_deep.set(too_deep.get() + 1);
            let message = "functions call each other too deep here, perhaps without an end";
            return Err(FunctionError::new(message));
        };
        self.nesting.set(left);
        Ok(NestingGuard {
            budget: self,
            nesting,
        })
    }

    /// Whether a function that evaluates expressions itself is being called.
    pub(crate) fn is_nested(&self) -> bool {
        self.nesting.get() < MAX_NESTING
    }

    /// The result that [`Budget::cache_result`] has kept for a function and its arguments.
    ///
    /// A result that depends on more than the arguments is used only where the value does not matter.
    pub(crate) fn cached_result(&self, function: FunctionNumber, args: &[Value]) -> Option<Value> {
        let results = self.results.try_borrow().ok()?;
        let kept = results.get(&(function, args.to_vec()))?;
        if !kept.is_pure {
            if !self.is_discarded.get() {
                return None;
            }
            // The caller that uses this result then depends on more than its own arguments too.
            self.count_impure_call();
        }
        Some(kept.value.clone())
    }

    /// Keeps the result of a function that is called by another one. Both sides of a conditional are evaluated, for
    /// their types: without kept results, the number of calls would double with each level of a function that calls
    /// itself twice.
    ///
    /// `impure_calls` is the number that [`Budget::impure_calls`] returned before the call.
    pub(crate) fn cache_result(
        &self,
        function: FunctionNumber,
        args: &[Value],
        result: &Value,
        impure_calls: u64,
    ) {
        let is_pure = self.impure_calls() == impure_calls;
        if !is_pure && !self.is_discarded.get() {
            return;
        }
        if let Ok(mut results) = self.results.try_borrow_mut() {
            let value = result.clone();
            results.insert((function, args.to_vec()), CachedResult { value, is_pure });
        }
    }

    /// The number of calls of impure functions so far.
    pub(crate) fn impure_calls(&self) -> u64 {
        self.impure_calls.get()
    }

    pub(super) fn count_impure_call(&self) {
        self.impure_calls.set(self.impure_calls.get() + 1);
    }

    /// Marks that only the type of what is evaluated is needed, until the returned guard is dropped.
    pub(crate) fn discard(&self) -> DiscardGuard<'_> {
        DiscardGuard {
            budget: self,
            outer: self.is_discarded.replace(true),
        }
    }

    /// Marks that a function is evaluating a text as a template, until the returned guard is dropped.
    pub(super) fn enter_template(&self) -> Result<TemplateGuard<'_>, FunctionError> {
        if self.is_in_template.replace(true) {
            let message = "a template that a function evaluates cannot evaluate another one";
            return Err(FunctionError::new(message));
        }
        Ok(TemplateGuard(self))
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

/// Gives the nesting that a function has reserved back to the budget when it is dropped.
pub(crate) struct NestingGuard<'b> {
    budget: &'b Budget,
    nesting: usize,
}

impl Drop for NestingGuard<'_> {
    fn drop(&mut self) {
        let nesting = &self.budget.nesting;
        nesting.set(nesting.get() + self.nesting);
    }
}

/// While this guard lives, only the type of what is being evaluated is needed.
pub(crate) struct DiscardGuard<'b> {
    budget: &'b Budget,
    outer: bool,
}

impl Drop for DiscardGuard<'_> {
    fn drop(&mut self) {
        self.budget.is_discarded.set(self.outer);
    }
}

/// While this guard lives, a text is being evaluated as a template.
pub(super) struct TemplateGuard<'b>(&'b Budget);

impl Drop for TemplateGuard<'_> {
    fn drop(&mut self) {
        self.0.is_in_template.set(false);
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
pub(crate) fn has_strings(ty: &Type) -> bool {
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

/// How many optional attributes a type has in all: as many as conversion adds to an object at the most.
pub(crate) fn optional_attributes(ty: &Type) -> usize {
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
