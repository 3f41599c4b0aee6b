//! The small form of numbers, and the arithmetic that stays within it.
//!
//! If a result does not have the small form, the functions here return `None`, and the arithmetic of
//! [`Number`] computes it.

use std::cmp::Ordering;

use super::{MAX_SMALL_SCALE, Number, NumberRepr, POWERS_OF_TEN};

/// The number `coefficient × 10^-places`, with as few places as possible, at most 18.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Small {
    pub(crate) coefficient: i64,
    pub(crate) places: u8,
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
            Some(point) => u8::try_from(length - point).ok()?,
            None if length == 0 => return None,
            None => 0,
        };
        Some((Small::reduced(coefficient, places)?, length))
    }

    /// The number without trailing zeros, if it is small then.
    fn reduced(mut coefficient: i64, mut places: u8) -> Option<Small> {
        while places > 0 && coefficient % 10 == 0 {
            coefficient /= 10;
            places -= 1;
        }
        let small = Small {
            coefficient,
            places,
        };
        (places <= MAX_SMALL_SCALE).then_some(small)
    }

    /// The number as an integer, if it has no decimal places.
    pub(crate) fn integer(self) -> Option<i64> {
        (self.places == 0).then_some(self.coefficient)
    }

    /// The coefficients of both numbers at the same number of places, the higher of the two.
    #[inline]
    fn aligned(self, other: Small) -> Option<(i64, i64, u8)> {
        let scaled = |small: Small, places: u8| {
            let missing = usize::from(places - small.places);
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
        Small::reduced(left.checked_add(right)?, places)
    }

    pub(crate) fn checked_sub(self, other: Small) -> Option<Small> {
        let (left, right, places) = self.aligned(other)?;
        Small::reduced(left.checked_sub(right)?, places)
    }

    pub(crate) fn checked_mul(self, other: Small) -> Option<Small> {
        let coefficient = self.coefficient.checked_mul(other.coefficient)?;
        Small::reduced(coefficient, self.places + other.places)
    }

    /// The quotient by long division, if it is exact. `None` for a division by 0.
    pub(crate) fn checked_div(self, other: Small) -> Option<Small> {
        let (dividend, divisor) = (self.coefficient, other.coefficient);
        let mut coefficient = dividend.checked_div(divisor)?;
        let mut remainder = dividend % divisor;
        // Each further digit adds a place to those that the coefficients have between them. The last digit is
        // not zero.
        let mut places = i16::from(self.places) - i16::from(other.places);
        while remainder != 0 {
            if places == i16::from(MAX_SMALL_SCALE) {
                return None;
            }
            let tenfold = remainder.checked_mul(10)?;
            coefficient = coefficient
                .checked_mul(10)?
                .checked_add(tenfold / divisor)?;
            remainder = tenfold % divisor;
            places += 1;
        }
        if let Ok(places) = u8::try_from(places) {
            return Some(Small {
                coefficient,
                places,
            });
        }
        let power = *POWERS_OF_TEN.get(usize::from(places.unsigned_abs()))?;
        Some(Small {
            coefficient: coefficient.checked_mul(power)?,
            places: 0,
        })
    }

    /// The remainder of the division that rounds towards zero. `None` for a division by 0.
    pub(crate) fn checked_rem(self, other: Small) -> Option<Small> {
        let (dividend, divisor, places) = self.aligned(other)?;
        Small::reduced(dividend.checked_rem(divisor)?, places)
    }

    /// The order of the numbers, if the aligned coefficients fit.
    pub(crate) fn checked_cmp(self, other: Small) -> Option<Ordering> {
        let (left, right, _) = self.aligned(other)?;
        Some(left.cmp(&right))
    }
}

impl Number {
    /// The number as plain data, if it is of the small form.
    #[inline]
    pub(crate) fn as_small(&self) -> Option<Small> {
        match self.0 {
            // The scale of the small form always fits into a byte.
            NumberRepr::Small { coefficient, scale } => Some(Small {
                coefficient,
                places: scale,
            }),
            _ => None,
        }
    }

    /// The number as an integer, if it is an integer of the small form.
    #[inline]
    pub(crate) fn as_small_integer(&self) -> Option<i64> {
        self.as_small()?.integer()
    }

    /// Applies an operation of the small form.
    #[inline]
    pub(super) fn in_small_form(
        &self,
        operation: impl FnOnce(Small, Small) -> Option<Small>,
        other: &Number,
    ) -> Option<Number> {
        operation(self.as_small()?, other.as_small()?).map(Number::from)
    }
}

impl From<Small> for Number {
    #[inline]
    fn from(small: Small) -> Self {
        Number(NumberRepr::Small {
            coefficient: small.coefficient,
            scale: small.places,
        })
    }
}
