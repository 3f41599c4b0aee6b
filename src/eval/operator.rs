//! What the operators give for operands of the right types ("Operations"): one table for all forms that
//! numbers have.
//!
//! Knows nothing of conversions, places and diagnostics.

use std::cmp::Ordering;
use std::ops::Bound;

use super::scalar::Scalar;
use crate::number::{Number, NumberError, Small};
use crate::syntax::tree::{BinaryOperator, UnaryOperator};
use crate::value::{Type, Value};

/// A form of numbers: integers, small decimals, and numbers of any size. The smaller ones are plain data, but have no
/// room for some results.
trait Form: Copy {
    /// The form that a result is of.
    type Output;
    /// Why there is no result in this form.
    type Failure;

    fn add(self, other: Self) -> Result<Self::Output, Self::Failure>;
    fn subtract(self, other: Self) -> Result<Self::Output, Self::Failure>;
    fn multiply(self, other: Self) -> Result<Self::Output, Self::Failure>;
    fn divide(self, other: Self) -> Result<Self::Output, Self::Failure>;
    fn remainder(self, other: Self) -> Result<Self::Output, Self::Failure>;
    fn order(self, other: Self) -> Result<Ordering, Self::Failure>;
}

/// What an operator gives for two numbers.
enum Outcome<N> {
    Number(N),
    Bool(bool),
    /// It is no operator of numbers.
    Neither,
}

/// A result that takes more room than a form has, is no number of the form, or is an error.
struct NoRoom;

/// The result for two numbers of one form.
#[expect(
    clippy::inline_always,
    reason = "nearly every operation comes here, and is one instruction"
)]
#[inline(always)]
fn of_numbers<F: Form>(
    operator: BinaryOperator,
    left: F,
    right: F,
) -> Result<Outcome<F::Output>, F::Failure> {
    let number = match operator {
        BinaryOperator::Add => left.add(right),
        BinaryOperator::Subtract => left.subtract(right),
        BinaryOperator::Multiply => left.multiply(right),
        BinaryOperator::Divide => left.divide(right),
        BinaryOperator::Remainder => left.remainder(right),
        BinaryOperator::Equal => return Ok(Outcome::Bool(left.order(right)?.is_eq())),
        BinaryOperator::NotEqual => return Ok(Outcome::Bool(left.order(right)?.is_ne())),
        BinaryOperator::Less => return Ok(Outcome::Bool(left.order(right)?.is_lt())),
        BinaryOperator::LessEqual => return Ok(Outcome::Bool(left.order(right)?.is_le())),
        BinaryOperator::Greater => return Ok(Outcome::Bool(left.order(right)?.is_gt())),
        BinaryOperator::GreaterEqual => return Ok(Outcome::Bool(left.order(right)?.is_ge())),
        BinaryOperator::Or | BinaryOperator::And => return Ok(Outcome::Neither),
    };
    Ok(Outcome::Number(number?))
}

/// The result for two bools, if it is an operator of bools.
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

/// The result for an operand that needs no conversion; no scalar if there is more to it.
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

/// The result for operands that need no conversion, as nearly all are; no scalar if there is more to it, an
/// error for example.
#[expect(clippy::inline_always, reason = "as above")]
#[inline(always)]
pub(super) fn combined(operator: BinaryOperator, left: Scalar, right: Scalar) -> Scalar {
    if let Some((left_integer, right_integer)) = Scalar::as_integers(left, right) {
        return match of_numbers(operator, left_integer, right_integer) {
            Ok(Outcome::Number(integer)) => Scalar::integer(integer),
            Ok(Outcome::Bool(truth)) => Scalar::bool(truth),
            Ok(Outcome::Neither) => Scalar::OTHER,
            Err(NoRoom) => of_decimals(operator, left, right),
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
        Ok(Outcome::Number(number)) => Scalar::number(number),
        Ok(Outcome::Bool(truth)) => Scalar::bool(truth),
        Ok(Outcome::Neither) | Err(NoRoom) => Scalar::OTHER,
    }
}

/// The result for operands of the type that the operator asks for, neither of which is null, and which
/// need not be known.
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
            Outcome::Number(number) => return Ok(Value::from(number)),
            Outcome::Bool(truth) => return Ok(Value::from(truth)),
            Outcome::Neither => {}
        }
    }
    Ok(of_unknown(operator, left, right))
}

/// The result for operands of which at least one is unknown, as far as it is known.
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

/// The type that the operands of an operator are converted to.
pub(super) fn operand_type(operator: BinaryOperator) -> Type {
    match operator {
        BinaryOperator::Or | BinaryOperator::And => Type::BOOL,
        BinaryOperator::Equal | BinaryOperator::NotEqual => Type::DYNAMIC,
        _ => Type::NUMBER,
    }
}

/// The type of what an operator gives.
pub(super) fn result_type(operator: BinaryOperator) -> Type {
    match operator.precedence() {
        1..=4 => Type::BOOL,
        _ => Type::NUMBER,
    }
}

/// What one operand alone decides.
pub(super) fn short_circuit(operator: BinaryOperator, left: &Value, right: &Value) -> Option<bool> {
    let decisive = match operator {
        BinaryOperator::And => false,
        BinaryOperator::Or => true,
        _ => return None,
    };
    let decides = |value: &Value| value.as_bool() == Some(decisive);
    // A null operand is an error, whatever the other one is.
    let is_null = left.is_null() || right.is_null();
    (!is_null && (decides(left) || decides(right))).then_some(decisive)
}

/// What the bounds of unknown numbers say about a comparison.
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

/// Whether every number that `lower` may be is less than every one that `upper` may be; without
/// `strict`, or equal to it.
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

/// A quotient that is not an integer has no room in one.
impl Form for i64 {
    type Output = i64;
    type Failure = NoRoom;

    #[inline]
    fn add(self, other: i64) -> Result<i64, NoRoom> {
        self.checked_add(other).ok_or(NoRoom)
    }

    #[inline]
    fn subtract(self, other: i64) -> Result<i64, NoRoom> {
        self.checked_sub(other).ok_or(NoRoom)
    }

    #[inline]
    fn multiply(self, other: i64) -> Result<i64, NoRoom> {
        self.checked_mul(other).ok_or(NoRoom)
    }

    #[inline]
    fn divide(self, other: i64) -> Result<i64, NoRoom> {
        match self.checked_rem(other) {
            Some(0) => Ok(self / other),
            _ => Err(NoRoom),
        }
    }

    #[inline]
    fn remainder(self, other: i64) -> Result<i64, NoRoom> {
        self.checked_rem(other).ok_or(NoRoom)
    }

    #[inline]
    fn order(self, other: i64) -> Result<Ordering, NoRoom> {
        Ok(self.cmp(&other))
    }
}

impl Form for Small {
    type Output = Small;
    type Failure = NoRoom;

    #[inline]
    fn add(self, other: Small) -> Result<Small, NoRoom> {
        self.checked_add(other).ok_or(NoRoom)
    }

    #[inline]
    fn subtract(self, other: Small) -> Result<Small, NoRoom> {
        self.checked_sub(other).ok_or(NoRoom)
    }

    #[inline]
    fn multiply(self, other: Small) -> Result<Small, NoRoom> {
        self.checked_mul(other).ok_or(NoRoom)
    }

    #[inline]
    fn divide(self, other: Small) -> Result<Small, NoRoom> {
        self.checked_div(other).ok_or(NoRoom)
    }

    #[inline]
    fn remainder(self, other: Small) -> Result<Small, NoRoom> {
        self.checked_rem(other).ok_or(NoRoom)
    }

    #[inline]
    fn order(self, other: Small) -> Result<Ordering, NoRoom> {
        self.checked_cmp(other).ok_or(NoRoom)
    }
}

impl Form for &Number {
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
