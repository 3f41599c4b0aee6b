//! Reading JSON (RFC 8259): one pass over a text, which reports what it reads to a [`JsonBuilder`].
//!
//! The JSON syntax builds a tree, and `jsondecode` a value. Open objects and arrays are kept on a stack, so that
//! nothing recurses. An item with an error is left out: reading continues at the comma or the bracket after it.
//!
//! | file | holds |
//! |---|---|
//! | `string` | JSON strings |
//! | `recover` | how reading continues after an error |
//! | `diagnose` | the diagnostics of errors |

pub(crate) mod diagnose;
mod recover;
pub(crate) mod string;

pub(crate) use self::diagnose::Bracket;
use self::diagnose::{JsonFault, Problem, is_of_number};
use self::string::{Fault, StringForm};
use crate::span::Span;

/// Initial capacity for open objects and arrays.
const USUAL_DEPTH: usize = 16;

/// Builds a result from a text while it is read.
pub(crate) trait JsonBuilder {
    /// An object or an array begins at the byte `at`.
    fn open(&mut self, bracket: Bracket, at: usize);

    /// The innermost object or array is complete. It ends before the byte `end`.
    fn close(&mut self, end: usize);

    /// The name of a property in the innermost object. A value follows it, or nothing if there is an error.
    fn name(&mut self, name: JsonString);

    fn string(&mut self, string: JsonString);

    /// A number, which may begin with a minus. Returns false if it is out of range.
    fn number(&mut self, span: Span) -> bool;

    /// `true`, `false` or `null`.
    fn keyword(&mut self, span: Span);

    /// Whether reading must stop.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// A string with its quotes.
#[derive(Clone, Copy)]
pub(crate) struct JsonString {
    pub(crate) span: Span,
    pub(crate) form: StringForm,
}

impl JsonString {
    /// The part between the quotes.
    pub(crate) fn inner(self) -> Span {
        self.span.inner()
    }
}

/// Reads a text until its end, or until it has `max_faults` faults. At most `max_depth` objects and arrays may be open
/// at once.
pub(crate) fn read<B: JsonBuilder>(
    text: &str,
    max_depth: usize,
    max_faults: usize,
    builder: B,
) -> (B, Vec<JsonFault>) {
    let mut reader = Reader {
        text,
        bytes: text.as_bytes(),
        at: 0,
        max_depth,
        open: Vec::with_capacity(USUAL_DEPTH),
        builder,
        faults: Vec::new(),
    };
    let mut next = Next::Value;
    while reader.faults.len() < max_faults && !reader.builder.is_stopped() {
        next = match next {
            Next::Value => reader.value(),
            Next::First => reader.first(),
            Next::Name => reader.property(),
            Next::After => reader.after(),
            Next::Recover => reader.recover(),
            Next::End => break,
        };
    }
    while !reader.open.is_empty() {
        reader.complete();
    }
    (reader.builder, reader.faults)
}

/// The part to read next.
#[derive(Clone, Copy)]
enum Next {
    /// A value.
    Value,
    /// The first item after an opening bracket, or the bracket that closes it.
    First,
    /// The name of a property, its colon and its value.
    Name,
    /// A comma or a closing bracket after a value.
    After,
    /// The rest of an item with an error, which is skipped.
    Recover,
    /// Nothing: the end of the text.
    End,
}

/// An object or an array that is not closed yet.
struct OpenBracket {
    bracket: Bracket,
    start: usize,
    /// Whether it contains an item, or the name of one.
    has_items: bool,
}

struct Reader<'s, B> {
    text: &'s str,
    bytes: &'s [u8],
    at: usize,
    max_depth: usize,
    open: Vec<OpenBracket>,
    builder: B,
    faults: Vec<JsonFault>,
}

impl<B: JsonBuilder> Reader<'_, B> {
    /// Skips white space and returns the next byte.
    fn peek(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.bytes.get(self.at) {
            self.at += 1;
        }
        self.bytes.get(self.at).copied()
    }

    /// Reads a value, or only the opening bracket of an object or an array.
    fn value(&mut self) -> Next {
        match self.peek() {
            Some(b'"') => match self.string() {
                Ok(string) => self.builder.string(string),
                Err(fault) => return self.broken_string(fault),
            },
            Some(b'{') => return self.open(Bracket::Object),
            Some(b'[') => return self.open(Bracket::Array),
            Some(b'-' | b'0'..=b'9' | b'+' | b'.') => return self.number(),
            _ => match self.keyword() {
                Some(span) => self.builder.keyword(span),
                None => return self.missing_value(),
            },
        }
        self.note_item();
        Next::After
    }

    /// Records that the innermost object or array contains an item, or the name of one.
    fn note_item(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.has_items = true;
        }
    }

    fn open(&mut self, bracket: Bracket) -> Next {
        if self.open.len() >= self.max_depth {
            return self.stop(Problem::TooDeep);
        }
        self.note_item();
        self.builder.open(bracket, self.at);
        self.open.push(OpenBracket {
            bracket,
            start: self.at,
            has_items: false,
        });
        self.at += 1;
        Next::First
    }

    /// Reads the first item after an opening bracket, or the bracket that closes it.
    fn first(&mut self) -> Next {
        let Some(open) = self.open.last() else {
            return Next::End;
        };
        let is_object = open.bracket == Bracket::Object;
        match (self.peek(), is_object) {
            (Some(b'}'), true) | (Some(b']'), false) => self.close(),
            (_, true) => self.property(),
            (_, false) => self.value(),
        }
    }

    /// Reads the name of a property, its colon and its value.
    fn property(&mut self) -> Next {
        if self.peek() != Some(b'"') {
            return self.missing_name();
        }
        match self.string() {
            Ok(name) => {
                self.note_item();
                self.builder.name(name);
            }
            Err(fault) => return self.broken_string(fault),
        }
        if self.peek() != Some(b':') {
            return self.missing_colon();
        }
        self.at += 1;
        self.value()
    }

    /// Reads a comma and the next item after a value, or the bracket that closes the object or array.
    fn after(&mut self) -> Next {
        let byte = self.peek();
        let Some(open) = self.open.last() else {
            return match byte {
                None => Next::End,
                Some(_) if self.skip_comment() => Next::After,
                Some(_) => self.stop(Problem::Extraneous),
            };
        };
        let bracket = open.bracket;
        let is_object = bracket == Bracket::Object;
        match byte {
            Some(b',') => {
                let comma = self.at;
                self.at += 1;
                match (self.peek(), is_object) {
                    (Some(b'}'), true) | (Some(b']'), false) => {
                        self.report_at(Problem::TrailingComma(bracket), comma);
                        self.close()
                    }
                    (_, true) => Next::Name,
                    (_, false) => Next::Value,
                }
            }
            Some(b'}') if is_object => self.close(),
            Some(b']') if !is_object => self.close(),
            Some(b'}' | b']') => {
                self.report(Problem::Mismatch(bracket));
                self.close()
            }
            Some(_) if self.skip_comment() => Next::After,
            Some(_) => self.broken(Problem::MissingComma(bracket)),
            None => self.unclosed(bracket),
        }
    }

    /// Closes the innermost object or array at the next bracket.
    fn close(&mut self) -> Next {
        self.at += 1;
        self.complete();
        Next::After
    }

    /// Completes the innermost object or array, which ends here.
    fn complete(&mut self) {
        if self.open.pop().is_some() {
            self.builder.close(self.at);
        }
    }

    fn string(&mut self) -> Result<JsonString, Fault> {
        let quote = self.at;
        let (form, close) = string::scan(self.text, quote + 1)?;
        self.at = close + 1;
        let span = Span::between(quote, close + 1);
        Ok(JsonString { span, form })
    }

    fn number(&mut self) -> Next {
        let start = self.at;
        let digits = start + usize::from(self.bytes[start] == b'-');
        let end = match number_end(self.bytes, digits) {
            Some(end) if !self.bytes.get(end).is_some_and(|byte| is_of_number(*byte)) => end,
            _ => {
                let end = self.bytes[start..].iter().position(|it| !is_of_number(*it));
                let end = end.map_or(self.bytes.len(), |length| start + length);
                return self.broken_token(Problem::InvalidNumber, start..end);
            }
        };
        if !(self.builder).number(Span::between(start, end)) {
            return self.broken_token(Problem::NumberOutOfRange, start..end);
        }
        self.note_item();
        self.at = end;
        Next::After
    }

    /// Reads `true`, `false` or `null`, if one of them is next.
    fn keyword(&mut self) -> Option<Span> {
        let rest = &self.bytes[self.at..];
        let length = match rest.first()? {
            b't' if rest.starts_with(b"true") => 4,
            b'n' if rest.starts_with(b"null") => 4,
            b'f' if rest.starts_with(b"false") => 5,
            _ => return None,
        };
        if rest
            .get(length)
            .is_some_and(|byte| diagnose::is_of_word(*byte))
        {
            return None;
        }
        let span = Span::between(self.at, self.at + length);
        self.at += length;
        Some(span)
    }
}

/// The end of the number whose digits begin at a byte, if there is one (RFC 8259, section 6).
fn number_end(bytes: &[u8], digits: usize) -> Option<usize> {
    let mut at = digits_end(bytes, digits)?;
    if bytes[digits] == b'0' && at > digits + 1 {
        return None;
    }
    if bytes.get(at) == Some(&b'.') {
        at = digits_end(bytes, at + 1)?;
    }
    if let Some(b'e' | b'E') = bytes.get(at) {
        at += 1;
        if let Some(b'+' | b'-') = bytes.get(at) {
            at += 1;
        }
        at = digits_end(bytes, at)?;
    }
    Some(at)
}

/// The end of the digits that begin at a byte, if there is at least one.
fn digits_end(bytes: &[u8], at: usize) -> Option<usize> {
    let digits = bytes.get(at..)?;
    let length = digits
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    (length > 0).then_some(at + length)
}
