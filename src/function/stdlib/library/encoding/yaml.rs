//! YAML 1.2, with common extensions: merged mappings (`<<`), `yes` and `no`, times.

mod read;
mod write;

use crate::function::Function;
use crate::function::stdlib::support::{anything, string, text, within_budget};
use crate::value::{Type, Value};

/// `yamldecode(str)`: the value that a YAML document stands for. Sequences become tuples, mappings objects, and times
/// strings; binary data stays base64.
///
/// An alias stands for the value of its anchor. An alias within the definition of its own anchor is an error, and so is
/// a tag that YAML itself does not define.
///
/// Example: `yamldecode("a: [1, true]")` → `{ a = [1, true] }`.
pub fn yamldecode() -> Function {
    within_budget(Type::DYNAMIC, |args, budget| {
        read::read(text(&args[0]), budget)
    })
    .with_parameter(string("str"))
    .with_description("Decodes the YAML document to a value.")
}

/// `yamlencode(val)`: the value as a YAML document.
///
/// Strings are written in double quotes; strings of several lines are written as literal blocks where possible.
///
/// Example: `yamlencode({ a = [1, true] })` → `"\"a\":\n- 1\n- true\n"`.
pub fn yamlencode() -> Function {
    within_budget(Type::STRING, |args, budget| {
        if !args[0].is_wholly_known() {
            return Ok(Value::unknown(&Type::STRING).refine().not_null().finish());
        }
        Ok(write::written(&args[0], budget)?.into())
    })
    .with_parameter(anything("val"))
    .never_null()
    .with_description("Returns the value as a YAML document.")
}
