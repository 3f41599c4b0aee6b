//! Additions to an error while it is returned to the caller: the steps of its path, and other diagnostics.

use std::{iter, mem};

use foldhash::HashMap;

use super::Error;
use crate::diagnostic::{self, Diagnostic};
use crate::path::PathStep;
use crate::source::Source;

impl Error {
    #[must_use]
    pub(crate) fn prepend_step(mut self, step: PathStep) -> Self {
        let diagnostics = &mut self.inner.diagnostics;
        let steps = iter::repeat_n(step, diagnostics.len());
        for (diagnostic, step) in diagnostics.iter_mut().zip(steps) {
            diagnostic.prepend_step(step);
        }
        self
    }

    /// Inserts the steps to an element of a list. Without a name, they go to the beginning of each path; with a name,
    /// they go after the first step, if it is that name. Labels that the path already has there are not repeated.
    #[must_use]
    pub(crate) fn insert_element(mut self, name: Option<&str>, element: &[PathStep]) -> Self {
        for diagnostic in &mut self.inner.diagnostics {
            let own = diagnostic.path().steps();
            let start = match name {
                Some(name) if own.first() == Some(&PathStep::from(name)) => 1,
                Some(_) => continue,
                None => 0,
            };
            let is_known = |(own, step): &(&PathStep, &PathStep)| own == step;
            let known = own[start..].iter().zip(element).take_while(is_known);
            let rest = start
                + known
                    .filter(|(_, step)| matches!(step, PathStep::Key(_)))
                    .count();
            let path = own[..start].iter().chain(element).chain(&own[rest..]);
            let path = path.cloned().collect();
            diagnostic.set_path(path);
        }
        self
    }

    #[must_use]
    pub(crate) fn prepend_path(mut self, steps: &[PathStep]) -> Self {
        for diagnostic in &mut self.inner.diagnostics {
            let path = steps.iter().chain(diagnostic.path().steps());
            let path = path.cloned().collect();
            diagnostic.set_path(path);
        }
        self
    }
}

impl Error {
    /// Adds diagnostics, except repeated ones and those beyond a maximum.
    #[must_use]
    pub(crate) fn with_more(mut self, more: Vec<Diagnostic>, max: usize) -> Self {
        let own = &mut self.inner.diagnostics;
        add_new(own, more);
        *own = diagnostic::limited(mem::take(own), max);
        self
    }

    /// Adds diagnostics in the order of their spans in each source, except repeated ones and those beyond a maximum.
    /// All of them must have a source.
    #[must_use]
    pub(crate) fn with_others(mut self, mut others: Vec<Diagnostic>, max: usize) -> Self {
        let own = &mut self.inner.diagnostics;
        let sources: Vec<Source> = others
            .iter()
            .filter_map(|it| it.parsed_source().cloned())
            .collect();
        sort_by_place(&mut others, &sources);
        add_new(own, others);
        *own = diagnostic::limited(mem::take(own), max);
        self
    }

    /// Sorts the diagnostics by source, in the given order, and then by span. Those without a location stay first.
    #[must_use]
    pub(crate) fn in_order_of(mut self, sources: &[Source]) -> Self {
        sort_by_place(&mut self.inner.diagnostics, sources);
        self
    }
}

/// Adds the diagnostics that are not [the same](Diagnostic::is_same) as one in the list.
fn add_new(diagnostics: &mut Vec<Diagnostic>, more: Vec<Diagnostic>) {
    let key = |it: &Diagnostic| {
        let words = (it.summary().to_owned(), it.statement().to_owned());
        (it.subject(), words)
    };
    let mut known: HashMap<_, Vec<usize>> = HashMap::default();
    for (index, diagnostic) in diagnostics.iter().enumerate() {
        known.entry(key(diagnostic)).or_default().push(index);
    }
    for diagnostic in more {
        let alike = known.entry(key(&diagnostic)).or_default();
        if !alike.iter().any(|it| diagnostics[*it].is_same(&diagnostic)) {
            alike.push(diagnostics.len());
            diagnostics.push(diagnostic);
        }
    }
}

/// Sorts diagnostics by source, in the given order, and then by span.
fn sort_by_place(diagnostics: &mut [Diagnostic], sources: &[Source]) {
    let place = |it: &Diagnostic| {
        let is_its = |source: &Source| it.parsed_source().is_some_and(|it| it.is(source));
        (sources.iter().position(is_its), it.parsed_subject())
    };
    diagnostics.sort_by_key(place);
}
