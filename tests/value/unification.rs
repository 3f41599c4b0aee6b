//! Unification: the results of the reference implementation.

use hcl::convert::{unify, unify_values};
use hcl::{CapsuleType, Type, Value};

const S: Type = Type::STRING;
const N: Type = Type::NUMBER;
const B: Type = Type::BOOL;

fn object<const M: usize>(attributes: [(&str, Type); M]) -> Type {
    Type::object(attributes)
}

#[test]
fn types_unify() {
    let cases = [
        (vec![S], S),
        (vec![N, S, B], S),
        (vec![N, N], N),
        (vec![N, Type::DYNAMIC], N),
        (vec![Type::DYNAMIC, Type::DYNAMIC], Type::DYNAMIC),
        (vec![Type::list(N), Type::list(S)], Type::list(S)),
        (vec![Type::map(B), Type::map(S)], Type::map(S)),
        (vec![Type::list(N), Type::set(S)], Type::list(N)),
        (vec![Type::set(N), Type::list(S)], Type::list(S)),
        (
            vec![Type::map(S), object([("a", N), ("b", B)])],
            Type::map(S),
        ),
        (vec![Type::set(N), Type::tuple([])], Type::set(N)),
        (vec![Type::list(S), Type::tuple([S, N, B])], Type::list(S)),
        (vec![Type::list(N), Type::tuple([S])], Type::list(S)),
        (vec![Type::tuple([N]), Type::tuple([S])], Type::tuple([S])),
        (vec![Type::tuple([B]), Type::tuple([])], Type::list(B)),
        (vec![Type::tuple([N, S]), Type::tuple([N])], Type::list(S)),
        (
            vec![object([("a", N)]), object([("a", S)])],
            object([("a", S)]),
        ),
        (vec![object([("a", N)]), object([("b", S)])], Type::map(S)),
        (vec![object([("a", N)]), object([])], Type::map(N)),
        (vec![Type::map(S), object([("a", N)])], Type::map(S)),
        (vec![Type::map(N), object([("a", S)])], Type::map(S)),
        (
            vec![
                Type::tuple([object([("id", S)]), object([("id", N), ("x", B)])]),
                Type::tuple([]),
            ],
            Type::list(Type::map(S)),
        ),
        (vec![Type::list(N), Type::DYNAMIC], Type::DYNAMIC),
        (vec![object([("a", N)]), Type::DYNAMIC], Type::DYNAMIC),
        (
            vec![Type::set(Type::tuple([B])), Type::set(Type::tuple([]))],
            Type::set(Type::list(B)),
        ),
    ];
    for (types, expected) in cases {
        let found = unify(&types).map(|found| found.ty().clone());
        assert_eq!(found, Some(expected), "{types:?}");
    }
}

#[test]
fn types_that_do_not_unify() {
    let cases = [
        vec![],
        vec![N, B],
        vec![S, Type::list(S)],
        vec![Type::list(S), Type::map(S)],
        vec![Type::list(N), Type::list(B)],
        vec![object([]), Type::tuple([])],
        vec![object([("a", N), ("b", B)]), object([("a", N)])],
        vec![Type::tuple([N]), Type::tuple([B])],
        vec![CapsuleType::<u8>::new("a").ty(), S],
    ];
    for types in cases {
        assert_eq!(unify(&types), None, "{types:?}");
    }
}

#[test]
fn unification_converts_the_values() {
    let one = unify(&[N, S]).unwrap();
    assert_eq!(one.convert(&Value::from(1)).unwrap(), "1");
    let numbers = unify(&[Type::list(N), Type::set(S)]).unwrap();
    let set = Value::set(&S, [Value::from("x")]).unwrap();
    assert!(numbers.convert(&set).is_err(), "the conversion is unsafe");
    let open = unify(&[Type::list(N), Type::DYNAMIC]).unwrap();
    assert_eq!(open.convert(&Value::from([1])).unwrap(), Value::dynamic());
}

#[test]
fn the_unification_of_an_unknown_type_is_unknown() {
    let beside = |value: Value| {
        let values = [
            Value::tuple([value]).unwrap(),
            Value::tuple([Value::dynamic()]).unwrap(),
        ];
        unify_values(&values).unwrap()
    };
    let undecided = Value::tuple([Value::dynamic()]).unwrap();
    assert_eq!(beside(Value::from(1)), [undecided.clone(), undecided]);
    let [left, right] = &beside(Value::object([("a", Value::dynamic())]).unwrap())[..] else {
        panic!("there are two unified values");
    };
    assert_eq!(left.ty(), right.ty());
    let null = Value::tuple([Value::NULL]).unwrap();
    let one = Value::tuple([Value::from(1)]).unwrap();
    let unified = unify_values(&[null, one]).unwrap();
    assert_eq!(
        unified[0].ty(),
        Type::tuple([N]),
        "null does not affect the type"
    );
}

#[test]
fn null_does_not_take_part() {
    let values = [Value::NULL, Value::from([1]), Value::from(["a"])];
    let unified = unify_values(&values).unwrap();
    assert_eq!(unified[0], Value::null(&Type::list(S)));
    assert_eq!(unified[1], Value::from(["1"]));
    assert_eq!(unify_values(&[Value::NULL]).unwrap(), [Value::NULL]);
    assert!(unify_values(&[]).unwrap().is_empty());
    assert!(unify_values(&[Value::from(1), Value::from(true)]).is_err());
}

#[test]
fn many_types_unify_quickly() {
    let values = (0..100_000).map(|index| {
        let name = format!("name{}", index % 1000);
        Value::object([(name, Value::from(index))]).unwrap()
    });
    let unified = unify_values(&values.collect::<Vec<_>>()).unwrap();
    assert_eq!(unified[7].ty(), Type::map(N));
}

/// If all types convert to several of them, the most general one is chosen. Among equally general types, the first by
/// name is chosen.
#[test]
fn the_most_general_type_is_preferred() {
    let (list, set, map) = (Type::list, Type::set, Type::map);
    let pair = |one, other| Type::tuple([one, other]);
    let with_a = |a| object([("a", a)]);
    let with_both = |a, b| object([("a", a), ("b", b)]);
    let cases = [
        (vec![list(N), list(S), set(N)], list(S)),
        (
            vec![
                list(Type::tuple([N])),
                list(Type::tuple([S])),
                set(Type::tuple([N])),
            ],
            list(Type::tuple([S])),
        ),
        (
            vec![list(pair(N, S)), list(pair(S, S)), set(pair(N, N))],
            list(pair(S, S)),
        ),
        (
            vec![list(pair(S, N)), list(pair(N, S)), set(pair(N, N))],
            list(pair(N, S)),
        ),
        (
            vec![list(with_a(N)), list(with_a(S)), set(with_a(N))],
            list(with_a(S)),
        ),
        (
            vec![
                list(with_both(S, N)),
                list(with_both(N, S)),
                set(with_both(N, N)),
            ],
            list(with_both(N, S)),
        ),
        (
            vec![list(with_a(N)), list(map(N)), set(with_a(N))],
            list(map(N)),
        ),
        (
            vec![list(map(N)), list(map(S)), set(with_a(N))],
            list(map(S)),
        ),
        (vec![list(set(N)), list(set(S)), set(set(S))], list(set(S))),
        (
            vec![list(list(N)), list(set(S)), set(list(N))],
            list(list(N)),
        ),
        // Objects convert only to objects with fewer attributes.
        (
            vec![list(with_both(N, S)), list(with_a(S)), set(with_both(N, N))],
            list(with_a(S)),
        ),
    ];
    for (mut types, expected) in cases {
        for _ in 0..types.len() {
            types.rotate_left(1);
            let found = unify(&types).map(|found| found.ty().clone());
            assert_eq!(found.as_ref(), Some(&expected), "{types:?}");
        }
    }
}

/// The known parts of an object keep their values, even if another part is unknown.
#[test]
fn known_parts_of_objects_stay_known() {
    let left = Value::object([("a", Value::dynamic()), ("b", Value::from(1))]).unwrap();
    let right = Value::object([("a", Value::from(true)), ("b", Value::from("x"))]).unwrap();
    let unified = unify_values(&[left, right]).unwrap();
    let expected =
        |b: &str| Value::object([("a", Value::dynamic()), ("b", Value::from(b))]).unwrap();
    assert_eq!(unified, [expected("1"), expected("x")]);
}

/// Only a value with the elements or the attributes of the type keeps its known parts. Of any other value, only the
/// type is known.
#[test]
fn values_of_other_types_are_unknown() {
    let unified = |types: &[Type]| unify(types).unwrap();
    let pair = unified(&[
        Type::tuple([N, Type::DYNAMIC]),
        Type::tuple([S, Type::list(N)]),
    ]);
    let expected = Type::tuple([S, Type::DYNAMIC]);
    assert_eq!(pair.ty(), &expected);
    for length in 0..4 {
        let tuple = Value::tuple((0..length).map(Value::from)).unwrap();
        let converted = pair.convert(&tuple).unwrap();
        assert_eq!(converted.is_known(), length == 2, "{converted}");
        assert!(length == 2 || converted.ty() == expected, "{converted}");
    }
    let with_a = object([("a", Type::DYNAMIC)]);
    let one = unified(&[with_a.clone(), object([("a", Type::list(N))])]);
    assert_eq!(one.ty(), &with_a);
    for (names, is_known) in [
        (vec!["a"], true),
        (vec!["b"], false),
        (vec!["a", "b"], false),
        (vec![], false),
    ] {
        let value = Value::object(names.iter().map(|name| (*name, 1.into()))).unwrap();
        let converted = one.convert(&value).unwrap();
        assert_eq!(converted.is_known(), is_known, "{value}");
        assert!(is_known || converted.ty() == with_a, "{converted}");
    }
}

/// The time does not double with each level of maps beside objects, even if the innermost types do not unify.
#[test]
fn nested_maps_and_objects_unify_in_linear_time() {
    for inner in [Type::NUMBER, Type::list(Type::STRING)] {
        let unifies = inner == Type::NUMBER;
        let (mut map, mut object) = (Type::STRING, inner);
        for _ in 0..60 {
            object = Type::object([("a", object), ("b", map.clone())]);
            map = Type::map(map);
        }
        assert_eq!(unify(&[map, object]).is_some(), unifies);
    }
}
