//! Each function of the library: with known, null, unknown and dynamic arguments.

use std::ops::Bound;

use hcl::function::{Function, stdlib};
use hcl::{CapsuleType, Number, Type, Value};

fn function(name: &str) -> Function {
    let mut functions = stdlib::functions();
    functions.find(|(found, _)| *found == name).unwrap().1
}

#[track_caller]
fn check(name: &str, args: impl IntoIterator<Item = Value>, expected: impl Into<Value>) {
    let args: Vec<Value> = args.into_iter().collect();
    let result = function(name).call(&args).unwrap();
    assert_eq!(result, expected.into(), "{name}({args:?})");
}

#[track_caller]
fn check_error(name: &str, args: impl IntoIterator<Item = Value>, expected: &str) {
    let args: Vec<Value> = args.into_iter().collect();
    let error = function(name).call(&args).unwrap_err();
    assert_eq!(error.to_string(), expected, "{name}({args:?})");
}

fn tuple<const N: usize>(elements: [Value; N]) -> Value {
    Value::tuple(elements).unwrap()
}

fn unknown(ty: &Type) -> Value {
    Value::unknown(ty)
}

fn not_null(ty: &Type) -> Value {
    Value::unknown(ty).refine().not_null().finish()
}

fn number(text: &str) -> Value {
    text.parse::<Number>().unwrap().into()
}

#[test]
fn functions_are_listed_in_order() {
    let names: Vec<_> = stdlib::functions().map(|(name, _)| name).collect();
    assert!(names.is_sorted());
    for (name, function) in stdlib::functions() {
        assert!(!function.description().is_empty(), "{name}");
    }
}

#[test]
fn functions_of_one_argument_refuse_null_and_keep_unknown() {
    let cases = [
        ("abs", Type::NUMBER),
        ("int", Type::NUMBER),
        ("max", Type::NUMBER),
        ("min", Type::NUMBER),
        ("lower", Type::STRING),
        ("upper", Type::STRING),
        ("reverse", Type::STRING),
    ];
    for (name, result) in cases {
        let error = function(name).call(&[Value::NULL]).unwrap_err();
        assert!(error.to_string().ends_with("must not be null"), "{error}");
        for argument in [
            Value::dynamic(),
            unknown(&Type::STRING),
            unknown(&Type::NUMBER),
        ] {
            check(name, [argument], not_null(&result));
        }
        let error = function(name).call(&[tuple([])]).unwrap_err();
        assert!(error.to_string().contains("expected a "), "{error}");
    }
}

#[test]
fn abs_and_int() {
    let big = "123456789012345678901234567890";
    for (given, absolute, integer) in [
        ("-7", "7", "-7"),
        ("1.5", "1.5", "1"),
        ("-1.9", "1.9", "-1"),
        ("-0.25", "0.25", "0"),
        (big, big, big),
    ] {
        check("abs", [given.into()], number(absolute));
        check("int", [number(given)], number(integer));
    }
    let infinity = || Value::from(Number::INFINITY);
    check("abs", [Number::NEG_INFINITY.into()], infinity());
    check("int", [infinity()], infinity());
    check_error(
        "abs",
        [true.into()],
        r#"invalid value for the parameter "num": expected a number, but found a bool"#,
    );
}

#[test]
fn max_and_min() {
    let numbers = || [3.into(), "12".into(), Value::from(-7), number("12.0")];
    check("max", numbers(), 12);
    check("min", numbers(), -7);
    check(
        "min",
        [Number::NEG_INFINITY.into(), 1.into()],
        Number::NEG_INFINITY,
    );
    check(
        "max",
        [1.into(), unknown(&Type::NUMBER)],
        not_null(&Type::NUMBER),
    );
    for name in ["max", "min"] {
        check_error(name, [], "must pass at least one number");
    }
}

#[test]
fn case_and_order_of_strings() {
    check("lower", ["HÉLLO 日本 1".into()], "héllo 日本 1");
    check("upper", ["héllo ß".into()], "HÉLLO ß");
    check("upper", [12.into()], "12");
    check("reverse", ["Héllo".into()], "olléH");
    check("reverse", ["a👩‍👩‍👦\r\nb".into()], "b\r\n👩‍👩‍👦a");
    check("reverse", [true.into()], "eurt");
    check("reverse", ["".into()], "");
}

#[test]
fn strlen_counts_grapheme_clusters() {
    for (text, length) in [("", 0), ("hello", 5), ("e\u{301}", 1), ("👩‍👩‍👦🇩🇪", 2)]
    {
        check("strlen", [text.into()], length);
    }
}

/// Both functions count grapheme clusters. For an unknown string, the result is bounded by the clusters of the known
/// prefix.
#[test]
fn strlen_and_length_of_a_string_agree() {
    let at_least = |count: usize| {
        let bound = Bound::Included(Number::from(count));
        let number = not_null(&Type::NUMBER).refine();
        number.number_range(bound, Bound::Unbounded).finish()
    };
    let begins = |prefix| {
        let string = unknown(&Type::STRING).refine();
        string.string_prefix(prefix).finish()
    };
    for (string, expected) in [
        ("".into(), Value::from(0)),
        ("h\u{65}\u{301}llo".into(), 5.into()),
        ("👩‍👩‍👦!\r\n".into(), 3.into()),
        (unknown(&Type::STRING), at_least(0)),
        (begins("👩‍👩‍👦-"), at_least(2)),
    ] {
        check("strlen", [string.clone()], expected.clone());
        check("length", [string], expected);
    }
    check("strlen", [12.into()], 2);
}

/// The functions use Unicode's simple case mappings, which map one character to one character.
#[test]
fn case_is_mapped_character_by_character() {
    for (lower, upper) in [
        ("straße", "STRAßE"),
        ("ﬁnŉ", "ﬁNŉ"),
        ("ǰΐ", "ǰΐ"),
        ("\u{1f80}\u{1f97}\u{1fa3}", "\u{1f88}\u{1f9f}\u{1fab}"),
        ("\u{1fb3}\u{1fc3}\u{1ff3}", "\u{1fbc}\u{1fcc}\u{1ffc}"),
        ("ὀδός", "ὈΔΌΣ"),
        ("ǆ", "Ǆ"),
    ] {
        check("upper", [lower.into()], upper);
        check("upper", [upper.into()], upper);
    }
    check("lower", ["İSTANBUL ΣΑΣ ẞ".into()], "istanbul σασ ß");
    for code in 0..=u32::from(char::MAX) {
        let Some(character) = char::from_u32(code) else {
            continue;
        };
        if character
            .to_uppercase()
            .count()
            .max(character.to_lowercase().count())
            == 1
        {
            continue;
        }
        // Skips characters that normalization changes to several characters.
        let text = Value::from(character.to_string());
        if text.as_str().is_some_and(|text| text.chars().count() > 1) {
            continue;
        }
        for name in ["upper", "lower"] {
            let mapped = function(name).call(std::slice::from_ref(&text)).unwrap();
            let mapped = mapped.as_str().unwrap();
            assert_eq!(
                mapped.chars().count(),
                1,
                "{name} of U+{code:04X}: {mapped}"
            );
        }
    }
}

#[test]
fn substr_by_offset_and_length() {
    for (offset, length, expected) in [
        (0, 5, "Héllo"),
        (0, 99, "Héllo"),
        (1, 2, "él"),
        (1, -1, "éllo"),
        (5, 1, ""),
        (99, -1, ""),
        (-2, 1, "l"),
        (-2, -1, "lo"),
        (-7, -3, "Héllo"),
        (-7, 2, "Hé"),
        (2, 0, ""),
        (-2, 0, "lo"),
    ] {
        check(
            "substr",
            ["Héllo".into(), offset.into(), length.into()],
            expected,
        );
    }
    check(
        "substr",
        ["a👩‍👩‍👦b".into(), "1".into(), i64::MAX.into()],
        "👩‍👩‍👦b",
    );
    check(
        "substr",
        ["ab".into(), i64::MIN.into(), i64::MIN.into()],
        "ab",
    );
    check_error(
        "substr",
        ["a".into(), number("12.5"), 1.into()],
        "12.5 is not a whole number between -9223372036854775808 and 9223372036854775807",
    );
    check(
        "substr",
        ["a".into(), number("12.5"), unknown(&Type::NUMBER)],
        not_null(&Type::STRING),
    );
}

#[test]
fn coalesce_returns_the_first_value_that_is_not_null() {
    check("coalesce", [Value::NULL, 5.into(), 7.into()], 5);
    check("coalesce", [5.into(), "a".into()], "5");
    check(
        "coalesce",
        [Value::null(&Type::NUMBER), true.into(), "a".into()]
            .map(|value| if value.is_null() { Value::NULL } else { value }),
        "true",
    );
    check(
        "coalesce",
        [unknown(&Type::NUMBER), "a".into()],
        not_null(&Type::STRING),
    );
    check("coalesce", [number("0.6"), Value::dynamic()], number("0.6"));
    check(
        "coalesce",
        [Value::dynamic(), 1.into()],
        not_null(&Type::NUMBER),
    );
    check(
        "coalesce",
        [unknown(&Type::NUMBER), Value::dynamic()],
        not_null(&Type::NUMBER),
    );
    // Only the dynamic type is common to a string, a list and a null without a type.
    let list = || Value::from(vec![1]);
    check("coalesce", ["a".into(), Value::NULL, list()], "a");
    check("coalesce", ["a".into(), Value::dynamic(), list()], "a");
    check(
        "coalesce",
        [Value::dynamic(), tuple([]), 1.into()],
        Value::dynamic(),
    );
    check("coalesce", [Value::dynamic()], Value::dynamic());
    check_error(
        "coalesce",
        [Value::NULL, Value::NULL],
        "all arguments are null",
    );
    check_error("coalesce", [], "must pass at least one value");
    check_error(
        "coalesce",
        [5.into(), true.into()],
        "all arguments must have types that unify",
    );
}

#[test]
fn concat_joins_lists_and_tuples() {
    let list = || Value::from(vec![1, 2]);
    let strings = || Value::from(vec!["a"]);
    check("concat", [list(), list()], Value::from(vec![1, 2, 1, 2]));
    let mixed = tuple([1.into(), 2.into(), "a".into()]);
    check(
        "concat",
        [list(), strings()],
        Value::from(vec!["1", "2", "a"]),
    );
    check("concat", [tuple([1.into(), 2.into()]), strings()], mixed);
    let bools = || Value::from(vec![true]);
    check(
        "concat",
        [list(), bools()],
        tuple([1.into(), 2.into(), true.into()]),
    );
    check("concat", [tuple([]), tuple([])], tuple([]));
    let ty = Type::list(Type::NUMBER);
    check("concat", [unknown(&ty), list()], not_null(&ty));
    check(
        "concat",
        [unknown(&ty), strings()],
        not_null(&Type::list(Type::STRING)),
    );
    check("concat", [unknown(&ty), bools()], Value::dynamic());
    check("concat", [list(), Value::dynamic()], Value::dynamic());
    let pair = unknown(&Type::tuple([Type::BOOL]));
    check(
        "concat",
        [pair, strings()],
        not_null(&Type::tuple([Type::BOOL, Type::STRING])),
    );
    let partly = tuple([unknown(&Type::STRING)]);
    check("concat", [partly.clone(), tuple([])], partly);
    check_error("concat", [], "must pass at least one list");
    check_error(
        "concat",
        [list(), "a".into()],
        "invalid value for the parameter \"seqs\": \
         all arguments must be lists, but this is a string",
    );
    check_error(
        "concat",
        [Value::set(&Type::STRING, []).unwrap()],
        "invalid value for the parameter \"seqs\": \
         all arguments must be lists, but this is a set of strings",
    );
}

#[test]
fn hasindex_agrees_with_indexing() {
    let list = || Value::from(vec!["a", "b"]);
    let map = || Value::from_iter([("k", 1)]);
    let object = || Value::object([("k", Value::from(1)), ("1", Value::NULL)]).unwrap();
    for (collection, key, expected) in [
        (list(), Value::from(1), true),
        (list(), "1".into(), true),
        (list(), 2.into(), false),
        (list(), (-1).into(), false),
        (list(), number("0.5"), false),
        (list(), "k".into(), false),
        (list(), Value::NULL, false),
        (list(), tuple([]), false),
        (tuple([true.into()]), 0.into(), true),
        (tuple([]), 0.into(), false),
        (map(), "k".into(), true),
        (map(), "l".into(), false),
        (map(), true.into(), false),
        (object(), "k".into(), true),
        (object(), 1.into(), true),
        (object(), "l".into(), false),
        (
            unknown(&Type::object([("k", Type::BOOL)])),
            "k".into(),
            true,
        ),
        (unknown(&Type::tuple([Type::BOOL])), 1.into(), false),
    ] {
        check("hasindex", [collection, key], expected);
    }
    let unknown_bool = || not_null(&Type::BOOL);
    let limited = unknown(&Type::list(Type::BOOL)).refine();
    let limited = limited.length_range(2, Some(4)).finish();
    check("hasindex", [limited.clone(), 1.into()], true);
    check("hasindex", [limited.clone(), 2.into()], unknown_bool());
    check("hasindex", [limited, 4.into()], false);
    let key = || unknown(&Type::NUMBER);
    check("hasindex", [list(), key()], unknown_bool());
    check("hasindex", [list(), Value::dynamic()], unknown_bool());
    check("hasindex", [Value::dynamic(), 1.into()], unknown_bool());
    for ty in [Type::list(Type::BOOL), Type::map(Type::BOOL)] {
        check("hasindex", [unknown(&ty), 1.into()], unknown_bool());
    }
    check_error(
        "hasindex",
        ["text".into(), 1.into()],
        "invalid value for the parameter \"collection\": \
         expected a list or object, but found a string",
    );
    assert!(function("hasindex").call(&[Value::NULL, 1.into()]).is_err());
}

#[test]
fn length_of_every_kind() {
    let object = Value::object([("a", Value::NULL)]).unwrap();
    for (collection, length) in [
        (Value::from(vec!["a", "b"]), 2),
        (Value::set(&Type::NUMBER, [1.into(), 1.into()]).unwrap(), 1),
        (Value::map(&Type::STRING, [("k", "v".into())]).unwrap(), 1),
        (tuple([]), 0),
        (object, 1),
        (unknown(&Type::tuple([Type::BOOL, Type::BOOL])), 2),
        (Value::list(&Type::BOOL, [unknown(&Type::BOOL)]).unwrap(), 1),
    ] {
        check("length", [collection], length);
    }
    let at_least = not_null(&Type::NUMBER)
        .refine()
        .number_range(Bound::Included(Number::ZERO), Bound::Unbounded)
        .finish();
    check("length", [unknown(&Type::list(Type::BOOL))], at_least);
    check("length", [Value::dynamic()], not_null(&Type::NUMBER));
    check_error(
        "length",
        [1.into()],
        "invalid value for the parameter \"collection\": \
         expected a list, set, object or string, but found a number",
    );
    check_error(
        "length",
        [Value::null(&Type::list(Type::BOOL))],
        r#"invalid value for the parameter "collection": argument must not be null"#,
    );
}

#[test]
fn capsule_values_pass_through() {
    let capsule = CapsuleType::<u8>::new("byte");
    let value = capsule.value(1);
    check("coalesce", [Value::NULL, value.clone()], value);
}

/// An integer that is parsed in any base has at most 10,000 as its decimal exponent, as every number does.
#[test]
fn integers_in_any_base_stay_within_the_range_of_numbers() {
    let parseint = stdlib::parseint();
    // The base, and the number of zeros after a 1 that gives the least integer with 10,002 decimal digits.
    for (base, limit) in [
        (2, 33_223),
        (3, 20_962),
        (8, 11_075),
        (9, 10_481),
        (10, 10_001),
        (11, 9_604),
        (16, 8_306),
        (36, 6_427),
        (62, 5_580),
    ] {
        let power = |zeros: usize| {
            let text = format!("1{}", "0".repeat(zeros));
            parseint.call(&[Value::from(text), Value::from(base)])
        };
        let number = power(limit - 1).unwrap().as_number().unwrap().to_string();
        assert!(number.parse::<Number>().is_ok(), "base {base}");
        for zeros in [limit, 2 * limit, 100_000] {
            let error = power(zeros).unwrap_err().to_string();
            assert!(error.contains("is not an integer in base"), "{error}");
        }
    }
}
