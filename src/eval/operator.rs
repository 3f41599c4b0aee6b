//! The results of operators for operands of the right types ("Operations").

use std::ops::Bound;

use crate::number::{Number, NumberError};
use crate::syntax::tree::{BinaryOperator, UnaryOperator};
use crate::value::{Type, Value};

/// The result of a unary operator for a known number or bool, if the operator takes it.
pub(super) fn of_operand(operator: UnaryOperator, operand: &Value) -> Option<Value> {
    match operator {
        UnaryOperator::Negate => operand.as_number().map(|number| Value::from(-number)),
        UnaryOperator::Not => operand.as_bool().map(|truth| Value::from(!truth)),
    }
}

/// The result for operands of the types that the operator takes. They must not be null but may be unknown.
pub(super) fn of_values(
    operator: BinaryOperator,
    left: &Value,
    right: &Value,
) -> Result<Value, NumberError> {
    of_known(operator, left, right).unwrap_or_else(|| Ok(of_unknown(operator, left, right)))
}

/// The result for two known numbers or two known bools, if the operator takes them.
#[expect(
    clippy::inline_always,
    reason = "a chain of operators is evaluated without a call for each of them"
)]
#[inline(always)]
pub(super) fn of_known(
    operator: BinaryOperator,
    left: &Value,
    right: &Value,
) -> Option<Result<Value, NumberError>> {
    if let (Some(left), Some(right)) = (left.as_number(), right.as_number()) {
        return of_numbers(operator, left, right);
    }
    let (left, right) = (left.as_bool()?, right.as_bool()?);
    let truth = match operator {
        BinaryOperator::Or => left || right,
        BinaryOperator::And => left && right,
        BinaryOperator::Equal => left == right,
        BinaryOperator::NotEqual => left != right,
        _ => return None,
    };
    Some(Ok(Value::from(truth)))
}

/// [`of_known`] for two numbers.
#[expect(
    clippy::inline_always,
    reason = "a chain of operators is evaluated without a call for each of them"
)]
#[inline(always)]
fn of_numbers(
    operator: BinaryOperator,
    left: &Number,
    right: &Number,
) -> Option<Result<Value, NumberError>> {
    let number = match operator {
        BinaryOperator::Add => left.checked_add(right),
        BinaryOperator::Subtract => left.checked_sub(right),
        BinaryOperator::Multiply => left.checked_mul(right),
        BinaryOperator::Divide => left.checked_div(right),
        BinaryOperator::Remainder => left.checked_rem(right),
        BinaryOperator::Equal => return Some(Ok(Value::from(left == right))),
        BinaryOperator::NotEqual => return Some(Ok(Value::from(left != right))),
        BinaryOperator::Less => return Some(Ok(Value::from(left < right))),
        BinaryOperator::LessEqual => return Some(Ok(Value::from(left <= right))),
        BinaryOperator::Greater => return Some(Ok(Value::from(left > right))),
        BinaryOperator::GreaterEqual => return Some(Ok(Value::from(left >= right))),
        BinaryOperator::Or | BinaryOperator::And => return None,
    };
    Some(number.map(Value::from))
}

/// The result if at least one operand is unknown, with everything that is known about it.
fn of_unknown(operator: BinaryOperator, left: &Value, right: &Value) -> Value {
    if let Some(truth) = compare_ranges(operator, left, right) {
        return Value::from(truth);
    }
    match operator {
        BinaryOperator::Add => left.unknown_sum(right),
        BinaryOperator::Subtract => left.unknown_difference(right),
        BinaryOperator::Multiply => left.unknown_product(right),
        _ => {
            let unknown = Value::unknown(&result_type(operator));
            unknown.refine().not_null().finish()
        }
    }
}

/// The type to which the operands of an operator are converted.
pub(super) fn operand_type(operator: BinaryOperator) -> Type {
    match operator {
        BinaryOperator::Or | BinaryOperator::And => Type::BOOL,
        BinaryOperator::Equal | BinaryOperator::NotEqual => Type::DYNAMIC,
        _ => Type::NUMBER,
    }
}

/// The type of the results of an operator.
pub(crate) fn result_type(operator: BinaryOperator) -> Type {
    match operator.precedence() {
        1..=4 => Type::BOOL,
        _ => Type::NUMBER,
    }
}

/// The result, if one of the operands is enough to decide it.
pub(super) fn short_circuit(operator: BinaryOperator, left: &Value, right: &Value) -> Option<bool> {
    let decisive = match operator {
        BinaryOperator::And => false,
        BinaryOperator::Or => true,
        _ => return None,
    };
    let decides = |value: &Value| value.as_bool() == Some(decisive);
    // A null operand is an error, whatever the other operand is.
    let is_null = left.is_null() || right.is_null();
    (!is_null && (decides(left) || decides(right))).then_some(decisive)
}

/// The result of a comparison, as far as the ranges of unknown numbers decide it.
fn compare_ranges(operator: BinaryOperator, left: &Value, right: &Value) -> Option<bool> {
    let (lower, upper) = match operator {
        BinaryOperator::Less | BinaryOperator::LessEqual => (left, right),
        BinaryOperator::Greater | BinaryOperator::GreaterEqual => (right, left),
        _ => return None,
    };
    let strict = matches!(operator, BinaryOperator::Less | BinaryOperator::Greater);
    if surely_below(lower, upper, strict) {
        return Some(true);
    }
    surely_below(upper, lower, !strict).then_some(false)
}

/// Whether every possible value of `lower` is less than every possible value of `upper`; without `strict`,
/// less or equal.
fn surely_below(lower: &Value, upper: &Value, strict: bool) -> bool {
    let (lower, upper) = (lower.range(), upper.range());
    let (highest, lowest) = (lower.number().1, upper.number().0);
    match (highest, lowest) {
        (Bound::Included(highest), Bound::Included(lowest)) if strict => highest < lowest,
        (
            Bound::Included(highest) | Bound::Excluded(highest),
            Bound::Included(lowest) | Bound::Excluded(lowest),
        ) => highest <= lowest,
        _ => false,
    }
}
