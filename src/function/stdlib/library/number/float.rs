//! Logarithms and powers of floats, with the same last digit on every machine.
//!
//! Rust's float functions are those of the platform's own library, and such libraries round differently. The methods
//! are those of the reference implementation: for the logarithm the one of Sun's fdlibm (a series in `f / (2 + f)`),
//! for powers repeated squaring.

/// The coefficients of the series for the logarithm.
const SERIES: [f64; 7] = [
    6.666_666_666_666_735e-1,
    3.999_999_999_940_942e-1,
    2.857_142_874_366_239e-1,
    2.222_219_843_214_978_4e-1,
    1.818_357_216_161_805e-1,
    1.531_383_769_920_937_3e-1,
    1.479_819_860_511_658_6e-1,
];

/// The logarithm of 2 in two parts. The first part has few bits, so that its product with an exponent is exact.
const LN_2: (f64, f64) = (6.931_471_803_691_238e-1, 1.908_214_929_270_587_7e-10);

/// The natural logarithm.
pub(super) fn logarithm(number: f64) -> f64 {
    if number < 0.0 {
        return f64::NAN;
    }
    if number == 0.0 {
        return f64::NEG_INFINITY;
    }
    if !number.is_finite() {
        return number;
    }
    let (mut mantissa, mut exponent) = split(number);
    if mantissa < std::f64::consts::FRAC_1_SQRT_2 {
        mantissa *= 2.0;
        exponent -= 1;
    }
    let part = mantissa - 1.0;
    let exponent = f64::from(exponent);
    let ratio = part / (2.0 + part);
    let square = ratio * ratio;
    let fourth = square * square;
    let [first, rest @ ..] = SERIES;
    let odd = square * (first + fourth * (rest[1] + fourth * (rest[3] + fourth * rest[5])));
    let even = fourth * (rest[0] + fourth * (rest[2] + fourth * rest[4]));
    let half_square = 0.5 * part * part;
    let rest = ratio * (half_square + (odd + even)) + exponent * LN_2.1;
    exponent * LN_2.0 - ((half_square - rest) - part)
}

/// A number to a power.
#[expect(
    clippy::float_cmp,
    reason = "the special cases are those of exact values"
)]
pub(super) fn power(number: f64, power: f64) -> f64 {
    if power == 0.0 || number == 1.0 {
        return 1.0;
    }
    if power == 1.0 {
        return number;
    }
    let magnitude = power.abs();
    let is_special = number == 0.0 || !number.is_finite() || !power.is_finite();
    // A power of this magnitude is an even integer, and the result is 0 or infinite, or 1 for -1.
    if is_special || magnitude >= 9.3e18 {
        return number.powf(power);
    }
    if magnitude == 0.5 {
        let root = number.sqrt();
        return if power < 0.0 { 1.0 / root } else { root };
    }
    let (mut whole, mut fraction) = (magnitude.trunc(), magnitude.fract());
    if fraction != 0.0 && number < 0.0 {
        return f64::NAN;
    }
    let mut result = 1.0;
    if fraction != 0.0 {
        if fraction > 0.5 {
            fraction -= 1.0;
            whole += 1.0;
        }
        result = (fraction * logarithm(number)).exp();
    }
    let mut exponent: i64 = 0;
    let (mut square, mut square_exponent) = split(number);
    while whole > 0.0 {
        if square_exponent.unsigned_abs() > 1 << 12 {
            exponent += i64::from(square_exponent);
            break;
        }
        let half = (whole / 2.0).trunc();
        if half * 2.0 != whole {
            result *= square;
            exponent += i64::from(square_exponent);
        }
        whole = half;
        square *= square;
        square_exponent *= 2;
        if square < 0.5 {
            square += square;
            square_exponent -= 1;
        }
    }
    if power < 0.0 {
        return scaled(1.0 / result, -exponent);
    }
    scaled(result, exponent)
}

/// Splits a finite number into a mantissa, whose magnitude is at least 0.5 and less than 1, and an exponent of 2.
fn split(number: f64) -> (f64, i32) {
    const BITS: u32 = 52;
    const MASK: u64 = 0x7ff << BITS;
    if number == 0.0 {
        return (number, 0);
    }
    if number.abs() < f64::MIN_POSITIVE {
        let (mantissa, exponent) = split(number * f64::from(1_u32 << 30) * f64::from(1_u32 << 30));
        return (mantissa, exponent - 60);
    }
    let bits = number.to_bits();
    let exponent = i32::try_from((bits & MASK) >> BITS).unwrap_or_default() - 1022;
    (f64::from_bits(bits & !MASK | 1022 << BITS), exponent)
}

/// A number times a power of 2, in steps that are powers of 2 themselves.
fn scaled(mut number: f64, exponent: i64) -> f64 {
    /// Maximum magnitude of the exponent. Beyond it, the result is 0 or infinite anyway.
    const MOST: i64 = 3000;
    let mut exponent = exponent.clamp(-MOST, MOST);
    while exponent != 0 {
        let step = exponent.clamp(-1000, 1000);
        let bits = u64::try_from(step + 1023).unwrap_or_default() << 52;
        number *= f64::from_bits(bits);
        exponent -= step;
    }
    number
}
