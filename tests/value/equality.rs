//! The equality of the language, and that of structure.

use hcl::{Type, Value};

fn tuple<const N: usize>(elements: [Value; N]) -> Value {
    Value::tuple(elements).unwrap()
}

/// Returns the result of `equals`, or `None` if it is unknown.
fn equals(left: &Value, right: &Value) -> Option<bool> {
    let result = left.equals(right);
    assert_eq!(result, right.equals(left), "{left:?} and {right:?}");
    assert_eq!(result.ty(), Type::BOOL);
    result.as_bool()
}

#[test]
fn nothing_is_converted() {
    assert_eq!(equals(&Value::from(1), &Value::from("1")), Some(false));
    assert_eq!(
        equals(&Value::from(true), &Value::from("true")),
        Some(false)
    );
    let list = Value::from(["a"]);
    assert_eq!(equals(&list, &tuple([Value::from("a")])), Some(false));
    let (strings, numbers) = (Vec::<String>::new(), Vec::<u8>::new());
    assert_eq!(
        equals(&Value::from(strings), &Value::from(numbers)),
        Some(false)
    );
}

#[test]
fn numbers_and_strings_compare_by_value() {
    let number = |text: &str| Value::from(text.parse::<hcl::Number>().unwrap());
    assert_eq!(equals(&number("1.50"), &number("1.5")), Some(true));
    assert_eq!(equals(&number("1e2"), &Value::from(100)), Some(true));
    assert_eq!(
        equals(&Value::from("e\u{301}"), &Value::from("é")),
        Some(true)
    );
}

#[test]
fn all_nulls_are_equal() {
    let typed = Value::null(&Type::STRING);
    assert_eq!(equals(&Value::NULL, &typed), Some(true));
    assert_eq!(
        equals(&typed, &Value::null(&Type::list(Type::BOOL))),
        Some(true)
    );
    assert_eq!(equals(&Value::NULL, &Value::from(0)), Some(false));
    assert_eq!(
        equals(&tuple([Value::NULL]), &tuple([typed.clone()])),
        Some(true)
    );
    assert_ne!(Value::NULL, typed, "`==` compares types, too");
}

#[test]
fn comparisons_with_an_unknown_operand_are_unknown() {
    let unknown = Value::unknown(&Type::NUMBER);
    let text = Value::unknown(&Type::STRING);
    assert_eq!(equals(&unknown, &Value::from(1)), None);
    assert_eq!(equals(&unknown, &unknown), None);
    assert_eq!(equals(&unknown, &text), None, "both may be null");
    assert_eq!(equals(&unknown, &Value::NULL), None);
    assert_eq!(equals(&Value::dynamic(), &Value::from("a")), None);
    assert_eq!(
        equals(&tuple([unknown.clone()]), &tuple([Value::from(1)])),
        None
    );
    let result = unknown.equals(&Value::from(1));
    assert_eq!(
        equals(&result, &Value::NULL),
        Some(false),
        "a result is not null"
    );
}

#[test]
fn values_with_a_known_difference_are_different() {
    let unknown = Value::unknown(&Type::NUMBER);
    assert_eq!(equals(&unknown, &Value::from("1")), Some(false));
    assert_eq!(equals(&unknown, &Value::from(["a"])), Some(false));
    let left = tuple([unknown.clone(), Value::from(1)]);
    let right = tuple([unknown.clone(), Value::from(2)]);
    assert_eq!(equals(&left, &right), Some(false));
    let not_null = unknown.refine().not_null().finish();
    assert_eq!(equals(&not_null, &Value::NULL), Some(false));
    let names = Value::unknown(&Type::list(Type::STRING))
        .refine()
        .not_null();
    let names = names.length_range(2, None).finish();
    assert_eq!(equals(&names, &Value::from(["a"])), Some(false));
    assert_eq!(equals(&names, &Value::from(["a", "b"])), None);
}

#[test]
fn comparisons_of_sets_with_unknown_elements_are_unknown() {
    let known = Value::set(&Type::NUMBER, [Value::from(1)]).unwrap();
    let open = Value::set(&Type::NUMBER, [Value::unknown(&Type::NUMBER)]).unwrap();
    assert_eq!(equals(&known, &open), None);
    assert_eq!(equals(&known, &known.clone()), Some(true));
    let strings = Value::set(&Type::STRING, [Value::from("1")]).unwrap();
    assert_eq!(equals(&open, &strings), Some(false));
}

#[test]
fn objects_are_equal_by_all_attributes() {
    let object =
        |names: [&str; 2]| Value::object(names.map(|name| (name, Value::from(1)))).unwrap();
    assert_eq!(equals(&object(["a", "b"]), &object(["b", "a"])), Some(true));
    assert_eq!(
        equals(&object(["a", "b"]), &object(["a", "c"])),
        Some(false)
    );
    let map = Value::map(&Type::NUMBER, [("a", Value::from(1))]).unwrap();
    let other = Value::object([("a", Value::from(1))]).unwrap();
    assert_eq!(equals(&map, &other), Some(false));
}
