//! Verbs of format strings (`%-8s`), and the text of numbers that verbs require.
//!
//! The syntax is that of the reference implementation: `%`, flags, a width, a precision after a dot, the position of an
//! argument in brackets, and a letter. A width counts characters (grapheme clusters), whereas the reference
//! implementation counts code points.

use std::iter::Peekable;
use std::str::CharIndices;

use unicode_segmentation::UnicodeSegmentation as _;

use crate::function::FunctionError;
use crate::number::Number;

/// The greatest width and precision.
const MAX_WIDTH: usize = 1_000_000;

pub(super) enum FormatPart<'f> {
    /// Text that stays as it is.
    Literal(&'f str),
    Verb(Verb<'f>),
}

/// How to format an argument.
#[derive(Clone, Copy)]
pub(super) struct Verb<'f> {
    /// The verb as it is written.
    pub(super) text: &'f str,
    /// Byte offset of the verb in the format string.
    pub(super) offset: usize,
    pub(super) mode: char,
    /// The position of the argument, counted from 0, if the verb names one.
    pub(super) argument: Option<usize>,
    flags: &'f str,
    width: Option<usize>,
    pub(super) precision: Option<usize>,
}

/// The parts of a format string, one after the other.
pub(super) struct FormatParts<'f> {
    format: &'f str,
    characters: Peekable<CharIndices<'f>>,
}

impl<'f> FormatParts<'f> {
    pub(super) fn of(format: &'f str) -> Self {
        FormatParts {
            format,
            characters: format.char_indices().peekable(),
        }
    }

    /// Byte offset of the next character.
    fn offset(&mut self) -> usize {
        let next = self.characters.peek();
        next.map_or(self.format.len(), |(offset, _)| *offset)
    }

    /// The next character if it is one of these.
    fn take(&mut self, is_wanted: fn(char) -> bool) -> Option<char> {
        let next = self.characters.next_if(|(_, it)| is_wanted(*it));
        next.map(|(_, it)| it)
    }

    /// A number, if there are digits.
    fn number(&mut self) -> Result<Option<usize>, FunctionError> {
        let mut number = None;
        while let Some(digit) = self.take(|it| it.is_ascii_digit()) {
            let digit = digit as usize - '0' as usize;
            let value = number.unwrap_or(0) * 10 + digit;
            if value > MAX_WIDTH {
                let message = format!("a number in the format is greater than {MAX_WIDTH}");
                return Err(FunctionError::argument(0, message));
            }
            number = Some(value);
        }
        Ok(number)
    }

    /// Reads the rest of a verb, after the `%`.
    fn verb(&mut self, offset: usize) -> Result<FormatPart<'f>, FunctionError> {
        if self.take(|it| it == '%').is_some() {
            return Ok(FormatPart::Literal("%"));
        }
        let mut verb = Verb {
            text: "",
            offset,
            mode: ' ',
            argument: None,
            flags: "",
            width: None,
            precision: None,
        };
        let start = self.offset();
        while self.take(|it| "0#-+ ".contains(it)).is_some() {}
        verb.flags = &self.format[start..self.offset()];
        verb.width = self.number()?;
        if self.take(|it| it == '.').is_some() {
            verb.precision = Some(self.number()?.unwrap_or(0));
        }
        if self.take(|it| it == '[').is_some() {
            if self.characters.peek().is_some_and(|(_, it)| *it == '0') {
                return Err(self.unrecognized());
            }
            let position = self.number()?;
            let (Some(position), Some(_)) = (position, self.take(|it| it == ']')) else {
                return Err(self.unrecognized());
            };
            verb.argument = Some(position - 1);
        }
        let Some(mode) = self.take(|it| it.is_ascii_alphabetic()) else {
            return Err(self.unrecognized());
        };
        verb.mode = mode;
        verb.text = &self.format[offset..self.offset()];
        Ok(FormatPart::Verb(verb))
    }

    fn unrecognized(&mut self) -> FunctionError {
        let message = match self.characters.peek() {
            Some((offset, it)) => {
                format!("the format has an unexpected character \"{it}\" at byte {offset}")
            }
            None => String::from("the format ends within a verb"),
        };
        FunctionError::argument(0, message)
    }
}

impl<'f> Iterator for FormatParts<'f> {
    type Item = Result<FormatPart<'f>, FunctionError>;

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.offset();
        while self.take(|it| it != '%').is_some() {}
        let end = self.offset();
        if end > start {
            return Some(Ok(FormatPart::Literal(&self.format[start..end])));
        }
        self.characters.next()?;
        Some(self.verb(start))
    }
}

impl Verb<'_> {
    pub(super) fn has(&self, flag: char) -> bool {
        self.flags.contains(flag)
    }

    /// Maximum number of bytes that the verb writes for a text of this number of bytes.
    pub(super) fn most_bytes(&self, text: usize) -> usize {
        let added = self.width.unwrap_or(0) + self.precision.unwrap_or(0);
        text.saturating_add(added).saturating_add(8)
    }

    /// The text, padded to the width of the verb.
    pub(super) fn padded(&self, text: &str) -> String {
        let width = self.width.unwrap_or(0);
        let length = text.graphemes(true).count();
        let fill = if self.has('0') && !self.has('-') {
            "0"
        } else {
            " "
        };
        let padding = fill.repeat(width.saturating_sub(length));
        if self.has('-') {
            format!("{text}{padding}")
        } else {
            format!("{padding}{text}")
        }
    }

    fn sign(&self, is_negative: bool) -> &'static str {
        match is_negative {
            true => "-",
            false if self.has('+') => "+",
            false if self.has(' ') => " ",
            false => "",
        }
    }

    /// An integer in the base of the verb; `None` if the number is not an integer.
    pub(super) fn integer(&self, number: &Number) -> Option<String> {
        let (radix, prefix) = match self.mode {
            'b' => (2, "0b"),
            'o' => (8, "0"),
            'x' => (16, "0x"),
            'X' => (16, "0X"),
            _ => (10, ""),
        };
        let mut digits = number.to_digits(radix)?;
        if self.mode == 'X' {
            digits.make_ascii_uppercase();
        }
        if digits == "0" && self.precision == Some(0) {
            return Some(String::new());
        }
        let prefix = if self.has('#') { prefix } else { "" };
        let sign = self.sign(number.is_negative());
        let zeros = self.precision.unwrap_or(0).saturating_sub(digits.len());
        let digits = "0".repeat(zeros) + &digits;
        let fills_with_zeros = self.has('0') && self.precision.is_none();
        Some(self.justified(&format!("{sign}{prefix}"), &digits, fills_with_zeros))
    }

    /// A number with a point or an exponent, as the verb requires.
    pub(super) fn float(&self, number: &Number) -> String {
        let Some((digits, point)) = number.to_decimal_digits() else {
            let sign = if number.is_negative() { "-" } else { "+" };
            return self.justified(sign, "Inf", false);
        };
        let decimal = DecimalDigits { digits, point };
        let text = match self.mode {
            'e' | 'E' => decimal.with_exponent(self.precision.unwrap_or(6)),
            'f' | 'F' => decimal.with_point(self.precision.unwrap_or(6)),
            _ => decimal.shorter(self.precision),
        };
        let text = if self.mode.is_ascii_uppercase() {
            text.to_ascii_uppercase()
        } else {
            text
        };
        self.justified(self.sign(number.is_negative()), &text, self.has('0'))
    }

    fn justified(&self, sign: &str, text: &str, has_zeros: bool) -> String {
        let length = sign.len() + text.len();
        let missing = self.width.unwrap_or(0).saturating_sub(length);
        match () {
            () if self.has('-') => format!("{sign}{text}{}", " ".repeat(missing)),
            () if has_zeros => format!("{sign}{}{text}", "0".repeat(missing)),
            () => format!("{}{sign}{text}", " ".repeat(missing)),
        }
    }
}

/// The default text of a number: all its digits, with an exponent if the exponent is large.
pub(super) fn plain_number(number: &Number) -> String {
    let sign = if number.is_negative() { "-" } else { "" };
    match number.to_decimal_digits() {
        Some((digits, point)) => format!("{sign}{}", DecimalDigits { digits, point }.shorter(None)),
        None if number.is_negative() => String::from("-Inf"),
        None => String::from("+Inf"),
    }
}

/// The magnitude of a number: its significant digits, and how many of them are before the point.
struct DecimalDigits {
    digits: String,
    point: i64,
}

impl DecimalDigits {
    /// Rounds to this number of digits, half to even.
    fn round(&mut self, count: i64) {
        let Ok(count) = usize::try_from(count) else {
            self.digits.clear();
            self.point = 0;
            return;
        };
        if count >= self.digits.len() {
            return;
        }
        let rest = self.digits.split_off(count);
        let last_is_odd = self.digits.bytes().last().is_some_and(|it| it % 2 == 1);
        let is_up = match rest.as_bytes() {
            [b'5'] => last_is_odd,
            [first, ..] => *first >= b'5',
            [] => false,
        };
        if is_up {
            self.round_up();
        }
        self.digits
            .truncate(self.digits.trim_end_matches('0').len());
        if self.digits.is_empty() {
            self.point = 0;
        }
    }

    fn round_up(&mut self) {
        self.digits
            .truncate(self.digits.trim_end_matches('9').len());
        let increased = self.digits.pop().map(|digit| char::from(digit as u8 + 1));
        self.digits.push(increased.unwrap_or('1'));
        self.point += i64::from(increased.is_none());
    }

    /// The digit at an index; zero beyond the digits.
    fn digit(&self, index: i64) -> char {
        let index = usize::try_from(index).ok();
        let digit = index.and_then(|index| self.digits.as_bytes().get(index));
        digit.map_or('0', |digit| char::from(*digit))
    }

    /// `d.dddde±dd` with this number of digits after the point.
    fn with_exponent(mut self, places: usize) -> String {
        self.round(signed(places) + 1);
        let mut text = String::from(self.digit(0));
        if places > 0 {
            text.push('.');
            text.extend((1..=signed(places)).map(|index| self.digit(index)));
        }
        let exponent = if self.digits.is_empty() {
            0
        } else {
            self.point - 1
        };
        let sign = if exponent < 0 { '-' } else { '+' };
        format!("{text}e{sign}{:02}", exponent.unsigned_abs())
    }

    /// `ddd.dddd` with this number of digits after the point.
    fn with_point(mut self, places: usize) -> String {
        self.round(self.point + signed(places));
        let mut text: String = (0..self.point).map(|index| self.digit(index)).collect();
        if text.is_empty() {
            text.push('0');
        }
        if places > 0 {
            text.push('.');
            text.extend((0..signed(places)).map(|index| self.digit(self.point + index)));
        }
        text
    }

    /// The shorter of the two forms, with this number of significant digits, or with all of them.
    fn shorter(mut self, precision: Option<usize>) -> String {
        /// The smallest positive exponent for which the form with an exponent is used, as in the reference
        /// implementation.
        const LARGE: i64 = 6;
        let mut limit = LARGE;
        if let Some(precision) = precision {
            let precision = precision.max(1);
            self.round(signed(precision));
            limit = signed(precision);
            if precision > self.digits.len() && signed(self.digits.len()) >= self.point {
                limit = signed(self.digits.len());
            }
        }
        let exponent = self.point - 1;
        let count = self.digits.len();
        if !self.digits.is_empty() && (exponent < -4 || exponent >= limit) {
            return self.with_exponent(count - 1);
        }
        let places = usize::try_from(signed(count) - self.point).unwrap_or(0);
        self.with_point(places)
    }
}

fn signed(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
