//! Values to JSON.

use std::fmt::Write as _;

use crate::function::FunctionError;
use crate::value::Value;

/// A wholly known value as compact JSON.
pub(super) fn written(value: &Value) -> Result<String, FunctionError> {
    let mut text = String::new();
    write(&mut text, value)?;
    Ok(text)
}

/// Values nest only so deep, and so does this.
fn write(text: &mut String, value: &Value) -> Result<(), FunctionError> {
    if value.is_null() {
        text.push_str("null");
    } else if let Some(truth) = value.as_bool() {
        text.push_str(if truth { "true" } else { "false" });
    } else if let Some(number) = value.as_number() {
        if number.is_infinite() {
            return Err(FunctionError::argument(0, "JSON has no infinite numbers"));
        }
        write!(text, "{number}").map_err(FunctionError::new)?;
    } else if let Some(string) = value.as_str() {
        write_string(text, string);
    } else if let Some(elements) = value.as_slice() {
        text.push('[');
        for (index, element) in elements.iter().enumerate() {
            write_comma(text, index);
            write(text, element)?;
        }
        text.push(']');
    } else if let Some(entries) = value.entries() {
        text.push('{');
        for (index, (name, element)) in entries.enumerate() {
            write_comma(text, index);
            write_string(text, name);
            text.push(':');
            write(text, element)?;
        }
        text.push('}');
    } else {
        let message = format!("{} cannot be written as JSON", value.ty().description());
        return Err(FunctionError::argument(0, message));
    }
    Ok(())
}

fn write_comma(text: &mut String, index: usize) {
    if index > 0 {
        text.push(',');
    }
}

/// A string in quotes. As in the reference, the text can stand in a script of a web page.
fn write_string(text: &mut String, string: &str) {
    text.push('"');
    for character in string.chars() {
        match character {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            '\u{8}' => text.push_str("\\b"),
            '\u{c}' => text.push_str("\\f"),
            '\0'..='\u{1f}' | '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                // Hexadecimal digits by hand: a formatter could fail as far as types go.
                text.push_str("\\u");
                for shift in [12, 8, 4, 0] {
                    let digit = u32::from(character) >> shift & 0xf;
                    text.extend(char::from_digit(digit, 16));
                }
            }
            _ => text.push(character),
        }
    }
    text.push('"');
}
