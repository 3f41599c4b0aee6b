//! The reason why two types do not unify: the first part in which they are incompatible.

use crate::value::{AttributeType, ObjectType, Path, PathStep, Type, TypeKind};

use super::unify::{DynamicMeaning, unify_types};

/// The difference that prevents two types from being unified. Returned by [`difference`].
#[derive(Debug, PartialEq)]
pub(crate) struct TypeDifference {
    /// The path to the parts that differ; the same in both types.
    pub(crate) path: Path,
    /// How the two parts differ.
    pub(crate) disagreement: Disagreement,
}

/// How two types at the same path differ.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Disagreement {
    /// The types do not convert to each other.
    Types {
        /// The left type.
        left: Type,
        /// The right type.
        right: Type,
    },
    /// Both are tuples, of different lengths.
    Lengths {
        /// The length of the left tuple.
        left: usize,
        /// The length of the right tuple.
        right: usize,
    },
    /// Both are objects, and only the left one has the attribute with this name.
    OnlyLeft(String),
    /// Both are objects, and only the right one has the attribute with this name.
    OnlyRight(String),
}

/// Finds the first difference that prevents two types from being unified. `None` if they unify.
pub(crate) fn difference(left: &Type, right: &Type) -> Option<TypeDifference> {
    let mut steps = Vec::new();
    let disagreement = find(left, right, &mut steps)?;
    let path = steps.into_iter().rev().collect();
    Some(TypeDifference { path, disagreement })
}

/// Finds the first parts of two types that do not unify, and adds the steps to them, the last one first.
///
/// Types of the same structure unify if their parts do. Only types of different structures are unified as a whole: to
/// do so at each level takes time quadratic in the depth.
fn find(left: &Type, right: &Type, steps: &mut Vec<PathStep>) -> Option<Disagreement> {
    let mut of_part = |step: PathStep, left: &Type, right: &Type| {
        let found = find(left, right, steps)?;
        steps.push(step);
        Some(found)
    };
    match (left.kind(), right.kind()) {
        (TypeKind::List(left), TypeKind::List(right))
        | (TypeKind::Set(left), TypeKind::Set(right))
        | (TypeKind::Map(left), TypeKind::Map(right)) => of_part(PathStep::Element, left, right),
        (TypeKind::Tuple(left), TypeKind::Tuple(right)) if left.len() == right.len() => {
            let mut pairs = left.iter().zip(right).enumerate();
            pairs.find_map(|(index, (left, right))| of_part(PathStep::Index(index), left, right))
        }
        (TypeKind::Object(left), TypeKind::Object(right)) if have_same_names(left, right) => {
            let mut pairs = left.iter().zip(right.iter());
            pairs.find_map(|(left, right)| {
                of_part(
                    PathStep::Attribute(left.name().into()),
                    left.ty(),
                    right.ty(),
                )
            })
        }
        _ if unifies(left, right) => None,
        (TypeKind::Tuple(left), TypeKind::Tuple(right)) => Some(Disagreement::Lengths {
            left: left.len(),
            right: right.len(),
        }),
        (TypeKind::Object(left), TypeKind::Object(right)) => {
            for attribute in left.iter() {
                let name = attribute.name();
                let Some(other) = right.get(name) else {
                    return Some(Disagreement::OnlyLeft(name.to_owned()));
                };
                let step = PathStep::Attribute(name.into());
                if let Some(found) = of_part(step, attribute.ty(), other.ty()) {
                    return Some(found);
                }
            }
            let missing = right.iter().find(|other| left.get(other.name()).is_none());
            missing.map(|attribute| Disagreement::OnlyRight(attribute.name().to_owned()))
        }
        _ => Some(Disagreement::Types {
            left: left.clone(),
            right: right.clone(),
        }),
    }
}

fn unifies(left: &Type, right: &Type) -> bool {
    unify_types([left, right], DynamicMeaning::GivesWay).is_some()
}

fn have_same_names(left: &ObjectType, right: &ObjectType) -> bool {
    let names = left.iter().map(AttributeType::name);
    names.eq(right.iter().map(AttributeType::name))
}

#[cfg(test)]
mod tests {
    use super::*;

    const B: Type = Type::BOOL;
    const N: Type = Type::NUMBER;

    fn object<const COUNT: usize>(attributes: [(&str, Type); COUNT]) -> Type {
        Type::object(attributes)
    }

    #[test]
    fn differences_are_found_in_the_depth() {
        let (left, right) = (N, B);
        let types = Disagreement::Types { left, right };
        let cases = [
            (N, B, "", types.clone()),
            (Type::tuple([N]), Type::tuple([B]), "[0]", types.clone()),
            (object([("a", N)]), object([("a", B)]), "a", types.clone()),
            (
                Type::list(Type::list(N)),
                Type::list(Type::list(B)),
                "[…][…]",
                types,
            ),
            (
                Type::list(Type::tuple([B, N])),
                Type::list(Type::tuple([B])),
                "[…]",
                Disagreement::Lengths { left: 2, right: 1 },
            ),
            (
                object([("a", B), ("b", N)]),
                object([("a", B)]),
                "",
                Disagreement::OnlyLeft("b".to_owned()),
            ),
            (
                object([("a", B)]),
                object([("a", B), ("b", N)]),
                "",
                Disagreement::OnlyRight("b".to_owned()),
            ),
        ];
        for (left, right, path, disagreement) in cases {
            let found = difference(&left, &right).unwrap();
            assert_eq!(
                (found.path.to_string().as_str(), found.disagreement),
                (path, disagreement)
            );
        }
        assert_eq!(difference(&N, &Type::STRING), None);
    }

    /// With the types unified as a whole at each level, this would take a minute.
    #[test]
    fn deep_and_wide_types_are_compared_quickly() {
        let deep = |last: Type| {
            let names = (0..5000).map(|index| format!("k{index}"));
            let wide = names
                .map(|name| (name, N))
                .chain([(String::from("z"), last)]);
            (0..250).fold(Type::object(wide), |ty, _| object([("a", ty)]))
        };
        let found = difference(&deep(N), &deep(Type::list(N))).unwrap();
        assert_eq!(found.path.steps().len(), 251);
        assert_eq!(difference(&deep(N), &deep(B)).unwrap().path, found.path);
        assert_eq!(difference(&deep(N), &deep(Type::STRING)), None);
    }
}
