//! Values and bodies in native syntax within Rust.

use std::collections::BTreeMap;

use expect_test::expect;
use hcl::{Diagnostic, Value, body, value};

#[test]
fn values_look_like_native_syntax() {
    let name = "web";
    let list = vec![1, 2];
    let value = |value: hcl::Result<Value>| value.expect("it is a value").to_string();
    assert_eq!(value(value!(null)), "null");
    assert_eq!(value(value!(true)), "true");
    assert_eq!(value(value!(-1.5)), "-1.5");
    assert_eq!(value(value!("text")), "\"text\"");
    assert_eq!(value(value!(name)), "\"web\"");
    assert_eq!(value(value!(list.len() + 1)), "3");
    assert_eq!(value(value!([])), "[]");
    assert_eq!(
        value(value!([1, null, [name], {}, (list[0] - 5),])),
        "[1, null, [\"web\"], {}, -4]"
    );
    assert_eq!(value(value!({})), "{}");
    let object = value!({ type = 1, for = [true], in = { a = null b = name }, "my-name" = (name.len()), (name) = list });
    expect![[
        r#"{ "for" = [true], in = { a = null, b = "web" }, my-name = 3, type = 1, web = [1, 2] }"#
    ]]
    .assert_eq(&value(object));
    let some: Value =
        value!([(Some(1)), (None::<u8>), (BTreeMap::from([("k", 'c')]))]).expect("it is a value");
    assert_eq!(some.to_string(), "[1, null, { k = \"c\" }]");
    let nested = value!({ inner = some }).expect("it is a value");
    assert_eq!(nested["inner"][0], 1);
}

#[test]
fn missing_values_are_errors() {
    let error = value!({ a = [1, (f64::NAN)] }).expect_err("it is not a number");
    assert_eq!(error.path(), "a[1]");
    let key = "a";
    let error = value!({ a = 1, (key) = 2 }).expect_err("there are two");
    assert!(error.message().starts_with("Repeated name"));
    let error = value!({ "é" = 1, "e\u{301}" = 2 }).expect_err("the names are equal");
    assert!(error.message().starts_with("Repeated name"));
    let deep = (0..512)
        .try_fold(Value::NULL, |inner, _| value!([inner]))
        .expect("it is as deep as allowed");
    let error = value!([[[deep]]]).expect_err("it is too deep");
    assert_eq!(
        error.diagnostics()[0].detail(),
        "Values nest deeper than 513 levels."
    );
    let key = "\u{7f}\"";
    let error = value!({ (key) = 1, (key) = 2 }).expect_err("there are two");
    assert!(
        error.message().contains("have the name \"\u{7f}\\\"\"."),
        "{error}"
    );
}

#[test]
fn bodies_look_like_native_syntax() {
    let port = 80;
    let label = String::from("two words");
    let condition = "a ? b : c";
    let body = body! {
        name = "shop";
        port = port
        negative = -1
        next = (port + 1)
        half = 1.0
        ordered = { b = 1.50, a = [1.0, null] }
        nothing = null
        condition = expression(condition)
        "my-name" = [1, { a = port }]
        type = true;

        service "web" (label) ("three") {
            empty {}
            check http type "x" { path = "/" }
            "my-block" "label" { a = { b = 1, c = [] } };
        }
    };
    expect![[r#"
        name     = "shop"
        port     = 80
        negative = -1
        next     = 81
        half     = 1.0
        ordered = {
          b = 1.5
          a = [1.0, null]
        }
        nothing   = null
        condition = a ? b : c
        my-name = [
          1,
          {
            a = 80
          },
        ]
        type = true

        service "web" "two words" "three" {
          empty {}

          check "http" "type" "x" {
            path = "/"
          }

          my-block "label" {
            a = {
              b = 1
              c = []
            }
          }
        }
    "#]]
    .assert_eq(&body.expect("it can be built").to_string());
    assert!(body! {}.expect("it is empty").is_empty());
}

#[test]
fn missing_bodies_are_errors() {
    let error = body! {
        a { b = [(f64::NAN)] }
        c = expression("1 +")
        "é€" = 1
        d = { x = 1, ("x") = 2 }
    };
    let error = error.expect_err("four things are wrong");
    let paths: Vec<_> = error.diagnostics().iter().map(Diagnostic::path).collect();
    expect![[r#"
        [
            "a.b[0]",
            "c",
            "[\"é€\"]",
            "d.x",
        ]
    "#]]
    .assert_debug_eq(&paths);
}
