//! Functions of times, which are written in the form of RFC 3339: `2017-11-22T00:00:00Z`.
//!
//! A time keeps its offset from UTC, and arithmetic uses the local time at this offset.

mod clock;
mod layout;
mod legacy;

use std::time::{SystemTime, UNIX_EPOCH};

use jiff::civil::DateTime;
use jiff::{SignedDuration, Timestamp, tz};

use self::clock::Time;
use crate::function::stdlib::support::{
    eager, number, shown, string, text, whole_number, within_budget,
};
use crate::function::{Function, FunctionError};
use crate::value::{Type, Value};

/// `formatdate(format, time)`: the time, written in the format.
///
/// | letters | part of the time |
/// |---|---|
/// | `YYYY` `YY` | the year in four or in two digits |
/// | `MMMM` `MMM` `MM` `M` | the month by name, by its first three letters, in two digits, in as few as possible |
/// | `DD` `D` | the day of the month |
/// | `EEEE` `EEE` | the day of the week by name, by its first three letters |
/// | `hh` `h` | the hour, on a 24-hour clock |
/// | `HH` `H` | the hour, on a 12-hour clock |
/// | `AA` `aa` | `AM` or `PM`; `am` or `pm` |
/// | `mm` `m` `ss` `s` | minutes and seconds |
/// | `Z` `ZZZ` `ZZZZ` `ZZZZZ` | the offset: `Z` or `+hh:mm`, `UTC` or `+hhmm`, `+hhmm`, `+hh:mm` |
///
/// Other letters are errors, except in single quotes. Two single quotes stand for one, in quotes and elsewhere.
/// Anything else stays as it is.
///
/// Example: `formatdate("DD MMM YYYY hh:mm ZZZ", "2018-01-02T23:12:01Z")` → `"02 Jan 2018 23:12 UTC"`.
pub fn formatdate() -> Function {
    within_budget(Type::STRING, |args, budget| {
        let time = Time::read(args, 1)?;
        // The longest part is the name of a day or a month.
        budget.spend_bytes(text(&args[0]).len().saturating_mul(3))?;
        let written = layout::written(text(&args[0]), &time);
        written
            .map(Value::from)
            .map_err(|error| FunctionError::argument(0, error))
    })
    .with_parameter(string("format"))
    .with_parameter(string("time"))
    .never_null()
    .with_description("Formats the time in the given format.")
}

/// `timeadd(timestamp, duration)`: the time after a duration such as `1h30m`, or before it if it is negative.
///
/// The units are `h`, `m`, `s`, `ms`, `us` and `ns`. The result is in whole seconds.
///
/// Example: `timeadd("2017-11-22T00:00:00Z", "10m")` → `"2017-11-22T00:10:00Z"`.
pub fn timeadd() -> Function {
    eager(Type::STRING, |args| {
        let time = Time::read(args, 0)?;
        let duration = duration(text(&args[1])).ok_or_else(|| {
            let message = format!("{} is not a duration, such as \"1h30m\"", shown(&args[1]));
            FunctionError::argument(1, message)
        })?;
        let clock = time.clock.checked_add(duration);
        let clock = clock.ok().filter(clock::has_text);
        let clock =
            clock.ok_or_else(|| FunctionError::argument(1, "leads beyond the range of times"))?;
        Ok(Time { clock, ..time }.to_text().into())
    })
    .with_parameter(string("timestamp"))
    .with_parameter(string("duration"))
    .never_null()
    .with_description("Adds a duration to the time.")
}

/// `timecmp(timestamp_a, timestamp_b)`: -1, 0 or 1 if the first time is before, the same as, or after the second.
///
/// Example: `timecmp("2017-11-22T00:00:00Z", "2017-11-22T01:00:00Z")` → `-1`.
pub fn timecmp() -> Function {
    eager(Type::NUMBER, |args| {
        let (first, second) = (Time::read(args, 0)?, Time::read(args, 1)?);
        Ok((first.in_utc().cmp(&second.in_utc()) as i8).into())
    })
    .with_parameter(string("timestamp_a"))
    .with_parameter(string("timestamp_b"))
    .never_null()
    .with_description("Compares two times: -1, 0 or 1.")
}

/// `timestamp()`: the time of the call in UTC, in whole seconds.
///
/// Example: `timestamp()`.
///
/// ```
/// use hcl::function::stdlib;
///
/// let now = stdlib::timestamp().call(&[])?;
/// assert!(now.as_str().is_some_and(|it| it.ends_with('Z')));
/// # Ok::<(), hcl::function::CallError>(())
/// ```
pub fn timestamp() -> Function {
    eager(Type::STRING, |_| Ok(now()?.to_text().into()))
        .never_null()
        .impure()
        .with_description("Returns the time of the call.")
}

/// `legacy_isotime(format)`: the time of the call in UTC, in a layout of the Go language, which shows how the time
/// `Mon Jan 2 15:04:05 2006` would be written. Without a layout, the result is that of [`timestamp`].
///
/// Packer keeps this function and [`legacy_strftime`] for old templates; prefer [`formatdate`]. In Packer, all calls
/// return the time at which Packer was started.
///
/// Example: `legacy_isotime("2006-01-02")`.
///
/// ```
/// use hcl::function::stdlib;
///
/// let day = stdlib::legacy_isotime().call(&["2006-01-02".into()])?;
/// assert_eq!(day.as_str().map(str::len), Some(10));
/// # Ok::<(), hcl::function::CallError>(())
/// ```
pub fn legacy_isotime() -> Function {
    of_now(legacy::by_layout)
        .with_description("Returns the time of the call, formatted with a Go layout.")
}

/// `legacy_strftime(format)`: the time of the call in UTC, in a format of the C function `strftime`. Without a format,
/// the result is that of [`timestamp`].
///
/// The letters after `%` are `a`, `A`, `b`, `B`, `d`, `f` (microseconds), `H`, `I`, `j`, `L` (milliseconds), `m`, `M`,
/// `p`, `S`, `y`, `Y`, `z` and `Z`; others stay as they are.
///
/// Example: `legacy_strftime("%Y-%m")`.
///
/// ```
/// use hcl::function::stdlib;
///
/// let month = stdlib::legacy_strftime().call(&["%Y-%m".into()])?;
/// assert_eq!(month.as_str().map(str::len), Some(7));
/// # Ok::<(), hcl::function::CallError>(())
/// ```
pub fn legacy_strftime() -> Function {
    of_now(legacy::by_strftime)
        .with_description("Returns the time of the call, formatted with a strftime format.")
}

/// A function that writes the time of the call in a format.
fn of_now(write: fn(&str, &Time) -> String) -> Function {
    Function::within_budget(Type::STRING, move |args, budget| {
        let now = now()?;
        let Some(format) = args.first() else {
            return Ok(now.to_text().into());
        };
        // Two letters may stand for the name of a day.
        budget.spend_bytes(text(format).len().saturating_mul(5))?;
        Ok(write(text(format), &now).into())
    })
    .with_parameter(string("format").optional())
    .never_null()
    .impure()
}

/// `rfc3339_parse(timestamp)`: the parts of the time, as its clock shows them: an object with `year`, `year_day`,
/// `month`, `month_name`, `day`, `weekday` (Sunday is 0), `weekday_name`, `hour`, `minute`, `second`, `iso_year`,
/// `iso_week`, and with `unix`, the seconds since 1970 in UTC. A space may stand in place of the `T`.
///
/// Example: `rfc3339_parse("2023-07-25T23:43:16Z").unix` → `1690328596`.
pub fn rfc3339_parse() -> Function {
    eager(parts_type("unix", 0.into()), |args| {
        let time = Time::read_with_space(args)?;
        let (unix, _) = time.in_utc();
        Ok(parts(&time, "unix", unix.into()))
    })
    .with_parameter(string("timestamp"))
    .never_null()
    .with_description("Returns the parts of the time.")
}

/// `unix_timestamp_parse(unix_timestamp)`: the parts of a time that is given in seconds since 1970, in UTC: an object
/// like the one of [`rfc3339_parse`], with the text `rfc3339` in place of `unix`.
///
/// Example: `unix_timestamp_parse(1690328596).rfc3339` → `"2023-07-25T23:43:16Z"`.
pub fn unix_timestamp_parse() -> Function {
    eager(parts_type("rfc3339", "".into()), |args| {
        let time = in_utc(whole_number(args, 0)?);
        let time =
            time.ok_or_else(|| FunctionError::argument(0, "is beyond the range of times"))?;
        Ok(parts(&time, "rfc3339", time.to_text().into()))
    })
    .with_parameter(number("unix_timestamp"))
    .never_null()
    .with_description("Returns the parts of the time in UTC.")
}

/// The type of the parts of a time, with one more attribute. It is the same for every time.
fn parts_type(name: &str, value: Value) -> Type {
    let (clock, offset) = (DateTime::ZERO, 0);
    parts(&Time { clock, offset }, name, value).ty()
}

/// The parts of a time, with one more attribute.
fn parts(time: &Time, name: &str, value: Value) -> Value {
    let clock = &time.clock;
    let (date, week) = (clock.date(), clock.date().iso_week_date());
    let name_of = |letters| layout::part(letters, time).unwrap_or_default();
    let attributes = [
        ("year", clock.year().into()),
        ("year_day", date.day_of_year().into()),
        ("month", clock.month().into()),
        ("month_name", name_of("MMMM").into()),
        ("day", clock.day().into()),
        ("weekday", clock.weekday().to_sunday_zero_offset().into()),
        ("weekday_name", name_of("EEEE").into()),
        ("hour", clock.hour().into()),
        ("minute", clock.minute().into()),
        ("second", clock.second().into()),
        ("iso_year", week.year().into()),
        ("iso_week", week.week().into()),
        (name, value),
    ];
    let attributes = attributes.map(|(name, value): (&str, Value)| (name.into(), value));
    Value::object_of(attributes.into())
}

/// The time now, in whole seconds.
fn now() -> Result<Time, FunctionError> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let seconds = since.map_err(FunctionError::new)?.as_secs();
    let now = i64::try_from(seconds).ok().and_then(in_utc);
    now.ok_or_else(|| FunctionError::new("the clock is beyond the range of times"))
}

/// The time in UTC at this number of seconds after the beginning of 1970.
fn in_utc(seconds: i64) -> Option<Time> {
    let time = Timestamp::from_second(seconds).ok()?;
    let clock = tz::Offset::UTC.to_datetime(time);
    clock::has_text(&clock).then_some(Time { clock, offset: 0 })
}

/// A duration as a sequence of numbers with units.
fn duration(text: &str) -> Option<SignedDuration> {
    let (is_negative, mut rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if rest == "0" {
        return Some(SignedDuration::ZERO);
    }
    if rest.is_empty() {
        return None;
    }
    let mut nanoseconds: i128 = 0;
    while !rest.is_empty() {
        let end = rest.find(|it: char| !it.is_ascii_digit() && it != '.')?;
        let (number, after) = rest.split_at(end);
        let end = after.find(|it: char| it.is_ascii_digit() || it == '.');
        let (unit, after) = after.split_at(end.unwrap_or(after.len()));
        let unit: i128 = match unit {
            "ns" => 1,
            "us" | "µs" | "μs" => 1_000,
            "ms" => 1_000_000,
            "s" => 1_000_000_000,
            "m" => 60_000_000_000,
            "h" => 3_600_000_000_000,
            _ => return None,
        };
        nanoseconds = nanoseconds.checked_add(scaled(number, unit)?)?;
        rest = after;
    }
    let nanoseconds = if is_negative {
        -nanoseconds
    } else {
        nanoseconds
    };
    // The reference implementation uses 64 bits for the nanoseconds.
    i64::try_from(nanoseconds)
        .ok()
        .map(SignedDuration::from_nanos)
}

/// A decimal number times a unit.
fn scaled(number: &str, unit: i128) -> Option<i128> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    if whole.is_empty() && fraction.is_empty() || fraction.contains('.') || whole.len() > 20 {
        return None;
    }
    let digits = |text: &str| {
        if text.is_empty() {
            Some(0)
        } else {
            text.parse().ok()
        }
    };
    let fraction = &fraction[..fraction.len().min(15)];
    let power = 10_i128.checked_pow(u32::try_from(fraction.len()).ok()?)?;
    let whole: i128 = digits(whole)?;
    let part: i128 = digits(fraction)?;
    whole.checked_mul(unit)?.checked_add(part * unit / power)
}
