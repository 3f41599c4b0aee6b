//! Numbers: arbitrary-precision decimals with a small fast form.
//!
//! The number type of the specification ("Primitive Types" in the information
//! model). A number is kept as `coefficient × 10^-scale` and never as a binary
//! fraction, so that `0.1 + 0.2 == 0.3` holds and every literal keeps its digits.
//! Nearly every number of a configuration fits an `i64` coefficient with at most
//! 18 decimal places; that form is plain data. Anything else is stored behind an [`Arc`], so that a clone copies a
//! pointer.
//!
//! Each value has exactly one representation: equality and hashing compare fields.
//! Only this folder uses the bignum crate.

mod arithmetic;
mod big;
mod convert;
mod error;
mod radix;
mod serde;
mod small;
mod text;

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use bigdecimal::BigDecimal;
use bigdecimal::num_bigint::{BigInt, Sign};

pub use self::error::{NumberError, NumberErrorKind};
pub(crate) use self::serde::Exact;
use self::small::POWERS_OF_TEN;
pub(crate) use self::small::{Places, Small};
pub(crate) use self::text::parse_literal;

/// Maximum absolute value of the decimal exponent of a number's leading digit.
const MAX_EXPONENT: i64 = 10_000;

/// A decimal number of arbitrary precision, or an infinity.
///
/// Literals and decimal texts keep every digit. Sums, differences, products and remainders are exact up to 155
/// significant digits and rounded half to even beyond that; quotients have 160 digits. The decimal exponent stays
/// within ±10,000: anything beyond is an error, so a short text cannot create a number that fills the memory.
///
/// There is no "not a number", so numbers are totally ordered, from minus infinity to
/// plus infinity; there is no negative zero; and `1.50` equals `1.5`.
///
/// ```
/// use hcl::Number;
///
/// let price: Number = "0.1".parse()?;
/// let total = price.checked_add(&Number::try_from(0.2)?)?;
/// assert_eq!(total.to_string(), "0.3");
/// assert_eq!("1e3".parse::<Number>()?, Number::from(1000));
/// # Ok::<(), hcl::NumberError>(())
/// ```
#[derive(Clone)]
pub struct Number(NumberRepr);

/// The representation of a number.
///
/// `Small` holds every value that needs at most 18 decimal places and whose coefficient then
/// fits. Its coefficient ends in a zero only if it has no places. `Big` holds every other finite value, with a
/// coefficient that never ends in a zero and a scale of either sign.
#[derive(Clone)]
enum NumberRepr {
    Small(Small),
    Big(Arc<BigDecimal>),
    Infinity,
    NegInfinity,
}

impl Number {
    /// The number 0.
    pub const ZERO: Number = Number::small(0);

    /// The number 1.
    pub const ONE: Number = Number::small(1);

    /// Positive infinity, the value of `1/0`.
    pub const INFINITY: Number = Number(NumberRepr::Infinity);

    /// Negative infinity, the value of `-1/0`.
    pub const NEG_INFINITY: Number = Number(NumberRepr::NegInfinity);

    /// Whether the number is 0.
    pub const fn is_zero(&self) -> bool {
        matches!(self.0, NumberRepr::Small(Small { coefficient: 0, .. }))
    }

    /// Whether the number is neither infinity.
    pub const fn is_finite(&self) -> bool {
        matches!(self.0, NumberRepr::Small(_) | NumberRepr::Big(_))
    }

    /// Whether the number is one of the two infinities.
    pub const fn is_infinite(&self) -> bool {
        !self.is_finite()
    }

    /// Whether the number is finite and has no fraction.
    ///
    /// ```
    /// use hcl::Number;
    ///
    /// assert!("1e3".parse::<Number>()?.is_integer());
    /// assert!(!"1.5".parse::<Number>()?.is_integer());
    /// # Ok::<(), hcl::NumberError>(())
    /// ```
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            NumberRepr::Small(small) => small.places == Places::NONE,
            NumberRepr::Big(decimal) => decimal.fractional_digit_count() <= 0,
            NumberRepr::Infinity | NumberRepr::NegInfinity => false,
        }
    }

    /// Whether the number is less than 0.
    pub fn is_negative(&self) -> bool {
        self.signum() < 0
    }

    /// Whether the number is greater than 0.
    pub fn is_positive(&self) -> bool {
        self.signum() > 0
    }

    /// The sign: -1, 0 or 1.
    pub fn signum(&self) -> i32 {
        match &self.0 {
            NumberRepr::Small(small) => match small.coefficient.cmp(&0) {
                Ordering::Less => -1,
                Ordering::Equal => 0,
                Ordering::Greater => 1,
            },
            NumberRepr::Big(decimal) if decimal.sign() == Sign::Minus => -1,
            NumberRepr::NegInfinity => -1,
            NumberRepr::Big(_) | NumberRepr::Infinity => 1,
        }
    }

    /// The small form of an integer.
    const fn small(coefficient: i64) -> Number {
        Number(NumberRepr::Small(Small {
            coefficient,
            places: Places::NONE,
        }))
    }

    /// The canonical form of `coefficient × 10^-scale`.
    fn from_big(coefficient: BigInt, scale: i64) -> Number {
        let (coefficient, scale) = big::strip_trailing_zeros(coefficient, scale);
        if coefficient.sign() == Sign::NoSign {
            return Number::ZERO;
        }
        i64::try_from(&coefficient)
            .ok()
            .and_then(|small| Number::in_small_form(small, scale))
            .unwrap_or_else(|| {
                Number(NumberRepr::Big(Arc::new(BigDecimal::new(
                    coefficient,
                    scale,
                ))))
            })
    }

    /// The small form of `coefficient × 10^-scale`, if there is one.
    fn in_small_form(coefficient: i64, scale: i64) -> Option<Number> {
        if coefficient == 0 {
            return Some(Number::ZERO);
        }
        if let Ok(places) = usize::try_from(scale) {
            return Small::reduced(coefficient, places).map(Number::from);
        }
        let power = POWERS_OF_TEN.get(usize::try_from(scale.unsigned_abs()).ok()?)?;
        coefficient.checked_mul(*power).map(Number::small)
    }

    /// The finite number as a bignum; `None` for the infinities.
    fn to_big(&self) -> Option<Cow<'_, BigDecimal>> {
        match &self.0 {
            NumberRepr::Small(small) => Some(Cow::Owned(BigDecimal::new(
                BigInt::from(small.coefficient),
                small.scale(),
            ))),
            NumberRepr::Big(decimal) => Some(Cow::Borrowed(decimal)),
            NumberRepr::Infinity | NumberRepr::NegInfinity => None,
        }
    }
}

impl Number {
    /// The number as plain data, if it is of the small form.
    pub(crate) fn as_small(&self) -> Option<Small> {
        match self.0 {
            NumberRepr::Small(small) => Some(small),
            _ => None,
        }
    }

    /// Applies an operation of the small form.
    fn by_small_forms(
        &self,
        operation: impl FnOnce(Small, Small) -> Option<Small>,
        other: &Number,
    ) -> Option<Number> {
        operation(self.as_small()?, other.as_small()?).map(Number::from)
    }
}

impl From<Small> for Number {
    fn from(small: Small) -> Self {
        Number(NumberRepr::Small(small))
    }
}

impl Default for Number {
    fn default() -> Self {
        Number::ZERO
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (NumberRepr::Small(small), NumberRepr::Small(other)) => small == other,
            (NumberRepr::Big(decimal), NumberRepr::Big(other)) => {
                Arc::ptr_eq(decimal, other)
                    || decimal.as_bigint_and_scale() == other.as_bigint_and_scale()
            }
            (NumberRepr::Infinity, NumberRepr::Infinity)
            | (NumberRepr::NegInfinity, NumberRepr::NegInfinity) => true,
            _ => false,
        }
    }
}

impl Eq for Number {}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            NumberRepr::Small(small) => small.hash(state),
            NumberRepr::Big(decimal) => decimal.as_bigint_and_scale().hash(state),
            NumberRepr::Infinity => u8::MAX.hash(state),
            NumberRepr::NegInfinity => (u8::MAX - 1).hash(state),
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        if let (Some(left), Some(right)) = (self.as_small(), other.as_small())
            && let Some(ordering) = left.checked_cmp(right)
        {
            return ordering;
        }
        self.cmp_decimals(other)
    }
}

impl Number {
    fn cmp_decimals(&self, other: &Number) -> Ordering {
        match (self.to_big(), other.to_big()) {
            (Some(decimal), Some(other)) => decimal.cmp(&other),
            (None, Some(_)) => self.signum().cmp(&0),
            (_, None) if self == other => Ordering::Equal,
            (_, None) => 0.cmp(&other.signum()),
        }
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Number({self})")
    }
}
