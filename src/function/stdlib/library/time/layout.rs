//! The formats of `formatdate`.

use super::clock::Time;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const DAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];

/// The time as the format asks for it; what is wrong with the format is a clause.
pub(super) fn written(format: &str, time: &Time) -> Result<String, String> {
    let mut result = String::new();
    let mut rest = format;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\'' => quoted(rest, &mut result)?,
            _ if first.is_ascii_alphabetic() => {
                let end = rest.find(|it| it != first).unwrap_or(rest.len());
                result.push_str(&part(&rest[..end], time)?);
                end
            }
            _ => {
                result.push(first);
                first.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    Ok(result)
}

/// Copies what stands in quotes at the beginning of a text, and returns how long it is there.
fn quoted(text: &str, result: &mut String) -> Result<usize, String> {
    let mut at = 1;
    loop {
        let Some(end) = text[at..].find('\'') else {
            return Err(String::from("a single quote is not closed"));
        };
        result.push_str(&text[at..at + end]);
        at += end + 1;
        if !text[at..].starts_with('\'') {
            return Ok(at);
        }
        result.push('\'');
        at += 1;
    }
}

/// The part of the time that the letters stand for.
pub(super) fn part(letters: &str, time: &Time) -> Result<String, String> {
    let clock = &time.clock;
    let name = |names: &[&str], index: i8| {
        let index = usize::try_from(index).unwrap_or(0);
        names.get(index).copied().unwrap_or_default().to_owned()
    };
    let month = || name(&MONTHS, clock.month() - 1);
    let day = || name(&DAYS, clock.weekday().to_sunday_zero_offset());
    let short = |mut name: String| {
        name.truncate(3);
        name
    };
    let half_day = clock.hour().rem_euclid(12);
    let hour = if half_day == 0 { 12 } else { half_day };
    Ok(match letters {
        "YYYY" => format!("{:04}", clock.year()),
        "YY" => format!("{:02}", clock.year() % 100),
        "MMMM" => month(),
        "MMM" => short(month()),
        "MM" => format!("{:02}", clock.month()),
        "M" => clock.month().to_string(),
        "DD" => format!("{:02}", clock.day()),
        "D" => clock.day().to_string(),
        "EEEE" => day(),
        "EEE" => short(day()),
        "hh" => format!("{:02}", clock.hour()),
        "h" => clock.hour().to_string(),
        "HH" => format!("{hour:02}"),
        "H" => hour.to_string(),
        "AA" => (if clock.hour() < 12 { "AM" } else { "PM" }).to_owned(),
        "aa" => (if clock.hour() < 12 { "am" } else { "pm" }).to_owned(),
        "mm" => format!("{:02}", clock.minute()),
        "m" => clock.minute().to_string(),
        "ss" => format!("{:02}", clock.second()),
        "s" => clock.second().to_string(),
        "Z" if time.offset == 0 => String::from("Z"),
        "ZZZ" if time.offset == 0 => String::from("UTC"),
        "ZZZ" | "ZZZZ" => time.offset_text(""),
        "Z" | "ZZZZZ" => time.offset_text(":"),
        _ => {
            return Err(format!(
                "\"{letters}\" is not a part of a time; put text in single quotes"
            ));
        }
    })
}
