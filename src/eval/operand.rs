//! Operands whose diagnostics are kept apart as long as it is not decided whether they matter ("Operations").

use std::collections::LinkedList;

use super::Evaluator;
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::value::Value;

/// What is wrong in an operand. Each link of a chain, of which there is any number, puts something before or after
/// what is wrong in the link before: none of that is moved, as it would be in a vector.
pub(super) type Errors = LinkedList<Diagnostic>;

/// An operand that has been evaluated.
pub(super) struct Operand {
    pub(super) value: Value,
    pub(super) errors: Errors,
}

impl Operand {
    /// An operand in which nothing is wrong.
    pub(super) fn new(value: Value) -> Self {
        let errors = Errors::new();
        Operand { value, errors }
    }

    /// The same with something wrong in it, after what is wrong already.
    pub(super) fn with_error(mut self, summary: &'static str, detail: String, at: Span) -> Self {
        let diagnostic = Diagnostic::error(summary, detail).with_subject(at);
        self.errors.push_back(diagnostic);
        self
    }
}

impl Evaluator<'_> {
    /// Evaluates something and keeps its diagnostics apart.
    pub(super) fn operand(&mut self, evaluate: impl FnOnce(&mut Self) -> Value) -> Operand {
        let start = self.diagnostics.len();
        let value = evaluate(self);
        let errors = self.errors_since(start);
        Operand { value, errors }
    }

    /// Takes away what has been reported since there were so many diagnostics.
    #[inline]
    pub(super) fn errors_since(&mut self, start: usize) -> Errors {
        if self.diagnostics.len() == start {
            return Errors::new();
        }
        self.diagnostics.drain(start..).collect()
    }

    /// The value of an operand, whose diagnostics do matter.
    pub(super) fn report(&mut self, operand: Operand) -> Value {
        self.diagnostics.extend(operand.errors);
        operand.value
    }
}
