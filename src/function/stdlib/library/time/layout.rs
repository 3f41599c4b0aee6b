//! The formats of `formatdate`.

use super::clock::Time;

/// The time, written in the format. The error is a clause that says what is wrong with the format.
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

/// Copies the content of the quotes at the beginning of a text, and returns the length of the quotes and their content.
/// Two quotes without content stand for one.
fn quoted(text: &str, result: &mut String) -> Result<usize, String> {
    if text.starts_with("''") {
        result.push('\'');
        return Ok(2);
    }
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
    let directive = match letters {
        "YYYY" => "%Y",
        "YY" => "%y",
        "MMMM" => "%B",
        "MMM" => "%b",
        "MM" => "%m",
        "M" => "%-m",
        "DD" => "%d",
        "D" => "%-d",
        "EEEE" => "%A",
        "EEE" => "%a",
        "hh" => "%H",
        "h" => "%-H",
        "HH" => "%I",
        "H" => "%-I",
        "AA" => "%p",
        "aa" => "%P",
        "mm" => "%M",
        "m" => "%-M",
        "ss" => "%S",
        "s" => "%-S",
        "Z" if time.offset == 0 => "Z",
        "ZZZ" if time.offset == 0 => "UTC",
        "ZZZ" | "ZZZZ" => return Ok(time.offset_text("")),
        "Z" | "ZZZZZ" => return Ok(time.offset_text(":")),
        _ => {
            return Err(format!(
                "\"{letters}\" is not a part of a time; put text in single quotes"
            ));
        }
    };
    Ok(time.clock.strftime(directive).to_string())
}
