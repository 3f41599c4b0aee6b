//! Each pair of the specification's conversions.

use hcl::convert::{Safety, conversion_safety, convert, unify_values};
use hcl::{CapsuleType, Number, ObjectType, Type, Value};

fn tuple<const N: usize>(elements: [Value; N]) -> Value {
    Value::tuple(elements).unwrap()
}

fn object<const N: usize>(attributes: [(&str, Value); N]) -> Value {
    Value::object(attributes).unwrap()
}

/// Converts a value, and checks that the type of the result matches the target type.
#[track_caller]
fn converted(value: &Value, to: &Type) -> Value {
    let result = convert(value, to).unwrap();
    assert!(result.ty().matches(to), "{result:?} is not {to}");
    result
}

#[track_caller]
fn refused(value: &Value, to: &Type, message: &str) {
    let error = convert(value, to).unwrap_err();
    assert_eq!(error.to_string(), message, "{value} to {to}");
}

#[test]
fn primitives_convert_through_strings() {
    let number = |text: &str| Value::from(text.parse::<Number>().unwrap());
    let cases = [
        (Value::from(true), Type::STRING, Value::from("true")),
        (Value::from(false), Type::STRING, Value::from("false")),
        (Value::from("true"), Type::BOOL, Value::from(true)),
        (Value::from("1"), Type::BOOL, Value::from(true)),
        (Value::from("false"), Type::BOOL, Value::from(false)),
        (Value::from("0"), Type::BOOL, Value::from(false)),
        (number("1e3"), Type::STRING, Value::from("1000")),
        (number("1.50"), Type::STRING, Value::from("1.5")),
        (Value::from("1e3"), Type::NUMBER, Value::from(1000)),
        (Value::from("-0.5"), Type::NUMBER, number("-0.5")),
        (Value::from("+1"), Type::NUMBER, Value::from(1)),
        (Value::from(".5"), Type::NUMBER, number("0.5")),
    ];
    for (value, to, expected) in cases {
        assert_eq!(converted(&value, &to), expected);
    }
}

#[test]
fn primitives_that_do_not_convert() {
    let text = "x".repeat(70);
    let start = "x".repeat(60);
    let long = format!("expected a number, but found the string \"{start}…\"");
    let cases = [
        (
            Value::from(1),
            Type::BOOL,
            "expected a bool, but found a number",
        ),
        (
            Value::from(true),
            Type::NUMBER,
            "expected a number, but found a bool",
        ),
        (
            Value::from("yes"),
            Type::BOOL,
            r#"expected a bool, but found the string "yes""#,
        ),
        (
            Value::from("TRUE"),
            Type::BOOL,
            r#"expected a bool, but found the string "TRUE""#,
        ),
        (
            Value::from(""),
            Type::NUMBER,
            r#"expected a number, but found the string """#,
        ),
        (
            Value::from(" 1"),
            Type::NUMBER,
            r#"expected a number, but found the string " 1""#,
        ),
        (Value::from(text), Type::NUMBER, &long),
        (
            Value::from(["a"]),
            Type::STRING,
            "expected a string, but found a list of strings",
        ),
        (
            tuple([]),
            Type::NUMBER,
            "expected a number, but found a list",
        ),
    ];
    for (value, to, message) in cases {
        refused(&value, &to, message);
    }
}

#[test]
fn infinities_have_the_words_of_the_reference() {
    for (number, word) in [(Number::INFINITY, "+Inf"), (Number::NEG_INFINITY, "-Inf")] {
        let string = convert(&Value::from(number), &Type::STRING).unwrap();
        assert_eq!(string, Value::from(word));
    }
}

#[test]
fn null_converts_to_every_type() {
    for from in [Type::DYNAMIC, Type::STRING, Type::list(Type::BOOL)] {
        for to in [
            Type::BOOL,
            Type::set(Type::STRING),
            Type::object([("a", Type::BOOL)]),
        ] {
            assert_eq!(converted(&Value::null(&from), &to), Value::null(&to));
        }
    }
    let typed = convert(
        &Value::null(&Type::tuple([Type::BOOL])),
        &Type::list(Type::DYNAMIC),
    );
    assert_eq!(typed.unwrap(), Value::null(&Type::list(Type::BOOL)));
    assert_eq!(converted(&Value::NULL, &Type::DYNAMIC), Value::NULL);
}

#[test]
fn the_dynamic_type_converts_both_ways() {
    let value = tuple([Value::from(1)]);
    assert_eq!(converted(&value, &Type::DYNAMIC), value);
    assert_eq!(
        converted(&Value::dynamic(), &Type::BOOL),
        Value::unknown(&Type::BOOL)
    );
    let open = Type::list(Type::DYNAMIC);
    assert_eq!(converted(&Value::dynamic(), &open), Value::unknown(&open));
}

#[test]
fn collections_convert_element_by_element() {
    let numbers = Value::from([3, 1, 3]);
    let set = converted(&numbers, &Type::set(Type::STRING));
    assert_eq!(set.to_string(), r#"["1", "3"]"#);
    let set = converted(&numbers, &Type::set(Type::NUMBER));
    assert_eq!(
        converted(&set, &Type::list(Type::NUMBER)),
        Value::from([1, 3])
    );
    let map = Value::map(&Type::BOOL, [("k", Value::from(true))]).unwrap();
    assert_eq!(converted(&map, &Type::map(Type::STRING))["k"], "true");
    let same = Value::set(&Type::STRING, ["1", "1.0"].map(Value::from)).unwrap();
    assert_eq!(
        converted(&same, &Type::set(Type::NUMBER)).to_string(),
        "[1]"
    );
    refused(
        &Value::from(["1", "x"]),
        &Type::list(Type::NUMBER),
        r#"element 1: expected a number, but found the string "x""#,
    );
    let map = Value::map(&Type::STRING, [("k", Value::from("x"))]).unwrap();
    refused(
        &map,
        &Type::map(Type::BOOL),
        r#"element "k": expected a bool, but found the string "x""#,
    );
    refused(
        &map,
        &Type::list(Type::STRING),
        "expected a list of strings, but found an object of strings",
    );
}

#[test]
fn an_empty_collection_converts_by_its_type() {
    let empty = Value::list(&Type::BOOL, []).unwrap();
    let strings = converted(&empty, &Type::list(Type::STRING));
    assert_eq!(strings.ty(), Type::list(Type::STRING));
    assert_eq!(
        converted(&empty, &Type::set(Type::DYNAMIC)).ty(),
        Type::set(Type::BOOL)
    );
    refused(
        &empty,
        &Type::list(Type::NUMBER),
        "an element: expected a number, but found a bool",
    );
    let open = Type::list(Type::DYNAMIC);
    assert_eq!(
        convert(&tuple([]), &open).unwrap(),
        Value::list(&Type::DYNAMIC, []).unwrap()
    );
}

#[test]
fn structural_values_become_collections() {
    let mixed = tuple([Value::from("a"), Value::from(1), Value::from("a")]);
    let strings = Value::from(["a", "1", "a"]);
    assert_eq!(converted(&mixed, &Type::list(Type::STRING)), strings);
    assert_eq!(converted(&mixed, &Type::list(Type::DYNAMIC)), strings);
    assert_eq!(
        converted(&mixed, &Type::set(Type::STRING)).to_string(),
        r#"["1", "a"]"#
    );
    let attributes = object([("a", Value::from(1)), ("b", Value::from("x"))]);
    let map = converted(&attributes, &Type::map(Type::DYNAMIC));
    assert_eq!(map.ty(), Type::map(Type::STRING));
    assert_eq!(map.to_string(), r#"{ a = "1", b = "x" }"#);
    refused(
        &attributes,
        &Type::map(Type::NUMBER),
        r#"attribute "b": expected a number, but found the string "x""#,
    );
    let apart = tuple([Value::from(1), Value::from(true)]);
    let message = "there must be a single type to which all elements convert";
    refused(&apart, &Type::list(Type::DYNAMIC), message);
}

#[test]
fn null_elements_take_the_type_of_the_others() {
    let value = tuple([Value::NULL, object([("a", Value::from(1))])]);
    let list = converted(&value, &Type::list(Type::DYNAMIC));
    assert_eq!(list.ty(), Type::list(Type::object([("a", Type::NUMBER)])));
    assert!(list[0].is_null() && list.is_wholly_known());
}

#[test]
fn collections_become_structural_values() {
    let pair = Type::tuple([Type::STRING, Type::NUMBER]);
    let value = converted(&Value::from(["a", "1"]), &pair);
    assert_eq!(value, tuple([Value::from("a"), Value::from(1)]));
    refused(
        &Value::from(["a"]),
        &pair,
        "expected a list of 2 elements, but found 1 element",
    );
    let map = Value::map(&Type::STRING, [("n", Value::from("1"))]).unwrap();
    let with_number = Type::object([("n", Type::NUMBER)]);
    assert_eq!(
        converted(&map, &with_number),
        object([("n", Value::from(1))])
    );
    let other = Type::object([("name", Type::STRING), ("n", Type::NUMBER)]);
    refused(&map, &other, r#"attribute "name" is required"#);
    let map = Value::map(&Type::STRING, [("nmae", Value::from("x"))]).unwrap();
    let named = Type::object([("name", Type::STRING)]);
    let message = r#"the object has no attribute "nmae"; did you mean "name"?"#;
    refused(&map, &named, message);
}

#[test]
fn objects_convert_to_objects() {
    let value = object([("a", Value::from("1")), ("extra", Value::from(true))]);
    let to = Type::object([("a", Type::NUMBER)]);
    assert_eq!(converted(&value, &to), object([("a", Value::from(1))]));
    let to = Type::object([("a", Type::NUMBER), ("b", Type::NUMBER)]);
    refused(&value, &to, r#"attribute "b" is required"#);
    let to = Type::object([("a", Type::BOOL), ("extra", Type::NUMBER)]);
    refused(
        &value,
        &to,
        r#"attribute "extra": expected a number, but found a bool"#,
    );
}

#[test]
fn optional_attributes_are_filled_in() {
    let inner = ObjectType::new().with_default("tls", Type::BOOL, Value::from("true"));
    let to = Type::from(
        ObjectType::new()
            .with_attribute("name", Type::STRING)
            .with_optional("port", Type::NUMBER)
            .with_default("count", Type::NUMBER, Value::from(1))
            .with_default("inner", inner.into(), object([])),
    );
    let value = object([("name", Value::from("a")), ("count", Value::NULL)]);
    let result = converted(&value, &to);
    assert_eq!(
        result.to_string(),
        r#"{ count = 1, inner = { tls = true }, name = "a", port = null }"#
    );
    assert_eq!(result["port"], Value::null(&Type::NUMBER));
    assert_eq!(converted(&result, &to), result);
    let list = converted(&tuple([value.clone(), value]), &Type::list(to.clone()));
    assert_eq!(list[1], result);
    refused(&object([]), &to, r#"attribute "name" is required"#);
    let wrong = object([("name", Value::from("a")), ("port", Value::from("x"))]);
    let message = r#"attribute "port": expected a number, but found the string "x""#;
    refused(&wrong, &to, message);
}

#[test]
fn tuples_convert_to_tuples_of_the_same_length() {
    let value = tuple([Value::from(1), Value::from("true")]);
    let result = converted(&value, &Type::tuple([Type::STRING, Type::BOOL]));
    assert_eq!(result, tuple([Value::from("1"), Value::from(true)]));
    let message = "expected a list of 1 element, but found 2 elements";
    refused(&value, &Type::tuple([Type::STRING]), message);
}

#[test]
fn errors_lead_to_the_place() {
    let port = object([("port", Value::from("x"))]);
    let value = object([("servers", tuple([port]))]);
    let server = Type::object([("port", Type::NUMBER)]);
    let to = Type::object([("servers", Type::list(server))]);
    let error = convert(&value, &to).unwrap_err();
    assert_eq!(error.path(), "servers[0].port");
    assert_eq!(value.at(error.path()), Some(&Value::from("x")));
    let unknown = Value::unknown(&value.ty());
    let bools = Type::object([("servers", Type::list(Type::BOOL))]);
    let message = r#"attribute "servers": element 0: expected a bool, but found an object"#;
    refused(&unknown, &bools, message);
}

/// The element that does not convert to the common type is named, too.
#[test]
fn errors_of_a_common_type_have_the_path() {
    let truths = Value::set(&Type::BOOL, [true.into()]).unwrap();
    let texts = tuple(["x".into()]);
    let list = tuple([truths.clone(), texts.clone()]);
    let map = object([("a", truths.clone()), ("b", texts.clone())]);
    for (value, ty, path) in [
        (&list, Type::list(Type::DYNAMIC), "[1][0]"),
        (&list, Type::set(Type::DYNAMIC), "[1][0]"),
        (&map, Type::map(Type::DYNAMIC), "b[0]"),
    ] {
        let error = convert(value, &ty).unwrap_err();
        assert_eq!(error.path(), path, "{ty}: {error}");
    }
    let error = unify_values(&[truths, texts]).unwrap_err();
    assert_eq!(error.path(), "[1][0]");
}

#[test]
fn capsules_convert_to_themselves_alone() {
    let bytes = CapsuleType::<u8>::new("bytes");
    let value = bytes.value(1);
    assert_eq!(converted(&value, &bytes.ty()), value);
    refused(
        &value,
        &Type::STRING,
        "expected a string, but found a value of type bytes",
    );
    refused(
        &Value::from("a"),
        &bytes.ty(),
        "expected a value of type bytes, but found a string",
    );
}

#[test]
fn safety_is_known_from_types() {
    let cases = [
        (Type::STRING, Type::STRING, Some(Safety::Safe)),
        (Type::STRING, Type::DYNAMIC, Some(Safety::Safe)),
        (Type::NUMBER, Type::STRING, Some(Safety::Safe)),
        (Type::STRING, Type::NUMBER, Some(Safety::Unsafe)),
        (Type::BOOL, Type::NUMBER, None),
        (
            Type::set(Type::BOOL),
            Type::list(Type::STRING),
            Some(Safety::Safe),
        ),
        (
            Type::set(Type::STRING),
            Type::list(Type::BOOL),
            Some(Safety::Unsafe),
        ),
        (
            Type::list(Type::BOOL),
            Type::set(Type::BOOL),
            Some(Safety::Unsafe),
        ),
        (
            Type::tuple([Type::BOOL]),
            Type::list(Type::STRING),
            Some(Safety::Safe),
        ),
        (Type::tuple([Type::BOOL]), Type::list(Type::NUMBER), None),
        (
            Type::list(Type::BOOL),
            Type::tuple([Type::BOOL]),
            Some(Safety::Unsafe),
        ),
        (
            Type::object([("a", Type::BOOL)]),
            Type::map(Type::STRING),
            Some(Safety::Safe),
        ),
        (
            Type::map(Type::BOOL),
            Type::object([("a", Type::BOOL)]),
            Some(Safety::Unsafe),
        ),
        (
            Type::object([("a", Type::BOOL)]),
            Type::object::<&str>([]),
            Some(Safety::Unsafe),
        ),
        (
            Type::object::<&str>([]),
            Type::object([("a", Type::BOOL)]),
            None,
        ),
    ];
    for (from, to, safety) in cases {
        assert_eq!(conversion_safety(&from, &to), safety, "{from} to {to}");
    }
}

/// For types as well as for values, the message names the first part that does not convert.
#[test]
fn the_first_part_that_does_not_convert_is_named() {
    const S: Type = Type::STRING;
    const N: Type = Type::NUMBER;
    const B: Type = Type::BOOL;
    let pair = |one, other| Type::tuple([one, other]);
    let both = |a, b| Type::object([("a", a), ("b", b)]);
    let optional = |name| ObjectType::new().with_optional(name, N);
    let second = "element 1: expected a number, but found a bool";
    let element = "an element: expected a number, but found a bool";
    let attribute = r#"attribute "b": expected a number, but found a bool"#;
    let cases = [
        (pair(N, B), pair(S, N), second),
        (pair(N, B), Type::list(N), second),
        (pair(N, B), Type::set(N), second),
        (Type::list(B), pair(B, N), second),
        (Type::set(B), pair(S, N), second),
        (
            pair(N, B),
            Type::tuple([S]),
            "expected a list of 1 element, but found 2 elements",
        ),
        (Type::map(B), Type::map(N), element),
        (Type::list(B), Type::set(N), element),
        (both(N, B), Type::map(N), attribute),
        (both(N, B), both(S, N), attribute),
        (
            Type::map(B),
            Type::from(optional("a").with_attribute("b", N)),
            attribute,
        ),
        (
            Type::object([("a", N)]),
            both(S, N),
            r#"attribute "b" is required"#,
        ),
        (
            Type::object([("a", B), ("c", N)]),
            Type::from(optional("b").with_attribute("a", N)),
            r#"attribute "a": expected a number, but found a bool"#,
        ),
        (
            Type::list(S),
            Type::map(S),
            "expected an object of strings, but found a list of strings",
        ),
    ];
    for (from, to, expected) in cases {
        refused(&Value::unknown(&from), &to, expected);
    }
}
