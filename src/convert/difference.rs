//! The reason why two types do not unify: the first part in which they are incompatible.

use crate::value::{Path, PathStep, Type, TypeKind};

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
    let (mut left, mut right) = (left, right);
    if unifies(left, right) {
        return None;
    }
    let mut path = Path::new();
    let disagreement = loop {
        match step_down(left, right) {
            Ok((step, left_part, right_part)) => {
                path.push(step);
                (left, right) = (left_part, right_part);
            }
            Err(disagreement) => break disagreement,
        }
    };
    Some(TypeDifference { path, disagreement })
}

fn unifies(left: &Type, right: &Type) -> bool {
    unify_types([left, right], DynamicMeaning::GivesWay).is_some()
}

/// Returns the first parts of two types that do not unify, with their path step.
///
/// If there are no such parts, the error is the difference between the types themselves.
fn step_down<'a>(
    left: &'a Type,
    right: &'a Type,
) -> Result<(PathStep, &'a Type, &'a Type), Disagreement> {
    match (left.kind(), right.kind()) {
        (TypeKind::List(left), TypeKind::List(right))
        | (TypeKind::Set(left), TypeKind::Set(right))
        | (TypeKind::Map(left), TypeKind::Map(right)) => {
            return Ok((PathStep::Element, left, right));
        }
        (TypeKind::Tuple(left), TypeKind::Tuple(right)) => {
            let (left_len, right_len) = (left.len(), right.len());
            if left_len != right_len {
                let (left, right) = (left_len, right_len);
                return Err(Disagreement::Lengths { left, right });
            }
            let mut pairs = left.iter().zip(right).enumerate();
            let found = pairs.find(|(_, (left, right))| !unifies(left, right));
            if let Some((index, (left, right))) = found {
                return Ok((PathStep::Index(index), left, right));
            }
        }
        (TypeKind::Object(left), TypeKind::Object(right)) => {
            for attribute in left.iter() {
                let name = attribute.name();
                let Some(other) = right.get(name) else {
                    return Err(Disagreement::OnlyLeft(name.to_owned()));
                };
                if !unifies(attribute.ty(), other.ty()) {
                    let step = PathStep::Attribute(name.into());
                    return Ok((step, attribute.ty(), other.ty()));
                }
            }
            let missing = right.iter().find(|other| left.get(other.name()).is_none());
            if let Some(attribute) = missing {
                return Err(Disagreement::OnlyRight(attribute.name().to_owned()));
            }
        }
        _ => {}
    }
    let (left, right) = (left.clone(), right.clone());
    Err(Disagreement::Types { left, right })
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
}
