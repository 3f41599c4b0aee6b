//! Numbers of few digits: floats without the search for the fewest, and digits that are put together in a word.
//!
//! Knows nothing of serde.

use super::text::Text;

/// How many times larger a number is made to have no digits behind the point.
const SCALE: u32 = 10_000;

/// Floats below this have at most fifteen digits here, of which no two are the same float.
const LIMIT: f64 = 1e10;

/// Writes a float as its `Debug` does, if it is a decimal of few digits.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the last digits are five"
)]
pub(super) fn write_few_digits(text: &mut Text, float: f64) -> bool {
    let Some(scaled) = scaled(float.abs()) else {
        return false;
    };
    if float.is_sign_negative() {
        text.push_str("-");
    }
    let ten = 10 * i64::from(SCALE);
    let mut last = scaled;
    if scaled >= ten {
        text.push_str(itoa::Buffer::new().format(scaled / ten));
        last = scaled % ten;
    }
    let (last, len) = last_digits(last as u32);
    text.push_padded(0, &last, len);
    true
}

/// All digits of a float that has few behind the point, as an integer: a quotient of two integers that floats hold exactly
/// is the float nearest to it.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::float_cmp,
    reason = "it is far from the ends of the range, and to be exactly the same"
)]
fn scaled(magnitude: f64) -> Option<i64> {
    if magnitude >= LIMIT {
        return None;
    }
    let scale = f64::from(SCALE);
    let scaled = (magnitude * scale + 0.5) as i64;
    (scaled as f64 / scale == magnitude).then_some(scaled)
}

/// The digit before the point, the point, and the digits behind it without the zeros that end them but for the first: as many
/// bytes as are said, and spaces. They are put together in one word, since bytes that are written one by one can be read
/// together only some time later.
#[inline]
fn last_digits(scaled: u32) -> ([u8; 8], usize) {
    const POINT: u64 = u64::from_le_bytes(*b"0.0000  ");
    let (first, behind) = (scaled / SCALE, scaled % SCALE);
    let digits = four_digits(behind);
    // The first of them stays if it is a zero, too.
    let zeros = (digits | 1).leading_zeros() / 8;
    let len = 6 - zeros as usize;
    let is_behind = u64::MAX << (8 * len);
    let bytes = POINT + (u64::from(first) | u64::from(digits) << 16);
    let bytes = bytes & !is_behind | u64::from_le_bytes([b' '; 8]) & is_behind;
    (bytes.to_le_bytes(), len)
}

/// The digits of a number below 10,000, the first of them in the lowest byte.
#[inline]
fn four_digits(number: u32) -> u32 {
    // Multiplication and shift divide a part below 10,000 by 100, and two parts below 100 by 10.
    let hundreds = (number * 5_243) >> 19;
    let pairs = hundreds | (number - hundreds * 100) << 16;
    let tens = (pairs * 103) >> 10 & 0xf_000f;
    tens | (pairs - tens * 10) << 8
}

/// Writes an integer and ends the line.
#[inline]
pub(super) fn write_integer_line<I: itoa::Integer + TryInto<u16> + Copy>(
    text: &mut Text,
    integer: I,
) {
    const SPACES: u64 = u64::from_le_bytes([b' '; 8]);
    const LINE: u64 = u64::from_le_bytes(*b"0000\n   ");
    match integer.try_into() {
        Ok(small) if small < 10_000 => {
            let digits = four_digits(u32::from(small));
            // The last digit stays if it is a zero, too.
            let zeros = (digits | 1 << 24).trailing_zeros() / 8;
            let bytes = LINE + u64::from(digits);
            // What is shifted in are spaces.
            let bytes = (bytes ^ SPACES) >> (8 * zeros) ^ SPACES;
            text.push_padded(0, &bytes.to_le_bytes(), 5 - zeros as usize);
        }
        _ => text.push_line(itoa::Buffer::new().format(integer)),
    }
}

#[cfg(test)]
mod tests {
    use super::{Text, write_few_digits, write_integer_line};

    #[test]
    fn integers_are_their_digits() {
        for integer in (0..100_000_i64).chain([-1, i64::MIN, i64::MAX]) {
            let mut text = Text::with_room();
            write_integer_line(&mut text, integer);
            assert_eq!(text.take_string(), format!("{integer}\n"));
        }
    }

    #[test]
    fn few_digits_are_those_of_debug() {
        let mut written = 0;
        for numerator in -40_000..40_000_i32 {
            for denominator in [1.0, 2.0, 7.0, 10.0, 64.0, 100.0, 1e3, 1e4, 1e5, 1e7] {
                let float = f64::from(numerator) / denominator;
                let mut text = Text::with_room();
                if write_few_digits(&mut text, float) {
                    assert_eq!(text.take_string(), format!("{float:?}"));
                    written += 1;
                }
            }
        }
        assert!(written > 400_000);
    }

    #[test]
    fn zeros_and_large_floats() {
        for float in [0.0, -0.0, 9_999_999_999.75, -123_456.062_5, 0.0001] {
            let mut text = Text::with_room();
            assert!(write_few_digits(&mut text, float));
            assert_eq!(text.take_string(), format!("{float:?}"));
        }
        for float in [1e10, f64::MAX, f64::MIN_POSITIVE, 5e-324, 0.1 + 0.2] {
            assert!(!write_few_digits(&mut Text::with_room(), float));
        }
    }
}
