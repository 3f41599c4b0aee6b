//! How reading continues after an error.

use std::ops::Range;

use super::diagnose::{self, JsonFault, Problem};
use super::string::Fault;
use super::{Bracket, JsonBuilder, Next, Reader};
use crate::span::Span;

/// Reports errors and continues after them.
impl<B: JsonBuilder> Reader<'_, B> {
    pub(super) fn report_span(&mut self, problem: Problem, span: Span) {
        self.faults.push(JsonFault::new(problem, span));
    }

    /// Reports an error at a byte.
    pub(super) fn report_at(&mut self, problem: Problem, at: usize) {
        self.report_span(problem, Span::between(at, at + 1));
    }

    /// Reports an error at the next token.
    pub(super) fn report(&mut self, problem: Problem) {
        let span = diagnose::token(self.text, self.at);
        self.report_span(problem, span);
    }

    /// Reports an error after which nothing more is read.
    pub(super) fn stop(&mut self, problem: Problem) -> Next {
        self.report(problem);
        Next::End
    }

    /// Reports an error in an item, at the next token.
    pub(super) fn broken(&mut self, problem: Problem) -> Next {
        self.report(problem);
        Next::Recover
    }

    /// Reports an error in an item, at a token that has been read.
    pub(super) fn broken_token(&mut self, problem: Problem, range: Range<usize>) -> Next {
        self.report_span(problem, Span::between(range.start, range.end));
        self.at = range.end.max(self.at);
        Next::Recover
    }

    pub(super) fn broken_string(&mut self, fault: Fault) -> Next {
        let quote = self.at;
        let (problem, at, length) = match fault {
            Fault::Unterminated => (Problem::UnterminatedString, self.bytes.len(), 0),
            Fault::Control(at) if matches!(self.bytes[at], b'\n' | b'\r') => {
                (Problem::UnterminatedString, at, 1)
            }
            Fault::Control(at) => (Problem::ControlCharacter, at, 1),
            Fault::Escape(at) => (Problem::InvalidEscape, at, 2),
        };
        let mut end = self.bytes.len().min(at + length);
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        self.faults.push(JsonFault {
            problem,
            span: Span::between(at, end),
            context: Some(Span::between(quote, quote + 1)),
        });
        // The text after the fault on the same line may be the rest of the string.
        self.at = diagnose::string_end(self.bytes, at);
        Next::Recover
    }

    pub(super) fn missing_value(&mut self) -> Next {
        if self.skip_comment() {
            return self.same(Next::Value);
        }
        match self.peek() {
            None => self.stop(Problem::EndOfValue),
            Some(b'}' | b']' | b',') => self.broken(Problem::MissingValue),
            Some(_) => {
                let span = diagnose::token(self.text, self.at);
                let problem = diagnose::start_of_value(self.text, span);
                self.broken_token(problem, span.range())
            }
        }
    }

    pub(super) fn missing_name(&mut self) -> Next {
        if self.skip_comment() {
            return self.same(Next::Name);
        }
        match self.peek() {
            None => self.stop(Problem::EndOfValue),
            Some(b'{' | b'[' | b'-' | b'0'..=b'9') => self.broken(Problem::InvalidName),
            Some(b'}' | b']' | b',' | b':') => self.broken(Problem::MissingName),
            Some(_) => {
                let span = diagnose::token(self.text, self.at);
                let problem = diagnose::start_of_name(self.text, span);
                self.broken_token(problem, span.range())
            }
        }
    }

    /// Whether a comment of another language begins here. It is reported and then treated as white space.
    pub(super) fn skip_comment(&mut self) -> bool {
        let Some(end) = diagnose::comment_end(self.text, self.at) else {
            return false;
        };
        self.report_at(Problem::Comment, self.at);
        self.at = end;
        true
    }

    /// The part to read after a comment: `expected`, or [`Next::First`] if the object or array is still empty.
    pub(super) fn same(&self, expected: Next) -> Next {
        let is_empty = self.open.last().is_some_and(|open| !open.has_items);
        if is_empty { Next::First } else { expected }
    }

    pub(super) fn missing_colon(&mut self) -> Next {
        let next = self.peek();
        match next {
            None => self.stop(Problem::EndOfName),
            Some(b'=') => {
                self.report(Problem::EqualsSign);
                self.at += 1 + usize::from(self.bytes.get(self.at + 1) == Some(&b'>'));
                Next::Value
            }
            Some(b'}' | b']' | b',') => self.broken(Problem::MissingObjectValue),
            Some(_) => self.broken(Problem::MissingColon),
        }
    }

    pub(super) fn unclosed(&mut self, bracket: Bracket) -> Next {
        let start = self.open.last().map_or(0, |open| open.start);
        self.report_at(Problem::Unclosed(bracket), start);
        Next::End
    }

    /// Continues after an item with an error: at the comma after it, or at the bracket that closes the object or array.
    pub(super) fn recover(&mut self) -> Next {
        if self.open.is_empty() {
            return Next::End;
        }
        let mut depth = 0_usize;
        loop {
            match self.peek() {
                None => return Next::End,
                Some(b'{' | b'[') => depth += 1,
                Some(b'}' | b']') if depth > 0 => depth -= 1,
                Some(b'}' | b']' | b',') if depth == 0 => return Next::After,
                Some(b'"') => {
                    self.at = diagnose::string_end(self.bytes, self.at + 1);
                    continue;
                }
                Some(b'/' | b'#') => {
                    let end = diagnose::comment_end(self.text, self.at);
                    self.at = end.unwrap_or(self.at + 1);
                    continue;
                }
                Some(_) => {}
            }
            self.at += 1;
        }
    }
}
