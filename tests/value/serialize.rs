//! Values in serde's formats.

use hcl::{CapsuleType, Type, Value};

#[test]
fn values_serialize_in_the_natural_form() {
    let value = Value::object([
        ("list", Value::from(["a", "b"])),
        ("number", Value::try_from(1.5).unwrap()),
        ("null", Value::NULL),
        ("yes", Value::from(true)),
    ]);
    let json = serde_json::to_string(&value.unwrap()).unwrap();
    assert_eq!(
        json,
        r#"{"list":["a","b"],"null":null,"number":1.5,"yes":true}"#
    );
}

#[test]
fn values_deserialize_as_tuples_and_objects() {
    let json = r#"{"b": [1, "x", null, 2.5, -3], "a": true}"#;
    let value: Value = serde_json::from_str(json).unwrap();
    assert_eq!(
        value.to_string(),
        r#"{ a = true, b = [1, "x", null, 2.5, -3] }"#
    );
    assert_eq!(value["b"].ty().description(), "tuple");
}

#[test]
fn unknown_and_capsule_values_cannot_be_serialized() {
    let error = serde_json::to_string(&Value::unknown(&Type::STRING)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "An unknown value (string) cannot be serialized."
    );
    let error = serde_json::to_string(&CapsuleType::new("bytes").value(1)).unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"A value of the capsule type "bytes" cannot be serialized."#
    );
}
