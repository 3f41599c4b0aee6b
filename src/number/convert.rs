//! Conversions between numbers and the number types of Rust.
//!
//! Integers convert exactly or fail. Floats become numbers by their shortest decimal digits, as every text
//! format writes them. Numbers become the nearest float, directly from the decimal.

use std::fmt;
use std::str::FromStr;

use bigdecimal::BigDecimal;
use bigdecimal::num_bigint::BigInt;

use super::{Number, NumberError, NumberRepr, Small, big};

/// More decimal digits than `u128::MAX` has, which is 39.
const INTEGER_DIGITS: u32 = 40;

impl Number {
    /// The number as an `i64`, if it is exactly equal to one.
    ///
    /// ```
    /// use hcl::Number;
    ///
    /// assert_eq!("1e3".parse::<Number>()?.as_i64(), Some(1000));
    /// assert_eq!("1.5".parse::<Number>()?.as_i64(), None);
    /// # Ok::<(), hcl::NumberError>(())
    /// ```
    pub fn as_i64(&self) -> Option<i64> {
        // Every integer of 64 bits is of the small form.
        let small = self.as_small()?;
        small.integer()
    }

    /// The number as a `u64`, if it is exactly equal to one.
    pub fn as_u64(&self) -> Option<u64> {
        self.as_integer()
    }

    /// The number as an `i128`, if it is exactly equal to one.
    pub fn as_i128(&self) -> Option<i128> {
        self.as_integer()
    }

    /// The number as a `u128`, if it is exactly equal to one.
    pub fn as_u128(&self) -> Option<u128> {
        self.as_integer()
    }

    /// The nearest `f64`: infinite for a number beyond its range, 0 for one too small.
    ///
    /// `f64::try_from` refuses a number beyond the range.
    pub fn to_f64(&self) -> f64 {
        let float = self.as_small().and_then(Small::f64);
        float.unwrap_or_else(|| self.nearest())
    }

    /// The nearest `f32`: infinite for a number beyond its range, 0 for one too small.
    ///
    /// `f32::try_from` refuses a number beyond the range.
    pub fn to_f32(&self) -> f32 {
        let float = self.as_small().and_then(Small::f32);
        float.unwrap_or_else(|| self.nearest())
    }

    /// The number as an integer type, if it is exactly equal to one of its values.
    fn as_integer<T: TryFrom<i64> + TryFrom<BigInt>>(&self) -> Option<T> {
        match &self.0 {
            NumberRepr::Small(small) => small.integer(),
            NumberRepr::Big(decimal) => T::try_from(integer_of(decimal)?).ok(),
            NumberRepr::Infinity | NumberRepr::NegInfinity => None,
        }
    }

    /// The nearest float, by Rust's correctly rounded parser.
    fn nearest<F>(&self) -> F
    where
        F: FromStr<Err: fmt::Debug>,
    {
        self.scientific()
            .parse()
            .expect("a coefficient with an exponent is the text of a float")
    }

    /// Text for Rust's float parsers, with an exponent instead of many zeros.
    fn scientific(&self) -> String {
        match &self.0 {
            NumberRepr::Small(small) => format!("{}e-{}", small.coefficient, small.places.count()),
            NumberRepr::Big(decimal) => {
                let (coefficient, scale) = decimal.as_bigint_and_scale();
                format!("{coefficient}e{}", -scale)
            }
            NumberRepr::Infinity | NumberRepr::NegInfinity => self.to_string(),
        }
    }
}

/// A decimal as an integer, if it is one that may fit into 128 bits.
fn integer_of(decimal: &BigDecimal) -> Option<BigInt> {
    let (coefficient, scale) = decimal.as_bigint_and_scale();
    let zeros = u32::try_from(-scale).ok()?;
    (zeros <= INTEGER_DIGITS).then(|| coefficient.as_ref() * big::power_of_ten(zeros))
}

/// Both directions for integer types.
macro_rules! integers {
    ($($integer:ident)*) => {$(
        impl From<$integer> for Number {
            fn from(integer: $integer) -> Self {
                match i64::try_from(integer) {
                    Ok(coefficient) => Number::small(coefficient),
                    Err(_) => Number::from_big(BigInt::from(integer), 0),
                }
            }
        }

        /// Exact: for a fraction or a number out of range, the error names the number and the range.
        impl TryFrom<&Number> for $integer {
            type Error = NumberError;

            fn try_from(number: &Number) -> Result<Self, Self::Error> {
                number.as_integer().ok_or_else(|| {
                    let range: [&dyn fmt::Display; 2] = [&$integer::MIN, &$integer::MAX];
                    NumberError::integer(number, range)
                })
            }
        }

        /// Exact: for a fraction or a number out of range, the error names the number and the range.
        impl TryFrom<Number> for $integer {
            type Error = NumberError;

            fn try_from(number: Number) -> Result<Self, Self::Error> {
                Self::try_from(&number)
            }
        }
    )*};
}

integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

/// Both directions for float types.
macro_rules! floats {
    ($($float:ident $to_float:ident)*) => {$(
        /// Uses the shortest decimal digits of the float: `0.1` becomes 0.1. NaN is an error.
        impl TryFrom<$float> for Number {
            type Error = NumberError;

            fn try_from(float: $float) -> Result<Self, Self::Error> {
                if float.is_nan() {
                    return Err(NumberError::not_a_number());
                }
                if float.is_infinite() {
                    return Ok(if float > 0.0 { Number::INFINITY } else { Number::NEG_INFINITY });
                }
                format!("{float:e}").parse()
            }
        }

        /// The nearest float; a finite number beyond the range is an error.
        impl TryFrom<&Number> for $float {
            type Error = NumberError;

            fn try_from(number: &Number) -> Result<Self, Self::Error> {
                let float = number.$to_float();
                if float.is_infinite() && number.is_finite() {
                    return Err(NumberError::float(number, f64::from($float::MAX)));
                }
                Ok(float)
            }
        }

        /// The nearest float; a finite number beyond the range is an error.
        impl TryFrom<Number> for $float {
            type Error = NumberError;

            fn try_from(number: Number) -> Result<Self, Self::Error> {
                Self::try_from(&number)
            }
        }
    )*};
}

floats!(f32 to_f32 f64 to_f64);
