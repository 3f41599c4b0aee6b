//! The record of the calls in a piece of work: results of the functions that a configuration defines, and what these
//! results depend on.

use std::cell::{Cell, RefCell};
use std::hash::{Hash, Hasher};

use foldhash::HashMap;

use super::FunctionError;
use crate::value::Value;

/// After this many calls within the outermost one have failed because they nest too deep, all further ones fail at
/// once. Otherwise, a function that endlessly calls itself twice would fail once for each path to the deepest call.
const MAX_TOO_DEEP: usize = 1000;

/// A function that a configuration defines: the number of its library, and its index there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct FunctionId {
    pub(crate) library: usize,
    pub(crate) index: usize,
}

/// The result of a function call.
#[derive(Clone, Debug)]
pub(crate) struct CallResult {
    pub(crate) value: Result<Value, FunctionError>,
    /// Whether a secret went into it.
    pub(crate) is_secret: bool,
}

/// The record of the calls in a piece of work.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    /// The kept results of functions that a configuration defines, by function and arguments.
    results: RefCell<HashMap<CallKey, CachedResult>>,
    /// The number of calls to impure functions, whose result depends on more than their arguments.
    impure: Cell<u64>,
    /// Whether only the type of what is being evaluated is needed.
    is_discarded: Cell<bool>,
    /// Number of calls within the outermost one that nested too deep and whose value is needed.
    too_deep: Cell<usize>,
    /// Number of calls within the outermost one that nested too deep and of which only the type is needed.
    discarded_too_deep: Cell<usize>,
    /// Whether a function is evaluating a text or a file as a template.
    is_in_template: Cell<bool>,
}

/// A function that a configuration defines, and the arguments of a call.
#[derive(Debug, PartialEq, Eq, Hash)]
struct CallKey {
    function: FunctionId,
    arguments: Vec<Argument>,
}

/// An argument of a call. A large one is equal only to its clones, so that comparing and hashing it takes little time:
/// a value may contain shared parts many times.
#[derive(Debug)]
enum Argument {
    Small(Value),
    /// A value with a [shared address](Value::shared_address).
    Large(Value),
}

/// The kept result of a function that a configuration defines.
#[derive(Debug)]
struct CachedResult {
    result: CallResult,
    /// Whether it depends only on the arguments.
    is_pure: bool,
}

/// The counters before a call. Their change during the call tells what its result depends on.
#[derive(Clone, Copy)]
pub(crate) struct CallsBefore {
    impure: u64,
    too_deep: usize,
}

impl Calls {
    /// The result that [`Calls::keep_result`] has kept for a function and its arguments.
    ///
    /// A result that depends on more than the arguments is used only where the value does not matter.
    pub(crate) fn kept_result(&self, function: FunctionId, args: &[Value]) -> Option<CallResult> {
        let results = self.results.try_borrow().ok()?;
        let kept = results.get(&CallKey::new(function, args))?;
        if !kept.is_pure {
            if !self.is_discarded.get() {
                return None;
            }
            // The caller that uses this result then depends on more than its own arguments too.
            self.count_impure();
        }
        Some(kept.result.clone())
    }

    /// Keeps the result of a function that is called by another one. Both sides of a conditional are evaluated, for
    /// their types: without kept results, the number of calls would double with each level of a function that calls
    /// itself twice. The same holds for calls that fail, as evaluation goes on after an error.
    ///
    /// A failure because calls nest too deep is not kept, as the same call may succeed within fewer levels of nesting.
    pub(crate) fn keep_result(
        &self,
        function: FunctionId,
        args: &[Value],
        result: &CallResult,
        before: CallsBefore,
    ) {
        let is_pure = self.impure.get() == before.impure;
        let is_too_deep = result.value.is_err() && self.too_deep().get() != before.too_deep;
        if is_too_deep || !is_pure && !self.is_discarded.get() {
            return;
        }
        if let Ok(mut results) = self.results.try_borrow_mut() {
            let kept = CachedResult {
                result: result.clone(),
                is_pure,
            };
            results.insert(CallKey::new(function, args), kept);
        }
    }

    /// The counters so far, for [`Calls::keep_result`].
    pub(crate) fn so_far(&self) -> CallsBefore {
        CallsBefore {
            impure: self.impure.get(),
            too_deep: self.too_deep().get(),
        }
    }

    /// The number of calls to impure functions so far.
    pub(crate) fn impure(&self) -> u64 {
        self.impure.get()
    }

    pub(crate) fn count_impure(&self) {
        self.impure.set(self.impure.get() + 1);
    }

    /// Marks that only the type of what is evaluated is needed, until the returned guard is dropped.
    pub(crate) fn discard(&self) -> Restored<'_, bool> {
        Restored::set(&self.is_discarded, true)
    }

    /// Whether only the type of what is being evaluated is needed.
    pub(crate) fn are_discarded(&self) -> bool {
        self.is_discarded.get()
    }

    /// Marks that the value of what is evaluated is needed, until the returned guard is dropped.
    pub(crate) fn need(&self) -> Restored<'_, bool> {
        Restored::set(&self.is_discarded, false)
    }

    /// Counts calls that nest too deep from zero, until the returned guards are dropped: the evaluation of a definition
    /// must not depend on its surroundings.
    pub(crate) fn count_alone(&self) -> [Restored<'_, usize>; 2] {
        [&self.too_deep, &self.discarded_too_deep].map(|count| Restored::set(count, 0))
    }

    /// Moves the state out, like [`Lookups`](super::lookups::Lookups).
    pub(super) fn moved(&self) -> Calls {
        Calls {
            results: RefCell::new(self.results.take()),
            impure: self.impure.clone(),
            is_discarded: self.is_discarded.clone(),
            too_deep: self.too_deep.clone(),
            discarded_too_deep: self.discarded_too_deep.clone(),
            is_in_template: self.is_in_template.clone(),
        }
    }

    /// Takes back what was moved out.
    pub(super) fn take_back(&self, moved: &Calls) {
        self.results.swap(&moved.results);
        self.impure.swap(&moved.impure);
        self.too_deep.swap(&moved.too_deep);
        self.discarded_too_deep.swap(&moved.discarded_too_deep);
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

    /// Whether the number of calls that nested too deep has reached the limit, so that all further ones fail.
    pub(super) fn are_hopeless(&self) -> bool {
        self.too_deep().get() >= MAX_TOO_DEEP
    }

    pub(super) fn count_too_deep(&self) {
        let count = self.too_deep();
        count.set(count.get() + 1);
    }

    /// Resets the counters of calls that nest too deep, because an outermost call begins.
    pub(super) fn forget_too_deep(&self) {
        self.too_deep.set(0);
        self.discarded_too_deep.set(0);
    }
}

impl CallKey {
    fn new(function: FunctionId, arguments: &[Value]) -> Self {
        CallKey {
            function,
            arguments: arguments.iter().map(Argument::new).collect(),
        }
    }
}

impl Argument {
    fn new(value: &Value) -> Self {
        match value.shared_address() {
            Some(_) if !is_small(value) => Argument::Large(value.clone()),
            _ => Argument::Small(value.clone()),
        }
    }
}

impl Hash for Argument {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Argument::Small(value) => value.hash(state),
            Argument::Large(value) => value.shared_address().hash(state),
        }
    }
}

impl PartialEq for Argument {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Argument::Small(left), Argument::Small(right)) => left == right,
            (Argument::Large(left), Argument::Large(right)) => {
                left.shared_address() == right.shared_address()
            }
            _ => false,
        }
    }
}

impl Eq for Argument {}

/// Whether a value is cheap to hash and to compare.
fn is_small(value: &Value) -> bool {
    const MAX_PARTS: usize = 32;
    const MAX_TEXT: usize = 256;
    let mut parts = vec![value];
    let mut count = 0;
    while let Some(part) = parts.pop() {
        count += 1;
        if count > MAX_PARTS || part.as_str().is_some_and(|it| it.len() > MAX_TEXT) {
            return false;
        }
        let elements = part.as_slice().unwrap_or_default().iter();
        parts.extend(elements.take(MAX_PARTS));
        let entries = part.as_entries().unwrap_or_default().iter();
        parts.extend(entries.take(MAX_PARTS).map(|(_, value)| value));
    }
    true
}

/// A guard that restores the earlier content of a cell when it is dropped.
pub(crate) struct Restored<'c, T: Copy> {
    cell: &'c Cell<T>,
    before: T,
}

impl<'c, T: Copy> Restored<'c, T> {
    /// Sets the cell until the guard is dropped.
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use std::collections::HashSet;

    use foldhash::fast::FixedState;
    use std::hash::BuildHasher as _;

    use super::{CallKey, FunctionId};
    use crate::value::Value;

    const FUNCTION: FunctionId = FunctionId {
        library: 0,
        index: 0,
    };

    /// Otherwise the time of many calls with large arguments would be quadratic in their number.
    #[test]
    fn large_arguments_have_different_hashes() {
        let large = Value::from(vec![1; 100]);
        let keys: Vec<_> = (0..100)
            .map(|number| {
                CallKey::new(
                    FUNCTION,
                    &[Value::tuple([number.into(), large.clone()]).unwrap()],
                )
            })
            .collect();
        let hashes: HashSet<u64> = keys
            .iter()
            .map(|key| FixedState::default().hash_one(key))
            .collect();
        assert_eq!(hashes.len(), keys.len());
        let same = [large.clone(), "x".repeat(1000).into()];
        assert_eq!(
            CallKey::new(FUNCTION, &same),
            CallKey::new(FUNCTION, &same.clone())
        );
        let equal = Value::from(vec![1; 100]);
        assert_ne!(
            CallKey::new(FUNCTION, &[large]),
            CallKey::new(FUNCTION, &[equal])
        );
    }
}
