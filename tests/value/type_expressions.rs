//! Types read from expressions.

use expect_test::{Expect, expect};
use hcl::{ObjectType, ParseOptions, Type, Value};

#[test]
fn each_name_and_constructor_gives_its_type() {
    let object = ObjectType::new()
        .with_attribute("a", Type::STRING)
        .with_optional("b", Type::list(Type::BOOL))
        .with_default("c", Type::NUMBER, Value::from(1));
    let cases = [
        ("string", Type::STRING),
        ("number", Type::NUMBER),
        ("bool", Type::BOOL),
        ("any", Type::DYNAMIC),
        ("list(string)", Type::list(Type::STRING)),
        ("set(map(any))", Type::set(Type::map(Type::DYNAMIC))),
        ("tuple([])", Type::tuple([])),
        (
            "tuple([string, tuple([bool])])",
            Type::tuple([Type::STRING, Type::tuple([Type::BOOL])]),
        ),
        ("object({})", Type::from(ObjectType::new())),
        (
            "object({ a = string, \"b\" : optional(list(bool)), c = optional(number, \"1\") })",
            Type::from(object),
        ),
    ];
    for (text, ty) in cases {
        assert_eq!(text.parse::<Type>().unwrap(), ty, "{text}");
    }
}

#[test]
fn a_default_is_a_value_of_the_type() {
    let ty: Type = "object({ a = optional(set(string), [1, 2, 1]) })"
        .parse()
        .unwrap();
    let default = ty.as_object().unwrap().get("a").unwrap().default_value();
    assert_eq!(
        default,
        Some(&Value::set(&Type::STRING, ["1", "2"].map(Value::from)).unwrap())
    );
}

#[test]
fn an_exact_type_has_no_open_parts() {
    let exact = |text| hcl::parse_expression(text).unwrap().exact_type();
    assert_eq!(
        exact("object({ a = list(number) })").unwrap(),
        Type::object([("a", Type::list(Type::NUMBER))])
    );
    for text in ["any", "list(any)", "object({ a = optional(string) })"] {
        assert!(exact(text).is_err(), "{text}");
    }
}

#[test]
fn types_nest_as_deep_as_values() {
    let nested = |depth| format!("{}any{}", "list(".repeat(depth), ")".repeat(depth));
    let read = |depth| {
        let options = ParseOptions::new().with_max_depth(1000);
        options
            .parse_expression(&nested(depth))
            .unwrap()
            .type_constraint()
    };
    assert_eq!(read(256).unwrap().to_string(), nested(256));
    let error = read(257).unwrap_err();
    assert!(error.message().contains("256"), "{error}");
}

#[test]
fn an_object_of_many_attributes_is_read_in_linear_time() {
    let attributes: Vec<_> = (0..50_000).rev().map(|it| format!("a{it} = any")).collect();
    let text = format!("object({{ {} }})", attributes.join(", "));
    let ty: Type = text.parse().unwrap();
    assert_eq!(ty.as_object().unwrap().len(), 50_000);
}

/// Compares all reports of a type expression with the expected ones.
#[track_caller]
fn check(text: &str, expected: &Expect) {
    let error = text.parse::<Type>().unwrap_err();
    expected.assert_eq(&format!("{error:#}"));
}

#[test]
fn unknown_names_are_reported() {
    check(
        "tuple([strng, dynamic, lst(string), f()])",
        &expect![[r#"
        error: Invalid type specification
         --> line 1, column 8
          |
        1 | tuple([strng, dynamic, lst(string), f()])
          |        ^^^^^
          |
          = note: There is no type named "strng". Did you mean "string"?

        error: Invalid type specification
         --> line 1, column 15
          |
        1 | tuple([strng, dynamic, lst(string), f()])
          |               ^^^^^^^
          |
          = note: There is no type named "dynamic".

        error: Invalid type specification
         --> line 1, column 24
          |
        1 | tuple([strng, dynamic, lst(string), f()])
          |                        ^^^
          |
          = note: There is no type constructor named "lst". Did you mean "list"?

        error: Invalid type specification
         --> line 1, column 37
          |
        1 | tuple([strng, dynamic, lst(string), f()])
          |                                     ^
          |
          = note: There is no type constructor named "f"."#]],
    );
}

#[test]
fn arguments_are_reported() {
    check(
        "tuple([list, list(), set(string, bool, bool), map([string]...), string()])",
        &expect![[r#"
            error: Invalid type specification
             --> line 1, column 8
              |
            1 | tuple([list, list(), set(string, bool, bool), map([string]...), string()])
              |        ^^^^
              |
              = note: The type constructor "list" takes one argument: the type of the elements, such as "string".

            error: Invalid type specification
             --> line 1, column 18
              |
            1 | tuple([list, list(), set(string, bool, bool), map([string]...), string()])
              |                  ^^
              |
              = note: The type constructor "list" takes one argument: the type of the elements, such as "string".

            error: Invalid type specification
             --> line 1, column 34
              |
            1 | tuple([list, list(), set(string, bool, bool), map([string]...), string()])
              |                                  ^^^^^^^^^^
              |
              = note: The type constructor "set" takes one argument: the type of the elements, such as "string".

            error: Invalid type specification
             --> line 1, column 50
              |
            1 | tuple([list, list(), set(string, bool, bool), map([string]...), string()])
              |                                                  ^^^^^^^^^^^^^
              |
              = note: The type constructor "map" takes one argument: the type of the elements, such as "string".

            error: Invalid type specification
             --> line 1, column 71
              |
            1 | tuple([list, list(), set(string, bool, bool), map([string]...), string()])
              |                                                                       ^^
              |
              = note: The type "string" takes no arguments."#]],
    );
}

#[test]
fn structures_are_reported() {
    check(
        "tuple([object, tuple, object([string]), tuple(string), object({(a) = string, b = b, b = bool})])",
        &expect![[r#"
            error: Invalid type specification
             --> line 1, column 8
              |
            1 | tuple([object, tuple, object([string]), tuple(string), object({(a) = string, b = b, b = bool})])
              |        ^^^^^^
              |
              = note: The type constructor "object" takes one argument: the attributes with their types in braces, such as "{ a = string }".

            error: Invalid type specification
             --> line 1, column 16
              |
            1 | tuple([object, tuple, object([string]), tuple(string), object({(a) = string, b = b, b = bool})])
              |                ^^^^^
              |
              = note: The type constructor "tuple" takes one argument: the types of the elements in brackets, such as "[string, number]".

            error: Invalid type specification
             --> line 1, column 30
              |
            1 | tuple([object, tuple, object([string]), tuple(string), object({(a) = string, b = b, b = bool})])
              |                              ^^^^^^^^
              |
              = note: The type constructor "object" takes one argument: the attributes with their types in braces, such as "{ a = string }".

            error: Invalid type specification
             --> line 1, column 47
              |
            1 | tuple([object, tuple, object([string]), tuple(string), object({(a) = string, b = b, b = bool})])
              |                                               ^^^^^^
              |
              = note: The type constructor "tuple" takes one argument: the types of the elements in brackets, such as "[string, number]".

            error: Invalid type specification
             --> line 1, column 64
              |
            1 | tuple([object, tuple, object([string]), tuple(string), object({(a) = string, b = b, b = bool})])
              |                                                                ^^^
              |
              = note: The name of an attribute must be literal, with or without quotes.

            error: Invalid type specification
             --> line 1, column 82
              |
            1 | tuple([object, tuple, object([string]), tuple(string), object({(a) = string, b = b, b = bool})])
              |                                                                                  ^
              |
              = note: There is no type named "b".

            error: Invalid type specification
             --> line 1, column 85
              |
            1 | tuple([object, tuple, object([string]), tuple(string), object({(a) = string, b = b, b = bool})])
              |                                                                                     ^
              |
              = note: The attribute "b" already has a type. Remove one of the two."#]],
    );
}

#[test]
fn invalid_types_are_reported() {
    check(
        "tuple([\"string\", [string], a.b, null, (string)])",
        &expect![[r#"
            error: Invalid type specification
             --> line 1, column 8
              |
            1 | tuple(["string", [string], a.b, null, (string)])
              |        ^^^^^^^^
              |
              = note: A type is the name "string", "number", "bool" or "any", or a type constructor with its argument, such as "list(string)".

            error: Invalid type specification
             --> line 1, column 18
              |
            1 | tuple(["string", [string], a.b, null, (string)])
              |                  ^^^^^^^^
              |
              = note: A type is the name "string", "number", "bool" or "any", or a type constructor with its argument, such as "list(string)".

            error: Invalid type specification
             --> line 1, column 28
              |
            1 | tuple(["string", [string], a.b, null, (string)])
              |                            ^^^
              |
              = note: A type is the name "string", "number", "bool" or "any", or a type constructor with its argument, such as "list(string)".

            error: Invalid type specification
             --> line 1, column 33
              |
            1 | tuple(["string", [string], a.b, null, (string)])
              |                                 ^^^^
              |
              = note: There is no type named "null".

            error: Invalid type specification
             --> line 1, column 39
              |
            1 | tuple(["string", [string], a.b, null, (string)])
              |                                       ^^^^^^^^
              |
              = note: A type is the name "string", "number", "bool" or "any", or a type constructor with its argument, such as "list(string)"."#]],
    );
}

#[test]
fn optional_attributes_are_reported() {
    check(
        "object({\n a = optional(),\n b = optional(string, 1, 2),\n c = optional(number, \"x\"),\n d = \
         optional(string, e),\n f = list(optional(string)),\n g = optional(optional(string)),\n h = optional\n})",
        &expect![[r#"
            error: Invalid type specification
             --> line 2, column 14
              |
            2 |  a = optional(),
              |              ^^
              |
              = note: "optional" takes the type of the attribute, and the default if there is one.

            error: Invalid type specification
             --> line 3, column 14
              |
            3 |  b = optional(string, 1, 2),
              |              ^^^^^^^^^^^^^^
              |
              = note: "optional" takes the type of the attribute, and the default if there is one.

            error: Invalid default value for optional attribute
             --> line 4, column 23
              |
            4 |  c = optional(number, "x"),
              |                       ^^^
              |
              = note: This default is unsuitable for the attribute: expected a number, but found the string "x".

            error: Variables not allowed
             --> line 5, column 23
              |
            5 |  d = optional(string, e),
              |                       ^
              |
              = note: The variable "e" is not defined: there are no variables here. If a string is meant, write it in quotes: "e".

            error: Invalid type specification
             --> line 6, column 11
              |
            6 |  f = list(optional(string)),
              |           ^^^^^^^^
              |
              = note: Only the type of an attribute in "object({ … })" can be "optional".

            error: Invalid type specification
             --> line 7, column 15
              |
            7 |  g = optional(optional(string)),
              |               ^^^^^^^^
              |
              = note: Only the type of an attribute in "object({ … })" can be "optional".

            error: Invalid type specification
             --> line 8, column 6
              |
            8 |  h = optional
              |      ^^^^^^^^
              |
              = note: Only the type of an attribute in "object({ … })" can be "optional"."#]],
    );
}

#[test]
fn the_arguments_of_a_type_are_not_expanded() {
    for text in [
        "object({ a = optional([string]...) })",
        "object({ a = optional(string, [\"x\"]...) })",
        "object({ a = optional(list(string), [\"x\"]...) })",
        "list([string]...)",
    ] {
        let expression = hcl::parse_expression(text).unwrap();
        assert!(expression.type_constraint().is_err(), "{text}");
    }
}

#[test]
fn invalid_parts_of_an_exact_type_are_reported() {
    let expression = hcl::parse_expression("object({ a = any, b = optional(string) })").unwrap();
    let error = expression.exact_type().unwrap_err();
    expect![[r#"
        error: Invalid type specification
         --> line 1, column 14
          |
        1 | object({ a = any, b = optional(string) })
          |              ^^^
          |
          = note: An exact type is required here, but "any" stands for any type.

        error: Invalid type specification
         --> line 1, column 23
          |
        1 | object({ a = any, b = optional(string) })
          |                       ^^^^^^^^
          |
          = note: An exact type is required here, but "optional" makes the type inexact."#]]
    .assert_eq(&format!("{error:#}"));
}
