//! The steps of the paths of an error.
//!
//! Knows nothing of where they come from.

use super::Error;
use crate::path::{PathStep, PathStepRef};

impl Error {
    /// Prepends a step to the path.
    #[must_use]
    #[cold]
    #[inline(never)]
    pub(crate) fn prepend_step(mut self, step: PathStepRef<'_>) -> Self {
        for diagnostic in &mut self.inner_mut().diagnostics {
            diagnostic.prepend_step(step.into());
        }
        self
    }

    /// Inserts the steps to an element of a list at the beginning of the path, or after its first step if that is
    /// `name`. Labels that the path has there already are not repeated.
    #[must_use]
    #[cold]
    pub(crate) fn insert_element(mut self, name: Option<&str>, element: &[PathStep]) -> Self {
        for diagnostic in &mut self.inner_mut().diagnostics {
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

    /// Prepends steps to the path.
    #[must_use]
    pub(crate) fn prepend_path(mut self, steps: &[PathStep]) -> Self {
        for diagnostic in &mut self.inner_mut().diagnostics {
            let path = steps.iter().chain(diagnostic.path().steps());
            let path = path.cloned().collect();
            diagnostic.set_path(path);
        }
        self
    }
}
