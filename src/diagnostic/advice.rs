//! Advice that is computed on demand, such as the most similar name.
//!
//! Most diagnostics of an evaluation are never shown: those of an operand that is not needed, those repeated
//! for each element of a collection, those of a type that is tried before another one.
//!
//! Knows nothing of what the advice is about.

use std::sync::{Arc, OnceLock};

/// Advice to append to the detail of a diagnostic. Copies of the diagnostic share it.
#[derive(Clone)]
pub(super) struct Advice(Arc<LazyAdvice>);

struct LazyAdvice {
    find: Box<FindAdvice>,
    /// The detail with the advice, once it is computed.
    whole: OnceLock<String>,
}

type FindAdvice = dyn Fn() -> String + Send + Sync;

impl Advice {
    pub(super) fn new(find: impl Fn() -> String + Send + Sync + 'static) -> Self {
        Advice(Arc::new(LazyAdvice {
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
