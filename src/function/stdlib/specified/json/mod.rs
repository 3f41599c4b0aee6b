//! Functions that read and write JSON.
//!
//! Numbers keep all digits in both directions, which JSON readers that use floats cannot do.

mod read;
mod write;

pub(in crate::function::stdlib) use self::write::written;
use crate::function::stdlib::support::{anything, string, text, within_budget};
use crate::function::{Function, FunctionError};
use crate::value::{Type, TypeKind, Value};

/// `jsondecode(str)`: the value of a JSON text. Arrays become tuples.
///
/// If an object repeats a name, the last value applies; all of them must be of the same type.
///
/// Example: `jsondecode("{\"a\": [1, true]}")` → `{ a = [1, true] }`.
///
/// ```
/// use hcl::function::stdlib;
///
/// let value = stdlib::jsondecode().call(&[r#"{"ports": [80, 443]}"#.into()])?;
/// assert_eq!(value["ports"][1], 443);
/// # Ok::<(), hcl::function::CallError>(())
/// ```
pub fn jsondecode() -> Function {
    within_budget(Type::DYNAMIC, |args, budget| {
        read::read(text(&args[0]), budget).map_err(FunctionError::new)
    })
    .with_parameter(string("str"))
    .with_description("Decodes the JSON text to a value.")
}

/// `jsonencode(val)`: the value as compact JSON text.
///
/// Example: `jsonencode({ a = [1, true] })` → `"{\"a\":[1,true]}"`.
///
/// ```
/// use hcl::Value;
/// use hcl::function::stdlib;
///
/// let object = Value::object([("b", Value::from(15)), ("a", Value::NULL)])?;
/// assert_eq!(stdlib::jsonencode().call(&[object])?, r#"{"a":null,"b":15}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn jsonencode() -> Function {
    within_budget(Type::STRING, |args, budget| {
        if !args[0].is_wholly_known() {
            return Ok(unknown_text(&args[0]));
        }
        Ok(written(&args[0], budget)?.into())
    })
    .with_parameter(anything("val"))
    .never_null()
    .with_description("Returns the value as JSON text.")
}

/// The unknown JSON text of a value that is not wholly known. The beginning of the text may be known.
fn unknown_text(value: &Value) -> Value {
    let text = Value::unknown(&Type::STRING).refine().not_null();
    let prefix = match value.ty().kind() {
        _ if !value.range().is_not_null() => "",
        TypeKind::String => "\"",
        TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Tuple(_) => "[",
        TypeKind::Map(_) | TypeKind::Object(_) => "{",
        _ => "",
    };
    text.string_prefix(prefix).finish()
}
