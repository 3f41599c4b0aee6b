//! Functions of sets. Lists and tuples are converted to sets first.

#![expect(
    clippy::mutable_key_type,
    reason = "what may change in a value is its cached type, which is not hashed"
)]

use foldhash::{HashSet, HashSetExt as _};

use crate::convert::{convert, unify};
use crate::function::stdlib::support::{
    any, eager, element_type, elements, has_element, within_budget, wrong_type,
};
use crate::function::{Budget, Function, FunctionError, Parameter};
use crate::value::{Type, TypeKind, Value, ValueError};

/// `sethaselement(set, elem)`: whether the set has the element.
///
/// Example: `sethaselement(["a", "b"], "a")` → `true`.
pub fn sethaselement() -> Function {
    eager(Type::BOOL, |args| {
        let wanted = &args[1];
        let ty = args[0].ty();
        let element = element_type(&ty);
        // A part of a type that is not known yet may turn out to be that of the other type.
        let may_be_of_type = wanted.is_of_type(&element)
            || !args.iter().all(Value::is_wholly_known)
                && (element.has_dynamic() || wanted.ty().has_dynamic());
        if !may_be_of_type {
            return Ok(false.into());
        }
        Ok(has_element(elements(&args[0]), wanted))
    })
    .with_parameter(set("set"))
    .with_parameter(any("elem").allow_dynamic())
    .never_null()
    .with_description("Tells whether the set has the element.")
}

/// `setunion(first_set, other_sets...)`: the elements of all sets.
///
/// Example: `setunion(["a", "b"], ["b", "c"])` → `["a", "b", "c"]`.
pub fn setunion() -> Function {
    of_sets(UnknownElements::Element, |sets| sets.concat())
        .with_description("Returns the elements of all sets.")
}

/// `setintersection(first_set, other_sets...)`: the elements that all sets have.
///
/// Example: `setintersection(["a", "b"], ["b", "c"])` → `["b"]`.
pub fn setintersection() -> Function {
    of_sets(UnknownElements::Undecided, |sets| {
        let others = sets[1..].iter().map(|set| set.iter().collect());
        let others: Vec<HashSet<&Value>> = others.collect();
        let is_in_all = |it: &&Value| others.iter().all(|set| set.contains(it));
        sets[0].iter().filter(is_in_all).cloned().collect()
    })
    .with_description("Returns the elements that all sets have.")
}

/// `setsymmetricdifference(first_set, other_sets...)`: the elements that only one of two sets has. With more sets, the
/// elements that an odd number of the sets has.
///
/// Example: `setsymmetricdifference(["a", "b"], ["b", "c"])` → `["a", "c"]`.
pub fn setsymmetricdifference() -> Function {
    of_sets(UnknownElements::Undecided, |sets| {
        let mut odd = HashSet::new();
        for element in sets.iter().copied().flatten() {
            if !odd.insert(element) {
                odd.remove(element);
            }
        }
        // In the order of the sets, each element once.
        let elements = sets.iter().copied().flatten();
        elements.filter(|it| odd.remove(*it)).cloned().collect()
    })
    .with_description("Returns the elements that only one of the sets has.")
}

/// `setsubtract(a, b)`: the elements of the first set that the second one does not have.
///
/// Example: `setsubtract(["a", "b"], ["b"])` → `["a"]`.
pub fn setsubtract() -> Function {
    within_budget(Type::DYNAMIC, |args, budget| {
        combined(args, budget, UnknownElements::Undecided, |sets| {
            let others: HashSet<_> = sets[1..].iter().copied().flatten().collect();
            let rest = sets[0].iter().filter(|it| !others.contains(it));
            rest.cloned().collect()
        })
    })
    .with_result_type(common_set)
    .with_parameter(set("a"))
    .with_parameter(set("b"))
    .never_null()
    .with_description("Returns the elements of the first set that the second one does not have.")
}

/// `setproduct(sets...)`: all tuples of one element of each set. If all arguments are lists or tuples, the result is a
/// list in their order.
///
/// Example: `setproduct(["a", "b"], [1, 2])` → `[["a", 1], ["a", 2], ["b", 1], ["b", 2]]`.
pub fn setproduct() -> Function {
    within_budget(Type::DYNAMIC, |args, budget| {
        let ty = product_type(args)?;
        let element = element_type(&ty);
        let types = element.tuple_elements().unwrap_or_default();
        let is_known = |it: &Value| it.length().is_some_and(|length| length.is_known());
        if !args.iter().all(is_known) {
            return Ok(Value::unknown(&ty));
        }
        let counts = args.iter().map(|arg| elements(arg).len());
        let count = counts.fold(1, usize::saturating_mul);
        // Each tuple has as many parts as there are arguments.
        budget.spend_steps(count.saturating_mul(args.len() + 1))?;
        let mut sets = Vec::with_capacity(args.len());
        for (arg, ty) in args.iter().zip(types) {
            let mut parts = elements(arg).to_vec();
            for part in &mut parts {
                budget.spend_conversion(part, ty)?;
                *part = convert(part, ty)?;
            }
            sets.push(parts);
        }
        if count > MAX_PRODUCT {
            let message = format!("there are more than {MAX_PRODUCT} combinations in the product");
            return Err(FunctionError::new(message));
        }
        let mut tuples = Vec::with_capacity(count);
        for number in 0..count {
            tuples.push(tuple(&sets, number)?);
        }
        let product = match ty.kind() {
            TypeKind::Set(_) => Value::set(&element, tuples),
            _ => Value::list(&element, tuples),
        };
        or_unknown(product, &ty, args)
    })
    .with_result_type(product_type)
    .with_variadic(any("sets"))
    .never_null()
    .with_description("Returns all combinations of one element of each set.")
}

/// Maximum number of tuples in a product, so that a single call cannot exhaust the memory.
const MAX_PRODUCT: usize = 10_000_000;

/// The tuple with this number. The last element changes fastest.
fn tuple(sets: &[Vec<Value>], mut number: usize) -> Result<Value, FunctionError> {
    let mut parts = Vec::with_capacity(sets.len());
    for set in sets.iter().rev() {
        parts.push(set[number % set.len()].clone());
        number /= set.len();
    }
    parts.reverse();
    Ok(Value::tuple(parts)?)
}

/// The result. If its elements have no common type because arguments contain values whose type is not known yet, the
/// result is not known yet either.
fn or_unknown(
    result: Result<Value, ValueError>,
    ty: &Type,
    args: &[Value],
) -> Result<Value, FunctionError> {
    let is_open = ty.has_dynamic() && !args.iter().all(Value::is_wholly_known);
    match result {
        Err(_) if is_open => Ok(Value::unknown(ty)),
        result => Ok(result?),
    }
}

/// The type to which the elements of a tuple convert; dynamic if none of them has a type.
fn one_type(tuple: &Value, parts: &[Type]) -> Option<Type> {
    let given: Vec<Type> = match tuple.as_slice() {
        // A null without a type gets the type of the other elements.
        Some(elements) => {
            let typed = elements.iter().filter(|it| !it.is_untyped_null());
            typed.map(Value::ty).collect()
        }
        None => parts.to_vec(),
    };
    if given.is_empty() {
        return Some(Type::DYNAMIC);
    }
    Some(unify(&given)?.ty().clone())
}

fn product_type(args: &[Value]) -> Result<Type, FunctionError> {
    if args.len() < 2 {
        return Err(FunctionError::new("must pass at least two sets"));
    }
    let mut types = Vec::with_capacity(args.len());
    let mut is_ordered = true;
    for (index, arg) in args.iter().enumerate() {
        let ty = arg.ty();
        types.push(match ty.kind() {
            TypeKind::Set(element) => {
                is_ordered = false;
                element.clone()
            }
            TypeKind::List(element) => element.clone(),
            TypeKind::Tuple(parts) => one_type(arg, parts).ok_or_else(|| {
                FunctionError::argument(index, "must have elements of types that unify")
            })?,
            _ => return Err(wrong_type(index, "a set or list", &ty)),
        });
    }
    let tuple = Type::tuple(types);
    Ok(if is_ordered {
        Type::list(tuple)
    } else {
        Type::set(tuple)
    })
}

/// How an operation on sets treats unknown elements.
#[derive(Clone, Copy, PartialEq, Eq)]
enum UnknownElements {
    /// An unknown element becomes an element of the result.
    Element,
    /// The result is unknown: an unknown element may turn out to be equal to another.
    Undecided,
}

fn set(name: &'static str) -> Parameter {
    Parameter::new(name, Type::set(Type::DYNAMIC)).allow_dynamic()
}

/// Computes the elements of the result from the elements of each set. There is at least one set.
type Operation = fn(&[&[Value]]) -> Vec<Value>;

/// A function of any number of sets.
fn of_sets(unknown: UnknownElements, operation: Operation) -> Function {
    Function::within_budget(Type::DYNAMIC, move |args, budget| {
        combined(args, budget, unknown, operation)
    })
    .with_result_type(common_set)
    .with_parameter(set("first_set"))
    .with_variadic(set("other_sets"))
    .never_null()
}

/// Applies an operation to the sets, after converting them to their common type.
fn combined(
    args: &[Value],
    budget: &Budget,
    unknown: UnknownElements,
    operation: Operation,
) -> Result<Value, FunctionError> {
    let ty = common_set(args)?;
    let element = element_type(&ty);
    let mut sets = Vec::with_capacity(args.len());
    for (index, arg) in args.iter().enumerate() {
        budget.spend_conversion(arg, &ty)?;
        let set = convert(arg, &ty).map_err(|error| FunctionError::of_argument(index, error))?;
        if unknown == UnknownElements::Undecided && !set.is_wholly_known() {
            return Ok(Value::unknown(&ty));
        }
        sets.push(set);
    }
    let sets: Vec<&[Value]> = sets.iter().map(elements).collect();
    or_unknown(Value::set(&element, operation(&sets)), &ty, args)
}

/// The common type of the sets: a set of the type that their element types unify to.
fn common_set(args: &[Value]) -> Result<Type, FunctionError> {
    let types = args.iter().filter_map(|arg| {
        let element = arg.ty().element_type()?.clone();
        let is_untyped = arg.is_known() && elements(arg).is_empty() && element.is_dynamic();
        (!is_untyped).then_some(element)
    });
    let types: Vec<Type> = types.collect();
    if types.is_empty() {
        return Ok(Type::set(Type::DYNAMIC));
    }
    let one = unify(&types);
    let one =
        one.ok_or_else(|| FunctionError::new("the sets must have elements of types that unify"))?;
    Ok(Type::set(one.ty().clone()))
}
