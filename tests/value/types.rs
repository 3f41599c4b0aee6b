//! Types: identity, specifications, and how they are written.

use hcl::{CapsuleType, ObjectType, Type, Value};

#[test]
fn identical_types_are_equal() {
    let one = Type::object([("b", Type::list(Type::STRING)), ("a", Type::BOOL)]);
    let two = Type::object([("a", Type::BOOL), ("b", Type::list(Type::STRING))]);
    assert_eq!(one, two);
    assert_ne!(Type::list(Type::STRING), Type::set(Type::STRING));
    assert_ne!(Type::tuple([Type::STRING]), Type::tuple([Type::NUMBER]));
    let optional = ObjectType::new().with_optional("a", Type::BOOL);
    assert_ne!(Type::from(optional), Type::object([("a", Type::BOOL)]));
}

#[test]
fn a_type_matches_a_specification() {
    let any = Type::DYNAMIC;
    let optional = Type::from(
        ObjectType::new()
            .with_attribute("a", Type::DYNAMIC)
            .with_optional("b", Type::STRING),
    );
    let matching = [
        (Type::STRING, any.clone()),
        (Type::list(Type::STRING), Type::list(any.clone())),
        (Type::list(Type::map(Type::BOOL)), Type::list(any.clone())),
        (
            Type::tuple([Type::BOOL, Type::NUMBER]),
            Type::tuple([any.clone(), Type::NUMBER]),
        ),
        (Type::object([("a", Type::BOOL)]), optional.clone()),
        (
            Type::object([("a", Type::BOOL), ("b", Type::STRING)]),
            optional.clone(),
        ),
    ];
    for (ty, specification) in matching {
        assert!(ty.matches(&specification), "{ty} and {specification}");
    }
    let others = [
        (Type::DYNAMIC, Type::STRING),
        (Type::set(Type::STRING), Type::list(any.clone())),
        (Type::tuple([Type::BOOL]), Type::tuple([any.clone(), any])),
        (Type::object([("b", Type::STRING)]), optional.clone()),
        (
            Type::object([("a", Type::BOOL), ("c", Type::BOOL)]),
            optional,
        ),
    ];
    for (ty, specification) in others {
        assert!(!ty.matches(&specification), "{ty} and {specification}");
    }
}

#[test]
fn types_are_written_as_type_expressions() {
    let object = ObjectType::new()
        .with_attribute("list", Type::list(Type::DYNAMIC))
        .with_default("count", Type::NUMBER, Value::from(1))
        .with_optional("a b", Type::set(Type::BOOL));
    let cases = [
        (Type::DYNAMIC, "any"),
        (Type::map(Type::tuple([])), "map(tuple([]))"),
        (
            Type::tuple([Type::STRING, Type::NUMBER]),
            "tuple([string, number])",
        ),
        (Type::object::<&str>([]), "object({})"),
        (
            object.into(),
            r#"object({"a b" = optional(set(bool)), count = optional(number, 1), list = list(any)})"#,
        ),
        (CapsuleType::<u8>::new("bytes").ty(), "bytes"),
    ];
    for (ty, text) in cases {
        assert_eq!(ty.to_string(), text);
    }
}

#[test]
fn a_value_has_no_optional_attributes() {
    let object = Type::from(ObjectType::new().with_optional("a", Type::BOOL));
    let plain = Type::object([("a", Type::BOOL)]);
    assert_eq!(Value::null(&object).ty(), plain);
    assert_eq!(
        Value::unknown(&Type::list(object.clone())).ty(),
        Type::list(plain.clone())
    );
    assert_eq!(Value::list(&object, []).unwrap().ty(), Type::list(plain));
}

#[test]
fn descriptions_are_words() {
    assert_eq!(
        Type::set(Type::list(Type::BOOL)).description(),
        "set of list of bool"
    );
    assert_eq!(Type::tuple([Type::BOOL]).description(), "tuple");
    assert_eq!(Type::list(Type::DYNAMIC).description(), "list of dynamic");
}
