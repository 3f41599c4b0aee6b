//! Unknown values and their refinements.

use std::ops::Bound::{self, Excluded, Included, Unbounded};

use hcl::convert::convert;
use hcl::{Number, Type, Value};

fn between(lower: i32, upper: i32) -> Value {
    let bounds = [lower, upper].map(|bound| Bound::Included(Number::from(bound)));
    let [lower, upper] = bounds;
    let unknown = Value::unknown(&Type::NUMBER).refine().not_null();
    unknown.number_range(lower, upper).finish()
}

#[test]
fn refinements_without_a_choice_make_a_known_value() {
    assert_eq!(between(3, 3), Value::from(3));
    let unknown = Value::unknown(&Type::list(Type::BOOL)).refine().not_null();
    let list = unknown.clone().length_range(2, Some(2)).finish();
    assert_eq!(list.as_slice().map(<[_]>::len), Some(2));
    assert!(!list[0].is_known());
    let set = Value::unknown(&Type::set(Type::BOOL)).refine().not_null();
    assert_eq!(
        set.length_range(0, Some(0)).finish(),
        Value::set(&Type::BOOL, []).unwrap()
    );
    // A set with exactly two elements stays unknown: two unknown elements in a set could be equal.
    let set = Value::unknown(&Type::set(Type::BOOL)).refine().not_null();
    let one = set.clone().length_range(1, Some(1)).finish();
    assert_eq!(one.as_slice().map(<[_]>::len), Some(1));
    assert!(!set.length_range(2, Some(2)).finish().is_known());
    assert!(
        !unknown
            .length_range(1_000_000, Some(1_000_000))
            .finish()
            .is_known()
    );
    let nullable = Value::unknown(&Type::list(Type::BOOL))
        .refine()
        .length_range(0, Some(0));
    assert!(!nullable.finish().is_known(), "it may still be null");
}

#[test]
fn a_refinement_that_does_not_fit_has_no_effect() {
    let known = Value::from("a")
        .refine()
        .not_null()
        .length_range(0, Some(0))
        .finish();
    assert_eq!(known, "a");
    let number = Value::unknown(&Type::NUMBER);
    assert_eq!(number.clone().refine().string_prefix("a-").finish(), number);
    assert_eq!(
        Value::dynamic().refine().not_null().finish(),
        Value::dynamic()
    );
}

/// A refinement that leaves no possible value is ignored. The set of a tuple with one element has one element, even if
/// the tuple is unknown.
#[test]
fn a_set_of_a_tuple_of_one_has_one_element() {
    let set = Type::set(Type::STRING);
    let element = Value::unknown(&Type::STRING);
    let expected = Value::set(&Type::STRING, [element]).unwrap();
    let tuple = |element| Value::tuple([element]).unwrap();
    let unknown = Value::unknown(&Type::tuple([Type::NUMBER]));
    for tuple in [
        tuple(Value::unknown(&Type::STRING)),
        tuple(Value::unknown(&Type::NUMBER)),
        tuple(Value::dynamic()),
        unknown.clone().refine().not_null().finish(),
    ] {
        let converted = convert(&tuple, &set).unwrap();
        assert_eq!(converted, expected, "{tuple:?}");
        assert_eq!(converted.length(), Some(Value::from(1)));
        let list = convert(&converted, &Type::list(Type::STRING)).unwrap();
        assert_eq!(list.as_slice().map(<[_]>::len), Some(1));
    }
    let nullable = convert(&unknown, &set).unwrap();
    assert!(!nullable.is_known());
    assert_eq!(nullable.range().length(), (1, Some(1)));
}

#[test]
fn refinements_narrow_and_never_contradict() {
    let number = |lower, upper| {
        Value::unknown(&Type::NUMBER)
            .refine()
            .number_range(lower, upper)
    };
    let [one, three, five] = [1, 3, 5].map(Number::from);
    let bounds = |value: &Value| {
        let range = value.range();
        let (lower, upper) = range.number();
        (lower.cloned(), upper.cloned())
    };
    let narrowed = number(Included(one.clone()), Unbounded)
        .number_range(Excluded(one.clone()), Included(five.clone()))
        .number_range(Unbounded, Excluded(five.clone()))
        .number_range(Included(one.clone()), Included(five.clone()));
    let narrowed = narrowed.finish();
    assert_eq!(
        bounds(&narrowed),
        (Excluded(one.clone()), Excluded(five.clone()))
    );
    for (lower, upper) in [
        (Included(five.clone()), Included(one.clone())),
        (Excluded(three.clone()), Included(three.clone())),
        (Included(five.clone()), Unbounded),
        (Unbounded, Included(one.clone())),
    ] {
        let same = narrowed
            .clone()
            .refine()
            .number_range(lower.clone(), upper.clone());
        assert_eq!(same.finish(), narrowed, "{lower:?} {upper:?}");
    }
    let one_choice = narrowed.refine().not_null();
    let one_choice = one_choice.number_range(Included(three.clone()), Included(three.clone()));
    assert_eq!(one_choice.finish(), Value::from(3));

    let list = Value::unknown(&Type::list(Type::BOOL))
        .refine()
        .length_range(2, Some(4));
    let list = list.length_range(3, None).finish();
    assert_eq!(list.range().length(), (3, Some(4)));
    for (lower, upper) in [(5, None), (0, Some(2)), (4, Some(3)), (0, None)] {
        let same = list.clone().refine().length_range(lower, upper).finish();
        assert_eq!(same, list, "{lower} {upper:?}");
    }

    let text = Value::unknown(&Type::STRING).refine().string_prefix("i-");
    let text = text
        .string_prefix("i-0-")
        .string_prefix("i-")
        .string_prefix("vpc-")
        .finish();
    assert_eq!(text.range().string_prefix(), "i-0-");
}

#[test]
fn number_bounds_settle_comparisons() {
    let number = between(1, 5);
    assert_eq!(number.equals(&Value::from(6)), false);
    assert_eq!(number.equals(&between(6, 9)), false);
    assert!(!number.equals(&between(5, 9)).is_known());
}

#[test]
fn string_prefixes_settle_comparisons() {
    let id = Value::unknown(&Type::STRING)
        .refine()
        .not_null()
        .string_prefix("i-1");
    let id = id.finish();
    assert_eq!(id.range().string_prefix(), "i-1");
    assert_eq!(id.equals(&Value::from("i-2")), false);
    assert_eq!(
        id.equals(&Value::from("i-")),
        false,
        "the known text is shorter than the prefix"
    );
    assert!(!id.equals(&Value::from("i-12")).is_known());
}

#[test]
fn a_prefix_ends_before_a_character_that_may_change() {
    let prefix = |text: &str| {
        let unknown = Value::unknown(&Type::STRING)
            .refine()
            .string_prefix(text)
            .finish();
        unknown.range().string_prefix().to_owned()
    };
    assert_eq!(prefix("cafe"), "caf", "an accent may follow");
    assert_eq!(prefix("id-"), "id-");
    assert_eq!(prefix("日本-日"), "日本-");
    assert_eq!(prefix("日"), "");
}

#[test]
fn either_of_two_values() {
    let lists = [Value::from(["a"]), Value::from(["b"])];
    let either = Value::either(&lists[0], &lists[1]);
    assert_eq!(
        either.as_slice().map(<[_]>::len),
        Some(1),
        "the length is certain"
    );
    let null = Value::null(&Type::NUMBER);
    let either = Value::either(&Value::from(1), &null);
    assert!(!either.is_known());
    assert!(!either.equals(&Value::NULL).is_known());
    assert_eq!(
        Value::either(&Value::from(1), &Value::from("1")),
        Value::dynamic()
    );
    let either = Value::either(&Value::from("a"), &Value::from("b"));
    assert_eq!(either.equals(&Value::NULL), false);
}

#[test]
fn conversions_keep_what_is_known() {
    let not_null = Value::unknown(&Type::NUMBER).refine().not_null().finish();
    let text = convert(&not_null, &Type::STRING).unwrap();
    assert_eq!(text.ty(), Type::STRING);
    assert_eq!(text.equals(&Value::NULL), false);
    let pair = Value::unknown(&Type::tuple([Type::BOOL, Type::STRING]));
    let list = convert(&pair, &Type::list(Type::STRING)).unwrap();
    assert_eq!(list.range().length(), (2, Some(2)));
    let set = convert(&pair, &Type::set(Type::STRING)).unwrap();
    assert_eq!(set.range().length(), (1, Some(2)));
    assert!(
        convert(&pair, &Type::list(Type::BOOL)).is_ok(),
        "the text may be \"true\""
    );
    assert!(convert(&pair, &Type::map(Type::STRING)).is_err());
}

#[test]
fn lengths_may_be_uncertain() {
    let unknown = Value::unknown(&Type::NUMBER);
    let set = Value::set(&Type::NUMBER, [Value::from(1), unknown]).unwrap();
    let length = set.length().unwrap();
    assert!(!length.is_known());
    assert_eq!(length.equals(&Value::from(3)), false);
    let list = convert(&set, &Type::list(Type::NUMBER)).unwrap();
    assert!(!list.is_known());
    let pair = Value::unknown(&Type::tuple([Type::BOOL, Type::BOOL]));
    assert_eq!(pair.length(), Some(Value::from(2)));
    assert_eq!(Value::null(&Type::list(Type::BOOL)).length(), None);
}

/// The default of an optional attribute replaces null, so the attribute is not null.
#[test]
fn an_attribute_with_a_default_is_not_null() {
    let ty = |text: &str| {
        hcl::parse_expression(text)
            .unwrap()
            .type_constraint()
            .unwrap()
    };
    let object = Value::object([("a", Value::unknown(&Type::STRING))]).unwrap();
    for (text, is_not_null) in [
        ("object({ a = optional(string, \"bar\") })", true),
        ("object({ a = optional(any, \"bar\") })", true),
        ("object({ a = optional(string, null) })", false),
        ("object({ a = optional(string) })", false),
        ("object({ a = string })", false),
    ] {
        let converted = convert(&object, &ty(text)).unwrap();
        let attribute = converted.get("a").unwrap();
        assert!(!attribute.is_known(), "{text}");
        assert_eq!(attribute.range().is_not_null(), is_not_null, "{text}");
    }
    // This also holds in collections, and if the value has another type.
    let list = Value::tuple([Value::object([("a", Value::unknown(&Type::NUMBER))]).unwrap()]);
    let list = convert(
        &list.unwrap(),
        &ty("list(object({ a = optional(string, \"bar\") }))"),
    );
    assert!(list.unwrap()[0]["a"].range().is_not_null());
}
