//! Variables that are looked up when an expression asks for them ("Evaluation context").

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
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
    found: Arc<Mutex<HashMap<String, LookupState>>>,
}

/// The state of looking up a variable.
enum LookupState {
    /// Its value, if there is such a variable.
    Value(Option<Value>),
    /// These threads are looking it up.
    Pending(Vec<ThreadId>),
}

/// What has to be done for a variable.
enum LookupStart {
    /// Nothing: it has been looked up before, with this result.
    Found(Option<Value>),
    Search,
}

impl Resolver {
    pub(super) fn new<F>(look_up: F) -> Self
    where
        F: Fn(&str, &EvalContext) -> Result<Option<Value>> + Send + Sync + 'static,
    {
        Resolver {
            look_up: Arc::new(look_up),
            found: Arc::default(),
        }
    }

    /// The variable of a name in a context. It is looked up once, or again if that has failed.
    ///
    /// # Errors
    ///
    /// If the look-up fails, or if it asks for the variable itself, perhaps by way of others.
    pub(super) fn variable(&self, name: &str, ctx: &EvalContext) -> Result<Option<Value>> {
        if let LookupStart::Found(value) = self.start(name)? {
            return Ok(value);
        }
        let result = (self.look_up)(name, ctx);
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        match &result {
            Ok(value) => {
                found.insert(name.to_owned(), LookupState::Value(value.clone()));
            }
            Err(_) => {
                found.remove(name);
            }
        }
        result
    }

    /// The result of an earlier look-up. If there is none, notes that this thread looks up the variable.
    fn start(&self, name: &str) -> Result<LookupStart> {
        let own = thread::current().id();
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        match found.get(name) {
            Some(LookupState::Value(value)) => return Ok(LookupStart::Found(value.clone())),
            Some(LookupState::Pending(threads)) if threads.contains(&own) => {
                let detail = format!("The value of the variable \"{name}\" depends on itself.");
                return Err(failure("Circular reference", detail));
            }
            _ => {}
        }
        let is_own = |it: &&LookupState| matches!(it, LookupState::Pending(threads) if threads.contains(&own));
        if found.values().filter(is_own).count() >= MAX_NESTED_LOOKUPS {
            let detail = format!(
                "The variable \"{name}\" is at the end of a chain of {MAX_NESTED_LOOKUPS} variables, each \
                 of which depends on the next. Write a shorter chain."
            );
            return Err(failure("Too many dependent variables", detail));
        }
        let pending = || LookupState::Pending(Vec::new());
        if let LookupState::Pending(threads) = found.entry(name.to_owned()).or_insert_with(pending)
        {
            threads.push(own);
        }
        Ok(LookupStart::Search)
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
