//! The small form of numbers, and the arithmetic that stays within it.
//!
//! If a result does not have the small form, the functions here return `None`, and the arithmetic of
//! [`Number`](super::Number) computes it.

use std::cmp::Ordering;

/// Maximum number of decimal places in the small form: `10^18` fits into an `i64`.
const MAX_SMALL_SCALE: u8 = 18;

/// `10^n` at the index `n`, for every scale of the small form.
pub(super) const POWERS_OF_TEN: [i64; MAX_SMALL_SCALE as usize + 1] = {
    let mut powers = [1; MAX_SMALL_SCALE as usize + 1];
    let mut index = 1;
    while index < powers.len() {
        powers[index] = powers[index - 1] * 10;
        index += 1;
    }
    powers
};

/// The number `coefficient × 10^-places`, with as few places as possible.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Small {
    pub(crate) coefficient: i64,
    pub(crate) places: Places,
}

/// Declares [`Places`] with a name for each count.
macro_rules! places {
    ($($count:ident)*) => {
        /// A count of decimal places, from 0 to [`MAX_SMALL_SCALE`].
        ///
        /// It takes a whole word. The words that are not a count are niches, which distinguish other numbers and other
        /// values. A value therefore consists of two words, which stay in registers, or are stored and loaded as a
        /// whole: a processor stalls when it loads a word of which it has just stored a single byte.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(usize)]
        pub(crate) enum Places {
            $($count),*
        }

        impl Places {
            const ALL: [Places; MAX_SMALL_SCALE as usize + 1] = [$(Places::$count),*];
        }
    };
}

places! { P0 P1 P2 P3 P4 P5 P6 P7 P8 P9 P10 P11 P12 P13 P14 P15 P16 P17 P18 }

impl Places {
    /// The places of an integer.
    pub(crate) const NONE: Places = Places::P0;

    /// `count` places, if the small form can have as many.
    pub(crate) fn new(count: usize) -> Option<Places> {
        Places::ALL.get(count).copied()
    }

    /// The number of places.
    pub(crate) const fn count(self) -> usize {
        self as usize
    }

    /// `10^places`.
    pub(crate) const fn power(self) -> i64 {
        POWERS_OF_TEN[self as usize]
    }
}

impl Small {
    /// Parses a `NumericLit` with few digits and without an exponent.
    pub(crate) fn parse_literal(text: &[u8]) -> Option<Small> {
        let (small, length) = Small::parse_prefix(text)?;
        (length == text.len()).then_some(small)
    }

    /// Parses such a number at the beginning of a text. Returns it with the number of bytes of its digits and
    /// its point.
    #[inline]
    pub(crate) fn parse_prefix(text: &[u8]) -> Option<(Small, usize)> {
        let mut coefficient: i64 = 0;
        let mut point = None;
        let mut length = 0;
        for byte in text {
            match byte {
                b'0'..=b'9' | b'.' if length == usize::from(MAX_SMALL_SCALE) => return None,
                b'0'..=b'9' => coefficient = coefficient * 10 + i64::from(byte - b'0'),
                b'.' if point.is_none() && length > 0 => point = Some(length + 1),
                _ => break,
            }
            length += 1;
        }
        let places = match point {
            Some(point) if point == length => return None,
            Some(point) => length - point,
            None if length == 0 => return None,
            None => 0,
        };
        Some((Small::reduced(coefficient, places)?, length))
    }

    /// The number without trailing zeros, if it then has the small form.
    pub(super) fn reduced(mut coefficient: i64, mut places: usize) -> Option<Small> {
        while places > 0 && coefficient % 10 == 0 {
            coefficient /= 10;
            places -= 1;
        }
        Some(Small {
            coefficient,
            places: Places::new(places)?,
        })
    }

    /// The number without trailing zeros.
    fn canonical(coefficient: i64, places: Places) -> Option<Small> {
        if places == Places::NONE {
            return Some(Small {
                coefficient,
                places,
            });
        }
        Small::reduced(coefficient, places.count())
    }

    /// The number as an integer, if it is one and the type holds it.
    #[inline]
    pub(crate) fn integer<T: TryFrom<i64>>(self) -> Option<T> {
        match self.places {
            Places::NONE => T::try_from(self.coefficient).ok(),
            _ => None,
        }
    }

    /// The nearest float, if one operation computes it: the result is then rounded only once.
    #[expect(
        clippy::cast_precision_loss,
        reason = "an integer is rounded to nearest, and both parts of a fraction are exact"
    )]
    #[inline]
    pub(crate) fn f64(self) -> Option<f64> {
        let is_exact = self.coefficient.unsigned_abs() < 1 << f64::MANTISSA_DIGITS;
        let coefficient = self.coefficient as f64;
        match self.places {
            Places::NONE => Some(coefficient),
            places => is_exact.then(|| coefficient / places.power() as f64),
        }
    }

    /// The nearest float, if one operation computes it, like [`Small::f64`].
    #[expect(
        clippy::cast_precision_loss,
        reason = "an integer is rounded to nearest, and both parts of a fraction are exact"
    )]
    #[inline]
    pub(crate) fn f32(self) -> Option<f32> {
        // A power of ten is exact up to 10^10.
        let is_exact = self.coefficient.unsigned_abs() < 1 << f32::MANTISSA_DIGITS
            && self.places <= Places::P10;
        let coefficient = self.coefficient as f32;
        match self.places {
            Places::NONE => Some(coefficient),
            places => is_exact.then(|| coefficient / places.power() as f32),
        }
    }

    /// The number of places as the scale of a bignum.
    pub(super) fn scale(self) -> i64 {
        // At most 18.
        self.places as i64
    }

    /// The coefficients of both numbers, scaled to the same number of places, and that number: the higher of the two.
    fn aligned(self, other: Small) -> Option<(i64, i64, Places)> {
        let scaled = |small: Small, places: Places| {
            let missing = places.count() - small.places.count();
            small.coefficient.checked_mul(*POWERS_OF_TEN.get(missing)?)
        };
        match self.places.cmp(&other.places) {
            Ordering::Equal => Some((self.coefficient, other.coefficient, self.places)),
            Ordering::Less => Some((scaled(self, other.places)?, other.coefficient, other.places)),
            Ordering::Greater => Some((self.coefficient, scaled(other, self.places)?, self.places)),
        }
    }

    pub(crate) fn checked_add(self, other: Small) -> Option<Small> {
        let (left, right, places) = self.aligned(other)?;
        Small::canonical(left.checked_add(right)?, places)
    }

    pub(crate) fn checked_sub(self, other: Small) -> Option<Small> {
        let (left, right, places) = self.aligned(other)?;
        Small::canonical(left.checked_sub(right)?, places)
    }

    pub(crate) fn checked_mul(self, other: Small) -> Option<Small> {
        let coefficient = self.coefficient.checked_mul(other.coefficient)?;
        Small::reduced(coefficient, self.places.count() + other.places.count())
    }

    /// The quotient by long division, if it is exact. `None` for a division by 0.
    pub(crate) fn checked_div(self, other: Small) -> Option<Small> {
        let (dividend, divisor) = (self.coefficient, other.coefficient);
        let mut coefficient = dividend.checked_div(divisor)?;
        let mut remainder = dividend % divisor;
        // The number of places of this quotient is that of the dividend minus that of the divisor. Each further digit
        // adds a place. The last digit is not zero.
        let mut places = self.places.count().cast_signed() - other.places.count().cast_signed();
        while remainder != 0 {
            if places == isize::from(MAX_SMALL_SCALE.cast_signed()) {
                return None;
            }
            let tenfold = remainder.checked_mul(10)?;
            coefficient = coefficient
                .checked_mul(10)?
                .checked_add(tenfold / divisor)?;
            remainder = tenfold % divisor;
            places += 1;
        }
        if let Ok(places) = usize::try_from(places) {
            return Some(Small {
                coefficient,
                places: Places::new(places)?,
            });
        }
        let power = *POWERS_OF_TEN.get(places.unsigned_abs())?;
        Some(Small {
            coefficient: coefficient.checked_mul(power)?,
            places: Places::NONE,
        })
    }

    /// The remainder of the division that rounds towards zero. `None` for a division by 0.
    pub(crate) fn checked_rem(self, other: Small) -> Option<Small> {
        let (dividend, divisor, places) = self.aligned(other)?;
        Small::canonical(dividend.checked_rem(divisor)?, places)
    }

    /// The order of the numbers, if the aligned coefficients fit.
    pub(crate) fn checked_cmp(self, other: Small) -> Option<Ordering> {
        let (left, right, _) = self.aligned(other)?;
        Some(left.cmp(&right))
    }
}
