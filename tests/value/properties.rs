//! Properties of all values and types.

use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use hcl::convert::{Safety, conversion_safety, convert, unify};
use hcl::{ObjectType, Type, TypeKind, Value};

use super::random::Random;

impl Random {
    fn ty(&mut self, depth: usize) -> Type {
        match self.below(if depth == 0 { 4 } else { 10 }) {
            0 | 1 => Type::STRING,
            2 => Type::NUMBER,
            3 => Type::BOOL,
            4 => Type::list(self.ty(depth - 1)),
            5 => Type::set(self.ty(depth - 1)),
            6 => Type::map(self.ty(depth - 1)),
            7 | 8 => Type::tuple(
                (0..self.below(3))
                    .map(|_| self.ty(depth - 1))
                    .collect::<Vec<_>>(),
            ),
            _ => {
                let names = ["a", "b", "c"].into_iter().filter(|_| self.below(2) == 0);
                let names = names.collect::<Vec<_>>();
                Type::object(names.into_iter().map(|name| (name, self.ty(depth - 1))))
            }
        }
    }

    fn value(&mut self, ty: &Type) -> Value {
        if self.below(12) == 0 {
            return Value::null(ty);
        }
        match ty.kind() {
            TypeKind::Number => Value::from(self.below(4)),
            TypeKind::Bool => Value::from(self.below(2) == 0),
            TypeKind::List(element) => Value::list(element, self.values(element)).unwrap(),
            TypeKind::Set(element) => Value::set(element, self.values(element)).unwrap(),
            TypeKind::Map(element) => {
                let values = self.values(element).into_iter();
                let keys = values.map(|value| (self.word(), value)).collect::<Vec<_>>();
                Value::map(element, keys).unwrap()
            }
            TypeKind::Tuple(types) => {
                let elements = types.iter().map(|ty| self.value(ty));
                Value::tuple(elements).unwrap()
            }
            TypeKind::Object(object) => {
                let attributes = object
                    .iter()
                    .map(|attribute| (attribute.name().to_owned(), self.value(attribute.ty())));
                Value::object(attributes).unwrap()
            }
            _ => Value::from(self.word()),
        }
    }

    fn values(&mut self, ty: &Type) -> Vec<Value> {
        (0..self.below(4)).map(|_| self.value(ty)).collect()
    }

    fn word(&mut self) -> &'static str {
        let words = ["true", "false", "0", "1", "1.0", "a", "b", "c", "é", ""];
        words[self.below(10)]
    }
}

const ROUNDS: usize = 20_000;

#[test]
fn a_value_converts_to_its_own_type_unchanged() {
    let mut random = Random(1);
    for _ in 0..ROUNDS {
        let ty = random.ty(3);
        let value = random.value(&ty);
        assert_eq!(value.ty(), ty);
        assert_eq!(convert(&value, &ty), Ok(value.clone()));
        let unknown = Value::unknown(&ty);
        assert_eq!(convert(&unknown, &ty).unwrap().ty(), ty);
        assert!(!convert(&unknown, &ty).unwrap().is_known());
        assert_eq!(convert(&value, &Type::DYNAMIC), Ok(value.clone()));
        assert_eq!(conversion_safety(&ty, &ty), Some(Safety::Safe));
    }
}

#[test]
fn a_conversion_gives_the_type_and_nothing_unknown() {
    let mut random = Random(2);
    let mut done = 0;
    for _ in 0..5 * ROUNDS {
        let (from, to) = (random.ty(2), random.ty(2));
        let value = random.value(&from);
        if let Ok(converted) = convert(&value, &to) {
            done += usize::from(from != to);
            assert_eq!(converted.ty(), to, "{value:?}");
            assert!(converted.is_wholly_known());
            let unknown = convert(&Value::unknown(&from), &to);
            if conversion_safety(&from, &to).is_some() {
                assert_eq!(unknown.unwrap().ty(), to);
            }
        }
    }
    assert!(done > ROUNDS / 10, "{done}");
}

/// The conversion of an unknown value agrees with the conversion of each value that it may turn out to be. Target types
/// with open parts and optional attributes are included.
#[test]
fn an_unknown_value_converts_like_each_possible_value() {
    let mut random = Random(7);
    let mut done = 0;
    for _ in 0..5 * ROUNDS {
        let from = random.ty(2);
        let to = constraint(&mut random, 2);
        let value = random.value(&from);
        let Ok(converted) = convert(&value, &to) else {
            continue;
        };
        // Null converts to every type, even if other values of its type do not.
        if has_null(&value) {
            continue;
        }
        done += 1;
        let (length, _) = value.range().length();
        let longest = [Some(length + 1), Some(length), None][random.below(3)];
        let refined = Value::unknown(&from).refine().not_null();
        let refined = refined.length_range(length.saturating_sub(random.below(2)), longest);
        for unknown in [Value::unknown(&from), refined.finish()] {
            let claim = convert(&unknown, &to);
            let claim = claim.unwrap_or_else(|error| panic!("{value:?} to {to}: {error}"));
            let (known, claimed) = (converted.ty(), claim.ty());
            assert!(
                known.matches(&claimed),
                "{unknown:?}, {value:?} of {from} to {to}: {claimed} first, then {known}"
            );
            let (least, most) = claim.range().length();
            let (length, _) = converted.range().length();
            assert!(
                least <= length && most.is_none_or(|most| length <= most),
                "{unknown:?}, {value:?} to {to}: {least} to {most:?} elements, then {length}"
            );
        }
        assert!(conversion_safety(&from, &to).is_some());
    }
    assert!(done > ROUNDS, "{done}");
}

fn has_null(value: &Value) -> bool {
    let parts = value.elements().into_iter().flatten();
    value.is_null() || parts.map(|(_, part)| part).any(has_null)
}

#[test]
fn safe_conversions_succeed_and_are_injective() {
    let mut random = Random(3);
    let mut tried = 0;
    for _ in 0..10 * ROUNDS {
        let (from, to) = (random.ty(2), random.ty(2));
        if from == to || conversion_safety(&from, &to) != Some(Safety::Safe) {
            continue;
        }
        for _ in 0..10 {
            let (left, right) = (random.value(&from), random.value(&from));
            let converted = [&left, &right].map(|value| convert(value, &to).unwrap());
            assert_eq!(
                left == right,
                converted[0] == converted[1],
                "{left:?} {right:?} {to}"
            );
            tried += 1;
        }
    }
    assert!(tried > ROUNDS, "{tried}");
}

#[test]
fn types_without_a_conversion_do_not_convert() {
    let mut random = Random(4);
    for _ in 0..5 * ROUNDS {
        let (from, to) = (random.ty(2), random.ty(2));
        if conversion_safety(&from, &to).is_none() {
            assert!(
                convert(&Value::unknown(&from), &to).is_err(),
                "{from} to {to}"
            );
        }
    }
}

#[test]
fn unification_is_commutative_and_every_value_converts() {
    let mut random = Random(5);
    let (mut unified, mut refused) = (0, 0);
    for _ in 0..5 * ROUNDS {
        let mut types = (0..2 + random.below(3))
            .map(|_| random.ty(2))
            .collect::<Vec<_>>();
        let found = unify(&types);
        types.reverse();
        assert_eq!(found, unify(&types), "{types:?}");
        types.rotate_left(1);
        assert_eq!(found, unify(&types), "{types:?}");
        if let Some(found) = found {
            unified += 1;
            for ty in &types {
                let safety = conversion_safety(ty, found.ty());
                assert!(safety.is_some(), "{ty} to {} of {types:?}", found.ty());
                let value = random.value(ty);
                if let Ok(converted) = found.convert(&value) {
                    assert_eq!(converted.ty(), *found.ty(), "{value:?} of {types:?}");
                    assert!(converted.is_wholly_known());
                } else {
                    // Some of these conversions fail: a list of numbers and a set of strings unify to a list of
                    // numbers.
                    assert_eq!(safety, Some(Safety::Unsafe), "{value:?} of {types:?}");
                    refused += 1;
                }
            }
        }
    }
    assert!(unified > ROUNDS / 10, "{unified}");
    assert!(refused < unified / 50, "{refused} of {unified}");
}

#[test]
#[expect(
    clippy::mutable_key_type,
    reason = "only the cached type of a value changes, and it is not hashed"
)]
fn equality_hashing_and_sets_agree() {
    let hash = |value: &Value| {
        let mut hasher = DefaultHasher::new();
        value.hash(&mut hasher);
        hasher.finish()
    };
    let mut random = Random(6);
    for _ in 0..ROUNDS {
        let ty = random.ty(2);
        let mut values = (0..8).map(|_| random.value(&ty)).collect::<Vec<_>>();
        let set = Value::set(&ty, values.clone()).unwrap();
        let distinct = values.iter().collect::<HashSet<_>>();
        assert_eq!(
            set.as_slice().map(<[_]>::len),
            Some(distinct.len()),
            "{values:?}"
        );
        values.reverse();
        let reversed = Value::set(&ty, values.clone()).unwrap();
        assert_eq!(set, reversed);
        assert_eq!(set.to_string(), reversed.to_string());
        assert_eq!(hash(&set), hash(&reversed));
        for other in &values {
            assert_eq!(values[0] == *other, values[0].equals(other) == true);
            assert!(values[0] != *other || hash(&values[0]) == hash(other));
        }
    }
}

/// Returns a type with open parts and optional attributes.
fn constraint(random: &mut Random, depth: usize) -> Type {
    match random.below(if depth == 0 { 2 } else { 6 }) {
        0 => Type::DYNAMIC,
        1 => random.ty(0),
        2 => Type::list(constraint(random, depth - 1)),
        3 => Type::tuple([constraint(random, depth - 1), Type::BOOL]),
        _ => {
            let names = ["a", "b", "b c", "null", "é", "${x}"];
            let object =
                names
                    .into_iter()
                    .fold(ObjectType::new(), |object, name| match random.below(4) {
                        0 => object.with_attribute(name, constraint(random, depth - 1)),
                        1 => object.with_optional(name, constraint(random, depth - 1)),
                        2 => {
                            let ty = random.ty(depth);
                            let default = random.value(&ty);
                            object.with_default(name, ty, default)
                        }
                        _ => object,
                    });
            Type::from(object)
        }
    }
}

#[test]
fn types_are_read_back_from_their_text() {
    let mut random = Random(11);
    for _ in 0..ROUNDS / 4 {
        let ty = constraint(&mut random, 3);
        let written = ty.to_string();
        assert_eq!(written.parse::<Type>().unwrap(), ty, "{written}");
        let exact = random.ty(3);
        let read = hcl::parse_expression(&exact.to_string()).unwrap();
        assert_eq!(read.exact_type().unwrap(), exact);
    }
}
