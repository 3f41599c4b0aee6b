//! YAML to values.

use std::borrow::Cow;
use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use foldhash::{HashMap, HashMapExt as _};
use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span, Tag};

use crate::convert::convert;
use crate::function::{Budget, FunctionError};
use crate::limits::MAX_VALUE_DEPTH;
use crate::number::Number;
use crate::value::{Type, Value};

/// Maximum number of values in a document. A value counts again for each alias that repeats it.
const MAX_VALUES: usize = 1_000_000;

/// The namespace of YAML's own tags.
const CORE: &str = "tag:yaml.org,2002:";

/// The value of a document; null if the document is empty.
pub(super) fn read(text: &str, budget: &Budget) -> Result<Value, FunctionError> {
    let mut reader = YamlReader {
        budget,
        open: Vec::new(),
        anchors: HashMap::new(),
        count: 0,
        root: None,
        cut_at: (!text.ends_with('\n')).then(|| text.chars().count()),
    };
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| syntax(&error))?;
        let line = span.start.line();
        reader.event(event, &span).map_err(|reason| match reason {
            YamlFailure::Reason(reason) => {
                FunctionError::argument(0, format_args!("line {line}: {reason}"))
            }
            YamlFailure::Other(error) => error,
        })?;
    }
    Ok(reader.root.unwrap_or(Value::NULL))
}

fn syntax(error: &ScanError) -> FunctionError {
    let line = error.marker().line();
    FunctionError::argument(0, format_args!("line {line}: {}", error.info()))
}

/// Why an event cannot be read.
enum YamlFailure {
    /// A clause that says what is wrong at the event.
    Reason(String),
    Other(FunctionError),
}

impl From<FunctionError> for YamlFailure {
    fn from(error: FunctionError) -> Self {
        YamlFailure::Other(error)
    }
}

impl From<String> for YamlFailure {
    fn from(reason: String) -> Self {
        YamlFailure::Reason(reason)
    }
}

impl From<&str> for YamlFailure {
    fn from(reason: &str) -> Self {
        YamlFailure::Reason(reason.to_owned())
    }
}

/// A collection whose end has not been read yet.
struct OpenCollection {
    content: YamlCollection,
    /// The anchor, or 0.
    anchor: usize,
    /// Number of values read so far when the collection began, including the collection itself.
    count: usize,
}

enum YamlCollection {
    Sequence(Vec<Value>),
    Mapping {
        attributes: BTreeMap<String, Value>,
        /// The key that waits for its value.
        key: Option<YamlKey>,
    },
}

/// The key of an entry in a mapping.
enum YamlKey {
    Name(String),
    /// `<<`: the value is a mapping to be merged, or a sequence of them.
    Merge,
}

struct YamlReader<'b> {
    budget: &'b Budget,
    open: Vec<OpenCollection>,
    /// For each anchor its value, and the number of values in it.
    anchors: HashMap<usize, (Value, usize)>,
    count: usize,
    root: Option<Value>,
    /// The number of characters in the text, if the text does not end with a newline.
    cut_at: Option<usize>,
}

impl YamlReader<'_> {
    fn event(&mut self, event: Event<'_>, span: &Span) -> Result<(), YamlFailure> {
        match event {
            Event::DocumentStart(_) if self.root.is_some() => {
                Err(YamlFailure::from("there is a second document"))
            }
            Event::Alias(anchor) => {
                let Some((value, count)) = self.anchors.get(&anchor).cloned() else {
                    return Err(YamlFailure::from("an alias is used within its own anchor"));
                };
                self.add_count(count)?;
                self.add(value, None)
            }
            Event::Scalar(text, style, anchor, tag) => {
                self.add_count(1)?;
                self.budget.spend_bytes(text.len())?;
                let text = self.without_added_newline(text, style, span);
                let is_key = self.expects_key();
                if is_key && text == "<<" && style == ScalarStyle::Plain && tag.is_none() {
                    self.set_key(YamlKey::Merge);
                    return Ok(());
                }
                let value = scalar(&text, style, tag.as_deref())?;
                if anchor > 0 {
                    self.anchors.insert(anchor, (value.clone(), 1));
                }
                self.add(value, Some(text))
            }
            Event::SequenceStart(anchor, tag) => {
                check_tag(tag.as_deref(), "seq")?;
                self.begin(YamlCollection::Sequence(Vec::new()), anchor)
            }
            Event::MappingStart(anchor, tag) => {
                check_tag(tag.as_deref(), "map")?;
                let attributes = BTreeMap::new();
                let key = None;
                self.begin(YamlCollection::Mapping { attributes, key }, anchor)
            }
            Event::SequenceEnd | Event::MappingEnd => self.end(),
            _ => Ok(()),
        }
    }

    /// The text of a scalar without the newline that the parser adds to a block at the end of the document, if the
    /// document does not end with one.
    fn without_added_newline<'t>(
        &self,
        text: Cow<'t, str>,
        style: ScalarStyle,
        span: &Span,
    ) -> Cow<'t, str> {
        let is_block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
        let is_cut = self.cut_at.is_some_and(|end| span.end.index() >= end);
        match text.strip_suffix('\n') {
            Some(shorter) if is_block && is_cut => Cow::Owned(shorter.to_owned()),
            _ => text,
        }
    }

    fn add_count(&mut self, count: usize) -> Result<(), YamlFailure> {
        self.budget.spend_steps(count)?;
        self.count += count;
        if self.count > MAX_VALUES {
            let reason = format!("the document expands to more than {MAX_VALUES} values");
            return Err(YamlFailure::from(reason));
        }
        Ok(())
    }

    fn begin(&mut self, content: YamlCollection, anchor: usize) -> Result<(), YamlFailure> {
        if self.open.len() >= MAX_VALUE_DEPTH {
            let reason = format!("values nest deeper than {MAX_VALUE_DEPTH} levels");
            return Err(YamlFailure::from(reason));
        }
        if self.expects_key() {
            return Err(YamlFailure::from("the key of a mapping must be a scalar"));
        }
        self.add_count(1)?;
        self.open.push(OpenCollection {
            content,
            anchor,
            count: self.count,
        });
        Ok(())
    }

    fn end(&mut self) -> Result<(), YamlFailure> {
        let Some(open) = self.open.pop() else {
            return Ok(());
        };
        let value = match open.content {
            YamlCollection::Sequence(elements) => Value::tuple(elements),
            YamlCollection::Mapping { attributes, .. } => Value::object(attributes),
        };
        let value = value.map_err(FunctionError::from)?;
        if open.anchor > 0 {
            let count = self.count - open.count + 1;
            self.anchors.insert(open.anchor, (value.clone(), count));
        }
        self.add(value, None)
    }

    /// Whether the next value is a key.
    fn expects_key(&self) -> bool {
        let innermost = self.open.last();
        innermost.is_some_and(|it| matches!(it.content, YamlCollection::Mapping { key: None, .. }))
    }

    fn set_key(&mut self, new: YamlKey) {
        if let Some(OpenCollection {
            content: YamlCollection::Mapping { key, .. },
            ..
        }) = self.open.last_mut()
        {
            *key = Some(new);
        }
    }

    /// Adds a value to the innermost open collection, as a key if a key is expected there. `text` is the text of a
    /// scalar, for messages.
    fn add(&mut self, value: Value, text: Option<Cow<'_, str>>) -> Result<(), YamlFailure> {
        if self.expects_key() {
            let name = convert(&value, &Type::STRING).ok();
            let name = name.as_ref().and_then(Value::as_str).map(str::to_owned);
            let Some(name) = name else {
                let shown = text.unwrap_or_default();
                return Err(YamlFailure::from(format!(
                    "\"{shown}\" cannot be the key of a mapping"
                )));
            };
            self.set_key(YamlKey::Name(name));
            return Ok(());
        }
        let Some(open) = self.open.last_mut() else {
            self.root = Some(value);
            return Ok(());
        };
        match &mut open.content {
            YamlCollection::Sequence(elements) => elements.push(value),
            YamlCollection::Mapping { attributes, key } => match key.take() {
                Some(YamlKey::Name(name)) => {
                    attributes.insert(name, value);
                }
                Some(YamlKey::Merge) => merge(attributes, &value)?,
                None => {}
            },
        }
        Ok(())
    }
}

/// Adds the attributes of an object, or of each object in a tuple.
fn merge(attributes: &mut BTreeMap<String, Value>, value: &Value) -> Result<(), YamlFailure> {
    let one = std::slice::from_ref(value);
    for part in value.as_slice().unwrap_or(one) {
        let Some(entries) = part.entries() else {
            let given = part.ty().description();
            return Err(YamlFailure::from(format!(
                "{given} cannot be merged into a mapping"
            )));
        };
        attributes.extend(entries.map(|(name, value)| (name.to_owned(), value.clone())));
    }
    Ok(())
}

/// Refuses a tag of a collection other than YAML's own tag for its kind.
fn check_tag(tag: Option<&Tag>, wanted: &str) -> Result<(), YamlFailure> {
    match tag.map(name_of).as_deref() {
        None | Some("!") => Ok(()),
        Some(name) if name.strip_prefix(CORE) == Some(wanted) => Ok(()),
        Some(name) => Err(YamlFailure::from(format!(
            "the tag \"{name}\" is not supported"
        ))),
    }
}

fn name_of(tag: &Tag) -> String {
    format!("{}{}", tag.handle, tag.suffix)
}

/// The value of a scalar.
fn scalar(text: &str, style: ScalarStyle, tag: Option<&Tag>) -> Result<Value, YamlFailure> {
    let Some(tag) = tag.map(name_of) else {
        if style == ScalarStyle::Plain {
            return plain(text);
        }
        return Ok(text.into());
    };
    let value = match tag.strip_prefix(CORE) {
        _ if tag == "!" => Some(text.into()),
        Some("str") => Some(text.into()),
        Some("bool") => truth(text).map(Value::from),
        Some("null") => is_null(text).then_some(Value::NULL),
        Some("int") => integer(text).map(Value::from),
        Some("float") => match plain(text)? {
            value if value.as_number().is_some() => Some(value),
            _ => None,
        },
        Some("timestamp") => time(text).map(Value::from),
        Some("binary") => {
            let without_space: String = text.split_whitespace().collect();
            let is_base64 = STANDARD.decode(&without_space).is_ok();
            is_base64.then(|| without_space.into())
        }
        _ => {
            return Err(YamlFailure::from(format!(
                "the tag \"{tag}\" is not supported"
            )));
        }
    };
    value.ok_or_else(|| YamlFailure::from(format!("\"{text}\" does not match its tag \"{tag}\"")))
}

/// The value of a scalar without quotes or tag.
fn plain(text: &str) -> Result<Value, YamlFailure> {
    if is_null(text) {
        return Ok(Value::NULL);
    }
    if let Some(truth) = truth(text) {
        return Ok(truth.into());
    }
    let unsigned = text.trim_start_matches(['+', '-']);
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") && text.len() - unsigned.len() < 2 {
        let infinity = if text.starts_with('-') {
            Number::NEG_INFINITY
        } else {
            Number::INFINITY
        };
        return Ok(infinity.into());
    }
    if matches!(text, ".nan" | ".NaN" | ".NAN") {
        return Err(YamlFailure::from("NaN is not a number in HCL"));
    }
    let value = time(text).map(Value::from);
    let value = value.or_else(|| integer(text).map(Value::from));
    Ok(value
        .or_else(|| float(text).map(Value::from))
        .unwrap_or_else(|| text.into()))
}

fn is_null(text: &str) -> bool {
    matches!(text, "" | "~" | "null" | "Null" | "NULL")
}

fn truth(text: &str) -> Option<bool> {
    match text {
        "true" | "True" | "TRUE" | "y" | "Y" | "yes" | "Yes" | "YES" | "on" | "On" | "ON" => {
            Some(true)
        }
        "false" | "False" | "FALSE" | "n" | "N" | "no" | "No" | "NO" | "off" | "Off" | "OFF" => {
            Some(false)
        }
        _ => None,
    }
}

/// An integer in decimal, hexadecimal (`0x`), octal (`0o`) or binary (`0b`) digits, with underscores between them or
/// without.
fn integer(text: &str) -> Option<Number> {
    let (sign, unsigned) = match text.strip_prefix('-') {
        Some(unsigned) => ("-", unsigned),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let (digits, radix) = match unsigned.get(..2) {
        Some("0x") => (&unsigned[2..], 16),
        Some("0o") => (&unsigned[2..], 8),
        Some("0b") => (&unsigned[2..], 2),
        _ => (unsigned, 10),
    };
    if digits.starts_with(['+', '-', '_']) {
        return None;
    }
    Number::from_digits(&format!("{sign}{}", digits.replace('_', "")), radix)
}

fn float(text: &str) -> Option<Number> {
    let begins = text.trim_start_matches(['+', '-', '.']);
    let is_number = begins.starts_with(|it: char| it.is_ascii_digit());
    text.replace('_', "").parse().ok().filter(|_| is_number)
}

/// A time in RFC 3339, if the text is one of YAML's forms of it: a date alone, or with a time after `T` or spaces.
fn time(text: &str) -> Option<String> {
    let (year, rest) = text.split_once('-')?;
    let (month, rest) = rest.split_once('-')?;
    let (day, rest) = split_digits(rest);
    let field = |text: &str, most: usize| -> Option<u8> {
        let is_number =
            (1..=most).contains(&text.len()) && text.bytes().all(|it| it.is_ascii_digit());
        text.parse().ok().filter(|_| is_number)
    };
    let is_year = year.len() == 4 && year.bytes().all(|it| it.is_ascii_digit());
    let (month, day) = (field(month, 2)?, field(day, 2)?);
    let year = year.parse().ok().filter(|_| is_year)?;
    if !(1..=days_of(year, month)?).contains(&day) {
        return None;
    }
    let date = format!("{year:04}-{month:02}-{day:02}");
    if rest.is_empty() {
        return Some(format!("{date}T00:00:00Z"));
    }
    let clock = rest.strip_prefix(['T', 't', ' '])?.trim_start_matches(' ');
    let (hour, clock) = clock.split_once(':')?;
    let (minute, clock) = clock.split_once(':')?;
    let (second, clock) = split_digits(clock);
    let (hour, minute, second) = (field(hour, 2)?, field(minute, 2)?, field(second, 2)?);
    if hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let zone = match clock.strip_prefix('.') {
        Some(fraction) => split_digits(fraction).1,
        None => clock,
    };
    let zone = match zone.trim_start_matches(' ') {
        "" | "Z" => String::from("Z"),
        zone => {
            let sign = zone.chars().next().filter(|it| matches!(it, '+' | '-'))?;
            let (hours, minutes) = zone[1..].split_once(':').unwrap_or((&zone[1..], "0"));
            format!("{sign}{:02}:{:02}", field(hours, 2)?, field(minutes, 2)?)
        }
    };
    Some(format!("{date}T{hour:02}:{minute:02}:{second:02}{zone}"))
}

/// Splits a text after the digits that it begins with.
fn split_digits(text: &str) -> (&str, &str) {
    let end = text.find(|it: char| !it.is_ascii_digit());
    text.split_at(end.unwrap_or(text.len()))
}

fn days_of(year: u16, month: u8) -> Option<u8> {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    Some(match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        1..=12 => 31,
        _ => return None,
    })
}
