//! How parsing continues after an error.

use super::{Next, OpenContent, OpenStructure, Parser, diagnose};
use crate::span::{Span, offset};
use crate::syntax::json::diagnose::Problem;
use crate::syntax::json_string::Fault;

/// Reports errors and continues after them.
impl Parser<'_> {
    #[cold]
    pub(super) fn report_span(&mut self, problem: Problem, span: Span) {
        let diagnostic = diagnose::explain(self.text, problem, span);
        self.diagnostics.push(diagnostic);
    }

    /// Reports an error at a byte.
    #[cold]
    pub(super) fn report_at(&mut self, problem: Problem, at: usize) {
        self.report_span(problem, Span::new(offset(at), offset(at + 1)));
    }

    /// Reports an error at the next token.
    #[cold]
    pub(super) fn report(&mut self, problem: Problem) {
        let span = diagnose::token(self.text, self.at);
        self.report_span(problem, span);
    }

    /// Reports an error after which nothing more is read.
    #[cold]
    pub(super) fn stop(&mut self, problem: Problem) -> Next {
        self.report(problem);
        Next::End
    }

    /// Reports an error of an item at the next token.
    #[cold]
    pub(super) fn broken(&mut self, problem: Problem) -> Next {
        self.report(problem);
        Next::Recover
    }

    /// Reports an error of an item at a token that has been read. If the item is the value of a property, the property
    /// is left out.
    #[cold]
    pub(super) fn broken_token(&mut self, problem: Problem, (start, end): (usize, usize)) -> Next {
        self.report_span(problem, Span::new(offset(start), offset(end)));
        self.at = end.max(self.at);
        self.drop_property();
        Next::Recover
    }

    /// Leaves out the property whose value is missing.
    pub(super) fn drop_property(&mut self) {
        if let Some(OpenContent::Object { property, .. }) =
            self.open.last_mut().map(|open| &mut open.content)
        {
            *property = None;
        }
    }

    #[cold]
    pub(super) fn broken_string(&mut self, fault: Fault) -> Next {
        let start = self.at;
        let (problem, at, end) = match fault {
            Fault::Unterminated => {
                let end = self.bytes.len();
                (Problem::UnterminatedString, end, end)
            }
            Fault::Control(at) if matches!(self.bytes[at], b'\n' | b'\r') => {
                (Problem::UnterminatedString, at, at)
            }
            Fault::Control(at) => (Problem::ControlCharacter, at, at + 1),
            Fault::Escape(at) => (Problem::InvalidEscape, at, at + 2),
        };
        let span = diagnose::fault_span(self.text, fault, at);
        self.report_span(problem, span);
        if let Some(diagnostic) = self.diagnostics.last_mut() {
            diagnostic.set_context(Span::new(offset(start), offset(start + 1)));
        }
        // The text after the fault in the same line may be the rest of the string.
        self.at = match fault {
            Fault::Unterminated => end,
            _ => diagnose::string_end(self.bytes, end.min(self.bytes.len())),
        };
        self.drop_property();
        Next::Recover
    }

    #[cold]
    pub(super) fn missing_value(&mut self) -> Next {
        if self.skip_comment() {
            return self.same(Next::Value);
        }
        self.drop_property();
        match self.peek() {
            None => self.stop(Problem::EndOfValue),
            Some(b'}' | b']' | b',') => self.broken(Problem::MissingValue),
            Some(_) => {
                let span = diagnose::token(self.text, self.at);
                let problem = diagnose::start_of_value(self.text, span);
                self.broken_token(problem, (span.range().start, span.range().end))
            }
        }
    }

    #[cold]
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
                self.broken_token(problem, (span.range().start, span.range().end))
            }
        }
    }

    /// Whether a comment of another language is next. It is reported and then treated as white space.
    #[cold]
    pub(super) fn skip_comment(&mut self) -> bool {
        let is_mark = matches!(self.peek(), Some(b'#' | b'/'));
        let end = diagnose::comment_end(self.text, self.at);
        let is_comment = is_mark && end > self.at + 1;
        if is_comment {
            self.report_at(Problem::Comment, self.at);
            self.at = end;
        }
        is_comment
    }

    /// What is read next after a comment, if `expected` was before it. An object or array may still be empty.
    pub(super) fn same(&self, expected: Next) -> Next {
        let open = self.open.last();
        let is_empty = match open.map(|open| open.content) {
            Some(OpenContent::Array { mark }) => mark == self.elements.len(),
            Some(OpenContent::Object { mark, property, .. }) => {
                mark == self.items.len() && property.is_none()
            }
            None => false,
        };
        if is_empty { Next::First } else { expected }
    }

    #[cold]
    pub(super) fn missing_colon(&mut self) -> Next {
        let next = self.peek();
        if next != Some(b'=') {
            self.drop_property();
        }
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

    #[cold]
    pub(super) fn unclosed(&mut self) -> Next {
        let open = self.open.last();
        let start = open.map_or(0, |open| self.nodes[open.id].span.start());
        let is_object = open.is_some_and(OpenStructure::is_object);
        self.report_at(Problem::Unclosed { is_object }, start as usize);
        Next::End
    }

    /// Continues after an item with an error: at the comma after it, or at the bracket that closes the object or array.
    #[cold]
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
                    self.at = diagnose::comment_end(self.text, self.at);
                    continue;
                }
                Some(_) => {}
            }
            self.at += 1;
        }
    }
}
