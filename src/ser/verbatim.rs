//! Native syntax that is written as it is given: expressions, templates, traversals and bodies.
//!
//! In other formats they are strings of native syntax.

use std::borrow::Cow;

use foldhash::{HashSet, HashSetExt as _};
use serde::ser::{Error as _, Serialize};

use super::ask::ask;
use super::error;
use super::writer::{ExpressionPosition, Writer};
use crate::analysis::template;
use crate::identifier::begins_with_for;
use crate::protocol::{self, BODY, EXPRESSION, TEMPLATE, TRAVERSAL};
use crate::syntax::options::ParseOptions;
use crate::syntax::tree::handle::{Body, BodyItem, BodyItemKind, Expression, Template, Traversal};

/// As a string of native syntax; this crate's serializer writes the expression itself. An unknown
/// value cannot be serialized.
impl Serialize for Expression {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.written().is_none() {
            return Err(S::Error::custom("An unknown value cannot be serialized."));
        }
        protocol::offer(serializer, EXPRESSION, self, &format_args!("{self}"))
    }
}

/// As a string without quotes for other formats; this crate's serializer writes a quoted
/// template.
impl Serialize for Template {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        protocol::offer(serializer, TEMPLATE, self, &template::bare(self))
    }
}

/// As a string of native syntax; this crate's serializer writes the traversal itself.
impl Serialize for Traversal {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        protocol::offer(serializer, TRAVERSAL, self, &format_args!("{self}"))
    }
}

/// As a string of native syntax; this crate's serializer writes the items themselves.
impl Serialize for Body {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        protocol::offer(serializer, BODY, self, &format_args!("{self}"))
    }
}

/// The native syntax of the expression, template or traversal in a newtype with a private name.
pub(super) fn text<T: Serialize + ?Sized>(name: &'static str, newtype: &T) -> Option<String> {
    match name {
        EXPRESSION => ask(newtype)
            .map(|it: Expression| it.written().map_or_else(|| it.to_string(), Cow::into_owned)),
        TEMPLATE => ask(newtype).map(|it: Template| template::quoted(&it)),
        TRAVERSAL => ask(newtype).map(|it: Traversal| it.to_string()),
        _ => None,
    }
}

/// The content of the JSON string that is read as a traversal. Such a string is native syntax, not a template, so a `$`
/// or `%` before `{` in a key is written as an escape sequence: in a template, it would have to be doubled.
pub(super) fn json_traversal(native: &str) -> String {
    native.replace("$${", "\\u0024{").replace("%%{", "\\u0025{")
}

/// Writes the text of an expression, in parentheses if a newline would otherwise end it, or if it would begin a `for`
/// expression.
pub(super) fn write(writer: &mut Writer, position: ExpressionPosition, text: &str) {
    if !text.contains('\n') {
        if writer.is_at_tuple_start() && begins_with_for(text) {
            return writer.verbatim(&format!("({text})"));
        }
        return writer.verbatim(text);
    }
    let in_place = match position {
        ExpressionPosition::Assignment => format!("x = {text}\n"),
        ExpressionPosition::Element => format!("x = [{text},\n]\n"),
    };
    if ParseOptions::default().tree(&in_place).is_ok() {
        writer.verbatim_lines(text);
    } else {
        writer.verbatim_lines(&format!("({text}\n)"));
    }
}

/// The names of the items of a body, each once.
pub(super) fn names(body: &Body) -> Vec<String> {
    let mut seen = HashSet::new();
    let names = body.items().map(|item| item.name().to_owned());
    names.filter(|name| seen.insert(name.clone())).collect()
}

/// Writes the items of a body as they are, with the comments around them.
///
/// # Errors
///
/// If the body is an array in JSON syntax with an element that is not an object.
pub(super) fn write_body(writer: &mut Writer, body: &Body) -> crate::error::Result<()> {
    if let Some((document, wrong)) = body.wrong_elements().next() {
        let place = document.view().wrong_part(wrong);
        return Err(error::wrong_element().at((place, &document.source)));
    }
    let text = body.to_string();
    if !text.is_empty() {
        let kind = |item: Option<BodyItem>| item.map_or(BodyItemKind::Block, |item| item.kind());
        let (first, last) = (kind(body.items().next()), kind(body.items().last()));
        writer.verbatim_items(&text, first, last);
    }
    Ok(())
}
