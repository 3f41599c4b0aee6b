//! Expressions for types that accept anything, if the options turn evaluation off: literals as values, any other
//! expression as the template of the JSON syntax that has its value.
//!
//! "Expressions" of the JSON syntax specification.
//!
//! Knows nothing of bodies and blocks.

use serde::de::{Deserializer, Visitor};

use super::data::{Data, DataKind};
use super::data_deserializer::DataDeserializer;
use super::expression::ExpressionData;
use super::number::{Natural, unsuitable};
use super::object::ObjectAccess;
use super::object_items::ObjectItems;
use super::text::TextDeserializer;
use crate::analysis::template::escaped;
use crate::error::{Error, Result};
use crate::protocol::Handover;
use crate::value::Value;

/// Gives the visitor the expression as it would be written in JSON.
pub(super) fn visit<'de, V: Visitor<'de>>(
    data: ExpressionData<'de, '_>,
    visitor: V,
) -> Result<V::Value> {
    match data.kind() {
        DataKind::Number => match data.number().natural() {
            Ok(number @ (Natural::U64(_) | Natural::I64(_) | Natural::F64(_))) => {
                number.visit(visitor)
            }
            _ => visit_template(data, visitor),
        },
        DataKind::String if !data.is_raw_text() => {
            TextDeserializer::new(escaped(data.text())).deserialize_any(visitor)
        }
        DataKind::Object => ObjectAccess::visit(ObjectItems::unevaluated(data)?, None, visitor),
        DataKind::Unevaluated => visit_template(data, visitor),
        _ => DataDeserializer(data).visit(visitor),
    }
}

/// Gives the visitor of a [`Value`] the expression as it would be written in JSON, but numbers with every digit.
pub(super) fn visit_value<'de, V: Visitor<'de>>(
    data: ExpressionData<'de, '_>,
    visitor: V,
) -> Result<V::Value> {
    if data.kind() == DataKind::Number {
        let number = Value::from(data.number().number().map_err(unsuitable)?);
        return Err(Error::handover(Handover::new(number)));
    }
    visit(data, visitor)
}

/// Gives the visitor the template that has the value of an expression. What is unknown has no text.
fn visit_template<'de, V: Visitor<'de>>(
    data: ExpressionData<'de, '_>,
    visitor: V,
) -> Result<V::Value> {
    match data.handle().template_text() {
        Some(text) => visitor.visit_string(text),
        None => DataDeserializer(data.evaluate()).visit(visitor),
    }
}
