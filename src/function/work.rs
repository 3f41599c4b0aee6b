//! A piece of work: its budget, and what the evaluations in it know of each other.

use std::cell::{Cell, OnceCell};
use std::sync::{Arc, Mutex, PoisonError};

use super::calls::{Calls, Restored};
use super::lookups::{LookupId, Lookups};
use super::{Budget, Exceeded, FunctionError};

/// A piece of work: one evaluation, or all evaluations of one decoding.
#[derive(Debug)]
pub(crate) struct Work {
    pub(crate) budget: Budget,
    /// The record of calls.
    pub(crate) calls: Calls,
    /// The names that the work is looking up. Most work looks up none.
    lookups: OnceCell<Box<Lookups>>,
    /// The name that must be looked up first, while the work is [suspended](super::lookups).
    wanted: Cell<Option<LookupId>>,
    /// Where the rest of this work is returned, if it is lent.
    lender: Option<LentWork>,
}

/// Why the work is interrupted. Results that are computed from there on are not used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Interruption {
    /// A limit is exceeded, so the work ends.
    Exceeded(Exceeded),
    /// The work is suspended until a name has been looked up.
    Suspended,
}

/// The rest of a piece of work, for an application that evaluates expressions within an evaluation. It evaluates them
/// in a context, which begins new work for each evaluation; a context with lent work uses that instead, and the rest of
/// it is returned when the evaluation ends.
#[derive(Clone, Debug)]
pub(crate) struct LentWork(Arc<Mutex<Option<Work>>>);

impl LentWork {
    /// Takes the lent work, unless another evaluation has taken it already.
    pub(crate) fn work(&self) -> Option<Work> {
        let mut lent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut work = lent.take()?;
        work.lender = Some(self.clone());
        Some(work)
    }
}

impl Drop for Work {
    /// Returns lent work to its lender.
    fn drop(&mut self) {
        if let Some(LentWork(lender)) = self.lender.take() {
            let mut lent = lender.lock().unwrap_or_else(PoisonError::into_inner);
            *lent = Some(self.moved());
        }
    }
}

impl Work {
    pub(crate) fn new(budget: Budget) -> Self {
        Work {
            budget,
            calls: Calls::default(),
            lookups: OnceCell::new(),
            wanted: Cell::new(None),
            lender: None,
        }
    }

    /// Work without limits.
    pub(crate) fn unlimited() -> Self {
        Work::new(Budget::new(None, None))
    }

    /// The names that the work is looking up.
    pub(crate) fn lookups(&self) -> &Lookups {
        self.lookups.get_or_init(Box::default)
    }

    /// The names that the work is looking up, if it has looked up any.
    pub(crate) fn existing_lookups(&self) -> Option<&Lookups> {
        self.lookups.get().map(|it| &**it)
    }

    /// Lends the rest of the work to the application.
    pub(crate) fn lend(&self) -> LentWork {
        LentWork(Arc::new(Mutex::new(Some(self.moved()))))
    }

    /// Takes back the rest of lent work.
    pub(crate) fn take_back(&self, lent: &LentWork) {
        let mut lent = lent.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(rest) = lent.take() else {
            return;
        };
        self.budget.take_back(&rest.budget);
        self.calls.take_back(&rest.calls);
        if let Some(lookups) = rest.existing_lookups() {
            self.lookups().take_back(lookups);
        }
        self.wanted.set(rest.wanted.get());
    }

    /// Moves the rest of this work out.
    fn moved(&self) -> Work {
        Work {
            budget: self.budget.rest(),
            calls: self.calls.moved(),
            lookups: match self.existing_lookups() {
                Some(lookups) => OnceCell::from(Box::new(lookups.moved())),
                None => OnceCell::new(),
            },
            wanted: self.wanted.clone(),
            lender: None,
        }
    }

    /// Reserves the nesting of an expression that a function evaluates, until the returned guard is dropped.
    ///
    /// # Errors
    ///
    /// If the functions that are being called nest too deep together, as they do if one calls itself forever.
    pub(crate) fn enter(&self, depth: usize) -> Result<Restored<'_, usize>, FunctionError> {
        if !self.budget.is_nested() {
            self.calls.forget_too_deep();
        }
        if !self.calls.are_hopeless() && self.budget.has_depth(depth) {
            return Ok(self.budget.descend(depth));
        }
        if !self.suspend_nested() {
            self.calls.count_too_deep();
        }
        let message = "function calls nest too deep here, perhaps without end";
        Err(FunctionError::new(message))
    }

    /// Suspends the work until a name has been looked up.
    pub(crate) fn suspend(&self, wanted: LookupId) {
        if self.interruption().is_none() {
            self.wanted.set(Some(wanted));
        }
    }

    /// Suspends the work until the last name that is being evaluated within another one has been evaluated alone, with
    /// all levels of nesting available. Returns whether there is such a name. Whether a definition nests too deep must
    /// not depend on its requester.
    pub(crate) fn suspend_nested(&self) -> bool {
        let lookups = self.existing_lookups();
        let nested = lookups.and_then(Lookups::last_nested);
        if let Some(nested) = nested {
            self.suspend(nested);
        }
        nested.is_some()
    }

    /// The name that must be looked up first, if the work is suspended.
    pub(crate) fn wanted(&self) -> Option<LookupId> {
        self.wanted.get()
    }

    /// Ends the suspension.
    pub(crate) fn resume(&self) {
        self.wanted.set(None);
    }

    /// Why the work is interrupted, if it is.
    pub(crate) fn interruption(&self) -> Option<Interruption> {
        match self.budget.exceeded() {
            Some(exceeded) => Some(Interruption::Exceeded(exceeded)),
            None => self.wanted.get().map(|_| Interruption::Suspended),
        }
    }

    pub(crate) fn is_interrupted(&self) -> bool {
        self.interruption().is_some()
    }
}
