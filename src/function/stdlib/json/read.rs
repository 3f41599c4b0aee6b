//! Reads JSON into values (RFC 8259).

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use foldhash::HashMap;

use crate::function::Budget;
use crate::json_string::{self, Fault};
use crate::limits::MAX_DEPTH;
use crate::nfc;
use crate::number::{Number, NumberError};
use crate::value::{Value, ValueError};

/// Reads a text that is a single JSON value.
pub(super) fn read(text: &str, budget: &Budget) -> Result<Value, JsonError> {
    let mut reader = JsonReader {
        text,
        at: 0,
        depth: 0,
        budget,
    };
    let value = reader.read_value()?;
    reader.skip_white_space();
    match reader.peek() {
        None => Ok(value),
        Some(_) => Err(reader.error("nothing may follow the value")),
    }
}

/// Why a text is not JSON, and where.
#[derive(Debug)]
pub(super) struct JsonError {
    message: String,
    line: usize,
    column: usize,
}

/// The state of reading.
struct JsonReader<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
    /// The budget: a step for each value, and the bytes of the strings.
    budget: &'t Budget,
}

/// The attributes of an object in source order.
#[derive(Default)]
struct JsonObjectBuilder {
    list: Vec<(Arc<str>, Value)>,
    /// The index of each name in the list.
    positions: HashMap<Arc<str>, usize>,
}

impl JsonObjectBuilder {
    /// Adds an attribute. As in the reference implementation, a repeated attribute replaces the earlier one,
    /// but must be of the same type.
    fn add(&mut self, name: &str, value: Value) -> Result<(), String> {
        let name = nfc::shared(name);
        match self.positions.get(&name) {
            None => {
                self.positions.insert(Arc::clone(&name), self.list.len());
                self.list.push((name, value));
            }
            Some(place) => {
                let earlier = &mut self.list[*place].1;
                let (first, second) = (earlier.ty(), value.ty());
                if first != second {
                    let (name, first) = (Value::from(&*name), first.description());
                    return Err(format!(
                        "the name {name} is repeated with a value of another type ({first} first, \
                         then {})",
                        second.description()
                    ));
                }
                *earlier = value;
            }
        }
        Ok(())
    }
}

impl<'t> JsonReader<'t> {
    fn read_value(&mut self) -> Result<Value, JsonError> {
        let paid = self.budget.spend_steps(1);
        paid.map_err(|error| self.error(error.message()))?;
        self.skip_white_space();
        match self.peek() {
            Some(b'{') => self.read_nested(Self::read_object),
            Some(b'[') => self.read_nested(Self::read_array),
            Some(b'"') => Ok(self.read_string()?.into()),
            Some(b'-' | b'0'..=b'9') => self.read_number(),
            _ if self.takes("true") => Ok(true.into()),
            _ if self.takes("false") => Ok(false.into()),
            _ if self.takes("null") => Ok(Value::NULL),
            _ => Err(self.expected("a value")),
        }
    }

    /// Reads an array or object, whose opening bracket is next.
    fn read_nested(
        &mut self,
        read: fn(&mut Self) -> Result<Value, JsonError>,
    ) -> Result<Value, JsonError> {
        if self.depth == MAX_DEPTH {
            let message = format!("arrays and objects nest deeper than {MAX_DEPTH} levels");
            return Err(self.error(message));
        }
        self.at += 1;
        self.depth += 1;
        let value = read(self)?;
        self.depth -= 1;
        Ok(value)
    }

    fn read_array(&mut self) -> Result<Value, JsonError> {
        let mut elements = Vec::new();
        if !self.takes_after_space("]") {
            loop {
                elements.push(self.read_value()?);
                if self.takes_after_space("]") {
                    break;
                }
                self.require(",", "a comma or a closing bracket")?;
            }
        }
        Value::tuple(elements).map_err(|error| self.refused(&error))
    }

    fn read_object(&mut self) -> Result<Value, JsonError> {
        let mut attributes = JsonObjectBuilder::default();
        if !self.takes_after_space("}") {
            loop {
                self.skip_white_space();
                if self.peek() != Some(b'"') {
                    return Err(self.expected("a name in double quotes"));
                }
                let start = self.at;
                let name = self.read_string()?;
                self.require(":", "a colon")?;
                let value = self.read_value()?;
                if let Err(message) = attributes.add(&name, value) {
                    self.at = start;
                    return Err(self.error(message));
                }
                if self.takes_after_space("}") {
                    break;
                }
                self.require(",", "a comma or a closing brace")?;
            }
        }
        Value::object(attributes.list).map_err(|error| self.refused(&error))
    }

    /// Reads a string, whose opening quote is next.
    fn read_string(&mut self) -> Result<Cow<'t, str>, JsonError> {
        let start = self.at + 1;
        let end = match json_string::scan(self.text, start) {
            Ok((_, end)) => end,
            Err(fault) => return Err(self.fault(fault)),
        };
        let paid = self.budget.spend_bytes(end - start);
        paid.map_err(|error| self.error(error.message()))?;
        self.at = end + 1;
        Ok(json_string::decode(&self.text[start..end]))
    }

    /// The error of an invalid string.
    fn fault(&mut self, fault: Fault) -> JsonError {
        self.at = match fault {
            Fault::Unterminated => self.text.len(),
            Fault::Control(at) | Fault::Escape(at) => at,
        };
        match fault {
            Fault::Escape(_) if self.text[self.at..].starts_with("\\u") => {
                self.error("four hexadecimal digits must follow \\u")
            }
            Fault::Escape(_) => self.error("this escape sequence is unknown"),
            _ => self.expected("a double quote at the end of the string"),
        }
    }

    fn read_number(&mut self) -> Result<Value, JsonError> {
        let start = self.at;
        self.takes("-");
        if !self.takes("0") {
            self.read_digits()?;
        }
        if self.takes(".") {
            self.read_digits()?;
        }
        if self.takes("e") || self.takes("E") {
            if !self.takes("-") {
                self.takes("+");
            }
            self.read_digits()?;
        }
        let number = self.text[start..self.at].parse::<Number>();
        let number = number.map_err(|error: NumberError| self.error(error));
        Ok(number?.into())
    }

    fn read_digits(&mut self) -> Result<(), JsonError> {
        let rest = &self.text.as_bytes()[self.at..];
        let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if count == 0 {
            return Err(self.expected("a digit"));
        }
        self.at += count;
        Ok(())
    }

    fn skip_white_space(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        let is_space = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
        self.at += rest.iter().take_while(is_space).count();
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips this word if it is next, and returns whether it was.
    fn takes(&mut self, word: &str) -> bool {
        let takes = self.text[self.at..].starts_with(word);
        if takes {
            self.at += word.len();
        }
        takes
    }

    fn takes_after_space(&mut self, word: &str) -> bool {
        self.skip_white_space();
        self.takes(word)
    }

    fn require(&mut self, word: &str, name: &str) -> Result<(), JsonError> {
        if self.takes_after_space(word) {
            return Ok(());
        }
        Err(self.expected(name))
    }

    fn expected(&self, what: &str) -> JsonError {
        match self.text[self.at..].chars().next() {
            Some(found) => {
                let found = Value::from(found.to_string());
                self.error(format_args!("{what} is expected here, not {found}"))
            }
            None => self.error(format_args!("{what} is expected, but the text ends")),
        }
    }

    fn refused(&self, error: &ValueError) -> JsonError {
        self.error(error.message())
    }

    fn error(&self, message: impl fmt::Display) -> JsonError {
        let read = &self.text[..self.at];
        let line = read.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let start = read.rfind('\n').map_or(0, |newline| newline + 1);
        JsonError {
            message: message.to_string(),
            line,
            column: read[start..].chars().count() + 1,
        }
    }
}

/// `invalid JSON at line 1, column 2: …`
impl fmt::Display for JsonError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            message,
            line,
            column,
        } = self;
        write!(
            formatter,
            "invalid JSON at line {line}, column {column}: {message}"
        )
    }
}
