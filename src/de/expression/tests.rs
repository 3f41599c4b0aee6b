//! The shortcuts agree with the long way.

use super::ExpressionData;
use super::data::{ObjectItems, read_key};
use crate::de::Deserializer;
use crate::de::kind::DataKind;
use crate::number::Small;

/// Calls a function with the expression of an attribute.
pub(in crate::de) fn look(expression: &str, look: impl FnOnce(ExpressionData<'_, '_>)) {
    let text = format!("x = {expression}\n");
    let deserializer = Deserializer::parse(&text).expect("it is an expression");
    let looked = deserializer.decode(|body| {
        if let Some(expression) = body.0.expression(0) {
            look(expression);
        }
        Ok(())
    });
    looked.expect("looking does not fail");
}

#[test]
fn plain_text_agrees_with_the_evaluated_text() {
    for (expression, is_plain) in [
        ("\"abc\"", true),
        ("\"\"", true),
        ("\"a b-c.d/e_f\"", true),
        ("\"a\\n\"", false),
        ("\"$${a}\"", false),
        ("\"e\u{301}\"", false),
        ("<<E\na\nE", false),
        ("(\"abc\")", false),
    ] {
        look(expression, |data| {
            let plain = data.borrowed_text();
            assert_eq!(plain.is_some(), is_plain, "{expression}");
            assert!(plain.is_none_or(|plain| data.text() == plain));
            assert_eq!(data.kind(), DataKind::String, "{expression}");
        });
    }
}

#[test]
fn kinds_agree_with_literals() {
    for expression in [
        "5",
        "-5",
        "(5)",
        "true",
        "false",
        "(true)",
        "null",
        "(null)",
        "\"a\"",
        "(\"a\")",
        "<<E\na\nE",
        "[1]",
        "([1])",
        "{ a = 1 }",
        "({ a = 1 })",
        "a",
        "f()",
        "-a",
        "-true",
        "!true",
        "\"${a}\"",
        "a.b",
        "a[0]",
        "1 + 1",
        "a ? b : c",
        "[for a in b : a]",
        "a.*.b",
    ] {
        look(expression, |data| {
            assert_eq!(data.kind(), data.inner_kind(), "{expression}");
        });
    }
}

#[test]
fn different_names_agree_with_the_keys_that_are_read() {
    for (expression, is_distinct) in [
        ("{}", true),
        ("{ a = 1 }", true),
        ("{ b = 1, a = 2, for_ = 3 }", true),
        ("({ a = 1, b = 2 })", true),
        ("{ a = 1, b = 2, a = 3 }", false),
        ("{ a = 1, \"b\" = 2 }", false),
        ("{ a = 1, (\"b\") = 2 }", false),
        ("{ é = 1, b = 2 }", false),
        ("{ \u{e9} = 1, e\u{301} = 2 }", false),
    ] {
        look(expression, |data| {
            let read = ObjectItems::read(data).expect("all keys are literal");
            assert_eq!(read.keys.is_none(), is_distinct, "{expression}");
            let slow = ObjectItems::with_keys(data, |id| read_key(data.input, id));
            let slow = slow.expect("all keys are literal");
            assert_eq!(read.len(), slow.len(), "{expression}");
            for at in 0..read.len() {
                let described = |items: &ObjectItems<'_, '_>| {
                    let key = items.key(at)?;
                    Some((key.text.clone().into_owned(), key.span()))
                };
                assert_eq!(described(&read), described(&slow), "{expression}");
            }
        });
    }
}

#[test]
fn short_numbers_agree_with_the_parsed_number() {
    for (expression, is_short) in [
        ("0", true),
        ("80", true),
        ("4294967295", true),
        ("1.5", true),
        ("0.30", true),
        ("80.0", true),
        ("429496729.5", true),
        ("0.1234567891", true),
        ("4294967296", false),
        ("1e3", false),
        ("-5", false),
        ("(5)", false),
    ] {
        look(expression, |data| {
            let short = data.short_number();
            assert_eq!(short.is_some(), is_short, "{expression}");
            assert_eq!(data.kind(), DataKind::Number, "{expression}");
            let number = data.number();
            if let Some(integer) = short.and_then(Small::integer::<u64>) {
                assert_eq!(number.integer::<u64>(), Ok(integer), "{expression}");
            }
            if let Some(float) = short.and_then(Small::f64) {
                assert_eq!(number.f64().map(f64::to_bits), Ok(float.to_bits()));
            }
            if let Some(float) = short.and_then(Small::f32) {
                assert_eq!(number.f32().map(f32::to_bits), Ok(float.to_bits()));
            }
        });
    }
    look("\"5\"", |data| assert!(data.short_number().is_none()));
}
