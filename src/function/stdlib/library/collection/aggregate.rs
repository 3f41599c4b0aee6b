//! Functions that reduce many values to one.

use crate::convert::convert;
use crate::function::stdlib::specified::collection::common_type;
use crate::function::stdlib::support::{
    any, anything, eager, elements, list, within_budget, wrong_type,
};
use crate::function::{Function, FunctionError};
use crate::number::Number;
use crate::value::{Type, TypeKind, Value};

/// `alltrue(list)`: whether all elements are true. A null element is not.
///
/// Example: `alltrue(["true", true])` → `true`.
pub fn alltrue() -> Function {
    of_bools(false).with_description("Tells whether all elements of the list are true.")
}

/// `anytrue(list)`: whether any element is true. A null element is not.
///
/// Example: `anytrue([true, false])` → `true`.
pub fn anytrue() -> Function {
    of_bools(true).with_description("Tells whether any element of the list is true.")
}

/// A function that returns `wanted` if an element has this value, and the opposite otherwise.
fn of_bools(wanted: bool) -> Function {
    Function::new(Type::BOOL, move |args| {
        let mut result = Value::from(!wanted);
        for element in elements(&args[0]) {
            if !element.is_known() {
                result = Value::unknown_bool();
            } else if element.as_bool().unwrap_or_default() == wanted {
                return Ok(wanted.into());
            }
        }
        Ok(result)
    })
    .with_parameter(list("list", Type::BOOL))
    .never_null()
}

/// `sum(list)`: the sum of the numbers in a list, set or tuple that is not empty.
///
/// Example: `sum([10, 13, 6.5])` → `29.5`.
pub fn sum() -> Function {
    eager(Type::NUMBER, |args| {
        let ty = args[0].ty();
        let Some(elements) = args[0].as_slice() else {
            return Err(wrong_type(0, "a list or set of numbers", &ty));
        };
        if elements.is_empty() {
            return Err(FunctionError::argument(0, "must not be empty"));
        }
        let mut sum = Number::ZERO;
        let mut is_known = true;
        for (index, element) in elements.iter().enumerate() {
            let number = convert(element, &Type::NUMBER).map_err(|error| {
                FunctionError::argument(
                    0,
                    format_args!("the element {index} is unsuitable: {error}"),
                )
            })?;
            match number.as_number() {
                Some(number) => sum = sum.checked_add(number)?,
                None if number.is_null() => {
                    let message = format!("the element {index} is null");
                    return Err(FunctionError::argument(0, message));
                }
                None => is_known = false,
            }
        }
        Ok(if is_known {
            sum.into()
        } else {
            Value::unknown(&Type::NUMBER)
        })
    })
    .with_parameter(any("list"))
    .never_null()
    .with_description("Returns the sum of the numbers.")
}

/// `coalesce(vals...)` as in Terraform: the first value that is neither null nor an empty string, converted to the type
/// that all values unify to.
///
/// Example: `coalesce("", null, "b")` → `"b"`.
pub fn coalesce_text() -> Function {
    within_budget(Type::DYNAMIC, |args, budget| {
        let common = common_type(args)?;
        for value in args {
            budget.spend_conversion(value, &common)?;
            let value = convert(value, &common)?;
            let is_certain = value.is_known() || value.range().is_not_null();
            let is_string = matches!(value.ty().kind(), TypeKind::String);
            if !value.is_known() && (is_string || !is_certain) {
                return Ok(Value::unknown(&common));
            }
            if !value.is_null() && value.as_str() != Some("") {
                return Ok(value);
            }
        }
        let message = "all arguments are null or empty strings";
        Err(FunctionError::new(message))
    })
    .with_result_type(common_type)
    .with_variadic(anything("vals"))
    .never_null()
    .with_description("Returns the first of the values that is neither null nor an empty string.")
}
