//! More functions of numbers.

mod float;

use crate::function::stdlib::specified::number::of_number;
use crate::function::stdlib::support::{eager, number, shown, string, text, whole_number};
use crate::function::{Function, FunctionError};
use crate::number::Number;
use crate::value::Type;

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

/// `signum(num)`: -1, 0 or 1 if the whole number is negative, zero or positive.
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

/// `log(num, base)`: the logarithm of a number in a base, computed with floats of 64 bits, with the same result on
/// every machine.
///
/// Example: `log(16, 2)` → `4`.
pub fn log() -> Function {
    of_floats("base", |number, base| {
        float::logarithm(number) / float::logarithm(base)
    })
    .with_description("Returns the logarithm of the number in the given base.")
}

/// `pow(num, power)`: the number to a power, computed with floats of 64 bits, with the same result on every machine.
///
/// Example: `pow(3, 2)` → `9`.
pub fn pow() -> Function {
    of_floats("power", float::power).with_description("Raises the number to the given power.")
}

/// `parseint(number, base)`: the integer that a string stands for in a base from 2 to 62.
///
/// Up to base 36, the case of letters does not matter; above that, capital letters are the digits from 36 on.
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
    .with_parameter(string("number"))
    .with_parameter(number("base"))
    .never_null()
    .with_description("Reads the string as an integer in the given base.")
}

/// A function of two numbers, computed with floats.
fn of_floats(second: &'static str, operation: fn(f64, f64) -> f64) -> Function {
    Function::new(Type::NUMBER, move |args| {
        let float = |index: usize| args[index].as_f64().unwrap_or_default();
        Ok(Number::try_from(operation(float(0), float(1)))?.into())
    })
    .with_parameter(number("num"))
    .with_parameter(number(second))
    .never_null()
}
