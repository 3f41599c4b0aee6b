//! Unary and binary operators ("Operations"): the evaluation of their operands, and errors in them.
//!
//! Results are computed in [`operator`].

use std::mem;

use super::Evaluator;
use super::operator::{self, of_known, operand_type, result_type, short_circuit};
use super::report::{HeldDiagnostics, Operand};
use super::variable::Scope;
use crate::convert::convert;
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;
use crate::syntax::tree::view::OperationsView;
use crate::syntax::tree::{BinaryOperator, ExprId, ExprKind, Operation, UnaryOperator};
use crate::value::{Type, Value};

/// A binary operator with the spans of its operands.
#[derive(Clone, Copy)]
struct BinaryOperation {
    operator: BinaryOperator,
    /// The spans of its operands.
    left: Span,
    right: Span,
}

/// An operator of a chain whose operands have been evaluated, but which needs more than the fast path.
struct PendingOperation {
    /// Its index in the chain.
    index: usize,
    /// Indices of the first diagnostic of the left operand and of the right one.
    start: usize,
    middle: usize,
    left: Value,
    right: Value,
}

impl BinaryOperation {
    /// The span of the operation.
    fn span(self) -> Span {
        self.left.join(self.right)
    }
}

impl Evaluator<'_> {
    /// The value of the unary operation `id`.
    #[inline(never)]
    pub(super) fn unary(
        &mut self,
        id: ExprId,
        operator: UnaryOperator,
        operand: ExprId,
        scope: &Scope<'_>,
    ) -> Value {
        let given = self.expression(operand, scope);
        if is_small(&given)
            && let Some(value) = operator::of_operand(operator, &given)
        {
            return value;
        }
        self.unary_of_converted(id, operator, operand, &given)
    }

    /// The value of a unary operation whose operand is not a small number or a bool of the right type.
    #[inline(never)]
    fn unary_of_converted(
        &mut self,
        id: ExprId,
        operator: UnaryOperator,
        operand: ExprId,
        given: &Value,
    ) -> Value {
        let ty = match operator {
            UnaryOperator::Negate => Type::NUMBER,
            UnaryOperator::Not => Type::BOOL,
        };
        if !self.paid(self.work.budget.take_operand(given), id) {
            return Value::unknown(&ty);
        }
        let given = match convert(given, &ty) {
            Ok(value) => value,
            Err(error) => {
                let detail = format!("The operand is unsuitable: {error}.");
                self.error(Code::InvalidOperand, detail, self.span(operand));
                return Value::unknown(&ty);
            }
        };
        if given.is_null() {
            let detail = format!("The operand of \"{operator}\" must not be null.");
            self.error(Code::OperationFailed, detail, self.span(id));
            return Value::unknown(&ty);
        }
        match operator::of_operand(operator, &given) {
            Some(value) => value,
            None if operator == UnaryOperator::Negate => given.unknown_negation(),
            None => Value::unknown(&ty).refine().not_null().finish(),
        }
    }

    /// The value of the first operand of a chain, which may be a chain of operators of another level.
    #[inline]
    fn first_operand(&mut self, id: ExprId, scope: &Scope<'_>) -> Value {
        match self.view.tree[id].kind {
            ExprKind::Operations(inner) => self.operations(self.view.operations(inner), scope),
            _ => self.expression(id, scope),
        }
    }

    /// The value of a chain of operators of one precedence level. Each operand costs a step, except a first operand
    /// that is itself a chain: it is evaluated here. Where the left operand of a logic operator decides the result,
    /// only the type of the right one is needed.
    #[inline(never)]
    pub(super) fn operations(&mut self, chain: OperationsView<'_>, scope: &Scope<'_>) -> Value {
        let start = self.diagnostics.len();
        let mut left = self.first_operand(chain.first, scope);
        // An iterator would make the stack frame larger by half, and each level of nesting has one.
        let mut index = 0;
        while index < chain.rest.len() {
            let Operation { operator, operand } = chain.rest[index];
            let middle = self.diagnostics.len();
            let right = if is_decided(operator, &left) {
                self.discarded(operand, scope)
            } else {
                self.expression(operand, scope)
            };
            if self.diagnostics.len() == start
                && let Some(result) = of_small(operator, &left, &right)
            {
                // Small values own no memory. Without the calls to drop them, arithmetic takes an eighth less time.
                mem::forget(mem::replace(&mut left, result));
                mem::forget(right);
            } else {
                let pending = PendingOperation {
                    index,
                    start,
                    middle,
                    left,
                    right,
                };
                return self.rest_of_chain(chain, pending, scope);
            }
            index += 1;
        }
        left
    }

    /// Continues a chain at an operator that needs more than the fast path. Diagnostics are held back: each operator
    /// may drop the diagnostics of its operands, or add to them at both ends.
    #[inline(never)]
    fn rest_of_chain(
        &mut self,
        chain: OperationsView<'_>,
        pending: PendingOperation,
        scope: &Scope<'_>,
    ) -> Value {
        let PendingOperation { index, .. } = pending;
        let operation = |this: &Self, index: usize| BinaryOperation {
            operator: chain.rest[index].operator,
            left: this.span(chain.first).join(this.span(chain.operand(index))),
            right: this.span(chain.rest[index].operand),
        };
        let right = self.held(pending.right, pending.middle);
        let left = self.held(pending.left, pending.start);
        let mut result = self.apply(operation(self, index), left, right);
        for index in index + 1..chain.rest.len() {
            let Operation { operator, operand } = chain.rest[index];
            let is_needed = !is_decided(operator, &result.value);
            let right = self.operand_for(operand, is_needed, scope);
            result = self.apply(operation(self, index), result, right);
        }
        self.report(result)
    }

    /// Applies an operator to operands that may have to be converted, may be unknown or null, or may have failed. The
    /// result has the diagnostics of both operands that matter.
    #[inline(never)]
    fn apply(&mut self, it: BinaryOperation, left: Operand, mut right: Operand) -> Operand {
        let operator = it.operator;
        if !self.work.budget.is_limited()
            && left.errors.is_empty()
            && right.errors.is_empty()
            && let Some(Ok(value)) = of_known(operator, &left.value, &right.value)
        {
            // Long numbers have no cost without a limit.
            return Operand::new(value);
        }
        let ty = operand_type(operator);
        let mut operands = [&left.value, &right.value].into_iter();
        let is_paid = ty.is_dynamic() || operands.all(|it| self.work.budget.take_operand(it));
        if !self.paid_at(is_paid, it.span()) {
            return Operand::new(Value::dynamic());
        }
        let mut conversions = HeldDiagnostics::new();
        let mut converted = |value, side: &str, subject: Span| {
            convert(value, &ty).map_err(|error| {
                let detail = format!("The {side} operand is unsuitable: {error}.");
                let diagnostic = Diagnostic::of(Code::InvalidOperand, detail);
                conversions.push_back(diagnostic.at(subject));
            })
        };
        let operands = (
            converted(&left.value, "left", it.left),
            converted(&right.value, "right", it.right),
        );
        let mut errors = left.errors;
        if let (Ok(left), Ok(right_value)) = &operands
            && let Some(decided) = short_circuit(operator, left, right_value)
        {
            // The diagnostics of an operand that does not matter for the result are dropped.
            let matters = |value: &Value| value.as_bool() == Some(decided);
            if !matters(left) {
                errors.clear();
            }
            if matters(right_value) {
                errors.append(&mut right.errors);
            }
            let value = Value::from(decided);
            return Operand { value, errors };
        }
        // While the left operand of a logic operator is unknown, the right one may turn out not to be needed.
        let may_skip = is_logic(operator) && errors.is_empty() && !left.value.is_known();
        if may_skip {
            right.errors.clear();
        }
        if let (Ok(left), Ok(right_value)) = &operands
            && errors.is_empty()
            && right.errors.is_empty()
        {
            return self.operate(it, left, right_value);
        }
        // The left operand can have many diagnostics, from a whole chain: they are not moved.
        for diagnostic in conversions.into_iter().rev() {
            errors.push_front(diagnostic);
        }
        errors.append(&mut right.errors);
        Operand {
            value: Value::unknown(&result_type(operator)),
            errors,
        }
    }

    /// The result for operands of the right types.
    fn operate(&mut self, it: BinaryOperation, left: &Value, right: &Value) -> Operand {
        let operator = it.operator;
        if matches!(operator, BinaryOperator::Equal | BinaryOperator::NotEqual) {
            if !self.paid_at(self.work.budget.take_parts(left), it.span()) {
                return Operand::new(Value::unknown(&Type::BOOL));
            }
            let equal = left.equals(right);
            return Operand::new(match equal.as_bool() {
                Some(truth) if operator == BinaryOperator::NotEqual => Value::from(!truth),
                _ => equal,
            });
        }
        let failed = |ty: &Type, detail| {
            let operand = Operand::new(Value::unknown(ty));
            operand.with_error(Code::OperationFailed, detail, it.span())
        };
        let unknown_logic = is_logic(operator) && !(left.is_known() && right.is_known());
        if (left.is_null() || right.is_null()) && !unknown_logic {
            let side = if left.is_null() { "left" } else { "right" };
            let detail = format!("The {side} operand of \"{operator}\" must not be null.");
            return failed(&result_type(operator), detail);
        }
        match operator::of_values(operator, left, right) {
            Ok(value) => Operand::new(value),
            Err(error) => failed(&Type::NUMBER, error.to_string()),
        }
    }
}

fn is_logic(operator: BinaryOperator) -> bool {
    matches!(operator, BinaryOperator::Or | BinaryOperator::And)
}

/// Whether the left operand alone decides the result. Then, only the type of the right one is needed.
fn is_decided(operator: BinaryOperator, left: &Value) -> bool {
    match operator {
        BinaryOperator::Or => left.as_bool() == Some(true),
        BinaryOperator::And => left.as_bool() == Some(false),
        _ => false,
    }
}

/// The result for two small numbers or two bools: the usual case, without extra cost. `None` if it needs more.
#[inline]
fn of_small(operator: BinaryOperator, left: &Value, right: &Value) -> Option<Value> {
    if !is_small(left) || !is_small(right) {
        return None;
    }
    of_known(operator, left, right)?.ok()
}

/// Whether a value is a known bool or a small number. Such a value owns no memory.
fn is_small(value: &Value) -> bool {
    match value.as_number() {
        Some(number) => number.as_small().is_some(),
        None => value.as_bool().is_some(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [`Evaluator::operations`] does not drop small values.
    #[test]
    fn small_values_own_no_memory() {
        for text in ["1", "-0.25", "true"] {
            assert!(is_small(&text.parse().unwrap()), "{text}");
        }
        for text in [
            "1e30",
            "12345678901234567890.5",
            "\"a\"",
            "[]",
            "{}",
            "null",
        ] {
            assert!(!is_small(&text.parse().unwrap()), "{text}");
        }
        for unknown in [Type::NUMBER, Type::BOOL] {
            assert!(!is_small(&Value::unknown(&unknown)));
        }
    }
}
