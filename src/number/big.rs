//! Operations on the digits of big integers: counting, stripping zeros, rounding, dividing.
//!
//! A decimal is a pair of coefficient and scale here, with the value `coefficient × 10^-scale`.

use bigdecimal::BigDecimal;
use bigdecimal::num_bigint::{BigInt, Sign};

/// `10^exponent`.
pub(super) fn power_of_ten(exponent: u32) -> BigInt {
    BigInt::from(10).pow(exponent)
}

/// An estimate of the number of decimal digits of an integer: exact or one too high. Counting would be
/// slower.
pub(super) fn most_digits(coefficient: &BigInt) -> u64 {
    coefficient.bits() * 30_103 / 100_000 + 1
}

/// The number of decimal digits of an integer; 0 for the integer 0.
pub(super) fn digit_count(coefficient: &BigInt) -> u32 {
    // The fraction is slightly less than log10(2). The estimate is therefore never too high, and it is exact
    // except for numbers just above a power of ten.
    let estimate = (coefficient.bits().saturating_sub(1)) * 30_102_999_566 / 100_000_000_000;
    let mut count = u32::try_from(estimate).unwrap_or(u32::MAX);
    let mut power = power_of_ten(count);
    while power.magnitude() <= coefficient.magnitude() {
        power *= 10;
        count += 1;
    }
    count
}

/// The same value, with a coefficient that does not end in a zero.
pub(super) fn strip_trailing_zeros(mut coefficient: BigInt, mut scale: i64) -> (BigInt, i64) {
    const CHUNKS: [(u64, u32); 3] = [(10_000_000_000_000_000, 16), (10_000, 4), (10, 1)];

    // A number that ends in n decimal zeros ends in n binary zeros, too. An odd number therefore needs no
    // division.
    for (divisor, zeros) in CHUNKS {
        while coefficient
            .trailing_zeros()
            .is_some_and(|bits| bits >= u64::from(zeros))
            && (&coefficient % divisor).sign() == Sign::NoSign
        {
            coefficient /= divisor;
            scale -= i64::from(zeros);
        }
    }
    (coefficient, scale)
}

/// The same value with at most `precision` digits, rounded half to even.
pub(super) fn round(coefficient: BigInt, scale: i64, precision: u32) -> (BigInt, i64) {
    // Ten digits need more than 33 bits. This excludes most numbers without counting their digits.
    if coefficient.bits() <= u64::from(precision) * 33 / 10 {
        return (coefficient, scale);
    }
    let excess = digit_count(&coefficient).saturating_sub(precision);
    if excess == 0 {
        return (coefficient, scale);
    }
    let power = power_of_ten(excess);
    let mut quotient = &coefficient / &power;
    let remainder = coefficient - &quotient * &power;
    let twice = remainder.magnitude() * 2_u32;
    if &twice > power.magnitude() || (&twice == power.magnitude() && quotient.bit(0)) {
        quotient += away_from_zero(remainder.sign());
    }
    (quotient, scale - i64::from(excess))
}

/// The quotient of two decimals, with `precision` digits. The divisor must not be 0.
pub(super) fn divide(dividend: &BigDecimal, divisor: &BigDecimal, precision: u32) -> (BigInt, i64) {
    let (dividend, dividend_scale) = dividend.as_bigint_and_scale();
    let (divisor, divisor_scale) = divisor.as_bigint_and_scale();
    let shift = i64::from(precision) + 1 + i64::from(digit_count(&divisor))
        - i64::from(digit_count(&dividend));
    let power = power_of_ten(u32::try_from(shift.unsigned_abs()).unwrap_or(u32::MAX));
    let (numerator, denominator) = if shift < 0 {
        (dividend.as_ref().clone(), divisor.as_ref() * power)
    } else {
        (dividend.as_ref() * power, divisor.as_ref().clone())
    };
    let quotient = &numerator / &denominator;
    let remainder = numerator - &quotient * &denominator;
    let scale = dividend_scale - divisor_scale + shift;
    if remainder.sign() == Sign::NoSign {
        return round(quotient, scale, precision);
    }
    // One more digit represents all the following ones, so that a quotient close to a tie is not rounded as a tie.
    let sign = if dividend.sign() == divisor.sign() {
        Sign::Plus
    } else {
        Sign::Minus
    };
    round(quotient * 10 + away_from_zero(sign), scale + 1, precision)
}

/// The integer part of a decimal with a positive scale, towards zero.
pub(super) fn truncate(coefficient: &BigInt, scale: u32) -> BigInt {
    coefficient / power_of_ten(scale)
}

/// -1 for a negative sign, otherwise 1.
fn away_from_zero(sign: Sign) -> i32 {
    if sign == Sign::Minus { -1 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_digits_at_powers_of_ten() {
        for exponent in [1, 2, 18, 19, 20, 154, 155, 160, 999, 20_000] {
            let power = power_of_ten(exponent);
            assert_eq!(digit_count(&power), exponent + 1, "{exponent}");
            assert_eq!(digit_count(&(&power - 1)), exponent, "{exponent}");
            assert_eq!(digit_count(&(-&power + 1)), exponent, "{exponent}");
        }
    }

    #[test]
    fn strips_any_count_of_zeros() {
        for exponent in [0, 1, 3, 4, 15, 16, 17, 37, 300] {
            let number = BigInt::from(-12) * power_of_ten(exponent);
            let stripped = strip_trailing_zeros(number, 5);
            assert_eq!(stripped, (BigInt::from(-12), 5 - i64::from(exponent)));
        }
        assert_eq!(strip_trailing_zeros(BigInt::from(1024), 0).1, 0);
    }

    #[test]
    fn rounds_half_to_even() {
        for (number, rounded) in [
            (1_245, 124),
            (1_255, 126),
            (1_246, 125),
            (1_244, 124),
            (-1_245, -124),
            (-1_255, -126),
            (9_995, 1_000),
            (999, 999),
        ] {
            let (coefficient, _) = round(BigInt::from(number), 0, 3);
            assert_eq!(coefficient, BigInt::from(rounded), "{number}");
        }
    }

    #[test]
    fn quotients_that_only_look_like_ties_round_up() {
        // 2000000…01 / 8 is 0.2500000…000125, which is not the tie 0.25.
        let dividend = BigInt::from(2) * power_of_ten(40) + 1;
        let (coefficient, scale) = divide(&BigDecimal::new(dividend, 41), &BigDecimal::from(8), 1);
        assert_eq!((coefficient, scale), (BigInt::from(3), 2));
        let tie = divide(&BigDecimal::from(-1), &BigDecimal::from(4), 1);
        assert_eq!(tie, (BigInt::from(-2), 1));
    }
}
