//! Interval arithmetic for unknown numbers with known bounds.
//!
//! The bounds of the operands of `+`, `-` and `*` give bounds of the result. All bounds of a result are
//! inclusive, since rounding may move a number from just inside onto the bound.

use std::ops::Bound;

use crate::number::Number;

use super::{Type, Value};

/// The numbers between two inclusive bounds.
struct Interval {
    lower: IntervalEnd,
    upper: IntervalEnd,
}

/// An end of an interval. The variants are in ascending order, for the derived `Ord`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum IntervalEnd {
    MinusInfinity,
    Finite(Number),
    PlusInfinity,
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
    fn of(value: &Value) -> Self {
        let range = value.range();
        let end = |bound: Bound<&Number>, open: IntervalEnd| match bound {
            Bound::Included(number) | Bound::Excluded(number) => IntervalEnd::of(number),
            Bound::Unbounded => open,
        };
        let (lower, upper) = range.number();
        Interval {
            lower: end(lower, IntervalEnd::MinusInfinity),
            upper: end(upper, IntervalEnd::PlusInfinity),
        }
    }

    fn negated(self) -> Self {
        Interval {
            lower: self.upper.negated(),
            upper: self.lower.negated(),
        }
    }

    fn plus(&self, other: &Interval) -> Self {
        Interval {
            lower: self.lower.plus(&other.lower, IntervalEnd::MinusInfinity),
            upper: self.upper.plus(&other.upper, IntervalEnd::PlusInfinity),
        }
    }

    /// The interval of the products, bounded by the products of the ends. If one of these exceeds the limits
    /// of numbers, there are no bounds.
    fn times(&self, other: &Interval) -> Self {
        let ends = [
            (&self.lower, &other.lower),
            (&self.lower, &other.upper),
            (&self.upper, &other.lower),
            (&self.upper, &other.upper),
        ];
        let mut products = Vec::with_capacity(ends.len());
        for (left, right) in ends {
            products.extend(left.times(right));
        }
        if products.len() < ends.len() {
            products.clear();
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
            _ => Interval {
                lower: IntervalEnd::MinusInfinity,
                upper: IntervalEnd::PlusInfinity,
            },
        }
    }

    fn is_bounded(&self) -> bool {
        let is_finite = |end: &IntervalEnd| matches!(end, IntervalEnd::Finite(_));
        is_finite(&self.lower) && is_finite(&self.upper)
    }

    fn into_value(self) -> Value {
        let bound = |end: IntervalEnd| match end {
            IntervalEnd::Finite(number) => Bound::Included(number),
            IntervalEnd::MinusInfinity | IntervalEnd::PlusInfinity => Bound::Unbounded,
        };
        let unknown = Value::unknown(&Type::NUMBER).refine().not_null();
        let (lower, upper) = (bound(self.lower), bound(self.upper));
        unknown.number_range(lower, upper).finish()
    }
}

impl IntervalEnd {
    fn of(number: &Number) -> Self {
        match (number.is_finite(), number.is_negative()) {
            (true, _) => IntervalEnd::Finite(number.clone()),
            (false, true) => IntervalEnd::MinusInfinity,
            (false, false) => IntervalEnd::PlusInfinity,
        }
    }

    fn negated(self) -> Self {
        match self {
            IntervalEnd::MinusInfinity => IntervalEnd::PlusInfinity,
            IntervalEnd::Finite(number) => IntervalEnd::Finite(-&number),
            IntervalEnd::PlusInfinity => IntervalEnd::MinusInfinity,
        }
    }

    /// The sum of two ends; `open` if an end is infinite or the sum exceeds the limits of numbers.
    fn plus(&self, other: &IntervalEnd, open: IntervalEnd) -> IntervalEnd {
        match (self, other) {
            (IntervalEnd::Finite(left), IntervalEnd::Finite(right)) => left
                .checked_add(right)
                .map_or(open, |sum| IntervalEnd::of(&sum)),
            _ => open,
        }
    }

    /// The product, unless it exceeds the limits of numbers or is undefined.
    fn times(&self, other: &IntervalEnd) -> Option<IntervalEnd> {
        if let (IntervalEnd::Finite(left), IntervalEnd::Finite(right)) = (self, other) {
            return Some(IntervalEnd::of(&left.checked_mul(right).ok()?));
        }
        Some(match self.sign() * other.sign() {
            0 => IntervalEnd::Finite(Number::ZERO),
            1 => IntervalEnd::PlusInfinity,
            _ => IntervalEnd::MinusInfinity,
        })
    }

    /// -1, 0 or 1.
    fn sign(&self) -> i8 {
        match self {
            IntervalEnd::MinusInfinity => -1,
            IntervalEnd::PlusInfinity => 1,
            IntervalEnd::Finite(number) if number.is_negative() => -1,
            IntervalEnd::Finite(number) => i8::from(*number != Number::ZERO),
        }
    }
}
