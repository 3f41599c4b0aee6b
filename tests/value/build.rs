//! Constructors reject invalid arguments; accessors find what exists.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use hcl::convert::{convert, unify};
use hcl::{CapsuleType, Path, PathStep, Type, Value};

/// Returns a number inside tuples that nest this many levels deep.
fn nested(levels: usize) -> Result<Value, hcl::ValueError> {
    (0..levels).try_fold(Value::from(1), |value, _| Value::tuple([value]))
}

#[test]
fn a_list_has_elements_of_one_type() {
    let error = Value::list(&Type::DYNAMIC, [Value::from("a"), Value::from(1)]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "element 1: expected a string, but found a number"
    );
    assert_eq!(error.path(), "[1]");
    let error = Value::map(&Type::BOOL, [("k", Value::from(1))]).unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"element "k": expected a bool, but found a number"#
    );
    let objects = [
        Value::object([("a", Value::from(1))]).unwrap(),
        Value::object([("a", Value::from("x"))]).unwrap(),
    ];
    let error = Value::set(&Type::DYNAMIC, objects).unwrap_err();
    assert_eq!(
        error.message(),
        "expected object({a = number}), but found object({a = string})"
    );
}

#[test]
fn elements_without_a_type_take_the_element_type() {
    let list = Value::list(
        &Type::DYNAMIC,
        [Value::NULL, Value::from("a"), Value::dynamic()],
    );
    let list = list.unwrap();
    assert_eq!(list.ty(), Type::list(Type::STRING));
    assert_eq!(list[0], Value::null(&Type::STRING));
    assert_eq!(list[2], Value::unknown(&Type::STRING));
}

#[test]
fn an_empty_collection_has_a_type() {
    let list = Value::list(&Type::NUMBER, []).unwrap();
    assert_eq!(list.ty(), Type::list(Type::NUMBER));
    let set = Value::set(&Type::DYNAMIC, []).unwrap();
    assert_eq!(set.ty(), Type::set(Type::DYNAMIC));
}

#[test]
fn the_last_of_several_equal_names_counts() {
    let object = Value::object([("a", 1), ("b", 2), ("a", 3)].map(|(k, v)| (k, Value::from(v))));
    assert_eq!(object.unwrap().to_string(), "{ a = 3, b = 2 }");
}

#[test]
fn names_are_in_lexicographic_order() {
    let names = ["zeta", "Alpha", "é", "a-b", "a", "日本"];
    let object = Value::object(names.map(|name| (name, Value::from(1)))).unwrap();
    let found: Vec<_> = object.entries().unwrap().map(|(name, _)| name).collect();
    assert_eq!(found, ["Alpha", "a", "a-b", "zeta", "é", "日本"]);
}

#[test]
fn nesting_has_a_limit() {
    assert!(nested(513).is_ok());
    let error = nested(514).unwrap_err();
    assert_eq!(error.message(), "values nest deeper than 513 levels");
    let deep = nested(513).unwrap();
    assert!(Value::object([("a", deep.clone())]).is_err());
    assert!(Value::list(&Type::DYNAMIC, [deep.clone()]).is_err());
    assert_eq!(deep, deep.clone());
    assert_eq!(deep.to_string().len(), 2 * 513 + 1);
    let json = serde_json::to_string(&deep).unwrap();
    assert!(
        serde_json::from_str::<Value>(&json).is_err(),
        "serde_json reads at most 128 levels"
    );
}

#[test]
fn the_deepest_values_convert_and_compare_within_the_stack() {
    let deep = |innermost: Type| (0..513).fold(innermost, |ty, _| Type::list(ty));
    let value = nested(513).unwrap();
    let list = convert(&value, &deep(Type::STRING)).unwrap();
    assert_eq!(list.equals(&list), true);
    assert_eq!(list.equals(&value), false);
    assert!(convert(&value, &deep(Type::DYNAMIC)).is_ok());
    assert!(convert(&value, &deep(Type::BOOL)).is_err());
    assert!(
        Value::set(&list.ty(), []).is_err(),
        "its type would be too deep"
    );
    let unified = unify(&[value.ty(), list.ty()]).unwrap();
    assert_eq!(unified.ty(), &list.ty());
    assert!(unify(&[deep(Type::BOOL), deep(Type::NUMBER)]).is_none());
    let unknown = Value::unknown(&value.ty());
    let error = convert(&unknown, &deep(Type::BOOL)).unwrap_err();
    assert_eq!(error.path().steps().len(), 513);
    assert!(!unknown.equals(&value).is_known());
}

#[test]
fn types_beyond_the_limit_of_nesting_are_any() {
    let ty = (0..100_000).fold(Type::STRING, |ty, _| Type::list(ty));
    assert_eq!(ty, ty.clone());
    assert!(ty.has_dynamic());
    assert!(ty.to_string().contains("list(any)"));
}

#[test]
fn strings_are_normalized() {
    let decomposed = Value::from("Cafe\u{301}");
    assert_eq!(decomposed, "Caf\u{e9}");
    assert_eq!(decomposed, "Cafe\u{301}");
    assert_ne!(decomposed, "Cafe");
    let object = Value::object([("e\u{301}", Value::from(1))]).unwrap();
    assert_eq!(object["\u{e9}"], 1);
    assert_eq!(object["e\u{301}"], 1);
}

#[test]
fn sets_have_each_element_once_in_order() {
    let cases = [
        (
            vec![Value::from(10), Value::from(9), Value::from(10)],
            "[9, 10]",
        ),
        (
            vec![Value::from("b"), Value::from("B"), Value::from("b")],
            r#"["B", "b"]"#,
        ),
        (vec![Value::from(true), Value::from(false)], "[false, true]"),
        (vec![Value::NULL, Value::from(1), Value::NULL], "[1, null]"),
    ];
    for (elements, text) in cases {
        let set = Value::set(&Type::DYNAMIC, elements).unwrap();
        assert_eq!(set.to_string(), text);
    }
}

#[test]
fn all_unknown_elements_of_a_set_are_kept() {
    let unknown = Value::unknown(&Type::NUMBER);
    let set = Value::set(&Type::NUMBER, [unknown.clone(), Value::from(1), unknown]).unwrap();
    assert_eq!(set.as_slice().map(<[_]>::len), Some(3));
    assert!(set.is_known() && !set.is_wholly_known());
    assert_eq!(set.range().length(), (1, Some(3)));
}

#[test]
fn large_sets_are_built_quickly() {
    let elements = (0..100_000).map(|n| {
        let id = Value::from(format!("id-{}", n % 50_000));
        Value::object([("id", id), ("n", Value::from(n % 50_000))]).unwrap()
    });
    let set = Value::set(&Type::DYNAMIC, elements).unwrap();
    assert_eq!(set.as_slice().map(<[_]>::len), Some(50_000));
}

#[test]
fn capsules_are_compared_by_their_application() {
    let bytes = CapsuleType::<Vec<u8>>::new("bytes");
    let other = CapsuleType::<Vec<u8>>::new("bytes");
    let (one, two) = (bytes.value(vec![1]), bytes.value(vec![2]));
    assert_ne!(bytes.ty(), other.ty());
    assert_eq!(other.get(&one), None);
    assert_eq!(one.equals(&bytes.value(vec![1])), true);
    assert_eq!(one.equals(&two), false);
    let set = |elements: [&Value; 3]| Value::set(&bytes.ty(), elements.map(Clone::clone)).unwrap();
    assert_eq!(set([&one, &two, &one]).as_slice().map(<[_]>::len), Some(2));
    assert_eq!(set([&one, &two, &one]), set([&two, &one, &two]));
}

#[test]
fn rust_collections_become_collections() {
    assert_eq!(Value::from(["a", "b"]).ty(), Type::list(Type::STRING));
    let set = Value::from(BTreeSet::from([3, 1]));
    assert_eq!(set.ty(), Type::set(Type::NUMBER));
    let map = BTreeMap::from([("k", true)]);
    assert_eq!(Value::from(map).to_string(), "{ k = true }");
    let map = HashMap::from([("k".to_owned(), 1_u8)]);
    assert_eq!(Value::from(map).ty(), Type::map(Type::NUMBER));
    assert!(Value::try_from(f64::NAN).is_err());
    assert_eq!(Value::try_from(0.1).unwrap().to_string(), "0.1");
}

#[test]
fn values_are_small_and_can_be_sent_between_threads() {
    fn shared<T: Send + Sync + 'static>(_: &T) -> usize {
        size_of::<T>()
    }
    assert!(shared(&Value::NULL) <= 24);
    assert!(shared(&Type::STRING) <= 16);
    shared(&Value::from("a").refine());
}

#[test]
fn indexing_never_panics() {
    let object = Value::object([("list", Value::from([1, 2]))]).unwrap();
    assert_eq!(object["nothing"]["there"][7], Value::NULL);
    assert_eq!(object["list"][1], 2);
    assert_eq!(object.get("nothing"), None);
    assert_eq!(object.pointer(""), Some(&object));
    assert_eq!(object.pointer("/list/0"), Some(&Value::from(1)));
    for pointer in [
        "list",
        "/list/2",
        "/list/-1",
        "/list/",
        "/list/00",
        "/list/0/0",
    ] {
        assert_eq!(object.pointer(pointer), None, "{pointer}");
    }
    let path = Path::from_iter([PathStep::Attribute("list".into()), PathStep::Index(2)]);
    assert_eq!(object.at(&path), None);
}

#[test]
fn elements_have_keys_as_in_a_for_expression() {
    let keys = |value: &Value| {
        let elements = value.elements()?;
        Some(elements.map(|(key, _)| key).collect::<Vec<_>>())
    };
    let list = Value::from(["x", "y"]);
    assert_eq!(keys(&list), Some(vec![Value::from(0), Value::from(1)]));
    let set = Value::from(BTreeSet::from(["x", "y"]));
    assert_eq!(keys(&set), Some(vec![Value::from("x"), Value::from("y")]));
    let map = Value::from(BTreeMap::from([("k", 1)]));
    assert_eq!(keys(&map), Some(vec![Value::from("k")]));
    for value in [
        Value::from("text"),
        Value::NULL,
        Value::unknown(&Type::list(Type::BOOL)),
    ] {
        assert!(value.elements().is_none());
    }
}

#[test]
fn names_in_any_normal_form_are_replaced_and_removed() {
    let (composed, decomposed) = ("\u{e9}", "e\u{301}");
    let object = Value::object([(composed, 1), ("b", 2)].map(|(name, it)| (name, it.into())));
    let map = Value::from(BTreeMap::from([(composed, 1), ("b", 2)]));
    for mut value in [object.expect("an object"), map] {
        assert_eq!(value.insert(decomposed, 2), Ok(Some(1.into())));
        let path = Path::name(decomposed);
        assert_eq!(value.replace_at(&path, 3), Ok(Some(2.into())));
        assert_eq!(value.entries().map(Iterator::count), Some(2));
        assert_eq!(value.remove(decomposed), Some(3.into()));
        assert_eq!(value.get(composed), None);
        assert_eq!(value.entries().map(Iterator::count), Some(1));
    }
}

/// Nothing is replaced where a path leads nowhere. A set has no indices.
#[test]
fn paths_that_lead_nowhere_are_not_replaced() {
    let set = Value::from(BTreeSet::from(["x", "y"]));
    let object = Value::object([("list", Value::from([1, 2])), ("set", set)]).unwrap();
    let paths = [
        Path::name("nothing").with("there"),
        Path::name("nothing").with(0),
        Path::name("list").with(2),
        Path::name("list").with("name"),
        Path::name("list").with(0).with("name"),
        Path::name("set").with(0),
    ];
    for path in paths {
        let mut changed = object.clone();
        assert!(changed.replace_at(&path, 3).is_err(), "{path}");
        assert_eq!(changed, object, "{path}");
    }
}
