//! Interval arithmetic for unknown numbers with known bounds.
//!
//! The bounds of the operands of `+`, `-` and `*` give bounds of the result. All bounds of a result are
//! inclusive, since rounding may move a number from just inside onto the bound.
//!
//! Knows nothing of operators in a source.

use std::ops::Bound;

use crate::number::Number;

use super::{Type, Value};

/// The numbers between two bounds, both included.
struct Interval {
    lower: End,
    upper: End,
}

/// An end of an interval. The variants are in the order of the numbers they stand for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum End {
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

    /// The difference of two numbers, as [`Value::unknown_sum`].
    pub(crate) fn unknown_difference(&self, other: &Value) -> Value {
        let (left, right) = (Interval::of(self), Interval::of(other));
        left.plus(&right.negated()).into_value()
    }

    /// The product of two numbers, as [`Value::unknown_sum`]. The product of 0 and a number without bounds
    /// stays unknown, as the specification says of arithmetic with unknown numbers.
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
        let end = |bound: Bound<&Number>, open: End| match bound {
            Bound::Included(number) | Bound::Excluded(number) => End::of(number),
            Bound::Unbounded => open,
        };
        let (lower, upper) = range.number();
        Interval {
            lower: end(lower, End::MinusInfinity),
            upper: end(upper, End::PlusInfinity),
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
            lower: self.lower.plus(&other.lower, End::MinusInfinity),
            upper: self.upper.plus(&other.upper, End::PlusInfinity),
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
        let products = ends.into_iter().map(|(left, right)| left.times(right));
        let products: Option<Vec<End>> = products.collect();
        let products = products.unwrap_or_default();
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
                lower: End::MinusInfinity,
                upper: End::PlusInfinity,
            },
        }
    }

    fn is_bounded(&self) -> bool {
        let is_finite = |end: &End| matches!(end, End::Finite(_));
        is_finite(&self.lower) && is_finite(&self.upper)
    }

    fn into_value(self) -> Value {
        let bound = |end: End| match end {
            End::Finite(number) => Bound::Included(number),
            End::MinusInfinity | End::PlusInfinity => Bound::Unbounded,
        };
        let unknown = Value::unknown(&Type::NUMBER).refine().not_null();
        let (lower, upper) = (bound(self.lower), bound(self.upper));
        unknown.number_range(lower, upper).finish()
    }
}

impl End {
    fn of(number: &Number) -> Self {
        match (number.is_finite(), number.is_negative()) {
            (true, _) => End::Finite(number.clone()),
            (false, true) => End::MinusInfinity,
            (false, false) => End::PlusInfinity,
        }
    }

    fn negated(self) -> Self {
        match self {
            End::MinusInfinity => End::PlusInfinity,
            End::Finite(number) => End::Finite(-&number),
            End::PlusInfinity => End::MinusInfinity,
        }
    }

    /// The end of the sum; `open` if it exceeds the limits of numbers.
    fn plus(&self, other: &End, open: End) -> End {
        match (self, other) {
            (End::Finite(left), End::Finite(right)) => {
                left.checked_add(right).map_or(open, |sum| End::of(&sum))
            }
            _ => open,
        }
    }

    /// The product, unless it exceeds the limits of numbers or is undefined.
    fn times(&self, other: &End) -> Option<End> {
        if let (End::Finite(left), End::Finite(right)) = (self, other) {
            return Some(End::of(&left.checked_mul(right).ok()?));
        }
        Some(match self.sign() * other.sign() {
            0 => End::Finite(Number::ZERO),
            1 => End::PlusInfinity,
            _ => End::MinusInfinity,
        })
    }

    /// -1, 0 or 1.
    fn sign(&self) -> i8 {
        match self {
            End::MinusInfinity => -1,
            End::PlusInfinity => 1,
            End::Finite(number) if number.is_negative() => -1,
            End::Finite(number) => i8::from(*number != Number::ZERO),
        }
    }
}
