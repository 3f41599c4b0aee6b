//! Reads JSON into values.

use std::borrow::Cow;

use foldhash::HashMap;

use crate::function::Budget;
use crate::json_text::diagnose::{JsonFault, Problem};
use crate::json_text::string::{self, StringForm};
use crate::json_text::{self, Bracket, JsonBuilder, JsonString};
use crate::limits::MAX_VALUE_DEPTH;
use crate::number::Number;
use crate::span::Span;
use crate::value::{Text, Value, ValueError};

/// Reads a text that is a single JSON value. The error says why it is not one, and where.
pub(super) fn read(text: &str, budget: &Budget) -> Result<Value, String> {
    let builder = ValueBuilder {
        text,
        budget,
        open: Vec::new(),
        root: None,
        refused: None,
    };
    if u32::try_from(text.len()).is_err() {
        return Err("the JSON text is larger than 4 GiB".to_owned());
    }
    let (builder, faults) = json_text::read(text, MAX_VALUE_DEPTH, 1, builder);
    if let Some((at, message)) = builder.refused {
        return Err(located(text, at, &message));
    }
    match (faults.first(), builder.root) {
        (None, Some(value)) => Ok(value),
        (Some(fault), _) => Err(located(
            text,
            fault.span.range().start,
            &explain(text, fault),
        )),
        (None, None) => Err(located(text, 0, "a value is expected")),
    }
}

/// `invalid JSON at line 1, column 2: …`
fn located(text: &str, at: usize, message: &str) -> String {
    let read = text.get(..at).unwrap_or(text);
    let line = read.bytes().filter(|byte| *byte == b'\n').count() + 1;
    let start = read.rfind('\n').map_or(0, |newline| newline + 1);
    let column = read[start..].chars().count() + 1;
    format!("invalid JSON at line {line}, column {column}: {message}")
}

/// The message for a fault in a text that does not come from a file.
fn explain(text: &str, fault: &JsonFault) -> String {
    match fault.problem {
        Problem::TooDeep => format!("arrays and objects nest deeper than {MAX_VALUE_DEPTH} levels"),
        Problem::Extraneous => "nothing may follow the value".to_owned(),
        Problem::Comment => "there are no comments in JSON".to_owned(),
        Problem::EndOfValue | Problem::EndOfName => {
            "the text ends where a value is expected".to_owned()
        }
        _ => as_clause(fault.diagnostic(text).detail()),
    }
}

/// Turns sentences into a clause that can end another sentence: without the first capital letter and the last full
/// stop. A question at the end is put in parentheses.
fn as_clause(sentences: &str) -> String {
    if let Some((statement, question)) = sentences.rsplit_once(". ")
        && question.ends_with('?')
    {
        return format!("{} ({})", as_clause(statement), as_clause(question));
    }
    let sentences = sentences.strip_suffix('.').unwrap_or(sentences);
    let mut characters = sentences.chars();
    match (characters.next(), characters.next()) {
        (Some(first), Some(second)) if !second.is_uppercase() => {
            let rest = &sentences[first.len_utf8()..];
            format!("{}{rest}", first.to_lowercase())
        }
        _ => sentences.to_owned(),
    }
}

/// Builds the value while the text is read.
struct ValueBuilder<'t> {
    text: &'t str,
    /// The budget: a step for each value, and the bytes of the strings.
    budget: &'t Budget,
    /// The objects and arrays that are not complete, each with its byte offset.
    open: Vec<(OpenValue<'t>, usize)>,
    root: Option<Value>,
    /// Byte offset of a part of the text that is JSON but refused, and the reason.
    refused: Option<(usize, String)>,
}

enum OpenValue<'t> {
    Array(Vec<Value>),
    Object {
        attributes: JsonObjectBuilder,
        /// The last name read, and its byte offset.
        name: (Cow<'t, str>, usize),
    },
}

/// The attributes of an object in source order.
#[derive(Default)]
struct JsonObjectBuilder {
    list: Vec<(Text, Value)>,
    /// The index of each name in the list.
    positions: HashMap<Text, usize>,
}

impl JsonObjectBuilder {
    /// Adds an attribute. As in the reference implementation, a repeated attribute replaces the earlier one,
    /// but must be of the same type.
    fn add(&mut self, name: &str, value: Value) -> Result<(), String> {
        let name = Text::from(name);
        match self.positions.get(&name) {
            None => {
                self.positions.insert(name.clone(), self.list.len());
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

impl<'t> ValueBuilder<'t> {
    /// Adds a value to the innermost object or array.
    fn add(&mut self, value: Value) {
        match self.open.last_mut() {
            None => self.root = Some(value),
            Some((OpenValue::Array(elements), _)) => elements.push(value),
            Some((OpenValue::Object { attributes, name }, _)) => {
                if let Err(message) = attributes.add(&name.0, value) {
                    let at = name.1;
                    self.refuse(at, message);
                }
            }
        }
    }

    fn refuse(&mut self, at: usize, message: String) {
        self.refused.get_or_insert((at, message));
    }

    /// Charges a value at a byte offset to the budget.
    fn pay(&mut self, at: usize) {
        if let Err(error) = self.budget.spend_steps(1) {
            self.refuse(at, error.message().to_string());
        }
    }

    /// The text of a string, after charging it to the budget.
    fn decoded(&mut self, written: JsonString) -> Cow<'t, str> {
        let inner = written.inner();
        if let Err(error) = self.budget.spend_bytes(inner.len() as usize) {
            self.refuse(inner.range().start, error.message().to_string());
        }
        let text = &self.text[inner.range()];
        match written.form {
            StringForm::Verbatim | StringForm::Text => Cow::Borrowed(text),
            StringForm::Escaped | StringForm::Template { .. } => string::decode(text),
        }
    }
}

impl JsonBuilder for ValueBuilder<'_> {
    fn open(&mut self, bracket: Bracket, at: usize) {
        self.pay(at);
        let value = match bracket {
            Bracket::Array => OpenValue::Array(Vec::new()),
            Bracket::Object => OpenValue::Object {
                attributes: JsonObjectBuilder::default(),
                name: Default::default(),
            },
        };
        self.open.push((value, at));
    }

    fn close(&mut self, _end: usize) {
        let Some((open, at)) = self.open.pop() else {
            return;
        };
        let value: Result<Value, ValueError> = match open {
            OpenValue::Array(elements) => Value::tuple(elements),
            OpenValue::Object { attributes, .. } => Value::object(attributes.list),
        };
        match value {
            Ok(value) => self.add(value),
            Err(error) => self.refuse(at, error.message().to_string()),
        }
    }

    fn name(&mut self, written: JsonString) {
        let text = self.decoded(written);
        if let Some((OpenValue::Object { name, .. }, _)) = self.open.last_mut() {
            *name = (text, written.span.range().start);
        }
    }

    fn string(&mut self, written: JsonString) {
        self.pay(written.span.range().start);
        let text = self.decoded(written);
        self.add(text.into());
    }

    fn number(&mut self, span: Span) -> bool {
        self.pay(span.range().start);
        let Ok(number) = self.text[span.range()].parse::<Number>() else {
            return false;
        };
        self.add(number.into());
        true
    }

    fn keyword(&mut self, span: Span) {
        self.pay(span.range().start);
        self.add(match &self.text[span.range()] {
            "true" => true.into(),
            "false" => false.into(),
            _ => Value::NULL,
        });
    }

    fn is_stopped(&self) -> bool {
        self.refused.is_some()
    }
}
