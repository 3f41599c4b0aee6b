//! Functions of maps and objects.

use foldhash::{HashMap, HashMapExt as _};

use crate::convert::convert;
use crate::function::stdlib::support::{
    any, anything, eager, elements, list, list_or_tuple, string, text, within_budget, wrong_type,
};
use crate::function::{Budget, Function, FunctionError, Parameter};
use crate::value::{Text, Type, TypeKind, Value};

/// `keys(inputMap)`: the keys of a map as a list, or the attribute names of an object as a tuple, in their order.
///
/// Example: `keys({ b = 1, a = 2 })` → `["a", "b"]`.
pub fn keys() -> Function {
    eager(Type::DYNAMIC, |args| {
        let ty = args[0].ty();
        if let TypeKind::Object(object) = ty.kind() {
            return Ok(Value::tuple(object.iter().map(|it| it.name().into()))?);
        }
        let Some(entries) = args[0].entries() else {
            return Ok(Value::dynamic());
        };
        Ok(Value::list(
            &Type::STRING,
            entries.map(|(key, _)| key.into()),
        )?)
    })
    .with_result_type(|args| {
        let ty = args[0].ty();
        Ok(match ty.kind() {
            TypeKind::Map(_) => Type::list(Type::STRING),
            TypeKind::Object(object) => Type::tuple(vec![Type::STRING; object.len()]),
            _ => return Err(wrong_type(0, "an object", &ty)),
        })
    })
    .with_parameter(any("inputMap").allow_unknown())
    .never_null()
    .with_description("Returns the keys of the map or object in lexicographic order.")
}

/// `values(mapping)`: the elements of a map as a list, or the attributes of an object as a tuple, in the order of the
/// keys.
///
/// Example: `values({ b = 1, a = 2 })` → `[2, 1]`.
pub fn values() -> Function {
    eager(Type::DYNAMIC, |args| {
        let entries = args[0].as_entries().unwrap_or_default().iter();
        list_or_tuple(&args[0].ty(), entries.map(|(_, value)| value.clone()))
    })
    .with_result_type(|args| {
        let ty = args[0].ty();
        Ok(match ty.kind() {
            TypeKind::Map(element) => Type::list(element.clone()),
            TypeKind::Object(object) => Type::tuple(object.iter().map(|it| it.ty().clone())),
            _ => return Err(wrong_type(0, "an object", &ty)),
        })
    })
    .with_parameter(any("mapping"))
    .never_null()
    .with_description("Returns the values of the map or object in the order of the keys.")
}

/// `lookup(inputMap, key, default)`: the element of the map or object, or the default if there is none.
///
/// Example: `lookup({ a = "x" }, "b", "y")` → `"y"`.
pub fn lookup() -> Function {
    looked_up(Value::is_wholly_known)
        .with_parameter(any("default").allow_unknown().allow_dynamic())
        .with_description("Returns the element with the key, or the default if there is none.")
}

/// `lookup(inputMap, key, default)` as in Terraform: the default is optional; without it, a missing element is an
/// error.
///
/// Example: `lookup({ a = "x" }, "a")` → `"x"`.
pub fn lookup_optional() -> Function {
    looked_up(Value::is_known)
        .with_parameter(anything("default").optional())
        .with_description(
            "Returns the element with the key, or the default if there is none and one is given.",
        )
}

/// A function that looks up an element. The result is unknown unless `is_enough` accepts the map or object.
fn looked_up(is_enough: fn(&Value) -> bool) -> Function {
    Function::within_budget(Type::DYNAMIC, move |args, budget| {
        let ty = lookup_type(args, budget)?;
        if !is_enough(&args[0]) {
            return Ok(Value::unknown(&ty));
        }
        match (args[0].get(text(&args[1])), args.get(2)) {
            (Some(value), _) => Ok(value.clone()),
            (None, Some(default)) => {
                budget.spend_conversion(default, &ty)?;
                Ok(convert(default, &ty)?)
            }
            (None, None) => Err(no_element(&args[1])),
        }
    })
    .with_result_type_within(lookup_type)
    .with_parameter(any("inputMap"))
    .with_parameter(string("key"))
}

fn no_element(key: &Value) -> FunctionError {
    FunctionError::argument(1, format_args!("there is no element {key}"))
}

/// The type of the element that is looked up.
fn lookup_type(args: &[Value], budget: &Budget) -> Result<Type, FunctionError> {
    let ty = args[0].ty();
    match ty.kind() {
        TypeKind::Object(_) if !args[1].is_known() => Ok(Type::DYNAMIC),
        TypeKind::Object(_) => match (ty.attribute_type(text(&args[1])), args.get(2)) {
            (Some(attribute), _) => Ok(attribute.clone()),
            (None, Some(default)) => Ok(default.ty()),
            (None, None) => Err(no_element(&args[1])),
        },
        TypeKind::Map(element) => {
            if let Some(default) = args.get(2) {
                // A default that is not needed must be suitable too, so that a mistake in it is found at once.
                budget.spend_conversion(default, element)?;
                convert(default, element).map_err(|_| {
                    let element = element.description();
                    let message = format!("must be of the type of the elements, {element}");
                    FunctionError::argument(2, message)
                })?;
            }
            Ok(element.clone())
        }
        _ => Err(wrong_type(0, "an object", &ty)),
    }
}

/// `merge(maps...)`: the elements of all maps and objects; if keys are equal, the last one wins. Null maps are skipped.
///
/// If all arguments are maps of one type, the result is a map of that type, otherwise it is an object.
///
/// Example: `merge({ a = 1, b = 2 }, { b = 3 })` → `{ a = 1, b = 3 }`.
pub fn merge() -> Function {
    within_budget(Type::DYNAMIC, |args, budget| {
        let ty = merged_type(args)?;
        let mut merged: Vec<(Text, Value)> = Vec::new();
        for entries in args.iter().filter_map(Value::as_entries) {
            budget.spend_steps(entries.len())?;
            merged.extend_from_slice(entries);
        }
        Ok(match ty.element_type() {
            Some(element) => Value::map(element, merged)?,
            // The names are shared with the arguments, because they may be long.
            None => Value::object_of(merged.into_iter().collect()).within_depth()?,
        })
    })
    .with_result_type(merged_type)
    .with_variadic(any("maps").allow_null().allow_dynamic())
    .never_null()
    .with_description("Merges maps and objects; if keys are equal, the last one wins.")
}

fn merged_type(args: &[Value]) -> Result<Type, FunctionError> {
    let mut attributes: Vec<(Text, Type)> = Vec::new();
    let mut is_complete = true;
    let mut is_dynamic = false;
    for (index, arg) in args.iter().enumerate() {
        let ty = arg.ty();
        match ty.kind() {
            TypeKind::Dynamic => is_dynamic |= !arg.is_null(),
            TypeKind::Object(_) | TypeKind::Map(_) if arg.is_null() => {}
            TypeKind::Object(object) => {
                let own = object.iter().map(|it| (it.shared_name(), it.ty().clone()));
                attributes.extend(own);
            }
            TypeKind::Map(element) => match arg.as_entries() {
                Some(entries) => {
                    let own = entries
                        .iter()
                        .map(|(key, _)| (key.clone(), element.clone()));
                    attributes.extend(own);
                }
                None => is_complete = false,
            },
            _ => return Err(wrong_type(index, "an object", &ty)),
        }
    }
    if is_dynamic {
        return Ok(Type::DYNAMIC);
    }
    let first = args.first().map(Value::ty);
    let is_one = args.iter().all(|arg| Some(arg.ty()) == first);
    match first.filter(|ty| is_one && matches!(ty.kind(), TypeKind::Map(_))) {
        Some(map) => Ok(map),
        None if is_complete => Ok(Type::object(attributes)),
        None => Ok(Type::DYNAMIC),
    }
}

/// `zipmap(keys, values)`: a map or object made from a list of keys and a list or tuple with the same number of values.
///
/// Example: `zipmap(["a", "b"], [1, 2])` → `{ a = 1, b = 2 }`.
pub fn zipmap() -> Function {
    eager(Type::DYNAMIC, |args| {
        if !args[0].is_wholly_known() {
            return Ok(Value::dynamic());
        }
        let (keys, values) = (elements(&args[0]), elements(&args[1]));
        check_keys(keys, values.len())?;
        let entries = keys.iter().map(text).zip(values.iter().cloned());
        Ok(match args[1].ty().element_type() {
            Some(element) => Value::map(element, entries)?,
            None => Value::object(entries)?,
        })
    })
    .with_result_type(|args| {
        let ty = args[1].ty();
        match ty.kind() {
            TypeKind::List(element) => Ok(Type::map(element.clone())),
            TypeKind::Tuple(_) if !args[0].is_wholly_known() => Ok(Type::DYNAMIC),
            TypeKind::Tuple(types) => {
                let keys = elements(&args[0]);
                check_keys(keys, types.len())?;
                let attributes = keys.iter().map(text).zip(types.iter().cloned());
                Ok(Type::object(attributes))
            }
            _ => Err(wrong_type(1, "a list", &ty)),
        }
    })
    .with_parameter(list("keys", Type::STRING))
    .with_parameter(any("values"))
    .never_null()
    .with_description("Makes a map or object from a list of keys and a list of values.")
}

fn check_keys(keys: &[Value], count: usize) -> Result<(), FunctionError> {
    if keys.len() != count {
        let message = format!("there are {} keys, but {count} values", keys.len());
        return Err(FunctionError::new(message));
    }
    match keys.iter().position(Value::is_null) {
        Some(index) => {
            let message = format!("the element {index} is null, which cannot be a key");
            Err(FunctionError::argument(0, message))
        }
        None => Ok(()),
    }
}

/// `transpose(values)`: a map from each string in the lists of the given map to the keys of the lists that contain it.
///
/// Example: `transpose({ a = ["1", "2"], b = ["2"] })` → `{ "1" = ["a"], "2" = ["a", "b"] }`.
pub fn transpose() -> Function {
    within_budget(transposed_type(), |args, budget| {
        if !args[0].is_wholly_known() {
            return Ok(Value::unknown(&transposed_type()));
        }
        let mut entries = Vec::new();
        for (key, list) in transposed(&args[0], budget)? {
            entries.push((key, Value::list(&Type::STRING, list)?));
        }
        Ok(Value::map(&Type::list(Type::STRING), entries)?)
    })
    .with_parameter(Parameter::new("values", transposed_type()))
    .never_null()
    .with_description("Swaps the keys of a map of lists with the strings in the lists.")
}

fn transposed_type() -> Type {
    Type::map(Type::list(Type::STRING))
}

fn transposed<'v>(
    map: &'v Value,
    budget: &Budget,
) -> Result<HashMap<&'v str, Vec<Value>>, FunctionError> {
    let mut transposed: HashMap<&str, Vec<Value>> = HashMap::new();
    for (key, list) in map.as_entries().unwrap_or_default() {
        let null = || {
            let message = format!(
                "the list of {} is null, or has a null element",
                Value::from(&**key)
            );
            FunctionError::argument(0, message)
        };
        let own_key = Value::from(&**key);
        for element in list.as_slice().ok_or_else(null)? {
            budget.spend_steps(1)?;
            let element = element.as_str().ok_or_else(null)?;
            transposed.entry(element).or_default().push(own_key.clone());
        }
    }
    Ok(transposed)
}
