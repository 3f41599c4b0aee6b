//! `Number`: text, arithmetic, order, conversions and serde.
//!
//! The properties at the end are checked for numbers of a fixed pseudo-random sequence, so that a failure can be
//! reproduced.

#[path = "support/random.rs"]
mod random;

use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use bigdecimal::BigDecimal;
use hcl::{Number, NumberError, NumberErrorKind};
use random::Random;
use serde_derive::{Deserialize, Serialize};

fn number(text: &str) -> Number {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn kind<T: std::fmt::Debug>(result: Result<T, NumberError>) -> NumberErrorKind {
    result.expect_err("it has no result").kind()
}

fn hash(number: &Number) -> u64 {
    let mut hasher = DefaultHasher::new();
    number.hash(&mut hasher);
    hasher.finish()
}

#[test]
fn is_small_and_shared_between_threads() {
    fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<Number>();
    assert!(size_of::<Number>() <= 16);
    assert!(size_of::<Option<Number>>() <= 16);
    assert!(size_of::<Result<Number, NumberError>>() <= 16);
    assert!(size_of::<hcl::Value>() <= 24);
}

#[test]
fn prints_every_digit_without_exponent() {
    let many_zeros = "0".repeat(10_000);
    for (text, printed) in [
        ("0", "0"),
        ("-0", "0"),
        ("-0.00", "0"),
        ("0e999999999999", "0"),
        ("007", "7"),
        ("1e3", "1000"),
        ("1E+3", "1000"),
        ("1.50", "1.5"),
        ("-1.50", "-1.5"),
        ("+1", "1"),
        (".5", "0.5"),
        ("-.5e1", "-5"),
        ("5.", "5"),
        ("1.e5", "100000"),
        ("1.5e-3", "0.0015"),
        ("-0.05", "-0.05"),
        ("9223372036854775807", "9223372036854775807"),
        ("9223372036854775808", "9223372036854775808"),
        ("-9223372036854775808", "-9223372036854775808"),
        ("-9223372036854775809", "-9223372036854775809"),
        ("1e18", "1000000000000000000"),
        ("1e19", "10000000000000000000"),
        ("1e-18", "0.000000000000000001"),
        ("1e-19", "0.0000000000000000001"),
        (
            "123456789012345678901234567890.5",
            "123456789012345678901234567890.5",
        ),
        ("1e10000", &format!("1{many_zeros}")),
        ("1e-10000", &format!("0.{}1", &many_zeros[1..])),
    ] {
        assert_eq!(number(text).to_string(), printed, "{text}");
        assert_eq!(number(printed), number(text), "{text}");
    }
    assert_eq!(
        format!(
            "{:>6}|{:<6}|{:06}|{:+}",
            number("1.5"),
            number("-2"),
            number("-1.5"),
            number("3")
        ),
        "   1.5|-2    |-001.5|+3"
    );
    assert_eq!(Number::INFINITY.to_string(), "inf");
    assert_eq!(Number::NEG_INFINITY.to_string(), "-inf");
    assert_eq!(format!("{:?}", number("1.50")), "Number(1.5)");
}

#[test]
fn rejects_texts_that_are_not_decimal_numbers() {
    for text in [
        "", " ", " 1", "1 ", "+", "-", ".", "-.", "e5", ".e5", "1e", "1e+", "1e5.5", "1.2.3",
        "--1", "+-1", "0x10", "1_000", "1,5", "inf", "-inf", "infinity", "nan", "NaN", "1p5", "१",
        "1\u{301}", "true",
    ] {
        assert_eq!(
            kind(text.parse::<Number>()),
            NumberErrorKind::Syntax,
            "{text}"
        );
    }
    assert_eq!(
        "0x10".parse::<Number>().unwrap_err().to_string(),
        "\"0x10\" is not a number; write decimal digits, with a fraction or an exponent where needed, such as 10, 1.5 or 2e3."
    );
    assert!(
        "1\n\"2\""
            .parse::<Number>()
            .unwrap_err()
            .to_string()
            .starts_with(r#""1\n\"2\"" is not a number;"#)
    );
    let long = "é".repeat(1_000);
    assert!(long.parse::<Number>().unwrap_err().to_string().len() < 250);
}

#[test]
fn exponents_beyond_the_limit_are_errors() {
    // The test for memory in `tests/budget.rs` shows that no digits are allocated for such exponents.
    let digits = "7".repeat(1_000_000);
    for text in [
        "1e999999999999",
        "-1e-999999999999",
        "1e99999999999999999999999999999999999999",
        "1e10001",
        "10e10000",
        "1e-10001",
        "0.1e-10000",
        &digits,
    ] {
        assert_eq!(kind(text.parse::<Number>()), NumberErrorKind::Exponent);
    }
    assert_eq!(
        kind(format!("0.{digits}").parse::<Number>()),
        NumberErrorKind::Digits
    );

    let large = number("9e10000");
    let tiny = number("1e-10000");
    assert_eq!(kind(large.checked_add(&large)), NumberErrorKind::Exponent);
    assert_eq!(kind(large.checked_mul(&large)), NumberErrorKind::Exponent);
    assert_eq!(kind(large.checked_div(&tiny)), NumberErrorKind::Exponent);
    assert_eq!(kind(tiny.checked_mul(&tiny)), NumberErrorKind::Exponent);
    assert_eq!(large.checked_add(&tiny), Ok(large.clone()));
    assert_eq!(large.checked_sub(&large), Ok(Number::ZERO));
    assert!(-&large < -&tiny && -&tiny < Number::ZERO && Number::ZERO < tiny);
    assert!(tiny < Number::ONE && Number::ONE < large && tiny < large);
    assert_eq!(
        large
            .checked_rem(&number("7e-10000"))
            .map(|rest| rest.is_finite()),
        Ok(true)
    );
    assert_eq!(
        large.checked_mul(&large).unwrap_err().to_string(),
        "The result is out of range; the decimal exponent of a number lies between -10000 and 10000."
    );
}

#[test]
fn literals_keep_more_digits_than_results() {
    let text = format!("0.{}", "123456789".repeat(100));
    assert_eq!(number(&text).to_string(), text);
    assert_eq!((-number(&text)).to_string(), format!("-{text}"));
    let rounded = number(&text).checked_add(&Number::ZERO).unwrap();
    assert_eq!(rounded.to_string().len(), "0.".len() + 155);
}

#[test]
fn arithmetic_is_decimal() {
    for (left, operator, right, result) in [
        ("0.1", '+', "0.2", "0.3"),
        ("9223372036854775807", '+', "1", "9223372036854775808"),
        ("9223372036854775808", '-', "1", "9223372036854775807"),
        ("-9223372036854775808", '-', "1", "-9223372036854775809"),
        ("1", '-', "1e-19", "0.9999999999999999999"),
        (
            "1.000000000000000000001",
            '-',
            "0.000000000000000000001",
            "1",
        ),
        ("1.25", '*', "0.8", "1"),
        (
            "123456789.12",
            '*',
            "1000000000.10",
            "123456789132345678.912",
        ),
        ("99999999999", '*', "99999999999", "9999999999800000000001"),
        ("10", '/', "4", "2.5"),
        ("1", '/', "8", "0.125"),
        ("-9223372036854775808", '/', "-1", "9223372036854775808"),
        ("1", '/', "1048576", "0.00000095367431640625"),
        ("1e30", '/', "1e10", "100000000000000000000"),
        ("11", '%', "5.1", "0.8"),
        ("-7", '%', "3", "-1"),
        ("7", '%', "-3", "1"),
        ("5", '%', "0", "5"),
        ("0", '%', "0", "0"),
        ("0", '/', "1e30", "0"),
        ("1e30", '%', "7", "1"),
        ("-9223372036854775808", '%', "-1", "0"),
    ] {
        let (left, right) = (number(left), number(right));
        let computed = match operator {
            '+' => left.checked_add(&right),
            '-' => left.checked_sub(&right),
            '*' => left.checked_mul(&right),
            '/' => left.checked_div(&right),
            _ => left.checked_rem(&right),
        };
        let computed = computed.unwrap();
        assert_eq!(computed.to_string(), result, "{left} {operator} {right}");
        assert_eq!(computed, number(result), "{left} {operator} {right}");
    }
}

#[test]
fn quotients_multiply_back() {
    for divisor in 1..200 {
        let divisor = Number::from(divisor);
        for dividend in [1, 2, 10, 7, -22, 1_000_003] {
            let dividend = Number::from(dividend);
            let quotient = dividend.checked_div(&divisor).unwrap();
            assert_eq!(
                quotient.checked_mul(&divisor).unwrap(),
                dividend,
                "{dividend} / {divisor}"
            );
        }
    }
    let third = Number::ONE.checked_div(&Number::from(3)).unwrap();
    assert_eq!(third.to_string(), format!("0.{}", "3".repeat(160)));
    let two_thirds = Number::from(2).checked_div(&Number::from(3)).unwrap();
    assert_eq!(two_thirds.to_string(), format!("0.{}7", "6".repeat(159)));
}

#[test]
fn infinities_follow_ieee_without_a_nan() {
    let (inf, minus_inf, two, zero) = (
        Number::INFINITY,
        Number::NEG_INFINITY,
        Number::from(2),
        Number::ZERO,
    );
    assert_eq!(Number::ONE.checked_div(&zero), Ok(inf.clone()));
    assert_eq!(
        Number::from(-1).checked_div(&number("-0")),
        Ok(minus_inf.clone())
    );
    assert_eq!(inf.checked_div(&zero), Ok(inf.clone()));
    assert_eq!(inf.checked_div(&number("-2")), Ok(minus_inf.clone()));
    assert_eq!(two.checked_div(&inf), Ok(zero.clone()));
    assert_eq!(zero.checked_div(&inf), Ok(zero.clone()));
    assert_eq!(inf.checked_add(&inf), Ok(inf.clone()));
    assert_eq!(two.checked_add(&minus_inf), Ok(minus_inf.clone()));
    assert_eq!(two.checked_sub(&minus_inf), Ok(inf.clone()));
    assert_eq!(inf.checked_sub(&two), Ok(inf.clone()));
    assert_eq!(inf.checked_sub(&minus_inf), Ok(inf.clone()));
    assert_eq!(inf.checked_mul(&minus_inf), Ok(minus_inf.clone()));
    assert_eq!(two.checked_rem(&inf), Ok(two.clone()));
    for undefined in [
        zero.checked_div(&zero),
        inf.checked_div(&minus_inf),
        inf.checked_sub(&inf),
        inf.checked_add(&minus_inf),
        inf.checked_mul(&zero),
        inf.checked_rem(&two),
    ] {
        assert_eq!(kind(undefined), NumberErrorKind::Undefined);
    }
    assert_eq!(
        zero.checked_div(&zero).unwrap_err().to_string(),
        "\"0 / 0\" has no defined result."
    );
    assert_eq!(-&inf, minus_inf);
    assert_eq!(minus_inf.abs(), inf);
    assert_eq!(
        (inf.floor(), minus_inf.ceil()),
        (inf.clone(), minus_inf.clone())
    );
    assert!(minus_inf < number("-9e10000") && number("9e10000") < inf && minus_inf < inf);
    assert!(!inf.is_integer() && inf.is_positive() && minus_inf.is_negative());
}

#[test]
fn every_number_has_one_sign() {
    for (text, sign) in [
        ("-0.5", -1),
        ("0", 0),
        ("-0", 0),
        ("0.5", 1),
        ("1e100", 1),
        ("-1e100", -1),
    ] {
        let number = number(text);
        assert_eq!(number.signum(), sign, "{text}");
        assert_eq!(number.is_positive(), sign > 0, "{text}");
        assert_eq!(number.is_negative(), sign < 0, "{text}");
        assert_eq!((-&number).signum(), -sign, "-{text}");
    }
    // Its magnitude does not fit in an `i64`.
    let least = Number::from(i64::MIN);
    assert_eq!(-&least, number("9223372036854775808"));
    assert_eq!(-(-&least), least);
}

#[test]
fn different_numbers_have_different_hashes() {
    let numbers = ["0", "1", "-1", "0.1", "10", "1e100", "1e101"].map(number);
    let infinities = [Number::INFINITY, Number::NEG_INFINITY];
    let hashes: HashSet<u64> = numbers.iter().chain(&infinities).map(hash).collect();
    assert_eq!(hashes.len(), numbers.len() + infinities.len());
}

#[test]
fn integers_beside_a_number() {
    for (text, floor, ceil, trunc) in [
        ("1.5", "1", "2", "1"),
        ("-1.5", "-2", "-1", "-1"),
        ("0.5", "0", "1", "0"),
        ("-0.5", "-1", "0", "0"),
        ("7", "7", "7", "7"),
        ("1e30", "1e30", "1e30", "1e30"),
        ("1e-30", "0", "1", "0"),
        ("-1e-10000", "-1", "0", "0"),
        (
            "12345678901234567890.5",
            "12345678901234567890",
            "12345678901234567891",
            "12345678901234567890",
        ),
        (
            "-12345678901234567899.5",
            "-12345678901234567900",
            "-12345678901234567899",
            "-12345678901234567899",
        ),
    ] {
        let parsed = number(text);
        assert_eq!(parsed.floor(), number(floor), "floor {text}");
        assert_eq!(parsed.ceil(), number(ceil), "ceil {text}");
        assert_eq!(parsed.trunc(), number(trunc), "trunc {text}");
        assert_eq!(parsed.is_integer(), parsed.trunc() == parsed, "{text}");
    }
    let ten = number("10")
        .checked_div(&number("3"))
        .unwrap()
        .checked_mul(&number("3"))
        .unwrap();
    assert_eq!(ten.trunc(), number("10"));
}

#[test]
fn integers_convert_exactly_or_not_at_all() {
    macro_rules! ends {
        ($($integer:ident)*) => {$(
            for integer in [$integer::MIN, 0, 1, $integer::MAX] {
                let converted = Number::from(integer);
                assert_eq!(converted.to_string(), integer.to_string());
                assert_eq!($integer::try_from(&converted), Ok(integer));
                assert_eq!($integer::try_from(number(&integer.to_string())), Ok(integer));
            }
            let above = Number::from($integer::MAX).checked_add(&Number::ONE).unwrap();
            assert_eq!(kind($integer::try_from(&above)), NumberErrorKind::Range);
            let below = Number::from($integer::MIN).checked_sub(&Number::ONE).unwrap();
            assert_eq!(kind($integer::try_from(&below)), NumberErrorKind::Range);
            assert_eq!(kind($integer::try_from(&number("1e10000"))), NumberErrorKind::Range);
            assert_eq!(kind($integer::try_from(&number("0.5"))), NumberErrorKind::Fraction);
            assert_eq!(kind($integer::try_from(&number("1e-30"))), NumberErrorKind::Fraction);
            assert_eq!(kind($integer::try_from(&Number::INFINITY)), NumberErrorKind::Range);
        )*};
    }
    ends!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
    assert_eq!(number("1e20").as_u128(), Some(100_000_000_000_000_000_000));
    assert_eq!(number("1e20").as_i64(), None);
    assert_eq!(
        u8::try_from(&number("1.5")).unwrap_err().to_string(),
        "The number 1.5 has a fraction; a whole number from 0 to 255 is required."
    );
}

#[test]
fn floats_convert_by_their_shortest_digits() {
    for (float, text) in [
        (0.1, "0.1"),
        (-0.0, "0"),
        (1e21, "1000000000000000000000"),
        (1.5e-7, "0.00000015"),
        (9_007_199_254_740_993.0, "9007199254740992"),
    ] {
        assert_eq!(Number::try_from(float).unwrap().to_string(), text);
    }
    assert_eq!(Number::try_from(0.1_f32).unwrap(), number("0.1"));
    assert_eq!(
        kind(Number::try_from(f64::NAN)),
        NumberErrorKind::NotANumber
    );
    assert_eq!(
        Number::try_from(f32::NEG_INFINITY),
        Ok(Number::NEG_INFINITY)
    );
    assert_eq!(f64::try_from(&Number::INFINITY), Ok(f64::INFINITY));
    assert_eq!(
        kind(f64::try_from(&number("1e309"))),
        NumberErrorKind::Range
    );
    assert_eq!(kind(f32::try_from(&number("1e39"))), NumberErrorKind::Range);
    assert_eq!(
        number("-1e309").to_f64().to_bits(),
        f64::NEG_INFINITY.to_bits()
    );
    assert_eq!(number("1e-400").to_f64().to_bits(), 0);
}

#[test]
fn serde_carries_plain_numbers() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(untagged)]
    enum Either {
        Number(Number),
        Text(String),
    }
    for text in [
        "0",
        "-5",
        "1.5",
        "18446744073709551615",
        "-9223372036854775808",
        "0.1",
        "1e-7",
        "1e300",
    ] {
        let json = serde_json::to_string(&number(text)).unwrap();
        assert_eq!(
            serde_json::from_str::<Number>(&json).unwrap(),
            number(text),
            "{json}"
        );
    }
    assert_eq!(
        serde_json::to_string(&Number::from(u128::MAX)).unwrap(),
        u128::MAX.to_string()
    );
    assert_eq!(serde_json::to_string(&number("1e3")).unwrap(), "1000");
    assert!(serde_json::to_string(&number("1234567890123456789012345678901234567890123")).is_err());
    assert!(serde_json::to_string(&Number::INFINITY).is_err());
    assert!(serde_json::to_string(&number("1e400")).is_err());
    let both: Vec<Either> = serde_json::from_str("[1.50, \"1\"]").unwrap();
    assert_eq!(
        both,
        [Either::Number(number("1.5")), Either::Text("1".to_owned())]
    );
    assert!(serde_json::from_str::<Number>("\"1\"").is_err());
    assert!(serde_json::from_str::<Number>("null").is_err());
}

/// The private newtype of a number contains a number itself: neither a string nor another newtype is read there.
#[test]
fn one_newtype_is_around_a_number() {
    use serde_test::{Token, assert_de_tokens, assert_de_tokens_error};

    let newtype = |name| Token::NewtypeStruct { name };
    let private = newtype("$hcl::Number");
    assert_de_tokens(&number("1"), &[private, Token::U8(1)]);
    for plain in [vec![Token::Str("1")], vec![newtype("Other"), Token::U8(1)]] {
        let found = match plain[0] {
            Token::Str(_) => "string \"1\"",
            _ => "newtype struct",
        };
        let error = format!("invalid type: {found}, expected a number");
        assert_de_tokens_error::<Number>(&[vec![private], plain].concat(), &error);
    }
}

/// Returns decimal text with up to 37 digits on each side of a point, sometimes with an exponent, so that products stay
/// exact. Many lengths are close to the limit of the small form.
fn decimal(random: &mut Random) -> String {
    let most = [2, 5, 18, 20, 37][random.below(5)];
    let mut text = String::from(if random.below(2) == 0 { "-" } else { "" });
    for _ in 0..=random.below(most) {
        let digit = random.below(13).saturating_sub(3);
        text.push_str(&digit.to_string());
    }
    if random.below(2) == 0 {
        text.push('.');
        for _ in 0..=random.below(most) {
            let digit = random.below(13).saturating_sub(3);
            text.push_str(&digit.to_string());
        }
    }
    if random.below(3) == 0 {
        let exponent = i64::try_from(random.below(50)).expect("it is below 50") - 25;
        return format!("{text}e{exponent}");
    }
    text
}

#[test]
fn text_round_trips_and_equal_numbers_are_equal_everywhere() {
    let mut random = Random(1);
    for _ in 0..20_000 {
        let text = decimal(&mut random);
        let parsed = number(&text);
        let printed = parsed.to_string();
        assert_eq!(number(&printed), parsed, "{text}");
        assert_eq!(number(&printed).to_string(), printed, "{text}");
        assert!(
            !printed.contains(['e', 'E', '+']) && printed != "-0",
            "{printed}"
        );
        assert_eq!(
            printed.parse::<BigDecimal>().unwrap(),
            text.parse::<BigDecimal>().unwrap(),
            "{text}"
        );
        let zeros = if printed.contains('.') { "000" } else { ".000" };
        let with_zeros = format!("{printed}{zeros}");
        assert_eq!(number(&with_zeros), parsed, "{with_zeros}");
        assert_eq!(hash(&number(&with_zeros)), hash(&parsed), "{with_zeros}");
        assert_eq!(
            parsed.to_f64().to_bits() << 1,
            text.parse::<f64>().unwrap().to_bits() << 1,
            "{text}"
        );
        assert_eq!(
            parsed.to_f32().to_bits() << 1,
            text.parse::<f32>().unwrap().to_bits() << 1,
            "{text}"
        );
    }
}

#[test]
fn huge_and_tiny_numbers_round_trip_through_text() {
    let mut random = Random(3);
    for exponent in [
        -9_900, -4_097, -400, -324, -155, 155, 308, 400, 4_097, 9_900,
    ] {
        for _ in 0..20 {
            let digits = decimal(&mut random);
            let digits = digits.split('e').next().expect("it has a first part");
            let text = format!("{digits}e{exponent}");
            let parsed = number(&text);
            let printed = parsed.to_string();
            assert!(!printed.contains(['e', 'E', '+']), "{text}");
            assert_eq!(number(&printed), parsed, "{text}");
            assert_eq!(number(&printed).to_string(), printed, "{text}");
            assert_eq!(hash(&number(&printed)), hash(&parsed), "{text}");
            let opposite = match printed.strip_prefix('-') {
                Some(magnitude) => magnitude.to_owned(),
                None => format!("-{printed}"),
            };
            assert_eq!(number(&opposite), -&parsed, "{text}");
        }
    }
}

#[test]
fn order_and_arithmetic_agree_with_the_bignum() {
    let mut random = Random(2);
    for _ in 0..20_000 {
        let (left_text, mut right_text) = (decimal(&mut random), decimal(&mut random));
        if random.below(4) == 0 {
            right_text = format!(
                "{}{}",
                number(&left_text),
                if left_text.contains('.') { "1" } else { "" }
            );
        }
        let (left, right) = (number(&left_text), number(&right_text));
        let exact = |text: &str| text.parse::<BigDecimal>().unwrap();
        let (exact_left, exact_right) = (exact(&left_text), exact(&right_text));
        let message = format!("{left} and {right}");
        assert_eq!(left.cmp(&right), exact_left.cmp(&exact_right), "{message}");
        assert_eq!(left == right, exact_left == exact_right, "{message}");

        let sum = left.checked_add(&right).unwrap();
        assert_eq!(sum.checked_sub(&right).unwrap(), left, "{message}");
        assert_eq!(
            exact(&sum.to_string()),
            &exact_left + &exact_right,
            "{message}"
        );
        let difference = left.checked_sub(&right).unwrap();
        assert_eq!(difference, left.checked_add(&-&right).unwrap(), "{message}");
        let product = left.checked_mul(&right).unwrap();
        assert_eq!(
            exact(&product.to_string()),
            &exact_left * &exact_right,
            "{message}"
        );
        if right.is_zero() {
            continue;
        }
        let quotient = left.checked_div(&right).unwrap();
        assert_eq!(quotient.checked_mul(&right).unwrap(), left, "{message}");
        let remainder = left.checked_rem(&right).unwrap();
        assert!(remainder.abs() < right.abs(), "{message}");
        assert!(remainder.signum() * left.signum() >= 0, "{message}");
        assert!(
            left.checked_sub(&remainder)
                .unwrap()
                .checked_div(&right)
                .unwrap()
                .is_integer(),
            "{message}"
        );
    }
}
