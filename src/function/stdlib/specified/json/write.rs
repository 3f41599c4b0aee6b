//! Writes values as JSON.

use std::fmt::Write as _;

use crate::function::{Budget, FunctionError};
use crate::nfc::is_combining;
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
        self.push("\"")?;
        let mut follows_escape = false;
        for character in string.chars() {
            let short = short_escape(character);
            let is_long = needs_escape(character) || follows_escape && is_combining(character);
            match short {
                Some(escape) => self.push(escape)?,
                None if is_long => self.push(&format!("\\u{:04x}", u32::from(character)))?,
                None => self.push(character.encode_utf8(&mut [0; 4]))?,
            }
            follows_escape = is_long || short.is_some();
        }
        self.push("\"")
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
