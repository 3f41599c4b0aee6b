//! Interval arithmetic for unknown numbers with known bounds.
//!
//! The bounds of the operands of `+`, `-` and `*` give bounds of the result. All bounds of a result are inclusive,
//! because rounding may move a number that is just inside a bound onto the bound.

use std::ops::Bound;

use crate::number::Number;

use super::{Type, Value};

/// The numbers between two inclusive bounds, which may be infinite.
struct Interval {
    lower: Number,
    upper: Number,
}

impl Value {
    /// The sum of two numbers, at least one of which is unknown. The result is known if there is only one
    /// possible number.
    pub(crate) fn unknown_sum(&self, other: &Value) -> Value {
        let (left, right) = (Interval::of(self), Interval::of(other));
        left.plus(&right).into_value()
    }

    /// The difference of two numbers, at least one of which is unknown. The result is known if there is only one
    /// possible number.
    pub(crate) fn unknown_difference(&self, other: &Value) -> Value {
        let (left, right) = (Interval::of(self), Interval::of(other));
        left.plus(&right.negated()).into_value()
    }

    /// The product of two numbers, at least one of which is unknown. The result is known if there is only one
    /// possible number, except that the product of 0 and a number without bounds stays unknown, as the specification
    /// demands for arithmetic with unknown numbers.
    pub(crate) fn unknown_product(&self, other: &Value) -> Value {
        let (left, right) = (Interval::of(self), Interval::of(other));
        left.times(&right).into_value()
    }

    /// The negation of an unknown number.
    pub(crate) fn unknown_negation(&self) -> Value {
        let range = self.range();
        let (lower, upper) = range.number();
        let negated = |bound: Bound<&Number>| bound.map(|number| -number);
        let unknown = Value::unknown(&Type::NUMBER).refine().not_null();
        unknown
            .number_range(negated(upper), negated(lower))
            .finish()
    }
}

impl Interval {
    const UNBOUNDED: Interval = Interval {
        lower: Number::NEG_INFINITY,
        upper: Number::INFINITY,
    };

    fn of(value: &Value) -> Self {
        let range = value.range();
        let end = |bound: Bound<&Number>, open: Number| match bound {
            Bound::Included(number) | Bound::Excluded(number) => number.clone(),
            Bound::Unbounded => open,
        };
        let (lower, upper) = range.number();
        Interval {
            lower: end(lower, Number::NEG_INFINITY),
            upper: end(upper, Number::INFINITY),
        }
    }

    fn negated(&self) -> Self {
        Interval {
            lower: -&self.upper,
            upper: -&self.lower,
        }
    }

    /// The interval of the sums. Where the sum of two ends exceeds the limits of numbers, there is no bound.
    fn plus(&self, other: &Interval) -> Self {
        let sum = |left: &Number, right: &Number| left.checked_add(right);
        Interval {
            lower: sum(&self.lower, &other.lower).unwrap_or(Number::NEG_INFINITY),
            upper: sum(&self.upper, &other.upper).unwrap_or(Number::INFINITY),
        }
    }

    /// The interval of the products, bounded by the products of the ends. If one of these exceeds the limits
    /// of numbers, there are no bounds.
    fn times(&self, other: &Interval) -> Self {
        let mut products = Vec::with_capacity(4);
        for left in [&self.lower, &self.upper] {
            for right in [&other.lower, &other.upper] {
                let Some(product) = product(left, right) else {
                    return Interval::UNBOUNDED;
                };
                products.push(product);
            }
        }
        match (products.iter().min(), products.iter().max()) {
            (Some(lower), Some(upper))
                if lower < upper || self.is_bounded() && other.is_bounded() =>
            {
                Interval {
                    lower: lower.clone(),
                    upper: upper.clone(),
                }
            }
            _ => Interval::UNBOUNDED,
        }
    }

    fn is_bounded(&self) -> bool {
        self.lower.is_finite() && self.upper.is_finite()
    }

    fn into_value(self) -> Value {
        let bound = |end: Number| {
            if end.is_finite() {
                Bound::Included(end)
            } else {
                Bound::Unbounded
            }
        };
        let unknown = Value::unknown(&Type::NUMBER).refine().not_null();
        let (lower, upper) = (bound(self.lower), bound(self.upper));
        unknown.number_range(lower, upper).finish()
    }
}

/// The product of two ends; `None` if it exceeds the limits of numbers. Because an infinite end stands for numbers of
/// any size, its product with 0 is 0.
fn product(left: &Number, right: &Number) -> Option<Number> {
    if left.is_zero() || right.is_zero() {
        return Some(Number::ZERO);
    }
    left.checked_mul(right).ok()
}
