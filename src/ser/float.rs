//! Floats of few digits, without the search for the fewest.
//!
//! Knows nothing of serde.

use super::text::Text;

/// What a number is multiplied by to have no digits behind the point, by how many it has.
const POWERS: [u32; 5] = [1, 10, 100, 1_000, 10_000];

/// Floats below this have at most fifteen digits here, of which no two are the same float.
const LIMIT: f64 = 1e10;

/// Writes a float as its `Debug` does, if it is a decimal of few digits.
pub(super) fn write_few_digits(text: &mut Text, float: f64) -> bool {
    let magnitude = float.abs();
    if magnitude >= LIMIT {
        return false;
    }
    let Some((places, scaled)) = decimal(magnitude) else {
        return false;
    };
    let power = u64::from(POWERS[places]);
    let (whole, fraction) = (scaled / power, scaled % power);
    if float.is_sign_negative() {
        text.push_str("-");
    }
    text.push_str(itoa::Buffer::new().format(whole));
    text.push_str(".");
    let mut buffer = itoa::Buffer::new();
    let digits = buffer.format(fraction);
    for _ in digits.len()..places {
        text.push_str("0");
    }
    text.push_str(digits);
    true
}

/// How many digits behind the point a float has, and all of its digits: a quotient of two integers that floats hold
/// exactly is the float nearest to it.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    clippy::float_cmp,
    reason = "it is not negative, far from the ends of the range, and to be exactly the same"
)]
fn decimal(magnitude: f64) -> Option<(usize, u64)> {
    let mut powers = POWERS.map(f64::from).into_iter().enumerate();
    powers.find_map(|(places, power)| {
        let scaled = (magnitude * power + 0.5) as u64;
        (scaled as f64 / power == magnitude).then_some((places, scaled))
    })
}

#[cfg(test)]
mod tests {
    use super::{Text, write_few_digits};

    #[test]
    fn few_digits_are_those_of_debug() {
        let mut written = 0;
        for numerator in -40_000..40_000_i32 {
            for denominator in [1.0, 2.0, 7.0, 10.0, 64.0, 100.0, 1e3, 1e4, 1e5, 1e7] {
                let float = f64::from(numerator) / denominator;
                let mut text = Text::default();
                if write_few_digits(&mut text, float) {
                    assert_eq!(text.into_string(), format!("{float:?}"));
                    written += 1;
                }
            }
        }
        assert!(written > 400_000);
    }

    #[test]
    fn zeros_and_large_floats() {
        for float in [0.0, -0.0, 9_999_999_999.75, -123_456.062_5, 0.0001] {
            let mut text = Text::default();
            assert!(write_few_digits(&mut text, float));
            assert_eq!(text.into_string(), format!("{float:?}"));
        }
        for float in [1e10, f64::MAX, f64::MIN_POSITIVE, 5e-324, 0.1 + 0.2] {
            assert!(!write_few_digits(&mut Text::default(), float));
        }
    }
}
