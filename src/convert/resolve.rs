//! The conversion rules for types: whether values of one type convert to another, and how safely.
//!
//! An unsafe conversion can still fail for a particular value.

use crate::value::{AttributeType, ObjectType, Type, TypeKind};

use super::unify::{DynamicMeaning, unify_types};

/// Whether a conversion can fail or lose information.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Safety {
    /// Every value converts, and distinct values stay distinct.
    Safe,
    /// Some values may not convert, or distinct values may become the same.
    Unsafe,
}

/// What a conversion is for. Unification never converts a list or set to a tuple.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ConversionPurpose {
    Convert,
    Unify,
}

/// The type of the result of a conversion, in which the source type replaces `any`, and the safety of the conversion.
pub(super) struct Resolved {
    pub(super) ty: Type,
    pub(super) safety: Safety,
}

/// How safely values of one type convert to another. `None` if they do not convert.
///
/// This applies to known values: a null value converts to any type.
///
/// ```
/// use hcl::Type;
/// use hcl::convert::{Safety, conversion_safety};
///
/// assert_eq!(conversion_safety(&Type::BOOL, &Type::STRING), Some(Safety::Safe));
/// assert_eq!(conversion_safety(&Type::STRING, &Type::BOOL), Some(Safety::Unsafe));
/// assert_eq!(conversion_safety(&Type::NUMBER, &Type::BOOL), None);
/// ```
pub fn conversion_safety(from: &Type, to: &Type) -> Option<Safety> {
    resolve(from, to, ConversionPurpose::Convert).map(|resolved| resolved.safety)
}

/// The type of values of type `from` after conversion to `to`. `None` if they do not convert.
pub(super) fn resolve(from: &Type, to: &Type, purpose: ConversionPurpose) -> Option<Resolved> {
    if to.is_dynamic() || from == to {
        return Some(Resolved::safe(from.without_optional()));
    }
    if from.is_dynamic() {
        return Some(Resolved::safe(to.without_optional()).and(Safety::Unsafe));
    }
    match (from.kind(), to.kind()) {
        (TypeKind::Bool | TypeKind::Number, TypeKind::String) => Some(Resolved::safe(to.clone())),
        (TypeKind::String, TypeKind::Bool | TypeKind::Number) => {
            Some(Resolved::safe(to.clone()).and(Safety::Unsafe))
        }
        (TypeKind::List(from) | TypeKind::Set(from), TypeKind::List(to)) => {
            Some(resolve(from, to, purpose)?.map(Type::list))
        }
        (TypeKind::Set(from), TypeKind::Set(to)) => {
            Some(resolve(from, to, purpose)?.map(Type::set))
        }
        (TypeKind::List(from), TypeKind::Set(to)) => {
            let element = resolve(from, to, purpose)?;
            Some(element.map(Type::set).and(Safety::Unsafe))
        }
        (TypeKind::Map(from), TypeKind::Map(to)) => {
            Some(resolve(from, to, purpose)?.map(Type::map))
        }
        (TypeKind::Tuple(from), TypeKind::List(to)) => {
            Some(element_of(from.iter(), to, purpose)?.map(Type::list))
        }
        (TypeKind::Tuple(from), TypeKind::Set(to)) => {
            let element = element_of(from.iter(), to, purpose)?;
            Some(element.map(Type::set).and(Safety::Unsafe))
        }
        (TypeKind::Object(from), TypeKind::Map(to)) => {
            let types = from.iter().map(AttributeType::ty);
            Some(element_of(types, to, purpose)?.map(Type::map))
        }
        (TypeKind::List(from) | TypeKind::Set(from), TypeKind::Tuple(to)) => {
            if purpose == ConversionPurpose::Unify {
                return None;
            }
            let (types, _) = resolve_all(to.iter().map(|to| (from, to)), purpose)?;
            Some(Resolved::safe(Type::tuple(types)).and(Safety::Unsafe))
        }
        (TypeKind::Tuple(from), TypeKind::Tuple(to)) if from.len() == to.len() => {
            let (types, safety) = resolve_all(from.iter().zip(to), purpose)?;
            Some(Resolved::safe(Type::tuple(types)).and(safety))
        }
        (TypeKind::Map(from), TypeKind::Object(to)) => resolve_map_to_object(from, to, purpose),
        (TypeKind::Object(from), TypeKind::Object(to)) => resolve_objects(from, to, purpose),
        _ => None,
    }
}

/// The element type of the collection to which a tuple or an object is converted.
fn element_of<'a>(
    types: impl Iterator<Item = &'a Type>,
    to: &Type,
    purpose: ConversionPurpose,
) -> Option<Resolved> {
    let (resolved, mut safety) = resolve_all(types.map(|from| (from, to)), purpose)?;
    if resolved.is_empty() || !to.has_dynamic() {
        return Some(Resolved::safe(to.without_optional()).and(safety));
    }
    // A part whose type is dynamic gets the type of the corresponding parts of the other elements, as in the conversion
    // of values.
    let one = match purpose {
        ConversionPurpose::Convert => unify_types(&resolved, DynamicMeaning::GivesWay),
        ConversionPurpose::Unify => None,
    };
    let ty = match one.filter(|ty| !ty.has_dynamic()) {
        Some(ty) => ty,
        None => unify_types(&resolved, DynamicMeaning::IsNotKnownYet)?,
    };
    for from in &resolved {
        safety = safety.max(resolve(from, &ty, purpose)?.safety);
    }
    Some(Resolved::safe(ty).and(safety))
}

/// Resolves pairs of types. The result is safe if every conversion is safe.
fn resolve_all<'a>(
    pairs: impl Iterator<Item = (&'a Type, &'a Type)>,
    purpose: ConversionPurpose,
) -> Option<(Vec<Type>, Safety)> {
    let mut safety = Safety::Safe;
    let mut types = Vec::new();
    for (from, to) in pairs {
        let part = resolve(from, to, purpose)?;
        safety = safety.max(part.safety);
        types.push(part.ty);
    }
    Some((types, safety))
}

/// Resolves an object type to an object type. Attributes that the target does not have are dropped.
fn resolve_objects(
    from: &ObjectType,
    to: &ObjectType,
    purpose: ConversionPurpose,
) -> Option<Resolved> {
    let drops = from.iter().any(|it| to.get(it.name()).is_none());
    let mut safety = if drops { Safety::Unsafe } else { Safety::Safe };
    let mut attributes = Vec::new();
    for attribute in to.iter() {
        let ty = match from.get(attribute.name()) {
            Some(from) => {
                let part = resolve(from.ty(), attribute.ty(), purpose)?;
                safety = safety.max(part.safety);
                if attribute.default_value().is_some() {
                    // Null and the default become equal, which loses information. If the type is partly open,
                    // the default may be of another type than the other values.
                    safety = Safety::Unsafe;
                    attribute.ty().without_optional()
                } else {
                    part.ty
                }
            }
            None if attribute.is_optional() => attribute.ty().without_optional(),
            None => return None,
        };
        attributes.push((attribute.name(), ty));
    }
    Some(Resolved::safe(Type::object(attributes)).and(safety))
}

/// Resolves a map type to an object type. The type does not tell whether the map has an element for an optional
/// attribute. If it has none, the attribute becomes null or the default, regardless of the element type.
fn resolve_map_to_object(
    element: &Type,
    to: &ObjectType,
    purpose: ConversionPurpose,
) -> Option<Resolved> {
    let mut attributes = Vec::new();
    for attribute in to.iter() {
        let ty = if attribute.is_optional() {
            attribute.ty().without_optional()
        } else {
            resolve(element, attribute.ty(), purpose)?.ty
        };
        attributes.push((attribute.name(), ty));
    }
    Some(Resolved::safe(Type::object(attributes)).and(Safety::Unsafe))
}

impl Resolved {
    fn safe(ty: Type) -> Self {
        Self {
            ty,
            safety: Safety::Safe,
        }
    }

    /// Keeps the type. The result is unsafe if this conversion or `safety` is unsafe.
    fn and(self, safety: Safety) -> Self {
        Self {
            safety: self.safety.max(safety),
            ..self
        }
    }

    fn map(self, make: impl FnOnce(Type) -> Type) -> Self {
        Self {
            ty: make(self.ty),
            ..self
        }
    }
}
