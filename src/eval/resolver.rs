//! Variables that are looked up when an expression asks for them ("Evaluation context").
//!
//! Knows nothing of expressions.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ThreadId};

use foldhash::HashMap;

use crate::diagnostic::Diagnostic;
use crate::error::{Category, Error, Result};
use crate::value::Value;

/// How many variables may be looked up within each other's look-up: each takes a part of the stack.
const MAX_NESTED: usize = 32;

type LookUp<C> = dyn Fn(&str, &C) -> Result<Option<Value>> + Send + Sync;

/// What finds the variables that a context does not hold, and the values that it has found. Clones share both.
///
/// `C` is the type of the context.
pub(super) struct Resolver<C> {
    look_up: Arc<LookUp<C>>,
    found: Arc<Mutex<HashMap<String, Found>>>,
}

/// What has come of looking up a variable.
enum Found {
    /// Its value, if there is such a variable.
    Value(Option<Value>),
    /// Nothing yet: these threads are at it.
    Pending(Vec<ThreadId>),
}

/// What there is to do for a variable.
enum Begin {
    /// Nothing: this has been found.
    IsFound(Option<Value>),
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

    /// The variable of a name in a context, which is looked up once; a look-up that fails is repeated.
    ///
    /// # Errors
    ///
    /// If the look-up fails, or if it asks for the variable itself, perhaps by way of others.
    pub(super) fn variable(&self, name: &str, ctx: &C) -> Result<Option<Value>> {
        if let Begin::IsFound(value) = self.begin(name)? {
            return Ok(value);
        }
        let result = (self.look_up)(name, ctx);
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        match &result {
            Ok(value) => {
                found.insert(name.to_owned(), Found::Value(value.clone()));
            }
            Err(_) => {
                found.remove(name);
            }
        }
        result
    }

    /// What has been found; otherwise notes that this thread is searching.
    fn begin(&self, name: &str) -> Result<Begin> {
        let own = thread::current().id();
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        match found.get(name) {
            Some(Found::Value(value)) => return Ok(Begin::IsFound(value.clone())),
            Some(Found::Pending(threads)) if threads.contains(&own) => {
                let detail = format!("The value of the variable \"{name}\" depends on itself.");
                return Err(failure("Circular reference", detail));
            }
            _ => {}
        }
        let is_own = |it: &&Found| matches!(it, Found::Pending(threads) if threads.contains(&own));
        if found.values().filter(is_own).count() >= MAX_NESTED {
            let detail = format!(
                "The variable \"{name}\" is at the end of a chain of {MAX_NESTED} variables, each \
                 of which depends on the next. Write a shorter chain."
            );
            return Err(failure("Too many dependent variables", detail));
        }
        let pending = || Found::Pending(Vec::new());
        if let Found::Pending(threads) = found.entry(name.to_owned()).or_insert_with(pending) {
            threads.push(own);
        }
        Ok(Begin::Search)
    }
}

fn failure(summary: &'static str, detail: String) -> Error {
    Error::new(Category::Evaluation, Diagnostic::error(summary, detail))
}

impl<C> Clone for Resolver<C> {
    fn clone(&self) -> Self {
        Resolver {
            look_up: Arc::clone(&self.look_up),
            found: Arc::clone(&self.found),
        }
    }
}

/// What has been found so far is not shown: it is not what makes a context.
impl<C> fmt::Debug for Resolver<C> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Resolver")
    }
}
