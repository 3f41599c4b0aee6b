//! Diagnostics of operations that are repeated for each element of a collection.
//!
//! Knows nothing of the operations.

use super::Evaluator;
use crate::diagnostic::Diagnostic;

/// Maximum of diagnostics for all elements that a `for` or a splat iterates over.
pub(super) const MAX_REPEATED: usize = 20;

/// The diagnostics of an operation that is repeated for many elements: the range of those of earlier elements.
pub(super) struct RepeatedDiagnostics {
    start: usize,
    end: usize,
}

impl Evaluator<'_> {
    /// Marks the start of an operation that is repeated for many elements.
    pub(super) fn repeated(&self) -> RepeatedDiagnostics {
        let start = self.diagnostics.len();
        RepeatedDiagnostics { start, end: start }
    }

    /// Drops the diagnostics of the last element that an earlier element has had, too.
    #[inline]
    pub(super) fn drop_repeated(&mut self, repeated: &mut RepeatedDiagnostics) {
        if self.diagnostics.len() > repeated.end {
            for diagnostic in self.diagnostics.split_off(repeated.end) {
                let kept = &self.diagnostics[repeated.start..];
                let is_known = kept.iter().any(|it| is_same(it, &diagnostic));
                if !is_known && kept.len() < MAX_REPEATED {
                    self.diagnostics.push(diagnostic);
                }
            }
            repeated.end = self.diagnostics.len();
        }
    }
}

/// Whether two diagnostics have the same text and place.
fn is_same(left: &Diagnostic, right: &Diagnostic) -> bool {
    left.subject() == right.subject()
        && left.summary() == right.summary()
        && left.statement() == right.statement()
}
