//! Floats as literals.

use super::writer::Writer;

/// Ten to the power of the maximum number of digits after the point in [`few_digits`].
const SCALE: u32 = 10_000;

/// Below this limit, a decimal with at most four digits after the point (see [`SCALE`]) has at most fifteen digits in
/// all, and no two such decimals are the same float.
const LIMIT: f64 = 1e10;

/// Writes a finite float like its `Debug`: with the fewest digits that identify it, and with `.0` or an exponent if it
/// is an integer.
pub(super) fn write_float(writer: &mut Writer, float: f64) {
    let Some((integer, fraction)) = few_digits(float.abs()) else {
        return writer.display(format_args!("{float:?}"));
    };
    if float.is_sign_negative() {
        writer.literal("-");
    }
    writer.literal(itoa::Buffer::new().format(integer));
    writer.literal(".");
    // Adding `SCALE` puts a digit before the fraction, which keeps the zeros at its start.
    let mut digits = itoa::Buffer::new();
    let digits = digits.format(SCALE + fraction)[1..].trim_end_matches('0');
    writer.literal(if digits.is_empty() { "0" } else { digits });
}

/// The integer part of a float with few digits, and its fraction as a multiple of 1 / [`SCALE`]; `None` for other
/// floats. This is the fast path: the general search for the fewest digits takes ten times as long.
///
/// A quotient of two integers that floats represent exactly is the float nearest to the decimal, so the digits are read
/// back as the same float.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::float_cmp,
    reason = "the float is positive and far from the ends of the range, and is to be exactly the same"
)]
fn few_digits(float: f64) -> Option<(u64, u32)> {
    if float >= LIMIT {
        return None;
    }
    let scaled = (float * f64::from(SCALE) + 0.5) as u64;
    let is_exact = scaled as f64 / f64::from(SCALE) == float;
    let fraction = (scaled % u64::from(SCALE)) as u32;
    is_exact.then_some((scaled / u64::from(SCALE), fraction))
}

#[cfg(test)]
mod tests {
    use super::super::writer::{Layout, Writer};
    use super::{few_digits, write_float};

    fn is_as_debug(float: f64) {
        let mut writer = Writer::new(Layout::default());
        write_float(&mut writer, float);
        assert_eq!(writer.finish().0, format!("{float:?}"));
    }

    #[test]
    fn few_digits_are_those_of_debug() {
        let mut few = 0;
        for numerator in -4_000..4_000_i32 {
            for denominator in [1.0, 2.0, 7.0, 10.0, 64.0, 100.0, 1e3, 1e4, 1e5, 1e7] {
                let float = f64::from(numerator) / denominator;
                few += i32::from(few_digits(float.abs()).is_some());
                is_as_debug(float);
            }
        }
        assert!(few > 40_000, "the short way is taken");
    }

    #[test]
    fn zeros_and_large_floats() {
        for float in [0.0, -0.0, 9_999_999_999.75, -123_456.062_5, 0.0001, 0.05] {
            assert!(few_digits(f64::abs(float)).is_some());
            is_as_debug(float);
        }
        for float in [1e10, f64::MAX, f64::MIN_POSITIVE, 5e-324, 0.1 + 0.2] {
            assert!(few_digits(float).is_none());
            is_as_debug(float);
        }
    }
}
