//! Functions that convert values, evaluate templates, or test whether an expression has a value.

use crate::convert;
use crate::diagnostic::{Code, Diagnostic};
use crate::error::Error;
use crate::function::stdlib::support::{any, anything, string, text, wrong_type};
use crate::function::{Function, FunctionError, LazyCall, Parameter};
use crate::identifier::is_identifier;
use crate::value::{Type, TypeKind, Value};

/// `convert(value, type)`: the value converted to the type, which is written as in `list(string)`. Attributes of
/// objects may be [optional](crate::ObjectType::with_default), with a default or without.
///
/// Example: `convert(["1", 2], list(number))` → `[1, 2]`.
pub fn convert() -> Function {
    Function::lazy(Type::DYNAMIC, |call| {
        let ty = call.type_constraint(1)?;
        let value = call.evaluate(0)?;
        call.budget().spend_conversion(&value, &ty)?;
        convert::convert(&value, &ty).map_err(|error| FunctionError::of_argument(0, error))
    })
    .with_parameter(anything("value"))
    .with_parameter(Parameter::lazy("type"))
    .with_description("Converts the value to the type.")
}

/// `try(expressions...)`: the value of the first expression that has one.
///
/// If the value is not wholly known yet, the result is unknown: the expression may still turn out to fail.
///
/// Example: `try(nobody.name, "fallback")` → `"fallback"`.
pub fn r#try() -> Function {
    Function::lazy(Type::DYNAMIC, |call| {
        if call.argument_count() == 0 {
            return Err(FunctionError::new("must pass at least one expression"));
        }
        let mut failures = Vec::new();
        for index in 0..call.argument_count() {
            match call.evaluate(index) {
                Ok(value) if value.is_wholly_known() => return Ok(value),
                Ok(_) => return Ok(Value::dynamic()),
                Err(error) => failures.push(error),
            }
        }
        Err(none_succeeded(failures))
    })
    .with_variadic(Parameter::lazy("expressions"))
    .with_description("Returns the value of the first expression that can be evaluated.")
}

/// The error if no expression has a value. The messages are composed when the error is reported, and never if another
/// function discards it.
fn none_succeeded(failures: Vec<FunctionError>) -> FunctionError {
    /// Maximum number of failures in the message.
    const MAX_SHOWN: usize = 10;
    let diagnostic = Diagnostic::of(
        Code::ErrorInFunctionCall,
        "None of the expressions has a value",
    );
    FunctionError::diagnosed([diagnostic.with_advice(move || {
        let shown = failures.iter().take(MAX_SHOWN);
        let shown: Vec<_> = shown.map(|it| it.message().trim_end_matches('.')).collect();
        format!(": {}.", shown.join("; "))
    })])
}

/// `can(expression)`: whether the expression has a value.
///
/// Example: `can(nobody.name)` → `false`.
pub fn can() -> Function {
    Function::lazy(Type::BOOL, |call| {
        Ok(match call.evaluate(0) {
            Ok(value) if value.is_wholly_known() => true.into(),
            Ok(_) => Value::unknown_bool(),
            Err(_) => false.into(),
        })
    })
    .with_parameter(Parameter::lazy("expression"))
    .never_null()
    .with_description("Tells whether the expression can be evaluated.")
}

/// `tostring(v)`: the value as a string.
///
/// Example: `tostring(true)` → `"true"`.
pub fn tostring() -> Function {
    to(&Type::STRING).with_description("Converts the value to a string.")
}

/// `tonumber(v)`: the value as a number.
///
/// Example: `tonumber("1.5")` → `1.5`.
pub fn tonumber() -> Function {
    to(&Type::NUMBER).with_description("Converts the value to a number.")
}

/// `tobool(v)`: the value as a bool.
///
/// Example: `tobool("true")` → `true`.
pub fn tobool() -> Function {
    to(&Type::BOOL).with_description("Converts the value to a bool.")
}

/// `tolist(v)`: the set or tuple as a list; elements are converted to one type.
///
/// Example: `tolist(["a", 1])` → `["a", "1"]`.
pub fn tolist() -> Function {
    to(&Type::list(Type::DYNAMIC))
        .with_description("Converts the value to a list whose elements have one type.")
}

/// `toset(v)`: the list or tuple as a set; elements are converted to one type.
///
/// Example: `toset(["b", "a", "b"])` → `["a", "b"]`.
pub fn toset() -> Function {
    to(&Type::set(Type::DYNAMIC)).with_description("Converts the list to a set.")
}

/// `tomap(v)`: the object as a map; elements are converted to one type.
///
/// Example: `tomap({ a = "x", b = 1 })` → `{ a = "x", b = "1" }`.
pub fn tomap() -> Function {
    to(&Type::map(Type::DYNAMIC)).with_description("Converts the object to a map.")
}

/// A function that converts to a type.
fn to(ty: &Type) -> Function {
    let ty = ty.clone();
    Function::within_budget(Type::DYNAMIC, move |args, budget| {
        budget.spend_conversion(&args[0], &ty)?;
        convert::convert(&args[0], &ty).map_err(|error| FunctionError::of_argument(0, error))
    })
    .with_parameter(anything("v"))
}

/// `templatestring(template, vars)`: the text evaluated as a template, with the elements of `vars` as its variables.
///
/// The template has no other variables; it can call the functions that the call itself could. It cannot evaluate
/// another text as a template.
///
/// Example: `templatestring("Hello, $${name}!", { name = "Ada" })` → `"Hello, Ada!"`.
pub fn templatestring() -> Function {
    Function::lazy(Type::DYNAMIC, |call| {
        let (template, variables) = (call.evaluate(0)?, call.evaluate(1)?);
        rendered(call, None, text(&template), &variables)
    })
    .with_parameter(string("template"))
    .with_parameter(any("vars"))
    .with_description("Evaluates the text as a template with the given variables.")
}

/// Evaluates a text as a template, in a call whose second argument has the variables. `name` is the name of the file in
/// diagnostics, if the text comes from a file.
pub(super) fn rendered(
    call: &LazyCall<'_>,
    name: Option<&str>,
    template: &str,
    variables: &Value,
) -> Result<Value, FunctionError> {
    let Some(entries) = variables.as_entries() else {
        let ty = variables.ty();
        return Err(wrong_type(1, "an object", &ty));
    };
    for (name, _) in entries {
        if !is_identifier(name) {
            let message = format!("{} is not the name of a variable", Value::from(&**name));
            return Err(FunctionError::argument(1, message));
        }
    }
    let variables = entries.iter().map(|(name, it)| (name.into(), it.clone()));
    let variables: Vec<_> = variables.collect();
    let value = call.evaluate_text(name, template, &variables)?;
    let failed = |error| Error::from(error).into();
    match value.ty().kind() {
        TypeKind::Dynamic if !value.is_null() => Ok(value),
        _ => {
            call.budget().spend_conversion(&value, &Type::STRING)?;
            convert::convert(&value, &Type::STRING).map_err(failed)
        }
    }
}
