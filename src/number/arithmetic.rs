//! The arithmetic of numbers.
//!
//! Sums, differences, products and remainders keep 155 significant digits, as many as the 512-bit mantissa of
//! the reference implementation. Quotients keep a few more, so that `1/3*3 == 1` holds once the product is
//! rounded.
//!
//! Infinities follow IEEE 754. An operation whose result would be NaN is an error.

use std::ops::Neg;

use bigdecimal::BigDecimal;
use bigdecimal::num_bigint::{BigInt, Sign};

use super::small::Small;
use super::{MAX_EXPONENT, Number, NumberError, NumberRepr, big};

/// Significant digits of sums, differences, products and remainders.
const PRECISION: u32 = 155;

/// Significant digits of quotients.
const QUOTIENT_PRECISION: u32 = 160;

/// The direction in which a number is rounded to an integer.
#[derive(Clone, Copy)]
enum Direction {
    Down,
    Up,
    TowardsZero,
}

impl Number {
    /// The sum, exact up to 155 significant digits.
    ///
    /// ```
    /// use hcl::Number;
    ///
    /// let sum = Number::try_from(0.1)?.checked_add(&Number::try_from(0.2)?)?;
    /// assert_eq!(sum, Number::try_from(0.3)?);
    /// # Ok::<(), hcl::NumberError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If two infinities of different sign are added, or if the result is out of range.
    #[inline]
    pub fn checked_add(&self, other: &Number) -> Result<Number, NumberError> {
        match self.by_small_forms(Small::checked_add, other) {
            Some(sum) => Ok(sum),
            None => self.sum_of_decimals(other),
        }
    }

    fn sum_of_decimals(&self, other: &Number) -> Result<Number, NumberError> {
        match (self.to_big(), other.to_big()) {
            (Some(left), Some(right)) => finish_decimal(&*left + &*right),
            (None, Some(_)) => Ok(self.clone()),
            (None, None) if self != other => Err(NumberError::undefined(self, "+", other)),
            (_, None) => Ok(other.clone()),
        }
    }

    /// The difference, exact up to 155 significant digits.
    ///
    /// # Errors
    ///
    /// If an infinity is subtracted from itself, or if the result is out of range.
    #[inline]
    pub fn checked_sub(&self, other: &Number) -> Result<Number, NumberError> {
        match self.by_small_forms(Small::checked_sub, other) {
            Some(difference) => Ok(difference),
            None => self.difference_of_decimals(other),
        }
    }

    fn difference_of_decimals(&self, other: &Number) -> Result<Number, NumberError> {
        match (self.to_big(), other.to_big()) {
            (Some(left), Some(right)) => finish_decimal(&*left - &*right),
            (None, Some(_)) => Ok(self.clone()),
            (None, None) if self == other => Err(NumberError::undefined(self, "-", other)),
            (_, None) => Ok(-other),
        }
    }

    /// The product, exact up to 155 significant digits.
    ///
    /// # Errors
    ///
    /// If an infinity is multiplied by 0, or if the result is out of range.
    #[inline]
    pub fn checked_mul(&self, other: &Number) -> Result<Number, NumberError> {
        match self.by_small_forms(Small::checked_mul, other) {
            Some(product) => Ok(product),
            None => self.product_of_decimals(other),
        }
    }

    fn product_of_decimals(&self, other: &Number) -> Result<Number, NumberError> {
        match (self.to_big(), other.to_big()) {
            (Some(left), Some(right)) => finish_decimal(&*left * &*right),
            _ => match self.signum() * other.signum() {
                0 => Err(NumberError::undefined(self, "*", other)),
                sign => Ok(infinity(sign)),
            },
        }
    }

    /// The quotient, with 160 significant digits.
    ///
    /// A number other than 0, divided by 0, is an infinity with the sign of that number.
    ///
    /// ```
    /// use hcl::Number;
    ///
    /// let third = Number::ONE.checked_div(&Number::from(3))?;
    /// assert_eq!(third.checked_mul(&Number::from(3))?, Number::ONE);
    /// assert_eq!(Number::ONE.checked_div(&Number::ZERO)?, Number::INFINITY);
    /// # Ok::<(), hcl::NumberError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If 0 is divided by 0 or an infinity by an infinity, or if the result is out of range.
    #[inline]
    pub fn checked_div(&self, other: &Number) -> Result<Number, NumberError> {
        match self.by_small_forms(Small::checked_div, other) {
            Some(quotient) => Ok(quotient),
            None => self.quotient_of_decimals(other),
        }
    }

    fn quotient_of_decimals(&self, other: &Number) -> Result<Number, NumberError> {
        if other.is_zero() {
            return match self.signum() {
                0 => Err(NumberError::undefined(self, "/", other)),
                sign => Ok(infinity(sign)),
            };
        }
        if self.is_zero() && other.is_finite() {
            return Ok(Number::ZERO);
        }
        match (self.to_big(), other.to_big()) {
            (Some(left), Some(right)) => {
                let (quotient, scale) = big::divide(&left, &right, QUOTIENT_PRECISION);
                within_limits(quotient, scale)
            }
            (Some(_), None) => Ok(Number::ZERO),
            (None, Some(_)) => Ok(infinity(self.signum() * other.signum())),
            (None, None) => Err(NumberError::undefined(self, "/", other)),
        }
    }

    /// The remainder of the division towards zero: it has the sign of `self`, and is
    /// `self` where `other` is 0 or infinite.
    ///
    /// ```
    /// use hcl::Number;
    ///
    /// let remainder = Number::from(11).checked_rem(&"5.1".parse()?)?;
    /// assert_eq!(remainder.to_string(), "0.8");
    /// # Ok::<(), hcl::NumberError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If `self` is infinite, or if the result is out of range.
    #[inline]
    pub fn checked_rem(&self, other: &Number) -> Result<Number, NumberError> {
        match self.by_small_forms(Small::checked_rem, other) {
            Some(remainder) => Ok(remainder),
            None => self.remainder_of_decimals(other),
        }
    }

    fn remainder_of_decimals(&self, other: &Number) -> Result<Number, NumberError> {
        if self.is_infinite() {
            return Err(NumberError::undefined(self, "%", other));
        }
        if other.is_zero() {
            return Ok(self.clone());
        }
        match (self.to_big(), other.to_big()) {
            (Some(left), Some(right)) => finish_decimal(&*left % &*right),
            _ => Ok(self.clone()),
        }
    }

    /// The number without its sign.
    #[must_use]
    pub fn abs(&self) -> Number {
        if self.is_negative() {
            -self
        } else {
            self.clone()
        }
    }

    /// The greatest integer that is not greater than the number; an infinity stays the same.
    #[must_use]
    pub fn floor(&self) -> Number {
        self.integer_towards(Direction::Down)
    }

    /// The least integer that is not less than the number; an infinity stays the same.
    #[must_use]
    pub fn ceil(&self) -> Number {
        self.integer_towards(Direction::Up)
    }

    /// The number without its fraction; an infinity stays the same.
    #[must_use]
    pub fn trunc(&self) -> Number {
        self.integer_towards(Direction::TowardsZero)
    }

    fn integer_towards(&self, direction: Direction) -> Number {
        if self.is_integer() || self.is_infinite() {
            return self.clone();
        }
        // The number has a fraction. The adjacent integers are its integer part and the next one away from
        // zero.
        let outwards = match direction {
            Direction::Down => self.is_negative(),
            Direction::Up => self.is_positive(),
            Direction::TowardsZero => false,
        };
        let step = if outwards { self.signum() } else { 0 };
        match &self.0 {
            NumberRepr::Small(small) => {
                let whole = small.coefficient / small.places.power();
                Number::small(whole + i64::from(step))
            }
            NumberRepr::Big(decimal) => {
                let (coefficient, scale) = decimal.as_bigint_and_scale();
                let places = u32::try_from(scale).unwrap_or(0);
                Number::from_big(big::truncate(&coefficient, places) + step, 0)
            }
            NumberRepr::Infinity | NumberRepr::NegInfinity => self.clone(),
        }
    }
}

impl Neg for &Number {
    type Output = Number;

    fn neg(self) -> Number {
        match &self.0 {
            NumberRepr::Small(small) => match small.coefficient.checked_neg() {
                Some(coefficient) => Number::from(Small {
                    coefficient,
                    ..*small
                }),
                None => Number::from_big(-BigInt::from(small.coefficient), small.scale()),
            },
            NumberRepr::Big(decimal) => {
                let (coefficient, scale) = decimal.as_bigint_and_scale();
                Number::from_big(-coefficient.into_owned(), scale)
            }
            NumberRepr::Infinity => Number::NEG_INFINITY,
            NumberRepr::NegInfinity => Number::INFINITY,
        }
    }
}

impl Neg for Number {
    type Output = Number;

    fn neg(self) -> Number {
        -&self
    }
}

/// The infinity with a sign, which must not be 0.
const fn infinity(sign: i32) -> Number {
    if sign < 0 {
        Number::NEG_INFINITY
    } else {
        Number::INFINITY
    }
}

fn finish_decimal(result: BigDecimal) -> Result<Number, NumberError> {
    let (coefficient, scale) = result.into_bigint_and_scale();
    finish(coefficient, scale)
}

/// The result of an exact operation: rounded, in canonical form, and checked against the limits.
fn finish(coefficient: BigInt, scale: i64) -> Result<Number, NumberError> {
    let (coefficient, scale) = big::round(coefficient, scale, PRECISION);
    within_limits(coefficient, scale)
}

fn within_limits(coefficient: BigInt, scale: i64) -> Result<Number, NumberError> {
    if coefficient.sign() == Sign::NoSign {
        return Ok(Number::ZERO);
    }
    // Counting digits is slow. Far from the limits, an estimate is sufficient.
    let far = i64::from(QUOTIENT_PRECISION) + 1;
    if scale.abs() > MAX_EXPONENT - far
        && (i64::from(big::digit_count(&coefficient)) - 1 - scale).abs() > MAX_EXPONENT
    {
        return Err(NumberError::result_exponent());
    }
    Ok(Number::from_big(coefficient, scale))
}
