//! Errors of several diagnostics: which of them are kept, and in which order.
//!
//! Knows nothing of what is wrong.

use std::mem;

use foldhash::HashSet;

use super::Error;
use crate::diagnostic::{self, Diagnostic};
use crate::sort;
use crate::source::Source;

impl Error {
    /// Adds diagnostics, except repeated ones and those beyond the maximum.
    #[must_use]
    #[cold]
    #[inline(never)]
    pub(crate) fn with_more(mut self, more: Vec<Diagnostic>) -> Self {
        let own = &mut self.inner_mut().diagnostics;
        let key = |it: &Diagnostic| {
            (
                it.subject(),
                it.summary().to_owned(),
                it.statement().to_owned(),
            )
        };
        let mut seen: HashSet<_> = own.iter().map(key).collect();
        own.extend(more.into_iter().filter(|it| seen.insert(key(it))));
        *own = diagnostic::limited(mem::take(own));
        self
    }

    /// Removes some of the diagnostics beside the first one.
    #[must_use]
    #[cold]
    pub(crate) fn without(mut self, is_wrong: impl Fn(&Diagnostic) -> bool) -> Self {
        let mut is_first = true;
        let own = &mut self.inner_mut().diagnostics;
        own.retain(|it| mem::take(&mut is_first) || !is_wrong(it));
        self
    }

    /// Adds diagnostics in the order of their places in each source, except those that the error has already and those
    /// beyond the maximum. All of them have a source.
    #[must_use]
    #[cold]
    pub(crate) fn with_others(mut self, mut others: Vec<Diagnostic>) -> Self {
        let own = &mut self.inner_mut().diagnostics;
        let sources: Vec<Source> = others
            .iter()
            .filter_map(|it| it.source().cloned())
            .collect();
        sort_by_place(&mut others, &sources);
        for other in others {
            let is_same = |it: &Diagnostic| {
                let is_same_source = match (it.source(), other.source()) {
                    (Some(source), Some(other)) => source.is(other),
                    _ => true,
                };
                is_same_source
                    && it.subject() == other.subject()
                    && (it.summary(), it.statement()) == (other.summary(), other.statement())
            };
            if !own.iter().any(is_same) {
                own.push(other);
            }
        }
        *own = diagnostic::limited(mem::take(own));
        self
    }

    /// Puts the diagnostics in the order of these sources and of the places in each. Those without a place stay first.
    #[must_use]
    #[cold]
    pub(crate) fn in_order_of(mut self, sources: &[Source]) -> Self {
        sort_by_place(&mut self.inner_mut().diagnostics, sources);
        self
    }
}

/// Puts diagnostics in the order of these sources and of the places in each.
#[cold]
fn sort_by_place(diagnostics: &mut [Diagnostic], sources: &[Source]) {
    let place = |it: &Diagnostic| {
        let is_its = |source: &Source| it.source().is_some_and(|it| it.is(source));
        (sources.iter().position(is_its), it.subject())
    };
    sort::by(diagnostics, |left, right| place(left).cmp(&place(right)));
}
