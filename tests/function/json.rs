//! `jsondecode` and `jsonencode`.

use hcl::function::stdlib;
use hcl::{CapsuleType, Number, Type, Value};

fn decode(text: &str) -> Result<Value, String> {
    let result = stdlib::jsondecode().call(&[text.into()]);
    result.map_err(|error| error.to_string())
}

fn encode(value: Value) -> Result<Value, String> {
    let result = stdlib::jsonencode().call(&[value]);
    result.map_err(|error| error.to_string())
}

#[test]
fn json_of_every_kind_is_read() {
    for (text, expected) in [
        ("true", Value::from(true)),
        (" false\n", false.into()),
        ("null", Value::NULL),
        ("1e3", 1000.into()),
        ("-0", 0.into()),
        (r#""a\u00e9\n\/\"""#, "aé\n/\"".into()),
        (r#""\ud83d\ude00""#, "😀".into()),
        // Half of a surrogate pair becomes a replacement character, as in the reference implementation.
        (r#""\ud83d!""#, "\u{fffd}!".into()),
        ("[]", Value::tuple([]).unwrap()),
        (
            "  [1.50 , \"x\"] ",
            Value::tuple([1.5.try_into().unwrap(), "x".into()]).unwrap(),
        ),
        ("{}", Value::object::<&str>([]).unwrap()),
        (
            r#"{"a" : 2, "b":{}, "a": 1}"#,
            Value::object([("a", 1.into()), ("b", Value::object::<&str>([]).unwrap())]).unwrap(),
        ),
    ] {
        assert_eq!(decode(text), Ok(expected), "{text}");
    }
}

#[test]
fn numbers_keep_their_digits() {
    for text in [
        "123456789012345678901234567890.000000000000000000000000000001",
        "0.1",
        "-18446744073709551617",
    ] {
        let value = decode(text).unwrap();
        assert_eq!(value.as_number(), Some(&text.parse().unwrap()));
        assert_eq!(encode(value).unwrap(), text);
    }
}

/// The result of a function is normalized, which would compose the last letter of an escape sequence with a combining
/// mark after it.
#[test]
fn combining_marks_after_escape_sequences_are_escaped() {
    for text in [
        "\n\u{301}",
        "a>\u{323}\u{301}b\u{301}",
        "\u{b}\u{303}",
        "\u{1}\u{308}",
    ] {
        let text = Value::from(text);
        let encoded = encode(text.clone()).unwrap();
        assert_eq!(decode(encoded.as_str().unwrap()).unwrap(), text);
        let encoded = stdlib::yamlencode()
            .call(std::slice::from_ref(&text))
            .unwrap();
        assert_eq!(stdlib::yamldecode().call(&[encoded]).unwrap(), text);
        let quoted = stdlib::format().call(&["%q".into(), text.clone()]).unwrap();
        assert_eq!(decode(quoted.as_str().unwrap()).unwrap(), text);
    }
    let encoded = encode("a>\u{301}b\u{301}\u{1f600}".into()).unwrap();
    assert_eq!(encoded, "\"a\\u003e\\u0301b\u{301}\u{1f600}\"");
}

#[test]
fn invalid_json_is_an_error_with_a_place() {
    for (text, expected) in [
        (
            "",
            "line 1, column 1: the text ends where a value is expected",
        ),
        (
            "{bad",
            r#"line 1, column 2: the name of a property is a string in double quotes: "bad""#,
        ),
        (
            "{\n  \"é\": tru}",
            r#"line 2, column 8: "tru" is not a value in JSON, where true, false and null are the only words (did you mean true?)"#,
        ),
        (
            "[1 2]",
            "line 1, column 4: a comma is missing between two elements",
        ),
        (
            "[1,]",
            "line 1, column 3: JSON has no comma after the last element of an array. Remove it",
        ),
        (
            r#"{"a" 1}"#,
            "line 1, column 6: a colon is missing between the name of the property and its value",
        ),
        (
            r#"{"a":1,}"#,
            "line 1, column 7: JSON has no comma after the last property of an object. Remove it",
        ),
        (
            r#"{"a":1"#,
            r#"line 1, column 1: the object that begins here is not closed. Add a closing brace ("}"), or look for one that is missing inside"#,
        ),
    ] {
        assert_eq!(
            decode(text),
            Err(format!("invalid JSON at {expected}")),
            "{text}"
        );
    }
}

#[test]
fn invalid_numbers_and_strings_of_json_are_errors() {
    let escape = r#"line 1, column 2: this is not an escape sequence in JSON. The escape sequences are \", \\, \/, \b, \f, \n, \r, \t and \u with four hexadecimal digits; a backslash itself is written "\\""#;
    for (text, expected) in [
        ("1 1", "line 1, column 3: nothing may follow the value"),
        (
            "01",
            r#"line 1, column 1: "01" begins with 0, but a number with several digits must not. Remove the 0"#,
        ),
        (
            "1.",
            r#"line 1, column 1: "1." is not a number in JSON, which has digits, then at most one decimal point with digits after it, then at most one exponent"#,
        ),
        (
            "-x",
            r#"line 1, column 1: "-x" has characters that no number in JSON has. If a string is meant, write it in double quotes"#,
        ),
        (
            "-",
            r#"line 1, column 1: "-" is not a number in JSON, which has digits, then at most one decimal point with digits after it, then at most one exponent"#,
        ),
        (
            ".5",
            r#"line 1, column 1: ".5" begins with a decimal point, but a number in JSON begins with a digit. Write a 0 before the point"#,
        ),
        (
            "\"a\n\"",
            r#"line 1, column 3: the string is not closed on its line. Add a double quote; a line break within a string is written "\n""#,
        ),
        (r#""\x""#, escape),
        (r#""\u12g4""#, escape),
        ("\"\\u00é0\"", escape),
    ] {
        assert_eq!(
            decode(text),
            Err(format!("invalid JSON at {expected}")),
            "{text}"
        );
    }

    assert!(decode("1e99999").is_err());
}

#[test]
fn a_repeated_name_keeps_its_type() {
    let decoded = decode(r#"{"a": 1, "b": [1], "a": 2, "b": [3]}"#).unwrap();
    assert_eq!(decoded.to_string(), "{ a = 2, b = [3] }");
    // The two names are equal in normal form.
    assert_eq!(
        decode("{\"\u{e9}\": 1, \"e\u{301}\": 2}")
            .unwrap()
            .to_string(),
        "{ é = 2 }"
    );
    for (text, message) in [
        (
            r#"{"a": 1, "a": "1"}"#,
            "invalid JSON at line 1, column 10: the name \"a\" is repeated with a value of another \
             type (number first, then string)",
        ),
        (
            "{\"a\": [1],\n \"b\": {\"a\": 1, \"a\": null}}",
            "invalid JSON at line 2, column 16: the name \"a\" is repeated with a value of another \
             type (number first, then dynamic)",
        ),
    ] {
        assert_eq!(decode(text).unwrap_err(), message);
    }
    assert!(decode(r#"{"a": [1], "a": [1, 2]}"#).is_err());
}

#[test]
fn the_nesting_of_json_is_limited() {
    let nested = |levels| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    assert!(decode(&nested(513)).is_ok());
    assert_eq!(
        decode(&nested(514)).unwrap_err(),
        "invalid JSON at line 1, column 514: arrays and objects nest deeper than 513 levels"
    );
    assert!(decode(&"{\"a\":".repeat(100_000)).is_err());
    let text = nested(513);
    assert_eq!(encode(decode(&text).unwrap()).unwrap(), text.as_str());
}

#[test]
fn values_of_every_kind_are_written() {
    let object = Value::object([("b", 1.into()), ("a", Value::NULL)]).unwrap();
    for (value, expected) in [
        (Value::NULL, "null"),
        (Value::null(&Type::STRING), "null"),
        (true.into(), "true"),
        (false.into(), "false"),
        (1e3.try_into().unwrap(), "1000"),
        (vec!["a", "b"].into(), r#"["a","b"]"#),
        (
            Value::set(&Type::NUMBER, [2.into(), 1.into()]).unwrap(),
            "[1,2]",
        ),
        (Value::from_iter([("k", "v")]), r#"{"k":"v"}"#),
        (Value::tuple([]).unwrap(), "[]"),
        (object, r#"{"a":null,"b":1}"#),
        (
            "\"\\\n\r\t\u{8}\u{c}\u{1}é".into(),
            r#""\"\\\n\r\t\b\f\u0001é""#,
        ),
        ("<&>\u{2028}".into(), r#""\u003c\u0026\u003e\u2028""#),
    ] {
        assert_eq!(encode(value), Ok(expected.into()));
    }
    let problem = |message| {
        Err(format!(
            "invalid value for the parameter \"val\": {message}"
        ))
    };
    assert_eq!(
        encode(Number::INFINITY.into()),
        problem("JSON has no infinite numbers")
    );
    let capsule = CapsuleType::<u8>::new("byte").value(1);
    assert_eq!(encode(capsule), problem("byte cannot be written as JSON"));
}

#[test]
fn the_beginning_of_an_unknown_text_may_be_known() {
    let text = || Value::unknown(&Type::STRING).refine().not_null();
    for (value, prefix) in [
        (Value::dynamic(), ""),
        (Value::unknown(&Type::STRING), ""),
        (text().finish(), "\""),
        (Value::tuple([Value::dynamic()]).unwrap(), "["),
        (Value::object([("a", Value::dynamic())]).unwrap(), "{"),
    ] {
        let result = encode(value).unwrap();
        assert_eq!(result, text().string_prefix(prefix).finish());
        assert_eq!(result.range().string_prefix(), prefix);
    }
    for unknown in [Value::dynamic(), Value::unknown(&Type::STRING)] {
        let result = stdlib::jsondecode().call(&[unknown]);
        assert_eq!(result, Ok(Value::dynamic()));
    }
    assert!(stdlib::jsondecode().call(&[Value::NULL]).is_err());
}
