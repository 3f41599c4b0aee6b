//! Functions that find elements.

#![expect(
    clippy::mutable_key_type,
    reason = "what may change in a value is its cached type, which is not hashed"
)]

use foldhash::HashSet;

use crate::convert::{convert, unify};
use crate::function::stdlib::support::{
    any, count, eager, element_type, elements, has_element, list, list_or_tuple, number,
    whole_number, within_budget, wrong_type,
};
use crate::function::{Function, FunctionError};
use crate::value::{Type, TypeKind, Value};

/// `contains(list, value)`: whether any element of the list, tuple or set is equal to the value.
///
/// Example: `contains(["a", "b"], "a")` → `true`.
pub fn contains() -> Function {
    eager(Type::BOOL, |args| {
        let Some(elements) = args[0].as_slice() else {
            return Err(wrong_type(0, "a list or set", &args[0].ty()));
        };
        Ok(has_element(elements, &args[1]))
    })
    .with_parameter(any("list"))
    .with_parameter(any("value").allow_null())
    .never_null()
    .with_description("Tells whether the list or set has an element that is equal to the value.")
}

/// `element(list, index)`: the element at the index, which wraps around: in a list of three elements, 3 is the first
/// one and -1 the last one.
///
/// Example: `element(["a", "b", "c"], 3)` → `"a"`.
pub fn element() -> Function {
    eager(Type::DYNAMIC, |args| {
        let list = elements(&args[0]);
        let index = wrapped(args, list.len())?;
        Ok(list[index].clone())
    })
    .with_result_type(|args| {
        let ty = args[0].ty();
        if args[1].is_known() {
            whole_number(args, 1)?;
        }
        match ty.kind() {
            TypeKind::List(element) => Ok(element.clone()),
            TypeKind::Tuple(_) if !args[1].is_known() => Ok(Type::DYNAMIC),
            TypeKind::Tuple(types) => Ok(types[wrapped(args, types.len())?].clone()),
            _ => Err(wrong_type(0, "a list", &ty)),
        }
    })
    .with_parameter(any("list"))
    .with_parameter(number("index"))
    .with_description("Returns the element at the index, which wraps around at the end.")
}

/// Converts an index that wraps around to a position in a list of this length.
fn wrapped(args: &[Value], length: usize) -> Result<usize, FunctionError> {
    let index = whole_number(args, 1)?;
    let length = i64::try_from(length).ok().filter(|length| *length > 0);
    let length = length.ok_or_else(|| FunctionError::argument(0, "must not be empty"))?;
    Ok(usize::try_from(index.rem_euclid(length)).unwrap_or(0))
}

/// `index(collection, key)`: the element with the key, as `collection[key]` gives it. The key is not converted.
///
/// Example: `index(["a", "b"], 1)` → `"b"`.
pub fn index() -> Function {
    eager(Type::DYNAMIC, |args| {
        let found = match args[1].as_str() {
            Some(name) => args[0].get(name),
            None => index_at(&args[1]).and_then(|index| args[0].get_index(index)),
        };
        let missing = || FunctionError::argument(1, "there is no such element");
        Ok(found.ok_or_else(missing)?.clone())
    })
    .with_result_type(|args| {
        let (ty, key) = (args[0].ty(), &args[1]);
        let key_type = match ty.kind() {
            TypeKind::List(_) | TypeKind::Tuple(_) => Type::NUMBER,
            TypeKind::Map(_) | TypeKind::Object(_) => Type::STRING,
            _ => return Err(wrong_type(0, "a list or object", &ty)),
        };
        if !key.ty().is_dynamic() && key.ty() != key_type {
            return Err(wrong_type(1, &key_type.noun(), &key.ty()));
        }
        let found = match ty.kind() {
            TypeKind::List(element) | TypeKind::Map(element) => return Ok(element.clone()),
            _ if !key.is_known() => return Ok(Type::DYNAMIC),
            TypeKind::Tuple(types) => index_at(key).and_then(|index| types.get(index)),
            _ => key.as_str().and_then(|name| ty.attribute_type(name)),
        };
        let missing = || FunctionError::argument(1, "there is no such element");
        found.cloned().ok_or_else(missing)
    })
    .with_parameter(any("collection"))
    .with_parameter(any("key").allow_dynamic())
    .with_description("Returns the element with the key.")
}

fn index_at(key: &Value) -> Option<usize> {
    usize::try_from(key.as_u64()?).ok()
}

/// `index(list, value)` as in Terraform and Packer: the index of the value in the list.
///
/// Example: `index(["a", "b", "c"], "b")` → `1`.
pub fn index_of() -> Function {
    eager(Type::NUMBER, |args| {
        let ty = args[0].ty();
        if !matches!(ty.kind(), TypeKind::List(_) | TypeKind::Tuple(_)) {
            return Err(wrong_type(0, "a list", &ty));
        }
        for (index, element) in elements(&args[0]).iter().enumerate() {
            match element.equals(&args[1]).as_bool() {
                Some(true) => return Ok(index.into()),
                Some(false) => {}
                None => return Ok(Value::unknown(&Type::NUMBER)),
            }
        }
        Err(FunctionError::argument(1, "is not an element of the list"))
    })
    .with_parameter(any("list"))
    .with_parameter(any("value"))
    .never_null()
    .with_description("Returns the index of the value in the list.")
}

/// `slice(list, start_index, end_index)`: the elements from the start index up to, but not including, the end index.
///
/// Example: `slice(["a", "b", "c"], 1, 3)` → `["b", "c"]`.
pub fn slice() -> Function {
    eager(Type::DYNAMIC, |args| {
        let list = elements(&args[0]);
        let Some((start, end)) = bounds(args)? else {
            return Ok(Value::dynamic());
        };
        list_or_tuple(&args[0].ty(), list[start..end].iter().cloned())
    })
    .with_result_type(|args| {
        let ty = args[0].ty();
        if matches!(ty.kind(), TypeKind::Set(_)) {
            let message = "the elements of a set have no indices; convert it to a list if their \
                           order does not matter";
            return Err(FunctionError::argument(0, message));
        }
        if !matches!(ty.kind(), TypeKind::List(_) | TypeKind::Tuple(_)) {
            return Err(wrong_type(0, "a list", &ty));
        }
        let bounds = bounds(args)?;
        Ok(match (ty.kind(), bounds) {
            (TypeKind::Tuple(types), Some((start, end))) => {
                Type::tuple(types[start..end].iter().cloned())
            }
            (TypeKind::Tuple(_), None) => Type::DYNAMIC,
            _ => ty,
        })
    })
    .with_parameter(any("list"))
    .with_parameter(number("start_index"))
    .with_parameter(number("end_index"))
    .never_null()
    .with_description("Returns the elements of the list from one index up to another.")
}

/// The start and end index of a slice; `None` if the elements between them are not known.
fn bounds(args: &[Value]) -> Result<Option<(usize, usize)>, FunctionError> {
    let length = match (args[0].as_slice(), args[0].ty().kind()) {
        (Some(elements), _) => Some(elements.len()),
        (None, TypeKind::Tuple(types)) => Some(types.len()),
        _ => None,
    };
    let bound = |index: usize| -> Result<Option<usize>, FunctionError> {
        if !args[index].is_known() {
            return Ok(None);
        }
        let bound = count(args, index)?;
        if let Some(length) = length.filter(|length| bound > *length) {
            let message = format!("the list has only {length} elements");
            return Err(FunctionError::argument(index, message));
        }
        Ok(Some(bound))
    };
    let (Some(start), Some(end)) = (bound(1)?, bound(2)?) else {
        return Ok(None);
    };
    if start > end {
        let message = "must not be greater than the end index";
        return Err(FunctionError::argument(1, message));
    }
    // An unknown list has no elements to return.
    let has_elements = args[0].is_known() || matches!(args[0].ty().kind(), TypeKind::Tuple(_));
    Ok(has_elements.then_some((start, end)))
}

/// `one(list)`: the only element of a list, set or tuple; null if there is none.
///
/// Example: `one(["a"])` → `"a"`.
pub fn one() -> Function {
    const WANTED: &str = "a list or set with at most one element";
    eager(Type::DYNAMIC, |args| {
        let ty = args[0].ty();
        let element = element_type(&ty);
        let Some(elements) = args[0].as_slice() else {
            return Err(wrong_type(0, WANTED, &ty));
        };
        let may_be_equal = matches!(ty.kind(), TypeKind::Set(_)) && !args[0].is_wholly_known();
        match elements {
            [] => Ok(Value::null(&element)),
            [only] => Ok(only.clone()),
            _ if may_be_equal => Ok(Value::unknown(&element)),
            _ => Err(wrong_type(0, WANTED, &ty)),
        }
    })
    .with_result_type(|args| {
        let ty = args[0].ty();
        match ty.kind() {
            TypeKind::List(element) | TypeKind::Set(element) => Ok(element.clone()),
            TypeKind::Tuple([]) => Ok(Type::DYNAMIC),
            TypeKind::Tuple([only]) => Ok(only.clone()),
            _ => Err(wrong_type(0, WANTED, &ty)),
        }
    })
    .with_parameter(any("list"))
    .with_description("Returns the only element of the list, or null if there is none.")
}

/// `matchkeys(values, keys, searchset)`: the values whose key, at the same index, is in the search set.
///
/// Example: `matchkeys(["i-1", "i-2"], ["west", "east"], ["east"])` → `["i-2"]`.
pub fn matchkeys() -> Function {
    within_budget(Type::DYNAMIC, |args, budget| {
        let (values, keys) = (elements(&args[0]), elements(&args[1]));
        if values.len() != keys.len() {
            let message = format!("must have {} elements, as the values do", values.len());
            return Err(FunctionError::argument(1, message));
        }
        let ty = key_type(args)?;
        budget.spend_conversion(&args[1], &ty)?;
        budget.spend_conversion(&args[2], &ty)?;
        let (keys, wanted) = (convert(&args[1], &ty)?, convert(&args[2], &ty)?);
        let values_type = args[0].ty();
        if elements(&wanted).is_empty() {
            return list_or_tuple(&values_type, []);
        }
        if !args.iter().all(Value::is_wholly_known) {
            return Ok(Value::unknown(&values_type));
        }
        let wanted: HashSet<&Value> = elements(&wanted).iter().collect();
        let pairs = elements(&keys).iter().zip(values);
        let found = pairs.filter(|(key, _)| wanted.contains(key));
        list_or_tuple(&values_type, found.map(|(_, value)| value.clone()))
    })
    .with_result_type(|args| {
        key_type(args)?;
        Ok(args[0].ty())
    })
    .with_parameter(list("values", Type::DYNAMIC))
    .with_parameter(list("keys", Type::DYNAMIC))
    .with_parameter(list("searchset", Type::DYNAMIC))
    .never_null()
    .with_description("Returns those values whose key, at the same index, is in the search set.")
}

/// The common type of the keys and the elements of the search set.
fn key_type(args: &[Value]) -> Result<Type, FunctionError> {
    let one = unify(&[args[1].ty(), args[2].ty()]);
    let message = "must have elements of the same type as the keys";
    let one = one.ok_or_else(|| FunctionError::argument(2, message))?;
    Ok(one.ty().clone())
}
