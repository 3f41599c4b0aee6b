//! Helpers that the families share: constructors of stateless functions and of parameters, and access to arguments that
//! the call protocol has already converted.

use crate::function::{Budget, Function, FunctionError, Parameter};
use crate::quote::shortened;
use crate::value::{Type, Value};

/// A stateless function. The implementation is a function pointer, so that [`Function::new`] is compiled once for all
/// stateless functions, not once for the type of each closure.
pub(super) fn eager(
    result: Type,
    implementation: fn(&[Value]) -> Result<Value, FunctionError>,
) -> Function {
    Function::new(result, implementation)
}

/// A stateless function that charges its work to a budget.
pub(super) fn within_budget(
    result: Type,
    implementation: fn(&[Value], &Budget) -> Result<Value, FunctionError>,
) -> Function {
    Function::within_budget(result, implementation)
}

pub(super) fn string(name: &'static str) -> Parameter {
    Parameter::new(name, Type::STRING)
}

pub(super) fn number(name: &'static str) -> Parameter {
    Parameter::new(name, Type::NUMBER)
}

/// A parameter that takes a value of any type.
pub(super) fn any(name: &'static str) -> Parameter {
    Parameter::new(name, Type::DYNAMIC)
}

/// A parameter that takes every value, including null, unknown values and the dynamic unknown value.
pub(super) fn anything(name: &'static str) -> Parameter {
    any(name).allow_null().allow_unknown().allow_dynamic()
}

pub(super) fn list(name: &'static str, element: Type) -> Parameter {
    Parameter::new(name, Type::list(element))
}

/// The text of a known string.
pub(super) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The elements of a known list, set or tuple.
pub(super) fn elements(value: &Value) -> &[Value] {
    value.as_slice().unwrap_or_default()
}

/// Whether an element is equal to a value: unknown if that depends on unknown parts.
pub(super) fn has_element(elements: &[Value], wanted: &Value) -> Value {
    let mut result = Value::from(false);
    for element in elements {
        match element.equals(wanted).as_bool() {
            Some(true) => return true.into(),
            Some(false) => {}
            None => result = Value::unknown_bool(),
        }
    }
    result
}

/// The type of the elements of a list, set or map; dynamic for anything else.
pub(super) fn element_type(collection: &Type) -> Type {
    collection.element_type().cloned().unwrap_or(Type::DYNAMIC)
}

/// These elements as a list, if the collection that they come from has an element type, and otherwise as a tuple.
pub(super) fn list_or_tuple(
    collection: &Type,
    elements: impl IntoIterator<Item = Value>,
) -> Result<Value, FunctionError> {
    Ok(match collection.element_type() {
        Some(element) => Value::list(element, elements)?,
        None => Value::tuple(elements)?,
    })
}

/// A value as quoted in messages. Of a long value, only the beginning is shown.
pub(super) fn shown(value: &Value) -> String {
    match value.as_str() {
        Some(text) => Value::from(shortened(text)).to_string(),
        None => shortened(&value.to_string()).into_owned(),
    }
}

/// The message for a number that is not an integer, or is out of the range of `i64`.
pub(super) fn not_whole(number: &Value) -> String {
    let (number, least, most) = (shown(number), i64::MIN, i64::MAX);
    format!("{number} is not a whole number between {least} and {most}")
}

/// The argument at a position as an integer.
pub(super) fn whole_number(args: &[Value], index: usize) -> Result<i64, FunctionError> {
    let number = args[index].as_i64();
    number.ok_or_else(|| FunctionError::argument(index, not_whole(&args[index])))
}

/// The argument at a position as a length.
pub(super) fn count(args: &[Value], index: usize) -> Result<usize, FunctionError> {
    let count = whole_number(args, index)?;
    usize::try_from(count).map_err(|_| FunctionError::argument(index, "must not be negative"))
}

/// The error for an argument of a type that the function does not accept.
pub(super) fn wrong_type(index: usize, wanted: &str, ty: &Type) -> FunctionError {
    let given = ty.noun();
    FunctionError::argument(index, format_args!("expected {wanted}, but found {given}"))
}
