//! Unary and binary operators ("Operations").
//!
//! Knows nothing of how results are computed; that is the task of [`operator`](super::operator).

use super::operand::{HeldDiagnostics, Operand};
use super::operator::{self, combined, negated, operand_type, result_type, short_circuit};
use super::scalar::Scalar;
use super::{Evaluator, Scope};
use crate::convert::convert;
use crate::diagnostic::Diagnostic;
use crate::syntax::tree::{BinaryOperator, NodeId, NodeKind, UnaryOperator};
use crate::value::{Type, Value};

/// Capacity for the operations of a chain, enough for most chains.
const USUAL_CHAIN: usize = 8;

impl Evaluator<'_> {
    #[inline(never)]
    pub(super) fn unary(&mut self, id: NodeId, scope: &Scope<'_>) -> Scalar {
        let node = self.view.tree.node(id);
        let given = self.scalar(NodeId(node.data), scope);
        match negated(UnaryOperator::from_flags(node.flags), given).known() {
            Some(result) => result,
            None => self.unary_of_other(id, given),
        }
    }

    #[cold]
    fn unary_of_other(&mut self, id: NodeId, given: Scalar) -> Scalar {
        let given = self.value_of(given);
        let value = self.unary_by_rules(id, &given);
        self.scalar_of(value)
    }

    /// Evaluates a unary operation whose operand has to be converted, is unknown or null, or is not a small
    /// number.
    fn unary_by_rules(&mut self, id: NodeId, given: &Value) -> Value {
        let node = self.view.tree.node(id);
        let (operator, operand) = (UnaryOperator::from_flags(node.flags), NodeId(node.data));
        let ty = match operator {
            UnaryOperator::Negate => Type::NUMBER,
            UnaryOperator::Not => Type::BOOL,
        };
        if !self.spend_operand(given, &ty, self.span(id)) {
            return Value::unknown(&ty);
        }
        let operand = match convert(given, &ty) {
            Ok(value) => value,
            Err(error) => {
                let detail = format!("Unsuitable value for unary operand: {error}.");
                self.error("Invalid operand", detail, self.span(operand));
                return Value::unknown(&ty);
            }
        };
        if operand.is_null() {
            let detail = format!("The operand of \"{operator}\" must not be null.");
            self.error("Operation failed", detail, self.span(id));
            return Value::unknown(&ty);
        }
        match (operand.as_number(), operand.as_bool()) {
            (Some(number), _) => Value::from(-number),
            (_, Some(value)) => Value::from(!value),
            _ if operator == UnaryOperator::Negate => operand.unknown_negation(),
            _ => Value::unknown(&ty).refine().not_null().finish(),
        }
    }

    /// The value of the binary operation `id`. Its left operands form a chain of any length, which is
    /// collected first, without recursion. Right operands nest at most as deep as there are levels of
    /// precedence.
    #[inline(never)]
    pub(super) fn binary(&mut self, id: NodeId, scope: &Scope<'_>) -> Scalar {
        let start = self.diagnostics.len();
        let mut chain = [id; USUAL_CHAIN];
        let mut length = 0;
        let mut left = NodeId(self.view.tree.node(id).data);
        while self.view.tree.node(left).kind == NodeKind::Binary {
            length += 1;
            let Some(link) = chain.get_mut(length) else {
                return self.long_chain(id, scope);
            };
            *link = left;
            left = NodeId(self.view.tree.node(left).data);
        }
        let mut result = self.scalar(left, scope);
        for link in chain[..=length].iter().rev() {
            result = self.apply(*link, result, start, scope);
        }
        result
    }

    /// Evaluates a chain that is too long for the array on the stack.
    #[cold]
    fn long_chain(&mut self, id: NodeId, scope: &Scope<'_>) -> Scalar {
        let outer = self.pending.len();
        let start = self.diagnostics.len();
        let mut left = id;
        while self.view.tree.node(left).kind == NodeKind::Binary {
            self.pending.push(left);
            left = NodeId(self.view.tree.node(left).data);
        }
        let mut result = self.scalar(left, scope);
        let mut errors = self.errors_since(start);
        while self.pending.len() > outer
            && let Some(link) = self.pending.pop()
        {
            if errors.is_empty() {
                result = self.apply(link, result, start, scope);
                errors = self.errors_since(start);
            } else {
                result = self.apply_to_left(link, result, &mut errors, scope);
            }
        }
        self.diagnostics.extend(errors);
        result
    }

    /// Applies the operator of the operation `id` to the left operand and to the right one, which is
    /// evaluated here. The diagnostics of the left operand begin at the index `start`.
    #[expect(
        clippy::inline_always,
        reason = "nearly every operation goes this way, with no more to it than the operation itself"
    )]
    #[inline(always)]
    fn apply(&mut self, id: NodeId, left: Scalar, start: usize, scope: &Scope<'_>) -> Scalar {
        if left.is_other() || self.diagnostics.len() > start {
            return self.apply_to_other(id, left, start, scope);
        }
        let node = self.view.tree.node(id);
        let right = self.scalar(NodeId(node.end), scope);
        let result = combined(BinaryOperator::from_flags(node.flags), left, right);
        if result.is_other() || self.diagnostics.len() > start {
            return self.apply_to_both(id, left, right, start);
        }
        result
    }

    /// As [`Evaluator::apply`], for a left operand that is not a scalar or has diagnostics.
    #[inline(never)]
    fn apply_to_other(
        &mut self,
        id: NodeId,
        left: Scalar,
        start: usize,
        scope: &Scope<'_>,
    ) -> Scalar {
        let mut errors = self.errors_since(start);
        let result = self.apply_to_left(id, left, &mut errors, scope);
        self.diagnostics.extend(errors);
        result
    }

    /// Applies an operator to a left operand with its diagnostics, and returns the result with all that
    /// matter.
    fn apply_to_left(
        &mut self,
        id: NodeId,
        left: Scalar,
        errors: &mut HeldDiagnostics,
        scope: &Scope<'_>,
    ) -> Scalar {
        let left = self.value_of(left);
        let right = NodeId(self.view.tree.node(id).end);
        let right = self.operand(|it| it.expression(right, scope));
        let value = self.apply_by_rules(id, &left, right, errors);
        self.scalar_of(value)
    }

    /// Applies an operator to two evaluated operands. The diagnostics of the right one have been reported.
    #[inline(never)]
    fn apply_to_both(&mut self, id: NodeId, left: Scalar, right: Scalar, start: usize) -> Scalar {
        let right = Operand {
            value: self.value_of(right),
            errors: self.errors_since(start),
        };
        let (left, mut errors) = (self.value_of(left), HeldDiagnostics::new());
        let value = self.apply_by_rules(id, &left, right, &mut errors);
        self.diagnostics.extend(errors);
        self.scalar_of(value)
    }

    /// Applies an operator to operands that have to be converted, are unknown or null, or have failed. On
    /// return, `errors` holds the diagnostics of both operands that matter.
    fn apply_by_rules(
        &mut self,
        id: NodeId,
        left: &Value,
        mut right: Operand,
        errors: &mut HeldDiagnostics,
    ) -> Value {
        let node = self.view.tree.node(id);
        let operator = BinaryOperator::from_flags(node.flags);
        let ty = operand_type(operator);
        let mut paid = [left, &right.value].into_iter();
        if !paid.all(|value| self.spend_operand(value, &ty, self.span(id))) {
            return Value::dynamic();
        }
        let mut conversions = HeldDiagnostics::new();
        let mut converted = |value: &Value, id: u32, side: &str| {
            let result = convert(value, &ty);
            result.map_err(|error| {
                let detail = format!("Unsuitable value for {side} operand: {error}.");
                let diagnostic = Diagnostic::error("Invalid operand", detail);
                conversions.push_back(diagnostic.with_subject(self.span(NodeId(id))));
            })
        };
        let operands = (
            converted(left, node.data, "left"),
            converted(&right.value, node.end, "right"),
        );
        if let (Ok(left_value), Ok(right_value)) = &operands
            && let Some(decided) = short_circuit(operator, left_value, right_value)
        {
            // The diagnostics of an operand that does not matter for the result are dropped.
            let matters = |value: &Value| value.as_bool() == Some(decided);
            if !matters(left_value) {
                errors.clear();
            }
            if matters(right_value) {
                errors.append(&mut right.errors);
            }
            return Value::from(decided);
        }
        // While the left operand of a logic operator is unknown, the right one may turn out not to be needed.
        let is_logic = operator.precedence() <= 2;
        let may_skip = is_logic && errors.is_empty() && !left.is_known();
        let failed = !errors.is_empty() || (!right.errors.is_empty() && !may_skip);
        conversions.append(errors);
        *errors = conversions;
        if !may_skip {
            errors.append(&mut right.errors);
        }
        let ty = result_type(operator);
        match operands {
            (Ok(left), Ok(right)) if !failed => self.operate(id, &left, &right, operator),
            _ => Value::unknown(&ty),
        }
    }

    /// The result for operands of the right types.
    fn operate(
        &mut self,
        id: NodeId,
        left: &Value,
        right: &Value,
        operator: BinaryOperator,
    ) -> Value {
        match operator {
            BinaryOperator::Equal | BinaryOperator::NotEqual
                if !self.spend_parts(left, self.span(id)) =>
            {
                return Value::unknown(&Type::BOOL);
            }
            BinaryOperator::Equal => return left.equals(right),
            BinaryOperator::NotEqual => return not(&left.equals(right)),
            _ => {}
        }
        let is_logic = operator.precedence() <= 2;
        let unknown_logic = is_logic && !(left.is_known() && right.is_known());
        if (left.is_null() || right.is_null()) && !unknown_logic {
            let side = if left.is_null() { "left" } else { "right" };
            let detail = format!("The {side} operand of \"{operator}\" must not be null.");
            self.error("Operation failed", detail, self.span(id));
            return Value::unknown(&result_type(operator));
        }
        operator::of_values(operator, left, right).unwrap_or_else(|error| {
            self.error("Operation failed", error.to_string(), self.span(id));
            Value::unknown(&Type::NUMBER)
        })
    }
}

fn not(value: &Value) -> Value {
    match value.as_bool() {
        Some(value) => Value::from(!value),
        None => value.clone(),
    }
}
