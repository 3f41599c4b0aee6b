//! What is remembered of the calls in a piece of work: results of the functions that a configuration defines, and what
//! these results depend on.

use std::cell::{Cell, RefCell};

use foldhash::HashMap;

use super::FunctionError;
use crate::value::Value;

/// After this many calls within the outermost one have failed because they nest too deep, all further ones fail at
/// once. Otherwise a function that calls itself twice without an end would fail once for each path to the deepest call.
const MAX_TOO_DEEP: usize = 1000;

/// A function of a configuration: the number of its library, and its index there.
type FunctionNumber = (usize, usize);

/// What is remembered of the calls in a piece of work.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    /// The kept results of functions that a configuration defines, by function and arguments.
    results: RefCell<HashMap<(FunctionNumber, Vec<Value>), CachedResult>>,
    /// The number of calls of impure functions, whose result depends on more than their arguments.
    impure: Cell<u64>,
    /// Whether only the type of what is being evaluated is needed.
    is_discarded: Cell<bool>,
    /// The number of calls within the outermost one that nested too deep, of those whose value is needed.
    too_deep: Cell<usize>,
    /// The same for calls of which only the type is needed.
    discarded_too_deep: Cell<usize>,
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

impl Calls {
    /// The result that [`Calls::keep_result`] has kept for a function and its arguments.
    ///
    /// A result that depends on more than the arguments is used only where the value does not matter.
    pub(crate) fn kept_result(&self, function: FunctionNumber, args: &[Value]) -> Option<Value> {
        let results = self.results.try_borrow().ok()?;
        let kept = results.get(&(function, args.to_vec()))?;
        if !kept.is_pure {
            if !self.is_discarded.get() {
                return None;
            }
            // The caller that uses this result then depends on more than its own arguments too.
            self.count_impure();
        }
        Some(kept.value.clone())
    }

    /// Keeps the result of a function that is called by another one. Both sides of a conditional are evaluated, for
    /// their types: without kept results, the number of calls would double with each level of a function that calls
    /// itself twice.
    ///
    /// `impure` is the number that [`Calls::impure`] returned before the call.
    pub(crate) fn keep_result(
        &self,
        function: FunctionNumber,
        args: &[Value],
        result: &Value,
        impure: u64,
    ) {
        let is_pure = self.impure() == impure;
        if !is_pure && !self.is_discarded.get() {
            return;
        }
        if let Ok(mut results) = self.results.try_borrow_mut() {
            let value = result.clone();
            results.insert((function, args.to_vec()), CachedResult { value, is_pure });
        }
    }

    /// The number of calls of impure functions so far.
    pub(crate) fn impure(&self) -> u64 {
        self.impure.get()
    }

    pub(super) fn count_impure(&self) {
        self.impure.set(self.impure.get() + 1);
    }

    /// Marks that only the type of what is evaluated is needed, until the returned guard is dropped.
    pub(crate) fn discard(&self) -> Restored<'_, bool> {
        Restored::set(&self.is_discarded, true)
    }

    /// Marks that a function is evaluating a text as a template, until the returned guard is dropped.
    pub(super) fn enter_template(&self) -> Result<Restored<'_, bool>, FunctionError> {
        if self.is_in_template.get() {
            let message = "a template that a function evaluates cannot evaluate another one";
            return Err(FunctionError::new(message));
        }
        Ok(Restored::set(&self.is_in_template, true))
    }

    fn too_deep(&self) -> &Cell<usize> {
        if self.is_discarded.get() {
            &self.discarded_too_deep
        } else {
            &self.too_deep
        }
    }

    /// Whether so many calls have nested too deep that all further ones fail.
    pub(super) fn are_hopeless(&self) -> bool {
        self.too_deep().get() >= MAX_TOO_DEEP
    }

    pub(super) fn count_too_deep(&self) {
        let count = self.too_deep();
        count.set(count.get() + 1);
    }

    /// Begins to count anew, because an outermost call begins.
    pub(super) fn forget_too_deep(&self) {
        self.too_deep.set(0);
        self.discarded_too_deep.set(0);
    }
}

/// A cell that gets its earlier content back when this is dropped.
pub(crate) struct Restored<'c, T: Copy> {
    cell: &'c Cell<T>,
    before: T,
}

impl<'c, T: Copy> Restored<'c, T> {
    /// Sets the cell until then.
    pub(super) fn set(cell: &'c Cell<T>, content: T) -> Self {
        let before = cell.replace(content);
        Restored { cell, before }
    }
}

impl<T: Copy> Drop for Restored<'_, T> {
    fn drop(&mut self) {
        self.cell.set(self.before);
    }
}
