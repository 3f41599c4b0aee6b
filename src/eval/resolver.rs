//! Variables that are looked up when an expression asks for them ("Evaluation context").

use std::collections::hash_map::Entry;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use foldhash::HashMap;

use super::EvalContext;
use crate::error::{Category, Error, Result};
use crate::limits::MAX_NESTED_LOOKUPS;
use crate::value::Value;

type Lookup = dyn Fn(&str, &EvalContext) -> Result<Option<Value>> + Send + Sync;

/// Looks up the variables that a context does not hold, and keeps their values. Clones share both.
#[derive(Clone)]
pub(super) struct Resolver {
    look_up: Arc<Lookup>,
    lookups: Arc<Mutex<Lookups>>,
}

/// What has been looked up, and what is being looked up.
#[derive(Default)]
struct Lookups {
    /// The value of each name, or that there is no such variable.
    found: HashMap<String, Option<Value>>,
    /// The names that each thread is looking up, the outermost first: at most [`MAX_NESTED_LOOKUPS`].
    pending: HashMap<ThreadId, Vec<String>>,
}

impl Resolver {
    pub(super) fn new<F>(look_up: F) -> Self
    where
        F: Fn(&str, &EvalContext) -> Result<Option<Value>> + Send + Sync + 'static,
    {
        Resolver {
            look_up: Arc::new(look_up),
            lookups: Arc::default(),
        }
    }

    /// The variable of a name in a context. It is looked up once, or again if that has failed.
    ///
    /// # Errors
    ///
    /// If the look-up fails, or if it asks for the variable itself, perhaps by way of others.
    pub(super) fn variable(&self, name: &str, ctx: &EvalContext) -> Result<Option<Value>> {
        let thread = thread::current().id();
        let mut lookups = self.lookups();
        if let Some(value) = lookups.found.get(name) {
            return Ok(value.clone());
        }
        lookups.begin(thread, name)?;
        drop(lookups);
        let result = (self.look_up)(name, ctx);
        let mut lookups = self.lookups();
        lookups.end(thread);
        if let Ok(value) = &result {
            lookups.found.insert(name.to_owned(), value.clone());
        }
        result
    }

    fn lookups(&self) -> MutexGuard<'_, Lookups> {
        self.lookups.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lookups {
    /// Notes that the thread looks up a variable.
    fn begin(&mut self, thread: ThreadId, name: &str) -> Result<()> {
        let pending = self.pending.entry(thread).or_default();
        if pending.iter().any(|it| it == name) {
            let detail = format!("The value of the variable \"{name}\" depends on itself.");
            return Err(failure("Circular reference", detail));
        }
        if pending.len() >= MAX_NESTED_LOOKUPS {
            let detail = format!(
                "The variable \"{name}\" is at the end of a chain of {MAX_NESTED_LOOKUPS} variables, each \
                 of which depends on the next. Write a shorter chain."
            );
            return Err(failure("Too many dependent variables", detail));
        }
        pending.push(name.to_owned());
        Ok(())
    }

    /// Notes that the thread has done the innermost of its look-ups.
    fn end(&mut self, thread: ThreadId) {
        if let Entry::Occupied(mut pending) = self.pending.entry(thread) {
            pending.get_mut().pop();
            if pending.get().is_empty() {
                pending.remove();
            }
        }
    }
}

fn failure(summary: &'static str, detail: String) -> Error {
    Error::of(Category::Evaluation, summary, detail)
}

/// Does not show the values found so far: contexts do not differ in them.
impl fmt::Debug for Resolver {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Resolver")
    }
}
