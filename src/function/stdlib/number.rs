//! Functions of numbers.

mod float;

use std::cmp::Ordering;

use super::support::{eager, number, shown, text, whole_number};
use crate::function::{Function, FunctionError, Parameter};
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

/// `ceil(num)`: the least whole number that is not less than the number.
///
/// Example: `ceil(5.1)` → `6`.
pub fn ceil() -> Function {
    of_number(Number::ceil).with_description("Rounds the number up to a whole number.")
}

/// `floor(num)`: the greatest whole number that is not greater than the number.
///
/// Example: `floor(4.9)` → `4`.
pub fn floor() -> Function {
    of_number(Number::floor).with_description("Rounds the number down to a whole number.")
}

/// `signum(num)`: -1, 0 or 1, as the whole number is negative, zero or positive.
///
/// Example: `signum(-13)` → `-1`.
pub fn signum() -> Function {
    eager(Type::NUMBER, |args| {
        Ok(whole_number(args, 0)?.signum().into())
    })
    .with_parameter(number("num"))
    .never_null()
    .with_description("Returns the sign of the whole number: -1, 0 or 1.")
}

/// `log(num, base)`: the logarithm of a number in a base, computed with floats of 64 bits, on each machine with the
/// same result.
///
/// Example: `log(16, 2)` → `4`.
pub fn log() -> Function {
    of_floats("base", |number, base| {
        float::logarithm(number) / float::logarithm(base)
    })
    .with_description("Returns the logarithm of the number in the given base.")
}

/// `pow(num, power)`: the number to a power, computed with floats of 64 bits, on each machine with the same result.
///
/// Example: `pow(3, 2)` → `9`.
pub fn pow() -> Function {
    of_floats("power", float::power).with_description("Raises the number to the given power.")
}

/// `parseint(number, base)`: the integer that a string stands for in a base from 2 to 62.
///
/// Up to base 36 the case of letters does not matter; above, capital letters are the digits from 36 on.
///
/// Example: `parseint("FF", 16)` → `255`.
pub fn parseint() -> Function {
    eager(Type::NUMBER, |args| {
        let base = whole_number(args, 1)?;
        let base = u8::try_from(base).ok().filter(|it| (2..=62).contains(it));
        let base = base
            .ok_or_else(|| FunctionError::argument(1, "must be a whole number between 2 and 62"))?;
        let integer = Number::from_digits(text(&args[0]), base);
        let integer = integer.ok_or_else(|| {
            let message = format!("{} is not an integer in base {base}", shown(&args[0]));
            FunctionError::argument(0, message)
        })?;
        Ok(integer.into())
    })
    .with_parameter(Parameter::new("number", Type::STRING))
    .with_parameter(number("base"))
    .never_null()
    .with_description("Reads the string as an integer in the given base.")
}

/// A function of two numbers by way of floats.
fn of_floats(second: &'static str, operation: fn(f64, f64) -> f64) -> Function {
    Function::new(Type::NUMBER, move |args| {
        let float = |index: usize| args[index].as_f64().unwrap_or_default();
        Ok(Number::try_from(operation(float(0), float(1)))?.into())
    })
    .with_parameter(number("num"))
    .with_parameter(number(second))
    .never_null()
}

/// `max(numbers...)`: the greatest of the numbers.
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

/// `min(numbers...)`: the smallest of the numbers.
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
fn of_number(operation: fn(&Number) -> Number) -> Function {
    Function::new(Type::NUMBER, move |args| {
        let number = args[0].as_number().map(operation);
        Ok(Value::from(number.unwrap_or_default()))
    })
    .with_parameter(Parameter::new("num", Type::NUMBER))
    .never_null()
}

/// A function that selects the one of its arguments that compares in this way to all others.
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
    .with_variadic(Parameter::new("numbers", Type::NUMBER))
    .never_null()
}
