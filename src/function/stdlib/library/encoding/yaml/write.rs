//! Values to YAML.

use std::fmt::Write as _;
use std::mem;

use crate::function::{Budget, FunctionError};
use crate::nfc::is_combining;
use crate::value::Value;

/// A wholly known value as a document.
pub(super) fn written(value: &Value, budget: &Budget) -> Result<String, FunctionError> {
    let mut writer = YamlWriter {
        text: String::new(),
        budget,
    };
    writer.value(value, 0)?;
    if !writer.text.ends_with('\n') {
        writer.push("\n")?;
    }
    if is_plain(value) {
        // Marks the end of the document; otherwise the scalar might continue.
        writer.push("...\n")?;
    }
    Ok(writer.text)
}

/// Whether a value is written as a scalar without quotes.
fn is_plain(value: &Value) -> bool {
    value.is_null() || value.as_bool().is_some() || value.as_number().is_some()
}

/// The text written so far. Its bytes are spent from the budget before they are written.
struct YamlWriter<'b> {
    text: String,
    budget: &'b Budget,
}

impl YamlWriter<'_> {
    fn push(&mut self, text: &str) -> Result<(), FunctionError> {
        self.budget.spend_bytes(text.len())?;
        self.text.push_str(text);
        Ok(())
    }

    /// Begins a line with this number of spaces, unless the text is empty or ends with `- `, where the value can
    /// follow.
    fn line(&mut self, indent: usize) -> Result<(), FunctionError> {
        if self.text.is_empty() || self.text.ends_with("- ") {
            return Ok(());
        }
        self.budget.spend_bytes(indent + 1)?;
        if !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        self.text.extend(std::iter::repeat_n(' ', indent));
        Ok(())
    }

    /// Writes a value whose lines begin with this number of spaces. The nesting of values is limited, which limits the
    /// recursion.
    fn value(&mut self, value: &Value, indent: usize) -> Result<(), FunctionError> {
        if let Some(elements) = value.as_slice() {
            if elements.is_empty() {
                return self.push("[]");
            }
            for element in elements {
                self.line(indent)?;
                self.push("- ")?;
                self.value(element, indent + 2)?;
            }
            return Ok(());
        }
        if let Some(entries) = value.entries() {
            if entries.len() == 0 {
                return self.push("{}");
            }
            for (key, element) in entries {
                self.line(indent)?;
                self.quoted(key)?;
                self.push(":")?;
                self.element(element, indent)?;
            }
            return Ok(());
        }
        self.scalar(value, indent.max(2))
    }

    /// Writes the value of a key: a collection on lines of its own, a sequence at the same indentation as the key.
    fn element(&mut self, value: &Value, indent: usize) -> Result<(), FunctionError> {
        let is_sequence = value.as_slice().is_some_and(|it| !it.is_empty());
        let is_mapping = value.as_entries().is_some_and(|it| !it.is_empty());
        if is_sequence || is_mapping {
            self.push("\n")?;
            return self.value(value, if is_sequence { indent } else { indent + 2 });
        }
        self.push(" ")?;
        let is_empty = value.as_slice().is_some() || value.as_entries().is_some();
        if is_empty {
            self.value(value, indent)
        } else {
            self.scalar(value, indent + 2)
        }
    }

    /// Writes a scalar; the lines of a block begin with this number of spaces.
    fn scalar(&mut self, value: &Value, indent: usize) -> Result<(), FunctionError> {
        if value.is_null() {
            return self.push("null");
        }
        if let Some(truth) = value.as_bool() {
            return self.push(if truth { "true" } else { "false" });
        }
        if let Some(number) = value.as_number() {
            if number.is_infinite() {
                let text = if number.is_negative() {
                    "-.inf"
                } else {
                    ".inf"
                };
                return self.push(text);
            }
            self.budget.spend_bytes(number.text_length())?;
            return write!(self.text, "{number}").map_err(FunctionError::new);
        }
        match value.as_str() {
            Some(string) if can_be_block(string) => self.block(string, indent),
            Some(string) => self.quoted(string),
            None => {
                let message = format!("{} cannot be written as YAML", value.ty().description());
                Err(FunctionError::argument(0, message))
            }
        }
    }

    /// Writes a string of several lines as a literal block.
    fn block(&mut self, string: &str, indent: usize) -> Result<(), FunctionError> {
        self.push("|")?;
        if string.starts_with([' ', '\n']) {
            // The first line does not show the indentation of the block.
            self.push("2")?;
        }
        match string.strip_suffix('\n') {
            None => self.push("-")?,
            // The end of a line without content is kept only on request.
            Some(rest) if rest.is_empty() || rest.ends_with('\n') => self.push("+")?,
            Some(_) => {}
        }
        for line in string.strip_suffix('\n').unwrap_or(string).split('\n') {
            self.push("\n")?;
            if !line.is_empty() {
                self.budget.spend_bytes(indent)?;
                self.text.extend(std::iter::repeat_n(' ', indent));
                self.push(line)?;
            }
        }
        self.push("\n")
    }

    /// Writes a string in double quotes.
    fn quoted(&mut self, string: &str) -> Result<(), FunctionError> {
        self.push("\"")?;
        let mut follows_escape = false;
        for character in string.chars() {
            let is_composed = mem::replace(&mut follows_escape, true) && is_combining(character);
            let escape = match character {
                '\0' => "\\0",
                '\u{7}' => "\\a",
                '\u{8}' => "\\b",
                '\t' => "\\t",
                '\n' => "\\n",
                '\u{b}' => "\\v",
                '\u{c}' => "\\f",
                '\r' => "\\r",
                '\u{1b}' => "\\e",
                '"' => "\\\"",
                '\\' => "\\\\",
                '\u{85}' => "\\N",
                '\u{a0}' => "\\_",
                '\u{2028}' => "\\L",
                '\u{2029}' => "\\P",
                '\u{feff}' => "\\uFEFF",
                _ if character.is_control() => {
                    self.push(&format!("\\x{:02X}", u32::from(character)))?;
                    continue;
                }
                _ if is_composed => {
                    self.push(&format!("\\u{:04X}", u32::from(character)))?;
                    continue;
                }
                _ => {
                    self.push(character.encode_utf8(&mut [0; 4]))?;
                    follows_escape = false;
                    continue;
                }
            };
            self.push(escape)?;
        }
        self.push("\"")
    }
}

/// Whether a string can be written as a literal block: it has several lines, no space at the end of a line, and no
/// character that needs to be escaped.
fn can_be_block(string: &str) -> bool {
    let needs_escape =
        |it: char| it != '\n' && (it.is_control() || "\u{2028}\u{2029}\u{feff}".contains(it));
    string.contains('\n')
        && !string.contains(needs_escape)
        && !string.contains(" \n")
        && !string.ends_with(' ')
}
