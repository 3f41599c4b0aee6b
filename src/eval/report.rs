//! Reporting of errors: diagnostics that are held back or repeated, and the interruption of the work.

use std::collections::VecDeque;

use super::Evaluator;
use crate::diagnostic::{Advised, Code, Diagnostic};
use crate::function::{Exceeded, Interruption};
use crate::limits::MAX_REPORTED;
use crate::span::Span;
use crate::syntax::tree::ExprId;
use crate::value::{Value, ValueError};

/// The diagnostics of an operand, which are held back until it is decided whether they matter. A deque, because an
/// operator adds its own diagnostics before the left operand's and after the right operand's.
pub(super) type HeldDiagnostics = VecDeque<Diagnostic>;

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
    pub(super) fn with_error(mut self, code: Code, detail: String, at: Span) -> Self {
        let diagnostic = Diagnostic::of(code, detail).at(at);
        self.errors.push_back(diagnostic);
        self
    }
}

/// Number of steps that a diagnostic costs. Each step stands for about 100 bytes.
const STEPS_OF_DIAGNOSTIC: usize = 10;

/// The range of the diagnostics of earlier elements, in an operation that is repeated for each element of a collection.
pub(super) struct ElementDiagnostics {
    start: usize,
    end: usize,
}

impl Evaluator<'_> {
    /// Reports an error and returns the dynamic unknown value.
    pub(super) fn error(&mut self, code: Code, detail: impl Into<String>, subject: Span) -> Value {
        self.fail(Diagnostic::of(code, detail).at(subject))
    }

    /// Reports a diagnostic and returns the dynamic unknown value.
    pub(super) fn fail(&mut self, diagnostic: Diagnostic) -> Value {
        let at = diagnostic.subject().unwrap_or_else(|| self.span(self.root));
        self.add_diagnostic(diagnostic, at);
        Value::dynamic()
    }

    /// Adds a diagnostic and charges its memory to the budget. `at` is a span of this source, where an exceeded limit
    /// is reported. Repeated diagnostics are dropped only later, so each of them is charged.
    pub(super) fn add_diagnostic(&mut self, diagnostic: Diagnostic, at: Span) {
        self.paid_at(self.work.budget.take_steps(STEPS_OF_DIAGNOSTIC), at);
        self.diagnostics.push(diagnostic);
    }

    /// Reports an error with advice that is computed when it is first read.
    pub(super) fn error_with_advice<A: Into<Advised>>(
        &mut self,
        code: Code,
        detail: String,
        subject: Span,
        find: impl Fn() -> A + Send + Sync + 'static,
    ) -> Value {
        let diagnostic = Diagnostic::of(code, detail).at(subject);
        self.fail(diagnostic.with_advice(find))
    }

    /// Reports an error about a name that does not exist, with advice that is computed when it is first read. The
    /// message has only words of the source, and no values.
    pub(super) fn unknown_name<A: Into<Advised>>(
        &mut self,
        code: Code,
        detail: String,
        subject: Span,
        find: impl Fn() -> A + Send + Sync + 'static,
    ) -> Value {
        let diagnostic = Diagnostic::of(code, detail).at(subject);
        self.fail(diagnostic.with_advice(find).without_values())
    }

    /// The value made at `subject`, or the error that the value nests too deep.
    pub(super) fn nested(&mut self, value: Result<Value, ValueError>, subject: Span) -> Value {
        value.unwrap_or_else(|error| self.error(Code::NestingTooDeep, error.sentence(), subject))
    }

    /// Evaluates an operand and moves its diagnostics out of the list.
    pub(super) fn operand(&mut self, evaluate: impl FnOnce(&mut Self) -> Value) -> Operand {
        let start = self.diagnostics.len();
        let value = evaluate(self);
        self.held(value, start)
    }

    /// A value with its diagnostics: those from index `start` on, which are moved out of the list.
    pub(super) fn held(&mut self, value: Value, start: usize) -> Operand {
        let errors = match self.diagnostics.len() {
            length if length == start => HeldDiagnostics::new(),
            _ => self.diagnostics.drain(start..).collect(),
        };
        Operand { value, errors }
    }

    /// Returns the value of an operand and reports its diagnostics.
    pub(super) fn report(&mut self, operand: Operand) -> Value {
        if !operand.errors.is_empty() {
            self.diagnostics.extend(operand.errors);
        }
        operand.value
    }

    /// Marks the start of an operation that is repeated for many elements.
    pub(super) fn repeated(&self) -> ElementDiagnostics {
        let start = self.diagnostics.len();
        ElementDiagnostics { start, end: start }
    }

    /// Drops diagnostics of the last element that repeat one of an earlier element, or that exceed the maximum number.
    pub(super) fn drop_repeated(&mut self, repeated: &mut ElementDiagnostics) {
        if self.diagnostics.len() > repeated.end {
            for diagnostic in self.diagnostics.split_off(repeated.end) {
                let kept = &self.diagnostics[repeated.start..];
                let is_known = kept.iter().any(|it| it.is_same(&diagnostic));
                if !is_known && kept.len() < MAX_REPORTED {
                    self.diagnostics.push(diagnostic);
                } else if !is_known && let Some(last) = self.diagnostics.last_mut() {
                    last.set_has_more();
                }
            }
            repeated.end = self.diagnostics.len();
        }
    }

    /// Returns `is_paid`. If it is `false`, notes that the work was interrupted at the expression `id`.
    #[inline]
    pub(super) fn paid(&mut self, is_paid: bool, id: ExprId) -> bool {
        if !is_paid {
            self.interrupt(id);
        }
        is_paid
    }

    /// Notes where the work was interrupted.
    // Cold and out of line, so that it takes no stack space in the evaluating functions, which recurse for each level
    // of nesting.
    #[cold]
    #[inline(never)]
    fn interrupt(&mut self, id: ExprId) {
        self.interrupted_at.get_or_insert(self.view.tree.span(id));
    }

    /// Like [`Evaluator::paid`], for a part of an expression.
    pub(super) fn paid_at(&mut self, is_paid: bool, subject: Span) -> bool {
        if !is_paid {
            self.interrupted_at.get_or_insert(subject);
        }
        is_paid
    }

    /// Whether the work is interrupted. Results computed after that are not used.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted_at.is_some()
    }

    /// The diagnostic about the interruption. It replaces all others.
    pub(super) fn interruption(&self) -> Option<Diagnostic> {
        let diagnostic = interruption_diagnostic(self.work.interruption()?);
        Some(diagnostic.at(self.interrupted_at?))
    }
}

/// The diagnostic about an interruption, without a place.
pub(super) fn interruption_diagnostic(interruption: Interruption) -> Diagnostic {
    let detail = match interruption {
        Interruption::Exceeded(Exceeded::Steps) => {
            "The evaluation has used up all the steps that the application allows. Reduce the \
             work, for example with fewer or smaller nested \"for\" expressions."
        }
        Interruption::Exceeded(Exceeded::Bytes) => {
            "The evaluation has produced more bytes of text than the application allows. Write templates that \
             produce less text."
        }
        // Only a look-up of the application sees this.
        Interruption::Suspended => {
            "The evaluation is interrupted, because something that it needs must be evaluated first. It is then \
             started again."
        }
    };
    Diagnostic::of(Code::EvaluationTooExpensive, detail)
}
