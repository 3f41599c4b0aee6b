//! Unification: one type for values of several types.
//!
//! "Type Unification" of the information model, as in the reference implementation (a ruling):
//! objects with different attributes unify to maps, tuples of different lengths to lists, a set and a tuple
//! to a set. A list and a set unify to the type of the list, even if a list with other elements would accept
//! more values. Unsafe conversions are used: a conditional of `"a"` and a number is valid.

use std::cmp::Ordering;

use foldhash::{HashSet, HashSetExt as _};

use crate::value::{AttributeType, ObjectType, PathStep, Text, Type, TypeKind, Value, ValueError};

use super::convert;
use super::mismatch;
use super::resolve::{ConversionPurpose, resolve};

/// The type to which several types unify. Returned by [`unify`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unification {
    ty: Type,
    /// The meaning of dynamic parts of the type.
    dynamic: DynamicMeaning,
}

impl Unification {
    /// The unification of values that all have this type.
    pub(crate) fn of(ty: Type) -> Self {
        Self {
            ty,
            dynamic: DynamicMeaning::GivesWay,
        }
    }

    /// The unified type.
    pub fn ty(&self) -> &Type {
        &self.ty
    }

    /// Converts a value of one of the types to the unified type.
    ///
    /// If that type, or a part of it, is the dynamic pseudo-type, a value of any other type becomes the
    /// dynamic unknown value: the result of its conversion is not known yet.
    ///
    /// # Errors
    ///
    /// If the conversion is unsafe and fails for this value.
    pub fn convert(&self, value: &Value) -> Result<Value, ValueError> {
        match self.dynamic {
            DynamicMeaning::GivesWay => convert(value, &self.ty),
            DynamicMeaning::IsNotKnownYet => undecided(value, &self.ty),
        }
    }
}

/// Finds the type to which all given types convert with the smallest loss.
///
/// `None` if there is no such type, or if no type is given. The order of the types does not matter.
///
/// ```
/// use hcl::Type;
/// use hcl::convert::unify;
///
/// let one = unify(&[Type::NUMBER, Type::STRING]).unwrap();
/// assert_eq!(one.ty(), &Type::STRING);
/// assert!(unify(&[Type::NUMBER, Type::BOOL]).is_none());
///
/// let types = [
///     Type::object([("a", Type::NUMBER)]),
///     Type::object([("b", Type::STRING)]),
/// ];
/// assert_eq!(unify(&types).unwrap().ty(), &Type::map(Type::STRING));
/// ```
pub fn unify(types: &[Type]) -> Option<Unification> {
    let ty = unify_types(types, DynamicMeaning::GivesWay)?;
    Some(Unification {
        ty,
        dynamic: DynamicMeaning::IsNotKnownYet,
    })
}

/// Finds the type to which all values convert, as far as it is known.
///
/// A `null` without a type converts to every type. The type of a dynamic unknown value is not known yet, so its common
/// type with other values is not known either.
pub(crate) fn unification_of<'a>(
    values: impl IntoIterator<Item = &'a Value>,
) -> Option<Unification> {
    let mut dynamic = DynamicMeaning::GivesWay;
    let mut types = Vec::new();
    for value in values.into_iter().filter(|value| !value.is_untyped_null()) {
        if is_undecided(value) {
            dynamic = DynamicMeaning::IsNotKnownYet;
        }
        types.push(value.ty());
    }
    let ty = if types.is_empty() {
        Type::DYNAMIC
    } else {
        unify_types(&types, dynamic)?
    };
    Some(Unification { ty, dynamic })
}

/// Converts values to the type that their types unify to.
///
/// A `null` without a type gets the type of the other values.
///
/// ```
/// use hcl::Value;
/// use hcl::convert::unify_values;
///
/// let values = unify_values(&[Value::from(1), Value::NULL, Value::from("a")])?;
/// assert_eq!(values, [Value::from("1"), Value::from(None::<&str>), Value::from("a")]);
/// # Ok::<(), hcl::ValueError>(())
/// ```
///
/// # Errors
///
/// If the types do not unify, or if an unsafe conversion fails for a value.
pub fn unify_values(values: &[Value]) -> Result<Vec<Value>, ValueError> {
    let unification = unification_of(values).ok_or_else(mismatch::not_uniform)?;
    let convert = |(index, value)| {
        let converted = unification.convert(value);
        converted.map_err(|error| error.within(PathStep::Index(index)))
    };
    values.iter().enumerate().map(convert).collect()
}

/// The meaning of the dynamic pseudo-type among types that unify.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DynamicMeaning {
    /// Any other type is preferred to the dynamic one.
    GivesWay,
    /// The type is not known yet, so the unified type is not known either.
    IsNotKnownYet,
}

/// Whether the type of the value or of a part of it is not known yet.
fn is_undecided(value: &Value) -> bool {
    let ty = value.ty();
    if !ty.has_dynamic() {
        return false;
    }
    if !value.is_known() || value.is_null() {
        return !value.is_null();
    }
    let elements = value.as_slice().unwrap_or_default();
    let entries = value.as_entries().unwrap_or_default();
    elements.iter().any(is_undecided) || entries.iter().any(|(_, part)| is_undecided(part))
}

/// Converts a value to a type with parts that are not known yet.
fn undecided(value: &Value, to: &Type) -> Result<Value, ValueError> {
    let from = value.ty();
    // The type of a null without a type is not known either, unless all of the target is known.
    if from == *to || value.is_null() && from.is_dynamic() && to.has_dynamic() {
        return Ok(value.clone());
    }
    if to.is_dynamic() {
        return Ok(Value::dynamic());
    }
    if !to.has_dynamic() || value.is_null() || !value.is_known() {
        return convert(value, to);
    }
    match (to.kind(), value.as_slice(), value.as_entries()) {
        (TypeKind::Tuple(types), Some(elements), _) if types.len() == elements.len() => {
            let mut elements = elements.to_vec();
            for (index, element) in elements.iter_mut().enumerate() {
                *element = undecided(element, &types[index])
                    .map_err(|error| error.within(PathStep::Index(index)))?;
            }
            Ok(Value::tuple_of(elements))
        }
        (TypeKind::Object(object), _, Some(entries)) if has_names(entries, object) => {
            let mut attributes = entries.to_vec();
            for ((name, part), attribute) in attributes.iter_mut().zip(object.iter()) {
                *part = undecided(part, attribute.ty())
                    .map_err(|error| error.within(PathStep::Attribute((&*name).into())))?;
            }
            Ok(Value::object_of(attributes))
        }
        _ => Ok(Value::unknown(to).refine().not_null().finish()),
    }
}

/// Whether an object has the attributes of a type and no others.
fn has_names(entries: &[(Text, Value)], object: &ObjectType) -> bool {
    let names = entries.iter().map(|(name, _)| &**name);
    names.eq(object.iter().map(AttributeType::name))
}

/// Unifies types; `None` if they do not unify.
pub(super) fn unify_types<'a>(
    types: impl IntoIterator<Item = &'a Type>,
    dynamic: DynamicMeaning,
) -> Option<Type> {
    // There can be thousands of values, but of few different types.
    let (mut seen, mut distinct) = (HashSet::new(), Vec::new());
    for ty in types {
        if seen.insert(ty) {
            distinct.push(ty);
        }
    }
    unify_distinct(&distinct, dynamic)
}

fn unify_distinct(types: &[&Type], dynamic: DynamicMeaning) -> Option<Type> {
    if let [ty] = *types {
        return Some(ty.without_optional());
    }
    let known: Vec<&Type> = types
        .iter()
        .copied()
        .filter(|ty| !ty.is_dynamic())
        .collect();
    let has_dynamic = known.len() < types.len();
    if has_dynamic && dynamic == DynamicMeaning::IsNotKnownYet {
        return Some(Type::DYNAMIC);
    }
    if have_same_kind(&known) {
        if has_dynamic {
            // The rule to apply depends on the type that the dynamic one turns out to be.
            return Some(Type::DYNAMIC);
        }
        return unify_same_kind(types, dynamic);
    }
    let count = |is: fn(TypeKind<'_>) -> bool| types.iter().filter(|ty| is(ty.kind())).count();
    let lists = count(|kind| matches!(kind, TypeKind::List(_)));
    let tuples = count(|kind| matches!(kind, TypeKind::Tuple(_)));
    let maps = count(|kind| matches!(kind, TypeKind::Map(_)));
    let objects = count(|kind| matches!(kind, TypeKind::Object(_)));
    if objects > 0 && tuples > 0 {
        return None;
    }
    let collection: Option<fn(Type) -> Type> = match types.len() {
        all if maps > 0 && maps + objects == all => Some(Type::map),
        all if lists > 0 && lists + tuples == all => Some(Type::list),
        _ => None,
    };
    let unified = collection.and_then(|it| unify_to_collection(types, it, dynamic));
    unified.or_else(|| preferred(types))
}

/// Whether all types are lists, or all are sets, and so on for maps, tuples and objects.
fn have_same_kind(types: &[&Type]) -> bool {
    types.first().is_some_and(|first| {
        let has_parts = !first.is_primitive() && !matches!(first.kind(), TypeKind::Capsule(_));
        has_parts && types.iter().all(|ty| ty.has_kind_of(first))
    })
}

fn unify_same_kind(types: &[&Type], dynamic: DynamicMeaning) -> Option<Type> {
    let element = || unify_types(types.iter().filter_map(|ty| ty.element_type()), dynamic);
    match types.first()?.kind() {
        TypeKind::List(_) => element().map(Type::list),
        TypeKind::Set(_) => element().map(Type::set),
        TypeKind::Map(_) => element().map(Type::map),
        TypeKind::Tuple(_) => unify_tuples(types, dynamic),
        TypeKind::Object(_) => unify_objects(types, dynamic),
        _ => None,
    }
}

/// Unifies tuples: element by element if they have the same length, otherwise to a list.
fn unify_tuples(types: &[&Type], dynamic: DynamicMeaning) -> Option<Type> {
    let tuples = types.iter().filter_map(|ty| ty.tuple_elements());
    let tuples = tuples.collect::<Vec<_>>();
    let length = tuples.first()?.len();
    if tuples.iter().any(|elements| elements.len() != length) {
        let mut types = Vec::new();
        for elements in tuples {
            types.extend(elements);
        }
        return unify_types(types, dynamic).map(Type::list);
    }
    let mut elements = Vec::with_capacity(length);
    for index in 0..length {
        elements.push(unify_types(
            tuples.iter().map(|tuple| &tuple[index]),
            dynamic,
        )?);
    }
    Some(Type::tuple(elements))
}

/// Unifies objects: attribute by attribute if they have the same names, otherwise to a map.
fn unify_objects(types: &[&Type], dynamic: DynamicMeaning) -> Option<Type> {
    let objects = types.iter().filter_map(|ty| ty.as_object());
    let objects = objects.collect::<Vec<_>>();
    let first = objects.first()?;
    let same_names = objects.iter().all(|object| {
        object.len() == first.len()
            && object
                .iter()
                .zip(first.iter())
                .all(|(attribute, other)| attribute.name() == other.name())
    });
    if !same_names {
        let mut types = Vec::new();
        for object in objects {
            types.extend(object.iter().map(AttributeType::ty));
        }
        return unify_types(types, dynamic).map(Type::map);
    }
    let mut columns = objects
        .iter()
        .map(|object| object.iter())
        .collect::<Vec<_>>();
    let mut attributes = Vec::with_capacity(first.len());
    for attribute in first.iter() {
        let row = columns.iter_mut().filter_map(Iterator::next);
        let ty = unify_types(row.map(AttributeType::ty), dynamic)?;
        attributes.push((attribute.name(), ty));
    }
    Some(Type::object(attributes))
}

/// Unifies objects with maps to a map, and tuples with lists to a list. Expressions in source text produce objects and
/// tuples, even where the author means a map or a list.
fn unify_to_collection(
    types: &[&Type],
    collection: fn(Type) -> Type,
    dynamic: DynamicMeaning,
) -> Option<Type> {
    let mut parts = Vec::new();
    for ty in types {
        parts.extend(ty.tuple_elements().unwrap_or_default());
        parts.extend(ty.element_type());
        if let Some(object) = ty.as_object() {
            parts.extend(object.iter().map(AttributeType::ty));
        }
    }
    let ty = collection(unify_types(parts, dynamic)?);
    converts_all(types, &ty).then_some(ty)
}

/// The most general of the given types to which all others convert.
fn preferred(types: &[&Type]) -> Option<Type> {
    // One type of each kind is tried first. Otherwise, the time would be quadratic for many types of one kind that
    // convert to each other, but to which one of another kind does not.
    let mut kinds: Vec<&Type> = Vec::new();
    for ty in types {
        if !kinds.iter().any(|it| it.has_kind_of(ty)) {
            kinds.push(ty);
        }
    }
    let candidates = types.iter();
    let candidates = candidates.filter(|to| converts_all(&kinds, to) && converts_all(types, to));
    let candidates = candidates.collect::<Vec<_>>();
    let unsurpassed = candidates.iter().filter(|ty| {
        candidates
            .iter()
            .all(|other| generality(other, ty) != Ordering::Greater)
    });
    // If several types remain, the first in the order of their text is chosen, so that the result does not depend on
    // the order of the types.
    let best = unsurpassed.min_by_key(ToString::to_string)?;
    Some(best.without_optional())
}

fn converts_all(types: &[&Type], to: &Type) -> bool {
    types
        .iter()
        .all(|from| resolve(from, to, ConversionPurpose::Unify).is_some())
}

/// Compares two types by generality. `Equal` if neither is more general.
fn generality(left: &Type, right: &Type) -> Ordering {
    match (left.kind(), right.kind()) {
        (TypeKind::List(left), TypeKind::List(right))
        | (TypeKind::Set(left), TypeKind::Set(right))
        | (TypeKind::Map(left), TypeKind::Map(right)) => generality(left, right),
        (TypeKind::Tuple(left), TypeKind::Tuple(right)) if left.len() == right.len() => {
            generality_of_parts(left.iter().zip(right))
        }
        (TypeKind::Object(left), TypeKind::Object(right)) if left.len() == right.len() => {
            let mut pairs = left.iter().zip(right.iter());
            if pairs.any(|(left, right)| left.name() != right.name()) {
                return Ordering::Equal;
            }
            let pairs = left.iter().zip(right.iter());
            generality_of_parts(pairs.map(|(left, right)| (left.ty(), right.ty())))
        }
        (left, right) if is_more_general(left, right) => Ordering::Greater,
        (left, right) if is_more_general(right, left) => Ordering::Less,
        _ => Ordering::Equal,
    }
}

/// Whether types of one kind are more general than those of another.
///
/// Every other type is more general than the dynamic one: anything converts to a dynamic type, which may turn out to be
/// the type of the value itself.
fn is_more_general(left: TypeKind<'_>, right: TypeKind<'_>) -> bool {
    match (left, right) {
        (left, TypeKind::Dynamic) => left != TypeKind::Dynamic,
        (TypeKind::String, TypeKind::Number | TypeKind::Bool)
        | (TypeKind::List(_), TypeKind::Tuple(_) | TypeKind::Set(_))
        | (TypeKind::Tuple(_), TypeKind::Set(_))
        | (TypeKind::Map(_), TypeKind::Object(_)) => true,
        _ => false,
    }
}

/// Compares two types by their parts: one is more general if it is more general in every part that differs.
fn generality_of_parts<'a>(pairs: impl Iterator<Item = (&'a Type, &'a Type)>) -> Ordering {
    let mut result = Ordering::Equal;
    for (left, right) in pairs {
        let ordering = generality(left, right);
        if ordering == result.reverse() && ordering != Ordering::Equal {
            return Ordering::Equal;
        }
        result = result.then(ordering);
    }
    result
}
