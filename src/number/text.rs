//! Conversions between decimal text and numbers.
//!
//! Two parsers share one scanner: one for `NumericLit` of the native syntax, which has no sign, and one for
//! the texts that the conversion from string to number accepts.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use bigdecimal::num_bigint::BigInt;

use super::big::most_digits;
use super::small::Small;
use super::{MAX_EXPONENT, Number, NumberError, NumberRepr, Places};

/// Maximum number of significant digits in a text: enough for 10,000 digits before the point and 10,000 after it, which
/// is the exponent range. Without this limit, a text of megabytes would take minutes to convert.
const MAX_DIGITS: usize = 20_000;

/// Any number with this many decimal digits fits into an `i64`.
const SMALL_DIGITS: usize = 18;

/// The parts of a decimal text: `whole.fraction × 10^exponent`.
struct Decimal<'text> {
    whole: &'text str,
    fraction: &'text str,
    exponent: i64,
}

/// Parses a `NumericLit` of the native syntax. Every digit is kept.
///
/// A fraction without digits is accepted before an exponent (`1.e5`), as the lexer accepts it.
pub(crate) fn parse_literal(text: &str) -> Result<Number, NumberError> {
    if let Some(small) = Small::parse_literal(text.as_bytes()) {
        return Ok(small.into());
    }
    match scan(text) {
        Some(decimal) if !decimal.whole.is_empty() && !text.ends_with('.') => {
            decimal.into_number(false, text)
        }
        _ => Err(NumberError::syntax(text)),
    }
}

/// Parses decimal text as the conversion from string does: an optional sign, digits with an optional point
/// anywhere, and an optional exponent.
///
/// # Errors
///
/// If the text is anything else (`""`, `" 1"`, `"0x10"`, `"1_000"`, `"inf"`), if the decimal exponent of the
/// number is beyond ±10,000, or if it has more than 20,000 significant digits.
impl FromStr for Number {
    type Err = NumberError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some(small) = Small::parse_literal(text.as_bytes()) {
            return Ok(small.into());
        }
        let (negative, unsigned) = match text.as_bytes().first() {
            Some(b'-') => (true, &text[1..]),
            Some(b'+') => (false, &text[1..]),
            _ => (false, text),
        };
        scan(unsigned)
            .ok_or_else(|| NumberError::syntax(text))?
            .into_number(negative, text)
    }
}

/// The parts of an unsigned decimal text; `None` if it is not one.
fn scan(text: &str) -> Option<Decimal<'_>> {
    let (whole, rest) = split_digits(text);
    let (fraction, rest) = match rest.strip_prefix('.') {
        Some(rest) => split_digits(rest),
        None => ("", rest),
    };
    let exponent = match rest.strip_prefix(['e', 'E']) {
        Some(rest) => parse_exponent(rest)?,
        None if rest.is_empty() => 0,
        None => return None,
    };
    let has_digits = !whole.is_empty() || !fraction.is_empty();
    has_digits.then_some(Decimal {
        whole,
        fraction,
        exponent,
    })
}

/// The leading digits of a text, and the rest.
fn split_digits(text: &str) -> (&str, &str) {
    let end = text
        .bytes()
        .position(|byte| !byte.is_ascii_digit())
        .unwrap_or(text.len());
    text.split_at(end)
}

/// Parses an exponent with an optional sign. It saturates far beyond any possible length of a text.
fn parse_exponent(text: &str) -> Option<i64> {
    const FAR: i64 = i64::MAX / 100;

    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let magnitude = digits.bytes().fold(0_i64, |exponent, byte| {
        (exponent * 10 + i64::from(byte - b'0')).min(FAR)
    });
    Some(if negative { -magnitude } else { magnitude })
}

impl Decimal<'_> {
    /// The number, if it is within the limits. Messages quote `text`.
    fn into_number(self, negative: bool, text: &str) -> Result<Number, NumberError> {
        let scale = length(self.fraction) - self.exponent;
        if self.whole.len() + self.fraction.len() <= SMALL_DIGITS {
            let magnitude = self
                .whole
                .bytes()
                .chain(self.fraction.bytes())
                .fold(0, |number, byte| number * 10 + i64::from(byte - b'0'));
            let coefficient = if negative { -magnitude } else { magnitude };
            if let Some(small) = Number::in_small_form(coefficient, scale) {
                return Ok(small);
            }
        }
        self.into_big(negative, text)
    }

    fn into_big(self, negative: bool, text: &str) -> Result<Number, NumberError> {
        let mut digits = String::with_capacity(self.whole.len() + self.fraction.len());
        digits.push_str(self.whole);
        digits.push_str(self.fraction);
        let without_zeros = digits.trim_end_matches('0');
        let scale =
            length(self.fraction) - self.exponent - (length(&digits) - length(without_zeros));
        let significant = without_zeros.trim_start_matches('0');
        if significant.is_empty() {
            return Ok(Number::ZERO);
        }
        if (length(significant) - 1 - scale).abs() > MAX_EXPONENT {
            return Err(NumberError::literal_exponent(text));
        }
        if significant.len() > MAX_DIGITS {
            return Err(NumberError::digits(text, MAX_DIGITS));
        }
        let magnitude = BigInt::parse_bytes(significant.as_bytes(), 10)
            .expect("the scanner let nothing but digits through");
        let coefficient = if negative { -magnitude } else { magnitude };
        Ok(Number::from_big(coefficient, scale))
    }
}

/// The length of a text as a signed number; no text is too long for that.
fn length(text: &str) -> i64 {
    i64::try_from(text.len()).unwrap_or(i64::MAX / 100)
}

impl Number {
    /// The number of bytes of the displayed number, or one more in cases where an exact count would need the
    /// digits of a bignum.
    pub(crate) fn text_length(&self) -> usize {
        let (digits, places) = match &self.0 {
            NumberRepr::Small(small) => {
                let coefficient = small.coefficient.unsigned_abs();
                let digits = coefficient.checked_ilog10().unwrap_or(0) + 1;
                (u64::from(digits), small.scale())
            }
            NumberRepr::Big(decimal) => {
                let (coefficient, places) = decimal.as_bigint_and_scale();
                (most_digits(&coefficient), places)
            }
            NumberRepr::Infinity | NumberRepr::NegInfinity => (3, 0),
        };
        let places_after = u64::try_from(places).unwrap_or(0);
        let length = match places_after {
            0 => digits.saturating_add(places.unsigned_abs()),
            // One digit before the point, and zeros between the point and the digits.
            _ => digits.max(places_after + 1) + 1,
        };
        let length = length + u64::from(self.is_negative());
        usize::try_from(length).unwrap_or(usize::MAX)
    }
}

/// Writes every digit, without an exponent and without trailing zeros: `1000` for `1e3`, `1.5` for `1.50`.
/// Infinities are written as Rust's floats write them, `inf` and `-inf`, which no number parser of this crate
/// accepts.
impl fmt::Display for Number {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            NumberRepr::Small(small) if small.places == Places::NONE => {
                fmt::Display::fmt(&small.coefficient, formatter)
            }
            NumberRepr::Small(small) => {
                let power = small.places.power().unsigned_abs();
                let magnitude = small.coefficient.unsigned_abs();
                let mut text = String::with_capacity(SMALL_DIGITS + 3);
                write!(
                    text,
                    "{}.{:0width$}",
                    magnitude / power,
                    magnitude % power,
                    width = small.places.count()
                )?;
                formatter.pad_integral(small.coefficient >= 0, "", &text)
            }
            NumberRepr::Big(decimal) => {
                let text = decimal.to_plain_string();
                let magnitude = text.strip_prefix('-').unwrap_or(&text);
                formatter.pad_integral(self.signum() >= 0, "", magnitude)
            }
            NumberRepr::Infinity => fmt::Display::fmt(&f64::INFINITY, formatter),
            NumberRepr::NegInfinity => fmt::Display::fmt(&f64::NEG_INFINITY, formatter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_follow_the_grammar() {
        for text in ["0", "00", "12", "1.5", "1e5", "1E+5", "1.5e-3", "1.e5"] {
            assert!(parse_literal(text).is_ok(), "{text}");
        }
        for text in [
            "", "-1", "+1", ".5", "5.", "1.2.3", "1e", "1e+", "1.e", "e5", "1 ", "0x1",
        ] {
            assert!(parse_literal(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_length_of_a_text_is_known_before_it_is_written() {
        for text in [
            "0",
            "7",
            "10",
            "-10",
            "0.5",
            "-0.05",
            "12.5",
            "123456789012345678",
            "1e18",
            "1e19",
            "-1e9999",
            "1e-9999",
            "12345678901234567890123",
            "-1234567890.12345678901234567890123",
            "0.12345678901234567890123",
            "9.99999999999999999999e21",
            "99999999999999999999",
        ] {
            let number: Number = text.parse().unwrap();
            let length = number.to_string().len();
            assert!(
                (length..=length + 1).contains(&number.text_length()),
                "{text}"
            );
        }
        assert_eq!(Number::NEG_INFINITY.text_length(), 4);
    }

    #[test]
    fn short_literals_take_the_small_form() {
        for text in [
            "0",
            "8080",
            "3.14",
            "1e3",
            "0.000000000000000001",
            "1.e5",
            "999999999999999999",
        ] {
            let number = parse_literal(text).unwrap();
            assert!(matches!(number.0, NumberRepr::Small(_)), "{text}");
        }
    }
}
