//! Times in the text form of RFC 3339.

use jiff::civil::DateTime;

use crate::function::FunctionError;
use crate::function::stdlib::support::{shown, text};
use crate::value::Value;

/// A local time, and the number of seconds by which it is ahead of UTC.
pub(super) struct Time {
    pub(super) clock: DateTime,
    pub(super) offset: i32,
}

impl Time {
    pub(super) fn read(args: &[Value], index: usize) -> Result<Self, FunctionError> {
        parse(text(&args[index])).map_err(|reason| {
            let message = format!(
                "{} is not a time of RFC 3339: {reason}",
                shown(&args[index])
            );
            FunctionError::argument(index, message)
        })
    }

    /// Reads the first argument like [`Time::read`], but accepts a space in place of the `T`.
    pub(super) fn read_with_space(args: &[Value]) -> Result<Self, FunctionError> {
        match text(&args[0]).split_once(' ') {
            Some((date, clock)) => Self::read(&[format!("{date}T{clock}").into()], 0),
            None => Self::read(args, 0),
        }
    }

    pub(super) fn in_utc(&self) -> (i64, i32) {
        let date = self.clock.date();
        let midnight = date.to_datetime(jiff::civil::Time::midnight());
        let days = date
            .since(jiff::civil::date(1970, 1, 1))
            .map_or(0, |it| it.get_days());
        let seconds = self.clock.duration_since(midnight).as_secs();
        let seconds = i64::from(days) * 86_400 + seconds - i64::from(self.offset);
        (seconds, self.clock.subsec_nanosecond())
    }

    /// The offset as `+hh:mm`, with the separator.
    pub(super) fn offset_text(&self, separator: &str) -> String {
        let sign = if self.offset < 0 { '-' } else { '+' };
        let minutes = self.offset.unsigned_abs() / 60;
        format!("{sign}{:02}{separator}{:02}", minutes / 60, minutes % 60)
    }

    pub(super) fn to_text(&self) -> String {
        let offset = match self.offset {
            0 => String::from("Z"),
            _ => self.offset_text(":"),
        };
        let clock = self.clock.strftime("%Y-%m-%dT%H:%M:%S");
        format!("{clock}{offset}")
    }
}

/// Whether RFC 3339 can represent the time: it cannot represent the years before 0, which jiff supports.
pub(super) fn has_text(clock: &DateTime) -> bool {
    clock.year() >= 0
}

/// Reads a time. The error is a clause that says what is wrong.
fn parse(text: &str) -> Result<Time, &'static str> {
    let (rest, year) = digits(text, 4).ok_or("it does not begin with a year of four digits")?;
    let (rest, month) = field(rest, '-').ok_or("there is no month after the year")?;
    let (rest, day) = field(rest, '-').ok_or("there is no day after the month")?;
    let (rest, hour) = field(rest, 'T').ok_or("there is no \"T\" and hour after the day")?;
    let (rest, minute) = field(rest, ':').ok_or("there is no minute after the hour")?;
    let (rest, second) = field(rest, ':').ok_or("there is no second after the minute")?;
    let (rest, nanosecond) = fraction(rest).ok_or("there is no digit after the point")?;
    let offset =
        offset(rest).ok_or("it does not end with an offset, such as \"Z\" or \"+01:00\"")?;
    if !(1..=12).contains(&month) {
        return Err("the month is not between 1 and 12");
    }
    if hour > 23 || minute > 59 || second > 59 {
        return Err("the clock has no such time");
    }
    let small = |number: i32| i8::try_from(number).unwrap_or(i8::MAX);
    let year = i16::try_from(year).unwrap_or(i16::MAX);
    let clock = DateTime::new(
        year,
        small(month),
        small(day),
        small(hour),
        small(minute),
        small(second),
        nanosecond,
    );
    let clock = clock.map_err(|_| "the month has no such day")?;
    Ok(Time { clock, offset })
}

/// Reads this number of digits at the beginning of a text.
fn digits(text: &str, count: usize) -> Option<(&str, i32)> {
    let (digits, rest) = text.split_at_checked(count)?;
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    Some((rest, digits.parse().ok().filter(|_| is_number)?))
}

/// Reads two digits after a separator.
fn field(text: &str, separator: char) -> Option<(&str, i32)> {
    digits(text.strip_prefix(separator)?, 2)
}

/// Reads the fraction of a second, if there is one, in nanoseconds.
fn fraction(text: &str) -> Option<(&str, i32)> {
    let Some(rest) = text.strip_prefix('.') else {
        return Some((text, 0));
    };
    let end = rest.bytes().position(|byte| !byte.is_ascii_digit());
    let (digits, rest) = rest.split_at(end.unwrap_or(rest.len()));
    let nanoseconds: String = digits.chars().chain("000000000".chars()).take(9).collect();
    (!digits.is_empty()).then(|| Some((rest, nanoseconds.parse().ok()?)))?
}

/// The offset from UTC in seconds.
fn offset(text: &str) -> Option<i32> {
    if text == "Z" {
        return Some(0);
    }
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+')?),
    };
    let (rest, hours) = digits(rest, 2)?;
    let (rest, minutes) = field(rest, ':')?;
    let is_offset = rest.is_empty() && hours < 24 && minutes < 60;
    is_offset.then_some(sign * (hours * 3600 + minutes * 60))
}
