//! The call protocol, which is the same for all functions.

use std::sync::Mutex;

use hcl::function::stdlib::{self, FunctionSet};
use hcl::function::{CallError, Function, FunctionError, Parameter};
use hcl::{Number, NumberError, Type, Value};

/// Returns a function that returns the arguments of its call.
fn echo(parameter: Parameter) -> Function {
    Function::new(Type::DYNAMIC, |args| Ok(Value::tuple(args.to_vec())?)).with_parameter(parameter)
}

fn message(error: &CallError) -> String {
    error.to_string()
}

#[test]
fn arguments_are_as_many_as_parameters() {
    let two =
        echo(Parameter::new("a", Type::STRING)).with_parameter(Parameter::new("b", Type::STRING));
    let none = Function::new(Type::STRING, |_| Ok("none".into()));
    let one = Value::from("x");
    let cases = [
        (&two, 0, r#"there is no argument for the parameter "a""#),
        (&two, 1, r#"there is no argument for the parameter "b""#),
        (&two, 3, "only 2 arguments are expected"),
        (&none, 2, "no argument is expected"),
        (&stdlib::abs(), 2, "only 1 argument is expected"),
    ];
    for (function, count, expected) in cases {
        let error = function.call(&vec![one.clone(); count]).unwrap_err();
        assert_eq!(message(&error), expected);
    }
    let error = two.call(std::slice::from_ref(&one)).unwrap_err();
    assert!(matches!(
        error,
        CallError::NotEnough { expected: 2, missing, .. } if &*missing == "b"
    ));
    assert_eq!(two.call(&[one.clone(), one]).unwrap()[1], "x");
    assert_eq!(none.call(&[]).unwrap(), "none");
}

#[test]
fn a_variadic_parameter_takes_the_rest() {
    let function = echo(Parameter::new("first", Type::STRING))
        .with_variadic(Parameter::new("rest", Type::NUMBER));
    for count in 0..4 {
        let args: Vec<Value> = std::iter::once("a".into())
            .chain((0..count).map(|number| number.to_string().into()))
            .collect();
        let result = function.call(&args).unwrap();
        assert_eq!(result.as_slice().unwrap().len(), count + 1);
        assert!(count == 0 || result[1] == 0);
    }
    let error = function
        .call(&["a".into(), 1.into(), "x".into()])
        .unwrap_err();
    assert_eq!(
        message(&error),
        r#"invalid value for the parameter "rest": expected a number, but found the string "x""#
    );
}

#[test]
fn arguments_are_converted() {
    let cases = [
        (Type::STRING, Value::from(1), Value::from("1")),
        (Type::NUMBER, Value::from("1"), Value::from(1)),
        (
            Type::list(Type::STRING),
            Value::tuple(["a".into(), 1.into()]).unwrap(),
            Value::from(vec!["a", "1"]),
        ),
        (Type::DYNAMIC, Value::from(true), Value::from(true)),
    ];
    for (ty, given, expected) in cases {
        let function = echo(Parameter::new("p", ty));
        assert_eq!(function.call(&[given]).unwrap()[0], expected);
    }
}

#[test]
fn every_invalid_argument_is_reported() {
    let error = stdlib::substr()
        .call(&[Value::NULL, 1.into(), true.into()])
        .unwrap_err();
    let CallError::Arguments(errors) = error else {
        panic!("{error:?}");
    };
    let found: Vec<_> = errors
        .iter()
        .map(|error| (error.index(), error.parameter(), error.error().to_string()))
        .collect();
    assert_eq!(
        found,
        [
            (0, "str", "argument must not be null".to_owned()),
            (
                2,
                "length",
                "expected a number, but found a bool".to_owned()
            ),
        ]
    );
    let list = echo(Parameter::new("list", Type::list(Type::NUMBER)));
    let error = list.call(&[Value::from(vec!["1", "x"])]).unwrap_err();
    let CallError::Arguments(errors) = error else {
        panic!("{error:?}");
    };
    assert_eq!(*errors[0].error().path(), "[1]");
}

#[test]
fn null_is_an_error_unless_allowed() {
    for ty in [Type::STRING, Type::DYNAMIC] {
        for null in [Value::NULL, Value::null(&Type::STRING)] {
            let strict = echo(Parameter::new("p", ty.clone()));
            assert_eq!(
                message(&strict.call(std::slice::from_ref(&null)).unwrap_err()),
                r#"invalid value for the parameter "p": argument must not be null"#
            );
            let lenient = echo(Parameter::new("p", ty.clone()).allow_null());
            assert!(lenient.call(&[null]).unwrap()[0].is_null());
        }
    }
}

#[test]
fn unknown_makes_the_result_unknown_unless_allowed() {
    let unknown = Value::unknown(&Type::NUMBER);
    let run = |parameter: Parameter| {
        Function::new(Type::STRING, |_| Ok("ran".into()))
            .with_parameter(parameter)
            .call(std::slice::from_ref(&unknown))
            .unwrap()
    };
    let parameter = Parameter::new("p", Type::STRING);
    assert_eq!(run(parameter.clone()), Value::unknown(&Type::STRING));
    assert_eq!(run(parameter.allow_unknown()), "ran");
}

#[test]
fn elements_of_an_argument_may_be_unknown() {
    let function = echo(Parameter::new("p", Type::list(Type::STRING)));
    let list = Value::list(&Type::STRING, [Value::unknown(&Type::STRING)]).unwrap();
    assert!(
        !function.call(&[list]).unwrap()[0]
            .get_index(0)
            .unwrap()
            .is_known()
    );
}

#[test]
fn dynamic_makes_the_result_dynamic_unless_allowed() {
    let run = |parameter: Parameter| {
        Function::new(Type::STRING, |_| Ok("ran".into()))
            .with_parameter(parameter)
            .call(&[Value::dynamic()])
            .unwrap()
    };
    let any = Parameter::new("p", Type::DYNAMIC);
    let string = Parameter::new("p", Type::STRING);
    assert_eq!(run(any.clone()), Value::dynamic());
    assert_eq!(
        run(any.clone().allow_dynamic()),
        Value::unknown(&Type::STRING)
    );
    assert_eq!(run(any.allow_dynamic().allow_unknown()), "ran");
    assert_eq!(run(string), Value::unknown(&Type::STRING));
}

#[test]
fn the_result_type_may_depend_on_the_arguments() {
    let function = Function::new(Type::DYNAMIC, |args| Ok(args[0].clone()))
        .with_result_type(|args| match args[0].ty() {
            ty if ty == Type::BOOL => Err(FunctionError::argument(0, "must not be a bool")),
            ty => Ok(Type::list(ty)),
        })
        .with_parameter(Parameter::new("p", Type::DYNAMIC));
    let unknown = function.call(&[Value::unknown(&Type::STRING)]).unwrap();
    assert_eq!(unknown.ty(), Type::list(Type::STRING));
    assert_eq!(
        message(&function.call(&[true.into()]).unwrap_err()),
        r#"invalid value for the parameter "p": must not be a bool"#
    );
    assert_eq!(
        message(&function.call(&["x".into()]).unwrap_err()),
        "the function returned a value of type string instead of list(string)"
    );
}

#[test]
fn a_result_without_a_type_takes_the_result_type() {
    let null = Function::new(Type::STRING, |_| Ok(Value::NULL));
    assert_eq!(null.call(&[]).unwrap(), Value::null(&Type::STRING));
    let unknown = Function::new(Type::STRING, |_| Ok(Value::dynamic()));
    assert_eq!(unknown.call(&[]).unwrap(), Value::unknown(&Type::STRING));
    let list = Function::new(Type::list(Type::DYNAMIC), |_| Ok(vec![1].into()));
    assert_eq!(list.call(&[]).unwrap(), Value::from(vec![1]));
    let null = Function::new(Type::list(Type::DYNAMIC), |_| Ok(Value::NULL));
    assert!(null.call(&[]).unwrap().is_null());
}

#[test]
fn a_result_that_is_never_null_is_known_to_be_so() {
    let parameter = Parameter::new("p", Type::STRING);
    let function =
        Function::new(Type::STRING, |args| Ok(args[0].clone())).with_parameter(parameter);
    let unknown = Value::unknown(&Type::STRING);
    let result = function.call(std::slice::from_ref(&unknown)).unwrap();
    assert!(!result.equals(&Value::NULL).is_known());
    let result = function.never_null().call(&[unknown]).unwrap();
    assert_eq!(result.equals(&Value::NULL), false);
}

#[test]
fn functions_fail_with_any_error() {
    let divide = Function::new(Type::NUMBER, |args| {
        let [left, right] = args else {
            return Err(FunctionError::new("two arguments"));
        };
        let quotient = |left: &Number, right: &Number| -> Result<Number, NumberError> {
            left.checked_div(right)
        };
        match (left.as_number(), right.as_number()) {
            (Some(left), Some(right)) => Ok(quotient(left, right)?.into()),
            _ => Err(FunctionError::argument(7, "there is no such argument")),
        }
    })
    .with_parameter(Parameter::new("left", Type::NUMBER))
    .with_parameter(Parameter::new("right", Type::DYNAMIC));
    let error = divide.call(&[0.into(), 0.into()]).unwrap_err();
    assert!(matches!(error, CallError::Failed { .. }));
    let error = divide.call(&[0.into(), "x".into()]).unwrap_err();
    assert_eq!(message(&error), "there is no such argument");
    assert_eq!(divide.call(&[6.into(), 2.into()]).unwrap(), 3);
}

#[test]
fn functions_are_closures_with_state_and_threads_share_them() {
    let calls = Mutex::new(0);
    let count = Function::new(Type::NUMBER, move |_| {
        let mut calls = calls.lock().map_err(FunctionError::new)?;
        *calls += 1;
        Ok((*calls).into())
    });
    let clone = count.clone();
    std::thread::spawn(move || clone.call(&[]).unwrap())
        .join()
        .unwrap();
    assert_eq!(count.call(&[]).unwrap(), 2);
}

#[test]
fn changing_a_clone_leaves_the_original() {
    let original = echo(Parameter::new("a", Type::STRING)).with_description("Says it again.");
    let clone = original
        .clone()
        .with_variadic(Parameter::new("rest", Type::DYNAMIC));
    assert!(original.variadic_parameter().is_none());
    assert_eq!(clone.description(), "Says it again.");
    assert_eq!(clone.parameters()[0].name(), "a");
    assert_eq!(format!("{clone:?}"), "Function(a: string, rest: any...)");
}

/// Messages quote only the beginning of a long text, and only some of many names, so that a report stays readable.
#[test]
fn messages_about_large_arguments_are_short() {
    // Each text is longer than the limit for messages, so that the test finds a message that quotes it in full.
    const MOST: usize = 400;
    let long = ["x", "7", "{", "%d"];
    let names = (0..300).map(|name| (format!("name{name}"), Value::from(1)));
    let large = [
        Value::from(vec!["x"; MOST]),
        Value::object(names).unwrap(),
        Value::from("7".repeat(2 * MOST).parse::<Number>().unwrap()),
    ];
    let large: Vec<Value> = long
        .iter()
        .map(|text| Value::from(text.repeat(2 * MOST)))
        .chain(large)
        .collect();
    let small = [Value::from(1), Value::from("a"), Value::from(["a"])];
    for set in [FunctionSet::Reference, FunctionSet::Terraform] {
        for entry in stdlib::entries(set) {
            let function = entry.function();
            let check = |args: &[&Value]| {
                let args: Vec<Value> = args.iter().map(|it| (*it).clone()).collect();
                if let Err(error) = function.call(&args) {
                    let text = error.to_string();
                    assert!(text.len() < MOST, "{}: {text}", entry.name());
                }
            };
            for one in &large {
                check(&[one]);
                check(&[one, one]);
                for other in &small {
                    check(&[one, other]);
                    check(&[other, one]);
                    check(&[one, one, other]);
                    check(&[one, other, one]);
                    check(&[other, one, one]);
                }
            }
        }
    }
}

/// Errors are equal if they have the same message about the same argument.
#[test]
fn errors_of_functions_are_compared_by_message_and_argument() {
    let reported = |detail: &str| {
        let diagnostic = hcl::Diagnostic::error("No port", detail.to_owned());
        FunctionError::from(hcl::Error::from(diagnostic))
    };
    let errors = [
        FunctionError::new("it is wrong"),
        FunctionError::new("it is missing"),
        FunctionError::argument(0, "it is wrong"),
        FunctionError::argument(1, "it is wrong"),
        reported("It is closed."),
        reported("It is taken."),
    ];
    for (at, one) in errors.iter().enumerate() {
        for (other_at, other) in errors.iter().enumerate() {
            assert_eq!(one == other, at == other_at, "{one:?} {other:?}");
        }
    }
    let debug = format!("{:?}", errors[3]);
    assert!(
        debug.contains('1') && debug.contains("it is wrong"),
        "{debug}"
    );
    assert_eq!(FunctionError::from("it is wrong".to_owned()), errors[0]);
}

#[test]
fn parameters_have_descriptions() {
    let parameter = Parameter::new("port", Type::NUMBER);
    assert_eq!(parameter.description(), "");
    let parameter = parameter.with_description("Where it listens.");
    assert_eq!(parameter.description(), "Where it listens.");
}
