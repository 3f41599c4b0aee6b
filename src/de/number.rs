//! Conversion of written or evaluated numbers to the number types of Rust.
//!
//! Integers convert exactly or not at all, floats to the nearest. Most numbers of a configuration have few digits, and
//! the parser has already read them ([`Small`](crate::number::Small)).

use std::fmt;

use serde::de::Visitor;

use crate::diagnostic::{Code, Diagnostic};
use crate::error::{Category, Error, Result};
use crate::number::{Exact, Number, NumberError, NumberErrorKind};
use crate::quote::shortened;

/// Any integer of up to this many decimal digits fits an `i64`.
const FEW_DIGITS: usize = 18;

/// A float whose text is no longer than this has no more digits than any `f64` keeps.
const EXACT_DIGITS: usize = 16;

/// A number as it is written: a text that [`Number`] parses, and whether a minus sign precedes it.
#[derive(Clone, Copy)]
pub(super) struct NumberText<'s> {
    pub(super) text: &'s str,
    pub(super) negative: bool,
}

impl<'s> NumberText<'s> {
    /// A string that may be a number.
    pub(super) fn string(text: &'s str) -> Self {
        NumberText {
            text,
            negative: false,
        }
    }

    pub(super) fn number(self) -> Result<Number, NumberError> {
        let number: Number = self.text.parse()?;
        Ok(if self.negative { -number } else { number })
    }

    pub(super) fn integer<T: TryFrom<Number, Error = NumberError>>(self) -> Result<T, NumberError> {
        T::try_from(self.number()?)
    }

    /// Whether the number is an integer of few digits, which fits an `i64`.
    pub(super) fn is_short_integer(self) -> bool {
        self.text.len() <= FEW_DIGITS && !self.is_float()
    }

    /// Returns the text of the number, if it is written as HCL converts it to a string.
    pub(super) fn canonical(self) -> Option<&'s str> {
        let has_zeros = self.text.len() > 1 && self.text.starts_with('0');
        let is_canonical = self.is_short_integer() && !self.negative && !has_zeros;
        is_canonical.then_some(self.text)
    }

    /// Whether the number is written with a point or an exponent.
    fn is_float(self) -> bool {
        self.text.bytes().any(|byte| !byte.is_ascii_digit())
    }
}

/// A number, written or evaluated.
pub(super) enum Numeral<'de> {
    Text(NumberText<'de>),
    Evaluated(Number),
}

impl<'de> Numeral<'de> {
    pub(super) fn number(self) -> Result<Number, NumberError> {
        match self {
            Numeral::Text(written) => written.number(),
            Numeral::Evaluated(number) => Ok(number),
        }
    }

    pub(super) fn integer<T: TryFrom<Number, Error = NumberError>>(
        &self,
    ) -> Result<T, NumberError> {
        match self {
            Numeral::Text(written) => written.integer(),
            Numeral::Evaluated(number) => T::try_from(number.clone()),
        }
    }

    pub(super) fn f32(&self) -> Result<f32, NumberError> {
        match self {
            Numeral::Text(written) => written.f32(),
            Numeral::Evaluated(number) => f32::try_from(number),
        }
    }

    pub(super) fn f64(&self) -> Result<f64, NumberError> {
        match self {
            Numeral::Text(written) => written.f64(),
            Numeral::Evaluated(number) => f64::try_from(number),
        }
    }

    /// Returns the number for a type that accepts anything: as a float if it is written with a point or an exponent or
    /// is not a whole number, otherwise as the smallest integer type that holds it. It is never rounded: an error if
    /// that type does not hold it exactly.
    pub(super) fn natural(&self) -> Result<Exact> {
        match self {
            Numeral::Text(written) => {
                if !written.is_float() {
                    return natural_integer(&written.number().map_err(unsuitable)?);
                }
                let float = written.f64().map_err(unsuitable)?;
                if written.text.len() <= EXACT_DIGITS && float.is_normal() {
                    return Ok(Exact::F64(float));
                }
                natural_float(float, &written.number().map_err(unsuitable)?)
            }
            Numeral::Evaluated(number) if number.is_integer() => natural_integer(number),
            Numeral::Evaluated(number) => {
                natural_float(f64::try_from(number).map_err(unsuitable)?, number)
            }
        }
    }

    /// Gives the visitor of a [`Number`] the number with every digit.
    pub(super) fn visit_exact<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self {
            Numeral::Text(NumberText { text, negative }) if !negative => {
                visitor.visit_borrowed_str(text)
            }
            Numeral::Text(NumberText { text, .. }) => visitor.visit_string(format!("-{text}")),
            Numeral::Evaluated(number) => Err(Error::handover(number)),
        }
    }
}

/// Writes the number as it is in the source, or an evaluated one as HCL converts it to a string.
impl fmt::Display for Numeral<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Numeral::Text(written) => {
                formatter.write_str(if written.negative { "-" } else { "" })?;
                formatter.write_str(written.text)
            }
            Numeral::Evaluated(number) => number.fmt(formatter),
        }
    }
}

fn natural_integer(number: &Number) -> Result<Exact> {
    number.exact_integer().ok_or_else(|| too_wide(number))
}

/// Returns the float that a number was converted to, if its shortest digits are those of the number, so that nothing is
/// lost.
fn natural_float(float: f64, number: &Number) -> Result<Exact> {
    if number.is_equal_to(float) {
        Ok(Exact::F64(float))
    } else {
        Err(too_many_digits(number))
    }
}

/// Conversion to the nearest float. Rust's own parser rounds correctly, but accepts "inf", and returns zero or infinity
/// for a number out of range: its result is used only if it is a normal float. A literal keeps the sign of a zero,
/// which [`Number`] does not have.
macro_rules! floats {
    ($($float:ident)*) => {
        impl NumberText<'_> {$(
            pub(super) fn $float(self) -> Result<$float, NumberError> {
                let magnitude = match self.text.parse::<$float>() {
                    Ok(float) if float.is_normal() => float,
                    _ => $float::try_from(self.text.parse::<Number>()?)?,
                };
                Ok(if self.negative { -magnitude } else { magnitude })
            }
        )*}
    };
}

floats!(f32 f64);

/// The error of a number that does not fit the requested type.
#[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` calls")]
pub(super) fn unsuitable(error: NumberError) -> Error {
    let code = match error.kind() {
        NumberErrorKind::Fraction => Code::WholeNumberRequired,
        NumberErrorKind::Syntax => Code::InvalidNumber,
        _ => Code::NumberOutOfRange,
    };
    let mut unsuitable = Diagnostic::of(code, error.to_string());
    if let Some(requirement) = error.requirement() {
        unsuitable = unsuitable.with_expectation(format!("Expected {requirement}."));
    }
    Error::new(Category::Data, unsuitable)
}

fn too_wide(number: &Number) -> Error {
    let detail = format!(
        "The number {} has more than 128 bits.",
        shortened(&number.to_string())
    );
    Error::of(Code::NumberOutOfRange, detail).with_note(
        "No integer type holds the number. Decode it into \"hcl::Number\" or into a string.",
    )
}

fn too_many_digits(number: &Number) -> Error {
    let detail = format!(
        "The number {} has more digits than can be kept here, and it is not rounded. Write it with up to 15 digits.",
        shortened(&number.to_string())
    );
    Error::of(Code::NumberWithTooManyDigits, detail)
    .with_note("Serde buffers it as an f64. Decode it into \"hcl::Number\", or into f64 to have it rounded.")
}

/// Calls a macro with a row for each number type of serde: the request, the visit, and the method that reads the
/// number, which every source of numbers has: [`NumberText`], [`Numeral`] and [`Small`](crate::number::Small).
macro_rules! for_each_number {
    ($callback:ident) => {
        $callback! {
            deserialize_u8 visit_u8 integer,
            deserialize_u16 visit_u16 integer,
            deserialize_u32 visit_u32 integer,
            deserialize_u64 visit_u64 integer,
            deserialize_u128 visit_u128 integer,
            deserialize_i8 visit_i8 integer,
            deserialize_i16 visit_i16 integer,
            deserialize_i32 visit_i32 integer,
            deserialize_i64 visit_i64 integer,
            deserialize_i128 visit_i128 integer,
            deserialize_f32 visit_f32 f32,
            deserialize_f64 visit_f64 f64,
        }
    };
}

pub(super) use for_each_number;
