//! Numbers as digits: integers in bases other than ten, and decimals as digits and the position of the point.

use bigdecimal::num_bigint::{BigInt, Sign};

use super::big::digit_count;
use super::{MAX_EXPONENT, Number};

impl Number {
    /// Reads an integer with an optional sign in a base from 2 to 62. Up to base 36, the case of letters does not
    /// matter; in higher bases, the capital letters are the digits from 36 on.
    ///
    /// `None` for any other text, and for an integer beyond the range of numbers.
    pub(crate) fn from_digits(text: &str, radix: u8) -> Option<Number> {
        let (sign, digits) = match text.as_bytes().first()? {
            b'-' => (Sign::Minus, &text[1..]),
            b'+' => (Sign::Plus, &text[1..]),
            _ => (Sign::Plus, text),
        };
        let digit = |byte: u8| {
            let digit = match byte {
                b'0'..=b'9' => byte - b'0',
                b'a'..=b'z' => byte - b'a' + 10,
                b'A'..=b'Z' if radix <= 36 => byte - b'A' + 10,
                b'A'..=b'Z' => byte - b'A' + 36,
                _ => return None,
            };
            (digit < radix).then_some(digit)
        };
        let significant = digits.trim_start_matches('0').len();
        // Even in base 2, no number within the range has more digits than this. Reading many more would take too long.
        let most = 4 * (usize::try_from(MAX_EXPONENT).ok()? + 1);
        if digits.is_empty() || significant > most {
            return None;
        }
        let mut values = Vec::with_capacity(digits.len());
        for byte in digits.bytes() {
            values.push(digit(byte)?);
        }
        let integer = BigInt::from_radix_be(sign, &values, u32::from(radix))?;
        let is_in_range = i64::from(digit_count(&integer)) - 1 <= MAX_EXPONENT;
        is_in_range.then(|| Number::from_big(integer, 0))
    }

    /// The digits of the magnitude of an integer in a base from 2 to 36; nothing for other numbers.
    pub(crate) fn to_digits(&self, radix: u8) -> Option<String> {
        if !self.is_integer() {
            return None;
        }
        let (integer, _) = self.abs().to_big()?.with_scale(0).into_bigint_and_scale();
        Some(integer.to_str_radix(u32::from(radix)))
    }

    /// The significant digits of the magnitude of a finite number, and how many of them are before the point: `12.5` is
    /// `125` with 2, `0.05` is `5` with -1, and 0 has no digits.
    pub(crate) fn to_decimal_digits(&self) -> Option<(String, i64)> {
        let (coefficient, scale) = self.abs().to_big()?.into_owned().into_bigint_and_scale();
        let digits = coefficient.to_string();
        let point = i64::try_from(digits.len()).ok()? - scale;
        let significant = digits.trim_end_matches('0');
        if significant.is_empty() {
            return Some((String::new(), 0));
        }
        Some((significant.to_owned(), point))
    }
}
