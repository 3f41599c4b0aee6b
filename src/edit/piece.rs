//! Checks the pieces of text from which a body is built, each on its own.
//!
//! Knows nothing of where they are inserted.

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::diagnostic::Diagnostic;
use crate::error::{Category, Error, Result};
use crate::format::format;
use crate::identifier::is_identifier;
use crate::path::PathStepRef;
use crate::ser::{EncodeOptions, attribute as attribute_form};
use crate::span::Span;
use crate::syntax::options::{parse, parse_expression};
use crate::syntax::tree::handle::{Expression, ExpressionKind, Visitor, WalkControl};
use crate::value::Value;

/// Checks that a name is an identifier.
pub(super) fn name(name: &str) -> Result<&str> {
    if is_identifier(name) {
        return Ok(name);
    }
    let detail = format!(
        "{} is not an identifier. A name begins with a letter, and has letters, digits, \"_\" and \
         \"-\" after that.",
        quoted(name)
    );
    Err(error("Invalid name", detail))
}

/// Checks that the name of an attribute is an identifier. An error has the name as its path.
fn attribute_name(text: &str) -> Result<&str> {
    name(text).map_err(|error| error.prepend_step(PathStepRef::Attribute(text)))
}

/// A string as a quoted template.
pub(super) fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// An attribute whose expression is Rust data, whatever it is.
struct Data<'a, T: ?Sized>(&'a str, &'a T);

impl<T: Serialize + ?Sized> Serialize for Data<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(self.0, &Expressed(self.1))?;
        map.end()
    }
}

/// Rust data that is written as an attribute.
struct Expressed<'a, T: ?Sized>(&'a T);

impl<T: Serialize + ?Sized> Serialize for Expressed<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        attribute_form::serialize(self.0, serializer)
    }
}

/// Rust data as the expression of an attribute. An error has the path from the attribute on.
pub(super) fn data<T: Serialize + ?Sized>(name: &str, data: &T) -> Result<String> {
    let attribute = Data(attribute_name(name)?, data);
    let text = EncodeOptions::new()
        .without_heredocs()
        .to_string(&attribute)?;
    // In the canonical form, one blank follows the equals sign.
    let (_, expression) = text.split_once(" = ").unwrap_or_default();
    Ok(expression.trim_end_matches('\n').to_owned())
}

/// Checks the text of an expression and makes it fit after the equals sign of an attribute. An error has the
/// path from the attribute on.
pub(super) fn expression(name: &str, text: &str) -> Result<String> {
    attribute_name(name)?;
    let expression = parse_expression(text).or_else(|error| {
        // The end marker of a heredoc needs a newline, which the given text may lack.
        let with_newline = [text, "\n"].concat();
        parse_expression(&with_newline)
            .map_err(|_| error.prepend_step(PathStepRef::Attribute(name)))
    })?;
    let text = expression.text();
    if !text.contains('\n') || is_whole(text) {
        return Ok(text.to_owned());
    }
    // A newline outside of brackets would end the attribute.
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

/// An attribute in the canonical form, without its final newline.
pub(super) fn attribute(name: &str, expression: &str) -> String {
    let mut text = format(&format!("{name} = {expression}\n"));
    text.pop();
    text
}

/// Whether an attribute in the canonical form ends with the end marker of a heredoc, which needs a newline
/// after it.
pub(super) fn ends_with_heredoc(attribute: &str) -> bool {
    attribute.contains("<<")
        && parse(&[attribute, "\n"].concat()).is_ok_and(|body| {
            body.attributes()
                .any(|it| it.expression().ends_with_heredoc())
        })
}

/// Indents all lines of a piece but the first. A heredoc stays as it is.
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

/// The spans of the heredocs of a piece, in order, none inside another.
fn heredocs(piece: &str) -> Vec<Span> {
    struct Heredocs(Vec<Span>);

    impl Visitor for Heredocs {
        fn expression(&mut self, expression: &Expression) -> WalkControl {
            if expression.text().starts_with("<<")
                && matches!(expression.kind(), ExpressionKind::Template(_))
            {
                self.0.push(expression.span());
                return WalkControl::Skip;
            }
            WalkControl::Continue
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

/// The error about an invalid piece.
pub(super) fn error(summary: &'static str, detail: impl Into<String>) -> Error {
    Error::new(Category::Data, Diagnostic::error(summary, detail))
}

/// Combines errors into one, if there are any.
pub(super) fn all_errors(errors: Vec<Error>) -> Result<()> {
    let category = errors.first().map_or(Category::Data, Error::classify);
    let diagnostics = errors.into_iter().flat_map(Error::into_diagnostics);
    match Error::from_diagnostics(category, diagnostics.collect()) {
        Some(error) => Err(error),
        None => Ok(()),
    }
}
