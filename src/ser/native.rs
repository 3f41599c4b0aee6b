//! Parts of a configuration that are written as they are: expressions, templates, traversals and bodies.
//!
//! In other formats they are strings of native syntax.
//!
//! Knows nothing of the form that an item takes.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::{Display, Write as _};

use serde::ser::{Error as _, Serialize, Serializer as _};

use super::Serializer;
use super::error;
use super::expression::{ExpressionSerializer, Position};
use super::field::{FieldSerializer, Outcome};
use super::label::Header;
use super::layout::Last;
use crate::error::Result;
use crate::number::Number;
use crate::protocol::{self, BODY, EXPRESSION, TEMPLATE, TRAVERSAL};
use crate::quote::write_quoted_text;
use crate::syntax::options::ParseOptions;
use crate::syntax::tree::handle::{Body, BodyItem, Expression, Template, TemplatePart, Traversal};

/// As a string of native syntax; this crate's serializer writes the expression itself. What is unknown, whatever is
/// written, cannot be serialized.
impl Serialize for Expression {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.written().is_none() {
            return Err(S::Error::custom("An unknown value cannot be serialized."));
        }
        protocol::offer(serializer, EXPRESSION, self, &Text(self))
    }
}

/// As a string of native syntax; this crate's serializer writes a quoted template.
impl Serialize for Template {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        protocol::offer(serializer, TEMPLATE, self, &self.text())
    }
}

/// As a string of native syntax; this crate's serializer writes the traversal itself.
impl Serialize for Traversal {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        protocol::offer(serializer, TRAVERSAL, self, &Text(self))
    }
}

/// As a string of native syntax; this crate's serializer writes the items themselves.
impl Serialize for Body {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        protocol::offer(serializer, BODY, self, &Text(self))
    }
}

/// Something as the string that it displays as.
struct Text<'a, T>(&'a T);

impl<T: Display> Serialize for Text<'_, T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self.0)
    }
}

/// A newtype that has been looked at and goes on as what it is.
pub(super) struct Newtype<'a, T: ?Sized>(pub(super) &'static str, pub(super) &'a T);

impl<T: Serialize + ?Sized> Serialize for Newtype<'_, T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(self.0, self.1)
    }
}

/// Writes the expression that a newtype of a private name is.
pub(super) fn write<T: Serialize + ?Sized>(
    target: ExpressionSerializer<'_>,
    name: &'static str,
    value: &T,
) -> Result<()> {
    let text = match name {
        EXPRESSION => protocol::ask(value)
            .map(|it: Expression| it.written().map_or_else(|| it.to_string(), Cow::into_owned)),
        TEMPLATE => protocol::ask(value).map(|it: Template| quoted_template(&it)),
        _ => protocol::ask(value).map(|it: Traversal| it.to_string()),
    };
    match text {
        Some(text) => {
            write_text(target.serializer, target.position, &text);
            Ok(())
        }
        // What cannot be had is the string that other formats see.
        None => target.serialize_some(value),
    }
}

/// Writes the number that a newtype of a private name is.
pub(super) fn write_number<T: Serialize + ?Sized>(
    target: ExpressionSerializer<'_>,
    value: &T,
) -> Result<()> {
    match protocol::ask::<Number>(value) {
        Some(number) if number.is_infinite() => Err(error::infinite()),
        Some(number) => {
            target.serializer.plain(number);
            Ok(())
        }
        None => target.serialize_some(value),
    }
}

/// Writes the block whose body a newtype of a private name is.
pub(super) fn write_block<T: Serialize + ?Sized>(
    field: FieldSerializer<'_, '_>,
    value: &T,
) -> Result<Outcome> {
    let Some(body) = protocol::ask::<Body>(value) else {
        return field.serialize_some(value);
    };
    let serializer = field.serializer;
    let mut header = Header::begin(serializer, &field.item);
    header.open(serializer);
    write_body(serializer, &body);
    let outcome = header.finish(serializer)?;
    serializer.close_body();
    Ok(outcome)
}

/// Writes the items of the body that a newtype of a private name is.
pub(super) fn write_items<T: Serialize + ?Sized>(
    serializer: &mut Serializer,
    value: &T,
) -> Result<()> {
    let body = protocol::ask::<Body>(value).ok_or_else(|| error::no_body("a string"))?;
    let names: BTreeSet<String> = body.items().map(|item| name_of(&item)).collect();
    for name in names {
        // The body may have a field of this name, too.
        serializer.names.add_key(&mut serializer.rest, &name);
    }
    write_body(serializer, &body);
    Ok(())
}

fn name_of(item: &BodyItem) -> String {
    match item {
        BodyItem::Attribute(attribute) => attribute.name().to_owned(),
        BodyItem::Block(block) => block.block_type().to_owned(),
    }
}

/// Writes the items of a body as they are, with the comments around them.
fn write_body(serializer: &mut Serializer, body: &Body) {
    let is_attribute = |item: Option<BodyItem>| matches!(item, Some(BodyItem::Attribute(_)));
    let text = body.to_string();
    if text.is_empty() {
        return;
    }
    if serializer.last == Last::Attribute && is_attribute(body.items().next()) {
        serializer.close_run();
    } else {
        serializer.begin_item_as_written();
    }
    write_lines(serializer, &text);
    serializer.last = if is_attribute(body.items().last()) {
        Last::Attribute
    } else {
        Last::Block
    };
}

/// Writes native syntax of any kind, which the formatter lays out in the end.
fn write_lines(serializer: &mut Serializer, text: &str) {
    serializer.text.push_str(text);
    serializer.needs_format = true;
    if let Some(newline) = text.rfind('\n') {
        serializer.line_start = serializer.text.len() - (text.len() - newline - 1);
    }
}

/// Writes the text of an expression, in parentheses if newlines in it would end it otherwise.
fn write_text(serializer: &mut Serializer, position: Position, text: &str) {
    if !text.contains('\n') {
        return write_lines(serializer, text);
    }
    serializer.break_line();
    let in_place = match position {
        Position::Assignment => format!("x = {text}\n"),
        Position::Element => format!("x = [{text},\n]\n"),
    };
    if ParseOptions::default().tree(&in_place).is_ok() {
        return write_lines(serializer, text);
    }
    serializer.text.push_str("(");
    write_lines(serializer, text);
    serializer.newline();
    serializer.text.push_str(")");
}

/// A template between quotes, whatever it is written in.
fn quoted_template(template: &Template) -> String {
    let mut text = String::from("\"");
    write_parts(&mut text, template);
    text.push('"');
    text
}

fn write_parts(out: &mut String, template: &Template) {
    for part in template.parts() {
        // Writing to a string does not fail.
        let _ = match part {
            TemplatePart::Literal(literal) => write_quoted_text(out, &literal),
            TemplatePart::Interpolation(expression) => write!(out, "${{{expression}}}"),
            TemplatePart::If {
                predicate,
                true_branch,
                false_branch,
            } => {
                let _ = write!(out, "%{{ if {predicate} }}");
                write_parts(out, &true_branch);
                if let Some(false_branch) = false_branch {
                    out.push_str("%{ else }");
                    write_parts(out, &false_branch);
                }
                out.write_str("%{ endif }")
            }
            TemplatePart::For {
                key_variable,
                value_variable,
                collection,
                body,
            } => {
                let key = key_variable.map_or_else(String::new, |key| format!("{key}, "));
                let _ = write!(out, "%{{ for {key}{value_variable} in {collection} }}");
                write_parts(out, &body);
                out.write_str("%{ endfor }")
            }
        };
    }
}
