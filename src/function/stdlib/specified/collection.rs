//! Functions of lists, sets, maps, tuples and objects, and of values of any type.

use std::iter;

use super::string::character_count;
use crate::convert::{convert, unify};
use crate::function::stdlib::support::{any, anything, eager, elements, wrong_type};
use crate::function::{Function, FunctionError};
use crate::value::{Type, TypeKind, Value};

/// `coalesce(vals...)`: the first value that is not null, converted to the type that all values unify to.
///
/// A value of the dynamic pseudo-type, such as `null`, unifies with any other and takes its type. If the
/// values have no type in common but the dynamic one, the result is not converted.
///
/// Example: `coalesce(null, "a", "b")` → `"a"`.
///
/// ```
/// use hcl::{Type, Value};
/// use hcl::function::stdlib;
///
/// let coalesce = stdlib::coalesce();
/// assert_eq!(coalesce.call(&[Value::NULL, 5.into(), 7.into()])?, 5);
/// assert_eq!(coalesce.call(&[5.into(), "a".into()])?, "5");
/// assert_eq!(coalesce.call(&[Value::dynamic(), 5.into()])?.ty(), Type::NUMBER);
/// assert!(coalesce.call(&[5.into(), true.into()]).is_err());
/// # Ok::<(), hcl::function::CallError>(())
/// ```
pub fn coalesce() -> Function {
    eager(Type::DYNAMIC, |args| {
        let common = common_type(args)?;
        let found = args.iter().find(|value| !value.is_null());
        let found = found.ok_or_else(|| FunctionError::new("all arguments are null"))?;
        if found.is_known() || found.range().is_not_null() {
            return Ok(convert(found, &common)?);
        }
        // The value may still turn out to be null; the result would then be a later value.
        Ok(Value::unknown(&common))
    })
    .with_result_type(common_type)
    .with_variadic(anything("vals"))
    .never_null()
    .with_description("Returns the first of the values that is not null.")
}

/// `concat(seqs...)`: the elements of all lists and tuples, one after the other.
///
/// If all arguments are lists whose types unify, the result is a list of the unified type, otherwise it is a tuple.
///
/// Example: `concat([1, 2], [3])` → `[1, 2, 3]`.
///
/// ```
/// use hcl::Value;
/// use hcl::function::stdlib;
///
/// let concat = stdlib::concat();
/// let numbers = concat.call(&[vec![1, 2].into(), vec![3].into()])?;
/// assert_eq!(numbers, Value::from(vec![1, 2, 3]));
/// let both = concat.call(&[vec![1].into(), vec!["a"].into()])?;
/// assert_eq!(both, Value::from(vec!["1", "a"]));
/// let pair = Value::tuple([true.into(), "a".into()])?;
/// assert_eq!(concat.call(&[vec![1].into(), pair])?.to_string(), r#"[1, true, "a"]"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn concat() -> Function {
    eager(Type::DYNAMIC, |args| {
        let mut all = Vec::new();
        for arg in args {
            all.extend_from_slice(elements(arg));
        }
        let ty = concat_type(args)?;
        let Some(element) = ty.element_type() else {
            return Ok(Value::tuple(all)?);
        };
        for value in &mut all {
            *value = convert(value, element)?;
        }
        Ok(Value::list(element, all)?)
    })
    .with_result_type(concat_type)
    .with_variadic(any("seqs"))
    .never_null()
    .with_description("Joins lists.")
}

/// `hasindex(collection, key)`: whether `collection[key]` could succeed.
///
/// Example: `hasindex(["a", "b"], 2)` → `false`.
///
/// ```
/// use hcl::Value;
/// use hcl::function::stdlib;
///
/// let ports = Value::from(vec![80, 443]);
/// assert_eq!(stdlib::hasindex().call(&[ports.clone(), 1.into()])?, true);
/// assert_eq!(stdlib::hasindex().call(&[ports, 2.into()])?, false);
/// # Ok::<(), hcl::function::CallError>(())
/// ```
pub fn hasindex() -> Function {
    eager(Type::BOOL, |args| has_index(&args[0], &args[1]))
        .with_parameter(any("collection").allow_unknown().allow_dynamic())
        .with_parameter(anything("key"))
        .never_null()
        .with_description("Tells whether there is an element with the key.")
}

/// `length(value)`: the number of elements of a collection or tuple, of attributes of an object, or of
/// characters of a string.
///
/// Example: `length(["a", "b"])` → `2`.
///
/// ```
/// use hcl::function::stdlib;
///
/// assert_eq!(stdlib::length().call(&[vec!["a", "b"].into()])?, 2);
/// assert_eq!(stdlib::length().call(&["héllo".into()])?, 5);
/// # Ok::<(), hcl::function::CallError>(())
/// ```
pub fn length() -> Function {
    eager(Type::NUMBER, |args| {
        let ty = args[0].ty();
        if ty.is_dynamic() {
            return Ok(Value::dynamic());
        }
        if matches!(ty.kind(), TypeKind::String) {
            return Ok(character_count(&args[0]));
        }
        let length = args[0].length();
        length.ok_or_else(|| wrong_type(0, "a list, set, object or string", &ty))
    })
    .with_parameter(any("collection").allow_unknown().allow_dynamic())
    .never_null()
    .with_description(
        "Returns the number of elements of a collection, or of characters of a string.",
    )
}

/// The common type of the values.
pub(in crate::function::stdlib) fn common_type(values: &[Value]) -> Result<Type, FunctionError> {
    if values.is_empty() {
        return Err(FunctionError::new("must pass at least one value"));
    }
    unified(values).ok_or_else(|| FunctionError::new("all arguments must have types that unify"))
}

/// The type that the types of the values unify to.
fn unified(values: &[Value]) -> Option<Type> {
    let types: Vec<Type> = values.iter().map(Value::ty).collect();
    Some(unify(&types)?.ty().clone())
}

/// The type of the joined sequences: a list if all are lists of types that unify.
fn concat_type(sequences: &[Value]) -> Result<Type, FunctionError> {
    if sequences.is_empty() {
        return Err(FunctionError::new("must pass at least one list"));
    }
    let is_list = |ty: &Type| matches!(ty.kind(), TypeKind::List(_));
    if sequences.iter().all(|sequence| is_list(&sequence.ty()))
        && let Some(list) = unified(sequences).filter(is_list)
    {
        return Ok(list);
    }
    let mut elements = Vec::new();
    for (index, sequence) in sequences.iter().enumerate() {
        let ty = sequence.ty();
        match (ty.kind(), sequence.as_slice()) {
            (TypeKind::Tuple(types), _) => elements.extend_from_slice(types),
            (TypeKind::List(element), Some(list)) => {
                elements.extend(iter::repeat_n(element.clone(), list.len()));
            }
            // The number of elements of the tuple is not known.
            (TypeKind::List(_), None) => return Ok(Type::DYNAMIC),
            _ => {
                let message = format!("all arguments must be lists, but this is {}", ty.noun());
                return Err(FunctionError::argument(index, message));
            }
        }
    }
    Ok(Type::tuple(elements))
}

fn has_index(collection: &Value, key: &Value) -> Result<Value, FunctionError> {
    let ty = collection.ty();
    let (key_type, length) = match ty.kind() {
        TypeKind::Dynamic => return Ok(Value::unknown(&Type::BOOL)),
        TypeKind::List(_) => (Type::NUMBER, collection.range().length()),
        TypeKind::Tuple(elements) => (Type::NUMBER, (elements.len(), Some(elements.len()))),
        TypeKind::Map(_) | TypeKind::Object(_) => (Type::STRING, (0, None)),
        _ => return Err(wrong_type(0, "a list or object", &ty)),
    };
    let Ok(key) = convert(key, &key_type) else {
        return Ok(false.into());
    };
    if key.is_null() {
        return Ok(false.into());
    }
    if !key.is_known() {
        return Ok(Value::unknown(&Type::BOOL));
    }
    if let Some(number) = key.as_number() {
        let Some(index) = number.as_u64() else {
            return Ok(false.into());
        };
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        let (least, most) = length;
        return Ok(match most {
            _ if index < least => true.into(),
            Some(most) if index >= most => false.into(),
            _ => Value::unknown(&Type::BOOL),
        });
    }
    let name = key.as_str().unwrap_or_default();
    Ok(match ty.kind() {
        TypeKind::Object(object) => object.get(name).is_some().into(),
        _ if !collection.is_known() => Value::unknown(&Type::BOOL),
        _ => collection.get(name).is_some().into(),
    })
}
