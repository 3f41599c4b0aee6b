//! Expressions in the JSON syntax ("Expressions").

use super::text::JsonText;
use crate::diagnostic::{Code, Diagnostic};
use crate::error::{Category, Error, Result};
use crate::nfc::normalize;
use crate::repeated::first_repeated;
use crate::syntax::tree::handle::Expression;
use crate::syntax::tree::view::{ExpressionView, KeyView};
use crate::syntax::tree::{ExprId, ItemId, UnaryOperator};

/// Writes an expression: a literal as a value, anything else as a template.
///
/// Recursion is safe here: the nesting of JSON is limited.
pub(super) fn write(out: &mut JsonText, expression: &Expression) -> Result<()> {
    let view = expression.view();
    let id = view.without_parentheses(expression.id());
    match view.expression(id) {
        ExpressionView::Null => out.literal("null"),
        ExpressionView::Bool(bool) => out.literal(if bool { "true" } else { "false" }),
        ExpressionView::Number(_) | ExpressionView::Unary(UnaryOperator::Negate, _) => {
            match number(expression, id) {
                Some(number) => out.literal(&number),
                None => write_template(out, expression)?,
            }
        }
        ExpressionView::Tuple(elements) => out.array(|out| {
            for element in elements {
                out.begin_element();
                write(out, &expression.at(*element))?;
            }
            Ok(())
        })?,
        ExpressionView::Object(items) => write_object(out, expression, items)?,
        _ => write_template(out, expression)?,
    }
    Ok(())
}

/// The JSON text of a number with its sign; `None` if the expression is not a number.
fn number(expression: &Expression, id: ExprId) -> Option<String> {
    let view = expression.view();
    let (mut id, mut sign) = (id, "");
    loop {
        id = view.without_parentheses(id);
        match view.expression(id) {
            ExpressionView::Unary(UnaryOperator::Negate, operand) => {
                sign = if sign.is_empty() { "-" } else { "" };
                id = operand;
            }
            ExpressionView::Number(text) => {
                return Some(format!("{sign}{}", json_number(text)));
            }
            _ => return None,
        }
    }
}

/// Converts a number from native syntax to JSON: without zeros before the first digit, and without a point before the
/// exponent, as in `1.e5`.
fn json_number(text: &str) -> String {
    let digits = text.trim_start_matches('0');
    let has_digit = digits.starts_with(|first: char| first.is_ascii_digit());
    let zero = if has_digit { "" } else { "0" };
    format!("{zero}{digits}")
        .replace(".e", "e")
        .replace(".E", "E")
}

/// Writes an object. In native syntax, the last of several equal keys counts, but keys must not be repeated in JSON:
/// such an object is written as a template.
fn write_object(out: &mut JsonText, object: &Expression, items: &[ItemId]) -> Result<()> {
    let view = object.view();
    let mut keys = Vec::with_capacity(items.len());
    for item in items {
        if view.is_property(*item) {
            let name = object.property_template(*item);
            keys.push(name.ok_or_else(|| unknown(object))?);
            continue;
        }
        keys.push(match view.object_item(*item).0 {
            KeyView::Name(span) => normalize(view.slice(span)).into_owned(),
            KeyView::Expression(key) => {
                let key = object.at(key);
                let label = key.literal_text().filter(|_| out.is_block_key(key.span()));
                match label {
                    Some(label) => label.into_owned(),
                    None => key.key_template_text().ok_or_else(|| unknown(&key))?,
                }
            }
        });
    }
    let repeated = first_repeated(keys.len(), |index| keys[index].as_bytes());
    if repeated.is_some() && !object.is_json() {
        return write_template(out, object);
    }
    out.object(|out| {
        for (key, item) in keys.iter().zip(items) {
            out.begin_property(key);
            write(out, &object.at(view.object_item(*item).1))?;
        }
        Ok(())
    })
}

pub(super) fn write_template(out: &mut JsonText, expression: &Expression) -> Result<()> {
    let text = expression.template_text();
    out.string(&text.ok_or_else(|| unknown(expression))?);
    Ok(())
}

/// The error of an unknown value, for which there is no syntax.
pub(crate) fn unknown(expression: &Expression) -> Error {
    let detail = "This value is not known yet, and unknown values cannot be written.";
    Error::new(Category::Data, Diagnostic::of(Code::UnknownValue, detail)).at(expression)
}
