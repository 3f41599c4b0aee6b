//! Functions of numbers.

use std::cmp::Ordering;

use crate::function::stdlib::support::number;
use crate::function::{Function, FunctionError};
use crate::number::Number;
use crate::value::{Type, Value};

/// `abs(num)`: the number without its sign.
///
/// Example: `abs(-7)` → `7`.
///
/// ```
/// use hcl::function::stdlib;
///
/// assert_eq!(stdlib::abs().call(&[(-7).into()])?, 7);
/// # Ok::<(), hcl::function::CallError>(())
/// ```
pub fn abs() -> Function {
    of_number(Number::abs).with_description("Returns the absolute value of the given number.")
}

/// `int(num)`: the number without its fraction, rounded towards zero.
///
/// Example: `int(-1.9)` → `-1`.
///
/// ```
/// use hcl::function::stdlib;
///
/// assert_eq!(stdlib::int().call(&["-1.9".into()])?, -1);
/// # Ok::<(), hcl::function::CallError>(())
/// ```
pub fn int() -> Function {
    of_number(Number::trunc).with_description("Returns the integer part of the given number.")
}

/// `max(numbers...)`: the greatest of the numbers, of which there must be at least one.
///
/// Example: `max(3, 12, 7)` → `12`.
///
/// ```
/// use hcl::function::stdlib;
///
/// assert_eq!(stdlib::max().call(&[3.into(), 12.into(), 7.into()])?, 12);
/// assert!(stdlib::max().call(&[]).is_err());
/// # Ok::<(), hcl::function::CallError>(())
/// ```
pub fn max() -> Function {
    of_numbers(Ordering::Greater).with_description("Returns the greatest of the numbers.")
}

/// `min(numbers...)`: the smallest of the numbers, of which there must be at least one.
///
/// Example: `min(3, 12, 7)` → `3`.
///
/// ```
/// use hcl::function::stdlib;
///
/// assert_eq!(stdlib::min().call(&[3.into(), 12.into(), 7.into()])?, 3);
/// # Ok::<(), hcl::function::CallError>(())
/// ```
pub fn min() -> Function {
    of_numbers(Ordering::Less).with_description("Returns the smallest of the numbers.")
}

/// A function from number to number.
pub(in crate::function::stdlib) fn of_number(operation: fn(&Number) -> Number) -> Function {
    Function::new(Type::NUMBER, move |args| {
        let number = args[0].as_number().map(operation);
        Ok(Value::from(number.unwrap_or_default()))
    })
    .with_parameter(number("num"))
    .never_null()
}

/// A function that selects the argument that compares as `wanted` to all others: the greatest or the smallest.
fn of_numbers(wanted: Ordering) -> Function {
    Function::new(Type::NUMBER, move |args| {
        let numbers = args.iter().filter_map(Value::as_number);
        let chosen = numbers.reduce(|chosen, number| {
            if number.cmp(chosen) == wanted {
                number
            } else {
                chosen
            }
        });
        let chosen = chosen.ok_or_else(|| FunctionError::new("must pass at least one number"))?;
        Ok(Value::from(chosen.clone()))
    })
    .with_variadic(number("numbers"))
    .never_null()
}
