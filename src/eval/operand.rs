//! Operands whose diagnostics are held back until it is decided whether they matter ("Operations").
//!
//! Knows nothing of operators.

use std::collections::LinkedList;

use super::Evaluator;
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::value::Value;

/// The diagnostics of an operand. A linked list, because each link of a chain of any length adds to the
/// diagnostics of the link before at both ends; a vector would move them each time.
pub(super) type HeldDiagnostics = LinkedList<Diagnostic>;

/// An evaluated operand.
pub(super) struct Operand {
    pub(super) value: Value,
    pub(super) errors: HeldDiagnostics,
}

impl Operand {
    /// An operand without errors.
    pub(super) fn new(value: Value) -> Self {
        let errors = HeldDiagnostics::new();
        Operand { value, errors }
    }

    /// Adds a diagnostic after those that the operand already has.
    pub(super) fn with_error(mut self, summary: &'static str, detail: String, at: Span) -> Self {
        let diagnostic = Diagnostic::error(summary, detail).with_subject(at);
        self.errors.push_back(diagnostic);
        self
    }
}

impl Evaluator<'_> {
    /// Evaluates something and takes its diagnostics out of the list.
    pub(super) fn operand(&mut self, evaluate: impl FnOnce(&mut Self) -> Value) -> Operand {
        let start = self.diagnostics.len();
        let value = evaluate(self);
        let errors = self.errors_since(start);
        Operand { value, errors }
    }

    /// Takes the diagnostics from the index `start` on out of the list.
    #[inline]
    pub(super) fn errors_since(&mut self, start: usize) -> HeldDiagnostics {
        if self.diagnostics.len() == start {
            return HeldDiagnostics::new();
        }
        self.diagnostics.drain(start..).collect()
    }

    /// Returns the value of an operand and reports its diagnostics.
    pub(super) fn report(&mut self, operand: Operand) -> Value {
        self.diagnostics.extend(operand.errors);
        operand.value
    }
}
