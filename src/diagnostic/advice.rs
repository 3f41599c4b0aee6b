//! Advice that costs something to find, such as the name that was probably meant: it is found when somebody reads it.
//!
//! Most diagnostics of an evaluation are never shown: those of the operand that is not needed, those that are the same
//! for each element of a collection, those of a type that another one is tried after.
//!
//! Knows nothing of what the advice is about.

use std::sync::{Arc, OnceLock};

/// What is to be added to the detail of a diagnostic. Copies of the diagnostic share it.
#[derive(Clone)]
pub(super) struct Advice(Arc<Lazy>);

struct Lazy {
    find: Box<Find>,
    /// The detail with the advice, once it has been asked for.
    whole: OnceLock<String>,
}

type Find = dyn Fn() -> String + Send + Sync;

impl Advice {
    pub(super) fn new(find: impl Fn() -> String + Send + Sync + 'static) -> Self {
        Advice(Arc::new(Lazy {
            find: Box::new(find),
            whole: OnceLock::new(),
        }))
    }

    /// The detail with the advice.
    pub(super) fn added_to(&self, detail: &str) -> &str {
        let whole = || [detail, &(self.0.find)()].concat();
        self.0.whole.get_or_init(whole)
    }
}
