//! Errors of numbers.

use std::fmt;

use super::Number;
use crate::diagnostic::{Code, Diagnostic};
use crate::error::{Category, Error};
use crate::quote::{quote, shortened};

/// An error in parsing, computing or converting a number.
///
/// It is displayed as sentences that name the number and explain the error.
///
/// ```
/// use hcl::{Number, NumberErrorKind};
///
/// let error = u16::try_from(&Number::from(70_000)).expect_err("it is too large");
/// assert_eq!(error.kind(), NumberErrorKind::Range);
/// assert_eq!(
///     error.to_string(),
///     "The number 70000 is out of range; a whole number from 0 to 65535 is required.",
/// );
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct NumberError(Box<NumberErrorData>);

/// The boxed content keeps a `Result<Number, NumberError>` at the size of a number.
#[derive(Clone, PartialEq, Eq)]
struct NumberErrorData {
    kind: NumberErrorKind,
    message: String,
    /// The requirement in words, if it is known. It does not contain the number that was found.
    requirement: Option<String>,
}

/// The kind of a [`NumberError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NumberErrorKind {
    /// The text is not a decimal number.
    Syntax,
    /// The decimal exponent of a text or of a result is beyond ±10,000.
    Exponent,
    /// A text has more significant digits than a number may have.
    Digits,
    /// The float is not a number.
    NotANumber,
    /// The operation has no defined result, such as `0/0`.
    Undefined,
    /// The number has a fraction, but an integer is required.
    Fraction,
    /// The number is outside the range of the required type.
    Range,
}

impl NumberError {
    /// The kind of the error.
    pub fn kind(&self) -> NumberErrorKind {
        self.0.kind
    }

    fn new(kind: NumberErrorKind, message: String) -> Self {
        NumberError(Box::new(NumberErrorData {
            kind,
            message,
            requirement: None,
        }))
    }

    /// The requirement in words, if it is known. It does not contain the number that was found.
    pub(crate) fn requirement(&self) -> Option<&str> {
        self.0.requirement.as_deref()
    }

    pub(super) fn syntax(text: &str) -> Self {
        let message = format!(
            "{} is not a number; write decimal digits, with a fraction or an exponent where needed, \
             such as 10, 1.5 or 2e3.",
            quote(text)
        );
        Self::new(NumberErrorKind::Syntax, message)
    }

    pub(super) fn literal_exponent(text: &str) -> Self {
        let message = format!(
            "The number {} is out of range; a decimal exponent lies between -10000 and 10000.",
            shortened(text)
        );
        Self::new(NumberErrorKind::Exponent, message)
    }

    pub(super) fn result_exponent() -> Self {
        let message = "The result is out of range; the decimal exponent of a number lies between \
                       -10000 and 10000."
            .to_owned();
        Self::new(NumberErrorKind::Exponent, message)
    }

    pub(super) fn digits(text: &str, limit: usize) -> Self {
        let message = format!(
            "The number {} has too many digits; at most {limit} significant digits are allowed.",
            shortened(text)
        );
        Self::new(NumberErrorKind::Digits, message)
    }

    pub(super) fn not_a_number() -> Self {
        let message = "The float is NaN, which is not a number in HCL.".to_owned();
        Self::new(NumberErrorKind::NotANumber, message)
    }

    pub(super) fn undefined(left: &Number, operator: &str, right: &Number) -> Self {
        let message = format!(
            "\"{} {operator} {}\" has no defined result.",
            shortened(&left.to_string()),
            shortened(&right.to_string())
        );
        Self::new(NumberErrorKind::Undefined, message)
    }

    pub(super) fn integer(number: &Number, range: [&dyn fmt::Display; 2]) -> Self {
        let text = number.to_string();
        let quoted = shortened(&text);
        let (kind, failure) = if !number.is_finite() {
            let failure =
                "The number is infinite, such as the result of a division by 0".to_owned();
            (NumberErrorKind::Range, failure)
        } else if number.is_integer() {
            (
                NumberErrorKind::Range,
                format!("The number {quoted} is out of range"),
            )
        } else {
            let failure = format!("The number {quoted} has a fraction");
            (NumberErrorKind::Fraction, failure)
        };
        let [least, greatest] = range;
        let requirement = format!("a whole number from {least} to {greatest}");
        let mut error = Self::new(kind, format!("{failure}; {requirement} is required."));
        error.0.requirement = Some(requirement);
        error
    }

    pub(super) fn float(number: &Number, greatest: f64) -> Self {
        let message = format!(
            "The number {} is out of range; the greatest possible is about {greatest:.1e}.",
            shortened(&number.to_string())
        );
        Self::new(NumberErrorKind::Range, message)
    }

    pub(super) fn float_digits(number: &Number) -> Self {
        let message = format!(
            "The integer {} has more digits than a float keeps and more bits than an integer type \
             has; convert it to a string first.",
            shortened(&number.to_string())
        );
        Self::new(NumberErrorKind::Range, message)
    }
}

impl fmt::Display for NumberError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0.message)
    }
}

impl fmt::Debug for NumberError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("NumberError")
            .field("kind", &self.0.kind)
            .field("message", &self.0.message)
            .finish()
    }
}

impl std::error::Error for NumberError {}

/// An error of [`Category::Data`] without a place; [`Error::at`] adds one.
impl From<NumberError> for Error {
    fn from(error: NumberError) -> Self {
        let diagnostic = Diagnostic::of(Code::InvalidNumber, error.0.message);
        Error::new(Category::Data, diagnostic)
    }
}
