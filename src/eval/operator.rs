//! The results of operators for operands of the right types ("Operations"): one table for all representations
//! of numbers.
//!
//! Knows nothing of conversions, source positions and diagnostics.

use std::cmp::Ordering;
use std::ops::Bound;

use super::scalar::Scalar;
use crate::number::{Number, NumberError, Small};
use crate::syntax::tree::{BinaryOperator, UnaryOperator};
use crate::value::{Type, Value};

/// A representation of numbers with arithmetic: integers, small decimals, and numbers of any size. The
/// smaller representations are plain data but cannot hold every result.
trait Arithmetic: Copy {
    /// The representation of results.
    type Output;
    /// The error for results that this representation cannot hold.
    type Failure;

    fn add(self, other: Self) -> Result<Self::Output, Self::Failure>;
    fn subtract(self, other: Self) -> Result<Self::Output, Self::Failure>;
    fn multiply(self, other: Self) -> Result<Self::Output, Self::Failure>;
    fn divide(self, other: Self) -> Result<Self::Output, Self::Failure>;
    fn remainder(self, other: Self) -> Result<Self::Output, Self::Failure>;
    fn order(self, other: Self) -> Result<Ordering, Self::Failure>;
}

/// The result of an operator for two numbers.
enum NumberResult<N> {
    Number(N),
    Bool(bool),
    /// The operator does not take numbers.
    NotNumeric,
}

/// The result cannot be represented, or is an error.
struct NotRepresentable;

/// The result for two numbers of one representation.
#[expect(
    clippy::inline_always,
    reason = "nearly every operation comes here, and is one instruction"
)]
#[inline(always)]
fn of_numbers<F: Arithmetic>(
    operator: BinaryOperator,
    left: F,
    right: F,
) -> Result<NumberResult<F::Output>, F::Failure> {
    let number = match operator {
        BinaryOperator::Add => left.add(right),
        BinaryOperator::Subtract => left.subtract(right),
        BinaryOperator::Multiply => left.multiply(right),
        BinaryOperator::Divide => left.divide(right),
        BinaryOperator::Remainder => left.remainder(right),
        BinaryOperator::Equal => return Ok(NumberResult::Bool(left.order(right)?.is_eq())),
        BinaryOperator::NotEqual => return Ok(NumberResult::Bool(left.order(right)?.is_ne())),
        BinaryOperator::Less => return Ok(NumberResult::Bool(left.order(right)?.is_lt())),
        BinaryOperator::LessEqual => return Ok(NumberResult::Bool(left.order(right)?.is_le())),
        BinaryOperator::Greater => return Ok(NumberResult::Bool(left.order(right)?.is_gt())),
        BinaryOperator::GreaterEqual => return Ok(NumberResult::Bool(left.order(right)?.is_ge())),
        BinaryOperator::Or | BinaryOperator::And => return Ok(NumberResult::NotNumeric),
    };
    Ok(NumberResult::Number(number?))
}

/// The result for two bools, if the operator takes bools.
#[inline]
fn of_bools(operator: BinaryOperator, left: bool, right: bool) -> Option<bool> {
    match operator {
        BinaryOperator::Or => Some(left | right),
        BinaryOperator::And => Some(left & right),
        BinaryOperator::Equal => Some(left == right),
        BinaryOperator::NotEqual => Some(left != right),
        _ => None,
    }
}

/// The result for a scalar operand; [`Scalar::OTHER`] if it needs the general rules.
#[inline]
pub(super) fn negated(operator: UnaryOperator, operand: Scalar) -> Scalar {
    let result = match operator {
        UnaryOperator::Not => operand.as_bool().map(|truth| Scalar::bool(!truth)),
        UnaryOperator::Negate => {
            let negative = operand.as_number().and_then(Small::checked_neg);
            negative.map(Scalar::number)
        }
    };
    result.unwrap_or(Scalar::OTHER)
}

/// The result for scalar operands, the common case; [`Scalar::OTHER`] if it needs the general rules, as an
/// error does.
#[expect(clippy::inline_always, reason = "as above")]
#[inline(always)]
pub(super) fn combined(operator: BinaryOperator, left: Scalar, right: Scalar) -> Scalar {
    if let Some((left_integer, right_integer)) = Scalar::as_integers(left, right) {
        return match of_numbers(operator, left_integer, right_integer) {
            Ok(NumberResult::Number(integer)) => Scalar::integer(integer),
            Ok(NumberResult::Bool(truth)) => Scalar::bool(truth),
            Ok(NumberResult::NotNumeric) => Scalar::OTHER,
            Err(NotRepresentable) => of_decimals(operator, left, right),
        };
    }
    match (left.as_bool(), right.as_bool()) {
        (Some(left), Some(right)) => {
            of_bools(operator, left, right).map_or(Scalar::OTHER, Scalar::bool)
        }
        _ => of_decimals(operator, left, right),
    }
}

#[inline(never)]
fn of_decimals(operator: BinaryOperator, left: Scalar, right: Scalar) -> Scalar {
    let (Some(left), Some(right)) = (left.as_number(), right.as_number()) else {
        return Scalar::OTHER;
    };
    match of_numbers(operator, left, right) {
        Ok(NumberResult::Number(number)) => Scalar::number(number),
        Ok(NumberResult::Bool(truth)) => Scalar::bool(truth),
        Ok(NumberResult::NotNumeric) | Err(NotRepresentable) => Scalar::OTHER,
    }
}

/// The result for operands of the types that the operator takes. They must not be null but may be unknown.
pub(super) fn of_values(
    operator: BinaryOperator,
    left: &Value,
    right: &Value,
) -> Result<Value, NumberError> {
    let bools = left.as_bool().zip(right.as_bool());
    if let Some(truth) = bools.and_then(|(left, right)| of_bools(operator, left, right)) {
        return Ok(Value::from(truth));
    }
    if let (Some(left), Some(right)) = (left.as_number(), right.as_number()) {
        match of_numbers(operator, left, right)? {
            NumberResult::Number(number) => return Ok(Value::from(number)),
            NumberResult::Bool(truth) => return Ok(Value::from(truth)),
            NumberResult::NotNumeric => {}
        }
    }
    Ok(of_unknown(operator, left, right))
}

/// What is known of the result if at least one operand is unknown.
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
pub(super) fn result_type(operator: BinaryOperator) -> Type {
    match operator.precedence() {
        1..=4 => Type::BOOL,
        _ => Type::NUMBER,
    }
}

/// The result if one operand alone decides it.
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

/// Fails if the quotient is not an integer.
impl Arithmetic for i64 {
    type Output = i64;
    type Failure = NotRepresentable;

    #[inline]
    fn add(self, other: i64) -> Result<i64, NotRepresentable> {
        self.checked_add(other).ok_or(NotRepresentable)
    }

    #[inline]
    fn subtract(self, other: i64) -> Result<i64, NotRepresentable> {
        self.checked_sub(other).ok_or(NotRepresentable)
    }

    #[inline]
    fn multiply(self, other: i64) -> Result<i64, NotRepresentable> {
        self.checked_mul(other).ok_or(NotRepresentable)
    }

    #[inline]
    fn divide(self, other: i64) -> Result<i64, NotRepresentable> {
        match self.checked_rem(other) {
            Some(0) => Ok(self / other),
            _ => Err(NotRepresentable),
        }
    }

    #[inline]
    fn remainder(self, other: i64) -> Result<i64, NotRepresentable> {
        self.checked_rem(other).ok_or(NotRepresentable)
    }

    #[inline]
    fn order(self, other: i64) -> Result<Ordering, NotRepresentable> {
        Ok(self.cmp(&other))
    }
}

impl Arithmetic for Small {
    type Output = Small;
    type Failure = NotRepresentable;

    #[inline]
    fn add(self, other: Small) -> Result<Small, NotRepresentable> {
        self.checked_add(other).ok_or(NotRepresentable)
    }

    #[inline]
    fn subtract(self, other: Small) -> Result<Small, NotRepresentable> {
        self.checked_sub(other).ok_or(NotRepresentable)
    }

    #[inline]
    fn multiply(self, other: Small) -> Result<Small, NotRepresentable> {
        self.checked_mul(other).ok_or(NotRepresentable)
    }

    #[inline]
    fn divide(self, other: Small) -> Result<Small, NotRepresentable> {
        self.checked_div(other).ok_or(NotRepresentable)
    }

    #[inline]
    fn remainder(self, other: Small) -> Result<Small, NotRepresentable> {
        self.checked_rem(other).ok_or(NotRepresentable)
    }

    #[inline]
    fn order(self, other: Small) -> Result<Ordering, NotRepresentable> {
        self.checked_cmp(other).ok_or(NotRepresentable)
    }
}

impl Arithmetic for &Number {
    type Output = Number;
    type Failure = NumberError;

    fn add(self, other: Self) -> Result<Number, NumberError> {
        self.checked_add(other)
    }

    fn subtract(self, other: Self) -> Result<Number, NumberError> {
        self.checked_sub(other)
    }

    fn multiply(self, other: Self) -> Result<Number, NumberError> {
        self.checked_mul(other)
    }

    fn divide(self, other: Self) -> Result<Number, NumberError> {
        self.checked_div(other)
    }

    fn remainder(self, other: Self) -> Result<Number, NumberError> {
        self.checked_rem(other)
    }

    fn order(self, other: Self) -> Result<Ordering, NumberError> {
        Ok(self.cmp(other))
    }
}
