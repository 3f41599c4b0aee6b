//! Functions of Rust's own types.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use hcl::function::{CallError, Function, FunctionError, Optional, Variadic};
use hcl::{Number, Type, Value};

fn call(function: &Function, args: impl IntoIterator<Item = Value>) -> Result<Value, CallError> {
    function.call(&args.into_iter().collect::<Vec<_>>())
}

/// Pairs each Rust type with its HCL type, and checks that a value passes through a function unchanged.
#[test]
fn rust_types_become_types_of_parameters() {
    macro_rules! check {
        ($($rust:ty => $hcl:expr, $value:expr;)*) => {$(
            let same = Function::from_fn(|it: $rust| it);
            let (ty, value): (Type, Value) = ($hcl, $value);
            assert_eq!(same.parameters()[0].ty(), &ty, stringify!($rust));
            assert_eq!(same.result(), &ty, stringify!($rust));
            assert_eq!(call(&same, [value.clone()]).unwrap(), value, stringify!($rust));
        )*};
    }
    check! {
        String => Type::STRING, "a".into();
        std::sync::Arc<str> => Type::STRING, "a".into();
        bool => Type::BOOL, true.into();
        u8 => Type::NUMBER, 255.into();
        i128 => Type::NUMBER, i128::MIN.into();
        usize => Type::NUMBER, 7.into();
        f32 => Type::NUMBER, Value::try_from(0.5).unwrap();
        f64 => Type::NUMBER, Value::try_from(0.1).unwrap();
        Number => Type::NUMBER, "1e500".parse::<Number>().unwrap().into();
        Value => Type::DYNAMIC, Value::from(vec![1]);
        Vec<String> => Type::list(Type::STRING), vec!["a", "b"].into();
        Vec<f64> => Type::list(Type::NUMBER), vec![1].into();
        Vec<Vec<u8>> => Type::list(Type::list(Type::NUMBER)), Value::list(&Type::list(Type::NUMBER), []).unwrap();
        BTreeSet<String> => Type::set(Type::STRING), BTreeSet::from(["a"]).into();
        BTreeMap<String, u64> => Type::map(Type::NUMBER), BTreeMap::from([("a", 1)]).into();
        HashMap<String, bool> => Type::map(Type::BOOL), BTreeMap::from([("a", true)]).into();
        Option<String> => Type::STRING, Value::null(&Type::STRING);
        Option<Vec<i8>> => Type::list(Type::NUMBER), vec![-1].into();
    }
}

#[test]
fn unsuitable_arguments_are_errors_with_a_path() {
    let byte = Function::from_fn(|it: u8| it);
    let bytes = Function::from_fn(|it: BTreeMap<String, Vec<u8>>| it.len());
    let cases = [
        (call(&byte, [256.into()]), "256"),
        (call(&byte, [Value::try_from(1.5).unwrap()]), "1.5"),
        (call(&byte, [Value::NULL]), "must not be null"),
        (call(&byte, ["x".into()]), "expected a number"),
        (call(&byte, []), "\"arg1\""),
        (
            call(&bytes, [BTreeMap::from([("a", 1)]).into()]),
            "expected a list of numbers",
        ),
        (
            call(
                &bytes,
                [Value::object([("a", vec![1, 300].into()), ("b", vec![1].into())]).unwrap()],
            ),
            "element \"a\": element 1: The number 300 is out of range",
        ),
        (
            call(
                &bytes,
                [Value::object([("a", Value::tuple([1.into(), Value::NULL]).unwrap())]).unwrap()],
            ),
            "must not be null",
        ),
        (
            call(
                &bytes,
                [
                    Value::object([("a", Value::tuple([Value::unknown(&Type::NUMBER)]).unwrap())])
                        .unwrap(),
                ],
            ),
            "not known yet",
        ),
    ];
    for (result, expected) in cases {
        let message = result.unwrap_err().to_string();
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn arguments_may_be_optional_and_variadic() {
    let function = Function::from_fn(
        |a: String, b: Optional<u8>, c: Optional<Vec<bool>>, rest: Variadic<Option<i64>>| {
            let rest: Vec<_> = rest.0.iter().map(|it| it.unwrap_or(-1)).collect();
            format!("{a} {:?} {:?} {rest:?}", b.0, c.0)
        },
    )
    .with_names(["a", "b", "c", "rest"]);
    assert_eq!(
        function.signature("f"),
        "f(a: string, b?: number, c?: list(bool), rest: number...) -> string"
    );
    for (args, expected) in [
        (vec!["x".into()], "x None None []"),
        (vec!["x".into(), 1.into()], "x Some(1) None []"),
        (
            vec!["x".into(), Value::NULL, vec![true].into()],
            "x None Some([true]) []",
        ),
        (
            vec!["x".into(), Value::NULL, Value::NULL, 5.into(), Value::NULL],
            "x None None [5, -1]",
        ),
    ] {
        assert_eq!(call(&function, args).unwrap(), expected);
    }
    let error = call(&function, []).unwrap_err();
    assert!(matches!(error, CallError::NotEnough { expected: 1, .. }));
    let two = Function::from_fn(|a: u8, b: Optional<u8>| a + b.0.unwrap_or(1));
    assert_eq!(call(&two, [1.into()]).unwrap(), 2);
    let error = call(&two, [1.into(), 2.into(), 3.into()]).unwrap_err();
    assert!(matches!(error, CallError::TooMany { expected: 2, .. }));
    let error = call(&two, [1.into(), 300.into()]).unwrap_err();
    assert!(matches!(error, CallError::Arguments(errors) if errors[0].index() == 1));
}

#[test]
fn results_may_be_errors() {
    let pointed = Function::from_fn(|_: u8, b: u8| {
        if b == 0 {
            return Err(FunctionError::argument(1, "must not be 0"));
        }
        Ok(b)
    });
    let text = Function::from_fn(|fail: bool| if fail { Err("no luck") } else { Ok("luck") });
    let io = Function::from_fn(|path: String| std::fs::read_to_string(path));
    let float = Function::from_fn(|a: f64, b: f64| a / b);
    let floats = Function::from_fn(|a: f64, b: f64| vec![a, b / a]);
    let error = call(&pointed, [1.into(), 0.into()]).unwrap_err();
    assert!(matches!(error, CallError::Arguments(errors) if errors[0].index() == 1));
    assert_eq!(call(&text, [false.into()]).unwrap(), "luck");
    assert_eq!(
        call(&text, [true.into()]).unwrap_err().to_string(),
        "no luck"
    );
    assert!(call(&io, ["/no/such/file".into()]).is_err());
    assert!(call(&float, [0.into(), 0.into()]).is_err());
    assert!(call(&floats, [0.into(), 0.into()]).is_err());
    assert_eq!(
        call(&floats, [2.into(), 4.into()]).unwrap(),
        Value::from(vec![2, 2])
    );
    assert_eq!(
        call(&float, [1.into(), 4.into()]).unwrap(),
        Value::try_from(0.25).unwrap()
    );
}

/// An unknown argument makes the result unknown, with the type that the closure returns.
#[test]
fn unknown_arguments_do_not_reach_the_closure() {
    let length = Function::from_fn(|it: String| it.len());
    let result = call(&length, [Value::unknown(&Type::STRING)]).unwrap();
    assert_eq!((result.is_known(), result.ty()), (false, Type::NUMBER));
    let counter = std::sync::atomic::AtomicUsize::new(0);
    let count =
        Function::from_fn(move || counter.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
    assert_eq!(call(&count, []).unwrap(), 0);
    assert_eq!(call(&count, []).unwrap(), 1);
}

/// The error of an argument for a variadic parameter contains the position of the argument.
#[test]
fn an_error_in_variadic_arguments_has_its_position() {
    let function = Function::from_fn(|_: String, rest: Variadic<u8>| rest.0.len() as u64);
    for wrong in 1..4 {
        let mut args = vec![Value::from("a"), 1.into(), 2.into(), 3.into()];
        args[wrong] = 300.into();
        let error = function.call(&args).unwrap_err();
        let CallError::Arguments(errors) = &error else {
            panic!("{error:?}");
        };
        let indices: Vec<usize> = errors
            .iter()
            .map(hcl::function::ArgumentError::index)
            .collect();
        assert_eq!(indices, [wrong], "{error}");
    }
}
