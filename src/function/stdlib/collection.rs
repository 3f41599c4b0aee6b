//! Functions of lists, sets, maps, tuples and objects, and of values of any type.

use std::iter;

use crate::convert::{Unification, convert, unification_of};
use crate::function::{Function, FunctionError, Parameter};
use crate::value::{Type, TypeKind, Value};

/// `coalesce(vals...)`: the first value that is not null, converted to the one type that
/// the values unify to.
///
/// ```
/// use hcl::Value;
/// use hcl::function::stdlib;
///
/// let coalesce = stdlib::coalesce();
/// assert_eq!(coalesce.call(&[Value::NULL, 5.into(), 7.into()])?, 5);
/// assert!(coalesce.call(&[5.into(), true.into()]).is_err());
/// # Ok::<(), hcl::function::CallError>(())
/// ```
pub fn coalesce() -> Function {
    let values = Parameter::new("vals", Type::DYNAMIC)
        .allow_null()
        .allow_unknown()
        .allow_dynamic();
    Function::new(Type::DYNAMIC, |args| {
        let common = common_type(args)?;
        let found = args.iter().find(|value| !value.is_null());
        let found = found.ok_or_else(|| FunctionError::new("all arguments are null"))?;
        if found.is_known() || found.range().is_not_null() {
            if common.ty().is_dynamic() {
                // What the others will be is not known, so nothing is converted.
                return Ok(found.clone());
            }
            return Ok(common.convert(found)?);
        }
        // The value may still turn out to be null, and then another one is the result.
        Ok(Value::unknown(common.ty()))
    })
    .result_type_with(|args| Ok(common_type(args)?.ty().clone()))
    .variadic(values)
    .never_null()
    .with_description("Returns the first of the values that is not null.")
}

/// `concat(seqs...)`: the elements of all lists and tuples, one after the other.
///
/// Lists of one type give a list, anything else gives a tuple.
///
/// ```
/// use hcl::Value;
/// use hcl::function::stdlib;
///
/// let concat = stdlib::concat();
/// let numbers = concat.call(&[vec![1, 2].into(), vec![3].into()])?;
/// assert_eq!(numbers, Value::from(vec![1, 2, 3]));
/// let both = concat.call(&[vec![1].into(), vec!["a"].into()])?;
/// assert_eq!(both.to_string(), r#"[1, "a"]"#);
/// # Ok::<(), hcl::function::CallError>(())
/// ```
pub fn concat() -> Function {
    Function::new(Type::DYNAMIC, |args| {
        let elements = args.iter().filter_map(Value::as_slice).flatten().cloned();
        Ok(match concat_type(args)?.element_type() {
            Some(element) => Value::list(element, elements)?,
            None => Value::tuple(elements)?,
        })
    })
    .result_type_with(concat_type)
    .variadic(Parameter::new("seqs", Type::DYNAMIC))
    .never_null()
    .with_description("Joins the elements of lists and tuples.")
}

/// `hasindex(collection, key)`: whether `collection[key]` could succeed.
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
    let any = |name| {
        Parameter::new(name, Type::DYNAMIC)
            .allow_unknown()
            .allow_dynamic()
    };
    Function::new(Type::BOOL, |args| has_index(&args[0], &args[1]))
        .parameter(any("collection"))
        .parameter(any("key").allow_null())
        .never_null()
        .with_description("Tells whether there is an element with the key.")
}

/// `length(collection)`: how many elements or attributes there are.
///
/// ```
/// use hcl::function::stdlib;
///
/// assert_eq!(stdlib::length().call(&[vec!["a", "b"].into()])?, 2);
/// # Ok::<(), hcl::function::CallError>(())
/// ```
pub fn length() -> Function {
    let collection = Parameter::new("collection", Type::DYNAMIC)
        .allow_unknown()
        .allow_dynamic();
    Function::new(Type::NUMBER, |args| {
        let ty = args[0].ty();
        if ty.is_dynamic() {
            return Ok(Value::dynamic());
        }
        let length = args[0].length();
        length.ok_or_else(|| no_collection("list, set, map, tuple or object", &ty))
    })
    .parameter(collection)
    .never_null()
    .with_description("Returns the number of elements of a collection.")
}

/// What the values have in common.
fn common_type(values: &[Value]) -> Result<Unification, FunctionError> {
    if values.is_empty() {
        return Err(FunctionError::new("must pass at least one value"));
    }
    unification_of(values)
        .ok_or_else(|| FunctionError::new("all arguments must have types that unify"))
}

/// The type of the sequences joined: a list if all are lists of one type.
fn concat_type(sequences: &[Value]) -> Result<Type, FunctionError> {
    let Some(first) = sequences.first() else {
        return Err(FunctionError::new("must pass at least one list or tuple"));
    };
    let first = first.ty();
    let is_list = matches!(first.kind(), TypeKind::List(_));
    if is_list && sequences.iter().all(|value| value.is_of_type(&first)) {
        return Ok(first);
    }
    let mut elements = Vec::new();
    for (index, sequence) in sequences.iter().enumerate() {
        let ty = sequence.ty();
        match (ty.kind(), sequence.as_slice()) {
            (TypeKind::Tuple(types), _) => elements.extend_from_slice(types),
            (TypeKind::List(element), Some(list)) => {
                elements.extend(iter::repeat_n(element.clone(), list.len()));
            }
            // How many elements the tuple will have is not known.
            (TypeKind::List(_), None) => return Ok(Type::DYNAMIC),
            _ => {
                let message = format!(
                    "all arguments must be lists or tuples, but this is {}",
                    ty.description()
                );
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
        TypeKind::List(_) => (Type::NUMBER, collection.as_slice().map(<[Value]>::len)),
        TypeKind::Tuple(elements) => (Type::NUMBER, Some(elements.len())),
        TypeKind::Map(_) | TypeKind::Object(_) => (Type::STRING, None),
        _ => return Err(no_collection("list, map, tuple or object", &ty)),
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
        return Ok(match length {
            Some(length) => usize::try_from(index)
                .is_ok_and(|index| index < length)
                .into(),
            None => Value::unknown(&Type::BOOL),
        });
    }
    let name = key.as_str().unwrap_or_default();
    Ok(match ty.kind() {
        TypeKind::Object(object) => object.get(name).is_some().into(),
        _ if !collection.is_known() => Value::unknown(&Type::BOOL),
        _ => collection.get(name).is_some().into(),
    })
}

fn no_collection(expected: &str, ty: &Type) -> FunctionError {
    let given = ty.description();
    FunctionError::argument(0, format_args!("{expected} required, but have {given}"))
}
