//! Values written as native syntax.

use hcl::{CapsuleType, Number, Type, Value};

#[test]
fn strings_are_quoted_and_escaped() {
    let cases = [
        ("plain", r#""plain""#),
        ("a\"b\\c", r#""a\"b\\c""#),
        ("line\nnext\ttab\r", r#""line\nnext\ttab\r""#),
        ("\u{1}\u{7f}", r#""\u0001\u007f""#),
        ("${x}", r#""$${x}""#),
        ("%{if}", r#""%%{if}""#),
        ("$${x}", r#""\u0024$${x}""#),
        ("$%{x}", r#""$%%{x}""#),
        ("100%", r#""100%""#),
        ("$$", r#""$$""#),
        ("é 日本 😀", r#""é 日本 😀""#),
    ];
    for (text, written) in cases {
        assert_eq!(Value::from(text).to_string(), written);
    }
}

#[test]
fn names_are_quoted_where_they_must_be() {
    let names = ["a-b", "a b", "for", "1a", "", "é", "a.b", "null"];
    let object = Value::object(names.map(|name| (name, Value::from(0)))).unwrap();
    assert_eq!(
        object.to_string(),
        r#"{ "" = 0, "1a" = 0, "a b" = 0, a-b = 0, "a.b" = 0, "for" = 0, null = 0, é = 0 }"#
    );
}

#[test]
fn each_kind_has_a_form() {
    let cases = [
        (Value::NULL, "null"),
        (Value::null(&Type::STRING), "null"),
        (Value::from(true), "true"),
        (Value::from(-5), "-5"),
        (Value::from("1e3".parse::<Number>().unwrap()), "1000"),
        (Value::from(Number::INFINITY), "1/0"),
        (Value::from(Number::NEG_INFINITY), "-1/0"),
        (Value::from([1, 2]), "[1, 2]"),
        (Value::tuple([]).unwrap(), "[]"),
        (Value::object::<&str>([]).unwrap(), "{}"),
        (
            Value::unknown(&Type::list(Type::BOOL)),
            "(unknown list(bool))",
        ),
        (CapsuleType::new("bytes").value(1), "(bytes)"),
    ];
    for (value, text) in cases {
        assert_eq!(value.to_string(), text);
    }
}

#[test]
fn debug_tells_the_type_where_the_text_does_not() {
    assert_eq!(
        format!("{:?}", Value::from([1])),
        "Value([1]: list(number))"
    );
    assert_eq!(
        format!("{:?}", Value::null(&Type::BOOL)),
        "Value(null: bool)"
    );
    assert_eq!(format!("{:?}", Value::from("a")), r#"Value("a")"#);
}
