//! Messages about values and types that do not convert.
//!
//! Each message is the last clause of a diagnostic. The path leads to the first element or attribute that does not
//! convert.

use crate::diagnostic::suggest;
use crate::quote::{counted, shortened};
use crate::value::{AttributeType, ObjectType, PathStep, Type, TypeKind, Value, ValueError};

use super::resolve::{ConversionPurpose, resolve};

/// The error for a known value that does not convert.
pub(super) fn of_value(value: &Value, to: &Type) -> ValueError {
    match value.as_str() {
        Some(text) if to.is_primitive() => {
            let shown = Value::from(shortened(text));
            let wanted = to.noun();
            ValueError::new(format!("expected {wanted}, but found the string {shown}"))
        }
        _ => mismatch(&value.ty(), to),
    }
}

/// The error for values of a type that does not convert to another type.
pub(super) fn mismatch(from: &Type, to: &Type) -> ValueError {
    inner_mismatch(from, to).unwrap_or_else(|| ValueError::new(to.expected_not(from)))
}

/// The error for the first part that does not convert, if the kinds of both types allow a conversion.
fn inner_mismatch(from: &Type, to: &Type) -> Option<ValueError> {
    match (from.kind(), to.kind()) {
        (TypeKind::List(from) | TypeKind::Set(from), TypeKind::List(to) | TypeKind::Set(to))
        | (TypeKind::Map(from), TypeKind::Map(to)) => {
            Some(mismatch(from, to).within(PathStep::Element))
        }
        (TypeKind::Tuple(from), TypeKind::List(to) | TypeKind::Set(to)) => {
            let first = first_index(from.len(), &|at| (&from[at], to));
            Some(first.unwrap_or_else(not_uniform))
        }
        (TypeKind::Tuple(from), TypeKind::Tuple(to)) if from.len() != to.len() => {
            Some(lengths(from.len(), to.len()))
        }
        (TypeKind::Tuple(from), TypeKind::Tuple(to)) => {
            first_index(to.len(), &|at| (&from[at], &to[at]))
        }
        (TypeKind::List(from) | TypeKind::Set(from), TypeKind::Tuple(to)) => {
            first_index(to.len(), &|at| (from, &to[at]))
        }
        (TypeKind::Object(from), TypeKind::Map(to)) => {
            let first = first_attribute(from, &|from| Some((from.ty(), to)));
            Some(first.unwrap_or_else(not_uniform))
        }
        (TypeKind::Object(from), TypeKind::Object(to)) => {
            let missing = to
                .iter()
                .find(|to| !to.is_optional() && from.get(to.name()).is_none());
            if let Some(attribute) = missing {
                return Some(self::missing(attribute.name()));
            }
            first_attribute(to, &|to| Some((from.get(to.name())?.ty(), to.ty())))
        }
        (TypeKind::Map(from), TypeKind::Object(to)) => {
            first_attribute(to, &|to| (!to.is_optional()).then_some((from, to.ty())))
        }
        _ => None,
    }
}

/// The error for the first element that does not convert. `pair` returns the source and target type of an element.
fn first_index<'a>(
    count: usize,
    pair: &dyn Fn(usize) -> (&'a Type, &'a Type),
) -> Option<ValueError> {
    (0..count).find_map(|index| part(pair(index), PathStep::Index(index)))
}

/// The error for the first attribute that does not convert. `pair` returns the source and target type of an attribute;
/// `None` if there is nothing to convert.
fn first_attribute<'a>(
    object: &'a ObjectType,
    pair: &dyn Fn(&'a AttributeType) -> Option<(&'a Type, &'a Type)>,
) -> Option<ValueError> {
    object.iter().find_map(|attribute| {
        let step = PathStep::Attribute(attribute.name().into());
        part(pair(attribute)?, step)
    })
}

/// The error for a part; `None` if it converts.
fn part((from, to): (&Type, &Type), step: PathStep) -> Option<ValueError> {
    match resolve(from, to, ConversionPurpose::Convert) {
        Some(_) => None,
        None => Some(mismatch(from, to).within(step)),
    }
}

/// The error for parts that convert one by one, but not all to the same type.
pub(super) fn not_uniform() -> ValueError {
    ValueError::new("there must be a single type to which all elements convert")
}

/// The error for a tuple type with another number of elements.
pub(super) fn lengths(given: usize, wanted: usize) -> ValueError {
    ValueError::new(format!(
        "expected a list of {}, but found {}",
        counted(wanted, "element"),
        counted(given, "element")
    ))
}

/// The error for a missing required attribute.
pub(super) fn missing(name: &str) -> ValueError {
    ValueError::new(format!("attribute {} is required", Value::from(name)))
}

/// The error for a key of a map that is not an attribute of the object type.
pub(super) fn unsupported_key(key: &str, to: &Type) -> ValueError {
    let error = ValueError::new(format!("the object has no attribute {}", Value::from(key)));
    let (key, to) = (key.to_owned(), to.clone());
    error.with_hint(move || {
        let names = to.as_object().into_iter().flat_map(ObjectType::iter);
        match suggest(&key, names.map(AttributeType::name)) {
            Some(name) => format!("; did you mean {}?", Value::from(name)),
            None => String::new(),
        }
    })
}
