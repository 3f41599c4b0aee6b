//! The formats of `legacy_isotime` and `legacy_strftime`, which Packer keeps from the time before it used HCL.
//!
//! The times are in UTC.

use super::clock::Time;
use super::layout::part;

/// The parts of a layout of the language Go, each with the letters that `formatdate` uses for the same part of the
/// time. A layout is a reference time, each part of which has its own number. If one part begins with another, the
/// longer one is first.
const LAYOUT: &[(&str, &str)] = &[
    ("January", "MMMM"),
    ("Jan", "MMM"),
    ("Monday", "EEEE"),
    ("Mon", "EEE"),
    ("2006", "YYYY"),
    ("01", "MM"),
    ("02", "DD"),
    ("03", "HH"),
    ("04", "mm"),
    ("05", "ss"),
    ("06", "YY"),
    ("15", "hh"),
    ("1", "M"),
    ("2", "D"),
    ("3", "H"),
    ("4", "m"),
    ("5", "s"),
    ("PM", "AA"),
    ("pm", "aa"),
];

/// The parts of a layout that stand for a time zone, each with its text for UTC.
const ZONES: &[(&str, &str)] = &[
    ("MST", "UTC"),
    ("Z07:00:00", "Z"),
    ("Z070000", "Z"),
    ("Z07:00", "Z"),
    ("Z0700", "Z"),
    ("Z07", "Z"),
    ("-07:00:00", "+00:00:00"),
    ("-070000", "+000000"),
    ("-07:00", "+00:00"),
    ("-0700", "+0000"),
    ("-07", "+00"),
];

/// The time, written in a layout of the language Go.
pub(super) fn by_layout(layout: &str, time: &Time) -> String {
    let mut result = String::new();
    let mut rest = layout;
    while let Some(first) = rest.chars().next() {
        let length = special_part(rest, time, &mut result)
            .or_else(|| part_of_layout(rest, time, &mut result))
            .or_else(|| fraction(rest, time, &mut result));
        let length = length.unwrap_or_else(|| {
            result.push(first);
            first.len_utf8()
        });
        rest = &rest[length..];
    }
    result
}

/// Writes the part of the time for the beginning of a layout, and returns the length of that part of the layout.
fn part_of_layout(layout: &str, time: &Time, result: &mut String) -> Option<usize> {
    if let Some((zone, text)) = ZONES.iter().find(|(zone, _)| layout.starts_with(zone)) {
        result.push_str(text);
        return Some(zone.len());
    }
    let (name, letters) = LAYOUT.iter().find(|(name, _)| layout.starts_with(name))?;
    // A short name is not the beginning of another word.
    let is_short_name = matches!(*name, "Jan" | "Mon");
    if is_short_name && layout[name.len()..].starts_with(|it: char| it.is_ascii_lowercase()) {
        return None;
    }
    result.push_str(&part(letters, time).unwrap_or_default());
    Some(name.len())
}

/// Does what [`part_of_layout`] does for the parts that `formatdate` does not have: the day of the year, and numbers
/// with spaces.
fn special_part(layout: &str, time: &Time, result: &mut String) -> Option<usize> {
    let day_of_year = time.clock.date().day_of_year();
    let (name, text) = if layout.starts_with("002") {
        ("002", format!("{day_of_year:03}"))
    } else if layout.starts_with("__2") {
        ("__2", format!("{day_of_year:>3}"))
    } else if layout.starts_with("_2") && !layout.starts_with("_2006") {
        ("_2", format!("{:>2}", time.clock.day()))
    } else {
        return None;
    };
    result.push_str(&text);
    Some(name.len())
}

/// Does what [`part_of_layout`] does for the fraction of the second: a point or comma, and a digit 0 or 9 for each
/// digit of the fraction. With 9, zeros at the end are left out.
fn fraction(layout: &str, time: &Time, result: &mut String) -> Option<usize> {
    let (point, digits) = layout.split_at_checked(1)?;
    let digit = digits.chars().next().filter(|it| matches!(it, '0' | '9'))?;
    let count = digits.len() - digits.trim_start_matches(digit).len();
    let is_last = !digits[count..].starts_with(|it: char| it.is_ascii_digit());
    if !matches!(point, "." | ",") || !is_last {
        return None;
    }
    let nanoseconds = format!("{:09}", time.clock.subsec_nanosecond());
    let mut shown: String = nanoseconds
        .chars()
        .chain(std::iter::repeat('0'))
        .take(count)
        .collect();
    if digit == '9' {
        shown.truncate(shown.trim_end_matches('0').len());
    }
    if !shown.is_empty() {
        result.push_str(point);
        result.push_str(&shown);
    }
    Some(1 + count)
}

/// The time, written in a format of the C function `strftime`. Unknown letters stay as they are.
pub(super) fn by_strftime(format: &str, time: &Time) -> String {
    let mut result = String::new();
    let mut rest = format.chars();
    while let Some(character) = rest.next() {
        if character != '%' {
            result.push(character);
            continue;
        }
        let Some(letter) = rest.next() else {
            result.push('%');
            break;
        };
        let nanoseconds = time.clock.subsec_nanosecond();
        let text = match letter {
            'A' | 'a' | 'B' | 'b' | 'd' | 'H' | 'I' | 'j' | 'M' | 'm' | 'p' | 'S' | 'Y' | 'y' => {
                time.clock.strftime(&format!("%{letter}")).to_string()
            }
            'Z' => String::from("UTC"),
            'z' => String::from("+0000"),
            'f' => format!("{:06}", nanoseconds / 1_000),
            'L' => format!("{:03}", nanoseconds / 1_000_000),
            '%' => String::from("%"),
            _ => String::from_iter(['%', letter]),
        };
        result.push_str(&text);
    }
    result
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn time() -> Time {
        let clock = date(2024, 2, 5).at(15, 4, 9, 120_300_000);
        Time { clock, offset: 0 }
    }

    #[test]
    fn layouts_of_go() {
        for (layout, expected) in [
            ("2006-01-02T15:04:05Z07:00", "2024-02-05T15:04:09Z"),
            (
                "Mon Jan _2 15:04:05 MST 2006",
                "Mon Feb  5 15:04:09 UTC 2024",
            ),
            ("Monday, 02-Jan-06 -0700", "Monday, 05-Feb-24 +0000"),
            ("3:04PM 03 pm 1/2/06", "3:04PM 03 pm 2/5/24"),
            ("002 __2 _2006", "036  36 _2024"),
            (
                ".000 .999999 ,00 .0000000000 .9x .95",
                ".120 .1203 ,12 .1203000000 .1x .99",
            ),
            (
                "Months Janitor Mon. January",
                "Months Janitor Mon. February",
            ),
            ("é%Y 7 8", "é%Y 7 8"),
            ("", ""),
        ] {
            assert_eq!(by_layout(layout, &time()), expected, "{layout}");
        }
    }

    #[test]
    fn formats_of_strftime() {
        for (format, expected) in [
            ("%Y-%m-%d %H:%M:%S", "2024-02-05 15:04:09"),
            ("%a %A %b %B %y %I %p", "Mon Monday Feb February 24 03 PM"),
            ("%z %Z %j %f %L", "+0000 UTC 036 120300 120"),
            ("100%% %q 2006 %", "100% %q 2006 %"),
        ] {
            assert_eq!(by_strftime(format, &time()), expected, "{format}");
        }
    }
}
