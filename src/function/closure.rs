//! Functions from closures: the parameters and the result are derived from the closure's Rust types.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::BuildHasher;
use std::sync::Arc;

use crate::diagnostic::clause;
use crate::number::{Number, NumberError};
use crate::path::PathStep;
use crate::value::{Type, Value, ValueError};

use super::{Function, FunctionError, Parameter};

impl Function {
    /// Makes a function from a closure. The types of the closure determine the parameters and the result.
    ///
    /// Arguments are converted to the HCL types that correspond to the Rust types; see [`FromValue`]. An `Option`
    /// accepts `null`. An [`Optional`] argument can be omitted, and the last argument can be a [`Variadic`] one, which
    /// takes all that are left. The closure returns a value, or a `Result` of one; a [`FunctionError`] can [point at an
    /// argument](FunctionError::argument).
    ///
    /// A panic in the closure is not caught: check arithmetic, and limit counts that come from a configuration. If the
    /// result can be much larger than the arguments, as when text is repeated, use [`Function::within_budget`] instead.
    ///
    /// In messages, parameters are called `arg1`, `arg2` and so on; [`Function::with_names`] names them.
    ///
    /// ```
    /// use hcl::EvalContext;
    /// use hcl::function::{Function, FunctionError, Optional, Variadic};
    ///
    /// let area = Function::from_fn(|a: u32, b: u32| u64::from(a) * u64::from(b));
    /// let divide = Function::from_fn(|a: f64, b: f64| match b {
    ///     0.0 => Err(FunctionError::argument(1, "must not be zero")),
    ///     _ => Ok(a / b),
    /// })
    /// .with_names(["dividend", "divisor"]);
    /// let greet = Function::from_fn(|name: String, greeting: Optional<String>| {
    ///     format!("{}, {name}", greeting.0.unwrap_or("Hello".to_owned()))
    /// });
    /// let path = Function::from_fn(|root: String, parts: Variadic<String>| {
    ///     parts.0.iter().fold(root, |path, part| format!("{path}/{part}"))
    /// });
    ///
    /// let ctx = EvalContext::new()
    ///     .with_function("area", area)
    ///     .with_function("divide", divide)
    ///     .with_function("greet", greet)
    ///     .with_function("path", path);
    /// let evaluate = |text: &str| hcl::parse_expression(text)?.evaluate(&ctx);
    /// assert_eq!(evaluate("area(3, \"2\")")?, 6);
    /// assert_eq!(evaluate("greet(\"Ada\")")?, "Hello, Ada");
    /// assert_eq!(evaluate("path(\"srv\", [\"a\", 1]...)")?, "srv/a/1");
    ///
    /// let error = evaluate("divide(1, 0)").unwrap_err();
    /// assert_eq!(error.column(), Some(11));
    /// assert!(error.message().contains("\"divisor\" of \"divide\""));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn from_fn<C, A>(closure: C) -> Self
    where
        C: Closure<A>,
    {
        closure.into_function()
    }

    /// Names the parameters in order; the variadic one is the last. If there are fewer names than parameters, the
    /// remaining parameters keep theirs.
    #[must_use]
    pub fn with_names<N: Into<Arc<str>>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        let data = self.data_mut();
        let parameters = data.parameters.iter_mut();
        for (parameter, name) in parameters.chain(&mut data.variadic).zip(names) {
            parameter.set_name(name.into());
        }
        self
    }
}

/// A Rust type that arguments can be converted to.
///
/// | Rust | HCL |
/// |---|---|
/// | `String`, `Arc<str>` | `string` |
/// | `bool` | `bool` |
/// | integers, `f32`, `f64`, [`Number`] | `number`, exactly; a fraction or a number out of the range is an error |
/// | `Vec<T>`, `BTreeSet<T>` | `list(…)`, `set(…)` |
/// | `BTreeMap<String, T>`, `HashMap<String, T>` | `map(…)` |
/// | `Option<T>` | the type of `T`; `None` is `null` |
/// | [`Value`] | any type |
/// | [`Decoded<T>`](crate::Decoded) | any type; serde makes a `T` of it: a struct, an enum |
pub trait FromValue: Sized {
    /// The type that an argument is converted to.
    fn value_type() -> Type;

    /// Whether `null` is a value.
    fn takes_null() -> bool {
        false
    }

    /// Converts a known value of [`value_type`](FromValue::value_type).
    ///
    /// # Errors
    ///
    /// If the Rust type cannot hold the value, with the path to the part at fault.
    fn from_value(value: &Value) -> Result<Self, ValueError>;
}

/// A Rust type that can be converted to a value: `&str` and every type of [`FromValue`]; for structs and enums, use
/// [`Encoded`](crate::Encoded).
pub trait IntoValue {
    /// The type of the value; [`Type::DYNAMIC`] if it is not always the same.
    fn result_type() -> Type;

    /// The value.
    ///
    /// # Errors
    ///
    /// If there is no such value, for example because a float is NaN or a list nests too deep.
    fn into_value(self) -> Result<Value, ValueError>;
}

/// What a closure can return: a value, or a `Result` of a value. This trait and the two below cannot be named
/// outside of the crate, so they can change.
pub trait IntoResult {
    /// The type of the value.
    fn result_type() -> Type;

    /// The value, or why there is none.
    ///
    /// # Errors
    ///
    /// If the function failed.
    fn into_result(self) -> Result<Value, FunctionError>;
}

/// An argument that a call can omit or pass as `null`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Optional<T>(pub Option<T>);

/// All remaining arguments, possibly none: the last argument of a closure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variadic<T>(pub Vec<T>);

/// What a closure can take as one of its arguments: a [`FromValue`], an [`Optional`] or a [`Variadic`].
pub trait FromArguments: Sized {
    /// Adds the parameter to a function.
    fn add_parameter(function: Function, name: String) -> Function;

    /// Takes the argument from the remaining ones; `position` is the position of the first of them.
    ///
    /// # Errors
    ///
    /// If it is not suitable.
    fn take(arguments: &mut &[Value], position: usize) -> Result<Self, FunctionError>;
}

/// A closure of up to eight arguments that [`Function::from_fn`] takes; `A` is the tuple of their types.
pub trait Closure<A> {
    /// The function that calls the closure.
    fn into_function(self) -> Function;
}

/// The parameter for a Rust type.
fn parameter<T: FromValue>(name: String) -> Parameter {
    let parameter = Parameter::new(name, T::value_type());
    if T::takes_null() {
        parameter.allow_null()
    } else {
        parameter
    }
}

fn convert_argument<T: FromValue>(value: &Value, position: usize) -> Result<T, FunctionError> {
    T::from_value(value).map_err(|error| FunctionError::of_argument(position, error))
}

impl<T: FromValue> FromArguments for T {
    fn add_parameter(function: Function, name: String) -> Function {
        function.with_parameter(parameter::<T>(name))
    }

    fn take(arguments: &mut &[Value], position: usize) -> Result<Self, FunctionError> {
        let missing = || FunctionError::argument(position, "there is no argument");
        let (first, rest) = arguments.split_first().ok_or_else(missing)?;
        *arguments = rest;
        convert_argument(first, position)
    }
}

impl<T: FromValue> FromArguments for Optional<T> {
    fn add_parameter(function: Function, name: String) -> Function {
        function.with_parameter(parameter::<T>(name).allow_null().optional())
    }

    fn take(arguments: &mut &[Value], position: usize) -> Result<Self, FunctionError> {
        let Some((first, rest)) = arguments.split_first() else {
            return Ok(Optional(None));
        };
        *arguments = rest;
        if first.is_null() {
            return Ok(Optional(None));
        }
        convert_argument(first, position).map(|it| Optional(Some(it)))
    }
}

impl<T: FromValue> FromArguments for Variadic<T> {
    fn add_parameter(function: Function, name: String) -> Function {
        function.with_variadic(parameter::<T>(name))
    }

    fn take(arguments: &mut &[Value], position: usize) -> Result<Self, FunctionError> {
        let rest = std::mem::take(arguments).iter().enumerate();
        let rest = rest.map(|(index, value)| convert_argument(value, position + index));
        rest.collect::<Result<_, _>>().map(Variadic)
    }
}

impl<T: IntoValue> IntoResult for T {
    fn result_type() -> Type {
        T::result_type()
    }

    fn into_result(self) -> Result<Value, FunctionError> {
        self.into_value().map_err(FunctionError::from)
    }
}

impl<T: IntoResult, E: Into<FunctionError>> IntoResult for Result<T, E> {
    fn result_type() -> Type {
        T::result_type()
    }

    fn into_result(self) -> Result<Value, FunctionError> {
        self.map_err(Into::into)?.into_result()
    }
}

macro_rules! closures {
    ($(($($argument:ident)*))*) => {$(
        impl<F, R, $($argument,)*> Closure<($($argument,)*)> for F
        where
            F: Fn($($argument),*) -> R + Send + Sync + 'static,
            R: IntoResult,
            $($argument: FromArguments,)*
        {
            #[allow(unused_variables, unused_mut, unused_assignments, non_snake_case)]
            fn into_function(self) -> Function {
                let mut position = 0;
                let mut function = Function::new(R::result_type(), move |args| {
                    let (mut rest, mut position) = (args, 0);
                    $(
                        let $argument = $argument::take(&mut rest, position)?;
                        position += 1;
                    )*
                    self($($argument),*).into_result()
                });
                $(
                    position += 1;
                    function = $argument::add_parameter(function, format!("arg{position}"));
                )*
                function
            }
        }
    )*};
}

closures! {
    ()
    (A)
    (A B)
    (A B C)
    (A B C D)
    (A B C D E)
    (A B C D E G)
    (A B C D E G H)
    (A B C D E G H I)
}

/// Implements [`FromValue`] for Rust types, by a function that converts a value of an HCL type.
macro_rules! from_value {
    ($($hcl:ident: $convert:expr => $($rust:ty)*;)*) => {$($(
        impl FromValue for $rust {
            fn value_type() -> Type {
                Type::$hcl
            }

            fn from_value(value: &Value) -> Result<Self, ValueError> {
                converted(value, $convert)
            }
        }
    )*)*};
}

from_value! {
    STRING: text_of => String Arc<str>;
    BOOL: |value| value.as_bool().ok_or_else(|| required(value, &Type::BOOL)) => bool;
    NUMBER: |value| value.as_number().cloned().ok_or_else(|| required(value, &Type::NUMBER)) => Number;
    NUMBER: number_of => i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64;
    DYNAMIC: |value| Ok(value.clone()) => Value;
}

/// Implements [`IntoValue`] for Rust types that correspond to an HCL type.
macro_rules! into_value {
    ($($hcl:ident: $($rust:ty)*;)*) => {$($(
        impl IntoValue for $rust {
            fn result_type() -> Type {
                Type::$hcl
            }

            fn into_value(self) -> Result<Value, ValueError> {
                Ok(self.into())
            }
        }
    )*)*};
}

into_value! {
    STRING: &str String;
    BOOL: bool;
    NUMBER: Number i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize;
    DYNAMIC: Value;
}

impl IntoValue for Arc<str> {
    fn result_type() -> Type {
        Type::STRING
    }

    fn into_value(self) -> Result<Value, ValueError> {
        Ok((&*self).into())
    }
}

macro_rules! float_into_value {
    ($($float:ident)*) => {$(
        impl IntoValue for $float {
            fn result_type() -> Type {
                Type::NUMBER
            }

            fn into_value(self) -> Result<Value, ValueError> {
                Number::try_from(self).map(Value::from).map_err(unsuitable)
            }
        }
    )*};
}

float_into_value!(f32 f64);

/// Calls a conversion. As an argument of this function, a closure needs no type for its parameter.
fn converted<'v, T>(
    value: &'v Value,
    convert: impl FnOnce(&'v Value) -> Result<T, ValueError>,
) -> Result<T, ValueError> {
    convert(value)
}

/// Converts a string to a Rust type.
fn text_of<'a, T: From<&'a str>>(value: &'a Value) -> Result<T, ValueError> {
    let text = value.as_str().map(T::from);
    text.ok_or_else(|| required(value, &Type::STRING))
}

/// Converts a number to a Rust type.
fn number_of<'a, T>(value: &'a Value) -> Result<T, ValueError>
where
    T: TryFrom<&'a Number, Error = NumberError>,
{
    match value.as_number() {
        Some(number) => T::try_from(number).map_err(unsuitable),
        None => Err(required(value, &Type::NUMBER)),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` calls")]
fn unsuitable(error: NumberError) -> ValueError {
    ValueError::new(clause(error.to_string()))
}

/// The error of a value that is not of the type, or not known: a part of an argument may be unknown.
fn required(value: &Value, ty: &Type) -> ValueError {
    if value.is_known() {
        ValueError::new(ty.expected_not(&value.ty()))
    } else {
        let wanted = ty.noun();
        ValueError::new(format!("expected {wanted}, but the value is not known yet"))
    }
}

impl<T: FromValue> FromValue for Option<T> {
    fn value_type() -> Type {
        T::value_type()
    }

    fn takes_null() -> bool {
        true
    }

    fn from_value(value: &Value) -> Result<Self, ValueError> {
        if value.is_null() {
            return Ok(None);
        }
        T::from_value(value).map(Some)
    }
}

impl<T: IntoValue> IntoValue for Option<T> {
    fn result_type() -> Type {
        T::result_type()
    }

    fn into_value(self) -> Result<Value, ValueError> {
        match self {
            Some(content) => content.into_value(),
            None => Ok(Value::null(&T::result_type())),
        }
    }
}

/// The elements of a list or set.
fn elements<T: FromValue, C: FromIterator<T>>(value: &Value, ty: &Type) -> Result<C, ValueError> {
    let elements = value.as_slice().ok_or_else(|| required(value, ty))?;
    let elements = elements.iter().enumerate();
    let elements = elements.map(|(index, element)| part(element, || PathStep::Index(index)));
    elements.collect()
}

/// Converts a part of an argument. The call protocol refuses null for the whole argument, but not for its parts.
fn part<T: FromValue>(value: &Value, step: impl FnOnce() -> PathStep) -> Result<T, ValueError> {
    if value.is_null() && !T::takes_null() {
        return Err(ValueError::new("must not be null").within(step()));
    }
    T::from_value(value).map_err(|error| error.within(step()))
}

impl<T: FromValue> FromValue for Vec<T> {
    fn value_type() -> Type {
        Type::list(T::value_type())
    }

    fn from_value(value: &Value) -> Result<Self, ValueError> {
        elements(value, &Self::value_type())
    }
}

impl<T: IntoValue> IntoValue for Vec<T> {
    fn result_type() -> Type {
        Type::list(T::result_type())
    }

    fn into_value(self) -> Result<Value, ValueError> {
        let elements = self.into_iter().map(T::into_value);
        Value::list(&T::result_type(), elements.collect::<Result<Vec<_>, _>>()?)
    }
}

impl<T: FromValue + Ord> FromValue for BTreeSet<T> {
    fn value_type() -> Type {
        Type::set(T::value_type())
    }

    fn from_value(value: &Value) -> Result<Self, ValueError> {
        elements(value, &Self::value_type())
    }
}

impl<T: IntoValue> IntoValue for BTreeSet<T> {
    fn result_type() -> Type {
        Type::set(T::result_type())
    }

    fn into_value(self) -> Result<Value, ValueError> {
        let elements = self.into_iter().map(T::into_value);
        Value::set(&T::result_type(), elements.collect::<Result<Vec<_>, _>>()?)
    }
}

/// The entries of a map.
fn entries<T: FromValue, C: FromIterator<(String, T)>>(value: &Value) -> Result<C, ValueError> {
    let missing = || required(value, &Type::map(T::value_type()));
    let entries = value.entries().ok_or_else(missing)?;
    let entries = entries
        .map(|(key, element)| Ok((key.to_owned(), part(element, || PathStep::Key(key.into()))?)));
    entries.collect()
}

/// The map of entries.
fn map_of<T: IntoValue>(entries: impl Iterator<Item = (String, T)>) -> Result<Value, ValueError> {
    let entries = entries.map(|(key, element)| Ok((key, element.into_value()?)));
    Value::map(
        &T::result_type(),
        entries.collect::<Result<Vec<_>, ValueError>>()?,
    )
}

macro_rules! maps {
    ($($map:ident { $($hasher:ident: $bound:path)? })*) => {$(
        impl<T: FromValue, $($hasher: $bound + Default)?> FromValue for $map<String, T, $($hasher)?> {
            fn value_type() -> Type {
                Type::map(T::value_type())
            }

            fn from_value(value: &Value) -> Result<Self, ValueError> {
                entries(value)
            }
        }

        impl<T: IntoValue, $($hasher)?> IntoValue for $map<String, T, $($hasher)?> {
            fn result_type() -> Type {
                Type::map(T::result_type())
            }

            fn into_value(self) -> Result<Value, ValueError> {
                map_of(self.into_iter())
            }
        }
    )*};
}

maps! {
    BTreeMap {}
    HashMap { S: BuildHasher }
}
