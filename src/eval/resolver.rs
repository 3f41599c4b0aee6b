//! Variables that are looked up when an expression asks for them ("Evaluation context").
//!
//! Knows nothing of expressions.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ThreadId};

use foldhash::HashMap;

use crate::error::{Category, Error, Result};
use crate::value::Value;

/// How many variables may be looked up within each other's look-up: each takes a part of the stack.
const MAX_NESTED: usize = 32;

type Lookup<C> = dyn Fn(&str, &C) -> Result<Option<Value>> + Send + Sync;

/// Looks up the variables that a context does not hold, and keeps their values. Clones share both.
///
/// `C` is the type of the context.
pub(super) struct Resolver<C> {
    look_up: Arc<Lookup<C>>,
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

impl<C> Resolver<C> {
    pub(super) fn new<F>(look_up: F) -> Self
    where
        F: Fn(&str, &C) -> Result<Option<Value>> + Send + Sync + 'static,
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
    pub(super) fn variable(&self, name: &str, ctx: &C) -> Result<Option<Value>> {
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
        if found.values().filter(is_own).count() >= MAX_NESTED {
            let detail = format!(
                "The variable \"{name}\" is at the end of a chain of {MAX_NESTED} variables, each \
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

impl<C> Clone for Resolver<C> {
    fn clone(&self) -> Self {
        Resolver {
            look_up: Arc::clone(&self.look_up),
            found: Arc::clone(&self.found),
        }
    }
}

/// Does not show the values found so far: contexts do not differ in them.
impl<C> fmt::Debug for Resolver<C> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Resolver")
    }
}
