//! Conversion of known values, by the kinds of the source and target types.

use crate::number::Number;
use crate::value::{ObjectType, PathStep, Text, Type, TypeKind, Value, ValueError};

use super::resolve::{ConversionPurpose, resolve};
use super::unify::{DynamicMeaning, Unification, unification_of, unify_types};
use super::{convert_part, mismatch};

/// Converts a known value to another type.
pub(super) fn convert(value: &Value, to: &Type) -> Result<Value, ValueError> {
    let from = value.ty();
    let converted = match (from.kind(), to.kind()) {
        (_, TypeKind::String | TypeKind::Number | TypeKind::Bool) => primitive(value, to),
        (TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Tuple(_), TypeKind::List(element)) => {
            if let Some(unknown) = of_uncertain_length(value, &from, to) {
                return unknown;
            }
            let (element, elements) = uniform_elements(value, &from, element)?;
            Some(Value::list_of(element, elements))
        }
        (TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Tuple(_), TypeKind::Set(element)) => {
            let (element, elements) = uniform_elements(value, &from, element)?;
            Some(Value::set_of(element, elements))
        }
        (TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Tuple(_), TypeKind::Tuple(types)) => {
            if let Some(unknown) = of_uncertain_length(value, &from, to) {
                return unknown;
            }
            Some(tuple(value, types)?)
        }
        (TypeKind::Map(_) | TypeKind::Object(_), TypeKind::Map(element)) => {
            Some(map(value, &from, element)?)
        }
        (TypeKind::Map(_), TypeKind::Object(object)) => {
            only_attributes(value, object, to)?;
            Some(attributes(value, object)?)
        }
        (TypeKind::Object(_), TypeKind::Object(object)) => Some(attributes(value, object)?),
        _ => None,
    };
    converted.ok_or_else(|| mismatch::of_value(value, to))
}

/// Converts a primitive value to another primitive type. `None` if there is no such conversion, or if it
/// fails for this value.
fn primitive(value: &Value, to: &Type) -> Option<Value> {
    match to.kind() {
        TypeKind::String => match (value.as_bool(), value.as_number()) {
            (Some(value), _) => Some(Value::from(if value { "true" } else { "false" })),
            (_, Some(number)) => Some(Value::from(number_text(number))),
            _ => None,
        },
        TypeKind::Number => value.as_str()?.parse::<Number>().ok().map(Value::from),
        TypeKind::Bool => match value.as_str()? {
            "true" | "1" => Some(Value::from(true)),
            "false" | "0" => Some(Value::from(false)),
            _ => None,
        },
        _ => None,
    }
}

/// Converts a set whose length is not certain to an unknown value, or returns the error if its type does not convert.
/// `None` for any other value.
fn of_uncertain_length(value: &Value, from: &Type, to: &Type) -> Option<Result<Value, ValueError>> {
    let is_set = matches!(from.kind(), TypeKind::Set(_));
    let (lower, upper) = value.range().length();
    if !is_set || Some(lower) == upper {
        return None;
    }
    let Some(resolved) = resolve(from, to, ConversionPurpose::Convert) else {
        return Some(Err(mismatch::mismatch(from, to)));
    };
    let unknown = Value::unknown(&resolved.ty).refine().not_null();
    Some(Ok(unknown.length_range(lower, upper).finish()))
}

/// The step of a path to an element of a value.
fn step_of(value: &Value, index: usize) -> PathStep {
    if matches!(value.ty().kind(), TypeKind::Set(_)) {
        PathStep::Element
    } else {
        PathStep::Index(index)
    }
}

/// The converted elements of a list, set or tuple. `type_of` gives the type of an element by its index.
fn elements<'t>(
    value: &Value,
    type_of: impl Fn(usize) -> &'t Type,
) -> Result<Vec<Value>, ValueError> {
    let mut elements = value.as_slice().unwrap_or_default().to_vec();
    for (index, part) in elements.iter_mut().enumerate() {
        let converted = convert_part(part, type_of(index));
        *part = converted.map_err(|error| error.within(step_of(value, index)))?;
    }
    Ok(elements)
}

/// The elements of a list, set or tuple, converted to one type, and this type.
fn uniform_elements(
    value: &Value,
    from: &Type,
    element: &Type,
) -> Result<(Type, Vec<Value>), ValueError> {
    let elements = elements(value, |_| element)?;
    uniform(elements, from, element, &|index| step_of(value, index))
}

/// Converts the elements of a collection to one type, and returns this type and the elements. `step` makes the path
/// step of an element for an error.
///
/// If the target leaves the element type open (`list(any)`), it is taken from the elements, or from the source type if
/// there are none.
fn uniform(
    mut elements: Vec<Value>,
    from: &Type,
    element: &Type,
    step: &dyn Fn(usize) -> PathStep,
) -> Result<(Type, Vec<Value>), ValueError> {
    if elements.is_empty() {
        let Some(source) = from.element_type() else {
            return Ok((element.without_optional(), elements));
        };
        return match resolve(source, element, ConversionPurpose::Convert) {
            Some(resolved) => Ok((resolved.ty, elements)),
            None => Err(mismatch::mismatch(source, element).within(PathStep::Element)),
        };
    }
    if !element.has_dynamic() {
        return Ok((element.without_optional(), elements));
    }
    // A part whose type is dynamic gets the type of the corresponding parts of the other elements.
    let types: Vec<Type> = elements.iter().map(Value::ty).collect();
    let one = unify_types(&types, DynamicMeaning::GivesWay).filter(|ty| !ty.has_dynamic());
    let unification = match one {
        Some(ty) => Unification::of(ty),
        None => unification_of(&elements).ok_or_else(mismatch::not_uniform)?,
    };
    for (index, part) in elements.iter_mut().enumerate() {
        let converted = unification.convert(part);
        *part = converted.map_err(|error| error.within(step(index)))?;
    }
    let ty = elements.first().map_or_else(|| element.clone(), Value::ty);
    Ok((ty, elements))
}

/// Converts a list, set or tuple to a tuple.
fn tuple(value: &Value, types: &[Type]) -> Result<Value, ValueError> {
    let length = value.as_slice().map_or(0, <[_]>::len);
    if length != types.len() {
        return Err(mismatch::lengths(length, types.len()));
    }
    elements(value, |index| &types[index]).map(Value::tuple_of)
}

/// Converts a map or object to a map.
fn map(value: &Value, from: &Type, element: &Type) -> Result<Value, ValueError> {
    let entries = value.as_entries().unwrap_or_default();
    let is_object = from.as_object().is_some();
    let step = |index: usize| {
        let name = (&entries[index].0).into();
        if is_object {
            PathStep::Attribute(name)
        } else {
            PathStep::Key(name)
        }
    };
    let mut elements = Vec::with_capacity(entries.len());
    for (index, (_, part)) in entries.iter().enumerate() {
        let converted = convert_part(part, element);
        elements.push(converted.map_err(|error| error.within(step(index)))?);
    }
    let (element, elements) = uniform(elements, from, element, &step)?;
    let names = entries.iter().map(|(name, _)| name.clone());
    Ok(Value::map_of(element, names.zip(elements).collect()))
}

/// Rejects a map with a key that is not an attribute of the object type. Its element would be lost silently.
fn only_attributes(value: &Value, object: &ObjectType, to: &Type) -> Result<(), ValueError> {
    let entries = value.as_entries().unwrap_or_default();
    match entries.iter().find(|(key, _)| object.get(key).is_none()) {
        Some((key, _)) => Err(mismatch::unsupported_key(key, to)),
        None => Ok(()),
    }
}

/// Converts a map or object to an object with the attributes of the type.
fn attributes(value: &Value, object: &ObjectType) -> Result<Value, ValueError> {
    let mut attributes: Vec<(Text, Value)> = Vec::with_capacity(object.len());
    for attribute in object.iter() {
        let given = value.get(attribute.name());
        let part = match (given, attribute.default_value()) {
            (Some(part), Some(default)) if part.is_null() => default,
            (Some(part), _) => part,
            (None, Some(default)) => default,
            (None, None) if attribute.is_optional() => &Value::NULL,
            (None, None) => return Err(mismatch::missing(attribute.name())),
        };
        let name = attribute.shared_name();
        let mut converted = convert_part(part, attribute.ty())
            .map_err(|error| error.within(PathStep::Attribute((&name).into())))?;
        let default = attribute.default_value();
        if !converted.is_known() && default.is_some_and(|it| !it.is_null()) {
            // A null would be replaced by the default, which is not null.
            converted = converted.refine().not_null().finish();
        }
        attributes.push((name, converted));
    }
    Ok(Value::object_of(attributes))
}

/// The digits of a number. An infinity has no digits; it is written as in the reference implementation.
fn number_text(number: &Number) -> String {
    match (number.is_finite(), number.is_negative()) {
        (true, _) => number.to_string(),
        (false, true) => String::from("-Inf"),
        (false, false) => String::from("+Inf"),
    }
}
