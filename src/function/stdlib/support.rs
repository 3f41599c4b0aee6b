//! What the families share: functions without state, parameters by type, and arguments that the call protocol has
//! converted already.

use crate::function::{Budget, Function, FunctionError, Parameter};
use crate::quote::shortened;
use crate::value::{Type, Value};

/// Computes a result from the arguments. A pointer, so that [`Function::new`] is compiled once for all functions
/// without state, not for the type of each closure.
pub(super) type EagerImplementation = fn(&[Value]) -> Result<Value, FunctionError>;

/// A function without state.
pub(super) fn eager(result: Type, implementation: EagerImplementation) -> Function {
    Function::new(result, implementation)
}

/// A function without state that spends from a budget what it makes.
pub(super) fn within_budget(
    result: Type,
    implementation: fn(&[Value], &Budget) -> Result<Value, FunctionError>,
) -> Function {
    Function::within_budget(result, implementation)
}

/// A parameter that takes a string.
pub(super) fn string(name: &'static str) -> Parameter {
    Parameter::new(name, Type::STRING)
}

/// A parameter that takes a number.
pub(super) fn number(name: &'static str) -> Parameter {
    Parameter::new(name, Type::NUMBER)
}

/// A parameter that takes a value of any type.
pub(super) fn any(name: &'static str) -> Parameter {
    Parameter::new(name, Type::DYNAMIC)
}

/// A parameter that takes whatever there is: null and the dynamic unknown value too.
pub(super) fn anything(name: &'static str) -> Parameter {
    any(name).allow_null().allow_unknown().allow_dynamic()
}

/// A parameter that takes a list.
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

/// A value as messages quote it: of a long one the beginning.
pub(super) fn shown(value: &Value) -> String {
    match value.as_str() {
        Some(text) => Value::from(shortened(text)).to_string(),
        None => shortened(&value.to_string()).into_owned(),
    }
}

/// Why a number is no integer that a function can count with.
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

/// Refuses a value of a type that the function has no use for.
pub(super) fn wrong_type(index: usize, wanted: &str, ty: &Type) -> FunctionError {
    let given = ty.noun();
    FunctionError::argument(index, format_args!("expected {wanted}, but found {given}"))
}
