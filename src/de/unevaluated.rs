//! Expressions for types that do not say what they want, if the options say that they are not to be evaluated: literals
//! as values, any other expression as the template of the JSON syntax that has its value.
//!
//! "Expressions" of the JSON syntax specification.
//!
//! Knows nothing of bodies and blocks.

use serde::de::{Deserializer, Visitor};

use super::deserializer::SourceDeserializer;
use super::expression::ExpressionSource;
use super::number::{Natural, unsuitable};
use super::object::ObjectAccess;
use super::object_items::ObjectItems;
use super::source::{Kind, Source};
use super::text::TextDeserializer;
use crate::analysis::template::escaped;
use crate::error::{Error, Result};
use crate::protocol::Handover;
use crate::value::Value;

/// Gives the visitor the expression as JSON has it.
pub(super) fn visit<'de, V: Visitor<'de>>(
    source: ExpressionSource<'de, '_>,
    visitor: V,
) -> Result<V::Value> {
    match source.kind() {
        Kind::Number => match source.number().natural() {
            Ok(number @ (Natural::U64(_) | Natural::I64(_) | Natural::F64(_))) => {
                number.visit(visitor)
            }
            _ => visit_template(source, visitor),
        },
        Kind::String if !source.is_json() => {
            TextDeserializer::new(escaped(source.text())).deserialize_any(visitor)
        }
        Kind::Object => ObjectAccess::visit(ObjectItems::unevaluated(source)?, None, visitor),
        Kind::Unevaluated => visit_template(source, visitor),
        _ => SourceDeserializer(source).visit(visitor),
    }
}

/// Gives the visitor of a [`Value`] the same, but each number with every digit.
pub(super) fn visit_value<'de, V: Visitor<'de>>(
    source: ExpressionSource<'de, '_>,
    visitor: V,
) -> Result<V::Value> {
    if source.kind() == Kind::Number {
        let number = Value::from(source.number().number().map_err(unsuitable)?);
        return Err(Error::handover(Handover::new(number)));
    }
    visit(source, visitor)
}

/// Gives the visitor the template that has the value of an expression. What is unknown has no text.
fn visit_template<'de, V: Visitor<'de>>(
    source: ExpressionSource<'de, '_>,
    visitor: V,
) -> Result<V::Value> {
    match source.handle().template_text() {
        Some(text) => visitor.visit_string(text),
        None => SourceDeserializer(source.evaluate()).visit(visitor),
    }
}
