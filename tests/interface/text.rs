//! The displayed form of a type can be parsed again.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use hcl::{
    Attribute, BinaryOperator, Block, Body, Expression, Number, Path, Traversal, Type,
    UnaryOperator, Value,
};

/// Checks that parsing, displaying and parsing again gives the same text and an equal value.
#[track_caller]
fn check<T: FromStr<Err: Debug> + Display + PartialEq + Debug>(texts: &[&str]) {
    for text in texts {
        let read: T = text.parse().expect(text);
        assert_eq!(read.to_string(), *text);
        assert_eq!(read.to_string().parse::<T>().expect(text), read);
    }
}

#[test]
fn text_and_back() {
    check::<Body>(&["", "a = 1\n", "# c\na {\n  b = 1\n}\n"]);
    check::<Attribute>(&["a = 1", "a = [1, b]"]);
    check::<Block>(&["a {}", "a \"b\" {\n  c = 1\n}"]);
    check::<Expression>(&["a", "a +  b", "\"${a}\"", "f(a...)"]);
    check::<Traversal>(&["a", "a.b[0][\"c\"].d"]);
    check::<Value>(&[
        "1",
        "\"a\"",
        "[1, \"b\", null]",
        "{ a = [], \"b c\" = true }",
    ]);
    check::<Number>(&["1", "-1.5"]);
    check::<Type>(&[
        "string",
        "list(map(number))",
        "object({a = optional(string)})",
    ]);
    check::<Path>(&[
        "",
        "a",
        "a.b",
        "[0]",
        "[\"a b\"].c",
        "service[\"web\"].ports[1]",
        "a[\"$${x}\"]",
    ]);
    check::<UnaryOperator>(&["-", "!"]);
    check::<BinaryOperator>(&[
        "||", "&&", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%",
    ]);
}

#[test]
fn invalid_texts_are_errors_with_a_place() {
    let two = "a = 1\nb = 2\n".parse::<Attribute>().unwrap_err();
    assert_eq!(two.line(), Some(2));
    assert!("a = 1".parse::<Block>().is_err());
    assert!("a {}".parse::<Attribute>().is_err());
    assert!("".parse::<Attribute>().is_err());
    assert!("a b".parse::<Expression>().is_err());
    assert!("a + b".parse::<Traversal>().is_err());
    assert!("a".parse::<Value>().is_err());
    assert!("a[0.5]".parse::<Path>().is_err());
    assert!("a[b]".parse::<Path>().is_err());
    assert!("+".parse::<UnaryOperator>().is_err());
    assert!("=".parse::<BinaryOperator>().is_err());
}
