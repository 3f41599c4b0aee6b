//! Writes values as JSON.

use std::fmt::Write as _;

use crate::function::{Budget, FunctionError};
use crate::value::Value;

/// A wholly known value as compact JSON.
pub(in crate::function::stdlib) fn written(
    value: &Value,
    budget: &Budget,
) -> Result<String, FunctionError> {
    let mut writer = JsonWriter {
        text: String::new(),
        budget,
    };
    writer.write(value)?;
    Ok(writer.text)
}

/// The text written so far. Its bytes are spent from the budget before they are written.
struct JsonWriter<'b> {
    text: String,
    budget: &'b Budget,
}

impl JsonWriter<'_> {
    /// Recursion is safe here: the nesting of values is limited.
    fn write(&mut self, value: &Value) -> Result<(), FunctionError> {
        if value.is_null() {
            self.push("null")
        } else if let Some(truth) = value.as_bool() {
            self.push(if truth { "true" } else { "false" })
        } else if let Some(number) = value.as_number() {
            if number.is_infinite() {
                return Err(FunctionError::argument(0, "JSON has no infinite numbers"));
            }
            self.budget.spend_bytes(number.text_length())?;
            write!(self.text, "{number}").map_err(FunctionError::new)
        } else if let Some(string) = value.as_str() {
            self.write_string(string)
        } else if let Some(elements) = value.as_slice() {
            self.push("[")?;
            for (index, element) in elements.iter().enumerate() {
                self.write_comma(index)?;
                self.write(element)?;
            }
            self.push("]")
        } else if let Some(entries) = value.entries() {
            self.push("{")?;
            for (index, (name, element)) in entries.enumerate() {
                self.write_comma(index)?;
                self.write_string(name)?;
                self.push(":")?;
                self.write(element)?;
            }
            self.push("}")
        } else {
            let message = format!("{} cannot be written as JSON", value.ty().description());
            Err(FunctionError::argument(0, message))
        }
    }

    fn push(&mut self, text: &str) -> Result<(), FunctionError> {
        self.budget.spend_bytes(text.len())?;
        self.text.push_str(text);
        Ok(())
    }

    fn write_comma(&mut self, index: usize) -> Result<(), FunctionError> {
        if index > 0 { self.push(",") } else { Ok(()) }
    }

    /// Writes a string in quotes. As in the reference implementation, it is safe to embed in a script of a
    /// web page.
    fn write_string(&mut self, string: &str) -> Result<(), FunctionError> {
        let length = string.chars().map(escaped_length).sum::<usize>();
        self.budget.spend_bytes(length + 2)?;
        self.text.reserve(length + 2);
        self.text.push('"');
        for character in string.chars() {
            match short_escape(character) {
                Some(escape) => self.text.push_str(escape),
                None if needs_escape(character) => {
                    let code = u32::from(character);
                    write!(self.text, "\\u{code:04x}").map_err(FunctionError::new)?;
                }
                None => self.text.push(character),
            }
        }
        self.text.push('"');
        Ok(())
    }
}

fn short_escape(character: char) -> Option<&'static str> {
    Some(match character {
        '"' => "\\\"",
        '\\' => "\\\\",
        '\n' => "\\n",
        '\r' => "\\r",
        '\t' => "\\t",
        '\u{8}' => "\\b",
        '\u{c}' => "\\f",
        _ => return None,
    })
}

fn needs_escape(character: char) -> bool {
    matches!(
        character,
        '\0'..='\u{1f}' | '<' | '>' | '&' | '\u{2028}' | '\u{2029}'
    )
}

/// Number of bytes that a character takes when written.
fn escaped_length(character: char) -> usize {
    match short_escape(character) {
        Some(escape) => escape.len(),
        None if needs_escape(character) => "\\u0000".len(),
        None => character.len_utf8(),
    }
}
