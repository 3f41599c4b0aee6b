//! Unary and binary operators ("Operations"): their operands, and what is wrong with them.
//!
//! Results are computed in [`operator`](super::operator).

use super::Evaluator;
use super::operator::{self, of_known, operand_type, result_type, short_circuit};
use super::report::{HeldDiagnostics, Operand};
use super::variable::Scope;
use crate::convert::convert;
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::syntax::tree::view::{ExpressionView, OperationsView};
use crate::syntax::tree::{BinaryOperator, ExprId, UnaryOperator};
use crate::value::{Type, Value};

/// A binary operator with the places of its operands.
#[derive(Clone, Copy)]
struct BinaryOperation {
    operator: BinaryOperator,
    /// The bytes of its operands.
    left: Span,
    right: Span,
}

/// An operator of a chain whose operands have been evaluated.
#[derive(Clone, Copy)]
struct PendingOperator {
    /// Its index in the chain.
    index: usize,
    /// Where the diagnostics of the left operand and of the right one begin.
    start: usize,
    middle: usize,
}

impl BinaryOperation {
    /// The bytes of the operation.
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
        let ty = match operator {
            UnaryOperator::Negate => Type::NUMBER,
            UnaryOperator::Not => Type::BOOL,
        };
        if !self.paid(self.budget.take_operand(&given), id) {
            return Value::unknown(&ty);
        }
        let given = match convert(&given, &ty) {
            Ok(value) => value,
            Err(error) => {
                let detail = format!("Unsuitable value for unary operand: {error}.");
                self.error("Invalid operand", detail, self.span(operand));
                return Value::unknown(&ty);
            }
        };
        if given.is_null() {
            let detail = format!("The operand of \"{operator}\" must not be null.");
            self.error("Operation failed", detail, self.span(id));
            return Value::unknown(&ty);
        }
        match (given.as_number(), given.as_bool()) {
            (Some(number), _) => Value::from(-number),
            (_, Some(truth)) => Value::from(!truth),
            _ if operator == UnaryOperator::Negate => given.unknown_negation(),
            _ => Value::unknown(&ty).refine().not_null().finish(),
        }
    }

    /// The value of a chain of operators of one level. Each operand is a step, but not the chain that the first operand
    /// is: it goes on here.
    #[inline(never)]
    pub(super) fn operations(&mut self, it: OperationsView<'_>, scope: &Scope<'_>) -> Value {
        let [first, operands @ ..] = it.operands else {
            return Value::dynamic();
        };
        let start = self.diagnostics.len();
        let mut left = match self.view.expression(*first) {
            ExpressionView::Operations(inner) => self.operations(inner, scope),
            _ => self.expression(*first, scope),
        };
        for (index, operand) in operands.iter().enumerate() {
            let middle = self.diagnostics.len();
            let right = self.right(*operand, scope);
            left = match self.simple(it.operators[index], &left, &right) {
                Some(value) if self.diagnostics.len() == start => value,
                _ => {
                    let operator = PendingOperator {
                        index,
                        start,
                        middle,
                    };
                    return self.rest_of_chain(it, operator, left, right, scope);
                }
            };
        }
        left
    }

    /// The value of a right operand. An operation of higher precedence is evaluated at once: this saves the stack frame of
    /// [`Evaluator::expression`] at each level of precedence.
    fn right(&mut self, id: ExprId, scope: &Scope<'_>) -> Value {
        if let ExpressionView::Operations(operations) = self.view.expression(id)
            && self.paid(self.budget.take_steps(1), id)
        {
            return self.operations(operations, scope);
        }
        self.expression(id, scope)
    }

    /// The result of an operator whose operands are of the right types and cost nothing besides, as most are.
    fn simple(&self, operator: BinaryOperator, left: &Value, right: &Value) -> Option<Value> {
        let is_free = !self.budget.is_limited() || (is_small(left) && is_small(right));
        of_known(operator, left, right).filter(|_| is_free)?.ok()
    }

    /// Goes on with a chain in which an operand is not simple. Diagnostics are held back: each operator may drop those
    /// of its operands, or add to them at both ends.
    #[inline(never)]
    fn rest_of_chain(
        &mut self,
        it: OperationsView<'_>,
        pending: PendingOperator,
        left: Value,
        right: Value,
        scope: &Scope<'_>,
    ) -> Value {
        let right = self.held(right, pending.middle);
        let left = self.held(left, pending.start);
        let operation = |this: &Self, index: usize| BinaryOperation {
            operator: it.operators[index],
            left: this
                .span(it.operands[0])
                .join(this.span(it.operands[index])),
            right: this.span(it.operands[index + 1]),
        };
        let mut result = self.apply(operation(self, pending.index), left, right);
        for index in pending.index + 1..it.operators.len() {
            let right = self.operand(|this| this.right(it.operands[index + 1], scope));
            result = self.apply(operation(self, index), result, right);
        }
        self.report(result)
    }

    /// Applies an operator to its operands, which may have to be converted, may be unknown or null, or may have failed. The
    /// result has the diagnostics of both that matter.
    #[inline(never)]
    fn apply(&mut self, it: BinaryOperation, left: Operand, mut right: Operand) -> Operand {
        let operator = it.operator;
        if left.errors.is_empty()
            && right.errors.is_empty()
            && let Some(value) = self.simple(operator, &left.value, &right.value)
        {
            return Operand::new(value);
        }
        let ty = operand_type(operator);
        let mut operands = [&left.value, &right.value].into_iter();
        let is_paid = ty.is_dynamic() || operands.all(|it| self.budget.take_operand(it));
        if !self.paid_at(is_paid, it.span()) {
            return Operand::new(Value::dynamic());
        }
        let mut conversions = HeldDiagnostics::new();
        let mut converted = |value, side: &str, subject: Span| {
            convert(value, &ty).map_err(|error| {
                let detail = format!("Unsuitable value for {side} operand: {error}.");
                let diagnostic = Diagnostic::error("Invalid operand", detail);
                conversions.push_back(diagnostic.with_subject(subject));
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
        conversions.append(&mut errors);
        conversions.append(&mut right.errors);
        Operand {
            value: Value::unknown(&result_type(operator)),
            errors: conversions,
        }
    }

    /// The result for operands of the right types.
    fn operate(&mut self, it: BinaryOperation, left: &Value, right: &Value) -> Operand {
        let operator = it.operator;
        if matches!(operator, BinaryOperator::Equal | BinaryOperator::NotEqual) {
            if !self.paid_at(self.budget.take_parts(left), it.span()) {
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
            operand.with_error("Operation failed", detail, it.span())
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

/// Whether a value is a known bool or a small number.
fn is_small(value: &Value) -> bool {
    match value.as_number() {
        Some(number) => number.as_small().is_some(),
        None => value.as_bool().is_some(),
    }
}
