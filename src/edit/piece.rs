//! The pieces of text that a body is put together from, each checked on its own.
//!
//! Knows nothing of where they are put.

use std::ops::ControlFlow;

use serde::ser::Serialize;

use crate::diagnostic::Diagnostic;
use crate::error::{Category, Error, Result};
use crate::format::format;
use crate::ser::to_value;
use crate::span::Span;
use crate::syntax::lexer::scan;
use crate::syntax::options::{parse, parse_expression};
use crate::syntax::tree::handle::{Expression, ExpressionKind, Visitor};
use crate::value::{TypeKind, Value};

/// A name, if it is an identifier.
pub(super) fn name(name: &str) -> Result<&str> {
    if !name.is_empty() && scan::identifier(name, 0) == name.len() {
        return Ok(name);
    }
    let detail = format!(
        "{} is not an identifier. A name begins with a letter, and has letters, digits, \"_\" and \
         \"-\" behind that.",
        quoted(name)
    );
    Err(error("Invalid name", detail))
}

/// A string as a quoted template that stands for it.
pub(super) fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// Rust data as an expression.
pub(super) fn data<T: Serialize + ?Sized>(data: &T) -> Result<String> {
    let value = to_value(data)?;
    match unwritable(&value) {
        Some(what) => {
            let detail = format!("There is no expression for {what}, so it cannot be written.");
            Err(error("Value without expression", detail))
        }
        None => Ok(value.to_string()),
    }
}

/// What in a value no expression stands for.
fn unwritable(value: &Value) -> Option<String> {
    let mut parts = vec![value];
    while let Some(part) = parts.pop() {
        if !part.is_known() {
            return Some(format!("an unknown value of type {}", part.ty()));
        }
        if part
            .as_number()
            .is_some_and(crate::number::Number::is_infinite)
        {
            return Some("an infinite number".to_owned());
        }
        if matches!(part.ty().kind(), TypeKind::Capsule(_)) && !part.is_null() {
            return Some(format!("a value of type {}", part.ty()));
        }
        parts.extend(part.as_slice().unwrap_or_default());
        parts.extend(part.entries().into_iter().flatten().map(|(_, value)| value));
    }
    None
}

/// The text of an expression, such that it can stand behind an equals sign.
pub(super) fn expression(text: &str) -> Result<String> {
    let expression = parse_expression(text).or_else(|error| {
        // The end marker of a heredoc needs a newline, which the text of an expression does not have.
        parse_expression(&[text, "\n"].concat()).map_err(|_| error)
    })?;
    let text = expression.text();
    if !text.contains('\n') || is_whole(text) {
        return Ok(text.to_owned());
    }
    // A newline that is not within brackets would end the attribute.
    Ok(format!("(\n{text}\n)"))
}

/// Whether the whole text is the expression of one attribute.
fn is_whole(text: &str) -> bool {
    parse(&format!("x = {text}\n")).is_ok_and(|body| {
        let mut items = body.attributes();
        let is_same = items
            .next()
            .is_some_and(|it| it.expression().text() == text);
        is_same && body.items().len() == 1
    })
}

/// An attribute in the canonical form, without the newline behind it.
pub(super) fn attribute(name: &str, expression: &str) -> String {
    let mut text = format(&format!("{name} = {expression}\n"));
    text.pop();
    text
}

/// The lines of a piece behind an indentation; the first line is not indented. A heredoc stays as
/// it is.
pub(super) fn indented(piece: &str, indent: &str) -> String {
    if indent.is_empty() || !piece.contains('\n') {
        return piece.to_owned();
    }
    let heredocs = heredocs(piece);
    let mut heredocs = heredocs.iter().peekable();
    let mut text = String::with_capacity(piece.len() + indent.len() * 8);
    let mut at = 0;
    for line in piece.split_inclusive('\n') {
        while heredocs.next_if(|span| span.range().end <= at).is_some() {}
        let is_text = heredocs.peek().is_some_and(|span| span.range().start < at);
        if at > 0 && !is_text && !line.trim().is_empty() {
            text.push_str(indent);
        }
        text.push_str(line);
        at += line.len();
    }
    text
}

/// Where the heredocs of a piece are, in order, none in another.
fn heredocs(piece: &str) -> Vec<Span> {
    struct Heredocs(Vec<Span>);

    impl Visitor for Heredocs {
        fn expression(&mut self, expression: &Expression) -> ControlFlow<()> {
            if expression.text().starts_with("<<")
                && matches!(expression.kind(), ExpressionKind::Template(_))
            {
                self.0.push(expression.span());
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        }
    }

    let mut heredocs = Heredocs(Vec::new());
    if piece.contains("<<")
        && let Ok(body) = parse(&[piece, "\n"].concat())
    {
        body.walk(&mut heredocs);
    }
    heredocs.0
}

/// The error that something cannot be a piece.
pub(super) fn error(summary: &'static str, detail: impl Into<String>) -> Error {
    Error::new(Category::Data, Diagnostic::error(summary, detail))
}

/// The error that all of these amount to, if there is one.
pub(super) fn all_errors(errors: Vec<Error>) -> Result<()> {
    let category = errors.first().map_or(Category::Data, Error::classify);
    let diagnostics = errors.into_iter().flat_map(Error::into_diagnostics);
    match Error::from_diagnostics(category, diagnostics.collect()) {
        Some(error) => Err(error),
        None => Ok(()),
    }
}
